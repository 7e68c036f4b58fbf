//! Claims about rules with letters, where a heap has a quotient and a remainder by a length that
//! depends on the letters.

use bouton_core::{Ruleset, Value};

use crate::{
    Fault,
    claim::{Clause, binary_clauses},
    syntax::{Kind, Node, Operator, Parser, Sign},
    token::{TokenKind, tokens},
};

/// A claim about rules with letters; in the claim, letters are numbers.
///
/// ```
/// use bouton_logic::{Dividend, LetterClaim, Place, Remainder};
///
/// let game = bouton_rules::Game::parse("heaps 1; move take 1..3 from 1 heap").unwrap().ruleset().unwrap();
/// let letters = ["m".to_owned()];
/// let claim = LetterClaim::read("P iff h1 mod (m + 1) = 0", &letters, &game)?;
/// // With h1 = q (m + 1) + r, the claimed outcome is P where r = 0.
/// let rest = Remainder { of: Dividend::Written("n".into()), by: (vec![1], 1), name: "r".into() };
/// let place = Place { heaps: vec!["n".into()], remainders: vec![rest], other: "s".into() };
/// assert_eq!(claim.says(0, "0", &place).unwrap(), ("(r = 0)".to_owned(), vec![]));
/// assert_eq!(claim.with_numbers(&[4])?, "P iff h1 mod (4 + 1) = 0");
/// # Ok::<(), bouton_logic::Fault>(())
/// ```
pub struct LetterClaim {
    text: String,
    letters: Vec<String>,
    /// The names of the numbers of a position.
    heaps: Vec<String>,
    clauses: Vec<Clause>,
    outcomes: Value,
}

/// The names of the numbers of a position, and of remainders of which the divisor depends on the letters.
#[derive(Clone, Debug)]
pub struct Place {
    /// The name of each number of the position.
    pub heaps: Vec<String>,
    /// The remainders that have names.
    pub remainders: Vec<Remainder>,
    /// The beginning of the names of all other remainders, about which nothing is known.
    pub other: String,
}

/// A remainder with a name.
#[derive(Clone, Debug)]
pub struct Remainder {
    /// The dividend.
    pub of: Dividend,
    /// The divisor: a linear form, given by the coefficients and the constant term, of the letters, then of the remainders of
    /// forms before this one.
    pub by: (Vec<i64>, i64),
    /// The name.
    pub name: String,
}

/// The dividend of a remainder with a name.
#[derive(Clone, Debug)]
pub enum Dividend {
    /// A number by its name: a number of the position, or another remainder.
    Written(String),
    /// A linear form of the letters.
    Form(Vec<i64>, i64),
}

impl LetterClaim {
    /// Reads a claim about rules with these letters; `instance` has the rules with some numbers for
    /// the letters.
    ///
    /// # Errors
    ///
    /// The first [`Fault`] of the text.
    pub fn read(text: &str, letters: &[String], instance: &Ruleset) -> Result<Self, Fault> {
        let (clauses, _) = binary_clauses(&mut Parser::new(text)?, instance)?;
        let outcomes = bouton_core::Valuation::provable(instance.convention());
        let outcomes = match outcomes {
            bouton_core::Valuation::MisereOutcomeAndEnd => 2,
            other => other.value_count().unwrap_or(2),
        };
        let heaps = instance.coordinates().to_vec();
        Ok(Self { text: text.to_owned(), letters: letters.to_vec(), heaps, clauses, outcomes })
    }

    /// Whether the claim is about Grundy values.
    #[must_use]
    pub fn is_grundy(&self) -> bool {
        self.clauses.iter().all(|clause| clause.outcome.is_none())
    }

    /// Writes the claim with numbers for the letters, one each.
    ///
    /// # Errors
    ///
    /// A [`Fault`] of the text.
    pub fn with_numbers(&self, numbers: &[i64]) -> Result<String, Fault> {
        let (mut out, mut after) = (String::new(), 0);
        for token in tokens(&self.text)? {
            let TokenKind::Word(word) = &token.kind else { continue };
            if let Some(place) = self.letters.iter().position(|letter| letter == word) {
                out.push_str(&self.text[after..token.span.start]);
                out.push_str(&numbers[place].to_string());
                after = token.span.end;
            }
        }
        out.push_str(&self.text[after..]);
        Ok(out)
    }

    /// Writes the condition under which a position has a claimed value, in one control state. `value`
    /// is the number of an outcome, `number` a Grundy value as a text. Remainders without a name in `place` get one; these
    /// names are returned, too. The condition requires that their divisors are positive: elsewhere the claim has no meaning.
    /// `None` if the claim has parts of another kind.
    #[must_use]
    pub fn says(&self, value: Value, number: &str, place: &Place) -> Option<(String, Vec<String>)> {
        self.says_in(0, value, number, place)
    }

    /// Writes the condition as [`says`](Self::says) does, in a control state by number.
    #[must_use]
    pub fn says_in(
        &self,
        control: usize,
        value: Value,
        number: &str,
        place: &Place,
    ) -> Option<(String, Vec<String>)> {
        let mut writer = Writer { claim: self, place, others: Vec::new() };
        let said = writer.says(control, value, number)?;
        let names = (0..writer.others.len()).map(|count| format!("{}{count}", place.other)).collect();
        // Where a divisor is not positive, the claim says nothing.
        let divisors: Vec<String> = writer.others.iter().map(|(_, by)| writer.is_positive(by)).collect();
        let said =
            if divisors.is_empty() { said } else { format!("({said}) and {}", divisors.join(" and ")) };
        Some((said, names))
    }

    /// Returns the claim about one heap that implies a claim about a sum of heaps: `g = E` for `P
    /// iff nimsum(E) = 0`, and for `g = nimsum(E)`. `None` for other claims.
    ///
    /// ```
    /// use bouton_logic::LetterClaim;
    ///
    /// let game = bouton_rules::Game::parse("heaps 2; move take 1..3 from 1 heap").unwrap().ruleset().unwrap();
    /// let letters = ["m".to_owned()];
    /// let claim = LetterClaim::read("P iff nimsum(heap mod (m + 1)) = 0", &letters, &game)?;
    /// let one = claim.of_one_heap().unwrap();
    /// assert!(one.is_grundy() && !claim.is_grundy());
    /// # Ok::<(), bouton_logic::Fault>(())
    /// ```
    #[must_use]
    pub fn of_one_heap(&self) -> Option<Self> {
        let [clause] = &self.clauses[..] else { return None };
        let part = match (clause.outcome, &clause.value, &clause.condition) {
            (Some(0), None, Some(condition)) => match &condition.kind {
                Kind::Binary(Operator::Compare(Sign::Equal), left, right)
                    if matches!(right.kind, Kind::Number(0)) =>
                {
                    &**left
                }
                _ => return None,
            },
            (None, Some(value), None) => value,
            _ => return None,
        };
        let Kind::Call { game: None, name, arguments } = &part.kind else { return None };
        let [of] = &arguments[..] else { return None };
        let value = (name == "nimsum").then(|| of.clone())?;
        Some(self.of_value(value, clause.span.clone()))
    }

    /// The claim `g = E` about one heap, if this is the claim that a sum in misère play is lost as misère Nim with heaps of
    /// the sizes E is: the nim-sum of the E is 0 and some E is at least 2, or it is 1 and none is. The condition may be any
    /// combination of comparisons of `nimsum(E)` and of `count(E >= 2)` that says so. `None` for other claims.
    #[must_use]
    pub fn of_misere_sum(&self) -> Option<Self> {
        let [Clause { outcome: Some(0), value: None, condition: Some(condition), control, span }] =
            &self.clauses[..]
        else {
            return None;
        };
        let mut value = None;
        let lost = |case| self.holds_of(condition, case, &mut value);
        // The nim-sum, 2 for every larger one, and whether some value is at least 2.
        let cases = [(0, false), (1, false), (0, true), (1, true), (2, true)];
        let lost: Vec<bool> = cases.into_iter().map(lost).collect::<Option<_>>()?;
        let as_nim = lost == [false, true, true, false, false];
        (as_nim && control.is_none()).then(|| Some(self.of_value(value?, span.clone())))?
    }

    /// The claim that the Grundy value of a heap is a number.
    fn of_value(&self, value: Node, span: std::ops::Range<usize>) -> Self {
        Self {
            text: self.text.clone(),
            letters: self.letters.clone(),
            heaps: vec!["heap".to_owned()],
            clauses: vec![Clause { outcome: None, value: Some(value), condition: None, control: None, span }],
            outcomes: self.outcomes,
        }
    }

    /// Whether a condition on `nimsum(E)` and `count(E >= 2)` holds in a case, as in [`Self::of_misere_sum`]; `found` is E, the
    /// same in all of them. `None` if it is no such condition, or its truth depends on more.
    fn holds_of(&self, node: &Node, case: (i64, bool), found: &mut Option<Node>) -> Option<bool> {
        match &node.kind {
            Kind::Not(of) => Some(!self.holds_of(of, case, found)?),
            Kind::Binary(Operator::Compare(sign), left, right) => {
                let Kind::Number(bound) = right.kind else { return None };
                let Kind::Call { game: None, name, arguments } = &left.kind else { return None };
                let [argument] = &arguments[..] else { return None };
                // The number, and the largest bound up to which it is compared exactly: a 2 is a 2 or more.
                let (of, number, exact) = match name.as_str() {
                    "nimsum" => (argument, case.0, 1),
                    "count" => (at_least_two(argument)?, i64::from(case.1), 0),
                    _ => return None,
                };
                let known = found.get_or_insert_with(|| of.clone());
                if self.written(known) != self.written(of) {
                    return None;
                }
                match sign {
                    Sign::Equal if bound <= exact => Some(number == bound),
                    Sign::Unequal if bound <= exact => Some(number != bound),
                    Sign::Greater if bound <= exact => Some(number > bound),
                    Sign::AtMost if bound <= exact => Some(number <= bound),
                    Sign::AtLeast if bound <= exact + 1 => Some(number >= bound),
                    Sign::Less if bound <= exact + 1 => Some(number < bound),
                    _ => None,
                }
            }
            Kind::Binary(operator, left, right) => {
                operator.truth(self.holds_of(left, case, found)?, self.holds_of(right, case, found)?)
            }
            _ => None,
        }
    }

    /// The text of a part without spaces.
    fn written(&self, node: &Node) -> String {
        self.text.get(node.span.clone()).unwrap_or_default().split_whitespace().collect()
    }
}

/// Writes the parts of a claim.
struct Writer<'a> {
    claim: &'a LetterClaim,
    place: &'a Place,
    /// The dividends and divisors of the remainders that have no name in the place.
    others: Vec<(String, Form)>,
}

/// A linear form: the coefficients, and the constant term.
type Form = (Vec<i64>, i64);

impl Writer<'_> {
    fn says(&mut self, control: usize, value: Value, number: &str) -> Option<String> {
        let claim = self.claim;
        let mut found = Vec::new();
        let mut others = Vec::new();
        let clauses = claim.clauses.iter().filter(|clause| clause.control.is_none_or(|own| own == control));
        for clause in clauses {
            let condition = match &clause.condition {
                Some(condition) => self.write(condition)?,
                None => "true".to_owned(),
            };
            match (clause.outcome, &clause.value) {
                (Some(outcome), _) if outcome == value => found.push(condition),
                (Some(_), _) => others.push(condition),
                (None, Some(claimed)) => {
                    let claimed = self.write(claimed)?;
                    let mut here: Vec<String> = others.iter().map(|other| format!("not ({other})")).collect();
                    here.extend([condition.clone(), format!("{claimed} = {number}")]);
                    found.push(here.join(" and "));
                    others.push(condition);
                }
                (None, None) => return None,
            }
        }
        let named = claim.clauses.iter().any(|clause| clause.outcome.is_some());
        if !named {
            let all: Vec<String> = found.iter().map(|one| format!("({one})")).collect();
            return Some(all.join(" or "));
        }
        if value >= claim.outcomes {
            return None;
        }
        let others = others.iter().map(|other| format!("not ({other})"));
        let all: Vec<String> = found.into_iter().chain(others).collect();
        Some(all.join(" and "))
    }

    /// Writes a part of the claim, in brackets where it has several parts.
    fn write(&mut self, node: &Node) -> Option<String> {
        Some(match &node.kind {
            Kind::Number(number) => written_number(*number),
            Kind::Name(name) => match self.claim.heaps.iter().position(|heap| heap == name) {
                Some(heap) => self.place.heaps.get(heap)?.clone(),
                None if name == "true" || name == "false" || self.claim.letters.contains(name) => {
                    name.clone()
                }
                None => return None,
            },
            Kind::Quantified { .. }
            | Kind::Columns(_)
            | Kind::Linked(_)
            | Kind::Call { game: Some(_), .. } => return None,
            Kind::Call { game: None, name, arguments } if ["max", "min"].contains(&name.as_str()) => {
                let parts = arguments.iter().map(|one| self.write(one)).collect::<Option<Vec<_>>>()?;
                format!("{name}({})", parts.join(", "))
            }
            Kind::Call { .. } => return None,
            Kind::Not(of) => format!("(not {})", self.write(of)?),
            Kind::Binary(operator @ (Operator::Div | Operator::Mod), left, right)
                if !matches!(right.kind, Kind::Number(_)) =>
            {
                let by = self.linear(right)?;
                // A form without letters is a number.
                if by.0.iter().all(|&coefficient| coefficient == 0) {
                    let (sign, left) = (sign_of(*operator), self.write(left)?);
                    return Some(format!("({left} {sign} {})", by.1));
                }
                if *operator == Operator::Div {
                    return None;
                }
                self.remainder(left, by)?
            }
            Kind::Binary(operator, left, right) => {
                let (left, right) = (self.write(left)?, self.write(right)?);
                format!("({left} {} {right})", sign_of(*operator))
            }
        })
    }

    /// Writes a remainder by its name. One without a name gets a new one.
    fn remainder(&mut self, of: &Node, by: Form) -> Option<String> {
        if let Some(name) = self.form_by(of, &by) {
            return Some(name);
        }
        let of = self.write(of)?;
        let known = self.place.remainders.iter().find(|known| {
            matches!(&known.of, Dividend::Written(name) if *name == of) && is_same(&known.by, &by)
        });
        if let Some(known) = known {
            return Some(known.name.clone());
        }
        let other = (of, by);
        let count = self.others.iter().position(|known| *known == other).unwrap_or_else(|| {
            self.others.push(other);
            self.others.len() - 1
        });
        Some(format!("{}{count}", self.place.other))
    }

    /// Writes that a linear form is positive.
    fn is_positive(&self, form: &Form) -> String {
        let forms = self.place.remainders.iter().filter(|known| matches!(known.of, Dividend::Form(..)));
        let names = self.claim.letters.iter().chain(forms.map(|known| &known.name));
        let terms = names.zip(&form.0).filter(|(_, factor)| **factor != 0);
        let terms = terms.map(|(name, factor)| format!("{} * {name}", written_number(*factor)));
        format!("{} >= 1", terms.chain([written_number(form.1)]).collect::<Vec<_>>().join(" + "))
    }

    /// The name of the remainder of a linear form of the letters, if it has one.
    fn form_by(&self, of: &Node, by: &Form) -> Option<String> {
        let of = self.linear(of)?;
        let known = self.place.remainders.iter().find(|known| {
            matches!(&known.of, Dividend::Form(factors, constant) if is_same(&(factors.clone(), *constant), &of))
                && is_same(&known.by, by)
        });
        known.map(|known| known.name.clone())
    }

    /// Returns the part as a linear form of the letters, then of the remainders of forms.
    fn linear(&self, node: &Node) -> Option<Form> {
        let letters = self.claim.letters.len();
        let is_form = |known: &&Remainder| matches!(known.of, Dividend::Form(..));
        let forms = || self.place.remainders.iter().filter(is_form);
        let unit = |place: usize| {
            let mut form = (vec![0; letters + forms().count()], 0);
            *form.0.get_mut(place)? = 1;
            Some(form)
        };
        Some(match &node.kind {
            Kind::Number(number) => (vec![0; letters + forms().count()], *number),
            Kind::Name(name) => unit(self.claim.letters.iter().position(|letter| letter == name)?)?,
            Kind::Binary(operator @ (Operator::Plus | Operator::Minus), left, right) => {
                let (mut one, other) = (self.linear(left)?, self.linear(right)?);
                let sign = if *operator == Operator::Plus { 1 } else { -1 };
                for (sum, term) in one.0.iter_mut().zip(&other.0) {
                    *sum = sum.checked_add(term.checked_mul(sign)?)?;
                }
                (one.0, one.1.checked_add(other.1.checked_mul(sign)?)?)
            }
            Kind::Binary(Operator::Times, left, right) => {
                let (one, other) = (self.linear(left)?, self.linear(right)?);
                let is_number = |form: &Form| form.0.iter().all(|&coefficient| coefficient == 0);
                let (factor, form) = match (is_number(&one), is_number(&other)) {
                    (true, _) => (one.1, other),
                    (_, true) => (other.1, one),
                    _ => return None,
                };
                let scaled = form.0.iter().map(|term| term.checked_mul(factor)).collect::<Option<_>>()?;
                (scaled, form.1.checked_mul(factor)?)
            }
            Kind::Binary(Operator::Mod, left, right) => {
                let name = self.form_by(left, &self.linear(right)?)?;
                unit(letters + forms().position(|known| known.name == name)?)?
            }
            _ => return None,
        })
    }
}

/// Whether two linear forms are the same; missing coefficients are 0.
fn is_same(one: &Form, other: &Form) -> bool {
    let longest = one.0.len().max(other.0.len());
    let at = |form: &Form, place: usize| form.0.get(place).copied().unwrap_or(0);
    one.1 == other.1 && (0..longest).all(|place| at(one, place) == at(other, place))
}

/// E, if a condition is E ≥ 2.
fn at_least_two(node: &Node) -> Option<&Node> {
    match &node.kind {
        Kind::Binary(Operator::Compare(Sign::AtLeast), left, right)
            if matches!(right.kind, Kind::Number(2)) =>
        {
            Some(left)
        }
        Kind::Binary(Operator::Compare(Sign::Greater), left, right)
            if matches!(right.kind, Kind::Number(1)) =>
        {
            Some(left)
        }
        _ => None,
    }
}

/// Writes a number as in sentences, which have no sign before a number.
///
/// ```
/// assert_eq!(bouton_logic::written_number(-3), "(0 - 3)");
/// ```
#[must_use]
pub fn written_number(number: i64) -> String {
    if number < 0 { format!("(0 - {})", number.unsigned_abs()) } else { number.to_string() }
}

fn sign_of(operator: Operator) -> &'static str {
    match operator {
        Operator::Times => "*",
        Operator::Div => "div",
        Operator::Mod => "mod",
        Operator::Plus => "+",
        Operator::Minus => "-",
        Operator::Xor => "xor",
        Operator::And => "and",
        Operator::Or => "or",
        Operator::Implies => "->",
        Operator::Iff => "iff",
        Operator::Compare(sign) => match sign {
            Sign::Equal => "=",
            Sign::Unequal => "!=",
            Sign::Less => "<",
            Sign::AtMost => "<=",
            Sign::Greater => ">",
            Sign::AtLeast => ">=",
        },
    }
}

//! Claims about rules with letters, where a heap has a quotient and a remainder by a length that
//! depends on the letters.

use bouton_core::{Ruleset, Value};

use crate::{
    Fault,
    claim::{Clause, clauses},
    syntax::{Kind, Node, Operator, Parser, Sign},
    token::{TokenKind, tokens},
};

/// A claim about rules with letters; in the claim, letters are numbers.
///
/// ```
/// use bouton_logic::{LetterClaim, Place};
///
/// let game = bouton_rules::Game::parse("heaps 1; move take 1..3 from 1 heap").unwrap().ruleset().unwrap();
/// let letters = ["m".to_owned()];
/// let claim = LetterClaim::read("P iff h1 mod (m + 1) = 0", &letters, &game)?;
/// // With h1 = q (m + 1) + r, the claimed outcome is P where r = 0.
/// let place = Place { heap: "n", rest: "r", length: (&[1], 1) };
/// assert_eq!(claim.says(0, "0", &place).unwrap(), "(r = 0)");
/// assert_eq!(claim.with_numbers(&[4])?, "P iff h1 mod (4 + 1) = 0");
/// # Ok::<(), bouton_logic::Fault>(())
/// ```
pub struct LetterClaim {
    text: String,
    letters: Vec<String>,
    /// The name of the heap.
    heap: String,
    clauses: Vec<Clause>,
    outcomes: Value,
}

/// The names of a heap h and of its remainder r, where h = qL + r. The length L is a linear form of
/// the letters, given by their coefficients and the constant term.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The name of the heap h.
    pub heap: &'a str,
    /// The name of the remainder r.
    pub rest: &'a str,
    /// The length L.
    pub length: (&'a [i64], i64),
}

impl LetterClaim {
    /// Reads a claim about rules with these letters; `instance` has the rules with some numbers for
    /// the letters.
    ///
    /// # Errors
    ///
    /// The first [`Fault`] of the text.
    pub fn read(text: &str, letters: &[String], instance: &Ruleset) -> Result<Self, Fault> {
        let (clauses, _) = clauses(&mut Parser::new(text)?, instance)?;
        let outcomes = bouton_core::Valuation::provable(instance.convention());
        let outcomes = match outcomes {
            bouton_core::Valuation::MisereOutcomeAndEnd => 2,
            other => other.value_count().unwrap_or(2),
        };
        let heap = instance.coordinates().first().cloned().unwrap_or_default();
        Ok(Self { text: text.to_owned(), letters: letters.to_vec(), heap, clauses, outcomes })
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

    /// Writes the condition under which a heap has a claimed value, in one control state. `value`
    /// is the number of an outcome, `number` a Grundy value as a text. `None` if the claim has
    /// parts of another kind.
    #[must_use]
    pub fn says(&self, value: Value, number: &str, place: &Place<'_>) -> Option<String> {
        self.says_in(0, value, number, place)
    }

    /// Writes the condition as [`says`](Self::says) does, in a control state by number.
    #[must_use]
    pub fn says_in(&self, control: usize, value: Value, number: &str, place: &Place<'_>) -> Option<String> {
        let mut found = Vec::new();
        let mut others = Vec::new();
        let clauses = self.clauses.iter().filter(|clause| clause.control.is_none_or(|own| own == control));
        for clause in clauses {
            let condition = match &clause.condition {
                Some(condition) => self.write(condition, place)?,
                None => "true".to_owned(),
            };
            match (clause.outcome, &clause.value) {
                (Some(outcome), _) if outcome == value => found.push(condition),
                (Some(_), _) => others.push(condition),
                (None, Some(claimed)) => {
                    let claimed = self.write(claimed, place)?;
                    let mut here: Vec<String> = others.iter().map(|other| format!("not ({other})")).collect();
                    here.extend([condition.clone(), format!("{claimed} = {number}")]);
                    found.push(here.join(" and "));
                    others.push(condition);
                }
                (None, None) => return None,
            }
        }
        let named = self.clauses.iter().any(|clause| clause.outcome.is_some());
        if !named {
            let all: Vec<String> = found.iter().map(|one| format!("({one})")).collect();
            return Some(all.join(" or "));
        }
        if value >= self.outcomes {
            return None;
        }
        let others = others.iter().map(|other| format!("not ({other})"));
        let all: Vec<String> = found.into_iter().chain(others).collect();
        Some(all.join(" and "))
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
            heap: "heap".to_owned(),
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
                let (left, right) = (self.holds_of(left, case, found)?, self.holds_of(right, case, found)?);
                match operator {
                    Operator::And => Some(left && right),
                    Operator::Or => Some(left || right),
                    Operator::Iff => Some(left == right),
                    Operator::Implies => Some(!left || right),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The text of a part without spaces.
    fn written(&self, node: &Node) -> String {
        self.text.get(node.span.clone()).unwrap_or_default().split_whitespace().collect()
    }

    /// Writes a part of the claim, in brackets where it has several parts.
    fn write(&self, node: &Node, place: &Place<'_>) -> Option<String> {
        let all = |nodes: &[&Node]| -> Option<Vec<String>> {
            nodes.iter().map(|node| self.write(node, place)).collect()
        };
        Some(match &node.kind {
            Kind::Number(number) if *number < 0 => format!("(0 - {})", number.unsigned_abs()),
            Kind::Number(number) => number.to_string(),
            Kind::Name(name) if *name == self.heap => place.heap.to_owned(),
            Kind::Name(name) if name == "true" || name == "false" || self.letters.contains(name) => {
                name.clone()
            }
            Kind::Name(_) | Kind::Quantified { .. } | Kind::Call { game: Some(_), .. } => return None,
            Kind::Call { game: None, name, arguments } if ["max", "min"].contains(&name.as_str()) => {
                format!("{name}({})", all(&arguments.iter().collect::<Vec<_>>())?.join(", "))
            }
            Kind::Call { .. } => return None,
            Kind::Not(of) => format!("(not {})", self.write(of, place)?),
            Kind::Binary(operator, left, right) => {
                if let Operator::Div | Operator::Mod = operator
                    && !matches!(right.kind, Kind::Number(_))
                {
                    let by = self.linear(right)?;
                    // A form without letters is a number.
                    if by.0.iter().all(|&coefficient| coefficient == 0) {
                        let (sign, left) = (sign_of(*operator), self.write(left, place)?);
                        return Some(format!("({left} {sign} {})", by.1));
                    }
                    let is_rest = *operator == Operator::Mod
                        && matches!(&left.kind, Kind::Name(name) if *name == self.heap)
                        && (&by.0[..], by.1) == place.length;
                    return is_rest.then(|| place.rest.to_owned());
                }
                let both = all(&[left, right])?;
                format!("({} {} {})", both[0], sign_of(*operator), both[1])
            }
        })
    }

    /// Returns the part as a linear form of the letters.
    fn linear(&self, node: &Node) -> Option<(Vec<i64>, i64)> {
        let constant = |number| (vec![0; self.letters.len()], number);
        Some(match &node.kind {
            Kind::Number(number) => constant(*number),
            Kind::Name(name) => {
                let mut form = constant(0);
                form.0[self.letters.iter().position(|letter| letter == name)?] = 1;
                form
            }
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
                let is_number = |form: &(Vec<i64>, i64)| form.0.iter().all(|&coefficient| coefficient == 0);
                let (factor, form) = match (is_number(&one), is_number(&other)) {
                    (true, _) => (one.1, other),
                    (_, true) => (other.1, one),
                    _ => return None,
                };
                let scaled = form.0.iter().map(|term| term.checked_mul(factor)).collect::<Option<_>>()?;
                (scaled, form.1.checked_mul(factor)?)
            }
            _ => return None,
        })
    }
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

//! The meaning of names: the conversion of a tree to a number or a condition.

use std::{ops::Range, sync::Arc};

use bouton_core::{Numeration, Ruleset, Valuation};

use crate::{
    Fault,
    columns::{MOST_NUMBERS, Reading},
    syntax::{BRACKET, Kind, Node, Operator, RESERVED, Sign},
    term::{Condition, Counted, Term, Variable},
};

/// A law that a sentence uses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LawUse {
    /// The name of the game before the point; `None` for the game that the sentence is about.
    pub game: Option<String>,
    /// `P`, `N`, `O`, `Q`, or `g` for Grundy values.
    pub what: String,
    /// The number of coordinates.
    pub dimension: usize,
    /// The control state, if one is named.
    pub control: Option<String>,
}

impl LawUse {
    /// Tests that a game has positions of this kind, and this outcome.
    ///
    /// # Errors
    ///
    /// A [`Fault`] at `span` if positions of the game have another number of coordinates, or the game does not have the
    /// outcome.
    pub fn fits(&self, ruleset: &Ruleset, span: &Range<usize>) -> Result<(), Fault> {
        if self.dimension != ruleset.dimension() {
            let numbers = match ruleset.dimension() {
                1 => "1 number".to_owned(),
                numbers => format!("{numbers} numbers"),
            };
            let fault =
                Fault::new(span, format!("positions of this game have {numbers}, not {}", self.dimension));
            return Err(match ruleset.controls() {
                [_] => fault,
                names => fault.help(format!("after them one of the control states {}", names.join(", "))),
            });
        }
        let valuation = Valuation::outcome(ruleset.convention());
        let outcomes: Vec<String> =
            (0..valuation.value_count().unwrap_or(0)).map(|value| valuation.value_name(value)).collect();
        if self.what != "g" && !outcomes.contains(&self.what) {
            let fault = Fault::new(span, format!("this game has no outcome {}", self.what));
            return Err(fault.help(outcomes.join(" or ")));
        }
        Ok(())
    }
}

/// A function from the name of a game (`None` for the game in question) to the names of its control
/// states.
pub(crate) type ControlStates<'a> = dyn Fn(Option<&str>) -> Vec<String> + 'a;

/// Names and their meaning.
pub(crate) struct Scope<'a> {
    /// The known names, the innermost last.
    pub(crate) names: Vec<(String, Variable)>,
    /// The coordinates over which `count` and similar functions run; `None` in a sentence.
    pub(crate) heaps: Option<Vec<Variable>>,
    /// The control states of the games whose laws may be used; `None` where laws are not allowed.
    pub(crate) controls: Option<&'a ControlStates<'a>>,
    /// The numeration whose digits `zeros`, `shift` and `ends` read.
    pub(crate) numeration: Arc<Numeration>,
    /// Whether unknown names are free variables.
    pub(crate) free: bool,
    /// The names of the variables, by number.
    pub(crate) variables: Vec<String>,
    /// The laws met so far, with the place of the first use.
    pub(crate) laws: Vec<(LawUse, Range<usize>)>,
}

fn constant(term: &Term) -> Option<i64> {
    match term {
        Term::Number(number) => Some(*number),
        _ => None,
    }
}

/// The largest absolute value of a factor.
const MOST_FACTOR: i64 = 1 << 32;

impl Scope<'_> {
    /// Returns the variable with a name, or a free one.
    fn variable(&mut self, name: &str, span: &Range<usize>) -> Result<Variable, Fault> {
        if let Some((_, variable)) = self.names.iter().rev().find(|(known, _)| known == name) {
            return Ok(*variable);
        }
        if self.free && !RESERVED.contains(&name) {
            return Ok(self.declare(name));
        }
        // The only number of a position has this name, too.
        if name == "n"
            && let Some([only]) = self.heaps.as_deref()
        {
            return Ok(*only);
        }
        let fault = Fault::new(span, format!("`{name}` is not a number of a position here"));
        let known: Vec<&str> = self.names.iter().map(|(name, _)| name.as_str()).collect();
        Err(match name {
            "heap" => {
                Fault::new(span, "`heap` is one of the heaps within `count(…)`, `sum(…)` or `nimsum(…)`")
            }
            _ if known.is_empty() => fault,
            _ if known.len() == 1 => fault.help(format!("the only number here is {}", known[0])),
            _ => fault.help(format!("the numbers here are {}", known.join(", "))),
        })
    }

    /// Declares a variable.
    pub(crate) fn declare(&mut self, name: &str) -> Variable {
        let variable = self.variables.len();
        self.variables.push(name.to_owned());
        self.names.push((name.to_owned(), variable));
        variable
    }

    fn heaps(&self, name: &str, span: &Range<usize>) -> Result<Vec<Variable>, Fault> {
        self.heaps.clone().ok_or_else(|| {
            Fault::new(
                span,
                format!("`{name}` is about the heaps of a position, but a sentence has only names"),
            )
            .help("write the names, as in `max(a, b)` or `a + b`")
        })
    }

    /// Converts a tree to a number.
    pub(crate) fn term(&mut self, node: &Node) -> Result<Term, Fault> {
        let span = &node.span;
        match &node.kind {
            Kind::Number(number) => Ok(Term::Number(*number)),
            Kind::Name(name) => self.named(name, span),
            Kind::Binary(Operator::Plus | Operator::Minus, ..) => self.sum(node),
            Kind::Binary(Operator::Times, left, right) => {
                let (one, other) = (self.term(left)?, self.term(right)?);
                let (factor, term) = match (constant(&one), constant(&other)) {
                    (Some(factor), _) => (factor, other),
                    (None, Some(factor)) => (factor, one),
                    (None, None) => {
                        return Err(Fault::new(
                            span,
                            "a product of two numbers that are not fixed is not linear",
                        )
                        .help("one of the factors is a number, as in `2 * h1`"));
                    }
                };
                scaled(factor, term).ok_or_else(|| Fault::new(span, "this number is too large"))
            }
            Kind::Binary(operator @ (Operator::Div | Operator::Mod), left, right) => {
                let term = self.term(left)?;
                let by = self.term(right)?;
                let Some(by) = constant(&by).filter(|&by| by > 0) else {
                    return Err(Fault::new(&right.span, "`div` and `mod` are by a fixed positive number"));
                };
                if let Some(bits) = Some(&term).filter(|term| term.is_bits())
                    && *operator == Operator::Div
                {
                    return Err(misplaced_bits(bits));
                }
                if *operator == Operator::Mod && by > MOST_MODULUS {
                    return Err(Fault::new(
                        &right.span,
                        format!("the number after `mod` is at most {MOST_MODULUS}"),
                    ));
                }
                Ok(match (operator, constant(&term)) {
                    (Operator::Div, Some(number)) => Term::Number(number.div_euclid(by)),
                    (_, Some(number)) => Term::Number(number.rem_euclid(by)),
                    (Operator::Div, None) => Term::Div(Box::new(term), by),
                    (_, None) => Term::Mod(Box::new(term), by),
                })
            }
            Kind::Binary(Operator::Xor, left, right) => {
                let mut parts = Vec::new();
                for side in [left, right] {
                    match self.plain(side)? {
                        Term::Xor(more, _) => parts.extend(more),
                        term => parts.push(term),
                    }
                }
                Ok(Term::Xor(parts, span.clone()))
            }
            Kind::Binary(..)
            | Kind::Not(_)
            | Kind::Quantified { .. }
            | Kind::Columns(_)
            | Kind::Linked(_) => Err(Fault::new(span, "a number is expected here, but this is a condition")),
            Kind::Call { game, name, arguments } => self.call(game.as_deref(), name, arguments, span),
        }
    }

    /// A number other than a count of ones.
    fn plain(&mut self, node: &Node) -> Result<Term, Fault> {
        let term = self.term(node)?;
        if term.is_bits() { Err(misplaced_bits(&term)) } else { Ok(term) }
    }

    /// Converts a sum; its left parts are traversed without recursion.
    fn sum(&mut self, node: &Node) -> Result<Term, Fault> {
        let (mut nodes, mut at) = (Vec::new(), node);
        while let Kind::Binary(operator @ (Operator::Plus | Operator::Minus), left, right) = &at.kind {
            nodes.push((if *operator == Operator::Plus { 1 } else { -1 }, &**right));
            at = left;
        }
        nodes.push((1, at));
        // Names are met in the order in which they are written.
        let parts = nodes.into_iter().rev().map(|(sign, node)| Ok((sign, self.plain(node)?)));
        let parts = parts.collect::<Result<Vec<(i64, Term)>, Fault>>()?;
        let fixed =
            parts.iter().map(|(sign, part)| Some(sign * constant(part)?)).collect::<Option<Vec<i64>>>();
        Ok(match fixed {
            Some(numbers) => Term::Number(numbers.iter().sum()),
            None => Term::Sum(parts),
        })
    }

    fn named(&mut self, name: &str, span: &Range<usize>) -> Result<Term, Fault> {
        let of = |variables: Vec<Variable>| variables.into_iter().map(Term::Variable).collect::<Vec<_>>();
        Ok(match name {
            "total" => Term::Sum(of(self.heaps(name, span)?).into_iter().map(|heap| (1, heap)).collect()),
            "largest" => {
                let heaps = self.heaps(name, span)?;
                Term::Sorted(heaps.len(), heaps)
            }
            "smallest" => Term::LeastNonzero(of(self.heaps(name, span)?)),
            "true" | "false" => {
                return Err(Fault::new(span, format!("`{name}` is a condition, not a number")));
            }
            "columns" => {
                return Err(Fault::new(
                    span,
                    "`columns` is allowed only in `columns mod m = 0` and `columns in (…)`",
                ));
            }
            "leading" | "linked" => match self.variable(name, span) {
                Ok(variable) => Term::Variable(variable),
                Err(_) if name == "leading" => {
                    let why = "`leading` is allowed only in `leading mod m = v`, v a number below m";
                    return Err(Fault::new(span, why));
                }
                Err(_) => return Err(Fault::new(span, "`linked` is allowed only in `linked mod m`")),
            },
            _ => Term::Variable(self.variable(name, span)?),
        })
    }

    /// Reads a part once for each heap.
    fn each<T>(
        &mut self,
        name: &str,
        span: &Range<usize>,
        mut read: impl FnMut(&mut Self) -> Result<T, Fault>,
    ) -> Result<Vec<T>, Fault> {
        let heaps = self.heaps(name, span)?;
        let mut found = Vec::new();
        for heap in heaps {
            self.names.push(("heap".to_owned(), heap));
            let one = read(self);
            self.names.pop();
            found.push(one?);
        }
        Ok(found)
    }

    fn call(
        &mut self,
        game: Option<&str>,
        name: &str,
        arguments: &[Node],
        span: &Range<usize>,
    ) -> Result<Term, Fault> {
        let single = |expected: &str| match arguments {
            [one] => Ok(one),
            _ => Err(Fault::new(span, format!("`{name}` takes {expected}"))),
        };
        if game.is_none() {
            match name {
                "max" | "min" => {
                    let terms = arguments.iter().map(|one| self.plain(one)).collect::<Result<Vec<_>, _>>()?;
                    return Ok(if name == "max" { Term::Greatest(terms) } else { Term::Least(terms) });
                }
                "sorted" => {
                    let place = single("the place of a heap: `sorted(1)` is the smallest")?;
                    let heaps = self.heaps(name, span)?;
                    let Kind::Number(number) = place.kind else {
                        return Err(Fault::new(
                            &place.span,
                            "the place is a number: `sorted(1)` is the smallest",
                        ));
                    };
                    let place =
                        usize::try_from(number).ok().filter(|place| (1..=heaps.len()).contains(place));
                    let place = place.ok_or_else(|| {
                        Fault::new(
                            span,
                            format!("there are {} numbers: the place is from 1 to {0}", heaps.len()),
                        )
                    })?;
                    return Ok(Term::Sorted(place, heaps));
                }
                "count" => {
                    let condition = single("one condition on `heap`")?;
                    return Ok(Term::Count(self.each(name, span, |scope| scope.condition(condition))?));
                }
                "sum" | "nimsum" => {
                    let term = single("one number that depends on `heap`")?;
                    let terms = self.each(name, span, |scope| scope.plain(term))?;
                    return Ok(if name == "sum" {
                        Term::Sum(terms.into_iter().map(|term| (1, term)).collect())
                    } else {
                        Term::Xor(terms, span.clone())
                    });
                }
                "bits" | "zeros" => {
                    let number = Box::new(self.plain(single("one number")?)?);
                    let counted = match name {
                        "bits" => Counted::Ones,
                        _ => Counted::Zeros(Arc::clone(&self.numeration)),
                    };
                    return Ok(Term::Bits(counted, number, span.clone()));
                }
                "shift" => {
                    let number = Box::new(self.plain(single("one number")?)?);
                    return Ok(Term::Shifted(number, span.clone(), Arc::clone(&self.numeration)));
                }
                BRACKET => return Ok(Term::Count(vec![self.condition(single("one condition")?)?])),
                "ends" | "repeats" => {
                    let why = format!("a number is expected here, but `{name}(…)` is a condition");
                    return Err(Fault::new(span, why));
                }
                _ => {}
            }
        }
        match name {
            "g" => {
                let (law, terms) = self.law(game, name, arguments, span)?;
                Ok(Term::Value(law, terms))
            }
            "P" | "N" | "O" | "Q" => {
                Err(Fault::new(span, format!("a number is expected here, but `{name}(…)` is a condition")))
            }
            _ => Err(Fault::new(span, format!("there is no function `{name}`")).help(
                "there are max, min, sorted, count, sum, nimsum, bits, zeros, shift, ends and repeats; in questions P, N, O, Q and g",
            )),
        }
    }

    /// Returns the number of a law in use, and the numbers at which it is used.
    fn law(
        &mut self,
        game: Option<&str>,
        what: &str,
        arguments: &[Node],
        span: &Range<usize>,
    ) -> Result<(usize, Vec<Term>), Fault> {
        let Some(controls) = self.controls else {
            return Err(Fault::new(span, format!("a claim defines `{what}`, and cannot use it"))
                .help("`bouton ask` answers questions about proved laws"));
        };
        let controls = controls(game);
        let (mut numbers, mut control) = (arguments, None);
        if let Some((Node { kind: Kind::Name(name), .. }, before)) = arguments.split_last()
            && controls.contains(name)
            && self.names.iter().all(|(known, _)| known != name)
        {
            (numbers, control) = (before, Some(name.clone()));
        }
        let terms = numbers.iter().map(|one| self.plain(one)).collect::<Result<Vec<_>, _>>()?;
        let used =
            LawUse { game: game.map(str::to_owned), what: what.to_owned(), dimension: terms.len(), control };
        let known = self.laws.iter().position(|(known, _)| *known == used);
        let number = known.unwrap_or_else(|| {
            self.laws.push((used, span.clone()));
            self.laws.len() - 1
        });
        Ok((number, terms))
    }

    /// Converts a tree to a condition.
    pub(crate) fn condition(&mut self, node: &Node) -> Result<Condition, Fault> {
        let span = &node.span;
        match &node.kind {
            Kind::Name(name) if name == "true" || name == "false" => Ok(Condition::Constant(name == "true")),
            Kind::Binary(Operator::Compare(sign), left, right) => self.comparison(left, *sign, right),
            Kind::Binary(operator @ (Operator::And | Operator::Or), ..) => {
                let parts = node.operands(*operator).into_iter().map(|node| self.condition(node));
                let parts = parts.collect::<Result<Vec<_>, _>>()?;
                Ok(if *operator == Operator::And { Condition::And(parts) } else { Condition::Or(parts) })
            }
            Kind::Binary(Operator::Implies, left, right) => {
                let (left, right) = (self.condition(left)?, self.condition(right)?);
                Ok(Condition::Or(vec![Condition::Not(Box::new(left)), right]))
            }
            Kind::Binary(Operator::Iff, left, right) => {
                let (left, right) = (self.condition(left)?, self.condition(right)?);
                Ok(Condition::Iff(Box::new(left), Box::new(right)))
            }
            Kind::Not(inner) => Ok(Condition::Not(Box::new(self.condition(inner)?))),
            Kind::Columns(lists) => {
                Ok(Condition::Columns(Reading::Lists(lists.clone()), self.heaps("columns", span)?))
            }
            Kind::Linked(modulus) => {
                let heaps = self.heaps("linked", span)?;
                if heaps.len() > MOST_NUMBERS {
                    return Err(Fault::new(
                        span,
                        format!("`linked` is about at most {MOST_NUMBERS} numbers"),
                    ));
                }
                Ok(Condition::Columns(Reading::Linked(*modulus), heaps))
            }
            Kind::Quantified { all, names, body } => {
                if self.controls.is_none() {
                    return Err(Fault::new(span, "a claim has no quantifiers")
                        .help("`bouton ask` answers questions with `exists` and `for all`"));
                }
                let known = self.names.len();
                let variables = names.iter().map(|(name, _)| self.declare(name)).collect();
                let bound: Vec<(String, Variable)> = self.names[known..].to_vec();
                let body = self.condition(body);
                // Free variables that were met within stay known.
                self.names.retain(|name| !bound.contains(name));
                Ok(Condition::Quantified { all: *all, variables, body: Box::new(body?) })
            }
            Kind::Call { game, name, arguments } if ["P", "N", "O", "Q"].contains(&name.as_str()) => {
                let (law, terms) = self.law(game.as_deref(), name, arguments, span)?;
                Ok(Condition::Holds(law, terms))
            }
            Kind::Call { game: None, name, arguments } if name == "ends" => self.ending(arguments, span),
            Kind::Call { game: None, name, arguments } if name == "repeats" => self.repeats(arguments, span),
            Kind::Number(_) | Kind::Name(_) | Kind::Binary(..) | Kind::Call { .. } => {
                // The message about a wrong name is the better one.
                self.term(node)?;
                Err(Fault::new(span, "a condition is expected here, but this is a number")
                    .help("compare it, as in `… = 0`"))
            }
        }
    }

    /// Reads a digit.
    fn digit(&self, node: &Node) -> Result<u8, Fault> {
        let largest = self.numeration.largest_digit();
        let digit = match node.kind {
            Kind::Number(digit) => u8::try_from(digit).ok().filter(|&digit| digit <= largest),
            _ => None,
        };
        digit.ok_or_else(|| Fault::new(&node.span, format!("a digit is a number from 0 to {largest}")))
    }

    /// Reads `repeats(E, k, d)`: a number, a small number with whose digits it begins, and the digit of all others.
    fn repeats(&mut self, arguments: &[Node], span: &Range<usize>) -> Result<Condition, Fault> {
        let [number, head, digit] = arguments else {
            let why = "`repeats` takes a number, the number with whose digits it begins, and the digit that follows";
            return Err(Fault::new(span, why).help("the powers of two are `repeats(h1, 1, 0)`"));
        };
        let begins = match head.kind {
            Kind::Number(head) => u32::try_from(head).ok(),
            _ => None,
        };
        let head = begins
            .ok_or_else(|| Fault::new(&head.span, "the number with whose digits it begins is a fixed one"))?;
        let digit = self.digit(digit)?;
        let of = self.plain(number)?;
        Ok(Condition::Repeats {
            of,
            head,
            digit,
            span: span.clone(),
            numeration: Arc::clone(&self.numeration),
        })
    }

    /// Reads `ends(E, d, …)`: a number, and its last digits.
    fn ending(&mut self, arguments: &[Node], span: &Range<usize>) -> Result<Condition, Fault> {
        let [number, digits @ ..] = arguments else { return Err(Fault::new(span, "`ends` has no number")) };
        if digits.is_empty() || digits.len() > MOST_ENDING {
            let why = format!("`ends` takes a number, and its last digits: 1 to {MOST_ENDING}");
            return Err(Fault::new(span, why).help("write `ends(h1, 1, 0)`"));
        }
        let digits = digits.iter().map(|node| self.digit(node)).collect::<Result<Vec<u8>, Fault>>()?;
        let number = self.plain(number)?;
        Ok(Condition::Ends(number, digits, span.clone(), Arc::clone(&self.numeration)))
    }

    fn comparison(&mut self, left: &Node, sign: Sign, right: &Node) -> Result<Condition, Fault> {
        if let Some((leading, modulus)) = columns(left) {
            let modulus = modulus?;
            let name = if leading { "leading" } else { "columns" };
            let heaps = self.heaps(name, &left.span)?;
            let rest = match right.kind {
                Kind::Number(rest) => u64::try_from(rest).ok(),
                _ => None,
            };
            let rest = rest.filter(|&rest| rest == 0 || leading && rest < modulus);
            let (Sign::Equal | Sign::Unequal, Some(rest)) = (sign, rest) else {
                return Err(if leading {
                    Fault::new(
                        &right.span,
                        "`leading mod m` is compared by `=` or `!=` with a number below m",
                    )
                } else {
                    let why =
                        "columns are compared only with 0: before the first digits every column has no 1";
                    Fault::new(&right.span, why).help("write `columns mod m = 0`")
                });
            };
            let reading =
                if leading { Reading::Leading { modulus, rest } } else { Reading::Multiple(modulus) };
            let columns = Condition::Columns(reading, heaps);
            return Ok(if sign == Sign::Equal { columns } else { Condition::Not(Box::new(columns)) });
        }
        let (one, other) = (self.term(left)?, self.term(right)?);
        if let (Term::Bits(Counted::Zeros(_), one, place), Term::Bits(Counted::Zeros(numeration), other, _)) =
            (&one, &other)
            && let Sign::Equal | Sign::Unequal = sign
        {
            let both = [one, other].map(|number| (**number).clone());
            return Ok(Condition::SameZeros(
                sign == Sign::Equal,
                both,
                place.clone(),
                Arc::clone(numeration),
            ));
        }
        for (this, that) in [(&one, &other), (&other, &one)] {
            if this.is_bits() && constant(that).is_none() {
                return Err(misplaced_bits(this));
            }
        }
        Ok(Condition::Compare(one, sign, other))
    }
}

/// The most digits of `ends`.
const MOST_ENDING: usize = 12;

/// The largest modulus.
const MOST_MODULUS: i64 = 1 << 16;

/// Returns m, if a tree is `columns mod m` or `leading mod m`, and whether it is the latter.
fn columns(node: &Node) -> Option<(bool, Result<u64, Fault>)> {
    let (leading, by) = node.as_columns()?;
    let modulus = match by.kind {
        Kind::Number(modulus @ 1..) => Ok(modulus.unsigned_abs()),
        _ => Err(Fault::new(&by.span, "`mod` is by a fixed positive number")),
    };
    Some((leading, modulus))
}

fn misplaced_bits(term: &Term) -> Fault {
    let span = match term {
        Term::Bits(_, _, span) => span.clone(),
        _ => 0..0,
    };
    Fault::new(&span, "a number of digits is not regular by itself")
        .help("`bits(…)` and `zeros(…)` stand under `mod`, as in `bits(h1) mod 2`, or are compared with a fixed number")
}

fn scaled(factor: i64, term: Term) -> Option<Term> {
    if factor.abs() > MOST_FACTOR {
        return None;
    }
    match term {
        Term::Number(number) => {
            factor.checked_mul(number).filter(|product| product.abs() <= MOST_FACTOR).map(Term::Number)
        }
        term if term.is_bits() => None,
        term => Some(Term::Sum(vec![(factor, term)])),
    }
}

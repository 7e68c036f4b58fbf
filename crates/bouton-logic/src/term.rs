//! Numbers and conditions of numbered variables, and their direct evaluation.

use std::{ops::Range, sync::Arc};

use bouton_core::Numeration;

use crate::{columns::Reading, syntax::Sign};

/// A variable, by number.
pub(crate) type Variable = usize;

/// A number that depends on variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    Number(i64),
    Variable(Variable),
    /// A sum of multiples.
    Sum(Vec<(i64, Term)>),
    /// The quotient by a positive number, rounded down.
    Div(Box<Term>, i64),
    /// The remainder by a positive number.
    Mod(Box<Term>, i64),
    Xor(Vec<Term>, Range<usize>),
    Greatest(Vec<Term>),
    Least(Vec<Term>),
    /// The least of the numbers that are not 0, or 0.
    LeastNonzero(Vec<Term>),
    /// The k-th number in ascending order, for k from 1 on.
    Sorted(usize, Vec<Variable>),
    /// The number of conditions that hold.
    Count(Vec<Condition>),
    /// A number of digits.
    Bits(Counted, Box<Term>, Range<usize>),
    /// The number that is written as another one with a 0 appended.
    Shifted(Box<Term>, Range<usize>, Arc<Numeration>),
    /// The value of a law, by its number, at some numbers.
    Value(usize, Vec<Term>),
}

/// The digits of a number that are counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Counted {
    /// The binary digits 1.
    Ones,
    /// The zeros at the end, in the digits of a numeration; the number 0 has none.
    Zeros(Arc<Numeration>),
}

impl Counted {
    /// The number of these digits of a number.
    fn of(&self, number: u64) -> u32 {
        match self {
            Self::Ones => number.count_ones(),
            Self::Zeros(_) if number == 0 => 0,
            Self::Zeros(numeration) => {
                let zeros = numeration.word_small(number).into_iter().rev().take_while(|&digit| digit == 0);
                u32::try_from(zeros.count()).unwrap_or(u32::MAX)
            }
        }
    }
}

/// A condition on variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Condition {
    Constant(bool),
    Compare(Term, Sign, Term),
    Not(Box<Condition>),
    And(Vec<Condition>),
    Or(Vec<Condition>),
    Iff(Box<Condition>, Box<Condition>),
    /// A condition on the columns of binary digits.
    Columns(Reading, Vec<Variable>),
    /// The last digits of a number are these; before its first digit there are zeros.
    Ends(Term, Vec<u8>, Range<usize>, Arc<Numeration>),
    /// A number is written as a small one, followed by a digit any number of times.
    Repeats {
        of: Term,
        head: u32,
        digit: u8,
        span: Range<usize>,
        numeration: Arc<Numeration>,
    },
    /// Two numbers end in equally many zeros ([`Counted::Zeros`]) if the first field is true, else in different numbers.
    SameZeros(bool, [Term; 2], Range<usize>, Arc<Numeration>),
    Quantified {
        all: bool,
        variables: Vec<Variable>,
        body: Box<Condition>,
    },
    /// The condition that a law, by its number, holds for some numbers.
    Holds(usize, Vec<Term>),
}

/// The error that direct evaluation does not give a number or a condition: it is too large, has a
/// quantifier or a law, or takes the binary digits of a negative number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this has no value that can be computed directly")]
pub struct NoValue;

impl Term {
    /// Returns the number at some values of the variables.
    pub(crate) fn value(&self, values: &[u64]) -> Result<i128, NoValue> {
        let all = |terms: &[Self]| terms.iter().map(|term| term.value(values)).collect::<Result<Vec<_>, _>>();
        let natural = |value: i128| if value < 0 { Err(NoValue) } else { Ok(value) };
        let of = |variable: Variable| values.get(variable).map(|&value| i128::from(value)).ok_or(NoValue);
        Ok(match self {
            Self::Number(number) => i128::from(*number),
            Self::Variable(variable) => of(*variable)?,
            Self::Sum(parts) => parts.iter().try_fold(0i128, |sum, (factor, part)| {
                let part = part.value(values)?.checked_mul(i128::from(*factor)).ok_or(NoValue)?;
                sum.checked_add(part).ok_or(NoValue)
            })?,
            Self::Div(term, by) => term.value(values)?.div_euclid(i128::from(*by)),
            Self::Mod(term, by) => term.value(values)?.rem_euclid(i128::from(*by)),
            Self::Xor(terms, _) => {
                all(terms)?.into_iter().try_fold(0, |sum, value| Ok(sum ^ natural(value)?))?
            }
            Self::Greatest(terms) => all(terms)?.into_iter().max().ok_or(NoValue)?,
            Self::Least(terms) => all(terms)?.into_iter().min().ok_or(NoValue)?,
            Self::LeastNonzero(terms) => {
                all(terms)?.into_iter().filter(|&value| value != 0).min().unwrap_or(0)
            }
            Self::Sorted(place, variables) => {
                let mut all =
                    variables.iter().map(|&variable| of(variable)).collect::<Result<Vec<_>, _>>()?;
                all.sort_unstable();
                *all.get(place - 1).ok_or(NoValue)?
            }
            Self::Count(conditions) => conditions
                .iter()
                .try_fold(0, |count, condition| Ok(count + i128::from(condition.holds(values)?)))?,
            Self::Bits(counted, term, _) => counted.of(term.natural(values)?).into(),
            Self::Shifted(term, _, numeration) => {
                numeration.append(term.natural(values)?, 0).ok_or(NoValue)?.into()
            }
            Self::Value(..) => return Err(NoValue),
        })
    }

    /// Returns the number, if it has digits.
    fn natural(&self, values: &[u64]) -> Result<u64, NoValue> {
        u64::try_from(self.value(values)?).map_err(|_| NoValue)
    }
}

impl Condition {
    /// Whether the condition holds at some values of the variables.
    pub(crate) fn holds(&self, values: &[u64]) -> Result<bool, NoValue> {
        // All parts are evaluated, so that the answer does not depend on their order.
        let all = |parts: &[Self]| parts.iter().map(|part| part.holds(values)).collect::<Result<Vec<_>, _>>();
        Ok(match self {
            Self::Constant(truth) => *truth,
            Self::Compare(left, sign, right) => {
                let (left, right) = (left.value(values)?, right.value(values)?);
                sign.holds(left.cmp(&right))
            }
            Self::Not(inner) => !inner.holds(values)?,
            Self::And(parts) => all(parts)?.into_iter().all(|part| part),
            Self::Or(parts) => all(parts)?.into_iter().any(|part| part),
            Self::Iff(left, right) => left.holds(values)? == right.holds(values)?,
            Self::Columns(reading, variables) => {
                let of = |variable: &Variable| values.get(*variable).copied().ok_or(NoValue);
                reading.holds_for(&variables.iter().map(of).collect::<Result<Vec<_>, _>>()?)
            }
            Self::Ends(term, ending, _, numeration) => {
                let word = numeration.word_small(term.natural(values)?);
                let digits = word.into_iter().rev().chain(std::iter::repeat(0));
                ending.iter().rev().copied().eq(digits.take(ending.len()))
            }
            Self::Repeats { of, head, digit, numeration, .. } => {
                let word = numeration.word_small(of.natural(values)?);
                match word.strip_prefix(&numeration.word_small(u64::from(*head))[..]) {
                    Some(rest) => rest.iter().all(|one| one == digit),
                    None => false,
                }
            }
            Self::SameZeros(same, [one, other], _, numeration) => {
                let zeros = Counted::Zeros(Arc::clone(numeration));
                (zeros.of(one.natural(values)?) == zeros.of(other.natural(values)?)) == *same
            }
            Self::Quantified { .. } | Self::Holds(..) => return Err(NoValue),
        })
    }

    /// Whether binary digits matter, so that only base 2 is possible.
    pub(crate) fn reads_binary(&self) -> bool {
        match self {
            Self::Constant(_) => false,
            Self::Compare(left, _, right) => left.reads_binary() || right.reads_binary(),
            Self::Not(inner) | Self::Quantified { body: inner, .. } => inner.reads_binary(),
            Self::And(parts) | Self::Or(parts) => parts.iter().any(Self::reads_binary),
            Self::Iff(left, right) => left.reads_binary() || right.reads_binary(),
            Self::Columns(..) => true,
            Self::Ends(.., numeration)
            | Self::SameZeros(.., numeration)
            | Self::Repeats { numeration, .. } => numeration.is_binary(),
            Self::Holds(_, terms) => terms.iter().any(Term::reads_binary),
        }
    }
}

impl Term {
    /// Whether binary digits matter.
    pub(crate) fn reads_binary(&self) -> bool {
        match self {
            Self::Number(_) | Self::Variable(_) | Self::Sorted(..) => false,
            Self::Sum(parts) => parts.iter().any(|(_, part)| part.reads_binary()),
            Self::Div(term, _) | Self::Mod(term, _) => term.reads_binary(),
            // Numbers with finitely many values have a nim-sum in any digits.
            Self::Xor(terms, _) => terms.iter().any(|term| {
                let finite = matches!(term, Self::Number(_) | Self::Mod(..) | Self::Count(_));
                !finite || term.reads_binary()
            }),
            Self::Bits(Counted::Ones, ..) => true,
            Self::Bits(Counted::Zeros(numeration), ..) | Self::Shifted(.., numeration) => {
                numeration.is_binary()
            }
            Self::Greatest(terms)
            | Self::Least(terms)
            | Self::LeastNonzero(terms)
            | Self::Value(_, terms) => terms.iter().any(Self::reads_binary),
            Self::Count(conditions) => conditions.iter().any(Condition::reads_binary),
        }
    }

    /// Whether this is a number of digits of another number, which is not regular by itself.
    pub(crate) fn is_bits(&self) -> bool {
        matches!(self, Self::Bits(..))
    }
}

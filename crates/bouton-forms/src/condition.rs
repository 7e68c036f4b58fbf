//! Conditions on positions: a linear form equals a number, or is at most a number.

use std::cmp::Ordering;

use bouton_automata::explore_over;
use bouton_core::{DigitAutomaton, Formula, LinearOverflow, LinearReader, Numeration, ReaderState, Value};
use serde::Serialize;

use crate::{linear_form::LinearForm, prefix::digits_in};

/// A condition on a position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case", tag = "condition")]
pub enum Condition {
    /// The form has this value.
    Equal {
        /// The form.
        form: LinearForm,
        /// The value.
        value: i64,
    },
    /// The form is at most this.
    AtMost {
        /// The form.
        form: LinearForm,
        /// The largest value.
        value: i64,
    },
}

impl Condition {
    /// The same conditions, with an equation in the place of two bounds that meet: `a = 1` for `a ≤ 1` and `a ≥ 1`.
    ///
    /// ```
    /// use bouton_forms::{Condition, LinearForm};
    ///
    /// let form = LinearForm::of(vec![1, 0]);
    /// let least = Condition::AtMost { form: form.negated(), value: -1 };
    /// let most = Condition::AtMost { form: form.clone(), value: 1 };
    /// assert_eq!(Condition::merged(&[least.clone(), most]), [Condition::Equal { form, value: 1 }]);
    /// assert_eq!(Condition::merged(&[least.clone()]), [least]);
    /// ```
    #[must_use]
    pub fn merged(conditions: &[Self]) -> Vec<Self> {
        let mut merged: Vec<Self> = Vec::new();
        for condition in conditions {
            let opposite = condition.opposite();
            match merged.iter_mut().find(|earlier| Some(&**earlier) == opposite.as_ref()) {
                Some(earlier) => *earlier = condition.equation(),
                None => merged.push(condition.clone()),
            }
        }
        merged
    }

    /// The bound on the other side that makes this one an equation.
    fn opposite(&self) -> Option<Self> {
        match self {
            Self::Equal { .. } => None,
            Self::AtMost { form, value } => {
                Some(Self::AtMost { form: form.negated(), value: value.checked_neg()? })
            }
        }
    }

    /// The equation of the form with the number, with a positive first coefficient.
    fn equation(&self) -> Self {
        let (Self::Equal { form, value } | Self::AtMost { form, value }) = self;
        let first = form.coefficients().iter().find(|&&factor| factor != 0);
        match first.is_some_and(|&factor| factor < 0) {
            true => Self::Equal { form: form.negated(), value: -value },
            false => Self::Equal { form: form.clone(), value: *value },
        }
    }

    /// The bound that holds where this one does not; `None` for an equation.
    ///
    /// ```
    /// use bouton_forms::{Condition, LinearForm};
    ///
    /// let form = LinearForm::of(vec![1]);
    /// let above = Condition::AtMost { form: form.clone(), value: 3 }.complement();
    /// assert_eq!(above, Some(Condition::AtMost { form: form.negated(), value: -4 }));
    /// ```
    #[must_use]
    pub fn complement(&self) -> Option<Self> {
        match self {
            Self::Equal { .. } => None,
            Self::AtMost { form, value } => {
                Some(Self::AtMost { form: form.negated(), value: value.checked_neg()?.checked_sub(1)? })
            }
        }
    }

    fn formula(&self) -> Result<Formula, LinearOverflow> {
        Ok(match self {
            Self::Equal { form, value } => Formula::Zero(form.less(*value)?),
            Self::AtMost { form, value } => Formula::NotPositive(form.less(*value)?),
        })
    }

    /// The reader of the form in a numeration, as far as its comparison with the number needs it.
    fn reader(&self, numeration: &Numeration) -> Option<LinearReader> {
        let (Self::Equal { form, value } | Self::AtMost { form, value }) = self;
        LinearReader::new(numeration, form.coefficients(), (*value, *value))
    }

    /// Whether the condition holds for a form with these running values.
    fn holds(&self, running: &ReaderState) -> bool {
        let (Self::Equal { value, .. } | Self::AtMost { value, .. }) = self;
        let order = running.order().or_else(|| running.value().map(|of| of.cmp(value)));
        match self {
            Self::Equal { .. } => order == Some(Ordering::Equal),
            Self::AtMost { .. } => order.is_some_and(Ordering::is_le),
        }
    }
}

/// The most states of the automaton of some conditions.
const MOST_STATES: usize = 100_000;

/// The automaton in the digits of a numeration with the output 1 where all conditions hold, else 0; `None` if
/// it would be very large.
pub fn all_of(numeration: &Numeration, tracks: usize, conditions: &[Condition]) -> Option<DigitAutomaton> {
    if numeration.is_binary() {
        let formulas = conditions.iter().map(Condition::formula).collect::<Result<_, _>>();
        return Formula::And(formulas.ok()?).automaton(tracks, MOST_STATES);
    }
    let readers =
        conditions.iter().map(|condition| condition.reader(numeration)).collect::<Option<Vec<_>>>()?;
    explore_over(
        numeration,
        tracks,
        [readers.iter().map(LinearReader::start).collect::<Vec<_>>()],
        |running, letter| {
            let digits = digits_in(numeration, tracks, letter);
            readers.iter().zip(running).map(|(reader, running)| reader.step(running, &digits)).collect()
        },
        |running| {
            let mut both = conditions.iter().zip(running);
            Value::from(both.all(|(condition, running)| condition.holds(running)))
        },
        MOST_STATES,
    )
    .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_automata() {
        let conditions = [
            Condition::AtMost { form: LinearForm::difference(3, 1, 2), value: -2 },
            Condition::Equal { form: LinearForm::sum(3, &[0, 1]), value: 5 },
        ];
        for numeration in ["2", "3", "fibonacci", "ostrowski(1,2)"] {
            let law = all_of(&numeration.parse().unwrap(), 3, &conditions).unwrap();
            for a in 0..9u64 {
                for b in 0..9 {
                    for c in 0..12 {
                        let expected = Value::from(b + 2 <= c && a + b == 5);
                        let found = law.evaluate_small(0, &[a, b, c]);
                        assert_eq!(found, expected, "{a} {b} {c} in {numeration}");
                    }
                }
            }
        }
    }
}

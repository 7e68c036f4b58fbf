//! Conditions on positions: a linear form equals a number, or is at most a number.

use bouton_core::{DigitAutomaton, Formula, LinearOverflow};
use serde::Serialize;

use crate::linear_form::LinearForm;

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
    fn formula(&self) -> Result<Formula, LinearOverflow> {
        Ok(match self {
            Self::Equal { form, value } => Formula::Zero(form.less(*value)?),
            Self::AtMost { form, value } => Formula::NotPositive(form.less(*value)?),
        })
    }
}

/// The most states of the automaton of some conditions.
const MOST_STATES: usize = 100_000;

/// The automaton with the output 1 where all conditions hold, else 0; `None` if it would be very
/// large.
pub fn all_of(tracks: usize, conditions: &[Condition]) -> Option<DigitAutomaton> {
    let formulas = conditions.iter().map(Condition::formula).collect::<Result<_, _>>();
    Formula::And(formulas.ok()?).automaton(tracks, MOST_STATES)
}

#[cfg(test)]
mod tests {
    use bouton_core::Value;

    use super::*;

    #[test]
    fn conditions_are_automata() {
        let conditions = [
            Condition::AtMost { form: LinearForm::difference(3, 1, 2), value: -2 },
            Condition::Equal { form: LinearForm::sum(3, &[0, 1]), value: 5 },
        ];
        let law = all_of(3, &conditions).unwrap();
        for a in 0..9u64 {
            for b in 0..9 {
                for c in 0..12 {
                    let expected = Value::from(b + 2 <= c && a + b == 5);
                    assert_eq!(law.evaluate_small(0, &[a, b, c]), expected, "{a} {b} {c}");
                }
            }
        }
    }
}

//! Conditions on positions: a linear form equals a number, or is at most a number.

use bouton_automata::explore;
use bouton_core::{DigitAutomaton, Value};
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
    fn form(&self) -> &LinearForm {
        match self {
            Self::Equal { form, .. } | Self::AtMost { form, .. } => form,
        }
    }

    fn value(&self) -> i64 {
        match self {
            Self::Equal { value, .. } | Self::AtMost { value, .. } => *value,
        }
    }

    /// Whether the condition holds for this value of its form.
    fn holds(&self, found: i64) -> bool {
        match self {
            Self::Equal { value, .. } => found == *value,
            Self::AtMost { value, .. } => found <= *value,
        }
    }
}

/// The automaton with the output 1 where all conditions hold, else 0; `None` if it would be very
/// large.
///
/// The running value of a form is cut off where no further digit can change the decision: beyond
/// the sum of the absolute values of the coefficients, its absolute value only grows.
pub(crate) fn all_of(tracks: usize, conditions: &[Condition]) -> Option<DigitAutomaton> {
    let edges: Vec<i64> = conditions.iter().map(|c| c.value().abs().max(c.form().weight()) + 1).collect();
    explore(
        tracks,
        [vec![0i64; conditions.len()]],
        |values, letter| {
            values
                .iter()
                .zip(conditions)
                .zip(&edges)
                .map(|((&value, condition), &edge)| condition.form().append(value, letter).clamp(-edge, edge))
                .collect()
        },
        |values| Value::from(values.iter().zip(conditions).all(|(&value, condition)| condition.holds(value))),
        100_000,
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

//! Rules for all positions except those with a small coordinate.
//!
//! Where there are too many families of exceptions to list, the law still has a general class: in
//! Nim with a pass, the positions in which every size occurs.

use bouton_automata::{OUTSIDE, complement, exceptions, is_empty, restricted};
use bouton_core::DigitAutomaton;
use serde::Serialize;

use crate::{
    asking::Asking,
    cases::forms,
    condition::{Condition, all_of},
    linear_form::LinearForm,
    rule::{Rule, guess},
    sample::sample,
};

/// The largest lower bound of coordinates.
const MAX_BOUND: i64 = 4;

/// A rule wherever all conditions hold, and an automaton elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mostly {
    /// The conditions: lower bounds of coordinates.
    pub conditions: Vec<Condition>,
    /// The rule.
    pub rule: Rule,
    /// The number of states of the automaton of the law elsewhere.
    pub states: usize,
}

/// The rule of the positions whose coordinates are all large enough, if there is
/// one; verified at all of them. Bounds that are not needed are left out.
pub(crate) fn find(law: &DigitAutomaton, asking: &Asking<'_>) -> Option<Mostly> {
    let (numeration, dimension) = (law.numeration(), law.tracks());
    let bounds = |tracks: &[usize], bound: i64| -> Vec<Condition> {
        let at_least = |&track: &usize| Condition::AtMost {
            form: LinearForm::coordinate(dimension, track).negated(),
            value: -bound,
        };
        tracks.iter().map(at_least).collect()
    };
    for bound in 1..=MAX_BOUND {
        if asking.is_over() {
            return None;
        }
        let mut tracks: Vec<usize> = (0..dimension).collect();
        let general = restricted(law, &all_of(numeration, dimension, &bounds(&tracks, bound))?);
        let samples = sample(&general, &|value| value != OUTSIDE, 2000);
        if samples.is_empty() {
            return None;
        }
        let (_, forms) = forms(&samples, dimension);
        let Some(rule) = guess(&samples, &forms) else { continue };
        let odd = exceptions(law, &rule.automaton(numeration, dimension)?);
        let holds = |tracks: &[usize]| -> Option<bool> {
            let region = all_of(numeration, dimension, &bounds(tracks, bound))?;
            Some(is_empty(&restricted(&odd, &region), |value| value != OUTSIDE))
        };
        if !holds(&tracks)? {
            continue;
        }
        for track in (0..dimension).rev() {
            let fewer: Vec<usize> = tracks.iter().copied().filter(|&other| other != track).collect();
            if holds(&fewer)? {
                tracks = fewer;
            }
        }
        let conditions = bounds(&tracks, bound);
        let elsewhere = restricted(law, &complement(&all_of(numeration, dimension, &conditions)?));
        return Some(Mostly { conditions, rule, states: elsewhere.states() });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_automata::{minimize, table_law};
    use bouton_core::Value;

    #[test]
    fn the_general_class_needs_only_some_bounds() {
        // The parity of the sum, unless the first number is 0: then nim-sums.
        let value = |x: &[u64]| Value::from(if x[0] == 0 { x[1] & x[2] } else { (x[1] + x[2]) % 2 } != 0);
        let law = minimize(&table_law(3, 1, |_, x| value(x), 4).unwrap());
        let found = find(&law, &Asking::default()).unwrap();
        assert!(matches!(found.rule, Rule::Residue { modulus: 2, .. }));
        assert_eq!(found.conditions.len(), 1);
        let powers = minimize(&table_law(1, 1, |_, x| Value::from(x[0].is_power_of_two()), 5).unwrap());
        assert_eq!(find(&powers, &Asking::default()), None);
    }
}

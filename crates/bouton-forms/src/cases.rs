//! Laws as a typical rule with exceptions, case by case.

mod search;
mod simplify;

use bouton_automata::{OUTSIDE, combine, difference, explore_over, minimize};
use bouton_core::{DigitAutomaton, Numeration, Value};
use serde::Serialize;

use crate::{
    condition::{Condition, all_of},
    rule::Rule,
};

pub(crate) use search::{find, forms};

/// A law on a region: listed positions first, then the first case that applies, else the typical
/// rule.
///
/// ```
/// use bouton_core::{Law, Valuation};
/// use bouton_forms::{Form, Rule, control_laws};
///
/// // Every position is lost, except those of one heap of three or four objects.
/// let rules = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let value = |x: &[u64]| u32::from(x[1] == 0 && (3..=4).contains(&x[0]));
/// let law = bouton_automata::table_law(2, 3, |_, x| value(x), 3).unwrap();
/// let laws = control_laws(&rules, &Law::new(Valuation::NormalOutcome, law));
/// let Form::Cases(cases) = &laws[0].form else { panic!("{laws:?}") };
/// assert_eq!(cases.typical, Rule::Constant { value: 0 });
/// assert!(cases.is_in_words());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cases {
    /// The rule where no case applies.
    pub typical: Rule,
    /// Conditions that all exceptions satisfy; a position that violates one follows the typical
    /// rule.
    pub within: Vec<Condition>,
    /// The exceptional families.
    pub cases: Vec<Case>,
    /// Single exceptional positions.
    pub points: Vec<(Vec<u64>, Value)>,
}

/// A law for the positions that satisfy all conditions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Case {
    /// The conditions.
    pub conditions: Vec<Condition>,
    /// The law there.
    pub law: Cases,
}

impl Cases {
    /// The law of a typical rule without exceptions.
    pub(crate) fn only(typical: Rule) -> Self {
        Self { typical, within: Vec::new(), cases: Vec::new(), points: Vec::new() }
    }

    /// Whether the whole law is in words, without an automaton in any case.
    #[must_use]
    pub fn is_in_words(&self) -> bool {
        !matches!(self.typical, Rule::Automaton { .. })
            && self.cases.iter().all(|case| case.law.is_in_words())
    }

    /// The length of the law: one for each exception, more for an automaton.
    pub fn length(&self) -> usize {
        let rule = if matches!(self.typical, Rule::Automaton { .. }) { 1000 } else { 0 };
        let cases = self.cases.iter().map(|case| 1 + case.law.length()).sum::<usize>();
        rule + cases + self.points.len()
    }

    /// The same law with a lone case of a lone case merged into it: where both have the typical
    /// rule, a position is exceptional only if it satisfies the conditions of both.
    pub(crate) fn flattened(mut self) -> Self {
        self.cases = self.cases.into_iter().map(|case| Case { law: case.law.flattened(), ..case }).collect();
        while let [case] = &self.cases[..]
            && case.law.typical == self.typical
            && case.law.points.is_empty()
            && let [inner] = &case.law.cases[..]
        {
            let conditions = [&case.conditions[..], &inner.conditions].concat();
            self.cases = vec![Case { conditions, law: inner.law.clone() }];
        }
        self
    }

    /// The law as an automaton in the digits of a numeration, built from this form alone; `None` if it would be very
    /// large. Sequences of digits that are not words have some value, too.
    pub fn automaton(&self, numeration: &Numeration, tracks: usize) -> Option<DigitAutomaton> {
        let mut law = self.typical.automaton(numeration, tracks)?;
        for case in self.cases.iter().rev() {
            let body = case.law.automaton(numeration, tracks)?;
            law = overlaid(&law, &all_of(numeration, tracks, &case.conditions)?, &body);
        }
        if !self.points.is_empty() {
            law = overlaid_points(&law, &self.points)?;
        }
        Some(law)
    }
}

/// `body` where `region` has the output 1, else `law`.
fn overlaid(law: &DigitAutomaton, region: &DigitAutomaton, body: &DigitAutomaton) -> DigitAutomaton {
    let inside = minimize(&combine(region, body, |inside, value| if inside == 1 { value } else { OUTSIDE }));
    minimize(&combine(&inside, law, |value, otherwise| if value == OUTSIDE { otherwise } else { value }))
}

impl Cases {
    /// The one value other than `other`, if there is only one and no exception has exceptions.
    pub fn rarer(&self, other: Value) -> Option<Value> {
        let mut values: Vec<Value> = self.points.iter().map(|(_, value)| *value).collect();
        if values.contains(&other) || self.cases.iter().any(|case| case.law.length() > 0) {
            return None;
        }
        values.extend(self.cases.iter().flat_map(|case| case.law.typical.values()));
        values.retain(|&value| value != other);
        values.sort_unstable();
        values.dedup();
        if let [one] = values[..] { Some(one) } else { None }
    }

    /// Whether the value is `value` exactly where some point or case gives it, regardless of the
    /// points and cases before it.
    pub fn union(&self, numeration: &Numeration, tracks: usize, value: Value, other: Value) -> Option<bool> {
        let mut union = Cases::only(Rule::Constant { value: other }).automaton(numeration, tracks)?;
        for case in &self.cases {
            let region = all_of(numeration, tracks, &case.conditions)?;
            let there = combine(&region, &case.law.automaton(numeration, tracks)?, |inside, found| {
                Value::from(inside == 1 && found == value)
            });
            union =
                minimize(&combine(&union, &there, |before, there| if there == 1 { value } else { before }));
        }
        if !self.points.is_empty() {
            union = overlaid_points(&union, &self.points)?;
        }
        Some(difference(&union, &self.automaton(numeration, tracks)?).is_none())
    }
}

/// `law` with other values at single positions.
pub(crate) fn overlaid_points(law: &DigitAutomaton, points: &[(Vec<u64>, Value)]) -> Option<DigitAutomaton> {
    let numeration = law.numeration();
    let largest = points.iter().flat_map(|(x, _)| x).copied().max().unwrap_or(0);
    // The position read so far, as long as it is small enough to be listed.
    let listed = explore_over(
        numeration,
        law.tracks(),
        [Some(vec![0u64; law.tracks()])],
        |position, letter| {
            let next = numeration.append_letter(position.as_ref()?, letter)?;
            // Only prefixes of listed positions are continued.
            let leads = points.iter().any(|(x, _)| {
                (0..=numeration.places_small(largest)).any(|places| {
                    let begins = |(&x, &before): (&u64, &u64)| {
                        numeration.join(before, numeration.ending(x, places), places) == Some(x)
                    };
                    x.iter().zip(&next).all(begins)
                })
            });
            leads.then_some(next)
        },
        |position| {
            position
                .as_ref()
                .and_then(|position| points.iter().find(|(x, _)| x == position))
                .map_or(OUTSIDE, |point| point.1)
        },
        100_000,
    )
    .ok()?;
    Some(minimize(&combine(
        &listed,
        law,
        |value, otherwise| if value == OUTSIDE { otherwise } else { value },
    )))
}

#[cfg(test)]
mod tests {
    use bouton_automata::{exceptions, is_empty, minimize, restricted, words_region};

    use super::*;
    use crate::{asking::Asking, linear_form::LinearForm};

    /// A rule with one family of exceptions and one exceptional position is found again from its automaton in
    /// every numeration.
    #[test]
    fn cases_are_found_in_every_numeration() {
        let difference = LinearForm::difference(2, 1, 0);
        let residue = Rule::Residue {
            form: LinearForm::sum(2, &[0, 1]),
            modulus: 3,
            values: vec![0, 1, 1],
            least: None,
        };
        let case = Case {
            conditions: vec![Condition::Equal { form: difference, value: 2 }],
            law: Cases::only(Rule::Constant { value: 0 }),
        };
        let said =
            Cases { typical: residue, within: Vec::new(), cases: vec![case], points: vec![(vec![4, 1], 0)] };
        let value =
            |a: u64, b: u64| Value::from(!(b == a + 2 || (a, b) == (4, 1) || (a + b).is_multiple_of(3)));
        for numeration in ["2", "3", "5", "fibonacci", "tribonacci", "ostrowski(2)", "ostrowski(1,2)"] {
            let numeration: Numeration = numeration.parse().unwrap();
            let words = words_region(&numeration, 2).unwrap();
            let law = minimize(&restricted(&said.automaton(&numeration, 2).unwrap(), &words));
            let found = find(&law, &Asking::default()).unwrap_or_else(|| panic!("{numeration}"));
            let built = found.automaton(&numeration, 2).unwrap();
            assert!(is_empty(&exceptions(&law, &built), |value| value != OUTSIDE), "{numeration} {found:?}");
            assert!(found.is_in_words() && found.length() <= 2, "{numeration} {found:?}");
            for (a, b) in (0..60u64).flat_map(|a| (0..60).map(move |b| (a, b))) {
                assert_eq!(built.evaluate_small(0, &[a, b]), value(a, b), "{a} {b} in {numeration}");
            }
        }
    }
}

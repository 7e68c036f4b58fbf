//! Laws that a few simple properties of a position decide: `P iff a = b = c, or d is odd and …`.
//!
//! A [`Property`] holds or does not hold, and an automaton decides it: a linear condition, a remainder, a
//! nim-sum, a number of empty heaps. The search chooses few of them that distinguish the values of the law on
//! samples; then the product of the law and of their automata shows at every position whether they determine
//! the value, and which value belongs to which answers. A value has a shortest condition in these answers.
//! Where the order of the coordinates does not matter, the properties are those of the coordinates in
//! ascending order.

mod cover;
mod direct;
mod pool;
mod property;
mod refutation;
mod samples;
mod search;

use std::{borrow::Cow, collections::BTreeMap};

use bouton_automata::{OUTSIDE, is_symmetric, restricted, sorted_region_over, words_region};
use bouton_core::{DigitAutomaton, Value};
use serde::Serialize;

use crate::{asking::Asking, condition::Condition, region::for_each_reached};

pub use cover::Term;
pub use property::{OfEach, Property};

/// The most states of a law that is searched for properties.
const MOST_STATES: usize = 2_000;
/// The most coordinates.
const MOST_TRACKS: usize = 6;
/// The most letters, in other digits than binary ones.
const MOST_LETTERS: usize = 512;
/// The most choices of properties that are compared with the law at all positions.
const MOST_VERIFIED: usize = 12;

/// A law that few properties of a position decide.
///
/// ```
/// use bouton_core::{Law, Valuation};
/// use bouton_forms::{Form, control_laws};
///
/// // The smaller one of the first number and of the sum of the others is even.
/// let rules = bouton_rules::Game::parse("heaps 3; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let value = |x: &[u64]| u32::try_from(x[0].min(x[1] + x[2]) % 2).unwrap();
/// let law = bouton_automata::table_law(3, 1, |_, x| value(x), 4).unwrap();
/// let laws = control_laws(&rules, &Law::new(Valuation::NormalOutcome, bouton_automata::minimize(&law)));
/// assert!(matches!(laws[0].form, Form::Properties(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Properties {
    /// Whether the properties are those of the coordinates in ascending order.
    pub sorted: bool,
    /// The properties.
    pub properties: Vec<Property>,
    /// The condition of each value but the last one: one of several terms holds, in each of which some
    /// properties hold (`true`) or do not hold (`false`).
    pub cases: Vec<(Value, Vec<Term>)>,
    /// The value otherwise.
    pub otherwise: Value,
}

impl Properties {
    /// The number of answers that the conditions name.
    pub(crate) fn length(&self) -> usize {
        self.cases.iter().flat_map(|(_, terms)| terms).map(|term| term.len()).sum()
    }
}

/// Searches for few properties that decide a law at every position.
pub(crate) fn find(law: &DigitAutomaton, asking: &Asking<'_>) -> Option<Properties> {
    let tracks = law.tracks();
    let numeration = law.numeration();
    if tracks > MOST_TRACKS || law.states() > MOST_STATES || asking.is_over() {
        return None;
    }
    if !numeration.is_binary() && law.letters() > MOST_LETTERS {
        return None;
    }
    let law = of_words(law)?;
    if tracks == 1 {
        return among(&law, &pool::of_one(numeration), false, asking);
    }
    let sorted = is_symmetric(&law);
    let region = if sorted {
        restricted(&law, &sorted_region_over(numeration, tracks, tracks).ok()?)
    } else {
        law.into_owned()
    };
    among(&region, &pool::pool(numeration, tracks, sorted), sorted, asking)
}

/// The law with no value for sequences of digits that are not words.
pub(crate) fn of_words(law: &DigitAutomaton) -> Option<Cow<'_, DigitAutomaton>> {
    Some(match law.numeration().all_are_words() {
        true => Cow::Borrowed(law),
        false => Cow::Owned(restricted(law, &words_region(law.numeration(), law.tracks()).ok()?)),
    })
}

/// Searches a list for few properties that decide a law at every position with a value.
fn among(
    region: &DigitAutomaton,
    pool: &[Property],
    sorted: bool,
    asking: &Asking<'_>,
) -> Option<Properties> {
    for chosen in search::choices(region, pool, sorted, asking)?.into_iter().take(MOST_VERIFIED) {
        if asking.is_over() {
            return None;
        }
        let properties: Vec<Property> = chosen.iter().map(|&place| pool[place].clone()).collect();
        let Some(answers) = answers(region, &properties) else { continue };
        let (cases, otherwise) = cover::cases(&answers, properties.len())?;
        return Some(Properties { sorted, properties, cases, otherwise }.without_idle());
    }
    None
}

impl Properties {
    /// Whether it is stated with letters for the coordinates in ascending order.
    pub fn is_ordered(&self) -> bool {
        self.sorted && !self.needs_no_order()
    }

    /// Whether it is stated without letters for the coordinates in ascending order.
    pub(crate) fn needs_no_order(&self) -> bool {
        self.properties.iter().all(|property| match property {
            // Two numbers are equal in every order.
            Property::Linear(Condition::Equal { form, value: 0 }) => {
                form.coefficients().len() == 2 && form.as_difference().is_some()
            }
            Property::Linear(_) | Property::LeastOdd { .. } | Property::SameLeast { .. } => false,
            Property::Zeros { .. }
            | Property::SameZeros { .. }
            | Property::Ends { .. }
            | Property::Appended { .. }
            | Property::Slope { .. }
            | Property::Ones { .. }
            | Property::Tail { .. } => false,
            Property::Remainder { form, .. } => form.coefficients().windows(2).all(|pair| pair[0] == pair[1]),
            Property::NimSum { numbers, .. } => (0..numbers.len()).all(|place| numbers[place] == place),
            Property::Columns { .. }
            | Property::Count { .. }
            | Property::Carries { .. }
            | Property::NimSumOfSuccessors
            | Property::NimSumOfQuotients { .. } => true,
        })
    }

    /// Removes properties that no condition names.
    fn without_idle(mut self) -> Self {
        for place in (0..self.properties.len()).rev() {
            let terms = || self.cases.iter().flat_map(|(_, terms)| terms);
            if terms().all(|term| term.iter().all(|(named, _)| *named != place)) {
                self.properties.remove(place);
                let after = |named: &mut usize| *named -= usize::from(*named > place);
                let all = self.cases.iter_mut().flat_map(|(_, terms)| terms).flatten();
                all.for_each(|(named, _)| after(named));
            }
        }
        self
    }
}

/// The value that belongs to each combination of answers that occurs, one bit for each property; `None` if one of them
/// occurs with two values, so that the properties do not decide the law.
fn answers(law: &DigitAutomaton, properties: &[Property]) -> Option<BTreeMap<u32, Value>> {
    let of = |property: &Property| property.automaton(law.numeration(), law.tracks());
    let automata: Vec<DigitAutomaton> = properties.iter().map(of).collect::<Option<_>>()?;
    let start: Vec<u32> = automata.iter().map(|automaton| automaton.starts()[0]).collect();
    let mut values: BTreeMap<u32, Value> = BTreeMap::new();
    let mut unique = true;
    for_each_reached(
        law,
        &|value| value != OUTSIDE,
        start,
        |states, letter| {
            states.iter().zip(&automata).map(|(&state, automaton)| automaton.next(state, letter)).collect()
        },
        |value, states: &Vec<u32>| {
            let bits = states.iter().zip(&automata).enumerate();
            let key = bits.map(|(place, (&state, automaton))| automaton.output(state) << place).sum();
            unique &= *values.entry(key).or_insert(value) == value;
        },
    )?;
    unique.then_some(values)
}

#[cfg(test)]
mod tests {
    use bouton_automata::{minimize, table_law};
    use bouton_core::Numeration;

    use super::*;

    fn found(tracks: usize, value: impl Fn(&[u64]) -> Value) -> Properties {
        let law = minimize(&table_law(tracks, 1, |_, x| value(x), 4).unwrap());
        let found = find(&law, &Asking::default()).unwrap();
        // The form is evaluated by itself, property by property.
        let automata: Vec<DigitAutomaton> =
            found.properties.iter().map(|of| of.automaton(&Numeration::binary(), tracks).unwrap()).collect();
        for code in 0..8u64.pow(u32::try_from(tracks).unwrap()) {
            let x: Vec<u64> = (0..tracks).map(|track| code >> (3 * track) & 7).collect();
            let mut place = x.clone();
            if found.sorted {
                place.sort_unstable();
            }
            let holds = |term: &Term| {
                term.iter()
                    .all(|&(property, holds)| (automata[property].evaluate_small(0, &place) == 1) == holds)
            };
            let case = found.cases.iter().find(|(_, terms)| terms.iter().any(holds));
            assert_eq!(case.map_or(found.otherwise, |case| case.0), value(&x), "{x:?} {found:?}");
        }
        found
    }

    #[test]
    fn one_property_suffices_where_it_can() {
        let three_equal = |x: &[u64]| {
            let mut x = x.to_vec();
            x.sort_unstable();
            Value::from(x[0] != x[2])
        };
        assert_eq!(found(4, three_equal).length(), 1);
        let empty = |x: &[u64]| Value::from(x.iter().filter(|&&x| x == 0).count() < 2);
        assert_eq!(found(4, empty).properties, [Property::Count { least: 2, of: OfEach::Zero }]);
        let zeros = |x: &[u64]| Value::from(x[0].trailing_zeros() != x[1].trailing_zeros());
        assert_eq!(found(2, zeros).properties, [Property::SameZeros { one: 0, other: 1 }]);
    }

    #[test]
    fn several_properties_are_combined() {
        let largest = |x: &[u64]| {
            let (most, sum) = (*x.iter().max().unwrap(), x.iter().sum::<u64>());
            Value::from(!(2 * most == sum || sum % 2 == 1 && x.contains(&0)))
        };
        assert_eq!(found(3, largest).length(), 3);
        // Three values.
        let value = |x: &[u64]| if x[0] <= x[1] { 0 } else { 1 + Value::from(x[0].is_multiple_of(2)) };
        assert_eq!(found(2, value).properties.len(), 2);
    }

    /// Where the first number is 0, the last one is the sum of the others; else two numbers are the sum of the others.
    #[test]
    fn one_property_may_be_asked_first() {
        let lost = |x: &[u64]| match x[0] {
            0 => x[3] == x[1] + x[2],
            _ => x[1] == x[2] && x[1] == x[0] + x[3],
        };
        assert!(found(4, |x| Value::from(!lost(x))).length() <= 6);
    }

    #[test]
    fn what_no_few_properties_decide_is_not_found() {
        let value = |x: &[u64]| Value::from((x[0] & x[1]).count_ones() % 2);
        let law = minimize(&table_law(2, 1, |_, x| value(x), 5).unwrap());
        assert_eq!(find(&law, &Asking::default()), None);
    }
}

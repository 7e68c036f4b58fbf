//! Laws of pairs in the manner of Wythoff: a number, and its word with a 0 appended.

use bouton_automata::{difference, explore_over};
use bouton_core::{DigitAutomaton, Value};
use serde::Serialize;

use crate::meaning::Meaning;

/// The largest coordinate of an exception.
const LARGEST: u64 = 12;
/// The most exceptions.
const MOST_EXCEPTIONS: usize = 6;
/// The most states of the automaton of such a law.
const MOST_STATES: usize = 20_000;

/// The law whose P-positions are the pairs (Aₙ, Aₙ + a n): the word of one number, in the
/// numeration of the slope [1; a, a, …], ends in an even number of zeros, and the word of the other
/// is the same with a 0 appended (Fraenkel, 1982). Then Aₙ = ⌊nα⌋ with α = (2 − a + √(a² + 4))/2;
/// with a = 1 this is the golden section (Wythoff, 1907).
///
/// ```
/// use bouton_core::Numeration;
/// use bouton_forms::{Form, control_laws};
/// use bouton_prove::{Goal, ProveOptions, prove};
///
/// let rules = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
/// let options = ProveOptions { numeration: "fibonacci".parse().unwrap(), ..ProveOptions::default() };
/// let proof = prove(&rules, Goal::Outcome, &options, &bouton_core::Watch::unlimited()).unwrap();
/// assert_eq!(*proof.law().numeration(), Numeration::fibonacci());
/// let laws = control_laws(&rules, proof.law());
/// let Form::Beatty(pairs) = &laws[0].form else { panic!() };
/// assert_eq!((pairs.a, pairs.exceptions.len()), (1, 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Beatty {
    /// a.
    pub a: u32,
    /// The pairs, the smaller number first, whose outcome is the other one.
    pub exceptions: Vec<(u64, u64)>,
}

/// The state after reading two numbers in step.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Reading {
    /// For each of them as the shorter one: the digit that must come next, if it can still be the
    /// shorter one.
    wanted: [Option<u8>; 2],
    /// Whether each of them ends in an odd number of zeros, possibly without other digits.
    odd: [bool; 2],
    empty: [bool; 2],
    /// The numbers themselves, as long as they are small.
    small: Option<[u64; 2]>,
}

/// The form, if it is exactly the law.
pub(crate) fn find(law: &DigitAutomaton, meaning: Meaning) -> Option<Beatty> {
    let [a, 1] = *law.numeration().recurrence()? else { return None };
    if law.tracks() != 2 || meaning != Meaning::Outcome || law.starts().len() != 1 {
        return None;
    }
    let mut found = Beatty { a, exceptions: Vec::new() };
    while let Some((position, _)) = difference(law, &found.automaton(law)?) {
        let (x, y) = (position[0].min(position[1]), position[0].max(position[1]));
        if y > LARGEST || found.exceptions.len() >= MOST_EXCEPTIONS || found.exceptions.contains(&(x, y)) {
            return None;
        }
        found.exceptions.push((x, y));
    }
    found.exceptions.sort_unstable();
    Some(found)
}

impl Beatty {
    /// The law of the form as an automaton, in the numeration of `law`.
    fn automaton(&self, law: &DigitAutomaton) -> Option<DigitAutomaton> {
        let numeration = law.numeration();
        let start = Reading { wanted: [Some(0); 2], odd: [false; 2], empty: [true; 2], small: Some([0, 0]) };
        let next = |reading: &Reading, letter: usize| {
            let digits = [0, 1].map(|track| numeration.digit(letter, track));
            let mut next = *reading;
            for one in 0..2 {
                let fits = reading.wanted[one] == Some(digits[one]);
                next.wanted[one] = fits.then_some(digits[1 - one]);
                next.empty[one] &= digits[one] == 0;
                next.odd[one] = digits[one] == 0 && !next.empty[one] && !reading.odd[one];
            }
            next.small = reading
                .small
                .and_then(|numbers| numeration.append_letter(&numbers, letter))
                .and_then(|numbers| <[u64; 2]>::try_from(numbers).ok())
                .filter(|numbers| numbers.iter().all(|&number| number <= LARGEST));
            next
        };
        let output = |reading: &Reading| {
            let pair = (0..2).any(|one| reading.wanted[one] == Some(0) && !reading.odd[one]);
            let numbers = reading.small.map(|[x, y]| (x.min(y), x.max(y)));
            let is_exception = numbers.is_some_and(|numbers| self.exceptions.contains(&numbers));
            Value::from(pair == is_exception)
        };
        explore_over(numeration, 2, [start], next, output, MOST_STATES).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_core::Numeration;

    /// The P-positions of a-Wythoff by the definition of Aₙ and Bₙ.
    fn pairs(a: u64, upto: u64) -> Vec<(u64, u64)> {
        let (mut taken, mut pairs) = (std::collections::BTreeSet::new(), Vec::new());
        for n in 0..upto {
            let least = (0..).find(|number| !taken.contains(number)).unwrap();
            taken.extend([least, least + a * n]);
            pairs.push((least, least + a * n));
        }
        pairs
    }

    #[test]
    fn the_form_says_what_wythoffs_games_say() {
        for a in 1..=4u32 {
            let numeration = Numeration::ostrowski(a).unwrap();
            let empty =
                DigitAutomaton::over(&numeration, 2, vec![0], vec![0], vec![0; numeration.digits().pow(2)]);
            let form = Beatty { a, exceptions: vec![(2, 2)] };
            let law = form.automaton(&empty.unwrap()).unwrap();
            let known = pairs(a.into(), 60);
            for (x, y) in (0..60).flat_map(|x| (0..60).map(move |y| (x, y))) {
                let expected = known.contains(&(x.min(y), x.max(y))) || (x, y) == (2, 2);
                assert_eq!(law.evaluate_small(0, &[x, y]) == 0, expected, "{a}: {x},{y}");
            }
            assert_eq!(find(&law, Meaning::Outcome), Some(form));
            assert_eq!(find(&law, Meaning::Grundy), None);
        }
    }
}

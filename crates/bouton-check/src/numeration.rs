//! Numerations other than base 2: that they are some, and a law on their words alone.

use std::collections::HashMap;

use bouton_core::{DigitAutomaton, Numeration, State};

use crate::{
    Refused, Step,
    limits::Budget,
    refused::Verdict,
    words::{NOWHERE, Words},
};

/// Checks that each natural number has exactly one word, and that marks are stable.
///
/// With k digits to follow, a digit d that may come next must mean as much as there are words that
/// have a smaller digit in its place: then the words of any length mean 0, 1, 2, … in lexicographic order. Both
/// sides, as sequences in k, satisfy one linear recurrence of as many terms as weights and words have states,
/// so they are the same if they begin with so many same terms.
pub(crate) fn check(numeration: &Numeration) -> Verdict<()> {
    let refuse = |reason: &str| Err(Refused::new(Step::Numeration, format!("{numeration}: {reason}")));
    let recurrence = numeration.recurrence();
    // Then one root alone is outside the unit circle (Brauer, 1951), and the cones of marks are stable.
    let falls = recurrence.windows(2).all(|pair| pair[0] >= pair[1]);
    if recurrence.len() > 1 && !(falls && recurrence.last() == Some(&1)) {
        return refuse("the coefficients of the recurrence must fall to 1");
    }
    if numeration.follow(0, 1).is_none() {
        return refuse("no word begins with 1");
    }
    let states = numeration.word_states();
    let mut counts = vec![1u128; states];
    let mut weights: Vec<u128> = (0..recurrence.len()).map(|back| u128::from(back < 2)).collect();
    // No count is above 16^24.
    for _ in 0..states + recurrence.len() {
        let mut longer = Vec::new();
        for state in (0..).take(states) {
            let mut below = 0;
            for digit in 0..=numeration.largest_digit() {
                let Some(next) = numeration.follow(state, digit) else { continue };
                if u128::from(digit) * weights[0] != below {
                    return refuse("some numbers have no word or several");
                }
                below += counts[usize::from(next)];
            }
            longer.push(below);
        }
        counts = longer;
        let next = weights.iter().zip(recurrence).map(|(weight, &c)| weight * u128::from(c)).sum();
        weights.rotate_right(1);
        weights[0] = next;
    }
    Ok(())
}

/// The law on words alone: a letter that no word has at a place has no successor there.
pub(crate) fn words(law: &DigitAutomaton, budget: &mut Budget) -> Verdict<Words> {
    let (numeration, tracks, letters) = (law.numeration(), law.tracks(), law.letters());
    if numeration.word_states() == 1 && numeration.all_are_words() {
        return Words::all(law, budget);
    }
    // A state of the law, and one of the automaton of words for each track.
    type Place = (State, Vec<u8>);
    let (mut met, mut numbers): (Vec<Place>, HashMap<Place, State>) = Default::default();
    let mut number = |place: Place, met: &mut Vec<Place>| {
        let fresh = Budget::number(met.len())?;
        Ok(*numbers.entry(place).or_insert_with_key(|place| {
            met.push(place.clone());
            fresh
        }))
    };
    let starts = law.starts().iter().map(|&start| number((start, vec![0; tracks]), &mut met));
    let (starts, mut table) = (starts.collect::<Verdict<Vec<State>>>()?, Vec::new());
    let mut done = 0;
    while let Some((state, words)) = met.get(done).cloned() {
        budget.hold(letters)?;
        for letter in 0..letters {
            let digits = law.alphabet().digits_of(letter);
            let after = words.iter().zip(digits).map(|(&word, digit)| numeration.follow(word, digit));
            table.push(match after.collect::<Option<Vec<u8>>>() {
                Some(words) => number((law.next(state, letter), words), &mut met)?,
                None => NOWHERE,
            });
        }
        done += 1;
    }
    let outputs = met.iter().map(|&(state, _)| law.output(state)).collect();
    Ok(Words { tracks, letters, starts, outputs, table, exchanges: Vec::new() })
}

#[cfg(test)]
#[path = "../tests/internal/numeration.rs"]
mod tests;

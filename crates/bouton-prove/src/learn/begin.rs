//! Words with which a learner begins: those that distinguish the states of a law that is known.

use std::collections::HashMap;

use bouton_core::{DigitAutomaton, LimitReached, Value, Watch};

use super::Suffix;

/// Words that distinguish all states of a law in base 2 that are different, short ones first. The empty word
/// is the first.
///
/// Each word is one letter longer than an earlier one. A word that separates no two states that were not
/// separated before is left out: by Moore's theorem (1956) the others separate what the words that are one
/// letter longer would.
pub(super) fn distinguishing(law: &DigitAutomaton, watch: &Watch) -> Result<Vec<Suffix>, LimitReached> {
    let states = law.states();
    let mut words = vec![Suffix { length: 0, digits: vec![0; law.tracks()] }];
    // The outputs of all states after each word.
    let mut rows: Vec<Vec<Value>> = vec![law.outputs().to_vec()];
    let (mut classes, mut count) = numbered(law.outputs().iter().copied());
    let mut done = 0;
    while done < words.len() && count < states {
        for letter in 0..law.letters() {
            watch.spend(1 + states as u64 / 8)?;
            let row: Vec<Value> = law
                .transitions()
                .chunks(law.letters())
                .map(|next| rows[done][next[letter] as usize])
                .collect();
            let (finer, more) = numbered(classes.iter().copied().zip(row.iter().copied()));
            if more == count {
                continue;
            }
            (classes, count) = (finer, more);
            let length = words[done].length;
            let digit = |(track, rest): (usize, &u64)| (letter as u64 >> track & 1) << length | rest;
            let digits = words[done].digits.iter().enumerate().map(digit).collect();
            words.push(Suffix { length: length + 1, digits });
            rows.push(row);
        }
        done += 1;
    }
    Ok(words)
}

/// The number of each item among the different ones, and the number of different ones.
fn numbered<T: std::hash::Hash + Eq>(items: impl Iterator<Item = T>) -> (Vec<usize>, usize) {
    let mut numbers = HashMap::new();
    let of_items = items.map(|item| {
        let fresh = numbers.len();
        *numbers.entry(item).or_insert(fresh)
    });
    let of_items = of_items.collect();
    (of_items, numbers.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_separate_all_states() {
        // n mod 5, most significant digit first; only 0 has another output.
        let next = (0..5).flat_map(|state| [2 * state % 5, (2 * state + 1) % 5]).collect();
        let law = DigitAutomaton::new(1, vec![0], vec![0, 1, 1, 1, 1], next).unwrap();
        let words = distinguishing(&law, &Watch::unlimited()).unwrap();
        assert!(words.len() < law.states());
        let after = |state: u64, word: &Suffix| (state << word.length | word.digits[0]).is_multiple_of(5);
        let row = |state| words.iter().map(|word| after(state, word)).collect::<Vec<_>>();
        for one in 0..5 {
            for other in 0..one {
                assert_ne!(row(one), row(other), "{one} {other}");
            }
        }
    }
}

//! A numeration is accepted if each number has exactly one word, and what is changed is refused.

use bouton_core::{DigitAutomaton, Numeration};

use super::{check, words};
use crate::{Limits, Step, limits::Budget};

/// Whether the words of so many digits mean 0, 1, 2, …, each once, by writing all of them down.
fn counts_up(recurrence: &[u32], words: &[Vec<Option<u8>>], digits: u32) -> bool {
    let mut weights: Vec<u64> = (0..recurrence.len()).map(|back| u64::from(back < 2)).collect();
    let mut all: Vec<(u64, Vec<u8>)> = vec![(0, Vec::new())];
    let mut up = Vec::new();
    for _ in 0..digits {
        up.push(weights[0]);
        let next = weights.iter().zip(recurrence).map(|(weight, &c)| weight * u64::from(c)).sum();
        weights.rotate_right(1);
        weights[0] = next;
    }
    for weight in up.iter().rev() {
        let mut longer = Vec::new();
        for (value, word) in all {
            let state =
                word.iter().try_fold(0u8, |state, &digit| words[usize::from(state)][usize::from(digit)]);
            let Some(state) = state else { continue };
            for (digit, after) in (0u8..).zip(&words[usize::from(state)]) {
                if after.is_some() {
                    longer.push((value + u64::from(digit) * weight, [&word[..], &[digit]].concat()));
                }
            }
        }
        all = longer;
        if all.len() > 20_000 {
            break;
        }
    }
    let mut values: Vec<u64> = all.iter().map(|(value, _)| *value).collect();
    values.sort_unstable();
    values.into_iter().eq(0..all.len() as u64)
}

fn named() -> Vec<Numeration> {
    let names = ["2", "3", "10", "16", "fibonacci", "tribonacci", "4-bonacci", "8-bonacci"];
    let slopes = (2..=15).map(|a| format!("ostrowski({a})"));
    names.map(str::to_owned).into_iter().chain(slopes).map(|name| name.parse().unwrap()).collect()
}

type Rows = Vec<Vec<Option<u8>>>;

fn rows(numeration: &Numeration) -> Rows {
    let digits = 0..=numeration.largest_digit();
    let row = |state| digits.clone().map(|digit| numeration.follow(state, digit)).collect();
    (0..).take(numeration.word_states()).map(row).collect()
}

#[test]
fn what_has_a_name_is_a_numeration() {
    for numeration in named() {
        assert_eq!(check(&numeration), Ok(()), "{numeration}");
    }
}

/// Every change of one coefficient or of one successor, the last digit dropped or one more: accepted only what
/// counts up.
#[test]
fn what_is_changed_is_refused() {
    let (mut accepted, mut refused) = (0, 0);
    let mut judge = |recurrence: &[u32], words: &Rows| {
        let Ok(numeration) = Numeration::from_parts(recurrence.to_vec(), words.clone()) else { return };
        match check(&numeration) {
            Ok(()) => {
                accepted += 1;
                assert!(counts_up(recurrence, words, 7), "{}", numeration.parts());
            }
            Err(why) => {
                refused += 1;
                assert_eq!(why.step, Step::Numeration);
            }
        }
    };
    for numeration in ["3", "fibonacci", "tribonacci", "ostrowski(2)", "ostrowski(3)"] {
        let numeration: Numeration = numeration.parse().unwrap();
        let (recurrence, words) = (numeration.recurrence().to_vec(), rows(&numeration));
        for place in 0..recurrence.len() {
            for other in 0..5 {
                let mut changed = recurrence.clone();
                changed[place] = other;
                judge(&changed, &words);
            }
        }
        judge(&[&recurrence[..], &[1]].concat(), &words);
        for (state, digit) in (0..words.len()).flat_map(|state| (0..words[0].len()).map(move |d| (state, d)))
        {
            let successors = (0..u8::try_from(words.len()).unwrap()).map(Some).chain([None]);
            for after in successors {
                let mut changed = words.clone();
                changed[state][digit] = after;
                judge(&recurrence, &changed);
            }
        }
        let fewer: Rows = words.iter().map(|row| row[..row.len() - 1].to_vec()).collect();
        judge(&recurrence, &fewer);
        for after in [None, Some(0)] {
            let more: Rows = words.iter().map(|row| [&row[..], &[after]].concat()).collect();
            judge(&recurrence, &more);
        }
    }
    // Those that are left as they were, a digit that no word has, states that are not reached.
    assert!(accepted > 20 && refused > 60, "{accepted} {refused}");
}

#[test]
fn a_law_on_words_has_no_other_words() {
    let fibonacci = Numeration::fibonacci();
    let law = DigitAutomaton::over(&fibonacci, 1, vec![0], vec![0, 1], vec![0, 1, 0, 1]).unwrap();
    let words = words(&law, &mut Budget::new(Limits::default())).unwrap();
    assert_eq!((words.outputs.len(), words.next(0, 1), words.read(0, [1, 1])), (2, Some(1), None));
    for n in 0..100 {
        let state = words.read(words.starts[0], fibonacci.letters_of_small(&[n])).unwrap();
        assert_eq!(words.outputs[state as usize], law.evaluate_small(0, &[n]));
    }
}

//! A numeration is accepted if each number has exactly one word, and changed ones are refused.

use bouton_core::{DigitAutomaton, Numeration};

use super::{check, stable, words};
use crate::{Limits, Step, digits::Digits, limits::Budget};

/// Whether the words of `digits` digits stand for 0, 1, 2, …, each once; writes down all of them.
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
    let pairs = || (1..16).flat_map(|a| (1..16).map(move |b| (a, b)));
    let periods = pairs().filter(|&(a, b)| (a + 1) * b < 16).map(|(a, b)| format!("ostrowski({a},{b})"));
    let longer = ["1,1,2", "2,1,1,1", "1,1,1,2", "2,1,2"].map(|period| format!("ostrowski({period})"));
    let two = pairs().filter(|(s, t)| s + t <= 16).map(|(s, t)| format!("fraenkel({s},{t})"));
    let slopes = slopes.chain(periods).chain(longer).chain(two);
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

/// Every change of one coefficient or of one successor, and one digit dropped or added: a change is
/// accepted only if the words still count up.
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
        let (recurrence, words) = (numeration.recurrence().unwrap().to_vec(), rows(&numeration));
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
    // The accepted ones are unchanged, have a digit that no word has, or states that are not
    // reached.
    assert!(accepted > 20 && refused > 60, "{accepted} {refused}");
}

/// Whether the words stand for 0, 1, 2, …; writes down words of increasing length and reads each
/// through the matrix.
fn counts_up_by(matrix: [[u32; 2]; 2], second: &[u32], words: &Rows) -> bool {
    let mut all = vec![(0usize, [0u64, 0])];
    loop {
        let mut longer = Vec::new();
        for &(state, [first, other]) in &all {
            let [left, right] = matrix.map(|[a, b]| u64::from(a) * first + u64::from(b) * other);
            for (digit, after) in words[state].iter().enumerate() {
                if let Some(after) = after {
                    let values = [left + digit as u64, right + u64::from(second[digit])];
                    longer.push((usize::from(*after), values));
                }
            }
        }
        let mut values: Vec<u64> = longer.iter().map(|(_, values)| values[0]).collect();
        values.sort_unstable();
        if !values.into_iter().eq(0..longer.len() as u64) || longer.len() == all.len() {
            return false;
        }
        all = longer;
        if all.len() > 5_000 {
            return true;
        }
    }
}

/// The same for a matrix: each entry, each digit's second value, each successor.
#[test]
fn a_matrix_that_is_changed_is_refused() {
    let (mut accepted, mut refused) = (0, 0);
    let mut judge = |matrix: [[u32; 2]; 2], second: &[u32], words: &Rows| {
        let Ok(numeration) = Numeration::from_matrix(matrix, second.to_vec(), words.clone()) else { return };
        match check(&numeration) {
            Ok(()) => {
                accepted += 1;
                assert!(counts_up_by(matrix, second, words), "{}", numeration.parts());
            }
            Err(why) => {
                refused += 1;
                assert_eq!(why.step, Step::Numeration);
            }
        }
    };
    for name in ["ostrowski(1,2)", "ostrowski(2,1)", "ostrowski(1,1,2)", "fraenkel(2,1)", "fraenkel(2,2)"] {
        let numeration: Numeration = name.parse().unwrap();
        let rows_of = numeration.matrix();
        let matrix = [[rows_of[0][0], rows_of[0][1]], [rows_of[1][0], rows_of[1][1]]];
        let second: Vec<u32> =
            (0..=numeration.largest_digit()).map(|digit| numeration.vector(digit)[1]).collect();
        let words = rows(&numeration);
        judge(matrix, &second, &words);
        for (row, column, entry) in (0..4).flat_map(|at| (0..6).map(move |entry| (at / 2, at % 2, entry))) {
            let mut changed = matrix;
            changed[row][column] = entry;
            judge(changed, &second, &words);
        }
        for (digit, entry) in (0..second.len()).flat_map(|digit| (0..5).map(move |entry| (digit, entry))) {
            let mut changed = second.clone();
            changed[digit] = entry;
            judge(matrix, &changed, &words);
        }
        for (state, digit) in (0..2).flat_map(|state| (0..second.len()).map(move |digit| (state, digit))) {
            for after in [None, Some(0), Some(1)] {
                let mut changed = words.clone();
                changed[state][digit] = after;
                judge(matrix, &second, &changed);
            }
        }
    }
    assert!(accepted > 20 && refused > 150, "{accepted} {refused}");
}

/// Marks are decided on cones; each condition on these is checked.
#[test]
fn a_cone_that_is_left_is_refused() {
    for numeration in named() {
        let digits = || Digits::of(&numeration);
        assert_eq!(stable(numeration.recurrence(), &digits()), Ok(()), "{numeration}");
        // Smaller by enough that a letter leads out of it; and a cone that does not bound the
        // vectors.
        let mut small = digits();
        small.cone.fill(0);
        let mut wide = digits();
        wide.vectors.last_mut().unwrap()[0] += 1 << 20;
        let mut negative = digits();
        negative.vectors.last_mut().unwrap()[0] = -1;
        let mut falls = digits();
        falls.matrix[0][0] = 0;
        let mut never_zero = digits();
        never_zero.vectors[0][0] = 1;
        for wrong in [small, wide, negative, falls, never_zero] {
            assert!(stable(numeration.recurrence(), &wrong).is_err(), "{numeration}");
        }
        // The purpose of the cone: it is not left with any vectors of letters, and the first value
        // does not fall.
        let Digits { matrix, vectors, cone, .. } = digits();
        let largest: Vec<i64> =
            (0..cone.len()).map(|at| vectors.iter().map(|v| v[at]).max().unwrap()).collect();
        for loss in 0..4 {
            let edge: Vec<i64> = cone.iter().map(|entry| loss * entry).collect();
            for more in 0..3i64.pow(u32::try_from(edge.len().min(4)).unwrap()) {
                let values: Vec<i64> =
                    (0u32..).zip(&edge).map(|(at, e)| e + more / 3i64.pow(at.min(3)) % 3 * 5).collect();
                let after = |(row, most): (&Vec<i64>, &i64)| {
                    row.iter().zip(&values).map(|(entry, value)| entry * value).sum::<i64>() - loss * most
                };
                let after: Vec<i64> = matrix.iter().zip(&largest).map(after).collect();
                assert!(after.iter().zip(&edge).all(|(value, edge)| value >= edge) && after[0] >= values[0]);
            }
        }
    }
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

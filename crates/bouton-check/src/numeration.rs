//! Numerations other than base 2: checks that they represent the natural numbers, and restricts a
//! law to their words.

use std::collections::HashMap;

use bouton_core::{DigitAutomaton, Numeration, State};

use crate::{
    Refusal, Step,
    digits::Digits,
    limits::Budget,
    refused::Verdict,
    words::{NOWHERE, Words},
};

/// Checks that each natural number has exactly one word, and that marks are stable.
///
/// With k digits to follow, a digit d that may come next must have the weight of the number of
/// words that have a smaller digit in its place: then the words of any length stand for 0, 1, 2, …
/// in lexicographic order. Both sides, as sequences in k, satisfy one linear recurrence whose order
/// is the number of running values plus the number of states of words, so they are equal if that
/// many first terms are equal.
pub(crate) fn check(numeration: &Numeration) -> Verdict<()> {
    let refuse = |reason: &str| Err(Refusal::new(Step::Numeration, format!("{numeration}: {reason}")));
    let digits = Digits::of(numeration);
    if let Err(reason) = stable(numeration.recurrence(), &digits) {
        return refuse(reason);
    }
    if numeration.follow(0, 1).is_none() {
        return refuse("no word begins with 1");
    }
    let (states, terms) = (numeration.word_states(), digits.matrix.len());
    let mut counts = vec![1u128; states];
    // For each digit, followed by k zeros. Only running values of digits that continue a word are
    // bounded by the counts.
    let start = |vector: &Vec<i64>| vector.iter().map(|&entry| u128::try_from(entry).ok()).collect();
    let mut values: Vec<Vec<Option<u128>>> = digits.vectors.iter().map(start).collect();
    // No count is above 16^24.
    for _ in 0..states + terms {
        let mut longer = Vec::new();
        for state in (0..).take(states) {
            let mut below = 0;
            for (digit, value) in (0..).zip(&values) {
                let Some(next) = numeration.follow(state, digit) else { continue };
                if value[0] != Some(below) {
                    return refuse("some numbers have no word or several");
                }
                below += counts[usize::from(next)];
            }
            longer.push(below);
        }
        counts = longer;
        for value in &mut values {
            let times =
                |(&entry, value): (&i64, &Option<u128>)| value.as_ref()?.checked_mul(entry.try_into().ok()?);
            let add = |sum: Option<u128>, product: Option<u128>| sum?.checked_add(product?);
            let row = |row: &Vec<i64>| row.iter().zip(&*value).map(times).fold(Some(0), add);
            *value = digits.matrix.iter().map(row).collect();
        }
    }
    Ok(())
}

/// Checks that the cones of marks are stable, and that exactly one root lies outside the unit
/// circle.
fn stable(recurrence: Option<&[u32]>, digits: &Digits) -> Result<(), &'static str> {
    let Digits { matrix, vectors, cone, .. } = digits;
    match (recurrence, &matrix[..]) {
        // (Brauer, 1951)
        (Some(recurrence), _) => {
            let falls = recurrence.windows(2).all(|pair| pair[0] >= pair[1]);
            if recurrence.len() > 1 && !(falls && recurrence.last() == Some(&1)) {
                return Err("the coefficients of the recurrence must fall to 1");
            }
        }
        // x² − (a + d) x + ad − bc is negative at 1 and positive at −1, so it has a root beyond 1 and one
        // between −1 and 1.
        (None, [first, second]) => {
            let ([a, b], [c, d]) = (&first[..], &second[..]) else { return Err("the matrix is not square") };
            let (trace, determinant) = (a + d, a * d - b * c);
            if 1 - trace + determinant >= 0 || 1 + trace + determinant <= 0 {
                return Err("the matrix must have a root beyond 1 and one between -1 and 1");
            }
        }
        _ => return Err("the matrix is not square"),
    }
    let zero = vectors[0].iter().all(|&entry| entry == 0);
    let ascends = matrix.iter().flatten().all(|&entry| entry >= 0) && matrix[0][0] >= 1;
    let grown = digits.lengthen(cone);
    let holds = (0..cone.len()).all(|place| {
        let largest = vectors.iter().map(|vector| vector[place]).max().unwrap_or(0);
        let least = vectors.iter().map(|vector| vector[place]).min().unwrap_or(-1);
        least >= 0 && cone[place] >= 0 && grown[place] - cone[place] >= largest
    });
    if zero && ascends && holds { Ok(()) } else { Err("marks are not stable") }
}

/// The law restricted to words: a letter that no word has at a place has no successor there.
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
        budget.room(&mut table, letters)?;
        budget.take(8 * (size_of::<Place>() + tracks) as u64)?;
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
    let numeration = numeration.clone();
    Ok(Words { numeration, tracks, letters, starts, outputs, table, exchanges: Vec::new() })
}

#[cfg(test)]
#[path = "../tests/internal/numeration.rs"]
mod tests;

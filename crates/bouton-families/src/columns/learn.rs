//! A law that counts ones, by the residuals of the exact values.

use bouton_core::{ColumnLaw, LimitReached, State, Value};

use super::small::SmallPositions;

/// The most states of a hypothesis.
const MOST_STATES: usize = 64;
/// The most letters of a word: heaps stay below 2 to this.
const MOST_LETTERS: usize = 6;

/// The automaton whose states are the prefixes that suffixes of one or two letters distinguish; `None` if it
/// is too large. Numbers of ones are taken modulo `p` from `t` on, for `(t, p)`.
pub(super) fn law(
    small: &mut SmallPositions<'_>,
    (threshold, period): (usize, usize),
    controls: usize,
) -> Result<Option<ColumnLaw>, LimitReached> {
    let letters = threshold + period;
    let mut suffixes = vec![Vec::new()];
    suffixes.extend((0..letters).map(|letter| vec![letter]));
    if letters <= 4 {
        suffixes.extend((0..letters).flat_map(|first| (0..letters).map(move |second| vec![first, second])));
    }
    let mut states: Vec<(usize, Vec<usize>, Vec<Value>)> = Vec::new();
    let mut starts = Vec::new();
    let mut transitions: Vec<State> = Vec::new();
    for control in 0..controls {
        let Some(start) = state(small, (control, Vec::new()), letters, &suffixes, &mut states)? else {
            return Ok(None);
        };
        starts.push(start);
    }
    let mut next = 0;
    while next < states.len() {
        for letter in 0..letters {
            let (control, mut word) = (states[next].0, states[next].1.clone());
            word.push(letter);
            let Some(state) = state(small, (control, word), letters, &suffixes, &mut states)? else {
                return Ok(None);
            };
            transitions.push(state);
        }
        next += 1;
    }
    let outputs = states.iter().map(|(_, _, row)| row[0]).collect();
    Ok(ColumnLaw::new(small.valuation(), (threshold, period), starts, outputs, transitions).ok())
}

/// The state of a prefix, which is a new one if its row is.
fn state(
    small: &mut SmallPositions<'_>,
    (control, word): (usize, Vec<usize>),
    letters: usize,
    suffixes: &[Vec<usize>],
    states: &mut Vec<(usize, Vec<usize>, Vec<Value>)>,
) -> Result<Option<State>, LimitReached> {
    // Zeros before a word change nothing.
    let word: Vec<usize> = word.into_iter().skip_while(|&letter| letter == 0).collect();
    if word.len() + suffixes.last().map_or(0, Vec::len) > MOST_LETTERS {
        return Ok(None);
    }
    let mut row = Vec::with_capacity(suffixes.len());
    for suffix in suffixes {
        let whole: Vec<usize> = word.iter().chain(suffix).copied().collect();
        let Some(value) = small.value(control, &heaps(&whole, letters))? else { return Ok(None) };
        row.push(value);
    }
    let known = states.iter().position(|state| state.2 == row);
    let state = known.unwrap_or_else(|| {
        states.push((control, word, row));
        states.len() - 1
    });
    Ok((states.len() <= MOST_STATES).then(|| State::try_from(state).unwrap_or(State::MAX)))
}

/// Heaps with these numbers of ones in each place: the first heaps have them.
fn heaps(word: &[usize], letters: usize) -> Vec<u32> {
    let of = |heap: usize| word.iter().fold(0, |size, &ones| 2 * size + u32::from(heap < ones));
    (0..letters - 1).map(of).collect()
}

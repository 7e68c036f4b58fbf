//! The states of a hypothesis, distinguished by the rows of the observation table.

use std::cmp::Reverse;

use bouton_core::{State, Value};
use rustc_hash::FxHashMap;

use super::{FREE, NO_WORD, UNKNOWN};

/// The states found so far, by row. All rows have the same length.
#[derive(Default)]
pub(super) struct States {
    /// The state of the word reader after the prefix, and its values.
    pub(super) rows: Vec<(u128, Vec<Value>)>,
    exact: FxHashMap<u128, FxHashMap<Vec<Value>, State>>,
    some_unknown: bool,
    /// The rows again, for comparing 64 values at a time: for each 64, a word of known values, and
    /// the bits of the values.
    packed: Vec<u64>,
    /// The bits of a value.
    planes: usize,
    /// The row that is looked up, packed.
    asked: Vec<u64>,
    /// The rows once more, by suffix: the states for which the value is known, and the bits of
    /// their values, 64 states at a time.
    columns: Vec<Column>,
    /// The states that may have the row that is looked up.
    open: Vec<u64>,
}

/// The values of the states for one suffix.
#[derive(Clone, Default)]
struct Column {
    /// For each 64 states a word of those whose value is known, and one for each bit of it.
    words: Vec<u64>,
}

/// The most open states whose whole rows are compared.
const FEW: u32 = 4;
/// The number of values after which the open states are compared as a whole.
const ENOUGH: usize = 48;

impl States {
    /// The approximate work of [`find`](Self::find).
    pub(super) fn cost(&self, row: &[Value]) -> u64 {
        let all = self.some_unknown || row.contains(&UNKNOWN);
        if all { self.rows.len() as u64 } else { 1 }
    }

    /// The state of a row: the one with the same values, or else, among those that agree wherever
    /// both are known, the first with the most common values.
    pub(super) fn find(&mut self, read: u128, row: &[Value]) -> Option<State> {
        if let Some(&state) = self.exact.get(&read).and_then(|exact| exact.get(row)) {
            return Some(state);
        }
        if !self.some_unknown && !row.contains(&UNKNOWN) {
            return None;
        }
        self.make_room_for(row);
        self.asked.clear();
        pack(row, self.planes, &mut self.asked);
        let width = self.asked.len();
        self.leave_open(row);
        let mut found: Option<(u32, Reverse<State>)> = None;
        for (word, &open) in self.open.iter().enumerate() {
            let mut open = open;
            while open != 0 {
                let state = word * 64 + open.trailing_zeros() as usize;
                open &= open - 1;
                let packed = &self.packed[state * width..(state + 1) * width];
                if self.rows[state].0 == read
                    && let Some(shared) = shared(packed, &self.asked, self.planes)
                {
                    found = found.max(Some((shared, Reverse(number(state)))));
                }
            }
        }
        found.map(|(_, Reverse(state))| state)
    }

    /// Keeps those states open that do not contradict the first values of a row.
    fn leave_open(&mut self, row: &[Value]) {
        let Self { rows, columns, open, planes, .. } = self;
        open.clear();
        open.resize(rows.len().div_ceil(64), u64::MAX);
        if let (Some(last), rest @ 1..) = (open.last_mut(), rows.len() % 64) {
            *last = (1 << rest) - 1;
        }
        let known = row.iter().zip(columns).filter(|(value, _)| **value != UNKNOWN);
        for (&value, column) in known.take(ENOUGH) {
            let code = code(value, *planes);
            let mut left = 0;
            for (open, states) in open.iter_mut().zip(column.words.chunks_exact(*planes + 1)) {
                if *open != 0 {
                    let differ = (0..).zip(&states[1..]).fold(0, |differ, (bit, states)| {
                        let own = (code >> bit & 1).wrapping_neg();
                        differ | states ^ own
                    });
                    *open &= !(states[0] & differ);
                    left += open.count_ones();
                }
            }
            if left <= FEW {
                break;
            }
        }
    }

    pub(super) fn add(&mut self, read: u128, row: Vec<Value>) -> State {
        let state = number(self.rows.len());
        self.some_unknown |= row.contains(&UNKNOWN);
        self.make_room_for(&row);
        pack(&row, self.planes, &mut self.packed);
        self.columns.resize_with(self.columns.len().max(row.len()), Column::default);
        put(state as usize, &row, self.planes, &mut self.columns);
        self.exact.entry(read).or_default().insert(row.clone(), state);
        self.rows.push((read, row));
        state
    }

    /// Packs all rows again if the values of a new row need more bits.
    fn make_room_for(&mut self, row: &[Value]) {
        let most = row.iter().filter(|&&value| value < FREE).max().copied().unwrap_or(0);
        // One more, for sequences that are not words, and for positions that do not exist.
        let planes = (Value::BITS - most.leading_zeros()) as usize + 1;
        if planes > self.planes {
            self.planes = planes;
            self.packed.clear();
            self.columns.iter_mut().for_each(|column| column.words.clear());
            for (state, (_, row)) in self.rows.iter().enumerate() {
                pack(row, planes, &mut self.packed);
                put(state, row, planes, &mut self.columns);
            }
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "bounded by the limit on states")]
fn number(state: usize) -> State {
    state as State
}

/// The bits that encode a value. Prefixes that the same words may follow have the same suffixes
/// with which they are not words, so these may share a code with other marks.
fn code(value: Value, planes: usize) -> u64 {
    if matches!(value, NO_WORD | FREE) { 1 << (planes - 1) } else { u64::from(value) }
}

/// Writes the row of a state into the columns.
fn put(state: usize, row: &[Value], planes: usize, columns: &mut [Column]) {
    let (word, place) = (state / 64, state % 64);
    for (&value, column) in row.iter().zip(columns) {
        let begin = word * (planes + 1);
        column.words.resize(column.words.len().max(begin + planes + 1), 0);
        if value != UNKNOWN {
            let code = code(value, planes);
            column.words[begin] |= 1 << place;
            for bit in 0..planes {
                column.words[begin + 1 + bit] |= (code >> bit & 1) << place;
            }
        }
    }
}

/// Packs a row: for each 64 values a word of the known ones, and one for each bit of a value.
fn pack(row: &[Value], planes: usize, into: &mut Vec<u64>) {
    for values in row.chunks(64) {
        let known = into.len();
        into.resize(known + 1 + planes, 0);
        let (known, bits) = into[known..].split_at_mut(1);
        for (place, &value) in values.iter().enumerate().filter(|(_, value)| **value != UNKNOWN) {
            known[0] |= 1 << place;
            let code = code(value, planes);
            for (bit, word) in bits.iter_mut().enumerate() {
                *word |= (code >> bit & 1) << place;
            }
        }
    }
}

/// The number of values that two packed rows share; `None` if some value known in both differs.
fn shared(one: &[u64], other: &[u64], planes: usize) -> Option<u32> {
    let mut shared = 0;
    for (one, other) in one.chunks_exact(planes + 1).zip(other.chunks_exact(planes + 1)) {
        let both = one[0] & other[0];
        let differ = one[1..].iter().zip(&other[1..]).fold(0, |differ, (a, b)| differ | a ^ b);
        if both & differ != 0 {
            return None;
        }
        shared += both.count_ones();
    }
    Some(shared)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result of [`States::find`], computed value by value.
    fn first_that_shares_most(rows: &[Vec<Value>], row: &[Value]) -> Option<State> {
        let unknown = |row: &[Value]| row.contains(&UNKNOWN);
        if let Some(same) = rows.iter().position(|known| known == row) {
            return State::try_from(same).ok();
        }
        if !unknown(row) && !rows.iter().any(|row| unknown(row)) {
            return None;
        }
        let agrees =
            |known: &[Value]| known.iter().zip(row).all(|(&a, &b)| a == b || a == UNKNOWN || b == UNKNOWN);
        let shared =
            |known: &[Value]| known.iter().zip(row).filter(|&(&a, &b)| a == b && a != UNKNOWN).count();
        let found = (0u32..).zip(rows).filter(|(_, known)| agrees(known));
        found.max_by_key(|(state, known)| (shared(known), Reverse(*state))).map(|(state, _)| state)
    }

    #[test]
    fn packed_rows_are_compared_as_their_values_are() {
        let values = [0, 1, 2, 5, 700, NO_WORD, UNKNOWN, UNKNOWN, UNKNOWN];
        let mut seed = 1u32;
        let mut draw = |most: usize| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) as usize % most
        };
        let (mut joined, mut new) = (0, 0);
        for length in [0, 1, 5, 64, 130] {
            // Few values first, so that rows have to be packed again.
            for kinds in [2, values.len()] {
                let mut states = States::default();
                let mut rows: Vec<Vec<Value>> = Vec::new();
                for _ in 0..200 {
                    let start = values.len() - kinds;
                    let mut row: Vec<Value> = match rows.len() {
                        0 => vec![UNKNOWN; length],
                        count => rows[draw(count)].clone(),
                    };
                    for _ in 0..2 {
                        if let Some(value) = (length > 0).then(|| draw(length)) {
                            row[value] = values[start + draw(kinds)];
                        }
                    }
                    let expected = first_that_shares_most(&rows, &row);
                    assert_eq!(states.find(0, &row), expected, "{rows:?} {row:?}");
                    assert_eq!(states.find(1, &row), None);
                    if expected.is_none() || draw(4) == 0 && expected.is_some_and(|e| rows[e as usize] != row)
                    {
                        states.add(0, row.clone());
                        rows.push(row);
                        new += 1;
                    } else {
                        joined += 1;
                    }
                }
            }
        }
        assert!(joined > 100 && new > 100, "{joined} {new}");
    }
}

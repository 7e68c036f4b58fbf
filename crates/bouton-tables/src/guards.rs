//! Guards as masks: the positions of a word for which a formula holds.

use std::sync::{Arc, Mutex, PoisonError};

use bouton_core::{Formula, LinearExpression};
use rustc_hash::FxHashMap;

use crate::geometry::{Columns, Geometry, LANES, Words, ones};

/// A linear expression within a turn of a sheet: outer coordinates, slab and block are fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Line {
    constant: i64,
    time: i64,
    bit: i64,
    column: i64,
}

/// A formula within a turn, without the parts that are constant there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Guard {
    Always,
    Never,
    NotPositive(Line),
    Zero(Line),
    Congruent(Line, i64, i64),
    Not(Box<Guard>),
    And(Vec<Guard>),
    Or(Vec<Guard>),
}

/// One turn of a sheet: the values of the outer coordinates, of the slab, and the block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn<'a> {
    pub(crate) geometry: &'a Geometry,
    pub(crate) outer: &'a [i64],
    pub(crate) slab: i64,
    pub(crate) block: i64,
}

impl Turn<'_> {
    fn first_bit(&self) -> i64 {
        self.block * 64
    }

    fn line(&self, expression: &LinearExpression) -> Line {
        let Geometry { roles, .. } = self.geometry;
        let mut line = Line { constant: expression.constant_term(), time: 0, bit: 0, column: 0 };
        for &(variable, factor) in expression.terms() {
            let coordinate = variable.index();
            if coordinate == roles.time {
                line.time = factor;
            } else if coordinate == roles.bit {
                line.bit = factor;
                line.constant += factor * self.first_bit();
                if roles.columns == Columns::Blocks {
                    line.column = 64 * factor;
                }
            } else if roles.columns == Columns::Coordinate(coordinate) {
                line.column = factor;
            } else if roles.slab == Some(coordinate) {
                line.constant += factor * self.slab;
            } else if let Some(place) = roles.outer.iter().position(|&outer| outer == coordinate) {
                line.constant += factor * self.outer[place];
            }
        }
        line
    }

    /// The least and the greatest value of a line in the turn.
    fn range(&self, line: &Line) -> (i64, i64) {
        let Geometry { roles, last, last_column, .. } = self.geometry;
        let bits = (last[roles.bit] - self.first_bit()).min(63);
        [(line.time, last[roles.time]), (line.bit, bits), (line.column, *last_column)].iter().fold(
            (line.constant, line.constant),
            |(least, greatest), &(factor, most)| {
                (least + (factor * most).min(0), greatest + (factor * most).max(0))
            },
        )
    }

    /// Returns the guard of a formula in this turn.
    pub(crate) fn guard(&self, formula: &Formula) -> Guard {
        let plain = |holds: bool| if holds { Guard::Always } else { Guard::Never };
        match formula {
            Formula::True => Guard::Always,
            Formula::False => Guard::Never,
            Formula::NotPositive(expression) => {
                let line = self.line(expression);
                let (least, greatest) = self.range(&line);
                if greatest <= 0 || least > 0 { plain(greatest <= 0) } else { Guard::NotPositive(line) }
            }
            Formula::Zero(expression) => {
                let line = self.line(expression);
                let (least, greatest) = self.range(&line);
                if least == greatest || least > 0 || greatest < 0 {
                    plain(least == 0 && greatest == 0)
                } else {
                    Guard::Zero(line)
                }
            }
            Formula::Congruent { expression, modulus, residue } => {
                let line = self.line(expression);
                let (modulus, residue) = (i64::from(*modulus), i64::from(*residue));
                let reduced = Line {
                    constant: line.constant.rem_euclid(modulus),
                    time: line.time.rem_euclid(modulus),
                    bit: line.bit.rem_euclid(modulus),
                    column: line.column.rem_euclid(modulus),
                };
                if (reduced.time, reduced.bit, reduced.column) == (0, 0, 0) {
                    plain(reduced.constant == residue)
                } else {
                    Guard::Congruent(reduced, modulus, residue)
                }
            }
            Formula::Not(inner) => match self.guard(inner) {
                Guard::Always => Guard::Never,
                Guard::Never => Guard::Always,
                Guard::Not(inner) => *inner,
                other => Guard::Not(Box::new(other)),
            },
            Formula::And(parts) => self.joined(parts, Guard::Always, &Guard::Never, Guard::And),
            Formula::Or(parts) => self.joined(parts, Guard::Never, &Guard::Always, Guard::Or),
        }
    }

    fn joined(&self, parts: &[Formula], unit: Guard, zero: &Guard, join: fn(Vec<Guard>) -> Guard) -> Guard {
        let mut open: Vec<Guard> = Vec::new();
        for part in parts {
            let guard = self.guard(part);
            if guard == *zero {
                return guard;
            }
            if guard != unit && !open.contains(&guard) {
                open.push(guard);
            }
        }
        match open.len() {
            0 => unit,
            1 => open.remove(0),
            _ => join(open),
        }
    }
}

impl Guard {
    /// Whether this depends on the column.
    fn reads_column(&self) -> bool {
        match self {
            Self::Always | Self::Never => false,
            Self::NotPositive(line) | Self::Zero(line) | Self::Congruent(line, ..) => line.column != 0,
            Self::Not(inner) => inner.reads_column(),
            Self::And(parts) | Self::Or(parts) => parts.iter().any(Self::reads_column),
        }
    }

    /// Restricts the guard to one column, without the parts that are constant there.
    fn at_column(&self, column: i64, last: i64) -> Self {
        let fixed = |line: &Line| Line { constant: line.constant + line.column * column, column: 0, ..*line };
        let range = |line: &Line| {
            let (time, bit) = (line.time * last, line.bit * 63);
            (line.constant + time.min(0) + bit.min(0), line.constant + time.max(0) + bit.max(0))
        };
        let plain = |holds: bool| if holds { Self::Always } else { Self::Never };
        match self {
            Self::Always | Self::Never => self.clone(),
            Self::NotPositive(line) => {
                let line = fixed(line);
                match range(&line) {
                    (_, ..=0) => Self::Always,
                    (1.., _) => Self::Never,
                    _ => Self::NotPositive(line),
                }
            }
            Self::Zero(line) => {
                let line = fixed(line);
                match range(&line) {
                    (0, 0) => Self::Always,
                    (1.., _) | (_, ..=-1) => Self::Never,
                    _ => Self::Zero(line),
                }
            }
            Self::Congruent(line, modulus, residue) => Self::Congruent(fixed(line), *modulus, *residue),
            Self::Not(inner) => match inner.at_column(column, last) {
                Self::Always => Self::Never,
                Self::Never => Self::Always,
                other => Self::Not(Box::new(other)),
            },
            Self::And(parts) => {
                let mut left = Vec::new();
                for part in parts {
                    match part.at_column(column, last) {
                        Self::Always => {}
                        Self::Never => return Self::Never,
                        other => left.push(other),
                    }
                }
                if left.is_empty() { plain(true) } else { Self::And(left) }
            }
            Self::Or(parts) => {
                let mut left = Vec::new();
                for part in parts {
                    match part.at_column(column, last) {
                        Self::Never => {}
                        Self::Always => return Self::Always,
                        other => left.push(other),
                    }
                }
                if left.is_empty() { plain(false) } else { Self::Or(left) }
            }
        }
    }

    /// Returns the bits of a word for which this holds; `sum` is its time + bit. The guard must not
    /// depend on the column.
    fn word(&self, sum: i64) -> u64 {
        // Time is sum − bit, so that a line is a + b · bit.
        let at = |line: &Line| (line.constant + line.time * sum, line.bit - line.time);
        match self {
            Self::Always => u64::MAX,
            Self::Never => 0,
            Self::NotPositive(line) => {
                let (a, b) = at(line);
                match b {
                    _ if a <= 0 && a + 63 * b <= 0 => u64::MAX,
                    _ if a > 0 && a + 63 * b > 0 => 0,
                    1.. => ones((-a).div_euclid(b).min(63)),
                    _ => !ones((a + -b - 1).div_euclid(-b).min(64) - 1),
                }
            }
            Self::Zero(line) => {
                let (a, b) = at(line);
                match b {
                    0 if a == 0 => u64::MAX,
                    0 => 0,
                    _ if a > 0 && a + 63 * b > 0 || a < 0 && a + 63 * b < 0 => 0,
                    _ if a % b != 0 || !(0..64).contains(&(-a / b)) => 0,
                    _ => 1 << (-a / b),
                }
            }
            Self::Congruent(line, modulus, residue) => {
                let (a, b) = at(line);
                let (mut value, step) = (a.rem_euclid(*modulus), b.rem_euclid(*modulus));
                let mut word = 0;
                for bit in 0..64 {
                    word |= u64::from(value == *residue) << bit;
                    value += step;
                    if value >= *modulus {
                        value -= modulus;
                    }
                }
                word
            }
            Self::Not(inner) => !inner.word(sum),
            Self::And(parts) => {
                parts.iter().fold(u64::MAX, |word, part| if word == 0 { 0 } else { word & part.word(sum) })
            }
            Self::Or(parts) => {
                parts.iter().fold(0, |word, part| if word == u64::MAX { word } else { word | part.word(sum) })
            }
        }
    }
}

/// The mask of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowMask {
    /// All positions of the row.
    All,
    /// No positions of the row.
    Nothing,
    /// One vector for each vector of the row, from this index on.
    Words(usize),
}

/// The masks of the rows of one turn, in one panel.
#[derive(Clone, Debug)]
pub(crate) struct MaskPlane {
    pub(crate) words: Vec<Words>,
    pub(crate) rows: Vec<RowMask>,
}

impl MaskPlane {
    /// Creates the masks. `met[i]` is the guard i turns before `turn`; it does not hold where there
    /// is no such turn. `there` are the positions that exist.
    fn new(met: &[Guard], turn: i64, panel: usize, geometry: &Geometry, there: &Self) -> Self {
        let Geometry { skew, period, width, .. } = *geometry;
        let first = i64::try_from(panel).unwrap_or(0) * geometry.panel_columns();
        let rows = usize::try_from(period).unwrap_or(0);
        // The positions where the guard fails. They are few: most of a guard drops out at once.
        let mut failing = vec![Words([0; LANES]); rows * width];
        let mut fails = vec![false; rows];
        for (back, met) in (0..).zip(met) {
            let of_turn = geometry.of_turn(turn - back);
            for column in 0..LANES * width {
                let (lane, vector) = (column / width, column % width);
                let column = i64::try_from(column).unwrap_or(i64::MAX);
                let bits = of_turn & geometry.of_column(first + column);
                // Little of the guard remains in one column.
                let guard = met.at_column(first + column, geometry.last[geometry.roles.time]);
                if bits == 0 || guard == Guard::Always {
                    continue;
                }
                // The rows whose word has a bit of this turn.
                let first_sum = back * period - skew * column;
                let begin = (-first_sum).clamp(0, period);
                let end = (geometry.last[geometry.roles.time] + 64 - first_sum).clamp(begin, period);
                for row in begin..end {
                    let fail = geometry.valid(row + first_sum) & bits & !guard.word(row + first_sum);
                    if fail != 0 {
                        let row = usize::try_from(row).unwrap_or(0);
                        failing[row * width + vector].0[lane] |= fail;
                        fails[row] = true;
                    }
                }
            }
        }
        let of_column = |vector: usize, lane: usize| {
            geometry.of_column(first + i64::try_from(lane * width + vector).unwrap_or(i64::MAX))
        };
        // Only rows with both kinds of positions need words.
        let mut plane = Self { words: Vec::new(), rows: Vec::with_capacity(rows) };
        for (row, failing) in failing.chunks(width).enumerate() {
            if !fails[row] {
                plane.rows.push(RowMask::All);
                continue;
            }
            let existing = match there.rows[row] {
                RowMask::All => None,
                RowMask::Nothing => {
                    plane.rows.push(RowMask::Nothing);
                    continue;
                }
                RowMask::Words(start) => Some(&there.words[start..]),
            };
            let before = plane.words.len();
            let mut nothing = true;
            for (vector, failing) in failing.iter().enumerate() {
                let exists = |lane: usize| existing.map_or(u64::MAX, |words| words[vector].0[lane]);
                let word = |lane: usize| exists(lane) & !failing.0[lane] & of_column(vector, lane);
                let words: [u64; LANES] = std::array::from_fn(word);
                nothing &= words == [0; LANES];
                plane.words.push(Words(words));
            }
            plane.rows.push(if nothing { RowMask::Nothing } else { RowMask::Words(before) });
            if nothing {
                plane.words.truncate(before);
            }
        }
        plane
    }

    /// Returns the mask of a guard that holds at all positions, or at no position.
    fn plain(holds: bool, geometry: &Geometry) -> Self {
        let row = if holds { RowMask::All } else { RowMask::Nothing };
        let rows = usize::try_from(geometry.period).unwrap_or(0);
        Self { words: Vec::new(), rows: vec![row; rows] }
    }
}

impl MaskPlane {
    /// Returns the positions that exist in the rows of a turn. These words depend only on row −
    /// skew · vector, so that each row has a window of one table for each remainder by the skew.
    /// `bits` are the possible bits of the turn and of those before it, the turn itself first.
    fn valid(bits: &[u64], geometry: &Geometry) -> Self {
        let Geometry { skew, period, width, .. } = *geometry;
        let vectors = i64::try_from(width).unwrap_or(i64::MAX);
        let most = (period - 1) / skew;
        let length = most + vectors;
        let mut words = Vec::new();
        for rest in 0..skew {
            // Entry j is for row/skew − vector = most − j.
            for entry in 0..length {
                let mut here = [0; LANES];
                for (lane, word) in (0..).zip(&mut here) {
                    let sum = rest + skew * (most - entry - lane * vectors);
                    for (bits, back) in bits.iter().zip(0..) {
                        *word |= geometry.valid(sum + back * period) & bits;
                    }
                }
                words.push(Words(here));
            }
        }
        let start = |row: i64| usize::try_from(row % skew * length + most - row / skew).unwrap_or(usize::MAX);
        let row = |row: i64| {
            let start = start(row);
            let whole = words[start..start + width].iter().all(|words| words.0 == [u64::MAX; LANES]);
            if whole { RowMask::All } else { RowMask::Words(start) }
        };
        let rows = (0..period).map(row).collect();
        Self { words, rows }
    }
}

/// The guards in a turn and in those before it, the bits that they have, and the panel.
type MaskKey = (Vec<Guard>, Vec<u64>, usize);

/// The masks of turns. Each mask is created once, because many turns have the same.
#[derive(Debug)]
pub(crate) struct Masks {
    /// The most bytes of masks that are kept.
    most: usize,
    known: Mutex<FxHashMap<MaskKey, Arc<MaskPlane>>>,
    valid: Mutex<FxHashMap<Vec<u64>, Arc<MaskPlane>>>,
}

/// The number of masks that are kept.
pub(crate) const MASKS_KEPT: usize = 200;

impl Masks {
    /// Creates an empty collection that keeps at most `most` bytes of masks.
    pub(crate) fn within(most: usize) -> Self {
        Self { most, known: Mutex::default(), valid: Mutex::default() }
    }

    /// The positions where a guard holds in the rows of a turn; `met[i]` is the guard i turns
    /// before it.
    pub(crate) fn of(&self, met: &[Guard], turn: i64, panel: usize, geometry: &Geometry) -> Arc<MaskPlane> {
        let bits: Vec<u64> = (0..).take(met.len()).map(|back| geometry.of_turn(turn - back)).collect();
        // Whole panels share masks that do not depend on the column.
        let shared = geometry.is_whole(panel) && !met.iter().any(Guard::reads_column);
        let panel = if shared { 0 } else { panel };
        let key = (met.to_vec(), bits, panel);
        if let Some(plane) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Arc::clone(plane);
        }
        let there = || key.0.iter().zip(&key.1).filter(|(_, bits)| **bits != 0);
        let plane = if there().all(|(guard, _)| *guard == Guard::Always) {
            MaskPlane::plain(true, geometry)
        } else if there().all(|(guard, _)| *guard == Guard::Never) {
            MaskPlane::plain(false, geometry)
        } else {
            MaskPlane::new(&key.0, turn, panel, geometry, &self.valid(turn, geometry))
        };
        let plane = Arc::new(plane);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let words: usize = known.values().chain([&plane]).map(|plane| plane.words.len()).sum();
        if known.len() >= MASKS_KEPT || words * size_of::<Words>() > self.most {
            known.clear();
        }
        known.insert(key, Arc::clone(&plane));
        plane
    }

    /// The positions that exist in the rows of a turn.
    pub(crate) fn valid(&self, turn: i64, geometry: &Geometry) -> Arc<MaskPlane> {
        let bits: Vec<u64> = (0..=geometry.turns_met()).map(|back| geometry.of_turn(turn - back)).collect();
        let mut known = self.valid.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(bits).or_insert_with_key(|bits| Arc::new(MaskPlane::valid(bits, geometry))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_hold_what_the_line_says() {
        for constant in -70..70 {
            for (time, bit) in [(0, 1), (1, 0), (2, -1), (-3, 1), (1, 1), (0, -2), (-1, 4)] {
                let line = Line { constant, time, bit, column: 1 };
                for sum in [0, 5, 63, 90] {
                    let value = |at: i64| constant + time * (sum - at) + bit * at + 2;
                    // The positions where the time is at least 0.
                    let valid = ones(sum);
                    let bits = |holds: &dyn Fn(i64) -> bool| {
                        valid & (0..64).filter(|&at| holds(value(at))).fold(0u64, |word, at| word | 1 << at)
                    };
                    let word = |guard: Guard| valid & guard.at_column(2, 90).word(sum);
                    let context = format!("{line:?} {sum}");
                    assert_eq!(word(Guard::NotPositive(line)), bits(&|value| value <= 0), "{context}");
                    assert_eq!(word(Guard::Zero(line)), bits(&|value| value == 0), "{context}");
                    let congruent = word(Guard::Congruent(line, 3, 1));
                    assert_eq!(congruent, bits(&|value| value.rem_euclid(3) == 1), "{context}");
                }
            }
        }
    }
}

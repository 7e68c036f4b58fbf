//! Guards as masks: for which positions of a word a formula holds.

use std::sync::{Arc, Mutex, PoisonError};

use bouton_core::{Formula, LinearExpression};
use rustc_hash::FxHashMap;

use crate::geometry::{Columns, Geometry, LANES, ones};

/// A linear expression within a sheet, whose outer coordinates are fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Line {
    constant: i64,
    time: i64,
    bit: i64,
    column: i64,
}

/// A formula within a sheet, without the parts that are plain there.
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

/// A sheet: the values of the outer coordinates, and the block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sheet<'a> {
    pub(crate) geometry: &'a Geometry,
    pub(crate) outer: &'a [i64],
    pub(crate) block: usize,
}

impl Sheet<'_> {
    fn first_bit(&self) -> i64 {
        i64::try_from(self.block).unwrap_or(0) * 64
    }

    fn line(&self, expression: &LinearExpression) -> Line {
        let Geometry { roles, .. } = self.geometry;
        let mut line = Line { constant: expression.constant_term(), time: 0, bit: 0, column: 0 };
        for &(variable, factor) in expression.terms() {
            let coordinate = variable.index();
            if coordinate == roles.time {
                line.time = factor;
            } else if Some(coordinate) == roles.bit {
                line.bit = factor;
                line.constant += factor * self.first_bit();
                if roles.columns == Columns::Blocks {
                    line.column = 64 * factor;
                }
            } else if roles.columns == Columns::Coordinate(coordinate) {
                line.column = factor;
            } else if let Some(place) = roles.outer.iter().position(|&outer| outer == coordinate) {
                line.constant += factor * self.outer[place];
            }
        }
        line
    }

    /// The least and the greatest value of a line in the sheet.
    fn range(&self, line: &Line) -> (i64, i64) {
        let Geometry { roles, last, last_column, .. } = self.geometry;
        let bits = roles.bit.map_or(0, |bit| (last[bit] - self.first_bit()).min(63));
        [(line.time, last[roles.time]), (line.bit, bits), (line.column, *last_column)].iter().fold(
            (line.constant, line.constant),
            |(least, greatest), &(factor, most)| {
                (least + (factor * most).min(0), greatest + (factor * most).max(0))
            },
        )
    }

    /// What a formula says in this sheet.
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
    /// The bits of a word for which this holds; `sum` is its time + bit.
    fn word(&self, sum: i64, column: i64) -> u64 {
        // Time is sum − bit, so that a line is a + b · bit.
        let at = |line: &Line| (line.constant + line.time * sum + line.column * column, line.bit - line.time);
        match self {
            Self::Always => u64::MAX,
            Self::Never => 0,
            Self::NotPositive(line) => {
                let (a, b) = at(line);
                match b {
                    0 if a <= 0 => u64::MAX,
                    0 => 0,
                    1.. => ones((-a).div_euclid(b).min(63)),
                    _ => !ones((a + -b - 1).div_euclid(-b).min(64) - 1),
                }
            }
            Self::Zero(line) => {
                let (a, b) = at(line);
                match b {
                    0 if a == 0 => u64::MAX,
                    0 => 0,
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
            Self::Not(inner) => !inner.word(sum, column),
            Self::And(parts) => parts
                .iter()
                .fold(u64::MAX, |word, part| if word == 0 { 0 } else { word & part.word(sum, column) }),
            Self::Or(parts) => parts
                .iter()
                .fold(0, |word, part| if word == u64::MAX { word } else { word | part.word(sum, column) }),
        }
    }
}

/// The mask of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RowMask {
    /// It holds throughout.
    All,
    /// It holds nowhere.
    Nothing,
    /// A word for each column, from the first that is written.
    Words(Box<[u64]>),
}

/// The masks of a sheet.
#[derive(Clone, Debug)]
pub(crate) struct MaskPlane {
    pub(crate) rows: Vec<RowMask>,
}

impl MaskPlane {
    fn new(guard: &Guard, geometry: &Geometry) -> Self {
        let mut words = Vec::new();
        let rows = (0..).zip(&geometry.rows).map(|(time, row)| {
            words.clear();
            let (mut all, mut nothing) = (true, true);
            for column in (row.first..).take(row.vectors * LANES) {
                let sum = time - geometry.skew * column;
                let valid = if column > geometry.last_column { 0 } else { geometry.valid(sum) };
                let word = if valid == 0 { 0 } else { guard.word(sum, column) & valid };
                all &= word == valid;
                nothing &= word == 0;
                words.push(word);
            }
            match (all, nothing) {
                (true, _) => RowMask::All,
                (_, true) => RowMask::Nothing,
                _ => RowMask::Words(words.as_slice().into()),
            }
        });
        Self { rows: rows.collect() }
    }
}

/// The masks of sheets, each made once: many sheets share theirs.
#[derive(Debug, Default)]
pub(crate) struct Masks {
    known: Mutex<FxHashMap<Guard, Arc<MaskPlane>>>,
}

/// How many masks are kept.
pub(crate) const MASKS_KEPT: usize = 12;

impl Masks {
    pub(crate) fn of(&self, guard: &Guard, geometry: &Geometry) -> Arc<MaskPlane> {
        if let Some(plane) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(guard) {
            return Arc::clone(plane);
        }
        let plane = Arc::new(MaskPlane::new(guard, geometry));
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MASKS_KEPT {
            known.clear();
        }
        known.insert(guard.clone(), Arc::clone(&plane));
        plane
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
                    let bits = |holds: &dyn Fn(i64) -> bool| {
                        (0..64).filter(|&at| holds(value(at))).fold(0u64, |word, at| word | 1 << at)
                    };
                    assert_eq!(
                        Guard::NotPositive(line).word(sum, 2),
                        bits(&|value| value <= 0),
                        "{line:?} {sum}"
                    );
                    assert_eq!(Guard::Zero(line).word(sum, 2), bits(&|value| value == 0), "{line:?} {sum}");
                    let congruent = Guard::Congruent(line, 3, 1).word(sum, 2);
                    assert_eq!(congruent, bits(&|value| value.rem_euclid(3) == 1), "{line:?} {sum}");
                }
            }
        }
    }
}

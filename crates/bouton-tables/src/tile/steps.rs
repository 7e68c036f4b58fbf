//! Tiles of numbers: Grundy values and remoteness, where moves are of bounded size.
//!
//! A value depends on the values to which single steps lead. So a tile needs the values of the
//! tiles below it that its steps reach, as numbers. The binary digits of a value are planes of
//! bits, one for each digit, and faces are cut from them as from planes of outcomes. Moves of any
//! amount would need all values along a line of any length; such rules are refused.

use bouton_core::{Formula, LimitReached, Valuation, Value, Watch};

use super::{TilingError, fill::Given};
use crate::{
    Unfit,
    bits::{each_point, ones},
    plan::{Crossing, MOST_COORDINATES, Window},
    shape::{Jump, Shape, Step, reduced},
};

/// The data to compute the numbers of a tile.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    remoteness: bool,
    /// The steps of each control state.
    steps: Vec<Vec<Step>>,
    /// An upper bound of all values.
    bound: u64,
}

impl Steps {
    /// Reads the steps of a ruleset in the box up to `last`, and the reads at other positions.
    /// Returns `None` for values that are classes.
    ///
    /// # Errors
    ///
    /// If moves are not of bounded size.
    pub(super) fn new(
        shape: &Shape,
        valuation: Valuation,
        last: &[i64],
    ) -> Result<Option<(Self, Crossing)>, TilingError> {
        let remoteness = match valuation {
            Valuation::Grundy => false,
            Valuation::Remoteness => true,
            _ => return Ok(None),
        };
        if !(2..=MOST_COORDINATES).contains(&shape.dimension) {
            return Err(Unfit::Dimension.into());
        }
        let fits = |by: &[i64]| by.iter().zip(last).all(|(&by, &last)| -by <= last);
        let mut steps: Vec<Vec<Step>> = vec![Vec::new(); shape.controls];
        for Jump { from, to, guard, vector, generators } in shape.jumps.iter().cloned() {
            if !fits(&vector) {
                continue;
            }
            // The step is only taken where no coordinate is too small for it.
            let ranges = vector.iter().zip(last).map(|(&by, &last)| (i128::from(-by), i128::from(last)));
            let guard = reduced(guard, &ranges.collect::<Vec<_>>());
            if generators.iter().any(|generator| fits(generator)) {
                return Err(TilingError::Rays);
            }
            steps[from].push(Step { to, guard, vector });
        }
        // The mex of a set is at most its size; the remoteness is at most the rank, plus one for
        // each control state.
        let bound = if remoteness {
            last.iter().fold(shape.controls as u64, |sum, last| sum.saturating_add(last.unsigned_abs()))
        } else {
            steps.iter().map(|steps| steps.len() as u64).max().unwrap_or(0)
        };
        if bound >= u64::from(Value::MAX) {
            return Err(TilingError::TooMany);
        }
        let steps = Self { remoteness, steps, bound };
        let mut crossing = Crossing { reach: vec![0; last.len()], ..Crossing::default() };
        crossing.planes.resize(steps.steps.len() * steps.digits(), 0);
        for step in steps.steps.iter().flatten() {
            for digit in 0..steps.digits() {
                crossing.note(step.to * steps.digits() + digit, &step.vector);
            }
        }
        Ok(Some((steps, crossing)))
    }

    /// The number of binary digits of a value.
    pub(super) fn digits(&self) -> usize {
        ((u64::BITS - self.bound.leading_zeros()) as usize).max(1)
    }

    /// The number of control states.
    pub(super) fn controls(&self) -> usize {
        self.steps.len()
    }

    /// The approximate number of seconds that a position takes in all control states.
    #[allow(clippy::cast_precision_loss, reason = "an estimate needs no last digit")]
    pub(super) fn seconds_a_position(&self) -> f64 {
        let steps: usize = self.steps.iter().map(Vec::len).sum();
        (20.0 * self.steps.len() as f64 + 8.0 * steps as f64) * 1e-9
    }

    /// The bytes of the values of a window while they are computed.
    pub(super) fn bytes(&self, window: &Window) -> u128 {
        let points = window.last.iter().map(|&last| u128::from(last.unsigned_abs()) + 1);
        let each = match self.digits() {
            0..=8 => 1,
            9..=16 => 2,
            _ => 4,
        };
        // A row is computed beside them.
        let row = window.last.last().map_or(0, |&last| u128::from(last.unsigned_abs()) + 1);
        let beside = row.saturating_mul((self.steps.len() * size_of::<Found>() + size_of::<Value>()) as u128);
        points.fold(each * self.steps.len() as u128, u128::saturating_mul).saturating_add(beside)
    }

    /// Computes the values of a window. The words are the planes of digits without the given part, those of the first
    /// control state first. `given` are bits of planes, each with its location in the window.
    pub(super) fn fill(
        &self,
        window: &Window,
        given: &[Given],
        sides: &[usize],
        words: &mut [u64],
        watch: &Watch,
    ) -> Result<(), LimitReached> {
        match self.digits() {
            0..=8 => self.fill_cells::<u8>(window, given, sides, words, watch),
            9..=16 => self.fill_cells::<u16>(window, given, sides, words, watch),
            _ => self.fill_cells::<u32>(window, given, sides, words, watch),
        }
    }

    fn fill_cells<T: Cell>(
        &self,
        window: &Window,
        given: &[Given],
        sides: &[usize],
        to: &mut [u64],
        watch: &Watch,
    ) -> Result<(), LimitReached> {
        let too_large = || LimitReached::Memory { needed: self.bytes(window), limit: watch.memory_left() };
        let controls = self.steps.len();
        let lengths: Option<Vec<usize>> =
            window.last.iter().map(|&last| usize::try_from(last).ok()?.checked_add(1)).collect();
        let lengths = lengths.ok_or_else(too_large)?;
        let Some((&length, _)) = lengths.split_last() else { return Ok(()) };
        let all = lengths.iter().try_fold(controls, |all, &length| all.checked_mul(length));
        let mut cells: Vec<T> = Vec::new();
        cells.try_reserve_exact(all.ok_or_else(too_large)?).map_err(|_| too_large())?;
        cells.resize(all.unwrap_or(0), T::default());
        // The values of a row follow each other, those of each control state after those of the one before.
        let mut strides = vec![controls * length; lengths.len()];
        for place in (1..lengths.len() - 1).rev() {
            strides[place - 1] = strides[place] * lengths[place];
        }
        if let Some(along) = strides.last_mut() {
            *along = 1;
        }
        let digits = self.digits();
        for Given { plane, start, bits } in given {
            let (control, digit) = (plane / digits, plane % digits);
            bits.for_each_set(|at| {
                let cell =
                    at.iter().zip(start).zip(&strides).map(|((at, start), stride)| (at + start) * stride);
                cells[cell.sum::<usize>() + control * length].set(digit);
            });
        }
        let first: Vec<usize> =
            window.given.iter().map(|&given| usize::try_from(given).unwrap_or(0)).collect();
        let (side, begin, width) = (sides[sides.len() - 1], first[first.len() - 1], sides.len() - 1);
        let backs: Vec<Vec<Back<'_>>> = (0..controls)
            .map(|control| {
                let steps = self.steps[control].iter();
                steps.map(|step| Back::new(step, control, &strides, length, &lengths)).collect()
            })
            .collect();
        let mut row = Row {
            remoteness: self.remoteness,
            found: vec![Found::default(); controls * side],
            set: vec![0u64; usize::try_from(self.bound / 64).unwrap_or(0) + 2],
            wide: vec![0i128; lengths.len()],
            begin,
            bound: self.bound,
        };
        let mut at = vec![0usize; lengths.len()];
        // The steps within the row, or with a condition on the position, or to values that do not fit a word.
        let mut single: Vec<Vec<&Back<'_>>> = vec![Vec::new(); controls];
        let mut values: Vec<Value> = vec![0; side];
        let words = side.div_ceil(64);
        let plane = to.len() / (controls * digits).max(1);
        let (mut line, mut done, mut failed) = (0, 0u64, Ok(()));
        each_point(&sides[..width], &mut |point| {
            if failed.is_err() {
                return;
            }
            for (place, value) in point.iter().enumerate() {
                at[place] = value + first[place];
            }
            let cell: usize = at.iter().zip(&strides).take(width).map(|(at, stride)| at * stride).sum();
            for (wide, (at, origin)) in row.wide.iter_mut().zip(at.iter().zip(&window.origin)) {
                *wide = *at as i128 + i128::from(*origin);
            }
            row.found.fill(Found::default());
            for (control, (single, backs)) in single.iter_mut().zip(&backs).enumerate() {
                single.clear();
                let there =
                    |back: &&Back<'_>| back.fits && back.by[..width].iter().zip(&at).all(|(by, at)| by <= at);
                for back in backs.iter().filter(there) {
                    if back.within_row || *back.guard != Formula::True || self.bound >= 64 && !self.remoteness
                    {
                        single.push(back);
                    } else {
                        let skipped = back.by[width].saturating_sub(begin).min(side);
                        let from = cell + control * length + begin + skipped - back.cells;
                        row.note(control * side + skipped, &cells[from..from + side - skipped]);
                    }
                }
            }
            failed = row.finish(&mut cells, cell, length, &single);
            for control in 0..controls {
                let cells = &cells[cell + control * length + begin..][..side];
                values.iter_mut().zip(cells).for_each(|(value, &cell)| *value = cell.into());
                for digit in 0..digits {
                    let to = &mut to[(control * digits + digit) * plane + line * words..][..words];
                    for (to, values) in to.iter_mut().zip(values.chunks(64)) {
                        *to = (0..)
                            .zip(values)
                            .fold(0, |word, (bit, value)| word | u64::from(value >> digit & 1) << bit);
                    }
                }
            }
            line += 1;
            done += side as u64;
            if done >= 4096 {
                failed = failed.and(watch.spend(done));
                done = 0;
            }
        });
        failed?;
        watch.spend(done)
    }

    /// Counts the positions of a tile by value, from its planes of digits, up to the greatest value
    /// that occurs.
    pub(super) fn counts(&self, words: &[u64], sides: &[usize]) -> Vec<Vec<u64>> {
        let side = sides.last().copied().unwrap_or(0);
        let (width, digits) = (side.div_ceil(64), self.digits());
        let plane = words.len() / (self.controls() * digits).max(1);
        let of = |planes: &[u64]| {
            let mut counts: Vec<u64> = Vec::new();
            for word in 0..plane {
                let all = ones(side - 64 * (word % width));
                count_below(&mut counts, 0, all, &|digit| planes[digit * plane + word], digits);
            }
            counts
        };
        words.chunks((digits * plane).max(1)).map(of).collect()
    }
}

/// A step in a window.
struct Back<'a> {
    /// The number of values of each coordinate that it goes back.
    by: Vec<usize>,
    /// The number of cells that it goes back; it may wrap where it leads to a later control state of the same row.
    cells: usize,
    /// Whether it stays inside of the window somewhere.
    fits: bool,
    /// Whether it changes the last coordinate at most.
    within_row: bool,
    guard: &'a Formula,
}

impl<'a> Back<'a> {
    fn new(step: &'a Step, control: usize, strides: &[usize], length: usize, lengths: &[usize]) -> Self {
        let by = step.vector.iter().map(|by| usize::try_from(by.unsigned_abs()).unwrap_or(usize::MAX));
        let by: Vec<usize> = by.collect();
        let fits = by.iter().zip(lengths).all(|(by, length)| by < length);
        let back = by
            .iter()
            .zip(strides)
            .fold(0usize, |sum, (by, stride)| sum.wrapping_add(by.wrapping_mul(*stride)));
        let cells = back.wrapping_add(control * length).wrapping_sub(step.to * length);
        let within_row = by.iter().rev().skip(1).all(|&by| by == 0);
        Self { by, cells, fits, within_row, guard: &step.guard }
    }
}

/// The values of options found so far.
#[derive(Clone, Copy, Debug)]
struct Found {
    /// The values below 64, as bits.
    set: u64,
    /// The least even value, or the greatest number if no value is even.
    even: Value,
    /// The greatest value plus one.
    greatest: Value,
}

impl Default for Found {
    fn default() -> Self {
        Self { set: 0, even: Value::MAX, greatest: 0 }
    }
}

impl Found {
    fn note_remoteness(&mut self, value: Value) {
        self.greatest = self.greatest.max(value + 1);
        self.even = self.even.min(if value.is_multiple_of(2) { value } else { Value::MAX });
    }
}

/// The positions of a row, for each control state.
struct Row {
    remoteness: bool,
    found: Vec<Found>,
    /// A set of values of any size.
    set: Vec<u64>,
    /// The position.
    wide: Vec<i128>,
    /// The first value of the last coordinate that is computed.
    begin: usize,
    bound: u64,
}

impl Row {
    /// Notes the values of options of positions that follow each other, from the number `first` on.
    fn note<T: Cell>(&mut self, first: usize, values: &[T]) {
        let found = self.found[first..].iter_mut().zip(values);
        if self.remoteness {
            found.for_each(|(found, &value)| found.note_remoteness(value.into()));
        } else {
            found.for_each(|(found, &value)| found.set |= 1u64.wrapping_shl(value.into()));
        }
    }

    /// Computes the values of the row that begins at a cell, with these steps besides those that were noted.
    fn finish<T: Cell>(
        &mut self,
        cells: &mut [T],
        cell: usize,
        length: usize,
        single: &[Vec<&Back<'_>>],
    ) -> Result<(), LimitReached> {
        let (side, last) = (self.found.len() / single.len(), self.wide.len() - 1);
        let origin = self.wide[last];
        for along in 0..side {
            let here = along + self.begin;
            self.wide[last] = origin + here as i128;
            for (control, steps) in single.iter().enumerate().rev() {
                let mut found = self.found[control * side + along];
                let is_large = self.bound >= 64 && !self.remoteness;
                if is_large {
                    self.set.fill(0);
                }
                let own = cell + control * length + here;
                for back in steps {
                    if back.by[last] > here || *back.guard != Formula::True && !back.guard.holds(&self.wide) {
                        continue;
                    }
                    let value: Value = cells[own.wrapping_sub(back.cells)].into();
                    if self.remoteness {
                        found.note_remoteness(value);
                    } else if !is_large {
                        found.set |= 1u64.wrapping_shl(value);
                    } else if let Some(word) = self.set.get_mut(value as usize / 64) {
                        *word |= 1 << (value % 64);
                    }
                }
                // A win takes one more than the fastest lost option; a loss one more than the
                // slowest option.
                let value = match () {
                    () if self.remoteness && found.even < Value::MAX => found.even + 1,
                    () if self.remoteness => found.greatest,
                    () if !is_large => found.set.trailing_ones(),
                    () => {
                        let full = self.set.iter().take_while(|&&word| word == u64::MAX).count();
                        Value::try_from(full).unwrap_or(0) * 64
                            + self.set.get(full).map_or(0, |word| word.trailing_ones())
                    }
                };
                match T::try_from(value) {
                    Ok(kept) if u64::from(value) <= self.bound => cells[own] = kept,
                    _ => return Err(LimitReached::Coordinate(value.into())),
                }
            }
        }
        Ok(())
    }
}

/// Counts the positions of a word by value: those in `set` have this value above their last `left` digits, and
/// `digit` returns the digits of each place.
fn count_below(counts: &mut Vec<u64>, value: usize, set: u64, digit: &impl Fn(usize) -> u64, left: usize) {
    if set == 0 {
        return;
    }
    let Some(left) = left.checked_sub(1) else {
        counts.resize(counts.len().max(value + 1), 0);
        counts[value] += u64::from(set.count_ones());
        return;
    };
    let digits = digit(left);
    count_below(counts, value << 1, set & !digits, digit, left);
    count_below(counts, value << 1 | 1, set & digits, digit, left);
}

/// A value as it is stored.
trait Cell: Copy + Default + Into<Value> + TryFrom<Value> {
    /// Sets a binary digit.
    fn set(&mut self, digit: usize);
}

macro_rules! cell {
    ($($number:ty),*) => {
        $(impl Cell for $number {
            fn set(&mut self, digit: usize) {
                *self |= 1 << digit;
            }
        })*
    };
}

cell!(u8, u16, u32);

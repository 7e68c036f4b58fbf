//! The completion of one row: first wins by moves to other rows, then wins within the row.

use std::ops::Range;

use bouton_core::{Batch, ControlState, Formula, LimitReached};

use super::{Control, Foreign, Row};
use super::{
    layout::Layout,
    moves::{Destination, OwnMove, OwnTables, block_order},
    slices::{Site, Slices},
};

/// The completion of one row.
pub(super) struct Extension<'a> {
    pub(super) layout: &'a Layout,
    pub(super) slices: &'a Slices,
    pub(super) site: Site,
    pub(super) outer: &'a [u64],
    pub(super) control: usize,
    /// The number of places of the axis after the completion.
    pub(super) length: usize,
}

/// Buffers for one row, reused for the next.
#[derive(Default)]
pub(super) struct Scratch {
    won: Vec<u64>,
    target: Vec<u64>,
    reduced: Vec<u64>,
    ranges: Vec<(i128, i128)>,
}

impl Extension<'_> {
    pub(super) fn run(
        &self,
        controls: &mut [Control],
        foreign: &mut [Foreign],
        scratch: &mut Scratch,
        batch: &mut Batch<'_>,
    ) -> Result<(), LimitReached> {
        let stride = self.layout.stride;
        let Site { slice, group, place } = self.site;
        let Control::Rows { rows, .. } = &mut controls[self.control] else { return Ok(()) };
        let row = &mut rows[slice][group][place];
        if row.length >= self.length {
            return Ok(());
        }
        let words = (self.length * stride).div_ceil(64);
        batch.spend((words - row.length * stride / 64) as u64)?;
        row.lost.reserve_exact(words.saturating_sub(row.lost.len()));
        row.lost.resize(words, 0);
        let first = row.length * stride / 64;
        scratch.ranges.clear();
        self.win_from_other_rows(controls, foreign, scratch, first..words)?;
        let Control::Rows { rows, own, tables, bytes, .. } = &mut controls[self.control] else {
            return Ok(());
        };
        let row = &mut rows[slice][group][place];
        let mut holds = |guard: &Option<Formula>| match guard {
            None => Some(true),
            Some(guard) => guard.holds_on(self.ranges(&mut scratch.ranges)),
        };
        let all = own.iter().all(|own| holds(&own.guard) == Some(true));
        if all && let Some(bytes) = bytes {
            bytes.settle(&mut row.lost, first, &scratch.won);
            let end = self.length * stride % 64;
            if let Some(last) = row.lost.last_mut().filter(|_| end > 0) {
                *last &= (1 << end) - 1;
            }
        } else if all {
            settle_row(self.layout, tables, row, self.length, first, &scratch.won);
        } else {
            let guards: Vec<Option<bool>> = own.iter().map(|own| holds(&own.guard)).collect();
            if guards.iter().all(Option::is_some) {
                let allowed = own.iter().zip(&guards).filter(|(_, guard)| **guard == Some(true));
                let tables = OwnTables::new(self.layout, &allowed.map(|(own, _)| own).collect::<Vec<_>>());
                settle_row(self.layout, &tables, row, self.length, first, &scratch.won);
            } else {
                self.settle_by_position(own, row, first, &scratch.won);
            }
        }
        row.length = self.length;
        Ok(())
    }

    /// The least and greatest value of each coordinate in the row.
    fn ranges<'r>(&self, ranges: &'r mut Vec<(i128, i128)>) -> &'r [(i128, i128)] {
        if !ranges.is_empty() {
            return ranges;
        }
        ranges.resize(self.layout.weights.len(), (0, 0));
        for (&coordinate, &value) in self.layout.outer.iter().zip(self.outer) {
            ranges[coordinate] = (value.into(), value.into());
        }
        ranges[self.layout.axis] = (0, self.length as i128 - 1);
        for &coordinate in &self.layout.block {
            ranges[coordinate] = (0, self.layout.greatest(coordinate).unwrap_or(0).into());
        }
        ranges
    }

    /// Whether a formula holds at one bit of the row.
    fn holds(&self, formula: &Formula, bit: usize) -> bool {
        let mut position = vec![0; self.layout.weights.len()];
        for (&coordinate, &value) in self.layout.outer.iter().zip(self.outer) {
            position[coordinate] = value;
        }
        position[self.layout.axis] = (bit / self.layout.stride) as u64;
        self.layout.write_block(bit % self.layout.stride, &mut position);
        formula.holds(&position.iter().map(|&x| i128::from(x)).collect::<Vec<_>>())
    }

    /// Finds the bits of some words from which a move leads to a lost position of another row.
    fn win_from_other_rows(
        &self,
        controls: &mut [Control],
        foreign: &mut [Foreign],
        scratch: &mut Scratch,
        words: Range<usize>,
    ) -> Result<(), LimitReached> {
        let Scratch { won, target, reduced, ranges } = scratch;
        won.clear();
        won.resize(words.len(), 0);
        target.resize(self.outer.len(), 0);
        let count = match &controls[self.control] {
            Control::Rows { moves, .. } => moves.len(),
            Control::Periodic { .. } => 0,
        };
        for number in 0..count {
            let Control::Rows { moves, .. } = &controls[self.control] else { break };
            let step = &moves[number];
            let fits = target.iter_mut().zip(self.outer.iter().zip(&step.outer)).all(|(to, (from, &by))| {
                from.checked_add_signed(by).is_some_and(|sum| {
                    *to = sum;
                    true
                })
            });
            if !fits {
                continue;
            }
            let allowed = step.guard.as_ref().map_or(Some(true), |guard| guard.holds_on(self.ranges(ranges)));
            if allowed == Some(false) {
                continue;
            }
            if let Destination::Periodic(to) = step.to {
                let beyond = step.pieces.iter().map(|piece| piece.0).max().unwrap_or(0).max(0).unsigned_abs();
                self.prepare_foreign(controls, &mut foreign[to], to, (&*target, reduced), beyond)?;
            }
            let Control::Rows { moves, .. } = &controls[self.control] else { break };
            let step = &moves[number];
            let lost: &[u64] = match step.to {
                Destination::Rows(to) => {
                    let slice = self.slices.reduce(target);
                    let site = self.slices.site(slice, target);
                    match &controls[to] {
                        Control::Rows { rows, .. } => &rows[slice][site.group][site.place].lost,
                        Control::Periodic { .. } => &[],
                    }
                }
                Destination::Periodic(to) => foreign[to].get(&reduced[..]).map_or(&[], Vec::as_slice),
            };
            for &(offset, pattern) in &step.pieces {
                match &step.guard {
                    Some(guard) if allowed.is_none() => {
                        for (word, won) in words.clone().zip(won.iter_mut()) {
                            let mut found = shifted(lost, word, offset) & pattern & !*won;
                            while found != 0 {
                                let bit = found.trailing_zeros() as usize;
                                found &= found - 1;
                                if self.holds(guard, word * 64 + bit) {
                                    *won |= 1 << bit;
                                }
                            }
                        }
                    }
                    _ => shift_into(won, lost, words.start, offset, pattern),
                }
            }
        }
        Ok(())
    }

    /// Prepares the row of a periodic control state, `beyond` bits longer than this row, and
    /// returns its reduced outer coordinates.
    fn prepare_foreign(
        &self,
        controls: &mut [Control],
        foreign: &mut Foreign,
        to: usize,
        (outer, reduced): (&[u64], &mut Vec<u64>),
        beyond: usize,
    ) -> Result<(), LimitReached> {
        let Control::Periodic { table, periodic } = &mut controls[to] else { return Ok(()) };
        reduced.clear();
        reduced.extend(self.layout.outer.iter().zip(outer).map(|(&i, &value)| periodic[i].reduce(value)));
        let words = (self.length * self.layout.stride + beyond).div_ceil(64);
        if foreign.get(&reduced[..]).is_some_and(|bits| bits.len() >= words) {
            return Ok(());
        }
        let mut position = vec![0; self.layout.weights.len()];
        for (&coordinate, &value) in self.layout.outer.iter().zip(&*reduced) {
            position[coordinate] = value;
        }
        let bits = foreign.entry(reduced.clone()).or_default();
        let places = 64 / self.layout.stride;
        #[expect(clippy::cast_possible_truncation, reason = "control states are few")]
        let control = ControlState(to as u8);
        while bits.len() < words {
            let mut word = 0;
            for place in 0..places {
                position[self.layout.axis] = (bits.len() * places + place) as u64;
                for block in 0..self.layout.block_size {
                    self.layout.write_block(block, &mut position);
                    if table.value(&position, control)? == 0 {
                        word |= 1 << (place * self.layout.stride + block);
                    }
                }
            }
            bits.push(word);
        }
        Ok(())
    }

    /// Completes a row as [`settle_row`] does, for guards that vary along the row.
    fn settle_by_position(&self, own: &[OwnMove], row: &mut Row, first: usize, won: &[u64]) {
        let stride = self.layout.stride;
        let order = block_order(self.layout);
        for place in row.length..self.length {
            for &from in &order {
                let bit = place * stride + from;
                let reaches_lost = |own: &OwnMove| {
                    let Some(below) = place.checked_sub(own.drop) else { return false };
                    let Some(target) = own.block[from] else { return false };
                    let target = below * stride + target;
                    let allowed = || own.guard.as_ref().is_none_or(|guard| self.holds(guard, bit));
                    row.lost[target / 64] >> (target % 64) & 1 == 1 && allowed()
                };
                if won[bit / 64 - first] >> (bit % 64) & 1 == 0 && !own.iter().any(reaches_lost) {
                    row.lost[bit / 64] |= 1 << (bit % 64);
                }
            }
        }
    }
}

/// Sets in `won`, which begins at word `first`, the bits of a pattern whose options, `offset` bits
/// further, are in `lost`.
pub(super) fn shift_into(won: &mut [u64], lost: &[u64], first: usize, offset: isize, pattern: u64) {
    let part = offset.rem_euclid(64);
    let Some(from) = first.checked_add_signed(offset.div_euclid(64)) else {
        for (place, won) in won.iter_mut().enumerate() {
            *won |= shifted(lost, first + place, offset) & pattern;
        }
        return;
    };
    let lost = lost.get(from..).unwrap_or(&[]);
    if part == 0 {
        for (won, low) in won.iter_mut().zip(lost) {
            *won |= low & pattern;
        }
        return;
    }
    for (won, pair) in won.iter_mut().zip(lost.windows(2)) {
        *won |= (pair[0] >> part | pair[1] << (64 - part)) & pattern;
    }
    if let Some(last) = lost.len().checked_sub(1)
        && let Some(won) = won.get_mut(last)
    {
        *won |= lost[last] >> part & pattern;
    }
}

/// The 64 bits from bit 64 · `word` + `offset` on; missing bits are 0.
#[inline]
pub(super) fn shifted(bits: &[u64], word: usize, offset: isize) -> u64 {
    let whole = offset.div_euclid(64);
    let part = offset.rem_euclid(64);
    let at = |place: Option<usize>| place.and_then(|place| bits.get(place)).copied().unwrap_or(0);
    let low = at(word.checked_add_signed(whole));
    if part == 0 {
        return low;
    }
    let high = at(word.checked_add_signed(whole + 1));
    low >> part | high << (64 - part)
}

/// Completes a row, given the wins by moves to other rows.
fn settle_row(layout: &Layout, tables: &OwnTables, row: &mut Row, length: usize, first: usize, won: &[u64]) {
    let stride = layout.stride;
    let places = 64 / stride;
    let mask = (1u64 << layout.block_size) - 1;
    for place in row.length..length {
        let (word, shift) = (place / places, place % places * stride);
        #[expect(clippy::cast_possible_truncation, reason = "a block has at most eight bits")]
        let mut block = (won[word - first] >> shift & mask) as usize;
        for (drop, table) in &tables.below {
            if let Some(below) = place.checked_sub(*drop) {
                let lost = row.lost[below / places] >> (below % places * stride) & mask;
                #[expect(clippy::cast_possible_truncation, reason = "a block has at most eight bits")]
                let lost = lost as usize;
                block |= usize::from(table[lost]);
            }
        }
        row.lost[word] |= u64::from(tables.settle[block]) << shift;
    }
}

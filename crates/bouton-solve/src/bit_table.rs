//! Outcomes under normal play, a word of positions at a time.

use std::collections::BTreeMap;

use bouton_core::{Batch, ControlState, Formula, Held, LimitReached, Ruleset, Valuation, Value, Watch};
use rustc_hash::FxHashMap;

use crate::periods::combined;
use crate::{PeriodicCoordinate, Periods, Table};

mod layout;
mod moves;
mod saved;
mod slices;

use layout::Layout;
use moves::{Destination, OwnMove, OwnTables, RowMove, block_order};
use slices::Slices;

/// The outcomes of a game with constant moves under normal play on a growing
/// region, one bit a position.
///
/// As in [`Table::with_periodic_coordinates`], coordinates may be reduced to a
/// preperiod and one period, here for each control state on its own, and more
/// within some classes. Where that is only a guess, so are the outcomes: to be
/// verified afterwards.
///
/// Rows of bits are solved in lexicographic order: what is won by a move to an
/// earlier row comes by shifting that row, 64 positions at a time; what is won
/// within the row comes block by block from a table.
#[derive(Debug)]
pub struct BitTable {
    layout: Layout,
    watch: Watch,
    /// The most bytes of rows.
    most: u64,
    /// All rows.
    held: Held,
    slices: Slices,
    controls: Vec<Control>,
    /// All rows of weight at most this are complete; −1 at first.
    complete: Option<u64>,
    sizes: Sizes,
    /// Rows of periodic control states, laid out like the others.
    foreign: FxHashMap<(usize, Vec<u64>), Vec<u64>>,
}

/// What is known of the bytes that all rows up to a region take: they grow with it.
#[derive(Debug, Default)]
struct Sizes {
    /// The bytes of a region.
    exact: BTreeMap<u64, u64>,
    /// A region takes more than this.
    more_than: BTreeMap<u64, u64>,
}

impl Sizes {
    /// The bytes of a region if within the limit (`Some(None)`: they are not), as far as known.
    fn within(&self, region: u64, limit: u64) -> Option<Option<u64>> {
        if let Some(&bytes) = self.exact.get(&region) {
            return Some((bytes <= limit).then_some(bytes));
        }
        let below = self.exact.range(..region).next_back().is_some_and(|(_, &bytes)| bytes > limit);
        let over = || self.more_than.range(..=region).any(|(_, &bytes)| bytes >= limit);
        (below || over()).then_some(None)
    }

    fn learn(&mut self, region: u64, counted: Option<u64>, limit: u64) {
        match counted {
            Some(bytes) => self.exact.insert(region, bytes),
            None => self.more_than.insert(region, limit),
        };
    }
}

/// One control state.
#[derive(Debug)]
enum Control {
    /// The rows of each slice.
    Rows {
        rows: Vec<Vec<Row>>,
        moves: Vec<RowMove>,
        own: Vec<OwnMove>,
        tables: Box<OwnTables>,
    },
    Periodic {
        table: Box<Table>,
        periodic: Vec<PeriodicCoordinate>,
    },
}

/// Lost positions, a bit each.
#[derive(Clone, Debug, Default)]
struct Row {
    lost: Vec<u64>,
    /// Complete places of the axis.
    length: usize,
}

/// Bytes that a row takes beside its bits.
const ROW: u128 = size_of::<Row>() as u128 + 16;

impl BitTable {
    /// An empty table that takes these periods for granted. `None` if the game
    /// has moves that are not constant, or no order of the coordinates in which
    /// each move falls, or no rank.
    ///
    /// # Panics
    ///
    /// If there is not one list for each control state with an entry for each
    /// coordinate.
    #[must_use]
    pub fn new(ruleset: &Ruleset, watch: &Watch, periods: &Periods) -> Option<Self> {
        let periodic = &periods.controls;
        assert_eq!(periodic.len(), ruleset.controls().len(), "one list for each control state");
        ruleset.rank()?;
        let count = ruleset.controls().len();
        let vectors: Vec<Vec<i64>> =
            ruleset.moves().iter().map(bouton_core::MoveSchema::constant_vector).collect::<Option<_>>()?;
        let all: Vec<Option<Vec<PeriodicCoordinate>>> =
            periodic.iter().map(|periodic| periodic.iter().copied().collect()).collect();
        // Control states that are periodic throughout and lead to none that is not.
        let mut closed: Vec<bool> = all.iter().map(Option::is_some).collect();
        while let Some(schema) =
            ruleset.moves().iter().find(|schema| closed[schema.from.index()] && !closed[schema.to.index()])
        {
            closed[schema.from.index()] = false;
        }
        if !closed.contains(&false) {
            return None;
        }
        // One layout for all that have rows.
        let common =
            combined((0..count).filter(|&control| !closed[control]).map(|control| &periodic[control]));
        let between_rows: Vec<Vec<i64>> = ruleset
            .moves()
            .iter()
            .zip(&vectors)
            .filter(|(schema, _)| !closed[schema.from.index()] && !closed[schema.to.index()])
            .map(|(_, vector)| vector.clone())
            .collect();
        let layout = Layout::new(ruleset.weights(), &common, &between_rows)?;
        let slices = Slices::new(&layout, &periods.within);
        let mut controls = Vec::new();
        for (control, all) in all.into_iter().enumerate() {
            if closed[control] {
                let valuation = Valuation::NormalOutcome;
                let table = Table::with_periodic_coordinates(ruleset, valuation, watch, &periodic[control]);
                controls.push(Control::Periodic { table: Box::new(table), periodic: all? });
                continue;
            }
            let mut moves = Vec::new();
            let mut own = Vec::new();
            for (schema, vector) in ruleset.moves().iter().zip(&vectors) {
                if schema.from.index() != control {
                    continue;
                }
                let to = schema.to.index();
                let guard = schema.guard.clone().and(ruleset.stop().clone().negated());
                let stays = layout.outer.iter().all(|&coordinate| vector[coordinate] == 0);
                if closed[to] {
                    moves.push(RowMove::new(&layout, Destination::Periodic(to), vector, guard)?);
                } else if stays && to == control {
                    own.push(OwnMove::new(&layout, vector, guard)?);
                } else if stays && to < control {
                    // That row comes later.
                    return None;
                } else {
                    moves.push(RowMove::new(&layout, Destination::Rows(to), vector, guard)?);
                }
            }
            let tables = Box::new(OwnTables::new(&layout, &own.iter().collect::<Vec<_>>()));
            controls.push(Control::Rows { rows: vec![Vec::new(); slices.count()], moves, own, tables });
        }
        let (sizes, foreign) = (Sizes::default(), FxHashMap::default());
        let (watch, held) = (watch.clone(), watch.hold_none());
        Some(Self { layout, watch, most: u64::MAX, held, slices, controls, complete: None, sizes, foreign })
    }

    /// Changes how much memory the rows may take; without this as much as the watch allows.
    pub fn set_memory_limit(&mut self, bytes: u64) {
        self.most = bytes;
    }

    /// How many bytes all rows together may take now.
    fn room(&self) -> u64 {
        self.most.min(self.held.bytes().saturating_add(self.watch.memory_left()))
    }

    /// The outcome of a position (0 lost, 1 won); the table grows as far as needed.
    ///
    /// # Errors
    ///
    /// [`LimitReached`]; what was solved stays.
    ///
    /// # Panics
    ///
    /// If the coordinates or the control state do not fit the ruleset.
    pub fn value(&mut self, coordinates: &[u64], control: ControlState) -> Result<Value, LimitReached> {
        if let Control::Periodic { table, .. } = &mut self.controls[control.index()] {
            return table.value(coordinates, control);
        }
        let mut position = coordinates.to_vec();
        self.reduce(&mut position);
        let most = position.iter().copied().max().unwrap_or(0);
        let region = self.layout.weight(&position).ok_or(LimitReached::Coordinate(most))?;
        if self.complete.is_none_or(|complete| region > complete) {
            // More at once, as far as there is room: each growth visits every row.
            // What is left of the room is taken along if it is little.
            let more = self.complete.map_or(region, |complete| region.max(complete + complete / 4));
            let most = self.most_region(more.saturating_add(more / 2));
            self.grow_to(region.max(if most < more.saturating_add(more / 4) { most } else { more }))?;
        }
        Ok(self.get(&position, control.index()))
    }

    /// The outcome of a position, if it has been solved.
    #[must_use]
    pub fn known(&self, coordinates: &[u64], control: ControlState) -> Option<Value> {
        if let Control::Periodic { table, .. } = &self.controls[control.index()] {
            return table.known(coordinates, control);
        }
        let mut position = coordinates.to_vec();
        self.reduce(&mut position);
        let region = self.layout.weight(&position)?;
        (region <= self.complete?).then(|| self.get(&position, control.index()))
    }

    /// How many positions have been solved.
    #[must_use]
    pub fn positions(&self) -> usize {
        positions(&self.controls, &self.layout)
    }

    /// Visits the lightest of the solved representatives, about `most` of them;
    /// the options of each are among them.
    pub fn for_each_lightest(&self, most: usize, visit: &mut dyn FnMut(&[u64], ControlState, Value)) {
        for (number, control) in (0u8..).zip(&self.controls) {
            if let Control::Periodic { table, .. } = control {
                table.for_each_known(&mut |position, control, value| {
                    if control.0 == number {
                        visit(position, control, value);
                    }
                });
            }
        }
        if let Some(light) = self.lightest(most) {
            self.visit_places(light, 1, visit);
        }
    }

    /// Visits about `most` of the solved representatives: first the lightest,
    /// then others evenly spread.
    pub fn for_each_sample(&self, most: usize, visit: &mut dyn FnMut(&[u64], ControlState, Value)) {
        self.for_each_lightest(most / 2, visit);
        if self.lightest(most / 2) < self.complete
            && let Some(complete) = self.complete
        {
            self.visit_places(complete, 1 + (self.positions() / most.max(1) * 2) as u64, visit);
        }
    }

    /// A region with at most about `most` positions, as large as can be.
    fn lightest(&self, most: usize) -> Option<u64> {
        let most = (most / self.layout.block_size) as u64;
        let mut heavy = self.complete? + 1;
        let mut light = 0;
        while heavy - light > 1 {
            let middle = light.midpoint(heavy);
            let mut places = 0u64;
            let counted = self.slices.try_each_row(&self.layout, middle, &mut |_, _, rest| {
                places = places.saturating_add(1 + rest / self.layout.weights[self.layout.axis]);
                if places > most { Err(()) } else { Ok(()) }
            });
            if counted.is_ok() {
                light = middle;
            } else {
                heavy = middle;
            }
        }
        Some(light)
    }

    /// Visits every `step`th place of all rows up to a region.
    fn visit_places(&self, region: u64, step: u64, visit: &mut dyn FnMut(&[u64], ControlState, Value)) {
        let Layout { outer, axis, .. } = &self.layout;
        let mut position = vec![0; self.layout.weights.len()];
        let mut ahead = 0;
        let visited = self.slices.try_each_row(&self.layout, region, &mut |_, row, rest| {
            let length = 1 + rest / self.layout.weights[*axis];
            while ahead < length {
                for (&coordinate, &value) in outer.iter().zip(row) {
                    position[coordinate] = value;
                }
                position[*axis] = ahead;
                for block in 0..self.layout.block_size {
                    self.layout.write_block(block, &mut position);
                    for (number, control) in (0u8..).zip(&self.controls) {
                        if let Control::Rows { .. } = control {
                            visit(&position, ControlState(number), self.get(&position, number.into()));
                        }
                    }
                }
                ahead += step;
            }
            ahead -= length;
            Ok::<(), std::convert::Infallible>(())
        });
        match visited {
            Ok(()) => {}
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "rows that are complete fit memory")]
    fn get(&self, position: &[u64], control: usize) -> Value {
        let Control::Rows { rows, .. } = &self.controls[control] else {
            unreachable!("asked only where there are rows")
        };
        let mut outer: Vec<u64> = self.layout.outer.iter().map(|&coordinate| position[coordinate]).collect();
        let slice = self.slices.reduce(&mut outer, &self.layout);
        let row = &rows[slice][self.slices.number(slice, &outer)];
        let bit =
            position[self.layout.axis] as usize * self.layout.stride + self.layout.block_number(position);
        1 - (row.lost[bit / 64] >> (bit % 64) & 1) as Value
    }

    /// The representative of a position, in place.
    fn reduce(&self, position: &mut [u64]) {
        self.layout.reduce(position);
        let Layout { outer, .. } = &self.layout;
        let mut row: Vec<u64> = outer.iter().map(|&coordinate| position[coordinate]).collect();
        self.slices.reduce(&mut row, &self.layout);
        for (&coordinate, value) in outer.iter().zip(row) {
            position[coordinate] = value;
        }
    }

    /// How many bytes all rows up to a region take, if that is within a limit.
    fn bytes_within(&mut self, region: u64, limit: u64) -> Option<u64> {
        if let Some(known) = self.sizes.within(region, limit) {
            return known;
        }
        // Each row is visited, so a little more is asked than now: limits move.
        let counted = self.count_bytes(region, limit.saturating_add(limit / 2));
        self.sizes.learn(region, counted, limit.saturating_add(limit / 2));
        counted.filter(|&bytes| bytes <= limit)
    }

    fn count_bytes(&self, region: u64, limit: u64) -> Option<u64> {
        let places = u128::from(region / self.layout.weights[self.layout.axis]);
        let limit = u128::from(limit);
        if places * self.layout.stride as u128 / 8 > limit {
            return None;
        }
        let open =
            self.controls.iter().filter(|control| matches!(control, Control::Rows { .. })).count() as u128;
        let mut bytes = u128::from(self.slices.table_bytes(region));
        let counted = self.slices.try_each_row(&self.layout, region, &mut |_, _, rest| {
            let places = u128::from(rest / self.layout.weights[self.layout.axis]) + 1;
            bytes += (ROW + (places * self.layout.stride as u128).div_ceil(64) * 8) * open;
            if bytes > limit { Err(()) } else { Ok(()) }
        });
        counted.ok().and_then(|()| u64::try_from(bytes).ok())
    }

    /// The largest region up to `wanted` that fits the memory allowed, or nearly.
    fn most_region(&mut self, wanted: u64) -> u64 {
        let room = self.room();
        if self.bytes_within(wanted, room).is_some() {
            return wanted;
        }
        let (mut fits, mut refused) = (self.complete.unwrap_or(0), wanted);
        while refused.saturating_sub(fits) > 1 + fits / 256 {
            let middle = fits.midpoint(refused);
            *(if self.bytes_within(middle, room).is_some() { &mut fits } else { &mut refused }) = middle;
        }
        fits
    }

    fn grow_to(&mut self, region: u64) -> Result<(), LimitReached> {
        let limit = self.room();
        let allowed = limit.max(self.watch.memory_limit());
        let over = |needed| LimitReached::Memory { needed, limit: allowed };
        let Some(bytes) = self.bytes_within(region, limit) else { return Err(over(u128::from(limit) + 1)) };
        self.held.resize(self.held.bytes().max(bytes))?;
        for slice in 0..self.slices.count() {
            let rows = self.slices.size(slice, region, limit).map_err(over)?;
            let rows = usize::try_from(rows).map_err(|_| over(u128::from(rows)))?;
            for control in &mut self.controls {
                if let Control::Rows { rows: own, .. } = control {
                    let own = &mut own[slice];
                    if own.try_reserve_exact(rows.saturating_sub(own.len())).is_err() {
                        return Err(over(rows as u128 * ROW));
                    }
                    own.resize_with(rows.max(own.len()), Row::default);
                }
            }
        }
        let Self { layout, watch, slices, controls, foreign, .. } = self;
        let batch = &mut watch.batch();
        slices.try_each_row(layout, region, &mut |slice, outer, rest| {
            #[expect(clippy::cast_possible_truncation, reason = "within the bytes allowed")]
            let length = (rest / layout.weights[layout.axis]) as usize + 1;
            let number = slices.number(slice, outer);
            for control in (0..controls.len()).rev() {
                if let Control::Rows { .. } = controls[control] {
                    let row = (slice, number);
                    Extension { layout, slices, row, outer, control, length }
                        .run(controls, foreign, batch)?;
                }
            }
            Ok(())
        })?;
        self.complete = Some(region);
        Ok(())
    }
}

fn positions(controls: &[Control], layout: &Layout) -> usize {
    let of = |control: &Control| match control {
        Control::Rows { rows, .. } => {
            rows.iter().flatten().map(|row| row.length * layout.block_size).sum::<usize>()
        }
        Control::Periodic { table, .. } => table.positions(),
    };
    controls.iter().map(of).sum()
}

/// The completion of one row.
struct Extension<'a> {
    layout: &'a Layout,
    slices: &'a Slices,
    /// The slice, and the number in it.
    row: (usize, usize),
    outer: &'a [u64],
    control: usize,
    /// How many places of the axis it shall have.
    length: usize,
}

impl Extension<'_> {
    fn run(
        &self,
        controls: &mut [Control],
        foreign: &mut FxHashMap<(usize, Vec<u64>), Vec<u64>>,
        batch: &mut Batch<'_>,
    ) -> Result<(), LimitReached> {
        let stride = self.layout.stride;
        let (slice, number) = self.row;
        let Control::Rows { rows, .. } = &mut controls[self.control] else { return Ok(()) };
        let mut row = std::mem::take(&mut rows[slice][number]);
        if row.length >= self.length {
            rows[slice][number] = row;
            return Ok(());
        }
        let words = (self.length * stride).div_ceil(64);
        batch.spend((words - row.length * stride / 64) as u64)?;
        row.lost.reserve_exact(words.saturating_sub(row.lost.len()));
        row.lost.resize(words, 0);
        let first = row.length * stride / 64;
        let won = self.won_from_other_rows(controls, foreign, first, words)?;
        let Control::Rows { rows, own, tables, .. } = &mut controls[self.control] else { return Ok(()) };
        let ranges = self.ranges();
        let guards: Vec<Option<bool>> = own.iter().map(|own| own.guard.holds_on(&ranges)).collect();
        if guards.iter().all(|guard| *guard == Some(true)) {
            settle_row(self.layout, tables, &mut row, self.length, first, &won);
        } else if guards.iter().all(Option::is_some) {
            let allowed = own.iter().zip(&guards).filter(|(_, guard)| **guard == Some(true));
            let tables = OwnTables::new(self.layout, &allowed.map(|(own, _)| own).collect::<Vec<_>>());
            settle_row(self.layout, &tables, &mut row, self.length, first, &won);
        } else {
            self.settle_by_position(own, &mut row, first, &won);
        }
        row.length = self.length;
        rows[slice][number] = row;
        Ok(())
    }

    /// The least and greatest value of each coordinate in the row.
    fn ranges(&self) -> Vec<(i128, i128)> {
        let mut ranges = vec![(0, 0); self.layout.weights.len()];
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

    /// The bits of words `first..words` from which a move leads to a lost
    /// position of another row.
    fn won_from_other_rows(
        &self,
        controls: &mut [Control],
        foreign: &mut FxHashMap<(usize, Vec<u64>), Vec<u64>>,
        first: usize,
        words: usize,
    ) -> Result<Vec<u64>, LimitReached> {
        let ranges = self.ranges();
        let mut won = vec![0u64; words - first];
        let count = match &controls[self.control] {
            Control::Rows { moves, .. } => moves.len(),
            Control::Periodic { .. } => 0,
        };
        let mut target = vec![0; self.outer.len()];
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
            let allowed = step.guard.holds_on(&ranges);
            if allowed == Some(false) {
                continue;
            }
            if let Destination::Periodic(to) = step.to {
                let beyond = step.pieces.iter().map(|piece| piece.0).max().unwrap_or(0).max(0).unsigned_abs();
                self.prepare_foreign(controls, foreign, to, &target, beyond)?;
            }
            let Control::Rows { moves, .. } = &controls[self.control] else { break };
            let step = &moves[number];
            let lost: &[u64] = match step.to {
                Destination::Rows(to) => {
                    let slice = self.slices.reduce(&mut target, self.layout);
                    match &controls[to] {
                        Control::Rows { rows, .. } => &rows[slice][self.slices.number(slice, &target)].lost,
                        Control::Periodic { .. } => &[],
                    }
                }
                Destination::Periodic(to) => match &controls[to] {
                    Control::Periodic { periodic, .. } => {
                        foreign.get(&(to, self.reduced(periodic, &target))).map_or(&[], Vec::as_slice)
                    }
                    Control::Rows { .. } => &[],
                },
            };
            for &(offset, pattern) in &step.pieces {
                if allowed == Some(true) {
                    shift_into(&mut won, lost, first, offset, pattern);
                } else {
                    for (word, won) in (first..words).zip(&mut won) {
                        let mut found = shifted(lost, word, offset) & pattern & !*won;
                        while found != 0 {
                            let bit = found.trailing_zeros() as usize;
                            found &= found - 1;
                            if self.holds(&step.guard, word * 64 + bit) {
                                *won |= 1 << bit;
                            }
                        }
                    }
                }
            }
        }
        Ok(won)
    }

    fn reduced(&self, periodic: &[PeriodicCoordinate], outer: &[u64]) -> Vec<u64> {
        self.layout.outer.iter().zip(outer).map(|(&i, &value)| periodic[i].reduce(value)).collect()
    }

    /// Lays out the row of a periodic control state, `beyond` bits longer than this row.
    fn prepare_foreign(
        &self,
        controls: &mut [Control],
        foreign: &mut FxHashMap<(usize, Vec<u64>), Vec<u64>>,
        to: usize,
        outer: &[u64],
        beyond: usize,
    ) -> Result<(), LimitReached> {
        let Control::Periodic { table, periodic } = &mut controls[to] else { return Ok(()) };
        let outer = self.reduced(periodic, outer);
        let mut position = vec![0; self.layout.weights.len()];
        for (&coordinate, &value) in self.layout.outer.iter().zip(&outer) {
            position[coordinate] = value;
        }
        let bits = foreign.entry((to, outer)).or_default();
        let words = (self.length * self.layout.stride + beyond).div_ceil(64);
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

    /// As [`settle_row`], where a guard is not the same along the row.
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
                    row.lost[target / 64] >> (target % 64) & 1 == 1 && self.holds(&own.guard, bit)
                };
                if won[bit / 64 - first] >> (bit % 64) & 1 == 0 && !own.iter().any(reaches_lost) {
                    row.lost[bit / 64] |= 1 << (bit % 64);
                }
            }
        }
    }
}

/// Sets in `won`, which begins at word `first`, the bits of a pattern whose
/// options, `offset` bits further, are in `lost`.
fn shift_into(won: &mut [u64], lost: &[u64], first: usize, offset: isize, pattern: u64) {
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

/// 64 bits from bit 64 · `word` + `offset` on; what is not there is 0.
#[inline]
fn shifted(bits: &[u64], word: usize, offset: isize) -> u64 {
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

/// Completes a row from what is won by moves to other rows.
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

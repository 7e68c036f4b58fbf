//! Outcomes under normal play, solved 64 positions at a time.

use std::collections::BTreeMap;

use bouton_core::{ControlState, LimitReached, MemoryShare, Ruleset, Valuation, Value, Watch};
use rustc_hash::FxHashMap;

use crate::periods::combined;
use crate::{PeriodicCoordinate, Periods, Table};

mod extension;
mod layout;
mod moves;
mod planes;
mod saved;
mod slices;

use extension::{Extension, Scratch};
use layout::Layout;
use moves::{ByteTable, Destination, OwnMove, OwnTables, RowMove};
use planes::Planes;
use slices::{Site, Slices};

/// A smaller table, in bytes, is filled at once: it may grow by half of its size.
const SMALL_TABLE: u64 = 1 << 26;
/// The most bytes of the rows of all classes, where those of the open ones are apart.
const FIRST_TABLE: u64 = 1 << 22;

/// The outcomes of a game with constant moves under normal play on a growing region, one bit for
/// each position.
///
/// As in [`Table::with_periodic_coordinates`], coordinates may be reduced to a preperiod and one
/// period, here for each control state separately, and further ones within some classes. Where a
/// period is only a guess, so are the outcomes; they have to be verified afterwards.
///
/// Rows of bits are solved in lexicographic order. Wins by a move to an earlier row are found by
/// shifting that row, 64 positions at a time. Wins within the row come from a lookup table, a byte
/// or a block at a time.
///
/// ```
/// use bouton_core::{ControlState, Watch};
/// use bouton_solve::{BitTable, Periods};
///
/// let game = bouton_rules::Game::parse("heap sizes 1..3; move take any from 1 heap").unwrap();
/// let ruleset = game.ruleset().unwrap();
/// let mut table = BitTable::new(&ruleset, &Watch::unlimited(), &Periods::none(3, 1)).unwrap().unwrap();
/// assert_eq!(table.value(&[2, 0, 0], ControlState(0)), Ok(0)); // two heaps of one object
/// assert_eq!(table.value(&[1, 1, 0], ControlState(0)), Ok(1)); // heaps of one and of two
/// ```
#[derive(Debug)]
pub struct BitTable {
    layout: Layout,
    watch: Watch,
    /// The most bytes of rows.
    most: u64,
    /// The memory held by the prepared moves.
    _prepared: MemoryShare,
    /// The memory held by all rows.
    held: MemoryShare,
    slices: Slices,
    controls: Vec<Control>,
    /// All rows of weight at most this are complete; `None` at first.
    complete: Option<u64>,
    /// The number of positions of all rows.
    in_rows: usize,
    sizes: Sizes,
    /// The rows of each periodic control state, laid out like the others.
    foreign: Vec<Foreign>,
    /// A memory limit, and a region that does not fit it.
    refused: Option<(u64, u64)>,
    /// The most bytes of the rows of all classes.
    most_of_all: u64,
    /// The rows of larger regions, where few classes need them.
    planes: Option<Box<Planes>>,
    /// Buffers for the position that is looked up, and for its outer coordinates.
    buffers: (Vec<u64>, Vec<u64>),
}

/// The rows of a control state by their outer coordinates.
type Foreign = FxHashMap<Vec<u64>, Vec<u64>>;

/// Known bounds of the bytes of all rows up to a region. The bytes grow with the region.
#[derive(Debug, Default)]
struct Sizes {
    /// The bytes of a region.
    exact: BTreeMap<u64, u64>,
    /// A lower bound of the bytes of a region.
    more_than: BTreeMap<u64, u64>,
}

impl Sizes {
    /// The bytes of a region if they are within the limit (`Some(None)` if they are not), if known.
    fn within(&self, region: u64, limit: u64) -> Option<Option<u64>> {
        if let Some(&bytes) = self.exact.get(&region) {
            return Some((bytes <= limit).then_some(bytes));
        }
        let below = self.exact.range(..region).next_back().is_some_and(|(_, &bytes)| bytes > limit);
        let over = || self.more_than.range(..=region).any(|(_, &bytes)| bytes >= limit);
        (below || over()).then_some(None)
    }

    /// The number of bytes of all rows up to a region, if it is within a limit; `count` counts them up to a limit.
    fn bytes_within(
        &mut self,
        region: u64,
        limit: u64,
        count: &dyn Fn(u64, u64) -> Option<u64>,
    ) -> Option<u64> {
        if let Some(known) = self.within(region, limit) {
            return known;
        }
        // Each row is visited, so the count uses a somewhat larger limit: limits change.
        let larger = limit.saturating_add(limit / 2);
        let counted = count(region, larger);
        self.learn(region, counted, larger);
        counted.filter(|&bytes| bytes <= limit)
    }

    /// The largest region up to `wanted` that fits, or nearly the largest; one fits.
    fn most_region(
        &mut self,
        (mut fits, wanted): (u64, u64),
        room: u64,
        count: &dyn Fn(u64, u64) -> Option<u64>,
    ) -> u64 {
        if self.bytes_within(wanted, room, count).is_some() {
            return wanted;
        }
        let mut refused = wanted;
        while refused.saturating_sub(fits) > 1 + fits / 256 {
            let middle = fits.midpoint(refused);
            let bytes = self.bytes_within(middle, room, count);
            *(if bytes.is_some() { &mut fits } else { &mut refused }) = middle;
        }
        fits
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
    Rows {
        /// The rows of each group of each slice.
        rows: Vec<Vec<Vec<Row>>>,
        moves: Vec<RowMove>,
        own: Vec<OwnMove>,
        tables: Box<OwnTables>,
        bytes: Option<Box<ByteTable>>,
    },
    Periodic {
        table: Box<Table>,
        periodic: Vec<PeriodicCoordinate>,
    },
}

/// The lost positions of a row, one bit for each.
#[derive(Clone, Debug, Default)]
struct Row {
    lost: Vec<u64>,
    /// The number of complete places of the axis.
    length: usize,
}

/// The bytes of a row beside its bits.
const ROW: u128 = size_of::<Row>() as u128 + 16;
/// The bytes of a group beside its rows.
const GROUP: u128 = size_of::<Vec<Row>>() as u128 + 16;

/// The approximate bytes of a prepared move besides its numbers and conditions.
const MOVE: u64 = 250;
/// The approximate bytes of a linear condition.
const CONDITION: u64 = 110;

/// Counts the work and the memory of moves that are prepared for rows.
fn prepared(ruleset: &Ruleset, watch: &Watch) -> Result<MemoryShare, LimitReached> {
    let (mut held, mut batch) = (watch.hold_none(), watch.batch());
    let mut stop = 0;
    ruleset.stop().for_each_expression(&mut |_| stop += 1);
    for schema in ruleset.moves() {
        let mut conditions = stop;
        schema.guard.for_each_expression(&mut |_| conditions += 1);
        batch.spend(8 + conditions)?;
        held.grow(MOVE + 16 * ruleset.dimension() as u64 + CONDITION * conditions)?;
    }
    Ok(held)
}

impl BitTable {
    /// Creates an empty table that assumes these periods. Returns `None` if the game has moves that
    /// are not constant, if no order of the coordinates lets each move fall, or if there is no
    /// rank.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`] while the moves are prepared.
    ///
    /// # Panics
    ///
    /// If there is not one list for each control state, with an entry for each coordinate.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::Watch;
    /// use bouton_solve::{BitTable, Periods};
    ///
    /// // Moves of any amount are not constant.
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// assert!(BitTable::new(&nim, &Watch::unlimited(), &Periods::none(2, 1))?.is_none());
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn new(ruleset: &Ruleset, watch: &Watch, periods: &Periods) -> Result<Option<Self>, LimitReached> {
        let periodic = &periods.controls;
        assert_eq!(periodic.len(), ruleset.controls().len(), "one list for each control state");
        let count = ruleset.controls().len();
        let vectors = ruleset.moves().iter().map(bouton_core::MoveSchema::constant_vector);
        let Some(vectors) = ruleset.rank().and_then(|_| vectors.collect::<Option<Vec<_>>>()) else {
            return Ok(None);
        };
        let prepared = prepared(ruleset, watch)?;
        let all: Vec<Option<Vec<PeriodicCoordinate>>> =
            periodic.iter().map(|periodic| periodic.iter().copied().collect()).collect();
        // Control states that are periodic in all coordinates and lead only to such control states.
        let mut closed: Vec<bool> = all.iter().map(Option::is_some).collect();
        while let Some(schema) =
            ruleset.moves().iter().find(|schema| closed[schema.from.index()] && !closed[schema.to.index()])
        {
            closed[schema.from.index()] = false;
        }
        if !closed.contains(&false) {
            return Ok(None);
        }
        // One layout for all control states that have rows.
        let common =
            combined((0..count).filter(|&control| !closed[control]).map(|control| &periodic[control]));
        let between_rows: Vec<Vec<i64>> = ruleset
            .moves()
            .iter()
            .zip(&vectors)
            .filter(|(schema, _)| !closed[schema.from.index()] && !closed[schema.to.index()])
            .map(|(_, vector)| vector.clone())
            .collect();
        let Some(layout) = Layout::new(ruleset.weights(), &common, &between_rows) else {
            return Ok(None);
        };
        let slices = Slices::new(&layout, &periods.within);
        let mut controls = Vec::new();
        for (control, all) in all.into_iter().enumerate() {
            if let (true, Some(all)) = (closed[control], all) {
                let valuation = Valuation::NormalOutcome;
                let table = Table::with_periodic_coordinates(ruleset, valuation, watch, &periodic[control])?;
                controls.push(Control::Periodic { table: Box::new(table), periodic: all });
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
                let possible = if closed[to] {
                    let new = RowMove::new(&layout, Destination::Periodic(to), vector, guard);
                    new.map(|new| moves.push(new))
                } else if stays && to == control {
                    OwnMove::new(&layout, vector, guard).map(|new| own.push(new))
                } else if stays && to < control {
                    // The target row comes later.
                    None
                } else {
                    let new = RowMove::new(&layout, Destination::Rows(to), vector, guard);
                    new.map(|new| moves.push(new))
                };
                if possible.is_none() {
                    return Ok(None);
                }
            }
            let tables = Box::new(OwnTables::new(&layout, &own.iter().collect::<Vec<_>>()));
            let bytes = ByteTable::new(&tables).map(Box::new);
            controls.push(Control::Rows {
                rows: vec![Vec::new(); slices.count()],
                moves,
                own,
                tables,
                bytes,
            });
        }
        let mut table = Self {
            layout,
            watch: watch.clone(),
            most: u64::MAX,
            _prepared: prepared,
            held: watch.hold_none(),
            slices,
            controls,
            complete: None,
            in_rows: 0,
            sizes: Sizes::default(),
            foreign: vec![Foreign::default(); count],
            refused: None,
            most_of_all: u64::MAX,
            planes: None,
            buffers: (Vec::new(), Vec::new()),
        };
        table.add_planes(ruleset, periods, FIRST_TABLE);
        Ok(Some(table))
    }

    /// Lets larger regions than this number of bytes have rows of open classes alone, if these are few.
    fn add_planes(&mut self, ruleset: &Ruleset, periods: &Periods, first: u64) {
        let parts = (&self.layout, &self.slices);
        let planes = Planes::new(ruleset, &self.watch, parts, &periods.within, &self.controls);
        let Some(planes) = planes else { return };
        if self.bytes_within(planes.representatives(), first).is_some() {
            self.most_of_all = first;
            self.planes = Some(Box::new(planes));
        }
    }

    /// Sets the memory limit of the rows; by default it is what the watch allows.
    pub fn set_memory_limit(&mut self, bytes: u64) {
        self.most = bytes;
    }

    /// The number of bytes that all rows together may take now.
    fn room(&self) -> u64 {
        let most = self.most.min(self.most_of_all);
        most.min(self.held.bytes().saturating_add(self.watch.memory_left()))
    }

    /// Returns the outcome of a position (0 lost, 1 won). The table grows as far as needed.
    ///
    /// # Errors
    ///
    /// [`LimitReached`]; solved positions stay solved.
    ///
    /// # Panics
    ///
    /// If the coordinates or the control state do not fit the ruleset.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Watch};
    /// use bouton_solve::{BitTable, Periods};
    ///
    /// let game = bouton_rules::Game::parse("heaps 2; move take 1..3 from 1 heap").unwrap().ruleset().unwrap();
    /// let mut table = BitTable::new(&game, &Watch::unlimited(), &Periods::none(2, 1)).unwrap().unwrap();
    /// assert_eq!(table.value(&[5, 9], ControlState(0)), Ok(0)); // the same remainder by 4
    /// assert_eq!(table.value(&[5, 8], ControlState(0)), Ok(1));
    /// ```
    pub fn value(&mut self, coordinates: &[u64], control: ControlState) -> Result<Value, LimitReached> {
        if let Control::Periodic { table, .. } = &mut self.controls[control.index()] {
            return table.value(coordinates, control);
        }
        let (mut position, mut outer) = std::mem::take(&mut self.buffers);
        position.clear();
        position.extend_from_slice(coordinates);
        let value = self.value_of(&mut position, &mut outer, control);
        self.buffers = (position, outer);
        value
    }

    fn value_of(
        &mut self,
        position: &mut [u64],
        outer: &mut Vec<u64>,
        control: ControlState,
    ) -> Result<Value, LimitReached> {
        let slice = self.reduce(position, outer);
        let most = position.iter().copied().max().unwrap_or(0);
        let region = self.layout.weight(position).ok_or(LimitReached::Coordinate(most))?;
        if self.complete.is_none_or(|complete| region > complete) {
            if let Some(planes) = &self.planes
                && planes.complete() >= Some(region)
                && let Some(value) = planes.get(&self.layout, position, (slice, outer), control.index())
            {
                return Ok(value);
            }
            if let Some(mut planes) = self.planes.take() {
                let value = self.value_in_planes(&mut planes, position, (slice, outer), (region, control));
                self.planes = Some(planes);
                if let Some(value) = value? {
                    return Ok(value);
                }
            }
            let limit = self.room();
            if let Some((known, refused)) = self.refused
                && limit <= known
                && region >= refused
            {
                return Err(self.over(u128::from(limit) + 1));
            }
            // Grow further than needed if memory allows: each growth visits every row, and more
            // requests are likely.
            let part = if self.held.bytes() < SMALL_TABLE { 2 } else { 4 };
            let more = self.complete.map_or(region, |complete| region.max(complete + complete / part));
            let most = self.most_region(more);
            self.grow_to(region.max(most))?;
        }
        Ok(self.get(self.slices.site(slice, outer), position, control.index()))
    }

    /// The outcome of a position beyond the rows of all classes; `None` if these may grow so far.
    fn value_in_planes(
        &mut self,
        planes: &mut Planes,
        position: &mut [u64],
        (slice, outer): (usize, &mut Vec<u64>),
        (region, control): (u64, ControlState),
    ) -> Result<Option<Value>, LimitReached> {
        if region < planes.first() && self.bytes_within(region, self.most_of_all).is_some() {
            return Ok(None);
        }
        planes.begin_at(region);
        if planes.close(&self.layout, position, slice, control.index()) {
            return self.value_of(position, outer, control).map(Some);
        }
        if planes.complete().is_none_or(|complete| region > complete) {
            planes.grow(self, region)?;
        }
        Ok(planes.get(&self.layout, position, (slice, outer), control.index()))
    }

    /// The error if this many bytes are needed.
    fn over(&self, needed: u128) -> LimitReached {
        LimitReached::Memory { needed, limit: self.room().max(self.watch.memory_limit()) }
    }

    /// The outcome of a position, if it has been solved.
    ///
    /// ```
    /// # use bouton_core::{ControlState, Watch};
    /// # use bouton_solve::{BitTable, Periods};
    /// # let game = bouton_rules::Game::parse("heap sizes 1..2; move take any from 1 heap").unwrap();
    /// # let ruleset = game.ruleset().unwrap();
    /// let mut table = BitTable::new(&ruleset, &Watch::unlimited(), &Periods::none(2, 1)).unwrap().unwrap();
    /// assert_eq!(table.known(&[1, 1], ControlState(0)), None);
    /// table.value(&[1, 1], ControlState(0))?;
    /// assert_eq!(table.known(&[1, 1], ControlState(0)), Some(1));
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    #[must_use]
    pub fn known(&self, coordinates: &[u64], control: ControlState) -> Option<Value> {
        if let Control::Periodic { table, .. } = &self.controls[control.index()] {
            return table.known(coordinates, control);
        }
        let (mut position, mut outer) = (coordinates.to_vec(), Vec::new());
        let slice = self.reduce(&mut position, &mut outer);
        let region = self.layout.weight(&position)?;
        if self.complete.is_some_and(|complete| region <= complete) {
            return Some(self.get(self.slices.site(slice, &outer), &position, control.index()));
        }
        let planes = self.planes.as_ref()?;
        if planes.close(&self.layout, &mut position, slice, control.index()) {
            // The representative may be one that is not known.
            let closed = self.layout.weight(&position)?;
            return if closed < region { self.known(&position, control) } else { None };
        }
        let complete = planes.complete()?;
        (region <= complete)
            .then(|| planes.get(&self.layout, &position, (slice, &outer), control.index()))
            .flatten()
    }

    /// The number of solved positions.
    ///
    /// ```
    /// use bouton_core::{ControlState, Watch};
    /// use bouton_solve::{BitTable, Periods};
    ///
    /// let game = bouton_rules::Game::parse("heap sizes 1..2; move take any from 1 heap").unwrap();
    /// let mut table =
    ///     BitTable::new(&game.ruleset().unwrap(), &Watch::unlimited(), &Periods::none(2, 1))?.unwrap();
    /// table.value(&[20, 20], ControlState(0))?;
    /// assert!(table.positions() > 400);
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    #[must_use]
    pub fn positions(&self) -> usize {
        let periodic = self.controls.iter().map(|control| match control {
            Control::Rows { .. } => 0,
            Control::Periodic { table, .. } => table.positions(),
        });
        let in_planes = self.planes.as_ref().map_or(0, |planes| planes.positions());
        self.in_rows + in_planes + periodic.sum::<usize>()
    }

    /// Visits about `most` of the solved representatives, the lightest ones. The options of each
    /// are among them.
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

    /// Visits about `most` of the solved representatives: first the lightest, then others evenly
    /// spread.
    ///
    /// ```
    /// use bouton_core::{ControlState, Watch};
    /// use bouton_solve::{BitTable, Periods};
    ///
    /// let game = bouton_rules::Game::parse("heaps 2; move take 1..3 from 1 heap").unwrap().ruleset().unwrap();
    /// let mut table = BitTable::new(&game, &Watch::unlimited(), &Periods::none(2, 1))?.unwrap();
    /// table.value(&[40, 40], ControlState(0))?;
    /// table.for_each_sample(100, &mut |position, _, value| {
    ///     assert_eq!(value == 0, position[0] % 4 == position[1] % 4);
    /// });
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn for_each_sample(&self, most: usize, visit: &mut dyn FnMut(&[u64], ControlState, Value)) {
        self.for_each_lightest(most / 2, visit);
        let step = 1 + (self.positions() / most.max(1) * 2) as u64;
        if let Some(planes) = self.planes.as_ref().filter(|planes| planes.complete().is_some()) {
            planes.visit_places(&self.layout, step, visit);
        } else if self.lightest(most / 2) < self.complete
            && let Some(complete) = self.complete
        {
            self.visit_places(complete, step, visit);
        }
    }

    /// The largest region with at most about `most` positions.
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
        let visited = self.slices.try_each_row(&self.layout, region, &mut |slice, row, rest| {
            let length = 1 + rest / self.layout.weights[*axis];
            if ahead >= length {
                ahead -= length;
                return Ok(());
            }
            let site = self.slices.site(slice, row);
            for (&coordinate, &value) in outer.iter().zip(row) {
                position[coordinate] = value;
            }
            while ahead < length {
                position[*axis] = ahead;
                for block in 0..self.layout.block_size {
                    self.layout.write_block(block, &mut position);
                    for (number, control) in (0u8..).zip(&self.controls) {
                        if let Control::Rows { .. } = control {
                            visit(&position, ControlState(number), self.get(site, &position, number.into()));
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
    fn get(&self, site: Site, position: &[u64], control: usize) -> Value {
        let Control::Rows { rows, .. } = &self.controls[control] else {
            unreachable!("called only where there are rows")
        };
        let row = &rows[site.slice][site.group][site.place];
        let bit =
            position[self.layout.axis] as usize * self.layout.stride + self.layout.block_number(position);
        1 - (row.lost[bit / 64] >> (bit % 64) & 1) as Value
    }

    /// Replaces a position by its representative, writes its outer coordinates, and returns its
    /// slice.
    fn reduce(&self, position: &mut [u64], outer: &mut Vec<u64>) -> usize {
        self.layout.reduce(position);
        outer.clear();
        outer.extend(self.layout.outer.iter().map(|&coordinate| position[coordinate]));
        let slice = self.slices.reduce(outer);
        for (&coordinate, &value) in self.layout.outer.iter().zip(&*outer) {
            position[coordinate] = value;
        }
        slice
    }

    /// The number of bytes of all rows up to a region, if it is within a limit.
    fn bytes_within(&mut self, region: u64, limit: u64) -> Option<u64> {
        let mut sizes = std::mem::take(&mut self.sizes);
        let bytes = sizes.bytes_within(region, limit, &|region, limit| self.count_bytes(region, limit));
        self.sizes = sizes;
        bytes
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
        let shape = self.slices.shape(&self.layout);
        let counted = self.slices.try_each_group(&self.layout, region, &mut |_, rest, rows| {
            let bytes_of = |row: u64| {
                let places = usize::try_from(row).ok().and_then(|row| shape.length(rest, row)).unwrap_or(0);
                ROW + (places as u128 * self.layout.stride as u128).div_ceil(64) * 8
            };
            bytes += (GROUP + (0..rows).map(bytes_of).sum::<u128>()) * open;
            if bytes > limit { Err(()) } else { Ok(()) }
        });
        counted.ok().and_then(|()| u64::try_from(bytes).ok())
    }

    /// The largest region up to `wanted` that fits the allowed memory, or nearly the largest.
    fn most_region(&mut self, wanted: u64) -> u64 {
        let room = self.room();
        let mut sizes = std::mem::take(&mut self.sizes);
        let count = |region, limit| self.count_bytes(region, limit);
        let most = sizes.most_region((self.complete.unwrap_or(0), wanted), room, &count);
        self.sizes = sizes;
        most
    }

    fn grow_to(&mut self, region: u64) -> Result<(), LimitReached> {
        let limit = self.room();
        let Some(bytes) = self.bytes_within(region, limit) else {
            if self.refused.is_none_or(|(known, refused)| limit > known || limit == known && region < refused)
            {
                self.refused = Some((limit, region));
            }
            return Err(self.over(u128::from(limit) + 1));
        };
        self.held.resize(self.held.bytes().max(bytes))?;
        for slice in 0..self.slices.count() {
            let groups = self.slices.groups(slice, region, limit).map_err(|needed| self.over(needed))?;
            let groups = usize::try_from(groups).map_err(|_| self.over(u128::from(groups)))?;
            for control in 0..self.controls.len() {
                if let Control::Rows { rows, .. } = &mut self.controls[control] {
                    let own = &mut rows[slice];
                    if own.try_reserve_exact(groups.saturating_sub(own.len())).is_err() {
                        return Err(self.over(groups as u128 * GROUP));
                    }
                    own.resize_with(groups.max(own.len()), Vec::new);
                }
            }
        }
        let over = self.over(u128::from(bytes));
        let Self { layout, watch, slices, controls, foreign, .. } = self;
        let batch = &mut watch.batch();
        let mut scratch = Scratch::default();
        let grown: Result<(), LimitReached> =
            slices.try_each_row(layout, region, &mut |slice, outer, rest| {
                #[expect(clippy::cast_possible_truncation, reason = "within the bytes allowed")]
                let length = (rest / layout.weights[layout.axis]) as usize + 1;
                let site = slices.site(slice, outer);
                for control in (0..controls.len()).rev() {
                    let Control::Rows { rows, .. } = &mut controls[control] else { continue };
                    let group = &mut rows[slice][site.group];
                    if site.place == 0 {
                        #[expect(clippy::cast_possible_truncation, reason = "within the bytes allowed")]
                        let rows = slices.group_length(slice, rest, layout) as usize;
                        group.try_reserve_exact(rows.saturating_sub(group.len())).map_err(|_| over)?;
                    }
                    if site.place == group.len() {
                        group.push(Row::default());
                    }
                    Extension { layout, slices, site, outer, control, length }.run(
                        controls,
                        foreign,
                        &mut scratch,
                        batch,
                    )?;
                }
                Ok(())
            });
        // Rows that were completed before a limit stay complete.
        self.in_rows = positions_in_rows(&self.controls, &self.layout);
        grown?;
        self.complete = Some(region);
        Ok(())
    }
}

fn positions_in_rows(controls: &[Control], layout: &Layout) -> usize {
    let of = |control: &Control| match control {
        Control::Rows { rows, .. } => {
            rows.iter().flatten().flatten().map(|row| row.length * layout.block_size).sum::<usize>()
        }
        Control::Periodic { .. } => 0,
    };
    controls.iter().map(of).sum()
}

//! Exact values of a growing region of positions.

use std::io::{self, Read, Write};

use bouton_core::{
    Batch, ControlState, Formula, LimitReached, MemoryShare, Ruleset, Valuation, Value, ValueSet, Watch,
};

use crate::Moves;
use crate::PeriodicCoordinate;
use crate::bounds::upper_bounds;
use crate::index::Index;
use crate::saved::{get, misfit, put};

mod lowered;
mod marks;
mod pairs;
mod runs;

use lowered::Lowered;
use marks::{Known, MOST_CHOICES, Marks};
use pairs::Pairs;
use runs::Runs;

/// The values of one valuation on a region that contains the options of each of its positions, and
/// that grows as far as needed.
///
/// Interchangeable heaps are kept sorted; other games are solved rank by rank. Each position takes
/// one byte while the values fit, and four bytes afterwards.
///
/// ```
/// use bouton_core::{ControlState, Valuation, Watch};
/// use bouton_solve::Table;
///
/// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
/// let mut table = Table::new(&wythoff, Valuation::NormalOutcome, &Watch::unlimited()).unwrap();
/// table.grow_to_largest(5)?;
/// assert_eq!(table.known(&[3, 5], ControlState(0)), Some(0));
/// # Ok::<(), bouton_core::LimitReached>(())
/// ```
#[derive(Debug)]
pub struct Table {
    moves: Moves,
    /// The condition of the positions that exist. Others have no moves, and no moves lead to them.
    exists: Formula,
    valuation: Valuation,
    watch: Watch,
    /// The most bytes of values.
    most: u64,
    /// The memory held by the values and the index.
    held: MemoryShare,
    controls: u8,
    index: Index,
    /// The number of complete regions.
    regions: u64,
    values: Values,
    /// The lost options of all solved positions together, where moves lower sets of coordinates.
    lowered: Option<Box<Lowered>>,
    /// Marks on positions that are not solved yet, where marking is faster.
    marks: Option<Marks>,
    /// The lost pairs, where each number is in at most one.
    pairs: Option<Box<Pairs>>,
    /// The moves, where positions are solved run by run.
    runs: Option<Box<Runs>>,
    /// A memory limit, and a region that does not fit it.
    refused: Option<(u64, u64)>,
    /// A buffer for the position that is looked up.
    buffer: Vec<u64>,
}

#[derive(Clone, Debug)]
enum Values {
    Narrow(Vec<u8>),
    Wide(Vec<Value>),
}

impl Values {
    fn get(&self, index: usize) -> Value {
        match self {
            Self::Narrow(values) => Value::from(values[index]),
            Self::Wide(values) => values[index],
        }
    }

    /// Adds a value `count` times.
    fn extend(&mut self, count: usize, value: u8) {
        match self {
            Self::Narrow(values) => values.resize(values.len() + count, value),
            Self::Wide(values) => values.resize(values.len() + count, value.into()),
        }
    }

    /// Allocates space for `count` values in all, and no more if that would exceed `limit` bytes.
    /// Returns `false` if the machine does not have that much memory.
    fn reserve(&mut self, count: usize, limit: u64) -> bool {
        let generous = count.saturating_mul(2).saturating_mul(self.width()) as u64 <= limit;
        let more = count.saturating_sub(self.len());
        match (self, generous) {
            (Self::Narrow(values), true) => values.try_reserve(more),
            (Self::Narrow(values), false) => values.try_reserve_exact(more),
            (Self::Wide(values), true) => values.try_reserve(more),
            (Self::Wide(values), false) => values.try_reserve_exact(more),
        }
        .is_ok()
    }

    /// Whether `value` needs more bytes than the present width.
    fn is_too_narrow_for(&self, value: Value) -> bool {
        matches!(self, Self::Narrow(_)) && value > Value::from(u8::MAX)
    }

    /// The bytes of a value.
    fn width(&self) -> usize {
        match self {
            Self::Narrow(_) => 1,
            Self::Wide(_) => 4,
        }
    }

    /// Switches to wide values, with space for `count`. Returns `false` if the machine does not
    /// have that much memory.
    fn widen(&mut self, count: usize) -> bool {
        if let Self::Narrow(values) = self {
            let mut wide = Vec::new();
            if wide.try_reserve_exact(count.max(values.len())).is_err() {
                return false;
            }
            wide.extend(values.iter().copied().map(Value::from));
            *self = Self::Wide(wide);
        }
        true
    }

    /// Sets a value that is not [too wide](Self::is_too_narrow_for).
    fn set(&mut self, index: usize, value: Value) {
        match (self, u8::try_from(value)) {
            (Self::Narrow(values), Ok(value)) => values[index] = value,
            (Self::Wide(values), _) => values[index] = value,
            (Self::Narrow(_), Err(_)) => unreachable!("widened before"),
        }
    }

    fn bytes(&self) -> u64 {
        (self.len() * self.width()) as u64
    }

    fn len(&self) -> usize {
        match self {
            Self::Narrow(values) => values.len(),
            Self::Wide(values) => values.len(),
        }
    }

    fn truncate(&mut self, length: usize) {
        match self {
            Self::Narrow(values) => values.truncate(length),
            Self::Wide(values) => values.truncate(length),
        }
    }
}

impl Table {
    /// Creates an empty table.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`] while the moves are compiled.
    ///
    /// # Panics
    ///
    /// If play ends by an order that has no finite [rank](Ruleset::rank); a [`Memo`](crate::Memo)
    /// solves such a game.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_solve::Table;
    ///
    /// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
    /// let mut table = Table::new(&wythoff, Valuation::Grundy, &Watch::unlimited())?;
    /// assert_eq!(table.value(&[3, 5], ControlState(0))?, 0);
    /// assert_eq!(table.value(&[4, 5], ControlState(0))?, 6);
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn new(ruleset: &Ruleset, valuation: Valuation, watch: &Watch) -> Result<Self, LimitReached> {
        Self::of_moves(ruleset, &Moves::within(ruleset, watch)?, valuation, watch)
    }

    /// Creates the same table from prepared moves.
    pub(crate) fn of_moves(
        ruleset: &Ruleset,
        moves: &Moves,
        valuation: Valuation,
        watch: &Watch,
    ) -> Result<Self, LimitReached> {
        let index = if ruleset.interchangeable() && moves.never_raise(ruleset, watch)? {
            Index::multiset(ruleset.dimension())
        } else {
            let bounds = upper_bounds(ruleset.exists(), ruleset.dimension());
            Index::rank_within(ruleset.weights(), &bounds)
        };
        Self::with_index(ruleset, moves, valuation, watch, index)
    }

    /// Creates an empty table that grows with the sum of the heaps instead of the largest one. So
    /// it has few positions where one heap is large and the others are small. Returns `None` unless
    /// heaps are interchangeable and never rise.
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_solve::Table;
    ///
    /// let game = bouton_rules::Game::parse("heaps 4; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
    /// let mut table = Table::by_sum(&game, Valuation::NormalOutcome, &Watch::unlimited()).unwrap().unwrap();
    /// assert_eq!(table.value(&[0, 30, 0, 0], ControlState(0)), Ok(0));
    /// assert!(table.positions() < 3_000);
    /// ```
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`] while the moves are compiled.
    pub fn by_sum(
        ruleset: &Ruleset,
        valuation: Valuation,
        watch: &Watch,
    ) -> Result<Option<Self>, LimitReached> {
        let fits = ruleset.interchangeable()
            && ruleset.rank().is_some_and(|weights| weights.windows(2).all(|both| both[0] == both[1]));
        Self::never_raised(ruleset, valuation, watch, fits.then(|| Index::partitions(ruleset.dimension())))
    }

    /// Creates an empty table that grows with the largest coordinate; `None` unless coordinates
    /// never rise.
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_solve::Table;
    ///
    /// let rules = "heaps 4; move take any from at most 2 consecutive heaps of a circle";
    /// let game = bouton_rules::Game::parse(rules).unwrap().ruleset().unwrap();
    /// let mut table = Table::by_largest(&game, Valuation::NormalOutcome, &Watch::unlimited()).unwrap().unwrap();
    /// assert_eq!(table.value(&[3, 2, 3, 2], ControlState(0)), Ok(0));
    /// assert_eq!(table.positions(), 4usize.pow(4));
    /// ```
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`] while the moves are compiled.
    pub fn by_largest(
        ruleset: &Ruleset,
        valuation: Valuation,
        watch: &Watch,
    ) -> Result<Option<Self>, LimitReached> {
        let index = ruleset.rank().map(|_| Index::Boxes { dimension: ruleset.dimension() });
        Self::never_raised(ruleset, valuation, watch, index)
    }

    /// Creates a table with an order of positions that is valid if no move raises a coordinate;
    /// `None` if one may.
    fn never_raised(
        ruleset: &Ruleset,
        valuation: Valuation,
        watch: &Watch,
        index: Option<Index>,
    ) -> Result<Option<Self>, LimitReached> {
        let Some(index) = index else { return Ok(None) };
        let moves = Moves::within(ruleset, watch)?;
        if !moves.never_raise(ruleset, watch)? {
            return Ok(None);
        }
        Self::with_index(ruleset, &moves, valuation, watch, index).map(Some)
    }

    /// Creates a table in which some coordinates are reduced to a preperiod and one period. Its
    /// values are those of the game only if the values really are periodic there. This is a way to
    /// guess values far out, which have to be verified afterwards.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    ///
    /// # Panics
    ///
    /// If there is not one entry for each coordinate, and as [`new`](Self::new).
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_solve::{PeriodicCoordinate, Table};
    ///
    /// let game = bouton_rules::Game::parse("heaps 1; move take 1..3 from 1 heap").unwrap().ruleset().unwrap();
    /// let guess = [Some(PeriodicCoordinate { preperiod: 0, period: 4 })];
    /// let watch = Watch::unlimited();
    /// let mut table = Table::with_periodic_coordinates(&game, Valuation::NormalOutcome, &watch, &guess)?;
    /// assert_eq!(table.value(&[1 << 40], ControlState(0)), Ok(0));
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn with_periodic_coordinates(
        ruleset: &Ruleset,
        valuation: Valuation,
        watch: &Watch,
        periodic: &[Option<PeriodicCoordinate>],
    ) -> Result<Self, LimitReached> {
        assert_eq!(periodic.len(), ruleset.dimension(), "one entry for each coordinate");
        let index = Index::rank(ruleset.weights(), periodic);
        Self::with_index(ruleset, &Moves::within(ruleset, watch)?, valuation, watch, index)
    }

    fn with_index(
        ruleset: &Ruleset,
        moves: &Moves,
        valuation: Valuation,
        watch: &Watch,
        index: Index,
    ) -> Result<Self, LimitReached> {
        assert!(ruleset.rank().is_some(), "a table is filled rank by rank");
        let lowered = Lowered::new(ruleset, valuation, &index, watch).map(Box::new);
        let pairs = Pairs::new(ruleset, valuation, &index, watch)?.map(Box::new);
        let marks = match pairs {
            Some(_) => None,
            None => Marks::new(ruleset, valuation, &index, watch)?,
        };
        let runs = match (&lowered, &pairs, &marks) {
            (None, None, None) => Runs::new(ruleset, moves, valuation, &index).map(Box::new),
            _ => None,
        };
        Ok(Self {
            moves: moves.clone(),
            exists: ruleset.exists().clone(),
            valuation,
            watch: watch.clone(),
            most: u64::MAX,
            held: watch.hold_none(),
            controls: u8::try_from(ruleset.controls().len()).unwrap_or(u8::MAX),
            index,
            regions: 0,
            values: Values::Narrow(Vec::new()),
            lowered,
            marks,
            pairs,
            runs,
            refused: None,
            buffer: Vec::new(),
        })
    }

    /// The valuation of the table.
    #[must_use]
    pub fn valuation(&self) -> Valuation {
        self.valuation
    }

    /// Sets the memory limit of the values; by default it is what the watch allows.
    ///
    /// ```
    /// use bouton_core::{ControlState, LimitReached, Valuation, Watch};
    /// use bouton_solve::Table;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let mut table = Table::new(&nim, Valuation::NormalOutcome, &Watch::unlimited()).unwrap();
    /// table.set_memory_limit(1_000);
    /// assert!(matches!(table.value(&[999, 999], ControlState(0)), Err(LimitReached::Memory { .. })));
    /// assert_eq!(table.value(&[9, 9], ControlState(0)), Ok(0));
    /// ```
    pub fn set_memory_limit(&mut self, bytes: u64) {
        self.most = bytes;
    }

    /// Returns the value of a position. The table grows just as far as needed.
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
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_solve::Table;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 3; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let mut table = Table::new(&nim, Valuation::Grundy, &Watch::unlimited()).unwrap();
    /// assert_eq!(table.value(&[3, 4, 5], ControlState(0)), Ok(2));
    /// ```
    pub fn value(&mut self, coordinates: &[u64], control: ControlState) -> Result<Value, LimitReached> {
        let mut position = std::mem::take(&mut self.buffer);
        position.clear();
        position.extend_from_slice(coordinates);
        let value = self.value_of(&mut position, control);
        self.buffer = position;
        value
    }

    /// Returns the value of a position; `None` if the table would have to grow beyond the allowed
    /// memory. As [`value`](Self::value), for callers with many positions: a position that is known
    /// to be too far takes no time.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] for other reasons; solved positions stay solved.
    ///
    /// # Panics
    ///
    /// If the coordinates or the control state do not fit the ruleset.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_solve::Table;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let mut table = Table::new(&nim, Valuation::NormalOutcome, &Watch::unlimited()).unwrap();
    /// table.set_memory_limit(10_000);
    /// assert_eq!(table.value_within(&[5, 5], ControlState(0)), Ok(Some(0)));
    /// assert_eq!(table.value_within(&[5000, 5000], ControlState(0)), Ok(None));
    /// ```
    pub fn value_within(
        &mut self,
        coordinates: &[u64],
        control: ControlState,
    ) -> Result<Option<Value>, LimitReached> {
        if let Some((limit, refused)) = self.refused
            && self.limit() <= limit
            && !self.index.is_beyond(coordinates)
            && self.index.least_region(coordinates).is_none_or(|region| region >= refused)
        {
            return Ok(None);
        }
        match self.value(coordinates, control) {
            Ok(value) => Ok(Some(value)),
            Err(LimitReached::Memory { .. } | LimitReached::Coordinate(_)) => Ok(None),
            Err(limit) => Err(limit),
        }
    }

    fn value_of(&mut self, position: &mut [u64], control: ControlState) -> Result<Value, LimitReached> {
        if self.index.is_beyond(position) {
            return Ok(self.ended());
        }
        self.index.reduce(position);
        let most = position.iter().copied().max().unwrap_or(0);
        let region = self.index.region(position).ok_or(LimitReached::Coordinate(most))?;
        if region >= self.regions {
            self.grow_to_region(region)?;
        }
        Ok(self.values.get(self.place(position, control)))
    }

    /// The value of a position without options, and of all that do not exist.
    fn ended(&self) -> Value {
        self.valuation.value(&ValueSet::new())
    }

    /// The most bytes that values may take.
    fn limit(&self) -> u64 {
        self.most.min(self.watch.memory_limit())
    }

    /// The value of a position, if it has been solved.
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_solve::Table;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let mut table = Table::new(&nim, Valuation::NormalOutcome, &Watch::unlimited()).unwrap();
    /// table.value(&[4, 6], ControlState(0))?;
    /// assert_eq!(table.known(&[2, 2], ControlState(0)), Some(0));
    /// assert_eq!(table.known(&[9, 9], ControlState(0)), None);
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    #[must_use]
    pub fn known(&self, coordinates: &[u64], control: ControlState) -> Option<Value> {
        if self.index.is_beyond(coordinates) {
            return Some(self.ended());
        }
        let mut position = coordinates.to_vec();
        self.index.reduce(&mut position);
        let region = self.index.region(&position)?;
        (region < self.regions).then(|| self.values.get(self.place(&position, control)))
    }

    /// Solves all positions without a coordinate above `largest`, and perhaps more.
    ///
    /// # Errors
    ///
    /// [`LimitReached`]; solved positions stay solved.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_solve::Table;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let mut table = Table::new(&nim, Valuation::Grundy, &Watch::unlimited()).unwrap();
    /// table.grow_to_largest(8)?;
    /// assert_eq!(table.known(&[8, 8], ControlState(0)), Some(0));
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn grow_to_largest(&mut self, largest: u64) -> Result<(), LimitReached> {
        let mut position = vec![largest; self.moves.dimension()];
        self.index.lower(&mut position);
        self.index.reduce(&mut position);
        if let Index::Rank(_) = self.index {
            // The periodic coordinates reach the end of their first period.
            let mut highest = vec![largest; position.len()];
            self.index.lower(&mut highest);
            for (track, high) in highest.iter_mut().enumerate() {
                *high = (0..=*high)
                    .map(|value| {
                        let mut probe = vec![0; position.len()];
                        probe[track] = value;
                        self.index.reduce(&mut probe);
                        probe[track]
                    })
                    .max()
                    .unwrap_or(0);
            }
            position = highest;
        }
        let region = self.index.region(&position).ok_or(LimitReached::Coordinate(largest))?;
        if region >= self.regions { self.grow_to_region(region) } else { Ok(()) }
    }

    /// The number of solved positions.
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_solve::Table;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let mut table = Table::new(&nim, Valuation::NormalOutcome, &Watch::unlimited())?;
    /// assert_eq!(table.positions(), 0);
    /// table.value(&[2, 9], ControlState(0))?;
    /// assert!(table.positions() >= 30); // the order of the heaps does not matter
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    #[must_use]
    pub fn positions(&self) -> usize {
        self.values.len()
    }

    /// The number of solved positions once the value of these coordinates is known; [`u128::MAX`]
    /// if they are beyond all tables. Nothing is solved.
    ///
    /// # Panics
    ///
    /// If the coordinates do not fit the ruleset.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{Valuation, Watch};
    /// use bouton_solve::Table;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let mut table = Table::new(&nim, Valuation::NormalOutcome, &Watch::unlimited()).unwrap();
    /// assert!(table.positions_for(&[10, 10]) < table.positions_for(&[1000, 1000]));
    /// assert_eq!(table.positions(), 0);
    /// ```
    pub fn positions_for(&mut self, coordinates: &[u64]) -> u128 {
        let mut position = coordinates.to_vec();
        self.index.lower(&mut position);
        self.index.reduce(&mut position);
        let Some(region) = self.index.region(&position) else { return u128::MAX };
        if region < self.regions {
            return self.values.len() as u128;
        }
        if self.index.table_bytes(region, 0).is_err() {
            return u128::MAX;
        }
        let size = self.index.size(region).map_or_else(|more| more, u128::from);
        size.saturating_mul(self.controls.into())
    }

    /// Writes the solved values.
    ///
    /// # Errors
    ///
    /// If writing fails.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_solve::Table;
    ///
    /// let game = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
    /// let watch = Watch::unlimited();
    /// let mut table = Table::new(&game, Valuation::NormalOutcome, &watch).unwrap();
    /// table.grow_to_largest(10)?;
    /// let mut saved = Vec::new();
    /// table.save(&mut saved)?;
    ///
    /// let mut restored = Table::new(&game, Valuation::NormalOutcome, &watch).unwrap();
    /// restored.restore(&mut &saved[..])?;
    /// assert_eq!(restored.known(&[6, 10], ControlState(0)), Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        put(to, &(self.regions, self.held.bytes()))?;
        put(to, &self.marks.as_ref().map(Marks::saved))?;
        match &self.values {
            Values::Narrow(values) => put(to, &(Some(values), None::<&Vec<Value>>)),
            Values::Wide(values) => put(to, &(None::<&Vec<u8>>, Some(values))),
        }
    }

    /// Loads a table that [`save`](Self::save) has written, for the same game.
    ///
    /// # Errors
    ///
    /// If reading fails, or the data do not fit the game or the allowed memory.
    pub fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let (regions, held): (u64, u64) = get(from)?;
        let known: Option<Known> = get(from)?;
        self.held.resize(held).map_err(io::Error::other)?;
        self.values = match get::<(Option<Vec<u8>>, Option<Vec<Value>>)>(from)? {
            (Some(values), None) => Values::Narrow(values),
            (None, Some(values)) => Values::Wide(values),
            _ => return Err(misfit("table")),
        };
        let mut positions = 0;
        if let Some(last) = regions.checked_sub(1) {
            self.index.table_bytes(last, held).map_err(|_| misfit("table"))?;
            positions = self.index.size(last).map_err(|_| misfit("table"))?;
            self.index.prepare(last);
        }
        if positions.checked_mul(self.controls.into()) != Some(self.values.len() as u64) {
            return Err(misfit("table"));
        }
        self.regions = regions;
        if let Some(pairs) = &mut self.pairs {
            pairs.truncate(0);
            let mut place = 0;
            for larger in 0..regions {
                for smaller in 0..=larger {
                    if self.values.get(place) == 0 {
                        pairs.put([smaller, larger]);
                    }
                    place += 1;
                }
            }
            // The region that was solved last is marked, as it was; that work was counted before.
            let (uncounted, last) = (Watch::unlimited(), regions.saturating_sub(1));
            if regions > 0 && !pairs.mark_to(last, &mut uncounted.batch()).unwrap_or(false) {
                self.pairs = None;
            }
        }
        // Marks have no horizon while the lost options are known in the other way, since then nothing is marked.
        let known = known.map(|known| if self.lowered.is_some() { known.without_marks() } else { known });
        let (index, controls) = (&mut self.index, u64::from(self.controls));
        let restored = match (&mut self.marks, known) {
            (marks, None) => {
                *marks = None;
                true
            }
            (None, Some(_)) => false,
            (Some(marks), Some(known)) => marks.restore(known, |horizon| {
                index.table_bytes(horizon, held).ok()?;
                let places = index.size(horizon).ok()?.checked_mul(controls);
                index.prepare(horizon);
                places
            }),
        };
        if restored { Ok(()) } else { Err(misfit("table")) }
    }

    /// Visits the solved representatives, low regions first.
    ///
    /// ```
    /// use bouton_core::{Valuation, Watch};
    /// use bouton_solve::Table;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let mut table = Table::new(&nim, Valuation::NormalOutcome, &Watch::unlimited()).unwrap();
    /// table.grow_to_largest(5)?;
    /// table.for_each_known(&mut |position, _, value| assert_eq!(value == 0, position[0] == position[1]));
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn for_each_known(&self, visit: &mut dyn FnMut(&[u64], ControlState, Value)) {
        self.for_each_lightest(usize::MAX, visit);
    }

    /// The lost positions known of two interchangeable heaps, each of which may fall to any smaller number: pairs with
    /// the smaller number first, in increasing order of the larger. Empty for other games.
    ///
    /// ```
    /// use bouton_core::{Valuation, Watch};
    /// use bouton_solve::Table;
    ///
    /// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
    /// let mut table = Table::new(&wythoff, Valuation::NormalOutcome, &Watch::unlimited())?;
    /// table.grow_to_largest(7)?;
    /// assert_eq!(table.lost_pairs()[..4], [[0, 0], [1, 2], [3, 5], [4, 7]]);
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    #[must_use]
    pub fn lost_pairs(&self) -> &[[u64; 2]] {
        self.pairs.as_deref().map_or(&[], Pairs::lost)
    }

    /// Visits solved representatives, low regions first, until at least `most` were visited.
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_solve::Table;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let mut table = Table::new(&nim, Valuation::NormalOutcome, &Watch::unlimited())?;
    /// table.value(&[9, 9], ControlState(0))?;
    /// let mut lost = Vec::new();
    /// table.for_each_lightest(3, &mut |position, _, value| lost.extend((value == 0).then(|| position.to_vec())));
    /// assert_eq!(lost[..2], [[0, 0], [1, 1]]);
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn for_each_lightest(&self, most: usize, visit: &mut dyn FnMut(&[u64], ControlState, Value)) {
        let mut seen = 0;
        for region in 0..self.regions {
            if seen >= most {
                return;
            }
            let done = self.index.for_each_in_region::<std::convert::Infallible>(region, &mut |position| {
                debug_assert_eq!(seen, self.place(position, ControlState(0)), "numbers without gaps");
                for control in 0..self.controls {
                    visit(position, ControlState(control), self.values.get(seen));
                    seen += 1;
                }
                Ok(())
            });
            match done {
                Ok(()) => {}
            }
        }
    }

    fn place(&self, position: &[u64], control: ControlState) -> usize {
        self.index.number(position) * usize::from(self.controls) + control.index()
    }

    fn grow_to_region(&mut self, region: u64) -> Result<(), LimitReached> {
        let limit = self.limit();
        let over = |needed| LimitReached::Memory { needed, limit };
        let one = u128::from(self.controls) * self.values.width() as u128;
        // This test is cheap, and comes before the counting tables of the index grow.
        let least = self.index.least_size(region).saturating_mul(one);
        if least > u128::from(limit) {
            self.refuse(limit, region);
            return Err(over(least));
        }
        let tables = self.index.table_bytes(region, limit).map_err(over)?;
        self.hold_first(self.values.bytes(), tables)?;
        let size = self.index.size(region).map_err(over)?;
        let needed = u128::from(size).saturating_mul(one);
        let count = usize::try_from(size).ok().and_then(|size| size.checked_mul(self.controls.into()));
        let Some(count) = count.filter(|_| needed <= u128::from(limit)) else {
            self.refuse(limit, region);
            return Err(over(needed));
        };
        let bytes = (count * self.values.width()) as u64;
        self.hold_first(bytes, tables)?;
        if !self.values.reserve(count, limit) {
            return Err(over(needed));
        }
        self.index.prepare(region);
        self.know_lowered(count, self.watch.memory_limit().saturating_sub(bytes))?;
        if self.lowered.is_none() {
            self.mark_to(region, limit)?;
        }
        while self.regions <= region {
            let complete = self.values.len();
            if let Err(limit) = self.solve_region(self.regions, count) {
                self.values.truncate(complete);
                self.lowered.iter_mut().for_each(|lowered| lowered.truncate(complete));
                self.pairs.iter_mut().for_each(|pairs| pairs.truncate(self.regions));
                return Err(limit);
            }
            self.regions += 1;
        }
        Ok(())
    }

    /// Finds the lost options of all solved positions together, unless they are known, and makes room for `count`
    /// positions in all. If that takes more bytes than are allowed, the table continues in another way.
    fn know_lowered(&mut self, count: usize, bytes: u64) -> Result<(), LimitReached> {
        let Self { index, values, regions, watch, lowered: some, .. } = self;
        let Some(lowered) = some else { return Ok(()) };
        if !lowered.reserve(count, bytes) {
            *some = None;
            return Ok(());
        }
        if lowered.positions() == values.len() {
            return Ok(());
        }
        lowered.truncate(0);
        let mut batch = watch.batch();
        let mut coordinates = Vec::new();
        for region in 0..*regions {
            index.for_each_in_region(region, &mut |position| {
                batch.spend(lowered.work())?;
                let place = lowered.positions();
                coordinates.clear();
                coordinates.extend_from_slice(position);
                lowered.add(&mut coordinates, index);
                if values.get(place) == 0 {
                    lowered.set_lost();
                }
                Ok::<(), LimitReached>(())
            })?;
        }
        Ok(())
    }

    /// Marks the positions from which known lost positions can be reached, up to a region or
    /// further, unless that was done.
    fn mark_to(&mut self, region: u64, limit: u64) -> Result<(), LimitReached> {
        let Self { moves, exists, index, values, regions, controls, watch, marks, .. } = self;
        let (some, controls) = (marks, *controls);
        let Some(marks) = some else { return Ok(()) };
        if marks.horizon() >= Some(region) {
            return Ok(());
        }
        let further = Marks::horizon_for(region, moves.dimension());
        let centre = index.centre(region);
        let choices =
            (0..controls).map(|control| moves.work_at(&centre, ControlState(control), MOST_CHOICES));
        let choices = choices.max().unwrap_or(0);
        let fits = [further, region].into_iter().any(|horizon| {
            let Ok(tables) = index.table_bytes(horizon, limit) else { return false };
            let places = index.size(horizon).ok().and_then(|size| size.checked_mul(controls.into()));
            places.is_some_and(|places| marks.clear(horizon, (places, choices), tables, limit))
        });
        if !fits {
            *some = None;
            return Ok(());
        }
        marks.horizon().into_iter().for_each(|horizon| index.prepare(horizon));
        let mut batch = watch.batch();
        for region in 0..*regions {
            let done = index.for_each_in_region(region, &mut |position| {
                if !has(exists, position) {
                    return Ok(());
                }
                for control in (0..controls).map(ControlState) {
                    batch.spend(1).map_err(Some)?;
                    let place = index.number(position) * usize::from(controls) + control.index();
                    if values.get(place) == 0 {
                        let marked = marks.mark_from((position, control), (index, controls), watch);
                        marked.map_err(Some)?.ok_or(None)?;
                    }
                }
                Ok(())
            });
            match done {
                Ok(()) => {}
                Err(None) => {
                    *some = None;
                    break;
                }
                Err(Some(limit)) => {
                    marks.forget();
                    return Err(limit);
                }
            }
        }
        Ok(())
    }

    /// Records that a region does not fit a memory limit: the larger of two limits, or the smaller
    /// of two regions.
    fn refuse(&mut self, limit: u64, region: u64) {
        if self.refused.is_none_or(|(known, refused)| limit > known || limit == known && region < refused) {
            self.refused = Some((limit, region));
        }
    }

    /// Accounts for the bytes of the values and the counting tables; they never shrink.
    fn hold(&mut self, values: u64, tables: u64) -> Result<(), LimitReached> {
        self.held.resize(self.held.bytes().max(values.saturating_add(tables)))
    }

    /// Accounts for these bytes; if there is not enough memory, for them alone, without what makes the table faster.
    fn hold_first(&mut self, values: u64, tables: u64) -> Result<(), LimitReached> {
        let Err(full) = self.hold(values, tables) else { return Ok(()) };
        if self.lowered.take().is_none() && self.pairs.take().is_none() {
            return Err(full);
        }
        self.hold(values, tables)
    }

    /// Solves a region of pairs; `false` if its positions have to be solved one by one.
    fn solve_pairs(&mut self, region: u64) -> Result<bool, LimitReached> {
        let Self { moves, values, pairs: some, watch, valuation, .. } = self;
        let (Some(pairs), Ok(count)) = (&mut *some, usize::try_from(region + 1)) else { return Ok(false) };
        let mut batch = watch.batch();
        batch.spend(1 + region / 64)?;
        if !pairs.mark_to(region, &mut batch)? {
            *some = None;
            return Ok(false);
        }
        let base = values.len();
        values.extend(count, 1);
        let mut from = 0;
        while let Some(smaller) = pairs.candidate(from, region) {
            from = smaller + 1;
            let pair = [smaller, region];
            let value = marks::value(*valuation, false, || {
                let mut terminal = true;
                moves.try_each_option(&pair, ControlState(0), &mut batch, |_, _| {
                    terminal = false;
                    false
                })?;
                Ok(terminal)
            })?;
            #[expect(clippy::cast_possible_truncation, reason = "below the number of values")]
            values.set(base + smaller as usize, value);
            if value == 0 {
                pairs.add(pair, &mut batch)?;
            }
        }
        Ok(true)
    }

    fn solve_region(&mut self, region: u64, planned: usize) -> Result<(), LimitReached> {
        if self.solve_pairs(region)? {
            return Ok(());
        }
        let ended = self.ended();
        let Self { moves, exists, index, values, held, lowered, marks, runs, .. } = self;
        if let (Some(runs), Values::Narrow(values)) = (runs, &mut *values) {
            return runs.solve(region, (moves, index), values, &self.watch);
        }
        let (controls, valuation) = (self.controls, self.valuation);
        let limit = self.most.min(self.watch.memory_limit());
        let watch = &self.watch;
        let mut batch = watch.batch();
        let mut options = ValueSet::new();
        let mut option = vec![0; moves.dimension()];
        let constant = moves.are_constant() && index.is_multiset();
        index.for_each_in_region(region, &mut |position| {
            batch.spend(1)?;
            let base = values.len();
            values.extend(controls.into(), 0);
            if !has(exists, position) {
                // As at the end of play, but nothing has to be marked.
                (base..base + usize::from(controls)).for_each(|place| values.set(place, ended));
                return Ok(());
            }
            // A pass keeps the coordinates and raises the control state.
            for control in (0..controls).rev() {
                let control = ControlState(control);
                let won = match (&mut *lowered, &mut *marks) {
                    (Some(lowered), _) => {
                        batch.spend(lowered.work())?;
                        option.copy_from_slice(position);
                        Some(lowered.add(&mut option, index))
                    }
                    (None, Some(marks)) => Some(marks.is_won(base + control.index())),
                    (None, None) => None,
                };
                let value = if let Some(won) = won {
                    marks::value(valuation, won, || {
                        let mut terminal = true;
                        moves.try_each_option(position, control, &mut batch, |_, _| {
                            terminal = false;
                            false
                        })?;
                        Ok(terminal)
                    })?
                } else {
                    options.clear();
                    let mut add = |number: usize, to_control: ControlState| {
                        let value = values.get(number * usize::from(controls) + to_control.index());
                        options.insert(value);
                        !decides(valuation, value)
                    };
                    let (at, batch) = ((position, control), &mut batch);
                    match (constant, position.len()) {
                        (true, 1) => try_each_number::<1>(moves, index, at, batch, add)?,
                        (true, 2) => try_each_number::<2>(moves, index, at, batch, add)?,
                        (true, 3) => try_each_number::<3>(moves, index, at, batch, add)?,
                        (true, 4) => try_each_number::<4>(moves, index, at, batch, add)?,
                        (true, 5) => try_each_number::<5>(moves, index, at, batch, add)?,
                        _ => moves.try_each_option(position, control, batch, |to, to_control| {
                            add(index.place(to, &mut option), to_control)
                        })?,
                    }
                    valuation.value(&options)
                };
                if values.is_too_narrow_for(value) {
                    // The planned wide values, and the narrow values until they are copied.
                    let needed = planned as u64 * 4 + values.len() as u64;
                    let over = || LimitReached::Memory { needed: needed.into(), limit };
                    if needed > limit {
                        return Err(over());
                    }
                    held.grow(needed)?;
                    if !values.widen(planned) {
                        return Err(over());
                    }
                }
                values.set(base + control.index(), value);
                if value == 0
                    && let Some(lowered) = lowered
                {
                    lowered.set_lost();
                } else if value == 0
                    && let Some(known) = marks
                    && known.mark_from((position, control), (index, controls), watch)?.is_none()
                {
                    *marks = None;
                }
            }
            Ok(())
        })
    }
}

/// Calls `visit` with the number of each option of a position of D coordinates, until it returns `false`, where all moves
/// are constant displacements.
#[inline]
fn try_each_number<const D: usize>(
    moves: &Moves,
    index: &Index,
    (position, control): (&[u64], ControlState),
    batch: &mut Batch<'_>,
    mut visit: impl FnMut(usize, ControlState) -> bool,
) -> Result<(), LimitReached> {
    let position: &[u64; D] =
        position.try_into().expect("a position has one coordinate for each of the game's");
    moves
        .try_each_displaced(position, control, batch, |to, to_control| visit(index.number_of(to), to_control))
}

/// Whether a position exists.
fn has(exists: &Formula, coordinates: &[u64]) -> bool {
    let mut few = [0; 8];
    match (exists, few.get_mut(..coordinates.len())) {
        (Formula::True, _) => true,
        (exists, Some(few)) => {
            few.iter_mut().zip(coordinates).for_each(|(to, &x)| *to = i128::from(x));
            exists.holds(few)
        }
        (exists, None) => exists.holds(&coordinates.iter().map(|&x| i128::from(x)).collect::<Vec<_>>()),
    }
}

/// Whether one option of this value determines the value of the position.
pub(crate) fn decides(valuation: Valuation, value: Value) -> bool {
    match valuation {
        Valuation::Grundy | Valuation::Remoteness => false,
        _ => value == 0,
    }
}

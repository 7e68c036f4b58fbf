//! The outcomes of a box of positions.

use std::fmt;

use bouton_core::{ControlState, LimitReached, MemoryShare, Ruleset, Valuation, Value, Watch};

use crate::{
    InstructionSet, Symmetry, Unfit,
    geometry::{LANES, Roles, WIDTH},
    guards::Masks,
    keeping::{Keeping, Retention},
    kernel::Arena,
    outer::Outer,
    plan::{Conditions, MOST_COORDINATES, Program, Window},
    schedule::{Counts, Filling},
    shape::Shape,
};

/// A compiled ruleset, ready to fill a box.
///
/// ```
/// use bouton_core::{Valuation, Watch};
/// use bouton_tables::BoxPlan;
///
/// let game = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap();
/// let ruleset = game.ruleset().unwrap();
/// let plan = BoxPlan::new(&ruleset, Valuation::NormalOutcome, &[99, 99]).unwrap();
/// let counts = plan.count(&Watch::unlimited()).unwrap();
/// assert_eq!(counts, [[100, 9900]]); // lost exactly if the heaps are equal
/// ```
#[derive(Clone)]
pub struct BoxPlan {
    pub(crate) program: Program,
    pub(crate) outer: Outer,
    instructions: InstructionSet,
}

impl BoxPlan {
    /// Compiles a ruleset for the box of all positions with no coordinate above `last`.
    ///
    /// # Errors
    ///
    /// [`Unfit`] if only other engines support the ruleset.
    ///
    /// # Panics
    ///
    /// If there is not one bound for each coordinate.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::Valuation;
    /// use bouton_tables::BoxPlan;
    ///
    /// let game = bouton_rules::Game::parse("heaps 3; move take 1..3 from 1 heap").unwrap();
    /// let plan = BoxPlan::new(&game.ruleset().unwrap(), Valuation::NormalOutcome, &[63; 3])?;
    /// assert_eq!(plan.positions(), 1 << 18);
    /// # Ok::<(), bouton_tables::Unfit>(())
    /// ```
    pub fn new(ruleset: &Ruleset, valuation: Valuation, last: &[u64]) -> Result<Self, Unfit> {
        Self::in_panels(ruleset, valuation, last, WIDTH)
    }

    /// Compiles with panels of about `panel` vectors of 512 positions. Threads share the work by
    /// panels, and a panel should fit the cache. All sizes give the same bits.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    ///
    /// # Panics
    ///
    /// As [`new`](Self::new).
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{Valuation, Watch};
    /// use bouton_tables::BoxPlan;
    ///
    /// let game = bouton_rules::Game::parse("heaps 3; move take 1..3 from 1 heap").unwrap().ruleset().unwrap();
    /// let panels = [1, 64].map(|panel| BoxPlan::in_panels(&game, Valuation::NormalOutcome, &[63; 3], panel));
    /// let [narrow, wide] = panels.map(|plan| plan.unwrap().count(&Watch::unlimited()).unwrap());
    /// assert_eq!(narrow, wide);
    /// ```
    pub fn in_panels(
        ruleset: &Ruleset,
        valuation: Valuation,
        last: &[u64],
        vectors: usize,
    ) -> Result<Self, Unfit> {
        assert_eq!(last.len(), ruleset.dimension(), "one bound for each coordinate");
        let program = Program::new(ruleset, valuation, last, vectors)?;
        let bounds = program.geometry.roles.outer.iter().map(|&outer| program.geometry.last[outer]).collect();
        let outer = Outer::new(bounds, program.sorted).ok_or(Unfit::Dimension)?;
        Ok(Self { program, outer, instructions: InstructionSet::widest() })
    }

    /// Compiles a window of a box with these conditions. The last coordinate is in the bits of words, the one before in
    /// time.
    pub(crate) fn of_window(
        shape: &Shape,
        valuation: Valuation,
        window: &Window,
        conditions: &Conditions,
    ) -> Result<Self, Unfit> {
        let roles = Roles::in_order(window.last.len());
        let program = Program::of_window(shape, valuation, window, conditions, roles, WIDTH)?;
        let bounds = program.geometry.roles.outer.iter().map(|&outer| window.last[outer]).collect();
        let outer = Outer::new(bounds, false).ok_or(Unfit::Dimension)?;
        Ok(Self { program, outer, instructions: InstructionSet::widest() })
    }

    /// Creates the same plan with these instructions; all of them give the same bits.
    ///
    /// ```
    /// use bouton_core::{Valuation, Watch};
    /// use bouton_tables::{BoxPlan, InstructionSet};
    ///
    /// let game = bouton_rules::Game::parse("heaps 3; move take 1..3 from 1 heap").unwrap().ruleset().unwrap();
    /// let plan = || BoxPlan::new(&game, Valuation::NormalOutcome, &[63; 3]);
    /// let portable = plan()?.with_instructions(InstructionSet::Portable);
    /// assert_eq!(portable.count(&Watch::unlimited())?, plan()?.count(&Watch::unlimited())?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_instructions(mut self, instructions: InstructionSet) -> Self {
        self.instructions = instructions;
        self
    }

    /// Creates the same plan. If not `used`, it treats coordinates as if they were not
    /// interchangeable; the results do not change.
    ///
    /// ```
    /// use bouton_core::{Valuation, Watch};
    /// use bouton_tables::BoxPlan;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 3; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let plan = || BoxPlan::new(&nim, Valuation::NormalOutcome, &[31; 3]).unwrap();
    /// let watch = Watch::unlimited();
    /// assert_eq!(plan().with_symmetry(false).count(&watch)?, plan().count(&watch)?);
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    #[must_use]
    pub fn with_symmetry(mut self, used: bool) -> Self {
        self.program.sorted &= used;
        self.program.interchangeable &= used;
        if let Some(outer) = Outer::new(self.outer.last().to_vec(), self.program.sorted) {
            self.outer = outer;
        }
        self
    }

    /// The use that the plan makes of interchangeable coordinates.
    #[must_use]
    pub fn symmetry(&self) -> Symmetry {
        let of = self.program.geometry.last.len();
        match self.outer.last() {
            _ if !self.program.interchangeable => Symmetry::None,
            outer if outer.len() < 2 => Symmetry::Whole,
            _ if !self.program.sorted => Symmetry::Marks,
            outer if self.outer.is_sorted() => Symmetry::Sorted { coordinates: outer.len(), of },
            _ => Symmetry::Bounds,
        }
    }

    /// The instructions used.
    #[must_use]
    pub fn instructions(&self) -> InstructionSet {
        self.instructions
    }

    /// The number of bytes of the whole table.
    #[must_use]
    pub fn bytes(&self) -> u128 {
        self.keeping(Retention::Classes, 1).map_or(u128::MAX, |keeping| self.bytes_of(&keeping))
    }

    /// The number of bytes for counting: rows are not kept once they are no longer read.
    #[must_use]
    pub fn bytes_to_count(&self) -> u128 {
        self.keeping(Retention::Nothing, 1).map_or(u128::MAX, |keeping| self.bytes_of(&keeping))
    }

    /// The number of positions of the box, with control states.
    #[must_use]
    pub fn positions(&self) -> u128 {
        let sides = self.program.geometry.last.iter().map(|&last| last.unsigned_abs() as u128 + 1);
        sides.fold(self.program.controls.len() as u128, u128::saturating_mul)
    }

    /// The approximate number of seconds that one thread takes. It follows from the plan, never
    /// from the clock.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "an estimate needs no last digit")]
    pub fn seconds(&self) -> f64 {
        let geometry = &self.program.geometry;
        let rows = self.outer.sheets() as f64 * geometry.panels as f64 * geometry.rows as f64;
        let vectors = rows * geometry.width as f64;
        let reads: usize = self.program.controls.iter().map(|control| control.all_reads().count()).sum();
        let steps = (reads + 4 * self.program.planes) as f64;
        let each = match self.instructions {
            InstructionSet::Avx512 => 0.3e-9,
            InstructionSet::Avx2 => 0.6e-9,
            InstructionSet::Portable => 1.5e-9,
        };
        vectors * steps * each
            + rows * 2e-8
            + self.outer.sheets() as f64 * 2e-6
            + self.bytes_to_count() as f64 * 0.2e-9
    }

    pub(crate) fn bytes_of(&self, keeping: &Keeping) -> u128 {
        let geometry = &self.program.geometry;
        let row = geometry.stride() as u128 * 8;
        // One more mask may be created while the others still exist.
        let plane = u128::from(geometry.period.unsigned_abs()) * row;
        let kept = keeping.mask_bytes(&self.program) as u128;
        let masks = if self.program.guards.is_empty() { 0 } else { kept + 2 * plane };
        // The existing positions take one window of words for each of a few kinds of turns.
        let valid = u128::from(geometry.period.unsigned_abs()) * 64 * 4;
        let progress = self.outer.sheets() as u128 * geometry.panels as u128 * 8;
        (keeping.words() as u128).saturating_mul(8).saturating_add(masks + valid + progress)
    }

    pub(crate) fn keeping(&self, retained: Retention, threads: usize) -> Option<Keeping> {
        Keeping::new(&self.program, &self.outer, retained, threads)
    }

    /// Fills the box.
    fn fill(&self, retained: Retention, counting: bool, watch: &Watch) -> Result<Filled, LimitReached> {
        let fits = |keeping: &Keeping| self.bytes_of(keeping) <= u128::from(watch.memory_left());
        let too_large = |needed| LimitReached::Memory { needed, limit: watch.memory_left() };
        // Each thread may need memory of its own.
        let keeping =
            self.keeping(retained, watch.threads()).filter(fits).or_else(|| self.keeping(retained, 1));
        let keeping = keeping.ok_or_else(|| too_large(u128::MAX))?;
        let needed = self.bytes_of(&keeping);
        let held = watch.hold(u64::try_from(needed).unwrap_or(u64::MAX))?;
        let arena = Arena::new(keeping.words(), self.instructions).ok_or_else(|| too_large(needed))?;
        let counts = self.fill_in(&arena, &keeping, &self.masks(&keeping), counting, watch)?;
        Ok(Filled { arena, keeping, counts, held })
    }

    /// Returns a collection for the masks of this plan.
    pub(crate) fn masks(&self, keeping: &Keeping) -> Masks {
        Masks::within(keeping.mask_bytes(&self.program))
    }

    /// Fills the box, or its window, in memory in which the given part was set, and the rest is zero.
    pub(crate) fn fill_in(
        &self,
        arena: &Arena,
        keeping: &Keeping,
        masks: &Masks,
        counting: bool,
        watch: &Watch,
    ) -> Result<Counts, LimitReached> {
        let Self { program, outer, .. } = self;
        Filling { program, outer, arena, keeping, watch, masks, counting }.run()
    }

    /// Counts the positions of the box by control state and value.
    ///
    /// # Errors
    ///
    /// [`LimitReached`], before any work if the memory is not sufficient.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{Valuation, Watch};
    /// use bouton_tables::BoxPlan;
    ///
    /// let game = bouton_rules::Game::parse("heaps 2; move take 1..2 in total from at most 2 heaps").unwrap();
    /// let plan = BoxPlan::new(&game.ruleset().unwrap(), Valuation::NormalOutcome, &[2, 2])?;
    /// assert_eq!(plan.count(&Watch::unlimited())?, [[3, 6]]); // 0,0 and 1,2 and 2,1 are lost
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(&self, watch: &Watch) -> Result<Vec<Vec<u128>>, LimitReached> {
        let stored = self.fill(Retention::Nothing, true, watch)?.counts;
        let sides = self.program.geometry.last.iter().map(|&last| last.unsigned_abs() as u128 + 1);
        let all = sides.fold(1u128, u128::saturating_mul);
        Ok(stored.into_iter().map(|stored| self.all_values(stored, all)).collect())
    }

    /// Adds the counts of the values without a plane, which have the rest of the positions.
    pub(crate) fn all_values(&self, mut stored: Vec<u128>, all: u128) -> Vec<u128> {
        if stored.len() < self.program.values {
            let rest = all - stored.iter().sum::<u128>();
            stored.push(rest);
        }
        stored
    }

    /// Fills the box.
    ///
    /// # Errors
    ///
    /// [`LimitReached`], before any work if the memory is not sufficient.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_tables::BoxPlan;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let table = BoxPlan::new(&nim, Valuation::NormalOutcome, &[99, 99])?.table(&Watch::unlimited())?;
    /// assert_eq!(table.value(&[40, 40], ControlState(0)), Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn table(self, watch: &Watch) -> Result<BoxTable, LimitReached> {
        let Filled { arena, keeping, held, .. } = self.fill(Retention::Classes, false, watch)?;
        Ok(BoxTable { plan: self, arena, keeping, _held: held })
    }
}

/// A complete table, or the part of it that is kept.
struct Filled {
    arena: Arena,
    keeping: Keeping,
    counts: Counts,
    held: MemoryShare,
}

impl fmt::Debug for BoxPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoxPlan")
            .field("last", &self.program.geometry.last)
            .field("planes", &self.program.planes)
            .field("instructions", &self.instructions)
            .finish_non_exhaustive()
    }
}

/// The outcomes of all positions of a box, one or a few bits each.
///
/// ```
/// use bouton_core::{ControlState, Valuation, Watch};
/// use bouton_tables::BoxPlan;
///
/// let ruleset = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
/// let plan = BoxPlan::new(&ruleset, Valuation::NormalOutcome, &[500, 500]).unwrap();
/// let table = plan.table(&Watch::unlimited()).unwrap();
/// assert_eq!(table.value(&[4, 7], ControlState(0)), Some(0));
/// assert_eq!(table.value(&[4, 8], ControlState(0)), Some(1));
/// assert_eq!(table.value(&[4, 501], ControlState(0)), None);
/// ```
pub struct BoxTable {
    plan: BoxPlan,
    arena: Arena,
    keeping: Keeping,
    _held: MemoryShare,
}

impl BoxTable {
    /// The value of a position; `None` outside of the box.
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_tables::BoxPlan;
    ///
    /// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
    /// let table = BoxPlan::new(&wythoff, Valuation::NormalOutcome, &[99, 99])?.table(&Watch::unlimited())?;
    /// assert_eq!(table.value(&[33, 54], ControlState(0)), Some(0));
    /// assert_eq!(table.value(&[100, 0], ControlState(0)), None); // outside of the box
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn value(&self, coordinates: &[u64], control: ControlState) -> Option<Value> {
        let program = &self.plan.program;
        let geometry = &program.geometry;
        let plan = program.controls.get(control.index())?;
        if coordinates.len() != geometry.last.len() {
            return None;
        }
        let mut position = [0; MOST_COORDINATES];
        for (place, (&coordinate, &last)) in position.iter_mut().zip(coordinates.iter().zip(&geometry.last)) {
            *place = i64::try_from(coordinate).ok().filter(|coordinate| *coordinate <= last)?;
        }
        let outer = &geometry.roles.outer;
        let mut tuple = [0; MOST_COORDINATES];
        let tuple = &mut tuple[..outer.len()];
        for (place, &outer) in tuple.iter_mut().zip(outer) {
            *place = position[outer];
        }
        self.plan.outer.arrange(tuple);
        let place = geometry.place(&position[..coordinates.len()]);
        let slab = self.plan.outer.slab(tuple);
        let within = self.plan.outer.number(tuple) - self.plan.outer.first_of_slab(slab);
        let margin = geometry.margin * LANES;
        let class = plan.classes.clone().position(|plane| {
            let row = self.keeping.word(0, place.panel, Some((slab, within)), plane, place.row);
            self.arena.word(row - margin + place.word) >> place.bit & 1 == 1
        });
        Some(Value::try_from(class.unwrap_or(plan.classes.len())).unwrap_or(Value::MAX))
    }

    /// The number of bytes of the table.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.arena.bytes()
    }
}

impl fmt::Debug for BoxTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoxTable")
            .field("plan", &self.plan)
            .field("arena", &self.arena)
            .finish_non_exhaustive()
    }
}

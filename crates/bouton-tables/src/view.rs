//! The outcomes of a box of positions.

use std::fmt;

use bouton_core::{ControlState, Held, LimitReached, Ruleset, StandardValuation, Value, Watch};

use crate::{
    InstructionSet, Unfit,
    kernel::Arena,
    outer::Outer,
    plan::Program,
    schedule::{Counts, Filling, Keeping},
};

/// A compiled ruleset: what it takes to fill a box, before anything is filled.
///
/// ```
/// use bouton_core::{StandardValuation, Watch};
/// use bouton_tables::BoxPlan;
///
/// let game = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap();
/// let ruleset = game.ruleset().unwrap();
/// let plan = BoxPlan::new(&ruleset, StandardValuation::NormalOutcome, &[99, 99]).unwrap();
/// let counts = plan.count(&Watch::unlimited()).unwrap();
/// assert_eq!(counts, [[100, 9900]]); // lost exactly if the heaps are equal
/// ```
pub struct BoxPlan {
    program: Program,
    outer: Outer,
    instructions: InstructionSet,
}

impl BoxPlan {
    /// Compiles a ruleset for the box of all positions with no coordinate above `last`.
    ///
    /// # Errors
    ///
    /// Why it is left to other engines.
    ///
    /// # Panics
    ///
    /// If there is not one bound for each coordinate.
    pub fn new(ruleset: &Ruleset, valuation: StandardValuation, last: &[u64]) -> Result<Self, Unfit> {
        assert_eq!(last.len(), ruleset.dimension(), "one bound for each coordinate");
        let program = Program::new(ruleset, valuation, last)?;
        let bounds = program.geometry.roles.outer.iter().map(|&outer| program.geometry.last[outer]).collect();
        let outer = Outer::new(bounds, program.sorted).ok_or(Unfit::Dimension)?;
        Ok(Self { program, outer, instructions: InstructionSet::widest() })
    }

    /// The same with these instructions: they all give the same bits.
    #[must_use]
    pub fn with_instructions(mut self, instructions: InstructionSet) -> Self {
        self.instructions = instructions;
        self
    }

    /// The instructions that are used.
    #[must_use]
    pub fn instructions(&self) -> InstructionSet {
        self.instructions
    }

    /// How many bytes the whole table takes.
    #[must_use]
    pub fn bytes(&self) -> u128 {
        self.bytes_of(self.outer.slabs())
    }

    /// How many bytes counting takes: what is no longer read is not kept.
    #[must_use]
    pub fn bytes_to_count(&self) -> u128 {
        self.bytes_of(self.window())
    }

    /// How many positions the box has, with control states.
    #[must_use]
    pub fn positions(&self) -> u128 {
        let sides = self.program.geometry.last.iter().map(|&last| last.unsigned_abs() as u128 + 1);
        sides.fold(self.program.controls.len() as u128, u128::saturating_mul)
    }

    fn bytes_of(&self, slabs: usize) -> u128 {
        let geometry = &self.program.geometry;
        let sheet = (geometry.words as u128 * 8).saturating_mul(self.program.planes as u128);
        let sheets = (slabs as u128).saturating_mul(self.outer.slab_size() as u128);
        let masks = (crate::guards::MASKS_KEPT * geometry.words * 8) as u128;
        let masks = if self.program.is_guarded() { masks } else { 0 };
        let rows = (geometry.rows.len() * 40) as u128;
        let progress = (self.outer.sheets() as u128).saturating_mul(geometry.blocks as u128 * 8);
        sheets.saturating_mul(geometry.blocks as u128).saturating_mul(sheet) + masks + rows + progress
    }

    /// How many slabs are read from, and the one written, and one more for threads that lag.
    fn window(&self) -> usize {
        let back = self.program.neighbours.iter().filter_map(|neighbour| {
            // Sorted tuples: any coordinate that falls may have been the largest.
            let most = neighbour.outer.iter().map(|by| by.unsigned_abs()).max()?;
            usize::try_from(most).ok()
        });
        (back.max().unwrap_or(0) + 2).min(self.outer.slabs())
    }

    fn fill(&self, slabs: usize, counting: bool, watch: &Watch) -> Result<Filled, LimitReached> {
        let needed = self.bytes_of(slabs);
        let held = watch.hold(u64::try_from(needed).unwrap_or(u64::MAX))?;
        let keeping = Keeping { slabs, slab_sheets: self.outer.slab_size() * self.program.geometry.blocks };
        let too_large = || LimitReached::Memory { needed, limit: watch.memory_left() };
        let words = self
            .program
            .sheet_words()
            .and_then(|words| words.checked_mul(keeping.slab_sheets)?.checked_mul(slabs))
            .ok_or_else(too_large)?;
        let arena = Arena::new(words, self.instructions).ok_or_else(too_large)?;
        let filling =
            Filling { program: &self.program, outer: &self.outer, arena: &arena, keeping, watch, counting };
        let counts = filling.run()?;
        Ok(Filled { arena, keeping, counts, held })
    }

    /// How many positions of the box each control state has of each value.
    ///
    /// # Errors
    ///
    /// [`LimitReached`], before any work where the memory does not suffice.
    pub fn count(&self, watch: &Watch) -> Result<Vec<Vec<u128>>, LimitReached> {
        let stored = self.fill(self.window(), true, watch)?.counts;
        let sides = self.program.geometry.last.iter().map(|&last| last.unsigned_abs() as u128 + 1);
        let all = sides.fold(1u128, u128::saturating_mul);
        Ok(stored.into_iter().map(|stored| self.all_values(stored, all)).collect())
    }

    /// The values that have no plane of their own are the rest.
    fn all_values(&self, mut stored: Vec<u128>, all: u128) -> Vec<u128> {
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
    /// [`LimitReached`], before any work where the memory does not suffice.
    pub fn table(self, watch: &Watch) -> Result<BoxTable, LimitReached> {
        let Filled { arena, keeping, held, .. } = self.fill(self.outer.slabs(), false, watch)?;
        Ok(BoxTable { plan: self, arena, keeping, _held: held })
    }
}

/// A table that is complete, or the part of it that is kept.
struct Filled {
    arena: Arena,
    keeping: Keeping,
    counts: Counts,
    held: Held,
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

/// The outcomes of all positions of a box, a bit or a few each.
///
/// ```
/// use bouton_core::{ControlState, StandardValuation, Watch};
/// use bouton_tables::BoxPlan;
///
/// let ruleset = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
/// let plan = BoxPlan::new(&ruleset, StandardValuation::NormalOutcome, &[500, 500]).unwrap();
/// let table = plan.table(&Watch::unlimited()).unwrap();
/// assert_eq!(table.value(&[4, 7], ControlState(0)), Some(0));
/// assert_eq!(table.value(&[4, 8], ControlState(0)), Some(1));
/// assert_eq!(table.value(&[4, 501], ControlState(0)), None);
/// ```
pub struct BoxTable {
    plan: BoxPlan,
    arena: Arena,
    keeping: Keeping,
    _held: Held,
}

impl BoxTable {
    /// The value of a position; `None` outside of the box.
    #[must_use]
    pub fn value(&self, coordinates: &[u64], control: ControlState) -> Option<Value> {
        let program = &self.plan.program;
        let geometry = &program.geometry;
        let plan = program.controls.get(control.index())?;
        if coordinates.len() != geometry.last.len() {
            return None;
        }
        let mut position = Vec::with_capacity(coordinates.len());
        for (&coordinate, &last) in coordinates.iter().zip(&geometry.last) {
            position.push(i64::try_from(coordinate).ok().filter(|coordinate| *coordinate <= last)?);
        }
        let mut tuple: Vec<i64> = geometry.roles.outer.iter().map(|&outer| position[outer]).collect();
        self.plan.outer.arrange(&mut tuple);
        let bit = geometry.roles.bit.map_or(0, |bit| position[bit]);
        let (block, column) = match geometry.roles.columns {
            crate::geometry::Columns::Coordinate(column) => {
                (usize::try_from(bit / 64).ok()?, position[column])
            }
            crate::geometry::Columns::Blocks => (0, 0),
        };
        let number = self.plan.outer.number(&tuple);
        let slab = self.plan.outer.slab(&tuple);
        let within = self.plan.outer.within(number) * geometry.blocks + block;
        let words = geometry.words * program.planes;
        let start = ((slab % self.keeping.slabs) * self.keeping.slab_sheets + within) * words;
        let (word, bit) = geometry.place(position[geometry.roles.time], bit, column);
        let class = plan
            .classes
            .clone()
            .position(|plane| self.arena.word(start + plane * geometry.words + word) >> bit & 1 == 1);
        Some(Value::try_from(class.unwrap_or(plan.classes.len())).unwrap_or(Value::MAX))
    }

    /// How many bytes the table takes.
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

//! The outcomes of a box of positions.

use std::fmt;

use bouton_core::{ControlState, Held, LimitReached, Ruleset, Valuation, Value, Watch};

use crate::{
    InstructionSet, Unfit,
    kernel::Arena,
    outer::Outer,
    plan::{MOST_COORDINATES, Program},
    schedule::{Counts, Filling, Keeping},
};

/// A compiled ruleset: what it takes to fill a box, before anything is filled.
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
    pub fn new(ruleset: &Ruleset, valuation: Valuation, last: &[u64]) -> Result<Self, Unfit> {
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

    /// About how many seconds one thread takes: it follows from the plan, never from the clock.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "an estimate needs no last digit")]
    pub fn seconds(&self) -> f64 {
        let geometry = &self.program.geometry;
        let sheets = self.outer.sheets() as f64 * geometry.blocks as f64;
        let vectors: usize = geometry.rows.iter().map(|row| row.vectors).sum();
        let reads: usize = self.program.controls.iter().map(|control| control.all_reads().count()).sum();
        let steps = (reads + 3 * self.program.planes) as f64;
        let each = match self.instructions {
            InstructionSet::Avx512 => 0.6e-9,
            InstructionSet::Avx2 => 1.2e-9,
            InstructionSet::Portable => 3e-9,
        };
        let rows = geometry.rows.len() as f64;
        sheets * steps * (vectors as f64 * each + rows * 2e-9)
            + sheets * 2e-6
            + self.bytes_to_count() as f64 * 0.2e-9
    }

    fn bytes_of(&self, slabs: usize) -> u128 {
        let geometry = &self.program.geometry;
        let keeping = self.keeping(slabs);
        let planes = |slabs: usize, planes: usize| (slabs as u128).saturating_mul(planes as u128);
        let planes = planes(keeping.slabs, keeping.classes) + planes(keeping.trail_slabs, keeping.trails);
        let sheets =
            planes.saturating_mul(keeping.slab_sheets as u128).saturating_mul(geometry.words as u128 * 8);
        let masks = (crate::guards::MASKS_KEPT * geometry.words * 8) as u128;
        let masks = if self.program.is_guarded() { masks } else { 0 };
        let rows = (geometry.rows.len() * 40) as u128;
        let progress = (self.outer.sheets() as u128).saturating_mul(geometry.blocks as u128 * 8);
        sheets + masks + rows + progress
    }

    fn keeping(&self, slabs: usize) -> Keeping {
        let classes = self.program.controls.iter().map(|control| control.classes.len()).sum();
        Keeping {
            slabs,
            trail_slabs: self.window().min(slabs),
            slab_sheets: self.outer.slab_size().saturating_mul(self.program.geometry.blocks),
            words: self.program.geometry.words,
            classes,
            trails: self.program.planes - classes,
        }
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
        let keeping = self.keeping(slabs);
        let too_large = || LimitReached::Memory { needed, limit: watch.memory_left() };
        let words = keeping.all_words().ok_or_else(too_large)?;
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
        let bit = geometry.roles.bit.map_or(0, |bit| position[bit]);
        let (block, column) = match geometry.roles.columns {
            crate::geometry::Columns::Coordinate(column) => {
                (usize::try_from(bit / 64).ok()?, position[column])
            }
            crate::geometry::Columns::Blocks => (0, 0),
        };
        let slab = self.plan.outer.slab(tuple);
        let within = self.plan.outer.number(tuple) - self.plan.outer.first_of_slab(slab);
        let within = within * geometry.blocks + block;
        let (word, bit) = geometry.place(position[geometry.roles.time], bit, column);
        let class = plan.classes.clone().position(|plane| {
            self.arena.word(self.keeping.plane(slab, within, plane) + word) >> bit & 1 == 1
        });
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

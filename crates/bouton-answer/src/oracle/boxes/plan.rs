//! The choice of the table that fills a box: the fastest that fits the memory.

use std::sync::Arc;

use bouton_core::{Ruleset, Valuation, Watch};
use bouton_solve::LimitReached;
use bouton_tables::{BoxPlan, NumberPlan, SparsePlan, Symmetry};

use super::{FilledTable, real};
use crate::plan::memory;

/// The result that is requested of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::oracle) enum BoxResult {
    /// All its values.
    Table,
    /// The number of positions of each value. Values are not kept once they are no longer read.
    Count,
}

/// The plans for filling a box, one for each kind of table, the fastest first. They are compiled
/// once, for all questions about the box.
#[derive(Debug)]
pub(in crate::oracle) struct BoxPlans {
    quickest: Vec<Arc<Engine>>,
}

/// A plan for filling a box.
pub(in crate::oracle) struct FillPlan {
    engine: Arc<Engine>,
    wanted: BoxResult,
    /// The bytes of a faster plan that needs too many.
    quicker: Option<u128>,
}

#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "there are a few at a time")]
enum Engine {
    Bits(BoxPlan),
    Rows(SparsePlan),
    /// Rows in any order, although they could be copied from the sorted ones.
    RowsUncopied(SparsePlan),
    Numbers(NumberPlan),
}

impl BoxPlans {
    /// Compiles the plans for a box; there are none if these rules do not have tables.
    pub(in crate::oracle) fn new(ruleset: &Ruleset, valuation: Valuation, last: &[u64]) -> Self {
        #[cfg(test)]
        super::tests::COMPILED.with(|compiled| compiled.set(compiled.get() + 1));
        let mut quickest: Vec<Engine> = Vec::new();
        let rows = SparsePlan::new(ruleset, valuation, last).ok();
        let uncopied = rows.as_ref().and_then(Engine::uncopied);
        quickest.extend(rows.map(Engine::Rows));
        quickest.extend(BoxPlan::new(ruleset, valuation, last).ok().map(Engine::Bits));
        if quickest.is_empty() {
            quickest.extend(NumberPlan::new(ruleset, valuation, last).ok().map(Engine::Numbers));
        }
        quickest.sort_by(|one, other| one.seconds().total_cmp(&other.seconds()));
        // Copied rows were measured to be faster than uncopied ones; bits may be faster than
        // either.
        let after = quickest.iter().position(|engine| matches!(engine, Engine::Rows(_)));
        if let (Some(place), Some(uncopied)) = (after, uncopied) {
            let seconds = uncopied.seconds();
            let slower = quickest[place + 1..].iter().position(|engine| engine.seconds() > seconds);
            quickest.insert(slower.map_or(quickest.len(), |slower| place + 1 + slower), uncopied);
        }
        Self { quickest: quickest.into_iter().map(Arc::new).collect() }
    }

    /// Returns the fastest plan that fits `room` bytes, or else the one that needs the fewest
    /// bytes.
    pub(in crate::oracle) fn fitting(&self, wanted: BoxResult, room: u128) -> Option<FillPlan> {
        Self::fitting_of(self.quickest.iter(), wanted, room)
    }

    /// Returns the same among plans of rows only.
    pub(in crate::oracle) fn fitting_rows(&self, wanted: BoxResult, room: u128) -> Option<FillPlan> {
        Self::fitting_of(self.quickest.iter().filter(|engine| engine.rows().is_some()), wanted, room)
    }

    fn fitting_of<'a>(
        mut quickest: impl Iterator<Item = &'a Arc<Engine>> + Clone,
        wanted: BoxResult,
        room: u128,
    ) -> Option<FillPlan> {
        let bytes: Vec<u128> = quickest.clone().map(|engine| engine.bytes(wanted)).collect();
        let fits = bytes.iter().position(|&bytes| bytes <= room);
        let least = || (0..bytes.len()).min_by_key(|&number| bytes[number]);
        let number = fits.or_else(least)?;
        let engine = Arc::clone(quickest.nth(number)?);
        Some(FillPlan { engine, wanted, quicker: (number > 0).then_some(bytes[0]) })
    }
}

impl FillPlan {
    /// The plan of rows, if this is one.
    pub(in crate::oracle) fn rows(&self) -> Option<&SparsePlan> {
        self.engine.rows()
    }

    /// The bytes that are needed at once.
    pub(in crate::oracle) fn bytes(&self) -> u128 {
        self.engine.bytes(self.wanted)
    }

    /// The approximate number of seconds.
    pub(in crate::oracle) fn seconds(&self) -> f64 {
        self.engine.seconds()
    }

    /// Notes on interchangeable coordinates, and on faster plans that need too much memory.
    pub(in crate::oracle) fn notes(&self) -> Vec<String> {
        let quicker = self.quicker.map(|bytes| memory(real(bytes)));
        match (&*self.engine, quicker) {
            (Engine::RowsUncopied(_), Some(bytes)) => vec![format!(
                "all positions are computed, though the coordinates are interchangeable: a plan that uses this would take {bytes} of memory"
            )],
            (engine, quicker) => {
                let quicker = quicker
                    .map(|bytes| format!("a table that is filled faster would take {bytes} of memory"));
                std::iter::once(engine.symmetry().to_string()).chain(quicker).collect()
            }
        }
    }

    /// The number of positions of each value in each control state.
    ///
    /// # Errors
    ///
    /// As [`table`](Self::table).
    pub(in crate::oracle) fn count(&self, watch: &Watch) -> Result<Vec<Vec<u128>>, LimitReached> {
        match &*self.engine {
            Engine::Bits(plan) => plan.count(watch),
            Engine::Rows(plan) | Engine::RowsUncopied(plan) => plan.count(watch),
            Engine::Numbers(plan) => plan.count(watch),
        }
    }

    /// Fills the box.
    ///
    /// # Errors
    ///
    /// [`LimitReached`]; if the memory does not suffice, before any work.
    pub(in crate::oracle) fn table(self, watch: &Watch) -> Result<FilledTable, LimitReached> {
        Ok(match Arc::unwrap_or_clone(self.engine) {
            Engine::Bits(plan) => FilledTable::Bits(plan.table(watch)?),
            Engine::Rows(plan) | Engine::RowsUncopied(plan) => FilledTable::Sparse(plan.table(watch)?),
            Engine::Numbers(plan) => FilledTable::Numbers(plan.table(watch)?),
        })
    }
}

impl Engine {
    fn rows(&self) -> Option<&SparsePlan> {
        match self {
            Self::Rows(plan) | Self::RowsUncopied(plan) => Some(plan),
            Self::Bits(_) | Self::Numbers(_) => None,
        }
    }

    fn uncopied(plan: &SparsePlan) -> Option<Self> {
        let copied = plan.symmetry() == Symmetry::Copied;
        copied.then(|| Self::RowsUncopied(plan.clone().with_symmetry(false)))
    }

    fn bytes(&self, wanted: BoxResult) -> u128 {
        match (self, wanted) {
            (Self::Bits(plan), BoxResult::Table) => plan.bytes(),
            (Self::Bits(plan), BoxResult::Count) => plan.bytes_to_count(),
            (Self::Rows(plan) | Self::RowsUncopied(plan), BoxResult::Table) => plan.bytes(),
            (Self::Rows(plan) | Self::RowsUncopied(plan), BoxResult::Count) => plan.bytes_to_count(),
            (Self::Numbers(plan), _) => plan.bytes(),
        }
    }

    fn seconds(&self) -> f64 {
        match self {
            Self::Bits(plan) => plan.seconds(),
            Self::Rows(plan) | Self::RowsUncopied(plan) => plan.seconds(),
            Self::Numbers(plan) => plan.seconds(),
        }
    }

    fn symmetry(&self) -> Symmetry {
        match self {
            Self::Bits(plan) => plan.symmetry(),
            Self::Rows(plan) | Self::RowsUncopied(plan) => plan.symmetry(),
            Self::Numbers(plan) => plan.symmetry(),
        }
    }
}

//! Whole boxes filled at once: by bit tables and by tables of numbers.

use bouton_core::{ControlState, Ruleset, Value, Watch};
use bouton_solve::LimitReached;
use bouton_tables::{BoxPlan, BoxTable, NumberPlan, NumberTable};

/// The values of all positions of a box.
pub(super) enum FilledBox {
    /// Outcomes, some bits a position.
    Bits(BoxTable),
    /// Grundy values or remoteness.
    Numbers(NumberTable),
}

impl FilledBox {
    /// The value of a position; `None` outside of the box.
    pub(super) fn value(&self, coordinates: &[u64], control: ControlState) -> Option<Value> {
        match self {
            Self::Bits(table) => table.value(coordinates, control),
            Self::Numbers(table) => table.value(coordinates, control),
        }
    }
}

/// What is known before work: the rules, the value, the size of the box.
pub(super) struct Whole<'a> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) valuation: bouton_core::Valuation,
    pub(super) upto: u64,
    pub(super) watch: &'a Watch,
}

impl Whole<'_> {
    /// The filled box, where tables are made for such rules, fit into the memory that is left and
    /// are quicker than looking at every option of every position.
    ///
    /// # Errors
    ///
    /// If a limit is reached on the way.
    pub(super) fn fill(&self) -> Result<Option<FilledBox>, LimitReached> {
        let room = u128::from(self.watch.memory_left());
        if let Some(plan) = self.bits().filter(|plan| plan.bytes() <= room) {
            return plan.table(self.watch).map(|table| Some(FilledBox::Bits(table)));
        }
        let numbers = NumberPlan::new(self.ruleset, self.valuation, &self.last()).ok();
        let quicker = |plan: &NumberPlan| plan.bytes() <= room && plan.seconds() <= self.one_by_one();
        match numbers.filter(quicker) {
            Some(plan) => plan.table(self.watch).map(|table| Some(FilledBox::Numbers(table))),
            None => Ok(None),
        }
    }

    /// How many positions each control state has of each value, under the same conditions; of the
    /// table no more is kept than is still read.
    ///
    /// # Errors
    ///
    /// If a limit is reached on the way.
    pub(super) fn count(&self) -> Result<Option<Vec<Vec<u128>>>, LimitReached> {
        let room = u128::from(self.watch.memory_left());
        match self.bits().filter(|plan| plan.bytes_to_count() <= room) {
            Some(plan) => plan.count(self.watch).map(Some),
            None => Ok(None),
        }
    }

    fn bits(&self) -> Option<BoxPlan> {
        let plan = BoxPlan::new(self.ruleset, self.valuation, &self.last()).ok()?;
        (plan.seconds() <= self.one_by_one()).then_some(plan)
    }

    fn last(&self) -> Vec<u64> {
        vec![self.upto; self.ruleset.dimension()]
    }

    /// About how many seconds it takes to look at every option of every position, of
    /// interchangeable heaps the sorted ones.
    #[allow(clippy::cast_precision_loss, reason = "an estimate needs no last digit")]
    fn one_by_one(&self) -> f64 {
        let size = self.upto as f64 + 1.0;
        let options = |parameters: u16| match parameters {
            0 => 1.0,
            several => size.powi(i32::from(several)) / 2.0,
        };
        let options: f64 = self.ruleset.moves().iter().map(|schema| options(schema.parameters)).sum();
        let dimension = self.ruleset.dimension();
        let positions = if self.ruleset.interchangeable() {
            (1..=dimension).fold(1.0, |count, place| count * (size + place as f64 - 1.0) / place as f64)
        } else {
            size.powi(i32::try_from(dimension).unwrap_or(i32::MAX))
        };
        positions * (1.0 + options) * 4e-9
    }
}

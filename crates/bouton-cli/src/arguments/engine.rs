//! `--engine auto|law|tables|reference`, `--explain-plan`, `--verify`.

use bouton::{Choice, Plan, PositionBox};
use clap::Args;

use crate::failure::Failure;

/// Which engine answers, and what is told of it.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Engines")]
pub(crate) struct EngineOptions {
    /// The engine that answers: auto, law, tables or reference
    #[arg(long, value_name = "ENGINE", default_value = "auto")]
    pub(crate) engine: Choice,
    /// Say which engine answers, why, and at what cost
    #[arg(long)]
    explain_plan: bool,
    /// Compute the answer again with another engine, and compare
    #[arg(long)]
    verify: bool,
}

/// What is told of the engines.
#[derive(Debug)]
pub(crate) struct Told {
    /// The plan, if it is asked for.
    pub(crate) plan: Option<Plan>,
    /// The second engine, if it was asked for and has computed the same.
    pub(crate) verified: Option<Plan>,
    /// The same in words.
    pub(crate) words: String,
}

impl EngineOptions {
    /// Whether something is said of the engine: beside a table in a folder only what the folder does not decide.
    pub(crate) fn is_asked_about(&self, stored: bool) -> bool {
        self.verify || self.engine != Choice::default() || self.explain_plan && !stored
    }

    /// Whether the plan is to be told.
    pub(crate) fn explains(&self) -> bool {
        self.explain_plan
    }

    /// What is to be told of a plan, and of a second computation.
    ///
    /// # Errors
    ///
    /// As `verify`.
    pub(crate) fn told<E: Into<Failure>>(
        &self,
        plan: Plan,
        verify: impl FnOnce() -> Result<Plan, E>,
    ) -> Result<Told, Failure> {
        let plan = Some(plan).filter(|_| self.explain_plan);
        let verified = self.verify.then(verify).transpose().map_err(Into::into)?;
        let told = plan.iter().map(|plan| format!("{plan}\n"));
        let second = verified.iter().map(|plan| format!("verified: engine {} says the same\n", plan.engine));
        let words = told.chain(second).collect();
        Ok(Told { plan, verified, words })
    }

    /// As [`on`](Self::on), of a box that is read from a folder if there is a plan for it: that has been told already.
    ///
    /// # Errors
    ///
    /// As [`on`](Self::on).
    pub(crate) fn on_stored<'a>(
        &self,
        (rows, stored): (PositionBox<'a>, Option<Plan>),
        plan: impl FnOnce(&PositionBox<'a>) -> Result<Plan, bouton::PositionsError>,
        verify: impl FnOnce(&PositionBox<'a>) -> Result<Plan, bouton::PositionsError>,
    ) -> Result<(PositionBox<'a>, String), Failure> {
        let Some(stored) = stored else { return self.on(rows, plan, verify) };
        let (rows, words) = Self { explain_plan: false, ..*self }.on(rows, plan, verify)?;
        Ok((rows.planned(&stored), words))
    }

    /// A box whose values this engine finds and whose documents say what is told of it; and the same in words.
    ///
    /// # Errors
    ///
    /// If there is no plan, or the second engine does not compute the same.
    pub(crate) fn on<'a>(
        &self,
        rows: PositionBox<'a>,
        plan: impl FnOnce(&PositionBox<'a>) -> Result<Plan, bouton::PositionsError>,
        verify: impl FnOnce(&PositionBox<'a>) -> Result<Plan, bouton::PositionsError>,
    ) -> Result<(PositionBox<'a>, String), Failure> {
        let rows = rows.by(self.engine);
        let told = self.told(plan(&rows)?, || verify(&rows))?;
        Ok((rows.telling(told.plan.as_ref(), told.verified.as_ref()), told.words))
    }
}

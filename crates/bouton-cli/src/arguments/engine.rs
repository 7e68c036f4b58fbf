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

/// The messages about the engines.
#[derive(Debug)]
pub(crate) struct EngineMessages {
    /// The plan, if requested.
    pub(crate) plan: Option<Plan>,
    /// The second engine, if it was requested and has computed the same values.
    pub(crate) verified: Option<Plan>,
    /// Both in words.
    pub(crate) words: String,
}

impl EngineOptions {
    /// Whether a message about the engine is requested; for a table in a folder, `--explain-plan`
    /// does not count, since the folder decides the plan.
    pub(crate) fn is_asked_about(&self, stored: bool) -> bool {
        self.verify || self.engine != Choice::default() || self.explain_plan && !stored
    }

    /// Whether to print the plan.
    pub(crate) fn explains(&self) -> bool {
        self.explain_plan
    }

    /// The messages about a plan, and about a second computation.
    ///
    /// # Errors
    ///
    /// The errors of `verify`.
    pub(crate) fn messages<E: Into<Failure>>(
        &self,
        plan: Plan,
        verify: impl FnOnce() -> Result<Plan, E>,
    ) -> Result<EngineMessages, Failure> {
        let plan = Some(plan).filter(|_| self.explain_plan);
        let verified = self.verify.then(verify).transpose().map_err(Into::into)?;
        let first = plan.iter().map(|plan| format!("{plan}\n"));
        let second = verified.iter().map(|plan| format!("verified: engine {} says the same\n", plan.engine));
        let words = first.chain(second).collect();
        Ok(EngineMessages { plan, verified, words })
    }

    /// As [`on`](Self::on), for a box that is read from a folder if there is a plan for it: that
    /// plan has been printed already.
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

    /// A box whose values this engine finds, with documents that contain the messages; and the
    /// messages in words.
    ///
    /// # Errors
    ///
    /// If there is no plan, or the second engine computes other values.
    pub(crate) fn on<'a>(
        &self,
        rows: PositionBox<'a>,
        plan: impl FnOnce(&PositionBox<'a>) -> Result<Plan, bouton::PositionsError>,
        verify: impl FnOnce(&PositionBox<'a>) -> Result<Plan, bouton::PositionsError>,
    ) -> Result<(PositionBox<'a>, String), Failure> {
        let rows = rows.by(self.engine);
        let messages = self.messages(plan(&rows)?, || verify(&rows))?;
        Ok((rows.telling(messages.plan.as_ref(), messages.verified.as_ref()), messages.words))
    }
}

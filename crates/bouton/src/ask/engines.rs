//! The engine that answers, and what is reported of it.

use serde::Deserialize;

use super::{Asker, parameter};
use crate::{Choice, Error, Plan, PositionBox, PositionsError};

/// The engine that answers, and the report on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args), command(next_help_heading = "Engines"))]
#[serde(rename_all = "kebab-case")]
pub struct Engines {
    /// The engine that answers: auto, law, tables or reference
    #[cfg_attr(feature = "clap", arg(long, value_name = "ENGINE", default_value = "auto"))]
    #[serde(default, deserialize_with = "parameter::parsed")]
    #[schemars(with = "EngineName", extend("default" = "auto"))]
    pub engine: Choice,
    /// Report which engine answers, why, and at what cost
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub explain_plan: bool,
    /// Compute the answer again with another engine, and compare
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub verify: bool,
}

/// The names of engines, for the schema.
#[derive(schemars::JsonSchema)]
#[schemars(rename_all = "lowercase", inline)]
#[allow(dead_code, reason = "read by the schema alone")]
enum EngineName {
    Auto,
    Law,
    Tables,
    Reference,
}

/// The report on engines.
#[derive(Debug)]
pub(super) struct Report {
    /// The plan, if it was requested.
    pub(super) plan: Option<Plan>,
    /// The second engine, if it was requested; it has computed the same.
    pub(super) verified: Option<Plan>,
    /// The report in words.
    pub(super) words: String,
}

impl Engines {
    /// Whether a report or a choice of engines is requested; with a table in a folder, only those that the folder does not decide.
    #[must_use]
    pub fn is_asked_about(&self, stored: bool) -> bool {
        self.verify || self.engine != Choice::default() || self.explain_plan && !stored
    }

    /// The report on a plan, and on a second computation.
    ///
    /// # Errors
    ///
    /// As `verify`.
    pub(super) fn report<E: Into<Error>>(
        &self,
        plan: Plan,
        verify: impl FnOnce() -> Result<Plan, E>,
    ) -> Result<Report, Error> {
        let plan = Some(plan).filter(|_| self.explain_plan);
        let verified = self.verify.then(verify).transpose().map_err(Into::into)?;
        let first = plan.iter().map(|plan| format!("{plan}\n"));
        let second = verified.iter().map(|plan| format!("verified: engine {} agrees\n", plan.engine));
        let words = first.chain(second).collect();
        Ok(Report { plan, verified, words })
    }

    /// The box with the values of this engine, its documents with the report, and the report in words.
    /// `stored` is the plan of a box that is read from a folder.
    ///
    /// # Errors
    ///
    /// If there is no plan, it takes too long for the interface, or the second engine computes another value.
    pub(super) fn on<'a, A: Asker>(
        &self,
        (rows, stored): (PositionBox<'a>, Option<Plan>),
        plan: impl FnOnce(&PositionBox<'a>) -> Result<Plan, PositionsError>,
        verify: impl FnOnce(&PositionBox<'a>) -> Result<Plan, PositionsError>,
        asker: &A,
    ) -> Result<(PositionBox<'a>, String), A::Failure> {
        // The plan of a folder was reported before the work.
        let engines = Self { explain_plan: self.explain_plan && stored.is_none(), ..*self };
        let rows = rows.by(self.engine);
        let found = plan(&rows).map_err(Error::from)?;
        super::asker::admit(asker, &found, |needed| {
            let position = format!("the box of coordinates up to {}", rows.upto());
            PositionsError::Answer(Box::new(crate::AnswerError::TooLarge { position, needed })).into()
        })?;
        let report = engines.report(found, || verify(&rows))?;
        let rows = rows.telling(report.plan.as_ref(), report.verified.as_ref());
        Ok((stored.iter().fold(rows, |rows, plan| rows.planned(plan)), report.words))
    }
}

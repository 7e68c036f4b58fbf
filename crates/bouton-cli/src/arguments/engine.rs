//! `--engine auto|law|tables|reference`, `--explain-plan`.

use bouton::{Choice, Plan, document};
use clap::Args;

/// Which engine answers, and whether that is told.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Engines")]
pub(crate) struct EngineOptions {
    /// Which engine shall answer: auto, law, tables or reference
    #[arg(long, value_name = "ENGINE", default_value = "auto")]
    pub(crate) engine: Choice,
    /// Say which engine answers, why, and at what cost
    #[arg(long)]
    pub(crate) explain_plan: bool,
}

impl EngineOptions {
    /// The plan for a document, where it is asked for.
    pub(crate) fn document(&self, plan: &Plan) -> Option<document::Plan> {
        self.explain_plan.then(|| plan.into())
    }

    /// The plan in words, where it is asked for.
    pub(crate) fn words(&self, plan: &Plan) -> String {
        if self.explain_plan { format!("{plan}\n") } else { String::new() }
    }
}

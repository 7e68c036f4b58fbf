//! `bouton check FILE…`: the claims that certificates prove, or the step that fails.

use bouton::ask::Check;
use clap::Args;

use crate::{
    arguments::rows::RowsOption,
    asker::{Files, ask},
    failure::{Answer, Failure},
    session::Session,
};

/// The arguments of `check`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: Check,
    /// Also check the theorem with Coq, with the theory compiled in $BOUTON_COQ [default: coq]
    #[arg(long)]
    coq: bool,
    #[command(flatten)]
    pub(crate) rows: RowsOption,
}

pub(crate) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    ask(&arguments.question, Files { coq: arguments.coq, ..Files::default() }, session)
}

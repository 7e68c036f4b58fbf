//! `bouton check FILE…`: the claims that certificates prove, or the step that fails.

use bouton::ask::Check;
use clap::Args;

use crate::{
    arguments::rows::RowsOption,
    asker::{Files, ask},
    extends::Extends,
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

impl Extends for Arguments {
    type Question = Check;

    fn run(&self, session: &Session) -> Result<Answer, Failure> {
        ask(&self.question, Files { coq: self.coq, ..Files::default() }, session)
    }
}

//! `bouton count GAME --upto N`: the numbers of positions of a box with each outcome, or each
//! number.

use bouton::ask::Count;
use clap::Args;

use crate::{
    arguments::{rows::RowsOption, store::StoreOptions},
    asker::{Files, ask},
    failure::{Answer, Failure},
    session::Session,
};

/// The arguments of `count`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: Count,
    #[command(flatten)]
    store: StoreOptions,
    #[command(flatten)]
    pub(crate) rows: RowsOption,
}

pub(crate) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let files = Files { store: Some(&arguments.store), ..Files::default() };
    ask(&arguments.question, files, session)
}

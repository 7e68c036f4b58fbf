//! `bouton count GAME --upto N`: the numbers of positions of a box with each outcome, or each
//! number.

use bouton::ask::Count;
use clap::Args;

use crate::{
    arguments::{rows::RowsOption, store::StoreOptions},
    asker::{Files, ask},
    extends::Extends,
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

impl Extends for Arguments {
    type Question = Count;

    fn run(&self, session: &Session) -> Result<Answer, Failure> {
        let files = Files { store: Some(&self.store), ..Files::default() };
        ask(&self.question, files, session)
    }
}

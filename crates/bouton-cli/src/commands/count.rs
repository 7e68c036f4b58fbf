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
        // A table in a folder is counted position by position.
        let by_law = self.question.lost || self.question.upto.trim().parse::<u64>().is_err();
        if by_law && self.store.store.is_some() {
            let why = "--lost, and numbers from 2^64 on, are counted from the law of the positions, and --store from a table in a \
                       folder: leave out one of them";
            return Err(Failure::input("usage", why.to_owned()));
        }
        let files = Files { store: Some(&self.store), ..Files::default() };
        ask(&self.question, files, session)
    }
}

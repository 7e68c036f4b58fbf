//! `bouton why GAME POSITION`: the value of a position, explained by the law of the game.

use bouton::ask::Why;
use clap::Args;

use crate::{
    arguments::format::WordsFormat,
    asker::{Files, ask},
    extends::Extends,
    failure::{Answer, Failure},
    session::Session,
};

/// The arguments of `why`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: Why,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: WordsFormat,
}

impl Extends for Arguments {
    type Question = Why;

    fn run(&self, session: &Session) -> Result<Answer, Failure> {
        let session = session.json_if(self.format == WordsFormat::Json);
        ask(&self.question, Files::default(), &Session { format: self.format.into(), ..session })
    }
}

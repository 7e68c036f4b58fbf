//! `bouton sequence GAME --upto N`: Grundy values of one heap, and their period.

use bouton::{SequenceError, document::Sequence, sequence, with_one_heap};
use clap::{Args, ValueEnum};

use crate::{
    arguments::GameArgument,
    failure::{Answer, Failure},
    progress::Progress,
    render::sequence as render,
    session::Session,
};

/// The arguments of `sequence`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgument,
    /// The largest heap
    #[arg(long, value_name = "N")]
    upto: u64,
    /// In which form
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// The form of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The values in lines of twenty, and the period
    Text,
    /// A line `n g(n)` for each heap
    Bfile,
    /// Comma-separated values, with a header
    Csv,
    /// One JSON document
    Json,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let playable = with_one_heap(&arguments.game.load()?).map_err(|error| match error {
        SequenceError::Coordinates(_) | SequenceError::Controls => {
            Failure::input("game", format!("{error}; see `bouton table --value grundy`"))
        }
        other => other.into(),
    })?;
    let _progress = Progress::start("computing Grundy values");
    let found = Sequence::new(&playable, sequence(&playable, arguments.upto, &session.watch())?);
    let session = session.json_if(arguments.format == Format::Json);
    session.say(&render::sequence(&found, arguments.format), &found)?;
    Ok(Answer::Done)
}

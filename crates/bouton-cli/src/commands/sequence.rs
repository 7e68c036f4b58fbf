//! `bouton sequence GAME --upto N`: Grundy values of one heap, and their period.

use std::io;

use bouton::{
    RowForm, SequenceError, Sheet, document::Sequence, sequence, with_one_heap, words::sequence as render,
};
use clap::{Args, ValueEnum};

use crate::{
    arguments::{GameArgument, format::of_rows, picture::PictureOptions},
    failure::{Answer, Failure},
    progress::Progress,
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
    #[command(flatten)]
    picture: PictureOptions,
}

/// The form of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The values in lines of twenty, and the period
    Text,
    /// A line `n g(n)` a heap, as the OEIS keeps them: n from 0 on
    Bfile,
    /// Comma-separated values, with a header
    Csv,
    /// One JSON document
    Json,
    /// A JSON document a heap
    Jsonl,
    /// A tabular environment
    Latex,
    /// A plot of the values, and how often each occurs
    Svg,
    /// The same as an image
    Png,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let pictured = matches!(arguments.format, Format::Svg | Format::Png) && !session.output.is_json();
    if !pictured {
        arguments.picture.refuse(None)?;
    }
    let playable = with_one_heap(&arguments.game.load()?).map_err(|error| match error {
        SequenceError::Coordinates(_) | SequenceError::Controls => {
            Failure::input("game", format!("{error}; see `bouton table --value grundy`"))
        }
        other => other.into(),
    })?;
    let progress = Progress::start("computing Grundy values");
    let found = Sequence::new(&playable, sequence(&playable, arguments.upto, &session.watch())?);
    drop(progress);
    if pictured {
        let picture = found.picture(&arguments.picture.theme());
        return PictureOptions::put(&picture, arguments.format == Format::Png, &session.output);
    }
    if let (Some(form @ (RowForm::Csv | RowForm::JsonLines | RowForm::Latex)), false) =
        (of_rows(&arguments.format), session.output.is_json())
    {
        Sheet::of(&found.terms()).map_err(io::Error::from)?.write(form, &mut session.output.writer())?;
        return Ok(Answer::Done);
    }
    let session = session.json_if(arguments.format == Format::Json);
    session.say(&render::sequence(&found, arguments.format == Format::Bfile), &found)?;
    Ok(Answer::Done)
}

//! `bouton sequence GAME --upto N`: Grundy values of one heap, and their period.

use std::path::PathBuf;

use bouton::{
    BFile, RowForm, SequenceEngine, SequenceError, SequenceOptions, Sheet, document::Sequence, sequence_with,
    with_one_heap, words::sequence as render,
};
use clap::{Args, ValueEnum};

use crate::{
    arguments::{GameArgument, format::of_rows, picture::PictureOptions},
    failure::{Answer, Failure},
    screen::Progress,
    session::Session,
};

/// The arguments of `sequence`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgument,
    /// The largest heap [default with --against: the last n of the file]
    #[arg(long, value_name = "N", required_unless_present = "against")]
    upto: Option<u64>,
    /// Only say whether this b-file agrees, or the first n at which it differs (exit status 1)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["format", "statistics"])]
    against: Option<String>,
    /// Print the largest value, and how many heaps (the empty one apart) are rare in the sparse space of the values
    #[arg(long)]
    statistics: bool,
    /// Which method: auto (the fastest), or definition (all moves of all heaps)
    #[arg(long, value_name = "ENGINE", default_value = "auto")]
    engine: SequenceEngine,
    /// Keep the values in this folder as they come, and go on from those that are there
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    /// Output format
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
    /// An Apache Parquet file; only in programs built with the feature `parquet`
    Parquet,
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
    if arguments.game.heaps().is_some_and(|heaps| heaps != 1) {
        return Err(Failure::misused("a sequence is about one heap; leave out --heaps"));
    }
    let playable = with_one_heap(&arguments.game.load()?).map_err(|error| match error {
        SequenceError::Coordinates(_) | SequenceError::Controls | SequenceError::Missing(_) => {
            Failure::input("game", format!("{error}; see `bouton table --value grundy`"))
        }
        other => other.into(),
    })?;
    let progress = Progress::start("computing Grundy values");
    let watch = session.watch();
    let list = arguments.against.as_deref().map(|path| BFile::open(path, &watch)).transpose()?;
    let upto = arguments.upto.or(list.as_ref().map(BFile::last)).unwrap_or_default();
    let options = SequenceOptions { engine: arguments.engine, checkpoint: arguments.checkpoint.clone() };
    let mut found = Sequence::new(&playable, sequence_with(&playable, upto, &options, &watch)?);
    drop(progress);
    if arguments.statistics {
        found = found.with_statistics(&watch)?;
    }
    if let (Some(list), Some(path)) = (list, &arguments.against) {
        let compared = list.compare(path, &found)?;
        session.say(&render::against(&compared), &Sequence { against: Some(compared.clone()), ..found })?;
        return Ok(if compared.difference.is_some() { Answer::No } else { Answer::Done });
    }
    if pictured {
        let picture = found.picture(&arguments.picture.theme(), &watch)?;
        return PictureOptions::put(&picture, arguments.format == Format::Png, session);
    }
    if let (Some(form @ (RowForm::Csv | RowForm::JsonLines | RowForm::Latex)), false) =
        (of_rows(&arguments.format), session.output.is_json())
    {
        Sheet::within(&found.terms(), &watch)?.write(form, &mut session.output.writer())?;
        return Ok(Answer::Done);
    }
    if arguments.format == Format::Parquet && !session.output.is_json() {
        Sheet::within(&found.terms(), &watch)?.write_parquet(session.output.writer())?;
        return Ok(Answer::Done);
    }
    let session = session.json_if(arguments.format == Format::Json);
    session.say(&render::sequence(&found, arguments.format == Format::Bfile), &found)?;
    Ok(Answer::Done)
}

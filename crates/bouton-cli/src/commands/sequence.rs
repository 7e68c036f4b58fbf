//! `bouton sequence GAME --upto N`: Grundy values of one heap, and their period.

use std::path::PathBuf;

use bouton::{
    BFile,
    ask::{Asker as _, Format as Rows, Question as _, Sequence},
    document,
    words::sequence as render,
};
use clap::{Args, ValueEnum};

use crate::{
    arguments::picture::PictureOptions,
    asker::{Files, Terminal},
    failure::{Answer, Failure},
    session::Session,
};

/// The arguments of `sequence`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: Sequence,
    /// Only say whether this b-file agrees, or the first n at which it differs (exit status 1)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["format", "statistics"])]
    against: Option<String>,
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

impl Format {
    /// The format of rows; `None` of a picture.
    fn of_rows(self) -> Option<Rows> {
        Some(match self {
            Self::Text => Rows::Text,
            Self::Bfile => Rows::Bfile,
            Self::Csv => Rows::Csv,
            Self::Json => Rows::Json,
            Self::Jsonl => Rows::Jsonl,
            Self::Latex => Rows::Latex,
            Self::Parquet => Rows::Parquet,
            Self::Svg | Self::Png => return None,
        })
    }
}

pub(crate) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let format = if session.output.is_json() { Format::Json } else { arguments.format };
    let rows = format.of_rows();
    if rows.is_some() {
        arguments.picture.refuse(None)?;
    }
    let rows = rows.unwrap_or_default();
    let session = &Session { format: rows, output: session.output.json_if(rows == Rows::Json), ..*session };
    let files = Files { checkpoint: arguments.checkpoint.as_ref(), ..Files::default() };
    let terminal = &mut Terminal::with(files, session);
    let question = &arguments.question;
    if format.of_rows().is_some() && arguments.against.is_none() {
        return question.ask(terminal).map(Answer::from);
    }
    let playable = question.playable(terminal)?;
    let list = arguments.against.as_deref().map(|path| BFile::open(path, &terminal.watch())).transpose()?;
    let upto = question.upto.or(list.as_ref().map(BFile::last)).unwrap_or_default();
    let found = question.find(&playable, upto, terminal)?;
    if let (Some(list), Some(path)) = (list, &arguments.against) {
        let compared = list.compare(path, &found)?;
        let document = document::Sequence { against: Some(compared.clone()), ..found };
        session.say(&render::against(&compared), &document)?;
        return Ok(if compared.difference.is_some() { Answer::No } else { Answer::Done });
    }
    let picture = found.picture(&arguments.picture.theme(), &terminal.watch())?;
    PictureOptions::put(&picture, format == Format::Png, session)
}

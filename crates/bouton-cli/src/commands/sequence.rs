//! `bouton sequence GAME --upto N`: Grundy values of one heap, and their period.

use std::path::PathBuf;

use bouton::{
    BFile,
    ask::{Asker as _, Format as Form, Question as _, Sequence},
    document,
    words::sequence as render,
};
use clap::{Args, ValueEnum};

use crate::{
    asker::{Files, Terminal},
    extends::Extends,
    failure::{Answer, Failure},
    session::Session,
};

/// The arguments of `sequence`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: Sequence,
    /// Only compare with this b-file: agreement, or the first difference (exit status 1)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["format", "statistics"])]
    against: Option<String>,
    /// Store the values in this folder as they are found, and continue from those in it
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// The form of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The values in lines of twenty, and the period
    Text,
    /// A line `n g(n)` for each heap n from 0 on, the format of the OEIS
    Bfile,
    /// Comma-separated values, with a header
    Csv,
    /// One JSON document
    Json,
    /// One JSON document for each heap
    Jsonl,
    /// A tabular environment
    Latex,
    /// An Apache Parquet file; only in programs built with the feature `parquet`
    Parquet,
    /// A plot of the values, and the frequency of each
    Svg,
    /// The same as an image (PNG)
    Png,
}

impl From<Format> for Form {
    fn from(format: Format) -> Self {
        match format {
            Format::Text => Self::Text,
            Format::Bfile => Self::Bfile,
            Format::Csv => Self::Csv,
            Format::Json => Self::Json,
            Format::Jsonl => Self::Jsonl,
            Format::Latex => Self::Latex,
            Format::Parquet => Self::Parquet,
            Format::Svg => Self::Svg,
            Format::Png => Self::Png,
        }
    }
}

impl Extends for Arguments {
    type Question = Sequence;

    fn run(&self, session: &Session) -> Result<Answer, Failure> {
        let format = Form::from(self.format);
        let session = &Session { format, output: session.output.json_if(format == Form::Json), ..*session };
        let files = Files { checkpoint: self.checkpoint.as_ref(), ..Files::default() };
        let terminal = &mut Terminal::with(files, session);
        let question = &self.question;
        let Some(path) = &self.against else { return question.ask_each(terminal).map(Answer::from) };
        let playable = question.playable(terminal)?;
        let list = BFile::open(path, &terminal.watch())?;
        let found = question.find(&playable, question.upto.unwrap_or(list.last()), terminal)?;
        let compared = list.compare(path, &found)?;
        let document = document::Sequence { against: Some(compared.clone()), ..found };
        session.say(&render::against(&compared), &document)?;
        Ok(if compared.difference.is_some() { Answer::No } else { Answer::Done })
    }
}

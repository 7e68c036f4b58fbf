//! `bouton explain` and `bouton why`: an answer with formats of its own.

use std::fmt::Debug;

use bouton::ask::{Format, Question};
use clap::{Args, ValueEnum};

use crate::{
    asker::{Files, ask},
    extends::Extends,
    failure::{Answer, Failure},
    session::Session,
};

/// The arguments of such a question, with its formats.
#[derive(Args, Debug)]
pub(crate) struct Arguments<Q: Args + Debug, F: ValueEnum + Debug + Send + Sync + 'static> {
    #[command(flatten)]
    question: Q,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: F,
}

impl<Q, F> Extends for Arguments<Q, F>
where
    Q: Question + Debug,
    F: ValueEnum + Into<Format> + Copy + Debug + Send + Sync + 'static,
{
    type Question = Q;

    fn run(&self, session: &Session) -> Result<Answer, Failure> {
        let format: Format = self.format.into();
        let session = session.json_if(format == Format::Json);
        ask(&self.question, Files::default(), &Session { format, ..session })
    }
}

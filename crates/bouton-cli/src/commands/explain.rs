//! `bouton explain FILE|GAME|CODE`: a proved law in words and as a table, or the meaning of the
//! code of a fault.

use bouton::ask::Explain;
use clap::Args;

use crate::{
    arguments::format::LawFormat,
    asker::{Files, ask},
    extends::Extends,
    failure::{Answer, Failure},
    session::Session,
};

/// The arguments of `explain`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: Explain,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: LawFormat,
}

impl Extends for Arguments {
    type Question = Explain;

    fn run(&self, session: &Session) -> Result<Answer, Failure> {
        let session = session.json_if(self.format == LawFormat::Json);
        ask(&self.question, Files::default(), &Session { format: self.format.into(), ..session })
    }
}

//! `bouton emit FILE|GAME --lang L`: a proved strategy as a function.

use bouton::{Language, ask::Subject, document::Emit};
use clap::{
    Args,
    builder::{PossibleValuesParser, TypedValueParser},
};

use super::theorem::theorem_of;
use crate::{
    arguments::values::ProvedValue,
    failure::{Answer, Failure},
    file,
    screen::Progress,
    session::Session,
};

/// The arguments of `emit`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// A certificate, or a game (its law is then proved first)
    #[command(flatten)]
    game: Subject,
    /// The language [default: the one that the ending of --output says, else python]
    #[arg(long, value_parser = PossibleValuesParser::new(LANGUAGES).try_map(|name| name.parse::<Language>()))]
    lang: Option<Language>,
    /// Which value, if a law is to be proved [default: outcome]
    #[arg(long, value_enum)]
    value: Option<ProvedValue>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
}

/// The languages by their names, so that these are completed.
const LANGUAGES: [&str; 4] = ["rust", "python", "c", "javascript"];

pub(crate) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let named = bouton::ending::language(arguments.lang, arguments.output.as_deref());
    let language = named.map_err(|error| Failure::misused(&error.to_string()))?;
    let _progress = Progress::start("proving");
    let theorem = theorem_of(&arguments.game, arguments.value, session)?;
    let document = Emit {
        language: language.to_string(),
        certificate: theorem.identity().to_string(),
        file: arguments.output.clone(),
        code: theorem.emit(language)?,
    };
    file::give_code(&document, session)
}

//! `bouton emit FILE|GAME --lang L`: a proved strategy as a function.

use std::path::Path;

use bouton::{
    document::Emit,
    emit::{Language, emit},
};
use clap::Args;

use crate::{
    arguments::GameArgument,
    commands::{explain::law_of, prove::ProvedValue},
    failure::{Answer, Failure},
    file,
    limits::LimitOptions,
    output::Output,
    progress::Progress,
};

/// The arguments of `emit`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// A certificate, or a game (its law is then proved first)
    #[command(flatten)]
    game: GameArgument,
    /// The language: rust, python, c or javascript
    #[arg(long, value_parser = parse_language)]
    lang: Language,
    /// Which value, if a law is to be proved [default: outcome]
    #[arg(long, value_enum)]
    value: Option<ProvedValue>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    #[command(flatten)]
    limits: LimitOptions,
}

fn parse_language(name: &str) -> Result<Language, String> {
    name.parse().map_err(|error: bouton::emit::UnknownLanguage| error.to_string())
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<Answer, Failure> {
    let _progress = Progress::start("proving");
    let law = law_of(&arguments.game, arguments.value, &arguments.limits, output)?;
    let id = law.identity().to_string();
    let code = emit(law.ruleset(), law.law(), &id, arguments.lang)
        .map_err(|error| Failure::input("emit", error.to_string()))?;
    let document = Emit {
        language: arguments.lang.to_string(),
        certificate: id,
        file: arguments.output.clone(),
        code: code.clone(),
    };
    match arguments.output.as_deref().filter(|&path| path != "-") {
        Some(path) => {
            file::write(Path::new(path), &code)?;
            output.say(&format!("written to {path}\n"), &document)?;
        }
        None => output.say(&code, &document)?,
    }
    Ok(Answer::Done)
}

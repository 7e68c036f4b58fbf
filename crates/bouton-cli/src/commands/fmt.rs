//! `bouton fmt RULES`: rules with one rule on each line in the words of the grammar, comments
//! preserved.

use std::path::Path;

use bouton::{
    document::Format,
    ending::looks_like_a_path,
    rules::{format, text_of},
};
use clap::Args;

use crate::{
    failure::{Answer, Failure},
    file,
    session::Session,
};

/// The arguments of `fmt`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// A rules file, a built-in game, a code, or rules text
    rules: String,
    /// Print nothing and change nothing: exit 1 if the rules are not formatted
    #[arg(long, conflicts_with_all = ["output", "in_place"])]
    check: bool,
    /// Write the rules to this file
    #[arg(short, long, value_name = "FILE", conflicts_with = "in_place")]
    output: Option<String>,
    /// Write them to the file that they come from
    #[arg(short, long)]
    in_place: bool,
}

pub(crate) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let from_file = file::rules_of(&arguments.rules)?;
    if from_file.is_none() && arguments.in_place {
        return Err(file::no_file(&arguments.rules));
    }
    let text = match from_file {
        Some(text) => text,
        // As in every command, a game is given by its name, its code or its rules.
        None => match text_of(&arguments.rules) {
            Ok(text) => text.into_owned(),
            Err(_) if looks_like_a_path(&arguments.rules) => return Err(file::no_file(&arguments.rules)),
            Err(error) => return Err(Failure::input("game", error.to_string())),
        },
    };
    let formatted = format(&text).map_err(|faults| Failure::rules(&text, &faults))?;
    let changed = formatted != text;
    let output = arguments.output.as_deref().or(arguments.in_place.then_some(&arguments.rules));
    if let Some(path) = output.filter(|&path| changed || Some(path) == arguments.output.as_deref()) {
        file::write(Path::new(path), &formatted)?;
    }
    let told = match (arguments.check, output) {
        (true, _) if changed => format!("{} is not formatted\n", arguments.rules),
        (true, _) | (false, Some(_)) => String::new(),
        (false, None) => formatted.clone(),
    };
    session.say(&told, &Format { changed, text: formatted })?;
    Ok(if arguments.check && changed { Answer::No } else { Answer::Done })
}

//! `bouton completions SHELL`: a script that calls the program itself, and so completes games and
//! values.

use std::ffi::OsStr;

use bouton::{document::Completions, rules::built_in_games};
use clap::Args;
use clap_complete::{
    Shell,
    engine::{CompletionCandidate, PathCompleter, ValueCompleter},
    env::Shells,
};

use crate::{
    failure::{Answer, Failure},
    session::Session,
};

/// The arguments of `completions`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// The environment variable by which the script calls the program.
pub(crate) const ASKED: &str = "BOUTON_COMPLETE";

pub(crate) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let shell = arguments.shell.to_string();
    let shells = Shells::builtins();
    let none = || Failure::input("usage", format!("there are no completions for {shell}"));
    let completer = shells.completer(&shell).ok_or_else(none)?;
    let mut script = Vec::new();
    completer.write_registration(ASKED, "bouton", "bouton", "bouton", &mut script)?;
    let script = String::from_utf8_lossy(&script).into_owned();
    session.say(&script.clone(), &Completions { shell, script })?;
    Ok(Answer::Done)
}

/// Completions of a game: built-in games, and files.
pub(crate) fn games(begun: &OsStr) -> Vec<CompletionCandidate> {
    let fits = |name: &&str| begun.to_str().is_some_and(|begun| name.starts_with(begun));
    let known = built_in_games().iter().filter(|game| fits(&game.name));
    let mut found: Vec<CompletionCandidate> = known
        .map(|game| CompletionCandidate::new(game.name).help(Some(game.summary.to_string().into())))
        .collect();
    found.extend(PathCompleter::file().complete(begun));
    found
}

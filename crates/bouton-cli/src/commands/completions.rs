//! `bouton completions SHELL`.

use bouton::document::Completions;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

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

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let mut script = Vec::new();
    let mut command = crate::arguments::Arguments::command();
    clap_complete::generate(arguments.shell, &mut command, "bouton", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    session.say(&script.clone(), &Completions { shell: arguments.shell.to_string(), script })?;
    Ok(Answer::Done)
}

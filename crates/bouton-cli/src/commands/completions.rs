//! `bouton completions SHELL`.

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use serde_json::json;

use crate::{
    failure::{Answer, Failure},
    output::Output,
};

/// The arguments of `completions`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<Answer, Failure> {
    let mut script = Vec::new();
    let mut command = crate::arguments::Arguments::command();
    clap_complete::generate(arguments.shell, &mut command, "bouton", &mut script);
    let script = String::from_utf8_lossy(&script);
    output.say(&script, &json!({ "shell": arguments.shell.to_string(), "script": script }))?;
    Ok(Answer::Done)
}

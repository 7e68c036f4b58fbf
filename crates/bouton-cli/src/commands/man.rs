//! `bouton man`: the manual page.

use bouton::document::Manual;
use clap::{Args, CommandFactory};

use crate::{
    failure::{Answer, Failure},
    session::Session,
};

/// The arguments of `man`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The page of one command
    command: Option<String>,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let mut root = crate::arguments::Arguments::command();
    root.build();
    let command = match &arguments.command {
        None => root,
        Some(name) => root.find_subcommand(name).cloned().ok_or_else(|| {
            Failure::input("usage", format!("there is no command `{name}`; see `bouton --help`"))
        })?,
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    let page = String::from_utf8_lossy(&page).into_owned();
    session.say(&page.clone(), &Manual { page })?;
    Ok(Answer::Done)
}

//! `bouton man`: the manual pages.

use std::path::PathBuf;

use bouton::document::Manual;
use clap::{Args, Command};

use crate::{
    failure::{Answer, Failure},
    session::Session,
};

/// The arguments of `man`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The page of one command
    command: Option<String>,
    /// Write the pages of the program and of every command into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    all: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, mut root: Command, session: &Session) -> Result<Answer, Failure> {
    if let Some(folder) = &arguments.all {
        let unwritable =
            |error| Failure::input("file", format!("{} cannot be written: {error}", folder.display()));
        std::fs::create_dir_all(folder).map_err(unwritable)?;
        clap_mangen::generate_to(root, folder).map_err(unwritable)?;
        let page = format!("manual pages written to {}\n", folder.display());
        session.say(&page.clone(), &Manual { page })?;
        return Ok(Answer::Done);
    }
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

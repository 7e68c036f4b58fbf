//! `bouton man`: the manual pages.

use std::path::{Path, PathBuf};

use bouton::document::Manual;
use clap::{Args, Command};
use clap_mangen::Man;

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
        let mut root = root.disable_help_subcommand(true);
        root.build();
        write_pages(root, folder).map_err(unwritable)?;
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
    titled(command).render(&mut page)?;
    let page = String::from_utf8_lossy(&page).into_owned();
    session.say(&page.clone(), &Manual { page })?;
    Ok(Answer::Done)
}

/// Writes the pages of a command and of all commands below it, as files of a folder.
fn write_pages(command: Command, folder: &Path) -> std::io::Result<()> {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        write_pages(below.clone(), folder)?;
    }
    titled(command).generate_to(folder).map(drop)
}

/// The page of a command; its title line names the program with its version, as the manual pages of other
/// programs do.
fn titled(command: Command) -> Man {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_uppercase();
    Man::new(command)
        .title(name)
        .source(concat!("bouton ", env!("CARGO_PKG_VERSION")))
        .manual("Bouton Manual")
}

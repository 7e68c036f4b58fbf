//! Commands of the register that use no files: the library describes them, and answers them.

use bouton::ask::{Command as Question, Format, commands};
use clap::{ArgMatches, Args, Command, Error, FromArgMatches, Subcommand, error::ErrorKind};

use crate::{
    arguments::rows::RowsOption,
    asker::{Files, Terminal},
    failure::{Answer, Failure},
    session::Session,
};

/// A command of the register.
#[derive(Debug)]
pub(crate) struct Asked {
    name: String,
    line: ArgMatches,
    rows: RowsOption,
}

/// The commands of the register that the program does not extend by options of its own.
fn plain<'a>() -> impl Iterator<Item = Question<Terminal<'a>>> {
    const EXTENDED: [&str; 10] =
        ["solve", "table", "count", "sequence", "prove", "check", "explain", "emit", "lower", "fmt"];
    commands().into_iter().filter(|question| !EXTENDED.contains(&question.name))
}

impl Asked {
    /// The format of the answer.
    pub(crate) fn format(&self) -> Format {
        self.rows.format
    }

    /// Answers the question.
    ///
    /// # Errors
    ///
    /// If the question is wrong, a limit is reached, or the answer cannot be written.
    pub(crate) fn run(&self, session: &Session) -> Result<Answer, Failure> {
        let missing = || Failure::input("usage", format!("there is no command `{}`", self.name));
        let question = plain().find(|question| question.name == self.name).ok_or_else(missing)?;
        let answer = question.answer_line(&self.line, &mut Terminal::with(Files::default(), session));
        answer.map_err(|error| Failure::usage(&error))?.map(Answer::from)
    }
}

impl FromArgMatches for Asked {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let (name, line) = matches.subcommand().ok_or_else(|| Error::new(ErrorKind::MissingSubcommand))?;
        Ok(Self { name: name.to_owned(), line: line.clone(), rows: RowsOption::from_arg_matches(line)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Subcommand for Asked {
    fn augment_subcommands(command: Command) -> Command {
        plain().fold(command, |command, question| {
            // A group of options brings its own summary.
            let summary = question.summary.clone();
            command.subcommand(RowsOption::augment_args(question.subcommand()).about(summary))
        })
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        plain().any(|question| question.name == name)
    }
}

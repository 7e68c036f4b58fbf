//! Commands of the register: the library describes them and answers them, the program adds options about
//! files.

use std::iter;

use bouton::ask::{Command as Registered, Emit, Explain, Format, Lower, Question, Why, commands, groups};
use clap::{ArgMatches, Args, Command, Error, FromArgMatches, Subcommand, error::ErrorKind};

use crate::{
    arguments::{
        format::{LawFormat, WordsFormat},
        rows::RowsOption,
    },
    asker::{Files, Terminal},
    commands::{self as extended, formatted::Arguments as Formatted, written::Arguments as Written},
    extends::Extends,
    failure::{Answer, Failure},
    session::Session,
};

/// A command of the register.
#[derive(Debug)]
pub(crate) struct RegisteredCommand {
    name: String,
    line: ArgMatches,
}

/// The options that the program adds to a command.
struct Extension {
    name: &'static str,
    writes_a_file: bool,
    arguments: fn(Command) -> Command,
    run: fn(&ArgMatches, &Session) -> Result<Answer, Failure>,
}

impl Extension {
    const fn of<T: Extends>() -> Self {
        Self {
            name: <T::Question as Question>::NAME,
            writes_a_file: T::WRITES_A_FILE,
            // The options of the program bring a summary of their own.
            arguments: |command| {
                let question = T::Question::augment_args(Command::new(T::Question::NAME));
                T::augment_args(command).about(question.get_about().cloned().unwrap_or_default())
            },
            run: |line, session| {
                T::from_arg_matches(line).map_err(|error| Failure::usage(&error))?.run(session)
            },
        }
    }

    /// The extension of a command, if it has one.
    fn named(name: &str) -> Option<&'static Self> {
        EXTENSIONS.iter().find(|known| known.name == name)
    }
}

/// The commands with options of the program; all others are those of the register as they are.
const EXTENSIONS: &[Extension] = &[
    Extension::of::<extended::solve::Arguments>(),
    Extension::of::<extended::table::Arguments>(),
    Extension::of::<extended::count::Arguments>(),
    Extension::of::<extended::sequence::Arguments>(),
    Extension::of::<extended::prove::Arguments>(),
    Extension::of::<extended::check::Arguments>(),
    Extension::of::<Formatted<Explain, LawFormat>>(),
    Extension::of::<Written<Emit>>(),
    Extension::of::<Formatted<Why, WordsFormat>>(),
    Extension::of::<Written<Lower>>(),
    Extension::of::<extended::fmt::Arguments>(),
];

impl RegisteredCommand {
    /// The format of the answer, if the command does not have formats of its own.
    pub(crate) fn format(&self) -> Format {
        self.line.try_get_one("format").ok().flatten().copied().unwrap_or_default()
    }

    /// Whether `-o` names a file beside the answer, which the command writes.
    pub(crate) fn writes_a_file(&self) -> bool {
        Extension::named(&self.name).is_some_and(|known| known.writes_a_file)
    }

    /// Answers the question.
    ///
    /// # Errors
    ///
    /// If the question is wrong, a limit is reached, or the answer cannot be written.
    pub(crate) fn run(&self, session: &Session) -> Result<Answer, Failure> {
        if let Some(extension) = Extension::named(&self.name) {
            return (extension.run)(&self.line, session);
        }
        let missing = || Failure::input("usage", format!("there is no command `{}`", self.name));
        let all = commands::<Terminal<'_>>();
        let command = all.iter().find(|command| command.name == self.name).ok_or_else(missing)?;
        let answer = command.answer_line(&self.line, &mut Terminal::with(Files::default(), session));
        answer.map_err(|error| Failure::usage(&error))?.map(Answer::from)
    }
}

/// The subcommand of a command of the register.
fn subcommand(command: &Registered<Terminal<'_>>) -> Command {
    match Extension::named(command.name) {
        Some(extension) => (extension.arguments)(Command::new(command.name)),
        // The commands of a group have its `--format`.
        None if command.name.contains(' ') => command.subcommand(),
        None => with_format(command.subcommand()),
    }
}

/// A command with the option `--format`, which has a summary of its own.
fn with_format(command: Command) -> Command {
    let summary = command.get_about().cloned().unwrap_or_default();
    RowsOption::augment_args(command).about(summary)
}

/// The place of an option in the help after those of every command.
const AFTER_ALL: usize = 100;

/// A group with some of its commands.
fn group<'c>(
    (name, summary): (&'static str, &'static str),
    within: impl Iterator<Item = &'c Registered<Terminal<'c>>>,
) -> Command {
    let whole = Command::new(name).about(summary).subcommand_required(true).arg_required_else_help(true);
    let whole = within.fold(whole, |whole, command| whole.subcommand(subcommand(command)));
    with_format(whole.next_display_order(AFTER_ALL))
}

/// The subcommand that words call, if they begin with the name of a command of the register; a group has no other
/// command.
pub(super) fn alone(words: &[&str]) -> Option<Command> {
    let all = commands::<Terminal<'_>>();
    let named = |name: &str| all.iter().find(|command| command.name == name);
    let (first, rest) = words.split_first()?;
    match groups().iter().find(|(name, _)| name == first) {
        Some(whole) => Some(group(*whole, iter::once(named(&format!("{first} {}", rest.first()?))?))),
        None => named(first).filter(|_| !first.contains(' ')).map(subcommand),
    }
}

impl FromArgMatches for RegisteredCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let below = |line: &ArgMatches| -> Result<(String, ArgMatches), Error> {
            let (name, line) = line.subcommand().ok_or_else(|| Error::new(ErrorKind::MissingSubcommand))?;
            Ok((name.to_owned(), line.clone()))
        };
        let (name, line) = below(matches)?;
        if groups().iter().all(|(group, _)| *group != name) {
            return Ok(Self { name, line });
        }
        let (last, line) = below(&line)?;
        Ok(Self { name: format!("{name} {last}"), line })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Subcommand for RegisteredCommand {
    fn augment_subcommands(program: Command) -> Command {
        let all = commands::<Terminal<'_>>();
        let alone = all.iter().filter(|command| !command.name.contains(' '));
        let program = alone.fold(program, |program, command| program.subcommand(subcommand(command)));
        groups().iter().fold(program, |program, whole| {
            let within = |command: &&Registered<_>| {
                command.name.split_once(' ').is_some_and(|(name, _)| name == whole.0)
            };
            program.subcommand(group(*whole, all.iter().filter(within)))
        })
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        groups().iter().any(|(group, _)| *group == name)
            || commands::<Terminal<'_>>().iter().any(|command| command.name == name)
    }
}

//! The command line: every command with its arguments.

mod examples;
mod registered;

use bouton::ask::Format;
use clap::{ColorChoice, Parser, Subcommand};

use crate::{
    arguments::limits::LimitOptions,
    commands,
    failure::{Answer, Failure},
    session::Session,
};

pub(crate) use self::examples::{command, for_words};
use self::registered::RegisteredCommand;

/// State the rules of a heap game. Get its winning strategy, with a proof.
#[derive(Debug, Parser)]
#[command(
    name = NAME,
    after_help = "First steps:\n  \
bouton solve nim 3,4,5                                    who wins, and by which moves\n  \
bouton prove 'heaps 1; move take 1..3 from 1 heap'        the law of your own rules, proved\n  \
bouton play nim                                           a game against the computer\n\n\
GAME is the path of a rules file, the name of a built-in game (see `bouton games`), a code \
(`0.137`, 'subtraction {1,3,4}'), or rules text, lines separated by `;`.\n\
POSITION is `3,4,5`; a control state follows after a colon: `3,4,5:used`.\n\
Exit status: 0 done; 1 the answer is \"no\"; 2 the input is wrong; 3 a limit was reached."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) common: CommonOptions,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The name of the program.
const NAME: &str = "bouton";

/// The options of every command.
#[derive(Debug, Parser)]
#[command(name = NAME, version, max_term_width = 100)]
pub(crate) struct CommonOptions {
    /// Answer with one JSON document on standard output
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Write the answer to this file, completely or not at all [default: standard output]
    #[arg(short, long, global = true, value_name = "FILE")]
    pub(crate) output: Option<String>,
    /// Use colours on a terminal (auto), always or never [default: auto, which respects NO_COLOR and
    /// CLICOLOR_FORCE]
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub(crate) color: ColorChoice,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    #[command(flatten)]
    Registered(RegisteredCommand),
    #[command(flatten)]
    Own(OwnCommand),
}

/// The commands that are not in the register.
#[derive(Debug, Subcommand)]
pub(crate) enum OwnCommand {
    /// Play against the perfect opponent
    Play(commands::play::Arguments),
    /// Serve the page: rules, play, pictures and proofs in a browser
    Serve(commands::serve::Arguments),
    /// Print a completion script for a shell
    Completions(commands::completions::Arguments),
    /// Print the manual page
    Man(commands::man::Arguments),
}

impl OwnCommand {
    /// The subcommand of this name, if it is one of these.
    fn alone(name: &str) -> Option<clap::Command> {
        Self::augment_subcommands(clap::Command::new(NAME)).find_subcommand(name).cloned()
    }
}

impl Command {
    /// The format of the answer, if the command does not have formats of its own.
    pub(crate) fn format(&self) -> Format {
        match self {
            Self::Registered(asked) => asked.format(),
            _ => Format::Text,
        }
    }

    /// Whether the command ends by itself: a server does not, and its requests have limits of their own.
    pub(crate) fn ends(&self) -> bool {
        !matches!(self, Self::Own(OwnCommand::Serve(_)))
    }

    /// Whether `-o` names a file beside the answer, which the command writes.
    pub(crate) fn writes_a_file(&self) -> bool {
        matches!(self, Self::Registered(asked) if asked.writes_a_file())
    }

    /// Runs a command.
    ///
    /// # Errors
    ///
    /// If the input is wrong, or a limit was reached.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        match self {
            Self::Registered(asked) => asked.run(session),
            Self::Own(OwnCommand::Play(arguments)) => commands::play::run(&arguments, session),
            Self::Own(OwnCommand::Serve(arguments)) => commands::serve::run(&arguments, session),
            Self::Own(OwnCommand::Completions(arguments)) => commands::completions::run(&arguments, session),
            Self::Own(OwnCommand::Man(arguments)) => commands::man::run(&arguments, command(), session),
        }
    }
}

#[cfg(test)]
mod tests;

//! The command line: every command with its arguments.

mod asked;
mod examples;

use bouton::ask::Format;
use clap::{ColorChoice, Parser, Subcommand};

use crate::{
    arguments::{in_total, limits::LimitOptions, nim, pass, podium, rows::RowsOption},
    commands,
    failure::{Answer, Failure},
    session::Session,
    theory,
};

use self::asked::Asked;
pub(crate) use self::examples::command;

/// State the rules of a heap game. Get its winning strategy, with a proof.
#[derive(Debug, Parser)]
#[command(
    name = "bouton",
    version,
    max_term_width = 100,
    after_help = "First steps:\n  \
bouton solve nim 3,4,5                                    who wins, and by which moves\n  \
bouton prove 'heaps 1; move take 1..3 from 1 heap'        the law of your own rules, proved\n  \
bouton play nim                                           a game against the computer\n\n\
GAME is the path of a rules file, the name of a built-in game (see `bouton games`), a code \
(`0.137`, 'subtraction {1,3,4}'), or rules text, lines parted by `;`.\n\
POSITION is `3,4,5`; a control state follows after a colon: `3,4,5:used`.\n\
Exit status: 0 done; 1 the answer is \"no\"; 2 the input is wrong; 3 a limit was reached."
)]
pub(crate) struct Arguments {
    /// Answer with one JSON document on standard output
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Write the answer to this file, completely or not at all [default: standard output]
    #[arg(short, long, global = true, value_name = "FILE")]
    pub(crate) output: Option<String>,
    /// Use colours on a terminal (auto), always or never [default: auto, which respects NO_COLOR and CLICOLOR_FORCE]
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
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve a position: outcome, Grundy value, remoteness and every winning move
    Solve(commands::solve::Arguments),
    /// Tabulate the values of all positions in a box
    Table(commands::table::Arguments),
    /// Count the positions of a box by outcome
    Count(commands::count::Arguments),
    /// Compute the Grundy values of one heap, and their period
    Sequence(commands::sequence::Arguments),
    #[command(flatten)]
    Asked(Asked),
    /// Find the law of a game and prove it
    Prove(commands::prove::Arguments),
    /// Check a certificate, independently of how it was found
    Check(commands::check::Arguments),
    /// Explain a proved law in words and as a table, or the code of a fault in rules
    Explain(commands::explain::Arguments),
    /// Write a proved strategy as a function in Rust, Python, C or JavaScript
    Emit(commands::emit::Arguments),
    /// Write the claim of a certificate as a theorem for the proof assistant Coq
    Lower(commands::lower::Arguments),
    /// Play against the perfect opponent
    Play(commands::play::Arguments),
    /// Format rules: one rule a line in the words of the grammar, comments kept
    Fmt(commands::fmt::Arguments),
    /// Three-player Nim with podium rule: values, equality, canonical forms
    Podium(podium::Arguments),
    /// The theory of Nim: sums, moves, lost positions, starting positions
    Nim(nim::Arguments),
    /// Nim with a pass on heaps of size at most four
    Pass(pass::Arguments),
    /// Heaps with a bound on the objects taken in total: base cases, lemmas, the family
    InTotal(in_total::Arguments),
    /// Suggest good starting positions for Nim
    Suggest(nim::SuggestArguments),
    /// Serve the page: rules, play, pictures and proofs in a browser
    Serve(commands::serve::Arguments),
    /// Print a completion script for a shell
    Completions(commands::completions::Arguments),
    /// Print the manual page
    Man(commands::man::Arguments),
}

impl Command {
    /// The format of the answer, if the command does not have formats of its own.
    pub(crate) fn format(&self) -> Format {
        let rows: &RowsOption = match self {
            Self::Solve(commands::solve::Arguments { rows, .. })
            | Self::Count(commands::count::Arguments { rows, .. })
            | Self::Check(commands::check::Arguments { rows, .. })
            | Self::Podium(podium::Arguments { rows, .. })
            | Self::Nim(nim::Arguments { rows, .. })
            | Self::Pass(pass::Arguments { rows, .. })
            | Self::InTotal(in_total::Arguments { rows, .. })
            | Self::Suggest(nim::SuggestArguments { rows, .. }) => rows,
            Self::Asked(asked) => return asked.format(),
            _ => return Format::Text,
        };
        rows.format
    }

    /// Whether the command ends by itself: a server does not, and its requests have limits of their own.
    pub(crate) fn ends(&self) -> bool {
        !matches!(self, Self::Serve(_))
    }

    /// Whether `-o` names a file beside the answer, which the command writes.
    pub(crate) fn writes_a_file(&self) -> bool {
        matches!(self, Self::Prove(_) | Self::Emit(_) | Self::Lower(_) | Self::Fmt(_))
    }

    /// Runs a command.
    ///
    /// # Errors
    ///
    /// If the input is wrong, or a limit was reached.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        match self {
            Self::Solve(arguments) => commands::solve::run(&arguments, session),
            Self::Table(arguments) => commands::table::run(&arguments, session),
            Self::Count(arguments) => commands::count::run(&arguments, session),
            Self::Sequence(arguments) => commands::sequence::run(&arguments, session),
            Self::Asked(asked) => asked.run(session),
            Self::Prove(arguments) => commands::prove::run(&arguments, session),
            Self::Check(arguments) => commands::check::run(&arguments, session),
            Self::Explain(arguments) => commands::explain::run(&arguments, session),
            Self::Emit(arguments) => commands::emit::run(&arguments, session),
            Self::Lower(arguments) => commands::lower::run(&arguments, session),
            Self::Play(arguments) => commands::play::run(&arguments, session),
            Self::Fmt(arguments) => commands::fmt::run(&arguments, session),
            Self::Podium(arguments) => theory::podium::run(&arguments, session),
            Self::Nim(arguments) => theory::nim::run(&arguments, session),
            Self::Pass(arguments) => theory::pass::run(&arguments, session),
            Self::InTotal(arguments) => theory::in_total::run(&arguments, session),
            Self::Suggest(arguments) => theory::nim::suggest(&arguments, session),
            Self::Serve(arguments) => commands::serve::run(&arguments, session),
            Self::Completions(arguments) => commands::completions::run(&arguments, session),
            Self::Man(arguments) => commands::man::run(&arguments, command(), session),
        }
    }
}

#[cfg(test)]
mod tests {
    use bouton::{
        Watch,
        ask::{Buffer, Format, Kind, commands},
    };
    use clap::ArgAction;
    use serde_json::Value;

    /// The example of each command has the same answer as a command line and as data.
    #[test]
    fn examples_of_the_register_are_answered() {
        for question in commands::<Buffer>() {
            let name = question.name;
            assert!(!question.example.is_empty(), "the example of {name} is not a JSON object");
            let program = super::command();
            let mut command = program.find_subcommand(name).unwrap().clone();
            command.build();
            let line = command.clone().try_get_matches_from(question.example_line()).unwrap();
            let answered = |answer: &mut dyn FnMut(&mut Buffer)| {
                let mut buffer = Buffer::new(&Watch::unlimited());
                answer(&mut buffer);
                let mut document: Value = serde_json::from_slice(&buffer.answer()).unwrap();
                // Times differ from run to run.
                document.as_object_mut().unwrap().remove("statistics");
                document
            };
            let as_line = answered(&mut |buffer| {
                question.answer_line(&line, buffer).unwrap().unwrap();
            });
            let as_data = answered(&mut |buffer| {
                question.answer(question.example.clone(), buffer).unwrap();
            });
            assert_eq!(as_line, as_data, "{name}");
        }
    }

    /// Every question is a command, and each of its parameters is an argument.
    #[test]
    fn questions_of_the_register_are_commands() {
        let program = super::command();
        for question in commands::<Buffer>() {
            let name = question.name;
            let command =
                program.find_subcommand(name).unwrap_or_else(|| panic!("there is no command {name}"));
            assert_eq!(command.get_about().unwrap().to_string(), question.summary, "{name}");
            for parameter in &question.parameters {
                let found = command
                    .get_arguments()
                    .find(|known| known.get_id().as_str().replace('_', "-") == parameter.name);
                let argument = found.unwrap_or_else(|| panic!("{name} has no {}", parameter.name));
                let is_flag = matches!(argument.get_action(), ArgAction::SetTrue);
                assert_eq!(is_flag, parameter.kind == Kind::Flag, "{name} {}", parameter.name);
            }
            let values = command.get_arguments().find(|known| known.get_id() == "format");
            let Some(values) = values else {
                // `--json` is the other one.
                assert_eq!(question.formats, Format::TEXT, "{name}");
                continue;
            };
            let formats: Vec<String> =
                values.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
            for format in question.formats {
                assert!(
                    formats.iter().any(|known| known == format.name()),
                    "{name} --format {}",
                    format.name()
                );
            }
        }
    }
}

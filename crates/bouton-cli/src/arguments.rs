//! The command line.

pub(crate) mod engine;
pub(crate) mod examples;
pub(crate) mod format;
pub(crate) mod game;
pub(crate) mod in_total;
pub(crate) mod limits;
pub(crate) mod nim;
pub(crate) mod pass;
pub(crate) mod picture;
pub(crate) mod podium;
pub(crate) mod rows;
pub(crate) mod store;
pub(crate) mod values;

use clap::{ColorChoice, Parser, Subcommand};

pub(crate) use self::game::{GameArgument, joined, parse_position};
use self::rows::RowsFormat;
use crate::commands;

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
    /// Write the answer to this file, whole or not at all [default: standard output]
    #[arg(short, long, global = true, value_name = "FILE")]
    pub(crate) output: Option<String>,
    /// Colours on a terminal, always or never [default: auto, which heeds NO_COLOR and CLICOLOR_FORCE, too]
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
    pub(crate) limits: limits::LimitOptions,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What is to be done.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve a position: outcome, Grundy value, remoteness and every winning move
    Solve(commands::solve::Arguments),
    /// Tabulate the values of all positions in a box
    Table(commands::table::Arguments),
    /// List positions by outcome and other properties
    List(commands::list::Arguments),
    /// Count the positions of a box by outcome
    Count(commands::count::Arguments),
    /// Compute the Grundy values of one heap, and their period
    Sequence(commands::sequence::Arguments),
    /// Find the law of a game and prove it
    Prove(commands::prove::Arguments),
    /// Check a certificate, independently of how it was found
    Check(commands::check::Arguments),
    /// Explain a proved law in words and as a table, or the code of a fault in rules
    Explain(commands::explain::Arguments),
    /// Write a proved strategy as a function in Rust, Python, C or JavaScript
    Emit(commands::emit::Arguments),
    /// What a certificate claims as a theorem for the proof assistant Coq
    Lower(commands::lower::Arguments),
    /// Play against the perfect opponent
    Play(commands::play::Arguments),
    /// Compute the genus and misère outcome of a position of a one-heap game
    Genus(commands::genus::Arguments),
    /// Solve a sum of positions of several games
    Sum(commands::sum::Arguments),
    /// Compare the values of two games at all positions, or find where they first differ
    Compare(commands::compare::Arguments),
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
    /// List the built-in games
    Games(commands::games::Arguments),
    /// Print a completion script for a shell
    Completions(commands::completions::Arguments),
    /// Print the manual page
    Man(commands::man::Arguments),
}

impl Command {
    /// The output format of lists, where the command does not have formats of its own.
    pub(crate) fn format(&self) -> RowsFormat {
        match self {
            Self::Solve(commands::solve::Arguments { rows, .. })
            | Self::List(commands::list::Arguments { rows, .. })
            | Self::Count(commands::count::Arguments { rows, .. })
            | Self::Check(commands::check::Arguments { rows, .. })
            | Self::Sum(commands::sum::Arguments { rows, .. })
            | Self::Games(commands::games::Arguments { rows, .. })
            | Self::Podium(podium::Arguments { rows, .. })
            | Self::Nim(nim::Arguments { rows, .. })
            | Self::Pass(pass::Arguments { rows, .. })
            | Self::InTotal(in_total::Arguments { rows, .. })
            | Self::Suggest(nim::SuggestArguments { rows, .. }) => rows.format,
            _ => RowsFormat::Text,
        }
    }

    /// Whether the command ends by itself: a server does not, and its requests have limits of their
    /// own.
    pub(crate) fn ends(&self) -> bool {
        !matches!(self, Self::Serve(_))
    }

    /// Whether `-o` is a file besides the answer, which the command itself writes.
    pub(crate) fn writes_a_file(&self) -> bool {
        matches!(self, Self::Prove(_) | Self::Emit(_) | Self::Lower(_) | Self::Fmt(_))
    }
}

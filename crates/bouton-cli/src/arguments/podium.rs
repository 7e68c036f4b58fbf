//! The arguments of `bouton podium`.

use bouton::theory::podium::RepresentationBounds;
use clap::{Args, Subcommand, ValueEnum};

use super::rows::RowsOption;

/// The arguments of `podium`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) question: Question,
    #[command(flatten)]
    pub(crate) rows: RowsOption,
}

/// The questions about forms: sums of Nim piles, written 15,14,23,5.
#[derive(Debug, Subcommand)]
pub(crate) enum Question {
    /// The digit sum (Definition 2.5), the outcome and the linked options
    Value {
        /// The form
        #[arg(required = true)]
        form: Vec<String>,
        /// The number of players
        #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(2..=255))]
        players: u32,
    },
    /// The outcome (Theorem 2.14), for piles of any size
    Outcome {
        /// The form
        #[arg(required = true)]
        form: Vec<String>,
    },
    /// The linked options (Definition 2.10) and the winning moves they give
    Linked {
        /// The form
        #[arg(required = true)]
        form: Vec<String>,
    },
    /// Whether two forms are equal (Theorem 3.4), and a form that distinguishes them
    Equal {
        /// One form
        left: String,
        /// The other form
        right: String,
    },
    /// The canonical form (Definition 3.5)
    Canonical {
        /// The form
        #[arg(required = true)]
        form: Vec<String>,
    },
    /// The reductions R1 and R2 (Definition 3.9), step by step
    Reduce {
        /// The form
        #[arg(required = true)]
        form: Vec<String>,
    },
    /// The classes of equal forms, each with its canonical form
    Classes {
        /// The most piles of a form
        #[arg(long, value_name = "N", default_value_t = 3)]
        piles: usize,
        /// The largest pile
        #[arg(long, value_name = "N", default_value_t = 4)]
        largest: u64,
        /// The most forms to examine
        #[arg(long, value_name = "N", default_value_t = 100_000)]
        limit: usize,
    },
    /// Other impartial forms, such as {2} or {0,*2}: outcome, and a sum of piles that equals it
    Form {
        /// The form
        form: String,
        /// The valuation of three players
        #[arg(long, value_enum, default_value = "podium")]
        play: PlayName,
        /// The most piles of a sum that is tried, as an equal and added to both
        #[arg(long, value_name = "N", default_value_t = RepresentationBounds::default().piles)]
        piles: usize,
        /// The largest pile of such a sum
        #[arg(long, value_name = "N", default_value_t = RepresentationBounds::default().largest)]
        largest: u64,
        /// The most positions to examine
        #[arg(long, value_name = "N", default_value_t = RepresentationBounds::default().positions)]
        limit: usize,
    },
    /// The classes of Propp that the sum of two forms can have, with examples
    Coalitions {
        /// The most positions to examine
        #[arg(long, value_name = "N", default_value_t = 1_000_000)]
        limit: usize,
    },
    /// Whether a form is a P-position for n players, each taking from up to k piles (Li; Moore)
    Moore {
        /// The form
        #[arg(required = true)]
        form: Vec<String>,
        /// The number of players
        #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(2..=255))]
        players: u32,
        /// The number of piles that a move may take from
        #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
        piles: u32,
    },
}

/// The valuations of games of three players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlayName {
    /// Podium rule: a player who cannot be last tries to be last but one
    Podium,
    /// Coalitions: the others may conspire (Propp)
    Coalition,
}

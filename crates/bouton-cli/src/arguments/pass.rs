//! The arguments of `bouton pass`.

use clap::{Args, Subcommand};

use super::rows::RowsOption;

/// The arguments of `pass`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) question: Question,
    #[command(flatten)]
    pub(crate) rows: RowsOption,
}

/// The questions about Nim with a pass. (One pass for both players, sizes up to four; other
/// numbers of passes, passes of each player and other heaps are rules: `pass 2 unless empty`,
/// `pass 1 each unless empty`, `heaps 3`, `heap sizes 1..5`.)
#[derive(Debug, Subcommand)]
pub(crate) enum Question {
    /// Table 1 of Wong Oi Lin (2015): sizes up to three, with the least numbers of objects
    Table1,
    /// Table 2: the same with nim-sums
    Table2,
    /// Table 3 of Wong Oi Lin (2015), regenerated for any number of objects
    Table3 {
        /// The most objects
        #[arg(long, value_name = "N", default_value_t = 19, value_parser = clap::value_parser!(u64).range(1..=400))]
        upto: u64,
        /// Compare with the printed table
        #[arg(long)]
        compare: bool,
    },
    /// The case of Theorem 1 that decides a position (m1,m2,m3,m4), of any size
    Theorem {
        /// The number of heaps of size 1, 2, 3 and 4
        #[arg(required = true)]
        position: Vec<String>,
    },
}

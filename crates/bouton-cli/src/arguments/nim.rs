//! The arguments of `bouton nim` and `bouton suggest`.

use bouton::theory::nim::{LostFilter, Order};
use clap::{Args, Subcommand, ValueEnum};
use num_bigint::BigUint;

use super::rows::RowsOption;

/// The arguments of `nim`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) question: Question,
    #[command(flatten)]
    pub(crate) rows: RowsOption,
}

/// The arguments of `suggest`.
#[derive(Args, Debug)]
pub(crate) struct SuggestArguments {
    /// The number of heaps
    pub(crate) heaps: usize,
    /// The most positions to list
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) limit: usize,
    #[command(flatten)]
    pub(crate) rows: RowsOption,
}

/// The questions about Nim.
#[derive(Debug, Subcommand)]
pub(crate) enum Question {
    /// The nim-sum, whether the position is lost, and whether obviously
    Sum {
        /// The heaps
        #[arg(required = true)]
        heaps: Vec<String>,
    },
    /// All winning moves, and the most there can be
    Moves {
        /// The heaps
        #[arg(required = true)]
        heaps: Vec<String>,
    },
    /// List lost positions
    Lost(LostArguments),
    /// Good starting positions: distinct heaps, lost, not paired up, few objects
    Suggest(SuggestArguments),
    /// The distance of a position from being obviously lost
    Distance {
        /// The heaps
        #[arg(required = true)]
        heaps: Vec<String>,
        /// The most positions to examine
        #[arg(long, value_name = "N", default_value_t = 1_000_000)]
        limit: usize,
    },
    /// The lost positions that are farthest from being obviously lost
    Farthest {
        /// The most heaps
        #[arg(long, value_name = "K", default_value_t = 3)]
        heaps: usize,
        /// The largest heap
        #[arg(long, value_name = "N", default_value_t = 7)]
        largest: u64,
        /// The most positions to examine
        #[arg(long, value_name = "N", default_value_t = 1_000_000)]
        limit: usize,
    },
    /// The classes of positions recognised as lost at once that a position is in
    Classes {
        /// The heaps
        #[arg(required = true)]
        heaps: Vec<String>,
    },
    /// The numbers n for which 1, 2, …, n is lost
    Triangles {
        /// The largest n
        #[arg(long, value_name = "N", default_value_t = 99, value_parser = clap::value_parser!(u64).range(..=10_000_000))]
        upto: u64,
    },
    /// Lost positions of consecutive sizes, from 2 on
    Trapezoids {
        /// The largest heap
        #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(..=2_000))]
        upto: u64,
    },
    /// Nim with at most k objects a move
    Bounded {
        /// The heaps; without them, whether "compute nim sum mod (k+1)" holds for this k
        heaps: Vec<String>,
        /// The most objects a move
        #[arg(long, value_name = "K")]
        most: BigUint,
    },
}

/// A selection of lost positions.
#[derive(Args, Debug)]
pub(crate) struct LostArguments {
    /// The number of heaps, none empty
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) heaps: u8,
    /// The largest heap
    #[arg(long, value_name = "N")]
    pub(crate) largest: u64,
    /// The smallest heap has this size
    #[arg(long, value_name = "N")]
    pub(crate) smallest: Option<u64>,
    /// At most this many objects
    #[arg(long, value_name = "N")]
    pub(crate) total: Option<u64>,
    /// All heaps are different
    #[arg(long)]
    pub(crate) distinct: bool,
    /// Also positions whose heaps are paired up
    #[arg(long)]
    pub(crate) paired: bool,
    /// The order of the list
    #[arg(long, value_enum, default_value = "smallest")]
    pub(crate) order: OrderName,
    /// The most positions to list
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub(crate) limit: usize,
}

/// The order of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OrderName {
    /// By the smallest heap, then the second smallest, and so on
    Smallest,
    /// By the largest heap, then the second largest, and so on
    Largest,
}

impl From<&LostArguments> for LostFilter {
    fn from(arguments: &LostArguments) -> Self {
        Self {
            smallest: arguments.smallest,
            total: arguments.total,
            distinct: arguments.distinct,
            not_paired_up: !arguments.paired,
            order: match arguments.order {
                OrderName::Smallest => Order::SmallestHeap,
                OrderName::Largest => Order::LargestHeap,
            },
            limit: arguments.limit,
            ..Self::new(usize::from(arguments.heaps), arguments.largest)
        }
    }
}

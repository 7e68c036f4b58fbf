//! The arguments of `bouton in-total`.

use bouton::theory::two_in_total::{Ending, MAX_TOTAL, Values};
use clap::{Args, Subcommand, ValueEnum};

use super::rows::RowsOption;

/// The arguments of `in-total`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) question: Question,
    #[command(flatten)]
    pub(crate) rows: RowsOption,
}

/// The questions about games with a bound in total.
#[derive(Debug, Subcommand)]
pub(crate) enum Question {
    /// The 220 base cases of the four-heap game in the layout of the forum answer, or the 270 of its Grundy values
    BaseCases(ValueArguments),
    /// The forum answer's proof line by line: each lemma with its hypotheses checked
    Lemmas(LemmasArguments),
    /// The outcomes, or Grundy values, that the proof gives, by row and remainder
    Summary(ValueArguments),
    /// Games with k heaps, at most t objects in total from at most j heaps: is it a Nim?
    Family(FamilyArguments),
}

/// The values in the rows of the four-heap game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RowValue {
    /// The outcome: who wins
    Outcome,
    /// The Grundy value
    Grundy,
}

/// The values of a question.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ValueArguments {
    /// The value
    #[arg(long, value_enum, default_value = "outcome")]
    value: RowValue,
}

impl ValueArguments {
    pub(crate) fn values(self) -> Values {
        match self.value {
            RowValue::Outcome => Values::Outcomes,
            RowValue::Grundy => Values::Grundy,
        }
    }
}

/// The arguments of `in-total lemmas`.
#[derive(Args, Debug)]
pub(crate) struct LemmasArguments {
    /// Only the line about this row, for example 1,2,6, its hypotheses written out
    pub(crate) row: Vec<String>,
    #[command(flatten)]
    pub(crate) wanted: ValueArguments,
}

/// The arguments of `in-total family`.
#[derive(Args, Debug)]
pub(crate) struct FamilyArguments {
    /// The number of heaps, as 4 or 2..4 [default: 2..3]
    #[arg(long, value_name = "K", value_parser = parse_range)]
    pub(crate) heaps: Option<Range>,
    /// The most objects a move, in total [default: 1..3]
    #[arg(long, value_name = "T", value_parser = parse_range)]
    pub(crate) total: Option<Range>,
    /// The most heaps a move takes from [default: all that differ: 1 to the smaller of K and T]
    #[arg(long, value_name = "J", value_parser = parse_range)]
    pub(crate) from: Option<Range>,
    /// The end of play [default: both]
    #[arg(long, value_enum)]
    pub(crate) ending: Option<EndingArgument>,
}

/// The end of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EndingArgument {
    /// At most one heap is nonempty
    Stop,
    /// Nothing is left
    Empty,
}

impl EndingArgument {
    pub(crate) fn ending(self) -> Ending {
        match self {
            Self::Stop => Ending::Stop,
            Self::Empty => Ending::Empty,
        }
    }
}

/// A range of numbers from the first to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) first: u64,
    pub(crate) last: u64,
}

impl Range {
    pub(crate) fn numbers(self) -> impl Iterator<Item = u64> {
        self.first..=self.last
    }

    pub(crate) fn single(self) -> Option<u64> {
        (self.first == self.last).then_some(self.first)
    }
}

/// Parses `4` or `2..4`.
fn parse_range(text: &str) -> Result<Range, String> {
    let expected = "expected a number such as 4, or a range such as 2..4";
    let number = |part: &str| part.parse::<u64>().map_err(|_| format!("`{part}`: {expected}"));
    let (first, last) = match text.split_once("..") {
        Some((first, last)) => (number(first)?, number(last)?),
        None => (number(text)?, number(text)?),
    };
    if first == 0 || first > last || last > MAX_TOTAL {
        return Err(format!("{expected}, from 1 to {MAX_TOTAL}"));
    }
    Ok(Range { first, last })
}

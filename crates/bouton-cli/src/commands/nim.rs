//! `bouton nim …`: the theory of Nim, and `bouton suggest`.

use std::fmt::Write;

use bouton::theory::nim::{
    self, ClosingSentence, DistanceError, LostClass, LostFilter, Order, Standing, SuggestError,
    closing_sentence_counterexample, lost_classes, lost_positions, trapezoids, triangles,
};
use clap::{Args, Subcommand, ValueEnum};
use num_bigint::BigUint;
use serde_json::{Value, json};

use crate::{
    arguments::parse_position,
    failure::{Answer, Failure},
    output::Output,
    words,
};

/// The arguments of `nim`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    question: Question,
}

/// The arguments of `suggest`.
#[derive(Args, Debug)]
pub(crate) struct SuggestArguments {
    /// How many heaps
    heaps: usize,
    /// The most positions to list
    #[arg(long, value_name = "N", default_value_t = 100)]
    limit: usize,
}

/// What is asked about Nim.
#[derive(Debug, Subcommand)]
enum Question {
    /// The nim-sum, whether the position is lost, and whether obviously
    Sum {
        /// The heaps
        heaps: String,
    },
    /// All winning moves, and the most there can be
    Moves {
        /// The heaps
        heaps: String,
    },
    /// List lost positions
    Lost(LostArguments),
    /// Good starting positions: distinct heaps, lost, not paired up, few objects
    Suggest(SuggestArguments),
    /// How far a position is from being obviously lost
    Distance {
        /// The heaps
        heaps: String,
        /// The most positions that are looked at
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
        /// The most positions that are looked at
        #[arg(long, value_name = "N", default_value_t = 1_000_000)]
        limit: usize,
    },
    /// The classes of positions recognised as lost at once that a position is in
    Classes {
        /// The heaps
        heaps: String,
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
        heaps: Option<String>,
        /// The most objects a move
        #[arg(long, value_name = "K")]
        most: BigUint,
    },
}

/// Which lost positions are listed.
#[derive(Args, Debug)]
struct LostArguments {
    /// How many heaps, none empty
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=64))]
    heaps: u8,
    /// The largest heap
    #[arg(long, value_name = "N")]
    largest: u64,
    /// The smallest heap has this size
    #[arg(long, value_name = "N")]
    smallest: Option<u64>,
    /// At most this many objects
    #[arg(long, value_name = "N")]
    total: Option<u64>,
    /// All heaps are different
    #[arg(long)]
    distinct: bool,
    /// Also positions whose heaps are paired up
    #[arg(long)]
    paired: bool,
    /// In which order
    #[arg(long, value_enum, default_value = "smallest")]
    order: OrderName,
    /// Stop after so many positions
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    limit: usize,
}

/// The order of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OrderName {
    /// By the smallest heap, then the second smallest, and so on
    Smallest,
    /// By the largest heap, then the second largest, and so on
    Largest,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<Answer, Failure> {
    let (text, document) = match &arguments.question {
        Question::Sum { heaps } => sum(&big(heaps)?),
        Question::Moves { heaps } => moves(&big(heaps)?),
        Question::Lost(arguments) => lost(arguments),
        Question::Suggest(arguments) => return suggest(arguments, output),
        Question::Distance { heaps, limit } => distance(&small(heaps)?, *limit)?,
        Question::Farthest { heaps, largest, limit } => farthest(*heaps, *largest, *limit)?,
        Question::Classes { heaps } => classes(&big(heaps)?),
        Question::Triangles { upto } => {
            let found: Vec<u64> = triangles(*upto).collect();
            let list: Vec<String> = found.iter().map(ToString::to_string).collect();
            (format!("{}\n", list.join(" ")), json!({ "upto": upto, "triangles": found }))
        }
        Question::Trapezoids { upto } => trapezoid_list(*upto),
        Question::Bounded { heaps: Some(heaps), most } => bounded(&big(heaps)?, most)?,
        Question::Bounded { heaps: None, most } => closing_sentence(most)?,
    };
    output.say(&text, &document)?;
    Ok(Answer::Done)
}

/// Good starting positions.
pub(super) fn suggest(arguments: &SuggestArguments, output: &Output) -> Result<Answer, Failure> {
    let found = nim::suggest(arguments.heaps, arguments.limit).map_err(|error| match error {
        SuggestError::TooMany { .. } => Failure::limit(error.to_string()),
        SuggestError::TooFew { .. } => Failure::input("heaps", error.to_string()),
    })?;
    let mut text = String::new();
    for position in &found.positions {
        let _ = writeln!(text, "{}", listed(position));
    }
    let more = if found.complete { "" } else { ", and there are more" };
    let _ = writeln!(
        text,
        "{} of {} objects{more}",
        words::counted(found.positions.len(), "position"),
        found.total
    );
    output.say(&text, &json!(found))?;
    Ok(Answer::Done)
}

fn big(text: &str) -> Result<Vec<BigUint>, Failure> {
    let position = parse_position(text)?;
    match position.control {
        None => Ok(position.coordinates),
        Some(control) => {
            Err(Failure::input("position", format!("Nim has no control states, leave out `:{control}`")))
        }
    }
}

fn small(text: &str) -> Result<Vec<u64>, Failure> {
    big(text)?
        .iter()
        .map(|heap| {
            u64::try_from(heap)
                .map_err(|_| Failure::limit(format!("a heap of {heap} is too large to be searched")))
        })
        .collect()
}

fn listed<T: ToString>(heaps: &[T]) -> String {
    heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

fn numbers(heaps: &[BigUint]) -> Value {
    heaps.iter().map(words::number).collect()
}

fn sum(heaps: &[BigUint]) -> (String, Value) {
    let total = nim::nim_sum(heaps);
    let standing = nim::standing(heaps);
    let said = match standing {
        Standing::Won => "won",
        Standing::ObviouslyLost => "lost, and obviously: the heaps fall into pairs of equal ones",
        Standing::NonObviouslyLost => "lost, but not obviously",
    };
    let text = format!("nim-sum {total}: {said}\n");
    (text, json!({ "heaps": numbers(heaps), "nim_sum": words::number(&total), "standing": standing }))
}

fn moves(heaps: &[BigUint]) -> (String, Value) {
    let found = nim::winning_moves(heaps);
    let most = nim::most_winning_moves(heaps.len());
    let mut text = String::new();
    for winning in &found {
        let _ = writeln!(text, "heap {}: {} -> {}", winning.heap + 1, winning.from, winning.to);
    }
    let _ = writeln!(
        text,
        "{}; {} can have at most {most}",
        words::counted(found.len(), "winning move"),
        words::counted(heaps.len(), "heap")
    );
    let list: Vec<Value> = found
        .iter()
        .map(|winning| {
            json!({ "heap": winning.heap + 1, "from": words::number(&winning.from), "to": words::number(&winning.to) })
        })
        .collect();
    (text, json!({ "heaps": numbers(heaps), "moves": list, "most": most }))
}

fn lost(arguments: &LostArguments) -> (String, Value) {
    let filter = LostFilter {
        smallest: arguments.smallest,
        total: arguments.total,
        distinct: arguments.distinct,
        not_paired_up: !arguments.paired,
        order: match arguments.order {
            OrderName::Smallest => Order::SmallestHeap,
            OrderName::Largest => Order::LargestHeap,
        },
        limit: arguments.limit,
        ..LostFilter::new(usize::from(arguments.heaps), arguments.largest)
    };
    let found = lost_positions(&filter);
    let mut text = String::new();
    for position in &found.positions {
        let _ = writeln!(text, "{}", listed(position));
    }
    let more = if found.complete { "" } else { ", and there are more" };
    let _ = writeln!(text, "{}{more}", words::counted(found.positions.len(), "position"));
    (
        text,
        json!({ "count": found.positions.len(), "complete": found.complete, "positions": found.positions }),
    )
}

fn distance(heaps: &[u64], limit: usize) -> Result<(String, Value), Failure> {
    let found = nim::distance(heaps, limit).map_err(too_far)?;
    let text = format!(
        "{}, {} to change, {} to take away until all heaps are paired up\n",
        words::counted(usize::try_from(found.moves).unwrap_or(usize::MAX), "move"),
        words::counted(found.heaps, "heap"),
        words::counted(usize::try_from(found.objects).unwrap_or(usize::MAX), "object"),
    );
    Ok((text, json!({ "heaps": heaps, "distance": found })))
}

fn farthest(heaps: usize, largest: u64, limit: usize) -> Result<(String, Value), Failure> {
    let found = nim::farthest_positions(heaps, largest, limit).map_err(too_far)?;
    let mut text = String::new();
    for position in &found.positions {
        let _ = writeln!(text, "{}", listed(position));
    }
    let _ = writeln!(text, "{} moves from being obviously lost", found.moves);
    Ok((text, json!(found)))
}

fn too_far(error: DistanceError) -> Failure {
    Failure::limit(error.to_string())
}

fn classes(heaps: &[BigUint]) -> (String, Value) {
    let found = lost_classes(heaps);
    let mut text = String::new();
    for class in &found {
        let _ = writeln!(text, "lost: {}", class_text(class));
    }
    if found.is_empty() {
        text.push_str("in none of the classes that are recognised at once\n");
    }
    (text, json!({ "heaps": numbers(heaps), "classes": found }))
}

fn class_text(class: &LostClass) -> String {
    match class {
        LostClass::PairedUp => "the heaps fall into pairs of equal ones".to_owned(),
        LostClass::OneAndTwins { n } => format!("[1, 2n, 2n + 1] with n = {n}"),
        LostClass::Twins { twins } => {
            format!("{twins} twins [2n, 2n + 1], an even number, pairs of equal heaps apart")
        }
        LostClass::SumWithoutCarry => {
            "the largest heap is the sum of the others, added without a carry".to_owned()
        }
        LostClass::Consecutive { smallest, largest } => {
            format!("consecutive sizes from {smallest} to {largest}")
        }
        LostClass::Multiple { factor, of } => {
            let of: Vec<String> = of.iter().map(class_text).collect();
            format!("{factor} times a position that is lost: {}", of.join("; "))
        }
    }
}

fn trapezoid_list(upto: u64) -> (String, Value) {
    let found: Vec<Vec<u64>> =
        trapezoids(upto).map(|(smallest, largest)| (smallest..=largest).collect()).collect();
    let mut text = String::new();
    for position in &found {
        let _ = writeln!(text, "{}", listed(position));
    }
    let _ = writeln!(text, "{}", words::counted(found.len(), "position"));
    (text, json!({ "upto": upto, "positions": found }))
}

fn bounded(heaps: &[BigUint], most: &BigUint) -> Result<(String, Value), Failure> {
    if *most == BigUint::ZERO {
        return Err(Failure::input("most", "--most 0 allows no move, expected at least 1"));
    }
    let grundy = nim::bounded_grundy(heaps, most);
    let lost = nim::bounded_is_lost(heaps, most);
    let winning = nim::bounded_winning_moves(heaps, most);
    let mut text = format!("Grundy value {grundy}: {}\n", if lost { "lost" } else { "won" });
    for step in &winning {
        let _ = writeln!(text, "heap {}: take {}, leave {}", step.heap + 1, step.take, step.to);
    }
    let says = nim::closing_sentence_says_lost(heaps, most);
    if says != lost {
        let _ = writeln!(text, "\"compute nim sum mod (k+1)\", read to the letter, is wrong here");
    }
    let moves: Vec<Value> = winning
        .iter()
        .map(|step| {
            json!({ "heap": step.heap + 1, "take": words::number(&step.take), "to": words::number(&step.to) })
        })
        .collect();
    let document = json!({
        "heaps": numbers(heaps), "most": words::number(most), "grundy": words::number(&grundy),
        "lost": lost, "moves": moves, "closing_sentence_says_lost": says,
    });
    Ok((text, document))
}

fn closing_sentence(most: &BigUint) -> Result<(String, Value), Failure> {
    let most = u64::try_from(most).map_err(|_| Failure::limit("--most is examined up to 2^64 - 2"))?;
    let found = closing_sentence_counterexample(most);
    let text = match &found {
        ClosingSentence::Holds => {
            format!("k + 1 is a power of 2: \"compute nim sum mod {}\" holds\n", most + 1)
        }
        ClosingSentence::Fails { heaps, lost } => format!(
            "\"compute nim sum mod {}\", read to the letter, is wrong at {}: it says {}, but the position is {}\n",
            u128::from(most) + 1,
            listed(heaps),
            if *lost { "won" } else { "lost" },
            if *lost { "lost" } else { "won" },
        ),
        ClosingSentence::NotExamined => {
            return Err(Failure::input(
                "most",
                format!("--most {most} is not examined, expected 1 to 2^64 - 2"),
            ));
        }
    };
    Ok((text, json!({ "most": most, "closing_sentence": found })))
}

//! `bouton sequence GAME --upto N`: Grundy values of one heap, and their period.

use std::fmt::Write;

use bouton::{
    Arena, Playable,
    document::{Sequence, SequencePeriod},
    rules::HeapCount,
    solve::{GrundySequence, LimitReached, Watch, grundy_sequence, grundy_sequence_of_ruleset},
};
use clap::{Args, ValueEnum};

use crate::{
    arguments::GameArgument,
    failure::{Answer, Failure},
    limits::LimitOptions,
    output::Output,
    progress::Progress,
};

/// The arguments of `sequence`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgument,
    /// The largest heap
    #[arg(long, value_name = "N")]
    upto: u64,
    /// In which form
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    limits: LimitOptions,
}

/// The form of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The values in lines of twenty, and the period
    Text,
    /// A line `n g(n)` for each heap
    Bfile,
    /// Comma-separated values, with a header
    Csv,
    /// One JSON document
    Json,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<Answer, Failure> {
    let playable = one_heap(&arguments.game)?;
    let _progress = Progress::start("computing Grundy values");
    let sequence = compute(&playable, arguments.upto, &arguments.limits.watch())?;
    let output = if arguments.format == Format::Json { &Output::new(true) } else { output };
    let text = text(&sequence, arguments.format);
    let document = Sequence {
        game: playable.title(),
        start: 0,
        period: sequence.period.as_ref().map(SequencePeriod::from),
        values: sequence.values,
    };
    output.say(&text, &document)?;
    Ok(Answer::Done)
}

/// The game with one heap.
pub(super) fn one_heap(argument: &GameArgument) -> Result<Playable, Failure> {
    let game = argument.load()?;
    game.sprague_grundy()?;
    let heaps = match game.heaps() {
        _ if game.code().is_some() => None,
        HeapCount::Any => Some(1),
        HeapCount::Fixed(1) => None,
        HeapCount::Fixed(heaps) => {
            return Err(Failure::input(
                "game",
                format!(
                    "a sequence is about one heap, and a position of this game has {heaps} coordinates; see `bouton table --value grundy`"
                ),
            ));
        }
    };
    let playable = Playable::new(&game, heaps)?;
    if playable.has_controls() {
        return Err(Failure::input(
            "game",
            "a sequence is about one heap, and this game has control states besides; see `bouton table --value grundy`",
        ));
    }
    Ok(playable)
}

/// The Grundy values of heaps up to `upto`.
pub(super) fn compute(playable: &Playable, upto: u64, watch: &Watch) -> Result<GrundySequence, LimitReached> {
    // A value takes 4 bytes, and there is one more for each heap.
    if u128::from(upto) * 4 > u128::from(watch.memory_limit()) {
        let needed = u128::from(upto) * 4;
        return Err(LimitReached::Memory { needed, limit: watch.memory_limit() });
    }
    Ok(match playable.arena() {
        Arena::Code(code) => grundy_sequence(code, upto, watch)?,
        Arena::Rules(ruleset) => grundy_sequence_of_ruleset(ruleset, upto, watch)?,
    })
}

fn text(sequence: &GrundySequence, format: Format) -> String {
    let mut text = String::new();
    match format {
        Format::Bfile => {
            for (heap, value) in sequence.values.iter().enumerate() {
                let _ = writeln!(text, "{heap} {value}");
            }
        }
        Format::Csv => {
            text.push_str("n,grundy\n");
            for (heap, value) in sequence.values.iter().enumerate() {
                let _ = writeln!(text, "{heap},{value}");
            }
        }
        Format::Text | Format::Json => {
            for line in sequence.values.chunks(20) {
                let line: Vec<String> = line.iter().map(ToString::to_string).collect();
                let _ = writeln!(text, "{}", line.join(" "));
            }
            let _ = match &sequence.period {
                None => writeln!(text, "no period is seen"),
                Some(period) => {
                    let saltus = if period.saltus == 0 {
                        String::new()
                    } else {
                        format!(", saltus {}", period.saltus)
                    };
                    writeln!(
                        text,
                        "period {} from {}{saltus}\n{}",
                        period.length, period.preperiod, period.theorem
                    )
                }
            };
        }
    }
    text
}

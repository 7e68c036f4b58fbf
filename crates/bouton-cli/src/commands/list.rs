//! `bouton list GAME …`: positions by outcome and other properties.

use std::fmt::Write;

use bouton::{
    document::{List, Listed},
    solve::is_paired_up,
};
use clap::Args;

use crate::{
    arguments::GameArgument,
    failure::{Answer, Failure},
    limits::LimitOptions,
    output::Output,
    progress::Progress,
    rows::{Asked, Row, Rows},
    words,
};

/// The arguments of `list`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgument,
    /// Only lost positions: outcome P
    #[arg(long, conflicts_with = "outcome")]
    lost: bool,
    /// Only positions with this outcome
    #[arg(long, value_name = "P|N|O|Q")]
    outcome: Option<String>,
    /// No coordinate is larger
    #[arg(long, value_name = "N", required_unless_present = "total")]
    largest: Option<u64>,
    /// The coordinates add up to this
    #[arg(long, value_name = "N")]
    total: Option<u64>,
    /// The smallest coordinate is this
    #[arg(long, value_name = "N")]
    smallest: Option<u64>,
    /// All coordinates are different
    #[arg(long)]
    distinct: bool,
    /// No heap is empty
    #[arg(long)]
    nonempty: bool,
    /// Leave out positions whose heaps fall into pairs of equal ones
    #[arg(long)]
    not_paired: bool,
    /// Only positions in this control state
    #[arg(long, value_name = "NAME")]
    control: Option<String>,
    /// Stop after so many positions
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    #[command(flatten)]
    limits: LimitOptions,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<Answer, Failure> {
    let playable = arguments.game.playable(output)?;
    // One of the two is there, the argument parser has seen to that.
    let bounds = [arguments.largest, arguments.total];
    let upto = bounds.into_iter().flatten().min().unwrap_or(0);
    let rows = Rows::new(&playable, arguments.game.heaps(), upto, Asked::Outcome, arguments.limits.watch())?;
    let wanted = wanted_outcome(arguments, &rows)?;
    if let Some(name) = &arguments.control
        && !rows.controls().contains(name)
    {
        let known = match rows.controls() {
            [] => "the game has none".to_owned(),
            known => format!("expected one of {}", known.join(", ")),
        };
        return Err(Failure::input("control", format!("there is no control state `{name}`: {known}")));
    }
    let _progress = Progress::start("listing");
    let mut found: Vec<Listed> = Vec::new();
    let mut complete = true;
    rows.for_each(&mut |row| {
        let control = rows.controls().get(row.control.index());
        let fits = wanted.is_none_or(|value| value == row.value)
            && arguments.control.as_ref().is_none_or(|name| control == Some(name))
            && passes(arguments, row);
        if fits {
            if arguments.limit.is_some_and(|limit| found.len() >= limit) {
                complete = false;
                return false;
            }
            let coordinates: Vec<String> = row.coordinates.iter().map(ToString::to_string).collect();
            let state = control.map(|name| format!(":{name}")).unwrap_or_default();
            let position = format!("{}{state}", coordinates.join(","));
            found.push(Listed { position, outcome: rows.name_of(row.value) });
        }
        true
    })?;
    let mut text = String::new();
    for Listed { position, outcome } in &found {
        // The outcome is worth a word only where it is not the same in every line.
        let _ = match wanted {
            Some(_) => writeln!(text, "{position}"),
            None => writeln!(text, "{position} {outcome}"),
        };
    }
    let rest = if complete { "" } else { ", and there are more" };
    let _ = writeln!(text, "{}{rest}", words::counted(found.len(), "position"));
    let document = List { game: playable.title(), count: found.len(), complete, positions: found };
    output.say(&text, &document)?;
    Ok(Answer::Done)
}

fn wanted_outcome(arguments: &Arguments, rows: &Rows<'_>) -> Result<Option<bouton::Value>, Failure> {
    if arguments.lost {
        return Ok(Some(0));
    }
    let Some(name) = &arguments.outcome else { return Ok(None) };
    let values = rows.all_values();
    match values.iter().find(|&&value| rows.name_of(value).eq_ignore_ascii_case(name)) {
        Some(&value) => Ok(Some(value)),
        None => {
            let known: Vec<String> = values.iter().map(|&value| rows.name_of(value)).collect();
            Err(Failure::input(
                "outcome",
                format!("--outcome `{name}`: expected one of {}", known.join(", ")),
            ))
        }
    }
}

fn passes(arguments: &Arguments, row: Row<'_>) -> bool {
    let heaps = row.coordinates;
    let sum: u128 = heaps.iter().map(|&heap| u128::from(heap)).sum();
    let all_different = || {
        let mut sorted = heaps.to_vec();
        sorted.sort_unstable();
        sorted.windows(2).all(|pair| pair[0] != pair[1])
    };
    arguments.total.is_none_or(|total| sum == u128::from(total))
        && arguments.smallest.is_none_or(|smallest| heaps.iter().min() == Some(&smallest))
        && (!arguments.nonempty || heaps.iter().all(|&heap| heap > 0))
        && (!arguments.distinct || all_different())
        && (!arguments.not_paired || !is_paired_up(heaps))
}

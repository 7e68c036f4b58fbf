//! `bouton list GAME …`: positions by outcome and other properties.

use bouton::{
    Asked, PositionBox, PositionRow,
    document::{List, Listed},
};
use clap::Args;

use crate::{
    arguments::GameArgument,
    failure::{Answer, Failure},
    progress::Progress,
    render::rows as render,
    session::Session,
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
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let playable = arguments.game.playable(&session.output)?;
    let watch = session.watch();
    // One of the two is there, the argument parser has seen to that.
    let upto = [arguments.largest, arguments.total].into_iter().flatten().min().unwrap_or(0);
    let rows = PositionBox::new(&playable, arguments.game.heaps(), upto, Asked::Outcome, &watch)?;
    let wanted = wanted_outcome(arguments, &rows)?;
    if let Some(name) = arguments.control.as_ref().filter(|name| !rows.controls().contains(name)) {
        let known = match rows.controls() {
            [] => "the game has none".to_owned(),
            known => format!("expected one of {}", known.join(", ")),
        };
        return Err(Failure::input("control", format!("there is no control state `{name}`: {known}")));
    }
    let _progress = Progress::start("listing");
    let (mut positions, mut complete) = (Vec::new(), true);
    rows.for_each(&mut |row| {
        let control = rows.controls().get(row.control.index());
        let fits = wanted.is_none_or(|value| value == row.value)
            && arguments.control.as_ref().is_none_or(|name| control == Some(name))
            && passes(arguments, row);
        if fits && arguments.limit.is_some_and(|limit| positions.len() >= limit) {
            complete = false;
            return false;
        }
        if fits {
            positions.push(Listed { position: rows.written(row), outcome: rows.name_of(row.value) });
        }
        true
    })?;
    let document = List { game: playable.title(), count: positions.len(), complete, positions };
    session.say(&render::list(&document, wanted.is_none()), &document)?;
    Ok(Answer::Done)
}

fn wanted_outcome(arguments: &Arguments, rows: &PositionBox<'_>) -> Result<Option<bouton::Value>, Failure> {
    if arguments.lost {
        return Ok(Some(0));
    }
    let Some(name) = &arguments.outcome else { return Ok(None) };
    let values = rows.all_values();
    if let Some(&value) = values.iter().find(|&&value| rows.name_of(value).eq_ignore_ascii_case(name)) {
        return Ok(Some(value));
    }
    let known: Vec<String> = values.iter().map(|&value| rows.name_of(value)).collect();
    Err(Failure::input("outcome", format!("--outcome `{name}`: expected one of {}", known.join(", "))))
}

fn passes(arguments: &Arguments, row: PositionRow<'_>) -> bool {
    let total = |total| row.total() == u128::from(total);
    let smallest = |smallest| row.coordinates.iter().min() == Some(&smallest);
    arguments.total.is_none_or(total)
        && arguments.smallest.is_none_or(smallest)
        && (!arguments.nonempty || row.is_nonempty())
        && (!arguments.distinct || row.is_distinct())
        && (!arguments.not_paired || !row.is_paired_up())
}

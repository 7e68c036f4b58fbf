//! `bouton count GAME --upto N`: how many positions of a box have each outcome.

use bouton::{Asked, PositionBox, Sheet, document::BoundCount};
use clap::Args;

use crate::{
    arguments::{
        GameArgument,
        engine::EngineOptions,
        rows::{RowsFormat, RowsOption},
    },
    failure::{Answer, Failure},
    progress::Progress,
    session::Session,
};

/// The arguments of `count`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgument,
    /// The largest coordinate: the box is 0..N in every coordinate, unsorted
    #[arg(long, value_name = "N")]
    upto: u64,
    /// The counts of all boxes 0..n, n from 0 to the bound
    #[arg(long)]
    each: bool,
    /// For a b-file: the outcome that is counted [default: P]
    #[arg(long, value_name = "P|N|O|Q", default_value = "P")]
    outcome: String,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    pub(crate) rows: RowsOption,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let playable = arguments.game.playable(&session.output)?;
    let watch = session.watch();
    let _progress = Progress::start("counting");
    let heaps = arguments.game.heaps();
    let rows = PositionBox::new(&playable, heaps, arguments.upto, Asked::Outcome, &watch)?;
    let (rows, told) = arguments.engine.on(rows, PositionBox::plan_to_count)?;
    if session.format == RowsFormat::Bfile && !session.output.is_json() {
        rows.write_counts(&arguments.outcome, &mut session.output.writer())?;
        return Ok(Answer::Done);
    }
    let mut count = rows.count()?;
    count.each = arguments.each.then(|| rows.count_each()).transpose()?;
    if session.format != RowsFormat::Text && !session.output.is_json() {
        session.sheet(&Sheet::of(&count.bounds()).map_err(std::io::Error::from)?)?;
        return Ok(Answer::Done);
    }
    let line = |counts: &BoundCount| {
        let counts = counts.counts.iter().map(|(name, count)| format!("{name} {count}"));
        counts.collect::<Vec<_>>().join(" ")
    };
    let each = |counts: &BoundCount| format!("{}: {}\n", counts.upto, line(counts));
    let text = match &count.each {
        Some(bounds) => bounds.iter().map(each).collect(),
        None => count.bounds().iter().map(|counts| line(counts) + "\n").collect::<String>(),
    };
    session.say(&(text + &told), &count)?;
    Ok(Answer::Done)
}

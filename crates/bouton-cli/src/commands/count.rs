//! `bouton count GAME --upto N`: how many positions of a box have each outcome.

use bouton::{Asked, PositionBox};
use clap::Args;

use crate::{
    arguments::{GameArgument, engine::EngineOptions},
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
    #[command(flatten)]
    engine: EngineOptions,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let playable = arguments.game.playable(&session.output)?;
    let watch = session.watch();
    let _progress = Progress::start("counting");
    let heaps = arguments.game.heaps();
    let rows = PositionBox::new(&playable, heaps, arguments.upto, Asked::Outcome, &watch)?;
    let (rows, told) = arguments.engine.on(rows, PositionBox::plan_to_count)?;
    let count = rows.count()?;
    let line: Vec<String> = count.counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
    session.say(&format!("{}\n{told}", line.join(" ")), &count)?;
    Ok(Answer::Done)
}

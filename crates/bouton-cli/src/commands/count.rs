//! `bouton count GAME --upto N`: the numbers of positions of a box with each outcome, or each
//! number.

use bouton::{PositionBox, Sheet, words::list as words};
use clap::Args;

use crate::{
    arguments::{
        GameArgument,
        engine::EngineOptions,
        rows::{RowsFormat, RowsOption},
        store::StoreOptions,
        values::AskedValue,
    },
    failure::{Answer, Failure},
    screen::Progress,
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
    /// Which value
    #[arg(long, value_enum, default_value = "outcome")]
    value: AskedValue,
    /// The counts of all boxes 0..n, n from 0 to the bound
    #[arg(long)]
    each: bool,
    /// For a b-file: the outcome, or the number, that is counted [default: P]
    #[arg(long, value_name = "P|N|O|Q|NUMBER")]
    outcome: Option<String>,
    #[command(flatten)]
    store: StoreOptions,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    pub(crate) rows: RowsOption,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let numbers = session.format == RowsFormat::Bfile && !session.output.is_json();
    if arguments.outcome.is_some() && !numbers {
        return Err(Failure::misused(
            "--outcome is for a b-file, other forms count every outcome; say --format bfile, or leave it out",
        ));
    }
    if arguments.each && numbers {
        return Err(Failure::misused("a b-file has the counts of all boxes by itself; leave out --each"));
    }
    let playable = arguments.game.playable(&session.output)?;
    let watch = session.watch();
    let _progress = Progress::start("counting");
    let (heaps, asked) = (arguments.game.heaps(), arguments.value.into());
    let rows = PositionBox::new(&playable, heaps, arguments.upto, asked, &watch)?;
    let rows = arguments.store.rows(rows, arguments.engine, &watch, session)?;
    let Some(rows) = rows else { return Ok(Answer::Done) };
    let (rows, told) =
        arguments.engine.on_stored(rows, PositionBox::plan_to_count, PositionBox::verify_count)?;
    if numbers {
        let outcome = arguments.outcome.as_deref().unwrap_or("P");
        rows.write_counts(outcome, &mut session.output.writer())?;
        return Ok(Answer::Done);
    }
    let mut count = rows.count()?;
    count.each = arguments.each.then(|| rows.count_each()).transpose()?;
    if session.format != RowsFormat::Text && !session.output.is_json() {
        session.sheet(&Sheet::within(&count.bounds(), &watch)?)?;
        return Ok(Answer::Done);
    }
    session.say(&format_args!("{}{told}", words::count(&count)), &count)?;
    Ok(Answer::Done)
}

//! `bouton table GAME --upto N`: the values of all positions of a box.

use std::io::{self, Write};

use bouton::PositionBox;
use clap::{Args, ValueEnum};

use crate::{
    arguments::{GameArgument, values::AskedValue},
    failure::{Answer, Failure},
    progress::Progress,
    render::{grid::Grid, rows::Printer},
    session::Session,
};

/// The arguments of `table`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgument,
    /// The largest coordinate
    #[arg(long, value_name = "N")]
    upto: u64,
    /// Which value
    #[arg(long, value_enum, default_value = "outcome")]
    value: AskedValue,
    /// In which form
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// A row for the smaller heaps, a column for each largest heap
    #[arg(long)]
    rows_by_largest: bool,
}

/// The form of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Aligned columns
    Text,
    /// Comma-separated values, with a header
    Csv,
    /// One JSON document
    Json,
    /// A tabular environment
    Latex,
    /// An Apache Parquet file; only in programs built with the feature `parquet`
    Parquet,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let playable = arguments.game.playable(&session.output)?;
    let watch = session.watch();
    let heaps = arguments.game.heaps();
    let rows = PositionBox::new(&playable, heaps, arguments.upto, arguments.value.into(), &watch)?;
    let format = if session.output.is_json() { Format::Json } else { arguments.format };
    let _progress = Progress::start("tabulating");
    if format == Format::Parquet {
        return parquet(&rows);
    }
    if arguments.rows_by_largest {
        if !rows.sorted() || rows.names().len() < 2 || !rows.controls().is_empty() {
            return Err(Failure::input(
                "usage",
                "--rows-by-largest needs two or more interchangeable heaps and no control states",
            ));
        }
        let grid = Grid::new(&rows)?;
        session.json_if(format == Format::Json).say(&grid.text(&rows, format), &grid.document(&rows))?;
        return Ok(Answer::Done);
    }
    let mut out = session.output.writer();
    let mut printer = Printer::new(&rows, format);
    // The header waits for the first row: a limit must not leave half a document behind.
    let mut failed: Option<io::Error> = None;
    let mut begun = false;
    rows.for_each(&mut |row| {
        let written = if begun { Ok(()) } else { printer.header(&mut out) };
        begun = true;
        match written.and_then(|()| printer.row(&mut out, row)) {
            Ok(()) => true,
            Err(error) => {
                failed = Some(error);
                false
            }
        }
    })?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    printer.footer(&mut out)?;
    out.flush()?;
    Ok(Answer::Done)
}

#[cfg(feature = "parquet")]
fn parquet(rows: &PositionBox<'_>) -> Result<Answer, Failure> {
    crate::render::parquet::write(rows)?;
    Ok(Answer::Done)
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: &PositionBox<'_>) -> Result<Answer, Failure> {
    Err(Failure::input(
        "format",
        "this program was built without Parquet; build it with `cargo build --release --features parquet`, or use --format csv",
    ))
}

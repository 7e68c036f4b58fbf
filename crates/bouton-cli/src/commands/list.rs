//! `bouton list GAME …`: positions by outcome and other properties.

use std::io::Write;

use bouton::{Asked, PositionBox, PositionFilter, words::list as render};
use clap::Args;

use crate::{
    arguments::{
        GameArgument,
        engine::EngineOptions,
        rows::{RowsFormat, RowsOption},
    },
    failure::{Answer, Failure},
    screen::Progress,
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
    #[arg(long, visible_alias = "upto", value_name = "N", required_unless_present = "total")]
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
    /// The most positions to list
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// For a b-file: the coordinate that is listed [default: the only one]
    #[arg(long, value_name = "NAME")]
    column: Option<String>,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    pub(crate) rows: RowsOption,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let numbers = session.format == RowsFormat::Bfile && !session.output.is_json();
    if arguments.column.is_some() && !numbers {
        return Err(Failure::misused(
            "--column is for a b-file, other forms have every coordinate; say --format bfile, or leave it out",
        ));
    }
    let playable = arguments.game.playable(&session.output)?;
    let watch = session.watch();
    // The argument parser ensures that one of the two is given.
    let upto = [arguments.largest, arguments.total].into_iter().flatten().min().unwrap_or(0);
    let rows = PositionBox::new(&playable, arguments.game.heaps(), upto, Asked::Outcome, &watch)?;
    let _progress = Progress::start("listing");
    let filter = arguments.filter();
    let (rows, told) =
        arguments.engine.on(rows, |rows| rows.plan_to_list(&filter), |rows| rows.verify_list(&filter))?;
    if !session.output.is_json() {
        let mut out = session.output.writer();
        if let Some(form) = session.format.of_rows() {
            rows.write_list(&filter, arguments.limit, form, &mut out)?;
            return Ok(Answer::Done);
        }
        if numbers {
            rows.write_numbers(&filter, arguments.limit, arguments.column.as_deref(), &mut out)?;
            return Ok(Answer::Done);
        }
        if session.format == RowsFormat::Parquet {
            rows.write_list_parquet(&filter, arguments.limit, &mut out)?;
            return Ok(Answer::Done);
        }
    }
    if session.output.is_json() {
        session.output.document(&rows.list(&filter, arguments.limit)?)?;
        return Ok(Answer::Done);
    }
    let mut out = session.output.writer();
    let (count, complete) = rows.write_lines(&filter, arguments.limit, &mut out)?;
    let interchangeable = rows.sorted() && rows.names().len() > 1;
    write!(out, "{}{told}", render::listed(count, complete, interchangeable))?;
    out.flush()?;
    Ok(Answer::Done)
}

impl Arguments {
    fn filter(&self) -> PositionFilter {
        PositionFilter {
            outcome: if self.lost { Some("P".to_owned()) } else { self.outcome.clone() },
            control: self.control.clone(),
            total: self.total,
            smallest: self.smallest,
            nonempty: self.nonempty,
            distinct: self.distinct,
            not_paired: self.not_paired,
        }
    }
}

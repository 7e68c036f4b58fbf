//! `bouton table GAME --upto N`: the values of all positions of a box.

use bouton::{
    Asked, ByLargest, PositionBox, RowForm,
    picture::{HeatMap, Shown},
};
use clap::Args;

use crate::{
    arguments::{
        GameArgument,
        engine::EngineOptions,
        format::{TableFormat, of_rows},
        picture::{PictureOptions, PlaneOptions},
        store::StoreOptions,
        values::AskedValue,
    },
    failure::{Answer, Failure},
    screen::{self, Progress},
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
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: TableFormat,
    /// A row for the smaller heaps, a column for each largest heap
    #[arg(long)]
    rows_by_largest: bool,
    /// All positions, not the sorted ones alone
    #[arg(long, conflicts_with = "rows_by_largest")]
    square: bool,
    #[command(flatten)]
    store: StoreOptions,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    plane: PlaneOptions,
    #[command(flatten)]
    picture: PictureOptions,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let format = if session.output.is_json() { TableFormat::Json } else { arguments.format };
    if matches!(format, TableFormat::Svg | TableFormat::Png | TableFormat::Blocks) {
        arguments.refuse_beside_a_picture()?;
        return heat_map(arguments, session);
    }
    if arguments.rows_by_largest && matches!(format, TableFormat::Npy | TableFormat::Parquet) {
        return Err(Failure::misused(
            "--rows-by-largest is written as text, csv, json, jsonl or latex; leave it out, or say --format csv",
        ));
    }
    arguments.picture.refuse(Some(&arguments.plane))?;
    let (playable, watch) = (arguments.game.playable(&session.output)?, session.watch());
    let _progress = Progress::start("tabulating");
    let (upto, asked) = (arguments.upto, arguments.value.into());
    let rows = PositionBox::new(&playable, arguments.game.heaps(), upto, asked, &watch)?;
    let stored = arguments.store.rows(rows, arguments.engine, &watch, session)?;
    let Some((rows, planned)) = stored else { return Ok(Answer::Done) };
    let rows = rows.square(arguments.square).slice(&arguments.plane.fix)?;
    let (rows, told) = arguments.engine.on_stored((rows, planned), PositionBox::plan, PositionBox::verify)?;
    // Beside a table the plan goes to standard error: the table is for programs, too.
    if !session.output.is_json() {
        screen::note(&bouton::words::visible(&told));
    }
    let Some(form) = of_rows(&format) else {
        match format {
            TableFormat::Npy => rows.write_npy(&mut session.output.writer())?,
            _ => rows.write_parquet(session.output.writer())?,
        }
        return Ok(Answer::Done);
    };
    if arguments.rows_by_largest {
        let needs = "--rows-by-largest needs two or more interchangeable heaps and no control states";
        let table = ByLargest::new(&rows).ok_or_else(|| Failure::input("usage", needs))?;
        // On a terminal a document is indented.
        if form == RowForm::Json && session.output.is_terminal() {
            session.output.document(&table.document()?)?;
        } else {
            table.write(form, &mut session.output.writer())?;
        }
        return Ok(Answer::Done);
    }
    if form == RowForm::Text
        && let Some(grid) = rows.grid()?
    {
        session.output.text(&grid)?;
        return Ok(Answer::Done);
    }
    rows.write(form, &mut session.output.writer())?;
    Ok(Answer::Done)
}

impl Arguments {
    /// Refuses what a picture does not heed.
    fn refuse_beside_a_picture(&self) -> Result<(), Failure> {
        let value = self.value != AskedValue::Outcome;
        let wrong = if self.rows_by_largest || self.square {
            "a picture shows all positions of two coordinates; leave out --rows-by-largest and --square"
        } else if self.plane.p_positions && value {
            "--p-positions are those of outcome P; leave it out, or leave out --value"
        } else if self.engine.is_asked_about(self.store.is_asked_for()) {
            "pictures are made by the engine that suits them; leave out --engine, --explain-plan and --verify"
        } else {
            return Ok(());
        };
        Err(Failure::misused(wrong))
    }
}

/// A picture of two coordinates.
fn heat_map(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let Arguments { plane, picture, upto, format, .. } = arguments;
    let (game, heaps, watch) = (arguments.game.load()?, arguments.game.heaps(), session.watch());
    let shown = if plane.p_positions { Shown::PPositions } else { Asked::from(arguments.value).into() };
    let _progress = Progress::start("tabulating");
    let (fixed, asked) = ((plane.axes.as_deref(), &plane.fix[..]), (*upto, arguments.value.into()));
    let playable = || arguments.game.playable_from(&game, &session.output);
    let map = match arguments.store.table(playable, asked, arguments.engine, &watch, session)? {
        Some(None) => HeatMap::of_game(&game, heaps, *upto, fixed, shown, &watch)?,
        Some(Some((stored, _))) => HeatMap::of_table(&stored, fixed, shown, &watch)?,
        None => return Ok(Answer::Done),
    };
    let (theme, output) = (picture.theme(), &session.output);
    match format {
        TableFormat::Blocks if output.takes_colours() => {
            PictureOptions::write(map.coloured_half_blocks(&theme, &watch)?.as_bytes(), output)
        }
        TableFormat::Blocks => PictureOptions::write(map.half_blocks(&watch)?.as_bytes(), output),
        _ => PictureOptions::put(&map.picture(&theme, &watch)?, *format == TableFormat::Png, session),
    }
}

//! `bouton table GAME --upto N`: the values of all positions of a box.

use bouton::{
    Asked, ByLargest, PositionBox, RowForm, Sheet,
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
    progress::Progress,
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
        return heat_map(arguments, session);
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
        eprint!("{}", bouton::words::visible(&told));
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
        let table = ByLargest::new(&rows)?.ok_or_else(|| Failure::input("usage", needs))?;
        let document = table.document();
        if form == RowForm::JsonLines {
            Sheet::of(&document).map_err(std::io::Error::from)?.write(form, &mut session.output.writer())?;
        } else {
            session.json_if(form == RowForm::Json).say(&table.text(form), &document)?;
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
        Some(Some((stored, _))) => HeatMap::of_table(&stored, fixed, shown)?,
        None => return Ok(Answer::Done),
    };
    let (theme, output) = (picture.theme(), &session.output);
    match format {
        TableFormat::Blocks if PictureOptions::takes_colours(output) => {
            PictureOptions::write(map.coloured_half_blocks(&theme).as_bytes(), output)
        }
        TableFormat::Blocks => PictureOptions::write(map.half_blocks().as_bytes(), output),
        _ => PictureOptions::put(&map.picture(&theme), *format == TableFormat::Png, output),
    }
}

//! `bouton table GAME --upto N`: the values of all positions of a box.

use bouton::{
    ask::{Format, Question as _, Table},
    heat_map_of_game, heat_map_of_table,
    picture::HeatMapValue,
};
use clap::Args;

use crate::{
    arguments::{
        format::TableFormat,
        picture::{PictureOptions, PlaneOptions},
        store::StoreOptions,
    },
    asker::{Files, Terminal},
    extends::Extends,
    failure::{Answer, Failure},
    picture,
    screen::Progress,
    session::Session,
    stored,
};

/// The arguments of `table`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: Table,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: TableFormat,
    #[command(flatten)]
    store: StoreOptions,
    #[command(flatten)]
    plane: PlaneOptions,
    #[command(flatten)]
    picture: PictureOptions,
}

impl Extends for Arguments {
    type Question = Table;

    fn run(&self, session: &Session) -> Result<Answer, Failure> {
        let format = if session.output.is_json() { TableFormat::Json } else { self.format };
        if matches!(format, TableFormat::Svg | TableFormat::Png | TableFormat::Blocks) {
            self.refuse_beside_a_picture()?;
            return heat_map(self, session);
        }
        let question = &self.question;
        if question.rows_by_largest && format == TableFormat::Npy {
            return Err(Failure::misused(
                "--rows-by-largest is written as text, csv, json, jsonl or latex; leave it out, or say --format csv",
            ));
        }
        self.picture.refuse(Some(&self.plane))?;
        let form = match format {
            TableFormat::Text | TableFormat::Npy => Format::Text,
            TableFormat::Csv => Format::Csv,
            TableFormat::Jsonl => Format::Jsonl,
            TableFormat::Latex => Format::Latex,
            TableFormat::Parquet => Format::Parquet,
            _ => Format::Json,
        };
        let session =
            &Session { format: form, output: session.output.json_if(form == Format::Json), ..*session };
        let files = Files { store: Some(&self.store), ..Files::default() };
        let mut terminal = Terminal::with(files, session);
        let verdict = match format {
            TableFormat::Npy => {
                question.with_rows(&mut terminal, |rows, _| Ok(rows.write_npy(&mut session.output.writer())?))
            }
            _ => question.ask(&mut terminal),
        };
        verdict.map(Answer::from)
    }
}

impl Arguments {
    /// Refuses options that have no effect on a picture.
    fn refuse_beside_a_picture(&self) -> Result<(), Failure> {
        let Table { rows_by_largest, square, value, engines, .. } = &self.question;
        let wrong = if *rows_by_largest || *square {
            "a picture shows all positions of two coordinates; leave out --rows-by-largest and --square"
        } else if self.plane.p_positions && *value != bouton::ValueKind::Outcome {
            "--p-positions are those of outcome P; leave it out, or leave out --value"
        } else if engines.is_asked_about(self.store.store.is_some()) {
            "pictures are made by the engine that suits them; leave out --engine, --explain-plan and --verify"
        } else {
            return Ok(());
        };
        Err(Failure::misused(wrong))
    }
}

/// A picture of two coordinates.
fn heat_map(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let Arguments { question, plane, picture, format, store } = arguments;
    let Table { subject, upto, value, fix, engines, .. } = question;
    let terminal = &mut Terminal::new(session);
    let (game, watch) = (subject.load(terminal)?, session.watch());
    let shown = if plane.p_positions { HeatMapValue::PPositions } else { (*value).into() };
    let _progress = Progress::start("tabulating");
    let fixed = (plane.axes.as_deref(), &fix[..]);
    let playable = || subject.playable_of(&game, terminal);
    let map = match stored::table(store, playable, (*upto, *value), engines.explain_plan, &watch, session)? {
        Some(None) => heat_map_of_game(&game, subject.heaps(), *upto, fixed, shown, &watch)?,
        Some(Some((stored, _))) => heat_map_of_table(&stored, fixed, shown, &watch)?,
        None => return Ok(Answer::Done),
    };
    let (theme, output) = (picture.theme(), &session.output);
    match format {
        TableFormat::Blocks if output.takes_colours() => {
            picture::write(map.coloured_half_blocks(&theme, &watch)?.as_bytes(), output)
        }
        TableFormat::Blocks => picture::write(map.half_blocks(&watch)?.as_bytes(), output),
        _ => picture::put(&map.picture(&theme, &watch)?, *format == TableFormat::Png, session),
    }
}

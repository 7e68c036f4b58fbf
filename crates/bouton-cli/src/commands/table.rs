//! `bouton table GAME --upto N`: the values of all positions of a box.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use bouton::document::{self, Cell, LargestRow, TableByLargest};
use clap::{Args, ValueEnum};

use crate::{
    arguments::GameArgument,
    failure::{Answer, Failure},
    limits::LimitOptions,
    output::Output,
    progress::Progress,
    rows::{Asked, Row, Rows},
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
    value: Asked,
    /// In which form
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// A row for the smaller heaps, a column for each largest heap
    #[arg(long)]
    rows_by_largest: bool,
    #[command(flatten)]
    limits: LimitOptions,
}

/// The form of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
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

pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<Answer, Failure> {
    let playable = arguments.game.playable(output)?;
    let heaps = arguments.game.heaps();
    let rows = Rows::new(&playable, heaps, arguments.upto, arguments.value, arguments.limits.watch())?;
    let format = if output.is_json() { Format::Json } else { arguments.format };
    let _progress = Progress::start("tabulating");
    if format == Format::Parquet {
        return parquet(&rows, arguments.value);
    }
    if arguments.rows_by_largest {
        if !rows.sorted() || rows.names().len() < 2 || !rows.controls().is_empty() {
            return Err(Failure::input(
                "usage",
                "--rows-by-largest needs two or more interchangeable heaps and no control states",
            ));
        }
        let grid = Grid::new(&rows)?;
        return grid.print(arguments, playable.title().as_str(), &rows, format, output);
    }
    let mut out = output.writer();
    let mut printer =
        Printer { rows: &rows, asked: arguments.value, upto: arguments.upto, format, first: true };
    // The header waits for the first row: a limit must not leave half a document behind.
    let mut failed: Option<io::Error> = None;
    let mut begun = false;
    rows.for_each(&mut |row| {
        let written = if begun { Ok(()) } else { printer.header(&mut out, &playable.title()) };
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
fn parquet(rows: &Rows<'_>, asked: Asked) -> Result<Answer, Failure> {
    crate::parquet::write(rows, asked)?;
    Ok(Answer::Done)
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: &Rows<'_>, _: Asked) -> Result<Answer, Failure> {
    Err(Failure::input(
        "format",
        "this program was built without Parquet; build it with `cargo build --release --features parquet`, or use --format csv",
    ))
}

/// Prints rows one by one.
struct Printer<'a> {
    rows: &'a Rows<'a>,
    asked: Asked,
    upto: u64,
    format: Format,
    first: bool,
}

impl Printer<'_> {
    fn columns(&self) -> Vec<String> {
        let mut columns = self.rows.names();
        if !self.rows.controls().is_empty() {
            columns.push("control".to_owned());
        }
        columns.push(self.asked.name().to_owned());
        columns
    }

    fn cells(&self, row: Row<'_>) -> Vec<String> {
        let mut cells: Vec<String> = row.coordinates.iter().map(ToString::to_string).collect();
        cells.extend(self.rows.controls().get(row.control.index()).cloned());
        cells.push(self.rows.name_of(row.value));
        cells
    }

    fn header(&self, out: &mut dyn Write, title: &str) -> io::Result<()> {
        let columns = self.columns();
        match self.format {
            Format::Csv => writeln!(out, "{}", columns.join(",")),
            // The document without its rows, up to where they stand: they are its last field.
            Format::Json => {
                let head = serde_json::to_string(&document::Table {
                    game: title.to_owned(),
                    upto: self.upto.into(),
                    value: self.asked.name().to_owned(),
                    columns,
                    rows: Vec::new(),
                })?;
                out.write_all(head.strip_suffix("]}").unwrap_or(&head).as_bytes())
            }
            Format::Latex => {
                writeln!(out, "\\begin{{tabular}}{{{}}}", "r".repeat(columns.len()))?;
                writeln!(out, "{} \\\\ \\hline", columns.join(" & "))
            }
            Format::Text | Format::Parquet => writeln!(out, "{}", self.aligned(&columns)),
        }
    }

    fn row(&mut self, out: &mut dyn Write, row: Row<'_>) -> io::Result<()> {
        match self.format {
            Format::Csv => writeln!(out, "{}", self.cells(row).join(",")),
            Format::Json => {
                let separator = if std::mem::take(&mut self.first) { "" } else { "," };
                let mut cells: Vec<Cell> = row.coordinates.iter().map(|&c| Cell::Number(c.into())).collect();
                cells.extend(self.rows.controls().get(row.control.index()).cloned().map(Cell::Text));
                cells.push(match self.asked {
                    Asked::Outcome => Cell::Text(self.rows.name_of(row.value)),
                    Asked::Grundy | Asked::Remoteness => Cell::Number(row.value.into()),
                });
                write!(out, "{separator}{}", serde_json::to_string(&cells)?)
            }
            Format::Latex => writeln!(out, "{} \\\\", self.cells(row).join(" & ")),
            Format::Text | Format::Parquet => writeln!(out, "{}", self.aligned(&self.cells(row))),
        }
    }

    fn footer(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            Format::Json => writeln!(out, "]}}"),
            Format::Latex => writeln!(out, "\\end{{tabular}}"),
            Format::Text | Format::Csv | Format::Parquet => Ok(()),
        }
    }

    /// Columns wide enough for the header and the largest number.
    fn aligned(&self, cells: &[String]) -> String {
        let number = self.upto.to_string().len();
        let control = self.rows.controls().iter().map(String::len).max().unwrap_or(0);
        let names = self.columns();
        let last = names.len() - 1;
        let mut line = String::new();
        for (index, (cell, name)) in cells.iter().zip(&names).enumerate() {
            let width = match index {
                _ if index < self.rows.names().len() => number,
                _ if index == last => 1,
                _ => control,
            }
            .max(name.len());
            if index > 0 {
                line.push_str("  ");
            }
            line.push_str(&format!("{cell:>width$}"));
        }
        line
    }
}

/// The value of each largest heap beside the smaller ones.
struct Grid {
    rows: BTreeMap<Vec<u64>, Vec<String>>,
}

impl Grid {
    fn new(rows: &Rows<'_>) -> Result<Self, Failure> {
        let mut grid: BTreeMap<Vec<u64>, Vec<String>> = BTreeMap::new();
        rows.for_each(&mut |row| {
            if let Some((&largest, smaller)) = row.coordinates.split_last() {
                let columns = grid.entry(smaller.to_vec()).or_default();
                let place = usize::try_from(largest).unwrap_or(usize::MAX);
                // The largest heap is never smaller than the others: those places stay empty.
                columns.resize(place.max(columns.len()), String::new());
                columns.push(rows.name_of(row.value));
            }
            true
        })?;
        Ok(Self { rows: grid })
    }

    fn print(
        &self,
        arguments: &Arguments,
        title: &str,
        rows: &Rows<'_>,
        format: Format,
        output: &Output,
    ) -> Result<Answer, Failure> {
        let mut out = output.writer();
        if format == Format::Json {
            let row = |(smaller, values): (&Vec<u64>, &Vec<String>)| LargestRow {
                smaller: smaller.iter().map(|&heap| heap.into()).collect(),
                values: values.iter().map(|value| (!value.is_empty()).then(|| value.clone())).collect(),
            };
            output.document(&TableByLargest {
                game: title.to_owned(),
                upto: arguments.upto.into(),
                value: arguments.value.name().to_owned(),
                rows_by_largest: self.rows.iter().map(row).collect(),
            })?;
            return Ok(Answer::Done);
        }
        let mut header = rows.names();
        header.pop();
        header.extend((0..=arguments.upto).map(|largest| largest.to_string()));
        let width = |cells: &mut dyn Iterator<Item = &String>| cells.map(String::len).max().unwrap_or(1);
        let widest = width(&mut self.rows.values().flatten()).max(arguments.upto.to_string().len());
        let smaller =
            rows.names().iter().map(String::len).max().unwrap_or(2).max(arguments.upto.to_string().len());
        let line = |cells: &[String]| {
            let mut text = String::new();
            for (index, cell) in cells.iter().enumerate() {
                let width = if index + 1 < rows.names().len() { smaller } else { widest };
                text.push_str(&format!("{}{cell:>width$}", if index == 0 { "" } else { " " }));
            }
            text.trim_end().to_owned()
        };
        let written = |cells: &[String]| match format {
            Format::Csv => cells.join(","),
            Format::Latex => format!("{} \\\\", cells.join(" & ")),
            _ => line(cells),
        };
        if format == Format::Latex {
            writeln!(out, "\\begin{{tabular}}{{{}}}", "r".repeat(header.len()))?;
        }
        writeln!(out, "{}", written(&header))?;
        for (smaller, values) in &self.rows {
            let mut cells: Vec<String> = smaller.iter().map(ToString::to_string).collect();
            cells.extend(values.iter().cloned());
            writeln!(out, "{}", written(&cells))?;
        }
        if format == Format::Latex {
            writeln!(out, "\\end{{tabular}}")?;
        }
        out.flush()?;
        Ok(Answer::Done)
    }
}

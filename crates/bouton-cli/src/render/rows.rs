//! Rows of positions: aligned, as CSV, as LaTeX, as one JSON document; lists.

use std::io::{self, Write};

use bouton::{
    PositionBox, PositionRow,
    document::{Cell, List, Table},
};

use super::words;
use crate::commands::table::Format;

/// Prints rows one by one.
pub(crate) struct Printer<'a> {
    rows: &'a PositionBox<'a>,
    format: Format,
    columns: Vec<String>,
    widths: Vec<usize>,
    first: bool,
}

impl<'a> Printer<'a> {
    pub(crate) fn new(rows: &'a PositionBox<'a>, format: Format) -> Self {
        let columns = rows.columns();
        // Wide enough for the header and the largest number.
        let number = rows.upto().to_string().len();
        let control = rows.controls().iter().map(String::len).max().unwrap_or(0);
        let width = |(index, name): (usize, &String)| {
            let cell = if index < rows.names().len() {
                number
            } else if index + 1 == columns.len() {
                1
            } else {
                control
            };
            cell.max(name.len())
        };
        let widths = columns.iter().enumerate().map(width).collect();
        Self { rows, format, columns, widths, first: true }
    }

    pub(crate) fn header(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            Format::Csv => writeln!(out, "{}", self.columns.join(",")),
            // The document without its rows, up to where they stand: they are its last field.
            Format::Json => {
                let head = serde_json::to_string(&Table {
                    game: self.rows.playable().title(),
                    upto: self.rows.upto().into(),
                    value: self.rows.asked().name().to_owned(),
                    columns: self.columns.clone(),
                    rows: Vec::new(),
                })?;
                out.write_all(head.strip_suffix("]}").unwrap_or(&head).as_bytes())
            }
            Format::Latex => {
                writeln!(out, "\\begin{{tabular}}{{{}}}", "r".repeat(self.columns.len()))?;
                writeln!(out, "{} \\\\ \\hline", self.columns.join(" & "))
            }
            Format::Text | Format::Parquet => writeln!(out, "{}", self.aligned(&self.columns)),
        }
    }

    pub(crate) fn row(&mut self, out: &mut dyn Write, row: PositionRow<'_>) -> io::Result<()> {
        let cells = self.rows.cells(row);
        if self.format == Format::Json {
            let separator = if std::mem::take(&mut self.first) { "" } else { "," };
            return write!(out, "{separator}{}", serde_json::to_string(&cells)?);
        }
        let written = |cell: &Cell| match cell {
            Cell::Text(text) => text.clone(),
            Cell::Number(number) => number.to_string(),
        };
        let cells: Vec<String> = cells.iter().map(written).collect();
        match self.format {
            Format::Csv => writeln!(out, "{}", cells.join(",")),
            Format::Latex => writeln!(out, "{} \\\\", cells.join(" & ")),
            _ => writeln!(out, "{}", self.aligned(&cells)),
        }
    }

    pub(crate) fn footer(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            Format::Json => writeln!(out, "]}}"),
            Format::Latex => writeln!(out, "\\end{{tabular}}"),
            Format::Text | Format::Csv | Format::Parquet => Ok(()),
        }
    }

    fn aligned(&self, cells: &[String]) -> String {
        let cells = cells.iter().zip(&self.widths).map(|(cell, &width)| format!("{cell:>width$}"));
        cells.collect::<Vec<_>>().join("  ")
    }
}

/// One position a line; the outcome is worth a word only where it is not the same in every line.
pub(crate) fn list(found: &List, outcomes: bool) -> String {
    let mut text = String::new();
    for listed in &found.positions {
        text.push_str(&listed.position);
        if outcomes {
            text.push_str(&format!(" {}", listed.outcome));
        }
        text.push('\n');
    }
    let rest = if found.complete { "" } else { ", and there are more" };
    format!("{text}{}{rest}\n", words::counted(found.count, "position"))
}

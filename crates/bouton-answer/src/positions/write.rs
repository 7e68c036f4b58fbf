//! Rows of positions in written form: aligned, as CSV, as LaTeX, as one JSON document.

use std::io::{self, Write};

use bouton_core::{ControlState, Value};
use bouton_document::{Cell, Table};
use indexmap::IndexMap;

use super::{
    PositionBox, PositionFilter, PositionRow, PositionsError,
    lines::{LineForm, Lines},
};
use crate::ValueKind;

/// The written form of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowForm {
    /// Aligned columns.
    Text,
    /// Comma-separated values, with a header.
    Csv,
    /// One JSON document, a [`Table`].
    Json,
    /// A JSON document for each row, with fields named by the columns.
    JsonLines,
    /// A tabular environment of LaTeX.
    Latex,
}

impl RowForm {
    /// Returns the form with the name `text`, `csv`, `json`, `jsonl` or `latex`.
    ///
    /// ```
    /// use bouton::RowForm;
    ///
    /// assert_eq!(RowForm::named("jsonl"), Some(RowForm::JsonLines));
    /// assert_eq!(RowForm::named("svg"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "text" => Self::Text,
            "csv" => Self::Csv,
            "json" => Self::Json,
            "jsonl" => Self::JsonLines,
            "latex" => Self::Latex,
            _ => return None,
        })
    }

    /// Returns a cell that is a text as this form writes it.
    fn text(self, cell: &str) -> String {
        match self {
            Self::Json => serde_json::Value::from(cell).to_string(),
            Self::Text | Self::Csv | Self::JsonLines | Self::Latex => cell.to_owned(),
        }
    }
}

/// The error of writing rows.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteRowsError {
    /// The values could not be computed.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// This program cannot write Parquet files.
    #[error("this program was built without Parquet")]
    NoParquet,
}

impl PositionBox<'_> {
    /// Writes all rows as a Parquet file: the columns are those of the CSV form.
    ///
    /// # Errors
    ///
    /// If a limit is reached, writing to `out` fails, or the library was built without the feature
    /// `parquet`.
    pub fn write_parquet(&self, out: impl Write + Send) -> Result<(), WriteRowsError> {
        self.write_list_parquet(&PositionFilter::default(), None, out)
    }

    /// Writes a Parquet file as [`write_parquet`](Self::write_parquet) does, but only rows that
    /// pass the filter, at most `limit`.
    ///
    /// # Errors
    ///
    /// As [`write_parquet`](Self::write_parquet), and if the game does not have the outcome or
    /// control state.
    #[cfg_attr(not(feature = "parquet"), allow(unused_variables, reason = "nothing is written"))]
    pub fn write_list_parquet(
        &self,
        filter: &PositionFilter,
        limit: Option<usize>,
        out: impl Write + Send,
    ) -> Result<(), WriteRowsError> {
        #[cfg(feature = "parquet")]
        return super::parquet::write(self, filter, limit, out);
        #[cfg(not(feature = "parquet"))]
        Err(WriteRowsError::NoParquet)
    }

    /// Writes all rows one by one, without keeping them. Nothing is written before the first value
    /// is known, so a limit that is reached at once does not leave an incomplete document.
    ///
    /// # Errors
    ///
    /// If a limit is reached, or writing to `out` fails.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton::{ValueKind, Game, PositionBox, RowForm, Watch};
    ///
    /// let playable = Game::named("nim")?.with_heaps(2)?.playable()?;
    /// let watch = Watch::unlimited();
    /// let mut csv = Vec::new();
    /// PositionBox::new(&playable, None, 1, ValueKind::Grundy, &watch)?.write(RowForm::Csv, &mut csv)?;
    /// assert_eq!(String::from_utf8(csv)?, "h1,h2,grundy\n0,0,0\n0,1,1\n1,1,0\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&self, form: RowForm, out: &mut dyn Write) -> Result<(), WriteRowsError> {
        self.write_list(&PositionFilter::default(), None, form, out)
    }

    /// Writes rows as [`write`](Self::write) does, but only rows that pass the filter, at most
    /// `limit`.
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write), and if the game does not have the outcome or control state.
    pub fn write_list(
        &self,
        filter: &PositionFilter,
        limit: Option<usize>,
        form: RowForm,
        out: &mut dyn Write,
    ) -> Result<(), WriteRowsError> {
        let printer = Printer::new(self, form);
        let end = |control, value| printer.end(control, value);
        let mut lines = Lines::new(&printer.line(), self.controls().len(), &end);
        let mut begun = false;
        let found = self.for_each_listed(filter, limit, &mut |row| {
            if !std::mem::replace(&mut begun, true) {
                printer.header(out)?;
            } else if form == RowForm::Json {
                lines.put(",");
            }
            match form {
                RowForm::JsonLines => printer.json_line(out, row),
                _ => lines.row(out, row),
            }
        });
        lines.write(out)?;
        found?;
        if !begun {
            printer.header(out)?;
        }
        printer.footer(out)?;
        Ok(out.flush()?)
    }
}

/// The parts of a document of rows.
struct Printer<'a> {
    rows: &'a PositionBox<'a>,
    form: RowForm,
    columns: Vec<String>,
    widths: Vec<usize>,
}

impl<'a> Printer<'a> {
    fn new(rows: &'a PositionBox<'a>, form: RowForm) -> Self {
        let columns = rows.columns();
        // The columns have space for the header and the largest number.
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
        // Only aligned cells are filled up.
        let width = |column| if form == RowForm::Text { width(column) } else { 0 };
        let widths = columns.iter().enumerate().map(width).collect();
        Self { rows, form, columns, widths }
    }

    fn header(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.form {
            RowForm::Csv => writeln!(out, "{}", self.columns.join(",")),
            // The document up to its rows, which are its last field.
            RowForm::Json => {
                let head = serde_json::to_string(&Table {
                    game: self.rows.playable().title(),
                    upto: self.rows.upto().into(),
                    value: self.rows.asked().name().to_owned(),
                    columns: self.columns.clone(),
                    plan: self.rows.plan.clone(),
                    verified: self.rows.verified.clone(),
                    rows: Vec::new(),
                })?;
                out.write_all(head.strip_suffix("]}").unwrap_or(&head).as_bytes())
            }
            RowForm::JsonLines => Ok(()),
            RowForm::Latex => {
                writeln!(out, "\\begin{{tabular}}{{{}}}", "r".repeat(self.columns.len()))?;
                writeln!(out, "{} \\\\ \\hline", self.columns.join(" & "))
            }
            RowForm::Text => {
                let cells =
                    self.columns.iter().zip(&self.widths).map(|(cell, &width)| format!("{cell:>width$}"));
                writeln!(out, "{}", cells.collect::<Vec<_>>().join("  "))
            }
        }
    }

    /// What stands before and between the cells of a row, and after them.
    fn around(&self) -> [&'static str; 3] {
        match self.form {
            RowForm::Json => ["[", ",", "]"],
            RowForm::Csv | RowForm::JsonLines => ["", ",", "\n"],
            RowForm::Latex => ["", " & ", " \\\\\n"],
            RowForm::Text => ["", "  ", "\n"],
        }
    }

    /// The coordinates of a row.
    fn line(&self) -> LineForm<'_> {
        let [begin, between, _] = self.around();
        let widths = &self.widths[..self.rows.names().len()];
        LineForm { begin, between, widths }
    }

    /// The other cells of a row, which are equal to those of [`PositionBox::cells`], and its end.
    fn end(&self, control: ControlState, value: Value) -> String {
        let [_, between, end] = self.around();
        let names = self.rows.controls().get(control.index());
        let value = match self.rows.asked() {
            ValueKind::Grundy | ValueKind::Remoteness => value.to_string(),
            ValueKind::Outcome => self.form.text(&self.rows.name_of(value)),
        };
        let cells = names.map(|name| self.form.text(name)).into_iter().chain([value]);
        let widths = &self.widths[self.rows.names().len()..];
        let cells = cells.zip(widths).map(|(cell, &width)| format!("{between}{cell:>width$}"));
        cells.chain([end.to_owned()]).collect()
    }

    /// Writes a row as a JSON document.
    fn json_line(&self, out: &mut dyn Write, row: PositionRow<'_>) -> io::Result<()> {
        let cells = self.rows.cells(row);
        let fields: IndexMap<&String, &Cell> = self.columns.iter().zip(&cells).collect();
        let mut line = serde_json::to_vec(&fields)?;
        line.push(b'\n');
        out.write_all(&line)
    }

    fn footer(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.form {
            RowForm::Json => writeln!(out, "]}}"),
            RowForm::Latex => writeln!(out, "\\end{{tabular}}"),
            RowForm::Text | RowForm::Csv | RowForm::JsonLines => Ok(()),
        }
    }
}

//! Rows of positions in written form: aligned, as CSV, as LaTeX, as one JSON document.

use std::io::{self, Write};

use bouton_document::{Cell, Table};
use indexmap::IndexMap;

use super::{PositionBox, PositionFilter, PositionRow, PositionsError};
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
        let mut printer = Printer::new(self, form);
        let mut begun = false;
        self.for_each_listed(filter, limit, &mut |row| {
            if !std::mem::replace(&mut begun, true) {
                printer.header(out)?;
            }
            printer.row(out, row)
        })?;
        if !begun {
            printer.header(out)?;
        }
        printer.footer(out)?;
        Ok(out.flush()?)
    }
}

/// Prints rows one by one.
struct Printer<'a> {
    rows: &'a PositionBox<'a>,
    form: RowForm,
    columns: Vec<String>,
    widths: Vec<usize>,
    /// The names of control states and of outcomes, as the form writes them.
    controls: Vec<String>,
    outcomes: Vec<String>,
    first: bool,
    /// The current row.
    line: Vec<u8>,
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
        let widths = columns.iter().enumerate().map(width).collect();
        let text = |name: &String| form.text(name);
        let controls = rows.controls().iter().map(text).collect();
        let outcomes = rows.all_values().into_iter().map(|value| text(&rows.name_of(value))).collect();
        Self { rows, form, columns, widths, controls, outcomes, first: true, line: Vec::new() }
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

    fn row(&mut self, out: &mut dyn Write, row: PositionRow<'_>) -> io::Result<()> {
        self.line.clear();
        match self.form {
            RowForm::Json => {
                if !std::mem::take(&mut self.first) {
                    self.line.push(b',');
                }
                self.line.push(b'[');
                self.put_cells(row, b",", b"]", false);
            }
            RowForm::JsonLines => {
                let cells = self.rows.cells(row);
                let fields: IndexMap<&String, &Cell> = self.columns.iter().zip(&cells).collect();
                serde_json::to_writer(&mut self.line, &fields)?;
                self.line.push(b'\n');
            }
            RowForm::Csv => self.put_cells(row, b",", b"\n", false),
            RowForm::Latex => self.put_cells(row, b" & ", b" \\\\\n", false),
            RowForm::Text => self.put_cells(row, b"  ", b"\n", true),
        }
        out.write_all(&self.line)
    }

    /// Appends the cells of a row to the line. They are equal to [`PositionBox::cells`], without an
    /// allocation for each.
    fn put_cells(&mut self, row: PositionRow<'_>, between: &[u8], end: &[u8], aligned: bool) {
        let mut digits = itoa::Buffer::new();
        let mut place = 0;
        let mut put = |cell: &str| {
            if place > 0 {
                self.line.extend_from_slice(between);
            }
            if aligned {
                let length = if cell.is_ascii() { cell.len() } else { cell.chars().count() };
                let width = self.widths.get(place).copied().unwrap_or(0);
                self.line.resize(self.line.len() + width.saturating_sub(length), b' ');
            }
            self.line.extend_from_slice(cell.as_bytes());
            place += 1;
        };
        for &coordinate in row.coordinates {
            put(digits.format(coordinate));
        }
        if let Some(control) = self.controls.get(row.control.index()) {
            put(control);
        }
        match self.rows.asked() {
            ValueKind::Grundy | ValueKind::Remoteness => put(digits.format(row.value)),
            ValueKind::Outcome => match self.outcomes.get(row.value as usize) {
                Some(name) => put(name),
                None => put(&self.form.text(&self.rows.name_of(row.value))),
            },
        }
        self.line.extend_from_slice(end);
    }

    fn footer(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.form {
            RowForm::Json => writeln!(out, "]}}"),
            RowForm::Latex => writeln!(out, "\\end{{tabular}}"),
            RowForm::Text | RowForm::Csv | RowForm::JsonLines => Ok(()),
        }
    }
}

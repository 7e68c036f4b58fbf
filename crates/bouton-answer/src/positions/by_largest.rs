//! Tables with the value of each largest heap beside the smaller heaps.

use std::io::{self, Write};

use bouton_core::Value;
use bouton_document::{LargestRow, TableByLargest};

use super::{PositionBox, PositionsError, RowForm, ValueKind, WriteRowsError};

/// A table of interchangeable heaps: a row for the smaller heaps, a column for each largest heap.
///
/// The positions of a box come in lexicographic order, and those of a row one after the other. So
/// rows are written as they are found.
#[derive(Clone, Copy, Debug)]
pub struct ByLargest<'a> {
    rows: &'a PositionBox<'a>,
}

/// A visitor of rows: the smaller heaps, and the values for the largest heaps from the largest of
/// the smaller heaps on.
type Visit<'a> = &'a mut dyn FnMut(&[u64], &[Value]) -> Result<(), WriteRowsError>;

impl<'a> ByLargest<'a> {
    /// Creates the table of a box; `None` unless there are two or more interchangeable heaps and no
    /// control states.
    #[must_use]
    pub fn new(rows: &'a PositionBox<'a>) -> Option<Self> {
        let fits = rows.sorted() && rows.names().len() >= 2 && rows.controls().is_empty();
        fits.then_some(Self { rows })
    }

    /// Visits the rows, each when it is complete.
    fn for_each_row(&self, visit: Visit<'_>) -> Result<(), WriteRowsError> {
        let mut smaller: Vec<u64> = Vec::new();
        let mut values: Vec<Value> = Vec::new();
        let mut failed = Ok(());
        let mut held = self.rows.watch.hold_none();
        self.rows.for_each(&mut |row| {
            let Some((_, before)) = row.coordinates.split_last() else { return true };
            if values.is_empty() || smaller != before {
                if !values.is_empty() {
                    failed = visit(&smaller, &values);
                }
                before.clone_into(&mut smaller);
                values.clear();
            }
            if values.len() == values.capacity() {
                let grown = held.grow(8 * values.len().max(64) as u64).map_err(PositionsError::from);
                failed = std::mem::replace(&mut failed, Ok(())).and(grown.map_err(WriteRowsError::from));
            }
            values.push(row.value);
            failed.is_ok()
        })?;
        failed?;
        if values.is_empty() { Ok(()) } else { visit(&smaller, &values) }
    }

    /// The number of empty columns of a row: the largest heap is never smaller than the others.
    fn empty(smaller: &[u64]) -> u64 {
        smaller.last().copied().unwrap_or(0)
    }

    /// Returns the table as a document.
    ///
    /// # Errors
    ///
    /// If the values cannot be computed, or a limit is reached.
    pub fn document(&self) -> Result<TableByLargest, PositionsError> {
        let mut found = self.rows.watch.gather(1);
        self.for_each_row(&mut |smaller, values| {
            found.push(self.row(smaller, values)).map_err(|limit| PositionsError::from(limit).into())
        })
        .map_err(|error| match error {
            WriteRowsError::Positions(error) => error,
            other => unreachable!("no output was written: {other}"),
        })?;
        Ok(TableByLargest { rows_by_largest: found.into_vec(), ..self.head() })
    }

    /// Returns the document without its rows.
    fn head(&self) -> TableByLargest {
        let rows = self.rows;
        TableByLargest {
            game: rows.playable().title(),
            upto: rows.upto().into(),
            value: rows.asked().name().to_owned(),
            plan: rows.plan.clone(),
            verified: rows.verified.clone(),
            rows_by_largest: Vec::new(),
        }
    }

    fn row(&self, smaller: &[u64], values: &[Value]) -> LargestRow {
        let empty = (0..Self::empty(smaller)).map(|_| None);
        let names = values.iter().map(|&value| Some(self.rows.name_of(value)));
        LargestRow {
            smaller: smaller.iter().map(|&heap| heap.into()).collect(),
            values: empty.chain(names).collect(),
        }
    }

    /// Writes the table row by row. Nothing is written before the first row is known.
    ///
    /// # Errors
    ///
    /// If the values cannot be computed, or writing to `out` fails.
    pub fn write(&self, form: RowForm, out: &mut dyn Write) -> Result<(), WriteRowsError> {
        let rows = self.rows;
        let widths = if form == RowForm::Text { self.widths()? } else { (0, 0) };
        let mut begun = false;
        self.for_each_row(&mut |smaller, values| {
            let first = !std::mem::replace(&mut begun, true);
            if first {
                self.header(form, widths, out)?;
            }
            match form {
                RowForm::Json => {
                    if !first {
                        out.write_all(b",")?;
                    }
                    serde_json::to_writer(&mut *out, &self.row(smaller, values)).map_err(io::Error::from)?;
                }
                RowForm::JsonLines => {
                    let LargestRow { smaller, values } = self.row(smaller, values);
                    let list = |parts: Vec<String>| parts.join(" ");
                    let smaller = list(smaller.iter().map(ToString::to_string).collect());
                    let values = list(values.into_iter().map(Option::unwrap_or_default).collect());
                    let row = serde_json::json!({ "smaller": smaller, "values": values });
                    writeln!(out, "{row}")?;
                }
                _ => {
                    let empty = (0..Self::empty(smaller)).map(|_| String::new());
                    let cells = smaller.iter().map(ToString::to_string).chain(empty);
                    let cells = cells.chain(values.iter().map(|&value| rows.name_of(value)));
                    writeln!(out, "{}", self.line(form, widths, &cells.collect::<Vec<_>>()))?;
                }
            }
            Ok(())
        })?;
        if !begun {
            self.header(form, widths, out)?;
        }
        match form {
            RowForm::Json => writeln!(out, "]}}")?,
            RowForm::Latex => writeln!(out, "\\end{{tabular}}")?,
            _ => {}
        }
        Ok(out.flush()?)
    }

    fn header(&self, form: RowForm, widths: (usize, usize), out: &mut dyn Write) -> io::Result<()> {
        match form {
            RowForm::Json => {
                let head = serde_json::to_string(&self.head())?;
                return out.write_all(head.strip_suffix("]}").unwrap_or(&head).as_bytes());
            }
            RowForm::JsonLines => return Ok(()),
            _ => {}
        }
        let mut header = self.rows.names();
        header.pop();
        header.extend((0..=self.rows.upto()).map(|largest| largest.to_string()));
        if form == RowForm::Latex {
            writeln!(out, "\\begin{{tabular}}{{{}}}", "r".repeat(header.len()))?;
        }
        writeln!(out, "{}", self.line(form, widths, &header))
    }

    /// The widths of the columns of the smaller heaps, and of the values.
    fn widths(&self) -> Result<(usize, usize), PositionsError> {
        let rows = self.rows;
        let upto = rows.upto().to_string().len();
        let mut names = rows.all_values().into_iter().map(|value| rows.name_of(value).len());
        let mut widest = names.next().unwrap_or(1);
        if rows.asked() != ValueKind::Outcome || names.any(|length| length != widest) {
            // The greatest number is the widest. Its computation is reused when the rows are
            // written.
            let mut greatest = 0;
            rows.for_each(&mut |row| {
                greatest = greatest.max(row.value);
                true
            })?;
            widest = rows.name_of(greatest).len();
        }
        let smaller = rows.names().iter().map(String::len).max().unwrap_or(2).max(upto);
        Ok((smaller, widest.max(upto)))
    }

    fn line(&self, form: RowForm, (smaller, widest): (usize, usize), cells: &[String]) -> String {
        match form {
            RowForm::Csv => cells.join(","),
            RowForm::Latex => format!("{} \\\\", cells.join(" & ")),
            _ => {
                let width = |index: usize| if index + 1 < self.rows.names().len() { smaller } else { widest };
                let cells = cells.iter().enumerate().map(|(index, cell)| format!("{cell:>0$}", width(index)));
                cells.collect::<Vec<_>>().join(" ").trim_end().to_owned()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use bouton::Game;
    use bouton_core::{LimitReached, Limits, Watch};

    use super::*;

    /// Tests that every form has the rows of a table that is gathered first.
    #[test]
    fn rows_are_those_of_the_gathered_table() {
        for (name, heaps, asked) in [
            ("nim", 3, ValueKind::Grundy),
            ("nim", 2, ValueKind::Outcome),
            ("heaps 4; move take 1..2 from at most 2 heaps", 4, ValueKind::Remoteness),
        ] {
            let game = Game::named(name).unwrap();
            let game = if name == "nim" { game.with_heaps(heaps).unwrap() } else { game };
            let (playable, watch) = (game.playable().unwrap(), Watch::unlimited());
            let rows = PositionBox::new(&playable, None, 9, asked, &watch).unwrap();
            let mut grid: BTreeMap<Vec<u64>, Vec<Option<String>>> = BTreeMap::new();
            rows.for_each(&mut |row| {
                let (&largest, smaller) = row.coordinates.split_last().unwrap();
                let columns = grid.entry(smaller.to_vec()).or_default();
                columns.resize(usize::try_from(largest).unwrap(), None);
                columns.push(Some(rows.name_of(row.value)));
                true
            })
            .unwrap();
            let table = ByLargest::new(&rows).unwrap();
            let document = table.document().unwrap();
            assert_eq!(document.rows_by_largest.len(), grid.len());
            for (found, (smaller, values)) in document.rows_by_largest.iter().zip(&grid) {
                assert_eq!(found.smaller, smaller.iter().map(|&heap| heap.into()).collect::<Vec<_>>());
                assert_eq!(found.values, *values);
            }
            let mut json = Vec::new();
            table.write(RowForm::Json, &mut json).unwrap();
            assert_eq!(String::from_utf8(json).unwrap(), serde_json::to_string(&document).unwrap() + "\n");
            let mut csv = Vec::new();
            table.write(RowForm::Csv, &mut csv).unwrap();
            let expected: Vec<String> = grid
                .iter()
                .map(|(smaller, values)| {
                    let smaller = smaller.iter().map(ToString::to_string);
                    let cells = smaller.chain(values.iter().map(|value| value.clone().unwrap_or_default()));
                    cells.collect::<Vec<_>>().join(",")
                })
                .collect();
            let csv = String::from_utf8(csv).unwrap();
            assert_eq!(csv.lines().skip(1).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn a_document_of_it_is_charged() {
        let playable = Game::named("nim").unwrap().with_heaps(2).unwrap().playable().unwrap();
        let watch = Watch::new(&Limits { memory: 1 << 20, ..Limits::default() });
        let rows = PositionBox::new(&playable, None, 500, ValueKind::Grundy, &watch).unwrap();
        let table = ByLargest::new(&rows).unwrap();
        assert!(matches!(table.document().unwrap_err(), PositionsError::Limit(LimitReached::Memory { .. })));
        table.write(RowForm::Json, &mut io::sink()).unwrap();
    }
}

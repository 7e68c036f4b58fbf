//! The value of each largest heap beside the smaller ones.

use std::collections::BTreeMap;

use super::{PositionBox, PositionsError, RowForm};
use crate::document::{LargestRow, TableByLargest};

/// A table of interchangeable heaps: a row for the smaller heaps, a column for each largest heap.
#[derive(Clone, Debug)]
pub struct ByLargest<'a> {
    rows: &'a PositionBox<'a>,
    grid: BTreeMap<Vec<u64>, Vec<String>>,
}

impl<'a> ByLargest<'a> {
    /// Computes it; `None` unless there are two or more interchangeable heaps and no control states.
    ///
    /// # Errors
    ///
    /// If the values cannot be had.
    pub fn new(rows: &'a PositionBox<'a>) -> Result<Option<Self>, PositionsError> {
        if !rows.sorted() || rows.names().len() < 2 || !rows.controls().is_empty() {
            return Ok(None);
        }
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
        Ok(Some(Self { rows, grid }))
    }

    /// The table as a document.
    #[must_use]
    pub fn document(&self) -> TableByLargest {
        let rows = self.rows;
        let row = |(smaller, values): (&Vec<u64>, &Vec<String>)| LargestRow {
            smaller: smaller.iter().map(|&heap| heap.into()).collect(),
            values: values.iter().map(|value| (!value.is_empty()).then(|| value.clone())).collect(),
        };
        TableByLargest {
            game: rows.playable().title(),
            upto: rows.upto().into(),
            value: rows.asked().name().to_owned(),
            plan: rows.plan.clone(),
            verified: rows.verified.clone(),
            rows_by_largest: self.grid.iter().map(row).collect(),
        }
    }

    /// The table as text, CSV or LaTeX.
    #[must_use]
    pub fn text(&self, form: RowForm) -> String {
        let rows = self.rows;
        let mut header = rows.names();
        header.pop();
        header.extend((0..=rows.upto()).map(|largest| largest.to_string()));
        let upto = rows.upto().to_string().len();
        let widest = self.grid.values().flatten().map(String::len).max().unwrap_or(1).max(upto);
        let smaller = rows.names().iter().map(String::len).max().unwrap_or(2).max(upto);
        let aligned = |cells: &[String]| {
            let width = |index: usize| if index + 1 < rows.names().len() { smaller } else { widest };
            let cells = cells.iter().enumerate().map(|(index, cell)| format!("{cell:>0$}", width(index)));
            cells.collect::<Vec<_>>().join(" ").trim_end().to_owned()
        };
        let written = |cells: &[String]| match form {
            RowForm::Csv => cells.join(","),
            RowForm::Latex => format!("{} \\\\", cells.join(" & ")),
            _ => aligned(cells),
        };
        let mut lines = vec![written(&header)];
        for (smaller, values) in &self.grid {
            let mut cells: Vec<String> = smaller.iter().map(ToString::to_string).collect();
            cells.extend(values.iter().cloned());
            lines.push(written(&cells));
        }
        if form == RowForm::Latex {
            lines.insert(0, format!("\\begin{{tabular}}{{{}}}", "r".repeat(header.len())));
            lines.push("\\end{tabular}".to_owned());
        }
        format!("{}\n", lines.join("\n"))
    }
}

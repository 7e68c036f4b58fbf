//! The value of each largest heap beside the smaller ones.

use std::collections::BTreeMap;

use bouton::{
    PositionBox,
    document::{LargestRow, TableByLargest},
};

use crate::{commands::table::Format, failure::Failure};

/// A row for the smaller heaps, a column for each largest heap.
pub(crate) struct Grid {
    rows: BTreeMap<Vec<u64>, Vec<String>>,
}

impl Grid {
    pub(crate) fn new(rows: &PositionBox<'_>) -> Result<Self, Failure> {
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

    pub(crate) fn document(&self, rows: &PositionBox<'_>) -> TableByLargest {
        let row = |(smaller, values): (&Vec<u64>, &Vec<String>)| LargestRow {
            smaller: smaller.iter().map(|&heap| heap.into()).collect(),
            values: values.iter().map(|value| (!value.is_empty()).then(|| value.clone())).collect(),
        };
        TableByLargest {
            game: rows.playable().title(),
            upto: rows.upto().into(),
            value: rows.asked().name().to_owned(),
            rows_by_largest: self.rows.iter().map(row).collect(),
        }
    }

    pub(crate) fn text(&self, rows: &PositionBox<'_>, format: Format) -> String {
        let mut header = rows.names();
        header.pop();
        header.extend((0..=rows.upto()).map(|largest| largest.to_string()));
        let upto = rows.upto().to_string().len();
        let widest = self.rows.values().flatten().map(String::len).max().unwrap_or(1).max(upto);
        let smaller = rows.names().iter().map(String::len).max().unwrap_or(2).max(upto);
        let aligned = |cells: &[String]| {
            let width = |index: usize| if index + 1 < rows.names().len() { smaller } else { widest };
            let cells = cells.iter().enumerate().map(|(index, cell)| format!("{cell:>0$}", width(index)));
            cells.collect::<Vec<_>>().join(" ").trim_end().to_owned()
        };
        let written = |cells: &[String]| match format {
            Format::Csv => cells.join(","),
            Format::Latex => format!("{} \\\\", cells.join(" & ")),
            _ => aligned(cells),
        };
        let mut lines = vec![written(&header)];
        for (smaller, values) in &self.rows {
            let mut cells: Vec<String> = smaller.iter().map(ToString::to_string).collect();
            cells.extend(values.iter().cloned());
            lines.push(written(&cells));
        }
        if format == Format::Latex {
            lines.insert(0, format!("\\begin{{tabular}}{{{}}}", "r".repeat(header.len())));
            lines.push("\\end{tabular}".to_owned());
        }
        format!("{}\n", lines.join("\n"))
    }
}

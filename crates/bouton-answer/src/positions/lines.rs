//! Lines of rows, gathered in one buffer.

use std::io::{self, Write};

use bouton_core::{ControlState, Value};

use super::PositionRow;

/// The number of bytes from which on the buffer is written.
const FULL: usize = 1 << 15;
/// The most ends of lines that are kept.
const MOST_ENDS: usize = 1 << 12;

/// What stands in front of the coordinates of a line, between them, and the width to which each is filled up.
pub(super) struct LineForm<'a> {
    pub(super) begin: &'a str,
    pub(super) between: &'a str,
    /// Zero where nothing is filled up.
    pub(super) widths: &'a [usize],
}

/// Writes a line for each row. Rows that follow each other differ in few coordinates, so a line keeps the coordinates
/// of the line before up to the first one that differs. The rest of a line depends on the control state and the value
/// alone, and is made once for each.
pub(super) struct Lines<'a> {
    /// Lines that are not written yet.
    buffer: Vec<u8>,
    /// The last line.
    line: Vec<u8>,
    /// The coordinates in the last line, and the ends of their cells; none before the first line.
    coordinates: Vec<u64>,
    ends: Vec<usize>,
    /// For each coordinate the separator, followed by as many blanks as are ever needed, and the length of the separator.
    leads: Vec<(Vec<u8>, usize)>,
    widths: Vec<usize>,
    /// The length of the line before its first coordinate.
    begun: usize,
    end: &'a dyn Fn(ControlState, Value) -> String,
    states: usize,
    known: Vec<Option<String>>,
}

impl<'a> Lines<'a> {
    /// Creates lines for rows of a game with this number of control states. `end` writes what follows the coordinates.
    pub(super) fn new(
        form: &LineForm<'_>,
        states: usize,
        end: &'a dyn Fn(ControlState, Value) -> String,
    ) -> Self {
        let lead = |(place, width): (usize, &usize)| {
            let between = if place == 0 { "" } else { form.between };
            (format!("{between}{}", " ".repeat(*width)).into_bytes(), between.len())
        };
        Self {
            buffer: Vec::with_capacity(FULL),
            line: form.begin.as_bytes().to_vec(),
            coordinates: Vec::new(),
            ends: Vec::new(),
            leads: form.widths.iter().enumerate().map(lead).collect(),
            widths: form.widths.to_vec(),
            begun: form.begin.len(),
            end,
            states: states.max(1),
            known: Vec::new(),
        }
    }

    /// Writes what stands between two rows before the next line, or at the end.
    pub(super) fn put(&mut self, text: &str) {
        self.buffer.extend_from_slice(text.as_bytes());
    }

    /// Adds the line of a row, and writes the buffer if it is full.
    pub(super) fn row(&mut self, out: &mut dyn Write, row: PositionRow<'_>) -> io::Result<()> {
        let (mut place, all) = (0, row.coordinates.len());
        if self.coordinates.len() == all {
            while place < all && self.coordinates[place] == row.coordinates[place] {
                place += 1;
            }
        } else {
            self.coordinates.resize(all, 0);
            self.ends.resize(all, 0);
        }
        self.line.truncate(if place == 0 { self.begun } else { self.ends[place - 1] });
        let mut digits = itoa::Buffer::new();
        while place < all {
            let coordinate = row.coordinates[place];
            let text = digits.format(coordinate).as_bytes();
            let (lead, between) = &self.leads[place];
            let blanks = self.widths[place].saturating_sub(text.len());
            self.line.extend_from_slice(&lead[..between + blanks]);
            self.line.extend_from_slice(text);
            (self.coordinates[place], self.ends[place]) = (coordinate, self.line.len());
            place += 1;
        }
        self.buffer.extend_from_slice(&self.line);
        self.end(row.control, row.value);
        if self.buffer.len() >= FULL { self.write(out) } else { Ok(()) }
    }

    /// Adds the end of a line.
    fn end(&mut self, control: ControlState, value: Value) {
        let place = usize::try_from(value).unwrap_or(usize::MAX).saturating_mul(self.states);
        let place = place.saturating_add(control.index());
        if place >= MOST_ENDS {
            self.buffer.extend_from_slice((self.end)(control, value).as_bytes());
            return;
        }
        if place >= self.known.len() {
            self.known.resize(place + 1, None);
        }
        let end = self.known[place].get_or_insert_with(|| (self.end)(control, value));
        self.buffer.extend_from_slice(end.as_bytes());
    }

    /// Writes the lines of the buffer.
    pub(super) fn write(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if !self.buffer.is_empty() {
            out.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use bouton::Game;
    use bouton_core::Watch;
    use bouton_document::Cell;

    use crate::{PositionBox, PositionFilter, RowForm, ValueKind};

    fn text_of(cell: &Cell) -> String {
        match cell {
            Cell::Text(text) => text.clone(),
            Cell::Number(number) => number.to_string(),
        }
    }

    /// Compares lines, which are made from their predecessors, with the cells of each row, over more than a buffer.
    #[test]
    fn lines_have_the_cells_of_their_rows() {
        let watch = Watch::unlimited();
        for (name, heaps, upto, asked) in [
            ("nim", Some(3), 40, ValueKind::Grundy),
            ("nim", Some(2), 130, ValueKind::Outcome),
            ("small-pass", None, 2, ValueKind::Outcome),
            ("podium-nim", Some(3), 30, ValueKind::Outcome),
            ("kayles", Some(3), 12, ValueKind::Grundy),
        ] {
            let game = Game::named(name).unwrap();
            let open = heaps.filter(|_| name != "kayles");
            let game = open.map_or(Ok(game.clone()), |heaps| game.with_heaps(heaps)).unwrap();
            let playable = game.playable().unwrap();
            let rows =
                PositionBox::new(&playable, heaps.filter(|_| name == "kayles"), upto, asked, &watch).unwrap();
            let (mut csv, mut text, mut listed) = (String::new(), Vec::new(), String::new());
            csv.push_str(&(rows.columns().join(",") + "\n"));
            rows.for_each(&mut |row| {
                let cells: Vec<String> = rows.cells(row).iter().map(text_of).collect();
                csv.push_str(&(cells.join(",") + "\n"));
                text.push(cells);
                listed.push_str(&format!("{} {}\n", rows.written(row), rows.name_of(row.value)));
                true
            })
            .unwrap();
            let written = |form| {
                let mut out = Vec::new();
                rows.write(form, &mut out).unwrap();
                String::from_utf8(out).unwrap()
            };
            assert_eq!(written(RowForm::Csv), csv, "{name}");
            let aligned = written(RowForm::Text);
            let width = aligned.lines().next().unwrap().len();
            assert!(aligned.lines().all(|line| line.len() == width), "{name}");
            let words: Vec<Vec<&str>> =
                aligned.lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
            assert_eq!(words, text, "{name}");
            let mut out = Vec::new();
            let (count, complete) = rows.write_lines(&PositionFilter::default(), None, &mut out).unwrap();
            assert_eq!((count, complete), (words.len(), true), "{name}");
            assert_eq!(String::from_utf8(out).unwrap(), listed, "{name}");
        }
    }
}

//! Positions and their counts as b-files, the format of the On-Line Encyclopedia of Integer
//! Sequences: a line `n a(n)` for each term, after comments.

use std::io::Write;

use bouton_document::{BoundCount, Number};

use super::{PositionBox, PositionFilter, PositionsError, WriteRowsError, arrangements};
use crate::ValueKind;

/// The bytes of the counts of a bound, and of one more count.
const COUNTED_BYTES: u64 = 240;
const COUNT_BYTES: u64 = 24;

impl PositionBox<'_> {
    /// Counts the positions of the whole boxes 0..n, unsorted and in every control state, with each
    /// outcome or number, for each n up to the bound of this box.
    ///
    /// # Errors
    ///
    /// If a limit is reached, or the counts exceed 2¹²⁸.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton::{ValueKind, Game, PositionBox, Watch};
    ///
    /// let playable = Game::named("wythoff")?.playable()?;
    /// let watch = Watch::unlimited();
    /// let found = PositionBox::new(&playable, None, 5, ValueKind::Outcome, &watch)?.count_each()?;
    /// let lost: Vec<String> = found.iter().map(|count| count.counts["P"].to_string()).collect();
    /// assert_eq!(lost, ["1", "1", "3", "3", "3", "5"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_each(&self) -> Result<Vec<BoundCount>, PositionsError> {
        let outcomes = self.all_values().len();
        let bounds = usize::try_from(self.upto()).ok().and_then(|upto| upto.checked_add(1));
        let Some(bounds) = bounds.filter(|&bounds| bounds <= 1 << 24) else {
            return Err(PositionsError::Count);
        };
        // The memory of the counts, of their names, and of a document of both.
        let bytes = bounds as u64 * (COUNTED_BYTES + COUNT_BYTES * outcomes.max(2) as u64);
        let held = self.watch.hold(bytes)?;
        let mut counts = vec![vec![0u128; outcomes]; bounds];
        let mut overflow = false;
        self.for_each(&mut |row| {
            let largest = row.coordinates.iter().max().copied().unwrap_or(0);
            let orders = if self.sorted() { arrangements(row.coordinates) } else { Some(1) };
            let counts = usize::try_from(largest).ok().and_then(|largest| counts.get_mut(largest));
            match counts
                .and_then(|counts| self.place_of(row.value, counts))
                .and_then(|count| Some((count.checked_add(orders?)?, count)))
            {
                Some((sum, count)) => *count = sum,
                None => overflow = true,
            }
            !overflow
        })?;
        let mut sums: Vec<u128> = Vec::new();
        let mut found = self.watch.gather(1);
        for (upto, counted) in counts.iter().enumerate() {
            sums.resize(sums.len().max(counted.len()), 0);
            for (sum, count) in sums.iter_mut().zip(counted) {
                *sum = sum.checked_add(*count).ok_or(PositionsError::Count)?;
            }
            let counts = self.named(&sums, sums.len());
            found.push(BoundCount { upto: (upto as u64).into(), counts })?;
        }
        held.keep();
        if overflow { Err(PositionsError::Count) } else { Ok(found.into_vec()) }
    }

    /// Writes the numbers of positions of the boxes 0..n with an outcome, or with a Grundy value or
    /// remoteness, as a b-file: n from 0 on.
    ///
    /// # Errors
    ///
    /// As [`count_each`](Self::count_each); if the game does not have the outcome, or writing to
    /// `out` fails.
    pub fn write_counts(&self, outcome: &str, out: &mut dyn Write) -> Result<(), WriteRowsError> {
        let (name, of) = match self.asked() {
            ValueKind::Outcome => {
                let name = self.name_of(self.outcome_named(outcome)?);
                (name.clone(), format!("{name}-positions of {}", self.playable().title()))
            }
            asked => {
                let known = || PositionsError::Outcome {
                    found: outcome.to_owned(),
                    known: vec!["a number".to_owned()],
                };
                let number: u32 = outcome.parse().map_err(|_| known())?;
                let title = self.playable().title();
                (number.to_string(), format!("positions of {title} whose {} is {number}", asked.written()))
            }
        };
        let counts = self.count_each()?;
        writeln!(out, "# a(n) is the number of {of} with no number above n")?;
        writeln!(out, "# offset 0")?;
        for (bound, count) in counts.iter().enumerate() {
            let none = Number::from(0u64);
            writeln!(out, "{bound} {}", count.counts.get(&name).unwrap_or(&none))?;
        }
        Ok(out.flush()?)
    }

    /// Writes one coordinate of the positions that pass the filter, in order, as a b-file: n from 1
    /// on.
    ///
    /// # Errors
    ///
    /// If the coordinate does not exist ([`PositionsError::Coordinate`]; without a name, positions
    /// must have only one), as [`write_list`](Self::write_list), or if writing to `out` fails.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton::{ValueKind, Game, PositionBox, PositionFilter, Watch};
    ///
    /// let playable = Game::named("wythoff")?.playable()?;
    /// let rows = PositionBox::new(&playable, None, 5, ValueKind::Outcome, &Watch::unlimited())?;
    /// let lost = PositionFilter { outcome: Some("P".to_owned()), ..Default::default() };
    /// let mut file = Vec::new();
    /// rows.write_numbers(&lost, None, Some("h2"), &mut file)?;
    /// assert!(String::from_utf8(file)?.ends_with("\n1 0\n2 2\n3 5\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_numbers(
        &self,
        filter: &PositionFilter,
        limit: Option<usize>,
        column: Option<&str>,
        out: &mut dyn Write,
    ) -> Result<(), WriteRowsError> {
        let names = self.names();
        let place = match (column, names.as_slice()) {
            (Some(column), _) => names.iter().position(|name| name == column),
            (None, [_]) => Some(0),
            (None, _) => None,
        };
        let Some(place) = place else {
            return Err(PositionsError::Coordinate { found: column.map(str::to_owned), known: names }.into());
        };
        let mut begun = false;
        let order = if names.len() == 1 { "" } else { ", in lexicographic order" };
        let mut number = 0u64;
        self.for_each_listed(filter, limit, &mut |row| {
            if !std::mem::replace(&mut begun, true) {
                let upto = self.upto();
                writeln!(
                    out,
                    "# a(n) is {} of the nth position listed of {}{order};",
                    names[place],
                    self.playable().title()
                )?;
                writeln!(out, "# listed are those with no number above {upto}: {filter}")?;
                writeln!(out, "# offset 1")?;
            }
            number += 1;
            writeln!(out, "{number} {}", row.coordinates[place])
        })?;
        Ok(out.flush()?)
    }
}

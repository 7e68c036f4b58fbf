//! Table 3 as printed, compared with the true outcomes.

use bouton_core::{LimitReached, Watch};
use num_bigint::BigUint;

use super::outcome;

/// The table as printed, its errors included (`data/pass/table3.csv`).
const PRINTED: &str = include_str!("../../data/pass/table3.csv");

/// A row of Table 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PrintedRow {
    /// The number of objects under which the row is listed.
    pub objects: u64,
    /// (m₁, m₂, m₃, m₄).
    pub heaps: [u64; 4],
    /// Whether the table calls the position lost (P).
    pub lost: bool,
}

impl PrintedRow {
    /// The number of objects of the position: m₁ + 2m₂ + 3m₃ + 4m₄; `None` if it does not fit.
    #[must_use]
    pub fn true_objects(&self) -> Option<u64> {
        let [ones, twos, threes, fours] = self.heaps;
        twos.checked_mul(2)?
            .checked_add(ones)?
            .checked_add(threes.checked_mul(3)?)?
            .checked_add(fours.checked_mul(4)?)
    }
}

/// The reason why a text is not a table of positions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} is `{found}`, expected `n,m1,m2,m3,m4,P` or `…,N` with natural numbers")]
pub struct TableError {
    /// The line, counted from 1.
    pub line: usize,
    /// The text found there.
    pub found: String,
}

/// The comparison of a table of positions with the true outcomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableComparison {
    /// The number of rows of the table.
    pub rows: usize,
    /// The number of positions with the numbers of objects in question.
    pub positions: usize,
    /// The rows with a wrong outcome.
    pub wrong: Vec<PrintedRow>,
    /// The rows whose position is in an earlier row already.
    pub repeated: Vec<PrintedRow>,
    /// The rows that are listed under a wrong number of objects.
    pub misplaced: Vec<PrintedRow>,
    /// The positions that are in no row, as they should be printed.
    pub missing: Vec<PrintedRow>,
}

/// The rows of Table 3 as printed, in their order.
///
/// # Errors
///
/// If the compiled-in data were damaged.
pub fn printed_table() -> Result<Vec<PrintedRow>, TableError> {
    let mut rows = Vec::new();
    for (index, line) in PRINTED.lines().enumerate() {
        if line.starts_with('#') || line.starts_with('n') || line.trim().is_empty() {
            continue;
        }
        let error = || TableError { line: index + 1, found: line.to_owned() };
        let (numbers, letter) = line.rsplit_once(',').ok_or_else(error)?;
        let numbers: Vec<u64> = numbers
            .split(',')
            .map(|word| word.trim().parse().ok())
            .collect::<Option<_>>()
            .ok_or_else(error)?;
        let (&[objects, ones, twos, threes, fours], lost) = (
            numbers.as_slice(),
            match letter.trim() {
                "P" => true,
                "N" => false,
                _ => return Err(error()),
            },
        ) else {
            return Err(error());
        };
        rows.push(PrintedRow { objects, heaps: [ones, twos, threes, fours], lost });
    }
    Ok(rows)
}

/// All positions with `objects` objects in heaps of sizes at most four, in the
/// table's order (most heaps of size 1 first, then of size 2, then of size 3),
/// with their outcome by Theorem 1.
///
/// ```
/// use bouton_theory::nim_with_a_pass::positions_with_objects;
///
/// let three: Vec<_> = positions_with_objects(3).map(|row| (row.heaps, row.lost)).collect();
/// assert_eq!(three, [([3, 0, 0, 0], true), ([1, 1, 0, 0], true), ([0, 0, 1, 0], false)]);
/// ```
pub fn positions_with_objects(objects: u64) -> impl Iterator<Item = PrintedRow> {
    (0..=objects).rev().flat_map(move |ones| {
        let rest = objects - ones;
        (0..=rest / 2).rev().flat_map(move |twos| {
            let rest = rest - 2 * twos;
            (0..=rest / 3).rev().filter_map(move |threes| {
                let rest = rest - 3 * threes;
                rest.is_multiple_of(4).then(|| {
                    let heaps = [ones, twos, threes, rest / 4];
                    PrintedRow { objects, heaps, lost: outcome(&heaps.map(BigUint::from)).lost }
                })
            })
        })
    })
}

/// Compares rows with Theorem 1 for the numbers of objects from 1 to `upto`.
///
/// ```
/// use bouton_theory::nim_with_a_pass::{compare_table, printed_table};
///
/// let comparison = compare_table(&printed_table().unwrap(), 19, &bouton_core::Watch::unlimited()).unwrap();
/// let wrong: Vec<_> = comparison.wrong.iter().map(|row| row.heaps).collect();
/// assert_eq!(wrong, [[5, 0, 0, 0], [4, 1, 1, 0]]);
/// ```
///
/// # Errors
///
/// [`LimitReached`] of time or memory: there are about upto⁴ / 576 positions.
pub fn compare_table(rows: &[PrintedRow], upto: u64, watch: &Watch) -> Result<TableComparison, LimitReached> {
    let mut seen = rustc_hash::FxHashSet::default();
    let repeated = rows.iter().filter(|row| !seen.insert(row.heaps)).copied().collect();
    let mut all: Vec<PrintedRow> = Vec::new();
    let mut held = watch.hold_none();
    for row in (1..=upto).flat_map(positions_with_objects) {
        watch.spend(4)?;
        // In this list and in one derived from it; vectors double.
        held.grow(3 * size_of::<PrintedRow>() as u64)?;
        all.push(row);
    }
    Ok(TableComparison {
        rows: rows.len(),
        positions: all.len(),
        wrong: rows
            .iter()
            .filter(|row| outcome(&row.heaps.map(BigUint::from)).lost != row.lost)
            .copied()
            .collect(),
        repeated,
        misplaced: rows.iter().filter(|row| row.true_objects() != Some(row.objects)).copied().collect(),
        missing: all.into_iter().filter(|row| !seen.contains(&row.heaps)).collect(),
    })
}

//! Nim with a pass on heaps of size at most four, in text.

use std::fmt::Write;

use crate::document::{PassComparison, PassRow, PassSmallSizes};

/// Tables 1 and 2: sizes of heaps, and whether the printed lines hold.
#[must_use]
pub fn small_sizes(found: &PassSmallSizes, nim_sums: bool) -> String {
    let sum = |text: &str| if nim_sums { format!("{text:<10} ") } else { String::new() };
    let mut text = format!("{:<6} {:>4}  {:<15} {}P?\n", "sizes", "n >=", "m1 m2 m3", sum("nim-sum"));
    for row in &found.rows {
        let least = row.holds_from;
        let verdict = match row.counterexample {
            None => format!("yes, from {least} objects on"),
            Some([ones, twos, threes]) => format!(
                "no: ({ones},{twos},{threes}) is N; it must be {}, from {least} objects on",
                row.true_parities.join(" ")
            ),
        };
        let sizes = if row.sizes == 1 { "1".to_owned() } else { format!("1..{}", row.sizes) };
        let printed = row.printed.join(" ");
        let sum = sum(&row.nim_sum);
        let _ = writeln!(text, "{sizes:<6} {:>4}  {printed:<15} {sum}{verdict}", row.least_objects);
    }
    text
}

/// A row of Table 3.
pub(crate) fn line(row: &PassRow) -> String {
    let [ones, twos, threes, fours] = row.heaps;
    let outcome = match &row.true_outcome {
        Some(truth) => format!("printed {}, true {truth}", row.outcome),
        None => row.outcome.clone(),
    };
    format!("{:>2}  ({ones},{twos},{threes},{fours})  {outcome}", row.objects)
}

/// The differences of the printed Table 3.
#[must_use]
pub fn comparison(found: &PassComparison) -> String {
    let groups = [
        ("wrong outcome", &found.wrong),
        ("under the wrong number of objects", &found.misplaced),
        ("printed before", &found.repeated),
        ("missing, with true outcomes", &found.missing),
    ];
    let mut text = format!("{} rows are printed, there are {} positions\n", found.rows, found.positions);
    for (title, rows) in groups {
        let _ = writeln!(text, "{title}: {}", rows.len());
        for row in rows {
            let _ = writeln!(text, "  {}", line(row));
        }
    }
    text
}

//! The repetition lemma and the stability corollaries, with checks of their hypotheses.

use super::{Known, Row, Values, base_cases::options, is_typical_row};

/// The hypotheses of the repetition lemma for a row, at the largest heap from
/// which on the row repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The row.
    pub row: Row,
    /// y = x₃ + 5, the first largest heap that the lemma reaches.
    pub largest: u64,
    /// Whether the values at y - 1 and y - 4 agree (hypothesis 3).
    pub third: bool,
    /// Whether the values at y - 2 and y - 5 agree (hypothesis 4).
    pub fourth: bool,
    /// The rows that a move from only the three smallest heaps leads to; these must have period 3
    /// themselves (hypothesis 5).
    pub rows_needed: Vec<Row>,
}

impl Repetition {
    /// Whether hypotheses 3 and 4 hold; hypothesis 5 is that they also hold for
    /// [`rows_needed`](Self::rows_needed).
    #[must_use]
    pub fn holds(&self) -> bool {
        self.third && self.fourth
    }
}

/// Checks the hypotheses of the repetition lemma for a row (x₁, x₂, x₃), sorted, from values
/// calculated by the rules alone. The lemma holds for Grundy values as for outcomes ("lemma
/// transfer"). Cost: about x₁·x₂·x₃² values.
///
/// `None` for the row (0, 0, 0), which does not need a lemma, and for rows that are not sorted or
/// whose third heap is above 30.
///
/// ```
/// use bouton_theory::two_in_total::{Values, repetition};
///
/// let lemma = repetition(Values::Outcomes, [0, 1, 1]).unwrap();
/// assert!(lemma.holds());
/// assert_eq!(lemma.rows_needed, [[0, 0, 0], [0, 0, 1]]);
/// ```
#[must_use]
pub fn repetition(values: Values, row: Row) -> Option<Repetition> {
    let [first, second, third] = row;
    if first > second || second > third || third == 0 || third > 30 {
        return None;
    }
    let mut known = Known::new(values);
    let mut value = |largest: u64| known.value([first, second, third, largest]);
    let largest = third + 5;
    let third_holds = value(largest - 1) == value(largest - 4);
    let fourth_holds = value(largest - 2) == value(largest - 5);
    // The fourth heap stays the largest: all options that do not change it.
    let mut rows_needed: Vec<Row> = options([first, second, third, largest])
        .into_iter()
        .filter(|option| option[3] == largest)
        .map(|option| [option[0], option[1], option[2]])
        .collect();
    // Removing one from a small heap and one from the largest leads to the same
    // rows as removing one.
    rows_needed.sort_unstable();
    rows_needed.dedup();
    Some(Repetition { row, largest, third: third_holds, fourth: fourth_holds, rows_needed })
}

/// The hypotheses of the first stability corollary for the rows (x₁, x₂, b),
/// b ≥ `from`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stability {
    /// The least of the rows.
    pub row: Row,
    /// The rows that must be typical: (x₁, x₂, from - 2), (x₁, x₂, from - 1), and the results of
    /// removing one object from x₁, x₂ with third heap from - 1, and of removing one or two with
    /// third heap `from`, written with the least third heap that is needed.
    pub rows_needed: Vec<Row>,
    /// Whether they are all typical, and stay so for all larger third heaps.
    pub holds: bool,
}

/// Checks the hypotheses of stability corollary 1 for the rows (x₁, x₂, b) with
/// b ≥ `row[2]`, against the outcome law ([`is_typical_row`]).
///
/// `None` if x₁ ≤ x₂ ≤ `row[2]` - 2 does not hold.
///
/// ```
/// use bouton_theory::two_in_total::stability;
///
/// let corollary = stability([0, 0, 5]).unwrap();
/// assert!(corollary.holds);
/// assert_eq!(corollary.rows_needed, [[0, 0, 3], [0, 0, 4]]);
/// ```
#[must_use]
pub fn stability(row: Row) -> Option<Stability> {
    let [first, second, from] = row;
    let base = from.checked_sub(2)?;
    if first > second || second > base {
        return None;
    }
    let fall = |a: u64, b: u64| Some((first.checked_sub(a)?, second.checked_sub(b)?));
    let sorted = |(a, b): (u64, u64), third: u64| {
        let mut row = [a, b, third];
        row.sort_unstable();
        row
    };
    let mut rows_needed = vec![[first, second, base], [first, second, base + 1]];
    for pair in [fall(1, 0), fall(0, 1)].into_iter().flatten() {
        rows_needed.push(sorted(pair, base + 1));
    }
    for pair in [fall(1, 0), fall(0, 1), fall(2, 0), fall(1, 1), fall(0, 2)].into_iter().flatten() {
        rows_needed.push(sorted(pair, from));
    }
    rows_needed.sort_unstable();
    rows_needed.dedup();
    // No row with a third heap of 5 or more is exceptional: rows that are typical from there to 5
    // stay so.
    let holds = rows_needed.iter().all(|&[a, b, third]| {
        is_typical_row([a, b, third]) && (third..third.max(5)).all(|larger| is_typical_row([a, b, larger]))
            || [a, b] == [first, second] && is_typical_row([a, b, third])
    });
    Some(Stability { row, rows_needed, holds })
}

//! The table of base cases, from which all outcomes follow by the forum answer's lemmas, and the
//! one for the Grundy values.

use std::fmt;

use super::{Ground, Known, Row, Values, derivation, is_typical_row};

/// An entry of the table of base cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BaseCase {
    /// `x`: the largest heap would not be the largest.
    NotSorted,
    /// `P` or `N`: lost or won, to be calculated.
    Calculated {
        /// Whether the position is lost.
        lost: bool,
    },
    /// A Grundy value, to be calculated.
    Value(u32),
    /// `d`: lost by definition, here and to the right.
    Definition,
    /// `r`: by the repetition corollary, here and to the right.
    Repetition,
    /// `s1`, `s2`, `s3`: by this stability corollary, here and to the right.
    Stability(u8),
}

impl fmt::Display for BaseCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSorted => f.write_str("x"),
            Self::Calculated { lost: true } => f.write_str("P"),
            Self::Calculated { lost: false } => f.write_str("N"),
            Self::Value(value) => write!(f, "{value}"),
            Self::Definition => f.write_str("d"),
            Self::Repetition => f.write_str("r"),
            Self::Stability(corollary) => write!(f, "s{corollary}"),
        }
    }
}

/// A row of the table of base cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseRow {
    /// The three smallest heaps; a letter stands for a size from which on all sizes follow the
    /// typical rule.
    pub label: [String; 3],
    /// The least row that the label stands for.
    pub least: Row,
    /// Whether the row does not follow the typical rule; its label is boxed.
    pub exceptional: bool,
    /// The entries for the largest heap 1, 2, 3, …; the last one holds for all
    /// larger heaps.
    pub cases: Vec<BaseCase>,
}

/// The pairs of smallest heaps, in the order of the table, with the third heap from which on the
/// row is stable and the letters used.
const STABLE: [(u64, u64, u64, &str); 13] = [
    (0, 0, 5, "a"),
    (0, 1, 6, "b"),
    (0, 2, 6, "c"),
    (0, 3, 5, "d"),
    (1, 1, 6, "g"),
    (1, 2, 7, "h"),
    (1, 3, 6, "i"),
    (1, 4, 6, "j"),
    (2, 2, 7, "m"),
    (2, 3, 6, "n"),
    (2, 4, 6, "o"),
    (3, 3, 5, "r"),
    (3, 4, 6, "s"),
];

/// For each smallest heap, the second heap from which on all rows are stable.
const STABLE_PAIRS: [(u64, u64, [&str; 2]); 4] =
    [(0, 4, ["e", "f"]), (1, 5, ["k", "l"]), (2, 5, ["p", "q"]), (3, 5, ["t", "u"])];

/// The table of base cases in the forum answer's layout, its 220 outcomes
/// calculated from the rules.
///
/// The printed table has one entry that is not consistent: in the row (3, t, u), where t ≥ 5, it
/// puts `s2` in the column of largest heap 4, which is not sorted; here it is in the column 5.
///
/// The table for the Grundy values is not printed; according to the answer 290 base cases are
/// enough. Here it has a row only where no stability corollary applies yet: 270.
///
/// ```
/// use bouton_theory::two_in_total::{BaseCase, Values, base_cases};
///
/// let table = base_cases(Values::Outcomes);
/// let calculated = table.iter().flat_map(|row| &row.cases);
/// assert_eq!(calculated.filter(|case| matches!(case, BaseCase::Calculated { .. })).count(), 220);
/// let table = base_cases(Values::Grundy);
/// let calculated = table.iter().flat_map(|row| &row.cases);
/// assert_eq!(calculated.filter(|case| matches!(case, BaseCase::Value(_))).count(), 270);
/// ```
#[must_use]
pub fn base_cases(values: Values) -> Vec<BaseRow> {
    match values {
        Values::Outcomes => printed(),
        Values::Grundy => {
            let mut known = Known::new(values);
            let lines = derivation(values).into_iter();
            lines
                .map(|line| match line.ground {
                    Ground::Stability(corollary) => stable_row(line.label, line.least, corollary),
                    _ => calculated_row(line.least, !line.is_typical(), &mut known),
                })
                .collect()
        }
    }
}

/// The printed table.
pub(super) fn printed() -> Vec<BaseRow> {
    let mut known = Known::new(Values::Outcomes);
    let mut rows = Vec::new();
    for (pair_first, pair_from, pair_letters) in STABLE_PAIRS {
        for (first, second, from, letter) in STABLE {
            if first != pair_first {
                continue;
            }
            for third in second..from {
                let row = [first, second, third];
                rows.push(calculated_row(row, !is_typical_row(row), &mut known));
            }
            let label = [first.to_string(), second.to_string(), letter.to_owned()];
            rows.push(stable_row(label, [first, second, from], 1));
        }
        let [second, third] = pair_letters.map(str::to_owned);
        rows.push(stable_row([pair_first.to_string(), second, third], [pair_first, pair_from, pair_from], 2));
    }
    rows.push(stable_row(["v", "w", "x"].map(str::to_owned), [4, 4, 4], 3));
    rows
}

fn stable_row(label: [String; 3], least: Row, corollary: u8) -> BaseRow {
    let mut cases: Vec<BaseCase> = (1..least[2]).map(|_| BaseCase::NotSorted).collect();
    cases.push(BaseCase::Stability(corollary));
    BaseRow { label, least, exceptional: false, cases }
}

fn calculated_row(row: Row, exceptional: bool, known: &mut Known) -> BaseRow {
    let [first, second, third] = row;
    let label = row.map(|size| size.to_string());
    if third == 0 {
        return BaseRow { label, least: row, exceptional, cases: vec![BaseCase::Definition] };
    }
    let mut cases: Vec<BaseCase> = (1..third).map(|_| BaseCase::NotSorted).collect();
    // From the fifth on a position has the outcome of the one three before.
    for largest in third..third + 5 {
        let value = known.value([first, second, third, largest]);
        cases.push(match known.values() {
            Values::Outcomes => BaseCase::Calculated { lost: value == 0 },
            Values::Grundy => BaseCase::Value(value),
        });
    }
    cases.push(BaseCase::Repetition);
    BaseRow { label, least: row, exceptional, cases }
}

/// The options of a sorted position, sorted.
pub(super) fn options(heaps: [u64; 4]) -> Vec<[u64; 4]> {
    let mut options = Vec::new();
    if heaps.iter().filter(|&&heap| heap > 0).count() <= 1 {
        return options;
    }
    let take = |mut left: [u64; 4], index: usize| -> Option<[u64; 4]> {
        let heap = left.get_mut(index)?;
        *heap = heap.checked_sub(1)?;
        Some(left)
    };
    for first in 0..4 {
        let Some(one_taken) = take(heaps, first) else { continue };
        let both = (first..4).filter_map(|second| take(one_taken, second));
        for mut option in std::iter::once(one_taken).chain(both) {
            option.sort_unstable();
            if !options.contains(&option) {
                options.push(option);
            }
        }
    }
    options
}

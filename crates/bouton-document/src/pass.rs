//! Nim with a pass on heaps of size at most four.

use bouton_core::{LimitReached, Watch};
use bouton_theory::nim_with_a_pass::{
    COMPARED_UP_TO, Parity, PassVerdict, PrintedRow, SmallSizesRule, TableComparison, TheoremCase,
    holds_from, low_chan_rules, outcome,
};
use num_bigint::BigUint;
use serde::Serialize;

use super::Number;

documents! {
    /// Tables 1 and 2: sizes up to three.
    pub struct PassSmallSizes {
        /// The number of objects up to which the lines were compared with Theorem 1.
        pub compared_up_to: u64,
        /// The lines.
        pub rows: Vec<PassSmallSizesRow>,
    }

    /// A line of Tables 1 and 2.
    pub struct PassSmallSizesRow {
        /// The largest size.
        pub sizes: u8,
        /// The least number of objects, as printed.
        pub least_objects: u64,
        /// The parities as printed: `even`, `odd`.
        pub printed: Vec<String>,
        /// The parities that are true.
        pub true_parities: Vec<String>,
        /// A position that shows that the printed line errs.
        pub counterexample: Option<[u64; 3]>,
        /// The parities of the places of the nim-sum, highest first.
        pub nim_sum: String,
        /// The number of objects from which on the line holds.
        pub holds_from: u64,
    }

    /// Table 3.
    pub struct PassTable {
        /// The most objects.
        pub upto: u64,
        /// The rows.
        pub rows: Vec<PassRow>,
    }

    /// A row of Table 3.
    pub struct PassRow {
        /// The number of objects.
        pub objects: u64,
        /// The number of heaps of each size 1, 2, 3, 4.
        pub heaps: [u64; 4],
        /// The outcome; in a row that was printed, the printed one.
        pub outcome: String,
        /// The true outcome, in a row that was printed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub true_outcome: Option<String>,
    }

    /// Table 3 as printed, compared with the true one.
    pub struct PassComparison {
        /// The number of printed rows.
        pub rows: usize,
        /// The number of positions.
        pub positions: usize,
        /// Rows with a wrong outcome.
        pub wrong: Vec<PassRow>,
        /// Rows under the wrong number of objects.
        pub misplaced: Vec<PassRow>,
        /// Rows printed before.
        pub repeated: Vec<PassRow>,
        /// Positions that are missing, with their true outcomes.
        pub missing: Vec<PassRow>,
    }

    /// The case of Theorem 1 that decides a position.
    pub struct PassTheorem {
        /// The number of heaps of each size 1, 2, 3, 4.
        pub position: Vec<Number>,
        /// The outcome.
        pub outcome: String,
        /// The case.
        pub case: String,
    }
}

fn letter(lost: bool) -> String {
    if lost { "P" } else { "N" }.to_owned()
}

impl From<&PrintedRow> for PassRow {
    fn from(row: &PrintedRow) -> Self {
        Self { objects: row.objects, heaps: row.heaps, outcome: letter(row.lost), true_outcome: None }
    }
}

impl PassRow {
    /// A row as it is printed, with the true outcome beside it.
    fn as_printed(row: &PrintedRow) -> Self {
        let truth = letter(outcome(&row.heaps.map(BigUint::from)).lost);
        Self { true_outcome: Some(truth), ..Self::from(row) }
    }
}

impl PassTable {
    /// Table 3 up to a number of objects.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] of time or memory: there are about upto⁴ / 576 rows.
    pub fn new(upto: u64, watch: &Watch) -> Result<Self, LimitReached> {
        let mut held = watch.hold_none();
        let mut rows = Vec::new();
        for row in (1..=upto).flat_map(bouton_theory::nim_with_a_pass::positions_with_objects) {
            watch.spend(8)?;
            // The row twice while the list grows, the name of the outcome, and the printed line.
            held.grow(2 * size_of::<PassRow>() as u64 + 32 + 64)?;
            rows.push(PassRow::from(&row));
        }
        Ok(Self { upto, rows })
    }
}

/// A row of Table 3 with the columns of the printed one.
#[derive(Clone, Debug, Serialize)]
pub struct PassTableLine {
    n: u64,
    m1: u64,
    m2: u64,
    m3: u64,
    m4: u64,
    outcome: String,
}

impl From<PassRow> for PassTableLine {
    fn from(row: PassRow) -> Self {
        let [m1, m2, m3, m4] = row.heaps;
        Self { n: row.objects, m1, m2, m3, m4, outcome: row.outcome }
    }
}

impl From<&TableComparison> for PassComparison {
    fn from(found: &TableComparison) -> Self {
        let printed = |rows: &[PrintedRow]| rows.iter().map(PassRow::as_printed).collect();
        Self {
            rows: found.rows,
            positions: found.positions,
            wrong: printed(&found.wrong),
            misplaced: printed(&found.misplaced),
            repeated: printed(&found.repeated),
            missing: found.missing.iter().map(PassRow::from).collect(),
        }
    }
}

impl PassSmallSizes {
    /// The lines of Tables 1 and 2, each compared with Theorem 1.
    #[must_use]
    pub fn new() -> Self {
        let rules = low_chan_rules();
        let row = |rule: &SmallSizesRule| PassSmallSizesRow::new(rule, holds_from(&rules, rule.sizes));
        Self { compared_up_to: COMPARED_UP_TO, rows: rules.iter().map(row).collect() }
    }
}

impl Default for PassSmallSizes {
    fn default() -> Self {
        Self::new()
    }
}

impl PassSmallSizesRow {
    /// A line, with the least number of objects from which on it holds.
    #[must_use]
    pub fn new(rule: &SmallSizesRule, holds_from: u64) -> Self {
        let words = |list: &[Parity]| list.iter().map(|&parity| word(parity).to_owned()).collect();
        Self {
            sizes: rule.sizes,
            least_objects: rule.least_objects,
            printed: words(&rule.printed),
            true_parities: words(&rule.true_parities),
            counterexample: rule.counterexample,
            nim_sum: nim_sum(&rule.true_parities),
            holds_from,
        }
    }
}

fn word(parity: Parity) -> &'static str {
    match parity {
        Parity::Even => "even",
        Parity::Odd => "odd",
    }
}

/// The parities of the binary places of the nim-sum, highest first.
fn nim_sum(parities: &[Parity]) -> String {
    let odd = |size: u8| parities.get(usize::from(size) - 1).is_some_and(|parity| parity.fits(1));
    let sizes = 1..=u8::try_from(parities.len()).unwrap_or(0);
    let place = |bit: u8| sizes.clone().filter(|&size| size & bit != 0 && odd(size)).count() % 2 == 1;
    let places = if parities.len() > 1 { vec![place(2), place(1)] } else { vec![place(1)] };
    let words = places.into_iter().map(|odd| if odd { "odd" } else { "even" });
    words.collect::<Vec<_>>().join(" ")
}

impl PassTheorem {
    /// The case of Theorem 1 for a position.
    #[must_use]
    pub fn new(heaps: &[BigUint; 4], verdict: PassVerdict) -> Self {
        let case = match verdict.case {
            TheoremCase::Parities => "parities",
            TheoremCase::First => "first",
            TheoremCase::Second => "second",
            TheoremCase::Third => "third",
            TheoremCase::Fourth => "fourth",
            TheoremCase::None => "none",
        };
        Self {
            position: heaps.iter().map(Number::from).collect(),
            outcome: letter(verdict.lost),
            case: case.to_owned(),
        }
    }
}

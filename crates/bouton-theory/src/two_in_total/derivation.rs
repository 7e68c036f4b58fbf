//! The forum answer's proof, line by line: from the base cases to all positions.

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::{
    BaseCase, BaseRow, Row, base_cases,
    base_cases::{is_lost, options},
    repetition,
};

/// By what a line of the table of base cases is known beyond its base cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// Play has ended: lost by definition.
    Definition,
    /// The repetition lemma and its corollary.
    Repetition,
    /// The stability corollary 1, 2 or 3.
    Stability(u8),
}

/// A hypothesis of a lemma at one line, and whether it was found to hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hypothesis {
    /// What is supposed.
    pub statement: String,
    /// Whether it holds.
    pub holds: bool,
}

/// One line of the proof: what is used, and what it implies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The three smallest heaps; a letter stands for all sizes from `least` on.
    pub label: [String; 3],
    /// The least row that the label stands for.
    pub least: Row,
    /// By what lemma.
    pub ground: Ground,
    /// How many of the line's outcomes were calculated from the rules.
    pub base_cases: usize,
    /// The hypotheses of the lemma.
    pub hypotheses: Vec<Hypothesis>,
    /// The labels of the lines above that the hypotheses rest on.
    pub needs: Vec<[String; 3]>,
    /// Whether the positions of the line are lost, for the remainders 0, 1, 2 of
    /// the number of objects mod 3. This is proved if [`holds`](Self::holds).
    pub lost: [bool; 3],
}

impl Step {
    /// Whether every hypothesis holds, so that the line is proved.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.hypotheses.iter().all(|hypothesis| hypothesis.holds)
    }

    /// Whether the line follows the typical rule: lost exactly with a multiple of
    /// 3 objects.
    #[must_use]
    pub fn is_typical(&self) -> bool {
        self.lost == [true, false, false]
    }

    /// Whether the line is about this row.
    #[must_use]
    pub fn covers(&self, row: Row) -> bool {
        self.label
            .iter()
            .zip(self.least)
            .zip(row)
            .all(|((label, least), size)| if is_letter(label) { size >= least } else { size == least })
    }
}

fn is_letter(label: &str) -> bool {
    label.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// The whole proof of the outcome law: each line of the table of base cases with
/// the lemma that is used, its hypotheses checked from the calculated outcomes
/// and the lines above alone. Every row is covered by one line; the law of rows
/// and remainders is not used.
///
/// Cost: about 300 outcomes, and some thousand options.
///
/// ```
/// use bouton_theory::two_in_total::derivation;
///
/// let proof = derivation();
/// assert!(proof.iter().all(|step| step.holds()));
/// let line = proof.iter().find(|step| step.covers([1, 1, 1])).unwrap();
/// assert_eq!(line.lost, [false, true, false]);
/// assert_eq!(line.needs, [["0", "0", "1"], ["0", "1", "1"]]);
/// ```
#[must_use]
pub fn derivation() -> Vec<Step> {
    let mut known = FxHashMap::default();
    let mut proof: Vec<Step> = Vec::new();
    for line in base_cases() {
        let step = match line.cases.last() {
            Some(BaseCase::Stability(corollary)) => stable(&line, *corollary, &proof),
            Some(BaseCase::Repetition) => repeated(&line, &proof, &mut known),
            _ => Step {
                ground: Ground::Definition,
                base_cases: 0,
                hypotheses: Vec::new(),
                needs: Vec::new(),
                lost: [true; 3],
                label: line.label,
                least: line.least,
            },
        };
        proof.push(step);
    }
    proof
}

/// A line by the repetition lemma, at y = x₃ + 5: hypotheses 1 and 2 hold by the
/// choice of the row and of y.
fn repeated(line: &BaseRow, above: &[Step], known: &mut FxHashMap<[u64; 4], bool>) -> Step {
    let [first, second, third] = line.least;
    let mut lost = [false; 3];
    for largest in third + 2..third + 5 {
        let remainder = (first + second + third + largest) % 3;
        if let Some(entry) = usize::try_from(remainder).ok().and_then(|column| lost.get_mut(column)) {
            *entry = is_lost([first, second, third, largest], known);
        }
    }
    let mut needs = Vec::new();
    let mut hypotheses = Vec::new();
    if let Some(lemma) = repetition(line.least) {
        let y = lemma.largest;
        let equal = |a: u64, b: u64| format!("the outcomes for largest heap {a} and {b} agree");
        hypotheses.push(Hypothesis { statement: equal(y - 1, y - 4), holds: lemma.third });
        hypotheses.push(Hypothesis { statement: equal(y - 2, y - 5), holds: lemma.fourth });
        let mut all_known = true;
        for row in lemma.rows_needed {
            // The lines above repeat from their third heap on, hence from where they are met here.
            match above.iter().find(|step| step.covers(row)) {
                Some(step) => {
                    all_known &= step.holds();
                    note(&mut needs, step);
                }
                None => all_known = false,
            }
        }
        let statement = "the rows that a move in the three smallest heaps leads to have period 3".to_owned();
        hypotheses.push(Hypothesis { statement, holds: all_known });
    } else {
        hypotheses.push(Hypothesis { statement: "the three heaps are sorted".to_owned(), holds: false });
    }
    let base_cases = line.cases.iter().filter(|case| matches!(case, BaseCase::Calculated { .. })).count();
    Step {
        label: line.label.clone(),
        least: line.least,
        ground: Ground::Repetition,
        base_cases,
        hypotheses,
        needs: in_order(needs, above),
        lost,
    }
}

/// The largest size at which lines tell rows apart is 7, and a move lowers a
/// heap by at most 2: from 9 on all sizes lead to the same lines.
const LARGEST_TOLD_APART: u64 = 10;

/// A line by a stability corollary. All of its positions are typical if they have
/// two heaps of at least 2, and each option lies in a typical line above or in
/// this line again (induction on the number of objects).
fn stable(line: &BaseRow, corollary: u8, above: &[Step]) -> Step {
    let mut needs = Vec::new();
    let mut step = Step {
        label: line.label.clone(),
        least: line.least,
        ground: Ground::Stability(corollary),
        base_cases: 0,
        hypotheses: Vec::new(),
        needs: Vec::new(),
        lost: [true, false, false],
    };
    let mut typical = true;
    for row in rows_told_apart(&step) {
        // A larger fourth heap is out of the way of the third.
        for largest in row[2]..=row[2] + 3 {
            for [first, second, third, _] in options([row[0], row[1], row[2], largest]) {
                let option = [first, second, third];
                if step.covers(option) {
                    continue;
                }
                match above.iter().find(|earlier| earlier.covers(option)) {
                    Some(earlier) => {
                        typical &= earlier.holds() && earlier.is_typical();
                        note(&mut needs, earlier);
                    }
                    None => typical = false,
                }
            }
        }
    }
    step.hypotheses = vec![
        Hypothesis { statement: "two heaps have at least 2 objects".to_owned(), holds: line.least[2] >= 2 },
        Hypothesis {
            statement: "every option is in a typical row above, or in these rows again".to_owned(),
            holds: typical,
        },
    ];
    step.needs = in_order(needs, above);
    step
}

/// The rows of a line up to sizes from which on nothing changes.
fn rows_told_apart(step: &Step) -> Vec<Row> {
    let sizes = |place: usize| {
        let least = step.least[place];
        least..=if is_letter(&step.label[place]) { LARGEST_TOLD_APART } else { least }
    };
    let mut rows = Vec::new();
    for first in sizes(0) {
        for second in sizes(1) {
            for third in sizes(2) {
                if first <= second && second <= third {
                    rows.push([first, second, third]);
                }
            }
        }
    }
    rows
}

fn note(needs: &mut Vec<[String; 3]>, step: &Step) {
    if !needs.contains(&step.label) {
        needs.push(step.label.clone());
    }
}

/// The labels in the order of the proof.
fn in_order(needs: Vec<[String; 3]>, above: &[Step]) -> Vec<[String; 3]> {
    above.iter().map(|step| &step.label).filter(|label| needs.contains(label)).cloned().collect()
}

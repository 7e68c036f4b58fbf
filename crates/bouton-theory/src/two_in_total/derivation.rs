//! The forum answer's proof, line by line: from the base cases to all positions.

use super::{
    BaseCase, Known, Row, Values,
    base_cases::{options, printed},
    repetition,
};

/// The lemma by which a line of the table is known beyond its base cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Play has ended: lost by definition.
    Definition,
    /// The repetition lemma and its corollary.
    Repetition,
    /// The stability corollary 1, 2 or 3.
    Stability(u8),
}

/// A hypothesis of a lemma at one line, and whether it was found to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hypothesis {
    /// The hypothesis in words.
    pub statement: String,
    /// Whether it holds.
    pub holds: bool,
}

/// One line of the proof: its hypotheses, and the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The three smallest heaps; a letter stands for all sizes from `least` on.
    pub label: [String; 3],
    /// The least row that the label stands for.
    pub least: Row,
    /// The lemma that is used.
    pub ground: Ground,
    /// The number of the line's values that were calculated from the rules.
    pub base_cases: usize,
    /// The hypotheses of the lemma.
    pub hypotheses: Vec<Hypothesis>,
    /// The labels of the lines above that the hypotheses rest on.
    pub needs: Vec<[String; 3]>,
    /// The values that the line is about.
    pub about: Values,
    /// The values of the line's positions for the remainders 0, 1, 2 of the number of objects mod 3.
    /// They are proved if [`holds`](Self::holds).
    pub values: [u32; 3],
}

impl Step {
    /// Whether every hypothesis holds, so that the line is proved.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.hypotheses.iter().all(|hypothesis| hypothesis.holds)
    }

    /// Whether the line follows the typical rule: lost exactly with a multiple of
    /// 3 objects; or the Grundy values 0, 2, 1.
    #[must_use]
    pub fn is_typical(&self) -> bool {
        self.values == self.about.typical()
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

/// A line before its hypotheses are checked.
struct Line {
    label: [String; 3],
    least: Row,
    ground: Ground,
}

impl Line {
    /// The last `letters` heaps may have any size from those of the row on.
    fn new(least: Row, letters: u8) -> Self {
        let mut label = least.map(|size| size.to_string());
        for (place, letter) in (usize::from(3 - letters)..3).zip(["a", "b", "c"]) {
            letter.clone_into(&mut label[place]);
        }
        let ground = match (letters, least) {
            (0, [0, 0, 0]) => Ground::Definition,
            (0, _) => Ground::Repetition,
            _ => Ground::Stability(letters),
        };
        Self { label, least, ground }
    }
}

/// The complete proof of the law of outcomes, or of Grundy values: each line of the table of base
/// cases with the lemma that is used. Its hypotheses are checked only from the calculated values
/// and the lines above. Every row is covered by one line; the law of rows and remainders is not
/// used.
///
/// For the outcomes the lines are the printed ones. Those for the Grundy values, for which the
/// forum answer conjectures that 290 base cases suffice, are found here: a row is calculated where
/// no stability corollary applies yet. There are 54 such rows, with 5 base cases each.
///
/// Cost: about 300 values, and some thousand options.
///
/// ```
/// use bouton_theory::two_in_total::{Values, derivation};
///
/// let proof = derivation(Values::Outcomes);
/// assert!(proof.iter().all(|step| step.holds()));
/// let line = proof.iter().find(|step| step.covers([1, 1, 1])).unwrap();
/// assert_eq!(line.values, [1, 0, 1]);
/// assert_eq!(line.needs, [["0", "0", "1"], ["0", "1", "1"]]);
///
/// let proof = derivation(Values::Grundy);
/// assert!(proof.iter().all(|step| step.holds()));
/// assert_eq!(proof.iter().map(|step| step.base_cases).sum::<usize>(), 270);
/// ```
#[must_use]
pub fn derivation(values: Values) -> Vec<Step> {
    let mut known = Known::new(values);
    let mut proof = Vec::new();
    match values {
        Values::Outcomes => {
            for row in printed() {
                let ground = match row.cases.last() {
                    Some(BaseCase::Stability(corollary)) => Ground::Stability(*corollary),
                    Some(BaseCase::Repetition) => Ground::Repetition,
                    _ => Ground::Definition,
                };
                let line = Line { label: row.label, least: row.least, ground };
                proof.push(proved(line, &proof, &mut known));
            }
        }
        Values::Grundy => shortest(&mut known, &mut proof),
    }
    proof
}

/// The largest sizes from which on a stability corollary is sought.
const LATEST: u64 = LARGEST_DISTINGUISHED - 2;

/// Finds as few lines as possible: a stability corollary is used as soon as one applies.
fn shortest(known: &mut Known, proof: &mut Vec<Step>) {
    for first in 0..=LATEST {
        if pushed(Line::new([first; 3], 3), known, proof) {
            return;
        }
        for second in first..=LATEST {
            if pushed(Line::new([first, second, second], 2), known, proof) {
                break;
            }
            for third in second..=LATEST {
                if pushed(Line::new([first, second, third], 1), known, proof) {
                    break;
                }
                let row = proved(Line::new([first, second, third], 0), proof, known);
                proof.push(row);
            }
        }
    }
}

/// Adds a line by a stability corollary, if that applies.
fn pushed(line: Line, known: &mut Known, proof: &mut Vec<Step>) -> bool {
    let step = proved(line, proof, known);
    let holds = step.holds();
    if holds {
        proof.push(step);
    }
    holds
}

fn proved(line: Line, above: &[Step], known: &mut Known) -> Step {
    match line.ground {
        Ground::Definition => Step {
            ground: Ground::Definition,
            base_cases: 0,
            hypotheses: Vec::new(),
            needs: Vec::new(),
            about: known.values(),
            values: [0; 3],
            label: line.label,
            least: line.least,
        },
        Ground::Repetition => repeated(line, above, known),
        Ground::Stability(corollary) => stable(line, corollary, above, known.values()),
    }
}

/// A line by the repetition lemma, at y = x₃ + 5: hypotheses 1 and 2 hold by the
/// choice of the row and of y.
fn repeated(line: Line, above: &[Step], known: &mut Known) -> Step {
    let [first, second, third] = line.least;
    let mut values = [0; 3];
    for largest in third + 2..third + 5 {
        let remainder = (first + second + third + largest) % 3;
        if let Some(entry) = usize::try_from(remainder).ok().and_then(|column| values.get_mut(column)) {
            *entry = known.value([first, second, third, largest]);
        }
    }
    let mut needs = Vec::new();
    let mut hypotheses = Vec::new();
    let about = known.values();
    if let Some(lemma) = repetition(about, line.least) {
        let y = lemma.largest;
        let name = match about {
            Values::Outcomes => "outcomes",
            Values::Grundy => "values",
        };
        let equal = |a: u64, b: u64| format!("the {name} for largest heap {a} and {b} agree");
        hypotheses.push(Hypothesis { statement: equal(y - 1, y - 4), holds: lemma.third });
        hypotheses.push(Hypothesis { statement: equal(y - 2, y - 5), holds: lemma.fourth });
        let mut all_known = true;
        for row in lemma.rows_needed {
            // The lines above repeat from their third heap on, hence from the point where they are
            // met here.
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
    Step {
        label: line.label,
        least: line.least,
        ground: Ground::Repetition,
        base_cases: 5,
        hypotheses,
        needs: in_order(needs, above),
        about,
        values,
    }
}

/// The largest size that lines distinguish is 8 (7 for the outcomes), and a move lowers a heap by
/// at most 2: from 10 on all sizes lead to the same lines.
const LARGEST_DISTINGUISHED: u64 = 10;

/// A line by a stability corollary. All of its positions are typical if they have
/// two heaps of at least 2, and each option lies in a typical line above or in
/// this line again (induction on the number of objects).
fn stable(line: Line, corollary: u8, above: &[Step], about: Values) -> Step {
    let mut needs = Vec::new();
    let mut step = Step {
        label: line.label,
        least: line.least,
        ground: Ground::Stability(corollary),
        base_cases: 0,
        hypotheses: Vec::new(),
        needs: Vec::new(),
        about,
        values: about.typical(),
    };
    let mut typical = true;
    for row in distinguished_rows(&step) {
        // A still larger fourth heap stays the largest after every move.
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
        Hypothesis { statement: "two heaps have at least 2 objects".to_owned(), holds: step.least[2] >= 2 },
        Hypothesis {
            statement: "every option is in a typical row above, or in these rows again".to_owned(),
            holds: typical,
        },
    ];
    step.needs = in_order(needs, above);
    step
}

/// The rows of a line up to sizes from which on nothing changes.
fn distinguished_rows(step: &Step) -> Vec<Row> {
    let sizes = |place: usize| {
        let least = step.least[place];
        least..=if is_letter(&step.label[place]) { LARGEST_DISTINGUISHED } else { least }
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

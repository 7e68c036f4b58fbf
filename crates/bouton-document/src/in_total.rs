//! Heaps from which a move takes a bounded number of objects in total.

use bouton_theory::two_in_total::{BaseCase, BaseRow, Ground, Step, Values};

documents! {
    /// The table of base cases.
    pub struct InTotalBaseCases {
        /// The rows.
        pub rows: Vec<InTotalBaseRow>,
        /// The number of entries that had to be calculated.
        pub calculated: usize,
    }

    /// A row of the table of base cases.
    pub struct InTotalBaseRow {
        /// The three smaller heaps, a letter for all large sizes.
        pub label: [String; 3],
        /// The least sizes that the label includes.
        pub least: [u64; 3],
        /// Whether the row does not follow the typical rule.
        pub exceptional: bool,
        /// One marker a column, the last one for all larger heaps.
        pub cases: Vec<String>,
    }

    /// The proof of the law, line by line.
    pub struct InTotalLemmas {
        /// Whether every line holds.
        pub verified: bool,
        /// The number of base cases that it needs.
        pub base_cases: usize,
        /// The lines.
        pub lines: Vec<InTotalLine>,
    }

    /// A line of the proof.
    pub struct InTotalLine {
        /// The row that it is about.
        pub row: String,
        /// The least sizes that the row includes.
        pub least: [u64; 3],
        /// The lemma.
        pub lemma: String,
        /// The number of base cases that it needs.
        pub base_cases: usize,
        /// Its hypotheses.
        pub hypotheses: Vec<InTotalHypothesis>,
        /// The rows above that it needs.
        pub needs: Vec<String>,
        /// Whether it holds.
        pub verified: bool,
        /// The outcomes for the remainders 0, 1, 2.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub outcomes: Option<[String; 3]>,
        /// The Grundy values for the remainders 0, 1, 2.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub values: Option<[String; 3]>,
        /// Whether the row follows the typical rule.
        pub typical: bool,
    }

    /// A hypothesis.
    pub struct InTotalHypothesis {
        /// The statement.
        pub statement: String,
        /// Whether it holds.
        pub holds: bool,
    }

    /// The values by row and remainder.
    pub struct InTotalSummary {
        /// Whether the proof holds.
        pub verified: bool,
        /// The exceptional rows.
        pub rows: Vec<InTotalRow>,
        /// The typical values for the remainders 0, 1, 2.
        #[serde(rename = "else")]
        pub otherwise: [String; 3],
    }

    /// An exceptional row.
    pub struct InTotalRow {
        /// The three smaller heaps.
        pub row: [u64; 3],
        /// The outcomes for the remainders 0, 1, 2.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub outcomes: Option<[String; 3]>,
        /// The Grundy values for the remainders 0, 1, 2.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub values: Option<[String; 3]>,
    }

    /// Games of the family.
    pub struct InTotalFamily {
        /// The games.
        pub members: Vec<InTotalMember>,
    }

    /// A game of the family.
    pub struct InTotalMember {
        /// The number of heaps.
        pub heaps: usize,
        /// The largest number of objects of a move, in total.
        pub total: u64,
        /// The largest number of heaps that a move takes from.
        pub from: usize,
        /// `stop`: when at most one heap is nonempty; `empty`: when nothing is left.
        pub ending: String,
        /// The rules.
        pub rules: String,
        /// `proved` or `no-law`.
        pub status: String,
        /// The reason why no law was proved.
        pub reason: Option<String>,
        /// The states of the law.
        pub states: Option<usize>,
        /// The identity of its certificate.
        pub certificate: Option<String>,
        /// The claim that comes nearest, in words.
        pub nearest: Option<String>,
        /// The claims, each compared with the law at all positions.
        pub claims: Option<Vec<InTotalClaim>>,
        /// Whether it is a Nim.
        pub nim: InTotalNim,
        /// The law in words, if it needs no table; only for a single game.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "given")]
        pub law: Option<Option<String>>,
    }

    /// A claim about the positions that are lost.
    pub struct InTotalClaim {
        /// `total`, `nim-on-remainders`, `index-nim-on-remainders` or `index-nim`.
        pub claim: String,
        /// The claim in words.
        pub statement: String,
        /// Whether it holds, null if that was not decided.
        pub holds: Option<bool>,
        /// An exception.
        pub first: Option<InTotalException>,
        /// A bound on all exceptions.
        pub bound: Option<InTotalBound>,
        /// All exceptions, if they are finitely many.
        pub exceptions: Option<Vec<String>>,
        /// The number of rows that contain exceptions, if it is finite.
        pub rows: Option<usize>,
    }

    /// An exception.
    pub struct InTotalException {
        /// The position.
        pub position: String,
        /// Its outcome.
        pub outcome: String,
    }

    /// A bound on the exceptions.
    pub struct InTotalBound {
        /// The number of the bounded heap, 1 for the largest.
        pub heap: usize,
        /// The bound.
        pub largest: u64,
    }

    /// Whether a game is a Nim.
    pub struct InTotalNim {
        /// Whether it is a Nim; null if that was not decided.
        pub answer: Option<bool>,
        /// The answer in words.
        pub statement: String,
        /// A position that shows that the game is not a Nim.
        pub position: Option<String>,
        /// Its Grundy value.
        pub grundy: Option<u32>,
        /// The Grundy values of its heaps alone.
        pub alone: Option<Vec<u32>>,
    }
}

/// Deserializes a field that may be absent, or present and null.
fn given<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    serde::Deserialize::deserialize(deserializer).map(Some)
}

/// The name of an outcome, `P` or `N`, or a Grundy value.
#[must_use]
fn named(about: Values, value: u32) -> String {
    match (about, value) {
        (Values::Grundy, value) => value.to_string(),
        (Values::Outcomes, 0) => "P".to_owned(),
        (Values::Outcomes, _) => "N".to_owned(),
    }
}

/// The values as outcomes and as Grundy values, of which one is `None`.
fn three(about: Values, values: [u32; 3]) -> (Option<[String; 3]>, Option<[String; 3]>) {
    let written = values.map(|value| named(about, value));
    match about {
        Values::Outcomes => (Some(written), None),
        Values::Grundy => (None, Some(written)),
    }
}

impl From<&[BaseRow]> for InTotalBaseCases {
    fn from(table: &[BaseRow]) -> Self {
        let calculated = |case: &&BaseCase| matches!(case, BaseCase::Calculated { .. } | BaseCase::Value(_));
        let row = |row: &BaseRow| InTotalBaseRow {
            label: row.label.clone(),
            least: row.least,
            exceptional: row.exceptional,
            cases: row.cases.iter().map(ToString::to_string).collect(),
        };
        Self {
            rows: table.iter().map(row).collect(),
            calculated: table.iter().flat_map(|row| &row.cases).filter(calculated).count(),
        }
    }
}

impl From<&Step> for InTotalLine {
    fn from(step: &Step) -> Self {
        let (outcomes, values) = three(step.about, step.values);
        let lemma = match step.ground {
            Ground::Definition => "definition".to_owned(),
            Ground::Repetition => "repetition".to_owned(),
            Ground::Stability(corollary) => format!("stability {corollary}"),
        };
        let hypotheses = step.hypotheses.iter().map(|hypothesis| InTotalHypothesis {
            statement: hypothesis.statement.clone(),
            holds: hypothesis.holds,
        });
        Self {
            row: step.label.join(","),
            least: step.least,
            lemma,
            base_cases: step.base_cases,
            hypotheses: hypotheses.collect(),
            needs: step.needs.iter().map(|label| label.join(",")).collect(),
            verified: step.holds(),
            outcomes,
            values,
            typical: step.is_typical(),
        }
    }
}

impl InTotalLemmas {
    /// A proof with some of its lines.
    #[must_use]
    pub fn new(proof: &[Step], shown: &[&Step]) -> Self {
        Self {
            verified: proof.iter().all(Step::holds),
            base_cases: proof.iter().map(|step| step.base_cases).sum(),
            lines: shown.iter().map(|&step| step.into()).collect(),
        }
    }
}

impl InTotalSummary {
    /// The values that a proof gives.
    #[must_use]
    pub fn new(about: Values, proof: &[Step]) -> Self {
        let row = |step: &Step| {
            let (outcomes, values) = three(about, step.values);
            InTotalRow { row: step.least, outcomes, values }
        };
        Self {
            verified: proof.iter().all(Step::holds),
            rows: proof.iter().filter(|step| !step.is_typical()).map(row).collect(),
            otherwise: about.typical().map(|value| named(about, value)),
        }
    }
}

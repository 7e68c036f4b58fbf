//! The results about a game of the family, in sentences and as a document.

use bouton_game::terms::counted;
use bouton_theory::two_in_total::{Bound, Claim, Comparison, Ending};

use super::{Member, Nim, ProvedOutcomes};
use crate::document::{InTotalBound, InTotalClaim, InTotalException, InTotalMember, InTotalNim};

impl Member {
    /// The claim that comes nearest to the proved law, in one line.
    #[must_use]
    pub fn verdict(&self) -> Option<String> {
        let Some((claim, comparison)) = self.outcome.as_ref().ok()?.nearest() else {
            return Some("(no claim holds)".to_owned());
        };
        let statement = claim.statement(&self.family);
        Some(match exceptions(comparison) {
            Some(exceptions) => format!("{statement}, {exceptions}"),
            None => statement,
        })
    }

    /// Each claim about the lost positions, with its result.
    pub fn answers(&self) -> impl Iterator<Item = (String, String)> {
        let claims = self.outcome.iter().flat_map(|proved| &proved.claims);
        claims.map(|(claim, comparison)| (claim.statement(&self.family), answer(comparison.as_ref())))
    }

    /// Whether it is a Nim, in a sentence.
    #[must_use]
    pub fn nim_sentence(&self) -> String {
        match &self.nim {
            Nim::Yes { remainders: true } => format!(
                "Yes: the Grundy value of a position is the nim-sum of those of its heaps, which are their remainders mod {}",
                self.family.modulus()
            ),
            Nim::Yes { remainders: false } => {
                "Yes: the Grundy value of a position is the nim-sum of those of its heaps".to_owned()
            }
            Nim::No { position, grundy, alone } => format!(
                "No: {} has Grundy value {grundy}, its heaps alone have {}, of nim-sum {}",
                list(position),
                list(alone),
                alone.iter().fold(0, |sum, value| sum ^ value)
            ),
            Nim::Undecided(limit) => format!("Not decided: {limit}"),
        }
    }
}

fn list<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(T::to_string).collect::<Vec<_>>().join(",")
}

/// The letter `P` or `N`.
fn letter(value: u32) -> &'static str {
    if value == 0 { "P" } else { "N" }
}

/// The exceptions, where they are bounded.
fn exceptions(comparison: &Comparison) -> Option<String> {
    let Bound { heap, largest } = comparison.bound?;
    Some(match (&comparison.exceptions, comparison.rows) {
        (Some(positions), _) if positions.len() <= 4 => {
            let all: Vec<String> = positions.iter().map(|position| list(position)).collect();
            format!("but for {}", all.join(" "))
        }
        (Some(positions), _) => format!("but for {} positions", positions.len()),
        (None, Some(rows)) => format!("but for {}", counted(rows, "row")),
        (None, None) => format!("once the {} heap is above {largest}", rank(heap)),
    })
}

/// The name of a heap by its rank: the number of heaps at least as large, including itself.
fn rank(heap: usize) -> String {
    match heap {
        1 => "largest".to_owned(),
        2 => "second largest".to_owned(),
        3 => "third largest".to_owned(),
        _ => format!("{heap}th largest"),
    }
}

/// The answer to one claim.
fn answer(comparison: Option<&Comparison>) -> String {
    let Some(comparison) = comparison else {
        return "Not decided: this would take too many states".to_owned();
    };
    let Some(first) = &comparison.first else { return "Yes, at all positions".to_owned() };
    let outcome = format!("{} is {}", list(&first.position), letter(first.law));
    match (comparison.bound, &comparison.exceptions, comparison.rows) {
        (None, ..) => format!("No: {outcome}; there are exceptions with all heaps arbitrarily large"),
        (Some(_), Some(positions), _) if positions.len() <= 4 => {
            let all: Vec<String> = positions.iter().map(|position| list(position)).collect();
            format!("No: {outcome}; the only exceptions are {}", all.join(" "))
        }
        (Some(_), Some(positions), _) => {
            format!("No: {outcome}; the only exceptions are {} positions", positions.len())
        }
        (Some(Bound { heap, largest }), None, rows) => {
            let rows = rows.map_or(String::new(), |rows| format!(" are in {}, and", counted(rows, "row")));
            format!("No: {outcome}; all exceptions{rows} have a {} heap of at most {largest}", rank(heap))
        }
    }
}

impl Member {
    /// The document of a game of a table.
    #[must_use]
    pub fn document(&self) -> InTotalMember {
        let (family, proved) = (&self.family, self.outcome.as_ref().ok());
        let claims = |proved: &ProvedOutcomes| {
            let claims = proved.claims.iter();
            claims.map(|(claim, comparison)| claim_document(self, *claim, comparison.as_ref())).collect()
        };
        let ending = match family.ending() {
            Ending::Stop => "stop",
            Ending::Empty => "empty",
        };
        InTotalMember {
            heaps: family.heaps(),
            total: family.total(),
            from: family.from(),
            ending: ending.to_owned(),
            rules: family.rules(),
            status: if proved.is_some() { "proved" } else { "no-law" }.to_owned(),
            reason: self.outcome.as_ref().err().cloned(),
            states: proved.map(|proved| proved.states),
            certificate: proved.map(|proved| proved.law.identity().to_string()),
            nearest: self.verdict(),
            claims: proved.map(claims),
            nim: nim_document(self),
            law: None,
        }
    }

    /// The document of a single game: with its law in words, where that does not need a table.
    #[must_use]
    pub fn document_with_law(&self) -> InTotalMember {
        let law = self.outcome.as_ref().ok().and_then(ProvedOutcomes::sentence);
        InTotalMember { law: Some(law), ..self.document() }
    }
}

fn claim_document(member: &Member, claim: Claim, comparison: Option<&Comparison>) -> InTotalClaim {
    let name = match claim {
        Claim::Total => "total",
        Claim::NimOnRemainders => "nim-on-remainders",
        Claim::IndexNimOnRemainders => "index-nim-on-remainders",
        Claim::IndexNim => "index-nim",
    };
    let first = comparison.and_then(|comparison| comparison.first.as_ref());
    let all = comparison.and_then(|comparison| comparison.exceptions.as_ref());
    let bound = comparison.and_then(|comparison| comparison.bound);
    InTotalClaim {
        claim: name.to_owned(),
        statement: claim.statement(&member.family),
        holds: comparison.map(|comparison| comparison.first.is_none()),
        first: first.map(|first| InTotalException {
            position: list(&first.position),
            outcome: letter(first.law).to_owned(),
        }),
        bound: bound.map(|Bound { heap, largest }| InTotalBound { heap, largest }),
        exceptions: all.map(|positions| positions.iter().map(|position| list(position)).collect()),
        rows: comparison.and_then(|comparison| comparison.rows),
    }
}

fn nim_document(member: &Member) -> InTotalNim {
    let statement = member.nim_sentence();
    let (answer, position, grundy, alone) = match &member.nim {
        Nim::Yes { .. } => (Some(true), None, None, None),
        Nim::No { position, grundy, alone } => {
            (Some(false), Some(list(position)), Some(*grundy), Some(alone.clone()))
        }
        Nim::Undecided(_) => (None, None, None, None),
    };
    InTotalNim { answer, statement, position, grundy, alone }
}

//! Heaps from which a move takes a bounded number of objects in total: the law of a game of this
//! family, proved, and compared at all positions with Nim and its relatives.
//!
//! The question is that of "Index-k Nim variant: is it still a Nim?".

mod sentences;

use bouton_core::{ControlState, DigitAutomaton, LimitReached, Numeration, Ruleset, Valuation, Watch};
use bouton_forms::Form;
use bouton_game::limits::{checking, options};
use bouton_prove::{Goal, NoLaw, NumerationChoice, ProveOptions};
use bouton_rules::{Game, RulesetError};
use bouton_solve::Table;
use bouton_theory::two_in_total::{
    Bound, Claim, Comparison, Family, compare, nim_sum_of_remainders, nim_sum_of_remainders_beside_a_heap,
    sum_of_single_heaps,
};

use crate::{CheckedLaw, LawError};

/// The error of a game of the family that cannot be examined.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MemberError {
    /// Its rules have faults; does not occur for a family.
    #[error("{0}")]
    Rules(bouton_rules::Diagnostics),
    /// It has too many moves.
    #[error(transparent)]
    Ruleset(RulesetError),
    /// A limit was reached before the moves were written out.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// The checker refuses the proof.
    #[error(transparent)]
    Law(#[from] LawError),
    /// Two answers to the same question differ: a defect of this library.
    #[error("{0}; this is a defect of the program")]
    Defect(String),
}

impl From<RulesetError> for MemberError {
    fn from(error: RulesetError) -> Self {
        match error {
            RulesetError::Limit(limit) => Self::Limit(limit),
            error => Self::Ruleset(error),
        }
    }
}

/// The results about a game of the family.
#[derive(Clone, Debug)]
pub struct Member {
    /// The game.
    pub family: Family,
    /// The proved law of outcomes, or the limit that was reached.
    pub outcome: Result<ProvedOutcomes, String>,
    /// Whether it is a Nim.
    pub nim: Nim,
}

/// The proved law of outcomes, with its comparisons.
#[derive(Clone, Debug)]
pub struct ProvedOutcomes {
    /// The states of the law.
    pub states: usize,
    /// The law.
    pub law: CheckedLaw,
    /// Each claim with its comparison; `None` where that takes too many states.
    pub claims: Vec<(Claim, Option<Comparison>)>,
}

/// Whether the Grundy value of every position is the nim-sum of the Grundy values of its heaps
/// alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nim {
    /// Yes, by the proved law of Grundy values.
    Yes {
        /// Whether the value of one heap is its remainder mod t + 1.
        remainders: bool,
    },
    /// No, by the exact values at a position.
    No {
        /// The position.
        position: Vec<u64>,
        /// Its Grundy value.
        grundy: u32,
        /// The Grundy values of its heaps alone.
        alone: Vec<u32>,
    },
    /// A limit was reached.
    Undecided(String),
}

impl Member {
    /// Examines a game.
    ///
    /// # Errors
    ///
    /// If the rules have too many moves, or the program contradicts itself.
    pub fn examine(family: Family, states: Option<usize>, watch: &Watch) -> Result<Self, MemberError> {
        let written = Game::parse_within(&family.rules(), &[], watch);
        let written = written.map_err(MemberError::Limit).and_then(|game| {
            let game = game.map_err(MemberError::Rules)?;
            Ok(game.ruleset_within(watch)?)
        });
        let ruleset = match written {
            Err(MemberError::Limit(limit)) => return Ok(Self::unexamined(family, &limit)),
            written => written?,
        };
        let outcome = match proved_law(&ruleset, Goal::Outcome, states, watch)? {
            Err(limit) => Err(limit),
            Ok(law) => compared(family, law, watch)?,
        };
        let nim = is_nim(family, &ruleset, states, watch)?;
        Ok(Self { family, outcome, nim })
    }

    /// A game that was not examined, because of a limit.
    #[must_use]
    pub fn unexamined(family: Family, limit: &LimitReached) -> Self {
        Self { family, outcome: Err(limit.to_string()), nim: Nim::Undecided(limit.to_string()) }
    }

    /// Whether all questions are decided.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.outcome.is_ok() && !matches!(self.nim, Nim::Undecided(_))
    }
}

impl ProvedOutcomes {
    /// The claim that comes nearest: the law itself, else the claim whose exceptions are bounded by
    /// the largest heap, the second largest, …
    #[must_use]
    pub fn nearest(&self) -> Option<(Claim, &Comparison)> {
        let compared =
            || self.claims.iter().filter_map(|(claim, comparison)| Some((*claim, comparison.as_ref()?)));
        compared().find(|(_, comparison)| comparison.first.is_none()).or_else(|| {
            compared()
                .filter(|(_, comparison)| comparison.bound.is_some())
                .min_by_key(|(_, comparison)| comparison.bound.map(|Bound { heap, .. }| heap))
        })
    }

    /// The law in a sentence or two, if it does not need a table.
    #[must_use]
    pub fn sentence(&self) -> Option<String> {
        let explanation = bouton_explain::explain(self.law.ruleset(), self.law.law());
        let needs_table = explanation
            .laws
            .iter()
            .any(|law| matches!(law.form, Form::Rows(_) | Form::Cases(_) | Form::Automaton { .. }));
        (!needs_table).then(|| explanation.theorem())
    }
}

/// A law that the checker has accepted, or the limit that was reached.
fn proved_law(
    ruleset: &Ruleset,
    goal: Goal,
    states: Option<usize>,
    watch: &Watch,
) -> Result<Result<CheckedLaw, String>, MemberError> {
    // The closed forms of this family are in binary digits.
    let in_base_2 =
        ProveOptions { numeration: NumerationChoice::Only(Numeration::binary()), ..options(states) };
    let proof = match bouton_prove::prove(ruleset, goal, &in_base_2, watch) {
        Ok(proof) => proof,
        Err(error @ NoLaw::Contradiction) => return Err(MemberError::Defect(error.to_string())),
        Err(error) => return Ok(Err(error.to_string())),
    };
    match CheckedLaw::new(&proof.certificate.encode(), &checking(watch)) {
        Ok(law) => Ok(Ok(law)),
        Err(LawError::Refused(refused)) if refused.step == bouton_check::Step::Limit => {
            Ok(Err("a law was found, but checking its certificate met the time limit".to_owned()))
        }
        Err(error) => Err(error.into()),
    }
}

/// Compares the law with every claim, at all positions.
fn compared(
    family: Family,
    law: CheckedLaw,
    watch: &Watch,
) -> Result<Result<ProvedOutcomes, String>, MemberError> {
    let automaton = &law.law().automaton;
    if !bouton_automata::is_symmetric(automaton) {
        let defect = "the law changes with the order of the heaps, the rules do not";
        return Err(MemberError::Defect(defect.to_owned()));
    }
    let mut claims = Vec::new();
    for claim in Claim::about(&family) {
        if let Err(limit) = watch.check() {
            return Ok(Err(format!("a law was proved, but not compared: {limit}")));
        }
        let comparison = claim.automaton(&family).and_then(|claimed| {
            let comparison = compare(automaton, &claimed)?;
            Some((comparison, claimed))
        });
        if let Some((comparison, claimed)) = &comparison
            && comparison.first.is_none() != bouton_automata::difference(automaton, claimed).is_none()
        {
            return Err(MemberError::Defect("two comparisons of the same laws differ".to_owned()));
        }
        claims.push((claim, comparison.map(|(comparison, _)| comparison)));
    }
    Ok(Ok(ProvedOutcomes { states: automaton.states(), claims, law }))
}

/// The most positions whose exact values are examined before a proof is tried.
const MAX_POSITIONS: u64 = 20_000;

fn is_nim(
    family: Family,
    ruleset: &Ruleset,
    states: Option<usize>,
    watch: &Watch,
) -> Result<Nim, MemberError> {
    match counterexample(family, ruleset, watch) {
        Ok(Some(no)) => return Ok(no),
        Ok(None) => {}
        Err(limit) => return Ok(Nim::Undecided(limit.to_string())),
    }
    let law = match proved_law(ruleset, Goal::Grundy, states, watch)? {
        Ok(law) => law,
        Err(limit) => return Ok(Nim::Undecided(limit)),
    };
    if law.law().nim_heap {
        // The law decides for each number whether it is the value.
        let same = nim_sum_of_remainders_beside_a_heap(&family)
            .is_some_and(|claimed| bouton_automata::difference(&law.law().automaton, &claimed).is_none());
        return Ok(if same {
            Nim::Yes { remainders: true }
        } else {
            Nim::Undecided(
                "the values are proved, but were not found to be the nim-sum of the heaps' remainders"
                    .to_owned(),
            )
        });
    }
    let automaton = &law.law().automaton;
    let Some(sum) = sum_of_single_heaps(automaton) else {
        return Ok(Nim::Undecided("the nim-sum of the heaps' values takes too many states".to_owned()));
    };
    Ok(match bouton_automata::difference(automaton, &sum) {
        None => Nim::Yes {
            remainders: nim_sum_of_remainders(&family)
                .is_some_and(|claimed| bouton_automata::difference(automaton, &claimed).is_none()),
        },
        Some((position, _)) => {
            let alone = alone(automaton, &position);
            Nim::No { grundy: automaton.evaluate_small(0, &position), position, alone }
        }
    })
}

fn alone(law: &DigitAutomaton, position: &[u64]) -> Vec<u32> {
    (0..position.len())
        .map(|heap| {
            let mut single = vec![0; position.len()];
            single[heap] = position[heap];
            law.evaluate_small(0, &single)
        })
        .collect()
}

/// A position of few objects whose exact value is not the nim-sum of those of its heaps.
fn counterexample(
    family: Family,
    ruleset: &Ruleset,
    watch: &Watch,
) -> Result<Option<Nim>, bouton_solve::LimitReached> {
    let heaps = family.heaps();
    let largest = (1..=family.modulus())
        .take_while(|&largest| sorted_positions(heaps, largest).is_some_and(|count| count <= MAX_POSITIONS))
        .last()
        .unwrap_or(1);
    let mut positions = Vec::new();
    bouton_solve::for_each_in_box(ruleset, largest, &mut |position| {
        let mut sorted = position.to_vec();
        sorted.sort_unstable();
        positions.push(sorted);
        true
    });
    positions.sort_by_cached_key(|position| (position.iter().sum::<u64>(), position.clone()));
    let mut table = Table::new(ruleset, Valuation::Grundy, watch)?;
    let mut value = |position: &[u64]| table.value(position, ControlState(0));
    for position in positions {
        let grundy = value(&position)?;
        let mut alone = Vec::new();
        for &heap in &position {
            let mut single = vec![0; heaps];
            if let Some(last) = single.last_mut() {
                *last = heap;
            }
            alone.push(value(&single)?);
        }
        if grundy != alone.iter().fold(0, |sum, value| sum ^ value) {
            return Ok(Some(Nim::No { position, grundy, alone }));
        }
    }
    Ok(None)
}

/// The number of sorted positions without a heap above `largest`: C(k + largest, k).
fn sorted_positions(heaps: usize, largest: u64) -> Option<u64> {
    (1..=u64::try_from(heaps).ok()?).try_fold(1u64, |count, i| Some(count.checked_mul(largest + i)? / i))
}

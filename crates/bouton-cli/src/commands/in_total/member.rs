//! One game of the family: its law proved, and compared with what it might be.

use bouton::{
    CheckedLaw, ControlState, DigitAutomaton, LawError, Ruleset, Valuation, automata, check,
    explain::{self, Form},
    prove::{Goal, NoLaw},
    solve::{self, Table},
    theory::two_in_total::{
        Bound, Claim, Comparison, Family, compare, nim_sum_of_remainders,
        nim_sum_of_remainders_beside_a_heap, sum_of_single_heaps,
    },
};

use crate::{failure::Failure, limits::LimitOptions};

/// What is known about a game of the family.
pub(super) struct Member {
    pub(super) family: Family,
    /// The proved law of outcomes, or the limit that was met.
    pub(super) outcome: Result<Proved, String>,
    pub(super) nim: Nim,
}

/// The proved law of outcomes, and how it compares.
pub(super) struct Proved {
    pub(super) states: usize,
    pub(super) law: CheckedLaw,
    /// Each claim with its comparison; none where it takes too many states.
    pub(super) claims: Vec<(Claim, Option<Comparison>)>,
}

/// Whether the Grundy value of every position is the nim-sum of the Grundy values
/// of its heaps alone.
pub(super) enum Nim {
    /// It is, by the proved law of Grundy values.
    Yes {
        /// Whether the value of one heap is its remainder mod t + 1.
        remainders: bool,
    },
    /// It is not, by the exact values at a position.
    No {
        position: Vec<u64>,
        grundy: u32,
        /// The Grundy values of its heaps alone.
        alone: Vec<u32>,
    },
    /// A limit was met.
    Undecided(String),
}

impl Member {
    /// Examines a game.
    ///
    /// # Errors
    ///
    /// If the rules cannot be written out, or the program contradicts itself.
    pub(super) fn examine(family: Family, limits: &LimitOptions) -> Result<Self, Failure> {
        let game = bouton::load(&family.rules())?;
        let ruleset = game.ruleset().map_err(|error| Failure::input("game", error.to_string()))?;
        let outcome = match proved_law(&ruleset, Goal::Outcome, limits)? {
            Err(limit) => Err(limit),
            Ok(law) => Ok(compared(family, law)?),
        };
        let nim = is_nim(family, &ruleset, limits)?;
        Ok(Self { family, outcome, nim })
    }

    /// Whether everything that was asked is decided.
    pub(super) fn is_decided(&self) -> bool {
        self.outcome.is_ok() && !matches!(self.nim, Nim::Undecided(_))
    }
}

impl Proved {
    /// The claim that comes nearest: the law itself, else the one whose exceptions are
    /// bounded by the largest heap, the second largest, …
    pub(super) fn nearest(&self) -> Option<(Claim, &Comparison)> {
        let compared =
            || self.claims.iter().filter_map(|(claim, comparison)| Some((*claim, comparison.as_ref()?)));
        compared().find(|(_, comparison)| comparison.first.is_none()).or_else(|| {
            compared()
                .filter(|(_, comparison)| comparison.bound.is_some())
                .min_by_key(|(_, comparison)| comparison.bound.map(|Bound { heap, .. }| heap))
        })
    }

    /// The law in a sentence or two, if it needs no table.
    pub(super) fn sentence(&self) -> Option<String> {
        let law = self.law.law();
        let explanation = explain::explain(self.law.ruleset(), law);
        let needs_table = explanation
            .laws
            .iter()
            .any(|law| matches!(law.form, Form::Rows(_) | Form::Cases(_) | Form::Automaton { .. }));
        (!needs_table).then(|| explanation.theorem())
    }
}

/// A law that the checker has accepted, or the limit that was met.
fn proved_law(
    ruleset: &Ruleset,
    goal: Goal,
    limits: &LimitOptions,
) -> Result<Result<CheckedLaw, String>, Failure> {
    let (options, watch) = limits.prove();
    let proof = match bouton::prove::prove(ruleset, goal, &options, &watch) {
        Ok(proof) => proof,
        Err(error @ NoLaw::Contradiction) => return Err(Failure::input("defect", error.to_string())),
        Err(error) => return Ok(Err(error.to_string())),
    };
    // --states bounds the law, not the work of checking it.
    let check_limits = limits.check_own();
    match CheckedLaw::new(&proof.certificate.encode(), &check_limits) {
        Ok(law) => Ok(Ok(law)),
        Err(LawError::Refused(refused)) if refused.step == check::Step::Limit => {
            Ok(Err("a law was found, but checking its certificate met the time limit".to_owned()))
        }
        Err(error) => Err(error.into()),
    }
}

/// The law against every claim, at all positions.
fn compared(family: Family, law: CheckedLaw) -> Result<Proved, Failure> {
    let automaton = &law.law().automaton;
    if !automata::is_symmetric(automaton) {
        return Err(Failure::input(
            "defect",
            "the law changes with the order of the heaps, the rules do not",
        ));
    }
    let mut claims = Vec::new();
    for claim in Claim::about(&family) {
        let comparison = claim.automaton(&family).and_then(|claimed| {
            let comparison = compare(automaton, &claimed)?;
            Some((comparison, claimed))
        });
        if let Some((comparison, claimed)) = &comparison
            && comparison.first.is_none() != automata::difference(automaton, claimed).is_none()
        {
            return Err(Failure::input("defect", "two comparisons of the same laws differ"));
        }
        claims.push((claim, comparison.map(|(comparison, _)| comparison)));
    }
    Ok(Proved { states: automaton.states(), claims, law })
}

/// The most positions whose exact values are looked at before a proof is tried.
const MAX_POSITIONS: u64 = 20_000;

fn is_nim(family: Family, ruleset: &Ruleset, limits: &LimitOptions) -> Result<Nim, Failure> {
    match counterexample(family, ruleset, limits) {
        Ok(Some(no)) => return Ok(no),
        Ok(None) => {}
        Err(limit) => return Ok(Nim::Undecided(limit.to_string())),
    }
    let law = match proved_law(ruleset, Goal::Grundy, limits)? {
        Ok(law) => law,
        Err(limit) => return Ok(Nim::Undecided(limit)),
    };
    if law.law().nim_heap {
        // The law says for each number whether it is the value.
        let same = nim_sum_of_remainders_beside_a_heap(&family)
            .is_some_and(|claimed| automata::difference(&law.law().automaton, &claimed).is_none());
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
    Ok(match automata::difference(automaton, &sum) {
        None => Nim::Yes {
            remainders: nim_sum_of_remainders(&family)
                .is_some_and(|claimed| automata::difference(automaton, &claimed).is_none()),
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
    limits: &LimitOptions,
) -> Result<Option<Nim>, solve::LimitReached> {
    let heaps = family.heaps();
    let largest = (1..=family.modulus())
        .take_while(|&largest| sorted_positions(heaps, largest).is_some_and(|count| count <= MAX_POSITIONS))
        .last()
        .unwrap_or(1);
    let mut positions = Vec::new();
    solve::for_each_in_box(ruleset, largest, &mut |position| {
        let mut sorted = position.to_vec();
        sorted.sort_unstable();
        positions.push(sorted);
        true
    });
    positions.sort_by_cached_key(|position| (position.iter().sum::<u64>(), position.clone()));
    let mut table = Table::new(ruleset, Valuation::Grundy, &limits.watch());
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

/// How many sorted positions have no heap above `largest`: C(k + largest, k).
fn sorted_positions(heaps: usize, largest: u64) -> Option<u64> {
    (1..=u64::try_from(heaps).ok()?).try_fold(1u64, |count, i| Some(count.checked_mul(largest + i)? / i))
}

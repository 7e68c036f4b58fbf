//! Decides whether a given law is the law of a game.

use bouton_cert::{Certificate, Claim, LawClaim};
use bouton_core::{Condition, Convention, Law, NoGrundyValues, Ruleset, Valuation, Value};
use bouton_solve::{LimitReached, Moves, Node, Watch, exact_value};

use crate::{
    nim_heap::{NimHeapError, with_nim_heap},
    prove::{MAX_VALUES, MOST_RELATION},
    relation::RelationLimit,
    verify::{MOST_PRODUCT, Relations, SmallPosition, Verdict, VerifyLimit, Violation, verify},
};

/// The result for a claimed law.
///
/// ```
/// use bouton_core::{DigitAutomaton, Law, Valuation, Watch};
/// use bouton_prove::{Judgement, StatedValue, judge};
///
/// // wrong: an even heap need not be lost
/// let even = DigitAutomaton::new(1, vec![0], vec![0, 1], vec![0, 1, 0, 1])?;
/// let even = Law::new(Valuation::NormalOutcome, even);
/// let game = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
/// let Judgement::Wrong { position, claimed, truth } = judge(&game, &even, &Watch::unlimited())? else {
///     panic!("the law is wrong");
/// };
/// assert_eq!(position.0, [2]); // a heap of two is won
/// assert_eq!((claimed, truth), (StatedValue::Value(0), StatedValue::Value(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Judgement {
    /// The law is the law of the game; the certificate proves it.
    Verified(Box<Certificate>),
    /// The law is wrong at a position.
    Wrong {
        /// The position, without the Nim heap.
        position: SmallPosition,
        /// The statement of the law there.
        claimed: StatedValue,
        /// The true statement there.
        truth: StatedValue,
    },
    /// It is wrong somewhere: at a position beyond the limits, or in its reasons why a position is N.
    WrongSomewhere,
}

/// A statement about a position.
///
/// ```
/// use bouton_core::{DigitAutomaton, Law, Valuation, Watch};
/// use bouton_prove::{Judgement, StatedValue, judge};
///
/// // "lost exactly if the heap is even", for a game with period 3
/// let law = DigitAutomaton::new(1, vec![0], vec![0, 1], vec![0, 1, 0, 1]).unwrap();
/// let law = Law::new(Valuation::NormalOutcome, law);
/// let game = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
/// let judgement = judge(&game, &law, &Watch::unlimited()).unwrap();
/// let Judgement::Wrong { position, claimed, truth } = judgement else { panic!("{judgement:?}") };
/// assert_eq!((&position.0[..], claimed, truth), (&[2][..], StatedValue::Value(0), StatedValue::Value(1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatedValue {
    /// The position has this value.
    Value(Value),
    /// The position has this Grundy value.
    Grundy(u64),
    /// The position does not have this Grundy value.
    NotGrundy(u64),
}

/// The reason why a claimed law was not judged.
///
/// ```
/// use bouton_core::{DigitAutomaton, Law, Valuation, Watch};
/// use bouton_prove::{JudgeError, judge};
///
/// // a law of one number is not about two heaps
/// let law = DigitAutomaton::new(1, vec![0], vec![0, 1], vec![0, 1, 0, 1]).unwrap();
/// let law = Law::new(Valuation::NormalOutcome, law);
/// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
/// assert!(matches!(judge(&nim, &law, &Watch::unlimited()), Err(JudgeError::Misfit(_))));
/// ```
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JudgeError {
    /// The law cannot be one of this game.
    #[error("{0}")]
    Misfit(String),
    /// The game does not have Grundy values.
    #[error(transparent)]
    NoGrundyValues(#[from] NoGrundyValues),
    /// The Nim heap cannot be added.
    #[error(transparent)]
    NimHeap(#[from] NimHeapError),
    /// The option relation is too large.
    #[error("{0}")]
    Relation(#[from] RelationLimit),
    /// The verification met a limit.
    #[error("{0}")]
    Verify(#[from] VerifyLimit),
    /// The exact values at the smallest suspect positions met a limit.
    #[error("{0}")]
    Solve(#[from] LimitReached),
}

/// Verifies a law against the rules of any game.
///
/// # Errors
///
/// [`JudgeError`]; a limit does not imply anything about the law.
///
/// # Examples
///
/// ```
/// use bouton_core::{DigitAutomaton, Law, Valuation, Watch};
/// use bouton_prove::{Judgement, judge};
///
/// // lost exactly if 3 divides the heap
/// let law = DigitAutomaton::new(1, vec![0], vec![0, 1, 1], vec![0, 1, 2, 0, 1, 2])?;
/// let law = Law::new(Valuation::NormalOutcome, law);
/// let rules = |text| bouton_rules::Game::parse(text).unwrap().ruleset().unwrap();
/// let take_two = rules("heaps 1; move take 1..2 from 1 heap");
/// assert!(matches!(judge(&take_two, &law, &Watch::unlimited())?, Judgement::Verified(_)));
/// let take_three = rules("heaps 1; move take 1..3 from 1 heap");
/// assert!(matches!(
///     judge(&take_three, &law, &Watch::unlimited())?,
///     Judgement::Wrong { position, .. } if position.0 == [3]
/// ));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judge(ruleset: &Ruleset, law: &Law, watch: &Watch) -> Result<Judgement, JudgeError> {
    match verify_law(ruleset, law, watch)? {
        Ok(certificate) => Ok(Judgement::Verified(certificate)),
        Err(suspects) => wrong(ruleset, law, suspects, watch),
    }
}

/// Verifies a law against the rules of any game. The inner error has the positions, smallest first, one of
/// which has a wrong value, if the law's reasons for N-positions are right; their values are not computed.
/// With a Nim heap they have one number more.
///
/// # Errors
///
/// [`JudgeError`]; a limit does not imply anything about the law.
///
/// # Examples
///
/// ```
/// use bouton_core::{DigitAutomaton, Law, Valuation, Watch};
/// use bouton_prove::verify_law;
///
/// // lost exactly if 3 divides the heap
/// let law = DigitAutomaton::new(1, vec![0], vec![0, 1, 1], vec![0, 1, 2, 0, 1, 2])?;
/// let law = Law::new(Valuation::NormalOutcome, law);
/// let rules = bouton_rules::Game::parse("heaps 1; move take 1..3 from 1 heap").unwrap().ruleset().unwrap();
/// let suspects = verify_law(&rules, &law, &Watch::unlimited())?.unwrap_err();
/// assert!(suspects.iter().any(|(position, _)| *position == [3]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify_law(
    ruleset: &Ruleset,
    law: &Law,
    watch: &Watch,
) -> Result<Result<Box<Certificate>, Vec<SmallPosition>>, JudgeError> {
    let conditions = fitting(ruleset, law)?;
    if law.is_grundy() {
        ruleset.sprague_grundy()?;
    }
    let game = if law.nim_heap { with_nim_heap(ruleset)? } else { ruleset.clone() };
    let relations = Relations::new(&game, law.numeration(), MOST_RELATION, watch)?;
    match verify(&relations, &law.automaton, &conditions, MOST_PRODUCT, watch)? {
        Verdict::Verified(strategies) => {
            let claim = Claim::Law(LawClaim { law: law.clone(), strategies });
            let (game, order) = (ruleset.text().to_owned(), ruleset.named_order());
            Ok(Ok(Box::new(Certificate { game, order, claim })))
        }
        Verdict::Violated(violations) => Ok(Err(suspects(&game, &violations, watch)?)),
    }
}

/// The condition of each value of the law, if the law can be one of this game.
fn fitting(ruleset: &Ruleset, law: &Law) -> Result<Vec<Condition>, JudgeError> {
    let misfit = |reason: String| Err(JudgeError::Misfit(reason));
    let tracks = ruleset.dimension() + usize::from(law.nim_heap);
    if law.automaton.tracks() != tracks {
        return misfit(format!("its law reads {} numbers, expected {tracks}", law.automaton.tracks()));
    }
    let (controls, starts) = (ruleset.controls().len(), law.automaton.starts().len());
    if starts != controls {
        return misfit(format!("its law has {starts} control states, expected {controls}"));
    }
    let outcome = Valuation::provable(ruleset.convention());
    let grundy = law.valuation == Valuation::Grundy && ruleset.convention() == Convention::Normal;
    if law.valuation != outcome && !grundy {
        return misfit("its law is about another way of winning than the game".to_owned());
    }
    let count = law.automaton.outputs().iter().copied().max().unwrap_or(0).saturating_add(1);
    if law.valuation.value_count().is_some_and(|values| count > values) || count > MAX_VALUES {
        return misfit(format!("its law has the value {}, which is none", count - 1));
    }
    match law.valuation.conditions(count) {
        Some(conditions) => Ok(conditions),
        None => misfit("its law has values that cannot be verified".to_owned()),
    }
}

/// The most violations that are examined.
const MOST_VIOLATIONS: usize = 20;

/// The smallest position found on which the law is wrong.
fn wrong(
    ruleset: &Ruleset,
    law: &Law,
    suspects: Vec<SmallPosition>,
    watch: &Watch,
) -> Result<Judgement, JudgeError> {
    for (coordinates, control) in suspects {
        let claimed = law.valuation.coarse(law.automaton.evaluate_small(control.index(), &coordinates));
        let (position, nim_heap) = match coordinates.split_last() {
            Some((&heap, rest)) if law.nim_heap => (rest.to_vec(), Some(heap)),
            _ => (coordinates, None),
        };
        let node = Node { coordinates: position.clone(), control };
        let exact = |valuation| exact_value(ruleset, valuation, &node, watch);
        let (claimed, truth, right) = match nim_heap {
            // Beside a Nim heap, P means that the heap is the Grundy value.
            Some(heap) => {
                let grundy = u64::from(exact(Valuation::Grundy)?);
                let says =
                    if claimed == 0 { StatedValue::Grundy(heap) } else { StatedValue::NotGrundy(heap) };
                (says, StatedValue::Grundy(grundy), (claimed == 0) == (grundy == heap))
            }
            None => {
                let grundy = law.valuation == Valuation::Grundy;
                let truth =
                    exact(if grundy { law.valuation } else { Valuation::outcome(ruleset.convention()) })?;
                (StatedValue::Value(claimed), StatedValue::Value(truth), claimed == truth)
            }
        };
        if !right {
            return Ok(Judgement::Wrong { position: (position, control), claimed, truth });
        }
    }
    Ok(Judgement::WrongSomewhere)
}

/// The positions of some violations and their options, smallest first.
fn suspects(
    game: &Ruleset,
    violations: &[Violation],
    watch: &Watch,
) -> Result<Vec<SmallPosition>, LimitReached> {
    let moves = Moves::within(game, watch)?;
    let mut suspects: Vec<SmallPosition> = Vec::new();
    for violation in violations.iter().take(MOST_VIOLATIONS) {
        suspects.push(violation.position.clone());
        suspects.extend(violation.option.clone());
        if violation.option.is_none() {
            // The law misses an option, so it may be wrong about any of them.
            let (coordinates, control) = &violation.position;
            moves.try_each_option(coordinates, *control, &mut watch.batch(), |to, control| {
                suspects.push((to.to_vec(), control));
                true
            })?;
        }
    }
    let total = |coordinates: &[u64]| coordinates.iter().map(|&c| u128::from(c)).sum::<u128>();
    suspects.sort_by_key(|(x, control)| (total(x), x.clone(), *control));
    suspects.dedup();
    Ok(suspects)
}

//! Theorems for every number of heaps.

use std::time::Instant;

use bouton_cert::{Certificate, Claim, OpenClaim};
use bouton_check::Step;
use bouton_core::{Convention, FreeTakes, HeapMoves, Numeration, Watch};
use bouton_families::{NoColumns, prove_columns, wrong_with_one_more};
use bouton_prove::{Goal, NumerationChoice, ProveOptions};
use bouton_rules::{Game, HeapCount, NotForEveryNumber};

use super::{
    Ending, Helps, NotFound, ProveError, ProvedTheorem, checking_ended, local::of_heap_states,
    prove_law_with, prove_quotient,
};
use crate::{LawError, Playable, Theorem, limits::checking};

/// Searches for a theorem about a game of any number of heaps that holds for every number of them: by the
/// Grundy values of single heaps, or their misère quotient, where the game is the sum of its heaps, or
/// by a law that counts the ones in each place. Without a goal the misère quotient is sought.
///
/// # Errors
///
/// [`ProveError`] if the question does not apply to the game. If no law is found, the ending is
/// [`Ending::NoLaw`], with the reason; this is not an error.
///
/// # Examples
///
/// ```
/// use bouton::{Ending, Game, Goal, ProveOptions, Watch, prove_every_number};
///
/// let nim = Game::named("nim")?;
/// let (options, watch) = (ProveOptions::default(), Watch::unlimited());
/// let Ending::Proved(proved) = prove_every_number(nim.rules(), Some(Goal::Outcome), &options, &watch)? else { panic!() };
/// assert_eq!(
///     proved.theorem.sentence(),
///     "For every number of heaps, a position is P exactly when the nim-sum of its heaps is 0 (every binary digit occurs an even number of times), else N."
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove_every_number(
    game: &Game,
    goal: Option<Goal>,
    options: &ProveOptions,
    watch: &Watch,
) -> Result<Ending, ProveError> {
    let started = Instant::now();
    // A checkpoint belongs to a search with a fixed number of heaps.
    let options = &ProveOptions { checkpoint: None, ..options.clone() };
    let mut reasons: Vec<String> = Vec::new();
    match (game.one_heap(), game.convention(), goal) {
        (Ok(one), Convention::Normal, Some(_)) => match of_one_heap(&one, options, watch)? {
            Ok((claim, proved)) => return certified(game, claim, proved.states, started, watch),
            Err(reason) => reasons.push(format!("no law of one heap: {reason}")),
        },
        (Ok(one), Convention::Misere, None | Some(Goal::Outcome)) => match of_quotient(&one, watch)? {
            Ok(claim) => return certified(game, claim, None, started, watch),
            Err(reason) => reasons.push(reason),
        },
        (Ok(_), ..) => {
            reasons.push("single heaps decide their sums in normal and in misère play alone".to_owned())
        }
        (Err(why), ..) => reasons.push(format!("the game is not the sum of its heaps: {why}")),
    }
    let binary = matches!(options.numeration, NumerationChoice::Auto);
    if goal == Some(Goal::Outcome) && binary {
        // The places of the heaps' digits, and the search that is likely to succeed first.
        let moves = game.heap_moves();
        let states_first =
            matches!(game.convention(), Convention::Podium { players: 3.. } | Convention::Coalition)
                || moves.as_ref().is_ok_and(|moves| !moves.is_free());
        let mut helps = None;
        for states in [states_first, !states_first] {
            let ending = match (states, &moves, game.free_takes()) {
                (true, Ok(moves), _) => of_heap_states(game, moves, started, watch),
                (false, _, Ok(takes)) => of_columns(game, &takes, started, watch),
                _ => continue,
            };
            match ending {
                Ok(ending) => return Ok(ending),
                Err((reason, limit)) => {
                    reasons.push(reason);
                    helps = helps.or(limit);
                    // The remaining time would not suffice.
                    if helps.is_some() {
                        break;
                    }
                }
            }
        }
        if let Ok(moves) = &moves {
            if helps.is_none() {
                reasons.extend(changes(game, moves, watch)?);
            }
            return Ok(Ending::no_law(reasons.join("; "), helps.unwrap_or(Helps::Nothing)));
        }
    }
    match game.heap_moves() {
        Ok(_) => {}
        // Reasons about the whole position were given already.
        Err(NotForEveryNumber::Fixed | NotForEveryNumber::Stop | NotForEveryNumber::Positions) => {}
        Err(why) => {
            let told = format!(
                "it is not decided by how many heaps have a 1 in each place, as far as is known: {why}"
            );
            reasons.push(told);
        }
    }
    Ok(Ending::NoLaw(NotFound {
        reason: reasons.join("; "),
        helps: None,
        tried: Vec::new(),
        agrees_upto: None,
    }))
}

/// The number of heaps whose law is continued, and the work limit of the search for it.
const CONTINUED: usize = 6;
const WORK: u64 = 1 << 26;

/// Returns the reason why the law of some heaps is not the law of every number of heaps: a position
/// with one heap more.
fn changes(game: &Game, moves: &HeapMoves, watch: &Watch) -> Result<Option<String>, ProveError> {
    if moves.passes > 0 || !moves.is_free() {
        return Ok(None);
    }
    let Ok(playable) = Playable::within(game, Some(CONTINUED), watch) else { return Ok(None) };
    let options =
        ProveOptions { numeration: NumerationChoice::Only(Numeration::binary()), ..ProveOptions::default() };
    let Ending::Proved(proved) = prove_law_with(&playable, Goal::Outcome, &options, &watch.within(WORK))?
    else {
        return Ok(None);
    };
    let Some(law) = proved.theorem.law() else { return Ok(None) };
    // A limit ends this as it ends the search.
    let wrong = wrong_with_one_more(law.law(), moves, game.convention(), watch).ok().flatten();
    Ok(wrong.map(|position| {
        let heaps: Vec<String> = position.iter().map(ToString::to_string).collect();
        format!("the law of {CONTINUED} heaps, continued to one more, is wrong at {}", heaps.join(","))
    }))
}

/// Returns the game with any number of heaps that has the same rules otherwise, for a game with a
/// fixed number of heaps.
///
/// ```
/// use bouton::{Game, for_every_number};
///
/// let three = Game::named("nim")?.with_heaps(3)?;
/// assert_eq!(for_every_number(three.rules()).as_ref(), Some(Game::named("nim")?.rules()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn for_every_number(game: &Game) -> Option<Game> {
    let HeapCount::Fixed(heaps) = game.heaps() else { return None };
    let text = game.text();
    let open = text.replacen(&format!("heaps {heaps}"), "heaps any", 1);
    let open = Game::parse(&open).ok().filter(|open| open.heaps() == HeapCount::Any)?;
    open.with_heaps(heaps).is_ok_and(|fixed| fixed.text() == text).then_some(open)
}

/// Returns the theorem of a law that counts ones, or the reason why there is none, with the limit
/// that was reached.
fn of_columns(
    game: &Game,
    takes: &FreeTakes,
    started: Instant,
    watch: &Watch,
) -> Result<Ending, (String, Option<Helps>)> {
    checked(game, started, watch, |accepts| {
        let found = prove_columns(
            takes,
            game.convention(),
            &mut |claim| accepts(OpenClaim::Columns(claim.clone())),
            watch,
        );
        found.map(|claim| claim.law.outputs().len()).map_err(|reason| {
            let limit = match &reason {
                NoColumns::Limit(limit) => Some(limit.into()),
                _ => None,
            };
            (reason.to_string(), limit)
        })
    })
}

/// Returns the theorem of a law that `search` finds, with its number of states, or the reason why
/// there is none, with the limit that was reached. Each claim that the search passes on is checked.
pub(super) fn checked(
    game: &Game,
    started: Instant,
    watch: &Watch,
    search: impl FnOnce(&mut dyn FnMut(OpenClaim) -> Result<(), String>) -> Result<usize, (String, Option<Helps>)>,
) -> Result<Ending, (String, Option<Helps>)> {
    let (mut limit, mut found) = (None, None);
    let mut accepts = |claim: OpenClaim| {
        let text = Certificate { game: game.text(), order: None, claim: Claim::Open(claim) }.encode();
        match Theorem::check(&text, &checking(watch)) {
            Ok(theorem) => {
                found = Some(theorem);
                Ok(())
            }
            Err(LawError::Refused(refused)) if refused.step == Step::Limit => {
                limit = Some(checking_ended(watch));
                Err(refused.to_string())
            }
            Err(error) => Err(error.to_string()),
        }
    };
    let searched = search(&mut accepts);
    match searched {
        Ok(states) => found
            .map(|theorem| proved(theorem, Some(states), started))
            .ok_or_else(|| ("a law was found, but not its theorem".to_owned(), None)),
        Err((reason, helps)) => Err((reason, helps.or(limit))),
    }
}

/// Returns the law of the Grundy values of one heap.
#[allow(clippy::type_complexity, reason = "the reason is a sentence, an error ends the search")]
fn of_one_heap(
    one: &Game,
    options: &ProveOptions,
    watch: &Watch,
) -> Result<Result<(Claim, Box<ProvedTheorem>), String>, ProveError> {
    let playable = match Playable::within(one, None, watch) {
        Ok(playable) => playable,
        Err(error) => return Ok(Err(error.to_string())),
    };
    Ok(match prove_law_with(&playable, Goal::Grundy, options, watch)? {
        Ending::Proved(proved) => match Certificate::decode(proved.theorem.certificate()) {
            Ok(Certificate { order: None, claim, .. }) => Ok((claim, proved)),
            _ => Err("its proof needs an order of play".to_owned()),
        },
        Ending::NoLaw(NotFound { reason, .. }) => Err(reason),
        Ending::Refuted(refuted) => Err(refuted.sentence()),
    })
}

/// Returns the misère quotient of all heaps, where finitely many amounts may be taken from a heap.
fn of_quotient(one: &Game, watch: &Watch) -> Result<Result<Claim, String>, ProveError> {
    let few = "a misère quotient is sought only where finitely many amounts may be taken from each heap";
    let Ok(Some(code)) = Playable::within(one, None, watch).map(|playable| playable.amounts()) else {
        return Ok(Err(few.to_owned()));
    };
    let Ok(playable) = Game::parse(&format!("octal {code}")).map(|game| Playable::within(&game, None, watch))
    else {
        return Ok(Err(few.to_owned()));
    };
    let Ok(playable) = playable else { return Ok(Err(few.to_owned())) };
    Ok(match prove_quotient(&playable, None, watch)? {
        Ending::Proved(proved) => match proved.theorem.quotient() {
            Some(quotient) => Ok(Claim::Quotient(quotient.clone())),
            None => Err(few.to_owned()),
        },
        Ending::NoLaw(NotFound { reason, .. }) => Err(reason),
        Ending::Refuted(refuted) => Err(refuted.sentence()),
    })
}

/// Returns the theorem about all numbers of heaps, once the checker has accepted its certificate.
fn certified(
    game: &Game,
    one: Claim,
    states: Option<usize>,
    started: Instant,
    watch: &Watch,
) -> Result<Ending, ProveError> {
    let claim = Claim::Open(OpenClaim::Sum(Box::new(one)));
    let certificate = Certificate { game: game.text(), order: None, claim }.encode();
    match Theorem::check(&certificate, &checking(watch)) {
        Ok(theorem) => Ok(proved(theorem, states, started)),
        Err(LawError::Refused(refused)) if refused.step == Step::Limit => {
            let reason = format!("a law was found, but its certificate could not be checked: {refused}");
            Ok(Ending::no_law(reason, checking_ended(watch)))
        }
        // The rules may have conditions on the heap that the checker does not support.
        Err(LawError::Refused(refused)) if refused.step == Step::Rules => Ok(Ending::NoLaw(NotFound {
            reason: refused.to_string(),
            helps: None,
            tried: Vec::new(),
            agrees_upto: None,
        })),
        Err(error) => Err(ProveError::Defect(format!(
            "the checker refuses the certificate for every number of heaps: {error}"
        ))),
    }
}

pub(super) fn proved(theorem: Theorem, states: Option<usize>, started: Instant) -> Ending {
    let seconds = started.elapsed().as_secs_f64();
    let states_told =
        states.map_or(String::new(), |states| format!("{}, ", crate::terms::counted(states, "state")));
    let remark = format!("{states_told}proved in {seconds:.2} s, certificate accepted by the checker");
    Ending::Proved(Box::new(ProvedTheorem { theorem, remark, states, statistics: None }))
}

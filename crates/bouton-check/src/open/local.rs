//! Laws that count ones, with a state of each heap, by finitely many cases for all numbers of heaps.

mod existential;
mod universal;

use bouton_canonical::Rules;
use bouton_cert::LocalClaim;
use bouton_core::{ColumnLaw, Condition, HeapMoves, LocalLaw, State};

use super::{columns, instances};
use crate::{Limits, Refusal, Step, limits::Budget, refused::Verdict};

/// More heaps that a move lowers are refused: the replies are tried in all ways.
const MAX_LOWERED: usize = 6;

/// Checks that a law with heap states holds of all numbers of heaps that the claim is about.
pub(super) fn check(game: &Rules, claim: &LocalClaim, limits: &Limits) -> Verdict<String> {
    let budget = &mut Budget::new(limits.clone());
    let moves = game.heap_moves().map_err(|why| {
        Refusal::new(Step::Rules, format!("the moves are not of the kind that this law is about: {why}"))
    })?;
    if moves.most() > MAX_LOWERED {
        return Err(Refusal::new(Step::Limit, format!("a move may lower more than {MAX_LOWERED} heaps")));
    }
    instances::are_heap_moves(game, &moves, budget)?;
    let law = &claim.law;
    let conditions = conditions(game, law)?;
    let starts = law.columns().starts().len();
    if starts != moves.passes + 1 {
        let reason = format!("it has {starts} starts, expected {}", moves.passes + 1);
        return Err(Refusal::new(Step::Automaton, reason));
    }
    universal::check(claim, &moves, &conditions, budget)?;
    existential::check(claim, &moves, &conditions, budget)?;
    Ok(sentence(claim, &moves))
}

/// The conditions of the values, if it is a law of the convention's outcomes.
fn conditions(game: &Rules, law: &LocalLaw) -> Verdict<Vec<Condition>> {
    let conditions = columns::conditions(game.convention(), law.columns())?;
    match law.otherwise().iter().find(|&&value| value as usize >= conditions.len()) {
        Some(value) => {
            let reason = format!("the value {value} is not below {}", conditions.len());
            Err(Refusal::new(Step::Automaton, reason))
        }
        None => Ok(conditions),
    }
}

fn sentence(claim: &LocalClaim, moves: &HeapMoves) -> String {
    let columns: &ColumnLaw = claim.law.columns();
    let (states, of_heaps) = (columns.outputs().len(), claim.law.heap().good.len());
    let passes = if moves.passes == 0 { "" } else { ", from a start for each number of passes used," };
    let heaps = match claim.law.heap().good.iter().any(|&good| good) {
        false => String::new(),
        true => format!(
            ", beside it for each heap the automaton with {of_heaps} states that reads its digits, too, and whether some heap is good at the end"
        ),
    };
    format!(
        "outcome of every position is the output of the automaton with {states} states that reads{passes} how many heaps have a 1 in each binary place ({}){heaps}",
        columns::counted(columns)
    )
}

/// The image of a set of heap states under a number of ones and a digit.
fn image(law: &LocalLaw, set: u32, ones: usize, digit: bool) -> u32 {
    let states = (0..).take(law.heap().good.len()).filter(|state| set >> state & 1 == 1);
    states.fold(0, |image, state: State| image | 1 << law.next_of_heap(state, ones, digit))
}

/// The set of good heap states.
fn good(law: &LocalLaw) -> u32 {
    (0..).zip(&law.heap().good).fold(0, |set, (state, &good)| set | u32::from(good) << state)
}

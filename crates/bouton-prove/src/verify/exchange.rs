//! Exchanges of coordinates, and their action on the law and on partial moves.

use bouton_automata::{exchanged_letters, exchanged_states};
use bouton_core::{LimitReached, State, Watch};

use super::{Partial, PartialMoves, Split};
use crate::relation::{MoveRelation, RelationState};

/// The exchange of a coordinate and the next one, under which the law and the moves are invariant.
pub(super) struct Exchange {
    /// The first of the two.
    at: usize,
    /// For each state of the law, the state that it becomes.
    states: Vec<State>,
    /// For each relation, the state that each of its states becomes.
    relations: Vec<Vec<RelationState>>,
}

/// All exchanges of neighbours under which the automata are invariant.
pub(super) fn exchanges(moves: &PartialMoves<'_>, watch: &Watch) -> Result<Vec<Exchange>, LimitReached> {
    let law = moves.law;
    let mut found = Vec::new();
    if !law.numeration().is_binary() {
        return Ok(found);
    }
    for at in 0..law.tracks().saturating_sub(1) {
        watch.spend((law.states() * law.letters()) as u64 / 8)?;
        let Some(states) = exchanged_states(law, at) else { continue };
        let letters = exchanged_letters(law.alphabet(), at);
        let relations = moves.parts.iter().map(|(_, relation)| exchanged(relation, &letters, watch));
        let relations: Option<Vec<_>> = relations.collect::<Result<_, _>>()?;
        found.extend(relations.map(|relations| Exchange { at, states, relations }));
    }
    Ok(found)
}

/// For each state of a relation, the state that it becomes; `None` if there is no such map.
fn exchanged(
    relation: &MoveRelation,
    letters: &[usize],
    watch: &Watch,
) -> Result<Option<Vec<RelationState>>, LimitReached> {
    let [start] = *relation.starts() else { return Ok(None) };
    if !relation.is_deterministic() {
        return Ok(None);
    }
    let mut images: Vec<Option<RelationState>> = vec![None; relation.states()];
    images[start as usize] = Some(start);
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        let Some(image) = images[state as usize] else { return Ok(None) };
        if relation.accepts(state) != relation.accepts(image) {
            return Ok(None);
        }
        for (letter, &other) in letters.iter().enumerate() {
            let (here, there) = (relation.next(state, letter), relation.next(image, other));
            watch.spend(1 + here.len() as u64)?;
            if here.len() != there.len() {
                return Ok(None);
            }
            for &(written, next) in here {
                let written = letters[usize::from(written)];
                let Ok(place) = there.binary_search_by_key(&written, |pair| usize::from(pair.0)) else {
                    return Ok(None);
                };
                let wanted = there[place].1;
                match images[next as usize].replace(wanted) {
                    None => open.push(next),
                    Some(known) if known != wanted => return Ok(None),
                    Some(_) => {}
                }
            }
        }
    }
    Ok(Some(images.into_iter().zip(0..).map(|(image, state)| image.unwrap_or(state)).collect()))
}

impl Exchange {
    fn apply(&self, (state, (part, relation, other)): (State, Split)) -> (State, Split) {
        let relation = self.relations[part][relation as usize];
        (self.states[state as usize], (part, relation, self.states[other as usize]))
    }
}

/// Exchanges coordinates as long as that makes the pair smaller; calls `done` with the first
/// coordinate of each exchange.
pub(super) fn least(
    exchanges: &[Exchange],
    moves: &PartialMoves<'_>,
    (state, partial): (State, Partial),
    done: impl FnMut(usize),
) -> (State, Partial) {
    if exchanges.is_empty() {
        return (state, partial);
    }
    least_split(exchanges, moves, (state, moves.split(partial)), done)
}

/// The same for a partial move that is not numbered.
pub(super) fn least_split(
    exchanges: &[Exchange],
    moves: &PartialMoves<'_>,
    mut pair: (State, Split),
    mut done: impl FnMut(usize),
) -> (State, Partial) {
    let mut next = 0;
    while let Some(exchange) = exchanges.get(next) {
        // Numbers of partial moves are in the order of their parts.
        let exchanged = exchange.apply(pair);
        if exchanged < pair {
            pair = exchanged;
            done(exchange.at);
            next = 0;
        } else {
            next += 1;
        }
    }
    let (state, (part, relation, other)) = pair;
    (state, moves.number(part, relation, other))
}

/// The coordinates that may be exchanged with the next one without changing the pair, as bits.
pub(super) fn equal(exchanges: &[Exchange], moves: &PartialMoves<'_>, pair: (State, Partial)) -> usize {
    if exchanges.is_empty() {
        return 0;
    }
    let pair = (pair.0, moves.split(pair.1));
    let stays = |exchange: &&Exchange| exchange.apply(pair) == pair;
    exchanges.iter().filter(stays).fold(0, |equal, exchange| equal | 1 << exchange.at)
}

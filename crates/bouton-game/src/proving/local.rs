//! Laws for every number of heaps in which each heap has a state.

use std::time::Instant;

use bouton_cert::OpenClaim;
use bouton_core::{HeapMoves, Watch};
use bouton_families::{NoLocal, prove_local};
use bouton_rules::Game;

use super::{Ending, Helps, open::checked};

/// Returns the theorem, or the reason why there is none, with the limit that was reached.
pub(super) fn of_heap_states(
    game: &Game,
    moves: &HeapMoves,
    started: Instant,
    watch: &Watch,
) -> Result<Ending, (String, Option<Helps>)> {
    checked(game, started, watch, |accepts| {
        let found = prove_local(
            moves,
            game.convention(),
            &mut |claim| accepts(OpenClaim::Local(claim.clone())),
            watch,
        );
        found.map(|claim| claim.law.columns().outputs().len()).map_err(|reason| {
            let limit = match &reason {
                NoLocal::Limit(limit) => Some(limit.into()),
                _ => None,
            };
            (reason.to_string(), limit)
        })
    })
}

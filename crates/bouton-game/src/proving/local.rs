//! Laws for every number of heaps in which each heap has a state.

use std::time::Instant;

use bouton_cert::{Certificate, Claim, LocalClaim, OpenClaim};
use bouton_check::Step;
use bouton_core::{HeapMoves, Watch};
use bouton_prove::{NoLocal, prove_local};
use bouton_rules::Game;

use super::{Ending, Helps, checking_ended, open::proved};
use crate::{LawError, Theorem, limits::checking};

/// The theorem; or the reason why there is none, with the limit that was reached.
pub(super) fn of_heap_states(
    game: &Game,
    moves: &HeapMoves,
    started: Instant,
    watch: &Watch,
) -> Result<Ending, (String, Option<Helps>)> {
    let mut limit = None;
    let mut found = None;
    let mut accepts = |claim: &LocalClaim| {
        let claim = Claim::Open(OpenClaim::Local(claim.clone()));
        let text = Certificate { game: game.text(), order: None, claim }.encode();
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
    match prove_local(moves, game.convention(), &mut accepts, watch) {
        Ok(claim) => {
            let states = Some(claim.law.columns().outputs().len());
            found
                .map(|theorem| proved(theorem, states, started))
                .ok_or_else(|| ("a law was found, and not its theorem".to_owned(), None))
        }
        Err(reason) => {
            let helps = match &reason {
                NoLocal::Limit(limit) => Some(limit.into()),
                _ => limit,
            };
            Err((reason.to_string(), helps))
        }
    }
}

//! The limits in the types of other crates, made from one watch.

use std::time::Duration;

use bouton_core::Watch;
use bouton_prove::ProveOptions;

/// The time limit of the checker if no time limit is set.
const TIME_TO_CHECK: Duration = Duration::from_secs(60);

/// Returns the limits of the check of a new proof.
pub fn checking(watch: &Watch) -> bouton_check::Limits {
    let watch = if watch.remaining().is_some() {
        watch.clone()
    } else {
        let (time, memory, threads) = (Some(TIME_TO_CHECK), watch.memory_left(), watch.threads());
        Watch::new(&bouton_core::Limits { time, memory, threads })
    };
    bouton_check::Limits { watch, ..bouton_check::Limits::default() }
}

/// The time limit of a search for a proof without a watch.
pub const TIME_TO_PROVE: Duration = Duration::from_secs(30);

/// Returns the options of a search for a proof, with the most states of a law if `states` is given.
pub fn options(states: Option<usize>) -> ProveOptions {
    let mut options = ProveOptions::default();
    options.states = states.unwrap_or(options.states);
    options
}

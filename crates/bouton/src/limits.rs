//! One watch, and what the rooms are told that have limits of their own.

use std::time::Duration;

use bouton_core::Watch;
use bouton_prove::ProveOptions;

/// The time that the checker gets where no time was set.
const TIME_TO_CHECK: Duration = Duration::from_secs(60);

/// For the check of what was just proved.
pub(crate) fn checking(watch: &Watch) -> bouton_check::Limits {
    let watch = if watch.remaining().is_some() {
        watch.clone()
    } else {
        let (time, memory, threads) = (Some(TIME_TO_CHECK), watch.memory_left(), watch.threads());
        Watch::new(&bouton_core::Limits { time, memory, threads })
    };
    bouton_check::Limits { watch, ..bouton_check::Limits::default() }
}

/// The time that a search for a proof gets where nobody has a watch.
pub(crate) const TIME_TO_PROVE: Duration = Duration::from_secs(30);

/// For a search for a proof: the most states of a law, where that is said.
pub(crate) fn options(states: Option<usize>) -> ProveOptions {
    let mut options = ProveOptions::default();
    options.states = states.unwrap_or(options.states);
    options
}

//! Windows: the local rule at every position, with no strategies.
//!
//! Where each coordinate of an option is that of the position and a constant, or any smaller
//! number, the states of the law at all options are a function of the digits read so far: for x +
//! d, the last digits are those of x + d modulo 2, and what stands before them is ⌊x/2⌋ + ⌊(digits
//! of x + d)/2⌋. So one exploration meets the outputs of the law at the options of *all* positions,
//! and evaluates the rule at each of them. `docs/certificate.md` has the proof.

mod explore;
mod sets;
mod shape;
mod symmetry;

use bouton_core::{Law, Ruleset};

use self::{explore::explore, shape::options};
use crate::{Refusal, Step, limits::Budget, refused::Verdict};

/// Checks that the law gives each position the value that the values of its options require.
pub(crate) fn check(ruleset: &Ruleset, law: &Law, budget: &mut Budget) -> Verdict<()> {
    if !law.numeration().is_binary() {
        return Err(Refusal::new(Step::Window, "windows are for binary digits"));
    }
    explore(ruleset, law, &options(ruleset, law.nim_heap)?, budget)
}

/// Whether a law of these rules may be checked by its windows; with `nim_heap`, for the rules with
/// a Nim heap added.
///
/// ```
/// use bouton_check::has_windows;
///
/// let rules = |text| bouton_rules::Game::parse(text).unwrap().ruleset().unwrap();
/// assert!(has_windows(&rules("heaps 2; move take 1..3 from 1 heap"), false));
/// assert!(!has_windows(&rules("counters n; move n -> n div 2 when n >= 1"), false));
/// ```
#[must_use]
pub fn has_windows(ruleset: &Ruleset, nim_heap: bool) -> bool {
    options(ruleset, nim_heap).is_ok()
}

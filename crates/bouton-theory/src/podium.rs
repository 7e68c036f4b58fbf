//! Nim for three and more players with the podium rule: a player who cannot be last tries to be
//! last but one, and so on.
//!
//! Sources: Li, *N-person Nim and N-person Moore's games*, International Journal of Game Theory 7
//! (1978); Nowakowski, Santos, Silva, *Three-player NIM with podium rule*, International Journal of
//! Game Theory (2020), to which all numbers of definitions, theorems and examples refer; Propp,
//! *Three-player impartial games*, Theoretical Computer Science 233 (2000).

mod canonical;
mod classes;
mod coalition;
mod digit_sum;
mod equality;
mod form;
mod impartial;
mod local_rule;
mod outcome;
mod players;
mod reduction;
mod representation;
mod suffix;

pub use canonical::{CanonicalError, canonical_form, canonical_form_within, compare_forms};
pub use classes::{ClassesError, EquivalenceClass, equivalence_classes, equivalence_classes_within};
pub use coalition::{CoalitionSum, CoalitionSums, coalition_sums, coalition_sums_within};
pub use digit_sum::{DigitSum, digit_sum};
pub use equality::{Equality, EqualityReason, equality, without_triple_ones};
pub use form::{ParseFormError, PileForm};
pub use impartial::{EvaluateError, Evaluator, ImpartialForm, MAX_FORM_DEPTH, ParseImpartialError, Play};
pub use outcome::{LinkedOption, Outcome, PileMove, linked_options, outcome, second_place_move};
pub use players::{is_p_position, moore_is_p_position};
pub use reduction::{
    Reduction, ReductionError, ReductionRule, ReductionStep, reduce, reduce_within, single_reduction,
};
pub use representation::{RepresentError, Representation, RepresentationBounds, represent, represent_within};
pub use suffix::is_suffix;

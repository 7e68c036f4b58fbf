//! The types of heap games: positions, rulesets, valuations, laws, numerations; and the limits of a
//! computation.
//!
//! A **position** is a point of ℕ^d (heap sizes, the number of heaps of each size, or named
//! counters) together with a finite **control state** (for example, whether the pass is still
//! available). A [`Ruleset`] gives the options of a position as a union of [`MoveSchema`]s: which
//! coordinates change, how, and when. A [`Valuation`] is a function of the *set* of values of the
//! options.
//!
//! The cost of a computation is bounded here, too: by [`Limits`], and by the [`Watch`] that every
//! long computation takes.
//!
//! This crate has no I/O and no threads. Beyond the definitions it contains one algorithm, the
//! elimination of variables from linear inequalities: a ruleset includes proofs that play ends and
//! that its parameters are bounded.
//!
//! ```
//! use bouton_core::{Valuation, ValueSet};
//!
//! let mut options = ValueSet::new();
//! for value in [0, 1, 3] {
//!     options.insert(value);
//! }
//! assert_eq!(Valuation::Grundy.value(&options), 2); // mex {0, 1, 3}
//! assert_eq!(Valuation::Podium { players: 3 }.value(&options), 1); // (min + 1) mod 3
//! ```
//!
//! ```
//! use bouton_core::Position;
//!
//! let position: Position = "3,4,5".parse().unwrap();
//! assert_eq!(position.to_string(), "3,4,5");
//! ```

mod alphabet;
mod arithmetic;
mod code;
mod column_law;
mod convention;
mod digit_automaton;
mod formula;
mod heap_moves;
mod impartial;
mod law;
pub mod letters;
pub mod limits;
mod linear;
mod local_law;
mod nim;
mod numeration;
mod outcome;
mod passes;
mod period;
mod position;
mod quotient;
mod ruleset;
mod schema;
mod termination;
mod valuation;
mod value_set;
mod written;

pub use alphabet::{Alphabet, MAX_LETTERS};
pub use arithmetic::bounds::{ParameterBounds, ParameterValues};
pub use arithmetic::reader::{LinearReader, ReaderState};
pub use arithmetic::satisfy::Undecided;
pub use code::{CodeFault, TakeAndBreakCode};
pub use column_law::{ColumnLaw, ColumnLawFault, FreeTakes, MAX_COLUMN_LETTERS, MAX_COLUMN_STATES, MoveKind};
pub use convention::Convention;
pub use digit_automaton::{AutomatonFault, DigitAutomaton, MAX_TRACKS, State};
pub use formula::Formula;
pub use heap_moves::{HeapMove, HeapMoves, Lowering};
pub use impartial::NoGrundyValues;
pub use law::{Law, LawFault};
pub use limits::{
    Allowance, Batch, BoundedBytes, BoundedList, LimitReached, Limits, MemoryShare, Progress, SearchCounts,
    Watch, WatchedWork, Weigh,
};
pub use linear::{LinearExpression, LinearOverflow, MAX_COEFFICIENT, MAX_CONSTANT, Variable};
pub use local_law::{HeapStates, LocalLaw, LocalLawFault, MAX_HEAP_STATES};
pub use nim::{is_paired_up, mex, nim_sum};
pub use numeration::{
    Letters, MAX_DIGITS, MAX_RECURRENCE, Numeration, NumerationFault, ParseNumerationError, WordState,
};
pub use outcome::{Outcome, ParseOutcomeError};
pub use passes::{pass_state, passes_left};
pub use period::Period;
pub use position::{ControlState, ParsePositionError, Position};
pub use quotient::{Quotient, QuotientElement, QuotientFault};
pub use ruleset::{Ruleset, RulesetFault, RulesetParts, Space};
pub use schema::{MoveSchema, Target};
pub use termination::descent::{
    bounds_parameters, bounds_parameters_within, descends, descends_by, descends_within, never_raises,
    never_raises_within,
};
pub use termination::order::{ParseOrderError, PlayOrder};
pub use valuation::{Condition, Valuation};
pub use value_set::{Value, ValueSet};

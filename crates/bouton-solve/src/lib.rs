//! Exact values of positions: the reference solver, growing tables, sums of heaps, and the cost of
//! each.
//!
//! * [`Solver`] is the readable reference: the definition with a memo;
//! * [`Table`] holds the values of a growing region, one byte for each position;
//! * [`BitTable`] holds outcomes of games with constant moves, one bit for each position;
//! * [`Memo`] solves games that end by an order without a finite rank, position by position;
//! * [`exact_value`] gives the value of one position;
//! * [`grundy_sequence`] gives the values of single heaps, with periods that are marked as proved
//!   or not.
//!
//! ```
//! use bouton_core::{ControlState, Valuation};
//! use bouton_solve::{Limits, Table, Watch};
//!
//! let game = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap();
//! let watch = Watch::new(&Limits::default());
//! let mut table = Table::new(&game.ruleset().unwrap(), Valuation::NormalOutcome, &watch).unwrap();
//! assert_eq!(table.value(&[7, 7], ControlState(0)), Ok(0)); // equal heaps are lost
//! assert_eq!(table.value(&[7, 5], ControlState(0)), Ok(1));
//! ```
//!
//! Every computation takes a [`Watch`] over its [`Limits`], and its error names the limit that was
//! met.

mod bit_table;
mod bounds;
mod cost;
mod exact;
mod existing;
mod heaps;
mod index;
mod memo;
mod moves;
mod one_heap;
mod periods;
mod rows;
pub mod saved;
mod sequence;
mod solver;
mod table;
mod take_and_break;
mod values;

pub use bit_table::BitTable;
pub use bounds::upper_bounds;
pub use bouton_core::{LimitReached, Limits, Watch};
pub use bouton_sequence as sequences;
pub use cost::Cost;
pub use exact::exact_value;
pub use existing::ExistingTable;
pub use heaps::{
    GrundyFilter, HeapLaw, HeapOption, HeapOptions, HeapSum, HeapValues, PartsVerdict, for_each_part,
};
pub use memo::Memo;
pub use moves::Moves;
pub use periods::{PeriodicCoordinate, Periods, class_of};
pub use rows::{count, for_each_in_box};
pub use sequence::{
    GrundySequence, Periodicity, grundy_sequence, grundy_sequence_by_definition, grundy_sequence_of_ruleset,
    grundy_sequence_of_ruleset_by_definition, grundy_sequence_on,
};
pub use solver::{Node, Options, RulesetOptions, Solver};
pub use table::Table;
pub use take_and_break::TakeAndBreak;
pub use values::{Engine, Lines, Question, Reach, Reference, TableEngine, Values};

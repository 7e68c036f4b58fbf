//! Answers about positions, boxes of positions, sums and pairs of games, by the cheapest engine.
//!
//! This crate is a part of [Bouton](https://docs.rs/bouton). The crate `bouton` has all of this
//! under its own names, with examples: use that crate. An [`Oracle`] answers for one game: it plans
//! each question, takes the cheapest source of values (a law, heaps one by one, a misère quotient,
//! a stored table, an engine) and keeps its results. A [`PositionBox`] visits the positions of a
//! box with their values, a [`HeatMap`] shows a plane of them, [`sum`](fn@sum) answers for several
//! games at once, [`compare`](fn@compare) compares two, [`Batch`] answers many questions by one
//! law, and [`why`](fn@why) gives the reasons for an answer.

mod answer;
mod batch;
mod compare;
mod genus;
mod heat_map;
mod json;
mod oracle;
mod plan;
mod positions;
mod reply;
mod sheet;
mod stored;
mod sum;
mod value_kind;
mod why;

pub use answer::{Answer, AnswerError, AnsweredMove, Query, Source};
pub use batch::{Batch, NimHeapBatch};
pub use compare::{CompareError, Comparison, Incomparable, compare, compare_in};
pub use genus::{GenusError, genus};
pub use heat_map::{HeatMap, HeatMapError, HeatMapValue, MAX_SIDE, Plane, PlaneError, heaps_mentioned};
pub use json::{AnyDocument, write_json, write_pretty_json};
pub use oracle::{Instance, Oracle, answer};
pub use plan::{Choice, Plan, TooMuch};
#[cfg(feature = "arrow")]
pub use positions::ArrowBoxError;
#[cfg(feature = "parquet")]
pub use positions::ParquetRows;
pub use positions::{
    ByLargest, PositionBox, PositionFilter, PositionRow, PositionsError, RowForm, WriteRowsError,
};
pub use reply::Replies;
pub use sheet::Sheet;
pub use stored::{StoredBox, held_in, many};
pub use sum::{SumError, UnsearchedTerm, sum};
pub use value_kind::ValueKind;
pub use why::{Reasons, ReasonsByMoves, TracedTheorem, WhyError, why, why_letters};

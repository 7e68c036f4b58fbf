//! The JSON documents of all interfaces of Bouton, one type for each.
//!
//! The program's `--json`, a page and a notebook print these types, so their field names are a
//! contract: fields may be added, but are not renamed. `docs/json.md` describes them,
//! `docs/schema.json` is their JSON schema, written by `bouton::ask::schema`.
//!
//! Numbers are JSON numbers up to 2⁵³ and strings of decimal digits beyond, see [`Number`]; a field
//! that does not apply to an answer is null.
//!
//! ```
//! use bouton_document::Count;
//!
//! let count: Count = serde_json::from_str(r#"{"game":"nim","upto":9,"counts":{"P":10,"N":90}}"#)?;
//! assert_eq!(count.counts["P"], 10u64.into());
//! # Ok::<(), serde_json::Error>(())
//! ```

/// Adds the derives that every document has.
macro_rules! documents {
    ($($item:item)*) => {
        $(
            #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
            $item
        )*
    };
}

mod error;
mod games;
mod in_total;
mod law;
mod letters;
mod nim;
mod number;
mod pass;
mod play;
mod podium;
mod positions;
mod sentence;
mod sequence;
mod solve;
mod why;

pub use error::{Error, ErrorBody, Fault};
pub use games::{Completions, GameEntry, Games, Manual};
pub use in_total::{
    InTotalBaseCases, InTotalBaseRow, InTotalBound, InTotalClaim, InTotalException, InTotalFamily,
    InTotalHypothesis, InTotalLemmas, InTotalLine, InTotalMember, InTotalNim, InTotalRow, InTotalSummary,
};
pub use law::{
    AutomatonDiagram, Check, Checks, CodeInWords, Compare, Counterexample, Emit, EveryNumberInWords, Explain,
    ExplainedLaw, Format, LawAsClaim, PeriodInWords, PrefixCounts, Prove, ProveSlices, Quotient,
    QuotientInWords, Slice, Statistics,
};
pub use letters::{Cone, ExplainLetters, ProveLetters};
pub use nim::{
    NimBoundedMove, NimBoundedPosition, NimClass, NimClasses, NimClosing, NimClosingSentence, NimDistance,
    NimDistances, NimFarthest, NimLost, NimMoves, NimSum, NimTrapezoids, NimTriangles, NimWinningMove,
    Suggest,
};
pub use number::Number;
pub use pass::{
    PassComparison, PassRow, PassSmallSizes, PassSmallSizesRow, PassTable, PassTableLine, PassTheorem,
};
pub use play::{Play, PlayedMove};
pub use podium::{
    PodiumBounds, PodiumCanonical, PodiumClass, PodiumClasses, PodiumCoalitionSum, PodiumCoalitions,
    PodiumDigitSum, PodiumEqual, PodiumForm, PodiumLink, PodiumLinkedPiles, PodiumMoore, PodiumOutcome,
    PodiumReduce, PodiumRepresentation, PodiumSecondPlace, PodiumStep, PodiumValue,
};
pub use positions::{
    BoundCount, Cell, Count, LargestRow, List, ListEntry, Table, TableByLargest, Tile, TileTask, Tiles,
};
pub use sentence::{Ask, SolutionCount, Solutions};
pub use sequence::{Against, Difference, Sequence, SequencePeriod, SequenceStatistics};
pub use solve::{Genus, GrundyValue, GrundyValues, Move, Plan, PlannedTiles, Solve, Sum, SumMove, Term};
pub use why::{Why, WhyMove, WhyTable};

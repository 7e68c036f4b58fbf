//! Exact tables of whole boxes at memory speed: one bit for each position for outcomes.
//!
//! A ruleset whose moves are displacements (finitely many vectors, or any multiple along rays) is
//! compiled into shift-ORs over skewed words ([`BoxPlan`]). These process 512 positions at a time
//! with AVX-512, and fewer on other machines, with the same bits everywhere. Other rulesets are
//! refused ([`Unfit`]); the engines of `bouton-solve` support them.
//!
//! ```
//! use bouton_core::{Valuation, Watch};
//! use bouton_tables::BoxPlan;
//!
//! let ruleset = bouton_rules::resolve("two-in-total").unwrap().ruleset().unwrap();
//! let plan = BoxPlan::new(&ruleset, Valuation::NormalOutcome, &[63; 4]).unwrap();
//! assert_eq!(plan.count(&Watch::unlimited()).unwrap(), [[5_589_176, 11_188_040]]);
//! ```
//!
//! Where any amount may be taken along one coordinate, a row of positions has at most one lost
//! position. Then the table is one number for each row ([`SparsePlan`]).
//!
//! A box that is larger than memory is cut into tiles ([`Tiling`]), which are stored in a folder
//! ([`TileStore`]). Each tile is computed from the faces of the tiles below it.
//!
//! # Should I use this?
//!
//! Use it for whole boxes of positions: counts, tables, pictures. For one position of a game with
//! few options the reference solver of `bouton-solve` is faster. Where a law has been proved, the
//! law is faster still.

mod bits;
mod geometry;
mod guards;
mod keeping;
mod kernel;
mod numbers;
mod outer;
mod pairs;
mod plan;
mod schedule;
mod shape;
mod sparse;
mod store;
mod symmetry;
mod tile;
mod view;

pub use kernel::InstructionSet;
pub use numbers::{NumberPlan, NumberTable};
pub use pairs::LostPairs;
pub use shape::Unfit;
pub use sparse::{SparsePlan, SparseTable};
pub use store::{StoreError, StorePlan, StoredTable, TileCounts, TileStore};
pub use symmetry::Symmetry;
pub use tile::{FilledBy, ParseTileIdError, TileId, Tiling, TilingError};
pub use view::{BoxPlan, BoxTable};

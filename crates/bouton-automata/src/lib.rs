//! Operations on [`DigitAutomaton`](bouton_core::DigitAutomaton)s, one in each file.
//!
//! ```
//! use bouton_automata::{difference, minimize, table_law};
//!
//! // "both heaps are equal", written in two ways
//! let equal = table_law(2, 1, |_, heaps| u32::from(heaps[0] != heaps[1]), 3).unwrap();
//! assert_eq!(minimize(&equal).states(), 2);
//! assert_eq!(difference(&equal, &minimize(&equal)), None);
//! ```

mod combine;
mod difference;
mod explore;
mod groups;
mod live;
mod minimize;
mod numbers;
mod permute;
mod product;
mod region;
mod reverse;
mod table_law;
mod words;
mod worklist;

pub use combine::combine;
pub use difference::{difference, differing_word};
pub use explore::{ExploreError, explore, explore_over};
pub use groups::Groups;
pub use live::{live_from, live_states, live_states_within, reaching};
pub use minimize::{minimize, minimize_within};
pub use numbers::TooManyStates;
pub use permute::{exchanged_letters, exchanged_states, is_symmetric, permute};
pub use product::for_each_reached;
pub use region::{
    OUTSIDE, complement, exceptions, is_empty, restricted, sorted_region, sorted_region_over, words_region,
};
pub use reverse::{LeastFirstAutomaton, ReverseTooLarge, least_significant_first};
pub use table_law::table_law;
pub use words::{WordReader, Words, words_of};
pub use worklist::Worklist;

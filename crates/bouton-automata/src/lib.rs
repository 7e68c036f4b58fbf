//! Operations on [`DigitAutomaton`](bouton_core::DigitAutomaton)s, one a file.
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
mod minimize;
mod permute;
mod reverse;
mod table_law;

pub use combine::combine;
pub use difference::difference;
pub use minimize::minimize;
pub use permute::{is_symmetric, permute};
pub use reverse::{LeastFirstAutomaton, ReverseTooLarge, least_significant_first};
pub use table_law::table_law;

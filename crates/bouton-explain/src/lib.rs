//! Writes laws in words, tables and diagrams, and for other tools.
//!
//! [`explain`] takes the form of a proved law that `bouton-forms` found, which is equal to the law at all positions,
//! and writes it in words and tables.
//!
//! An explanation is a tree, [`bouton_prose::Prose`], which its writers turn into plain text,
//! Markdown, LaTeX, HTML and Typst.
//!
//! A [`Diagram`] draws an automaton, in either digit order; [`walnut`], [`hoa`] and [`mona`] write
//! a law for other tools.

mod claim;
mod diagram;
mod explanation;
mod export;
mod words;

pub use claim::{MOST_CASES, NoClaim, claim_of_period};
pub use diagram::{Diagram, DiagramEdge, DiagramState};
pub use explanation::{Explanation, explain, explain_within};
pub use export::{ExportError, MOST_BYTES, hoa, mona, walnut};
pub use words::{
    Column, Trace, columns, columns_table, control_state_in_words, nim_sum_of, outcome_letters, place_of,
};

//! Owns the forms of laws that a person can read: words, tables, diagrams.
//!
//! [`explain`] turns a proved law, an automaton over digits, into words and tables. It tries forms
//! from the simplest on: a constant, a remainder, a rule about columns of binary digits, linked
//! piles, remainders and nim-sum, a certain nim-sum, rows and residues, a typical rule with
//! families of exceptions, a few properties that decide the value; at last the automaton itself. Laws in
//! other numerations than base 2 are stated as periods, pairs in the manner of Wythoff, Nim on remainders, or
//! a few properties. Each form is turned back into an automaton and compared with the law at *all* positions
//! before it is shown: it is never a template, and never holds only "as far as seen".
//!
//! An explanation is a tree, [`bouton_prose::Prose`], which its writers turn into plain text,
//! Markdown, LaTeX, HTML and Typst.
//!
//! A [`Diagram`] draws an automaton, in either digit order; [`walnut`], [`hoa`] and [`mona`] write
//! a law for other tools.

mod apart;
mod asking;
mod beatty;
mod boxes;
mod cases;
mod claim;
mod condition;
mod diagram;
mod digits;
mod existing;
mod explanation;
mod export;
mod grundy;
mod halved;
mod heap_sum;
mod linear_form;
mod linked_piles;
mod meaning;
mod mostly;
mod nim_sum;
mod periodic;
mod prefix;
mod properties;
mod region;
mod remainders;
mod rows;
mod rule;
mod sample;
mod sorted;
mod words;

pub use apart::Apart;
pub use beatty::Beatty;
pub use cases::{Case, Cases};
pub use claim::NoClaim;
pub use condition::Condition;
pub use diagram::{Diagram, DiagramEdge, DiagramState};
pub use digits::{Columns, DigitLaw, SmallLaw};
pub use explanation::{ControlLaw, Explanation, Form, Halved, explain, explain_within};
pub use export::{ExportError, MOST_BYTES, hoa, mona, walnut};
pub use grundy::{Base, GrundyValues};
pub use heap_sum::HeapSumLaw;
pub use linear_form::LinearForm;
pub use mostly::Mostly;
pub use nim_sum::NimSumLaw;
pub use periodic::Periodic;
pub use properties::{OfEach, Properties, Property};
pub use remainders::{RemainderLaw, Remainders};
pub use rows::{Row, Rows};
pub use rule::Rule;
pub use words::{Column, Trace, columns, columns_table, nim_sum_of, outcome_letters, place_of};

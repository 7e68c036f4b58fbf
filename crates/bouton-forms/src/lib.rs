//! Finds a form of a law that a person can read: a remainder, columns of digits, rows, cases, a few properties.
//!
//! This crate is a part of [Bouton](https://docs.rs/bouton): its crate `bouton-explain` writes the forms in words.
//!
//! [`control_laws`] turns a proved law, an automaton over digits, into a [`Form`] for each control state. It tries forms
//! from the simplest on: a constant, a remainder, a rule about columns of binary digits, linked
//! piles, remainders and nim-sum, a certain nim-sum, rows and residues, a typical rule with
//! families of exceptions, a few properties that decide the value; at last the automaton itself. Laws in
//! other numerations than base 2 are stated as periods, pairs in the manner of Wythoff, Nim on remainders, or
//! a few properties. Each form is turned back into an automaton and compared with the law at *all* positions
//! before it is returned: it is never a template, and never holds only "as far as seen".

mod apart;
mod asking;
mod beatty;
mod boxes;
mod cases;
mod condition;
mod digits;
mod existing;
mod form;
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

pub use apart::Apart;
pub use beatty::{Beatty, Surd};
pub use boxes::{Product, products};
pub use cases::{Case, Cases};
pub use condition::{Condition, all_of};
pub use digits::{Columns, DigitLaw, SmallLaw};
pub use form::{ControlLaw, Form, Halved, control_laws, control_laws_within};
pub use grundy::{Base, GrundyValues};
pub use heap_sum::HeapSumLaw;
pub use linear_form::LinearForm;
pub use mostly::Mostly;
pub use nim_sum::NimSumLaw;
pub use periodic::Periodic;
pub use prefix::NUMERATION;
pub use properties::{OfEach, Properties, Property, Term};
pub use remainders::{RemainderLaw, Remainders};
pub use rows::{Row, Rows};
pub use rule::{Rule, by_value, class_index, classes};

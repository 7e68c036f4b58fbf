//! The prover: its proofs, refusals and searches.
//!
//! One program, so that it is linked once and its tests share the cores.

mod addition;
mod checkpoint;
mod corners;
mod exchanges;
mod existing;
mod formula;
mod guide;
mod impartial;
mod mona;
mod mutants;
mod numerations;
mod orders;
mod proofs;
mod relation;
mod single_moves;
mod slices;
mod stages;

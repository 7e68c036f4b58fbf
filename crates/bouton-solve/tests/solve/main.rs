//! The reference solver and the tables against each other and cited values.
//!
//! One program, so that it is linked once and its tests share the cores.

mod chosen_heaps;
mod cited;
mod counts;
mod engines_agree;
mod enumeration;
mod heaps;
mod lost_positions;
mod lowered;
mod parts;
mod sequences;
mod tables;

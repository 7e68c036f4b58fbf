//! Closed forms of heap games, each with its theorem.
//!
//! * [`nim`]: Bouton's theory of Nim, lists and good starting positions, and Nim
//!   with at most k objects a move.
mod natural;
pub mod nim;
pub mod podium;

//! Checks certificates of heap games: independent, small, and without trust in who made them.
//!
//! The checker reads the rules that stand in the certificate, derives from them
//! by itself what the options of a position are, and verifies two finite facts:
//! no move leads to a forbidden value (a product is explored), and every
//! position has the options that its value requires (a strategy is closed under
//! appending digits). `docs/certificate.md` says why they suffice. It shares no
//! algorithm with the prover.
//!
//! A law can be checked against a ruleset alone, or with the whole certificate
//! by [`check`].
mod atom;
mod check;
mod family;
mod game;
mod law;
mod limits;
mod period;
mod refused;
mod strategy;
mod universal;

pub use check::{Checked, check, check_with};
pub use law::check_law;
pub use limits::Limits;
pub use period::check_period;
pub use refused::{Refused, Step};

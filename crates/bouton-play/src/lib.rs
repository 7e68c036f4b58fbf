//! A game against the perfect player, or one who errs: turns, messages, results.
//!
//! A [`Match`] is the game. A [`Session`] is the dialogue: it answers the lines that a player
//! types, and does not depend on terminals or files. A [`Partner`] finds the best moves, and an
//! [`Opponent`] errs at a stated rate.
//!
//! A part of [Bouton](https://docs.rs/bouton), whose crate `bouton` has all of this as
//! `bouton::play`, with examples: use that crate.

mod drawing;
mod entry;
mod game;
mod opponent;
mod partner;
mod session;
mod start;
mod talk;
mod wording;

pub use drawing::drawing;
pub use entry::{Entry, WORDS, parted, understand};
pub use game::Match;
pub use opponent::{Level, Opponent, UnknownLevel};
pub use partner::{Partner, best_move};
pub use session::{ResumeError, Session, Turn};
pub use start::{Fairness, Start, fair_start, fairness, first_start};
pub use wording::move_words;

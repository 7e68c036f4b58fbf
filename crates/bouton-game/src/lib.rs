//! Playable games, theorems about them, and the search for theorems.
//!
//! This crate is a part of [Bouton](https://docs.rs/bouton). The crate `bouton` has all of this
//! under its own names, with examples: use that crate. A [`Playable`] is a game with a fixed kind
//! of positions. A [`CheckedLaw`] and a [`Theorem`] are claims that the checker has accepted; some
//! of them are bundled with the program ([`bundled`](fn@bundled)). [`prove_law`] and related
//! functions search for more, and [`judge`] decides a claim of the user.

mod accepted;
pub mod bundled;
pub mod law;
mod legal;
pub mod letters;
pub mod limits;
mod playable;
mod proving;
mod sequence;
mod settings;
mod slices;
pub mod terms;
mod theorem;

pub use accepted::accepted;
pub use bouton_prove::BigPosition;
pub use bundled::{BundledCertificate, bundled, bundled_law, bundled_theorem, theorem_with_identity};
pub use law::{CheckedLaw, LawError};
pub use legal::{Legality, legality, legality_of_heaps};
pub use letters::{
    LetterEnding, LetterTheorem, LettersError, judge_letter_claim, letter_settings, prove_letters,
};
pub use playable::{Arena, OpenMoves, Playable, PlayableError, PositionError};
pub use proving::{
    Ending, Helps, JudgeError, MOST_LOGIC_STATES, NotFound, ProveError, ProvedTheorem, Refutation,
    for_every_number, judge, judge_claim, judge_claim_for_every_number, known_or_proved, looks_like_a_claim,
    prove_every_number, prove_law, prove_law_with, prove_quotient, prove_wanted,
};
pub use sequence::{
    BFile, BFileError, SequenceEngine, SequenceError, SequenceOptions, sequence, sequence_document,
    sequence_statistics, sequence_with, with_one_heap,
};
pub use settings::{Settings, SettingsError, settings};
pub use slices::{Slice, SliceError, Slices};
pub use theorem::{
    DigitOrder, Drawing, Theorem, TheoremError, Tool, UnknownTool, UnknownWording, Wording, check_in,
};

//! State the rules of a heap game; get its winning strategy, with a proof.
//!
//! This crate is the whole of Bouton for users of the library: the vocabulary
//! ([`Position`], [`Ruleset`], [`Valuation`], …) stands at the top, each
//! room of the house is a module ([`rules`], [`solve`], [`prove`], [`check`],
//! [`explain`], [`emit`], [`theory`]), and a few functions put them together:
//! [`load`] a game, make it [`Playable`], [`answer`] what a position is worth.
//!
//! Solve a position:
//!
//! ```
//! let game = bouton::load("nim")?;
//! let position = "3,4,5".parse()?;
//! let playable = bouton::Playable::for_position(&game, None, &position)?;
//! let watch = bouton::Watch::new(&bouton::Limits::default());
//! let answer = bouton::answer(&playable, &position, &watch)?;
//! assert_eq!(answer.outcome, "N");
//! assert_eq!(answer.winning_moves().map(|to| to.to_string()).collect::<Vec<_>>(), ["1,4,5"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Prove the law of a game, have it checked, and ask it about a heap that no table could hold:
//!
//! ```
//! use bouton::{Limits, Watch, prove::{Goal, ProveOptions, prove}};
//!
//! let game = bouton::load("heaps 1; move take 1..3 from 1 heap")?;
//! let proof = prove(&game.ruleset()?, Goal::Outcome, &ProveOptions::default(), &Watch::new(&Limits::default()))?;
//! let law = bouton::CheckedLaw::new(&proof.certificate.encode(), &bouton::check::Limits::default())?;
//!
//! let position = "1000000000000000000000000000001".parse()?;
//! let playable = bouton::Playable::for_position(&game, None, &position)?;
//! let answer = bouton::answer_by_law(&playable, &position, &law, 10)?;
//! assert_eq!(answer.winning_moves().next().unwrap().to_string(), "1000000000000000000000000000000");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Faults of a rules text are data, all of them at once:
//!
//! ```
//! let faults = bouton::rules::Game::parse("heaps 2\nmvoe take any from 1 heap").unwrap_err();
//! assert!(faults.to_string().contains("did you mean `move`?"));
//! ```
//!
//! # Should I use this?
//!
//! Yes, to work with games whose positions are heaps or counters: to solve,
//! tabulate, prove and certify. If you only check certificates, take
//! `bouton-check` alone: it is small and needs none of the rest. If you only
//! want Nim-sums or closed forms, take `bouton-theory`. Games on graphs or
//! boards are not what this is for.

mod answer;
mod bundled;
pub mod document;
mod error;
mod game;
pub mod in_total;
mod law;
mod legal;
mod limits;
mod load;
pub mod play;
mod playable;
mod positions;
mod proving;
mod reply;
mod sequence;
mod size;
mod sum;
mod theorem;
pub mod words;

pub use bouton_automata as automata;
pub use bouton_cert as cert;
pub use bouton_check as check;
pub use bouton_core::{
    AutomatonFault, CodeFault, Condition, ControlState, Convention, DigitAutomaton, Formula, Held, Law,
    LimitReached, Limits, LinearExpression, LinearOverflow, MAX_TRACKS, MoveSchema, NoGrundyValues, Outcome,
    ParsePositionError, Period, Position, Progress, Ruleset, RulesetFault, RulesetParts, Space,
    TakeAndBreakCode, Target, Valuation, Value, ValueSet, Variable, Watch,
};
pub use bouton_emit::{self as emit, Language};
pub use bouton_explain as explain;
pub use bouton_prove::{self as prove, Goal};
pub use bouton_rules as rules;
pub use bouton_solve as solve;
pub use bouton_theory as theory;

pub use answer::{Answer, AnswerError, AnsweredMove, Source, answer, answer_by_law};
pub(crate) use bundled::bundled_law_text;
pub use bundled::{Bundled, bundled, bundled_law, bundled_theorem};
pub use error::{Error, ErrorKind};
pub use game::Game;
pub use law::{CheckedLaw, LawError};
pub use legal::{Legality, legality};
pub use load::{LoadError, load};
pub use playable::{Arena, BigPosition, Playable, PlayableError, PositionError};
pub use positions::{Asked, PositionBox, PositionRow, PositionsError};
pub use proving::{
    Ending, JudgeError, NotFound, ProveError, Proved, Refuted, judge, known_or_proved, prove_law,
};
pub use reply::options_with_grundy;
pub use sequence::{SequenceError, sequence, with_one_heap};
pub use sum::{SumError, UnsearchedTerm, sum};
pub use theorem::{DigitOrder, Drawing, Theorem, TheoremError, Wording};

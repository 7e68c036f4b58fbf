//! The parts that all interfaces of Bouton share: games, theorems, answers, pictures, and
//! their documents.
//!
//! State the rules of a heap game; get its winning strategy, with a proof. This crate is the whole
//! of Bouton for users of the library: a [`Game`] is solved, proved and played; a [`Theorem`] is a
//! claim that the checker has accepted, in words, as code, as a certificate; [`document`] has the
//! JSON documents of all interfaces, as serde types. The underlying crates are modules ([`rules`],
//! [`solve`], [`prove`], [`families`], [`check`], [`explain`], [`prose`], [`emit`], [`play`], [`theory`]).
//!
//! Solve:
//!
//! ```
//! use bouton::Game;
//!
//! let answer = Game::named("nim")?.solve("3,4,5")?;
//! assert_eq!(answer.outcome, "N");
//! assert_eq!(answer.winning_moves().next().unwrap().to_string(), "1,4,5");
//! # Ok::<(), bouton::Error>(())
//! ```
//!
//! Prove. The certificate alone suffices for another check:
//!
//! ```
//! use bouton::Game;
//!
//! let theorem = Game::named("heaps 1; move take 1..3 from 1 heap")?.prove()?;
//! assert_eq!(theorem.sentence(), "P if h1 mod 4 is 0, else N.");
//! assert!(bouton::check::check(theorem.certificate()).is_ok());
//! # Ok::<(), bouton::Error>(())
//! ```
//!
//! Explain, and emit the strategy as a program:
//!
//! ```
//! use bouton::{Game, Language, Wording};
//!
//! let theorem = Game::named("take-three")?.prove()?;
//! assert!(theorem.explain(Wording::Latex).contains(r"P if $h_1 \bmod 4$ is $0$, else N."));
//! assert!(theorem.emit(Language::Python)?.contains("def winning_move"));
//! # Ok::<(), bouton::Error>(())
//! ```
//!
//! Faults of a rules text are data, all of them at once:
//!
//! ```
//! let faults = bouton::rules::Game::parse("heaps 2\nmvoe take any from 1 heap").unwrap_err();
//! assert!(faults.to_string().contains("did you mean `move`?"));
//! ```
//!
//! Every function that may take long has a [`Watch`] as an argument: for time, memory, progress,
//! cancelling. The methods without a watch use the default [`Limits`].
//!
//! # Features
//!
//! `arrow`: boxes of positions as Arrow record batches. `clap`: questions as arguments of a command line.
//! `parquet`: rows as Parquet files. `png`: pictures as PNG files. All are off by default.
//!
//! # Should I use this?
//!
//! Yes, to work with games whose positions are heaps or counters: to solve, tabulate, prove and
//! certify. If you only check certificates, use `bouton-check` alone: it is small and independent
//! of the prover. If you only want Nim-sums or closed forms, use `bouton-theory`. Games on graphs
//! or boards are out of scope.

pub mod ask;
mod asking;
pub mod ending;
mod error;
mod game;
mod heat_map_request;
pub mod in_total;
mod oracles;
pub mod picture;
pub mod units;
pub mod words;

pub use bouton_automata as automata;
pub use bouton_cert as cert;
pub use bouton_check as check;
pub use bouton_core::{
    AutomatonFault, BoundedList, CodeFault, Condition, ControlState, Convention, DigitAutomaton, Formula,
    Law, LimitReached, Limits, LinearExpression, LinearOverflow, MAX_TRACKS, MemoryShare, MoveSchema,
    NoGrundyValues, Numeration, Outcome, ParseNumerationError, ParsePositionError, Period, Position,
    Progress, Ruleset, RulesetFault, RulesetParts, SearchCounts, Space, TakeAndBreakCode, Target, Valuation,
    Value, ValueSet, Variable, Watch, Weigh,
};
pub use bouton_emit::{self as emit, Language};
pub use bouton_explain as explain;
pub use bouton_families as families;
pub use bouton_files::Replacement;
pub use bouton_forms as forms;
pub use bouton_logic as logic;
pub use bouton_lower::{self as lower, LowerError};
pub use bouton_play as play;
pub use bouton_prose as prose;
pub use bouton_prove::{self as prove, Goal, NumerationChoice, ProveOptions};
pub use bouton_rules as rules;
pub use bouton_solve::{self as solve, Engine};
pub use bouton_tables::{StoreError, StoredTable, TileCounts, TilingError};
pub use bouton_theory as theory;

#[cfg(feature = "arrow")]
pub use bouton_answer::ArrowBoxError;
pub use bouton_answer::{
    Answer, AnswerError, AnsweredMove, Batch, ByLargest, Choice, CompareError, Comparison, GenusError,
    Incomparable, Instance, NimHeapBatch, Oracle, Plan, PositionBox, PositionFilter, PositionRow,
    PositionsError, Query, Reasons, ReasonsByMoves, Replies, RowForm, Sheet, Source, StoredBox, SumError,
    TooMuch, TracedTheorem, UnsearchedTerm, ValueKind, WhyError, WriteRowsError, answer, compare, compare_in,
    genus, sum, why, why_letters,
};
pub use bouton_document as document;
pub use bouton_game::{
    Arena, BFile, BFileError, BigPosition, BundledCertificate, CheckedLaw, DigitOrder, Drawing, Ending,
    Helps, JudgeError, LawError, Legality, LetterEnding, LetterTheorem, LettersError, NotFound, OpenMoves,
    Playable, PlayableError, PositionError, ProveError, ProvedTheorem, Refutation, SequenceEngine,
    SequenceError, SequenceOptions, Settings, SettingsError, Slice, SliceError, Slices, Theorem,
    TheoremError, Tool, UnknownTool, UnknownWording, Wording, accepted, bundled, bundled_law,
    bundled_theorem, check_in, for_every_number, judge, judge_claim, judge_claim_for_every_number,
    judge_letter_claim, known_or_proved, legality, legality_of_heaps, letter_settings, letters,
    looks_like_a_claim, prove_every_number, prove_law, prove_law_with, prove_letters, prove_quotient,
    prove_wanted, sequence, sequence_document, sequence_statistics, sequence_with, settings,
    theorem_with_identity, with_one_heap,
};

pub use error::{Error, ErrorKind};
pub use game::Game;
pub use heat_map_request::{heat_map_of_game, heat_map_of_table};
pub use oracles::Oracles;

//! Why there is no answer: one type for all questions, with stable codes.

use bouton_core::NoGrundyValues;
use bouton_explain::ExportError;
use bouton_rules::{Diagnostics, HeapsError, ResolveError};
use bouton_solve::LimitReached;

use crate::{
    AnswerError, BFileError, CompareError, GenusError, Incomparable, JudgeError, LawError, PlayableError,
    PositionError, PositionsError, ProveError, SequenceError, StoreError, SumError, TheoremError, Untiled,
    draw::PictureError,
    heat_map::{HeatMapError, PlaneError},
    in_total::MemberError,
};

/// Why there is no answer.
///
/// Its [`kind`](Self::kind) has a stable code. No message names the option of a program: who
/// has options says which one helps.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The rules have faults.
    #[error("{faults}")]
    Rules {
        /// The text.
        text: String,
        /// All its faults.
        faults: Diagnostics,
    },
    /// No built-in game, no code and no rules text.
    #[error(transparent)]
    Unknown(ResolveError),
    /// Two games cannot be compared.
    #[error(transparent)]
    Incomparable(#[from] Incomparable),
    /// The number of heaps is not the game's.
    #[error(transparent)]
    Heaps(#[from] HeapsError),
    /// The game cannot be played as it is.
    #[error(transparent)]
    Playable(#[from] PlayableError),
    /// The position is none of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A position cannot be answered.
    #[error(transparent)]
    Answer(#[from] AnswerError),
    /// The game has no Grundy values.
    #[error(transparent)]
    NoGrundyValues(#[from] NoGrundyValues),
    /// The values of a box cannot be had.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// A picture shows other positions.
    #[error(transparent)]
    Plane(#[from] PlaneError),
    /// There is no heat map.
    #[error(transparent)]
    HeatMap(#[from] HeatMapError),
    /// A picture is not painted.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// There is no sequence.
    #[error(transparent)]
    Sequence(#[from] SequenceError),
    /// A sum cannot be solved.
    #[error(transparent)]
    Sum(#[from] SumError),
    /// A genus cannot be found.
    #[error(transparent)]
    Genus(#[from] GenusError),
    /// A certificate gives no law.
    #[error(transparent)]
    Law(#[from] LawError),
    /// A theorem cannot be searched for.
    #[error(transparent)]
    Prove(#[from] ProveError),
    /// A claim is not judged.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// No law was found within the limits.
    #[error("{0}")]
    NoLaw(String),
    /// A theorem cannot be shown like this.
    #[error(transparent)]
    Theorem(#[from] TheoremError),
    /// A game of the family bounded in total cannot be examined.
    #[error(transparent)]
    Member(#[from] MemberError),
    /// A stored table cannot be had.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

impl From<CompareError> for Error {
    fn from(error: CompareError) -> Self {
        match error {
            CompareError::Incomparable(error) => error.into(),
            CompareError::Positions(error) => error.into(),
            CompareError::Prove(error) => error.into(),
            CompareError::Limit(error) => error.into(),
        }
    }
}

/// Takes every error of the library into a type of one's own that takes [`Error`], so that `?` goes all the way.
///
/// # Examples
///
/// ```
/// struct Failure(bouton::Error);
///
/// impl From<bouton::Error> for Failure {
///     fn from(error: bouton::Error) -> Self {
///         Self(error)
///     }
/// }
/// bouton::take_errors!(Failure);
///
/// fn title(heaps: usize) -> Result<String, Failure> {
///     Ok(bouton::Game::named("nim")?.with_heaps(heaps)?.title())
/// }
/// assert!(title(3).is_ok());
/// ```
#[macro_export]
macro_rules! take_errors {
    ($failure:ty) => {
        $crate::take_errors! { $failure:
            $crate::AnswerError, $crate::CompareError, $crate::GenusError, $crate::JudgeError, $crate::LawError, $crate::LimitReached, $crate::NoGrundyValues,
            $crate::PlayableError, $crate::PositionError, $crate::PositionsError, $crate::ProveError,
            $crate::SequenceError, $crate::StoreError, $crate::SumError, $crate::TheoremError, $crate::in_total::MemberError,
            $crate::picture::HeatMapError, $crate::picture::PictureError, $crate::picture::PlaneError,
            $crate::rules::HeapsError,
        }
    };
    ($failure:ty: $($error:ty),+ $(,)?) => {
        $(
            impl From<$error> for $failure {
                fn from(error: $error) -> Self {
                    $crate::Error::from(error).into()
                }
            }
        )+
    };
}

/// What is wrong, by a stable code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// There is no such game, or the game cannot be taken here.
    Game,
    /// Faults of a rules text.
    Rules,
    /// The position is none of the game.
    Position,
    /// The game has no such value.
    Value,
    /// The game has no such outcome.
    Outcome,
    /// The game has no such control state.
    Control,
    /// The hypotheses of a theorem do not hold for the game.
    Hypothesis,
    /// A certificate cannot be used here.
    Certificate,
    /// A theorem cannot be shown in this form.
    Format,
    /// A law cannot be emitted.
    Emit,
    /// A limit was reached: nothing is wrong with the question.
    Limit,
    /// A checkpoint cannot be used.
    Checkpoint,
    /// A stored table cannot be used.
    Store,
    /// A file is not what it should be.
    File,
    /// A defect of this library.
    Defect,
}

impl ErrorKind {
    /// The stable code, as in `docs/json.md`.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Rules => "rules",
            Self::Position => "position",
            Self::Value => "value",
            Self::Outcome => "outcome",
            Self::Control => "control",
            Self::Hypothesis => "hypothesis",
            Self::Certificate => "certificate",
            Self::Format => "format",
            Self::Emit => "emit",
            Self::Limit => "limit",
            Self::Checkpoint => "checkpoint",
            Self::Store => "store",
            Self::File => "file",
            Self::Defect => "defect",
        }
    }
}

impl Error {
    /// What is wrong.
    ///
    /// ```
    /// use bouton::{ErrorKind, Game};
    ///
    /// let rules = "heaps 2; move take any from 1 heap; move take the same any from 2 heaps; play misere";
    /// let error = Game::named(rules)?.solve("1000000000000000000000000000000,5").unwrap_err();
    /// assert_eq!((error.kind(), error.kind().code()), (ErrorKind::Limit, "limit"));
    /// assert_eq!(Game::named("nim")?.solve("3,x").unwrap_err().kind(), ErrorKind::Position);
    /// # Ok::<(), bouton::Error>(())
    /// ```
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Rules { .. } => ErrorKind::Rules,
            Self::Unknown(_) | Self::Heaps(_) | Self::Playable(_) | Self::Incomparable(_) => ErrorKind::Game,
            Self::Position(_) | Self::Plane(_) => ErrorKind::Position,
            Self::Picture(PictureError::NotBuilt) => ErrorKind::Format,
            Self::Picture(PictureError::TooLarge { .. }) => ErrorKind::Limit,
            Self::HeatMap(error) => match error {
                HeatMapError::NoGrundyValues(_) => ErrorKind::Hypothesis,
                HeatMapError::NoRemoteness => ErrorKind::Value,
                HeatMapError::Limit(_) => ErrorKind::Limit,
            },
            Self::Answer(error) | Self::Sum(SumError::Answer(error)) => answer_kind(error),
            Self::NoGrundyValues(_) => ErrorKind::Hypothesis,
            Self::Positions(error) => match error {
                PositionsError::NoGrundyValues(_) => ErrorKind::Hypothesis,
                PositionsError::NoRemoteness => ErrorKind::Value,
                PositionsError::Answer(error) => answer_kind(error),
                PositionsError::Outcome { .. } => ErrorKind::Outcome,
                PositionsError::Control { .. } => ErrorKind::Control,
                PositionsError::Coordinate { .. } => ErrorKind::Position,
                PositionsError::Count | PositionsError::Limit(_) => ErrorKind::Limit,
            },
            Self::Sequence(error) => match error {
                SequenceError::NoGrundyValues(_) => ErrorKind::Hypothesis,
                SequenceError::NotKept | SequenceError::Checkpoint(_) => ErrorKind::Checkpoint,
                SequenceError::Limit(_) | SequenceError::List { error: BFileError::Limit(_), .. } => {
                    ErrorKind::Limit
                }
                SequenceError::List { .. } => ErrorKind::File,
                _ => ErrorKind::Game,
            },
            Self::Sum(SumError::NoGrundyValues { .. }) => ErrorKind::Hypothesis,
            Self::Sum(SumError::OutcomeOnly { .. }) | Self::NoLaw(_) | Self::Limit(_) => ErrorKind::Limit,
            Self::Genus(error) => match error {
                GenusError::NoHeaps => ErrorKind::Game,
                GenusError::Position(_) => ErrorKind::Position,
                GenusError::Heap(_) | GenusError::Limit(_) => ErrorKind::Limit,
            },
            Self::Law(error) => law_kind(error),
            Self::Store(error) => store_kind(error),
            Self::Prove(error) | Self::Judge(JudgeError::Prove(error)) => prove_kind(error),
            Self::Judge(JudgeError::Code) => ErrorKind::Game,
            Self::Judge(_) => ErrorKind::Certificate,
            Self::Theorem(error) => match error {
                TheoremError::NoAutomaton | TheoremError::Control { .. } | TheoremError::EveryControl => {
                    ErrorKind::Format
                }
                TheoremError::Export(ExportError::Transitions(_) | ExportError::Bytes { .. }) => {
                    ErrorKind::Limit
                }
                TheoremError::Export(_) => ErrorKind::Format,
                TheoremError::Emit(_)
                | TheoremError::NoCode
                | TheoremError::NoProgram
                | TheoremError::NoProgramOfAnyLength => ErrorKind::Emit,
                TheoremError::Reverse(_) | TheoremError::Picture(_) => ErrorKind::Limit,
            },
            Self::Member(error) => match error {
                MemberError::Law(error) => law_kind(error),
                MemberError::Defect(_) => ErrorKind::Defect,
                MemberError::Rules(_) | MemberError::Ruleset(_) => ErrorKind::Game,
            },
        }
    }
}

fn answer_kind(error: &AnswerError) -> ErrorKind {
    match error {
        AnswerError::TooLarge { .. } | AnswerError::Limit(_) => ErrorKind::Limit,
        AnswerError::NoGrundyValues(_) => ErrorKind::Hypothesis,
        AnswerError::NoRemoteness => ErrorKind::Value,
        AnswerError::Disagreement { .. } => ErrorKind::Defect,
        AnswerError::Quotient | AnswerError::CountsOnes => ErrorKind::Certificate,
        AnswerError::Store(error) => store_kind(error),
        AnswerError::OtherValues { .. } => ErrorKind::Value,
        AnswerError::Position(_) | AnswerError::OtherGame { .. } | AnswerError::Outside { .. } => {
            ErrorKind::Position
        }
    }
}

fn store_kind(error: &StoreError) -> ErrorKind {
    match error {
        StoreError::Limit(_) | StoreError::Untiled(Untiled::Memory { .. }) => ErrorKind::Limit,
        StoreError::Untiled(Untiled::Moves(_) | Untiled::Positions | Untiled::Code) => ErrorKind::Game,
        _ => ErrorKind::Store,
    }
}

fn law_kind(error: &LawError) -> ErrorKind {
    match error {
        LawError::Refused(refused) if refused.step == bouton_check::Step::Limit => ErrorKind::Limit,
        _ => ErrorKind::Certificate,
    }
}

fn prove_kind(error: &ProveError) -> ErrorKind {
    match error {
        ProveError::NoGrundyValues(_) => ErrorKind::Hypothesis,
        ProveError::OutcomesOfCode | ProveError::NoDigits | ProveError::NoSize => ErrorKind::Value,
        ProveError::NoHeaps => ErrorKind::Game,
        ProveError::Checkpoint(_) | ProveError::NoCheckpoint => ErrorKind::Checkpoint,
        ProveError::Defect(_) => ErrorKind::Defect,
        ProveError::Law(error) => law_kind(error),
    }
}

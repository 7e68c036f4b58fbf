//! The error of all questions: one type with stable codes.

use bouton_answer::{HeatMapError, PlaneError};
use bouton_core::NoGrundyValues;
use bouton_draw::PictureError;
use bouton_explain::ExportError;
use bouton_rules::{Diagnostics, HeapsError, ResolveError, RulesetError};
use bouton_solve::LimitReached;

use crate::{
    AnswerError, BFileError, CompareError, GenusError, Helps, Incomparable, JudgeError, LawError,
    LettersError, LowerError, PlayableError, PositionError, PositionsError, ProveError, SequenceError,
    SettingsError, SliceError, StoreError, SumError, TheoremError, TilingError, TooMuch, WhyError,
    in_total::MemberError,
};

/// The error of a question.
///
/// Its [`kind`](Self::kind) has a stable code. No message mentions the options of a program: an
/// interface with options adds the one that helps.
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
    /// The argument is neither a built-in game nor a code nor a rules text.
    #[error(transparent)]
    Unknown(ResolveError),
    /// A claim or a question cannot be read.
    #[error("{fault}, at column {} of `{}`{}", column(text, fault.span.start), bouton_prose::visible(text), help(fault))]
    Words {
        /// The text.
        text: String,
        /// Its fault.
        fault: bouton_logic::Fault,
    },
    /// Two games cannot be compared.
    #[error(transparent)]
    Incomparable(#[from] Incomparable),
    /// The number of heaps does not fit the game.
    #[error(transparent)]
    Heaps(#[from] HeapsError),
    /// The game cannot be played in this form.
    #[error(transparent)]
    Playable(PlayableError),
    /// The position does not belong to the game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A question about a position failed.
    #[error(transparent)]
    Answer(#[from] AnswerError),
    /// The game has no Grundy values.
    #[error(transparent)]
    NoGrundyValues(#[from] NoGrundyValues),
    /// The values of a box could not be computed.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// The plane of a picture does not fit the game.
    #[error(transparent)]
    Plane(#[from] PlaneError),
    /// The heat map does not exist.
    #[error(transparent)]
    HeatMap(#[from] HeatMapError),
    /// A picture was not painted.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The sequence does not exist.
    #[error(transparent)]
    Sequence(#[from] SequenceError),
    /// A sum could not be solved.
    #[error(transparent)]
    Sum(#[from] SumError),
    /// A genus could not be found.
    #[error(transparent)]
    Genus(#[from] GenusError),
    /// A certificate does not contain a law.
    #[error(transparent)]
    Law(#[from] LawError),
    /// The search for a theorem is not possible.
    #[error(transparent)]
    Prove(#[from] ProveError),
    /// A claim was not judged.
    #[error(transparent)]
    Judge(JudgeError),
    /// No law was found within the limits.
    #[error("{reason}")]
    NoLaw {
        /// The limit that was reached, or the reason why there cannot be such a law.
        reason: String,
        /// The resource of which more may help, if any.
        helps: Option<Helps>,
    },
    /// A theorem with letters cannot answer.
    #[error(transparent)]
    Letters(LettersError),
    /// A claim is not written as a theorem for Coq.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// A theorem cannot be shown in this form.
    #[error(transparent)]
    Theorem(#[from] TheoremError),
    /// A game of the family bounded in total cannot be examined.
    #[error(transparent)]
    Member(#[from] MemberError),
    /// A stored table could not be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// Parameters of a question are wrong, or do not go together.
    #[error("{}", named(message, |name| format!("`{name}`")))]
    Usage {
        /// The kind of the error.
        kind: ErrorKind,
        /// The message, with marks around the names of parameters: [`Error::message`] writes them.
        message: String,
    },
    /// A number in the question is written wrongly.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The answer cannot be written in this format.
    #[error("{0}")]
    Format(String),
    /// A search with a bound of its own has reached it.
    #[error("{0}")]
    Bound(String),
}

/// The column of a byte of a text, from 1 on.
fn column(text: &str, start: usize) -> usize {
    text.get(..start).map_or(start, |before| before.chars().count()) + 1
}

/// The text to write instead.
fn help(fault: &bouton_logic::Fault) -> String {
    fault.help.as_ref().map_or_else(String::new, |help| format!("; {help}"))
}

/// Begins the name of a parameter in a message; no text of a user has it.
const OPEN: char = '\u{1}';
/// Ends it.
const CLOSE: char = '\u{2}';

/// A message, the names of parameters as an interface writes them.
fn named(message: &str, write: impl Fn(&str) -> String) -> String {
    let mut pieces = message.split(OPEN);
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |mut text, piece| {
        let (name, rest) = piece.split_once(CLOSE).unwrap_or((piece, ""));
        text.extend([write(name).as_str(), rest]);
        text
    })
}

impl Error {
    /// Parameters that are wrong, or do not go together. Their names stand in braces.
    ///
    /// ```
    /// let error = bouton::Error::usage("leave out {each}, or say {format bfile}");
    /// assert_eq!(error.to_string(), "leave out `each`, or say `format bfile`");
    /// ```
    #[must_use]
    pub fn usage(message: &'static str) -> Self {
        let message = message.replace('{', &OPEN.to_string()).replace('}', &CLOSE.to_string());
        Self::Usage { kind: ErrorKind::Usage, message }
    }

    /// A parameter that is wrong, and why.
    pub(crate) fn parameter(name: &str, why: &str) -> Self {
        Self::Usage { kind: ErrorKind::Usage, message: format!("{OPEN}{name}{CLOSE} {why}") }
    }

    /// The names of the letters whose numbers are missing, if rules with letters need numbers to be played.
    ///
    /// ```
    /// use bouton::{Error, Game, Playable};
    ///
    /// let game = Game::named("for all a where a >= 1; heaps 1; move take 1..a from 1 heap")?;
    /// let error = Error::from(Playable::new(game.rules(), None).unwrap_err());
    /// assert_eq!(error.missing_letters(), ["a"]);
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn missing_letters(&self) -> &[String] {
        match self {
            Self::Playable(PlayableError::Ruleset(RulesetError::Letters { names }))
            | Self::Sequence(SequenceError::Playable(PlayableError::Ruleset(RulesetError::Letters {
                names,
            })))
            | Self::Letters(LettersError::Rules(RulesetError::Letters { names })) => names,
            _ => &[],
        }
    }

    /// A question that is wrong, by a message without names of parameters.
    pub(crate) fn question(message: impl Into<String>) -> Self {
        Self::Usage { kind: ErrorKind::Usage, message: message.into() }
    }

    /// The error of a search: the limit that was reached, or its own bound.
    pub(crate) fn of_search(error: &(dyn std::error::Error + 'static)) -> Self {
        let watched = std::iter::successors(Some(error), |error| error.source())
            .find_map(|error| error.downcast_ref::<LimitReached>());
        watched.map_or_else(|| Self::Bound(error.to_string()), |limit| Self::Limit(*limit))
    }

    /// The limit that ended the computation, if one did.
    ///
    /// ```
    /// use bouton::{Error, LimitReached, PositionsError};
    ///
    /// let error = Error::from(PositionsError::from(LimitReached::Cancelled));
    /// assert_eq!(error.limit(), Some(&LimitReached::Cancelled));
    /// assert_eq!(Error::usage("say a game").limit(), None);
    /// ```
    #[must_use]
    pub fn limit(&self) -> Option<&LimitReached> {
        match self {
            Self::Limit(limit)
            | Self::Positions(PositionsError::Limit(limit))
            | Self::Sequence(SequenceError::Limit(limit))
            | Self::Sequence(SequenceError::List { error: BFileError::Limit(limit), .. })
            | Self::Genus(GenusError::Limit(limit))
            | Self::Letters(LettersError::Limit(limit))
            | Self::Theorem(TheoremError::Limit(limit))
            | Self::Member(MemberError::Limit(limit))
            | Self::HeatMap(HeatMapError::Limit(limit))
            | Self::Playable(PlayableError::Limit(limit))
            | Self::Judge(JudgeError::Limit(limit)) => Some(limit),
            Self::Store(error) => limit_of_store(error),
            Self::Law(LawError::Refused(refused)) => refused.limit.as_deref(),
            Self::Answer(error) | Self::Sum(SumError::Answer(error)) => limit_of_answer(error),
            Self::Positions(PositionsError::Answer(error)) => limit_of_answer(error),
            _ => None,
        }
    }

    /// The resources that are missing, if the answer was not even tried.
    #[must_use]
    pub fn too_much(&self) -> Option<&TooMuch> {
        let error = match self {
            Self::Answer(error) | Self::Sum(SumError::Answer(error)) => error,
            Self::Positions(PositionsError::Answer(error)) => error.as_ref(),
            _ => return None,
        };
        let AnswerError::TooLarge { needed, .. } = error else { return None };
        Some(needed)
    }

    /// Replaces the kind of the error, if it is one of a parameter.
    pub(crate) fn of_kind(self, kind: ErrorKind) -> Self {
        match self {
            Self::Usage { message, .. } => Self::Usage { kind, message },
            error => error,
        }
    }

    /// The message, the names of parameters as an interface writes them.
    ///
    /// ```
    /// let error = bouton::Error::usage("leave out {each}, or say {format bfile}");
    /// assert_eq!(error.message(|name| format!("--{name}")), "leave out --each, or say --format bfile");
    /// ```
    #[must_use]
    pub fn message(&self, write: impl Fn(&str) -> String) -> String {
        match self {
            Self::Usage { message, .. } => named(message, write),
            Self::Settings(error) => format!("{}: {error}", write("set")),
            error => error.to_string(),
        }
    }
}

impl From<JudgeError> for Error {
    fn from(error: JudgeError) -> Self {
        match error {
            JudgeError::Words { text, fault } => Self::Words { text, fault },
            JudgeError::Limit(limit) => limit.into(),
            error => Self::Judge(error),
        }
    }
}

impl From<PlayableError> for Error {
    fn from(error: PlayableError) -> Self {
        match error {
            PlayableError::Limit(limit) => limit.into(),
            error => Self::Playable(error),
        }
    }
}

impl From<ResolveError> for Error {
    fn from(error: ResolveError) -> Self {
        match error {
            ResolveError::Rules { text, faults } => Self::Rules { text, faults },
            ResolveError::Limit(limit) => limit.into(),
            error => Self::Unknown(error),
        }
    }
}

impl From<LettersError> for Error {
    fn from(error: LettersError) -> Self {
        match error {
            LettersError::Limit(limit) | LettersError::Rules(RulesetError::Limit(limit)) => limit.into(),
            LettersError::Claim { text, fault } => Self::Words { text, fault },
            error => Self::Letters(error),
        }
    }
}

impl From<SliceError> for Error {
    fn from(error: SliceError) -> Self {
        match error {
            SliceError::Playable(error) => error.into(),
            SliceError::Prove(error) => error.into(),
            error => Self::parameter("slice", &format!("is not possible: {error}")),
        }
    }
}

impl From<WhyError> for Error {
    fn from(error: WhyError) -> Self {
        match error {
            WhyError::Theorem(error) => error.into(),
            WhyError::Answer(error) => error.into(),
        }
    }
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

/// Implements `From` for a type that implements `From<Error>`, for every error of the library, so
/// that `?` converts all of them.
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
            $crate::AnswerError, $crate::CompareError, $crate::GenusError, $crate::JudgeError, $crate::LawError, $crate::LettersError, $crate::LimitReached, $crate::NoGrundyValues,
            $crate::PlayableError, $crate::PositionError, $crate::PositionsError, $crate::ProveError,
            $crate::SequenceError, $crate::SliceError, $crate::StoreError, $crate::SumError, $crate::TheoremError, $crate::WhyError, $crate::in_total::MemberError,
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

/// The kind of an error, with a stable code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The game does not exist, or cannot be used here.
    Game,
    /// The rules have faults.
    Rules,
    /// The position does not belong to the game.
    Position,
    /// The game does not have this value.
    Value,
    /// The game does not have this outcome.
    Outcome,
    /// The game does not have this control state.
    Control,
    /// The hypotheses of a theorem do not hold for the game.
    Hypothesis,
    /// A certificate cannot be used here.
    Certificate,
    /// A theorem cannot be shown in this form.
    Format,
    /// A law cannot be emitted.
    Emit,
    /// A limit was reached; the question is valid.
    Limit,
    /// A checkpoint cannot be used.
    Checkpoint,
    /// A stored table cannot be used.
    Store,
    /// A file does not have the expected content.
    File,
    /// A number of heaps that no game has.
    Heaps,
    /// Parameters of a question are wrong, or do not go together.
    Usage,
    /// There is no code of a fault of this name.
    Code,
    /// A text is not a form of a game.
    Form,
    /// There is no game with such a bound on the objects of a move.
    Most,
    /// A claim is not written as a theorem for Coq.
    Lower,
    /// A claim or a question cannot be read, or makes no sense for the game.
    Claim,
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
            Self::Heaps => "heaps",
            Self::Usage => "usage",
            Self::Code => "code",
            Self::Form => "form",
            Self::Most => "most",
            Self::Lower => "lower",
            Self::Claim => "claim",
            Self::Defect => "defect",
        }
    }
}

impl Error {
    /// The kind of the error.
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
            Self::Words { .. } => ErrorKind::Claim,
            Self::Usage { kind, .. } => *kind,
            Self::Settings(_) => ErrorKind::Usage,
            Self::Format(_) => ErrorKind::Format,
            Self::Unknown(_) | Self::Heaps(_) | Self::Playable(_) | Self::Incomparable(_) => ErrorKind::Game,
            Self::Position(_) | Self::Plane(_) => ErrorKind::Position,
            Self::Picture(PictureError::NotBuilt) => ErrorKind::Format,
            Self::Picture(_) => ErrorKind::Limit,
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
            Self::Sum(SumError::OutcomeOnly { .. })
            | Self::NoLaw { .. }
            | Self::Limit(_)
            | Self::Bound(_) => ErrorKind::Limit,
            Self::Genus(error) => match error {
                GenusError::NoHeaps => ErrorKind::Game,
                GenusError::Position(_) => ErrorKind::Position,
                GenusError::Heap(_) | GenusError::Limit(_) => ErrorKind::Limit,
            },
            Self::Letters(error) => match error {
                LettersError::Refused(refused) if refused.step == bouton_check::Step::Limit => {
                    ErrorKind::Limit
                }
                LettersError::Refused(_) | LettersError::Certificate(_) => ErrorKind::Certificate,
                LettersError::Setting(_) => ErrorKind::Usage,
                LettersError::Position(_) => ErrorKind::Position,
                LettersError::Limit(_) => ErrorKind::Limit,
                LettersError::Claim { .. } | LettersError::Judge(_) => ErrorKind::Claim,
                _ => ErrorKind::Game,
            },
            Self::Lower(_) => ErrorKind::Lower,
            Self::Law(error) => law_kind(error),
            Self::Store(error) => store_kind(error),
            Self::Prove(error) | Self::Judge(JudgeError::Prove(error)) => prove_kind(error),
            Self::Judge(JudgeError::Code) => ErrorKind::Game,
            Self::Judge(JudgeError::Claim(_)) => ErrorKind::Claim,
            Self::Judge(_) => ErrorKind::Certificate,
            Self::Theorem(error) => match error {
                TheoremError::NoAutomaton
                | TheoremError::MostFirst
                | TheoremError::AnyNumber
                | TheoremError::Control { .. }
                | TheoremError::EveryControl => ErrorKind::Format,
                TheoremError::Export(ExportError::Transitions(_) | ExportError::Bytes { .. }) => {
                    ErrorKind::Limit
                }
                TheoremError::Export(_) => ErrorKind::Format,
                TheoremError::Emit(_)
                | TheoremError::NoCode
                | TheoremError::NoProgram
                | TheoremError::NoProgramOfAnyLength => ErrorKind::Emit,
                TheoremError::NoClaim(_) | TheoremError::Claim(_) => ErrorKind::Format,
                TheoremError::NoTrace => ErrorKind::Position,
                TheoremError::Reverse(_) | TheoremError::Picture(_) | TheoremError::Limit(_) => {
                    ErrorKind::Limit
                }
            },
            Self::Member(error) => match error {
                MemberError::Law(error) => law_kind(error),
                MemberError::Defect(_) => ErrorKind::Defect,
                MemberError::Limit(_) => ErrorKind::Limit,
                MemberError::Rules(_) | MemberError::Ruleset(_) => ErrorKind::Game,
            },
        }
    }
}

fn limit_of_store(error: &StoreError) -> Option<&LimitReached> {
    match error {
        StoreError::Limit(limit) => Some(limit),
        _ => None,
    }
}

fn limit_of_answer(error: &AnswerError) -> Option<&LimitReached> {
    match error {
        AnswerError::Limit(limit) => Some(limit),
        AnswerError::Store(error) => limit_of_store(error),
        _ => None,
    }
}

fn answer_kind(error: &AnswerError) -> ErrorKind {
    match error {
        AnswerError::TooLarge { .. } | AnswerError::Limit(_) => ErrorKind::Limit,
        AnswerError::NoGrundyValues(_) => ErrorKind::Hypothesis,
        AnswerError::NoRemoteness => ErrorKind::Value,
        AnswerError::Disagreement { .. } => ErrorKind::Defect,
        AnswerError::Quotient | AnswerError::NumberOfHeaps { .. } => ErrorKind::Certificate,
        AnswerError::Store(error) => store_kind(error),
        AnswerError::OtherValues { .. } => ErrorKind::Value,
        AnswerError::Position(_) | AnswerError::OtherGame { .. } | AnswerError::Outside { .. } => {
            ErrorKind::Position
        }
    }
}

fn store_kind(error: &StoreError) -> ErrorKind {
    match error {
        StoreError::Limit(_) | StoreError::Untiled(TilingError::Memory { .. }) => ErrorKind::Limit,
        StoreError::Untiled(TilingError::Moves(_) | TilingError::Positions | TilingError::Code) => {
            ErrorKind::Game
        }
        _ => ErrorKind::Store,
    }
}

fn law_kind(error: &LawError) -> ErrorKind {
    match error {
        LawError::Refused(refused) if refused.step == bouton_check::Step::Limit => ErrorKind::Limit,
        LawError::Ruleset(RulesetError::Limit(_)) => ErrorKind::Limit,
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

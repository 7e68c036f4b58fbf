//! Grundy values of single heaps.

mod against;
mod kept;

use std::{path::PathBuf, str::FromStr};

use bouton_core::{NoGrundyValues, Ruleset, Value, Watch};
use bouton_document::{self as document, SequencePeriod, SequenceStatistics};
use bouton_prove::CheckpointError;
use bouton_rules::{Game, HeapCount};
use bouton_sequence::Sparsity;
use bouton_solve::{
    GrundySequence, LimitReached, Periodicity, grundy_sequence, grundy_sequence_by_definition,
    grundy_sequence_of_ruleset, grundy_sequence_of_ruleset_by_definition, grundy_sequence_on,
};

pub use against::{BFile, BFileError};
pub(crate) use kept::{KeptError, KeptSequence};

use crate::{Arena, Playable, PlayableError};

/// The error of a game without a sequence of Grundy values.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SequenceError {
    /// The game does not have Grundy values.
    #[error(transparent)]
    NoGrundyValues(#[from] NoGrundyValues),
    /// A position is not one heap.
    #[error("a sequence is about one heap, and a position of this game has {0} numbers")]
    Coordinates(usize),
    /// A position has a control state besides its heap.
    #[error("a sequence is about one heap, and this game has control states besides")]
    Controls,
    /// Heaps of some sizes are not positions.
    #[error(
        "a sequence has a value for every size of a heap, and here the only positions are those where {0}"
    )]
    Missing(String),
    /// The game cannot be played with one heap.
    #[error(transparent)]
    Playable(PlayableError),
    /// The values cannot be stored: only those of take-and-break games can be.
    #[error("values are kept of take-and-break games alone, and by the fast methods alone")]
    NotKept,
    /// A list of terms cannot be compared.
    #[error("{list} is not a b-file of these values: {error}")]
    List {
        /// The name of the list.
        list: String,
        /// The reason.
        #[source]
        error: BFileError,
    },
    /// Stored values cannot be read or written, or belong to another game.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

impl From<PlayableError> for SequenceError {
    fn from(error: PlayableError) -> Self {
        match error {
            PlayableError::Limit(limit) => Self::Limit(limit),
            error => Self::Playable(error),
        }
    }
}

impl From<KeptError> for SequenceError {
    fn from(error: KeptError) -> Self {
        match error {
            KeptError::Checkpoint(error) => Self::Checkpoint(error),
            KeptError::Limit(limit) => Self::Limit(limit),
        }
    }
}

/// The method of finding the values of a sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SequenceEngine {
    /// The fastest method that the values allow.
    #[default]
    Auto,
    /// The definition: every move of every heap, one after the other.
    Definition,
}

impl FromStr for SequenceEngine {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            "definition" => Ok(Self::Definition),
            other => Err(format!("there is no engine `{other}` here: expected auto or definition")),
        }
    }
}

/// Options for finding a sequence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SequenceOptions {
    /// The method.
    pub engine: SequenceEngine,
    /// A folder in which the values are stored as they are found, and from which the computation
    /// continues.
    pub checkpoint: Option<PathBuf>,
}

/// The game with one heap.
///
/// # Errors
///
/// [`SequenceError`] if the game cannot be played with one heap, or does not have Grundy values.
pub fn with_one_heap(game: &Game, watch: &Watch) -> Result<Playable, SequenceError> {
    game.sprague_grundy()?;
    let heaps = match game.heaps() {
        _ if game.code().is_some() => None,
        HeapCount::Any => Some(1),
        HeapCount::Fixed(1) => None,
        HeapCount::Fixed(heaps) => return Err(SequenceError::Coordinates(heaps)),
    };
    let playable = Playable::within(game, heaps, watch)?;
    if let Some(ruleset) = playable.ruleset().filter(|ruleset| ruleset.dimension() != 1) {
        return Err(SequenceError::Coordinates(ruleset.dimension()));
    }
    if playable.has_controls() {
        return Err(SequenceError::Controls);
    }
    if let Some(condition) = playable.ruleset().and_then(Ruleset::exists_text) {
        return Err(SequenceError::Missing(condition.to_owned()));
    }
    Ok(playable)
}

/// The Grundy values of heaps up to `upto`, and their period if one is observed.
///
/// # Errors
///
/// If a limit is reached.
///
/// # Panics
///
/// If the game is not a take-and-break game and does not have exactly one coordinate;
/// [`with_one_heap`] ensures that it has.
pub fn sequence(playable: &Playable, upto: u64, watch: &Watch) -> Result<GrundySequence, LimitReached> {
    // A value takes 4 bytes, and each heap has a value.
    let needed = u128::from(upto) * 4;
    if needed > u128::from(watch.memory_limit()) {
        return Err(LimitReached::Memory { needed, limit: watch.memory_limit() });
    }
    match playable.arena() {
        Arena::Code(code) => grundy_sequence(code, upto, watch),
        Arena::Rules(ruleset) => grundy_sequence_of_ruleset(ruleset, upto, watch),
        Arena::Open(_) => Err(LimitReached::Coordinate(u64::MAX)),
    }
}

/// As [`sequence`], with options.
///
/// # Errors
///
/// If a limit is reached, or values cannot be stored.
///
/// # Panics
///
/// As [`sequence`].
///
/// # Examples
///
/// ```
/// use bouton::{Game, SequenceEngine, SequenceOptions, Watch, sequence, sequence_with, with_one_heap};
///
/// let kayles = with_one_heap(Game::named("kayles")?.rules(), &Watch::unlimited())?;
/// let slowly = SequenceOptions { engine: SequenceEngine::Definition, ..SequenceOptions::default() };
/// let watch = Watch::unlimited();
/// assert_eq!(sequence_with(&kayles, 300, &slowly, &watch)?.values, sequence(&kayles, 300, &watch)?.values);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sequence_with(
    playable: &Playable,
    upto: u64,
    options: &SequenceOptions,
    watch: &Watch,
) -> Result<GrundySequence, SequenceError> {
    let definition = options.engine == SequenceEngine::Definition;
    let Some(folder) = &options.checkpoint else {
        return Ok(match playable.arena() {
            Arena::Code(code) if definition => grundy_sequence_by_definition(code, upto, watch)?,
            Arena::Rules(ruleset) if definition => {
                grundy_sequence_of_ruleset_by_definition(ruleset, upto, watch)?
            }
            _ => sequence(playable, upto, watch)?,
        });
    };
    let Arena::Code(code) = playable.arena() else { return Err(SequenceError::NotKept) };
    if definition {
        return Err(SequenceError::NotKept);
    }
    let (mut kept, begun) = KeptSequence::open(folder, code, watch)?;
    let found = grundy_sequence_on(begun, upto, watch, &mut |sequence| kept.step(sequence));
    found.map_err(|limit| kept.failure().map_or(SequenceError::Limit(limit), SequenceError::Checkpoint))
}

/// The document of a sequence.
#[must_use]
pub fn sequence_document(playable: &Playable, found: GrundySequence) -> document::Sequence {
    let period = |period: &Periodicity| SequencePeriod {
        length: period.length,
        preperiod: period.preperiod,
        saltus: period.saltus,
        proved: period.proved,
        theorem: period.theorem.clone(),
        applies_from: period.applies_from,
    };
    document::Sequence {
        game: playable.title(),
        start: 0,
        period: found.period.as_ref().map(period),
        values: found.values,
        statistics: None,
        against: None,
    }
}

/// Statistics of the values of a sequence.
///
/// # Errors
///
/// [`LimitReached::Memory`]: the occurrences of each value are counted.
pub fn sequence_statistics(values: &[Value], watch: &Watch) -> Result<SequenceStatistics, LimitReached> {
    let largest = values.iter().copied().max().unwrap_or(0);
    // A copy of the values, their counts, and the transform of the counts.
    let different = (u64::from(largest) + 1).next_power_of_two();
    let _held = watch.hold(values.len() as u64 * 4 + different * 24)?;
    watch.spend(values.len() as u64 / 16 + different)?;
    let at = values.iter().position(|&value| value == largest).unwrap_or(0);
    let Sparsity { mask, rare, last_rare } = Sparsity::of(&values.iter().copied().collect());
    Ok(SequenceStatistics {
        largest,
        largest_at: at as u64,
        mask,
        rare,
        last_rare: last_rare.map(|heap| heap as u64),
    })
}

//! Grundy values of single heaps.

use bouton_core::{NoGrundyValues, Watch};
use bouton_rules::{Game, HeapCount};
use bouton_solve::{GrundySequence, LimitReached, grundy_sequence, grundy_sequence_of_ruleset};

use crate::{
    Arena, Playable, PlayableError,
    document::{self, SequencePeriod},
};

/// Why a game has no sequence of Grundy values.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SequenceError {
    /// It has no Grundy values.
    #[error(transparent)]
    NoGrundyValues(#[from] NoGrundyValues),
    /// A position is not one heap.
    #[error("a sequence is about one heap, and a position of this game has {0} numbers")]
    Coordinates(usize),
    /// A position is more than a heap.
    #[error("a sequence is about one heap, and this game has control states besides")]
    Controls,
    /// It cannot be played with one heap.
    #[error(transparent)]
    Playable(#[from] PlayableError),
}

/// The game with one heap.
///
/// # Errors
///
/// [`SequenceError`] if it cannot be played with one, or has no Grundy values.
pub fn with_one_heap(game: &Game) -> Result<Playable, SequenceError> {
    game.sprague_grundy()?;
    let heaps = match game.heaps() {
        _ if game.code().is_some() => None,
        HeapCount::Any => Some(1),
        HeapCount::Fixed(1) => None,
        HeapCount::Fixed(heaps) => return Err(SequenceError::Coordinates(heaps)),
    };
    let playable = Playable::new(game, heaps)?;
    if playable.has_controls() {
        return Err(SequenceError::Controls);
    }
    Ok(playable)
}

/// The Grundy values of heaps up to `upto`, and their period if one is seen.
///
/// # Errors
///
/// If a limit is reached.
///
/// # Panics
///
/// If the game is no take-and-break game and has not one coordinate; [`with_one_heap`] makes
/// it so.
pub fn sequence(playable: &Playable, upto: u64, watch: &Watch) -> Result<GrundySequence, LimitReached> {
    // A value takes 4 bytes, and there is one more for each heap.
    let needed = u128::from(upto) * 4;
    if needed > u128::from(watch.memory_limit()) {
        return Err(LimitReached::Memory { needed, limit: watch.memory_limit() });
    }
    match playable.arena() {
        Arena::Code(code) => grundy_sequence(code, upto, watch),
        Arena::Rules(ruleset) => grundy_sequence_of_ruleset(ruleset, upto, watch),
    }
}

impl document::Sequence {
    /// A sequence as a document.
    #[must_use]
    pub fn new(playable: &Playable, found: GrundySequence) -> Self {
        Self {
            game: playable.title(),
            start: 0,
            period: found.period.as_ref().map(SequencePeriod::from),
            values: found.values,
        }
    }
}

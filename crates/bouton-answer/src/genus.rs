//! Genera of positions of take-and-break games.

use bouton_core::{LimitReached, Position, Watch};
use bouton_document as document;
use bouton_game::{Arena, Playable, PositionError};
use bouton_misere::{Genera, OptionTable};

/// The reason why a position has no genus here.
#[derive(Clone, Debug, thiserror::Error)]
pub enum GenusError {
    /// The game is not a take-and-break game; only positions of such games are searched.
    #[error(
        "genera are for take-and-break games: a code (Nim is 0.[3]), or rules that take from a heap and split it"
    )]
    NoHeaps,
    /// The position does not belong to the game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A heap is too large for a search of all positions that can be reached from it.
    #[error("a heap of {0} objects is too large: the genus depends on every position that can be reached")]
    Heap(String),
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

/// The largest heap whose options are listed.
const LARGEST: u32 = 10_000;

/// Returns the genus of a position of a take-and-break game: its Grundy value, and its misère
/// Grundy values in sums with Nim heaps of two objects.
///
/// # Errors
///
/// [`GenusError`].
///
/// # Examples
///
/// ```
/// use bouton::{Game, Watch, genus};
///
/// let kayles = Game::named("kayles")?.playable()?;
/// let found = genus(&kayles, &"5,3".parse()?, &Watch::unlimited())?;
/// assert_eq!((found.genus.as_str(), found.outcome.as_str()), ("7^{57}", "N"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn genus(playable: &Playable, position: &Position, watch: &Watch) -> Result<document::Genus, GenusError> {
    let Arena::Code(code) = playable.arena() else { return Err(GenusError::NoHeaps) };
    let placed = playable.place(position)?;
    let heaps: Vec<u32> = (placed.0.iter())
        .map(|heap| u32::try_from(heap).ok().filter(|&heap| heap <= LARGEST))
        .map(|heap| heap.ok_or(()))
        .collect::<Result<_, ()>>()
        .map_err(|()| GenusError::Heap(placed.0.iter().max().map(ToString::to_string).unwrap_or_default()))?;
    let options = OptionTable::new(code, heaps.iter().copied().max().unwrap_or(0), watch)?;
    let heaps: Vec<u32> = heaps.into_iter().filter(|&heap| heap > 0).collect();
    let genus = Genera::new(&options, watch).of(&heaps)?;
    Ok(document::Genus {
        game: playable.title(),
        position: position.to_string(),
        outcome: if genus.is_lost() { "P" } else { "N" }.to_owned(),
        genus: genus.to_string(),
        grundy: genus.grundy,
        tame: genus.is_of_nim(),
        misere: genus.misere,
    })
}

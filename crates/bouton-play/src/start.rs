//! A fair initial position, where none is given.

use bouton_answer::{Answer, AnswerError};
use bouton_core::{Position, Space};
use bouton_game::BigPosition;

use crate::{Partner, opponent::Chance};

/// The number of heaps in a take-and-break game.
const HEAPS: usize = 2;
/// The largest heaps, tried one after the other: a large game cannot be solved with large heaps.
const SIZES: [u64; 4] = [9, 6, 4, 2];
/// The number of positions tried for each size.
const TRIES: usize = 200;

/// The fairness of a start for the human, the least fair first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fairness {
    /// The human cannot force a win.
    Lost,
    /// The human begins, and every move keeps the game won.
    Won,
    /// The human wins by playing well, though most moves keep the game won, or there are hardly any moves. A human who
    /// begins has a move that does not win.
    Loose,
    /// The human wins by playing well. For a human who begins at most half of the moves keep the game won.
    Fair,
}

/// An initial position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The position.
    pub position: BigPosition,
    /// Its fairness.
    pub fairness: Fairness,
}

/// A position at random in which the human wins by playing well, though not by every move.
///
/// It is the first of the positions drawn that is [fair](Fairness::Fair); if there is none, the first of the fairest
/// ones that have a move. The same seed gives the same position. `human` is counted from the player to move.
///
/// # Errors
///
/// If the time limit is reached, or the computation is cancelled.
///
/// # Examples
///
/// ```
/// use bouton::{Game, Oracle, Watch, play::{Fairness, Partner, fair_start}};
///
/// let playable = Game::named("nim")?.with_heaps(3)?.playable()?;
/// let partner = Partner::new(Oracle::new(playable, &Watch::unlimited()));
/// let start = fair_start(&partner, 0, 7)?.unwrap();
/// assert_eq!(partner.answer(&start.position)?.outcome, "N");
/// assert_eq!(start.fairness, Fairness::Fair);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fair_start(partner: &Partner, human: usize, seed: u64) -> Result<Option<Start>, AnswerError> {
    let playable = partner.playable();
    let (dimension, space) = match playable.ruleset() {
        Some(ruleset) => (ruleset.dimension(), ruleset.space().clone()),
        None => (HEAPS, Space::Heaps),
    };
    let mut chance = Chance::new(seed, u64::MAX);
    let mut best: Option<Start> = None;
    for size in SIZES {
        let (least, most) = match space {
            Space::Heaps if dimension == 1 => (size, 3 * size),
            Space::Heaps => (1, size),
            // Many sizes, with few heaps of each.
            Space::HeapSizes => (0, size.div_ceil(3)),
            Space::Counters => (0, size),
        };
        for _ in 0..TRIES {
            let coordinates: Vec<u64> =
                (0..dimension).map(|_| least + chance.below(most - least + 1)).collect();
            // Positions that do not exist, or cost too much, are skipped.
            let Ok(position) = playable.place(&Position::from_small(&coordinates)) else { continue };
            let known = match partner.answer(&position) {
                Ok(known) => known,
                Err(AnswerError::Limit(limit)) if limit.ends_all() => return Err(limit.into()),
                Err(_) => continue,
            };
            if known.moves.is_empty() {
                continue;
            }
            let start = Start { position, fairness: fairness(partner, &known, human) };
            if start.fairness == Fairness::Fair {
                return Ok(Some(start));
            }
            if best.as_ref().is_none_or(|best| best.fairness < start.fairness) {
                best = Some(start);
            }
        }
    }
    Ok(best)
}

/// The fairness of a position as a start, by the answer about it. `human` is counted from the player to move.
///
/// # Examples
///
/// ```
/// use bouton::{Game, Oracle, Watch, play::{Fairness, Partner, fairness}};
///
/// let playable = Game::named("take-three")?.playable()?;
/// let (fair, lost) = (playable.place(&"15".parse()?)?, playable.place(&"16".parse()?)?);
/// let partner = Partner::new(Oracle::new(playable, &Watch::unlimited()));
/// assert_eq!(fairness(&partner, &partner.answer(&fair)?, 0), Fairness::Fair);
/// assert_eq!(fairness(&partner, &partner.answer(&lost)?, 0), Fairness::Lost);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn fairness(partner: &Partner, known: &Answer, human: usize) -> Fairness {
    if !is_won(partner, known, human) {
        return Fairness::Lost;
    }
    let (winning, all) = (known.winning_moves().count(), known.moves.len());
    // Where not all moves are listed, it is not said that every move wins.
    if human == 0 && known.all_moves && winning == all {
        return Fairness::Won;
    }
    let hard = all > 2 && (human > 0 || 2 * winning <= all);
    if hard { Fairness::Fair } else { Fairness::Loose }
}

/// Whether the player `human` turns after the player to move has a won game.
fn is_won(partner: &Partner, known: &Answer, human: usize) -> bool {
    // Outcomes count from the player who has just moved; nobody wins a Q-position.
    usize::try_from(known.value).is_ok_and(|value| value == (human + 1) % partner.players())
}

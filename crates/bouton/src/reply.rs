//! Moves to a position of a given Grundy value: what wins in a sum of games.

use std::collections::BTreeSet;

use bouton_core::{ControlState, Position, Valuation};
use bouton_solve::{Moves, Table, TakeAndBreak, Watch, grundy_sequence};
use num_bigint::BigUint;

use crate::{
    Arena, Playable,
    answer::{AnswerError, feasible, small},
    size::Patience,
};

/// The options of a position that have this Grundy value; `None` if the position is too
/// large to be solved. In a sum of games, the moves that win are those to the nim-sum of
/// the position's own value and the sum's (Sprague, *Über mathematische Kampfspiele*,
/// 1935; Grundy, *Mathematics and games*, 1939).
///
/// # Errors
///
/// If the position is none of the game, or a limit was reached on the way.
///
/// # Examples
///
/// ```
/// let game = bouton::rules::resolve("nim")?;
/// let position = "3,4".parse()?;
/// let playable = bouton::Playable::for_position(&game, None, &position)?;
/// let watch = bouton::Watch::new(&bouton::Limits::default());
/// let found = bouton::options_with_grundy(&playable, &position, &2u32.into(), &watch)?;
/// assert_eq!(found.unwrap(), ["3,1".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn options_with_grundy(
    playable: &Playable,
    position: &Position,
    wanted: &BigUint,
    watch: &Watch,
) -> Result<Option<Vec<Position>>, AnswerError> {
    let placed = playable.place(position)?;
    let Ok(wanted) = u32::try_from(wanted) else { return Ok(Some(Vec::new())) };
    let write = |coordinates: &[u64], control: ControlState| {
        let coordinates: Vec<BigUint> = coordinates.iter().copied().map(BigUint::from).collect();
        playable.write(&coordinates, control)
    };
    // Different moves may lead to the same position.
    let mut found = BTreeSet::new();
    match playable.arena() {
        Arena::Code(code) => {
            let Some(heaps) = small(&placed.0) else { return Ok(None) };
            if crate::size::feasible_code(code, &heaps, watch).is_err() {
                return Ok(None);
            }
            let largest = heaps.iter().copied().max().unwrap_or(0);
            let values = grundy_sequence(code, largest, watch)?.values;
            let value = |heap: u64| usize::try_from(heap).map_or(0, |heap| values[heap]);
            let all = heaps.iter().fold(0, |sum, &heap| sum ^ value(heap));
            let game = TakeAndBreak::new(code);
            for (index, &heap) in heaps.iter().enumerate() {
                let others = all ^ value(heap);
                game.for_each_move_in_heap(heap, &mut |parts| {
                    if parts.iter().fold(others, |sum, &part| sum ^ value(part)) == wanted {
                        let mut option = heaps.clone();
                        option.splice(index..=index, parts.iter().copied());
                        option.sort_unstable();
                        found.insert((option, placed.1));
                    }
                });
            }
        }
        Arena::Rules(ruleset) => {
            let Ok(coordinates) = feasible(ruleset, &placed, watch, Patience::Long) else {
                return Ok(None);
            };
            let mut options = BTreeSet::new();
            let (mut held, mut full) = (watch.hold_none(), Ok(()));
            Moves::new(ruleset).try_each_option(
                &coordinates,
                placed.1,
                &mut watch.batch(),
                |to, control| {
                    full = held.grow(64 + 16 * to.len() as u64);
                    options.insert((to.to_vec(), control));
                    full.is_ok()
                },
            )?;
            full?;
            let mut table = Table::new(ruleset, Valuation::Grundy, watch);
            for (option, control) in options {
                if table.value(&option, control)? == wanted {
                    found.insert((option, control));
                }
            }
        }
    }
    Ok(Some(found.into_iter().map(|(coordinates, control)| write(&coordinates, control)).collect()))
}

//! What a player types.

use bouton_core::{ControlState, Position, Space};
use num_bigint::BigUint;

use crate::{BigPosition, Playable};

/// A line of input, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// `help`
    Help,
    /// `hint`
    Hint,
    /// `why`
    Why,
    /// `moves`
    Moves,
    /// `undo`
    Undo,
    /// `quit`
    Quit,
    /// Positions that may be meant, the likeliest first.
    Move(Vec<BigPosition>),
}

/// Understands a line.
///
/// # Errors
///
/// What is wrong with it, for the player.
pub fn understand(line: &str, playable: &Playable, from: &BigPosition) -> Result<Entry, String> {
    let line = line.trim();
    match line.to_ascii_lowercase().as_str() {
        "help" | "h" | "?" => return Ok(Entry::Help),
        "hint" => return Ok(Entry::Hint),
        "why" => return Ok(Entry::Why),
        "moves" => return Ok(Entry::Moves),
        "undo" | "u" => return Ok(Entry::Undo),
        "quit" | "q" | "exit" => return Ok(Entry::Quit),
        "pass" => return pass(playable, from),
        _ => {}
    }
    if line.split_whitespace().any(|word| word == "from") {
        return take(line, playable, from);
    }
    let position: Position = line
        .parse()
        .map_err(|error| format!("`{line}` is no move: {error}; write the position to move to, or `help`"))?;
    let written = position.control.is_some();
    let placed = playable.place(&position).map_err(|error| error.to_string())?;
    if written {
        return Ok(Entry::Move(vec![placed]));
    }
    Ok(Entry::Move(in_every_control(playable, placed.0, from.1)))
}

/// The coordinates in the present control state first, then in the others: whichever can be moved to.
fn in_every_control(playable: &Playable, coordinates: Vec<BigUint>, now: ControlState) -> Vec<BigPosition> {
    let count = playable.ruleset().map_or(1, |ruleset| ruleset.controls().len());
    let others = (0..count).filter_map(|number| u8::try_from(number).ok()).map(ControlState);
    std::iter::once(now)
        .chain(others.filter(|&control| control != now))
        .map(|control| (coordinates.clone(), control))
        .collect()
}

fn pass(playable: &Playable, from: &BigPosition) -> Result<Entry, String> {
    if !playable.has_controls() {
        return Err("there is no pass in this game".to_owned());
    }
    let mut targets = in_every_control(playable, from.0.clone(), from.1);
    targets.retain(|target| target.1 != from.1);
    Ok(Entry::Move(targets))
}

/// `take 2 from 3`, `2 from 3, 1 from 4`: heaps are counted from 1.
fn take(line: &str, playable: &Playable, from: &BigPosition) -> Result<Entry, String> {
    let expected =
        "write for example `take 2 from 3` (two objects from the third heap), or the position to move to";
    if playable.ruleset().is_some_and(|ruleset| *ruleset.space() != Space::Heaps) {
        return Err("positions of this game are not heaps in a row; write the position to move to".to_owned());
    }
    let mut left = from.0.clone();
    for part in line.trim_start_matches("take").split([',', ';']) {
        let words: Vec<&str> =
            part.split_whitespace().filter(|&word| !matches!(word, "take" | "heap" | "and")).collect();
        let [amount, "from", heap] = words.as_slice() else {
            return Err(format!("`{line}` is no move; {expected}"));
        };
        let digits = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(amount) || !digits(heap) {
            return Err(format!("`{}` is no move; {expected}", part.trim()));
        }
        let amount: BigUint = amount.parse().map_err(|_| expected.to_owned())?;
        let count = left.len();
        let place = heap.parse::<usize>().ok().and_then(|heap| heap.checked_sub(1));
        let Some(size) = place.and_then(|place| left.get_mut(place)) else {
            return Err(format!("there is no heap {heap}; there are {count}"));
        };
        if amount > *size {
            return Err(format!("heap {heap} has only {size}"));
        }
        *size -= amount;
    }
    Ok(Entry::Move(in_every_control(playable, left, from.1)))
}

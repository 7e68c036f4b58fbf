//! Positions of games in which a letter is the number of passes.

use bouton_core::passes_left;

use super::Asker;
use crate::{Error, ErrorKind, Position, letter_settings};

/// More passes are not control states.
const MOST: u32 = 63;

/// A position with the number of passes that is set as its last number, if a theorem is to answer it: there is one, or the
/// passes are more than control states can count. `None` in all other questions.
pub(super) fn counted<A: Asker>(
    (game, set): (&str, &[String]),
    written: &str,
    theorem: bool,
    asker: &mut A,
) -> Result<Option<String>, A::Failure> {
    let ranges = set.iter().any(|text| text.contains(".."));
    if set.is_empty() || ranges || asker.is_certificate(game) || asker.reads_once(game) {
        return Ok(None);
    }
    // Faults are reported where the game is read.
    let Ok(text) = asker.rules(game) else { return Ok(None) };
    if !text.split(|c: char| c.is_whitespace() || c == ';').any(|word| word == "for") {
        return Ok(None);
    }
    let game = asker.game(game, &[])?;
    let Some(name) = game.counted_passes() else { return Ok(None) };
    let settings = letter_settings(set).map_err(Error::from)?;
    let [(known, passes)] = &settings[..] else { return Ok(None) };
    if known != name || !theorem && *passes <= MOST.into() {
        return Ok(None);
    }
    let Position { mut coordinates, control } = asker.position(written)?;
    let left = match control.as_deref() {
        None => Some(passes.clone()),
        Some(state) => passes_left(state),
    };
    let Some(left) = left.filter(|left| left <= passes) else {
        let why = format!(
            "{written}: after the colon stand the passes that are left: `used`, `pass`, `pass2`, `pass3` and so on, at most {name} = {passes} of them"
        );
        return Err(Error::question(why).of_kind(ErrorKind::Position).into());
    };
    coordinates.push(left);
    Ok(Some(Position { coordinates, control: None }.to_string()))
}

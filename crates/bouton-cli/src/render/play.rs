//! What is said in a game, in text.

use bouton::{Answer, Convention, Playable, Position};

use super::words;

const HELP: &str = "
  moves  what may be moved to
  hint   a best move
  why    what the position is worth, and why
  undo   take back your last move
  quit   leave the game
";

/// The positions that may be moved to.
pub(crate) fn moves(known: &Answer) -> String {
    const MOST: usize = 60;
    let shown: Vec<String> = known.moves.iter().take(MOST).map(|option| option.to.to_string()).collect();
    let rest = if known.all_moves && known.moves.len() <= MOST { "" } else { " …" };
    format!("{}{rest}", shown.join(" "))
}

/// A best move.
pub(crate) fn hint(known: &Answer, choice: Option<&Position>) -> String {
    let Some(to) = choice else { return "there is no move".to_owned() };
    if known.moves.iter().any(|option| option.winning) {
        return format!("move to {to}: it wins");
    }
    let differ =
        known.moves.iter().any(|option| option.best) && known.moves.iter().any(|option| !option.best);
    if differ {
        format!("no move wins; the best is {to}")
    } else {
        format!("no move is better than another; for example {to}")
    }
}

/// How a move is written, and what can be asked.
pub(crate) fn help(playable: &Playable) -> String {
    let heaps = playable.ruleset().is_some_and(|ruleset| *ruleset.space() == bouton::Space::Heaps);
    let take = if heaps { ", or `take 2 from 3`" } else { "" };
    let pass = if playable.has_controls() { ", or `pass`" } else { "" };
    format!("Write the position to move to (for example 1,4,5){take}{pass}.{}", HELP.trim_end())
}

/// What a position is worth.
pub(crate) fn why(convention: Convention, known: &Answer) -> String {
    let meaning = words::meaning(convention, known.value);
    let mut text = format!("{} is {}: {meaning}", known.position, known.outcome);
    if let Some(grundy) = &known.grundy {
        text.push_str(&format!("; Grundy value {grundy}"));
    }
    if let Some(remoteness) = known.remoteness {
        let moves = words::counted(usize::try_from(remoteness).unwrap_or(usize::MAX), "move");
        text.push_str(&format!("; {moves} to the end if both play well"));
    }
    let more = if known.all_winning_moves { "" } else { " or more" };
    text.push_str(&match known.winning_moves().count() {
        0 => "\nno move leads to a P-position".to_owned(),
        1 => format!("\n1 move leads{more} to a P-position"),
        many => format!("\n{many} moves lead{more} to a P-position"),
    });
    text
}

//! The texts of the dialogue.

use bouton_answer::Answer;
use bouton_core::{Convention, Position, Space};
use bouton_game::{Arena, Playable, terms};

use crate::Match;

const HELP: &str = "
  moves         the options, numbered; `moves marked` marks winning moves with *
  hint          a best move
  why           the value of the position, and the reasons
  rules         the rules of the game
  law           the law of the game, if one is proved
  log           the moves so far
  undo          take back your last move
  new           once more; `new 3,4,5` begins there, `new random` at a fair start
  swap          change sides
  level weak    let the computer err: perfect, strong (at 10% of its turns), fair (25%), weak (50%), or 30%
  save FILE     save the game; `bouton play FILE` continues it
  quit          leave the game
";

/// The widest line of a list of moves, and the most moves that are listed.
const WIDTH: usize = 78;
const MOST_LISTED: usize = 200;

/// The help: the forms of moves, and the other lines.
pub(super) fn help(playable: &Playable) -> String {
    let space = playable.ruleset().map(bouton_core::Ruleset::space);
    let heaps = space.is_none_or(|space| *space == Space::Heaps);
    let dimension = playable.ruleset().map_or(2, |ruleset| ruleset.dimension());
    let take = match (heaps, dimension) {
        _ if space == Some(&Space::HeapSizes) => ", or `take 2 from a heap of 3`",
        (false, _) => "",
        (true, 1) => ", or `take 2`",
        (true, _) => ", or `take 2 from 1` (`take 2` if one heap is left), `take 2 from 1, 1 from 2`",
    };
    let position = example(dimension);
    let parted = if matches!(playable.arena(), Arena::Code(_)) {
        "; the parts of a heap that is split are written as heaps of their own (from 7 to `2,4`)"
    } else {
        ""
    };
    let pass = if playable.has_controls() { ", or `pass`" } else { "" };
    format!(
        "Write the position to move to (for example {position}){take}{pass}, or `#2` for the second of `moves`{parted}.{}",
        HELP.trim_end()
    )
}

/// An example of a position of `dimension` numbers.
pub(super) fn example(dimension: usize) -> String {
    match dimension {
        1 => "2".to_owned(),
        count => ["1", "4", "5", "0"].iter().cycle().take(count).copied().collect::<Vec<_>>().join(","),
    }
}

/// The options, numbered, in columns.
pub(super) fn moves(known: &Answer, marked: bool) -> String {
    let shown = known.moves.iter().take(MOST_LISTED).enumerate();
    let cells: Vec<String> = shown
        .map(|(place, option)| {
            let mark = if marked && option.winning { "*" } else { "" };
            format!("#{} {}{mark}", place + 1, option.to)
        })
        .collect();
    let widest = cells.iter().map(String::len).max().unwrap_or(0) + 2;
    let columns = (WIDTH / widest.max(1)).max(1);
    let line = |line: &[String]| {
        let padded: String = line.iter().map(|cell| format!("{cell:<widest$}")).collect();
        padded.trim_end().to_owned()
    };
    let mut lines: Vec<String> = cells.chunks(columns).map(line).collect();
    if !known.all_moves || known.moves.len() > MOST_LISTED {
        lines.push("… and others".to_owned());
    }
    if marked && known.winning_moves().next().is_none() {
        lines.push("no move wins".to_owned());
    }
    lines.join("\n")
}

/// A best move.
pub(super) fn hint(known: &Answer, choice: Option<&Position>) -> String {
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

/// The value of a position.
pub(super) fn why(convention: Convention, known: &Answer) -> String {
    let meaning = terms::meaning(convention, known.value);
    let mut text = format!("{} is {}: {meaning}", known.position, known.outcome);
    if let Some(grundy) = &known.grundy {
        text.push_str(&format!("; Grundy value {grundy}"));
    }
    if let Some(remoteness) = known.remoteness {
        let moves = terms::counted(usize::try_from(remoteness).unwrap_or(usize::MAX), "move");
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

/// The note on the values of single heaps, for a position of several; empty where the law is one of
/// positions.
pub(super) fn sum(playable: &Playable, known: &Answer) -> String {
    match (playable.arena(), &known.grundy) {
        (Arena::Code(_), Some(grundy)) => format!(
            "\nThe player to move loses exactly where the nim-sum of the heaps' values is 0; at {} it is {grundy}: {}.",
            known.position,
            terms::meaning(playable.game().convention(), known.value)
        ),
        _ => String::new(),
    }
}

/// The moves so far, one on each line.
pub(super) fn log(game: &Match) -> String {
    let document = game.document();
    let mut lines = vec![format!("start  {}", document.position)];
    let moves = document.moves.iter().enumerate();
    lines.extend(moves.map(|(turn, made)| format!("{:>4}.  {}  {}", turn + 1, made.to, made.by)));
    lines.join("\n")
}

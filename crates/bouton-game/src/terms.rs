//! Phrases in all texts: meanings of outcomes, the convention of a game, its title, counted nouns.

use bouton_core::{Convention, Value};
use bouton_rules::Game;

/// Describes the meaning of an outcome for the players.
///
/// ```
/// use bouton::{Convention, words::meaning};
///
/// assert_eq!(meaning(Convention::Normal, 0), "the player to move loses");
/// ```
#[must_use]
pub fn meaning(convention: Convention, outcome: Value) -> String {
    let fixed = match convention {
        Convention::Normal | Convention::Misere => match outcome {
            0 => "the player to move loses",
            _ => "the player to move wins",
        },
        Convention::Podium { .. } => match outcome {
            0 => "the previous player makes the last move",
            1 => "the player to move makes the last move",
            2 => "the player after the one to move makes the last move",
            _ => {
                return format!("the player {} turns after the one to move makes the last move", outcome - 1);
            }
        },
        Convention::Coalition => match outcome {
            0 => "the player who has just moved can force a win",
            1 => "the player to move can force a win",
            2 => "the player after the one to move can force a win",
            _ => "no player can force a win: any two together keep the third from winning",
        },
    };
    fixed.to_owned()
}

/// The name of a winning convention.
#[must_use]
pub fn convention_name(convention: Convention) -> String {
    match convention {
        Convention::Normal => "normal play".to_owned(),
        Convention::Misere => "misère play".to_owned(),
        Convention::Podium { players } => format!("{players} players, podium rule"),
        Convention::Coalition => "3 players, coalitions".to_owned(),
    }
}

/// Writes a counted noun: `1 state`, `2 states`.
#[must_use]
pub fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// The name of a game, or its rules in one line if it has none.
#[must_use]
pub fn title(game: &Game) -> String {
    if game.name().is_empty() { one_line(&game.text()) } else { game.name().to_owned() }
}

/// Writes a rules text in one line.
#[must_use]
pub fn one_line(text: &str) -> String {
    text.trim_end().replace('\n', "; ")
}

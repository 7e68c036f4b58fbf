//! Outcomes and numbers in words and in JSON.

use bouton::{Convention, Value as Outcome};
use num_bigint::BigUint;
use serde_json::Value;

/// What an outcome means for the players.
pub(crate) fn meaning(convention: Convention, outcome: Outcome) -> String {
    let fixed = match convention {
        Convention::Normal | Convention::Misere => match outcome {
            0 => "the player to move loses",
            _ => "the player to move wins",
        },
        Convention::Podium { .. } => match outcome {
            0 => "the player who has just moved is last to move",
            1 => "the player to move is last to move",
            2 => "the player after the one to move is last to move",
            _ => return format!("the player {} turns after the one to move is last to move", outcome - 1),
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

/// How a game is won.
pub(crate) fn convention_name(convention: Convention) -> String {
    match convention {
        Convention::Normal => "normal play".to_owned(),
        Convention::Misere => "misère play".to_owned(),
        Convention::Podium { players } => format!("{players} players, podium rule"),
        Convention::Coalition => "three players, coalitions".to_owned(),
    }
}

/// A number in JSON; beyond 2^64 it is a string of digits.
pub(crate) fn number(number: &BigUint) -> Value {
    u64::try_from(number).map_or_else(|_| Value::from(number.to_string()), Value::from)
}

/// `1 state`, `2 states`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// The name of a game, or its rules in one line if it has none.
pub(crate) fn title(game: &bouton::rules::Game) -> String {
    if game.name().is_empty() { one_line(&game.text()) } else { game.name().to_owned() }
}

/// A rules text in one line.
pub(crate) fn one_line(text: &str) -> String {
    text.trim_end().replace('\n', "; ")
}

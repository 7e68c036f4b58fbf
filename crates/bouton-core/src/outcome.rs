//! Outcomes: the player who wins.

use std::{fmt, str::FromStr};

use crate::Value;

/// The winner from a position, counted from the player who just moved.
///
/// Two players: P, the previous player, or N, the next one. Under the podium rule it is the player
/// who takes the last object: P, N, O, and from the fourth player on a number. With coalitions
/// (Propp) there is also Q: a single player cannot force a win.
///
/// ```
/// use bouton_core::Outcome;
///
/// assert_eq!("N".parse(), Ok(Outcome::N));
/// assert_eq!(Outcome::Place(4).to_string(), "4");
/// assert!(Outcome::P < Outcome::N);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The player who just moved.
    P,
    /// The next player.
    N,
    /// The player after the next one.
    O,
    /// No player alone can force a win (coalitions).
    Q,
    /// The player of this number, 3 or more, where 0 just moved (podium rule).
    Place(Value),
}

impl Outcome {
    /// The outcome as a value: 0 for P, 1 for N, 2 for O, 3 for Q, or the player's number.
    #[must_use]
    pub fn number(self) -> Value {
        match self {
            Self::P => 0,
            Self::N => 1,
            Self::O => 2,
            Self::Q => 3,
            Self::Place(place) => place,
        }
    }

    /// Whether the player to move has lost: moves to such a position win.
    #[must_use]
    pub fn is_lost(self) -> bool {
        self == Self::P
    }

    /// The letter, where it has one.
    #[must_use]
    pub fn letter(self) -> Option<char> {
        match self {
            Self::P => Some('P'),
            Self::N => Some('N'),
            Self::O => Some('O'),
            Self::Q => Some('Q'),
            Self::Place(_) => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.letter(), self) {
            (Some(letter), _) => f.pad(letter.encode_utf8(&mut [0; 4])),
            (None, outcome) => fmt::Display::fmt(&outcome.number(), f),
        }
    }
}

/// The error that a text is not an outcome.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an outcome, expected P, N, O, Q or the number of a player from 3 on")]
pub struct ParseOutcomeError(pub String);

impl FromStr for Outcome {
    type Err = ParseOutcomeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "P" => Ok(Self::P),
            "N" => Ok(Self::N),
            "O" => Ok(Self::O),
            "Q" => Ok(Self::Q),
            _ => {
                let digits = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
                let place = digits.then(|| text.parse().ok()).flatten();
                place
                    .filter(|place| *place >= 3)
                    .map(Self::Place)
                    .ok_or_else(|| ParseOutcomeError(text.to_owned()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for outcome in [Outcome::P, Outcome::N, Outcome::O, Outcome::Q, Outcome::Place(3), Outcome::Place(77)]
        {
            assert_eq!(outcome.to_string().parse(), Ok(outcome));
        }
        for wrong in ["", "p", "2", "03", "-3", "+3", "R", "NN"] {
            assert!(wrong.parse::<Outcome>().is_err(), "{wrong}");
        }
        assert_eq!(format!("{:>3}|{:<3}|", Outcome::N, Outcome::Place(5)), "  N|5  |");
    }
}

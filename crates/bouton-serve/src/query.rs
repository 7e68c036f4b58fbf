//! The query of a request: names and values, each checked.

use std::str::FromStr;

use axum::{extract::FromRequestParts, http::request::Parts};
use bouton::{Asked, Choice, Game, Goal, Playable, Position, PositionError};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::{App, failure::Failure};

/// Names and values in the order in which they came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Query(Vec<(String, String)>);

/// Kept as they are in links: what rules and positions are full of.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b',')
    .remove(b'.')
    .remove(b'-')
    .remove(b'_')
    .remove(b':')
    .remove(b'*')
    .remove(b'/');

/// A text as it stands in a link.
pub(crate) fn escaped(text: &str) -> String {
    utf8_percent_encode(text, ESCAPED).to_string().replace("%20", "+")
}

impl Query {
    /// Reads `name=value&…`; a name without a value is one with an empty value.
    ///
    /// # Errors
    ///
    /// If a part is no UTF-8, or a name comes twice.
    pub(crate) fn read(text: &str) -> Result<Self, Failure> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for part in text.split('&').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let plain = |text: &str| {
                let text = text.replace('+', " ");
                percent_decode_str(&text)
                    .decode_utf8()
                    .map(|text| text.replace("\r\n", "\n"))
                    .map_err(|_| Failure::input("usage", "the query is not UTF-8"))
            };
            let (name, value) = (plain(name)?, plain(value)?);
            if pairs.iter().any(|(known, _)| *known == name) {
                return Err(Failure::input("usage", &format!("`{name}` is said twice")));
            }
            pairs.push((name, value));
        }
        Ok(Self(pairs))
    }

    /// Refuses names that nobody asks for.
    ///
    /// # Errors
    ///
    /// If there is another name than these.
    pub(crate) fn only(&self, names: &[&str]) -> Result<(), Failure> {
        match self.0.iter().find(|(name, _)| !names.contains(&name.as_str())) {
            None => Ok(()),
            Some((name, _)) => {
                let known = names.join(", ");
                Err(Failure::input("usage", &format!("there is no parameter `{name}`; there are {known}")))
            }
        }
    }

    /// A value that is not empty.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    /// A value that must be there.
    ///
    /// # Errors
    ///
    /// If it is not.
    pub(crate) fn need(&self, name: &str) -> Result<&str, Failure> {
        self.get(name).ok_or_else(|| Failure::input("usage", &format!("`{name}` is missing")))
    }

    /// A value of a type that is read from text.
    ///
    /// # Errors
    ///
    /// If it is there and cannot be read.
    pub(crate) fn read_as<T: FromStr>(&self, name: &str, expected: &str) -> Result<Option<T>, Failure> {
        let Some(text) = self.get(name) else { return Ok(None) };
        let wrong =
            || Failure::input("usage", &format!("`{name}` is `{}`, expected {expected}", shown(text)));
        text.trim().parse().map(Some).map_err(|_| wrong())
    }

    /// A whole number.
    ///
    /// # Errors
    ///
    /// If it is there and is none.
    pub(crate) fn number(&self, name: &str) -> Result<Option<u64>, Failure> {
        self.read_as(name, "a whole number")
    }

    /// Whether something is wished: `true`, `1`, `on`, or nothing after the name.
    pub(crate) fn flag(&self, name: &str) -> bool {
        self.0
            .iter()
            .any(|(known, value)| known == name && matches!(value.as_str(), "" | "true" | "1" | "on"))
    }

    /// The game: a name, a code or rules. Never a path.
    ///
    /// # Errors
    ///
    /// If there is none, or its rules have faults.
    pub(crate) fn game(&self) -> Result<Game, Failure> {
        Ok(Game::named(self.need("game")?)?)
    }

    /// The number of heaps, if it is said.
    ///
    /// # Errors
    ///
    /// If it is no number from 1 to 64.
    pub(crate) fn heaps(&self) -> Result<Option<usize>, Failure> {
        let heaps = self.read_as::<usize>("heaps", "a number of heaps from 1 to 64")?;
        match heaps {
            Some(heaps) if !(1..=64).contains(&heaps) => {
                Err(Failure::input("heaps", "`heaps` is a number from 1 to 64"))
            }
            heaps => Ok(heaps),
        }
    }

    /// The game with its number of heaps fixed: three if it is open, as in the program.
    ///
    /// # Errors
    ///
    /// As [`game`](Self::game), and if the number of heaps contradicts the rules.
    pub(crate) fn playable(&self) -> Result<Playable, Failure> {
        let game = self.game()?;
        let heaps = self.heaps()?;
        if game.rules().code().is_some() {
            return Ok(Playable::new(game.rules(), None)?);
        }
        let heaps = heaps.or(game.is_open().then_some(DEFAULT_HEAPS));
        Ok(Playable::new(game.rules(), heaps)?)
    }

    /// A position, with no more digits than are taken.
    ///
    /// # Errors
    ///
    /// 413 if it is too long, else as the program.
    pub(crate) fn position(&self, name: &str, digits: usize) -> Result<Position, Failure> {
        position(self.need(name)?, digits)
    }

    /// Which value of a position is asked for.
    ///
    /// # Errors
    ///
    /// If there is no such value.
    pub(crate) fn asked(&self) -> Result<Asked, Failure> {
        match self.get("value") {
            None | Some("outcome") => Ok(Asked::Outcome),
            Some("grundy") => Ok(Asked::Grundy),
            Some("remoteness") => Ok(Asked::Remoteness),
            Some(other) => Err(Failure::input(
                "value",
                &format!("there is no value `{}`: expected outcome, grundy or remoteness", shown(other)),
            )),
        }
    }

    /// What a law is to be about, if that is said.
    ///
    /// # Errors
    ///
    /// If there are no laws about that.
    pub(crate) fn goal(&self) -> Result<Option<Goal>, Failure> {
        goal(self.get("value"))
    }

    /// Which engine shall answer.
    ///
    /// # Errors
    ///
    /// If there is no such engine.
    pub(crate) fn engine(&self) -> Result<Choice, Failure> {
        let text = self.get("engine").unwrap_or("auto");
        text.parse().map_err(|message: String| Failure::input("usage", &message))
    }
}

/// How many heaps a game with any number of them gets if nobody says, as in the program.
pub(crate) const DEFAULT_HEAPS: usize = 3;

/// What a law is to be about, by its name.
pub(crate) fn goal(name: Option<&str>) -> Result<Option<Goal>, Failure> {
    match name {
        None | Some("") => Ok(None),
        Some("outcome") => Ok(Some(Goal::Outcome)),
        Some("grundy") => Ok(Some(Goal::Grundy)),
        Some(other) => Err(Failure::input(
            "value",
            &format!("no law is about `{}`: expected outcome or grundy", shown(other)),
        )),
    }
}

/// Reads a position of at most so many digits.
pub(crate) fn position(text: &str, digits: usize) -> Result<Position, Failure> {
    if text.bytes().filter(u8::is_ascii_digit).count() > digits {
        return Err(Failure::too_large("a position", digits, "digits"));
    }
    text.parse().map_err(|error| PositionError::Text { text: shown(text), error }.into())
}

/// The beginning of a text, for messages.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 80;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain(['…']).collect()
}

impl FromRequestParts<App> for Query {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Failure> {
        let text = parts.uri.query().unwrap_or("");
        if text.len() > app.bounds().query {
            return Err(Failure::too_large("a query", app.bounds().query, "bytes"));
        }
        Self::read(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_as_they_were_written() {
        let query = Query::read("game=heaps+1%3B%20move&position=3,4%2C5&x").unwrap();
        assert_eq!(query.get("game"), Some("heaps 1; move"));
        assert_eq!(query.get("position"), Some("3,4,5"));
        assert_eq!((query.get("x"), query.flag("x")), (None, true));
        assert_eq!(
            Query::read(&format!("game={}", escaped("a&b=c+d\n%"))).unwrap().get("game"),
            Some("a&b=c+d\n%")
        );
    }

    #[test]
    fn wrong_queries_are_refused() {
        assert!(Query::read("a=1&a=2").is_err());
        assert!(Query::read("a=%ff").is_err());
        let query = Query::read("upto=ten&heaps=0").unwrap();
        assert_eq!(query.number("upto").unwrap_err().message(), "`upto` is `ten`, expected a whole number");
        assert!(query.heaps().is_err() && query.only(&["upto"]).is_err() && query.need("game").is_err());
    }
}

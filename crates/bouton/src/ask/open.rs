//! A game of which a theorem for every number of heaps may be requested.

use std::{borrow::Cow, str::FromStr};

use serde::{Deserialize, Deserializer, de};

use super::{Asker, Subject, parameter};
use crate::{
    Error, ErrorKind, Playable,
    rules::{Game, HeapCount},
};

/// A game of which a theorem for every number of heaps may be requested.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct OpenSubject {
    /// A rules file, a built-in game, a code, or rules text
    #[cfg_attr(feature = "clap", arg(index = 1))]
    pub game: String,
    /// The number of heaps of a game with any number of them, or `all` for a theorem about every number
    #[cfg_attr(feature = "clap", arg(long, value_name = "K"))]
    #[serde(default)]
    pub heaps: Option<NumberOfHeaps>,
    /// Another value for a number that the rules name by `let`; `prove` takes k=3..6, too
    #[cfg_attr(feature = "clap", arg(long = "set", value_name = "NAME=NUMBER"))]
    #[serde(default, deserialize_with = "parameter::list")]
    pub set: Vec<String>,
}

/// The number of heaps of a theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberOfHeaps {
    /// Every number, in one theorem.
    All,
    /// This number.
    Fixed(u8),
}

impl FromStr for NumberOfHeaps {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "all" {
            return Ok(Self::All);
        }
        let number = text.parse().ok().filter(|number| (1..=64).contains(number));
        number.map(Self::Fixed).ok_or_else(|| "expected a number from 1 to 64, or `all`".to_owned())
    }
}

impl<'de> Deserialize<'de> for NumberOfHeaps {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(u64),
            Word(String),
        }
        let text = match Written::deserialize(deserializer)? {
            Written::Number(number) => number.to_string(),
            Written::Word(word) => word,
        };
        text.parse().map_err(de::Error::custom)
    }
}

impl schemars::JsonSchema for NumberOfHeaps {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "NumberOfHeaps".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut schema = schemars::json_schema!({ "type": "integer", "minimum": 1, "maximum": 64 });
        schema.insert(parameter::OR.to_owned(), "all".into());
        schema
    }
}

impl OpenSubject {
    /// The number of heaps, if it was given.
    #[must_use]
    pub fn heaps(&self) -> Option<usize> {
        self.subject().heaps()
    }

    /// Whether a theorem for every number of heaps is requested.
    #[must_use]
    pub fn all_heaps(&self) -> bool {
        self.heaps == Some(NumberOfHeaps::All)
    }

    /// Whether a theorem for every number of heaps of this game is to be sought.
    #[must_use]
    pub fn any_heaps(&self, game: &Game) -> bool {
        game.code().is_none() && game.heaps() == HeapCount::Any && self.heaps().is_none()
    }

    /// Sets the number of heaps.
    ///
    /// # Errors
    ///
    /// If there are more heaps than rules are written out for.
    pub(super) fn with_heaps(self, heaps: usize) -> Result<Self, Error> {
        let heaps = NumberOfHeaps::from_str(&heaps.to_string());
        let heaps = heaps.map_err(|expected| {
            Error::question(format!("no law is known for as many heaps; {expected}"))
                .of_kind(ErrorKind::Heaps)
        })?;
        Ok(Self { heaps: Some(heaps), ..self })
    }

    /// The game of a question about a fixed number of heaps.
    #[must_use]
    pub fn subject(&self) -> Subject {
        let heaps = match self.heaps {
            Some(NumberOfHeaps::Fixed(heaps)) => Some(heaps),
            Some(NumberOfHeaps::All) | None => None,
        };
        Subject { game: self.game.clone(), heaps, set: self.set.clone() }
    }

    /// The game that was loaded with a fixed number of heaps, or the take-and-break game.
    pub(super) fn playable_of<A: Asker>(&self, game: &Game, asker: &mut A) -> Result<Playable, A::Failure> {
        match game.code() {
            Some(_) => Ok(Playable::within(game, self.heaps(), &asker.watch()).map_err(Error::from)?),
            None => self.subject().playable_of(game, asker),
        }
    }
}

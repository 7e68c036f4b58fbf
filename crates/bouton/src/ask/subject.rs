//! The game that a question is about.

use serde::Deserialize;

use super::{Asker, instance, parameter};
use crate::{
    Error, Instance, Oracles, Playable, PlayableError,
    rules::{Game, RulesetError},
    settings,
};

/// The number of heaps of a game with any number of them, if a question does not specify it.
pub const DEFAULT_HEAPS: usize = 3;

/// The game that a question is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Subject {
    /// A rules file, a built-in game, a code, or rules text
    #[cfg_attr(feature = "clap", arg(index = 1))]
    pub game: String,
    /// The number of heaps of a game with any number of them
    #[cfg_attr(feature = "clap", arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=64)))]
    #[serde(default)]
    #[schemars(range(min = 1, max = 64))]
    pub heaps: Option<u8>,
    /// A number for a name that the rules define by `let` or `for all`: k=4, or a=3,b=5; a range, k=3..6, asks about each
    /// game in `solve`, `moves`, `count`, `sequence`, `genus`, `grundy` and `prove`
    #[cfg_attr(feature = "clap", arg(long = "set", value_name = "NAME=NUMBER"))]
    #[serde(default, deserialize_with = "parameter::list")]
    pub set: Vec<String>,
}

impl Subject {
    /// Creates the subject of a game by its text, with defaults for everything else.
    #[must_use]
    pub fn new(game: &str) -> Self {
        Self { game: game.to_owned(), ..Self::default() }
    }

    /// The number of heaps, if it was given.
    #[must_use]
    pub fn heaps(&self) -> Option<usize> {
        self.heaps.map(usize::from)
    }

    /// The game.
    ///
    /// # Errors
    ///
    /// If there is no such game, its rules have faults, or a name is set to several numbers.
    pub fn load<A: Asker>(&self, asker: &mut A) -> Result<Game, A::Failure> {
        match &settings(&self.set).map_err(Error::from)?[..] {
            [settings] => {
                let game = asker.game(&self.game, settings)?;
                if !game.letters().is_empty() {
                    // Only a theorem is about all numbers that the letters may be.
                    let error = RulesetError::Letters { names: game.letters().to_vec() };
                    return Err(Error::from(PlayableError::from(error)).into());
                }
                Ok(game)
            }
            _ => Err(Error::usage("{set} takes one number here; `prove` takes a range").into()),
        }
    }

    /// The game with a fixed number of heaps: [`DEFAULT_HEAPS`] if the rules and the question leave it open.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load), and if the number of heaps contradicts the rules.
    pub fn playable<A: Asker>(&self, asker: &mut A) -> Result<Playable, A::Failure> {
        let game = self.load(asker)?;
        self.playable_of(&game, asker)
    }

    /// Like [`playable`](Self::playable), of the game that was loaded.
    ///
    /// # Errors
    ///
    /// If the number of heaps contradicts the rules.
    pub fn playable_of<A: Asker>(&self, game: &Game, asker: &mut A) -> Result<Playable, A::Failure> {
        let heaps = match self.heaps() {
            _ if game.code().is_some() => None,
            None if game.heaps() == crate::rules::HeapCount::Any => {
                asker.open_heaps(DEFAULT_HEAPS);
                Some(DEFAULT_HEAPS)
            }
            heaps => heaps,
        };
        Ok(Playable::within(game, heaps, &asker.watch()).map_err(Error::from)?)
    }

    /// The engines that answer positions of the game, for any number of heaps; `using` is a certificate.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load), and if the certificate, or the table of the interface, cannot be used.
    pub fn oracles<A: Asker>(&self, using: Option<&str>, asker: &mut A) -> Result<Oracles, A::Failure> {
        let game = self.load(asker)?;
        let instance = instance::instance(&self.set, using, asker)?;
        self.oracles_with(&game, (using, instance), asker)
    }

    /// Like [`oracles`](Self::oracles); an instance of rules with letters is answered by their theorem, where one is proved.
    ///
    /// # Errors
    ///
    /// As [`oracles`](Self::oracles).
    pub fn oracles_by_theorem<A: Asker>(
        &self,
        using: Option<&str>,
        asker: &mut A,
    ) -> Result<Oracles, A::Failure> {
        if using.is_some() {
            return self.oracles(using, asker);
        }
        let game = self.load(asker)?;
        let instance = instance::proved_instance((&self.game, &self.set), asker)?;
        self.oracles_with(&game, (None, instance), asker)
    }

    fn oracles_with<A: Asker>(
        &self,
        game: &Game,
        (using, instance): (Option<&str>, Option<Instance>),
        asker: &mut A,
    ) -> Result<Oracles, A::Failure> {
        if game.code().is_some() {
            // A position of a code has as many heaps as are written, so their number cannot be fixed: this
            // reports an error.
            Playable::within(game, self.heaps(), &asker.watch()).map_err(Error::from)?;
        }
        let given = using.filter(|_| instance.is_none());
        let theorem = given.map(|given| asker.given_theorem(given)).transpose()?;
        let oracles = Oracles::new(game, self.heaps(), theorem, &asker.watch());
        Ok(oracles.with_letters(instance).with_table(asker.table()))
    }
}

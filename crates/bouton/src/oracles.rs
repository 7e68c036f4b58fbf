//! Oracles of one game for any numbers of heaps.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use bouton_core::{Convention, Position, Watch};
use bouton_prove::{Goal, ProveOptions};
use bouton_rules::{Game, HeapCount, HeapsError, MAX_HEAPS};

use crate::{
    Ending, Error, Instance, Oracle, Playable, PlayableError, PositionError, StoredBox, Theorem,
    prove_every_number,
};

/// Answers questions about positions of a game that may have any number of heaps: for each number
/// there is an [`Oracle`], which keeps its results.
///
/// ```
/// use bouton::{Game, Oracles, Query, Watch};
///
/// let mut nim = Oracles::new(Game::named("nim")?.rules(), None, None, &Watch::unlimited());
/// for (position, outcome) in [("3,4,5", "N"), ("7,7", "P"), ("1,2,3", "P")] {
///     let position = position.parse()?;
///     assert_eq!(nim.at(&position)?.answer(&position, &Query::default())?.outcome, outcome);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Oracles {
    game: Game,
    heaps: Option<usize>,
    theorem: Option<Theorem>,
    /// A theorem with letters, and their numbers.
    instance: Option<Instance>,
    /// The folder of a stored table.
    table: Option<PathBuf>,
    watch: Watch,
    by_heaps: BTreeMap<usize, Oracle>,
}

impl Oracles {
    /// Creates oracles of a game, with `heaps` heaps if given; they answer by the theorem if one is
    /// given.
    #[must_use]
    pub fn new(game: &Game, heaps: Option<usize>, theorem: Option<Theorem>, watch: &Watch) -> Self {
        let heaps = heaps.filter(|_| game.code().is_none());
        let (game, watch) = (game.clone(), watch.clone());
        Self { game, heaps, theorem, instance: None, table: None, watch, by_heaps: BTreeMap::new() }
    }

    /// Sets the folder of the stored table, if one is given.
    #[must_use]
    pub fn with_table(self, folder: Option<impl AsRef<Path>>) -> Self {
        Self { table: folder.map(|folder| folder.as_ref().to_owned()), ..self }
    }

    /// Sets the theorem with letters of which this game is an instance, and the numbers of the letters, if
    /// one is given.
    #[must_use]
    pub fn with_letters(self, instance: Option<Instance>) -> Self {
        Self { instance, ..self }
    }

    /// The oracle for a position.
    ///
    /// # Errors
    ///
    /// If the game cannot be played with as many heaps, or the theorem is about another game.
    pub fn at(&mut self, position: &Position) -> Result<&mut Oracle, Error> {
        // Positions with more heaps than rules can be written out for share one oracle, as the positions of a
        // code do.
        let count = Some(position.coordinates.len())
            .filter(|&count| self.game.code().is_none() && count <= MAX_HEAPS && !self.is_of_a_sum());
        let count = count.unwrap_or(0);
        let oracle = match self.by_heaps.remove(&count) {
            Some(oracle) => oracle,
            None => self.make(position)?,
        };
        Ok(self.by_heaps.entry(count).or_insert(oracle))
    }

    /// Converts to the single oracle for a position.
    ///
    /// # Errors
    ///
    /// As [`at`](Self::at).
    pub fn into_oracle(self, position: &Position) -> Result<Oracle, Error> {
        self.make(position)
    }

    /// Whether the given theorem is about sums of any number of heaps, by a law of single heaps.
    fn is_of_a_sum(&self) -> bool {
        self.theorem
            .as_ref()
            .is_some_and(|theorem| theorem.is_for_every_number() && !theorem.reads_all_heaps())
    }

    /// The game with any number of heaps, and the given or found theorem about all of them.
    fn by_theorem(&self) -> Result<Option<(Playable, Theorem)>, Error> {
        let Some(playable) = Playable::of_open_heaps(&self.game) else { return Ok(None) };
        if let Some(theorem) = &self.theorem {
            return Ok(Some((playable, theorem.clone())));
        }
        let options = ProveOptions::default();
        Ok(match prove_every_number(&self.game, Some(Goal::Outcome), &options, &self.watch)? {
            Ending::Proved(proved) if proved.theorem.reads_all_heaps() => Some((playable, proved.theorem)),
            _ => None,
        })
    }

    fn make(&self, position: &Position) -> Result<Oracle, Error> {
        let open = self.game.code().is_none() && self.game.heaps() == HeapCount::Any;
        if open && position.coordinates.is_empty() {
            return Err(PositionError::NoHeaps.into());
        }
        let (sum, reads_all) =
            (self.is_of_a_sum(), self.theorem.as_ref().is_some_and(Theorem::reads_all_heaps));
        let mut theorem = self.theorem.clone();
        let any_number = open && self.heaps.is_none();
        // Except for misère quotients, the values of single heaps decide a sum only in normal play.
        let many = any_number
            && position.coordinates.len() > MAX_HEAPS
            && self.game.convention() != Convention::Normal
            && (theorem.is_none() || reads_all);
        let known = if many { self.by_theorem()? } else { None };
        let of_sum = sum.then(|| Playable::of_any_heaps(&self.game, &self.watch)).flatten();
        let playable = match known {
            Some((playable, known)) => {
                theorem = Some(known);
                playable
            }
            None => match of_sum.filter(|_| self.heaps.is_none()) {
                Some(playable) => playable,
                None => match Playable::for_position(&self.game, self.heaps, position, &self.watch) {
                    // Rules cannot be written out for as many heaps, and the theorem does not need them.
                    Err(error @ (PlayableError::Heaps(HeapsError::Limit(_)) | PlayableError::Ruleset(_)))
                        if any_number && (theorem.is_none() || reads_all) =>
                    {
                        let (playable, known) = self.by_theorem()?.ok_or(error)?;
                        theorem = Some(known);
                        playable
                    }
                    playable => playable?,
                },
            },
        };
        let mut oracle = Oracle::new(playable, &self.watch);
        if let Some(folder) = &self.table {
            let stored = StoredBox::open(oracle.playable(), folder)?;
            oracle = oracle.with_table(&stored)?;
        }
        if let Some(instance) = &self.instance {
            oracle = oracle.with_letters(instance.clone())?;
        }
        Ok(match theorem {
            Some(theorem) => oracle.with_theorem(theorem)?,
            None => oracle,
        })
    }
}

//! Oracles of one game for any numbers of heaps.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use bouton_core::{Position, Watch};
use bouton_rules::{Game, HeapCount};

use crate::{Error, Oracle, Playable, PositionError, StoredBox, Theorem};

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
        Self { game, heaps, theorem, table: None, watch, by_heaps: BTreeMap::new() }
    }

    /// The same with the stored table in this folder, if one is given.
    #[must_use]
    pub fn with_table(self, folder: Option<impl AsRef<Path>>) -> Self {
        Self { table: folder.map(|folder| folder.as_ref().to_owned()), ..self }
    }

    /// The oracle for a position.
    ///
    /// # Errors
    ///
    /// If the game cannot be played with as many heaps, or the theorem is about another game.
    pub fn at(&mut self, position: &Position) -> Result<&mut Oracle, Error> {
        let count = if self.game.code().is_some() { 0 } else { position.coordinates.len() };
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

    fn make(&self, position: &Position) -> Result<Oracle, Error> {
        let open = self.game.code().is_none() && self.game.heaps() == HeapCount::Any;
        if open && position.coordinates.is_empty() {
            return Err(PositionError::NoHeaps.into());
        }
        let playable = Playable::for_position(&self.game, self.heaps, position)?;
        let mut oracle = Oracle::new(playable, &self.watch);
        if let Some(folder) = &self.table {
            let stored = StoredBox::open(oracle.playable(), folder)?;
            oracle = oracle.with_table(&stored)?;
        }
        Ok(match &self.theorem {
            Some(theorem) => oracle.with_theorem(theorem.clone())?,
            None => oracle,
        })
    }
}

//! A game, with the questions about it.

use bouton_core::{Position, Watch};
use bouton_game::{known_or_proved, limits::TIME_TO_PROVE, prove_law_with};
use bouton_prove::{Goal, ProveOptions};
use bouton_rules::{HeapCount, HeapsError};

use crate::{Answer, Ending, Error, Playable, PlayableError, PositionError, Theorem, answer, words};

/// A game by its name, its code or its rules, with the number of heaps if it is fixed.
///
/// ```
/// use bouton::Game;
///
/// assert_eq!(Game::named("nim")?.solve("3,4,5")?.outcome, "N");
/// assert_eq!(Game::named("0.77")?.solve("7,3")?.grundy, Some(1u32.into()));
/// # Ok::<(), bouton::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: bouton_rules::Game,
    heaps: Option<usize>,
}

impl Game {
    /// A built-in game by its name, a take-and-break game by its code (`0.137`, `subtraction
    /// {1,3,4}`), or a rules text with lines separated by newlines or `;`. Files are not read.
    ///
    /// # Errors
    ///
    /// If the game does not exist, or all faults of the rules.
    ///
    /// ```
    /// use bouton::Game;
    ///
    /// assert_eq!(Game::named("heaps 1; move take 1..3 from 1 heap")?.solve("8")?.outcome, "P");
    /// assert!(Game::named("nmi").unwrap_err().to_string().contains("did you mean `nim`?"));
    /// # Ok::<(), bouton::Error>(())
    /// ```
    pub fn named(name: &str) -> Result<Self, Error> {
        Self::named_with(name, &[])
    }

    /// Like [`named`](Self::named), with other values for some of the numbers that the rules name by `let`.
    ///
    /// # Errors
    ///
    /// As [`named`](Self::named), and a name that no `let` defines.
    pub fn named_with(name: &str, settings: &[(String, i64)]) -> Result<Self, Error> {
        Self::named_within(name, settings, &Watch::unlimited())
    }

    /// Like [`named_with`](Self::named_with), under a watch.
    ///
    /// ```
    /// use bouton::{Error, Game, LimitReached, Watch};
    ///
    /// let watch = Watch::unlimited();
    /// assert!(Game::named_within("nim", &[], &watch).is_ok());
    /// watch.cancel();
    /// let many = Game::named_within("heaps 20; move take 1..9 from 2 heaps", &[], &watch);
    /// assert!(matches!(many, Err(Error::Limit(LimitReached::Cancelled))));
    /// ```
    ///
    /// # Errors
    ///
    /// As [`named_with`](Self::named_with), and if a limit is reached.
    pub fn named_within(name: &str, settings: &[(String, i64)], watch: &Watch) -> Result<Self, Error> {
        Ok(bouton_rules::resolve_within(name, settings, watch)?.into())
    }

    /// The game with a number of heaps.
    ///
    /// # Errors
    ///
    /// If the rules fix another number.
    pub fn with_heaps(mut self, heaps: usize) -> Result<Self, HeapsError> {
        self.rules = self.rules.with_heaps(heaps)?;
        self.heaps = Some(heaps);
        Ok(self)
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &bouton_rules::Game {
        &self.rules
    }

    /// The name of the game, or its rules in one line if it has none.
    #[must_use]
    pub fn title(&self) -> String {
        words::title(&self.rules)
    }

    /// The game with its number of heaps fixed.
    ///
    /// # Errors
    ///
    /// If the number of heaps is open, or there are too many moves.
    pub fn playable(&self) -> Result<Playable, PlayableError> {
        self.playable_within(&Watch::unlimited())
    }

    /// Like [`playable`](Self::playable), under a watch.
    ///
    /// # Errors
    ///
    /// As [`playable`](Self::playable), and if a limit is reached.
    pub fn playable_within(&self, watch: &Watch) -> Result<Playable, PlayableError> {
        let heaps = if self.rules.code().is_some() { None } else { self.heaps };
        Playable::within(&self.rules, heaps, watch)
    }

    /// The value of a position and the moves there, under the default limits. A game with any
    /// number of heaps has as many as the position.
    ///
    /// # Errors
    ///
    /// If the position does not belong to the game, or is too large to be solved.
    pub fn solve(&self, position: &str) -> Result<Answer, Error> {
        let position =
            position.parse().map_err(|error| PositionError::Text { text: position.to_owned(), error })?;
        self.solve_within(&position, &Watch::new(&bouton_core::Limits::default()))
    }

    /// Like [`solve`](Self::solve), under a watch.
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve), and if a limit is reached.
    pub fn solve_within(&self, position: &Position, watch: &Watch) -> Result<Answer, Error> {
        let heaps = if self.rules.code().is_some() { None } else { self.heaps };
        let playable = Playable::for_position(&self.rules, heaps, position, watch)?;
        Ok(answer(&playable, position, watch)?)
    }

    /// The theorem of the game, under the default limits: the law of its outcomes, or the period of
    /// a take-and-break game. A bundled theorem is checked; other theorems are searched for, proved
    /// and checked.
    ///
    /// # Errors
    ///
    /// If no theorem is found within the limits, or the number of heaps is open.
    ///
    /// ```
    /// use bouton::Game;
    ///
    /// let theorem = Game::named("nim")?.with_heaps(3)?.prove()?;
    /// assert!(theorem.sentence().contains("the nim-sum is 0"));
    /// let theorem = Game::named("kayles")?.prove()?;
    /// assert!(theorem.sentence().starts_with("g(n + 12) = g(n) for all n ≥ 71"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prove(&self) -> Result<Theorem, Error> {
        let goal = if self.rules.code().is_some() { Goal::Grundy } else { Goal::Outcome };
        let limits = bouton_core::Limits { time: Some(TIME_TO_PROVE), ..Default::default() };
        self.prove_within(goal, &Watch::new(&limits))
    }

    /// The theorem of the game's outcomes or Grundy values, under a watch.
    ///
    /// # Errors
    ///
    /// As [`prove`](Self::prove).
    pub fn prove_within(&self, goal: Goal, watch: &Watch) -> Result<Theorem, Error> {
        theorem(known_or_proved(&self.playable_within(watch)?, goal, None, watch)?)
    }

    /// The theorem that a search with these options finds: in a numeration that is named, with a checkpoint.
    ///
    /// # Errors
    ///
    /// As [`prove`](Self::prove).
    ///
    /// ```
    /// use bouton::{Game, Goal, NumerationChoice, ProveOptions, Watch};
    ///
    /// let fibonacci = NumerationChoice::Only("fibonacci".parse()?);
    /// let options = ProveOptions { numeration: fibonacci, ..ProveOptions::default() };
    /// let theorem = Game::named("wythoff")?.prove_with(Goal::Outcome, &options, &Watch::unlimited())?;
    /// assert!(theorem.sentence().contains("the golden section"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prove_with(&self, goal: Goal, options: &ProveOptions, watch: &Watch) -> Result<Theorem, Error> {
        theorem(prove_law_with(&self.playable_within(watch)?, goal, options, watch)?)
    }

    /// Whether the number of heaps is open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.rules.code().is_none() && self.rules.heaps() == HeapCount::Any
    }
}

impl From<bouton_rules::Game> for Game {
    fn from(rules: bouton_rules::Game) -> Self {
        Self { rules, heaps: None }
    }
}

fn theorem(ending: Ending) -> Result<Theorem, Error> {
    match ending {
        Ending::Proved(proved) => Ok(proved.theorem),
        Ending::Refuted(refuted) => Err(Error::NoLaw { reason: refuted.sentence(), helps: None }),
        Ending::NoLaw(not_found) => Err(Error::NoLaw { reason: not_found.reason, helps: not_found.helps }),
    }
}

//! Games that can be played as they are: the number of heaps is fixed, or is the position's affair.

use bouton_core::{ControlState, Formula, ParsePositionError, Position, Ruleset, TakeAndBreakCode};
use bouton_rules::{Game, HeapCount, HeapsError, RulesetError};
use num_bigint::BigUint;

/// Coordinates of any size and a control state.
pub type BigPosition = (Vec<BigUint>, ControlState);

/// What the positions of a playable game are.
#[derive(Clone, Debug)]
pub enum Arena {
    /// Points of ℕ^d.
    Rules(Box<Ruleset>),
    /// Any number of heaps of a take-and-break game.
    Code(TakeAndBreakCode),
}

/// A game whose positions are fixed.
#[derive(Clone, Debug)]
pub struct Playable {
    game: Game,
    arena: Arena,
    /// Written once: every answer shows them.
    title: String,
    rules: String,
}

/// Why a game cannot be played as it is.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlayableError {
    /// The number of heaps is open.
    #[error("the game has any number of heaps")]
    HeapsOpen,
    /// The number of heaps is not the game's.
    #[error(transparent)]
    Heaps(#[from] HeapsError),
    /// A number of heaps for a game that has none to fix.
    #[error(
        "a take-and-break game has no number of heaps to fix: a position has as many heaps as it is written with"
    )]
    HeapsOfCode,
    /// The moves cannot be written out.
    #[error(transparent)]
    Ruleset(#[from] RulesetError),
}

/// A position that the game does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Not written as a position.
    #[error("position `{text}`: {error}")]
    Text {
        /// What was written.
        text: String,
        /// What is wrong.
        error: ParsePositionError,
    },
    /// Too few or too many coordinates.
    #[error("position `{position}` has {}, expected {expected} ({names})", crate::terms::counted(*found, noun))]
    Coordinates {
        /// The position.
        position: String,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
        /// Their names.
        names: String,
        /// What one of them is called.
        noun: &'static str,
    },
    /// A position without heaps.
    #[error("the position has no heaps; write it as `3,4,5`")]
    NoHeaps,
    /// A position that the rules leave out.
    #[error("position `{position}` does not exist in this game: its positions are those where {condition}")]
    Missing {
        /// The position.
        position: String,
        /// Which positions exist.
        condition: String,
    },
    /// A control state that the game does not have.
    #[error("position `{position}`: {}", control_message(found, known))]
    Control {
        /// The position.
        position: String,
        /// What was written.
        found: String,
        /// The control states that there are.
        known: Vec<String>,
    },
}

fn control_message(found: &str, known: &[String]) -> String {
    match known {
        [] => format!("the game has no control states, leave out `:{found}`"),
        known => format!("there is no control state `{found}`, expected one of {}", known.join(", ")),
    }
}

impl Playable {
    /// A game with its number of heaps fixed: by `heaps` if that is given.
    ///
    /// # Errors
    ///
    /// If the number of heaps stays open, contradicts the rules, or the moves
    /// are too many to be written out.
    pub fn new(game: &Game, heaps: Option<usize>) -> Result<Self, PlayableError> {
        if let Some(code) = game.code() {
            if heaps.is_some() {
                return Err(PlayableError::HeapsOfCode);
            }
            return Ok(Self::of(game.clone(), Arena::Code(code.clone())));
        }
        let game = match heaps {
            Some(heaps) => game.with_heaps(heaps)?,
            None if game.heaps() == HeapCount::Any => return Err(PlayableError::HeapsOpen),
            None => game.clone(),
        };
        let ruleset = game.ruleset()?;
        Ok(Self::of(game, Arena::Rules(Box::new(ruleset))))
    }

    fn of(game: Game, arena: Arena) -> Self {
        let (title, rules) = (title(&game), game.text());
        Self { game, arena, title, rules }
    }

    /// Two games to be compared: one of any number of heaps has `heaps`, else as many as the other, else three.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn both(games: [&Game; 2], heaps: Option<usize>) -> Result<[Self; 2], PlayableError> {
        let fixed = games.iter().find_map(|game| match game.heaps() {
            HeapCount::Fixed(fixed) => Some(fixed),
            HeapCount::Any => None,
        });
        let heaps = heaps.or(fixed).unwrap_or(3);
        let playable = |game: &Game| {
            let open = game.code().is_none() && game.heaps() == HeapCount::Any;
            Self::new(game, open.then_some(heaps))
        };
        Ok([playable(games[0])?, playable(games[1])?])
    }

    /// A game with as many heaps as `position` has, unless `heaps` or the rules say otherwise.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn for_position(
        game: &Game,
        heaps: Option<usize>,
        position: &Position,
    ) -> Result<Self, PlayableError> {
        let open = game.code().is_none() && game.heaps() == HeapCount::Any;
        match Self::new(game, heaps.or(open.then_some(position.coordinates.len()))) {
            // Rules are not written out for as many heaps, which the sum of single heaps does not need.
            Err(PlayableError::Heaps(HeapsError::Limit(_)))
                if heaps.is_none() && !position.coordinates.is_empty() =>
            {
                Self::of_any_heaps(game).ok_or(HeapsError::Limit(position.coordinates.len()).into())
            }
            playable => playable,
        }
    }

    /// A game of any number of heaps that is the sum of its heaps, played with any number of them; `None` if
    /// it is not, or if the amounts that may be taken from a heap are neither fixed and finitely many nor all.
    #[must_use]
    pub fn of_any_heaps(game: &Game) -> Option<Self> {
        let one = game.one_heap().ok()?;
        let free = game.free_takes().is_ok_and(|takes| takes.passes == 0 && takes.lowered == [(1, 1)]);
        let code = if free {
            TakeAndBreakCode::repeating(vec![0], vec![3]).ok()?
        } else {
            Self::new(&one, None).ok()?.amounts()?
        };
        Some(Self::of(game.clone(), Arena::Code(code)))
    }

    /// The code of a game of one heap in which finitely many amounts may be taken, from every heap.
    pub(crate) fn amounts(&self) -> Option<TakeAndBreakCode> {
        /// Larger amounts make no code.
        const MOST: usize = 10_000;
        let ruleset = self.ruleset().filter(|ruleset| ruleset.dimension() == 1)?;
        let mut digits = vec![0u8];
        for schema in ruleset.moves() {
            let change = schema.constant_vector().filter(|_| schema.guard == Formula::True)?;
            let amount =
                usize::try_from(change.first()?.checked_neg()?).ok().filter(|&amount| amount <= MOST)?;
            digits.resize(digits.len().max(amount + 1), 0);
            // One heap is left, or none.
            digits[amount] = 3;
        }
        TakeAndBreakCode::new(digits).ok()
    }

    /// The game, the number of heaps fixed.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The name of the game, or its rules in one line if it has none.
    #[must_use]
    pub fn title(&self) -> String {
        self.title.clone()
    }

    /// The canonical rules.
    #[must_use]
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// What positions are.
    #[must_use]
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// The ruleset, unless it is a take-and-break game.
    #[must_use]
    pub fn ruleset(&self) -> Option<&Ruleset> {
        match &self.arena {
            Arena::Rules(ruleset) => Some(ruleset),
            Arena::Code(_) => None,
        }
    }

    /// Whether positions have a control state that is worth writing.
    #[must_use]
    pub fn has_controls(&self) -> bool {
        self.ruleset().is_some_and(|ruleset| ruleset.controls().len() > 1)
    }

    /// Finds a written position in the game.
    ///
    /// # Errors
    ///
    /// [`PositionError::Coordinates`] or [`PositionError::Control`].
    pub fn place(&self, position: &Position) -> Result<BigPosition, PositionError> {
        let Some(ruleset) = self.ruleset() else {
            return match &position.control {
                None => Ok((position.coordinates.clone(), ControlState(0))),
                Some(found) => Err(PositionError::Control {
                    position: position.to_string(),
                    found: found.clone(),
                    known: Vec::new(),
                }),
            };
        };
        if position.coordinates.len() != ruleset.dimension() {
            return Err(PositionError::Coordinates {
                position: position.to_string(),
                found: position.coordinates.len(),
                expected: ruleset.dimension(),
                names: ruleset.coordinates().join(","),
                noun: ruleset.space().noun(),
            });
        }
        if !ruleset.has_big(&position.coordinates) {
            let condition = ruleset.exists_text().unwrap_or("the rules say so").to_owned();
            return Err(PositionError::Missing { position: position.to_string(), condition });
        }
        match ruleset.control_named(position.control.as_deref()) {
            Some(control) => Ok((position.coordinates.clone(), control)),
            None => Err(PositionError::Control {
                position: position.to_string(),
                found: position.control.clone().unwrap_or_default(),
                known: if self.has_controls() { ruleset.controls().to_vec() } else { Vec::new() },
            }),
        }
    }

    /// Writes a position, with its control state if the game has more than one.
    #[must_use]
    pub fn write(&self, coordinates: &[BigUint], control: ControlState) -> Position {
        let control = match self.ruleset() {
            Some(ruleset) if self.has_controls() => ruleset.controls().get(control.index()).cloned(),
            _ => None,
        };
        Position { coordinates: coordinates.to_vec(), control }
    }
}

/// The name of a game, or its rules in one line.
pub(crate) fn title(game: &Game) -> String {
    if game.name().is_empty() { game.text().trim_end().replace('\n', "; ") } else { game.name().to_owned() }
}

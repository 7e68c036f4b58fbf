//! Games that can be played without further choices: the number of heaps is fixed, or each position
//! has its own.

use bouton_core::{
    ControlState, Formula, HeapMoves, LimitReached, Lowering, ParsePositionError, Position, Ruleset,
    TakeAndBreakCode, Watch,
};
use bouton_prove::BigPosition;
use bouton_rules::{Game, HeapCount, HeapsError, RulesetError};
use num_bigint::BigUint;

use crate::{Legality, legality, terms::counted};

/// The kind of positions of a playable game.
#[derive(Clone, Debug)]
pub enum Arena {
    /// Points of ℕ^d.
    Rules(Box<Ruleset>),
    /// Any number of heaps of a take-and-break game.
    Code(TakeAndBreakCode),
    /// Any number of heaps of rules with these moves.
    Open(OpenMoves),
}

/// The moves of a game of any number of heaps.
#[derive(Clone, Debug)]
pub enum OpenMoves {
    /// Moves that are alike for all heaps.
    Alike(HeapMoves),
    /// Moves of one heap, by the rules of this game of a single heap.
    Each(Box<Ruleset>),
}

/// A game with a fixed kind of positions.
#[derive(Clone, Debug)]
pub struct Playable {
    game: Game,
    arena: Arena,
    /// The title, computed once, since every answer includes it.
    title: String,
    rules: String,
}

/// The reason why a game cannot be played without further choices.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlayableError {
    /// The number of heaps is open.
    #[error("the game has any number of heaps")]
    HeapsOpen,
    /// The number of heaps does not fit the game.
    #[error(transparent)]
    Heaps(#[from] HeapsError),
    /// A number of heaps was given for a game whose number of heaps is not fixed.
    #[error("a take-and-break game does not have a fixed number of heaps: each position has its own")]
    HeapsOfCode,
    /// There are too many moves, or they are too large.
    #[error(transparent)]
    Ruleset(RulesetError),
    /// A limit was reached before the moves were written out.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

impl From<RulesetError> for PlayableError {
    fn from(error: RulesetError) -> Self {
        match error {
            RulesetError::Limit(limit) => Self::Limit(limit),
            error => Self::Ruleset(error),
        }
    }
}

/// The reason why a position does not belong to the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The text is not a position.
    #[error("position `{text}`: {error}")]
    Text {
        /// The text.
        text: String,
        /// The fault.
        error: ParsePositionError,
    },
    /// The position has too few or too many coordinates.
    #[error("{}", coordinates_message(position, *found, *expected, names, noun))]
    Coordinates {
        /// The position.
        position: String,
        /// The number found.
        found: usize,
        /// The number expected.
        expected: usize,
        /// Their names.
        names: String,
        /// The noun for a coordinate.
        noun: &'static str,
    },
    /// The position does not have heaps.
    #[error("the position has no heaps; write it as `3,4,5`")]
    NoHeaps,
    /// The rules do not allow the position to exist.
    #[error("position `{position}` does not exist in this game: its positions are those where {condition}")]
    Missing {
        /// The position.
        position: String,
        /// The condition of existence.
        condition: String,
    },
    /// The game does not have this control state.
    #[error("position `{position}`: {}", control_message(found, known))]
    Control {
        /// The position.
        position: String,
        /// The unknown name.
        found: String,
        /// The known control states.
        known: Vec<String>,
    },
}

fn coordinates_message(position: &str, found: usize, expected: usize, names: &str, noun: &str) -> String {
    match found {
        // This is written as an empty heap.
        0 => format!("the position is empty, expected {} ({names})", counted(expected, noun)),
        _ => format!("position `{position}` has {}, expected {expected} ({names})", counted(found, noun)),
    }
}

fn control_message(found: &str, known: &[String]) -> String {
    match known {
        [] => format!("the game has no control states, leave out `:{found}`"),
        known => format!("there is no control state `{found}`, expected one of {}", known.join(", ")),
    }
}

impl Playable {
    /// Creates a game with a fixed number of heaps: `heaps`, if given. Its moves are written out
    /// without a limit.
    ///
    /// # Errors
    ///
    /// If the number of heaps stays open, contradicts the rules, or there are too many moves.
    pub fn new(game: &Game, heaps: Option<usize>) -> Result<Self, PlayableError> {
        Self::within(game, heaps, &Watch::unlimited())
    }

    /// Creates a game with a fixed number of heaps: `heaps`, if given. Its moves are written out
    /// under a watch.
    ///
    /// # Errors
    ///
    /// If the number of heaps stays open, contradicts the rules, there are too many moves, or a
    /// limit is reached.
    pub fn within(game: &Game, heaps: Option<usize>, watch: &Watch) -> Result<Self, PlayableError> {
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
        let ruleset = game.ruleset_within(watch)?;
        Ok(Self::of(game, Arena::Rules(Box::new(ruleset))))
    }

    fn of(game: Game, arena: Arena) -> Self {
        let (title, rules) = (title(&game), game.text());
        Self { game, arena, title, rules }
    }

    /// Creates two games to compare. A game with any number of heaps gets `heaps`, otherwise as
    /// many as the other game, otherwise three.
    ///
    /// # Errors
    ///
    /// As [`within`](Self::within).
    pub fn both(games: [&Game; 2], heaps: Option<usize>, watch: &Watch) -> Result<[Self; 2], PlayableError> {
        let fixed = games.iter().find_map(|game| match game.heaps() {
            HeapCount::Fixed(fixed) => Some(fixed),
            HeapCount::Any => None,
        });
        let heaps = heaps.or(fixed).unwrap_or(3);
        let playable = |game: &Game| {
            let open = game.code().is_none() && game.heaps() == HeapCount::Any;
            Self::within(game, open.then_some(heaps), watch)
        };
        Ok([playable(games[0])?, playable(games[1])?])
    }

    /// Creates a game with as many heaps as `position` has, unless `heaps` or the rules fix another
    /// number.
    ///
    /// # Errors
    ///
    /// As [`within`](Self::within).
    pub fn for_position(
        game: &Game,
        heaps: Option<usize>,
        position: &Position,
        watch: &Watch,
    ) -> Result<Self, PlayableError> {
        let open = game.code().is_none() && game.heaps() == HeapCount::Any;
        match Self::within(game, heaps.or(open.then_some(position.coordinates.len())), watch) {
            // Rules are not written out for that many heaps. The sum of single heaps does not need
            // them.
            Err(PlayableError::Heaps(HeapsError::Limit(_)))
                if heaps.is_none() && !position.coordinates.is_empty() =>
            {
                Self::of_any_heaps(game, watch).ok_or(HeapsError::Limit(position.coordinates.len()).into())
            }
            playable => playable,
        }
    }

    /// Creates a game that is the sum of any number of heaps, from rules with any number of heaps;
    /// `None` if the game is not such a sum, or if a limit is reached. The result is a code if the
    /// amounts that may be taken from a heap are fixed, and finitely many or all.
    #[must_use]
    pub fn of_any_heaps(game: &Game, watch: &Watch) -> Option<Self> {
        let one = game.one_heap().ok()?;
        let free = game.free_takes().is_ok_and(|takes| takes.passes == 0 && takes.lowered == [(1, 1)]);
        let arena = if free {
            Arena::Code(TakeAndBreakCode::repeating(vec![0], vec![3]).ok()?)
        } else {
            let one = Self::within(&one, None, watch).ok()?;
            match (one.amounts(), one.arena) {
                (Some(code), _) => Arena::Code(code),
                (None, Arena::Rules(one)) => Arena::Open(OpenMoves::Each(one)),
                (None, _) => return None,
            }
        };
        Some(Self::of(game.clone(), arena))
    }

    /// Creates a game of any number of heaps whose moves are alike for all heaps; `None` if it has
    /// other moves, or passes.
    #[must_use]
    pub fn of_open_heaps(game: &Game) -> Option<Self> {
        let moves = game.heap_moves().ok().filter(|moves| moves.passes == 0)?;
        Some(Self::of(game.clone(), Arena::Open(OpenMoves::Alike(moves))))
    }

    /// Returns the code of a game of one heap in which finitely many amounts may be taken, from
    /// every heap.
    pub(crate) fn amounts(&self) -> Option<TakeAndBreakCode> {
        /// Larger amounts are not supported by codes.
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

    /// The game, with a fixed number of heaps.
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

    /// The kind of positions.
    #[must_use]
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// The ruleset, unless this is a take-and-break game.
    #[must_use]
    pub fn ruleset(&self) -> Option<&Ruleset> {
        match &self.arena {
            Arena::Rules(ruleset) => Some(ruleset),
            Arena::Code(_) | Arena::Open(_) => None,
        }
    }

    /// Whether positions are written with a control state.
    #[must_use]
    pub fn has_controls(&self) -> bool {
        self.ruleset().is_some_and(|ruleset| ruleset.controls().len() > 1)
    }

    /// Converts a written position to coordinates and a control state.
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

impl OpenMoves {
    /// Whether a move leads from a position to another; `None` if it has a hidden choice with too
    /// many values to try.
    ///
    /// ```
    /// use bouton::{Arena, ControlState, Game, Playable, Watch};
    ///
    /// let game = Game::named("heaps any; move take any from 1 heap when heap mod 3 = 1")?;
    /// let playable = Playable::of_any_heaps(game.rules(), &Watch::unlimited()).unwrap();
    /// let Arena::Open(moves) = playable.arena() else { panic!() };
    /// let at = |heaps: [u32; 3]| (heaps.map(Into::into).to_vec(), ControlState(0));
    /// assert_eq!(moves.allow(&at([7, 5, 6]), &at([2, 5, 6])), Some(true));
    /// assert_eq!(moves.allow(&at([7, 5, 6]), &at([7, 2, 6])), Some(false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn allow(&self, from: &BigPosition, to: &BigPosition) -> Option<bool> {
        match self {
            Self::Alike(moves) => Some(allow_alike(moves, from, to)),
            Self::Each(one) => {
                let mut changed = from.0.iter().zip(&to.0).filter(|(before, after)| before != after);
                let (Some((before, after)), None) = (changed.next(), changed.next()) else {
                    return Some(false);
                };
                if from.0.len() != to.0.len() {
                    return Some(false);
                }
                match legality(one, &(vec![before.clone()], from.1), &(vec![after.clone()], to.1)) {
                    Legality::Legal => Some(true),
                    Legality::Illegal => Some(false),
                    Legality::Unknown => None,
                }
            }
        }
    }
}

fn allow_alike(moves: &HeapMoves, from: &BigPosition, to: &BigPosition) -> bool {
    if from.0.len() != to.0.len() || from.0.iter().zip(&to.0).any(|(before, after)| after > before) {
        return false;
    }
    let mut taken: Vec<BigUint> = from.0.iter().zip(&to.0).map(|(before, after)| before - after).collect();
    let alike = taken.windows(2).all(|pair| pair[0] == pair[1]);
    let first = taken.first().cloned();
    taken.retain(|amount| *amount > BigUint::ZERO);
    taken.sort_unstable();
    moves.moves().iter().any(|of| {
        (of.from, of.to) == (from.1, to.1)
            && match of.lowering {
                None => taken.is_empty(),
                Some(&Lowering::Free(least, most)) => (least..=most).contains(&taken.len()),
                Some(Lowering::By(amounts)) => taken.iter().cloned().eq(amounts.iter().map(|&a| a.into())),
                Some(&Lowering::All(amount)) => alike && first == Some(amount.into()),
            }
    })
}

/// The name of a game, or its rules in one line.
pub(crate) fn title(game: &Game) -> String {
    if game.name().is_empty() { game.text().trim_end().replace('\n', "; ") } else { game.name().to_owned() }
}

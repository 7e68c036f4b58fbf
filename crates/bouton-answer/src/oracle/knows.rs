//! The sources of the values of a game, behind one trait.

use std::{borrow::Cow, fmt};

use bouton_core::{ControlState, Valuation, Value};
use bouton_game::{BigPosition, CheckedLaw, Theorem};
use bouton_solve::{Cost, Engine, HeapSum, LimitReached, Question};
use num_bigint::BigUint;

use super::{boxes::CountPlan, game_moves::GameMoves, lost::LostPlan};
use crate::{AnswerError, Choice, Query, Source};

/// A source of values of one game: a law, the heaps one by one, a quotient, a stored table, or an
/// engine that searches.
///
/// An oracle has its sources in one list. It requests the cost of a question from each, and takes
/// the cheapest. A source keeps its results, and the plans that it compiled for an estimate.
pub(super) trait Knows: fmt::Debug + Send {
    /// The present kind of engine.
    fn engine(&self) -> Engine;

    /// The role in the choice between sources.
    fn role(&self) -> Role;

    /// The reason why the source can answer, as a clause.
    fn because(&self) -> Cow<'static, str>;

    /// The reason for the choice of this source, as a sentence without its full stop; `ways` is the
    /// number of possible sources.
    fn reason(&self, choice: Choice, ways: usize) -> String {
        let why = match (choice, ways) {
            (Choice::Auto, _) if self.role() == Role::Given => "a given source answers alone",
            (Choice::Only(_), _) => "this engine was asked for",
            (Choice::Auto, 1) => "no other way is possible within the limits",
            (Choice::Auto, _) => "every other way costs more",
        };
        format!("{}; {why}", self.because())
    }

    /// Whether the choice of an engine admits this source, regardless of the
    /// [`estimate`](Self::estimate).
    fn is_admitted(&self, choice: Choice) -> bool {
        choice.admits(self.engine())
    }

    /// Whether the values of this source determine those of `wanted`.
    fn gives(&self, wanted: Valuation) -> bool;

    /// The cost of the answer to a question now; `None` if the source cannot answer it. A source
    /// that searches for a law does so here, within fixed bounds.
    ///
    /// # Errors
    ///
    /// A limit that ends everything, or values that a given source lacks.
    fn estimate(
        &mut self,
        wanted: Valuation,
        question: &Question<'_>,
        search: Search,
    ) -> Result<Option<Cost>, AnswerError>;

    /// The cost of a position of any size, without a comparison with other sources; `None` if only
    /// a plan can determine it.
    ///
    /// # Errors
    ///
    /// A limit that ends everything.
    fn at_once(&mut self, _wanted: Valuation, _question: &Question<'_>) -> Result<Option<Cost>, AnswerError> {
        Ok(None)
    }

    /// Whether the value of a position has been computed, and is kept.
    fn holds(&self, _coordinates: &[BigUint], _control: ControlState) -> bool {
        false
    }

    /// Notes on the computation, each a sentence without its full stop.
    fn notes(&mut self, _question: &Question<'_>) -> Vec<String> {
        Vec::new()
    }

    /// Returns the value of a position.
    ///
    /// # Errors
    ///
    /// [`AnswerError`]; results found so far are kept.
    fn value(
        &mut self,
        wanted: Valuation,
        coordinates: &[BigUint],
        control: ControlState,
    ) -> Result<BigUint, AnswerError>;

    /// Returns the value of a position in machine words.
    ///
    /// # Errors
    ///
    /// As [`value`](Self::value), and if the value is 2^32 or more.
    fn small_value(
        &mut self,
        wanted: Valuation,
        coordinates: &[u64],
        control: ControlState,
    ) -> Result<Value, AnswerError> {
        let coordinates: Vec<BigUint> = coordinates.iter().copied().map(BigUint::from).collect();
        let value = self.value(wanted, &coordinates, control)?;
        Ok(Value::try_from(value).map_err(|_| LimitReached::Coordinate(u64::MAX))?)
    }

    /// Prepares the values of all positions of a box.
    ///
    /// # Errors
    ///
    /// [`LimitReached`]; results found so far are kept.
    fn fill(&mut self, _upto: u64, _dimension: usize) -> Result<(), LimitReached> {
        Ok(())
    }

    /// Returns the options of a position whose outcome is `value`: by default all of them, each
    /// with its value.
    ///
    /// # Errors
    ///
    /// [`AnswerError`].
    fn options(
        &mut self,
        of: &Examined<'_>,
        _value: Value,
        game: &GameMoves,
    ) -> Result<MoveList, AnswerError> {
        let mut moves = Vec::new();
        for option in game.options(of.placed)? {
            let value = self.value(of.outcome, &option.0, option.1)?;
            moves.push((option, Value::try_from(value).unwrap_or(Value::MAX)));
        }
        Ok(MoveList::shortened(moves, of.query))
    }

    /// The source that an answer reports.
    fn source(&mut self) -> Source {
        Source::Solved
    }

    /// Plans the counting of the values of a box without a visit of its positions; returns the plan
    /// with its cost.
    fn to_count(&mut self, _wanted: Valuation, _upto: u64) -> Option<(CountPlan, Cost)> {
        None
    }

    /// Plans the listing of the lost positions of a box without a visit of the others; returns the
    /// plan with its cost.
    fn to_list(&mut self, _wanted: Valuation, _upto: u64) -> Option<(LostPlan, Cost)> {
        None
    }

    /// Adopts the statement of a theorem. Returns whether that was possible.
    fn learn(&mut self, _theorem: &Theorem) -> bool {
        false
    }

    /// The law, which is checked when it is first needed; `None` if this is not a law.
    fn law(&mut self) -> Option<&CheckedLaw> {
        None
    }

    /// The sum of heaps; `None` if this is another source.
    fn heap_sum(&mut self) -> Option<&mut HeapSum> {
        None
    }
}

/// A given theorem, whose law answers at once, alone.
pub(super) trait Given: fmt::Debug + Send {
    /// The reason why the theorem can answer, as a clause.
    const BECAUSE: &'static str;

    /// As [`Knows::gives`].
    fn gives(&self, wanted: Valuation) -> bool;

    /// As [`Knows::value`].
    ///
    /// # Errors
    ///
    /// [`AnswerError`].
    fn value(
        &self,
        wanted: Valuation,
        coordinates: &[BigUint],
        control: ControlState,
    ) -> Result<BigUint, AnswerError>;

    /// Returns the options of a position: all if they are few, otherwise some that the theorem
    /// finds.
    ///
    /// # Errors
    ///
    /// [`AnswerError`].
    fn options(&self, of: &Examined<'_>, game: &GameMoves) -> Result<MoveList, AnswerError>;

    /// The identity of the theorem's certificate.
    fn certificate(&self) -> String;
}

impl<T: Given> Knows for T {
    fn engine(&self) -> Engine {
        Engine::Law
    }

    fn role(&self) -> Role {
        Role::Given
    }

    fn because(&self) -> Cow<'static, str> {
        Cow::Borrowed(T::BECAUSE)
    }

    fn gives(&self, wanted: Valuation) -> bool {
        Given::gives(self, wanted)
    }

    fn estimate(&mut self, _: Valuation, _: &Question<'_>, _: Search) -> Result<Option<Cost>, AnswerError> {
        Ok(Some(Cost::NOTHING))
    }

    fn at_once(&mut self, wanted: Valuation, _: &Question<'_>) -> Result<Option<Cost>, AnswerError> {
        Ok(Given::gives(self, wanted).then_some(Cost::NOTHING))
    }

    fn value(
        &mut self,
        wanted: Valuation,
        coordinates: &[BigUint],
        control: ControlState,
    ) -> Result<BigUint, AnswerError> {
        Given::value(self, wanted, coordinates, control)
    }

    fn options(&mut self, of: &Examined<'_>, _: Value, game: &GameMoves) -> Result<MoveList, AnswerError> {
        Given::options(self, of, game)
    }

    fn source(&mut self) -> Source {
        Source::Law { certificate: self.certificate() }
    }
}

/// The role of a source in the choice between sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The source was given, and answers alone.
    Given,
    /// The Grundy values of independent heaps.
    Heaps,
    /// The misère quotient of independent heaps.
    Quotient,
    /// A law that is included in the program: of Grundy values, or of outcomes.
    Bundled {
        /// Whether it is a law of Grundy values.
        grundy: bool,
    },
    /// An engine that searches.
    Engine,
}

/// The search for a law that an estimate may begin.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Search {
    /// Whether a law is requested where a few values would suffice.
    pub(super) law_only: bool,
    /// Whether an engine answers at a cost that a user does not notice.
    pub(super) cheap: bool,
}

/// A position whose options are examined.
#[derive(Clone, Copy, Debug)]
pub(super) struct Examined<'a> {
    pub(super) placed: &'a BigPosition,
    pub(super) query: &'a Query,
    /// The valuation of outcomes.
    pub(super) outcome: Valuation,
}

/// The moves of a position that were examined.
#[derive(Debug, Default)]
pub(super) struct MoveList {
    /// The moves with their outcomes by number.
    pub(super) moves: Vec<(BigPosition, Value)>,
    pub(super) all: bool,
    pub(super) all_winning: bool,
}

impl MoveList {
    /// Keeps all moves, or the requested number of them.
    pub(super) fn shortened(moves: Vec<(BigPosition, Value)>, query: &Query) -> Self {
        let mut listed = Self { moves, all: true, all_winning: true };
        if let Some(most) = query.moves.filter(|&most| most < listed.moves.len()) {
            // Winning moves come first, then the others in order.
            listed.moves.sort_by_key(|option| option.1 != 0);
            listed.all_winning = listed.moves[most].1 != 0;
            listed.moves.truncate(most);
            listed.moves.sort();
            listed.all = false;
        }
        listed
    }
}

/// Whether values of one valuation determine those of another: an outcome of normal play is P
/// exactly where the Grundy value is 0. That follows from both definitions, whatever the rules are.
pub(super) fn determines(known: Valuation, wanted: Valuation) -> bool {
    known == wanted || known == Valuation::Grundy && wanted == Valuation::NormalOutcome
}

/// Converts a value to one that it [determines](determines).
pub(super) fn converted<V: Ord + From<u8>>(value: V, known: Valuation, wanted: Valuation) -> V {
    if known == wanted { value } else { value.min(1.into()) }
}

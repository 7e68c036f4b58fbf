//! Laws as sources: the law of a given certificate, and the bundled laws.

use std::{borrow::Cow, sync::Arc};

use bouton_core::{ControlState, Convention, Valuation, Value, Watch};
use bouton_game::{CheckedLaw, bundled::checked, limits::checking};
use bouton_solve::{Cost, Engine, LimitReached, Question};
use num_bigint::BigUint;

use super::{
    MOST_MOVES,
    game_moves::GameMoves,
    knows::{Examined, Knows, MoveList, Role, Search},
};
use crate::{AnswerError, Source};

/// The most losing moves that are listed besides winning ones, where a law finds them.
const SHORT_LIST: usize = 100;
/// The seconds to check a certificate, and the seconds for each byte of it.
const SECONDS_A_CHECK: f64 = 2e-3;
const SECONDS_A_BYTE: f64 = 1e-6;

/// A law of the game.
#[derive(Debug)]
pub(super) struct LawSource {
    law: State,
    role: Role,
    /// Whether it is a law of Grundy values.
    grundy: bool,
    convention: Convention,
    watch: Watch,
}

#[derive(Debug)]
enum State {
    /// The certificate of a law that has not been checked.
    Text(&'static str),
    /// A checked law.
    Law(Arc<CheckedLaw>),
    /// The checker did not accept the certificate within the limits.
    Refused,
}

impl LawSource {
    /// Creates the source of the law of a given certificate.
    pub(super) fn given(law: Arc<CheckedLaw>, watch: &Watch) -> Self {
        let (grundy, convention) = (law.is_grundy(), law.ruleset().convention());
        Self { law: State::Law(law), role: Role::Given, grundy, convention, watch: watch.clone() }
    }

    /// Creates the source of a bundled law, which is checked when it is first needed.
    pub(super) fn bundled(text: &'static str, grundy: bool, convention: Convention, watch: &Watch) -> Self {
        let role = Role::Bundled { grundy };
        Self { law: State::Text(text), role, grundy, convention, watch: watch.clone() }
    }

    fn checked(&mut self) -> Result<&CheckedLaw, LimitReached> {
        self.law().ok_or(LimitReached::Coordinate(u64::MAX))
    }
}

impl Knows for LawSource {
    fn engine(&self) -> Engine {
        Engine::Law
    }

    fn role(&self) -> Role {
        self.role
    }

    fn because(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self.role {
            Role::Given => "the law of the certificate answers",
            _ => "a law of this game is proved and comes with the program",
        })
    }

    fn gives(&self, wanted: Valuation) -> bool {
        let is_outcome = wanted == Valuation::outcome(self.convention);
        match wanted {
            Valuation::Grundy => self.grundy,
            _ => is_outcome && (!self.grundy || self.convention == Convention::Normal),
        }
    }

    fn estimate(
        &mut self,
        _: Valuation,
        question: &Question<'_>,
        _: Search,
    ) -> Result<Option<Cost>, AnswerError> {
        Ok(match &self.law {
            State::Refused => None,
            State::Law(law) => Some(Cost::of_law(law.law(), question)),
            State::Text(text) => {
                let bytes = u32::try_from(text.len()).unwrap_or(u32::MAX);
                let seconds = SECONDS_A_CHECK + f64::from(bytes) * SECONDS_A_BYTE;
                Some(Cost { seconds, ..Cost::NOTHING } + Cost::of_unread_law(question))
            }
        })
    }

    fn at_once(&mut self, wanted: Valuation, question: &Question<'_>) -> Result<Option<Cost>, AnswerError> {
        // Of the bundled laws, the one of this value is preferred.
        let is_own = self.role == Role::Given || self.grundy == (wanted == Valuation::Grundy);
        let law = if self.gives(wanted) && is_own { self.law() } else { None };
        Ok(law.map(|law| Cost::of_law(law.law(), question)))
    }

    fn value(
        &mut self,
        wanted: Valuation,
        coordinates: &[BigUint],
        control: ControlState,
    ) -> Result<BigUint, AnswerError> {
        let watch = self.watch.clone();
        let law = self.checked()?.law();
        if wanted != Valuation::Grundy {
            return Ok(law.outcome_within(control, coordinates, &watch)?.number().into());
        }
        let value = law.value_within(control, coordinates, &watch)?;
        Ok(value.ok_or(LimitReached::Coordinate(u64::MAX))?)
    }

    /// Returns options that the law finds digit by digit.
    fn options(
        &mut self,
        of: &Examined<'_>,
        value: Value,
        game: &GameMoves,
    ) -> Result<MoveList, AnswerError> {
        let (placed, watch) = (of.placed, self.watch.clone());
        let most = of.query.moves.unwrap_or(MOST_MOVES);
        let few = game.few_options(placed, most.min(SHORT_LIST));
        let Some(law) = self.law() else { return Ok(MoveList::default()) };
        let outcome = |option: &(Vec<BigUint>, ControlState)| -> Result<Value, LimitReached> {
            Ok(law.law().outcome_within(option.1, &option.0, &watch)?.number())
        };
        if let Some(options) = few {
            let values = watch.each(&options).map(|option| outcome(option?));
            let values = values.collect::<Result<Vec<Value>, LimitReached>>()?;
            let moves = options.into_iter().zip(values).collect();
            return Ok(MoveList { moves, all: true, all_winning: true });
        }
        let Some(guide) = law.guide(&watch)? else { return Ok(MoveList::default()) };
        let convention = law.ruleset().convention();
        let (coordinates, control) = (&placed.0, placed.1);
        let target = match convention {
            // value = (least + 1) mod players: the target is the least value of an option, if there
            // is one.
            Convention::Podium { players } => value.checked_sub(1).unwrap_or(Value::from(players) - 1),
            _ => 0,
        };
        let outcomes = 0..Valuation::outcome(convention).value_count().unwrap_or(2);
        let others: Vec<Value> = outcomes.filter(|&v| v != target).collect();
        let found = guide.options_with_value(coordinates, control, &[target], most, &watch)?;
        // This is the same as for heaps.
        let wanted = if found.options.is_empty() { most } else { most.min(SHORT_LIST) };
        let mut rest = guide.options_with_value(coordinates, control, &others, wanted, &watch)?;
        if rest.more && !found.options.is_empty() {
            rest.options.clear();
        }
        let mut moves: Vec<_> = found.options.into_iter().map(|option| (option, target)).collect();
        // A law reads every digit.
        let digits = 1 + placed.0.iter().map(BigUint::bits).max().unwrap_or(0);
        for option in rest.options {
            watch.spend(digits / 4)?;
            let value = outcome(&option)?;
            moves.push((option, value));
        }
        // This is the order of the list when a position is solved.
        moves.sort();
        Ok(MoveList { moves, all: !found.more && !rest.more, all_winning: !(found.more && target == 0) })
    }

    fn source(&mut self) -> Source {
        let identity = self.law().map(|law| law.identity().to_string());
        identity.map_or(Source::Solved, |certificate| Source::Law { certificate })
    }

    fn law(&mut self) -> Option<&CheckedLaw> {
        if let State::Text(text) = self.law {
            let theorem = checked(text, &checking(&self.watch)).ok();
            self.law = theorem.and_then(|theorem| theorem.shared_law()).map_or(State::Refused, State::Law);
        }
        match &self.law {
            State::Law(law) => Some(law),
            _ => None,
        }
    }
}

//! Engines that search as sources.

use std::borrow::Cow;

use bouton_core::{ControlState, Valuation, Value};
use bouton_solve::{Cost, Engine, LimitReached, Question, Values};
use num_bigint::BigUint;

use super::knows::{Knows, Role, Search, converted, determines};
use crate::AnswerError;

/// An engine of one valuation.
#[derive(Debug)]
pub(super) struct Searched<V>(pub(super) V);

/// The reason why an engine can answer.
pub(super) fn because(engine: Engine) -> Cow<'static, str> {
    Cow::Borrowed(match engine {
        Engine::Law => "a law of this game is proved",
        Engine::Tables => "a table holds the answer",
        Engine::Reference => "few positions can be reached from here",
    })
}

impl<V: Values> Knows for Searched<V> {
    fn engine(&self) -> Engine {
        self.0.engine()
    }

    fn role(&self) -> Role {
        Role::Engine
    }

    fn because(&self) -> Cow<'static, str> {
        because(self.0.engine())
    }

    fn gives(&self, wanted: Valuation) -> bool {
        determines(self.0.valuation(), wanted)
    }

    fn estimate(
        &mut self,
        _: Valuation,
        question: &Question<'_>,
        _: Search,
    ) -> Result<Option<Cost>, AnswerError> {
        Ok(self.0.estimate(question))
    }

    fn notes(&mut self, question: &Question<'_>) -> Vec<String> {
        self.0.notes(question)
    }

    fn value(
        &mut self,
        wanted: Valuation,
        coordinates: &[BigUint],
        control: ControlState,
    ) -> Result<BigUint, AnswerError> {
        let value = self.0.value(coordinates, control)?;
        Ok(converted(value, self.0.valuation(), wanted))
    }

    fn small_value(
        &mut self,
        wanted: Valuation,
        coordinates: &[u64],
        control: ControlState,
    ) -> Result<Value, AnswerError> {
        let value = self.0.small_value(coordinates, control)?;
        Ok(converted(value, self.0.valuation(), wanted))
    }

    fn fill(&mut self, upto: u64, _: usize) -> Result<(), LimitReached> {
        self.0.fill(upto)
    }
}

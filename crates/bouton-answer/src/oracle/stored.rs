//! A table in a folder as a source.

use std::{borrow::Cow, sync::Arc};

use bouton_core::{ControlState, Valuation, Value, Watch};
use bouton_game::Playable;
use bouton_solve::{Cost, Engine, Question};
use bouton_tables::StoredTable;
use num_bigint::BigUint;

use super::{
    boxes::CountPlan,
    game_moves::{GameMoves, enumerable},
    knows::{Examined, Knows, MoveList, Role, Search},
};
use crate::{
    AnswerError, Choice, Source, ValueKind,
    stored::{held_in, many},
};

/// A stored table that was given.
#[derive(Debug)]
pub(super) struct Stored {
    table: Arc<StoredTable>,
    playable: Playable,
    watch: Watch,
}

impl Stored {
    pub(super) fn new(table: &Arc<StoredTable>, playable: &Playable, watch: &Watch) -> Self {
        Self { table: Arc::clone(table), playable: playable.clone(), watch: watch.clone() }
    }

    fn folder(&self) -> String {
        self.table.store().folder().display().to_string()
    }

    /// Converts a value of the table to a value of another valuation.
    fn converted(&self, value: Value, wanted: Valuation) -> Value {
        match held_in(&self.table) {
            ValueKind::Grundy if wanted == Valuation::NormalOutcome => value.min(1),
            ValueKind::Remoteness if wanted == Valuation::NormalOutcome => value % 2,
            _ => value,
        }
    }

    /// The value of a position; `None` outside of the table.
    fn found(
        &self,
        wanted: Valuation,
        at: &[u64],
        control: ControlState,
    ) -> Result<Option<Value>, AnswerError> {
        Ok(self.table.value(at, control)?.map(|value| self.converted(value, wanted)))
    }

    fn outside(&self, coordinates: &[BigUint], control: ControlState) -> AnswerError {
        let upto: Vec<String> = self.table.store().tiling().last().iter().map(u64::to_string).collect();
        let position = self.playable.write(coordinates, control).to_string();
        AnswerError::Outside { position, upto: upto.join(",") }
    }
}

impl Knows for Stored {
    fn engine(&self) -> Engine {
        Engine::Tables
    }

    fn role(&self) -> Role {
        Role::Given
    }

    fn because(&self) -> Cow<'static, str> {
        Cow::Owned(format!("the table in {} holds the answer", self.folder()))
    }

    fn reason(&self, _: Choice, _: usize) -> String {
        format!("{}; it was asked for", self.because())
    }

    fn gives(&self, _: Valuation) -> bool {
        true
    }

    fn estimate(
        &mut self,
        wanted: Valuation,
        _: &Question<'_>,
        _: Search,
    ) -> Result<Option<Cost>, AnswerError> {
        let held = held_in(&self.table);
        // Under normal play the other values determine the outcome.
        let other = match wanted {
            Valuation::Grundy => held != ValueKind::Grundy,
            Valuation::Remoteness => held != ValueKind::Remoteness,
            _ => false,
        };
        if other { Err(AnswerError::OtherValues { found: many(held) }) } else { Ok(Some(Cost::NOTHING)) }
    }

    fn value(
        &mut self,
        wanted: Valuation,
        coordinates: &[BigUint],
        control: ControlState,
    ) -> Result<BigUint, AnswerError> {
        let at = coordinates.iter().map(|c| u64::try_from(c).ok()).collect::<Option<Vec<u64>>>();
        let value = at.map_or(Ok(None), |at| self.found(wanted, &at, control))?;
        value.map(BigUint::from).ok_or_else(|| self.outside(coordinates, control))
    }

    fn small_value(
        &mut self,
        wanted: Valuation,
        coordinates: &[u64],
        control: ControlState,
    ) -> Result<Value, AnswerError> {
        self.found(wanted, coordinates, control)?.ok_or_else(|| {
            let coordinates: Vec<BigUint> = coordinates.iter().copied().map(BigUint::from).collect();
            self.outside(&coordinates, control)
        })
    }

    /// Returns the options that are in the table.
    fn options(&mut self, of: &Examined<'_>, _: Value, game: &GameMoves) -> Result<MoveList, AnswerError> {
        if of.query.moves == Some(0) {
            return Ok(MoveList::default());
        }
        let mut moves = Vec::new();
        for option in game.options(of.placed)? {
            self.watch.spend(1)?;
            let at = enumerable(&option);
            if let Some(value) = at.map_or(Ok(None), |at| self.found(of.outcome, &at, option.1))? {
                moves.push((option, value));
            }
        }
        Ok(MoveList::shortened(moves, of.query))
    }

    fn source(&mut self) -> Source {
        Source::Table { folder: self.folder() }
    }

    fn to_count(&mut self, _: Valuation, _: u64) -> Option<(CountPlan, Cost)> {
        Some((CountPlan::Stored(Arc::clone(&self.table)), Cost::NOTHING))
    }
}

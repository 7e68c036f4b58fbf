//! Laws for every number of heaps as sources, at positions with any number of heaps of any size.

use bouton_core::{ControlState, Convention, Valuation, Value, Watch};
use bouton_families::LocalGuide;
use bouton_game::Theorem;
use bouton_solve::LimitReached;
use num_bigint::BigUint;

use super::{
    game_moves::GameMoves,
    knows::{Examined, Given, MoveList},
};
use crate::AnswerError;

/// The number of moves up to which all are listed.
const ALL_MOVES: usize = 100;

/// The law of a theorem for every number of heaps, with its strategies.
#[derive(Debug)]
pub(super) struct EveryNumberSource {
    guide: LocalGuide,
    certificate: String,
    convention: Convention,
    watch: Watch,
}

impl EveryNumberSource {
    /// Creates the source of a theorem; `None` unless its law reads the digits of all heaps.
    pub(super) fn of(theorem: &Theorem, watch: &Watch) -> Option<Self> {
        let guide = theorem.guide_for_every_number()?;
        let certificate = theorem.identity().to_string();
        Some(Self { guide, certificate, convention: theorem.game().convention(), watch: watch.clone() })
    }

    fn outcome(&self, heaps: &[BigUint], control: ControlState) -> Result<Value, AnswerError> {
        let (law, numbers) = (self.guide.law(), self.guide.numbers());
        if !numbers.has(heaps.len()) {
            return Err(AnswerError::NumberOfHeaps { numbers: numbers.to_string(), found: heaps.len() });
        }
        let value = law.value(heaps, control).ok_or(LimitReached::Coordinate(u64::MAX))?;
        Ok(law.columns().valuation().coarse(value))
    }
}

impl Given for EveryNumberSource {
    const BECAUSE: &'static str = "the law for every number of heaps answers";

    fn gives(&self, wanted: Valuation) -> bool {
        wanted == Valuation::outcome(self.convention)
    }

    fn value(
        &self,
        _: Valuation,
        coordinates: &[BigUint],
        control: ControlState,
    ) -> Result<BigUint, AnswerError> {
        Ok(self.outcome(coordinates, control)?.into())
    }

    fn options(&self, of: &Examined<'_>, game: &GameMoves) -> Result<MoveList, AnswerError> {
        let (heaps, control) = (&of.placed.0, of.placed.1);
        let most = of.query.moves.unwrap_or(usize::MAX);
        if let Some(options) = game.few_options(of.placed, most.min(ALL_MOVES)) {
            let mut moves = Vec::new();
            for option in options {
                let value = self.outcome(&option.0, option.1)?;
                moves.push((option, value));
            }
            return Ok(MoveList { moves, all: true, all_winning: true });
        }
        let found = if most == 0 { None } else { self.guide.option(heaps, control, &self.watch)? };
        let mut moves = Vec::new();
        if let Some(few) = found {
            let mut after = heaps.clone();
            few.heaps.into_iter().for_each(|(heap, becomes)| after[heap] = becomes);
            let value = self.outcome(&after, few.control)?;
            moves.push(((after, few.control), value));
        }
        Ok(MoveList { moves, all: false, all_winning: false })
    }

    fn certificate(&self) -> String {
        self.certificate.clone()
    }
}

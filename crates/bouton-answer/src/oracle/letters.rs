//! Theorems with letters as sources, at the positions of the game that the numbers of the letters
//! give.

use bouton_core::{ControlState, Convention, Valuation, Value, Watch};
use bouton_game::LetterTheorem;
use bouton_solve::LimitReached;
use num_bigint::BigUint;

use super::{
    MOST_MOVES,
    game_moves::GameMoves,
    knows::{Examined, Given, MoveList},
};
use crate::AnswerError;

/// A theorem with letters, and the numbers of the letters.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The theorem.
    pub theorem: LetterTheorem,
    /// The letters with their numbers.
    pub settings: Vec<(String, BigUint)>,
}

/// A theorem with letters as a source of values.
#[derive(Debug)]
pub(super) struct LetterSource {
    instance: Instance,
    letters: Vec<BigUint>,
    convention: Convention,
    watch: Watch,
}

impl LetterSource {
    /// Creates the source; `None` unless every letter has a number.
    pub(super) fn of(instance: Instance, watch: &Watch) -> Option<Self> {
        let game = instance.theorem.game();
        let number = |name: &String| instance.settings.iter().find(|(known, _)| known == name);
        let letters = game.letters().iter().map(|name| Some(number(name)?.1.clone()));
        let letters = letters.collect::<Option<Vec<BigUint>>>()?;
        let convention = game.convention();
        Some(Self { instance, letters, convention, watch: watch.clone() })
    }

    fn is_grundy(&self) -> bool {
        self.instance.theorem.valuation() == Valuation::Grundy
    }
}

impl Given for LetterSource {
    const BECAUSE: &'static str = "the theorem with letters answers";

    fn gives(&self, wanted: Valuation) -> bool {
        match wanted {
            Valuation::Grundy => self.is_grundy() && self.convention == Convention::Normal,
            other => {
                other == Valuation::outcome(self.convention)
                    && (!self.is_grundy()
                        || self.convention == Convention::Normal
                        || self.instance.theorem.law().sum)
            }
        }
    }

    fn value(
        &self,
        wanted: Valuation,
        heaps: &[BigUint],
        control: ControlState,
    ) -> Result<BigUint, AnswerError> {
        let value = self.instance.theorem.value_of(&self.letters, heaps, control.index());
        let value = value.ok_or(LimitReached::Coordinate(u64::MAX))?;
        Ok(if wanted == Valuation::Grundy || !self.is_grundy() { value } else { value.min(1u32.into()) })
    }

    fn options(&self, of: &Examined<'_>, game: &GameMoves) -> Result<MoveList, AnswerError> {
        let most = of.query.moves.unwrap_or(MOST_MOVES);
        let small = |value: BigUint| Value::try_from(value).unwrap_or(Value::MAX);
        if let Some(options) = game.few_options(of.placed, most) {
            let mut moves = Vec::new();
            for option in self.watch.each(options) {
                let option = option?;
                let value = self.value(of.outcome, &option.0, option.1)?;
                moves.push((option, small(value)));
            }
            return Ok(MoveList { moves, all: true, all_winning: true });
        }
        let position = game.playable.write(&of.placed.0, of.placed.1);
        let solved = self.instance.theorem.answer(&self.instance.settings, &position, most);
        let Ok(solved) = solved else { return Ok(MoveList::default()) };
        let mut moves = Vec::new();
        for option in &solved.moves {
            let placed = option.to.parse().ok().and_then(|to| game.playable.place(&to).ok());
            let Some(placed) = placed else { return Ok(MoveList::default()) };
            let value = self.value(of.outcome, &placed.0, placed.1)?;
            moves.push((placed, small(value)));
        }
        moves.sort();
        Ok(MoveList { moves, all: solved.moves_complete, all_winning: solved.winning_moves_complete })
    }

    fn certificate(&self) -> String {
        self.instance.theorem.identity().to_string()
    }
}

//! Moves to a position of a given Grundy value: the winning moves in a sum of games.

use bouton_core::{Position, Valuation};
use bouton_game::BigPosition;
use bouton_solve::{GrundyFilter, Question};
use num_bigint::BigUint;

use crate::{AnswerError, Choice, Oracle};

/// The moves that were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replies {
    /// The positions moved to, in order.
    pub positions: Vec<Position>,
    /// Whether these are all.
    pub complete: bool,
}

impl Oracle {
    /// Returns the options of a position that have this Grundy value, at most `most`; `None` if the
    /// position is too large for a search of its moves. In a sum of games, the winning moves are
    /// those to the nim-sum of the position's own value and the sum's value (Sprague, *Über
    /// mathematische Kampfspiele*, 1935; Grundy, *Mathematics and games*, 1939).
    ///
    /// # Errors
    ///
    /// If the position does not belong to the game, or a limit was reached on the way.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton::{Game, Oracle, Watch};
    ///
    /// let playable = Game::named("nim")?.with_heaps(2)?.playable()?;
    /// let position = "3,4".parse()?;
    /// let mut oracle = Oracle::new(playable, &Watch::unlimited());
    /// let found = oracle.options_with_grundy(&position, &2u32.into(), 100)?.unwrap();
    /// assert_eq!(found.positions, ["3,1".parse()?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn options_with_grundy(
        &mut self,
        position: &Position,
        wanted: &BigUint,
        most: usize,
    ) -> Result<Option<Replies>, AnswerError> {
        let placed = self.game.playable.place(position)?;
        let question = Question::Position(&placed.0, placed.1);
        let Ok(ways) = self.ways(Valuation::Grundy, &question, Choice::Auto)? else { return Ok(None) };
        if self.heap_sum().is_some_and(|(heaps, _)| heaps.estimate(&placed.0).is_some()) {
            return self.by_heaps(&placed, wanted, most).map(Some);
        }
        let Ok(options) = self.game.options(&placed) else { return Ok(None) };
        let mut replies = Replies { positions: Vec::new(), complete: true };
        for option in options {
            if self.value_by(ways[0].0, Valuation::Grundy, &option)? == *wanted {
                if replies.positions.len() == most {
                    replies.complete = false;
                    break;
                }
                replies.positions.push(self.game.playable.write(&option.0, option.1));
            }
        }
        Ok(Some(replies))
    }

    fn by_heaps(
        &mut self,
        placed: &BigPosition,
        wanted: &BigUint,
        most: usize,
    ) -> Result<Replies, AnswerError> {
        let Some((heaps, watch)) = self.heap_sum() else { return Ok(Replies::default()) };
        let found = heaps.options(&placed.0, &GrundyFilter::Is(wanted.clone()), most, watch)?;
        let positions = found.options.iter().map(|(to, _)| self.game.playable.write(to, placed.1)).collect();
        Ok(Replies { positions, complete: !found.more })
    }
}

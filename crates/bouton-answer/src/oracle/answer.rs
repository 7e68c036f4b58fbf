//! Answers to questions about single positions.

use bouton_core::{Position, Valuation, Value, Watch, Weigh};
use bouton_game::{BigPosition, Playable};
use bouton_solve::{Cost, LimitReached};
use num_bigint::BigUint;

use super::{
    CHEAP, Oracle, SourceId,
    game_moves::{MOVE_BYTES, MOVE_COPIES},
    knows::{Examined, MoveList, Role},
};
use crate::{Answer, AnswerError, AnsweredMove, Choice, Plan, Query, Source, TooMuch, ValueKind};

/// Answers a position in the cheapest way; see [`Oracle`] for several questions.
///
/// # Errors
///
/// [`AnswerError`]; [`AnswerError::is_limit`] distinguishes limits from wrong input.
///
/// # Examples
///
/// ```
/// let game = bouton::rules::resolve("two-in-total")?;
/// let position = "3,5,7,9".parse()?;
/// let watch = bouton::Watch::unlimited();
/// let playable = bouton::Playable::for_position(&game, None, &position, &watch)?;
/// let answer = bouton::answer(&playable, &position, &watch)?;
/// assert_eq!(answer.moves.len(), 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn answer(playable: &Playable, position: &Position, watch: &Watch) -> Result<Answer, AnswerError> {
    Oracle::new(playable.clone(), watch).answer(position, &Query::default())
}

impl Oracle {
    /// Returns the value of a position, and the moves there.
    ///
    /// # Errors
    ///
    /// [`AnswerError`]; [`AnswerError::is_limit`] distinguishes limits from wrong input.
    pub fn answer(&mut self, position: &Position, query: &Query) -> Result<Answer, AnswerError> {
        let placed = self.game.playable.place(position)?;
        let outcome = self.valuation(ValueKind::Outcome)?;
        self.valuation(query.value)?;
        if query.streamed
            && !self.has_table(query.engine)
            && let Some(answer) = self.by_known_law(&placed, query)?
        {
            return Ok(answer);
        }
        if query.streamed
            && let Some(answer) = self.by_filled_table(&placed, query)?
        {
            return Ok(answer);
        }
        let question = bouton_solve::Question::Position(&placed.0, placed.1);
        let ways = self.ways(outcome, &question, query.engine)?;
        let ways = ways.map_err(|needed| self.too_large(&placed, needed))?;
        let mut failed: Option<LimitReached> = None;
        for way in &ways {
            match self.moves_by(way.0, &placed, query) {
                Ok((value, listed)) => {
                    let plan = self.plan_of(way, ways.len(), query.engine);
                    let grundy = self.beside(ValueKind::Grundy, &placed, query, way.0)?;
                    let remoteness = self.beside(ValueKind::Remoteness, &placed, query, way.0)?;
                    let source = self.sources[way.0.0].source();
                    return self.complete(&placed, source, value, listed, plan, (grundy, remoteness));
                }
                // An estimate may be wrong: the next way may succeed.
                Err(AnswerError::Limit(limit)) if !limit.ends_all() => {
                    failed.get_or_insert(limit);
                }
                Err(error) => return Err(error),
            }
        }
        Err(failed.map_or_else(|| self.too_large(&placed, TooMuch::Numbers), AnswerError::Limit))
    }

    /// Returns the answer of a law or a closed sum of heaps, without considering other ways; `None`
    /// if neither is available.
    fn by_known_law(&mut self, placed: &BigPosition, query: &Query) -> Result<Option<Answer>, AnswerError> {
        if query.value == ValueKind::Remoteness || !query.engine.admits(bouton_solve::Engine::Law) {
            return Ok(None);
        }
        let outcome = self.valuation(ValueKind::Outcome)?;
        let mut grundy = None;
        if query.value == ValueKind::Grundy
            || query.moves != Some(0) && self.valuation(ValueKind::Grundy).is_ok()
        {
            grundy = match self.known_way(Valuation::Grundy, placed)? {
                Some((way, plan)) => Some((self.value_by(way, Valuation::Grundy, placed)?, way, plan)),
                None if query.value == ValueKind::Grundy => return Ok(None),
                None => None,
            };
        }
        let (value, way, plan) = match &grundy {
            // The outcome of normal play is P exactly where the Grundy value is 0.
            Some((value, way, plan)) if query.moves == Some(0) => {
                (value.clone().min(1u32.into()), *way, plan.clone())
            }
            _ => {
                let Some((way, plan)) = self.known_way(outcome, placed)? else { return Ok(None) };
                (self.value_by(way, outcome, placed)?, way, plan)
            }
        };
        let value = Value::try_from(value).unwrap_or(Value::MAX);
        let listed = match query.moves {
            Some(0) => MoveList::default(),
            _ => self.listed_by(way, outcome, placed, value, query)?,
        };
        let beside = (grundy.map(|(value, ..)| value), None);
        let source = self.sources[way.0].source();
        self.complete(placed, source, value, listed, plan, beside).map(Some)
    }

    /// Returns the Grundy value that a table of earlier positions contains, if that alone is requested; a comparison of
    /// the costs of all ways would take longer.
    fn by_filled_table(
        &mut self,
        placed: &BigPosition,
        query: &Query,
    ) -> Result<Option<Answer>, AnswerError> {
        let (coordinates, control) = (&placed.0, placed.1);
        if query.value != ValueKind::Grundy || query.moves != Some(0) || query.engine != Choice::Auto {
            return Ok(None);
        }
        let held = self
            .sources
            .iter()
            .position(|source| source.gives(Valuation::Grundy) && source.holds(coordinates, control));
        let Some(way) = held.map(SourceId) else { return Ok(None) };
        let value = self.value_by(way, Valuation::Grundy, placed)?;
        let plan = self.plan_of(&(way, Cost::NOTHING), 2, Choice::Auto);
        let source = self.sources[way.0].source();
        let outcome = Value::try_from(value.clone().min(1u32.into())).unwrap_or(Value::MAX);
        self.complete(placed, source, outcome, MoveList::default(), plan, (Some(value), None)).map(Some)
    }

    /// Returns the outcome of a position, and of its options, in one way.
    fn moves_by(
        &mut self,
        way: SourceId,
        placed: &BigPosition,
        query: &Query,
    ) -> Result<(Value, MoveList), AnswerError> {
        let outcome = self.valuation(ValueKind::Outcome)?;
        let value = self.value_by(way, outcome, placed)?;
        let value = Value::try_from(value).unwrap_or(Value::MAX);
        let listed = self.listed_by(way, outcome, placed, value, query)?;
        Ok((value, listed))
    }

    fn listed_by(
        &mut self,
        way: SourceId,
        outcome: Valuation,
        placed: &BigPosition,
        value: Value,
        query: &Query,
    ) -> Result<MoveList, AnswerError> {
        self.sources[way.0].options(&Examined { placed, query, outcome }, value, &self.game)
    }

    /// Completes the answer; besides the outcome there may be a Grundy value and a remoteness.
    ///
    /// # Errors
    ///
    /// [`LimitReached::Memory`], before the answer is created.
    fn complete(
        &mut self,
        placed: &BigPosition,
        source: Source,
        value: Value,
        listed: MoveList,
        plan: Plan,
        (grundy, remoteness): (Option<BigUint>, Option<BigUint>),
    ) -> Result<Answer, AnswerError> {
        let bytes = listed.moves.iter().map(|((to, _), _)| MOVE_BYTES + MOVE_COPIES * to.weight()).sum();
        self.answered.resize(bytes)?;
        let convention = self.game.playable.game().convention();
        let valuation = Valuation::outcome(convention);
        let moves = listed.moves.into_iter().map(|((to, control), value)| AnsweredMove {
            to: self.game.playable.write(&to, control),
            value,
            outcome: valuation.value_name(value),
            winning: value == 0,
            best: false,
        });
        let mut moves: Vec<AnsweredMove> = moves.collect();
        AnsweredMove::rate(&mut moves, convention);
        Ok(Answer {
            position: self.game.playable.write(&placed.0, placed.1),
            value,
            outcome: valuation.value_name(value),
            grundy,
            remoteness: remoteness.and_then(|value| Value::try_from(value).ok()),
            moves,
            all_moves: listed.all,
            all_winning_moves: listed.all_winning,
            source,
            plan,
        })
    }

    /// Returns a further value besides the outcome, if it is requested or costs next to nothing.
    fn beside(
        &mut self,
        asked: ValueKind,
        placed: &BigPosition,
        query: &Query,
        way: SourceId,
    ) -> Result<Option<BigUint>, AnswerError> {
        let must = query.value == asked;
        let Ok(valuation) = self.valuation(asked) else { return Ok(None) };
        let question = bouton_solve::Question::Position(&placed.0, placed.1);
        let choice = if must { query.engine } else { Choice::Auto };
        let ways = match self.ways(valuation, &question, choice) {
            Err(AnswerError::OtherValues { .. }) if !must => return Ok(None),
            ways => ways?,
        };
        let ways = match ways {
            Ok(ways) => ways,
            Err(needed) if must => return Err(self.too_large(placed, needed)),
            Err(_) => return Ok(None),
        };
        let mut failed = None;
        for (other, cost) in ways {
            // The bundled law of Grundy values accompanies the bundled law of outcomes.
            let are_bundled = [way, other].iter().all(|&way| matches!(self.role(way), Role::Bundled { .. }));
            let goes_with = are_bundled || way == other;
            if !must && !goes_with && cost.seconds > CHEAP {
                continue;
            }
            match self.value_by(other, valuation, placed) {
                Ok(value) => return Ok(Some(value)),
                Err(AnswerError::Limit(limit)) if !limit.ends_all() => failed = failed.or(Some(limit)),
                Err(error) => return Err(error),
            }
        }
        match failed {
            Some(limit) if must => Err(limit.into()),
            _ => Ok(None),
        }
    }

    /// Computes an answer again with another engine and compares. Returns the plan of that engine.
    ///
    /// # Errors
    ///
    /// [`AnswerError::Disagreement`] if they differ; [`AnswerError::TooLarge`] if no other
    /// engine can answer.
    pub fn verify(&mut self, answer: &Answer) -> Result<Plan, AnswerError> {
        let placed = self.game.playable.place(&answer.position)?;
        let outcome = self.valuation(ValueKind::Outcome)?;
        let question = bouton_solve::Question::Position(&placed.0, placed.1);
        let others =
            [bouton_solve::Engine::Tables, bouton_solve::Engine::Reference, bouton_solve::Engine::Law];
        let mut refused = TooMuch::Numbers;
        for engine in others.into_iter().filter(|&engine| engine != answer.plan.engine) {
            let choice = Choice::Only(engine);
            let ways = match self.ways(outcome, &question, choice)? {
                Ok(ways) => ways,
                Err(needed) => {
                    refused = needed;
                    continue;
                }
            };
            let mut same = |position: &Position, expected: Value| -> Result<(), AnswerError> {
                let placed = self.game.playable.place(position)?;
                let value = self.value_by(ways[0].0, outcome, &placed)?;
                if value == expected.into() {
                    return Ok(());
                }
                let name = |value: Value| outcome.value_name(value);
                Err(AnswerError::Disagreement {
                    position: position.to_string(),
                    left: name(expected),
                    right: Value::try_from(value).map_or_else(|_| "?".to_owned(), name),
                })
            };
            same(&answer.position, answer.value)?;
            for option in &answer.moves {
                same(&option.to, option.value)?;
            }
            for (asked, known) in [
                (ValueKind::Grundy, answer.grundy.clone()),
                (ValueKind::Remoteness, answer.remoteness.map(BigUint::from)),
            ] {
                let Some(known) = known else { continue };
                let valuation = self.valuation(asked)?;
                let Ok(ways) = self.ways(valuation, &question, choice)? else { continue };
                let value = self.value_by(ways[0].0, valuation, &placed)?;
                if value != known {
                    let (left, right) = (known.to_string(), value.to_string());
                    return Err(AnswerError::Disagreement {
                        position: answer.position.to_string(),
                        left,
                        right,
                    });
                }
            }
            return Ok(self.plan_of(&ways[0], ways.len(), choice));
        }
        Err(self.too_large(&placed, refused))
    }
}

//! The moves as reasons, where no law is known.

use std::collections::{BTreeMap, BTreeSet};

use bouton_core::{Convention, Position};
use bouton_document::Solve;
use bouton_explain::Trace;
use bouton_game::PositionError;
use bouton_prose::Block;
use num_bigint::BigUint;

use super::{NO_MOVE, Reasons, TracedTheorem, WhyError, best};
use crate::{AnswerError, Oracle, Query, ValueKind};

/// The values of a position and of a best move there, which are reasons where no law is known.
#[derive(Clone, Debug, PartialEq)]
pub struct ReasonsByMoves {
    convention: Convention,
    solved: Solve,
    /// The answer at the best move.
    next: Option<Solve>,
    /// The Grundy values of the moves of each of the two, if they are requested.
    values: Option<[MoveValues; 2]>,
}

/// Moves with their Grundy values, in the order of the moves.
type MoveValues = Vec<(String, BigUint)>;

impl ReasonsByMoves {
    /// Solves a position and a best move, with the Grundy values of the moves if they are requested.
    ///
    /// # Errors
    ///
    /// [`AnswerError`] if one of them cannot be solved.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton::{Game, Oracle, ReasonsByMoves, Query, ValueKind, Watch};
    ///
    /// let playable = Game::named("grundys-game")?.playable()?;
    /// let mut oracle = Oracle::new(playable, &Watch::unlimited());
    /// let played = ReasonsByMoves::new(&mut oracle, &"5".parse()?, &Query::default())?;
    /// let reasons = played.reasons("no period found")?;
    /// assert_eq!(reasons.document.reason, "the move to 1,4 leads to a P-position");
    /// assert_eq!(reasons.document.best.unwrap().reason, "every move leads to an N-position");
    /// let query = Query { value: ValueKind::Grundy, ..Query::default() };
    /// let reasons = ReasonsByMoves::new(&mut oracle, &"5".parse()?, &query)?.reasons("no period found")?;
    /// let reason = "moves lead to the Grundy values 0 and 1, and none to 2";
    /// assert_eq!((&*reasons.document.reason, reasons.document.grundy), (reason, Some(2u32.into())));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(oracle: &mut Oracle, position: &Position, query: &Query) -> Result<Self, AnswerError> {
        let playable = oracle.playable().clone();
        let solved = oracle.answer(position, query)?.document(&playable);
        let to = best(&solved).and_then(|option| option.to.parse::<Position>().ok());
        let next = to.map(|to| oracle.answer(&to, query)).transpose()?;
        let next = next.map(|next| next.document(&playable));
        let mut values = None;
        if query.value == ValueKind::Grundy {
            let of_next = next.as_ref().map(|next| grundy_values(oracle, next)).transpose()?;
            values = Some([grundy_values(oracle, &solved)?, of_next.unwrap_or_default()]);
        }
        Ok(Self { convention: playable.game().convention(), solved, next, values })
    }

    /// Gives the moves as reasons; `no_law` is the reason why no law is known.
    ///
    /// # Errors
    ///
    /// [`WhyError`] if the values contradict each other, which is a defect.
    pub fn reasons(&self, no_law: &str) -> Result<Reasons, WhyError> {
        let trace = |position: &Position| {
            let at = |solved: &Solve| solved.position.parse::<Position>().is_ok_and(|at| at == *position);
            let all = std::iter::once(&self.solved).chain(&self.next);
            let (place, solved) = all.enumerate().find(|(_, solved)| at(solved))?;
            match &self.values {
                Some(values) => of_values(solved, &values[place]),
                None => {
                    let reason = of_moves(solved, self.convention).into();
                    Some(Trace { value: solved.outcome.clone(), reason, blocks: Vec::new() })
                }
            }
        };
        let what = if self.values.is_some() { "Grundy values" } else { "outcomes" };
        let traced = TracedTheorem {
            sentence: format!("No law was found ({no_law}). The {what} of the moves are the reasons.").into(),
            certificate: Err(no_law.to_owned()),
            convention: self.convention,
            grundy: self.values.is_some(),
            letters: &[],
            trace: &trace,
        };
        traced.reasons(&self.solved)
    }
}

/// The value of a position as a consequence of the values of its moves, in a clause.
fn of_moves(solved: &Solve, convention: Convention) -> String {
    if let Some(option) = solved.moves.iter().find(|option| option.winning) {
        return format!("the move to {} leads to a P-position", option.to);
    }
    if solved.moves.is_empty() && solved.moves_complete {
        return NO_MOVE.to_owned();
    }
    if solved.outcome == "P" && convention.players() == 2 {
        return "every move leads to an N-position".to_owned();
    }
    if !solved.moves_complete {
        return "the positions below it have been solved".to_owned();
    }
    // With more than two players, the outcomes of all moves together determine the outcome.
    let outcomes: BTreeSet<&str> = solved.moves.iter().map(|option| option.outcome.as_str()).collect();
    if let (1, Some(one)) = (outcomes.len(), outcomes.first()) {
        return format!("every move leads to {}", with_article(one));
    }
    let kinds: Vec<String> = outcomes.iter().map(|outcome| format!("to {outcome}-positions")).collect();
    format!("some moves lead {}", kinds.join(" and some "))
}

/// A position of this outcome, with its article: `an O-position`.
fn with_article(outcome: &str) -> String {
    let article = if ["N", "O"].contains(&outcome) { "an" } else { "a" };
    format!("{article} {outcome}-position")
}

/// The Grundy values of the moves of a position.
fn grundy_values(oracle: &mut Oracle, solved: &Solve) -> Result<MoveValues, AnswerError> {
    let query = Query { value: ValueKind::Grundy, moves: Some(0), streamed: true, ..Query::default() };
    let mut values = MoveValues::new();
    for option in &solved.moves {
        let to = option.to.parse().map_err(|error| PositionError::Text { text: option.to.clone(), error })?;
        let value = oracle.answer(&to, &query)?.grundy;
        values.extend(value.map(|value| (option.to.clone(), value)));
    }
    Ok(values)
}

/// The most rows of a table of moves.
const MOST_ROWS: usize = 20;

/// The Grundy value of a position as the least one that no move leads to, with a move to each smaller value; `None` if
/// the value is not known.
fn of_values(solved: &Solve, values: &[(String, BigUint)]) -> Option<Trace> {
    let value = solved.grundy.as_ref()?.to_big();
    let mut moves: BTreeMap<&BigUint, &str> = BTreeMap::new();
    for (to, reached) in values.iter().filter(|(_, reached)| *reached < value) {
        moves.entry(reached).or_insert(to);
    }
    let names: Vec<String> = moves.keys().map(ToString::to_string).collect();
    let reason = match &names[..] {
        [] if solved.moves.is_empty() && solved.moves_complete => NO_MOVE.to_owned(),
        _ if !solved.moves_complete => "the positions below it have been solved".to_owned(),
        [] => "no move leads to the Grundy value 0".to_owned(),
        [one] => format!("a move leads to the Grundy value {one}, and none to {value}"),
        [first, _, .., last] if names.len() > MOST_ROWS => {
            format!("moves lead to all Grundy values from {first} to {last}, and none to {value}")
        }
        [few @ .., last] => {
            format!("moves lead to the Grundy values {} and {last}, and none to {value}", few.join(", "))
        }
    };
    let rows =
        moves.iter().take(MOST_ROWS).map(|(reached, to)| vec![(*to).into(), reached.to_string().into()]);
    let table = Block::Table { head: vec!["move to".into(), "Grundy value".into()], rows: rows.collect() };
    let is_shown = solved.moves_complete && (2..=MOST_ROWS).contains(&moves.len());
    let blocks = if is_shown { vec![table] } else { Vec::new() };
    Some(Trace { value: value.to_string(), reason: reason.into(), blocks })
}

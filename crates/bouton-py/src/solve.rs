//! Positions and answers as Python objects.

use bouton::{Answer, Position, Source};
use num_bigint::BigUint;
use pyo3::prelude::*;

/// Coordinates of any size, and the name of a control state.
pub(crate) type Place = (Vec<BigUint>, Option<String>);

pub(crate) fn position(place: Place) -> Position {
    Position { coordinates: place.0, control: place.1 }
}

pub(crate) fn place(position: Position) -> Place {
    (position.coordinates, position.control)
}

/// An option of an answered position: a dictionary.
#[derive(IntoPyObject)]
pub(crate) struct Move {
    to: Place,
    outcome: String,
    winning: bool,
    best: bool,
}

/// An answer: a dictionary.
#[derive(IntoPyObject)]
pub(crate) struct AnswerFields {
    position: Place,
    outcome: String,
    value: u32,
    grundy: Option<BigUint>,
    remoteness: Option<u32>,
    moves: Vec<Move>,
    moves_complete: bool,
    winning_moves_complete: bool,
    certificate: Option<String>,
    engine: &'static str,
    reason: String,
}

impl From<Answer> for AnswerFields {
    fn from(answer: Answer) -> Self {
        let option = |option: bouton::AnsweredMove| Move {
            to: place(option.to),
            outcome: option.outcome,
            winning: option.winning,
            best: option.best,
        };
        Self {
            position: place(answer.position),
            outcome: answer.outcome,
            value: answer.value,
            grundy: answer.grundy,
            remoteness: answer.remoteness,
            moves: answer.moves.into_iter().map(option).collect(),
            moves_complete: answer.all_moves,
            winning_moves_complete: answer.all_winning_moves,
            certificate: match answer.source {
                Source::Law { certificate } => Some(certificate),
                _ => None,
            },
            engine: answer.plan.engine.name(),
            reason: answer.plan.reason,
        }
    }
}

//! Answers about positions: values, moves, and the source of the answer.

use bouton_core::{Convention, NoGrundyValues, Outcome, Position, Ruleset, Valuation, Value};
use bouton_document as document;
use bouton_game::{Playable, PositionError};
use bouton_solve::LimitReached;
use bouton_tables::StoreError;
use num_bigint::BigUint;

use crate::{Choice, Plan, TooMuch, ValueKind};

/// The answer about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The position, with its control state if the game has several.
    pub position: Position,
    /// The outcome as a value, 0 for P.
    pub value: Value,
    /// The outcome by its letter: P, N, O, Q, or a number from the fourth player on.
    pub outcome: String,
    /// The Grundy value, for two players, where it was computed.
    pub grundy: Option<BigUint>,
    /// The remoteness, for normal play, where it was computed.
    pub remoteness: Option<Value>,
    /// The options, or the best of them if there are too many.
    pub moves: Vec<AnsweredMove>,
    /// Whether all options are listed.
    pub all_moves: bool,
    /// Whether all winning options are listed.
    pub all_winning_moves: bool,
    /// The source of the answer.
    pub source: Source,
    /// The engine that answered, and its cost.
    pub plan: Plan,
}

/// An option of an answered position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnsweredMove {
    /// The position moved to.
    pub to: Position,
    /// Its outcome as a value.
    pub value: Value,
    /// Its outcome by its letter.
    pub outcome: String,
    /// Whether the move wins: it leads to a P-position.
    pub winning: bool,
    /// Whether no other move is better: the move wins, or under the podium rule it gives the mover
    /// the best possible place. With coalitions, where no move wins, those after which nobody can
    /// force a win are better than those after which another player can.
    pub best: bool,
}

impl AnsweredMove {
    /// Marks the moves than which no other one among these is better.
    pub fn rate(moves: &mut [Self], convention: Convention) {
        // With two players, 0 comes before 1. Under the podium rule, an option's value is the number of places that
        // the mover loses. With coalitions, N and O are equally bad: one of the others can force a win.
        let rank = |value: Value| match convention {
            Convention::Coalition if value == 0 => 0,
            Convention::Coalition if value == Outcome::Q.number() => 1,
            Convention::Coalition => 2,
            _ => value,
        };
        let best = moves.iter().map(|option| rank(option.value)).min();
        for option in moves {
            option.best = Some(rank(option.value)) == best;
        }
    }
}

/// The source of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A search of all positions below.
    Solved,
    /// The nim-sum of the Grundy values of independent heaps.
    Heaps {
        /// The periods that were used, with their theorems, as sentences without full stops.
        periods: Vec<String>,
    },
    /// The misère quotient of independent heaps.
    Quotient {
        /// The theorem about the quotient, as a sentence without its full stop.
        known: String,
    },
    /// A law, or a period, that the checker has accepted.
    Law {
        /// The identity of its certificate.
        certificate: String,
    },
    /// A table that is stored in a folder.
    Table {
        /// The folder.
        folder: String,
    },
}

/// The parameters of a question about a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// The value that is requested besides the outcome. Other values are included where they cost
    /// next to nothing.
    pub value: ValueKind,
    /// The choice of the engine.
    pub engine: Choice,
    /// The most moves to list; `None` for all moves that were examined.
    pub moves: Option<usize>,
    /// Whether the position is one of a stream. Where a law answers, no further value is then
    /// computed. The Grundy value is included if it is requested, or if moves are requested and a
    /// law has it; remoteness only if it is requested.
    pub streamed: bool,
}

/// The reason why a question has no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AnswerError {
    /// The position does not belong to the game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The theorem is about another game.
    #[error("the certificate is for other rules: `{certificate}`, not `{game}`")]
    OtherGame {
        /// The rules in the certificate, in one line.
        certificate: String,
        /// The rules of the game in question.
        game: String,
    },
    /// The game is not a take-and-break game in misère play.
    #[error(
        "the certificate shows a misère quotient, and the last move wins this game; add `play misere` to its rules"
    )]
    Quotient,
    /// The theorem is about other numbers of heaps.
    #[error("the theorem is about {numbers}, and the position has {found}; empty heaps are counted")]
    NumberOfHeaps {
        /// The numbers of heaps in the theorem.
        numbers: String,
        /// The number of heaps of the position.
        found: usize,
    },
    /// The game has no Grundy values.
    #[error(transparent)]
    NoGrundyValues(#[from] NoGrundyValues),
    /// The game has no remoteness.
    #[error("remoteness is for games of two players under normal play")]
    NoRemoteness,
    /// The computation would be too large; it was not tried.
    #[error("{position} is too large to be solved exactly: {needed}")]
    TooLarge {
        /// The position, or the box.
        position: String,
        /// The time and memory needed.
        needed: TooMuch,
    },
    /// Two engines do not agree: one of them is wrong.
    #[error("the engines do not agree at {position}: {left} by one, {right} by the other")]
    Disagreement {
        /// The position.
        position: String,
        /// The value by the first engine.
        left: String,
        /// The value by the second engine.
        right: String,
    },
    /// The position is outside of the stored table.
    #[error("{position} is outside of the table, which goes up to {upto}")]
    Outside {
        /// The position.
        position: String,
        /// The greatest position of the table.
        upto: String,
    },
    /// The stored table does not have the requested values.
    #[error("the stored table holds only {found}")]
    OtherValues {
        /// The values of the table.
        found: &'static str,
    },
    /// The stored table cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

impl AnswerError {
    /// Whether a limit was reached. The question is then valid.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        matches!(self, Self::TooLarge { .. } | Self::Limit(_) | Self::Store(StoreError::Limit(_)))
    }
}

impl Answer {
    /// Returns the positions to which winning moves lead.
    pub fn winning_moves(&self) -> impl Iterator<Item = &Position> {
        self.moves.iter().filter(|option| option.winning).map(|option| &option.to)
    }

    /// Whether the position has no moves: the game is over.
    ///
    /// ```
    /// use bouton_answer::{Oracle, Query};
    /// use bouton_core::Watch;
    /// use bouton_game::Playable;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap();
    /// let mut oracle = Oracle::new(Playable::new(&nim, None).unwrap(), &Watch::unlimited());
    /// assert!(oracle.answer(&"0,0".parse().unwrap(), &Query::default())?.is_over());
    /// assert!(!oracle.answer(&"0,1".parse().unwrap(), &Query::default())?.is_over());
    /// # Ok::<(), bouton_answer::AnswerError>(())
    /// ```
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.moves.is_empty() && self.all_moves
    }

    /// Returns the document of an answer about a game.
    #[must_use]
    pub fn document(&self, playable: &Playable) -> document::Solve {
        let moves = self.moves.iter().map(|option| document::Move {
            to: option.to.to_string(),
            outcome: option.outcome.clone(),
            winning: option.winning,
            best: option.best,
        });
        document::Solve {
            game: playable.title(),
            rules: playable.rules().to_owned(),
            position: self.position.to_string(),
            outcome: self.outcome.clone(),
            value: self.value,
            grundy: self.grundy.as_ref().map(document::Number::from),
            remoteness: self.remoteness.map(document::Number::from),
            moves: moves.collect(),
            moves_complete: self.all_moves,
            winning_moves_complete: self.all_winning_moves,
            certificate: match &self.source {
                Source::Law { certificate } => Some(certificate.clone()),
                _ => None,
            },
            table: match &self.source {
                Source::Table { folder } => Some(folder.clone()),
                _ => None,
            },
            plan: None,
            verified: None,
        }
    }
}

/// Returns the valuation that gives the requested value.
pub(crate) fn valuation(playable: &Playable, asked: ValueKind) -> Result<Valuation, AnswerError> {
    let convention = playable.game().convention();
    match asked {
        ValueKind::Outcome => Ok(Valuation::outcome(convention)),
        ValueKind::Grundy => {
            let impartial = playable.ruleset().is_none_or(Ruleset::is_impartial);
            NoGrundyValues::check(convention, impartial)?;
            Ok(Valuation::Grundy)
        }
        ValueKind::Remoteness if convention == Convention::Normal => Ok(Valuation::Remoteness),
        ValueKind::Remoteness => Err(AnswerError::NoRemoteness),
    }
}

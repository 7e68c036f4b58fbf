//! What a position is worth, and what to do there.

use bouton_core::{Convention, Position, Ruleset, Valuation, Value};
use bouton_solve::{Analysis, LimitReached, Node, Watch, analyse, analyse_take_and_break};
use num_bigint::BigUint;

use crate::{
    Arena, BigPosition, CheckedLaw, Playable, PositionError, bundled_law,
    size::{self, Patience},
};

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Where the answer comes from.
    pub source: Source,
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
    /// Whether no other move is better: it wins, or under the podium rule the
    /// mover's place is the best that can be had.
    pub best: bool,
}

/// Where an answer comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// All positions below were solved.
    Solved,
    /// A law that the checker has accepted.
    Law {
        /// The identity of its certificate.
        certificate: String,
    },
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// The position is none of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The law is that of another game.
    #[error("the certificate is for other rules: `{certificate}`, not `{game}`")]
    OtherGame {
        /// The rules in the certificate, in one line.
        certificate: String,
        /// The rules of the game asked about.
        game: String,
    },
    /// Too much to be computed.
    #[error(
        "position {position} is too large to be solved exactly ({reason}), and no bundled law covers this game; prove one with `bouton prove … -o FILE` and pass it with --using FILE"
    )]
    TooLarge {
        /// The position.
        position: String,
        /// What would be needed.
        reason: String,
    },
    /// Too much to be computed, in a take-and-break game, which has no law over positions.
    #[error("position {position} is too large to be solved exactly ({reason})")]
    TooLargeCode {
        /// The position.
        position: String,
        /// What would be needed.
        reason: String,
    },
    /// A limit was reached on the way.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

impl AnswerError {
    /// Whether a limit was reached: then nothing is wrong with the input.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        matches!(self, Self::TooLarge { .. } | Self::TooLargeCode { .. } | Self::Limit(_))
    }
}

impl Answer {
    /// The positions that a winning move leads to.
    pub fn winning_moves(&self) -> impl Iterator<Item = &Position> {
        self.moves.iter().filter(|option| option.winning).map(|option| &option.to)
    }
}

/// The most winning moves that a law is asked for when nobody says how many.
const MOST_MOVES: usize = 1_000;
/// The most losing moves that are listed beside winning ones.
const SHORT_LIST: usize = 100;

/// Answers a position: by solving all that lies below it, or, where that is too
/// much, by a bundled law of the game.
///
/// Whether it is too much is decided before any work is done.
///
/// # Errors
///
/// [`AnswerError`]; [`AnswerError::is_limit`] tells limits from wrong input.
///
/// # Examples
///
/// ```
/// let game = bouton::rules::resolve("two-in-total")?;
/// let position = "3,5,7,9".parse()?;
/// let playable = bouton::Playable::for_position(&game, None, &position)?;
/// let answer = bouton::answer(&playable, &position, &bouton::Watch::new(&bouton::Limits::default()))?;
/// assert_eq!(answer.moves.len(), 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn answer(playable: &Playable, position: &Position, watch: &Watch) -> Result<Answer, AnswerError> {
    let placed = playable.place(position)?;
    match playable.arena() {
        Arena::Code(code) => {
            let too_large =
                |reason: String| AnswerError::TooLargeCode { position: position.to_string(), reason };
            let heaps =
                small(&placed.0).ok_or_else(|| too_large("a heap has 2^63 objects or more".to_owned()))?;
            size::feasible_code(code, &heaps, watch).map_err(too_large)?;
            let misere = playable.game().convention() == Convention::Misere;
            Ok(solved(playable, &placed, analyse_take_and_break(code, misere, &heaps, watch)?))
        }
        Arena::Rules(ruleset) => {
            let solve = |coordinates: Vec<u64>| {
                let node = Node { coordinates, control: placed.1 };
                Ok(solved(playable, &placed, analyse(ruleset, &node, watch)?))
            };
            if let Ok(coordinates) = feasible(ruleset, &placed, watch, Patience::Short) {
                return solve(coordinates);
            }
            // A law answers at once, but does not know the remoteness.
            if let Some(law) = bundled_law(playable, false) {
                let mut answer = answer_by_law(playable, position, &law, MOST_MOVES)?;
                answer.grundy = answer.grundy.or_else(|| {
                    bundled_law(playable, true).and_then(|law| law.law().value(placed.1, &placed.0))
                });
                return Ok(answer);
            }
            match feasible(ruleset, &placed, watch, Patience::Long) {
                Ok(coordinates) => solve(coordinates),
                Err(reason) => Err(too_large(position, &reason)),
            }
        }
    }
}

fn too_large(position: &Position, reason: &str) -> AnswerError {
    AnswerError::TooLarge { position: position.to_string(), reason: reason.to_owned() }
}

/// The coordinates as machine words, below 2^63, if each fits.
pub(crate) fn small(coordinates: &[BigUint]) -> Option<Vec<u64>> {
    coordinates.iter().map(|c| u64::try_from(c).ok().filter(|&c| c < 1 << 63)).collect()
}

/// The coordinates as machine words, if what lies below can be solved.
pub(crate) fn feasible(
    ruleset: &Ruleset,
    position: &BigPosition,
    watch: &Watch,
    patience: Patience,
) -> Result<Vec<u64>, String> {
    let coordinates = small(&position.0).ok_or("a coordinate is 2^63 or more")?;
    size::feasible(ruleset, &coordinates, watch, patience)?;
    Ok(coordinates)
}

fn solved(playable: &Playable, position: &BigPosition, analysis: Analysis) -> Answer {
    let write = |node: &Node| {
        let coordinates: Vec<BigUint> = node.coordinates.iter().copied().map(BigUint::from).collect();
        playable.write(&coordinates, node.control)
    };
    let moves = analysis.moves.into_iter().map(|option| AnsweredMove {
        to: write(&option.to),
        value: option.value,
        outcome: option.outcome,
        winning: option.winning,
        best: option.best,
    });
    Answer {
        position: playable.write(&position.0, position.1),
        value: analysis.value,
        outcome: analysis.outcome,
        grundy: analysis.grundy.map(BigUint::from),
        remoteness: analysis.remoteness,
        moves: moves.collect(),
        all_moves: true,
        all_winning_moves: true,
        source: Source::Solved,
    }
}

fn answered_move(
    playable: &Playable,
    convention: Convention,
    to: Position,
    value: Value,
    best: bool,
) -> AnsweredMove {
    debug_assert!(playable.place(&to).is_ok(), "options are positions of the game");
    let outcome = Valuation::outcome(convention).value_name(value);
    AnsweredMove { to, value, outcome, winning: value == 0, best }
}

/// Answers a position of any size by a checked law. At most `most` moves are listed:
/// the best ones, then others if none is best.
///
/// # Errors
///
/// If the position is none of the game, or the law is that of another game.
pub fn answer_by_law(
    playable: &Playable,
    position: &Position,
    law: &CheckedLaw,
    most: usize,
) -> Result<Answer, AnswerError> {
    let (coordinates, control) = playable.place(position)?;
    if !law.fits(playable) {
        let one_line = |text: String| text.trim_end().replace('\n', "; ");
        return Err(AnswerError::OtherGame {
            certificate: one_line(law.game().text()),
            game: one_line(playable.game().text()),
        });
    }
    let (guide, convention) = (law.guide(), law.ruleset().convention());
    let outcome = |coordinates: &[BigUint], control| law.law().outcome(control, coordinates).number();
    let value = outcome(&coordinates, control);
    let valuation = Valuation::outcome(convention);
    let target = match convention {
        // value = (least + 1) mod players: this is the least value of an option, if there is one.
        Convention::Podium { players } => value.checked_sub(1).unwrap_or(Value::from(players) - 1),
        _ => 0,
    };
    let others: Vec<Value> = (0..valuation.value_count().unwrap_or(2)).filter(|&v| v != target).collect();
    let found = guide.options_with_value(&coordinates, control, &[target], most);
    // Whoever cannot win wants to see what there is; who can is told of the rest only where it is short.
    let wanted = if found.options.is_empty() { most } else { most.min(SHORT_LIST) };
    let mut rest = guide.options_with_value(&coordinates, control, &others, wanted);
    if rest.more && !found.options.is_empty() {
        rest.options.clear();
    }
    let mut listed: Vec<(&BigPosition, Value)> = found
        .options
        .iter()
        .map(|option| (option, target))
        .chain(rest.options.iter().map(|option| (option, outcome(&option.0, option.1))))
        .collect();
    // The order in which solving lists them.
    listed.sort_unstable();
    let moves = listed
        .into_iter()
        .map(|(option, outcome)| {
            // Nothing is better than what was asked for first; where there is none of that, nothing is better than the rest.
            let best = outcome == target || found.options.is_empty();
            answered_move(playable, convention, playable.write(&option.0, option.1), outcome, best)
        })
        .collect();
    Ok(Answer {
        position: playable.write(&coordinates, control),
        value,
        outcome: valuation.value_name(value),
        grundy: if law.is_grundy() { law.law().value(control, &coordinates) } else { None },
        remoteness: None,
        moves,
        all_moves: !found.more && !rest.more,
        all_winning_moves: !(found.more && target == 0),
        source: Source::Law { certificate: law.identity().to_string() },
    })
}

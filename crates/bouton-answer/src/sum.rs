//! Sums of positions of several games.

use bouton_core::{NoGrundyValues, Position, Watch};
use bouton_document::{Sum, SumMove, Term};
use bouton_game::{Ending, Playable, Theorem, for_every_number, prove_every_number};
use bouton_prove::{Goal, ProveOptions};
use num_bigint::BigUint;

use crate::{Answer, AnswerError, Oracle, Query, ValueKind};

/// The reason why a sum cannot be solved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SumError {
    /// The Grundy values of this game do not decide sums.
    #[error("{game}: {reason}")]
    NoGrundyValues {
        /// The game.
        game: String,
        /// The hypothesis that does not hold.
        reason: NoGrundyValues,
    },
    /// Only the outcome of a term can be found.
    #[error("{game} {position}: only its outcome is known at this size, and a sum needs Grundy values")]
    OutcomeOnly {
        /// The game.
        game: String,
        /// The position.
        position: String,
    },
    /// A term cannot be solved.
    #[error(transparent)]
    Answer(#[from] AnswerError),
}

/// A term whose moves were not searched because it is too large to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsearchedTerm {
    /// The number of the term, counted from 1.
    pub term: usize,
    /// The Grundy value to which a winning move leads.
    pub wanted: BigUint,
}

/// The most winning moves that are listed for each term.
const MOST_MOVES: usize = 1_000;

/// Solves a sum by the Sprague–Grundy theorem: its value and its winning moves, with the terms
/// whose moves were not searched.
///
/// # Errors
///
/// [`SumError`].
///
/// # Examples
///
/// ```
/// use bouton::{Game, Watch, sum};
///
/// let nim = ("3,4".parse()?, Game::named("nim")?.with_heaps(2)?.playable()?);
/// let kayles = ("7".parse()?, Game::named("kayles")?.playable()?);
/// let (found, _) = sum(&[nim, kayles], &Watch::unlimited())?;
/// assert_eq!((found.outcome.as_str(), found.grundy), ("N", 5u64.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sum(terms: &[(Position, Playable)], watch: &Watch) -> Result<(Sum, Vec<UnsearchedTerm>), SumError> {
    for (_, playable) in terms {
        playable
            .game()
            .sprague_grundy()
            .map_err(|reason| SumError::NoGrundyValues { game: playable.title(), reason })?;
    }
    let mut total = BigUint::ZERO;
    // Terms of the same game share an oracle, which reuses its results.
    let mut oracles: Vec<Oracle> = Vec::new();
    let (mut asked, mut values, mut written) = (Vec::new(), Vec::new(), Vec::new());
    for (position, playable) in terms {
        let known = oracles.iter().position(|oracle| oracle.playable().game() == playable.game());
        let number = known.unwrap_or_else(|| {
            oracles.push(Oracle::new(playable.clone(), watch));
            oracles.len() - 1
        });
        asked.push(number);
        let found = term(&mut oracles[number], position, watch)?;
        let (game, position) = (playable.title(), found.position.to_string());
        let Some(grundy) = found.grundy else { return Err(SumError::OutcomeOnly { game, position }) };
        total ^= &grundy;
        written.push(Term { game, position, grundy: (&grundy).into() });
        values.push(grundy);
    }
    let (mut moves, mut unsearched, mut complete) = (Vec::new(), Vec::new(), true);
    for (index, ((position, _), &number)) in terms.iter().zip(&asked).enumerate() {
        if total == BigUint::ZERO {
            break;
        }
        let term = index + 1;
        // A smaller value is that of some option; a larger one may be that of a reversible option.
        let wanted = &values[index] ^ &total;
        match oracles[number].options_with_grundy(position, &wanted, MOST_MOVES)? {
            Some(options) => {
                complete &= options.complete;
                moves.extend(options.positions.iter().map(|to| SumMove { term, to: to.to_string() }));
            }
            None => unsearched.push(UnsearchedTerm { term, wanted }),
        }
    }
    let outcome = if total == BigUint::ZERO { "P" } else { "N" };
    let found = Sum {
        terms: written,
        outcome: outcome.to_owned(),
        grundy: total.into(),
        winning_moves: moves,
        winning_moves_complete: complete && unsearched.is_empty(),
    };
    Ok((found, unsearched))
}

/// The work limit of a search for the law of single heaps.
const WORK: u64 = 1 << 30;

/// Returns the answer about a term, with its Grundy value if it can be computed. If nothing else
/// computes it, a theorem about sums of any number of such heaps does.
fn term(oracle: &mut Oracle, position: &Position, watch: &Watch) -> Result<Answer, AnswerError> {
    let query = Query { value: ValueKind::Grundy, ..Query::default() };
    match oracle.answer(position, &query) {
        Err(AnswerError::TooLarge { .. }) => {
            let theorem = of_sums(oracle.playable(), watch).filter(|_| oracle.theorem().is_none());
            if let Some(theorem) = theorem {
                *oracle = Oracle::new(oracle.playable().clone(), watch).with_theorem(theorem)?;
                return oracle.answer(position, &query);
            }
            // Its outcome may still be known, which is worth reporting.
            oracle.answer(position, &Query::default())
        }
        answer => answer,
    }
}

/// Returns the theorem about sums of any number of heaps of a game, if one is found within bounds
/// of work.
fn of_sums(playable: &Playable, watch: &Watch) -> Option<Theorem> {
    let game = playable.game();
    let open = for_every_number(game).unwrap_or_else(|| game.clone());
    open.one_heap().ok()?;
    let (options, watch) = (ProveOptions::default(), watch.within(WORK));
    match prove_every_number(&open, Some(Goal::Grundy), &options, &watch) {
        Ok(Ending::Proved(proved)) => Some(proved.theorem),
        _ => None,
    }
}

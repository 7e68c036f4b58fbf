//! Judgements whether the law of a certificate is the law of a game, even if the certificate was
//! made for another game.

use std::time::Instant;

use bouton_cert::{Certificate, DecodeError};
use bouton_core::{LimitReached, Watch};
use bouton_prove::{JudgeError as Unjudged, Judgement, StatedValue};
use num_bigint::BigUint;

use super::{Ending, Helps, ProveError, Refutation, proved};
use crate::Playable;

/// The reason why a claim is not judged.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JudgeError {
    /// The certificate cannot be read.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// The certificate claims a period.
    #[error("it shows a period, not a law of positions")]
    Period,
    /// Laws of positions are not claimed for take-and-break codes.
    #[error(
        "a certificate of a law of positions does not fit a take-and-break code, whose theorem is the period of single heaps"
    )]
    Code,
    /// The law does not fit this game.
    #[error("{0}")]
    Misfit(String),
    /// A claim in words cannot be read.
    #[error("{fault}")]
    Words {
        /// The claim.
        text: String,
        /// Its fault.
        fault: bouton_logic::Fault,
    },
    /// A claim in words does not make sense for this game.
    #[error("{0}")]
    Claim(String),
    /// The proof failed.
    #[error(transparent)]
    Prove(#[from] ProveError),
    /// A limit was reached while the moves were written out.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

/// Verifies the law of a certificate against the rules of a game. The strategies in the
/// certificate, and the game that it names, are ignored.
///
/// # Errors
///
/// [`JudgeError`] if the question does not make sense. A limit is an [`Ending::NoLaw`].
///
/// # Examples
///
/// ```
/// use bouton::{Ending, Game, Watch, judge};
///
/// let claim = bouton::bundled().iter().find(|known| known.name == "take-three.cert").unwrap().text;
/// let game = Game::named("heaps 1; move take 1..4 from 1 heap")?.playable()?;
/// let Ending::Refuted(refuted) = judge(&game, claim, &Watch::unlimited())? else { panic!() };
/// assert_eq!(refuted.sentence(), "refuted: at 4 the claim says P, but it is N");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judge(playable: &Playable, certificate: &str, watch: &Watch) -> Result<Ending, JudgeError> {
    let started = Instant::now();
    let certificate = Certificate::decode(certificate)?;
    let law = certificate.law().ok_or(JudgeError::Period)?;
    let ruleset = playable.ruleset().ok_or(JudgeError::Code)?;
    match bouton_prove::judge(ruleset, law, watch) {
        Ok(Judgement::Verified(certificate)) => {
            Ok(proved(ruleset, &certificate, (None, false), started, watch)?)
        }
        Ok(Judgement::Wrong { position: (coordinates, control), claimed, truth }) => {
            let coordinates: Vec<BigUint> = coordinates.into_iter().map(BigUint::from).collect();
            let name = |stated| match stated {
                StatedValue::Value(value) => law.valuation.value_name(value),
                StatedValue::Grundy(value) => format!("Grundy value {value}"),
                StatedValue::NotGrundy(value) => format!("no Grundy value {value}"),
            };
            Ok(Ending::Refuted(Refutation {
                position: playable.write(&coordinates, control).to_string(),
                claimed: name(claimed),
                value: name(truth),
                states: Some(law.automaton.states()),
            }))
        }
        Ok(Judgement::WrongSomewhere) => {
            let reason = "the law does not satisfy the rule of play, but no position with a wrong value was found within the limits";
            Ok(Ending::no_law(reason, Helps::Memory))
        }
        Err(Unjudged::Misfit(reason)) => Err(JudgeError::Misfit(reason)),
        Err(error @ (Unjudged::NoGrundyValues(_) | Unjudged::NimHeap(_))) => {
            Err(ProveError::NoGrundyValues(error.to_string()).into())
        }
        Err(error) => {
            let helps = match &error {
                Unjudged::Relation(limit) => limit.into(),
                Unjudged::Verify(limit) => limit.into(),
                _ => Helps::Nothing,
            };
            Ok(Ending::no_law(error.to_string(), helps))
        }
    }
}

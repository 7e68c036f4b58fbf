//! Outcomes of three-player Nim by Theorem 2.14, and the moves that the proofs
//! construct.

use std::fmt;

use num_bigint::BigUint;

use super::{DigitSum, PileForm, digit_sum};

/// The outcome for three players under the podium rule: the player who is last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The previous player.
    P,
    /// The next player.
    N,
    /// The other player.
    O,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::P => "P",
            Self::N => "N",
            Self::O => "O",
        })
    }
}

/// A linked option: a pile, and the size that the winning move leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedOption {
    /// The pile, a member of ⟨G⟩.
    pub pile: BigUint,
    /// Its size after the move to a P-position (Theorem 2.13).
    pub to: BigUint,
}

/// A move in one pile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PileMove {
    /// The pile's size before the move.
    pub from: BigUint,
    /// Its size after the move.
    pub to: BigUint,
}

/// Whether the binary representation of `pile` is linked to the ternary one of
/// `value` at all places below `places` (Definition 2.7).
fn is_linked_below(pile: &BigUint, value: &DigitSum, places: usize) -> bool {
    (0u64..).zip(value.places()).take(places).all(|(bit, &digit)| fits(digit, pile.bit(bit)))
}

/// A digit 1 requires a 1, a digit 2 requires a 0.
fn fits(digit: u32, bit: bool) -> bool {
    match digit {
        1 => bit,
        2 => !bit,
        _ => true,
    }
}

/// ⟨G⟩ (Definition 2.10), different piles only, largest first, each with the move to a P-position
/// that it gives (Theorem 2.13). Cost: linear in the digits.
///
/// ```
/// use bouton_theory::podium::{PileForm, linked_options};
///
/// // Examples 2.11 and 2.15
/// let linked = linked_options(&"15,14,23,5".parse::<PileForm>().unwrap());
/// assert_eq!(linked.len(), 1);
/// assert_eq!((linked[0].pile.clone(), linked[0].to.clone()), (23u32.into(), 11u32.into()));
/// ```
#[must_use]
pub fn linked_options(form: &PileForm) -> Vec<LinkedOption> {
    let value = digit_sum(form, 3);
    let Some((_, 1)) = value.leading() else { return Vec::new() };
    let mut piles: Vec<&BigUint> =
        form.piles().iter().filter(|pile| is_linked_below(pile, &value, usize::MAX)).collect();
    piles.dedup();
    piles
        .into_iter()
        .map(|pile| {
            let mut to = pile.clone();
            for (bit, &digit) in (0u64..).zip(value.places()) {
                if digit != 0 {
                    to.set_bit(bit, digit == 2);
                }
            }
            LinkedOption { pile: pile.clone(), to }
        })
        .collect()
}

/// The outcome of three-player Nim (Theorem 2.14; the P-positions are Li's,
/// Theorem 1.1). Cost: linear in the digits.
///
/// ```
/// use bouton_theory::podium::{Outcome, PileForm, outcome};
///
/// let form = |text: &str| text.parse::<PileForm>().unwrap();
/// assert_eq!(outcome(&form("15,14,23,5")), Outcome::N);
/// assert_eq!(outcome(&form("2,2,2")), Outcome::P);
/// assert_eq!(outcome(&form("1,1")), Outcome::O);
/// ```
#[must_use]
pub fn outcome(form: &PileForm) -> Outcome {
    let value = digit_sum(form, 3);
    match value.leading() {
        None => Outcome::P,
        Some((_, 1)) if form.piles().iter().any(|pile| is_linked_below(pile, &value, usize::MAX)) => {
            Outcome::N
        }
        Some(_) => Outcome::O,
    }
}

/// Returns for an O-position a move to an N-position, after which the mover is second to last;
/// `None` for the other outcomes.
///
/// It is the move constructed in case 3 of the proof of Theorem 2.14: one pile is
/// changed so that another becomes linked. Cost: linear in the digits.
///
/// ```
/// use bouton_theory::podium::{PileForm, second_place_move};
///
/// let step = second_place_move(&"1,1".parse::<PileForm>().unwrap()).unwrap();
/// assert_eq!((step.from, step.to), (1u32.into(), 0u32.into()));
/// ```
#[must_use]
pub fn second_place_move(form: &PileForm) -> Option<PileMove> {
    if outcome(form) != Outcome::O {
        return None;
    }
    let value = digit_sum(form, 3);
    let (place, digit) = value.leading()?;
    let has = |pile: &BigUint, place: usize| u64::try_from(place).is_ok_and(|bit| pile.bit(bit));
    let holders = |place: usize| form.piles().iter().enumerate().filter(move |(_, pile)| has(pile, place));
    let (kept, changed, top) = if digit == 2 {
        let mut two = holders(place);
        let (_, changed) = two.next()?;
        let (_, kept) = two.next()?;
        (kept, changed, place)
    } else {
        let (kept_index, kept) = holders(place).next()?;
        let top = (0..place).rev().find(|&lower| !fits(value.place(lower), has(kept, lower)))?;
        let (_, changed) = holders(top).find(|(index, _)| *index != kept_index)?;
        (kept, changed, top)
    };
    let mut to = changed.clone();
    for lower in 0..=top {
        // The table of the proof, in words: a digit that already agrees with the kept pile stays,
        // any other is flipped.
        let bit = u64::try_from(lower).ok()?;
        if lower == top || !fits(value.place(lower), kept.bit(bit)) {
            to.set_bit(bit, !changed.bit(bit));
        }
    }
    Some(PileMove { from: changed.clone(), to })
}

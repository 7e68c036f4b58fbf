//! P-positions for any number of players, in Nim and in Moore's games.

use super::{PileForm, digit_sum};

/// Whether the player who just moved is last in Nim of `players` players with
/// the podium rule: the binary representations sum to 0 modulo `players` without
/// carrying (Li 1978; Theorem 1.1 for three players). Cost: linear in the digits.
///
/// ```
/// use bouton_theory::podium::{PileForm, is_p_position};
///
/// let form: PileForm = "5,5,5,5".parse().unwrap();
/// assert!(is_p_position(&form, 4));
/// assert!(!is_p_position(&form, 3));
/// ```
#[must_use]
pub fn is_p_position(form: &PileForm, players: u32) -> bool {
    digit_sum(form, players).is_zero()
}

/// Whether the player who just moved is last in Moore's game of `players`
/// players, where a move takes any positive amounts from at least one and at
/// most `piles_a_move` piles: the binary representations sum to 0 modulo
/// `piles_a_move · (players - 1) + 1` (Moore 1910 for two players, Li 1978).
/// Cost: linear in the digits.
///
/// `None` where that modulus does not fit.
///
/// ```
/// use bouton_theory::podium::{PileForm, moore_is_p_position};
///
/// let form: PileForm = "1,1,1".parse().unwrap();
/// assert_eq!(moore_is_p_position(&form, 2, 2), Some(true));
/// ```
#[must_use]
pub fn moore_is_p_position(form: &PileForm, players: u32, piles_a_move: u32) -> Option<bool> {
    let modulus = players.checked_sub(1)?.checked_mul(piles_a_move)?.checked_add(1)?;
    // A digit plus 1 must fit, too.
    modulus.checked_add(1)?;
    Some(digit_sum(form, modulus).is_zero())
}

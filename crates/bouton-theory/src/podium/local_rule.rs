//! Equality of a form with a sum of piles by the local rule.
//!
//! Let G have options A₁, …, Aₘ, all sums of piles, and let H be a sum of piles. G equals H exactly
//! if X ↦ o(H + X) satisfies the rule that defines the outcome of G + X at every sum of piles X,
//! whose options are the Aᵢ + X and the G + X′: play ends, so the rule has one solution. With h, aᵢ
//! the values of H, Aᵢ and t = h + v(X) that of H + X, Theorems 1.1 and 2.14 leave the following
//! conditions. "Leading" is the leading nonzero digit. There are sums X of any given value, with a
//! linked pile or (unless t is 1 followed by zeros, where each pile with a 1 at that place is
//! linked) without.
//!
//! * H + X ∈ 𝒫: each Aᵢ + X, of value aᵢ − h, has to be in 𝒪 for every X: the leading digit of aᵢ −
//!   h is 2.
//! * H + X ∈ 𝒩: if the linked pile is in X, moving there wins in G + X too. So let it be in H: t is
//!   one of the h − aᵢ, so that Aᵢ + X ∈ 𝒫, or t is 1 followed by zeros and X must have a pile with
//!   that 1, which is linked.
//! * H + X ∈ 𝒪: no option may be in 𝒫: where t = h − aᵢ, some pile of H must be linked to t, or any
//!   X of that value must have a linked pile. And some option must be in 𝒩. [`keeps_second_place`]
//!   tests this.

use std::collections::BTreeSet;

use super::{Outcome, PileForm};

/// The most binary digits of the piles that are considered.
const PLACES: usize = 3;

/// A value by its digits, least significant first; places above are 0.
type Digits = [u8; PLACES];

/// A sum of piles below 2^[`PLACES`].
struct Sum {
    piles: Vec<u8>,
    digits: Digits,
}

impl Sum {
    fn new(form: &PileForm) -> Option<Self> {
        let piles: Option<Vec<u8>> = form.piles().iter().map(|pile| u8::try_from(pile).ok()).collect();
        let piles = piles.filter(|piles| piles.iter().all(|&pile| pile < 1 << PLACES))?;
        let digits = piles.iter().fold([0; PLACES], |sum, &pile| plus(sum, bits(pile)));
        Some(Self { piles, digits })
    }
}

fn bits(pile: u8) -> Digits {
    std::array::from_fn(|place| pile >> place & 1)
}

fn plus(left: Digits, right: Digits) -> Digits {
    std::array::from_fn(|place| (left[place] + right[place]) % 3)
}

fn minus(left: Digits, right: Digits) -> Digits {
    std::array::from_fn(|place| (left[place] + 3 - right[place]) % 3)
}

fn leading(digits: Digits) -> Option<(usize, u8)> {
    digits.iter().copied().enumerate().rfind(|&(_, digit)| digit != 0)
}

/// The highest place at which a pile contradicts a value (Definition 2.7).
fn mismatch(pile: u8, digits: Digits) -> Option<usize> {
    (0..PLACES).rev().find(|&place| matches!((digits[place], pile >> place & 1), (1, 0) | (2, 1)))
}

/// Whether a pile is linked to a value whose leading digit is 1.
fn is_linked(pile: u8, digits: Digits) -> bool {
    mismatch(pile, digits).is_none()
}

/// All values.
fn all_digits() -> impl Iterator<Item = Digits> {
    let count = 3usize.pow(u32::try_from(PLACES).unwrap_or(0));
    (0..count).map(|number| {
        let mut rest = number;
        std::array::from_fn(|_| {
            let digit = [0, 1, 2][rest % 3];
            rest /= 3;
            digit
        })
    })
}

/// Whether a form with these options is proved to equal the sum of piles.
pub(super) fn equal_by_local_rule(options: &BTreeSet<PileForm>, candidate: &PileForm) -> bool {
    let options: Option<Vec<Sum>> = options.iter().map(Sum::new).collect();
    let (Some(options), Some(sum)) = (options, Sum::new(candidate)) else { return false };
    let has_linked = |t: Digits| sum.piles.iter().any(|&pile| is_linked(pile, t));
    // X must have a pile with the leading 1 of t, and any such pile is linked.
    let forced = |t: Digits, place: usize| {
        t.iter().filter(|&&digit| digit != 0).count() == 1 && minus(t, sum.digits)[place] != 0
    };
    let wins = |t: Digits| options.iter().any(|option| minus(sum.digits, option.digits) == t);
    let last = options.iter().all(|o| matches!(leading(minus(o.digits, sum.digits)), Some((_, 2))));
    let first = all_digits().all(|t| match leading(t) {
        Some((place, 1)) if has_linked(t) => wins(t) || forced(t, place),
        Some((place, 1)) => !wins(t) || forced(t, place),
        _ => !wins(t),
    });
    last && first && keeps_second_place(&options, &sum)
}

/// Whether G + X has an option in 𝒩 wherever H + X ∈ 𝒪.
///
/// If the value of H + X is 0 at all places of the small piles and above, then only the small
/// digits of the piles of X matter, and of each kind whether there are 0, 1, 2, 3 or 4 of them:
/// three more than two or more do not change an outcome, or the values that a move reaches. All
/// those are tried.
///
/// Otherwise its leading digit is at a higher place k, and piles with a 1 there are in X only. If
/// it is 2, or if one of these piles first contradicts the value at a high place, the move of cases
/// 3.1 and 3.2 of the proof of Theorem 2.14 is in X. Else let c be the small digits of one of them,
/// w the small digits of v(X), and j the place where c first contradicts h + w. If another pile of
/// X has a 1 at j, the move of case 3.2 is in X. Otherwise w and c agree at j, so h has a 1 there;
/// then some Aᵢ must be such that c contradicts aᵢ + w nowhere: Aᵢ + X ∈ 𝒩.
fn keeps_second_place(options: &[Sum], sum: &Sum) -> bool {
    let high = all_digits().all(|w| {
        (0..1u8 << PLACES).all(|c| match mismatch(c, plus(sum.digits, w)) {
            Some(j) if w[j] == c >> j & 1 && sum.digits[j] == 1 => {
                options.iter().any(|option| mismatch(c, plus(option.digits, w)).is_none())
            }
            _ => true,
        })
    });
    high && small_sums().all(|counts| {
        let kinds = || (0u8..).zip(&counts).filter(|(_, count)| **count > 0);
        let value = kinds().fold([0; PLACES], |all, (pile, &count)| {
            let times = bits(pile).map(|bit| bit * count % 3);
            plus(all, times)
        });
        let present = kinds().fold(0u8, |all, (pile, _)| all | 1 << pile);
        if outcome_beside(sum, value, present) != Outcome::O {
            return true;
        }
        let moves = kinds().flat_map(|(pile, &count)| {
            let rest = if count == 1 { present & !(1 << pile) } else { present };
            let less = minus(value, bits(pile));
            (0..pile).map(move |to| (plus(less, bits(to)), rest | 1 << to))
        });
        options.iter().any(|option| outcome_beside(option, value, present) == Outcome::N)
            || moves.into_iter().any(|(value, present)| outcome_beside(sum, value, present) == Outcome::N)
    })
}

/// The outcome of a sum beside piles of this value, of the kinds in a set (Theorem 2.14).
fn outcome_beside(sum: &Sum, value: Digits, present: u8) -> Outcome {
    let digits = plus(sum.digits, value);
    let mut here = (0..1u8 << PLACES).filter(|pile| present >> pile & 1 == 1);
    match leading(digits) {
        None => Outcome::P,
        Some((_, 1)) if sum.piles.iter().any(|&pile| is_linked(pile, digits)) => Outcome::N,
        Some((_, 1)) if here.any(|pile| is_linked(pile, digits)) => Outcome::N,
        Some(_) => Outcome::O,
    }
}

/// The multiplicities of the small piles: up to four of each except the empty one.
fn small_sums() -> impl Iterator<Item = [u8; 1 << PLACES]> {
    let kinds = (1u32 << PLACES) - 1;
    (0..5usize.pow(kinds)).map(|number| {
        let mut rest = number;
        std::array::from_fn(|pile| {
            if pile == 0 {
                return 0;
            }
            let count = [0, 1, 2, 3, 4][rest % 5];
            rest /= 5;
            count
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::podium::impartial::outcome_of_value;
    use crate::podium::{Evaluator, ImpartialForm, Play, outcome};

    fn equal(options: &[&str], candidate: &str) -> bool {
        let options = options.iter().map(|option| option.parse().unwrap()).collect();
        equal_by_local_rule(&options, &candidate.parse().unwrap())
    }

    const ADDED: [&[u64]; 19] = [
        &[],
        &[1],
        &[2],
        &[3],
        &[1, 1],
        &[2, 1],
        &[2, 2],
        &[3, 1],
        &[3, 2],
        &[3, 3],
        &[4],
        &[5],
        &[4, 4],
        &[5, 4],
        &[4, 4, 4],
        &[2, 2, 2],
        &[3, 2, 2],
        &[4, 2, 2],
        &[6, 5],
    ];

    /// Compares every set of options of at most three small sums with every candidate: forms that
    /// are proved equal have the same outcomes by the definition.
    #[test]
    fn forms_proved_equal_have_the_same_outcomes() {
        let sums = ["0", "1", "2", "1,1", "2,1", "3", "1,1,1"].map(|text| text.parse::<PileForm>().unwrap());
        let mut candidates = vec![Vec::new()];
        for size in 1..=3u64 {
            let before = candidates.clone();
            for more in 1..=3 {
                candidates.extend(before.iter().map(|sum: &Vec<u64>| {
                    sum.iter().copied().chain(std::iter::repeat_n(size, more)).collect()
                }));
            }
        }
        let (mut proved, mut refuted) = (0, 0);
        for chosen in 1u32..1 << sums.len() {
            if chosen.count_ones() > 3 {
                continue;
            }
            let options: Vec<PileForm> =
                (0..sums.len()).filter(|i| chosen >> i & 1 == 1).map(|i| sums[i].clone()).collect();
            let set: BTreeSet<PileForm> = options.iter().cloned().collect();
            let form = ImpartialForm::of_options(options.iter().map(|option| {
                let sizes = option.piles().iter().map(|pile| u64::try_from(pile).unwrap());
                ImpartialForm::from_piles(&sizes.collect::<Vec<_>>())
            }));
            let mut evaluator = Evaluator::new(Play::Podium { players: 3 }, 1_000_000);
            let mut by_definition = |added: &[u64]| {
                let value = evaluator.value(&form.plus(&ImpartialForm::from_piles(added))).unwrap();
                (PileForm::from_small(added), outcome_of_value(value))
            };
            let behaviour: Vec<(PileForm, Outcome)> =
                ADDED.iter().map(|added| by_definition(added)).collect();
            for candidate in &candidates {
                let candidate = PileForm::from_small(candidate);
                let equal = equal_by_local_rule(&set, &candidate);
                let differs =
                    behaviour.iter().any(|(added, found)| outcome(&candidate.plus(added)) != *found);
                assert!(!(equal && differs), "{options:?} {candidate}");
                proved += usize::from(equal);
                refuted += usize::from(differs);
                // The conditions are exact except for the second place with high piles.
                assert!(equal || differs || candidate.piles().len() > 2, "{options:?} {candidate}: open");
            }
        }
        assert!(proved > 10 && refuted > 1000, "{proved} {refuted}");
    }

    #[test]
    fn forms_with_other_options_than_their_equals_are_proved_equal() {
        assert!(equal(&["0", "1,1"], "3,1,1"));
        assert!(!equal(&["0", "1,1"], "4,4,4,3,1,1"));
        assert!(equal(&["0", "1", "1,1"], "3,3,3,2"));
        assert!(!equal(&["0", "1", "1,1"], "3,3,2,2"));
        // Theorem 2.17.
        assert!(!equal(&["2"], "1,1") && !equal(&["2"], "2"));
    }
}

//! Equality of forms modulo three-player Nim: Theorem 3.4, with reasons.

use std::fmt;

use num_bigint::BigUint;
use num_traits::One;

use super::{DigitSum, Outcome, PileForm, digit_sum, is_suffix, outcome};

/// The result of comparing two forms: whether they have the same outcome with every sum of piles
/// added (Definition 2.3), and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equality {
    /// Whether they are equal.
    pub equal: bool,
    /// The reason.
    pub reason: EqualityReason,
    /// If they are different, a sum of piles that shows it.
    pub distinguisher: Option<PileForm>,
    /// The outcomes of both forms with the distinguisher added.
    pub outcomes: Option<[Outcome; 2]>,
}

/// The reason why two forms are equal or different. Serialised as its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EqualityReason {
    /// They consist of the same piles, apart from triples of piles of size 1 (Theorem 3.1).
    SamePiles,
    /// Theorem 3.4 (a) and (b) hold.
    SuffixesOfCommonPiles {
        /// The common 𝒢₃-value.
        value: DigitSum,
        /// G ∩ H.
        common: PileForm,
        /// G \ H.
        extra_left: PileForm,
        /// H \ G.
        extra_right: PileForm,
    },
    /// Theorem 3.4 (a) fails.
    DifferentValues {
        /// 𝒢₃(G).
        left: DigitSum,
        /// 𝒢₃(H).
        right: DigitSum,
    },
    /// Theorem 3.4 (b) fails; by Lemma 3.3 there is a pile of one form that is not a suffix of any
    /// pile of the other.
    NoSuffix {
        /// The pile.
        pile: BigUint,
        /// Whether it is a pile of the left form.
        of_left: bool,
    },
}

impl fmt::Display for EqualityReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SamePiles => f.write_str("the same piles, up to 1+1+1 = 0 (Theorem 3.1)"),
            Self::SuffixesOfCommonPiles { value, common, extra_left, extra_right } => write!(
                f,
                "both have the G3-value {value}, and the other piles ({extra_left} and {extra_right}) are \
                 suffixes of the common ones {common} (Theorem 3.4)"
            ),
            Self::DifferentValues { left, right } => {
                write!(f, "the G3-values {left} and {right} differ (Theorem 3.4, a)")
            }
            Self::NoSuffix { pile, of_left } => {
                let (one, other) = if *of_left { ("first", "second") } else { ("second", "first") };
                write!(
                    f,
                    "the pile {pile} of the {one} form is a suffix of no pile of the {other} (Lemma 3.3)"
                )
            }
        }
    }
}

/// The form without triples of piles of size 1: equal to it by Theorem 3.1, 1 + 1 + 1 ≡ 0. Theorem
/// 3.4 presupposes this.
#[must_use]
pub fn without_triple_ones(form: &PileForm) -> PileForm {
    let ones = form.piles().iter().filter(|pile| pile.is_one()).count();
    let keep = form.piles().len() - (ones - ones % 3);
    PileForm::new(form.piles().iter().take(keep).cloned())
}

/// Compares two forms modulo three-player Nim, by Theorems 3.1 and 3.4. If they differ, a
/// distinguishing sum of piles is constructed as in the proof of Lemma 3.3, and the two outcomes
/// with it are computed.
///
/// Theorem 3.4 is about forms without three piles of size 1; triples of them are removed first.
/// Cost: quadratic in the number of piles.
///
/// ```
/// use bouton_theory::podium::{PileForm, equality};
///
/// let form = |text: &str| text.parse::<PileForm>().unwrap();
/// assert!(equality(&form("7,6,3"), &form("7,6,2,1")).equal);
/// // Observation 2.16
/// let different = equality(&form("2,2,2"), &form("0"));
/// assert!(!different.equal);
/// let [with_left, with_right] = different.outcomes.unwrap();
/// assert_ne!(with_left, with_right);
/// ```
#[must_use]
pub fn equality(left: &PileForm, right: &PileForm) -> Equality {
    let (one, other) = (without_triple_ones(left), without_triple_ones(right));
    if one == other {
        return same(EqualityReason::SamePiles);
    }
    let (left_value, right_value) = (digit_sum(&one, 3), digit_sum(&other, 3));
    if left_value != right_value {
        let distinguisher = from_powers(&left_value.negated());
        let reason = EqualityReason::DifferentValues { left: left_value, right: right_value };
        return different(left, right, reason, distinguisher);
    }
    let (common, extra_left, extra_right) = one.compare_piles(&other);
    let unmatched = |extra: &PileForm, form: &PileForm| {
        let is_unmatched = |pile: &&BigUint| !form.piles().iter().any(|whole| is_suffix(pile, whole));
        extra.piles().iter().find(is_unmatched).cloned()
    };
    // The largest unmatched pile is not 1, by case 3 of the proof of Lemma 3.3.
    let (pile, of_left) = match (unmatched(&extra_left, &other), unmatched(&extra_right, &one)) {
        (Some(pile), _) => (pile, true),
        (None, Some(pile)) => (pile, false),
        // Then all are suffixes of common piles (the proof of Theorem 3.4).
        (None, None) => {
            return same(EqualityReason::SuffixesOfCommonPiles {
                value: left_value,
                common,
                extra_left,
                extra_right,
            });
        }
    };
    let distinguisher = linking_only(&pile, &left_value);
    different(left, right, EqualityReason::NoSuffix { pile, of_left }, distinguisher)
}

fn same(reason: EqualityReason) -> Equality {
    Equality { equal: true, reason, distinguisher: None, outcomes: None }
}

fn different(left: &PileForm, right: &PileForm, reason: EqualityReason, added: PileForm) -> Equality {
    let outcomes = [outcome(&left.plus(&added)), outcome(&right.plus(&added))];
    Equality { equal: false, reason, distinguisher: Some(added), outcomes: Some(outcomes) }
}

/// A sum of powers of 2 with a given 𝒢₃-value.
fn from_powers(value: &DigitSum) -> PileForm {
    PileForm::new(
        (0usize..)
            .zip(value.places())
            .flat_map(|(place, &digit)| (0..digit).map(move |_| BigUint::one() << place)),
    )
}

/// A sum of numbers 2ʲ - 1 with a given 𝒢₃-value.
fn from_ones(value: &DigitSum) -> PileForm {
    let mut piles = Vec::new();
    let mut above = 0;
    for (place, &digit) in value.places().iter().enumerate().rev() {
        // Each of the piles chosen so far has a 1 here.
        let need = (digit + 2 * (above % 3)) % 3;
        for _ in 0..need {
            piles.push((BigUint::one() << (place + 1)) - 1u32);
        }
        above += need;
    }
    PileForm::new(piles)
}

/// The X of the proof of Lemma 3.3: with it added to a form of the given value, exactly those piles
/// are linked that have `pile` as suffix.
fn linking_only(pile: &BigUint, value: &DigitSum) -> PileForm {
    let wanted = (0..pile.bits()).map(|bit| if pile.bit(bit) { 1 } else { 2 }).collect();
    let added = DigitSum::of_places(3, wanted).plus(&value.negated());
    // X itself must not contain a pile with that suffix.
    if pile.count_ones() == 1 { from_ones(&added) } else { from_powers(&added) }
}

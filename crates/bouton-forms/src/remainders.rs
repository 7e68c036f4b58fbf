//! Nim on remainders: each heap reduced modulo one number first.

use bouton_automata::OUTSIDE;
use bouton_core::{DigitAutomaton, LinearReader, MAX_RECURRENCE, Value};
use serde::Serialize;

use crate::{meaning::Meaning, region::for_each_reached, sample::Random};

/// A law of the remainders.
///
/// ```
/// use bouton_forms::RemainderLaw;
///
/// assert_eq!(RemainderLaw::NimSum.value(&[1, 2, 4]), 7);
/// assert_eq!(RemainderLaw::NimOutcome.value(&[1, 2, 3]), 0);
/// assert_eq!(RemainderLaw::MisereNimOutcome.value(&[1, 0, 0]), 0); // the last object has to be taken
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RemainderLaw {
    /// The value is the nim-sum of the remainders.
    NimSum,
    /// The value is 0 exactly if the nim-sum of the remainders is 0, else 1.
    NimOutcome,
    /// As misère Nim on the remainders: 0 exactly if the nim-sum of the
    /// remainders is 0, but if none is larger than 1, exactly if it is 1.
    MisereNimOutcome,
}

/// A law of remainders with its modulus.
///
/// ```
/// use bouton_forms::{RemainderLaw, Remainders};
///
/// // at most three objects from one heap: the nim-sum of the remainders by 4
/// let law = Remainders { modulus: 4, law: RemainderLaw::NimSum };
/// assert_eq!(law.law.value(&[9, 6].map(|heap| heap % u64::from(law.modulus))), 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Remainders {
    /// The modulus of each coordinate.
    pub modulus: u32,
    /// The law of the remainders.
    pub law: RemainderLaw,
}

/// The largest modulus tried.
const MAX_MODULUS: u32 = 64;
/// The most combinations of remainders.
const MAX_COMBINATIONS: u64 = 200_000;

impl RemainderLaw {
    /// The value at the remainders.
    ///
    /// ```
    /// use bouton_forms::RemainderLaw;
    ///
    /// assert_eq!(RemainderLaw::MisereNimOutcome.value(&[1, 1]), 1);
    /// assert_eq!(RemainderLaw::MisereNimOutcome.value(&[2, 2]), 0);
    /// ```
    #[must_use]
    pub fn value(self, remainders: &[u64]) -> Value {
        let sum = remainders.iter().fold(0, |sum, r| sum ^ r);
        match self {
            Self::NimSum => Value::try_from(sum).unwrap_or(Value::MAX),
            Self::NimOutcome => Value::from(sum != 0),
            Self::MisereNimOutcome if remainders.iter().all(|&r| r <= 1) => Value::from(sum == 0),
            Self::MisereNimOutcome => Value::from(sum != 0),
        }
    }
}

/// The law of remainders that equals this law, if there is one. The comparison is exact: every
/// combination of remainders is read together with the law.
pub(crate) fn find(law: &DigitAutomaton, meaning: Meaning) -> Option<Remainders> {
    let kinds: &[RemainderLaw] = match meaning {
        Meaning::Grundy => &[RemainderLaw::NimSum],
        Meaning::Outcome => &[RemainderLaw::NimOutcome, RemainderLaw::MisereNimOutcome],
        Meaning::ThreePlayerPodium | Meaning::Other => return None,
    };
    let tracks = u32::try_from(law.tracks()).ok()?;
    for modulus in 2..=MAX_MODULUS {
        if u64::from(modulus).checked_pow(tracks).is_none_or(|count| count > MAX_COMBINATIONS) {
            return None;
        }
        for &kind in kinds {
            if plausible(law, modulus, kind) && holds(law, modulus, kind) {
                return Some(Remainders { modulus, law: kind });
            }
        }
    }
    None
}

/// A test of some positions, to save products: of any small numbers, and of numbers whose remainders are less than 4, which
/// have value 0 more often.
fn plausible(law: &DigitAutomaton, modulus: u32, kind: RemainderLaw) -> bool {
    let mut random = Random(88_172_645_463_325_252);
    (0..200).all(|index| {
        let mut number = || match (index % 2, u64::from(random.next())) {
            (0, bits) => (bits & 3) + u64::from(modulus) * (bits >> 2 & 1),
            (_, bits) => bits & 255,
        };
        let position: Vec<u64> = (0..law.tracks()).map(|_| number()).collect();
        let remainders: Vec<u64> = position.iter().map(|x| x % u64::from(modulus)).collect();
        law.evaluate_small(0, &position) == kind.value(&remainders)
    })
}

fn holds(law: &DigitAutomaton, modulus: u32, kind: RemainderLaw) -> bool {
    let numeration = law.numeration();
    let Some(reader) = LinearReader::new(numeration, &[1], (0, 0)) else { return false };
    let mut agree = true;
    for_each_reached(
        law,
        &|value| value != OUTSIDE,
        vec![[0; MAX_RECURRENCE]; law.tracks()],
        |remainders: &Vec<[i64; MAX_RECURRENCE]>, letter| {
            let longer = |(track, before): (usize, &[i64; MAX_RECURRENCE])| {
                reader.step_modulo(before, &[numeration.digit(letter, track)], i64::from(modulus))
            };
            remainders.iter().enumerate().map(longer).collect()
        },
        |value, remainders| {
            let remainders: Vec<u64> = remainders.iter().map(|rest| rest[0].unsigned_abs()).collect();
            agree &= value == kind.value(&remainders);
        },
    )
    .is_some()
        && agree
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_automata::{minimize, table_law};

    #[test]
    fn bounded_nim_is_nim_on_remainders() {
        for (kind, meaning) in [
            (RemainderLaw::NimSum, Meaning::Grundy),
            (RemainderLaw::NimOutcome, Meaning::Outcome),
            (RemainderLaw::MisereNimOutcome, Meaning::Outcome),
        ] {
            let value = |x: &[u64]| kind.value(&x.iter().map(|x| x % 5).collect::<Vec<_>>());
            let law = minimize(&table_law(2, 1, |_, x| value(x), 4).unwrap());
            assert_eq!(find(&law, meaning), Some(Remainders { modulus: 5, law: kind }));
            assert_eq!(find(&law, Meaning::Other), None);
        }
    }

    /// 0 and 1 are outcomes here, whatever the Grundy values are.
    #[test]
    fn outcomes_are_not_called_grundy_values() {
        let law = minimize(&table_law(2, 1, |_, x| Value::from((x[0] + x[1]) % 2 == 1), 2).unwrap());
        for (meaning, kind) in
            [(Meaning::Outcome, RemainderLaw::NimOutcome), (Meaning::Grundy, RemainderLaw::NimSum)]
        {
            assert_eq!(find(&law, meaning), Some(Remainders { modulus: 2, law: kind }));
        }
    }
}

//! The number of solutions below a bound.
//!
//! The solutions are words of an automaton, so their number is the number of its paths: a vector, a
//! matrix for each digit of the bound, a vector. If only the number of digits is bounded, there is
//! one matrix, and the counts satisfy a linear recurrence with integral coefficients: its
//! characteristic polynomial, or a factor of it. By Fatou's lemma the least recurrence of whole
//! numbers is integral.

use std::collections::BTreeMap;

use bouton_core::{LimitReached, State, Watch};
use num_bigint::{BigInt, BigUint};

use crate::Solutions;

/// The number of solutions as a function of the number of digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The numbers c(0), c(1), … of solutions all of whose numbers have at most 0, 1, … digits, as
    /// many as the recurrence has terms.
    pub first: Vec<BigUint>,
    /// The coefficients of c(j) = a₁ c(j − 1) + a₂ c(j − 2) + …, for each j that is at least the
    /// number of terms.
    pub recurrence: Vec<BigInt>,
}

/// The most states of an automaton whose recurrence is sought.
const MOST_STATES: usize = 256;
/// The approximate bytes of a number of paths besides its digits.
const PATH_BYTES: u64 = 96;
/// The prime modulo which the recurrence is found. The recurrence is then verified in whole
/// numbers.
const PRIME: u64 = (1 << 61) - 1;

impl Solutions {
    /// Returns the number of solutions all of whose numbers are at most `upto`.
    ///
    /// # Errors
    ///
    /// [`LimitReached`].
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{Numeration, Watch};
    /// use bouton_logic::Sentence;
    ///
    /// let watch = Watch::unlimited();
    /// let sentence = Sentence::read("a < b and b mod 2 = 0", &|_| Vec::new())?;
    /// let solutions = sentence.answer(&Numeration::binary(), &[], 1000, 0, &watch)?.solutions.unwrap();
    /// assert_eq!(solutions.count(&10u32.into(), &watch)?, 30u32.into()); // 2 + 4 + 6 + 8 + 10
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(&self, upto: &BigUint, watch: &Watch) -> Result<BigUint, LimitReached> {
        let law = &self.automaton;
        let tracks = law.tracks();
        let alphabet = law.numeration().alphabet(tracks);
        let letters: Vec<Vec<u8>> = (0..law.letters())
            .map(|letter| alphabet.iter().flat_map(|alphabet| alphabet.digits_of(letter)).collect())
            .collect();
        // The paths by the state to which they lead, and by the numbers whose digits agree with the
        // bound so far.
        let mut paths: BTreeMap<(State, u64), BigUint> = BTreeMap::new();
        paths.insert((law.starts()[0], (1 << tracks) - 1), 1u32.into());
        let mut held = watch.hold_none();
        // A count has at most as many bits as all bounds together.
        let bits = upto.bits().saturating_mul(tracks as u64);
        for bound in law.numeration().word(upto) {
            let mut longer: BTreeMap<(State, u64), BigUint> = BTreeMap::new();
            let (few, many) = (paths.len() as u64, letters.len() as u64);
            held.resize(2 * few * (PATH_BYTES + bits / 8))?;
            for ((state, tight), count) in &paths {
                watch.spend(1 + many * (1 + bits / 1024))?;
                for (letter, digits) in letters.iter().enumerate() {
                    let is_tight = |track: usize| tight >> track & 1 == 1;
                    if digits.iter().enumerate().any(|(track, &digit)| is_tight(track) && digit > bound) {
                        continue;
                    }
                    let still = |track: &usize| is_tight(*track) && digits[*track] == bound;
                    let tight = (0..tracks).filter(still).map(|track| 1 << track).sum();
                    *longer.entry((law.next(*state, letter), tight)).or_default() += count;
                }
            }
            paths = longer;
        }
        Ok(paths.into_iter().filter(|((state, _), _)| law.output(*state) == 1).map(|(_, count)| count).sum())
    }

    /// Returns the recurrence of the number of solutions by the number of digits; `None` if the
    /// automaton has many states.
    ///
    /// # Errors
    ///
    /// [`LimitReached`].
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{Numeration, Watch};
    /// use bouton_logic::Sentence;
    ///
    /// // Pairs a < b below 2^j: there are 2^j (2^j − 1) / 2.
    /// let watch = Watch::unlimited();
    /// let sentence = Sentence::read("a < b", &|_| Vec::new())?;
    /// let solutions = sentence.answer(&Numeration::binary(), &[], 1000, 0, &watch)?.solutions.unwrap();
    /// let growth = solutions.growth(&watch)?.unwrap();
    /// assert_eq!(growth.first, [0u32.into(), 1u32.into()]);
    /// assert_eq!(growth.recurrence, [6.into(), (-8).into()]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn growth(&self, watch: &Watch) -> Result<Option<Growth>, LimitReached> {
        let law = &self.automaton;
        let states = law.states();
        if states > MOST_STATES {
            return Ok(None);
        }
        // The number of words of each length that lead from each state to a solution.
        let mut ways: Vec<BigUint> = law.outputs().iter().map(|&output| output.into()).collect();
        let mut counts = Vec::new();
        for length in 0..2 * states + 1 {
            watch.spend(1 + law.transitions().len() as u64 * (1 + length as u64 / 64))?;
            counts.push(ways[law.starts()[0] as usize].clone());
            let rows = law.transitions().chunks(law.letters());
            ways = rows.map(|row| row.iter().map(|&to| &ways[to as usize]).sum()).collect();
        }
        let rests: Vec<u64> =
            counts.iter().map(|count| (count % PRIME).try_into().unwrap_or_default()).collect();
        let recurrence: Vec<BigInt> = shortest(&rests).into_iter().map(lifted).collect();
        let order = recurrence.len();
        watch.spend((order * counts.len()) as u64)?;
        // Both sides satisfy a recurrence of at most `states` terms, so they agree for ever if they
        // agree often enough.
        let holds = (order..counts.len()).all(|at| {
            let sum: BigInt = recurrence
                .iter()
                .enumerate()
                .map(|(back, factor)| factor * BigInt::from(counts[at - 1 - back].clone()))
                .sum();
            sum == BigInt::from(counts[at].clone())
        });
        Ok((holds && order <= states).then(|| Growth { first: counts[..order].to_vec(), recurrence }))
    }
}

/// Returns the whole number of least absolute value with a remainder.
fn lifted(rest: u64) -> BigInt {
    if rest > PRIME / 2 { BigInt::from(rest) - BigInt::from(PRIME) } else { rest.into() }
}

fn times(one: u64, other: u64) -> u64 {
    u64::try_from(u128::from(one) * u128::from(other) % u128::from(PRIME)).unwrap_or_default()
}

fn minus(one: u64, other: u64) -> u64 {
    if one >= other { one - other } else { one + PRIME - other }
}

fn inverse(of: u64) -> u64 {
    let (mut power, mut base, mut exponent) = (1, of, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = times(power, base);
        }
        base = times(base, base);
        exponent >>= 1;
    }
    power
}

/// Returns the shortest linear recurrence of a sequence modulo the prime: s(n) = r₀ s(n − 1) + r₁
/// s(n − 2) + … (J. L. Massey, *Shift-register synthesis and BCH decoding*, 1969).
fn shortest(sequence: &[u64]) -> Vec<u64> {
    // The sum Σ current[i] s(n − i) is 0 for all n so far.
    let (mut current, mut before) = (vec![1u64], vec![1u64]);
    let (mut length, mut since, mut wrong_before) = (0usize, 1usize, 1u64);
    for n in 0..sequence.len() {
        let wrong = (0..=length.min(current.len() - 1))
            .fold(0u128, |sum, back| sum + u128::from(times(current[back], sequence[n - back])));
        let wrong = u64::try_from(wrong % u128::from(PRIME)).unwrap_or_default();
        if wrong == 0 {
            since += 1;
            continue;
        }
        let factor = times(wrong, inverse(wrong_before));
        let mut next = current.clone();
        next.resize(next.len().max(before.len() + since), 0);
        for (place, &of) in before.iter().enumerate() {
            next[place + since] = minus(next[place + since], times(factor, of));
        }
        if 2 * length <= n {
            (length, before, wrong_before, since) = (n + 1 - length, current, wrong, 1);
        } else {
            since += 1;
        }
        current = next;
    }
    current.resize(length + 1, 0);
    current[1..].iter().map(|&of| minus(0, of)).collect()
}

#[cfg(test)]
mod tests {
    use bouton_core::Numeration;

    use super::*;
    use crate::Sentence;

    fn solutions(text: &str, numeration: &Numeration) -> Solutions {
        let sentence = Sentence::read(text, &|_| Vec::new()).unwrap();
        sentence.answer(numeration, &[], 10_000, 0, &Watch::unlimited()).unwrap().solutions.unwrap()
    }

    /// Compares each count with all pairs, in every kind of numeration.
    #[test]
    fn solutions_are_counted_one_by_one_and_at_once() {
        let watch = Watch::unlimited();
        for numeration in ["2", "3", "10", "fibonacci", "tribonacci", "ostrowski(2)", "ostrowski(1,2)"] {
            let numeration: Numeration = numeration.parse().unwrap();
            let found = solutions("a < b + 2 and (a + b) mod 3 = 1", &numeration);
            for upto in 0..60u64 {
                let pairs = (0..=upto).flat_map(|a| (0..=upto).map(move |b| (a, b)));
                let expected = pairs.filter(|&(a, b)| a < b + 2 && (a + b) % 3 == 1).count();
                assert_eq!(found.count(&upto.into(), &watch), Ok(expected.into()), "{numeration} {upto}");
            }
        }
    }

    #[test]
    fn recurrences_continue_the_counts() {
        let watch = Watch::unlimited();
        let binary = Numeration::binary();
        for text in ["a = b", "a < b", "a mod 3 = 1", "(a xor b) = c", "a + 2 * b = c and a < 7", "a < 0"] {
            let found = solutions(text, &binary);
            let growth = found.growth(&watch).unwrap().unwrap();
            let mut counts: Vec<BigInt> = growth.first.iter().cloned().map(BigInt::from).collect();
            for digits in 0..80u32 {
                if counts.len() <= digits as usize {
                    let back = counts.iter().rev().zip(&growth.recurrence);
                    counts.push(back.map(|(count, factor)| count * factor).sum());
                }
                if digits > 0 {
                    let upto = (BigUint::from(1u32) << digits) - 1u32;
                    assert_eq!(
                        BigInt::from(found.count(&upto, &watch).unwrap()),
                        counts[digits as usize],
                        "{text}"
                    );
                }
            }
        }
        // Nim with three heaps: 4^j positions are lost.
        let growth = solutions("(a xor b xor c) = 0", &binary).growth(&watch).unwrap().unwrap();
        assert_eq!(growth, Growth { first: vec![1u32.into()], recurrence: vec![4.into()] });
    }
}

//! Laws of pairs in the manner of Wythoff: the multiples of a slope and of its partner, rounded down.

use bouton_automata::{difference, explore_over};
use bouton_core::{DigitAutomaton, Numeration, Value};
use num_bigint::BigUint;
use serde::Serialize;

use crate::meaning::Meaning;

/// The largest coordinate of an exception.
const LARGEST: u64 = 12;
/// The most exceptions.
const MOST_EXCEPTIONS: usize = 6;
/// The most states of the automaton of such a law.
const MOST_STATES: usize = 20_000;

/// The law whose P-positions are the pairs (Aₙ, Bₙ) = (⌊nα⌋, ⌊nβ⌋) with 1/α + 1/β = 1, for a slope α = [1; a₁, …, a_r, a₁, …]
/// with a period; each is read in the p-system of the slope (Ostrowski, 1922; Fraenkel, 1982).
///
/// The Aₙ are the numbers that end in an even number of zeros, the Bₙ those that end in an odd number. With the numerators pᵢ
/// and the denominators qᵢ of the convergents, Aₙ = Σ eᵢpᵢ has n = Σ eᵢqᵢ, and Bₙ = Σ fᵢpᵢ has n = Σ fᵢ(pᵢ − qᵢ). With a
/// period of one coefficient a, this means that the word of Bₙ is that of Aₙ with a 0 appended, and Bₙ = Aₙ + an; with a = 1
/// the slope is the golden section (Wythoff, 1907).
///
/// ```
/// use bouton_core::Numeration;
/// use bouton_forms::{Form, control_laws};
/// use bouton_prove::{Goal, ProveOptions, prove};
///
/// let rules = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
/// let options = ProveOptions { numeration: "fibonacci".parse().unwrap(), ..ProveOptions::default() };
/// let proof = prove(&rules, Goal::Outcome, &options, &bouton_core::Watch::unlimited()).unwrap();
/// assert_eq!(*proof.law().numeration(), Numeration::fibonacci());
/// let laws = control_laws(&rules, proof.law());
/// let Form::Beatty(pairs) = &laws[0].form else { panic!() };
/// assert_eq!((&pairs.period[..], pairs.exceptions.len()), (&[1][..], 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Beatty {
    /// a₁, …, a_r.
    pub period: Vec<u32>,
    /// The pairs, the smaller number first, whose outcome is the other one.
    pub exceptions: Vec<(u64, u64)>,
}

/// The state after reading two numbers in step.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Reading {
    /// For each of them as the smaller one, Aₙ: the comparison with the other one, if they can still be a pair.
    compared: [Option<Compared>; 2],
    /// Whether each of them ends in an odd number of zeros, possibly without other digits.
    odd: [bool; 2],
    empty: [bool; 2],
    /// The numbers themselves, as long as they are small.
    small: Option<[u64; 2]>,
}

/// The comparison of two words so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Compared {
    /// The digit of the first word that the other one has next, if it is the first one with a 0 appended.
    Wanted(u8),
    /// The difference n − m, where the words are Aₙ and Bₘ, and what it would be with a 0 appended to both.
    Difference(i64, i64),
}

/// The form, if it is exactly the law.
pub(crate) fn find(law: &DigitAutomaton, meaning: Meaning) -> Option<Beatty> {
    let period = match law.numeration().recurrence() {
        Some(&[a, 1]) => vec![a],
        Some(_) => return None,
        None => law.numeration().as_ostrowski_period()?,
    };
    if law.tracks() != 2 || meaning != Meaning::Outcome || law.starts().len() != 1 {
        return None;
    }
    let mut found = Beatty { period, exceptions: Vec::new() };
    while let Some((position, _)) = difference(law, &found.automaton(law.numeration())?) {
        let (x, y) = (position[0].min(position[1]), position[0].max(position[1]));
        if y > LARGEST || found.exceptions.len() >= MOST_EXCEPTIONS || found.exceptions.contains(&(x, y)) {
            return None;
        }
        found.exceptions.push((x, y));
    }
    found.exceptions.sort_unstable();
    Some(found)
}

/// The arithmetic of n − m for words Aₙ and Bₘ.
struct Arithmetic {
    /// The trace and the determinant of the matrix M of the numeration.
    trace: i64,
    determinant: i64,
    /// For each digit what it adds to n, and to n with a 0 appended; and the same for m.
    of_smaller: Vec<[i64; 2]>,
    of_larger: Vec<[i64; 2]>,
    /// The roots of M; and the greatest distance of the comparison from the contracting direction of a pair.
    root: f64,
    conjugate: f64,
    bound: f64,
}

impl Arithmetic {
    /// The running values of a number are v = Σ eᵢpᵢ and w = Σ eᵢqᵢ. So n = w for Aₙ, and m = v − w for Bₘ.
    fn new(numeration: &Numeration) -> Option<Self> {
        let rows: Vec<Vec<i64>> =
            numeration.matrix().iter().map(|row| row.iter().map(|&entry| entry.into()).collect()).collect();
        let [[a, b], [c, d]] =
            [<[i64; 2]>::try_from(&rows.first()?[..]).ok()?, rows.get(1)?[..].try_into().ok()?];
        let (trace, determinant) = (a + d, a * d - b * c);
        let vectors: Vec<[i64; 2]> = (0..=numeration.largest_digit())
            .map(|digit| {
                let vector: Vec<i64> = numeration.vector(digit).iter().map(|&entry| entry.into()).collect();
                <[i64; 2]>::try_from(&vector[..]).ok()
            })
            .collect::<Option<_>>()?;
        let of_smaller: Vec<[i64; 2]> = vectors.iter().map(|[v, w]| [*w, c * v + d * w]).collect();
        let of_larger: Vec<[i64; 2]> =
            vectors.iter().map(|[v, w]| [v - w, (a - c) * v + (b - d) * w]).collect();
        // The numbers are small, so that rounding does not matter beside the margin of the bound.
        let real = |number: i64| i32::try_from(number).map(f64::from).ok();
        let (half, determinant_) = (real(trace)? / 2.0, real(determinant)?);
        let square = (half * half - determinant_).sqrt();
        let (root, conjugate) = (half + square, half - square);
        // c₁ = L₁ − λ′L₀ grows with λ, c₂ = L₁ − λL₀ shrinks with λ′; at a pair L₀ = 0, and c₁ = c₂.
        let most = |by: f64| -> Option<f64> {
            let mut most = 0f64;
            for added in of_smaller.iter().flat_map(|one| of_larger.iter().map(move |other| (one, other))) {
                let of = |place: usize| real(added.0[place] - added.1[place]);
                most = most.max((of(1)? - by * of(0)?).abs());
            }
            Some(most)
        };
        let bound = (most(conjugate)? / (root - 1.0)).max(most(root)? / (1.0 - conjugate.abs()));
        Some(Self { trace, determinant, of_smaller, of_larger, root, conjugate, bound: 2.0 * bound + 2.0 })
    }

    /// The comparison after one more digit of each number; `None` if they cannot be a pair any more.
    fn next(&self, (difference, longer): (i64, i64), (smaller, larger): (u8, u8)) -> Option<Compared> {
        let (one, other) = (self.of_smaller[usize::from(smaller)], self.of_larger[usize::from(larger)]);
        let next = (
            longer + one[0] - other[0],
            self.trace * longer - self.determinant * difference + one[1] - other[1],
        );
        let real = |number: i64| i32::try_from(number).map(f64::from).ok();
        let grown = (real(next.1)? - self.conjugate * real(next.0)?).abs();
        (self.root > 1.0 && grown <= self.bound).then_some(Compared::Difference(next.0, next.1))
    }
}

impl Beatty {
    /// The law of the form as an automaton.
    fn automaton(&self, numeration: &Numeration) -> Option<DigitAutomaton> {
        let blocks = match self.period[..] {
            [_] => None,
            _ => Some((numeration.blocks()?, Arithmetic::new(numeration)?)),
        };
        let begun = if blocks.is_some() { Compared::Difference(0, 0) } else { Compared::Wanted(0) };
        let start =
            Reading { compared: [Some(begun); 2], odd: [false; 2], empty: [true; 2], small: Some([0, 0]) };
        // The number of zeros at the end of a digit, and whether the digit is 0.
        let zeros = |digit: u8| match &blocks {
            None => (usize::from(digit == 0), digit == 0),
            Some((blocks, _)) => {
                let places = &blocks[usize::from(digit)];
                let zeros = places.iter().rev().take_while(|&&place| place == 0).count();
                (zeros, zeros == places.len())
            }
        };
        let next = |reading: &Reading, letter: usize| {
            let digits = [0, 1].map(|track| numeration.digit(letter, track));
            let mut next = *reading;
            for one in 0..2 {
                next.compared[one] = match (reading.compared[one], &blocks) {
                    (Some(Compared::Wanted(wanted)), _) => {
                        // The word that is read ahead is that of the larger number.
                        (wanted == digits[one]).then_some(Compared::Wanted(digits[1 - one]))
                    }
                    (Some(Compared::Difference(now, longer)), Some((_, arithmetic))) => {
                        arithmetic.next((now, longer), (digits[one], digits[1 - one]))
                    }
                    _ => None,
                };
                let (zeros, all) = zeros(digits[one]);
                next.empty[one] &= all;
                let before = all && reading.odd[one];
                next.odd[one] = !next.empty[one] && (zeros % 2 == 1) != before;
            }
            next.small = reading
                .small
                .and_then(|numbers| numeration.append_letter(&numbers, letter))
                .and_then(|numbers| <[u64; 2]>::try_from(numbers).ok())
                .filter(|numbers| numbers.iter().all(|&number| number <= LARGEST));
            next
        };
        let output = |reading: &Reading| {
            let pair = (0..2).any(|one| match reading.compared[one] {
                Some(Compared::Wanted(0)) => !reading.odd[one],
                Some(Compared::Difference(0, _)) => {
                    !reading.odd[one] && (reading.odd[1 - one] || reading.empty == [true; 2])
                }
                _ => false,
            });
            let numbers = reading.small.map(|[x, y]| (x.min(y), x.max(y)));
            let is_exception = numbers.is_some_and(|numbers| self.exceptions.contains(&numbers));
            Value::from(pair == is_exception)
        };
        explore_over(numeration, 2, [start], next, output, MOST_STATES).ok()
    }

    /// The slope α = (u + √D)/w.
    pub fn slope(&self) -> Option<Surd> {
        // x = [a₁; …, a_r, x] is (A x + B)/(C x + D), and α = 1 + 1/x.
        let (mut above, mut below) = ([1i64, 0], [0i64, 1]);
        for &a in &self.period {
            let step = |row: [i64; 2]| Some([row[0].checked_mul(a.into())?.checked_add(row[1])?, row[0]]);
            (above, below) = (step(above)?, step(below)?);
        }
        let ([a, b], [c, d]) = (above, below);
        // x = ((A − D) + √((A − D)² + 4BC))/2C, so 1/x = ((D − A) + √…)/2B.
        let (difference, root) =
            (d - a, (a - d).checked_mul(a - d)?.checked_add(b.checked_mul(c)?.checked_mul(4)?)?);
        let divisor = b.checked_mul(2)?;
        Some(Surd { added: difference.checked_add(divisor)?, root, divisor }.reduced())
    }

    /// The n of a number as Aₙ, and the m of it as Bₘ, if it is one of these.
    pub fn number_of(&self, numeration: &Numeration, number: &BigUint) -> Option<[BigUint; 2]> {
        let rows = numeration.matrix();
        let (mut v, mut w) = (BigUint::ZERO, BigUint::ZERO);
        for digit in numeration.word(number) {
            let vector = numeration.vector(digit);
            let value = |row: &[u32], added: u32| &v * row[0] + &w * row[1] + added;
            (v, w) = (value(&rows[0], vector[0]), value(&rows[1], vector[1]));
        }
        let larger = &v - &w;
        (self.period.len() > 1).then_some([w, larger])
    }

    /// The first numbers of the pair number n; `None` if they are large.
    pub fn pair(&self, n: u64) -> Option<(u64, u64)> {
        let alpha = self.slope()?;
        Some((alpha.times(n)?, alpha.partner()?.times(n)?))
    }
}

/// A number (u + √D)/w with w > 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surd {
    /// u.
    pub added: i64,
    /// D.
    pub root: i64,
    /// w.
    pub divisor: i64,
}

impl Surd {
    /// The same number with the smallest divisor for which the root stays one of a whole number.
    fn reduced(self) -> Self {
        let fits = |by: &i64| self.added % by == 0 && self.divisor % by == 0 && self.root % (by * by) == 0;
        let by = (1..=self.divisor).rev().find(fits).unwrap_or(1);
        Self { added: self.added / by, root: self.root / (by * by), divisor: self.divisor / by }
    }

    /// β with 1/α + 1/β = 1: β = α/(α − 1).
    pub fn partner(self) -> Option<Self> {
        // (u + √D)/(u − w + √D) = (u + √D)(√D − u + w)/(D − (u − w)²).
        let Self { added: u, root, divisor: w } = self;
        let below = root.checked_sub((u - w).checked_mul(u - w)?)?;
        let above = u.checked_mul(w - u)?.checked_add(root)?;
        // √D occurs w times.
        let scaled = Self { added: above, root: root.checked_mul(w.checked_mul(w)?)?, divisor: below };
        (below > 0).then(|| scaled.reduced())
    }

    /// The product with a natural number, rounded down.
    fn times(self, n: u64) -> Option<u64> {
        let n = i128::from(n);
        let square = n.checked_mul(n)?.checked_mul(self.root.into())?;
        let whole = u128::try_from(square).ok()?.isqrt();
        let above = n.checked_mul(self.added.into())?.checked_add(i128::try_from(whole).ok()?)?;
        u64::try_from(above.div_euclid(self.divisor.into())).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_core::Numeration;

    /// The P-positions of a-Wythoff by the definition of Aₙ and Bₙ.
    fn pairs(a: u64, upto: u64) -> Vec<(u64, u64)> {
        let (mut taken, mut pairs) = (std::collections::BTreeSet::new(), Vec::new());
        for n in 0..upto {
            let least = (0..).find(|number| !taken.contains(number)).unwrap();
            taken.extend([least, least + a * n]);
            pairs.push((least, least + a * n));
        }
        pairs
    }

    #[test]
    fn the_form_says_what_wythoffs_games_say() {
        for a in 1..=4u32 {
            let numeration = Numeration::ostrowski(a).unwrap();
            let form = Beatty { period: vec![a], exceptions: vec![(2, 2)] };
            let law = form.automaton(&numeration).unwrap();
            let known = pairs(a.into(), 60);
            for (x, y) in (0..60).flat_map(|x| (0..60).map(move |y| (x, y))) {
                let expected = known.contains(&(x.min(y), x.max(y))) || (x, y) == (2, 2);
                assert_eq!(law.evaluate_small(0, &[x, y]) == 0, expected, "{a}: {x},{y}");
            }
            assert_eq!(form.pair(7), Some(known[7]));
            assert_eq!(find(&law, Meaning::Outcome), Some(form));
            assert_eq!(find(&law, Meaning::Grundy), None);
        }
    }

    /// With a longer period, the pairs are the multiples of two real numbers, rounded down.
    #[test]
    fn slopes_with_longer_periods_have_pairs() {
        for period in [&[1u32, 2][..], &[2, 1], &[1, 3], &[3, 1], &[1, 1, 2], &[2, 1, 1], &[1, 2, 2]] {
            let numeration = Numeration::ostrowski_period(period).unwrap();
            let form = Beatty { period: period.to_vec(), exceptions: vec![(0, 1)] };
            let law = form.automaton(&numeration).unwrap();
            // The slope by the continued fraction itself.
            let fraction = period.iter().rev().cycle().take(period.len() * 12);
            let alpha = 1.0 + 1.0 / fraction.fold(1e9, |rest: f64, &a| f64::from(a) + 1.0 / rest);
            let beta = alpha / (alpha - 1.0);
            let mut lost = std::collections::BTreeSet::from([(0u64, 0u64), (0, 1)]);
            for n in 1..200u32 {
                let of = |slope: f64| {
                    (0u32..).take_while(|&m| f64::from(m) <= slope * f64::from(n)).count() as u64 - 1
                };
                assert_eq!(form.pair(n.into()), Some((of(alpha), of(beta))), "{period:?} {n}");
                lost.insert((of(alpha), of(beta)));
            }
            for (x, y) in (0..150).flat_map(|x| (0..150).map(move |y| (x, y))) {
                let expected = lost.contains(&(x.min(y), x.max(y)));
                assert_eq!(law.evaluate_small(0, &[x, y]) == 0, expected, "{period:?}: {x},{y}");
            }
            assert_eq!(find(&bouton_automata::minimize(&law), Meaning::Outcome), Some(form));
        }
    }

    #[test]
    fn slopes_are_written_with_small_numbers() {
        let slope = |period: &[u32]| Beatty { period: period.to_vec(), exceptions: vec![] }.slope().unwrap();
        let surd = |added, root, divisor| Surd { added, root, divisor };
        assert_eq!(slope(&[1]), surd(1, 5, 2));
        assert_eq!(slope(&[2]), surd(0, 2, 1));
        assert_eq!(slope(&[1, 2]), surd(0, 3, 1));
        assert_eq!(slope(&[1, 2]).partner(), Some(surd(3, 3, 2)));
        assert_eq!(slope(&[2, 1]), surd(1, 3, 2));
    }
}

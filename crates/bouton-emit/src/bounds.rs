//! Bounds of the growth of numbers by a move, in binary digits and in those of other numerations.

use bouton_core::{Law, LinearExpression, MoveSchema, Numeration, Ruleset, Target, never_raises};

/// The least k with `number` ≤ 2^k.
fn ceiling_log2(number: u128) -> u32 {
    number.max(1).next_power_of_two().trailing_zeros()
}

/// k such that every coordinate after a move is less than 2^k times as large as the bound given by
/// the digits of the largest coordinate before it. Zero where the moves provably never raise a
/// coordinate. Otherwise, where every move lowers a weighted sum, yᵢ ≤ Σ wⱼ xⱼ / wᵢ. Otherwise the
/// bound follows from the targets and the bounds of their parameters.
pub(crate) fn growth(ruleset: &Ruleset) -> u32 {
    if ruleset.moves().iter().all(never_raises) {
        return 0;
    }
    let Some(weights) = ruleset.rank() else {
        return ruleset
            .moves()
            .iter()
            .map(|schema| target_growth(schema, ruleset.dimension()))
            .max()
            .unwrap_or(0);
    };
    let sum: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
    let least = weights.iter().min().map_or(1, |&weight| u128::from(weight));
    ceiling_log2(sum.div_ceil(least))
}

/// The same for one schema: a target Σ aᵢ xᵢ + Σ bⱼ tⱼ + c is at most Σ |aᵢ| + Σ |bⱼ| + |c| times a
/// number with the digits of the position and the additional digits of the parameters.
fn target_growth(schema: &MoveSchema, dimension: usize) -> u32 {
    let size = |expression: &LinearExpression| {
        let terms = expression.terms().iter().map(|term| u128::from(term.1.unsigned_abs()));
        ceiling_log2(terms.sum::<u128>() + u128::from(expression.constant_term().unsigned_abs()))
    };
    let targets = schema.targets.iter().filter_map(|target| match target {
        Target::Same => None,
        Target::Becomes(expression) => Some(size(expression)),
    });
    targets.max().unwrap_or(0) + parameter_growth(schema, dimension) + 1
}

/// k such that all parameters of a schema are less than 2^(k + digits of the
/// position).
///
/// The guard bounds every parameter. In each way to satisfy it the parameters lie in a bounded
/// polyhedron, whose vertices solve p of its equations (Cramer's rule): numerator at most p ·
/// R^(p−1) · (right side), R the largest sum of absolute coefficients of the parameters in a row,
/// denominator at least 1 (integers). The right side is at most (A + c + 1) · max(X, 1), A the same
/// for the coordinates.
pub(crate) fn parameter_growth(schema: &MoveSchema, dimension: usize) -> u32 {
    let parameters = u32::from(schema.parameters);
    if parameters == 0 {
        return 0;
    }
    let (mut row, mut right) = (1u128, 1u128);
    let mut visit = |expression: &LinearExpression| {
        let sum = |hidden: bool| {
            expression
                .terms()
                .iter()
                .filter(|term| (term.0.index() >= dimension) == hidden)
                .map(|term| u128::from(term.1.unsigned_abs()))
                .sum::<u128>()
        };
        row = row.max(sum(true));
        right = right.max(sum(false) + u128::from(expression.constant_term().unsigned_abs()) + 1);
    };
    schema.guard.for_each_expression(&mut |expression| visit(expression));
    // Each target is a natural number: that gives rows of the system, too.
    for target in &schema.targets {
        if let Target::Becomes(expression) = target {
            visit(expression);
        }
    }
    // One more for equations with moduli, whose rows have strict neighbours.
    ceiling_log2(u128::from(parameters))
        + (parameters - 1).saturating_mul(ceiling_log2(row))
        + ceiling_log2(right)
        + 1
}

/// The number of further digits that make a weight at least twice as large, at any place.
///
/// A weight is the value of a digit 1. Those of a recurrence never fall: Uₙ ≥ c₁Uₙ₋₁ ≥ Uₙ₋₁. Either
/// c₁ ≥ 2, or with the second coefficient that is not 0, of number i, Uₙ ≥ Uₙ₋₁ + Uₙ₋ᵢ ≥ 2Uₙ₋ᵢ. For
/// a matrix, Uₖ is the first row of Mᵏ, which has no negative entry, times the vector a of the
/// digit 1: where Mʲa ≥ 2a in each place, Uₖ₊ⱼ ≥ 2Uₖ. There is such a j up to 5 or so, because the
/// entries of M except the last are at least 1: a becomes at least (a₀ + a₁, a₀), so that both grow
/// as Fibonacci numbers do.
pub(crate) fn doubling(numeration: &Numeration) -> u32 {
    match numeration.recurrence() {
        None => matrix_doubling(&numeration.matrix(), &numeration.vector(1)),
        Some([1, others @ ..]) => {
            let second = others.iter().position(|&coefficient| coefficient > 0).map_or(0, |place| place + 2);
            u32::try_from(second).unwrap_or(u32::MAX)
        }
        Some(_) => 1,
    }
}

/// The least j such that Mʲa is at least 2a in each place.
fn matrix_doubling(matrix: &[Vec<u32>], one: &[u32]) -> u32 {
    let mut values: Vec<u64> = one.iter().map(|&value| value.into()).collect();
    let mut places = 0;
    while values.iter().zip(one).any(|(&value, &one)| value < 2 * u64::from(one)) {
        let times =
            |row: &Vec<u32>| row.iter().zip(&values).map(|(&entry, value)| u64::from(entry) * value).sum();
        values = matrix.iter().map(times).collect();
        places += 1;
    }
    places
}

/// s such that running values that are at least A (2s, s) stay decided under any further digits, in
/// a form whose negative coefficients have a sum of at most A.
///
/// For a recurrence this is the largest digit. For a matrix of rows (a, b), (c, d) it is the
/// largest digit, or the sum of the second values of the digit 1 and of any other digit: M (2s, s)
/// is at least (3s, 2s), because a, b, c ≥ 1, and after the subtraction for further digits at least
/// A times 2s and the second value of the digit 1 are left.
pub(crate) fn largest_addition(numeration: &Numeration) -> u32 {
    let largest = u32::from(numeration.largest_digit());
    if numeration.recurrence().is_some() {
        return largest;
    }
    let second = |digit: u8| numeration.vector(digit).get(1).copied().unwrap_or_default();
    let most = (0..=numeration.largest_digit()).map(second).max().unwrap_or_default();
    largest.max(second(1) + most)
}

/// k such that every Grundy value has at most k digits more than the position, in the law's digits.
/// A value is less than 2^j times as large as the bound given by the position's digits: it is at
/// most the length of the longest play, and between two falls of the weighted sum the control state
/// rises fewer times than there are control states.
///
/// Where no weighted sum falls with every move, the bound follows from the law with a Nim heap.
/// Suppose that a value had more digits than the position and the law's automaton states together
/// (with those of the automaton of words). Then the automaton would repeat a state while it reads
/// leading zeros of the position, and infinitely many numbers would be the value.
pub(crate) fn grundy_growth(ruleset: &Ruleset, law: &Law) -> u32 {
    let Some(weights) = ruleset.rank() else {
        let states = law.automaton.states().saturating_mul(law.numeration().word_states());
        return u32::try_from(states).unwrap_or(u32::MAX);
    };
    let sum: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
    let bits = ceiling_log2((sum + 1).saturating_mul(ruleset.controls().len().max(1) as u128)) + 1;
    bits.saturating_mul(doubling(law.numeration()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numerations() -> impl Iterator<Item = Numeration> {
        let names = [
            "2",
            "3",
            "10",
            "fibonacci",
            "tribonacci",
            "8-bonacci",
            "ostrowski(2)",
            "ostrowski(15)",
            "ostrowski(1,2)",
            "ostrowski(1,1,2)",
            "ostrowski(2,4)",
            "fraenkel(2,1)",
            "fraenkel(9,7)",
        ];
        names.into_iter().map(|name| name.parse().unwrap())
    }

    #[test]
    fn so_many_digits_more_double_every_weight() {
        for numeration in numerations() {
            let places = doubling(&numeration);
            let weight = |place: u32| {
                let word = std::iter::once(1).chain(std::iter::repeat_n(0, place as usize));
                numeration.number(word).unwrap()
            };
            for place in 0..40 {
                assert!(weight(place + places) >= weight(place) * 2u32, "{numeration} {place}");
            }
        }
    }

    #[test]
    fn decided_values_stay_decided() {
        for numeration in numerations() {
            let size = i64::from(largest_addition(&numeration));
            let one: Vec<i64> = numeration.vector(1).into_iter().map(i64::from).collect();
            for (more, digit) in
                (0..60).flat_map(|more| (0..=numeration.largest_digit()).map(move |d| (more, d)))
            {
                let mut values = vec![size; numeration.terms()];
                values[0] = 2 * size + more;
                let rows = numeration.matrix();
                let times = |row: &Vec<u32>| {
                    row.iter().zip(&values).map(|(&entry, value)| i64::from(entry) * value).sum::<i64>()
                };
                let less = numeration.vector(digit);
                let after: Vec<i64> =
                    rows.iter().zip(less).map(|(row, less)| times(row) - i64::from(less)).collect();
                assert!(after[0] >= values[0], "{numeration} {digit}");
                assert!(after.iter().zip(&one).all(|(value, one)| value >= one), "{numeration} {digit}");
            }
        }
    }

    #[test]
    fn logarithms_round_up() {
        for (number, logarithm) in [(0, 0), (1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (1 << 60, 60)] {
            assert_eq!(ceiling_log2(number), logarithm);
        }
    }
}

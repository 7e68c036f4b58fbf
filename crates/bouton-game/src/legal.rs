//! The decision whether one position is an option of another, at any size.

use bouton_core::{LinearExpression, MoveSchema, Ruleset, TakeAndBreakCode, Target};
use bouton_prove::BigPosition;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{Signed, Zero};

/// An answer of [`legality`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Legality {
    /// The position is an option.
    Legal,
    /// The position is not an option.
    Illegal,
    /// Unknown: the move has a choice that does not affect the position moved to, with too many
    /// values to try.
    Unknown,
}

/// The most values of a hidden choice that are tried.
const MAX_TRIES: u32 = 10_000;

/// Whether `to` is an option of `from`.
///
/// The parameters of a move are computed from the position moved to, so the time does not depend on
/// the size of the numbers.
///
/// # Panics
///
/// If a position does not have as many coordinates as the ruleset.
///
/// # Examples
///
/// ```
/// use bouton::{ControlState, Legality, legality};
///
/// let ruleset = bouton::rules::resolve("wythoff")?.ruleset()?;
/// let at = |x: u64, y: u64| (vec![x.into(), y.into()], ControlState(0));
/// assert_eq!(legality(&ruleset, &at(9, 7), &at(6, 4)), Legality::Legal);
/// assert_eq!(legality(&ruleset, &at(9, 7), &at(6, 5)), Legality::Illegal);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn legality(ruleset: &Ruleset, from: &BigPosition, to: &BigPosition) -> Legality {
    assert_eq!(from.0.len(), ruleset.dimension(), "one coordinate for each of the ruleset");
    assert_eq!(to.0.len(), ruleset.dimension(), "one coordinate for each of the ruleset");
    let coordinates: Vec<BigInt> = from.0.iter().map(|c| BigInt::from(c.clone())).collect();
    if ruleset.stop().holds_at(&coordinates) {
        return Legality::Illegal;
    }
    let coordinates: Vec<Option<BigInt>> = coordinates.into_iter().map(Some).collect();
    let mut answer = Legality::Illegal;
    for schema in ruleset.moves().iter().filter(|schema| schema.from == from.1 && schema.to == to.1) {
        match fits(schema, &from.0, &to.0, coordinates.clone()) {
            Legality::Legal => return Legality::Legal,
            Legality::Unknown => answer = Legality::Unknown,
            Legality::Illegal => {}
        }
    }
    answer
}

/// Whether the heaps `to` are an option of the heaps `from` in a take-and-break game, in any order;
/// empty heaps are ignored.
///
/// ```
/// use bouton::{TakeAndBreakCode, legality_of_heaps};
///
/// let kayles = TakeAndBreakCode::new(vec![0, 7, 7]).unwrap();
/// let heaps = |sizes: &[u64]| sizes.iter().map(|&size| size.into()).collect::<Vec<_>>();
/// assert!(legality_of_heaps(&kayles, &heaps(&[9, 4]), &heaps(&[4, 3, 5])));
/// assert!(!legality_of_heaps(&kayles, &heaps(&[9, 4]), &heaps(&[4, 3, 3])));
/// ```
#[must_use]
pub fn legality_of_heaps(code: &TakeAndBreakCode, from: &[BigUint], to: &[BigUint]) -> bool {
    let nonempty =
        |heaps: &[BigUint]| heaps.iter().filter(|heap| !heap.is_zero()).cloned().collect::<Vec<_>>();
    let (mut gone, mut parts) = (nonempty(from), Vec::new());
    for heap in nonempty(to) {
        match gone.iter().position(|other| *other == heap) {
            Some(place) => {
                gone.swap_remove(place);
            }
            None => parts.push(heap),
        }
    }
    // Parts are smaller than the heap that is split, so that heap has no counterpart.
    let [heap] = gone.as_slice() else { return false };
    let left: BigUint = parts.iter().sum();
    if left > *heap {
        return false;
    }
    let unequal = !code.parts_are_unequal() || parts.windows(2).all(|pair| pair[0] != pair[1]);
    let count = u32::try_from(parts.len()).unwrap_or(u32::MAX);
    unequal && usize::try_from(heap - left).is_ok_and(|taken| code.allows(taken, count))
}

fn fits(schema: &MoveSchema, from: &[BigUint], to: &[BigUint], mut values: Vec<Option<BigInt>>) -> Legality {
    values.resize(values.len() + usize::from(schema.parameters), None);
    let mut equations: Vec<(&LinearExpression, BigInt)> = Vec::new();
    for ((target, before), after) in schema.targets.iter().zip(from).zip(to) {
        match target {
            Target::Same if before != after => return Legality::Illegal,
            Target::Same => {}
            Target::Becomes(expression) => equations.push((expression, BigInt::from(after.clone()))),
        }
    }
    solve(schema, &equations, values, MAX_TRIES)
}

/// Finds the parameters one by one, and tries all values of those that no equation determines.
fn solve(
    schema: &MoveSchema,
    equations: &[(&LinearExpression, BigInt)],
    mut values: Vec<Option<BigInt>>,
    tries: u32,
) -> Legality {
    loop {
        let mut found = false;
        for (expression, value) in equations {
            let unknown: Vec<usize> = expression
                .terms()
                .iter()
                .map(|term| term.0.index())
                .filter(|&variable| values[variable].is_none())
                .collect();
            let rest = value - known_part(expression, &values);
            match unknown.as_slice() {
                [] if !rest.is_zero() => return Legality::Illegal,
                [variable] => {
                    let coefficient: BigInt = expression
                        .terms()
                        .iter()
                        .filter(|term| term.0.index() == *variable)
                        .map(|term| term.1)
                        .sum();
                    let (quotient, remainder) = rest.div_rem(&coefficient);
                    if !remainder.is_zero() || quotient.is_negative() {
                        return Legality::Illegal;
                    }
                    values[*variable] = Some(quotient);
                    found = true;
                }
                _ => {}
            }
        }
        if !found {
            break;
        }
    }
    let Some(hidden) = values.iter().position(Option::is_none) else {
        let values: Vec<BigInt> = values.into_iter().flatten().collect();
        return if schema.guard.holds_at(&values) { Legality::Legal } else { Legality::Illegal };
    };
    for value in 0..tries {
        values[hidden] = Some(BigInt::from(value));
        if solve(schema, equations, values.clone(), 100) == Legality::Legal {
            return Legality::Legal;
        }
    }
    Legality::Unknown
}

/// Returns the value of the expression, without the terms whose variables are unknown.
fn known_part(expression: &LinearExpression, values: &[Option<BigInt>]) -> BigInt {
    expression.terms().iter().fold(
        BigInt::from(expression.constant_term()),
        |sum, (variable, coefficient)| match &values[variable.index()] {
            Some(value) => sum + value * *coefficient,
            None => sum,
        },
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use bouton_core::{ControlState, Watch};
    use bouton_solve::Moves;

    use super::*;

    /// Tests options of a few heaps, and positions that are not options.
    #[test]
    fn heaps_agree_with_enumeration() {
        use bouton_solve::{Node, Options, TakeAndBreak};

        for digits in [vec![0, 7, 7], vec![0, 1, 3, 7], vec![4], vec![0, 0, 0xf]] {
            let code = TakeAndBreakCode::new(digits).unwrap();
            let codes = [code, TakeAndBreakCode::grundys_game()];
            for code in codes {
                let big = |heaps: &[u64]| heaps.iter().copied().map(BigUint::from).collect::<Vec<_>>();
                for from in [vec![6], vec![3, 3], vec![4, 1], vec![5, 2, 2]] {
                    let mut options = BTreeSet::new();
                    let node = Node { coordinates: from.clone(), control: ControlState(0) };
                    TakeAndBreak::new(&code).for_each_option(&node, &mut |mut option| {
                        option.coordinates.retain(|&heap| heap > 0);
                        option.coordinates.sort_unstable();
                        options.insert(option.coordinates);
                    });
                    // All multisets of at most four heaps of at most six.
                    for number in 0..7u64.pow(4) {
                        let mut to: Vec<u64> = (0..4).map(|place| number / 7u64.pow(place) % 7).collect();
                        let legal = legality_of_heaps(&code, &big(&from), &big(&to));
                        to.retain(|&heap| heap > 0);
                        to.sort_unstable();
                        // The list does not include positions of five heaps.
                        if from.len() < 3 {
                            assert_eq!(legal, options.contains(&to), "{code}: {from:?} to {to:?}");
                        } else if legal {
                            assert!(options.contains(&to), "{code}: {from:?} to {to:?}");
                        }
                    }
                }
            }
        }
    }

    /// Compares every pair of positions in a box with the enumeration of options.
    #[test]
    fn agrees_with_enumeration() {
        let games = [
            "two-in-total",
            "wythoff",
            "counters-and-guards",
            "heap sizes 1..3; move take any from 1 heap; pass 1 unless empty",
            "heaps 3; move take odd from a largest heap",
            "counters a; move a -> a - 2 * t where t >= 1, t <= 3",
        ];
        for text in games {
            let ruleset = bouton_rules::resolve(text).unwrap().ruleset().unwrap();
            let moves = Moves::within(&ruleset, &Watch::unlimited()).unwrap();
            let d = ruleset.dimension();
            let side: u64 = if d == 4 { 4 } else { 6 };
            let all: Vec<Vec<u64>> = (0..side.pow(u32::try_from(d).unwrap()))
                .map(|n| (0..d).map(|i| n / side.pow(u32::try_from(i).unwrap()) % side).collect())
                .collect();
            let controls: Vec<ControlState> =
                (0..ruleset.controls().len()).map(|c| ControlState(u8::try_from(c).unwrap())).collect();
            let big = |x: &[u64], c| (x.iter().map(|&n| BigUint::from(n)).collect::<Vec<_>>(), c);
            for x in &all {
                for &control in &controls {
                    let mut options = BTreeSet::new();
                    moves.for_each_option(x, control, &mut |y: &[u64], c: ControlState| {
                        options.insert((y.to_vec(), c));
                    });
                    for y in &all {
                        for &c in &controls {
                            let expected = options.contains(&(y.clone(), c));
                            let found = legality(&ruleset, &big(x, control), &big(y, c));
                            assert_eq!(
                                found == Legality::Legal,
                                expected,
                                "{text}: {x:?} {control:?} -> {y:?} {c:?}"
                            );
                        }
                    }
                }
            }
        }
    }
}

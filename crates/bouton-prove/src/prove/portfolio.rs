//! The choice of numerations to try where base 2 does not give a law.
//!
//! A numeration in which there is a law is visible in the exact values: prefixes that differ are
//! distinguished by a few more digits, and further digits distinguish no more of them. In another
//! numeration their number multiplies with each digit. So one table is examined first, and a search
//! begins only in numerations in which the number settles. The lost pairs of a game with two
//! coordinates may have a slope whose continued fraction has a short period. That determines a
//! numeration, which comes first.

use std::{
    collections::HashSet,
    fmt,
    hash::{BuildHasher, Hash, Hasher},
};

use bouton_core::{ControlState, LimitReached, MAX_DIGITS, Numeration};
use rustc_hash::FxBuildHasher;

use crate::teacher::Truth;

/// The most digits of lookahead, and the most positions of a table for it.
const DEPTHS: [(u32, f64); 2] = [(3, 20_000.0), (2, 130_000.0)];
/// The most positions of a table that are solved for each one that is examined. A table by rank of heaps of six different
/// sizes has ninety times as many positions as the box of those up to some numbers.
const MOST_SOLVED: u128 = 64;
/// The number of positions that are solved however few are examined.
const ALWAYS_SOLVED: u128 = 1 << 21;
/// The least number of prefixes that is sufficient.
const FEWEST: usize = 64;

/// The result for a game in a numeration: the numbers of prefixes that are distinguished by the
/// values of up to one more digit, two, three.
///
/// ```
/// use bouton_core::Numeration;
/// use bouton_prove::NumerationTrial;
///
/// let tried = NumerationTrial { numeration: Numeration::fibonacci(), states_by_depth: vec![7, 9, 9] };
/// assert_eq!(tried.to_string(), "fibonacci: 7, 9, 9");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumerationTrial {
    /// The numeration.
    pub numeration: Numeration,
    /// The numbers of states, by depth; empty if the table is too small.
    pub states_by_depth: Vec<usize>,
}

impl fmt::Display for NumerationTrial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.states_by_depth.is_empty() {
            return write!(f, "{}: too large to be looked at", self.numeration);
        }
        let states: Vec<String> = self.states_by_depth.iter().map(ToString::to_string).collect();
        write!(f, "{}: {}", self.numeration, states.join(", "))
    }
}

/// The numerations that are tried beside base 2, the simplest first. Bases that are powers of 2 have the same
/// laws.
pub(super) fn others() -> Vec<Numeration> {
    let base = Numeration::base;
    let slope = Numeration::ostrowski;
    let all = [
        base(3),
        slope(1),
        slope(2),
        slope(3),
        Numeration::bonacci(3),
        base(5),
        slope(4),
        base(6),
        base(7),
        base(10),
    ];
    all.into_iter().flatten().collect()
}

/// The largest smaller number of a pair from which a slope is computed.
const LARGEST_PAIR: u64 = 100;
/// The largest ratio of the numbers of the first pairs; later ones are about as steep.
const STEEPEST: u64 = 16;
/// The number of first pairs.
const FIRST_PAIRS: usize = 6;
/// The least number of pairs that determine a slope.
const FEWEST_PAIRS: usize = 24;
/// The most coefficients of a period.
const LONGEST_PERIOD: usize = 4;
/// The most slopes that are examined.
const MOST_SLOPES: usize = 3;

/// The Ostrowski numerations with the slope of the lost pairs of a game with two coordinates. The
/// larger number is about [a₁; a₂, …] times the smaller one, as in complementary sequences ⌊nα⌋,
/// ⌊nβ⌋ with α = [1; a₁, a₂, …] (Fraenkel, 1982). Of those that fit, the ones with the shortest period come
/// first, then those that fit best.
pub(super) fn slopes(teacher: &mut dyn Truth) -> Result<Vec<Numeration>, LimitReached> {
    let mut pairs: Vec<(u64, u64)> = Vec::new();
    'all: for x in 8..=LARGEST_PAIR {
        // Pairs lie within a strip.
        let most = match pairs[..] {
            [.., (before, beside)] if pairs.len() >= FIRST_PAIRS => {
                (beside * x).div_ceil(before) + 2 * (beside / before + 2)
            }
            _ => STEEPEST * x,
        };
        for y in x + 1..=most {
            match teacher.truth(&[x, y], ControlState(0)) {
                Ok(Some(0)) => pairs.push((x, y)),
                Ok(Some(_)) => continue,
                // The pairs that were found may do.
                Ok(None) => break 'all,
                Err(_) if pairs.len() >= FEWEST_PAIRS => break 'all,
                Err(limit) => return Err(limit),
            }
            break;
        }
    }
    if pairs.len() < FEWEST_PAIRS {
        return Ok(Vec::new());
    }
    let mut fitting: Vec<(usize, f64, Numeration)> = Vec::new();
    let mut open: Vec<Vec<u32>> = vec![Vec::new()];
    while let Some(period) = open.pop() {
        for last in (1..).take(MAX_DIGITS) {
            let longer = [&period[..], &[last]].concat();
            // More coefficients, or larger ones, make more blocks.
            let Some(numeration) = Numeration::ostrowski_period(&longer) else { break };
            let known = fitting.iter().any(|(_, _, known)| *known == numeration);
            if !known && let Some(spread) = spread(&pairs, &longer) {
                fitting.push((longer.len(), spread, numeration));
            }
            open.extend((longer.len() < LONGEST_PERIOD).then_some(longer));
        }
    }
    // A longer period comes as close to any slope as the pairs can tell.
    fitting.sort_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
    Ok(fitting.into_iter().take(MOST_SLOPES).map(|(_, _, numeration)| numeration).collect())
}

/// The spread of the larger numbers of pairs around a multiple of the smaller ones; `None` if it is
/// greater than that of ⌊nβ⌋ around (β / α)⌊nα⌋.
fn spread(pairs: &[(u64, u64)], period: &[u32]) -> Option<f64> {
    // This number of coefficients determines a double.
    let coefficients = (0..64 / period.len()).flat_map(|_| period.iter().rev());
    let slope = coefficients.fold(f64::INFINITY, |slope, &a| f64::from(a) + 1.0 / slope);
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let off = pairs.iter().map(|&(x, y)| y as f64 - slope * x as f64);
    let (least, most) =
        off.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), off| (off.min(least), off.max(most)));
    (most - least <= slope + 1.0).then_some(most - least)
}

/// The result for a numeration, and the estimates from it.
pub(super) struct Look {
    pub(super) tried: NumerationTrial,
    /// The number of prefixes expected to be distinguished with one more digit, if it grows as
    /// before; `None` unless few of the prefixes are distinguished.
    expected: Option<f64>,
    /// The factor of growth with the last digit.
    growth: f64,
}

impl Look {
    /// An empty result.
    pub(super) fn nothing(numeration: Numeration) -> Self {
        Self {
            tried: NumerationTrial { numeration, states_by_depth: Vec::new() },
            expected: None,
            growth: f64::INFINITY,
        }
    }

    /// The expected number of states, if the growth is so small that it may end.
    pub(super) fn settling(&self) -> Option<f64> {
        self.expected.filter(|_| self.growth < MOST_GROWTH)
    }

    /// Whether no more states are expected than in any of the others that settle. The present
    /// growth does not matter: for few states it is not significant.
    pub(super) fn is_least_beside(&self, others: &[Self]) -> bool {
        let least = others.iter().filter_map(Self::settling).fold(f64::INFINITY, f64::min);
        self.expected.is_some_and(|expected| expected <= least)
    }
}

/// Counts the prefixes that the exact values distinguish.
///
/// The words that continue the word of p by k digits are those of the numbers from σ(p) to σ(p + 1) − 1,
/// where σ(p) is p with k zeros: words of one length are ordered as numbers are.
///
/// The result is empty if more than `most` positions would have to be solved, or too many for those that are examined.
pub(super) fn look(
    numeration: &Numeration,
    tracks: usize,
    controls: usize,
    teacher: &mut dyn Truth,
    most: u64,
) -> Result<Look, LimitReached> {
    let nothing = Look::nothing(numeration.clone());
    let Ok(dimension) = u32::try_from(tracks) else { return Ok(nothing) };
    // The numbers of that many prefixes, and one more.
    let numbers = |count: &u64| {
        let prefixes = usize::try_from(*count).ok().and_then(|count| count.checked_pow(dimension));
        prefixes.is_none_or(|prefixes| prefixes.saturating_mul(controls) >= FEWEST)
    };
    let Some(count) = (2..=FEWEST as u64).find(numbers).filter(|_| tracks > 0) else { return Ok(nothing) };
    // Those numbers, extended by zeros: the bound of their continuations.
    let within = |&(depth, positions): &(u32, f64)| {
        let longer =
            |zeros: u32| (0..=count).map(|p| numeration.join(p, 0, zeros)).collect::<Option<Vec<u64>>>();
        let ends = (1..=depth).map(longer).collect::<Option<Vec<Vec<u64>>>>()?;
        #[expect(clippy::cast_precision_loss, reason = "about")]
        let largest = *ends.last()?.last()? as f64;
        (largest.powf(f64::from(dimension)) <= positions).then_some(ends)
    };
    let Some(ends) = DEPTHS.iter().find_map(within) else { return Ok(nothing) };
    let furthest = ends.last().and_then(|ends| ends.last()).map_or(0, |&end| end.saturating_sub(1));
    let examined = (u128::from(furthest) + 1).saturating_pow(dimension).saturating_mul(controls as u128);
    let enough = examined.saturating_mul(MOST_SOLVED).max(ALWAYS_SOLVED);
    if teacher.positions_for(&vec![furthest; tracks]) > enough.min(most.into()) {
        return Ok(nothing);
    }
    let count = ends[0].len() - 1;
    let Some(prefixes) = count.checked_pow(dimension) else { return Ok(nothing) };
    let mut told: Vec<HashSet<u64, FxBuildHasher>> = vec![HashSet::default(); ends.len()];
    let mut position = vec![0; tracks];
    for prefix in 0..prefixes * controls {
        let control = ControlState::new(prefix / prefixes);
        let digits = (0..dimension).map(|track| prefix / count.pow(track) % count);
        let prefix: Vec<usize> = digits.collect();
        let mut seen = FxBuildHasher.build_hasher();
        for (ends, told) in ends.iter().zip(&mut told) {
            let from = |track: usize| ends[prefix[track]];
            let to = |track: usize| ends[prefix[track] + 1];
            (0..tracks).for_each(|track| position[track] = from(track));
            (0..tracks).for_each(|track| (to(track) - from(track)).hash(&mut seen));
            // All positions of the box from `from` to `to`.
            loop {
                match teacher.truth(&position, control)? {
                    Some(value) => value.hash(&mut seen),
                    None => return Ok(nothing),
                }
                let Some(track) = (0..tracks).find(|&track| position[track] + 1 < to(track)) else { break };
                (0..track).for_each(|before| position[before] = from(before));
                position[track] += 1;
            }
            told.insert(seen.finish());
        }
    }
    let states_by_depth: Vec<usize> = told.iter().map(HashSet::len).collect();
    let (expected, growth) = match states_by_depth[..] {
        [.., before, last] => {
            let few = 2 * last <= prefixes * controls;
            #[expect(clippy::cast_precision_loss, reason = "about")]
            let [before, last] = [before, last].map(|count| count as f64);
            (few.then_some(last * last / before), last / before)
        }
        _ => (None, f64::INFINITY),
    };
    Ok(Look { tried: NumerationTrial { states_by_depth, ..nothing.tried }, expected, growth })
}

/// Larger growth means that there is no law in these digits.
const MOST_GROWTH: f64 = 1.4;

#[cfg(test)]
mod tests {
    use bouton_core::{Valuation, Watch};
    use bouton_rules::Game;

    use super::*;
    use crate::teacher::TableTeacher;

    /// Longer periods have slopes as close to the pairs.
    #[test]
    fn the_shortest_period_of_a_slope_comes_first() {
        for (a, play) in (2..=6).flat_map(|a| [(a, "normal"), (a, "misere")]) {
            let text = format!(
                "heaps 2; move take any from 1 heap; move h1, h2 -> s, t where s < h1, t < h2, \
                 h1 - s - h2 + t < {a}, h2 - t - h1 + s < {a}; play {play}"
            );
            let ruleset = Game::parse(&text).unwrap().ruleset().unwrap();
            let valuation = match play {
                "normal" => Valuation::NormalOutcome,
                _ => Valuation::MisereOutcomeAndEnd,
            };
            let mut table = TableTeacher::new(&ruleset, valuation, &Watch::unlimited()).unwrap();
            let read = slopes(&mut table).unwrap();
            assert_eq!(read.first(), Numeration::ostrowski(a).as_ref(), "{text}");
        }
    }
}

//! Proofs that values that rise from period to period rise for ever.
//!
//! For finite codes and a saltus s that is a power of two. Let γ continue the values by γ(n + p) =
//! γ(n) + s for n ≥ n₀, n₀ ≥ 1. Parts of at least n₀ objects are *large*, the others *small*. The
//! heap n = n₀ + i + p q, i < p, is of *class* i; its *quotient* is x(n) = ⌊γ(n) / s⌋ = ⌊γ(n₀ + i)
//! / s⌋ + q, and its *remainder* γ(n) mod s is that of its class. Nim-sums are computed from
//! quotients and remainders. The conditions on the options with three, two and one large parts are
//! stated and proved sufficient in `docs/certificate.md`, *Arithmetic periods*. Here all classes
//! are considered together: the work is about p³ and W² steps, where W is the end of the window. A
//! greater n₀ than the least one is tried, too, because then more parts are small. Weakness: a
//! saltus that is not a power of two (0.3f has 3) is not supported.

use std::{collections::BTreeSet, ops::Range};

use bouton_core::{TakeAndBreakCode, Value};

use super::continued;

/// The number of periods by which n₀ is raised in search of a suitable one.
const RAISED: usize = 5;
/// The number of times that the modulus M is doubled in search of a suitable one.
const DOUBLED: usize = 4;
/// The elementary steps after which the test of the hypotheses stops.
const MOST_STEPS: usize = 1 << 26;
/// The number of steps that a stored number counts for.
const STORED: usize = 32;

/// Returns the end of the window: if γ equals g below it, they are equal everywhere. `None` if this
/// cannot be proved. The values of the first period are known, and `length` is not 0.
pub(crate) fn window(
    code: &TakeAndBreakCode,
    values: &[Value],
    (length, preperiod): (usize, usize),
    saltus: Value,
) -> Option<usize> {
    if !code.is_finite() || code.parts_are_unequal() || !saltus.is_power_of_two() {
        return None;
    }
    // With n₀ = 0 the empty heap would be a part.
    let least = preperiod.max(1);
    let values = continued(values, (length, preperiod), saltus, least + RAISED * length)?;
    let values: Vec<usize> = values.into_iter().map(|value| value as usize).collect();
    let (saltus, mut steps) = (saltus as usize, MOST_STEPS);
    let places = |heaps| (0..code.digits().len()).filter(|&taken| code.allows(taken, heaps)).collect();
    let places: [Vec<usize>; 4] = [0, 1, 2, 3].map(places);
    (0..RAISED).find_map(|periods| {
        let from = least + periods * length;
        let most = code.digits().len() - 1;
        Claim { places: &places, most, from, length, saltus, values: &values, steps: &mut steps }.window()
    })
}

/// The claim to be proved, possibly with an n₀ that is not the least one.
struct Claim<'a> {
    /// The amounts that may be taken, by the number of heaps that are left.
    places: &'a [Vec<usize>; 4],
    /// The largest amount k.
    most: usize,
    /// The preperiod n₀, at least 1.
    from: usize,
    /// The period p.
    length: usize,
    /// The saltus s, a power of two.
    saltus: usize,
    /// The values γ, at least those below n₀ + p.
    values: &'a [usize],
    /// The number of steps that remain.
    steps: &'a mut usize,
}

/// The constants of a proof.
struct Bounds {
    /// The bound L: smaller quotients are those of options with two large parts that rise together.
    low: usize,
    /// The depth T, by class, remainder and parity: options with three large parts have the
    /// quotients that are T below the quotient of the heap, and those further below of the same
    /// parity, down to L.
    depths: Vec<usize>,
    /// The greatest T.
    top: usize,
    /// The quotient Q₀.
    first: usize,
}

impl Claim<'_> {
    fn window(mut self) -> Option<usize> {
        let quotients = (0..self.length).map(|class| self.class(class).1);
        let (low, least) = (quotients.clone().max()?, quotients.min()?);
        let depths = self.three_large(low)?;
        let top = depths.iter().copied().max()?;
        let first =
            (2 * self.from + self.most + 1).div_ceil(self.length).max((top + low) - least.min(top + low));
        let bounds = Bounds { low, depths, top, first };
        let two = self.two_large()?;
        let excess = two.iter().map(|&(excess, _)| usize::try_from(excess).unwrap_or(0)).max().unwrap_or(0);
        let small = (0..self.from).map(|heap| self.values[heap] / self.saltus).max()?;
        let modulus = (small + 1).max(excess).max(low).next_power_of_two();
        if !self.excludes(&two, modulus)? {
            return None;
        }
        for modulus in (0..=DOUBLED).map(|doubled| modulus << doubled) {
            // The largest heap and value are small numbers.
            let rounds = first.checked_add(modulus.checked_mul(2)?)?;
            rounds.checked_mul(self.length.max(self.saltus)).filter(|&most| most <= MOST_STEPS)?;
            if !self.one_large(&bounds, modulus)? {
                return None;
            }
            if self.two_large_rise(&bounds, modulus)? {
                return Some(self.heap(0, first + modulus));
            }
        }
        None
    }

    fn spend(&mut self, steps: usize) -> Option<()> {
        *self.steps = self.steps.checked_sub(steps)?;
        Some(())
    }

    /// Returns the remainder and the quotient of the first heap of a class.
    fn class(&self, class: usize) -> (usize, usize) {
        let value = self.values[self.from + class];
        (value % self.saltus, value / self.saltus)
    }

    fn heap(&self, class: usize, round: usize) -> usize {
        self.from + class + self.length * round
    }

    fn value(&self, heap: usize) -> usize {
        let rounds = heap.saturating_sub(self.from) / self.length;
        self.values[heap - rounds * self.length] + rounds * self.saltus
    }

    /// The value of a small part, or of no part.
    fn small(&self, part: usize) -> usize {
        if part == 0 { 0 } else { self.values[part] }
    }

    /// The index of a class, a remainder and a parity.
    fn place(&self, class: usize, remainder: usize, odd: bool) -> usize {
        2 * (class * self.saltus + remainder) + usize::from(odd)
    }

    /// Returns the constants T, if no option with three large parts has the value of its heap.
    fn three_large(&mut self, low: usize) -> Option<Vec<usize>> {
        let (p, classes) = (self.length, self.classes()?);
        let size = p.checked_mul(self.saltus)?.checked_mul(2)?;
        self.spend(size.checked_mul(STORED)?)?;
        let mut depths: Vec<Option<usize>> = vec![None; size];
        for &taken in &self.places[3] {
            for one in 0..p {
                self.spend(p * (p + 1) / 2)?;
                for two in 0..p {
                    for three in two..p {
                        let sum = 2 * self.from + one + two + three + taken;
                        let [(a, x), (b, y), (c, z)] = [one, two, three].map(|class| classes[class]);
                        let (own, quotient) = classes[sum % p];
                        // The excess of the sum of the three quotients over the quotient of the
                        // heap.
                        let excess = (x + y + z) as i64 - (quotient + sum / p) as i64;
                        let odd = excess.rem_euclid(2) == 1;
                        if a ^ b ^ c == own && excess >= 0 && !odd {
                            return None;
                        }
                        if x <= low {
                            let depth = usize::try_from(2 * y.max(z) as i64 - excess).unwrap_or(0).max(1);
                            let place = self.place(sum % p, a ^ b ^ c, odd);
                            depths[place] = Some(depths[place].map_or(depth, |least| least.min(depth)));
                        }
                    }
                }
            }
        }
        depths.into_iter().collect()
    }

    fn classes(&mut self) -> Option<Vec<(usize, usize)>> {
        self.spend(self.length.checked_mul(STORED)?)?;
        Some((0..self.length).map(|class| self.class(class)).collect())
    }

    /// Returns the options with two large parts that have the remainder of their heap: the excess
    /// of the sum of the two quotients over the quotient of the heap, and the quotient of the small
    /// part.
    fn two_large(&mut self) -> Option<BTreeSet<(i64, usize)>> {
        let (p, classes) = (self.length, self.classes()?);
        let mut found = BTreeSet::new();
        for small in 0..self.from {
            let value = self.small(small);
            for &taken in &self.places[2 + usize::from(small > 0)] {
                self.spend(p * (p + 1) / 2)?;
                for one in 0..p {
                    for two in one..p {
                        let sum = self.from + one + two + small + taken;
                        let [(a, x), (b, y), (own, quotient)] =
                            [one, two, sum % p].map(|class| classes[class]);
                        if a ^ b ^ (value % self.saltus) == own {
                            let excess = (x + y) as i64 - (quotient + sum / p) as i64;
                            found.insert((excess, value / self.saltus));
                        }
                    }
                }
            }
        }
        Some(found)
    }

    /// Whether no such option has the quotient of its heap. Two numbers of sum S have the nim-sum X
    /// exactly if the digits that they have in common are a = (S - X) / 2, a number without a
    /// binary digit of X.
    fn excludes(&mut self, two: &BTreeSet<(i64, usize)>, modulus: usize) -> Option<bool> {
        self.spend(two.len().checked_mul(modulus)?)?;
        Some(!two.iter().any(|&(excess, small)| {
            (0..modulus).any(|quotient| {
                let nim_sum = quotient ^ small;
                let twice = excess + quotient as i64 - nim_sum as i64;
                twice % 2 == 0 && usize::try_from(twice).is_ok_and(|twice| (twice / 2) & nim_sum == 0)
            })
        }))
    }

    /// Whether options with one large part have, for M rounds, all greater values than options with
    /// three, and never the value of the heap.
    fn one_large(&mut self, bounds: &Bounds, modulus: usize) -> Option<bool> {
        // The difference of the heap and its large part, and the value of the small parts.
        let mut beside: BTreeSet<(usize, usize)> = BTreeSet::new();
        for one in 0..self.from {
            for two in one..self.from {
                let places = &self.places[1 + usize::from(one > 0) + usize::from(two > 0)];
                self.spend(1 + places.len())?;
                let nim_sum = self.small(one) ^ self.small(two);
                beside.extend(places.iter().map(|taken| (one + two + taken, nim_sum)));
            }
        }
        for round in bounds.first..bounds.first + modulus {
            for class in 0..self.length {
                let heap = self.heap(class, round);
                let value = self.value(heap);
                let quotient = value / self.saltus;
                let mut reached = self.reached(quotient + 1 - bounds.top..quotient + 1)?;
                self.spend(beside.len())?;
                for &(less, nim_sum) in &beside {
                    let option = self.value(heap - less) ^ nim_sum;
                    if option == value {
                        return Some(false);
                    }
                    reached.add(option);
                }
                let needed = ((quotient + 1 - bounds.top) * self.saltus..value).all(|lesser| {
                    let (depth, remainder) = (quotient - lesser / self.saltus, lesser % self.saltus);
                    depth >= bounds.depths[self.place(class, remainder, depth % 2 == 1)]
                        || reached.has(lesser)
                });
                if !needed {
                    return Some(false);
                }
            }
        }
        Some(true)
    }

    /// Whether options have, for 2 M rounds, all values with a quotient below L, by two large parts
    /// whose quotients differ only below M, beside a part of any size.
    fn two_large_rise(&mut self, bounds: &Bounds, modulus: usize) -> Option<bool> {
        (self.heap(0, bounds.first)..self.heap(0, bounds.first + 2 * modulus))
            .map(|heap| self.reaches_low(heap, bounds.low, modulus))
            .find(|&reaches| reaches != Some(true))
            .unwrap_or(Some(true))
    }

    fn reaches_low(&mut self, heap: usize, low: usize, modulus: usize) -> Option<bool> {
        let mut reached = self.reached(0..low)?;
        // Parts with larger quotients than these are hardly needed.
        for third in 0..self.heap(0, low + 1) {
            let with = if third == 0 { 0 } else { self.value(third) };
            for &taken in &self.places[2 + usize::from(third > 0)] {
                let Some(left) = heap.checked_sub(third + taken) else { break };
                for part in (self.from..=left / 2).rev() {
                    if reached.missing == 0 {
                        return Some(true);
                    }
                    self.spend(1)?;
                    let [one, other] = [self.value(part), self.value(left - part)];
                    let [block, other_block] = [one, other].map(|value| value / self.saltus / modulus);
                    if block == other_block {
                        reached.add(one ^ other ^ with);
                    } else if block + 2 < other_block {
                        break;
                    }
                }
            }
        }
        Some(reached.missing == 0)
    }

    /// Creates an empty set of values with some quotients.
    fn reached(&mut self, quotients: Range<usize>) -> Option<Reached> {
        let least = quotients.start.checked_mul(self.saltus)?;
        let missing = quotients.len().checked_mul(self.saltus)?;
        self.spend(missing)?;
        Some(Reached { least, missing, found: vec![false; missing] })
    }
}

/// Some of the values in a range.
struct Reached {
    least: usize,
    missing: usize,
    found: Vec<bool>,
}

impl Reached {
    fn add(&mut self, value: usize) {
        if let Some(found) = value.checked_sub(self.least).and_then(|place| self.found.get_mut(place))
            && !std::mem::replace(found, true)
        {
            self.missing -= 1;
        }
    }

    fn has(&self, value: usize) -> bool {
        value.checked_sub(self.least).and_then(|place| self.found.get(place)).copied().unwrap_or(false)
    }
}

//! The search for a law with letters of several heaps together.
//!
//! With every heap a multiple of a length L and a remainder, a law is sought whose values depend on the
//! remainders and on which heaps have larger multiples, and perhaps on whether a multiple is one of the first: then the
//! law has a preperiod. Small instances are solved; the simplest linear form L is taken with which this holds in all of
//! them, without a preperiod if there is one; then their positions are divided by linear conditions, the most
//! informative first, and of each region's conditions those are left out without which it still has one value.

use std::collections::{BTreeMap, btree_map::Entry};

use bouton_core::{
    ControlState, LimitReached, Value, Watch,
    letters::{HeapsCase, LetterForm, RowRegion},
};
use bouton_solve::Table;

use super::LetterQuestion;

/// The largest number of a letter that is tried, for one letter, two, and more.
const LARGEST: [i64; 3] = [8, 5, 3];
/// Instances with two heaps, and with three, are solved for heaps below these numbers.
const EDGES: [u64; 2] = [48, 17];
/// The fewest instances from which a law is guessed.
const FEWEST: usize = 3;
/// Differences of multiples of L up to this number are distinguished.
const FURTHEST: i64 = 2;
/// The most multiples of L that may be exceptional, from 0 on.
const MOST_EARLY: i64 = 2;
/// The most conditions of a region, and the most regions.
const DEEPEST: usize = 6;
const MOST_REGIONS: usize = 40;

/// A position of an instance: the letters, the heaps, the remainders; and its value.
struct Point {
    numbers: Vec<i64>,
    value: Value,
}

/// An instance: its letters, and the values of its positions, by the number of heaps up to `edge`.
struct Instance {
    letters: Vec<i64>,
    edge: u64,
    values: Vec<Value>,
}

/// Fits laws of this number of heaps to small instances, and returns the first that `accepted` accepts: if a law is
/// refused, one with more exceptional multiples may still hold. Returns `None` if no law was found, or none accepted.
///
/// # Errors
///
/// If a limit is reached.
///
/// # Examples
///
/// ```
/// use bouton_core::{Valuation, Watch};
/// use bouton_families::{LetterQuestion, fit_letter_heaps};
///
/// // "take 1..t in total from exactly 2 heaps", for all t ≥ 2
/// let question = LetterQuestion {
///     letters: 1,
///     contains: &|letters| 2 <= letters[0],
///     instance: &|letters| {
///         let rules = format!("heaps 2; move take 1..{} in total from exactly 2 heaps", letters[0]);
///         bouton_rules::Game::parse(&rules).ok()?.ruleset().ok()
///     },
///     valuation: Valuation::NormalOutcome,
///     controls: 1,
///     depth: 0,
/// };
/// let case = fit_letter_heaps(&question, 2, &mut |_| true, &Watch::unlimited())?.unwrap();
/// assert_eq!(case.length.to_string(), "1,0"); // multiples of t
/// # Ok::<(), bouton_core::LimitReached>(())
/// ```
pub fn fit_letter_heaps(
    question: &LetterQuestion<'_>,
    heaps: usize,
    accepted: &mut dyn FnMut(&HeapsCase) -> bool,
    watch: &Watch,
) -> Result<Option<HeapsCase>, LimitReached> {
    if question.controls != 1 || question.letters == 0 || !(2..=3).contains(&heaps) {
        return Ok(None);
    }
    let instances = instances(question, heaps, watch)?;
    if instances.len() < FEWEST {
        return Ok(None);
    }
    for early in 0..=MOST_EARLY {
        for length in lengths(question.letters) {
            watch.check()?;
            let points: Option<Vec<Vec<Point>>> =
                instances.iter().map(|instance| points(instance, &length, heaps, early)).collect();
            let Some(points) = points else { continue };
            let points: Vec<Point> = points.into_iter().flatten().collect();
            let search = Search { points: &points, atoms: atoms(question.letters, heaps, early > 0), watch };
            if let Some(regions) = search.regions()? {
                let case = HeapsCase { conditions: Vec::new(), length, regions };
                if accepted(&case) {
                    return Ok(Some(case));
                }
                break;
            }
        }
    }
    Ok(None)
}

fn instances(
    question: &LetterQuestion<'_>,
    heaps: usize,
    watch: &Watch,
) -> Result<Vec<Instance>, LimitReached> {
    let largest = LARGEST[(question.letters - 1).min(LARGEST.len() - 1)];
    let edge = EDGES[heaps - 2];
    let mut found = Vec::new();
    let mut letters = vec![0i64; question.letters];
    loop {
        if (question.contains)(&letters)
            && let Some(ruleset) = (question.instance)(&letters)
        {
            watch.check()?;
            let mut table = Table::new(&ruleset, question.valuation, watch)?;
            let mut values = Vec::new();
            let mut position = vec![0u64; heaps];
            table.value(&vec![edge - 1; heaps], ControlState(0))?;
            loop {
                values.push(table.value(&position, ControlState(0))?);
                let Some(at) = position.iter().rposition(|&heap| heap + 1 < edge) else { break };
                position[at] += 1;
                position[at + 1..].fill(0);
            }
            found.push(Instance { letters: letters.clone(), edge, values });
        }
        let Some(at) = letters.iter().rposition(|&letter| letter < largest) else { break };
        letters[at] += 1;
        letters[at + 1..].fill(0);
    }
    Ok(found)
}

/// Lists of small numbers, the simplest first.
fn tuples(count: usize, low: i64, high: i64) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let more = |form: &Vec<i64>| {
            let form = form.clone();
            (low..=high).map(move |next| form.iter().copied().chain([next]).collect::<Vec<i64>>())
        };
        all = all.iter().flat_map(more).collect();
    }
    all.sort_by_key(|form| (form.iter().map(|c| c.abs()).sum::<i64>(), form.clone()));
    all
}

fn lengths(letters: usize) -> Vec<LetterForm> {
    let mut all: Vec<LetterForm> = tuples(letters, 0, 2)
        .into_iter()
        .flat_map(|coefficients| {
            (-1..=2).map(move |constant| LetterForm { coefficients: coefficients.clone(), constant })
        })
        .collect();
    all.sort_by_key(|form| {
        (form.coefficients.iter().sum::<i64>() + form.constant.abs(), form.constant.abs(), form.clone())
    });
    all
}

/// The positions of an instance, one for each choice of remainders, of differences of multiples, and of multiples below
/// `early`; if there are some of these, two for each, the first and the last. `None` if the value depends on more.
fn points(instance: &Instance, length: &LetterForm, heaps: usize, early: i64) -> Option<Vec<Point>> {
    let length = length.at(&instance.letters).filter(|&length| length > 0)?;
    // The value of each choice, and the last position.
    let mut known: BTreeMap<[Vec<i64>; 3], (Value, Vec<i64>)> = BTreeMap::new();
    let mut found = Vec::new();
    let mut position = vec![0i64; heaps];
    for &value in &instance.values {
        let remainders: Vec<i64> = position.iter().map(|heap| heap % length).collect();
        let multiples: Vec<i64> = position.iter().map(|heap| heap / length).collect();
        let differences =
            multiples[1..].iter().map(|other| (other - multiples[0]).clamp(-FURTHEST, FURTHEST));
        let differences: Vec<i64> = if heaps == 2 {
            differences.collect()
        } else {
            let last = (multiples[2] - multiples[1]).clamp(-FURTHEST, FURTHEST);
            differences.chain([last]).collect()
        };
        let first: Vec<i64> = multiples.iter().map(|&multiple| multiple.min(early)).collect();
        let numbers: Vec<i64> =
            instance.letters.iter().chain(&position).chain(&remainders).copied().collect();
        match known.entry([remainders, differences, first]) {
            Entry::Occupied(mut entry) => {
                let (before, last) = entry.get_mut();
                if *before != value {
                    return None;
                }
                *last = numbers;
            }
            Entry::Vacant(entry) => {
                entry.insert((value, Vec::new()));
                found.push(Point { numbers, value });
            }
        }
        let edge = i64::try_from(instance.edge).ok()?;
        if let Some(at) = position.iter().rposition(|&heap| heap + 1 < edge) {
            position[at] += 1;
            position[at + 1..].fill(0);
        }
    }
    if early > 0 {
        let last = known.into_values().filter(|(_, last)| !last.is_empty());
        found.extend(last.map(|(value, numbers)| Point { numbers, value }));
    }
    // A length with few multiples among the heaps is not significant.
    (length * (3 + early) <= i64::try_from(instance.edge).ok()?).then_some(found)
}

/// The conditions by which positions are divided, the simplest first: forms of letters, heaps and remainders. With
/// `preperiod`, heaps are compared with forms of the letters, as remainders are.
fn atoms(letters: usize, heaps: usize, preperiod: bool) -> Vec<LetterForm> {
    let zero = LetterForm::constant(letters + 2 * heaps, 0);
    let (heap, rest) = (letters, letters + heaps);
    let mut atoms = Vec::new();
    for one in 0..heaps {
        for other in (0..heaps).filter(|&other| other != one) {
            // The multiple of L in one heap is at least that in the other, or greater.
            let mut form = zero.clone();
            form.coefficients[heap + one] = 1;
            form.coefficients[rest + one] = -1;
            form.coefficients[heap + other] = -1;
            form.coefficients[rest + other] = 1;
            atoms.extend([form.clone(), LetterForm { constant: -1, ..form }]);
            for constant in [0, -1] {
                let mut form = LetterForm { constant, ..zero.clone() };
                form.coefficients[rest + one] = 1;
                form.coefficients[rest + other] = -1;
                atoms.push(form);
            }
        }
    }
    for coefficients in tuples(letters, 0, 2) {
        for constant in -1..=3 {
            let below = |compared: &[usize]| {
                let mut form = LetterForm { constant: -constant, ..zero.clone() };
                for (letter, factor) in coefficients.iter().enumerate() {
                    form.coefficients[letter] = -factor;
                }
                for &at in compared {
                    form.coefficients[at] = 1;
                }
                form
            };
            for numbers in [rest, heap].into_iter().take(1 + usize::from(preperiod)) {
                for one in 0..heaps {
                    atoms.push(below(&[numbers + one]));
                    for other in 0..one {
                        atoms.push(below(&[numbers + one, numbers + other]));
                    }
                }
            }
        }
    }
    let size = |form: &LetterForm| {
        let sum: i64 = form.coefficients.iter().map(|factor| factor.abs()).sum();
        (sum + form.constant.abs(), form.constant.abs())
    };
    atoms.sort_by_key(size);
    atoms
}

fn opposite(form: &LetterForm) -> LetterForm {
    LetterForm {
        coefficients: form.coefficients.iter().map(|factor| -factor).collect(),
        constant: -form.constant - 1,
    }
}

fn holds(form: &LetterForm, point: &Point) -> bool {
    form.at(&point.numbers).is_some_and(|value| value >= 0)
}

struct Search<'a> {
    points: &'a [Point],
    atoms: Vec<LetterForm>,
    watch: &'a Watch,
}

impl Search<'_> {
    /// Regions of one value each that cover all points.
    fn regions(&self) -> Result<Option<Vec<RowRegion>>, LimitReached> {
        let all: Vec<&Point> = self.points.iter().collect();
        let mut regions = Vec::new();
        if !self.divide(&all, &mut Vec::new(), &mut regions)? {
            return Ok(None);
        }
        for region in &mut regions {
            self.generalise(region)?;
        }
        // A region whose points lie in others of its value is left out, the ones with most conditions first.
        regions.sort_by_key(|region| (region.value, region.conditions.len()));
        let mut number = regions.len();
        while number > 0 {
            number -= 1;
            let others = |point: &Point| {
                regions.iter().enumerate().any(|(other, region)| {
                    other != number && region.conditions.iter().all(|form| holds(form, point))
                })
            };
            let own = &regions[number].conditions;
            let needed =
                self.points.iter().any(|point| own.iter().all(|form| holds(form, point)) && !others(point));
            if !needed {
                regions.remove(number);
            }
        }
        Ok(Some(regions))
    }

    /// Divides points by conditions until each part has one value; returns whether it did.
    fn divide(
        &self,
        points: &[&Point],
        conditions: &mut Vec<LetterForm>,
        regions: &mut Vec<RowRegion>,
    ) -> Result<bool, LimitReached> {
        let Some(first) = points.first() else { return Ok(true) };
        if points.iter().all(|point| point.value == first.value) {
            regions.push(RowRegion { conditions: conditions.clone(), value: first.value.into() });
            return Ok(regions.len() <= MOST_REGIONS);
        }
        if conditions.len() >= DEEPEST {
            return Ok(false);
        }
        let mut best: Option<(f64, &LetterForm)> = None;
        for atom in &self.atoms {
            self.watch.spend(points.len() as u64 / 8)?;
            let (inside, outside): (Vec<&Point>, Vec<&Point>) =
                points.iter().copied().partition(|point| holds(atom, point));
            if inside.is_empty() || outside.is_empty() {
                continue;
            }
            let disorder = disorder(&inside) + disorder(&outside);
            if best.is_none_or(|(known, _)| disorder < known - 1e-9) {
                best = Some((disorder, atom));
            }
        }
        let Some((_, atom)) = best else { return Ok(false) };
        for form in [atom.clone(), opposite(atom)] {
            let side: Vec<&Point> = points.iter().copied().filter(|point| holds(&form, point)).collect();
            conditions.push(form);
            let divided = self.divide(&side, conditions, regions)?;
            conditions.pop();
            if !divided {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Leaves out conditions, or weakens strict ones, as long as no point of another value comes in.
    fn generalise(&self, region: &mut RowRegion) -> Result<(), LimitReached> {
        let fits = |conditions: &[LetterForm]| -> Result<bool, LimitReached> {
            self.watch.spend(self.points.len() as u64 / 8)?;
            let inside = self.points.iter().filter(|point| conditions.iter().all(|form| holds(form, point)));
            Ok(inside.into_iter().all(|point| i64::from(point.value) == region.value))
        };
        let mut number = 0;
        while number < region.conditions.len() {
            let mut fewer = region.conditions.clone();
            fewer.remove(number);
            if fits(&fewer)? {
                region.conditions = fewer;
                continue;
            }
            let mut weaker = region.conditions.clone();
            if weaker[number].constant == -1 {
                weaker[number].constant = 0;
                if fits(&weaker)? {
                    region.conditions = weaker;
                }
            }
            number += 1;
        }
        Ok(())
    }
}

/// The number of pairs of points of different values, in relation to the number of points (Gini, 1912).
fn disorder(points: &[&Point]) -> f64 {
    let mut counts: BTreeMap<Value, usize> = BTreeMap::new();
    for point in points {
        *counts.entry(point.value).or_default() += 1;
    }
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let (all, counts) = (points.len() as f64, counts.values().map(|&count| count as f64));
    all - counts.map(|count| count * count).sum::<f64>() / all
}

#[cfg(test)]
mod tests {
    use bouton_core::Valuation;

    use super::*;

    #[test]
    fn after_a_refused_law_one_with_a_preperiod_is_sought() {
        let rules = |t: i64| format!("heaps 2; move take 1..{t} in total from exactly 2 heaps");
        let question = LetterQuestion {
            letters: 1,
            contains: &|letters| 2 <= letters[0],
            instance: &|letters| bouton_rules::Game::parse(&rules(letters[0])).ok()?.ruleset().ok(),
            valuation: Valuation::NormalOutcome,
            controls: 1,
            depth: 0,
        };
        let mut laws = Vec::new();
        let mut second = |law: &HeapsCase| {
            laws.push(law.clone());
            laws.len() == 2
        };
        let found = fit_letter_heaps(&question, 2, &mut second, &Watch::unlimited()).unwrap();
        assert_eq!((laws.len(), found.as_ref()), (2, laws.get(1)));
        let none = fit_letter_heaps(&question, 2, &mut |_| false, &Watch::unlimited()).unwrap();
        assert_eq!(none, None);
    }
}

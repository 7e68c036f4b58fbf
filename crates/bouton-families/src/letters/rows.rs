//! The search for a law in rows: blocks of two lengths, which depend on a phase.
//!
//! With D = hE + ρ for a letter D and a multiple E of another, shapes of blocks are tried on small instances:
//! a shape fits if the value depends on the phase and the place alone. Then each block is divided by one
//! linear form of the place, and each side by one of y = (t + u) mod E. If one shape does not fit all
//! instances, their range is divided once.

use std::collections::HashMap;

use bouton_core::{
    ControlState, LimitReached, Valuation, Value, Watch,
    letters::{LetterForm, LetterRows, RowCase, RowRegion},
};
use bouton_solve::Table;

use super::LetterQuestion;

/// Instances with letters up to the first of these numbers are examined; with two letters, up to the next one
/// if that gives few instances.
const LARGEST: [i64; 3] = [13, 20, 30];
/// This number of instances is sufficient.
const ENOUGH: usize = 40;
/// The most instances.
const MOST_INSTANCES: usize = 80;
/// The fewest.
const FEWEST: usize = 6;
/// The most bands of places in a block, and pieces of a band.
const MOST_BANDS: usize = 8;
const MOST_PIECES: usize = 5;
/// The most heaps of an instance.
const MOST_HEAPS: i64 = 2_400;

/// An instance: its letters, then ρ, and its values.
struct Instance {
    letters: Vec<i64>,
    values: Vec<Value>,
}

/// The lengths L and L + K, the step σ and the modulus M.
#[derive(Clone)]
struct Shape {
    length: LetterForm,
    step: LetterForm,
    modulus: LetterForm,
    longer: LetterForm,
}

/// A place of an instance: its number, u, t, y and the value.
type Point = (usize, i64, i64, i64, Value);

/// A shape, and the places of each instance that it fits.
type Fitting = (Shape, Vec<Option<Vec<(Point, bool)>>>);

/// Fits a law in rows to small instances; `None` if no law was found.
///
/// # Errors
///
/// If a limit is reached.
///
/// # Examples
///
/// ```
/// use bouton_core::{Valuation, Watch};
/// use bouton_families::{LetterQuestion, fit_letter_rows};
///
/// // "take a or b", for all 1 ≤ a < b
/// let question = LetterQuestion {
///     letters: 2,
///     contains: &|letters| 1 <= letters[0] && letters[0] < letters[1],
///     instance: &|letters| {
///         let rules = format!("heaps 1; move take {{{}, {}}} from 1 heap", letters[0], letters[1]);
///         bouton_rules::Game::parse(&rules).ok()?.ruleset().ok()
///     },
///     valuation: Valuation::NormalOutcome,
///     controls: 1,
///     depth: 0,
/// };
/// let rows = fit_letter_rows(&question, &Watch::unlimited())?.unwrap();
/// assert_eq!(rows.divisor.to_string(), "2,0,0"); // b = 2ah + ρ
/// assert_eq!(rows.cases[0].length.to_string(), "1,1,0,0"); // blocks of length a + b
/// # Ok::<(), bouton_core::LimitReached>(())
/// ```
pub fn fit_letter_rows(
    question: &LetterQuestion<'_>,
    watch: &Watch,
) -> Result<Option<LetterRows>, LimitReached> {
    if question.controls != 1 || question.letters < 2 {
        return Ok(None);
    }
    let instances = instances(question, watch)?;
    if instances.len() < FEWEST {
        return Ok(None);
    }
    let unit = |letter: usize, factor: i64, count: usize| {
        let mut form = LetterForm::constant(count, 0);
        form.coefficients[letter] = factor;
        form
    };
    let letters = question.letters;
    // Few bands of places first.
    let bands: &[bool] = if question.valuation == Valuation::Grundy { &[false, true] } else { &[false] };
    // Dividends that are always less than the divisor come last: they are their own remainders.
    let ways = [false, true]
        .into_iter()
        .flat_map(|small| bands.iter().flat_map(move |many| [(small, *many, 2), (small, *many, 1)]));
    for (small, many, factor) in ways {
        for (of, by) in (0..letters).flat_map(|of| (0..letters).map(move |by| (of, by))) {
            if of == by {
                continue;
            }
            let (dividend, divisor) = (unit(of, 1, letters), unit(by, factor, letters));
            let is_small = |(letters, _): &(Vec<i64>, Vec<Value>)| dividend.at(letters) < divisor.at(letters);
            if instances.iter().all(is_small) != small {
                continue;
            }
            let divided: Vec<Instance> = instances
                .iter()
                .filter_map(|(letters, values)| {
                    let (dividend, divisor) = (dividend.at(letters)?, divisor.at(letters)?);
                    if divisor < 1 {
                        return None;
                    }
                    let mut letters = letters.clone();
                    letters.push(dividend % divisor);
                    Some(Instance { letters, values: values.clone() })
                })
                .collect();
            if divided.len() < instances.len() {
                continue;
            }
            let search = Search { divisor: &divisor, instances: &divided, many, watch };
            if let Some(mut cases) = search.cases()? {
                if small {
                    cases.iter_mut().for_each(|case| without_remainder(case, of, letters));
                }
                return Ok(Some(LetterRows { dividend, divisor, cases }));
            }
        }
    }
    Ok(None)
}

/// Replaces ρ by the letter that it equals.
fn without_remainder(case: &mut RowCase, letter: usize, letters: usize) {
    let of_block = [&mut case.length, &mut case.step, &mut case.modulus, &mut case.longer];
    let in_regions = case.regions.iter_mut().flat_map(|region| &mut region.conditions);
    for form in case.conditions.iter_mut().chain(of_block).chain(in_regions) {
        form.coefficients[letter] += std::mem::take(&mut form.coefficients[letters]);
    }
}

#[expect(clippy::type_complexity, reason = "pairs of letters and values")]
fn instances(
    question: &LetterQuestion<'_>,
    watch: &Watch,
) -> Result<Vec<(Vec<i64>, Vec<Value>)>, LimitReached> {
    let mut found = Vec::new();
    for largest in LARGEST {
        if found.len() >= ENOUGH || question.letters > 2 && largest > LARGEST[0] {
            break;
        }
        found.clear();
        let mut letters = vec![0i64; question.letters];
        loop {
            if (question.contains)(&letters) {
                found.push(letters.clone());
            }
            let Some(at) = letters.iter().rposition(|&letter| letter < largest) else { break };
            letters[at] += 1;
            letters[at + 1..].fill(0);
        }
    }
    // Evenly among all of them.
    let every = found.len().div_ceil(MOST_INSTANCES).max(1);
    let mut solved = Vec::new();
    for letters in found.into_iter().step_by(every) {
        watch.check()?;
        let Some(ruleset) = (question.instance)(&letters) else { continue };
        let sum: i64 = letters.iter().sum();
        let least = letters.iter().copied().min().unwrap_or(0);
        // Every phase occurs at least twice.
        let count = ((least + 2) * 5 * sum).clamp(60, MOST_HEAPS).unsigned_abs();
        let mut table = Table::new(&ruleset, question.valuation, watch)?;
        table.value(&[count], ControlState(0))?;
        let values = (0..count).map(|heap| table.value(&[heap], ControlState(0)));
        solved.push((letters, values.collect::<Result<Vec<Value>, LimitReached>>()?));
    }
    Ok(solved)
}

struct Search<'a> {
    divisor: &'a LetterForm,
    instances: &'a [Instance],
    /// Whether blocks may have many bands.
    many: bool,
    watch: &'a Watch,
}

/// Forms of some numbers, with coefficients within bounds, the simplest first.
fn forms(bounds: &[(i64, i64)]) -> Vec<LetterForm> {
    let mut all = vec![Vec::new()];
    for &(low, high) in bounds {
        let more = |form: &Vec<i64>| {
            let form = form.clone();
            (low..=high).map(move |next| form.iter().copied().chain([next]).collect::<Vec<i64>>())
        };
        all = all.iter().flat_map(more).collect();
    }
    all.sort_by_key(|form| (form.iter().map(|c| c.abs()).sum::<i64>(), form.clone()));
    all.into_iter().map(|coefficients| LetterForm { coefficients, constant: 0 }).collect()
}

impl Search<'_> {
    fn count(&self) -> usize {
        self.instances.first().map_or(0, |instance| instance.letters.len())
    }

    /// Bounds of coefficients: letters, then ρ.
    fn bounds(&self, letter: (i64, i64), rest: (i64, i64)) -> Vec<(i64, i64)> {
        let mut bounds = vec![letter; self.count() - 1];
        bounds.push(rest);
        bounds
    }

    fn shapes(&self) -> Vec<Shape> {
        let count = self.count();
        let zero = LetterForm::constant(count, 0);
        let unit = |at: usize| {
            let mut form = zero.clone();
            form.coefficients[at] = 1;
            form
        };
        let mut shapes = Vec::new();
        for length in forms(&self.bounds((0, 2), (-1, 1))) {
            shapes.push(Shape {
                length,
                step: zero.clone(),
                modulus: LetterForm::constant(count, 1),
                longer: zero.clone(),
            });
        }
        for letter in 0..count - 1 {
            for length in forms(&self.bounds((0, 2), (-1, 1))) {
                for longer in [unit(letter), zero.clone()] {
                    shapes.push(Shape {
                        length: length.clone(),
                        step: unit(count - 1),
                        modulus: unit(letter),
                        longer,
                    });
                }
            }
        }
        shapes
    }

    /// The cases of a law in rows: one, or two between which a form decides.
    fn cases(&self) -> Result<Option<Vec<RowCase>>, LimitReached> {
        let mut fitting: Vec<Fitting> = Vec::new();
        for shape in self.shapes() {
            self.watch.check()?;
            let fits: Vec<_> = (0..)
                .zip(self.instances)
                .map(|(number, instance)| {
                    points(instance, &shape, number, self.divisor.at(&instance.letters)?)
                })
                .collect();
            if fits.iter().flatten().count() >= FEWEST {
                fitting.push((shape, fits));
            }
        }
        let all = vec![true; self.instances.len()];
        if let Some(case) = self.case(&fitting, &all, None)? {
            return Ok(Some(vec![case]));
        }
        for form in forms(&self.bounds((-2, 2), (-2, 2))) {
            // u + σ < M needs σ < M, so strict conditions are tried as well.
            for constant in [0, -1] {
                let form = LetterForm { constant, ..form.clone() };
                let side = |form: &LetterForm| -> Vec<bool> {
                    let inside = |instance: &Instance| form.at(&instance.letters).is_some_and(|v| v >= 0);
                    self.instances.iter().map(inside).collect()
                };
                let opposite = LetterForm {
                    coefficients: form.coefficients.iter().map(|c| -c).collect(),
                    constant: -form.constant - 1,
                };
                let (inside, outside) = (side(&form), side(&opposite));
                let enough = |side: &[bool]| side.iter().filter(|inside| **inside).count() >= FEWEST;
                let some_shape = |side: &[bool]| {
                    let all = |fits: &[Option<_>]| {
                        side.iter().zip(fits).all(|(inside, fits)| !inside || fits.is_some())
                    };
                    fitting.iter().any(|(_, fits)| all(fits))
                };
                let hopeless = !enough(&inside) || !enough(&outside);
                if hopeless || !some_shape(&inside) || !some_shape(&outside) {
                    continue;
                }
                let Some(first) = self.case(&fitting, &inside, Some(&form))? else { continue };
                if let Some(second) = self.case(&fitting, &outside, Some(&opposite))? {
                    return Ok(Some(vec![first, second]));
                }
            }
        }
        Ok(None)
    }

    /// A case that fits all instances of a side.
    fn case(
        &self,
        fitting: &[Fitting],
        side: &[bool],
        condition: Option<&LetterForm>,
    ) -> Result<Option<RowCase>, LimitReached> {
        for (shape, fits) in fitting {
            if side.iter().zip(fits).any(|(inside, fits)| *inside && fits.is_none()) {
                continue;
            }
            self.watch.check()?;
            let mut regions = Vec::new();
            let phases = shape.step.coefficients.iter().any(|c| *c != 0);
            let mut found = true;
            for passes in [false, true].into_iter().take(if phases { 2 } else { 1 }) {
                let mut all: Vec<Point> = Vec::new();
                for (_, fits) in side.iter().zip(fits).filter(|(inside, _)| **inside) {
                    let of = fits.iter().flatten().filter(|(_, passed)| *passed == passes);
                    all.extend(of.map(|(point, _)| *point));
                }
                let Some(more) = self.bands(&all) else {
                    found = false;
                    break;
                };
                for mut region in more {
                    if phases {
                        region.conditions.insert(0, passing(shape, passes));
                    }
                    regions.push(region);
                }
            }
            if found {
                let Shape { length, step, modulus, longer } = shape.clone();
                let conditions = condition.into_iter().cloned().collect();
                return Ok(Some(RowCase { conditions, length, step, modulus, longer, regions }));
            }
        }
        Ok(None)
    }

    /// Two bands of places, each divided by y.
    fn bands(&self, all: &[Point]) -> Option<Vec<RowRegion>> {
        let cuts = forms(&self.bounds((0, 2), (-1, 1)));
        // No cut: every place is before the end.
        if let Some(one) = self.band(all, &[]) {
            return Some(one);
        }
        let two = cuts.iter().find_map(|cut| {
            let (before, after) = self.parted(all, cut);
            if before.is_empty() || after.is_empty() {
                return None;
            }
            let (low, high) = below(cut, 1, self.count());
            let mut regions = self.band(&before, &[low])?;
            regions.extend(self.band(&after, &[high])?);
            Some(regions)
        });
        // Outcomes have two values, so few bands.
        two.or_else(|| if self.many { self.many_bands(all) } else { None })
    }

    /// The places before a cut, and the others.
    fn parted(&self, all: &[Point], cut: &LetterForm) -> (Vec<Point>, Vec<Point>) {
        all.iter().partition(|point| self.cut(cut, point).is_some_and(|cut| point.2 < cut))
    }

    /// The value of a form of the letters, ρ and perhaps u.
    fn cut(&self, form: &LetterForm, point: &Point) -> Option<i64> {
        let value = form.at(&self.instances[point.0].letters)?;
        let phase = form.coefficients.get(self.count()).copied().unwrap_or(0);
        value.checked_add(phase.checked_mul(point.1)?)
    }

    /// Several bands of places from the left, each as wide as can be; the cuts may depend on the phase.
    fn many_bands(&self, all: &[Point]) -> Option<Vec<RowRegion>> {
        let mut bounds = self.bounds((0, 2), (-1, 1));
        bounds.push((-1, 1));
        let cuts = forms(&bounds);
        let (mut regions, mut rest, mut from) = (Vec::new(), all.to_vec(), None);
        for _ in 0..MOST_BANDS {
            if let Some(last) = self.pieces(&rest, from.as_slice()) {
                regions.extend(last);
                return Some(regions);
            }
            let widest = cuts
                .iter()
                .filter_map(|cut| {
                    let (before, after) = self.parted(&rest, cut);
                    let (low, high) = below(cut, 1, self.count());
                    let conditions: Vec<LetterForm> = from.iter().cloned().chain([low]).collect();
                    let pieces = if before.is_empty() { None } else { self.pieces(&before, &conditions) };
                    Some((before.len(), pieces?, after, high))
                })
                .reduce(|best, next| if next.0 > best.0 { next } else { best });
            let (_, pieces, after, high) = widest?;
            regions.extend(pieces);
            (rest, from) = (after, Some(high));
        }
        None
    }

    /// Regions of a band: several values, between which forms of y decide.
    fn pieces(&self, all: &[Point], conditions: &[LetterForm]) -> Option<Vec<RowRegion>> {
        let cuts = forms(&self.bounds((0, 2), (-1, 1)));
        let (mut regions, mut rest, mut from): (Vec<RowRegion>, Vec<Point>, Option<LetterForm>) =
            (Vec::new(), all.to_vec(), None);
        for _ in 0..MOST_PIECES {
            let value = rest.iter().min_by_key(|point| point.3)?.4;
            let base: Vec<LetterForm> = conditions.iter().cloned().chain(from.clone()).collect();
            if rest.iter().all(|point| point.4 == value) {
                regions.push(RowRegion { conditions: base, value: value.into() });
                return Some(regions);
            }
            let widest = cuts
                .iter()
                .filter_map(|cut| {
                    let mut count = 0usize;
                    for point in &rest {
                        if point.3 < self.cut(cut, point)? {
                            if point.4 != value {
                                return None;
                            }
                            count += 1;
                        }
                    }
                    (count > 0).then_some((count, cut))
                })
                .reduce(|best, next| if next.0 > best.0 { next } else { best });
            let (_, cut) = widest?;
            let (low, high) = below(cut, 2, self.count());
            regions
                .push(RowRegion { conditions: base.into_iter().chain([low]).collect(), value: value.into() });
            rest.retain(|point| self.cut(cut, point).is_some_and(|cut| point.3 >= cut));
            from = Some(high);
        }
        None
    }

    /// Regions of a band: one value, or two between which y decides.
    fn band(&self, all: &[Point], conditions: &[LetterForm]) -> Option<Vec<RowRegion>> {
        let region = |more: Option<LetterForm>, value: Value| RowRegion {
            conditions: conditions.iter().cloned().chain(more).collect(),
            value: value.into(),
        };
        let first = all.first().map(|point| point.4)?;
        if all.iter().all(|point| point.4 == first) {
            return Some(vec![region(None, first)]);
        }
        forms(&self.bounds((0, 2), (-1, 1))).iter().find_map(|cut| {
            let (mut low, mut high) = (None, None);
            for point in all {
                let below = point.3 < cut.at(&self.instances[point.0].letters)?;
                let side = if below { &mut low } else { &mut high };
                if *side.get_or_insert(point.4) != point.4 {
                    return None;
                }
            }
            let (less, more) = below(cut, 2, self.count());
            Some(vec![region(Some(less), low?), region(Some(more), high?)])
        })
    }
}

/// The forms of a region in which a quantity (u, t or y) is less than a form of letters and ρ, `count`
/// numbers, and perhaps u; and those of the other places.
fn below(form: &LetterForm, quantity: usize, count: usize) -> (LetterForm, LetterForm) {
    let write = |sign: i64, constant: i64| {
        let mut coefficients: Vec<i64> = form.coefficients.iter().map(|c| c * sign).collect();
        coefficients.resize(count + 3, 0);
        coefficients[count + quantity] = -sign;
        LetterForm { coefficients, constant: form.constant * sign + constant }
    };
    (write(1, -1), write(-1, 0))
}

/// The condition that the phase passes the modulus in this block, or that it does not.
fn passing(shape: &Shape, passes: bool) -> LetterForm {
    let sign = if passes { 1 } else { -1 };
    let forms = shape.step.coefficients.iter().zip(&shape.modulus.coefficients);
    let mut coefficients: Vec<i64> = forms.map(|(step, modulus)| sign * (step - modulus)).collect();
    coefficients.extend([sign, 0, 0]);
    let constant = sign * (shape.step.constant - shape.modulus.constant);
    LetterForm { coefficients, constant: if passes { constant } else { constant - 1 } }
}

/// The places of an instance in the blocks of a shape, each with whether its block is longer; `None` if the
/// value does not depend on the phase and the place alone, or few blocks are seen.
fn points(instance: &Instance, shape: &Shape, number: usize, divisor: i64) -> Option<Vec<(Point, bool)>> {
    let at = |form: &LetterForm| form.at(&instance.letters);
    let (length, step, modulus, longer) =
        (at(&shape.length)?, at(&shape.step)?, at(&shape.modulus)?, at(&shape.longer)?);
    if length < 1 || length + longer < 1 || step < 0 || step >= modulus || divisor < 1 {
        return None;
    }
    let mut known: HashMap<(i64, i64), Value> = HashMap::new();
    let (mut found, mut again) = (Vec::new(), 0);
    let (mut phase, mut begin) = (0, 0);
    let end = i64::try_from(instance.values.len()).ok()?;
    while begin < end {
        let passes = phase + step >= modulus;
        let size = if passes { length + longer } else { length };
        for place in 0..size.min(end - begin) {
            let value = instance.values[usize::try_from(begin + place).ok()?];
            match known.insert((phase, place), value) {
                Some(before) if before != value => return None,
                Some(_) => again += 1,
                None => found.push(((number, phase, place, (place + phase) % divisor, value), passes)),
            }
        }
        begin += size;
        phase = if passes { phase + step - modulus } else { phase + step };
    }
    (again >= length).then_some(found)
}

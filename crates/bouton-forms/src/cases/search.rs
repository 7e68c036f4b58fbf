//! The search for a typical rule and its exceptions.
//!
//! Rules and slices are guessed from samples; bounds and lists are read off the
//! automaton exactly. The result is only a proposal until it is verified.

use std::collections::BTreeMap;

use bouton_automata::{OUTSIDE, complement, exceptions, is_empty, restricted};
use bouton_core::{DigitAutomaton, Value};

use super::{Case, Cases};
use crate::{
    asking::Asking,
    condition::{Condition, all_of},
    linear_form::LinearForm,
    region::{maximum, minimum, tuples},
    rule::{Rule, guess},
    sample::sample,
};

/// The largest bound; larger ones are ignored.
const BOUND: i64 = 24;
/// The most exceptional values of bounded coordinates.
const MAX_TUPLES: usize = 48;
/// The most single positions that are listed.
const MAX_POINTS: usize = 64;
/// The most slices that cover the exceptions.
const MAX_SLICES: usize = 16;
/// The deepest nesting of cases.
const MAX_DEPTH: usize = 5;
/// The most regions of one search.
const MAX_REGIONS: usize = 300;
/// The most cases that may stay automata, where no words are found for all.
const MAX_AUTOMATA: usize = 24;

/// The remaining budget of a search.
struct Budget<'a> {
    asking: &'a Asking<'a>,
    /// Regions.
    regions: usize,
    /// Cases that stay automata.
    automata: usize,
}

fn inside(value: Value) -> bool {
    value != OUTSIDE
}

/// Proposes a typical rule and exceptions for a law on a region; `None` if
/// nothing of reasonable size was found.
///
/// Where words are not found for all cases, some stay automata, each smaller than
/// the law; never the typical rule.
pub(crate) fn find(law: &DigitAutomaton, asking: &Asking<'_>) -> Option<Cases> {
    let whole = search(law, MAX_DEPTH, &mut Budget { asking, regions: MAX_REGIONS, automata: 0 });
    let found = whole.or_else(|| {
        search(law, MAX_DEPTH, &mut Budget { asking, regions: MAX_REGIONS, automata: MAX_AUTOMATA })
    });
    found.map(Cases::flattened)
}

/// The law of a case: in words, or as an automaton if that is allowed.
fn case_law(part: &DigitAutomaton, depth: usize, budget: &mut Budget<'_>) -> Option<Cases> {
    if let Some(found) = search(part, depth - 1, budget) {
        return Some(found);
    }
    budget.automata = budget.automata.checked_sub(1)?;
    Some(Cases::only(Rule::Automaton { states: part.states(), law: part.clone() }))
}

/// Linear forms whose remainders a rule may depend on, the simplest first.
pub(crate) fn forms(samples: &[(Vec<u64>, Value)], dimension: usize) -> (Vec<usize>, Vec<LinearForm>) {
    let varying: Vec<usize> = (0..dimension)
        .filter(|&track| samples.iter().any(|(x, _)| x[track] != samples[0].0[track]))
        .collect();
    let mut forms = Vec::new();
    if varying.len() > 2 {
        forms.push(LinearForm::sum(dimension, &varying));
    }
    forms.extend(varying.iter().map(|&track| LinearForm::coordinate(dimension, track)));
    for (index, &one) in varying.iter().enumerate() {
        for &other in &varying[index + 1..] {
            forms.push(LinearForm::sum(dimension, &[one, other]));
            forms.push(LinearForm::difference(dimension, other, one));
        }
    }
    (varying, forms)
}

fn search(region: &DigitAutomaton, depth: usize, budget: &mut Budget<'_>) -> Option<Cases> {
    budget.regions = budget.regions.checked_sub(1).filter(|_| !budget.asking.is_over())?;
    let dimension = region.tracks();
    let samples = sample(region, &inside, 2000);
    if samples.is_empty() {
        return None;
    }
    let (varying, forms) = forms(&samples, dimension);
    let Some(mut typical) = guess(&samples, &forms) else {
        return if depth == 0 { None } else { split(region, &samples, &varying, &forms, depth, budget) };
    };
    orient(&mut typical, region);
    let odd = exceptions(region, &typical.automaton(region.numeration(), dimension)?);
    let mut cases = Cases::only(typical);
    if is_empty(&odd, inside) {
        return Some(cases);
    }
    if let Some(points) = listed(&odd) {
        cases.points = points;
        return Some(cases);
    }
    if depth == 0 {
        return None;
    }
    let bounded: Vec<(usize, i64)> = varying
        .iter()
        .filter_map(|&track| {
            let most = maximum(&odd, &inside, &LinearForm::coordinate(dimension, track), BOUND)?;
            Some((track, most))
        })
        .collect();
    if bounded.is_empty() {
        by_slices(region, odd, &varying, cases, depth, budget)
    } else {
        by_values(region, &odd, &varying, &bounded, cases, depth, budget)
    }
}

/// The positions of the region of a law with their values, if there are few.
fn listed(law: &DigitAutomaton) -> Option<Vec<(Vec<u64>, Value)>> {
    let tracks: Vec<usize> = (0..law.tracks()).collect();
    // Cheap refusals first: one unbounded coordinate suffices.
    for &track in &tracks {
        maximum(law, &inside, &LinearForm::coordinate(law.tracks(), track), 64)?;
    }
    Some(tuples(law, &inside, &tracks, 64, MAX_POINTS)?.into_iter().collect())
}

/// Replaces a difference by its negative if necessary, so that it is bounded below where the rule
/// gives 0 in the region, and stores the bound: "Y = X + 3p - 1 with p ≥ 0".
fn orient(rule: &mut Rule, region: &DigitAutomaton) {
    let dimension = region.tracks();
    let Rule::Residue { form, modulus, values, least } = rule else { return };
    if form.as_difference().is_none() || values.iter().filter(|&&value| value == 0).count() != 1 {
        return;
    }
    let ruled = Rule::Residue { form: form.clone(), modulus: *modulus, values: values.clone(), least: None };
    let Some(zeros) = ruled.automaton(region.numeration(), dimension).map(|automaton| {
        bouton_automata::minimize(&bouton_automata::combine(region, &automaton, |value, ruled| {
            if value != OUTSIDE && ruled == 0 { 0 } else { OUTSIDE }
        }))
    }) else {
        return;
    };
    if let Some(bound) = minimum(&zeros, &inside, form, BOUND) {
        *least = Some(bound);
    } else if let Some(bound) = minimum(&zeros, &inside, &form.negated(), BOUND) {
        *form = form.negated();
        *least = Some(bound);
        // The remainder r of the form is the remainder -r of its negative.
        values[1..].reverse();
    }
}

/// Searches for a rule on a side x_i > x_j, where no rule fits the whole region, and continues on
/// the rest.
fn split(
    region: &DigitAutomaton,
    samples: &[(Vec<u64>, Value)],
    varying: &[usize],
    forms: &[LinearForm],
    depth: usize,
    budget: &mut Budget<'_>,
) -> Option<Cases> {
    let dimension = region.tracks();
    for &plus in varying {
        for &minus in varying {
            let side: Vec<_> = samples.iter().filter(|(x, _)| x[plus] > x[minus]).cloned().collect();
            if plus == minus || side.len() < 100 || side.len() + 20 > samples.len() {
                continue;
            }
            let Some(typical) = guess(&side, forms) else { continue };
            let odd = exceptions(region, &typical.automaton(region.numeration(), dimension)?);
            let form = LinearForm::difference(dimension, plus, minus);
            let Some(value) = maximum(&odd, &inside, &form, BOUND) else { continue };
            let within = vec![Condition::AtMost { form, value }];
            let rest = restricted(region, &all_of(region.numeration(), dimension, &within)?);
            let Some(law) = search(&rest, depth - 1, budget) else { continue };
            let case = Case { conditions: within.clone(), law };
            return Some(Cases { typical, within, cases: vec![case], points: Vec::new() });
        }
    }
    None
}

/// Bounds that all exceptions satisfy and that the region does not imply: on the sum of the bounded
/// coordinates, and on differences of the others.
fn hull(
    region: &DigitAutomaton,
    odd: &DigitAutomaton,
    varying: &[usize],
    bounded: &[(usize, i64)],
) -> (Vec<Condition>, Vec<Condition>) {
    let dimension = region.tracks();
    let tracks: Vec<usize> = bounded.iter().map(|pair| pair.0).collect();
    let together = LinearForm::sum(dimension, &tracks);
    let mut sums = Vec::new();
    let separately: i64 = bounded.iter().map(|pair| pair.1).sum();
    match maximum(odd, &inside, &together, BOUND * 4) {
        Some(value) if value < separately => {
            sums.push(Condition::AtMost { form: together, value });
            // Single bounds only where the sum does not imply them.
            sums.extend(bounded.iter().filter(|pair| pair.1 < value).map(|&(track, value)| {
                Condition::AtMost { form: LinearForm::coordinate(dimension, track), value }
            }));
        }
        _ => sums.extend(bounded.iter().map(|&(track, value)| Condition::AtMost {
            form: LinearForm::coordinate(dimension, track),
            value,
        })),
    }
    let free: Vec<usize> = varying.iter().copied().filter(|track| !tracks.contains(track)).collect();
    let mut differences = Vec::new();
    for &plus in &free {
        for &minus in free.iter().filter(|&&minus| minus != plus) {
            let form = LinearForm::difference(dimension, plus, minus);
            if let Some(value) = maximum(odd, &inside, &form, BOUND)
                && maximum(region, &inside, &form, BOUND) != Some(value)
            {
                differences.push(Condition::AtMost { form, value });
            }
        }
    }
    (sums, differences)
}

/// One case for each exceptional combination of values of the bounded coordinates.
fn by_values(
    region: &DigitAutomaton,
    odd: &DigitAutomaton,
    varying: &[usize],
    bounded: &[(usize, i64)],
    mut cases: Cases,
    depth: usize,
    budget: &mut Budget<'_>,
) -> Option<Cases> {
    let dimension = region.tracks();
    let (sums, differences) = hull(region, odd, varying, bounded);
    let tracks: Vec<usize> = bounded.iter().map(|pair| pair.0).collect();
    let bound = bounded.iter().map(|pair| pair.1.unsigned_abs()).max().unwrap_or(0);
    let found = tuples(odd, &inside, &tracks, bound, MAX_TUPLES * 4)?;
    let mut values: Vec<Vec<u64>> = found.into_iter().map(|(tuple, _)| tuple).collect();
    values.dedup();
    if values.len() > MAX_TUPLES {
        return None;
    }
    for tuple in values {
        let mut conditions: Vec<Condition> = tracks
            .iter()
            .zip(&tuple)
            .map(|(&track, &value)| {
                let value = i64::try_from(value).unwrap_or(i64::MAX);
                Condition::Equal { form: LinearForm::coordinate(dimension, track), value }
            })
            .collect();
        conditions.extend(differences.iter().cloned());
        let part = restricted(region, &all_of(region.numeration(), dimension, &conditions)?);
        cases.cases.push(Case { conditions, law: case_law(&part, depth, budget)? });
    }
    cases.within = sums;
    cases.within.extend(differences);
    Some(cases)
}

/// Covers the exceptions by slices `form = value`, the slice with most of them first.
fn by_slices(
    region: &DigitAutomaton,
    mut odd: DigitAutomaton,
    varying: &[usize],
    mut cases: Cases,
    depth: usize,
    budget: &mut Budget<'_>,
) -> Option<Cases> {
    let dimension = region.tracks();
    let mut region = region.clone();
    let mut candidates: Vec<LinearForm> =
        varying.iter().map(|&track| LinearForm::coordinate(dimension, track)).collect();
    for (index, &one) in varying.iter().enumerate() {
        for &other in &varying[index + 1..] {
            candidates.push(LinearForm::difference(dimension, one, other));
        }
    }
    // A form that is constant on the region would separate nothing.
    let drawn = sample(&region, &inside, 200);
    candidates.retain(|form| drawn.iter().any(|(x, _)| form.at(x) != form.at(&drawn[0].0)));
    for _ in 0..MAX_SLICES {
        if is_empty(&odd, inside) {
            return Some(cases);
        }
        if let Some(points) = listed(&odd) {
            cases.points = points;
            return Some(cases);
        }
        let samples = sample(&odd, &inside, 400);
        let mut counts: BTreeMap<(usize, i64), usize> = BTreeMap::new();
        for (position, _) in &samples {
            for (index, form) in candidates.iter().enumerate() {
                let value = form.at(position);
                if value.abs() <= BOUND {
                    *counts.entry((index, value)).or_default() += 1;
                }
            }
        }
        let (&(index, value), &count) =
            counts.iter().max_by_key(|(key, count)| (**count, std::cmp::Reverse((key.0, key.1.abs()))))?;
        if count * 20 < samples.len() {
            return None;
        }
        let conditions = vec![Condition::Equal { form: candidates[index].clone(), value }];
        let slice = all_of(region.numeration(), dimension, &conditions)?;
        let law = search(&restricted(&region, &slice), depth - 1, budget)?;
        cases.cases.push(Case { conditions, law });
        let elsewhere = complement(&slice);
        odd = restricted(&odd, &elsewhere);
        region = restricted(&region, &elsewhere);
    }
    None
}

//! Lost options of a position of several heaps, where there are too many options to look at each.
//!
//! The options of a move are the points of a polyhedron, and those that a region of the law makes lost, with fixed
//! quotients of the heaps, are a part of it that is given by linear forms. Where such a part has a point, it most often
//! has one at which as many of its forms are 0 as the move has parameters. Of each point that is found, the guard of the
//! move and the law are asked whether it is a lost option.

use std::collections::BTreeSet;

use bouton_core::{LinearExpression, Target, Variable, letters::HeapsCase};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::super::LetterTheorem;

/// The most options that are sought, the most points that are looked at, and the most parameters of a move.
const MOST: usize = 8;
const MOST_POINTS: usize = 200_000;
const MOST_PARAMETERS: usize = 3;

/// A linear form of the parameters of a move: coefficients, and a constant.
#[derive(Clone)]
struct Form(Vec<BigInt>, BigInt);

impl Form {
    fn constant(parameters: usize, value: BigInt) -> Self {
        Self(vec![BigInt::ZERO; parameters], value)
    }

    fn plus(&self, other: &Self, factor: &BigInt) -> Self {
        let sums = self.0.iter().zip(&other.0).map(|(one, other)| one + other * factor);
        Self(sums.collect(), &self.1 + &other.1 * factor)
    }

    fn at(&self, point: &[BigInt]) -> BigInt {
        self.0.iter().zip(point).fold(self.1.clone(), |sum, (factor, number)| sum + factor * number)
    }
}

/// Some options of a position that the law says are lost; perhaps none, though there are some.
pub(super) fn lost_options(
    theorem: &LetterTheorem,
    case: &HeapsCase,
    letters: &[BigInt],
    heaps: &[BigInt],
) -> BTreeSet<Vec<BigInt>> {
    let parts = &theorem.checked.rules.parts;
    let (length, mut found, mut points) = (case.length.evaluate(letters), BTreeSet::new(), 0);
    let here: Vec<BigInt> = heaps.iter().chain(letters).cloned().collect();
    if !length.is_positive() || parts.stop.holds_at(&here) {
        return found;
    }
    let lost = |to: &[BigInt]| case.region(letters, to).is_some_and(|region| region.value == 0);
    let quotients: Vec<BigInt> = heaps.iter().map(|heap| heap / &length).collect();
    for schema in &parts.moves {
        let parameters = usize::from(schema.parameters).saturating_sub(letters.len());
        if parameters > MOST_PARAMETERS {
            continue;
        }
        let mut origin = here.clone();
        origin.resize(here.len() + parameters, BigInt::ZERO);
        let chosen = |number: usize| Variable::new(here.len() + number);
        let form = |expression: &LinearExpression| {
            let factors = (0..parameters).map(|number| expression.coefficient(chosen(number)).into());
            Form(factors.collect(), expression.evaluate_at(&origin))
        };
        let targets: Vec<Form> = (schema.targets.iter().zip(heaps))
            .map(|(target, heap)| match target {
                Target::Same => Form::constant(parameters, heap.clone()),
                Target::Becomes(expression) => form(expression),
            })
            .collect();
        let mut forms: Vec<Form> = targets.clone();
        forms.extend((0..parameters).map(|number| form(&LinearExpression::variable(chosen(number)))));
        schema.guard.for_each_expression(&mut |expression| forms.push(form(expression)));
        let mut look = |point: &[BigInt]| {
            let to: Vec<BigInt> = targets.iter().map(|target| target.at(point)).collect();
            let at: Vec<BigInt> = here.iter().chain(point).cloned().collect();
            let natural = !point.iter().chain(&to).any(Signed::is_negative);
            if natural && to != heaps && schema.guard.holds_at(&at) && lost(&to) {
                found.insert(to);
            }
            points += 1;
            found.len() < MOST && points < MOST_POINTS
        };
        for choice in choices(&schema.targets, &quotients) {
            let rests: Vec<Form> = (targets.iter().zip(&choice))
                .map(|(target, quotient)| {
                    target.plus(&Form::constant(parameters, length.clone()), &-quotient)
                })
                .collect();
            let mut bounds = forms.clone();
            for rest in &rests {
                let last = Form::constant(parameters, &length - 1u32);
                bounds.extend([rest.clone(), last.plus(rest, &BigInt::from(-1))]);
            }
            for region in case.regions.iter().filter(|region| region.value == 0) {
                let conditions = region.conditions.iter().map(|condition| {
                    let (of_letters, others) = condition.coefficients.split_at(letters.len());
                    let constant = of_letters
                        .iter()
                        .zip(letters)
                        .fold(BigInt::from(condition.constant), |sum, (factor, letter)| {
                            sum + letter * factor
                        });
                    let numbers = targets.iter().chain(&rests).zip(others);
                    numbers.fold(Form::constant(parameters, constant), |sum, (number, &factor)| {
                        sum.plus(number, &factor.into())
                    })
                });
                let all: Vec<Form> = conditions.chain(bounds.iter().cloned()).collect();
                if !corners(&all, parameters, &mut look) {
                    return found;
                }
            }
        }
    }
    found
}

/// The quotients that heaps may have after a move: those that change become less by a little, or nothing, or as large as
/// another one.
fn choices(targets: &[Target], quotients: &[BigInt]) -> Vec<Vec<BigInt>> {
    let mut all: Vec<Vec<BigInt>> = vec![Vec::new()];
    for (target, quotient) in targets.iter().zip(quotients) {
        let mut own: BTreeSet<BigInt> = [quotient.clone()].into();
        if *target != Target::Same {
            own.extend((1..=2u32).map(|less| quotient - less));
            own.extend(quotients.iter().filter(|other| *other < quotient).cloned());
            // Laws with a preperiod distinguish the first two quotients.
            own.extend([BigInt::ZERO, BigInt::from(1)]);
        }
        own.retain(|new| !new.is_negative() && new <= quotient);
        // Small changes come first.
        let longer = all.iter().flat_map(|known| {
            own.iter().rev().map(|quotient| known.iter().chain([quotient]).cloned().collect())
        });
        all = longer.collect();
    }
    all
}

/// Looks at the points at which as many forms are 0 as there are parameters, while `look` wants more.
fn corners(forms: &[Form], parameters: usize, look: &mut dyn FnMut(&[BigInt]) -> bool) -> bool {
    let mut chosen: Vec<usize> = (0..parameters).collect();
    if forms.len() < parameters {
        return true;
    }
    loop {
        let rows: Vec<&Form> = chosen.iter().map(|&number| &forms[number]).collect();
        if let Some(point) = common_zero(&rows)
            && !look(&point)
        {
            return false;
        }
        let last = |place: usize| forms.len() - parameters + place;
        let Some(place) = (0..parameters).rev().find(|&place| chosen[place] < last(place)) else {
            return true;
        };
        chosen[place] += 1;
        for later in place + 1..parameters {
            chosen[later] = chosen[later - 1] + 1;
        }
    }
}

/// The point at which some forms are 0, if there is one alone, and its numbers are integers. The elimination is that of
/// Bareiss (1968).
fn common_zero(forms: &[&Form]) -> Option<Vec<BigInt>> {
    let size = forms.len();
    let mut rows: Vec<Vec<BigInt>> =
        forms.iter().map(|form| form.0.iter().cloned().chain([-&form.1]).collect()).collect();
    let mut before = BigInt::from(1);
    for place in 0..size {
        let pivot = (place..size).find(|&row| !rows[row][place].is_zero())?;
        rows.swap(place, pivot);
        let own = rows[place].clone();
        for (number, row) in rows.iter_mut().enumerate() {
            if number != place {
                let factor = row[place].clone();
                for (entry, of_own) in row.iter_mut().zip(&own) {
                    *entry = (&*entry * &own[place] - &factor * of_own) / &before;
                }
            }
        }
        before.clone_from(&own[place]);
    }
    let solved = rows.iter().enumerate().map(|(place, row)| {
        let divides = (&row[size] % &row[place]).is_zero();
        divides.then(|| &row[size] / &row[place])
    });
    solved.collect()
}

//! Coordinates that may be exchanged: one of the windows that follow from each other suffices.

use std::{cmp::Ordering, collections::BTreeSet};

use bouton_core::{Formula, LinearExpression, State, Variable};

use super::{
    explore::Window,
    sets::Sets,
    shape::{Options, Shape},
};
use crate::{atom::Atom, exchange::states_under, limits::Budget, refused::Verdict};

/// The exchange of a coordinate and the next one that maps moves and law to themselves.
pub(super) struct Exchange {
    /// The first of the two.
    pub(super) at: usize,
    /// The image of each state, if any state has another image than itself.
    states: Option<Vec<State>>,
    /// The places that change, or whose sets may change, in their order; with their images.
    places: Vec<(usize, usize)>,
    /// The atoms that change, with their images.
    atoms: Vec<(usize, usize)>,
    /// The numbers of the images of sets, as far as computed.
    images: Vec<u32>,
}

/// The mark of a set whose image was not computed.
const UNKNOWN: u32 = u32::MAX;

/// All exchanges of neighbouring coordinates that preserve moves and law. The conditions are the
/// stopping rule and the condition of existence.
pub(super) fn exchanges(
    sets: &Sets<'_>,
    (options, conditions): (&[Options], [&Formula; 2]),
    atoms: &[Atom],
    budget: &mut Budget,
) -> Verdict<Vec<Exchange>> {
    let mut found = Vec::new();
    let known: BTreeSet<_> = options.iter().filter_map(|option| move_of(option, None)).collect();
    for at in 0..sets.automaton.tracks().saturating_sub(1) {
        budget.hold(sets.automaton.states() + sets.places.len() + atoms.len())?;
        budget.spend(sets.places.len().pow(2) + atoms.len().pow(2) + options.len())?;
        let under = |option| move_of(option, Some(at)).is_some_and(|image| known.contains(&image));
        let stays = |condition: &&Formula| {
            formula_under(condition, Some(at))
                .is_some_and(|image| formula_under(condition, None) == Some(image))
        };
        if !conditions.iter().all(stays) || !options.iter().all(under) {
            continue;
        }
        let Some(states) = states_under(sets.automaton, at, budget)? else { continue };
        let place = |(start, shape): &(State, Shape)| {
            let image = (*start, shape_under(shape, Some(at)));
            sets.places.iter().position(|known| *known == image)
        };
        let atom = |atom: &Atom| {
            let image = atom.with_digits(|digit| exchanged(digit, Some(at)));
            atoms.iter().position(|known| *known == image)
        };
        let places: Option<Vec<usize>> = sets.places.iter().map(place).collect();
        let atoms: Option<Vec<usize>> = atoms.iter().map(atom).collect();
        let (Some(places), Some(atoms)) = (places, atoms) else { continue };
        let states =
            Some(states).filter(|states| states.iter().zip(0..).any(|(image, state)| *image != state));
        let differs = |(from, to): &(usize, usize)| from != to;
        let places =
            places.into_iter().enumerate().filter(|pair| states.is_some() || differs(pair)).collect();
        let atoms = atoms.into_iter().enumerate().filter(differs).collect();
        found.push(Exchange { at, states, places, atoms, images: Vec::new() });
    }
    Ok(found)
}

impl Exchange {
    /// Compares the window after the exchange with the window before.
    pub(super) fn compare(
        &mut self,
        window: &Window,
        sets: &mut Sets<'_>,
        budget: &mut Budget,
    ) -> Verdict<Ordering> {
        budget.spend(1 + (self.places.len() + self.atoms.len()) / 8)?;
        for index in 0..self.places.len() {
            let (place, from) = self.places[index];
            let order = self.image(window.0[from], sets, budget)?.cmp(&window.0[place]);
            if order.is_ne() {
                return Ok(order);
            }
        }
        let atoms = self.atoms.iter().map(|&(atom, from)| window.1[from].cmp(&window.1[atom]));
        Ok(atoms.fold(Ordering::Equal, Ordering::then))
    }

    /// Exchanges the two coordinates in a window.
    fn apply(&mut self, window: &mut Window, sets: &mut Sets<'_>, budget: &mut Budget) -> Verdict<()> {
        budget.spend(self.places.len() + self.atoms.len())?;
        for index in 0..self.places.len() {
            let (place, other) = self.places[index];
            if place <= other {
                let images = [place, other].map(|place| self.image(window.0[place], sets, budget));
                let [image, of_other] = images;
                (window.0[other], window.0[place]) = (image?, of_other?);
            }
        }
        self.atoms.iter().filter(|(atom, other)| atom < other).for_each(|&(a, b)| window.1.swap(a, b));
        Ok(())
    }

    /// The image of a set.
    fn image(&mut self, set: u32, sets: &mut Sets<'_>, budget: &mut Budget) -> Verdict<u32> {
        let Some(becomes) = &self.states else { return Ok(set) };
        let index = set as usize;
        match (self.images.get(index), sets.states(set)) {
            (Some(&image), _) if image != UNKNOWN => Ok(image),
            (_, []) => Ok(0),
            (_, [state]) => Ok(1 + becomes[*state as usize]),
            (_, states) => {
                budget.spend(states.len())?;
                let mut states: Vec<State> = states.iter().map(|&state| becomes[state as usize]).collect();
                states.sort_unstable();
                states.dedup();
                let image = sets.number(&states, budget)?;
                if index >= self.images.len() {
                    budget.hold(index + 1 - self.images.len())?;
                    self.images.resize(index + 1, UNKNOWN);
                }
                self.images[index] = image;
                Ok(image)
            }
        }
    }
}

/// Exchanges coordinates as long as that makes the window smaller; calls `at` for each exchange.
pub(super) fn least(
    mut window: Window,
    exchanges: &mut [Exchange],
    sets: &mut Sets<'_>,
    budget: &mut Budget,
    at: &mut dyn FnMut(usize),
) -> Verdict<Window> {
    loop {
        let (mut done, mut next) = (true, 0);
        while let Some(exchange) = exchanges.get_mut(next) {
            next += 1;
            if exchange.compare(&window, sets, budget)?.is_lt() {
                exchange.apply(&mut window, sets, budget)?;
                at(exchange.at);
                (done, next) = (false, next.saturating_sub(2));
            }
        }
        if done {
            return Ok(window);
        }
    }
}

/// The image of a coordinate under the exchange.
fn exchanged(coordinate: usize, at: Option<usize>) -> usize {
    match at {
        Some(at) if coordinate == at => at + 1,
        Some(at) if coordinate == at + 1 => at,
        _ => coordinate,
    }
}

fn shape_under(shape: &Shape, at: Option<usize>) -> Shape {
    let bits = 0..shape.offsets.len();
    let below = bits.clone().fold(0, |below, i| below | (shape.below >> exchanged(i, at) & 1) << i);
    Shape { below, offsets: bits.map(|i| shape.offsets[exchanged(i, at)]).collect() }
}

/// An option after the exchange, in a form that does not depend on the order of conditions.
fn move_of(option: &Options, at: Option<usize>) -> Option<(usize, usize, Shape, Formula, bool)> {
    let (from, to) = (option.from.index(), option.to.index());
    Some((from, to, shape_under(&option.shape, at), formula_under(&option.guard, at)?, option.stops))
}

fn formula_under(formula: &Formula, at: Option<usize>) -> Option<Formula> {
    let under = |formula: &Formula| formula_under(formula, at);
    let renamed = |expression: &LinearExpression| {
        let constant = LinearExpression::constant(expression.constant_term()).ok()?;
        expression.terms().iter().try_fold(constant, |sum, &(variable, coefficient)| {
            let variable = Variable(u16::try_from(exchanged(variable.index(), at)).ok()?);
            sum.plus_scaled(&LinearExpression::variable(variable), coefficient).ok()
        })
    };
    let parts = |parts: &[Formula]| {
        let mut parts = parts.iter().map(under).collect::<Option<Vec<_>>>()?;
        parts.sort();
        Some(parts)
    };
    Some(match formula {
        Formula::True => Formula::True,
        Formula::False => Formula::False,
        Formula::NotPositive(expression) => Formula::NotPositive(renamed(expression)?),
        Formula::Zero(expression) => Formula::Zero(renamed(expression)?),
        Formula::Congruent { expression, modulus, residue } => {
            Formula::Congruent { expression: renamed(expression)?, modulus: *modulus, residue: *residue }
        }
        Formula::Not(inner) => Formula::Not(Box::new(under(inner)?)),
        Formula::And(inner) => Formula::And(parts(inner)?),
        Formula::Or(inner) => Formula::Or(parts(inner)?),
    })
}

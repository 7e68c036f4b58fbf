//! The exploration of all windows.

use std::rc::Rc;

use bouton_core::{Formula, Law, Position, Ruleset, ValueSet};

use rustc_hash::FxHashSet;

use super::{
    sets::Sets,
    shape::{Options, Shape},
    symmetry::{Exchange, exchanges, least},
};
use crate::{
    Refused, Step,
    atom::{Atom, Running, collect, holds},
    digits::Digits,
    limits::Budget,
    refused::Verdict,
};

/// Around some prefix x: for each place the set of the law's states at all y that there are, by
/// number; and what is known of each condition of the guards.
pub(super) type Window = (Box<[u32]>, Box<[Running]>);

/// The windows of one law.
struct Windows<'a> {
    sets: Sets<'a>,
    atoms: Vec<Atom>,
    digits: Digits,
    exchanges: Vec<Exchange>,
}

/// A window that was met, after which one, and by which letter.
type Met = (Rc<Window>, usize, usize);

/// Visits every window that is met at some position, up to the order of coordinates that may be exchanged, and
/// evaluates the local rule there.
pub(super) fn explore(ruleset: &Ruleset, law: &Law, options: &[Options], budget: &mut Budget) -> Verdict<()> {
    let automaton = &law.automaton;
    let tracks = automaton.tracks();
    let mut sets = Sets::new(automaton);
    let own: Vec<usize> =
        automaton.starts().iter().map(|&start| sets.place((start, Shape::same(tracks)))).collect();
    let mut atoms: Vec<Atom> = Vec::new();
    // Where play stops; for each option, where its states are found; and which atoms are asked for, left to right.
    let stopping = numbers_of(ruleset.stop(), &mut atoms, budget)?;
    let mut wanted = Vec::new();
    for option in options {
        let asked = numbers_of(&option.guard, &mut atoms, budget)?;
        budget.spend(sets.places.len())?;
        wanted.push((sets.place((automaton.starts()[option.to.index()], option.shape.clone())), asked));
    }
    sets.close(budget)?;
    let exchanges = exchanges(&sets, (options, ruleset.stop()), &atoms, budget)?;
    let mut windows = Windows { sets, atoms, digits: Digits::of(law.numeration()), exchanges };
    let start = Rc::new(windows.first());
    let mut met = FxHashSet::from_iter([Rc::clone(&start)]);
    let mut queue: Vec<Met> = vec![(start, 0, 0)];
    let mut done = 0;
    while done < queue.len() {
        let window = Rc::clone(&queue[done].0);
        let (sets, running) = &*window;
        let known = windows.atoms.iter().zip(running);
        let truths: Vec<bool> = known.map(|(atom, &running)| atom.holds(&[running])).collect();
        budget.spend(options.len() + truths.len())?;
        let truth = |&atom: &usize| truths[atom];
        let stopped = holds(ruleset.stop(), &mut stopping.iter().map(truth));
        for (control, &place) in own.iter().enumerate() {
            let mut values = ValueSet::new();
            for (option, (place, asked)) in options.iter().zip(&wanted) {
                let allowed = option.from.index() == control && !(stopped && option.stops);
                if allowed && holds(&option.guard, &mut asked.iter().map(truth)) {
                    let states = windows.sets.states(sets[*place]);
                    budget.spend(states.len())?;
                    states.iter().for_each(|&state| values.insert(automaton.output(state)));
                }
            }
            let [state] = windows.sets.states(sets[place])[..] else {
                return Err(Refused::new(Step::Window, "a position has no state".to_owned()));
            };
            let (claimed, value) = (automaton.output(state), law.valuation.value(&values));
            if claimed != value {
                let at = windows
                    .witness(ruleset, control, &queue, done, budget)
                    .map_or(String::new(), |position| format!(" {position}"));
                let reason =
                    format!("the law says {claimed} at position{at}, its options' values call for {value}");
                return Err(Refused::new(Step::Window, reason));
            }
        }
        // The coordinates that have just the surroundings of the next one: their digits need one order alone.
        let mut equal = 0;
        for exchange in &mut windows.exchanges {
            if exchange.compare(&window, &mut windows.sets, budget)?.is_eq() {
                equal |= 1usize << exchange.at;
            }
        }
        for letter in (0..automaton.letters()).filter(|letter| letter >> 1 & !letter & equal == 0) {
            let next = Rc::new(windows.after(&window, letter, budget, &mut |_| ())?);
            if met.insert(Rc::clone(&next)) {
                budget.hold(next.0.len() + next.1.len())?;
                queue.push((next, done, letter));
            }
        }
        done += 1;
    }
    Ok(())
}

/// The numbers of a formula's atoms, left to right, among those met so far.
fn numbers_of(formula: &Formula, atoms: &mut Vec<Atom>, budget: &mut Budget) -> Verdict<Vec<usize>> {
    let (mut asked, mut numbers) = (Vec::new(), Vec::new());
    collect(formula, &|variable| variable.index(), &mut asked);
    for atom in asked {
        budget.spend(1 + atoms.len())?;
        numbers.push(atoms.iter().position(|known| *known == atom).unwrap_or(atoms.len()));
        atoms.extend((numbers.last() == Some(&atoms.len())).then_some(atom));
    }
    Ok(numbers)
}

impl Windows<'_> {
    /// The window around 0.
    fn first(&self) -> Window {
        let mut running = Vec::new();
        self.atoms.iter().for_each(|atom| atom.settle(&self.digits, &[0], &mut running));
        (self.sets.first(), running.into())
    }

    /// The window after one more letter, with coordinates exchanged as long as that makes it less.
    fn after(
        &mut self,
        window: &Window,
        letter: usize,
        budget: &mut Budget,
        exchanged: &mut dyn FnMut(usize),
    ) -> Verdict<Window> {
        let Self { sets, atoms, digits, exchanges } = self;
        budget.spend(window.0.len() + atoms.len())?;
        let mut running = Vec::with_capacity(atoms.len());
        let both = atoms.iter().zip(&window.1);
        both.for_each(|(atom, &known)| atom.append(digits, &[known], letter, &mut running));
        let after = (sets.after(&window.0, letter, budget)?, running.into());
        least(after, exchanges, sets, budget, exchanged)
    }

    /// A position with a window that was met, if it has at most 64 digits.
    fn witness(
        &mut self,
        rules: &Ruleset,
        control: usize,
        queue: &[Met],
        last: usize,
        budget: &mut Budget,
    ) -> Option<Position> {
        let (mut letters, mut at) = (Vec::new(), last);
        while at != 0 {
            let (_, before, letter) = queue[at];
            letters.push(letter);
            at = before;
        }
        let mut x = vec![0u64; self.sets.automaton.tracks()];
        let mut window = self.first();
        for letter in letters.into_iter().rev() {
            for (track, x) in x.iter_mut().enumerate() {
                *x = x.checked_mul(2)? + (letter as u64 >> track & 1);
            }
            window = self.after(&window, letter, budget, &mut |at| x.swap(at, at + 1)).ok()?;
        }
        let name = rules.controls().get(control).filter(|name| !name.is_empty());
        Some(Position { control: name.cloned(), ..Position::from_small(&x) })
    }
}

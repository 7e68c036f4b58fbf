//! The exploration of all windows.

use bouton_core::{Formula, Law, Position, Ruleset, ValueSet};

use super::{
    sets::Sets,
    shape::{Options, Shape},
    symmetry::{Exchange, exchanges, least},
};
use crate::{
    Refusal, Step,
    atom::{Atom, Running, collect, decided, holds},
    digits::Digits,
    limits::Budget,
    refused::Verdict,
    rows::Rows,
};

/// The window around some prefix x: for each place the number of the set of the law's states at all
/// y of the place, and the knowledge of each condition of the guards.
pub(super) type Window = (Box<[u32]>, Box<[Running]>);

/// The windows of one law.
struct Windows<'a> {
    sets: Sets<'a>,
    atoms: Vec<Atom>,
    digits: Digits,
    exchanges: Vec<Exchange>,
}

/// The predecessor of a window, and the letter that leads from it.
type Way = (u32, u32);

/// The windows that were met, as rows, in their order: the numbers of sets, and then the knowledge
/// of each condition.
struct Met {
    rows: Rows<i64>,
    ways: Vec<Way>,
    sets: usize,
}

/// Marks in rows; every running value is smaller in absolute value.
const TRUE: i64 = i64::MAX;
const FALSE: i64 = i64::MIN;

impl Met {
    /// Adds a window, unless it was met before.
    fn add(&mut self, (sets, running): &Window, way: Way, budget: &mut Budget) -> Verdict<()> {
        let marks =
            running.iter().map(|known| known.map_or_else(|value| value, |t| if t { TRUE } else { FALSE }));
        let row: Vec<i64> = sets.iter().map(|&set| set.into()).chain(marks).collect();
        if self.rows.number(&row, budget)?.1 {
            budget.room(&mut self.ways, 1)?;
            self.ways.push(way);
            budget.hold(row.len())?;
        }
        Ok(())
    }

    /// The window of a number, if it exists.
    fn window(&self, number: usize) -> Option<Window> {
        let row = (number < self.rows.len()).then(|| self.rows.row(number))?;
        let (sets, running) = row.split_at(self.sets);
        let known = |&value: &i64| match value {
            TRUE => Ok(true),
            FALSE => Ok(false),
            value => Err(value),
        };
        let set = |&set: &i64| u32::try_from(set).ok();
        Some((sets.iter().map(set).collect::<Option<_>>()?, running.iter().map(known).collect()))
    }
}

/// Visits every window that occurs at some existing position, up to the order of coordinates that
/// may be exchanged, and evaluates the local rule there. Windows that no existing position
/// continues are left out.
pub(super) fn explore(ruleset: &Ruleset, law: &Law, options: &[Options], budget: &mut Budget) -> Verdict<()> {
    let automaton = &law.automaton;
    let tracks = automaton.tracks();
    let mut sets = Sets::new(automaton, budget)?;
    let own: Vec<usize> =
        automaton.starts().iter().map(|&start| sets.place((start, Shape::same(tracks)))).collect();
    let mut atoms: Vec<Atom> = Vec::new();
    // The conditions of existence and of stopping; for each option, the place of its states and its
    // guard; each condition as the numbers of its atoms, left to right.
    let existing = numbers_of(ruleset.exists(), &mut atoms, budget)?;
    let stopping = numbers_of(ruleset.stop(), &mut atoms, budget)?;
    let mut wanted = Vec::new();
    for option in options {
        let asked = numbers_of(&option.guard, &mut atoms, budget)?;
        budget.spend(sets.places.len())?;
        wanted.push((sets.place((automaton.starts()[option.to.index()], option.shape.clone())), asked));
    }
    sets.close(budget)?;
    let exchanges = exchanges(&sets, (options, [ruleset.stop(), ruleset.exists()]), &atoms, budget)?;
    let mut windows = Windows { sets, atoms, digits: Digits::of(law.numeration()), exchanges };
    let start = windows.first();
    let mut met = Met { rows: Rows::new(), ways: Vec::new(), sets: start.0.len() };
    met.add(&start, (0, 0), budget)?;
    let mut done = 0;
    while let Some(window) = met.window(done) {
        let (sets, running) = &window;
        let known = windows.atoms.iter().zip(running);
        let truths: Vec<bool> = known.map(|(atom, &running)| atom.holds(&[running])).collect();
        budget.spend(options.len() + truths.len())?;
        let truth = |&atom: &usize| truths[atom];
        let stopped = holds(ruleset.stop(), &mut stopping.iter().map(truth));
        let exists = holds(ruleset.exists(), &mut existing.iter().map(truth));
        for (control, &place) in own.iter().enumerate().filter(|_| exists) {
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
                return Err(Refusal::new(Step::Window, "a position has no state".to_owned()));
            };
            let (claimed, value) = (automaton.output(state), law.valuation.value(&values));
            if claimed != value {
                let position = windows.witness(ruleset, control, &met.ways, done, budget);
                let at = position.as_ref().map_or(String::new(), |position| format!(" {position}"));
                let reason =
                    format!("the law says {claimed} at position{at}, its options' values call for {value}");
                let position = position.map(Box::new);
                return Err(Refusal { position, ..Refusal::new(Step::Window, reason) });
            }
        }
        // The coordinates whose surroundings equal those of the next one: their digits need one
        // order only.
        let mut equal = 0;
        for exchange in &mut windows.exchanges {
            if exchange.compare(&window, &mut windows.sets, budget)?.is_eq() {
                equal |= 1usize << exchange.at;
            }
        }
        let number = Budget::number(done)?;
        for letter in (0..).take(automaton.letters()) {
            let digits = letter as usize;
            if digits >> 1 & !digits & equal != 0 {
                continue;
            }
            let next = windows.after(&window, digits, budget, &mut |_| ())?;
            let marks = &mut existing.iter().map(|&atom| next.1[atom].ok());
            if decided(ruleset.exists(), marks) == Some(false) {
                continue;
            }
            met.add(&next, (number, letter), budget)?;
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

    /// The window after one more letter, with coordinates exchanged as long as that makes it
    /// smaller.
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
        ways: &[Way],
        last: usize,
        budget: &mut Budget,
    ) -> Option<Position> {
        let (mut letters, mut at) = (Vec::new(), last);
        while at != 0 {
            let (before, letter) = ways[at];
            letters.push(letter as usize);
            at = before as usize;
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

//! The exploration of all windows.

use std::rc::Rc;

use bouton_core::{DigitAutomaton, Law, Numeration, Position, Ruleset, State, ValueSet};

use rustc_hash::{FxHashMap, FxHashSet};

use super::shape::{Options, Shape};
use crate::{
    Refused, Step,
    atom::{Atom, Running},
    digits::Digits,
    family::{collect, holds},
    limits::Budget,
    refused::Verdict,
};

/// Around some prefix x: for each place the set of the law's states at all y that there are, by
/// number; and what is known of each condition of the guards.
type Window = (Box<[u32]>, Box<[Running]>);

/// A shape, and the state that the law begins to read its positions in.
type Place = (State, Shape);

/// How the set of a place comes to be: from the set of that place one digit before, by `letter`
/// with any digits in `free`.
struct Source {
    place: usize,
    letter: usize,
    free: usize,
}

/// Where a set comes from: mostly from one other, by one letter.
enum Sources {
    One { place: usize, letter: usize },
    Several(Box<[Source]>),
}

/// The windows of one law.
struct Windows<'a> {
    automaton: &'a DigitAutomaton,
    /// All places that are needed, each once.
    places: Vec<Place>,
    /// For each letter, and each place, where its set comes from.
    sources: Vec<Vec<Sources>>,
    /// The sets that have been met; number 0 is empty, number s + 1 is {s}.
    sets: Vec<Box<[State]>>,
    numbers: FxHashMap<Box<[State]>, u32>,
}

/// Visits every window that is met at some position, and evaluates the local rule there.
pub(super) fn explore(ruleset: &Ruleset, law: &Law, options: &[Options], budget: &mut Budget) -> Verdict<()> {
    let automaton = &law.automaton;
    let tracks = automaton.tracks();
    let mut windows = Windows::new(automaton);
    let own: Vec<usize> =
        automaton.starts().iter().map(|&start| windows.place((start, Shape::same(tracks)))).collect();
    let mut atoms: Vec<Atom> = Vec::new();
    // For each option: where its states are found, and which atoms its guard asks for, left to right.
    let mut wanted = Vec::new();
    for option in options {
        let mut asked = Vec::new();
        collect(&option.guard, &|variable| variable.index(), &mut asked);
        let asked: Vec<usize> = asked.into_iter().map(|atom| number_of(atom, &mut atoms)).collect();
        wanted.push((windows.place((automaton.starts()[option.to.index()], option.shape.clone())), asked));
    }
    windows.close(budget)?;
    let binary = Digits::of(law.numeration());
    let mut running = Vec::new();
    atoms.iter().for_each(|atom| atom.settle(&binary, &[0], &mut running));
    let running: Box<[Running]> = running.into();
    let start: Window = (windows.first(), running);
    let start = Rc::new(start);
    let mut met = FxHashSet::from_iter([Rc::clone(&start)]);
    let mut queue = vec![(start, 0usize, 0usize)];
    let mut done = 0;
    while done < queue.len() {
        let (sets, running) = &*queue[done].0;
        let truths: Vec<bool> =
            atoms.iter().zip(running).map(|(atom, &running)| atom.holds(&[running])).collect();
        budget.spend(options.len() + atoms.len())?;
        for (control, &place) in own.iter().enumerate() {
            let mut values = ValueSet::new();
            for (option, (place, asked)) in options.iter().zip(&wanted) {
                let mut asked = asked.iter().map(|&atom| truths[atom]);
                if option.from.index() == control && holds(&option.guard, &mut asked) {
                    let states = &windows.sets[sets[*place] as usize];
                    budget.spend(states.len())?;
                    states.iter().for_each(|&state| values.insert(automaton.output(state)));
                }
            }
            let [state] = windows.sets[sets[place] as usize][..] else {
                return Err(Refused::new(Step::Window, "a position has no state".to_owned()));
            };
            let (claimed, value) = (automaton.output(state), law.valuation.value(&values));
            if claimed != value {
                let at = witness(ruleset, tracks, control, &queue, done)
                    .map_or(String::new(), |position| format!(" {position}"));
                let reason =
                    format!("the law says {claimed} at position{at}, its options' values call for {value}");
                return Err(Refused::new(Step::Window, reason));
            }
        }
        let window = Rc::clone(&queue[done].0);
        for letter in 0..automaton.letters() {
            budget.spend(windows.places.len() + atoms.len())?;
            let mut running = Vec::with_capacity(atoms.len());
            let both = atoms.iter().zip(&window.1);
            both.for_each(|(atom, &known)| atom.append(&binary, &[known], letter, &mut running));
            let running = running.into();
            let next = Rc::new((windows.after(&window.0, letter, budget)?, running));
            if met.insert(Rc::clone(&next)) {
                budget.hold(windows.places.len() + atoms.len())?;
                queue.push((next, done, letter));
            }
        }
        done += 1;
    }
    Ok(())
}

/// The number of an atom among those met so far.
fn number_of(atom: Atom, atoms: &mut Vec<Atom>) -> usize {
    atoms.iter().position(|known| *known == atom).unwrap_or_else(|| {
        atoms.push(atom);
        atoms.len() - 1
    })
}

impl<'a> Windows<'a> {
    fn new(automaton: &'a DigitAutomaton) -> Self {
        let empty: Box<[State]> = Box::new([]);
        let single = |&state: &State| -> Box<[State]> { Box::new([state]) };
        let states: Vec<State> = (0..).take(automaton.states()).collect();
        let sets: Vec<Box<[State]>> = std::iter::once(empty).chain(states.iter().map(single)).collect();
        let numbers = sets.iter().cloned().zip(0..).collect();
        Self { automaton, places: Vec::new(), sources: Vec::new(), sets, numbers }
    }

    /// The number of a place, which is added if it is new.
    fn place(&mut self, place: Place) -> usize {
        self.places.iter().position(|known| *known == place).unwrap_or_else(|| {
            self.places.push(place);
            self.places.len() - 1
        })
    }

    /// Adds the places that the sets of others come from, until there are none.
    fn close(&mut self, budget: &mut Budget) -> Verdict<()> {
        let letters = self.automaton.letters();
        self.sources.resize_with(letters, Vec::new);
        let mut done = 0;
        while let Some((start, shape)) = self.places.get(done).cloned() {
            for letter in 0..letters {
                let mut sources = Vec::new();
                // Which coordinates were less already; the others become so by this digit.
                for less in (0..=shape.below).filter(|less| less & shape.below == *less) {
                    if letter & (shape.below ^ less) != shape.below ^ less {
                        continue;
                    }
                    let sums = shape.offsets.iter().enumerate().map(|(i, offset)| {
                        if shape.below >> i & 1 == 1 { 0 } else { i64::from(letter >> i & 1 == 1) + offset }
                    });
                    let sums: Vec<i64> = sums.collect();
                    let digits =
                        sums.iter().enumerate().fold(0, |all, (i, sum)| all | usize::from(sum & 1 == 1) << i);
                    let offsets = sums.iter().map(|sum| sum >> 1).collect();
                    budget.hold(4 + self.places.len())?;
                    let place = self.place((start, Shape { below: less, offsets }));
                    sources.push(Source { place, letter: digits, free: less });
                }
                self.sources[letter].push(match sources[..] {
                    [Source { place, letter, free: 0 }] => Sources::One { place, letter },
                    _ => Sources::Several(sources.into()),
                });
            }
            done += 1;
        }
        Ok(())
    }

    /// The sets around 0.
    fn first(&self) -> Box<[u32]> {
        let place = |(start, shape): &Place| {
            let small: Option<Vec<u64>> =
                shape.offsets.iter().map(|&offset| u64::try_from(offset).ok()).collect();
            match small {
                Some(y) if shape.below == 0 => {
                    1 + self.automaton.read(*start, Numeration::binary().letters_of_small(&y))
                }
                // Nothing is less than 0.
                _ => 0,
            }
        };
        self.places.iter().map(place).collect()
    }

    /// The sets after one more letter.
    fn after(&mut self, sets: &[u32], letter: usize, budget: &mut Budget) -> Verdict<Box<[u32]>> {
        let mut result = Vec::with_capacity(sets.len());
        let mut union: Vec<State> = Vec::new();
        let single = 1..u32::try_from(self.automaton.states() + 1).unwrap_or(1);
        for sources in &self.sources[letter] {
            let several = match sources {
                Sources::One { place, letter } if single.contains(&sets[*place]) => {
                    result.push(1 + self.automaton.next(sets[*place] - 1, *letter));
                    continue;
                }
                Sources::One { place, letter } => &[Source { place: *place, letter: *letter, free: 0 }][..],
                Sources::Several(sources) => sources,
            };
            union.clear();
            for Source { place, letter, free } in several {
                let states = &self.sets[sets[*place] as usize];
                budget.spend(states.len() << free.count_ones())?;
                for &state in states {
                    for digits in (0..=*free).filter(|digits| digits & free == *digits) {
                        union.push(self.automaton.next(state, letter | digits));
                    }
                }
            }
            union.sort_unstable();
            union.dedup();
            result.push(match union[..] {
                [] => 0,
                [state] => 1 + state,
                _ => match self.numbers.get(&union[..]) {
                    Some(&number) => number,
                    None => {
                        budget.hold(1 + union.len())?;
                        let number = Budget::number(self.sets.len())?;
                        self.sets.push(union.clone().into());
                        self.numbers.insert(union.clone().into(), number);
                        number
                    }
                },
            });
        }
        Ok(result.into())
    }
}

/// The position whose digits lead to a window, if there are at most 64 of them.
fn witness(
    rules: &Ruleset,
    tracks: usize,
    control: usize,
    queue: &[(Rc<Window>, usize, usize)],
    last: usize,
) -> Option<Position> {
    let mut x = vec![0u64; tracks];
    let (mut at, mut place) = (last, 0u32);
    while at != 0 {
        let digit = 1u64.checked_shl(place)?;
        let (_, before, letter) = queue[at];
        x.iter_mut().enumerate().for_each(|(track, x)| *x |= digit * (letter as u64 >> track & 1));
        (at, place) = (before, place + 1);
    }
    let name = rules.controls().get(control).filter(|name| !name.is_empty());
    Some(Position { control: name.cloned(), ..Position::from_small(&x) })
}

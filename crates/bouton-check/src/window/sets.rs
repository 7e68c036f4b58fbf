//! The sets of states that windows consist of.

use bouton_core::{DigitAutomaton, Numeration, State};

use super::shape::Shape;
use crate::{limits::Budget, refused::Verdict, rows::Rows};

/// A shape, and the state in which the law begins to read its positions.
pub(super) type Place = (State, Shape);

/// A source of the set of a place: the set of `place` one digit before, by `letter` with any digits
/// in `free`.
struct Source {
    place: usize,
    letter: usize,
    free: usize,
}

/// The sources of a set: mostly one other set, by one letter.
enum Sources {
    One { place: usize, letter: usize },
    Several(Box<[Source]>),
}

/// The origin of the set of a place: of a letter, the digits outside `mask` are kept; those within
/// it, packed together, index `by_digits`.
struct Origin {
    mask: usize,
    by_digits: Vec<Sources>,
}

/// The places of one law's windows, and the sets that are met there.
pub(super) struct Sets<'a> {
    pub(super) automaton: &'a DigitAutomaton,
    /// All places that are needed, each once.
    pub(super) places: Vec<Place>,
    origins: Vec<Origin>,
    /// The sets that have been met; number 0 is empty, number s + 1 is {s}.
    sets: Rows<State>,
}

impl<'a> Sets<'a> {
    pub(super) fn new(automaton: &'a DigitAutomaton, budget: &mut Budget) -> Verdict<Self> {
        let mut sets = Rows::new();
        sets.number(&[], budget)?;
        for state in (0..).take(automaton.states()) {
            sets.number(&[state], budget)?;
        }
        Ok(Self { automaton, places: Vec::new(), origins: Vec::new(), sets })
    }

    /// The states of a set.
    pub(super) fn states(&self, set: u32) -> &[State] {
        self.sets.row(set as usize)
    }

    /// The number of a place; a new place is added.
    pub(super) fn place(&mut self, place: Place) -> usize {
        self.places.iter().position(|known| *known == place).unwrap_or_else(|| {
            self.places.push(place);
            self.places.len() - 1
        })
    }

    /// The number of a set, whose states are sorted and distinct.
    pub(super) fn number(&mut self, states: &[State], budget: &mut Budget) -> Verdict<u32> {
        let (number, fresh) = self.sets.number(states, budget)?;
        if fresh {
            budget.hold(1 + states.len())?;
        }
        Ok(number)
    }

    /// Adds the places of the sources of all sets, until no place is new.
    pub(super) fn close(&mut self, budget: &mut Budget) -> Verdict<()> {
        while let Some((start, shape)) = self.places.get(self.origins.len()).cloned() {
            let changed = shape.offsets.iter().enumerate().filter(|(_, offset)| **offset != 0);
            let mask = changed.fold(shape.below, |mask, (track, _)| mask | 1 << track);
            let mut by_digits = Vec::new();
            for letter in within(mask) {
                let mut sources = Vec::new();
                // The coordinates that were less already; the others become less by this digit.
                for less in within(shape.below) {
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
                    // The source, in a list that doubles, and a place with its shape.
                    budget.take((2 * size_of::<Source>() + 64 + 16 * shape.offsets.len()) as u64)?;
                    let place = self.place((start, Shape { below: less, offsets }));
                    sources.push(Source { place, letter: digits, free: less });
                }
                by_digits.push(match sources[..] {
                    [Source { place, letter, free: 0 }] => Sources::One { place, letter },
                    _ => Sources::Several(sources.into()),
                });
            }
            self.origins.push(Origin { mask, by_digits });
        }
        Ok(())
    }

    /// The sets around 0.
    pub(super) fn first(&self) -> Box<[u32]> {
        let place = |(start, shape): &Place| {
            let small: Option<Vec<u64>> =
                shape.offsets.iter().map(|&offset| u64::try_from(offset).ok()).collect();
            match small {
                Some(y) if shape.below == 0 => {
                    1 + self.automaton.read(*start, Numeration::binary().letters_of_small(&y))
                }
                // No number is less than 0.
                _ => 0,
            }
        };
        self.places.iter().map(place).collect()
    }

    /// The sets after one more letter.
    pub(super) fn after(&mut self, sets: &[u32], letter: usize, budget: &mut Budget) -> Verdict<Box<[u32]>> {
        let mut result = Vec::with_capacity(sets.len());
        let mut union: Vec<State> = Vec::new();
        let single = 1..u32::try_from(self.automaton.states() + 1).unwrap_or(1);
        for place in 0..sets.len() {
            let Origin { mask, by_digits } = &self.origins[place];
            let kept = letter & !mask;
            let several = match &by_digits[packed(letter, *mask)] {
                Sources::One { place, letter } if single.contains(&sets[*place]) => {
                    result.push(1 + self.automaton.next(sets[*place] - 1, kept | letter));
                    continue;
                }
                Sources::One { place, letter } => &[Source { place: *place, letter: *letter, free: 0 }][..],
                Sources::Several(sources) => sources,
            };
            union.clear();
            for Source { place, letter, free } in several {
                let states = self.sets.row(sets[*place] as usize);
                budget.spend(states.len() << free.count_ones())?;
                for &state in states {
                    for digits in within(*free) {
                        union.push(self.automaton.next(state, kept | letter | digits));
                    }
                }
            }
            union.sort_unstable();
            union.dedup();
            result.push(match union[..] {
                [] => 0,
                [state] => 1 + state,
                _ => self.number(&union, budget)?,
            });
        }
        Ok(result.into())
    }
}

/// All numbers that have no bit outside a mask, ascending.
fn within(mask: usize) -> impl Iterator<Item = usize> {
    let next = move |&bits: &usize| (bits != mask).then_some((bits | !mask).wrapping_add(1) & mask);
    std::iter::successors(Some(0), next)
}

/// The digits of a letter within a mask, packed together.
fn packed(letter: usize, mut mask: usize) -> usize {
    let (mut packed, mut place) = (0, 0);
    while mask != 0 {
        packed |= (letter >> mask.trailing_zeros() & 1) << place;
        mask &= mask - 1;
        place += 1;
    }
    packed
}

//! Heaps that are chosen by their names or because they are adjacent.

use std::collections::BTreeSet;

use super::Writer;
use crate::{
    fault::{Fault, FaultCode as Code, Hint},
    place::Place,
    scope::{Elaborated, for_each_subset},
    syntax::{Arrangement, Choice, Expression},
};

impl Writer<'_> {
    /// Returns the sets of heaps that a move may touch, small ones first, each in the order of the
    /// heaps.
    ///
    /// Every heap of a set is touched, so no two sets have a move in common.
    pub(super) fn chosen(&mut self, choice: &Choice, place: Place) -> Elaborated<Vec<Vec<usize>>> {
        match choice {
            Choice::Each(names) => Ok(vec![self.named(names)?]),
            Choice::Some(names, place) => {
                let heaps = self.named(names)?;
                let mut sets = Vec::new();
                for size in 1..=heaps.len() {
                    let complete = for_each_subset(heaps.len(), size, &mut |subset| {
                        sets.push(subset.iter().map(|&index| heaps[index]).collect());
                        sets.len() <= self.limit
                    });
                    if !complete {
                        return Err(self.too_many(*place));
                    }
                }
                Ok(sets)
            }
            Choice::Consecutive(most, arrangement) => self.neighbours(most, *arrangement, place),
            Choice::Heaps(..) | Choice::AllNonempty => Ok(Vec::new()),
        }
    }

    /// Returns the heaps with these names, each once.
    fn named(&self, names: &[(String, Place)]) -> Elaborated<Vec<usize>> {
        let mut heaps = Vec::new();
        for (name, place) in names {
            let Some(heap) = self.scope.coordinates.iter().position(|known| known == name) else {
                let hint = Hint::Near { name: name.clone(), known: self.scope.coordinates.to_vec() };
                let fault = Fault::new(Code::NoSuchHeap, *place, format!("there is no heap `{name}`"))
                    .expected(match self.scope.coordinates {
                        [one] => format!("`{one}`"),
                        [one, other] => format!("`{one}` or `{other}`"),
                        [first, .., last] => format!("one of `{first}`, …, `{last}`"),
                        [] => "a heap".to_owned(),
                    });
                return Err(Box::new(fault.hint(hint)));
            };
            if heaps.contains(&heap) {
                let fault = Fault::new(Code::Contradiction, *place, format!("`{name}` is named twice"));
                return Err(Box::new(fault.expected("each heap once")));
            }
            heaps.push(heap);
        }
        heaps.sort_unstable();
        Ok(heaps)
    }

    /// Returns the non-empty sets of heaps that lie within `most` consecutive ones.
    fn neighbours(
        &mut self,
        most: &Expression,
        arrangement: Arrangement,
        place: Place,
    ) -> Elaborated<Vec<Vec<usize>>> {
        let (heaps, at) = (self.dimension(), most.place);
        let most = self.scope.fixed(most)?;
        if most < 1 {
            return Err(nothing(at, "at least 1 heap"));
        }
        if arrangement == Arrangement::Circle && heaps < 3 {
            let message = format!(
                "a circle has 3 heaps or more, but there {} {heaps}",
                if heaps == 1 { "is" } else { "are" }
            );
            let fault = Fault::new(Code::SizeLimit, place, message).expected("`heaps 3`, or more");
            return Err(Box::new(
                fault.suggest("write `of a path`, on which the first heap is not next to the last"),
            ));
        }
        let Some(most) = usize::try_from(most).ok().filter(|&most| most <= heaps) else {
            let fault =
                Fault::new(Code::SizeLimit, at, format!("{most} consecutive heaps, and there are {heaps}"));
            return Err(Box::new(
                fault
                    .expected(format!("at most {heaps}"))
                    .suggest("write `any heaps`, if all may be taken from at once"),
            ));
        };
        let mut sets = BTreeSet::new();
        // Each set has a first heap, and the others are less than `most` away from it.
        for first in 0..heaps {
            let away = match arrangement {
                Arrangement::Circle => most,
                Arrangement::Path => most.min(heaps - first),
            };
            for others in 0..away {
                let complete = for_each_subset(away - 1, others, &mut |subset| {
                    let mut set: Vec<usize> = subset.iter().map(|step| (first + step + 1) % heaps).collect();
                    set.push(first);
                    set.sort_unstable();
                    sets.insert((set.len(), set));
                    sets.len() <= self.limit
                });
                if !complete {
                    return Err(self.too_many(place));
                }
            }
        }
        Ok(sets.into_iter().map(|(_, set)| set).collect())
    }
}

fn nothing(place: Place, expected: &str) -> Box<Fault> {
    let fault = Fault::new(Code::EmptyAmount, place, "no heap is touched by this move");
    Box::new(fault.expected(expected))
}

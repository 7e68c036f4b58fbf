//! Playing by a proved law, at positions of any size.

use bouton_cert::Law;
use bouton_core::{ControlState, Ruleset, StandardValuation, State, Value};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::relation::{MoveRelation, RelationLimit, RelationState};
use crate::verify::Relations;

/// A position of any size.
pub type BigPosition = (Vec<BigUint>, ControlState);

/// Options found by [`Guide::options_with_value`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundOptions {
    /// The options, in a fixed order.
    pub options: Vec<BigPosition>,
    /// Whether there are more than were asked for.
    pub more: bool,
}

/// Answers questions about positions of any size from a proved law, digit by
/// digit: the time is linear in the number of digits, however many options
/// there are.
#[derive(Clone, Debug)]
pub struct Guide {
    law: Law,
    relations: Relations,
    dimension: usize,
    controls: usize,
}

/// How many digits an option may have more than the position.
const MORE_DIGITS: u64 = 48;

impl Guide {
    /// A guide from a law that was proved for `ruleset`.
    ///
    /// # Errors
    ///
    /// [`RelationLimit`] if the moves cannot be written as an automaton.
    pub fn new(ruleset: &Ruleset, law: &Law) -> Result<Self, RelationLimit> {
        Ok(Self {
            law: law.clone(),
            relations: Relations::new(ruleset, 1 << 26)?,
            dimension: ruleset.dimension(),
            controls: ruleset.controls().len(),
        })
    }

    /// The law.
    #[must_use]
    pub fn law(&self) -> &Law {
        &self.law
    }

    /// The value that the law gives: an outcome (without the refinement of
    /// misère play), or a Grundy value. Grundy values beyond 2^64 are `None`.
    ///
    /// # Panics
    ///
    /// If the position has the wrong number of coordinates or no such control state.
    #[must_use]
    pub fn value(&self, coordinates: &[BigUint], control: ControlState) -> Option<BigUint> {
        assert_eq!(coordinates.len(), self.dimension, "one coordinate for each track");
        if self.law.nim_heap {
            return self.grundy(coordinates, control);
        }
        let value = self.law.automaton.evaluate(control.index(), coordinates);
        Some(BigUint::from(self.law.valuation.coarse(value)))
    }

    /// The outcome: with a law of Grundy values 0 (P) or 1 (N).
    ///
    /// # Panics
    ///
    /// As [`value`](Self::value).
    #[must_use]
    pub fn outcome(&self, coordinates: &[BigUint], control: ControlState) -> Value {
        let mut coordinates = coordinates.to_vec();
        if self.law.nim_heap {
            coordinates.push(BigUint::ZERO);
        }
        let value = self.law.automaton.evaluate(control.index(), &coordinates);
        match self.law.valuation {
            StandardValuation::Grundy => value.min(1),
            valuation => valuation.coarse(value),
        }
    }

    /// The heap h with which (x, h) is a P-position.
    fn grundy(&self, coordinates: &[BigUint], control: ControlState) -> Option<BigUint> {
        let law = &self.law.automaton;
        let places = digits(coordinates) + MORE_DIGITS;
        // The states reached for each choice of the digits of h, with the way there.
        let mut layers: Vec<FxHashMap<State, (State, bool)>> = Vec::new();
        let mut layer: FxHashMap<State, (State, bool)> = FxHashMap::default();
        layer.insert(law.starts()[control.index()], (0, false));
        for place in (0..places).rev() {
            let letter = letter_at(coordinates, place);
            let mut next = FxHashMap::default();
            let mut states: Vec<State> = layer.keys().copied().collect();
            states.sort_unstable();
            for state in states {
                for digit in [false, true] {
                    let target = law.next(state, letter | usize::from(digit) << self.dimension);
                    next.entry(target).or_insert((state, digit));
                }
            }
            layers.push(std::mem::replace(&mut layer, next));
        }
        let mut state = *layer.keys().find(|&&state| law.output(state) == 0)?;
        let mut grundy = BigUint::ZERO;
        for place in 0..places {
            let (before, digit) = layer[&state];
            grundy.set_bit(place, digit);
            state = before;
            layer = layers.pop()?;
        }
        Some(grundy)
    }

    /// The options whose outcome is one of `allowed` (outcomes as given by
    /// [`outcome`](Self::outcome)), at most `most` of them.
    ///
    /// # Panics
    ///
    /// As [`value`](Self::value).
    #[must_use]
    pub fn options_with_value(
        &self,
        coordinates: &[BigUint],
        control: ControlState,
        allowed: &[Value],
        most: usize,
    ) -> FoundOptions {
        assert_eq!(coordinates.len(), self.dimension, "one coordinate for each track");
        let mut found = FoundOptions { options: Vec::new(), more: false };
        for target in (0..self.controls).filter_map(|c| u8::try_from(c).ok()).map(ControlState) {
            let Some(relation) = self.relations.between(control, target) else { continue };
            let walk = Walk::new(self, relation, coordinates, target, allowed);
            walk.collect(self, most, &mut found);
        }
        found
    }

    /// The options to a P-position, at most `most` of them: each is a winning move.
    ///
    /// # Panics
    ///
    /// As [`value`](Self::value).
    #[must_use]
    pub fn winning_options(
        &self,
        coordinates: &[BigUint],
        control: ControlState,
        most: usize,
    ) -> FoundOptions {
        self.options_with_value(coordinates, control, &[0], most)
    }

    fn outcome_of_state(&self, state: State) -> Value {
        let value = self.law.automaton.output(state);
        match self.law.valuation {
            StandardValuation::Grundy => value.min(1),
            valuation => valuation.coarse(value),
        }
    }
}

fn digits(coordinates: &[BigUint]) -> u64 {
    coordinates.iter().map(BigUint::bits).max().unwrap_or(0)
}

fn letter_at(coordinates: &[BigUint], place: u64) -> usize {
    coordinates.iter().enumerate().fold(0, |letter, (track, c)| letter | usize::from(c.bit(place)) << track)
}

/// Where a move under way stands: in the relation and in the law.
type Place = (RelationState, State);

/// All ways to choose the digits of an option, most significant first, that can be completed.
struct Walk {
    target: ControlState,
    places: u64,
    /// For each place, the steps of each (relation state, law state) that can be completed.
    steps: Vec<FxHashMap<Place, Vec<(u16, Place)>>>,
    start: Place,
    possible: bool,
}

impl Walk {
    fn new(
        guide: &Guide,
        relation: &MoveRelation,
        coordinates: &[BigUint],
        target: ControlState,
        allowed: &[Value],
    ) -> Self {
        let law = &guide.law.automaton;
        let places = digits(coordinates) + MORE_DIGITS;
        let start = (MoveRelation::START, law.starts()[target.index()]);
        let mut layers = vec![vec![start]];
        let mut steps: Vec<FxHashMap<_, Vec<_>>> = Vec::new();
        for place in (0..places).rev() {
            let letter = letter_at(coordinates, place);
            let mut here: FxHashMap<_, Vec<_>> = FxHashMap::default();
            let mut next = Vec::new();
            for &(state, law_state) in &layers[layers.len() - 1] {
                let ways: Vec<_> = relation
                    .next(state, letter)
                    .iter()
                    .map(|&(written, reached)| {
                        (written, (reached, law.next(law_state, usize::from(written))))
                    })
                    .collect();
                next.extend(ways.iter().map(|way| way.1));
                here.insert((state, law_state), ways);
            }
            next.sort_unstable();
            next.dedup();
            layers.push(next);
            steps.push(here);
        }
        // Keep only what can be completed.
        let mut useful: rustc_hash::FxHashSet<(RelationState, State)> = layers[layers.len() - 1]
            .iter()
            .copied()
            .filter(|&(state, law_state)| {
                relation.accepts(state) && allowed.contains(&guide.outcome_of_state(law_state))
            })
            .collect();
        for here in steps.iter_mut().rev() {
            for ways in here.values_mut() {
                ways.retain(|way| useful.contains(&way.1));
            }
            here.retain(|_, ways| !ways.is_empty());
            useful = here.keys().copied().collect();
        }
        let possible = useful.contains(&start);
        Self { target, places, steps, start, possible }
    }

    fn collect(&self, guide: &Guide, most: usize, found: &mut FoundOptions) {
        if !self.possible {
            return;
        }
        let mut option = vec![BigUint::ZERO; guide.dimension];
        // Depth first, by place: which way is being tried.
        let mut trail: Vec<((RelationState, State), usize)> = vec![(self.start, 0)];
        while let Some(&(at, way)) = trail.last() {
            let depth = trail.len() - 1;
            if depth == self.steps.len() {
                if found.options.len() >= most {
                    found.more = true;
                    return;
                }
                found.options.push((option.clone(), self.target));
                trail.pop();
                continue;
            }
            let ways = &self.steps[depth][&at];
            let Some(&(written, next)) = ways.get(way) else {
                trail.pop();
                continue;
            };
            let place = self.places - 1 - depth as u64;
            for (track, coordinate) in option.iter_mut().enumerate() {
                coordinate.set_bit(place, written >> track & 1 == 1);
            }
            if let Some(last) = trail.last_mut() {
                last.1 += 1;
            }
            trail.push((next, 0));
        }
    }
}

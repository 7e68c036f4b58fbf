//! Play by a proved law, at positions of any size.

use bouton_automata::{Words, words_of};
use bouton_core::{ControlState, Law, LimitReached, MemoryShare, Ruleset, State, Value, Watch, Weigh};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::relation::{MoveRelation, RelationLimit, Sets};
use crate::verify::Relations;

/// A position of any size.
pub type BigPosition = (Vec<BigUint>, ControlState);

/// Options found by [`Guide::options_with_value`].
///
/// ```
/// use bouton_core::{ControlState, Watch};
/// use bouton_prove::{Goal, Guide, ProveOptions, prove};
///
/// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let watch = Watch::unlimited();
/// let proof = prove(&nim, Goal::Outcome, &ProveOptions::default(), &watch)?;
/// let guide = Guide::new(&nim, proof.law(), &watch)?;
/// let found = guide.options_with_value(&[5u32.into(), 5u32.into()], ControlState(0), &[1], 3, &watch)?;
/// assert_eq!((found.options.len(), found.more), (3, true)); // each of the ten options is won
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundOptions {
    /// The options, in a fixed order.
    pub options: Vec<BigPosition>,
    /// Whether there are more than `most`.
    pub more: bool,
}

/// Answers questions about positions of any size from a proved law, digit by digit: the time is
/// linear in the number of digits, for any number of options.
///
/// ```
/// use bouton_core::{ControlState, Watch};
/// use bouton_prove::{Goal, Guide, ProveOptions, prove};
///
/// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let watch = Watch::unlimited();
/// let proof = prove(&nim, Goal::Outcome, &ProveOptions::default(), &watch)?;
/// let guide = Guide::new(&nim, proof.law(), &watch)?;
/// let position = ["1000000000000000000000000".parse()?, 7u32.into()];
/// let found = guide.winning_options(&position, ControlState(0), 10, &watch)?;
/// assert_eq!(found.options, [(vec![7u32.into(), 7u32.into()], ControlState(0))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Guide {
    law: Law,
    /// The law on words only.
    words: Words,
    relations: Relations,
    dimension: usize,
    controls: usize,
}

/// The number of digits that an option may have more than the position.
const MORE_DIGITS: usize = 48;

impl Guide {
    /// Creates a guide from a law that was proved for `ruleset`.
    ///
    /// # Errors
    ///
    /// [`RelationLimit`] if the moves cannot be written as an automaton, or because of the watch.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{DigitAutomaton, Law, Valuation, Watch};
    /// use bouton_prove::Guide;
    ///
    /// // lost exactly if 3 divides the heap
    /// let law = DigitAutomaton::new(1, vec![0], vec![0, 1, 1], vec![0, 1, 2, 0, 1, 2])?;
    /// let law = Law::new(Valuation::NormalOutcome, law);
    /// let game = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
    /// let guide = Guide::new(&game, &law, &Watch::unlimited())?;
    /// assert_eq!(*guide.law(), law);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(ruleset: &Ruleset, law: &Law, watch: &Watch) -> Result<Self, RelationLimit> {
        const MOST: usize = 1 << 26;
        let words = words_of(&law.automaton, MOST).map_err(|_| RelationLimit::Transitions(MOST))?;
        Ok(Self {
            law: law.clone(),
            words,
            relations: Relations::new(ruleset, law.numeration(), MOST, watch)?,
            dimension: ruleset.dimension(),
            controls: ruleset.controls().len(),
        })
    }

    /// The law.
    ///
    /// ```
    /// use bouton_core::{DigitAutomaton, Law, Valuation, Watch};
    /// use bouton_prove::Guide;
    ///
    /// let law = DigitAutomaton::new(1, vec![0], vec![0, 1, 1], vec![0, 1, 2, 0, 1, 2])?;
    /// let game = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
    /// let guide = Guide::new(&game, &Law::new(Valuation::NormalOutcome, law), &Watch::unlimited())?;
    /// let outcome = guide.law().outcome(bouton_core::ControlState(0), &["3000000000000000000".parse()?]);
    /// assert_eq!(outcome.number(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn law(&self) -> &Law {
        &self.law
    }

    /// Returns at most `most` options whose outcome, by its [number](bouton_core::Outcome::number),
    /// is one of `allowed`.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] of time or memory.
    ///
    /// # Panics
    ///
    /// If the position has the wrong number of coordinates or no such control state.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Watch};
    /// use bouton_prove::{Goal, Guide, ProveOptions, prove};
    ///
    /// let game = bouton_rules::Game::parse("heaps 1; move take 1..3 from 1 heap").unwrap().ruleset().unwrap();
    /// let watch = Watch::unlimited();
    /// let proof = prove(&game, Goal::Outcome, &ProveOptions::default(), &watch)?;
    /// let guide = Guide::new(&game, proof.law(), &watch)?;
    /// let lost_and_won = guide.options_with_value(&[9u32.into()], ControlState(0), &[0, 1], 2, &watch)?;
    /// assert_eq!(lost_and_won.options.len(), 2);
    /// assert!(lost_and_won.more); // there are three options
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn options_with_value(
        &self,
        coordinates: &[BigUint],
        control: ControlState,
        allowed: &[Value],
        most: usize,
        watch: &Watch,
    ) -> Result<FoundOptions, LimitReached> {
        assert_eq!(coordinates.len(), self.dimension, "one coordinate for each track");
        let mut found = FoundOptions { options: Vec::new(), more: false };
        let law = &self.law;
        let is_allowed =
            |state| allowed.contains(&law.valuation.outcome_of(self.words.law.output(state)).number());
        let letters: Vec<_> = self.letters(coordinates, None, watch)?;
        for target in (0..self.controls).map(ControlState::new) {
            let Some(relation) = self.relations.between(control, target) else { continue };
            let walk = Walk::new(self, relation, &letters, target, &is_allowed, watch)?;
            walk.collect(self, most, &mut found, watch)?;
        }
        Ok(found)
    }

    /// Returns at most `most` options of this Grundy value, by a law of Grundy values.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] of time or memory.
    ///
    /// # Panics
    ///
    /// If the position has the wrong number of coordinates or no such control state, or the law does not give
    /// Grundy values.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Watch};
    /// use bouton_prove::{Goal, Guide, ProveOptions, prove};
    ///
    /// let game = bouton_rules::Game::parse("heaps 1; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let watch = Watch::unlimited();
    /// let proof = prove(&game, Goal::Grundy, &ProveOptions::default(), &watch)?;
    /// let guide = Guide::new(&game, proof.law(), &watch)?;
    /// let found = guide.options_with_grundy(&[1_000u32.into()], ControlState(0), &7u32.into(), 10, &watch)?;
    /// assert_eq!(found.options, [(vec![7u32.into()], ControlState(0))]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn options_with_grundy(
        &self,
        coordinates: &[BigUint],
        control: ControlState,
        value: &BigUint,
        most: usize,
        watch: &Watch,
    ) -> Result<FoundOptions, LimitReached> {
        assert_eq!(coordinates.len(), self.dimension, "one coordinate for each track");
        assert!(self.law.is_grundy(), "a law of Grundy values");
        let mut found = FoundOptions { options: Vec::new(), more: false };
        // An option beside a Nim heap of this value is P; else the value is the output.
        let law = &self.law;
        let output = if law.nim_heap { Some(0) } else { Value::try_from(value).ok() };
        let is_wanted = |state| Some(self.words.law.output(state)) == output;
        let letters = self.letters(coordinates, law.nim_heap.then_some(value), watch)?;
        for target in (0..self.controls).map(ControlState::new) {
            let Some(relation) = self.relations.between(control, target) else { continue };
            let walk = Walk::new(self, relation, &letters, target, &is_wanted, watch)?;
            walk.collect(self, most, &mut found, watch)?;
        }
        Ok(found)
    }

    /// The letters of a position, after zeros that leave digits for longer options, each with the digit of a
    /// Nim heap beside the options as a letter.
    fn letters(
        &self,
        coordinates: &[BigUint],
        beside: Option<&BigUint>,
        watch: &Watch,
    ) -> Result<Vec<(usize, usize)>, LimitReached> {
        let mut numbers = coordinates.to_vec();
        numbers.extend(beside.cloned());
        let alphabet = self.law.automaton.alphabet();
        // The letters of the coordinates alone.
        let below =
            if self.law.nim_heap { alphabet.letters() / alphabet.digits() } else { alphabet.letters() };
        let digits = self.law.numeration().letters_within(&numbers, watch)?;
        let letters = std::iter::repeat_n(0, MORE_DIGITS).chain(digits);
        Ok(letters.map(|letter| (letter % below, letter - letter % below)).collect())
    }

    /// Returns at most `most` options that are P-positions: each is a winning move.
    ///
    /// # Errors
    ///
    /// As [`options_with_value`](Self::options_with_value).
    ///
    /// # Panics
    ///
    /// As [`options_with_value`](Self::options_with_value).
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Watch};
    /// use bouton_prove::{Goal, Guide, ProveOptions, prove};
    ///
    /// let game = bouton_rules::Game::parse("heaps 1; move take 1..3 from 1 heap").unwrap().ruleset().unwrap();
    /// let watch = Watch::unlimited();
    /// let proof = prove(&game, Goal::Outcome, &ProveOptions::default(), &watch)?;
    /// let guide = Guide::new(&game, proof.law(), &watch)?;
    /// let lost = guide.winning_options(&[1_000u32.into()], ControlState(0), 10, &watch)?;
    /// assert!(lost.options.is_empty() && !lost.more); // 4 divides 1000
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_options(
        &self,
        coordinates: &[BigUint],
        control: ControlState,
        most: usize,
        watch: &Watch,
    ) -> Result<FoundOptions, LimitReached> {
        self.options_with_value(coordinates, control, &[0], most, watch)
    }
}

/// The state of a partial move: in the relation, as a set of its states, and in the law.
type Place = (u32, State);

/// All choices of the digits of an option, most significant first, that can be completed.
struct Walk {
    target: ControlState,
    /// For each digit, the possible steps from each place that can be completed.
    steps: Vec<FxHashMap<Place, Vec<(u16, Place)>>>,
    start: Place,
    possible: bool,
    /// The memory of the steps.
    _held: MemoryShare,
}

/// The approximate number of bytes of a place in the layers, and of a step from it.
const PLACE_BYTES: u64 = 128;
const WAY_BYTES: u64 = 3 * size_of::<(u16, Place)>() as u64;

impl Walk {
    fn new(
        guide: &Guide,
        relation: &MoveRelation,
        letters: &[(usize, usize)],
        target: ControlState,
        is_wanted: &dyn Fn(State) -> bool,
        watch: &Watch,
    ) -> Result<Self, LimitReached> {
        let (mut held, mut batch) = (watch.hold_none(), watch.batch());
        let Words { law, none } = &guide.words;
        let mut sets = Sets::new(relation);
        let start = (sets.start(), law.starts()[target.index()]);
        let mut layers = vec![vec![start]];
        let mut steps: Vec<FxHashMap<_, Vec<_>>> = Vec::new();
        for &(letter, beside) in letters {
            let mut here: FxHashMap<_, Vec<_>> = FxHashMap::default();
            let mut next = Vec::new();
            for &(state, law_state) in &layers[layers.len() - 1] {
                let ways: Vec<_> = sets
                    .step(state, letter)
                    .iter()
                    .map(|&(written, reached)| {
                        (written, (reached, law.next(law_state, usize::from(written) + beside)))
                    })
                    .filter(|(_, (_, law_state))| Some(*law_state) != *none)
                    .collect();
                batch.spend(1 + ways.len() as u64)?;
                held.grow(PLACE_BYTES + WAY_BYTES * ways.len() as u64)?;
                next.extend(ways.iter().map(|way| way.1));
                here.insert((state, law_state), ways);
            }
            next.sort_unstable();
            next.dedup();
            layers.push(next);
            steps.push(here);
        }
        // Keep only places that can be completed.
        let mut useful: rustc_hash::FxHashSet<Place> = layers[layers.len() - 1]
            .iter()
            .copied()
            .filter(|&(state, law_state)| sets.accepts(state) && is_wanted(law_state))
            .collect();
        for here in steps.iter_mut().rev() {
            batch.spend(here.len() as u64)?;
            for ways in here.values_mut() {
                ways.retain(|way| useful.contains(&way.1));
            }
            here.retain(|_, ways| !ways.is_empty());
            useful = here.keys().copied().collect();
        }
        let possible = useful.contains(&start);
        drop(batch);
        Ok(Self { target, steps, start, possible, _held: held })
    }

    fn collect(
        &self,
        guide: &Guide,
        most: usize,
        found: &mut FoundOptions,
        watch: &Watch,
    ) -> Result<(), LimitReached> {
        if !self.possible {
            return Ok(());
        }
        let (mut held, mut batch) = (watch.hold_none(), watch.batch());
        let digits = (self.steps.len() * guide.dimension) as u64;
        // The part of the option that has been written, as letters.
        let mut option: Vec<usize> = Vec::with_capacity(self.steps.len());
        // Depth first: for each place the way that is being tried.
        let mut trail: Vec<(Place, usize)> = vec![(self.start, 0)];
        while let Some(&(at, way)) = trail.last() {
            batch.spend(1)?;
            let depth = trail.len() - 1;
            if depth == self.steps.len() {
                if found.options.len() >= most {
                    found.more = true;
                    break;
                }
                batch.spend(digits / 4)?;
                // Only words of the numeration were continued.
                let numbers = guide.law.numeration().numbers_within(guide.dimension, &option, watch)?;
                if let Some(numbers) = numbers {
                    held.grow(96 + numbers.weight())?;
                    found.options.push((numbers, self.target));
                }
                trail.pop();
                option.pop();
                continue;
            }
            let ways = &self.steps[depth][&at];
            let Some(&(written, next)) = ways.get(way) else {
                trail.pop();
                option.pop();
                continue;
            };
            option.push(usize::from(written));
            if let Some(last) = trail.last_mut() {
                last.1 += 1;
            }
            trail.push((next, 0));
        }
        Ok(())
    }
}

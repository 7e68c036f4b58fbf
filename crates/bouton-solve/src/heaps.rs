//! Games that are sums of heaps: heaps are solved separately and combined by nim-addition.

use std::sync::Arc;

use bouton_core::{
    ControlState, Formula, LimitReached, LinearExpression, MoveSchema, Period, Ruleset, RulesetParts,
    TakeAndBreakCode, Target, Value, Variable, Watch,
};
use num_bigint::BigUint;

use crate::Cost;

mod kind;
mod options;
mod parts;
mod values;

pub use values::HeapValues;

pub use kind::HeapLaw;
use kind::Kind;
pub use options::{GrundyFilter, HeapOption, HeapOptions, keep_least};
pub use parts::{PartsVerdict, for_each_part};

/// The Grundy values of a game that is a sum of heaps. Heaps may be of any size where there is a
/// formula for the values of single heaps.
///
/// A position is the sum of its heaps if each move changes one heap, depends on that heap alone,
/// and play ends only where no heap has a move. Then its Grundy value is their nim-sum (Sprague,
/// *Über mathematische Kampfspiele*, 1935; Grundy, *Mathematics and games*, 1939).
/// [`of_ruleset`](Self::of_ruleset) tests these hypotheses on the written-out moves. The value of a
/// single heap of any size is known
///
/// * if any amount may be taken from it: then it is the heap itself;
/// * by a period that is proved, see [`period`](Self::periods).
///
/// The outcome of normal play is P exactly where the Grundy value is 0. Under misère play the
/// Grundy values are the same, but do not determine the outcome.
///
/// ```
/// use bouton_core::Watch;
/// use bouton_solve::HeapSum;
///
/// let game = bouton_rules::Game::parse("heaps 2; move take {1,3,4} from 1 heap").unwrap();
/// let mut heaps = HeapSum::of_ruleset(&game.ruleset().unwrap(), &Watch::unlimited()).unwrap().unwrap();
/// let position = ["1000000000000000000000000000005", "7"].map(|heap| heap.parse().unwrap());
/// heaps.prepare(&position, &Watch::unlimited()).unwrap();
/// assert_eq!(heaps.value(&position, &Watch::unlimited()).unwrap(), 2u32.into());
/// ```
#[derive(Clone, Debug)]
pub struct HeapSum {
    kinds: Vec<Kind>,
    /// The kind of each heap; `None` for a code, where the number of heaps varies.
    kind_of: Option<Vec<usize>>,
}

impl HeapSum {
    /// Reads the heaps of a ruleset; `None` if its game is not a sum of heaps.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`] while the moves of a heap are compiled.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::Watch;
    /// use bouton_solve::HeapSum;
    ///
    /// let watch = Watch::unlimited();
    /// let sum_of_heaps = bouton_rules::Game::parse("heaps 2; move take 1..3 from 1 heap").unwrap();
    /// assert!(HeapSum::of_ruleset(&sum_of_heaps.ruleset().unwrap(), &watch)?.is_some());
    /// let wythoff = bouton_rules::resolve("wythoff").unwrap();
    /// assert!(HeapSum::of_ruleset(&wythoff.ruleset().unwrap(), &watch)?.is_none()); // a move may change both heaps
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn of_ruleset(ruleset: &Ruleset, watch: &Watch) -> Result<Option<Self>, LimitReached> {
        let mut size = 0;
        for schema in ruleset.moves() {
            schema.guard.for_each_expression(&mut |_| size += 1);
        }
        watch.spend(size + ruleset.moves().len() as u64)?;
        let Some(rules) = parts(ruleset) else { return Ok(None) };
        let mut distinct: Vec<&Vec<MoveSchema>> = Vec::new();
        let mut kind_of = Vec::new();
        for rule in &rules {
            let known = distinct.iter().position(|&other| other == rule);
            kind_of.push(known.unwrap_or_else(|| {
                distinct.push(rule);
                distinct.len() - 1
            }));
        }
        // A stopping rule may end play at a single heap; with several heaps the game is then not a
        // sum.
        let stop = if ruleset.dimension() == 1 { ruleset.stop().clone() } else { Formula::False };
        let mut kinds = Vec::new();
        for moves in distinct {
            let Some(heap) = one_heap(ruleset, moves.clone(), stop.clone()) else { return Ok(None) };
            kinds.push(Kind::of_ruleset(&heap, watch)?);
        }
        Ok(Some(Self { kinds, kind_of: Some(kind_of) }))
    }

    /// Creates the heaps of a take-and-break game, in any number.
    ///
    /// ```
    /// use bouton_core::{TakeAndBreakCode, Watch};
    /// use bouton_solve::HeapSum;
    ///
    /// let mut kayles = HeapSum::of_code(&TakeAndBreakCode::new(vec![0, 7, 7])?);
    /// let heaps = [7u32.into(), 3u32.into()];
    /// assert_eq!(kayles.value(&heaps, &Watch::unlimited())?, 1u32.into()); // 2 ⊕ 3
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_code(code: &TakeAndBreakCode) -> Self {
        Self { kinds: vec![Kind::of_code(code)], kind_of: None }
    }

    /// Creates heaps in any number, each with the rules of this game of one heap; `None` if it has
    /// control states.
    ///
    /// # Errors
    ///
    /// As [`of_ruleset`](Self::of_ruleset).
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::Watch;
    /// use bouton_solve::HeapSum;
    ///
    /// let one = bouton_rules::Game::parse("heaps 1; move take any from 1 heap").unwrap();
    /// let mut nim = HeapSum::of_any_heaps(&one.ruleset().unwrap(), &Watch::unlimited())?.unwrap();
    /// let heaps = [1u32, 2, 4, 8].map(Into::into);
    /// assert_eq!(nim.value(&heaps, &Watch::unlimited())?, 15u32.into());
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn of_any_heaps(one: &Ruleset, watch: &Watch) -> Result<Option<Self>, LimitReached> {
        let kinds = Self::of_ruleset(one, watch)?.map(|sum| sum.kinds).filter(|kinds| kinds.len() == 1);
        Ok(kinds.map(|kinds| Self { kinds, kind_of: None }))
    }

    /// Sets a period for every heap that is proved elsewhere; `false` if not all heaps have the
    /// same rules.
    ///
    /// ```
    /// use bouton_core::{Period, TakeAndBreakCode, Watch};
    /// use bouton_solve::HeapSum;
    ///
    /// let mut heaps = HeapSum::of_code(&TakeAndBreakCode::new(vec![0, 3, 3])?); // take one or two
    /// let period = Period { length: 3, preperiod: 0, saltus: 0, values: vec![0, 1, 2] };
    /// assert!(heaps.set_period(period, "known"));
    /// assert_eq!(heaps.value(&["1000000000000000000000".parse()?], &Watch::unlimited())?, 1u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_period(&mut self, period: Period, theorem: &'static str) -> bool {
        let [kind] = self.kinds.as_mut_slice() else { return false };
        kind.set_period(period, theorem);
        true
    }

    /// Sets a law of every heap that is proved elsewhere; `false` if not all heaps have the same rules.
    pub fn set_law(&mut self, law: Arc<dyn HeapLaw>) -> bool {
        let [kind] = self.kinds.as_mut_slice() else { return false };
        kind.law = Some(law);
        true
    }

    /// The proved periods, each with its theorem, for each kind of heap that has one.
    ///
    /// ```
    /// use bouton_core::Watch;
    /// use bouton_solve::HeapSum;
    ///
    /// let rules = "heaps 2; move take 1..3 from h1; move take 1..4 from h2";
    /// let game = bouton_rules::Game::parse(rules).unwrap();
    /// let mut heaps = HeapSum::of_ruleset(&game.ruleset().unwrap(), &Watch::unlimited()).unwrap().unwrap();
    /// heaps.prepare(&[100u32.into(), 100u32.into()], &Watch::unlimited())?;
    /// assert_eq!(heaps.periods().map(|(period, _)| period.length).collect::<Vec<_>>(), [4, 5]);
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn periods(&self) -> impl Iterator<Item = (&Period, &str)> {
        self.kinds
            .iter()
            .filter_map(|kind| kind.period.as_ref())
            .map(|proved| (&proved.period, proved.theorem.as_str()))
    }

    /// The first heap of each kind that has a period, counted from 0, in the order of
    /// [`periods`](Self::periods); empty if there is only one kind.
    ///
    /// ```
    /// use bouton_core::Watch;
    /// use bouton_solve::HeapSum;
    ///
    /// let rules = "heaps 3; move take 1..3 from h1; move take 1..3 from h2; move take 1..4 from h3";
    /// let game = bouton_rules::Game::parse(rules).unwrap();
    /// let mut heaps = HeapSum::of_ruleset(&game.ruleset().unwrap(), &Watch::unlimited())?.unwrap();
    /// heaps.prepare(&[100u32, 100, 100].map(Into::into), &Watch::unlimited())?;
    /// assert_eq!(heaps.first_heaps(), [0, 2]); // the second heap has the rules of the first
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    #[must_use]
    pub fn first_heaps(&self) -> Vec<usize> {
        let Some(kind_of) = self.kind_of.as_ref().filter(|_| self.kinds.len() > 1) else { return Vec::new() };
        (0..self.kinds.len())
            .filter(|&kind| self.kinds[kind].period.is_some())
            .filter_map(|kind| kind_of.iter().position(|&of| of == kind))
            .collect()
    }

    /// Whether the values of heaps of all sizes are known.
    ///
    /// ```
    /// use bouton_core::Watch;
    /// use bouton_solve::HeapSum;
    ///
    /// let game = bouton_rules::Game::parse("heaps 1; move take {1,3,4} from 1 heap").unwrap();
    /// let mut heaps = HeapSum::of_ruleset(&game.ruleset().unwrap(), &Watch::unlimited()).unwrap().unwrap();
    /// heaps.prepare(&[1_000_000u32.into()], &Watch::unlimited())?;
    /// assert!(heaps.is_closed());
    /// assert!(heaps.periods().all(|(period, _)| period.length == 7));
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.kinds.iter().all(Kind::is_closed)
    }

    /// Searches for periods, within fixed bounds of work, where values of these heaps are not
    /// known.
    ///
    /// # Errors
    ///
    /// [`LimitReached`].
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::Watch;
    /// use bouton_solve::HeapSum;
    ///
    /// let game = bouton_rules::Game::parse("heaps 1; move take {1,3,4} from 1 heap").unwrap();
    /// let watch = Watch::unlimited();
    /// let mut heaps = HeapSum::of_ruleset(&game.ruleset().unwrap(), &watch)?.unwrap();
    /// assert_eq!(heaps.periods().count(), 0);
    /// heaps.prepare(&["1000000000000".parse().unwrap()], &watch)?;
    /// assert_eq!(heaps.periods().next().unwrap().0.length, 7);
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn prepare(&mut self, heaps: &[BigUint], watch: &Watch) -> Result<(), LimitReached> {
        for (index, heap) in heaps.iter().enumerate() {
            let kind = self.kind_index(index);
            self.kinds[kind].look_for_period(heap, watch)?;
        }
        Ok(())
    }

    /// The cost of the value of a position now; `None` if no machine could hold it.
    ///
    /// ```
    /// use bouton_core::Watch;
    /// use bouton_solve::HeapSum;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap();
    /// let heaps = HeapSum::of_ruleset(&nim.ruleset().unwrap(), &Watch::unlimited()).unwrap().unwrap();
    /// let cost = heaps.estimate(&[10u32.into(), "1000000000000000000000000".parse().unwrap()]);
    /// assert!(cost.unwrap().seconds < 1.0); // the size of the heaps does not matter
    /// ```
    #[must_use]
    pub fn estimate(&self, heaps: &[BigUint]) -> Option<Cost> {
        // The values of smaller heaps come with those of larger ones.
        let mut largest: Vec<Option<&BigUint>> = vec![None; self.kinds.len()];
        for (index, heap) in heaps.iter().enumerate() {
            let entry = &mut largest[self.kind_index(index)];
            *entry = (*entry).max(Some(heap));
        }
        let costs = self.kinds.iter().zip(largest);
        costs.filter_map(|(kind, heap)| Some(kind.estimate(heap?))).sum()
    }

    /// The Grundy value of a position.
    ///
    /// # Errors
    ///
    /// [`LimitReached`]; [`estimate`](Self::estimate) gives the cost.
    ///
    /// # Panics
    ///
    /// If the number of heaps is not that of the game.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::Watch;
    /// use bouton_solve::HeapSum;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 3; move take any from 1 heap").unwrap();
    /// let mut heaps = HeapSum::of_ruleset(&nim.ruleset().unwrap(), &Watch::unlimited()).unwrap().unwrap();
    /// assert_eq!(heaps.value(&[3u32, 4, 5].map(Into::into), &Watch::unlimited())?, 2u32.into());
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn value(&mut self, heaps: &[BigUint], watch: &Watch) -> Result<BigUint, LimitReached> {
        assert!(
            self.kind_of.as_ref().is_none_or(|kinds| kinds.len() == heaps.len()),
            "one size for each heap"
        );
        let mut sum = BigUint::ZERO;
        for (index, heap) in heaps.iter().enumerate() {
            let kind = self.kind_index(index);
            sum ^= self.kinds[kind].value(heap, watch)?;
        }
        Ok(sum)
    }

    /// As `value`, in machine words, if the values of these heaps are listed.
    pub(crate) fn known_small(&self, heaps: &[u64]) -> Option<Value> {
        heaps.iter().enumerate().try_fold(0, |sum, (index, &heap)| {
            Some(sum ^ self.kinds[self.kind_index(index)].known_small(heap)?)
        })
    }

    fn kind_index(&self, heap: usize) -> usize {
        self.kind_of.as_ref().map_or(0, |kinds| kinds[heap])
    }
}

/// The moves of each coordinate separately, over variable 0 and the parameters from 1 on, if each
/// move changes one coordinate and depends on that alone.
fn parts(ruleset: &Ruleset) -> Option<Vec<Vec<MoveSchema>>> {
    let dimension = ruleset.dimension();
    let alone = dimension == 1 || *ruleset.stop() == Formula::False;
    if ruleset.controls().len() != 1 || !alone {
        return None;
    }
    let mut parts = vec![Vec::new(); dimension];
    for schema in ruleset.moves() {
        let mut touched =
            schema.targets.iter().enumerate().filter_map(|(index, target)| changed(index, target));
        let (Some((heap, expression)), None) = (touched.next(), touched.next()) else { return None };
        parts[heap].push(MoveSchema {
            guard: of_one(&schema.guard, heap, dimension)?,
            targets: vec![Target::Becomes(linear_of_one(expression, heap, dimension)?)],
            ..schema.clone()
        });
    }
    for moves in &mut parts {
        moves.sort();
    }
    Some(parts)
}

/// Returns the coordinate and its new value, unless it does not change.
fn changed(index: usize, target: &Target) -> Option<(usize, &LinearExpression)> {
    let Target::Becomes(expression) = target else { return None };
    let same = matches!(expression.terms(), [(variable, 1)] if variable.index() == index)
        && expression.constant_term() == 0;
    (!same).then_some((index, expression))
}

/// A ruleset of a single heap.
fn one_heap(ruleset: &Ruleset, moves: Vec<MoveSchema>, stop: Formula) -> Option<Ruleset> {
    let parts = RulesetParts {
        name: ruleset.name().to_owned(),
        text: String::new(),
        space: ruleset.space().clone(),
        coordinates: vec!["h1".to_owned()],
        controls: vec![String::new()],
        turns: None,
        interchangeable: true,
        weights: vec![1],
        order: None,
        exists: Formula::True,
        stop,
        moves,
        convention: ruleset.convention(),
    };
    Ruleset::new(parts).ok()
}

/// The formula with `heap` as variable 0, if it mentions no other heap.
fn of_one(formula: &Formula, heap: usize, dimension: usize) -> Option<Formula> {
    formula.try_map(&|expression| linear_of_one(expression, heap, dimension).ok_or(())).ok()
}

fn linear_of_one(expression: &LinearExpression, heap: usize, dimension: usize) -> Option<LinearExpression> {
    let mut result = LinearExpression::constant(expression.constant_term()).ok()?;
    for &(variable, factor) in expression.terms() {
        let index = match variable.index().checked_sub(dimension) {
            Some(parameter) => parameter + 1,
            None if variable.index() == heap => 0,
            None => return None,
        };
        let variable = LinearExpression::variable(Variable(u16::try_from(index).ok()?));
        result = result.plus_scaled(&variable, factor).ok()?;
    }
    Some(result)
}

/// The only control state of a sum of heaps.
pub(crate) const ONLY: ControlState = ControlState(0);

//! A ruleset compiled for the enumeration of options.

use std::{
    collections::hash_map::Entry,
    sync::{Arc, OnceLock},
};

use bouton_core::{
    Batch, ControlState, Formula, LimitReached, LinearExpression, MemoryShare, MoveSchema, ParameterBounds,
    Ruleset, Target, Variable, Watch, never_raises_within,
};
use rustc_hash::FxHashMap;

mod backwards;

pub(crate) use backwards::{Within, backwards};

/// The moves of a [`Ruleset`], prepared for enumeration.
///
/// Schemas that share control states and guard are kept together, so that a guard is evaluated once
/// for all constant vectors that it admits. A clone shares the moves.
///
/// ```
/// use bouton_core::{ControlState, Watch};
/// use bouton_solve::Moves;
///
/// let game = bouton_rules::Game::parse("heaps 2; move take 1..2 from 1 heap").unwrap();
/// let moves = Moves::within(&game.ruleset().unwrap(), &Watch::unlimited()).unwrap();
/// let mut options = Vec::new();
/// moves.for_each_option(&[1, 2], ControlState(0), &mut |option, _| options.push(option.to_vec()));
/// options.sort();
/// assert_eq!(options, [[0, 2], [1, 0], [1, 1]]);
/// ```
#[derive(Clone, Debug)]
pub struct Moves {
    dimension: usize,
    stop: Formula,
    families: Arc<[Family]>,
    /// Whether no move raises a coordinate, once this was determined.
    falls: Arc<OnceLock<bool>>,
    /// The memory held by the moves.
    held: Arc<MemoryShare>,
}

#[derive(Clone, Debug)]
struct Family {
    from: ControlState,
    to: ControlState,
    /// The part of the guard on the position alone, if there are parameters: evaluated before any
    /// is chosen.
    when: Formula,
    /// The rest of the guard.
    guard: Formula,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Constant displacements.
    Constant(Vec<Vec<i64>>),
    /// One coordinate may fall to any smaller value; the guard has no other condition.
    Falls(usize),
    /// A schema with parameters or other linear targets. `cases` cover all moves, each with the
    /// bounds of every parameter. `exact` holds if everything within these bounds is a move, `in_lines` if the
    /// last parameter then has all values within its bounds.
    General { cases: Vec<Vec<ParameterBounds>>, targets: Vec<Target>, exact: bool, in_lines: bool },
}

/// The approximate bytes of a family besides its conditions and its displacements.
const FAMILY: u64 = size_of::<Family>() as u64 + 64;
/// The approximate bytes of a displacement besides its numbers.
const VECTOR: u64 = 40;
/// The approximate bytes of a linear condition.
const CONDITION: u64 = 110;
/// The approximate bytes of a bound of a parameter; a condition is seldom a bound of each of them.
const BOUNDS: u64 = 80;

impl Moves {
    /// Compiles the moves of a ruleset under a watch, which counts their memory as long as they
    /// exist. There may be some ten thousand moves.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`].
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{Limits, Watch};
    /// use bouton_solve::Moves;
    ///
    /// let game = bouton_rules::Game::parse("heaps 4; move take 1..9 from 2 heaps when largest > 7").unwrap();
    /// let (rules, watch) = (game.ruleset().unwrap(), Watch::new(&Limits::default()));
    /// let moves = Moves::within(&rules, &watch)?;
    /// assert!(watch.memory_left() < Limits::default().memory);
    /// drop(moves);
    /// assert_eq!(watch.memory_left(), Limits::default().memory);
    ///
    /// let small = Watch::new(&Limits { memory: 10_000, ..Limits::default() });
    /// assert!(Moves::within(&rules, &small).is_err());
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn within(ruleset: &Ruleset, watch: &Watch) -> Result<Self, LimitReached> {
        let (mut compiler, order) = (Compiler::new(ruleset.dimension(), watch), ruleset.order());
        // The families of constant displacements.
        let mut constant: FxHashMap<(ControlState, ControlState, &Formula), usize> = FxHashMap::default();
        for schema in ruleset.moves() {
            if let Some(vector) = schema.constant_vector() {
                let known = constant.entry((schema.from, schema.to, &schema.guard));
                compiler.constant(known, vector)?;
            } else if let Some(coordinate) = falling_coordinate(schema, compiler.dimension) {
                compiler.falls(schema, coordinate)?;
            } else {
                // No move raises the first sum of the order by which play ends.
                compiler.general(schema, &order.sums()[0], &Formula::True)?;
            }
        }
        Ok(compiler.moves(ruleset.stop()))
    }

    /// Compiles moves that lead from (r, 0, 0, …) to all positions of a region that exist, possibly
    /// more than once. The region has the positions whose largest coordinate is r, or, if there are
    /// weights, those of the weight r. Returns `None` if a coefficient becomes too large.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`].
    pub(crate) fn to_existing(
        dimension: usize,
        exists: &Formula,
        weights: Option<&[u64]>,
        watch: &Watch,
    ) -> Result<Option<Self>, LimitReached> {
        let Some(schemas) = existing_schemas(dimension, exists, weights) else { return Ok(None) };
        let mut compiler = Compiler::new(dimension, watch);
        for schema in &schemas {
            compiler.general(schema, &vec![0; dimension], &Formula::True)?;
        }
        Ok(Some(compiler.moves(&Formula::False)))
    }

    /// Whether provably no move raises a coordinate. `ruleset` is the ruleset of these moves. The
    /// proof is sought once for all clones.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`].
    pub(crate) fn never_raise(&self, ruleset: &Ruleset, watch: &Watch) -> Result<bool, LimitReached> {
        if let Some(&known) = self.falls.get() {
            return Ok(known);
        }
        let mut work = watch.allowance();
        let falls = ruleset.moves().iter().all(|schema| never_raises_within(schema, &mut work));
        work.end()?;
        Ok(*self.falls.get_or_init(|| falls))
    }

    /// The number of bytes that are counted for the moves.
    ///
    /// ```
    /// use bouton_core::Watch;
    /// use bouton_solve::Moves;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// assert!(Moves::within(&nim, &Watch::unlimited())?.counted_bytes() > 0);
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    #[must_use]
    pub fn counted_bytes(&self) -> u64 {
        self.held.bytes()
    }

    /// The number of coordinates of a position.
    ///
    /// ```
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let moves = bouton_solve::Moves::within(&nim, &bouton_core::Watch::unlimited())?;
    /// assert_eq!(moves.dimension(), 2);
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    #[must_use]
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// Calls `visit` with every option, possibly more than once. Coordinates must be below 2^62.
    ///
    /// # Panics
    ///
    /// If there are not d coordinates, or if a move has a parameter without an upper bound
    /// ([`bouton_core::bounds_parameters`] shows that there is none).
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Watch};
    /// use bouton_solve::Moves;
    ///
    /// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
    /// let (moves, mut options) = (Moves::within(&wythoff, &Watch::unlimited()).unwrap(), Vec::new());
    /// moves.for_each_option(&[1, 1], ControlState(0), &mut |option, _| options.push(option.to_vec()));
    /// options.sort();
    /// assert_eq!(options, [[0, 0], [0, 1], [1, 0]]);
    /// ```
    pub fn for_each_option(
        &self,
        coordinates: &[u64],
        control: ControlState,
        visit: &mut dyn FnMut(&[u64], ControlState),
    ) {
        let unlimited = Watch::unlimited();
        let all = self.try_each_option(coordinates, control, &mut unlimited.batch(), |option, control| {
            visit(option, control);
            true
        });
        debug_assert_eq!(all, Ok(()), "an unlimited watch ends nothing");
    }

    /// Whether the position has no option.
    ///
    /// # Panics
    ///
    /// If there are not d coordinates.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Watch};
    /// use bouton_solve::Moves;
    ///
    /// let game = bouton_rules::resolve("two-in-total").unwrap();
    /// let moves = Moves::within(&game.ruleset().unwrap(), &Watch::unlimited()).unwrap();
    /// assert!(moves.is_terminal(&[0, 0, 0, 9], ControlState(0))); // play stops with one heap left
    /// assert!(!moves.is_terminal(&[0, 0, 1, 9], ControlState(0)));
    /// ```
    #[must_use]
    pub fn is_terminal(&self, coordinates: &[u64], control: ControlState) -> bool {
        let mut terminal = true;
        let unlimited = Watch::unlimited();
        let first = self.try_each_option(coordinates, control, &mut unlimited.batch(), |_, _| {
            terminal = false;
            false
        });
        debug_assert_eq!(first, Ok(()), "an unlimited watch ends nothing");
        terminal
    }

    /// The number of families of moves that are tried one after the other; each constant move is a
    /// family.
    pub(crate) fn families(&self) -> usize {
        let count = |family: &Family| match &family.kind {
            Kind::Constant(vectors) => vectors.len(),
            Kind::Falls(_) | Kind::General { .. } => 1,
        };
        self.families.iter().map(count).sum()
    }

    /// Whether some coordinate may fall to any smaller value at every position.
    pub(crate) fn falls_anywhere(&self) -> bool {
        self.stop == Formula::False
            && self.families.iter().any(|family| matches!(family.kind, Kind::Falls(_)))
    }

    /// The number of choices that are tried to find the options of a position, counted up to
    /// `most`.
    ///
    /// ```
    /// use bouton_core::{ControlState, Watch};
    /// use bouton_solve::Moves;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 1; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let moves = Moves::within(&nim, &Watch::unlimited()).unwrap();
    /// assert!(moves.work_at(&[10], ControlState(0), 1000) < moves.work_at(&[100], ControlState(0), 1000));
    /// ```
    #[must_use]
    pub fn work_at(&self, coordinates: &[u64], control: ControlState, most: u64) -> u64 {
        let mut values: Vec<i128> = coordinates.iter().map(|&c| i128::from(c)).collect();
        let mut work = 1u64;
        if self.stop.holds(&values) {
            return work;
        }
        for family in self.families.iter().filter(|family| family.from == control) {
            work = work.saturating_add(match &family.kind {
                Kind::Constant(vectors) if family.guard.holds(&values) => vectors.len() as u64,
                Kind::Constant(_) => 1,
                Kind::Falls(coordinate) => coordinates[*coordinate],
                Kind::General { .. } if !family.when.holds(&values) => 1,
                Kind::General { cases, .. } => {
                    let left = most.saturating_sub(work);
                    cases.iter().map(|bounds| choices(bounds, &mut values, left)).fold(0, u64::saturating_add)
                }
            });
            if work >= most {
                return most;
            }
        }
        work
    }

    /// Whether all moves are constant displacements.
    pub(crate) fn are_constant(&self) -> bool {
        self.families.iter().all(|family| matches!(family.kind, Kind::Constant(_)))
    }

    /// The objects that each move takes from each coordinate, if all moves are displacements, none raises a coordinate, and
    /// each is a move wherever enough objects are left; play may stop before. With each comes the work that
    /// [`try_each_option`](Self::try_each_option) counts until it visits the move. `None` for other moves.
    pub(crate) fn amounts(&self) -> Option<Vec<(u16, Vec<u64>)>> {
        let mut all = Vec::new();
        let mut work = 0u16;
        for family in self.families.iter() {
            let Kind::Constant(vectors) = &family.kind else { return None };
            let plain = family.from == ControlState(0) && family.to == family.from;
            // Eight moves of a family count as one more unit, but only where its guard holds.
            let more = u16::try_from(1 + vectors.len() / 8).ok()?;
            if !plain || more > 1 && family.guard != Formula::True {
                return None;
            }
            work = work.checked_add(more).filter(|&work| work < u16::MAX)?;
            for vector in vectors {
                let falls = |&by: &i64| (by <= 0).then_some(by.unsigned_abs());
                let taken = vector.iter().map(falls).collect::<Option<Vec<u64>>>()?;
                if !holds_from(&family.guard, &taken) {
                    return None;
                }
                all.push((work, taken));
            }
        }
        Some(all)
    }

    /// Whether play has stopped at all positions of a box, or at none of them; `None` if that is not known.
    pub(crate) fn has_stopped_on(&self, ranges: &[(i128, i128)]) -> Option<bool> {
        self.stop.holds_on(ranges)
    }

    /// The same as [`try_each_option`](Self::try_each_option), with the same counted work, for D coordinates and moves that
    /// [are constant](Self::are_constant).
    ///
    /// # Errors
    ///
    /// [`LimitReached`] if the watch ends it.
    #[inline]
    pub(crate) fn try_each_displaced<const D: usize>(
        &self,
        coordinates: &[u64; D],
        control: ControlState,
        batch: &mut Batch<'_>,
        mut visit: impl FnMut([u64; D], ControlState) -> bool,
    ) -> Result<(), LimitReached> {
        let values = coordinates.map(i128::from);
        if self.stop.holds(&values) {
            return Ok(());
        }
        for family in self.families.iter().filter(|family| family.from == control) {
            let Kind::Constant(vectors) = &family.kind else { continue };
            batch.spend(1)?;
            if !family.guard.holds(&values) {
                continue;
            }
            batch.spend(vectors.len() as u64 / 8)?;
            for vector in vectors {
                let (mut option, mut fits) = ([0; D], true);
                for ((to, &from), &by) in option.iter_mut().zip(coordinates).zip(vector) {
                    let (sum, overflows) = from.overflowing_add_signed(by);
                    *to = sum;
                    fits &= !overflows;
                }
                if fits && !visit(option, family.to) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Calls `visit` with every option, as [`for_each_option`](Self::for_each_option), until it
    /// returns `false`. Work is counted: one unit for each option, and for each choice of
    /// parameters.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] if the watch ends it.
    ///
    /// # Panics
    ///
    /// As [`for_each_option`](Self::for_each_option).
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Watch};
    /// use bouton_solve::Moves;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 1; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let mut seen = 0;
    /// let watch = Watch::unlimited();
    /// let mut batch = watch.batch();
    /// Moves::within(&nim, &Watch::unlimited()).unwrap().try_each_option(&[1_000_000], ControlState(0), &mut batch, |_, _| {
    ///     seen += 1;
    ///     seen < 3 // enough after three options
    /// })?;
    /// assert_eq!(seen, 3);
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn try_each_option(
        &self,
        coordinates: &[u64],
        control: ControlState,
        batch: &mut Batch<'_>,
        mut visit: impl FnMut(&[u64], ControlState) -> bool,
    ) -> Result<(), LimitReached> {
        assert_eq!(coordinates.len(), self.dimension, "one coordinate for each of the game's");
        // Few games have more coordinates than these.
        let (mut few, mut few_options) = ([0; 8], [0; 8]);
        let (mut many, mut many_options) = (Vec::new(), Vec::new());
        // The coordinates, and then the parameters.
        let mut chosen = Vec::new();
        let (values, option): (&mut [i128], &mut [u64]) = match self.dimension {
            d @ ..=8 => (&mut few[..d], &mut few_options[..d]),
            d => {
                many.resize(d, 0);
                many_options.resize(d, 0);
                (many.as_mut_slice(), many_options.as_mut_slice())
            }
        };
        values.iter_mut().zip(coordinates).for_each(|(value, &c)| *value = i128::from(c));
        if self.stop.holds(values) {
            return Ok(());
        }
        for family in self.families.iter().filter(|family| family.from == control) {
            let going = match &family.kind {
                Kind::Constant(vectors) => {
                    batch.spend(1)?;
                    if !family.guard.holds(values) {
                        continue;
                    }
                    batch.spend(vectors.len() as u64 / 8)?;
                    vectors.iter().all(|vector| {
                        let fits = option.iter_mut().zip(coordinates.iter().zip(vector)).all(
                            |(to, (&from, &by))| {
                                from.checked_add_signed(by).is_some_and(|sum| {
                                    *to = sum;
                                    true
                                })
                            },
                        );
                        !fits || visit(option, family.to)
                    })
                }
                Kind::Falls(coordinate) => {
                    option.copy_from_slice(coordinates);
                    let mut going = true;
                    for remaining in 0..coordinates[*coordinate] {
                        batch.spend(1)?;
                        option[*coordinate] = remaining;
                        going = visit(option, family.to);
                        if !going {
                            break;
                        }
                    }
                    going
                }
                Kind::General { cases, targets, exact, in_lines } => {
                    batch.spend(1)?;
                    if !family.when.holds(values) {
                        continue;
                    }
                    let mut going = true;
                    chosen.clear();
                    chosen.extend_from_slice(values);
                    let values = &mut chosen;
                    for bounds in cases {
                        values.truncate(self.dimension);
                        let (option, exact, in_lines) = (&mut *option, *exact, *in_lines);
                        let mut state =
                            Enumeration { family, bounds, targets, exact, in_lines, values, option };
                        going = state.descend(0, batch, &mut visit)?;
                        if !going {
                            break;
                        }
                    }
                    going
                }
            };
            if !going {
                break;
            }
        }
        Ok(())
    }
}

/// Compiles moves one after the other. It is the only way to make [`Moves`], so that all are
/// counted.
struct Compiler<'a> {
    dimension: usize,
    families: Vec<Family>,
    held: MemoryShare,
    batch: Batch<'a>,
}

impl<'a> Compiler<'a> {
    fn new(dimension: usize, watch: &'a Watch) -> Self {
        Self { dimension, families: Vec::new(), held: watch.hold_none(), batch: watch.batch() }
    }

    /// Counts the work of one schema; returns the number of its conditions.
    fn begin(&mut self, guard: &Formula) -> Result<u64, LimitReached> {
        let mut conditions = 0;
        guard.for_each_expression(&mut |_| conditions += 1);
        self.batch.spend(8 + conditions)?;
        Ok(conditions)
    }

    /// Adds a constant displacement to the family with the same control states and guard.
    fn constant(
        &mut self,
        known: Entry<'_, (ControlState, ControlState, &Formula), usize>,
        vector: Vec<i64>,
    ) -> Result<(), LimitReached> {
        let (from, to, guard) = *known.key();
        let conditions = self.begin(guard)?;
        self.held.grow(VECTOR + 8 * self.dimension as u64)?;
        let place = match known {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.held.grow(FAMILY + CONDITION * conditions)?;
                let (when, kind) = (Formula::True, Kind::Constant(Vec::new()));
                self.families.push(Family { from, to, when, guard: guard.clone(), kind });
                *new.insert(self.families.len() - 1)
            }
        };
        if let Kind::Constant(vectors) = &mut self.families[place].kind {
            vectors.push(vector);
        }
        Ok(())
    }

    /// Adds a move that lets one coordinate fall to any smaller value.
    fn falls(&mut self, schema: &MoveSchema, coordinate: usize) -> Result<(), LimitReached> {
        self.begin(&schema.guard)?;
        self.held.grow(FAMILY)?;
        let (from, to, kind) = (schema.from, schema.to, Kind::Falls(coordinate));
        self.families.push(Family { from, to, when: Formula::True, guard: Formula::True, kind });
        Ok(())
    }

    /// Adds a move with parameters or other linear targets, under a further condition on the
    /// position moved from. `falling` is a weighted sum that no move raises. Returns whether all
    /// parameters are bounded.
    fn general(
        &mut self,
        schema: &MoveSchema,
        falling: &[u64],
        further: &Formula,
    ) -> Result<bool, LimitReached> {
        let mut conditions = self.begin(&schema.guard)?;
        further.for_each_expression(&mut |_| conditions += 1);
        let cases = schema.parameter_bounds(falling);
        let bounds = cases.iter().map(Vec::len).sum::<usize>() as u64;
        self.batch.spend(bounds * (1 + conditions))?;
        self.held.grow(FAMILY + CONDITION * (conditions + self.dimension as u64))?;
        self.held.grow(bounds * BOUNDS * (2 + conditions))?;
        let bounded = cases.iter().flatten().all(ParameterBounds::is_bounded);
        let (when, guard) = parted(&schema.guard, self.dimension);
        let when = further.clone().and(when);
        let exact = cases.len() == 1 && is_bounds(&guard);
        let in_lines = exact && is_of_inequalities(&guard);
        let kind = Kind::General { cases, targets: schema.targets.clone(), exact, in_lines };
        self.families.push(Family { from: schema.from, to: schema.to, when, guard, kind });
        Ok(bounded)
    }

    /// Returns the moves, of which positions with the condition `stop` have none.
    fn moves(self, stop: &Formula) -> Moves {
        let Self { dimension, families, held, .. } = self;
        let falls = Arc::default();
        Moves { dimension, stop: stop.clone(), families: families.into(), falls, held: Arc::new(held) }
    }
}

/// The schemas of [`Moves::to_existing`].
fn existing_schemas(dimension: usize, exists: &Formula, weights: Option<&[u64]>) -> Option<Vec<MoveSchema>> {
    let variable = |index: usize| LinearExpression::variable(Variable::new(index));
    let exists = exists.with(&|at| variable(dimension + at.index()))?;
    let region = variable(0);
    let coordinate = |index: usize| variable(dimension + index);
    let guards = match weights {
        Some(weights) => {
            let mut sum = region.scaled(-1).ok()?;
            for (index, &weight) in weights.iter().enumerate() {
                sum = sum.plus_scaled(&coordinate(index), i64::try_from(weight).ok()?).ok()?;
            }
            vec![Formula::Zero(sum)]
        }
        // The coordinate that is the first of the largest ones.
        None => {
            let first = |largest: usize| {
                let mut parts = Vec::new();
                for other in 0..dimension {
                    let above = coordinate(other).minus(&region).ok()?;
                    parts.push(match other.cmp(&largest) {
                        std::cmp::Ordering::Less => Formula::NotPositive(above.with_constant(1).ok()?),
                        std::cmp::Ordering::Equal => Formula::Zero(above),
                        std::cmp::Ordering::Greater => Formula::NotPositive(above),
                    });
                }
                Some(Formula::And(parts))
            };
            (0..dimension).map(first).collect::<Option<Vec<_>>>()?
        }
    };
    let targets: Vec<Target> = (0..dimension).map(|index| Target::Becomes(coordinate(index))).collect();
    let control = ControlState(0);
    let parameters = u16::try_from(dimension).ok()?;
    let schema = |guard: Formula| MoveSchema {
        from: control,
        to: control,
        parameters,
        guard: guard.and(exists.clone()),
        targets: targets.clone(),
    };
    Some(guards.into_iter().map(schema).collect())
}

/// The number of values that the parameters may have within their bounds, counted up to `most` or
/// slightly more.
fn choices(bounds: &[ParameterBounds], values: &mut Vec<i128>, most: u64) -> u64 {
    let Some((first, rest)) = bounds.split_first() else { return 1 };
    let range = first.range(values);
    let width = range.end().checked_sub(*range.start()).map_or(0, |width| (width + 1).max(0));
    let width = u64::try_from(width).unwrap_or(u64::MAX);
    if rest.is_empty() {
        return width;
    }
    let mut count = 0u64;
    for value in range {
        values.push(value);
        count = count.saturating_add(1).saturating_add(choices(rest, values, most.saturating_sub(count)));
        values.pop();
        if count >= most {
            break;
        }
    }
    count
}

/// The most coordinates that change with the last parameter where options are visited along a line.
const MOST_STEPS: usize = 8;

struct Enumeration<'a> {
    family: &'a Family,
    bounds: &'a [ParameterBounds],
    targets: &'a [Target],
    exact: bool,
    in_lines: bool,
    values: &'a mut Vec<i128>,
    option: &'a mut [u64],
}

impl Enumeration<'_> {
    fn descend(
        &mut self,
        parameter: usize,
        batch: &mut Batch<'_>,
        visit: &mut impl FnMut(&[u64], ControlState) -> bool,
    ) -> Result<bool, LimitReached> {
        batch.spend(1)?;
        let Some(bounds) = self.bounds.get(parameter) else {
            return Ok(self.emit(visit));
        };
        if self.in_lines
            && parameter + 1 == self.bounds.len()
            && let Some(going) = self.run(bounds.range(self.values), batch, visit)
        {
            return going;
        }
        for value in bounds.values(self.values) {
            self.values.push(value);
            let going = self.descend(parameter + 1, batch, visit)?;
            self.values.pop();
            if !going {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Visits the options for all values of the last parameter, where all of them are moves: they lie on a line.
    /// Returns `None` if the targets at an end of it are not positions.
    fn run(
        &mut self,
        range: std::ops::RangeInclusive<i128>,
        batch: &mut Batch<'_>,
        visit: &mut impl FnMut(&[u64], ControlState) -> bool,
    ) -> Option<Result<bool, LimitReached>> {
        let (&first, &last) = (range.start(), range.end());
        if first > last {
            return Some(Ok(true));
        }
        // Between two natural numbers all are.
        for end in [last, first] {
            self.values.push(end);
            let natural = self.place();
            self.values.pop();
            natural.then_some(())?;
        }
        let last_parameter = Variable::new(self.values.len());
        let mut steps = [(0, 0); MOST_STEPS];
        let mut count = 0;
        for (coordinate, target) in self.targets.iter().enumerate() {
            let Target::Becomes(expression) = target else { continue };
            let step = expression.coefficient(last_parameter);
            if step != 0 {
                *steps.get_mut(count)? = (coordinate, step);
                count += 1;
            }
        }
        let steps = &steps[..count];
        for value in first..=last {
            if let Err(limit) = batch.spend(1) {
                return Some(Err(limit));
            }
            if cfg!(debug_assertions) {
                self.values.push(value);
                assert!(self.family.guard.holds(self.values), "bounds that imply the guard");
                self.values.pop();
            }
            if !visit(self.option, self.family.to) {
                return Some(Ok(false));
            }
            for &(coordinate, step) in steps {
                // Beyond the last option this may be anything.
                self.option[coordinate] = self.option[coordinate].wrapping_add_signed(step);
            }
        }
        Some(Ok(true))
    }

    /// Computes the option for the values; `false` if it is not a position.
    fn place(&mut self) -> bool {
        for (coordinate, target) in self.targets.iter().enumerate() {
            let value = match target {
                Target::Same => self.values[coordinate],
                Target::Becomes(expression) => expression.evaluate(self.values),
            };
            let Ok(value) = u64::try_from(value) else { return false };
            self.option[coordinate] = value;
        }
        true
    }

    fn emit(&mut self, visit: &mut impl FnMut(&[u64], ControlState) -> bool) -> bool {
        debug_assert!(!self.exact || self.family.guard.holds(self.values), "bounds that imply the guard");
        if !self.exact && !self.family.guard.holds(self.values) {
            return true;
        }
        !self.place() || visit(self.option, self.family.to)
    }
}

/// Whether a guard provably holds where no coordinate is below the one in `least`.
fn holds_from(guard: &Formula, least: &[u64]) -> bool {
    match guard {
        Formula::True => true,
        Formula::NotPositive(expression) => {
            let terms = || expression.terms().iter();
            let at = |variable: Variable| least.get(variable.index()).map_or(0, |&x| i128::from(x));
            let value = terms().map(|&(variable, factor)| i128::from(factor) * at(variable)).sum::<i128>();
            terms().all(|(_, factor)| *factor <= 0) && value + i128::from(expression.constant_term()) <= 0
        }
        Formula::And(parts) => parts.iter().all(|part| holds_from(part, least)),
        _ => false,
    }
}

/// Splits a guard into the conjuncts that mention no parameter, and the others.
fn parted(guard: &Formula, dimension: usize) -> (Formula, Formula) {
    if let Formula::And(parts) = guard {
        return parts.iter().fold((Formula::True, Formula::True), |(when, rest), part| {
            let (of_position, other) = parted(part, dimension);
            (when.and(of_position), rest.and(other))
        });
    }
    let mut has_parameter = false;
    guard.for_each_expression(&mut |expression| {
        has_parameter |= expression.terms().iter().any(|(variable, _)| variable.index() >= dimension);
    });
    if has_parameter { (Formula::True, guard.clone()) } else { (guard.clone(), Formula::True) }
}

/// Whether the rest of a guard, in which every part mentions some parameter, is a conjunction of
/// inequalities and equations. Each of these is a bound of the last of its parameters, and the
/// bounds of parameters never leave one out.
fn is_bounds(guard: &Formula) -> bool {
    match guard {
        Formula::True | Formula::NotPositive(_) | Formula::Zero(_) => true,
        Formula::And(parts) => parts.iter().all(is_bounds),
        _ => false,
    }
}

/// Whether a guard is a conjunction of inequalities alone.
fn is_of_inequalities(guard: &Formula) -> bool {
    match guard {
        Formula::True | Formula::NotPositive(_) => true,
        Formula::And(parts) => parts.iter().all(is_of_inequalities),
        _ => false,
    }
}

/// The coordinate that a schema lets fall to any smaller value, if the schema does nothing else.
pub(crate) fn falling_coordinate(schema: &MoveSchema, dimension: usize) -> Option<usize> {
    let parameter = Variable(u16::try_from(dimension).ok()?);
    let remaining = LinearExpression::variable(parameter);
    let mut changed = schema.targets.iter().enumerate().filter(|(_, target)| **target != Target::Same);
    let (coordinate, target) = changed.next()?;
    let below = remaining
        .minus(&LinearExpression::variable(Variable(u16::try_from(coordinate).ok()?)))
        .and_then(|difference| difference.with_constant(1))
        .ok()?;
    let falls = changed.next().is_none()
        && schema.parameters == 1
        && *target == Target::Becomes(remaining)
        && schema.guard == Formula::NotPositive(below);
    falls.then_some(coordinate)
}

//! Exact values of the positions that exist.

use std::io::{self, Read, Write};

use bouton_core::{
    ControlState, Formula, LimitReached, MemoryShare, Ruleset, Valuation, Value, ValueSet, Watch,
};
use rustc_hash::FxHashMap;

use crate::{
    Moves,
    bounds::upper_bounds,
    saved::{get, misfit, put},
    table::decides,
};

/// The approximate bytes of a position: its key, its place in a map that doubles, its values.
const POSITION: u64 = 64;

/// The number of points that are examined for [`ExistingTable::is_rarer_than`], and the bound below
/// which their coordinates lie.
const SAMPLE: u64 = 1 << 16;
const SMALL: u64 = 64;

/// The most positions that are counted for [`ExistingTable::positions_for`].
const MOST_COUNTED: u64 = 1 << 24;

/// The values of one valuation at the positions that exist, of a region that contains the options
/// of each of its positions, and that grows as far as needed.
///
/// A [`Table`](crate::Table) has an entry for each point of its region. Where a condition leaves one
/// point in several hundred (six coins on different squares), this one is smaller by that factor.
/// The regions are boxes where no move raises a coordinate, else the positions up to a rank.
///
/// ```
/// use bouton_core::{ControlState, Valuation, Watch};
/// use bouton_solve::ExistingTable;
///
/// // three coins on different squares of a strip
/// let coins = "counters a, b, c; positions where a < b, b < c; move a -> t where t < a; \
///              move b -> t where t < b, t > a; move c -> t where t < c, t > b";
/// let coins = bouton_rules::Game::parse(coins).unwrap().ruleset().unwrap();
/// let mut table = ExistingTable::new(&coins, Valuation::NormalOutcome, &Watch::unlimited()).unwrap().unwrap();
/// assert_eq!(table.value(&[0, 1, 2], ControlState(0)), Ok(0)); // no coin can move
/// assert_eq!(table.value(&[0, 1, 3], ControlState(0)), Ok(1));
/// ```
#[derive(Debug)]
pub struct ExistingTable {
    moves: Moves,
    /// Enumerates the positions of a region.
    positions: Moves,
    exists: Formula,
    weights: Vec<u64>,
    /// Whether the number of a region is the largest coordinate, not the rank.
    by_largest: bool,
    valuation: Valuation,
    watch: Watch,
    most: u64,
    held: MemoryShare,
    controls: u8,
    /// The bits of a coordinate in a key.
    bits: u32,
    /// The number of positions in each region that was counted, as far as they were counted.
    counts: Vec<u64>,
    /// The number of complete regions.
    regions: u64,
    /// The solved positions, low regions first.
    keys: Vec<u64>,
    numbers: FxHashMap<u64, u32>,
    /// The values of each position in all control states.
    values: Vec<Value>,
    /// A memory limit, and a region that does not fit it.
    refused: Option<(u64, u64)>,
}

impl ExistingTable {
    /// Creates an empty table; `None` if all positions exist, or play does not end by a
    /// [rank](Ruleset::rank), or a number of the condition is too large.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`] while the moves are compiled.
    ///
    /// ```
    /// use bouton_core::{Valuation, Watch};
    /// use bouton_solve::ExistingTable;
    ///
    /// // All positions exist: a `Table` serves better.
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// assert!(ExistingTable::new(&nim, Valuation::NormalOutcome, &Watch::unlimited())?.is_none());
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn new(ruleset: &Ruleset, valuation: Valuation, watch: &Watch) -> Result<Option<Self>, LimitReached> {
        let dimension = ruleset.dimension();
        let Some(weights) = ruleset.rank().map(<[u64]>::to_vec) else { return Ok(None) };
        let (controls, bits) = (u8::try_from(ruleset.controls().len()), u32::try_from(dimension));
        let (Ok(controls), Ok(bits)) = (controls, bits) else { return Ok(None) };
        if *ruleset.exists() == Formula::True || dimension == 0 {
            return Ok(None);
        }
        let moves = Moves::within(ruleset, watch)?;
        let by_largest = moves.never_raise(ruleset, watch)?;
        let region = if by_largest { None } else { Some(&weights[..]) };
        let Some(positions) = Moves::to_existing(dimension, ruleset.exists(), region, watch)? else {
            return Ok(None);
        };
        Ok(Some(Self {
            moves,
            positions,
            exists: ruleset.exists().clone(),
            weights,
            by_largest,
            valuation,
            watch: watch.clone(),
            most: u64::MAX,
            held: watch.hold_none(),
            controls,
            bits: (64 / bits).min(62),
            counts: Vec::new(),
            regions: 0,
            keys: Vec::new(),
            numbers: FxHashMap::default(),
            values: Vec::new(),
            refused: None,
        }))
    }

    /// Whether at most one point in `most` exists among those with small coordinates within the bounds that
    /// the condition states for single ones, so that this table is worth its overhead.
    ///
    /// ```
    /// use bouton_core::{Valuation, Watch};
    /// use bouton_solve::ExistingTable;
    ///
    /// let coins = "counters a, b; positions where a < b; move a -> t where t < a; move b -> t where t < b, t > a";
    /// let coins = bouton_rules::Game::parse(coins).unwrap().ruleset().unwrap();
    /// let table = ExistingTable::new(&coins, Valuation::NormalOutcome, &Watch::unlimited()).unwrap().unwrap();
    /// // About half of the pairs are in ascending order.
    /// assert!(table.is_rarer_than(2) && !table.is_rarer_than(3));
    /// ```
    #[must_use]
    pub fn is_rarer_than(&self, most: u64) -> bool {
        let dimension = u32::try_from(self.weights.len()).unwrap_or(u32::MAX);
        let side =
            (2..=SMALL).rev().find(|side| side.checked_pow(dimension).is_some_and(|all| all <= SAMPLE));
        let Some(side) = side else { return true };
        let mut position = vec![0; self.weights.len()];
        let mut existing = 0;
        // The other table has no entries beyond the bounds of coordinates.
        let bounds = upper_bounds(&self.exists, self.weights.len());
        let sides = bounds.iter().map(|bound| side.min(bound.unwrap_or(u64::MAX).saturating_add(1)));
        let sides: Vec<u64> = sides.collect();
        let all = sides.iter().product::<u64>();
        for number in 0..all {
            let mut rest = number;
            for (x, side) in position.iter_mut().zip(&sides) {
                *x = i128::from(rest % side);
                rest /= side;
            }
            existing += u64::from(self.exists.holds(&position));
        }
        existing.saturating_mul(most) <= all
    }

    /// Sets the memory limit of the values; by default it is what the watch allows.
    pub fn set_memory_limit(&mut self, bytes: u64) {
        self.most = bytes;
    }

    /// Returns the value of a position that exists. The table grows just as far as needed.
    ///
    /// # Errors
    ///
    /// [`LimitReached`]; solved positions stay solved.
    ///
    /// # Panics
    ///
    /// If the coordinates do not fit the ruleset, or if the position does not exist.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_solve::ExistingTable;
    ///
    /// let coins = "counters a, b; positions where a < b; move a -> t where t < a; move b -> t where t < b, t > a";
    /// let coins = bouton_rules::Game::parse(coins).unwrap().ruleset().unwrap();
    /// let mut table = ExistingTable::new(&coins, Valuation::NormalOutcome, &Watch::unlimited())?.unwrap();
    /// assert_eq!(table.value(&[0, 1], ControlState(0))?, 0); // no coin can move
    /// assert_eq!(table.value(&[0, 9], ControlState(0))?, 1);
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn value(&mut self, coordinates: &[u64], control: ControlState) -> Result<Value, LimitReached> {
        let most = coordinates.iter().copied().max().unwrap_or(0);
        let (Some(region), Some(key)) = (self.region(coordinates), self.key(coordinates)) else {
            return Err(LimitReached::Coordinate(most));
        };
        if region >= self.regions {
            self.grow_to_region(region)?;
        }
        let number = self.numbers.get(&key).expect("the position exists");
        Ok(self.values[self.place(*number, control)])
    }

    /// The value of a position, if it exists and has been solved.
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_solve::ExistingTable;
    ///
    /// let coins = "counters a, b; positions where a < b; move a -> t where t < a; move b -> t where t < b, t > a";
    /// let coins = bouton_rules::Game::parse(coins).unwrap().ruleset().unwrap();
    /// let mut table = ExistingTable::new(&coins, Valuation::NormalOutcome, &Watch::unlimited())?.unwrap();
    /// assert_eq!(table.known(&[0, 2], ControlState(0)), None);
    /// table.value(&[0, 2], ControlState(0))?;
    /// assert_eq!(table.known(&[0, 2], ControlState(0)), Some(1));
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    #[must_use]
    pub fn known(&self, coordinates: &[u64], control: ControlState) -> Option<Value> {
        let number = self.numbers.get(&self.key(coordinates)?)?;
        Some(self.values[self.place(*number, control)])
    }

    /// Solves all positions without a coordinate above `largest`, and perhaps more.
    ///
    /// # Errors
    ///
    /// [`LimitReached`]; solved positions stay solved.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_solve::ExistingTable;
    ///
    /// let coins = "counters a, b; positions where a < b; move a -> t where t < a; move b -> t where t < b, t > a";
    /// let coins = bouton_rules::Game::parse(coins).unwrap().ruleset().unwrap();
    /// let mut table = ExistingTable::new(&coins, Valuation::NormalOutcome, &Watch::unlimited())?.unwrap();
    /// table.grow_to_largest(5)?;
    /// assert_eq!(table.known(&[4, 5], ControlState(0)), Some(0)); // each move opens a gap, and the answer closes it
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn grow_to_largest(&mut self, largest: u64) -> Result<(), LimitReached> {
        let region = self.region(&vec![largest; self.weights.len()]);
        let region = region.ok_or(LimitReached::Coordinate(largest))?;
        if region >= self.regions { self.grow_to_region(region) } else { Ok(()) }
    }

    /// The number of solved positions.
    ///
    /// ```
    /// use bouton_core::{Valuation, Watch};
    /// use bouton_solve::ExistingTable;
    ///
    /// let coins = "counters a, b; positions where a < b; move a -> t where t < a; move b -> t where t < b, t > a";
    /// let coins = bouton_rules::Game::parse(coins).unwrap().ruleset().unwrap();
    /// let mut table = ExistingTable::new(&coins, Valuation::NormalOutcome, &Watch::unlimited())?.unwrap();
    /// table.grow_to_largest(3)?;
    /// assert_eq!(table.positions(), 6); // the pairs a < b with b at most 3
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    #[must_use]
    pub fn positions(&self) -> usize {
        self.values.len()
    }

    /// The number of solved positions once the value of these coordinates is known; [`u128::MAX`]
    /// if there are very many. Nothing is solved.
    ///
    /// ```
    /// use bouton_core::{Valuation, Watch};
    /// use bouton_solve::ExistingTable;
    ///
    /// let coins = "counters a, b; positions where a < b; move a -> t where t < a; move b -> t where t < b, t > a";
    /// let coins = bouton_rules::Game::parse(coins).unwrap().ruleset().unwrap();
    /// let mut table = ExistingTable::new(&coins, Valuation::NormalOutcome, &Watch::unlimited()).unwrap().unwrap();
    /// assert_eq!(table.positions_for(&[0, 3]), 6);
    /// assert_eq!(table.positions(), 0);
    /// ```
    pub fn positions_for(&mut self, coordinates: &[u64]) -> u128 {
        let region = self.region(coordinates).filter(|_| self.key(coordinates).is_some());
        match region.map(|region| self.count_to(region, MOST_COUNTED)) {
            Some(Ok(Some(count))) => u128::from(count) * u128::from(self.controls),
            _ => u128::MAX,
        }
    }

    /// Visits solved positions, low regions first, until at least `most` were visited.
    pub fn for_each_lightest(&self, most: usize, visit: &mut dyn FnMut(&[u64], ControlState, Value)) {
        let mut position = vec![0; self.weights.len()];
        let controls = usize::from(self.controls);
        for (&key, values) in self.keys.iter().zip(self.values.chunks(controls)).take(most.div_ceil(controls))
        {
            self.coordinates(key, &mut position);
            for (control, &value) in (0..).map(ControlState).zip(values) {
                visit(&position, control, value);
            }
        }
    }

    /// Writes the solved values.
    ///
    /// # Errors
    ///
    /// If writing fails.
    pub fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        put(to, &(self.regions, self.held.bytes()))?;
        put(to, &self.counts)?;
        put(to, &self.keys)?;
        put(to, &self.values)
    }

    /// Loads a table that [`save`](Self::save) has written, for the same game.
    ///
    /// # Errors
    ///
    /// If reading fails, or the data do not fit the game or the allowed memory.
    pub fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let (regions, held): (u64, u64) = get(from)?;
        self.held.resize(held).map_err(io::Error::other)?;
        (self.counts, self.keys, self.values) = (get(from)?, get(from)?, get(from)?);
        if self.keys.len().checked_mul(self.controls.into()) != Some(self.values.len())
            || (self.counts.len() as u64) < regions
        {
            return Err(misfit("table"));
        }
        self.regions = regions;
        self.numbers = self.keys.iter().copied().zip(0..).collect();
        Ok(())
    }

    fn region(&self, coordinates: &[u64]) -> Option<u64> {
        if self.by_largest { coordinates.iter().copied().max() } else { self.rank(coordinates) }
    }

    fn rank(&self, coordinates: &[u64]) -> Option<u64> {
        let terms = coordinates.iter().zip(&self.weights);
        terms.map(|(&x, &w)| x.checked_mul(w)).try_fold(0u64, |sum, term| sum.checked_add(term?))
    }

    /// All coordinates in one number; `None` if one is too large.
    fn key(&self, coordinates: &[u64]) -> Option<u64> {
        let fits = |&x: &u64| x >> self.bits == 0;
        coordinates.iter().all(fits).then(|| coordinates.iter().fold(0, |key, &x| key << self.bits | x))
    }

    fn coordinates(&self, mut key: u64, into: &mut [u64]) {
        for coordinate in into.iter_mut().rev() {
            *coordinate = key & ((1 << self.bits) - 1);
            key >>= self.bits;
        }
    }

    fn place(&self, number: u32, control: ControlState) -> usize {
        number as usize * usize::from(self.controls) + control.index()
    }

    /// The number of positions up to a region; `None` if there are more than `most`.
    fn count_to(&mut self, region: u64, most: u64) -> Result<Option<u64>, LimitReached> {
        let mut sum: u64 = self.counts.iter().take(usize::try_from(region + 1).unwrap_or(usize::MAX)).sum();
        while sum <= most && self.counts.len() as u64 <= region {
            let mut count = 0;
            let next = self.counts.len() as u64;
            let complete = self.for_each_in(next, &mut |_| {
                count += 1;
                sum + count <= most
            })?;
            if !complete {
                return Ok(None);
            }
            self.counts.push(count);
            sum += count;
        }
        Ok((sum <= most).then_some(sum))
    }

    /// Visits the positions of a region, possibly more than once, until `visit` returns `false`;
    /// then the result is `false`.
    fn for_each_in(&self, region: u64, visit: &mut dyn FnMut(&[u64]) -> bool) -> Result<bool, LimitReached> {
        let mut from = vec![0; self.weights.len()];
        from[0] = region;
        let mut complete = true;
        self.positions.try_each_option(&from, ControlState(0), &mut self.watch.batch(), |position, _| {
            complete = visit(position);
            complete
        })?;
        Ok(complete)
    }

    fn grow_to_region(&mut self, region: u64) -> Result<(), LimitReached> {
        let one = POSITION + 4 * u64::from(self.controls);
        let limit = self.most.min(self.watch.memory_limit());
        let over = || LimitReached::Memory { needed: u128::from(limit) + 1, limit };
        if self.refused.is_some_and(|(known, refused)| limit <= known && region >= refused) {
            return Err(over());
        }
        if self.count_to(region, (limit / one).min(u32::MAX.into()))?.is_none() {
            let larger =
                |&(known, refused): &(u64, u64)| limit < known || limit == known && region >= refused;
            if !self.refused.as_ref().is_some_and(larger) {
                self.refused = Some((limit, region));
            }
            return Err(over());
        }
        while self.regions <= region {
            let mut found: Vec<(u64, u64)> = Vec::new();
            let count = self.counts[usize::try_from(self.regions).unwrap_or(usize::MAX)];
            let before = self.held.bytes();
            self.held.grow(one * count + 16 * count)?;
            self.for_each_in(self.regions, &mut |position| {
                found.extend(self.rank(position).zip(self.key(position)));
                true
            })?;
            found.sort_unstable();
            found.dedup();
            self.held.resize(before + one * found.len() as u64)?;
            let complete = self.keys.len();
            if let Err(limit) = self.solve(&found) {
                self.keys.drain(complete..).for_each(|key| _ = self.numbers.remove(&key));
                self.values.truncate(complete * usize::from(self.controls));
                return Err(limit);
            }
            self.regions += 1;
        }
        Ok(())
    }

    /// Solves positions, given by rank and key in order.
    fn solve(&mut self, found: &[(u64, u64)]) -> Result<(), LimitReached> {
        let controls = usize::from(self.controls);
        let mut batch = self.watch.batch();
        let mut position = vec![0; self.weights.len()];
        let mut options = ValueSet::new();
        options.clear();
        // The value of an option that does not exist: rules that lead there are refused elsewhere.
        let ended = self.valuation.value(&options);
        for &(_, key) in found {
            self.coordinates(key, &mut position);
            let number = u32::try_from(self.keys.len()).unwrap_or(u32::MAX);
            self.keys.push(key);
            self.numbers.insert(key, number);
            let base = self.values.len();
            self.values.resize(base + controls, ended);
            // A pass keeps the coordinates and raises the control state.
            for control in (0..self.controls).rev().map(ControlState) {
                options.clear();
                self.moves.try_each_option(&position, control, &mut batch, |to, to_control| {
                    let option = self.key(to).and_then(|key| self.numbers.get(&key));
                    let value = option.map_or(ended, |&number| self.values[self.place(number, to_control)]);
                    options.insert(value);
                    !decides(self.valuation, value)
                })?;
                self.values[base + control.index()] = self.valuation.value(&options);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Node, RulesetOptions, Solver};

    const RULES: &[&str] = &[
        // Coins on a strip, each on a square of its own.
        "counters a, b, c; positions where a < b, b < c; move a -> t where t < a; \
         move b -> t where t < b, t > a; move c -> t where t < c, t > b",
        "counters a, b; positions where a != b; move a -> t where t < a, t != b; move b -> t where t < b, t != a; \
         pass 1 unless empty",
        // A move that raises a coordinate: regions are ranks.
        "counters a, b; positions where a >= b or b mod 3 = 1; move a, b -> a - 2, b + 1 when a >= 3 * b + 9; \
         move a -> a - 1 when a > b",
        "counters a; positions where a is even; move a -> a - 2; move a -> a - 4; play misere",
    ];

    fn ruleset(text: &str) -> Ruleset {
        bouton_rules::Game::parse(text).unwrap_or_else(|faults| panic!("{faults}")).ruleset().unwrap()
    }

    fn points(dimension: usize, most: u64) -> impl Iterator<Item = Vec<u64>> {
        let count = (most + 1).pow(u32::try_from(dimension).unwrap());
        (0..count).map(move |number| {
            (0..dimension).map(|i| number / (most + 1).pow(u32::try_from(i).unwrap()) % (most + 1)).collect()
        })
    }

    #[test]
    fn values_are_those_of_the_definition_at_just_the_positions_that_exist() {
        let mut kinds = [0, 0];
        for text in RULES {
            let ruleset = ruleset(text);
            let mut valuations = vec![Valuation::provable(ruleset.convention())];
            if ruleset.convention() == bouton_core::Convention::Normal {
                valuations.push(Valuation::Grundy);
            }
            for valuation in valuations {
                let watch = Watch::unlimited();
                let mut table = ExistingTable::new(&ruleset, valuation, &watch).unwrap().unwrap();
                kinds[usize::from(table.by_largest)] += 1;
                let mut solver = Solver::new(
                    RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(),
                    valuation,
                    &watch,
                );
                let mut existing = 0;
                for x in points(ruleset.dimension(), 13).filter(|x| ruleset.has(x)) {
                    for control in ruleset.control_states() {
                        let node = Node { coordinates: x.clone(), control };
                        let value = solver.value(&node).unwrap();
                        assert_eq!(table.value(&x, control).unwrap(), value, "{text} at {x:?}");
                        existing += 1;
                    }
                }
                if table.by_largest {
                    assert_eq!(table.positions(), existing, "{text}");
                    let far = vec![13; ruleset.dimension()];
                    assert_eq!(table.positions_for(&far), existing as u128, "{text}");
                }
                let mut seen = 0;
                table.for_each_lightest(usize::MAX, &mut |x, control, value| {
                    assert!(ruleset.has(x), "{text}: {x:?}");
                    assert_eq!(solver.value(&Node { coordinates: x.to_vec(), control }).unwrap(), value);
                    assert_eq!(table.known(x, control), Some(value));
                    seen += 1;
                });
                assert_eq!(seen, table.positions(), "{text}");
            }
        }
        assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
    }

    #[test]
    fn a_table_is_saved_and_keeps_to_its_limit() {
        let ruleset = ruleset(RULES[0]);
        let watch = Watch::unlimited();
        let mut table = ExistingTable::new(&ruleset, Valuation::NormalOutcome, &watch).unwrap().unwrap();
        let control = ControlState(0);
        table.value(&[1, 5, 9], control).unwrap();
        let solved = table.positions();
        let one = POSITION + 4;
        table.set_memory_limit(one * (solved as u64 + 10));
        for _ in 0..2 {
            let far = table.value(&[1, 5, 90], control).unwrap_err();
            assert!(matches!(far, LimitReached::Memory { .. }), "{far:?}");
        }
        assert_eq!(table.positions(), solved, "a position that is too far changes nothing");
        let mut bytes = Vec::new();
        table.save(&mut bytes).unwrap();
        let mut again = ExistingTable::new(&ruleset, Valuation::NormalOutcome, &watch).unwrap().unwrap();
        again.restore(&mut &bytes[..]).unwrap();
        assert_eq!(again.positions(), solved);
        assert_eq!(again.value(&[2, 5, 12], control), {
            table.set_memory_limit(u64::MAX);
            table.value(&[2, 5, 12], control)
        });
        assert_eq!(again.positions(), table.positions());
        let mut other = ExistingTable::new(&ruleset, Valuation::NormalOutcome, &watch).unwrap().unwrap();
        other.restore(&mut &bytes[..bytes.len() - 1]).unwrap_err();
    }

    #[test]
    fn only_rules_with_a_condition_have_such_a_table() {
        let watch = Watch::unlimited();
        let nim = ruleset("heaps 2; move take any from 1 heap");
        assert!(ExistingTable::new(&nim, Valuation::NormalOutcome, &watch).unwrap().is_none());
    }
}

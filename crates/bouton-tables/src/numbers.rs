//! Grundy values and remoteness of all positions of a box.
//!
//! Positions come in lexicographic order; for interchangeable heaps only sorted ones. The values of
//! the options along a ray are collected line by line: a set of values (for the mex), or the least
//! even and the greatest value (for the remoteness). So a position costs one step for each ray, of
//! any length.

use bouton_core::{
    ControlState, Formula, LimitReached, MemoryShare, Ruleset, Valuation, Value, Watch, limits::map_bytes,
};
use rustc_hash::FxHashMap;

use crate::{
    Symmetry,
    outer::Outer,
    plan::{LARGEST, MOST_COORDINATES},
    shape::{Jump, Shape, Step, Unfit},
};

/// The initial number of words of the sets of values.
const FIRST_WORDS: usize = 2;

/// Options along a ray.
#[derive(Clone, Debug)]
struct Ray {
    guard: Formula,
    vector: Vec<i64>,
    /// The index of the bundle whose lines it reads.
    bundle: usize,
    /// The coordinate that the lines follow, if there is a single one.
    along: Option<usize>,
}

/// All parallel lines of one control state.
#[derive(Clone, Debug)]
struct Bundle {
    control: usize,
    generator: Vec<i64>,
    lines: Lines,
}

/// The numbering of lines.
#[derive(Clone, Debug)]
enum Lines {
    /// Lines along one coordinate, in steps of some length, are numbered by the other coordinates
    /// and the remainder.
    Straight { coordinate: usize, step: i64, rest: usize },
    /// Lines along several coordinates are numbered by their first points.
    Slanted(FxHashMap<u64, usize>),
}

/// A compiled ruleset, ready to compute the numbers of a box.
///
/// ```
/// use bouton_core::{ControlState, Valuation, Watch};
/// use bouton_tables::NumberPlan;
///
/// let ruleset = bouton_rules::resolve("heaps 3; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let plan = NumberPlan::new(&ruleset, Valuation::Grundy, &[40; 3]).unwrap();
/// let table = plan.table(&Watch::unlimited()).unwrap();
/// assert_eq!(table.value(&[40, 17, 9], ControlState(0)), Some(40 ^ 17 ^ 9));
/// ```
#[derive(Clone, Debug)]
pub struct NumberPlan {
    last: Vec<i64>,
    remoteness: bool,
    positions: Outer,
    /// The numbering of the other coordinates of straight lines.
    rests: Vec<Outer>,
    /// The steps of each control state.
    steps: Vec<Vec<Step>>,
    rays: Vec<Vec<Ray>>,
    bundles: Vec<Bundle>,
    /// An upper bound of all values.
    bound: u64,
    /// Whether only sorted positions are kept.
    sorted: bool,
    /// The reason why positions are not sorted.
    unsorted: Symmetry,
}

impl NumberPlan {
    /// Compiles a ruleset for the box of all positions with no coordinate above `last`.
    ///
    /// # Errors
    ///
    /// [`Unfit`] if only other engines support the ruleset.
    ///
    /// # Panics
    ///
    /// If there is not one bound for each coordinate.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::Valuation;
    /// use bouton_tables::NumberPlan;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// assert!(NumberPlan::new(&nim, Valuation::Grundy, &[99, 99]).is_ok());
    /// assert!(NumberPlan::new(&nim, Valuation::NormalOutcome, &[99, 99]).is_err()); // `BoxPlan` fills outcomes
    /// ```
    pub fn new(ruleset: &Ruleset, valuation: Valuation, last: &[u64]) -> Result<Self, Unfit> {
        Self::with_symmetry(ruleset, valuation, last, true)
    }

    /// Creates the same plan. If not `used`, it treats coordinates as if they were not
    /// interchangeable; the results do not change.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    ///
    /// # Panics
    ///
    /// As [`new`](Self::new).
    pub fn with_symmetry(
        ruleset: &Ruleset,
        valuation: Valuation,
        last: &[u64],
        used: bool,
    ) -> Result<Self, Unfit> {
        assert_eq!(last.len(), ruleset.dimension(), "one bound for each coordinate");
        let remoteness = match valuation {
            Valuation::Grundy => false,
            Valuation::Remoteness => true,
            _ => return Err(Unfit::Values),
        };
        let shape = Shape::new(ruleset)?;
        let fits =
            (1..=MOST_COORDINATES).contains(&shape.dimension) && last.iter().all(|&last| last <= LARGEST);
        if !fits {
            return Err(Unfit::Dimension);
        }
        let last: Vec<i64> = last
            .iter()
            .map(|&last| i64::try_from(last))
            .collect::<Result<_, _>>()
            .map_err(|_| Unfit::Dimension)?;
        let jumps: Vec<&Jump> = shape
            .jumps
            .iter()
            .filter(|jump| jump.vector.iter().zip(&last).all(|(&by, &last)| -by <= last))
            .collect();
        let straight = |generator: &[i64]| generator.iter().filter(|&&by| by != 0).count() == 1;
        let sorted = used
            && shape.interchangeable
            && last.windows(2).all(|pair| pair[0] == pair[1])
            && jumps.iter().all(|jump| jump.generators.iter().all(|generator| straight(generator)));
        let unsorted = match () {
            () if !used || !shape.interchangeable => Symmetry::None,
            () if sorted || last.windows(2).any(|pair| pair[0] != pair[1]) => Symmetry::Bounds,
            () => Symmetry::Marks,
        };
        let positions = Outer::new(last.clone(), sorted).ok_or(Unfit::Dimension)?;
        let mut plan = Self {
            remoteness,
            positions,
            rests: Vec::new(),
            steps: vec![Vec::new(); shape.controls],
            rays: vec![Vec::new(); shape.controls],
            bundles: Vec::new(),
            bound: 0,
            sorted,
            unsorted,
            last,
        };
        for jump in jumps {
            let (to, guard, vector) = (jump.to, jump.guard.clone(), jump.vector.clone());
            match jump.generators.as_slice() {
                [] => plan.steps[jump.from].push(Step { to, guard, vector }),
                [generator] => {
                    // No other collected part of the line may belong to the ray.
                    let next: Vec<i64> = vector.iter().zip(generator).map(|(by, step)| by - step).collect();
                    let zero = vec![0; next.len()];
                    let passed = next < zero || jump.to > jump.from && next == zero;
                    if passed || plan.sorted && next.iter().any(|&by| by < 0) {
                        return Err(Unfit::Amounts);
                    }
                    let bundle = plan.bundle(to, generator)?;
                    let along = generator.iter().position(|&by| by != 0).filter(|_| straight(generator));
                    plan.rays[jump.from].push(Ray { guard, vector, bundle, along });
                }
                _ => return Err(Unfit::Amounts),
            }
        }
        plan.bound = plan.bound_of_values();
        Ok(plan)
    }

    /// The use that the plan makes of interchangeable coordinates.
    #[must_use]
    pub fn symmetry(&self) -> Symmetry {
        let of = self.last.len();
        if self.sorted { Symmetry::Sorted { coordinates: of, of } } else { self.unsorted }
    }

    fn bundle(&mut self, control: usize, generator: &[i64]) -> Result<usize, Unfit> {
        let mut changed = (0..generator.len()).filter(|&place| generator[place] != 0);
        let (coordinate, other) = (changed.next().ok_or(Unfit::Target)?, changed.next());
        let lines = if other.is_some() {
            Lines::Slanted(FxHashMap::default())
        } else {
            // Sorted positions share the lines of all coordinates.
            let rest = if self.sorted { 0 } else { coordinate };
            while self.rests.len() <= rest {
                let mut others = self.last.clone();
                others.remove(self.rests.len());
                self.rests.push(Outer::new(others, self.sorted).ok_or(Unfit::Dimension)?);
            }
            Lines::Straight { coordinate, step: -generator[coordinate], rest }
        };
        let same = |bundle: &Bundle| {
            bundle.control == control
                && match (&bundle.lines, &lines) {
                    (
                        Lines::Straight { step, rest, .. },
                        Lines::Straight { step: other_step, rest: other_rest, .. },
                    ) => step == other_step && rest == other_rest,
                    (Lines::Slanted(_), Lines::Slanted(_)) => bundle.generator == generator,
                    _ => false,
                }
        };
        if let Some(known) = self.bundles.iter().position(same) {
            return Ok(known);
        }
        self.bundles.push(Bundle { control, generator: generator.to_vec(), lines });
        Ok(self.bundles.len() - 1)
    }

    /// An upper bound of the values. The mex of a set is at most its size, and no value exceeds the
    /// length of play: each move lowers the rank, or is a pass, of which there are fewer than
    /// control states.
    fn bound_of_values(&self) -> u64 {
        let total = |sum: u64, value: &i64| sum.saturating_add(value.unsigned_abs());
        let longest = self.last.iter().fold(self.steps.len() as u64, total);
        if self.remoteness {
            return longest;
        }
        let of = |control: usize| -> u64 {
            let rays = self.rays[control]
                .iter()
                .map(|_| self.last.iter().max().map_or(0, |last| last.unsigned_abs()) + 1);
            rays.fold(self.steps[control].len() as u64, u64::saturating_add)
        };
        (0..self.steps.len()).map(of).max().unwrap_or(0).min(longest)
    }

    /// The bytes of one value.
    fn width(&self) -> u128 {
        match self.bound {
            0..=0xff => 1,
            0x100..=0xffff => 2,
            _ => 4,
        }
    }

    /// The most lines of a bundle.
    fn lines_of(&self, bundle: &Bundle) -> u128 {
        match &bundle.lines {
            Lines::Straight { step, rest, .. } => {
                self.rests[*rest].sheets() as u128 * u128::from(step.unsigned_abs())
            }
            Lines::Slanted(_) => {
                // Each line begins at a face of the box.
                let side = |last: i64| u128::from(last.unsigned_abs()) + 1;
                let all: u128 = self.last.iter().map(|&last| side(last)).product();
                let falls = bundle.generator.iter().zip(&self.last).filter(|(by, _)| **by != 0);
                let faces =
                    falls.map(|(by, &last)| all / side(last) * u128::from(by.unsigned_abs()).min(side(last)));
                faces.fold(0, u128::saturating_add).min(all)
            }
        }
    }

    /// The most words of the sets of values of a line.
    fn most_words(&self) -> usize {
        if self.remoteness {
            return 1;
        }
        usize::try_from(self.bound / 64 + 1).unwrap_or(usize::MAX / 2).next_power_of_two().max(FIRST_WORDS)
    }

    /// The number of bytes of the table, and of the lines while it is filled.
    ///
    /// ```
    /// use bouton_core::Valuation;
    /// use bouton_tables::NumberPlan;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let plan = NumberPlan::new(&nim, Valuation::Grundy, &[1023, 1023])?;
    /// assert!(plan.bytes() >= 1 << 20); // known before the table is filled
    /// # Ok::<(), bouton_tables::Unfit>(())
    /// ```
    #[must_use]
    pub fn bytes(&self) -> u128 {
        let values = self.positions.sheets() as u128 * self.steps.len() as u128 * self.width();
        let words = self.most_words() as u128;
        let (mut lines, mut largest) = (0u128, 0u128);
        for bundle in &self.bundles {
            let count = self.lines_of(bundle);
            let bytes = count.saturating_mul(8 * words);
            largest = largest.max(bytes);
            let known = match bundle.lines {
                Lines::Straight { .. } => 0,
                // A map that grows exists twice for a while, the old one half as large.
                Lines::Slanted(_) => {
                    let map = u128::from(map_bytes(usize::try_from(count).unwrap_or(usize::MAX / 16), 16));
                    map + map / 2
                }
            };
            lines = lines.saturating_add(bytes).saturating_add(known);
        }
        // Where sets become wider, those of one bundle exist twice, the old ones half as wide.
        let widened = if words > FIRST_WORDS as u128 { largest / 2 } else { 0 };
        values.saturating_add(lines).saturating_add(widened).saturating_add(4096)
    }

    /// The approximate number of seconds. It follows from the plan, never from the clock.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "an estimate needs no last digit")]
    pub fn seconds(&self) -> f64 {
        let each: f64 = (0..self.steps.len())
            .map(|control| {
                let slanted = |ray: &&Ray| matches!(self.bundles[ray.bundle].lines, Lines::Slanted(_));
                let rays = self.rays[control].len() as f64
                    + 4.0 * self.rays[control].iter().filter(slanted).count() as f64;
                10.0 + 12.0 * rays + 8.0 * self.steps[control].len() as f64
            })
            .sum();
        self.positions.sheets() as f64 * each * 1e-9
    }

    /// Counts the positions of the box by control state and value.
    ///
    /// ```
    /// use bouton_core::{Valuation, Watch};
    /// use bouton_tables::NumberPlan;
    ///
    /// let nim = bouton_rules::resolve("heaps 3; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let plan = NumberPlan::new(&nim, Valuation::Grundy, &[3; 3]).unwrap();
    /// assert_eq!(plan.count(&Watch::unlimited()).unwrap(), [[16; 4]]);
    /// ```
    ///
    /// # Errors
    ///
    /// As [`table`](Self::table).
    pub fn count(&self, watch: &Watch) -> Result<Vec<Vec<u128>>, LimitReached> {
        self.clone().table(watch)?.count(watch)
    }

    /// Moves to the next position, if there is one: the last coordinate that may grow grows.
    fn advance(&self, position: &mut [i64]) {
        for place in (0..position.len()).rev() {
            let most = if self.sorted && place > 0 { position[place - 1] } else { self.last[place] };
            if position[place] < most {
                position[place] += 1;
                return;
            }
            position[place] = 0;
        }
    }

    /// Fills the box.
    ///
    /// # Errors
    ///
    /// [`LimitReached`], before any work if the memory is not sufficient.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_tables::NumberPlan;
    ///
    /// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
    /// let table = NumberPlan::new(&wythoff, Valuation::Grundy, &[63, 63])?.table(&Watch::unlimited())?;
    /// assert_eq!(table.value(&[3, 4], ControlState(0)), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn table(self, watch: &Watch) -> Result<NumberTable, LimitReached> {
        let held = watch.hold(u64::try_from(self.bytes()).unwrap_or(u64::MAX))?;
        let cells = match self.width() {
            1 => Cells::One(fill::<u8>(&self, watch)?),
            2 => Cells::Two(fill::<u16>(&self, watch)?),
            _ => Cells::Four(fill::<u32>(&self, watch)?),
        };
        Ok(NumberTable { plan: self, cells, _held: held })
    }
}

/// A value as it is stored.
trait Cell: Copy + Default + Into<Value> + TryFrom<Value> {}
impl Cell for u8 {}
impl Cell for u16 {}
impl Cell for u32 {}

/// The collected values along the lines of a bundle.
struct LineValues {
    words: usize,
    /// The most lines.
    most: usize,
    /// Sets of values; or the least even and the greatest value, each plus one, and 0 if there is
    /// no such value.
    lines: Vec<u64>,
}

impl LineValues {
    fn line(&mut self, line: usize) -> &mut [u64] {
        let from = line * self.words;
        if self.lines.len() < from + self.words {
            // The lines are allocated at once, because a vector that grows by doubling exists twice
            // for a while.
            self.lines.resize((from + self.words).max(self.most * self.words), 0);
        }
        &mut self.lines[from..from + self.words]
    }

    /// Makes space for larger values.
    fn widen(&mut self, words: usize) {
        let mut lines = vec![0; self.lines.len() / self.words * words];
        for (old, new) in self.lines.chunks(self.words).zip(lines.chunks_mut(words)) {
            new[..old.len()].copy_from_slice(old);
        }
        (self.lines, self.words) = (lines, words);
    }
}

/// Adds a value to the least even and the greatest value, each stored plus one, and 0 if there is
/// no such value.
#[expect(clippy::cast_possible_truncation, reason = "two numbers of 32 bits each lie in one word")]
fn extremes(line: u64, value: Value) -> u64 {
    let (even, greatest) = ((line >> 32) as u32, line as u32);
    let even = if value.is_multiple_of(2) && (even == 0 || value + 1 < even) { value + 1 } else { even };
    u64::from(even) << 32 | u64::from(greatest.max(value + 1))
}

fn joined(one: u64, other: u64) -> u64 {
    let (even, more) = (one >> 32, other >> 32);
    let even = if even == 0 || more != 0 && more < even { more } else { even };
    even << 32 | (one & 0xffff_ffff).max(other & 0xffff_ffff)
}

#[expect(clippy::cast_possible_truncation, reason = "two numbers of 32 bits each lie in one word")]
fn fill<T: Cell>(plan: &NumberPlan, watch: &Watch) -> Result<Vec<T>, LimitReached> {
    let dimension = plan.last.len();
    let controls = plan.steps.len();
    let mut values: Vec<T> = Vec::new();
    values
        .try_reserve_exact(plan.positions.sheets() * controls)
        .map_err(|_| LimitReached::Memory { needed: plan.bytes(), limit: watch.memory_left() })?;
    values.resize(plan.positions.sheets() * controls, T::default());
    let mut bundles = plan.bundles.clone();
    let mut words = if plan.remoteness { 1 } else { FIRST_WORDS };
    let mut gathered: Vec<LineValues> = bundles
        .iter()
        .map(|bundle| LineValues {
            words,
            most: usize::try_from(plan.lines_of(bundle)).unwrap_or(0),
            lines: Vec::new(),
        })
        .collect();
    let mut set = vec![0u64; words];
    let mut position = vec![0i64; dimension];
    let mut wide = vec![0i128; dimension];
    let mut option = vec![0i64; dimension];
    let mut rest = Vec::with_capacity(dimension);
    // The line of a point; the point is rearranged as it is stored.
    let line_of = |bundle: &mut Bundle, point: &[i64], place: Option<usize>, rest: &mut Vec<i64>| -> usize {
        match &mut bundle.lines {
            Lines::Straight { coordinate, step, rest: numbering } => {
                let coordinate = place.unwrap_or(*coordinate);
                rest.clear();
                rest.extend_from_slice(&point[..coordinate]);
                rest.extend_from_slice(&point[coordinate + 1..]);
                let remainder = point[coordinate] % *step;
                plan.rests[*numbering].number(rest) * usize::try_from(*step).unwrap_or(1)
                    + usize::try_from(remainder).unwrap_or(0)
            }
            Lines::Slanted(known) => {
                let times = (point.iter().zip(&bundle.generator))
                    .filter(|(_, by)| **by != 0)
                    .map(|(value, by)| value / -by)
                    .min()
                    .unwrap_or(0);
                rest.clear();
                rest.extend(point.iter().zip(&bundle.generator).map(|(value, by)| value + times * by));
                let next = known.len();
                *known.entry(plan.positions.number(rest) as u64).or_insert(next)
            }
        }
    };
    for number in 0..plan.positions.sheets() {
        if number % 4096 == 4095 {
            watch.spend(4096)?;
        }
        for (wide, &value) in wide.iter_mut().zip(&position) {
            *wide = i128::from(value);
        }
        for control in (0..controls).rev() {
            set.fill(0);
            let mut found = 0u64;
            for step in &plan.steps[control] {
                let inside =
                    option.iter_mut().zip(position.iter().zip(&step.vector)).all(|(to, (from, by))| {
                        *to = from + by;
                        *to >= 0
                    });
                if !inside || step.guard != Formula::True && !step.guard.holds(&wide) {
                    continue;
                }
                plan.positions.arrange(&mut option);
                let value: Value = values[plan.positions.number(&option) * controls + step.to].into();
                if plan.remoteness {
                    found = extremes(found, value);
                } else {
                    let word = (value / 64) as usize;
                    if word >= set.len() {
                        // Sets are only as large as the values found so far require.
                        words = (word + 1).next_power_of_two();
                        set.resize(words, 0);
                        gathered.iter_mut().for_each(|gathered| gathered.widen(words));
                    }
                    set[word] |= 1 << (value % 64);
                }
            }
            for ray in &plan.rays[control] {
                let inside =
                    option.iter_mut().zip(position.iter().zip(&ray.vector)).all(|(to, (from, by))| {
                        *to = from + by;
                        *to >= 0
                    });
                if !inside || ray.guard != Formula::True && !ray.guard.holds(&wide) {
                    continue;
                }
                // Sorted positions share the lines of all coordinates.
                let place = ray.along.filter(|_| plan.sorted);
                let line = line_of(&mut bundles[ray.bundle], &option, place, &mut rest);
                let line = gathered[ray.bundle].line(line);
                if plan.remoteness {
                    found = joined(found, line[0]);
                } else {
                    set.iter_mut().zip(line).for_each(|(word, more)| *word |= *more);
                }
            }
            let value = if plan.remoteness {
                // Each value is stored plus one.
                let (even, greatest) = ((found >> 32) as u32, found as u32);
                if even > 0 { even } else { greatest }
            } else {
                let full = set.iter().take_while(|&&word| word == u64::MAX).count();
                full as u32 * 64 + set.get(full).map_or(0, |word| word.trailing_ones())
            };
            values[number * controls + control] =
                T::try_from(value).map_err(|_| LimitReached::Coordinate(value.into()))?;
            if !plan.remoteness && (value / 64) as usize >= words {
                words *= 2;
                set.resize(words, 0);
                gathered.iter_mut().for_each(|gathered| gathered.widen(words));
            }
            for (bundle, gathered) in bundles.iter_mut().zip(&mut gathered) {
                if bundle.control != control {
                    continue;
                }
                let places = if plan.sorted { 0..dimension } else { 0..1 };
                for place in places {
                    if plan.sorted && place > 0 && position[place] == position[place - 1] {
                        continue;
                    }
                    let line = line_of(bundle, &position, plan.sorted.then_some(place), &mut rest);
                    let line = gathered.line(line);
                    if plan.remoteness {
                        line[0] = extremes(line[0], value);
                    } else {
                        line[(value / 64) as usize] |= 1 << (value % 64);
                    }
                }
            }
        }
        plan.advance(&mut position);
    }
    Ok(values)
}

/// Values of as many bytes as necessary.
#[derive(Clone, Debug)]
enum Cells {
    One(Vec<u8>),
    Two(Vec<u16>),
    Four(Vec<u32>),
}

/// The Grundy values, or the remoteness, of all positions of a box.
///
/// ```
/// use bouton_core::{ControlState, Valuation, Watch};
/// use bouton_tables::NumberPlan;
///
/// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
/// let table = NumberPlan::new(&wythoff, Valuation::Grundy, &[100, 100])?.table(&Watch::unlimited())?;
/// assert_eq!(table.value(&[3, 4], ControlState(0)), Some(2));
/// assert_eq!(table.value(&[3, 101], ControlState(0)), None); // outside of the box
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct NumberTable {
    plan: NumberPlan,
    cells: Cells,
    _held: MemoryShare,
}

impl NumberTable {
    /// The value of a position; `None` outside of the box.
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_tables::NumberPlan;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let table = NumberPlan::new(&nim, Valuation::Remoteness, &[9, 9])?.table(&Watch::unlimited())?;
    /// assert_eq!(table.value(&[2, 2], ControlState(0)), Some(4)); // four more moves
    /// assert_eq!(table.value(&[2, 10], ControlState(0)), None); // outside of the box
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn value(&self, coordinates: &[u64], control: ControlState) -> Option<Value> {
        let plan = &self.plan;
        if coordinates.len() != plan.last.len() || control.index() >= plan.steps.len() {
            return None;
        }
        let mut position = [0; MOST_COORDINATES];
        for (place, (&coordinate, &last)) in position.iter_mut().zip(coordinates.iter().zip(&plan.last)) {
            *place = i64::try_from(coordinate).ok().filter(|coordinate| *coordinate <= last)?;
        }
        let position = &mut position[..coordinates.len()];
        plan.positions.arrange(position);
        let index = plan.positions.number(position) * plan.steps.len() + control.index();
        Some(match &self.cells {
            Cells::One(values) => values[index].into(),
            Cells::Two(values) => values[index].into(),
            Cells::Four(values) => values[index],
        })
    }

    /// Counts the positions by control state and value.
    fn count(&self, watch: &Watch) -> Result<Vec<Vec<u128>>, LimitReached> {
        match &self.cells {
            Cells::One(values) => self.count_in(values, watch),
            Cells::Two(values) => self.count_in(values, watch),
            Cells::Four(values) => self.count_in(values, watch),
        }
    }

    fn count_in<T: Cell>(&self, values: &[T], watch: &Watch) -> Result<Vec<Vec<u128>>, LimitReached> {
        let controls = self.plan.steps.len();
        let mut counts = vec![Vec::new(); controls];
        let mut position = vec![0i64; self.plan.last.len()];
        for (number, values) in values.chunks(controls).enumerate() {
            if number % 4096 == 4095 {
                watch.spend(4096)?;
            }
            let copies = self.plan.positions.copies(&position);
            for (counts, &value) in counts.iter_mut().zip(values) {
                let value = usize::try_from(value.into()).unwrap_or(usize::MAX);
                if counts.len() <= value {
                    counts.resize(value + 1, 0u128);
                }
                counts[value] += copies;
            }
            self.plan.advance(&mut position);
        }
        Ok(counts)
    }
}

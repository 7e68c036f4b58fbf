//! Outcomes of games in which any amount may be taken along one coordinate.
//!
//! Then a **row** (all positions that differ in that coordinate alone) has at most one lost
//! position in each control state: the least one from which no lost position of an earlier row can
//! be reached. So the table is one number for each row. The positions from which a lost position
//! can be reached are *forbidden*; they are marked when it is found:
//!
//! * along a ray that does not change the coordinate, a bit in the row of flags that the rows on a
//!   line share;
//! * along a ray that lowers the coordinate as well, a bit of such flags whose place moves by one
//!   from row to row;
//! * along several rays at once, prefix unions of such flags over one more line for each ray;
//! * along these and the coordinate itself, everything greater: a running minimum;
//! * by single moves, one bit, looked up.
//!
//! For example, Nim with three heaps up to 1023 takes two reads of a word for 64 positions, up to
//! the row's lost position.

mod fill;
mod sorted;

use bouton_core::{ControlState, Formula, LimitReached, MemoryShare, Ruleset, Valuation, Value, Watch};

use self::{fill::Filled, sorted::SortedPlan};
use crate::{
    InstructionSet, Symmetry,
    plan::{LARGEST, MOST_COORDINATES},
    shape::{Jump, Shape, Unfit},
};

/// The number of a row without a lost position.
const NONE: u32 = u32::MAX;

/// The number of bits of a word of flags. It is small, so that a comparison finds the first word
/// that is not full.
const BITS: i64 = 32;

/// The number of vectors of eight words that are searched together in long rows, and in other rows.
const LONG: usize = 4;
const SHORT: usize = 1;

/// The number of rows between two checks of the limits.
const ROWS_AT_ONCE: u64 = 1 << 12;

/// A set of rows that can be reached along rays, for each line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    /// The control state of the lost positions.
    control: usize,
    /// Rays among the other coordinates, each given by the coordinates that it lowers by one.
    rays: Vec<Vec<usize>>,
    /// The least decrease of the row's coordinate along with them.
    falls: Falls,
}

/// The change of the row's coordinate along rays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Falls {
    /// It does not change.
    Not,
    /// It falls by one at each step of the only ray.
    Along,
    /// It falls by any amount.
    Freely,
}

/// The lines of a ray: rows on one line have the same number.
#[derive(Clone, Debug)]
struct Lines {
    /// The factors of the coordinates of rows, and the constant term.
    factors: Vec<i64>,
    constant: i64,
    count: usize,
    /// The first coordinate that counts: all lines are new when an earlier one changes.
    from: usize,
}

impl Lines {
    /// Creates the lines; `last` are the greatest values of the rows' coordinates. `None` if they
    /// are beyond all memory.
    fn new(ray: &[usize], last: &[i64]) -> Option<Self> {
        let (from, mut factors, mut constant, mut count) = (*ray.first()?, vec![0; last.len()], 0, 1i64);
        for coordinate in (from + 1..last.len()).rev() {
            factors[coordinate] = count;
            let mut values = last[coordinate].checked_add(1)?;
            if ray.contains(&coordinate) {
                // On a line the difference to the first coordinate is constant.
                factors[from] -= count;
                constant += count.checked_mul(last[from])?;
                values = values.checked_add(last[from])?;
            }
            count = count.checked_mul(values)?;
        }
        let size = usize::try_from(count).ok()?;
        Some(Self { factors, constant, count: size, from })
    }

    fn number(&self, row: &[i64]) -> i64 {
        row.iter().zip(&self.factors).fold(self.constant, |sum, (value, factor)| sum + value * factor)
    }
}

/// A plan for one [`Key`].
#[derive(Clone, Debug)]
struct TrailPlan {
    key: Key,
    lines: Lines,
    /// The trail along all rays but the last.
    source: Option<usize>,
    /// The number of words of flags of a line; 0 if the trail has a minimum instead.
    words: usize,
}

impl TrailPlan {
    /// Returns the word without a mark.
    fn empty(&self) -> u32 {
        if self.words == 0 { NONE } else { 0 }
    }
}

/// The marks in which the options of a row's positions are searched, for one control state.
#[derive(Clone, Debug, Default)]
struct Looks {
    /// Trails that give the forbidden bits.
    flags: Vec<usize>,
    slanted: Vec<usize>,
    /// Trails that give the bound from which on everything is forbidden.
    minima: Vec<usize>,
    /// Control states whose lost position of the same row gives such a bound.
    above: Vec<usize>,
    single: Vec<Single>,
}

/// A move by one vector.
#[derive(Clone, Debug)]
struct Single {
    to: usize,
    /// The decrease of the row's coordinates.
    back: Vec<i64>,
    /// The number of rows earlier.
    rows: i64,
    /// The decrease of the coordinate along the row.
    falls: i64,
    guard: Formula,
}

/// A compiled ruleset whose rows have at most one lost position.
///
/// ```
/// use bouton_core::{ControlState, Valuation, Watch};
/// use bouton_tables::SparsePlan;
///
/// let nim = bouton_rules::resolve("heaps 3; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let plan = SparsePlan::new(&nim, Valuation::NormalOutcome, &[255; 3]).unwrap();
/// assert_eq!(plan.count(&Watch::unlimited()).unwrap(), [[65_536, 16_711_680]]);
/// let table = plan.table(&Watch::unlimited()).unwrap();
/// assert_eq!(table.value(&[200, 13, 197], ControlState(0)), Some(0));
/// ```
#[derive(Clone, Debug)]
pub struct SparsePlan {
    /// The coordinate along which rows go.
    along: usize,
    /// The greatest value of that coordinate, and of the others.
    last: i64,
    rows: Vec<i64>,
    trails: Vec<TrailPlan>,
    looks: Vec<Looks>,
    misere: bool,
    /// Whether exchanging coordinates keeps a position's value.
    symmetric: bool,
    interchangeable: bool,
    /// The plan for three such coordinates, which visits only sorted rows.
    sorted: Option<SortedPlan>,
    instructions: InstructionSet,
    /// The moves of each control state: under misère play a row's first position may not have any.
    movable: Vec<Vec<Jump>>,
}

impl SparsePlan {
    /// Compiles a ruleset for the box of all positions with no coordinate above `last`.
    ///
    /// # Errors
    ///
    /// [`Unfit`] if only other engines support the ruleset: if there is no coordinate from which
    /// any amount may always be taken, a row may have several lost positions.
    ///
    /// # Panics
    ///
    /// If there is not one bound for each coordinate.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::Valuation;
    /// use bouton_tables::SparsePlan;
    ///
    /// let rules = |text| bouton_rules::Game::parse(text).unwrap().ruleset().unwrap();
    /// let nim = rules("heaps 2; move take any from 1 heap");
    /// assert!(SparsePlan::new(&nim, Valuation::NormalOutcome, &[99, 99]).is_ok());
    /// let take_three = rules("heaps 2; move take 1..3 from 1 heap"); // a row may have many lost positions
    /// assert!(SparsePlan::new(&take_three, Valuation::NormalOutcome, &[99, 99]).is_err());
    /// ```
    pub fn new(ruleset: &Ruleset, valuation: Valuation, last: &[u64]) -> Result<Self, Unfit> {
        assert_eq!(last.len(), ruleset.dimension(), "one bound for each coordinate");
        let misere = match valuation {
            Valuation::NormalOutcome => false,
            Valuation::MisereOutcome => true,
            _ => return Err(Unfit::Values),
        };
        let shape = Shape::new(ruleset)?;
        let narrow = |last: &u64| i64::try_from(*last).ok().filter(|last| last.unsigned_abs() <= LARGEST);
        let last = last.iter().map(narrow).collect::<Option<Vec<_>>>().ok_or(Unfit::Dimension)?;
        if !(2..=MOST_COORDINATES).contains(&last.len()) {
            return Err(Unfit::Dimension);
        }
        let mut order: Vec<usize> = (0..last.len()).collect();
        order.sort_by_key(|&coordinate| std::cmp::Reverse((last[coordinate], coordinate)));
        let along = order.into_iter().find(|&coordinate| is_free(&shape, coordinate));
        let along = along.ok_or(Unfit::Amounts)?;
        let rows = others(&last, along);
        let movable = (0..shape.controls)
            .map(|control| shape.jumps.iter().filter(|jump| jump.from == control).cloned().collect())
            .collect();
        let looks = vec![Looks::default(); shape.controls];
        let symmetric = shape.interchangeable && rows.iter().all(|&row| row == last[along]);
        let mut plan = Self {
            along,
            last: last[along],
            rows,
            trails: Vec::new(),
            looks,
            misere,
            symmetric,
            interchangeable: shape.interchangeable,
            sorted: None,
            instructions: InstructionSet::widest(),
            movable,
        };
        for jump in &shape.jumps {
            plan.look(jump)?;
        }
        plan.sorted = SortedPlan::new(&plan);
        Ok(plan)
    }

    /// Creates the same plan. If not `used`, it treats coordinates as if they were not
    /// interchangeable; the results do not change.
    #[must_use]
    pub fn with_symmetry(mut self, used: bool) -> Self {
        self.symmetric &= used;
        self.interchangeable &= used;
        self.sorted = self.sorted.filter(|_| used);
        self
    }

    /// The use that the plan makes of interchangeable coordinates.
    #[must_use]
    pub fn symmetry(&self) -> Symmetry {
        match (self.interchangeable, self.symmetric) {
            (false, _) => Symmetry::None,
            (true, true) => Symmetry::Copied,
            (true, false) => Symmetry::Bounds,
        }
    }

    /// Creates the same plan with these instructions; all of them give the same numbers.
    #[must_use]
    pub fn with_instructions(mut self, instructions: InstructionSet) -> Self {
        self.instructions = instructions;
        self
    }

    /// Adds a move to the plan.
    fn look(&mut self, jump: &Jump) -> Result<(), Unfit> {
        let (back, falls) = (others(&jump.vector, self.along), -jump.vector[self.along]);
        if jump.generators.is_empty() {
            let rows = back.iter().zip(&self.rows).fold(0, |rows, (by, last)| rows * (last + 1) - by);
            let back: Vec<i64> = back.iter().map(|by| -by).collect();
            if back.iter().zip(&self.rows).all(|(by, last)| by <= last) && (rows > 0 || jump.to > jump.from) {
                let guard = jump.guard.clone();
                self.looks[jump.from].single.push(Single { to: jump.to, back, rows, falls, guard });
            }
            // Within a row such a move adds nothing if any amount may be taken.
            return Ok(());
        }
        let sum = (0..jump.vector.len()).map(|c| jump.generators.iter().map(|ray| ray[c]).sum::<i64>());
        let unit = jump.generators.iter().flatten().all(|by| (-1..=0).contains(by));
        if jump.guard != Formula::True || !unit || !sum.eq(jump.vector.iter().copied()) {
            return Err(Unfit::Amounts);
        }
        let mut rays = Vec::new();
        let (mut along, mut freely) = (false, false);
        for generator in &jump.generators {
            let others = others(generator, self.along);
            let ray: Vec<usize> = (0..others.len()).filter(|&c| others[c] < 0).collect();
            let falls = generator[self.along] < 0;
            match (ray.is_empty(), falls) {
                (true, _) if freely => return Err(Unfit::Amounts),
                (true, _) => freely = true,
                (false, falls) => {
                    along |= falls;
                    rays.push(ray);
                }
            }
        }
        if rays.is_empty() {
            if jump.to > jump.from {
                self.looks[jump.from].above.push(jump.to);
            }
            return Ok(());
        }
        if rays.windows(2).any(|two| two[0] == two[1]) || along && (freely || rays.len() > 1) {
            return Err(Unfit::Amounts);
        }
        let falls = match (along, freely) {
            (true, _) => Falls::Along,
            (_, true) => Falls::Freely,
            _ => Falls::Not,
        };
        let trail = self.trail(Key { control: jump.to, rays, falls })?;
        let looks = &mut self.looks[jump.from];
        let list = match falls {
            Falls::Not => &mut looks.flags,
            Falls::Along => &mut looks.slanted,
            Falls::Freely => &mut looks.minima,
        };
        if !list.contains(&trail) {
            list.push(trail);
        }
        Ok(())
    }

    /// Returns the number of a trail, which is created if necessary.
    fn trail(&mut self, key: Key) -> Result<usize, Unfit> {
        if let Some(known) = self.trails.iter().position(|trail| trail.key == key) {
            return Ok(known);
        }
        let (ray, before) = key.rays.split_last().ok_or(Unfit::Target)?;
        let source = if before.is_empty() {
            None
        } else {
            Some(self.trail(Key { rays: before.to_vec(), ..key.clone() })?)
        };
        let lines = Lines::new(ray, &self.rows).ok_or(Unfit::Dimension)?;
        let bits = match key.falls {
            Falls::Not => self.last,
            // The place moves down by one for each value of the ray's first coordinate.
            Falls::Along => self.last + self.rows[ray[0]],
            Falls::Freely => 0,
        };
        let words = usize::try_from((bits + BITS) / BITS).map_err(|_| Unfit::Dimension)?;
        // A place moves by less than a word within a block.
        let words = match key.falls {
            Falls::Not => words.next_multiple_of(self.block()),
            Falls::Along => words + self.block() + 1,
            Falls::Freely => 0,
        };
        self.trails.push(TrailPlan { key, lines, source, words });
        Ok(self.trails.len() - 1)
    }

    /// The number of words that are searched together.
    fn block(&self) -> usize {
        8 * if self.last < 8 * BITS { SHORT } else { LONG }
    }

    /// The number of rows of the box.
    fn row_count(&self) -> u128 {
        self.rows.iter().fold(1, |count, &last| u128::from(last.unsigned_abs() + 1).saturating_mul(count))
    }

    /// Whether rows go along the last coordinate, so that their lost positions are in lexicographic
    /// order.
    #[must_use]
    pub fn is_in_order(&self) -> bool {
        self.along == self.rows.len()
    }

    /// The number of positions of the box, with control states.
    #[must_use]
    pub fn positions(&self) -> u128 {
        let each = self.looks.len() as u128 * u128::from(self.last.unsigned_abs() + 1);
        self.row_count().saturating_mul(each)
    }

    /// The number of bytes that the table takes while it is computed.
    ///
    /// ```
    /// use bouton_core::Valuation;
    /// use bouton_tables::{BoxPlan, SparsePlan};
    ///
    /// let nim = bouton_rules::Game::parse("heaps 3; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let sparse = SparsePlan::new(&nim, Valuation::NormalOutcome, &[1023; 3])?;
    /// let whole = BoxPlan::new(&nim, Valuation::NormalOutcome, &[1023; 3])?;
    /// assert!(sparse.bytes() < whole.bytes()); // a number for each row, not a bit for each position
    /// # Ok::<(), bouton_tables::Unfit>(())
    /// ```
    #[must_use]
    pub fn bytes(&self) -> u128 {
        self.bytes_of(true)
    }

    /// The number of bytes that counting takes.
    #[must_use]
    pub fn bytes_to_count(&self) -> u128 {
        self.bytes_of(self.looks_back())
    }

    /// Whether lost positions of earlier rows are looked up.
    fn looks_back(&self) -> bool {
        self.symmetric || self.looks.iter().any(|looks| looks.single.iter().any(|single| single.rows > 0))
    }

    fn bytes_of(&self, keeping: bool) -> u128 {
        let of_trail = |trail: &TrailPlan| (trail.lines.count as u128) * 4 * trail.words.max(1) as u128;
        let trails = match &self.sorted {
            Some(sorted) => sorted.bytes(),
            None => self.trails.iter().map(of_trail).fold(0u128, u128::saturating_add),
        };
        let numbers = if keeping { self.row_count().saturating_mul(4 * self.looks.len() as u128) } else { 0 };
        trails.saturating_add(numbers).saturating_add(4096)
    }

    /// The approximate number of seconds. It follows from the plan, never from the clock.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "an estimate needs no last digit")]
    pub fn seconds(&self) -> f64 {
        // Sorted rows take a third of the time in total.
        let rows = self.row_count() as f64 / if self.sorted.is_some() { 3.0 } else { 1.0 };
        let words = (self.last / 64 + 1) as f64;
        let reads: usize = self.looks.iter().map(|looks| looks.flags.len() + 3 * looks.slanted.len()).sum();
        let unions = self.trails.iter().filter(|trail| trail.source.is_some()).count();
        let single: usize = self.looks.iter().map(|looks| looks.single.len()).sum();
        let row = 1.5e-8 * self.looks.len() as f64
            + words * (reads as f64 * 2e-10 + unions as f64 * 4e-10)
            + 5e-9 * (self.trails.len() + single) as f64;
        rows * row + self.bytes_to_count() as f64 * 0.2e-9
    }

    /// Counts the positions of the box by control state and value.
    ///
    /// # Errors
    ///
    /// [`LimitReached`], before any work if the memory is not sufficient.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{Valuation, Watch};
    /// use bouton_tables::SparsePlan;
    ///
    /// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
    /// let plan = SparsePlan::new(&wythoff, Valuation::NormalOutcome, &[300, 300])?;
    /// assert_eq!(plan.count(&Watch::unlimited())?, [[229, 90_372]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(&self, watch: &Watch) -> Result<Vec<Vec<u128>>, LimitReached> {
        let Filled { lost, .. } = self.fill(false, watch)?;
        let all = self.row_count() * u128::from(self.last.unsigned_abs() + 1);
        Ok(lost.into_iter().map(|lost| vec![lost, all - lost]).collect())
    }

    /// Computes the table of the box.
    ///
    /// # Errors
    ///
    /// [`LimitReached`], before any work if the memory is not sufficient.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_tables::SparsePlan;
    ///
    /// let nim = bouton_rules::resolve("heaps 3; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let plan = SparsePlan::new(&nim, Valuation::NormalOutcome, &[99; 3]).unwrap();
    /// let table = plan.table(&Watch::unlimited())?;
    /// assert_eq!(table.value(&[5, 9, 12], ControlState(0)), Some(0)); // 5 ⊕ 9 = 12
    /// assert_eq!(table.value(&[5, 9, 100], ControlState(0)), None); // outside of the box
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn table(self, watch: &Watch) -> Result<SparseTable, LimitReached> {
        let Filled { numbers, held, .. } = self.fill(true, watch)?;
        Ok(SparseTable { along: self.along, last: self.last, rows: self.rows, numbers, _held: held })
    }
}

/// Returns all entries but one.
fn others(vector: &[i64], without: usize) -> Vec<i64> {
    let others = vector.iter().enumerate().filter(|(coordinate, _)| *coordinate != without);
    others.map(|(_, by)| *by).collect()
}

/// Whether any amount may always be taken from a coordinate, in every control state.
fn is_free(shape: &Shape, coordinate: usize) -> bool {
    (0..shape.controls).all(|control| {
        shape.jumps.iter().any(|jump| {
            let one = |vector: &[i64]| {
                (0..vector.len()).all(|place| vector[place] == -i64::from(place == coordinate))
            };
            (jump.from, jump.to) == (control, control)
                && jump.guard == Formula::True
                && one(&jump.vector)
                && matches!(jump.generators.as_slice(), [generator] if one(generator))
        })
    })
}

/// The outcomes of all positions of a box: the lost position of each row.
///
/// ```
/// use bouton_core::{ControlState, Valuation, Watch};
/// use bouton_tables::SparsePlan;
///
/// let nim = bouton_rules::Game::parse("heaps 3; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let table = SparsePlan::new(&nim, Valuation::NormalOutcome, &[31; 3])?.table(&Watch::unlimited())?;
/// assert_eq!(table.value(&[1, 2, 3], ControlState(0)), Some(0));
/// assert_eq!(table.value(&[3, 4, 5], ControlState(0)), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SparseTable {
    along: usize,
    last: i64,
    rows: Vec<i64>,
    numbers: Vec<Vec<u32>>,
    _held: MemoryShare,
}

impl SparseTable {
    /// The value of a position; `None` outside of the box.
    #[must_use]
    pub fn value(&self, coordinates: &[u64], control: ControlState) -> Option<Value> {
        let numbers = self.numbers.get(control.index())?;
        if coordinates.len() != self.rows.len() + 1 {
            return None;
        }
        let mut row = 0usize;
        let mut rows = self.rows.iter();
        let mut at = 0;
        for (place, &coordinate) in coordinates.iter().enumerate() {
            let last = if place == self.along { self.last } else { *rows.next()? };
            if coordinate > last.unsigned_abs() {
                return None;
            }
            let value = usize::try_from(coordinate).ok()?;
            if place == self.along {
                at = value;
            } else {
                row = row * (usize::try_from(last).ok()? + 1) + value;
            }
        }
        Some(Value::from(numbers[row] as usize != at))
    }

    /// Visits the lost positions of the first control state, those of earlier rows first, until
    /// `visit` returns `false`.
    ///
    /// ```
    /// use bouton_core::{Valuation, Watch};
    /// use bouton_tables::SparsePlan;
    ///
    /// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
    /// let table = SparsePlan::new(&wythoff, Valuation::NormalOutcome, &[9, 9])?.table(&Watch::unlimited())?;
    /// let mut lost = Vec::new();
    /// table.for_each_lost(&mut |position| {
    ///     lost.push(position.to_vec());
    ///     lost.len() < 3
    /// });
    /// assert_eq!(lost, [[0, 0], [1, 2], [2, 1]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_each_lost(&self, visit: &mut dyn FnMut(&[u64]) -> bool) {
        let mut position = vec![0u64; self.rows.len() + 1];
        let mut row = vec![0i64; self.rows.len()];
        for &found in self.numbers.first().into_iter().flatten() {
            if found != NONE {
                for (place, value) in row.iter().enumerate() {
                    position[place + usize::from(place >= self.along)] = value.unsigned_abs();
                }
                position[self.along] = found.into();
                if !visit(&position) {
                    return;
                }
            }
            let Some(place) = (0..row.len()).rev().find(|&place| row[place] < self.rows[place]) else {
                return;
            };
            row[place] += 1;
            row[place + 1..].fill(0);
        }
    }

    /// The number of bytes of the table.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.numbers.iter().map(|numbers| 4 * numbers.len()).sum()
    }
}

//! Outcomes of games in which any amount may be taken along one coordinate.
//!
//! Then a **row** (all positions that differ in that coordinate alone) has at
//! most one lost position in each control state: the least one from which no
//! lost position of an earlier row can be reached. So the table is one number
//! for each row, and what a lost position forbids is marked when it is found:
//!
//! * along a ray that does not change the coordinate, a bit in the row of flags
//!   that the rows on a line share;
//! * along a ray that lowers the coordinate as well, a bit of such flags whose
//!   place moves by one from row to row;
//! * along several rays at once, prefix unions of such flags over one more line
//!   for each ray;
//! * along these and the coordinate itself, all that is greater: a running minimum;
//! * by single moves, one bit, looked up.
//!
//! Nim with three heaps up to 1023 so takes two reads of a word for 64
//! positions, up to where the row's lost position is found.

use bouton_core::{ControlState, Formula, Held, LimitReached, Ruleset, Valuation, Value, Watch};

use crate::{
    InstructionSet,
    kernel::{Eight, UsesEights, with_eights},
    plan::{LARGEST, MOST_COORDINATES},
    shape::{Jump, Shape, Unfit},
};

/// The number of a row without a lost position.
const NONE: u32 = u32::MAX;

/// Bits of a word of flags: small, so that a comparison tells the first that is not full.
const BITS: i64 = 32;

/// How many vectors of eight words are looked at together: in rows that are long, and in others.
const LONG: usize = 4;
const SHORT: usize = 1;

/// So many rows are done before limits are asked.
const ROWS_AT_ONCE: u64 = 1 << 12;

/// Which of the rows that can be reached along rays: a set of them for each line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    /// Whose lost positions.
    control: usize,
    /// Rays among the other coordinates, each the coordinates that it lowers by one.
    rays: Vec<Vec<usize>>,
    /// How far, at least, the coordinate of the row falls along with them.
    falls: Falls,
}

/// What the coordinate of the row does along rays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Falls {
    /// Nothing.
    Not,
    /// It falls by one at each step of the only ray.
    Along,
    /// It falls by any amount.
    Freely,
}

/// The lines of a ray: rows on one line have the same number.
#[derive(Clone, Debug)]
struct Lines {
    /// What the coordinates of rows are multiplied by, and what is added.
    factors: Vec<i64>,
    constant: i64,
    count: usize,
    /// The coordinates before this one do not count: all is new when one of them changes.
    from: usize,
}

impl Lines {
    /// `last` are the greatest values of the rows' coordinates; none beyond all memory.
    fn new(ray: &[usize], last: &[i64]) -> Option<Self> {
        let (from, mut factors, mut constant, mut count) = (*ray.first()?, vec![0; last.len()], 0, 1i64);
        for coordinate in (from + 1..last.len()).rev() {
            factors[coordinate] = count;
            let mut values = last[coordinate].checked_add(1)?;
            if ray.contains(&coordinate) {
                // On a line the difference to the first coordinate stays.
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
    /// Words of flags of a line; none where a minimum is kept instead.
    words: usize,
}

impl TrailPlan {
    /// A word where nothing is marked.
    fn empty(&self) -> u32 {
        if self.words == 0 { NONE } else { 0 }
    }
}

/// What an option of a row's position is looked for in, for one control state.
#[derive(Clone, Debug, Default)]
struct Looks {
    /// Trails that say which bits are forbidden.
    flags: Vec<usize>,
    slanted: Vec<usize>,
    /// Trails that say from where on all is forbidden.
    minima: Vec<usize>,
    /// Control states whose lost position of the same row does so.
    above: Vec<usize>,
    single: Vec<Single>,
}

/// A move by one vector.
#[derive(Clone, Debug)]
struct Single {
    to: usize,
    /// By how much the row's coordinates fall.
    back: Vec<i64>,
    /// How many rows earlier that is.
    rows: i64,
    /// By how much the coordinate of the row falls.
    falls: i64,
    guard: Formula,
}

/// A compiled ruleset whose rows have one lost position at most.
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
    /// Whether a position keeps its value when coordinates change places.
    symmetric: bool,
    instructions: InstructionSet,
    /// Which coordinates of a row must be above zero for some move, each sorted.
    movable: Vec<Vec<Jump>>,
}

impl SparsePlan {
    /// Compiles a ruleset for the box of all positions with no coordinate above `last`.
    ///
    /// # Errors
    ///
    /// Why it is left to other engines: where no coordinate may always be lowered by any amount, a row may have
    /// several lost positions.
    ///
    /// # Panics
    ///
    /// If there is not one bound for each coordinate.
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
            instructions: InstructionSet::widest(),
            movable,
        };
        for jump in &shape.jumps {
            plan.look(jump)?;
        }
        Ok(plan)
    }

    /// The same with these instructions: they all give the same numbers.
    #[must_use]
    pub fn with_instructions(mut self, instructions: InstructionSet) -> Self {
        self.instructions = instructions;
        self
    }

    /// Takes note of a move.
    fn look(&mut self, jump: &Jump) -> Result<(), Unfit> {
        let (back, falls) = (others(&jump.vector, self.along), -jump.vector[self.along]);
        if jump.generators.is_empty() {
            let rows = back.iter().zip(&self.rows).fold(0, |rows, (by, last)| rows * (last + 1) - by);
            let back: Vec<i64> = back.iter().map(|by| -by).collect();
            if back.iter().zip(&self.rows).all(|(by, last)| by <= last) && (rows > 0 || jump.to > jump.from) {
                let guard = jump.guard.clone();
                self.looks[jump.from].single.push(Single { to: jump.to, back, rows, falls, guard });
            }
            // Within a row it says nothing where any amount may be taken.
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

    /// The number of a trail, made where it is not there.
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

    /// How many words are looked at together.
    fn block(&self) -> usize {
        8 * if self.last < 8 * BITS { SHORT } else { LONG }
    }

    /// How many rows the box has.
    fn row_count(&self) -> u128 {
        self.rows.iter().fold(1, |count, &last| u128::from(last.unsigned_abs() + 1).saturating_mul(count))
    }

    /// Whether rows go along the last coordinate, so that their lost positions are in lexicographic order.
    #[must_use]
    pub fn is_in_order(&self) -> bool {
        self.along == self.rows.len()
    }

    /// How many positions the box has, with control states.
    #[must_use]
    pub fn positions(&self) -> u128 {
        let each = self.looks.len() as u128 * u128::from(self.last.unsigned_abs() + 1);
        self.row_count().saturating_mul(each)
    }

    /// How many bytes the table takes while it is made.
    #[must_use]
    pub fn bytes(&self) -> u128 {
        self.bytes_of(true)
    }

    /// How many bytes counting takes.
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
        let trails = self.trails.iter().map(of_trail).fold(0u128, u128::saturating_add);
        let numbers = if keeping { self.row_count().saturating_mul(4 * self.looks.len() as u128) } else { 0 };
        trails.saturating_add(numbers).saturating_add(4096)
    }

    /// About how many seconds it takes: it follows from the plan, never from the clock.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "an estimate needs no last digit")]
    pub fn seconds(&self) -> f64 {
        let rows = self.row_count() as f64;
        let words = (self.last / 64 + 1) as f64;
        let reads: usize = self.looks.iter().map(|looks| looks.flags.len() + 3 * looks.slanted.len()).sum();
        let unions = self.trails.iter().filter(|trail| trail.source.is_some()).count();
        let single: usize = self.looks.iter().map(|looks| looks.single.len()).sum();
        let row = 1.5e-8 * self.looks.len() as f64
            + words * (reads as f64 * 2e-10 + unions as f64 * 4e-10)
            + 5e-9 * (self.trails.len() + single) as f64;
        rows * row + self.bytes_to_count() as f64 * 0.2e-9
    }

    /// How many positions of the box each control state has of each value.
    ///
    /// # Errors
    ///
    /// [`LimitReached`], before any work where the memory does not suffice.
    pub fn count(&self, watch: &Watch) -> Result<Vec<Vec<u128>>, LimitReached> {
        let Filled { lost, .. } = self.fill(self.looks_back(), watch)?;
        let all = self.row_count() * u128::from(self.last.unsigned_abs() + 1);
        Ok(lost.into_iter().map(|lost| vec![lost, all - lost]).collect())
    }

    /// The table of the box.
    ///
    /// # Errors
    ///
    /// [`LimitReached`], before any work where the memory does not suffice.
    pub fn table(self, watch: &Watch) -> Result<SparseTable, LimitReached> {
        let Filled { numbers, held, .. } = self.fill(true, watch)?;
        Ok(SparseTable { along: self.along, last: self.last, rows: self.rows, numbers, _held: held })
    }

    fn fill(&self, keeping: bool, watch: &Watch) -> Result<Filled, LimitReached> {
        let held = watch.hold(u64::try_from(self.bytes_of(keeping)).unwrap_or(u64::MAX))?;
        let size = if keeping { usize::try_from(self.row_count()).unwrap_or(usize::MAX) } else { 0 };
        let (mut trails, mut words) = (Vec::<Trail>::new(), Vec::new());
        for plan in &self.trails {
            let trail = Trail::new(plan, words.len());
            words.resize(trail.end(), plan.empty());
            trails.push(trail);
        }
        let controls = self.looks.len();
        let numbers = vec![vec![NONE; size]; controls];
        let mut filling = Filling {
            plan: self,
            steps: Steps::new(self),
            trails,
            marks: Marks(words),
            numbers,
            found: vec![NONE; controls],
            lost: vec![0; controls],
            forbidden: Vec::new(),
            position: vec![0; self.rows.len() + 1],
        };
        with_eights(self.instructions, Rows { filling: &mut filling, watch })?;
        Ok(Filled {
            numbers: filling.numbers,
            lost: filling.lost.into_iter().map(u128::from).collect(),
            held,
        })
    }
}

/// All entries but one.
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

/// What was found.
struct Filled {
    numbers: Vec<Vec<u32>>,
    lost: Vec<u128>,
    held: Held,
}

/// Where the flags or minima of a trail are.
#[derive(Clone, Copy)]
struct Trail {
    /// The first word, how many each line has, and how many lines there are.
    first: usize,
    line: usize,
    lines: usize,
    /// The first word of the row's line, and by how much that moves from row to row.
    at: usize,
    step: isize,
}

impl Trail {
    fn new(plan: &TrailPlan, first: usize) -> Self {
        let line = plan.words.max(1);
        let step = plan.lines.factors.last().copied().unwrap_or(0);
        let step = isize::try_from(step).unwrap_or(0) * isize::try_from(line).unwrap_or(0);
        Self { first, line, lines: plan.lines.count, at: first, step }
    }

    fn end(&self) -> usize {
        self.first + self.line * self.lines
    }
}

/// The flags and minima of all trails.
struct Marks(Vec<u32>);

impl Marks {
    #[inline(always)]
    fn set(&mut self, trail: &Trail, bit: usize) {
        self.0[trail.at + bit / 32] |= 1 << (bit % 32);
    }

    #[inline(always)]
    fn lower(&mut self, trail: &Trail, minimum: u32) {
        let place = &mut self.0[trail.at];
        *place = minimum.min(*place);
    }

    #[inline(always)]
    fn words(&self, trail: &Trail, first: usize, count: usize) -> &[u32] {
        &self.0[trail.at + first..][..count]
    }

    /// Adds the flags of one trail's line, which come before, to those of another.
    #[inline(always)]
    fn add(&mut self, trail: &Trail, source: &Trail) {
        let (before, rest) = self.0.split_at_mut(trail.at);
        for (word, from) in rest[..trail.line].iter_mut().zip(&before[source.at..][..trail.line]) {
            *word |= from;
        }
    }
}

/// What is done once the lost positions of a row are found, in this order.
#[derive(Default)]
struct Steps {
    /// A trail takes over the flags, or the minimum, of another.
    unions: Vec<(usize, usize)>,
    lowered: Vec<(usize, usize)>,
    /// A trail, and whose lost position it marks: the place of its bit as it is, or
    /// moved with a coordinate of the row.
    flags: Vec<(usize, usize)>,
    slanted: Vec<(usize, usize)>,
    minima: Vec<(usize, usize)>,
}

impl Steps {
    fn new(plan: &SparsePlan) -> Self {
        let mut steps = Self::default();
        // Trails along more rays come after those along fewer.
        for (trail, of) in plan.trails.iter().enumerate().rev() {
            let control = of.key.control;
            match (of.source, of.key.falls) {
                (Some(source), Falls::Freely) => steps.lowered.push((trail, source)),
                (Some(source), _) => steps.unions.push((trail, source)),
                (None, Falls::Not) => steps.flags.push((trail, control)),
                (None, Falls::Along) => steps.slanted.push((trail, control)),
                (None, Falls::Freely) => steps.minima.push((trail, control)),
            }
        }
        steps
    }
}

/// All rows, one after the other.
struct Rows<'a, 'b> {
    filling: &'a mut Filling<'b>,
    watch: &'a Watch,
}

impl UsesEights for Rows<'_, '_> {
    type Output = Result<(), LimitReached>;

    #[inline(always)]
    fn run<E: Eight>(self) -> Self::Output {
        if self.filling.plan.block() == 8 * SHORT {
            self.filling.rows::<E, SHORT>(self.watch)
        } else {
            self.filling.rows::<E, LONG>(self.watch)
        }
    }
}

/// Rows that are being filled.
struct Filling<'a> {
    plan: &'a SparsePlan,
    steps: Steps,
    trails: Vec<Trail>,
    marks: Marks,
    numbers: Vec<Vec<u32>>,
    /// What was found in the row, for each control state.
    found: Vec<u32>,
    lost: Vec<u64>,
    /// Single bits that are forbidden in the row.
    forbidden: Vec<u32>,
    /// The row, and room for the coordinate along it, in the order of the box.
    position: Vec<i128>,
}

impl Filling<'_> {
    #[inline(always)]
    fn rows<E: Eight, const BLOCK: usize>(&mut self, watch: &Watch) -> Result<(), LimitReached> {
        let plan = self.plan;
        let Some((&inner, outer)) = plan.rows.split_last() else { return Ok(()) };
        let mut row = vec![0i64; plan.rows.len()];
        let mut number = 0usize;
        let mut changed = 0;
        let mut done = 0;
        loop {
            for (trail, plan) in self.trails.iter_mut().zip(&plan.trails) {
                if plan.lines.from > changed {
                    self.marks.0[trail.first..trail.end()].fill(plan.empty());
                }
                let line = usize::try_from(plan.lines.number(&row)).unwrap_or(usize::MAX);
                trail.at = trail.first + line * trail.line;
            }
            let (ordered, before) = (row[..outer.len()].is_sorted(), row[..outer.len()].last().copied());
            for value in 0..=inner {
                row[outer.len()] = value;
                self.row::<E, BLOCK>(&row, number, ordered && before.is_none_or(|before| before <= value));
                number += 1;
                for trail in &mut self.trails {
                    trail.at = trail.at.wrapping_add_signed(trail.step);
                }
                done += 1;
                if done == ROWS_AT_ONCE {
                    watch.spend(done)?;
                    done = 0;
                }
            }
            row[outer.len()] = 0;
            let Some(place) = (0..outer.len()).rev().find(|&place| row[place] < outer[place]) else {
                return watch.spend(done);
            };
            row[place] += 1;
            row[place + 1..].fill(0);
            changed = place;
        }
    }

    /// Finds the lost positions of a row, and marks what they forbid.
    #[inline(always)]
    fn row<E: Eight, const BLOCK: usize>(&mut self, row: &[i64], number: usize, ordered: bool) {
        let plan = self.plan;
        // What a pass leads to comes first.
        for control in (0..plan.looks.len()).rev() {
            let found = if plan.symmetric {
                self.of_images::<E, BLOCK>(control, row, number, ordered)
            } else {
                self.least::<E, BLOCK>(control, row, number)
            };
            self.found[control] = found;
            self.lost[control] += u64::from(found != NONE);
            if let Some(place) = self.numbers[control].get_mut(number) {
                *place = found;
            }
        }
        let Self { steps, trails, marks, found, .. } = self;
        for &(trail, source) in &steps.unions {
            marks.add(&trails[trail], &trails[source]);
        }
        for &(trail, source) in &steps.lowered {
            let minimum = marks.0[trails[source].at];
            marks.lower(&trails[trail], minimum);
        }
        for &(trail, control) in &steps.flags {
            if found[control] != NONE {
                marks.set(&trails[trail], found[control] as usize);
            }
        }
        for &(trail, control) in &steps.slanted {
            if found[control] != NONE {
                let bit = found[control] as usize + plan.shift(&plan.trails[trail], row);
                marks.set(&trails[trail], bit);
            }
        }
        for &(trail, control) in &steps.minima {
            marks.lower(&trails[trail], found[control]);
        }
    }

    /// The lost position of a row where coordinates may change places: it is looked for only if all
    /// coordinates of the row are in order, and it comes after them.
    #[inline(always)]
    fn of_images<E: Eight, const BLOCK: usize>(
        &mut self,
        control: usize,
        row: &[i64],
        number: usize,
        ordered: bool,
    ) -> u32 {
        if !ordered {
            return self.numbers[control][self.plan.number_in_order(row)];
        }
        let known = self.numbers[control][number];
        if known != NONE {
            return known;
        }
        let found = self.least::<E, BLOCK>(control, row, number);
        let last = row.last().copied().unwrap_or(0);
        if found != NONE && i64::from(found) > last {
            // The rows that it has with others of its coordinates come later.
            let base = self.plan.last + 1;
            for without in 0..row.len() {
                let others = row.iter().enumerate().filter(|(place, _)| *place != without);
                let number = others.fold(0, |number, (_, value)| number * base + value) * base;
                let image = usize::try_from(number + i64::from(found)).unwrap_or(usize::MAX);
                self.numbers[control][image] = u32::try_from(row[without]).unwrap_or(NONE);
            }
        }
        found
    }

    /// The least position of a row that nothing forbids.
    #[inline(always)]
    fn least<E: Eight, const BLOCK: usize>(&mut self, control: usize, row: &[i64], number: usize) -> u32 {
        let plan = self.plan;
        let looks = &plan.looks[control];
        let mut limit = u32::try_from(plan.last).unwrap_or(NONE - 1);
        for &trail in &looks.minima {
            limit = limit.min(self.marks.0[self.trails[trail].at]);
        }
        for &above in &looks.above {
            limit = limit.min(self.found[above]);
        }
        self.forbidden.clear();
        for single in &looks.single {
            self.forbid(single, row, number);
        }
        if plan.misere && !self.can_move(control, row) {
            self.forbidden.push(0);
        }
        let mut first = 0;
        while first * 32 <= limit as usize {
            let mut met = [E::zero(); BLOCK];
            for &trail in &looks.flags {
                let flags = self.marks.words(&self.trails[trail], first, 8 * BLOCK);
                for (met, flags) in met.iter_mut().zip(flags.as_chunks().0) {
                    *met = met.or(E::new(flags));
                }
            }
            for &trail in &looks.slanted {
                let from = plan.shift(&plan.trails[trail], row);
                let word = first + from / 32;
                let by = u32::try_from(from % 32).unwrap_or(0);
                let flags = self.marks.words(&self.trails[trail], word, 8 * BLOCK + 1);
                let (low, high) = (flags.as_chunks().0, flags[1..].as_chunks().0);
                for ((met, low), high) in met.iter_mut().zip(low).zip(high) {
                    *met = met.or(E::from_bit(E::new(low), E::new(high), by));
                }
            }
            let mut words: [[u32; 8]; BLOCK] = std::array::from_fn(|number| met[number].words());
            let mut full = (0..).zip(&met).fold(0, |full, (number, met)| full | met.full() << (8 * number));
            for &bit in &self.forbidden {
                let word = (bit as usize / 32).wrapping_sub(first);
                if let Some(met) = words.as_flattened_mut().get_mut(word) {
                    *met |= 1 << (bit % 32);
                    full |= u32::from(*met == u32::MAX) << word;
                }
            }
            let word = full.trailing_ones();
            if let Some(met) = words.as_flattened().get(word as usize) {
                let at = u32::try_from(32 * first).unwrap_or(NONE) + 32 * word;
                let found = at | met.trailing_ones();
                return if found <= limit { found } else { NONE };
            }
            first += 8 * BLOCK;
        }
        NONE
    }

    /// Forbids what a single move leads to a lost position from.
    fn forbid(&mut self, single: &Single, row: &[i64], number: usize) {
        if row.iter().zip(&single.back).any(|(value, back)| value < back) {
            return;
        }
        let lost = if single.rows == 0 {
            self.found[single.to]
        } else {
            let back = usize::try_from(single.rows).unwrap_or(usize::MAX);
            number.checked_sub(back).map_or(NONE, |number| self.numbers[single.to][number])
        };
        let Some(at) = u32::try_from(single.falls).ok().and_then(|falls| lost.checked_add(falls)) else {
            return;
        };
        if lost != NONE && i64::from(at) <= self.plan.last && self.holds(&single.guard, row, at.into()) {
            self.forbidden.push(at);
        }
    }

    fn holds(&mut self, guard: &Formula, row: &[i64], at: i128) -> bool {
        if *guard == Formula::True {
            return true;
        }
        let along = self.plan.along;
        for (place, &value) in row.iter().enumerate() {
            self.position[place + usize::from(place >= along)] = value.into();
        }
        self.position[along] = at;
        guard.holds(&self.position)
    }

    /// Whether there is a move from a row's first position.
    fn can_move(&mut self, control: usize, row: &[i64]) -> bool {
        let plan = self.plan;
        plan.movable[control].iter().any(|jump| {
            let mut values = row.iter();
            let fits = (0..jump.vector.len()).all(|coordinate| {
                let value = if coordinate == plan.along { 0 } else { values.next().copied().unwrap_or(0) };
                value + jump.vector[coordinate] >= 0
            });
            fits && self.holds(&jump.guard, row, 0)
        })
    }
}

impl SparsePlan {
    /// The number of the row with the same coordinates in order, where all have the same bound.
    #[inline(always)]
    fn number_in_order(&self, row: &[i64]) -> usize {
        let base = self.last + 1;
        let number = if let &[one, two] = row {
            one.min(two) * base + one.max(two)
        } else {
            let mut sorted = [0; MOST_COORDINATES];
            let sorted = &mut sorted[..row.len()];
            for (length, &value) in row.iter().enumerate() {
                let mut place = length;
                while place > 0 && sorted[place - 1] > value {
                    sorted[place] = sorted[place - 1];
                    place -= 1;
                }
                sorted[place] = value;
            }
            sorted.iter().fold(0, |number, value| number * base + value)
        };
        usize::try_from(number).unwrap_or(usize::MAX)
    }

    /// The place of the row's first position in slanted flags.
    #[inline]
    fn shift(&self, trail: &TrailPlan, row: &[i64]) -> usize {
        let first = trail.lines.from;
        usize::try_from(self.rows[first] - row[first]).unwrap_or(0)
    }
}

/// The outcomes of all positions of a box: of each row the lost position.
#[derive(Debug)]
pub struct SparseTable {
    along: usize,
    last: i64,
    rows: Vec<i64>,
    numbers: Vec<Vec<u32>>,
    _held: Held,
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

    /// Visits the lost positions of the first control state, those of earlier rows first, until `visit` says `false`.
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

    /// How many bytes the table takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.numbers.iter().map(|numbers| 4 * numbers.len()).sum()
    }
}

//! Fills the rows one after the other: finds the lost position of each row, and marks the positions
//! that it forbids.

use bouton_core::{Formula, LimitReached, MemoryShare, Watch};

use super::{Falls, LONG, NONE, ROWS_AT_ONCE, SHORT, Single, SparsePlan, TrailPlan, sorted::mirror};
use crate::{
    kernel::{Eight, UsesEights, with_eights},
    plan::MOST_COORDINATES,
};

/// The result of filling a box.
pub(super) struct Filled {
    pub(super) numbers: Vec<Vec<u32>>,
    pub(super) lost: Vec<u128>,
    pub(super) held: MemoryShare,
}

impl SparsePlan {
    /// Fills the box; the lost position of each row is returned if `wanted`.
    pub(super) fn fill(&self, wanted: bool, watch: &Watch) -> Result<Filled, LimitReached> {
        let keeping = wanted || self.looks_back();
        let held = watch.hold(u64::try_from(self.bytes_of(keeping)).unwrap_or(u64::MAX))?;
        let size = if keeping { usize::try_from(self.row_count()).unwrap_or(usize::MAX) } else { 0 };
        let controls = self.looks.len();
        let mut numbers = vec![vec![NONE; size]; controls];
        if let Some(sorted) = &self.sorted {
            let lost = sorted.fill(self, &mut numbers, watch)?;
            if wanted {
                numbers.iter_mut().for_each(|numbers| mirror(numbers));
            }
            return Ok(Filled { numbers, lost: lost.into_iter().map(u128::from).collect(), held });
        }
        let mut trails = Vec::<Trail>::new();
        for plan in &self.trails {
            trails.push(Trail::new(plan, trails.last().map_or(0, Trail::end)));
        }
        // The words are allocated at once, because a vector that grows by doubling exists twice for
        // a while.
        let mut words = Vec::with_capacity(trails.last().map_or(0, Trail::end));
        for (trail, plan) in trails.iter().zip(&self.trails) {
            words.resize(trail.end(), plan.empty());
        }
        let mut filling = Filling {
            plan: self,
            steps: Steps::new(self),
            trails,
            marks: Marks(words),
            numbers,
            found: vec![NONE; controls],
            lost: vec![0; controls],
            forbidden: Vec::new(),
            asking: Asking::new(self),
        };
        with_eights(self.instructions, Rows { filling: &mut filling, watch })?;
        Ok(Filled {
            numbers: filling.numbers,
            lost: filling.lost.into_iter().map(u128::from).collect(),
            held,
        })
    }

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

/// The location of the flags or minima of a trail.
#[derive(Clone, Copy)]
struct Trail {
    /// The first word, the number of words of each line, and the number of lines.
    first: usize,
    line: usize,
    lines: usize,
    /// The first word of the row's line, and its change from row to row.
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

    /// Adds the flags of one trail's line to those of another; the first trail precedes the second.
    #[inline(always)]
    fn add(&mut self, trail: &Trail, source: &Trail) {
        let (before, rest) = self.0.split_at_mut(trail.at);
        for (word, from) in rest[..trail.line].iter_mut().zip(&before[source.at..][..trail.line]) {
            *word |= from;
        }
    }
}

/// The steps after the lost positions of a row are found, in this order.
#[derive(Default)]
struct Steps {
    /// A trail, and another whose flags, or minimum, it adds.
    unions: Vec<(usize, usize)>,
    lowered: Vec<(usize, usize)>,
    /// A trail, and the control state whose lost position it marks: at the place of its bit, or at
    /// a place moved by a coordinate of the row.
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
    /// The lost position found in the row, for each control state.
    found: Vec<u32>,
    lost: Vec<u64>,
    /// Single forbidden bits of the row.
    forbidden: Vec<u32>,
    asking: Asking<'a>,
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

    /// Finds the lost positions of a row, and marks the positions that they forbid.
    #[inline(always)]
    fn row<E: Eight, const BLOCK: usize>(&mut self, row: &[i64], number: usize, ordered: bool) {
        let plan = self.plan;
        // The targets of a pass come first.
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

    /// Returns the lost position of a row where coordinates may be exchanged. It is searched only
    /// if the coordinates of the row are sorted and the lost position comes after them.
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
            // The other rows of this position come later.
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

    /// Returns the least position of a row that is not forbidden.
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
        if plan.misere && !self.asking.can_move(control, row) {
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

    /// Forbids the positions from which a single move leads to a lost position.
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
        if lost != NONE && i64::from(at) <= self.plan.last && self.asking.holds(&single.guard, row, at.into())
        {
            self.forbidden.push(at);
        }
    }
}

/// Evaluates guards at single positions.
pub(super) struct Asking<'a> {
    plan: &'a SparsePlan,
    /// A row, with a place for the coordinate along it, in the order of the box.
    position: Vec<i128>,
}

impl<'a> Asking<'a> {
    pub(super) fn new(plan: &'a SparsePlan) -> Self {
        Self { plan, position: vec![0; plan.rows.len() + 1] }
    }

    /// Whether a guard holds at a row's position.
    pub(super) fn holds(&mut self, guard: &Formula, row: &[i64], at: i128) -> bool {
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
    pub(super) fn can_move(&mut self, control: usize, row: &[i64]) -> bool {
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

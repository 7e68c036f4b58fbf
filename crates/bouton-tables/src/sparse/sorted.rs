//! Three heaps that may be exchanged. Only rows (a, b) with a ≤ b are visited, and only those are
//! searched whose lost position (a, b, c) has c ≥ b.
//!
//! A lost position (x, y, z) with x ≤ y ≤ z belongs to the rows (x, y), (x, z) and (y, z) and to
//! their mirror images. It is found in the first of them, because every move from a row leads to
//! positions whose sorted coordinates are nowhere greater. From then on the lost positions of the
//! other rows are known. A row whose lost position is not known when it is visited has it at c ≥ b,
//! so that bits below b are never needed, and sets that are images of each other are stored once.
//!
//! Two rows of which each is greater in one coordinate do not depend on each other. Hence rows are
//! taken in strips of some a, in each strip by a + b: the latency of one row is hidden behind the
//! others.

use bouton_core::{LimitReached, Watch};

use super::{Falls, Key, LONG, NONE, ROWS_AT_ONCE, SHORT, SparsePlan, fill::Asking};
use crate::kernel::{Eight, UsesEights, with_eights};

/// The number of first coordinates of a strip.
const STRIP: usize = 8;

/// The rows and columns of the pieces in which a mirrored table is written: lines of the table are
/// often stored in the same place of the cache.
const TALL: usize = 16;
const WIDE: usize = 8;

/// The positions that the lost positions of a control state forbid, in rows identified by one
/// number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// For each x the c of lost (x, y, c) and (y, x, c): one coordinate of the row falls.
    Line,
    /// For each y − x the c of lost (x, y, c): both fall by the same amount.
    Both,
    /// For each coordinate the difference of the other two: one falls by the same amount as c.
    SlantedLine,
    /// For each y − x the c − y: all three fall by the same amount.
    SlantedBoth,
    /// For each b the c of lost (x, y, c) with x < a and y < b: both fall by any amounts.
    Pair,
    /// For each x the least c of lost (x, y, c) and (y, x, c), and after them for each c above y
    /// the least x: one coordinate of the row and c fall by any amounts.
    Minimum,
}

/// The offset of numbers from the first bit of a slanted line. The first word that is searched may
/// begin before the line.
const MARGIN: usize = 32;

impl Kind {
    fn new(key: &Key) -> Option<Self> {
        let one = |ray: &Vec<usize>| ray.len() == 1;
        match (key.rays.as_slice(), key.falls) {
            ([ray], Falls::Not) if one(ray) => Some(Self::Line),
            ([_], Falls::Not) => Some(Self::Both),
            ([ray], Falls::Along) if one(ray) => Some(Self::SlantedLine),
            ([_], Falls::Along) => Some(Self::SlantedBoth),
            ([ray, other], Falls::Not) if one(ray) && one(other) => Some(Self::Pair),
            ([ray], Falls::Freely) if one(ray) => Some(Self::Minimum),
            _ => None,
        }
    }
}

/// Sets of one kind, one for each number of a row.
#[derive(Clone, Copy, Debug)]
struct Sets {
    kind: Kind,
    control: usize,
    /// The first word.
    first: usize,
}

/// The locations of sets of each kind, which a control state reads, or in which its lost positions
/// are entered.
#[derive(Clone, Debug, Default)]
struct Places {
    lines: Vec<usize>,
    both: Vec<usize>,
    slanted_lines: Vec<usize>,
    slanted_both: Vec<usize>,
    pairs: Vec<usize>,
    minima: Vec<usize>,
}

impl Places {
    fn add(&mut self, sets: Sets) {
        let list = match sets.kind {
            Kind::Line => &mut self.lines,
            Kind::Both => &mut self.both,
            Kind::SlantedLine => &mut self.slanted_lines,
            Kind::SlantedBoth => &mut self.slanted_both,
            Kind::Pair => &mut self.pairs,
            Kind::Minimum => &mut self.minima,
        };
        if !list.contains(&sets.first) {
            list.push(sets.first);
        }
    }
}

/// A plan that visits only sorted rows.
#[derive(Clone, Debug)]
pub(super) struct SortedPlan {
    /// The number of words of a set, and the total number of words.
    line: usize,
    words: usize,
    sets: Vec<Sets>,
    reads: Vec<Places>,
    entered: Vec<Places>,
    /// Sets of pairs, and the lines that are added to them.
    unions: Vec<(usize, usize)>,
}

impl SortedPlan {
    /// Returns `None` unless there are three heaps that may be exchanged, and the moves are of
    /// these kinds.
    pub(super) fn new(plan: &SparsePlan) -> Option<Self> {
        if !plan.symmetric || plan.rows.len() != 2 {
            return None;
        }
        let side = usize::try_from(plan.last).ok()?.checked_add(1)?;
        let line = side.div_ceil(32) + MARGIN / 32;
        let controls = plan.looks.len();
        let mut sorted = Self {
            line,
            words: 0,
            sets: Vec::new(),
            reads: vec![Places::default(); controls],
            entered: vec![Places::default(); controls],
            unions: Vec::new(),
        };
        for (control, looks) in plan.looks.iter().enumerate() {
            for &trail in looks.flags.iter().chain(&looks.slanted).chain(&looks.minima) {
                let key = &plan.trails[trail].key;
                let sets = sorted.sets(Kind::new(key)?, key.control, side)?;
                sorted.reads[control].add(sets);
            }
        }
        // Words beyond the last set are read as well.
        sorted.words = sorted.words.checked_add(8 * LONG + 2)?;
        Some(sorted)
    }

    fn sets(&mut self, kind: Kind, control: usize, side: usize) -> Option<Sets> {
        if let Some(known) = self.sets.iter().find(|sets| (sets.kind, sets.control) == (kind, control)) {
            return Some(*known);
        }
        let sets = Sets { kind, control, first: self.words };
        let each = if kind == Kind::Minimum { 2 } else { self.line };
        self.words = side.checked_mul(each)?.checked_add(self.words)?;
        self.sets.push(sets);
        if kind == Kind::Pair {
            let lines = self.sets(Kind::Line, control, side)?;
            self.unions.push((sets.first, lines.first));
        } else {
            self.entered[control].add(sets);
        }
        Some(sets)
    }

    /// The number of bytes of the sets.
    pub(super) fn bytes(&self) -> u128 {
        4 * self.words as u128
    }

    /// Finds the lost position of each row, and returns the number of lost positions.
    ///
    /// `numbers` has the numbers of all rows for each control state, all of them unknown. After the
    /// call the numbers of the sorted rows are set.
    pub(super) fn fill(
        &self,
        plan: &SparsePlan,
        numbers: &mut [Vec<u32>],
        watch: &Watch,
    ) -> Result<Vec<u64>, LimitReached> {
        let side = numbers.first().map_or(0, Vec::len).isqrt();
        let mut marks = vec![0; self.words];
        for sets in self.sets.iter().filter(|sets| sets.kind == Kind::Minimum) {
            marks[sets.first..][..2 * side].fill(NONE);
        }
        let controls = numbers.len();
        let mut filling = Filling {
            plan,
            sorted: self,
            side,
            marks,
            numbers,
            found: vec![NONE; controls],
            lost: vec![0; controls],
            forbidden: Vec::new(),
            asking: Asking::new(plan),
        };
        with_eights(plan.instructions, Strips { filling: &mut filling, watch })?;
        Ok(filling.lost)
    }
}

/// Writes the numbers of the rows (b, a) with b > a, which equal those of the rows (a, b).
pub(super) fn mirror(numbers: &mut [u32]) {
    let side = numbers.len().isqrt();
    for top in (0..side).step_by(TALL) {
        let bottom = side.min(top + TALL);
        for left in (0..bottom).step_by(WIDE) {
            for row in top.max(left + 1)..bottom {
                for column in left..row.min(left + WIDE) {
                    numbers[row * side + column] = numbers[column * side + row];
                }
            }
        }
    }
}

/// The sorted rows, strip by strip.
struct Strips<'a, 'b> {
    filling: &'a mut Filling<'b>,
    watch: &'a Watch,
}

impl UsesEights for Strips<'_, '_> {
    type Output = Result<(), LimitReached>;

    #[inline(always)]
    fn run<E: Eight>(self) -> Self::Output {
        if self.filling.plan.block() == 8 * SHORT {
            self.filling.strips::<E, SHORT>(self.watch)
        } else {
            self.filling.strips::<E, LONG>(self.watch)
        }
    }
}

struct Filling<'a> {
    plan: &'a SparsePlan,
    sorted: &'a SortedPlan,
    side: usize,
    marks: Vec<u32>,
    numbers: &'a mut [Vec<u32>],
    /// The lost position found in the row, for each control state.
    found: Vec<u32>,
    lost: Vec<u64>,
    /// Single forbidden bits of the row.
    forbidden: Vec<u32>,
    asking: Asking<'a>,
}

impl Filling<'_> {
    #[inline(always)]
    fn strips<E: Eight, const BLOCK: usize>(&mut self, watch: &Watch) -> Result<(), LimitReached> {
        let mut done = 0;
        for first in (0..self.side).step_by(STRIP) {
            let last = self.side - 1 - first;
            let depth = STRIP.min(last + 1);
            for sum in 0..last + depth {
                // The numbers first + i and first + sum − i are sorted and in the box.
                let (from, to) = (sum.saturating_sub(last), depth.min(sum / 2 + 1));
                for i in from..to {
                    self.row::<E, BLOCK>(first + i, first + sum - i);
                }
                done += to.saturating_sub(from) as u64;
                if done >= ROWS_AT_ONCE {
                    watch.spend(done)?;
                    done = 0;
                }
            }
        }
        watch.spend(done)
    }

    /// Finds the lost positions of the row (a, b), where a ≤ b, and marks the positions that they
    /// forbid.
    #[inline(always)]
    fn row<E: Eight, const BLOCK: usize>(&mut self, a: usize, b: usize) {
        let side = self.side;
        let mut new = false;
        // The targets of a pass come first.
        for control in (0..self.numbers.len()).rev() {
            let known = self.numbers[control][a * side + b];
            self.found[control] = known;
            if known == NONE {
                let found = self.least::<E, BLOCK>(control, a, b);
                self.found[control] = found;
                new |= found != NONE;
            }
        }
        for &(pairs, lines) in &self.sorted.unions {
            self.unite::<E>(pairs, lines, a, b);
        }
        if new {
            for control in 0..self.numbers.len() {
                let c = self.found[control] as usize;
                // Known lost positions have c < b, and are marked.
                if c < side && c >= b && self.numbers[control][a * side + b] == NONE {
                    self.enter(control, a, b, c);
                }
            }
        }
    }

    /// The least c ≥ b that is not forbidden.
    #[inline(always)]
    fn least<E: Eight, const BLOCK: usize>(&mut self, control: usize, a: usize, b: usize) -> u32 {
        let Self { plan, sorted, side, .. } = *self;
        let (reads, looks) = (&sorted.reads[control], &plan.looks[control]);
        let mut limit = side - 1;
        for &minima in &reads.minima {
            let (least, above) = self.marks[minima..].split_at(side);
            limit = limit.min(least[a] as usize).min(least[b] as usize);
            // Two coordinates of a lost position are below a, or one is below it and one below c.
            if above[a] != NONE || (above[b] as usize) < a {
                return NONE;
            }
        }
        for &above in &looks.above {
            limit = limit.min(self.found[above] as usize);
        }
        if limit < b {
            return NONE;
        }
        self.forbidden.clear();
        if !looks.single.is_empty() {
            self.forbid(control, a, b);
        }
        if plan.misere && b == 0 && !self.asking.can_move(control, &[0, 0]) {
            self.forbidden.push(0);
        }
        let line = sorted.line;
        let mut first = b / 32;
        // Bits below b do not belong to this row.
        let mut below = E::new(&BELOW[b % 32]);
        while 32 * first <= limit {
            let mut met = [E::zero(); BLOCK];
            met[0] = below;
            for &at in &reads.lines {
                self.join(&mut met, at + a * line + first);
                self.join(&mut met, at + b * line + first);
            }
            for &at in &reads.both {
                self.join(&mut met, at + (b - a) * line + first);
            }
            for &at in &reads.pairs {
                self.join(&mut met, at + b * line + first);
            }
            let bit = 32 * first + MARGIN;
            for &at in &reads.slanted_lines {
                self.join_from_bit(&mut met, at + a * line, bit - b);
                self.join_from_bit(&mut met, at + b * line, bit - a);
            }
            for &at in &reads.slanted_both {
                self.join_from_bit(&mut met, at + (b - a) * line, bit - b);
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
                let found = 32 * (first + word as usize) + met.trailing_ones() as usize;
                return if found <= limit { u32::try_from(found).unwrap_or(NONE) } else { NONE };
            }
            first += 8 * BLOCK;
            below = E::zero();
        }
        NONE
    }

    /// Joins the flags from a word on.
    #[inline(always)]
    fn join<E: Eight, const BLOCK: usize>(&self, met: &mut [E; BLOCK], from: usize) {
        // Words beyond a set belong to the next one; they lie beyond the last bit that counts.
        let flags = self.marks[from..][..8 * BLOCK].as_chunks().0;
        for (met, flags) in met.iter_mut().zip(flags) {
            *met = met.or(E::new(flags));
        }
    }

    /// Joins the flags from a bit of a set on.
    #[inline(always)]
    fn join_from_bit<E: Eight, const BLOCK: usize>(&self, met: &mut [E; BLOCK], set: usize, bit: usize) {
        let by = u32::try_from(bit % 32).unwrap_or(0);
        let flags = &self.marks[set + bit / 32..][..8 * BLOCK + 1];
        let (low, high) = (flags.as_chunks().0, flags[1..].as_chunks().0);
        for ((met, low), high) in met.iter_mut().zip(low).zip(high) {
            *met = met.or(E::from_bit(E::new(low), E::new(high), by));
        }
    }

    /// Adds to the set of b the lost positions of rows (a, y) with y < b, from c = b on.
    #[inline(always)]
    fn unite<E: Eight>(&mut self, pairs: usize, lines: usize, a: usize, b: usize) {
        let line = self.sorted.line;
        let (first, count) = (b / 32, line - b / 32);
        let (pairs, lines) = (pairs + b * line + first, lines + a * line + first);
        let (head, tail) = self.marks.split_at_mut(pairs.max(lines));
        let (pairs, lines) = if pairs < lines {
            (&mut head[pairs..][..count], &tail[..count])
        } else {
            (&mut tail[..count], &head[lines..][..count])
        };
        let (eights, rest) = pairs.as_chunks_mut::<8>();
        let (from, others) = lines.as_chunks::<8>();
        for (eight, from) in eights.iter_mut().zip(from) {
            *eight = E::new(eight).or(E::new(from)).words();
        }
        for (word, from) in rest.iter_mut().zip(others) {
            *word |= from;
        }
    }

    /// Enters a lost position, a ≤ b ≤ c, and marks the positions that it forbids.
    #[inline(always)]
    fn enter(&mut self, control: usize, a: usize, b: usize, c: usize) {
        let (side, line, places) = (self.side, self.sorted.line, &self.sorted.entered[control]);
        let number = |value: usize| u32::try_from(value).unwrap_or(NONE);
        let numbers = &mut self.numbers[control];
        numbers[a * side + b] = number(c);
        numbers[a * side + c] = number(b);
        numbers[b * side + c] = number(a);
        self.lost[control] += match (a == b, b == c) {
            (true, true) => 1,
            (false, false) => 6,
            _ => 3,
        };
        let marks = &mut self.marks;
        let mut set = |set: usize, bit: usize| marks[set + bit / 32] |= 1 << (bit % 32);
        for &at in &places.lines {
            set(at + a * line, c);
            set(at + b * line, c);
        }
        for &at in &places.both {
            set(at + (b - a) * line, c);
        }
        for &at in &places.slanted_lines {
            set(at + a * line, c - b + MARGIN);
            set(at + b * line, c - a + MARGIN);
            set(at + c * line, b - a + MARGIN);
        }
        for &at in &places.slanted_both {
            set(at + (b - a) * line, c - b + MARGIN);
        }
        for &at in &places.minima {
            let (least, above) = marks[at..].split_at_mut(side);
            least[a] = least[a].min(number(c));
            least[b] = least[b].min(number(c));
            if b < c {
                above[c] = above[c].min(number(a));
            }
        }
    }

    /// Forbids the positions from which a single move leads to a lost position.
    fn forbid(&mut self, control: usize, a: usize, b: usize) {
        let side = self.side;
        let place = |value: usize| i64::try_from(value).unwrap_or(i64::MAX);
        let row = [place(a), place(b)];
        for single in &self.plan.looks[control].single {
            let lost = if single.rows == 0 {
                self.found[single.to]
            } else {
                let back = |at: usize| usize::try_from(row[at] - single.back[at]).ok();
                let (Some(one), Some(two)) = (back(0), back(1)) else { continue };
                self.numbers[single.to][one.min(two) * side + one.max(two)]
            };
            let Some(at) = u32::try_from(single.falls).ok().and_then(|falls| lost.checked_add(falls)) else {
                continue;
            };
            if lost != NONE
                && i64::from(at) <= self.plan.last
                && self.asking.holds(&single.guard, &row, at.into())
            {
                self.forbidden.push(at);
            }
        }
    }
}

/// Eight words for each number below 32, with that number of bits set, from the lowest on.
static BELOW: [[u32; 8]; 32] = {
    let mut below = [[0; 8]; 32];
    let mut number = 1;
    while number < below.len() {
        below[number][0] = (1 << number) - 1;
        number += 1;
    }
    below
};

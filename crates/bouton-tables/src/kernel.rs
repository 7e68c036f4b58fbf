//! The computation of the rows of a sheet, eight words at a time. The program is the same for every
//! instruction set, so that all produce the same bits.

#![allow(unsafe_code, reason = "kernels read and write rows by address")]
#![expect(
    clippy::needless_range_loop,
    reason = "several arrays are walked at once, of lengths that are constants"
)]

mod arena;
mod avx2;
mod avx512;
mod eights;
mod mapped;
mod portable;

use std::ops::Range;

pub(crate) use arena::Arena;
pub(crate) use eights::{Eight, UsesEights, with_eights};
pub(crate) use mapped::{Mapped, bytes_of};

use crate::{
    geometry::{LANES, Words},
    guards::RowMask,
};

/// The instruction set with which the tables are filled.
///
/// ```
/// use bouton_tables::InstructionSet;
///
/// assert_eq!(InstructionSet::available().last(), Some(&InstructionSet::widest()));
/// assert_eq!(InstructionSet::Portable.name(), "portable");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InstructionSet {
    /// The instructions of the compilation target.
    Portable,
    /// Vectors of 256 bits.
    Avx2,
    /// Vectors of 512 bits.
    Avx512,
}

impl InstructionSet {
    /// All instruction sets that this machine has, the widest last.
    ///
    /// ```
    /// use bouton_tables::InstructionSet;
    ///
    /// assert_eq!(InstructionSet::available()[0], InstructionSet::Portable); // every machine has these
    /// ```
    #[must_use]
    pub fn available() -> Vec<Self> {
        let mut all = vec![Self::Portable];
        if avx2::is_available() {
            all.push(Self::Avx2);
        }
        if avx512::is_available() {
            all.push(Self::Avx512);
        }
        all
    }

    /// Returns the widest instruction set that this machine has.
    #[must_use]
    pub fn widest() -> Self {
        Self::available().pop().unwrap_or(Self::Portable)
    }

    /// The name of the instruction set.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }
}

/// Words that are read, and their shift together with the words read before them.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// The terms.
    pub(crate) terms: Range<usize>,
    /// The shift in bits, up, or down if negative, after the terms are added.
    pub(crate) shift: i32,
    /// Whether no later part is shifted together with these words.
    pub(crate) last: bool,
}

/// Parts that are read, where a mask holds.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    pub(crate) parts: Range<usize>,
    /// The index of the mask; `None` means everywhere.
    pub(crate) mask: Option<usize>,
}

/// A mask for each row of a job.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mask<'a> {
    pub(crate) words: &'a [Words],
    pub(crate) rows: &'a [RowMask],
}

/// The rule that determines a position's class from the classes of its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finish {
    /// Lost exactly if no option is lost (and a move is possible, where that matters).
    Lost,
    /// Class k + 1 if some option is of class k and none below; the last class is left out.
    Least,
    /// Propp's four classes.
    Coalition,
}

impl Finish {
    /// Whether the rule is for this number of classes of options.
    fn reads(self, classes: usize) -> bool {
        match self {
            Self::Lost => classes == 1,
            Self::Least => classes > 0,
            Self::Coalition => classes == 4,
        }
    }

    /// The number of planes that are written if `classes` classes are read.
    fn planes(self, classes: usize) -> usize {
        match self {
            Self::Lost => 1,
            Self::Least | Self::Coalition => classes,
        }
    }
}

/// A plane whose bits mean "here or further along a ray".
#[derive(Clone, Debug)]
pub(crate) struct Trail {
    /// The plane whose bits are collected, in the same row.
    pub(crate) source: usize,
    /// The bits collected before: sums.
    pub(crate) sums: Range<usize>,
    pub(crate) output: usize,
}

/// A plane whose lanes are passed on: into the margin of its rows, and to the next panel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handover {
    pub(crate) plane: usize,
    /// The words of the panel before, `margin` for each row; `None` for the first panel.
    pub(crate) from: Option<usize>,
    /// The location of the words for the next panel.
    pub(crate) to: Option<usize>,
}

/// The work for one control state. All offsets are those of the first vector of the first row,
/// after the margin.
#[derive(Debug)]
pub(crate) struct ControlJob<'a> {
    /// The sums for each class that is read.
    pub(crate) asked: &'a [Range<usize>],
    /// The mask of the positions with a move, if that matters.
    pub(crate) movable: Option<Mask<'a>>,
    /// The planes of the classes.
    pub(crate) classes: &'a [usize],
    pub(crate) trails: &'a [Trail],
    pub(crate) handovers: &'a [Handover],
}

/// The work for some rows that differ only in the row.
#[derive(Debug)]
pub(crate) struct Job<'a> {
    pub(crate) rows: usize,
    /// The number of words from one row to the next.
    pub(crate) stride: usize,
    /// The number of vectors in a row.
    pub(crate) width: usize,
    /// The number of vectors before each row.
    pub(crate) margin: usize,
    /// The positions of each row.
    pub(crate) valid: Mask<'a>,
    /// The existing columns, if some are missing.
    pub(crate) columns: Option<&'a [Words]>,
    /// The positions that are computed; bits at other positions do not change. `None` means
    /// everywhere.
    pub(crate) computed: Option<Mask<'a>>,
    pub(crate) terms: &'a [usize],
    pub(crate) parts: &'a [Part],
    pub(crate) sums: &'a [Sum],
    pub(crate) masks: &'a [Mask<'a>],
    pub(crate) finish: Finish,
    /// The control states, in the order in which they are filled.
    pub(crate) controls: &'a [ControlJob<'a>],
}

/// Eight words.
trait Lanes: Copy {
    /// # Safety
    ///
    /// Eight words can be read at `from`, which is a multiple of 64.
    unsafe fn load(from: *const u64) -> Self;
    /// # Safety
    ///
    /// Eight words can be written at `to`, which is a multiple of 64.
    unsafe fn store(self, to: *mut u64);
    fn zero() -> Self;
    fn ones() -> Self;
    fn words(self) -> [u64; LANES];
    fn xor(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    /// Returns `self` without the bits of `other`.
    fn without(self, other: Self) -> Self;
    fn up(self, by: u32) -> Self;
    fn down(self, by: u32) -> Self;
    /// Moves each lane to the next, and `first` to the first.
    fn next_lane(self, first: u64) -> Self;
}

/// The memory in which rows are computed.
#[derive(Clone, Copy)]
struct Base(*mut u64);

impl Base {
    #[inline(always)]
    fn at(self, word: usize) -> *mut u64 {
        self.0.wrapping_add(word)
    }
}

impl Mask<'_> {
    #[inline(always)]
    fn at(&self, vector: usize) -> *const u64 {
        self.words.as_ptr().wrapping_add(vector).cast()
    }
}

/// Fills rows.
///
/// # Safety
///
/// All words that the job names lie within the memory at `base`. The outputs are multiples of 64
/// bytes, and masks have a vector for each of a row. No other thread writes words that are read, or
/// accesses words that are written.
#[inline(always)]
unsafe fn rows<V: Lanes, R: Rule, const WIDTH: usize>(base: Base, job: &Job<'_>, rows: Range<usize>) {
    for row in rows {
        for control in job.controls {
            // SAFETY: the caller guarantees this for every vector of the rows.
            unsafe {
                let mut vector = 0;
                while vector + WIDTH <= job.width {
                    chunk::<V, R, WIDTH>(base, job, control, row, vector);
                    vector += WIDTH;
                }
                if WIDTH > 4 && vector + 4 <= job.width {
                    chunk::<V, R, 4>(base, job, control, row, vector);
                    vector += 4;
                }
                while vector < job.width {
                    chunk::<V, R, 1>(base, job, control, row, vector);
                    vector += 1;
                }
                for handover in control.handovers {
                    hand_over::<V>(base, job, handover, row);
                }
            }
        }
    }
}

/// # Safety
///
/// As for [`rows`].
#[inline(always)]
unsafe fn hand_over<V: Lanes>(base: Base, job: &Job<'_>, handover: &Handover, row: usize) {
    for back in 1..=job.margin {
        let first = handover.plane + row * job.stride;
        let face = row * job.margin + back - 1;
        // SAFETY: the row, its margin and the faces lie within memory.
        unsafe {
            let last = base.at(first + (job.width - back) * LANES);
            let before = handover.from.map_or(0, |from| base.at(from + face).read());
            V::load(last).next_lane(before).store(base.at(first - back * LANES));
            if let Some(to) = handover.to {
                base.at(to + face).write(last.wrapping_add(LANES - 1).read());
            }
        }
    }
}

/// # Safety
///
/// As for [`rows`], for the words of `WIDTH` vectors.
#[inline(always)]
unsafe fn part<V: Lanes, const WIDTH: usize>(
    base: Base,
    terms: &[usize],
    offset: usize,
    mut into: [V; WIDTH],
) -> [V; WIDTH] {
    for term in terms {
        let from = base.at(term.wrapping_add(offset));
        for lane in 0..WIDTH {
            // SAFETY: the words of each term lie within memory.
            into[lane] = into[lane].or(unsafe { V::load(from.wrapping_add(lane * LANES)) });
        }
    }
    into
}

/// # Safety
///
/// As for [`rows`], for the words of `WIDTH` vectors.
#[inline(always)]
unsafe fn gather<V: Lanes, const WIDTH: usize>(
    base: Base,
    job: &Job<'_>,
    parts: &Range<usize>,
    offset: usize,
    mut into: [V; WIDTH],
) -> [V; WIDTH] {
    let mut found = [V::zero(); WIDTH];
    for of in &job.parts[parts.clone()] {
        // SAFETY: the caller's guarantee.
        found = unsafe { part(base, &job.terms[of.terms.clone()], offset, found) };
        let by = of.shift.unsigned_abs();
        if of.shift > 0 {
            for lane in 0..WIDTH {
                found[lane] = found[lane].up(by);
            }
        } else if of.shift < 0 {
            for lane in 0..WIDTH {
                found[lane] = found[lane].down(by);
            }
        }
        if of.last {
            for lane in 0..WIDTH {
                into[lane] = into[lane].or(found[lane]);
            }
            found = [V::zero(); WIDTH];
        }
    }
    into
}

/// Returns the union of some sums, each where its mask holds.
///
/// # Safety
///
/// As for [`rows`], for the words of `WIDTH` vectors.
#[inline(always)]
unsafe fn union<V: Lanes, const WIDTH: usize>(
    base: Base,
    job: &Job<'_>,
    sums: &Range<usize>,
    row: usize,
    vector: usize,
) -> [V; WIDTH] {
    let offset = row * job.stride + vector * LANES;
    let mut met = [V::zero(); WIDTH];
    for sum in &job.sums[sums.clone()] {
        // SAFETY: the caller's guarantee.
        unsafe {
            match sum.mask.map(|mask| (&job.masks[mask], job.masks[mask].rows[row])) {
                None | Some((_, RowMask::All)) => met = gather(base, job, &sum.parts, offset, met),
                Some((_, RowMask::Nothing)) => {}
                Some((mask, RowMask::Words(start))) => {
                    let found = gather(base, job, &sum.parts, offset, [V::zero(); WIDTH]);
                    for lane in 0..WIDTH {
                        let holds = V::load(mask.at(start + vector + lane));
                        met[lane] = met[lane].or(found[lane].and(holds));
                    }
                }
            }
        }
    }
    met
}

/// Writes a vector, unless it is `kept`.
///
/// # Safety
///
/// As for [`rows`].
#[inline(always)]
unsafe fn put<V: Lanes>(to: *mut u64, value: V, kept: bool) {
    // SAFETY: the caller's guarantee.
    unsafe {
        let value = if kept { value.or(V::load(to)) } else { value };
        value.store(to);
    }
}

/// Returns the positions of some vectors of a row that are computed.
///
/// # Safety
///
/// As for [`rows`], for the words of `WIDTH` vectors.
#[inline(always)]
unsafe fn computed<V: Lanes, const WIDTH: usize>(job: &Job<'_>, row: usize, vector: usize) -> [V; WIDTH] {
    // SAFETY: masks have a vector for each of the row.
    unsafe {
        let mut valid = within([V::ones(); WIDTH], &job.valid, row, vector);
        if let Some(columns) = job.columns {
            for lane in 0..WIDTH {
                valid[lane] = valid[lane].and(V::load(columns.as_ptr().wrapping_add(vector + lane).cast()));
            }
        }
        match &job.computed {
            Some(computed) => within(valid, computed, row, vector),
            None => valid,
        }
    }
}

/// Returns the bits of some vectors of a row within a mask.
///
/// # Safety
///
/// As for [`rows`], for the words of `WIDTH` vectors.
#[inline(always)]
unsafe fn within<V: Lanes, const WIDTH: usize>(
    mut bits: [V; WIDTH],
    mask: &Mask<'_>,
    row: usize,
    vector: usize,
) -> [V; WIDTH] {
    match mask.rows[row] {
        RowMask::All => {}
        RowMask::Nothing => bits = [V::zero(); WIDTH],
        RowMask::Words(start) => {
            for lane in 0..WIDTH {
                // SAFETY: masks have a vector for each of the row.
                bits[lane] = bits[lane].and(unsafe { V::load(mask.at(start + vector + lane)) });
            }
        }
    }
    bits
}

/// Some vectors of a row whose positions are classified.
struct Chunk<'a, V, const WIDTH: usize> {
    base: Base,
    job: &'a Job<'a>,
    control: &'a ControlJob<'a>,
    row: usize,
    vector: usize,
    /// The positions that are computed.
    valid: [V; WIDTH],
}

impl<V: Lanes, const WIDTH: usize> Chunk<'_, V, WIDTH> {
    /// Returns the positions with an option of a class.
    ///
    /// # Safety
    ///
    /// As for [`rows`].
    #[inline(always)]
    unsafe fn met(&self, class: usize) -> [V; WIDTH] {
        // SAFETY: the caller's guarantee.
        unsafe { union(self.base, self.job, &self.control.asked[class], self.row, self.vector) }
    }

    /// Writes the positions of a class.
    ///
    /// # Safety
    ///
    /// As for [`rows`].
    #[inline(always)]
    unsafe fn put(&self, class: usize, lane: usize, bits: V) {
        let offset = self.row * self.job.stride + (self.vector + lane) * LANES;
        // SAFETY: the caller's guarantee.
        unsafe { put(self.base.at(self.control.classes[class] + offset), bits, self.job.computed.is_some()) }
    }
}

/// The code of a [`Finish`].
trait Rule {
    /// Writes the classes of some positions.
    ///
    /// # Safety
    ///
    /// As for [`rows`].
    unsafe fn classify<V: Lanes, const WIDTH: usize>(chunk: &Chunk<'_, V, WIDTH>);
}

/// The code of [`Finish::Lost`].
struct Lost;

impl Rule for Lost {
    #[inline(always)]
    unsafe fn classify<V: Lanes, const WIDTH: usize>(chunk: &Chunk<'_, V, WIDTH>) {
        // SAFETY: the caller's guarantee.
        unsafe {
            let met = chunk.met(0);
            let mut lost = chunk.valid;
            for lane in 0..WIDTH {
                lost[lane] = lost[lane].without(met[lane]);
            }
            if let Some(movable) = &chunk.control.movable {
                lost = within(lost, movable, chunk.row, chunk.vector);
            }
            for lane in 0..WIDTH {
                chunk.put(0, lane, lost[lane]);
            }
        }
    }
}

/// The code of [`Finish::Least`].
struct Least;

impl Rule for Least {
    #[inline(always)]
    unsafe fn classify<V: Lanes, const WIDTH: usize>(chunk: &Chunk<'_, V, WIDTH>) {
        // SAFETY: the caller's guarantee.
        unsafe {
            let mut open = chunk.valid;
            let classes = chunk.control.asked.len();
            for class in 0..classes {
                let met = chunk.met(class);
                for lane in 0..WIDTH {
                    if class + 1 < classes {
                        chunk.put(class + 1, lane, open[lane].and(met[lane]));
                    }
                    open[lane] = open[lane].without(met[lane]);
                }
            }
            for lane in 0..WIDTH {
                chunk.put(0, lane, open[lane]);
            }
        }
    }
}

/// The code of [`Finish::Coalition`].
struct Coalition;

impl Rule for Coalition {
    #[inline(always)]
    unsafe fn classify<V: Lanes, const WIDTH: usize>(chunk: &Chunk<'_, V, WIDTH>) {
        // SAFETY: the caller's guarantee.
        unsafe {
            let mut met = [[V::zero(); WIDTH]; 4];
            for class in 0..4 {
                met[class] = chunk.met(class);
            }
            for lane in 0..WIDTH {
                let valid = chunk.valid[lane];
                let [p, n, o, q] = met.map(|class| class[lane]);
                let rest = valid.without(p);
                let losing = rest.without(n).without(q);
                let third = rest.and(n).without(o).without(q);
                chunk.put(0, lane, losing);
                chunk.put(1, lane, valid.and(p));
                chunk.put(2, lane, third);
                chunk.put(3, lane, rest.without(losing).without(third));
            }
        }
    }
}

/// # Safety
///
/// As for [`rows`], for the words of `WIDTH` vectors.
#[inline(always)]
unsafe fn chunk<V: Lanes, R: Rule, const WIDTH: usize>(
    base: Base,
    job: &Job<'_>,
    control: &ControlJob<'_>,
    row: usize,
    vector: usize,
) {
    let offset = row * job.stride + vector * LANES;
    // SAFETY: the caller's guarantee.
    unsafe {
        let valid = computed(job, row, vector);
        R::classify::<V, WIDTH>(&Chunk { base, job, control, row, vector, valid });
        for trail in control.trails {
            let gathered: [V; WIDTH] = union(base, job, &trail.sums, row, vector);
            for lane in 0..WIDTH {
                let here = V::load(base.at(trail.source + offset + lane * LANES));
                let all = gathered[lane].or(here).and(valid[lane]);
                put(base.at(trail.output + offset + lane * LANES), all, job.computed.is_some());
            }
        }
    }
}

/// Dispatches on the rule. `ONE` and `MANY` are the numbers of vectors that fit the registers at a
/// time, for one class and for several.
///
/// # Safety
///
/// As for [`rows`].
#[inline(always)]
unsafe fn rows_by_rule<V: Lanes, const ONE: usize, const MANY: usize>(
    base: Base,
    job: &Job<'_>,
    at: Range<usize>,
) {
    // SAFETY: the caller's guarantee.
    unsafe {
        match job.finish {
            Finish::Lost => rows::<V, Lost, ONE>(base, job, at),
            Finish::Least => rows::<V, Least, MANY>(base, job, at),
            Finish::Coalition => rows::<V, Coalition, MANY>(base, job, at),
        }
    }
}

/// The bits b whose binary digit of the weight `by` is 1.
const fn later(by: usize) -> u64 {
    let (mut bit, mut later) = (0, 0);
    while bit < 64 {
        if bit & by != 0 {
            later |= 1 << bit;
        }
        bit += 1;
    }
    later
}

/// Brings bit b of each word of vector t + b to the same word of vector t, for all b, one power of two after the other.
/// Bits are lost from which no vector is so far away.
#[inline(always)]
fn upright_vectors(vectors: &mut [Words]) {
    /// The distance is constant, so that the compiler takes several vectors at once.
    #[inline(always)]
    fn step<const BY: usize>(vectors: &mut [Words]) {
        let later = const { later(BY) };
        for place in 0..vectors.len().saturating_sub(BY) {
            let further = vectors[place + BY].0;
            for (word, further) in vectors[place].0.iter_mut().zip(further) {
                *word = *word & !later | further & later;
            }
        }
    }
    step::<1>(vectors);
    step::<2>(vectors);
    step::<4>(vectors);
    step::<8>(vectors);
    step::<16>(vectors);
    step::<32>(vectors);
}

/// Brings bit b of each word of vector t + b to the same word of vector t, for all b. Bits are lost from which no vector
/// is so far away.
///
/// # Panics
///
/// If the machine does not have these instructions.
pub(crate) fn upright(vectors: &mut [Words], instructions: InstructionSet) {
    assert!(InstructionSet::available().contains(&instructions), "instructions of this machine");
    match instructions {
        InstructionSet::Portable => upright_vectors(vectors),
        // SAFETY: they are available.
        InstructionSet::Avx2 => unsafe { avx2::upright(vectors) },
        // SAFETY: they are available.
        InstructionSet::Avx512 => unsafe { avx512::upright(vectors) },
    }
}

/// Brings bit b of word t to word t + b, for each bit b of the words. The last words, one less than there are bits, are
/// to be 0. Only the lowest `bits` bits may be set.
pub(crate) fn skew(words: &mut [u64], bits: usize) {
    type Step = fn(&mut [u64]);
    fn step<const BY: usize>(words: &mut [u64]) {
        let later = const { later(BY) };
        for place in (BY..words.len()).rev() {
            words[place] = words[place] & !later | words[place - BY] & later;
        }
        words.iter_mut().take(BY).for_each(|word| *word &= !later);
    }
    let steps: [(usize, Step); 6] =
        [(1, step::<1>), (2, step::<2>), (4, step::<4>), (8, step::<8>), (16, step::<16>), (32, step::<32>)];
    steps.iter().filter(|(by, _)| *by < bits).for_each(|(_, step)| step(words));
}

/// Adds the bits of three vectors: returns the sums and the carries.
#[inline(always)]
fn carried<V: Lanes>(one: V, two: V, three: V) -> (V, V) {
    let half = one.xor(two);
    (half.xor(three), one.and(two).or(half.and(three)))
}

#[inline(always)]
fn ones_of<V: Lanes>(vector: V) -> u64 {
    vector.words().iter().map(|word| u64::from(word.count_ones())).sum()
}

/// Counts the set bits in some vectors of each of some rows. Eight vectors are added bit by bit, so
/// that only one of eight sums is counted (Harley and Seal).
///
/// # Safety
///
/// The vectors of each row lie within memory.
#[inline(always)]
unsafe fn count<V: Lanes>(first: *const u64, rows: usize, stride: usize, vectors: usize) -> u64 {
    let mut eights = 0;
    let (mut ones, mut twos, mut fours) = (V::zero(), V::zero(), V::zero());
    let mut rest = 0;
    for row in 0..rows {
        let from = first.wrapping_add(row * stride);
        // SAFETY: the caller's guarantee.
        let at = |vector: usize| unsafe { V::load(from.wrapping_add(vector * LANES)) };
        let mut vector = 0;
        while vector + 8 <= vectors {
            let (sum, a) = carried(ones, at(vector), at(vector + 1));
            let (sum, b) = carried(sum, at(vector + 2), at(vector + 3));
            let (two, c) = carried(twos, a, b);
            let (sum, a) = carried(sum, at(vector + 4), at(vector + 5));
            let (sum, b) = carried(sum, at(vector + 6), at(vector + 7));
            let (two, d) = carried(two, a, b);
            let (four, eight) = carried(fours, c, d);
            (ones, twos, fours) = (sum, two, four);
            eights += ones_of(eight);
            vector += 8;
        }
        while vector < vectors {
            rest += ones_of(at(vector));
            vector += 1;
        }
    }
    8 * eights + 4 * ones_of(fours) + 2 * ones_of(twos) + ones_of(ones) + rest
}

/// The most classes of options that are read of each control state.
pub(crate) const MOST_CLASSES: usize = 7;

#[cfg(test)]
mod tests {
    use super::*;

    fn some(count: usize) -> Vec<u64> {
        (1..).take(count).map(|word: u64| word.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(17)).collect()
    }

    #[test]
    fn bits_stand_upright_with_all_instructions() {
        for instructions in InstructionSet::available() {
            let skewed: Vec<Words> = some(800).as_chunks().0.iter().map(|words| Words(*words)).collect();
            let mut vectors = skewed.clone();
            upright(&mut vectors, instructions);
            for (time, lane, bit) in
                (0..37).flat_map(|time| (0..64).map(move |bit| (time, (time + bit) % 8, bit)))
            {
                assert_eq!(vectors[time].0[lane] >> bit & 1, skewed[time + bit].0[lane] >> bit & 1);
            }
        }
    }

    #[test]
    fn bits_are_skewed() {
        for bits in [1, 2, 3, 17, 63, 64] {
            let mut words = some(70);
            words.iter_mut().for_each(|word| *word &= u64::MAX >> (64 - bits));
            let before = words.clone();
            words.resize(70 + bits - 1, 0);
            skew(&mut words, bits);
            for (time, word) in words.iter().enumerate() {
                for bit in 0..64 {
                    let from = time.checked_sub(bit).and_then(|from| before.get(from)).copied().unwrap_or(0);
                    assert_eq!(word >> bit & 1, if bit < bits { from >> bit & 1 } else { 0 });
                }
            }
        }
    }
}

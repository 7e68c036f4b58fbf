//! One row of a sheet, eight words at a time: the same program for every
//! instruction set, so that all give the same bits.

#![allow(unsafe_code, reason = "kernels read and write rows by address")]
#![expect(clippy::cast_possible_truncation, reason = "offsets that were found inside memory fit an address")]
#![expect(
    clippy::needless_range_loop,
    reason = "several arrays are walked at once, of lengths that are constants"
)]

mod arena;
mod avx2;
mod avx512;
mod portable;

use std::ops::Range;

pub(crate) use arena::Arena;

use crate::geometry::LANES;

/// The instructions that the tables are filled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InstructionSet {
    /// Whatever the target has.
    Portable,
    /// Vectors of 256 bits.
    Avx2,
    /// Vectors of 512 bits.
    Avx512,
}

impl InstructionSet {
    /// All instruction sets that this machine has, the widest last.
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

    /// The widest that this machine has.
    #[must_use]
    pub fn widest() -> Self {
        Self::available().pop().unwrap_or(Self::Portable)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }
}

/// Words read for a row, shifted so that each option lies under its position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    /// The word in memory for column 0 of the row written; perhaps outside of what is read.
    pub(crate) offset: i64,
    pub(crate) shift: u32,
}

/// A union of terms: plain ones, then shifted up, then shifted down.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sum {
    pub(crate) plain: Range<usize>,
    pub(crate) up: Range<usize>,
    pub(crate) down: Range<usize>,
}

/// Which classes follow from which classes of options are met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finish {
    /// Lost exactly if no option is lost (and a move is possible, where that matters).
    Lost,
    /// Class k + 1 if some option is of class k and none below; the last class is left out.
    Least,
    /// Propp's four classes.
    Coalition,
}

/// A plane of "here or further along a ray".
#[derive(Clone, Debug)]
pub(crate) struct Trail {
    /// What is gathered, in the same row.
    pub(crate) source: i64,
    /// What was gathered before: a sum by number.
    pub(crate) sum: usize,
    pub(crate) output: i64,
}

/// What is to be done for one row. All offsets are those of column 0.
#[derive(Debug)]
pub(crate) struct Job<'a> {
    /// The first column, a multiple of 8, and how many vectors of 8 columns there are.
    pub(crate) first: i64,
    pub(crate) vectors: usize,
    /// What remains of the last vector.
    pub(crate) tail: Option<&'a [u64; LANES]>,
    /// The positions of the row, from the first column.
    pub(crate) valid: &'a [u64],
    pub(crate) terms: &'a [Term],
    /// One for each class asked about in each group, then those of the trails.
    pub(crate) sums: &'a [Sum],
    /// For each group of moves where they are possible, from the first column; `None` is everywhere.
    pub(crate) groups: &'a [Option<&'a [u64]>],
    /// Where a move is possible at all, if that matters.
    pub(crate) movable: Option<&'a [u64]>,
    pub(crate) finish: Finish,
    /// The planes of the classes.
    pub(crate) classes: &'a [i64],
    pub(crate) trails: &'a [Trail],
}

/// Eight words.
trait Lanes: Copy {
    /// # Safety
    ///
    /// Eight words can be read at `from`.
    unsafe fn load(from: *const u64) -> Self;
    /// # Safety
    ///
    /// Eight words can be written at `to`, which is a multiple of 64.
    unsafe fn store(self, to: *mut u64);
    fn zero() -> Self;
    fn or(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    /// `self` without `other`.
    fn without(self, other: Self) -> Self;
    fn up(self, by: u32) -> Self;
    fn down(self, by: u32) -> Self;
}

/// Memory that a row is computed in.
#[derive(Clone, Copy)]
struct Base(*mut u64);

/// Fills a row.
///
/// # Safety
///
/// All words that the job names lie within the memory at `base`, the outputs are multiples of
/// 64 bytes, and no other thread writes what is read or touches what is written.
#[inline(always)]
unsafe fn row<V: Lanes, const CLASSES: usize>(base: Base, job: &Job<'_>) {
    let whole = if job.tail.is_some() { job.vectors - 1 } else { job.vectors };
    let mut vector = 0;
    // SAFETY: the caller's promise is for every vector of the row.
    unsafe {
        while vector + 4 <= whole {
            chunk::<V, CLASSES, 4>(base, job, vector, None);
            vector += 4;
        }
        while vector < whole {
            chunk::<V, CLASSES, 1>(base, job, vector, None);
            vector += 1;
        }
        if job.tail.is_some() {
            chunk::<V, CLASSES, 1>(base, job, vector, job.tail);
        }
    }
}

/// # Safety
///
/// As for [`row`], for the words of `WIDTH` vectors.
#[inline(always)]
unsafe fn gather<V: Lanes, const WIDTH: usize>(
    base: Base,
    terms: &[Term],
    sum: &Sum,
    column: i64,
    mut into: [V; WIDTH],
) -> [V; WIDTH] {
    // SAFETY: the words of each term lie within memory.
    unsafe {
        for term in &terms[sum.plain.clone()] {
            let from = base.0.wrapping_offset((term.offset + column) as isize);
            for (lane, into) in into.iter_mut().enumerate() {
                *into = into.or(V::load(from.wrapping_add(lane * LANES)));
            }
        }
        for term in &terms[sum.up.clone()] {
            let from = base.0.wrapping_offset((term.offset + column) as isize);
            for (lane, into) in into.iter_mut().enumerate() {
                *into = into.or(V::load(from.wrapping_add(lane * LANES)).up(term.shift));
            }
        }
        for term in &terms[sum.down.clone()] {
            let from = base.0.wrapping_offset((term.offset + column) as isize);
            for (lane, into) in into.iter_mut().enumerate() {
                *into = into.or(V::load(from.wrapping_add(lane * LANES)).down(term.shift));
            }
        }
    }
    into
}

/// # Safety
///
/// As for [`row`], for the words of `WIDTH` vectors.
#[inline(always)]
unsafe fn chunk<V: Lanes, const CLASSES: usize, const WIDTH: usize>(
    base: Base,
    job: &Job<'_>,
    vector: usize,
    tail: Option<&[u64; LANES]>,
) {
    let within = vector * LANES;
    let column = job.first + within as i64;
    // SAFETY: masks have eight words for each vector of the row; the rest is the caller's promise.
    unsafe {
        let mask = |words: &[u64], lane: usize| {
            debug_assert!(words.len() >= job.vectors * LANES);
            V::load(words.as_ptr().wrapping_add(within + lane * LANES))
        };
        let mut met = [[V::zero(); WIDTH]; CLASSES];
        for (group, guard) in job.groups.iter().enumerate() {
            for (class, met) in met.iter_mut().enumerate() {
                let sum = &job.sums[group * CLASSES + class];
                match guard {
                    None => *met = gather(base, job.terms, sum, column, *met),
                    Some(words) => {
                        let found = gather(base, job.terms, sum, column, [V::zero(); WIDTH]);
                        for lane in 0..WIDTH {
                            met[lane] = met[lane].or(found[lane].and(mask(words, lane)));
                        }
                    }
                }
            }
        }
        for lane in 0..WIDTH {
            let mut valid = mask(job.valid, lane);
            if let Some(tail) = tail {
                valid = valid.and(V::load(tail.as_ptr()));
            }
            let store = |class: usize, value: V| {
                let at = (job.classes[class] + column) as isize;
                value.store(base.0.wrapping_offset(at).wrapping_add(lane * LANES));
            };
            match job.finish {
                Finish::Lost => {
                    let mut lost = valid.without(met[0][lane]);
                    if let Some(words) = job.movable {
                        lost = lost.and(mask(words, lane));
                    }
                    store(0, lost);
                }
                Finish::Least => {
                    let mut open = valid;
                    for class in 0..CLASSES {
                        if class + 1 < CLASSES {
                            store(class + 1, open.and(met[class][lane]));
                        }
                        open = open.without(met[class][lane]);
                    }
                    store(0, open);
                }
                Finish::Coalition => {
                    if CLASSES == 4 {
                        let [p, n, o, q] = [
                            met[0][lane],
                            met[1 % CLASSES][lane],
                            met[2 % CLASSES][lane],
                            met[3 % CLASSES][lane],
                        ];
                        let rest = valid.without(p);
                        let losing = rest.without(n).without(q);
                        let third = rest.and(n).without(o).without(q);
                        store(0, losing);
                        store(1, valid.and(p));
                        store(2, third);
                        store(3, rest.without(losing).without(third));
                    }
                }
            }
        }
        for trail in job.trails {
            let gathered = gather(base, job.terms, &job.sums[trail.sum], column, [V::zero(); WIDTH]);
            for (lane, gathered) in gathered.into_iter().enumerate() {
                let mut valid = mask(job.valid, lane);
                if let Some(tail) = tail {
                    valid = valid.and(V::load(tail.as_ptr()));
                }
                let at = |offset: i64| {
                    base.0.wrapping_offset((offset + column) as isize).wrapping_add(lane * LANES)
                };
                let here = V::load(at(trail.source));
                gathered.or(here).and(valid).store(at(trail.output));
            }
        }
    }
}

/// Dispatches on the number of classes that are asked about.
///
/// # Safety
///
/// As for [`row`].
#[inline(always)]
unsafe fn row_of_classes<V: Lanes>(base: Base, job: &Job<'_>, classes: usize) {
    // SAFETY: the caller's promise.
    unsafe {
        match classes {
            1 => row::<V, 1>(base, job),
            2 => row::<V, 2>(base, job),
            3 => row::<V, 3>(base, job),
            4 => row::<V, 4>(base, job),
            5 => row::<V, 5>(base, job),
            6 => row::<V, 6>(base, job),
            7 => row::<V, 7>(base, job),
            _ => unreachable!("at most seven classes are asked about"),
        }
    }
}

/// The most classes of options that are asked about.
pub(crate) const MOST_CLASSES: usize = 7;

//! The memory of a table: rows are written by one thread each, and read after they are complete.

use memmap2::MmapMut;

use super::{Base, ControlJob, InstructionSet, Job, Mask, avx2, avx512, portable};
use crate::{
    geometry::{LANES, Words},
    guards::RowMask,
};

/// The number of words from which on large pages are requested.
#[cfg(target_os = "linux")]
const LARGE: usize = 2 << 20;

/// Words of memory, zero at first.
pub(crate) struct Arena {
    map: MmapMut,
    base: Base,
    words: usize,
    instructions: InstructionSet,
}

// SAFETY: `base` points into `map`, which lives as long; [`Arena::run`] describes how threads share
// rows.
unsafe impl Send for Arena {}
// SAFETY: as above.
unsafe impl Sync for Arena {}

impl Arena {
    /// Allocates `words` words; `None` if the machine does not have the memory or the instructions.
    pub(crate) fn new(words: usize, instructions: InstructionSet) -> Option<Self> {
        if !InstructionSet::available().contains(&instructions) {
            return None;
        }
        let mut map = MmapMut::map_anon(words.checked_mul(8)?.max(64)).ok()?;
        #[cfg(target_os = "linux")]
        if words >= LARGE {
            // This is only a hint: a large table is written from end to end.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        let base = Base(map.as_mut_ptr().cast());
        Some(Self { map, base, words, instructions })
    }

    /// Sets the first `words` words to 0, for another table. Returns whether there are that many.
    pub(crate) fn clear(&mut self, words: usize) -> bool {
        let enough = words <= self.words;
        if enough {
            self.map[..8 * words].fill(0);
        }
        enough
    }

    /// Fills rows. The caller is responsible for the order of rows: words that are read have been
    /// written and published to this thread, and no other thread reads written words before they
    /// are published to it. [`crate::schedule`] ensures this.
    ///
    /// # Panics
    ///
    /// If a word lies outside of the memory.
    pub(crate) fn run(&self, job: &Job<'_>, rows: std::ops::Range<usize>, classes: usize) {
        let Some(before) = job.rows.checked_sub(1) else { return };
        assert!(rows.end <= job.rows, "rows of the job");
        let extent = before * job.stride + job.width * LANES;
        let inside = |offset: usize| offset.checked_add(extent).is_some_and(|to| to <= self.words);
        let aligned = |offset: usize| inside(offset) && offset.is_multiple_of(LANES);
        let masks = |mask: &Mask<'_>| {
            mask.rows.len() >= job.rows
                && mask.rows[rows.clone()].iter().all(|row| match row {
                    RowMask::Words(start) => start + job.width <= mask.words.len(),
                    RowMask::All | RowMask::Nothing => true,
                })
        };
        let face = |face: Option<usize>| {
            face.is_none_or(|face| face.saturating_add(job.rows * job.margin) <= self.words)
        };
        let sums = |range: &std::ops::Range<usize>| range.end <= job.sums.len();
        let control = |control: &ControlJob<'_>| {
            control.asked.len() == classes
                && job.finish.reads(classes)
                && control.asked.iter().all(sums)
                && control.movable.as_ref().is_none_or(masks)
                && control.classes.len() >= job.finish.planes(classes)
                && control.classes.iter().all(|&class| aligned(class))
                && control
                    .trails
                    .iter()
                    .all(|trail| aligned(trail.source) && aligned(trail.output) && sums(&trail.sums))
                && control.handovers.iter().all(|handover| {
                    let margin = job.margin * LANES;
                    aligned(handover.plane)
                        && handover.plane >= margin
                        && job.margin <= job.width
                        && face(handover.from)
                        && face(handover.to)
                })
        };
        assert!(
            job.stride.is_multiple_of(LANES)
                && job.terms.iter().all(|&term| aligned(term))
                && job.parts.iter().all(|part| part.terms.end <= job.terms.len() && part.shift.abs() < 64)
                && job.sums.iter().all(|sum| {
                    sum.parts.end <= job.parts.len() && sum.mask.is_none_or(|mask| mask < job.masks.len())
                })
                && job.masks.iter().all(masks)
                && masks(&job.valid)
                && job.computed.as_ref().is_none_or(masks)
                && job.columns.is_none_or(|columns| columns.len() >= job.width)
                && job.controls.iter().all(control),
            "rows lie outside of their table"
        );
        // SAFETY: all words were found inside, outputs are aligned (the map is), the order of rows
        // is as described above, and the instructions are available.
        unsafe {
            match self.instructions {
                InstructionSet::Portable => portable::rows(self.base, job, rows),
                InstructionSet::Avx2 => avx2::rows(self.base, job, rows),
                InstructionSet::Avx512 => avx512::rows(self.base, job, rows),
            }
        }
    }

    /// The number of set bits in the first vectors of rows that are complete.
    pub(crate) fn count(&self, first: usize, rows: usize, stride: usize, vectors: usize) -> u64 {
        let Some(before) = rows.checked_sub(1) else { return 0 };
        let end = first + before * stride + vectors * LANES;
        assert!(
            end <= self.words && first.is_multiple_of(LANES) && stride.is_multiple_of(LANES),
            "vectors of the table"
        );
        let from = self.base.at(first).cast_const();
        // SAFETY: inside; the rows are complete, which the caller guarantees, and the instructions
        // are available.
        unsafe {
            match self.instructions {
                InstructionSet::Portable => portable::count(from, rows, stride, vectors),
                InstructionSet::Avx2 => avx2::count(from, rows, stride, vectors),
                InstructionSet::Avx512 => avx512::count(from, rows, stride, vectors),
            }
        }
    }

    /// Returns a word that is complete.
    pub(crate) fn word(&self, index: usize) -> u64 {
        assert!(index < self.words, "a word of the table");
        // SAFETY: inside, and complete, which the caller guarantees.
        unsafe { self.base.at(index).read() }
    }

    /// Copies a vector of each of some rows that are complete.
    pub(crate) fn vectors(&self, first: usize, stride: usize, to: &mut [Words]) {
        let Some(before) = to.len().checked_sub(1) else { return };
        assert!(
            before
                .checked_mul(stride)
                .and_then(|end| end.checked_add(first + LANES))
                .is_some_and(|end| end <= self.words)
                && first.is_multiple_of(LANES)
                && stride.is_multiple_of(LANES),
            "vectors of the table"
        );
        for (row, to) in to.iter_mut().enumerate() {
            // SAFETY: inside and aligned, and complete, which the caller guarantees.
            *to = unsafe { self.base.at(first + row * stride).cast::<Words>().read() };
        }
    }

    /// Sets some bits of a word before anything is filled.
    pub(crate) fn set(&mut self, index: usize, bits: u64) {
        assert!(index < self.words, "a word of the table");
        // SAFETY: inside, and no other thread has access.
        unsafe {
            let word = self.base.at(index);
            word.write(word.read() | bits);
        }
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        self.map.len()
    }
}

impl std::fmt::Debug for Arena {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Arena").field("words", &self.words).field("instructions", &self.instructions).finish()
    }
}

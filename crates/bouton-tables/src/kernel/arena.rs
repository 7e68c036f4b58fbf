//! The memory of a table: rows are written by one thread each, and read once they are complete.

use memmap2::MmapMut;

use super::{Base, InstructionSet, Job, avx2, avx512, portable};
use crate::geometry::LANES;

/// From so many words on, large pages are worth asking for.
#[cfg(target_os = "linux")]
const LARGE: usize = 2 << 20;

/// Words of memory, zero at first.
pub(crate) struct Arena {
    map: MmapMut,
    base: Base,
    words: usize,
    instructions: InstructionSet,
}

// SAFETY: `base` points into `map`, which lives as long; rows are shared between threads as
// [`Arena::run`] says.
unsafe impl Send for Arena {}
// SAFETY: as above.
unsafe impl Sync for Arena {}

impl Arena {
    /// Memory for so many words; `None` if the machine does not have it, or not these instructions.
    pub(crate) fn new(words: usize, instructions: InstructionSet) -> Option<Self> {
        if !InstructionSet::available().contains(&instructions) {
            return None;
        }
        let mut map = MmapMut::map_anon(words.checked_mul(8)?.max(64)).ok()?;
        #[cfg(target_os = "linux")]
        if words >= LARGE {
            // Only a hint: a large table is written from end to end.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        let base = Base(map.as_mut_ptr().cast());
        Some(Self { map, base, words, instructions })
    }

    /// Fills a row. The order of rows is the caller's to keep: what is read has been written,
    /// and published to this thread; what is written is read by no other thread before it is
    /// published to that. [`crate::schedule`] keeps it.
    ///
    /// # Panics
    ///
    /// If a word lies outside of the memory.
    pub(crate) fn run(&self, job: &Job<'_>, classes: usize) {
        let length = job.vectors * LANES;
        let inside = |offset: i64| {
            usize::try_from(offset + job.first)
                .is_ok_and(|from| from.checked_add(length).is_some_and(|to| to <= self.words))
        };
        let aligned = |offset: i64| (offset + job.first) % 8 == 0;
        let used = |range: &std::ops::Range<usize>| range.end <= job.terms.len();
        assert!(
            job.terms.iter().all(|term| inside(term.offset))
                && job.classes.iter().all(|&class| inside(class) && aligned(class))
                && job.trails.iter().all(|trail| {
                    inside(trail.source)
                        && inside(trail.output)
                        && aligned(trail.output)
                        && trail.sum < job.sums.len()
                })
                && job.sums.iter().all(|sum| used(&sum.plain) && used(&sum.up) && used(&sum.down))
                && job.sums.len() >= job.groups.len() * classes
                && job.valid.len() >= length
                && job.groups.iter().flatten().all(|words| words.len() >= length)
                && job.movable.is_none_or(|words| words.len() >= length),
            "a row lies outside of its table"
        );
        // SAFETY: all words were found inside, outputs are aligned (the map is), the order of rows
        // is as said above, and the instructions are available.
        unsafe {
            match self.instructions {
                InstructionSet::Portable => portable::row(self.base, job, classes),
                InstructionSet::Avx2 => avx2::row(self.base, job, classes),
                InstructionSet::Avx512 => avx512::row(self.base, job, classes),
            }
        }
    }

    /// How many bits are set in words that are complete.
    pub(crate) fn count(&self, words: std::ops::Range<usize>) -> u64 {
        assert!(words.start <= words.end && words.end <= self.words, "words of the table");
        // SAFETY: inside; the rows are complete, as the caller knows.
        let words = unsafe { std::slice::from_raw_parts(self.base.0.add(words.start), words.len()) };
        // SAFETY: the instructions are available.
        unsafe {
            match self.instructions {
                InstructionSet::Portable => portable::count(words),
                InstructionSet::Avx2 => avx2::count(words),
                InstructionSet::Avx512 => avx512::count(words),
            }
        }
    }

    /// A word that is complete.
    pub(crate) fn word(&self, index: usize) -> u64 {
        assert!(index < self.words, "a word of the table");
        // SAFETY: inside, and complete, as the caller knows.
        unsafe { self.base.0.add(index).read() }
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

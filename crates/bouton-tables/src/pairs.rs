//! The lost positions of two-heap games, listed one after the other.
//!
//! Where any amount may be taken from the second heap, a row (one size of the first) has at most
//! one lost position: the least column from which no lost position of an earlier row can be
//! reached. The positions that a lost position forbids are marked on its lines, one bit each, so
//! the list costs little more than its length: O(P) for Wythoff's game; for others, in the worst
//! case, O(P) words scanned for each row.

use bouton_core::{Formula, LimitReached, Ruleset, Valuation, Watch};

use crate::{
    plan::LARGEST,
    shape::{Shape, Unfit},
};

/// Lines that lost positions mark: a lost position (a, b) marks all
/// (a + reach + n·step, b + shift + n·slope).
#[derive(Clone, Debug)]
struct Marks {
    reach: i64,
    shift: i64,
    step: i64,
    slope: i64,
}

/// A two-heap game whose lost positions can be listed.
///
/// ```
/// use bouton_core::Watch;
/// use bouton_tables::LostPairs;
///
/// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
/// let lost = LostPairs::new(&wythoff).unwrap().up_to(7, &Watch::unlimited()).unwrap();
/// assert_eq!(lost, [(0, 0), (1, 2), (2, 1), (3, 5), (4, 7), (5, 3), (7, 4)]);
/// ```
#[derive(Clone, Debug)]
pub struct LostPairs {
    lines: Vec<Marks>,
    /// Single moves that lower the first heap.
    steps: Vec<(i64, i64)>,
    symmetric: bool,
}

impl LostPairs {
    /// Compiles a ruleset of two heaps under normal play.
    ///
    /// # Errors
    ///
    /// [`Unfit`] if only other engines support the ruleset: for example, if rows may have several
    /// lost positions.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_tables::LostPairs;
    ///
    /// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
    /// assert!(LostPairs::new(&wythoff).is_ok());
    /// let three_heaps = bouton_rules::Game::parse("heaps 3; move take any from 1 heap").unwrap();
    /// assert!(LostPairs::new(&three_heaps.ruleset().unwrap()).is_err());
    /// ```
    pub fn new(ruleset: &Ruleset) -> Result<Self, Unfit> {
        let shape = Shape::new(ruleset)?;
        if shape.dimension != 2 || shape.controls != 1 {
            return Err(Unfit::Dimension);
        }
        if Valuation::outcome(ruleset.convention()) != Valuation::NormalOutcome {
            return Err(Unfit::Values);
        }
        let (mut lines, mut steps, mut single) = (Vec::new(), Vec::new(), false);
        for jump in &shape.jumps {
            if jump.guard != Formula::True {
                return Err(Unfit::Target);
            }
            let (reach, shift) = (-jump.vector[0], -jump.vector[1]);
            match jump.generators.as_slice() {
                [generator] if generator[0] == 0 => {
                    // Along a row with at most one lost position this adds nothing.
                    if reach != 0 {
                        return Err(Unfit::Amounts);
                    }
                    single |= shift == 1 && generator[1] == -1;
                }
                [generator] => {
                    let (step, slope) = (-generator[0], -generator[1]);
                    // A mark is effective from the next row of its residue on.
                    if !(1..=step).contains(&reach) {
                        return Err(Unfit::Amounts);
                    }
                    lines.push(Marks { reach, shift, step, slope });
                }
                [] if reach > 0 => steps.push((reach, shift)),
                [] => {}
                _ => return Err(Unfit::Amounts),
            }
        }
        if single { Ok(Self { lines, steps, symmetric: shape.interchangeable }) } else { Err(Unfit::Amounts) }
    }

    /// Whether heaps of this size are in reach.
    #[must_use]
    pub fn reaches(upto: u64) -> bool {
        upto <= LARGEST
    }

    /// The number of bytes of the marks and the list.
    #[must_use]
    pub fn bytes(&self, upto: u64) -> u128 {
        let upto = u128::from(upto) + 1;
        let bits: u128 = self
            .lines
            .iter()
            .map(|line| {
                u128::from(line.step.unsigned_abs()) * upto + u128::from(line.slope.unsigned_abs() + 1) * upto
            })
            .sum();
        bits / 8 + 24 * upto + 64 * self.steps.len() as u128
    }

    /// Lists all lost positions with both heaps at most `upto`, in lexicographic order.
    ///
    /// # Errors
    ///
    /// [`LimitReached`], before any work if the memory is not sufficient.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::Watch;
    /// use bouton_tables::LostPairs;
    ///
    /// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
    /// let pairs = LostPairs::new(&wythoff)?.up_to(7, &Watch::unlimited())?;
    /// assert_eq!(pairs, [(0, 0), (1, 2), (2, 1), (3, 5), (4, 7), (5, 3), (7, 4)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn up_to(&self, upto: u64, watch: &Watch) -> Result<Vec<(u64, u64)>, LimitReached> {
        if !Self::reaches(upto) {
            return Err(LimitReached::Coordinate(upto));
        }
        let _held = watch.hold(u64::try_from(self.bytes(upto)).unwrap_or(u64::MAX))?;
        let last = upto.cast_signed();
        let mut flags: Vec<Vec<Flags>> = self
            .lines
            .iter()
            .map(|line| (0..line.step).map(|residue| Flags::new(line, residue, last)).collect())
            .collect();
        let mut partner: Vec<i64> = if self.symmetric { vec![-1; index(last) + 1] } else { Vec::new() };
        let mut lost: Vec<(u64, u64)> = Vec::new();
        // The lost position of each row, or −1: single steps look it up.
        let mut of_row = if self.steps.is_empty() { Vec::new() } else { vec![-1i64; index(last) + 1] };
        for row in 0..=last {
            let found = if self.symmetric && partner[index(row)] >= 0 {
                Some(partner[index(row)])
            } else {
                let from = if self.symmetric { row } else { 0 };
                self.least(row, from, last, &mut flags, &of_row, watch)?
            };
            if let Some(column) = found {
                lost.push((row.unsigned_abs(), column.unsigned_abs()));
                if self.symmetric {
                    partner[index(column)] = row;
                }
                if let Some(of_row) = of_row.get_mut(index(row)) {
                    *of_row = column;
                }
                for (line, flags) in self.lines.iter().zip(&mut flags) {
                    let next = row + line.reach;
                    flags[index(next % line.step)].mark(next / line.step, column + line.shift);
                }
            }
            if row % 1024 == 0 {
                watch.spend(1024)?;
            }
        }
        Ok(lost)
    }

    /// Returns the least unmarked column of a row, from some column on.
    fn least(
        &self,
        row: i64,
        from: i64,
        last: i64,
        flags: &mut [Vec<Flags>],
        of_row: &[i64],
        watch: &Watch,
    ) -> Result<Option<i64>, LimitReached> {
        let mut column = from;
        for (line, flags) in self.lines.iter().zip(flags.iter_mut()) {
            let flags = &mut flags[index(row % line.step)];
            column = column.max(flags.first_free(row / line.step, from));
        }
        let mut scanned = 0;
        while column <= last {
            let mut word = 0;
            for (line, flags) in self.lines.iter().zip(flags.iter()) {
                word |= flags[index(row % line.step)].word(row / line.step, column);
            }
            for (reach, shift) in &self.steps {
                let Some(&lost) = usize::try_from(row - reach).ok().and_then(|row| of_row.get(row)) else {
                    continue;
                };
                let at = lost + shift - column;
                if lost >= 0 && (0..64).contains(&at) {
                    word |= 1 << at;
                }
            }
            if word != u64::MAX {
                let found = column + i64::from(word.trailing_ones());
                return Ok((found <= last).then_some(found));
            }
            column += 64;
            scanned += 1;
            if scanned == 4096 {
                watch.spend(4096)?;
                scanned = 0;
            }
        }
        Ok(None)
    }
}

fn index(number: i64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// A bit for each line of one slope.
#[derive(Clone, Debug)]
struct Flags {
    slope: i64,
    /// The offset of a line's number that keeps numbers from being negative.
    shift: i64,
    words: Vec<u64>,
    /// A range of lines that are all marked, beginning with the first line of an earlier query.
    full: Option<(i64, i64)>,
}

impl Flags {
    fn new(line: &Marks, residue: i64, last: i64) -> Self {
        // Line number: column − slope · turn, over all turns of the residue.
        let turns = (last - residue).max(0) / line.step + 1;
        let shift = line.slope * turns;
        Self { slope: line.slope, shift, words: vec![0; index((last + shift) / 64) + 3], full: None }
    }

    fn line(&self, turn: i64, column: i64) -> usize {
        index(column - self.slope * turn + self.shift)
    }

    fn mark(&mut self, turn: i64, column: i64) {
        let line = self.line(turn, column);
        // Lines that leave the box have no effect in it.
        if let Some(word) = self.words.get_mut(line / 64) {
            *word |= 1 << (line % 64);
        }
    }

    /// Returns the marks of 64 columns.
    fn word(&self, turn: i64, column: i64) -> u64 {
        let line = self.line(turn, column);
        let (word, bit) = (line / 64, line % 64);
        let low = self.words.get(word).map_or(0, |low| low >> bit);
        let high = if bit == 0 { 0 } else { self.words.get(word + 1).map_or(0, |high| high << (64 - bit)) };
        low | high
    }

    /// Returns a lower bound of the unmarked columns, from earlier queries.
    fn first_free(&mut self, turn: i64, from: i64) -> i64 {
        let first = from - self.slope * turn;
        // Marks are permanent: a known run only grows, and a new run begins small.
        let (begin, most) = match self.full {
            Some((begin, end)) if (begin..=end).contains(&first) => (end, i64::MAX),
            _ => (first, first + 64),
        };
        let mut end = begin;
        let bit = |line: i64| {
            let line = index(line + self.shift);
            self.words.get(line / 64).is_some_and(|word| word >> (line % 64) & 1 == 1)
        };
        while end < most && bit(end) {
            end += 1;
        }
        let begin = match self.full {
            Some((known, _)) if begin != first => known,
            _ => first,
        };
        self.full = Some((begin, end));
        end + self.slope * turn
    }
}

//! Tiles of numbers: Grundy values and remoteness, where moves are of bounded size.
//!
//! A value depends on the values to which single steps lead. So a tile needs the values of the
//! tiles below it that its steps reach, as numbers. The binary digits of a value are planes of
//! bits, one for each digit, and faces are cut from them as from planes of outcomes. Moves of any
//! amount would need all values along a line of any length; such rules are refused.

use bouton_core::{Formula, LimitReached, Ruleset, Valuation, Value, Watch};

use super::TilingError;
use crate::{
    Unfit,
    bits::{Bits, each_point, ones, words_of},
    plan::{Crossing, MOST_COORDINATES, Window},
    shape::{Jump, Shape, Step},
};

/// The data to compute the numbers of a tile.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    remoteness: bool,
    /// The steps of each control state.
    steps: Vec<Vec<Step>>,
    /// An upper bound of all values.
    bound: u64,
}

impl Steps {
    /// Reads the steps of a ruleset in the box up to `last`, and the reads at other positions.
    /// Returns `None` for values that are classes.
    ///
    /// # Errors
    ///
    /// If moves are not of bounded size.
    pub(super) fn new(
        ruleset: &Ruleset,
        valuation: Valuation,
        last: &[i64],
    ) -> Result<Option<(Self, Crossing)>, TilingError> {
        let remoteness = match valuation {
            Valuation::Grundy => false,
            Valuation::Remoteness => true,
            _ => return Ok(None),
        };
        let shape = Shape::new(ruleset)?;
        if !(2..=MOST_COORDINATES).contains(&shape.dimension) {
            return Err(Unfit::Dimension.into());
        }
        let fits = |by: &[i64]| by.iter().zip(last).all(|(&by, &last)| -by <= last);
        let mut steps: Vec<Vec<Step>> = vec![Vec::new(); shape.controls];
        for Jump { from, to, guard, vector, generators } in shape.jumps {
            if !fits(&vector) {
                continue;
            }
            if generators.iter().any(|generator| fits(generator)) {
                return Err(TilingError::Rays);
            }
            steps[from].push(Step { to, guard, vector });
        }
        // The mex of a set is at most its size; the remoteness is at most the rank, plus one for
        // each control state.
        let bound = if remoteness {
            last.iter().fold(shape.controls as u64, |sum, last| sum.saturating_add(last.unsigned_abs()))
        } else {
            steps.iter().map(|steps| steps.len() as u64).max().unwrap_or(0)
        };
        if bound >= u64::from(Value::MAX) {
            return Err(TilingError::TooMany);
        }
        let steps = Self { remoteness, steps, bound };
        let mut crossing = Crossing { reach: vec![0; last.len()], ..Crossing::default() };
        crossing.planes.resize(steps.steps.len() * steps.digits(), 0);
        for step in steps.steps.iter().flatten() {
            for digit in 0..steps.digits() {
                crossing.note(step.to * steps.digits() + digit, &step.vector);
            }
        }
        Ok(Some((steps, crossing)))
    }

    /// The number of binary digits of a value.
    pub(super) fn digits(&self) -> usize {
        ((u64::BITS - self.bound.leading_zeros()) as usize).max(1)
    }

    /// The number of control states.
    pub(super) fn controls(&self) -> usize {
        self.steps.len()
    }

    /// The approximate number of seconds that a position takes in all control states.
    #[allow(clippy::cast_precision_loss, reason = "an estimate needs no last digit")]
    pub(super) fn seconds_a_position(&self) -> f64 {
        let steps: usize = self.steps.iter().map(Vec::len).sum();
        (20.0 * self.steps.len() as f64 + 8.0 * steps as f64) * 1e-9
    }

    /// The bytes of the values of a window while they are computed.
    pub(super) fn bytes(&self, window: &Window) -> u128 {
        let points = window.last.iter().map(|&last| u128::from(last.unsigned_abs()) + 1);
        let each = match self.digits() {
            0..=8 => 1,
            9..=16 => 2,
            _ => 4,
        };
        points.fold(each * self.steps.len() as u128, u128::saturating_mul)
    }

    /// Computes the values of a window: planes of digits without the given part, those of the first
    /// control state first. `given` are bits of planes, each with its location in the window.
    pub(super) fn fill(
        &self,
        window: &Window,
        given: &[(usize, Vec<usize>, Bits)],
        sides: &[usize],
        watch: &Watch,
    ) -> Result<Vec<Bits>, LimitReached> {
        match self.digits() {
            0..=8 => self.fill_cells::<u8>(window, given, sides, watch),
            9..=16 => self.fill_cells::<u16>(window, given, sides, watch),
            _ => self.fill_cells::<u32>(window, given, sides, watch),
        }
    }

    fn fill_cells<T: Cell>(
        &self,
        window: &Window,
        given: &[(usize, Vec<usize>, Bits)],
        sides: &[usize],
        watch: &Watch,
    ) -> Result<Vec<Bits>, LimitReached> {
        let too_large = || LimitReached::Memory { needed: self.bytes(window), limit: watch.memory_left() };
        let controls = self.steps.len();
        let lengths: Option<Vec<usize>> =
            window.last.iter().map(|&last| usize::try_from(last).ok()?.checked_add(1)).collect();
        let lengths = lengths.ok_or_else(too_large)?;
        let all = lengths.iter().try_fold(controls, |all, &length| all.checked_mul(length));
        let mut cells: Vec<T> = Vec::new();
        cells.try_reserve_exact(all.ok_or_else(too_large)?).map_err(|_| too_large())?;
        cells.resize(all.unwrap_or(0), T::default());
        let mut strides = vec![controls; lengths.len()];
        for place in (1..lengths.len()).rev() {
            strides[place - 1] = strides[place] * lengths[place];
        }
        let digits = self.digits();
        for (plane, start, bits) in given {
            let (control, digit) = (plane / digits, plane % digits);
            bits.for_each_set(|at| {
                let cell =
                    at.iter().zip(start).zip(&strides).map(|((at, start), stride)| (at + start) * stride);
                cells[cell.sum::<usize>() + control].set(digit);
            });
        }
        let first: Vec<usize> =
            window.given.iter().map(|&given| usize::try_from(given).unwrap_or(0)).collect();
        // The number of cells by which each step goes back, and its length along each coordinate.
        let back = |step: &Step| -> (Vec<usize>, usize) {
            let back: Vec<usize> = step
                .vector
                .iter()
                .map(|by| usize::try_from(by.unsigned_abs()).unwrap_or(usize::MAX))
                .collect();
            let fits = back.iter().zip(&lengths).all(|(back, length)| back < length);
            let cells = back.iter().zip(&strides).map(|(back, stride)| back.saturating_mul(*stride));
            let cells = cells.fold(0usize, usize::saturating_add);
            (back, if fits { cells } else { usize::MAX })
        };
        let backs: Vec<Vec<(Vec<usize>, usize)>> =
            self.steps.iter().map(|steps| steps.iter().map(back).collect()).collect();
        let mut set = vec![0u64; usize::try_from(self.bound / 64).unwrap_or(0) + 2];
        let guarded = self.steps.iter().flatten().any(|step| step.guard != Formula::True);
        let mut wide = vec![0i128; lengths.len()];
        let mut at = vec![0usize; lengths.len()];
        let mut planes = vec![vec![0u64; words_of(sides).ok_or_else(too_large)?]; controls * digits];
        // The steps that stay inside along a row of the window, but for its own coordinate: the length of each along
        // that, and the number of cells back to the value that it leads to.
        let mut inside: Vec<Vec<(usize, usize, &Formula)>> = vec![Vec::new(); controls];
        // The digits of the last 64 positions at most.
        let mut digits_of = vec![0u64; controls * digits];
        let (mut row, mut done) = (0, 0u64);
        let (mut failed, width) = (Ok(()), sides.len() - 1);
        let words = sides[width].div_ceil(64);
        each_point(&sides[..width], &mut |point| {
            if failed.is_err() {
                return;
            }
            for (place, value) in point.iter().enumerate() {
                at[place] = value + first[place];
            }
            at[width] = first[width];
            for (wide, (at, origin)) in wide.iter_mut().zip(at.iter().zip(&window.origin)) {
                *wide = *at as i128 + i128::from(*origin);
            }
            for (control, inside) in inside.iter_mut().enumerate() {
                inside.clear();
                for (step, (back, cells_back)) in self.steps[control].iter().zip(&backs[control]) {
                    if *cells_back != usize::MAX && back[..width].iter().zip(&at).all(|(by, at)| by <= at) {
                        // The option's control state is another cell of the same position.
                        inside.push((back[width], cells_back.wrapping_sub(step.to), &step.guard));
                    }
                }
            }
            let mut cell: usize = at.iter().zip(&strides).map(|(at, stride)| at * stride).sum();
            for along in 0..sides[width] {
                let here = along + first[width];
                for control in (0..controls).rev() {
                    let (mut even, mut greatest) = (None::<Value>, None::<Value>);
                    if !self.remoteness {
                        set.fill(0);
                    }
                    for &(back, cells_back, guard) in &inside[control] {
                        if back > here || guarded && *guard != Formula::True && !guard.holds(&wide) {
                            continue;
                        }
                        let value: Value = cells[cell.wrapping_sub(cells_back)].into();
                        if self.remoteness {
                            greatest = greatest.max(Some(value));
                            if value.is_multiple_of(2) {
                                even = Some(even.map_or(value, |even| even.min(value)));
                            }
                        } else if let Some(word) = set.get_mut(value as usize / 64) {
                            *word |= 1 << (value % 64);
                        }
                    }
                    // A win takes one more than the fastest lost option; a loss one more than the
                    // slowest option.
                    let value = if self.remoteness {
                        even.or(greatest).map_or(0, |value| value + 1)
                    } else {
                        let full = set.iter().take_while(|&&word| word == u64::MAX).count();
                        Value::try_from(full).unwrap_or(0) * 64
                            + set.get(full).map_or(0, |word| word.trailing_ones())
                    };
                    match T::try_from(value) {
                        Ok(kept) if u64::from(value) <= self.bound => cells[cell + control] = kept,
                        _ => failed = Err(LimitReached::Coordinate(value.into())),
                    }
                    for (digit, word) in digits_of[control * digits..][..digits].iter_mut().enumerate() {
                        *word |= u64::from(value >> digit & 1) << (along % 64);
                    }
                }
                if along % 64 == 63 || along + 1 == sides[width] {
                    for (plane, word) in planes.iter_mut().zip(&mut digits_of) {
                        plane[row * words + along / 64] = std::mem::take(word);
                    }
                }
                cell += strides[width];
                wide[width] += 1;
            }
            row += 1;
            done += sides[width] as u64;
            if done >= 4096 {
                failed = failed.and(watch.spend(done));
                done = 0;
            }
        });
        failed?;
        watch.spend(done)?;
        let planes = planes.into_iter().map(|words| Bits::new(sides.to_vec(), words));
        planes.collect::<Option<Vec<_>>>().ok_or_else(too_large)
    }

    /// Counts the positions of a tile by value, from its planes of digits, up to the greatest value
    /// that occurs.
    pub(super) fn counts(&self, planes: &[Bits], sides: &[usize]) -> Vec<Vec<u64>> {
        let side = sides.last().copied().unwrap_or(0);
        let width = side.div_ceil(64);
        let of = |digits: &[Bits]| {
            let mut counts: Vec<u64> = Vec::new();
            for word in 0..digits.first().map_or(0, |bits| bits.words().len()) {
                let all = ones(side - 64 * (word % width));
                count_below(&mut counts, 0, all, &|digit| digits[digit].words()[word], digits.len());
            }
            counts
        };
        planes.chunks(self.digits()).map(of).collect()
    }
}

/// Counts the positions of a word by value: those in `set` have this value above their last `left` digits, and
/// `digit` returns the digits of each place.
fn count_below(counts: &mut Vec<u64>, value: usize, set: u64, digit: &impl Fn(usize) -> u64, left: usize) {
    if set == 0 {
        return;
    }
    let Some(left) = left.checked_sub(1) else {
        counts.resize(counts.len().max(value + 1), 0);
        counts[value] += u64::from(set.count_ones());
        return;
    };
    let digits = digit(left);
    count_below(counts, value << 1, set & !digits, digit, left);
    count_below(counts, value << 1 | 1, set & digits, digit, left);
}

/// A value as it is stored.
trait Cell: Copy + Default + Into<Value> + TryFrom<Value> {
    /// Sets a binary digit.
    fn set(&mut self, digit: usize);
}

macro_rules! cell {
    ($($number:ty),*) => {
        $(impl Cell for $number {
            fn set(&mut self, digit: usize) {
                *self |= 1 << digit;
            }
        })*
    };
}

cell!(u8, u16, u32);

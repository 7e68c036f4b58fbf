//! Canonical forms (Definitions 3.5 and 3.7).

use std::{cmp::Ordering, collections::hash_map::Entry};

use bouton_core::{LimitReached, MemoryShare, Watch};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::{
    DigitSum, PileForm,
    suffix::{Frame, low_digits},
    without_triple_ones,
};

/// The most partial choices of fillers that are kept.
const STATE_LIMIT: usize = 4_000_000;

/// The most piles of a form that are suffixes of no other one, if there is a choice.
const WIDTH_LIMIT: usize = 64;

/// The most binary digits of a pile, if there is a choice.
const DIGIT_LIMIT: u64 = 4096;

/// The reason why a canonical form was not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CanonicalError {
    /// Too many piles are suffixes of no other one.
    #[error(
        "{found} piles are suffixes of no other pile, expected at most {WIDTH_LIMIT} in a form with further \
         piles"
    )]
    TooWide {
        /// The number of these piles.
        found: usize,
    },
    /// The piles are too large.
    #[error("the largest pile has {found} binary digits, expected at most {DIGIT_LIMIT}")]
    TooLong {
        /// The number of binary digits of the pile.
        found: u64,
    },
    /// Too many choices were met.
    #[error("the search for the canonical form met more than {STATE_LIMIT} partial choices: use fewer piles")]
    Limit,
    /// Time or memory.
    #[error("{0}")]
    Stopped(#[from] LimitReached),
}

/// The order ≤ᴿ of Definition 3.5: fewer piles, then fewer matches, then the
/// lexicographic order (largest pile first).
///
/// ```
/// use bouton_theory::podium::{PileForm, compare_forms};
///
/// // Example 3.6
/// let (g, h): (PileForm, PileForm) = ("16,9,4".parse().unwrap(), "16,10,3".parse().unwrap());
/// assert!(compare_forms(&g, &h).is_lt());
/// ```
#[must_use]
pub fn compare_forms(left: &PileForm, right: &PileForm) -> Ordering {
    left.piles()
        .len()
        .cmp(&right.piles().len())
        .then_with(|| left.matches().cmp(&right.matches()))
        .then_with(|| left.piles().cmp(right.piles()))
}

/// Returns the canonical form of a form: the least equal one in the order of Definition 3.5
/// (Definition 3.7).
///
/// By Theorem 3.4 the equal forms are exactly these: the piles that are suffixes of no other pile,
/// once each, and *fillers*, suffixes of them, of the right 𝒢₃-value. The fillers with a leading 1
/// at one place are chosen together, places from the left. For the following places a choice
/// matters only by the number of fillers, modulo 3, that end in each of the suffixes there; the
/// best choice for each such state is kept. The number of fillers allowed is raised from 0 until a
/// choice succeeds. Cost: states at most min(3ʷ, number of choices) for w maximal piles. The
/// weakness: forms with about ten maximal piles and as many others (some 10⁵ states for each
/// place).
///
/// # Errors
///
/// If the form has more than 64 maximal piles and others, or piles of more than 4096 binary digits,
/// or the search meets too many states.
///
/// # Examples
///
/// ```
/// use bouton_theory::podium::{PileForm, canonical_form};
///
/// let form: PileForm = "11,11,8,6,5,5,3".parse().unwrap();
/// assert_eq!(canonical_form(&form).unwrap().to_string(), "11+8+8+6+6+5+2");
/// ```
pub fn canonical_form(form: &PileForm) -> Result<PileForm, CanonicalError> {
    canonical_form_within(form, &Watch::unlimited())
}

/// Like [`canonical_form`], under a watch.
///
/// # Errors
///
/// As [`canonical_form`], and [`CanonicalError::Stopped`].
pub fn canonical_form_within(form: &PileForm, watch: &Watch) -> Result<PileForm, CanonicalError> {
    watch.spend(1 + form.piles().len() as u64)?;
    let form = without_triple_ones(form);
    let frame = Frame::of(&form, watch)?;
    if frame.fillers == 0 {
        return Ok(form);
    }
    if frame.maximal.len() > WIDTH_LIMIT {
        return Err(CanonicalError::TooWide { found: frame.maximal.len() });
    }
    if form.digits() > DIGIT_LIMIT {
        return Err(CanonicalError::TooLong { found: form.digits() });
    }
    let levels = levels(&frame, watch)?;
    let least = frame.target.places().iter().copied().max().unwrap_or(0);
    for budget in least.. {
        if let Some(fillers) = choose(&frame.target, &levels, budget, watch)? {
            return Ok(PileForm::new(frame.maximal.iter().cloned().chain(fillers)));
        }
        if u64::from(budget) > frame.fillers as u64 {
            // The form's own fillers are a choice, so this is not reached.
            break;
        }
    }
    Ok(form)
}

/// The suffixes that share a number of last digits.
struct Level {
    /// The place of the leading digit of each.
    place: usize,
    /// The different last `place + 1` digits of the maximal piles with at least that many, largest
    /// first.
    ends: Vec<BigUint>,
    /// The number of those that begin with a 1 and so are fillers: a prefix, because they are
    /// sorted.
    fillers: usize,
    /// The index of the end of each in the next level; empty at the last.
    below: Vec<usize>,
    /// For each lower place (from 0) the set of the ends below that have a 1 there.
    ones_below: Vec<u64>,
}

fn levels(frame: &Frame, watch: &Watch) -> Result<Vec<Level>, LimitReached> {
    let top = frame.maximal.iter().map(BigUint::bits).max().unwrap_or(0);
    let ends_at = |digits: u64| {
        let mut ends: Vec<BigUint> = frame
            .maximal
            .iter()
            .filter(|pile| pile.bits() >= digits)
            .map(|pile| low_digits(pile, digits))
            .collect();
        ends.sort_unstable_by(|a, b| b.cmp(a));
        ends.dedup();
        ends
    };
    (1..=top)
        .rev()
        .map(|digits| {
            watch.spend(1 + digits * frame.maximal.len() as u64 / 16)?;
            let ends = ends_at(digits);
            let next = if digits > 1 { ends_at(digits - 1) } else { Vec::new() };
            let below = ends
                .iter()
                .map(|end| {
                    let rest = low_digits(end, digits - 1);
                    next.iter().position(|candidate| *candidate == rest).unwrap_or(0)
                })
                .collect();
            let ones_below = (0..digits - 1)
                .map(|bit| {
                    (0u32..)
                        .zip(&next)
                        .filter(|(_, end)| end.bit(bit))
                        .fold(0, |mask, (index, _)| mask | 1 << index)
                })
                .collect();
            let fillers = ends.iter().take_while(|end| end.bit(digits - 1)).count();
            Ok(Level {
                place: usize::try_from(digits - 1).unwrap_or(usize::MAX),
                ends,
                fillers,
                below,
                ones_below,
            })
        })
        .collect()
}

/// The number of fillers, modulo 3, that end in each end of a level: two bit sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Residues {
    ones: u64,
    twos: u64,
}

impl Residues {
    fn get(self, index: usize) -> u32 {
        u32::from(self.ones >> index & 1 == 1) + 2 * u32::from(self.twos >> index & 1 == 1)
    }

    fn add(&mut self, index: usize, amount: u32) {
        let value = (self.get(index) + amount) % 3;
        let bit = 1u64 << index;
        self.ones = self.ones & !bit | if value == 1 { bit } else { 0 };
        self.twos = self.twos & !bit | if value == 2 { bit } else { 0 };
    }

    fn sum(self, mask: u64) -> u32 {
        ((self.ones & mask).count_ones() + 2 * (self.twos & mask).count_ones()) % 3
    }
}

/// A choice of fillers so far.
#[derive(Clone, Default)]
struct Choice {
    matches: BigUint,
    /// The fillers, largest first, as (level, index); a smaller pair is a larger filler.
    fillers: Vec<(u32, u32)>,
}

impl Choice {
    /// Definition 3.5 for the fillers: because the other piles are the same, a choice is less
    /// exactly if the whole form is.
    fn compare(&self, other: &Self) -> Ordering {
        self.fillers
            .len()
            .cmp(&other.fillers.len())
            .then_with(|| self.matches.cmp(&other.matches))
            .then_with(|| other.fillers.cmp(&self.fillers))
    }
}

type States = FxHashMap<Residues, Choice>;

fn choose(
    target: &DigitSum,
    levels: &[Level],
    budget: u32,
    watch: &Watch,
) -> Result<Option<Vec<BigUint>>, CanonicalError> {
    let mut before = watch.hold_none();
    let mut states = States::default();
    states.insert(Residues::default(), Choice::default());
    for (number, level) in (0u32..).zip(levels) {
        let mut next = States::default();
        let held = watch.hold_none();
        let mut step = Step { target, level, number, budget, next: &mut next, watch, held };
        for (residues, choice) in states {
            step.extend(0, residues, choice)?;
        }
        // The states of the level above are gone.
        before = step.held;
        states = next;
    }
    let best = states.into_values().min_by(Choice::compare);
    drop(before);
    Ok(best.map(|choice| {
        choice
            .fillers
            .iter()
            .filter_map(|&(level, index)| levels.get(level as usize)?.ends.get(index as usize).cloned())
            .collect()
    }))
}

/// One level's choices.
struct Step<'a> {
    target: &'a DigitSum,
    level: &'a Level,
    number: u32,
    budget: u32,
    next: &'a mut States,
    watch: &'a Watch,
    /// The memory of the next states.
    held: MemoryShare,
}

/// The approximate number of bytes of a choice in a map that grows.
fn bytes(choice: &Choice) -> u64 {
    192 + 16 * choice.fillers.len() as u64 + choice.matches.bits() / 8
}

impl Step<'_> {
    /// Continues with the filler `index` of the level: it is taken 0, 1 or 2 times, because three
    /// equal fillers can be removed.
    fn extend(&mut self, index: usize, residues: Residues, choice: Choice) -> Result<(), CanonicalError> {
        self.watch.spend(1)?;
        if index == self.level.fillers {
            return self.close(residues, choice);
        }
        let (mut residues, mut choice) = (residues, choice);
        for _ in 0..2 {
            self.extend(index + 1, residues, choice.clone())?;
            if choice.fillers.len() >= self.budget as usize {
                return Ok(());
            }
            residues.add(index, 1);
            choice.matches += &self.level.ends[index];
            choice.fillers.push((self.number, u32::try_from(index).unwrap_or(u32::MAX)));
        }
        self.extend(index + 1, residues, choice)
    }

    /// Checks the place, and passes the state to the next level.
    fn close(&mut self, residues: Residues, choice: Choice) -> Result<(), CanonicalError> {
        let fillers = u32::try_from(self.level.fillers).unwrap_or(u32::MAX);
        let with_one = if fillers >= u64::BITS { u64::MAX } else { (1u64 << fillers) - 1 };
        if residues.sum(with_one) != self.target.place(self.level.place) {
            return Ok(());
        }
        let mut below = Residues::default();
        if self.level.place > 0 {
            for (index, &end) in self.level.below.iter().enumerate() {
                below.add(end, residues.get(index));
            }
        }
        // Each further filler adds at most 1 to a place.
        let left = self.budget - u32::try_from(choice.fillers.len()).unwrap_or(self.budget).min(self.budget);
        if left < 2 {
            for (place, &mask) in self.level.ones_below.iter().enumerate() {
                if (self.target.place(place) + 2 * below.sum(mask)) % 3 > left {
                    return Ok(());
                }
            }
        }
        if self.next.len() >= STATE_LIMIT {
            return Err(CanonicalError::Limit);
        }
        match self.next.entry(below) {
            Entry::Vacant(entry) => {
                self.held.grow(bytes(&choice))?;
                entry.insert(choice);
            }
            Entry::Occupied(mut entry) => {
                if choice.compare(entry.get()).is_lt() {
                    entry.insert(choice);
                }
            }
        }
        Ok(())
    }
}

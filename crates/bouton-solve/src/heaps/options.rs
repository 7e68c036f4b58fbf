//! Options of a sum of heaps, by their Grundy values.

use bouton_core::{LimitReached, Watch, Weigh};
use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use super::{
    HeapSum, ONLY,
    kind::{Kind, Rule},
    parts::{PartsVerdict, for_each_part},
};

/// The Grundy values that are wanted.
///
/// ```
/// use bouton_solve::GrundyFilter;
///
/// let lost = GrundyFilter::Is(0u32.into());
/// assert!(lost.admits(&0u32.into()) && !lost.admits(&3u32.into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GrundyFilter {
    /// This value.
    Is(BigUint),
    /// Any value but this one.
    IsNot(BigUint),
    /// Any value.
    All,
}

impl GrundyFilter {
    /// Whether a value is wanted.
    ///
    /// ```
    /// use bouton_solve::GrundyFilter;
    ///
    /// assert!(GrundyFilter::IsNot(0u32.into()).admits(&3u32.into()));
    /// assert!(GrundyFilter::All.admits(&0u32.into()));
    /// ```
    #[must_use]
    pub fn admits(&self, value: &BigUint) -> bool {
        match self {
            Self::Is(wanted) => value == wanted,
            Self::IsNot(unwanted) => value != unwanted,
            Self::All => true,
        }
    }

    /// Returns the same condition for a part of a sum whose other parts have the value `rest`.
    fn beside(&self, rest: &BigUint) -> Self {
        match self {
            Self::Is(wanted) => Self::Is(wanted ^ rest),
            Self::IsNot(unwanted) => Self::IsNot(unwanted ^ rest),
            Self::All => Self::All,
        }
    }
}

/// An option of a single heap, with its Grundy value.
pub type HeapOption = (BigUint, BigUint);

/// Options that were found.
///
/// ```
/// use bouton_core::Watch;
/// use bouton_solve::{HeapSum, GrundyFilter};
///
/// let nim = bouton_rules::Game::parse("heaps 1; move take any from 1 heap").unwrap();
/// let mut heaps = HeapSum::of_ruleset(&nim.ruleset().unwrap(), &Watch::unlimited()).unwrap().unwrap();
/// let options = heaps.options(&[9u32.into()], &GrundyFilter::All, 2, &Watch::unlimited())?;
/// assert_eq!(options.options.len(), 2);
/// assert!(options.more); // there are nine
/// # Ok::<(), bouton_core::LimitReached>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeapOptions {
    /// The options, each once, in increasing order, with their Grundy values. For a code the
    /// changed heap is replaced by its parts, without empty ones.
    pub options: Vec<(Vec<BigUint>, BigUint)>,
    /// Whether there may be more.
    pub more: bool,
}

/// The number of heaps beyond which the first options found are kept instead of the least ones,
/// since each option is as long as its position.
const LONG: usize = 64;

impl HeapSum {
    /// The approximate number of moves from a position.
    ///
    /// ```
    /// use bouton_core::Watch;
    /// use bouton_solve::HeapSum;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap();
    /// let heaps = HeapSum::of_ruleset(&nim.ruleset().unwrap(), &Watch::unlimited()).unwrap().unwrap();
    /// assert_eq!(heaps.count_moves(&[3u32.into(), 4u32.into()]), 7u32.into());
    /// ```
    #[must_use]
    pub fn count_moves(&self, heaps: &[BigUint]) -> BigUint {
        heaps
            .iter()
            .enumerate()
            .map(|(index, heap)| self.kinds[self.kind_index(index)].count_moves(heap))
            .sum()
    }

    /// Returns at most `most` options of a position, those with the wanted Grundy values. For
    /// positions with more than 64 heaps, these are options that change the first heaps.
    ///
    /// Heaps that fall to any size, and heaps with a period, are not tried one by one: the time
    /// does not depend on the size of the numbers.
    ///
    /// # Errors
    ///
    /// [`LimitReached`], if the values of the heaps are not yet known.
    ///
    /// # Panics
    ///
    /// If the number of heaps is not that of the game.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::Watch;
    /// use bouton_solve::{HeapSum, GrundyFilter};
    ///
    /// let nim = bouton_rules::Game::parse("heaps 3; move take any from 1 heap").unwrap();
    /// let mut heaps = HeapSum::of_ruleset(&nim.ruleset().unwrap(), &Watch::unlimited()).unwrap().unwrap();
    /// let position = [3u32, 4, 5].map(Into::into);
    /// let winning = heaps.options(&position, &GrundyFilter::Is(0u32.into()), 10, &Watch::unlimited())?;
    /// assert_eq!(winning.options.len(), 1);
    /// assert_eq!(winning.options[0].0, [1u32, 4, 5].map(Into::into));
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn options(
        &mut self,
        heaps: &[BigUint],
        wanted: &GrundyFilter,
        most: usize,
        watch: &Watch,
    ) -> Result<HeapOptions, LimitReached> {
        let all = self.value(heaps, watch)?;
        let mut found = HeapOptions::default();
        let (mut held, mut full) = (watch.hold_none(), Ok(()));
        let mut seen = FxHashSet::default();
        for (index, heap) in heaps.iter().enumerate() {
            // The order of the heaps of a code does not matter.
            if self.kind_of.is_none() && !seen.insert(heap) {
                continue;
            }
            if heaps.len() > LONG && found.options.len() >= most {
                found.more = true;
                break;
            }
            watch.spend(1)?;
            let kind = self.kind_index(index);
            let kind = &mut self.kinds[kind];
            let rest = &all ^ kind.value(heap, watch)?;
            let wanted = wanted.beside(&rest);
            let mut here = 0;
            let complete = kind.for_each_option(heap, (&wanted, most), watch, &mut |parts, value| {
                if here == most {
                    found.more = true;
                    return false;
                }
                here += 1;
                let mut option = heaps.to_vec();
                option.splice(index..=index, parts.iter().cloned());
                let option = (option, value ^ &rest);
                full = held.grow(2 * size_of_val(&option) as u64 + option.weight());
                found.options.push(option);
                full.is_ok()
            })?;
            full?;
            found.more |= !complete;
        }
        found.more |= keep_least(&mut found.options, most);
        Ok(found)
    }
}

/// Sorts options, removes equal ones, and keeps the `most` least. Returns whether there were more.
pub fn keep_least<T: Ord>(options: &mut Vec<T>, most: usize) -> bool {
    options.sort_unstable();
    options.dedup();
    let more = options.len() > most;
    options.truncate(most);
    more
}

type Visit<'a> = &'a mut dyn FnMut(&[BigUint], BigUint) -> bool;

impl Kind {
    fn count_moves(&self, heap: &BigUint) -> BigUint {
        match &self.rule {
            Rule::Any => heap.clone(),
            Rule::Code(code) => {
                let split = |digit: &u8| if digit & 8 != 0 { heap * heap } else { heap.clone() };
                let moves = |digit: &u8| if digit & 12 != 0 { split(digit) } else { 1u32.into() };
                // Each digit of a tail occurs about this often.
                let rounds = heap / code.tail().len().max(1);
                code.digits().iter().map(moves).sum::<BigUint>()
                    + code.tail().iter().map(moves).sum::<BigUint>() * rounds
            }
            Rule::Moves { moves, regular: Some(_) } => BigUint::from(moves.families()),
            Rule::Moves { moves, regular: None } => match u64::try_from(heap) {
                Ok(heap) if heap < 1 << 62 => BigUint::from(moves.work_at(&[heap], ONLY, 1 << 24)),
                _ => heap.clone(),
            },
        }
    }

    /// Visits the options of one heap; `false` if not all wanted options were visited. No more than
    /// `most` of them are needed.
    fn for_each_option(
        &mut self,
        heap: &BigUint,
        (wanted, most): (&GrundyFilter, usize),
        watch: &Watch,
        visit: Visit<'_>,
    ) -> Result<bool, LimitReached> {
        match (&self.rule, &self.law) {
            (Rule::Any, _) => any(heap, wanted, watch, visit),
            (Rule::Moves { .. }, Some(law)) if self.period.is_none() => {
                let (options, complete) = law.options(heap, wanted, most, watch)?;
                Ok(options.into_iter().all(|(to, value)| visit(&[to], value)) && complete)
            }
            (Rule::Moves { .. }, _) => self.moves(heap, wanted, watch, visit),
            (Rule::Code(_), _) => self.code(heap, wanted, watch, visit),
        }
    }

    fn moves(
        &self,
        heap: &BigUint,
        wanted: &GrundyFilter,
        watch: &Watch,
        visit: Visit<'_>,
    ) -> Result<bool, LimitReached> {
        let Rule::Moves { moves, regular } = &self.rule else { return Ok(false) };
        // A large heap has the moves of a smaller one that satisfies the same conditions.
        let stand_in = match (u64::try_from(heap), regular) {
            (Ok(heap), _) if heap < 1 << 62 => heap,
            (_, Some(regular)) => {
                let settled = regular.settled();
                let beyond = (heap - settled) % regular.modulus;
                settled + beyond.iter_u64_digits().next().unwrap_or(0)
            }
            _ => return Ok(false),
        };
        let shift = heap - stand_in;
        let mut complete = true;
        moves.try_each_option(&[stand_in], ONLY, &mut watch.batch(), |to, _| {
            let to = BigUint::from(to[0]) + &shift;
            let Some(value) = self.known(&to) else {
                complete = false;
                return true;
            };
            complete = !wanted.admits(&value) || visit(&[to], value);
            complete
        })?;
        Ok(complete)
    }

    fn code(
        &self,
        heap: &BigUint,
        wanted: &GrundyFilter,
        watch: &Watch,
        visit: Visit<'_>,
    ) -> Result<bool, LimitReached> {
        let Rule::Code(code) = &self.rule else { return Ok(false) };
        // Values with a saltus reach a wanted value after finitely many rounds.
        let period = self.period.as_ref().map(|proved| &proved.period);
        let period = period.filter(|period| period.saltus == 0).map(|it| (it.preperiod, it.length));
        for_each_part(code, heap, period, watch, &mut |parts| {
            let value = parts.iter().try_fold(BigUint::ZERO, |sum, part| Some(sum ^ self.known(part)?));
            match value {
                None => PartsVerdict::End,
                Some(value) if !wanted.admits(&value) => PartsVerdict::Unwanted,
                Some(value) => match visit(parts, value) {
                    true => PartsVerdict::Wanted,
                    false => PartsVerdict::End,
                },
            }
        })
    }
}

/// Visits the options of a heap that may fall to any size: it has a move to each smaller value.
fn any(heap: &BigUint, wanted: &GrundyFilter, watch: &Watch, visit: Visit<'_>) -> Result<bool, LimitReached> {
    if let GrundyFilter::Is(value) = wanted {
        return Ok(value >= heap || visit(std::slice::from_ref(value), value.clone()));
    }
    let (mut to, mut batch) = (BigUint::ZERO, watch.batch());
    while to < *heap {
        batch.spend(4)?;
        if wanted.admits(&to) && !visit(std::slice::from_ref(&to), to.clone()) {
            return Ok(false);
        }
        to += 1u32;
    }
    Ok(true)
}

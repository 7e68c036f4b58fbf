//! The reductions R1 and R2 (Definition 3.9), step by step.

use std::fmt;

use bouton_core::{LimitReached, Watch};
use num_bigint::BigUint;

use super::{
    CanonicalError, PileForm, canonical::canonical_form_within, compare_forms, suffix::Frame,
    without_triple_ones,
};

/// The most partial choices that are tried for one reduction.
const NODE_LIMIT: usize = 5_000_000;

/// The most piles: the search recurs once for each.
const PILE_LIMIT: usize = 500;

/// The most binary digits of a pile: all suffixes of the piles are listed.
const DIGIT_LIMIT: u64 = 4096;

/// One of the two reduction procedures of Definition 3.9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReductionRule {
    /// Removal of matches from some piles.
    R1,
    /// Different organization: the same numbers of piles and matches.
    R2,
}

impl fmt::Display for ReductionRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::R1 => "R1",
            Self::R2 => "R2",
        })
    }
}

/// One reduction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReductionStep {
    /// The procedure.
    pub rule: ReductionRule,
    /// The form before.
    pub from: PileForm,
    /// The form after: equal, and less in the order of Definition 3.5.
    pub to: PileForm,
}

/// A form reduced as far as R1 and R2 allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// The steps.
    pub steps: Vec<ReductionStep>,
    /// The form that neither R1 nor R2 reduces.
    pub last: PileForm,
    /// The canonical form, which may be less than `last`.
    pub canonical: PileForm,
    /// Whether `last` is the canonical form.
    pub reaches_canonical: bool,
}

/// The reason why a form was not reduced.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReductionError {
    /// Too many choices were met.
    #[error(
        "the search for a reduction met more than {NODE_LIMIT} partial choices, or more than {PILE_LIMIT} piles, or piles of more than {DIGIT_LIMIT} binary digits: use fewer or smaller piles"
    )]
    Limit,
    /// The canonical form to compare with was not found.
    #[error(transparent)]
    Canonical(CanonicalError),
    /// Time or memory.
    #[error("{0}")]
    Stopped(#[from] LimitReached),
}

impl From<CanonicalError> for ReductionError {
    fn from(error: CanonicalError) -> Self {
        match error {
            CanonicalError::Stopped(limit) => Self::Stopped(limit),
            error => Self::Canonical(error),
        }
    }
}

/// Reduces a form by R1 while possible, else by R2, each time to the least form that one
/// application reaches, until neither applies (Definition 3.9).
///
/// # Errors
///
/// If a search meets too many choices.
///
/// # Examples
///
/// ```
/// use bouton_theory::podium::{PileForm, reduce};
///
/// // Example 3.10 is one removal.
/// let reduction = reduce(&"3,3,3,3,2,2,2".parse::<PileForm>().unwrap()).unwrap();
/// assert_eq!(reduction.steps[0].rule.to_string(), "R1");
/// // No sequence of reductions leads from this form to its canonical form.
/// let stuck = reduce(&"11,11,8,6,5,5,3".parse::<PileForm>().unwrap()).unwrap();
/// assert!(stuck.steps.is_empty() && !stuck.reaches_canonical);
/// ```
pub fn reduce(form: &PileForm) -> Result<Reduction, ReductionError> {
    reduce_within(form, &Watch::unlimited())
}

/// Like [`reduce`], under a watch.
///
/// # Errors
///
/// As [`reduce`], and [`ReductionError::Stopped`].
pub fn reduce_within(form: &PileForm, watch: &Watch) -> Result<Reduction, ReductionError> {
    let canonical = canonical_form_within(form, watch)?;
    let mut steps = Vec::new();
    let mut last = form.clone();
    'reducing: while last != canonical {
        for rule in [ReductionRule::R1, ReductionRule::R2] {
            if let Some(to) = single_reduction_within(&last, rule, watch)? {
                steps.push(ReductionStep { rule, from: last, to: to.clone() });
                last = to;
                continue 'reducing;
            }
        }
        break;
    }
    let reaches_canonical = last == canonical;
    Ok(Reduction { steps, last, canonical, reaches_canonical })
}

/// Returns the least form that a single application of `rule` reaches, if it applies.
///
/// The equal forms are enumerated (their fillers, see Theorem 3.4); for R1 those whose sorted piles
/// are nowhere larger, for R2 those with the same numbers of piles and matches.
///
/// # Errors
///
/// If the enumeration meets too many choices.
pub fn single_reduction(form: &PileForm, rule: ReductionRule) -> Result<Option<PileForm>, ReductionError> {
    single_reduction_within(form, rule, &Watch::unlimited())
}

fn single_reduction_within(
    form: &PileForm,
    rule: ReductionRule,
    watch: &Watch,
) -> Result<Option<PileForm>, ReductionError> {
    if form.piles().len() > PILE_LIMIT || form.digits() > DIGIT_LIMIT {
        return Err(ReductionError::Limit);
    }
    let core = without_triple_ones(form);
    let frame = Frame::of(&core, watch)?;
    // Three piles of size 1 that are not suffixes can only be removed.
    let fillers = form.piles().len() - frame.maximal.len();
    let suffixes: Vec<Suffix> = frame
        .suffixes()
        .into_iter()
        .map(|size| {
            let at_least = |piles: &[BigUint]| piles.iter().filter(|pile| **pile >= size).count();
            let room = at_least(form.piles()).saturating_sub(at_least(&frame.maximal));
            Suffix { room, size }
        })
        .collect();
    let places = frame
        .target
        .places()
        .len()
        .max(core.piles().first().map_or(0, |pile| usize::try_from(pile.bits()).unwrap_or(usize::MAX)));
    let need: Vec<u8> =
        (0..places).map(|place| u8::try_from(frame.target.place(place)).unwrap_or(0)).collect();
    let counts = if rule == ReductionRule::R1 { 0..=fillers } else { fillers..=fillers };
    let mut nodes = 0;
    for count in counts {
        let mut search = Search {
            form,
            maximal: &frame.maximal,
            suffixes: &suffixes,
            rule,
            count,
            chosen: Vec::new(),
            best: None,
            nodes,
            watch,
        };
        search.extend(0, &need)?;
        nodes = search.nodes;
        // Forms with fewer piles come first in the order.
        if search.best.is_some() {
            return Ok(search.best);
        }
    }
    Ok(None)
}

struct Suffix {
    size: BigUint,
    /// The number of fillers of at least this size that a form may have whose sorted piles are
    /// nowhere larger.
    room: usize,
}

struct Search<'a> {
    form: &'a PileForm,
    maximal: &'a [BigUint],
    suffixes: &'a [Suffix],
    rule: ReductionRule,
    count: usize,
    /// Indices of the fillers, with nonincreasing sizes.
    chosen: Vec<usize>,
    best: Option<PileForm>,
    nodes: usize,
    watch: &'a Watch,
}

impl Search<'_> {
    /// Chooses a further filler from the `from`-th suffix on; `need` has the remaining digits of
    /// the places.
    fn extend(&mut self, from: usize, need: &[u8]) -> Result<(), ReductionError> {
        self.nodes += 1;
        self.watch.spend(1 + need.len() as u64 / 8)?;
        if self.nodes > NODE_LIMIT {
            return Err(ReductionError::Limit);
        }
        let left = self.count - self.chosen.len();
        let highest = need.iter().rposition(|&digit| digit != 0);
        if left == 0 {
            if highest.is_none() {
                self.offer();
            }
            return Ok(());
        }
        if left == 1 && need.contains(&2) {
            return Ok(());
        }
        for index in from..self.suffixes.len() {
            let Some(suffix) = self.suffixes.get(index) else { break };
            let digits = usize::try_from(suffix.size.bits()).unwrap_or(usize::MAX);
            // A place with a remaining digit gets it from here on or never.
            if highest.is_some_and(|place| digits <= place) {
                break;
            }
            if self.rule == ReductionRule::R1 && self.chosen.len() >= suffix.room {
                continue;
            }
            let mut rest = need.to_vec();
            for (bit, digit) in (0u64..).zip(&mut rest) {
                if suffix.size.bit(bit) {
                    *digit = (*digit + 2) % 3;
                }
            }
            self.chosen.push(index);
            self.extend(index, &rest)?;
            self.chosen.pop();
        }
        Ok(())
    }

    fn offer(&mut self) {
        let fillers = self.chosen.iter().filter_map(|&index| self.suffixes.get(index));
        let found =
            PileForm::new(self.maximal.iter().cloned().chain(fillers.map(|suffix| suffix.size.clone())));
        if self.rule == ReductionRule::R2 && found.matches() != self.form.matches() {
            return;
        }
        if compare_forms(&found, self.form).is_lt()
            && self.best.as_ref().is_none_or(|best| compare_forms(&found, best).is_lt())
        {
            self.best = Some(found);
        }
    }
}

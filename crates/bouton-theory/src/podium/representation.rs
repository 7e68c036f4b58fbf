//! Decides whether an impartial form equals some sum of piles, modulo three-player Nim.

use std::{collections::BTreeSet, fmt};

use bouton_core::{LimitReached, MemoryShare, Watch, Weigh};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::{
    CanonicalError, DigitSum, EvaluateError, Evaluator, ImpartialForm, Outcome, PileForm, Play,
    canonical::canonical_form_within, compare_forms, digit_sum, impartial::outcome_of_value,
    local_rule::equal_by_local_rule, outcome,
};

/// The bounds of the search of [`represent`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepresentationBounds {
    /// The most piles of sums that are tried, as equals and as distinguishers.
    pub piles: usize,
    /// The largest pile of these sums.
    pub largest: u64,
    /// The most positions that are visited.
    pub positions: usize,
}

impl Default for RepresentationBounds {
    fn default() -> Self {
        Self { piles: 4, largest: 4, positions: 1_000_000 }
    }
}

/// The answer to whether an impartial form equals a sum of piles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Representation {
    /// Proved: it equals this canonical form.
    Equal {
        /// The canonical form.
        form: PileForm,
    },
    /// Proved: it does not equal any sum of piles. With `zero_with` added it is a P-position, so
    /// that an equal sum of piles had to have the value `value` (Theorem 1.1); but with `added`
    /// added it has an outcome that no sum of piles of this value has (Theorem 2.14). This is the
    /// argument of Theorem 2.17.
    NoneProved {
        /// The form whose addition makes it a P-position.
        zero_with: PileForm,
        /// The 𝒢₃-value that an equal sum of piles would have.
        value: DigitSum,
        /// The form whose addition gives the contradiction.
        added: PileForm,
        /// The outcome of the form with `added`.
        outcome: Outcome,
        /// The outcomes that a sum of piles of that value may have with `added`.
        possible: Vec<Outcome>,
    },
    /// Proved: it does not equal any sum of piles. With `zero_with` added it is a P-position, so
    /// that an equal sum of piles had to have the value `value`. By Theorem 2.14, each sum tried
    /// then determines whether that sum of piles has a pile linked to a certain value; the results
    /// for the sums below are contradictory.
    NoneProvedByLinks {
        /// The form whose addition makes it a P-position.
        zero_with: PileForm,
        /// The 𝒢₃-value that an equal sum of piles would have.
        value: DigitSum,
        /// The form with this added is an N-position: some pile must be linked. If absent, the
        /// piles that are not excluded by the others cannot have the value.
        linked_with: Option<PileForm>,
        /// The form with each of these added is an O-position: no pile may be linked.
        not_linked_with: Vec<PileForm>,
    },
    /// Not decided: these canonical forms agree with it in all sums tried.
    Candidates {
        /// The forms.
        forms: Vec<PileForm>,
        /// The bounds of the search.
        bounds: RepresentationBounds,
    },
    /// Not proved, but no sum of piles within the bounds is equal.
    NoneWithin {
        /// The bounds of the search.
        bounds: RepresentationBounds,
    },
}

impl fmt::Display for Representation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed =
            |forms: &[PileForm]| forms.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        match self {
            Self::Equal { form } => write!(f, "equal to the piles {form}"),
            Self::NoneProved { zero_with, value, added, outcome, possible } => {
                let possible: Vec<String> = possible.iter().map(ToString::to_string).collect();
                write!(
                    f,
                    "equal to no sum of piles: with {zero_with} added it is P, so the piles would have the value \
                     {value}; but with {added} added it is {outcome}, and piles of that value give {}",
                    possible.join(" or ")
                )
            }
            Self::NoneProvedByLinks { zero_with, value, linked_with, not_linked_with } => {
                write!(
                    f,
                    "equal to no sum of piles: with {zero_with} added it is P, so the piles would have the value {value}"
                )?;
                if let Some(form) = linked_with {
                    write!(f, "; with {form} added it is N, so some pile is linked")?;
                }
                let others = listed(not_linked_with);
                write!(f, "; with {others} added it is O, so that none is: a contradiction")
            }
            Self::Candidates { forms, bounds } => write!(
                f,
                "not decided: {} cannot be distinguished from it by adding up to {} piles up to {}",
                listed(forms),
                bounds.piles,
                bounds.largest
            ),
            Self::NoneWithin { bounds } => write!(
                f,
                "equal to no sum of at most {} piles up to {}; whether to any is not proved",
                bounds.piles, bounds.largest
            ),
        }
    }
}

/// The reason why no answer was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RepresentError {
    /// Too many positions.
    #[error(transparent)]
    Evaluate(EvaluateError),
    /// A canonical form was not found.
    #[error(transparent)]
    Canonical(CanonicalError),
    /// Time or memory.
    #[error("{0}")]
    Stopped(#[from] LimitReached),
}

impl From<CanonicalError> for RepresentError {
    fn from(error: CanonicalError) -> Self {
        match error {
            CanonicalError::Stopped(limit) => Self::Stopped(limit),
            error => Self::Canonical(error),
        }
    }
}

impl From<EvaluateError> for RepresentError {
    fn from(error: EvaluateError) -> Self {
        match error {
            EvaluateError::Stopped(limit) => Self::Stopped(limit),
            error => Self::Evaluate(error),
        }
    }
}

/// Decides whether an impartial form equals a sum of piles modulo three-player Nim with the podium
/// rule (Definition 2.3, Theorem 2.17).
///
/// Equality is proved where each option equals a sum of piles, and the outcomes of some sum of
/// piles with anything added satisfy the rule for the form: always if it has exactly equal options,
/// and otherwise by Theorems 1.1 and 2.14 (for piles of at most three binary digits). Inequality is
/// proved as in Theorem 2.17, or by contradictory results for linked piles. Forms that neither
/// settles are searched within the bounds.
///
/// # Errors
///
/// If the search meets too many positions.
///
/// # Examples
///
/// ```
/// use bouton_theory::podium::{Representation, RepresentationBounds, represent};
///
/// let bounds = RepresentationBounds::default();
/// let two = represent(&"{2}".parse().unwrap(), bounds).unwrap();
/// assert!(matches!(two, Representation::NoneProved { .. })); // Theorem 2.17
/// let one = represent(&"{1+1+1}".parse().unwrap(), bounds).unwrap();
/// assert_eq!(one, Representation::Equal { form: "1".parse().unwrap() });
/// ```
pub fn represent(
    form: &ImpartialForm,
    bounds: RepresentationBounds,
) -> Result<Representation, RepresentError> {
    represent_within(form, bounds, &Watch::unlimited())
}

/// Like [`represent`], under a watch.
///
/// # Errors
///
/// As [`represent`], and [`RepresentError::Stopped`].
pub fn represent_within(
    form: &ImpartialForm,
    bounds: RepresentationBounds,
    watch: &Watch,
) -> Result<Representation, RepresentError> {
    let (sums, _held) = sums_of_piles(bounds, watch)?;
    let mut search = Search { sums, bounds, proved: FxHashMap::default(), steps: 0, watch };
    if let Some(form) = search.prove_equal(form)? {
        return Ok(Representation::Equal { form });
    }
    let mut evaluator = Evaluator::watched(Play::Podium { players: 3 }, bounds.positions, watch);
    let mut outcomes = Vec::with_capacity(search.sums.len());
    for (sizes, _) in &search.sums {
        watch.spend(1)?;
        let value = evaluator.value(&form.plus(&ImpartialForm::from_piles(sizes)))?;
        outcomes.push(outcome_of_value(value));
    }
    let tried = || search.sums.iter().map(|(_, added)| added).zip(&outcomes);
    if let Some((zero_with, _)) = tried().find(|(_, found)| **found == Outcome::P) {
        let value = digit_sum(zero_with, 3).negated();
        for (added, &found) in tried() {
            watch.spend(1)?;
            let possible = possible_outcomes(&value, added);
            if !possible.contains(&found) {
                return Ok(Representation::NoneProved {
                    zero_with: zero_with.clone(),
                    value,
                    added: added.clone(),
                    outcome: found,
                    possible,
                });
            }
        }
        let tried: Vec<(&PileForm, Outcome)> = tried().map(|(added, &found)| (added, found)).collect();
        if let Some((linked_with, not_linked_with)) = contradictory_links(&value, &tried, watch)? {
            return Ok(Representation::NoneProvedByLinks {
                zero_with: zero_with.clone(),
                value,
                linked_with,
                not_linked_with,
            });
        }
    }
    let mut candidates = Vec::new();
    for (_, candidate) in &search.sums {
        watch.spend(1 + search.sums.len() as u64)?;
        if canonical_form_within(candidate, watch)? == *candidate
            && tried().all(|(added, &found)| outcome(&candidate.plus(added)) == found)
        {
            candidates.push(candidate.clone());
        }
    }
    candidates.sort_unstable_by(compare_forms);
    Ok(if candidates.is_empty() {
        Representation::NoneWithin { bounds }
    } else {
        Representation::Candidates { forms: candidates, bounds }
    })
}

/// The outcomes of H + X for a sum of piles H of which only the value is known (Theorem 2.14).
fn possible_outcomes(value: &DigitSum, added: &PileForm) -> Vec<Outcome> {
    let sum = value.plus(&digit_sum(added, 3));
    match sum.leading() {
        None => vec![Outcome::P],
        Some((_, 1)) => {
            let linked = added.piles().iter().any(|pile| is_linked(pile, &sum));
            if linked { vec![Outcome::N] } else { vec![Outcome::N, Outcome::O] }
        }
        Some(_) => vec![Outcome::O],
    }
}

/// The number of last binary digits of the unknown piles that are considered.
const LINK_DIGITS: usize = 6;

/// Looks for a contradiction between the results for linked piles of a sum of piles H of the given
/// value. Only the last digits of its piles matter: H is a multiset of endings, none of them linked
/// to a value for which H + X was an O-position, one of them linked to each value for which it was
/// an N-position, and together they have the last digits of the value.
#[allow(clippy::type_complexity, reason = "a pair that one caller takes apart")]
fn contradictory_links(
    value: &DigitSum,
    tried: &[(&PileForm, Outcome)],
    watch: &Watch,
) -> Result<Option<(Option<PileForm>, Vec<PileForm>)>, LimitReached> {
    let mut told: Vec<(DigitSum, &PileForm, bool)> = Vec::new();
    for &(added, found) in tried {
        let sum = value.plus(&digit_sum(added, 3));
        let telling = matches!(sum.leading(), Some((place, 1)) if place < LINK_DIGITS);
        if telling && !added.piles().iter().any(|pile| is_linked(pile, &sum)) {
            told.push((sum, added, found == Outcome::N));
        }
    }
    let Some(digits) = told.iter().map(|(sum, _, _)| sum.places().len()).max() else { return Ok(None) };
    let endings: Vec<BigUint> = (0u32..1 << digits).map(BigUint::from).collect();
    let excluded_by: Vec<Option<&PileForm>> = endings
        .iter()
        .map(|ending| {
            let excluding = told.iter().find(|(sum, _, linked)| !linked && is_linked(ending, sum));
            excluding.map(|(_, added, _)| *added)
        })
        .collect();
    for (sum, added, _) in told.iter().filter(|(_, _, linked)| *linked) {
        watch.spend(endings.len() as u64)?;
        let mut matching =
            endings.iter().zip(&excluded_by).filter(|(ending, _)| is_linked(ending, sum)).map(|(_, by)| by);
        if matching.clone().all(|by| by.is_some()) {
            let excluding: BTreeSet<&PileForm> = matching.by_ref().flatten().copied().collect();
            return Ok(Some((Some((*added).clone()), excluding.into_iter().cloned().collect())));
        }
    }
    let wanted: Vec<u32> = (0..digits).map(|place| value.place(place)).collect();
    let mut reached = BTreeSet::from([vec![0u32; digits]]);
    let mut fresh: Vec<Vec<u32>> = reached.iter().cloned().collect();
    while let Some(sum) = fresh.pop() {
        for (ending, _) in endings.iter().zip(&excluded_by).filter(|(_, by)| by.is_none()) {
            watch.spend(1)?;
            let next: Vec<u32> =
                (0u64..).zip(&sum).map(|(bit, digit)| (digit + u32::from(ending.bit(bit))) % 3).collect();
            if reached.insert(next.clone()) {
                fresh.push(next);
            }
        }
    }
    if reached.contains(&wanted) {
        return Ok(None);
    }
    let excluding: BTreeSet<&PileForm> = excluded_by.into_iter().flatten().collect();
    Ok(Some((None, excluding.into_iter().cloned().collect())))
}

/// Whether a pile is linked to a value (Definition 2.7).
fn is_linked(pile: &BigUint, value: &DigitSum) -> bool {
    (0u64..).zip(value.places()).all(|(bit, &digit)| match digit {
        1 => pile.bit(bit),
        2 => !pile.bit(bit),
        _ => true,
    })
}

/// All sums of piles within the bounds, few and small piles first.
#[allow(clippy::type_complexity, reason = "a pair that one caller takes apart")]
fn sums_of_piles(
    bounds: RepresentationBounds,
    watch: &Watch,
) -> Result<(Vec<(Vec<u64>, PileForm)>, MemoryShare), EvaluateError> {
    let mut held = watch.hold_none();
    let mut sums = vec![Vec::new()];
    let mut last: Vec<Vec<u64>> = vec![Vec::new()];
    for _ in 0..bounds.piles {
        let mut longer = Vec::new();
        for sizes in &last {
            for size in sizes.last().copied().unwrap_or(1)..=bounds.largest {
                if longer.len() + sums.len() >= bounds.positions {
                    return Err(EvaluateError::Limit { limit: bounds.positions });
                }
                watch.spend(1)?;
                let mut sum = sizes.clone();
                sum.push(size);
                // Here, among all of them, and with the form.
                held.grow(3 * sum.weight() + 48 * sum.len() as u64 + 160)?;
                longer.push(sum);
            }
        }
        sums.extend(longer.iter().cloned());
        last = longer;
    }
    let sums = sums
        .into_iter()
        .map(|sizes| {
            let form = PileForm::from_small(&sizes);
            (sizes, form)
        })
        .collect();
    Ok((sums, held))
}

struct Search<'a> {
    sums: Vec<(Vec<u64>, PileForm)>,
    bounds: RepresentationBounds,
    proved: FxHashMap<ImpartialForm, Option<PileForm>>,
    steps: usize,
    watch: &'a Watch,
}

impl Search<'_> {
    /// The canonical form that a form is proved to equal, if that succeeds. The recursion is as deep as play
    /// is long, up to two hundred.
    fn prove_equal(&mut self, form: &ImpartialForm) -> Result<Option<PileForm>, RepresentError> {
        self.prove_within(form, 200)
    }

    fn prove_within(
        &mut self,
        form: &ImpartialForm,
        depth: usize,
    ) -> Result<Option<PileForm>, RepresentError> {
        if let Some(piles) = form.as_piles() {
            return Ok(Some(canonical_form_within(&piles, self.watch)?));
        }
        if let Some(found) = self.proved.get(form) {
            return Ok(found.clone());
        }
        self.steps += 1;
        let count = form.option_count().and_then(|count| usize::try_from(count).ok());
        let affordable = count.is_some_and(|count| count < self.bounds.positions);
        if depth == 0 || !affordable || self.steps > self.bounds.positions {
            return Ok(None);
        }
        let mut classes = BTreeSet::new();
        let mut found = None;
        let mut complete = true;
        for option in form.options() {
            let Some(class) = self.prove_within(&option, depth - 1)? else {
                complete = false;
                break;
            };
            classes.insert(class);
        }
        if complete {
            for (sizes, candidate) in &self.sums {
                self.watch.spend(1)?;
                let mut theirs = BTreeSet::new();
                for option in ImpartialForm::from_piles(sizes).options() {
                    if let Some(piles) = option.as_piles() {
                        theirs.insert(canonical_form_within(&piles, self.watch)?);
                    }
                }
                if theirs == classes || equal_by_local_rule(&classes, candidate) {
                    found = Some(canonical_form_within(candidate, self.watch)?);
                    break;
                }
            }
        }
        self.proved.insert(form.clone(), found.clone());
        Ok(found)
    }
}

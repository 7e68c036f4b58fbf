//! All forms up to a size, in classes of equal ones.

use std::collections::BTreeMap;

use bouton_core::{LimitReached, Watch, Weigh};
use num_bigint::BigUint;

use super::{
    CanonicalError, DigitSum, Outcome, PileForm, canonical::canonical_form_within, compare_forms, digit_sum,
    outcome,
};

/// A class of forms equal modulo three-player Nim, as far as it lies within the
/// bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EquivalenceClass {
    /// The canonical form (Definition 3.7).
    pub canonical: PileForm,
    /// Its 𝒢₃-value.
    pub value: DigitSum,
    /// Its outcome.
    pub outcome: Outcome,
    /// The forms of the class within the bounds, least first.
    pub members: Vec<PileForm>,
}

/// The reason why the classes were not listed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClassesError {
    /// There are too many forms.
    #[error(
        "there are more than {limit} forms of at most {piles} piles up to {largest}: lower one of the bounds"
    )]
    Limit {
        /// The most piles that were requested.
        piles: usize,
        /// The largest pile that was requested.
        largest: u64,
        /// The number of forms allowed.
        limit: usize,
    },
    /// A canonical form was not found.
    #[error(transparent)]
    Canonical(CanonicalError),
    /// Time or memory.
    #[error("{0}")]
    Stopped(#[from] LimitReached),
}

impl From<CanonicalError> for ClassesError {
    fn from(error: CanonicalError) -> Self {
        match error {
            CanonicalError::Stopped(limit) => Self::Stopped(limit),
            error => Self::Canonical(error),
        }
    }
}

/// Lists all forms of at most `piles` piles, none larger than `largest`, in classes of equal forms
/// (Theorem 3.4), the class of the least canonical form first. At most `limit` forms.
///
/// # Errors
///
/// If there are more forms than that.
///
/// # Examples
///
/// ```
/// use bouton_theory::podium::equivalence_classes;
///
/// let classes = equivalence_classes(3, 1, 100).unwrap();
/// let sizes: Vec<usize> = classes.iter().map(|class| class.members.len()).collect();
/// assert_eq!(sizes, [2, 1, 1]); // 0 = 1+1+1, 1, 1+1
/// ```
pub fn equivalence_classes(
    piles: usize,
    largest: u64,
    limit: usize,
) -> Result<Vec<EquivalenceClass>, ClassesError> {
    equivalence_classes_within(piles, largest, limit, &Watch::unlimited())
}

/// Like [`equivalence_classes`], under a watch.
///
/// # Errors
///
/// As [`equivalence_classes`], and [`ClassesError::Stopped`].
pub fn equivalence_classes_within(
    piles: usize,
    largest: u64,
    limit: usize,
    watch: &Watch,
) -> Result<Vec<EquivalenceClass>, ClassesError> {
    let too_many = || ClassesError::Limit { piles, largest, limit };
    let mut classes: BTreeMap<PileForm, Vec<PileForm>> = BTreeMap::new();
    let mut sizes: Vec<u64> = Vec::new();
    let mut count = 0usize;
    let mut held = watch.hold_none();
    loop {
        count += 1;
        if count > limit {
            return Err(too_many());
        }
        let form = PileForm::new(sizes.iter().copied().map(BigUint::from));
        // As it is found, sorted, and as a document; with it the class, which may be new.
        held.grow(128 + 4 * form.piles().iter().map(|pile| 48 + pile.weight()).sum::<u64>())?;
        classes.entry(canonical_form_within(&form, watch)?).or_default().push(form);
        // The next list with sizes not rising: raise the last that can be
        // raised, and drop what follows; a further 1 comes first.
        if sizes.len() < piles && largest > 0 {
            sizes.push(1);
            continue;
        }
        let raised = (0..sizes.len()).rev().find(|&index| {
            let most = index.checked_sub(1).and_then(|before| sizes.get(before)).copied().unwrap_or(largest);
            sizes.get(index).is_some_and(|&size| size < most)
        });
        let Some(index) = raised else { break };
        sizes.truncate(index + 1);
        if let Some(size) = sizes.last_mut() {
            *size += 1;
        }
    }
    let mut classes = watch
        .each(classes)
        .map(|class| {
            let (canonical, mut members) = class?;
            watch.spend(members.len() as u64)?;
            members.sort_unstable_by(compare_forms);
            Ok(EquivalenceClass {
                value: digit_sum(&canonical, 3),
                outcome: outcome(&canonical),
                canonical,
                members,
            })
        })
        .collect::<Result<Vec<_>, LimitReached>>()?;
    held.keep();
    classes.sort_unstable_by(|a, b| compare_forms(&a.canonical, &b.canonical));
    Ok(classes)
}

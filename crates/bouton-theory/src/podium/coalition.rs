//! Three players of whom two may conspire: Propp's outcome classes, and the possible classes of
//! sums.

use std::collections::BTreeMap;

use bouton_core::Watch;

use super::{EvaluateError, Evaluator, ImpartialForm, Play};

/// One sum of outcome classes that occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoalitionSum {
    /// The class of the first form: `P`, `N`, `O` or `Q`.
    pub left: String,
    /// The class of the second form.
    pub right: String,
    /// The class of their sum.
    pub sum: String,
    /// The smallest forms found with these classes.
    pub example: [ImpartialForm; 2],
}

/// The classes that sums of two forms were found to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoalitionSums {
    /// The number of forms that were added to each other.
    pub forms: usize,
    /// The sums that occur. The classes are in the order P, N, O, Q, and the left one does not come
    /// after the right one.
    pub sums: Vec<CoalitionSum>,
}

/// Finds outcome classes (Propp 2000) of sums of two forms by adding small forms to each other: all
/// forms of depth at most 3, and those with one or two of these as options. The listed sums occur,
/// with an example. A sum that is not listed was not met among these forms; this is not a proof
/// that it does not exist.
///
/// # Errors
///
/// If more than `limit` positions are met.
///
/// # Examples
///
/// ```
/// use bouton_theory::podium::coalition_sums;
///
/// let table = coalition_sums(1_000_000).unwrap();
/// assert!(table.sums.iter().any(|sum| sum.left == "P" && sum.right == "P" && sum.sum == "Q"));
/// ```
pub fn coalition_sums(limit: usize) -> Result<CoalitionSums, EvaluateError> {
    coalition_sums_within(limit, &Watch::unlimited())
}

/// Like [`coalition_sums`], under a watch.
///
/// # Errors
///
/// As [`coalition_sums`], and [`EvaluateError::Stopped`].
pub fn coalition_sums_within(limit: usize, watch: &Watch) -> Result<CoalitionSums, EvaluateError> {
    let mut evaluator = Evaluator::watched(Play::Coalition, limit, watch);
    let mut forms = Vec::new();
    for form in small_forms() {
        let class = evaluator.value(&form)?;
        forms.push((class, form));
    }
    let mut found: BTreeMap<(u32, u32, u32), (u64, [ImpartialForm; 2])> = BTreeMap::new();
    for (left_class, left) in &forms {
        for (right_class, right) in &forms {
            watch.spend(1)?;
            if right_class < left_class {
                continue;
            }
            let sum = left.plus(right);
            let class = evaluator.value(&sum)?;
            let size = left.size().saturating_add(right.size());
            let entry = found.entry((*left_class, *right_class, class));
            let example = || (size, [left.clone(), right.clone()]);
            // The forms come by size, so that the first is kept among equals.
            entry
                .and_modify(|known| {
                    if size < known.0 {
                        *known = example()
                    }
                })
                .or_insert_with(example);
        }
    }
    let name = |class: u32| ["P", "N", "O", "Q"].get(class as usize).copied().unwrap_or("?").to_owned();
    let sums = found
        .into_iter()
        .map(|((left, right, sum), (_, example))| CoalitionSum {
            left: name(left),
            right: name(right),
            sum: name(sum),
            example,
        })
        .collect();
    Ok(CoalitionSums { forms: forms.len(), sums })
}

fn small_forms() -> Vec<ImpartialForm> {
    // Depth 0: the form 0; depth d + 1: all sets of forms of depth d.
    let mut forms = vec![ImpartialForm::default()];
    for _ in 0..3 {
        forms = (0u32..1 << forms.len())
            .map(|chosen| {
                let options = (0u32..).zip(&forms).filter(|(index, _)| chosen >> index & 1 == 1);
                ImpartialForm::of_options(options.map(|(_, form)| form.clone()))
            })
            .collect();
    }
    let shallow = forms.clone();
    for (index, first) in shallow.iter().enumerate() {
        for second in shallow.iter().skip(index) {
            forms.push(ImpartialForm::of_options([first.clone(), second.clone()]));
        }
    }
    forms.sort_unstable_by(ImpartialForm::compare_size);
    forms.dedup();
    forms
}

//! Nim with a pass on small heaps, and games bounded in total.

use bouton::{
    Watch,
    document::{
        InTotalBaseCases, InTotalFamily, InTotalLemmas, InTotalSummary, PassComparison, PassSmallSizes,
        PassTable, PassTheorem,
    },
    in_total::Member,
    theory::{
        nim_with_a_pass::{compare_table, outcome, printed_table},
        two_in_total::{Ending, Family, Row, Step, Values, base_cases, derivation},
    },
};
use num_bigint::BigUint;
use pyo3::prelude::*;

use crate::{failure::Failure, json, limits::Limits, watched::run};

/// Tables 1 and 2, a `PassSmallSizes`.
#[pyfunction]
pub(crate) fn pass_small_sizes(py: Python<'_>) -> PyResult<String> {
    run(py, &Watch::unlimited(), None, |_| json(&PassSmallSizes::new()))
}

/// Table 3, a `PassTable`.
#[pyfunction]
#[pyo3(signature = (upto, *, limits))]
pub(crate) fn pass_table(py: Python<'_>, upto: u64, limits: &Limits) -> PyResult<String> {
    run(py, &limits.watch(), None, |watch| json(&PassTable::new(upto, watch)?))
}

/// Table 3 as printed compared with the true outcomes, a `PassComparison`.
#[pyfunction]
#[pyo3(signature = (upto, *, limits))]
pub(crate) fn pass_compare(py: Python<'_>, upto: u64, limits: &Limits) -> PyResult<String> {
    run(py, &limits.watch(), None, |watch| {
        let printed = printed_table().map_err(|error| Failure::defect(&error))?;
        json(&PassComparison::from(&compare_table(&printed, upto, watch)?))
    })
}

/// Theorem 1 at a position, a `PassTheorem`.
#[pyfunction]
pub(crate) fn pass_theorem(heaps: Vec<BigUint>) -> PyResult<String> {
    let heaps: [BigUint; 4] = heaps.try_into().map_err(|found: Vec<BigUint>| {
        let message = format!("a position has 4 numbers (m1, m2, m3, m4), not {}", found.len());
        Failure::input("position", message)
    })?;
    Ok(json(&PassTheorem::new(&heaps, outcome(&heaps)))?)
}

fn values(name: &str) -> Result<Values, Failure> {
    match name {
        "outcome" => Ok(Values::Outcomes),
        "grundy" => Ok(Values::Grundy),
        other => {
            let message = format!("there is no value `{other}`: expected outcome or grundy");
            Err(Failure::input("value", message))
        }
    }
}

/// The base cases of the four-heap game, an `InTotalBaseCases`.
#[pyfunction]
#[pyo3(signature = (*, value))]
pub(crate) fn in_total_base_cases(py: Python<'_>, value: &str) -> PyResult<String> {
    let values = values(value)?;
    run(py, &Watch::unlimited(), None, |_| json(&InTotalBaseCases::from(&base_cases(values)[..])))
}

/// The proof of the four-heap game line by line, an `InTotalLemmas`.
#[pyfunction]
#[pyo3(signature = (*, value, row))]
pub(crate) fn in_total_lemmas(py: Python<'_>, value: &str, row: Option<Vec<u64>>) -> PyResult<String> {
    let values = values(value)?;
    let row = row.map(|sizes| match Row::try_from(sizes) {
        Ok(row) if row.is_sorted() => Ok(row),
        _ => Err(Failure::input("position", "expected the three smallest heaps, smallest first")),
    });
    let row = row.transpose()?;
    run(py, &Watch::unlimited(), None, |_| {
        let proof = derivation(values);
        let shown: Vec<&Step> = proof.iter().filter(|step| row.is_none_or(|row| step.covers(row))).collect();
        json(&InTotalLemmas::new(&proof, &shown))
    })
}

/// The values of the four-heap game by row and remainder, an `InTotalSummary`.
#[pyfunction]
#[pyo3(signature = (*, value))]
pub(crate) fn in_total_summary(py: Python<'_>, value: &str) -> PyResult<String> {
    let values = values(value)?;
    run(py, &Watch::unlimited(), None, |_| json(&InTotalSummary::new(values, &derivation(values))))
}

fn family(heaps: usize, total: u64, from: usize, ending: &str) -> Result<Family, Failure> {
    let ending = match ending {
        "stop" => Ending::Stop,
        "empty" => Ending::Empty,
        other => {
            let message = format!("there is no ending `{other}`: expected stop or empty");
            return Err(Failure::input("value", message));
        }
    };
    Family::new(heaps, total, from, ending).map_err(|fault| Failure::input("game", fault.to_string()))
}

/// A game with these numbers of heaps, of objects in total, and of heaps in a move: an
/// `InTotalMember`.
#[pyfunction]
#[pyo3(signature = (heaps, total, from_heaps, *, ending, limits, progress))]
pub(crate) fn in_total_member(
    py: Python<'_>,
    heaps: usize,
    total: u64,
    from_heaps: usize,
    ending: &str,
    limits: &Limits,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let family = family(heaps, total, from_heaps, ending)?;
    run(py, &limits.watch_for_a_proof(), progress, |watch| {
        json(&Member::examine(family, limits.states_of_law(), watch)?.document_with_law())
    })
}

/// Several games of the family, `(heaps, total, from, ending)` each: an `InTotalFamily`.
#[pyfunction]
#[pyo3(signature = (members, *, limits, progress))]
pub(crate) fn in_total_family(
    py: Python<'_>,
    members: Vec<(usize, u64, usize, String)>,
    limits: &Limits,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let families = members.iter().map(|(heaps, total, from, ending)| family(*heaps, *total, *from, ending));
    let families: Vec<Family> = families.collect::<Result<_, _>>()?;
    run(py, &limits.watch_for_a_proof(), progress, |watch| {
        let examine = |family| Member::examine(family, limits.states_of_law(), watch);
        let members = families.into_iter().map(examine).collect::<Result<Vec<_>, _>>()?;
        json(&InTotalFamily { members: members.iter().map(Member::document).collect() })
    })
}

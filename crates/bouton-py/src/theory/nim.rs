//! The theory of Nim.

use bouton::{
    Watch,
    document::{
        NimBounded, NimClasses, NimClosing, NimDistances, NimFarthest, NimLost, NimMoves, NimSum,
        NimTrapezoids, NimTriangles, Suggest,
    },
    theory::nim::{self, ClosingSentence, LostFilter, Order, SuggestError},
};
use num_bigint::BigUint;
use pyo3::prelude::*;

use crate::{failure::Failure, json, limits::Limits, watched::run};

/// The failure of a search that has visited all the positions it may.
fn limit(error: impl std::fmt::Display) -> Failure {
    Failure::limit(error.to_string(), "positions")
}

/// The nim-sum, a `NimSum`.
#[pyfunction]
pub(crate) fn nim_sum(heaps: Vec<BigUint>) -> PyResult<String> {
    Ok(json(&NimSum::new(&heaps))?)
}

/// The winning moves, a `NimMoves`.
#[pyfunction]
pub(crate) fn nim_moves(heaps: Vec<BigUint>) -> PyResult<String> {
    Ok(json(&NimMoves::new(&heaps))?)
}

/// The classes of easily recognised lost positions, a `NimClasses`.
#[pyfunction]
pub(crate) fn nim_classes(heaps: Vec<BigUint>) -> PyResult<String> {
    Ok(json(&NimClasses::new(&heaps, &nim::lost_classes(&heaps)))?)
}

/// Lost positions, a `NimLost`.
#[pyfunction]
#[pyo3(signature = (heaps, largest, *, smallest, total, distinct, paired, order, most, limits))]
pub(crate) fn nim_lost(
    py: Python<'_>,
    heaps: usize,
    largest: u64,
    smallest: Option<u64>,
    total: Option<u64>,
    distinct: bool,
    paired: bool,
    order: &str,
    most: usize,
    limits: &Limits,
) -> PyResult<String> {
    let order = match order {
        "smallest" => Order::SmallestHeap,
        "largest" => Order::LargestHeap,
        other => {
            let message = format!("there is no order `{other}`: expected smallest or largest");
            return Err(Failure::input("value", message).into());
        }
    };
    let filter = LostFilter {
        smallest,
        total,
        distinct,
        not_paired_up: !paired,
        order,
        limit: most,
        ..LostFilter::new(heaps, largest)
    };
    run(py, &limits.watch(), None, |watch| json(&NimLost::from(&nim::lost_positions_within(&filter, watch)?)))
}

/// Good starting positions, a `Suggest`.
#[pyfunction]
#[pyo3(signature = (heaps, *, most, limits))]
pub(crate) fn nim_suggest(py: Python<'_>, heaps: usize, most: usize, limits: &Limits) -> PyResult<String> {
    run(py, &limits.watch(), None, |watch| {
        let found = nim::suggest_within(heaps, most, watch).map_err(|error| match error {
            SuggestError::Limit(reached) => reached.into(),
            SuggestError::TooMany { .. } => limit(error),
            SuggestError::TooFew { .. } => Failure::input("heaps", error.to_string()),
        })?;
        json(&Suggest::from(&found))
    })
}

/// The distance of a position from being obviously lost, a `NimDistances`.
#[pyfunction]
#[pyo3(signature = (heaps, *, most))]
pub(crate) fn nim_distance(py: Python<'_>, heaps: Vec<u64>, most: usize) -> PyResult<String> {
    run(py, &Watch::unlimited(), None, |_| {
        let found = nim::distance(&heaps, most).map_err(limit)?;
        json(&NimDistances::new(&heaps, &found))
    })
}

/// The lost positions that are farthest from being obviously lost, a `NimFarthest`.
#[pyfunction]
#[pyo3(signature = (heaps, largest, *, most))]
pub(crate) fn nim_farthest(py: Python<'_>, heaps: usize, largest: u64, most: usize) -> PyResult<String> {
    run(py, &Watch::unlimited(), None, |_| {
        json(&NimFarthest::from(&nim::farthest_positions(heaps, largest, most).map_err(limit)?))
    })
}

/// The numbers n for which 1, 2, …, n is lost, a `NimTriangles`.
#[pyfunction]
pub(crate) fn nim_triangles(py: Python<'_>, upto: u64) -> PyResult<String> {
    if upto > 10_000_000 {
        return Err(limit(format!("triangles are listed up to 10000000, not {upto}")).into());
    }
    run(py, &Watch::unlimited(), None, |_| {
        json(&NimTriangles { upto, triangles: nim::triangles(upto).collect() })
    })
}

/// Lost positions of consecutive sizes, a `NimTrapezoids`.
#[pyfunction]
pub(crate) fn nim_trapezoids(py: Python<'_>, upto: u64) -> PyResult<String> {
    if upto > 2_000 {
        return Err(limit(format!("trapezoids are listed up to 2000, not {upto}")).into());
    }
    run(py, &Watch::unlimited(), None, |_| {
        let positions = nim::trapezoids(upto).map(|(first, last)| (first..=last).collect());
        json(&NimTrapezoids { upto, positions: positions.collect() })
    })
}

/// Nim with a bound on the objects a move, a `NimBounded`.
#[pyfunction]
pub(crate) fn nim_bounded(heaps: Vec<BigUint>, most: BigUint) -> PyResult<String> {
    if most == BigUint::ZERO {
        return Err(Failure::input("most", "most=0 allows no move, expected at least 1").into());
    }
    Ok(json(&NimBounded::new(&heaps, &most))?)
}

/// Tests whether "compute nim sum mod (k+1)" holds, a `NimClosing`.
#[pyfunction]
pub(crate) fn nim_closing(most: u64) -> PyResult<String> {
    let found = nim::closing_sentence_counterexample(most);
    if found == ClosingSentence::NotExamined {
        let message = format!("most={most} is not examined, expected 1 to 2^64 - 2");
        return Err(Failure::input("most", message).into());
    }
    Ok(json(&NimClosing::new(most, &found))?)
}

//! Three players and more under the podium rule.

use bouton::{
    Watch,
    document::{
        PodiumCanonical, PodiumClasses, PodiumCoalitions, PodiumEqual, PodiumForm, PodiumLinked, PodiumMoore,
        PodiumOutcome, PodiumReduce, PodiumValue,
    },
    theory::podium::{self, Evaluator, ImpartialForm, PileForm, Play, RepresentationBounds},
};
use num_bigint::BigUint;
use pyo3::prelude::*;

use crate::{failure::Failure, json, watched::run};

/// The failure of a search with a bound of its own.
fn limit(error: impl std::fmt::Display) -> Failure {
    Failure::limit(error.to_string(), "positions")
}

/// The most piles of a form.
const MAX_PILES: usize = 10_000;

fn piles(form: Vec<BigUint>) -> Result<PileForm, Failure> {
    if form.len() > MAX_PILES {
        let message = format!("a form has at most {MAX_PILES} piles, not {}", form.len());
        return Err(Failure::input("form", message));
    }
    Ok(PileForm::new(form))
}

/// Checks the number of players.
fn players(players: u32) -> Result<u32, Failure> {
    let message = || format!("players={players}: expected 2 to 255");
    if (2..=255).contains(&players) { Ok(players) } else { Err(Failure::input("players", message())) }
}

/// The digit sum, the outcome and the linked options, a `PodiumValue`.
#[pyfunction]
#[pyo3(signature = (form, *, players))]
pub(crate) fn podium_value(form: Vec<BigUint>, players: u32) -> PyResult<String> {
    Ok(json(&PodiumValue::new(&piles(form)?, self::players(players)?))?)
}

/// The outcome, a `PodiumOutcome`.
#[pyfunction]
pub(crate) fn podium_outcome(form: Vec<BigUint>) -> PyResult<String> {
    Ok(json(&PodiumOutcome::new(&piles(form)?))?)
}

/// The linked options, a `PodiumLinked`.
#[pyfunction]
pub(crate) fn podium_linked(form: Vec<BigUint>) -> PyResult<String> {
    Ok(json(&PodiumLinked::new(&piles(form)?))?)
}

/// Compares two forms, a `PodiumEqual`.
#[pyfunction]
pub(crate) fn podium_equal(left: Vec<BigUint>, right: Vec<BigUint>) -> PyResult<String> {
    Ok(json(&PodiumEqual::from(&podium::equality(&piles(left)?, &piles(right)?)))?)
}

/// The canonical form, a `PodiumCanonical`.
#[pyfunction]
pub(crate) fn podium_canonical(py: Python<'_>, form: Vec<BigUint>) -> PyResult<String> {
    let form = piles(form)?;
    run(py, &Watch::unlimited(), None, |_| {
        let canonical = podium::canonical_form(&form).map_err(limit)?;
        json(&PodiumCanonical::new(&form, &canonical))
    })
}

/// The reductions R1 and R2 step by step, a `PodiumReduce`.
#[pyfunction]
pub(crate) fn podium_reduce(py: Python<'_>, form: Vec<BigUint>) -> PyResult<String> {
    let form = piles(form)?;
    run(py, &Watch::unlimited(), None, |_| {
        json(&PodiumReduce::new(&form, &podium::reduce(&form).map_err(limit)?))
    })
}

/// The classes of equal forms, a `PodiumClasses`.
#[pyfunction]
#[pyo3(signature = (piles, largest, *, most))]
pub(crate) fn podium_classes(py: Python<'_>, piles: usize, largest: u64, most: usize) -> PyResult<String> {
    run(py, &Watch::unlimited(), None, |_| {
        let found = podium::equivalence_classes(piles, largest, most).map_err(limit)?;
        json(&PodiumClasses::from(&found[..]))
    })
}

/// Another impartial form: its outcome, and a sum of piles that equals it, a `PodiumForm`.
#[pyfunction]
#[pyo3(signature = (form, *, coalition, piles, largest, most))]
pub(crate) fn podium_form(
    py: Python<'_>,
    form: &str,
    coalition: bool,
    piles: Option<usize>,
    largest: Option<u64>,
    most: Option<usize>,
) -> PyResult<String> {
    let wrong = |error| Failure::input("form", format!("form `{form}`: {error}"));
    let form: ImpartialForm = form.parse().map_err(wrong)?;
    let bounds = RepresentationBounds::default();
    let bounds = RepresentationBounds {
        piles: piles.unwrap_or(bounds.piles),
        largest: largest.unwrap_or(bounds.largest),
        positions: most.unwrap_or(bounds.positions),
    };
    run(py, &Watch::unlimited(), None, |_| {
        let play = if coalition { Play::Coalition } else { Play::Podium { players: 3 } };
        let outcome = Evaluator::new(play, bounds.positions).outcome(&form).map_err(limit)?;
        let found = (!coalition).then(|| podium::represent(&form, bounds)).transpose().map_err(limit)?;
        let equal_to_piles = found.as_ref().map(Into::into);
        json(&PodiumForm { form: form.to_string(), outcome, equal_to_piles })
    })
}

/// The possible classes, of Propp's, of the sum of two forms, a `PodiumCoalitions`.
#[pyfunction]
#[pyo3(signature = (*, most))]
pub(crate) fn podium_coalitions(py: Python<'_>, most: usize) -> PyResult<String> {
    run(py, &Watch::unlimited(), None, |_| {
        json(&PodiumCoalitions::from(&podium::coalition_sums(most).map_err(limit)?))
    })
}

/// Tests whether a form is a P-position of Moore's game of several players, a `PodiumMoore`.
#[pyfunction]
#[pyo3(signature = (form, *, players, piles))]
pub(crate) fn podium_moore(form: Vec<BigUint>, players: u32, piles: u32) -> PyResult<String> {
    let form = self::piles(form)?;
    if piles == 0 {
        return Err(Failure::input("piles", "piles=0 allows no move, expected at least 1").into());
    }
    let Some(found) = PodiumMoore::new(&form, self::players(players)?, piles) else {
        return Err(limit("these players and piles need a modulus beyond 2^32").into());
    };
    Ok(json(&found)?)
}

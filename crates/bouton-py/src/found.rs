//! Theorems with letters or without, from a search or from a certificate.

use bouton::cert::has_letters;
use pyo3::prelude::*;

use crate::{letters::LetterTheorem, limits::Limits, theorem::Theorem, watched::run};

/// A theorem that was proved, or read.
#[derive(IntoPyObject)]
pub(crate) enum Found {
    /// Without letters.
    Theorem(Theorem),
    /// With letters.
    Letters(LetterTheorem),
}

/// Reads the theorem of a certificate.
#[pyfunction]
#[pyo3(signature = (certificate, *, limits, progress))]
pub(crate) fn theorem_of(
    py: Python<'_>,
    certificate: &str,
    limits: &Limits,
    progress: Option<Py<PyAny>>,
) -> PyResult<Found> {
    run(py, &limits.watch_for_a_check(), progress, |watch| {
        let limits = limits.of_checker(watch);
        if has_letters(certificate) {
            let theorem =
                bouton::LetterTheorem::check(certificate, &limits).map_err(bouton::LettersError::from)?;
            return Ok(Found::Letters(LetterTheorem::new(theorem)));
        }
        Ok(Found::Theorem(Theorem::checked(bouton::Theorem::check(certificate, &limits)?)))
    })
}

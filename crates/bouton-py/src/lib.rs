//! The extension module `bouton._bouton`: the library `bouton` as objects of Python.
//!
//! The package `bouton` (in `python/`) wraps it; no other package should import it. Each long
//! computation goes through `watched::run`, which releases the interpreter, listens for Ctrl-C and
//! reports progress. Numbers are of any size, arrays are returned without a copy, and documents are
//! JSON texts that the package reads into dataclasses.
#![allow(
    clippy::too_many_arguments,
    reason = "a signature of Python has as many arguments as its users need"
)]

mod asked;
mod failure;
mod found;
mod game;
mod law;
mod letters;
mod limits;
mod play;
mod solve;
mod stored;
mod table;
mod theorem;
mod watched;

use bouton::PositionError;
use pyo3::prelude::*;

use crate::failure::Failure;

/// The library `bouton` as objects of Python.
#[pymodule]
mod _bouton {
    #[pymodule_export]
    use super::{
        asked::{ask, commands_of_register, prove},
        decimal,
        found::theorem_of,
        game::Game,
        letters::LetterTheorem,
        limits::Limits,
        natural,
        play::{play_begin, play_enter},
        position, schema,
        stored::Stored,
        theorem::Theorem,
    };

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}

/// A document as JSON.
fn json(document: &impl serde::Serialize) -> Result<String, Failure> {
    serde_json::to_string(document).map_err(|error| Failure::defect(&error))
}

/// The JSON schema of all documents.
#[pyfunction]
fn schema() -> PyResult<String> {
    Ok(json(&bouton::ask::schema())?)
}

/// Parses a position: returns its coordinates and the name of its control state.
#[pyfunction]
fn position(text: &str) -> PyResult<solve::Place> {
    let position: bouton::Position =
        text.parse().map_err(|error| Failure::from(PositionError::Text { text: text.to_owned(), error }))?;
    Ok(solve::place(position))
}

/// A natural number from its decimal digits, of any length.
#[pyfunction]
fn natural(text: &str) -> PyResult<num_bigint::BigUint> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.then(|| text.parse().ok()).flatten();
    number.ok_or_else(|| Failure::input("value", format!("`{text}` is not a natural number")).into())
}

/// The decimal digits of a natural number, of any length.
#[pyfunction]
fn decimal(number: num_bigint::BigUint) -> String {
    number.to_string()
}

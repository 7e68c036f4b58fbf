//! Theorems with letters, with the properties of other theorems.

use bouton::{
    TheoremError, Valuation, Watch,
    ask::SIDE_OF_LETTERS,
    picture::{HeatMap, Theme},
};
use num_bigint::BigUint;
use pyo3::prelude::*;

use crate::failure::Failure;

/// A theorem about a game for all numbers that the letters of its rules may be.
#[pyclass(frozen, module = "bouton._bouton")]
#[derive(Debug)]
pub(crate) struct LetterTheorem {
    inner: Box<bouton::LetterTheorem>,
}

impl LetterTheorem {
    pub(crate) fn new(inner: bouton::LetterTheorem) -> Self {
        Self { inner: Box::new(inner) }
    }

    pub(crate) fn inner(&self) -> &bouton::LetterTheorem {
        &self.inner
    }
}

/// The reason why there is no value without numbers for the letters.
fn needs_numbers() -> PyErr {
    Failure::input("game", "a theorem with letters needs numbers for them: solve(position, set={…})").into()
}

#[pymethods]
impl LetterTheorem {
    /// The letters of the rules.
    #[getter]
    fn letters(&self) -> Vec<String> {
        self.inner.game().letters().to_vec()
    }

    #[getter]
    fn title(&self) -> String {
        self.inner.explain().game
    }

    #[getter]
    fn subject(&self) -> String {
        self.title()
    }

    /// The rules of the theorem's game.
    #[getter]
    fn rules(&self) -> String {
        self.inner.game().text()
    }

    #[getter]
    fn claim(&self) -> String {
        self.inner.verdict().claim.unwrap_or_default()
    }

    #[getter]
    fn remark(&self) -> &'static str {
        "accepted by the checker"
    }

    #[getter]
    fn positions(&self) -> Option<usize> {
        None
    }

    #[getter]
    fn certificate(&self) -> String {
        self.inner.certificate().to_owned()
    }

    #[getter]
    fn identity(&self) -> String {
        self.inner.identity().to_string()
    }

    #[getter]
    fn value(&self) -> &'static str {
        if self.inner.valuation() == Valuation::Grundy { "grundy" } else { "outcome" }
    }

    #[getter]
    fn states(&self) -> Option<usize> {
        None
    }

    #[getter]
    fn numeration(&self) -> Option<String> {
        None
    }

    #[getter]
    fn dimension(&self) -> Option<usize> {
        None
    }

    #[getter]
    fn coordinates(&self) -> Vec<String> {
        Vec::new()
    }

    #[getter]
    fn controls(&self) -> Vec<String> {
        Some(self.inner.game().controls()).filter(|controls| controls.len() > 1).unwrap_or_default()
    }

    #[getter]
    fn period(&self) -> Option<(u64, u64, u32, Vec<u32>)> {
        None
    }

    fn sentence(&self, py: Python<'_>) -> String {
        py.detach(|| self.inner.sentence())
    }

    fn text(&self, py: Python<'_>) -> String {
        py.detach(|| self.inner.prose().text())
    }

    /// The values over the heap and one letter as a picture, with examples for other letters.
    fn own_svg(&self, py: Python<'_>) -> Option<String> {
        let watch = Watch::unlimited();
        py.detach(|| {
            let set = HeatMap::example_letters(&self.inner, SIDE_OF_LETTERS, &watch).ok()?;
            let map = HeatMap::of_letters(&self.inner, &set, SIDE_OF_LETTERS, &watch).ok()?;
            map.picture(&Theme::LIGHT, &watch).and_then(|picture| picture.svg(&watch)).ok()
        })
    }

    /// The values of many positions for numbers of the letters; `None` for a position that the theorem is not
    /// about.
    fn values(
        &self,
        py: Python<'_>,
        positions: Vec<Vec<BigUint>>,
        letters: Vec<BigUint>,
        control: usize,
    ) -> Vec<Option<BigUint>> {
        py.detach(|| {
            positions.iter().map(|position| self.inner.value_of(&letters, position, control)).collect()
        })
    }

    fn automaton(&self) -> PyResult<()> {
        Err(Failure::from(TheoremError::NoAutomaton).into())
    }

    fn control(&self, name: Option<&str>) -> PyResult<u8> {
        let _: Option<&str> = name;
        Err(needs_numbers())
    }

    fn law(&self, positions: Py<PyAny>, control: u8) -> PyResult<()> {
        let _: (Py<PyAny>, u8) = (positions, control);
        Err(needs_numbers())
    }

    fn law_at(&self, coordinates: Vec<BigUint>, control: u8) -> PyResult<BigUint> {
        let _: (Vec<BigUint>, u8) = (coordinates, control);
        Err(needs_numbers())
    }
}

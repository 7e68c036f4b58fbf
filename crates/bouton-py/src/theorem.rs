//! Theorems: the claims that the checker has accepted, in words, as code, as data.

use bouton::{
    ControlState, PositionError, Watch,
    picture::{MarkedPeriod, SequencePlot, Theme},
};
use num_bigint::BigUint;
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray2};
use pyo3::{prelude::*, types::PyTuple};

use crate::{failure::Failure, law};

/// A theorem about a game.
#[pyclass(frozen, module = "bouton._bouton")]
#[derive(Debug)]
pub(crate) struct Theorem {
    inner: bouton::Theorem,
    remark: String,
    /// The number of positions whose exact value was computed for it.
    positions: Option<usize>,
}

impl Theorem {
    pub(crate) fn new(proved: bouton::ProvedTheorem) -> Self {
        let positions = proved.statistics.map(|statistics| statistics.positions);
        Self { inner: proved.theorem, remark: proved.remark, positions }
    }

    /// A theorem that the checker has accepted, without a search.
    pub(crate) fn checked(theorem: bouton::Theorem) -> Self {
        Self { inner: theorem, remark: "accepted by the checker".to_owned(), positions: None }
    }

    pub(crate) fn inner(&self) -> &bouton::Theorem {
        &self.inner
    }
}

#[pymethods]
impl Theorem {
    /// The letters of the rules: this theorem has none.
    #[getter]
    fn letters(&self) -> Vec<String> {
        Vec::new()
    }

    #[getter]
    fn title(&self) -> String {
        self.inner.title()
    }

    #[getter]
    fn subject(&self) -> String {
        self.inner.subject()
    }

    /// The rules of the theorem's game.
    #[getter]
    fn rules(&self) -> String {
        self.inner.game().text()
    }

    #[getter]
    fn claim(&self) -> String {
        self.inner.claim().to_owned()
    }

    #[getter]
    fn remark(&self) -> String {
        self.remark.clone()
    }

    #[getter]
    fn positions(&self) -> Option<usize> {
        self.positions
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
        match self.inner.law() {
            Some(law) if !law.is_grundy() => "outcome",
            None if self.inner.quotient().is_some() => "quotient",
            None if self.inner.reads_all_heaps() => "outcome",
            _ => "grundy",
        }
    }

    #[getter]
    fn states(&self) -> Option<usize> {
        self.inner.law().map(|law| law.law().automaton.states())
    }

    #[getter]
    fn numeration(&self) -> Option<String> {
        self.inner.law().map(|law| law.law().numeration().to_string())
    }

    /// The number of coordinates of a position; `None` for a period or a quotient, which apply to
    /// any number of heaps.
    #[getter]
    fn dimension(&self) -> Option<usize> {
        self.inner.law().map(|law| law.law().dimension())
    }

    #[getter]
    fn coordinates(&self) -> Vec<String> {
        self.inner.law().map(|law| law.ruleset().coordinates().to_vec()).unwrap_or_default()
    }

    #[getter]
    fn controls(&self) -> Vec<String> {
        let controls = self.inner.law().map(|law| law.ruleset().controls().to_vec());
        controls.filter(|controls| controls.len() > 1).unwrap_or_default()
    }

    /// Returns `(length, preperiod, saltus, values)` for a period.
    #[getter]
    fn period(&self) -> Option<(u64, u64, u32, Vec<u32>)> {
        let period = self.inner.period()?;
        Some((period.length, period.preperiod, period.saltus, period.values.clone()))
    }

    fn sentence(&self, py: Python<'_>) -> String {
        py.detach(|| self.inner.sentence())
    }

    fn text(&self, py: Python<'_>) -> String {
        py.detach(|| self.inner.text())
    }

    /// The values of single heaps of a period as a picture.
    fn own_svg(&self) -> Option<String> {
        let period = self.inner.period()?;
        let mark = MarkedPeriod {
            length: period.length,
            preperiod: period.preperiod,
            saltus: period.saltus,
            proved: true,
        };
        let title = self.inner.title();
        let watch = Watch::unlimited();
        let picture = SequencePlot::new(&title, &period.values, Some(mark)).picture(&Theme::LIGHT, &watch);
        picture.and_then(|picture| picture.svg(&watch)).ok()
    }

    /// The tables of the automaton: `(starts, outputs, transitions, digits)`, a row of transitions
    /// for each state and a column for each letter.
    fn automaton<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let Some(law) = self.inner.law() else {
            return Err(Failure::from(bouton::TheoremError::NoAutomaton).into());
        };
        let automaton = &law.law().automaton;
        let transitions = PyArray1::from_slice(py, automaton.transitions());
        (
            PyArray1::from_slice(py, automaton.starts()),
            PyArray1::from_slice(py, automaton.outputs()),
            transitions.reshape([automaton.states(), automaton.letters()])?,
            automaton.alphabet().digits(),
        )
            .into_pyobject(py)
    }

    /// The control state with this name; the starting one if no name is given.
    fn control(&self, name: Option<&str>) -> PyResult<u8> {
        let known = self.controls();
        let found = match (self.inner.law(), name) {
            (Some(law), name) => law.ruleset().control_named(name),
            (None, None) => Some(ControlState(0)),
            (None, Some(_)) => None,
        };
        let missing = || PositionError::Control {
            position: "…".to_owned(),
            found: name.unwrap_or_default().to_owned(),
            known,
        };
        found.map(|control| control.0).ok_or_else(|| Failure::from(missing()).into())
    }

    /// The values of many positions: outcomes by number, or Grundy values. Arrays of bytes, or of
    /// words.
    fn law<'py>(
        &self,
        py: Python<'py>,
        positions: PyReadonlyArray2<'py, i64>,
        control: u8,
    ) -> PyResult<Bound<'py, PyAny>> {
        let columns = positions.as_array().ncols();
        let positions = positions.as_slice()?;
        let read = py.detach(|| law::read(&self.inner, positions, columns, ControlState(control)))?;
        Ok(match read {
            law::Read::Outcomes(outcomes) => PyArray1::from_vec(py, outcomes).into_any(),
            law::Read::Values(values) => PyArray1::from_vec(py, values).into_any(),
            law::Read::Large(values) => values.into_pyobject(py)?.into_any(),
        })
    }

    /// The value of one position of any size.
    fn law_at(&self, py: Python<'_>, coordinates: Vec<BigUint>, control: u8) -> PyResult<BigUint> {
        Ok(py.detach(|| law::value(&self.inner, &coordinates, ControlState(control)))?)
    }
}

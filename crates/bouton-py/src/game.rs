//! A game, and the questions about it.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    path::PathBuf,
};

use bouton::{
    Oracle, Playable, PositionError, Query, Ruleset, SequenceEngine, SequenceOptions, Valuation, Watch,
    rules::{self, HeapCount},
    sequence_document, sequence_statistics, sequence_with, with_one_heap,
};
use numpy::PyArray1;
use pyo3::{prelude::*, types::PyTuple};

use crate::{
    failure::Failure,
    json,
    limits::{Limits, asked, choice},
    solve::{AnswerFields, Place, position},
    stored::Stored,
    table::Filled,
    theorem::Theorem,
    watched::run,
};

/// Grundy values, the period as JSON, and the statistics as JSON.
type FoundSequence<'py> = (Bound<'py, PyArray1<u32>>, Option<String>, Option<String>);

/// A game by its name, its code or its rules; with a number of heaps, if that is fixed.
#[pyclass(frozen, module = "bouton._bouton")]
#[derive(Clone, Debug)]
pub(crate) struct Game {
    game: bouton::Game,
    heaps: Option<usize>,
}

impl Game {
    pub(crate) fn rules(&self) -> &rules::Game {
        self.game.rules()
    }

    pub(crate) fn heaps(&self) -> Option<usize> {
        self.heaps
    }

    /// Whether the number of heaps is open.
    pub(crate) fn is_open(&self) -> bool {
        self.game.is_open()
    }

    fn fixed(game: bouton::Game, heaps: Option<usize>) -> Result<Self, Failure> {
        let game = match heaps {
            Some(heaps) => game.with_heaps(heaps)?,
            None => game,
        };
        Ok(Self { game, heaps })
    }

    pub(crate) fn playable(&self, watch: &Watch) -> Result<Playable, Failure> {
        Ok(self.game.playable_within(watch)?)
    }

    /// The game with the number of heaps of the position, if the number is open.
    fn playable_for(&self, position: &bouton::Position, watch: &Watch) -> Result<Playable, Failure> {
        let heaps = if self.rules().code().is_some() { None } else { self.heaps };
        Ok(Playable::for_position(self.rules(), heaps, position, watch)?)
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (text, *, heaps, settings))]
    fn new(text: &str, heaps: Option<usize>, settings: Vec<(String, i64)>) -> PyResult<Self> {
        let game = bouton::Game::named_with(text, &settings).map_err(Failure::from)?;
        Ok(Self::fixed(game, heaps)?)
    }

    /// Creates a game from rules only: names and codes are not looked up.
    #[staticmethod]
    #[pyo3(signature = (text, *, heaps, settings))]
    fn parse(text: &str, heaps: Option<usize>, settings: Vec<(String, i64)>) -> PyResult<Self> {
        let game = rules::Game::parse_with(text, &settings);
        let game = game.map_err(|faults| Failure::rules(text, &faults))?;
        Ok(Self::fixed(game.into(), heaps)?)
    }

    #[getter]
    fn title(&self) -> String {
        self.game.title()
    }

    #[getter]
    fn name(&self) -> String {
        self.rules().name().to_owned()
    }

    /// The letters of the rules.
    #[getter]
    fn letters(&self) -> Vec<String> {
        self.rules().letters().to_vec()
    }

    #[getter]
    fn text(&self) -> String {
        self.rules().text()
    }

    #[getter]
    fn players(&self) -> u8 {
        self.rules().players()
    }

    /// The names of the outcomes, by their numbers in a table.
    #[getter]
    fn outcomes(&self) -> Vec<String> {
        let valuation = Valuation::outcome(self.rules().convention());
        (0..valuation.value_count().unwrap_or(0)).map(|value| valuation.value_name(value)).collect()
    }

    #[getter]
    fn is_code(&self) -> bool {
        self.rules().code().is_some()
    }

    /// Whether the rules allow any order of the coordinates; `False` while their number is open.
    #[getter]
    fn interchangeable(&self) -> PyResult<bool> {
        if self.is_code() {
            return Ok(true);
        }
        if self.dimension().is_none() {
            return Ok(false);
        }
        let playable = self.playable(&Watch::unlimited())?;
        Ok(playable.ruleset().is_some_and(Ruleset::interchangeable))
    }

    /// The number of coordinates of a position; `None` while it is open.
    #[getter]
    fn dimension(&self) -> Option<usize> {
        match self.rules().heaps() {
            HeapCount::Fixed(count) => Some(count),
            HeapCount::Any => self.heaps,
        }
    }

    /// The names of the coordinates; empty while their number is open.
    #[getter]
    fn coordinates(&self) -> PyResult<Vec<String>> {
        if let Some(dimension) = self.dimension()
            && !self.letters().is_empty()
        {
            return Ok(self.rules().coordinates(dimension));
        }
        if self.dimension().is_none() || self.is_code() {
            return Ok((1..=self.heaps.unwrap_or(0)).map(|heap| format!("h{heap}")).collect());
        }
        let playable = self.playable(&Watch::unlimited())?;
        Ok(playable.ruleset().map(|ruleset| ruleset.coordinates().to_vec()).unwrap_or_default())
    }

    /// The names of the control states; empty if there is only one.
    #[getter]
    fn controls(&self) -> Vec<String> {
        let controls = self.rules().controls();
        if controls.len() > 1 { controls } else { Vec::new() }
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.game == other.game
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.text(), self.heaps).hash(&mut hasher);
        hasher.finish()
    }

    #[pyo3(signature = (place, *, value, engine, verify, moves, using, table, limits, progress))]
    fn solve(
        &self,
        py: Python<'_>,
        place: Place,
        value: &str,
        engine: &str,
        verify: bool,
        moves: Option<usize>,
        using: Option<&Theorem>,
        table: Option<&Stored>,
        limits: &Limits,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<AnswerFields> {
        let query = Query { value: asked(value)?, engine: choice(engine)?, moves, streamed: false };
        let position = position(place);
        run(py, &limits.watch(), progress, |watch| {
            if position.coordinates.is_empty() {
                return Err(PositionError::NoHeaps.into());
            }
            let mut oracle = Oracle::new(self.playable_for(&position, watch)?, watch);
            if let Some(theorem) = using {
                oracle = oracle.with_theorem(theorem.inner().clone())?;
            }
            if let Some(table) = table {
                oracle = oracle.with_table(table.inner())?;
            }
            let answer = oracle.answer(&position, &query)?;
            if verify {
                oracle.verify(&answer)?;
            }
            Ok(answer.into())
        })
    }

    #[pyo3(signature = (upto, *, value, engine, verify, limits, progress))]
    fn table<'py>(
        &self,
        py: Python<'py>,
        upto: u64,
        value: &str,
        engine: &str,
        verify: bool,
        limits: &Limits,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (asked, choice) = (asked(value)?, choice(engine)?);
        let filled = run(py, &limits.watch(), progress, |watch| {
            let playable = self.playable(watch)?;
            Filled::new(&playable, self.heaps, upto, (asked, choice, verify), watch)
        })?;
        filled.into_python(py)
    }

    /// Creates the table of a box in a folder, or continues with an existing one.
    #[pyo3(signature = (upto, folder, *, value, side, limits))]
    fn store(
        &self,
        upto: u64,
        folder: PathBuf,
        value: &str,
        side: Option<u64>,
        limits: &Limits,
    ) -> PyResult<Stored> {
        let (playable, asked) = (self.playable(&limits.watch())?, asked(value)?);
        Ok(Stored::create(&playable, (upto, asked), &folder, side, limits)?)
    }

    /// Computes the Grundy values of single heaps 0..=upto, the period, a `SequencePeriod`, and if requested
    /// the `SequenceStatistics`.
    #[pyo3(signature = (upto, *, engine, statistics, limits, progress))]
    fn sequence<'py>(
        &self,
        py: Python<'py>,
        upto: u64,
        engine: &str,
        statistics: bool,
        limits: &Limits,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<FoundSequence<'py>> {
        let engine: SequenceEngine =
            engine.parse().map_err(|reason: String| Failure::input("usage", reason))?;
        let found = run(py, &limits.watch(), progress, |watch| {
            let playable = with_one_heap(self.rules(), watch)?;
            let options = SequenceOptions { engine, checkpoint: None };
            let mut found = sequence_document(&playable, sequence_with(&playable, upto, &options, watch)?);
            if statistics {
                found.statistics = Some(sequence_statistics(&found.values, watch)?);
            }
            Ok(found)
        })?;
        let period = found.period.as_ref().map(json).transpose()?;
        let statistics = found.statistics.as_ref().map(json).transpose()?;
        Ok((PyArray1::from_vec(py, found.values), period, statistics))
    }
}

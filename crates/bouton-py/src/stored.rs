//! A table stored in a folder.

use std::path::Path;

use bouton::{AnswerError, ControlState, Playable, PositionBox, StoredBox, ValueKind, Watch};
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::{failure::Failure, json, limits::Limits, watched::run};

/// The outcomes, Grundy values or remoteness of a box of positions, stored in a folder tile by
/// tile.
#[pyclass(frozen, module = "bouton._bouton")]
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    stored: StoredBox,
    upto: u64,
    asked: ValueKind,
}

impl Stored {
    /// Creates the table of a box, or continues with an existing one.
    pub(crate) fn create(
        playable: &Playable,
        (upto, asked): (u64, ValueKind),
        folder: &Path,
        side: Option<u64>,
        limits: &Limits,
    ) -> Result<Self, Failure> {
        let stored = StoredBox::create(playable, (upto, asked), folder, side, &limits.watch())?;
        Ok(Self { stored, upto, asked })
    }

    pub(crate) fn inner(&self) -> &StoredBox {
        &self.stored
    }

    /// The values of all combinations of these coordinates and control states, the last one running fastest.
    fn read(&self, axes: &[Vec<u64>], controls: &[ControlState], watch: &Watch) -> Result<Vec<u32>, Failure> {
        let sizes = axes.iter().map(|axis| axis.len() as u64).chain([controls.len() as u64]);
        let count = sizes.fold(1, u64::saturating_mul);
        let _held = watch.hold(count.saturating_mul(size_of::<u32>() as u64))?;
        let mut values = Vec::new();
        let mut places = vec![0; axes.len()];
        if count == 0 {
            return Ok(values);
        }
        loop {
            watch.spend(1)?;
            let at: Vec<u64> = axes.iter().zip(&places).map(|(axis, &place)| axis[place]).collect();
            for &control in controls {
                let value = self.stored.table().value(&at, control).map_err(AnswerError::from)?;
                let outside = || Failure::input("position", "a position is outside of the table");
                values.push(value.ok_or_else(outside)?);
            }
            // The next combination.
            let Some(axis) = (0..axes.len()).rev().find(|&axis| places[axis] + 1 < axes[axis].len()) else {
                return Ok(values);
            };
            places[axis] += 1;
            places[axis + 1..].fill(0);
        }
    }
}

#[pymethods]
impl Stored {
    /// Lists the tiles, a `Tiles`.
    fn tiles(&self) -> PyResult<String> {
        Ok(json(&self.stored.tiles().map_err(Failure::from)?)?)
    }

    /// Computes one tile, a `Tile`.
    #[pyo3(signature = (tile, *, limits, progress))]
    fn compute(
        &self,
        py: Python<'_>,
        tile: &str,
        limits: &Limits,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        run(py, &limits.watch(), progress, |watch| json(&self.stored.compute(tile, watch)?))
    }

    /// Computes the missing tiles. Returns the number of tiles that existed, that were computed,
    /// and, of these, that were damaged.
    #[pyo3(signature = (*, limits, progress))]
    fn fill(
        &self,
        py: Python<'_>,
        limits: &Limits,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<(u64, u64, u64)> {
        run(py, &limits.watch(), progress, |watch| {
            let filled = self.stored.fill(watch)?;
            Ok((filled.found, filled.computed, filled.damaged))
        })
    }

    /// The values of all combinations of these coordinates and control states, the last one running fastest.
    #[pyo3(signature = (axes, controls, *, limits))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        axes: Vec<Vec<u64>>,
        controls: Vec<u8>,
        limits: &Limits,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let controls: Vec<ControlState> = controls.into_iter().map(ControlState).collect();
        let values = run(py, &limits.watch(), None, |watch| self.read(&axes, &controls, watch))?;
        Ok(PyArray1::from_vec(py, values))
    }

    /// Counts the positions by outcome or number, a `Count`. The table must be complete.
    #[pyo3(signature = (*, limits))]
    fn count(&self, py: Python<'_>, limits: &Limits) -> PyResult<String> {
        run(py, &limits.watch(), None, |watch| {
            let rows = PositionBox::new(self.stored.playable(), None, self.upto, self.asked, watch)?;
            json(&rows.stored(&self.stored)?.count()?)
        })
    }
}

//! A table stored in a folder.

use std::path::Path;

use bouton::{Playable, PositionBox, StoredBox, ValueKind};
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

    /// Counts the positions by outcome or number, a `Count`. The table must be complete.
    #[pyo3(signature = (*, limits))]
    fn count(&self, py: Python<'_>, limits: &Limits) -> PyResult<String> {
        run(py, &limits.watch(), None, |watch| {
            let rows = PositionBox::new(self.stored.playable(), None, self.upto, self.asked, watch)?;
            json(&rows.stored(&self.stored)?.count()?)
        })
    }
}

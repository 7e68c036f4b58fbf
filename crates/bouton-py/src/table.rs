//! The values of a whole box, as one array.

use bouton::{Choice, Formula, LimitReached, Playable, PositionBox, Ruleset, ValueKind, Watch};
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::{prelude::*, types::PyTuple};

use crate::failure::Failure;

/// The values of all positions of a box in C order, the control state running fastest.
pub(crate) struct Filled {
    values: Values,
    /// For each position whether it exists, if the rules exclude some.
    exists: Option<Vec<bool>>,
    shape: Vec<usize>,
    names: Vec<String>,
    controls: Vec<String>,
    /// The names of the values, if they are outcomes.
    outcomes: Vec<String>,
}

enum Values {
    /// Outcomes by number.
    Bytes(Vec<u8>),
    /// Grundy values, remoteness.
    Words(Vec<u32>),
}

impl Filled {
    pub(crate) fn new(
        playable: &Playable,
        heaps: Option<usize>,
        upto: u64,
        (asked, choice, verify): (ValueKind, Choice, bool),
        watch: &Watch,
    ) -> Result<Self, Failure> {
        let rows = PositionBox::new(playable, heaps, upto, asked, watch)?.by(choice).square(true);
        let (names, controls) = (rows.names(), rows.controls().to_vec());
        let states = controls.len().max(1);
        let exists = playable.ruleset().map(Ruleset::exists).is_some_and(|exists| *exists != Formula::True);
        let outcomes: Vec<String> = rows.all_values().into_iter().map(|value| rows.name_of(value)).collect();
        let is_outcome = asked == ValueKind::Outcome;
        let side = usize::try_from(upto).ok().and_then(|upto| upto.checked_add(1));
        let sizes = side.map(|side| vec![side; names.len()]);
        let positions = sizes
            .as_ref()
            .and_then(|sizes| sizes.iter().try_fold(states, |product, &side| product.checked_mul(side)));
        let (Some(side), Some(mut shape), Some(positions)) = (side, sizes, positions) else {
            return Err(LimitReached::Count { dimension: names.len(), upto }.into());
        };
        // Tested before any memory is allocated: whether some engine can fill the box.
        rows.plan()?;
        if verify {
            rows.verify()?;
        }
        let bytes = if is_outcome { 1 } else { 4 } + u64::from(exists);
        let _held = watch.hold((positions as u64).saturating_mul(bytes))?;
        let mut values = match is_outcome {
            true => Values::Bytes(vec![u8::MAX; positions]),
            false => Values::Words(vec![u32::MAX; positions]),
        };
        let mut there = exists.then(|| vec![false; positions]);
        rows.for_each(&mut |row| {
            let place = row.coordinates.iter().fold(0, |place, &coordinate| {
                place * side + usize::try_from(coordinate).unwrap_or(usize::MAX)
            });
            let place = place * states + row.control.index();
            match &mut values {
                Values::Bytes(bytes) => bytes[place] = u8::try_from(row.value).unwrap_or(u8::MAX),
                Values::Words(words) => words[place] = row.value,
            }
            if let Some(there) = &mut there {
                there[place] = true;
            }
            true
        })?;
        if !controls.is_empty() {
            shape.push(states);
        }
        Ok(Self { values, exists: there, shape, names, controls, outcomes })
    }

    /// Returns `(values, exists, names, controls, outcomes)`.
    ///
    /// # Errors
    ///
    /// If the arrays cannot be created.
    pub(crate) fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        let values = match self.values {
            Values::Bytes(bytes) => shaped(py, bytes, &self.shape)?.into_any(),
            Values::Words(words) => shaped(py, words, &self.shape)?.into_any(),
        };
        let exists = self.exists.map(|exists| shaped(py, exists, &self.shape)).transpose()?;
        (values, exists, self.names, self.controls, self.outcomes).into_pyobject(py)
    }
}

/// An array of this shape that owns the memory of `values`.
fn shaped<'py, T: numpy::Element>(
    py: Python<'py>,
    values: Vec<T>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    PyArray1::from_vec(py, values).reshape(shape.to_vec())
}

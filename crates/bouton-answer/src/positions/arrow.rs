//! Boxes of positions as Arrow record batches.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray, UInt32Array, UInt64Array};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use bouton_core::Value;

use super::{PositionBox, PositionFilter, PositionsError, ValueKind};

/// The number of rows of a batch.
const BATCH: usize = 1 << 16;

/// The error of converting a box to record batches.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArrowBoxError {
    /// The values could not be computed.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// A batch was refused.
    #[error(transparent)]
    Arrow(#[from] ArrowError),
}

/// The columns of some rows.
#[derive(Default)]
struct Columns {
    coordinates: Vec<Vec<u64>>,
    controls: Vec<String>,
    names: Vec<String>,
    values: Vec<Value>,
}

impl PositionBox<'_> {
    /// The schema of the batches: the columns of a table.
    #[must_use]
    pub fn arrow_schema(&self) -> Arc<Schema> {
        let mut fields: Vec<Field> =
            self.names().into_iter().map(|name| Field::new(name, DataType::UInt64, false)).collect();
        if !self.controls().is_empty() {
            fields.push(Field::new("control", DataType::Utf8, false));
        }
        let kind = if self.asked() == ValueKind::Outcome { DataType::Utf8 } else { DataType::UInt32 };
        fields.push(Field::new(self.asked().name(), kind, false));
        Arc::new(Schema::new(fields))
    }

    /// Visits the rows in batches of 65,536; the last batch may be shorter.
    ///
    /// # Errors
    ///
    /// If the values cannot be computed, or `visit` fails.
    pub fn for_each_batch(
        &self,
        visit: &mut dyn FnMut(RecordBatch) -> Result<(), ArrowError>,
    ) -> Result<(), ArrowBoxError> {
        self.for_each_listed_batch(&PositionFilter::default(), None, visit)
    }

    /// Visits batches as [`for_each_batch`](Self::for_each_batch) does, but only of rows that pass
    /// the filter, at most `limit`.
    ///
    /// # Errors
    ///
    /// As [`for_each_batch`](Self::for_each_batch), and if the game does not have the outcome or
    /// control state.
    pub fn for_each_listed_batch(
        &self,
        filter: &PositionFilter,
        limit: Option<usize>,
        visit: &mut dyn FnMut(RecordBatch) -> Result<(), ArrowError>,
    ) -> Result<(), ArrowBoxError> {
        let schema = self.arrow_schema();
        let empty = || Columns { coordinates: vec![Vec::new(); self.names().len()], ..Columns::default() };
        let mut columns = empty();
        let mut result = Ok(());
        self.visit_listed(filter, limit, &mut |row| {
            for (column, &coordinate) in columns.coordinates.iter_mut().zip(row.coordinates) {
                column.push(coordinate);
            }
            columns.controls.extend(self.controls().get(row.control.index()).cloned());
            if self.asked() == ValueKind::Outcome {
                columns.names.push(self.name_of(row.value));
            }
            columns.values.push(row.value);
            if columns.values.len() == BATCH {
                let full = std::mem::replace(&mut columns, empty());
                result = full.batch(&schema, self.asked()).and_then(&mut *visit);
            }
            result.is_ok()
        })?;
        result?;
        visit(columns.batch(&schema, self.asked())?)?;
        Ok(())
    }
}

impl Columns {
    fn batch(self, schema: &Arc<Schema>, asked: ValueKind) -> Result<RecordBatch, ArrowError> {
        let numbers = |column| Arc::new(UInt64Array::from(column)) as ArrayRef;
        let mut arrays: Vec<ArrayRef> = self.coordinates.into_iter().map(numbers).collect();
        if arrays.len() + 2 == schema.fields().len() {
            arrays.push(Arc::new(StringArray::from(self.controls)));
        }
        arrays.push(match asked {
            ValueKind::Outcome => Arc::new(StringArray::from(self.names)),
            ValueKind::Grundy | ValueKind::Remoteness => Arc::new(UInt32Array::from(self.values)),
        });
        RecordBatch::try_new(Arc::clone(schema), arrays)
    }
}

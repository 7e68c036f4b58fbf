//! Tables as Apache Parquet files on standard output.

use std::{io, sync::Arc};

use arrow_array::{ArrayRef, RecordBatch, StringArray, UInt32Array, UInt64Array};
use arrow_schema::{DataType, Field, Schema};
use bouton::{Asked, PositionBox, Value};
use parquet::arrow::ArrowWriter;

use crate::failure::Failure;

/// How many rows are written at once.
const BATCH: usize = 1 << 16;

/// The columns of some rows.
#[derive(Default)]
struct Columns {
    coordinates: Vec<Vec<u64>>,
    controls: Vec<String>,
    names: Vec<String>,
    values: Vec<Value>,
}

/// Writes all rows as a Parquet file to standard output: the columns are those of the CSV form.
///
/// # Errors
///
/// If a limit is reached or standard output cannot be written.
pub(crate) fn write(rows: &PositionBox<'_>) -> Result<(), Failure> {
    let asked = rows.asked();
    let mut fields: Vec<Field> =
        rows.names().into_iter().map(|name| Field::new(name, DataType::UInt64, false)).collect();
    if !rows.controls().is_empty() {
        fields.push(Field::new("control", DataType::Utf8, false));
    }
    let kind = if asked == Asked::Outcome { DataType::Utf8 } else { DataType::UInt32 };
    fields.push(Field::new(asked.name(), kind, false));
    let schema = Arc::new(Schema::new(fields));
    let failed = |error: &dyn std::fmt::Display| {
        Failure::input("output", format!("the Parquet file cannot be written: {error}"))
    };
    let mut writer =
        ArrowWriter::try_new(io::stdout(), Arc::clone(&schema), None).map_err(|error| failed(&error))?;
    let empty = || Columns { coordinates: vec![Vec::new(); rows.names().len()], ..Columns::default() };
    let mut columns = empty();
    let mut result = Ok(());
    rows.for_each(&mut |row| {
        for (column, &coordinate) in columns.coordinates.iter_mut().zip(row.coordinates) {
            column.push(coordinate);
        }
        columns.controls.extend(rows.controls().get(row.control.index()).cloned());
        if asked == Asked::Outcome {
            columns.names.push(rows.name_of(row.value));
        }
        columns.values.push(row.value);
        if columns.values.len() == BATCH {
            let full = std::mem::replace(&mut columns, empty());
            result = full
                .batch(&schema, asked)
                .and_then(|batch| writer.write(&batch).map_err(|error| failed(&error)));
        }
        result.is_ok()
    })?;
    result?;
    writer.write(&columns.batch(&schema, asked)?).map_err(|error| failed(&error))?;
    writer.close().map_err(|error| failed(&error))?;
    Ok(())
}

impl Columns {
    fn batch(self, schema: &Arc<Schema>, asked: Asked) -> Result<RecordBatch, Failure> {
        let mut arrays: Vec<ArrayRef> = self
            .coordinates
            .into_iter()
            .map(|column| Arc::new(UInt64Array::from(column)) as ArrayRef)
            .collect();
        if arrays.len() + 2 == schema.fields().len() {
            arrays.push(Arc::new(StringArray::from(self.controls)));
        }
        arrays.push(match asked {
            Asked::Outcome => Arc::new(StringArray::from(self.names)),
            Asked::Grundy | Asked::Remoteness => Arc::new(UInt32Array::from(self.values)),
        });
        RecordBatch::try_new(Arc::clone(schema), arrays)
            .map_err(|error| Failure::input("output", format!("the Parquet file cannot be written: {error}")))
    }
}

//! Rows as Apache Parquet files.

use std::{
    fmt::Display,
    io::{self, Write},
    sync::Arc,
};

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, Schema};
use parquet::arrow::ArrowWriter;

use super::{ArrowBoxError, PositionBox, PositionFilter, WriteRowsError};

/// The bytes of rows that are kept before they are written.
const KEPT: usize = 4 << 20;

/// A Parquet file that is being written, batch by batch.
pub struct ParquetRows<W: Write + Send>(ArrowWriter<W>);

impl<W: Write + Send> ParquetRows<W> {
    /// Begins a file with rows of this schema.
    ///
    /// # Errors
    ///
    /// If writing to `out` fails.
    pub fn new(out: W, schema: Arc<Schema>) -> Result<Self, WriteRowsError> {
        ArrowWriter::try_new(out, schema, None).map(Self).map_err(|error| failed(&error))
    }

    /// Adds a batch; rows of more than 4 MiB are written at once.
    ///
    /// # Errors
    ///
    /// If writing fails.
    pub fn put(&mut self, batch: &RecordBatch) -> Result<(), ArrowError> {
        self.0.write(batch)?;
        if self.0.memory_size() > KEPT {
            self.0.flush()?;
        }
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    ///
    /// If writing fails.
    pub fn close(self) -> Result<(), WriteRowsError> {
        self.0.close().map_err(|error| failed(&error))?;
        Ok(())
    }
}

fn failed(error: &dyn Display) -> WriteRowsError {
    io::Error::other(format!("a Parquet file: {error}")).into()
}

/// Writes the rows of a box that pass a filter.
pub(super) fn write(
    rows: &PositionBox<'_>,
    filter: &PositionFilter,
    limit: Option<usize>,
    out: impl Write + Send,
) -> Result<(), WriteRowsError> {
    let mut file = ParquetRows::new(out, rows.arrow_schema())?;
    let visited = rows.for_each_listed_batch(filter, limit, &mut |batch| file.put(&batch));
    visited.map_err(|error| match error {
        ArrowBoxError::Positions(error) => error.into(),
        ArrowBoxError::Arrow(other) => failed(&other),
    })?;
    file.close()
}

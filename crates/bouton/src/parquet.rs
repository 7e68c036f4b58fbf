//! Rows as Apache Parquet files.

use std::io::Write;

use serde::Serialize;

#[cfg(feature = "parquet")]
use self::with::{write, write_sheet};
#[cfg(not(feature = "parquet"))]
use self::without::{write, write_sheet};
use crate::{PositionBox, PositionFilter, Sheet, WriteRowsError};

impl PositionBox<'_> {
    /// Writes all rows as a Parquet file: the columns are those of the CSV form.
    ///
    /// # Errors
    ///
    /// If a limit is reached, writing to `out` fails, or the library was built without the feature
    /// `parquet`.
    pub fn write_parquet(&self, out: impl Write + Send) -> Result<(), WriteRowsError> {
        self.write_list_parquet(&PositionFilter::default(), None, out)
    }

    /// As [`write_parquet`](Self::write_parquet), but writes only rows that pass the filter, at
    /// most `limit`.
    ///
    /// # Errors
    ///
    /// As [`write_parquet`](Self::write_parquet), and if the game does not have the outcome or
    /// control state.
    pub fn write_list_parquet(
        &self,
        filter: &PositionFilter,
        limit: Option<usize>,
        out: impl Write + Send,
    ) -> Result<(), WriteRowsError> {
        write(self, filter, limit, out)
    }
}

impl<D: Serialize + ?Sized> Sheet<'_, D> {
    /// Writes the rows as a Parquet file.
    ///
    /// # Errors
    ///
    /// If writing to `out` fails, or the library was built without the feature `parquet`.
    pub fn write_parquet(&self, out: impl Write + Send) -> Result<(), WriteRowsError> {
        write_sheet(self, out)
    }
}

#[cfg(feature = "parquet")]
mod with {
    use std::{
        fmt::Display,
        io::{self, Write},
    };

    use arrow_array::RecordBatch;
    use arrow_schema::ArrowError;
    use parquet::arrow::ArrowWriter;
    use serde::Serialize;

    use crate::{ArrowBoxError, PositionBox, PositionFilter, Sheet, WriteRowsError};

    /// The bytes of rows that are kept before they are written.
    const KEPT: usize = 4 << 20;

    /// Writes a batch, and flushes the writer if it keeps more than [`KEPT`].
    fn put<W: Write + Send>(writer: &mut ArrowWriter<W>, batch: &RecordBatch) -> Result<(), ArrowError> {
        writer.write(batch)?;
        if writer.memory_size() > KEPT {
            writer.flush()?;
        }
        Ok(())
    }

    fn failed(error: &dyn Display) -> WriteRowsError {
        io::Error::other(format!("a Parquet file: {error}")).into()
    }

    pub(super) fn write(
        rows: &PositionBox<'_>,
        filter: &PositionFilter,
        limit: Option<usize>,
        out: impl Write + Send,
    ) -> Result<(), WriteRowsError> {
        let writer = ArrowWriter::try_new(out, rows.arrow_schema(), None);
        let mut writer = writer.map_err(|error| failed(&error))?;
        let visited = rows.for_each_listed_batch(filter, limit, &mut |batch| put(&mut writer, &batch));
        visited.map_err(|error| match error {
            ArrowBoxError::Positions(error) => error.into(),
            ArrowBoxError::Arrow(other) => failed(&other),
        })?;
        writer.close().map_err(|error| failed(&error))?;
        Ok(())
    }

    pub(super) fn write_sheet<D: Serialize + ?Sized>(
        sheet: &Sheet<'_, D>,
        out: impl Write + Send,
    ) -> Result<(), WriteRowsError> {
        let writer = ArrowWriter::try_new(out, sheet.arrow_schema(), None);
        let mut writer = writer.map_err(|error| failed(&error))?;
        sheet.for_each_batch(&mut |batch| put(&mut writer, &batch))?;
        writer.close().map_err(|error| failed(&error))?;
        Ok(())
    }
}

#[cfg(not(feature = "parquet"))]
mod without {
    use std::io::Write;

    use serde::Serialize;

    use crate::{PositionBox, PositionFilter, Sheet, WriteRowsError};

    pub(super) fn write(
        _: &PositionBox<'_>,
        _: &PositionFilter,
        _: Option<usize>,
        _: impl Write + Send,
    ) -> Result<(), WriteRowsError> {
        Err(WriteRowsError::NoParquet)
    }

    pub(super) fn write_sheet<D: Serialize + ?Sized>(
        _: &Sheet<'_, D>,
        _: impl Write + Send,
    ) -> Result<(), WriteRowsError> {
        Err(WriteRowsError::NoParquet)
    }
}

//! Rows as Apache Parquet files.

#[cfg(feature = "parquet")]
mod with {
    use std::{fmt::Display, sync::Arc};

    use bouton::{ArrowBoxError, PositionBox, Sheet};
    use parquet::arrow::ArrowWriter;

    use crate::{failure::Failure, output::Output};

    fn failed(error: &dyn Display) -> Failure {
        Failure::input("output", format!("the Parquet file cannot be written: {error}"))
    }

    /// Writes all rows of a box: the columns are those of the CSV form.
    ///
    /// # Errors
    ///
    /// If a limit is reached or the file cannot be written.
    pub(crate) fn write(rows: &PositionBox<'_>, output: &Output) -> Result<(), Failure> {
        let writer = ArrowWriter::try_new(output.writer(), rows.arrow_schema(), None);
        let mut writer = writer.map_err(|error| failed(&error))?;
        rows.for_each_batch(&mut |batch| Ok(writer.write(&batch)?)).map_err(|error| match error {
            ArrowBoxError::Positions(error) => error.into(),
            other => failed(&other),
        })?;
        writer.close().map_err(|error| failed(&error))?;
        Ok(())
    }

    /// Writes the rows of a document.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub(crate) fn write_sheet(sheet: &Sheet, output: &Output) -> Result<(), Failure> {
        let batch = sheet.record_batch().map_err(|error| failed(&error))?;
        let writer = ArrowWriter::try_new(output.writer(), Arc::clone(&batch.schema()), None);
        let mut writer = writer.map_err(|error| failed(&error))?;
        writer.write(&batch).map_err(|error| failed(&error))?;
        writer.close().map_err(|error| failed(&error))?;
        Ok(())
    }
}

#[cfg(not(feature = "parquet"))]
mod without {
    use bouton::{PositionBox, Sheet};

    use crate::{failure::Failure, output::Output};

    const NONE: &str = "this program was built without Parquet; build it with `cargo build --release --features parquet`, or use --format csv";

    pub(crate) fn write(_: &PositionBox<'_>, _: &Output) -> Result<(), Failure> {
        Err(Failure::input("format", NONE))
    }

    pub(crate) fn write_sheet(_: &Sheet, _: &Output) -> Result<(), Failure> {
        Err(Failure::input("format", NONE))
    }
}

#[cfg(feature = "parquet")]
pub(crate) use self::with::{write, write_sheet};
#[cfg(not(feature = "parquet"))]
pub(crate) use self::without::{write, write_sheet};

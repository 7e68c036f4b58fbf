//! Tables as Apache Parquet files on standard output.

use std::{fmt::Display, io};

use bouton::{ArrowBoxError, PositionBox};
use parquet::arrow::ArrowWriter;

use crate::failure::Failure;

/// Writes all rows as a Parquet file to standard output: the columns are those of the CSV form.
///
/// # Errors
///
/// If a limit is reached or standard output cannot be written.
pub(crate) fn write(rows: &PositionBox<'_>) -> Result<(), Failure> {
    let failed = |error: &dyn Display| {
        Failure::input("output", format!("the Parquet file cannot be written: {error}"))
    };
    let mut writer =
        ArrowWriter::try_new(io::stdout(), rows.arrow_schema(), None).map_err(|error| failed(&error))?;
    rows.for_each_batch(&mut |batch| Ok(writer.write(&batch)?)).map_err(|error| match error {
        ArrowBoxError::Positions(error) => error.into(),
        other => failed(&other),
    })?;
    writer.close().map_err(|error| failed(&error))?;
    Ok(())
}

//! A theorem asked at many positions.

use bouton::{Batch, CheckedLaw, ControlState, Formula, LimitReached, PositionError, Theorem};
use num_bigint::BigUint;

use crate::failure::Failure;

/// What a theorem says of many positions.
pub(crate) enum Read {
    /// Outcomes by number.
    Outcomes(Vec<u8>),
    /// Grundy values.
    Values(Vec<u64>),
    /// Grundy values, of which some do not fit into 64 bits.
    Large(Vec<BigUint>),
}

fn written(position: &[impl ToString]) -> String {
    position.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// The outcomes, or Grundy values, of positions whose coordinates stand one after the other.
///
/// # Errors
///
/// If a coordinate is negative, there are too few or too many, or a position does not exist.
pub(crate) fn read(
    theorem: &Theorem,
    positions: &[i64],
    columns: usize,
    control: ControlState,
) -> Result<Read, Failure> {
    if let Some(place) = positions.iter().position(|&number| number < 0) {
        let row = place / columns.max(1);
        let number = positions[place];
        let message = format!("row {row} has the coordinate {number}, expected natural numbers");
        return Err(Failure::input("position", message));
    }
    let positions: &[u64] = bytemuck::cast_slice(positions);
    let Some(law) = theorem.law() else { return of_period(theorem, positions, columns) };
    let expected = law.ruleset().dimension();
    if columns != expected {
        return Err(wrong_size(law, columns, expected));
    }
    if *law.ruleset().exists() != Formula::True
        && let Some(row) = positions.chunks(columns).find(|row| !law.ruleset().has(row))
    {
        return Err(missing(law, written(row)));
    }
    if !law.is_grundy()
        && let Some(batch) = Batch::outcomes(law.law())
    {
        return Ok(Read::Outcomes(batch.read(control, positions)));
    }
    if let Some(batch) = Batch::values(law.law()) {
        return Ok(Read::Values(batch.read(control, positions).into_iter().map(u64::from).collect()));
    }
    let rows =
        positions.chunks(columns).map(|row| row.iter().copied().map(BigUint::from).collect::<Vec<_>>());
    let values = rows.map(|row| value_by_law(law, &row, control));
    Ok(narrow(values.collect::<Result<_, _>>()?))
}

/// The nim-sums of the values of the heaps.
fn of_period(theorem: &Theorem, positions: &[u64], columns: usize) -> Result<Read, Failure> {
    if columns == 0 {
        return Err(PositionError::NoHeaps.into());
    }
    let values = positions.chunks(columns).map(|row| {
        let row: Vec<BigUint> = row.iter().copied().map(BigUint::from).collect();
        value(theorem, &row, ControlState(0))
    });
    Ok(narrow(values.collect::<Result<_, _>>()?))
}

fn narrow(values: Vec<BigUint>) -> Read {
    match values.iter().map(u64::try_from).collect::<Result<_, _>>() {
        Ok(words) => Read::Values(words),
        Err(_) => Read::Large(values),
    }
}

fn wrong_size(law: &CheckedLaw, found: usize, expected: usize) -> Failure {
    let names = law.ruleset().coordinates().join(",");
    let noun = law.ruleset().space().noun();
    PositionError::Coordinates { position: "…".to_owned(), found, expected, names, noun }.into()
}

fn missing(law: &CheckedLaw, position: String) -> Failure {
    let condition = law.ruleset().exists_text().unwrap_or("the rules say so").to_owned();
    PositionError::Missing { position, condition }.into()
}

/// The outcome by number, or the Grundy value, of one position of any size.
///
/// # Errors
///
/// If there is no such position.
pub(crate) fn value(
    theorem: &Theorem,
    coordinates: &[BigUint],
    control: ControlState,
) -> Result<BigUint, Failure> {
    match (theorem.law(), theorem.period()) {
        (Some(law), _) if law.ruleset().dimension() != coordinates.len() => {
            Err(wrong_size(law, coordinates.len(), law.ruleset().dimension()))
        }
        (Some(law), _) if !law.ruleset().has_big(coordinates) => Err(missing(law, written(coordinates))),
        (Some(law), _) => value_by_law(law, coordinates, control),
        (None, Some(period)) => coordinates.iter().try_fold(BigUint::ZERO, |sum, heap| {
            let value = period.value(heap).ok_or_else(beyond)?;
            Ok(sum ^ value)
        }),
        (None, None) => Err(Failure::defect(&"a theorem without a law and without a period")),
    }
}

fn beyond() -> Failure {
    LimitReached::Coordinate(u64::MAX).into()
}

fn value_by_law(
    law: &CheckedLaw,
    coordinates: &[BigUint],
    control: ControlState,
) -> Result<BigUint, Failure> {
    if law.is_grundy() {
        law.law().value(control, coordinates).ok_or_else(beyond)
    } else {
        Ok(law.law().outcome(control, coordinates).number().into())
    }
}

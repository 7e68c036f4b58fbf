//! The values of a theorem at many positions.

use bouton::{Batch, CheckedLaw, ControlState, Formula, LimitReached, NimHeapBatch, PositionError, Theorem};
use num_bigint::BigUint;

use crate::failure::Failure;

/// The values of a theorem at many positions.
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

/// The outcomes, or Grundy values, of positions whose coordinates follow each other.
///
/// # Errors
///
/// If a coordinate is negative, the number of coordinates is wrong, or a position does not exist.
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
    let Some(law) = theorem.law() else { return of_heaps(theorem, positions, columns) };
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
    if let Some(batch) = NimHeapBatch::new(law.law())
        && let Some(values) = batch.read(control, positions)
    {
        return Ok(Read::Values(values));
    }
    let rows =
        positions.chunks(columns).map(|row| row.iter().copied().map(BigUint::from).collect::<Vec<_>>());
    let values = rows.map(|row| value_by_law(law, &row, control)).collect::<Result<Vec<_>, _>>()?;
    Ok(if law.is_grundy() { narrow(values) } else { outcomes(&values) })
}

/// The nim-sums of the values of the heaps, or the outcomes of their products in a quotient.
fn of_heaps(theorem: &Theorem, positions: &[u64], columns: usize) -> Result<Read, Failure> {
    if columns == 0 {
        return Err(PositionError::NoHeaps.into());
    }
    let values = positions.chunks(columns).map(|row| {
        let row: Vec<BigUint> = row.iter().copied().map(BigUint::from).collect();
        value(theorem, &row, ControlState(0))
    });
    let values = values.collect::<Result<Vec<_>, _>>()?;
    let are_outcomes = theorem.quotient().is_some() || theorem.reads_all_heaps();
    Ok(if are_outcomes { outcomes(&values) } else { narrow(values) })
}

fn outcomes(values: &[BigUint]) -> Read {
    Read::Outcomes(values.iter().map(|value| u8::try_from(value).unwrap_or(u8::MAX)).collect())
}

fn narrow(values: Vec<BigUint>) -> Read {
    match values.iter().map(u64::try_from).collect::<Result<_, _>>() {
        Ok(words) => Read::Values(words),
        Err(_) => Read::Large(values),
    }
}

fn wrong_size(law: &CheckedLaw, found: usize, expected: usize) -> Failure {
    let names = law.ruleset().coordinates().join(", ");
    let numbers = if found == 1 { "number" } else { "numbers" };
    let message = format!("a position has {found} {numbers}, but one of this law has {expected} ({names})");
    Failure::input("position", message)
}

fn missing(law: &CheckedLaw, position: String) -> Failure {
    let condition = law.ruleset().exists_text().unwrap_or("the rules say so").to_owned();
    PositionError::Missing { position, condition }.into()
}

/// The outcome by number, or the Grundy value, of one position of any size.
///
/// # Errors
///
/// If the position does not exist.
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
        (None, None) if theorem.quotient().is_some() => by_quotient(theorem, coordinates),
        (None, None) => theorem.value_of_heaps(coordinates, control).ok_or_else(|| {
            let numbers = theorem.numbers_of_heaps().map_or_else(String::new, |numbers| numbers.to_string());
            Failure::input(
                "heaps",
                format!("the theorem is about {numbers}, and the position has {}", coordinates.len()),
            )
        }),
    }
}

/// The outcome by number, in misère play, of heaps whose quotient is known.
fn by_quotient(theorem: &Theorem, heaps: &[BigUint]) -> Result<BigUint, Failure> {
    let Some(claim) = theorem.quotient() else {
        return Err(Failure::defect(&"a theorem without a law, a period and a quotient"));
    };
    let worth = |heap: &BigUint| {
        let known = claim.quotient.values();
        // The values are listed up to the end of the first period.
        let within = claim.period.map_or_else(
            || heap.clone(),
            |(length, first)| {
                if *heap < BigUint::from(first) { heap.clone() } else { (heap - first) % length + first }
            },
        );
        usize::try_from(within).ok().and_then(|heap| known.get(heap)).copied()
    };
    let product = heaps.iter().try_fold(0, |product, heap| {
        let worth = worth(heap).ok_or_else(|| LimitReached::Coordinate(claim.quotient.largest().into()))?;
        Ok::<_, Failure>(claim.quotient.product(product, worth))
    })?;
    Ok(BigUint::from(!claim.quotient.is_lost_element(product)))
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

//! Questions about Nim.

mod bounded;
mod classes;
mod distance;
mod farthest;
mod lost;
mod moves;
mod sum;
mod trapezoids;
mod triangles;

use num_bigint::BigUint;

pub use self::{
    bounded::BoundedNim, classes::Classes, distance::Distance, farthest::Farthest, lost::Lost, moves::Moves,
    sum::Sum, trapezoids::Trapezoids, triangles::Triangles,
};
use super::{Asker, joined};
use crate::{Error, ErrorKind};

/// The summary of all of them.
pub(super) const SUMMARY: &str = "The theory of Nim: sums, moves, lost positions, starting positions";

/// The most positions that a search examines, if a question does not specify it.
fn million() -> usize {
    1_000_000
}

/// The heaps of a position.
fn heaps<A: Asker>(words: &[String], asker: &mut A) -> Result<Vec<BigUint>, A::Failure> {
    let position = asker.position(&joined(words)?)?;
    if let Some(control) = position.control {
        let why = format!("Nim has no control states, leave out `:{control}`");
        return Err(Error::question(why).of_kind(ErrorKind::Position).into());
    }
    Ok(position.coordinates)
}

/// The heaps of a position that is searched from.
fn small_heaps<A: Asker>(words: &[String], asker: &mut A) -> Result<Vec<u64>, A::Failure> {
    let too_large = |heap: &BigUint| {
        Error::question(format!("a heap of {heap} is too large to be searched")).of_kind(ErrorKind::Limit)
    };
    let heaps = heaps(words, asker)?;
    let small = heaps.iter().map(|heap| u64::try_from(heap).map_err(|_| too_large(heap)));
    Ok(small.collect::<Result<_, _>>()?)
}

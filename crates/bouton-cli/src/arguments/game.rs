//! Positions on the command line.

use bouton::{Position, PositionError};

use crate::failure::Failure;

/// A position on the command line.
///
/// # Errors
///
/// If the text is not a position.
pub(crate) fn parse_position(text: &str) -> Result<Position, Failure> {
    text.parse().map_err(|error| PositionError::Text { text: text.to_owned(), error }.into())
}

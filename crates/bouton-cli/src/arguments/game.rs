//! Games and positions on the command line.

use bouton::{Position, PositionError, Settings, ask::Subject};

use crate::failure::Failure;

/// All values that are set for names in the rules.
///
/// # Errors
///
/// If they are not written as such.
pub(crate) fn settings(subject: &Subject) -> Result<Vec<Settings>, Failure> {
    bouton::settings(&subject.set).map_err(|error| bouton::Error::from(error).into())
}

/// A position on the command line.
///
/// # Errors
///
/// If it is not written as one.
pub(crate) fn parse_position(text: &str) -> Result<Position, Failure> {
    text.parse().map_err(|error| PositionError::Text { text: text.to_owned(), error }.into())
}

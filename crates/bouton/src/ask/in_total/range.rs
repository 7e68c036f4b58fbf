//! Ranges of numbers: 4, or 2..4.

use std::str::FromStr;

use serde::{Deserialize, Deserializer};

use super::super::parameter;
use crate::theory::two_in_total::MAX_TOTAL;

/// A range of numbers from the first to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The first.
    pub first: u64,
    /// The last.
    pub last: u64,
}

impl Range {
    pub(super) fn numbers(self) -> impl Iterator<Item = u64> {
        self.first..=self.last
    }

    /// The number, if it is one.
    pub(super) fn single(self) -> Option<u64> {
        (self.first == self.last).then_some(self.first)
    }
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = "expected a number such as 4, or a range such as 2..4";
        let number = |part: &str| part.parse::<u64>().map_err(|_| format!("`{part}`: {expected}"));
        let (first, last) = match text.split_once("..") {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (number(text)?, number(text)?),
        };
        if first == 0 || first > last || last > MAX_TOTAL {
            return Err(format!("{expected}, from 1 to {MAX_TOTAL}"));
        }
        Ok(Self { first, last })
    }
}

/// Reads a range that may be left out.
///
/// # Errors
///
/// If it is not one.
pub(super) fn range<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Range>, D::Error> {
    #[derive(Deserialize)]
    struct Written(#[serde(deserialize_with = "parameter::number_or_text")] Range);
    Ok(Option::<Written>::deserialize(deserializer)?.map(|Written(range)| range))
}

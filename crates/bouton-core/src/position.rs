//! Positions: a point of ℕ^d and a control state.

use std::{fmt, str::FromStr};

use num_bigint::BigUint;

/// A control state of a ruleset, by number; 0 is the starting one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ControlState(pub u8);

impl ControlState {
    /// The control state with this number.
    ///
    /// # Panics
    ///
    /// If it is 2^8 or more; rulesets have far fewer.
    #[must_use]
    pub fn new(index: usize) -> Self {
        Self(u8::try_from(index).expect("at most 2^8 control states"))
    }

    /// The control state's number as an index.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A written position: coordinates of any size, and the name of a control state if one is given.
///
/// The ruleset decides which coordinates and control states are valid
/// ([`Ruleset::control_named`](crate::Ruleset::control_named)).
///
/// ```
/// use bouton_core::Position;
///
/// let position: Position = "3,4,5:used".parse().unwrap();
/// assert_eq!(position.coordinates.len(), 3);
/// assert_eq!(position.control.as_deref(), Some("used"));
/// assert!("3,x".parse::<Position>().is_err());
/// // Large numbers as powers.
/// assert_eq!("10^3,2".parse::<Position>().unwrap(), Position::from_small(&[1000, 2]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Heap sizes, multiplicities or counters, of any size.
    pub coordinates: Vec<BigUint>,
    /// The name of the control state, where one was written.
    pub control: Option<String>,
}

/// The most binary digits, roughly, of a coordinate that is written as a power.
const MOST_BITS_OF_A_POWER: u64 = 1 << 20;
/// The most binary digits, roughly, of all powers of a position together.
const MOST_BITS_OF_POWERS: u64 = 1 << 22;

/// The error that a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParsePositionError {
    /// A coordinate is not a natural number.
    #[error("number {index} is `{found}`, expected a natural number (write a position as `3,4,5`)")]
    Coordinate {
        /// The index of the coordinate, counted from 1.
        index: usize,
        /// The text found there.
        found: String,
    },
    /// A power would have millions of digits.
    #[error(
        "number {index} is `{found}`, a number of more than 2^20 binary digits; write a smaller power, as in `10^30`"
    )]
    Power {
        /// The index of the coordinate, counted from 1.
        index: usize,
        /// The text found there.
        found: String,
    },
    /// The powers would have millions of digits together.
    #[error(
        "the powers up to number {index}, `{found}`, have more than 2^22 binary digits together; write smaller or fewer ones"
    )]
    Powers {
        /// The index of the coordinate at which the limit is exceeded, counted from 1.
        index: usize,
        /// The text of this coordinate.
        found: String,
    },
    /// Nothing stands after the colon.
    #[error("the name of a control state is missing after `:` (write for example `3,4,5:used`)")]
    EmptyControl,
}

impl Position {
    /// Creates a position from small coordinates, in the starting control state.
    #[must_use]
    pub fn from_small(coordinates: &[u64]) -> Self {
        Self { coordinates: coordinates.iter().copied().map(BigUint::from).collect(), control: None }
    }

    /// The coordinates as machine words, if each fits.
    #[must_use]
    pub fn to_small(&self) -> Option<Vec<u64>> {
        self.coordinates.iter().map(|coordinate| u64::try_from(coordinate).ok()).collect()
    }
}

impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (list, control) = match text.split_once(':') {
            Some((_, name)) if name.trim().is_empty() => return Err(ParsePositionError::EmptyControl),
            Some((list, name)) => (list, Some(name.trim().to_owned())),
            None => (text, None),
        };
        let list = list.trim();
        let within =
            |open: char, close: char| list.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        let list = within('(', ')').or_else(|| within('[', ']')).unwrap_or(list).trim();
        if list.trim().is_empty() {
            return Ok(Self { coordinates: Vec::new(), control });
        }
        // Tries `3,4,5`, then `3+4+5`, then `3 4 5`.
        let words: Vec<&str> = match [',', '+'].into_iter().find(|&between| list.contains(between)) {
            Some(between) => list.split(between).collect(),
            None => list.split_whitespace().collect(),
        };
        let mut left = MOST_BITS_OF_POWERS;
        let coordinates = words
            .into_iter()
            .enumerate()
            .map(|(index, word)| {
                let word = word.trim();
                let (base, exponent) = match word.split_once('^') {
                    Some((base, exponent)) => (natural(base.trim()), natural(exponent.trim())),
                    None => (natural(word), Some(BigUint::from(1u8))),
                };
                let (Some(base), Some(exponent)) = (base, exponent) else {
                    return Err(ParsePositionError::Coordinate { index: index + 1, found: word.to_owned() });
                };
                let found = || word.to_owned();
                let bits = bits_of_power(&base, &exponent)
                    .ok_or_else(|| ParsePositionError::Power { index: index + 1, found: found() })?;
                // The size is tested before the power is computed.
                left = left
                    .checked_sub(bits)
                    .ok_or_else(|| ParsePositionError::Powers { index: index + 1, found: found() })?;
                Ok(power(base, &exponent))
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { coordinates, control })
    }
}

/// The number that decimal digits denote.
fn natural(text: &str) -> Option<BigUint> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// Returns the approximate number of binary digits that a power has beyond those that are written;
/// `None` if that is too many for a position.
fn bits_of_power(base: &BigUint, exponent: &BigUint) -> Option<u64> {
    let exponent = match u32::try_from(exponent) {
        Ok(1) => return Some(0),
        Ok(exponent) => exponent,
        // Powers of 0 and 1 are 0 and 1.
        Err(_) if base.bits() < 2 => return Some(0),
        Err(_) => return None,
    };
    let bits = base.bits().saturating_sub(1).saturating_mul(exponent.into());
    Some(bits).filter(|&bits| bits <= MOST_BITS_OF_A_POWER)
}

/// A power that is not too large.
fn power(base: BigUint, exponent: &BigUint) -> BigUint {
    match u32::try_from(exponent) {
        Ok(1) | Err(_) => base,
        Ok(exponent) => base.pow(exponent),
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list: Vec<String> = self.coordinates.iter().map(ToString::to_string).collect();
        // No heaps at all are written as an empty heap.
        f.write_str(if list.is_empty() { "0" } else { "" })?;
        f.write_str(&list.join(","))?;
        match &self.control {
            Some(control) => write!(f, ":{control}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_and_spaces_are_allowed() {
        let position: Position = " (5, 0,0 ,0) ".parse().unwrap();
        assert_eq!(position.to_string(), "5,0,0,0");
    }

    #[test]
    fn powers_are_small_together() {
        let many = |count: usize| vec!["2^1000000"; count].join(",");
        assert_eq!(many(4).parse::<Position>().unwrap().coordinates.len(), 4);
        let error = many(10_000).parse::<Position>().unwrap_err();
        assert!(matches!(&error, ParsePositionError::Powers { index: 5, .. }), "{error}");
    }

    #[test]
    fn powers_are_numbers() {
        let read = |text: &str| text.parse::<Position>();
        assert_eq!(
            read("2^10, 0^0,1 ^ 99999999999999999999,7^1").unwrap(),
            Position::from_small(&[1024, 1, 1, 7])
        );
        assert_eq!(read("10^30").unwrap().to_string(), format!("1{}", "0".repeat(30)));
        for text in ["^2", "2^", "2^^2", "2^2^2", "-2^2", "2^x"] {
            assert!(matches!(read(text), Err(ParsePositionError::Coordinate { index: 1, .. })), "{text}");
        }
        for text in ["2^1048577", "10^99999999999999999999", "3^4294967295"] {
            assert!(matches!(read(text), Err(ParsePositionError::Power { index: 1, .. })), "{text}");
        }
        assert_eq!(read("2^1048576").unwrap().coordinates[0].bits(), 1_048_577);
    }

    #[test]
    fn the_usual_ways_to_write_heaps_are_read() {
        for text in
            ["3,4,5", "3 4 5", "3+4+5", "3 + 4 + 5", "[3,4,5]", "(3, 4, 5)", "[3 4  5]", " ( 3+4+5 ) "]
        {
            assert_eq!(text.parse::<Position>().unwrap().to_string(), "3,4,5", "{text}");
        }
        assert_eq!("3 4:used".parse::<Position>().unwrap().to_string(), "3,4:used");
        for text in ["3 4,5", "3,+4", "3++4", "3;4", "(3,4]", "3+4,5", "+3"] {
            assert!(text.parse::<Position>().is_err(), "{text}");
        }
    }

    #[test]
    fn signs_and_gaps_are_refused_with_their_place() {
        let error = "1,,2".parse::<Position>().unwrap_err();
        assert_eq!(error, ParsePositionError::Coordinate { index: 2, found: String::new() });
        assert!("1,+2".parse::<Position>().is_err());
        assert!("1:".parse::<Position>().is_err());
    }
}

//! Natural numbers of any size in JSON.

use std::{borrow::Cow, fmt};

use num_bigint::BigUint;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The largest number that is written as a JSON number: every reader of JSON represents these exactly.
const LARGEST: u64 = 1 << 53;

/// A natural number: in JSON a number up to 2⁵³, beyond that a string of decimal digits.
///
/// ```
/// use bouton_document::Number;
///
/// assert_eq!(serde_json::to_string(&Number::from(1u64 << 53)).unwrap(), "9007199254740992");
/// assert_eq!(serde_json::to_string(&Number::from((1u64 << 53) + 1)).unwrap(), "\"9007199254740993\"");
/// let read: Number = serde_json::from_str("\"12\"").unwrap();
/// assert_eq!(read, 12u64.into());
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Number(Size);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Size {
    Small(u64),
    /// Beyond 64 bits.
    Large(BigUint),
}

impl Number {
    /// The number, whatever its size.
    #[must_use]
    pub fn to_big(&self) -> BigUint {
        match &self.0 {
            Size::Small(number) => BigUint::from(*number),
            Size::Large(number) => number.clone(),
        }
    }

    /// The number, if it fits into 64 bits.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        match self.0 {
            Size::Small(number) => Some(number),
            Size::Large(_) => None,
        }
    }
}

impl From<u64> for Number {
    fn from(number: u64) -> Self {
        Self(Size::Small(number))
    }
}

impl From<u32> for Number {
    fn from(number: u32) -> Self {
        Self(Size::Small(number.into()))
    }
}

impl From<usize> for Number {
    fn from(number: usize) -> Self {
        Self(Size::Small(number as u64))
    }
}

impl From<u128> for Number {
    fn from(number: u128) -> Self {
        u64::try_from(number).map_or_else(|_| Self(Size::Large(number.into())), Self::from)
    }
}

impl From<&BigUint> for Number {
    fn from(number: &BigUint) -> Self {
        u64::try_from(number).map_or_else(|_| Self(Size::Large(number.clone())), Self::from)
    }
}

impl From<BigUint> for Number {
    fn from(number: BigUint) -> Self {
        Self::from(&number)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Size::Small(number) => number.fmt(f),
            Size::Large(number) => number.fmt(f),
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Size::Small(number) if number <= LARGEST => serializer.serialize_u64(number),
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a natural number, or a string of its decimal digits")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Number, E> {
                Ok(number.into())
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Number, E> {
                let found = de::Unexpected::Signed(number);
                u64::try_from(number).map(Number::from).map_err(|_| E::invalid_value(found, &self))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Number, E> {
                let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                let number = if digits { text.parse::<BigUint>().ok() } else { None };
                number.map(Number::from).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

impl JsonSchema for Number {
    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A natural number: a number up to 2^53, beyond that a string of decimal digits",
            "anyOf": [
                { "type": "integer", "minimum": 0, "maximum": LARGEST },
                { "type": "string", "pattern": "^[1-9][0-9]{15,}$" },
            ],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_size_are_read_back() {
        for text in [
            "0",
            "9007199254740992",
            "9007199254740993",
            "18446744073709551616",
            "123456789012345678901234567890",
        ] {
            let number = Number::from(text.parse::<BigUint>().unwrap());
            let written = serde_json::to_string(&number).unwrap();
            assert_eq!(written.starts_with('"'), number.to_big() > BigUint::from(LARGEST), "{written}");
            assert_eq!(serde_json::from_str::<Number>(&written).unwrap(), number);
            assert_eq!(number.to_string(), text);
        }
        for wrong in ["-1", "1.5", "\"\"", "\"-1\"", "\"1x\"", "null", "\"٣\""] {
            assert!(serde_json::from_str::<Number>(wrong).is_err(), "{wrong}");
        }
    }
}

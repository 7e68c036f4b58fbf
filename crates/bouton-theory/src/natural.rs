//! Serialisation of natural numbers of any size: as a number up to 2⁵³, which every reader of JSON
//! represents exactly, else as a string of decimal digits.

use num_bigint::BigUint;
use serde::{Serialize, Serializer, ser::SerializeSeq};

struct Written<'a>(&'a BigUint);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(small) if small <= 1 << 53 => serializer.serialize_u64(small),
            _ => serializer.serialize_str(&self.0.to_string()),
        }
    }
}

/// For `#[serde(serialize_with = …)]` on a number.
pub(crate) fn one<S: Serializer>(number: &BigUint, serializer: S) -> Result<S::Ok, S::Error> {
    Written(number).serialize(serializer)
}

/// For `#[serde(serialize_with = …)]` on a list of numbers.
pub(crate) fn list<S: Serializer>(numbers: &[BigUint], serializer: S) -> Result<S::Ok, S::Error> {
    let mut sequence = serializer.serialize_seq(Some(numbers.len()))?;
    for number in numbers {
        sequence.serialize_element(&Written(number))?;
    }
    sequence.end()
}

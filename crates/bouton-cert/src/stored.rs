//! Periods whose values are in a file beside the certificate.

use crate::Identity;

/// A period of the Grundy values of single heaps with too many values for a text. The values g(0),
/// …, g(n₀ + p − 1) are in a file, `width` bytes each, the least significant byte first. The
/// certificate identifies the file by length and SHA-256.
///
/// ```
/// use bouton_cert::{Certificate, Claim, Identity, StoredPeriod};
///
/// let stored = StoredPeriod { length: 2, preperiod: 0, width: 1, values: Identity::of_bytes(&[0, 1]) };
/// assert!(stored.file_name().starts_with("sha256-b413f47d13ee2fe6") && stored.file_name().ends_with(".values"));
/// let certificate =
///     Certificate { game: "subtraction {1}".to_owned(), order: None, claim: Claim::StoredPeriod(stored) };
/// assert_eq!(Certificate::decode(&certificate.encode()), Ok(certificate));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredPeriod {
    /// p.
    pub length: u64,
    /// n₀.
    pub preperiod: u64,
    /// Bytes of a value: 1 or 2.
    pub width: u8,
    /// The SHA-256 of the file.
    pub values: Identity,
}

impl StoredPeriod {
    /// The number of bytes of the file; `None` if it is larger than a file can be.
    ///
    /// ```
    /// use bouton_cert::{Identity, StoredPeriod};
    ///
    /// let values = Identity::of_bytes(&[0, 1, 2]);
    /// let period = StoredPeriod { length: 3, preperiod: 0, width: 1, values };
    /// assert_eq!(period.bytes(), Some(3));
    /// ```
    #[must_use]
    pub fn bytes(&self) -> Option<u64> {
        self.length.checked_add(self.preperiod)?.checked_mul(u64::from(self.width))
    }

    /// The name of the file.
    ///
    /// ```
    /// use bouton_cert::{Identity, StoredPeriod};
    ///
    /// let values = Identity::of_bytes(&[0, 1, 2]);
    /// let period = StoredPeriod { length: 3, preperiod: 0, width: 1, values };
    /// assert!(period.file_name().contains(&values.to_string()[7..]));
    /// ```
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}.values", self.values.to_string().replace(':', "-"))
    }
}

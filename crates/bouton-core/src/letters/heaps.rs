//! Laws with letters of several heaps together.

use num_bigint::BigInt;
use num_traits::Signed;

use super::{LetterForm, RowRegion};

/// The law of several heaps where the letters satisfy certain conditions.
///
/// Each heap x is a multiple of L and a remainder, 0 ≤ x mod L < L, where the length L is a linear
/// form of the letters. The value is that of the first region of which no form, in the letters, the
/// heaps and their remainders, is negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapsCase {
    /// The forms of the letters that must not be negative.
    pub conditions: Vec<LetterForm>,
    /// The length L.
    pub length: LetterForm,
    /// The regions; each position belongs to at least one. Their forms have coefficients for the
    /// letters, then for the heaps, then for the remainders.
    pub regions: Vec<RowRegion>,
}

impl HeapsCase {
    /// Returns the letters, the heaps and their remainders, over which the forms of regions are;
    /// `None` if a number is out of range.
    #[must_use]
    pub fn numbers(&self, letters: &[BigInt], heaps: &[BigInt]) -> Option<Vec<BigInt>> {
        if self.length.coefficients.len() != letters.len() {
            return None;
        }
        let length = self.length.evaluate(letters);
        if !length.is_positive() || heaps.iter().any(Signed::is_negative) {
            return None;
        }
        let remainders = heaps.iter().map(|heap| heap % &length);
        Some(letters.iter().chain(heaps).cloned().chain(remainders).collect())
    }

    /// The region of a position.
    #[must_use]
    pub fn region(&self, letters: &[BigInt], heaps: &[BigInt]) -> Option<&RowRegion> {
        let numbers = self.numbers(letters, heaps)?;
        let holds = |form: &LetterForm| {
            form.coefficients.len() == numbers.len() && !form.evaluate(&numbers).is_negative()
        };
        self.regions.iter().find(|region| region.conditions.iter().all(holds))
    }
}

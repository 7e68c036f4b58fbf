//! Octal and hexadecimal codes of take-and-break games.

mod parts;

use std::fmt;

/// A take-and-break game by its code d₀.d₁d₂d₃… (Guy and Smith, *The G-values
/// of various games*, 1956).
///
/// Bit j of the digit dₖ allows a player to take k objects from a heap and to leave the rest as
/// exactly j non-empty heaps. Octal digits use bits 0 to 2, hexadecimal digits bits 0 to 3.
///
/// ```
/// use bouton_core::TakeAndBreakCode;
///
/// let kayles = TakeAndBreakCode::new(vec![0, 7, 7]).unwrap();
/// assert_eq!(kayles.to_string(), "0.77");
/// assert!(kayles.allows(2, 2) && !kayles.allows(3, 0));
/// ```
///
/// An infinite code repeats a tail, which is written in brackets:
///
/// ```
/// use bouton_core::TakeAndBreakCode;
///
/// let nim = TakeAndBreakCode::repeating(vec![0], vec![3]).unwrap();
/// assert_eq!(nim.to_string(), "0.[3]");
/// assert_eq!((nim.digit(1_000_000), nim.is_finite()), (3, false));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TakeAndBreakCode {
    digits: Vec<u8>,
    /// The digits that repeat after `digits`; empty if only zeros follow.
    tail: Vec<u8>,
    unequal: bool,
}

/// An error in the digits of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeFault {
    /// A digit is not hexadecimal.
    #[error("digit {0} of the code is above 15")]
    Digit(usize),
    /// The digit before the point allows a move that takes nothing and leaves
    /// fewer than two heaps, so play could go on for ever (or is not a move).
    #[error(
        "the digit before the point is {0}; taking nothing is a move only if it splits a heap (0, 4, 8 or c)"
    )]
    BeforePoint(u8),
}

impl TakeAndBreakCode {
    /// Creates a code from its digits; `digits[k]` gives what may be left when k objects are taken.
    /// Trailing zeros are dropped.
    ///
    /// # Errors
    ///
    /// [`CodeFault`] for a digit above 15, or a first digit with bit 0 or 1.
    pub fn new(digits: Vec<u8>) -> Result<Self, CodeFault> {
        Self::repeating(digits, Vec::new())
    }

    /// Creates a code whose digits are followed by `tail`, repeated for ever. The code is stored in
    /// the shortest notation: 0.3030\[30\] as 0.\[30\].
    ///
    /// # Errors
    ///
    /// [`CodeFault`] for a digit above 15, or a first digit with bit 0 or 1.
    pub fn repeating(mut digits: Vec<u8>, mut tail: Vec<u8>) -> Result<Self, CodeFault> {
        if let Some(place) = digits.iter().chain(&tail).position(|&digit| digit > 15) {
            return Err(CodeFault::Digit(place));
        }
        if digits.is_empty() {
            digits.push(0);
        }
        if digits[0] & 3 != 0 {
            return Err(CodeFault::BeforePoint(digits[0]));
        }
        if tail.iter().all(|&digit| digit == 0) {
            tail.clear();
        }
        let repeats = |&length: &usize| {
            tail.len().is_multiple_of(length) && (length..tail.len()).all(|k| tail[k] == tail[k - length])
        };
        if let Some(length) = (1..tail.len()).find(repeats) {
            tail.truncate(length);
        }
        while digits.len() > 1 && digits.last() == tail.last().or(Some(&0)) {
            digits.pop();
            if !tail.is_empty() {
                tail.rotate_right(1);
            }
        }
        Ok(Self { digits, tail, unequal: false })
    }

    /// Grundy's game: a heap is split into two heaps of different sizes (Grundy,
    /// *Mathematics and games*, 1939). It has no code of digits; its only move
    /// is that of the code 4.0, restricted to unequal parts.
    #[must_use]
    pub fn grundys_game() -> Self {
        Self { digits: vec![4], tail: Vec::new(), unequal: true }
    }

    /// Restricts this game: a move that leaves two heaps must leave two of different sizes.
    ///
    /// # Errors
    ///
    /// [`CodeFault`] for a digit above 7: moves that leave three heaps have no such variant.
    pub fn with_unequal_parts(mut self) -> Result<Self, CodeFault> {
        if let Some(place) = self.digits.iter().chain(&self.tail).position(|&digit| digit > 7) {
            return Err(CodeFault::Digit(place));
        }
        self.unequal = self.digits.iter().chain(&self.tail).any(|&digit| digit & 4 != 0);
        Ok(self)
    }

    /// Whether the parts of a heap must be of different sizes ([`grundys_game`](Self::grundys_game)).
    #[must_use]
    pub fn parts_are_unequal(&self) -> bool {
        self.unequal
    }

    /// Whether this is a finite subtraction game: all digits are 0 or 3.
    #[must_use]
    pub fn is_subtraction_game(&self) -> bool {
        self.is_finite()
            && self.digits.first() == Some(&0)
            && self.digits.iter().all(|digit| matches!(digit, 0 | 3))
    }

    /// The digits before the repeating tail, d₀ first, without trailing zeros.
    #[must_use]
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The repeating digits that follow [`digits`](Self::digits); empty in a finite code.
    #[must_use]
    pub fn tail(&self) -> &[u8] {
        &self.tail
    }

    /// Whether only finitely many digits are not 0.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.tail.is_empty()
    }

    /// The digit at an index: what may be left when `taken` objects are taken.
    #[must_use]
    pub fn digit(&self, taken: usize) -> u8 {
        match taken.checked_sub(self.digits.len()) {
            None => self.digits[taken],
            Some(_) if self.tail.is_empty() => 0,
            Some(beyond) => self.tail[beyond % self.tail.len()],
        }
    }

    /// Whether a move may take `taken` objects and leave exactly `heaps` non-empty heaps.
    #[must_use]
    pub fn allows(&self, taken: usize, heaps: u32) -> bool {
        heaps < 4 && self.digit(taken) >> heaps & 1 == 1
    }

    /// Whether a move may leave two heaps or more.
    ///
    /// ```
    /// use bouton_core::TakeAndBreakCode;
    ///
    /// assert!(TakeAndBreakCode::new(vec![0, 7, 7])?.breaks_heaps()); // Kayles
    /// assert!(!TakeAndBreakCode::new(vec![0, 3, 3])?.breaks_heaps());
    /// # Ok::<(), bouton_core::CodeFault>(())
    /// ```
    #[must_use]
    pub fn breaks_heaps(&self) -> bool {
        self.digits.iter().chain(&self.tail).any(|&digit| digit > 3)
    }

    /// Whether some digit is above 7.
    #[must_use]
    pub fn is_hexadecimal(&self) -> bool {
        self.digits.iter().chain(&self.tail).any(|&digit| digit > 7)
    }
}

impl fmt::Display for TakeAndBreakCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.unequal && self.digits == [4] && self.tail.is_empty() {
            return f.write_str("grundy");
        }
        write!(f, "{:x}.", self.digits[0])?;
        if self.digits.len() == 1 && self.tail.is_empty() {
            return f.write_str("0");
        }
        self.digits[1..].iter().try_for_each(|digit| write!(f, "{digit:x}"))?;
        if !self.tail.is_empty() {
            f.write_str("[")?;
            self.tail.iter().try_for_each(|digit| write!(f, "{digit:x}"))?;
            f.write_str("]")?;
        }
        f.write_str(if self.unequal { " unequal" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(digits: &[u8], tail: &[u8]) -> String {
        TakeAndBreakCode::repeating(digits.to_vec(), tail.to_vec()).unwrap().to_string()
    }

    #[test]
    fn a_code_is_written_in_its_shortest_way() {
        assert_eq!(shown(&[0, 3, 0, 3, 0], &[3, 0]), "0.[30]");
        assert_eq!(shown(&[0, 3], &[3, 0, 3, 0]), "0.3[30]");
        assert_eq!(shown(&[0, 7, 0, 0], &[0, 0]), "0.7");
        assert_eq!(shown(&[4], &[3, 3]), "4.[3]");
        assert_eq!(shown(&[0], &[]), "0.0");
        // A digit before the point stays before the point.
        assert_eq!(shown(&[4], &[4]), "4.[4]");
    }

    #[test]
    fn every_place_keeps_its_digit() {
        let digits = [0, 3, 0, 3, 0];
        let code = TakeAndBreakCode::repeating(digits.to_vec(), vec![3, 0, 3]).unwrap();
        let expected: Vec<u8> = digits.into_iter().chain([3, 0, 3].into_iter().cycle()).take(30).collect();
        assert_eq!((0..30).map(|place| code.digit(place)).collect::<Vec<_>>(), expected);
    }
}

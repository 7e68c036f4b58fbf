//! Octal and hexadecimal codes of take-and-break games.

use std::fmt;

/// A take-and-break game by its code d₀.d₁d₂d₃… (Guy and Smith, *The G-values
/// of various games*, 1956).
///
/// Bit j of the digit dₖ allows to take k objects from a heap and to leave the
/// rest as exactly j non-empty heaps. Octal digits use bits 0 to 2, hexadecimal
/// ones bits 0 to 3.
///
/// ```
/// use bouton_core::TakeAndBreakCode;
///
/// let kayles = TakeAndBreakCode::new(vec![0, 7, 7]).unwrap();
/// assert_eq!(kayles.to_string(), "0.77");
/// assert!(kayles.allows(2, 2) && !kayles.allows(3, 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TakeAndBreakCode {
    digits: Vec<u8>,
    unequal: bool,
}

/// Digits that are no code.
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
    /// A code from its digits; `digits[k]` says what may be left when k objects
    /// are taken. Trailing zeros are dropped.
    ///
    /// # Errors
    ///
    /// A digit above 15, or a first digit with bit 0 or 1.
    pub fn new(mut digits: Vec<u8>) -> Result<Self, CodeFault> {
        if let Some(place) = digits.iter().position(|&digit| digit > 15) {
            return Err(CodeFault::Digit(place));
        }
        if digits.is_empty() {
            digits.push(0);
        }
        if digits[0] & 3 != 0 {
            return Err(CodeFault::BeforePoint(digits[0]));
        }
        while digits.len() > 1 && digits.last() == Some(&0) {
            digits.pop();
        }
        Ok(Self { digits, unequal: false })
    }

    /// Grundy's game: a heap is split into two heaps of different sizes (Grundy,
    /// *Mathematics and games*, 1939). It has no code of digits; its only move
    /// is that of the code 4.0, restricted to unequal parts.
    #[must_use]
    pub fn grundys_game() -> Self {
        Self { digits: vec![4], unequal: true }
    }

    /// Whether the parts of a heap must be of different sizes ([`grundys_game`](Self::grundys_game)).
    #[must_use]
    pub fn parts_are_unequal(&self) -> bool {
        self.unequal
    }

    /// Whether it only says which amounts may be taken, and nothing is split: all digits
    /// are 0 or 3.
    #[must_use]
    pub fn is_subtraction_game(&self) -> bool {
        self.digits.first() == Some(&0) && self.digits.iter().all(|digit| matches!(digit, 0 | 3))
    }

    /// The digits, d₀ first, without trailing zeros.
    #[must_use]
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Whether one may take `taken` objects and leave exactly `heaps` non-empty heaps.
    #[must_use]
    pub fn allows(&self, taken: usize, heaps: u32) -> bool {
        heaps < 4 && self.digits.get(taken).is_some_and(|digit| digit >> heaps & 1 == 1)
    }

    /// Whether some digit is above 7.
    #[must_use]
    pub fn is_hexadecimal(&self) -> bool {
        self.digits.iter().any(|&digit| digit > 7)
    }
}

impl fmt::Display for TakeAndBreakCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.unequal {
            return f.write_str("grundy");
        }
        write!(f, "{:x}.", self.digits[0])?;
        if self.digits.len() == 1 {
            return f.write_str("0");
        }
        self.digits[1..].iter().try_for_each(|digit| write!(f, "{digit:x}"))
    }
}

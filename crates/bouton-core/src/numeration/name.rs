//! The names of numerations.

use std::{fmt, str::FromStr};

use super::{MAX_DIGITS, MAX_RECURRENCE, Numeration};

/// A text that names no numeration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no numeration, expected a base from 2 to {MAX_DIGITS}, `fibonacci`, `tribonacci`, `4-bonacci` to `{MAX_RECURRENCE}-bonacci`, or `ostrowski(a)` with a from 1 to 15 for the slope [1; a, a, ...]"
)]
pub struct ParseNumerationError(pub String);

/// `2`, `10`, `fibonacci`, `tribonacci`, `4-bonacci`, `ostrowski(3)`; one without a name by its parts.
impl fmt::Display for Numeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(base) = self.as_base() {
            return write!(f, "{base}");
        }
        let named = |named: Option<Self>| named.as_ref() == Some(self);
        match *self.recurrence() {
            [a, 1] if named(Self::ostrowski(a)) => match a {
                1 => f.write_str("fibonacci"),
                _ => write!(f, "ostrowski({a})"),
            },
            ref all if named(Self::bonacci(all.len())) => match all.len() {
                3 => f.write_str("tribonacci"),
                terms => write!(f, "{terms}-bonacci"),
            },
            _ => f.write_str(&self.parts()),
        }
    }
}

impl FromStr for Numeration {
    type Err = ParseNumerationError;

    fn from_str(text: &str) -> Result<Self, ParseNumerationError> {
        let word = text.trim().to_ascii_lowercase();
        let number = |digits: &str| {
            let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| digits.parse::<u32>().ok()).flatten()
        };
        let found = match word.as_str() {
            "fibonacci" | "zeckendorf" => Some(Self::fibonacci()),
            "tribonacci" => Self::bonacci(3),
            other => {
                let slope = other.strip_prefix("ostrowski(").and_then(|rest| rest.strip_suffix(')'));
                if let Some(a) = slope {
                    number(a.trim()).and_then(Self::ostrowski)
                } else if let Some(terms) = other.strip_suffix("-bonacci") {
                    number(terms).and_then(|terms| Self::bonacci(usize::try_from(terms).ok()?))
                } else {
                    number(other).and_then(Self::base)
                }
            }
        };
        found.ok_or_else(|| ParseNumerationError(text.to_owned()))
    }
}

impl Numeration {
    /// The numeration in full: its recurrence, and the automaton of words, row by row, `-` where no word goes on.
    ///
    /// ```
    /// use bouton_core::Numeration;
    ///
    /// assert_eq!(Numeration::fibonacci().parts(), "1,1 words 0,1 0,-");
    /// ```
    #[must_use]
    pub fn parts(&self) -> String {
        let mut text = list(self.recurrence());
        text.push_str(" words");
        for state in (0..).take(self.word_states()) {
            let after = |digit| self.follow(state, digit).map_or("-".to_owned(), |next| next.to_string());
            let row: Vec<String> = (0..=self.largest_digit()).map(after).collect();
            text.push(' ');
            text.push_str(&row.join(","));
        }
        text
    }
}

fn list(numbers: &[u32]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

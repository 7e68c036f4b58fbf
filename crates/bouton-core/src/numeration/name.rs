//! The names of numerations.

use std::{fmt, str::FromStr};

use super::{MAX_DIGITS, MAX_RECURRENCE, Numeration};

/// The error that a text is not the name of a numeration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a numeration, expected a base from 2 to {MAX_DIGITS}, `fibonacci`, `tribonacci`, `4-bonacci` to `{MAX_RECURRENCE}-bonacci`, `ostrowski(a)` with a from 1 to 15 for the slope [1; a, a, ...], `ostrowski(a,b,...)` for a slope with a longer period and at most {MAX_DIGITS} blocks, or `fraenkel(s,t)` with s + t up to {MAX_DIGITS}"
)]
pub struct ParseNumerationError(pub String);

/// Writes `2`, `10`, `fibonacci`, `tribonacci`, `4-bonacci`, `ostrowski(3)`, `ostrowski(1,2)`,
/// `fraenkel(2,1)`. A numeration without a name is written by its parts.
impl fmt::Display for Numeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(base) = self.as_base() {
            return write!(f, "{base}");
        }
        let named = |named: Option<Self>| named.as_ref() == Some(self);
        let Some(recurrence) = self.recurrence() else {
            return match (self.as_ostrowski_period(), self.as_fraenkel()) {
                (Some(period), _) => write!(f, "ostrowski({})", list(&period)),
                (None, Some((s, t))) => write!(f, "fraenkel({s},{t})"),
                (None, None) => f.write_str(&self.parts()),
            };
        };
        match *recurrence {
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
                let with = |name: &str| {
                    let list = other.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')?;
                    Some(list.split(',').map(|part| number(part.trim())).collect::<Option<Vec<u32>>>())
                };
                if let Some(period) = with("ostrowski") {
                    period.and_then(|period| Self::ostrowski_period(&period))
                } else if let Some(parameters) = with("fraenkel") {
                    match parameters.as_deref() {
                        Some(&[s, t]) => Self::fraenkel(s, t),
                        _ => None,
                    }
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
    /// Writes the numeration in full. It has the recurrence, or the matrix by rows and the number
    /// that each digit adds to the second running value; then the automaton of words, row by row,
    /// with `-` where no word continues.
    ///
    /// ```
    /// use bouton_core::Numeration;
    ///
    /// assert_eq!(Numeration::fibonacci().parts(), "1,1 words 0,1 0,-");
    /// ```
    #[must_use]
    pub fn parts(&self) -> String {
        let mut text = match self.recurrence() {
            Some(recurrence) => list(recurrence),
            None => {
                let rows: Vec<String> = self.matrix().iter().map(|row| list(row)).collect();
                let second: Vec<u32> =
                    (0..=self.largest_digit()).map(|digit| self.vector(digit)[1]).collect();
                format!("matrix {} second {}", rows.join(" "), list(&second))
            }
        };
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

//! The languages of emitted strategies.

use std::{fmt, str::FromStr};

/// A programming language to emit.
///
/// ```
/// use bouton_emit::Language;
///
/// assert_eq!("python".parse::<Language>().unwrap().extension(), "py");
/// assert!("cobol".parse::<Language>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// Rust, numbers are `u128`.
    Rust,
    /// Python 3, numbers are `int` and of any size.
    Python,
    /// C99, numbers are `unsigned long long` (at least 64 bits).
    C,
    /// JavaScript (ES2020), numbers are `BigInt` and of any size.
    JavaScript,
}

/// A name that is not a [`Language`].
///
/// ```
/// use bouton_emit::Language;
///
/// let unknown = "cobol".parse::<Language>().unwrap_err();
/// assert!(unknown.to_string().contains("cobol"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is not a language of emitted programs, expected rust, python, c or javascript")]
pub struct UnknownLanguage {
    /// The name that was found.
    pub found: String,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 4] = [Self::Rust, Self::Python, Self::C, Self::JavaScript];

    /// The usual extension of a file in this language, without the dot.
    ///
    /// ```
    /// use bouton_emit::Language;
    ///
    /// assert_eq!(Language::ALL.map(Language::extension), ["rs", "py", "c", "js"]);
    /// assert_eq!("python".parse(), Ok(Language::Python));
    /// ```
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Rust => "rs",
            Self::Python => "py",
            Self::C => "c",
            Self::JavaScript => "js",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rust => "rust",
            Self::Python => "python",
            Self::C => "c",
            Self::JavaScript => "javascript",
        })
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = text.trim().to_ascii_lowercase();
        Self::ALL
            .into_iter()
            .find(|language| language.to_string() == found)
            .ok_or_else(|| UnknownLanguage { found: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for language in Language::ALL {
            assert_eq!(language.to_string().parse(), Ok(language));
        }
        assert_eq!("JavaScript".parse(), Ok(Language::JavaScript));
    }
}

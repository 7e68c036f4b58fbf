//! The meanings of the codes of diagnostics, each with an example and a remedy.

use std::str::FromStr;

use crate::diagnostic::DiagnosticCode;

/// The explanations, with a section for each code.
const TEXT: &str = include_str!("codes.md");

/// The explanation of a code.
///
/// ```
/// use bouton_rules::{DiagnosticCode, Game};
///
/// let explained = DiagnosticCode::NotShownToEnd.explanation();
/// assert!(explained.text.starts_with("Play may end"));
/// assert!(Game::parse(explained.example).unwrap_err().to_string().contains("E0402"));
/// assert!(Game::parse(explained.mended).is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeExplanation {
    /// The code.
    pub code: DiagnosticCode,
    /// The fault, in a few sentences with line breaks.
    pub text: &'static str,
    /// Rules that have this fault.
    pub example: &'static str,
    /// The remedy, in one sentence.
    pub remedy: &'static str,
    /// The corrected rules of the example.
    pub mended: &'static str,
}

impl DiagnosticCode {
    /// Returns the meaning of the code, with an example and a remedy.
    ///
    /// # Panics
    ///
    /// Never: a test reads the text of every code.
    #[must_use]
    pub fn explanation(self) -> CodeExplanation {
        let section = TEXT.split("\n## ").find_map(|section| section.strip_prefix(self.as_str()));
        let mut parts = section.unwrap_or_default().trim().split("\n\n").map(str::trim);
        let [text, example, remedy, mended] = [(); 4].map(|()| parts.next().unwrap_or_default());
        CodeExplanation { code: self, text, example, remedy, mended }
    }
}

/// The error that a text is not the code of any diagnostic.
///
/// ```
/// use bouton_rules::DiagnosticCode;
///
/// let unknown = "E9999".parse::<DiagnosticCode>().unwrap_err();
/// assert!(unknown.to_string().starts_with("there is no code `E9999`"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no code `{found}`; the nearest is {nearest}, and all are in the manual (docs/rules.md)")]
pub struct UnknownCode {
    /// The text.
    pub found: String,
    /// The most similar code.
    pub nearest: DiagnosticCode,
}

impl FromStr for DiagnosticCode {
    type Err = UnknownCode;

    /// Reads a code, in capital or small letters.
    ///
    /// ```
    /// use bouton_rules::DiagnosticCode;
    ///
    /// assert_eq!("e0402".parse(), Ok(DiagnosticCode::NotShownToEnd));
    /// assert_eq!("E0499".parse::<DiagnosticCode>().unwrap_err().nearest.as_str(), "E0408");
    /// ```
    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        let upper = text.trim().to_ascii_uppercase();
        let known = Self::ALL.iter().find(|code| code.as_str() == upper);
        known.copied().ok_or_else(|| {
            let number =
                |code: &str| code.get(1..).and_then(|digits| digits.parse::<u32>().ok()).unwrap_or(0);
            let far = |code: &&Self| {
                let code = code.as_str();
                (upper.get(..1) != code.get(..1), number(code).abs_diff(number(&upper)))
            };
            let near = Self::ALL.iter().min_by_key(far);
            UnknownCode { found: text.to_owned(), nearest: near.copied().unwrap_or(Self::TextTooLong) }
        })
    }
}

/// Whether a text has the form of a code: a letter and four digits.
///
/// ```
/// assert!(bouton_rules::looks_like_a_code("E0402"));
/// assert!(!bouton_rules::looks_like_a_code("wythoff"));
/// ```
#[must_use]
pub fn looks_like_a_code(text: &str) -> bool {
    let text = text.trim();
    let digits = text.strip_prefix(['E', 'e', 'W', 'w']);
    digits.is_some_and(|digits| digits.len() == 4 && digits.bytes().all(|digit| digit.is_ascii_digit()))
}

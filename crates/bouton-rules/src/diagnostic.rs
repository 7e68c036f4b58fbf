//! The faults of a rules text, as data.

use std::{cmp::Ordering, fmt, ops::Range};

use bouton_canonical::{FaultCode, Place, fault_codes};

/// Defines the codes of this crate, in brackets, and those of `bouton-canonical`.
macro_rules! codes {
    (
        { $($(#[doc = $own_doc:literal])+ $own:ident = $own_code:literal),+ $(,)? }
        $($(#[doc = $doc:literal])+ $name:ident = $code:literal),+ $(,)?
    ) => {
        /// The kind of a fault. Codes are stable: a code never changes its
        /// meaning, and is never used again.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum DiagnosticCode {
            $($(#[doc = $own_doc])+ $own,)+
            $($(#[doc = $doc])+ $name,)+
        }

        impl DiagnosticCode {
            /// Every code, in order.
            pub const ALL: &'static [Self] = &sorted([$(Self::$own,)+ $(Self::$name,)+]);

            /// The code in its written form, for example `E0201`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$own => $own_code,)+
                    $(Self::$name => $code,)+
                }
            }

            /// Whether a line could not be read at all, rather than having a fault in its meaning.
            pub(crate) fn is_of_reading(self) -> bool {
                self.as_str().starts_with("E01")
            }

            /// Whether rules with this fault are accepted.
            #[must_use]
            pub fn is_warning(self) -> bool {
                self.as_str().starts_with('W')
            }

            /// The meaning of the code in one line.
            #[must_use]
            pub fn meaning(self) -> &'static str {
                match self {
                    $(Self::$own => concat!($($own_doc),+).trim_ascii(),)+
                    $(Self::$name => concat!($($doc),+).trim_ascii(),)+
                }
            }
        }

        impl From<FaultCode> for DiagnosticCode {
            fn from(code: FaultCode) -> Self {
                match code {
                    $(FaultCode::$name => Self::$name),+
                }
            }
        }
    };
}

fault_codes!(codes {{
    /// A character that has no meaning in rules.
    UnknownCharacter = "E0002",
    /// A number is too large.
    NumberTooLarge = "E0003",
    /// Brackets, `not` or operators are nested too deeply.
    TooDeep = "E0004",
    /// A name with a letter outside ASCII, which may look like another one.
    NotAscii = "E0005",
    /// A line begins with an unknown word.
    UnknownLine = "E0101",
    /// Something else stands where a certain word or sign is expected.
    Unexpected = "E0102",
    /// A line continues after its end.
    TrailingWords = "E0104",
    /// A sentence that is not a complete rule, may mean several rules, or needs a feature that the
    /// language lacks.
    Sentence = "E0105",
    /// Play could go on for ever.
    Endless = "E0401",
    /// A warning: a move from more heaps than there are, which can never be made.
    DeadMove = "W0301",
}});

/// The codes in the order of their written forms.
const fn sorted<const N: usize>(mut codes: [DiagnosticCode; N]) -> [DiagnosticCode; N] {
    let mut end = 1;
    while end < N {
        let mut place = end;
        while place > 0 && is_before(codes[place], codes[place - 1]) {
            codes.swap(place, place - 1);
            place -= 1;
        }
        end += 1;
    }
    codes
}

/// Whether a code comes before another in written form. Both have a letter and four digits.
const fn is_before(left: DiagnosticCode, right: DiagnosticCode) -> bool {
    let (left, right) = (left.as_str().as_bytes(), right.as_str().as_bytes());
    let mut place = 0;
    while place < left.len() {
        if left[place] != right[place] {
            return left[place] < right[place];
        }
        place += 1;
    }
    false
}

impl PartialOrd for DiagnosticCode {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for DiagnosticCode {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl fmt::Display for DiagnosticCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One fault of a rules text.
///
/// ```
/// use bouton_rules::Game;
///
/// let text = "heaps 2; move take any from h3";
/// let faults = Game::parse(text).unwrap_err();
/// let fault = faults.iter().next().unwrap();
/// assert_eq!((fault.code.as_str(), &text[fault.span.clone()]), ("E0205", "h3"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of fault.
    pub code: DiagnosticCode,
    /// The range of the fault, in bytes of the text, on character boundaries.
    pub span: Range<usize>,
    /// The fault, in lower case, in one line.
    pub message: String,
    /// The expected text.
    pub expected: String,
    /// The text that was found.
    pub found: String,
    /// A suggestion: the text to write instead, or a remedy.
    pub suggestion: Option<String>,
}

impl Diagnostic {
    pub(crate) fn new(code: DiagnosticCode, place: Place, message: impl Into<String>) -> Self {
        Self {
            code,
            span: place.span(),
            message: message.into(),
            expected: String::new(),
            found: String::new(),
            suggestion: None,
        }
    }

    pub(crate) fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = expected.into();
        self
    }

    pub(crate) fn found(mut self, found: impl Into<String>) -> Self {
        self.found = found.into();
        self
    }

    pub(crate) fn suggest(mut self, suggestion: impl Into<String>) -> Self {
        self.suggestion = Some(suggestion.into());
        self
    }

    /// Appends `end` to the suggestion.
    pub(crate) fn with_end(mut self, end: &str) -> Self {
        if let Some(suggestion) = &mut self.suggestion {
            suggestion.push_str(end);
        }
        self
    }

    pub(crate) fn suggest_maybe(mut self, suggestion: Option<String>) -> Self {
        self.suggestion = suggestion;
        self
    }
}

/// All faults of a rules text: never empty, in the order of the text.
///
/// The [`Display`](fmt::Display) form has one line for each fault, with line and column. A program
/// with a screen can draw the spans instead.
///
/// ```
/// use bouton_rules::Game;
///
/// let faults = Game::parse("heaps 2; mvoe take any from 1 heap; paly misere").unwrap_err();
/// assert_eq!(faults.iter().count(), 2);
/// assert_eq!(faults.iter().next().unwrap().suggestion.as_deref(), Some("did you mean `move`?"));
/// assert!(faults.to_string().starts_with("1:10: E0101: "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics {
    faults: Vec<Diagnostic>,
    /// Line and column, from 1, of each fault.
    places: Vec<(usize, usize)>,
}

impl Diagnostics {
    /// Sorts the faults, removes repeated ones, fits their spans to the text and fills in the text
    /// that was found. Returns `None` if there is no fault.
    pub(crate) fn of(text: &str, mut faults: Vec<Diagnostic>) -> Option<Self> {
        for fault in &mut faults {
            fault.span = fit(text, &fault.span);
            if fault.found.is_empty() {
                fault.found = excerpt(text.get(fault.span.clone()).unwrap_or_default());
            }
        }
        faults.sort_by_key(|fault| (fault.span.start, fault.span.end, fault.code));
        faults.dedup();
        let places = places(text, &faults);
        (!faults.is_empty()).then_some(Self { faults, places })
    }

    /// The number of faults that are printed. Once these are corrected, the next ones appear.
    pub const PRINTED: usize = 10;

    /// The faults, in the order of the text.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.faults.iter()
    }

    /// The number of faults; at least one.
    ///
    /// ```
    /// let faults = bouton_rules::Game::parse("heaps 2; mvoe take any from 1 heap; paly misere").unwrap_err();
    /// assert_eq!(faults.len(), 2);
    /// ```
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "never empty")]
    pub fn len(&self) -> usize {
        self.faults.len()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Diagnostics {
    /// The number of faults beyond those that are [printed](Self::PRINTED), as a line; empty if
    /// there are no more.
    #[must_use]
    pub fn more(&self) -> String {
        match self.faults.len().saturating_sub(Self::PRINTED) {
            0 => String::new(),
            more => format!("… and {more} more\n"),
        }
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (fault, (line, column))) in
            self.faults.iter().zip(&self.places).enumerate().take(Self::PRINTED)
        {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{line}:{column}: {}: {}", fault.code, fault.message)?;
            if !fault.expected.is_empty() {
                write!(f, " (found {}, expected {})", fault.found, fault.expected)?;
            }
            if let Some(suggestion) = &fault.suggestion {
                write!(f, "; {suggestion}")?;
            }
        }
        match self.faults.len().saturating_sub(Self::PRINTED) {
            0 => Ok(()),
            more => write!(f, "\n… and {more} more"),
        }
    }
}

impl std::error::Error for Diagnostics {}

fn fit(text: &str, span: &Range<usize>) -> Range<usize> {
    let mut start = span.start.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = span.end.clamp(start, text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

/// Shortens a piece of text for a message.
fn excerpt(piece: &str) -> String {
    let piece = piece.trim();
    if piece.is_empty() {
        return "nothing".to_owned();
    }
    let mut short: String = piece.chars().take(40).filter(|c| !c.is_control()).collect();
    if piece.chars().nth(40).is_some() {
        short.push('…');
    }
    format!("`{short}`")
}

/// Returns the line and the column, from 1, of each fault. The faults are in the order of the text.
fn places(text: &str, faults: &[Diagnostic]) -> Vec<(usize, usize)> {
    let (mut line, mut column, mut at) = (1, 1, 0);
    let place = |fault: &Diagnostic| {
        let between = text.get(at..fault.span.start).unwrap_or_default();
        match between.rfind('\n') {
            Some(newline) => {
                line += between.matches('\n').count();
                column = 1 + between[newline + 1..].chars().count();
            }
            None => column += between.chars().count(),
        }
        at = fault.span.start;
        (line, column)
    };
    faults.iter().map(place).collect()
}

//! Texts: spans in a row.

use std::fmt;

use crate::Formula;

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Words.
    Words(String),
    /// Emphasised words, such as the title of a paper.
    Emphasis(String),
    /// Typed text: an option, a digit pattern.
    Code(String),
    /// Rules of a game, or its name.
    Rules(String),
    /// A formula.
    Formula(Formula),
}

/// A text without breaks. [`say!`](crate::say) joins the parts of one.
///
/// ```
/// use bouton_prose::{Formula, Span, Text, say};
///
/// let text = say![Text::emphasis("Nim"), " with ", Formula::name("h1")];
/// assert!(matches!(text.spans(), [Span::Emphasis(_), Span::Words(_), Span::Formula(_)]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(Vec<Span>);

/// Joins words, formulas and other texts to a [`Text`].
///
/// ```
/// use bouton_prose::{Formula, say};
///
/// let text = say![Formula::name("h1"), " is even"];
/// assert_eq!(text.to_string(), "h1 is even");
/// ```
#[macro_export]
macro_rules! say {
    ($($part:expr),* $(,)?) => {{
        #[allow(unused_mut)]
        let mut text = $crate::Text::new();
        $(text.push($part);)*
        text
    }};
}

impl Text {
    /// A text without spans.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The name of a game, or rules, as they are written.
    ///
    /// ```
    /// use bouton_prose::Text;
    ///
    /// assert_eq!(Text::rules("take 1..3 from 1 heap").to_string(), "take 1..3 from 1 heap");
    /// ```
    #[must_use]
    pub fn rules(rules: impl Into<String>) -> Self {
        Self(vec![Span::Rules(rules.into())])
    }

    /// A text that a reader may type.
    ///
    /// ```
    /// use bouton_prose::Text;
    ///
    /// assert_eq!(Text::code("bouton explain").to_string(), "`bouton explain`");
    /// ```
    #[must_use]
    pub fn code(code: impl Into<String>) -> Self {
        Self(vec![Span::Code(code.into())])
    }

    /// Emphasised words.
    ///
    /// ```
    /// use bouton_prose::Text;
    ///
    /// assert_eq!(Text::emphasis("Winning Ways").html(), "<em>Winning Ways</em>");
    /// ```
    #[must_use]
    pub fn emphasis(words: impl Into<String>) -> Self {
        Self(vec![Span::Emphasis(words.into())])
    }

    /// The spans in their order.
    #[must_use]
    pub fn spans(&self) -> &[Span] {
        &self.0
    }

    /// Whether there is nothing to write.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Appends a text; words beside words are joined to one span.
    ///
    /// ```
    /// use bouton_prose::{Formula, Text};
    ///
    /// let mut text = Text::from("P if ");
    /// text.push("always ");
    /// assert_eq!(text.spans().len(), 1);
    /// text.push(Formula::name("n").equals(0));
    /// assert_eq!((text.spans().len(), text.to_string()), (2, "P if always n = 0".to_owned()));
    /// ```
    pub fn push(&mut self, part: impl Into<Self>) {
        for span in part.into().0 {
            match (self.0.last_mut(), span) {
                (Some(Span::Words(before)), Span::Words(words)) => before.push_str(&words),
                (_, Span::Words(words)) if words.is_empty() => {}
                (_, span) => self.0.push(span),
            }
        }
    }

    /// The texts with words between them.
    ///
    /// ```
    /// use bouton_prose::Text;
    ///
    /// assert_eq!(Text::joined(["a", "b", "c"], "; ").to_string(), "a; b; c");
    /// ```
    #[must_use]
    pub fn joined<T: Into<Self>>(texts: impl IntoIterator<Item = T>, between: &str) -> Self {
        let mut joined = Self::new();
        for (index, text) in texts.into_iter().enumerate() {
            if index > 0 {
                joined.push(between);
            }
            joined.push(text);
        }
        joined
    }

    /// `a, b or c`.
    ///
    /// ```
    /// use bouton_prose::Text;
    ///
    /// assert_eq!(Text::either(["a", "b", "c"]).to_string(), "a, b or c");
    /// ```
    #[must_use]
    pub fn either<T: Into<Self>>(texts: impl IntoIterator<Item = T>) -> Self {
        Self::listed(texts, " or ")
    }

    /// `a, b and c`.
    ///
    /// ```
    /// use bouton_prose::Text;
    ///
    /// assert_eq!(Text::all(["a", "b", "c"]).to_string(), "a, b and c");
    /// assert_eq!(Text::all(["a"]).to_string(), "a");
    /// ```
    #[must_use]
    pub fn all<T: Into<Self>>(texts: impl IntoIterator<Item = T>) -> Self {
        Self::listed(texts, " and ")
    }

    fn listed<T: Into<Self>>(texts: impl IntoIterator<Item = T>, last: &str) -> Self {
        let mut texts: Vec<Self> = texts.into_iter().map(Into::into).collect();
        let Some(end) = texts.pop() else { return Self::new() };
        if texts.is_empty() {
            return end;
        }
        let mut listed = Self::joined(texts, ", ");
        listed.push(last);
        listed.push(end);
        listed
    }

    /// The text with a capital letter first; a formula keeps its small letter.
    ///
    /// ```
    /// use bouton_prose::{Formula, Text, say};
    ///
    /// assert_eq!(Text::from("every heap").capitalised().to_string(), "Every heap");
    /// assert_eq!(say![Formula::name("n"), " is even"].capitalised().to_string(), "n is even");
    /// ```
    #[must_use]
    pub fn capitalised(mut self) -> Self {
        if let Some(Span::Words(words)) = self.0.first_mut()
            && let Some(first) = words.get_mut(0..1)
        {
            first.make_ascii_uppercase();
        }
        self
    }

    /// The text as it continues a sentence: with a small letter first, unless it begins with a symbol such as P.
    ///
    /// ```
    /// use bouton_prose::Text;
    ///
    /// assert_eq!(Text::from("Every heap").continued().to_string(), "every heap");
    /// assert_eq!(Text::from("P if n is even").continued().to_string(), "P if n is even");
    /// ```
    #[must_use]
    pub fn continued(mut self) -> Self {
        if let Some(Span::Words(words)) = self.0.first_mut()
            && words.chars().nth(1).is_some_and(char::is_lowercase)
            && let Some(first) = words.get_mut(0..1)
        {
            first.make_ascii_lowercase();
        }
        self
    }

    /// Whether the text ends with a colon: tables or items follow it.
    ///
    /// ```
    /// use bouton_prose::Text;
    ///
    /// assert!(Text::from("The lost positions:").is_open());
    /// ```
    #[must_use]
    pub fn is_open(&self) -> bool {
        matches!(self.0.last(), Some(Span::Words(words)) if words.ends_with(':'))
    }

    /// The text without colons at its end.
    ///
    /// ```
    /// use bouton_prose::Text;
    ///
    /// let text = Text::from("with exceptions:");
    /// assert!(text.is_open());
    /// assert_eq!(text.without_colon().to_string(), "with exceptions");
    /// ```
    #[must_use]
    pub fn without_colon(mut self) -> Self {
        if let Some(Span::Words(words)) = self.0.last_mut() {
            words.truncate(words.trim_end_matches(':').len());
            if words.is_empty() {
                self.0.pop();
            }
        }
        self
    }

    /// Whether a formula of the text is this one or has it as a part.
    ///
    /// ```
    /// use bouton_prose::{Formula, say};
    ///
    /// let h1 = Formula::name("h1");
    /// assert!(say!["P if ", Formula::remainder(h1.clone(), 4).equals(0)].mentions(&h1));
    /// ```
    #[must_use]
    pub fn mentions(&self, wanted: &Formula) -> bool {
        self.0.iter().any(|span| matches!(span, Span::Formula(formula) if formula.mentions(wanted)))
    }

    /// Whether its words, outside of formulas, contain a word.
    ///
    /// ```
    /// assert!(bouton_prose::say!["the nim-sum of all heaps"].has_word("nim-sum"));
    /// ```
    #[must_use]
    pub fn has_word(&self, word: &str) -> bool {
        self.0.iter().any(|span| matches!(span, Span::Words(words) if words.contains(word)))
    }

    /// The number of characters as plain text.
    ///
    /// ```
    /// use bouton_prose::{Formula, say};
    ///
    /// assert_eq!(say!["P if ", Formula::name("h1").equals(0)].width(), "P if h1 = 0".len());
    /// ```
    #[must_use]
    pub fn width(&self) -> usize {
        self.to_string().chars().count()
    }
}

/// The text as plain text.
impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for span in &self.0 {
            match span {
                Span::Words(words) | Span::Emphasis(words) | Span::Rules(words) => f.write_str(words)?,
                Span::Code(code) => write!(f, "`{code}`")?,
                Span::Formula(formula) => write!(f, "{formula}")?,
            }
        }
        Ok(())
    }
}

impl From<&str> for Text {
    fn from(words: &str) -> Self {
        words.to_owned().into()
    }
}

impl From<String> for Text {
    fn from(words: String) -> Self {
        Self(if words.is_empty() { Vec::new() } else { vec![Span::Words(words)] })
    }
}

impl From<Formula> for Text {
    fn from(formula: Formula) -> Self {
        Self(vec![Span::Formula(formula)])
    }
}

impl From<&Formula> for Text {
    fn from(formula: &Formula) -> Self {
        formula.clone().into()
    }
}

impl From<&Self> for Text {
    fn from(text: &Self) -> Self {
        text.clone()
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Text {
            fn from(number: $number) -> Self {
                Formula::from(number).into()
            }
        }
    )*};
}

numbers!(u8, u32, u64, i32, i64, usize);

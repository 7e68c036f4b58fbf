//! Data as literals of each language.

use crate::Language;

/// The width up to which lines are filled.
const WIDTH: usize = 100;

/// A piece of data, independent of the language.
#[derive(Clone, Debug)]
pub(crate) enum Literal {
    /// A number.
    Integer(i64),
    /// A text of printable ASCII without quotes and backslashes.
    Text(String),
    /// Items of one type, which C needs.
    List(&'static str, Vec<Literal>),
    /// A record type and its fields.
    Record(&'static str, Vec<(&'static str, Literal)>),
}

impl From<usize> for Literal {
    fn from(number: usize) -> Self {
        Self::Integer(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl Literal {
    /// A list of numbers.
    pub(crate) fn integers(numbers: &[i64]) -> Self {
        Self::List("long long", numbers.iter().copied().map(Self::Integer).collect())
    }

    /// A list of table entries.
    pub(crate) fn table(numbers: &[u32]) -> Self {
        Self::List("unsigned int", numbers.iter().map(|&number| Self::Integer(number.into())).collect())
    }

    /// A list of texts.
    pub(crate) fn texts(texts: impl IntoIterator<Item = String>) -> Self {
        Self::List("const char *", texts.into_iter().map(Self::Text).collect())
    }

    /// A list.
    pub(crate) fn list(c_type: &'static str, items: Vec<Self>) -> Self {
        Self::List(c_type, items)
    }

    /// A record.
    pub(crate) fn record(name: &'static str, fields: Vec<(&'static str, Self)>) -> Self {
        Self::Record(name, fields)
    }

    /// The data in `language`; nested lines are indented.
    pub(crate) fn render(&self, language: Language) -> String {
        self.write(language, 0, Place::Top)
    }

    fn write(&self, language: Language, indent: usize, place: Place) -> String {
        match self {
            Self::Integer(number) => number.to_string(),
            Self::Text(text) => format!("\"{text}\""),
            Self::List(c_type, items) => {
                let (open, close) = match (language, place) {
                    (Language::C, Place::Top) => ("{".to_owned(), "}"),
                    (Language::C, Place::Nested) if items.is_empty() => return "0".to_owned(),
                    (Language::C, Place::Nested) => (format!("(const {c_type}[]){{"), "}"),
                    (Language::Rust, Place::Nested) => ("&[".to_owned(), "]"),
                    _ => ("[".to_owned(), "]"),
                };
                // A list at the top level of a C program is an array, which cannot be empty.
                let c_filler = language == Language::C && items.is_empty();
                let written: Vec<String> = match c_filler {
                    true => vec!["0".to_owned()],
                    false => {
                        items.iter().map(|item| item.write(language, indent + 4, Place::Nested)).collect()
                    }
                };
                layout(&open, &written, close, indent)
            }
            Self::Record(name, fields) => {
                let (open, close) = match language {
                    Language::Rust => (format!("{name} {{"), "}"),
                    Language::Python => (format!("{name}("), ")"),
                    Language::C | Language::JavaScript => ("{".to_owned(), "}"),
                };
                let mut written = Vec::new();
                for (field, value) in fields {
                    let text = value.write(language, indent + 4, Place::Nested);
                    match (language, value) {
                        (Language::C, Self::List(_, items)) => {
                            written.push(format!(".{field}_count = {}", items.len()));
                            written.push(format!(".{field} = {text}"));
                        }
                        (Language::C, _) => written.push(format!(".{field} = {text}")),
                        (Language::Python, _) => written.push(format!("{field}={text}")),
                        _ => written.push(format!("{field}: {text}")),
                    }
                }
                layout(&open, &written, close, indent)
            }
        }
    }
}

/// The context of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Top,
    Nested,
}

/// The parts in one line if they fit, else in filled lines.
fn layout(open: &str, parts: &[String], close: &str, indent: usize) -> String {
    let length: usize = parts.iter().map(|part| part.len() + 2).sum();
    let flat = parts.iter().all(|part| !part.contains('\n'));
    if flat && indent + open.len() + length + close.len() <= WIDTH {
        return format!("{open}{}{close}", parts.join(", "));
    }
    let inner = " ".repeat(indent + 4);
    let mut text = open.to_owned();
    let mut column = WIDTH;
    for part in parts {
        if part.contains('\n') || column + part.len() + 2 > WIDTH {
            text.push('\n');
            text.push_str(&inner);
            column = inner.len();
        } else {
            text.push(' ');
            column += 1;
        }
        text.push_str(part);
        text.push(',');
        column = if part.contains('\n') { WIDTH } else { column + part.len() + 1 };
    }
    text.push('\n');
    text.push_str(&" ".repeat(indent));
    text.push_str(close);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_its_brackets() {
        let literal = Literal::record(
            "Known",
            vec![("track", 1.into()), ("coefficients", Literal::integers(&[2, -1]))],
        );
        assert_eq!(literal.render(Language::Rust), "Known {track: 1, coefficients: &[2, -1]}");
        assert_eq!(literal.render(Language::Python), "Known(track=1, coefficients=[2, -1])");
        assert_eq!(literal.render(Language::JavaScript), "{track: 1, coefficients: [2, -1]}");
        assert_eq!(
            literal.render(Language::C),
            "{.track = 1, .coefficients_count = 2, .coefficients = (const long long[]){2, -1}}"
        );
    }

    #[test]
    fn long_lists_are_filled() {
        let text = Literal::integers(&[1000; 100]).render(Language::Python);
        assert!(text.lines().all(|line| line.len() <= WIDTH) && text.lines().count() < 10);
    }
}

//! What the ending of a file's name says of what is to be written into it.

use std::path::Path;

use bouton_emit::Language;

/// Endings, and the formats that they say.
const FORMATS: &[(&str, &str)] = &[
    ("svg", "svg"),
    ("png", "png"),
    ("csv", "csv"),
    ("json", "json"),
    ("jsonl", "jsonl"),
    ("ndjson", "jsonl"),
    ("tex", "latex"),
    ("latex", "latex"),
    ("md", "markdown"),
    ("markdown", "markdown"),
    ("dot", "dot"),
    ("gv", "dot"),
    ("hoa", "hoa"),
    ("mona", "mona"),
    ("parquet", "parquet"),
];
/// Endings of what nothing here is written as.
const FOREIGN: &[&str] = &[
    "pdf", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "eps", "ps", "html", "htm", "xls", "xlsx",
    "ods", "doc", "docx", "odt", "tsv", "xml", "yaml", "yml", "feather", "arrow", "zip", "gz",
];
/// Endings of languages that have several.
const LANGUAGES: &[(&str, Language)] =
    &[("h", Language::C), ("cjs", Language::JavaScript), ("pyw", Language::Python)];
/// Endings of languages that nothing here is written in, and of modules of JavaScript that export by `export`.
const OTHER_LANGUAGES: &[&str] = &[
    "mjs", "ts", "cpp", "cc", "cxx", "hpp", "java", "go", "rb", "kt", "hs", "swift", "cs", "jl", "php", "pl",
    "lua",
];

/// A file whose name says something that cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndingError {
    /// The format that the ending says is none of those that there are.
    #[error("{path}: what is asked for cannot be written as .{ending}, {}", possible(.endings))]
    Format {
        /// The file.
        path: String,
        /// Its ending.
        ending: String,
        /// The endings that there are, beside those that say nothing.
        endings: Vec<&'static str>,
    },
    /// The ending says another language than was asked for.
    #[error("{path} is the name of a file in {said}, but {asked} is asked for: leave one of them out")]
    Language {
        /// The file.
        path: String,
        /// What its ending says.
        said: Language,
        /// What was asked for.
        asked: Language,
    },
    /// No language has this ending.
    #[error("{path}: no language that is written here ends in .{ending}, expected .rs, .py, .c or .js")]
    NoLanguage {
        /// The file.
        path: String,
        /// Its ending.
        ending: String,
    },
}

fn possible(endings: &[&str]) -> String {
    match endings {
        [] => "only as text".to_owned(),
        [one] => format!("only as text or .{one}"),
        _ => format!("only as text, .{}", endings.join(", .")),
    }
}

/// The ending of a file's name, small.
fn ending(path: &str) -> Option<String> {
    Some(Path::new(path).extension()?.to_str()?.to_lowercase())
}

/// Whether an ending says what is in a file, of whatever kind.
fn says_something(ending: &str) -> bool {
    FORMATS.iter().any(|known| known.0 == ending) || FOREIGN.contains(&ending)
}

/// The format that a file's name says, of those that there are by these names; none if its ending says nothing.
///
/// ```
/// use bouton::ending;
///
/// assert_eq!(ending::format("law.TEX", &["text", "latex"]).unwrap(), Some("latex"));
/// assert_eq!(ending::format("law.out", &["text", "latex"]).unwrap(), None);
/// let error = ending::format("law.pdf", &["text", "latex", "svg"]).unwrap_err();
/// assert_eq!(error.to_string(), "law.pdf: what is asked for cannot be written as .pdf, only as text, .svg, .tex");
/// ```
///
/// # Errors
///
/// If the ending says a format that there is not.
pub fn format(path: &str, formats: &[&str]) -> Result<Option<&'static str>, EndingError> {
    let Some(ending) = ending(path).filter(|ending| says_something(ending)) else { return Ok(None) };
    if let Some(&(_, format)) =
        FORMATS.iter().find(|(known, format)| *known == ending && formats.contains(format))
    {
        return Ok(Some(format));
    }
    let mut endings: Vec<&'static str> = Vec::new();
    let mut told: Vec<&str> = Vec::new();
    for &(known, format) in FORMATS.iter().filter(|(_, format)| formats.contains(format)) {
        if !told.contains(&format) {
            told.push(format);
            endings.push(known);
        }
    }
    Err(EndingError::Format { path: path.to_owned(), ending, endings })
}

/// The language of an emitted file: the one asked for, else the one that its name says, else Python.
///
/// ```
/// use bouton::{Language, ending};
///
/// assert_eq!(ending::language(None, Some("strategy.rs")), Ok(Language::Rust));
/// assert_eq!(ending::language(Some(Language::C), None), Ok(Language::C));
/// assert_eq!(ending::language(None, Some("strategy")), Ok(Language::Python));
/// assert!(ending::language(Some(Language::C), Some("strategy.rs")).is_err());
/// ```
///
/// # Errors
///
/// If the name says another language than the one asked for, or something that is no language.
pub fn language(asked: Option<Language>, path: Option<&str>) -> Result<Language, EndingError> {
    let Some((path, ending)) = path.and_then(|path| Some((path, ending(path)?))) else {
        return Ok(asked.unwrap_or(Language::Python));
    };
    let usual = Language::ALL.into_iter().find(|language| language.extension() == ending);
    let said = usual.or_else(|| LANGUAGES.iter().find(|known| known.0 == ending).map(|known| known.1));
    match (said, asked) {
        (Some(said), Some(asked)) if said != asked => {
            Err(EndingError::Language { path: path.to_owned(), said, asked })
        }
        (None, asked)
            if says_something(&ending) || asked.is_none() && OTHER_LANGUAGES.contains(&&*ending) =>
        {
            Err(EndingError::NoLanguage { path: path.to_owned(), ending })
        }
        (said, asked) => Ok(asked.or(said).unwrap_or(Language::Python)),
    }
}

/// Whether what is given as a game looks like the path of a file, which then is not there.
///
/// ```
/// assert!(bouton::ending::looks_like_a_path("my.game"));
/// assert!(!bouton::ending::looks_like_a_path("heaps 2; move take 1/2 from 1 heap"));
/// ```
#[must_use]
pub fn looks_like_a_path(argument: &str) -> bool {
    let one_word = !argument.contains([' ', ';', '\n', '{']);
    let ending = [".game", ".txt", ".cert"].iter().any(|ending| argument.ends_with(ending));
    one_word && (argument.contains('/') || ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_say_formats_and_languages() {
        let rows = ["text", "json", "jsonl", "csv", "latex", "parquet", "bfile"];
        for (path, expected) in
            [("a.CSV", Some("csv")), ("a.ndjson", Some("jsonl")), ("a.txt", None), ("a", None)]
        {
            assert_eq!(format(path, &rows), Ok(expected), "{path}");
        }
        for path in ["pic.svg", "pic.SVG", "pic.pdf", "notes.md"] {
            let error = format(path, &rows).unwrap_err().to_string();
            assert!(error.contains("only as text, .csv, .json, .jsonl, .tex, .parquet"), "{error}");
        }
        assert!(format("pic.png", &[]).unwrap_err().to_string().ends_with("only as text"));
        assert_eq!(language(None, Some("s.cjs")), Ok(Language::JavaScript));
        assert_eq!(language(Some(Language::Rust), Some("s.out")), Ok(Language::Rust));
        assert!(
            language(None, Some("s.cpp")).unwrap_err().to_string().contains("expected .rs, .py, .c or .js")
        );
        assert!(language(Some(Language::C), Some("s.pdf")).is_err());
        assert_eq!(language(Some(Language::C), Some("s.cpp")), Ok(Language::C));
        let conflict = language(Some(Language::Python), Some("s.rs")).unwrap_err().to_string();
        assert_eq!(
            conflict,
            "s.rs is the name of a file in rust, but python is asked for: leave one of them out"
        );
    }
}

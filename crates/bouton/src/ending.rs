//! The formats and languages that the extensions of file names stand for.

use std::path::Path;

use bouton_emit::Language;

/// Extensions, with their formats.
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
/// Extensions of formats that are never written.
const FOREIGN: &[&str] = &[
    "pdf", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "eps", "ps", "html", "htm", "xls", "xlsx",
    "ods", "doc", "docx", "odt", "tsv", "xml", "yaml", "yml", "feather", "arrow", "zip", "gz",
];
/// Extensions of languages that have several.
const LANGUAGES: &[(&str, Language)] =
    &[("h", Language::C), ("cjs", Language::JavaScript), ("pyw", Language::Python)];
/// Extensions of languages that are not supported, and of JavaScript modules that use `export`.
const OTHER_LANGUAGES: &[&str] = &[
    "mjs", "ts", "cpp", "cc", "cxx", "hpp", "java", "go", "rb", "kt", "hs", "swift", "cs", "jl", "php", "pl",
    "lua",
];

/// The error of a file name with an extension that cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndingError {
    /// The format of the extension is not available here.
    #[error("{path}: the answer cannot be written as .{ending}, {}", possible(.endings))]
    Format {
        /// The file.
        path: String,
        /// Its extension.
        ending: String,
        /// The available extensions, apart from those without a meaning.
        endings: Vec<&'static str>,
    },
    /// The extension stands for another language than the requested one.
    #[error("{path} is the name of a file in {said}, but {asked} is requested: leave out one of them")]
    Language {
        /// The file.
        path: String,
        /// The language of its extension.
        said: Language,
        /// The requested language.
        asked: Language,
    },
    /// The extension does not belong to a supported language.
    #[error("{path}: no supported language has the extension .{ending}, expected .rs, .py, .c or .js")]
    NoLanguage {
        /// The file.
        path: String,
        /// Its extension.
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

/// The extension of a file name, in lower case.
fn ending(path: &str) -> Option<String> {
    Some(Path::new(path).extension()?.to_str()?.to_lowercase())
}

/// Whether an extension determines the content of a file.
fn says_something(ending: &str) -> bool {
    FORMATS.iter().any(|known| known.0 == ending) || FOREIGN.contains(&ending)
}

/// The format of a file name's extension, among the available formats; `None` if the extension has no
/// meaning.
///
/// ```
/// use bouton::ending;
///
/// assert_eq!(ending::format("law.TEX", &["text", "latex"]).unwrap(), Some("latex"));
/// assert_eq!(ending::format("law.out", &["text", "latex"]).unwrap(), None);
/// let error = ending::format("law.pdf", &["text", "latex", "svg"]).unwrap_err();
/// assert_eq!(error.to_string(), "law.pdf: the answer cannot be written as .pdf, only as text, .svg, .tex");
/// ```
///
/// # Errors
///
/// If the extension stands for an unavailable format.
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

/// The language of an emitted file: the requested one, else that of its name, else Python.
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
/// If the name stands for another language than the requested one, or for something other than a
/// language.
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

/// Whether an argument for a game looks like the path of a file, which then does not exist.
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
            "s.rs is the name of a file in rust, but python is requested: leave out one of them"
        );
    }
}

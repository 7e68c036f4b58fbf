//! A game from what is written on a command line.

use std::{fs, io, path::Path};

use bouton_rules::{Diagnostics, Game, ResolveError};

/// The largest rules file that is read, in bytes: more than any rules text may have.
const MAX_BYTES: u64 = 1 << 20;

/// Why there is no game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file cannot be read.
    #[error("{path} cannot be read: {error}")]
    Unreadable {
        /// Its path.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// The file is not a text.
    #[error("{path} is no rules text: {reason}")]
    NotText {
        /// Its path.
        path: String,
        /// Why not.
        reason: &'static str,
    },
    /// The file is a certificate.
    #[error(
        "{path} is a certificate, not a game: `bouton check`, `explain` and `emit` read it; to solve, play or list by its law give the game, and --using {path}"
    )]
    Certificate {
        /// Its path.
        path: String,
    },
    /// It looks like the path of a file, and there is none.
    #[error(
        "there is no file {path}; write the path of a rules file, the name of a built-in game, a code or rules text"
    )]
    NoSuchFile {
        /// The path.
        path: String,
    },
    /// The rules have faults.
    #[error("{faults}")]
    Rules {
        /// The text.
        text: String,
        /// All its faults.
        faults: Diagnostics,
    },
    /// No built-in game, no code and no rules text.
    #[error(transparent)]
    Unknown(ResolveError),
}

/// Loads a game: the path of an existing file first, then a built-in name, a
/// code (`0.137`, `subtraction {1,3,4}`), or rules text with lines parted by
/// newlines or `;`.
///
/// # Errors
///
/// [`LoadError`]; faulty rules come with their text and all their faults.
///
/// # Examples
///
/// ```
/// assert_eq!(bouton::load("wythoff")?.name(), "wythoff");
/// assert!(bouton::load("0.77")?.code().is_some());
/// assert!(bouton::load("heaps 1; move take 1..3 from 1 heap").is_ok());
/// assert!(bouton::load("nmi").unwrap_err().to_string().contains("nim"));
/// # Ok::<(), bouton::LoadError>(())
/// ```
pub fn load(argument: &str) -> Result<Game, LoadError> {
    let path = Path::new(argument);
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_dir()) {
        let text = read(argument, path)?;
        if text.starts_with("bouton certificate ") {
            return Err(LoadError::Certificate { path: argument.to_owned() });
        }
        return Game::parse(&text).map_err(|faults| LoadError::Rules { text, faults });
    }
    match bouton_rules::resolve(argument) {
        Ok(game) => Ok(game),
        Err(_) if looks_like_a_path(argument) => Err(LoadError::NoSuchFile { path: argument.to_owned() }),
        // The text itself, so that the places in it are those of the argument.
        Err(ResolveError::Rules(faults)) => match Game::parse(argument) {
            Err(faults) => Err(LoadError::Rules { text: argument.to_owned(), faults }),
            Ok(_) => Err(LoadError::Rules { text: argument.to_owned(), faults }),
        },
        Err(error) => Err(LoadError::Unknown(error)),
    }
}

fn looks_like_a_path(argument: &str) -> bool {
    let one_word = !argument.contains([' ', ';', '\n', '{']);
    one_word
        && (argument.contains('/')
            || [".game", ".txt", ".cert"].iter().any(|ending| argument.ends_with(ending)))
}

fn read(argument: &str, path: &Path) -> Result<String, LoadError> {
    let unreadable = |error| LoadError::Unreadable { path: argument.to_owned(), error };
    let not_text = |reason| LoadError::NotText { path: argument.to_owned(), reason };
    let mut bytes = Vec::new();
    fs::File::open(path)
        .and_then(|file| io::Read::read_to_end(&mut io::Read::take(file, MAX_BYTES + 1), &mut bytes))
        .map_err(unreadable)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(not_text("it is larger than 1 MiB"));
    }
    String::from_utf8(bytes).map_err(|_| not_text("it is not UTF-8"))
}

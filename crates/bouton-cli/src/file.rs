//! Files: games and certificates are read with a bound, and files are written whole or not at all.

use std::{
    fs,
    io::{self, IsTerminal, Read, Write},
    path::{Path, PathBuf},
};

use bouton::{Theorem, Watch, document::Play, ending::looks_like_a_path, rules::Game, words};

use crate::{failure::Failure, session::Session};

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// How much is read at once.
const PIECE: u64 = 1 << 20;

/// How certificates begin.
const BEGINNING: &[u8; 19] = b"bouton certificate ";

/// The largest rules file that is read, in bytes: more than any rules text may have.
const MAX_RULES: u64 = 1 << 20;

pub(crate) fn unreadable(path: &str, error: &io::Error) -> Failure {
    Failure::input("file", format!("{path} cannot be read: {error}"))
}

/// The bytes of a certificate; `-` is standard input. Of what does not begin as certificates do
/// no more than a mebibyte is read.
///
/// # Errors
///
/// If it cannot be read, is larger than a gibibyte, or a limit is met.
pub(crate) fn read(path: &str, watch: &Watch) -> Result<Vec<u8>, Failure> {
    let unreadable = |error: io::Error| unreadable(path, &error);
    let (mut bytes, mut held) = (Vec::new(), watch.hold_none());
    let mut source: Box<dyn Read> = match path {
        "-" => Box::new(io::stdin().lock()),
        _ => Box::new(fs::File::open(path).map_err(unreadable)?),
    };
    loop {
        watch.check()?;
        // What is read, and its copy while it moves.
        held.grow(2 * PIECE)?;
        let read = source.by_ref().take(PIECE).read_to_end(&mut bytes).map_err(unreadable)?;
        if (read as u64) < PIECE || !bytes.starts_with(BEGINNING) {
            return Ok(bytes);
        }
        if bytes.len() as u64 > MAX_BYTES {
            let reason = format!("{path} is larger than 1 GiB, so it is no certificate");
            return Err(Failure::input("file", reason));
        }
    }
}

/// A game: the path of an existing file first, then what the library knows by that name.
///
/// # Errors
///
/// If there is no such game, or its rules have faults.
pub(crate) fn game(argument: &str, settings: &[(String, i64)]) -> Result<Game, Failure> {
    let wrong = |message: String| Err(Failure::input("game", message));
    if fs::metadata(argument).is_ok_and(|metadata| !metadata.is_dir()) {
        let text = rules(argument)?;
        if text.starts_with("bouton certificate ") {
            return wrong(format!(
                "{argument} is a certificate, not a game: `bouton check`, `explain` and `emit` read it; to solve, play or list by its law give the game, and --using {argument}"
            ));
        }
        let game = Game::parse_with(&text, settings).map_err(|faults| Failure::rules(&text, &faults));
        return game.map(|game| with_warnings(game, &text));
    }
    match bouton::Game::named_with(argument, settings) {
        Ok(game) => Ok(with_warnings(game.rules().clone(), argument)),
        Err(_) if looks_like_a_path(argument) => Err(no_file(argument)),
        Err(error) => Err(error.into()),
    }
}

/// The game; what its rules hardly mean is told beside the answer.
fn with_warnings(game: Game, text: &str) -> Game {
    eprint!("{}", words::faults::warnings(&game, text, io::stderr().is_terminal()));
    game
}

/// The text of a rules file; nothing if the argument is no path of a file.
///
/// # Errors
///
/// If it cannot be read.
pub(crate) fn rules_of(argument: &str) -> Result<Option<String>, Failure> {
    let is_file = fs::metadata(argument).is_ok_and(|metadata| !metadata.is_dir());
    is_file.then(|| rules(argument)).transpose()
}

/// What looks like a path, and is none.
pub(crate) fn no_file(argument: &str) -> Failure {
    let instead = "write the path of a rules file, the name of a built-in game, a code or rules text";
    Failure::input("game", format!("there is no file {argument}; {instead}"))
}

fn rules(path: &str) -> Result<String, Failure> {
    let not_text = |reason: &str| Failure::input("file", format!("{path} is no rules text: {reason}"));
    let mut bytes = Vec::new();
    let opened = fs::File::open(path).and_then(|file| file.take(MAX_RULES + 1).read_to_end(&mut bytes));
    opened.map_err(|error| unreadable(path, &error))?;
    if bytes.len() as u64 > MAX_RULES {
        return Err(not_text("it is larger than 1 MiB"));
    }
    String::from_utf8(bytes).map_err(|_| not_text("it is not UTF-8"))
}

/// The game that `save` has written into a file; `None` if the file is something else.
///
/// # Errors
///
/// If it cannot be read, or is no game that was kept.
pub(crate) fn saved_game(path: &str) -> Result<Option<Play>, Failure> {
    let mut head = [0; 1];
    let begins = fs::File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok();
    if !begins || head != *b"{" {
        return Ok(None);
    }
    let game = serde_json::from_str(&rules(path)?);
    game.map(Some)
        .map_err(|error| Failure::input("saved", format!("{path} is no game that was kept: {error}")))
}

/// Whether the argument is a file that begins as certificates do.
pub(crate) fn is_certificate(argument: &str) -> bool {
    let mut head = [0; 19];
    fs::metadata(argument).is_ok_and(|metadata| metadata.is_file())
        && fs::File::open(argument).and_then(|mut file| file.read_exact(&mut head)).is_ok()
        && head == *BEGINNING
}

/// The text of a certificate file.
///
/// # Errors
///
/// If it cannot be read, or is no text.
pub(crate) fn text(path: &str, session: &Session) -> Result<String, Failure> {
    let not_text = |_| Failure::input("certificate", format!("{path} is no certificate: it is not UTF-8"));
    String::from_utf8(read(path, &session.watch())?).map_err(not_text)
}

/// What the checker says a certificate file shows.
///
/// # Errors
///
/// If the checker does not accept it.
pub(crate) fn theorem(path: &str, session: &Session) -> Result<Theorem, Failure> {
    Theorem::check(&text(path, session)?, &session.limits.check())
        .map_err(|error| Failure::from(error).about(path))
}

/// Writes a file whole or not at all; see [`Replacement`].
///
/// # Errors
///
/// If it cannot be written.
pub(crate) fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    let file = Replacement::begin(path)?;
    if let Err(error) = file.file().write_all(bytes.as_ref()) {
        file.abandon();
        return Err(file.unwritable(&error));
    }
    file.finish()
}

/// A file that is written under another name first, then renamed: a killed run leaves no
/// half-written file. A link is followed, and what is no file (a pipe, a device) is written to as it stands.
#[derive(Debug)]
pub(crate) struct Replacement {
    path: PathBuf,
    /// Its name until it is whole; none if it is written to as it stands.
    temporary: Option<PathBuf>,
    file: fs::File,
}

impl Replacement {
    /// Begins to write.
    ///
    /// # Errors
    ///
    /// If the file cannot be made.
    pub(crate) fn begin(path: &Path) -> Result<Self, Failure> {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let failed = |error: io::Error| unwritable(&path, &error);
        if fs::metadata(&path).is_ok_and(|known| !known.is_file() && !known.is_dir()) {
            let file = fs::OpenOptions::new().write(true).open(&path).map_err(failed)?;
            return Ok(Self { path, temporary: None, file });
        }
        let Some(name) = path.file_name().filter(|_| !path.is_dir()) else {
            return Err(Failure::input("file", format!("{} is no name of a file", path.display())));
        };
        let mut temporary = name.to_owned();
        temporary.push(format!(".{}.part", std::process::id()));
        let temporary = path.with_file_name(temporary);
        let file = fs::File::create(&temporary).map_err(failed)?;
        Ok(Self { path, temporary: Some(temporary), file })
    }

    /// What is written to.
    pub(crate) fn file(&self) -> &fs::File {
        &self.file
    }

    /// The file is whole.
    ///
    /// # Errors
    ///
    /// If it cannot be written or renamed.
    pub(crate) fn finish(&self) -> Result<(), Failure> {
        let Some(temporary) = &self.temporary else { return Ok(()) };
        let renamed = self.file.sync_all().and_then(|()| fs::rename(temporary, &self.path));
        renamed.map_err(|error| {
            self.abandon();
            self.unwritable(&error)
        })
    }

    /// Nothing is left behind.
    pub(crate) fn abandon(&self) {
        if let Some(temporary) = &self.temporary {
            // The reason that counts is the first one.
            let _ = fs::remove_file(temporary);
        }
    }

    fn unwritable(&self, error: &io::Error) -> Failure {
        unwritable(&self.path, error)
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::input("file", format!("{} cannot be written: {error}", path.display()))
}

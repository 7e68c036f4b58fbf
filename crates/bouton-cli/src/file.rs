//! Files: games and certificates are read with a bound, and files are written completely or not at
//! all.

use std::{
    fs,
    io::{self, Read, Write},
    path::Path,
};

use bouton::{
    Replacement, Theorem, Watch,
    document::Play,
    ending::looks_like_a_path,
    rules::{Game, text_of},
    words,
};

use crate::{
    color,
    failure::{Failure, unwritable},
    screen,
    session::Session,
};

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// The bytes that are read at once.
const PIECE: u64 = 1 << 20;

/// The beginning of certificates.
const BEGINNING: &[u8; 19] = b"bouton certificate ";

/// The largest rules file that is read, in bytes: more than any rules text may have.
const MAX_RULES: u64 = 1 << 20;

pub(crate) fn unreadable(path: &str, error: &io::Error) -> Failure {
    let reason = match error.kind() {
        io::ErrorKind::NotFound if path.is_empty() => {
            return Failure::input("file", "an argument is empty, where a file or a text is expected");
        }
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => error.to_string(),
    };
    Failure::input("file", format!("{path} cannot be read: {reason}"))
}

/// The bytes of a certificate; `-` is standard input. At most a mebibyte is read of a file that
/// does not begin like a certificate.
///
/// # Errors
///
/// If it cannot be read, is larger than a gibibyte, or a limit is reached.
pub(crate) fn read(path: &str, watch: &Watch) -> Result<Vec<u8>, Failure> {
    let unreadable = |error: io::Error| {
        let failure = unreadable(path, &error);
        if error.kind() != io::ErrorKind::NotFound || path.is_empty() {
            return failure;
        }
        let (game, file) = match bouton::Game::named(path) {
            Ok(_) => (path, "FILE"),
            Err(_) => ("GAME", path),
        };
        failure.with(&format!("; `bouton prove {game} -o {file}` writes a certificate"))
    };
    let (mut bytes, mut held) = (Vec::new(), watch.hold_none());
    let mut source: Box<dyn Read> = match path {
        "-" => Box::new(io::stdin().lock()),
        _ => Box::new(fs::File::open(path).map_err(unreadable)?),
    };
    loop {
        watch.check()?;
        // The bytes, and their copy while the list grows.
        held.grow(2 * PIECE)?;
        let read = source.by_ref().take(PIECE).read_to_end(&mut bytes).map_err(unreadable)?;
        if (read as u64) < PIECE || !bytes.starts_with(BEGINNING) {
            return Ok(bytes);
        }
        if bytes.len() as u64 > MAX_BYTES {
            let reason = format!("{path} is larger than 1 GiB, so it is not a certificate");
            return Err(Failure::input("file", reason));
        }
    }
}

/// A game: the path of an existing file, else a game that the library knows by this name.
///
/// # Errors
///
/// If the game does not exist, or its rules have faults.
pub(crate) fn game(argument: &str, settings: &[(String, i64)], watch: &Watch) -> Result<Game, Failure> {
    let wrong = |message: String| Err(Failure::input("game", message));
    if is_file(argument) {
        let text = rules(argument)?;
        if text.starts_with("bouton certificate ") {
            return wrong(format!(
                "{argument} is a certificate, not a game: `bouton check`, `explain` and `emit` read it; to solve, play or list by its law give the game, and --using {argument}"
            ));
        }
        let game = Game::parse_within(&text, settings, watch)?;
        let game = game.map_err(|faults| Failure::rules(&text, &faults));
        return game.map(|game| with_warnings(game, &text));
    }
    match bouton::Game::named_within(argument, settings, watch) {
        Ok(game) => {
            let text = text_of(argument).unwrap_or_default();
            Ok(with_warnings(game.rules().clone(), &text))
        }
        Err(_) if looks_like_a_path(argument) => Err(no_file(argument)),
        Err(error) => Err(error.into()),
    }
}

/// Prints warnings about a game, and returns the game.
fn with_warnings(game: Game, text: &str) -> Game {
    warn(&game, text);
    game
}

/// Writes warnings about the rules of a game to standard error.
pub(crate) fn warn(game: &Game, text: &str) {
    screen::note(&words::faults::warnings(game, text, color::on_stderr()));
}

/// Whether the argument is the path of a file.
pub(crate) fn is_file(argument: &str) -> bool {
    fs::metadata(argument).is_ok_and(|metadata| !metadata.is_dir())
}

/// The text of a rules file; `None` if the argument is not the path of a file.
///
/// # Errors
///
/// If it cannot be read.
pub(crate) fn rules_of(argument: &str) -> Result<Option<String>, Failure> {
    is_file(argument).then(|| rules(argument)).transpose()
}

/// The failure of an argument that looks like a path, but is not an existing file.
pub(crate) fn no_file(argument: &str) -> Failure {
    let instead = if argument.ends_with(".cert") {
        format!("`bouton prove GAME -o {argument}` writes a certificate there")
    } else {
        "write the path of a rules file, the name of a built-in game, a code or rules text".to_owned()
    };
    let is_folder = fs::metadata(argument).is_ok_and(|known| known.is_dir());
    let what =
        if is_folder { format!("{argument} is a folder") } else { format!("there is no file {argument}") };
    Failure::input("game", format!("{what}; {instead}"))
}

fn rules(path: &str) -> Result<String, Failure> {
    let not_text = |reason: &str| Failure::input("file", format!("{path} is not a text of rules: {reason}"));
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
/// If it cannot be read, or is not a saved game.
pub(crate) fn saved_game(path: &str) -> Result<Option<Play>, Failure> {
    let mut head = [0; 1];
    if !begins_with(path, &mut head) || head != *b"{" {
        return Ok(None);
    }
    let game = serde_json::from_str(&rules(path)?);
    game.map(Some).map_err(|error| Failure::input("saved", format!("{path} is not a saved game: {error}")))
}

/// Whether the argument is a file that begins like a certificate.
pub(crate) fn is_certificate(argument: &str) -> bool {
    let mut head = [0; 19];
    begins_with(argument, &mut head) && head == *BEGINNING
}

/// Reads the beginning of a regular file. Bytes that are read from a pipe would be missing
/// afterwards.
fn begins_with(path: &str, head: &mut [u8]) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_file())
        && fs::File::open(path).and_then(|mut file| file.read_exact(head)).is_ok()
}

/// The text of a certificate file.
///
/// # Errors
///
/// If it cannot be read, or is not text.
pub(crate) fn text(path: &str, session: &Session) -> Result<String, Failure> {
    let not_text = |_| Failure::input("certificate", format!("{path} is not a certificate: it is not UTF-8"));
    String::from_utf8(read(path, &session.watch())?).map_err(not_text)
}

/// The certificates in a folder, in the order of their names.
pub(crate) fn certificates(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let found = entries.filter(|path| path.extension().is_some_and(|extension| extension == "cert"));
    let mut found: Vec<String> = found.map(|path| path.display().to_string()).collect();
    found.sort_unstable();
    found
}

/// The folder of a file, in which files that it names are found.
pub(crate) fn folder(path: &str) -> &Path {
    Path::new(path).parent().unwrap_or(Path::new(""))
}

/// The theorem of a certificate file, by the checker.
///
/// # Errors
///
/// If the checker does not accept it.
pub(crate) fn theorem(path: &str, session: &Session) -> Result<Theorem, Failure> {
    Theorem::check_in(&text(path, session)?, folder(path), &session.limits.check())
        .map_err(|error| Failure::from(error).about(path))
}

/// Writes a file completely or not at all; see [`Replacement`].
///
/// # Errors
///
/// If it cannot be written.
pub(crate) fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    let written = Replacement::begin(path).and_then(|file| {
        file.file().write_all(bytes.as_ref())?;
        file.finish()
    });
    written.map_err(|error| unwritable(path, &error))
}

//! The built-in games: ordinary rules texts, each in a file of `games/`.

use std::sync::LazyLock;

/// A built-in game.
///
/// ```
/// use bouton_rules::{Game, built_in};
///
/// let wythoff = built_in("wythoff").unwrap();
/// assert!(Game::parse(wythoff.text).is_ok());
/// assert!(wythoff.source.contains("Wythoff"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// The name on the command line.
    pub name: &'static str,
    /// The rules, without the comments.
    pub text: &'static str,
    /// A description of the game in one line.
    pub summary: &'static str,
    /// The source of the game.
    pub source: &'static str,
}

/// The names and files, in the order in which the games are listed. The first two lines of a file
/// are comments: a description of the game in one line, and its source.
const FILES: &[(&str, &str)] = &[
    ("two-in-total", include_str!("../games/two-in-total.game")),
    ("take-three", include_str!("../games/take-three.game")),
    ("nim", include_str!("../games/nim.game")),
    ("misere-nim", include_str!("../games/misere-nim.game")),
    ("nim-with-a-pass", include_str!("../games/nim-with-a-pass.game")),
    ("small-pass", include_str!("../games/small-pass.game")),
    ("two-passes", include_str!("../games/two-passes.game")),
    ("podium-nim", include_str!("../games/podium-nim.game")),
    ("podium-subtraction", include_str!("../games/podium-subtraction.game")),
    ("coalition-nim", include_str!("../games/coalition-nim.game")),
    ("moore", include_str!("../games/moore.game")),
    ("misere-moore", include_str!("../games/misere-moore.game")),
    ("wythoff", include_str!("../games/wythoff.game")),
    ("counters-and-guards", include_str!("../games/counters-and-guards.game")),
    ("kayles", include_str!("../games/kayles.game")),
    ("dawsons-kayles", include_str!("../games/dawsons-kayles.game")),
    ("dawsons-chess", include_str!("../games/dawsons-chess.game")),
    ("treblecross", include_str!("../games/treblecross.game")),
    ("grundys-game", include_str!("../games/grundys-game.game")),
    ("laskers-nim", include_str!("../games/laskers-nim.game")),
];

static GAMES: LazyLock<Vec<BuiltIn>> =
    LazyLock::new(|| FILES.iter().map(|&(name, file)| BuiltIn::read(name, file)).collect());

impl BuiltIn {
    fn read(name: &'static str, file: &'static str) -> Self {
        let (summary, rest) = comment(file);
        let (source, text) = comment(rest);
        Self { name, text: text.trim_end(), summary, source }
    }
}

/// Splits off the comment in the first line; it is empty if there is no comment.
fn comment(text: &str) -> (&str, &str) {
    text.strip_prefix("# ").and_then(|text| text.split_once('\n')).unwrap_or(("", text))
}

/// Returns the built-in games.
///
/// ```
/// let names: Vec<&str> = bouton_rules::built_in_games().iter().map(|game| game.name).collect();
/// assert!(names.contains(&"nim") && names.contains(&"kayles"));
/// ```
#[must_use]
pub fn built_in_games() -> &'static [BuiltIn] {
    &GAMES
}

/// Returns the built-in game with this name, in small or capital letters.
///
/// ```
/// assert!(bouton_rules::built_in("nim").is_some());
/// assert_eq!(bouton_rules::built_in("Kayles"), bouton_rules::built_in("kayles"));
/// assert!(bouton_rules::built_in("chess").is_none());
/// ```
#[must_use]
pub fn built_in(name: &str) -> Option<&'static BuiltIn> {
    GAMES.iter().find(|game| game.name.eq_ignore_ascii_case(name))
}

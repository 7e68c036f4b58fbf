//! Games that are named on a command line.

use std::borrow::Cow;

use bouton_core::{LimitReached, Watch};

use crate::{Diagnostics, Game, built_in, built_in_games, suggestion::nearest, token::looks_like_code};

/// The error that an argument is not a game.
///
/// ```
/// use bouton_rules::ResolveError;
///
/// let Err(ResolveError::Unknown { name, similar }) = bouton_rules::resolve("wythof") else { panic!() };
/// assert_eq!(name, "wythof");
/// assert_eq!(similar, Some("wythoff"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    /// One word is neither a built-in game nor a code.
    #[error("there is no game called `{name}`; `games` lists the built-in ones{}", similar.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    Unknown {
        /// The word.
        name: String,
        /// A game with a similar name.
        similar: Option<&'static str>,
    },
    /// A rules text has faults.
    #[error("{faults}")]
    Rules {
        /// The text with the faults: `octal 0.8` for the argument `0.8`.
        text: String,
        /// The faults.
        faults: Diagnostics,
    },
    /// A limit was reached before the rules were read.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

/// Returns the game that an argument names: a built-in name, a code (`0.137`), a line such as
/// `subtraction {1,3,4}`, or a whole rules text.
///
/// # Errors
///
/// [`ResolveError`], with a suggestion or all faults of the text.
///
/// ```
/// use bouton_rules::resolve;
///
/// assert_eq!(resolve("nim").unwrap().name(), "nim");
/// assert_eq!(resolve("0.137").unwrap().text(), "octal 0.137");
/// assert_eq!(resolve("subtraction {1,3,4}").unwrap().text(), "heaps any\nmove take {1,3,4} from 1 heap");
/// assert!(resolve("nmi").unwrap_err().to_string().contains("did you mean `nim`?"));
/// ```
pub fn resolve(argument: &str) -> Result<Game, ResolveError> {
    resolve_with(argument, &[])
}

/// Resolves an argument as [`resolve`] does, with other values for some of the numbers that `let`
/// names ([`Game::parse_with`]).
///
/// # Errors
///
/// As [`resolve`], and a name that no `let` defines.
pub fn resolve_with(argument: &str, settings: &[(String, i64)]) -> Result<Game, ResolveError> {
    resolve_within(argument, settings, &Watch::unlimited())
}

/// Resolves an argument as [`resolve_with`] does, under a watch ([`Game::parse_within`]).
///
/// # Errors
///
/// As [`resolve_with`], and if a limit is reached.
pub fn resolve_within(
    argument: &str,
    settings: &[(String, i64)],
    watch: &Watch,
) -> Result<Game, ResolveError> {
    let text = text_of(argument)?;
    Game::parse_within(&text, settings, watch)?
        .map_err(|faults| ResolveError::Rules { text: text.into_owned(), faults })
}

/// Returns the rules text that an argument stands for: the text of a built-in game, a line for a
/// code, otherwise the argument itself.
///
/// Every command that takes a game reads its argument with this function.
///
/// # Errors
///
/// If the argument is one word that is neither a built-in game nor a code.
///
/// ```
/// use bouton_rules::text_of;
///
/// assert_eq!(text_of("0.77").unwrap(), "octal 0.77");
/// assert_eq!(text_of("0.77; play misere").unwrap(), "0.77; play misere");
/// assert!(text_of("nim").unwrap().contains("move take any from 1 heap"));
/// assert!(text_of("nmi").is_err());
/// ```
pub fn text_of(argument: &str) -> Result<Cow<'_, str>, ResolveError> {
    let argument = argument.trim();
    if let Some(known) = built_in(argument) {
        return Ok(known.text.into());
    }
    if looks_like_code(argument) {
        return Ok(format!("octal {argument}").into());
    }
    let one_word = !argument.contains(|c: char| c.is_whitespace() || c == ';');
    if one_word && argument != "grundy" {
        let similar = nearest(argument, built_in_games().iter().map(|game| game.name));
        return Err(ResolveError::Unknown { name: argument.to_owned(), similar });
    }
    Ok(argument.into())
}

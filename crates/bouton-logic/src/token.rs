//! The words and signs of a text.

use std::ops::Range;

use crate::Fault;

/// A word or sign with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Range<usize>,
}

/// The kind of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Number(i64),
    Word(String),
    /// The name of a game before a point, as in `wythoff.P(a, b)`.
    Game(String),
    Sign(&'static str),
    End,
}

/// The longest text, in bytes.
const MOST_BYTES: usize = 1 << 16;
/// The largest number.
const MOST: i64 = 1 << 32;

/// The signs, longer ones first, each with its canonical sign.
const SIGNS: [(&str, &str); 28] = [
    ("->", "->"),
    ("=>", "->"),
    ("→", "->"),
    ("!=", "!="),
    ("<>", "!="),
    ("≠", "!="),
    ("<=", "<="),
    ("≤", "<="),
    (">=", ">="),
    ("≥", ">="),
    ("==", "="),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("+", "+"),
    ("-", "-"),
    ("−", "-"),
    ("*", "*"),
    ("·", "*"),
    ("⊕", "xor"),
    ("(", "("),
    (")", ")"),
    ("[", "["),
    ("]", "]"),
    (",", ","),
    (";", ";"),
    (":", ":"),
    ("%", "mod"),
];

/// Splits a text into tokens.
///
/// # Errors
///
/// The first character that has no meaning, or a number that is too large.
pub(crate) fn tokens(text: &str) -> Result<Vec<Token>, Fault> {
    if text.len() > MOST_BYTES {
        return Err(Fault::new(&(0..0), format!("the text is longer than {MOST_BYTES} bytes")));
    }
    let mut found = Vec::new();
    let mut at = 0;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let (kind, length) = if first.is_ascii_digit() {
            let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let span = at..at + length;
            let number = rest[..length].parse::<i64>().ok().filter(|&number| number <= MOST);
            let number = number.ok_or_else(|| Fault::new(&span, "numbers here are at most 2^32"))?;
            (TokenKind::Number(number), length)
        } else if is_name(first) {
            // The name of a game may have hyphens; a point follows it.
            let long = rest.find(|c: char| !is_name(c) && c != '-').unwrap_or(rest.len());
            if rest[long..].starts_with('.') {
                (TokenKind::Game(rest[..long].to_owned()), long + 1)
            } else {
                let length = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
                (TokenKind::Word(rest[..length].to_owned()), length)
            }
        } else if let Some((sign, meaning)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
            let kind = match *meaning {
                word @ ("xor" | "mod") => TokenKind::Word(word.to_owned()),
                sign => TokenKind::Sign(sign),
            };
            (kind, sign.len())
        } else {
            let span = at..at + first.len_utf8();
            let fault = Fault::new(&span, format!("`{}` has no meaning here", first.escape_debug()));
            return Err(match first {
                '&' => fault.help("write `and`"),
                '|' => fault.help("write `or`"),
                '^' => fault.help("write `xor`, or the power as a number"),
                '/' => fault.help("write `div`, which rounds down"),
                '{' | '}' => fault.help("write round brackets"),
                '!' => fault.help("write `not`"),
                '?' => fault.help(
                    "a question is written as a statement: `P` with the numbers of a position says that it is lost for the player to move",
                ),
                _ => fault,
            });
        };
        found.push(Token { kind, span: at..at + length });
        at += length;
    }
    found.push(Token { kind: TokenKind::End, span: text.len()..text.len() });
    Ok(found)
}

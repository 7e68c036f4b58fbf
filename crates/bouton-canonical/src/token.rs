//! The words, numbers and signs of a line.

use crate::{limits::MAX_NUMBER, place::Place};

/// Words with a meaning of their own, which cannot be names.
pub const RESERVED: &[&str] = &[
    "all",
    "and",
    "any",
    "are",
    "at",
    "by",
    "div",
    "divisible",
    "each",
    "empty",
    "even",
    "exactly",
    "from",
    "half",
    "heap",
    "heaps",
    "in",
    "is",
    "largest",
    "least",
    "mod",
    "most",
    "no",
    "nonempty",
    "not",
    "odd",
    "of",
    "one",
    "or",
    "same",
    "smallest",
    "some",
    "take",
    "the",
    "total",
    "unless",
    "when",
    "where",
];

/// The signs, each before the signs with which it begins.
const SIGNS: [&str; 16] =
    ["->", "..", "!=", "<=", ">=", "=", "<", ">", "+", "-", "*", ",", "{", "}", "(", ")"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// A word of ASCII letters, digits and `_`, which begins with a letter or `_`.
    Word(&'a str),
    Number(u64),
    Sign(&'static str),
}

/// Returns the tokens of a line with their places; `start` is the offset of the line in the text.
///
/// # Errors
///
/// The place of a character or of a number that cannot occur in rules.
pub(crate) fn tokens(line: &str, start: usize) -> Result<Vec<(Token<'_>, Place)>, Place> {
    let mut tokens = Vec::new();
    let mut rest = line;
    loop {
        rest = rest.trim_start_matches(' ');
        let Some(first) = rest.bytes().next() else { return Ok(tokens) };
        let at = start + line.len() - rest.len();
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let run = |keep: &dyn Fn(u8) -> bool| rest.bytes().take_while(|&byte| keep(byte)).count();
        let (token, length) = if first.is_ascii_digit() {
            let length = run(&|byte| byte.is_ascii_digit());
            let number = rest[..length].parse().ok().filter(|&number| number <= MAX_NUMBER);
            (number.map(Token::Number), length)
        } else if is_word(first) {
            let length = run(&is_word);
            (Some(Token::Word(&rest[..length])), length)
        } else {
            let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
            (sign.map(Token::Sign), sign.map_or(1, str::len))
        };
        let place = Place::new(at, at + length);
        tokens.push((token.ok_or(place)?, place));
        rest = &rest[length..];
    }
}

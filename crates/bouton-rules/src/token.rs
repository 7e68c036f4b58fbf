//! Words, numbers and signs, and the division of a text into lines of these.

use bouton_canonical::{Place, limits::MAX_NUMBER};

use crate::diagnostic::{Diagnostic, DiagnosticCode as Code};

/// A word, a number or a sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) place: Place,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Word(String),
    Number(u64),
    /// The verbatim argument of `game`, `octal` and `hexadecimal`.
    Raw(String),
    Sign(&'static str),
}

/// One line of rules: its tokens, never empty, and the place of its end.
pub(crate) struct TokenLine {
    pub(crate) tokens: Vec<Token>,
    pub(crate) end: Place,
}

/// Words whose argument is read verbatim.
const RAW: &[&str] = &["game", "octal", "hexadecimal"];

/// Signs, longer ones first, with their meaning.
const SIGNS: &[(&str, &str)] = &[
    ("->", "->"),
    ("..", ".."),
    ("!=", "!="),
    ("<=", "<="),
    ("=<", "<="),
    (">=", ">="),
    ("=>", "=>"),
    ("==", "="),
    ("→", "->"),
    ("≠", "!="),
    ("≤", "<="),
    ("≥", ">="),
    ("−", "-"),
    ("–", "-"),
    ("·", "*"),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
    (",", ","),
    ("{", "{"),
    ("}", "}"),
    ("(", "("),
    (")", ")"),
];

/// Suggestions in place of signs of other languages.
const INSTEAD: &[(char, &str)] = &[
    ('/', "write `div` for the quotient of a division, rounded down"),
    ('⌊', "write `z div 2` for ⌊z/2⌋: `div` rounds down"),
    ('⌋', "write `z div 2` for ⌊z/2⌋: `div` rounds down"),
    ('%', "write `mod` for the remainder of a division"),
    ('&', "write `and`"),
    ('|', "write `or`"),
    ('!', "write `not`, or `!=` for unequal"),
    ('.', "write `1..3` for a range; numbers are whole"),
    ('[', "use round brackets, or braces for a set"),
    (']', "use round brackets, or braces for a set"),
    ('^', "powers are not part of the language"),
];

/// The only possible meaning of a sign of another language: the sign remains a fault, but the text
/// after it is read.
fn meant(sign: char) -> Option<TokenKind> {
    let word = |word: &str| Some(TokenKind::Word(word.to_owned()));
    match sign {
        '/' => word("div"),
        '%' => word("mod"),
        '&' => word("and"),
        '|' => word("or"),
        '⌊' => Some(TokenKind::Sign("(")),
        '⌋' => Some(TokenKind::Sign(")")),
        _ => None,
    }
}

/// Divides a text into lines of tokens. A line ends at a new line or a semicolon; a comment extends
/// from `#` to the end of the line.
pub(crate) fn lines(text: &str, faults: &mut Vec<Diagnostic>) -> Vec<TokenLine> {
    let mut lines = Vec::new();
    let mut start = 0;
    for physical in text.split_inclusive('\n') {
        let code = physical.split('#').next().unwrap_or_default();
        let mut offset = start;
        for piece in code.split(';') {
            for (at, sentence) in sentences(piece) {
                let tokens = match bare_code(sentence, offset + at) {
                    Some(code) => code,
                    None => self::tokens(sentence, offset + at, faults),
                };
                let end = offset + at + sentence.trim_end().len();
                if !tokens.is_empty() {
                    lines.push(TokenLine { tokens, end: Place::new(end, end) });
                }
            }
            offset += piece.len() + 1;
        }
        start += physical.len();
    }
    lines
}

/// Returns the sentences of a piece of text without their full stops, with their offsets. Names and
/// codes may contain full stops.
fn sentences(piece: &str) -> Vec<(usize, &str)> {
    let first = piece.split_whitespace().next();
    if first.is_some_and(|first| RAW.contains(&first)) {
        return vec![(0, piece)];
    }
    let mut sentences = Vec::new();
    let (mut start, mut before) = (0, ' ');
    let mut letters = piece.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let ends = letters.peek().is_none_or(|(_, next)| next.is_whitespace());
        if letter == '.' && ends && (before.is_alphanumeric() || "})]".contains(before)) {
            sentences.push((start, &piece[start..at]));
            start = at + 1;
        }
        before = letter;
    }
    sentences.push((start, &piece[start..]));
    sentences
}

/// Reads a code alone in its line, such as `0.77`, and puts the word for its kind before it.
fn bare_code(line: &str, offset: usize) -> Option<Vec<Token>> {
    let code = line.trim();
    let digit = code.starts_with(|first: char| first.is_ascii_digit());
    if !digit || !looks_like_code(code) {
        return None;
    }
    let start = offset + (line.len() - line.trim_start().len());
    let place = Place::new(start, start + code.len());
    let word = Token { kind: TokenKind::Word("octal".to_owned()), place };
    Some(vec![word, Token { kind: TokenKind::Raw(code.to_owned()), place }])
}

/// Whether a text is a code without its word: `0.77`, `4.[3]`, `0.77 unequal`.
pub(crate) fn looks_like_code(text: &str) -> bool {
    let code = text.strip_suffix("unequal").filter(|code| code.ends_with(char::is_whitespace));
    code.unwrap_or(text).trim_end().split_once('.').is_some_and(|(before, after)| {
        before.len() == 1
            && !after.is_empty()
            && before.chars().chain(after.chars()).all(|c| c.is_ascii_hexdigit() || "[]".contains(c))
    })
}

/// Returns the tokens of a line of the grammar, all at one place.
pub(crate) fn written(text: &str, place: Place) -> Vec<Token> {
    let tokens = tokens(text, 0, &mut Vec::new());
    tokens.into_iter().map(|token| Token { place, ..token }).collect()
}

fn tokens(piece: &str, offset: usize, faults: &mut Vec<Diagnostic>) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut rest = piece;
    let mut unknown: Option<(usize, usize)> = None;
    loop {
        let skipped = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        rest = skipped;
        let start = offset + (piece.len() - rest.len());
        let Some(first) = rest.chars().next() else { break };
        if let [Token { kind: TokenKind::Word(word), .. }] = tokens.as_slice()
            && RAW.contains(&word.as_str())
        {
            let raw = rest.trim_end();
            let place = Place::new(start, start + raw.len());
            tokens.push(Token { kind: TokenKind::Raw(raw.to_owned()), place });
            break;
        }
        let (length, kind) = if is_word_start(first) {
            let word = take_while(rest, |c| c.is_alphanumeric() || c == '_');
            if !word.is_ascii() && word != "misère" {
                faults.push(not_ascii(word, Place::new(start, start + word.len())));
            }
            (word.len(), Some(TokenKind::Word(word.to_owned())))
        } else if first.is_ascii_digit() {
            let digits = take_while(rest, |c| c.is_ascii_digit());
            let number = digits.parse::<u64>().ok().filter(|&number| number <= MAX_NUMBER);
            if number.is_none() {
                let place = Place::new(start, start + digits.len());
                faults.push(
                    Diagnostic::new(Code::NumberTooLarge, place, "this number is too large for rules")
                        .expected(format!("a number up to {MAX_NUMBER}"))
                        .suggest("questions may have heaps of any size, but the rules need small numbers"),
                );
            }
            (digits.len(), Some(TokenKind::Number(number.unwrap_or(1))))
        } else if let Some((sign, meaning)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
            (sign.len(), Some(TokenKind::Sign(meaning)))
        } else {
            (first.len_utf8(), None)
        };
        let place = Place::new(start, start + length);
        match kind {
            Some(kind) => tokens.push(Token { kind, place }),
            // Adjacent unknown characters are one fault.
            None => match &mut unknown {
                Some((_, end)) if *end == start => *end = start + length,
                _ => {
                    report_unknown(unknown.take(), piece, offset, faults);
                    unknown = Some((start, start + length));
                    tokens.extend(meant(first).map(|kind| Token { kind, place }));
                }
            },
        }
        rest = &rest[length..];
    }
    report_unknown(unknown, piece, offset, faults);
    tokens
}

fn report_unknown(range: Option<(usize, usize)>, piece: &str, offset: usize, faults: &mut Vec<Diagnostic>) {
    let Some((start, end)) = range else { return };
    let first = piece.get(start - offset..).and_then(|rest| rest.chars().next()).unwrap_or(' ');
    let suggestion = INSTEAD.iter().find(|(sign, _)| *sign == first).map(|(_, advice)| (*advice).to_owned());
    faults.push(
        Diagnostic::new(Code::UnknownCharacter, Place::new(start, end), "this has no meaning in rules")
            .expected("words, whole numbers, and the signs -> .. , { } ( ) + - * = != < <= > >=")
            .suggest_maybe(suggestion),
    );
}

/// Letters of other alphabets that look like Latin letters.
const LOOKALIKES: &[(char, &str)] = &[
    ('a', "аα"),
    ('b', "Ь"),
    ('c', "сϲ"),
    ('d', "ԁ"),
    ('e', "е"),
    ('h', "һ"),
    ('i', "іι"),
    ('j', "ј"),
    ('k', "кκ"),
    ('m', "м"),
    ('n', "п"),
    ('o', "оοо"),
    ('p', "рρ"),
    ('s', "ѕ"),
    ('t', "т"),
    ('u', "υ"),
    ('v', "ν"),
    ('w', "ω"),
    ('x', "хχ"),
    ('y', "уγ"),
];

/// Returns the fault of a name with letters outside ASCII.
pub(crate) fn not_ascii(word: &str, place: Place) -> Diagnostic {
    let strange = word.chars().find(|c| !c.is_ascii()).unwrap_or('?');
    let like = LOOKALIKES.iter().find(|(_, all)| all.contains(strange));
    let what = format!("`{strange}` is U+{:04X}", u32::from(strange));
    let suggestion = match like {
        Some((letter, _)) => format!("{what}, which looks like the Latin `{letter}`"),
        None => what,
    };
    Diagnostic::new(Code::NotAscii, place, "a name has a letter that is not ASCII")
        .expected("letters a to z, digits and `_`, so that no name can look like another")
        .suggest(suggestion)
}

fn is_word_start(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn take_while(text: &str, keep: impl Fn(char) -> bool) -> &str {
    &text[..text.find(|c| !keep(c)).unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Vec<TokenKind>> {
        lines(text, &mut Vec::new())
            .into_iter()
            .map(|line| line.tokens.into_iter().map(|token| token.kind).collect())
            .collect()
    }

    #[test]
    fn ranges_are_not_decimals() {
        let expected = [TokenKind::Number(1), TokenKind::Sign(".."), TokenKind::Number(3)];
        assert_eq!(kinds("1..3"), [expected]);
    }

    #[test]
    fn lines_end_at_semicolons_and_comments_at_line_ends() {
        assert_eq!(kinds("a; b # c; d\ne").len(), 3);
        assert_eq!(kinds(" ;; # only this\n\n").len(), 0);
    }

    #[test]
    fn codes_and_names_are_read_as_they_stand() {
        assert_eq!(
            kinds("octal 0.07 # kayles"),
            [[TokenKind::Word("octal".into()), TokenKind::Raw("0.07".into())]]
        );
    }

    #[test]
    fn unknown_characters_are_one_fault_with_advice() {
        let mut faults = Vec::new();
        lines("a && b", &mut faults);
        assert_eq!(faults.len(), 1);
        assert_eq!(faults[0].span, 2..4);
        assert_eq!(faults[0].suggestion.as_deref(), Some("write `and`"));
    }
}

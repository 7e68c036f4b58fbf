//! Whole sentences, as textbooks state games. They are read if they can have only one meaning;
//! otherwise they are reported with the line to write.
//!
//! This module reads, word by word, a line that is neither in the grammar nor [near to
//! it](crate::forgive). Each of its words must be understood, so that no sentence is read as
//! another game than the one it states. `players take turns taking 1 to 3 stones from a pile` is
//! `move take 1..3 from 1 heap`. A sentence that states less than a rule (which heaps, in a game of
//! several?) or may state two rules is a fault with the lines that may be meant. A sentence about a
//! feature that the language lacks is a fault with the reason.

mod amount;
mod heaps;
mod reader;
mod reasons;
mod statements;

use crate::{
    diagnostic::{Diagnostic, DiagnosticCode as Code},
    forgive::{Defined, in_other_words},
    grammar::{self, statement},
    statement::SourceStatement,
    token::{Token, TokenKind, TokenLine, written},
    words::{HEAP, OBJECTS},
};
use reader::Reader;

/// The fault of a line that states the sizes of heaps.
const SIZES: &str = "the rules do not contain the sizes of the heaps: these are the start of a game, which is chosen afterwards";

/// The meaning of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Meaning {
    /// These lines, in the words of the grammar; empty for a sentence that is always true.
    Lines(Vec<String>),
    /// These lines, with the condition that begins at a token.
    When(Vec<String>, usize),
    /// An incomplete rule, or one of several rules: the reason, and the lines to write.
    Unsure(&'static str, Vec<String>),
}

/// Returns the statements of a line that is a sentence; `moves` is true if a move precedes it.
pub(crate) fn statements(line: &TokenLine, defined: &Defined, moves: bool) -> Option<Vec<SourceStatement>> {
    let (lines, clause) = match meaning(&line.tokens, defined, moves)? {
        Meaning::Lines(lines) => (lines, &[][..]),
        Meaning::When(lines, at) => (lines, &line.tokens[at..]),
        Meaning::Unsure(..) => return None,
    };
    let read = |text: &String| {
        let mut tokens = written(text, line.tokens[0].place.to(line.end));
        tokens.extend_from_slice(clause);
        let line = TokenLine { tokens, end: line.end };
        statement(&line).or_else(|_| statement(&in_other_words(&line))).ok()
    };
    lines.iter().map(read).collect()
}

/// Returns the number of heaps that a line states, if it is a sentence about that.
pub(crate) fn heaps(line: &TokenLine, defined: &Defined) -> Option<u64> {
    match meaning(&line.tokens, defined, false)? {
        Meaning::Lines(lines) => lines.first()?.strip_prefix("heaps ")?.parse().ok(),
        _ => None,
    }
}

/// Returns the fault of a line that is nearly a rule in words, or about a feature that the language
/// lacks.
///
/// `read` is the fault of reading the line as a rule.
pub(crate) fn answered(
    line: &TokenLine,
    defined: &Defined,
    moves: bool,
    read: &Diagnostic,
) -> Option<Diagnostic> {
    let whole = line.tokens[0].place.to(line.end);
    let fault = |place, message: &str, expected: &str, lines: &[String]| {
        let lines: Vec<String> = lines.iter().map(|line| format!("`{line}`")).collect();
        Diagnostic::new(Code::Sentence, place, message)
            .expected(expected)
            .suggest(format!("write {}", lines.join(" or ")))
    };
    // A dash is as ambiguous in a sentence as in a rule.
    let dash = line.tokens.windows(3).position(|three| {
        matches!(three, [Token { kind: TokenKind::Number(_), .. }, minus, Token { kind: TokenKind::Number(_), .. }]
            if minus.kind == TokenKind::Sign("-"))
    });
    if let Some(at) = dash
        && let [
            Token { kind: TokenKind::Number(low), place },
            _,
            Token { kind: TokenKind::Number(high), place: last },
        ] = line.tokens[at..at + 3]
    {
        let mut tokens = line.tokens.clone();
        tokens[at + 1].kind = TokenKind::Sign("..");
        if meaning(&tokens, defined, moves).is_some() {
            return Some(grammar::dash(low, high, place.to(last)));
        }
    }
    if let Some(Meaning::Unsure(why, lines)) = meaning(&line.tokens, defined, moves) {
        return Some(fault(whole, why, "a line with only one meaning", &lines));
    }
    if let Some((at, lines)) = without_size(line, defined, moves) {
        return Some(fault(line.tokens[at].place, SIZES, "a line without them", &[lines]));
    }
    if let Some(reason) = reasons::reason(&line.tokens) {
        return Some(reason);
    }
    // The sentence is read without the words that are not understood, if there are few of them.
    let unknown: Vec<usize> =
        (0..line.tokens.len()).filter(|&at| !reader::is_known(&line.tokens[at], defined)).collect();
    let first = *unknown.first()?;
    if unknown.len() * 3 > line.tokens.len() || line.tokens.iter().any(reasons::turns_around) {
        return None;
    }
    let rest: Vec<Token> =
        (0..line.tokens.len()).filter(|at| !unknown.contains(at)).map(|at| line.tokens[at].clone()).collect();
    let lines = match meaning(&rest, defined, moves)? {
        Meaning::Lines(lines) | Meaning::Unsure(_, lines) if !lines.is_empty() => lines,
        _ => return None,
    };
    let place = line.tokens[first].place;
    // A word that the grammar accepted is a word of the language.
    if read.span.start > place.span().start {
        return None;
    }
    Some(
        fault(place, "a word that is not understood", "a sentence without it", &lines)
            .with_end(", if that is meant"),
    )
}

/// Finds a size as in `from a heap of 21`: its place, and the rules that are meant without it. They have the line for one
/// heap, if no line states the number of heaps.
fn without_size(line: &TokenLine, defined: &Defined, moves: bool) -> Option<(usize, String)> {
    let word = |token: &Token, words: &[&str]| matches!(&token.kind, TokenKind::Word(word) if words.contains(&word.as_str()));
    let is_size = |three: &[Token]| {
        (word(&three[0], HEAP) || word(&three[0], &["heap"]))
            && word(&three[1], &["of"])
            && matches!(three[2].kind, TokenKind::Number(_))
    };
    let noun = line.tokens.windows(3).position(is_size)?;
    let objects = line.tokens.get(noun + 3).is_some_and(|token| word(token, OBJECTS));
    let mut rest = line.tokens.clone();
    rest.drain(noun + 1..noun + 3 + usize::from(objects));
    let Meaning::Lines(mut lines) = meaning(&rest, defined, moves)? else { return None };
    if defined.heaps.is_none() {
        lines.insert(0, "heaps 1".to_owned());
    }
    Some((noun + 2, lines.join("; ")))
}

fn meaning(tokens: &[Token], defined: &Defined, moves: bool) -> Option<Meaning> {
    let start = Reader::new(tokens, defined);
    let reader = || start.clone();
    statements::winner(reader())
        .or_else(|| statements::ending(reader()))
        .or_else(|| statements::heaps(reader()))
        .or_else(|| statements::players(reader()))
        .or_else(|| statements::passes(reader()))
        .or_else(|| statements::moves(reader(), moves))
}

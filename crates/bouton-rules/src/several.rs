//! The fault of several rules in one line, separated by commas or not at all. It only makes a
//! suggestion.

use crate::{
    diagnostic::{Diagnostic, DiagnosticCode as Code},
    forgive::in_other_words,
    grammar::statement,
    token::{Token, TokenKind, TokenLine},
    words::LINES,
};

/// Words that occur only at the beginning of a line.
const FIRST: &[&str] = &["move", "pass", "play", "players", "positions", "stop"];
/// Words with which a line may begin in [other words](in_other_words).
const OTHERS: &[&str] = &["take", "remove", "misere", "misère", "last"];

/// Returns the fault of a line that consists of several rules. It is at the beginning of the second
/// rule, and its suggestion has `;` between the rules.
pub(crate) fn several_lines(line: &TokenLine, text: &str) -> Option<Diagnostic> {
    let is = |token: &Token, words: &[&str]| matches!(&token.kind, TokenKind::Word(word) if words.contains(&word.to_lowercase().as_str()));
    let is_comma = |token: &Token| token.kind == TokenKind::Sign(",");
    let begins = |at: usize| {
        let token = &line.tokens[at];
        is(token, FIRST) || is_comma(&line.tokens[at - 1]) && (is(token, LINES) || is(token, OTHERS))
    };
    let mut starts = vec![0];
    starts.extend((1..line.tokens.len()).filter(|&at| begins(at)));
    let ends = starts.iter().skip(1).copied().chain([line.tokens.len()]);
    let pieces: Vec<&[Token]> = starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| match &line.tokens[start..end] {
            [piece @ .., last] if is_comma(last) => piece,
            piece => piece,
        })
        .collect();
    let is_rule = |piece: &&[Token]| {
        let end = piece.last().map_or(line.end, |token| token.place);
        let line = TokenLine { tokens: piece.to_vec(), end };
        !piece.is_empty() && (statement(&line).is_ok() || statement(&in_other_words(&line)).is_ok())
    };
    if pieces.len() < 2 || !pieces.iter().all(is_rule) {
        return None;
    }
    let written: Vec<&str> = pieces
        .iter()
        .filter_map(|piece| text.get(piece.first()?.place.to(piece.last()?.place).span()))
        .collect();
    let place = line.tokens[starts[1]].place;
    Some(
        Diagnostic::new(Code::TrailingWords, place, "another line begins here")
            .expected("a new line, or `;`, before it")
            .suggest(format!("write `{}`", written.join("; "))),
    )
}

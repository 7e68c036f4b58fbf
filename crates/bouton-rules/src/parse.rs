//! The conversion of a text to its lines: by the grammar, in other words, or as sentences.

use bouton_canonical::syntax::Statement;

use crate::{
    diagnostic::Diagnostic,
    forgive::{Defined, in_other_words, number_of_heaps, numbers, quantities, same_number},
    grammar::statement,
    sentence,
    several::several_lines,
    spelling::misspelled,
    statement::{SourceLine, SourceStatement},
    token::{self, TokenKind, TokenLine},
};

/// The number of faults that get a suggestion. A user does not read further, and a suggestion takes
/// more time than reading the line.
const MOST_HELPED: usize = 100;

/// Returns all lines that could be read, if necessary [in other words](in_other_words) or as
/// [sentences](sentence). The faults of the other lines are added to `faults`.
pub(crate) fn lines(text: &str, faults: &mut Vec<Diagnostic>) -> Vec<SourceLine> {
    let mut parsed: Vec<SourceLine> = Vec::new();
    let mut moves = false;
    let lines = token::lines(text, faults);
    let defined = defined(&lines);
    for mut line in lines {
        numbers(&mut line, &defined);
        quantities(&mut line, &defined);
        same_number(&mut line, &defined);
        let place = line.tokens[0].place.to(line.end);
        let read = statement(&line).or_else(|fault| {
            let other = in_other_words(&line);
            if other.tokens == line.tokens {
                return Err(fault);
            }
            // A fault after the words that were understood is more useful than a fault at one of
            // those words.
            statement(&other)
                .map_err(|behind| if behind.span.start > fault.span.start { behind } else { fault })
        });
        let read = read
            .map(|statement| vec![statement])
            .or_else(|fault| sentence::statements(&line, &defined, moves).ok_or(fault));
        match read {
            Ok(statements) => {
                moves |= statements.iter().any(|one| {
                    matches!(one, SourceStatement::Line(Statement::Move(_)) | SourceStatement::Split { .. })
                });
                parsed.extend(statements.into_iter().map(|said| SourceLine { said, place }));
            }
            Err(fault) => {
                let better = || {
                    several_lines(&line, text)
                        .or_else(|| misspelled(&line, &fault))
                        .or_else(|| sentence::answered(&line, &defined, moves, &fault))
                };
                if faults.len() >= MOST_HELPED {
                    faults.push(*fault);
                    continue;
                }
                let first = better().unwrap_or(*fault);
                let others = further_misspelled(&line, &first);
                faults.push(first);
                faults.extend(others);
            }
        }
    }
    parsed
}

/// Returns the faults of further misspelled words of a line, which are found when those before them are corrected.
fn further_misspelled(line: &TokenLine, first: &Diagnostic) -> Vec<Diagnostic> {
    let mut line = TokenLine { tokens: line.tokens.clone(), end: line.end };
    let mut found = vec![first.clone()];
    while let Some(last) = found.last()
        && let Some(word) = last.suggestion.as_deref().and_then(|words| words.strip_prefix("did you mean `"))
        && let Some(word) = word.strip_suffix("`?")
        && let Some(token) = line.tokens.iter_mut().find(|token| token.place.span() == last.span)
    {
        token.kind = TokenKind::Word(word.to_owned());
        let Err(fault) =
            statement(&line).or_else(|fault| statement(&in_other_words(&line)).map_err(|_| fault))
        else {
            break;
        };
        let next = misspelled(&line, &fault).unwrap_or(*fault);
        if next.span.start <= last.span.start
            || !next.suggestion.as_deref().is_some_and(|words| words.starts_with("did you mean"))
        {
            break;
        }
        found.push(next);
    }
    found.split_off(1)
}

/// Returns the statements of a text without faults, with their offsets.
pub(crate) fn statements(text: &str) -> impl Iterator<Item = (usize, SourceStatement)> {
    lines(text, &mut Vec::new()).into_iter().map(|line| (line.place.span().start, line.said))
}

/// Collects the definitions of the lines.
fn defined(lines: &[TokenLine]) -> Defined {
    let mut defined = Defined::names(lines);
    let of_line = |line: &TokenLine| number_of_heaps(line).unwrap_or_else(|| sentence::heaps(line, &defined));
    let heaps = lines.iter().find_map(of_line);
    defined.heaps = heaps;
    defined
}

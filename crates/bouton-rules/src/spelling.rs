//! Misspelled words, and the words that were probably meant. They only make suggestions.

use bouton_canonical::RESERVED;

use crate::{
    diagnostic::{Diagnostic, DiagnosticCode as Code},
    forgive::in_other_words,
    grammar::statement,
    suggestion::nearest,
    token::{TokenKind, TokenLine},
    words::{HEAP, HEAPS, LINES, OBJECTS},
};

/// Words of the language that are not considered misspelled names, besides those of [`RESERVED`]
/// and [`LINES`].
const OTHERS: &[&str] = &[
    "sizes",
    "podium",
    "coalition",
    "misere",
    "normal",
    "split",
    "into",
    "rest",
    "then",
    "unequal",
    "consecutive",
    "circle",
    "path",
];
/// The least length of a misspelled word; shorter words are too often names.
const SHORTEST: usize = 3;

/// Returns the fault, at the first misspelled word, of a line with misspelled words that is a rule
/// with the nearest words of the language in their place.
pub(crate) fn misspelled(line: &TokenLine, fault: &Diagnostic) -> Option<Diagnostic> {
    let understood = |word: &str| [HEAP, HEAPS, OBJECTS].into_iter().flatten().any(|&one| one == word);
    let mut tokens = line.tokens.clone();
    let mut first = None;
    for (index, token) in tokens.iter_mut().enumerate() {
        // The first of several nearest words is suggested: at the beginning of a line one that a line begins with, later
        // another one.
        let lists = if index == 0 { [LINES, RESERVED, OTHERS] } else { [RESERVED, OTHERS, LINES] };
        let known = || lists.into_iter().flatten().copied();
        if let TokenKind::Word(word) = &mut token.kind
            && word.len() >= SHORTEST
            && !known().any(|one| one == word)
            && !understood(word)
            && let Some(near) = nearest(word, known())
        {
            near.clone_into(word);
            first = first.or(Some((token.place, near)));
        }
    }
    let (place, near) = first?;
    let corrected = TokenLine { tokens, end: line.end };
    if statement(&corrected).is_err() && statement(&in_other_words(&corrected)).is_err() {
        return None;
    }
    let told = if fault.span.start == place.span().start {
        Diagnostic { span: place.span(), ..fault.clone() }
    } else {
        Diagnostic::new(Code::Unexpected, place, "something else was expected here")
            .expected(format!("`{near}`"))
    };
    Some(told.suggest(format!("did you mean `{near}`?")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::lines;

    /// Returns the misspelled word, and the suggestion.
    fn of(text: &str) -> Option<(String, String)> {
        let line = &lines(text, &mut Vec::new())[0];
        let fault = statement(line).err().unwrap();
        let found = misspelled(line, &fault)?;
        Some((text[found.span.clone()].to_owned(), found.suggestion?))
    }

    #[test]
    fn misspelled_words_are_found_where_a_rule_comes_of_it() {
        let meant = |word: &str, near: &str| Some((word.to_owned(), format!("did you mean `{near}`?")));
        assert_eq!(of("move tak {1, 3} from 1 heap"), meant("tak", "take"));
        assert_eq!(of("move take 1..3 fron 1 hepa"), meant("fron", "from"));
        // `for`, with which a line begins, is as near.
        assert_eq!(of("move take 1 to 4 stones form a heap"), meant("form", "from"));
        assert_eq!(of("form all a"), meant("form", "for"));
        // Either no word is misspelled, or the corrected line is not a rule.
        assert_eq!(of("move take any from"), None);
        assert_eq!(of("mvoe"), None);
    }
}

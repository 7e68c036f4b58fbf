//! A reader that takes one word after the other.

use std::rc::Rc;

use bouton_canonical::{RESERVED, syntax::looks_like_heap};

use crate::{
    forgive::Defined,
    token::{Token, TokenKind},
    words::{HEAP, HEAPS, LINES, NUMBERS, OBJECTS, numeral},
};

/// Words that sentences about moves may have, in addition to the words of the grammar.
const VOCABULARY: &[&str] = &[
    "a",
    "able",
    "all",
    "allowed",
    "alternate",
    "alternately",
    "alternates",
    "alternating",
    "altogether",
    "always",
    "amount",
    "amounts",
    "an",
    "are",
    "as",
    "at",
    "away",
    "becomes",
    "begin",
    "begins",
    "between",
    "both",
    "but",
    "by",
    "can",
    "cannot",
    "come",
    "consist",
    "consists",
    "decrease",
    "decreases",
    "decreasing",
    "different",
    "distinct",
    "divide",
    "divides",
    "dividing",
    "during",
    "each",
    "either",
    "element",
    "ends",
    "entire",
    "equal",
    "every",
    "exceeding",
    "fewer",
    "final",
    "first",
    "from",
    "game",
    "has",
    "have",
    "he",
    "her",
    "his",
    "if",
    "inclusive",
    "into",
    "its",
    "last",
    "less",
    "likes",
    "loses",
    "many",
    "maximum",
    "may",
    "member",
    "misere",
    "misère",
    "more",
    "move",
    "mover",
    "moves",
    "must",
    "new",
    "normal",
    "number",
    "numbers",
    "off",
    "on",
    "once",
    "one",
    "optionally",
    "order",
    "other",
    "out",
    "over",
    "pass",
    "per",
    "pick",
    "picking",
    "picks",
    "play",
    "played",
    "player",
    "players",
    "plays",
    "positive",
    "provided",
    "quantity",
    "reduce",
    "reduces",
    "reducing",
    "remaining",
    "remove",
    "removes",
    "removing",
    "rest",
    "same",
    "second",
    "she",
    "should",
    "single",
    "size",
    "smaller",
    "split",
    "splits",
    "splitting",
    "start",
    "starts",
    "subtract",
    "subtracting",
    "subtracts",
    "take",
    "takes",
    "taking",
    "than",
    "that",
    "their",
    "them",
    "then",
    "there",
    "they",
    "third",
    "through",
    "time",
    "to",
    "total",
    "turn",
    "turns",
    "unequal",
    "up",
    "we",
    "who",
    "whoever",
    "whole",
    "whose",
    "wins",
    "wish",
    "wishes",
    "with",
    "you",
    "your",
    "zero",
    "nonzero",
    "natural",
    "whatever",
    "in",
    "it",
    "larger",
    "bigger",
    "biggest",
    "stop",
    "stops",
    "together",
];

/// Whether a word may occur in a sentence.
pub(super) fn is_known(token: &Token, defined: &Defined) -> bool {
    let TokenKind::Word(word) = &token.kind else { return true };
    let small = word.to_lowercase();
    [VOCABULARY, LINES, RESERVED, HEAP, HEAPS, OBJECTS, NUMBERS]
        .iter()
        .any(|list| list.contains(&small.as_str()))
        || defined.is_name(word)
        || looks_like_heap(word)
}

/// A place in a sentence.
#[derive(Clone)]
pub(super) struct Reader<'a> {
    words: Rc<[Option<String>]>,
    tokens: &'a [Token],
    pub(super) at: usize,
    pub(super) defined: &'a Defined,
}

impl<'a> Reader<'a> {
    pub(super) fn new(tokens: &'a [Token], defined: &'a Defined) -> Self {
        // Names distinguish capital from small letters; other words do not.
        let small = |token: &Token| match &token.kind {
            TokenKind::Word(word) if defined.is_name(word) => None,
            TokenKind::Word(word) => Some(word.to_lowercase()),
            _ => None,
        };
        Self { words: tokens.iter().map(small).collect(), tokens, at: 0, defined }
    }

    /// The number of heaps of the game, if it is fixed.
    pub(super) fn heaps(&self) -> Option<u64> {
        self.defined.heaps
    }

    /// The number of words and signs.
    pub(super) fn length(&self) -> usize {
        self.tokens.len()
    }

    pub(super) fn is_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// Whether these words come next, separated by single blanks in `words`.
    pub(super) fn is(&self, words: &str) -> bool {
        let mut at = self.at;
        words.split(' ').all(|word| {
            at += 1;
            self.words.get(at - 1).is_some_and(|known| known.as_deref() == Some(word))
        })
    }

    pub(super) fn accept(&mut self, words: &str) -> bool {
        let found = self.is(words);
        self.at += if found { words.split(' ').count() } else { 0 };
        found
    }

    /// Accepts the first of the phrases that comes next; a longer phrase must come before its own
    /// prefix in the list.
    pub(super) fn accept_one(&mut self, phrases: &[&'static str]) -> Option<&'static str> {
        phrases.iter().copied().find(|phrase| self.accept(phrase))
    }

    pub(super) fn is_sign(&self, sign: &str) -> bool {
        matches!(self.tokens.get(self.at), Some(Token { kind: TokenKind::Sign(known), .. }) if *known == sign)
    }

    pub(super) fn accept_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        self.at += usize::from(found);
        found
    }

    /// Accepts one word of these lists.
    pub(super) fn accept_of(&mut self, lists: &[&[&str]]) -> bool {
        let found = self
            .words
            .get(self.at)
            .and_then(Option::as_deref)
            .is_some_and(|word| lists.iter().any(|list| list.contains(&word)));
        self.at += usize::from(found);
        found
    }

    /// Tries to read, and goes back if this fails.
    pub(super) fn attempt<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.at;
        let found = read(self);
        if found.is_none() {
            self.at = before;
        }
        found
    }

    /// Reads a number in digits or in words, or a name that `let` defines; returns it in the form
    /// of rules.
    pub(super) fn number(&mut self) -> Option<String> {
        let token = self.tokens.get(self.at)?;
        let text = match &token.kind {
            TokenKind::Number(number) => number.to_string(),
            TokenKind::Word(word) if self.defined.is_name(word) => word.clone(),
            TokenKind::Word(_) => numeral(self.words[self.at].as_deref()?)?.to_string(),
            _ => return None,
        };
        self.at += 1;
        Some(text)
    }

    /// Reads the name of a heap.
    pub(super) fn heap_name(&mut self) -> Option<String> {
        let word = self.words.get(self.at)?.clone()?;
        let found = looks_like_heap(&word);
        self.at += usize::from(found);
        found.then_some(word)
    }

    /// Reads a set of numbers and ranges in braces.
    pub(super) fn set(&mut self) -> Option<String> {
        self.attempt(|reader| {
            if !reader.accept_sign("{") {
                return None;
            }
            let mut items: Vec<String> = Vec::new();
            loop {
                let mut item = reader.number()?;
                if reader.accept_sign("..") {
                    item = format!("{item}..{}", reader.number()?);
                }
                items.push(item);
                if reader.accept_sign("}") {
                    return Some(format!("{{{}}}", items.join(",")));
                }
                if !reader.accept_sign(",") {
                    return None;
                }
            }
        })
    }

    /// Reads the objects that are taken: `stones`, `of the remaining stones`, `of them`.
    pub(super) fn objects(&mut self) -> bool {
        self.attempt(|reader| {
            let of = reader.accept("of");
            reader.accept_one(&["the", "those", "these"]);
            reader.accept_of(&[&["remaining", "available"]]);
            (reader.accept_of(&[OBJECTS]) || of && reader.accept("them")).then_some(())
        })
        .is_some()
    }

    /// Reads `heap`, `piles`.
    pub(super) fn heap_noun(&mut self) -> bool {
        self.accept_of(&[&["heap", "heaps", "pile", "piles", "stack", "stacks"]])
    }

    /// Reads `heap` in the singular, because several larger heaps would have another meaning.
    pub(super) fn one_heap_noun(&mut self) -> bool {
        self.accept_of(&[&["heap", "pile", "stack"]])
    }

    /// Whether a condition begins here.
    pub(super) fn is_clause(&self) -> bool {
        ["when", "if", "unless"].iter().any(|word| self.is(word))
    }
}

//! The reader of near-English lines that can have only one meaning.
//!
//! A line that is not in the grammar is read again in other words: `remove` is `take`, `piles` are
//! `heaps`, `up to 3` is `at most 3`, `1, 2 or 3` is `{1,2,3}`, capitals do not matter, and a
//! missing `move` is added. A line in the grammar is never changed, so the meaning of rules never
//! changes. The canonical text shows how the line was understood. Whole
//! [sentences](crate::sentence) are tried after that.

use bouton_canonical::RESERVED;
use rustc_hash::FxHashSet;

use crate::{
    token::{Token, TokenKind, TokenLine},
    words::{HEAP, HEAPS, LINES, NUMBERS, OBJECTS, numeral},
};

/// Words of the language that are not reserved.
const OTHERS: &[&str] =
    &["a", "an", "sizes", "podium", "coalition", "misere", "misère", "normal", "up", "to", "single"];

/// The definitions of other lines that affect the words for heaps: the names of numbers, and the
/// number of heaps.
pub(crate) struct Defined {
    names: FxHashSet<String>,
    /// The number of heaps, if a line fixes it.
    pub(crate) heaps: Option<u64>,
}

impl Defined {
    /// Collects the names that the lines define.
    pub(crate) fn names(lines: &[TokenLine]) -> Self {
        let mut names = FxHashSet::default();
        for line in lines {
            if let [word, Token { kind: TokenKind::Word(name), .. }, ..] = &line.tokens[..]
                && is_one_of(word, &["let", "parameter"])
            {
                names.insert(name.clone());
            }
            if let [first, second, letters @ ..] = &line.tokens[..]
                && is_one_of(first, &["for"])
                && is_one_of(second, &["all"])
            {
                let words = letters.iter().map_while(|token| match &token.kind {
                    TokenKind::Word(word) if word == "where" => None,
                    TokenKind::Word(word) => Some(Some(word.clone())),
                    _ => Some(None),
                });
                names.extend(words.flatten());
            }
        }
        Self { names, heaps: None }
    }

    /// Whether `let` defines this name.
    pub(crate) fn is_name(&self, word: &str) -> bool {
        self.names.contains(word)
    }
}

/// Returns the number of heaps that a line of two words fixes; `None` if the line is not about
/// that.
pub(crate) fn number_of_heaps(line: &TokenLine) -> Option<Option<u64>> {
    let number = |token: &Token| match in_digits(token).kind {
        TokenKind::Number(number) => Some(number),
        _ => None,
    };
    let is_noun = |token: &Token| {
        is_one_of(token, &["heap", "heaps"]) || is_one_of(token, HEAP) || is_one_of(token, HEAPS)
    };
    match &line.tokens[..] {
        [one, other] if is_noun(one) => Some(number(other)),
        [one, other] if is_noun(other) => Some(number(one)),
        _ => None,
    }
}

/// Replaces numbers in words by digits, as in `heaps two`, `take three`, `pass once`, unless the
/// words are names; the grammar would read them as names. Lines of counters, which have names of
/// their own and no heaps, are not changed.
pub(crate) fn numbers(line: &mut TokenLine, defined: &Defined) {
    let first = &line.tokens[0];
    let passes = is_one_of(first, &["pass"]);
    let counts = passes || is_one_of(first, &["heaps", "players"]);
    let takes = is_one_of(first, &["take", "remove"])
        || line.tokens.get(1).is_some_and(|token| is_one_of(token, &["take", "remove"]));
    // A condition after `when` may mention any name.
    let end = if counts || takes { position(&line.tokens, 0, &["when", "unless"]) } else { 0 };
    for token in line.tokens[..end].iter_mut().skip(1) {
        let named =
            matches!(&token.kind, TokenKind::Word(word) if word == "one" || defined.names.contains(word));
        if !named {
            *token = in_digits(token);
        }
        for (often, count) in [("once", 1), ("twice", 2)] {
            if !named && passes && is_one_of(token, &[often]) {
                token.kind = TokenKind::Number(count);
            }
        }
    }
}

/// Replaces `from both heaps` of two by `from 2 heaps`, `from each heap` by `from all heaps`, `from each of 2 heaps` by
/// `from 2 heaps` and
/// `from either heap` by `from 1 heap`, unless these words name numbers; the grammar would read
/// them as names.
pub(crate) fn quantities(line: &mut TokenLine, defined: &Defined) {
    let Some(take) = line.tokens.iter().position(|token| is_one_of(token, &["take", "remove"])) else {
        return;
    };
    let from = position(&line.tokens, take, &["from"]);
    let Some([quantity, rest @ ..]) = line.tokens.get(from + 1..) else { return };
    let TokenKind::Word(named) = &quantity.kind else { return };
    let is_heap = |token: &Token| {
        is_one_of(token, &["heap", "heaps"]) || is_one_of(token, HEAP) || is_one_of(token, HEAPS)
    };
    if defined.names.contains(named)
        || !rest.first().is_none_or(|token| is_heap(token) || is_one_of(token, &["of", "the", "nonempty"]))
    {
        return;
    }
    // An amount from each of some heaps, unless it is one in total.
    if matches!(named.as_str(), "each" | "every")
        && let [of, number, ..] = rest
        && is_one_of(of, &["of"])
        && matches!(number.kind, TokenKind::Number(_))
        && !line.tokens[take..from].iter().any(|token| is_one_of(token, &["total"]))
    {
        line.tokens.drain(from + 1..from + 3);
        return;
    }
    let kind = match named.as_str() {
        "both" if defined.heaps == Some(2) => TokenKind::Number(2),
        "either" if defined.heaps == Some(2) => TokenKind::Number(1),
        "each" | "every" => TokenKind::Word("all".to_owned()),
        _ => return,
    };
    let place = quantity.place;
    let alone = rest.is_empty();
    line.tokens[from + 1].kind = kind;
    if alone {
        line.tokens.push(Token { kind: TokenKind::Word("heaps".to_owned()), place });
    }
}

/// Writes `the same any` for `the same`, `the same number` and `the same amount` before the heaps of a move, unless these
/// words name numbers; the grammar would read them as names.
pub(crate) fn same_number(line: &mut TokenLine, defined: &Defined) {
    let Some(take) = line.tokens.iter().position(|token| is_one_of(token, &["take", "remove"])) else {
        return;
    };
    let [the, same, rest @ ..] = &line.tokens[take + 1..] else { return };
    if !is_one_of(the, &["the"]) || !is_one_of(same, &["same"]) {
        return;
    }
    let (place, noun) = (same.place, take + 3);
    match rest {
        [from, ..] if is_one_of(from, &["from"]) => {
            let any = Token { kind: TokenKind::Word("any".to_owned()), place };
            line.tokens.insert(noun, any);
        }
        [number, from, ..]
            if is_one_of(number, &["number", "amount"])
                && is_one_of(from, &["from"])
                && !matches!(&number.kind, TokenKind::Word(word) if defined.names.contains(word)) =>
        {
            line.tokens[noun].kind = TokenKind::Word("any".to_owned());
        }
        _ => {}
    }
}

/// Rewrites the line in the words of the grammar, as far as they can be guessed.
pub(crate) fn in_other_words(line: &TokenLine) -> TokenLine {
    let mut tokens = line.tokens.clone();
    for token in &mut tokens {
        if let TokenKind::Word(word) = &mut token.kind {
            let small = word.to_lowercase();
            let known = |list: &[&str]| list.contains(&small.as_str());
            if known(HEAP) {
                "heap".clone_into(word);
            } else if known(HEAPS) {
                "heaps".clone_into(word);
            } else if small == "remove" {
                "take".clone_into(word);
            } else if small == "if" {
                "when".clone_into(word);
            } else if [RESERVED, LINES, OBJECTS, NUMBERS, OTHERS].iter().any(|list| known(list)) {
                *word = small;
            }
        }
    }
    for index in 0..tokens.len() {
        // The sign is an arrow if there is no arrow yet, otherwise a comparison.
        if is_sign(&tokens[index], &["=>"]) {
            let arrow = tokens.iter().any(|token| is_sign(token, &["->"]));
            let moves = is_one_of(&tokens[0], &["move"]) && !tokens[..index].iter().any(is_clause);
            tokens[index].kind = TokenKind::Sign(if arrow || !moves { ">=" } else { "->" });
        }
    }
    winner(&mut tokens);
    passes(&mut tokens);
    let is_assignment = tokens.iter().any(|token| is_sign(token, &["->"]));
    let begins = |words: &[&str]| tokens.first().is_some_and(|token| is_one_of(token, words));
    if begins(&["take"]) || is_assignment && !begins(LINES) {
        tokens.insert(0, word("move", &tokens[0]));
    } else if begins(&["misere", "misère", "normal"]) {
        if tokens.len() == 2 && is_one_of(&tokens[1], &["play"]) {
            tokens.pop();
        }
        tokens.insert(0, word("play", &tokens[0]));
    } else if let [one, other] = &tokens[..] {
        // These are `3 heaps`, `two heaps`, `any heaps`, `heaps two`.
        let is_noun = |token: &Token| is_one_of(token, &["heaps", "heap", "players"]);
        let (number, noun) = if is_noun(other) { (in_digits(one), other) } else { (in_digits(other), one) };
        if is_noun(noun) && (matches!(number.kind, TokenKind::Number(_)) || is_one_of(&number, &["any"])) {
            let plural = if is_one_of(noun, &["players"]) { "players" } else { "heaps" };
            tokens = vec![word(plural, noun), number];
        }
    }
    if tokens.get(1).is_some_and(|token| is_one_of(token, &["take"])) {
        tokens = of_take(&tokens);
    }
    TokenLine { tokens, end: line.end }
}

/// Whether a condition begins here.
fn is_clause(token: &Token) -> bool {
    is_one_of(token, &["when", "where", "unless"])
}

/// Rewrites `one pass`, `two passes`.
fn passes(tokens: &mut [Token]) {
    if let [count, noun, ..] = tokens
        && is_one_of(noun, &["pass", "passes"])
        && let number @ Token { kind: TokenKind::Number(_), .. } = in_digits(count)
    {
        tokens[0] = word("pass", count);
        tokens[1] = number;
    }
}

/// Rewrites `last player loses`, `the last player to move wins`, `whoever takes the last stone
/// loses`.
fn winner(tokens: &mut Vec<Token>) {
    let says = |words: &[&str]| tokens.iter().any(|token| is_one_of(token, words));
    let allowed: &[&str] = &[
        "the", "last", "player", "move", "mover", "to", "who", "whoever", "moves", "take", "takes", "one",
        "loses", "wins",
    ];
    let is_allowed = |token: &Token| is_one_of(token, allowed) || is_one_of(token, OBJECTS);
    if !tokens.iter().all(is_allowed) || !says(&["last"]) {
        return;
    }
    let how = match (says(&["loses"]), says(&["wins"])) {
        (true, false) => "misere",
        (false, true) => "normal",
        _ => return,
    };
    *tokens = vec![word("play", &tokens[0]), word(how, &tokens[tokens.len() - 1])];
}

/// Rewrites `move take …`, with amounts and heaps in other words.
fn of_take(tokens: &[Token]) -> Vec<Token> {
    let from = position(tokens, 2, &["from"]);
    let when = position(tokens, from, &["when", "unless"]);
    let mut result = tokens[..2].to_vec();
    result.extend(amount(&phrases(&tokens[2..from])));
    result.extend(heaps(&phrases(&tokens[from..when])));
    match &tokens[when..] {
        // The text `unless h1 = 2` means `when not (h1 = 2)`.
        [unless, condition @ ..] if is_one_of(unless, &["unless"]) && !condition.is_empty() => {
            result.extend([word("when", unless), word("not", unless), sign("(", unless)]);
            // As everywhere, a comma is an `and` that binds least tightly: `unless a, b` forbids
            // both together.
            for (index, part) in condition.split(|token| is_sign(token, &[","])).enumerate() {
                if index > 0 {
                    result.push(word("and", unless));
                }
                result.push(sign("(", unless));
                result.extend_from_slice(part);
                result.push(sign(")", unless));
            }
            result.push(sign(")", unless));
        }
        clause => result.extend_from_slice(clause),
    }
    result
}

/// Rewrites the phrases that occur in amounts and in numbers of heaps.
fn phrases(tokens: &[Token]) -> Vec<Token> {
    let mut result: Vec<Token> = Vec::new();
    let mut at = 0;
    let is = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|token| is_one_of(token, words));
    while let Some(token) = tokens.get(at) {
        at += 1;
        if is_one_of(token, &["up"]) && is(at, &["to"])
            || is_one_of(token, &["no"]) && is(at, &["more"]) && is(at + 1, &["than"])
        {
            at += if is_one_of(token, &["up"]) { 1 } else { 2 };
            result.extend([word("at", token), word("most", token)]);
        } else if is_one_of(token, &["between"]) && is(at + 1, &["and"]) {
            let (low, high) = (&tokens[at], tokens.get(at + 2));
            result.extend([in_digits(low), sign("..", low)]);
            result.extend(high.map(in_digits));
            at += 3;
        } else if is_one_of(token, &["to"]) {
            result.push(sign("..", token));
        } else if matches!(in_digits(token).kind, TokenKind::Number(_))
            && is(at, &["or"])
            && is(at + 1, &["more", "less", "fewer"])
        {
            let bound = if is(at + 1, &["more"]) { "least" } else { "most" };
            at += 2;
            result.extend([word("at", token), word(bound, token), in_digits(token)]);
        } else if !is_one_of(token, &["single"]) {
            result.push(in_digits(token));
        }
    }
    result
}

fn amount(tokens: &[Token]) -> Vec<Token> {
    if let [amounts @ .., within, total] = tokens
        && is_one_of(within, &["in"])
        && is_one_of(total, &["total"])
    {
        let mut result = amount(amounts);
        result.extend([within.clone(), total.clone()]);
        return result;
    }
    let mut tokens = tokens.to_vec();
    // `2 stones`, `any number of stones`, `the same number`.
    while tokens.last().is_some_and(|token| is_one_of(token, OBJECTS)) {
        tokens.pop();
        if tokens.last().is_some_and(|token| is_one_of(token, &["of"])) {
            tokens.pop();
        }
    }
    if tokens.len() > 1 && tokens.last().is_some_and(|token| is_one_of(token, &["number", "amount"])) {
        let last = tokens.pop();
        if let Some(last) = last
            && tokens.last().is_some_and(|token| is_one_of(token, &["same"]))
        {
            tokens.push(word("any", &last));
        }
    }
    // `exactly 2`.
    if tokens.len() > 1 && is_one_of(&tokens[0], &["exactly"]) {
        tokens.remove(0);
    }
    // `an odd number`.
    if let [article, kind] = &tokens[..]
        && is_one_of(article, &["a", "an"])
        && is_one_of(kind, &["odd", "even"])
    {
        tokens.remove(0);
    }
    if let [first, ..] = &tokens[..]
        && is_one_of(first, &["same"])
    {
        tokens.insert(0, word("the", &tokens[0]));
    }
    // `the same 1 or 2`.
    if let [the, same, amounts @ ..] = &tokens[..]
        && is_one_of(the, &["the"])
        && is_one_of(same, &["same"])
        && !amounts.is_empty()
    {
        let mut result = vec![the.clone(), same.clone()];
        result.extend(amount(amounts));
        return result;
    }
    // Text after a list is a separate fault, and is reported as such.
    let listed = tokens.iter().take_while(|token| is_listed(token)).count();
    match list(&tokens[..listed]) {
        Some(mut set) => {
            // The set has the written numbers in braces.
            set.insert(0, sign("{", &tokens[0]));
            set.push(sign("}", &tokens[listed - 1]));
            set.extend_from_slice(&tokens[listed..]);
            set
        }
        None => tokens,
    }
}

fn is_number(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Number(_)) || is_sign(token, &[".."])
}

fn is_listed(token: &Token) -> bool {
    is_number(token) || is_sign(token, &[","]) || is_one_of(token, &["or"])
}

/// Reads `1, 2 or 3`: numbers and ranges, separated by `,` and `or`.
fn list(tokens: &[Token]) -> Option<Vec<Token>> {
    let mut result: Vec<Token> = Vec::new();
    let mut parted = false;
    for token in tokens {
        if is_sign(token, &[","]) || is_one_of(token, &["or"]) {
            parted = true;
            // The signs `, or` are one comma.
            if result.last().is_some_and(is_number) {
                result.push(sign(",", token));
            }
        } else if is_number(token) {
            result.push(token.clone());
        } else {
            return None;
        }
    }
    (parted && result.last().is_some_and(is_number)).then_some(result)
}

/// Rewrites `from 1 or 2 heaps` as `from 1..2 heaps`, `from heap 2` as `from h2`, and the larger
/// heap as the largest one.
fn heaps(tokens: &[Token]) -> Vec<Token> {
    // `from heap 2`, `from heap 2 and heap 3`.
    let number_of = |named: &[Token]| match named {
        [heap, number @ Token { kind: TokenKind::Number(place), .. }] if is_one_of(heap, &["heap"]) => {
            Some(word(&format!("h{place}"), number))
        }
        _ => None,
    };
    if let [from, named @ ..] = tokens {
        let parts = named.split_inclusive(|token| is_one_of(token, &["and"])).map(|part| match part {
            [part @ .., and] if is_one_of(and, &["and"]) => Some(vec![number_of(part)?, and.clone()]),
            part => Some(vec![number_of(part)?]),
        });
        if let Some(parts) = parts.collect::<Option<Vec<_>>>().filter(|parts| !parts.is_empty()) {
            return std::iter::once(from.clone()).chain(parts.into_iter().flatten()).collect();
        }
    }
    let mut tokens = tokens.to_vec();
    // Several larger heaps would have another meaning.
    let one = tokens.last().is_some_and(|token| is_one_of(token, &["heap"]));
    for token in tokens.iter_mut().filter(|_| one) {
        for (compared, extreme) in [("larger", "largest"), ("bigger", "largest"), ("smaller", "smallest")] {
            if is_one_of(token, &[compared]) {
                *token = word(extreme, token);
            }
        }
    }
    next_to_each_other(&mut tokens);
    let tokens = &tokens[..];
    if let [from, low, or, high, rest @ ..] = tokens
        && let (TokenKind::Number(a), TokenKind::Number(b)) = (&low.kind, &high.kind)
        && is_one_of(or, &["or"])
        && *b == a + 1
    {
        let mut result = vec![from.clone(), low.clone(), sign("..", or), high.clone()];
        result.extend_from_slice(rest);
        return result;
    }
    tokens.to_vec()
}

/// Rewrites `2 adjacent heaps in a row` as consecutive heaps of a path, and `around a ring` as `of
/// a circle`.
fn next_to_each_other(tokens: &mut [Token]) {
    let known: &[(&[&str], &str)] = &[
        (&["adjacent", "neighbouring", "neighboring", "successive"], "consecutive"),
        (&["in", "on", "along", "around"], "of"),
        (&["an"], "a"),
        (&["ring", "cycle"], "circle"),
        (&["row", "line"], "path"),
    ];
    let Some(at) =
        tokens.iter().position(|token| is_one_of(token, known[0].0) || is_one_of(token, &["consecutive"]))
    else {
        return;
    };
    for token in &mut tokens[at..] {
        if let Some((_, said)) = known.iter().find(|(words, _)| is_one_of(token, words)) {
            *token = word(said, token);
        }
    }
}

/// Returns the token with a number instead of a number word.
fn in_digits(token: &Token) -> Token {
    let kind = match &token.kind {
        TokenKind::Word(word) => numeral(word).map(TokenKind::Number),
        _ => None,
    };
    Token { kind: kind.unwrap_or_else(|| token.kind.clone()), place: token.place }
}

fn word(text: &str, near: &Token) -> Token {
    Token { kind: TokenKind::Word(text.to_owned()), place: near.place }
}

fn sign(text: &'static str, near: &Token) -> Token {
    Token { kind: TokenKind::Sign(text), place: near.place }
}

fn is_one_of(token: &Token, words: &[&str]) -> bool {
    matches!(&token.kind, TokenKind::Word(word) if words.contains(&word.as_str()))
}

fn is_sign(token: &Token, signs: &[&str]) -> bool {
    matches!(&token.kind, TokenKind::Sign(sign) if signs.contains(sign))
}

/// Returns the position of the first of the words from a place on, or the end.
fn position(tokens: &[Token], from: usize, words: &[&str]) -> usize {
    let from = from.min(tokens.len());
    tokens[from..].iter().position(|token| is_one_of(token, words)).map_or(tokens.len(), |at| from + at)
}

//! Tests that the grammar of `docs/rules.md` agrees with the parser: its sentences are read, and of
//! random lines the parser reads exactly those in the grammar.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::LazyLock,
};

use bouton_canonical::RESERVED;
use proptest::{prelude::*, sample::Index};

use super::statement;
use crate::{diagnostic::DiagnosticCode as Code, token::lines};

/// The document, read when a test runs, so that the package contains every file that it includes.
static DOCUMENT: LazyLock<String> = LazyLock::new(|| {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules.md")).unwrap()
});

/// A right-hand side of the grammar.
#[derive(Clone, Debug)]
enum Form {
    Word(String),
    Named(String),
    All(Vec<Form>),
    One(Vec<Form>),
    Maybe(Box<Form>),
    Many(Box<Form>),
}

struct Grammar {
    rules: BTreeMap<String, Form>,
}

fn grammar() -> Grammar {
    let section = DOCUMENT.split("## Grammar").nth(1).unwrap();
    let mut rules: Vec<(String, String)> = Vec::new();
    for line in section
        .lines()
        .skip_while(|line| !line.starts_with("    "))
        .take_while(|line| line.starts_with("    "))
    {
        // The rest of the line is a remark.
        let line = line.split("      (").next().unwrap();
        match line[4..].split_once('=').filter(|(name, _)| name.trim().chars().all(char::is_alphabetic)) {
            Some((name, rest)) => rules.push((name.trim().to_owned(), rest.to_owned())),
            None => rules.last_mut().unwrap().1.push_str(line),
        }
    }
    let rules = rules.into_iter().map(|(name, text)| {
        let spaced = text.replace("(", " ( ").replace(")", " ) ");
        // Brackets in quotes are words.
        let spaced = spaced.replace("\" ( \"", "\"(\"").replace("\" ) \"", "\")\"");
        let words: Vec<&str> = spaced.split_whitespace().collect();
        let mut at = 0;
        let form = alternatives(&words, &mut at);
        assert_eq!(at, words.len(), "{name}: {text}");
        (name, form)
    });
    Grammar { rules: rules.collect() }
}

fn alternatives(words: &[&str], at: &mut usize) -> Form {
    let mut all = vec![sequence(words, at)];
    while words.get(*at) == Some(&"|") {
        *at += 1;
        all.push(sequence(words, at));
    }
    if all.len() == 1 { all.remove(0) } else { Form::One(all) }
}

fn sequence(words: &[&str], at: &mut usize) -> Form {
    let mut all = Vec::new();
    while let Some(&word) = words.get(*at) {
        *at += 1;
        let mut inner = |close: &str| {
            let form = alternatives(words, at);
            assert_eq!(words[*at], close);
            *at += 1;
            form
        };
        all.push(match word {
            "(" => inner(")"),
            "[" => Form::Maybe(Box::new(inner("]"))),
            "{" => Form::Many(Box::new(inner("}"))),
            "|" | ")" | "]" | "}" => {
                *at -= 1;
                break;
            }
            quoted if quoted.starts_with('"') => Form::Word(quoted.trim_matches('"').to_owned()),
            name => Form::Named(name.to_owned()),
        });
    }
    Form::All(all)
}

impl Grammar {
    /// Returns a random sentence; consumes `choices`, and takes the shortest alternative after the
    /// last one.
    fn sentence(
        &self,
        form: &Form,
        choices: &mut std::slice::Iter<'_, Index>,
        depth: usize,
        words: &mut Vec<String>,
    ) {
        let mut pick =
            |count: usize| if depth > 12 { 0 } else { choices.next().map_or(0, |index| index.index(count)) };
        match form {
            Form::Word(word) => words.push(word.clone()),
            Form::Named(name) => match name.as_str() {
                "name" => words.push(["a", "b", "k", "h1"][pick(4)].to_owned()),
                "number" => words.push(["1", "2", "30"][pick(3)].to_owned()),
                "code" => words.push("0.77".to_owned()),
                // At great depth, the simplest expression and condition.
                "expression" if depth > 8 => words.push("1".to_owned()),
                "condition" | "negation" if depth > 8 => words.push("empty".to_owned()),
                rule => self.sentence(&self.rules[rule], choices, depth + 1, words),
            },
            Form::All(parts) => parts.iter().for_each(|part| self.sentence(part, choices, depth, words)),
            Form::One(parts) => {
                let index = pick(parts.len());
                self.sentence(&parts[index], choices, depth, words);
            }
            Form::Maybe(inner) => {
                if pick(2) == 1 {
                    self.sentence(inner, choices, depth, words);
                }
            }
            Form::Many(inner) => {
                for _ in 0..pick(3) {
                    self.sentence(inner, choices, depth, words);
                }
            }
        }
    }

    /// Returns the places where the words from `from` on that fit a form may end.
    fn ends<'a>(
        &'a self,
        form: &'a Form,
        words: &[&str],
        from: usize,
        known: &mut HashMap<(&'a str, usize), BTreeSet<usize>>,
    ) -> BTreeSet<usize> {
        let one = |fits: bool| if fits { BTreeSet::from([from + 1]) } else { BTreeSet::new() };
        let word = words.get(from).copied();
        match form {
            Form::Word(wanted) => one(word == Some(wanted)),
            Form::Named(name) => match name.as_str() {
                "name" => one(word.is_some_and(is_name)),
                "number" => one(word.is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()))),
                rule => {
                    if let Some(known) = known.get(&(rule, from)) {
                        return known.clone();
                    }
                    let found = self.ends(&self.rules[rule], words, from, known);
                    known.insert((rule, from), found.clone());
                    found
                }
            },
            Form::All(parts) => parts.iter().fold(BTreeSet::from([from]), |starts, part| {
                starts.iter().flat_map(|&start| self.ends(part, words, start, known)).collect()
            }),
            Form::One(parts) => parts.iter().flat_map(|part| self.ends(part, words, from, known)).collect(),
            Form::Maybe(inner) => {
                let mut ends = self.ends(inner, words, from, known);
                ends.insert(from);
                ends
            }
            Form::Many(inner) => {
                let mut ends = BTreeSet::from([from]);
                let mut open = vec![from];
                while let Some(start) = open.pop() {
                    for end in self.ends(inner, words, start, known) {
                        if ends.insert(end) {
                            open.push(end);
                        }
                    }
                }
                ends
            }
        }
    }

    fn has(&self, words: &[&str]) -> bool {
        self.ends(&self.rules["statement"], words, 0, &mut HashMap::new()).contains(&words.len())
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && !RESERVED.contains(&word)
}

/// Whether the parser can read the line, with any meaning.
fn reads(line: &str) -> bool {
    let mut faults = Vec::new();
    for line in lines(line, &mut faults) {
        faults.extend(statement(&line).err().map(|fault| *fault));
    }
    assert!(faults.iter().all(|fault| {
        matches!(
            fault.code,
            Code::UnknownLine | Code::Unexpected | Code::TrailingWords | Code::NameTaken | Code::EmptyAmount
        )
    }));
    faults.is_empty()
}

#[test]
fn reserved_words_are_listed() {
    let list = DOCUMENT.split("Reserved words: ").nth(1).unwrap().split('.').next().unwrap();
    let listed: BTreeSet<&str> = list.split('`').skip(1).step_by(2).collect();
    assert_eq!(listed, RESERVED.iter().copied().collect());
}

#[test]
fn the_grammar_is_closed() {
    let grammar = grammar();
    let mut used = BTreeSet::new();
    fn names<'a>(form: &'a Form, used: &mut BTreeSet<&'a str>) {
        match form {
            Form::Word(_) => {}
            Form::Named(name) => {
                used.insert(name);
            }
            Form::All(parts) | Form::One(parts) => parts.iter().for_each(|part| names(part, used)),
            Form::Maybe(inner) | Form::Many(inner) => names(inner, used),
        }
    }
    grammar.rules.values().for_each(|form| names(form, &mut used));
    let terminals: BTreeSet<&str> =
        used.into_iter().filter(|name| !grammar.rules.contains_key(*name)).collect();
    assert_eq!(terminals, BTreeSet::from(["code", "name", "newline", "number"]));
}

#[test]
fn what_the_grammar_leaves_out_is_refused() {
    for line in [
        "move take 1 from an odd heap of at least 4",
        "move take the same 1 in total from 2 heaps",
        "move take 1 from a 2 heap",
        "move take any from { }",
    ] {
        let grammar = grammar();
        assert!(!grammar.has(&line.split(' ').collect::<Vec<_>>()) && !reads(line), "{line}");
    }
}

/// Whether two numbers have a dash between them; the text after the grammar treats that case.
fn has_a_dash(words: &[String]) -> bool {
    let is_number = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
    words.windows(3).any(|three| is_number(&three[0]) && three[1] == "-" && is_number(&three[2]))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn sentences_of_the_grammar_are_read(choices in prop::collection::vec(any::<Index>(), 1..60)) {
        let grammar = grammar();
        let mut words = Vec::new();
        grammar.sentence(&grammar.rules["statement"], &mut choices.iter(), 0, &mut words);
        let line = words.join(" ");
        prop_assert!(reads(&line) || has_a_dash(&words), "{}", line);
    }

    /// Leaves a word of a sentence out, doubles it, or replaces it by another.
    #[test]
    fn changed_sentences_are_read_exactly_if_the_grammar_has_them(
        choices in prop::collection::vec(any::<Index>(), 1..40),
        place in any::<Index>(),
        change in 0..3u8,
        other in prop::sample::select(vec![
            "heaps", "heap", "any", "2", "take", "from", "when", "at", "most", "is", "are", "nonempty", "a", "h1", "->",
            "-", "+", "*", ",", "where", ">=", "div", "(", ")", "not", "and", "or", "unless", "empty", "each", "{", "}",
            "..", "the", "same", "in", "total", "largest", "half", "=", "even", "all", "exactly", "of", "no", "some",
        ]),
    ) {
        let grammar = grammar();
        let mut words = Vec::new();
        grammar.sentence(&grammar.rules["statement"], &mut choices.iter(), 0, &mut words);
        // These lines take their rest verbatim.
        if ["game", "octal", "hexadecimal"].contains(&words[0].as_str()) {
            return Ok(());
        }
        let at = place.index(words.len());
        match change {
            0 => { words.remove(at); }
            1 => words.insert(at, words[at].clone()),
            _ => words[at] = other.to_owned(),
        }
        if words.is_empty() {
            return Ok(());
        }
        if has_a_dash(&words) {
            return Ok(());
        }
        let list: Vec<&str> = words.iter().map(String::as_str).collect();
        prop_assert_eq!(reads(&words.join(" ")), grammar.has(&list), "{}", words.join(" "));
    }
}

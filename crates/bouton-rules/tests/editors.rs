//! Tests that the TextMate grammar for editors is valid and colours the existing rules.

use std::{fs, path::Path};

use fancy_regex::Regex;
use serde_json::Value;

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A pattern with the scope of the match, or of its groups.
struct Pattern {
    regex: Regex,
    whole: Option<String>,
    groups: Vec<(usize, String)>,
}

fn grammar() -> Vec<Pattern> {
    let text = fs::read_to_string(root().join("editors/bouton.tmLanguage.json")).unwrap();
    let grammar: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&grammar["scopeName"], &grammar["fileTypes"][0]), (&"source.game".into(), &"game".into()));
    let pattern = |pattern: &Value| {
        let groups = pattern["captures"].as_object().into_iter().flatten();
        Pattern {
            regex: Regex::new(pattern["match"].as_str().unwrap()).unwrap(),
            whole: pattern["name"].as_str().map(str::to_owned),
            groups: groups
                .map(|(group, scope)| (group.parse().unwrap(), scope["name"].as_str().unwrap().to_owned()))
                .collect(),
        }
    };
    grammar["patterns"].as_array().unwrap().iter().map(pattern).collect()
}

/// Returns the words of a line with their scopes, as an editor finds them: the leftmost match, and
/// among matches at one place the pattern that comes first.
fn scopes(patterns: &[Pattern], line: &str) -> Vec<(String, String)> {
    let (mut found, mut from) = (Vec::new(), 0);
    loop {
        let matches = patterns.iter().filter_map(|pattern| {
            let captures = pattern.regex.captures_from_pos(line, from).unwrap()?;
            Some((captures.get(0).unwrap().start(), pattern, captures))
        });
        let Some((_, pattern, captures)) = matches.min_by_key(|(start, ..)| *start) else { return found };
        let whole = captures.get(0).unwrap();
        if let Some(scope) = &pattern.whole {
            found.push((whole.as_str().to_owned(), scope.clone()));
        }
        for (group, scope) in &pattern.groups {
            found.push((captures.get(*group).unwrap().as_str().to_owned(), scope.clone()));
        }
        assert!(whole.end() > from, "an empty match in {line:?}");
        from = whole.end();
    }
}

/// Returns the built-in games, and the rules of the gallery and of the page about rules.
fn texts() -> Vec<String> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("games")).unwrap() {
        texts.push(fs::read_to_string(entry.unwrap().path()).unwrap());
    }
    for page in ["docs/rules.md", "docs/gallery.md", "README.md"] {
        let page = fs::read_to_string(root().join(page)).unwrap();
        let blocks = page.split("\n```").skip(1).step_by(2);
        let rules = blocks.filter_map(|block| block.split_once('\n')).filter(|(kind, text)| {
            *kind == "game" || *kind == "text" && (text.starts_with("game ") || text.starts_with("heaps "))
        });
        texts.extend(rules.map(|(_, text)| text.to_owned()));
    }
    assert!(texts.len() > 60, "only {} texts were found", texts.len());
    texts
}

#[test]
fn every_letter_of_the_rules_there_are_has_a_scope() {
    let patterns = grammar();
    for text in texts() {
        for line in text.lines() {
            let coloured: String = scopes(&patterns, line).into_iter().map(|(word, _)| word).collect();
            let bare = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
            assert_eq!(bare(&coloured), bare(line), "{line}");
        }
    }
}

/// Tests that a word of the language is never coloured as a name that an author has chosen.
#[test]
fn reserved_words_are_no_names() {
    let patterns = grammar();
    let page = fs::read_to_string(root().join("docs/rules.md")).unwrap();
    let list = page.split("Reserved words:").nth(1).unwrap().split("\n\n").next().unwrap();
    let words: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
    assert!(words.len() > 30, "only {} words were found", words.len());
    for word in words {
        let found = scopes(&patterns, &format!("x = {word}"));
        assert_ne!(found[2].1, "variable.other.game", "{word}");
    }
}

#[test]
fn scopes_are_those_of_the_words() {
    let patterns = grammar();
    let expected = [
        (
            "game take-three # one heap",
            vec![
                ("game", "keyword.control.game"),
                ("take-three", "entity.name.type.game"),
                ("# one heap", "comment.line.number-sign.game"),
            ],
        ),
        (
            "heaps 1; move take 1..3 from 1 heap",
            vec![
                ("heaps", "keyword.control.game"),
                ("1", "constant.numeric.game"),
                (";", "punctuation.separator.game"),
                ("move", "keyword.control.game"),
                ("take", "keyword.other.move.game"),
                ("1", "constant.numeric.game"),
                ("..", "keyword.operator.game"),
                ("3", "constant.numeric.game"),
                ("from", "keyword.other.move.game"),
                ("1", "constant.numeric.game"),
                ("heap", "keyword.other.move.game"),
            ],
        ),
        ("octal 0.3[30]", vec![("octal", "keyword.control.game"), ("0.3[30]", "constant.numeric.code.game")]),
        (
            "move a -> a div 2 when a >= 1",
            vec![
                ("move", "keyword.control.game"),
                ("a", "variable.other.game"),
                ("->", "keyword.operator.game"),
                ("a", "variable.other.game"),
                ("div", "keyword.operator.game"),
                ("2", "constant.numeric.game"),
                ("when", "keyword.other.clause.game"),
                ("a", "variable.other.game"),
                (">=", "keyword.operator.game"),
                ("1", "constant.numeric.game"),
            ],
        ),
        (
            "play misère",
            vec![("play", "keyword.control.game"), ("misère", "support.constant.convention.game")],
        ),
    ];
    for (line, expected) in expected {
        let found = scopes(&patterns, line);
        let found: Vec<(&str, &str)> = found.iter().map(|(word, scope)| (&word[..], &scope[..])).collect();
        assert_eq!(found, expected, "{line}");
    }
}

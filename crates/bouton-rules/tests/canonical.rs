//! Tests that the strict reader of canonical text and the reader of ordinary text give the same
//! rules.

mod support;

use std::{fs, path::Path};

use bouton_rules::{Game, HeapCount, Rules, built_in_games};
use proptest::{prelude::*, sample::Index};
use support::rules;

/// Rules of every kind, in addition to the random ones.
const KINDS: &[&str] = &[
    "for all a, b where 1 <= a, a < b, b <= 2 * a; heaps 1; move take {a, b} from 1 heap",
    "for all m; let k = 3; counters x; move x -> x - t where 1 <= t, t <= m + k",
    "heaps any; let k = 0 - 3; let big = 5; move take 1..big + k from 1 heap; play misere",
    "counters split, b; move split -> split - 1; move split, b -> b, split - 1 when split > b or not (b is odd and split = 3)",
    "heaps 3; move take half from 1 heap when heap >= 4 and (h1 < h2 or not empty); stop when 1..2 heaps are at least 3",
    "heaps 3; move take 1..(9 - 2) in total from 1..2 heaps of at least largest - 1; stop when no heap is odd",
    "heaps 3; move take (5 - 3)..4 from {h3, h1}; move take all from h2 and h3 when (h1 + 1) * 2 mod 3 != 1",
    "heaps 4; move take any from at most 2 consecutive heaps of a circle; move take 1 from at most 1 consecutive heaps of a path",
    "heaps 2; move take any from 1 heap; positions where h1 >= 0 or h2 div 2 <= h1 + 1, not total < 0",
    "heap sizes 1..4; players 3 coalition; move take any from at most 2 heaps; pass 2 unless empty when m1 is divisible by 3",
    "players 3 podium; heaps 2; move take odd from all heaps; move take at least 2 from all nonempty heaps; pass 1 each",
    "heaps 2; let k = 1; move take at most heap div 2 + 1 from k heaps; move take any from exactly k + 1 heaps; stop when 2 heaps are distinct or some heap is empty",
    "octal 0.77 unequal",
    "octal 4.[3]",
    "octal 0.3[30]",
    "hexadecimal 0.f",
    "grundy",
    "subtraction all but {1, 3}",
    "subtraction all but {10000}",
    "move take at least 10000 from 1 heap, then may split the rest in two unequal heaps",
    "game x-1.5+'; heaps 1; move take even from 1 heap",
];

/// Reads the canonical text of a game strictly, and compares the rules and their rulesets.
fn is_read_alike(game: &Game) {
    let text = game.text();
    let strict = Rules::read(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    assert_eq!(strict, **game, "{text}");
    let with =
        |heaps| (strict.with_heaps(heaps).unwrap().ruleset(), game.with_heaps(heaps).unwrap().ruleset());
    let (one, other) = match game.heaps() {
        HeapCount::Any => with(3),
        HeapCount::Fixed(_) => (strict.ruleset(), game.ruleset()),
    };
    assert_eq!(one, other, "{text}");
}

#[test]
fn the_canonical_text_of_every_kind_of_game_is_read_alike() {
    for rules in KINDS.iter().copied().chain(built_in_games().iter().map(|known| known.text)) {
        is_read_alike(&Game::parse(rules).unwrap_or_else(|faults| panic!("{rules}\n{faults}")));
    }
}

#[test]
fn the_games_of_the_suite_are_read_alike() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let mut seen = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for rules in text.split("\nrules = \"").skip(1) {
            let rules = match rules.strip_prefix("\"\"") {
                Some(lines) => lines.split("\"\"\"").next(),
                None => rules.split('"').next(),
            };
            is_read_alike(&Game::parse(rules.unwrap()).unwrap());
            seen += 1;
        }
    }
    assert!(seen >= 10, "only {seen} games");
}

#[test]
fn the_games_of_the_documentation_are_read_alike() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules.md")).unwrap();
    let blocks = text.split("```game\n").skip(1).map(|block| block.split("```").next().unwrap());
    assert!(blocks.clone().count() >= 8);
    blocks.for_each(|block| is_read_alike(&Game::parse(block).unwrap()));
}

#[test]
fn other_texts_are_refused_where_they_differ() {
    for (text, error) in [
        ("", "1:1: this is not"),
        ("heaps 2; move take any from 1 heap", "1:8: this is not"),
        ("heaps 2\nmove take any from 1 heap\n", "3:1: this is not"),
        ("heaps 2\n\nmove take any from 1 heap", "2:1: this is not"),
        ("heaps  2\nmove take any from 1 heap", "1:7: this is not"),
        ("heaps 2\nmove take any from 1 heap # Nim", "2:27: this is not"),
        ("heaps 2\nmove take any from a heap", "2:20: E0103: `a` is not known here"),
        ("heaps 2\nmove take any from one heap", "2:20: this is not"),
        ("heaps 2\nmove take any from 1 pile", "2:22: this is not"),
        ("heaps 2\nmove take any from 1 heaps", "2:26: this is not"),
        ("Heaps 2\nmove take any from 1 heap", "1:1: this is not"),
        ("heaps 02\nmove take any from 1 heap", "1:7: this is not"),
        ("heaps 2\nmove take {1, 2} from 1 heap", "2:14: this is not"),
        ("heaps 2\nmove take 1 + (1) from 1 heap", "2:15: this is not"),
        ("heaps 2\nmove take heap div 2 from 1 heap", "2:12: this is not"),
        ("heaps 2\nplay misere\nmove take any from 1 heap", "2:1: this is not"),
        ("heaps 2\nmove take any from 1 heap\nplay normal", "3:6: this is not"),
        ("heaps 2\nmove take any from 1 heap\npass", "3:5: this is not"),
        ("heaps 2\nmove take any from 1 heap when h1 ≥ 2", "2:35: this is not"),
        ("heaps 2\nmove take any from h3", "2:20: E0205: there is no heap `h3`"),
        ("heaps 2\nmove take 0 from 1 heap", "2:11: E0301: 0 objects cannot be taken"),
        ("counters a, b\nmove a, b -> b, a", "2:1: E0402: it could not be shown that play ends"),
        ("counters take\nmove take -> take - 1", "1:10: this is not"),
        ("octal 0.8", "1:7: E0404"),
        ("octal 0.30[30]", "1:9: this is not"),
        ("game two words\nheaps 2\nmove take any from 1 heap", "1:6: this is not"),
        ("heaps 2", "1:8: E0203"),
    ] {
        let refused = Rules::read(text).expect_err(text).to_string();
        assert!(refused.starts_with(error), "{text}\n{refused}, not {error}");
    }
}

#[test]
fn absurd_texts_are_refused() {
    let line = |condition: &str| format!("heaps 1\nmove take 1 from 1 heap when {condition}");
    for text in [
        line(&format!("{}h1 > 0{}", "(".repeat(10_000), ")".repeat(10_000))),
        line(&format!("{}h1 > 0", "not ".repeat(10_000))),
        line(&format!("h1 > {}1", "1 + ".repeat(10_000))),
        line("h1 > 99999999999999999999999"),
        "move take any from 1 heap\n".repeat(40_000),
        "heaps 18446744073709551616\nmove take any from 1 heap".to_owned(),
    ] {
        assert!(Rules::read(&text).is_err());
    }
}

/// Words and signs that a mutant may get.
const PIECES: &[&str] = &[
    "any", "2", "0", "1..3", "from", "heap", "heaps", "when", "at", "most", "least", "is", "are", "nonempty",
    "a", "->", "-", ",", "where", ">=", "t", "div", "mod", "(", ")", "not", "and", "or", "each", "empty",
    "{", "}", "the same", "in total", "largest", "half", "=", "h1", "h2", "even", "all", "exactly", "no",
    "one", " ", "\n", ";", "#", ".", "é",
];

/// Tests that the other reader gives the same rules if the strict reader accepts a text.
fn is_not_read_otherwise(text: &str) {
    if let Ok(strict) = Rules::read(text) {
        assert_eq!(strict.text(), text);
        let game = Game::parse(text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
        assert_eq!(*game, strict, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn random_games_are_read_alike(text in rules()) {
        if let Ok(game) = Game::parse(&text) {
            is_read_alike(&game);
        }
    }

    /// Tests canonical texts in which a word or a character is left out, repeated or replaced.
    #[test]
    fn mutants_are_read_alike_or_refused(
        text in prop_oneof![rules(), proptest::sample::select(KINDS).prop_map(str::to_owned)],
        changes in prop::collection::vec((any::<Index>(), any::<Index>(), proptest::sample::select(PIECES)), 8),
    ) {
        let Ok(game) = Game::parse(&text) else { return Ok(()) };
        let canonical = game.text();
        let words: Vec<&str> = canonical.split_inclusive([' ', '\n']).collect();
        for (at, other, piece) in changes {
            let (at, other) = (at.index(words.len()), other.index(words.len()));
            let with = |word: &str| {
                let mut words = words.clone();
                words[at] = word;
                words.concat()
            };
            let mut mutants = vec![with(""), with(words[other]), with(&format!("{piece} ")), with(&format!("{}{piece} ", words[at]))];
            let place = at.min(canonical.len());
            mutants.push(format!("{}{}", &canonical[..place], &canonical[place + 1..]));
            mutants.push(format!("{}{piece}{}", &canonical[..place], &canonical[place..]));
            let place = other.min(canonical.len() - 1);
            mutants.push(format!("{}{piece}{}", &canonical[..place], &canonical[place + 1..]));
            mutants.iter().for_each(|mutant| is_not_read_otherwise(mutant));
        }
    }
}

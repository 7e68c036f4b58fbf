//! Tests that near-English is understood if it has only one meaning, and that nothing else changes
//! its meaning.

use bouton_rules::Game;

/// A text, and its canonical text.
const UNDERSTOOD: &[(&str, &str)] = &[
    ("heaps 1; move take 1 or 2 from 1 heap", "heaps 1\nmove take {1,2} from 1 heap"),
    ("heaps 1; move take 1, 2 or 3 from 1 heap", "heaps 1\nmove take {1,2,3} from 1 heap"),
    ("heaps 1; move take 1, 2, or 4..6 from 1 heap", "heaps 1\nmove take {1,2,4..6} from 1 heap"),
    ("heaps 1; move take up to 3 from 1 heap", "heaps 1\nmove take at most 3 from 1 heap"),
    ("heaps 1; move take no more than 3 from 1 heap", "heaps 1\nmove take at most 3 from 1 heap"),
    ("heaps 1; move take between 1 and 3 from 1 heap", "heaps 1\nmove take 1..3 from 1 heap"),
    ("heaps 1; move take 1 to 3 stones from a pile", "heaps 1\nmove take 1..3 from 1 heap"),
    ("piles 3; remove any number of stones from one pile", "heaps 3\nmove take any from 1 heap"),
    ("3 piles; take any from 1 pile", "heaps 3\nmove take any from 1 heap"),
    (
        "Heaps Any; Move Take Any From 1 Heap; Play Misere",
        "heaps any\nmove take any from 1 heap\nplay misere",
    ),
    (
        "heaps 2; take one or two stones from one heap; misere",
        "heaps 2\nmove take {1,2} from 1 heap\nplay misere",
    ),
    (
        "heaps 1; take 1 or 2 from 1 heap; last player loses",
        "heaps 1\nmove take {1,2} from 1 heap\nplay misere",
    ),
    ("heaps 1; take 1 from 1 heap; the last player to move wins", "heaps 1\nmove take 1 from 1 heap"),
    (
        "heaps 4; take 1 or 2 in total from up to 2 heaps",
        "heaps 4\nmove take {1,2} in total from at most 2 heaps",
    ),
    ("heaps 2; take the same number from 2 heaps", "heaps 2\nmove take the same any from 2 heaps"),
    ("heaps 3; take any from 1 or 2 heaps", "heaps 3\nmove take any from 1..2 heaps"),
    ("two piles; take the same 1 or 2 from both piles", "heaps 2\nmove take the same {1,2} from 2 heaps"),
    ("two heaps; take an odd number of stones from a pile", "heaps 2\nmove take odd from 1 heap"),
    ("heaps 3; take any from the larger heap", "heaps 3\nmove take any from 1 largest heap"),
    (
        "heaps 3; take 1 from each pile; take 2 from pile 2",
        "heaps 3\nmove take 1 from all heaps\nmove take 2 from h2",
    ),
    ("heaps 3; take 1 from pile 2 and pile 3", "heaps 3\nmove take 1 from h2 and h3"),
    (
        "heaps 5; take any from up to two adjacent piles in a circle",
        "heaps 5\nmove take any from at most 2 consecutive heaps of a circle",
    ),
    (
        "heaps 5; remove any number from at most 3 neighbouring heaps on a line",
        "heaps 5\nmove take any from at most 3 consecutive heaps of a path",
    ),
    ("heaps 2; move take 1 from both heaps", "heaps 2\nmove take 1 from 2 heaps"),
    ("heaps 3; move take 1 from each of 2 heaps", "heaps 3\nmove take 1 from 2 heaps"),
    ("2 piles; take 1 or 2 from either pile", "heaps 2\nmove take {1,2} from 1 heap"),
    ("heaps 3; move take 1 from every heap", "heaps 3\nmove take 1 from all heaps"),
    (
        "heaps 2; take any from heap 1 if h1 > 3; take 1 from h2 unless h1 = 2",
        "heaps 2\nmove take any from h1 when h1 > 3\nmove take 1 from h2 when not h1 = 2",
    ),
    (
        "heaps 1; take 1 or 2 from 1 heap; whoever takes the last one loses",
        "heaps 1\nmove take {1,2} from 1 heap\nplay misere",
    ),
    ("counters a, b; a -> a - 1; b -> b - 1", "counters a, b\nmove a -> a - 1\nmove b -> b - 1"),
    ("heaps two; take two from 1 heap", "heaps 2\nmove take 2 from 1 heap"),
    ("heaps 2; move take 1 from 1 heap; misere play", "heaps 2\nmove take 1 from 1 heap\nplay misere"),
    ("heaps 2; take 1 from 1 heap; pass once", "heaps 2\nmove take 1 from 1 heap\npass 1"),
    (
        "heaps 2; take exactly 2 from a pile; two passes unless empty",
        "heaps 2\nmove take 2 from 1 heap\npass 2 unless empty",
    ),
    ("heaps 3; take 1 or more from two or more heaps", "heaps 3\nmove take at least 1 from at least 2 heaps"),
    ("heaps 3; take 2 or fewer stones from a pile", "heaps 3\nmove take at most 2 from 1 heap"),
    (
        "heaps 2; take 1 from h1 unless h1 = 2, h2 = 3 or h2 = 4",
        "heaps 2\nmove take 1 from h1 when not (h1 = 2 and (h2 = 3 or h2 = 4))",
    ),
    ("heaps 2; move take any from h1 when h2 =< 3", "heaps 2\nmove take any from h1 when h2 <= 3"),
    ("counters a; move a => a - 1 when a => 2", "counters a\nmove a -> a - 1 when a >= 2"),
];

#[test]
fn near_english_is_understood() {
    for (text, canonical) in UNDERSTOOD {
        let game = Game::parse(text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
        assert_eq!(game.text(), *canonical, "{text}");
    }
}

/// Tests that lines of the grammar keep their meaning, with any names.
#[test]
fn lines_of_the_grammar_are_left_alone() {
    for (text, canonical) in [
        (
            "counters Any, Total; move Any -> Any - 1 when Total > 1",
            "counters Any, Total\nmove Any -> Any - 1 when Total > 1",
        ),
        (
            "let both = 1; heaps 2; move take 1 from both heaps",
            "heaps 2\nlet both = 1\nmove take 1 from exactly both heaps",
        ),
        (
            "let number = 3; heaps 2; move take the same number from 2 heaps",
            "heaps 2\nlet number = 3\nmove take the same number from 2 heaps",
        ),
        ("counters two; move two -> two - 1", "counters two\nmove two -> two - 1"),
        ("heaps 1; move take (3 - 1) from 1 heap", "heaps 1\nmove take (3 - 1) from 1 heap"),
        ("heaps 1; move take at most 3 - 1 from 1 heap", "heaps 1\nmove take at most 3 - 1 from 1 heap"),
        (
            "let k = 3; heaps 1; move take k - 1 from 1 heap",
            "heaps 1\nlet k = 3\nmove take k - 1 from 1 heap",
        ),
        (
            "let pile = 2; heaps 2; move take pile from 1 heap",
            "heaps 2\nlet pile = 2\nmove take pile from 1 heap",
        ),
    ] {
        assert_eq!(Game::parse(text).unwrap().text(), canonical, "{text}");
    }
}

#[test]
fn what_could_mean_several_things_is_refused() {
    for text in [
        "heaps 3; take 1 and 2 from 1 heap",
        "heaps 3; take 1 or any from 1 heap",
        "heaps 3; take any from 1 or 3 heaps",
        "heaps 3; take any from 1 heap; last player loses or wins",
        "heaps 3; take any",
        "heaps 3; take from 1 heap",
        "heaps 3; take",
        "heaps 3; take 1 from both heaps",
        "heaps 3; take 1 from the larger heaps",
    ] {
        assert!(Game::parse(text).is_err(), "{text}");
    }
}

#[test]
fn at_most_ten_faults_are_printed() {
    let faults = Game::parse(&"frob\n".repeat(30)).unwrap_err().to_string();
    assert_eq!(faults.lines().count(), 11);
    assert!(faults.contains("… and 20 more"), "{faults}");
}

/// Tests that words that were understood are not reported, but that the fault after them is.
#[test]
fn the_fault_after_other_words_is_reported() {
    for (text, fault) in [
        ("heaps 1; take 1 or 2 form 1 heap", "`form`"),
        ("heaps 1; take 1, 2 or 3 from 1 heap whn h1 > 2", "`whn`"),
        ("heaps 3; remove up to 3 stones from 1 pile untill empty", "`untill empty`"),
    ] {
        let faults = Game::parse(text).unwrap_err().to_string();
        assert!(faults.contains(fault), "{text}: {faults}");
    }
}

/// Tests that the whole suggested line is shown.
#[test]
fn the_line_that_is_meant_is_shown() {
    for (text, found, suggestion) in [
        ("heaps 2, move take 1..3 from 1 heap", "move", "write `heaps 2; move take 1..3 from 1 heap`"),
        (
            "heaps 2, take 1, 2 or 3 from 1 heap, misere",
            "take",
            "write `heaps 2; take 1, 2 or 3 from 1 heap; misere`",
        ),
        ("counters a, b, move a -> a - 1; move b -> b - 1", "move", "write `counters a, b; move a -> a - 1`"),
        ("heaps 3; move take 1 from either heap", "either", "write `1 heap`"),
        ("heaps 3; move take 1 from both heaps", "both", "write `2 heaps`"),
        (
            "heaps 2; move take k from 1 heap",
            "k",
            "if `k` stands for a number, add a line: `let k = 3` for one number, `for all k where k >= 1` for every number",
        ),
        ("counters gold, silver; move gold -= 1", "-", "write `move gold -> gold - 1`"),
        (
            "counters a, b; move a -> a - 1, b -> b - 1",
            "->",
            "counters that change at once stand before one arrow: `move a, b -> a - 1, b - 1`",
        ),
        (
            "heaps 2; move double one heap",
            "double",
            "write `counters a, b` and a move such as `move a, b -> a - 1, 2 * b`",
        ),
        ("heaps 2; move halve a heap", "halve", "write `move take half from 1 heap`"),
        ("heaps 2; move take 3..1 from 1 heap", "3..1", "write `1..3`"),
        ("heaps 2; move take {5,3..1} from 1 heap", "{5,3..1}", "write `1..3`"),
        ("heaps 4; move take 1 from 3..2 heaps", "move take 1 from 3..2 heaps", "write `2..3 heaps`"),
    ] {
        let faults = Game::parse(text).unwrap_err();
        let fault = faults.iter().next().unwrap();
        assert_eq!(fault.suggestion.as_deref(), Some(suggestion), "{text}: {faults}");
        assert_eq!(&text[fault.span.clone()], found, "{text}: {faults}");
    }
}

/// Tests that an unknown kind of move is marked, with the kinds that exist, and that the arrow is missed where
/// counters change.
#[test]
fn an_unknown_kind_of_move_is_marked() {
    let kinds = "`take`, `split`, or counters with their new values, for example `move a -> a - 1`";
    for (text, found, expected) in [
        ("heaps 2; move shuffle one heap", "shuffle", kinds),
        ("heaps 2; move shuffle when h1 = 2", "shuffle", kinds),
        ("counters x, y; move x", "x", kinds),
        ("counters x, y; move -> x - 1", "->", kinds),
        ("counters x, y; move x x - 1", "x", "`->`"),
    ] {
        let faults = Game::parse(text).unwrap_err();
        let fault = faults.iter().next().unwrap();
        assert_eq!(fault.expected, expected, "{text}: {faults}");
        assert_eq!(&text[fault.span.clone()], found, "{text}: {faults}");
    }
}

/// Tests that a move from more heaps than there are is accepted with a warning, and without a
/// warning if the number is open.
#[test]
fn moves_that_nobody_can_make_are_warned_of() {
    for (text, warning) in [
        ("heaps 2; move take 1..3 from 3 heaps", Some("write `heaps 3`, or take from fewer heaps")),
        (
            "let k = 4; heaps 3; move take any from 1 heap; move take 1 from at least k heaps",
            Some("write `heaps 4`"),
        ),
        ("heaps 2; move take 1..3 from at most 3 heaps", None),
        ("heaps any; move take 1..3 from 3 heaps", None),
        ("heaps 3; move take 1..3 from 1..4 heaps", None),
    ] {
        let warnings = Game::parse(text).unwrap().warnings(text).map(|warnings| warnings.to_string());
        match warning {
            Some(part) => {
                assert!(warnings.as_ref().is_some_and(|told| told.contains(part)), "{text}: {warnings:?}")
            }
            None => assert_eq!(warnings, None, "{text}"),
        }
    }
}

/// Tests that a misspelled word is reported, wherever reading stopped, if correcting it gives a
/// rule.
#[test]
fn the_word_that_is_meant_is_shown() {
    for (text, found, word) in [
        ("heaps 1; move tak 1..3 from 1 heap", "tak", "take"),
        ("heaps 1; move tkae {1,3} from 1 heap", "tkae", "take"),
        ("heaps 2; move take any form 1 heap", "form", "from"),
        ("heaps 1; move take 2 beads frm 1 heap", "frm", "from"),
        ("heaps 2; mvoe take any from 1 heap", "mvoe", "move"),
        ("heaps 2; move take any from 1 heap wehn h1 > 2", "wehn", "when"),
        ("heaps 2; move take any from 1 heap; paly misere", "paly", "play"),
    ] {
        let faults = Game::parse(text).unwrap_err();
        let [fault] = &faults.iter().collect::<Vec<_>>()[..] else {
            panic!("what cannot be read is not missing: {faults}")
        };
        assert_eq!(&text[fault.span.clone()], found, "{text}: {faults}");
        assert_eq!(fault.suggestion, Some(format!("did you mean `{word}`?")), "{text}: {faults}");
    }
}

/// Tests that a dash between two numbers is refused where a range may stand, and is a difference
/// everywhere else.
#[test]
fn a_dash_between_numbers_is_no_range() {
    for text in [
        "heaps 2; move take 2 - 5 from h1",
        "heaps 2; move take 2-5 from h1",
        "heaps 2; take {1, 2 - 5} from h1",
        "heaps 2; move take 5 - 2 from h1",
        "heaps 2; move take 5 – 2 from h1",
        "subtraction {2-5}",
        "heap sizes 1-4; move take any from 1 heap",
        "heaps 3; move take 1 from 1-2 heaps",
        "heaps 3; move take 1 from 1 heap when 1-2 heaps are even",
    ] {
        let faults = Game::parse(text).unwrap_err().to_string();
        assert!(faults.contains("a dash between two numbers"), "{text}\n{faults}");
    }
    let difference = Game::parse("heaps 2; move take 1 from 1 heap when h1 > 5 - 2").unwrap();
    assert_eq!(difference.text(), "heaps 2\nmove take 1 from 1 heap when h1 > 5 - 2");
    let faults = Game::parse("heaps 2; move take 5 - 2 from h1").unwrap_err().to_string();
    assert!(faults.contains("`2..5` for the numbers from 2 to 5, or `3` for the difference"), "{faults}");
}

/// Tests that a code alone in its line is a code wherever rules are read.
#[test]
fn codes_stand_in_rules_without_their_word() {
    for (text, canonical) in [
        ("0.77; play misere", "octal 0.77\nplay misere"),
        ("game k\n0.007", "game k\noctal 0.007"),
        ("0.77 unequal", "octal 0.77 unequal"),
        ("4.[3].", "octal 4.[3]"),
    ] {
        assert_eq!(Game::parse(text).unwrap().text(), canonical, "{text}");
        assert_eq!(bouton_rules::format(text).unwrap(), format!("{canonical}\n"), "{text}");
    }
}

/// Tests that sizes of heaps in rules, and lists without braces or commas, are met with the rules that are meant.
#[test]
fn sizes_and_lists_are_met_with_the_rules_that_are_meant() {
    for (text, found, suggestion, ok) in [
        ("take 1 to 3 stones from a pile of 21", "21", "write `heaps 1; move take 1..3 from 1 heap`", true),
        (
            "heaps 2; take 1 to 3 stones from a pile of 21 stones",
            "21",
            "write `move take 1..3 from 1 heap`",
            false,
        ),
        ("one heap of 21; take any from 1 heap", "one heap of 21", "write `heaps 1`", false),
        (
            "heaps 3,4,5; move take any from 1 heap",
            ",4,5",
            "write `heaps 3`: the sizes are the start of a game, which is chosen afterwards",
            false,
        ),
        (
            "heaps 1 of 21; move take any from 1 heap",
            "of 21",
            "write `heaps 1`: the sizes are the start of a game, which is chosen afterwards",
            false,
        ),
        ("subtraction 1,3,4", ",3,4", "write `subtraction {1,3,4}`", true),
        ("counters a b; move a -> a - 1", "b", "write `counters a, b`", false),
        (
            "take 1, 2 or 3 stones from one pile",
            "",
            "write `heaps 1`, in a line of its own, for one heap",
            false,
        ),
    ] {
        let faults = Game::parse(text).unwrap_err();
        let fault = faults.iter().next().unwrap();
        assert_eq!(faults.len(), 1, "{text}: {faults}");
        assert_eq!(fault.suggestion.as_deref(), Some(suggestion), "{text}: {faults}");
        assert_eq!(&text[fault.span.clone()], found, "{text}: {faults}");
        // What is written instead of the whole text are rules.
        if ok {
            let rules = suggestion.split('`').nth(1).unwrap();
            Game::parse(rules).unwrap_or_else(|faults| panic!("{rules}: {faults}"));
        }
    }
    // Only words and signs that are meant so are completed.
    for text in ["heaps 2 3; move take 1 from 1 heap", "subtraction 1,x", "counters a b 3; move a -> a - 1"] {
        let faults = Game::parse(text).unwrap_err();
        assert_eq!(faults.iter().next().unwrap().suggestion, None, "{text}: {faults}");
    }
}

/// Tests that all misspelled words of a line are reported at once.
#[test]
fn all_misspelled_words_of_a_line_are_reported() {
    let text = "heaps 3; move tak any from 1 heep";
    let faults = Game::parse(text).unwrap_err();
    let found: Vec<_> = faults
        .iter()
        .map(|fault| (&text[fault.span.clone()], fault.suggestion.as_deref().unwrap()))
        .collect();
    assert_eq!(found, [("tak", "did you mean `take`?"), ("heep", "did you mean `heap`?")]);
}

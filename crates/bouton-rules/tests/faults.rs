//! Tests that every diagnostic code is given for some text, at its place, and that nothing panics
//! or hangs.
#![allow(unsafe_code, reason = "an allocator that counts")]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
    collections::BTreeSet,
};

use bouton_rules::{DiagnosticCode, Game};
use proptest::prelude::*;

/// Counts the bytes that a thread allocates: a measure of work that is the same on every machine.
struct Counting;

thread_local! {
    static ALLOCATED: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is passed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.set(ALLOCATED.get().wrapping_add(layout.size()));
        // SAFETY: as for this function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as for this function.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The code, the line and column, and the text.
const FAULTS: &[(&str, &str, &str)] = &[
    ("E0002", "1:9", "heaps 2 & 3; move take any from 1 heap"),
    ("E0003", "1:11", "move take 99999999999999999999 from 1 heap; heaps 1"),
    ("E0005", "1:10", "counters \u{430}, a; move a -> a - 1"),
    ("E0005", "1:6", "game nim\u{435}; heaps 1; move take 1 from 1 heap"),
    ("E0303", "1:58", "heap sizes 1..3; move take any from at most 2 heaps when total div 2 > 1"),
    ("E0303", "1:66", "heap sizes 1..3; move take any in total from 2 heaps of at least total div 2"),
    ("E0101", "1:10", "heaps 2; mvoe take any from 1 heap"),
    ("E0102", "2:15", "heaps 2\nmove take any form 1 heap"),
    ("E0102", "1:30", "heaps 2; move take any from 1"),
    ("E0102", "1:31", "heaps 2; move take any from 1 when h1 > 0"),
    ("E0103", "1:7", "heaps few; move take any from 1 heap"),
    ("E0104", "1:9", "heaps 2 please; move take any from 1 heap"),
    ("E0105", "1:10", "heaps 2; a player takes 1 or 2"),
    ("E0201", "1:10", "heaps 2; heaps 3; move take any from 1 heap"),
    ("E0202", "1:26", "move take any from 1 heap  "),
    ("E0203", "1:8", "heaps 2"),
    ("E0204", "1:13", "counters a; move take any from 1 heap"),
    ("E0103", "1:45", "counters a; move a -> a - 1 when a > 2, not foo mod 2 = 5"),
    ("E0205", "1:29", "heaps 2; move take any from h3"),
    ("E0205", "1:39", "heaps 2; move h1 -> h1 - 1 where h2 > h3"),
    ("E0205", "1:30", "heaps 2; move h1 -> h3 where h3 < h1"),
    ("E0206", "1:7", "heaps 65; move take any from 1 heap"),
    ("E0207", "1:10", "counters heap; move heap -> heap - 1"),
    ("E0207", "1:5", "let h1 = 5; heaps 2; move take 1 from 1 heap when h1 > 2"),
    ("E0207", "1:14", "heaps 2; let h2 = 5; move take 1 from 1 heap"),
    ("E0207", "1:16", "heaps any; let h64 = 5; move take 1 from 1 heap"),
    ("E0207", "1:22", "heap sizes 1..3; let m3 = 5; move take 1 from 1 heap"),
    ("E0207", "1:10", "counters a; let a = 5; move a -> a - 1"),
    ("E0301", "1:20", "heaps 2; move take 0 from 1 heap"),
    ("E0301", "1:20", "heaps 2; move take 0..2 from 1 heap"),
    ("E0301", "1:28", "heap sizes 1..3; move take 0..2 from 1 heap"),
    ("E0302", "1:20", "heaps 2; move take 1..1000000 from 1 heap"),
    ("E0303", "1:26", "counters a, b; move a -> a * b"),
    ("E0304", "1:23", "counters a; move a -> a div 0 when a > 0"),
    ("E0305", "1:13", "counters a; move a -> t where t >= 1"),
    ("E0306", "1:23", "counters a; move a -> a * 1000000000 - 1"),
    ("E0307", "1:16", "counters a, b; move a, b -> a - 1"),
    ("E0308", "1:29", "heaps 2; move take any from h1 heaps"),
    ("E0305", "1:13", "counters a; move a -> a - 1 where t <= 40, u <= 40, v <= a or t >= 30"),
    ("E0308", "1:55", "heap sizes 1..3; move take any from 1 heap; stop when some heap is at least total"),
    ("E0309", "1:10", "heaps 8; move take 1..8 from exactly 8 heaps"),
    ("E0309", "1:11", "heaps 64; move take 1..3 from 2 heaps; pass 63"),
    ("E0401", "1:16", "counters a, b; move a, b -> b, a when a != b"),
    ("E0402", "1:13", "counters a; move a -> a + 1 when a mod 1000 = 999"),
    ("E0403", "1:1", "players 3; heaps 2; move take any from 1 heap"),
    ("E0404", "1:7", "octal 0.8"),
    ("E0406", "1:41", "heaps 2; positions where total is even; move take 1 from 1 heap"),
    ("E0407", "1:42", "heaps 24; positions where total is even; move take 2 from 1 heap"),
    // Choices of heaps.
    ("E0205", "1:36", "heaps 2; move take any from h1 and h3"),
    ("E0205", "1:38", "heaps 2; move take any from {h1, h2, h0}"),
    ("E0205", "1:31", "heaps any; move take any from h1 and h2"),
    ("E0205", "1:32", "heaps any; move take any from {h1, h2}"),
    ("E0201", "1:36", "heaps 2; move take any from h1 and h1"),
    ("E0201", "1:38", "heaps 3; move take any from {h1, h2, h1}"),
    ("E0301", "1:29", "heaps 2; move take any from {}"),
    ("E0206", "1:37", "heaps 3; move take any from at most 4 consecutive heaps of a path"),
    ("E0206", "1:37", "heaps 3; move take any from at most 4 consecutive heaps of a circle"),
    ("E0206", "1:10", "heaps 2; move take any from at most 2 consecutive heaps of a circle"),
    ("E0206", "1:39", "heaps any; move take any from at most 65 consecutive heaps of a circle"),
    ("E0301", "1:37", "heaps 3; move take any from at most 0 consecutive heaps of a circle"),
    ("E0308", "1:37", "heaps 3; move take any from at most h1 consecutive heaps of a circle"),
    ("E0309", "1:11", "heaps 20; move take any from at most 16 consecutive heaps of a circle"),
    (
        "E0309",
        "1:30",
        "heaps 16; move take any from {h1,h2,h3,h4,h5,h6,h7,h8,h9,h10,h11,h12,h13,h14,h15,h16}",
    ),
    ("E0102", "1:29", "heaps 3; move take any from 2 consecutive heaps of a circle"),
    ("E0102", "1:29", "heaps 3; move take any from any consecutive heaps of a circle"),
    ("E0102", "1:56", "heaps 3; move take any from at most 2 consecutive heaps"),
    ("E0102", "1:62", "heaps 3; move take any from at most 2 consecutive heaps of a table"),
    ("E0102", "1:32", "heaps 2; move take any from h1 or h2"),
    ("E0102", "1:31", "heaps 2; move take any from h1, h2"),
    ("E0102", "1:36", "heaps 2; move take any from h1 and 2 heaps"),
    ("E0204", "1:18", "heap sizes 1..3; move take any from m1 and m2"),
    ("E0204", "1:18", "heap sizes 1..3; move take any from at most 2 consecutive heaps of a path"),
    ("E0204", "1:16", "counters a, b; move take any from a and b"),
    ("E0408", "1:1", "for all a, b where a < b, b < a; heaps 1; move take {a, b} from 1 heap"),
    ("E0405", "1:42", "heaps 2; move take any from 1 heap; pass 100"),
];

#[test]
fn each_code_has_a_text_that_gives_it() {
    // A warning is not a fault; see `moves_that_nobody_can_make_are_warned_of`.
    let mut seen = BTreeSet::from(["E0001".to_owned(), "E0004".to_owned(), "W0301".to_owned()]);
    for &(code, place, text) in FAULTS {
        let faults = Game::parse(text).expect_err(text);
        let wanted = format!("{place}: {code}: ");
        assert!(
            faults.to_string().lines().any(|line| line.starts_with(&wanted)),
            "{wanted} {text}\n{faults}"
        );
        for fault in &faults {
            assert!(!fault.message.is_empty() && !fault.expected.is_empty(), "{text}: {fault:?}");
            assert!(fault.span.end <= text.len(), "{text}: {fault:?}");
        }
        seen.insert(code.to_owned());
    }
    let all: BTreeSet<String> = DiagnosticCode::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(seen, all);
}

/// Tests that signs of other languages are faults by themselves: the text after them is read, and
/// is not a fault.
#[test]
fn a_sign_from_elsewhere_is_the_only_fault() {
    let faults = |condition: &str| {
        let text = format!("counters x, y, z; positions where {condition}; move x -> t where t < x");
        let faults = Game::parse(&text).unwrap_err();
        faults.into_iter().map(|fault| (fault.code.to_string(), fault.suggestion.clone())).collect::<Vec<_>>()
    };
    for (condition, count, advice) in [
        ("y <= z / 2", 1, "write `div`"),
        ("y <= z // 2", 1, "write `div`"),
        ("z % 2 = 0", 1, "write `mod`"),
        ("y <= z && x <= z", 1, "write `and`"),
        ("y <= z || x <= z", 1, "write `or`"),
        ("y <= ⌊z/2⌋", 3, "write `z div 2`"),
    ] {
        let found = faults(condition);
        assert_eq!(found.len(), count, "{condition}: {found:?}");
        assert!(found.iter().all(|(code, _)| code == "E0002"), "{condition}: {found:?}");
        assert!(
            found[0].1.as_deref().is_some_and(|found| found.starts_with(advice)),
            "{condition}: {found:?}"
        );
    }
}

#[test]
fn absurd_texts_are_refused_with_little_work() {
    let deep =
        format!("heaps 1; move take 1 from 1 heap when {}h1 > 0{}", "(".repeat(10_000), ")".repeat(10_000));
    let nots = format!("heaps 1; move take 1 from 1 heap when {} h1 > 0", "not ".repeat(10_000));
    let long = "move take any from 1 heap\n".repeat(40_000);
    for (code, text) in [
        ("E0004", deep.as_str()),
        ("E0004", nots.as_str()),
        ("E0001", long.as_str()),
        ("E0206", "heaps 1000000000; move take any from 1 heap"),
        ("E0302", "heaps 1; move take 1..1000000000000 from 1 heap"),
        ("E0309", "heaps 64; move take any from any heaps"),
        ("E0309", "heaps 40; move take any from 1 heap; stop when at most 20 heaps are nonempty"),
    ] {
        let before = ALLOCATED.get();
        let faults = Game::parse(text).expect_err("an absurd text");
        let allocated = ALLOCATED.get() - before;
        assert!(faults.iter().any(|fault| fault.code.as_str() == code), "{code}: {faults}");
        // Every line of the longest text is read, forty thousand lines of a mebibyte.
        assert!(allocated < 64 << 20, "{code}: {allocated} bytes were asked for");
    }
}

/// Tests that a game that is read is read again from the canonical text, and that formatting it is
/// idempotent.
fn is_its_own_format(text: &str) -> Result<(), TestCaseError> {
    if let Ok(game) = Game::parse(text) {
        let formatted = bouton_rules::format(text).unwrap();
        prop_assert_eq!(Game::parse(&formatted).map(|game| game.text()), Ok(game.text()));
        prop_assert_eq!(bouton_rules::format(&formatted), Ok(formatted));
        prop_assert_eq!(Game::parse(&game.text()), Ok(game));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_text_panics(text in "\\PC{0,200}") {
        let _ = Game::parse(&text);
    }

    #[test]
    fn no_soup_of_words_panics(words in prop::collection::vec(prop::sample::select(vec![
        "heaps", "any", "2", "move", "take", "1..3", "from", "1", "heap", ";", "stop", "when", "at", "most", "is",
        "nonempty", "a", "->", "-", "counters", ",", "where", ">=", "t", "div", "mod", "(", ")", "not", "and", "or",
        "pass", "unless", "empty", "each", "players", "3", "podium", "octal", "0.77", "{", "}", "sizes", "..", "the",
        "same", "in", "total", "largest", "half", "let", "k", "=", "h1", "h2", "even", "all", "exactly",
        "consecutive", "of", "a", "circle", "path",
    ]), 0..40)) {
        is_its_own_format(&words.join(" "))?;
    }

    /// Tests random sentences: those that are read are written in the words of the grammar, and are
    /// read again as the same game.
    #[test]
    fn no_soup_of_sentences_panics(
        heaps in prop::sample::select(vec!["heaps 1", "2 piles of stones", "there are 3 heaps", "heaps any"]),
        words in prop::collection::vec(prop::sample::select(vec![
            "a player", "players take turns", "on each turn", "may", "must", "takes", "taking", "remove", "1", "2 - 5", "3 to 5",
            "one or two", "any number", "the same number", "at most", "at least", "up to", "no more than 3", "half", "all",
            "stones", "of the stones", "from", "a heap", "both", "both heaps", "each of", "one of the piles", "heap 2", "h1",
            "at most two heaps", "altogether", "or", ",", "and", ".", "split", "into two", "unequal", "heaps", "when", "unless",
            "h1 = 2", "the player who", "last stone", "wins", "loses", "cannot move", "no", "not", "–", "{1,3}", "k",
        ]), 0..12),
    ) {
        is_its_own_format(&format!("{heaps}; take any from a pile; {}", words.join(" ")))?;
    }
}

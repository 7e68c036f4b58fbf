//! Tests that rules that can be read become a ruleset, for any number of heaps, or a fault with a
//! code.

mod support;

use bouton_rules::{Game, HeapCount, RulesetError};
use proptest::prelude::*;
use support::rules;

fn makes_a_ruleset(text: &str) {
    let Ok(game) = Game::parse(text) else { return };
    assert_eq!(Game::parse(&game.text()).as_ref(), Ok(&game), "{text}");
    let sizes: &[usize] =
        if game.heaps() == HeapCount::Any && game.code().is_none() { &[1, 2, 5] } else { &[] };
    let fixed: Vec<Game> = match game.heaps() {
        HeapCount::Any => sizes.iter().map(|&heaps| game.with_heaps(heaps).unwrap()).collect(),
        HeapCount::Fixed(_) => vec![game],
    };
    for game in fixed {
        match game.ruleset() {
            Ok(ruleset) => assert!(ruleset.written_out().len() >= ruleset.moves().len()),
            // These errors name the limit, with a code.
            Err(error @ (RulesetError::TooLarge(_) | RulesetError::NotShownToEnd)) => {
                assert!(error.to_string().contains("E0"), "{text}: {error}");
            }
            Err(error) => panic!("{text}: {error}"),
        }
    }
}

#[test]
fn texts_that_once_ended_in_an_internal_message() {
    for text in [
        "heap sizes 1..3; move take any from at most 2 heaps when total div 2 > 1",
        "heap sizes 1..3; move take total div 2 in total from 2 heaps",
        "heap sizes 1..3; move take at most total mod 3 from 2 heaps",
        "heap sizes 1..3; move take any from 2 heaps of at least total div 2",
    ] {
        let faults = Game::parse(text).unwrap_err();
        assert!(faults.to_string().contains("E0303"), "{text}: {faults}");
    }
    makes_a_ruleset("heap sizes 1..3; move take at most half from 2 heaps when total > 1");
}

#[test]
fn rules_are_written_out_for_people() {
    let written = |text: &str| Game::parse(text).unwrap().ruleset().unwrap().written_out();
    assert_eq!(
        written("heaps 2; move take any from 1 heap; pass 1 unless empty"),
        [
            "[pass -> pass] h1 -> t1 for some t1 when t1 + 1 <= h1",
            "[pass -> pass] h2 -> t1 for some t1 when t1 + 1 <= h2",
            "[pass -> used] nothing changes when not (h1 = 0 and h2 = 0)",
            "[used -> used] h1 -> t1 for some t1 when t1 + 1 <= h1",
            "[used -> used] h2 -> t1 for some t1 when t1 + 1 <= h2",
        ]
    );
    // A parameter does not get the name of a counter.
    assert_eq!(
        written(
            "counters t1, b; move t1, b -> b, t1 - 2 when t1 > b and (t1 + b) mod 3 = 1; stop when b = 7"
        ),
        ["t1, b -> b, t1 - 2 when b + 1 <= t1 and (t1 + b) mod 3 = 1", "stopped when b = 7"]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn what_is_read_makes_a_ruleset(text in rules()) {
        makes_a_ruleset(&text);
    }
}

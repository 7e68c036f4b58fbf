//! Tests that games that end are accepted, for any reason; others are refused at the responsible
//! move.

use bouton_rules::Game;

/// Rules, and the order that shows that play ends.
const ENDING: &[(&str, &str)] = &[
    ("heaps 3; move take any from 1 heap", "1,1,1"),
    ("heap sizes 1..3; move take any from 1 heap", "1,2,3"),
    // In Staircase Nim, objects that are taken move one step down.
    (
        "counters a, b, c, d, e; move a -> t where t < a; move a, b -> a + b - t, t where t < b; \
         move b, c -> b + c - t, t where t < c; move c, d -> c + d - t, t where t < d; \
         move d, e -> d + e - t, t where t < e",
        "1,2,3,4,5",
    ),
    // Here the stairs lead down on the other side.
    (
        "counters a, b, c; move c -> t where t < c; move b, c -> b - 1, c + 1; move a, b -> a - 1, b + 1",
        "3,2,1",
    ),
    ("counters a, b; move a, b -> a - 1, b + 9; move b -> b - 1", "10,1"),
    // This is Chomp with two rows, where the second may be the longer one.
    (
        "counters a, b; move b -> t where t < b; move a -> t where t < a, t >= b; move a, b -> t, t where t < b",
        "0,1 then 1,0",
    ),
    ("counters a, b; move a, b -> a - 1, 2 * b; move b -> b - 1", "1,0 then 0,1"),
    (
        "counters a, b, c; move a, b -> a - 1, b + c; move b, c -> b - 1, c + a; move c -> c - 1",
        "1,0,0 then 0,1,0 then 0,0,1",
    ),
    ("counters a, b; move a -> t where t < a; move a, b -> 3 * b, b - 1; pass 1", "0,1 then 1,0"),
    // A move that changes nothing is not a move.
    ("counters n; move n -> n - 1; move n -> n div 3", "1"),
    ("counters a, b; move a -> 0; move b -> b div 2", "1,1"),
    // Where play has stopped there are no moves.
    ("counters a, b; move a -> a - 1; move a, b -> a + b, b; stop when b >= 0", "1,1"),
];

#[test]
fn play_ends_by_weights_or_by_an_order_of_them() {
    for &(text, expected) in ENDING {
        let game = Game::parse(text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
        let ruleset = game.ruleset().unwrap();
        assert_eq!(ruleset.order().to_string(), expected, "{text}");
        assert_eq!(ruleset.rank().is_none(), expected.contains("then"), "{text}");
    }
}

#[test]
fn any_number_of_stairs_is_accepted() {
    for stairs in [2u64, 9, 12] {
        let mut text = format!("heaps {stairs}; move h1 -> t where t < h1");
        for i in 2..=stairs {
            text += &format!("; move h{i}, h{} -> t, h{} + h{i} - t where t < h{i}", i - 1, i - 1);
        }
        let ruleset = Game::parse(&text).unwrap().ruleset().unwrap();
        assert_eq!(ruleset.rank().unwrap(), (1..=stairs).collect::<Vec<u64>>());
    }
}

/// Rules that are refused, and the text at the place of the fault.
const ENDLESS: &[(&str, &str, &str)] = &[
    (
        "E0401",
        "counters a, b; move a, b -> a + 1, b - 1; move b -> b - 1; move a, b -> a - 1, b + 1",
        "move a, b -> a - 1, b + 1",
    ),
    (
        "E0402",
        "counters a, b; move a -> a + 1 when a mod 1000 = 999; move b -> b - 1",
        "move a -> a + 1 when a mod 1000 = 999",
    ),
    ("E0401", "counters a, b; move a -> a - 1; move a, b -> b, a; move b -> b - 1", "move a, b -> b, a"),
];

#[test]
fn the_fault_is_at_the_move_that_defeats_every_order() {
    for &(code, text, place) in ENDLESS {
        let faults = Game::parse(text).unwrap_err();
        let fault = faults.iter().next().unwrap();
        assert_eq!(fault.code.to_string(), code, "{text}\n{faults}");
        assert_eq!(&text[fault.span.start..fault.span.end], place, "{text}\n{faults}");
    }
}

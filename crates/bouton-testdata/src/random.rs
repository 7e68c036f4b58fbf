//! Random rules: the sentences from which the property tests of all engines build games.

use proptest::{prelude::*, sample::select};

/// Moves of heaps that are given to all engines of whole boxes.
pub const HEAP_MOVES: &[&str] = &[
    "move take any from 1 heap",
    "move take odd from 1 heap",
    "move take even from 1 heap",
    "move take at least 2 from 1 heap",
    "move take 1..3 from 1 heap",
    "move take {1, 4, 6} from 1 heap",
    "move take {2, 65} from 1 heap",
    "move take the same any from 2 heaps",
    "move take the same odd from 2 heaps",
    "move take any from at most 2 heaps",
    "move take any from exactly 2 heaps",
    "move take 1..2 in total from at most 2 heaps",
    "move take 1 from a largest heap",
    "move take any from a largest heap",
    "move take 2 from exactly 2 heaps",
    "move take any from h1 and h2",
    "move take any from {h1, h2}",
    "move take 1..2 in total from {h2, h3, h1}",
    "move take the same any from h2 and h1",
    "move take any from at most 2 consecutive heaps of a circle",
    "move take any from at most 2 consecutive heaps of a path",
    "move take 1..2 from at most 3 consecutive heaps of a path",
];

/// Moves of heaps by their place, and with guards. The heaps are not interchangeable.
pub const NAMED_MOVES: &[&str] = &[
    "move take 1..2 from h1",
    "move take any from h1 when h1 > h2",
    "move take 2 from 1 heap when total mod 3 != 1",
    "move h1 -> h1 - 2",
];

/// Moves of two counters `a` and `b`.
pub const COUNTER_MOVES: &[&str] = &[
    "move a -> a - t where t >= 1, t <= 3",
    "move a -> a - t where t >= 1, t != b",
    "move a -> a - 2 when a mod 3 = 1",
    "move a -> a div 2 when a >= 1",
    "move a -> a - 1 when a >= 4",
    "move b -> b - t where t >= 1",
    "move b -> b - 3",
    "move b -> b - 1 when a <= b",
    "move a, b -> a - t, b - t where t >= 1",
    "move a, b -> b, a - 1 when a > b",
    "move a, b -> a - 1, b + 1",
];

/// Stopping rules, in addition to the end at positions without a move.
pub const ENDS: &[&str] = &["", "; stop when at most 1 heap is nonempty", "; stop when total = 3"];

/// Passes of heap games.
pub const PASSES: &[&str] = &["", "", "; pass 1 unless empty", "; pass 2 unless empty", "; pass 1 each"];

/// Conventions of play.
pub const CONVENTIONS: &[&str] =
    &["", "; play misere", "; players 3 podium", "; players 4 podium", "; players 3 coalition"];

/// Generates games of two to five heaps, with moves in any combination; some texts do not give a
/// game.
pub fn heap_games() -> impl Strategy<Value = String> {
    games_of(2..=5)
}

/// Generates the same games with six or seven heaps; with this many heaps, some are kept sorted.
pub fn many_heap_games() -> impl Strategy<Value = String> {
    games_of(6..=7)
}

fn games_of(heaps: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = String> {
    let moves = proptest::collection::vec(select(HEAP_MOVES), 1..4);
    (heaps, moves, select(ENDS), select(PASSES), select(CONVENTIONS)).prop_map(
        |(heaps, moves, end, pass, convention)| {
            format!("heaps {heaps}; {}{end}{pass}{convention}", moves.join("; "))
        },
    )
}

/// Generates games of two or three heaps with guards and moves of single heaps, or of two counters.
pub fn guarded_games() -> impl Strategy<Value = String> {
    let of_heaps = (2usize..=3, select(HEAP_MOVES), proptest::collection::vec(select(NAMED_MOVES), 1..3))
        .prop_map(|(heaps, one, more)| format!("heaps {heaps}; {one}; {}", more.join("; ")));
    let of_counters = proptest::collection::vec(select(COUNTER_MOVES), 1..4)
        .prop_map(|moves| format!("counters a, b; {}", moves.join("; ")));
    (
        prop_oneof![of_heaps, of_counters],
        select(&["", "", "; pass 1 when total >= 1"][..]),
        select(CONVENTIONS),
    )
        .prop_map(|(moves, pass, convention)| format!("{moves}{pass}{convention}"))
}

/// Generates games in which any amount may be taken from each heap, or from the last counter, so
/// that a row has few lost positions.
pub fn sparse_games() -> impl Strategy<Value = String> {
    let first = select(
        &[
            "heaps 2; move take any from 1 heap",
            "heaps 3; move take any from 1 heap",
            "heaps 4; move take any from 1 heap",
            "counters a, b, c; move c -> c - t where t >= 1",
            "counters a, b; move b -> b - t where t >= 1; move a -> a - t where t >= 1",
        ][..],
    );
    let counters = select(
        &[
            "",
            "; move b -> b - 1",
            "; move a -> a - 2 when b > a",
            "; move a, b -> a - t, b - t where t >= 1",
        ][..],
    );
    let moves = proptest::collection::vec(select(HEAP_MOVES), 0..3);
    let passes = select(&["", "", "; pass 1 unless empty"][..]);
    (first, moves, counters, passes, select(&["", "; play misere"][..])).prop_map(
        |(first, moves, counters, pass, convention)| {
            if first.starts_with("counters") {
                return format!("{first}{counters}{pass}{convention}");
            }
            let moves: String = moves.iter().map(|rule| format!("; {rule}")).collect();
            format!("{first}{moves}{pass}{convention}")
        },
    )
}

/// Conditions under which positions exist, and moves that lead from existing positions to existing
/// ones.
pub const EXISTING: &[(&str, &[&str])] = &[
    (
        "counters a, b; positions where a >= b",
        &[
            "move b -> t where t < b",
            "move b -> b - 1",
            "move a -> a - 1 when a > b",
            "move a -> t where t < a, t >= b",
            "move a, b -> a - t, b - t where t >= 1",
            "move a, b -> a - 2, b - 2",
        ],
    ),
    (
        "counters a, b; positions where a != b",
        &[
            "move a -> t where t < a, t != b",
            "move b -> b - 1 when b != a + 1",
            "move a, b -> a - 1, b - 1",
            "move a, b -> a - t, b - t where t >= 2",
        ],
    ),
    (
        "heaps 3; positions where all heaps are distinct",
        &["move h1 -> t where t < h1, t != h2, t != h3", "move h3 -> h3 - 1 when h3 != h1 + 1, h3 != h2 + 1"],
    ),
    (
        "counters a, b, c; positions where a + b >= c",
        &[
            "move c -> c - t where t >= 1",
            "move c -> c - 1",
            "move a, c -> a - 1, c - 1",
            "move b, c -> b - 2, c - 2",
        ],
    ),
];

/// Generates games of which some positions do not exist.
pub fn existing_games() -> impl Strategy<Value = String> {
    let ends = select(&["", "; stop when total = 3"][..]);
    let passes = select(&["", "", "; pass 1 when total >= 1"][..]);
    let moves = proptest::collection::vec(any::<proptest::sample::Index>(), 1..4);
    (select(EXISTING), moves, ends, passes, select(&["", "; play misere"][..])).prop_map(
        |((positions, all), moves, end, pass, convention)| {
            let moves: Vec<&str> = moves.iter().map(|number| *number.get(all)).collect();
            format!("{positions}; {}{end}{pass}{convention}", moves.join("; "))
        },
    )
}

//! Lists of words.

/// The words with which a line may begin.
pub(crate) const LINES: &[&str] = &[
    "game",
    "heaps",
    "heap",
    "counters",
    "let",
    "parameter",
    "for",
    "players",
    "play",
    "move",
    "pass",
    "stop",
    "positions",
    "octal",
    "hexadecimal",
    "subtraction",
    "grundy",
];

/// The words for one heap.
pub(crate) const HEAP: &[&str] = &["pile", "stack", "row"];
pub(crate) const HEAPS: &[&str] = &["piles", "stacks", "rows"];
/// The objects that are taken; rules do not name them.
pub(crate) const OBJECTS: &[&str] = &[
    "object",
    "objects",
    "stone",
    "stones",
    "token",
    "tokens",
    "coin",
    "coins",
    "match",
    "matches",
    "bean",
    "beans",
    "chip",
    "chips",
    "item",
    "items",
    "piece",
    "pieces",
    "counter",
    "counters",
    "stick",
    "sticks",
    "matchstick",
    "matchsticks",
    "pebble",
    "pebbles",
    "marble",
    "marbles",
    "penny",
    "pennies",
    "bead",
    "beads",
    "card",
    "cards",
    "straw",
    "straws",
    "thing",
    "things",
    "unit",
    "units",
];
pub(crate) const NUMBERS: &[&str] = &[
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];
/// Returns the number that a word denotes.
pub(crate) fn numeral(word: &str) -> Option<u64> {
    NUMBERS.iter().position(|known| *known == word).map(|value| value as u64)
}

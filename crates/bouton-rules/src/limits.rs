//! The limits of the rules language; `docs/rules.md` lists them.

/// The longest text, in bytes.
pub(crate) const MAX_TEXT: usize = 64 * 1024;
/// The deepest nesting of brackets, `not` and operators.
pub(crate) const MAX_DEPTH: u16 = 64;
/// The most heaps, and the most counters.
pub(crate) const MAX_HEAPS: usize = 64;
/// The largest heap under `heap sizes`.
pub(crate) const MAX_HEAP_SIZE: usize = 64;
/// The most amounts in a finite set, and the largest amount in a code.
pub(crate) const MAX_AMOUNTS: u64 = 10_000;
/// The largest number in a text.
pub(crate) const MAX_NUMBER: u64 = 1 << 40;
/// The largest divisor of `div`, `mod` and `divisible by`.
pub(crate) const MAX_DIVISOR: i64 = 1 << 12;
/// The most move schemas of a ruleset.
pub(crate) const MAX_SCHEMAS: usize = 20_000;
/// The most entries of all move schemas together, one for each coordinate.
pub(crate) const MAX_ENTRIES: usize = 4_000_000;
/// The most move schemas of one line that are looked at while a text is checked.
pub(crate) const CHECKED_SCHEMAS: usize = 1_000;
/// The most comparisons in one condition when it is written out.
pub(crate) const MAX_ATOMS: usize = 10_000;
/// The most players.
pub(crate) const MAX_PLAYERS: u64 = 255;
/// The most control states.
pub(crate) const MAX_CONTROLS: usize = 64;
/// The longest name.
pub(crate) const MAX_NAME: usize = 64;

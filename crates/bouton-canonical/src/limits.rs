//! The limits of the rules language; `docs/rules.md` lists them.

/// The longest text, in bytes.
pub const MAX_TEXT: usize = 64 * 1024;
/// The deepest nesting of brackets, `not` and operators.
pub const MAX_DEPTH: u16 = 64;
/// The most heaps, and the most counters.
pub const MAX_HEAPS: usize = 64;
/// The largest heap under `heap sizes`.
pub const MAX_HEAP_SIZE: usize = 64;
/// The most amounts in a finite set, and the largest amount in a code.
pub const MAX_AMOUNTS: u64 = 10_000;
/// The largest number in a text.
pub const MAX_NUMBER: u64 = 1 << 40;
/// The largest divisor of `div`, `mod` and `divisible by`.
pub const MAX_DIVISOR: i64 = 1 << 12;
/// The most move schemas of a ruleset, all control states together.
pub const MAX_SCHEMAS: usize = 20_000;
/// The most coordinates and comparisons of all move schemas together.
pub const MAX_ENTRIES: usize = 300_000;
/// The most parameters of a move schema, quotients and extreme heaps included.
pub const MAX_PARAMETERS: usize = 255;
/// The most work, in combinations of inequalities, for showing that play ends and that choices are
/// finite.
pub const MAX_WORK: u64 = 2_000_000;
/// The most steps for writing out all moves, or all conditions: a step is a number, a name or an
/// operator that is read, or a term that is written.
pub const MAX_STEPS: u64 = 4_000_000;
/// The most comparisons of one condition after it is written out.
pub const MAX_ATOMS: usize = 10_000;
/// The most letters.
pub const MAX_LETTERS: usize = 6;
/// The most players.
pub const MAX_PLAYERS: u64 = 255;
/// The most control states.
pub const MAX_CONTROLS: usize = 64;
/// The longest name.
pub const MAX_NAME: usize = 64;

//! Constant moves as operations on rows of bits.

use bouton_core::Formula;

use super::layout::Layout;

/// The destination of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    /// The rows of a control state.
    Rows(usize),
    /// A control state whose values are periodic in every coordinate.
    Periodic(usize),
}

/// A constant move from one row to another.
#[derive(Clone, Debug)]
pub(super) struct RowMove {
    pub(super) to: Destination,
    /// The change of each outer coordinate, in the order of the layout.
    pub(super) outer: Vec<i64>,
    /// Pairs (offset, `pattern`): a move leads from bit i of the pattern to bit i + offset.
    pub(super) pieces: Vec<(isize, u64)>,
    /// The condition under which the move is allowed, if there is one.
    pub(super) guard: Option<Formula>,
}

/// Drops a guard that always holds where a move by a vector leads to natural numbers.
pub(super) fn unless_implied(guard: Formula, vector: &[i64]) -> Option<Formula> {
    /// All coordinates of a table are smaller.
    const END: i128 = 1 << 48;
    let ranges: Vec<(i128, i128)> =
        vector.iter().map(|&by| (i128::from(by).checked_neg().unwrap_or(0).max(0), END)).collect();
    (guard.holds_on(&ranges) != Some(true)).then_some(guard)
}

impl RowMove {
    pub(super) fn new(layout: &Layout, to: Destination, vector: &[i64], guard: Formula) -> Option<Self> {
        let mut pieces: Vec<(isize, u64)> = Vec::new();
        let stride = isize::try_from(layout.stride).ok()?;
        let along = isize::try_from(vector[layout.axis]).ok()?.checked_mul(stride)?;
        for from in 0..layout.block_size {
            let Some(target) = layout.block_move(from, vector) else { continue };
            let offset = along.checked_add(isize::try_from(target).ok()? - isize::try_from(from).ok()?)?;
            let pattern = repeated(1 << from, layout.stride);
            match pieces.iter_mut().find(|piece| piece.0 == offset) {
                Some(piece) => piece.1 |= pattern,
                None => pieces.push((offset, pattern)),
            }
        }
        let outer = layout.outer.iter().map(|&coordinate| vector[coordinate]).collect();
        Some(Self { to, outer, pieces, guard: unless_implied(guard, vector) })
    }
}

/// The bits of a block, repeated at every place of a word.
fn repeated(block: u64, stride: usize) -> u64 {
    (0..u64::BITS as usize / stride).fold(0, |word, place| word | block << (place * stride))
}

/// A move within one row.
#[derive(Clone, Debug)]
pub(super) struct OwnMove {
    /// The decrease of the axis.
    pub(super) drop: usize,
    /// The target of each bit of a block.
    pub(super) block: Vec<Option<usize>>,
    /// The condition under which the move is allowed, if there is one.
    pub(super) guard: Option<Formula>,
}

impl OwnMove {
    pub(super) fn new(layout: &Layout, vector: &[i64], guard: Formula) -> Option<Self> {
        let drop = usize::try_from(vector[layout.axis].checked_neg()?).ok()?;
        let block = (0..layout.block_size).map(|from| layout.block_move(from, vector)).collect();
        Some(Self { drop, block, guard: unless_implied(guard, vector) })
    }
}

/// The moves within a row, as lookup tables over blocks.
#[derive(Clone, Debug)]
pub(super) struct OwnTables {
    /// For each drop > 0: the bits won by moves to the lost bits at that distance below.
    pub(super) below: Vec<(usize, Vec<u8>)>,
    /// The lost bits of a block, given the bits won by other moves.
    pub(super) settle: Vec<u8>,
    stride: usize,
}

/// The moves within a row as one lookup table over whole bytes, for moves that reach back at most
/// one byte.
#[derive(Clone, Debug)]
pub(super) struct ByteTable {
    /// The number of bits before a byte that are read.
    before: usize,
    /// The lost bits of a byte, given the bits before it and the bits won by other moves.
    lost: Vec<u8>,
    /// Where at most [`FEW_BEFORE`] bits are read: for each byte of bits won by other moves, what is read before the
    /// next byte, four bits for each of what is read before this one. Each byte waits for the one before it only for
    /// these, which takes two operations on a number that is there already.
    chain: Option<Box<[u64; 256]>>,
}

/// The most bits before a byte of which all possibilities are in one word.
const FEW_BEFORE: usize = 4;

impl ByteTable {
    pub(super) fn new(tables: &OwnTables) -> Option<Self> {
        let before = tables.below.iter().map(|(drop, _)| drop * tables.stride).max().unwrap_or(0);
        if before > 8 {
            return None;
        }
        let lost: Vec<u8> = (0..1usize << (before + 8))
            .map(|index| {
                let (history, won) = (index >> 8, index & 0xff);
                // The lost bits: those before the byte, then those of the byte.
                let mut bits = history;
                for place in 0..8 / tables.stride {
                    let at = place * tables.stride;
                    let mut block = won >> at & (tables.settle.len() - 1);
                    for (drop, table) in &tables.below {
                        let from = before + at - drop * tables.stride;
                        block |= usize::from(table[bits >> from & (table.len() - 1)]);
                    }
                    bits |= usize::from(tables.settle[block]) << (before + at);
                }
                #[expect(clippy::cast_possible_truncation, reason = "eight bits")]
                let byte = (bits >> before) as u8;
                byte
            })
            .collect();
        let chain = (before <= FEW_BEFORE).then(|| Self::chain(before, &lost));
        Some(Self { before, lost, chain })
    }

    /// What is read before the next byte.
    fn chain(before: usize, lost: &[u8]) -> Box<[u64; 256]> {
        let mut chain = Box::new([0; 256]);
        for (index, &byte) in lost.iter().enumerate() {
            let (history, won) = (index >> 8, index & 0xff);
            chain[won] |= u64::from(byte) >> (8 - before) << (FEW_BEFORE * history);
        }
        chain
    }

    /// Completes the words of a row from `first` on. `won` has the wins by moves to other rows.
    pub(super) fn settle(&self, lost: &mut [u64], first: usize, won: &[u64]) {
        let back = 8 - self.before;
        let last = first.checked_sub(1).map_or(0, |last| lost[last]);
        let mut byte = last.to_le_bytes()[7];
        if let Some(chain) = &self.chain {
            let mut history = u64::from(byte) >> back;
            for (lost, won) in lost[first..].iter_mut().zip(won) {
                let bytes = won.to_le_bytes().map(|won| {
                    #[expect(clippy::cast_possible_truncation, reason = "four bits")]
                    let index = (history as usize) << 8 | usize::from(won);
                    history = chain[usize::from(won)] >> (FEW_BEFORE as u64 * history) & 0xf;
                    self.lost[index]
                });
                *lost = u64::from_le_bytes(bytes);
            }
            return;
        }
        for (lost, won) in lost[first..].iter_mut().zip(won) {
            let bytes = won.to_le_bytes().map(|won| {
                let history = usize::from(byte) >> back;
                byte = self.lost[history << 8 | usize::from(won)];
                byte
            });
            *lost = u64::from_le_bytes(bytes);
        }
    }
}

impl OwnTables {
    pub(super) fn new(layout: &Layout, moves: &[&OwnMove]) -> Self {
        let mut below: Vec<(usize, Vec<u8>)> = Vec::new();
        for own in moves.iter().filter(|own| own.drop > 0) {
            let place = below.iter().position(|&(drop, _)| drop == own.drop).unwrap_or_else(|| {
                below.push((own.drop, vec![0; 1 << layout.block_size]));
                below.len() - 1
            });
            for (lost, won) in below[place].1.iter_mut().enumerate() {
                for (from, target) in own.block.iter().enumerate() {
                    if target.is_some_and(|target| lost >> target & 1 == 1) {
                        *won |= 1 << from;
                    }
                }
            }
        }
        let order = block_order(layout);
        let settle = (0..1usize << layout.block_size)
            .map(|won| {
                let mut lost = 0u8;
                for &from in &order {
                    let wins = moves
                        .iter()
                        .filter(|own| own.drop == 0)
                        .any(|own| own.block[from].is_some_and(|target| lost >> target & 1 == 1));
                    if won >> from & 1 == 0 && !wins {
                        lost |= 1 << from;
                    }
                }
                lost
            })
            .collect();
        Self { below, settle, stride: layout.stride }
    }
}

/// The bits of a block, light ones first: moves within a block lead to lighter ones.
pub(super) fn block_order(layout: &Layout) -> Vec<usize> {
    let weight = |number: usize| -> u64 {
        let mut position = vec![0; layout.weights.len()];
        layout.write_block(number, &mut position);
        position.iter().zip(&layout.weights).map(|(&x, &w)| x * w).sum()
    };
    let mut order: Vec<usize> = (0..layout.block_size).collect();
    order.sort_by_key(|&number| weight(number));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_completed_alike_with_and_without_a_chain() {
        let mut seed = 1u64;
        let mut draw = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed ^ seed >> 29
        };
        for before in 0..=FEW_BEFORE {
            let lost: Vec<u8> = (0..1 << (before + 8)).map(|_| draw().to_le_bytes()[3]).collect();
            let chain = Some(ByteTable::chain(before, &lost));
            let chained = ByteTable { before, lost, chain };
            let plain = ByteTable { chain: None, ..chained.clone() };
            for first in [0, 1, 3] {
                let won: Vec<u64> = (0..5).map(|_| draw()).collect();
                let mut rows = [vec![0; first + 5], Vec::new()];
                rows[0][..first].iter_mut().for_each(|word| *word = draw());
                rows[1] = rows[0].clone();
                chained.settle(&mut rows[0], first, &won);
                plain.settle(&mut rows[1], first, &won);
                assert_eq!(rows[0], rows[1], "{before} bits before, from word {first}");
            }
        }
    }
}

//! The assignment of coordinates to rows, to bits along a row, and to blocks of bits.

use std::collections::BTreeMap;

use crate::PeriodicCoordinate;
use crate::periods::combined;

/// The most positions of a block.
const MOST_BLOCK: u64 = 8;

/// The layout of positions: one row of bits for each choice of the *outer* coordinates; along a row
/// the *axis*; and at each place of the axis a *block* of the last coordinates, all periodic and
/// with few positions.
///
/// The coordinates are ordered such that for every move the first coordinate that it changes falls.
/// So rows can be solved in lexicographic order.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The outer coordinates, in the order of the rows.
    pub(super) outer: Vec<usize>,
    /// The coordinate along a row.
    pub(super) axis: usize,
    /// The coordinates of a block, fastest first.
    pub(super) block: Vec<usize>,
    /// The bits for each place of the axis: a power of two, at least the positions of a block.
    pub(super) stride: usize,
    /// The number of positions of a block.
    pub(super) block_size: usize,
    pub(super) periodic: Vec<Option<PeriodicCoordinate>>,
    pub(super) weights: Vec<u64>,
}

impl Layout {
    /// Creates a layout for moves by these vectors; `None` if no order of the coordinates allows
    /// one.
    pub(super) fn new(
        weights: &[u64],
        periodic: &[Option<PeriodicCoordinate>],
        vectors: &[Vec<i64>],
    ) -> Option<Self> {
        let mut order = lexicographic_order(weights, vectors)?;
        let mut block = Vec::new();
        let mut block_size = 1;
        while let Some(&last) = order.last()
            && let Some(periodic) = periodic[last]
            && periodic.classes().saturating_mul(block_size) <= MOST_BLOCK
        {
            block_size *= periodic.classes();
            block.push(last);
            order.pop();
        }
        let axis = order.pop()?;
        if periodic[axis].is_some() {
            return None;
        }
        // A region of rows contains the positions of weight Σ wᵢ xᵢ ≤ n outside the block.
        let falls = |vector: &Vec<i64>| {
            let change = (0..weights.len())
                .filter(|i| !block.contains(i))
                .map(|i| i128::from(weights[i]) * i128::from(vector[i]))
                .sum::<i128>();
            change <= 0
        };
        if !vectors.iter().all(falls) {
            return None;
        }
        let block_size = usize::try_from(block_size).ok()?;
        Some(Self {
            outer: order,
            axis,
            block,
            stride: block_size.next_power_of_two(),
            block_size,
            periodic: periodic.to_vec(),
            weights: weights.to_vec(),
        })
    }

    /// Replaces a position by its representative.
    pub(super) fn reduce(&self, position: &mut [u64]) {
        for (coordinate, periodic) in position.iter_mut().zip(&self.periodic) {
            if let Some(periodic) = periodic {
                *coordinate = periodic.reduce(*coordinate);
            }
        }
    }

    /// The index of a representative in its block.
    #[expect(clippy::cast_possible_truncation, reason = "a block has at most eight positions")]
    pub(super) fn block_number(&self, position: &[u64]) -> usize {
        self.block.iter().rev().fold(0, |number, &coordinate| {
            number * self.periodic[coordinate].map_or(1, PeriodicCoordinate::classes) as usize
                + position[coordinate] as usize
        })
    }

    /// Writes the block coordinates that belong to an index.
    pub(super) fn write_block(&self, number: usize, position: &mut [u64]) {
        let mut rest = number as u64;
        for &coordinate in &self.block {
            let size = self.periodic[coordinate].map_or(1, PeriodicCoordinate::classes);
            position[coordinate] = rest % size;
            rest /= size;
        }
    }

    /// The bit of the block that a move from bit `from` leads to, if the move is possible.
    pub(super) fn block_move(&self, from: usize, vector: &[i64]) -> Option<usize> {
        let mut position = vec![0; self.weights.len()];
        self.write_block(from, &mut position);
        for &coordinate in &self.block {
            position[coordinate] = position[coordinate].checked_add_signed(vector[coordinate])?;
        }
        self.reduce(&mut position);
        Some(self.block_number(&position))
    }

    /// The largest value of a coordinate within a block or row, by its period.
    pub(super) fn greatest(&self, coordinate: usize) -> Option<u64> {
        self.periodic[coordinate].map(|periodic| periodic.classes() - 1)
    }

    /// Σ wᵢ xᵢ outside the block.
    pub(super) fn weight(&self, position: &[u64]) -> Option<u64> {
        self.outer.iter().chain([&self.axis]).try_fold(0u64, |sum, &coordinate| {
            sum.checked_add(position[coordinate].checked_mul(self.weights[coordinate])?)
        })
    }

    /// The periods of the outer coordinates in the rows of a class, at any place in the block;
    /// `None` for those that are periodic everywhere.
    pub(super) fn periodic_within(
        &self,
        class: &[u64],
        within: &BTreeMap<Vec<u64>, Vec<Option<PeriodicCoordinate>>>,
    ) -> Vec<Option<PeriodicCoordinate>> {
        let mut position = vec![0; self.weights.len()];
        for (&coordinate, &value) in self.outer.iter().zip(class) {
            position[coordinate] = value;
        }
        let blocks = (0..self.block_size).map(|block| {
            self.write_block(block, &mut position);
            within.get(&position)
        });
        let Some(blocks) = blocks.collect::<Option<Vec<_>>>() else { return vec![None; self.outer.len()] };
        let all = combined(blocks.into_iter());
        let of = |&coordinate: &usize| all[coordinate].filter(|_| self.periodic[coordinate].is_none());
        self.outer.iter().map(of).collect()
    }
}

/// An order of the coordinates in which every vector's first nonzero entry is negative; heavy
/// coordinates come early.
fn lexicographic_order(weights: &[u64], vectors: &[Vec<i64>]) -> Option<Vec<usize>> {
    let mut remaining: Vec<&Vec<i64>> =
        vectors.iter().filter(|vector| vector.iter().any(|&by| by != 0)).collect();
    let mut left: Vec<usize> = (0..weights.len()).collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let (place, &coordinate) = left
            .iter()
            .enumerate()
            .filter(|&(_, &coordinate)| remaining.iter().all(|vector| vector[coordinate] <= 0))
            .max_by_key(|&(_, &coordinate)| weights[coordinate])?;
        remaining.retain(|vector| vector[coordinate] == 0);
        left.remove(place);
        order.push(coordinate);
    }
    Some(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heap_sizes_are_ordered_from_the_largest() {
        let vectors = [vec![-1, 0, 0], vec![0, -1, 0], vec![1, -1, 0], vec![0, 0, -1], vec![0, 1, -1]];
        assert_eq!(lexicographic_order(&[1, 2, 3], &vectors), Some(vec![2, 1, 0]));
        let periodic = Some(PeriodicCoordinate { preperiod: 1, period: 2 });
        let layout = Layout::new(&[1, 2, 3], &[periodic, None, periodic], &vectors).unwrap();
        assert_eq!((&layout.outer[..], layout.axis, &layout.block[..]), (&[2][..], 1, &[0][..]));
        assert_eq!((layout.block_size, layout.stride), (3, 4));
    }

    #[test]
    fn moves_that_rise_and_fall_both_ways_have_no_layout() {
        assert_eq!(lexicographic_order(&[1, 1], &[vec![-2, 1], vec![1, -2]]), None);
    }
}

//! Bits at the points of a box.

/// Bits at the points of a box. Rows go along the last coordinate, each beginning at a word of its
/// own, with the first point in the lowest bit. The rows are in lexicographic order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bits {
    sides: Vec<usize>,
    words: Vec<u64>,
}

/// The number of words that the bits of a box take; `None` if it is beyond all memory.
pub(crate) fn words_of(sides: &[usize]) -> Option<usize> {
    let (last, others) = sides.split_last()?;
    others.iter().try_fold(last.div_ceil(64), |words, &side| words.checked_mul(side))
}

/// The word and the bit of a point.
pub(crate) fn place(sides: &[usize], at: impl Iterator<Item = usize>) -> (usize, u32) {
    let mut row = 0;
    let mut last = 0;
    for (place, (side, at)) in sides.iter().zip(at).enumerate() {
        if place + 1 == sides.len() {
            last = at;
        } else {
            row = row * side + at;
        }
    }
    let bit = u32::try_from(last % 64).unwrap_or(0);
    (row * sides.last().map_or(0, |side| side.div_ceil(64)) + last / 64, bit)
}

impl Bits {
    /// Creates bits from these words; `None` if their number is wrong.
    pub(crate) fn new(sides: Vec<usize>, words: Vec<u64>) -> Option<Self> {
        (words_of(&sides)? == words.len()).then_some(Self { sides, words })
    }

    /// The words.
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// The number of set bits.
    pub(crate) fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The bits of a part of the box: from `low` on, `sides` points along each coordinate.
    ///
    /// # Panics
    ///
    /// If that is not a part of the box.
    pub(crate) fn cut(&self, low: &[usize], sides: Vec<usize>) -> Self {
        let inside = low.iter().zip(&sides).zip(&self.sides).all(|((low, side), of)| low + side <= *of);
        assert!(inside && low.len() == self.sides.len(), "a part of the box");
        let (rows, width) = (self.sides.last().map_or(0, |side| side.div_ceil(64)), low.len() - 1);
        let taken = sides[width].div_ceil(64);
        let mut words = Vec::with_capacity(words_of(&sides).unwrap_or(0));
        each_point(&sides[..width], &mut |at| {
            let row =
                at.iter().zip(low).zip(&self.sides).fold(0, |row, ((at, low), side)| row * side + at + low);
            let row = &self.words[row * rows..(row + 1) * rows];
            for word in 0..taken {
                let left = sides[width] - 64 * word;
                words.push(bits_from(row, low[width] + 64 * word) & ones(left));
            }
        });
        Self { sides, words }
    }

    /// Visits the rows along the last coordinate: the other coordinates of each, and its words.
    pub(crate) fn for_each_row(&self, mut visit: impl FnMut(&[usize], &[u64])) {
        let Some((last, others)) = self.sides.split_last() else { return };
        let mut rows = self.words.chunks(last.div_ceil(64).max(1));
        each_point(others, &mut |at| rows.next().into_iter().for_each(|row| visit(at, row)));
    }

    /// Visits the points whose bit is set.
    pub(crate) fn for_each_set(&self, mut visit: impl FnMut(&[usize])) {
        let mut point = vec![0; self.sides.len()];
        self.for_each_row(|at, row| {
            point[..at.len()].copy_from_slice(at);
            for bit in set_bits(row) {
                point[at.len()] = bit;
                visit(&point);
            }
        });
    }
}

/// The numbers of the set bits of a row, in increasing order.
pub(crate) fn set_bits(row: &[u64]) -> impl Iterator<Item = usize> {
    row.iter().enumerate().flat_map(|(place, &word)| {
        let rests = std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
        rests.take_while(|&rest| rest != 0).map(move |rest| 64 * place + rest.trailing_zeros() as usize)
    })
}

/// The 64 bits of a row from `first` on; bits beyond its end are 0.
pub(crate) fn bits_from(row: &[u64], first: usize) -> u64 {
    let at = |word: usize| row.get(word).copied().unwrap_or(0);
    match first % 64 {
        0 => at(first / 64),
        shift => at(first / 64) >> shift | at(first / 64 + 1) << (64 - shift),
    }
}

/// A word with the lowest `count` bits set.
pub(crate) fn ones(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// Visits the points of a box in lexicographic order; a box without coordinates has one point.
pub(crate) fn each_point(sides: &[usize], visit: &mut dyn FnMut(&[usize])) {
    if sides.contains(&0) {
        return;
    }
    let mut point = vec![0; sides.len()];
    loop {
        visit(&point);
        let Some(place) = (0..sides.len()).rev().find(|&place| point[place] + 1 < sides[place]) else {
            return;
        };
        point[place] += 1;
        point[place + 1..].fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_the_bits_of_the_whole() {
        let sides = vec![3, 4, 150];
        let mut words = vec![0; words_of(&sides).unwrap()];
        let set = |at: &[usize]| (at[0] * 31 + at[1] * 17 + at[2] * at[2]).is_multiple_of(5);
        each_point(&sides, &mut |at| {
            let (word, bit) = place(&sides, at.iter().copied());
            words[word] |= u64::from(set(at)) << bit;
        });
        let whole = Bits::new(sides, words).unwrap();
        for (low, sides) in [([0, 0, 0], [3, 4, 150]), ([1, 2, 63], [2, 1, 70]), ([0, 3, 149], [1, 1, 1])] {
            let part = whole.cut(&low, sides.to_vec());
            let mut found = Vec::new();
            part.for_each_set(|at| found.push(at.to_vec()));
            assert_eq!(found.len() as u64, part.count());
            let mut expected = Vec::new();
            each_point(&sides, &mut |at| {
                let there: Vec<usize> = at.iter().zip(&low).map(|(at, low)| at + low).collect();
                if set(&there) {
                    expected.push(at.to_vec());
                }
            });
            assert_eq!(found, expected);
        }
    }
}

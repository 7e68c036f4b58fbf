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

/// Returns the word and the bit of a point.
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

    /// The number of points along each coordinate.
    pub(crate) fn sides(&self) -> &[usize] {
        &self.sides
    }

    /// The number of set bits.
    pub(crate) fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Returns the bits of a part of the box: from `low` on, `sides` points along each coordinate.
    ///
    /// # Panics
    ///
    /// If this is not a part of the box.
    pub(crate) fn cut(&self, low: &[usize], sides: Vec<usize>) -> Self {
        let mut words = vec![0; words_of(&sides).unwrap_or(0)];
        cut_into(&self.sides, &self.words, low, &sides, &mut words);
        Self { sides, words }
    }

    /// The number of words of a row.
    fn row_words(&self) -> usize {
        self.sides.last().map_or(0, |side| side.div_ceil(64))
    }

    /// Visits the planes along the last two of at least two coordinates: the other coordinates of each,
    /// and the words of its rows.
    pub(crate) fn for_each_plane(&self, mut visit: impl FnMut(&[usize], std::slice::Chunks<'_, u64>)) {
        let [others @ .., rows, _] = &self.sides[..] else { return };
        let words = self.row_words().max(1);
        let mut planes = self.words.chunks((rows * words).max(1));
        each_point(others, &mut |at| {
            planes.next().into_iter().for_each(|plane| visit(at, plane.chunks(words)));
        });
    }

    /// Visits the points whose bit is set, in a box of at least two coordinates.
    pub(crate) fn for_each_set(&self, mut visit: impl FnMut(&[usize])) {
        let mut point = vec![0; self.sides.len()];
        let [row, bit] = [2, 1].map(|back| point.len().saturating_sub(back));
        self.for_each_plane(|at, rows| {
            point[..at.len()].copy_from_slice(at);
            for (number, words) in rows.enumerate() {
                point[row] = number;
                for (place, &word) in words.iter().enumerate() {
                    for set in set_bits(word) {
                        point[bit] = 64 * place + set as usize;
                        visit(&point);
                    }
                }
            }
        });
    }
}

/// Copies the bits of a part of a box with the sides `of`: from `low` on, `sides` points along each coordinate.
///
/// # Panics
///
/// If this is not a part of the box, or the words are not those of the part.
pub(crate) fn cut_into(of: &[usize], words: &[u64], low: &[usize], sides: &[usize], to: &mut [u64]) {
    let inside = low.iter().zip(sides).zip(of).all(|((low, side), of)| low + side <= *of);
    assert!(inside && low.len() == of.len() && words_of(sides) == Some(to.len()), "a part of the box");
    let (Some((&last, others)), Some(&all)) = (sides.split_last(), of.last()) else { return };
    let (width, row_words) = (others.len(), all.div_ceil(64));
    let mut to = to.chunks_mut(last.div_ceil(64).max(1));
    // Rows that differ only in the last of their coordinates follow each other.
    let (&many, before) = others.split_last().unwrap_or((&1, &[]));
    each_point(before, &mut |at| {
        let row = at.iter().zip(low).zip(of).fold(0, |row, ((at, low), side)| row * side + at + low);
        let row = if width == 0 { 0 } else { row * of[width - 1] + low[width - 1] };
        for row in words[row * row_words..(row + many) * row_words].chunks(row_words.max(1)) {
            for (to, first) in to.next().into_iter().flatten().zip((0..last).step_by(64)) {
                *to = bits_from(row, low[width] + first) & ones(last - first);
            }
        }
    });
}

/// The numbers of the set bits of a word, in increasing order.
pub(crate) fn set_bits(word: u64) -> impl Iterator<Item = u32> {
    let rests = std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
    rests.take_while(|&rest| rest != 0).map(u64::trailing_zeros)
}

/// Returns the 64 bits of a row from `first` on; bits beyond its end are 0.
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

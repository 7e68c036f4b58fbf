//! The outer coordinates, with a numbering in which options come first.

/// All tuples of the outer coordinates; of interchangeable coordinates, only sorted tuples with the
/// largest entry first. Their numbers follow the lexicographic order.
#[derive(Clone, Debug)]
pub(crate) struct Outer {
    last: Vec<i64>,
    sorted: bool,
    /// For each place, the number of tuples that begin with smaller values.
    tables: Vec<Vec<u128>>,
    sheets: usize,
}

impl Outer {
    /// Creates the tuples up to `last`; `None` if there are too many to count. Sorted tuples
    /// require equal bounds.
    pub(crate) fn new(last: Vec<i64>, sorted: bool) -> Option<Self> {
        let sorted = sorted && last.windows(2).all(|pair| pair[0] == pair[1]);
        let length = last.len();
        let mut tables = vec![Vec::new(); length];
        // The number of ways to complete a tuple after each value, from the last place on.
        let mut ways: Vec<u128> = vec![1; usize::try_from(last.first().copied().unwrap_or(0)).ok()? + 1];
        for place in (0..length).rev() {
            let count = usize::try_from(last[place]).ok()? + 1;
            let mut table = vec![0u128];
            for value in 0..count {
                let more = if sorted { ways[value] } else { ways[0] };
                table.push(table[value].checked_add(more)?);
            }
            ways = if sorted { table[1..].to_vec() } else { vec![table[count]] };
            tables[place] = table;
        }
        let all = tables.first().map_or(1, |table| table[table.len() - 1]);
        Some(Self { last, sorted, tables, sheets: usize::try_from(all).ok()? })
    }

    /// The bounds of the coordinates.
    pub(crate) fn last(&self) -> &[i64] {
        &self.last
    }

    /// Whether only sorted tuples count.
    pub(crate) fn is_sorted(&self) -> bool {
        self.sorted
    }

    /// The number of tuples.
    pub(crate) fn sheets(&self) -> usize {
        self.sheets
    }

    /// The number of a tuple, after sorting.
    pub(crate) fn number(&self, tuple: &[i64]) -> usize {
        let sum: u128 = tuple
            .iter()
            .zip(&self.tables)
            .map(|(&value, table)| table[usize::try_from(value).unwrap_or(0)])
            .sum();
        usize::try_from(sum).unwrap_or(usize::MAX)
    }

    /// Returns the tuple with this number.
    pub(crate) fn coordinates(&self, number: usize) -> Vec<i64> {
        let mut rest = number as u128;
        self.tables
            .iter()
            .map(|table| {
                let value = table.partition_point(|&before| before <= rest) - 1;
                rest -= table[value];
                i64::try_from(value).unwrap_or(0)
            })
            .collect()
    }

    /// Sorts a tuple, if only sorted tuples are numbered.
    pub(crate) fn arrange(&self, tuple: &mut [i64]) {
        if self.sorted {
            tuple.sort_unstable_by(|a, b| b.cmp(a));
        }
    }

    /// Returns the tuple that differs by `by`, and its number, if it is in the box.
    pub(crate) fn neighbour(&self, tuple: &[i64], by: &[i64]) -> Option<(usize, Vec<i64>)> {
        let mut other: Vec<i64> = tuple.iter().zip(by).map(|(value, by)| value + by).collect();
        if other.iter().zip(&self.last).any(|(value, last)| value < &0 || value > last) {
            return None;
        }
        self.arrange(&mut other);
        Some((self.number(&other), other))
    }

    /// The value of the outermost coordinate.
    pub(crate) fn slab(&self, tuple: &[i64]) -> usize {
        tuple.first().map_or(0, |&value| usize::try_from(value).unwrap_or(0))
    }

    /// The first number of a slab.
    pub(crate) fn first_of_slab(&self, slab: usize) -> usize {
        self.tables.first().map_or(usize::from(slab > 0), |table| {
            usize::try_from(table[slab.min(table.len() - 1)]).unwrap_or(usize::MAX)
        })
    }

    /// The number of slabs.
    pub(crate) fn slabs(&self) -> usize {
        self.last.first().map_or(1, |&last| usize::try_from(last + 1).unwrap_or(usize::MAX))
    }

    /// A tuple's number within its slab.
    pub(crate) fn within(&self, number: usize) -> usize {
        let Some(table) = self.tables.first() else { return number };
        let before = table[table.partition_point(|&before| before <= number as u128) - 1];
        number - usize::try_from(before).unwrap_or(0)
    }

    /// The most tuples of a slab.
    pub(crate) fn slab_size(&self) -> usize {
        self.tables.first().map_or(1, |table| {
            let largest = table.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(1);
            usize::try_from(largest).unwrap_or(usize::MAX)
        })
    }

    /// The number of positions that a tuple represents.
    pub(crate) fn copies(&self, tuple: &[i64]) -> u128 {
        if !self.sorted {
            return 1;
        }
        let (mut copies, mut run) = (1u128, 0u128);
        for (index, value) in tuple.iter().enumerate() {
            run = if index > 0 && tuple[index - 1] == *value { run + 1 } else { 1 };
            copies = copies * (index as u128 + 1) / run;
        }
        copies
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(outer: &Outer) -> Vec<Vec<i64>> {
        (0..outer.sheets()).map(|number| outer.coordinates(number)).collect()
    }

    #[test]
    fn numbers_and_tuples_agree() {
        for (last, sorted) in [
            (vec![], true),
            (vec![4], true),
            (vec![3, 3, 3], true),
            (vec![2, 3, 1], false),
            (vec![3, 3], false),
        ] {
            let outer = Outer::new(last.clone(), sorted).unwrap();
            let tuples = all(&outer);
            let size: i64 = last.iter().map(|last| last + 1).product();
            let copies: u128 = tuples.iter().map(|tuple| outer.copies(tuple)).sum();
            assert_eq!(copies, u128::from(size.unsigned_abs()));
            assert!(tuples.is_sorted());
            for (number, tuple) in tuples.iter().enumerate() {
                assert_eq!(outer.number(tuple), number);
                let slab = outer.slab(tuple);
                assert_eq!(outer.first_of_slab(slab) + outer.within(number), number);
                assert!(outer.within(number) < outer.slab_size());
            }
        }
    }
}

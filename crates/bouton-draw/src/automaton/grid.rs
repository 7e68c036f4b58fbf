//! Columns of items with segments from one column to the next: their order and their places.

use bouton_core::{LimitReached, Watch};

/// An item that takes up space in a column: a state, a label, or an edge that passes.
#[derive(Clone, Debug, Default)]
pub(super) struct Item {
    pub(super) column: usize,
    pub(super) width: f64,
    /// The space above its centre.
    pub(super) above: f64,
    pub(super) below: f64,
    /// The height of its centre.
    pub(super) y: f64,
    /// Whether edges through it are kept straight more strictly.
    pub(super) stiff: bool,
}

/// Items, and segments between items of neighbouring columns (the item of the lower column first).
#[derive(Clone, Debug, Default)]
pub(super) struct Grid {
    pub(super) items: Vec<Item>,
    pub(super) segments: Vec<(usize, usize)>,
    /// The items of each column, from the top.
    pub(super) columns: Vec<Vec<usize>>,
    /// The neighbours of each item in the column before, and in the one after.
    before: Vec<Vec<usize>>,
    after: Vec<Vec<usize>>,
    /// The place of each item in its column.
    place: Vec<usize>,
}

/// The number of times that the orders are improved, and the places.
const ORDER_SWEEPS: usize = 24;
const PLACE_SWEEPS: usize = 60;

impl Grid {
    pub(super) fn add(&mut self, item: Item) -> usize {
        self.items.push(item);
        self.items.len() - 1
    }

    /// Finds an order for each column, so that few segments cross, and a height for each item, so that
    /// segments are nearly level. No two items of a column overlap.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`]: an automaton of some dozen states may have thousands of edges.
    pub(super) fn arrange(&mut self, watch: &Watch) -> Result<(), LimitReached> {
        let count = self.items.len();
        let length = self.items.iter().map(|item| item.column + 1).max().unwrap_or(0);
        self.columns = vec![Vec::new(); length];
        (self.before, self.after) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for (index, item) in self.items.iter().enumerate() {
            self.columns[item.column].push(index);
        }
        for &(left, right) in &self.segments {
            self.after[left].push(right);
            self.before[right].push(left);
        }
        self.place = vec![0; count];
        (0..length).for_each(|column| self.number(column));
        self.order(watch)?;
        self.level(watch)
    }

    fn number(&mut self, column: usize) {
        for (place, &item) in self.columns[column].iter().enumerate() {
            self.place[item] = place;
        }
    }

    /// Barycentres forth and back, then exchanges of neighbours; the best order stays.
    fn order(&mut self, watch: &Watch) -> Result<(), LimitReached> {
        let mut best = (self.crossings(watch)?, self.columns.clone());
        for sweep in 0..ORDER_SWEEPS {
            let forth = sweep % 2 == 0;
            let length = self.columns.len();
            for step in 0..length {
                let column = if forth { step } else { length - 1 - step };
                let mut keys: Vec<(f64, usize)> = self.columns[column]
                    .iter()
                    .map(|&item| {
                        let near = if forth { &self.before[item] } else { &self.after[item] };
                        (self.mean_place(near).unwrap_or(real(self.place[item])), item)
                    })
                    .collect();
                keys.sort_by(|a, b| a.0.total_cmp(&b.0));
                self.columns[column] = keys.into_iter().map(|(_, item)| item).collect();
                self.number(column);
            }
            self.exchange(watch)?;
            let crossings = self.crossings(watch)?;
            if crossings < best.0 {
                best = (crossings, self.columns.clone());
            }
        }
        self.columns = best.1;
        (0..self.columns.len()).for_each(|column| self.number(column));
        Ok(())
    }

    fn mean_place(&self, near: &[usize]) -> Option<f64> {
        let sum: f64 = near.iter().map(|&item| real(self.place[item])).sum();
        (!near.is_empty()).then(|| sum / real(near.len()))
    }

    /// Exchanges neighbours in a column while that removes crossings.
    fn exchange(&mut self, watch: &Watch) -> Result<(), LimitReached> {
        for _ in 0..8 {
            let mut better = false;
            for column in 0..self.columns.len() {
                for at in 1..self.columns[column].len() {
                    watch.spend(1)?;
                    let (upper, lower) = (self.columns[column][at - 1], self.columns[column][at]);
                    let now = self.crossings_of(upper, lower);
                    let then = self.crossings_of(lower, upper);
                    if then < now {
                        self.columns[column].swap(at - 1, at);
                        self.place.swap(upper, lower);
                        better = true;
                    }
                }
            }
            if !better {
                break;
            }
        }
        Ok(())
    }

    /// The number of crossings of the segments of two items of a column if the first is above the
    /// second.
    fn crossings_of(&self, upper: usize, lower: usize) -> usize {
        [(&self.before[upper], &self.before[lower]), (&self.after[upper], &self.after[lower])]
            .into_iter()
            .map(|(above, below)| {
                let crossed =
                    |one: &usize| below.iter().filter(|&other| self.place[*other] < self.place[*one]).count();
                above.iter().map(crossed).sum::<usize>()
            })
            .sum()
    }

    /// The number of crossing segments.
    pub(super) fn crossings(&self, watch: &Watch) -> Result<usize, LimitReached> {
        let mut count = 0;
        for column in &self.columns {
            for (at, &upper) in column.iter().enumerate() {
                watch.spend((column.len() - at) as u64)?;
                for &lower in &column[at + 1..] {
                    let crossed = |one: &usize| {
                        self.after[lower]
                            .iter()
                            .filter(|&other| self.place[*other] < self.place[*one])
                            .count()
                    };
                    count += self.after[upper].iter().map(crossed).sum::<usize>();
                }
            }
        }
        Ok(count)
    }

    /// Heights: each item goes as near to the mean of its neighbours as the order of its column allows.
    fn level(&mut self, watch: &Watch) -> Result<(), LimitReached> {
        for column in 0..self.columns.len() {
            let wanted = vec![0.0; self.columns[column].len()];
            self.settle(column, &wanted, &vec![1.0; self.columns[column].len()]);
        }
        let length = self.columns.len();
        for sweep in 0..PLACE_SWEEPS {
            for step in 0..length {
                let column = if sweep % 2 == 0 { step } else { length - 1 - step };
                watch.spend(self.columns[column].len() as u64)?;
                let (mut wanted, mut weights) = (Vec::new(), Vec::new());
                for &item in &self.columns[column] {
                    let (mut sum, mut weight) = (0.0, 0.0);
                    for &other in self.before[item].iter().chain(&self.after[item]) {
                        let stiff = match (self.items[item].stiff, self.items[other].stiff) {
                            (true, true) => 8.0,
                            (false, false) => 1.0,
                            _ => 2.0,
                        };
                        sum += stiff * self.items[other].y;
                        weight += stiff;
                    }
                    wanted.push(if weight > 0.0 { sum / weight } else { self.items[item].y });
                    weights.push(if weight > 0.0 { weight } else { 0.1 });
                }
                self.settle(column, &wanted, &weights);
            }
        }
        let top = self.items.iter().map(|item| item.y - item.above).fold(f64::INFINITY, f64::min);
        self.items.iter_mut().for_each(|item| item.y -= top);
        Ok(())
    }

    /// Sets the heights nearest to the wanted ones (by weighted least squares) at which no two
    /// items of a column overlap, by pooling adjacent violators (Ayer et al., *An empirical
    /// distribution function for sampling with incomplete information*, 1955).
    fn settle(&mut self, column: usize, wanted: &[f64], weights: &[f64]) {
        let items = &self.columns[column];
        let mut offsets = Vec::with_capacity(items.len());
        let mut offset = 0.0;
        for (at, &item) in items.iter().enumerate() {
            if at > 0 {
                offset += self.items[items[at - 1]].below + self.items[item].above;
            }
            offsets.push(offset);
        }
        // Blocks: mean, weight, number of items.
        let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
        for at in 0..items.len() {
            let mut block = (wanted[at] - offsets[at], weights[at], 1);
            while let Some(&(mean, weight, count)) = blocks.last() {
                if mean <= block.0 {
                    break;
                }
                blocks.pop();
                let sum = weight + block.1;
                block = ((mean * weight + block.0 * block.1) / sum, sum, count + block.2);
            }
            blocks.push(block);
        }
        let mut at = 0;
        for (mean, _, count) in blocks {
            for _ in 0..count {
                let item = self.columns[column][at];
                self.items[item].y = mean + offsets[at];
                at += 1;
            }
        }
    }

    /// The total height.
    pub(super) fn height(&self) -> f64 {
        self.items.iter().map(|item| item.y + item.below).fold(0.0, f64::max)
    }
}

#[allow(clippy::cast_precision_loss, reason = "places of at most some hundreds")]
fn real(place: usize) -> f64 {
    place as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(column: usize) -> Item {
        Item { column, width: 10.0, above: 5.0, below: 5.0, ..Item::default() }
    }

    #[test]
    fn crossings_are_removed_and_nothing_overlaps() {
        let mut grid = Grid::default();
        let left: Vec<usize> = (0..6).map(|_| grid.add(item(0))).collect();
        let right: Vec<usize> = (0..6).map(|_| grid.add(item(1))).collect();
        for at in 0..6 {
            grid.segments.push((left[at], right[(at * 5 + 3) % 6]));
        }
        grid.arrange(&Watch::unlimited()).unwrap();
        assert_eq!(grid.crossings(&Watch::unlimited()), Ok(0));
        for column in &grid.columns {
            for pair in column.windows(2) {
                let (upper, lower) = (&grid.items[pair[0]], &grid.items[pair[1]]);
                assert!(upper.y + upper.below <= lower.y - lower.above + 1e-9);
            }
        }
        // Each segment is horizontal, since there is enough space.
        for &(left, right) in &grid.segments {
            assert!((grid.items[left].y - grid.items[right].y).abs() < 1.0);
        }
    }
}

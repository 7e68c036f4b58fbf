//! A numbering of positions in which a table only ever grows at its end.

use crate::PeriodicCoordinate;

/// The bytes of counting tables that are always allowed.
const SMALL_TABLES: u64 = 1 << 26;

/// A numbering of positions by regions; region n contains all options of its positions.
#[derive(Clone, Debug)]
pub(crate) enum Index {
    /// Interchangeable coordinates that never rise: sorted, by the colexicographic rank of the
    /// multiset; region n contains the positions without a coordinate above n.
    Multiset { dimension: usize, binomials: Vec<Vec<u64>> },
    /// Interchangeable coordinates whose sum never rises: sorted, numbered by their sum, and then
    /// from the largest one on; region n contains the sums up to n.
    Partitions(Partitions),
    /// Coordinates that never rise, in their order; region n contains the positions without a
    /// coordinate above n.
    Boxes { dimension: usize },
    /// By rank Σ wᵢ xᵢ; region n contains the ranks up to n.
    Rank(RankIndex),
}

#[derive(Clone, Debug)]
pub(crate) struct Partitions {
    /// `counts[i][n (n + 1) / 2 + m]` counts the partitions of n into at most i + 1 parts of at
    /// most m, for m ≤ n.
    counts: Vec<Vec<u64>>,
    /// The number of positions of lower sum.
    offsets: Vec<u64>,
}

#[derive(Clone, Debug)]
pub(crate) struct RankIndex {
    weights: Vec<u64>,
    periodic: Vec<Option<PeriodicCoordinate>>,
    /// The largest number of each coordinate; positions beyond have no number.
    bounds: Vec<Option<u64>>,
    /// The same, or the last number of the first period.
    most: Vec<Option<u64>>,
    /// `sums[i][t]` = Σ_k `ways[i][t − wᵢ k]`, where `ways[i][t]` counts the values of the first i
    /// coordinates with rank t.
    sums: Vec<Vec<u64>>,
    /// The number of positions of lower rank.
    offsets: Vec<u64>,
    /// The greatest rank that the first i coordinates reach; `None` if it is unbounded.
    reach: Vec<Option<u64>>,
}

impl Index {
    pub(crate) fn multiset(dimension: usize) -> Self {
        Self::Multiset { dimension, binomials: vec![vec![]; dimension + 1] }
    }

    pub(crate) fn partitions(dimension: usize) -> Self {
        Self::Partitions(Partitions { counts: vec![Vec::new(); dimension], offsets: vec![0] })
    }

    pub(crate) fn rank(weights: &[u64], periodic: &[Option<PeriodicCoordinate>]) -> Self {
        let most = periodic.iter().map(|periodic| periodic.map(|p| p.preperiod + p.period - 1)).collect();
        Self::rank_with(weights, periodic.to_vec(), vec![None; weights.len()], most)
    }

    /// By rank, with no positions beyond the bounds of coordinates.
    pub(crate) fn rank_within(weights: &[u64], bounds: &[Option<u64>]) -> Self {
        Self::rank_with(weights, vec![None; weights.len()], bounds.to_vec(), bounds.to_vec())
    }

    fn rank_with(
        weights: &[u64],
        periodic: Vec<Option<PeriodicCoordinate>>,
        bounds: Vec<Option<u64>>,
        most: Vec<Option<u64>>,
    ) -> Self {
        let (weights, sums) = (weights.to_vec(), vec![Vec::new(); weights.len()]);
        let mut reach = vec![Some(0u64)];
        for (&weight, most) in weights.iter().zip(&most) {
            let most = most.and_then(|most| most.checked_mul(weight));
            let before = reach.last().copied().flatten();
            reach.push(before.and_then(|before| before.checked_add(most?)));
        }
        Self::Rank(RankIndex { weights, periodic, bounds, most, sums, offsets: vec![0], reach })
    }

    /// Whether a coordinate is beyond its bound.
    pub(crate) fn is_beyond(&self, position: &[u64]) -> bool {
        let Self::Rank(index) = self else { return false };
        position.iter().zip(&index.bounds).any(|(x, bound)| bound.is_some_and(|bound| *x > bound))
    }

    /// Lowers the coordinates that are beyond their bounds to these.
    pub(crate) fn lower(&self, position: &mut [u64]) {
        let Self::Rank(index) = self else { return };
        for (x, bound) in position.iter_mut().zip(&index.bounds) {
            *x = (*x).min(bound.unwrap_or(u64::MAX));
        }
    }

    /// Replaces a position by its representative.
    #[inline]
    pub(crate) fn reduce(&self, position: &mut [u64]) {
        match self {
            Self::Multiset { .. } | Self::Partitions(_) => sort(position),
            Self::Boxes { .. } => {}
            Self::Rank(index) => {
                for (coordinate, periodic) in position.iter_mut().zip(&index.periodic) {
                    if let Some(periodic) = periodic {
                        *coordinate = periodic.reduce(*coordinate);
                    }
                }
            }
        }
    }

    /// The region of a representative.
    pub(crate) fn region(&self, position: &[u64]) -> Option<u64> {
        match self {
            Self::Multiset { .. } => Some(position.last().copied().unwrap_or(0)),
            Self::Partitions(_) => position.iter().try_fold(0u64, |sum, &x| sum.checked_add(x)),
            Self::Boxes { .. } => Some(position.iter().copied().max().unwrap_or(0)),
            Self::Rank(index) => position
                .iter()
                .zip(&index.weights)
                .try_fold(0u64, |sum, (&x, &w)| sum.checked_add(x.checked_mul(w)?)),
        }
    }

    /// The region of a position that need not be a representative, or one below it; `None` if it
    /// does not have one.
    pub(crate) fn least_region(&self, position: &[u64]) -> Option<u64> {
        match self {
            Self::Multiset { .. } => Some(position.iter().copied().max().unwrap_or(0)),
            Self::Partitions(_) | Self::Boxes { .. } => self.region(position),
            Self::Rank(index) if index.periodic.iter().all(Option::is_none) => self.region(position),
            Self::Rank(_) => Some(0),
        }
    }

    /// A position in the middle of region n.
    pub(crate) fn centre(&self, region: u64) -> Vec<u64> {
        match self {
            Self::Multiset { dimension, .. } | Self::Boxes { dimension } => vec![region / 2; *dimension],
            Self::Partitions(of) => vec![region / of.counts.len().max(1) as u64; of.counts.len()],
            Self::Rank(index) => {
                let shares = index.weights.len() as u64;
                let shared = |&weight: &u64| region / weight.saturating_mul(shares).max(1);
                let mut centre = index.weights.iter().map(shared).collect::<Vec<u64>>();
                self.lower(&mut centre);
                centre
            }
        }
    }

    /// A lower bound of the number of representatives up to region n, in constant time.
    pub(crate) fn least_size(&self, region: u64) -> u128 {
        match self {
            Self::Multiset { dimension, .. } => multisets(*dimension, region),
            Self::Boxes { dimension } => size_of_box(*dimension, region),
            // Each multiset in all its orders.
            Self::Partitions(of) => {
                let orders = (1..=of.counts.len() as u128).try_fold(1u128, u128::checked_mul);
                multisets(of.counts.len(), region) / orders.unwrap_or(u128::MAX)
            }
            Self::Rank(index) if index.most.iter().all(Option::is_none) => {
                // All positions with Σ xᵢ ≤ n / max w.
                let heaviest = index.weights.iter().copied().max().unwrap_or(1);
                multisets(index.weights.len(), region / heaviest)
            }
            Self::Rank(_) => 1,
        }
    }

    /// The number of bytes that the counting tables take up to region n.
    ///
    /// # Errors
    ///
    /// The number of bytes, or a lower bound, if it is far above `memory`.
    pub(crate) fn table_bytes(&self, region: u64, memory: u64) -> Result<u64, u128> {
        let lists = match self {
            Self::Multiset { dimension, .. } => dimension.saturating_sub(1),
            Self::Boxes { .. } => return Ok(0),
            Self::Partitions(of) => {
                let long = (u128::from(region) + 1).saturating_mul(u128::from(region) + 2) / 2;
                let bytes = long.saturating_mul(8 * of.counts.len() as u128 + 8);
                return u64::try_from(bytes).ok().filter(|&it| it <= memory.max(SMALL_TABLES)).ok_or(bytes);
            }
            Self::Rank(index) => index.weights.len() + 1,
        };
        // A list is longer than the region by the dimension at most.
        let bytes = (u128::from(region) + lists as u128 + 1) * 8 * lists as u128;
        u64::try_from(bytes).ok().filter(|&bytes| bytes <= memory.max(SMALL_TABLES)).ok_or(bytes)
    }

    /// The number of representatives up to region n, whose [tables](Self::table_bytes) must be
    /// small enough.
    ///
    /// # Errors
    ///
    /// The number of representatives, or a lower bound, if they exceed any memory.
    pub(crate) fn size(&mut self, region: u64) -> Result<u64, u128> {
        match self {
            Self::Multiset { dimension, .. } => {
                let size = multisets(*dimension, region);
                u64::try_from(size).map_err(|_| size)
            }
            Self::Boxes { dimension } => {
                let size = size_of_box(*dimension, region);
                u64::try_from(size).map_err(|_| size)
            }
            Self::Partitions(of) => {
                let next = usize::try_from(region).ok().and_then(|region| region.checked_add(1));
                let size = of.extend(region).and_then(|()| of.offsets.get(next?).copied());
                size.ok_or(u128::from(u64::MAX))
            }
            Self::Rank(index) => {
                let size = index
                    .extend(region)
                    .and_then(|()| index.offsets.get(usize::try_from(region).ok()?.checked_add(1)?).copied());
                size.ok_or(u128::from(u64::MAX))
            }
        }
    }

    /// Prepares the numbering up to region n.
    pub(crate) fn prepare(&mut self, region: u64) {
        if let Self::Multiset { dimension, binomials } = self {
            let length = usize::try_from(region).unwrap_or(0) + *dimension + 1;
            // C(n, 1) = n needs no table.
            for i in 2..=*dimension {
                for n in binomials[i].len()..length {
                    // C(n, i) = C(n−1, i) + C(n−1, i−1)
                    let value = if n == 0 {
                        0
                    } else {
                        let left = if i == 2 { n as u64 - 1 } else { binomials[i - 1][n - 1] };
                        binomials[i][n - 1].saturating_add(left)
                    };
                    binomials[i].push(value);
                }
            }
        }
    }

    /// The number of a representative in a prepared region.
    #[inline]
    pub(crate) fn number(&self, position: &[u64]) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "prepared regions fit memory")]
        match self {
            Self::Multiset { binomials, .. } => {
                let Some((&first, others)) = position.split_first() else { return 0 };
                let rest = others.iter().zip(&binomials[2..]);
                let rest = rest.enumerate().map(|(i, (&x, table))| table[x as usize + i + 1]).sum::<u64>();
                (first + rest) as usize
            }
            Self::Partitions(of) => of.number(position) as usize,
            Self::Boxes { .. } => number_in_boxes(position) as usize,
            Self::Rank(index) => index.number(position) as usize,
        }
    }

    /// How much less the number of a sorted position becomes where a coordinate but the first is lowered and stays in its
    /// place. The first one is its own part of the number.
    #[inline]
    pub(crate) fn fall(&self, place: usize, from: u64, to: u64) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "prepared regions fit memory")]
        match self {
            Self::Multiset { binomials, .. } => {
                let table = &binomials[place + 1];
                (table[from as usize + place] - table[to as usize + place]) as usize
            }
            _ => unreachable!("only sorted positions have parts"),
        }
    }

    /// Whether positions are sorted, and numbered by their largest coordinate first.
    pub(crate) fn is_multiset(&self) -> bool {
        matches!(self, Self::Multiset { .. })
    }

    /// The number of the representative of a position of D coordinates, in a prepared region.
    #[inline]
    pub(crate) fn number_of<const D: usize>(&self, mut position: [u64; D]) -> usize {
        let Self::Multiset { binomials, .. } = self else {
            self.reduce(&mut position);
            return self.number(&position);
        };
        for end in 1..D {
            for place in (0..end).rev() {
                let (low, high) = (position[place], position[place + 1]);
                (position[place], position[place + 1]) = (low.min(high), low.max(high));
            }
        }
        let mut number = position.first().copied().unwrap_or(0);
        for (place, &x) in position.iter().enumerate().skip(1) {
            #[expect(clippy::cast_possible_truncation, reason = "prepared regions fit memory")]
            let entry = x as usize + place;
            number += binomials[place + 1][entry];
        }
        #[expect(clippy::cast_possible_truncation, reason = "prepared regions fit memory")]
        let number = number as usize;
        number
    }

    /// The number of the representative of a position, which may be computed in `buffer`.
    #[inline]
    pub(crate) fn place(&self, position: &[u64], buffer: &mut [u64]) -> usize {
        if let &[one, other] = position {
            return self.number_of([one, other]);
        }
        buffer.copy_from_slice(position);
        self.reduce(buffer);
        self.number(buffer)
    }

    /// Visits the representatives of one region in the order of their numbers.
    pub(crate) fn for_each_in_region<E>(
        &self,
        region: u64,
        visit: &mut dyn FnMut(&[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            Self::Multiset { dimension, .. } => {
                let mut position = vec![0; *dimension];
                if *dimension == 0 {
                    return if region == 0 { visit(&position) } else { Ok(()) };
                }
                position[dimension - 1] = region;
                loop {
                    visit(&position)?;
                    let Some(place) = (0..dimension - 1).find(|&i| position[i] < position[i + 1]) else {
                        return Ok(());
                    };
                    position[place] += 1;
                    position[..place].fill(0);
                }
            }
            Self::Boxes { dimension } => visit_shell(*dimension, region, visit),
            Self::Partitions(of) => {
                let mut position = vec![0; of.counts.len()];
                visit_partitions(of.counts.len(), (region, region), &mut position, visit)
            }
            Self::Rank(index) => {
                let mut position = vec![0; index.weights.len()];
                index.visit_level(index.weights.len(), region, &mut position, visit)
            }
        }
    }
}

/// Sorts the coordinates of an option: few of them, nearly in order.
#[inline]
fn sort(position: &mut [u64]) {
    const FEW: usize = 8;
    if position.len() > FEW {
        return position.sort_unstable();
    }
    for end in 1..position.len() {
        let mut place = end;
        while place > 0 && position[place - 1] > position[place] {
            position.swap(place - 1, place);
            place -= 1;
        }
    }
}

/// Returns (n + 1)^d, at most 2^127.
fn size_of_box(dimension: usize, largest: u64) -> u128 {
    let side = u128::from(largest) + 1;
    let power = (0..dimension).try_fold(1u128, |size, _| size.checked_mul(side));
    power.unwrap_or(1 << 127).min(1 << 127)
}

/// Returns the number of a position. Positions with a smaller largest coordinate come before it.
/// Among those with the same largest coordinate, the ones where its first occurrence is later come
/// before. After that all coordinates count. So all positions below it in each coordinate come
/// before it.
fn number_in_boxes(position: &[u64]) -> u64 {
    let Some(&largest) = position.iter().max() else { return 0 };
    let first = position.iter().position(|&x| x == largest).unwrap_or(0);
    let (before, after) = (largest, largest + 1);
    // Positions where the first occurrence is later: all coordinates up to `first` are smaller.
    let mut number = 0;
    for (place, &x) in position.iter().enumerate() {
        let side = if place <= first { before } else { after };
        let digit = if place == first { 0 } else { x };
        number = if place == first { number } else { number * side + digit };
    }
    // largest^d, and for each later place largest^place (largest + 1)^(d - 1 - place).
    let dimension = position.len();
    let mut earlier = before.pow(u32::try_from(dimension).unwrap_or(u32::MAX));
    for place in first + 1..dimension {
        let (low, high) = (u32::try_from(place), u32::try_from(dimension - 1 - place));
        if let (Ok(low), Ok(high)) = (low, high) {
            earlier += before.pow(low) * after.pow(high);
        }
    }
    earlier + number
}

/// Visits the positions with this largest coordinate, in the order of their numbers.
fn visit_shell<E>(
    dimension: usize,
    largest: u64,
    visit: &mut dyn FnMut(&[u64]) -> Result<(), E>,
) -> Result<(), E> {
    let mut position = vec![0; dimension];
    if dimension == 0 {
        return if largest == 0 { visit(&position) } else { Ok(()) };
    }
    for first in (0..dimension).rev() {
        if largest == 0 && first > 0 {
            continue;
        }
        position.fill(0);
        position[first] = largest;
        loop {
            visit(&position)?;
            // The next position; the last coordinate counts least.
            let most = |place: usize| if place < first { largest - 1 } else { largest };
            let next = (0..dimension).rev().find(|&place| place != first && position[place] < most(place));
            let Some(next) = next else { break };
            position[next] += 1;
            (next + 1..dimension).filter(|&place| place != first).for_each(|place| position[place] = 0);
        }
    }
    Ok(())
}

/// Returns C(n + d, d), at most 2^127.
fn multisets(dimension: usize, largest: u64) -> u128 {
    let mut size = 1u128;
    for i in 1..=dimension as u128 {
        match size.checked_mul(u128::from(largest) + i) {
            Some(product) => size = product / i,
            None => return 1 << 127,
        }
    }
    size
}

impl Partitions {
    /// Counts the partitions of all sums up to a region; `None` if there are too many to number.
    fn extend(&mut self, region: u64) -> Option<()> {
        let length = usize::try_from(region).ok()? + 1;
        for sum in self.offsets.len() - 1..length {
            let all = self.count(sum).and_then(|all| self.offsets[sum].checked_add(all));
            let Some(offset) = all else {
                self.counts.iter_mut().for_each(|counts| counts.truncate(place(sum, 0)));
                return None;
            };
            self.offsets.push(offset);
        }
        Some(())
    }

    /// Counts the partitions of a sum, after those of smaller sums were counted.
    fn count(&mut self, sum: usize) -> Option<u64> {
        for parts in 0..self.counts.len() {
            let mut count = u64::from(sum == 0);
            self.counts[parts].push(count);
            for largest in 1..=sum {
                let rest = sum - largest;
                let others = match parts.checked_sub(1) {
                    Some(fewer) => self.counts[fewer][place(rest, largest.min(rest))],
                    None => u64::from(rest == 0),
                };
                count = count.checked_add(others)?;
                self.counts[parts].push(count);
            }
        }
        Some(self.counts.last().map_or(u64::from(sum == 0), |counts| counts[place(sum, sum)]))
    }

    #[expect(clippy::cast_possible_truncation, reason = "sums of prepared regions fit memory")]
    fn number(&self, position: &[u64]) -> u64 {
        let (mut sum, mut number) = (0, 0);
        for (&part, counts) in position.iter().zip(&self.counts) {
            sum += part as usize;
            if part > 0 {
                number += counts[place(sum, part as usize - 1)];
            }
        }
        number + self.offsets[sum]
    }
}

/// Returns the place of (n, m) in a triangular table.
fn place(sum: usize, largest: usize) -> usize {
    sum * (sum + 1) / 2 + largest
}

/// Visits the partitions of a sum into at most this many parts of bounded size, in the order of
/// their numbers.
fn visit_partitions<E>(
    parts: usize,
    (sum, most): (u64, u64),
    position: &mut [u64],
    visit: &mut dyn FnMut(&[u64]) -> Result<(), E>,
) -> Result<(), E> {
    if parts == 0 {
        return if sum == 0 { visit(position) } else { Ok(()) };
    }
    for part in sum.div_ceil(parts as u64)..=most.min(sum) {
        position[parts - 1] = part;
        visit_partitions(parts - 1, (sum - part, part), position, visit)?;
    }
    Ok(())
}

impl RankIndex {
    /// The weights and the bounds of coordinates, if none is assumed to be periodic.
    pub(crate) fn without_periods(&self) -> Option<(&[u64], &[Option<u64>])> {
        self.periodic.iter().all(Option::is_none).then_some((&self.weights, &self.bounds))
    }

    fn extend(&mut self, region: u64) -> Option<()> {
        let length = usize::try_from(region).ok()? + 1;
        let done = self.offsets.len() - 1;
        for rank in done..length {
            let mut ways = u64::from(rank == 0);
            for (i, &weight) in self.weights.iter().enumerate() {
                // counts for the first i coordinates → counts for the first i + 1
                let step = usize::try_from(weight).ok()?;
                let before = if rank >= step { self.sums[i][rank - step] } else { 0 };
                let sum = ways.checked_add(before)?;
                self.sums[i].push(sum);
                let capped = self.most[i].map_or(0, |most| {
                    let cap = most.saturating_add(1).saturating_mul(weight);
                    usize::try_from(cap)
                        .ok()
                        .and_then(|cap| rank.checked_sub(cap))
                        .map_or(0, |at| self.sums[i][at])
                });
                ways = sum - capped;
            }
            let offset = self.offsets[rank].checked_add(ways)?;
            self.offsets.push(offset);
        }
        Some(())
    }

    #[expect(clippy::cast_possible_truncation, reason = "ranks of prepared regions fit memory")]
    fn number(&self, position: &[u64]) -> u64 {
        let rank: u64 = position.iter().zip(&self.weights).map(|(&x, &w)| x * w).sum();
        let mut number = self.offsets[rank as usize];
        let mut rest = rank;
        for i in (1..self.weights.len()).rev() {
            let below = rest - self.weights[i] * position[i];
            number += self.sums[i][rest as usize] - self.sums[i][below as usize];
            rest = below;
        }
        number
    }

    fn visit_level<E>(
        &self,
        coordinates: usize,
        rest: u64,
        position: &mut [u64],
        visit: &mut dyn FnMut(&[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        if coordinates == 0 {
            return if rest == 0 { visit(position) } else { Ok(()) };
        }
        let i = coordinates - 1;
        let mut most = rest / self.weights[i];
        if let Some(bound) = self.most[i] {
            most = most.min(bound);
        }
        // Values that the coordinates before this one cannot complete to the rank are not tried.
        let least = self.reach[i].map_or(0, |reach| rest.saturating_sub(reach).div_ceil(self.weights[i]));
        let first = if i == 0 { most } else { least };
        if i == 0 && most * self.weights[0] != rest {
            return Ok(());
        }
        for value in first..=most {
            position[i] = value;
            self.visit_level(i, rest - value * self.weights[i], position, visit)?;
        }
        position[i] = 0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers_run_through(mut index: Index, regions: u64) {
        let mut expected = 0;
        for region in 0..=regions {
            let size = index.size(region).unwrap();
            assert!(index.least_size(region) <= u128::from(size));
            index.prepare(region);
            index
                .for_each_in_region::<()>(region, &mut |position| {
                    assert_eq!(index.number(position), expected, "{position:?}");
                    expected += 1;
                    Ok(())
                })
                .unwrap();
            assert_eq!(expected as u64, size);
        }
    }

    #[test]
    fn options_come_before_their_positions() {
        let index = Index::Boxes { dimension: 3 };
        let all = (0..64u64).map(|n| [n % 4, n / 4 % 4, n / 16]);
        for (x, y) in all.clone().flat_map(|x| all.clone().map(move |y| (x, y))) {
            if x != y && x.iter().zip(&y).all(|(x, y)| y <= x) {
                assert!(index.number(&y) < index.number(&x), "{x:?} {y:?}");
            }
        }
    }

    #[test]
    fn numbers_have_no_gaps() {
        numbers_run_through(Index::multiset(3), 6);
        for heaps in 0..6 {
            numbers_run_through(Index::partitions(heaps), 14);
            numbers_run_through(Index::Boxes { dimension: heaps }, 4);
        }
        numbers_run_through(Index::rank(&[1, 2, 3], &[None; 3]), 20);
        numbers_run_through(Index::rank(&[2, 3], &[None; 2]), 20);
        let periodic = Some(PeriodicCoordinate { preperiod: 2, period: 2 });
        numbers_run_through(Index::rank(&[1, 2, 3], &[periodic, None, periodic]), 30);
        numbers_run_through(Index::rank_within(&[1, 2, 3], &[Some(2), None, Some(0)]), 30);
        numbers_run_through(Index::rank_within(&[1, 2], &[Some(2), Some(3)]), 30);
    }
}

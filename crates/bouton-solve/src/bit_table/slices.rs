//! The representative rows: fewer where more coordinates are periodic.

use std::collections::BTreeMap;

use super::layout::Layout;
use crate::PeriodicCoordinate;
use crate::index::Index;

/// The rows, in slices: one slice for each class of the outer coordinates that are periodic
/// everywhere. Within a slice more coordinates may be periodic.
#[derive(Clone, Debug)]
pub(super) struct Slices {
    /// The number of classes of each outer coordinate that is periodic everywhere.
    classes: Vec<Option<u64>>,
    /// These places again, the last first; a slice is found by them.
    classed: Vec<(usize, PeriodicCoordinate)>,
    /// The other outer coordinates: those of a group, and the one along it.
    grouping: Vec<usize>,
    along: Option<usize>,
    slices: Vec<Slice>,
    /// The slices whose rows are visited.
    visited: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Slice {
    /// The class, with 0 for the coordinates that are not periodic everywhere.
    class: Vec<u64>,
    /// The periods of those other coordinates.
    periodic: Vec<Option<PeriodicCoordinate>>,
    /// The places of these periods.
    reduced: Vec<(usize, PeriodicCoordinate)>,
    /// Σ wᵢ xᵢ of the class.
    weight: u64,
    /// Numbers the groups of rows by all those others but the last: along the last, a group is one
    /// list.
    index: Index,
}

/// The location of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Site {
    pub(super) slice: usize,
    /// The number of its group in the slice.
    pub(super) group: usize,
    /// Its place in the group.
    pub(super) place: usize,
}

/// The weights that determine the lengths of the rows of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    /// The weight of the coordinate in which the rows of a group differ; 0 if each group has one row.
    pub(super) along: u64,
    /// The weight of the coordinate along a row.
    pub(super) axis: u64,
}

impl Rows {
    /// The number of places of a row, given the rest of a region's weight at the first row of its group; `None` if the
    /// region ends before.
    pub(super) fn length(self, rest: u64, row: usize) -> Option<usize> {
        let rest = rest.checked_sub(self.along.checked_mul(u64::try_from(row).ok()?)?)?;
        usize::try_from(rest / self.axis).ok()?.checked_add(1)
    }
}

/// A callback with the slice of a group, the rest of the region's weight at its first row, and the number of its rows.
pub(super) type VisitGroup<'a, E> = dyn FnMut(usize, u64, u64) -> Result<(), E> + 'a;

/// A callback with a row's slice, its outer coordinates, and the rest of the region's weight.
pub(super) type Visit<'a, E> = dyn FnMut(usize, &[u64], u64) -> Result<(), E> + 'a;

impl Slices {
    /// Creates the slices. `within` has, for a representative whose other coordinates are 0, the
    /// periods of those coordinates.
    pub(super) fn new(layout: &Layout, within: &BTreeMap<Vec<u64>, Vec<Option<PeriodicCoordinate>>>) -> Self {
        let classes: Vec<Option<u64>> = layout
            .outer
            .iter()
            .map(|&coordinate| layout.periodic[coordinate].map(PeriodicCoordinate::classes))
            .collect();
        let periodic = |&(place, &coordinate): &(usize, &usize)| Some((place, layout.periodic[coordinate]?));
        let classed = layout.outer.iter().enumerate().rev().filter_map(|place| periodic(&place)).collect();
        let mut grouping: Vec<usize> = places(&classes, false).collect();
        let along = grouping.pop();
        let long_weights: Vec<u64> = grouping.iter().map(|&i| layout.weights[layout.outer[i]]).collect();
        let mut slices = Vec::new();
        let mut class = vec![0; classes.len()];
        loop {
            let periodic = layout.periodic_within(&class, within);
            let long: Vec<_> = grouping.iter().map(|&i| periodic[i]).collect();
            let weight = class.iter().zip(&layout.outer).map(|(&x, &i)| x * layout.weights[i]).sum();
            let reduced = periodic.iter().enumerate().filter_map(|(place, &own)| Some((place, own?)));
            slices.push(Slice {
                class: class.clone(),
                reduced: reduced.collect(),
                periodic,
                weight,
                index: Index::rank(&long_weights, &long),
            });
            let Some(next) = places(&classes, true).find(|&i| classes[i].is_some_and(|n| class[i] + 1 < n))
            else {
                let visited = (0..slices.len()).collect();
                return Self { classes, classed, grouping, along, slices, visited };
            };
            class[next] += 1;
            class[..next].fill(0);
        }
    }

    /// The same slices without numbers of rows, of which only the rows of some are visited.
    pub(super) fn keeping(&self, kept: impl Fn(usize) -> bool) -> Self {
        let visited = self.visited.iter().copied().filter(|&slice| kept(slice)).collect();
        Self { visited, ..self.clone() }
    }

    /// The places of the outer coordinates that are not periodic everywhere.
    pub(super) fn long(&self) -> Vec<usize> {
        places(&self.classes, false).collect()
    }

    /// The class of a slice, with 0 for those coordinates.
    pub(super) fn class(&self, slice: usize) -> &[u64] {
        &self.slices[slice].class
    }

    /// The number of slices.
    pub(super) fn count(&self) -> usize {
        self.slices.len()
    }

    /// The slice of a row. Its coordinates are replaced by those of its representative.
    pub(super) fn reduce(&self, outer: &mut [u64]) -> usize {
        let mut number = 0;
        for &(place, periodic) in &self.classed {
            outer[place] = periodic.reduce(outer[place]);
            number = number * periodic.classes() + outer[place];
        }
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        self.reduce_within(number, outer);
        number
    }

    /// Replaces the coordinates of a row of a slice that are not periodic everywhere by those of its representative.
    pub(super) fn reduce_within(&self, slice: usize, outer: &mut [u64]) {
        for &(place, periodic) in &self.slices[slice].reduced {
            outer[place] = periodic.reduce(outer[place]);
        }
    }

    /// The location of a representative row of a slice.
    pub(super) fn site(&self, slice: usize, outer: &[u64]) -> Site {
        /// Larger numbers of coordinates are rare.
        const FEW: usize = 8;
        let place = self.along.map_or(0, |along| outer[along]);
        let place = usize::try_from(place).unwrap_or(usize::MAX);
        let index = &self.slices[slice].index;
        let group = match self.grouping[..] {
            [] => 0,
            // Ranks of one coordinate are in its order.
            [one] => usize::try_from(outer[one]).unwrap_or(usize::MAX),
            _ if self.grouping.len() <= FEW => {
                let mut long = [0; FEW];
                self.grouping.iter().zip(&mut long).for_each(|(&i, long)| *long = outer[i]);
                index.number(&long[..self.grouping.len()])
            }
            _ => index.number(&self.grouping.iter().map(|&i| outer[i]).collect::<Vec<_>>()),
        };
        Site { slice, group, place }
    }

    /// The number of groups that a slice has up to a region.
    ///
    /// # Errors
    ///
    /// The number of bytes needed, if it is far above `memory`.
    pub(super) fn groups(&mut self, slice: usize, region: u64, memory: u64) -> Result<u64, u128> {
        let Slice { weight, index, .. } = &mut self.slices[slice];
        let Some(region) = region.checked_sub(*weight) else { return Ok(0) };
        index.table_bytes(region, memory)?;
        index.size(region)
    }

    /// The place of the outer coordinate in which the rows of a group differ, if there is one.
    pub(super) fn along(&self) -> Option<usize> {
        self.along
    }

    /// The period of that coordinate within a slice, if it has one.
    pub(super) fn period_along(&self, slice: usize) -> Option<PeriodicCoordinate> {
        self.slices[slice].periodic[self.along?]
    }

    /// The weights that determine the lengths of rows.
    pub(super) fn shape(&self, layout: &Layout) -> Rows {
        let along = self.along.map_or(0, |along| layout.weights[layout.outer[along]]);
        Rows { along, axis: layout.weights[layout.axis] }
    }

    /// Calls `visit` with every group of rows that has rows of weight at most `region`, in any order.
    pub(super) fn try_each_group<E>(
        &self,
        layout: &Layout,
        region: u64,
        visit: &mut VisitGroup<'_, E>,
    ) -> Result<(), E> {
        for &slice in &self.visited {
            if let Some(rest) = region.checked_sub(self.slices[slice].weight) {
                self.each_group(layout, slice, &self.grouping, rest, visit)?;
            }
        }
        Ok(())
    }

    fn each_group<E>(
        &self,
        layout: &Layout,
        slice: usize,
        grouping: &[usize],
        rest: u64,
        visit: &mut VisitGroup<'_, E>,
    ) -> Result<(), E> {
        let Some((&place, others)) = grouping.split_first() else {
            return visit(slice, rest, self.group_length(slice, rest, layout));
        };
        let weight = layout.weights[layout.outer[place]];
        let most = rest / weight;
        let most = self.slices[slice].periodic[place].map_or(most, |own| most.min(own.classes() - 1));
        (0..=most).try_for_each(|x| self.each_group(layout, slice, others, rest - x * weight, visit))
    }

    /// The number of rows in a group, given the rest of the region's weight at its first row.
    pub(super) fn group_length(&self, slice: usize, rest: u64, layout: &Layout) -> u64 {
        let Some(along) = self.along else { return 1 };
        let most = rest / layout.weights[layout.outer[along]];
        self.slices[slice].periodic[along].map_or(most, |periodic| most.min(periodic.classes() - 1)) + 1
    }

    /// The number of bytes that the numbering of the rows takes up to a region.
    pub(super) fn table_bytes(&self, region: u64) -> u64 {
        let bytes = |slice: &Slice| {
            region.checked_sub(slice.weight).map_or(0, |region| {
                let bytes = slice.index.table_bytes(region, u64::MAX);
                bytes.unwrap_or(u64::MAX)
            })
        };
        self.visited.iter().map(|&slice| bytes(&self.slices[slice])).fold(0, u64::saturating_add)
    }

    /// Calls `visit` with every representative row of weight at most `region`, in lexicographic
    /// order.
    pub(super) fn try_each_row<E>(
        &self,
        layout: &Layout,
        region: u64,
        visit: &mut Visit<'_, E>,
    ) -> Result<(), E> {
        let weights: Vec<u64> = layout.outer.iter().map(|&coordinate| layout.weights[coordinate]).collect();
        // The slices that are possible at each depth, in one buffer for all rows.
        let mut possible = vec![Vec::new(); weights.len() + 1];
        possible[0].extend_from_slice(&self.visited);
        self.descend(region, &mut vec![0; weights.len()], &weights, &mut possible, visit)
    }

    /// The first slices of `possible` are those that agree with the coordinates before this depth.
    fn descend<E>(
        &self,
        rest: u64,
        outer: &mut [u64],
        weights: &[u64],
        possible: &mut [Vec<usize>],
        visit: &mut Visit<'_, E>,
    ) -> Result<(), E> {
        let depth = outer.len() + 1 - possible.len();
        let Some(&weight) = weights.get(depth) else {
            return possible[0].iter().try_for_each(|&slice| visit(slice, outer, rest));
        };
        let most = rest / weight;
        for value in 0..=self.classes[depth].map_or(most, |classes| most.min(classes - 1)) {
            let [before, left, ..] = &mut *possible else { unreachable!("one for each depth") };
            let (before, has_classes) = (&*before, self.classes[depth].is_some());
            if has_classes {
                left.clear();
                left.extend(before.iter().filter(|&&slice| self.slices[slice].class[depth] == value));
            } else {
                if value == 0 {
                    left.clone_from(before);
                }
                left.retain(|&slice| {
                    self.slices[slice].periodic[depth].is_none_or(|periodic| value < periodic.classes())
                });
            }
            if left.is_empty() {
                // Another class may have rows here, but not at a larger value.
                if has_classes {
                    continue;
                }
                break;
            }
            outer[depth] = value;
            self.descend(rest - value * weight, outer, weights, &mut possible[1..], visit)?;
        }
        outer[depth] = 0;
        Ok(())
    }
}

/// The places with classes, or those without.
fn places(classes: &[Option<u64>], with: bool) -> impl DoubleEndedIterator<Item = usize> + '_ {
    (0..classes.len()).filter(move |&place| classes[place].is_some() == with)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests that every representative row is visited once, in order, each group without gaps.
    #[test]
    fn every_representative_row_is_visited() {
        let vectors = [vec![0, 0, -1], vec![0, -1, 0], vec![-1, 0, 0]];
        let class = Some(PeriodicCoordinate { preperiod: 1, period: 2 });
        let layout = Layout::new(&[1, 2, 3], &[None, class, None], &vectors).unwrap();
        assert_eq!((&layout.outer[..], layout.axis), (&[2, 1][..], 0));
        let soon = |preperiod| vec![None, None, Some(PeriodicCoordinate { preperiod, period: 1 })];
        // The first and the last class end early, the middle one does not.
        let within = BTreeMap::from([(vec![0, 0, 0], soon(0)), (vec![0, 2, 0], soon(1))]);
        let mut slices = Slices::new(&layout, &within);
        for region in [0, 5, 40] {
            let groups: Vec<usize> = (0..slices.count())
                .map(|slice| usize::try_from(slices.groups(slice, region, 1 << 20).unwrap()).unwrap())
                .collect();
            let mut lengths: Vec<u64> = vec![0; slices.count()];
            let mut expected = Vec::new();
            for outer in (0..20).flat_map(|m3| (0..3).map(move |m2| [m3, m2])) {
                let most = [1, u64::MAX, 2][usize::try_from(outer[1]).unwrap()];
                if outer[0] < most && 3 * outer[0] + 2 * outer[1] <= region {
                    expected.push(outer.to_vec());
                }
            }
            let mut sites: Vec<Site> = Vec::new();
            let mut met = Vec::new();
            let visited = slices.try_each_row::<()>(&layout, region, &mut |slice, outer, rest| {
                assert_eq!(rest, region - 3 * outer[0] - 2 * outer[1]);
                let mut reduced = outer.to_vec();
                assert_eq!((slices.reduce(&mut reduced), &reduced[..]), (slice, outer));
                let site = slices.site(slice, outer);
                assert!(site.slice == slice && site.group < groups[slice]);
                if site.place == 0 {
                    lengths[slice] += slices.group_length(slice, rest, &layout);
                }
                sites.push(site);
                met.push(outer.to_vec());
                Ok(())
            });
            assert_eq!((visited, met), (Ok(()), expected));
            let visited = sites.len();
            assert_eq!(lengths.iter().sum::<u64>(), visited as u64);
            sites.sort_unstable();
            sites.dedup();
            assert_eq!(sites.len(), visited);
            for pair in sites.windows(2).filter(|pair| pair[1].place > 0) {
                assert_eq!(pair[1], Site { place: pair[0].place + 1, ..pair[0] });
            }
        }
    }
}

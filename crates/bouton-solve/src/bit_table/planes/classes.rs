//! The division of the classes into open and closed ones.

use std::collections::BTreeMap;

use bouton_core::{ControlState, MoveSchema};

use super::super::{Control, layout::Layout, slices::Slices};
use crate::PeriodicCoordinate;

/// The most rows of a closed class.
const MOST_CLOSED: u64 = 1 << 12;

/// One class of positions.
#[derive(Clone, Debug)]
pub(super) enum Class {
    /// The number of its plane.
    Open(usize),
    /// The periods of the long outer coordinates, and of the axis.
    Closed(Vec<PeriodicCoordinate>),
    /// Of a control state without rows.
    Elsewhere,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    /// A plane, in a slice.
    Plane(usize, usize),
    Closed(usize),
}

/// The rows of a closed class, as long as the longest row from which moves lead there.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Closed {
    pub(super) control: ControlState,
    /// A representative, with 0 for the long coordinates.
    pub(super) position: Vec<u64>,
    /// The periods of the long outer coordinates, and of the axis.
    pub(super) periods: Vec<PeriodicCoordinate>,
    /// By the reduced coordinates, the first of them fastest.
    pub(super) rows: Vec<Vec<u64>>,
}

/// The classes while planes are created.
pub(super) struct Classes<'a> {
    pub(super) layout: &'a Layout,
    pub(super) slices: &'a Slices,
    /// The places of the outer coordinates that are not periodic everywhere.
    pub(super) long: Vec<usize>,
    /// By control state, slice, and place in the block.
    pub(super) all: Vec<Class>,
}

impl<'a> Classes<'a> {
    /// Divides the classes of control states with rows.
    pub(super) fn new(
        layout: &'a Layout,
        slices: &'a Slices,
        within: &BTreeMap<Vec<u64>, Vec<Option<PeriodicCoordinate>>>,
        has_rows: &[bool],
    ) -> Self {
        let long = slices.long();
        let mut all = Vec::new();
        let mut planes = 0..;
        for &has_rows in has_rows {
            for slice in 0..slices.count() {
                for block in 0..layout.block_size {
                    let periods = within.get(&position_of(layout, slices.class(slice), block));
                    let own = |&coordinate: &usize| periods?[coordinate];
                    let coordinates = long.iter().map(|&place| &layout.outer[place]);
                    let closed = coordinates.chain([&layout.axis]).map(own).collect::<Option<Vec<_>>>();
                    all.push(match (has_rows, closed) {
                        (false, _) => Class::Elsewhere,
                        (true, Some(periods)) => Class::Closed(periods),
                        (true, None) => Class::Open(planes.next().unwrap_or(usize::MAX)),
                    });
                }
            }
        }
        Self { layout, slices, long, all }
    }

    fn place(&self, control: usize, slice: usize, block: usize) -> usize {
        (control * self.slices.count() + slice) * self.layout.block_size + block
    }

    /// The open classes: control state, slice, and place in the block, in the order of their planes.
    pub(super) fn open(&self) -> Vec<(usize, usize, usize)> {
        let block = self.layout.block_size;
        let of = |(number, class): (usize, &Class)| {
            let (row, slices) = (number / block, self.slices.count());
            matches!(class, Class::Open(_)).then_some((row / slices, row % slices, number % block))
        };
        self.all.iter().enumerate().filter_map(of).collect()
    }

    /// Whether less than half of the bits of the rows with open classes are theirs.
    pub(super) fn are_few(&self, open: &[(usize, usize, usize)]) -> bool {
        let mut rows: Vec<_> = open.iter().map(|&(control, slice, _)| (control, slice)).collect();
        rows.dedup();
        !open.is_empty() && 2 * open.len() <= rows.len() * self.layout.stride
    }

    /// The greatest weight of a representative of a closed class; `None` if a class has too many.
    pub(super) fn representatives(&self) -> Option<u64> {
        let weights = &self.layout.weights;
        let mut most = 0;
        for (number, class) in self.all.iter().enumerate() {
            let Class::Closed(periods) = class else { continue };
            let slice = number / self.layout.block_size % self.slices.count();
            rows_of(periods)?;
            let mut region = 0u64;
            for (&x, &coordinate) in self.slices.class(slice).iter().zip(&self.layout.outer) {
                region = region.checked_add(x.checked_mul(weights[coordinate])?)?;
            }
            let coordinates = self.long.iter().map(|&place| self.layout.outer[place]);
            for (periodic, coordinate) in periods.iter().zip(coordinates.chain([self.layout.axis])) {
                region = region.checked_add((periodic.classes() - 1).checked_mul(weights[coordinate])?)?;
            }
            most = most.max(region);
        }
        Some(most)
    }

    /// Where a move leads from a class: `Some(None)` if it is not possible there, `None` if that class has too many
    /// rows.
    pub(super) fn target(
        &self,
        (slice, block): (usize, usize),
        schema: &MoveSchema,
        vector: &[i64],
        controls: &[Control],
        closed: &mut Vec<Closed>,
    ) -> Option<Option<Target>> {
        let (layout, to) = (self.layout, schema.to.index());
        let mut position = position_of(layout, self.slices.class(slice), block);
        let is_long = |coordinate| self.long.iter().any(|&place| layout.outer[place] == coordinate);
        for (coordinate, x) in position.iter_mut().enumerate() {
            if coordinate != layout.axis && !is_long(coordinate) {
                let Some(sum) = x.checked_add_signed(vector[coordinate]) else { return Some(None) };
                *x = sum;
            }
        }
        let periods = if let Control::Periodic { periodic, .. } = &controls[to] {
            for (x, periodic) in position.iter_mut().zip(periodic) {
                *x = periodic.reduce(*x);
            }
            let coordinates = self.long.iter().map(|&place| layout.outer[place]);
            coordinates.chain([layout.axis]).map(|coordinate| periodic[coordinate]).collect()
        } else {
            layout.reduce(&mut position);
            let mut outer: Vec<u64> = layout.outer.iter().map(|&coordinate| position[coordinate]).collect();
            let slice = self.slices.reduce(&mut outer);
            match &self.all[self.place(to, slice, layout.block_number(&position))] {
                Class::Open(plane) => return Some(Some(Target::Plane(*plane, slice))),
                Class::Closed(periods) => periods.clone(),
                Class::Elsewhere => return None,
            }
        };
        let rows = usize::try_from(rows_of(&periods)?).ok()?;
        let new = Closed { control: schema.to, position, periods, rows: vec![Vec::new(); rows] };
        let number = closed.iter().position(|known| *known == new).unwrap_or_else(|| {
            closed.push(new);
            closed.len() - 1
        });
        Some(Some(Target::Closed(number)))
    }
}

/// The position of a class, with 0 for the long coordinates.
pub(super) fn position_of(layout: &Layout, class: &[u64], block: usize) -> Vec<u64> {
    let mut position = vec![0; layout.weights.len()];
    for (&coordinate, &value) in layout.outer.iter().zip(class) {
        position[coordinate] = value;
    }
    layout.write_block(block, &mut position);
    position
}

/// The number of rows of a closed class with these periods, the last along the rows, if it is small.
fn rows_of(periods: &[PeriodicCoordinate]) -> Option<u64> {
    let (along, outer) = periods.split_last()?;
    let rows = outer.iter().try_fold(1u64, |rows, periodic| rows.checked_mul(periodic.classes()))?;
    (rows.max(along.classes()) <= MOST_CLOSED).then_some(rows)
}

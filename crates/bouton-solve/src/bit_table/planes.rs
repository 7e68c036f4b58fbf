//! Rows of single classes, for regions in which most classes are periodic in all coordinates.
//!
//! A *class* is one of the rows that share the outer coordinates, with its place in the block. Where the values of a
//! class are periodic in each coordinate that is not periodic everywhere, a few representatives determine them: the
//! class is *closed*, and the small table of all classes has its representatives. The other classes are *open*. A
//! *plane* has the rows of one open class, one bit for each place of the axis.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};

use bouton_core::{ControlState, Formula, LimitReached, MemoryShare, MoveSchema, Ruleset, Value, Watch};

use super::extension::{shift_into, shifted};
use super::layout::Layout;
use super::moves::{block_order, unless_implied};
use super::slices::Slices;
use super::{BitTable, Control, GROUP, MOVE, ROW, Row, SMALL_TABLE, Sizes};
use crate::PeriodicCoordinate;
use crate::saved::{get, misfit, put};

mod classes;
mod scan;

use classes::{Class, Classes, Closed, Target, position_of};
use scan::Scan;

/// The most planes.
const MOST_PLANES: usize = 1 << 10;

/// The rows of the open classes.
#[derive(Debug)]
pub(super) struct Planes {
    slices: Slices,
    /// The places of the outer coordinates that are not periodic everywhere.
    long: Vec<usize>,
    planes: Vec<Plane>,
    /// The planes of each control state and slice.
    teams: Vec<Team>,
    /// The classes by control state, slice, and place in the block.
    classes: Vec<Class>,
    /// The rows of the closed classes that moves from open ones lead to.
    closed: Vec<Closed>,
    /// The most that a move raises the coordinate along the rows.
    most_raised: u64,
    /// The region in which all representatives of closed classes are.
    representatives: u64,
    /// All rows of weight at most this are complete; `None` at first.
    complete: Option<u64>,
    in_rows: usize,
    held: MemoryShare,
    /// The memory held by the prepared moves.
    _prepared: MemoryShare,
    sizes: Sizes,
    /// A memory limit, and a region that does not fit it.
    refused: Option<(u64, u64)>,
    /// The least region known to be too large for the rows of all classes.
    first: u64,
    watch: Watch,
}

/// The rows of one open class.
#[derive(Debug)]
struct Plane {
    moves: Vec<Move>,
    rows: Vec<Vec<Row>>,
    /// The coordinates of the block.
    block: Vec<(usize, u64)>,
}

/// A move from one row to another, or to a closed class.
#[derive(Debug)]
struct Move {
    /// The change of each long outer coordinate.
    outer: Vec<i64>,
    to: Target,
    /// The change of the coordinate along the row.
    along: isize,
    guard: Option<Formula>,
}

/// The planes whose rows are completed together.
#[derive(Debug, Default)]
struct Team {
    planes: Vec<usize>,
    scan: Option<Scan>,
}

/// The most planes of a team.
const MOST_TEAM: usize = 4;

impl Planes {
    /// Creates planes without rows for the controls of a table. Returns `None` if most classes are open, or a move
    /// within the rows is not always allowed or reaches far back.
    pub(super) fn new(
        ruleset: &Ruleset,
        watch: &Watch,
        (layout, slices): (&Layout, &Slices),
        within: &BTreeMap<Vec<u64>, Vec<Option<PeriodicCoordinate>>>,
        controls: &[Control],
    ) -> Option<Self> {
        let has_rows: Vec<bool> =
            controls.iter().map(|control| matches!(control, Control::Rows { .. })).collect();
        let classes = Classes::new(layout, slices, within, &has_rows);
        let open = classes.open();
        if open.len() > MOST_PLANES || !classes.are_few(&open) {
            return None;
        }
        let mut prepared = watch.hold_none();
        let representatives = classes.representatives()?;
        let mut closed: Vec<Closed> = Vec::new();
        let mut teams: Vec<Team> = (0..controls.len() * slices.count()).map(|_| Team::default()).collect();
        for (number, &(control, slice, _)) in open.iter().enumerate() {
            teams[control * slices.count() + slice].planes.push(number);
        }
        let mut planes = Vec::new();
        // The moves within the rows of each team: from, to, and drop.
        let mut own = vec![Vec::new(); teams.len()];
        for (number, &(control, slice, block)) in open.iter().enumerate() {
            let team = control * slices.count() + slice;
            let place = |plane: usize| teams[team].planes.iter().position(|&own| own == plane);
            let mut moves = Vec::new();
            prepared.grow((MOVE + 8 * layout.weights.len() as u64) * ruleset.moves().len() as u64).ok()?;
            for schema in ruleset.moves().iter().filter(|schema| schema.from.index() == control) {
                let vector = schema.constant_vector()?;
                let guard = schema.guard.clone().and(ruleset.stop().clone().negated());
                let guard = unless_implied(guard, &vector);
                let Some(target) = classes.target((slice, block), schema, &vector, controls, &mut closed)?
                else {
                    continue;
                };
                let along = isize::try_from(vector[layout.axis]).ok()?;
                let stays = layout.outer.iter().all(|&coordinate| vector[coordinate] == 0);
                let outer = classes.long.iter().map(|&place| vector[layout.outer[place]]).collect();
                if let Target::Plane(to, to_slice) = target
                    && (schema.to.index(), to_slice) == (control, slice)
                    && stays
                {
                    if guard.is_some() {
                        return None;
                    }
                    own[team].push((place(number)?, place(to)?, usize::try_from(-along).ok()?));
                } else {
                    moves.push(Move { outer, to: target, along, guard });
                }
            }
            let position = position_of(layout, &[], block);
            let block = layout.block.iter().map(|&coordinate| (coordinate, position[coordinate])).collect();
            planes.push(Plane { moves, rows: Vec::new(), block });
        }
        let order = block_order(layout);
        for (team, own) in teams.iter_mut().zip(own).filter(|(team, _)| !team.planes.is_empty()) {
            if team.planes.len() > MOST_TEAM {
                return None;
            }
            let mut light: Vec<usize> = (0..team.planes.len()).collect();
            light.sort_by_key(|&place| order.iter().position(|&bit| bit == open[team.planes[place]].2));
            team.scan = Some(Scan::new(team.planes.len(), &own, &light)?);
        }
        let kept = |slice: usize| open.iter().any(|&(_, own, _)| own == slice);
        let most_raised = ruleset.moves().iter().filter_map(MoveSchema::constant_vector);
        let most_raised = most_raised.filter_map(|vector| u64::try_from(vector[layout.axis]).ok()).max();
        let Classes { long, all, .. } = classes;
        Some(Self {
            slices: slices.keeping(kept),
            long,
            planes,
            teams,
            classes: all,
            closed,
            most_raised: most_raised.unwrap_or(0),
            representatives,
            complete: None,
            in_rows: 0,
            held: watch.hold_none(),
            _prepared: prepared,
            sizes: Sizes::default(),
            refused: None,
            first: u64::MAX,
            watch: watch.clone(),
        })
    }

    /// The region that the small table of all classes needs.
    pub(super) fn representatives(&self) -> u64 {
        self.representatives
    }

    /// The number of positions in the rows.
    pub(super) fn positions(&self) -> usize {
        self.in_rows
    }

    /// The region of which all positions are known.
    pub(super) fn complete(&self) -> Option<u64> {
        self.complete
    }

    fn class(&self, layout: &Layout, slice: usize, block: usize, control: usize) -> &Class {
        &self.classes[(control * self.slices.count() + slice) * layout.block_size + block]
    }

    /// Replaces a position of a closed class by its representative; `false` if the class is open.
    pub(super) fn close(&self, layout: &Layout, position: &mut [u64], slice: usize, control: usize) -> bool {
        match self.class(layout, slice, layout.block_number(position), control) {
            Class::Closed(periods) => {
                let coordinates = self.long.iter().map(|&place| layout.outer[place]).chain([layout.axis]);
                coordinates.zip(periods).for_each(|(coordinate, periodic)| {
                    position[coordinate] = periodic.reduce(position[coordinate])
                });
                true
            }
            _ => false,
        }
    }

    /// The outcome of a position of an open class in a complete row.
    #[expect(clippy::cast_possible_truncation, reason = "rows that are complete fit memory")]
    pub(super) fn get(
        &self,
        layout: &Layout,
        position: &[u64],
        (slice, outer): (usize, &[u64]),
        control: usize,
    ) -> Option<Value> {
        let Class::Open(plane) = *self.class(layout, slice, layout.block_number(position), control) else {
            return None;
        };
        let site = self.slices.site(slice, outer);
        let row = &self.planes[plane].rows[site.group][site.place];
        let bit = position[layout.axis] as usize;
        Some(1 - (row.lost[bit / 64] >> (bit % 64) & 1) as Value)
    }

    /// Visits every `step`th place of all rows.
    pub(super) fn visit_places(
        &self,
        layout: &Layout,
        step: u64,
        visit: &mut dyn FnMut(&[u64], ControlState, Value),
    ) {
        let Some(region) = self.complete else { return };
        let mut position = vec![0; layout.weights.len()];
        let mut ahead = 0;
        let visited = self.slices.try_each_row(layout, region, &mut |slice, row, rest| {
            let length = 1 + rest / layout.weights[layout.axis];
            for (&coordinate, &value) in layout.outer.iter().zip(row) {
                position[coordinate] = value;
            }
            while ahead < length {
                position[layout.axis] = ahead;
                for block in 0..layout.block_size {
                    layout.write_block(block, &mut position);
                    for control in (0..=u8::MAX).take(self.teams.len() / self.slices.count().max(1)) {
                        if let Some(value) = self.get(layout, &position, (slice, row), control.into()) {
                            visit(&position, ControlState(control), value);
                        }
                    }
                }
                ahead += step;
            }
            ahead -= length;
            Ok::<(), std::convert::Infallible>(())
        });
        match visited {
            Ok(()) => {}
        }
    }

    /// The least region known to be too large for the rows of all classes.
    pub(super) fn first(&self) -> u64 {
        self.first
    }

    /// Notes that a region is too large for the rows of all classes.
    pub(super) fn begin_at(&mut self, region: u64) {
        self.first = self.first.min(region);
    }

    /// Completes the rows up to a region, or one beyond it if memory allows; the representatives of closed classes
    /// are in `base`.
    pub(super) fn grow(&mut self, base: &mut BitTable, region: u64) -> Result<(), LimitReached> {
        let room = base.most.min(self.held.bytes().saturating_add(self.watch.memory_left()));
        if self.refused.is_some_and(|(known, refused)| room <= known && region >= refused) {
            return Err(base.over(u128::from(room) + 1));
        }
        // As in a table of all classes: each growth visits every row, and more requests are likely.
        let part = if self.held.bytes() < SMALL_TABLE { 2 } else { 4 };
        let more = self.complete.map_or(region, |complete| region.max(complete + complete / part));
        let Self { slices, teams, sizes, complete, .. } = self;
        let planes = |slice: usize| {
            let of = |control: usize| teams[control * slices.count() + slice].planes.len() as u128;
            (0..teams.len() / slices.count().max(1)).map(of).sum::<u128>()
        };
        let layout = &base.layout;
        let count = |region: u64, limit: u64| {
            let limit = u128::from(limit);
            let mut bytes = u128::from(slices.table_bytes(region));
            let counted = slices.try_each_row(layout, region, &mut |slice, outer, rest| {
                let places = u128::from(rest / layout.weights[layout.axis]) + 1;
                if slices.is_first(outer) {
                    bytes += GROUP * planes(slice);
                }
                bytes += (ROW + places.div_ceil(64) * 8) * planes(slice);
                if bytes > limit { Err(()) } else { Ok(()) }
            });
            counted.ok().and_then(|()| u64::try_from(bytes).ok())
        };
        let region = region.max(sizes.most_region((complete.unwrap_or(0), more), room, &count));
        let Some(bytes) = sizes.bytes_within(region, room, &count) else {
            self.refused = Some((room, region));
            return Err(base.over(u128::from(room) + 1));
        };
        let longest = region / base.layout.weights[base.layout.axis] + 1 + self.most_raised;
        let closed = self.closed.iter().map(|closed| closed.rows.len() as u64).sum::<u64>();
        let closed = closed.saturating_mul(longest / 8 + 8);
        self.held.resize(self.held.bytes().max(bytes.saturating_add(closed)))?;
        self.extend_closed(base, longest)?;
        let groups = |slice: usize, slices: &mut Slices| {
            let groups = slices.groups(slice, region, room).map_err(|needed| base.over(needed))?;
            usize::try_from(groups).map_err(|_| base.over(u128::from(groups)))
        };
        for slice in 0..self.slices.count() {
            let groups = groups(slice, &mut self.slices)?;
            for team in self.teams.iter().skip(slice).step_by(self.slices.count()) {
                for &plane in &team.planes {
                    let rows = &mut self.planes[plane].rows;
                    if rows.try_reserve_exact(groups.saturating_sub(rows.len())).is_err() {
                        return Err(base.over(groups as u128 * GROUP));
                    }
                    rows.resize_with(groups.max(rows.len()), Vec::new);
                }
            }
        }
        let grown = self.fill(&base.layout, region, &base.over(u128::from(bytes)));
        // Rows that were completed before a limit stay complete.
        self.count_positions();
        grown?;
        self.complete = Some(region);
        Ok(())
    }

    /// Extends the rows of closed classes to this number of places.
    fn extend_closed(&mut self, base: &mut BitTable, places: u64) -> Result<(), LimitReached> {
        let (long, axis) = (&self.long, base.layout.axis);
        let words = usize::try_from(places.div_ceil(64)).map_err(|_| LimitReached::Coordinate(places))?;
        for closed in &mut self.closed {
            let Closed { control, position, periods, rows } = closed;
            let Some((along, outer)) = periods.split_last() else { continue };
            let more = rows.iter().map(|row| words.saturating_sub(row.len()) as u64).sum::<u64>();
            self.watch.spend(more)?;
            for (number, row) in rows.iter_mut().enumerate().filter(|(_, row)| row.len() < words) {
                let mut rest = number as u64;
                for (&place, periodic) in long.iter().zip(outer) {
                    position[base.layout.outer[place]] = rest % periodic.classes();
                    rest /= periodic.classes();
                }
                let mut known = Vec::new();
                for place in 0..along.classes() {
                    position[axis] = place;
                    known.push(base.value(position, *control)? == 0);
                }
                for word in row.len() as u64..words as u64 {
                    row.push((0..64).fold(0, |bits, bit| {
                        #[expect(clippy::cast_possible_truncation, reason = "there are few classes")]
                        let place = along.reduce(64 * word + bit) as usize;
                        bits | u64::from(known[place]) << bit
                    }));
                }
            }
        }
        Ok(())
    }

    /// Completes the rows up to a region, for which there is memory.
    fn fill(&mut self, layout: &Layout, region: u64, over: &LimitReached) -> Result<(), LimitReached> {
        let Self { slices, long, planes, teams, closed, watch, .. } = self;
        let count = slices.count();
        let batch = &mut watch.batch();
        let mut scratch = Scratch::default();
        slices.try_each_row(layout, region, &mut |slice, outer, rest| {
            #[expect(clippy::cast_possible_truncation, reason = "within the bytes allowed")]
            let length = (rest / layout.weights[layout.axis]) as usize + 1;
            let site = slices.site(slice, outer);
            for team in teams.iter().skip(slice).step_by(count).rev() {
                let (Some(&leader), Some(scan)) = (team.planes.first(), &team.scan) else { continue };
                for &plane in &team.planes {
                    let group = &mut planes[plane].rows[site.group];
                    if site.place == 0 {
                        #[expect(clippy::cast_possible_truncation, reason = "within the bytes allowed")]
                        let rows = slices.group_length(slice, rest, layout) as usize;
                        group
                            .try_reserve_exact(rows.saturating_sub(group.len()))
                            .map_err(|_| over.clone())?;
                    }
                    if site.place == group.len() {
                        group.push(Row::default());
                    }
                }
                let done = planes[leader].rows[site.group][site.place].length;
                if done >= length {
                    continue;
                }
                let (first, words) = (done / 64, length.div_ceil(64));
                let Scratch { won, before, target, ranges } = &mut scratch;
                won.resize_with(team.planes.len().max(won.len()), Vec::new);
                let won = &mut won[..team.planes.len()];
                let row = Extended { layout, slices, long, planes, closed, outer, length, first };
                for (&plane, won) in team.planes.iter().zip(&mut *won) {
                    batch.spend((words - first) as u64)?;
                    won.clear();
                    won.resize(words - first, 0);
                    ranges.clear();
                    row.win_from_other_rows(&planes[plane], won, target, ranges);
                }
                before.clear();
                if let Some(last) = first.checked_sub(1) {
                    let word = |&plane: &usize| planes[plane].rows[site.group][site.place].lost[last];
                    before.extend(team.planes.iter().map(word));
                }
                scan.settle(before, won);
                for (&plane, lost) in team.planes.iter().zip(&*won) {
                    let row = &mut planes[plane].rows[site.group][site.place];
                    row.lost.truncate(first);
                    row.lost.reserve_exact(lost.len());
                    row.lost.extend_from_slice(lost);
                    if let Some(last) = row.lost.last_mut().filter(|_| length % 64 > 0) {
                        *last &= (1 << (length % 64)) - 1;
                    }
                    row.length = length;
                }
            }
            Ok(())
        })
    }

    /// Writes the rows.
    pub(super) fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        put(to, &(self.complete, self.held.bytes()))?;
        self.closed.iter().try_for_each(|closed| put(to, &closed.rows))?;
        for group in self.planes.iter().map(|plane| &plane.rows) {
            put(to, &group.len())?;
            for rows in group {
                put(to, &rows.len())?;
                rows.iter().try_for_each(|row| put(to, &(&row.lost, row.length)))?;
            }
        }
        Ok(())
    }

    /// Loads rows that [`save`](Self::save) has written.
    pub(super) fn restore(&mut self, layout: &Layout, from: &mut dyn Read) -> io::Result<()> {
        let damaged = || misfit("table of bits");
        let (complete, held): (Option<u64>, u64) = get(from)?;
        self.held.resize(held).map_err(io::Error::other)?;
        for closed in &mut self.closed {
            let rows: Vec<Vec<u64>> = get(from)?;
            if rows.len() != closed.rows.len() {
                return Err(damaged());
            }
            closed.rows = rows;
        }
        for plane in &mut self.planes {
            plane.rows.clear();
            for _ in 0..get::<usize>(from)? {
                let mut group = Vec::new();
                for _ in 0..get::<usize>(from)? {
                    let (lost, length) = get(from)?;
                    group.push(Row { lost, length });
                }
                plane.rows.push(group);
            }
        }
        if let Some(region) = complete {
            for slice in 0..self.slices.count() {
                self.slices.groups(slice, region, held).map_err(|_| damaged())?;
            }
            let Self { slices, planes, teams, closed, most_raised, .. } = self;
            let axis = layout.weights[layout.axis];
            let words = (region / axis + 1 + *most_raised).div_ceil(64);
            if closed.iter().flat_map(|closed| &closed.rows).any(|row| (row.len() as u64) < words) {
                return Err(damaged());
            }
            slices.try_each_row(layout, region, &mut |slice, outer, rest| {
                let site = slices.site(slice, outer);
                let is_there = |&plane: &usize| {
                    let row = planes[plane].rows.get(site.group).and_then(|group| group.get(site.place));
                    row.is_some_and(|row| {
                        row.length as u64 > rest / axis && row.lost.len() == row.length.div_ceil(64)
                    })
                };
                let all = teams.iter().skip(slice).step_by(slices.count());
                if all.flat_map(|team| &team.planes).all(is_there) { Ok(()) } else { Err(damaged()) }
            })?;
        }
        self.complete = complete;
        self.count_positions();
        Ok(())
    }

    fn count_positions(&mut self) {
        let rows = self.planes.iter().flat_map(|plane| &plane.rows).flatten();
        self.in_rows = rows.map(|row| row.length).sum();
    }
}

/// Buffers for the rows of a team, reused for the next.
#[derive(Default)]
struct Scratch {
    won: Vec<Vec<u64>>,
    before: Vec<u64>,
    target: Vec<u64>,
    ranges: Vec<(i128, i128)>,
}

/// Rows of the same outer coordinates while they are extended.
struct Extended<'a> {
    layout: &'a Layout,
    slices: &'a Slices,
    long: &'a [usize],
    planes: &'a [Plane],
    closed: &'a [Closed],
    outer: &'a [u64],
    /// The number of places after the extension.
    length: usize,
    /// The first word that is computed.
    first: usize,
}

impl Extended<'_> {
    /// Finds the bits of a plane from which a move leads to a lost position of another row.
    fn win_from_other_rows(
        &self,
        plane: &Plane,
        won: &mut [u64],
        target: &mut Vec<u64>,
        ranges: &mut Vec<(i128, i128)>,
    ) {
        target.clear();
        target.extend_from_slice(self.outer);
        for step in &plane.moves {
            let fits = self.long.iter().zip(&step.outer).all(|(&place, &by)| {
                self.outer[place].checked_add_signed(by).is_some_and(|sum| {
                    target[place] = sum;
                    true
                })
            });
            if !fits {
                continue;
            }
            let guard = step.guard.as_ref();
            let allowed = guard.map_or(Some(true), |guard| guard.holds_on(self.ranges(plane, ranges)));
            if allowed == Some(false) {
                continue;
            }
            let lost: &[u64] = match step.to {
                Target::Plane(to, slice) => {
                    self.slices.reduce_within(slice, target);
                    let site = self.slices.site(slice, target);
                    &self.planes[to].rows[site.group][site.place].lost
                }
                Target::Closed(to) => self.closed[to].row(self.long, target),
            };
            let Some(guard) = guard.filter(|_| allowed.is_none()) else {
                shift_into(won, lost, self.first, step.along, u64::MAX);
                continue;
            };
            for (word, won) in (self.first..).zip(won.iter_mut()) {
                let mut found = shifted(lost, word, step.along) & !*won;
                while found != 0 {
                    let bit = found.trailing_zeros() as usize;
                    found &= found - 1;
                    if self.holds(plane, guard, word * 64 + bit) {
                        *won |= 1 << bit;
                    }
                }
            }
        }
    }

    /// The least and greatest value of each coordinate in the row of a plane.
    fn ranges<'r>(&self, plane: &Plane, ranges: &'r mut Vec<(i128, i128)>) -> &'r [(i128, i128)] {
        if ranges.is_empty() {
            ranges.extend(self.position(plane, 0).into_iter().map(|x| (x, x)));
            ranges[self.layout.axis].1 = self.length as i128 - 1;
        }
        ranges
    }

    /// Whether a formula holds at a place of the axis.
    fn holds(&self, plane: &Plane, formula: &Formula, along: usize) -> bool {
        formula.holds(&self.position(plane, along))
    }

    fn position(&self, plane: &Plane, along: usize) -> Vec<i128> {
        let mut position = vec![0; self.layout.weights.len()];
        let outer = self.layout.outer.iter().copied().zip(self.outer.iter().copied());
        for (coordinate, value) in outer.chain(plane.block.iter().copied()) {
            position[coordinate] = i128::from(value);
        }
        position[self.layout.axis] = along as i128;
        position
    }
}

#[cfg(test)]
mod tests;

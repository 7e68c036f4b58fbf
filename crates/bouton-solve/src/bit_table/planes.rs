//! Rows of single classes, for regions in which most classes are periodic in all coordinates.
//!
//! A *class* is one of the rows that share the outer coordinates, with its place in the block. Where the values of a
//! class are periodic in each coordinate that is not periodic everywhere, a few representatives determine them: the
//! class is *closed*, and the small table of all classes has its representatives. The other classes are *open*. A
//! *plane* has the rows of one open class, one bit for each place of the axis.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};

use bouton_core::{ControlState, Formula, LimitReached, MemoryShare, MoveSchema, Ruleset, Value, Watch};

use super::extension::shifted;
use super::layout::Layout;
use super::moves::{block_order, unless_implied};
use super::slices::{Rows, Slices};
use super::{BitTable, Control, GROUP, MOVE, ROW, SMALL_TABLE, Sizes};
use crate::PeriodicCoordinate;
use crate::saved::{get, misfit, put};

mod classes;
mod group;
mod scan;

use classes::{Class, Classes, Closed, Target, position_of};
use group::Group;
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

/// One open class.
#[derive(Debug)]
struct Plane {
    moves: Vec<Move>,
    /// The team that has its rows, and its place there.
    team: usize,
    place: usize,
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
    /// The rows, by the number of their group.
    groups: Vec<Group>,
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
            planes.push(Plane { moves, team, place: place(number)?, block });
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
        let Plane { team, place, .. } = self.planes[plane];
        let Team { planes, groups, .. } = &self.teams[team];
        let row = groups[site.group].row(site.place, place, planes.len());
        let bit = position[layout.axis] as usize;
        Some(1 - (row[bit / 64] >> (bit % 64) & 1) as Value)
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
            if ahead >= length {
                ahead -= length;
                return Ok(());
            }
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
        let layout = &base.layout;
        let shape = slices.shape(layout);
        // As if each row were a list of its own: a limit then allows the same regions as for a table of all classes.
        let count = |region: u64, limit: u64| {
            let limit = u128::from(limit);
            let mut bytes = u128::from(slices.table_bytes(region));
            let counted = slices.try_each_group(layout, region, &mut |slice, rest, rows| {
                let words = |row: u64| {
                    let length = usize::try_from(row).ok().and_then(|row| shape.length(rest, row));
                    length.unwrap_or(0).div_ceil(64) as u128
                };
                let words = (0..rows).map(words).sum::<u128>();
                let of = teams.iter().skip(slice).step_by(slices.count());
                for team in of.filter(|team| !team.planes.is_empty()) {
                    bytes += (GROUP + u128::from(rows) * ROW + 8 * words) * team.planes.len() as u128;
                }
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
        let count = self.slices.count();
        for slice in 0..count {
            let groups = self.slices.groups(slice, region, room).map_err(|needed| base.over(needed))?;
            let groups = usize::try_from(groups).map_err(|_| base.over(u128::from(groups)))?;
            for team in self.teams.iter_mut().skip(slice).step_by(count) {
                if !team.planes.is_empty() {
                    let own = &mut team.groups;
                    if own.try_reserve_exact(groups.saturating_sub(own.len())).is_err() {
                        return Err(base.over(groups as u128 * GROUP));
                    }
                    own.resize_with(groups.max(own.len()), Group::default);
                }
            }
        }
        let grown = self.fill(&base.layout, region, &base.over(u128::from(bytes)));
        if grown.is_err() {
            // Groups that were completed before a limit stay complete.
            for Team { planes, groups, .. } in &mut self.teams {
                groups.iter_mut().for_each(|group| group.give_up(shape, planes.len()));
            }
        }
        self.count_positions(shape);
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
        let shape = slices.shape(layout);
        let batch = &mut watch.batch();
        let mut scratch = Scratch::default();
        // For each team its group that is filled now.
        let mut filling: Vec<Filling<'_>> = teams.iter().map(|_| Filling::default()).collect();
        slices.try_each_row(layout, region, &mut |slice, outer, rest| {
            let site = slices.along().map_or(0, |along| outer[along]);
            let row = usize::try_from(site).unwrap_or(usize::MAX);
            for number in (slice..teams.len()).step_by(count).rev() {
                let members = teams[number].planes.len();
                if members == 0 {
                    continue;
                }
                let filling = &mut filling[number];
                if row == 0 {
                    let group = slices.site(slice, outer).group;
                    filling.group = (!teams[number].groups[group].reaches(rest)).then_some(group);
                    if filling.group.is_some() {
                        let rows = usize::try_from(slices.group_length(slice, rest, layout));
                        let rows = rows.map_err(|_| *over)?;
                        if !teams[number].groups[group].extend(rest, rows, shape, members) {
                            return Err(*over);
                        }
                        let length = shape.length(rest, 0).unwrap_or(0);
                        let at = Beside { layout, outer, along: (slices.along(), rows), length };
                        filling.moves.clear();
                        for (place, &plane) in teams[number].planes.iter().enumerate() {
                            let all = planes[plane].moves.iter();
                            let parts = (&*slices, &**long, &**planes);
                            let possible =
                                all.filter_map(|step| at.prepare((place, plane), step, parts, closed));
                            filling.moves.extend(possible);
                        }
                        filling.moves.sort_by_key(|step| (step.place, step.along));
                    }
                }
                let (Some(group), Some(scan)) = (filling.group, &teams[number].scan) else { continue };
                let own = &teams[number].groups[group];
                let (done, length) = (own.length(row, shape), shape.length(rest, 0).unwrap_or(0));
                if done < length {
                    let (first, words) = (done / 64, length.div_ceil(64));
                    batch.spend((members * (words - first)) as u64)?;
                    let Scratch { won, before, sums } = &mut scratch;
                    won.resize_with(members.max(won.len()), Vec::new);
                    let won = &mut won[..members];
                    for won in &mut *won {
                        won.clear();
                        won.resize(words - first, 0);
                    }
                    let at = Beside { layout, outer, along: (None, 0), length };
                    at.win_from_other_rows(
                        &filling.moves,
                        (teams, closed),
                        (row, first),
                        planes,
                        (won, sums),
                    );
                    before.clear();
                    if let Some(last) = first.checked_sub(1) {
                        before.extend((0..members).map(|place| own.row(row, place, members)[last]));
                    }
                    scan.settle(before, won);
                }
                let own = &mut teams[number].groups[group];
                if done < length {
                    let first = done / 64;
                    for (place, lost) in scratch.won[..members].iter().enumerate() {
                        let row = own.row_mut(row, place, members);
                        row[first..].copy_from_slice(lost);
                        if let Some(last) = row.last_mut().filter(|_| !length.is_multiple_of(64)) {
                            *last &= (1 << (length % 64)) - 1;
                        }
                    }
                }
                own.fill(row);
            }
            Ok(())
        })
    }

    /// Writes the rows.
    pub(super) fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        put(to, &(self.complete, self.held.bytes()))?;
        self.closed.iter().try_for_each(|closed| put(to, &closed.rows))?;
        for team in &self.teams {
            put(to, &team.groups.len())?;
            team.groups.iter().try_for_each(|group| put(to, &group.saved()))?;
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
        let shape = self.slices.shape(layout);
        for Team { planes, groups, .. } in &mut self.teams {
            groups.clear();
            for _ in 0..get::<usize>(from)? {
                groups.push(Group::restored(get(from)?, shape, planes.len()).ok_or_else(damaged)?);
            }
        }
        if let Some(region) = complete {
            for slice in 0..self.slices.count() {
                self.slices.groups(slice, region, held).map_err(|_| damaged())?;
            }
            let Self { slices, teams, closed, most_raised, .. } = self;
            let words = (region / shape.axis + 1 + *most_raised).div_ceil(64);
            if closed.iter().flat_map(|closed| &closed.rows).any(|row| (row.len() as u64) < words) {
                return Err(damaged());
            }
            slices.try_each_row(layout, region, &mut |slice, outer, rest| {
                let site = slices.site(slice, outer);
                let is_there = |team: &Team| {
                    let group = team.groups.get(site.group).filter(|group| site.place < group.rows());
                    group.is_some_and(|group| group.length(site.place, shape) as u64 > rest / shape.axis)
                };
                let mut all = teams.iter().skip(slice).step_by(slices.count());
                if all.all(|team| team.planes.is_empty() || is_there(team)) { Ok(()) } else { Err(damaged()) }
            })?;
        }
        self.complete = complete;
        self.count_positions(shape);
        Ok(())
    }

    fn count_positions(&mut self, shape: Rows) {
        let of = |team: &Team| {
            team.groups.iter().map(|group| group.positions(shape, team.planes.len())).sum::<usize>()
        };
        self.in_rows = self.teams.iter().map(of).sum();
    }
}

/// Buffers for the rows of a team, reused for the next.
#[derive(Default)]
struct Scratch {
    won: Vec<Vec<u64>>,
    before: Vec<u64>,
    sums: Vec<u64>,
}

/// A group of a team while its rows are completed.
#[derive(Default)]
struct Filling<'a> {
    /// Its number; `None` if it is complete.
    group: Option<usize>,
    /// The moves that are possible in it, by plane and by the change of the coordinate along the rows.
    moves: Vec<GroupMove<'a>>,
}

/// A move from the rows of a group.
struct GroupMove<'a> {
    /// The place of its plane in the team, and the number of the plane.
    place: usize,
    plane: usize,
    /// The change of the coordinate along the row.
    along: isize,
    /// The change of the coordinate in which the rows of the group differ.
    by: isize,
    /// The period of that coordinate where the move leads.
    period: Option<PeriodicCoordinate>,
    to: Source,
    /// The condition, if it may fail for some position of the group.
    guard: Option<&'a Formula>,
}

/// The rows where a move leads from the rows of a group.
enum Source {
    /// The team, the group, and the place of the plane in the team.
    Group(usize, usize, usize),
    /// The closed class, the number of its first row, and the distance of the next.
    Closed(usize, usize, usize),
}

/// Rows of the same outer coordinates, or of a group.
struct Beside<'a> {
    layout: &'a Layout,
    outer: &'a [u64],
    /// For a group, the place of the coordinate in which its rows differ, and their number.
    along: (Option<usize>, usize),
    /// The number of places of the longest row.
    length: usize,
}

impl Beside<'_> {
    /// Prepares a move of a plane for the rows of a group. Returns `None` if it is not possible there.
    fn prepare<'m>(
        &self,
        (place, plane): (usize, usize),
        step: &'m Move,
        (slices, long, planes): (&Slices, &[usize], &[Plane]),
        closed: &[Closed],
    ) -> Option<GroupMove<'m>> {
        let mut target = self.outer.to_vec();
        let mut by = 0;
        for (&place, &change) in long.iter().zip(&step.outer) {
            if slices.along() == Some(place) {
                by = isize::try_from(change).ok()?;
            } else {
                target[place] = target[place].checked_add_signed(change)?;
            }
        }
        let guard = match &step.guard {
            Some(guard) => match guard.holds_on(&self.ranges(&planes[plane])) {
                Some(true) => None,
                Some(false) => return None,
                None => Some(guard),
            },
            None => None,
        };
        let (to, period) = match step.to {
            Target::Plane(to, slice) => {
                slices.reduce_within(slice, &mut target);
                let Plane { team, place, .. } = planes[to];
                (Source::Group(team, slices.site(slice, &target).group, place), slices.period_along(slice))
            }
            Target::Closed(to) => {
                let (mut first, mut factor) = (0, 1);
                let (mut distance, mut along) = (0, None);
                for (&place, periodic) in long.iter().zip(&closed[to].periods) {
                    if slices.along() == Some(place) {
                        (distance, along) = (factor, Some(*periodic));
                    } else {
                        first += factor * periodic.reduce(target[place]);
                    }
                    factor *= periodic.classes();
                }
                (Source::Closed(to, usize::try_from(first).ok()?, usize::try_from(distance).ok()?), along)
            }
        };
        Some(GroupMove { place, plane, along: step.along, by, period, to, guard })
    }

    /// Finds the bits of each plane, from word `first` of a row on, from which a move leads to a lost position of
    /// another row.
    fn win_from_other_rows(
        &self,
        moves: &[GroupMove<'_>],
        (teams, closed): (&[Team], &[Closed]),
        (row, first): (usize, usize),
        planes: &[Plane],
        (won, sums): (&mut [Vec<u64>], &mut Vec<u64>),
    ) {
        let lost = |step: &GroupMove<'_>| -> Option<&[u64]> {
            let mut row = row.checked_add_signed(step.by)?;
            if let Some(period) = step.period {
                row = usize::try_from(period.reduce(row as u64)).ok()?;
            }
            match step.to {
                Source::Group(team, group, place) => {
                    let team = &teams[team];
                    Some(team.groups[group].row(row, place, team.planes.len()))
                }
                Source::Closed(to, first, distance) => {
                    closed[to].rows.get(first + row * distance).map(Vec::as_slice)
                }
            }
        };
        // The rows that are shifted equally are shifted once.
        for equal in moves.chunk_by(|one, other| (one.place, one.along) == (other.place, other.along)) {
            let GroupMove { place, along, .. } = equal[0];
            let won = &mut won[place][..];
            sums.clear();
            sums.resize(won.len() + 1, 0);
            let from = first.checked_add_signed(along.div_euclid(64));
            let skipped = if from.is_none() { along.div_euclid(64).unsigned_abs() - first } else { 0 };
            for step in equal {
                let Some(lost) = lost(step) else { continue };
                if let Some(guard) = step.guard {
                    let plane = &planes[step.plane];
                    match guard.holds_on(&self.ranges(plane)) {
                        Some(true) => {}
                        Some(false) => continue,
                        None => {
                            self.win_where_allowed(plane, guard, (lost, along), first, won);
                            continue;
                        }
                    }
                }
                let lost = lost.get(from.unwrap_or(0)..).unwrap_or(&[]);
                let sums = sums.get_mut(skipped..).unwrap_or(&mut []);
                sums.iter_mut().zip(lost).for_each(|(sum, lost)| *sum |= lost);
            }
            match along.rem_euclid(64) {
                0 => won.iter_mut().zip(&*sums).for_each(|(won, sum)| *won |= sum),
                part => won
                    .iter_mut()
                    .zip(sums.windows(2))
                    .for_each(|(won, pair)| *won |= pair[0] >> part | pair[1] << (64 - part)),
            }
        }
    }

    /// The same for a move whose condition has to be evaluated for each position.
    fn win_where_allowed(
        &self,
        plane: &Plane,
        guard: &Formula,
        (lost, along): (&[u64], isize),
        first: usize,
        won: &mut [u64],
    ) {
        for (word, won) in (first..).zip(won) {
            let mut found = shifted(lost, word, along) & !*won;
            while found != 0 {
                let bit = found.trailing_zeros() as usize;
                found &= found - 1;
                if guard.holds(&self.position(plane, word * 64 + bit)) {
                    *won |= 1 << bit;
                }
            }
        }
    }

    /// The least and greatest value of each coordinate in the rows of a plane.
    fn ranges(&self, plane: &Plane) -> Vec<(i128, i128)> {
        let mut ranges: Vec<_> = self.position(plane, 0).into_iter().map(|x| (x, x)).collect();
        ranges[self.layout.axis].1 = self.length as i128 - 1;
        if let (Some(along), rows) = self.along {
            ranges[self.layout.outer[along]].1 = rows as i128 - 1;
        }
        ranges
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

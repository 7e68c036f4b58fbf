//! The order in which sheets and rows are filled.
//!
//! Sheets come in the order of their outer coordinates, then of their blocks.
//! Each thread takes the next sheet and follows close behind the threads that
//! fill the sheets it reads: a row may be filled once the rows that it reads
//! are published.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use bouton_core::{LimitReached, Watch};

use crate::{
    geometry::LANES,
    guards::{Guard, MaskPlane, Masks, RowMask, Sheet},
    kernel::{Arena, Job, Sum, Term, Trail},
    outer::Outer,
    plan::{Program, Read},
};

/// Rows are published so many at a time.
const PUBLISH: usize = 4;

/// Where sheets are kept: first the planes of all classes, then those of the trails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Keeping {
    /// How many slabs (values of the outermost coordinate) are kept at once; later ones take the place of the first.
    pub(crate) slabs: usize,
    /// How many slabs of the trails are kept: no more than are read.
    pub(crate) trail_slabs: usize,
    /// The most sheets of a slab.
    pub(crate) slab_sheets: usize,
    /// Words of a plane, planes of classes, planes of trails.
    pub(crate) words: usize,
    pub(crate) classes: usize,
    pub(crate) trails: usize,
}

impl Keeping {
    /// How many words there are in all; `None` beyond all memory.
    pub(crate) fn all_words(&self) -> Option<usize> {
        let sheet = |planes: usize, slabs: usize| {
            self.words.checked_mul(planes)?.checked_mul(self.slab_sheets)?.checked_mul(slabs)
        };
        sheet(self.classes, self.slabs)?.checked_add(sheet(self.trails, self.trail_slabs)?)
    }

    /// The first word of a plane of a sheet.
    pub(crate) fn plane(&self, slab: usize, within: usize, plane: usize) -> usize {
        let sheet = |slabs: usize| (slab % slabs) * self.slab_sheets + within;
        if plane < self.classes {
            return (sheet(self.slabs) * self.classes + plane) * self.words;
        }
        let first = self.slabs * self.slab_sheets * self.classes;
        (first + sheet(self.trail_slabs) * self.trails + plane - self.classes) * self.words
    }
}

/// A sheet's slab, and its number there.
type Site = (usize, usize);

/// Tables of which positions of a row exist.
pub(crate) struct Valid {
    /// For each remainder of the row by the skew, in a block that is not the last, and in the last.
    words: [Vec<Vec<u64>>; 2],
    /// How many columns lie before the one where time + bit is least.
    shift: i64,
    tail: [u64; LANES],
}

impl Valid {
    pub(crate) fn new(program: &Program) -> Self {
        let geometry = &program.geometry;
        let skew = geometry.skew;
        // Column b of row τ has the sum τ − skew · b: from beyond the top down to below 0.
        let beyond = geometry.top / skew + 2 * LANES as i64 + 2;
        let make = |block: u64| -> Vec<Vec<u64>> {
            (0..skew)
                .map(|rest| {
                    (-beyond..=2 * LANES as i64 + 2)
                        .map(|at| geometry.valid(rest - skew * at) & block)
                        .collect()
                })
                .collect()
        };
        let last_block = geometry.last_block();
        let as_columns = matches!(geometry.roles.columns, crate::geometry::Columns::Blocks);
        let words = [make(u64::MAX), make(if as_columns { u64::MAX } else { last_block })];
        let mut tail = [0; LANES];
        for (lane, tail) in (0..).zip(&mut tail) {
            let last = geometry.last_column % LANES as i64;
            *tail = match lane {
                lane if lane < last => u64::MAX,
                lane if lane == last && as_columns => last_block,
                lane if lane == last => u64::MAX,
                _ => 0,
            };
        }
        Self { words, shift: beyond, tail }
    }

    fn row(&self, time: i64, skew: i64, first: i64, vectors: usize, last: bool) -> &[u64] {
        let rest = usize::try_from(time % skew).unwrap_or(0);
        let from = usize::try_from(first - time / skew + self.shift).unwrap_or(usize::MAX);
        &self.words[usize::from(last)][rest][from..from + vectors * LANES]
    }
}

/// A table that is being filled.
pub(crate) struct Filling<'a> {
    pub(crate) program: &'a Program,
    pub(crate) outer: &'a Outer,
    pub(crate) arena: &'a Arena,
    pub(crate) keeping: Keeping,
    pub(crate) watch: &'a Watch,
    /// Positions of each value in each control state are counted where this is wanted.
    pub(crate) counting: bool,
}

/// How many positions of each class each control state has.
pub(crate) type Counts = Vec<Vec<u128>>;

impl Filling<'_> {
    /// Fills all sheets.
    pub(crate) fn run(&self) -> Result<Counts, LimitReached> {
        let sheets = self.outer.sheets() * self.program.geometry.blocks;
        let shared = Shared {
            progress: (0..sheets).map(|_| AtomicUsize::new(0)).collect(),
            next: AtomicUsize::new(0),
            completed: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
            masks: Masks::default(),
            valid: Valid::new(self.program),
            waits: self.waits(),
            failure: Mutex::new(None),
        };
        let threads = self.watch.threads().min(sheets).max(1);
        let stored = self.program.controls[0].classes.len();
        let mut counts: Counts = vec![vec![0; stored]; self.program.controls.len()];
        let work = || {
            let mut counts: Counts = vec![vec![0; stored]; self.program.controls.len()];
            if let Err(limit) = self.work(&shared, &mut counts) {
                // Others then stop for this reason.
                shared.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(limit);
                shared.stop.store(true, Ordering::Release);
            }
            counts
        };
        let mut add = |part: Counts| {
            for (sum, part) in counts.iter_mut().flatten().zip(part.iter().flatten()) {
                *sum += part;
            }
        };
        if threads == 1 {
            add(work());
        } else {
            let parts = std::thread::scope(|scope| {
                let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
                let own = work();
                let mut parts: Vec<_> = others.into_iter().map(std::thread::ScopedJoinHandle::join).collect();
                parts.push(Ok(own));
                parts
            });
            for part in parts {
                match part {
                    Ok(part) => add(part),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        }
        let failure = shared.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        match failure {
            Some(limit) => Err(limit),
            None => Ok(counts),
        }
    }

    /// For each neighbour, how many rows of it must be complete beyond the row written.
    fn waits(&self) -> Vec<i64> {
        let mut waits = vec![0; self.program.neighbours.len()];
        let mut known = BTreeMap::new();
        for read in self.program.controls.iter().flat_map(|control| control.all_reads()) {
            if read.neighbour > 0 {
                let reach = read.reach;
                let rows = *known
                    .entry((reach.rows, reach.columns))
                    .or_insert_with(|| self.program.geometry.rows_needed(reach));
                waits[read.neighbour] = rows.max(waits[read.neighbour]);
            }
        }
        waits
    }

    fn work(&self, shared: &Shared, counts: &mut Counts) -> Result<(), LimitReached> {
        let blocks = self.program.geometry.blocks;
        let mut state = State::default();
        loop {
            let number = shared.next.fetch_add(1, Ordering::Relaxed);
            if number >= shared.progress.len() || shared.stop.load(Ordering::Acquire) {
                return Ok(());
            }
            self.sheet(number / blocks, number % blocks, shared, &mut state, counts)?;
        }
    }

    fn sheet(
        &self,
        outer: usize,
        block: usize,
        shared: &Shared,
        state: &mut State,
        counts: &mut Counts,
    ) -> Result<(), LimitReached> {
        let Program { geometry, neighbours, controls, .. } = self.program;
        let blocks = geometry.blocks;
        let rows = geometry.rows.len();
        let number = outer * blocks + block;
        let coordinates = self.outer.coordinates(outer);
        let slab = self.outer.slab(&coordinates);
        let site = (slab, self.outer.within(outer) * blocks + block);
        let kept = if self.keeping.trails > 0 { self.keeping.trail_slabs } else { self.keeping.slabs };
        if slab >= kept.min(self.keeping.slabs) {
            // The place was a slab's that others may still be reading.
            let before = self.outer.first_of_slab(slab - 1) * blocks;
            while shared.completed(rows) < before {
                self.pause(shared)?;
            }
        }
        // Where the neighbours lie, and how far they must be.
        let mut sites: Vec<Option<Site>> = vec![Some(site)];
        let mut waits: Vec<(usize, i64)> = Vec::new();
        for (neighbour, &wait) in neighbours.iter().zip(&shared.waits).skip(1) {
            let site = self.outer.neighbour(&coordinates, &neighbour.outer).and_then(|(outer, other)| {
                let block = i64::try_from(block).ok()? + neighbour.block;
                let block = usize::try_from(block).ok()?;
                let other_number = outer * blocks + block;
                waits.push((other_number, wait));
                Some((self.outer.slab(&other), self.outer.within(outer) * blocks + block))
            });
            sites.push(site);
        }
        waits.retain(|&(other, _)| shared.progress[other].load(Ordering::Acquire) < rows);
        let sheet = Sheet { geometry, outer: &coordinates, block };
        let resolved: Vec<Resolved> =
            controls.iter().map(|control| self.resolve(control, &sheet, &sites, site, shared)).collect();
        let last = block + 1 == blocks;
        for (row, time) in (0..rows).zip(0i64..) {
            for (other, wait) in &mut waits {
                let needed = usize::try_from(time + *wait).unwrap_or(0).min(rows);
                self.wait_for(shared, *other, needed)?;
            }
            for control in resolved.iter().rev() {
                self.row(row, time, last, control, shared, state);
            }
            if row % PUBLISH == PUBLISH - 1 {
                shared.progress[number].store(row + 1, Ordering::Release);
            }
            if row % 64 == 63 {
                if shared.stop.load(Ordering::Relaxed) {
                    return Ok(());
                }
                self.watch.spend(64)?;
            }
        }
        if self.counting {
            let copies = self.outer.copies(&coordinates);
            let words = geometry.words;
            for (counts, control) in counts.iter_mut().zip(controls) {
                for (count, plane) in counts.iter_mut().zip(control.classes.clone()) {
                    let from = self.keeping.plane(site.0, site.1, plane);
                    *count += u128::from(self.arena.count(from..from + words)) * copies;
                }
            }
        }
        shared.progress[number].store(rows, Ordering::Release);
        self.watch.spend(1)
    }

    /// What the sheet's rows have in common.
    fn resolve(
        &self,
        control: &crate::plan::ControlPlan,
        sheet: &Sheet<'_>,
        sites: &[Option<Site>],
        site: Site,
        shared: &Shared,
    ) -> Resolved {
        let geometry = &self.program.geometry;
        let word = |(slab, within): Site, plane: usize| {
            i64::try_from(self.keeping.plane(slab, within, plane)).unwrap_or(i64::MAX)
        };
        let sum = |reads: &[Read]| -> Vec<Place> {
            let mut places: Vec<Place> = reads
                .iter()
                .filter_map(|read| {
                    let offset = word(sites[read.neighbour]?, read.plane) + read.reach.columns;
                    Some(Place { offset, rows: read.reach.rows, shift: read.shift })
                })
                .collect();
            // Plain ones, then those shifted up, then down.
            places.sort_by_key(|place| (place.shift != 0, place.shift < 0));
            places
        };
        let mut plain: Vec<Vec<Place>> = vec![Vec::new(); self.program.asked];
        let mut masked = Vec::new();
        for group in &control.groups {
            match sheet.guard(&group.guard) {
                Guard::Never => {}
                Guard::Always => {
                    for (plain, reads) in plain.iter_mut().zip(&group.reads) {
                        plain.extend(sum(reads));
                    }
                }
                guard => {
                    let reads = group.reads.iter().map(|reads| sum(reads)).collect();
                    masked.push((shared.masks.of(&guard, geometry), reads));
                }
            }
        }
        for plain in &mut plain {
            plain.sort_by_key(|place| (place.shift != 0, place.shift < 0));
        }
        let movable = match control.movable.as_ref().map(|formula| sheet.guard(formula)) {
            None | Some(Guard::Always) => None,
            Some(guard) => Some(shared.masks.of(&guard, geometry)),
        };
        let plane = |plane: usize| word(site, plane);
        Resolved {
            plain,
            masked,
            movable,
            classes: control.classes.clone().map(plane).collect(),
            trails: control
                .trails
                .iter()
                .map(|trail| (plane(trail.source), sum(&trail.reads), plane(trail.plane)))
                .collect(),
        }
    }

    fn row(&self, row: usize, time: i64, last: bool, of: &Resolved, shared: &Shared, state: &mut State) {
        let geometry = &self.program.geometry;
        let place = geometry.rows[row];
        let State { terms, sums, classes, trails, nothing } = state;
        terms.clear();
        sums.clear();
        classes.clear();
        trails.clear();
        let mut push = |places: &[Place]| {
            let mut sum = Sum::default();
            let begin = terms.len();
            let (mut plain, mut up) = (begin, begin);
            for place in places {
                let source = time + place.rows;
                if let Some(source) = usize::try_from(source).ok().and_then(|row| geometry.rows.get(row)) {
                    let shift = u32::try_from(place.shift.unsigned_abs()).unwrap_or(0);
                    terms.push(Term { offset: place.offset + source.base, shift });
                    plain += usize::from(place.shift == 0);
                    up += usize::from(place.shift >= 0);
                }
            }
            sum.plain = begin..plain;
            sum.up = plain..up;
            sum.down = up..terms.len();
            sum
        };
        let mut groups: Vec<Option<&[u64]>> = Vec::new();
        groups.push(None);
        for places in &of.plain {
            sums.push(push(places));
        }
        for (mask, reads) in &of.masked {
            groups.push(match &mask.rows[row] {
                RowMask::Nothing => continue,
                RowMask::All => None,
                RowMask::Words(words) => Some(words),
            });
            for places in reads {
                sums.push(push(places));
            }
        }
        for (source, places, output) in &of.trails {
            trails.push(Trail { source: source + place.base, sum: sums.len(), output: output + place.base });
            sums.push(push(places));
        }
        classes.extend(of.classes.iter().map(|class| class + place.base));
        nothing.resize(nothing.len().max(place.vectors * LANES), 0);
        let movable = match of.movable.as_ref().map(|mask| &mask.rows[row]) {
            None | Some(RowMask::All) => None,
            Some(RowMask::Nothing) => Some(nothing.as_slice()),
            Some(RowMask::Words(words)) => Some(&**words),
        };
        let job = Job {
            first: place.first,
            vectors: place.vectors,
            tail: place.tail.then_some(&shared.valid.tail),
            valid: shared.valid.row(time, geometry.skew, place.first, place.vectors, last),
            terms,
            sums,
            groups: &groups,
            movable,
            finish: self.program.finish,
            classes,
            trails,
        };
        self.arena.run(&job, self.program.asked);
    }

    fn pause(&self, shared: &Shared) -> Result<(), LimitReached> {
        if shared.stop.load(Ordering::Acquire) {
            return Err(LimitReached::Cancelled);
        }
        std::thread::yield_now();
        Ok(())
    }

    fn wait_for(&self, shared: &Shared, sheet: usize, rows: usize) -> Result<(), LimitReached> {
        let mut turns = 0u32;
        while shared.progress[sheet].load(Ordering::Acquire) < rows {
            turns += 1;
            if turns < 200 {
                std::hint::spin_loop();
            } else {
                self.pause(shared)?;
            }
        }
        Ok(())
    }
}

/// What the threads share.
struct Shared {
    /// Rows of each sheet that are complete.
    progress: Vec<AtomicUsize>,
    next: AtomicUsize,
    /// All sheets before this are complete, perhaps more.
    completed: AtomicUsize,
    stop: AtomicBool,
    masks: Masks,
    valid: Valid,
    waits: Vec<i64>,
    failure: Mutex<Option<LimitReached>>,
}

impl Shared {
    /// All sheets before this are complete.
    fn completed(&self, rows: usize) -> usize {
        let mut completed = self.completed.load(Ordering::Acquire);
        while self.progress.get(completed).is_some_and(|sheet| sheet.load(Ordering::Acquire) == rows) {
            completed += 1;
        }
        self.completed.fetch_max(completed, Ordering::AcqRel);
        completed
    }
}

/// What is used again for each row.
#[derive(Default)]
struct State {
    terms: Vec<Term>,
    sums: Vec<Sum>,
    classes: Vec<i64>,
    trails: Vec<Trail>,
    nothing: Vec<u64>,
}

/// A read in a sheet that is known.
#[derive(Clone, Copy)]
struct Place {
    /// The word of column 0 of row 0, but for the row's own base.
    offset: i64,
    rows: i64,
    shift: i64,
}

/// A control state of a sheet.
struct Resolved {
    /// For each class asked about, where no guard stands in the way.
    plain: Vec<Vec<Place>>,
    masked: Vec<(Arc<MaskPlane>, Vec<Vec<Place>>)>,
    movable: Option<Arc<MaskPlane>>,
    classes: Vec<i64>,
    trails: Vec<(i64, Vec<Place>, i64)>,
}

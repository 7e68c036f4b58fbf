//! The order in which sheets, panels and rows are filled.
//!
//! Sheets come in the order of their outer coordinates, and the panels of a sheet one after the
//! other. Each thread takes the next panel and follows closely behind the threads that fill the
//! preceding panel and the sheets that it reads: a row may be filled once the rows that it reads
//! are published.

use std::{
    ops::Range,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use bouton_core::{LimitReached, Watch};

use crate::{
    geometry::{LANES, Words},
    guards::{Guard, MaskPlane, Masks, Turn},
    keeping::Keeping,
    kernel::{Arena, ControlJob, Handover, Job, Mask, Part, Sum, Trail},
    outer::Outer,
    plan::{Program, Read},
};

/// The number of rows that are published at a time.
const PUBLISH: usize = 32;

/// A table that is being filled.
pub(crate) struct Filling<'a> {
    pub(crate) program: &'a Program,
    pub(crate) outer: &'a Outer,
    pub(crate) arena: &'a Arena,
    pub(crate) keeping: &'a Keeping,
    pub(crate) watch: &'a Watch,
    /// The masks of this program.
    pub(crate) masks: &'a Masks,
    /// Whether the positions of each value in each control state are counted.
    pub(crate) counting: bool,
}

/// The number of positions of each class in each control state.
pub(crate) type Counts = Vec<Vec<u128>>;

impl Filling<'_> {
    /// Fills all sheets.
    pub(crate) fn run(&self) -> Result<Counts, LimitReached> {
        let tasks = self.outer.sheets() * self.program.geometry.panels;
        let shared = Shared {
            progress: (0..tasks).map(|_| AtomicUsize::new(0)).collect(),
            next: AtomicUsize::new(0),
            completed: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
            failure: Mutex::new(None),
        };
        let stored = self.program.controls[0].classes.len();
        let mut counts: Counts = vec![vec![0; stored]; self.program.controls.len()];
        let work = |thread: usize| {
            let mut counts: Counts = vec![vec![0; stored]; self.program.controls.len()];
            if let Err(limit) = self.work(thread, &shared, &mut counts) {
                // The other threads then stop for this reason.
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
        if self.keeping.threads == 1 {
            add(work(0));
        } else {
            let parts = std::thread::scope(|scope| {
                let others: Vec<_> =
                    (1..self.keeping.threads).map(|thread| scope.spawn(move || work(thread))).collect();
                let own = work(0);
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

    fn work(&self, thread: usize, shared: &Shared, counts: &mut Counts) -> Result<(), LimitReached> {
        let panels = self.program.geometry.panels;
        loop {
            let number = shared.next.fetch_add(1, Ordering::Relaxed);
            if number >= shared.progress.len() || shared.stop.load(Ordering::Acquire) {
                return Ok(());
            }
            let (sheet, panel) = (number / panels, number % panels);
            Panel::new(self, shared, thread, sheet, panel)?.fill(counts)?;
        }
    }

    fn pause(shared: &Shared) -> Result<(), LimitReached> {
        if shared.stop.load(Ordering::Acquire) {
            return Err(LimitReached::Cancelled);
        }
        std::thread::yield_now();
        Ok(())
    }

    fn wait_for(shared: &Shared, task: usize, rows: usize) -> Result<(), LimitReached> {
        let mut turns = 0u32;
        while shared.progress[task].load(Ordering::Acquire) < rows {
            turns += 1;
            if turns < 200 {
                std::hint::spin_loop();
            } else {
                Self::pause(shared)?;
            }
        }
        Ok(())
    }
}

/// The state that the threads share.
struct Shared {
    /// The number of complete rows of each panel of each sheet.
    progress: Vec<AtomicUsize>,
    next: AtomicUsize,
    /// A lower bound of the first panel that is not complete.
    completed: AtomicUsize,
    stop: AtomicBool,
    failure: Mutex<Option<LimitReached>>,
}

impl Shared {
    /// Returns the first panel that is not complete.
    fn completed(&self, rows: usize) -> usize {
        let mut completed = self.completed.load(Ordering::Acquire);
        while self.progress.get(completed).is_some_and(|panel| panel.load(Ordering::Acquire) == rows) {
            completed += 1;
        }
        self.completed.fetch_max(completed, Ordering::AcqRel);
        completed
    }
}

/// The locations of the sheets that are read, by neighbour: slab and number within it, and their
/// task.
type Sites = Vec<Option<(usize, usize)>>;

/// One panel of one sheet.
struct Panel<'a> {
    filling: &'a Filling<'a>,
    shared: &'a Shared,
    thread: usize,
    task: usize,
    panel: usize,
    coordinates: Vec<i64>,
    sites: Sites,
    /// Panels that must be ahead, with the number of rows.
    waits: Vec<(usize, usize)>,
    columns: Option<Vec<Words>>,
    /// For each guard, its form in the turn that is filled, and in those before it.
    met: Vec<Vec<Guard>>,
}

/// The parts of a run of rows, kept so that memory is reused.
#[derive(Default)]
struct Parts<'a> {
    terms: Vec<usize>,
    parts: Vec<Part>,
    sums: Vec<Sum>,
    masks: Vec<Mask<'a>>,
}

/// The parts of one control state.
struct ControlParts {
    asked: Vec<Range<usize>>,
    classes: Vec<usize>,
    trails: Vec<Trail>,
    handovers: Vec<Handover>,
}

impl<'a> Panel<'a> {
    fn new(
        filling: &'a Filling<'a>,
        shared: &'a Shared,
        thread: usize,
        sheet: usize,
        panel: usize,
    ) -> Result<Self, LimitReached> {
        let Program { geometry, neighbours, .. } = filling.program;
        let outer = filling.outer;
        let panels = geometry.panels;
        let task = sheet * panels + panel;
        let coordinates = outer.coordinates(sheet);
        let slab = outer.slab(&coordinates);
        if let Some(kept) = filling.keeping.window()
            && slab >= kept
        {
            // The location belonged to a slab that other threads may still be reading.
            let before = outer.first_of_slab(slab - 1) * panels;
            while shared.completed(geometry.rows) < before {
                Filling::pause(shared)?;
            }
        }
        if let Some(reader) = (task + 1).checked_sub(filling.keeping.threads).filter(|_| panels > 1) {
            // The words that this panel passes on replace words that the other panel reads.
            while shared.completed(geometry.rows) < reader {
                Filling::pause(shared)?;
            }
        }
        let mut sites: Sites = vec![Some((slab, outer.within(sheet)))];
        let mut waits = Vec::new();
        for neighbour in &neighbours[1..] {
            sites.push(outer.neighbour(&coordinates, neighbour).map(|(other, tuple)| {
                // Reads are never later than the row itself.
                waits.push((other * panels + panel, 0));
                (outer.slab(&tuple), outer.within(other))
            }));
        }
        if panel > 0 {
            waits.push((task - 1, geometry.lag()));
        }
        waits.retain(|&(other, _)| shared.progress[other].load(Ordering::Acquire) < geometry.rows);
        let first = i64::try_from(panel).unwrap_or(0) * geometry.panel_columns();
        let columns = (!geometry.is_whole(panel)).then(|| {
            let of = |vector: usize| {
                let word = |lane: usize| {
                    let column = i64::try_from(lane * geometry.width + vector).unwrap_or(i64::MAX);
                    geometry.of_column(first + column)
                };
                Words(std::array::from_fn(word))
            };
            (0..geometry.width).map(of).collect()
        });
        let met = vec![Vec::new(); filling.program.guards.len()];
        Ok(Self { filling, shared, thread, task, panel, coordinates, sites, waits, columns, met })
    }

    fn fill(&mut self, counts: &mut Counts) -> Result<(), LimitReached> {
        let geometry = &self.filling.program.geometry;
        let copies = if self.filling.counting { self.filling.outer.copies(&self.coordinates) } else { 0 };
        let rows = geometry.all_rows();
        let mut first = rows.start;
        while first < rows.end {
            let turn = first.div_euclid(geometry.period);
            let end = ((turn + 1) * geometry.period).min(rows.end);
            self.turn(turn, first..end, copies, counts)?;
            first = end;
        }
        let progress = &self.shared.progress[self.task];
        progress.store(geometry.rows, Ordering::Release);
        self.filling.watch.spend(1)
    }

    /// Fills the rows of one turn; within it masks differ only by the row.
    fn turn(
        &mut self,
        turn: i64,
        rows: Range<i64>,
        copies: u128,
        counts: &mut Counts,
    ) -> Result<(), LimitReached> {
        let geometry = &self.filling.program.geometry;
        let valid = self.filling.masks.valid(turn, geometry);
        // The guards in the preceding turns are known already.
        for (formula, met) in self.filling.program.guards.iter().zip(&mut self.met) {
            let of = |turn: i64| match geometry.turn(turn) {
                None => Guard::Never,
                Some((slab, block)) => {
                    Turn { geometry, outer: &self.coordinates, slab, block }.guard(formula)
                }
            };
            if met.is_empty() {
                met.extend((0..=geometry.turns_met()).map(|back| of(turn - back)));
            } else {
                met.rotate_right(1);
                met[0] = of(turn);
            }
        }
        let masks: Vec<Option<Arc<MaskPlane>>> = self.met.iter().map(|met| self.mask(met, turn)).collect();
        let mut first = rows.start;
        while first < rows.end {
            let run = self.filling.keeping.run_from(self.filling.program, first).min(rows.end);
            let before = turn * geometry.period;
            let inside = first - before..run - before;
            self.rows(first, inside, &valid, &masks, copies, counts)?;
            if self.shared.stop.load(Ordering::Relaxed) {
                return Err(LimitReached::Cancelled);
            }
            self.filling.watch.spend(u64::try_from(run - first).unwrap_or(0))?;
            first = run;
        }
        Ok(())
    }

    /// Returns the mask of a guard in the rows of a turn; `None` if it holds everywhere.
    fn mask(&self, met: &[Guard], turn: i64) -> Option<Arc<MaskPlane>> {
        let geometry = &self.filling.program.geometry;
        let everywhere = (0..)
            .zip(met)
            .all(|(back, guard)| *guard == Guard::Always || geometry.turn(turn - back).is_none());
        (!everywhere).then(|| self.filling.masks.of(met, turn, self.panel, geometry))
    }

    /// Fills rows between which addresses differ only by the row.
    fn rows(
        &self,
        from: i64,
        inside: Range<i64>,
        valid: &MaskPlane,
        masks: &[Option<Arc<MaskPlane>>],
        copies: u128,
        counts: &mut Counts,
    ) -> Result<(), LimitReached> {
        let Filling { program, keeping, arena, .. } = self.filling;
        let geometry = &program.geometry;
        let index = |number: i64| usize::try_from(number).unwrap_or(0);
        // The rows of this panel before these.
        let before = index(from + geometry.lead);
        let within = index(inside.start)..index(inside.end);
        let of = |plane: &'_ MaskPlane| -> Range<usize> { within.start..within.end.min(plane.rows.len()) };
        let mut parts = Parts::default();
        // The number of each mask that does not hold everywhere.
        let mut numbers = Vec::with_capacity(masks.len());
        for plane in masks {
            numbers.push(plane.as_ref().map(|plane| {
                parts.masks.push(Mask { words: &plane.words, rows: &plane.rows[of(plane)] });
                parts.masks.len() - 1
            }));
        }
        let mask_of = |guard: Option<usize>| guard.and_then(|guard| numbers[guard]);
        let own = self.sites[0];
        let address = |plane: usize, row: i64| keeping.word(self.thread, self.panel, own, plane, row);
        let mut ranges: Vec<ControlParts> = Vec::new();
        for control in controls_in_order(program) {
            let mut asked = Vec::new();
            for class in 0..program.asked {
                let begin = parts.sums.len();
                for group in &control.groups {
                    let reads = group.reads[class].iter();
                    self.sum(&mut parts, reads, mask_of(group.guard), from);
                }
                asked.push(begin..parts.sums.len());
            }
            let mut trails = Vec::new();
            for trail in &control.trails {
                let begin = parts.sums.len();
                for &(guard, ref read) in &trail.reads {
                    self.sum(&mut parts, std::iter::once(read), mask_of(guard), from);
                }
                trails.push(Trail {
                    source: address(trail.source, from),
                    sums: begin..parts.sums.len(),
                    output: address(trail.plane, from),
                });
            }
            let classes: Vec<usize> = control.classes.clone().map(|plane| address(plane, from)).collect();
            let planes = control.classes.clone().chain(control.trails.iter().map(|trail| trail.plane));
            let handovers = planes.filter_map(|plane| {
                let number = program.handed_on.iter().position(|&handed| handed == plane)?;
                let face = |task: usize, row: usize| keeping.face(task, number, row);
                Some(Handover {
                    plane: address(plane, from),
                    from: (self.panel > 0).then(|| face(self.task - 1, before + geometry.lag())),
                    to: (self.panel + 1 < geometry.panels).then(|| face(self.task, before)),
                })
            });
            ranges.push(ControlParts { asked, classes, trails, handovers: handovers.collect() });
        }
        let movable = controls_in_order(program).map(|control| {
            let mask = mask_of(control.movable)?;
            Some(parts.masks[mask])
        });
        let controls: Vec<ControlJob<'_>> = (ranges.iter().zip(movable))
            .map(|(parts, movable)| ControlJob {
                asked: &parts.asked,
                movable,
                classes: &parts.classes,
                trails: &parts.trails,
                handovers: &parts.handovers,
            })
            .collect();
        let job = Job {
            rows: within.len(),
            stride: geometry.stride(),
            width: geometry.width,
            margin: geometry.margin,
            valid: Mask { words: &valid.words, rows: &valid.rows[of(valid)] },
            columns: self.columns.as_deref(),
            computed: mask_of(program.computed).map(|mask| parts.masks[mask]),
            terms: &parts.terms,
            parts: &parts.parts,
            sums: &parts.sums,
            masks: &parts.masks,
            finish: program.finish,
            controls: &controls,
        };
        let progress = &self.shared.progress[self.task];
        for first in (0..job.rows).step_by(PUBLISH) {
            let end = (first + PUBLISH).min(job.rows);
            for &(task, ahead) in &self.waits {
                let needed = (before + end).saturating_add(ahead).min(geometry.rows);
                Filling::wait_for(self.shared, task, needed)?;
            }
            arena.run(&job, first..end, program.asked);
            if copies > 0 {
                for (counts, parts) in counts.iter_mut().rev().zip(&ranges) {
                    for (count, &class) in counts.iter_mut().zip(&parts.classes) {
                        let class = class + first * job.stride;
                        let words = arena.count(class, end - first, job.stride, geometry.width);
                        *count += u128::from(words) * copies;
                    }
                }
            }
            progress.store(before + end, Ordering::Release);
        }
        Ok(())
    }

    /// Adds the reads under one mask.
    fn sum<'r>(
        &self,
        into: &mut Parts<'_>,
        reads: impl Iterator<Item = &'r Read>,
        mask: Option<usize>,
        from: i64,
    ) {
        let Filling { keeping, program, .. } = self.filling;
        let geometry = &program.geometry;
        let mut places: Vec<(i64, usize)> = reads
            .filter_map(|read| {
                let row = from + read.reach.rows;
                let site = self.sites[read.neighbour]?;
                let columns = usize::try_from(-read.reach.columns).unwrap_or(0) * LANES;
                let word = keeping.word(self.thread, self.panel, Some(site), read.plane, row);
                // There are no words before the first row.
                (row >= -geometry.lead).then_some((read.shift, word - columns))
            })
            .collect();
        if places.is_empty() {
            return;
        }
        // Downward shifts come first, and on each side the largest. Words with larger shifts are
        // shifted by the difference, and then together with those that follow.
        places.sort_unstable_by_key(|&(shift, word)| (shift >= 0, std::cmp::Reverse(shift.abs()), word));
        let begin = into.parts.len();
        let mut groups = places.chunk_by(|one, other| one.0 == other.0).peekable();
        while let Some(alike) = groups.next() {
            let terms = into.terms.len();
            into.terms.extend(alike.iter().map(|place| place.1));
            let shift = alike[0].0;
            let after = groups.peek().map(|next| next[0].0).filter(|&next| (next >= 0) == (shift >= 0));
            let by = i32::try_from(shift - after.unwrap_or(0)).unwrap_or(0);
            into.parts.push(Part { terms: terms..into.terms.len(), shift: by, last: after.is_none() });
        }
        into.sums.push(Sum { parts: begin..into.parts.len(), mask });
    }
}

/// The control states in the order in which a pass leads to earlier ones.
fn controls_in_order(program: &Program) -> impl Iterator<Item = &crate::plan::ControlPlan> {
    program.controls.iter().rev()
}

//! Memory for the rows of a table: all of them, or those that are still read.

use crate::{
    geometry::LANES,
    guards::MASKS_KEPT,
    outer::Outer,
    plan::{ControlPlan, Program},
};

/// The least number of rows of a ring beyond those that are read.
const SPARE: i64 = 256;
/// The bytes of the rings of a thread, unless more are needed. Each read reaches the end of a ring
/// at another row, so that long rings are better, as long as they stay in the nearest caches.
const RING_BYTES: usize = 3 << 19;

/// The most bytes of masks that are kept. The masks take at most half as many bytes as the rows,
/// but a minimum is always allowed.
const MASK_BYTES: usize = 8 << 20;
const FEW_MASK_BYTES: usize = 1 << 18;

/// The location of one plane.
#[derive(Clone, Copy, Debug)]
struct PlaneHome {
    /// The number of rows that each thread keeps at once; `None` keeps whole sheets.
    ring: Option<i64>,
    /// The first word, within a thread's ring or within a sheet.
    first: usize,
}

/// The locations of all planes. With outer coordinates these are sheets, some slabs of them;
/// without, each thread has a ring of rows for planes that are not kept to the end.
#[derive(Clone, Debug)]
pub(crate) struct Keeping {
    planes: Vec<PlaneHome>,
    /// The number of slabs of sheets (values of the outermost coordinate) kept at once: for
    /// classes, and for trails, of which only those that are read are kept.
    slabs: [usize; 2],
    all_slabs: usize,
    /// The most sheets of a slab.
    slab_sheets: usize,
    /// The words of all class planes of a sheet, and of all trails.
    sheet_words: [usize; 2],
    class_planes: usize,
    panel_words: usize,
    stride: usize,
    margin: usize,
    lead: i64,
    /// The words of the rings of a thread.
    ring_words: usize,
    faces: Faces,
    /// The number of threads that share the work.
    pub(crate) threads: usize,
    words: usize,
}

/// The location of the words for the next panel.
#[derive(Clone, Copy, Debug)]
struct Faces {
    first: usize,
    /// The words for a plane, for a panel, and the number of panels at once.
    plane: usize,
    panel: usize,
    panels: usize,
    margin: usize,
}

/// The planes that are kept to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Retention {
    /// None: only rows that are still read.
    Nothing,
    /// All classes.
    Classes,
    /// All planes, including trails.
    Planes,
}

impl Keeping {
    /// Lays out the planes. Returns `None` if the words exceed any memory.
    pub(crate) fn new(program: &Program, outer: &Outer, retained: Retention, threads: usize) -> Option<Self> {
        let geometry = &program.geometry;
        let tasks = outer.sheets().checked_mul(geometry.panels)?;
        let threads = threads.min(tasks).max(1);
        let class_planes: usize = program.controls.iter().map(|control| control.classes.len()).sum();
        let rings = outer.slabs() == 1 && geometry.roles.outer.is_empty();
        let reach = |plane: usize| -> i64 {
            let reads = program.controls.iter().flat_map(ControlPlan::all_reads);
            reads.filter(|read| read.plane == plane).map(|read| -read.reach.rows).max().unwrap_or(0)
        };
        let all_rows = i64::try_from(geometry.rows).ok()?;
        let stride = geometry.stride();
        let panel_words = geometry.rows.checked_mul(stride)?;
        let sheet = panel_words.checked_mul(geometry.panels)?;
        let most = RING_BYTES / (8 * stride * program.planes);
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let mut planes = Vec::new();
        let mut ring_words = 0usize;
        let mut sheet_words = [0usize; 2];
        for plane in 0..program.planes {
            let is_trail = plane >= class_planes;
            let reach = reach(plane);
            let ring = (reach + SPARE).max(most.min(4 * (reach + SPARE))).min(all_rows);
            if rings
                && (if is_trail { retained != Retention::Planes } else { retained == Retention::Nothing })
            {
                planes.push(PlaneHome { ring: Some(ring), first: ring_words });
                ring_words = ring_words.checked_add(usize::try_from(ring).ok()?.checked_mul(stride)?)?;
            } else {
                let words = &mut sheet_words[usize::from(is_trail)];
                planes.push(PlaneHome { ring: None, first: *words });
                *words = words.checked_add(sheet)?;
            }
        }
        let window = window(program, outer);
        let slabs = match retained {
            Retention::Nothing => [window; 2],
            Retention::Classes => [outer.slabs(), window],
            Retention::Planes => [outer.slabs(); 2],
        };
        let mut words = 0usize;
        for (slabs, sheet_words) in slabs.iter().zip(&sheet_words) {
            words = words.checked_add(slabs.checked_mul(outer.slab_size())?.checked_mul(*sheet_words)?)?;
        }
        words = words.checked_add(ring_words.checked_mul(threads)?)?;
        let margin = geometry.margin;
        let plane = (geometry.rows + geometry.lag()).checked_mul(margin)?;
        let panel = plane.checked_mul(program.handed_on.len())?;
        let panels = if geometry.panels > 1 { threads + 1 } else { 0 };
        let faces = Faces { first: words, plane, panel, panels, margin };
        words = words.checked_add(panel.checked_mul(panels)?)?;
        Some(Self {
            planes,
            slabs,
            all_slabs: outer.slabs(),
            slab_sheets: outer.slab_size(),
            sheet_words,
            class_planes,
            panel_words,
            stride,
            margin,
            lead: geometry.lead,
            ring_words,
            faces,
            threads,
            words,
        })
    }

    /// The total number of words.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// The number of bytes of masks that are kept; other masks are recomputed.
    pub(crate) fn mask_bytes(&self, program: &Program) -> usize {
        if program.guards.is_empty() {
            return 0;
        }
        let period = usize::try_from(program.geometry.period).unwrap_or(usize::MAX);
        let all = period.saturating_mul(8 * self.stride).saturating_mul(MASKS_KEPT);
        all.min(MASK_BYTES).min((self.words.saturating_mul(8) / 2).saturating_add(FEW_MASK_BYTES))
    }

    /// The number of slabs that are kept at once, if not all are.
    pub(crate) fn window(&self) -> Option<usize> {
        let trails = if self.sheet_words[1] > 0 { self.slabs[1] } else { usize::MAX };
        let kept = self.slabs[0].min(trails);
        (kept < self.all_slabs).then_some(kept)
    }

    /// The first word of a row of a plane, after the margin. `site` is the slab of its sheet, and
    /// the sheet's number there. A row before the first does not have a location.
    pub(crate) fn word(
        &self,
        thread: usize,
        panel: usize,
        site: Option<(usize, usize)>,
        plane: usize,
        row: i64,
    ) -> usize {
        let home = self.planes[plane];
        let margin = self.margin * LANES;
        let row = row + self.lead;
        let index = |row: i64| usize::try_from(row).unwrap_or(0) * self.stride + margin;
        if let Some(ring) = home.ring {
            return self.first_ring() + thread * self.ring_words + home.first + index(row.max(0) % ring);
        }
        let kind = usize::from(plane >= self.class_planes);
        let (slab, within) = site.unwrap_or_default();
        let sheet = (slab % self.slabs[kind]) * self.slab_sheets + within;
        let before = kind * self.slabs[0] * self.slab_sheets * self.sheet_words[0];
        before + sheet * self.sheet_words[kind] + home.first + panel * self.panel_words + index(row)
    }

    fn first_ring(&self) -> usize {
        self.faces.first - self.ring_words * self.threads
    }

    /// The first word that a panel passes to the next for a row of a plane.
    pub(crate) fn face(&self, task: usize, plane: usize, row: usize) -> usize {
        // Panels are taken in order: when this location is reused, its readers are done.
        let Faces { first, panel, panels, margin, .. } = self.faces;
        first + task % panels.max(1) * panel + plane * self.faces.plane + row * margin
    }

    /// Returns the row up to which the words of all planes, read or written, follow each other at
    /// the stride.
    pub(crate) fn run_from(&self, program: &Program, row: i64) -> i64 {
        let mut end = i64::MAX;
        let mut until = |plane: usize, reach: i64| {
            let at = row + reach + self.lead;
            if at < 0 {
                // From its first row on this is read, too.
                end = end.min(row - at);
            } else if let Some(ring) = self.planes[plane].ring {
                end = end.min(row + ring - at % ring);
            }
        };
        for plane in 0..self.planes.len() {
            until(plane, 0);
        }
        for read in program.controls.iter().flat_map(ControlPlan::all_reads) {
            until(read.plane, read.reach.rows);
        }
        end
    }
}

/// The number of slabs that are read, plus the one written, plus one for threads that lag.
fn window(program: &Program, outer: &Outer) -> usize {
    let back = program.neighbours.iter().filter_map(|neighbour| {
        // Sorted tuples: any coordinate that falls may have been the largest.
        let most = neighbour.iter().map(|by| by.unsigned_abs()).max()?;
        usize::try_from(most).ok()
    });
    (back.max().unwrap_or(0) + 2).min(outer.slabs())
}

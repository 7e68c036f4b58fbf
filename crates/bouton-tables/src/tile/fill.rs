//! The computation of tiles, one after the other, with plans, masks and memory that are kept for the next tile.

use std::sync::Arc;

use bouton_core::{LimitReached, MemoryShare, Watch};

use super::{Layout, TileId, Tiling, TilingError, planes::Part, steps::Steps};
use crate::{
    bits::{Bits, cut_into, words_of},
    geometry::Words,
    guards::Masks,
    keeping::{Keeping, Retention},
    kernel::Arena,
    plan::{Conditions, Window},
    view::BoxPlan,
};

/// Returns the face of a tile along a coordinate, plane by plane.
type FaceOf<'a, E> = &'a mut dyn FnMut(&TileId, usize) -> Result<Arc<[Bits]>, E>;

/// The most plans that are kept.
const MOST_PLANS: usize = 32;

/// The result of computing a tile.
#[derive(Debug)]
pub(crate) struct Tile {
    /// The counts of positions by control state and value.
    pub(crate) counts: Vec<Vec<u64>>,
    pub(crate) layout: Layout,
    /// The words of the faces and of the bits of each class of each control state.
    pub(crate) words: Vec<u64>,
}

/// Bits of a plane that are given, and their place in the window.
pub(super) struct Given {
    pub(super) plane: usize,
    pub(super) start: Vec<usize>,
    pub(super) bits: Bits,
}

/// The plan of all tiles with the same window and conditions.
struct Planned {
    last: Vec<i64>,
    given: Vec<i64>,
    conditions: Conditions,
    plan: BoxPlan,
    keeping: Keeping,
    masks: Masks,
    /// What this takes beyond the memory of one tile.
    _held: Vec<MemoryShare>,
}

/// Computes tiles, and keeps for the next tile what it may need.
pub(crate) struct Filler<'a> {
    tiling: &'a Tiling,
    /// Plans, the last one used last.
    plans: Vec<Planned>,
    arena: Option<Arena>,
    vectors: Vec<Words>,
    _held: MemoryShare,
}

impl<'a> Filler<'a> {
    /// Holds the memory for any tile.
    pub(crate) fn new(tiling: &'a Tiling, watch: &Watch) -> Result<Self, LimitReached> {
        let held = watch.hold(u64::try_from(tiling.bytes()).unwrap_or(u64::MAX))?;
        Ok(Self { tiling, plans: Vec::new(), arena: None, vectors: Vec::new(), _held: held })
    }

    /// Computes a tile. For each tile [below](Tiling::below), `face` returns its face along the first
    /// of the coordinates given there. `words` are overwritten, so that memory is used again.
    pub(crate) fn compute<E: From<LimitReached> + From<TilingError>>(
        &mut self,
        tile: &TileId,
        face: FaceOf<'_, E>,
        mut words: Vec<u64>,
        watch: &Watch,
    ) -> Result<Tile, E> {
        let window = self.tiling.window(&tile.0);
        let layout = self.tiling.layout(tile).ok_or(TilingError::TooMany)?;
        let given = self.given(tile, &window, face)?;
        words.resize(layout.words, 0);
        // The words between the parts are 0, whatever the tile before has left there.
        for part in layout.faces.iter().map(|face| &face.words).chain([&layout.bits]) {
            words[part.end..part.end.next_multiple_of(8)].fill(0);
        }
        let counts = match &self.tiling.numbers {
            Some(steps) => self.numbers(steps, tile, &window, &given, &layout, &mut words, watch)?,
            None => self.outcomes::<E>(tile, &window, given, &layout, &mut words, watch)?,
        };
        Ok(Tile { counts, layout, words })
    }

    /// The data of the tiles below: bits of planes, each with its location in the window.
    fn given<E: From<LimitReached> + From<TilingError>>(
        &self,
        tile: &TileId,
        window: &Window,
        face: FaceOf<'_, E>,
    ) -> Result<Vec<Given>, E> {
        let tiling = self.tiling;
        let mut given = Vec::new();
        for (below, along) in tiling.below(tile) {
            let first = along.trailing_zeros() as usize;
            let shown = tiling.face(&below, first).ok_or(TilingError::Positions)?;
            // The data lie at the upper end of the tile below in each of these coordinates.
            let ends = |at: usize| at != first && along >> at & 1 == 1;
            let sides = |at: usize| if ends(at) { tiling.reach(at) } else { shown[at] };
            let sides: Vec<usize> = (0..shown.len()).map(sides).collect();
            let low: Vec<usize> = shown.iter().zip(&sides).map(|(shown, side)| shown - side).collect();
            let start = |at: usize| {
                let given = usize::try_from(window.given[at]).unwrap_or(0);
                if along >> at & 1 == 1 { given - tiling.reach(at) } else { given }
            };
            let start: Vec<usize> = (0..shown.len()).map(start).collect();
            for (plane, bits) in tiling.planes_across(first).into_iter().zip(&*face(&below, first)?) {
                let bits = if sides == shown { bits.clone() } else { bits.cut(&low, sides.clone()) };
                given.push(Given { plane, start: start.clone(), bits });
            }
        }
        Ok(given)
    }

    /// Returns the plan of a window.
    fn planned(&mut self, window: &Window, watch: &Watch) -> Result<(), TilingError> {
        let Tiling { shape, valuation, .. } = self.tiling;
        let conditions = Conditions::new(shape, *valuation, window)?;
        let known = self.plans.iter().position(|known| {
            (&known.last, &known.given, &known.conditions) == (&window.last, &window.given, &conditions)
        });
        if let Some(known) = known {
            let known = self.plans.remove(known);
            self.plans.push(known);
            return Ok(());
        }
        let plan = BoxPlan::of_window(shape, *valuation, window, &conditions)?;
        let alone = plan.keeping(Retention::Planes, 1).ok_or(TilingError::TooMany)?;
        let mut held = Vec::new();
        // Each thread may need memory of its own.
        let mut shared = plan.keeping(Retention::Planes, watch.threads()).filter(|_| watch.threads() > 1);
        if let Some(keeping) = &shared {
            let more = plan.bytes_of(keeping).saturating_sub(plan.bytes_of(&alone));
            match watch.hold(u64::try_from(more).unwrap_or(u64::MAX)) {
                Ok(more) => held.push(more),
                Err(_) => shared = None,
            }
        }
        let keeping = shared.unwrap_or(alone);
        if self.plans.len() >= MOST_PLANS {
            self.plans.remove(0);
            // That plan may have held a part of its memory.
            self.arena = None;
        }
        // The memory of a tile has space for the masks of one plan.
        if !self.plans.is_empty() {
            match watch.hold(keeping.mask_bytes(&plan.program) as u64) {
                Ok(masks) => held.push(masks),
                Err(_) => {
                    self.plans.clear();
                    self.arena = None;
                }
            }
        }
        let masks = plan.masks(&keeping);
        let (last, given) = (window.last.clone(), window.given.clone());
        self.plans.push(Planned { last, given, conditions, plan, keeping, masks, _held: held });
        Ok(())
    }

    /// Computes the outcomes of a tile, and returns their counts.
    fn outcomes<E: From<LimitReached> + From<TilingError>>(
        &mut self,
        tile: &TileId,
        window: &Window,
        given: Vec<Given>,
        layout: &Layout,
        words: &mut [u64],
        watch: &Watch,
    ) -> Result<Vec<Vec<u64>>, E> {
        self.planned(window, watch)?;
        let Some(Planned { plan, keeping, masks, .. }) = self.plans.last() else { return Ok(Vec::new()) };
        if !self.arena.as_mut().is_some_and(|arena| arena.clear(keeping.words())) {
            self.arena = None;
            self.arena = Arena::new(keeping.words(), plan.instructions());
        }
        let too_large =
            || LimitReached::Memory { needed: plan.bytes_of(keeping), limit: watch.memory_left() };
        let arena = self.arena.as_mut().ok_or_else(too_large)?;
        let kept = self.tiling.kept;
        // The positions of each class that are given.
        let mut before = vec![0u64; kept];
        for Given { plane, start, bits } in given {
            plan.give(arena, keeping, plane, &start, &bits);
            if let Some(before) = before.get_mut(plane) {
                *before += bits.count();
            }
        }
        let mut stored = plan.fill_in(arena, keeping, masks, true, watch)?;
        for (control, stored) in plan.program.controls.iter().zip(&mut stored) {
            for (stored, before) in stored.iter_mut().zip(&before[control.classes.clone()]) {
                *stored -= u128::from(*before);
            }
        }
        let sides = self.tiling.sides(tile);
        let low: Vec<usize> = window.given.iter().map(|&given| usize::try_from(given).unwrap_or(0)).collect();
        let (faces, bits) = words.split_at_mut(layout.bits.start);
        let bits = &mut bits[..layout.bits.len()];
        for (plane, bits) in bits.chunks_mut(layout.bits.len() / kept).enumerate() {
            watch.check()?;
            plan.copy(arena, keeping, plane, &Part { low: &low, sides: &sides }, &mut self.vectors, bits);
        }
        for face in &layout.faces {
            let end: Vec<usize> = sides.iter().zip(&face.sides).map(|(side, shown)| side - shown).collect();
            let each = face.words.len() / face.planes.len();
            for (&plane, to) in face.planes.iter().zip(faces[face.words.clone()].chunks_mut(each)) {
                if plane < kept {
                    let bits = &bits[plane * bits.len() / kept..][..bits.len() / kept];
                    cut_into(&sides, bits, &end, &face.sides, to);
                } else {
                    watch.check()?;
                    let low: Vec<usize> = low.iter().zip(&end).map(|(low, end)| low + end).collect();
                    let part = Part { low: &low, sides: &face.sides };
                    plan.copy(arena, keeping, plane, &part, &mut self.vectors, to);
                }
            }
        }
        let positions = sides.iter().map(|&side| side as u128).product::<u128>();
        let counts = stored.into_iter().map(|stored| {
            let counts = plan.all_values(stored, positions).into_iter();
            counts.map(|count| u64::try_from(count).unwrap_or(u64::MAX)).collect()
        });
        Ok(counts.collect())
    }

    /// Computes the numbers of a tile, and returns their counts.
    #[expect(clippy::too_many_arguments, reason = "the tile, its words, and what is read")]
    fn numbers(
        &self,
        steps: &Steps,
        tile: &TileId,
        window: &Window,
        given: &[Given],
        layout: &Layout,
        words: &mut [u64],
        watch: &Watch,
    ) -> Result<Vec<Vec<u64>>, LimitReached> {
        let sides = self.tiling.sides(tile);
        let (faces, bits) = words.split_at_mut(layout.bits.start);
        let bits = &mut bits[..layout.bits.len()];
        steps.fill(window, given, &sides, bits, watch)?;
        let each = words_of(&sides).unwrap_or(0);
        for face in &layout.faces {
            let end: Vec<usize> = sides.iter().zip(&face.sides).map(|(side, shown)| side - shown).collect();
            let shown = face.words.len() / face.planes.len();
            for (&plane, to) in face.planes.iter().zip(faces[face.words.clone()].chunks_mut(shown)) {
                cut_into(&sides, &bits[plane * each..][..each], &end, &face.sides, to);
            }
        }
        Ok(steps.counts(bits, &sides))
    }
}

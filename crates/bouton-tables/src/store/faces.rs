//! The faces of tiles that were computed last, which the next tiles need.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use bouton_core::{MemoryShare, Watch};

use crate::{
    bits::Bits,
    tile::{Tile, TileId},
};

/// The part of the free memory that faces may take.
const PART: u64 = 8;
/// The most bytes of faces.
const MOST_BYTES: u64 = 32 << 20;

/// Faces that are kept. Those that were kept first are forgotten first; they can be read again.
#[derive(Debug)]
pub(super) struct Faces {
    known: HashMap<(TileId, usize), Arc<[Bits]>>,
    /// The faces, the first one kept first, with their bytes.
    order: VecDeque<((TileId, usize), u64)>,
    bytes: u64,
    most: u64,
    _held: MemoryShare,
}

impl Faces {
    /// Takes a part of the free memory.
    pub(super) fn new(watch: &Watch) -> Self {
        let most = (watch.memory_left() / PART).min(MOST_BYTES);
        let (most, held) = watch.hold(most).map_or_else(|_| (0, watch.hold_none()), |held| (most, held));
        Self { known: HashMap::new(), order: VecDeque::new(), bytes: 0, most, _held: held }
    }

    /// Returns the face of a tile along a coordinate, if it is kept.
    pub(super) fn get(&self, tile: &TileId, coordinate: usize) -> Option<Arc<[Bits]>> {
        self.known.get(&(tile.clone(), coordinate)).cloned()
    }

    /// Keeps the faces of a tile.
    pub(super) fn keep(&mut self, tile: &TileId, found: &Tile) {
        for face in &found.layout.faces {
            let bytes = 8 * face.words.len() as u64 + 512;
            while self.bytes + bytes > self.most {
                let Some((first, bytes)) = self.order.pop_front() else { return };
                self.known.remove(&first);
                self.bytes -= bytes;
            }
            let each = face.words.len() / face.planes.len().max(1);
            let planes = found.words[face.words.clone()].chunks(each.max(1));
            let planes = planes.map(|words| Bits::new(face.sides.clone(), words.to_vec()));
            let Some(planes) = planes.collect::<Option<Vec<_>>>() else { continue };
            let key = (tile.clone(), face.coordinate);
            self.known.insert(key.clone(), planes.into());
            self.order.push_back((key, bytes));
            self.bytes += bytes;
        }
    }
}

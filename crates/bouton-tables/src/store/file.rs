//! The file of a tile: a header that describes the contents, faces, bits, each with its checksum.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
    ops::Range,
    path::Path,
};

use bouton_files::Replacement;
use serde::{Deserialize, Serialize};

use super::StoreError;
use crate::{
    bits::{Bits, words_of},
    kernel::bytes_of,
    tile::{FacePart, Tile, TileId, Tiling},
};

/// The beginning of a file of this version. The length of the header and its checksum follow.
const MAGIC: &[u8; 16] = b"bouton tile 1\n\0\0";
/// Sections begin at multiples of this.
const ALIGNED: u64 = 64;
/// The longest header.
const LONGEST_HEADER: u32 = 1 << 24;
/// The number of words that are read at once.
const CHUNK: usize = 1 << 13;

/// The header of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    /// The SHA-256 of the manifest.
    pub(super) manifest: String,
    /// The place of the tile.
    pub(super) tile: Vec<u64>,
    /// The sides of the tile.
    pub(super) sides: Vec<usize>,
    /// The counts of positions by control state and value.
    pub(super) counts: Vec<Vec<u64>>,
    /// The faces that the next tile along each coordinate reads.
    pub(super) faces: Vec<Face>,
    /// The bits of the classes, one after the other.
    pub(super) bits: Section,
}

/// A face: the bits of a box for each plane that is read across it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Face {
    pub(super) coordinate: usize,
    pub(super) sides: Vec<usize>,
    pub(super) planes: Vec<usize>,
    pub(super) at: Section,
}

/// Words in the file, the lowest byte of each first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Section {
    /// The first byte after the header.
    pub(super) first: u64,
    pub(super) words: u64,
    pub(super) crc32: u32,
}

/// A file whose header was read.
#[derive(Debug)]
pub(super) struct TileFile {
    pub(super) file: File,
    pub(super) header: Header,
    /// The first byte of the sections.
    pub(super) start: u64,
}

/// An error of a file.
pub(super) enum Bad {
    Damaged(&'static str),
    Io(io::Error),
}

impl From<io::Error> for Bad {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Damaged("it is cut off"),
            _ => Self::Io(error),
        }
    }
}

/// Writes a tile, completely or not at all. It is on the disk after [`bouton_files::sync_all`].
pub(super) fn write(
    path: &Path,
    id: &TileId,
    tile: &Tile,
    tiling: &Tiling,
    manifest: &str,
) -> Result<(), StoreError> {
    let section = |at: &Range<usize>| Section {
        first: 8 * at.start as u64,
        words: at.len() as u64,
        crc32: crc32fast::hash(&bytes_of(&tile.words[at.clone()])),
    };
    let face = |face: &FacePart| {
        let FacePart { coordinate, sides, planes, words } = face.clone();
        Face { coordinate, sides, planes, at: section(&words) }
    };
    let header = Header {
        manifest: manifest.to_owned(),
        tile: id.0.clone(),
        sides: tiling.sides(id),
        counts: tile.counts.clone(),
        faces: tile.layout.faces.iter().map(face).collect(),
        bits: section(&tile.layout.bits),
    };
    let unwritable = |error: io::Error| StoreError::unwritable(path, &error);
    let head = head(&header).map_err(unwritable)?;
    let file = Replacement::begin_beside(path).map_err(unwritable)?;
    let write = |bytes: &[u8]| file.file().write_all(bytes);
    let written =
        write(&head).and_then(|()| write(&bytes_of(&tile.words))).and_then(|()| file.finish_unsynced());
    written.map_err(|error| {
        file.abandon();
        unwritable(error)
    })
}

/// Returns the bytes before the sections.
fn head(header: &Header) -> io::Result<Vec<u8>> {
    let json = serde_json::to_vec(header)?;
    let length = u32::try_from(json.len()).ok().filter(|length| *length <= LONGEST_HEADER);
    let length = length.ok_or_else(|| io::Error::other("the header is too long"))?;
    let mut head = MAGIC.to_vec();
    head.extend(length.to_le_bytes());
    head.extend(crc32fast::hash(&json).to_le_bytes());
    head.extend(json);
    head.resize(head.len().next_multiple_of(64), 0);
    Ok(head)
}

impl TileFile {
    /// Opens a file and reads its header; `None` if the file does not exist.
    pub(super) fn open(path: &Path) -> Result<Option<Self>, Bad> {
        let mut file = match bouton_files::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Bad::Io(error)),
        };
        let mut head = [0; 24];
        file.read_exact(&mut head)?;
        if head[..16] != *MAGIC {
            return Err(Bad::Damaged("it does not begin as tiles of this version do"));
        }
        let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let length = number(16);
        if length > LONGEST_HEADER {
            return Err(Bad::Damaged("its header is too long"));
        }
        let mut json = vec![0; length as usize];
        file.read_exact(&mut json)?;
        if crc32fast::hash(&json) != number(20) {
            return Err(Bad::Damaged("the checksum of its header is wrong"));
        }
        let header: Header =
            serde_json::from_slice(&json).map_err(|_| Bad::Damaged("its header is not understood"))?;
        let start = (24 + u64::from(length)).next_multiple_of(ALIGNED);
        let sections = header.faces.iter().map(|face| face.at).chain([header.bits]);
        let end = sections.map(|at| start + at.first + 8 * at.words).max().unwrap_or(start);
        if file.metadata()?.len() != end.next_multiple_of(ALIGNED) {
            return Err(Bad::Damaged("it is not as long as it should be"));
        }
        Ok(Some(Self { file, header, start }))
    }

    /// Reads a whole section, and checks that it is as it was written.
    fn read(&mut self, at: Section, take: &mut dyn FnMut(&[u8])) -> Result<(), Bad> {
        self.file.seek(SeekFrom::Start(self.start + at.first))?;
        let mut sum = crc32fast::Hasher::new();
        let mut buffer = vec![0; 8 * CHUNK];
        let mut rest = 8 * at.words;
        while rest > 0 {
            let now = usize::try_from(rest).unwrap_or(usize::MAX).min(buffer.len());
            self.file.read_exact(&mut buffer[..now])?;
            sum.update(&buffer[..now]);
            take(&buffer[..now]);
            rest -= now as u64;
        }
        if sum.finalize() != at.crc32 {
            return Err(Bad::Damaged("a checksum is wrong"));
        }
        Ok(())
    }

    /// Reads the planes of a face.
    pub(super) fn face(&mut self, coordinate: usize) -> Result<Vec<Bits>, Bad> {
        let missing = Bad::Damaged("it lacks a face");
        let face = self.header.faces.iter().find(|face| face.coordinate == coordinate).cloned();
        let face = face.ok_or(missing)?;
        let wrong = || Bad::Damaged("a face has another size");
        let each = words_of(&face.sides).ok_or_else(wrong)?;
        if each.checked_mul(face.planes.len()).map(|words| words as u64) != Some(face.at.words) {
            return Err(wrong());
        }
        let mut words = Vec::with_capacity(each * face.planes.len());
        self.read(face.at, &mut |bytes| {
            words.extend(bytes.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes)));
        })?;
        let planes = words.chunks(each.max(1)).map(|words| Bits::new(face.sides.clone(), words.to_vec()));
        planes.collect::<Option<Vec<_>>>().ok_or_else(wrong)
    }

    /// Checks that all bits are as they were written.
    pub(super) fn verify_bits(&mut self) -> Result<(), Bad> {
        self.read(self.header.bits, &mut |_| ())
    }

    /// Checks that the whole file is as it was written.
    pub(super) fn verify(&mut self) -> Result<(), Bad> {
        for face in self.header.faces.clone() {
            self.read(face.at, &mut |_| ())?;
        }
        self.verify_bits()
    }
}

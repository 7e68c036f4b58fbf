//! The bytes of a file as memory.

use std::{borrow::Cow, fs::File, io};

use memmap2::Mmap;

/// A file that is read as memory.
#[derive(Debug)]
pub(crate) struct Mapped(Mmap);

impl Mapped {
    /// Maps a file of a table. Such files are replaced, but never changed: mapped bytes do not
    /// change, even when another file gets the name.
    pub(crate) fn new(file: &File) -> io::Result<Self> {
        // SAFETY: the file does not change, as described above.
        unsafe { Mmap::map(file) }.map(Self)
    }

    /// The number of bytes of the file.
    pub(crate) fn bytes(&self) -> u64 {
        self.0.len() as u64
    }

    /// Returns the word from this byte on, the lowest byte first; `None` beyond the end.
    pub(crate) fn word(&self, byte: u64) -> Option<u64> {
        let byte = usize::try_from(byte).ok()?;
        let bytes = self.0.get(byte..byte.checked_add(8)?)?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    }
}

/// Returns the bytes of words in a file, the lowest byte of each first.
pub(crate) fn bytes_of(words: &[u64]) -> Cow<'_, [u8]> {
    if cfg!(target_endian = "little") {
        // SAFETY: any words are bytes, and these are in this order.
        Cow::Borrowed(unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), size_of_val(words)) })
    } else {
        Cow::Owned(words.iter().flat_map(|word| word.to_le_bytes()).collect())
    }
}

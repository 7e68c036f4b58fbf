//! Values as NumPy files.

use std::io::Write;

use bouton_core::LimitReached;

use super::{PositionBox, PositionsError, WriteRowsError};
use crate::ValueKind;

/// The beginning of a file of version 1.0.
const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";
/// The length of the header is a multiple of this.
const ALIGNED: usize = 64;

impl PositionBox<'_> {
    /// Writes the values as an array in a NumPy file (`numpy.load`), with an axis for each
    /// coordinate that varies, and a last axis for the control states if there are several.
    /// Outcomes are bytes, 0 for P; other values are 32 bits wide. The greatest number of the type
    /// stands for positions that do not exist. See [NEP 1] for the format.
    ///
    /// [NEP 1]: https://numpy.org/neps/nep-0001-npy-format.html
    ///
    /// # Errors
    ///
    /// If a limit is reached, or writing to `out` fails.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton::{ValueKind, Game, PositionBox, Watch};
    ///
    /// let playable = Game::named("nim")?.with_heaps(2)?.playable()?;
    /// let mut file = Vec::new();
    /// PositionBox::new(&playable, None, 1, ValueKind::Outcome, &Watch::unlimited())?.write_npy(&mut file)?;
    /// assert!(file.starts_with(b"\x93NUMPY\x01\x00") && file.ends_with(b" \n\x00\x01\x01\x00"));
    /// assert_eq!(file.len(), 128 + 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_npy(self, out: &mut dyn Write) -> Result<(), WriteRowsError> {
        let rows = self.square(true);
        let fixed = |place: usize| rows.fixed.get(place).copied().flatten().is_some();
        let running: Vec<usize> = (0..rows.names().len()).filter(|&place| !fixed(place)).collect();
        let states = if rows.control.is_some() { 1 } else { rows.controls().len().max(1) as u64 };
        let too_many = || {
            let (dimension, upto) = (running.len(), rows.upto());
            WriteRowsError::from(PositionsError::Limit(LimitReached::Count { dimension, upto }))
        };
        let side = rows.upto().checked_add(1).ok_or_else(too_many)?;
        let all = running.iter().try_fold(states, |all, _| all.checked_mul(side)).ok_or_else(too_many)?;
        let is_outcome = rows.asked() == ValueKind::Outcome;
        let mut sides = vec![side; running.len()];
        sides.extend((states > 1).then_some(states));
        let shape: String = sides.iter().map(|side| format!("{side},")).collect::<Vec<_>>().join(" ");
        let kind = if is_outcome { "|u1" } else { "<u4" };
        let mut header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({shape}), }}");
        let length = (MAGIC.len() + 2 + header.len() + 1).next_multiple_of(ALIGNED) - MAGIC.len() - 2;
        header = format!("{header:<width$}\n", width = length - 1);
        let length = u16::try_from(length).map_err(|_| too_many())?;
        let mut begin = Some([MAGIC, &length.to_le_bytes(), header.as_bytes()].concat());
        let (mut next, mut failed) = (0u64, None);
        let gap = vec![u8::MAX; if is_outcome { 1 } else { 4 }];
        let mut write = |upto: u64, value: Option<u32>| -> std::io::Result<()> {
            // Nothing is written before the first value is known.
            if let Some(begin) = begin.take() {
                out.write_all(&begin)?;
            }
            for _ in next..upto {
                out.write_all(&gap)?;
            }
            next = upto + 1;
            match value {
                Some(value) if is_outcome => out.write_all(&[u8::try_from(value).unwrap_or(u8::MAX)]),
                Some(value) => out.write_all(&value.to_le_bytes()),
                None => out.flush(),
            }
        };
        rows.for_each(&mut |row| {
            let place = running.iter().fold(0, |place, &at| place * side + row.coordinates[at]);
            let state = if states > 1 { row.control.index() as u64 } else { 0 };
            failed = write(place * states + state, Some(row.value)).err();
            failed.is_none()
        })?;
        match failed {
            Some(error) => Err(error.into()),
            None => Ok(write(all, None)?),
        }
    }
}

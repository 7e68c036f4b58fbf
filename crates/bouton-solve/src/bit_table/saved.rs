//! Tables of bits, written down to go on from later.

use std::io::{self, Read, Write};

use super::{BitTable, Control, Row};
use crate::saved::{get, misfit, put};

/// Rows of periodic control states, in order.
type Foreign = Vec<((usize, Vec<u64>), Vec<u64>)>;

impl BitTable {
    /// Writes down what was solved.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        put(to, &(self.complete, self.held.bytes()))?;
        let mut foreign: Vec<_> = self.foreign.iter().collect();
        foreign.sort_unstable();
        put(to, &foreign)?;
        for control in &self.controls {
            match control {
                Control::Rows { rows, .. } => {
                    for slice in rows {
                        put(to, &slice.len())?;
                        slice.iter().try_for_each(|row| put(to, &(&row.lost, row.length)))?;
                    }
                }
                Control::Periodic { table, .. } => table.save(to)?,
            }
        }
        Ok(())
    }

    /// Takes over what [`save`](Self::save) has written of a table of the same game under the
    /// same periods.
    ///
    /// # Errors
    ///
    /// If it cannot be read, does not fit the game or the memory allowed.
    pub fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let (complete, held): (Option<u64>, u64) = get(from)?;
        self.held.resize(held).map_err(io::Error::other)?;
        self.foreign = get::<Foreign>(from)?.into_iter().collect();
        let mut fewest = vec![usize::MAX; self.slices.count()];
        for control in &mut self.controls {
            match control {
                Control::Rows { rows, .. } => {
                    for (slice, fewest) in rows.iter_mut().zip(&mut fewest) {
                        let count: usize = get(from)?;
                        *fewest = count.min(*fewest);
                        slice.clear();
                        for _ in 0..count {
                            let (lost, length) = get(from)?;
                            slice.push(Row { lost, length });
                        }
                    }
                }
                Control::Periodic { table, .. } => table.restore(from)?,
            }
        }
        if let Some(region) = complete {
            for (slice, fewest) in fewest.into_iter().enumerate() {
                let rows = self.slices.size(slice, region, held).map_err(|_| misfit("table of bits"))?;
                if rows > fewest as u64 {
                    return Err(misfit("table of bits"));
                }
            }
        }
        self.complete = complete;
        Ok(())
    }
}

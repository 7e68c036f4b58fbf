//! Saving and restoring tables of bits.

use std::io::{self, Read, Write};

use super::{BitTable, Control, Foreign, Row, positions_in_rows};
use crate::saved::{get, misfit, put};

impl BitTable {
    /// Writes the solved rows.
    ///
    /// # Errors
    ///
    /// If writing fails.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Watch};
    /// use bouton_solve::{BitTable, Periods};
    ///
    /// let game = bouton_rules::Game::parse("heaps 2; move take 1..3 from 1 heap").unwrap().ruleset().unwrap();
    /// let empty = || BitTable::new(&game, &Watch::unlimited(), &Periods::none(2, 1)).unwrap().unwrap();
    /// let (mut table, mut restored, mut saved) = (empty(), empty(), Vec::new());
    /// table.value(&[5, 9], ControlState(0))?;
    /// table.save(&mut saved)?;
    /// restored.restore(&mut &saved[..])?;
    /// assert_eq!(restored.known(&[5, 9], ControlState(0)), Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        put(to, &(self.complete, self.held.bytes()))?;
        for foreign in &self.foreign {
            let mut foreign: Vec<_> = foreign.iter().collect();
            foreign.sort_unstable();
            put(to, &foreign)?;
        }
        for control in &self.controls {
            match control {
                Control::Rows { rows, .. } => {
                    for slice in rows {
                        put(to, &slice.len())?;
                        for group in slice {
                            put(to, &group.len())?;
                            group.iter().try_for_each(|row| put(to, &(&row.lost, row.length)))?;
                        }
                    }
                }
                Control::Periodic { table, .. } => table.save(to)?,
            }
        }
        self.planes.as_ref().map_or(Ok(()), |planes| planes.save(to))
    }

    /// Loads a table that [`save`](Self::save) has written, for the same game under the same
    /// periods.
    ///
    /// # Errors
    ///
    /// If reading fails, or the data do not fit the game or the allowed memory.
    pub fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let (complete, held): (Option<u64>, u64) = get(from)?;
        self.held.resize(held).map_err(io::Error::other)?;
        for foreign in &mut self.foreign {
            *foreign = get::<Vec<(Vec<u64>, Vec<u64>)>>(from)?.into_iter().collect::<Foreign>();
        }
        for control in &mut self.controls {
            match control {
                Control::Rows { rows, .. } => {
                    for slice in rows {
                        slice.clear();
                        for _ in 0..get::<usize>(from)? {
                            let mut group = Vec::new();
                            for _ in 0..get::<usize>(from)? {
                                let (lost, length) = get(from)?;
                                group.push(Row { lost, length });
                            }
                            slice.push(group);
                        }
                    }
                }
                Control::Periodic { table, .. } => table.restore(from)?,
            }
        }
        if let Some(region) = complete {
            for slice in 0..self.slices.count() {
                self.slices.groups(slice, region, held).map_err(|_| misfit("table of bits"))?;
            }
            let Self { layout, slices, controls, .. } = self;
            slices.try_each_row(layout, region, &mut |slice, outer, rest| {
                let site = slices.site(slice, outer);
                let length = rest / layout.weights[layout.axis] + 1;
                let is_there = |control: &Control| match control {
                    Control::Rows { rows, .. } => {
                        let row = rows[slice].get(site.group).and_then(|group| group.get(site.place));
                        row.is_some_and(|row| {
                            let words = (row.length * layout.stride).div_ceil(64);
                            row.length as u64 >= length && row.lost.len() >= words
                        })
                    }
                    Control::Periodic { .. } => true,
                };
                if controls.iter().all(is_there) { Ok(()) } else { Err(misfit("table of bits")) }
            })?;
        }
        if let Some(planes) = &mut self.planes {
            planes.restore(&self.layout, from)?;
        }
        self.complete = complete;
        self.in_rows = positions_in_rows(&self.controls, &self.layout);
        Ok(())
    }
}

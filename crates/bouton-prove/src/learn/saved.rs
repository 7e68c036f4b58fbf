//! Saving and restoring the observation table.

use std::io::{self, Read, Write};

use bouton_core::{DigitAutomaton, State, Value};
use bouton_solve::saved::{get, put};
use rustc_hash::FxHashMap;

use super::{Learner, Row, Suffix};

impl Learner {
    pub(super) fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        let suffixes: Vec<_> = self.suffixes.iter().map(|suffix| (suffix.length, &suffix.digits)).collect();
        put(to, &(suffixes, self.generation, &self.access, self.held.bytes()))?;
        put(to, &self.orbits.parts())?;
        put(to, &self.rows.len())?;
        for (prefix, row) in &self.rows {
            put(to, &(prefix, &row.values, &row.unknown, row.generation))?;
        }
        let parts = |law: &DigitAutomaton| {
            (law.tracks(), law.starts().to_vec(), law.outputs().to_vec(), law.transitions().to_vec())
        };
        put(to, &self.last.as_ref().map(parts))
    }

    pub(super) fn read(&mut self, from: &mut dyn Read) -> io::Result<()> {
        type Parts = (usize, Vec<State>, Vec<Value>, Vec<State>);
        let (suffixes, generation, access, held): (Vec<(u32, Vec<u64>)>, _, _, u64) = get(from)?;
        self.held.resize(held).map_err(io::Error::other)?;
        self.suffixes = suffixes.into_iter().map(|(length, digits)| Suffix { length, digits }).collect();
        (self.generation, self.access) = (generation, access);
        self.orbits.put(get(from)?);
        // Inserted one by one, so that the map gets the same capacity as before.
        self.rows = FxHashMap::default();
        for _ in 0..get::<usize>(from)? {
            let (prefix, values, unknown, generation) = get(from)?;
            self.rows.insert(prefix, Row { values, unknown, generation });
        }
        self.last = match get::<Option<Parts>>(from)? {
            None => None,
            Some((tracks, starts, outputs, transitions)) => {
                let law = DigitAutomaton::over(&self.numeration, tracks, starts, outputs, transitions);
                Some(law.map_err(io::Error::other)?)
            }
        };
        Ok(())
    }
}

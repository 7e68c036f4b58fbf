//! Positions of a box by outcome and other properties.

use std::{fmt, io};

use bouton_core::ControlState;
use bouton_document as document;

use super::{
    PositionBox, PositionRow, PositionsError, WriteRowsError,
    lines::{LineForm, Lines},
};
use crate::{Plan, oracle::LOST};

/// The properties of the positions to list. A position must have all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionFilter {
    /// The outcome, by its letter.
    pub outcome: Option<String>,
    /// The control state, by its name.
    pub control: Option<String>,
    /// The sum of the coordinates.
    pub total: Option<u64>,
    /// The smallest coordinate.
    pub smallest: Option<u64>,
    /// Whether no coordinate is 0.
    pub nonempty: bool,
    /// Whether all coordinates differ.
    pub distinct: bool,
    /// Whether the nonzero coordinates do not form pairs of equal ones.
    pub not_paired: bool,
}

impl fmt::Display for PositionFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = [
            self.outcome.as_ref().map(|name| format!("outcome {name}")),
            self.control.as_ref().map(|name| format!("control state {name}")),
            self.total.map(|total| format!("total {total}")),
            self.smallest.map(|smallest| format!("smallest {smallest}")),
            self.nonempty.then(|| "no 0".to_owned()),
            self.distinct.then(|| "all different".to_owned()),
            self.not_paired.then(|| "not paired up".to_owned()),
        ];
        let told: Vec<String> = told.into_iter().flatten().collect();
        f.write_str(&if told.is_empty() { "all positions".to_owned() } else { told.join(", ") })
    }
}

impl PositionFilter {
    /// Whether the coordinates have the properties.
    fn admits(&self, row: PositionRow<'_>) -> bool {
        let smallest = || row.coordinates.iter().min().copied();
        self.total.is_none_or(|total| row.total() == u128::from(total))
            && self.smallest.is_none_or(|wanted| smallest() == Some(wanted))
            && (!self.nonempty || row.is_nonempty())
            && (!self.distinct || row.is_distinct())
            && (!self.not_paired || !row.is_paired_up())
    }
}

impl PositionBox<'_> {
    /// Lists the positions that pass the filter, at most `limit`.
    ///
    /// # Errors
    ///
    /// If the game does not have the outcome or control state, or a limit is reached.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton::{ValueKind, Game, PositionBox, PositionFilter, Watch};
    ///
    /// let playable = Game::named("nim")?.with_heaps(3)?.playable()?;
    /// let watch = Watch::unlimited();
    /// let rows = PositionBox::new(&playable, None, 7, ValueKind::Outcome, &watch)?;
    /// let lost = PositionFilter { outcome: Some("P".to_owned()), nonempty: true, ..Default::default() };
    /// let found = rows.list(&lost, Some(2))?;
    /// let positions: Vec<&str> = found.positions.iter().map(|listed| listed.position.as_str()).collect();
    /// assert_eq!((positions, found.complete), (vec!["1,2,3", "1,4,5"], false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn list(
        &self,
        filter: &PositionFilter,
        limit: Option<usize>,
    ) -> Result<document::List, PositionsError> {
        let mut positions = self.watch.gather(1);
        let mut full = Ok(());
        let complete = self.visit_listed(filter, limit, &mut |row| {
            let (position, outcome) = (self.written(row), self.name_of(row.value));
            full = positions.push(document::ListEntry { position, outcome });
            full.is_ok()
        })?;
        full?;
        let positions = positions.into_vec();
        Ok(document::List {
            game: self.playable.title(),
            count: positions.len(),
            complete,
            positions,
            plan: self.plan.clone(),
            verified: self.verified.clone(),
        })
    }

    /// Writes the positions that pass the filter, one on each line as they are found, with their
    /// outcomes unless the filter fixes the outcome. Returns their number, and whether there are no
    /// more.
    ///
    /// # Errors
    ///
    /// As [`list`](Self::list), or if writing to `out` fails.
    pub fn write_lines(
        &self,
        filter: &PositionFilter,
        limit: Option<usize>,
        out: &mut dyn io::Write,
    ) -> Result<(usize, bool), WriteRowsError> {
        let end = |control: ControlState, value| {
            let control = self.controls.get(control.index()).map(|name| format!(":{name}"));
            let outcome = filter.outcome.is_none().then(|| format!(" {}", self.name_of(value)));
            [control, outcome, Some("\n".to_owned())].into_iter().flatten().collect()
        };
        let widths = vec![0; self.names().len()];
        let form = LineForm { begin: "", between: ",", widths: &widths };
        let (mut count, mut lines) = (0, Lines::new(&form, self.controls.len(), &end));
        let complete = self.for_each_listed(filter, limit, &mut |row| {
            count += 1;
            lines.row(out, row)
        });
        lines.write(out)?;
        Ok((count, complete?))
    }

    /// Visits the positions that pass the filter, at most `limit`, until `visit` returns `false`.
    /// Returns whether there are no more.
    pub(super) fn visit_listed(
        &self,
        filter: &PositionFilter,
        limit: Option<usize>,
        visit: &mut dyn FnMut(PositionRow<'_>) -> bool,
    ) -> Result<bool, PositionsError> {
        let outcome = filter.outcome.as_deref().map(|name| self.outcome_named(name)).transpose()?;
        if let Some(found) = filter.control.as_ref().filter(|name| !self.controls().contains(name)) {
            let (found, known) = (found.clone(), self.controls().to_vec());
            return Err(PositionsError::Control { found, known });
        }
        let (mut count, mut complete) = (0usize, true);
        let all = *filter == PositionFilter::default();
        let mut step = |row: PositionRow<'_>| {
            let fits = || {
                let control = self.controls().get(row.control.index());
                outcome.is_none_or(|value| value == row.value)
                    && filter.control.as_ref().is_none_or(|name| control == Some(name))
                    && filter.admits(row)
            };
            if !all && !fits() {
                return true;
            }
            complete = limit.is_none_or(|limit| count < limit);
            count += 1;
            complete && visit(row)
        };
        if !(self.lists_lost(filter)? && self.for_each_lost(&mut step)?) {
            self.for_each(&mut step)?;
        }
        Ok(complete)
    }

    /// Visits only the lost positions, if they can be found without examining the others; returns
    /// whether they can.
    fn for_each_lost(&self, visit: &mut dyn FnMut(PositionRow<'_>) -> bool) -> Result<bool, PositionsError> {
        let mut oracle = self.oracle.borrow_mut();
        let control = ControlState::default();
        Ok(oracle.for_each_lost(self.of, self.choice, &mut |coordinates| {
            visit(PositionRow { coordinates, control, value: LOST })
        })?)
    }

    /// Plans as [`plan`](Self::plan) does, for [`list`](Self::list).
    ///
    /// # Errors
    ///
    /// As [`plan`](Self::plan).
    pub fn plan_to_list(&self, filter: &PositionFilter) -> Result<Plan, PositionsError> {
        if self.lists_lost(filter)? {
            return Ok(self.oracle.borrow_mut().plan_lost(self.of, self.choice)?);
        }
        self.plan()
    }

    /// Verifies as [`verify`](Self::verify) does, for [`list`](Self::list).
    ///
    /// # Errors
    ///
    /// As [`verify`](Self::verify).
    pub fn verify_list(&self, filter: &PositionFilter) -> Result<Plan, PositionsError> {
        if self.lists_lost(filter)? {
            return Ok(self.oracle.borrow_mut().verify_lost(self.of, self.choice)?);
        }
        self.verify()
    }

    /// Whether exactly the lost positions of the whole box are requested.
    fn lists_lost(&self, filter: &PositionFilter) -> Result<bool, PositionsError> {
        let outcome = filter.outcome.as_deref().map(|name| self.outcome_named(name)).transpose()?;
        Ok(outcome == Some(LOST) && self.fixed.is_empty())
    }

    /// Visits rows as `visit_listed` does, for a visitor that writes.
    pub(super) fn for_each_listed(
        &self,
        filter: &PositionFilter,
        limit: Option<usize>,
        visit: &mut dyn FnMut(PositionRow<'_>) -> io::Result<()>,
    ) -> Result<bool, WriteRowsError> {
        let mut failed = None;
        let complete = self.visit_listed(filter, limit, &mut |row| {
            failed = visit(row).err();
            failed.is_none()
        })?;
        failed.map_or(Ok(complete), |error| Err(error.into()))
    }

    pub(super) fn outcome_named(&self, name: &str) -> Result<bouton_core::Value, PositionsError> {
        let values = self.all_values();
        let known = values.iter().copied().find(|&value| self.name_of(value).eq_ignore_ascii_case(name));
        known.ok_or_else(|| PositionsError::Outcome {
            found: name.to_owned(),
            known: values.iter().map(|&value| self.name_of(value)).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use bouton::Game;
    use bouton_core::Watch;

    use super::*;
    use crate::{Choice, ValueKind};

    /// Compares the lost positions that are found without examining the others with those of the
    /// whole box.
    #[test]
    fn lost_positions_are_those_of_the_box() {
        for (rules, upto) in [
            ("wythoff", 40),
            ("heaps 2; move take any from 1 heap; play misere", 20),
            ("heaps 3; move take any from 1 heap; move take the same any from 2 heaps", 12),
            ("heaps 4; move take any from at most 2 heaps", 6),
            ("counters a, b; move b -> b - t where t >= 1; move a -> a - 1", 15),
            ("counters a, b; move a -> a - t where t >= 1; move b -> b - 1", 15),
            ("heaps 2; move take 1..3 from 1 heap", 15),
        ] {
            let game = Game::named(rules).unwrap();
            let playable = game.playable().unwrap();
            let watch = Watch::unlimited();
            let rows = PositionBox::new(&playable, None, upto, ValueKind::Outcome, &watch).unwrap();
            let mut expected = Vec::new();
            rows.for_each(&mut |row| {
                if row.value == LOST {
                    expected.push(row.coordinates.to_vec());
                }
                true
            })
            .unwrap();
            for choice in [Choice::Auto, Choice::Only(bouton_solve::Engine::Tables)] {
                let rows =
                    PositionBox::new(&playable, None, upto, ValueKind::Outcome, &watch).unwrap().by(choice);
                let lost = PositionFilter { outcome: Some("P".to_owned()), ..Default::default() };
                let mut found = Vec::new();
                let complete = rows.visit_listed(&lost, None, &mut |row| {
                    found.push(row.coordinates.to_vec());
                    true
                });
                assert!(complete.unwrap());
                assert_eq!(found, expected, "{rules}");
                let first = rows.list(&lost, Some(2)).unwrap();
                assert_eq!((first.count, first.complete), (2, expected.len() <= 2), "{rules}");
            }
        }
    }
}

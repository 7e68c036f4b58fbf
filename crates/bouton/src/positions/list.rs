//! Positions of a box by outcome and other properties.

use super::{PositionBox, PositionRow, PositionsError};
use crate::document;

/// Which positions are listed: those that have every property that is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionFilter {
    /// They have this outcome, by its letter.
    pub outcome: Option<String>,
    /// They are in this control state, by its name.
    pub control: Option<String>,
    /// Their coordinates add up to this.
    pub total: Option<u64>,
    /// Their smallest coordinate is this.
    pub smallest: Option<u64>,
    /// No coordinate is 0.
    pub nonempty: bool,
    /// All coordinates differ.
    pub distinct: bool,
    /// Their coordinates, 0 apart, do not fall into pairs of equal ones.
    pub not_paired: bool,
}

impl PositionFilter {
    /// Whether the coordinates are as asked for.
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
    /// The positions that have the properties asked for, at most `limit` of them.
    ///
    /// # Errors
    ///
    /// If the game has no such outcome or control state, or a limit is reached.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton::{Asked, Game, PositionBox, PositionFilter, Watch};
    ///
    /// let playable = Game::named("nim")?.with_heaps(3)?.playable()?;
    /// let watch = Watch::unlimited();
    /// let rows = PositionBox::new(&playable, None, 7, Asked::Outcome, &watch)?;
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
        let outcome = filter.outcome.as_deref().map(|name| self.outcome_named(name)).transpose()?;
        if let Some(found) = filter.control.as_ref().filter(|name| !self.controls().contains(name)) {
            let (found, known) = (found.clone(), self.controls().to_vec());
            return Err(PositionsError::Control { found, known });
        }
        let (mut positions, mut complete) = (Vec::new(), true);
        self.for_each(&mut |row| {
            let control = self.controls().get(row.control.index());
            let fits = outcome.is_none_or(|value| value == row.value)
                && filter.control.as_ref().is_none_or(|name| control == Some(name))
                && filter.admits(row);
            if fits && limit.is_some_and(|limit| positions.len() >= limit) {
                complete = false;
                return false;
            }
            if fits {
                let (position, outcome) = (self.written(row), self.name_of(row.value));
                positions.push(document::Listed { position, outcome });
            }
            true
        })?;
        Ok(document::List {
            game: self.playable.title(),
            count: positions.len(),
            complete,
            positions,
            plan: self.plan.clone(),
            verified: self.verified.clone(),
        })
    }

    fn outcome_named(&self, name: &str) -> Result<bouton_core::Value, PositionsError> {
        let values = self.all_values();
        let known = values.iter().copied().find(|&value| self.name_of(value).eq_ignore_ascii_case(name));
        known.ok_or_else(|| PositionsError::Outcome {
            found: name.to_owned(),
            known: values.iter().map(|&value| self.name_of(value)).collect(),
        })
    }
}

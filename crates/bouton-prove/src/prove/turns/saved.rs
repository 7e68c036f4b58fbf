//! Saving and restoring both searches and their turns.

use std::{
    collections::BTreeMap,
    io::{self, Read, Write},
};

use bouton_core::{LimitReached, Watch};
use bouton_solve::{
    PeriodicCoordinate, Periods,
    saved::{get, put},
};
use serde::{Deserialize, Serialize};

use super::{Guess, Place, Question, Search, Standing};
use crate::{
    checkpoint::Checkpoint,
    learn::LearnLimit,
    prove::{NoLaw, search::Verified},
    relation::RelationLimit,
    verify::VerifyLimit,
};

/// The turn, its budget, hypotheses of finished searches, and the place within the turn.
type Counts = (usize, u64, usize, u8);

/// A guess, to be saved.
pub(super) enum Saved<'s, 'a> {
    Open,
    Search(&'s Periods, &'s Search<'a>, &'s Watch),
    Failed(&'s Periods),
    Nothing,
}

impl<'s, 'a> From<&'s Guess<'a>> for Saved<'s, 'a> {
    fn from(guess: &'s Guess<'a>) -> Self {
        match guess {
            Guess::Open => Self::Open,
            Guess::Search { periods, search, stage } => Self::Search(periods, search, stage),
            Guess::Failed(periods) => Self::Failed(periods),
            Guess::Nothing => Self::Nothing,
        }
    }
}

/// A preperiod and a period.
type Coordinates = Vec<Option<(u64, u64)>>;

fn pairs(list: &[Option<PeriodicCoordinate>]) -> Coordinates {
    list.iter().map(|periodic| periodic.map(|p| (p.preperiod, p.period))).collect()
}

fn coordinates(list: Coordinates) -> Vec<Option<PeriodicCoordinate>> {
    let of = |(preperiod, period)| PeriodicCoordinate { preperiod, period };
    list.into_iter().map(|pair| pair.map(of)).collect()
}

fn put_periods(to: &mut dyn Write, periods: &Periods) -> io::Result<()> {
    let controls: Vec<Coordinates> = periods.controls.iter().map(|list| pairs(list)).collect();
    let within: BTreeMap<_, _> = periods.within.iter().map(|(class, list)| (class, pairs(list))).collect();
    put(to, &(controls, within))
}

fn get_periods(from: &mut dyn Read) -> io::Result<Periods> {
    let (controls, within): (Vec<Coordinates>, BTreeMap<Vec<u64>, Coordinates>) = get(from)?;
    Ok(Periods {
        controls: controls.into_iter().map(coordinates).collect(),
        within: within.into_iter().map(|(class, list)| (class, coordinates(list))).collect(),
    })
}

/// The reason why a search has failed, if others continue.
#[derive(Clone, Copy, Serialize, Deserialize)]
enum Failed {
    Values(u32),
    States(usize),
    Digits,
    Product(usize),
    VerifyDigits,
    VerifyMemory { needed: u128, limit: u64 },
    Memory { needed: u128, limit: u64, rounds: usize },
    Table(usize),
    Rounds(usize),
    Transitions(usize),
}

impl Failed {
    /// `None` for reasons that end everything.
    fn of(reason: &NoLaw) -> Option<Self> {
        Some(match *reason {
            NoLaw::Values(count) => Self::Values(count),
            NoLaw::Learn(LearnLimit::States(states)) => Self::States(states),
            NoLaw::Learn(LearnLimit::Digits) => Self::Digits,
            NoLaw::Verify(VerifyLimit::Product(states)) => Self::Product(states),
            NoLaw::Verify(VerifyLimit::Digits) => Self::VerifyDigits,
            NoLaw::Verify(VerifyLimit::Limit(LimitReached::Memory { needed, limit })) => {
                Self::VerifyMemory { needed, limit }
            }
            NoLaw::Limit { limit: LimitReached::Memory { needed, limit }, rounds } => {
                Self::Memory { needed, limit, rounds }
            }
            NoLaw::Table { positions } => Self::Table(positions),
            NoLaw::Rounds(rounds) => Self::Rounds(rounds),
            NoLaw::Relation(RelationLimit::Transitions(most)) => Self::Transitions(most),
            _ => return None,
        })
    }

    fn reason(self) -> NoLaw {
        match self {
            Self::Values(count) => NoLaw::Values(count),
            Self::States(states) => LearnLimit::States(states).into(),
            Self::Digits => LearnLimit::Digits.into(),
            Self::Product(states) => VerifyLimit::Product(states).into(),
            Self::VerifyDigits => VerifyLimit::Digits.into(),
            Self::VerifyMemory { needed, limit } => {
                VerifyLimit::Limit(LimitReached::Memory { needed, limit }).into()
            }
            Self::Memory { needed, limit, rounds } => {
                NoLaw::Limit { limit: LimitReached::Memory { needed, limit }, rounds }
            }
            Self::Table(positions) => NoLaw::Table { positions },
            Self::Rounds(rounds) => NoLaw::Rounds(rounds),
            Self::Transitions(most) => RelationLimit::Transitions(most).into(),
        }
    }
}

impl<'a> Question<'a> {
    /// Saves the state of the searches, if there is a checkpoint and that is due.
    pub(super) fn save(
        &self,
        checkpoint: Option<&Checkpoint>,
        counts: Counts,
        guess: Saved<'_, 'a>,
        (plain, plain_stage): (&Search<'a>, &Watch),
        failed: Option<&NoLaw>,
    ) -> Result<(), NoLaw> {
        let Some(checkpoint) = checkpoint else { return Ok(()) };
        let failed = match failed.map(Failed::of) {
            Some(None) => return Ok(()),
            other => other.flatten(),
        };
        checkpoint.save(self.adds_nim_heap(), &mut |to| {
            put(to, &(counts, failed, self.watch.work()))?;
            put(to, &plain_stage.standing())?;
            plain.save(to)?;
            match &guess {
                Saved::Open => put(to, &0u8),
                Saved::Nothing => put(to, &1u8),
                Saved::Failed(periods) => {
                    put(to, &2u8)?;
                    put_periods(to, periods)
                }
                Saved::Search(periods, search, stage) => {
                    put(to, &3u8)?;
                    put_periods(to, periods)?;
                    put(to, &stage.standing())?;
                    search.save(to)
                }
            }
        })?;
        Ok(())
    }

    /// Restores the state of searches of the same question.
    pub(super) fn restore(
        &self,
        of: &Verified<'a>,
        at: &mut Standing<'a>,
        from: &mut dyn Read,
    ) -> io::Result<()> {
        let ((turn, budget, rounds, place), failed, work): (Counts, Option<Failed>, u64) = get(from)?;
        (at.turn, at.budget, at.rounds) = (turn, budget, rounds);
        at.place = if place == Place::Guess as u8 { Place::Guess } else { Place::Plain };
        at.failed = failed.map(Failed::reason);
        let standing = get(from)?;
        at.plain.restore(from)?;
        at.guess = match get::<u8>(from)? {
            0 => Guess::Open,
            1 => Guess::Nothing,
            2 => Guess::Failed(get_periods(from)?),
            _ => {
                let mut guess = self.search_under(of, get_periods(from)?).map_err(io::Error::other)?;
                if let Guess::Search { search, stage, .. } = &mut guess {
                    let standing = get(from)?;
                    search.restore(from)?;
                    stage.stand(standing);
                }
                guess
            }
        };
        let memory = self.memory_beside(at);
        at.plain_stage.set_memory(if at.place == Place::Plain || turn > 0 { memory } else { u64::MAX });
        at.plain_stage.stand(standing);
        self.watch.stand((work, u64::MAX));
        Ok(())
    }
}

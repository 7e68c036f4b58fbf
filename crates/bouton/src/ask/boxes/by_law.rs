//! Counts by the law of the positions, where the positions of the box cost more.

use bouton_core::Watch;
use bouton_solve::Cost;
use num_bigint::BigUint;

use super::{Asker, Count, retain_lost};
use crate::{
    AnswerError, Arena, Choice, Engine, Error, Plan, Playable, PositionBox, PositionsError, ValueKind,
    asking::counted, document, words::list as words,
};

/// The steps of work of the search for a law, if a box is too large and would be refused at once without one.
const WORK_FOR_LAW: u64 = 30_000_000;
/// The steps of work of the search for a second of work that the law would save.
const WORK_A_SECOND: f64 = 1e7;
/// The seconds of estimated work from which a law is preferred.
const SECONDS_FOR_LAW: f64 = 0.1;

impl Count {
    /// The reason why the law of the positions does not count them; `None` if it may.
    pub(super) fn no_law(&self, playable: &Playable, numbers: bool) -> Option<&'static str> {
        if self.each {
            return Some(
                "{each} counts boxes that are solved, and none from 2^64 on is; leave it out, or ask for less",
            );
        }
        if numbers {
            return Some(
                "a b-file counts boxes that are solved, and none from 2^64 on is; leave out {format bfile}, or ask for less",
            );
        }
        if self.value != ValueKind::Outcome {
            return Some(
                "from 2^64 on only outcomes are counted, by the law of the positions; leave out {value}, or ask for less",
            );
        }
        if !self.engines.engine.admits(Engine::Law) {
            return Some(
                "from 2^64 on only the law of the positions counts; leave out {engine}, or ask for less",
            );
        }
        if matches!(playable.arena(), Arena::Code(_)) {
            return Some(
                "from 2^64 on the law of the positions counts, and a code has a law of its heaps; ask for less, or state the game as rules",
            );
        }
        None
    }

    /// The steps of work of a search for a law, if its cost may be less than that of the box.
    pub(super) fn work_for_law(&self, rows: &PositionBox<'_>, most: f64) -> Option<u64> {
        let seconds = match rows.plan_to_count() {
            Ok(plan) => plan.cost.seconds,
            Err(PositionsError::Answer(error)) if matches!(*error, AnswerError::TooLarge { .. }) => {
                f64::INFINITY
            }
            Err(_) => return None,
        };
        if self.lost || self.engines.engine != Choice::Auto && seconds >= SECONDS_FOR_LAW {
            return Some(u64::MAX);
        }
        let is_refused = seconds > most;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of steps")]
        let work = if is_refused { WORK_FOR_LAW } else { (seconds * WORK_A_SECOND) as u64 };
        (seconds >= SECONDS_FOR_LAW).then_some(work.min(WORK_FOR_LAW))
    }

    /// The counts by the law of the positions, and the report; `rows` is the same box.
    pub(super) fn by_law<A: Asker>(
        &self,
        playable: &Playable,
        upto: &BigUint,
        rows: Option<&PositionBox<'_>>,
        watch: &Watch,
        asker: &A,
    ) -> Result<(document::Count, String), Error> {
        watch.check()?;
        let mut count = counted(playable, upto, self.lost, asker.states(), watch)?;
        let why = match self.engines.engine {
            Choice::Auto => "every other way costs more",
            Choice::Only(_) => "this engine was asked for",
        };
        let reason =
            format!("the law of the game is proved, and its automaton counts positions of any size; {why}");
        let plan = Plan { engine: Engine::Law, reason, cost: Cost::NOTHING, notes: Vec::new(), tiles: None };
        let verify = || {
            let why = "{verify} compares with a table, and there is none from 2^64 on; leave it out";
            let of = rows.ok_or_else(|| Error::usage(why))?;
            let table =
                PositionBox::new(playable, self.subject.heaps(), of.upto(), self.value, &asker.watch())?;
            let table = table.by(Choice::Only(Engine::Tables));
            let plan = table.plan_to_count()?;
            let mut again = table.count()?;
            if self.lost {
                retain_lost(&mut again);
            }
            if (&again.counts, &again.controls) == (&count.counts, &count.controls) {
                return Ok(plan);
            }
            let written = |count: &document::Count| words::count(count).to_string().trim_end().to_owned();
            Err(Error::from(AnswerError::Disagreement {
                position: "the counts".to_owned(),
                left: written(&count),
                right: written(&again),
            }))
        };
        let report = self.engines.report(plan, verify)?;
        (count.plan, count.verified) =
            (report.plan.as_ref().map(Into::into), report.verified.as_ref().map(Into::into));
        Ok((count, report.words))
    }
}

//! Which searches are tried, and how much work each may do before the other has its turn.
//!
//! Where values seem to be periodic in some coordinates, a search that takes this for
//! granted looks much further: the *guess*. The search over all coordinates, the *plain*
//! one, always works in the end if anything does. They take turns, each turn with more work
//! than the last, and go on where they stopped. Turns are measured in work, so that they
//! are the same on every machine.

mod saved;

use bouton_core::{LimitReached, Ruleset, Valuation, Watch};
use bouton_solve::{Moves, Periods};

use saved::Saved;

use super::{
    MOST_RELATION, NoLaw, Proof, ProveOptions,
    search::{Search, Verified},
};
use crate::{
    checkpoint::Checkpoint,
    learn::Learner,
    quotient::QuotientLearner,
    relation::RelationLimit,
    survey::{Survey, survey},
    teacher::{GrundySumTeacher, TableTeacher, Truth},
    verify::{Relations, VerifyLimit},
};

/// How much work the first turn of the guess may be, in units of the [`Watch`].
const FIRST_TURN: u64 = 1 << 27;
/// Each turn may do so many times the work of the turn before.
const GROWTH: u64 = 4;
/// A turn of the plain search is so many times shorter than one of the guess.
const PLAIN: u64 = 4;
/// How many positions are looked through for periodic coordinates before each turn of the
/// guess, until there are no more of these.
const SURVEYS: [usize; 4] = [30_000, 200_000, 1_000_000, 6_000_000];

/// A valuation of a ruleset whose law is wanted.
pub(super) struct Question<'a> {
    /// The game.
    pub(super) ruleset: &'a Ruleset,
    /// The game whose law is verified: the same, or with a Nim heap added.
    pub(super) verified: &'a Ruleset,
    /// The valuation of the verified game.
    pub(super) valuation: Valuation,
    /// The valuation of the game from which its values are taught.
    pub(super) taught: Valuation,
    pub(super) options: &'a ProveOptions,
    pub(super) watch: &'a Watch,
}

/// The search under a guess.
enum Guess<'a> {
    /// None has seemed possible yet.
    Open,
    Search {
        periods: Periods,
        search: Box<Search<'a>>,
        stage: Watch,
    },
    /// It has failed; others may be seen by a larger survey.
    Failed(Periods),
    /// There is none to be had.
    Nothing,
}

/// What comes next within a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Survey,
    Guess,
    Plain,
}

/// How far the searches have come.
struct Standing<'a> {
    turn: usize,
    place: Place,
    /// How much work this turn of the guess may be.
    budget: u64,
    guess: Guess<'a>,
    plain: Search<'a>,
    plain_stage: Watch,
    /// Why the plain search has failed, or cannot go on beside the guess.
    failed: Option<NoLaw>,
    /// Hypotheses refuted in searches that are over.
    rounds: usize,
}

impl Standing<'_> {
    /// Whether there is no guess, and will be none.
    fn is_alone(&self) -> bool {
        matches!(self.guess, Guess::Nothing)
            || matches!(self.guess, Guess::Failed(_) | Guess::Open) && self.turn + 1 >= SURVEYS.len()
    }
}

impl<'a> Question<'a> {
    /// Lets the searches take turns until one proves a law or both have failed.
    pub(super) fn answer(&self, checkpoint: Option<&Checkpoint>) -> Result<Proof, NoLaw> {
        let Self { verified, valuation, watch, .. } = *self;
        if verified.dimension() > bouton_core::MAX_TRACKS {
            return Err(NoLaw::Tracks(verified.dimension()));
        }
        watch.phase("deriving the moves");
        let relations = Relations::new(verified, MOST_RELATION, watch).map_err(|limit| match limit {
            RelationLimit::Limit(limit) => NoLaw::Limit { limit, rounds: 0 },
            limit => limit.into(),
        })?;
        let nim_heap = self.adds_nim_heap();
        let of = Verified { ruleset: verified, valuation, nim_heap, relations, moves: Moves::new(verified) };
        let plain_stage = watch.within(0);
        let mut at = Standing {
            turn: 0,
            place: Place::Survey,
            budget: FIRST_TURN,
            guess: Guess::Open,
            plain: self.plain(&of, &plain_stage),
            plain_stage,
            failed: None,
            rounds: 0,
        };
        if let Some(checkpoint) = checkpoint
            && let Some(mut from) = checkpoint.resume(nim_heap)?
        {
            self.restore(&of, &mut at, &mut from).map_err(|error| checkpoint.damaged(&error))?;
        }
        loop {
            if let Some(proof) = self.step(&of, &mut at, checkpoint)? {
                return Ok(self.told(proof, at.rounds));
            }
        }
    }

    /// The next part of a turn: a proof, or nothing yet.
    fn step(
        &self,
        of: &Verified<'a>,
        at: &mut Standing<'a>,
        checkpoint: Option<&Checkpoint>,
    ) -> Result<Option<Proof>, NoLaw> {
        match at.place {
            Place::Survey => {
                self.look_for_guess(of, at)?;
                if let Guess::Search { stage, .. } = &at.guess {
                    stage.grant(at.budget);
                }
                at.place = Place::Guess;
                Ok(None)
            }
            Place::Guess => {
                let proof = self.guess(at, checkpoint)?;
                let alone = at.is_alone();
                // Beside a guess the plain search has a part of the memory, too.
                at.plain_stage.set_memory(if alone { u64::MAX } else { self.watch.memory_limit() / 4 });
                at.plain_stage.grant(if alone { u64::MAX } else { at.budget / PLAIN });
                at.place = Place::Plain;
                Ok(proof)
            }
            Place::Plain => {
                let alone = at.is_alone();
                if at.failed.as_ref().is_none_or(|failed| alone && is_of_memory(failed)) {
                    let Standing { turn, budget, guess, plain, plain_stage, failed, rounds, .. } = at;
                    let mut between = |plain: &Search<'a>| {
                        let counts = (*turn, *budget, *rounds, Place::Plain as u8);
                        self.save(
                            checkpoint,
                            counts,
                            Saved::from(&*guess),
                            (plain, plain_stage),
                            failed.as_ref(),
                        )
                    };
                    match self.turn(plain, *rounds, &mut between) {
                        Ok(Some(proof)) => return Ok(Some(proof)),
                        Ok(None) => {}
                        Err(reason @ NoLaw::Checkpoint(_)) => return Err(reason),
                        Err(reason) if self.watch.check().is_err() => return Err(reason),
                        Err(reason) => at.failed = Some(reason),
                    }
                }
                if alone && let Some(reason) = at.failed.take() {
                    return Err(reason);
                }
                at.budget = at.budget.saturating_mul(GROWTH);
                at.turn += 1;
                at.place = Place::Survey;
                Ok(None)
            }
        }
    }

    fn adds_nim_heap(&self) -> bool {
        self.verified.dimension() > self.ruleset.dimension()
    }

    fn told(&self, mut proof: Proof, others: usize) -> Proof {
        self.ruleset.text().clone_into(&mut proof.certificate.game);
        proof.certificate.order = self.ruleset.named_order();
        proof.statistics.rounds += others;
        proof.statistics.work = self.watch.work();
        proof
    }

    /// The search over all coordinates.
    fn plain(&self, of: &Verified<'a>, stage: &Watch) -> Search<'a> {
        let teacher = TableTeacher::new(self.ruleset, self.taught, stage);
        let teacher: Box<dyn Truth> =
            if self.adds_nim_heap() { Box::new(GrundySumTeacher::new(teacher)) } else { Box::new(teacher) };
        // No weights: short words first.
        let weights = vec![0; self.verified.dimension()];
        let controls = self.verified.controls().len();
        let student = Learner::new(&weights, controls, self.options.states, stage);
        Search::new(of, Box::new(student), teacher, stage)
    }

    /// Looks for periods of which there is no search yet.
    fn look_for_guess(&self, of: &Verified<'a>, at: &mut Standing<'a>) -> Result<(), NoLaw> {
        let Some(&positions) = SURVEYS.get(at.turn) else { return Ok(()) };
        if matches!(at.guess, Guess::Nothing) {
            return Ok(());
        }
        self.watch.phase("looking for periods");
        let seen = survey(self.ruleset, self.taught, positions, &self.watch.within(at.budget));
        match seen {
            Ok(Survey::Seem(periods)) => {
                let same = match &at.guess {
                    Guess::Search { periods: known, .. } | Guess::Failed(known) => *known == periods,
                    Guess::Open | Guess::Nothing => false,
                };
                if !same {
                    if let Guess::Search { search, .. } = &at.guess {
                        at.rounds += search.statistics().rounds;
                    }
                    // What the last one held is free before the next begins.
                    at.guess = Guess::Open;
                    at.guess = self.search_under(of, periods);
                }
            }
            // A larger survey is to tell.
            Ok(Survey::TooSmall) | Err(LimitReached::Work { .. } | LimitReached::Memory { .. }) => {}
            Ok(Survey::Nothing) => at.guess = Guess::Nothing,
            Err(limit) => return Err(NoLaw::Limit { limit, rounds: at.rounds }),
        }
        Ok(())
    }

    /// One turn of the guess, if there is one.
    fn guess(&self, at: &mut Standing<'a>, checkpoint: Option<&Checkpoint>) -> Result<Option<Proof>, NoLaw> {
        let Standing { turn, budget, guess, plain, plain_stage, failed, rounds, .. } = at;
        let Guess::Search { periods, search, stage } = guess else { return Ok(None) };
        let mut between = |search: &Search<'a>| {
            let counts = (*turn, *budget, *rounds, Place::Guess as u8);
            let guess = Saved::Search(periods, search, stage);
            self.save(checkpoint, counts, guess, (plain, plain_stage), failed.as_ref())
        };
        match self.turn(search, *rounds, &mut between) {
            Err(reason @ NoLaw::Checkpoint(_)) => Err(reason),
            Err(reason) if self.watch.check().is_err() => Err(reason),
            Err(_) => {
                *rounds += search.statistics().rounds;
                *guess = Guess::Failed(periods.clone());
                Ok(None)
            }
            other => other,
        }
    }

    fn search_under(&self, of: &Verified<'a>, periods: Periods) -> Guess<'a> {
        let stage = self.watch.within(0);
        let teacher = TableTeacher::with_periods(self.ruleset, self.taught, periods.clone(), &stage);
        let mut learnt = teacher.periods().clone();
        let teacher: Box<dyn Truth> = if self.adds_nim_heap() {
            learnt.within.clear();
            for periodic in &mut learnt.controls {
                periodic.push(None);
            }
            Box::new(GrundySumTeacher::new(teacher))
        } else {
            Box::new(teacher)
        };
        let student = QuotientLearner::new(self.verified.weights(), &learnt, self.options.states, &stage);
        let search = Box::new(Search::new(of, Box::new(student), teacher, &stage));
        Guess::Search { periods, search, stage }
    }

    /// One turn of a search: a proof, or nothing yet.
    fn turn(
        &self,
        search: &mut Search<'a>,
        others: usize,
        between: &mut dyn FnMut(&Search<'a>) -> Result<(), NoLaw>,
    ) -> Result<Option<Proof>, NoLaw> {
        match search.run(between) {
            Ok(proof) => Ok(Some(proof)),
            Err(NoLaw::Limit { limit: LimitReached::Work { .. }, .. }) if self.watch.check().is_ok() => {
                Ok(None)
            }
            Err(NoLaw::Limit { limit, rounds }) => Err(NoLaw::Limit { limit, rounds: rounds + others }),
            Err(reason) => Err(reason),
        }
    }
}

/// Whether more memory might help.
fn is_of_memory(reason: &NoLaw) -> bool {
    matches!(
        reason,
        NoLaw::Table { .. }
            | NoLaw::Limit { limit: LimitReached::Memory { .. }, .. }
            | NoLaw::Verify(VerifyLimit::Limit(LimitReached::Memory { .. }))
    )
}

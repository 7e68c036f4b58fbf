//! Which searches are tried, and how much work each may do before the other has its turn.
//!
//! Where values seem to be periodic in some coordinates, a search that takes this for
//! granted looks much further: the *guess*. The search over all coordinates, the *plain*
//! one, always works in the end if anything does. They take turns, each turn with more work
//! than the last, and go on where they stopped. Turns are measured in work, so that they
//! are the same on every machine.

use bouton_core::{LimitReached, Ruleset, Valuation, Watch};
use bouton_solve::{Moves, Periods};

use super::{
    MOST_RELATION, NoLaw, Proof, ProveOptions,
    search::{Search, Verified},
};
use crate::{
    learn::Learner,
    quotient::QuotientLearner,
    relation::RelationLimit,
    survey::{Survey, survey},
    teacher::{GrundySumTeacher, TableTeacher, Truth},
    verify::{Relations, VerifyLimit},
};

/// How much work the first turn of the guess may be, in units of the [`Watch`].
const FIRST_TURN: u64 = 1 << 26;
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

impl<'a> Question<'a> {
    /// Lets the searches take turns until one proves a law or both have failed.
    pub(super) fn answer(&self) -> Result<Proof, NoLaw> {
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
        let mut guess = Guess::Open;
        let plain_stage = watch.within(0);
        let mut plain = self.plain(&of, &plain_stage);
        // Why the plain search has failed, or cannot go on beside the guess.
        let mut failed: Option<NoLaw> = None;
        let mut rounds = 0;
        let mut budget = FIRST_TURN;
        for turn in 0.. {
            let proved = self.guess(&of, &mut guess, SURVEYS.get(turn).copied(), budget, &mut rounds)?;
            if let Some(proof) = proved {
                return Ok(self.told(proof, rounds));
            }
            let alone = matches!(guess, Guess::Nothing)
                || matches!(guess, Guess::Failed(_) | Guess::Open) && turn + 1 >= SURVEYS.len();
            // Beside a guess the plain search has a part of the memory, too.
            plain_stage.set_memory(if alone { u64::MAX } else { watch.memory_limit() / 4 });
            plain_stage.grant(if alone { u64::MAX } else { budget / PLAIN });
            if failed.as_ref().is_none_or(|failed| alone && is_of_memory(failed)) {
                match self.turn(&mut plain, rounds) {
                    Ok(Some(proof)) => return Ok(self.told(proof, rounds)),
                    Ok(None) => {}
                    Err(reason) if self.watch.check().is_err() => return Err(reason),
                    Err(reason) => failed = Some(reason),
                }
            }
            if alone && let Some(reason) = failed {
                return Err(reason);
            }
            budget = budget.saturating_mul(GROWTH);
        }
        unreachable!("the turns have no end")
    }

    fn adds_nim_heap(&self) -> bool {
        self.verified.dimension() > self.ruleset.dimension()
    }

    fn told(&self, mut proof: Proof, others: usize) -> Proof {
        self.ruleset.text().clone_into(&mut proof.certificate.game);
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

    /// One turn of the guess, if a survey of so many positions shows one that is new, or
    /// the last one goes on.
    fn guess(
        &self,
        of: &Verified<'a>,
        guess: &mut Guess<'a>,
        positions: Option<usize>,
        budget: u64,
        rounds: &mut usize,
    ) -> Result<Option<Proof>, NoLaw> {
        if matches!(guess, Guess::Nothing) {
            return Ok(None);
        }
        if let Some(positions) = positions {
            self.watch.phase("looking for periods");
            let seen = survey(self.ruleset, self.taught, positions, &self.watch.within(budget));
            match seen {
                Ok(Survey::Seem(periods)) => {
                    let same = match guess {
                        Guess::Search { periods: known, .. } | Guess::Failed(known) => *known == periods,
                        Guess::Open | Guess::Nothing => false,
                    };
                    if !same {
                        if let Guess::Search { search, .. } = guess {
                            *rounds += search.statistics().rounds;
                        }
                        *guess = self.search_under(of, periods);
                    }
                }
                // A larger survey is to tell.
                Ok(Survey::TooSmall) | Err(LimitReached::Work { .. } | LimitReached::Memory { .. }) => {}
                Ok(Survey::Nothing) => *guess = Guess::Nothing,
                Err(limit) => return Err(NoLaw::Limit { limit, rounds: *rounds }),
            }
        }
        let Guess::Search { periods, search, stage } = guess else { return Ok(None) };
        stage.grant(budget);
        match self.turn(search, *rounds) {
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
    fn turn(&self, search: &mut Search<'a>, others: usize) -> Result<Option<Proof>, NoLaw> {
        match search.run() {
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

//! The searches that are tried, and the work of their turns.
//!
//! Where values seem to be periodic in some coordinates, a search that assumes this reaches much
//! further: the *guess*. The search over all coordinates, the *plain* one, always succeeds
//! eventually if any does. They take turns, each turn with more work than the last, and continue
//! from where they stopped. Turns are measured in work, so that they are the same on every machine.

mod saved;

use std::rc::Rc;

use bouton_core::{Formula, LimitReached, Numeration, Ruleset, Valuation, Watch};
use bouton_solve::{Moves, Periods};

use saved::Saved;

use super::{
    Accept, NoLaw, Opinion, Proof,
    portfolio::{Look, NumerationTrial, look, others, slopes},
    prove_with,
    search::{Derived, Search, Verified},
};
use crate::{
    Goal, NumerationChoice, ProveOptions,
    checkpoint::Checkpoint,
    learn::{Known, Learner},
    quotient::QuotientLearner,
    straight::Straight,
    survey::{Survey, survey},
    symmetry,
    teacher::{GrundySumTeacher, TableTeacher, Truth},
    verify::VerifyLimit,
};

/// The work of the first turn of the guess, in units of the [`Watch`].
const FIRST_TURN: u64 = 1 << 27;
/// The factor of work from one turn to the next.
const GROWTH: u64 = 4;
/// The factor by which a turn of the plain search is shorter than one of the guess.
const PLAIN: u64 = 4;
/// The number of turns in which other numerations are tried.
const OTHERS: usize = 3;
/// The work of the first turn of the plain search before other numerations are examined, and of
/// that examination.
const FIRST_PLAIN: u64 = 1 << 22;
const LOOK: u64 = 1 << 23;
/// The same where not all positions exist.
const FIRST_OF_EXISTING: u64 = 1 << 28;
/// The most work to derive the moves in another numeration; if it is more, that numeration is not
/// searched.
const DERIVING: u64 = 1 << 23;
/// The same in a numeration that is read off lost pairs.
const DERIVING_OF_SLOPE: u64 = 1 << 30;
/// The work of the searches in other numerations in a turn, one after the other and then again: all
/// of them a little, the few most likely ones much more, then the others more.
const ROUNDS: [(u64, usize); 5] =
    [(1 << 21, usize::MAX), (1 << 24, 2), (1 << 27, 1), (1 << 24, usize::MAX), (1 << 27, 2)];
/// The same if lost pairs have the slope of a numeration: the search there comes first.
const ROUNDS_OF_SLOPE: [(u64, usize); 5] =
    [(1 << 31, 1), (1 << 21, usize::MAX), (1 << 24, 2), (1 << 24, usize::MAX), (1 << 27, 2)];
/// The work of a search in coordinates in which all positions exist, and of the verification of its law.
const STRAIGHT: u64 = 1 << 26;
const VERIFYING_STRAIGHT: u64 = 1 << 30;
/// The work to find a law of periodic heaps, and to verify it.
const PERIODIC: u64 = 1 << 25;
/// The numbers of positions that are examined for periodic coordinates before each turn of the
/// guess, until none are left.
const SURVEYS: [usize; 4] = [30_000, 200_000, 1_000_000, 6_000_000];

/// A valuation of a ruleset whose law is sought.
pub(super) struct Question<'a> {
    /// The game.
    pub(super) ruleset: &'a Ruleset,
    /// The game whose law is verified: the same, or with a Nim heap added.
    pub(super) verified: &'a Ruleset,
    /// The valuation of the verified game.
    pub(super) valuation: Valuation,
    /// The valuation of the game from which its values are taught.
    pub(super) taught: Valuation,
    /// The numeration of the law.
    pub(super) numeration: Numeration,
    /// Whether other numerations are tried, too.
    pub(super) portfolio: bool,
    pub(super) options: &'a ProveOptions,
    /// The function that accepts laws without strategies.
    pub(super) accept: &'a Accept<'a>,
    pub(super) watch: &'a Watch,
}

/// The search under a guess.
enum Guess<'a> {
    /// No guess has seemed possible yet.
    Open,
    Search {
        periods: Periods,
        search: Box<Search<'a>>,
        stage: Watch,
    },
    /// The guess has failed; a larger survey may find others.
    Failed(Periods),
    /// No guess is possible.
    Nothing,
}

/// The next step within a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Survey,
    Guess,
    Plain,
    Others,
}

/// The search in another numeration.
struct Other<'a> {
    numeration: Numeration,
    /// Begun at its first turn.
    search: Option<Box<Search<'a>>>,
    stage: Watch,
    /// The most work to derive the moves.
    deriving: u64,
}

/// The state of the searches.
struct Standing<'a> {
    turn: usize,
    place: Place,
    /// The work of this turn of the guess.
    budget: u64,
    guess: Guess<'a>,
    plain: Search<'a>,
    plain_stage: Watch,
    /// The reason why the plain search has failed, or cannot continue beside the guess.
    failed: Option<NoLaw>,
    /// The hypotheses refuted in finished searches.
    rounds: usize,
    /// The searches in other numerations, once they have begun.
    others: Option<Vec<Other<'a>>>,
    /// The results for other numerations, and whether base 2 is most likely.
    tried: Vec<NumerationTrial>,
    speaks_for_base_2: bool,
    /// Whether the first of the others was read off lost pairs.
    slope: bool,
}

impl Standing<'_> {
    /// Whether there is no guess, and will be none.
    fn is_alone(&self) -> bool {
        matches!(self.guess, Guess::Nothing)
            || matches!(self.guess, Guess::Failed(_) | Guess::Open) && self.turn + 1 >= SURVEYS.len()
    }
}

impl<'a> Question<'a> {
    /// Lets the searches take turns until one proves a law or all have failed.
    pub(super) fn answer(&self, checkpoint: Option<&Checkpoint>) -> Result<Proof, NoLaw> {
        let Self { verified, watch, .. } = *self;
        if verified.dimension() > bouton_core::MAX_TRACKS {
            return Err(NoLaw::Tracks(verified.dimension()));
        }
        watch.phase("deriving the moves");
        let of = self.verified(&self.numeration, watch)?;
        if checkpoint.is_none()
            && let Some(proof) = self.straightened(&of)?
        {
            return Ok(self.with_totals(proof, 0));
        }
        let nim_heap = self.adds_nim_heap();
        let plain_stage = watch.within(0);
        let mut at = Standing {
            turn: 0,
            place: Place::Survey,
            budget: FIRST_TURN,
            // Only in a base does the remainder of a prefix determine that of a number.
            guess: if self.numeration.is_binary() { Guess::Open } else { Guess::Nothing },
            plain: self.plain(&of, &plain_stage)?,
            plain_stage,
            failed: None,
            rounds: 0,
            others: None,
            tried: Vec::new(),
            speaks_for_base_2: false,
            slope: false,
        };
        if let Some(checkpoint) = checkpoint
            && let Some(mut from) = checkpoint.resume(nim_heap)?
        {
            self.restore(&of, &mut at, &mut from).map_err(|error| checkpoint.damaged(&error))?;
            self.catch_up(&mut at)?;
        }
        loop {
            match self.step(&of, &mut at, checkpoint) {
                Ok(None) => {}
                Ok(Some(proof)) => return Ok(self.with_totals(proof, at.rounds)),
                Err(reason) => return Err(reason.after(std::mem::take(&mut at.tried))),
            }
        }
    }

    /// The law that is found in coordinates in which all positions exist, proved in those of the game.
    fn straightened(&self, of: &Verified<'a>) -> Result<Option<Proof>, NoLaw> {
        if !self.numeration.is_binary() || self.options.beginning.is_some() {
            return Ok(None);
        }
        let Some(straight) = Straight::of(self.ruleset) else { return Ok(None) };
        let goal = if self.taught == Valuation::Grundy { Goal::Grundy } else { Goal::Outcome };
        let options = ProveOptions {
            numeration: NumerationChoice::Only(self.numeration.clone()),
            ..self.options.clone()
        };
        // If only the stage has ended, the search goes on in the coordinates of the game.
        let own = |reason: NoLaw| if self.watch.check().is_err() { Err(reason) } else { Ok(None) };
        let stage = self.watch.within(STRAIGHT);
        let found = match prove_with(&straight.ruleset, goal, &options, &|_| Opinion::Open, &stage) {
            Ok(found) => found,
            Err(reason) => return own(reason),
        };
        if found.law().nim_heap != of.nim_heap {
            return Ok(None);
        }
        let law = match straight.law(&found.law().automaton, &stage) {
            Ok(Some(law)) => law,
            Ok(None) => return Ok(None),
            Err(limit) => return own(NoLaw::Limit { limit, rounds: 0 }),
        };
        if law.states() > self.options.states {
            return Ok(None);
        }
        stage.grant(VERIFYING_STRAIGHT);
        let mut search = Search::new(of, Box::new(Known(Some(law))), self.teacher(&stage)?, &stage);
        match search.run(&mut |_| Ok(())) {
            Ok(mut proof) => {
                proof.statistics.positions += found.statistics.positions;
                proof.statistics.rounds += found.statistics.rounds;
                Ok(Some(proof))
            }
            Err(reason) => own(reason),
        }
    }

    /// Runs the next part of a turn: returns a proof, or `None` if there is none yet.
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
                let alone = at.is_alone() && !self.tries_others(at);
                // Beside a guess the plain search has a part of the memory, too.
                at.plain_stage.set_memory(self.memory_beside(at));
                let first =
                    at.turn == 0 && self.tries_others(at) && matches!(at.guess, Guess::Nothing | Guess::Open);
                // A larger survey may still find periods, and costs less than searching that far
                // without them.
                let unseen = at.turn == 1 && matches!(at.guess, Guess::Open);
                at.plain_stage.grant(match () {
                    // In other digits, the values mostly distinguish which positions exist.
                    () if first && *self.ruleset.exists() != Formula::True => FIRST_OF_EXISTING,
                    () if first => FIRST_PLAIN,
                    () if alone => u64::MAX,
                    () if unseen => FIRST_PLAIN * GROWTH,
                    () => at.budget / PLAIN,
                });
                at.place = Place::Plain;
                Ok(proof)
            }
            Place::Plain => {
                let alone = at.is_alone() && !self.tries_others(at);
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
                at.place = Place::Others;
                Ok(None)
            }
            Place::Others => {
                if at.turn == 0
                    && let Some(proof) = self.periodic(at)?
                {
                    return Ok(Some(proof));
                }
                if self.tries_others(at)
                    && let Some(proof) = self.others(at, true)?
                {
                    return Ok(Some(proof));
                }
                at.budget = at.budget.saturating_mul(GROWTH);
                at.turn += 1;
                at.place = Place::Survey;
                Ok(None)
            }
        }
    }

    /// The law if heaps are interchangeable and their values periodic.
    fn periodic(&self, at: &mut Standing<'a>) -> Result<Option<Proof>, NoLaw> {
        let fits = self.ruleset.interchangeable()
            && self.ruleset.dimension() > 1
            && *self.ruleset.exists() == Formula::True
            && self.numeration.is_binary()
            && !self.adds_nim_heap()
            && self.options.beginning.is_none();
        if !fits || at.failed.is_some() {
            return Ok(None);
        }
        at.plain_stage.grant(PERIODIC);
        match at.plain.periodic(self.options.states) {
            Err(reason) if self.watch.check().is_err() => Err(reason),
            found => Ok(found.unwrap_or_default()),
        }
    }

    /// Whether other numerations have a turn, too.
    fn tries_others(&self, at: &Standing<'_>) -> bool {
        self.portfolio && at.turn < OTHERS && at.others.as_ref().is_none_or(|others| !others.is_empty())
    }

    /// The game to be verified, in a numeration.
    fn verified(&self, numeration: &Numeration, watch: &Watch) -> Result<Verified<'a>, NoLaw> {
        let Self { verified: ruleset, valuation, .. } = *self;
        let relations = Rc::new(Derived::new(ruleset, numeration, watch));
        if !numeration.is_binary() {
            relations.get(0)?;
        }
        let moves = Moves::within(ruleset, watch).map_err(|limit| NoLaw::Limit { limit, rounds: 0 })?;
        let nim_heap = self.adds_nim_heap();
        let (game, accept) = (self.ruleset, self.accept);
        let exchanges = if nim_heap { Vec::new() } else { self.exchanges() };
        Ok(Verified { game, ruleset, valuation, nim_heap, relations, moves, exchanges, accept })
    }

    /// Runs one turn of the searches in other numerations. If the table of base 2 was too large to
    /// be examined, base 2 is not excluded: then the plain search, if it is to continue as well,
    /// has as much work as each of them.
    fn others(&self, at: &mut Standing<'a>, plain: bool) -> Result<Option<Proof>, NoLaw> {
        if at.others.is_none() {
            self.watch.phase("looking at numerations");
            at.others = Some(self.begin_others(at)?);
        }
        let Some(others) = &mut at.others else { return Ok(None) };
        // None of them is likely.
        if others.is_empty() {
            return Ok(None);
        }
        // If base 2 is most likely, it comes before them.
        let rounds = match at.turn {
            0 if at.speaks_for_base_2 => &ROUNDS[..1],
            1 if at.speaks_for_base_2 => &ROUNDS[..3],
            0 if at.slope => &ROUNDS_OF_SLOPE[..],
            _ => &ROUNDS[..],
        };
        let unseen = at.tried.first().is_some_and(|base_2| base_2.states_by_depth.is_empty());
        for &(work, most) in rounds {
            if plain && unseen && at.failed.is_none() {
                at.plain_stage.grant(work);
                match self.turn(&mut at.plain, at.rounds, &mut |_| Ok(())) {
                    Ok(Some(proof)) => return Ok(Some(proof)),
                    Ok(None) => {}
                    Err(reason) if self.watch.check().is_err() => return Err(reason),
                    Err(reason) => at.failed = Some(reason),
                }
            }
            let mut number = 0;
            while let Some(other) = others.get_mut(number).filter(|_| number < most) {
                match self.turn_of(other, work, at.rounds) {
                    Ok(Some(proof)) => return Ok(Some(proof)),
                    Ok(None) => number += 1,
                    Err(reason) if self.watch.check().is_err() => return Err(reason),
                    Err(_) => {
                        at.rounds += other.search.as_ref().map_or(0, |search| search.statistics().rounds);
                        others.remove(number);
                    }
                }
            }
        }
        Ok(None)
    }

    /// Runs the search in another numeration with `work` units, beside the work to derive the moves
    /// in it.
    fn turn_of(&self, other: &mut Other<'a>, work: u64, rounds: usize) -> Result<Option<Proof>, NoLaw> {
        let search = match &mut other.search {
            Some(search) => search,
            none => {
                other.stage.grant(other.deriving);
                let of = self.verified(&other.numeration, &other.stage)?;
                none.insert(Box::new(self.plain(&of, &other.stage)?))
            }
        };
        other.stage.grant(work);
        self.turn(search, rounds, &mut |_| Ok(()))
    }

    /// Repeats the work of the searches in other numerations, which are not saved.
    fn catch_up(&self, at: &mut Standing<'a>) -> Result<(), NoLaw> {
        let (turn, budget, work) = (at.turn, at.budget, self.watch.work());
        for earlier in 0..turn {
            (at.turn, at.budget) = (
                earlier,
                FIRST_TURN.saturating_mul(GROWTH.saturating_pow(u32::try_from(earlier).unwrap_or(u32::MAX))),
            );
            if self.tries_others(at) {
                // A proof would have ended the search then.
                let _ = self.others(at, false)?;
            }
        }
        (at.turn, at.budget) = (turn, budget);
        if turn > 0 {
            at.plain_stage.set_memory(self.memory_beside(at));
        }
        self.watch.stand((work, u64::MAX));
        Ok(())
    }

    /// The memory of the plain search: beside others it has a part.
    fn memory_beside(&self, at: &Standing<'_>) -> u64 {
        let alone = at.is_alone() && !self.tries_others(at);
        if alone { u64::MAX } else { self.watch.memory_limit() / 4 }
    }

    /// Examines all numerations, and begins a search in the likely ones.
    fn begin_others(&self, at: &mut Standing<'a>) -> Result<Vec<Other<'a>>, NoLaw> {
        let (tracks, controls) = (self.verified.dimension(), self.verified.controls().len());
        let stage = self.watch.within(LOOK);
        stage.set_memory(self.watch.memory_limit() / 4);
        let mut table = self.teacher(&stage)?;
        // If only the stage has ended, the result is empty.
        let within = |limit: LimitReached| self.watch.check().map_err(|_| NoLaw::Limit { limit, rounds: 0 });
        let seen = |numeration: Numeration, table: &mut dyn Truth| {
            look(&numeration, tracks, controls, table, LOOK)
                .or_else(|limit| within(limit).map(|()| Look::nothing(numeration)))
        };
        let mut looks = Vec::new();
        for numeration in [self.numeration.clone()].into_iter().chain(others()) {
            looks.push(seen(numeration, table.as_mut())?);
        }
        // Numerations from the slopes of lost pairs come first.
        let mut read = Vec::new();
        if tracks == 2 && controls == 1 && self.taught != Valuation::Grundy {
            stage.grant(LOOK);
            read = slopes(table.as_mut()).or_else(|limit| within(limit).map(|()| Vec::new()))?;
            for numeration in &read {
                if looks.iter().all(|seen| seen.tried.numeration != *numeration) {
                    looks.push(seen(numeration.clone(), table.as_mut())?);
                }
            }
        }
        drop(table);
        let speaks = |seen: &&Look| {
            let place = read.iter().position(|read| *read == seen.tried.numeration).unwrap_or(read.len());
            // The best slope is evidence enough, whatever a small table distinguishes.
            let unseen = place < read.len() && (place == 0 || seen.tried.states_by_depth.is_empty());
            seen.settling().or(unseen.then_some(f64::INFINITY)).map(|expected| (place, expected))
        };
        let mut speaking: Vec<_> = (looks.iter().skip(1))
            .filter_map(|seen| Some((speaks(&seen)?, &seen.tried.numeration)))
            .collect();
        speaking.sort_by(|(one, _), (other, _)| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
        let slope = speaking.first().is_some_and(|((place, _), _)| *place < read.len());
        let other = |((place, _), numeration): ((usize, f64), &Numeration)| {
            let stage = self.watch.within(0);
            let (deriving, share) = if place < read.len() { (DERIVING_OF_SLOPE, 2) } else { (DERIVING, 4) };
            stage.set_memory(self.watch.memory_limit() / share);
            Other { numeration: numeration.clone(), search: None, stage, deriving }
        };
        let found = speaking.into_iter().map(other).collect();
        at.slope = slope;
        at.speaks_for_base_2 = !slope && looks[0].is_least_beside(&looks[1..]);
        at.tried = looks.into_iter().map(|seen| seen.tried).collect();
        Ok(found)
    }

    /// Creates a teacher of the values without a guess.
    fn teacher(&self, stage: &Watch) -> Result<Box<dyn Truth + 'a>, NoLaw> {
        let teacher = TableTeacher::new(self.ruleset, self.taught, stage);
        let teacher = teacher.map_err(|limit| NoLaw::Limit { limit, rounds: 0 })?;
        Ok(if self.adds_nim_heap() { Box::new(GrundySumTeacher::new(teacher)) } else { Box::new(teacher) })
    }

    /// For each coordinate but the last one, whether it may be exchanged with the next one in the search.
    fn exchanges(&self) -> Vec<bool> {
        let ruleset = self.ruleset;
        // A law that is free where positions do not exist is merged in another order if its states are found
        // in another order: it has to stay as small as it is.
        if ruleset.interchangeable() || *ruleset.exists() == Formula::True || self.options.beginning.is_some()
        {
            symmetry::exchanges(ruleset)
        } else {
            Vec::new()
        }
    }

    fn adds_nim_heap(&self) -> bool {
        self.verified.dimension() > self.ruleset.dimension()
    }

    fn with_totals(&self, mut proof: Proof, others: usize) -> Proof {
        proof.statistics.rounds += others;
        proof.statistics.work = self.watch.work();
        proof
    }

    /// Creates the search over all coordinates.
    fn plain(&self, of: &Verified<'a>, stage: &Watch) -> Result<Search<'a>, NoLaw> {
        // Zero weights: short words first.
        let weights = vec![0; self.verified.dimension()];
        let controls = self.verified.controls().len();
        let numeration = of.relations.numeration();
        let mut student = Learner::new(numeration, &weights, controls, self.options.states, stage);
        if let Some(law) = &self.options.beginning {
            let within = |limit| NoLaw::Limit { limit, rounds: 0 };
            student = student.beginning_with(law, self.watch).map_err(within)?;
        }
        let student = student.with_exchanges(self.exchanges());
        Ok(Search::new(of, Box::new(student), self.teacher(stage)?, stage))
    }

    /// Looks for periods that no search has assumed yet.
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
                    // The memory of the last guess is free before the next begins.
                    at.guess = Guess::Open;
                    at.guess = self.search_under(of, periods)?;
                }
            }
            // A larger survey is to decide.
            Ok(Survey::TooSmall) | Err(LimitReached::Work { .. } | LimitReached::Memory { .. }) => {}
            Ok(Survey::Nothing) => at.guess = Guess::Nothing,
            Err(limit) => return Err(NoLaw::Limit { limit, rounds: at.rounds }),
        }
        Ok(())
    }

    /// Runs one turn of the guess, if there is one.
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

    /// Creates the search that assumes `periods`; the guess has failed if there is not enough memory for its
    /// moves.
    fn search_under(&self, of: &Verified<'a>, periods: Periods) -> Result<Guess<'a>, NoLaw> {
        let stage = self.watch.within(0);
        let teacher = TableTeacher::with_periods(self.ruleset, self.taught, periods.clone(), &stage);
        let teacher = match teacher {
            Ok(teacher) => teacher,
            Err(limit) if limit.ends_all() => return Err(NoLaw::Limit { limit, rounds: 0 }),
            Err(_) => return Ok(Guess::Failed(periods)),
        };
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
        let search = Box::new(Search::new(of, Box::new(student), teacher, &stage).asking_at_once());
        Ok(Guess::Search { periods, search, stage })
    }

    /// Runs one turn of a search: returns a proof, or `None` if there is none yet.
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

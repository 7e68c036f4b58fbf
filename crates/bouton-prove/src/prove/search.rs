//! One search, which learns, verifies and learns again, and can be interrupted and continued.

use std::{
    cell::OnceCell,
    hash::BuildHasher,
    io::{self, Read, Write},
    rc::Rc,
    time::{Duration, Instant},
};

use bouton_automata::{differing_word, exchanged_states, permute};
use bouton_cert::{Certificate, Claim, LawClaim};
use bouton_core::{
    Condition, ControlState, DigitAutomaton, Law, LimitReached, Numeration, Ruleset, SearchCounts, Valuation,
    Value, Watch,
};
use bouton_solve::{
    Moves,
    saved::{get, put},
};

use super::{Accept, MANY_COORDINATES, MAX_VALUES, MOST_RELATION, NoLaw, Opinion, Proof, Statistics};
use crate::{
    learn::{FREE, LearnLimit, Student},
    quotient::periodic_law,
    relation::RelationLimit,
    teacher::{Truth, TruthResult},
    verify::{MOST_PRODUCT, Relations, SmallPosition, Verdict, VerifyLimit, Violation, verify},
};

/// The most hypotheses refuted in a search.
const MOST_ROUNDS: usize = 400;

/// A student, a teacher, and the game to be verified.
pub(super) struct Search<'a> {
    game: &'a Ruleset,
    ruleset: &'a Ruleset,
    valuation: Valuation,
    nim_heap: bool,
    relations: Rc<Derived<'a>>,
    moves: Moves,
    /// For each coordinate but the last one, whether it may be exchanged with the next one.
    exchanges: Vec<bool>,
    student: Box<dyn Student + 'a>,
    teacher: Box<dyn Truth + 'a>,
    statistics: Statistics,
    /// Whether the teacher has computed more than its limits since the student's last questions.
    told: bool,
    /// Whether the student asks again as soon as the teacher has computed more, although it has learnt something else.
    at_once: bool,
    accept: &'a Accept<'a>,
    watch: Watch,
    /// States of the last hypothesis, for progress reports.
    states: u64,
}

/// The data that all searches of one question share.
pub(super) struct Verified<'a> {
    /// The game of the question.
    pub(super) game: &'a Ruleset,
    /// The same, or with a Nim heap added.
    pub(super) ruleset: &'a Ruleset,
    pub(super) valuation: Valuation,
    pub(super) nim_heap: bool,
    pub(super) relations: Rc<Derived<'a>>,
    pub(super) moves: Moves,
    /// For each coordinate but the last one, whether it may be exchanged with the next one.
    pub(super) exchanges: Vec<bool>,
    pub(super) accept: &'a Accept<'a>,
}

/// The moves of a game in a numeration, derived when they are first needed.
pub(super) struct Derived<'a> {
    ruleset: &'a Ruleset,
    numeration: Numeration,
    watch: Watch,
    relations: OnceCell<Relations>,
}

impl<'a> Derived<'a> {
    /// Derives nothing yet.
    pub(super) fn new(ruleset: &'a Ruleset, numeration: &Numeration, watch: &Watch) -> Self {
        Self { ruleset, numeration: numeration.clone(), watch: watch.clone(), relations: OnceCell::new() }
    }

    /// The numeration of the moves.
    pub(super) fn numeration(&self) -> &Numeration {
        &self.numeration
    }

    fn is_known(&self) -> bool {
        self.relations.get().is_some()
    }

    /// The moves, after this number of refuted hypotheses.
    pub(super) fn get(&self, rounds: usize) -> Result<&Relations, NoLaw> {
        if let Some(relations) = self.relations.get() {
            return Ok(relations);
        }
        self.watch.phase("deriving the moves");
        let derived = Relations::new(self.ruleset, &self.numeration, MOST_RELATION, &self.watch);
        let relations = derived.map_err(|limit| match limit {
            RelationLimit::Limit(limit) => NoLaw::Limit { limit, rounds },
            limit => limit.into(),
        })?;
        Ok(self.relations.get_or_init(|| relations))
    }
}

impl<'a> Search<'a> {
    /// Creates a search that has done nothing yet, under a watch of its own.
    pub(super) fn new(
        of: &Verified<'a>,
        student: Box<dyn Student + 'a>,
        teacher: Box<dyn Truth + 'a>,
        watch: &Watch,
    ) -> Self {
        Self {
            game: of.game,
            ruleset: of.ruleset,
            valuation: of.valuation,
            nim_heap: of.nim_heap,
            relations: Rc::clone(&of.relations),
            moves: of.moves.clone(),
            exchanges: of.exchanges.clone(),
            student,
            teacher,
            statistics: Statistics::default(),
            told: false,
            at_once: false,
            accept: of.accept,
            watch: watch.clone(),
            states: 0,
        }
    }

    /// The same search, in which the student asks for values as soon as the teacher has computed them.
    ///
    /// To find a wrong value, the teacher may have to compute a larger table, which has many values that the student did not
    /// know. Beside periodic coordinates a table is large, each hypothesis is compared with it and multiplied by the classes,
    /// and each question is about all classes. So it costs less to ask again than to verify hypotheses that a value in the
    /// table refutes.
    pub(super) fn asking_at_once(mut self) -> Self {
        self.at_once = true;
        self
    }

    /// The statistics so far.
    pub(super) fn statistics(&self) -> Statistics {
        let mut statistics = self.statistics;
        statistics.positions = self.teacher.positions();
        statistics
    }

    /// Writes the state of the search.
    pub(super) fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        let Statistics { rounds, hypotheses, learning, verifying, .. } = self.statistics;
        put(to, &(rounds, hypotheses, learning.as_secs_f64(), verifying.as_secs_f64(), self.told))?;
        self.student.save(to)?;
        self.teacher.save(to)
    }

    /// Loads the state of a search of the same question.
    pub(super) fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let (rounds, hypotheses, learning, verifying, told): (usize, u64, f64, f64, bool) = get(from)?;
        self.told = told;
        let [learning, verifying] =
            [learning, verifying].map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or_default());
        self.statistics = Statistics { rounds, hypotheses, learning, verifying, ..Statistics::default() };
        self.student.restore(from)?;
        self.teacher.restore(from)
    }

    /// Continues the search as far as the watch allows. After [`LimitReached::Work`] it may be
    /// called again: the learnt table stays. `between` is called where the search could be saved.
    pub(super) fn run(
        &mut self,
        between: &mut dyn FnMut(&Self) -> Result<(), NoLaw>,
    ) -> Result<Proof, NoLaw> {
        loop {
            between(self)?;
            let began = Instant::now();
            self.watch.phase("learning");
            let law = self.consistent_hypothesis();
            self.statistics.learning += began.elapsed();
            let law = law?;
            let count = 1 + law.outputs().iter().copied().max().unwrap_or(0);
            if count > MAX_VALUES {
                return Err(NoLaw::Values(count));
            }
            let Some(conditions) = self.valuation.conditions(count) else { return Err(NoLaw::Values(count)) };
            self.states = law.states() as u64;
            self.tell(1);
            let began = Instant::now();
            self.watch.phase("verifying");
            let windows = self.certificate(Claim::Windows(self.law(&law)));
            let opinion = (self.accept)(&windows);
            self.statistics.verifying += began.elapsed();
            if opinion == Opinion::Accepted {
                self.count(&law);
                return Ok(Proof { certificate: windows, statistics: self.statistics() });
            }
            if let Opinion::Refuted(position) = opinion
                && self.ruleset.dimension() >= MANY_COORDINATES
                && !self.relations.is_known()
            {
                let began = Instant::now();
                let learnt = self.learn_from(&[Violation { position, option: None }], &law, &conditions);
                self.statistics.learning += began.elapsed();
                // If the exact values there cost too much, the verification may find cheaper ones.
                if !matches!(learnt, Err(NoLaw::Table { .. })) {
                    learnt?;
                    self.count(&law);
                    if self.statistics.rounds >= MOST_ROUNDS {
                        return Err(NoLaw::Rounds(self.statistics.rounds));
                    }
                    continue;
                }
            }
            let began = Instant::now();
            let relations = self.relations.get(self.statistics.rounds)?;
            self.watch.phase("verifying");
            let verdict = verify(relations, &law, &conditions, MOST_PRODUCT, &self.watch);
            self.statistics.verifying += began.elapsed();
            if let Err(VerifyLimit::Limit(limit)) = verdict
                && !matches!(limit, LimitReached::Memory { .. })
            {
                return Err(self.ended(limit));
            }
            self.count(&law);
            let began = Instant::now();
            match verdict {
                Ok(Verdict::Verified(strategies)) => return Ok(self.proof(&law, strategies)),
                Ok(Verdict::Violated(violations)) => {
                    let learnt = self.learn_from(&violations, &law, &conditions);
                    self.statistics.learning += began.elapsed();
                    learnt?;
                }
                // Wrong hypotheses have larger products than right ones: learn more values and try
                // again.
                Err(limit) => {
                    if !self.teacher.allow_more() {
                        return Err(limit.into());
                    }
                    self.student.ask_again();
                }
            }
            if self.statistics.rounds >= MOST_ROUNDS {
                return Err(NoLaw::Rounds(self.statistics.rounds));
            }
        }
    }

    /// Proves the law of interchangeable heaps that are periodic, if the values known seem to be and the law has at most
    /// this number of states. The learnt table does not change.
    pub(super) fn periodic(&mut self, most_states: usize) -> Result<Option<Proof>, NoLaw> {
        let began = Instant::now();
        self.watch.phase("learning");
        let sizes = (self.ruleset.dimension(), self.ruleset.controls().len());
        let law = match periodic_law(self.teacher.as_mut(), sizes, &self.watch) {
            Ok(Some(law)) if law.states() <= most_states => law,
            Err(LearnLimit::Limit(limit)) => return Err(self.ended(limit)),
            _ => return Ok(None),
        };
        let wrong = self.teacher.disagreements(&law, 1).map_err(|limit| self.ended(limit))?;
        self.statistics.learning += began.elapsed();
        let count = 1 + law.outputs().iter().copied().max().unwrap_or(0);
        let conditions = (count <= MAX_VALUES).then(|| self.valuation.conditions(count)).flatten();
        let (Some(conditions), []) = (conditions, &wrong[..]) else { return Ok(None) };
        let began = Instant::now();
        self.watch.phase("verifying");
        let windows = self.certificate(Claim::Windows(self.law(&law)));
        let opinion = (self.accept)(&windows);
        let verdict = match opinion {
            Opinion::Open => {
                let relations = self.relations.get(self.statistics.rounds)?;
                Some(verify(relations, &law, &conditions, MOST_PRODUCT, &self.watch))
            }
            _ => None,
        };
        self.statistics.verifying += began.elapsed();
        self.count(&law);
        match verdict {
            Some(Ok(Verdict::Verified(strategies))) => Ok(Some(self.proof(&law, strategies))),
            Some(Err(VerifyLimit::Limit(limit))) => Err(self.ended(limit)),
            None if opinion == Opinion::Accepted => {
                Ok(Some(Proof { certificate: windows, statistics: self.statistics() }))
            }
            _ => Ok(None),
        }
    }

    /// Reports the progress, with this number of hypotheses more than were counted.
    fn tell(&self, more: u64) {
        self.watch.tell(SearchCounts {
            positions: self.teacher.positions() as u64,
            states: self.states,
            hypotheses: self.statistics.rounds as u64 + more,
        });
    }

    /// Counts a hypothesis.
    fn count(&mut self, law: &DigitAutomaton) {
        self.statistics.rounds += 1;
        let seen = (self.statistics.hypotheses, law.outputs(), law.transitions(), law.starts());
        self.statistics.hypotheses = rustc_hash::FxBuildHasher.hash_one(seen);
    }

    fn law(&self, automaton: &DigitAutomaton) -> Law {
        Law { nim_heap: self.nim_heap, ..Law::new(self.valuation, automaton.clone()) }
    }

    fn certificate(&self, claim: Claim) -> Certificate {
        Certificate { game: self.game.text().to_owned(), order: self.game.named_order(), claim }
    }

    fn proof(&self, automaton: &DigitAutomaton, strategies: Vec<bouton_cert::Strategy>) -> Proof {
        let claim = Claim::Law(LawClaim { law: self.law(automaton), strategies });
        Proof { certificate: self.certificate(claim), statistics: self.statistics() }
    }

    fn ended(&self, limit: LimitReached) -> NoLaw {
        NoLaw::Limit { limit, rounds: self.statistics.rounds }
    }

    /// Learns until the hypothesis agrees with all values that are known.
    fn consistent_hypothesis(&mut self) -> Result<DigitAutomaton, NoLaw> {
        loop {
            self.tell(0);
            let law = match self.student.hypothesis(self.teacher.as_mut()) {
                Err(LearnLimit::Limit(limit)) => return Err(self.ended(limit)),
                other => other?,
            };
            let wrong = self.teacher.disagreements(&law, 16).map_err(|limit| self.ended(limit))?;
            if wrong.is_empty() {
                match self.against_order(&law)? {
                    Some(position) if self.refine(&position)? => continue,
                    // The verification may find a position that the student can learn from.
                    _ => return Ok(law),
                }
            }
            let mut grown = false;
            for position in &wrong {
                grown |= self.refine(position)?;
            }
            if !grown {
                self.know_more()?;
            }
        }
    }

    /// A position on which the law is wrong because it changes with the order of interchangeable
    /// heaps.
    fn against_order(&mut self, law: &DigitAutomaton) -> Result<Option<SmallPosition>, NoLaw> {
        if !law.numeration().is_binary() {
            return Ok(None);
        }
        for at in (0..).zip(&self.exchanges).filter_map(|(at, &may)| may.then_some(at + 1)) {
            self.watch.spend((law.states() * law.letters()) as u64 / 8).map_err(|limit| self.ended(limit))?;
            if exchanged_states(law, at - 1).is_some() {
                continue;
            }
            let mut order: Vec<usize> = (0..law.tracks()).collect();
            order.swap(at - 1, at);
            let Some((letters, control)) = differing_word(law, &permute(law, &order)) else { continue };
            let Some(mut position) = law.numeration().numbers_small(law.tracks(), &letters) else { continue };
            let positions = self.teacher.positions();
            let truth = self.teacher.truth(&position, control).map_err(|limit| self.ended(limit))?;
            self.told |= self.teacher.positions() > positions;
            let Some(truth) = truth.filter(|&truth| truth != FREE) else { continue };
            if law.evaluate_small(control.index(), &position) == truth {
                position.swap(at - 1, at);
            }
            return Ok(Some((position, control)));
        }
        Ok(None)
    }

    fn refine(&mut self, position: &SmallPosition) -> Result<bool, NoLaw> {
        let grown = self.student.refine(position, self.teacher.as_mut());
        grown.map_err(|limit| self.ended(limit))
    }

    /// Lets the student ask again: for values that the teacher has computed meanwhile, or with
    /// larger limits of the teacher.
    fn know_more(&mut self) -> Result<(), NoLaw> {
        if !std::mem::take(&mut self.told) && !self.teacher.allow_more() {
            return Err(NoLaw::Table { positions: self.teacher.positions() });
        }
        self.student.ask_again();
        Ok(())
    }

    /// Finds the positions on which the law is wrong, and learns from them.
    fn learn_from(
        &mut self,
        violations: &[Violation],
        law: &DigitAutomaton,
        conditions: &[Condition],
    ) -> Result<(), NoLaw> {
        let weights = self.ruleset.weights().to_vec();
        let rank = |(coordinates, _): &SmallPosition| {
            coordinates.iter().zip(&weights).fold(0u128, |sum, (&x, &w)| sum + u128::from(x) * u128::from(w))
        };
        let mut violations: Vec<&Violation> = violations.iter().collect();
        violations.sort_by_key(|violation| rank(&violation.position));
        let mut wrong: Vec<SmallPosition> = Vec::new();
        let mut refuted = 0;
        // Values that are cheap come first; the table grows further only if necessary.
        for violation in &violations {
            let (moves, watch, teacher) = (&self.moves, &self.watch, &mut self.teacher);
            let mut known = |x: &[u64], control| teacher.value(x, control);
            let found = wrong_position(moves, violation, law, conditions, watch, &mut known);
            match found.map_err(|limit| self.ended(limit))? {
                Some(Some(position)) => wrong.push(position),
                Some(None) => refuted += 1,
                None => {}
            }
        }
        if wrong.is_empty() {
            let positions = self.teacher.positions();
            for violation in &violations {
                let (moves, watch, teacher) = (&self.moves, &self.watch, &mut self.teacher);
                let mut truth = |x: &[u64], control| teacher.truth(x, control);
                let found = wrong_position(moves, violation, law, conditions, watch, &mut truth);
                match found.map_err(|limit| self.ended(limit))? {
                    Some(Some(position)) => {
                        wrong.push(position);
                        break;
                    }
                    Some(None) => refuted += 1,
                    None => break,
                }
            }
            self.told |= self.teacher.positions() > positions;
        }
        if wrong.is_empty() {
            // A violation without a wrong value would contradict the definition.
            return Err(if refuted > 0 {
                NoLaw::Contradiction
            } else {
                NoLaw::Table { positions: self.teacher.positions() }
            });
        }
        wrong.sort_by_key(|position| (rank(position), position.clone()));
        wrong.dedup();
        wrong.truncate(24);
        let mut grown = false;
        for position in &wrong {
            grown |= self.refine(position)?;
        }
        if !grown || self.at_once && self.told {
            self.know_more()?;
        }
        Ok(())
    }
}

/// The position at or below a violation whose value the law has wrong; the outer `None` if the
/// exact values cannot be computed.
fn wrong_position(
    moves: &Moves,
    violation: &Violation,
    law: &DigitAutomaton,
    conditions: &[Condition],
    watch: &Watch,
    truth: &mut dyn FnMut(&[u64], ControlState) -> TruthResult,
) -> Result<Option<Option<SmallPosition>>, LimitReached> {
    let claimed = |(coordinates, control): &SmallPosition| law.evaluate_small(control.index(), coordinates);
    for position in std::iter::once(&violation.position).chain(&violation.option) {
        let Some(value) = truth(&position.0, position.1)? else { return Ok(None) };
        if value != claimed(position) {
            return Ok(Some(Some(position.clone())));
        }
    }
    // The law is right at x. So no option has a value that is forbidden, and a required option exists; the law is
    // wrong about some option of one or the other kind.
    let claim = claimed(&violation.position);
    let Some(condition) = conditions.get(claim as usize) else { return Ok(None) };
    let required: Vec<Value> = condition.required.concat();
    let mut result = Ok(Some(None));
    let (x, control) = &violation.position;
    moves.try_each_option(x, *control, &mut watch.batch(), |to, control| {
        let option = (to.to_vec(), control);
        if condition.forbidden.contains(&claimed(&option)) {
            result = Ok(Some(Some(option)));
            return false;
        }
        match truth(to, control) {
            Ok(Some(value)) if required.contains(&value) && claimed(&option) != value => {
                result = Ok(Some(Some(option)));
            }
            Ok(Some(_)) => return true,
            Ok(None) => result = Ok(None),
            Err(limit) => result = Err(limit),
        }
        false
    })?;
    result
}

//! From rules to a proved law: solve, learn, verify, learn again.

use std::time::{Duration, Instant};

use bouton_cert::{Certificate, Claim, LawClaim};
use bouton_core::{Condition, ControlState, DigitAutomaton, Law, Ruleset, Valuation, Value};
use bouton_solve::{Moves, Periods};

use crate::{
    learn::{LearnLimit, Learner, Student},
    nim_heap::{NimHeapError, with_nim_heap},
    quotient::QuotientLearner,
    relation::RelationLimit,
    survey::{Survey, survey},
    teacher::{GrundySumTeacher, TableTeacher, Truth},
    verify::{Relations, SmallPosition, Verdict, VerifyLimit, VerifyLimits, Violation, verify},
};

/// Which valuation is to be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The outcome.
    Outcome,
    /// The Grundy value: by an automaton that puts it out while the values seen
    /// are few, else as the outcome of the game with a Nim heap added.
    Grundy,
}

/// The limits of a proof search.
#[derive(Clone, Copy, Debug)]
pub struct ProveLimits {
    /// States of the law.
    pub states: usize,
    /// Bytes of the table of exact values.
    pub memory: usize,
    /// Wall time.
    pub time: Duration,
    /// States of a product, elements of a closed set.
    pub product: usize,
    /// Rounds of verification.
    pub rounds: usize,
}

impl Default for ProveLimits {
    fn default() -> Self {
        Self {
            states: 4_000,
            memory: 1 << 30,
            time: Duration::from_secs(30),
            product: 4_000_000,
            rounds: 400,
        }
    }
}

/// A proved law, with the certificate that shows it.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The certificate.
    pub certificate: Certificate,
    /// How the proof was found.
    pub statistics: Statistics,
}

impl Proof {
    /// The proved law.
    ///
    /// # Panics
    ///
    /// Never: a proof's certificate claims a law.
    #[must_use]
    pub fn law(&self) -> &Law {
        &self.claim().law
    }

    /// The proved law, with the strategies that show it.
    ///
    /// # Panics
    ///
    /// Never: a proof's certificate claims a law.
    #[must_use]
    pub fn claim(&self) -> &LawClaim {
        match &self.certificate.claim {
            Claim::Law(claim) => claim,
            Claim::Windows(_) | Claim::Period(_) => unreachable!("this prover certifies laws"),
        }
    }
}

/// How a proof was found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Statistics {
    /// Positions whose exact value was computed.
    pub positions: usize,
    /// Hypotheses verified.
    pub rounds: usize,
    /// Time spent solving and learning.
    pub learning: Duration,
    /// Time spent verifying.
    pub verifying: Duration,
}

/// Why no law was proved. Nothing is claimed about the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoLaw {
    /// The game has no Grundy values.
    #[error(transparent)]
    NoGrundyValues(#[from] NimHeapError),
    /// Too many coordinates for an automaton over tuples of digits.
    #[error("a law reads at most {max} numbers at once, and this one would read {0}: the coordinates, and for Grundy values without a bound one more", max = bouton_core::MAX_TRACKS)]
    Tracks(usize),
    /// More players or values than a condition can name.
    #[error("laws of at most 64 values are supported, the game has {0}")]
    Values(u32),
    /// The option relation is too large.
    #[error("no regular law found within the limits: {0}")]
    Relation(#[from] RelationLimit),
    /// The hypotheses kept growing.
    #[error("no regular law found within the limits: {0}")]
    Learn(#[from] LearnLimit),
    /// The verification met a limit.
    #[error("no regular law found within the limits: {0}")]
    Verify(#[from] VerifyLimit),
    /// The table of exact values may not grow any more.
    #[error(
        "no regular law found within the limits: {positions} positions were solved, and more would need more memory or time than allowed"
    )]
    Table {
        /// How many positions had been solved.
        positions: usize,
    },
    /// Each hypothesis was refuted.
    #[error("no regular law found within the limits: {0} hypotheses were refuted")]
    Rounds(usize),
    /// Wall time.
    #[error("no regular law found within the limits: the time limit of {} s was reached after {rounds} refuted {}", limit.as_secs_f64(), if *rounds == 1 { "hypothesis" } else { "hypotheses" })]
    Time {
        /// The limit.
        limit: Duration,
        /// Hypotheses refuted.
        rounds: usize,
    },
    /// The verification and the table contradict each other; please report it.
    #[error(
        "internal contradiction: verification faults the law where the exact values do not; this is a defect of the program"
    )]
    Contradiction,
}

/// Finds and proves the law of `ruleset`.
///
/// # Errors
///
/// [`NoLaw`] with the limit that was met. That no law was found does not mean
/// that there is none.
pub fn prove(ruleset: &Ruleset, goal: Goal, limits: &ProveLimits) -> Result<Proof, NoLaw> {
    let started = Instant::now();
    match goal {
        Goal::Outcome => {
            let valuation = Valuation::provable(ruleset.convention());
            let count = valuation.value_count().unwrap_or(0);
            if count > 64 {
                return Err(NoLaw::Values(count));
            }
            let mut teacher = TableTeacher::new(ruleset, valuation, limits, started);
            if let Some(proof) = guessing(ruleset, ruleset, valuation, false, &mut teacher, limits, started) {
                return Ok(proof);
            }
            Search::new(ruleset, valuation, false, limits, started)?.run_plainly(&mut teacher)
        }
        Goal::Grundy => {
            let sum = with_nim_heap(ruleset)?;
            let mut teacher = TableTeacher::new(ruleset, Valuation::Grundy, limits, started);
            if teacher.looks_bounded() {
                let valuation = Valuation::Grundy;
                if let Some(proof) =
                    guessing(ruleset, ruleset, valuation, false, &mut teacher, limits, started)
                {
                    return Ok(proof);
                }
                let found =
                    Search::new(ruleset, valuation, false, limits, started)?.run_plainly(&mut teacher);
                // Values that turn out to be many are proved the other way.
                if !matches!(found, Err(NoLaw::Values(_))) {
                    return found;
                }
            }
            let valuation = Valuation::NormalOutcome;
            if let Some(proof) = guessing(ruleset, &sum, valuation, true, &mut teacher, limits, started) {
                return Ok(proof);
            }
            let mut teacher = GrundySumTeacher::new(teacher);
            let mut proof = Search::new(&sum, valuation, true, limits, started)?.run_plainly(&mut teacher)?;
            ruleset.text().clone_into(&mut proof.certificate.game);
            Ok(proof)
        }
    }
}

/// A proof with the help of coordinates in which the values seem periodic, if
/// there are any. A failure here says nothing.
fn guessing(
    ruleset: &Ruleset,
    verified: &Ruleset,
    valuation: Valuation,
    nim_heap: bool,
    teacher: &mut TableTeacher,
    limits: &ProveLimits,
    started: Instant,
) -> Option<Proof> {
    let mut before: Option<(Periods, Duration)> = None;
    for (positions, share) in SURVEYS {
        let periods = match survey(ruleset, teacher.valuation(), positions, limits, started) {
            Survey::Seem(periods) => periods,
            Survey::TooSmall => continue,
            Survey::Nothing => return None,
        };
        let end = limits.time.mul_f64(share);
        // A larger survey matters where it shows other periods, or leaves far more time for the same.
        let began = started.elapsed();
        if before
            .as_ref()
            .is_some_and(|(same, time)| *same == periods && end.saturating_sub(began) < *time * 3 / 2)
        {
            continue;
        }
        let shorter = ProveLimits { time: end, ..*limits };
        let guess =
            TableTeacher::with_periods(ruleset, teacher.valuation(), periods.clone(), &shorter, started);
        before = Some((periods, end.saturating_sub(began)));
        let mut periods = guess.periods().clone();
        let mut guess: Box<dyn Truth> = if nim_heap {
            periods.within.clear();
            for periodic in &mut periods.controls {
                periodic.push(None);
            }
            Box::new(GrundySumTeacher::new(guess))
        } else {
            Box::new(guess)
        };
        let deadline = Some(started + shorter.time);
        let mut student = QuotientLearner::new(verified.weights(), &periods, limits.states, deadline);
        let search = Search::new(verified, valuation, nim_heap, &shorter, started).ok()?;
        if let Ok(mut proof) = search.run(&mut student, guess.as_mut()) {
            ruleset.text().clone_into(&mut proof.certificate.game);
            return Some(proof);
        }
    }
    None
}

/// How many positions are looked through for periodic coordinates, one survey
/// after the other, and the share of the time that may have passed when the
/// search under that guess ends.
const SURVEYS: [(usize, f64); 4] = [(30_000, 0.2), (200_000, 0.6), (1_000_000, 0.7), (6_000_000, 0.8)];

/// How many values an automaton may put out.
const MAX_VALUES: u32 = 64;

struct Search<'a> {
    ruleset: &'a Ruleset,
    valuation: Valuation,
    nim_heap: bool,
    limits: &'a ProveLimits,
    started: Instant,
    relations: Relations,
    moves: Moves,
    statistics: Statistics,
}

impl<'a> Search<'a> {
    fn new(
        ruleset: &'a Ruleset,
        valuation: Valuation,
        nim_heap: bool,
        limits: &'a ProveLimits,
        started: Instant,
    ) -> Result<Self, NoLaw> {
        if ruleset.dimension() > bouton_core::MAX_TRACKS {
            return Err(NoLaw::Tracks(ruleset.dimension()));
        }
        Ok(Self {
            ruleset,
            valuation,
            nim_heap,
            limits,
            started,
            relations: Relations::until(
                ruleset,
                limits.product.saturating_mul(8),
                Some(started + limits.time),
            )?,
            moves: Moves::new(ruleset),
            statistics: Statistics::default(),
        })
    }

    /// Learns over all coordinates.
    fn run_plainly(self, teacher: &mut dyn Truth) -> Result<Proof, NoLaw> {
        let deadline = self.started + self.limits.time;
        // No weights: short words first.
        let mut learner = Learner::new(
            &vec![0; self.ruleset.dimension()],
            self.ruleset.controls().len(),
            self.limits.states,
            Some(deadline),
        );
        self.run(&mut learner, teacher)
    }

    fn run(mut self, learner: &mut dyn Student, teacher: &mut dyn Truth) -> Result<Proof, NoLaw> {
        let deadline = self.started + self.limits.time;
        loop {
            let began = Instant::now();
            let law = self.consistent_hypothesis(learner, teacher)?;
            self.statistics.learning += began.elapsed();
            let count = 1 + law.outputs().iter().copied().max().unwrap_or(0);
            if count > MAX_VALUES {
                return Err(NoLaw::Values(count));
            }
            let Some(conditions) = self.valuation.conditions(count) else { return Err(NoLaw::Values(count)) };
            let began = Instant::now();
            let limits = VerifyLimits { product: self.limits.product, deadline: Some(deadline) };
            let verdict = verify(&self.relations, &law, &conditions, limits);
            self.statistics.verifying += began.elapsed();
            self.statistics.rounds += 1;
            match verdict {
                Ok(Verdict::Verified(strategies)) => {
                    self.statistics.positions = teacher.positions();
                    let law = Law { nim_heap: self.nim_heap, ..Law::new(self.valuation, law) };
                    let claim = Claim::Law(LawClaim { law, strategies });
                    let certificate = Certificate { game: self.ruleset.text().to_owned(), claim };
                    return Ok(Proof { certificate, statistics: self.statistics });
                }
                Ok(Verdict::Violated(violations)) => {
                    let began = Instant::now();
                    self.learn_from(&violations, &law, &conditions, learner, teacher)?;
                    self.statistics.learning += began.elapsed();
                }
                Err(limit) if Instant::now() > deadline => {
                    let _ = limit;
                    return Err(self.out_of_time());
                }
                // Wrong hypotheses have larger products than right ones: know more, try again.
                Err(limit) => {
                    if !teacher.allow_more() {
                        return Err(limit.into());
                    }
                    learner.ask_again();
                }
            }
            if self.statistics.rounds >= self.limits.rounds {
                return Err(NoLaw::Rounds(self.statistics.rounds));
            }
            if Instant::now() > deadline {
                return Err(self.out_of_time());
            }
        }
    }

    fn out_of_time(&self) -> NoLaw {
        NoLaw::Time { limit: self.limits.time, rounds: self.statistics.rounds }
    }

    /// Learns until the hypothesis agrees with all values that are known.
    fn consistent_hypothesis(
        &self,
        learner: &mut dyn Student,
        teacher: &mut dyn Truth,
    ) -> Result<DigitAutomaton, NoLaw> {
        loop {
            let law = match learner.hypothesis(teacher) {
                Err(LearnLimit::Time) => return Err(self.out_of_time()),
                other => other?,
            };
            let wrong = teacher.disagreements(&law, 16);
            if wrong.is_empty() {
                return Ok(law);
            }
            let mut grown = false;
            for position in &wrong {
                grown |= learner.refine(position, teacher);
            }
            if !grown {
                if !teacher.allow_more() {
                    return Err(NoLaw::Table { positions: teacher.positions() });
                }
                learner.ask_again();
            }
            if self.started.elapsed() > self.limits.time {
                return Err(self.out_of_time());
            }
        }
    }

    /// Finds the positions on which the law is wrong, and learns from them.
    fn learn_from(
        &self,
        violations: &[Violation],
        law: &DigitAutomaton,
        conditions: &[Condition],
        learner: &mut dyn Student,
        teacher: &mut dyn Truth,
    ) -> Result<(), NoLaw> {
        let weights = self.ruleset.weights();
        let rank = |(coordinates, _): &SmallPosition| {
            coordinates.iter().zip(weights).fold(0u128, |sum, (&x, &w)| sum + u128::from(x) * u128::from(w))
        };
        let mut violations: Vec<&Violation> = violations.iter().collect();
        violations.sort_by_key(|violation| rank(&violation.position));
        let mut wrong: Vec<SmallPosition> = Vec::new();
        let mut refuted = 0;
        // What is cheap to know first; the table grows further only if it has to.
        for violation in &violations {
            match self.wrong_position(violation, law, conditions, &mut |x, control| teacher.value(x, control))
            {
                Some(Some(position)) => wrong.push(position),
                Some(None) => refuted += 1,
                None => {}
            }
        }
        if wrong.is_empty() {
            for violation in &violations {
                match self
                    .wrong_position(violation, law, conditions, &mut |x, control| teacher.truth(x, control))
                {
                    Some(Some(position)) => {
                        wrong.push(position);
                        break;
                    }
                    Some(None) => refuted += 1,
                    None => break,
                }
            }
        }
        if wrong.is_empty() {
            // A violation without a wrong value would contradict the definition.
            return Err(if refuted > 0 {
                NoLaw::Contradiction
            } else if self.started.elapsed() > self.limits.time {
                self.out_of_time()
            } else {
                NoLaw::Table { positions: teacher.positions() }
            });
        }
        wrong.sort_by_key(|position| (rank(position), position.clone()));
        wrong.dedup();
        wrong.truncate(24);
        let mut grown = false;
        for position in &wrong {
            grown |= learner.refine(position, teacher);
        }
        if !grown {
            if !teacher.allow_more() {
                return Err(NoLaw::Table { positions: teacher.positions() });
            }
            learner.ask_again();
        }
        Ok(())
    }

    /// The position at or below a violation whose value the law has wrong; the
    /// outer `None` if the exact values cannot be had.
    fn wrong_position(
        &self,
        violation: &Violation,
        law: &DigitAutomaton,
        conditions: &[Condition],
        truth: &mut dyn FnMut(&[u64], ControlState) -> Option<Value>,
    ) -> Option<Option<SmallPosition>> {
        let claimed =
            |(coordinates, control): &SmallPosition| law.evaluate_small(control.index(), coordinates);
        for position in std::iter::once(&violation.position).chain(&violation.option) {
            if truth(&position.0, position.1)? != claimed(position) {
                return Some(Some(position.clone()));
            }
        }
        // The law is right at x, so a required option is there, and the law is wrong about it.
        let claim = claimed(&violation.position);
        let required: Vec<Value> = conditions.get(claim as usize)?.required.concat();
        let mut options: Vec<SmallPosition> = Vec::new();
        self.moves.for_each_option(
            &violation.position.0,
            violation.position.1,
            &mut |to: &[u64], control: ControlState| {
                options.push((to.to_vec(), control));
            },
        );
        for option in options {
            let value = truth(&option.0, option.1)?;
            if required.contains(&value) && claimed(&option) != value {
                return Some(Some(option));
            }
        }
        Some(None)
    }
}

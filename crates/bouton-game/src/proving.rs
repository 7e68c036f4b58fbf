//! The search for a theorem: laws of positions, periods of single heaps, and judgements of claims.

mod claim;
mod claim_for_all;
mod claim_of_code;
mod judge;
mod local;
mod open;
mod period;
mod quotient;

use std::{
    cell::{Cell, RefCell},
    time::{Duration, Instant},
};

use bouton_cert::{Certificate, Claim};
use bouton_core::{ControlState, Law, LimitReached, Position, Ruleset, Target, Watch};
use bouton_prove::{
    CheckpointError, Goal, LearnLimit, NoLaw, NumerationChoice, NumerationTrial, Opinion, ProveOptions,
    RelationLimit, Statistics, VerifyLimit,
};

pub(crate) use claim::compared_with_play;
pub use claim::{MOST_STATES as MOST_LOGIC_STATES, judge_claim, looks_like_a_claim};
pub use claim_for_all::judge_claim_for_every_number;
pub use judge::{JudgeError, judge};
pub use open::{for_every_number, prove_every_number};
pub use quotient::prove_quotient;

use crate::{
    Arena, LawError, Playable, Theorem, bundled_theorem,
    limits::{checking, options},
    terms::counted,
};
use bouton_document as document;

/// The result of a search for a theorem.
#[derive(Clone, Debug)]
pub enum Ending {
    /// A theorem, which the checker has accepted.
    Proved(Box<ProvedTheorem>),
    /// The claimed law is wrong at a position.
    Refuted(Refutation),
    /// No law was found. Nothing is claimed about the game.
    NoLaw(NotFound),
}

/// A theorem, with statistics of the search.
#[derive(Clone, Debug)]
pub struct ProvedTheorem {
    /// The theorem.
    pub theorem: Theorem,
    /// The time and work of the search, in a sentence.
    pub remark: String,
    /// The number of states of a law.
    pub states: Option<usize>,
    /// Statistics of the search for a law.
    pub statistics: Option<document::Statistics>,
}

/// A position at which a claimed law is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The position.
    pub position: String,
    /// The value by the law.
    pub claimed: String,
    /// The true value.
    pub value: String,
    /// The number of states of the law; `None` if the position was found before the law of a claim was made.
    pub states: Option<usize>,
}

impl Refutation {
    /// The sum of the numbers of the position.
    pub(crate) fn total(&self) -> u64 {
        let place = self.position.split(':').next().unwrap_or_default();
        place.split(',').filter_map(|number| number.parse::<u64>().ok()).sum()
    }

    /// The verdict in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Self { position, claimed, value, .. } = self;
        format!("refuted: at {position} the claim says {claimed}, but it is {value}")
    }
}

/// The reason why no law was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotFound {
    /// The limit that was reached, or the reason why there is no such law.
    pub reason: String,
    /// The resource of which more may help; `None` if there is no such law.
    pub helps: Option<Helps>,
    /// The observations in each numeration, if several were tried.
    pub tried: Vec<NumerationTrial>,
    /// The greatest total of positions up to which a claim was compared with play and agrees.
    pub agrees_upto: Option<u64>,
}

/// The resource of which more may help a search that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Helps {
    /// Time.
    Time,
    /// Memory.
    Memory,
    /// States of the law.
    States,
    /// No resource helps: the search has fixed bounds.
    Nothing,
}

impl From<&LimitReached> for Helps {
    fn from(limit: &LimitReached) -> Self {
        match limit {
            LimitReached::Time { .. } | LimitReached::Share { .. } => Self::Time,
            LimitReached::Memory { .. } => Self::Memory,
            _ => Self::Nothing,
        }
    }
}

impl From<&RelationLimit> for Helps {
    fn from(limit: &RelationLimit) -> Self {
        if let RelationLimit::Limit(limit) = limit { limit.into() } else { Self::Nothing }
    }
}

impl From<&VerifyLimit> for Helps {
    fn from(limit: &VerifyLimit) -> Self {
        match limit {
            VerifyLimit::Limit(limit) => limit.into(),
            // A hypothesis that fits more exact values gives a smaller product.
            VerifyLimit::Product(_) => Self::Memory,
            VerifyLimit::Digits => Self::Nothing,
        }
    }
}

impl From<&NoLaw> for Helps {
    fn from(reason: &NoLaw) -> Self {
        match reason {
            NoLaw::Limit { limit, .. } | NoLaw::Learn(LearnLimit::Limit(limit)) => limit.into(),
            NoLaw::Learn(LearnLimit::States(_)) => Self::States,
            NoLaw::Relation(limit) => limit.into(),
            NoLaw::Verify(limit) => limit.into(),
            NoLaw::Table { .. } => Self::Memory,
            NoLaw::Numerations { reason, .. } => reason.as_ref().into(),
            _ => Self::Nothing,
        }
    }
}

/// The reason why a search was not started.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ProveError {
    /// The game does not have Grundy values, or they do not decide its outcomes.
    #[error("{0}")]
    NoGrundyValues(String),
    /// Take-and-break games have periods, not laws of outcomes.
    #[error(
        "the positions of a take-and-break game are sums of any number of heaps; its theorem is the period of the Grundy values of single heaps"
    )]
    OutcomesOfCode,
    /// The checkpoint cannot be read or written, or belongs to another search.
    #[error(transparent)]
    Checkpoint(CheckpointError),
    /// Only take-and-break games have misère quotients in this library.
    #[error(
        "misère quotients are for take-and-break games: a code, or rules that take from a heap and split it"
    )]
    NoHeaps,
    /// The search for a quotient does not use checkpoints.
    #[error("the search for the quotient of a take-and-break game does not use checkpoints")]
    NoCheckpoint,
    /// A period or a quotient does not read digits.
    #[error("the theorem of a take-and-break game is a period or a quotient, which does not read digits")]
    NoDigits,
    /// Only a quotient has a largest heap: laws and periods are about heaps of every size.
    #[error("only a quotient has a largest heap")]
    NoSize,
    /// The checker refuses the proof, or the search contradicts itself: a defect of this library.
    #[error("{0}")]
    Defect(String),
    /// The certificate was accepted, but its law cannot be used.
    #[error(transparent)]
    Law(LawError),
}

impl Ending {
    /// Creates the result for a theorem that was proved before.
    pub(crate) fn known(theorem: Theorem) -> Self {
        let states = theorem.law().map(|law| law.law().automaton.states());
        let remark = format!("{}; it was proved before", counted(states.unwrap_or(0), "state"));
        Self::Proved(Box::new(ProvedTheorem { theorem, remark, states, statistics: None }))
    }

    pub(crate) fn no_law(reason: impl Into<String>, helps: Helps) -> Self {
        Self::NoLaw(NotFound {
            reason: reason.into(),
            helps: Some(helps),
            tried: Vec::new(),
            agrees_upto: None,
        })
    }

    /// The result in one line, and as a document, for one of several games that differ in their
    /// settings.
    #[must_use]
    pub fn under(&self, settings: &[(String, i64)], game: &str) -> (String, document::Prove) {
        let set: Vec<String> = settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let told = match self {
            Self::Proved(proved) => format!("proved: {}", proved.theorem.sentence()),
            Self::Refuted(refuted) => refuted.sentence(),
            Self::NoLaw(not_found) => format!("no law: {}", not_found.reason),
        };
        let mut document = self.document(game, None);
        document.set = Some(settings.iter().cloned().collect());
        (format!("{}: {}", set.join(", "), told.replace('\n', " ")), document)
    }

    /// Returns the result as a document; `certificate` is the file that contains the certificate.
    #[must_use]
    pub fn document(&self, game: &str, certificate: Option<&str>) -> document::Prove {
        let nothing = document::Prove {
            game: game.to_owned(),
            set: None,
            status: "no-law".to_owned(),
            theorem: None,
            reason: None,
            states: None,
            numeration: None,
            tried: Vec::new(),
            agrees_upto: None,
            counterexample: None,
            certificate: None,
            statistics: None,
            quotient: None,
            heaps: None,
        };
        match self {
            Self::Proved(proved) => document::Prove {
                status: "proved".to_owned(),
                theorem: Some(proved.theorem.text()),
                states: proved.states,
                numeration: proved.theorem.law().map(|law| law.law().numeration().to_string()),
                certificate: Some(certificate.unwrap_or(proved.theorem.certificate()).to_owned()),
                statistics: proved.statistics.clone(),
                quotient: proved.theorem.quotient_table(),
                // Periods and quotients are theorems about single heaps, and so about any number of
                // heaps.
                heaps: (proved.theorem.law().is_none()).then(|| {
                    let numbers = proved.theorem.numbers_of_heaps();
                    numbers.map_or("all", bouton_cert::NumbersOfHeaps::name).into()
                }),
                ..nothing
            },
            Self::Refuted(refuted) => document::Prove {
                status: "refuted".to_owned(),
                reason: Some(refuted.sentence()),
                states: refuted.states,
                counterexample: Some(document::Counterexample {
                    set: None,
                    position: refuted.position.clone(),
                    claimed: refuted.claimed.clone(),
                    value: refuted.value.clone(),
                }),
                ..nothing
            },
            Self::NoLaw(not_found) => {
                let tried = |seen: &NumerationTrial| document::PrefixCounts {
                    numeration: seen.numeration.to_string(),
                    states_by_depth: seen.states_by_depth.clone(),
                };
                let tried = not_found.tried.iter().map(tried).collect();
                let agrees_upto = not_found.agrees_upto;
                document::Prove { reason: Some(not_found.reason.clone()), tried, agrees_upto, ..nothing }
            }
        }
    }
}

/// Searches for a theorem about a game: the law of its outcomes or Grundy values, or, for a
/// take-and-break game, the period of the Grundy values of single heaps. If `states` is given, it
/// limits the number of states of a law.
///
/// # Errors
///
/// [`ProveError`] if the question does not make sense for the game. A limit is not an error, but an
/// [`Ending::NoLaw`].
///
/// # Examples
///
/// ```
/// use bouton::{Ending, Game, Goal, Watch, prove_law};
///
/// let playable = Game::named("heaps 1; move take 1..3 from 1 heap")?.playable()?;
/// let Ending::Proved(proved) = prove_law(&playable, Goal::Outcome, None, &Watch::unlimited())? else { panic!() };
/// assert_eq!(proved.theorem.sentence(), "P if h1 mod 4 is 0, else N.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove_law(
    playable: &Playable,
    goal: Goal,
    states: Option<usize>,
    watch: &Watch,
) -> Result<Ending, ProveError> {
    prove_law_with(playable, goal, &options(states), watch)
}

/// Searches as [`prove_law`] does, with all options of a search. It may use a checkpoint in a
/// folder, from which it continues when it is started again with the same rules and limits.
///
/// # Errors
///
/// As [`prove_law`], and [`ProveError::Checkpoint`].
pub fn prove_law_with(
    playable: &Playable,
    goal: Goal,
    options: &ProveOptions,
    watch: &Watch,
) -> Result<Ending, ProveError> {
    let ruleset = match playable.arena() {
        Arena::Rules(ruleset) => ruleset,
        // Such games are proved for every number of heaps, or for a fixed one.
        Arena::Open(_) => return Err(ProveError::NoHeaps),
        Arena::Code(_) if options.numeration != NumerationChoice::Auto => return Err(ProveError::NoDigits),
        Arena::Code(code) => {
            return period::prove(playable, code, goal, options.checkpoint.as_deref(), watch);
        }
    };
    let started = Instant::now();
    let beside = Beside::new(ruleset, watch);
    match bouton_prove::prove_with(ruleset, goal, options, &|windows| beside.opinion(windows), watch) {
        Ok(proof) => match beside.found() {
            Some((theorem, checked)) => {
                let searched = started.elapsed().saturating_sub(checked);
                Ok(accepted(theorem, Some(&proof.statistics), searched, checked))
            }
            None => {
                let seen = (Some(&proof.statistics), beside.has_many());
                proved(ruleset, &proof.certificate, seen, started, watch)
            }
        },
        Err(error @ NoLaw::NoGrundyValues(_)) => Err(ProveError::NoGrundyValues(error.to_string())),
        Err(NoLaw::Checkpoint(error)) => Err(ProveError::Checkpoint(error)),
        Err(error @ NoLaw::Contradiction) => Err(ProveError::Defect(error.to_string())),
        Err(error @ (NoLaw::Tracks(_) | NoLaw::Values(_))) => Ok(Ending::NoLaw(NotFound {
            reason: error.to_string(),
            helps: None,
            tried: Vec::new(),
            agrees_upto: None,
        })),
        Err(error) => {
            let (reason, helps) = (error.to_string(), Some(Helps::from(&error)));
            Ok(Ending::NoLaw(NotFound { reason, helps, tried: error.tried().to_vec(), agrees_upto: None }))
        }
    }
}

/// Searches for the requested theorem: a law or a period, as [`prove_law_with`], or, if `goal` is
/// `None`, the misère quotient of a take-and-break game, with heaps up to `upto` if given, as
/// [`prove_quotient`].
///
/// # Errors
///
/// The errors of these two functions; [`ProveError::NoSize`], [`ProveError::NoDigits`] and
/// [`ProveError::NoCheckpoint`] for options that belong to the other one.
pub fn prove_wanted(
    playable: &Playable,
    goal: Option<Goal>,
    upto: Option<u32>,
    options: &ProveOptions,
    watch: &Watch,
) -> Result<Ending, ProveError> {
    match goal {
        Some(_) if upto.is_some() => Err(ProveError::NoSize),
        Some(goal) => prove_law_with(playable, goal, options, watch),
        None if options.numeration != NumerationChoice::Auto => Err(ProveError::NoDigits),
        None if options.checkpoint.is_some() => Err(ProveError::NoCheckpoint),
        None => prove_quotient(playable, upto, watch),
    }
}

/// Returns the theorem of a game: a bundled one, or one that is proved now.
///
/// # Errors
///
/// As [`prove_law`].
pub fn known_or_proved(
    playable: &Playable,
    goal: Goal,
    states: Option<usize>,
    watch: &Watch,
) -> Result<Ending, ProveError> {
    if let Some(theorem) = bundled_theorem(playable, goal == Goal::Grundy) {
        let states = theorem.law().map(|law| law.law().automaton.states());
        return Ok(Ending::Proved(Box::new(ProvedTheorem {
            theorem: Theorem::clone(&theorem),
            remark: format!("{}; it comes with the program", counted(states.unwrap_or(0), "state")),
            states,
            statistics: None,
        })));
    }
    prove_law(playable, goal, states, watch)
}

/// The most steps of the check of a certificate without strategies, for any law.
const WINDOW_STEPS: u64 = 1 << 20;
/// The further steps for each byte of the certificate with strategies that it would replace.
const WINDOW_STEPS_PER_BYTE: u64 = 256;
/// The most states in the check of a hypothesis before a search for its strategies. Where windows
/// are useful, there are usually few.
const WINDOW_STATES: u64 = 1 << 17;
/// The most such states, a factor of the steps, and the number of hypotheses that may have too many
/// windows, where all moves take fixed amounts, of at least a given number of heaps. Windows then
/// have one state for each option, and are the best proof that is known.
const WINDOW_STATES_OF_FIXED_AMOUNTS: u64 = 1 << 24;
const FIXED_AMOUNTS: u64 = 16;
const MOST_WITH_TOO_MANY: u32 = 12;
const MANY_HEAPS: usize = 6;

/// A lower bound on the steps of a check without strategies. Where heaps may become any smaller
/// number, windows distinguish the heaps that are empty so far from the others, unless heaps are
/// interchangeable, and all letters lead on from each window.
fn least_window_steps(ruleset: &Ruleset, law: &Law) -> u128 {
    let tracks = ruleset.dimension();
    let falls = |track: usize| {
        ruleset.moves().iter().any(|schema| match &schema.targets[track] {
            Target::Same => false,
            Target::Becomes(to) => to.terms().iter().any(|(variable, _)| variable.index() >= tracks),
        })
    };
    let falling = u32::try_from((0..tracks).filter(|&track| falls(track)).count()).unwrap_or(u32::MAX);
    if ruleset.interchangeable() {
        return u128::from(falling) + law.automaton.letters() as u128;
    }
    let windows = 1u128.checked_shl(falling).unwrap_or(u128::MAX);
    windows.saturating_mul(law.automaton.letters() as u128)
}

/// Whether all moves take fixed amounts, of many heaps, and no heap grows: where numbers of heaps of each size are
/// counted, moves raise one number, and wrong hypotheses have many windows.
fn takes_fixed_amounts(ruleset: &Ruleset) -> bool {
    let takes = |vector: Vec<i64>| vector.iter().all(|&by| by <= 0);
    ruleset.dimension() >= MANY_HEAPS
        && ruleset.moves().iter().all(|schema| schema.constant_vector().is_some_and(takes))
}

/// The theorem of a certificate of a law without strategies, if it is checked in few steps; `bytes`
/// is the length of the certificate that it would replace. Else the step that failed, and a position at which the law
/// is wrong by the values of its options, if that is the failure.
fn by_windows(
    (ruleset, law): (&Ruleset, &Law),
    windows: &str,
    bytes: usize,
    limits: bouton_check::Limits,
) -> Result<Theorem, (bouton_check::Step, Option<Box<Position>>)> {
    use bouton_check::Step;
    let factor = if takes_fixed_amounts(ruleset) { FIXED_AMOUNTS } else { 1 };
    let steps = limits.steps.min(factor * (WINDOW_STEPS + WINDOW_STEPS_PER_BYTE * bytes as u64));
    if least_window_steps(ruleset, law) > steps.into() {
        return Err((Step::Limit, None));
    }
    Theorem::check(windows, &bouton_check::Limits { steps, ..limits }).map_err(|error| match error {
        LawError::Refused(refused) => (refused.step, refused.position),
        _ => (Step::Decode, None),
    })
}

/// The checker during the search: a hypothesis that it accepts without strategies does not need
/// any.
struct Beside<'a> {
    ruleset: &'a Ruleset,
    watch: &'a Watch,
    found: RefCell<Option<(Theorem, Duration)>>,
    /// The number of hypotheses that had too many windows.
    too_many: Cell<u32>,
}

impl<'a> Beside<'a> {
    fn new(ruleset: &'a Ruleset, watch: &'a Watch) -> Self {
        Self { ruleset, watch, found: RefCell::new(None), too_many: Cell::new(0) }
    }

    /// Whether some hypothesis had too many windows.
    fn has_many(&self) -> bool {
        self.too_many.get() > 0
    }

    /// The theorem that was accepted, with the time of its check.
    fn found(&self) -> Option<(Theorem, Duration)> {
        self.found.take()
    }

    fn opinion(&self, windows: &Certificate) -> Opinion {
        let Some(law) = windows.law().filter(|law| law.numeration().is_binary()) else {
            return Opinion::Open;
        };
        let fixed = takes_fixed_amounts(self.ruleset);
        let most = if fixed { MOST_WITH_TOO_MANY } else { 1 };
        if self.too_many.get() >= most || !bouton_check::has_windows(self.ruleset, law.nim_heap) {
            return Opinion::Open;
        }
        let began = Instant::now();
        let text = windows.encode();
        let least = if fixed { WINDOW_STATES_OF_FIXED_AMOUNTS } else { WINDOW_STATES };
        let states = least + text.len() as u64;
        let limits = bouton_check::Limits { states, ..checking(self.watch) };
        match by_windows((self.ruleset, law), &text, text.len(), limits) {
            Ok(theorem) => {
                *self.found.borrow_mut() = Some((theorem, began.elapsed()));
                Opinion::Accepted
            }
            Err((step, position)) => {
                // A wrong hypothesis may have more windows than the right one.
                let more = u32::from(step == bouton_check::Step::Limit);
                self.too_many.set(self.too_many.get() + more);
                let position = position.and_then(|position| {
                    let controls = self.ruleset.controls();
                    let control = match &position.control {
                        Some(name) => controls.iter().position(|known| known == name)?,
                        None => 0,
                    };
                    Some((position.to_small()?, ControlState::new(control)))
                });
                position.map_or(Opinion::Open, Opinion::Refuted)
            }
        }
    }
}

/// Returns a proved law, once the checker has accepted its certificate. A certificate without
/// strategies is preferred if it is checked in few steps, since it is usually much smaller. If
/// there were many windows, it is tried only if it is at most half as long.
fn proved(
    ruleset: &Ruleset,
    certificate: &Certificate,
    (statistics, many_windows): (Option<&Statistics>, bool),
    started: Instant,
    watch: &Watch,
) -> Result<Ending, ProveError> {
    let searched = started.elapsed();
    let text = certificate.encode();
    let checking_began = Instant::now();
    if let Some(law) = certificate.law() {
        let windows = Certificate { claim: Claim::Windows(law.clone()), ..certificate.clone() }.encode();
        if (!many_windows || windows.len() <= text.len() / 2)
            && let Ok(theorem) = by_windows((ruleset, law), &windows, text.len(), checking(watch))
        {
            return Ok(accepted(theorem, statistics, searched, checking_began.elapsed()));
        }
    }
    let theorem = match Theorem::check(&text, &checking(watch)) {
        Err(LawError::Refused(refused)) if refused.step == bouton_check::Step::Limit => {
            let reason = format!("a law was found, but its certificate could not be checked: {refused}");
            return Ok(Ending::no_law(reason, checking_ended(watch)));
        }
        other => other.map_err(ProveError::Law)?,
    };
    Ok(accepted(theorem, statistics, searched, checking_began.elapsed()))
}

/// Returns a theorem with the times of its search and its check.
fn accepted(
    theorem: Theorem,
    statistics: Option<&Statistics>,
    searched: Duration,
    checked: Duration,
) -> Ending {
    let states = theorem.law().map(|law| law.law().automaton.states());
    Ending::Proved(Box::new(ProvedTheorem {
        remark: remark(states.unwrap_or(0), searched, checked, statistics),
        theorem,
        states,
        statistics: statistics.map(|statistics| document::Statistics {
            positions: statistics.positions,
            rounds: statistics.rounds,
            seconds_learning: statistics.learning.as_secs_f64(),
            seconds_verifying: statistics.verifying.as_secs_f64(),
            seconds_checking: checked.as_secs_f64(),
        }),
    }))
}

/// The resource of which more would have helped the checker.
fn checking_ended(watch: &Watch) -> Helps {
    watch.check().map_or_else(|limit| Helps::from(&limit), |()| Helps::Nothing)
}

fn remark(states: usize, searched: Duration, checked: Duration, statistics: Option<&Statistics>) -> String {
    let mut remark = format!("{}, proved in {:.2} s", counted(states, "state"), searched.as_secs_f64());
    if let Some(statistics) = statistics {
        let hypotheses = if statistics.rounds == 1 { "hypothesis" } else { "hypotheses" };
        let positions = counted(statistics.positions, "position");
        remark.push_str(&format!(" ({positions} solved, {} {hypotheses} verified)", statistics.rounds));
    }
    format!("{remark}; certificate accepted by the checker in {:.2} s", checked.as_secs_f64())
}

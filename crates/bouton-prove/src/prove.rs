//! From rules to a proved law: solve, learn, verify, learn again.

use std::time::Duration;

use bouton_cert::{Certificate, Claim, LawClaim};
use bouton_core::{Formula, Law, LimitReached, Numeration, Ruleset, Valuation, Watch};

use crate::{
    checkpoint::{Checkpoint, CheckpointError},
    learn::LearnLimit,
    nim_heap::{NimHeapError, with_nim_heap},
    options::{Goal, NumerationChoice, ProveOptions},
    relation::RelationLimit,
    symmetry::with_exchanges,
    teacher::TableTeacher,
    verify::{SmallPosition, VerifyLimit},
};

mod portfolio;
mod search;
mod turns;

pub use portfolio::NumerationTrial;
use turns::Question;

/// A proved law, with the certificate that shows it.
///
/// ```
/// use bouton_core::Watch;
/// use bouton_prove::{Goal, ProveOptions, prove};
///
/// let game = bouton_rules::Game::parse("heaps 1; move take 1..3 from 1 heap").unwrap();
/// let options = ProveOptions::default();
/// let proof = prove(&game.ruleset().unwrap(), Goal::Outcome, &options, &Watch::unlimited())?;
/// let checked = bouton_check::check(&proof.certificate.encode())?;
/// assert!(checked.claim.contains("heaps 1; move take 1..3 from 1 heap"));
/// assert!(proof.statistics.positions > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Proof {
    /// The certificate.
    pub certificate: Certificate,
    /// Statistics of the search.
    pub statistics: Statistics,
}

impl Proof {
    /// The proved law.
    ///
    /// # Panics
    ///
    /// Never: a proof's certificate claims a law.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Watch};
    /// use bouton_prove::{Goal, ProveOptions, prove};
    ///
    /// let nim = bouton_rules::Game::parse("heaps 3; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let proof = prove(&nim, Goal::Outcome, &ProveOptions::default(), &Watch::unlimited())?;
    /// let position = [3u32, 4, 5].map(Into::into);
    /// assert_eq!(proof.law().outcome(ControlState(0), &position).to_string(), "N");
    /// # Ok::<(), bouton_prove::NoLaw>(())
    /// ```
    #[must_use]
    pub fn law(&self) -> &Law {
        match self.certificate.law() {
            Some(law) => law,
            None => unreachable!("this prover certifies laws"),
        }
    }

    /// The proved law with its strategies; `None` if it was accepted without them.
    ///
    /// ```
    /// use bouton_core::Watch;
    /// use bouton_prove::{Goal, ProveOptions, prove};
    ///
    /// let game = bouton_rules::Game::parse("heaps 1; move take 1..3 from 1 heap").unwrap().ruleset().unwrap();
    /// let proof = prove(&game, Goal::Outcome, &ProveOptions::default(), &Watch::unlimited())?;
    /// assert!(!proof.claim().unwrap().strategies.is_empty());
    /// # Ok::<(), bouton_prove::NoLaw>(())
    /// ```
    #[must_use]
    pub fn claim(&self) -> Option<&LawClaim> {
        match &self.certificate.claim {
            Claim::Law(claim) => Some(claim),
            _ => None,
        }
    }
}

/// Statistics of the search for a proof.
///
/// ```
/// use bouton_core::Watch;
/// use bouton_prove::{Goal, ProveOptions, prove};
///
/// let game = bouton_rules::Game::parse("heaps 1; move take 1..3 from 1 heap").unwrap().ruleset().unwrap();
/// let twice = [(); 2].map(|()| prove(&game, Goal::Outcome, &ProveOptions::default(), &Watch::unlimited()));
/// let [first, second] = twice.map(|proof| proof.unwrap().statistics);
/// assert_eq!((first.hypotheses, first.work), (second.hypotheses, second.work)); // the times differ
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Statistics {
    /// Positions whose exact value was computed.
    pub positions: usize,
    /// Hypotheses verified.
    pub rounds: usize,
    /// A digest of all hypotheses verified, in their order: the same for the same rules and limits
    /// of memory and states, on every machine and for any running time.
    pub hypotheses: u64,
    /// Units of work done.
    pub work: u64,
    /// Time spent solving and learning.
    pub learning: Duration,
    /// Time spent verifying.
    pub verifying: Duration,
}

/// The reason why no law was proved. It implies nothing about the game.
///
/// ```
/// use bouton_core::Watch;
/// use bouton_prove::{Goal, NoLaw, ProveOptions, prove};
///
/// let text = "heaps 2; move take any from 1 heap; move take the same any from 2 heaps";
/// let game = bouton_rules::Game::parse(text).unwrap().ruleset().unwrap();
/// let options = ProveOptions { states: 2, ..ProveOptions::default() }; // more are needed
/// let no_law: NoLaw = prove(&game, Goal::Outcome, &options, &Watch::unlimited()).unwrap_err();
/// assert!(no_law.to_string().contains("within the limits"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoLaw {
    /// The game does not have Grundy values.
    #[error(transparent)]
    NoGrundyValues(#[from] NimHeapError),
    /// Too many coordinates for an automaton over tuples of digits.
    #[error("a law reads at most {max} numbers at once, and this one would read {0}: the heaps or counters, and for Grundy values without a bound one more", max = bouton_core::MAX_TRACKS)]
    Tracks(usize),
    /// More players or values than a condition can name.
    #[error("laws of at most 64 values are supported, the game has {0}")]
    Values(u32),
    /// The option relation is too large.
    #[error("no regular law found within the limits: {0}")]
    Relation(#[from] RelationLimit),
    /// The number of states of the hypotheses kept growing.
    #[error("no regular law found within the limits: {0}")]
    Learn(#[from] LearnLimit),
    /// The verification met a limit.
    #[error("no regular law found within the limits: {0}")]
    Verify(#[from] VerifyLimit),
    /// The table of exact values may not grow any more.
    #[error(
        "no regular law found within the limits: {positions} positions were solved, and more would need more memory than allowed"
    )]
    Table {
        /// The number of solved positions.
        positions: usize,
    },
    /// Each hypothesis was refuted.
    #[error("no regular law found within the limits: {0} hypotheses were refuted")]
    Rounds(usize),
    /// A limit of time, memory or work was reached, or the search was cancelled.
    #[error("no regular law found within the limits: {limit}{}", refuted(*rounds))]
    Limit {
        /// The limit.
        limit: LimitReached,
        /// Hypotheses refuted.
        rounds: usize,
    },
    /// Other numerations were also examined.
    #[error("{reason}")]
    Numerations {
        /// The reason why no law was found in base 2.
        reason: Box<NoLaw>,
        /// The results for each numeration.
        tried: Vec<NumerationTrial>,
    },
    /// The checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The verification and the table contradict each other; please report it.
    #[error(
        "internal contradiction: verification faults the law where the exact values do not; this is a defect of the program"
    )]
    Contradiction,
}

impl NoLaw {
    /// The same reason, with the other numerations that were examined, if it is a limit.
    fn after(self, tried: Vec<NumerationTrial>) -> Self {
        let is_limit = matches!(
            self,
            Self::Relation(_)
                | Self::Learn(_)
                | Self::Verify(_)
                | Self::Table { .. }
                | Self::Rounds(_)
                | Self::Limit { .. }
        );
        match tried.is_empty() || !is_limit {
            true => self,
            false => Self::Numerations { reason: Box::new(self), tried },
        }
    }

    /// The results for other numerations, if they were examined.
    #[must_use]
    pub fn tried(&self) -> &[NumerationTrial] {
        match self {
            Self::Numerations { tried, .. } => tried,
            _ => &[],
        }
    }
}

/// Describes the number of refuted hypotheses.
fn refuted(rounds: usize) -> String {
    match rounds {
        0 => String::new(),
        1 => " after 1 refuted hypothesis".to_owned(),
        _ => format!(" after {rounds} refuted hypotheses"),
    }
}

/// What a checker says of a certificate without strategies.
///
/// ```
/// use bouton_prove::Opinion;
///
/// assert_eq!(Opinion::from(true), Opinion::Accepted);
/// assert_eq!(Opinion::from(false), Opinion::Open);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opinion {
    /// It shows its law; strategies are not searched.
    Accepted,
    /// The law is wrong at this position, or at an option of it.
    Refuted(SmallPosition),
    /// Neither is known.
    Open,
}

impl From<bool> for Opinion {
    fn from(accepted: bool) -> Self {
        if accepted { Self::Accepted } else { Self::Open }
    }
}

/// A function that examines certificates without strategies.
pub type Accept<'a> = dyn Fn(&Certificate) -> Opinion + 'a;

/// Finds and proves the law of `ruleset`.
///
/// The result depends only on the rules, on the states allowed and on the memory that the watch
/// allows: time only ends the search.
///
/// # Errors
///
/// [`NoLaw`] with the limit that was met. If no law was found, a law may still exist.
///
/// # Examples
///
/// ```
/// use bouton_core::{ControlState, Watch};
/// use bouton_prove::{Goal, ProveOptions, prove};
///
/// let nim = bouton_rules::Game::parse("heaps 3; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let proof = prove(&nim, Goal::Grundy, &ProveOptions::default(), &Watch::unlimited())?;
/// let position = [3u32, 4, 5].map(Into::into);
/// assert_eq!(proof.law().value(ControlState(0), &position), Some(2u32.into()));
/// # Ok::<(), bouton_prove::NoLaw>(())
/// ```
pub fn prove(ruleset: &Ruleset, goal: Goal, options: &ProveOptions, watch: &Watch) -> Result<Proof, NoLaw> {
    prove_with(ruleset, goal, options, &|_| Opinion::Open, watch)
}

/// Like [`prove`], but each hypothesis is first given to a checker. A hypothesis that it accepts
/// without strategies is proved.
///
/// # Errors
///
/// As [`prove`].
///
/// # Examples
///
/// ```
/// use bouton_core::Watch;
/// use bouton_prove::{Goal, ProveOptions, prove_with};
///
/// let game = bouton_rules::Game::parse("heaps 1; move take 1..3 from 1 heap").unwrap().ruleset().unwrap();
/// let accept = |certificate: &_| {
///     let text = bouton_cert::Certificate::encode(certificate);
///     bouton_check::check(&text).is_ok().into()
/// };
/// let proof = prove_with(&game, Goal::Outcome, &ProveOptions::default(), &accept, &Watch::unlimited())?;
/// assert!(proof.claim().is_none()); // accepted without strategies
/// # Ok::<(), bouton_prove::NoLaw>(())
/// ```
pub fn prove_with(
    ruleset: &Ruleset,
    goal: Goal,
    options: &ProveOptions,
    accept: &Accept<'_>,
    watch: &Watch,
) -> Result<Proof, NoLaw> {
    // The rules, and their moves prepared for the table and for play.
    let _rules =
        watch.hold(3 * ruleset.counted_bytes()).map_err(|limit| NoLaw::Limit { limit, rounds: 0 })?;
    let checkpoint = Checkpoint::of(ruleset, goal, options, watch)?;
    // Rules that name all their heaps may treat them alike.
    let ruleset = &match ruleset.exists() {
        Formula::True => with_exchanges(ruleset),
        _ => ruleset.clone(),
    };
    let (numeration, portfolio) = match &options.numeration {
        NumerationChoice::Auto => (Numeration::binary(), true),
        NumerationChoice::Only(numeration) => (numeration.clone(), false),
    };
    let about = |verified, valuation, taught, numeration, portfolio| Question {
        ruleset,
        verified,
        valuation,
        taught,
        numeration,
        portfolio,
        options,
        accept,
        watch,
    };
    match goal {
        Goal::Outcome => {
            let valuation = Valuation::provable(ruleset.convention());
            let count = valuation.value_count().unwrap_or(0);
            if count > MAX_VALUES {
                return Err(NoLaw::Values(count));
            }
            about(ruleset, valuation, valuation, numeration, portfolio).answer(checkpoint.as_ref())
        }
        Goal::Grundy => {
            let sum = with_nim_heap(ruleset)?;
            let _sum =
                watch.hold(2 * sum.counted_bytes()).map_err(|limit| NoLaw::Limit { limit, rounds: 0 })?;
            let taught = Valuation::Grundy;
            let within = |limit| NoLaw::Limit { limit, rounds: 0 };
            let mut teacher = TableTeacher::new(ruleset, taught, watch).map_err(within)?;
            let bounded = teacher.looks_bounded().map_err(within)?;
            drop(teacher);
            // A checkpoint of the sum is written after the first question has failed.
            let has_failed = checkpoint.as_ref().is_some_and(|known| known.is_of(true));
            if bounded && !has_failed {
                let question = about(ruleset, taught, taught, numeration.clone(), portfolio);
                // If there turn out to be many values, the sum with a Nim heap is used.
                match question.answer(checkpoint.as_ref()) {
                    Err(NoLaw::Values(_)) => {}
                    found => return found,
                }
            }
            // Where the values grow, other numerations are tried only if one is named.
            about(&sum, Valuation::NormalOutcome, taught, numeration, false).answer(checkpoint.as_ref())
        }
    }
}

/// The number of coordinates from which on a search in base 2 learns from what a checker refuses: to derive the moves may
/// take longer than to find a law that a checker accepts without them.
const MANY_COORDINATES: usize = 6;

/// The most values that an automaton may have as outputs.
pub(crate) const MAX_VALUES: u32 = 64;

/// The most states of the option relation: eight for each state of a product.
pub(crate) const MOST_RELATION: usize = crate::verify::MOST_PRODUCT * 8;

//! Proofs of the period of a code.

use bouton_core::{LimitReached, Period, SearchCounts, TakeAndBreakCode, Watch};

use super::{ApparentPeriod, Theorem, arithmetic, seen};
use crate::{Sequence, Values};

/// A period that never ends, with all the values that prove it.
///
/// ```
/// use bouton_core::{TakeAndBreakCode, Watch};
///
/// let proof = bouton_sequence::prove(&TakeAndBreakCode::new(vec![0, 7, 7])?, &Watch::unlimited())?;
/// assert_eq!((proof.seen.length, proof.seen.preperiod), (12, 71));
/// assert!(proof.seen.window.unwrap().applies_from <= proof.values.len() as u128);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Proof {
    /// The period; `proved` is true.
    pub seen: ApparentPeriod,
    /// The theorem.
    pub theorem: Theorem,
    /// The values, at least those of the window.
    pub values: Values,
}

impl Proof {
    /// Returns the period with the values of the preperiod and of one period, which give the value
    /// of any heap.
    ///
    /// ```
    /// use bouton_core::{TakeAndBreakCode, Watch};
    ///
    /// let kayles = TakeAndBreakCode::new(vec![0, 7, 7]).unwrap();
    /// let proof = bouton_sequence::prove(&kayles, &Watch::unlimited()).unwrap();
    /// let far = proof.period().value(&"1000000000000000000000000000000".parse().unwrap());
    /// assert_eq!(far.unwrap().to_string(), "1");
    /// ```
    #[must_use]
    pub fn period(&self) -> Period {
        let ApparentPeriod { length, preperiod, saltus, .. } = self.seen;
        let listed = usize::try_from(length + preperiod).unwrap_or(usize::MAX);
        Period { length, preperiod, saltus, values: self.values.range(0, listed).collect() }
    }
}

/// The reason why there is no proof.
///
/// ```
/// use bouton_core::{Limits, TakeAndBreakCode, Watch};
/// use bouton_sequence::{NoPeriod, prove};
///
/// let officers = TakeAndBreakCode::new(vec![0, 6])?; // no period is known
/// let watch = Watch::unlimited().within(1_000_000);
/// assert!(matches!(prove(&officers, &watch), Err(NoPeriod::Limit { seen: None, .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPeriod {
    /// No theorem that this crate knows covers the code.
    #[error("no theorem about periods covers this code, which repeats for ever")]
    NoTheorem,
    /// A limit was reached first.
    #[error("heaps up to {} show {}; {limit}", computed.saturating_sub(1), shown(seen))]
    Limit {
        /// The number of computed values.
        computed: usize,
        /// The period visible in them.
        seen: Option<ApparentPeriod>,
        /// The limit.
        limit: LimitReached,
    },
}

fn shown(seen: &Option<ApparentPeriod>) -> String {
    match seen {
        None => "no period".to_owned(),
        Some(seen) => {
            let saltus = if seen.saltus == 0 { String::new() } else { format!(", saltus {}", seen.saltus) };
            let shown =
                format!("period {}{saltus}, periodic from {} as far as seen", seen.length, seen.preperiod);
            match seen.applies_from() {
                Some(count) => {
                    format!("{shown}; the theorem needs the values of heaps 0 to {}", count.saturating_sub(1))
                }
                None => shown,
            }
        }
    }
}

/// The first number of values in which a period is sought.
const FIRST: usize = 128;

/// Computes values until a theorem applies to their period.
///
/// # Errors
///
/// [`NoPeriod`]: no theorem covers the code, or a limit was reached.
///
/// # Examples
///
/// ```
/// use bouton_core::{TakeAndBreakCode, Watch};
/// use bouton_sequence::{Theorem, prove};
///
/// let proof = prove(&TakeAndBreakCode::new(vec![0, 0, 7])?, &Watch::unlimited())?;
/// assert_eq!((proof.seen.length, proof.theorem), (34, Theorem::GuySmith));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove(code: &TakeAndBreakCode, watch: &Watch) -> Result<Proof, NoPeriod> {
    prove_on(Sequence::new(code), watch, &mut |_| Ok(()))
}

impl Proof {
    /// Continues the search of [`prove`] from the values that a sequence already has. `step` is
    /// called at intervals, for example to save the sequence.
    ///
    /// # Errors
    ///
    /// As [`prove`].
    pub fn resume(
        sequence: Sequence,
        watch: &Watch,
        step: &mut dyn FnMut(&Sequence) -> Result<(), LimitReached>,
    ) -> Result<Self, NoPeriod> {
        prove_on(sequence, watch, step)
    }
}

/// Reports the number of heaps whose values are known.
fn tell(sequence: &Sequence, watch: &Watch) {
    watch.tell(SearchCounts { positions: sequence.values().len() as u64, ..SearchCounts::default() });
}

fn prove_on(
    mut sequence: Sequence,
    watch: &Watch,
    step: &mut dyn FnMut(&Sequence) -> Result<(), LimitReached>,
) -> Result<Proof, NoPeriod> {
    let code = sequence.code().clone();
    let Some(theorem) = Theorem::of(&code) else { return Err(NoPeriod::NoTheorem) };
    watch.phase("computing Grundy values until a theorem applies");
    let mut count = FIRST.max(4 * code.digits().len()).max(sequence.values().len());
    let mut last_seen: Option<ApparentPeriod> = None;
    loop {
        let mut told = |sequence: &Sequence| {
            tell(sequence, watch);
            step(sequence)
        };
        let reached = sequence.extend_by_steps(count, watch, &mut told).and_then(|()| {
            tell(&sequence, watch);
            watch.spend(count as u64 / 256)?;
            step(&sequence)
        });
        if let Err(limit) = reached {
            let computed = sequence.values().len();
            let seen = ApparentPeriod::of(&code, sequence.values()).or(last_seen);
            return Err(NoPeriod::Limit { computed, seen, limit });
        }
        last_seen = ApparentPeriod::of(&code, sequence.values());
        match last_seen {
            Some(seen) if seen.proved => {
                let theorem = seen.window.map_or(theorem, |window| window.theorem);
                return Ok(Proof { seen, theorem, values: sequence.into_values() });
            }
            _ => {}
        }
        let computed = sequence.values().len();
        let needed = last_seen.and_then(|seen| seen.applies_from());
        // Continue exactly to the end of the window if a period is visible, otherwise by a fifth
        // more.
        let needed =
            needed.and_then(|needed| usize::try_from(needed).ok()).filter(|&needed| needed > computed);
        count = needed.unwrap_or(computed + computed / 5);
        // A period that is visible by chance must not extend the search too far at once.
        count = count.min(computed * 3);
    }
}

impl ApparentPeriod {
    /// Returns the period visible in the values of a code, with a saltus or without.
    ///
    /// ```
    /// use bouton_core::TakeAndBreakCode;
    /// use bouton_sequence::{ApparentPeriod, Values};
    ///
    /// let take_one = TakeAndBreakCode::new(vec![0, 3])?;
    /// let values: Values = (0..40).map(|n| n % 2).collect();
    /// assert_eq!(ApparentPeriod::of(&take_one, &values).unwrap().length, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(code: &TakeAndBreakCode, values: &Values) -> Option<Self> {
        seen(code, values).or_else(|| {
            // With finitely many digits, values grow without bound only if three heaps may be left.
            if code.is_finite() && !code.is_hexadecimal() { None } else { arithmetic(code, values) }
        })
    }
}

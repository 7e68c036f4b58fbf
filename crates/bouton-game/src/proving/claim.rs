//! Judgements of claims in words: a user's law of a game is compared with play, verified, or
//! refuted at the least position.

use std::time::Instant;

use bouton_cert::Certificate;
use bouton_core::{ControlState, Law, LimitReached, Ruleset, Valuation, Value, Watch};
use bouton_logic::{Claim, ClaimError, ClaimKind, MOST_TRIED, NoValue, least_difference};
use bouton_prove::{Goal, JudgeError as Unjudged, NumerationChoice, Opinion, verify_law};
use bouton_solve::Memo;
use num_bigint::BigUint;

use super::{
    Beside, Ending, Helps, JudgeError, NotFound, ProveError, ProveOptions, Refutation, accepted,
    claim_of_code, known_or_proved, prove_law_with, proved,
};
use crate::Playable;

/// The work of the compilation of the claim before it is compared with play.
const COMPILE_WORK: u64 = 1 << 20;
/// The work of the comparison with play after a verification that decides nothing; and once the claim is known to be
/// wrong, before and after the search for the law of the game.
const UNVERIFIED_WORK: u64 = 1 << 17;
const SOME_WORK: u64 = 1 << 21;
const MORE_WORK: u64 = 1 << 26;
/// The work of the search for the law of the game, for a claim that is known to be wrong or could not be verified, and
/// of the comparison with that law position by position.
const PROOF_WORK: u64 = 1 << 25;
const LAW_WORK: u64 = 1 << 22;
/// The most states of an automaton of a part of a claim, before it is minimised.
pub const MOST_STATES: usize = 1 << 17;
/// The numbers of positions at which the compiled law of a claim is compared with the words of the claim: of small
/// ones, in their order, and of larger ones.
const SMALL_COMPARED: usize = 100;
const LARGE_COMPARED: usize = 60;

/// Whether a text is a claim rather than the name of a file. A claim has an `=` or the word `iff`,
/// or begins with the name of an outcome or with `g` or `v`, followed by more words.
///
/// ```
/// use bouton::looks_like_a_claim;
///
/// assert!(looks_like_a_claim("P iff h1 = h2") && looks_like_a_claim("g=h1") && looks_like_a_claim("P if total even"));
/// assert!(!looks_like_a_claim("law.cert") && !looks_like_a_claim("P") && !looks_like_a_claim("my law.cert"));
/// ```
#[must_use]
pub fn looks_like_a_claim(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let named = words.next().is_some_and(|word| ["P", "N", "O", "Q", "g", "v"].contains(&word));
    !text.starts_with("bouton certificate")
        && (text.contains('=')
            || text.split_whitespace().any(|word| word == "iff")
            || named && words.next().is_some())
}

/// Judges a claim in words about a game: verifies it at all positions, or refutes it at the least
/// position where it is wrong, with the smallest total, then the first in lexicographic order.
///
/// If the checker accepts the claim without strategies, it is proved. Otherwise it is compared with play, position by
/// position, because a wrong claim is usually wrong at a small position; then strategies are sought.
///
/// # Errors
///
/// [`JudgeError`] if the claim cannot be read, or makes no sense for the game. A limit is an
/// [`Ending::NoLaw`].
///
/// # Examples
///
/// ```
/// use bouton::{Ending, Game, Watch, judge_claim};
///
/// let nim = Game::named("heaps 2; move take any from 1 heap")?.playable()?;
/// let judge = |claim| judge_claim(&nim, claim, None, &Watch::unlimited());
/// assert!(matches!(judge("P iff h1 = h2")?, Ending::Proved(_)));
/// assert!(matches!(judge("g = h1 xor h2")?, Ending::Proved(_)));
/// let Ending::Refuted(refuted) = judge("P iff h1 mod 4 = h2 mod 4")? else { panic!() };
/// assert_eq!(refuted.sentence(), "refuted: at 0,4 the claim says P, but it is N");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judge_claim(
    playable: &Playable,
    text: &str,
    states: Option<usize>,
    watch: &Watch,
) -> Result<Ending, JudgeError> {
    let started = Instant::now();
    let states = states.unwrap_or(MOST_STATES);
    if let (None, Some(code)) = (playable.ruleset(), playable.game().code()) {
        return claim_of_code::judge(playable, code, text, states, watch);
    }
    let ruleset = playable.ruleset().ok_or(JudgeError::Code)?;
    let faulty = |fault| JudgeError::Words { text: text.to_owned(), fault };
    let claim = Claim::read(text, ruleset).map_err(faulty)?;
    if claim.kind() == ClaimKind::Grundy {
        ruleset.sprague_grundy().map_err(|error| ProveError::NoGrundyValues(error.to_string()))?;
    }
    // A claim that the checker accepts at once is not compared with play.
    let compiled = claim.law(ruleset, states, &watch.within(COMPILE_WORK)).ok();
    let mut many_windows = false;
    if let Some(law) = &compiled {
        compare_with_words(ruleset, &claim, law)?;
        let beside = Beside::new(ruleset, watch);
        if beside.opinion(&windows_of(ruleset, law)) == Opinion::Accepted
            && let Some((theorem, checked)) = beside.found()
        {
            return Ok(accepted(theorem, None, started.elapsed().saturating_sub(checked), checked));
        }
        many_windows = beside.has_many();
    }
    // The rules take memory, too.
    let begun = watch.hold(ruleset.counted_bytes()).and_then(|rules| {
        let play = Play::new(playable, ruleset, &claim, watch)?;
        Ok((play, rules))
    });
    let (mut play, _rules) = match begun {
        Ok(begun) => begun,
        Err(limit) => {
            let (reason, helps) = (limit.to_string(), Some((&limit).into()));
            return Ok(Ending::NoLaw(NotFound { reason, helps, tried: Vec::new(), agrees_upto: None }));
        }
    };
    // A claim that takes much work to compile is compared with more of play first.
    let mut stages = usize::from(compiled.is_none())..;
    let (mut compared, mut compiled) = (compiled.is_some(), compiled);
    let (law, verified) = loop {
        let (work, verification) = work_of_stage(stages.next().unwrap_or(usize::MAX));
        match play.go_on(work, None) {
            Ok(None) => {}
            Ok(Some(refuted)) => return Ok(Ending::Refuted(refuted)),
            Err(limit) => return Ok(play.undecided(limit.to_string(), (&limit).into())),
        }
        let stage = verification.map(|work| watch.within(work));
        let (stage, is_last) = (stage.as_ref().unwrap_or(watch), stage.is_none());
        let law = match compiled.take().map_or_else(|| claim.law(ruleset, states, stage), Ok) {
            Ok(law) => law,
            Err(ClaimError::Undecided(bouton_logic::Undecided::Limit(_))) if !is_last => {
                play.has_values()?;
                continue;
            }
            Err(ClaimError::Fault(fault)) => return Err(faulty(fault)),
            Err(ClaimError::Undecided(limit)) => {
                let helps = match &limit {
                    bouton_logic::Undecided::Limit(limit) => limit.into(),
                    bouton_logic::Undecided::States(_) => Helps::States,
                    _ => Helps::Nothing,
                };
                return play.unverified(format!("while the claim was compiled, {limit}"), helps, watch);
            }
            Err(error) => return Err(JudgeError::Claim(error.to_string())),
        };
        play.has_values()?;
        if !compared {
            compare_with_words(ruleset, &claim, &law)?;
            compared = true;
        }
        match verify_law(ruleset, &law, stage) {
            Err(Unjudged::Relation(_) | Unjudged::Verify(_) | Unjudged::Solve(_)) if !is_last => {
                compiled = Some(law);
            }
            verified => break (law, verified),
        }
    };
    let suspects = match verified {
        Ok(Ok(certificate)) => {
            return Ok(proved(ruleset, &certificate, (None, many_windows), started, watch)?);
        }
        Ok(Err(suspects)) => suspects,
        Err(Unjudged::Misfit(reason)) => return Err(JudgeError::Misfit(reason)),
        Err(error @ (Unjudged::NoGrundyValues(_) | Unjudged::NimHeap(_))) => {
            return Err(ProveError::NoGrundyValues(error.to_string()).into());
        }
        Err(error) => {
            let helps = match &error {
                Unjudged::Relation(limit) => limit.into(),
                Unjudged::Verify(limit) => limit.into(),
                Unjudged::Solve(limit) => limit.into(),
                _ => Helps::Nothing,
            };
            return play.unverified(error.to_string(), helps, watch);
        }
    };
    // The claim is wrong at one of the suspects. The least such position is found by play, or by
    // the law of the game.
    let dimension = ruleset.dimension();
    let total = |(coordinates, _): &(Vec<u64>, ControlState)| coordinates[..dimension].iter().sum::<u64>();
    let upto = suspects.iter().map(total).max();
    let found = play.go_on(SOME_WORK, upto);
    let found = match found {
        Ok(None) => play.by_law(Some(&law), watch)?,
        found => found,
    };
    let found = match found {
        Ok(None) => play.go_on(MORE_WORK, upto),
        found => found,
    };
    match found {
        Ok(None) => {}
        Ok(Some(refuted)) => {
            let states = Some(law.automaton.states());
            return Ok(Ending::Refuted(Refutation { states, ..refuted }));
        }
        Err(limit) => return Ok(play.undecided(limit.to_string(), (&limit).into())),
    }
    let reason = "the claim does not satisfy the rule of play at all positions, but no position with a wrong value was \
                  found within the limits";
    let helps = if play.of.lacks_memory { Helps::Memory } else { Helps::Nothing };
    Ok(play.undecided(reason.to_owned(), helps))
}

/// The work of a stage of a judgement: of the comparison with play, then of the verification; the last verification has
/// all of the work. A wrong claim is usually wrong at a small position, and a right one is usually verified with little
/// work.
fn work_of_stage(stage: usize) -> (u64, Option<u64>) {
    match stage {
        0 => (1 << 9, Some(1 << 14)),
        1 => (1 << 14, Some(1 << 22)),
        _ => (UNVERIFIED_WORK, None),
    }
}

/// Compares a claim with play at small positions. Returns the least position at which it is wrong,
/// if `work` suffices to find one.
///
/// # Errors
///
/// [`JudgeError`] if the claim cannot be read, or makes no sense for the game.
pub(crate) fn compared_with_play(
    playable: &Playable,
    text: &str,
    work: u64,
    watch: &Watch,
) -> Result<Option<Refutation>, JudgeError> {
    let ruleset = playable.ruleset().ok_or(JudgeError::Code)?;
    let faulty = |fault| JudgeError::Words { text: text.to_owned(), fault };
    let claim = Claim::read(text, ruleset).map_err(faulty)?;
    if claim.kind() == ClaimKind::Grundy {
        ruleset.sprague_grundy().map_err(|error| ProveError::NoGrundyValues(error.to_string()))?;
    }
    let compared = Play::new(playable, ruleset, &claim, watch).and_then(|mut play| play.go_on(work, None));
    Ok(compared.unwrap_or(None))
}

/// A comparison of a claim with values of the game, in the order of the totals of positions.
struct Comparison<'a> {
    playable: &'a Playable,
    ruleset: &'a Ruleset,
    claim: &'a Claim,
    /// The total up to which all positions agree.
    done: Option<u64>,
    /// Whether the claim has no value at some position.
    no_value: bool,
    /// Whether the values of further positions need more memory.
    lacks_memory: bool,
}

/// A comparison of a claim with play.
struct Play<'a> {
    of: Comparison<'a>,
    stage: Watch,
    values: Memo,
}

impl<'a> Play<'a> {
    fn new(
        playable: &'a Playable,
        ruleset: &'a Ruleset,
        claim: &'a Claim,
        watch: &Watch,
    ) -> Result<Self, LimitReached> {
        let stage = watch.within_memory(watch.memory_limit() / 4).within(0);
        let valuation = match claim.kind() {
            ClaimKind::Outcomes => Valuation::outcome(ruleset.convention()),
            ClaimKind::Grundy => Valuation::Grundy,
        };
        let values = stage.prepare(|| Memo::new(ruleset, valuation, &stage))?;
        let of = Comparison { playable, ruleset, claim, done: None, no_value: false, lacks_memory: false };
        Ok(Self { of, stage, values })
    }

    fn no_law(&self, reason: String, helps: Helps) -> Ending {
        let agrees_upto = self.of.done.filter(|_| !self.of.claim.is_implicit());
        Ending::NoLaw(NotFound { reason, helps: Some(helps), tried: Vec::new(), agrees_upto })
    }

    /// Returns an error if the claim has no value at a position that was compared.
    fn has_values(&self) -> Result<(), JudgeError> {
        match self.of.no_value {
            true => {
                Err(JudgeError::Claim("a number of the claim is too large at a small position".to_owned()))
            }
            false => Ok(()),
        }
    }

    /// Returns the ending where the claim could not be verified: it is compared with more of play, and with the law of
    /// the game.
    fn unverified(&mut self, reason: String, helps: Helps, watch: &Watch) -> Result<Ending, JudgeError> {
        let found = match self.go_on(UNVERIFIED_WORK, None) {
            Ok(None) => self.by_law(None, watch)?,
            found => found,
        };
        Ok(match found {
            Ok(Some(refuted)) => Ending::Refuted(refuted),
            Ok(None) | Err(_) => self.undecided(reason, helps),
        })
    }

    /// Returns the ending at a limit.
    fn undecided(&self, reason: String, helps: Helps) -> Ending {
        let compared = self.of.done.map_or_else(String::new, |upto| {
            let beyond = if self.of.claim.is_implicit() { ", as far as numbers were tried" } else { "" };
            format!(
                "; the claim agrees with play at all positions whose numbers have a total up to {upto}{beyond}"
            )
        });
        self.no_law(reason + &compared, helps)
    }

    /// Compares further positions, up to a total if there is one; returns the least one at which
    /// the claim is wrong. The end of time is an error; at other limits the result is `None`.
    fn go_on(&mut self, work: u64, upto: Option<u64>) -> Result<Option<Refutation>, LimitReached> {
        self.stage.grant(work);
        self.of.compare(upto, &self.stage, &mut |at, control| self.values.value(at, control))
    }

    /// Returns the least position at which the claim differs from the law of the game: of all positions if both laws
    /// read the same digits, else of those that are compared one by one.
    fn by_law(
        &mut self,
        claimed: Option<&Law>,
        watch: &Watch,
    ) -> Result<Result<Option<Refutation>, LimitReached>, ProveError> {
        let goal = match self.of.claim.kind() {
            ClaimKind::Outcomes => Goal::Outcome,
            ClaimKind::Grundy => Goal::Grundy,
        };
        let proof = watch.within(PROOF_WORK);
        let law = law_of(known_or_proved(self.of.playable, goal, None, &proof)?);
        let Some(law) = law else { return Ok(at_end_of_time(watch)) };
        if let Some(claimed) = claimed {
            let same = if law.numeration() == claimed.numeration() {
                Some(law.clone())
            } else {
                let numeration = NumerationChoice::Only(claimed.numeration().clone());
                let options = ProveOptions { numeration, ..ProveOptions::default() };
                law_of(prove_law_with(self.of.playable, goal, &options, &watch.within(PROOF_WORK))?)
            };
            let found = same.map(|law| self.of.difference(claimed, &law, &watch.within(PROOF_WORK)));
            if let Some(refuted) = found.flatten() {
                return Ok(Ok(Some(refuted)));
            }
        }
        let stage = watch.within(LAW_WORK);
        Ok(self.of.compare(None, &stage, &mut |at, control| value_by(&law, goal, at, control, &stage)))
    }
}

impl Comparison<'_> {
    /// Compares further positions with values of the game, as [`Play::go_on`].
    fn compare(
        &mut self,
        upto: Option<u64>,
        watch: &Watch,
        value: ValueAt<'_>,
    ) -> Result<Option<Refutation>, LimitReached> {
        let mut total = self.done.map_or(0, |done| done + 1);
        while upto.is_none_or(|upto| total <= upto) {
            match self.wrong(total, watch, value) {
                Ok(Some((coordinates, control, value))) => {
                    return Ok(Some(self.refuted(&coordinates, control, value)));
                }
                Ok(None) if self.no_value => return Ok(None),
                Ok(None) => self.done = Some(total),
                Err(limit) if limit.ends_all() => return Err(limit),
                Err(limit) => {
                    self.lacks_memory |= matches!(limit, LimitReached::Memory { .. });
                    return Ok(None);
                }
            }
            total += 1;
        }
        Ok(None)
    }

    /// Returns the first position of a total at which the claim is wrong, with its value.
    fn wrong(
        &mut self,
        total: u64,
        watch: &Watch,
        value: ValueAt<'_>,
    ) -> Result<Option<(Vec<u64>, ControlState, Value)>, LimitReached> {
        let dimension = self.ruleset.dimension();
        let mut position = vec![0; dimension];
        let Some(last) = position.last_mut() else { return Ok(None) };
        *last = total;
        loop {
            watch.spend(1)?;
            if self.ruleset.has(&position) {
                for control in self.ruleset.control_states() {
                    let value = value(&position, control)?;
                    match self.claim.claims(control.index(), &position, value) {
                        Ok(true) => {}
                        Ok(false) => return Ok(Some((position, control, value))),
                        Err(NoValue) => {
                            self.no_value = true;
                            return Ok(None);
                        }
                    }
                }
            }
            if !next_of_total(&mut position) {
                return Ok(None);
            }
        }
    }

    /// Returns the refutation at a position with this value.
    fn refuted(&self, coordinates: &[u64], control: ControlState, value: Value) -> Refutation {
        let claimed = self.claim.value(control.index(), coordinates).ok();
        let outcome = |value: Value| Valuation::outcome(self.ruleset.convention()).value_name(value);
        let (claimed, value) = match (self.claim.kind(), claimed.map(Value::try_from)) {
            (ClaimKind::Outcomes, Some(Ok(claimed))) => (outcome(claimed), outcome(value)),
            _ => (claimed_in_words(claimed, &value.to_string()), format!("Grundy value {value}")),
        };
        let big: Vec<BigUint> = coordinates.iter().copied().map(BigUint::from).collect();
        let position = self.playable.write(&big, control).to_string();
        Refutation { position, claimed, value, states: None }
    }

    /// Returns the least position at which the laws differ; `None` if none was found within the limits.
    fn difference(&self, claimed: &Law, law: &Law, watch: &Watch) -> Option<Refutation> {
        let least = least_difference(claimed, law, self.ruleset, MOST_STATES, watch).ok()?;
        let (coordinates, control) = least?;
        let outcome = |value: Option<BigUint>| {
            let value = value.and_then(|value| Value::try_from(value).ok()).unwrap_or_default();
            Valuation::outcome(self.ruleset.convention()).value_name(value)
        };
        let (claimed, value) = (claimed.value(control, &coordinates), law.value(control, &coordinates));
        let (claimed, value) = match self.claim.kind() {
            ClaimKind::Outcomes => (outcome(claimed), outcome(value)),
            ClaimKind::Grundy if claimed == value => (SEVERAL.to_owned(), grundy_in_words(value)),
            ClaimKind::Grundy => (grundy_in_words(claimed), grundy_in_words(value)),
        };
        let position = self.playable.write(&coordinates, control).to_string();
        Some(Refutation { position, claimed, value, states: None })
    }
}

/// The value of a position, for a comparison.
type ValueAt<'a> = &'a mut dyn FnMut(&[u64], ControlState) -> Result<Value, LimitReached>;

/// The law that a search found.
fn law_of(ending: Ending) -> Option<Law> {
    let Ending::Proved(proved) = ending else { return None };
    proved.theorem.law().map(|law| law.law().clone())
}

/// No refutation; the end of time ends everything.
fn at_end_of_time(watch: &Watch) -> Result<Option<Refutation>, LimitReached> {
    match watch.check() {
        Err(limit) if limit.ends_all() => Err(limit),
        _ => Ok(None),
    }
}

/// The outcome or Grundy value of a position by a proved law.
fn value_by(
    law: &Law,
    goal: Goal,
    at: &[u64],
    control: ControlState,
    watch: &Watch,
) -> Result<Value, LimitReached> {
    let is_direct = !law.nim_heap && (law.valuation == Valuation::Grundy) == (goal == Goal::Grundy);
    if is_direct {
        return Ok(law.valuation.coarse(law.automaton.evaluate_small(control.index(), at)));
    }
    let big: Vec<BigUint> = at.iter().copied().map(BigUint::from).collect();
    if goal == Goal::Outcome {
        return Ok(law.outcome_within(control, &big, watch)?.number());
    }
    let value = law.value_within(control, &big, watch)?;
    let small = value.and_then(|value| Value::try_from(value).ok());
    small.ok_or(LimitReached::Coordinate(u64::MAX))
}

/// What a claim `g iff …` says of a position where it holds for the Grundy value and for others.
const SEVERAL: &str = "several Grundy values";

fn grundy_in_words(value: Option<BigUint>) -> String {
    value.map_or_else(|| "no Grundy value".to_owned(), |value| format!("Grundy value {value}"))
}

/// Says which Grundy value a wrong claim has at a position with this Grundy value: the words of `g iff …` may hold for
/// the right number and for others, or for none of those that are tried.
pub(super) fn claimed_in_words(claimed: Option<i128>, value: &str) -> String {
    match claimed {
        None => format!("no Grundy value below {MOST_TRIED}"),
        Some(claimed) if claimed.to_string() == value => SEVERAL.to_owned(),
        Some(claimed) => format!("Grundy value {claimed}"),
    }
}

/// Compares the compiled law of a claim with the words of the claim, at small positions and at some larger ones. They are
/// two readings of one text. Where the words have no value, nothing is compared.
fn compare_with_words(ruleset: &Ruleset, claim: &Claim, law: &Law) -> Result<(), ProveError> {
    let compare = |position: &[u64]| {
        if !ruleset.has(position) {
            return Ok(());
        }
        for control in ruleset.control_states() {
            let Ok(said) = claim.value(control.index(), position) else { continue };
            let compiled = match law.nim_heap {
                false => {
                    let output = law.automaton.evaluate_small(control.index(), position);
                    Some(i128::from(law.valuation.coarse(output)))
                }
                // Both are asked whether this number is a value: the words of `g iff …` may hold for several.
                true => u64::try_from(said).ok().and_then(|value| {
                    let output =
                        law.automaton.evaluate_small(control.index(), &[position, &[value]].concat());
                    (output == 0).then_some(said)
                }),
            };
            // A negative Grundy value does not exist.
            if compiled != Some(said).filter(|&value| value >= 0) {
                let why = format!("the automaton of the claim is wrong at {position:?}");
                return Err(ProveError::Defect(why));
            }
        }
        Ok(())
    };
    let (mut position, mut total) = (vec![0; ruleset.dimension()], 0);
    for _ in 0..SMALL_COMPARED {
        compare(&position)?;
        if !next_of_total(&mut position) {
            total += 1;
            position.fill(0);
            let Some(last) = position.last_mut() else { return Ok(()) };
            *last = total;
        }
    }
    // Numbers of one to ten binary digits, in a fixed order.
    let mut seed = 1u64;
    for _ in 0..LARGE_COMPARED {
        for number in &mut position {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *number = (seed >> 54) >> (seed >> 32 & 7);
        }
        compare(&position)?;
    }
    Ok(())
}

/// The certificate of a law by windows, without strategies.
fn windows_of(ruleset: &Ruleset, law: &Law) -> Certificate {
    let claim = bouton_cert::Claim::Windows(law.clone());
    Certificate { game: ruleset.text().to_owned(), order: ruleset.named_order(), claim }
}

/// Moves to the next position with the same total in lexicographic order.
fn next_of_total(position: &mut [u64]) -> bool {
    // The last number that is not 0 gives one to its left neighbour, and the rest goes to the end.
    let Some(from) = position.iter().rposition(|&number| number > 0).filter(|&from| from > 0) else {
        return false;
    };
    let rest = position[from] - 1;
    position[from] = 0;
    position[from - 1] += 1;
    if let Some(last) = position.last_mut() {
        *last = rest;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_a_total_come_in_order() {
        let (mut position, mut all) = (vec![0, 0, 2], vec![]);
        loop {
            all.push(position.clone());
            if !next_of_total(&mut position) {
                break;
            }
        }
        assert_eq!(all, [[0, 0, 2], [0, 1, 1], [0, 2, 0], [1, 0, 1], [1, 1, 0], [2, 0, 0]]);
    }
}

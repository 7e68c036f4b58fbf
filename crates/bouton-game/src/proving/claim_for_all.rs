//! Judgements of claims in words about every number of heaps at once.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    ops::ControlFlow,
    time::Instant,
};

use bouton_cert::NumbersOfHeaps;
use bouton_core::{ControlState, Valuation, Value, Watch};
use bouton_logic::{Alike, Claim, ClaimKind, FirstColumn, NoValue, Reach};
use bouton_prove::{Goal, ProveOptions};
use bouton_rules::Game;
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::{
    Ending, Helps, JudgeError, NotFound, ProvedTheorem, Refutation, judge_claim, prove_every_number,
};
use crate::{Playable, PlayableError, Theorem};

/// The work of the comparison with the theorem before the claim is proved, a unit for each
/// position.
const FIRST_WORK: u64 = 1 << 14;
/// The most heaps for which automata prove the claim.
const MOST_HEAPS: usize = 8;
/// The most positions of a choice of classes, and the most heaps in one of them.
const MOST_CHOICES: u64 = 1 << 22;
const MOST_CHOSEN: u64 = 1 << 10;

/// Judges a claim in words about a game with any number of heaps: proves it for every number of
/// them, or refutes it at the position with the smallest total, then the fewest heaps, then the
/// first in lexicographic order.
///
/// The theorem of the game is proved first. The claim is the same law if both agree at finitely
/// many positions, one of each kind that the claim or the theorem can distinguish ([`Reach`]).
///
/// # Errors
///
/// [`JudgeError`] if the claim cannot be read, or makes no sense for the game. If the game has no
/// theorem for every number of heaps, or the claim is of another kind, the ending is
/// [`Ending::NoLaw`].
///
/// # Examples
///
/// ```
/// use bouton::{Ending, Game, ProveOptions, Watch, judge_claim_for_every_number};
///
/// let (nim, options, watch) = (Game::named("nim")?, ProveOptions::default(), Watch::unlimited());
/// let judge = |claim| judge_claim_for_every_number(nim.rules(), claim, &options, &watch);
/// assert!(matches!(judge("P iff columns mod 2 = 0")?, Ending::Proved(_)));
/// let Ending::Refuted(refuted) = judge("P iff columns mod 4 = 0")? else { panic!() };
/// assert_eq!(refuted.sentence(), "refuted: at 1,1 the claim says N, but it is P");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judge_claim_for_every_number(
    game: &Game,
    text: &str,
    options: &ProveOptions,
    watch: &Watch,
) -> Result<Ending, JudgeError> {
    let started = Instant::now();
    // Some rules need several heaps.
    let least = (1..=MOST_HEAPS).find_map(|heaps| match Playable::within(game, Some(heaps), watch) {
        Err(PlayableError::Limit(limit)) => Some(Err(limit)),
        playable => playable.ok().map(Ok),
    });
    let least = match least {
        Some(Ok(least)) => least,
        Some(Err(limit)) => return Ok(Ending::no_law(limit.to_string(), (&limit).into())),
        None => return Ok(undecided("the rules have no game of few heaps")),
    };
    let ruleset = least.ruleset().ok_or(JudgeError::Code)?;
    let faulty = |fault| JudgeError::Words { text: text.to_owned(), fault };
    let reach = Reach::of(text, ruleset).map_err(faulty)?;
    if reach.names_heaps {
        return Ok(undecided("the claim names heaps, and is judged for a fixed number of them"));
    }
    let claim = Claim::read(text, ruleset).map_err(faulty)?;
    if ruleset.controls().len() > 1 {
        return Ok(undecided(
            "claims about games with control states are judged for a fixed number of heaps",
        ));
    }
    let goal = match claim.kind() {
        ClaimKind::Outcomes => Goal::Outcome,
        ClaimKind::Grundy => Goal::Grundy,
    };
    let theorem = match prove_every_number(game, Some(goal), options, watch)? {
        Ending::Proved(proved) => proved.theorem,
        ending => return Ok(ending),
    };
    if theorem.numbers_of_heaps() != Some(NumbersOfHeaps::All) || theorem.quotient().is_some() {
        return Ok(undecided("claims are not compared with this kind of theorem"));
    }
    let least = ruleset.dimension();
    let mut judged = Judged {
        game,
        text,
        theorem: &theorem,
        kind: claim.kind(),
        least,
        claims: BTreeMap::new(),
        done: None,
        watch,
    };
    let first = watch.within(FIRST_WORK);
    if let Some(refuted) = judged.compare(&first)? {
        return Ok(Ending::Refuted(refuted));
    }
    if let Err(limit) = watch.check() {
        return Ok(judged.no_law(&limit.to_string(), Some((&limit).into())));
    }
    let columns = reach.columns.zip(theorem.alike_columns()).and_then(|(one, other)| one.and(other));
    let classes = reach.classes.zip(theorem.alike_heaps()).and_then(|(claimed, heaps)| {
        let two = Alike { threshold: 0, period: 2 };
        Some((claimed.heaps.and(heaps)?, claimed.counts.and(two)?))
    });
    let first = match theorem.by_first_column() {
        Some(known) => {
            let claimed = FirstColumn::of(text, ruleset).map_err(faulty)?;
            claimed.is_some_and(|claimed| claimed.values == known).then(|| {
                "both are decided by the first column in which the number of ones is not divisible, and by the heaps that \
                 are linked, in the same way"
                    .to_owned()
            })
        }
        None => None,
    };
    let verified = match (first, columns, classes) {
        (Some(why), ..) => Verified::Yes(why),
        (None, Some(alike), _) => judged.by_columns(alike, options, watch)?,
        (None, None, Some((heaps, counts))) => judged.by_classes(heaps, counts, watch)?,
        (None, None, None) => Verified::Unknown(
            "the claim and the theorem of the game are not decided by the same properties of the heaps"
                .to_owned(),
            None,
        ),
    };
    Ok(match verified {
        Verified::Yes(why) => {
            let seconds = started.elapsed().as_secs_f64();
            let remark = format!(
                "The claim was verified to be this law for every number of heaps: {why}.\n\nproved in {seconds:.2} s, \
                 certificate accepted by the checker"
            );
            Ending::Proved(Box::new(ProvedTheorem { theorem, remark, states: None, statistics: None }))
        }
        Verified::Wrong(heaps) => {
            let (claimed, value) = judged.values(&heaps)?;
            Ending::Refuted(judged.refuted(&heaps, claimed, value))
        }
        Verified::Unknown(reason, helps) => judged.no_law(&reason, helps),
    })
}

/// Returns the game of this many heaps.
fn of_heaps(game: &Game, heaps: usize, watch: &Watch) -> Result<Playable, JudgeError> {
    Playable::within(game, Some(heaps), watch).map_err(|error| match error {
        PlayableError::Limit(limit) => limit.into(),
        error => JudgeError::Claim(error.to_string()),
    })
}

fn undecided(reason: &str) -> Ending {
    Ending::NoLaw(NotFound { reason: reason.to_owned(), helps: None, tried: Vec::new(), agrees_upto: None })
}

/// The result of the verification of a claim.
enum Verified {
    /// The claim is verified, for this reason.
    Yes(String),
    /// The claim is wrong at this position, and at no earlier one.
    Wrong(Vec<u64>),
    /// The claim was not decided, for this reason.
    Unknown(String, Option<Helps>),
}

/// A claim, and the theorem of its game.
struct Judged<'a> {
    game: &'a Game,
    text: &'a str,
    theorem: &'a Theorem,
    kind: ClaimKind,
    /// The least number of heaps that the rules have.
    least: usize,
    /// The claim by the number of heaps.
    claims: BTreeMap<usize, Claim>,
    /// The total up to which all positions agree.
    done: Option<u64>,
    watch: &'a Watch,
}

impl Judged<'_> {
    fn no_law(&self, reason: &str, helps: Option<Helps>) -> Ending {
        let compared = self.done.map_or_else(String::new, |upto| {
            format!("; the claim agrees with play at all positions with a total up to {upto}")
        });
        Ending::NoLaw(NotFound {
            reason: format!("{reason}{compared}"),
            helps,
            tried: Vec::new(),
            agrees_upto: self.done,
        })
    }

    /// Returns the claimed and the true value of a position.
    fn values(&mut self, heaps: &[u64]) -> Result<(Result<i128, NoValue>, i128), JudgeError> {
        let mut heaps = heaps.to_vec();
        // Empty heaps change nothing in the game; the claim may count them, where there are too few
        // others.
        while heaps.len() < self.least {
            heaps.insert(0, 0);
        }
        let claim = match self.claims.entry(heaps.len()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let playable = of_heaps(self.game, heaps.len(), self.watch)?;
                let ruleset = playable.ruleset().ok_or(JudgeError::Code)?;
                let read = Claim::read(self.text, ruleset);
                new.insert(read.map_err(|fault| JudgeError::Words { text: self.text.to_owned(), fault })?)
            }
        };
        let claimed = claim.value(0, &heaps);
        let big: Vec<BigUint> = heaps.iter().copied().map(BigUint::from).collect();
        let value = self.theorem.value_of_heaps(&big, ControlState(0)).and_then(|value| value.to_i128());
        let value =
            value.ok_or_else(|| JudgeError::Claim("the theorem has no value of a position".to_owned()))?;
        // The theorem of a sum is about Grundy values.
        let outcome = self.kind == ClaimKind::Outcomes && !self.theorem.reads_all_heaps();
        Ok((claimed, if outcome { i128::from(value != 0) } else { value }))
    }

    /// Compares positions in their order; returns the least one at which the claim is wrong. At a
    /// limit of the watch the result is `None`.
    fn compare(&mut self, watch: &Watch) -> Result<Option<Refutation>, JudgeError> {
        let mut total = self.done.map_or(0, |done| done + 1);
        loop {
            for count in 1..=total.max(1) {
                let mut found = None;
                let visited = partitions(total, count, &mut Vec::new(), &mut |heaps| {
                    if let Err(limit) = watch.spend(1) {
                        return ControlFlow::Break(Err(limit));
                    }
                    found = match self.values(heaps) {
                        Ok((claimed, value)) if claimed == Ok(value) => return ControlFlow::Continue(()),
                        Ok((claimed, value)) => Some(Ok(self.refuted(heaps, claimed, value))),
                        Err(JudgeError::Limit(limit)) => return ControlFlow::Break(Err(limit)),
                        Err(error) => Some(Err(error)),
                    };
                    ControlFlow::Break(Ok(()))
                });
                match (visited, found) {
                    (_, Some(found)) => return found.map(Some),
                    (ControlFlow::Break(Err(_)), None) => return Ok(None),
                    _ => {}
                }
            }
            self.done = Some(total);
            total += 1;
        }
    }

    fn refuted(&self, heaps: &[u64], claimed: Result<i128, NoValue>, value: i128) -> Refutation {
        let name =
            |value: Option<i128>| match (self.kind, value.and_then(|value| Value::try_from(value).ok())) {
                (_, None) => "no value".to_owned(),
                (ClaimKind::Outcomes, Some(value)) => {
                    Valuation::outcome(self.game.convention()).value_name(value)
                }
                (ClaimKind::Grundy, Some(value)) => format!("Grundy value {value}"),
            };
        let heaps: Vec<String> = heaps.iter().map(ToString::to_string).collect();
        Refutation {
            position: if heaps.is_empty() { "0".to_owned() } else { heaps.join(",") },
            claimed: name(claimed.ok()),
            value: name(Some(value)),
            states: None,
        }
    }

    /// Verifies the claim where the numbers of ones in each place decide. Each number is equivalent
    /// to one below t + p, and so every position is equivalent to one of t + p − 1 heaps, for which
    /// the claim is proved.
    fn by_columns(
        &self,
        alike: Alike,
        options: &ProveOptions,
        watch: &Watch,
    ) -> Result<Verified, JudgeError> {
        let heaps = usize::try_from(alike.number() - 1).unwrap_or(usize::MAX).max(self.least);
        if heaps > MOST_HEAPS {
            return Ok(Verified::Unknown(
                format!("the claim would have to be proved of {heaps} heaps first"),
                None,
            ));
        }
        let playable = of_heaps(self.game, heaps, watch)?;
        Ok(match judge_claim(&playable, self.text, Some(options.states), watch)? {
            Ending::Proved(_) => Verified::Yes(format!(
                "it was proved of {}, and it is decided, as the law is, by the number of heaps that have a 1 in each binary \
                 place, {}",
                crate::terms::counted(heaps, "heap"),
                in_words(alike)
            )),
            // With fewer ones in a place the total is smaller, so the least position of this many
            // heaps is the least of all.
            Ending::Refuted(refuted) => {
                let numbers = refuted.position.split(',').filter_map(|number| number.parse::<u64>().ok());
                let heaps: Vec<u64> = numbers.filter(|&number| number > 0).collect();
                Verified::Wrong(if heaps.is_empty() { vec![0] } else { heaps })
            }
            Ending::NoLaw(none) => Verified::Unknown(none.reason, none.helps),
        })
    }

    /// Verifies the claim where the numbers of heaps of each class decide, at one position for each
    /// choice of these numbers.
    fn by_classes(&mut self, heaps: Alike, counts: Alike, watch: &Watch) -> Result<Verified, JudgeError> {
        let (classes, each) = (heaps.number(), counts.number());
        let choices = u32::try_from(classes).ok().and_then(|classes| each.checked_pow(classes));
        let Some(choices) = choices.filter(|&all| all <= MOST_CHOICES && classes * (each - 1) <= MOST_CHOSEN)
        else {
            let why = format!("{classes} classes of heaps are too many to compare the claim with the law");
            return Ok(Verified::Unknown(why, None));
        };
        let mut wrong: Option<Vec<u64>> = None;
        for choice in 0..choices {
            let (mut position, mut rest) = (Vec::new(), choice);
            for class in 0..classes {
                position.extend((0..rest % each).map(|_| class));
                rest /= each;
            }
            if let Err(limit) = watch.spend(1 + position.len() as u64) {
                return Ok(Verified::Unknown(limit.to_string(), Some((&limit).into())));
            }
            let (claimed, value) = self.values(&position)?;
            let key = |heaps: &Vec<u64>| (heaps.iter().sum::<u64>(), heaps.len(), heaps.clone());
            if claimed != Ok(value) && wrong.as_ref().is_none_or(|known| key(&position) < key(known)) {
                wrong = Some(position);
            }
        }
        // Each position is equivalent to one of these with at most the same total, and no more
        // heaps.
        if let Some(position) = wrong {
            return Ok(Verified::Wrong(position));
        }
        Ok(Verified::Yes(format!(
            "it was compared with the law at {choices} positions, and both are decided by the number of heaps of each of \
             {classes} classes, {}",
            in_words(counts)
        )))
    }
}

/// Describes which numbers are equivalent.
fn in_words(alike: Alike) -> String {
    match (alike.threshold, alike.period) {
        (threshold, 1) => format!("numbers from {threshold} on not told apart"),
        (0, period) => format!("modulo {period}"),
        (threshold, period) => format!("modulo {period} from {threshold} on"),
    }
}

/// Visits the partitions of a total into `count` heaps in ascending order, lexicographically. Heaps
/// are not empty, except for a total of 0.
fn partitions<B>(
    total: u64,
    count: u64,
    before: &mut Vec<u64>,
    visit: &mut impl FnMut(&[u64]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let least = before.last().copied().unwrap_or(u64::from(total > 0));
    if count == 1 {
        before.push(total);
        let visited = visit(before);
        before.pop();
        return visited;
    }
    for heap in least..=total / count {
        before.push(heap);
        partitions(total - heap, count - 1, before, visit)?;
        before.pop();
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_a_total_come_in_order() {
        let mut all = Vec::new();
        for count in 1..=4 {
            let visited: ControlFlow<()> = partitions(4, count, &mut Vec::new(), &mut |heaps| {
                all.push(heaps.to_vec());
                ControlFlow::Continue(())
            });
            assert!(visited.is_continue());
        }
        assert_eq!(all, [vec![4], vec![1, 3], vec![2, 2], vec![1, 1, 2], vec![1, 1, 1, 1]]);
    }

    fn judge(game: &str, claim: &str) -> Ending {
        let game = bouton_rules::resolve(game).unwrap();
        judge_claim_for_every_number(&game, claim, &ProveOptions::default(), &Watch::unlimited()).unwrap()
    }

    #[test]
    fn laws_of_the_literature_are_proved_and_changed_ones_refuted() {
        let few = "heaps any; move take 1..3 from 1 heap";
        let moore = "heaps any; move take any from at most 2 heaps";
        let misere =
            "P iff count(heap >= 2) = 0 and total mod 2 = 1 or count(heap >= 2) > 0 and nimsum(heap) = 0";
        for (game, claim) in [
            ("nim", "P iff nimsum(heap) = 0"),
            ("nim", "g = nimsum(heap)"),
            ("nim", "g = nimsum(heap) mod 2 + 2 * nimsum(heap div 2)"),
            ("misere-nim", misere),
            (moore, "P iff columns mod 3 = 0"),
            (few, "P iff nimsum(heap mod 4) = 0"),
            (few, "g = nimsum(heap mod 4)"),
            (
                few,
                "P iff (count(heap mod 4 = 1) + count(heap mod 4 = 3)) mod 2 = 0 and (count(heap mod 4 = 2) + count(heap mod 4 = 3)) mod 2 = 0",
            ),
        ] {
            assert!(matches!(judge(game, claim), Ending::Proved(_)), "{game}: {claim}");
        }
        let wrong = |game, claim| match judge(game, claim) {
            Ending::Refuted(refuted) => (refuted.position, refuted.claimed, refuted.value),
            other => panic!("{game}: {claim}: {other:?}"),
        };
        let found = |position: &str, claimed: &str, value: &str| {
            (position.to_owned(), claimed.to_owned(), value.to_owned())
        };
        assert_eq!(wrong("nim", "P iff total mod 2 = 0"), found("2", "P", "N"));
        assert_eq!(wrong("nim", "P iff nimsum(heap mod 64) = 0"), found("64", "P", "N"));
        assert_eq!(wrong("nim", "P iff sum(heap) = 2 * largest"), found("1,1,2", "P", "N"));
        assert_eq!(wrong("misere-nim", "P iff nimsum(heap) = 0"), found("0", "P", "N"));
        assert_eq!(wrong(moore, "P iff columns mod 2 = 0"), found("1,1", "P", "N"));
        assert_eq!(wrong(few, "P iff nimsum(heap mod 4) = 0 and total mod 8 < 6"), found("1,5", "N", "P"));
        assert_eq!(
            wrong("nim", "g = nimsum(heap) if total != 5; g = 1"),
            found("5", "Grundy value 1", "Grundy value 5")
        );
    }

    #[test]
    fn other_claims_are_left_undecided() {
        for (game, claim) in [
            ("nim", "P iff h1 = h2"),
            ("heaps any; move take 1..2 from at most 2 heaps", "P iff nimsum(heap mod 3) = 0"),
        ] {
            assert!(matches!(judge(game, claim), Ending::NoLaw(_)), "{game}: {claim}");
        }
    }
}

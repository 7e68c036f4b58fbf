//! Short proofs for readers, of games that have one: Nim, and subtraction games with a single heap.
//!
//! A proof is written only if the rules are exactly those that it is about, and each entry of its tables was checked.

use std::collections::BTreeMap;

use bouton::{Ruleset, RulesetParts, Theorem, prose::Text, rules::Game};
use maud::{Markup, html};
use num_bigint::BigUint;

use crate::texts::{t, with};

/// The longest period, and the longest part before it, of a table.
const LONGEST: u64 = 48;
/// The greatest amount of a subtraction set.
const GREATEST: u64 = 200;
/// The most amounts of a subtraction set that are listed in a sentence.
const MOST_AMOUNTS: usize = 24;
/// The heaps among which a period is looked for.
const SEARCHED: u64 = 2 * LONGEST + 2 * GREATEST;

/// The short proof of a theorem about outcomes, if there is one.
pub(super) fn proof(theorem: &Theorem) -> Option<Markup> {
    if theorem.is_for_every_number() {
        return is_nim_of_any_number(theorem.game()).then(bouton_1901);
    }
    let law = theorem.law().filter(|law| !law.is_grundy())?;
    if is_nim(law.ruleset()) {
        return Some(bouton_1901());
    }
    let answers = Answers::of(amounts(law.ruleset())?)?;
    let control = law.ruleset().control_named(None)?;
    let agrees =
        |heap: u64| law.law().outcome(control, &[BigUint::from(heap)]).is_lost() == answers.is_lost(heap);
    (0..answers.bound() + 2 * answers.period).all(agrees).then(|| answers.written())
}

/// The parts of rules that decide about play, with the moves in a fixed order.
fn essence(rules: &Ruleset) -> RulesetParts {
    let mut moves = rules.moves().to_vec();
    moves.sort();
    moves.dedup();
    RulesetParts { name: String::new(), text: String::new(), ..rules.parts_with(moves) }
}

/// Whether rules are those of a text.
fn are(rules: &Ruleset, text: &str) -> bool {
    let other = Game::parse(text).ok().and_then(|game| game.ruleset().ok());
    other.is_some_and(|other| essence(rules) == essence(&other))
}

/// Whether rules are those of Nim with a fixed number of heaps.
fn is_nim(rules: &Ruleset) -> bool {
    are(rules, &format!("heaps {}\nmove take any from 1 heap", rules.dimension()))
}

/// Whether a game is Nim with any number of heaps.
fn is_nim_of_any_number(game: &Game) -> bool {
    let text = game.text();
    let lines = text.lines().filter(|line| !line.starts_with("game "));
    lines.eq(["heaps any", "move take any from 1 heap"])
}

/// The amounts, in ascending order, if a move takes one of finitely many amounts from a single heap, and the player who
/// cannot move loses.
fn amounts(rules: &Ruleset) -> Option<Vec<u64>> {
    let amount = |vector: Option<Vec<i64>>| match vector?[..] {
        [change] if change < 0 => Some(change.unsigned_abs()),
        _ => None,
    };
    let mut amounts: Vec<u64> =
        rules.moves().iter().map(|schema| amount(schema.constant_vector())).collect::<Option<_>>()?;
    amounts.sort_unstable();
    amounts.dedup();
    let listed: Vec<String> = amounts.iter().map(ToString::to_string).collect();
    are(rules, &format!("heaps 1\nmove take {{{}}} from 1 heap", listed.join(", "))).then_some(amounts)
}

/// The lost heaps of a subtraction game, and a winning answer to every other heap.
#[derive(Clone, Debug)]
struct Answers {
    /// The amounts that may be taken, in ascending order.
    amounts: Vec<u64>,
    period: u64,
    /// The first heap from which on the remainder decides.
    first: u64,
    /// The amount to take by the remainder, `None` if the heap is lost.
    by_remainder: Vec<Option<u64>>,
    /// Small heaps that differ from the table by remainders, with their answers.
    small: BTreeMap<u64, Option<u64>>,
}

impl Answers {
    /// Finds the answers for some amounts, and checks them all.
    fn of(amounts: Vec<u64>) -> Option<Self> {
        let greatest = *amounts.last().filter(|&&most| most <= GREATEST)?;
        if amounts.len() > MOST_AMOUNTS && !amounts.iter().copied().eq(1..=greatest) {
            return None;
        }
        let mut lost: Vec<bool> = Vec::new();
        for heap in 0..usize::try_from(SEARCHED + 2 * greatest).ok()? {
            let leads = |&amount: &u64| {
                let taken = usize::try_from(amount).ok()?;
                lost.get(heap.checked_sub(taken)?).copied()
            };
            let is_lost = !amounts.iter().filter_map(leads).any(|lost| lost);
            lost.push(is_lost);
        }
        let is_multiple_rule = amounts.iter().copied().eq(1..=greatest);
        let longest = if is_multiple_rule { GREATEST + 1 } else { LONGEST };
        let (period, first) = (1..=longest).find_map(|period| {
            let later = lost.get(usize::try_from(period).ok()?..)?;
            let last = lost.iter().zip(later).rposition(|(one, other)| one != other);
            let first = last.map_or(0, |place| place + 1);
            let first = u64::try_from(first).ok()?;
            (first <= LONGEST).then_some((period, first))
        })?;
        let is_lost = |heap: u64| usize::try_from(heap).ok().and_then(|heap| lost.get(heap).copied());
        // The heaps from `after` on have no options below `first`.
        let after = first + greatest;
        let after = after + (period - after % period) % period;
        let answer = |heap: u64| -> Option<u64> {
            amounts.iter().copied().find(|&amount| heap.checked_sub(amount).and_then(is_lost) == Some(true))
        };
        let by_remainder: Vec<Option<u64>> = (after..after + period).map(answer).collect();
        let mut found = Self { amounts: Vec::new(), period, first, by_remainder, small: BTreeMap::new() };
        for heap in 0..after {
            let usual = found.usual(heap);
            let fits = match usual {
                None => is_lost(heap) == Some(true),
                Some(amount) => {
                    is_lost(heap) == Some(false) && heap.checked_sub(amount).and_then(is_lost) == Some(true)
                }
            };
            if !fits {
                found.small.insert(heap, answer(heap));
            }
        }
        found.amounts = amounts;
        found.holds().then_some(found)
    }

    /// The answer by the remainder alone.
    fn usual(&self, heap: u64) -> Option<u64> {
        let place = usize::try_from(heap % self.period).ok()?;
        self.by_remainder.get(place).copied().flatten()
    }

    /// The amount to take from a heap, `None` if it is lost.
    fn answer(&self, heap: u64) -> Option<u64> {
        self.small.get(&heap).copied().unwrap_or_else(|| self.usual(heap))
    }

    fn is_lost(&self, heap: u64) -> bool {
        self.answer(heap).is_none()
    }

    /// The heap from which on only remainders matter: no amount exceeds the heap or leads below the first periodic one.
    fn bound(&self) -> u64 {
        self.first + self.amounts.last().copied().unwrap_or(0)
    }

    /// Checks the proof: no move leads from a lost heap to a lost one, and each answer is a move to a lost heap. From the
    /// bound on this depends on the remainder alone, so that one period of heaps is enough.
    fn holds(&self) -> bool {
        let is_right = |heap: u64| match self.answer(heap) {
            None => {
                let mut options = self.amounts.iter().filter_map(|&amount| heap.checked_sub(amount));
                !options.any(|option| self.is_lost(option))
            }
            Some(amount) => {
                self.amounts.contains(&amount)
                    && heap.checked_sub(amount).is_some_and(|option| self.is_lost(option))
            }
        };
        self.small.keys().all(|&heap| heap < self.bound())
            && self
                .small
                .range(self.first..)
                .all(|(&heap, answer)| answer.is_none() == self.usual(heap).is_none())
            && (0..self.bound() + 2 * self.period).all(is_right)
    }

    /// The remainders of lost heaps.
    fn remainders(&self) -> Vec<u64> {
        (0u64..)
            .zip(&self.by_remainder)
            .filter(|(_, answer)| answer.is_none())
            .map(|(rest, _)| rest)
            .collect()
    }

    /// The greatest amount m, if all amounts from 1 to m may be taken, and the lost heaps are the multiples of m + 1.
    fn complement(&self) -> Option<u64> {
        let most = *self.amounts.last()?;
        let is_so = most >= 2
            && self.amounts.iter().copied().eq(1..=most)
            && (self.period, self.first) == (most + 1, 0)
            && self.remainders() == [0]
            && self.small.is_empty();
        is_so.then_some(most)
    }

    fn written(&self) -> Markup {
        match self.complement() {
            Some(most) => complements(most),
            None => self.by_table(),
        }
    }

    fn by_table(&self) -> Markup {
        let lost = self.remainders();
        let period = self.period.to_string();
        let lead = match self.first {
            0 => with("hand.lost", &[&period, &either(&lost)]),
            first => {
                let small: Vec<u64> = (0..first).filter(|&heap| self.is_lost(heap)).collect();
                with("hand.lost-from", &[&first.to_string(), &period, &either(&lost), &all(&small)])
            }
        };
        let left = |rest: u64, amount: u64| (rest + self.period - amount % self.period) % self.period;
        let amount =
            |answer: Option<u64>| answer.map_or(t("hand.is-lost").to_owned(), |amount| amount.to_string());
        let bound = self.bound().to_string();
        html! {
            p { (lead) }
            ol {
                li { (t("hand.no-move")) ul { @for &rest in &lost {
                    @let options: Vec<u64> = self.amounts.iter().map(|&amount| left(rest, amount)).collect();
                    li { (with("hand.leaves", &[&rest.to_string(), &all(&self.amounts), &all(&options)])) }
                } } }
                li { (t("hand.moves"))
                    div.scroll tabindex="0" role="group" aria-label=(t("hand.table")) { table.answers {
                        thead { tr { th scope="col" { (t("hand.remainder")) } th scope="col" { (t("hand.take")) } th scope="col" { (t("hand.left")) } } }
                        tbody { @for (rest, answer) in (0u64..).zip(&self.by_remainder) { @if let Some(answer) = answer {
                            tr { td.number { (rest) } td.number { (answer) } td.number { (left(rest, *answer)) } }
                        } } }
                    } }
                }
                li {
                    @if self.small.is_empty() { (with("hand.small-right", &[&bound])) } @else {
                        (with("hand.small", &[&bound]))
                        div.scroll tabindex="0" role="group" aria-label=(t("hand.small-table")) { table.answers {
                            thead { tr { th scope="col" { (t("hand.heap")) } th scope="col" { (t("hand.take")) } } }
                            tbody { @for (heap, answer) in &self.small { tr { td.number { (heap) } td.number { (amount(*answer)) } } } }
                        } }
                    }
                }
                li { (t("hand.end")) }
            }
        }
    }
}

/// Numbers with “or” before the last.
fn either(numbers: &[u64]) -> String {
    Text::either(numbers.iter().copied()).to_string()
}

/// Numbers with “and” before the last.
fn all(numbers: &[u64]) -> String {
    Text::all(numbers.iter().copied()).to_string()
}

/// The proof by complements, where 1 to `most` objects may be taken.
fn complements(most: u64) -> Markup {
    let period = most + 1;
    let said = |key: &'static str, numbers: &[u64]| {
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        with(key, &numbers.iter().map(String::as_str).collect::<Vec<_>>())
    };
    html! {
        p { (said("hand.multiples", &[period, period, 2 * period])) }
        ol {
            li { (said("hand.complement", &[most, period, period, period])) }
            li { (said("hand.remainder-first", &[period, most, period, 3 * period + 1])) }
            li { (said("hand.multiples-end", &[period])) }
        }
    }
}

/// Bouton's proof for Nim.
fn bouton_1901() -> Markup {
    html! {
        p { (t("hand.nim")) }
        ol { @for step in ["hand.nim-destroys", "hand.nim-restores", "hand.nim-end"] { li { (t(step)) } } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ruleset(text: &str) -> Ruleset {
        Game::parse(text).unwrap().ruleset().unwrap()
    }

    fn theorem(game: &str) -> Theorem {
        bouton::Game::named(game).unwrap().prove().unwrap()
    }

    /// Whether a player who moves first from a heap loses, by the definition of play.
    fn loses(amounts: &[u64], heaps: u64) -> Vec<bool> {
        let mut lost = Vec::new();
        for heap in 0..heaps {
            let winning =
                amounts.iter().any(|&amount| amount <= heap && lost[usize::try_from(heap - amount).unwrap()]);
            lost.push(!winning);
        }
        lost
    }

    #[test]
    fn answers_are_those_of_play_by_definition() {
        let mut sets: Vec<Vec<u64>> =
            (1u32..256).map(|set| (1..=8).filter(|amount| set >> (amount - 1) & 1 == 1).collect()).collect();
        sets.extend([vec![2, 5, 9], vec![3, 7, 11], vec![10], (1..=100).collect(), vec![1, 20]]);
        let (mut before, mut small) = (0, 0);
        for amounts in sets {
            let answers = Answers::of(amounts.clone()).unwrap_or_else(|| panic!("{amounts:?}"));
            let upto = answers.bound() + 6 * answers.period;
            let lost = loses(&amounts, upto);
            for heap in 0..upto {
                let is_lost = lost[usize::try_from(heap).unwrap()];
                assert_eq!(answers.is_lost(heap), is_lost, "{amounts:?} {heap}");
                if let Some(amount) = answers.answer(heap) {
                    assert!(amounts.contains(&amount) && amount <= heap, "{amounts:?} {heap}");
                    assert!(lost[usize::try_from(heap - amount).unwrap()], "{amounts:?} {heap}");
                }
            }
            before += u32::from(answers.first > 0);
            small += u32::from(!answers.small.is_empty());
            assert_eq!(
                answers.complement().is_some(),
                amounts.len() > 1 && amounts.iter().copied().eq(1..=amounts[amounts.len() - 1])
            );
        }
        assert!(before > 0 && small > 0, "{before} {small}");
    }

    #[test]
    fn no_changed_table_is_accepted() {
        for amounts in [vec![1, 2, 3], vec![1, 2, 5], vec![2, 5], vec![1, 3, 4], vec![2, 5, 9]] {
            let answers = Answers::of(amounts.clone()).unwrap();
            assert!(answers.holds());
            for place in 0..answers.by_remainder.len() {
                let lost = Answers { by_remainder: answers.by_remainder.clone(), ..answers.clone() };
                for other in [None, Some(0), Some(1), Some(7), Some(amounts[0]), amounts.last().copied()] {
                    let mut mutant = lost.clone();
                    mutant.by_remainder[place] = other;
                    let heap = answers.bound() + answers.period;
                    let heap = heap - heap % answers.period + u64::try_from(place).unwrap();
                    let is_right = match other {
                        None => answers.is_lost(heap),
                        Some(amount) => {
                            !answers.is_lost(heap)
                                && amounts.contains(&amount)
                                && answers.is_lost(heap - amount)
                        }
                    };
                    assert!(is_right || !mutant.holds(), "{amounts:?} {place} {other:?}");
                }
            }
            let mut mutant = answers.clone();
            mutant.amounts.push(answers.period + 100);
            let upto = mutant.bound() + 2 * mutant.period;
            let lost = loses(&mutant.amounts, upto);
            let same = (0..upto).all(|heap| lost[usize::try_from(heap).unwrap()] == answers.is_lost(heap));
            assert_eq!(mutant.holds(), same);
            for heap in answers.small.keys() {
                let mut mutant = answers.clone();
                mutant.small.remove(heap);
                assert!(!mutant.holds(), "{amounts:?} {heap}");
            }
        }
    }

    #[test]
    fn only_the_rules_of_a_proof_have_it() {
        let of = |text: &str| amounts(&ruleset(text));
        assert_eq!(of("game three\nheaps 1\nmove take 1..3 from 1 heap"), Some(vec![1, 2, 3]));
        assert_eq!(of("heaps 1\nmove take {5, 1, 2} from 1 heap"), Some(vec![1, 2, 5]));
        assert_eq!(of("heaps 1\nmove take 1 from 1 heap\nmove take 3 from 1 heap"), Some(vec![1, 3]));
        for other in [
            "heaps 1\nmove take 1..3 from 1 heap\nplay misere",
            "heaps 2\nmove take 1..3 from 1 heap",
            "heaps 1\nmove take 1..2 from 1 heap when h1 > 3\nmove take 1 from 1 heap",
            "heaps 1\nmove take any from 1 heap",
            "heaps 1\nmove take at most half from 1 heap",
            "heaps 1\nmove take 1..3 from 1 heap\nstop when h1 <= 2",
            "heaps 1\nmove take 1..3 from 1 heap\npass 1",
            "counters a\nmove a -> a - 1",
        ] {
            assert_eq!(of(other), None, "{other}");
        }
        for heaps in 1..5 {
            assert!(is_nim(&ruleset(&format!("game x\nheaps {heaps}\nmove take any from 1 heap"))));
        }
        for other in [
            "heaps 2\nmove take any from 1 heap\nplay misere",
            "heaps 3\nmove take any from each of 1..2 heaps",
            "heaps 2\nmove take 1..3 from 1 heap",
            "heaps 2\nmove take any from 1 heap\npass 1",
        ] {
            assert!(Game::parse(other).is_ok_and(|game| game.ruleset().is_ok()), "{other}");
            assert!(!is_nim(&ruleset(other)), "{other}");
        }
        assert!(!is_nim(theorem("wythoff").law().unwrap().ruleset()));
        assert!(is_nim_of_any_number(bouton::Game::named("nim").unwrap().rules()));
        assert!(!is_nim_of_any_number(bouton::Game::named("misere-nim").unwrap().rules()));
        assert!(!is_nim_of_any_number(bouton::Game::named("subtraction {1, 2}").unwrap().rules()));
    }

    #[test]
    fn theorems_have_their_proofs() {
        for (game, words) in [
            ("take-three", "Answer by taking 4 − k"),
            ("heaps 1\nmove take {1, 2, 5} from 1 heap", "on division by 3 is 0"),
            ("heaps 3\nmove take any from 1 heap", "highest place"),
        ] {
            let written = proof(&theorem(game)).unwrap_or_else(|| panic!("{game}")).into_string();
            assert!(written.contains(words), "{game}: {written}");
        }
        for game in ["wythoff", "heaps 1\nmove take 1..3 from 1 heap\nplay misere"] {
            assert!(proof(&theorem(game)).is_none(), "{game}");
        }
    }

    #[test]
    fn the_steps_of_boutons_proof_hold_for_small_heaps() {
        let all = (0u32..512).map(|place| [place & 7, place >> 3 & 7, place >> 6]);
        for heaps in all {
            let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            for place in 0..3 {
                for smaller in 0..heaps[place] {
                    assert!(sum != 0 || sum ^ heaps[place] ^ smaller != 0, "{heaps:?}");
                }
            }
            if sum != 0 {
                let highest = 1 << sum.ilog2();
                let heap = *heaps.iter().find(|&&heap| heap & highest != 0).unwrap();
                assert!(heap ^ sum < heap, "{heaps:?}");
            }
        }
    }
}

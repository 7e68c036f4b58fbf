//! Laws that count the ones in each place, by finitely many cases for all numbers of heaps.

use std::collections::HashSet;

use bouton_canonical::Rules;
use bouton_cert::{ColumnClaim, ColumnElement, ColumnStrategy, ColumnThread};
use bouton_core::{ColumnLaw, Condition, Convention, FreeTakes, MoveKind, State, Valuation};

use super::instances;
use crate::{Limits, Refusal, Step, limits::Budget, refused::Verdict};

/// More heaps that a move lowers are refused, because all replies are tried.
const MAX_LOWERED: usize = 6;

/// Checks that a law holds for all numbers of heaps.
pub(super) fn check(game: &Rules, claim: &ColumnClaim, limits: &Limits) -> Verdict<String> {
    let budget = &mut Budget::new(limits.clone());
    let takes = game.free_takes().map_err(|why| {
        Refusal::new(Step::Rules, format!("the moves are not of the kind that this law is about: {why}"))
    })?;
    if takes.most() > MAX_LOWERED {
        return Err(Refusal::new(Step::Limit, format!("a move may lower more than {MAX_LOWERED} heaps")));
    }
    instances::are_takes(game, &takes, budget)?;
    let law = &claim.law;
    let conditions = conditions(game.convention(), law)?;
    if law.starts().len() != takes.passes + 1 {
        let reason = format!("it has {} starts, expected {}", law.starts().len(), takes.passes + 1);
        return Err(Refusal::new(Step::Automaton, reason));
    }
    for kind in takes.kinds() {
        // A pass does not lower heaps; any other kind lowers at least one.
        for lowered in kind.lowered.0..=kind.lowered.1 {
            universal(law, &conditions, kind, lowered, budget)?;
        }
    }
    let wanted = (0..).zip(law.starts()).flat_map(|(control, _)| {
        let of = (0u32..).zip(&conditions).filter(|(value, _)| law.outputs().contains(value));
        of.flat_map(move |(value, condition)| {
            (0..condition.required.len()).map(move |requirement| (control, value, requirement))
        })
    });
    let wanted: Vec<(u8, u32, usize)> = wanted.collect();
    let found: Vec<_> = claim.strategies.iter().map(|s| (s.control.0, s.value, s.requirement)).collect();
    if wanted != found {
        let reason = format!("(control, value, requirement) {wanted:?} are needed, found {found:?}");
        return Err(Refusal::new(Step::Strategies, reason));
    }
    for strategy in &claim.strategies {
        let required = &conditions[strategy.value as usize].required[strategy.requirement];
        Existential { law, kinds: takes.kinds(), most: takes.most(), strategy, required }.check(budget)?;
    }
    Ok(sentence(law, &takes))
}

fn sentence(law: &ColumnLaw, takes: &FreeTakes) -> String {
    let counted = counted(law);
    let passes = if takes.passes == 0 { "" } else { ", from a start for each number of passes used," };
    format!(
        "outcome of every position is the output of the automaton with {} states that reads{passes} how many heaps have a 1 in each binary place ({counted})",
        law.outputs().len()
    )
}

/// The letters for numbers of ones.
pub(super) fn counted(law: &ColumnLaw) -> String {
    match law.counts() {
        (threshold, 1) => format!("from {threshold} on all alike"),
        (0, period) => format!("modulo {period}"),
        (threshold, period) => format!("modulo {period} from {threshold} on"),
    }
}

/// An element in a message.
fn shown(element: &ColumnElement) -> String {
    let ColumnElement { state, marked, threads } = element;
    format!("the element at state {state} with {marked} marks and {} partial moves", threads.len())
}

/// The bytes of a partial move in a set, with its share of the places that are free, and of a copy while the
/// set grows.
const THREAD: u64 = 6 * size_of::<ColumnThread>() as u64;

/// The conditions of the values, if it is a law of the convention's outcomes.
pub(super) fn conditions(convention: Convention, law: &ColumnLaw) -> Verdict<Vec<Condition>> {
    let fits = match (convention, law.valuation()) {
        (Convention::Normal, Valuation::NormalOutcome)
        | (Convention::Misere, Valuation::MisereOutcomeAndEnd)
        | (Convention::Coalition, Valuation::Coalition) => true,
        (Convention::Podium { players: n @ 2.. }, Valuation::Podium { players }) => n == players,
        _ => false,
    };
    // Conditions are not computed for a valuation that does not fit: it may be absurd.
    let conditions = fits.then(|| law.valuation().conditions(0)).flatten();
    let conditions = conditions.ok_or_else(|| {
        let reason = format!("{convention:?} has no laws of {:?} that count ones", law.valuation());
        Refusal::new(Step::Valuation, reason)
    })?;
    match law.outputs().iter().find(|&&output| output as usize >= conditions.len()) {
        Some(output) => {
            let reason = format!("the output {output} is not below {}", conditions.len());
            Err(Refusal::new(Step::Automaton, reason))
        }
        None => Ok(conditions),
    }
}

/// Checks that no move of a kind that lowers this number of heaps leads to a forbidden value.
///
/// A node consists of the state of the law on x, the number of these heaps that are less so far, and the
/// state of the law on y. A letter is the number of ones among the heaps that stay, as far as the law
/// distinguishes it, with the digits of the others.
fn universal(
    law: &ColumnLaw,
    conditions: &[Condition],
    kind: MoveKind,
    lowered: usize,
    budget: &mut Budget,
) -> Verdict<()> {
    let start = (law.starts()[kind.from.index()], 0, law.starts()[kind.to.index()]);
    let mut met: HashSet<(State, usize, State)> = HashSet::from([start]);
    let mut waiting = vec![start];
    while let Some((from, less, to)) = waiting.pop() {
        let (value, reached) = (law.outputs()[from as usize], law.outputs()[to as usize]);
        if less == lowered && conditions[value as usize].forbidden.contains(&reached) {
            let reason =
                format!("a move that lowers {lowered} heaps leads from value {value} to value {reached}");
            return Err(Refusal::new(Step::Universal, reason));
        }
        let equal = lowered - less;
        for ones in 0..law.letters() {
            // Of the heaps that were equal, `same` read 1 twice, and `drop` read 1 and then 0.
            for (same, drop) in (0..=equal).flat_map(|same| (0..=equal - same).map(move |drop| (same, drop)))
            {
                for (x, y) in (0..=less).flat_map(|x| (0..=less).map(move |y| (x, y))) {
                    budget.spend(1)?;
                    let next =
                        (law.next(from, ones + same + drop + x), less + drop, law.next(to, ones + same + y));
                    if met.insert(next) {
                        budget.hold(1)?;
                        waiting.push(next);
                    }
                }
            }
        }
    }
    Ok(())
}

/// Checks that each position of a value has an option with a required value.
struct Existential<'a> {
    law: &'a ColumnLaw,
    kinds: Vec<MoveKind>,
    most: usize,
    strategy: &'a ColumnStrategy,
    required: &'a [u32],
}

impl Existential<'_> {
    fn check(&self, budget: &mut Budget) -> Verdict<()> {
        let control = self.strategy.control;
        let begun = (0..).zip(&self.kinds).filter(|(_, kind)| kind.from == control).map(|(number, kind)| {
            ColumnThread { kind: number, less: 0, state: self.law.starts()[kind.to.index()] }
        });
        let start = self.law.starts()[control.index()];
        if !self.listed(start, 0, &begun.collect(), budget)? {
            return Err(self.refused("no element is met at the start"));
        }
        for element in &self.strategy.elements {
            self.is_element(element)?;
            let ended = self.law.outputs()[element.state as usize] == self.strategy.value;
            if ended && !element.threads.iter().any(|thread| self.accepts(thread)) {
                return Err(self.refused(&format!("no partial move is complete at {}", shown(element))));
            }
            let (threshold, period) = self.law.counts();
            // From threshold + most on the cases repeat with the period.
            for generic in 0..threshold + period + self.most {
                for digits in 0..1u32 << element.marked {
                    if !self.has_reply(element, generic, digits, budget)? {
                        let place = format!("{generic} other heaps and the marked ones {digits:b} read 1");
                        return Err(
                            self.refused(&format!("at {} there is no reply if {place}", shown(element)))
                        );
                    }
                }
            }
        }
        Ok(())
    }

    fn refused(&self, reason: &str) -> Refusal {
        let ColumnStrategy { control, value, requirement, .. } = self.strategy;
        let of = format!("control {}, value {value}, requirement {requirement}", control.0);
        Refusal::new(Step::Existential, format!("{of}: {reason}"))
    }

    fn is_element(&self, element: &ColumnElement) -> Verdict<()> {
        let states = self.law.outputs().len();
        let is_thread = |thread: &ColumnThread| {
            self.kinds.get(thread.kind).is_some_and(|kind| kind.from == self.strategy.control)
                && u64::from(thread.less) < 1 << element.marked
                && (thread.state as usize) < states
        };
        let fits = element.marked <= self.most
            && (element.state as usize) < states
            && element.threads.iter().all(is_thread)
            && element.threads.is_sorted();
        if fits {
            Ok(())
        } else {
            Err(self.refused(&format!("{} does not fit the rules and the law", shown(element))))
        }
    }

    /// Whether the thread is a whole move to a required value.
    fn accepts(&self, thread: &ColumnThread) -> bool {
        let (least, most) = self.kinds[thread.kind].lowered;
        (least..=most).contains(&(thread.less.count_ones() as usize))
            && self.required.contains(&self.law.outputs()[thread.state as usize])
    }

    /// Whether some of the generic heaps that read 1 can be marked such that an element is met, after some
    /// marks are taken away.
    fn has_reply(
        &self,
        element: &ColumnElement,
        generic: usize,
        digits: u32,
        budget: &mut Budget,
    ) -> Verdict<bool> {
        let state = self.law.next(element.state, generic + digits.count_ones() as usize);
        for marked in 0..=generic.min(self.most) {
            let before = budget.taken();
            let threads = self.continued(element, generic - marked, digits, marked, budget)?;
            let listed = self.listed(state, element.marked + marked, &threads, budget)?;
            drop(threads);
            budget.leave(before);
            if listed {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The partial moves after one more place, where `ones` heaps without a mark read 1, and so do the last
    /// `new` marked ones.
    fn continued(
        &self,
        element: &ColumnElement,
        ones: usize,
        digits: u32,
        new: usize,
        budget: &mut Budget,
    ) -> Verdict<HashSet<ColumnThread>> {
        let marked = element.marked + new;
        let all = |count: usize| (1u32 << count) - 1;
        let read = digits | all(marked) & !all(element.marked);
        let mut threads = HashSet::new();
        for thread in &element.threads {
            for after in 0..=all(marked) {
                budget.spend(1)?;
                // A heap that is equal so far reads the same digit, or 0 in place of 1.
                if after & !read & !thread.less == 0 {
                    let less = thread.less | read & !after;
                    let state = self.law.next(thread.state, ones + after.count_ones() as usize);
                    if threads.insert(ColumnThread { less, state, ..*thread }) {
                        budget.take(THREAD)?;
                    }
                }
            }
        }
        Ok(threads)
    }

    /// Whether an element is met: its marked heaps are some of these, and its partial moves, which lower no
    /// others of them, are among these.
    fn listed(
        &self,
        state: State,
        marked: usize,
        threads: &HashSet<ColumnThread>,
        budget: &mut Budget,
    ) -> Verdict<bool> {
        let near = |element: &&ColumnElement| element.state == state && element.marked <= marked;
        for element in self.strategy.elements.iter().filter(near) {
            // For each marked heap, its index among these heaps.
            let mut places = Vec::new();
            if meets(element, marked, threads, &mut places, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether the marked heaps of an element from `places.len()` on can be some of these, all different.
fn meets(
    element: &ColumnElement,
    marked: usize,
    threads: &HashSet<ColumnThread>,
    places: &mut Vec<usize>,
    budget: &mut Budget,
) -> Verdict<bool> {
    if places.len() == element.marked {
        budget.spend(1 + element.threads.len())?;
        let moved = |less: u32| {
            let bits = (0u32..).zip(&*places).map(|(heap, &place)| (less >> heap & 1) << place);
            bits.fold(0, |all, bit| all | bit)
        };
        return Ok(element
            .threads
            .iter()
            .all(|thread| threads.contains(&ColumnThread { less: moved(thread.less), ..*thread })));
    }
    for place in 0..marked {
        if !places.contains(&place) {
            places.push(place);
            let found = meets(element, marked, threads, places, budget)?;
            places.pop();
            if found {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

//! No move leads to a forbidden value, whatever the number of heaps.

use std::collections::HashSet;

use bouton_cert::{LocalClaim, NumbersOfHeaps};
use bouton_core::{Condition, HeapMove, HeapMoves, LocalLaw, Lowering, State};

use crate::{Refusal, Step, limits::Budget, refused::Verdict};

/// A heap that the move lowers on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Touched {
    /// The amount taken from it; `None` if any positive amount.
    amount: Option<u32>,
    /// Its prefix less that after the move; where any amount may be taken, 1 if it is less.
    less: u32,
    /// Its states in the law on x and in that on y.
    states: (State, State),
}

impl Touched {
    /// Whether the amount has been taken.
    fn is_done(&self) -> bool {
        self.less == self.amount.unwrap_or(1)
    }

    /// The state after digits of x and y; `None` if the amount cannot be taken any more.
    fn after(&self, x: bool, y: bool) -> Option<u32> {
        match self.amount {
            None if self.less == 1 => Some(1),
            None => (x >= y).then_some(u32::from(x && !y)),
            Some(amount) => {
                (2 * self.less + u32::from(x)).checked_sub(u32::from(y)).filter(|&less| less <= amount)
            }
        }
    }
}

/// The state of a position and of one moved to, after the same number of places.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Node {
    /// The states of the law on x and on y.
    states: (State, State),
    /// The heaps that are lowered on their own, in increasing order.
    touched: Vec<Touched>,
    /// The number of other heaps for each triple of an amount taken and the states of the heap.
    others: Vec<u8>,
}

/// More ways to divide heaps by their digits are refused.
const MAX_DIVISIONS: usize = 1 << 16;

struct Universal<'a> {
    law: &'a LocalLaw,
    /// The amount taken from each of the other heaps.
    from_all: u32,
    /// Numbers of heaps are the same modulo `.1` from `.0` on; the first is at least 1.
    counts: (usize, usize),
    /// For a number of heaps and a number of parts the ways to divide it.
    divisions: Vec<Vec<Vec<Vec<u8>>>>,
}

/// Checks all moves.
pub(super) fn check(
    claim: &LocalClaim,
    moves: &HeapMoves,
    conditions: &[Condition],
    budget: &mut Budget,
) -> Verdict<()> {
    for of in moves.moves() {
        match of.lowering {
            Some(&Lowering::Free(least, most)) => {
                for lowered in least..=most {
                    let touched = vec![None; lowered];
                    check_move(claim, of, 0, &touched, conditions, budget)?;
                }
            }
            Some(Lowering::By(amounts)) => {
                let touched: Vec<_> = amounts.iter().copied().map(Some).collect();
                check_move(claim, of, 0, &touched, conditions, budget)?;
            }
            Some(&Lowering::All(amount)) => check_move(claim, of, amount, &[], conditions, budget)?,
            None => check_move(claim, of, 0, &[], conditions, budget)?,
        }
    }
    Ok(())
}

/// Checks a move that takes these amounts from as many heaps, or one amount from all.
fn check_move(
    claim: &LocalClaim,
    of: HeapMove<'_>,
    from_all: u32,
    touched: &[Option<u32>],
    conditions: &[Condition],
    budget: &mut Budget,
) -> Verdict<()> {
    let law = &claim.law;
    let (threshold, period) = law.columns().counts();
    // The parity of a number has to be that of all numbers that are the same.
    let even = claim.numbers == NumbersOfHeaps::All || period.is_multiple_of(2);
    let counts = (threshold.max(1), if even { period } else { 2 * period });
    let universal = Universal { law, from_all, counts, divisions: divisions(counts, from_all, budget)? };
    let starts = law.columns().starts();
    let touched: Vec<Touched> =
        touched.iter().map(|&amount| Touched { amount, less: 0, states: (0, 0) }).collect();
    let classes = (from_all as usize + 1) * law.heap().good.len().pow(2);
    let mut met: HashSet<Node> = HashSet::new();
    let mut waiting = Vec::new();
    for others in 0..counts.0 + counts.1 {
        // No move takes from all heaps where there are no heaps.
        let exist = from_all == 0 || others > 0;
        if exist && claim.numbers.has(others + touched.len()) {
            let mut node = Node {
                states: (starts[of.from.index()], starts[of.to.index()]),
                touched: touched.clone(),
                others: vec![0; classes],
            };
            node.touched.sort_unstable();
            node.others[0] = u8::try_from(others).unwrap_or(u8::MAX);
            met.insert(node.clone());
            waiting.push(node);
        }
    }
    while let Some(node) = waiting.pop() {
        if let Some((value, reached)) = universal.ends(&node)
            && conditions[value as usize].forbidden.contains(&reached)
        {
            let lowered = if from_all > 0 { "all".to_owned() } else { node.touched.len().to_string() };
            let reason =
                format!("a move that lowers {lowered} heaps leads from value {value} to value {reached}");
            return Err(Refusal::new(Step::Universal, reason));
        }
        universal.follow(&node, budget, &mut |next, budget| {
            if !met.contains(&next) {
                budget.hold(1 + next.others.len() / 16)?;
                met.insert(next.clone());
                waiting.push(next);
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// For each number of heaps and of parts the lists of numbers whose sum is that number.
#[allow(clippy::needless_range_loop, reason = "the number of parts is the second index")]
fn divisions(counts: (usize, usize), from_all: u32, budget: &mut Budget) -> Verdict<Vec<Vec<Vec<Vec<u8>>>>> {
    // Digits of x and y: two pairs where a heap stays, four at most where it is lowered.
    let most = if from_all == 0 { 2 } else { 4 };
    let all = counts.0 + counts.1;
    if all.pow(u32::try_from(most).unwrap_or(u32::MAX)) > MAX_DIVISIONS {
        let reason = format!("there are more than {MAX_DIVISIONS} ways to divide some heaps by their digits");
        return Err(Refusal::new(Step::Limit, reason));
    }
    let mut divisions = vec![vec![Vec::new(); most + 1]; all];
    let mut lists: Vec<Vec<u8>> = vec![Vec::new()];
    for parts in 0..=most {
        budget.hold(lists.len())?;
        for list in &lists {
            let sum = list.iter().map(|&part| usize::from(part)).sum();
            divisions[folded(counts, sum)][parts].push(list.clone());
        }
        if parts < most {
            let last = u8::try_from(all).unwrap_or(u8::MAX);
            lists = lists
                .iter()
                .flat_map(|list| (0..last).map(move |part| [&list[..], &[part]].concat()))
                .collect();
        }
    }
    Ok(divisions)
}

/// The least number that is the same.
fn folded((threshold, period): (usize, usize), number: usize) -> usize {
    if number < threshold { number } else { threshold + (number - threshold) % period }
}

/// The successor of some of the other heaps: their number, their class, and their digits.
type Part = (u8, (u32, State, State), (bool, bool));

impl Universal<'_> {
    /// The values of x and y, if the word may end here.
    fn ends(&self, node: &Node) -> Option<(u32, u32)> {
        let classes = || (0..).zip(&node.others).filter(|(_, count)| **count > 0);
        let done = node.touched.iter().all(Touched::is_done)
            && classes().all(|(class, _)| self.class(class).0 == self.from_all);
        let is_good = |state: State| self.law.heap().good[state as usize];
        let good = |of: &dyn Fn((State, State)) -> State| {
            node.touched.iter().any(|heap| is_good(of(heap.states)))
                || classes().any(|(class, _)| {
                    let (_, x, y) = self.class(class);
                    is_good(of((x, y)))
                })
        };
        done.then(|| {
            let (x, y) = node.states;
            (self.law.output(x, good(&|(x, _)| x)), self.law.output(y, good(&|(_, y)| y)))
        })
    }

    /// The amount taken from the heaps of a class, and their states in the laws on x and on y.
    fn class(&self, class: usize) -> (u32, State, State) {
        let states = self.law.heap().good.len();
        let number = |number: usize| State::try_from(number).unwrap_or(State::MAX);
        (number(class / (states * states)), number(class / states % states), number(class % states))
    }

    fn class_of(&self, (less, x, y): (u32, State, State)) -> usize {
        let states = self.law.heap().good.len();
        (less as usize * states + x as usize) * states + y as usize
    }

    /// Visits all nodes after one more place.
    fn follow(
        &self,
        node: &Node,
        budget: &mut Budget,
        visit: &mut dyn FnMut(Node, &mut Budget) -> Verdict<()>,
    ) -> Verdict<()> {
        let classes: Vec<usize> = (0..node.others.len()).filter(|&class| node.others[class] > 0).collect();
        self.divide(node, &classes, &mut Vec::new(), budget, visit)
    }

    /// Divides the heaps of the remaining classes by their digits in all ways.
    fn divide(
        &self,
        node: &Node,
        classes: &[usize],
        parts: &mut Vec<Part>,
        budget: &mut Budget,
        visit: &mut dyn FnMut(Node, &mut Budget) -> Verdict<()>,
    ) -> Verdict<()> {
        let [class, rest @ ..] = classes else {
            return self.lower(node, parts, &mut Vec::new(), budget, visit);
        };
        let (less, x, y) = self.class(*class);
        // The digits that these heaps may have, with what has been taken afterwards.
        let mut digits = Vec::new();
        for (left, right) in [(false, false), (true, true), (true, false), (false, true)] {
            let taken = (2 * less + u32::from(left)).checked_sub(u32::from(right));
            digits.extend(taken.filter(|&taken| taken <= self.from_all).map(|taken| (taken, (left, right))));
        }
        for division in &self.divisions[usize::from(node.others[*class])][digits.len()] {
            budget.spend(1)?;
            let before = parts.len();
            parts.extend(
                division
                    .iter()
                    .zip(&digits)
                    .filter(|(count, _)| **count > 0)
                    .map(|(&count, &(taken, pair))| (count, (taken, x, y), pair)),
            );
            self.divide(node, rest, parts, budget, visit)?;
            parts.truncate(before);
        }
        Ok(())
    }

    /// Gives the touched heaps digits in all ways, and visits the node after them.
    fn lower(
        &self,
        node: &Node,
        parts: &[Part],
        digits: &mut Vec<(u32, (bool, bool))>,
        budget: &mut Budget,
        visit: &mut dyn FnMut(Node, &mut Budget) -> Verdict<()>,
    ) -> Verdict<()> {
        budget.spend(1)?;
        if let Some(heap) = node.touched.get(digits.len()) {
            for (x, y) in [(false, false), (true, true), (true, false), (false, true)] {
                if let Some(less) = heap.after(x, y) {
                    digits.push((less, (x, y)));
                    self.lower(node, parts, digits, budget, visit)?;
                    digits.pop();
                }
            }
            return Ok(());
        }
        let law = self.law;
        let ones = |of: &dyn Fn((bool, bool)) -> bool| {
            let others =
                parts.iter().filter(|part| of(part.2)).map(|part| usize::from(part.0)).sum::<usize>();
            others + digits.iter().filter(|digit| of(digit.1)).count()
        };
        let (ones_x, ones_y) = (ones(&|(x, _)| x), ones(&|(_, y)| y));
        let after = |(x, y): (State, State), (left, right): (bool, bool)| {
            (law.next_of_heap(x, ones_x, left), law.next_of_heap(y, ones_y, right))
        };
        let heaps = node.touched.iter().zip(&*digits);
        let mut touched: Vec<Touched> = heaps
            .map(|(heap, &(less, pair))| Touched { less, states: after(heap.states, pair), ..*heap })
            .collect();
        touched.sort_unstable();
        let mut others = vec![0u8; node.others.len()];
        for &(count, (less, x, y), pair) in parts {
            let (x, y) = after((x, y), pair);
            let class = &mut others[self.class_of((less, x, y))];
            let sum = folded(self.counts, usize::from(*class) + usize::from(count));
            *class = u8::try_from(sum).unwrap_or(u8::MAX);
        }
        let (x, y) = node.states;
        let states = (law.columns().next(x, ones_x), law.columns().next(y, ones_y));
        visit(Node { states, touched, others }, budget)
    }
}

//! Moves of any number of heaps that are alike for all heaps.

use bouton_core::{HeapMoves, Lowering};

use super::{
    Rules,
    open::{NotForEveryNumber, take},
};
use crate::{
    print,
    syntax::{AmountKind, Choice, Expression, Property, Quantity, Take, Tie},
};

/// The largest amount that is supported.
const MAX_AMOUNT: usize = 15;
/// The most heaps that a move may lower by fixed amounts.
const MAX_HEAPS: usize = 6;
/// The most ways to take fixed amounts.
const MAX_WAYS: usize = 1 << 10;

impl Rules {
    /// Returns the moves, if for every number of heaps each move lowers some heaps, any of them, by
    /// any amounts or by fixed amounts, or lowers all heaps by one fixed amount.
    ///
    /// ```
    /// use bouton_canonical::Rules;
    /// use bouton_core::Lowering;
    ///
    /// let moves = |rules: &str| Rules::read(rules).unwrap().heap_moves().map(|moves| moves.lowerings);
    /// let bounded = moves("heaps any\nmove take 1..2 in total from at most 2 heaps");
    /// let by = |amounts: &[u32]| Lowering::By(amounts.to_vec());
    /// assert_eq!(bounded.unwrap(), [by(&[1]), by(&[1, 1]), by(&[2])]);
    /// assert_eq!(moves("heaps any\nmove take 1 from all heaps").unwrap(), [Lowering::All(1)]);
    /// assert!(moves("heaps any\nmove take odd from 1 heap").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// The first rule that is not of this kind.
    pub fn heap_moves(&self) -> Result<HeapMoves, NotForEveryNumber> {
        self.without_decrees()?;
        let passes = self.free_passes()?;
        let mut lowerings: Vec<Lowering> = Vec::new();
        for rule in &self.moves {
            let take = take(rule)?;
            let refused = |why: fn(String) -> NotForEveryNumber| why(print::rule(rule));
            let any_heap = matches!(take.choice, Choice::Heaps(_, None | Some(Property::Nonempty)));
            if any_heap && !take.when.is_empty() {
                return Err(refused(NotForEveryNumber::Sizes));
            }
            if matches!(take.choice, Choice::Heaps(Quantity::All, None)) {
                let amounts = self.amounts(&take.amount.kind).unwrap_or_default();
                // With different amounts, the number of ways would grow with the number of heaps.
                if amounts.is_empty()
                    || take.tie == Tie::Total
                    || take.tie == Tie::Independent && amounts.len() > 1
                {
                    return Err(refused(NotForEveryNumber::Unbounded));
                }
                for amount in amounts {
                    let small = u32::try_from(amount).ok().filter(|_| amount <= MAX_AMOUNT);
                    lowerings.push(Lowering::All(small.ok_or_else(|| refused(NotForEveryNumber::TooMany))?));
                }
                continue;
            }
            let (low, high) = self.lowered(take)?;
            if !self.is_about_its_heap(take) {
                return Err(refused(NotForEveryNumber::OtherHeaps));
            }
            if !any_heap {
                return Err(refused(NotForEveryNumber::Sizes));
            }
            if take.amount.kind == AmountKind::Any {
                if take.tie != Tie::Independent && high > 1 {
                    return Err(refused(NotForEveryNumber::Tied));
                }
                lowerings.push(Lowering::Free(low, high));
                continue;
            }
            let amounts =
                self.amounts(&take.amount.kind).ok_or_else(|| refused(NotForEveryNumber::Amounts))?;
            let ways = ways(take, &amounts, (low, high));
            lowerings.extend(ways.ok_or_else(|| refused(NotForEveryNumber::TooMany))?);
        }
        lowerings.sort_unstable();
        lowerings.dedup();
        let free = |lowering: &Lowering| matches!(lowering, Lowering::Free(..));
        if lowerings.iter().any(free) && !lowerings.iter().all(free) {
            let bounded = self
                .moves
                .iter()
                .find(|rule| take(rule).is_ok_and(|take| take.amount.kind != AmountKind::Any));
            return Err(NotForEveryNumber::Mixed(bounded.map_or(String::new(), print::rule)));
        }
        Ok(HeapMoves { lowerings, passes })
    }

    /// Returns the amounts, ascending, if they are finitely many fixed numbers from 1 on; the
    /// largest is not checked.
    fn amounts(&self, kind: &AmountKind) -> Option<Vec<usize>> {
        let number = |e: &Expression| self.fixed_number(e).filter(|&number| number >= 1);
        let range = |low: usize, high: usize| (high <= MAX_WAYS).then_some(low..=high);
        let ranges = match kind {
            AmountKind::Any | AmountKind::Odd | AmountKind::Even | AmountKind::AtLeast(_) => return None,
            AmountKind::Exactly(e) => vec![range(number(e)?, number(e)?)?],
            AmountKind::AtMost(e) => vec![range(1, number(e)?)?],
            AmountKind::Between(low, high) => vec![range(number(low)?, number(high)?)?],
            AmountKind::Set(items) => items
                .iter()
                .map(|(low, high)| range(number(low)?, number(high.as_ref().unwrap_or(low))?))
                .collect::<Option<_>>()?,
        };
        let mut amounts: Vec<usize> = ranges.into_iter().flatten().collect();
        amounts.sort_unstable();
        amounts.dedup();
        Some(amounts)
    }
}

/// Returns the ways to take amounts from different heaps; `None` if there are too many ways, or the
/// amounts are too large.
fn ways(take: &Take, amounts: &[usize], (low, high): (usize, usize)) -> Option<Vec<Lowering>> {
    let largest = *amounts.last()?;
    if largest > MAX_AMOUNT || high > MAX_HEAPS {
        return None;
    }
    let mut ways = Vec::new();
    // The lists of amounts are ascending.
    let mut lists: Vec<Vec<usize>> = vec![Vec::new()];
    while let Some(list) = lists.pop() {
        let total: usize = list.iter().sum();
        let whole = take.tie != Tie::Total || amounts.contains(&total);
        if (low..=high).contains(&list.len()) && whole {
            ways.push(Lowering::By(
                list.iter().map(|&amount| u32::try_from(amount)).collect::<Result<_, _>>().ok()?,
            ));
        }
        let from = list.last().copied().unwrap_or(1);
        if list.len() < high {
            let fits = |amount: &usize| match take.tie {
                Tie::Total => total + amount <= largest,
                Tie::Same => amounts.contains(amount) && list.first().is_none_or(|first| first == amount),
                Tie::Independent => amounts.contains(amount),
            };
            lists.extend((from..=largest).filter(fits).map(|amount| [&list[..], &[amount]].concat()));
        }
        if ways.len() + lists.len() > MAX_WAYS {
            return None;
        }
    }
    Some(ways)
}

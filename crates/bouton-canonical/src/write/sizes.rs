//! Takes under `heap sizes`, where a coordinate counts the heaps of one size.

use bouton_core::{Formula, Target};

use super::{Writer, wrong_kind};
use crate::{
    fault::{Fault, FaultCode as Code},
    scope::{Elaborated, compare, counted, overflow},
    simplified::simplified,
    syntax::{Choice, Quantity, Relation, Take, Tie},
};

impl Writer<'_> {
    /// Writes out takes under `heap sizes`: a heap of size s becomes one of size s − t. The moves
    /// that are written out here cannot have auxiliary parameters (quotients of variable
    /// quantities).
    pub(super) fn take_sizes(&mut self, take: &Take) -> Elaborated<()> {
        let open = std::mem::replace(&mut self.scope.open, false);
        let result = self.take_sizes_in_scope(take);
        self.scope.open = open;
        result
    }

    fn take_sizes_in_scope(&mut self, take: &Take) -> Elaborated<()> {
        let Choice::Heaps(quantity, property) = &take.choice else {
            return Err(wrong_kind(take.place, "under `heap sizes` a move takes from a number of heaps"));
        };
        let sizes = {
            let most = 64;
            let mut fixed =
                |e| self.scope.fixed(e).map(|value| usize::try_from(value.max(0)).unwrap_or(usize::MAX));
            match quantity {
                Quantity::Exactly(e) => fixed(e)?..=fixed(e)?,
                Quantity::AtMost(e) => 1..=fixed(e)?,
                Quantity::Between(low, high) => fixed(low)?..=fixed(high)?,
                Quantity::AtLeast(_) | Quantity::Any | Quantity::All => most..=most,
            }
        };
        if *sizes.end() > 6 || *sizes.end() == 0 {
            return Err(wrong_kind(take.place, "under `heap sizes` a move takes from between 1 and 6 heaps"));
        }
        // Fixed amounts are written out as such; others depend on the size.
        let fixed = match self.finite(&take.amount.kind, take.amount.place) {
            Err(fault) if fault.code == Code::EmptyAmount => return Err(fault),
            found => found.ok().flatten(),
        };
        // The moves on one heap: its size, the remaining size, and the guard.
        let mut single: Vec<(usize, usize, Formula)> = Vec::new();
        for size in 1..=self.dimension() {
            let outer = self.scope.clone();
            self.scope.heap = Some(counted(size, take.place)?);
            let mut guard = match property {
                Some(property) => self.scope.property(property, size - 1, take.place)?,
                None => Formula::True,
            };
            if *sizes.end() == 1 {
                guard = guard.and(self.scope.all(&take.when)?);
            }
            for amount in 1..=size {
                let taken = counted(amount, take.place)?;
                let allowed = if take.tie == Tie::Total && *sizes.end() > 1 {
                    Formula::True
                } else if let Some(fixed) = &fixed {
                    let amount = i64::try_from(amount).unwrap_or(i64::MAX);
                    if fixed.binary_search(&amount).is_ok() { Formula::True } else { Formula::False }
                } else {
                    simplified(self.amount(&take.amount.kind, &taken, take.place)?)
                };
                let guard = simplified(guard.clone()).and(allowed);
                if guard != Formula::False {
                    single.push((size, size - amount, guard));
                }
            }
            self.scope = outer;
        }
        if single.is_empty() {
            return Err(Box::new(
                Fault::new(Code::EmptyAmount, take.amount.place, "no heap of these sizes allows this move")
                    .expected("an amount up to the largest size"),
            ));
        }
        let when = if *sizes.end() > 1 { self.scope.all(&take.when)? } else { Formula::True };
        for size in sizes.clone() {
            let mut chosen = Vec::new();
            self.combine(take, &single, size.max(1), *sizes.end() > 1, &when, &mut chosen)?;
        }
        Ok(())
    }

    fn combine(
        &mut self,
        take: &Take,
        single: &[(usize, usize, Formula)],
        size: usize,
        several: bool,
        when: &Formula,
        chosen: &mut Vec<usize>,
    ) -> Elaborated<()> {
        if chosen.len() < size {
            for next in chosen.last().copied().unwrap_or(0)..single.len() {
                chosen.push(next);
                let result = self.combine(take, single, size, several, when, chosen);
                chosen.pop();
                result?;
            }
            return Ok(());
        }
        let amount = |&index: &usize| single[index].0 - single[index].1;
        if take.tie == Tie::Same && chosen.iter().any(|index| amount(index) != amount(&chosen[0])) {
            return Ok(());
        }
        self.scope.step_through(when, take.place)?;
        let mut guard = when.clone();
        // Where only one heap can be touched, `single` has checked the amount.
        if take.tie == Tie::Total && several {
            let total = counted(chosen.iter().map(amount).sum::<usize>(), take.place)?;
            guard = guard.and(simplified(self.amount(&take.amount.kind, &total, take.place)?));
        }
        let mut change = vec![0i64; self.dimension()];
        let mut used = vec![0i64; self.dimension()];
        for &index in &*chosen {
            let (from, to, condition) = &single[index];
            guard = guard.and(condition.clone());
            change[from - 1] -= 1;
            used[from - 1] += 1;
            if *to > 0 {
                change[to - 1] += 1;
            }
        }
        let mut targets = vec![Target::Same; self.dimension()];
        for (index, (&by, &used)) in change.iter().zip(&used).enumerate() {
            let count = self.scope.coordinate(index);
            // The same move cannot take from heaps that it created.
            if used > 0 && by > -used {
                guard = guard.and(compare(
                    &count.with_constant(-used).map_err(overflow(take.place))?,
                    Relation::AtLeast,
                    take.place,
                )?);
            }
            if by != 0 {
                targets[index] = Target::Becomes(count.with_constant(by).map_err(overflow(take.place))?);
            }
        }
        self.push(guard, targets, 0, take.place)
    }
}

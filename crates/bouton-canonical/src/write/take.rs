//! Takes from named heaps: the heaps, and the number of objects from each.

use std::{fmt::Display, rc::Rc};

use bouton_core::{Formula, LinearExpression, Target};

use super::Writer;
use crate::{
    fault::{Fault, FaultCode as Code},
    limits::MAX_AMOUNTS,
    place::Place,
    scope::{Elaborated, Scope, compare, for_each_subset, number, overflow},
    syntax::{Amount, AmountKind, Choice, Property, Quantity, Relation, Take, Tie},
};

/// Returns the fault of a range whose first number is the larger one.
fn backwards(first: impl Display, last: impl Display, of: &str, place: Place) -> Box<Fault> {
    let message = format!("this range runs backwards, from {first} to {last}");
    let fault = Fault::new(Code::EmptyAmount, place, message).expected("the smaller number first");
    Box::new(fault.suggest(format!("write `{last}..{first}{of}`")))
}

/// Returns the numbers in any of the ranges, ascending; `None` if there are more than
/// [`MAX_AMOUNTS`].
fn members(mut ranges: Vec<(i64, i64)>) -> Option<Vec<i64>> {
    ranges.sort_unstable();
    let mut members: Vec<i64> = Vec::new();
    let most = usize::try_from(MAX_AMOUNTS).unwrap_or(usize::MAX);
    for (low, high) in ranges {
        let low = members.last().map_or(low, |&last| low.max(last.saturating_add(1)));
        if low > high {
            continue;
        }
        if high.abs_diff(low) >= (most - members.len()) as u64 {
            return None;
        }
        members.extend(low..=high);
    }
    Some(members)
}

impl Writer<'_> {
    pub(super) fn take(&mut self, take: &Take) -> Elaborated<()> {
        let dimension = self.dimension();
        self.amounts = [None, None];
        let (sizes, property) = match &take.choice {
            Choice::Each(_) | Choice::Some(..) | Choice::Consecutive(..) => {
                let chosen = self.chosen(&take.choice, take.place)?;
                return chosen.iter().try_for_each(|heaps| self.take_from(take, heaps, None));
            }
            Choice::AllNonempty => (1..=dimension, None),
            Choice::Heaps(quantity, property) => (self.sizes(quantity, take.place)?, property.as_ref()),
        };
        for size in sizes {
            let mut fault = None;
            for_each_subset(dimension, size, &mut |subset| {
                fault = self.take_from(take, subset, property).err();
                fault.is_none()
            });
            if let Some(fault) = fault {
                return Err(fault);
            }
        }
        Ok(())
    }

    /// Returns the range of the number of heaps that are touched, from at least one.
    fn sizes(&mut self, quantity: &Quantity, place: Place) -> Elaborated<std::ops::RangeInclusive<usize>> {
        let most = self.dimension();
        let mut fixed =
            |e| self.scope.fixed(e).map(|value| usize::try_from(value.max(0)).unwrap_or(usize::MAX));
        let (low, high) = match quantity {
            Quantity::Exactly(e) => (fixed(e)?, fixed(e)?),
            Quantity::AtMost(e) => (1, fixed(e)?),
            Quantity::AtLeast(e) => (fixed(e)?, most),
            Quantity::Between(low, high) => (fixed(low)?, fixed(high)?),
            Quantity::Any => (1, most),
            Quantity::All => (most, most),
        };
        if high > 0 && low > high && matches!(quantity, Quantity::Between(..)) {
            return Err(backwards(low, high, " heaps", place));
        }
        if high == 0 || low > high && !matches!(quantity, Quantity::AtLeast(_)) {
            return Err(Box::new(
                Fault::new(Code::EmptyAmount, place, "no heap is touched by this move")
                    .expected("at least one heap"),
            ));
        }
        Ok(low.max(1)..=high.min(most))
    }

    /// Writes the schemas that touch exactly the heaps of `subset`.
    fn take_from(&mut self, take: &Take, subset: &[usize], property: Option<&Property>) -> Elaborated<()> {
        let outer = self.scope.clone();
        let result = self.take_from_in_scope(take, subset, property);
        self.scope = outer;
        result
    }

    fn take_from_in_scope(
        &mut self,
        take: &Take,
        subset: &[usize],
        property: Option<&Property>,
    ) -> Elaborated<()> {
        let place = take.place;
        let mut guard = Formula::True;
        if let Some(property) = property {
            for &heap in subset {
                guard = guard.and(self.scope.property(property, heap, place)?);
            }
        }
        if take.choice == Choice::AllNonempty {
            for heap in (0..self.dimension()).filter(|heap| !subset.contains(heap)) {
                guard = guard.and(Formula::Zero(self.scope.coordinate(heap)));
            }
        }
        self.scope.heap = (subset.len() == 1).then(|| self.scope.coordinate(subset[0]));
        guard = guard.and(self.scope.all(&take.when)?);
        self.scope.step_through(&guard, place)?;
        if take.tie == Tie::Independent {
            self.scope.heap = Some(self.scope.coordinate(subset[0]));
        }
        if let Some(amounts) = self.finite_once(&take.amount)? {
            let definitions = std::mem::take(&mut self.scope.definitions);
            let guard = definitions.into_iter().fold(guard, Formula::and);
            return self.constant_moves(&amounts, take.tie, subset, &guard, place);
        }
        let mut targets = vec![Target::Same; self.dimension()];
        let one = number(1, place)?;
        match take.tie {
            Tie::Independent => {
                for &heap in subset {
                    self.scope.heap = Some(self.scope.coordinate(heap));
                    targets[heap] = self.take_one(&take.amount.kind, heap, &mut guard, place)?;
                }
            }
            Tie::Same => {
                let first = self.scope.coordinate(subset[0]);
                let remaining = LinearExpression::variable(self.scope.fresh());
                let amount = first.minus(&remaining).map_err(overflow(place))?;
                guard = guard.and(compare(
                    &amount.minus(&one).map_err(overflow(place))?,
                    Relation::AtLeast,
                    place,
                )?);
                targets[subset[0]] = Target::Becomes(remaining);
                for &heap in &subset[1..] {
                    let rest = self.scope.coordinate(heap).minus(&amount).map_err(overflow(place))?;
                    targets[heap] = Target::Becomes(rest);
                }
                guard = guard.and(self.amount(&take.amount.kind, &amount, place)?);
            }
            Tie::Total => {
                let mut total = LinearExpression::default();
                for &heap in subset {
                    let remaining = LinearExpression::variable(self.scope.fresh());
                    let amount = self.scope.coordinate(heap).minus(&remaining).map_err(overflow(place))?;
                    let positive =
                        compare(&amount.minus(&one).map_err(overflow(place))?, Relation::AtLeast, place)?;
                    guard = guard.and(positive);
                    targets[heap] = Target::Becomes(remaining);
                    total = total.plus(&amount).map_err(overflow(place))?;
                }
                guard = guard.and(self.amount(&take.amount.kind, &total, place)?);
            }
        }
        let definitions = std::mem::take(&mut self.scope.definitions);
        let guard = definitions.into_iter().fold(guard, Formula::and);
        let parameters = self.scope.parameter_count;
        self.push(guard, targets, parameters, place)
    }

    /// Adds a take of an amount from one heap, where the amounts are not a fixed finite set.
    fn take_one(
        &mut self,
        kind: &AmountKind,
        heap: usize,
        guard: &mut Formula,
        place: Place,
    ) -> Elaborated<Target> {
        let size = self.scope.coordinate(heap);
        let one = number(1, place)?;
        if let AmountKind::Exactly(e) = kind {
            let amount = self.scope.linear(e)?;
            let positive = compare(&amount.minus(&one).map_err(overflow(place))?, Relation::AtLeast, place)?;
            *guard = std::mem::replace(guard, Formula::True).and(positive);
            return Ok(Target::Becomes(size.minus(&amount).map_err(overflow(place))?));
        }
        let remaining = LinearExpression::variable(self.scope.fresh());
        let amount = size.minus(&remaining).map_err(overflow(place))?;
        let positive = compare(&amount.minus(&one).map_err(overflow(place))?, Relation::AtLeast, place)?;
        let allowed = self.amount(kind, &amount, place)?;
        *guard = std::mem::replace(guard, Formula::True).and(positive).and(allowed);
        Ok(Target::Becomes(remaining))
    }

    /// Returns the condition that `amount` may be taken.
    pub(super) fn amount(
        &mut self,
        kind: &AmountKind,
        amount: &LinearExpression,
        place: Place,
    ) -> Elaborated<Formula> {
        let mut against = |e, relation| {
            let bound = self.scope.linear(e)?;
            compare(&amount.minus(&bound).map_err(overflow(place))?, relation, place)
        };
        Ok(match kind {
            AmountKind::Any => Formula::True,
            AmountKind::Odd => Formula::Congruent { expression: amount.clone(), modulus: 2, residue: 1 },
            AmountKind::Even => Formula::Congruent { expression: amount.clone(), modulus: 2, residue: 0 },
            AmountKind::Exactly(e) => against(e, Relation::Equal)?,
            AmountKind::AtMost(e) => against(e, Relation::AtMost)?,
            AmountKind::AtLeast(e) => against(e, Relation::AtLeast)?,
            AmountKind::Between(low, high) => {
                against(low, Relation::AtLeast)?.and(against(high, Relation::AtMost)?)
            }
            AmountKind::Set(items) => {
                let mut cases = Vec::new();
                for (low, high) in items {
                    let high = high.as_ref().unwrap_or(low);
                    cases.push(against(low, Relation::AtLeast)?.and(against(high, Relation::AtMost)?));
                }
                Formula::Or(cases)
            }
        })
    }

    /// Computes [`finite`](Self::finite) once for all choices of heaps of a move. The result
    /// depends only on whether objects are taken from a single heap.
    fn finite_once(&mut self, amount: &Amount) -> Elaborated<Option<Rc<[i64]>>> {
        let kept = usize::from(self.scope.heap.is_some());
        if let Some(known) = &self.amounts[kept] {
            return Ok(known.clone());
        }
        let found: Option<Rc<[i64]>> = self.finite(&amount.kind, amount.place)?.map(Into::into);
        self.amounts[kept] = Some(found.clone());
        Ok(found)
    }

    /// Returns the amounts, if they are a finite set of fixed numbers.
    pub(super) fn finite(&mut self, kind: &AmountKind, place: Place) -> Elaborated<Option<Vec<i64>>> {
        let fixed = |scope: &Scope<'_>, e| {
            let mut scope = scope.clone();
            let value = scope.linear(e)?;
            Ok::<_, Box<Fault>>(value.terms().is_empty().then(|| value.constant_term()))
        };
        let scope = &self.scope;
        let ranges: Vec<(Option<i64>, Option<i64>)> = match kind {
            AmountKind::Any | AmountKind::Odd | AmountKind::Even => return Ok(None),
            AmountKind::AtLeast(e) => {
                fixed(scope, e)?;
                return Ok(None);
            }
            AmountKind::Exactly(e) => vec![(fixed(scope, e)?, fixed(scope, e)?)],
            AmountKind::AtMost(e) => vec![(Some(1), fixed(scope, e)?)],
            AmountKind::Between(low, high) => vec![(fixed(scope, low)?, fixed(scope, high)?)],
            AmountKind::Set(items) => items
                .iter()
                .map(|(low, high)| Ok((fixed(scope, low)?, fixed(scope, high.as_ref().unwrap_or(low))?)))
                .collect::<Elaborated<_>>()?,
        };
        let mut bounds: Vec<(i64, i64)> = Vec::new();
        for (low, high) in ranges {
            let (Some(low), Some(high)) = (low, high) else { return Ok(None) };
            if low < 1 {
                return Err(Box::new(
                    Fault::new(Code::EmptyAmount, place, format!("{low} objects cannot be taken"))
                        .expected("amounts of at least 1"),
                ));
            }
            if low > high && high > 0 && !matches!(kind, AmountKind::AtMost(_)) {
                return Err(backwards(low, high, "", place));
            }
            bounds.push((low, high));
        }
        let Some(amounts) = members(bounds) else {
            return Err(Box::new(
                Fault::new(Code::TooManyAmounts, place, "these are too many amounts to write out")
                    .expected(format!("at most {MAX_AMOUNTS} amounts, or `any`, `odd`, `even`, `at least`")),
            ));
        };
        if amounts.is_empty() {
            return Err(Box::new(
                Fault::new(Code::EmptyAmount, place, "this move takes nothing")
                    .expected("an amount of at least 1"),
            ));
        }
        Ok(Some(amounts))
    }

    fn constant_moves(
        &mut self,
        amounts: &[i64],
        tie: Tie,
        subset: &[usize],
        guard: &Formula,
        place: Place,
    ) -> Elaborated<()> {
        let parameters = self.scope.parameter_count;
        // The amounts taken from the heaps so far, one list for each way.
        let mut taken: Vec<i64> = Vec::new();
        self.distribute(amounts, tie, subset, guard, parameters, &mut taken, place)
    }

    #[expect(clippy::too_many_arguments, reason = "the arguments of one recursion")]
    fn distribute(
        &mut self,
        amounts: &[i64],
        tie: Tie,
        subset: &[usize],
        guard: &Formula,
        parameters: u16,
        taken: &mut Vec<i64>,
        place: Place,
    ) -> Elaborated<()> {
        if taken.len() == subset.len() {
            if tie == Tie::Total && !amounts.contains(&taken.iter().sum::<i64>()) {
                return Ok(());
            }
            let mut targets = vec![Target::Same; self.dimension()];
            for (&heap, &amount) in subset.iter().zip(&*taken) {
                let size = self.scope.coordinate(heap);
                targets[heap] = Target::Becomes(size.with_constant(-amount).map_err(overflow(place))?);
            }
            return self.push(guard.clone(), targets, parameters, place);
        }
        let choices: Vec<i64> = match (tie, taken.first()) {
            (Tie::Same, Some(&first)) => vec![first],
            (Tie::Total, _) => {
                let left = amounts.last().copied().unwrap_or(0) - taken.iter().sum::<i64>();
                let others = i64::try_from(subset.len() - taken.len() - 1).unwrap_or(i64::MAX);
                (1..=left.saturating_sub(others)).collect()
            }
            _ => amounts.to_vec(),
        };
        for choice in choices {
            taken.push(choice);
            let result = self.distribute(amounts, tie, subset, guard, parameters, taken, place);
            taken.pop();
            result?;
        }
        Ok(())
    }
}

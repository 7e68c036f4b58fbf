//! Moves written out as move schemas, in the normal form that the prover likes.

use std::collections::BTreeMap;

use bouton_core::{ControlState, Formula, LinearExpression, MoveSchema, Space, Target, Variable};

use crate::{
    diagnostic::{Diagnostic, DiagnosticCode as Code},
    limits::{MAX_AMOUNTS, MAX_ENTRIES, MAX_PARAMETERS, MAX_SCHEMAS},
    place::Place,
    scope::{Elaborated, Scope, compare, for_each_subset, number, overflow},
    syntax::{AmountKind, Assignment, Choice, Condition, Move, Property, Quantity, Relation, Take, Tie},
};

/// The finest a parameter's range is written out, one schema each.
const WRITTEN_OUT: i64 = 64;

/// What a move does, before control states are attached.
pub(crate) struct Writer<'a> {
    pub(crate) scope: Scope<'a>,
    pub(crate) schemas: Vec<MoveSchema>,
    /// More schemas than this are a fault.
    pub(crate) limit: usize,
    /// How many more coordinates and comparisons the schemas may have.
    pub(crate) entries: usize,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(
        space: &'a Space,
        coordinates: &'a [String],
        constants: &'a BTreeMap<String, i64>,
        controls: usize,
    ) -> Self {
        Self {
            scope: Scope::new(space, coordinates, constants),
            schemas: Vec::new(),
            limit: MAX_SCHEMAS / controls.max(1),
            entries: MAX_ENTRIES / controls.max(1),
        }
    }

    pub(crate) fn write(&mut self, rule: &Move) -> Elaborated<()> {
        match rule {
            Move::Take(take) => match self.scope.space {
                Space::Heaps => self.take(take),
                Space::HeapSizes => self.take_sizes(take),
                Space::Counters => {
                    Err(wrong_kind(take.place, "`take` speaks of heaps, this game has counters"))
                }
            },
            Move::Assignment(assignment) => self.assign(assignment),
        }
    }

    fn push(
        &mut self,
        guard: Formula,
        targets: Vec<Target>,
        parameters: u16,
        place: Place,
    ) -> Elaborated<()> {
        let schema = MoveSchema { from: ControlState(0), to: ControlState(0), parameters, guard, targets };
        let mut entries = schema.targets.len();
        schema.guard.for_each_expression(&mut |_| entries += 1);
        self.entries = self.entries.saturating_sub(entries);
        let too_many_parameters = usize::from(schema.parameters) > MAX_PARAMETERS;
        if self.schemas.len() >= self.limit || self.entries == 0 || too_many_parameters {
            return Err(Box::new(
                Diagnostic::new(
                    Code::TooManyCases,
                    place,
                    "this move has too many cases when it is written out",
                )
                .expected(format!(
                    "in all moves together at most {MAX_SCHEMAS} move schemas, each counted for each control state, and {MAX_ENTRIES} coordinates and comparisons; {MAX_PARAMETERS} parameters in one"
                )),
            ));
        }
        if schema.guard != Formula::False {
            self.schemas.push(schema);
        }
        Ok(())
    }

    fn dimension(&self) -> usize {
        self.scope.coordinates.len()
    }

    fn take(&mut self, take: &Take) -> Elaborated<()> {
        let dimension = self.dimension();
        let (sizes, property) = match &take.choice {
            Choice::Named(name, place) => {
                let Some(index) = self.scope.coordinates.iter().position(|known| known == name) else {
                    return Err(no_such_heap(name, *place));
                };
                return self.take_from(take, &[index], None);
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

    /// How many heaps are touched, at least one.
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
        if high == 0 || low > high && !matches!(quantity, Quantity::AtLeast(_)) {
            return Err(Box::new(
                Diagnostic::new(Code::EmptyAmount, place, "no heap is touched by this move")
                    .expected("at least one heap"),
            ));
        }
        Ok(low.max(1)..=high.min(most))
    }

    /// The schemas that touch exactly the heaps of `subset`.
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
        if take.tie == Tie::Independent {
            self.scope.heap = Some(self.scope.coordinate(subset[0]));
        }
        if let Some(amounts) = self.finite(&take.amount.kind, take.amount.place)? {
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

    /// An amount that is not one of a fixed finite set, taken from one heap.
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

    /// Whether `amount` is one that may be taken.
    fn amount(&mut self, kind: &AmountKind, amount: &LinearExpression, place: Place) -> Elaborated<Formula> {
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

    /// The amounts, if they are finitely many fixed numbers.
    fn finite(&mut self, kind: &AmountKind, place: Place) -> Elaborated<Option<Vec<i64>>> {
        let fixed = |scope: &Scope<'_>, e| {
            let mut scope = scope.clone();
            let value = scope.linear(e)?;
            Ok::<_, Box<Diagnostic>>(value.terms().is_empty().then(|| value.constant_term()))
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
        let mut amounts = std::collections::BTreeSet::new();
        for (low, high) in ranges {
            let (Some(low), Some(high)) = (low, high) else { return Ok(None) };
            if low < 1 {
                return Err(Box::new(
                    Diagnostic::new(Code::EmptyAmount, place, format!("{low} objects cannot be taken"))
                        .expected("amounts of at least 1"),
                ));
            }
            if high.saturating_sub(low) >= i64::try_from(MAX_AMOUNTS).unwrap_or(i64::MAX) {
                return Err(Box::new(
                    Diagnostic::new(Code::TooManyAmounts, place, "these are too many amounts to write out")
                        .expected(format!(
                            "at most {MAX_AMOUNTS} amounts, or `any`, `odd`, `even`, `at least`"
                        )),
                ));
            }
            amounts.extend(low..=high);
        }
        if amounts.is_empty() {
            return Err(Box::new(
                Diagnostic::new(Code::EmptyAmount, place, "nothing is taken by this move")
                    .expected("an amount of at least 1"),
            ));
        }
        Ok(Some(amounts.into_iter().collect()))
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

    /// Under `heap sizes` a heap of size s becomes one of size s − t. Auxiliary parameters
    /// (quotients of what varies) have no place in what is written out here.
    fn take_sizes(&mut self, take: &Take) -> Elaborated<()> {
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
        // Fixed amounts are looked at as such; others depend on the size.
        if let Err(fault) = self.finite(&take.amount.kind, take.amount.place)
            && fault.code == Code::EmptyAmount
        {
            return Err(fault);
        }
        // What can be done to one heap: its size, what is left of it, and the guard.
        let mut single: Vec<(usize, usize, Formula)> = Vec::new();
        for size in 1..=self.dimension() {
            let outer = self.scope.clone();
            self.scope.heap = Some(number(i64::try_from(size).unwrap_or(i64::MAX), take.place)?);
            let mut guard = match property {
                Some(property) => self.scope.property(property, size - 1, take.place)?,
                None => Formula::True,
            };
            if *sizes.end() == 1 {
                guard = guard.and(self.scope.all(&take.when)?);
            }
            for amount in 1..=size {
                let taken = number(i64::try_from(amount).unwrap_or(i64::MAX), take.place)?;
                let allowed = if take.tie == Tie::Total && *sizes.end() > 1 {
                    Formula::True
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
                Diagnostic::new(
                    Code::EmptyAmount,
                    take.amount.place,
                    "no heap of these sizes allows this move",
                )
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
        let mut guard = when.clone();
        // Where only one heap can be touched, `single` has seen to the amount.
        if take.tie == Tie::Total && several {
            let total = number(
                i64::try_from(chosen.iter().map(amount).sum::<usize>()).unwrap_or(i64::MAX),
                take.place,
            )?;
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
            // Heaps that were made by the move cannot be taken from in the same move.
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

    fn assign(&mut self, assignment: &Assignment) -> Elaborated<()> {
        if *self.scope.space == Space::HeapSizes {
            return Err(wrong_kind(assignment.place, "under `heap sizes` write `move take …`"));
        }
        if assignment.targets.len() != assignment.values.len() {
            return Err(Box::new(
                Diagnostic::new(
                    Code::AssignmentSides,
                    assignment.place,
                    "the two sides of `->` do not fit together",
                )
                .expected(format!(
                    "{} values on the right, not {}",
                    assignment.targets.len(),
                    assignment.values.len()
                )),
            ));
        }
        let mut changed = Vec::new();
        for (name, place) in &assignment.targets {
            let Some(index) = self.scope.coordinates.iter().position(|known| known == name) else {
                return Err(no_such_heap(name, *place));
            };
            if changed.contains(&index) {
                return Err(Box::new(
                    Diagnostic::new(Code::AssignmentSides, *place, "this is changed twice by one move")
                        .expected("each name once"),
                ));
            }
            changed.push(index);
        }
        let outer = self.scope.clone();
        let result = self.assign_in_scope(assignment, &changed);
        self.scope = outer;
        result
    }

    fn assign_in_scope(&mut self, assignment: &Assignment, changed: &[usize]) -> Elaborated<()> {
        let place = assignment.place;
        for name in parameter_names(&self.scope, &assignment.conditions) {
            let variable = self.scope.fresh_within(place)?;
            self.scope.parameters.insert(name, variable);
        }
        let named = self.scope.parameter_count;
        let mut guard = self.scope.all(&assignment.conditions)?;
        guard = guard.and(self.scope.all(&assignment.when)?);
        let mut targets = vec![Target::Same; self.dimension()];
        for (&index, value) in changed.iter().zip(&assignment.values) {
            let value = self.scope.linear(value)?;
            if value != self.scope.coordinate(index) {
                targets[index] = Target::Becomes(value);
            }
        }
        let definitions = std::mem::take(&mut self.scope.definitions);
        let guard = definitions.into_iter().fold(guard, Formula::and);
        let total = self.scope.parameter_count;
        let mut cases = vec![(guard, targets, (0..total).map(Some).collect::<Vec<Option<u16>>>())];
        // Parameters of a small fixed range are written out.
        for parameter in 0..named {
            let variable = self.variable(parameter);
            let mut next = Vec::new();
            for (guard, targets, left) in cases {
                match fixed_range(&guard, variable) {
                    Some((low, high)) if high - low < WRITTEN_OUT => {
                        for value in low..=high {
                            let value = number(value, place)?;
                            let guard = simplified(substitute(&guard, variable, &value, place)?);
                            let targets = substitute_targets(&targets, variable, &value, place)?;
                            let mut left = left.clone();
                            left[usize::from(parameter)] = None;
                            next.push((guard, targets, left));
                        }
                    }
                    _ => next.push((guard, targets, left)),
                }
                if next.len() > self.limit {
                    return self.push_too_many(place);
                }
            }
            cases = next;
        }
        for (guard, targets, left) in cases {
            let (guard, targets) = self.solve(guard, targets, &left, place)?;
            let (guard, targets, parameters) = self.renumber(guard, targets, &left, place)?;
            self.push(guard, targets, parameters, place)?;
        }
        Ok(())
    }

    fn push_too_many(&self, place: Place) -> Elaborated<()> {
        Err(Box::new(
            Diagnostic::new(Code::TooManyCases, place, "this move has too many cases when it is written out")
                .expected(format!("in all moves together at most {MAX_SCHEMAS} move schemas")),
        ))
    }

    fn variable(&self, parameter: u16) -> Variable {
        Variable(u16::try_from(self.dimension()).unwrap_or(u16::MAX).saturating_add(parameter))
    }

    /// A parameter that some target has with coefficient ±1 is replaced by that target.
    fn solve(
        &self,
        mut guard: Formula,
        mut targets: Vec<Target>,
        left: &[Option<u16>],
        place: Place,
    ) -> Elaborated<(Formula, Vec<Target>)> {
        let mut solved = vec![false; targets.len()];
        for parameter in left.iter().flatten() {
            let variable = self.variable(*parameter);
            let already = targets
                .iter()
                .any(|t| matches!(t, Target::Becomes(e) if *e == LinearExpression::variable(variable)));
            let found = targets.iter().enumerate().position(|(index, target)| {
                !solved[index] && matches!(target, Target::Becomes(e) if e.coefficient(variable).abs() == 1)
            });
            let (false, Some(index)) = (already, found) else { continue };
            let Target::Becomes(expression) = targets[index].clone() else { continue };
            // target = c·t + rest, so t = c·(target − rest); the target takes the variable's name.
            let sign = expression.coefficient(variable);
            let rest =
                expression.substitute(variable, &LinearExpression::default()).map_err(overflow(place))?;
            let value = LinearExpression::variable(variable)
                .minus(&rest)
                .and_then(|difference| difference.scaled(sign))
                .map_err(overflow(place))?;
            guard = substitute(&guard, variable, &value, place)?;
            guard = guard.and(Formula::NotPositive(value.scaled(-1).map_err(overflow(place))?));
            targets = substitute_targets(&targets, variable, &value, place)?;
            targets[index] = Target::Becomes(LinearExpression::variable(variable));
            solved[index] = true;
        }
        Ok((guard, targets))
    }

    /// Closes the gaps that written-out parameters leave.
    fn renumber(
        &self,
        mut guard: Formula,
        mut targets: Vec<Target>,
        left: &[Option<u16>],
        place: Place,
    ) -> Elaborated<(Formula, Vec<Target>, u16)> {
        let mut count = 0;
        for parameter in left.iter().flatten() {
            if *parameter != count {
                let to = LinearExpression::variable(self.variable(count));
                guard = substitute(&guard, self.variable(*parameter), &to, place)?;
                targets = substitute_targets(&targets, self.variable(*parameter), &to, place)?;
            }
            count += 1;
        }
        Ok((guard, targets, count))
    }
}

fn wrong_kind(place: Place, message: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(Code::WrongKind, place, message).expected("a move that fits what a position is"))
}

fn no_such_heap(name: &str, place: Place) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::new(Code::NoSuchHeap, place, format!("there is no coordinate `{name}` to change"))
            .expected("the name of a counter, or h1, h2, … in a game with a fixed number of heaps"),
    )
}

/// The unknown names in `where` conditions: the parameters of the move.
fn parameter_names(scope: &Scope<'_>, conditions: &[Condition]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for condition in conditions {
        condition.visit_expressions(&mut |e| {
            if let crate::syntax::ExpressionKind::Name(name) = &e.kind
                && !scope.coordinates.contains(name)
                && !scope.constants.contains_key(name)
                && !names.contains(name)
            {
                names.push(name.clone());
            }
        });
    }
    names
}

/// Evaluates the parts of a formula that mention no variable.
pub(crate) fn simplified(formula: Formula) -> Formula {
    let constant = |e: &LinearExpression| e.terms().is_empty();
    match formula {
        Formula::NotPositive(ref e) | Formula::Zero(ref e) | Formula::Congruent { expression: ref e, .. }
            if constant(e) =>
        {
            if formula.holds(&[]) {
                Formula::True
            } else {
                Formula::False
            }
        }
        Formula::Not(inner) => simplified(*inner).negated(),
        Formula::And(parts) => parts.into_iter().fold(Formula::True, |all, part| all.and(simplified(part))),
        Formula::Or(parts) => {
            let parts: Vec<Formula> =
                parts.into_iter().map(simplified).filter(|part| *part != Formula::False).collect();
            match parts.len() {
                0 => Formula::False,
                _ if parts.contains(&Formula::True) => Formula::True,
                1 => parts.into_iter().next().unwrap_or(Formula::False),
                _ => Formula::Or(parts),
            }
        }
        other => other,
    }
}

fn substitute(
    formula: &Formula,
    variable: Variable,
    value: &LinearExpression,
    place: Place,
) -> Elaborated<Formula> {
    let expression = |e: &LinearExpression| e.substitute(variable, value).map_err(overflow(place));
    let all = |parts: &[Formula]| {
        parts.iter().map(|part| substitute(part, variable, value, place)).collect::<Elaborated<Vec<_>>>()
    };
    Ok(match formula {
        Formula::True => Formula::True,
        Formula::False => Formula::False,
        Formula::NotPositive(e) => Formula::NotPositive(expression(e)?),
        Formula::Zero(e) => Formula::Zero(expression(e)?),
        Formula::Congruent { expression: e, modulus, residue } => {
            Formula::Congruent { expression: expression(e)?, modulus: *modulus, residue: *residue }
        }
        Formula::Not(inner) => substitute(inner, variable, value, place)?.negated(),
        Formula::And(parts) => Formula::And(all(parts)?),
        Formula::Or(parts) => Formula::Or(all(parts)?),
    })
}

fn substitute_targets(
    targets: &[Target],
    variable: Variable,
    value: &LinearExpression,
    place: Place,
) -> Elaborated<Vec<Target>> {
    targets
        .iter()
        .map(|target| match target {
            Target::Same => Ok(Target::Same),
            Target::Becomes(e) => {
                Ok(Target::Becomes(e.substitute(variable, value).map_err(overflow(place))?))
            }
        })
        .collect()
}

/// The fixed bounds that the conjuncts of a guard give a variable.
fn fixed_range(guard: &Formula, variable: Variable) -> Option<(i64, i64)> {
    let (mut low, mut high) = (0, None::<i64>);
    let mut see = |e: &LinearExpression| {
        if let &[(only, coefficient)] = e.terms()
            && only == variable
        {
            // coefficient · t + c ≤ 0
            let c = e.constant_term();
            if coefficient > 0 {
                let bound = (-c).div_euclid(coefficient);
                high = Some(high.map_or(bound, |h| h.min(bound)));
            } else {
                low = low.max(-(-c).div_euclid(-coefficient));
            }
        }
    };
    let parts = match guard {
        Formula::And(parts) => &parts[..],
        other => std::slice::from_ref(other),
    };
    for part in parts {
        match part {
            Formula::NotPositive(e) => see(e),
            Formula::Zero(e) => {
                see(e);
                if let Ok(negative) = e.scaled(-1) {
                    see(&negative);
                }
            }
            _ => {}
        }
    }
    high.map(|high| (low, high))
}

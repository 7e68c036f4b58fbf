//! Expressions and conditions over the coordinates of a game, as linear arithmetic.

use std::{cell::Cell, collections::BTreeMap, rc::Rc};

use bouton_core::{Formula, LinearExpression, LinearOverflow, Space, Variable};

use crate::{
    fault::{Fault, FaultCode as Code, Hint},
    limits::{MAX_ATOMS, MAX_DIVISOR, MAX_PARAMETERS, MAX_STEPS},
    place::Place,
    quotients::{Quotient, written_out},
    reading::Reading,
    simplified::simplified,
    syntax::{
        Condition, ConditionKind, Expression, ExpressionKind, Operator, Property, Quantity, Relation,
        looks_like_heap,
    },
};

/// The most known names that a fault with an unknown name lists.
const MOST_NAMED: usize = 128;

pub(crate) type Elaborated<T> = Result<T, Box<Fault>>;

/// The meanings of names while one move, or one condition, is written out.
#[derive(Clone)]
pub(crate) struct Scope<'a> {
    pub(crate) space: &'a Space,
    pub(crate) coordinates: &'a [String],
    pub(crate) constants: &'a BTreeMap<String, i64>,
    /// The letters, the first parameters of every move.
    pub(crate) letters: &'a [String],
    pub(crate) parameters: BTreeMap<String, Variable>,
    /// The size of the heap that is taken from, if there is one.
    pub(crate) heap: Option<LinearExpression>,
    /// The number of parameters, auxiliary ones included.
    pub(crate) parameter_count: u16,
    /// The formulas that define the auxiliary parameters (quotients, largest heaps).
    pub(crate) definitions: Vec<Formula>,
    /// Whether auxiliary parameters may be introduced.
    pub(crate) open: bool,
    /// Whether the player may choose numbers, by `where`.
    pub(crate) chooses: bool,
    /// The quotients to eliminate, where auxiliary parameters are not allowed.
    quotients: Option<Vec<Quotient>>,
    /// The number of remaining steps for everything that comes from this scope.
    steps: Rc<Cell<u64>>,
    pub(crate) reading: &'a Reading,
}

pub(crate) fn overflow(place: Place) -> impl Fn(LinearOverflow) -> Box<Fault> {
    move |_| {
        Box::new(
            Fault::new(Code::LinearOverflow, place, "a number becomes too large here")
                .expected("coefficients up to 2^20 and constants up to 2^40"),
        )
    }
}

/// Returns the expression of a number that was counted or read.
pub(crate) fn counted<N: TryInto<i64>>(value: N, place: Place) -> Elaborated<LinearExpression> {
    number(value.try_into().map_err(|_| overflow(place)(LinearOverflow))?, place)
}

pub(crate) fn number(value: i64, place: Place) -> Elaborated<LinearExpression> {
    LinearExpression::constant(value).map_err(overflow(place))
}

impl<'a> Scope<'a> {
    pub(crate) fn new(
        space: &'a Space,
        coordinates: &'a [String],
        constants: &'a BTreeMap<String, i64>,
        letters: &'a [String],
        reading: &'a Reading,
    ) -> Self {
        let numbered = letters.iter().enumerate();
        let parameters = numbered.map(|(i, name)| (name.clone(), Variable::new(coordinates.len() + i)));
        Self {
            space,
            coordinates,
            constants,
            letters,
            parameters: parameters.collect(),
            heap: None,
            // There are fewer letters than possible heaps.
            parameter_count: u16::try_from(letters.len()).unwrap_or(u16::MAX),
            definitions: Vec::new(),
            open: true,
            chooses: false,
            quotients: None,
            steps: Rc::new(Cell::new(MAX_STEPS)),
            reading,
        }
    }

    /// Takes `steps` steps.
    ///
    /// Conditions are written out once for each choice of heaps, so a short text may require much
    /// work.
    ///
    /// # Errors
    ///
    /// A fault if no steps are left, or if a limit is reached.
    pub(crate) fn step(&self, steps: usize, place: Place) -> Elaborated<()> {
        if !self.reading.spend(steps as u64) {
            return Err(Fault::stopped(place));
        }
        let left = self.steps.get().saturating_sub(steps as u64);
        self.steps.set(left);
        if left > 0 {
            return Ok(());
        }
        let fault = Fault::new(Code::TooManyCases, place, "this takes too many steps to be written out");
        Err(Box::new(
            fault.expected(format!("at most {MAX_STEPS} steps for all moves, or all conditions, together")),
        ))
    }

    /// Takes the steps for writing a formula.
    pub(crate) fn step_through(&self, formula: &Formula, place: Place) -> Elaborated<()> {
        self.step(size(formula), place)
    }

    pub(crate) fn coordinate(&self, index: usize) -> LinearExpression {
        LinearExpression::variable(Variable::new(index))
    }

    pub(crate) fn fresh(&mut self) -> Variable {
        let index = self.coordinates.len() + usize::from(self.parameter_count);
        self.parameter_count = self.parameter_count.saturating_add(1);
        Variable::new(index)
    }

    /// Creates a parameter, if there are not too many.
    pub(crate) fn fresh_within(&mut self, place: Place) -> Elaborated<Variable> {
        if usize::from(self.parameter_count) >= MAX_PARAMETERS {
            return Err(Box::new(
                Fault::new(
                    Code::TooManyCases,
                    place,
                    "this move has too many parameters, quotients and extreme heaps",
                )
                .expected(format!("at most {MAX_PARAMETERS} together")),
            ));
        }
        Ok(self.fresh())
    }

    fn auxiliary(&mut self, place: Place) -> Elaborated<LinearExpression> {
        if self.open {
            return Ok(LinearExpression::variable(self.fresh_within(place)?));
        }
        let fault = Fault::new(
            Code::NotLinear,
            place,
            "this needs an extreme heap or a quotient, which cannot stand here",
        )
        .expected("sums, comparisons, `is even`, `is odd`, `is divisible by`, `mod` compared with a number");
        Err(Box::new(fault))
    }

    /// Returns the constant value of an expression, or a fault.
    pub(crate) fn fixed(&mut self, e: &Expression) -> Elaborated<i64> {
        let value = self.linear(e)?;
        if value.terms().is_empty() {
            return Ok(value.constant_term());
        }
        Err(Box::new(
            Fault::new(Code::NotConstant, e.place, "this has to be a fixed number")
                .expected("a number, or a name defined by `let`"),
        ))
    }

    pub(crate) fn linear(&mut self, e: &Expression) -> Elaborated<LinearExpression> {
        self.step(1, e.place)?;
        match &e.kind {
            ExpressionKind::Number(value) => counted(*value, e.place),
            ExpressionKind::Name(name) => self.name(name, e.place),
            ExpressionKind::Heap => self.heap.clone().ok_or_else(|| {
                let fault =
                    Fault::new(Code::WrongKind, e.place, "there is no single heap that is taken from here");
                Box::new(fault.expected("`heap` and `half` in a move from heaps, or `total`"))
            }),
            ExpressionKind::Total => {
                self.step(self.coordinates.len(), e.place)?;
                let mut total = LinearExpression::default();
                for index in 0..self.coordinates.len() {
                    let weight = if *self.space == Space::HeapSizes {
                        i64::try_from(index + 1).unwrap_or(1)
                    } else {
                        1
                    };
                    total = total.plus_scaled(&self.coordinate(index), weight).map_err(overflow(e.place))?;
                }
                Ok(total)
            }
            ExpressionKind::Largest | ExpressionKind::Smallest => self.extreme(e),
            ExpressionKind::Binary(operator, left, right) => {
                let (left, right) = (self.linear(left)?, self.linear(right)?);
                self.binary(*operator, &left, &right, e.place)
            }
        }
    }

    fn name(&self, name: &str, place: Place) -> Elaborated<LinearExpression> {
        if let Some(index) = self.coordinates.iter().position(|known| known == name) {
            return Ok(self.coordinate(index));
        }
        if let Some(&value) = self.constants.get(name) {
            return number(value, place);
        }
        if let Some(&variable) = self.parameters.get(name) {
            return Ok(LinearExpression::variable(variable));
        }
        let heap = looks_like_heap(name);
        let code = if heap { Code::NoSuchHeap } else { Code::UnknownName };
        let known = self.coordinates.iter().chain(self.constants.keys()).chain(self.letters);
        let hint = Hint::Number {
            name: name.to_owned(),
            known: known.take(MOST_NAMED).cloned().collect(),
            coordinate: self.coordinates.first().cloned().filter(|_| !heap),
            chooses: self.chooses,
        };
        Err(Box::new(Fault::new(code, place, format!("`{name}` is not known here")).hint(hint)))
    }

    fn binary(
        &mut self,
        operator: Operator,
        left: &LinearExpression,
        right: &LinearExpression,
        place: Place,
    ) -> Elaborated<LinearExpression> {
        let constant = |e: &LinearExpression| e.terms().is_empty().then(|| e.constant_term());
        self.step(left.terms().len() + right.terms().len(), place)?;
        match operator {
            Operator::Plus => left.plus(right).map_err(overflow(place)),
            Operator::Minus => left.minus(right).map_err(overflow(place)),
            Operator::Times => match (constant(left), constant(right)) {
                (_, Some(factor)) => left.scaled(factor).map_err(overflow(place)),
                (Some(factor), _) => right.scaled(factor).map_err(overflow(place)),
                _ => Err(Box::new(
                    Fault::new(Code::NotLinear, place, "a product of two quantities that both vary")
                        .expected("a product with a fixed number"),
                )),
            },
            Operator::Quotient | Operator::Remainder => {
                let divisor = self.divisor(constant(right), place)?;
                let quotient = match constant(left) {
                    _ if divisor == 1 => left.clone(),
                    Some(value) => number(value.div_euclid(divisor), place)?,
                    None => self.quotient(left, divisor, place)?,
                };
                if operator == Operator::Quotient {
                    return Ok(quotient);
                }
                left.plus_scaled(&quotient, -divisor).map_err(overflow(place))
            }
        }
    }

    fn divisor(&self, divisor: Option<i64>, place: Place) -> Elaborated<i64> {
        match divisor {
            Some(divisor) if (1..=MAX_DIVISOR).contains(&divisor) => Ok(divisor),
            Some(_) => Err(Box::new(
                Fault::new(Code::Divisor, place, "a division by this number is not possible")
                    .expected(format!("a divisor from 1 to {MAX_DIVISOR}")),
            )),
            None => Err(Box::new(
                Fault::new(Code::NotLinear, place, "a division by a quantity that varies")
                    .expected("a fixed divisor"),
            )),
        }
    }

    /// Returns q with divisor · q ≤ e < divisor · (q + 1). Parameters are natural numbers, so where
    /// e may be negative, q is a difference of two parameters, one of which is 0.
    fn quotient(&mut self, e: &LinearExpression, divisor: i64, place: Place) -> Elaborated<LinearExpression> {
        if self.quotients.is_some() {
            let variable = self.fresh_within(place)?;
            let quotient = Quotient { variable, expression: e.clone(), divisor };
            self.quotients.iter_mut().for_each(|list| list.push(quotient.clone()));
            return Ok(LinearExpression::variable(variable));
        }
        let mut quotient = self.auxiliary(place)?;
        if e.constant_term() < 0 || e.terms().iter().any(|&(_, coefficient)| coefficient < 0) {
            let below = self.auxiliary(place)?;
            self.definitions
                .push(Formula::Or(vec![Formula::Zero(quotient.clone()), Formula::Zero(below.clone())]));
            // The parts do not exceed the positive and the negative part of e.
            for (part, sign) in [(&quotient, 1), (&below, -1)] {
                let mut bound = number((sign * e.constant_term()).max(0), place)?;
                for &(variable, coefficient) in e.terms() {
                    let variable = LinearExpression::variable(variable);
                    bound =
                        bound.plus_scaled(&variable, (sign * coefficient).max(0)).map_err(overflow(place))?;
                }
                self.definitions.push(Formula::NotPositive(part.minus(&bound).map_err(overflow(place))?));
            }
            quotient = quotient.minus(&below).map_err(overflow(place))?;
        }
        let rest = e.plus_scaled(&quotient, -divisor).map_err(overflow(place))?;
        let low = rest.scaled(-1).map_err(overflow(place))?;
        let high = rest.with_constant(rest.constant_term() - (divisor - 1)).map_err(overflow(place))?;
        self.definitions.push(Formula::NotPositive(low));
        self.definitions.push(Formula::NotPositive(high));
        Ok(quotient)
    }

    fn extreme(&mut self, e: &Expression) -> Elaborated<LinearExpression> {
        if *self.space != Space::Heaps {
            return Err(Box::new(
                Fault::new(Code::WrongKind, e.place, "`largest` and `smallest` are about heaps")
                    .expected("a game with `heaps`"),
            ));
        }
        self.step(4 * self.coordinates.len(), e.place)?;
        let extreme = self.auxiliary(e.place)?;
        let mut total = LinearExpression::default();
        let (mut bounds, mut attained) = (Vec::new(), Vec::new());
        for index in 0..self.coordinates.len() {
            let heap = self.coordinate(index);
            total = total.plus(&heap).map_err(overflow(e.place))?;
            let above = heap.minus(&extreme).map_err(overflow(e.place))?;
            attained.push(Formula::Zero(above.clone()));
            if e.kind == ExpressionKind::Largest {
                bounds.push(Formula::NotPositive(above));
            } else {
                let below = extreme.minus(&heap).map_err(overflow(e.place))?;
                bounds.push(Formula::Or(vec![Formula::Zero(heap), Formula::NotPositive(below)]));
            }
        }
        let least =
            LinearExpression::constant(1).and_then(|one| one.minus(&extreme)).map_err(overflow(e.place))?;
        if e.kind == ExpressionKind::Smallest {
            // A smallest nonempty heap, or 0 if all are empty.
            let none = Formula::And(vec![Formula::Zero(extreme.clone()), Formula::Zero(total.clone())]);
            attained = vec![none, Formula::And(vec![Formula::NotPositive(least), Formula::Or(attained)])];
        }
        self.definitions.extend(bounds);
        self.definitions.push(Formula::NotPositive(extreme.minus(&total).map_err(overflow(e.place))?));
        self.definitions.push(Formula::Or(attained));
        Ok(extreme)
    }

    pub(crate) fn all(&mut self, conditions: &[Condition]) -> Elaborated<Formula> {
        conditions.iter().try_fold(Formula::True, |all, condition| Ok(all.and(self.formula(condition)?)))
    }

    /// Returns the conjunction of the conditions as a formula over the coordinates alone, without
    /// quotients.
    pub(crate) fn closed(&self, conditions: &[Condition]) -> Elaborated<Formula> {
        let mut scope = Self { open: false, quotients: Some(Vec::new()), ..self.clone() };
        let formula = simplified(scope.all(conditions)?);
        let quotients = scope.quotients.unwrap_or_default();
        let place = conditions.first().map(|condition| condition.place).unwrap_or_default();
        written_out(formula, &quotients).map(simplified).ok_or_else(|| {
            let fault = Fault::new(Code::TooManyCases, place, "this becomes too large without its quotients");
            Box::new(fault.expected("fewer quotients, or smaller divisors"))
        })
    }

    pub(crate) fn formula(&mut self, condition: &Condition) -> Elaborated<Formula> {
        let place = condition.place;
        Ok(match &condition.kind {
            ConditionKind::Comparison(first, rest) => {
                let mut left = first;
                let mut all = Formula::True;
                for (relation, right) in rest {
                    all = all.and(self.comparison(left, *relation, right)?);
                    left = right;
                }
                all
            }
            ConditionKind::Divisible(e, divisor) => {
                let divisor = self.fixed(divisor)?;
                let divisor = self.divisor(Some(divisor), place)?;
                Formula::Congruent {
                    expression: self.linear(e)?,
                    modulus: u32::try_from(divisor).unwrap_or(1),
                    residue: 0,
                }
            }
            ConditionKind::Count(quantity, property) => self.count(quantity, property, place)?,
            ConditionKind::Empty => (0..self.coordinates.len())
                .fold(Formula::True, |all, i| all.and(Formula::Zero(self.coordinate(i)))),
            ConditionKind::Not(inner) => self.formula(inner)?.negated(),
            ConditionKind::And(parts) => self.all(parts)?,
            ConditionKind::Or(parts) => {
                Formula::Or(parts.iter().map(|part| self.formula(part)).collect::<Elaborated<_>>()?)
            }
        })
    }

    fn comparison(
        &mut self,
        left: &Expression,
        relation: Relation,
        right: &Expression,
    ) -> Elaborated<Formula> {
        if let (
            ExpressionKind::Binary(Operator::Remainder, value, divisor),
            Relation::Equal | Relation::Unequal,
        ) = (&left.kind, relation)
            && let Ok(residue) = self.clone().fixed(right)
        {
            let divisor = self.fixed(divisor)?;
            let divisor = self.divisor(Some(divisor), left.place)?;
            let congruent = match u32::try_from(residue) {
                Ok(residue) if i64::from(residue) < divisor => Formula::Congruent {
                    expression: self.linear(value)?,
                    modulus: u32::try_from(divisor).unwrap_or(1),
                    residue,
                },
                // A condition on this value is false, but its names have to be known.
                _ => self.clone().linear(value).map(|_| Formula::False)?,
            };
            return Ok(if relation == Relation::Equal { congruent } else { congruent.negated() });
        }
        let place = left.place.to(right.place);
        self.step(1, place)?;
        let difference = self.linear(left)?.minus(&self.linear(right)?).map_err(overflow(place))?;
        compare(&difference, relation, place)
    }

    /// Returns the condition that the heap of a coordinate has a property (under `heap sizes`: that
    /// the heaps of a size have it).
    pub(crate) fn property(
        &mut self,
        property: &Property,
        index: usize,
        place: Place,
    ) -> Elaborated<Formula> {
        self.step(1, place)?;
        if matches!(property, Property::Distinct | Property::Largest | Property::Smallest) {
            self.step(2 * self.coordinates.len(), place)?;
        }
        let size = match self.space {
            Space::HeapSizes => counted(index + 1, place)?,
            _ => self.coordinate(index),
        };
        let compared = |size: &LinearExpression, with: &LinearExpression, relation| {
            compare(&size.minus(with).map_err(overflow(place))?, relation, place)
        };
        Ok(match property {
            Property::Nonempty => compare(&size, Relation::Greater, place)?,
            Property::Empty => compare(&size, Relation::Equal, place)?,
            Property::Even => Formula::Congruent { expression: size, modulus: 2, residue: 0 },
            Property::Odd => Formula::Congruent { expression: size, modulus: 2, residue: 1 },
            Property::Distinct => {
                let mut all = Formula::True;
                for other in (0..self.coordinates.len()).filter(|&other| other != index) {
                    all = all.and(compared(&size, &self.coordinate(other), Relation::Unequal)?);
                }
                all
            }
            Property::Exactly(e) => compared(&size, &self.linear(e)?, Relation::Equal)?,
            Property::AtMost(e) => compared(&size, &self.linear(e)?, Relation::AtMost)?,
            Property::AtLeast(e) => compared(&size, &self.linear(e)?, Relation::AtLeast)?,
            Property::Largest | Property::Smallest => {
                let largest = *property == Property::Largest;
                let mut all = if largest { Formula::True } else { compare(&size, Relation::Greater, place)? };
                for other in (0..self.coordinates.len()).filter(|&other| other != index) {
                    let heap = self.coordinate(other);
                    let part = if *self.space == Space::HeapSizes {
                        if (other > index) == largest { Formula::Zero(heap) } else { Formula::True }
                    } else if largest {
                        compared(&size, &heap, Relation::AtLeast)?
                    } else {
                        Formula::Or(vec![
                            Formula::Zero(heap.clone()),
                            compared(&size, &heap, Relation::AtMost)?,
                        ])
                    };
                    all = all.and(part);
                }
                all
            }
        })
    }

    fn count(&mut self, quantity: &Quantity, property: &Property, place: Place) -> Elaborated<Formula> {
        if *self.space == Space::Counters {
            return Err(Box::new(
                Fault::new(Code::WrongKind, place, "this game has counters, not heaps")
                    .expected("a comparison of counters"),
            ));
        }
        let heaps = i64::try_from(self.coordinates.len()).unwrap_or(i64::MAX);
        let mut value = |e: &Expression| self.fixed(e);
        let (low, high) = match quantity {
            Quantity::Exactly(e) => (value(e)?, Some(value(e)?)),
            Quantity::AtMost(e) => (0, Some(value(e)?)),
            Quantity::AtLeast(e) => (value(e)?, None),
            Quantity::Between(low, high) => (value(low)?, Some(value(high)?)),
            Quantity::Any => (1, None),
            Quantity::All => (heaps, None),
        };
        if *self.space == Space::HeapSizes {
            return self.count_sizes(quantity, low, high, property, place);
        }
        let mut each = Vec::new();
        for index in 0..self.coordinates.len() {
            each.push(self.property(property, index, place)?);
        }
        let at_least = self.at_least(&each, low, place)?;
        let at_most = match high {
            None => Formula::True,
            Some(high) => self.at_least(&each, high.saturating_add(1), place)?.negated(),
        };
        Ok(at_least.and(at_most))
    }

    /// Returns the condition on the number of heaps with a property under `heap sizes`, where the
    /// number is a sum of coordinates.
    fn count_sizes(
        &mut self,
        quantity: &Quantity,
        low: i64,
        high: Option<i64>,
        property: &Property,
        place: Place,
    ) -> Elaborated<Formula> {
        if matches!(property, Property::Largest | Property::Smallest | Property::Distinct | Property::Empty) {
            return Err(Box::new(
                Fault::new(Code::WrongKind, place, "this cannot be counted under `heap sizes`")
                    .expected("`nonempty`, `even`, `odd`, or a size"),
            ));
        }
        let (mut with, mut without) = (LinearExpression::default(), LinearExpression::default());
        for index in 0..self.coordinates.len() {
            let sum = match simplified(self.property(property, index, place)?) {
                Formula::True => &mut with,
                Formula::False => &mut without,
                _ => {
                    return Err(Box::new(
                        Fault::new(Code::NotConstant, place, "whether a size has this property varies")
                            .expected("under `heap sizes` a property that compares with a fixed number"),
                    ));
                }
            };
            *sum = sum.plus(&self.coordinate(index)).map_err(overflow(place))?;
        }
        if *quantity == Quantity::All {
            return compare(&without, Relation::Equal, place);
        }
        let low = number(low, place)?;
        let mut formula = compare(&with.minus(&low).map_err(overflow(place))?, Relation::AtLeast, place)?;
        if let Some(high) = high {
            let high = number(high, place)?;
            formula =
                formula.and(compare(&with.minus(&high).map_err(overflow(place))?, Relation::AtMost, place)?);
        }
        Ok(formula)
    }
}

impl Scope<'_> {
    /// Returns the condition that at least `count` of the formulas hold.
    fn at_least(&self, each: &[Formula], count: i64, place: Place) -> Elaborated<Formula> {
        let Ok(count) = usize::try_from(count) else { return Ok(Formula::True) };
        if count == 0 {
            return Ok(Formula::True);
        }
        let mut cases = Vec::new();
        let (mut written, mut fault) = (0usize, None);
        let sizes: Vec<usize> = each.iter().map(size).collect();
        let complete = for_each_subset(each.len(), count, &mut |subset| {
            written += count;
            fault = self.step(subset.iter().map(|&index| sizes[index]).sum(), place).err();
            cases.push(subset.iter().fold(Formula::True, |all, &index| all.and(each[index].clone())));
            written <= MAX_ATOMS && fault.is_none()
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
        if !complete {
            return Err(Box::new(
                Fault::new(
                    Code::TooManyCases,
                    place,
                    "this condition has too many cases when it is written out",
                )
                .expected(format!("at most {MAX_ATOMS} comparisons")),
            ));
        }
        Ok(Formula::Or(cases))
    }
}

/// Returns the condition `difference relation 0`.
pub(crate) fn compare(
    difference: &LinearExpression,
    relation: Relation,
    place: Place,
) -> Elaborated<Formula> {
    let negative = difference.scaled(-1).map_err(overflow(place))?;
    let plus_one = |e: &LinearExpression| e.with_constant(e.constant_term() + 1).map_err(overflow(place));
    let formula = match relation {
        Relation::Equal => Formula::Zero(difference.clone()),
        Relation::Unequal => Formula::Zero(difference.clone()).negated(),
        Relation::AtMost => Formula::NotPositive(difference.clone()),
        Relation::AtLeast => Formula::NotPositive(negative),
        Relation::Less => Formula::NotPositive(plus_one(difference)?),
        Relation::Greater => Formula::NotPositive(plus_one(&negative)?),
    };
    if difference.terms().is_empty() {
        return Ok(if formula.holds(&[]) { Formula::True } else { Formula::False });
    }
    Ok(formula)
}

/// The number of atoms of a formula plus the number of their terms, plus 1.
fn size(formula: &Formula) -> usize {
    let mut size = 1;
    formula.for_each_expression(&mut |e| size += 1 + e.terms().len());
    size
}

/// Visits the subsets of 0..n with `count` members, until `visit` returns `false`.
pub(crate) fn for_each_subset(n: usize, count: usize, visit: &mut dyn FnMut(&[usize]) -> bool) -> bool {
    if count > n {
        return true;
    }
    let mut subset: Vec<usize> = (0..count).collect();
    loop {
        if !visit(&subset) {
            return false;
        }
        let Some(place) = (0..count).rev().find(|&place| subset[place] < n - count + place) else {
            return true;
        };
        subset[place] += 1;
        for later in place + 1..count {
            subset[later] = subset[later - 1] + 1;
        }
    }
}

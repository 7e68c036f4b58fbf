//! A move schema as a search for digits.

use bouton_core::{Formula, Law, LinearExpression, LinearOverflow, MoveSchema, Numeration, Target, Variable};

use crate::{EmitError, bounds, literal::Literal, remainders::by_remainders};

/// The most unknown numbers of a move: their binary digits are kept in one word.
const MAX_UNKNOWNS: usize = 62;
/// The most unknown numbers in other digits: a digit and a state of the automaton of words, four
/// bits each, are kept of each number.
const MAX_UNKNOWNS_IN_DIGITS: usize = 8;
/// The most that a linear form may add at one place, and its largest constant, in other digits than
/// binary ones.
const MAX_SIZE: i64 = 1 << 40;

/// The kind of a condition on its linear expression.
const NOT_POSITIVE: i64 = 0;
const ZERO: i64 = 1;
const CONGRUENT: i64 = 2;

/// Tokens of a formula in postfix order; conditions are represented by their own numbers.
const NOT: i64 = -1;
const AND: i64 = -2;
const OR: i64 = -3;
const TRUE: i64 = -4;
const FALSE: i64 = -5;

/// A linear condition over coordinates and unknowns, as the emitted program reads it.
///
/// Read digit by digit, its running value goes from s to 2 s + (the digits'
/// part). At or beyond `low` and `high` the sign can no longer change.
///
/// In other digits than binary ones the constant is left out until the end. There are as many
/// running values as the numeration has; for a recurrence these are the values of the form with its
/// words shifted by 0, 1, … places. See [`InDigits`].
struct Condition {
    kind: i64,
    modulus: u32,
    residue: u32,
    constant: i64,
    low: i64,
    high: i64,
    in_digits: Option<InDigits>,
    coordinates: Vec<i64>,
    unknowns: Vec<i64>,
}

/// The bounds at which the running values of a condition have decided it.
///
/// The last k digits of a number mean less than Uₖ, the weight before them. So further digits add
/// to the form more than −`up` · Uₖ, where −`up` is the sum of its negative coefficients, and less
/// than `down` · Uₖ. Where all running values are at least `up` times those of the number 1, and v₀ +
/// constant > 0, the sign is decided, because no coefficient of the recurrence, or no entry of the
/// matrix, is negative, and the first of them is at least 1. Likewise below.
///
/// Then they are replaced by `high`, `size`, …, `size` (`low`, −`size`, …), for which the sign
/// stays decided: one place adds at most `size` A to the first two, v₀ ≥ `high` = max(2A, 1 −
/// constant) cannot fall, because v₀′ ≥ v₀ + A − A, and v₁′ ≥ 2A − A. For a matrix v₁′ ≥ 2A less
/// the amount that one place adds to it, which leaves `up` times the second value of 1
/// ([`bounds::largest_addition`]).
struct InDigits {
    up: i64,
    down: i64,
    size: i64,
}

/// A step at each place; the steps are in order.
#[derive(Clone, Copy)]
enum Step {
    /// The law reads the digit of a known number of the target.
    Known(usize),
    /// A digit of an unknown is guessed.
    Guess(usize),
    /// The law reads the digit that was guessed.
    Read(usize),
    /// The digit is no longer needed.
    Drop(usize),
}

/// A search for numbers that satisfy linear conditions and lead the law to some output.
pub(crate) struct Task {
    extra: u32,
    unknowns: usize,
    conditions: Vec<Condition>,
    formula: Vec<i64>,
    steps: Vec<Step>,
}

/// The source of a coordinate of the target.
enum Source {
    /// The position moved from determines it: a linear expression in its coordinates.
    Known(LinearExpression),
    /// The unknown with this index.
    Unknown(usize),
}

/// A move schema, prepared for the search.
pub(crate) struct Move {
    schema: MoveSchema,
    task: Task,
    sources: Vec<Source>,
    dimension: usize,
}

/// Collects the conditions and the postfix formula of a [`Task`].
struct Builder<'a> {
    numeration: &'a Numeration,
    dimension: usize,
    /// The unknown that each parameter became.
    unknown_of: &'a [usize],
    unknowns: usize,
    schema: usize,
    conditions: Vec<Condition>,
    formula: Vec<i64>,
}

impl Builder<'_> {
    /// Adds `expression - unknown`, if there is an unknown, under `kind`.
    fn condition(
        &mut self,
        kind: i64,
        expression: &LinearExpression,
        minus: Option<usize>,
        of: (u32, u32),
    ) -> Result<i64, LinearOverflow> {
        let mut condition = Condition {
            kind,
            modulus: of.0,
            residue: of.1,
            constant: expression.constant_term(),
            low: 0,
            high: 0,
            in_digits: None,
            coordinates: vec![0; self.dimension],
            unknowns: vec![0; self.unknowns],
        };
        for &(variable, coefficient) in expression.terms() {
            match variable.index().checked_sub(self.dimension) {
                None => condition.coordinates[variable.index()] = coefficient,
                Some(parameter) => condition.unknowns[self.unknown_of[parameter]] = coefficient,
            }
        }
        if let Some(unknown) = minus {
            condition.unknowns[unknown] -= 1;
        }
        let all = || condition.coordinates.iter().chain(&condition.unknowns);
        if self.numeration.is_binary() {
            // Every number adds 0 or 1 times its coefficient, and the constant's digit is 0 or 1.
            condition.high = 1 - all().filter(|c| **c < 0).sum::<i64>();
            condition.low = -1 - all().filter(|c| **c > 0).sum::<i64>();
        } else {
            let sum = |positive: bool| {
                let of_sign = all().filter(|c| (**c > 0) == positive);
                of_sign.map(|c| u128::from(c.unsigned_abs())).sum::<u128>()
            };
            let bounded = |sum: u128, times: u32| {
                let size = i64::try_from(sum.saturating_mul(times.into())).ok();
                size.filter(|size| *size <= MAX_SIZE).ok_or(LinearOverflow)
            };
            let (up, down) = (sum(false), sum(true));
            let size = bounded(up.max(down), bounds::largest_addition(self.numeration))?;
            if condition.constant.unsigned_abs() > MAX_SIZE.unsigned_abs() {
                return Err(LinearOverflow);
            }
            condition.high = (2 * size).max(1 - condition.constant);
            condition.low = -(2 * size).max(1 + condition.constant);
            condition.in_digits = Some(InDigits { up: bounded(up, 1)?, down: bounded(down, 1)?, size });
        }
        self.conditions.push(condition);
        Ok(i64::try_from(self.conditions.len() - 1).unwrap_or(i64::MAX))
    }

    fn formula(&mut self, formula: &Formula) -> Result<(), EmitError> {
        let token = match formula {
            Formula::True => TRUE,
            Formula::False => FALSE,
            Formula::NotPositive(expression) => self.condition(NOT_POSITIVE, expression, None, (1, 0))?,
            Formula::Zero(expression) => self.condition(ZERO, expression, None, (1, 0))?,
            Formula::Congruent { modulus: 0, .. } => return Err(EmitError::Modulus(self.schema)),
            Formula::Congruent { expression, modulus, residue } => {
                self.condition(CONGRUENT, expression, None, (*modulus, *residue))?
            }
            Formula::Not(inner) => {
                self.formula(inner)?;
                NOT
            }
            Formula::And(parts) => return self.connective(parts, AND, TRUE),
            Formula::Or(parts) => return self.connective(parts, OR, FALSE),
        };
        self.formula.push(token);
        Ok(())
    }

    fn connective(&mut self, parts: &[Formula], connective: i64, unit: i64) -> Result<(), EmitError> {
        for (index, part) in parts.iter().enumerate() {
            self.formula(part)?;
            if index > 0 {
                self.formula.push(connective);
            }
        }
        if parts.is_empty() {
            self.formula.push(unit);
        }
        Ok(())
    }
}

impl Task {
    /// Creates a task that tests whether a formula on the coordinates holds.
    pub(crate) fn test(
        formula: &Formula,
        dimension: usize,
        numeration: &Numeration,
    ) -> Result<Self, EmitError> {
        let mut builder = Builder {
            numeration,
            dimension,
            unknown_of: &[],
            unknowns: 0,
            schema: 0,
            conditions: Vec::new(),
            formula: Vec::new(),
        };
        builder.formula(formula)?;
        let Builder { conditions, formula, .. } = builder;
        Ok(Self { extra: 0, unknowns: 0, conditions, formula, steps: Vec::new() })
    }

    /// The search for the number that the law reads after all coordinates.
    pub(crate) fn last_track(dimension: usize, extra: u32) -> Self {
        let mut steps: Vec<Step> = (0..dimension).map(Step::Known).collect();
        steps.extend([Step::Guess(0), Step::Read(0), Step::Drop(0)]);
        Self { extra, unknowns: 1, conditions: Vec::new(), formula: vec![TRUE], steps }
    }

    /// The number of conditions.
    pub(crate) fn conditions(&self) -> usize {
        self.conditions.len()
    }

    /// The number of unknowns.
    pub(crate) fn unknowns(&self) -> usize {
        self.unknowns
    }

    /// The most truth values on the stack while the formula is evaluated.
    pub(crate) fn depth(&self) -> usize {
        let (mut depth, mut deepest) = (0usize, 0);
        for &token in &self.formula {
            match token {
                NOT => {}
                AND | OR => depth = depth.saturating_sub(1),
                _ => depth += 1,
            }
            deepest = deepest.max(depth);
        }
        deepest
    }

    /// The task as data.
    pub(crate) fn literal(&self) -> Literal {
        let steps = self.steps.iter().map(|step| {
            let (action, index) = match *step {
                Step::Known(index) => (0, index),
                Step::Guess(index) => (1, index),
                Step::Read(index) => (2, index),
                Step::Drop(index) => (3, index),
            };
            Literal::from(4 * index + action)
        });
        let conditions = self.conditions.iter().map(|condition| {
            let mut fields = vec![
                ("kind", Literal::Integer(condition.kind)),
                ("modulus", Literal::Integer(condition.modulus.into())),
                ("residue", Literal::Integer(condition.residue.into())),
                ("constant", Literal::Integer(condition.constant)),
                ("low", Literal::Integer(condition.low)),
                ("high", Literal::Integer(condition.high)),
            ];
            if let Some(InDigits { up, down, size }) = condition.in_digits {
                let bounds = [("up", up), ("down", down), ("size", size)];
                fields.extend(bounds.map(|(name, bound)| (name, Literal::Integer(bound))));
            }
            fields.extend([
                ("coordinates", Literal::integers(&condition.coordinates)),
                ("unknowns", Literal::integers(&condition.unknowns)),
            ]);
            Literal::record("Condition", fields)
        });
        Literal::record(
            "Task",
            vec![
                ("extra", Literal::Integer(self.extra.into())),
                ("unknowns", Literal::from(self.unknowns)),
                ("conditions", Literal::list("struct condition", conditions.collect())),
                ("formula", Literal::integers(&self.formula)),
                ("steps", Literal::list("long long", steps.collect())),
            ],
        )
    }
}

impl Move {
    /// Prepares the schema with the number `index` of a game with `dimension` coordinates, none of
    /// which grows by more than `growth` binary digits. The law reads a further number, always 0
    /// here, if it has a Nim heap.
    pub(crate) fn new(
        schema: &MoveSchema,
        index: usize,
        dimension: usize,
        growth: u32,
        law: &Law,
    ) -> Result<Self, EmitError> {
        let schema = &match law.numeration().is_binary() {
            true => schema.clone(),
            false => by_remainders(schema, dimension)?,
        };
        let parameters = usize::from(schema.parameters);
        // Unknowns are numbered in the order in which the law needs their digits.
        let mut unknown_of = vec![usize::MAX; parameters];
        let mut unknowns = 0;
        let mut steps = Vec::new();
        let mut sources = Vec::new();
        let mut equations = Vec::new();
        for (track, target) in schema.targets.iter().enumerate() {
            let expression = match target {
                Target::Same => LinearExpression::variable(Variable::new(track)),
                Target::Becomes(expression) => expression.clone(),
            };
            let open: Vec<_> = expression.terms().iter().filter(|term| term.0.index() >= dimension).collect();
            let source = match (open.as_slice(), expression.terms(), expression.constant_term()) {
                ([], ..) => Source::Known(expression),
                (&[&(variable, 1)], [_], 0) => {
                    let unknown = &mut unknown_of[variable.index() - dimension];
                    if *unknown == usize::MAX {
                        *unknown = unknowns;
                        steps.push(Step::Guess(unknowns));
                        unknowns += 1;
                    }
                    Source::Unknown(*unknown)
                }
                _ => {
                    steps.push(Step::Guess(unknowns));
                    equations.push((expression, unknowns));
                    unknowns += 1;
                    Source::Unknown(unknowns - 1)
                }
            };
            steps.push(match source {
                Source::Known(_) => Step::Known(track),
                Source::Unknown(unknown) => Step::Read(unknown),
            });
            sources.push(source);
        }
        let mut hidden = false;
        for unknown in unknown_of.iter_mut().filter(|unknown| **unknown == usize::MAX) {
            *unknown = unknowns;
            steps.push(Step::Guess(unknowns));
            unknowns += 1;
            hidden = true;
        }
        if law.nim_heap {
            steps.push(Step::Known(dimension));
        }
        let numeration = law.numeration();
        let most = if numeration.is_binary() { MAX_UNKNOWNS } else { MAX_UNKNOWNS_IN_DIGITS };
        if unknowns > most {
            return Err(EmitError::Unknowns { schema: index, found: unknowns, expected: most });
        }
        let mut builder = Builder {
            numeration,
            dimension,
            unknown_of: &unknown_of,
            unknowns,
            schema: index,
            conditions: Vec::new(),
            formula: Vec::new(),
        };
        builder.formula(&schema.guard)?;
        for (expression, unknown) in &equations {
            let token = builder.condition(ZERO, expression, Some(*unknown), (1, 0))?;
            builder.formula.extend([token, AND]);
        }
        let Builder { conditions, formula, .. } = builder;
        let bits = if hidden { growth.max(bounds::parameter_growth(schema, dimension)) } else { growth };
        let extra = bits.saturating_mul(bounds::doubling(numeration));
        let task = Task { extra, unknowns, conditions, formula, steps: with_drops(steps, unknowns) };
        Ok(Self { schema: schema.clone(), task, sources, dimension })
    }

    /// The search.
    pub(crate) fn task(&self) -> &Task {
        &self.task
    }

    /// The move as data.
    pub(crate) fn literal(&self) -> Literal {
        let mut known = Vec::new();
        let mut sources = Vec::new();
        for (track, source) in self.sources.iter().enumerate() {
            match source {
                Source::Unknown(unknown) => sources.push(Literal::from(*unknown)),
                Source::Known(expression) => {
                    sources.push(Literal::Integer(-1));
                    let same = matches!(expression.terms(), [(variable, 1)] if variable.index() == track);
                    if same && expression.constant_term() == 0 {
                        continue;
                    }
                    let coefficients: Vec<i64> = (0..self.dimension)
                        .map(|j| {
                            u16::try_from(j).map_or(0, |variable| expression.coefficient(Variable(variable)))
                        })
                        .collect();
                    known.push(Literal::record(
                        "Known",
                        vec![
                            ("track", Literal::from(track)),
                            ("constant", Literal::Integer(expression.constant_term())),
                            ("coefficients", Literal::integers(&coefficients)),
                        ],
                    ));
                }
            }
        }
        Literal::record(
            "Move",
            vec![
                ("control", Literal::Integer(self.schema.from.0.into())),
                ("target_control", Literal::Integer(self.schema.to.0.into())),
                ("known", Literal::list("struct known", known)),
                ("sources", Literal::list("long long", sources)),
                ("task", self.task.literal()),
            ],
        )
    }
}

/// Drops each unknown's digit after its last use, so that states of the search coincide again.
fn with_drops(steps: Vec<Step>, unknowns: usize) -> Vec<Step> {
    let mut last = vec![0; unknowns];
    for (place, step) in steps.iter().enumerate() {
        if let Step::Guess(unknown) | Step::Read(unknown) = *step {
            last[unknown] = place;
        }
    }
    let mut result = Vec::with_capacity(steps.len() + unknowns);
    for (place, step) in steps.into_iter().enumerate() {
        result.push(step);
        if let Step::Guess(unknown) | Step::Read(unknown) = step
            && last[unknown] == place
        {
            result.push(Step::Drop(unknown));
        }
    }
    result
}

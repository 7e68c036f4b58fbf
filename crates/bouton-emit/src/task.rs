//! A move schema as a search for digits.

use bouton_core::{Formula, LinearExpression, MoveSchema, Target, Variable};

use crate::{EmitError, bounds, literal::Literal};

/// The most unknown numbers of a move: their digits are kept in one word.
pub(crate) const MAX_UNKNOWNS: usize = 62;

/// What a condition says of its linear expression.
const NOT_POSITIVE: i64 = 0;
const ZERO: i64 = 1;
const CONGRUENT: i64 = 2;

/// Tokens of a formula in postfix order; conditions are their own numbers.
const NOT: i64 = -1;
const AND: i64 = -2;
const OR: i64 = -3;
const TRUE: i64 = -4;
const FALSE: i64 = -5;

/// A linear condition over coordinates and unknowns.
///
/// Read digit by digit, its running value goes from s to 2 s + (the digits'
/// part). At or beyond `low` and `high` the sign can no longer change.
struct Condition {
    kind: i64,
    modulus: u32,
    residue: u32,
    constant: i64,
    low: i64,
    high: i64,
    coordinates: Vec<i64>,
    unknowns: Vec<i64>,
}

/// What is done at each place, in order.
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

/// A search for numbers that fulfil linear conditions and lead the law somewhere.
pub(crate) struct Task {
    extra: u32,
    unknowns: usize,
    conditions: Vec<Condition>,
    formula: Vec<i64>,
    steps: Vec<Step>,
}

/// Where a coordinate of the target comes from.
enum Source {
    /// The position moved from decides: a linear expression in its coordinates.
    Known(LinearExpression),
    /// The unknown of this number.
    Unknown(usize),
}

/// A move schema, ready to be searched.
pub(crate) struct Move {
    schema: MoveSchema,
    task: Task,
    sources: Vec<Source>,
    dimension: usize,
}

/// Collects the conditions and the postfix formula of a [`Task`].
struct Builder<'a> {
    dimension: usize,
    /// The unknown that each parameter became.
    unknown_of: &'a [usize],
    unknowns: usize,
    schema: usize,
    conditions: Vec<Condition>,
    formula: Vec<i64>,
}

impl Builder<'_> {
    /// Adds `expression - unknown`, if one is given, under `kind`.
    fn condition(
        &mut self,
        kind: i64,
        expression: &LinearExpression,
        minus: Option<usize>,
        of: (u32, u32),
    ) -> i64 {
        let mut condition = Condition {
            kind,
            modulus: of.0,
            residue: of.1,
            constant: expression.constant_term(),
            low: 0,
            high: 0,
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
        // Every number adds 0 or 1 times its coefficient, the constant's digit 0 or 1.
        let all = || condition.coordinates.iter().chain(&condition.unknowns);
        condition.high = 1 - all().filter(|c| **c < 0).sum::<i64>();
        condition.low = -1 - all().filter(|c| **c > 0).sum::<i64>();
        self.conditions.push(condition);
        i64::try_from(self.conditions.len() - 1).unwrap_or(i64::MAX)
    }

    fn formula(&mut self, formula: &Formula) -> Result<(), EmitError> {
        let token = match formula {
            Formula::True => TRUE,
            Formula::False => FALSE,
            Formula::NotPositive(expression) => self.condition(NOT_POSITIVE, expression, None, (1, 0)),
            Formula::Zero(expression) => self.condition(ZERO, expression, None, (1, 0)),
            Formula::Congruent { modulus: 0, .. } => return Err(EmitError::Modulus(self.schema)),
            Formula::Congruent { expression, modulus, residue } => {
                self.condition(CONGRUENT, expression, None, (*modulus, *residue))
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
    /// Whether a formula over the coordinates alone holds.
    pub(crate) fn test(formula: &Formula, dimension: usize) -> Result<Self, EmitError> {
        let mut builder = Builder {
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

    /// How many conditions there are.
    pub(crate) fn conditions(&self) -> usize {
        self.conditions.len()
    }

    /// How many unknowns there are.
    pub(crate) fn unknowns(&self) -> usize {
        self.unknowns
    }

    /// How many truth values wait at most while the formula is evaluated.
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
            Literal::record(
                "Condition",
                vec![
                    ("kind", Literal::Integer(condition.kind)),
                    ("modulus", Literal::Integer(condition.modulus.into())),
                    ("residue", Literal::Integer(condition.residue.into())),
                    ("constant", Literal::Integer(condition.constant)),
                    ("low", Literal::Integer(condition.low)),
                    ("high", Literal::Integer(condition.high)),
                    ("coordinates", Literal::integers(&condition.coordinates)),
                    ("unknowns", Literal::integers(&condition.unknowns)),
                ],
            )
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
    /// Prepares the schema of number `index` of a game with `dimension`
    /// coordinates, none of which grows by more than `growth` digits; the law
    /// reads a further number, always 0 here, if `nim_heap`.
    pub(crate) fn new(
        schema: &MoveSchema,
        index: usize,
        dimension: usize,
        growth: u32,
        nim_heap: bool,
    ) -> Result<Self, EmitError> {
        let parameters = usize::from(schema.parameters);
        // Unknowns are numbered in the order in which the law wants their digits.
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
        if nim_heap {
            steps.push(Step::Known(dimension));
        }
        if unknowns > MAX_UNKNOWNS {
            return Err(EmitError::Unknowns { schema: index, found: unknowns, expected: MAX_UNKNOWNS });
        }
        let mut builder = Builder {
            dimension,
            unknown_of: &unknown_of,
            unknowns,
            schema: index,
            conditions: Vec::new(),
            formula: Vec::new(),
        };
        builder.formula(&schema.guard)?;
        for (expression, unknown) in &equations {
            let token = builder.condition(ZERO, expression, Some(*unknown), (1, 0));
            builder.formula.extend([token, AND]);
        }
        let Builder { conditions, formula, .. } = builder;
        let extra = if hidden { growth.max(bounds::parameter_growth(schema, dimension)) } else { growth };
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

/// Drops each unknown's digit after its last use, so that searches meet again.
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

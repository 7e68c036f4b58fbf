//! The rulesets that tables support: moves by vectors and along rays.

use bouton_core::{Formula, LinearExpression, MoveSchema, Ruleset, Target, Variable};

/// The most jumps that are supported.
const MOST_JUMPS: usize = 600;
/// The most amounts that are written out.
const MOST_AMOUNTS: i128 = 300;
/// The largest modulus of amounts that is supported.
const MOST_MODULUS: u32 = 64;

/// The reason why the tables do not support a ruleset.
///
/// ```
/// use bouton_core::Valuation;
/// use bouton_tables::{BoxPlan, Unfit};
///
/// let halving = bouton_rules::Game::parse("counters n; move n -> n div 2 when n >= 1").unwrap();
/// let plan = BoxPlan::new(&halving.ruleset().unwrap(), Valuation::NormalOutcome, &[100]);
/// assert!(matches!(plan, Err(Unfit::Amounts | Unfit::Target)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unfit {
    /// A parameter's range depends on the position, or on another parameter.
    #[error("the amounts of a move depend on the position or on each other")]
    Amounts,
    /// A target is neither the coordinate minus an amount nor a parameter for the rest.
    #[error("a move is not a displacement")]
    Target,
    /// A coordinate may grow.
    #[error("a move may make a coordinate larger")]
    Raises,
    /// There are too many different moves.
    #[error("there are too many different moves")]
    TooMany,
    /// This valuation does not have planes.
    #[error("these values are not kept as bits")]
    Values,
    /// There are no coordinates, or only one, or too many.
    #[error("there are too few or too many coordinates")]
    Dimension,
}

/// A family of moves: where the guard holds, there is a move to every natural point x + vector + Σ
/// nᵢ generatorᵢ with nᵢ ≥ 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Jump {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// A formula on the coordinates alone; it excludes positions where the stopping rule ends play.
    pub(crate) guard: Formula,
    /// The vector; no entry is positive, and all are zero only if `to > from`.
    pub(crate) vector: Vec<i64>,
    /// The generators, sorted; no entry is positive, and each has a nonzero entry.
    pub(crate) generators: Vec<Vec<i64>>,
}

/// One option, where the guard holds: a [`Jump`] without rays, for a given control state.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) to: usize,
    pub(crate) guard: Formula,
    pub(crate) vector: Vec<i64>,
}

/// The moves of a ruleset.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) dimension: usize,
    pub(crate) controls: usize,
    pub(crate) interchangeable: bool,
    pub(crate) jumps: Vec<Jump>,
}

impl Shape {
    /// Reads the moves. Moves that are not clearly of this kind are refused.
    pub(crate) fn new(ruleset: &Ruleset) -> Result<Self, Unfit> {
        let mut jumps = Vec::new();
        let playing = ruleset.stop().clone().negated();
        for schema in ruleset.moves() {
            jumps_of(schema, &playing, &mut jumps)?;
            if jumps.len() > MOST_JUMPS {
                return Err(Unfit::TooMany);
            }
        }
        jumps.sort();
        jumps.dedup();
        Ok(Self {
            dimension: ruleset.dimension(),
            controls: ruleset.controls().len(),
            interchangeable: ruleset.interchangeable(),
            jumps,
        })
    }

    /// The condition under which a move is possible from a control state.
    pub(crate) fn can_move(&self, control: usize) -> Result<Formula, Unfit> {
        let mut cases: Vec<Formula> = Vec::new();
        for jump in self.jumps.iter().filter(|jump| jump.from == control) {
            let mut case = jump.guard.clone();
            for (coordinate, &by) in jump.vector.iter().enumerate().filter(|(_, by)| **by < 0) {
                // x ≥ −by
                let variable = LinearExpression::variable(variable(coordinate)?);
                let short =
                    variable.scaled(-1).and_then(|e| e.with_constant(-by)).map_err(|_| Unfit::Amounts)?;
                case = case.and(Formula::NotPositive(short));
            }
            if !cases.contains(&case) {
                cases.push(case);
            }
        }
        Ok(Formula::Or(cases))
    }
}

fn variable(index: usize) -> Result<Variable, Unfit> {
    u16::try_from(index).map(Variable).map_err(|_| Unfit::Dimension)
}

/// The amounts that a parameter may have: finitely many, and all of some residues from some amount
/// on.
struct Amounts {
    /// First amounts, each with the step by which it continues for ever, if it does.
    starts: Vec<(i64, Option<i64>)>,
}

fn jumps_of(schema: &MoveSchema, playing: &Formula, jumps: &mut Vec<Jump>) -> Result<(), Unfit> {
    let dimension = schema.targets.len();
    let parameters = usize::from(schema.parameters);
    // A parameter for the rest becomes one for the amount taken: p = x − n.
    let mut substitutions = Vec::new();
    for parameter in 0..parameters {
        let own = variable(dimension + parameter)?;
        let bare = schema.targets.iter().position(
            |target| matches!(target, Target::Becomes(e) if e.terms() == [(own, 1)] && e.constant_term() == 0),
        );
        if let Some(coordinate) = bare {
            let rest = LinearExpression::variable(variable(coordinate)?)
                .minus(&LinearExpression::variable(own))
                .map_err(|_| Unfit::Amounts)?;
            substitutions.push((own, rest));
        }
    }
    let rewritten = |expression: &LinearExpression| -> Result<LinearExpression, Unfit> {
        let mut result = expression.clone();
        for (own, rest) in &substitutions {
            result = result.substitute(*own, rest).map_err(|_| Unfit::Amounts)?;
        }
        Ok(result)
    };
    // Displacements: a constant, and a multiple of each amount.
    let mut constant = vec![0i64; dimension];
    let mut factors = vec![vec![0i64; dimension]; parameters];
    for (coordinate, target) in schema.targets.iter().enumerate() {
        let Target::Becomes(expression) = target else { continue };
        let moved = rewritten(expression)?
            .minus(&LinearExpression::variable(variable(coordinate)?))
            .map_err(|_| Unfit::Target)?;
        constant[coordinate] = moved.constant_term();
        for &(term, factor) in moved.terms() {
            if term.index() < dimension {
                return Err(Unfit::Target);
            }
            factors[term.index() - dimension][coordinate] = factor;
        }
    }
    // Each part of the guard depends on the position only or on one amount only.
    let mut guard = playing.clone();
    let mut conditions = vec![Vec::new(); parameters];
    for part in conjuncts(&schema.guard) {
        let part = part.try_map(&rewritten)?;
        let mut of: Option<usize> = None;
        let mut mixed = false;
        let mut position = false;
        part.for_each_expression(&mut |expression| {
            for (term, _) in expression.terms() {
                match term.index().checked_sub(dimension) {
                    None => position = true,
                    Some(parameter) => {
                        mixed |= of.is_some_and(|known| known != parameter);
                        of = Some(parameter);
                    }
                }
            }
        });
        match of {
            None => guard = guard.and(part),
            Some(parameter) if !mixed && !position => conditions[parameter].push(part),
            Some(_) => return Err(Unfit::Amounts),
        }
    }
    if guard == Formula::False {
        return Ok(());
    }
    let mut families = vec![(constant, Vec::<Vec<i64>>::new())];
    for (parameter, conditions) in conditions.into_iter().enumerate() {
        let taken = substitutions.iter().any(|(own, _)| own.index() == dimension + parameter);
        let amounts = amounts(&Formula::And(conditions), dimension + parameter, taken)?;
        let factor = &factors[parameter];
        let mut next = Vec::new();
        for (vector, generators) in &families {
            for &(first, step) in &amounts.starts {
                let mut generators = generators.clone();
                if let Some(step) = step {
                    let generator = scaled(factor, step)?;
                    if generator.iter().any(|&by| by != 0) {
                        generators.push(generator);
                    }
                }
                let moved = scaled(factor, first)?;
                let vector = vector.iter().zip(&moved).map(|(a, b)| a + b).collect();
                next.push((vector, generators));
            }
        }
        families = next;
        if families.len() > MOST_JUMPS {
            return Err(Unfit::TooMany);
        }
    }
    for (vector, mut generators) in families {
        if vector.iter().chain(generators.iter().flatten()).any(|&by| by > 0) {
            return Err(Unfit::Raises);
        }
        let (from, to) = (schema.from.index(), schema.to.index());
        if vector.iter().all(|&by| by == 0) && to <= from {
            return Err(Unfit::Target);
        }
        generators.sort();
        generators.dedup();
        jumps.push(Jump { from, to, guard: guard.clone(), vector, generators });
    }
    Ok(())
}

fn scaled(factor: &[i64], by: i64) -> Result<Vec<i64>, Unfit> {
    factor.iter().map(|&f| f.checked_mul(by).ok_or(Unfit::Amounts)).collect()
}

fn conjuncts(formula: &Formula) -> Vec<&Formula> {
    match formula {
        Formula::And(parts) => parts.iter().flat_map(conjuncts).collect(),
        Formula::True => Vec::new(),
        other => vec![other],
    }
}

/// Returns a formula without the parts that are constant for values in these ranges.
pub(crate) fn reduced(formula: Formula, ranges: &[(i128, i128)]) -> Formula {
    match formula.holds_on(ranges) {
        Some(true) => return Formula::True,
        Some(false) => return Formula::False,
        None => {}
    }
    match formula {
        Formula::And(parts) => {
            parts.into_iter().map(|part| reduced(part, ranges)).fold(Formula::True, Formula::and)
        }
        Formula::Or(parts) => {
            let parts = parts.into_iter().map(|part| reduced(part, ranges));
            Formula::Or(parts.filter(|part| *part != Formula::False).collect())
        }
        Formula::Not(inner) => reduced(*inner, ranges).negated(),
        atom => atom,
    }
}

/// Rewrites a formula on points as one on their differences from `origin`.
pub(crate) fn from_origin(formula: &Formula, origin: &[i64]) -> Result<Formula, Unfit> {
    formula.try_map(&|expression| {
        let constant =
            expression.terms().iter().try_fold(expression.constant_term(), |sum, &(variable, factor)| {
                sum.checked_add(factor.checked_mul(*origin.get(variable.index())?)?)
            });
        expression.with_constant(constant.ok_or(Unfit::Dimension)?).map_err(|_| Unfit::Dimension)
    })
}

/// Returns the numbers n for which a condition on variable `index` alone holds. If n is the amount
/// `taken`, it may be negative before the condition is applied; otherwise it is a natural number.
fn amounts(condition: &Formula, index: usize, taken: bool) -> Result<Amounts, Unfit> {
    // Beyond the bound every inequality is constant, and congruences repeat.
    let mut bound = 1i128;
    condition.for_each_expression(&mut |expression| {
        bound = bound.max(i128::from(expression.constant_term()).abs() + 1);
    });
    let period = period(condition)?;
    if bound > MOST_AMOUNTS {
        return Err(Unfit::Amounts);
    }
    let mut values = vec![0i128; index + 1];
    let mut holds = |n: i128| {
        values[index] = n;
        condition.holds(&values)
    };
    if taken && (-bound - period..0).any(&mut holds) {
        return Err(Unfit::Raises);
    }
    let narrow = |n: i128| i64::try_from(n).map_err(|_| Unfit::Amounts);
    let mut starts = Vec::new();
    let mut endless: Vec<i128> = (bound..bound + period).filter(|&n| holds(n)).collect();
    let mut first = bound;
    // Adjacent smaller amounts belong to the same ray.
    while first > 0 {
        let below = first - 1;
        let joins = endless.contains(&(below + period));
        if joins != holds(below) {
            break;
        }
        if joins {
            endless.retain(|&n| n != below + period);
            endless.push(below);
        }
        first = below;
    }
    for n in 0..first {
        if holds(n) {
            starts.push((narrow(n)?, None));
        }
    }
    for n in endless {
        starts.push((narrow(n)?, Some(narrow(period)?)));
    }
    Ok(Amounts { starts })
}

/// A common period of all congruences.
fn period(formula: &Formula) -> Result<i128, Unfit> {
    fn gcd(a: u32, b: u32) -> u32 {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    fn visit(formula: &Formula, period: &mut u32) -> Result<(), Unfit> {
        match formula {
            Formula::Congruent { modulus, .. } => {
                let joint = (*period / gcd(*period, *modulus)).checked_mul(*modulus);
                *period = joint.filter(|&joint| joint <= MOST_MODULUS).ok_or(Unfit::Amounts)?;
                Ok(())
            }
            Formula::Not(inner) => visit(inner, period),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().try_for_each(|part| visit(part, period)),
            _ => Ok(()),
        }
    }
    let mut period = 1;
    visit(formula, &mut period)?;
    Ok(i128::from(period))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(rules: &str) -> Result<Shape, Unfit> {
        Shape::new(&bouton_rules::resolve(rules).unwrap().ruleset().unwrap())
    }

    fn described(rules: &str) -> Vec<(Vec<i64>, Vec<Vec<i64>>)> {
        shape(rules).unwrap().jumps.into_iter().map(|jump| (jump.vector, jump.generators)).collect()
    }

    #[test]
    fn amounts_become_vectors_and_rays() {
        assert_eq!(
            described("heaps 1; move take 1..2 from 1 heap"),
            [(vec![-2], vec![]), (vec![-1], vec![])]
        );
        assert_eq!(described("heaps 1; move take any from 1 heap"), [(vec![-1], vec![vec![-1]])]);
        assert_eq!(described("heaps 1; move take odd from 1 heap"), [(vec![-1], vec![vec![-2]])]);
        assert_eq!(
            described("wythoff"),
            [
                (vec![-1, -1], vec![vec![-1, -1]]),
                (vec![-1, 0], vec![vec![-1, 0]]),
                (vec![0, -1], vec![vec![0, -1]])
            ]
        );
        assert_eq!(
            described("heaps 2; move take any from exactly 2 heaps"),
            [(vec![-1, -1], vec![vec![-1, 0], vec![0, -1]])]
        );
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        assert_eq!(shape("counters a; move a -> a div 2 when a >= 1").unwrap_err(), Unfit::Amounts);
        assert_eq!(shape("heap sizes 1..3; move take any from 1 heap").unwrap_err(), Unfit::Raises);
        assert_eq!(shape("counters a, b; move a, b -> b, a - 1 when a > b").unwrap_err(), Unfit::Target);
    }
}

//! Moves read backwards, from the position that they lead to.

use bouton_core::{
    Formula, LimitReached, LinearExpression, LinearOverflow, MoveSchema, Ruleset, Target, Variable, Watch,
};

use super::{Compiler, Moves};

/// The bound of the positions moved from.
#[derive(Clone, Debug)]
pub(crate) enum Within {
    /// No coordinate is above the bound, in a game without moves that raise one.
    Box,
    /// No coordinate is above the bound, and the last one is above it less this number, in a game without
    /// moves that raise one.
    Band(u64),
    /// Σ wᵢ xᵢ is not above the bound, and no coordinate is above one of its own.
    Rank { weights: Vec<u64>, bounds: Vec<Option<u64>> },
}

/// Reverses some moves of a ruleset: the options of (y, n) are the positions x within n from which y
/// is an option, with the bound n as their last coordinate. Returns `None` if some equation of a
/// schema cannot be solved in the numbers used here.
///
/// In a schema's equations yᵢ = fᵢ(x, t) a variable with the coefficient 1 or −1 is expressed by
/// the others, parameters before coordinates. For `a, b → a − s, b − t where s − t < k` these are
/// the differences s and t, so that only x's own coordinates remain to be chosen, between bounds.
/// Everything between them is a move if the guard is a conjunction of inequalities.
///
/// # Errors
///
/// Any [`LimitReached`].
pub(crate) fn backwards<'a>(
    ruleset: &Ruleset,
    moves: impl IntoIterator<Item = &'a MoveSchema>,
    within: &Within,
    watch: &Watch,
) -> Result<Option<Moves>, LimitReached> {
    let dimension = ruleset.dimension() + 1;
    let mut compiler = Compiler::new(dimension, watch);
    for schema in moves {
        let Ok(inverse) = inverse(schema, ruleset.stop(), within) else { return Ok(None) };
        // No sum is known to fall: only the guard bounds the parameters. No move leads to a
        // position that does not exist.
        if !compiler.general(&inverse, &vec![0; dimension], ruleset.exists())? {
            return Ok(None);
        }
    }
    Ok(Some(compiler.moves(&Formula::False)))
}

/// The variables while equations are solved: y and the bound, then x, then parameters.
struct Unknowns {
    first: usize,
    /// The expressions found for solved unknowns, in the remaining ones.
    known: Vec<Option<LinearExpression>>,
}

impl Unknowns {
    /// An expression over x and the parameters, rewritten in the remaining unknowns.
    fn of(&self, expression: &LinearExpression) -> Result<LinearExpression, LinearOverflow> {
        let unknown = |index: usize| LinearExpression::variable(Variable::new(self.first + index));
        expression.replace(|variable| {
            let index = variable.index();
            Some(self.known[index].clone().unwrap_or_else(|| unknown(index)))
        })
    }

    /// Solves `expression = 0` for one of the unknowns; `false` if none has the coefficient 1 or −1.
    fn solve(&mut self, expression: &LinearExpression) -> Result<bool, LinearOverflow> {
        // Parameters come last.
        let unknown = |&&(variable, coefficient): &&(Variable, i64)| {
            variable.index() >= self.first && coefficient.abs() == 1
        };
        let Some(&(variable, coefficient)) =
            expression.terms().iter().filter(unknown).max_by_key(|term| term.0.index())
        else {
            return Ok(false);
        };
        // coefficient · variable + rest = 0
        let rest = expression.plus_scaled(&LinearExpression::variable(variable), -coefficient)?;
        let value = rest.scaled(-coefficient)?;
        for known in self.known.iter_mut().flatten() {
            *known = known.substitute(variable, &value)?;
        }
        self.known[variable.index() - self.first] = Some(value);
        Ok(true)
    }
}

/// The schema that leads from y and a bound n to x and n.
fn inverse(schema: &MoveSchema, stop: &Formula, within: &Within) -> Result<MoveSchema, LinearOverflow> {
    let dimension = schema.targets.len();
    let (bound, first) = (dimension, dimension + 1);
    let count = dimension + usize::from(schema.parameters);
    let mut unknowns = Unknowns { first, known: vec![None; count] };
    let mut equations = Vec::new();
    for (coordinate, target) in schema.targets.iter().enumerate() {
        let y = LinearExpression::variable(Variable::new(coordinate));
        match target {
            Target::Same => unknowns.known[coordinate] = Some(y),
            Target::Becomes(expression) => equations.push((y, expression)),
        }
    }
    let mut guard = Formula::True;
    for (y, expression) in equations {
        let difference = unknowns.of(expression)?.minus(&y)?;
        if !unknowns.solve(&difference)? {
            guard = guard.and(Formula::Zero(difference));
        }
    }
    for known in unknowns.known.iter().flatten() {
        guard = guard.and(not_positive(known.scaled(-1)?));
    }
    let x = |coordinate: usize| unknowns.of(&LinearExpression::variable(Variable::new(coordinate)));
    let n = LinearExpression::variable(Variable::new(bound));
    match within {
        Within::Box | Within::Band(_) => {
            for (coordinate, target) in schema.targets.iter().enumerate() {
                if *target != Target::Same {
                    guard = guard.and(not_positive(x(coordinate)?.minus(&n)?));
                }
            }
            if let Within::Band(width) = within {
                let width = i64::try_from(*width).map_err(|_| LinearOverflow)?;
                let first = n.minus(&LinearExpression::constant(width - 1)?)?;
                guard = guard.and(not_positive(first.minus(&x(dimension - 1)?)?));
            }
        }
        Within::Rank { weights, bounds } => {
            let mut rank = n.scaled(-1)?;
            for (coordinate, (&weight, bound)) in weights.iter().zip(bounds).enumerate() {
                if let Some(bound) = *bound {
                    let bound = i64::try_from(bound).map_err(|_| LinearOverflow)?;
                    let above = x(coordinate)?.minus(&LinearExpression::constant(bound)?)?;
                    guard = guard.and(not_positive(above));
                }
                let weight = i64::try_from(weight).map_err(|_| LinearOverflow)?;
                rank = rank.plus_scaled(&x(coordinate)?, weight)?;
            }
            guard = guard.and(not_positive(rank));
        }
    }
    guard = guard.and(map(&schema.guard, &|expression| unknowns.of(expression))?);
    guard = guard.and(map(stop, &|expression| unknowns.of(expression))?.negated());
    // The remaining unknowns are the parameters of the inverse, in their order.
    let left: Vec<usize> = (0..count).filter(|&unknown| unknowns.known[unknown].is_none()).collect();
    let renumber = |expression: &LinearExpression| {
        let mut sum = LinearExpression::constant(expression.constant_term())?;
        for &(variable, coefficient) in expression.terms() {
            let number = match variable.index().checked_sub(first) {
                Some(unknown) => first + left.iter().take_while(|&&other| other < unknown).count(),
                None => variable.index(),
            };
            sum = sum.plus_scaled(&LinearExpression::variable(Variable::new(number)), coefficient)?;
        }
        Ok(sum)
    };
    let mut targets = Vec::new();
    for (coordinate, target) in schema.targets.iter().enumerate() {
        targets.push(match target {
            Target::Same => Target::Same,
            Target::Becomes(_) => Target::Becomes(renumber(&x(coordinate)?)?),
        });
    }
    targets.push(Target::Same);
    Ok(MoveSchema {
        from: schema.to,
        to: schema.from,
        parameters: u16::try_from(left.len()).map_err(|_| LinearOverflow)?,
        guard: map(&guard, &renumber)?,
        targets,
    })
}

/// The formula `expression ≤ 0`; `True` if it holds for all natural numbers.
fn not_positive(expression: LinearExpression) -> Formula {
    let never_above = expression.terms().iter().all(|term| term.1 <= 0) && expression.constant_term() <= 0;
    if never_above { Formula::True } else { Formula::NotPositive(expression) }
}

/// A formula with its expressions replaced.
fn map(
    formula: &Formula,
    replace: &impl Fn(&LinearExpression) -> Result<LinearExpression, LinearOverflow>,
) -> Result<Formula, LinearOverflow> {
    Ok(without_needless(formula.try_map(replace)?))
}

/// Removes the inequalities that always hold from a formula.
fn without_needless(formula: Formula) -> Formula {
    match formula {
        Formula::NotPositive(expression) => not_positive(expression),
        Formula::Not(inner) => without_needless(*inner).negated(),
        Formula::And(parts) => parts.into_iter().map(without_needless).fold(Formula::True, Formula::and),
        Formula::Or(parts) => Formula::Or(parts.into_iter().map(without_needless).collect()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use bouton_core::ControlState;
    use bouton_rules::Game;

    use super::*;

    /// Compares all moves between positions of a box, forwards and backwards.
    #[test]
    fn backwards_are_the_same_moves() {
        let games = [
            "heaps 2; move take any from 1 heap",
            "heaps 2; move take the same any from 2 heaps; move take {1,3} from h1 when h2 mod 3 = 1; stop when h1 = 5",
            "counters a, b; move a, b -> a - s, b - t where s >= 1, t >= 1, s <= a, t <= b, s - t < 3, t - s < 3",
            "counters a, b; move a, b -> b, a - 1 when a > b; move a -> a div 2 when a >= 1; move b -> t where 2 * t < b",
            "counters a, b; move a, b -> s, t where s + t < a + b",
            "heaps 2; move take at most half from a largest heap; move take odd from a smallest heap",
            "heap sizes 1..3; move take any from 1 heap; pass 1 unless empty",
            "heaps 3; move take any from h1 and h3; move take 1..2 in total from at most 2 consecutive heaps of a path",
            "counters y, z; positions where 2 * y <= z; move y -> t where t < y; move z -> t where t < z, 2 * y <= t; \
             move y, z -> t div 2, t where t < z, t < 2 * y",
        ];
        let n = 7;
        for text in games {
            let ruleset = Game::parse(text).unwrap().ruleset().unwrap();
            let dimension = ruleset.dimension();
            let moves = Moves::within(&ruleset, &Watch::unlimited()).unwrap();
            let mut forwards = BTreeSet::new();
            let mut positions = vec![vec![]];
            for _ in 0..dimension {
                let longer = |x: Vec<u64>| (0..=n).map(move |last| [&x[..], &[last]].concat());
                positions = positions.into_iter().flat_map(longer).collect();
            }
            let rank = |x: &[u64]| x.iter().zip(ruleset.weights()).map(|(x, w)| x * w).sum::<u64>();
            let some = |bounds| Within::Rank { weights: ruleset.weights().to_vec(), bounds };
            let none = vec![None; dimension];
            let bounded = [&[Some(2)], &none[1..]].concat();
            for within in [Within::Box, Within::Band(3), some(none), some(bounded)] {
                // Coordinates never rise where positions are bounded coordinate by coordinate.
                if matches!(within, Within::Box | Within::Band(_))
                    && !ruleset.moves().iter().all(bouton_core::never_raises)
                {
                    continue;
                }
                let inside = |x: &[u64]| match &within {
                    Within::Box => x.iter().all(|&x| x <= n),
                    Within::Band(width) => x.iter().all(|&x| x <= n) && x[dimension - 1] + width > n,
                    Within::Rank { bounds, .. } => {
                        rank(x) <= n
                            && x.iter().zip(bounds).all(|(x, bound)| bound.is_none_or(|bound| *x <= bound))
                    }
                };
                forwards.clear();
                for (x, control) in
                    positions.iter().flat_map(|x| ruleset.control_states().map(move |c| (x, c)))
                {
                    if !inside(x) {
                        continue;
                    }
                    moves.for_each_option(x, control, &mut |y, to| {
                        forwards.insert((x.clone(), control, y.to_vec(), to));
                    });
                }
                let back =
                    backwards(&ruleset, ruleset.moves(), &within, &Watch::unlimited()).unwrap().expect(text);
                let mut found = BTreeSet::new();
                let options: BTreeSet<(Vec<u64>, ControlState)> =
                    forwards.iter().map(|(_, _, y, to)| (y.clone(), *to)).collect();
                for (y, to) in options {
                    back.for_each_option(&[&y[..], &[n]].concat(), to, &mut |x, control| {
                        assert_eq!(x[dimension], n);
                        found.insert((x[..dimension].to_vec(), control, y.clone(), to));
                    });
                }
                let wrong = found.symmetric_difference(&forwards).next();
                assert_eq!(wrong, None, "{text}");
                assert!(!found.is_empty(), "{text}");
            }
        }
    }
}

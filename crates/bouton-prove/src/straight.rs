//! Other coordinates, in which all positions exist.
//!
//! Where positions exist if some linear forms are not negative, these forms may be coordinates: for a < b, the number
//! b − a − 1 in the place of b. If each form has one coordinate of its own with the coefficient 1, and no other positive
//! one, then the old coordinates are sums of the new ones, with coefficients that are not negative, and each point of
//! natural numbers is a position. There a law is found with few values: of coins on a strip it reads the gaps. The law in
//! the old coordinates follows: an automaton that reads these, most significant digits first, and guesses what the lower
//! digits will take from the forms. It is a hypothesis like any other, and is verified in the old coordinates.

use std::hash::BuildHasher;

use bouton_automata::{ExploreError, explore, minimize_within};
use bouton_core::{
    DigitAutomaton, Formula, LimitReached, LinearExpression, LinearOverflow, MoveSchema, Ruleset,
    RulesetParts, Space, State, Target, Variable, Watch,
};
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::learn::{FREE, without_free};

/// The most states of a law in the old coordinates before states are merged.
const MOST_STATES: usize = 1 << 14;
/// The most guesses that an automaton follows at once.
const MOST_GUESSES: usize = 1 << 12;

/// A game in coordinates in which all positions exist.
pub(crate) struct Straight {
    pub(crate) ruleset: Ruleset,
    /// The new coordinates, as forms of the old ones.
    forms: Vec<LinearExpression>,
}

impl Straight {
    /// The same game in such coordinates, if the condition of its positions is of this kind.
    pub(crate) fn of(ruleset: &Ruleset) -> Option<Self> {
        let dimension = ruleset.dimension();
        let mut forms: Vec<LinearExpression> =
            (0..dimension).map(|coordinate| LinearExpression::variable(Variable::new(coordinate))).collect();
        let mut own = vec![false; dimension];
        for form in not_negative(ruleset.exists())? {
            let mut positive = form.terms().iter().filter(|term| term.1 > 0);
            let (Some(&(variable, 1)), None) = (positive.next(), positive.next()) else { return None };
            if form.constant_term() > 0 || std::mem::replace(own.get_mut(variable.index())?, true) {
                return None;
            }
            forms[variable.index()] = form;
        }
        if !own.contains(&true) {
            return None;
        }
        let old = solved(&forms)?;
        let ruleset = Ruleset::new(parts(ruleset, &forms, &old)?).ok()?;
        Some(Self { ruleset, forms })
    }

    /// The law in the old coordinates that a law in the new ones means, and perhaps in one more, the same in both; `None` if
    /// it has too many states.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`].
    pub(crate) fn law(
        &self,
        law: &DigitAutomaton,
        watch: &Watch,
    ) -> Result<Option<DigitAutomaton>, LimitReached> {
        let tracks = law.tracks();
        let mut rows: Vec<Row> = Vec::new();
        for track in 0..tracks {
            let form = self.forms.get(track).cloned();
            let form = form.unwrap_or_else(|| LinearExpression::variable(Variable::new(track)));
            rows.push(Row::new(&form));
        }
        // The states: what has to come from lower digits, for each guess, and the state of the law then.
        let starts = law.starts().iter().map(|&start| vec![(vec![0i64; tracks], start)]);
        let (mut limit, mut too_many) = (None, false);
        let (mut seen, mut held) = (FxHashSet::default(), watch.hold_none());
        let next = |known: &Vec<Guess>, letter: usize| {
            if limit.is_some() || too_many {
                return Vec::new();
            }
            let mut after: Vec<Guess> = Vec::new();
            for (rest, state) in known {
                extend(&rows, rest, letter, &mut |rest, digits| {
                    after.push((rest.to_vec(), law.next(*state, digits)));
                });
            }
            limit = watch.spend(8 + (after.len() * tracks) as u64).err();
            after.sort_unstable();
            after.dedup();
            too_many |= after.len() > MOST_GUESSES;
            // Each list is kept twice, with its guesses.
            if seen.insert(FxBuildHasher.hash_one(&after)) {
                let bytes = 64 + 2 * after.len() * (48 + 8 * tracks);
                limit = limit.or(held.grow(bytes as u64).err());
            }
            after
        };
        let output = |known: &Vec<Guess>| {
            let complete = |guess: &&Guess| guess.0.iter().zip(&rows).all(|(rest, row)| *rest == row.least);
            known.iter().find(complete).map_or(FREE, |guess| law.output(guess.1))
        };
        let found = explore(tracks, starts, next, output, MOST_STATES);
        if let Some(limit) = limit {
            return Err(limit);
        }
        match found {
            Ok(found) if !too_many => Ok(Some(without_free(&minimize_within(&found, watch)?, true, watch)?)),
            Ok(_) | Err(ExploreError::States(_) | ExploreError::Automaton(_)) => Ok(None),
        }
    }
}

/// What the lower digits of the old coordinates have to add, form by form, and the state of the law.
type Guess = (Vec<i64>, State);

/// A new coordinate while digits are read: L(X) − W, for the digits X of the old coordinates and the guess W.
struct Row {
    terms: Vec<(usize, i64)>,
    /// The value at the end: minus the constant of the form.
    least: i64,
    /// The greatest value from which that can still be reached; the least one is 0.
    greatest: i64,
}

impl Row {
    fn new(form: &LinearExpression) -> Self {
        let terms: Vec<(usize, i64)> = form.terms().iter().map(|term| (term.0.index(), term.1)).collect();
        let least = -form.constant_term();
        // In n digits L falls by no more than its negative coefficients times 2^n − 1, and W rises by no more than 2^n − 1.
        let falls = 1 + terms.iter().map(|term| (-term.1).max(0)).sum::<i64>();
        let before = |digits: u32| ((1i128 << digits) - 1) * i128::from(falls) + i128::from(least);
        let greatest = (0..62).map(|digits| before(digits) >> digits).max().unwrap_or(0);
        Self { terms, least, greatest: i64::try_from(greatest).unwrap_or(i64::MAX) }
    }
}

/// Visits the values after one more letter, with the letter of the new coordinates that leads there.
fn extend(rows: &[Row], rest: &[i64], letter: usize, visit: &mut dyn FnMut(&[i64], usize)) {
    let sums: Vec<i64> = (rows.iter().zip(rest))
        .map(|(row, rest)| {
            let added =
                row.terms.iter().map(|&(track, factor)| factor * i64::from((letter >> track) & 1 == 1));
            2 * rest + added.sum::<i64>()
        })
        .collect();
    let mut after = vec![0; rows.len()];
    digits(rows, &sums, 0, (&mut after, 0), visit);
}

/// Chooses the digits of the new coordinates from one on.
fn digits(
    rows: &[Row],
    sums: &[i64],
    track: usize,
    (after, letter): (&mut Vec<i64>, usize),
    visit: &mut dyn FnMut(&[i64], usize),
) {
    let Some(row) = rows.get(track) else { return visit(after, letter) };
    for digit in 0..2usize {
        let rest = sums[track] - i64::from(digit == 1);
        if (0..=row.greatest).contains(&rest) {
            after[track] = rest;
            digits(rows, sums, track + 1, (&mut *after, letter | (digit << track)), visit);
        }
    }
}

/// The forms that are not negative where a condition holds; `None` if it is not of this kind.
fn not_negative(exists: &Formula) -> Option<Vec<LinearExpression>> {
    match exists {
        Formula::True => Some(Vec::new()),
        Formula::NotPositive(expression) => Some(vec![expression.scaled(-1).ok()?]),
        Formula::And(parts) => {
            let all: Option<Vec<Vec<LinearExpression>>> = parts.iter().map(not_negative).collect();
            all.map(|all| all.concat())
        }
        _ => None,
    }
}

/// The old coordinates as forms of the new ones; `None` if they depend on each other in a circle.
fn solved(forms: &[LinearExpression]) -> Option<Vec<LinearExpression>> {
    let mut old: Vec<Option<LinearExpression>> = vec![None; forms.len()];
    for _ in forms {
        for (coordinate, form) in forms.iter().enumerate() {
            if old[coordinate].is_some() {
                continue;
            }
            // The new coordinate is the old one plus the rest of the form.
            let own = LinearExpression::variable(Variable::new(coordinate));
            let rest = own.minus(form).ok()?;
            let known = rest.terms().iter().all(|term| old[term.0.index()].is_some());
            if known {
                let all: Vec<LinearExpression> =
                    old.iter().map(|known| known.clone().unwrap_or_default()).collect();
                old[coordinate] = Some(own.plus(&replaced(&rest, &all).ok()?).ok()?);
            }
        }
    }
    old.into_iter().collect()
}

/// An expression in which the first variables are replaced.
fn replaced(
    expression: &LinearExpression,
    by: &[LinearExpression],
) -> Result<LinearExpression, LinearOverflow> {
    expression.replace(|variable| by.get(variable.index()).cloned())
}

/// A formula in which the first variables are replaced, without what is always true.
fn replaced_in(formula: &Formula, by: &[LinearExpression]) -> Result<Formula, LinearOverflow> {
    let formula = formula.try_map(&|expression| replaced(expression, by))?;
    Ok(without_truths(formula))
}

fn without_truths(formula: Formula) -> Formula {
    match formula {
        Formula::NotPositive(expression) if is_not_positive(&expression) => Formula::True,
        Formula::And(parts) => {
            parts.into_iter().fold(Formula::True, |all, part| all.and(without_truths(part)))
        }
        other => other,
    }
}

fn is_not_positive(expression: &LinearExpression) -> bool {
    expression.constant_term() <= 0 && expression.terms().iter().all(|term| term.1 <= 0)
}

/// The rules in the new coordinates.
fn parts(ruleset: &Ruleset, forms: &[LinearExpression], old: &[LinearExpression]) -> Option<RulesetParts> {
    let rank = ruleset.rank()?;
    let weight = |coordinate: usize| {
        let variable = Variable::new(coordinate);
        let terms = rank.iter().zip(old);
        terms.fold(0u64, |sum, (&weight, old)| {
            sum.saturating_add(weight.saturating_mul(old.coefficient(variable).unsigned_abs()))
        })
    };
    let moves: Option<Vec<MoveSchema>> =
        ruleset.moves().iter().map(|schema| moved(schema, forms, old)).collect();
    Some(RulesetParts {
        space: Space::Counters,
        interchangeable: false,
        weights: (0..forms.len()).map(weight).collect(),
        exists: Formula::True,
        stop: replaced_in(ruleset.stop(), old).ok()?,
        ..ruleset.parts_with(moves?)
    })
}

/// A move in the new coordinates. Where a new coordinate can be a parameter, it is.
fn moved(schema: &MoveSchema, forms: &[LinearExpression], old: &[LinearExpression]) -> Option<MoveSchema> {
    let dimension = forms.len();
    let after: Vec<LinearExpression> = (schema.targets.iter().enumerate())
        .map(|(coordinate, target)| match target {
            Target::Same => LinearExpression::variable(Variable::new(coordinate)),
            Target::Becomes(expression) => expression.clone(),
        })
        .collect();
    let mut targets: Vec<Target> = Vec::new();
    for form in forms {
        let changes = form.terms().iter().any(|term| schema.targets[term.0.index()] != Target::Same);
        targets.push(match changes {
            false => Target::Same,
            true => Target::Becomes(replaced(&replaced(form, &after).ok()?, old).ok()?),
        });
    }
    let mut guard = replaced_in(&schema.guard, old).ok()?;
    let parameter = |number: u16| Variable::new(dimension + usize::from(number));
    let is_plain = |target: &Target, variable: Variable| matches!(target, Target::Becomes(value) if *value == LinearExpression::variable(variable));
    let mut own = vec![false; dimension];
    for number in 0..schema.parameters {
        if let Some(at) = targets.iter().position(|target| is_plain(target, parameter(number))) {
            own[at] = true;
        }
    }
    for number in 0..schema.parameters {
        let variable = parameter(number);
        if targets.iter().any(|target| is_plain(target, variable)) {
            continue;
        }
        let solvable = |at: &usize| match &targets[*at] {
            Target::Becomes(value) => !own[*at] && value.coefficient(variable).abs() == 1,
            Target::Same => false,
        };
        let Some(at) = (0..dimension).find(solvable) else { continue };
        let Target::Becomes(value) = targets[at].clone() else { continue };
        let sign = value.coefficient(variable);
        let new = LinearExpression::variable(variable);
        // value = sign · variable + rest, and the new parameter is that value.
        let rest = value.plus_scaled(&new, -sign).ok()?;
        let instead = new.minus(&rest).ok()?.scaled(sign).ok()?;
        let replace = |expression: &LinearExpression| expression.substitute(variable, &instead);
        guard = guard.try_map(&replace).ok()?.and(Formula::NotPositive(instead.scaled(-1).ok()?));
        guard = without_truths(guard);
        for target in &mut targets {
            if let Target::Becomes(value) = target {
                *value = replace(value).ok()?;
            }
        }
        own[at] = true;
    }
    Some(MoveSchema { guard, targets, ..schema.clone() })
}

#[cfg(test)]
mod tests {
    use bouton_core::{ControlState, Valuation};
    use bouton_solve::Table;

    use super::*;

    const COINS: &str = "counters a, b, c; positions where a < b, b < c; move a -> t where t < a; \
                         move b -> t where t < b, t > a; move c -> t where t < c, t > b";
    const CHOCOLATE: &str = "counters x, y, z; positions where y <= z div 4; move x -> t where t < x; \
                             move y -> t where t < y; move z -> t where t < z, y <= t div 4; \
                             move y, z -> t div 4, t where t < z, t div 4 < y";

    /// The values in the new coordinates are those in the old ones, and a law in the new ones means one in the old ones.
    #[test]
    fn values_are_the_same_in_both_coordinates() {
        for text in [COINS, CHOCOLATE] {
            let game = bouton_rules::Game::parse(text).unwrap().ruleset().unwrap();
            let straight = Straight::of(&game).unwrap();
            assert_eq!(*straight.ruleset.exists(), Formula::True);
            let (watch, valuation) = (Watch::unlimited(), Valuation::NormalOutcome);
            let mut old = Table::new(&game, valuation, &watch).unwrap();
            let mut new = Table::new(&straight.ruleset, valuation, &watch).unwrap();
            // Some law, which is wrong: whether the digits 1 of all coordinates are even in number.
            let parity = |parity: &bool, letter: usize| *parity != (letter.count_ones() % 2 == 1);
            let law = explore(3, [false], parity, |parity| u32::from(*parity), 10).unwrap();
            let meant = straight.law(&law, &watch).unwrap().unwrap();
            let mut positions = 0;
            for number in 0..12u64.pow(3) {
                let position = [number % 12, number / 12 % 12, number / 144];
                let numbers = position.map(i128::from);
                if !game.exists().holds(&numbers) {
                    continue;
                }
                positions += 1;
                let there: Vec<u64> = straight
                    .forms
                    .iter()
                    .map(|form| u64::try_from(form.evaluate(&numbers)).unwrap())
                    .collect();
                let [here, there_too] = [
                    old.value(&position, ControlState(0)).unwrap(),
                    new.value(&there, ControlState(0)).unwrap(),
                ];
                assert_eq!(here, there_too, "{text}: {position:?}, {there:?}");
                assert_eq!(meant.evaluate_small(0, &position), law.evaluate_small(0, &there), "{position:?}");
            }
            assert!(positions > 100);
        }
    }

    #[test]
    fn other_conditions_stay() {
        for condition in ["a <= 5", "a <= b, b <= a + 9", "a <= b or b <= c", "2 * a >= b", "a <= c, b <= c"]
        {
            let text = format!(
                "counters a, b, c; positions where {condition}; move a, b, c -> 0, 0, 0 when a + b + c >= 1"
            );
            let game = bouton_rules::Game::parse(&text).unwrap().ruleset().unwrap();
            assert!(Straight::of(&game).is_none(), "{condition}");
        }
    }
}

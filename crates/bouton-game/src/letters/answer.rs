//! A position of a game with letters, from the theorem: numbers of any size.

use bouton_core::{
    ControlState, Formula, LinearExpression, Position, Target, Valuation,
    letters::{LetterCase, LetterValue},
};
use bouton_document::{Move, Number, Solve};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, ToPrimitive};

use super::{LetterTheorem, LettersError, range::range};

/// Numbers from one to another, both included.
type Range = (BigInt, BigInt);

/// The value of a position, and a bounded number of moves, winning moves first.
pub(super) fn answer(
    theorem: &LetterTheorem,
    settings: &[(String, BigUint)],
    position: &Position,
    most: usize,
) -> Result<Solve, LettersError> {
    let (game, rules) = (theorem.game(), &theorem.checked.rules);
    let mut letters = Vec::new();
    for name in &rules.letters {
        let Some((_, value)) = settings.iter().find(|(known, _)| known == name) else {
            return Err(RulesetErrorOf::letters(&rules.letters));
        };
        letters.push(BigInt::from(value.clone()));
    }
    if let Some((name, _)) = settings.iter().find(|(name, _)| !rules.letters.contains(name)) {
        return Err(LettersError::Setting(format!(
            "`{name}` is set, but the letters are {}",
            rules.letters.join(", ")
        )));
    }
    let all: Vec<BigInt> = std::iter::once(BigInt::ZERO).chain(letters.iter().cloned()).collect();
    let outside = || {
        LettersError::Setting(format!("the theorem is about {}, and not about these numbers", range(game)))
    };
    if !rules.cone.holds_at(&all) {
        return Err(outside());
    }
    let [heap] = &position.coordinates[..] else {
        return Err(LettersError::Position(format!(
            "{position} has {} numbers, and the game has one heap",
            position.coordinates.len()
        )));
    };
    let heap = BigInt::from(heap.clone());
    let controls = &rules.parts.controls;
    let control = match &position.control {
        None => 0,
        Some(name) => controls
            .iter()
            .position(|known| known == name)
            .ok_or_else(|| LettersError::Position(format!("there is no control state `{name}`")))?,
    };
    let case = theorem.law().case(&letters).ok_or_else(outside)?;
    let asked = Asked { valuation: theorem.law().valuation, case, letters: &letters };
    let value = |heap: &BigInt, control: usize| {
        case.value(&letters, heap, ControlState::new(control)).ok_or_else(outside)
    };
    let own = value(&heap, control)?;
    let stopped = {
        let at: Vec<BigInt> = std::iter::once(heap.clone()).chain(letters.iter().cloned()).collect();
        rules.parts.stop.holds_at(&at)
    };
    let mut targets: Vec<(usize, Range)> = Vec::new();
    let mut complete = true;
    for schema in rules.parts.moves.iter().filter(|schema| schema.from.index() == control && !stopped) {
        let parameters = usize::from(schema.parameters) - letters.len();
        match reached(schema, parameters, &heap, &letters) {
            Some(ranges) => targets.extend(ranges.into_iter().map(|range| (schema.to.index(), range))),
            None => complete = false,
        }
    }
    targets.sort();
    targets.dedup();
    let name = |heap: &BigInt, control: usize| match controls.len() {
        1 => heap.to_string(),
        _ => format!("{heap}:{}", controls[control]),
    };
    // The moves of each value; lost ones for the opponent first.
    let mut moves: Vec<Move> = Vec::new();
    let mut all_winning = complete;
    for winning in [true, false] {
        let mut seen = std::collections::BTreeSet::new();
        for (to, range) in &targets {
            for (begin, end, values) in asked.pieces(range, *to) {
                let mut place = begin.clone();
                while place <= end {
                    let index = ((&place - &values.1) % values.0.len()).to_usize().unwrap_or(0);
                    let outcome = asked.outcome(&values.0[index], &place);
                    if (outcome == 0) == winning && seen.insert((*to, place.clone())) {
                        if moves.len() >= most {
                            complete = false;
                            all_winning &= !winning;
                            break;
                        }
                        let text = asked.valuation.outcome_of(outcome).to_string();
                        moves.push(Move { to: name(&place, *to), outcome: text, winning, best: winning });
                    } else if values.0.len() == 1
                        && (outcome == 0) != winning
                        && values.0[0].fixed().is_some()
                    {
                        // None in this piece.
                        break;
                    }
                    place += 1;
                }
            }
        }
    }
    let grundy = (asked.valuation == Valuation::Grundy).then(|| own.to_biguint()).flatten();
    let small = asked.small(&own);
    let outcome = asked.valuation.outcome_of(small);
    Ok(Solve {
        game: crate::terms::title(game),
        rules: game.text(),
        position: name(&heap, control),
        outcome: outcome.to_string(),
        value: outcome.number(),
        grundy: grundy.map(|value| Number::from(&value)),
        remoteness: None,
        moves,
        moves_complete: complete,
        winning_moves_complete: all_winning,
        certificate: Some(theorem.identity().to_string()),
        table: None,
        plan: None,
        verified: None,
    })
}

/// The error of letters without numbers.
struct RulesetErrorOf;

impl RulesetErrorOf {
    fn letters(names: &[String]) -> LettersError {
        LettersError::Rules(bouton_rules::RulesetError::Letters { names: names.to_vec() })
    }
}

struct Asked<'a> {
    valuation: Valuation,
    case: &'a LetterCase,
    letters: &'a [BigInt],
}

impl Asked<'_> {
    /// A value as an outcome's number, whatever its size.
    fn small(&self, value: &BigInt) -> u32 {
        value.to_u32().unwrap_or(u32::MAX)
    }

    /// The outcome of a heap that belongs to a piece.
    fn outcome(&self, value: &LetterValue, heap: &BigInt) -> u32 {
        let length = self.case.length.evaluate(self.letters);
        let value = value.form.evaluate(self.letters) + (heap % length) * value.remainder;
        self.valuation.outcome_of(self.small(&value)).number()
    }

    /// The pieces within a range, with the values that repeat from a heap on.
    fn pieces(&self, range: &Range, control: usize) -> Vec<(BigInt, BigInt, (Vec<LetterValue>, BigInt))> {
        let length = self.case.length.evaluate(self.letters);
        let blocks = &self.case.blocks[control];
        let mut found = Vec::new();
        let (first, last) = (&range.0 / &length, &range.1 / &length);
        let mut q = first;
        while q <= last {
            let pieces = &blocks[q.to_usize().map_or(blocks.len() - 1, |q| q.min(blocks.len() - 1))];
            let base = &q * &length;
            let mut begin = BigInt::ZERO;
            for piece in pieces {
                let end = piece.end.evaluate(self.letters);
                let from = (&base + &begin).max(range.0.clone());
                let to = (&base + &end - 1u32).min(range.1.clone());
                if from <= to {
                    found.push((from, to, (piece.values.clone(), &base + &begin)));
                }
                begin = end;
            }
            q += 1;
        }
        found
    }
}

/// The heaps that a move leads to; `None` if they are not found.
fn reached(
    schema: &bouton_core::MoveSchema,
    parameters: usize,
    heap: &BigInt,
    letters: &[BigInt],
) -> Option<Vec<Range>> {
    let known: Vec<BigInt> = std::iter::once(heap.clone()).chain(letters.iter().cloned()).collect();
    let becomes = match &schema.targets[..] {
        [Target::Same] => LinearExpression::variable(bouton_core::Variable(0)),
        [Target::Becomes(expression)] => expression.clone(),
        _ => return None,
    };
    match parameters {
        0 => {
            let after = becomes.evaluate_at(&known);
            let allowed = !after.is_negative() && schema.guard.holds_at(&known);
            Some(if allowed { vec![(after.clone(), after)] } else { Vec::new() })
        }
        1 => {
            let chosen = bouton_core::Variable::new(known.len());
            let sign = becomes.coefficient(chosen);
            let mut with_zero = known.clone();
            with_zero.push(BigInt::ZERO);
            let rest = becomes.evaluate_at(&with_zero);
            if sign.abs() != 1 {
                return None;
            }
            let allowed = solutions(&schema.guard, &with_zero, chosen)?;
            let natural = intersection(&allowed, &[(Some(BigInt::ZERO), None)]);
            let after = natural.into_iter().filter_map(|(low, high)| {
                let (low, high) = if sign > 0 {
                    (low.map(|low| &rest + low), high.map(|high| &rest + high))
                } else {
                    (high.map(|high| &rest - high), low.map(|low| &rest - low))
                };
                let low = low.unwrap_or_default().max(BigInt::ZERO);
                let high = high.unwrap_or_else(|| heap.clone()).min(heap.clone());
                (low <= high).then_some((low, high))
            });
            Some(after.collect())
        }
        _ => None,
    }
}

/// A range of numbers, perhaps without an upper bound.
type Open = (Option<BigInt>, Option<BigInt>);

/// The numbers for one variable with which a condition holds, in order; `None` if residues matter.
fn solutions(formula: &Formula, values: &[BigInt], variable: bouton_core::Variable) -> Option<Vec<Open>> {
    let all = || vec![(None, None)];
    Some(match formula {
        Formula::True => all(),
        Formula::False => Vec::new(),
        Formula::NotPositive(e) => {
            let (factor, rest) = (BigInt::from(e.coefficient(variable)), e.evaluate_at(values));
            // factor · t + rest ≤ 0
            if factor.is_positive() {
                vec![(None, Some(floor(&-rest, &factor)))]
            } else if factor.is_negative() {
                vec![(Some(-floor(&-rest, &-factor)), None)]
            } else if rest.is_positive() {
                Vec::new()
            } else {
                all()
            }
        }
        Formula::Zero(e) => {
            let (factor, rest) = (BigInt::from(e.coefficient(variable)), e.evaluate_at(values));
            match () {
                () if factor == BigInt::ZERO && rest == BigInt::ZERO => all(),
                () if factor == BigInt::ZERO => Vec::new(),
                () if (&rest % &factor) == BigInt::ZERO => {
                    let value = -rest / factor;
                    vec![(Some(value.clone()), Some(value))]
                }
                () => Vec::new(),
            }
        }
        Formula::Congruent { .. } => return None,
        Formula::Not(inner) => complement(&solutions(inner, values, variable)?),
        Formula::And(parts) => {
            let mut left = all();
            for part in parts {
                left = intersection(&left, &solutions(part, values, variable)?);
            }
            left
        }
        Formula::Or(parts) => {
            // Numbers that all of them leave out are left out.
            let mut left = all();
            for part in parts {
                left = intersection(&left, &complement(&solutions(part, values, variable)?));
            }
            complement(&left)
        }
    })
}

fn floor(value: &BigInt, divisor: &BigInt) -> BigInt {
    let quotient = value / divisor;
    if (value % divisor).is_negative() { quotient - BigInt::one() } else { quotient }
}

fn intersection(left: &[Open], right: &[Open]) -> Vec<Open> {
    let mut found = Vec::new();
    for (low, high) in left {
        for (other_low, other_high) in right {
            let low = match (low, other_low) {
                (Some(one), Some(other)) => Some(one.max(other).clone()),
                (one, other) => one.clone().or_else(|| other.clone()),
            };
            let high = match (high, other_high) {
                (Some(one), Some(other)) => Some(one.min(other).clone()),
                (one, other) => one.clone().or_else(|| other.clone()),
            };
            if low.is_none() || high.is_none() || low <= high {
                found.push((low, high));
            }
        }
    }
    found
}

/// All other numbers; the ranges are in order and do not overlap.
fn complement(ranges: &[Open]) -> Vec<Open> {
    let (mut found, mut low) = (Vec::new(), None);
    for (first, last) in ranges {
        if let Some(first) = first {
            let high = first - 1u32;
            if low.as_ref().is_none_or(|low| *low <= high) {
                found.push((low.clone(), Some(high)));
            }
        }
        match last {
            Some(last) => low = Some(last + 1u32),
            None => return found,
        }
    }
    found.push((low, None));
    found
}

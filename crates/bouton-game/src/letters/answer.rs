//! Answers about a position of a game with letters by its theorem, for numbers of any size.

use bouton_core::{
    ControlState, Convention, Formula, LinearExpression, Outcome, Position, Target, Valuation,
    letters::{LetterCase, LetterLaw, LetterValue},
};
use bouton_document::{Move, Number, Solve};
use bouton_rules::HeapCount;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, ToPrimitive};

use super::{LetterTheorem, LettersError, range::range};
use crate::terms::counted;

/// A range of numbers, both ends included.
type Range = (BigInt, BigInt);

/// Returns the value of a position, and a bounded number of moves, winning moves first.
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
    let outside =
        || LettersError::Setting(format!("the theorem is about {}, not about these numbers", range(game)));
    if !theorem.checked.is_about(&letters) {
        return Err(outside());
    }
    let heaps: Vec<BigInt> = position.coordinates.iter().map(|heap| BigInt::from(heap.clone())).collect();
    let fits = match game.heaps() {
        HeapCount::Any => !heaps.is_empty(),
        HeapCount::Fixed(count) => heaps.len() == count,
    };
    if !fits {
        let has = match game.heaps() {
            HeapCount::Fixed(1) => "the game has one heap".to_owned(),
            HeapCount::Fixed(count) => format!("the game has {count} heaps"),
            HeapCount::Any => "a position has at least one heap".to_owned(),
        };
        let what = match heaps.len() {
            // This is written as an empty heap.
            0 => "the position is empty".to_owned(),
            count => format!("{position} has {}", counted(count, "number")),
        };
        return Err(LettersError::Position(format!("{what}, and {has}")));
    }
    let controls = &rules.parts.controls;
    let control = match &position.control {
        None => 0,
        Some(name) => controls
            .iter()
            .position(|known| known == name)
            .ok_or_else(|| LettersError::Position(format!("there is no control state `{name}`")))?,
    };
    let law = theorem.law();
    if !law.heaps.is_empty() {
        return super::several::answer(theorem, &letters, position, most);
    }
    // A law in rows does not have cases of this kind: the few moves of its rules are examined one
    // by one.
    let case = if law.rows.is_some() { None } else { Some(law.case(&letters).ok_or_else(outside)?) };
    let asked = LawAt { law, case, valuation: law.valuation, letters: &letters };
    let value = |heap: &BigInt, control: usize| {
        law.value(&letters, heap, ControlState::new(control)).ok_or_else(outside)
    };
    let own: Vec<BigInt> = heaps.iter().map(|heap| value(heap, control)).collect::<Result<_, _>>()?;
    let name = |heaps: &[BigInt], control: usize| {
        let numbers = heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        if controls.len() == 1 { numbers } else { format!("{numbers}:{}", controls[control]) }
    };
    // The moves of each heap, and the value of the heap moved to with which a move wins.
    let misere = rules.parts.convention == Convention::Misere;
    let (mut targets, mut complete): (Vec<Targets>, bool) = (Vec::new(), true);
    for (place, heap) in heaps.iter().enumerate() {
        let mut found = Vec::new();
        let at: Vec<BigInt> = std::iter::once(heap.clone()).chain(letters.iter().cloned()).collect();
        let stopped = rules.parts.stop.holds_at(&at);
        for schema in rules.parts.moves.iter().filter(|schema| schema.from.index() == control && !stopped) {
            let parameters = usize::from(schema.parameters) - letters.len();
            match reached(schema, parameters, heap, &letters) {
                Some(ranges) => found.extend(ranges.into_iter().map(|range| (schema.to.index(), range))),
                None => complete = false,
            }
        }
        found.sort();
        found.dedup();
        let others = || own.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, value)| value);
        let wanted = if law.sum { wanted(misere, others()) } else { BigInt::ZERO };
        targets.push((found, wanted));
    }
    let mut moves: Vec<Move> = Vec::new();
    let mut all_winning = complete;
    for winning in [true, false] {
        let mut seen = std::collections::BTreeSet::new();
        for (place, (found, wanted)) in targets.iter().enumerate() {
            for (to, range) in found {
                for (after, outcome) in asked.leading(range, *to, wanted, winning, most + 1) {
                    if !seen.insert((place, *to, after.clone())) {
                        continue;
                    }
                    if moves.len() >= most {
                        complete = false;
                        all_winning &= !winning;
                        break;
                    }
                    let mut left = heaps.clone();
                    left[place] = after;
                    let text = match (law.sum, winning) {
                        (true, true) => "P".to_owned(),
                        (true, false) => "N".to_owned(),
                        (false, _) => asked.valuation.outcome_of(outcome).to_string(),
                    };
                    moves.push(Move { to: name(&left, *to), outcome: text, winning, best: winning });
                }
            }
        }
    }
    let (grundy, outcome) = if law.sum {
        let sum = own.iter().fold(BigInt::ZERO, |sum, value| sum ^ value);
        let lost = if misere { sum == misere_sum(own.iter()) } else { sum == BigInt::ZERO };
        ((!misere).then(|| sum.to_biguint()).flatten(), if lost { Outcome::P } else { Outcome::N })
    } else {
        let [own] = &own[..] else { return Err(outside()) };
        let grundy = (asked.valuation == Valuation::Grundy).then(|| own.to_biguint()).flatten();
        (grundy, asked.valuation.outcome_of(asked.small(own)))
    };
    Ok(Solve {
        game: crate::terms::title(game),
        rules: game.text(),
        position: name(&heaps, control),
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

/// The heaps that one heap may become, with their control states, and the value of the winning
/// ones.
type Targets = (Vec<(usize, Range)>, BigInt);

/// Returns the nim-sum of a position that is lost in misère play: 1 if no value is above 1,
/// otherwise 0.
fn misere_sum<'a>(mut values: impl Iterator<Item = &'a BigInt>) -> BigInt {
    if values.all(|value| *value <= BigInt::one()) { BigInt::one() } else { BigInt::ZERO }
}

/// Returns the value with which a heap and other heaps make a lost position.
fn wanted<'a>(misere: bool, others: impl Iterator<Item = &'a BigInt> + Clone) -> BigInt {
    let sum = others.clone().fold(BigInt::ZERO, |sum, value| sum ^ value);
    // If no other value is above 1, the sum is 0 or 1, and so is the value that makes it 1.
    if misere { sum ^ misere_sum(others) } else { sum }
}

/// The error of letters without numbers.
struct RulesetErrorOf;

impl RulesetErrorOf {
    fn letters(names: &[String]) -> LettersError {
        LettersError::Rules(bouton_rules::RulesetError::Letters { names: names.to_vec() })
    }
}

struct LawAt<'a> {
    law: &'a LetterLaw,
    valuation: Valuation,
    case: Option<&'a LetterCase>,
    letters: &'a [BigInt],
}

impl LawAt<'_> {
    /// Converts a value of any size to an outcome's number.
    fn small(&self, value: &BigInt) -> u32 {
        value.to_u32().unwrap_or(u32::MAX)
    }

    /// Returns the heaps within a range to which a move leads, at most `most`, with their values
    /// where these are small: those of value `wanted`, or the others.
    fn leading(
        &self,
        range: &Range,
        control: usize,
        wanted: &BigInt,
        winning: bool,
        most: usize,
    ) -> Vec<(BigInt, u32)> {
        let Some(case) = self.case else { return self.each(range, control, wanted, winning, most) };
        let length = case.length.evaluate(self.letters);
        let mut all = Vec::new();
        for (begin, end, (values, first)) in self.pieces(case, range, control) {
            let mut here = Vec::new();
            let turns = BigInt::from(values.len());
            for (turn, value) in values.iter().enumerate() {
                // The heaps begin, begin + turns, … of this value's form, and the exceptions among them.
                let behind = (&begin - &first - turn) % &turns;
                let start = if behind == BigInt::ZERO {
                    begin.clone()
                } else {
                    &begin - ((behind + &turns) % &turns) + &turns
                };
                let form = value.form.evaluate(self.letters);
                let at = |heap: &BigInt| &form + (heap % &length) * value.remainder;
                let mut add = |heap: &BigInt| {
                    let value = at(heap);
                    let outcome = if self.valuation == Valuation::Grundy {
                        u32::from(value != BigInt::ZERO)
                    } else {
                        self.small(&value)
                    };
                    here.push((heap.clone(), self.valuation.outcome_of(outcome).number()));
                };
                if value.remainder != 0 && winning {
                    // form + remainder · r = wanted
                    let (numerator, factor) = (wanted - &form, BigInt::from(value.remainder));
                    let r = &numerator / &factor;
                    let heap = &begin - (&begin % &length) + &r;
                    let fits = &r * &factor == numerator
                        && heap >= start
                        && heap <= end
                        && (&heap - &start) % &turns == BigInt::ZERO;
                    if fits {
                        add(&heap);
                    }
                    continue;
                }
                if value.remainder == 0 && (self.is_wanted(&form, wanted) != winning) {
                    continue;
                }
                let mut heap = start;
                for _ in 0..=most {
                    if heap > end {
                        break;
                    }
                    if self.is_wanted(&at(&heap), wanted) == winning {
                        add(&heap);
                    }
                    heap += &turns;
                }
            }
            here.sort();
            all.extend(here);
            if all.len() > most {
                break;
            }
        }
        all
    }

    /// Returns the same heaps, one heap after the other.
    fn each(
        &self,
        range: &Range,
        control: usize,
        wanted: &BigInt,
        winning: bool,
        most: usize,
    ) -> Vec<(BigInt, u32)> {
        let (mut heap, mut found) = (range.0.clone(), Vec::new());
        while heap <= range.1 && found.len() < most {
            if let Some(value) = self.law.value(self.letters, &heap, ControlState::new(control))
                && self.is_wanted(&value, wanted) == winning
            {
                let small = if self.valuation == Valuation::Grundy {
                    u32::from(value != BigInt::ZERO)
                } else {
                    self.small(&value)
                };
                found.push((heap.clone(), self.valuation.outcome_of(small).number()));
            }
            heap += 1u32;
        }
        found
    }

    /// Whether a value is the wanted one. If several values have the same outcome, each of them is.
    fn is_wanted(&self, value: &BigInt, wanted: &BigInt) -> bool {
        match self.valuation {
            Valuation::Grundy => value == wanted,
            _ => BigInt::from(self.valuation.outcome_of(self.small(value)).number()) == *wanted,
        }
    }

    /// Returns the pieces within a range, with the values that repeat from a heap on.
    fn pieces(
        &self,
        case: &LetterCase,
        range: &Range,
        control: usize,
    ) -> Vec<(BigInt, BigInt, (Vec<LetterValue>, BigInt))> {
        let length = case.length.evaluate(self.letters);
        let blocks = &case.blocks[control];
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

/// Returns the heaps to which a move leads; `None` if they cannot be found.
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

/// Returns the numbers for one variable with which a condition holds, in order; `None` if residues
/// matter.
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
            // Only numbers that all of them leave out are left out.
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

/// Returns all other numbers; the ranges are in order and do not overlap.
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

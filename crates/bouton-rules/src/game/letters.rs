//! Rules with letters: `for all a, b where …`.
//!
//! A letter is a natural number that no move changes. In the moves of such rules the letters are the first
//! parameters: the variable 0 is the heap, 1, 2, … are the letters, and what a player chooses comes after them.

use std::collections::BTreeMap;

use bouton_core::{Formula, RulesetParts, Variable};

use super::{Game, HeapCount, RulesetError};
use crate::{
    diagnostic::{Diagnostic, DiagnosticCode as Code, Diagnostics},
    place::Place,
    scope::{Elaborated, Scope},
    syntax::{AmountKind, ConditionKind, Expression, ExpressionKind, Move, Operator, Relation, Take},
};

/// Instances that are checked as games of their own.
const INSTANCES: usize = 8;
/// Instances are sought with letters up to this number.
const SMALL: i64 = 8;
/// The work that may be spent on finding numbers that satisfy a condition.
const WORK: u64 = 1_000_000;

/// The rules of a game with letters and one heap, written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesWithLetters {
    /// The names of the letters.
    pub letters: Vec<String>,
    /// The condition of the letters, on the variables 1, 2, ….
    pub cone: Formula,
    /// The moves: the variable 0 is the heap, 1, 2, … are the letters, and the other parameters follow.
    pub parts: RulesetParts,
}

impl Game {
    /// The names of the letters that have no number yet.
    #[must_use]
    pub fn letters(&self) -> &[String] {
        &self.letters
    }

    /// The game with numbers for all its letters.
    ///
    /// ```
    /// use bouton_rules::Game;
    ///
    /// let game = Game::parse("for all m where m >= 1; heaps 1; move take 1..m from 1 heap").unwrap();
    /// assert_eq!(game.letters(), ["m"]);
    /// assert_eq!(game.instance(&[3]).unwrap().text(), "heaps 1\nlet m = 3\nmove take 1..m from 1 heap");
    /// assert!(game.instance(&[0]).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// If the numbers are not those of the letters, or make rules with faults.
    pub fn instance(&self, values: &[i64]) -> Result<Self, Diagnostics> {
        let text = self.text();
        let settings: Vec<(String, i64)> = self.letters.iter().cloned().zip(values.iter().copied()).collect();
        Self::parse_with(&text, &settings)
    }

    /// The moves of rules with letters and one heap, or one counter.
    ///
    /// # Errors
    ///
    /// [`RulesetError`] if there are more heaps, or any number of them.
    pub fn with_letters(&self) -> Result<RulesWithLetters, RulesetError> {
        match self.heaps() {
            _ if self.code().is_some() => return Err(RulesetError::TakeAndBreak),
            HeapCount::Any => return Err(RulesetError::AnyHeaps),
            HeapCount::Fixed(1) => {}
            HeapCount::Fixed(heaps) => return Err(RulesetError::LettersAndHeaps(heaps)),
        }
        let parts =
            self.parts(1).map_err(|mut faults| RulesetError::TooLarge(Box::new(faults.remove(0).1)))?;
        let cone = self.cone(1).map_err(RulesetError::TooLarge)?;
        Ok(RulesWithLetters { letters: self.letters.clone(), cone, parts })
    }

    /// The conditions of the letters as they are written, or an empty text.
    #[must_use]
    pub fn where_letters(&self) -> String {
        crate::print::conditions(&self.cone)
    }

    /// The range of the letters in mathematical notation: `1 ≤ a < b ≤ 2a`.
    ///
    /// ```
    /// use bouton_rules::Game;
    ///
    /// let text = "for all a, b where 1 <= a, a < b, b <= 2 * a; heaps 1; move take {a, b} from 1 heap";
    /// assert_eq!(Game::parse(text).unwrap().letters_in_words(), "1 ≤ a < b ≤ 2a");
    /// ```
    #[must_use]
    pub fn letters_in_words(&self) -> String {
        let mut chains: Vec<(String, Relation, String)> = Vec::new();
        let falls = |relation| match relation {
            Relation::Less | Relation::AtMost => 1,
            Relation::Greater | Relation::AtLeast => 2,
            Relation::Equal | Relation::Unequal => 0,
        };
        for condition in &self.cone {
            let ConditionKind::Comparison(first, rest) = &condition.kind else {
                let text = crate::print::conditions(std::slice::from_ref(condition));
                chains.push((text, Relation::Unequal, String::new()));
                continue;
            };
            let mut left = written(first);
            for (relation, right) in rest {
                let right = written(right);
                let link = format!(" {} {right}", sign(*relation));
                match chains.last_mut() {
                    Some((chain, known, last)) if *last == left && falls(*known) == falls(*relation) => {
                        chain.push_str(&link);
                        last.clone_from(&right);
                    }
                    _ => chains.push((format!("{left}{link}"), *relation, right.clone())),
                }
                left = right;
            }
        }
        let mut named = Vec::new();
        for condition in &self.cone {
            condition.visit_expressions(&mut |e| {
                if let ExpressionKind::Name(name) = &e.kind {
                    named.push(name.clone());
                }
            });
        }
        let conditions = chains.into_iter().map(|chain| chain.0).collect::<Vec<_>>().join(", ");
        match self.letters.iter().all(|letter| named.contains(letter)) {
            _ if conditions.is_empty() => self.letters.join(", "),
            true => conditions,
            false => format!("{} with {conditions}", self.letters.join(", ")),
        }
    }

    /// The condition of the letters, after this number of coordinates.
    fn cone(&self, count: usize) -> Elaborated<Formula> {
        if self.cone.is_empty() {
            return Ok(Formula::True);
        }
        // The coordinates are not known here.
        let hidden = vec![String::new(); count];
        Scope::new(&self.space(), &hidden, &self.constants, &self.letters).closed(&self.cone)
    }

    /// Whether the conditions of the letters make sense; where all have numbers, these are then forgotten.
    pub(super) fn check_cone(&mut self, place: Place, faults: &mut Vec<Diagnostic>) -> bool {
        let cone = match self.cone(1) {
            Ok(cone) => cone,
            Err(fault) => {
                faults.push(*fault);
                return false;
            }
        };
        if cone.mentions(Variable::new(0)) {
            let message = "the numbers that the letters may be do not depend on the position";
            let fault = Diagnostic::new(Code::WrongKind, place, message);
            faults.push(fault.expected("conditions of letters and numbers, for example `1 <= a, a < b`"));
            return false;
        }
        let none = match &cone {
            Formula::True => false,
            Formula::False => true,
            // If that could not be decided, there may be some.
            _ => cone.satisfied_by(1 + self.letters.len(), &mut WORK.clone()) == Ok(None),
        };
        if none {
            let numbers = self.constants.iter().map(|(name, value)| format!("{name} = {value}"));
            let set = numbers.collect::<Vec<_>>().join(", ");
            let message = match (self.letters.is_empty(), set.is_empty()) {
                (true, _) => format!("the rules are not about {set}"),
                (false, true) => "no numbers satisfy these conditions".to_owned(),
                (false, false) => format!("with {set} no numbers satisfy these conditions"),
            };
            let conditions = crate::print::conditions(&self.cone);
            faults.push(
                Diagnostic::new(Code::NoSuchNumbers, place, message)
                    .expected(format!("numbers with {conditions}")),
            );
            return false;
        }
        if self.letters.is_empty() {
            self.cone.clear();
        }
        true
    }

    /// The faults of rules with letters.
    pub(super) fn check_letters(&self, count: usize, parts: &RulesetParts, faults: &mut Vec<Diagnostic>) {
        let Ok(cone) = self.cone(count) else { return };
        for rule in &self.moves {
            if let Move::Take(take) = rule
                && let Err(fault) = self.check_amount(take, &cone, count)
            {
                faults.push(*fault);
                return;
            }
        }
        let place = |of: &Self| match of.moves.first() {
            Some(Move::Take(take)) => take.place,
            Some(Move::Assignment(assignment)) => assignment.place,
            None => Place::default(),
        };
        for values in self.examples(&cone, count) {
            let mut constants: BTreeMap<String, i64> = self.constants.clone();
            constants.extend(self.letters.iter().cloned().zip(values.iter().copied()));
            let instance = Self { constants, letters: Vec::new(), cone: Vec::new(), ..self.clone() };
            let mut found = Vec::new();
            instance.check(&mut found);
            if let Some(mut fault) = found.into_iter().next() {
                fault.message = format!("with {}: {}", self.told(&values), fault.message);
                if fault.span.is_empty() {
                    fault.span = place(self).span();
                }
                faults.push(fault);
                return;
            }
        }
        debug_assert_eq!(parts.coordinates.len(), count);
    }

    /// Numbers for the letters, in words.
    fn told(&self, values: &[i64]) -> String {
        let pairs = self.letters.iter().zip(values).map(|(name, value)| format!("{name} = {value}"));
        pairs.collect::<Vec<_>>().join(", ")
    }

    /// The first few numbers that the letters may be.
    fn examples(&self, cone: &Formula, count: usize) -> Vec<Vec<i64>> {
        let mut found = Vec::new();
        let mut values = vec![0i64; self.letters.len()];
        loop {
            let all: Vec<i128> =
                std::iter::repeat_n(0, count).chain(values.iter().map(|&value| value.into())).collect();
            if cone.holds(&all) {
                found.push(values.clone());
            }
            let Some(at) =
                values.iter().rposition(|&value| value < SMALL).filter(|_| found.len() < INSTANCES)
            else {
                break;
            };
            values[at] += 1;
            values[at + 1..].fill(0);
        }
        if found.is_empty()
            && let Some(values) = satisfied(cone, count + self.letters.len())
        {
            let values: Option<Vec<i64>> =
                values[count..].iter().map(|&value| i64::try_from(value).ok()).collect();
            found.extend(values);
        }
        found
    }

    /// Whether every amount is at least 1, and no range runs backwards, whatever the letters are.
    fn check_amount(&self, take: &Take, cone: &Formula, count: usize) -> Elaborated<()> {
        let kind = &take.amount.kind;
        let hidden = vec![String::new(); count];
        let space = self.space();
        // An amount that also depends on the position is not one of the letters alone.
        let value =
            |e: &Expression| Scope::new(&space, &hidden, &self.constants, &self.letters).linear(e).ok();
        let one = Expression::leaf(ExpressionKind::Number(1), take.place);
        let ranges: Vec<(&Expression, &Expression)> = match kind {
            AmountKind::Any | AmountKind::Odd | AmountKind::Even => vec![],
            AmountKind::Exactly(e) | AmountKind::AtLeast(e) => vec![(e, e)],
            AmountKind::AtMost(e) => vec![(&one, e)],
            AmountKind::Between(low, high) => vec![(low, high)],
            AmountKind::Set(items) => {
                items.iter().map(|(low, high)| (low, high.as_ref().unwrap_or(low))).collect()
            }
        };
        for (low, high) in ranges {
            let (Some(least), Some(most)) = (value(low), value(high)) else { continue };
            let place = take.amount.place;
            let nothing = crate::scope::compare(&least, Relation::AtMost, place)?;
            let difference = most.minus(&least).map_err(crate::scope::overflow(place))?;
            let backwards = crate::scope::compare(&difference, Relation::Less, place)?;
            for (wrong, what) in
                [(nothing, "an amount may be 0 or less"), (backwards, "a range runs backwards")]
            {
                let Some(values) = satisfied(&cone.clone().and(wrong), count + self.letters.len()) else {
                    continue;
                };
                let values: Vec<i64> =
                    values[count..].iter().map(|&value| i64::try_from(value).unwrap_or(i64::MAX)).collect();
                let message = format!("{what}: with {}", self.told(&values));
                return Err(Box::new(
                    Diagnostic::new(Code::EmptyAmount, place, message)
                        .expected("amounts of at least 1 for all numbers that the letters may be")
                        .suggest("add a condition to the line `for all`".to_owned()),
                ));
            }
        }
        Ok(())
    }
}

/// An expression as a mathematician writes it.
fn written(e: &Expression) -> String {
    match &e.kind {
        ExpressionKind::Binary(Operator::Times, left, right)
            if matches!((&left.kind, &right.kind), (ExpressionKind::Number(_), ExpressionKind::Name(_))) =>
        {
            format!("{}{}", crate::print::expression(left), crate::print::expression(right))
        }
        ExpressionKind::Binary(operator @ (Operator::Plus | Operator::Minus), left, right)
            if !matches!(&right.kind, ExpressionKind::Binary(Operator::Plus | Operator::Minus, ..)) =>
        {
            let sign = if *operator == Operator::Plus { "+" } else { "-" };
            format!("{} {sign} {}", written(left), written(right))
        }
        _ => crate::print::expression(e),
    }
}

fn sign(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => "=",
        Relation::Unequal => "≠",
        Relation::AtMost => "≤",
        Relation::AtLeast => "≥",
        Relation::Less => "<",
        Relation::Greater => ">",
    }
}

/// Numbers that satisfy a condition: decided, or not found with the work allowed.
fn satisfied(formula: &Formula, variables: usize) -> Option<Vec<i128>> {
    match formula {
        Formula::True => return Some(vec![0; variables]),
        Formula::False => return None,
        _ => {}
    }
    formula.satisfied_by(variables, &mut WORK.clone()).ok().flatten()
}

impl RulesWithLetters {
    /// The variable of a letter, by its number.
    #[must_use]
    pub fn variable(letter: usize) -> Variable {
        Variable::new(1 + letter)
    }
}

//! Rules with letters: `for all a, b where …`.
//!
//! A letter is a natural number that no move changes. In the moves of such rules the letters are the first
//! parameters: the variable 0 is the heap, 1, 2, … are the letters, and what a player chooses comes after them.

use std::collections::BTreeMap;

use bouton_core::{Formula, RulesetParts, Variable, Watch};

use super::{HeapCount, Rules, RulesetError};
use crate::{
    fault::{Fault, FaultCode as Code},
    place::Place,
    reading::Reading,
    scope::{Elaborated, Scope},
    syntax::{AmountKind, Condition, Expression, ExpressionKind, Move, Pass, PassCount, Relation, Take},
};

/// Instances that are checked as games of their own.
const INSTANCES: usize = 8;
/// Instances are sought with letters up to this number.
const SMALL: i64 = 8;
/// The work that may be spent on finding numbers that satisfy a condition.
const WORK: u64 = 1_000_000;

/// The rules of a game with letters and one heap, written out; or of one heap of a sum of heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesWithLetters {
    /// Whether the game is the sum of several heaps, or of any number of them, each with these moves.
    pub sum: bool,
    /// The names of the letters.
    pub letters: Vec<String>,
    /// The condition of the letters, on the variables 1, 2, ….
    pub cone: Formula,
    /// The moves: the variable 0 is the heap, 1, 2, … are the letters, and the other parameters follow.
    pub parts: RulesetParts,
}

impl Rules {
    /// The names of the letters that have no number yet; without a letter that is a
    /// [number of a position](Self::counted_passes).
    #[must_use]
    pub fn letters(&self) -> &[String] {
        if self.counts_passes { &[] } else { &self.letters }
    }

    /// As [`with_letters_within`](Self::with_letters_within), without a limit.
    ///
    /// # Errors
    ///
    /// [`RulesetError`] if there are more heaps, and the game is not their sum.
    pub fn with_letters(&self) -> Result<RulesWithLetters, RulesetError> {
        self.with_letters_within(&Watch::unlimited())
    }

    /// The moves of rules with letters and one heap, or one counter; if the game is the sum of several heaps, or of
    /// any number of them, the moves in one of them.
    ///
    /// # Errors
    ///
    /// [`RulesetError`] if there are more heaps, and the game is not their sum, or a limit is reached.
    pub fn with_letters_within(&self, watch: &Watch) -> Result<RulesWithLetters, RulesetError> {
        let reading = Reading::new(watch);
        reading.end(self.letters_written_out(&reading))?
    }

    fn letters_written_out(&self, reading: &Reading) -> Result<RulesWithLetters, RulesetError> {
        if self.code().is_some() {
            return Err(RulesetError::TakeAndBreak);
        }
        self.without_letter_of_passes()?;
        let sum = self.heaps() != HeapCount::Fixed(1);
        let one;
        let rules = if sum {
            one = self.heap_of_a_sum().map_err(RulesetError::LettersAndHeaps)?;
            &one
        } else {
            self
        };
        let parts = rules.parts(1, reading);
        let parts = parts.map_err(|mut faults| RulesetError::TooLarge(Box::new(faults.remove(0).1)))?;
        let cone = rules.cone(1, reading).map_err(RulesetError::TooLarge)?;
        Ok(RulesWithLetters { sum, letters: self.letters.clone(), cone, parts })
    }

    /// The moves of rules with letters and several heaps together: the first variables are the heaps, then come the
    /// letters.
    ///
    /// # Errors
    ///
    /// [`RulesetError`] if the number of heaps is not fixed, or the rules have no heaps, or a limit is reached.
    pub fn with_letters_of_heaps(&self, watch: &Watch) -> Result<RulesWithLetters, RulesetError> {
        let reading = Reading::new(watch);
        reading.end(self.letters_of_heaps_written_out(&reading))?
    }

    fn letters_of_heaps_written_out(&self, reading: &Reading) -> Result<RulesWithLetters, RulesetError> {
        let HeapCount::Fixed(count) = self.heaps() else { return Err(RulesetError::AnyHeaps) };
        if self.code().is_some() {
            return Err(RulesetError::TakeAndBreak);
        }
        self.without_letter_of_passes()?;
        let parts = self.parts(count, reading);
        let parts = parts.map_err(|mut faults| RulesetError::TooLarge(Box::new(faults.remove(0).1)))?;
        let cone = self.cone(count, reading).map_err(RulesetError::TooLarge)?;
        Ok(RulesWithLetters { sum: false, letters: self.letters.clone(), cone, parts })
    }

    fn without_letter_of_passes(&self) -> Result<(), RulesetError> {
        self.letter_of_passes().map_or(Ok(()), |name| Err(RulesetError::LetterOfPasses(name.to_owned())))
    }

    /// The conditions of the letters as they are written, or an empty text.
    #[must_use]
    pub fn where_letters(&self) -> String {
        crate::print::conditions(&self.cone)
    }

    /// The conditions of the letters.
    #[must_use]
    pub fn conditions_of_letters(&self) -> &[Condition] {
        &self.cone
    }

    /// The condition of the letters, after this number of coordinates.
    fn cone(&self, count: usize, reading: &Reading) -> Elaborated<Formula> {
        if self.cone.is_empty() {
            return Ok(Formula::True);
        }
        // The coordinates are not known here.
        let hidden = vec![String::new(); count];
        Scope::new(&self.space(), &hidden, &self.constants, &self.letters, reading).closed(&self.cone)
    }

    /// Whether the conditions of the letters make sense; where all have numbers, these are then forgotten.
    pub(super) fn check_cone(&mut self, place: Place, reading: &Reading, faults: &mut Vec<Fault>) -> bool {
        let cone = match self.cone(1, reading) {
            Ok(cone) => cone,
            Err(fault) => {
                faults.push(*fault);
                return false;
            }
        };
        if cone.mentions(Variable::new(0)) {
            let message = "the numbers that the letters may be do not depend on the position";
            let fault = Fault::new(Code::WrongKind, place, message);
            faults.push(fault.expected("conditions of letters and numbers, for example `1 <= a, a < b`"));
            return false;
        }
        let none = match &cone {
            Formula::True => false,
            Formula::False => true,
            // If that could not be decided, there may be some.
            _ => cone.satisfied_by(1 + self.letters.len(), &mut reading.allow(WORK)) == Ok(None),
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
                Fault::new(Code::NoSuchNumbers, place, message)
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
    pub(super) fn check_letters(
        &self,
        count: usize,
        parts: &RulesetParts,
        reading: &Reading,
        faults: &mut Vec<Fault>,
    ) {
        let Ok(cone) = self.cone(count, reading) else { return };
        for rule in &self.moves {
            if let Move::Take(take) = rule
                && let Err(fault) = self.check_amount(take, &cone, count, reading)
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
        for values in self.examples(&cone, count, reading) {
            let mut constants: BTreeMap<String, i64> = self.constants.clone();
            constants.extend(self.letters.iter().cloned().zip(values.iter().copied()));
            let pass = self.pass.clone().and_then(|pass| match pass.count {
                PassCount::Fixed(_) => Some(pass),
                PassCount::Letter(name) => {
                    let number = constants.get(&name).and_then(|&number| usize::try_from(number).ok());
                    let count = number.filter(|&number| number > 0)?;
                    Some(Pass { count: PassCount::Fixed(count), ..pass })
                }
            });
            let instance = Self { constants, pass, letters: Vec::new(), cone: Vec::new(), ..self.clone() };
            if instance.passes_overflow() {
                continue;
            }
            let mut found = Vec::new();
            instance.check(reading, &mut found);
            if let Some(mut fault) = found.into_iter().next() {
                fault.instance = format!("with {}: ", self.told(&values));
                if fault.place.span().is_empty() {
                    fault.place = place(self);
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
    fn examples(&self, cone: &Formula, count: usize, reading: &Reading) -> Vec<Vec<i64>> {
        let mut found = Vec::new();
        let mut values = vec![0i64; self.letters.len()];
        while reading.spend(1) {
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
            && let Some(values) = satisfied(cone, count + self.letters.len(), reading)
        {
            let values: Option<Vec<i64>> =
                values[count..].iter().map(|&value| i64::try_from(value).ok()).collect();
            found.extend(values);
        }
        found
    }

    /// Whether every amount is at least 1, and no range runs backwards, for all numbers that the letters may
    /// be.
    fn check_amount(&self, take: &Take, cone: &Formula, count: usize, reading: &Reading) -> Elaborated<()> {
        let kind = &take.amount.kind;
        let hidden = vec![String::new(); count];
        let space = self.space();
        // An amount that also depends on the position is not one of the letters alone.
        let scope = Scope::new(&space, &hidden, &self.constants, &self.letters, reading);
        let value = |e: &Expression| scope.clone().linear(e).ok();
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
                let variables = count + self.letters.len();
                let Some(values) = satisfied(&cone.clone().and(wrong), variables, reading) else { continue };
                let values: Vec<i64> =
                    values[count..].iter().map(|&value| i64::try_from(value).unwrap_or(i64::MAX)).collect();
                let message = format!("{what}: with {}", self.told(&values));
                return Err(Box::new(
                    Fault::new(Code::EmptyAmount, place, message)
                        .expected("amounts of at least 1 for all numbers that the letters may be")
                        .suggest("add a condition to the line `for all`".to_owned()),
                ));
            }
        }
        Ok(())
    }
}

/// Numbers that satisfy a condition: decided, or not found with the work allowed.
fn satisfied(formula: &Formula, variables: usize, reading: &Reading) -> Option<Vec<i128>> {
    match formula {
        Formula::True => return Some(vec![0; variables]),
        Formula::False => return None,
        _ => {}
    }
    formula.satisfied_by(variables, &mut reading.allow(WORK)).ok().flatten()
}

impl RulesWithLetters {
    /// The variable of a letter, by its number.
    #[must_use]
    pub fn variable(letter: usize) -> Variable {
        Variable::new(1 + letter)
    }
}

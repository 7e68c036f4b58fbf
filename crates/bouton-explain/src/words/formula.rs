//! Laws as one formula.

use bouton_core::Value;
use bouton_forms::{Base, Columns, ControlLaw, Form, Periodic, RemainderLaw};

use super::Speaker;
use bouton_prose::{Formula, Sign};

use crate::explanation::{Explanation, free_letter};

/// The most values of a definition by cases.
const MOST_CASES: usize = 12;

impl Explanation {
    /// The law as one formula, if there is only one and it has a form of this kind.
    ///
    /// ```
    /// use bouton_core::{Law, Valuation};
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let equal = bouton_automata::table_law(2, 1, |_, x| u32::from(x[0] != x[1]), 3).unwrap();
    /// let explanation = bouton_explain::explain(&nim, &Law::new(Valuation::NormalOutcome, equal));
    /// assert_eq!(explanation.formula().unwrap().to_string(), "o(h1, h2) = P if h1 ⊕ h2 = 0, else N");
    /// ```
    #[must_use]
    pub fn formula(&self) -> Option<Formula> {
        match &self.laws[..] {
            [only] => self.formula_of(only),
            _ => None,
        }
    }

    /// A law as one formula, such as `g(h1, h2) = h1 ⊕ h2`, or a definition by cases.
    pub(super) fn formula_of(&self, law: &ControlLaw) -> Option<Formula> {
        let speaker = Speaker::new(self, law);
        let own = self.coordinates.len() - usize::from(self.nim_heap);
        let names: Vec<Formula> = self.coordinates[..own].iter().map(|name| Formula::name(name)).collect();
        let value_of = |function: &str| Formula::Apply(Box::new(Formula::name(function)), names.clone());
        let letter = free_letter("g", &self.coordinates[..own]);
        let g = |value: Formula| Some(value_of(&letter).equals(value));
        if speaker.is_of_pairs() {
            return match &law.form {
                Form::Digits(digits) if digits.is_nim() => g(Formula::nim_sum(names.iter().cloned())),
                _ => None,
            };
        }
        let reduced =
            |modulus: u32| Formula::nim_sum(names.iter().map(|name| Formula::remainder(name, modulus)));
        let is = |when: Formula, all: Value, otherwise: Value| {
            let cases = vec![(speaker.value(all), when)];
            Some(value_of("o").equals(Formula::Cases(cases, Box::new(speaker.value(otherwise)))))
        };
        match &law.form {
            // A value over a base is one of the coordinates as well.
            Form::Constant(value) if law.grundy.as_ref().is_some_and(|grundy| grundy.base != Base::Zero) => {
                g(speaker.value(*value))
            }
            Form::Periodic(found) => {
                let function = if speaker.says_grundy() { &letter } else { "o" };
                Some(value_of(function).equals(speaker.by_cases(names.first()?, found)?))
            }
            Form::Digits(digits) if digits.small.is_none() && !speaker.says_grundy() => {
                match digits.columns {
                    Columns::Multiple { modulus: 2 } if names.len() >= 2 => {
                        let sum = Formula::nim_sum(names.iter().cloned());
                        is(sum.equals(0u32), digits.all, digits.otherwise)
                    }
                    Columns::Multiple { modulus } if modulus as usize <= names.len() => {
                        let bit = |name: &Formula| {
                            let function = Formula::index("b", Formula::name("i"));
                            Formula::Apply(Box::new(function), vec![name.clone()])
                        };
                        let ones = Formula::sum(names.iter().map(bit));
                        let divisible = Formula::Congruence(
                            Box::new(ones),
                            Box::new(0u32.into()),
                            Box::new(modulus.into()),
                        );
                        let places = Formula::name("i").related(Sign::AtLeast, 0u32);
                        is(Formula::List(vec![divisible, places]), digits.all, digits.otherwise)
                    }
                    _ => None,
                }
            }
            Form::Remainders(found) => match found.law {
                RemainderLaw::NimOutcome => is(reduced(found.modulus).equals(0u32), 0, 1),
                RemainderLaw::NimSum => g(reduced(found.modulus)),
                RemainderLaw::MisereNimOutcome => None,
            },
            _ => None,
        }
    }
}

/// The binary digits in the formula of a form that counts ones, defined.
pub(super) fn definition_of_digits(form: &Form) -> Option<Formula> {
    let Form::Digits(digits) = form else { return None };
    if digits.small.is_some() || !matches!(digits.columns, Columns::Multiple { modulus: 3.. }) {
        return None;
    }
    let (n, i) = (|| Formula::name("n"), || Formula::name("i"));
    let bit = Formula::Apply(Box::new(Formula::index("b", i())), vec![n()]);
    let power = Formula::Power(Box::new(2u32.into()), Box::new(i()));
    let quotient = Formula::Floor(Box::new(Formula::Quotient(Box::new(n()), Box::new(power))));
    Some(bit.equals(Formula::Remainder(Box::new(quotient), Box::new(2u32.into()))))
}

impl Speaker<'_> {
    /// The values of a periodic law by the remainder.
    fn by_cases(&self, n: &Formula, law: &Periodic) -> Option<Formula> {
        let count = |wanted: Value| law.values.iter().filter(|&&value| value == wanted).count();
        let most = *law.values.iter().max_by_key(|&&value| count(value))?;
        let mut values: Vec<Value> = law.values.clone();
        values.sort_unstable();
        values.dedup();
        values.retain(|&value| value != most);
        // Over a base that grows, the values are not those of the remainder alone.
        let moving = self.grundy.is_some_and(|grundy| grundy.base != Base::Zero);
        if !law.before.is_empty() || !(1..=MOST_CASES).contains(&values.len()) || moving {
            return None;
        }
        let case = |&wanted: &Value| {
            let rest = || Formula::remainder(n, law.period);
            let places = (0u64..).zip(&law.values).filter(|(_, value)| **value == wanted);
            let mut places: Vec<Formula> = places.map(|(place, _)| place.into()).collect();
            let when = match places.len() {
                1 => rest().equals(places.remove(0)),
                _ => rest().related(Sign::In, Formula::Set(places)),
            };
            (self.value(wanted), when)
        };
        Some(Formula::Cases(values.iter().map(case).collect(), Box::new(self.value(most))))
    }
}

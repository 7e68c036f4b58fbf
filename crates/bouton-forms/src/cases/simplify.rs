//! Simplification of cases to fewer words: each step is compared with the law.

use bouton_core::DigitAutomaton;

use super::{Case, Cases};
use crate::condition::Condition;

/// The most cases; longer ones are a list anyway.
const MOST_CASES: usize = 8;
/// The most states of a law that is simplified.
const MOST_STATES: usize = 200;

impl Cases {
    /// The same law in fewer words, as far as single steps lead: two cases are merged, conditions
    /// that follow from the others are dropped, cases that hold anyway are dropped. `holds` decides
    /// whether the result of a step is the law.
    pub(crate) fn simplified(self, law: &DigitAutomaton, holds: impl Fn(&Self) -> bool) -> Self {
        let mut found = self;
        // Exceptions of exceptions are a list that begins with their common conditions; they stay as they
        // are.
        let is_flat = found.cases.iter().all(|case| case.law.length() == 0);
        if !is_flat || found.cases.len() > MOST_CASES || law.states() > MOST_STATES {
            return found;
        }
        loop {
            let shorter = found.shorter().find(|shorter| holds(shorter));
            let Some(shorter) = shorter else { return found };
            found = shorter;
        }
    }

    /// The results of one step. Each is shorter than this law, so the steps come to an end.
    fn shorter(&self) -> impl Iterator<Item = Self> + '_ {
        let with = |cases: Vec<Case>| Self { cases, ..self.clone() };
        let without = move |place: usize| {
            let mut cases = self.cases.clone();
            cases.remove(place);
            with(cases)
        };
        let places = 0..self.cases.len();
        let dropped = places.clone().map(without);
        let weaker = places.clone().flat_map(move |place| {
            let conditions = &self.cases[place].conditions;
            let most = if conditions.len() > 1 { conditions.len() } else { 0 };
            // `a = b = c` is easier to read than the conditions that imply it.
            let is_equation = move |&condition: &usize| matches!(&conditions[condition], Condition::Equal { form, .. } if form.as_difference().is_some());
            (0..most).filter(move |condition| !is_equation(condition)).map(move |condition| {
                let mut cases = self.cases.clone();
                cases[place].conditions.remove(condition);
                with(cases)
            })
        });
        let merged = places.clone().flat_map(move |one| {
            (0..self.cases.len()).filter(move |&other| other != one).filter_map(move |other| {
                let case = self.cases[one].with(&self.cases[other])?;
                let mut cases = self.cases.clone();
                cases[one.min(other)] = case;
                cases.remove(one.max(other));
                Some(with(cases))
            })
        });
        dropped.chain(merged).chain(weaker)
    }
}

impl Case {
    /// The union of this case and another one: `x ≤ n` from `x ≤ n − 1` and `x = n`, where x is
    /// never negative.
    fn with(&self, other: &Self) -> Option<Self> {
        if self.law != other.law || self.conditions.len() != other.conditions.len() {
            return None;
        }
        let place = self.conditions.iter().position(|condition| !other.conditions.contains(condition))?;
        let rest: Vec<&Condition> =
            other.conditions.iter().filter(|condition| !self.conditions.contains(condition)).collect();
        let both = match (&self.conditions[place], &rest[..]) {
            (Condition::Equal { form, value: 0 }, [Condition::Equal { form: of, value: 1 }])
                if form == of =>
            {
                (form, 1)
            }
            (Condition::AtMost { form, value }, [Condition::Equal { form: of, value: next }])
                if form == of && *next == value + 1 =>
            {
                (form, *next)
            }
            _ => return None,
        };
        let (form, value) = (both.0.clone(), both.1);
        // The form has no negative values.
        if form.coefficients().iter().any(|&coefficient| coefficient < 0) {
            return None;
        }
        let mut conditions = self.conditions.clone();
        conditions[place] = Condition::AtMost { form, value };
        Some(Self { conditions, law: self.law.clone() })
    }
}

#[cfg(test)]
mod tests {
    use bouton_automata::{difference, minimize, table_law};
    use bouton_core::Value;

    use super::*;
    use crate::{asking::Asking, cases::find};

    fn simple(value: impl Fn(&[u64]) -> Value) -> Cases {
        let law = minimize(&table_law(2, 1, |_, x| value(x), 4).unwrap());
        let holds = |cases: &Cases| {
            cases.automaton(law.numeration(), 2).is_some_and(|built| difference(&law, &built).is_none())
        };
        let found = find(&law, &Asking::default()).unwrap();
        assert!(holds(&found), "{found:?}");
        found.simplified(&law, holds)
    }

    #[test]
    fn values_that_follow_each_other_are_a_bound() {
        let found = simple(|x| Value::from(x[0] > 2 || x[1] % 2 == 1));
        let [Case { conditions, .. }] = &found.cases[..] else { panic!("{found:?}") };
        assert!(matches!(&conditions[..], [Condition::AtMost { value: 2, .. }]), "{found:?}");
    }

    #[test]
    fn values_apart_stay_apart() {
        let found = simple(|x| Value::from(!matches!(x[0], 0 | 3) || x[1] % 2 == 1));
        assert_eq!(found.cases.len(), 2, "{found:?}");
    }
}

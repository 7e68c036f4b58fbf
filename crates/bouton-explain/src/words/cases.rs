//! Exceptions in words: nested items.

use std::collections::BTreeMap;

use bouton_automata::{is_empty, restricted, words_region};
use bouton_core::{DigitAutomaton, Value};
use bouton_forms::{Case, Cases, Condition, LinearForm, Rule, all_of};

use super::Speaker;
use bouton_prose::{Block, Formula, Text, say};

/// The most conditions in a sentence.
const MOST_CONDITIONS: usize = 3;

impl Speaker<'_> {
    /// A sentence: "P if h1 = h3, else N.", or "typically P if …, else N, with these exceptions:".
    pub(super) fn cases_sentence(&self, cases: &Cases) -> Text {
        if let Some(whole) = self.in_a_sentence(cases) {
            return whole;
        }
        let typical = self.rule(&cases.typical);
        if cases.length() == 0 {
            return say![typical, "."];
        }
        let typical = match cases.typical {
            Rule::Constant { .. } if !self.says_grundy() => say!["a position is ", typical],
            _ => typical,
        };
        match self.shared(cases) {
            Some((shared, _)) => {
                say![typical, ", with exceptions where ", self.conditions(&shared), self.order(cases), ":"]
            }
            None => say![typical, ", with these exceptions", self.order(cases), ":"],
        }
    }

    /// The same sentence for the coordinates in ascending order.
    pub(super) fn sorted_sentence(&self, cases: &Cases) -> Text {
        let sorted = self.sorted();
        say![sorted.in_order(self.noun(), ":"), sorted.cases_sentence(cases)]
    }

    /// The whole law in a sentence without a list of exceptions, if that is possible.
    pub(super) fn in_a_sentence(&self, cases: &Cases) -> Option<Text> {
        self.short(cases).or_else(|| self.exactly(cases))
    }

    /// A short sentence: "P if h1 = h3 or h2 = 0, else N." Few conditions with one value each do
    /// not need a list.
    fn short(&self, cases: &Cases) -> Option<Text> {
        let Rule::Constant { value: typical } = cases.typical else { return None };
        let few = (1..=MOST_CONDITIONS).contains(&cases.cases.len());
        if !few || !cases.points.is_empty() || self.overlap(cases) {
            return None;
        }
        let mut by_value: BTreeMap<Value, Vec<Text>> = BTreeMap::new();
        for case in &self.ascending(cases) {
            let Rule::Constant { value } = case.law.typical else { return None };
            if case.law.length() > 0 {
                return None;
            }
            by_value.entry(value).or_default().push(self.conditions(&case.conditions));
        }
        let parts = by_value
            .into_iter()
            .map(|(value, conditions)| say![self.named(value), " if ", Text::joined(conditions, " or if ")]);
        Some(say![Text::joined(parts, "; "), ", else ", self.named(typical), "."])
    }

    /// The note for exceptions of which several may apply to one position.
    fn order(&self, cases: &Cases) -> &'static str {
        if self.overlap(cases) { " (the first that applies counts)" } else { "" }
    }

    /// The positions that satisfy all conditions.
    fn region(&self, conditions: &[Condition]) -> Option<DigitAutomaton> {
        let tracks = self.names.len();
        let region = all_of(self.numeration, tracks, conditions)?;
        Some(restricted(&region, &words_region(self.numeration, tracks).ok()?))
    }

    /// Whether the conditions of two exceptions may hold together; `true` is only a precaution.
    fn overlap(&self, cases: &Cases) -> bool {
        let together = |one: &[Condition], other: &[Condition]| {
            let both: Vec<Condition> = one.iter().chain(other).cloned().collect();
            self.region(&both).is_none_or(|region| !is_empty(&region, |inside| inside == 1))
        };
        let points = cases.points.iter().any(|(point, _)| {
            cases.cases.iter().any(|case| {
                self.region(&case.conditions).is_none_or(|region| region.evaluate_small(0, point) == 1)
            })
        });
        points
            || (1..cases.cases.len()).any(|index| {
                cases.cases[..index]
                    .iter()
                    .any(|earlier| together(&earlier.conditions, &cases.cases[index].conditions))
            })
    }

    /// The conditions that several cases have in common, and each case's other conditions.
    fn shared(&self, cases: &Cases) -> Option<(Vec<Condition>, Vec<Vec<Condition>>)> {
        if cases.cases.len() < 2 || !cases.points.is_empty() {
            return None;
        }
        let everywhere =
            |condition: &&Condition| cases.cases.iter().all(|case| case.conditions.contains(condition));
        let shared: Vec<Condition> = cases.cases[0].conditions.iter().filter(everywhere).cloned().collect();
        let own: Vec<Vec<Condition>> = cases
            .cases
            .iter()
            .map(|case| case.conditions.iter().filter(|c| !shared.contains(c)).cloned().collect())
            .collect();
        // A case without conditions of its own could not be distinguished from the rest.
        (!shared.is_empty() && own.iter().all(|own| !own.is_empty())).then_some((shared, own))
    }

    /// Appends the exceptions as items, unless the sentence includes all of them.
    pub(super) fn exceptions(&self, cases: &Cases, blocks: &mut Vec<Block>) {
        if self.in_a_sentence(cases).is_none() {
            self.cases(cases, 0, blocks);
        }
    }

    /// Appends the exceptions as items.
    fn cases(&self, cases: &Cases, depth: usize, blocks: &mut Vec<Block>) {
        let cases = &Cases { cases: self.ascending(cases), ..cases.clone() };
        let mut by_value: BTreeMap<Value, Vec<Formula>> = BTreeMap::new();
        for (position, value) in &cases.points {
            by_value.entry(*value).or_default().push(Formula::position(position.iter().copied()));
        }
        for (value, positions) in by_value {
            let text = say![self.named(value), " at ", Text::joined(positions, ", ")];
            blocks.push(Block::Item { depth, text });
        }
        let shared = self.shared(cases);
        let mut told = 0;
        while let Some(case) = cases.cases.get(told) {
            let index = told;
            let alike = if shared.is_some() { 1 } else { alike(&cases.cases[index..]) };
            told += alike;
            let own = match &shared {
                Some((_, own)) => &own[index],
                None => &case.conditions,
            };
            let typical = self.rule(&case.law.typical);
            let rule = match self.shared(&case.law) {
                _ if case.law.cases.is_empty() && case.law.points.is_empty() => typical,
                Some((shared, _)) => {
                    say![typical, ", except where ", self.conditions(&shared), self.order(&case.law), ":"]
                }
                None => say![typical, ", except", self.order(&case.law)],
            };
            let when = match alike {
                1 => self.conditions(own),
                _ => self.one_of_values(&cases.cases[index..told]),
            };
            blocks.push(Block::Item { depth, text: say!["if ", when, ": ", rule] });
            self.cases(&case.law, depth + 1, blocks);
        }
    }

    /// The cases, those of several values of one form in ascending order, unless their order matters.
    fn ascending(&self, cases: &Cases) -> Vec<Case> {
        let mut all = cases.cases.clone();
        if self.overlap(cases) {
            return all;
        }
        let equation = |case: &Case| match &case.conditions[..] {
            [Condition::Equal { form, value }] => Some((form.clone(), *value)),
            _ => None,
        };
        let of_one_form = |one: &Case, other: &Case| {
            equation(one).zip(equation(other)).is_some_and(|((one, _), (other, _))| one == other)
        };
        for run in all.chunk_by_mut(of_one_form) {
            let values: Vec<(LinearForm, i64)> = run.iter().filter_map(equation).collect();
            // The difference of such numbers is stated the other way round.
            let turns = values.iter().all(|(form, value)| *value <= 0 && form.as_difference().is_some());
            let value = |case: &Case| equation(case).map(|(_, value)| if turns { -value } else { value });
            run.sort_by_key(value);
        }
        all
    }

    /// Cases of several values of one form: `a = 0 or 1`, `a = 2..5`.
    fn one_of_values(&self, cases: &[Case]) -> Text {
        let (mut runs, mut all): (Vec<(i64, i64)>, Vec<i64>) = (Vec::new(), Vec::new());
        let mut of = None;
        for case in cases {
            let [Condition::Equal { form, value }] = &case.conditions[..] else { continue };
            of = Some(form.clone());
            all.push(*value);
        }
        // a − b = −7 or −6 reads b − a = 6 or 7.
        if of.as_ref().is_some_and(|form| form.as_difference().is_some())
            && all.iter().all(|&value| value <= 0)
        {
            of = of.as_ref().map(LinearForm::negated);
            all.iter_mut().for_each(|value| *value = -*value);
        }
        all.sort_unstable();
        for value in all {
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == value => *last = value,
                _ => runs.push((value, value)),
            }
        }
        let mut values: Vec<Formula> = runs
            .iter()
            .flat_map(|&(first, last)| match last - first {
                0 => vec![first.into()],
                1 => vec![first.into(), last.into()],
                _ => vec![Formula::range(first, last)],
            })
            .collect();
        // The first one is on the right side of an equation.
        if let (Some(form), Some(first)) = (of, values.first_mut()) {
            *first = self.form(&form).equals(first.clone());
        }
        Text::either(values)
    }
}

/// The number of cases, from the first on, that have the same law for other values of one form; at
/// least one.
fn alike(cases: &[Case]) -> usize {
    let form = |case: &Case| match &case.conditions[..] {
        [Condition::Equal { form, .. }] if case.law.length() == 0 => Some(form.clone()),
        _ => None,
    };
    let Some(first) = form(&cases[0]) else { return 1 };
    let same = |case: &&Case| form(case).as_ref() == Some(&first) && case.law == cases[0].law;
    cases.iter().take_while(same).count()
}

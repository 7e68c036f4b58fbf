//! Linear forms, conditions and rules in words.

use bouton_core::{Space, Value};
use bouton_forms::{Base, Condition, LinearForm, Rule, classes};

use super::{Speaker, groups};
use bouton_prose::{Formula, Sign, Text, say};

/// The most vectors of remainders that are written out where the nim-sum could be used.
const MOST_VECTORS: usize = 4;

/// A condition in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clause {
    pub(super) text: Text,
    /// Whether there is an "and" or "or" in it.
    pub(super) compound: bool,
}

impl<T: Into<Text>> From<T> for Clause {
    fn from(text: T) -> Self {
        Self { text: text.into(), compound: false }
    }
}

impl Clause {
    /// The alternatives after a text: `b mod 4 is 2 or 3`.
    pub(super) fn either<T: Into<Text>>(before: impl Into<Text>, of: Vec<T>) -> Self {
        let compound = of.len() > 1;
        Self { text: say![before, Text::either(of)], compound }
    }
}

impl Speaker<'_> {
    /// A form, such as `m4 − m2`.
    pub(super) fn form(&self, form: &LinearForm) -> Formula {
        self::form(&self.names, form)
    }

    /// Conditions, such as `(m1, m3) = (0, 1) and m2 ≤ m4 + 3`.
    pub(super) fn conditions(&self, conditions: &[Condition]) -> Text {
        self.together(conditions).text
    }

    /// Conditions that hold together.
    pub(super) fn together(&self, conditions: &[Condition]) -> Clause {
        let conditions = &Condition::merged(conditions)[..];
        // Equations of single coordinates are merged into one of tuples.
        let single = |condition: &Condition| match condition {
            Condition::Equal { form, value } if form.weight() == 1 => Some((self.form(form), *value)),
            _ => None,
        };
        let (names, values): (Vec<Formula>, Vec<i64>) = conditions.iter().filter_map(single).unzip();
        let several = names.len() > 1;
        let mut parts: Vec<Formula> = Vec::new();
        if several {
            parts.push(Formula::tuple(names).equals(Formula::tuple(values)));
        }
        // Equal lower bounds are merged into one.
        let bound = |condition: &Condition| match condition {
            Condition::AtMost { form, value } if form.weight() == 1 && form.coefficients().contains(&-1) => {
                Some((self.form(&form.negated()), -value))
            }
            _ => None,
        };
        let (bounded, bounds): (Vec<Formula>, Vec<i64>) = conditions.iter().filter_map(bound).unzip();
        let together = bounded.len() > 1 && bounds.iter().all(|&bound| bound == bounds[0]);
        if together {
            parts.extend(bounded.into_iter().map(|name| name.related(Sign::AtLeast, bounds[0])));
        }
        // `a = b = c`.
        let chain = self.chain(conditions);
        let has_chain = chain.is_some();
        parts.extend(chain);
        let is_equation = |condition: &Condition| matches!(condition, Condition::Equal { form, value: 0 } if form.as_difference().is_some());
        let rest = conditions
            .iter()
            .filter(|c| !has_chain || !is_equation(c))
            .filter(|c| (!several || single(c).is_none()) && (!together || bound(c).is_none()));
        parts.extend(rest.map(|condition| self.condition(condition)));
        let compound = parts.len() > 1;
        Clause { text: Text::joined(parts, " and "), compound }
    }

    /// Three or more coordinates that are equal, if all equations between coordinates state that.
    fn chain(&self, conditions: &[Condition]) -> Option<Formula> {
        let mut pairs: Vec<(usize, usize)> = conditions
            .iter()
            .filter_map(|condition| match condition {
                Condition::Equal { form, value: 0 } => form.as_difference(),
                _ => None,
            })
            .collect();
        let (first, other) = pairs.pop()?;
        let mut equal = std::collections::BTreeSet::from([first, other]);
        while let Some(index) = pairs.iter().position(|(a, b)| equal.contains(a) || equal.contains(b)) {
            let (a, b) = pairs.swap_remove(index);
            equal.extend([a, b]);
        }
        let names = equal.iter().map(|&place| self.names[place].clone());
        if pairs.is_empty() && equal.len() > 2 { names.reduce(Formula::equals) } else { None }
    }

    /// A comparison of a form with a number.
    pub(super) fn compared(&self, form: &LinearForm, sign: Sign, value: i64) -> Formula {
        match form.as_difference() {
            // x − y = c reads x = y + c.
            Some((plus, minus)) => {
                // x ≤ y − 1 reads x < y.
                let (sign, value) = match (sign, value) {
                    (Sign::AtMost, -1) => (Sign::Less, 0),
                    (Sign::AtLeast, 1) => (Sign::Greater, 0),
                    other => other,
                };
                self.names[plus].clone().related(sign, self.names[minus].clone().plus(value))
            }
            None => self.form(form).related(sign, value),
        }
    }

    pub(super) fn condition(&self, condition: &Condition) -> Formula {
        match condition {
            // x = y − c reads y = x + c.
            Condition::Equal { form, value } if *value < 0 && form.as_difference().is_some() => {
                self.compared(&form.negated(), Sign::Equal, -value)
            }
            Condition::Equal { form, value } => self.compared(form, Sign::Equal, *value),
            // Of numbers in ascending order, a later one is at most an earlier one only if they are equal.
            Condition::AtMost { form, value: 0 }
                if self.ascending && form.as_difference().is_some_and(|(later, earlier)| later > earlier) =>
            {
                self.compared(&form.negated(), Sign::Equal, 0)
            }
            // −x ≤ −c reads x ≥ c.
            Condition::AtMost { form, value } if form.coefficients().iter().sum::<i64>() < 0 => {
                self.compared(&form.negated(), Sign::AtLeast, -value)
            }
            Condition::AtMost { form, value } => self.compared(form, Sign::AtMost, *value),
        }
    }

    /// A rule, such as `P if m4 mod 6 is 1, else N`.
    pub(super) fn rule(&self, rule: &Rule) -> Text {
        match rule {
            Rule::Constant { value } => self.named(*value),
            Rule::Residue { form, modulus, values, .. } => {
                self.by_remainder(&self.form(form), *modulus, values)
            }
            Rule::Classes { moduli, values } => self.classes(moduli, values),
            Rule::Automaton { states, .. } => {
                say!["no shorter form was found, but an automaton of ", *states, " states"]
            }
        }
    }

    /// A rule by the remainder of a form, such as `P if m4 mod 6 is 1, else N`.
    pub(super) fn by_remainder(&self, form: &Formula, modulus: u32, values: &[Value]) -> Text {
        let groups = groups(values);
        let mut parts: Vec<Text> = Vec::new();
        for (index, (value, places)) in groups.iter().enumerate() {
            if index + 1 == groups.len() && index > 0 {
                parts.push(say!["else ", self.named(*value)]);
                break;
            }
            let condition = match (modulus, &places[..]) {
                (2, [0]) => say![parity_of(form), " is even"],
                (2, [1]) => say![parity_of(form), " is odd"],
                _ => {
                    say![Formula::remainder(form, modulus), " is ", Text::either(places.iter().copied())]
                }
            };
            parts.push(say![self.named(*value), " if ", condition]);
        }
        Text::joined(parts, ", ")
    }

    /// A rule by remainders of coordinates, such as `P if (m1, m2) is (odd, even) or (even, odd),
    /// else N`.
    fn classes(&self, moduli: &[u32], values: &[Value]) -> Text {
        let all = classes(moduli);
        let groups = groups(values);
        let vectors = |places: &[usize]| {
            let vectors: Vec<Text> = places.iter().map(|&place| vector(&all[place], moduli)).collect();
            // Coordinates that do not matter are not mentioned.
            let matter = self.names.iter().zip(moduli).filter(|(_, modulus)| **modulus > 1);
            let mut names: Vec<Formula> = matter.map(|(name, _)| name.clone()).collect();
            let subject = if names.len() == 1 { names.remove(0) } else { Formula::Tuple(names) };
            say![subject, " is ", Text::either(vectors)]
        };
        if let Some(condition) = self.by_nim_sum(moduli, values) {
            return match &groups[..] {
                [(value, places), (other, _)] if !self.says_grundy() => {
                    let parities = if places.len() <= MOST_VECTORS {
                        say![", that is, if ", vectors(places)]
                    } else {
                        Text::new()
                    };
                    say![self.named(*value), " if ", condition, parities, ", else ", self.named(*other)]
                }
                _ => condition,
            };
        }
        let mut parts: Vec<Text> = Vec::new();
        for (index, (value, places)) in groups.iter().enumerate() {
            if index + 1 == groups.len() && index > 0 {
                return say![Text::joined(parts, "; "), ", else ", self.named(*value)];
            }
            let together: Vec<Vec<u32>> = places.iter().map(|&place| all[place].clone()).collect();
            let condition = self.in_products(together, moduli).unwrap_or_else(|| vectors(places));
            parts.push(say![self.named(*value), " if ", condition]);
        }
        Text::joined(parts, "; ")
    }

    /// A rule by the nim-sum of the heaps, where coordinates count heaps of each size: a size
    /// matters if the number of its heaps is odd. For outcomes it has the condition of the rarer
    /// one, for Grundy values all values.
    pub(super) fn by_nim_sum(&self, moduli: &[u32], values: &[Value]) -> Option<Text> {
        if self.explanation.space != Space::HeapSizes || moduli.iter().any(|&modulus| modulus > 2) {
            return None;
        }
        let nim_sum = |class: &[u32]| {
            class.iter().zip(1u32..).fold(0, |sum, (&odd, size)| if odd == 1 { sum ^ size } else { sum })
        };
        let sums: Vec<u32> = classes(moduli).iter().map(|class| nim_sum(class)).collect();
        // A size that does not matter must not affect the nim-sum either.
        if moduli.contains(&1) {
            return None;
        }
        if self.says_grundy() {
            if self.grundy.is_some_and(|grundy| grundy.base != Base::Zero) {
                return None;
            }
            let value = |place: usize| {
                let value = values[place];
                u32::try_from(self.grundy.map_or(i64::from(value), |grundy| grundy.excess(value))).ok()
            };
            let shift = value(0)? ^ sums[0];
            return (0..sums.len()).all(|place| value(place) == Some(sums[place] ^ shift)).then(
                || match shift {
                    0 => say![self.letter("g"), " is the nim-sum of the heaps"],
                    shift => {
                        let sum = || self.letter("s");
                        let value = Formula::nim_sum([sum(), shift.into()]);
                        say![self.letter("g").equals(value), ", ", sum(), " the nim-sum of the heaps"]
                    }
                },
            );
        }
        let mut by_sum: std::collections::BTreeMap<u32, Value> = std::collections::BTreeMap::new();
        for (&sum, &value) in sums.iter().zip(values) {
            if *by_sum.entry(sum).or_insert(value) != value {
                return None;
            }
        }
        let by_value: Vec<Value> = by_sum.values().copied().collect();
        let reached: Vec<u32> = by_sum.keys().copied().collect();
        // The value of fewer positions is the one with a condition.
        let rare = groups(values).first().map(|(value, _)| *value)?;
        let numbers: Vec<u32> =
            reached.iter().zip(&by_value).filter(|(_, value)| **value == rare).map(|(sum, _)| *sum).collect();
        (by_value.iter().collect::<std::collections::BTreeSet<_>>().len() == 2)
            .then(|| say!["the nim-sum of the heaps is ", Text::either(numbers)])
    }
}

/// A form with these names, such as `m4 − m2`.
pub(super) fn form(names: &[Formula], form: &LinearForm) -> Formula {
    let terms = form.coefficients().iter().zip(names).filter(|(c, _)| **c != 0);
    // Positive terms first: `m4 − m2`, not `−m2 + m4`.
    let (positive, negative): (Vec<_>, Vec<_>) = terms.partition(|(c, _)| **c > 0);
    let term = |(&coefficient, name): (&i64, &Formula)| {
        let of = match coefficient.unsigned_abs() {
            1 => name.clone(),
            factor => Formula::Product(vec![factor.into(), name.clone()], true),
        };
        (coefficient < 0, of)
    };
    Formula::signed_sum(positive.into_iter().chain(negative).map(term).collect())
}

/// A form in brackets before "is even", unless it is a name.
fn parity_of(form: &Formula) -> Formula {
    match form {
        Formula::Sum(_) | Formula::Product(_, true) => Formula::tuple([form]),
        other => other.clone(),
    }
}

/// A vector of remainders, such as `(odd, even)`, of the coordinates that matter.
fn vector(class: &[u32], moduli: &[u32]) -> Text {
    let words: Vec<Text> = class
        .iter()
        .zip(moduli)
        .filter(|(_, modulus)| **modulus > 1)
        .map(|(&residue, modulus)| match (modulus, residue) {
            (2, 0) => "even".into(),
            (2, _) => "odd".into(),
            _ => Formula::remainder(residue, *modulus).into(),
        })
        .collect();
    match &words[..] {
        [only] => only.clone(),
        _ => say!["(", Text::joined(words, ", "), ")"],
    }
}

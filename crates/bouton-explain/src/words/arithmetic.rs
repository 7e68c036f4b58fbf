//! Linear forms, conditions and rules in words.

use bouton_core::{Space, Value};

use super::{Speaker, groups, or_list, signed};
use crate::{
    condition::Condition,
    grundy::Base,
    linear_form::LinearForm,
    rule::{Rule, classes},
};

/// The most vectors of remainders that are written out where the nim-sum could be used.
const MOST_VECTORS: usize = 4;

impl Speaker<'_> {
    /// A form, such as `m4 − m2`.
    pub(super) fn form(&self, form: &LinearForm) -> String {
        self::form(&self.names, form)
    }

    /// Conditions, such as `(m1, m3) = (0, 1) and m2 ≤ m4 + 3`.
    pub(super) fn conditions(&self, conditions: &[Condition]) -> String {
        // Equations of single coordinates are merged into one of tuples.
        let single = |condition: &Condition| match condition {
            Condition::Equal { form, value } if form.weight() == 1 => Some((self.form(form), *value)),
            _ => None,
        };
        let (names, values): (Vec<String>, Vec<i64>) = conditions.iter().filter_map(single).unzip();
        let mut parts = Vec::new();
        if names.len() > 1 {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            parts.push(format!("({}) = ({})", names.join(", "), values.join(", ")));
        }
        // Equal lower bounds are merged into one.
        let bound = |condition: &Condition| match condition {
            Condition::AtMost { form, value } if form.weight() == 1 && form.coefficients().contains(&-1) => {
                Some((self.form(&form.negated()), -value))
            }
            _ => None,
        };
        let (bounded, bounds): (Vec<String>, Vec<i64>) = conditions.iter().filter_map(bound).unzip();
        let together = bounded.len() > 1 && bounds.iter().all(|&bound| bound == bounds[0]);
        if together {
            parts.push(
                bounded
                    .iter()
                    .map(|name| format!("{name} ≥ {}", bounds[0]))
                    .collect::<Vec<_>>()
                    .join(" and "),
            );
        }
        // `a = b = c`.
        let chain = self.chain(conditions);
        parts.extend(chain.as_ref().map(|names| names.join(" = ")));
        let is_equation = |condition: &Condition| matches!(condition, Condition::Equal { form, value: 0 } if form.as_difference().is_some());
        let rest = conditions
            .iter()
            .filter(|c| chain.is_none() || !is_equation(c))
            .filter(|c| (names.len() < 2 || single(c).is_none()) && (!together || bound(c).is_none()));
        parts.extend(rest.map(|condition| self.condition(condition)));
        parts.join(" and ")
    }

    /// Three or more coordinates that are equal, if all equations between coordinates state that.
    fn chain(&self, conditions: &[Condition]) -> Option<Vec<String>> {
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
        (pairs.is_empty() && equal.len() > 2)
            .then(|| equal.iter().map(|&place| self.names[place].clone()).collect())
    }

    /// A comparison of a form with a number.
    pub(super) fn compared(&self, form: &LinearForm, sign: &str, value: i64) -> String {
        match form.as_difference() {
            // x − y = c reads x = y + c.
            Some((plus, minus)) => {
                // x ≤ y − 1 reads x < y.
                let (sign, value) = match (sign, value) {
                    ("≤", -1) => ("<", 0),
                    ("≥", 1) => (">", 0),
                    other => other,
                };
                format!("{} {sign} {}{}", self.names[plus], self.names[minus], signed(value))
            }
            None => format!("{} {sign} {value}", self.form(form)),
        }
    }

    fn condition(&self, condition: &Condition) -> String {
        match condition {
            // x = y − c reads y = x + c.
            Condition::Equal { form, value } if *value < 0 && form.as_difference().is_some() => {
                self.compared(&form.negated(), "=", -value)
            }
            Condition::Equal { form, value } => self.compared(form, "=", *value),
            // −x ≤ −c reads x ≥ c.
            Condition::AtMost { form, value } if form.coefficients().iter().sum::<i64>() < 0 => {
                self.compared(&form.negated(), "≥", -value)
            }
            Condition::AtMost { form, value } => self.compared(form, "≤", *value),
        }
    }

    /// A rule, such as `P if m4 mod 6 is 1, else N`.
    pub(super) fn rule(&self, rule: &Rule) -> String {
        match rule {
            Rule::Constant { value } => self.named(*value),
            Rule::Residue { form, modulus, values, .. } => {
                let form = self.form(form);
                self.by_remainder(&form, *modulus, values)
            }
            Rule::Classes { moduli, values } => self.classes(moduli, values),
            Rule::Automaton { states, .. } => {
                format!(
                    "no shorter form was found, but an automaton of {states} states (`--digits most` writes the whole law out)"
                )
            }
        }
    }

    /// A rule by the remainder of a form, such as `P if m4 mod 6 is 1, else N`.
    pub(super) fn by_remainder(&self, form: &str, modulus: u32, values: &[Value]) -> String {
        let form = if form.contains(' ') { format!("({form})") } else { form.to_owned() };
        let groups = groups(values);
        let mut parts: Vec<String> = Vec::new();
        for (index, (value, places)) in groups.iter().enumerate() {
            if index + 1 == groups.len() && index > 0 {
                parts.push(format!("else {}", self.named(*value)));
                break;
            }
            let residues: Vec<String> = places.iter().map(ToString::to_string).collect();
            let condition = match (modulus, &places[..]) {
                (2, [0]) => format!("{form} is even"),
                (2, [1]) => format!("{form} is odd"),
                _ => format!("{form} mod {modulus} is {}", or_list(&residues)),
            };
            parts.push(format!("{} if {condition}", self.named(*value)));
        }
        parts.join(", ")
    }

    /// A rule by remainders of coordinates, such as `P if (m1, m2) is (odd, even) or (even, odd),
    /// else N`.
    fn classes(&self, moduli: &[u32], values: &[Value]) -> String {
        let all = classes(moduli);
        let groups = groups(values);
        let vectors = |places: &[usize]| {
            let vectors: Vec<String> = places.iter().map(|&place| vector(&all[place], moduli)).collect();
            // Coordinates that do not matter are not mentioned.
            let names: Vec<&str> = self
                .names
                .iter()
                .zip(moduli)
                .filter(|(_, modulus)| **modulus > 1)
                .map(|(name, _)| name.as_str())
                .collect();
            match &names[..] {
                [name] => format!("{name} is {}", or_list(&vectors)),
                _ => format!("({}) is {}", names.join(", "), or_list(&vectors)),
            }
        };
        if let Some(condition) = self.by_nim_sum(moduli, values) {
            return match &groups[..] {
                [(value, places), (other, _)] if !self.says_grundy() => {
                    let parities = if places.len() <= MOST_VECTORS {
                        format!(", that is, if {}", vectors(places))
                    } else {
                        String::new()
                    };
                    format!("{} if {condition}{parities}, else {}", self.named(*value), self.named(*other))
                }
                _ => condition,
            };
        }
        let mut parts = Vec::new();
        for (index, (value, places)) in groups.iter().enumerate() {
            if index + 1 == groups.len() && index > 0 {
                return format!("{}, else {}", parts.join("; "), self.named(*value));
            }
            let together: Vec<Vec<u32>> = places.iter().map(|&place| all[place].clone()).collect();
            let condition = self.in_products(together, moduli).unwrap_or_else(|| vectors(places));
            parts.push(format!("{} if {condition}", self.named(*value)));
        }
        parts.join("; ")
    }

    /// A rule by the nim-sum of the heaps, where coordinates count heaps of each size: a size
    /// matters if the number of its heaps is odd. For outcomes it has the condition of the rarer
    /// one, for Grundy values all values.
    pub(super) fn by_nim_sum(&self, moduli: &[u32], values: &[Value]) -> Option<String> {
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
                    0 => "g is the nim-sum of the heaps".to_owned(),
                    shift => format!("g = s ⊕ {shift}, s the nim-sum of the heaps"),
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
        let numbers: Vec<String> = reached
            .iter()
            .zip(&by_value)
            .filter(|(_, value)| **value == rare)
            .map(|(sum, _)| sum.to_string())
            .collect();
        (by_value.iter().collect::<std::collections::BTreeSet<_>>().len() == 2)
            .then(|| format!("the nim-sum of the heaps is {}", or_list(&numbers)))
    }
}

/// A form with these names, such as `m4 − m2`.
pub(super) fn form(names: &[String], form: &LinearForm) -> String {
    let mut text = String::new();
    let terms = form.coefficients().iter().zip(names).filter(|(c, _)| **c != 0);
    // Positive terms first: `m4 − m2`, not `−m2 + m4`.
    let (positive, negative): (Vec<_>, Vec<_>) = terms.partition(|(c, _)| **c > 0);
    for (coefficient, name) in positive.into_iter().chain(negative) {
        let sign = match (text.is_empty(), *coefficient < 0) {
            (true, true) => "−",
            (true, false) => "",
            (false, true) => " − ",
            (false, false) => " + ",
        };
        let factor = if coefficient.abs() == 1 { String::new() } else { format!("{} ", coefficient.abs()) };
        text.push_str(&format!("{sign}{factor}{name}"));
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

/// A vector of remainders, such as `(odd, even)`, of the coordinates that matter.
fn vector(class: &[u32], moduli: &[u32]) -> String {
    let words: Vec<String> = class
        .iter()
        .zip(moduli)
        .filter(|(_, modulus)| **modulus > 1)
        .map(|(residue, modulus)| match (modulus, residue) {
            (2, 0) => "even".to_owned(),
            (2, _) => "odd".to_owned(),
            _ => format!("{residue} mod {modulus}"),
        })
        .collect();
    if words.len() == 1 { words.concat() } else { format!("({})", words.join(", ")) }
}

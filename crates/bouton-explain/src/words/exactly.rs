//! Sentences of the form "P exactly when …": laws of two values, by the condition of one of them.

use bouton_automata::{combine, difference, minimize};
use bouton_core::Value;

use super::{Speaker, groups, or_list};
use crate::{
    boxes::{Product, products},
    cases::{Case, Cases, overlaid_points},
    condition::{Condition, all_of},
    prefix::NUMERATION,
    rule::{Rule, classes},
};

/// The most terms in a sentence.
const MOST_TERMS: usize = 4;

/// The least number of vectors of remainders that are listed together.
const LEAST_VECTORS: usize = 3;

/// The condition of a value: one of several terms holds, and a term holds if all of its clauses do.
type Terms = Vec<Vec<String>>;

impl Speaker<'_> {
    /// The sentence "A position is P exactly when …, else N.", if that is the whole law.
    pub(super) fn exactly(&self, cases: &Cases) -> Option<String> {
        if self.says_grundy() {
            return None;
        }
        self.of_rule(cases).or_else(|| self.of_cases(cases)).or_else(|| self.sides(cases))
    }

    /// The sentence for remainders of single numbers without cases.
    fn of_rule(&self, cases: &Cases) -> Option<String> {
        let Rule::Classes { values, .. } = &cases.typical else { return None };
        let [(rare, _), (other, _)] = groups(values)[..] else { return None };
        if cases.length() > 0 {
            return None;
        }
        self.told(rare, &self.terms(&cases.typical, rare)?, other)
    }

    /// The sentence for one value wherever no case applies.
    fn of_cases(&self, cases: &Cases) -> Option<String> {
        let Rule::Constant { value: other } = cases.typical else { return None };
        let value = cases.rarer(other)?;
        let mut terms = Terms::new();
        if !cases.points.is_empty() {
            let points: Vec<String> = cases.points.iter().map(|(point, _)| listed(point)).collect();
            let names = self.names.join(", ");
            terms.push(vec![match &points[..] {
                [one] if self.names.len() == 1 => format!("{names} = {one}"),
                [one] => format!("({names}) = ({one})"),
                _ if self.names.len() == 1 => format!("{names} is {}", or_list(&points)),
                _ => {
                    let points: Vec<String> = points.iter().map(|point| format!("({point})")).collect();
                    format!("({names}) is {}", or_list(&points))
                }
            }]);
        }
        for Case { conditions, law } in &cases.cases {
            let conditions = self.conditions(conditions);
            let with = |term: Vec<String>| [vec![conditions.clone()], term].concat();
            terms.extend(self.terms(&law.typical, value)?.into_iter().map(with));
        }
        if cases.union(self.names.len(), value, other)? { self.told(value, &terms, other) } else { None }
    }

    /// The sentence for two rules, each on its own side of a line.
    fn sides(&self, cases: &Cases) -> Option<String> {
        let [Case { conditions, law }] = &cases.cases[..] else { return None };
        let [Condition::AtMost { form, value: bound }] = &conditions[..] else { return None };
        if law.length() + cases.points.len() > 0 {
            return None;
        }
        let mut values = [law.typical.values(), cases.typical.values()].concat();
        values.sort_unstable();
        values.dedup();
        let [value, other] = values[..] else { return None };
        let here = self.terms(&law.typical, value)?;
        let there = self.terms(&cases.typical, value)?;
        let sides = [self.conditions(conditions), self.compared(form, "≥", bound + 1)];
        let name = self.named(value);
        if let ([here], [there]) = (&here[..], &there[..]) {
            // Common clauses are stated once.
            for (side, less, more) in [(&sides[0], here, there), (&sides[1], there, here)] {
                let further: Vec<&String> = more.iter().filter(|clause| !less.contains(clause)).collect();
                if let [further] = further[..]
                    && less.iter().all(|clause| more.contains(clause))
                {
                    let always =
                        if less.is_empty() { String::new() } else { format!("{}, and ", less.join(" and ")) };
                    return Some(format!(
                        "a position is {name} exactly when {always}{side} or {further}, else {}.",
                        self.named(other)
                    ));
                }
            }
        }
        if here.len().max(there.len()) > MOST_TERMS {
            return None;
        }
        let part = |terms: &Terms| match &terms[..] {
            [] => format!("every position is {}", self.named(other)),
            [term] if term.is_empty() => format!("every position is {name}"),
            _ => format!("a position is {name} exactly when {}, else {}", joined(terms), self.named(other)),
        };
        Some(format!("if {}: {}; if {}: {}.", sides[0], part(&here), sides[1], part(&there)))
    }

    fn told(&self, value: Value, terms: &Terms, other: Value) -> Option<String> {
        let (value, other) = (self.named(value), self.named(other));
        let few = (1..=MOST_TERMS).contains(&terms.len()) && terms.iter().all(|term| !term.is_empty());
        few.then(|| format!("a position is {value} exactly when {}, else {other}.", joined(terms)))
    }

    /// The condition under which a rule gives a value; `None` if there are no words for it.
    fn terms(&self, rule: &Rule, value: Value) -> Option<Terms> {
        let places = |values: &[Value]| -> Vec<u32> {
            (0u32..).zip(values).filter(|(_, known)| **known == value).map(|(place, _)| place).collect()
        };
        Some(match rule {
            Rule::Constant { value: known } if *known == value => vec![Vec::new()],
            Rule::Constant { .. } => Terms::new(),
            Rule::Residue { form, modulus, values, .. } => match &places(values)[..] {
                [] => Terms::new(),
                places if places.len() == values.len() => vec![Vec::new()],
                places => vec![vec![remainder(&self.form(form), *modulus, places)]],
            },
            Rule::Classes { moduli, values } if self.by_nim_sum(moduli, values).is_none() => {
                let all = classes(moduli);
                let vectors: Vec<Vec<u32>> =
                    places(values).into_iter().map(|place| all[place as usize].clone()).collect();
                self.of_vectors(vectors, moduli)
            }
            Rule::Classes { .. } | Rule::Automaton { .. } => return None,
        })
    }

    /// The condition as products, such as `4 divides a and b is even, or a mod 4 is 1 and b is
    /// odd`, if that is short.
    pub(super) fn in_products(&self, vectors: Vec<Vec<u32>>, moduli: &[u32]) -> Option<String> {
        let terms = self.of_vectors(vectors, moduli);
        let few = terms.len() <= MOST_TERMS && terms.iter().all(|term| !term.is_empty());
        few.then(|| joined(&terms))
    }

    /// The condition that the remainders are one of these vectors.
    fn of_vectors(&self, mut vectors: Vec<Vec<u32>>, moduli: &[u32]) -> Terms {
        if let Some(clause) = self.same_remainder(&vectors, moduli) {
            return vec![vec![clause]];
        }
        let products = products(&vectors);
        if products.len() < LEAST_VECTORS || products.len() < vectors.len() {
            return products.iter().map(|product| self.clauses(product, moduli)).collect();
        }
        // A list, `(a, b) mod 4 is (1, 2), (2, 1) or (3, 3)`, where no two vectors form a product.
        vectors.sort_unstable();
        let places: Vec<usize> = (0..moduli.len()).filter(|&place| moduli[place] > 1).collect();
        let listed: Vec<String> = vectors
            .iter()
            .map(|vector| {
                let words: Vec<String> = places.iter().map(|&place| vector[place].to_string()).collect();
                format!("({})", words.join(", "))
            })
            .collect();
        let one = places.iter().all(|&place| moduli[place] == moduli[places[0]]);
        let name = |&place: &usize| {
            let name = &self.names[place];
            if one { name.clone() } else { format!("{name} mod {}", moduli[place]) }
        };
        let names = places.iter().map(name).collect::<Vec<_>>().join(", ");
        let by = if one { format!(" mod {}", moduli[places[0]]) } else { String::new() };
        vec![vec![format!("({names}){by} is {}", or_list(&listed))]]
    }

    /// Equations, such as `a = c`, `b = 0`, if the condition on columns of binary digits is
    /// equivalent to them.
    pub(super) fn equations(&self, letters: &[usize]) -> Option<String> {
        let tracks = self.names.len();
        let same = |one: usize, other: usize| {
            letters.iter().all(|&letter| NUMERATION.digit(letter, one) == NUMERATION.digit(letter, other))
        };
        let zero = |track: usize| letters.iter().all(|&letter| NUMERATION.digit(letter, track) == 0);
        let mut parts: Vec<String> = Vec::new();
        let mut free = 0u32;
        for first in (0..tracks).filter(|&track| (0..track).all(|earlier| !same(earlier, track))) {
            let equal = (first..tracks).filter(|&track| same(first, track));
            if zero(first) && self.divisor > 1 {
                // ⌊a/2⌋ = 0 is a ≤ 1.
                parts
                    .extend(equal.map(|track| format!("{} ≤ {}", self.coordinates[track], self.divisor - 1)));
                continue;
            }
            let mut equal: Vec<&str> = equal.map(|track| self.names[track].as_str()).collect();
            if zero(first) {
                equal.push("0");
            } else {
                free += 1;
            }
            parts.extend((equal.len() > 1).then(|| equal.join(" = ")));
        }
        let all = 1usize.checked_shl(free) == Some(letters.len());
        (all && !parts.is_empty()).then(|| parts.join(" and "))
    }

    /// The clause `h1, h2 and h3 have the same remainder by 3`, for three or more numbers.
    fn same_remainder(&self, vectors: &[Vec<u32>], moduli: &[u32]) -> Option<String> {
        let matter = |place: &usize| moduli[*place] > 1;
        let places: Vec<usize> = (0..moduli.len()).filter(matter).collect();
        let modulus = moduli[*places.first()?];
        let same = |vector: &Vec<u32>| places.iter().all(|&place| vector[place] == vector[places[0]]);
        let all = vectors.len() == modulus as usize && vectors.iter().all(same);
        if places.len() < 3 || !all || places.iter().any(|&place| moduli[place] != modulus) {
            return None;
        }
        let names: Vec<&str> = places.iter().map(|&place| self.names[place].as_str()).collect();
        Some(format!("{} have the same remainder by {modulus}", and_list(&names)))
    }

    /// The clauses of a product of sets of remainders, one for each number; equal ones of several
    /// numbers are merged.
    fn clauses(&self, product: &Product, moduli: &[u32]) -> Vec<String> {
        let mut kinds: Vec<(u32, &[u32], Vec<&str>)> = Vec::new();
        for ((name, &modulus), remainders) in self.names.iter().zip(moduli).zip(product) {
            if remainders.len() == modulus as usize {
                continue;
            }
            let together = *remainders == [0] || modulus == 2;
            match kinds.iter_mut().find(|kind| together && (kind.0, kind.1) == (modulus, remainders)) {
                Some((.., names)) => names.push(name),
                None => kinds.push((modulus, remainders, vec![name])),
            }
        }
        let clause = |(modulus, remainders, names): (u32, &[u32], Vec<&str>)| {
            let all = names.len() == self.names.len() && self.noun() != "number";
            match (&names[..], modulus, remainders[0]) {
                ([name], ..) => remainder(name, modulus, remainders),
                (_, 2, odd) => {
                    let parity = if odd == 1 { "odd" } else { "even" };
                    match names.len() {
                        2 if all => format!("both {}s are {parity}", self.noun()),
                        _ if all => format!("every {} is {parity}", self.noun()),
                        _ => format!("{} are {parity}", and_list(&names)),
                    }
                }
                _ => match names.len() {
                    2 if all => format!("{modulus} divides both {}s", self.noun()),
                    _ if all => format!("{modulus} divides every {}", self.noun()),
                    _ => format!("{modulus} divides {}", and_list(&names)),
                },
            }
        };
        kinds.into_iter().map(clause).collect()
    }
}

impl Cases {
    /// The one value other than `other`, if there is only one and no exception has exceptions.
    fn rarer(&self, other: Value) -> Option<Value> {
        let mut values: Vec<Value> = self.points.iter().map(|(_, value)| *value).collect();
        if values.contains(&other) || self.cases.iter().any(|case| case.law.length() > 0) {
            return None;
        }
        values.extend(self.cases.iter().flat_map(|case| case.law.typical.values()));
        values.retain(|&value| value != other);
        values.sort_unstable();
        values.dedup();
        if let [one] = values[..] { Some(one) } else { None }
    }

    /// Whether the value is `value` exactly where some point or case gives it, regardless of the
    /// points and cases before it.
    fn union(&self, tracks: usize, value: Value, other: Value) -> Option<bool> {
        let mut union = Cases::only(Rule::Constant { value: other }).automaton(tracks)?;
        for case in &self.cases {
            let region = all_of(tracks, &case.conditions)?;
            let there = combine(&region, &case.law.automaton(tracks)?, |inside, found| {
                Value::from(inside == 1 && found == value)
            });
            union =
                minimize(&combine(&union, &there, |before, there| if there == 1 { value } else { before }));
        }
        if !self.points.is_empty() {
            union = overlaid_points(&union, &self.points)?;
        }
        Some(difference(&union, &self.automaton(tracks)?).is_none())
    }
}

/// A clause about a remainder: `a mod 3 is 1`, `3 divides a`, `b is even`.
fn remainder(subject: &str, modulus: u32, remainders: &[u32]) -> String {
    let of = if subject.contains(' ') { format!("({subject})") } else { subject.to_owned() };
    let missing: Vec<u32> = (0..modulus).filter(|remainder| !remainders.contains(remainder)).collect();
    match (modulus, remainders, &missing[..]) {
        (2, [0], _) => format!("{subject} is even"),
        (2, ..) => format!("{subject} is odd"),
        (_, [0], _) => format!("{modulus} divides {subject}"),
        (_, _, [0]) => format!("{modulus} does not divide {subject}"),
        (4.., _, [missing]) => format!("{of} mod {modulus} is not {missing}"),
        _ => {
            let remainders: Vec<String> = remainders.iter().map(ToString::to_string).collect();
            format!("{of} mod {modulus} is {}", or_list(&remainders))
        }
    }
}

/// Joins terms to a sentence; a comma separates terms of more than one clause. Common clauses are
/// stated once.
fn joined(terms: &Terms) -> String {
    if let [first, others @ ..] = &terms[..]
        && !others.is_empty()
    {
        let common: Vec<String> =
            first.iter().filter(|clause| others.iter().all(|term| term.contains(clause))).cloned().collect();
        let rest: Vec<Vec<String>> = terms
            .iter()
            .map(|term| term.iter().filter(|clause| !common.contains(clause)).cloned().collect())
            .collect();
        // A term without a clause of its own holds wherever another one does.
        if !common.is_empty() && rest.iter().any(Vec::is_empty) {
            return common.join(" and ");
        }
        if !common.is_empty()
            && rest
                .iter()
                .all(|term| term.len() == 1 && !term[0].contains(" and ") && !term[0].contains(" or "))
        {
            return format!("{}, and {}", common.join(" and "), joined(&rest));
        }
    }
    let words: Vec<String> = terms.iter().map(|term| term.join(" and ")).collect();
    let plain = words.iter().all(|words| !words.contains(" and ") && !words.contains(" or "));
    words.join(if plain { " or " } else { ", or " })
}

fn and_list(names: &[&str]) -> String {
    match names {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

fn listed(point: &[u64]) -> String {
    point.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

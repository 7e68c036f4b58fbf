//! Sentences of the form "P exactly when …": laws of two values, by the condition of one of them.

use bouton_core::Value;
use bouton_forms::{Case, Cases, Condition, NUMERATION, Product, Rule, classes, products};

use super::{Speaker, arithmetic::Clause, groups};
use bouton_prose::{Formula, Sign, Text, say};

/// The most terms in a sentence.
pub(super) const MOST_TERMS: usize = 4;

/// The least number of vectors of remainders that are listed together.
const LEAST_VECTORS: usize = 3;

/// The condition of a value: one of several terms holds, and a term holds if all of its clauses do.
pub(super) type Terms = Vec<Vec<Clause>>;

impl Speaker<'_> {
    /// The sentence "A position is P exactly when …, else N.", if that is the whole law.
    pub(super) fn exactly(&self, cases: &Cases) -> Option<Text> {
        if self.says_grundy() {
            return None;
        }
        self.of_rule(cases).or_else(|| self.of_cases(cases)).or_else(|| self.sides(cases))
    }

    /// The sentence for remainders of single numbers without cases.
    fn of_rule(&self, cases: &Cases) -> Option<Text> {
        let Rule::Classes { values, .. } = &cases.typical else { return None };
        let [(rare, _), (other, _)] = groups(values)[..] else { return None };
        if cases.length() > 0 {
            return None;
        }
        self.by_terms(rare, &self.terms(&cases.typical, rare)?, other)
    }

    /// The sentence for one value wherever no case applies.
    fn of_cases(&self, cases: &Cases) -> Option<Text> {
        let Rule::Constant { value: other } = cases.typical else { return None };
        let value = cases.rarer(other)?;
        let mut terms = Terms::new();
        if !cases.points.is_empty() {
            let point = |point: &[u64]| match point {
                [only] => Formula::from(*only),
                all => Formula::tuple(all.iter().copied()),
            };
            let mut points: Vec<Formula> = cases.points.iter().map(|(of, _)| point(of)).collect();
            let names = match &self.names[..] {
                [only] => only.clone(),
                all => Formula::tuple(all),
            };
            terms.push(vec![match points.len() {
                1 => Clause::from(names.equals(points.remove(0))),
                _ => Clause::either(say![names, " is "], points),
            }]);
        }
        for Case { conditions, law } in &cases.cases {
            let conditions = self.together(conditions);
            let with = |term: Vec<Clause>| [vec![conditions.clone()], term].concat();
            terms.extend(self.terms(&law.typical, value)?.into_iter().map(with));
        }
        if cases.union(self.numeration, self.names.len(), value, other)? {
            self.by_terms(value, &terms, other)
        } else {
            None
        }
    }

    /// The sentence for two rules, each on its own side of a line.
    fn sides(&self, cases: &Cases) -> Option<Text> {
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
        let sides: [Text; 2] =
            [self.conditions(conditions), self.compared(form, Sign::AtLeast, bound + 1).into()];
        let name = self.named(value);
        if let ([here], [there]) = (&here[..], &there[..]) {
            // Common clauses are stated once.
            for (side, less, more) in [(&sides[0], here, there), (&sides[1], there, here)] {
                let further: Vec<&Clause> = more.iter().filter(|clause| !less.contains(clause)).collect();
                if let [further] = further[..]
                    && less.iter().all(|clause| more.contains(clause))
                {
                    let mut text = say!["a position is ", &name, " exactly when "];
                    if !less.is_empty() {
                        text.push(say![all_of_them(less), ", and "]);
                    }
                    text.push(say![side, " or ", &further.text, ", else ", self.named(other), "."]);
                    return Some(text);
                }
            }
        }
        if here.len().max(there.len()) > MOST_TERMS {
            return None;
        }
        let part = |terms: &Terms| match &terms[..] {
            [] => say!["every position is ", self.named(other)],
            [term] if term.is_empty() => say!["every position is ", &name],
            _ => say!["a position is ", &name, " exactly when ", joined(terms), ", else ", self.named(other)],
        };
        Some(say!["if ", &sides[0], ": ", part(&here), "; if ", &sides[1], ": ", part(&there), "."])
    }

    fn by_terms(&self, value: Value, terms: &Terms, other: Value) -> Option<Text> {
        let (value, other) = (self.named(value), self.named(other));
        let few = (1..=MOST_TERMS).contains(&terms.len()) && terms.iter().all(|term| !term.is_empty());
        few.then(|| say!["a position is ", value, " exactly when ", joined(terms), ", else ", other, "."])
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
    pub(super) fn in_products(&self, vectors: Vec<Vec<u32>>, moduli: &[u32]) -> Option<Text> {
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
        let tuple = |vector: &Vec<u32>| Formula::tuple(places.iter().map(|&place| vector[place]));
        let listed: Vec<Formula> = vectors.iter().map(tuple).collect();
        let modulus = moduli[places[0]];
        let subject = if places.iter().all(|&place| moduli[place] == modulus) {
            let names = Formula::tuple(places.iter().map(|&place| &self.names[place]));
            Formula::remainder(names, modulus)
        } else {
            let name = |&place: &usize| Formula::remainder(&self.names[place], moduli[place]);
            Formula::tuple(places.iter().map(name))
        };
        vec![vec![Clause::either(say![subject, " is "], listed)]]
    }

    /// Equations, such as `a = c`, `b = 0`, if the condition on columns of binary digits is
    /// equivalent to them.
    pub(super) fn equations(&self, letters: &[usize]) -> Option<Text> {
        let tracks = self.names.len();
        let same = |one: usize, other: usize| {
            letters.iter().all(|&letter| NUMERATION.digit(letter, one) == NUMERATION.digit(letter, other))
        };
        let zero = |track: usize| letters.iter().all(|&letter| NUMERATION.digit(letter, track) == 0);
        let mut parts: Vec<Formula> = Vec::new();
        let mut free = 0u32;
        for first in (0..tracks).filter(|&track| (0..track).all(|earlier| !same(earlier, track))) {
            let equal = (first..tracks).filter(|&track| same(first, track));
            if zero(first) && self.divisor > 1 {
                // ⌊a/2⌋ = 0 is a ≤ 1.
                let small = |track: usize| {
                    Formula::name(&self.coordinates[track]).related(Sign::AtMost, self.divisor - 1)
                };
                parts.extend(equal.map(small));
                continue;
            }
            let mut equal: Vec<Formula> = equal.map(|track| self.names[track].clone()).collect();
            if zero(first) {
                equal.push(0u32.into());
            } else {
                free += 1;
            }
            if equal.len() > 1 {
                parts.extend(equal.into_iter().reduce(Formula::equals));
            }
        }
        let all = 1usize.checked_shl(free) == Some(letters.len());
        (all && !parts.is_empty()).then(|| Text::joined(parts, " and "))
    }

    /// The clause `h1, h2 and h3 have the same remainder by 3`, for three or more numbers.
    fn same_remainder(&self, vectors: &[Vec<u32>], moduli: &[u32]) -> Option<Clause> {
        let matter = |place: &usize| moduli[*place] > 1;
        let places: Vec<usize> = (0..moduli.len()).filter(matter).collect();
        let modulus = moduli[*places.first()?];
        let same = |vector: &Vec<u32>| places.iter().all(|&place| vector[place] == vector[places[0]]);
        let all = vectors.len() == modulus as usize && vectors.iter().all(same);
        if places.len() < 3 || !all || places.iter().any(|&place| moduli[place] != modulus) {
            return None;
        }
        let names = places.iter().map(|&place| &self.names[place]);
        let text = say![Text::all(names), " have the same remainder by ", modulus];
        Some(Clause { text, compound: true })
    }

    /// The clauses of a product of sets of remainders, one for each number; equal ones of several
    /// numbers are merged.
    fn clauses(&self, product: &Product, moduli: &[u32]) -> Vec<Clause> {
        let mut kinds: Vec<(u32, &[u32], Vec<&Formula>)> = Vec::new();
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
        let clause = |(modulus, remainders, names): (u32, &[u32], Vec<&Formula>)| {
            let all = names.len() == self.names.len() && self.noun() != "number";
            let compound = !all && names.len() > 1;
            let text = match (&names[..], modulus, remainders[0]) {
                ([name], ..) => return remainder(name, modulus, remainders),
                (_, 2, odd) => {
                    let parity = if odd == 1 { "odd" } else { "even" };
                    match names.len() {
                        2 if all => format!("both {}s are {parity}", self.noun()).into(),
                        _ if all => format!("every {} is {parity}", self.noun()).into(),
                        _ => say![Text::all(names), format!(" are {parity}")],
                    }
                }
                _ => match names.len() {
                    2 if all => say![modulus, format!(" divides both {}s", self.noun())],
                    _ if all => say![modulus, format!(" divides every {}", self.noun())],
                    _ => say![modulus, " divides ", Text::all(names)],
                },
            };
            Clause { text, compound }
        };
        kinds.into_iter().map(clause).collect()
    }
}

/// A clause about a remainder: `a mod 3 is 1`, `3 divides a`, `b is even`.
pub(super) fn remainder(subject: &Formula, modulus: u32, remainders: &[u32]) -> Clause {
    let missing: Vec<u32> = (0..modulus).filter(|remainder| !remainders.contains(remainder)).collect();
    let of = || Formula::remainder(subject, modulus);
    match (modulus, remainders, &missing[..]) {
        (2, [0], _) => say![subject, " is even"].into(),
        (2, ..) => say![subject, " is odd"].into(),
        (_, [0], _) => say![modulus, " divides ", subject].into(),
        (_, _, [0]) => say![modulus, " does not divide ", subject].into(),
        (4.., _, [missing]) => say![of(), " is not ", *missing].into(),
        _ => Clause::either(say![of(), " is "], remainders.to_vec()),
    }
}

/// Clauses that hold together.
fn all_of_them(clauses: &[Clause]) -> Text {
    Text::joined(clauses.iter().map(|clause| &clause.text), " and ")
}

/// Joins terms to a sentence; a comma separates terms of more than one clause. Common clauses are
/// stated once.
pub(super) fn joined(terms: &Terms) -> Text {
    if let [first, others @ ..] = &terms[..]
        && !others.is_empty()
    {
        let common: Vec<Clause> =
            first.iter().filter(|clause| others.iter().all(|term| term.contains(clause))).cloned().collect();
        let rest: Vec<Vec<Clause>> = terms
            .iter()
            .map(|term| term.iter().filter(|clause| !common.contains(clause)).cloned().collect())
            .collect();
        // A term without a clause of its own holds wherever another one does.
        if !common.is_empty() && rest.iter().any(Vec::is_empty) {
            return all_of_them(&common);
        }
        if !common.is_empty() && rest.iter().all(|term| term.len() == 1 && !term[0].compound) {
            return say![all_of_them(&common), ", and ", joined(&rest)];
        }
    }
    let plain = terms.iter().all(|term| term.len() == 1 && !term[0].compound);
    let words = terms.iter().map(|term| all_of_them(term));
    Text::joined(words, if plain { " or " } else { ", or " })
}

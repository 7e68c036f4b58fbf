//! Laws that a few properties decide, in words.

use bouton_core::Value;
use bouton_forms::{Columns, Condition, LinearForm, OfEach, Properties, Property, Surd, Term};

use super::{
    Speaker,
    arithmetic::Clause,
    exactly::{Terms, joined, remainder},
    sentence::{digits_of, surd},
};
use bouton_prose::{Formula, Sign, Text, say};

use crate::diagram::sign;

impl Speaker<'_> {
    /// The sentence "a position is P exactly when …, else N."; with more than two values, "P if …; N if …;
    /// else O.".
    pub(super) fn properties_sentence(&self, found: &Properties) -> Text {
        let sorted = self.sorted();
        let speaker = if found.is_ordered() { &sorted } else { self };
        let terms = |terms: &[Term]| -> Terms {
            let of = |term: &Term| speaker.properties(found, term, self);
            terms.iter().map(of).collect()
        };
        let otherwise = self.named(found.otherwise);
        let law = match &found.cases[..] {
            [(value, only)] if !self.says_grundy() => {
                let condition = match &terms(only)[..] {
                    [one] => Text::all(one.iter().map(|clause| &clause.text)),
                    terms => joined(&terms.to_vec()),
                };
                say![
                    "a position is ",
                    self.named(*value),
                    " exactly when ",
                    condition,
                    ", else ",
                    otherwise,
                    "."
                ]
            }
            cases => {
                let case =
                    |(value, of): &(Value, Vec<Term>)| say![self.named(*value), " if ", joined(&terms(of))];
                say![Text::joined(cases.iter().map(case), "; "), "; else ", otherwise, "."]
            }
        };
        // Letters are explained where there are some.
        if found.is_ordered() && sorted.names.iter().any(|name| law.mentions(name)) {
            return say![sorted.in_order(self.noun(), ","), law];
        }
        law
    }

    /// Some properties that hold together, or do not hold.
    pub(super) fn properties(&self, found: &Properties, term: &Term, plain: &Self) -> Vec<Clause> {
        // Equations and comparisons that hold are stated together: a = b = c.
        let linear = |&(place, holds): &(usize, bool)| match &found.properties[place] {
            Property::Linear(condition) if holds && self.chained(condition, found.is_ordered()).is_none() => {
                Some(condition.clone())
            }
            _ => None,
        };
        // Those with several terms on a side stand alone.
        let simple = |condition: &Condition| {
            let (Condition::Equal { form, .. } | Condition::AtMost { form, .. }) = condition;
            form.weight() <= 2
        };
        let linear = |answer: &(usize, bool)| linear(answer).filter(simple);
        let mut together: Vec<Condition> = term.iter().filter_map(linear).collect();
        // A bound that does not hold may be the other half of an equation.
        let half = |&(place, holds): &(usize, bool)| match &found.properties[place] {
            Property::Linear(condition) if !holds => {
                let complement = condition.complement()?;
                let both = [&together[..], std::slice::from_ref(&complement)].concat();
                (Condition::merged(&both).len() == Condition::merged(&together).len()).then_some(complement)
            }
            _ => None,
        };
        let halves: Vec<Option<Condition>> = term.iter().map(half).collect();
        together.extend(halves.iter().flatten().cloned());
        let mut clauses = Vec::new();
        if !together.is_empty() {
            clauses.push(self.together(&together));
        }
        let others =
            term.iter().zip(&halves).filter(|(answer, half)| linear(answer).is_none() && half.is_none());
        let others = others.map(|(answer, _)| answer);
        clauses.extend(others.map(|&(place, holds)| match &found.properties[place] {
            // The order does not matter to these.
            property @ (Property::NimSumOfSuccessors | Property::NimSumOfQuotients { .. }) => {
                plain.property(property, holds, false)
            }
            property @ Property::Remainder { form, .. }
                if form.coefficients().windows(2).all(|pair| pair[0] == pair[1]) =>
            {
                plain.property(property, holds, false)
            }
            property => self.property(property, holds, found.is_ordered()),
        }));
        clauses
    }

    /// Two numbers that are not neighbours in ascending order, so that all between them are equal, too.
    fn chained(&self, condition: &Condition, sorted: bool) -> Option<(usize, usize)> {
        let Condition::Equal { form, value: 0 } = condition else { return None };
        let (one, other) = form.as_difference()?;
        let (one, other) = (one.min(other), one.max(other));
        (sorted && other > one + 1).then_some((one, other))
    }

    /// A property, or that it does not hold.
    fn property(&self, property: &Property, holds: bool, sorted: bool) -> Clause {
        match property {
            Property::Linear(condition) => match (self.chained(condition, sorted), holds) {
                (Some((one, other)), true) => {
                    let chain = self.names[one..=other].iter().cloned().reduce(Formula::equals);
                    chain.map_or_else(Text::new, Text::from).into()
                }
                (Some((one, other)), false) => {
                    self.names[one].clone().related(Sign::Less, self.names[other].clone()).into()
                }
                (None, true) => self.balanced(condition).into(),
                (None, false) => self.denied(condition, sorted).into(),
            },
            Property::Remainder { form, modulus, residues } => {
                let residues: Vec<u32> =
                    (0..*modulus).filter(|rest| residues.contains(rest) == holds).collect();
                if self.is_sum_of_heaps(form) {
                    let subject = Text::from("the sum of the heaps");
                    return match (modulus, &residues[..]) {
                        (2, [0]) => say![subject, " is even"].into(),
                        (2, _) => say![subject, " is odd"].into(),
                        (_, [0]) => say![*modulus, " divides ", subject].into(),
                        _ => Clause::either(say![subject, " modulo ", *modulus, " is "], residues),
                    };
                }
                remainder(&self.form(form), *modulus, &residues)
            }
            Property::NimSum { numbers, value } if numbers.len() == self.names.len() => {
                let is = if holds { " is " } else { " is not " };
                say![format!("the nim-sum of the {}s", self.noun()), is, u32::from(*value)].into()
            }
            Property::NimSum { numbers, value } => {
                let sum = Formula::nim_sum(numbers.iter().map(|&place| self.names[place].clone()));
                let sign = if holds { Sign::Equal } else { Sign::Unequal };
                sum.related(sign, u32::from(*value)).into()
            }
            Property::Columns { modulus } => {
                let modulus = u32::from(*modulus);
                if holds {
                    return self.columns(&Columns::Multiple { modulus }).into();
                }
                let count = format!("for some binary place the number of {}s with a 1 there", self.noun());
                say![count, " is not a multiple of ", modulus].into()
            }
            Property::LeastOdd { one, other } => say![
                self.least([self.form(one), self.form(other)]),
                if holds { " is odd" } else { " is even" }
            ]
            .into(),
            Property::Count { least, of } => self.count(*least, *of, holds),
            Property::SameLeast { one, other } => {
                let least = |pair: &[usize; 2]| match pair[0] == pair[1] {
                    true => self.names[pair[0]].clone(),
                    false => self.least(pair.map(|place| self.names[place].clone())),
                };
                least(one).related(if holds { Sign::Equal } else { Sign::Unequal }, least(other)).into()
            }
            Property::Ones { number } => {
                let number_of = if holds {
                    " has an odd number of binary ones"
                } else {
                    " has an even number of binary ones"
                };
                say![self.names[*number].clone(), number_of].into()
            }
            Property::Carries { value: 0 } => {
                let is = if holds { "no" } else { "some" };
                say![format!("{is} two {}s have a ", self.noun()), 1u32, " at the same binary place"].into()
            }
            Property::Carries { value } => {
                let exceeds = if holds { "exceeds" } else { "does not exceed" };
                let text = format!("the sum of the {}s {exceeds} their nim-sum by ", self.noun());
                say![text, 2 * u32::from(*value)].into()
            }
            Property::NimSumOfSuccessors => {
                let sum =
                    Formula::nim_sum(self.names.iter().map(|name| Formula::tuple([name.clone().plus(1)])));
                sum.related(if holds { Sign::Equal } else { Sign::Unequal }, 0u32).into()
            }
            Property::NimSumOfQuotients { divisor } => {
                let mut quotients = self.names.iter().map(|name| Formula::floor(name, *divisor));
                if let ([_, _], Some(one), Some(other)) =
                    (&self.names[..], quotients.next(), quotients.next())
                {
                    return one.related(if holds { Sign::Equal } else { Sign::Unequal }, other).into();
                }
                let sum = Formula::nim_sum(self.names.iter().map(|name| Formula::floor(name, *divisor)));
                sum.related(if holds { Sign::Equal } else { Sign::Unequal }, 0u32).into()
            }
            Property::Zeros { number, odd } => {
                let number = self.names[*number].clone();
                let zeros = self.zeros();
                let [is, is_not] = if *odd { ["odd", "even"] } else { ["even", "odd"] };
                if holds {
                    let ends = say![format!(" ends in an {is} number of "), zeros];
                    return match odd {
                        true => say![number, ends].into(),
                        false => say![number, ends, " (and is not ", 0u32, ")"].into(),
                    };
                }
                if *odd {
                    return say![number, format!(" does not end in an {is} number of "), zeros].into();
                }
                let text = say![number, " is ", 0u32, format!(" or ends in an {is_not} number of "), zeros];
                Clause { text, compound: true }
            }
            Property::Tail { head, digit } => self.tail(u64::from(*head), u64::from(*digit), holds),
            Property::SameZeros { one, other } => {
                let (one, other) = (self.names[*one].clone(), self.names[*other].clone());
                let end = if holds { " end in equally many " } else { " do not end in equally many " };
                say![one, " and ", other, end, self.zeros()].into()
            }
            Property::Ends { number, ending } => {
                let ends = if holds { " ends in " } else { " does not end in " };
                let word: String = ending.iter().map(|&digit| sign(digit)).collect();
                say![self.names[*number].clone(), ends, word, " in ", digits_of(self.numeration)].into()
            }
            Property::Slope { one, other } => {
                let phi = || Formula::name("φ");
                let multiple = Formula::Product(vec![phi(), self.names[*one].clone()], false);
                let sign = if holds { Sign::AtMost } else { Sign::Greater };
                let compared = self.names[*other].clone().related(sign, multiple);
                let golden = surd(Surd { added: 1, root: 5, divisor: 2 });
                say![compared, " with ", phi().equals(golden), ", the golden section"].into()
            }
            Property::Appended { one, other } => {
                let is = if holds { " is that of " } else { " is not that of " };
                let (one, other) = (self.names[*one].clone(), self.names[*other].clone());
                say!["the word of ", other, is, one, " with a 0 appended, in ", digits_of(self.numeration)]
                    .into()
            }
        }
    }

    fn least(&self, of: [Formula; 2]) -> Formula {
        Formula::Apply(Box::new(Formula::Words("min".to_owned())), of.into())
    }

    /// A number that is written as a head and any number of equal digits.
    fn tail(&self, head: u64, digit: u64, holds: bool) -> Clause {
        let n = &self.names[0];
        let Some(base) = self.numeration.as_base().map(u64::from) else {
            let is = if holds { " is written as " } else { " is not written as " };
            let word: String = self.numeration.word_small(head).into_iter().map(sign).collect();
            let tail = match (&word[..], holds) {
                ("", true) => format!("{digit}s alone (or 0)"),
                ("", false) => format!("{digit}s alone"),
                _ => format!("{word} and any number of {digit}s"),
            };
            return say![n, is, tail, " in ", digits_of(self.numeration)].into();
        };
        // The last digit of the head may be one of them, so that the head is the least such number.
        let power = |factor: u64| match factor {
            1 => say!["a power of ", base],
            factor => say![factor, " times a power of ", base],
        };
        let is = if holds { " is " } else { " is not " };
        match (digit, head) {
            (0, head) => say![n, is, power(head)].into(),
            (digit, head) if digit + 1 == base => say![n.clone().plus(1), is, power(head + 1)].into(),
            (digit, 0) => {
                let of = say![format!("written with {digit}s alone in base "), base];
                say![n, is, of, if holds { " (or 0)" } else { "" }].into()
            }
            (digit, head) => {
                let mut digits = Vec::new();
                let mut rest = head;
                while rest > 0 {
                    digits.insert(0, (rest % base).to_string());
                    rest /= base;
                }
                let head = digits.concat();
                say![n, is, format!("written as {head} and any number of {digit}s in base "), base].into()
            }
        }
    }

    /// The zeros at the end of a number.
    fn zeros(&self) -> Text {
        match self.numeration.as_base() {
            Some(2) => "binary zeros".into(),
            Some(base) => format!("zeros in base {base}").into(),
            None => say!["zeros in ", digits_of(self.numeration)],
        }
    }

    fn is_sum_of_heaps(&self, form: &LinearForm) -> bool {
        self.noun() == "heap" && self.names.len() > 2 && form.coefficients().iter().all(|&a| a == 1)
    }

    /// A condition whose negative terms stand on the other side: `c = b + d`.
    fn balanced(&self, condition: &Condition) -> Formula {
        let (form, value, sign) = match condition {
            Condition::Equal { form, value } => (form, *value, Sign::Equal),
            Condition::AtMost { form, value } => (form, *value, Sign::AtMost),
        };
        let signs = || form.coefficients().iter().map(|a| a.signum());
        if form.as_difference().is_some() || !(signs().any(|of| of > 0) && signs().any(|of| of < 0)) {
            return self.condition(condition);
        }
        let side = |of: i64| {
            let part = LinearForm::of(form.coefficients().iter().map(|&a| (of * a).max(0)).collect());
            self.form(&part)
        };
        // x ≤ y − 1 reads x < y.
        match (sign, value) {
            (Sign::AtMost, -1) => side(1).related(Sign::Less, side(-1)),
            _ => side(1).related(sign, side(-1).plus(value)),
        }
    }

    /// A condition that does not hold.
    fn denied(&self, condition: &Condition, sorted: bool) -> Formula {
        match condition {
            Condition::Equal { form, value: 0 } if form.weight() == 1 => {
                self.compared(form, Sign::AtLeast, 1)
            }
            Condition::Equal { form, value: 0 } if sorted && form.as_difference().is_some() => {
                let (one, other) = form.as_difference().unwrap_or_default();
                self.names[one.min(other)].clone().related(Sign::Less, self.names[one.max(other)].clone())
            }
            Condition::Equal { .. } => match self.balanced(condition) {
                Formula::Relation(one, mut chain) => {
                    chain.iter_mut().for_each(|(sign, _)| *sign = Sign::Unequal);
                    Formula::Relation(one, chain)
                }
                other => other,
            },
            Condition::AtMost { form, value } => {
                // ¬(x ≤ y + c) is y ≤ x − c − 1.
                self.balanced(&Condition::AtMost { form: form.negated(), value: -value - 1 })
            }
        }
    }

    /// A bound of the number of numbers of a kind: at least this many, or fewer.
    fn count(&self, least: usize, of: OfEach, holds: bool) -> Clause {
        let (noun, all) = (self.noun(), self.names.len());
        let (is, is_not): (Text, Text) = match of {
            OfEach::Zero if noun == "heap" => ("empty".into(), "nonempty".into()),
            OfEach::Zero => (0u32.into(), "positive".into()),
            OfEach::AtMostOne => (say!["at most ", 1u32], say!["at least ", 2u32]),
            OfEach::Odd => ("odd".into(), "even".into()),
        };
        // Few of a kind, or few of the other one.
        match (holds, least, all - least) {
            (true, _, 0) => say![format!("every {noun} is "), is].into(),
            (false, _, 0) => say![format!("some {noun} is "), is_not].into(),
            (true, 1, _) => say![format!("some {noun} is "), is].into(),
            (false, 1, _) if matches!(of, OfEach::Zero) && noun == "heap" => {
                say![format!("no {noun} is "), is].into()
            }
            (false, 1, _) => say![format!("every {noun} is "), is_not].into(),
            (true, _, 1) => say![format!("at most one {noun} is "), is_not].into(),
            (false, _, 1) => say![format!("at least two {noun}s are "), is_not].into(),
            (true, least, _) => say![format!("at least {} {noun}s are ", number(least)), is].into(),
            (false, 2, _) => say![format!("at most one {noun} is "), is].into(),
            (false, least, _) => say![format!("at most {} {noun}s are ", number(least - 1)), is].into(),
        }
    }
}

/// A small number as a word.
fn number(count: usize) -> String {
    match count {
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        5 => "five".to_owned(),
        more => more.to_string(),
    }
}

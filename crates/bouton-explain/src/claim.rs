//! Laws as claims in words that a program reads: `P iff h1 = h2`.
//!
//! A form becomes a list of conditions with values, the first that holds decides. The language has a page,
//! `docs/claims.md`; `bouton-logic` reads it.

use std::collections::{BTreeMap, BTreeSet};

use bouton_core::{Convention, Numeration, Outcome, Period, Valuation, Value};
use bouton_forms::{
    Base, Beatty, Cases, Columns, Condition, ControlLaw, DigitLaw, Form, HeapSumLaw, LinearForm, NimSumLaw,
    OfEach, Periodic, Properties, Property, RemainderLaw, Remainders, Rows, Rule, by_value, classes,
};

use crate::Explanation;

/// The reason why a law is not written as a claim.
///
/// ```
/// assert_eq!(
///     bouton_explain::NoClaim::Long.to_string(),
///     "the law in words would have more than 300 cases"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoClaim {
    /// The law has a form for which the language has no words.
    #[error("the law is {0}, for which the language of claims has no words")]
    NoWords(&'static str),
    /// The words would be too long.
    #[error("the law in words would have more than {MOST_CASES} cases")]
    Long,
}

/// The most cases of a law that is written as a claim.
pub const MOST_CASES: usize = 300;

/// The names of the numbers that a form is about.
#[derive(Clone)]
struct Names {
    all: Vec<String>,
    /// The number that `count`, `sum` and `nimsum` run over.
    heap: String,
    /// Whether the numbers are all coordinates, as they are.
    plain: bool,
    /// Whether the digits of the law are not binary.
    other_digits: bool,
    /// Whether the last name is that of the Grundy value, over which `count`, `sum` and `nimsum` do not run.
    with_value: bool,
}

/// The statement of a form.
enum FormClaim {
    /// Conditions with values, the first that holds decides; and the value otherwise.
    Cases(Vec<(String, Value)>, Value),
    /// The value as a number.
    Number(String),
}

impl Names {
    fn new(all: Vec<String>, heap: &str, law: &ControlLaw) -> Self {
        let other_digits = !law.law.numeration().is_binary();
        Self { all, heap: heap.to_owned(), plain: true, other_digits, with_value: false }
    }

    /// The sum of the numbers.
    fn total(&self) -> String {
        if self.with_value {
            format!("({})", self.all.join(" + "))
        } else if self.plain {
            "total".to_owned()
        } else {
            format!("sum({})", self.heap)
        }
    }

    /// The nim-sum of a function of each number.
    fn nim_sum(&self, of: impl Fn(&str) -> String) -> String {
        match self.with_value {
            true => {
                let numbers: Vec<String> = self.all.iter().map(|name| of(name)).collect();
                format!("({})", numbers.join(" xor "))
            }
            false => format!("nimsum({})", of(&self.heap)),
        }
    }

    /// The number of numbers for which a condition holds.
    fn count(&self, of: impl Fn(&str) -> String) -> String {
        let counted = format!("count({})", of(&self.heap));
        match self.all.last().filter(|_| self.with_value) {
            Some(value) => format!("({counted} + [{}])", of(value)),
            None => counted,
        }
    }

    fn form(&self, form: &LinearForm) -> String {
        let mut text = String::new();
        let mut terms: Vec<(i64, &str)> =
            form.coefficients().iter().zip(&self.all).map(|(&a, name)| (a, name.as_str())).collect();
        // A sum does not begin with a minus where that can be avoided.
        terms.sort_by_key(|term| term.0 < 0);
        if self.all.len() > 2 && terms.iter().all(|term| term.0 == 1) {
            return self.total();
        }
        for (factor, name) in terms.into_iter().filter(|term| term.0 != 0) {
            let sign = match (text.is_empty(), factor < 0) {
                (true, false) => "",
                (true, true) => "0 - ",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            let times = if factor.abs() == 1 { String::new() } else { format!("{} * ", factor.abs()) };
            text.push_str(&format!("{sign}{times}{name}"));
        }
        if text.is_empty() { "0".to_owned() } else { text }
    }

    /// A comparison whose negative terms stand on the other side.
    fn compared(&self, form: &LinearForm, sign: &str, value: i64) -> String {
        let side = |of: i64| {
            let parts = form.coefficients().iter().zip(&self.all).filter(move |(a, _)| a.signum() == of);
            parts
                .map(|(a, name)| if a.abs() == 1 { name.clone() } else { format!("{} * {name}", a.abs()) })
                .collect::<Vec<_>>()
        };
        let (mut left, mut right) = (side(1), side(-1));
        let turned = match sign {
            "<=" => ">=",
            same => same,
        };
        if left.is_empty() {
            // -x ≤ -3 is x ≥ 3.
            return format!("{} {turned} {}", text_of_sum(&right), -value);
        }
        if value < 0 {
            left.push(value.abs().to_string());
        } else if value > 0 || right.is_empty() {
            right.push(value.to_string());
        }
        format!("{} {sign} {}", text_of_sum(&left), text_of_sum(&right))
    }

    fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Equal { form, value } => self.compared(form, "=", *value),
            Condition::AtMost { form, value } => self.compared(form, "<=", *value),
        }
    }
}

fn text_of_sum(parts: &[String]) -> String {
    if parts.is_empty() { "0".to_owned() } else { parts.join(" + ") }
}

/// The conjunction of some conditions.
fn all(parts: &[String]) -> String {
    match parts {
        [] => "true".to_owned(),
        [one] => one.clone(),
        _ => parts.iter().map(|part| bracketed(part, &[" or ", " iff "])).collect::<Vec<_>>().join(" and "),
    }
}

/// The disjunction of some conditions.
fn any(parts: &[String]) -> String {
    match parts {
        [] => "false".to_owned(),
        [one] => one.clone(),
        _ => parts.iter().map(|part| bracketed(part, &[" iff "])).collect::<Vec<_>>().join(" or "),
    }
}

/// The text, in brackets if it contains one of the words.
fn bracketed(text: &str, words: &[&str]) -> String {
    if words.iter().any(|word| text.contains(word)) { format!("({text})") } else { text.to_owned() }
}

/// The most frequent value, and one condition for each other one; conditions are joined.
fn grouped(all: Vec<(String, Value)>) -> FormClaim {
    let mut groups: BTreeMap<Value, Vec<String>> = BTreeMap::new();
    for (condition, value) in all {
        groups.entry(value).or_default().push(condition);
    }
    let usual = groups.iter().max_by_key(|(_, conditions)| conditions.len()).map_or(0, |(&value, _)| value);
    groups.remove(&usual);
    FormClaim::Cases(groups.into_iter().map(|(value, conditions)| (any(&conditions), value)).collect(), usual)
}

/// Returns the Grundy values of a single heap with a period as a claim about `h1`, in at most `most` cases.
///
/// # Errors
///
/// [`NoClaim::Long`] if there are more cases.
///
/// # Examples
///
/// ```
/// use bouton_core::Period;
/// use bouton_explain::claim_of_period;
///
/// let period = Period { length: 2, preperiod: 1, saltus: 0, values: vec![0, 1, 2] };
/// assert_eq!(claim_of_period(&period, 9)?, "g = 0 if h1 = 0; g = 1 if h1 mod 2 = 1; g = 2");
/// let period = Period { length: 2, preperiod: 0, saltus: 1, values: vec![0, 3] };
/// assert_eq!(claim_of_period(&period, 9)?, "g = h1 div 2 if h1 mod 2 = 0; g = h1 div 2 + 3");
/// # Ok::<(), bouton_explain::NoClaim>(())
/// ```
pub fn claim_of_period(period: &Period, most: usize) -> Result<String, NoClaim> {
    let Period { length, preperiod, saltus, values } = period;
    let before = usize::try_from(*preperiod).map_err(|_| NoClaim::Long)?;
    if !period.is_whole() || values.len() > most {
        return Err(NoClaim::Long);
    }
    // The values by the remainder of the heap, each without the multiple of the saltus that a heap adds to it.
    let mut by_remainder = vec![0i64; values.len() - before];
    for (n, &value) in (0u64..).zip(values).skip(before) {
        let rounds = i64::try_from(n / length).map_err(|_| NoClaim::Long)?;
        let place = usize::try_from(n % length).map_err(|_| NoClaim::Long)?;
        by_remainder[place] = i64::from(value) - i64::from(*saltus) * rounds;
    }
    let later = |number: i64| match saltus {
        0 => number.to_string(),
        1 => plus(format!("h1 div {length}"), number),
        _ => plus(format!("{saltus} * (h1 div {length})"), number),
    };
    // Cases for the first heaps whose values differ from those of the period.
    let mut groups: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (n, &value) in (0u64..).zip(&values[..before]) {
        let rounds = i64::try_from(n / length).map_err(|_| NoClaim::Long)?;
        let place = usize::try_from(n % length).map_err(|_| NoClaim::Long)?;
        if by_remainder[place] + i64::from(*saltus) * rounds != i64::from(value) {
            groups.entry(value.to_string()).or_default().push(format!("h1 = {n}"));
        }
    }
    let mut remainders: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    for (place, &number) in by_remainder.iter().enumerate() {
        remainders.entry(number).or_default().push(format!("h1 mod {length} = {place}"));
    }
    let usual = remainders.iter().max_by_key(|(_, places)| places.len()).map_or(0, |(&number, _)| number);
    remainders.remove(&usual);
    let clauses =
        groups.into_iter().chain(remainders.into_iter().map(|(number, places)| (later(number), places)));
    let clauses = clauses.map(|(number, places)| format!("g = {number} if {}", any(&places)));
    Ok(clauses.chain([format!("g = {}", later(usual))]).collect::<Vec<_>>().join("; "))
}

fn periodic(found: &Periodic, name: &str) -> FormClaim {
    let remainder = |place: usize| match found.period {
        1 => "true".to_owned(),
        period => format!("{name} mod {period} = {place}"),
    };
    let after =
        grouped(found.values.iter().enumerate().map(|(place, &value)| (remainder(place), value)).collect());
    let FormClaim::Cases(later, usual) = after else { return after };
    let mut cases: Vec<(String, Value)> = Vec::new();
    for (n, &value) in (0u64..).zip(&found.before) {
        let place = usize::try_from(n % found.period.max(1)).unwrap_or(0);
        if found.values.get(place) != Some(&value) {
            cases.push((format!("{name} = {n}"), value));
        }
    }
    cases.extend(later);
    FormClaim::Cases(cases, usual)
}

/// The nim-sums that are 0 exactly for the numbers whose columns are all in a list, if there are such nim-sums.
fn nim_sums(letters: &[usize], names: &Names) -> Option<Vec<String>> {
    let tracks = names.all.len();
    let even = |mask: usize, letter: usize| (mask & letter).count_ones().is_multiple_of(2);
    // A basis of the sets of numbers whose nim-sum is 0 in all columns of the list: each has a first number that no other
    // one has, and few numbers.
    let mut masks: Vec<usize> =
        (1..1usize << tracks).filter(|&mask| letters.iter().all(|&letter| even(mask, letter))).collect();
    masks.sort_by_key(|mask| mask.count_ones());
    let mut basis: Vec<usize> = Vec::new();
    let mut reduced: Vec<usize> = Vec::new();
    for mask in masks {
        let rest = reduced.iter().fold(mask, |rest, known| rest.min(rest ^ known));
        if rest != 0 {
            basis.push(mask);
            reduced.push(rest);
        }
    }
    let allowed = (0..1usize << tracks).filter(|&letter| basis.iter().all(|&mask| even(mask, letter)));
    if !allowed.eq(letters.iter().copied()) {
        return None;
    }
    let sum = |mask: &usize| {
        let numbers: Vec<&str> = (0..tracks)
            .filter(|track| mask >> track & 1 == 1)
            .map(|track| names.all[track].as_str())
            .collect();
        match &numbers[..] {
            [one, other] => format!("{one} = {other}"),
            all => format!("({}) = 0", all.join(" xor ")),
        }
    };
    Some(basis.iter().map(sum).collect())
}

fn digits(found: &DigitLaw, names: &Names) -> Result<FormClaim, NoClaim> {
    let modulus = match &found.columns {
        Columns::Multiple { modulus } => *modulus,
        Columns::OneOf { letters } => {
            let sums = nim_sums(letters, names)
                .ok_or(NoClaim::NoWords("a list of columns of digits that is not one of nim-sums"))?;
            return Ok(FormClaim::Cases(vec![(all(&sums), found.all)], found.otherwise));
        }
    };
    let count = u32::try_from(names.all.len()).unwrap_or(u32::MAX);
    let condition = match modulus {
        2 => format!("{} = 0", names.nim_sum(str::to_owned)),
        more if more > count => format!("{} = 0", names.total()),
        more if names.plain => format!("columns mod {more} = 0"),
        _ => return Err(NoClaim::NoWords("about columns of the digits of quotients")),
    };
    let mut cases = Vec::new();
    if let Some(small) = &found.small {
        let large = format!("{} = 0", names.count(|heap| format!("{heap} >= 2")));
        for (value, places) in by_value(&small.values) {
            let ones = places.iter().map(|place| match small.modulus {
                1 => "true".to_owned(),
                modulus => format!("{} mod {modulus} = {place}", names.total()),
            });
            cases.push((all(&[large.clone(), any(&ones.collect::<Vec<_>>())]), value));
        }
    }
    cases.push((condition, found.all));
    Ok(FormClaim::Cases(cases, found.otherwise))
}

fn remainders(found: &Remainders, names: &Names) -> FormClaim {
    let modulus = found.modulus;
    let sum = names.nim_sum(|heap| format!("{heap} mod {modulus}"));
    match found.law {
        RemainderLaw::NimSum => FormClaim::Number(sum),
        RemainderLaw::NimOutcome => FormClaim::Cases(vec![(format!("{sum} = 0"), 0)], 1),
        RemainderLaw::MisereNimOutcome => {
            let large = names.count(|heap| format!("{heap} mod {modulus} >= 2"));
            let small = format!("{large} = 0 and {sum} = 1");
            FormClaim::Cases(vec![(format!("{small} or {large} > 0 and {sum} = 0"), 0)], 1)
        }
    }
}

/// The condition that a bit of a periodic value is 1.
fn bit(found: &Periodic, bit: u32, name: &str) -> String {
    let one = |values: &[Value]| values.iter().map(|value| value >> bit & 1).collect::<Vec<Value>>();
    let of_bit = Periodic { values: one(&found.values), before: one(&found.before), ..found.clone() };
    let FormClaim::Cases(cases, usual) = periodic(&of_bit, name) else { return "false".to_owned() };
    holds(&cases, usual, &|value| value == 1)
}

/// A periodic value of a number as a number: a remainder, or a sum of multiples of conditions.
fn periodic_number(found: &Periodic, name: &str) -> String {
    let is_remainder =
        found.before.is_empty() && (0..).zip(&found.values).all(|(rest, value)| *value == rest);
    if is_remainder {
        return format!("({name} mod {})", found.period);
    }
    let mut values: Vec<Value> = found.values.iter().chain(&found.before).copied().collect();
    values.sort_unstable();
    values.dedup();
    let FormClaim::Cases(cases, usual) = periodic(found, name) else { return "0".to_owned() };
    let terms = values.into_iter().filter(|&value| value != 0).map(|value| {
        let here = format!("[{}]", holds(&cases, usual, &|one| one == value));
        if value == 1 { here } else { format!("{value} * {here}") }
    });
    format!("({})", text_of_sum(&terms.collect::<Vec<_>>()))
}

/// The number with these binary digits.
fn in_binary(bits: std::ops::Range<u32>, digit: impl Fn(u32) -> String) -> String {
    let parts = bits.map(|place| match place {
        0 => digit(0),
        _ => format!("{} * ({})", 1u64 << place, digit(place)),
    });
    text_of_sum(&parts.collect::<Vec<_>>())
}

/// The claim that a number with these binary digits is the Grundy value, or that it is 0 exactly where a position is P.
fn sum_of_bits(bits: std::ops::Range<u32>, digit: impl Fn(u32) -> String, grundy: bool) -> String {
    if grundy {
        return format!("g = {}", in_binary(bits, digit));
    }
    let even: Vec<String> = bits.map(|place| format!("{} = 0", digit(place))).collect();
    format!("P iff {}", all(&even))
}

fn heap_sum(found: &HeapSumLaw, names: &Names) -> Result<FormClaim, NoClaim> {
    let largest = found.values.iter().flat_map(|one| one.values.iter().chain(&one.before)).max();
    let bits = 0..u32::BITS - largest.map_or(0, |value| value.leading_zeros().min(32)).min(32);
    let bits = if largest.is_none_or(|&value| value == 0) { 0..0 } else { bits };
    if let [one] = &found.values[..] {
        let odd = |place: u32| format!("{} mod 2", names.count(|heap| bit(one, place, heap)));
        if found.is_outcome {
            let even: Vec<String> = bits.map(|place| format!("{} = 0", odd(place))).collect();
            return Ok(FormClaim::Cases(vec![(all(&even), 0)], 1));
        }
        return Ok(FormClaim::Number(in_binary(bits, odd)));
    }
    if !found.is_outcome {
        let each = found.values.iter().zip(&names.all).map(|(one, name)| periodic_number(one, name));
        return Ok(FormClaim::Number(each.collect::<Vec<_>>().join(" xor ")));
    }
    let even = bits.map(|place| {
        // An even number of these conditions fail.
        let zeros =
            found.values.iter().zip(&names.all).map(|(one, name)| format!("not ({})", bit(one, place, name)));
        let zeros: Vec<String> = zeros.collect();
        format!("({})", zeros.join(" iff "))
    });
    let even = all(&even.collect::<Vec<_>>());
    let condition = match same_value(found, names) {
        Some(same) if same.len() < even.len() => same,
        _ => even,
    };
    Ok(FormClaim::Cases(vec![(condition, 0)], 1))
}

/// The condition that two numbers have the same value: both have this one, or both have that one.
fn same_value(found: &HeapSumLaw, names: &Names) -> Option<String> {
    let ([one, other], [name, other_name]) = (&found.values[..], &names.all[..]) else { return None };
    let has = |of: &Periodic, value: Value| of.values.contains(&value) || of.before.contains(&value);
    let is = |of: &Periodic, name: &str, value: Value| {
        let FormClaim::Cases(cases, usual) = periodic(of, name) else { return None };
        Some(holds(&cases, usual, &|found| found == value))
    };
    let values: BTreeSet<Value> = one.values.iter().chain(&one.before).copied().collect();
    let both = values.into_iter().filter(|&value| has(other, value));
    let both = both.map(|value| Some(all(&[is(one, name, value)?, is(other, other_name, value)?])));
    Some(any(&both.collect::<Option<Vec<String>>>()?))
}

fn nim_sum(found: &NimSumLaw, names: &Names) -> FormClaim {
    let whole = found.coordinates.len() == names.all.len();
    let of = |name: &str| match found.modulus {
        Some(modulus) => format!("{name} mod {modulus}"),
        None => name.to_owned(),
    };
    let numbers: Vec<String> = found.coordinates.iter().map(|&track| of(&names.all[track])).collect();
    let sum = if whole { names.nim_sum(of) } else { format!("({})", numbers.join(" xor ")) };
    let mut cases = Vec::new();
    if let Some(small) = &found.small {
        let none: Vec<String> = numbers.iter().map(|number| format!("{number} <= 1")).collect();
        for (value, places) in by_value(&small.values) {
            let ones = places.iter().map(|place| match small.modulus {
                1 => "true".to_owned(),
                modulus => format!("({}) mod {modulus} = {place}", text_of_sum(&numbers)),
            });
            cases.push((all(&[all(&none), any(&ones.collect::<Vec<_>>())]), value));
        }
    }
    let sums: Vec<String> = found.sums.iter().map(|value| format!("{sum} = {value}")).collect();
    cases.push((any(&sums), found.all));
    FormClaim::Cases(cases, found.otherwise)
}

fn rows(found: &Rows, names: &Names) -> FormClaim {
    let total = |place: usize| match found.modulus {
        1 => "true".to_owned(),
        modulus => format!("{} mod {modulus} = {place}", names.total()),
    };
    let mut cases = Vec::new();
    // Rows with the same values are named together.
    let mut alike: Vec<(&[Value], Vec<String>)> = Vec::new();
    for row in &found.rows {
        let heaps: Vec<String> =
            (1..).zip(&row.heaps).map(|(place, heap)| format!("sorted({place}) = {heap}")).collect();
        for (largest, value) in &row.exceptions {
            cases.push((all(&[all(&heaps), format!("largest = {largest}")]), *value));
        }
        match alike.iter_mut().find(|(values, _)| *values == &row.values[..]) {
            Some((_, rows)) => rows.push(all(&heaps)),
            None => alike.push((&row.values, vec![all(&heaps)])),
        }
    }
    for (values, rows) in alike {
        let of_row =
            grouped(values.iter().enumerate().map(|(place, &value)| (total(place), value)).collect());
        if let FormClaim::Cases(parts, usual) = of_row {
            let rows = any(&rows);
            cases.extend(parts.into_iter().map(|(part, value)| (all(&[rows.clone(), part]), value)));
            cases.push((rows, usual));
        }
    }
    let typical =
        grouped(found.typical.iter().enumerate().map(|(place, &value)| (total(place), value)).collect());
    let FormClaim::Cases(parts, usual) = typical else { return typical };
    cases.extend(parts);
    FormClaim::Cases(cases, usual)
}

fn rule(found: &Rule, names: &Names) -> Result<FormClaim, NoClaim> {
    Ok(match found {
        Rule::Constant { value } => FormClaim::Cases(Vec::new(), *value),
        Rule::Residue { form, modulus, values, .. } => {
            let form = bracketed(&names.form(form), &[" + ", " - ", " * "]);
            let remainder =
                |(place, &value): (usize, &Value)| (format!("{form} mod {modulus} = {place}"), value);
            grouped(values.iter().enumerate().map(remainder).collect())
        }
        Rule::Classes { moduli, values } => {
            let class = |class: &Vec<u32>| {
                let parts =
                    class.iter().zip(moduli).zip(&names.all).filter(|((_, modulus), _)| **modulus > 1);
                all(&parts
                    .map(|((rest, modulus), name)| format!("{name} mod {modulus} = {rest}"))
                    .collect::<Vec<_>>())
            };
            grouped(classes(moduli).iter().map(class).zip(values.iter().copied()).collect())
        }
        Rule::Automaton { .. } => return Err(NoClaim::NoWords("partly an automaton")),
    })
}

fn cases(found: &Cases, names: &Names) -> Result<FormClaim, NoClaim> {
    let mut list = Vec::new();
    for (point, value) in &found.points {
        let equal = point.iter().zip(&names.all).map(|(number, name)| format!("{name} = {number}"));
        list.push((all(&equal.collect::<Vec<_>>()), *value));
    }
    for case in &found.cases {
        let merged = Condition::merged(&case.conditions);
        let here: Vec<String> = merged.iter().map(|condition| names.condition(condition)).collect();
        let FormClaim::Cases(parts, usual) = cases(&case.law, names)? else { continue };
        list.extend(parts.into_iter().map(|(part, value)| (all(&[all(&here), part]), value)));
        list.push((all(&here), usual));
    }
    let FormClaim::Cases(parts, usual) = rule(&found.typical, names)? else {
        return Err(NoClaim::NoWords("of a kind of its own"));
    };
    list.extend(parts);
    Ok(FormClaim::Cases(list, usual))
}

/// The condition that a property holds, of numbers that are sorted or not.
fn property(found: &Property, names: &Names, numbers: &Names) -> Result<String, NoClaim> {
    let remainder = |form: &LinearForm, modulus: u32, residues: &[u32]| {
        let form = bracketed(&numbers.form(form), &[" + ", " - ", " * "]);
        any(&residues.iter().map(|rest| format!("{form} mod {modulus} = {rest}")).collect::<Vec<_>>())
    };
    Ok(match found {
        Property::Linear(condition) => numbers.condition(condition),
        Property::Remainder { form, modulus, residues } => remainder(form, *modulus, residues),
        Property::NimSum { numbers: places, value } if places.len() == names.all.len() => {
            format!("{} = {value}", names.nim_sum(str::to_owned))
        }
        Property::NimSum { numbers: places, value } => {
            let terms: Vec<&str> = places.iter().map(|&place| numbers.all[place].as_str()).collect();
            format!("({}) = {value}", terms.join(" xor "))
        }
        Property::Columns { modulus } if names.plain => format!("columns mod {modulus} = 0"),
        Property::Columns { .. } => return Err(NoClaim::NoWords("about columns of the digits of quotients")),
        Property::LeastOdd { one, other } => {
            format!("min({}, {}) mod 2 = 1", numbers.form(one), numbers.form(other))
        }
        Property::Count { least, of } => {
            let count = |condition: &str| names.count(|heap| format!("{heap} {condition}"));
            match of {
                OfEach::Zero => format!("{} >= {least}", count("= 0")),
                OfEach::AtMostOne if *least == names.all.len() => format!("{} = 0", count(">= 2")),
                OfEach::AtMostOne => format!("{} >= {least}", count("<= 1")),
                OfEach::Odd => format!("{} >= {least}", count("mod 2 = 1")),
            }
        }
        Property::SameLeast { one, other } => {
            let least = |&[one, other]: &[usize; 2]| match (&numbers.all[one], &numbers.all[other]) {
                (one, other) if one == other => one.clone(),
                (one, other) => format!("min({one}, {other})"),
            };
            format!("{} = {}", least(one), least(other))
        }
        Property::Carries { value } => {
            let more = if *value == 0 { String::new() } else { format!(" + {}", 2 * value) };
            format!("{} = {}{more}", names.total(), names.nim_sum(str::to_owned))
        }
        Property::Ones { number } => format!("bits({}) mod 2 = 1", numbers.all[*number]),
        Property::NimSumOfSuccessors => format!("{} = 0", names.nim_sum(|heap| format!("({heap} + 1)"))),
        Property::NimSumOfQuotients { divisor } => {
            format!("{} = 0", names.nim_sum(|heap| format!("{heap} div {divisor}")))
        }
        Property::Slope { one, other } => {
            let (one, other) = (&numbers.all[*one], &numbers.all[*other]);
            format!(
                "{other} < shift({one}) or {other} = shift({one}) and ({one} = 0 or zeros({one}) mod 2 = 1)"
            )
        }
        Property::Zeros { number, odd: true } => format!("zeros({}) mod 2 = 1", numbers.all[*number]),
        Property::Zeros { number, odd: false } => {
            let number = &numbers.all[*number];
            format!("{number} > 0 and zeros({number}) mod 2 = 0")
        }
        Property::Tail { head: 1, digit: 0 } if !names.other_digits => {
            format!("bits({}) = 1", numbers.all[0])
        }
        Property::Tail { head: 0, digit: 1 } if !names.other_digits => {
            format!("bits({} + 1) = 1", numbers.all[0])
        }
        Property::Tail { head, digit } => format!("repeats({}, {head}, {digit})", numbers.all[0]),
        Property::Ends { number, ending } => {
            let digits: Vec<String> = ending.iter().map(ToString::to_string).collect();
            format!("ends({}, {})", numbers.all[*number], digits.join(", "))
        }
        Property::Appended { one, other } => {
            format!("{} = shift({})", numbers.all[*other], numbers.all[*one])
        }
        Property::SameZeros { one, other } => {
            let (one, other) = (&numbers.all[*one], &numbers.all[*other]);
            format!("({one} = 0 iff {other} = 0) and zeros({one}) = zeros({other})")
        }
    })
}

/// The pairs of a word and the same word with a 0 appended; a pair of the exceptions belongs to them if it would not.
fn beatty(found: &Beatty, names: &Names) -> Result<FormClaim, NoClaim> {
    let [one, other] = &names.all[..] else { return Err(NoClaim::NoWords("one of pairs")) };
    if found.period.len() != 1 {
        return Err(NoClaim::NoWords("one of multiples of a slope with a period of several numbers"));
    }
    let (smaller, larger) = (format!("min({one}, {other})"), format!("max({one}, {other})"));
    let pairs = format!("{larger} = shift({smaller}) and zeros({smaller}) mod 2 = 0");
    let exceptions: Vec<String> =
        found.exceptions.iter().map(|(x, y)| format!("{smaller} = {x} and {larger} = {y}")).collect();
    let lost = match exceptions[..] {
        [] => pairs,
        _ => format!("not (({pairs}) iff ({}))", any(&exceptions)),
    };
    Ok(FormClaim::Cases(vec![(lost, 0)], 1))
}

fn properties(found: &Properties, names: &Names, numbers: &Names) -> Result<FormClaim, NoClaim> {
    let texts: Vec<String> =
        found.properties.iter().map(|found| property(found, names, numbers)).collect::<Result<_, _>>()?;
    let answer = |&(place, holds): &(usize, bool)| {
        let text = bracketed(&texts[place], &[" or "]);
        if holds { text } else { format!("not ({})", texts[place]) }
    };
    let term = |term: &Vec<(usize, bool)>| {
        // Two bounds that meet are an equation.
        let bound = |&(place, holds): &(usize, bool)| match &found.properties[place] {
            Property::Linear(condition) if holds => Some(condition.clone()),
            Property::Linear(condition) => condition.complement(),
            _ => None,
        };
        let bounds: Vec<Condition> = term.iter().filter_map(bound).collect();
        let merged = Condition::merged(&bounds);
        let stays = |answer: &&(usize, bool)| bound(answer).is_none_or(|bound| merged.contains(&bound));
        let equations = merged.iter().filter(|one| !bounds.contains(one));
        let equations = equations.map(|one| numbers.condition(one));
        all(&equations.chain(term.iter().filter(stays).map(answer)).collect::<Vec<_>>())
    };
    let case = |(value, terms): &(Value, Vec<Vec<(usize, bool)>>)| {
        (any(&terms.iter().map(term).collect::<Vec<_>>()), *value)
    };
    Ok(FormClaim::Cases(found.cases.iter().map(case).collect(), found.otherwise))
}

fn form(found: &Form, names: &Names) -> Result<FormClaim, NoClaim> {
    Ok(match found {
        Form::Constant(value) => FormClaim::Cases(Vec::new(), *value),
        Form::Periodic(found) => periodic(found, &names.all[0]),
        Form::Digits(found) => digits(found, names)?,
        Form::Remainders(found) => remainders(found, names),
        Form::HeapSum(found) => heap_sum(found, names)?,
        Form::NimSum(found) => nim_sum(found, names),
        Form::Halved(found) => {
            let by = 1u64.checked_shl(found.halvings).ok_or(NoClaim::Long)?;
            let half = |name: &String| format!("({name} div {by})");
            let halves = Names {
                all: names.all.iter().map(half).collect(),
                heap: half(&names.heap),
                plain: false,
                ..*names
            };
            form(&found.form, &halves)?
        }
        Form::Rows(_) | Form::Sorted(_) if names.with_value => {
            return Err(NoClaim::NoWords("about the order of the numbers and their value"));
        }
        Form::Properties(found) if names.with_value && found.sorted => {
            return Err(NoClaim::NoWords("about the order of the numbers and their value"));
        }
        Form::Rows(found) => rows(found, names),
        Form::Cases(found) => cases(found, names)?,
        Form::Sorted(found) => {
            let place = |place: usize| format!("sorted({place})");
            let sorted = Names { all: (1..=names.all.len()).map(place).collect(), ..names.clone() };
            cases(found, &sorted)?
        }
        Form::Properties(found) => {
            let place = |place: usize| format!("sorted({place})");
            let sorted = Names { all: (1..=names.all.len()).map(place).collect(), ..names.clone() };
            properties(found, names, if found.sorted { &sorted } else { names })?
        }
        Form::Apart(found) if names.plain => {
            let list =
                |numbers: &[u32]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let ending = match &found.last[..] {
                [] => String::new(),
                last => format!(" ending ({})", list(last)),
            };
            let (before, beside) = (list(&found.before), list(&found.beside));
            let columns = format!("columns in ({before}) then one beside ({beside}){ending}");
            FormClaim::Cases(vec![(columns, found.all)], found.otherwise)
        }
        Form::LinkedPiles if names.plain => {
            let (none, linked) = ("columns mod 3 = 0", "leading mod 3 = 1 and linked mod 3");
            FormClaim::Cases(vec![(none.to_owned(), 0), (linked.to_owned(), 1)], 2)
        }
        Form::Apart(_) | Form::LinkedPiles => {
            return Err(NoClaim::NoWords("about columns of the digits of quotients"));
        }
        Form::Beatty(found) => beatty(found, names)?,
        Form::Automaton { .. } => return Err(NoClaim::NoWords("an automaton")),
        _ => return Err(NoClaim::NoWords("partly an automaton")),
    })
}

/// The condition that the first case that holds has a wanted value.
fn holds(cases: &[(String, Value)], otherwise: Value, wanted: &dyn Fn(Value) -> bool) -> String {
    let mut found = if wanted(otherwise) { "true".to_owned() } else { "false".to_owned() };
    // Adjacent cases are joined if their values are all wanted, or all unwanted.
    let mut rest = cases;
    while let Some((_, last)) = rest.last() {
        let kind = wanted(*last);
        let start = rest.iter().rposition(|(_, value)| wanted(*value) != kind).map_or(0, |before| before + 1);
        let joined = any(&rest[start..].iter().map(|(condition, _)| condition.clone()).collect::<Vec<_>>());
        rest = &rest[..start];
        found = match (kind, found.as_str()) {
            (true, "true") | (false, "false") => found,
            (true, "false") => joined,
            (true, _) => any(&[joined, found]),
            (false, "true") => format!("not ({joined})"),
            (false, _) => all(&[format!("not ({joined})"), found]),
        };
    }
    found
}

impl Explanation {
    /// The law as a claim, which gives every existing position the same value.
    ///
    /// # Errors
    ///
    /// [`NoClaim`] if the law has no words in the language of claims.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{Law, Valuation};
    /// use bouton_explain::explain;
    ///
    /// let game = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
    /// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] % 3 != 0), 3).unwrap();
    /// let explanation = explain(&game, &Law::new(Valuation::NormalOutcome, law));
    /// assert_eq!(explanation.claim()?, "P iff h1 mod 3 = 0");
    /// # Ok::<(), bouton_explain::NoClaim>(())
    /// ```
    pub fn claim(&self) -> Result<String, NoClaim> {
        let several = self.laws.iter().map(|law| law.controls.len()).sum::<usize>() > 1;
        let mut clauses = Vec::new();
        for law in &self.laws {
            let said = self.said(law)?;
            let clauses_of_law = if self.is_grundy() || self.nim_heap {
                let coordinates = match self.coordinates.split_last() {
                    Some((_, heaps)) if law.grundy.is_some() => heaps,
                    _ => &self.coordinates,
                };
                let names = Names::new(coordinates.to_vec(), "nimsum(heap)", law);
                match &said {
                    // The law decides for each number whether it is the value.
                    FormClaim::Cases(cases, otherwise) if self.nim_heap && law.grundy.is_none() => {
                        vec![format!("g iff {}", holds(cases, *otherwise, &|value| value == 0))]
                    }
                    _ => numbers("g", &said, |value| grundy_value(law, &names, value))?,
                }
            } else if let Convention::Podium { players: 4.. } = self.convention {
                numbers("v", &said, |value| value.to_string())?
            } else {
                self.outcomes(&said)?
            };
            for control in &law.controls {
                let when = if several { format!(" when {control}") } else { String::new() };
                clauses.extend(clauses_of_law.iter().map(|clause| format!("{clause}{when}")));
            }
        }
        let mut text = clauses.join("; ");
        let numeration = self.laws.first().map(|law| law.law.numeration());
        if let Some(numeration) = numeration.filter(|numeration| !numeration.is_binary()) {
            let name = numeration.to_string();
            if name.parse::<Numeration>().as_ref() != Ok(numeration) {
                return Err(NoClaim::NoWords("one of digits without a name"));
            }
            text.push_str(&format!(" in {name}"));
        }
        Ok(text)
    }

    /// The claim about every sum of heaps, if this is the law of the Grundy values of one heap: that a position is P
    /// exactly if the nim-sum of the values of its heaps is 0, or, with `grundy`, that this nim-sum is its Grundy value.
    ///
    /// # Errors
    ///
    /// [`NoClaim`] if the values have no words in the language of claims, where they belong to a heap among others.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{Law, Valuation};
    /// use bouton_explain::explain;
    ///
    /// let game = bouton_rules::Game::parse("heaps 1; move take odd from 1 heap").unwrap().ruleset().unwrap();
    /// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] % 2 == 1), 3).unwrap();
    /// let explanation = explain(&game, &Law::new(Valuation::Grundy, law));
    /// assert_eq!(explanation.claim_of_sum(false)?, "P iff nimsum(heap mod 2) = 0");
    /// assert_eq!(explanation.claim_of_sum(true)?, "g = nimsum(heap mod 2)");
    /// # Ok::<(), bouton_explain::NoClaim>(())
    /// ```
    pub fn claim_of_sum(&self, grundy: bool) -> Result<String, NoClaim> {
        let [law] = &self.laws[..] else { return Err(NoClaim::NoWords("one of heaps with control states")) };
        let names = Names { plain: false, ..Names::new(vec!["heap".to_owned()], "heap", law) };
        let said = match &law.form {
            Form::Digits(found) if self.nim_heap && law.grundy.is_none() && found.is_nim() => {
                FormClaim::Number(names.heap.clone())
            }
            Form::Periodic(found) if is_remainder(found, law) => {
                FormClaim::Number(format!("heap mod {}", found.period))
            }
            Form::Constant(_) | Form::Periodic(_) | Form::Cases(_) => form(&law.form, &names)?,
            Form::Remainders(Remainders { modulus, law: RemainderLaw::NimSum }) => {
                FormClaim::Number(format!("heap mod {modulus}"))
            }
            _ => return Err(NoClaim::NoWords("one of heaps whose values have a form of their own")),
        };
        let of_all = |value: String| match grundy {
            true => format!("g = nimsum({value})"),
            false => format!("P iff nimsum({value}) = 0"),
        };
        let bounded = law.grundy.as_ref().is_none_or(|grundy| grundy.base == Base::Zero);
        Ok(match said {
            FormClaim::Number(number) => of_all(number),
            FormClaim::Cases(cases, otherwise) if cases.is_empty() => {
                of_all(grundy_value(law, &names, otherwise))
            }
            FormClaim::Cases(cases, _) if cases.len() > MOST_CASES => return Err(NoClaim::Long),
            FormClaim::Cases(cases, otherwise) if bounded => {
                let of = |value: Value| {
                    let excess = law.grundy.as_ref().map_or(i64::from(value), |grundy| grundy.excess(value));
                    u64::try_from(excess).unwrap_or(0)
                };
                let largest = cases.iter().map(|(_, value)| of(*value)).chain([of(otherwise)]).max();
                let bits = 0..u64::BITS - largest.unwrap_or(0).leading_zeros();
                let odd = |bit: u32| {
                    let one = holds(&cases, otherwise, &|value| of(value) >> bit & 1 == 1);
                    format!("count({one}) mod 2")
                };
                sum_of_bits(bits, odd, grundy)
            }
            FormClaim::Cases(..) => {
                return Err(NoClaim::NoWords("one of heaps whose values have no bound, in several cases"));
            }
        })
    }

    fn said(&self, law: &ControlLaw) -> Result<FormClaim, NoClaim> {
        let coordinates = match law.grundy {
            Some(_) if self.nim_heap => &self.coordinates[..self.coordinates.len() - 1],
            _ => &self.coordinates[..],
        };
        let mut names = Names::new(coordinates.to_vec(), "heap", law);
        if self.nim_heap && law.grundy.is_none() {
            if let Form::Digits(found) = &law.form
                && found.is_nim()
            {
                return Ok(FormClaim::Number("nimsum(heap)".to_owned()));
            }
            if coordinates[..coordinates.len().saturating_sub(1)].iter().any(|name| name == "g") {
                return Err(NoClaim::NoWords("about the Grundy value beside a number called g"));
            }
            if let Some(value) = names.all.last_mut() {
                *value = "g".to_owned();
            }
            (names.plain, names.with_value) = (false, true);
        }
        let said = form(&law.form, &names)?;
        match &said {
            FormClaim::Cases(cases, _) if cases.len() > MOST_CASES => Err(NoClaim::Long),
            _ => Ok(said),
        }
    }

    fn outcomes(&self, said: &FormClaim) -> Result<Vec<String>, NoClaim> {
        let FormClaim::Cases(cases, otherwise) = said else {
            return Err(NoClaim::NoWords("of a kind of its own"));
        };
        let outcomes = match self.convention {
            Convention::Podium { players: 3 } => 3,
            Convention::Coalition => 4,
            _ => 2,
        };
        let clause = |outcome: Value| {
            let name: Outcome = Valuation::Coalition.outcome_of(outcome);
            format!("{name} iff {}", holds(cases, *otherwise, &|value| value == outcome))
        };
        Ok((0..outcomes - 1).map(clause).collect())
    }
}

/// Whether the Grundy values of a periodic law are the remainders by its period.
fn is_remainder(found: &Periodic, law: &ControlLaw) -> bool {
    let plain = law.grundy.as_ref().is_none_or(|grundy| grundy.base == Base::Zero && grundy.least == 0);
    plain
        && found.before.is_empty()
        && found.period > 1
        && (0..).zip(&found.values).all(|(rest, value)| *value == rest)
}

/// The Grundy value that a value of a form stands for; `heap` is the name of the nim-sum of all numbers.
fn grundy_value(law: &ControlLaw, names: &Names, value: Value) -> String {
    let Some(grundy) = &law.grundy else { return value.to_string() };
    let excess = grundy.excess(value);
    match &grundy.base {
        Base::Zero => excess.to_string(),
        Base::NimSum if excess == 0 => names.heap.clone(),
        Base::NimSum => format!("{} xor {excess}", names.heap),
        Base::Form { form } => plus(names.form(form), excess),
        Base::Quotient { form, plus: added, divisor } => {
            plus(format!("({}) div {divisor}", plus(names.form(form), *added)), excess)
        }
    }
}

/// A number with another one added.
fn plus(form: String, number: i64) -> String {
    match number {
        0 => form,
        less if less < 0 => format!("{form} - {}", less.abs()),
        more => format!("{form} + {more}"),
    }
}

/// The clauses of a number.
fn numbers(name: &str, said: &FormClaim, write: impl Fn(Value) -> String) -> Result<Vec<String>, NoClaim> {
    Ok(match said {
        FormClaim::Number(number) => vec![format!("{name} = {number}")],
        FormClaim::Cases(cases, otherwise) => {
            let mut clauses: Vec<String> = cases
                .iter()
                .map(|(condition, value)| format!("{name} = {} if {condition}", write(*value)))
                .collect();
            clauses.push(format!("{name} = {}", write(*otherwise)));
            clauses
        }
    })
}

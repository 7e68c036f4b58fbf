//! The forms of laws, traced on numbers.

use bouton_core::{DigitAutomaton, Numeration, Value};
use bouton_forms::{
    Beatty, Case, Cases, Columns, Condition, ControlLaw, DigitLaw, HeapSumLaw, LinearForm, Mostly,
    NUMERATION, NimSumLaw, Periodic, Properties, Property, RemainderLaw, Remainders, Rows, Rule, SmallLaw,
    Term, class_index,
};
use num_bigint::{BigInt, BigUint};
use num_traits::{Euclid, ToPrimitive};

use crate::diagram::sign;

use super::{
    Found, Speaker,
    columns::{columns, columns_table, place_of},
    nim_sum_of, number,
};
use bouton_prose::{Block, Formula, Sign, Text, say};

/// The most letters of a run that is written out; of longer ones the last are.
const MOST_LETTERS: usize = 24;

/// The value of a form at numbers of any size.
pub(super) fn at(form: &LinearForm, numbers: &[BigUint]) -> BigInt {
    let terms = form.coefficients().iter().zip(numbers);
    terms.map(|(&coefficient, number)| BigInt::from(number.clone()) * coefficient).sum()
}

/// The remainder by a small modulus.
fn rest(number: &BigUint, modulus: u32) -> u64 {
    (number % modulus).to_u64().unwrap_or(0)
}

/// `7 mod 4 = 3`, after the name that it stands for.
fn reduced(name: &Formula, value: Formula, modulus: impl Into<Formula> + Clone, rest: u64) -> Formula {
    Formula::remainder(name, modulus.clone()).equals(Formula::remainder(value, modulus)).equals(rest)
}

/// The value of a periodic law, and the small number or the remainder that decides.
fn periodic_at(law: &Periodic, n: &BigUint) -> Option<(Value, Option<u64>)> {
    if let Some(place) = n.to_usize().filter(|&n| n < law.before.len()) {
        return Some((law.before[place], None));
    }
    let rest = (n % law.period).to_u64()?;
    Some((*law.values.get(usize::try_from(rest).ok()?)?, Some(rest)))
}

fn holds(condition: &Condition, numbers: &[BigUint]) -> bool {
    match condition {
        Condition::Equal { form, value } => at(form, numbers) == BigInt::from(*value),
        Condition::AtMost { form, value } => at(form, numbers) <= BigInt::from(*value),
    }
}

impl Speaker<'_> {
    pub(super) fn trace_periodic(&self, law: &Periodic, n: &BigUint) -> Option<Found> {
        let name = &self.names[0];
        let (value, rest) = periodic_at(law, n)?;
        let reason = match rest {
            None => say![name.clone().equals(number(n)), ", below ", law.preperiod],
            Some(_) if law.period == 1 => Text::from(name.clone().related(Sign::AtLeast, law.preperiod)),
            Some(rest) => reduced(name, number(n), law.period, rest).into(),
        };
        Some(Found::new(value, reason))
    }

    /// The reason of a law of small numbers, by the number of those that are 1.
    fn trace_small(&self, law: &SmallLaw, numbers: &[BigUint]) -> Option<Found> {
        let ones = numbers.iter().filter(|number| **number != BigUint::ZERO).count() as u64;
        let value = law.value(ones)?;
        let modulus = law.modulus;
        let count = match modulus {
            1 => Text::new(),
            2 => say![
                ", and of the 1s there are ",
                ones,
                if ones.is_multiple_of(2) { ", an even number" } else { ", an odd number" }
            ],
            _ => say![
                ", and of the 1s there are ",
                ones,
                ", which is ",
                ones % u64::from(modulus),
                " modulo ",
                modulus
            ],
        };
        let noun = self.noun();
        Some(Found::new(value, say![format!("every {noun} is at most "), 1u32, count]))
    }

    pub(super) fn trace_digits(
        &self,
        law: &DigitLaw,
        numbers: &[BigUint],
        blocks: &mut Vec<Block>,
    ) -> Option<Found> {
        let small = numbers.iter().all(|number| number.bits() <= 1);
        if let Some(law) = law.small.as_ref().filter(|_| small) {
            return self.trace_small(law, numbers);
        }
        let large = match &law.small {
            Some(_) => say![format!("some {} is at least ", self.noun()), 2u32, ", and "],
            None => Text::new(),
        };
        match &law.columns {
            Columns::Multiple { modulus } => {
                let odd = |ones: usize| !ones.is_multiple_of(*modulus as usize);
                let all = columns(numbers);
                let wrong = all.iter().find(|column| odd(column.ones));
                let value = if wrong.is_none() { law.all } else { law.otherwise };
                let none = *modulus as usize > numbers.len();
                if !none {
                    blocks.extend(columns_table(&self.names, numbers, *modulus, &mut |column| {
                        odd(column.ones)
                    }));
                }
                let reason = match (wrong, modulus) {
                    (None, _) if none => format!("every {} is 0", self.noun()).into(),
                    (Some(_), _) if none => format!("some {} is not 0", self.noun()).into(),
                    (None, 2) => say!["the nim-sum is ", nim_sum_of(numbers)],
                    (Some(_), 2) => say!["the nim-sum is ", nim_sum_of(numbers), ", not ", 0u32],
                    (None, _) => say!["in every place the number of ones is a multiple of ", *modulus],
                    (Some(column), _) => say![
                        "in the place of ",
                        place_of(column.place),
                        " the number of ones is ",
                        column.ones,
                        ", not a multiple of ",
                        *modulus
                    ],
                };
                Some(Found::new(value, say![large, reason]))
            }
            Columns::OneOf { letters } => {
                blocks.extend(columns_table(&self.names, numbers, 2, &mut |_| true));
                let read: Vec<usize> = NUMERATION.letters_of(numbers).collect();
                let wrong = read.iter().position(|letter| !letters.contains(letter));
                let reason = match wrong {
                    None => "every column of digits is one of those of the law".into(),
                    Some(at) => {
                        let digits: String = (0..numbers.len())
                            .map(|track| NUMERATION.digit(read[at], track).to_string())
                            .collect();
                        let place = place_of((read.len() - 1 - at) as u64);
                        say![
                            "the column ",
                            digits,
                            " in the place of ",
                            place,
                            " is not one of those of the law"
                        ]
                    }
                };
                Some(Found::new(if wrong.is_none() { law.all } else { law.otherwise }, say![large, reason]))
            }
        }
    }

    /// Three-player Nim with the podium rule.
    pub(super) fn trace_linked_piles(&self, numbers: &[BigUint], blocks: &mut Vec<Block>) -> Option<Found> {
        let all = columns(numbers);
        blocks.extend(columns_table(&self.names, numbers, 3, &mut |column| column.ones % 3 != 0));
        let mut decisive = all.iter().filter(|column| column.ones % 3 != 0);
        let Some(first) = decisive.next() else {
            return Some(Found::new(0, say!["in every place the number of ones is a multiple of ", 3u32]));
        };
        let lead = say![
            "the first place where the number of ones is not a multiple of ",
            3u32,
            " is that of ",
            place_of(first.place),
            ", where it is ",
            first.ones % 3,
            " modulo ",
            3u32
        ];
        if first.ones % 3 == 2 {
            return Some(Found::new(2, lead));
        }
        let linked = |number: &BigUint| {
            number.bit(first.place)
                && all.iter().filter(|column| column.place < first.place).all(|column| {
                    match column.ones % 3 {
                        0 => true,
                        ones => number.bit(column.place) == (ones == 1),
                    }
                })
        };
        Some(match numbers.iter().position(linked) {
            Some(pile) => Found::new(1, say![lead, ", and ", &self.names[pile], " is linked"]),
            None => Found::new(2, say![lead, ", and no pile is linked"]),
        })
    }

    /// A value beside each number, and the nim-sum of the values.
    fn values_table(&self, numbers: &[BigUint], head: [Text; 2], values: &[u64]) -> Block {
        let row = |((name, n), value): ((&Formula, &BigUint), &u64)| {
            vec![name.into(), number(n).into(), Text::from(*value)]
        };
        let [first, second] = head;
        Block::Table {
            head: vec![Text::new(), first, second],
            rows: self.names.iter().zip(numbers).zip(values).map(row).collect(),
        }
    }

    pub(super) fn trace_remainders(
        &self,
        law: &Remainders,
        numbers: &[BigUint],
        blocks: &mut Vec<Block>,
    ) -> Option<Found> {
        let rests: Vec<u64> = numbers.iter().map(|number| rest(number, law.modulus)).collect();
        let value = law.law.value(&rests);
        if let ([name], [n], [rest]) = (&self.names[..], numbers, &rests[..]) {
            return Some(Found::new(value, reduced(name, number(n), law.modulus, *rest).into()));
        }
        // The words of the law are about the parity of the sum, or about two remainders.
        if law.modulus == 2 {
            let sum: BigUint = numbers.iter().sum();
            let parity = if sum.bit(0) { ", which is odd" } else { ", which is even" };
            return Some(Found::new(value, say![self.sum(), " is ", number(&sum), parity]));
        }
        let head = [self.noun().into(), say!["modulo ", law.modulus]];
        blocks.push(self.values_table(numbers, head, &rests));
        if let (RemainderLaw::NimOutcome, [one, other]) = (law.law, &rests[..]) {
            let are = if one == other { "the two remainders are equal" } else { "the two remainders differ" };
            return Some(Found::new(value, are.into()));
        }
        let sum = rests.iter().fold(0, |sum, rest| sum ^ rest);
        let rests: Vec<BigUint> = rests.into_iter().map(BigUint::from).collect();
        let sum_of = say!["the nim-sum of the remainders is ", nim_sum_of(&rests)];
        let not = if sum == 0 { Text::new() } else { say![", not ", 0u32] };
        let reason = match law.law {
            RemainderLaw::NimSum => sum_of,
            RemainderLaw::NimOutcome => say![sum_of, not],
            RemainderLaw::MisereNimOutcome if rests.iter().all(|rest| rest.bits() <= 1) => {
                say!["every remainder is at most ", 1u32, ", and ", sum_of]
            }
            RemainderLaw::MisereNimOutcome => {
                say!["some remainder is at least ", 2u32, ", and ", sum_of, not]
            }
        };
        Some(Found::new(value, reason))
    }

    pub(super) fn trace_heap_sum(
        &self,
        law: &HeapSumLaw,
        numbers: &[BigUint],
        blocks: &mut Vec<Block>,
    ) -> Option<Found> {
        let of = |place: usize| law.values.get(place).or_else(|| law.values.last());
        let values: Option<Vec<u64>> = numbers
            .iter()
            .enumerate()
            .map(|(place, number)| Some(u64::from(periodic_at(of(place)?, number)?.0)))
            .collect();
        let values = values?;
        blocks.push(self.values_table(numbers, [self.noun().into(), "value".into()], &values));
        let sum = values.iter().fold(0, |sum, value| sum ^ value);
        let terms: Vec<BigUint> = values.into_iter().map(BigUint::from).collect();
        let not = if sum != 0 && law.is_outcome { say![", not ", 0u32] } else { Text::new() };
        let value = if law.is_outcome { Value::from(sum != 0) } else { Value::try_from(sum).ok()? };
        Some(Found::new(value, say!["the nim-sum of the values is ", nim_sum_of(&terms), not]))
    }

    pub(super) fn trace_nim_sum(
        &self,
        law: &NimSumLaw,
        numbers: &[BigUint],
        blocks: &mut Vec<Block>,
    ) -> Option<Found> {
        let kept: Option<Vec<(Formula, BigUint)>> = law
            .coordinates
            .iter()
            .map(|&track| {
                let (name, number) = (self.names.get(track)?.clone(), numbers.get(track)?);
                Some(match law.modulus {
                    Some(modulus) => (Formula::remainder(name, modulus), number % modulus),
                    None => (name, number.clone()),
                })
            })
            .collect();
        let (names, kept): (Vec<Formula>, Vec<BigUint>) = kept?.into_iter().unzip();
        let inner = self.of(names, law.modulus.map(|_| "remainder"));
        if let Some(small) = law.small.as_ref().filter(|_| kept.iter().all(|number| number.bits() <= 1)) {
            return inner.trace_small(small, &kept);
        }
        blocks.extend(columns_table(&inner.names, &kept, 2, &mut |column| column.ones % 2 == 1));
        let sum = kept.iter().fold(BigUint::ZERO, |sum, number| sum ^ number);
        let fits = law.sums.iter().any(|&known| sum == BigUint::from(known));
        let large = match &law.small {
            Some(_) => say![format!("some {} is at least ", inner.noun()), 2u32, ", and "],
            None => Text::new(),
        };
        let not = if fits { Text::new() } else { say![", not ", Text::either(law.sums.iter().copied())] };
        let reason = say![large, "the nim-sum is ", nim_sum_of(&kept), not];
        Some(Found::new(if fits { law.all } else { law.otherwise }, reason))
    }

    pub(super) fn trace_rows(
        &self,
        rows: &Rows,
        numbers: &[BigUint],
        blocks: &mut Vec<Block>,
    ) -> Option<Found> {
        let mut heaps = numbers.to_vec();
        heaps.sort_unstable();
        let sum: BigUint = heaps.iter().sum();
        let column = usize::try_from(rest(&sum, rows.modulus)).ok()?;
        let largest = heaps.pop()?;
        let named = |row: &&bouton_forms::Row| {
            row.heaps.len() == heaps.len()
                && row.heaps.iter().zip(&heaps).all(|(known, heap)| *heap == BigUint::from(*known))
        };
        let row = rows.rows.iter().find(named);
        let smaller = match &heaps[..] {
            [] => Text::new(),
            _ => say![
                format!("beside the largest {}, ", self.noun()),
                number(&largest),
                ", there ",
                if heaps.len() == 1 { "is " } else { "are " },
                Formula::list(heaps.iter().map(number))
            ],
        };
        let remainder = match rows.modulus {
            1 => Text::new(),
            modulus => {
                let chain = self.letter("R").equals(Formula::remainder(number(&sum), modulus)).equals(column);
                if rows.rows.is_empty() {
                    return Some(Found::new(rows.typical[column], chain.into()));
                }
                say![", and ", chain]
            }
        };
        if let Some(row) = row {
            let one = Rows { modulus: rows.modulus, typical: rows.typical.clone(), rows: vec![row.clone()] };
            blocks.push(self.rows_table(&one));
            let name: Vec<Formula> =
                row.heaps.iter().map(|&heap| heap.into()).chain([self.letter("z")]).collect();
            let exception = row
                .exceptions
                .iter()
                .find(|(known, _)| largest == BigUint::from(*known))
                .map(|found| found.1);
            let value = exception.unwrap_or(row.values[column]);
            let reason = say![
                smaller,
                ": the row ",
                Formula::Row(name),
                " applies",
                match exception {
                    Some(_) => say![" with its exception at ", self.letter("z").equals(number(&largest))],
                    None => remainder,
                }
            ];
            return Some(Found::new(value, reason));
        }
        let reason = match &heaps[..] {
            [] => say!["no row applies", remainder],
            _ => say![smaller, ", which is not an exceptional row", remainder],
        };
        Some(Found::new(rows.typical[column], reason))
    }

    pub(super) fn trace_cases(
        &self,
        cases: &Cases,
        numbers: &[BigUint],
        blocks: &mut Vec<Block>,
    ) -> Option<Found> {
        let here = |point: &&(Vec<u64>, Value)| {
            point.0.len() == numbers.len()
                && point.0.iter().zip(numbers).all(|(known, number)| *number == BigUint::from(*known))
        };
        if let Some((point, value)) = cases.points.iter().find(here) {
            return Some(Found::new(*value, self.at_point(cases, point)));
        }
        let applies = |conditions: &[Condition]| conditions.iter().all(|condition| holds(condition, numbers));
        if let Some(case) = cases.cases.iter().find(|case| applies(&case.conditions)) {
            let inner = self.trace_cases(&case.law, numbers, blocks)?;
            let reason = match &case.law.typical {
                Rule::Constant { .. } if case.law.cases.is_empty() && case.law.points.is_empty() => {
                    self.conditions(&case.conditions)
                }
                _ => say![self.conditions(&case.conditions), ", and ", inner.reason],
            };
            return Some(Found { reason, ..inner });
        }
        let found = self.trace_rule(&cases.typical, numbers, blocks)?;
        let reason = match (&cases.typical, cases.cases.is_empty() && cases.points.is_empty()) {
            (Rule::Constant { .. }, false) => match (&cases.cases[..], cases.points.is_empty()) {
                ([Case { conditions, law }], true) if law.length() == 0 => {
                    say!["it is not true that ", self.conditions(conditions)]
                }
                _ if self.in_a_sentence(cases).is_some() => "none of these conditions holds".into(),
                _ => "no exception applies".into(),
            },
            (_, false) => match self.other_side(cases) {
                Some(condition) => say![condition, ", and ", found.reason],
                None => say!["no exception applies, and ", found.reason],
            },
            _ => found.reason,
        };
        Some(Found { reason, ..found })
    }

    /// The reason at a position that the law names: one of the conditions of its sentence, or an exception.
    fn at_point(&self, cases: &Cases, point: &[u64]) -> Text {
        let is_condition =
            matches!(cases.typical, Rule::Constant { .. }) && self.in_a_sentence(cases).is_some();
        match point {
            [only] if is_condition => say!["the law names ", *only],
            all if is_condition => say!["the law names ", Formula::tuple(all.iter().copied())],
            all => say![Formula::position(all.iter().copied()), " is listed as an exception"],
        }
    }

    /// The condition that the only case does not hold, if that is a comparison.
    fn other_side(&self, cases: &Cases) -> Option<Formula> {
        let [Case { conditions, .. }] = &cases.cases[..] else { return None };
        let [Condition::AtMost { form, value }] = &conditions[..] else { return None };
        cases.points.is_empty().then(|| self.compared(form, Sign::AtLeast, value + 1))
    }

    fn trace_rule(&self, rule: &Rule, numbers: &[BigUint], blocks: &mut Vec<Block>) -> Option<Found> {
        match rule {
            Rule::Constant { value } => {
                Some(Found::new(*value, "every position there has this value".into()))
            }
            Rule::Residue { form, modulus, values, .. } => {
                let rest = at(form, numbers).rem_euclid(&BigInt::from(*modulus)).to_usize()?;
                let found = *values.get(rest)?;
                Some(Found::new(found, self.remainder_at(form, *modulus, numbers)?.into()))
            }
            Rule::Classes { moduli, values } => {
                let rests: Vec<u64> =
                    numbers.iter().zip(moduli).map(|(number, &modulus)| rest(number, modulus)).collect();
                let found = *values.get(class_index(&rests, moduli)?)?;
                let parts = self.names.iter().zip(numbers).zip(moduli.iter().zip(&rests));
                let parts =
                    parts.filter(|(_, (modulus, _))| **modulus > 1).map(|((name, n), (modulus, rest))| {
                        Text::from(reduced(name, number(n), *modulus, *rest))
                    });
                Some(Found::new(found, Text::all(parts)))
            }
            Rule::Automaton { law, .. } => self.trace_automaton(law, numbers, blocks),
        }
    }

    pub(super) fn trace_mostly(
        &self,
        found: &Mostly,
        law: &ControlLaw,
        numbers: &[BigUint],
        blocks: &mut Vec<Block>,
    ) -> Option<Found> {
        if found.conditions.iter().all(|condition| holds(condition, numbers)) {
            let inner = self.trace_rule(&found.rule, numbers, blocks)?;
            return Some(Found {
                reason: say![self.conditions(&found.conditions), ", and ", inner.reason],
                ..inner
            });
        }
        self.trace_automaton(&law.law, numbers, blocks)
    }

    /// The reason for the outcome of two numbers by the zeros at their ends and by the numbers of their pairs.
    fn trace_pair(&self, found: &Beatty, smaller: &BigUint, larger: &BigUint) -> Option<Text> {
        let numeration = Numeration::ostrowski_period(&found.period)?;
        let blocks = numeration.blocks()?;
        let odd = |number: &BigUint| {
            let word = numeration.word(number);
            let places = word.iter().rev().flat_map(|&digit| blocks[usize::from(digit)].iter().rev());
            places.take_while(|&&place| place == 0).count() % 2 == 1 && *number != BigUint::ZERO
        };
        let zero = larger == &BigUint::ZERO;
        if odd(smaller) || !odd(larger) && !zero {
            let (of, parity) = if odd(smaller) { (smaller, "odd") } else { (larger, "even") };
            return Some(say![number(of), format!(" ends in an {parity} number of zeros")]);
        }
        // A number ⌊nα⌋ or ⌊nβ⌋ has the number n that its running values give.
        let numbers = [smaller, larger].map(|number| found.number_of(&numeration, number));
        let [Some(n), Some(m)] = numbers else { return None };
        let pair = |slope: &str, n: &BigUint| {
            Formula::Floor(Box::new(Formula::Product(vec![number(n), Formula::name(slope)], false)))
        };
        Some(say![
            number(smaller).equals(pair("α", &n[0])),
            " and ",
            number(larger).equals(pair("β", &m[1])),
            if n[0] == m[1] { ", a pair" } else { ", which are not a pair" }
        ])
    }

    pub(super) fn trace_beatty(
        &self,
        found: &Beatty,
        law: &ControlLaw,
        numbers: &[BigUint],
        blocks: &mut Vec<Block>,
    ) -> Option<Found> {
        let numeration = law.law.numeration();
        let value = law.law.evaluate(0, numbers);
        let blocks_of_places = numeration.blocks();
        let word = |number: &BigUint| -> String {
            let digits = numeration.word(number);
            let word: String = match &blocks_of_places {
                // A digit is a block of places.
                Some(blocks) => {
                    let places = digits.iter().flat_map(|&digit| &blocks[usize::from(digit)]);
                    places.skip_while(|place| **place == 0).map(ToString::to_string).collect()
                }
                None => digits.iter().map(ToString::to_string).collect(),
            };
            if word.is_empty() { "0".to_owned() } else { word }
        };
        let (smaller, larger) = match numbers {
            [one, other] if one <= other => (one, other),
            [one, other] => (other, one),
            _ => return None,
        };
        let row = |(name, n): (&Formula, &BigUint)| vec![name.into(), number(n).into(), word(n).into()];
        blocks.push(Block::Table {
            head: ["", self.noun(), "word"].map(Text::from).to_vec(),
            rows: self.names.iter().zip(numbers).map(row).collect(),
        });
        let pair = |(x, y): &(u64, u64)| *smaller == BigUint::from(*x) && *larger == BigUint::from(*y);
        let (short, long) = (word(smaller), word(larger));
        let reason = if found.exceptions.iter().any(pair) {
            say![Formula::tuple([number(smaller), number(larger)]), " is listed as an exception"]
        } else if let [_, _, ..] = found.period[..] {
            self.trace_pair(found, smaller, larger)?
        } else if *larger != BigUint::ZERO && long != format!("{short}0") {
            say!["the word of ", number(larger), " is not that of ", number(smaller), " with a 0 appended"]
        } else {
            let zeros = short.len() - short.trim_end_matches('0').len();
            let zeros = if *smaller == BigUint::ZERO { 0 } else { zeros };
            let parity = if zeros % 2 == 0 { "even" } else { "odd" };
            say![
                "the word of ",
                number(larger),
                " is that of ",
                number(smaller),
                " with a 0 appended, and the word of ",
                number(smaller),
                format!(" ends in an {parity} number of zeros")
            ]
        };
        Some(Found::new(value, reason))
    }

    /// The quotients of numbers by a divisor, and their nim-sum; of two numbers, whether the quotients are equal.
    fn quotients_at(&self, divisor: u32, numbers: &[BigUint], holds: bool) -> Formula {
        let mut quotients = self.names.iter().map(|name| Formula::floor(name, divisor));
        let values: Vec<BigUint> = numbers.iter().map(|number| number / divisor).collect();
        if let ([value, other], Some(one), Some(two)) = (&values[..], quotients.next(), quotients.next()) {
            return match holds {
                true => one.equals(two).equals(number(value)),
                false => one.equals(number(value)).related(Sign::Unequal, number(other)).equals(two),
            };
        }
        let sum = Formula::nim_sum(self.names.iter().map(|name| Formula::floor(name, divisor)));
        sum.equals(nim_sum_of(&values))
    }

    /// The remainder of a form at numbers.
    fn remainder_at(&self, form: &LinearForm, modulus: u32, numbers: &[BigUint]) -> Option<Formula> {
        let value = at(form, numbers);
        let rest = value.rem_euclid(&BigInt::from(modulus)).to_u64()?;
        let value = Formula::Number(value.to_string().replace('-', "−"));
        Some(reduced(&self.form(form), value, modulus, rest))
    }

    /// Traces a law that a few properties decide: the properties of the first case that holds.
    pub(super) fn trace_properties(
        &self,
        found: &Properties,
        numbers: &[BigUint],
        blocks: &mut Vec<Block>,
    ) -> Option<Found> {
        let (inner, mut place) = (self.sorted(), numbers.to_vec());
        let speaker = if found.is_ordered() { &inner } else { self };
        if found.sorted {
            place.sort_unstable();
        }
        let answers = found.properties.iter().map(|property| {
            let automaton = property.automaton(self.numeration, numbers.len())?;
            Some(automaton.evaluate(0, &place) == 1)
        });
        let mut answers: Vec<bool> = answers.collect::<Option<_>>()?;
        let found = &at_the_position(found, &mut answers, &place);
        let applies = |term: &Term| term.iter().all(|&(property, holds)| answers[property] == holds);
        let case = found.cases.iter().find_map(|(value, terms)| {
            let term = terms.iter().find(|term| applies(term))?;
            Some((*value, term))
        });
        let (ordered, plain) = ((speaker, &place[..]), (self, numbers));
        // The numbers are put in where they cannot be seen in the position: in quotients and remainders.
        let put_in = |property: &Property, holds: bool| match property {
            Property::NimSumOfQuotients { divisor } => Some(self.quotients_at(*divisor, numbers, holds)),
            Property::Remainder { form, modulus, .. } if *modulus > 2 || form.weight() > 1 => {
                // The order does not matter to a sum.
                let is_sum = form.coefficients().windows(2).all(|pair| pair[0] == pair[1]);
                let (speaker, numbers) = if is_sum { plain } else { ordered };
                speaker.remainder_at(form, *modulus, numbers)
            }
            _ => None,
        };
        let clauses = |term: &Term| {
            let at = |&(place, holds): &(usize, bool)| put_in(&found.properties[place], holds);
            let seen: Term = term.iter().filter(|part| at(part).is_none()).copied().collect();
            let seen = speaker.properties(found, &seen, self).into_iter().map(|clause| clause.text);
            Text::all(seen.chain(term.iter().filter_map(at).map(Text::from)))
        };
        let (value, reason) = match case {
            Some((value, term)) => (value, clauses(term)),
            // Of each condition of other values, the first part that the position violates.
            None => {
                let mut violated: Term = Vec::new();
                for term in found.cases.iter().flat_map(|(_, terms)| terms) {
                    let part = term.iter().find(|&&(property, holds)| answers[property] != holds);
                    let part = part.map(|&(property, holds)| (property, !holds));
                    violated.extend(part.filter(|part| !violated.contains(part)));
                }
                (found.otherwise, clauses(&violated))
            }
        };
        // Conditions on digits are seen in the words of the numbers.
        if found.properties.iter().any(Property::is_about_words) {
            let word = |number: &BigUint| -> String {
                let word: String = self.numeration.word(number).iter().map(|&digit| sign(digit)).collect();
                if word.is_empty() { "0".to_owned() } else { word }
            };
            let row = |(name, n): (&Formula, &BigUint)| vec![name.into(), number(n).into(), word(n).into()];
            let digits = if self.numeration.is_binary() { "in binary" } else { "digits" };
            blocks.push(Block::Table {
                head: ["", self.noun(), digits].map(Text::from).to_vec(),
                rows: speaker.names.iter().zip(&place).map(row).collect(),
            });
        }
        let order = || {
            let order = Formula::tuple(speaker.names.iter().cloned());
            order.equals(Formula::tuple(place.iter().map(number)))
        };
        let reason = match found.is_ordered() {
            true => say!["in ascending order ", order(), "; ", reason],
            false => reason,
        };
        Some(Found { value, reason })
    }

    /// Traces an automaton: its states as it reads the digits of the position.
    pub(super) fn trace_automaton(
        &self,
        law: &DigitAutomaton,
        numbers: &[BigUint],
        blocks: &mut Vec<Block>,
    ) -> Option<Found> {
        if law.tracks() != numbers.len() {
            return None;
        }
        let numeration = law.numeration();
        let mut state = *law.starts().first()?;
        let mut rows = Vec::new();
        for letter in numeration.letters_of(numbers) {
            let before = state;
            state = law.next(state, letter);
            let digits: Vec<String> =
                (0..law.tracks()).map(|track| numeration.digit(letter, track).to_string()).collect();
            rows.push(vec![Text::from(before), Text::from(digits.join(" ")), Text::from(state)]);
        }
        let value = law.output(state);
        let names = Text::joined(self.names.iter(), " ");
        let skipped = rows.len().saturating_sub(MOST_LETTERS);
        rows.drain(..skipped);
        if !rows.is_empty() {
            let head = vec!["state".into(), say!["digits of ", names], "next state".into()];
            blocks.push(Block::Table { head, rows });
        }
        let last = match skipped {
            0 => Text::new(),
            count => say![" (the first ", count, " steps are left out)"],
        };
        Some(Found::new(value, say!["the automaton of the law ends in state ", state, last]))
    }
}

/// The properties, where one whose negation means one of two things says which one it is at a position: a number that
/// does not end in an odd number of zeros is 0 or ends in an even number of them.
fn at_the_position(found: &Properties, answers: &mut [bool], numbers: &[BigUint]) -> Properties {
    let mut found = found.clone();
    for (place, holds) in answers.iter_mut().enumerate().filter(|(_, holds)| !**holds) {
        let Property::Zeros { number, odd } = found.properties[place] else { continue };
        found.properties[place] = if numbers[number] == BigUint::ZERO {
            let only = (0..numbers.len()).map(|track| i64::from(track == number)).collect();
            Property::Linear(Condition::Equal { form: LinearForm::of(only), value: 0 })
        } else {
            Property::Zeros { number, odd: !odd }
        };
        let terms = found.cases.iter_mut().flat_map(|(_, terms)| terms).flatten();
        terms.filter(|(named, _)| *named == place).for_each(|(_, said)| *said = !*said);
        *holds = true;
    }
    found
}

#[cfg(test)]
mod tests {
    use bouton_core::{ControlState, Law, Ruleset, Watch};
    use bouton_prove::{Goal, ProveOptions, prove};
    use num_bigint::BigUint;

    use crate::explain;

    fn proved(rules: &str, goal: Goal, numeration: &str) -> (Ruleset, Law) {
        let ruleset = bouton_rules::Game::parse(rules).unwrap().ruleset().unwrap();
        let numeration = numeration.parse().unwrap();
        let options = ProveOptions { numeration, ..ProveOptions::default() };
        let law = prove(&ruleset, goal, &options, &Watch::unlimited()).unwrap().law().clone();
        (ruleset, law)
    }

    /// Compares the traces of all small positions, and of some large ones, with the law.
    #[test]
    fn every_form_says_what_the_law_says() {
        let cases = [
            ("heaps 1; move take 1..3 from 1 heap", Goal::Outcome, "2"),
            ("heaps 3; move take any from 1 heap", Goal::Outcome, "2"),
            ("heaps 3; move take any from 1 heap; play misere", Goal::Outcome, "2"),
            ("heaps 3; move take any from 1 heap", Goal::Grundy, "2"),
            ("heaps 4; move take any from at most 2 heaps", Goal::Outcome, "2"),
            ("players 3 podium; heaps 3; move take any from 1 heap", Goal::Outcome, "2"),
            ("heaps 3; move take 1..3 from 1 heap", Goal::Grundy, "2"),
            ("heaps 2; move take {1, 3, 4} from 1 heap", Goal::Grundy, "2"),
            ("heaps 3; move take 1..2 in total from at most 2 heaps", Goal::Outcome, "2"),
            (
                "heaps 3; move take 1..2 in total from at most 2 heaps; stop when at most 1 heap is nonempty",
                Goal::Outcome,
                "2",
            ),
            (
                "heaps 3; move take 1..2 in total from at most 2 heaps; stop when at most 1 heap is nonempty",
                Goal::Grundy,
                "2",
            ),
            (
                "heaps 3; move take 1..2 in total from at most 2 heaps; stop when at most 1 heap is nonempty",
                Goal::Outcome,
                "3",
            ),
            ("heaps 2; move take any from 1 heap; move take the same odd from 2 heaps", Goal::Outcome, "3"),
            ("counters n; move n -> n - 1; move n -> n div 2", Goal::Outcome, "2"),
            ("heaps 2; move take odd from 1 heap", Goal::Outcome, "2"),
            ("heaps 2; move take any from 1 heap", Goal::Outcome, "2"),
            ("heaps 3; move take any from exactly 2 heaps", Goal::Outcome, "2"),
            ("heaps 2; move take 1..4 from at most 2 heaps", Goal::Outcome, "2"),
            ("heaps 2; move take any from 1 heap; pass 1 unless empty", Goal::Outcome, "2"),
            ("heap sizes 1..3; move take any from 1 heap; pass 1 unless empty", Goal::Outcome, "2"),
            (
                "heaps 2; move take any from 1 heap; move take the same any from 2 heaps",
                Goal::Outcome,
                "fibonacci",
            ),
            ("counters a, b; move a -> t where t < a; move b -> t where t < b, t > a", Goal::Outcome, "2"),
            ("heaps 2; move take 1 from 1 heap; move take 2 from 2 heaps", Goal::Grundy, "2"),
        ];
        let mut forms = std::collections::BTreeSet::new();
        for (rules, goal, numeration) in cases {
            let (ruleset, law) = proved(rules, goal, numeration);
            let explanation = explain(&ruleset, &law);
            for law in &explanation.laws {
                let json = serde_json::to_value(law).unwrap();
                forms.insert(json["form"].as_str().unwrap_or("halved").to_owned());
            }
            let dimension = ruleset.dimension();
            let side: u64 = match dimension {
                1 => 40,
                2 => 13,
                3 => 7,
                _ => 5,
            };
            let count = side.pow(u32::try_from(dimension).unwrap());
            let large = BigUint::from(10u32).pow(25);
            for (control, name) in (0u8..).zip(ruleset.controls()) {
                for code in 0..count {
                    let small =
                        (0..u32::try_from(dimension).unwrap()).map(|track| code / side.pow(track) % side);
                    let mut position: Vec<BigUint> = small.map(BigUint::from).collect();
                    for shift in [false, true] {
                        if shift {
                            position.iter_mut().for_each(|number| *number *= &large);
                        }
                        let coordinates: Option<Vec<u64>> =
                            position.iter().map(|number| u64::try_from(number).ok()).collect();
                        if coordinates.is_some_and(|coordinates| !ruleset.has(&coordinates))
                            || shift && ruleset.exists_text().is_some()
                        {
                            continue;
                        }
                        let value = law.value(ControlState(control), &position);
                        let trace = explanation.trace(&position, name, value.as_ref()).unwrap();
                        let expected = if law.is_grundy() {
                            value.unwrap().to_string()
                        } else {
                            law.outcome(ControlState(control), &position).to_string()
                        };
                        assert_eq!(trace.value, expected, "{rules}: {position:?} {name}: {}", trace.reason);
                        assert!(!trace.reason.is_empty());
                    }
                }
            }
        }
        let expected = [
            "beatty",
            "cases",
            "digits",
            "heap-sum",
            "linked-piles",
            "periodic",
            "remainders",
            "rows",
            "sorted",
        ];
        let missing: Vec<&&str> = expected.iter().filter(|form| !forms.contains(**form)).collect();
        assert!(missing.is_empty(), "{missing:?} of {forms:?}");
    }

    #[test]
    fn the_reason_is_the_condition_that_decides() {
        let reason = |rules: &str, numeration: &str, position: [u32; 2], control: &str| {
            let (ruleset, law) = proved(rules, Goal::Outcome, numeration);
            let trace = explain(&ruleset, &law).trace(&position.map(BigUint::from), control, None);
            trace.unwrap().reason.to_string()
        };
        let sides = "heaps 2; move take 1 from 1 heap; move take 2 from h1 when h1 > h2";
        assert_eq!(reason(sides, "2", [7, 3], ""), "h1 ≥ h2 − 1, and (h2 − h1) mod 3 = −4 mod 3 = 2");
        let pass = "heaps 2; move take any from 1 heap; pass 1 unless empty";
        let in_order = |place| reason(pass, "2", place, "pass");
        assert_eq!(in_order([5, 3]), "in ascending order (a, b) = (3, 5); none of these conditions holds");
        assert_eq!(in_order([0, 0]), "in ascending order (a, b) = (0, 0); the law names (0, 0)");
        let nimhoff = "heaps 2; move take any from 1 heap; move take the same 1 from 2 heaps";
        let of_quotients = |place| reason(nimhoff, "2", place, "");
        assert_eq!(of_quotients([7, 11]), "⌊h1/3⌋ = 2 ≠ 3 = ⌊h2/3⌋");
        assert_eq!(of_quotients([9, 11]), "(h1 + h2) mod 3 = 20 mod 3 = 2");
        assert_eq!(of_quotients([10, 11]), "⌊h1/3⌋ = ⌊h2/3⌋ = 3 and (h1 + h2) mod 3 = 21 mod 3 = 0");
        let misere = "heaps 2; move take any from 1 heap; move take the same any from 2 heaps; play misere";
        assert_eq!(reason(misere, "fibonacci", [2, 2], ""), "(2, 2) is listed as an exception");
        // Of three heaps the nim-sum of the quotients decides.
        let three = "heaps 3; move take any from 1 heap; move take 1..2 in total from at most 3 heaps";
        let (ruleset, law) = proved(three, Goal::Outcome, "2");
        let trace = explain(&ruleset, &law).trace(&[6u32, 10, 5].map(BigUint::from), "", None).unwrap();
        assert_eq!(
            trace.reason.to_string(),
            "⌊h1/3⌋ ⊕ ⌊h2/3⌋ ⊕ ⌊h3/3⌋ = 2 ⊕ 3 ⊕ 1 = 0 and (h1 + h2 + h3) mod 3 = 21 mod 3 = 0"
        );
    }
}

//! Readable forms as steps.

use bouton_core::Value;
use bouton_forms::{
    Base, Cases, Columns, Condition, ControlLaw, DigitLaw, Form, GrundyValues, HeapSumLaw, NimSumLaw,
    Periodic, RemainderLaw, Remainders, Rows, Rule,
};

use super::{About, Number, Statement, Test};

/// The steps of a law, and the numbers that they read; `None` if its form does not have a simple
/// program.
pub(super) fn steps(law: &ControlLaw, dimension: usize, nim_heap: bool) -> Option<(About, Vec<Statement>)> {
    let speaker = Steps { dimension, grundy: law.grundy.as_ref() };
    // A law with a Nim heap without extracted values is about the heap, too: then only Nim itself
    // is known.
    if nim_heap && law.grundy.is_none() {
        return match &law.form {
            Form::Digits(DigitLaw {
                columns: Columns::Multiple { modulus: 2 }, all: 0, small: None, ..
            }) => Some((About::Coordinates, vec![Statement::Return(nim_sum(dimension))])),
            _ => None,
        };
    }
    match &law.form {
        Form::Rows(rows) => Some((About::Sorted, speaker.rows(rows)?)),
        Form::Sorted(cases) => Some((About::Sorted, speaker.cases(cases)?)),
        Form::Halved(halved) => Some((About::Halved(halved.halvings), speaker.form(&halved.form)?)),
        form => Some((About::Coordinates, speaker.form(form)?)),
    }
}

fn nim_sum(dimension: usize) -> Number {
    Number::NimSum((0..dimension).map(Number::Coordinate).collect())
}

struct Steps<'a> {
    dimension: usize,
    grundy: Option<&'a GrundyValues>,
}

impl Steps<'_> {
    /// The steps of a form on unchanged numbers.
    fn form(&self, form: &Form) -> Option<Vec<Statement>> {
        match form {
            Form::Constant(value) => Some(vec![self.value(*value)?]),
            Form::Periodic(periodic) => self.periodic(periodic),
            Form::Digits(digits) => self.digits(digits),
            Form::Remainders(remainders) => self.remainders(*remainders),
            Form::HeapSum(sum) => self.heap_sum(sum),
            Form::NimSum(found) => self.nim_sum_law(found),
            Form::Cases(cases) => self.cases(cases),
            Form::Rows(_)
            | Form::Sorted(_)
            | Form::Apart(_)
            | Form::Properties(_)
            | Form::Halved(_)
            | Form::LinkedPiles
            | Form::Mostly(_)
            | Form::Beatty(_)
            | Form::Automaton { .. } => None,
        }
    }

    /// The number that a value stands for, without its base.
    fn plain(&self, value: Value) -> Option<u64> {
        match self.grundy {
            None => Some(value.into()),
            Some(grundy) => u64::try_from(grundy.excess(value)).ok(),
        }
    }

    /// Adds the base to a number.
    fn over_base(&self, number: Number) -> Option<Statement> {
        match self.grundy.map(|grundy| &grundy.base) {
            None | Some(Base::Zero) => Some(Statement::Return(number)),
            Some(Base::NimSum) => {
                let mut terms: Vec<Number> = (0..self.dimension).map(Number::Coordinate).collect();
                if number != Number::Constant(0) {
                    terms.push(number);
                }
                Some(Statement::Return(Number::NimSum(terms)))
            }
            // x + 1 may be too large for a language's numbers.
            Some(Base::Form { .. } | Base::Quotient { .. }) => None,
        }
    }

    fn value(&self, value: Value) -> Option<Statement> {
        self.over_base(Number::Constant(self.plain(value)?))
    }

    fn entry(&self, values: &[Value], index: Number) -> Option<Statement> {
        if let [first, rest @ ..] = values
            && rest.iter().all(|value| value == first)
        {
            return self.value(*first);
        }
        let plain: Vec<u64> = values.iter().map(|&value| self.plain(value)).collect::<Option<_>>()?;
        // A remainder itself does not need a list.
        if plain.iter().zip(0..).all(|(&value, place)| value == place) {
            return self.over_base(index);
        }
        self.over_base(Number::Entry(plain, Box::new(index)))
    }

    fn unit(&self, track: usize) -> Vec<i64> {
        (0..self.dimension).map(|other| i64::from(other == track)).collect()
    }

    fn remainder(&self, track: usize, modulus: u32) -> Number {
        Number::Remainder { coefficients: self.unit(track), constant: 0, modulus }
    }

    fn periodic(&self, law: &Periodic) -> Option<Vec<Statement>> {
        let mut steps = Vec::new();
        if !law.before.is_empty() {
            let small = Test::AtMost(self.unit(0), i64::try_from(law.preperiod).ok()? - 1);
            // A list of one value does not need an index.
            let index = Number::Coordinate(0);
            let plain: Vec<u64> = law.before.iter().map(|&value| self.plain(value)).collect::<Option<_>>()?;
            let step = match plain[..] {
                [only] => self.over_base(Number::Constant(only))?,
                _ => self.over_base(Number::Entry(plain, Box::new(index)))?,
            };
            steps.push(Statement::If(small, vec![step]));
        }
        steps.push(self.entry(&law.values, self.remainder(0, u32::try_from(law.period).ok()?))?);
        Some(steps)
    }

    fn digits(&self, law: &DigitLaw) -> Option<Vec<Statement>> {
        let mut steps = Vec::new();
        if let Some(small) = &law.small {
            let ones = (0..self.dimension).map(|track| Test::AtMost(self.unit(track), 1)).collect();
            let count = Number::Remainder {
                coefficients: vec![1; self.dimension],
                constant: 0,
                modulus: small.modulus,
            };
            steps.push(Statement::If(Test::And(ones), vec![self.entry(&small.values, count)?]));
        }
        let fits = match law.columns {
            Columns::Multiple { modulus: 2 } => Test::Zero(nim_sum(self.dimension)),
            Columns::Multiple { modulus } if modulus as usize > self.dimension => {
                Test::And((0..self.dimension).map(|track| Test::Equal(self.unit(track), 0)).collect())
            }
            Columns::Multiple { modulus } => Test::Columns(modulus),
            Columns::OneOf { .. } => return None,
        };
        steps.push(Statement::If(fits, vec![self.value(law.all)?]));
        steps.push(self.value(law.otherwise)?);
        Some(steps)
    }

    fn remainders(&self, found: Remainders) -> Option<Vec<Statement>> {
        let sum =
            Number::NimSum((0..self.dimension).map(|track| self.remainder(track, found.modulus)).collect());
        let outcome = |steps: &mut Vec<Statement>| {
            steps.push(Statement::If(Test::Zero(sum.clone()), vec![Statement::Return(Number::Constant(0))]));
            steps.push(Statement::Return(Number::Constant(1)));
        };
        let mut steps = Vec::new();
        match found.law {
            RemainderLaw::NimSum if self.grundy.is_none_or(|grundy| grundy.least == 0) => {
                steps.push(self.over_base(sum)?);
            }
            RemainderLaw::NimOutcome if self.grundy.is_none() => outcome(&mut steps),
            _ => return None,
        }
        Some(steps)
    }

    fn heap_sum(&self, sum: &HeapSumLaw) -> Option<Vec<Statement>> {
        if self.grundy.is_some_and(|grundy| grundy.least != 0 || sum.is_outcome) {
            return None;
        }
        let terms = (0..self.dimension)
            .map(|track| {
                let law = sum.values.get(track).or(sum.values.first())?;
                let values: Vec<u64> = law.values.iter().map(|&value| value.into()).collect();
                let index = Box::new(self.remainder(track, u32::try_from(law.period).ok()?));
                law.before.is_empty().then_some(Number::Entry(values, index))
            })
            .collect::<Option<_>>()?;
        if !sum.is_outcome {
            return Some(vec![self.over_base(Number::NimSum(terms))?]);
        }
        let lost = Test::Zero(Number::NimSum(terms));
        Some(vec![
            Statement::If(lost, vec![Statement::Return(Number::Constant(0))]),
            Statement::Return(Number::Constant(1)),
        ])
    }

    fn nim_sum_law(&self, law: &NimSumLaw) -> Option<Vec<Statement>> {
        let mut steps = Vec::new();
        if let Some(small) = &law.small {
            // Whether remainders are small is not a test of a program here.
            if law.modulus.is_some() {
                return None;
            }
            let ones = law.coordinates.iter().map(|&track| Test::AtMost(self.unit(track), 1)).collect();
            let mut coefficients = vec![0; self.dimension];
            for &track in &law.coordinates {
                coefficients[track] = 1;
            }
            let count = Number::Remainder { coefficients, constant: 0, modulus: small.modulus };
            steps.push(Statement::If(Test::And(ones), vec![self.entry(&small.values, count)?]));
        }
        let number = |&track: &usize| match law.modulus {
            Some(modulus) => self.remainder(track, modulus),
            None => Number::Coordinate(track),
        };
        for &sum in &law.sums {
            // A nim-sum is this number if adding it once more gives 0.
            let mut terms: Vec<Number> = law.coordinates.iter().map(number).collect();
            terms.extend((sum > 0).then_some(Number::Constant(sum)));
            steps.push(Statement::If(Test::Zero(Number::NimSum(terms)), vec![self.value(law.all)?]));
        }
        steps.push(self.value(law.otherwise)?);
        Some(steps)
    }

    fn rows(&self, rows: &Rows) -> Option<Vec<Statement>> {
        if self.grundy.is_some_and(|grundy| grundy.base != Base::Zero) {
            return None;
        }
        let varies = |values: &[Value]| values.iter().any(|value| *value != values[0]);
        let mut steps = Vec::new();
        if varies(&rows.typical) || rows.rows.iter().any(|row| varies(&row.values)) {
            steps.push(Statement::Remember(Number::Remainder {
                coefficients: vec![1; self.dimension],
                constant: 0,
                modulus: rows.modulus,
            }));
        }
        for row in &rows.rows {
            let mut equal = Vec::new();
            for (track, &heap) in row.heaps.iter().enumerate() {
                equal.push(Test::Equal(self.unit(track), i64::try_from(heap).ok()?));
            }
            let mut body = Vec::new();
            for &(largest, value) in &row.exceptions {
                let here = Test::Equal(self.unit(self.dimension - 1), i64::try_from(largest).ok()?);
                body.push(Statement::If(here, vec![self.value(value)?]));
            }
            body.push(self.entry(&row.values, Number::Remembered)?);
            steps.push(Statement::If(Test::And(equal), body));
        }
        steps.push(self.entry(&rows.typical, Number::Remembered)?);
        Some(steps)
    }

    fn cases(&self, cases: &Cases) -> Option<Vec<Statement>> {
        let mut steps = Vec::new();
        for (point, value) in &cases.points {
            let mut equal = Vec::new();
            for (track, &coordinate) in point.iter().enumerate() {
                equal.push(Test::Equal(self.unit(track), i64::try_from(coordinate).ok()?));
            }
            steps.push(Statement::If(Test::And(equal), vec![self.value(*value)?]));
        }
        for case in &cases.cases {
            let conditions = case
                .conditions
                .iter()
                .map(|condition| match condition {
                    Condition::Equal { form, value } => Test::Equal(form.coefficients().to_vec(), *value),
                    Condition::AtMost { form, value } => Test::AtMost(form.coefficients().to_vec(), *value),
                })
                .collect();
            steps.push(Statement::If(Test::And(conditions), self.cases(&case.law)?));
        }
        steps.push(self.rule(&cases.typical)?);
        Some(steps)
    }

    fn rule(&self, rule: &Rule) -> Option<Statement> {
        match rule {
            Rule::Constant { value } => self.value(*value),
            Rule::Residue { form, modulus, values, .. } => self.entry(
                values,
                Number::Remainder {
                    coefficients: form.coefficients().to_vec(),
                    constant: 0,
                    modulus: *modulus,
                },
            ),
            Rule::Classes { moduli, values } => {
                let classes =
                    moduli.iter().copied().enumerate().filter(|(_, modulus)| *modulus > 1).collect();
                self.entry(values, Number::Classes(classes))
            }
            Rule::Automaton { .. } => None,
        }
    }
}

//! The compilation of conditions to automata.
//!
//! A number is a linear form plus a part with finitely many values, which an automaton gives. Other
//! numbers, such as a quotient or a nim-sum, get a name: a hidden variable with a relation that
//! defines it. The variable is projected away from the condition that contains it.

use std::cmp::Ordering;

use bouton_core::{
    DigitAutomaton, Formula, LinearExpression, LinearReader, MAX_RECURRENCE, MemoryShare, Value, WordState,
};
use rustc_hash::FxHashMap;

use crate::{
    Fault,
    relation::{Engine, Relation, Undecided, union},
    syntax::Sign,
    term::{Condition, Counted, Term, Variable},
};

/// A number with finitely many values.
#[derive(Clone, Debug)]
struct Finite {
    variables: Vec<Variable>,
    automaton: DigitAutomaton,
    /// The number that belongs to each output.
    values: Vec<i64>,
}

/// A linear form plus a number with finitely many values.
#[derive(Clone, Debug)]
struct Amount {
    /// The linear form: ascending variables, no factor 0.
    linear: Vec<(Variable, i64)>,
    constant: i64,
    finite: Option<Finite>,
}

/// Hidden variables, and the relation that defines them.
struct Definition {
    hidden: Vec<Variable>,
    relation: Relation,
}

/// The reason why a condition cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CompileError {
    #[error(transparent)]
    Undecided(#[from] Undecided),
    /// A number of which binary digits are taken is negative at some position.
    #[error("this may be negative, and then has no digits")]
    Negative(std::ops::Range<usize>),
}

impl CompileError {
    /// Returns the error of a claim or a sentence that has this part.
    pub(crate) fn or_fault<E: From<Undecided> + From<Fault>>(self) -> E {
        match self {
            Self::Undecided(limit) => limit.into(),
            Self::Negative(span) => {
                Fault::new(&span, "a number here may be negative, and then has no digits")
                    .help("write `max(…, 0)`")
                    .into()
            }
        }
    }
}

/// Compiles conditions in one numeration.
pub(crate) struct Compiler<'a> {
    pub(crate) engine: Engine<'a>,
    /// The laws that a condition may use, by number. Each is a relation between its coordinates
    /// and, for Grundy values, the value; the variables are 0, 1, ….
    pub(crate) laws: Vec<Relation>,
    /// The positions at which numbers must be natural to have binary digits: all positions, or
    /// those that exist.
    pub(crate) domain: Option<Relation>,
    /// The next hidden variable.
    next: Variable,
    definitions: Vec<Definition>,
    /// Small relations of the conditions so far, since claims repeat conditions.
    known: FxHashMap<Condition, Relation>,
    held: MemoryShare,
}

/// The number of the first hidden variable.
const FIRST_HIDDEN: Variable = 1 << 20;
/// The most ones with which a number of ones is compared.
const MOST_ONES: i64 = 1 << 12;
/// The most transitions of a relation that is kept.
const MOST_KEPT: usize = 1 << 10;
/// The approximate bytes of a condition that is kept.
const KEPT_BYTES: u64 = 512;
/// The most values of a number with finitely many values.
const MOST_VALUES: usize = 1 << 16;

fn checked(number: Option<i64>) -> Result<i64, Undecided> {
    number.filter(|number| number.abs() <= 1 << 42).ok_or(Undecided::Large)
}

impl Amount {
    fn number(number: i64) -> Self {
        Self { linear: Vec::new(), constant: number, finite: None }
    }

    fn variable(variable: Variable) -> Self {
        Self { linear: vec![(variable, 1)], constant: 0, finite: None }
    }

    fn finite(finite: Finite) -> Self {
        Self { linear: Vec::new(), constant: 0, finite: Some(finite) }
    }

    /// Whether the value is at least 0 for a simple reason.
    fn is_natural(&self) -> bool {
        let least = self.finite.as_ref().map_or(0, |finite| finite.values.iter().copied().min().unwrap_or(0));
        self.linear.iter().all(|term| term.1 >= 0) && self.constant.saturating_add(least) >= 0
    }

    fn as_variable(&self) -> Option<Variable> {
        match (&self.linear[..], self.constant, &self.finite) {
            ([(variable, 1)], 0, None) => Some(*variable),
            _ => None,
        }
    }

    /// Returns the finitely many values and the automaton that gives them, if the linear part is
    /// constant.
    fn values(&self, engine: Engine<'_>) -> Result<Option<Finite>, Undecided> {
        if !self.linear.is_empty() {
            return Ok(None);
        }
        match &self.finite {
            Some(finite) => {
                let values = finite.values.iter().map(|&value| checked(value.checked_add(self.constant)));
                Ok(Some(Finite { values: values.collect::<Result<_, _>>()?, ..finite.clone() }))
            }
            None => {
                let automaton = engine.constant(false)?.automaton;
                Ok(Some(Finite { variables: Vec::new(), automaton, values: vec![self.constant] }))
            }
        }
    }
}

impl Finite {
    /// Returns the value that belongs to an output of the automaton.
    fn at(&self, output: Value) -> i64 {
        usize::try_from(output).ok().and_then(|place| self.values.get(place)).copied().unwrap_or_default()
    }

    /// Returns the function of several such numbers.
    fn map(
        engine: Engine<'_>,
        parts: &[&Self],
        value: impl Fn(&[i64]) -> Option<i64>,
    ) -> Result<Self, Undecided> {
        let variables = parts.iter().fold(Vec::new(), |all, part| union(&all, &part.variables));
        let maps = parts
            .iter()
            .map(|part| engine.letters_of(&variables, &part.variables))
            .collect::<Result<Vec<_>, _>>()?;
        let mut values: Vec<i64> = Vec::new();
        let mut places: FxHashMap<i64, Value> = FxHashMap::default();
        let mut large = false;
        let start: Vec<u32> = parts.iter().map(|part| part.automaton.starts()[0]).collect();
        let automaton = engine.explore(
            variables.len(),
            start,
            |states, letter, _| {
                let step = |((&state, part), map): ((&u32, &&Self), &Vec<usize>)| {
                    part.automaton.next(state, map[letter])
                };
                states.iter().zip(parts).zip(&maps).map(step).collect()
            },
            |states| {
                let all: Vec<i64> = states
                    .iter()
                    .zip(parts)
                    .map(|(&state, part)| part.at(part.automaton.output(state)))
                    .collect();
                let found = checked(value(&all)).unwrap_or_else(|_| {
                    large = true;
                    0
                });
                *places.entry(found).or_insert_with(|| {
                    values.push(found);
                    Value::try_from(values.len() - 1).unwrap_or_default()
                })
            },
            |_| 4 * parts.len() as u64,
        )?;
        if large || values.len() > MOST_VALUES {
            return Err(Undecided::Large);
        }
        Ok(Self { variables, automaton, values })
    }
}

impl<'a> Compiler<'a> {
    pub(crate) fn new(engine: Engine<'a>) -> Self {
        Self {
            engine,
            laws: Vec::new(),
            domain: None,
            next: FIRST_HIDDEN,
            definitions: Vec::new(),
            known: FxHashMap::default(),
            held: engine.watch.hold_none(),
        }
    }

    fn hide(&mut self) -> Variable {
        self.next += 1;
        self.next - 1
    }

    fn define(&mut self, hidden: Vec<Variable>, relation: Relation) {
        self.definitions.push(Definition { hidden, relation });
    }

    /// Returns the relation of a condition between its free variables.
    pub(crate) fn condition(&mut self, condition: &Condition) -> Result<Relation, CompileError> {
        if let Some(known) = self.known.get(condition) {
            return Ok(known.clone());
        }
        let found = self.compiled(condition)?;
        let transitions = found.automaton.transitions().len();
        let repeated = matches!(condition, Condition::Compare(..) | Condition::And(_) | Condition::Or(_));
        if repeated && transitions <= MOST_KEPT {
            self.held.grow(KEPT_BYTES + 8 * transitions as u64).map_err(Undecided::from)?;
            self.known.insert(condition.clone(), found.clone());
        }
        Ok(found)
    }

    fn compiled(&mut self, condition: &Condition) -> Result<Relation, CompileError> {
        let engine = self.engine;
        Ok(match condition {
            Condition::Constant(truth) => engine.constant(*truth)?,
            Condition::Compare(left, sign, right) => {
                let before = self.definitions.len();
                let found = self.compared(left, *sign, right);
                self.closed(before, found)?
            }
            Condition::Not(inner) => {
                let inner = self.condition(inner)?;
                engine.not(&inner)?
            }
            Condition::And(parts) => self.joined(parts, true)?,
            Condition::Or(parts) => self.joined(parts, false)?,
            Condition::Iff(left, right) => {
                let (left, right) = (self.condition(left)?, self.condition(right)?);
                engine.combine(&[left.part(), right.part()], |outputs| outputs[0] == outputs[1])?
            }
            Condition::Columns(reading, variables) => {
                let automaton = engine.explore(
                    variables.len(),
                    reading.start(),
                    |state, _, digits| reading.next(state, digits),
                    |state| Value::from(reading.holds(state, variables.len())),
                    |_| 0,
                )?;
                Relation { variables: variables.clone(), automaton }
            }
            Condition::Ends(term, ending, span, _) => {
                let before = self.definitions.len();
                let found = self.natural(term, span).and_then(|variable| Ok(self.ends(variable, ending)?));
                self.closed(before, found)?
            }
            Condition::Repeats { of, head, digit, span, .. } => {
                let before = self.definitions.len();
                let found = self.natural(of, span);
                let found = found.and_then(|variable| Ok(self.repeats(variable, *head, *digit)?));
                self.closed(before, found)?
            }
            Condition::SameZeros(same, [one, other], span, _) => {
                let before = self.definitions.len();
                let both = self.natural(one, span).and_then(|one| Ok((one, self.natural(other, span)?)));
                let found = both.and_then(|(one, other)| Ok(self.same_zeros(one, other)?));
                let found = self.closed(before, found)?;
                if *same { found } else { engine.not(&found)? }
            }
            Condition::Quantified { all: false, variables, body } => {
                let body = self.condition(body)?;
                engine.project(&body, variables)?
            }
            Condition::Quantified { all: true, variables, body } => {
                let body = self.condition(body)?;
                let without = engine.project(&engine.not(&body)?, variables)?;
                engine.not(&without)?
            }
            Condition::Holds(law, terms) => {
                let before = self.definitions.len();
                let found = self.law(*law, terms);
                self.closed(before, found)?
            }
        })
    }

    /// Returns the conjunction or the disjunction of several conditions; the smallest automata are
    /// combined first.
    fn joined(&mut self, parts: &[Condition], all: bool) -> Result<Relation, CompileError> {
        let engine = self.engine;
        let mut relations = parts.iter().map(|part| self.condition(part)).collect::<Result<Vec<_>, _>>()?;
        relations.sort_by_key(|relation| relation.automaton.transitions().len());
        let mut relations = relations.into_iter();
        let mut found = match relations.next() {
            Some(first) => first,
            None => engine.constant(all)?,
        };
        for next in relations {
            found = if all { engine.and(&found, &next)? } else { engine.or(&found, &next)? };
        }
        Ok(found)
    }

    /// Projects away the variables that were hidden since `before`.
    fn closed(
        &mut self,
        before: usize,
        found: Result<Relation, CompileError>,
    ) -> Result<Relation, CompileError> {
        let definitions = self.definitions.split_off(before);
        let mut found = found?;
        for Definition { hidden, relation } in definitions.into_iter().rev() {
            // A definition that is not used has no effect, because there is always such a number.
            if hidden.iter().any(|variable| found.variables.contains(variable)) {
                found = self.engine.project(&self.engine.and(&found, &relation)?, &hidden)?;
            }
        }
        Ok(found)
    }

    fn law(&mut self, law: usize, terms: &[Term]) -> Result<Relation, CompileError> {
        let mut renamed = Vec::new();
        for (place, term) in terms.iter().enumerate() {
            let amount = self.amount(term)?;
            // A law does not hold for negative numbers.
            let variable = match amount.as_variable() {
                Some(variable) => variable,
                None => {
                    let hidden = self.hide();
                    let equal = self.compare(&self.minus(&amount, hidden)?, Sign::Equal)?;
                    self.define(vec![hidden], equal);
                    hidden
                }
            };
            renamed.push((place, variable));
        }
        Ok(self.engine.renamed(&self.laws[law], &renamed)?)
    }

    fn compared(&mut self, left: &Term, sign: Sign, right: &Term) -> Result<Relation, CompileError> {
        // It only matters whether there are more ones than the number.
        if let (Term::Bits(counted, term, span), Term::Number(number)) = (left, right) {
            let most = number.saturating_add(1).max(0);
            if most > MOST_ONES {
                return Err(Undecided::Large.into());
            }
            let ones = self.bits(counted, term, span, |ones| ones.min(most), most + 1)?;
            let difference = self.plus(&Amount::finite(ones), &Amount::number(-*number), 1)?;
            return Ok(self.compare(&difference, sign)?);
        }
        if right.is_bits() {
            let turned = match sign {
                Sign::Less => Sign::Greater,
                Sign::AtMost => Sign::AtLeast,
                Sign::Greater => Sign::Less,
                Sign::AtLeast => Sign::AtMost,
                same => same,
            };
            return if left.is_bits() {
                Err(Undecided::Large.into())
            } else {
                self.compared(right, turned, left)
            };
        }
        let (left, right) = (self.amount(left)?, self.amount(right)?);
        let difference = self.plus(&left, &right, -1)?;
        Ok(self.compare(&difference, sign)?)
    }

    /// Returns the positions at which an amount compares with 0 as `sign` requires.
    fn compare(&self, amount: &Amount, sign: Sign) -> Result<Relation, Undecided> {
        let engine = self.engine;
        let linear: Vec<Variable> = amount.linear.iter().map(|term| term.0).collect();
        let none =
            Finite { variables: Vec::new(), automaton: engine.constant(false)?.automaton, values: vec![0] };
        let finite = amount.finite.as_ref().unwrap_or(&none);
        let variables = union(&linear, &finite.variables);
        let places: Vec<usize> = linear
            .iter()
            .filter_map(|variable| variables.iter().position(|known| known == variable))
            .collect();
        let factors: Vec<i64> = amount.linear.iter().map(|term| term.1).collect();
        // The form is compared with the rest, negated.
        let rest = |value: i64| checked(value.checked_add(amount.constant));
        let rests = finite.values.iter().map(|&value| rest(value)).collect::<Result<Vec<_>, _>>()?;
        let (least, greatest) =
            (rests.iter().min().copied().unwrap_or(0), rests.iter().max().copied().unwrap_or(0));
        let reader =
            LinearReader::new(engine.numeration, &factors, (-greatest, -least)).ok_or(Undecided::Large)?;
        let map = engine.letters_of(&variables, &finite.variables)?;
        let mut digits_read = vec![0u8; places.len()];
        let automaton = engine.explore(
            variables.len(),
            Some((reader.start(), finite.automaton.starts()[0], Words::start(variables.len()))),
            |state, letter, digits| {
                let (running, state, words) = state.as_ref()?;
                let words = words.follow(engine, digits)?;
                for (read, &place) in digits_read.iter_mut().zip(&places) {
                    *read = digits[place];
                }
                let running = reader.step(running, &digits_read);
                Some((running, finite.automaton.next(*state, map[letter]), words))
            },
            |state| {
                let Some((running, state, _)) = state else { return 0 };
                let order = running.order().unwrap_or_else(|| {
                    let rest = finite.at(finite.automaton.output(*state)) + amount.constant;
                    (running.value().unwrap_or_default() + rest).cmp(&0)
                });
                Value::from(sign.holds(order))
            },
            |_| 96,
        )?;
        Ok(Relation { variables, automaton })
    }

    fn plus(&self, one: &Amount, other: &Amount, factor: i64) -> Result<Amount, Undecided> {
        let mut linear = one.linear.clone();
        for &(variable, times) in &other.linear {
            let more = checked(times.checked_mul(factor))?;
            match linear.iter_mut().find(|term| term.0 == variable) {
                Some(term) => term.1 = checked(term.1.checked_add(more))?,
                None => linear.push((variable, more)),
            }
        }
        linear.retain(|term| term.1 != 0);
        linear.sort_unstable();
        let constant = other.constant.checked_mul(factor).and_then(|more| more.checked_add(one.constant));
        let finite = match (&one.finite, &other.finite) {
            (finite, None) => finite.clone(),
            (None, Some(finite)) => {
                let values = finite.values.iter().map(|&value| checked(value.checked_mul(factor)));
                Some(Finite { values: values.collect::<Result<_, _>>()?, ..finite.clone() })
            }
            (Some(left), Some(right)) => {
                let sum = |values: &[i64]| values[1].checked_mul(factor)?.checked_add(values[0]);
                Some(Finite::map(self.engine, &[left, right], sum)?)
            }
        };
        Ok(Amount { linear, constant: checked(constant)?, finite })
    }

    fn minus(&self, amount: &Amount, variable: Variable) -> Result<Amount, Undecided> {
        self.plus(amount, &Amount::variable(variable), -1)
    }

    /// Returns a number that may be negative, as a hidden variable or the difference of two.
    fn hidden_amount(&mut self, natural: bool) -> (Amount, Vec<Variable>) {
        let plus = self.hide();
        if natural {
            return (Amount::variable(plus), vec![plus]);
        }
        let minus = self.hide();
        (Amount { linear: vec![(plus, 1), (minus, -1)], constant: 0, finite: None }, vec![plus, minus])
    }

    /// Defines hidden variables by a relation. If there are two, one of them is 0.
    fn define_amount(&mut self, hidden: Vec<Variable>, relation: Relation) -> Result<(), Undecided> {
        let mut relation = relation;
        if let [plus, minus] = hidden[..] {
            let zeros = [plus, minus].map(|one| self.compare(&Amount::variable(one), Sign::Equal));
            let [one, other] = zeros;
            relation = self.engine.and(&relation, &self.engine.or(&one?, &other?)?)?;
        }
        self.define(hidden, relation);
        Ok(())
    }

    /// Returns the variable that is equal to a number, which must be natural.
    fn natural(&mut self, term: &Term, span: &std::ops::Range<usize>) -> Result<Variable, CompileError> {
        let before = self.definitions.len();
        let amount = self.amount(term)?;
        if let Some(variable) = amount.as_variable() {
            return Ok(variable);
        }
        if !amount.is_natural() {
            let mut negative = self.compare(&amount, Sign::Less)?;
            for Definition { hidden, relation } in self.definitions[before..].iter().rev() {
                if hidden.iter().any(|variable| negative.variables.contains(variable)) {
                    negative = self.engine.project(&self.engine.and(&negative, relation)?, hidden)?;
                }
            }
            if let Some(domain) = &self.domain {
                negative = self.engine.and(&negative, domain)?;
            }
            if !self.engine.is_empty(&negative)? {
                return Err(CompileError::Negative(span.clone()));
            }
        }
        let hidden = self.hide();
        let equal = self.compare(&self.minus(&amount, hidden)?, Sign::Equal)?;
        self.define(vec![hidden], equal);
        Ok(hidden)
    }

    /// Returns a function of the number of ones of a number, with `count` values.
    fn bits(
        &mut self,
        counted: &Counted,
        term: &Term,
        span: &std::ops::Range<usize>,
        reduced: impl Fn(i64) -> i64,
        count: i64,
    ) -> Result<Finite, CompileError> {
        let variable = self.natural(term, span)?;
        // Before the first one, the zeros do not count.
        let start = (*counted == Counted::Ones).then_some(0);
        let automaton = self.engine.explore(
            1,
            start,
            |count: &Option<i64>, _, digits| match (counted, digits[0]) {
                (Counted::Ones, digit) => Some(reduced(count.unwrap_or(0) + i64::from(digit))),
                (Counted::Zeros(_), 0) => count.map(|count| reduced(count + 1)),
                (Counted::Zeros(_), _) => Some(0),
            },
            |count| count.and_then(|count| Value::try_from(count).ok()).unwrap_or_default(),
            |_| 0,
        )?;
        Ok(Finite { variables: vec![variable], automaton, values: (0..count).collect() })
    }

    /// Returns the numbers that end in some digits.
    fn ends(&self, variable: Variable, ending: &[u8]) -> Result<Relation, Undecided> {
        let engine = self.engine;
        let automaton = engine.explore(
            1,
            Some((vec![0u8; ending.len()], Words::start(1))),
            |state, _, digits| {
                let (last, words) = state.as_ref()?;
                Some(([&last[1..], digits].concat(), words.follow(engine, digits)?))
            },
            |state| Value::from(state.as_ref().is_some_and(|(last, _)| last == ending)),
            |_| 64,
        )?;
        Ok(Relation { variables: vec![variable], automaton })
    }

    /// Returns the numbers that are written as a small one, followed by a digit any number of times.
    fn repeats(&self, variable: Variable, head: u32, digit: u8) -> Result<Relation, Undecided> {
        let engine = self.engine;
        let head = engine.numeration.word_small(u64::from(head));
        // The number of digits so far, up to those of the beginning and one more.
        let automaton = engine.explore(
            1,
            Some((0usize, Words::start(1))),
            |state, _, digits| {
                let (read, words) = state.as_ref()?;
                let words = words.follow(engine, digits)?;
                if *read == 0 && digits[0] == 0 {
                    return Some((0, words));
                }
                let wanted = head.get(*read).copied().unwrap_or(digit);
                (digits[0] == wanted).then_some(((read + 1).min(head.len() + 1), words))
            },
            |state| Value::from(state.as_ref().is_some_and(|(read, _)| *read >= head.len())),
            |_| 64,
        )?;
        Ok(Relation { variables: vec![variable], automaton })
    }

    /// Returns the pairs of numbers that end in equally many zeros, where the number 0 has none.
    fn same_zeros(&self, one: Variable, other: Variable) -> Result<Relation, Undecided> {
        let engine = self.engine;
        if one == other {
            return engine.constant(true);
        }
        // Whether each number has begun, and whether their zeros are equally many.
        let automaton = engine.explore(
            2,
            Some(([false; 2], true, Words::start(2))),
            |state, _, digits| {
                let (begun, same, words) = state.as_ref()?;
                let words = words.follow(engine, digits)?;
                let zero = [0, 1].map(|track| digits[track] == 0);
                // A zero counts where the number has begun.
                let counts = [0, 1].map(|track| zero[track] && begun[track]);
                let same = match counts {
                    [true, true] => *same,
                    // One number gets a zero; the other one has none, or has ended in none before.
                    [true, false] | [false, true] => false,
                    [false, false] => true,
                };
                Some(([0, 1].map(|track| begun[track] || !zero[track]), same, words))
            },
            |state| Value::from(state.as_ref().is_some_and(|(_, same, _)| *same)),
            |_| 64,
        )?;
        Ok(Relation { variables: vec![one, other], automaton })
    }

    /// Returns the pairs of a number and the same word with a 0 appended.
    fn shifted(&self, shorter: Variable, longer: Variable) -> Result<Relation, Undecided> {
        let engine = self.engine;
        // The digit that the shorter number must have next, which the longer one has had.
        let automaton = engine.explore(
            2,
            Some((0u8, Words::start(2))),
            |state, _, digits| {
                let (wanted, words) = state.as_ref()?;
                let words = words.follow(engine, digits)?;
                (*wanted == digits[0]).then_some((digits[1], words))
            },
            |state| Value::from(state.as_ref().is_some_and(|(wanted, _)| *wanted == 0)),
            |_| 64,
        )?;
        Ok(Relation { variables: vec![shorter, longer], automaton })
    }

    /// Returns the remainder of an amount.
    fn remainder(&self, amount: &Amount, modulus: i64) -> Result<Finite, Undecided> {
        let rest = amount.constant.rem_euclid(modulus);
        let linear = match &amount.linear[..] {
            [] => None,
            terms => {
                let factors: Vec<i64> = terms.iter().map(|term| term.1.rem_euclid(modulus)).collect();
                let reader =
                    LinearReader::new(self.engine.numeration, &factors, (0, 0)).ok_or(Undecided::Large)?;
                let automaton = self.engine.explore(
                    terms.len(),
                    [0i64; MAX_RECURRENCE],
                    |running, _, digits| reader.step_modulo(running, digits, modulus),
                    |running| Value::try_from(running[0]).unwrap_or_default(),
                    |_| 64,
                )?;
                let variables = terms.iter().map(|term| term.0).collect();
                Some(Finite { variables, automaton, values: (0..modulus).collect() })
            }
        };
        let none = Amount::number(0).values(self.engine)?;
        let parts: Vec<&Finite> = [&linear, &amount.finite].into_iter().flatten().chain(&none).collect();
        Finite::map(self.engine, &parts, |values| {
            let sum = values.iter().try_fold(rest, |sum, &value| sum.checked_add(value))?;
            Some(sum.rem_euclid(modulus))
        })
    }

    /// Returns the amount of a number.
    fn amount(&mut self, term: &Term) -> Result<Amount, CompileError> {
        Ok(match term {
            Term::Number(number) => Amount::number(*number),
            Term::Variable(variable) => Amount::variable(*variable),
            Term::Sum(parts) => {
                let mut sum = Amount::number(0);
                for (factor, part) in parts {
                    let part = self.amount(part)?;
                    sum = self.plus(&sum, &part, *factor)?;
                }
                sum
            }
            Term::Mod(inner, modulus) => match &**inner {
                Term::Bits(counted, term, span) => {
                    let modulus = *modulus;
                    Amount::finite(self.bits(counted, term, span, |ones| ones % modulus, modulus)?)
                }
                inner => {
                    let amount = self.amount(inner)?;
                    Amount::finite(self.remainder(&amount, *modulus)?)
                }
            },
            Term::Div(inner, by) => {
                let amount = self.amount(inner)?;
                if let Some(values) = amount.values(self.engine)? {
                    let floor = |values: &[i64]| Some(values[0].div_euclid(*by));
                    return Ok(Amount::finite(Finite::map(self.engine, &[&values], floor)?));
                }
                // The quotient q satisfies by q ≤ amount < by (q + 1).
                let (quotient, hidden) = self.hidden_amount(amount.is_natural());
                let rest = self.plus(&amount, &quotient, -by)?;
                let least = self.compare(&rest, Sign::AtLeast)?;
                let most = self.compare(&self.plus(&rest, &Amount::number(*by), -1)?, Sign::Less)?;
                let both = self.engine.and(&least, &most)?;
                self.define_amount(hidden, both)?;
                quotient
            }
            Term::Greatest(terms) | Term::Least(terms) => {
                let greatest = matches!(term, Term::Greatest(_));
                let all = terms.iter().map(|term| self.amount(term)).collect::<Result<Vec<_>, _>>()?;
                let finite =
                    all.iter().map(|one| one.values(self.engine)).collect::<Result<Option<Vec<_>>, _>>()?;
                if let Some(finite) = finite {
                    let parts: Vec<&Finite> = finite.iter().collect();
                    let best = |values: &[i64]| {
                        if greatest { values.iter().copied().max() } else { values.iter().copied().min() }
                    };
                    return Ok(Amount::finite(Finite::map(self.engine, &parts, best)?));
                }
                let mut natural = all.iter().map(Amount::is_natural);
                let natural = if greatest { natural.any(|one| one) } else { natural.all(|one| one) };
                let (best, hidden) = self.hidden_amount(natural);
                let (mut bound, mut met) = (self.engine.constant(true)?, self.engine.constant(false)?);
                for one in &all {
                    let difference = self.plus(&best, one, -1)?;
                    let sign = if greatest { Sign::AtLeast } else { Sign::AtMost };
                    bound = self.engine.and(&bound, &self.compare(&difference, sign)?)?;
                    met = self.engine.or(&met, &self.compare(&difference, Sign::Equal)?)?;
                }
                let both = self.engine.and(&bound, &met)?;
                self.define_amount(hidden, both)?;
                best
            }
            Term::LeastNonzero(terms) => {
                let found = self.hide();
                let (mut bound, mut met) = (self.engine.constant(true)?, self.engine.constant(true)?);
                let mut one_is_it = self.engine.constant(false)?;
                for term in terms {
                    let amount = self.amount(term)?;
                    let zero = self.compare(&amount, Sign::Equal)?;
                    let difference = self.minus(&amount, found)?;
                    let above = self.engine.or(&zero, &self.compare(&difference, Sign::AtLeast)?)?;
                    bound = self.engine.and(&bound, &above)?;
                    met = self.engine.and(&met, &zero)?;
                    one_is_it = self.engine.or(&one_is_it, &self.compare(&difference, Sign::Equal)?)?;
                }
                let none = self.compare(&Amount::variable(found), Sign::Equal)?;
                let some =
                    self.engine.and(&self.engine.and(&bound, &one_is_it)?, &self.engine.not(&none)?)?;
                let relation = self.engine.or(&some, &self.engine.and(&met, &none)?)?;
                self.define(vec![found], relation);
                Amount::variable(found)
            }
            Term::Sorted(place, variables) => {
                if variables.len() == 1 {
                    return Ok(Amount::variable(variables[0]));
                }
                let found = self.hide();
                let relation = self.sorted(*place, variables, found)?;
                self.define(vec![found], relation);
                Amount::variable(found)
            }
            Term::Count(conditions) => {
                let mut sum = Amount::number(0);
                for condition in conditions {
                    let Relation { variables, automaton } = self.condition(condition)?;
                    let one = Amount::finite(Finite { variables, automaton, values: vec![0, 1] });
                    sum = self.plus(&sum, &one, 1)?;
                }
                sum
            }
            Term::Xor(terms, span) => {
                let all = terms
                    .iter()
                    .map(|term| self.finite_or_none(term))
                    .collect::<Result<Option<Vec<_>>, _>>()?;
                if let Some(finite) = all {
                    if finite.iter().any(|one| one.values.iter().any(|&value| value < 0)) {
                        return Err(CompileError::Negative(span.clone()));
                    }
                    let mut parts = finite.into_iter();
                    let Some(mut sum) = parts.next() else { return Ok(Amount::number(0)) };
                    for next in parts {
                        sum = Finite::map(self.engine, &[&sum, &next], |values| Some(values[0] ^ values[1]))?;
                    }
                    return Ok(Amount::finite(sum));
                }
                let mut variables =
                    terms.iter().map(|term| self.natural(term, span)).collect::<Result<Vec<_>, _>>()?;
                let found = self.hide();
                variables.push(found);
                let automaton = self.engine.explore(
                    variables.len(),
                    true,
                    |&held, _, digits| held && digits.iter().filter(|&&digit| digit == 1).count() % 2 == 0,
                    |&held| Value::from(held),
                    |_| 0,
                )?;
                self.define(vec![found], Relation { variables, automaton });
                Amount::variable(found)
            }
            Term::Bits(..) => return Err(Undecided::Large.into()),
            Term::Shifted(term, span, _) => {
                let (shorter, longer) = (self.natural(term, span)?, self.hide());
                let relation = self.shifted(shorter, longer)?;
                self.define(vec![longer], relation);
                Amount::variable(longer)
            }
            Term::Value(law, terms) => {
                let found = self.hide();
                let relation = self.laws[*law].clone();
                let mut renamed = Vec::new();
                for (place, term) in terms.iter().enumerate() {
                    renamed.push((place, self.natural_or_hidden(term)?));
                }
                renamed.push((terms.len(), found));
                let relation = self.engine.renamed(&relation, &renamed)?;
                self.define(vec![found], relation);
                Amount::variable(found)
            }
        })
    }

    /// Returns the variable that is equal to a number; no value of it satisfies the relation if the
    /// number is negative.
    fn natural_or_hidden(&mut self, term: &Term) -> Result<Variable, CompileError> {
        let amount = self.amount(term)?;
        if let Some(variable) = amount.as_variable() {
            return Ok(variable);
        }
        let hidden = self.hide();
        let equal = self.compare(&self.minus(&amount, hidden)?, Sign::Equal)?;
        self.define(vec![hidden], equal);
        Ok(hidden)
    }

    fn finite_or_none(&mut self, term: &Term) -> Result<Option<Finite>, CompileError> {
        let before = self.definitions.len();
        let amount = self.amount(term)?;
        let values = amount.values(self.engine)?;
        if values.is_none() {
            // The number is compiled again, with a variable of its own.
            self.definitions.truncate(before);
        }
        Ok(values)
    }

    /// Returns the relation between some variables and the variable at a place of their order.
    fn sorted(&self, place: usize, variables: &[Variable], found: Variable) -> Result<Relation, Undecided> {
        let tracks = [variables, &[found]].concat();
        let engine = self.engine;
        let words = Words::start(tracks.len());
        let automaton = engine.explore(
            tracks.len(),
            Some((vec![Ordering::Equal; variables.len()], words)),
            |state, _, digits| {
                let (orders, words) = state.as_ref()?;
                let words = words.follow(engine, digits)?;
                let (&last, digits) = digits.split_last()?;
                let after = orders.iter().zip(digits).map(|(order, digit)| order.then(digit.cmp(&last)));
                Some((after.collect(), words))
            },
            |state| {
                let Some((orders, _)) = state else { return 0 };
                let below = orders.iter().filter(|order| order.is_lt()).count();
                let not_above = orders.iter().filter(|order| order.is_le()).count();
                Value::from(below < place && place <= not_above)
            },
            |state| state.as_ref().map_or(0, |state| 64 + state.0.len() as u64),
        )?;
        Ok(Relation { variables: tracks, automaton })
    }

    /// Returns the relation of a condition of rules, whose variables are `variables`.
    pub(crate) fn formula(&self, formula: &Formula, variables: &[Variable]) -> Result<Relation, Undecided> {
        let engine = self.engine;
        let amount = |expression: &LinearExpression| -> Result<Amount, Undecided> {
            let terms = expression.terms().iter();
            let linear = terms.map(|&(variable, factor)| Some((*variables.get(variable.index())?, factor)));
            let mut linear: Vec<_> = linear.collect::<Option<_>>().ok_or(Undecided::Large)?;
            linear.sort_unstable();
            Ok(Amount { linear, constant: expression.constant_term(), finite: None })
        };
        Ok(match formula {
            Formula::True => engine.constant(true)?,
            Formula::False => engine.constant(false)?,
            Formula::NotPositive(expression) => self.compare(&amount(expression)?, Sign::AtMost)?,
            Formula::Zero(expression) => self.compare(&amount(expression)?, Sign::Equal)?,
            Formula::Congruent { expression, modulus, residue } => {
                let rest = self.remainder(&amount(expression)?, i64::from(*modulus))?;
                let rest = Amount { constant: -i64::from(*residue), ..Amount::finite(rest) };
                self.compare(&rest, Sign::Equal)?
            }
            Formula::Not(inner) => engine.not(&self.formula(inner, variables)?)?,
            Formula::And(parts) => parts.iter().try_fold(engine.constant(true)?, |all, part| {
                engine.and(&all, &self.formula(part, variables)?)
            })?,
            Formula::Or(parts) => parts.iter().try_fold(engine.constant(false)?, |any, part| {
                engine.or(&any, &self.formula(part, variables)?)
            })?,
        })
    }

    /// Returns, for each value of a number, the positions at which it has that value; `None` if
    /// there are infinitely many values, or more than `most`.
    pub(crate) fn by_value(
        &mut self,
        term: &Term,
        most: usize,
    ) -> Result<Option<Vec<(i64, Relation)>>, CompileError> {
        let before = self.definitions.len();
        let found = self.amount(term).and_then(|amount| Ok(amount.values(self.engine)?));
        let definitions = self.definitions.split_off(before);
        let Some(finite) = found?.filter(|finite| finite.values.len() <= most) else { return Ok(None) };
        let mut all = Vec::new();
        for &value in &finite.values {
            let there = Amount { constant: -value, ..Amount::finite(finite.clone()) };
            let mut relation = self.compare(&there, Sign::Equal)?;
            for Definition { hidden, relation: definition } in definitions.iter().rev() {
                if hidden.iter().any(|variable| relation.variables.contains(variable)) {
                    relation = self.engine.project(&self.engine.and(&relation, definition)?, hidden)?;
                }
            }
            all.push((value, relation));
        }
        Ok(Some(all))
    }
}

/// The state of the automaton of words for each variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Words([WordState; 16], usize);

impl Words {
    fn start(tracks: usize) -> Self {
        Self([0; 16], tracks)
    }

    fn follow(&self, engine: Engine<'_>, digits: &[u8]) -> Option<Self> {
        let mut next = *self;
        for (state, &digit) in next.0.iter_mut().zip(&digits[..self.1]) {
            *state = engine.numeration.follow(*state, digit)?;
        }
        Some(next)
    }
}

//! Learning beside coordinates that are assumed to be periodic.
//!
//! Where the values are periodic in some coordinates, only the others need learning: the automaton
//! reads only these, and its output is the list of all values, one for each choice of classes of
//! the periodic coordinates. Each question then gives many values, and there are fewer letters. The
//! law over all coordinates is the product with the automata of the classes: in a base B, class(B v +
//! b) = reduce(B class(v) + b), so a class is a state.
//!
//! For classes within which the other coordinates are periodic too, values are asked once for each
//! of *their* classes.

use std::io::{self, Read, Write};

use bouton_core::{ControlState, DigitAutomaton, LimitReached, Numeration, Value, Watch};
use bouton_solve::{
    PeriodicCoordinate, Periods,
    saved::{get, put},
};
use rustc_hash::FxHashMap;

mod periodic;
mod product;

pub(crate) use periodic::periodic_law;
use product::Product;

use crate::learn::{LearnLimit, Learner, Student, Teacher};
use crate::verify::SmallPosition;

/// A student of a teacher that assumes some coordinates to be periodic.
pub(crate) struct QuotientLearner {
    tracks: usize,
    /// The control states with coordinates that are not periodic, which are learnt.
    open: Vec<ControlState>,
    /// The other control states, with their periods.
    closed: Vec<(ControlState, Vec<PeriodicCoordinate>)>,
    /// The coordinates that are learnt.
    long: Vec<usize>,
    /// The other coordinates, with their periods in all open control states.
    short: Vec<(usize, PeriodicCoordinate)>,
    classes: Classes,
    learner: Learner,
    vectors: Vectors,
}

/// Lists of values, numbered.
#[derive(Default)]
struct Vectors {
    numbers: FxHashMap<Vec<Value>, Value>,
    lists: Vec<Vec<Value>>,
}

impl Vectors {
    fn number(&mut self, list: &[Value]) -> Option<Value> {
        if let Some(&number) = self.numbers.get(list) {
            return Some(number);
        }
        let number = Value::try_from(self.lists.len()).ok()?;
        self.lists.push(list.to_vec());
        self.numbers.insert(list.to_vec(), number);
        Some(number)
    }
}

/// The classes of the coordinates that are not learnt.
struct Classes {
    /// A representative of each class, with 0 for the other coordinates.
    representatives: Vec<Vec<u64>>,
    /// The indices of the classes within which the others are not all periodic.
    open: Vec<usize>,
    /// The indices of the remaining classes; the periods hold in their learnt coordinates.
    settled: Vec<usize>,
    periods: Vec<PeriodicCoordinate>,
    /// The values of the settled classes, by the reduced coordinates and, last, the number of the control state.
    known: FxHashMap<Vec<u64>, Vec<Value>>,
}

impl Classes {
    fn new(periods: &Periods, long: &[usize], short: &[(usize, PeriodicCoordinate)], tracks: usize) -> Self {
        let count: u64 = short.iter().map(|(_, periodic)| periodic.classes()).product();
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let representatives: Vec<Vec<u64>> =
            (0..count).map(|class| position_of(class, short, tracks)).collect();
        let (mut open, mut settled) = (Vec::new(), Vec::new());
        let mut common = vec![PeriodicCoordinate { preperiod: 0, period: 1 }; long.len()];
        for (number, representative) in representatives.iter().enumerate() {
            let within = periods.within.get(representative);
            let all =
                within.and_then(|within| long.iter().map(|&track| within[track]).collect::<Option<Vec<_>>>());
            match all {
                Some(all) => {
                    settled.push(number);
                    for (common, own) in common.iter_mut().zip(all) {
                        *common = common.with(own);
                    }
                }
                None => open.push(number),
            }
        }
        Self { representatives, open, settled, periods: common, known: FxHashMap::default() }
    }
}

/// A teacher that asks about all classes at once.
struct AllClasses<'a> {
    inner: &'a mut dyn Teacher,
    open: &'a [ControlState],
    long: &'a [usize],
    classes: &'a mut Classes,
    vectors: &'a mut Vectors,
    scratch: Scratch,
}

/// Buffers for the questions about one position.
#[derive(Default)]
struct Scratch {
    position: Vec<u64>,
    positions: Vec<u64>,
    answers: Vec<Option<Value>>,
    list: Vec<Value>,
    key: Vec<u64>,
}

impl AllClasses<'_> {
    /// Collects the values of some classes beside these coordinates in the answers of the scratch;
    /// `false` if one of them cannot be known.
    fn ask(
        &mut self,
        settled: bool,
        coordinates: &[u64],
        control: ControlState,
    ) -> Result<bool, LimitReached> {
        let Self { inner, long, classes, scratch, .. } = self;
        let Scratch { position, positions, answers, .. } = scratch;
        answers.clear();
        positions.clear();
        let numbers = if settled { &classes.settled } else { &classes.open };
        let put = |number: usize, into: &mut Vec<u64>| {
            let before = into.len();
            into.extend_from_slice(&classes.representatives[number]);
            for (&track, &value) in long.iter().zip(coordinates) {
                into[before + track] = value;
            }
        };
        // The last, which is the heaviest, comes first: if it is too far, the rest need not be
        // asked.
        let Some((&last, rest)) = numbers.split_last() else { return Ok(true) };
        position.clear();
        put(last, position);
        let known = inner.value(position, control)?;
        if known.is_none() {
            return Ok(false);
        }
        for &number in rest {
            put(number, positions);
        }
        inner.values(positions, rest.len(), control, answers)?;
        answers.push(known);
        Ok(answers.iter().all(Option::is_some))
    }
}

impl Teacher for AllClasses<'_> {
    fn value(&mut self, coordinates: &[u64], control: ControlState) -> Result<Option<Value>, LimitReached> {
        let Some(&control) = self.open.get(control.index()) else { return Ok(None) };
        if !self.ask(false, coordinates, control)? {
            return Ok(None);
        }
        let mut list = std::mem::take(&mut self.scratch.list);
        list.clear();
        list.resize(self.classes.representatives.len(), 0);
        for (&number, value) in self.classes.open.iter().zip(&self.scratch.answers) {
            list[number] = value.unwrap_or_default();
        }
        let mut key = std::mem::take(&mut self.scratch.key);
        key.clear();
        key.extend(coordinates.iter().zip(&self.classes.periods).map(|(&x, periodic)| periodic.reduce(x)));
        key.push(control.0.into());
        if !self.classes.known.contains_key(&key) {
            if !self.ask(true, &key[..coordinates.len()], control)? {
                return Ok(None);
            }
            let values = self.scratch.answers.iter().map(|value| value.unwrap_or_default()).collect();
            self.classes.known.insert(key.clone(), values);
        }
        let Some(settled) = self.classes.known.get(&key) else { return Ok(None) };
        for (&number, &value) in self.classes.settled.iter().zip(settled) {
            list[number] = value;
        }
        let number = self.vectors.number(&list);
        (self.scratch.list, self.scratch.key) = (list, key);
        Ok(number)
    }
}

impl QuotientLearner {
    pub(crate) fn new(weights: &[u64], periods: &Periods, max_states: usize, watch: &Watch) -> Self {
        let mut open = Vec::new();
        let mut closed = Vec::new();
        for (number, periodic) in (0u8..).zip(&periods.controls) {
            match periodic.iter().copied().collect::<Option<Vec<_>>>() {
                Some(all) => closed.push((ControlState(number), all)),
                None => open.push(ControlState(number)),
            }
        }
        let common = periods.in_common();
        let long: Vec<usize> = (0..common.len()).filter(|&track| common[track].is_none()).collect();
        let short: Vec<_> =
            common.iter().enumerate().filter_map(|(track, periodic)| Some((track, (*periodic)?))).collect();
        let long_weights: Vec<u64> = long.iter().map(|&track| weights[track]).collect();
        let learner = Learner::new(&Numeration::binary(), &long_weights, open.len(), max_states, watch);
        let classes = Classes::new(periods, &long, &short, weights.len());
        let vectors = Vectors::default();
        Self { tracks: weights.len(), open, closed, long, short, classes, learner, vectors }
    }

    fn with_teacher<T>(
        &mut self,
        teacher: &mut dyn Teacher,
        work: impl FnOnce(&mut Learner, &mut AllClasses<'_>) -> T,
    ) -> T {
        let mut all = AllClasses {
            inner: teacher,
            open: &self.open,
            long: &self.long,
            classes: &mut self.classes,
            vectors: &mut self.vectors,
            scratch: Scratch::default(),
        };
        work(&mut self.learner, &mut all)
    }

    /// The position from which the learner learns, for a position of all coordinates.
    fn projected(&self, (coordinates, control): &SmallPosition) -> Option<SmallPosition> {
        let number = self.open.iter().position(|open| open == control)?;
        let long = self.long.iter().map(|&track| coordinates[track]).collect();
        Some((long, ControlState(u8::try_from(number).ok()?)))
    }

    /// The law over all coordinates.
    fn product(
        &self,
        learnt: &DigitAutomaton,
        teacher: &mut dyn Teacher,
    ) -> Result<DigitAutomaton, LearnLimit> {
        let mut product = Product::new(self.tracks)?;
        let mut starts = vec![0; self.open.len() + self.closed.len()];
        for (&control, &start) in self.open.iter().zip(learnt.starts()) {
            starts[control.index()] = product.part(
                (&self.long, &self.short),
                (start, learnt.states()),
                |state, letter| learnt.next(state, letter),
                |state, class| {
                    let list = self.vectors.lists.get(learnt.output(state) as usize);
                    Ok(list.and_then(|list| list.get(class).copied()))
                },
            )?;
        }
        for (control, periods) in &self.closed {
            let short: Vec<_> = periods.iter().copied().enumerate().collect();
            starts[control.index()] = product.part(
                (&[], &short),
                (0, 1),
                |_, _| 0,
                |_, class| teacher.value(&position_of(class, &short, self.tracks), *control),
            )?;
        }
        product.law(starts)
    }
}

/// The representative of a class.
fn position_of(mut class: usize, short: &[(usize, PeriodicCoordinate)], tracks: usize) -> Vec<u64> {
    let mut position = vec![0; tracks];
    for &(track, periodic) in short {
        let classes = size_of_class(periodic);
        position[track] = (class % classes) as u64;
        class /= classes;
    }
    position
}

fn size_of_class(periodic: PeriodicCoordinate) -> usize {
    index_of(periodic.classes())
}

fn index_of(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

impl Student for QuotientLearner {
    fn hypothesis(&mut self, teacher: &mut dyn Teacher) -> Result<DigitAutomaton, LearnLimit> {
        let learnt = self.with_teacher(teacher, |learner, all| learner.hypothesis(all))?;
        self.product(&learnt, teacher)
    }

    fn refine(&mut self, position: &SmallPosition, teacher: &mut dyn Teacher) -> Result<bool, LimitReached> {
        let Some(position) = self.projected(position) else { return Ok(false) };
        self.with_teacher(teacher, |learner, all| learner.refine(&position, all))
    }

    fn ask_again(&mut self) {
        self.learner.ask_again();
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        put(to, &self.vectors.lists)?;
        put(to, &self.classes.known.len())?;
        for (key, values) in &self.classes.known {
            put(to, &(key, values))?;
        }
        self.learner.save(to)
    }

    fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.vectors = Vectors::default();
        for list in get::<Vec<Vec<Value>>>(from)? {
            self.vectors.number(&list);
        }
        for _ in 0..get::<usize>(from)? {
            let (key, values) = get(from)?;
            self.classes.known.insert(key, values);
        }
        self.learner.restore(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// a + b where b counts from 2 on only by its parity.
    struct Sum;

    impl Teacher for Sum {
        fn value(&mut self, coordinates: &[u64], _: ControlState) -> Result<Option<Value>, LimitReached> {
            let b = if coordinates[1] < 4 { coordinates[1] } else { 2 + coordinates[1] % 2 };
            Ok(Value::try_from((coordinates[0] + b) % 3).ok())
        }
    }

    #[test]
    fn a_law_is_learnt_beside_a_periodic_coordinate() {
        let periodic = PeriodicCoordinate { preperiod: 2, period: 2 };
        let periods = Periods { controls: vec![vec![None, Some(periodic)]], ..Periods::default() };
        let mut student = QuotientLearner::new(&[1, 1], &periods, 100, &Watch::unlimited());
        let mut law = student.hypothesis(&mut Sum).unwrap();
        for (a, b) in (0..20).flat_map(|a| (0..20).map(move |b| (a, b))) {
            let value = Sum.value(&[a, b], ControlState(0)).unwrap().unwrap();
            while law.evaluate_small(0, &[a, b]) != value {
                assert!(student.refine(&(vec![a, b], ControlState(0)), &mut Sum).unwrap());
                law = student.hypothesis(&mut Sum).unwrap();
            }
        }
        for (a, b) in (0..40).flat_map(|a| (0..40).map(move |b| (a, b))) {
            assert_eq!(Ok(Some(law.evaluate_small(0, &[a, b]))), Sum.value(&[a, b], ControlState(0)));
        }
    }
}

//! The option relation of a ruleset as an automaton.
//!
//! The automaton reads a position x and a position y in step, most significant digits first. The
//! state of the deterministic automaton is the set of all partial moves from x to y that can still
//! be completed. The section "The state of a partial move" of `docs/certificate.md` defines states
//! so that the two prefixes alone identify one. Where there are very many sets, the single partial
//! moves are the states, and the sets are computed where they are needed: in guides, and for the
//! elements of a certificate.

use bouton_automata::reaching;
use bouton_core::{
    Alphabet, ControlState, Formula, LimitReached, LinearExpression, MAX_RECURRENCE, MemoryShare, MoveSchema,
    Numeration, Ruleset, RulesetParts, Target, Variable, Watch,
};
use rustc_hash::FxHashMap;

mod sets;

pub(crate) use sets::Sets;

/// A state of a [`MoveRelation`], by number.
pub type RelationState = u32;

/// The bound of the tuples of digits that a schema may read at once.
const MOST_LETTERS: usize = 1 << 24;

/// The most transitions of a relation that is made deterministic.
pub(crate) const MOST_DETERMINISTIC: usize = 1 << 20;

/// A letter of an alphabet, of which there are at most 2^16.
fn short(letter: usize) -> u16 {
    u16::try_from(letter).expect("a letter of an alphabet")
}

/// A running value whose condition is decided.
const DECIDED_TRUE: i64 = i64::MAX;
const DECIDED_FALSE: i64 = i64::MIN;

/// The reason why a relation was not derived.
///
/// ```
/// use bouton_core::{ControlState, Numeration, Watch};
/// use bouton_prove::{MoveRelation, RelationLimit};
///
/// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let (binary, at) = (Numeration::base(2).unwrap(), ControlState(0));
/// let relation = MoveRelation::new(&nim, &binary, at, at, (1, 1), &Watch::unlimited());
/// assert_eq!(relation.unwrap_err(), RelationLimit::Transitions(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RelationLimit {
    /// The relation would have more transitions than allowed.
    #[error("the move relation has more than {0} transitions")]
    Transitions(usize),
    /// Time, memory or work.
    #[error("while the move relation was derived, {0}")]
    Limit(#[from] LimitReached),
}

/// All moves from one control state to another, as an automaton
/// over pairs of letters (digits of x, digits of y): deterministic where that is not too large.
///
/// ```
/// use bouton_core::{ControlState, Numeration, Watch};
/// use bouton_prove::MoveRelation;
///
/// let game = bouton_rules::Game::parse("heaps 1; move take 1 from 1 heap").unwrap().ruleset().unwrap();
/// let (binary, limit) = (Numeration::base(2).unwrap(), 1 << 20);
/// let (from, to) = (ControlState(0), ControlState(0));
/// let watch = Watch::unlimited();
/// let moves = MoveRelation::new(&game, &binary, from, to, (limit, limit), &watch)?.unwrap();
/// // from 2 to 1: the digits 1, 0 beside 0, 1
/// let (mut state, digits) = (moves.starts()[0], [(1, 0), (0, 1)]);
/// for (of_x, of_y) in digits {
///     state = moves.next(state, of_x).iter().find(|(y, _)| *y == of_y).unwrap().1;
/// }
/// assert!(moves.accepts(state));
/// # Ok::<(), bouton_prove::RelationLimit>(())
/// ```
#[derive(Clone, Debug)]
pub struct MoveRelation {
    letters: usize,
    /// `first[r * letters + letter] .. first[.. + 1]` are the transitions.
    first: Vec<u32>,
    transitions: Vec<(u16, RelationState)>,
    accepting: Vec<bool>,
    starts: Vec<RelationState>,
    deterministic: bool,
}

impl MoveRelation {
    /// The number of bytes of the relation.
    pub(crate) fn bytes(&self) -> u64 {
        (self.first.len() * 4 + self.transitions.len() * size_of::<(u16, RelationState)>() + self.states())
            as u64
    }

    /// The states before any digit is read; a single one if the relation is
    /// [deterministic](Self::is_deterministic).
    #[must_use]
    pub fn starts(&self) -> &[RelationState] {
        &self.starts
    }

    /// Whether each pair of prefixes leads to one state. If not, states are single partial moves,
    /// and there is a move from x to y if one of the ways leads to a state that
    /// [accepts](Self::accepts).
    ///
    /// ```
    /// use bouton_core::{ControlState, Numeration, Watch};
    /// use bouton_prove::MoveRelation;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let (binary, at) = (Numeration::base(2).unwrap(), ControlState(0));
    /// let sets = MoveRelation::new(&nim, &binary, at, at, (1 << 20, 1 << 20), &Watch::unlimited())?.unwrap();
    /// assert!(sets.is_deterministic() && sets.starts().len() == 1);
    /// # Ok::<(), bouton_prove::RelationLimit>(())
    /// ```
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        self.deterministic
    }

    /// Derives the relation of the moves from `from` to `to` in the digits of a numeration; `None`
    /// if there are none. It is made deterministic if that takes at most `deterministic`
    /// transitions.
    ///
    /// Digits that are not a word are read as the sums that they mean: a law on words leaves them
    /// out.
    ///
    /// # Errors
    ///
    /// [`RelationLimit`] if there would be more than `limit` transitions, or because of the watch.
    pub fn new(
        ruleset: &Ruleset,
        numeration: &Numeration,
        from: ControlState,
        to: ControlState,
        (deterministic, limit): (usize, usize),
        watch: &Watch,
    ) -> Result<Option<Self>, RelationLimit> {
        let mut limit = Bound { transitions: limit, watch, held: watch.hold_none() };
        let mut schemas: Vec<Schema> = Vec::new();
        for schema in ruleset.moves().iter().filter(|schema| schema.from == from && schema.to == to) {
            watch.spend(64)?;
            let schema = Schema::new(ruleset, numeration, schema);
            limit.held.grow(schema.bytes())?;
            schemas.push(schema);
        }
        if schemas.is_empty() {
            return Ok(None);
        }
        let items = Items::explore(numeration, &schemas, &mut limit)?;
        let mut small =
            Bound { transitions: deterministic.min(limit.transitions), watch, held: watch.hold_none() };
        let relation = match items.determinise(ruleset.dimension(), &mut small) {
            Err(RelationLimit::Transitions(most)) if most < limit.transitions => {
                drop(small);
                items.one_by_one(ruleset.dimension(), &mut limit)?
            }
            other => other?,
        };
        Ok((!relation.accepting.is_empty()).then_some(relation))
    }

    /// The relation of each position that exists to itself; `None` if no position exists. A state has at most
    /// one successor under each letter.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub(crate) fn of_existing(
        ruleset: &Ruleset,
        numeration: &Numeration,
        limits: (usize, usize),
        watch: &Watch,
    ) -> Result<Option<Self>, RelationLimit> {
        let control = ControlState(0);
        let guard = ruleset.exists().clone();
        let targets = vec![Target::Same; ruleset.dimension()];
        let stay = MoveSchema { from: control, to: control, parameters: 0, guard, targets };
        let parts = RulesetParts { turns: None, stop: Formula::False, ..ruleset.parts_with(vec![stay]) };
        let ruleset = Ruleset::new(parts).expect("its parts fit as they did");
        Self::new(&ruleset, numeration, control, control, limits, watch)
    }

    /// Returns the number of states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// Whether the move is complete in `state`.
    #[must_use]
    pub fn accepts(&self, state: RelationState) -> bool {
        self.accepting[state as usize]
    }

    /// The digits of y that are possible with the digits `letter` of x, ascending, each with the
    /// successor of `state`, or with each of them.
    ///
    /// ```
    /// use bouton_core::{ControlState, Numeration, Watch};
    /// use bouton_prove::MoveRelation;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 1; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let (binary, at) = (Numeration::base(2).unwrap(), ControlState(0));
    /// let moves = MoveRelation::new(&nim, &binary, at, at, (1 << 20, 1 << 20), &Watch::unlimited())?.unwrap();
    /// let start = moves.starts()[0];
    /// let &[(0, less), (1, same)] = moves.next(start, 1) else { panic!("x = 1…, so y = 0… or y = 1…") };
    /// assert!(moves.accepts(less) && !moves.accepts(same));
    /// # Ok::<(), bouton_prove::RelationLimit>(())
    /// ```
    #[must_use]
    pub fn next(&self, state: RelationState, letter: usize) -> &[(u16, RelationState)] {
        let row = state as usize * self.letters + letter;
        &self.transitions[self.first[row] as usize..self.first[row + 1] as usize]
    }
}

/// The test of an atom's running value.
#[derive(Clone, Copy)]
enum Test {
    NotPositive,
    Zero,
    Congruent { modulus: i64, residue: i64 },
}

/// A condition over the digits of x, y and hidden parameters.
///
/// A [`LinearReader`](bouton_core::LinearReader) has other marks. Certificates identify partial moves by
/// those that `docs/certificate.md` defines.
struct Atom {
    /// Coefficients, by position in the schema's list of local digits.
    coefficients: Vec<(usize, i64)>,
    constant: i64,
    test: Test,
    /// The largest decrease and increase of the form when each number gets a digit, in units of the
    /// largest vector of a digit.
    loss: i64,
    gain: i64,
}

/// The update of running values in a numeration.
struct Digits {
    terms: usize,
    /// Row by row.
    matrix: Vec<i64>,
    /// The increase by each digit, digit by digit.
    vectors: Vec<i64>,
    cone: Vec<i64>,
}

impl Digits {
    fn of(numeration: &Numeration) -> Self {
        let vectors = (0..=numeration.largest_digit()).flat_map(|digit| numeration.vector(digit));
        Self {
            terms: numeration.terms(),
            matrix: numeration.matrix().into_iter().flatten().map(i64::from).collect(),
            vectors: vectors.map(i64::from).collect(),
            cone: numeration.cone().into_iter().map(i64::from).collect(),
        }
    }
}

impl Atom {
    /// Appends running values, or the same number of marks if no further digits can change the
    /// truth of the condition.
    ///
    /// With the numeration's cone t, running values that are at least A t stay so, and the first of
    /// them does not fall.
    fn decide(&self, digits: &Digits, running: &[i64], after: &mut Vec<i64>) {
        let value = running[0] + self.constant;
        let beyond = |bound: i64, sign: i64| {
            running.iter().zip(&digits.cone).all(|(&value, &edge)| sign * value >= bound * edge)
        };
        let mark = match self.test {
            Test::NotPositive if value > 0 && beyond(self.loss, 1) => DECIDED_FALSE,
            Test::NotPositive if value <= 0 && beyond(self.gain, -1) => DECIDED_TRUE,
            Test::Zero if value > 0 && beyond(self.loss, 1) => DECIDED_FALSE,
            Test::Zero if value < 0 && beyond(self.gain, -1) => DECIDED_FALSE,
            Test::Congruent { modulus, .. } => {
                after.extend(running.iter().map(|value| value.rem_euclid(modulus)));
                return;
            }
            _ => {
                after.extend_from_slice(running);
                return;
            }
        };
        after.extend(running.iter().map(|_| mark));
    }

    fn holds(&self, running: i64) -> bool {
        match (running, self.test) {
            (DECIDED_TRUE, _) => true,
            (DECIDED_FALSE, _) => false,
            (s, Test::NotPositive) => s + self.constant <= 0,
            (s, Test::Zero) => s + self.constant == 0,
            (s, Test::Congruent { modulus, residue }) => (s + self.constant).rem_euclid(modulus) == residue,
        }
    }
}

/// The running values of the atoms of a schema after one more letter: the values after a zero, and what the digits of
/// the letter add, place by place. From a letter to the next one, the sums over higher places stay.
struct Longer<'a> {
    digits: &'a Digits,
    /// The coefficient of each atom, place by place.
    coefficients: Vec<Vec<i64>>,
    /// The digits of the letter, by place.
    letter: Vec<usize>,
    /// The values of all atoms with the digits from a place on, place by place.
    sums: Vec<Vec<i64>>,
    /// The most by which the digits below a place lower these, place by place; 0 or less.
    falls: Vec<Vec<i64>>,
    /// The atoms that are decided already.
    decided: Vec<bool>,
}

impl<'a> Longer<'a> {
    fn new(digits: &'a Digits, atoms: &[Atom], places: usize) -> Self {
        let mut coefficients = vec![vec![0; atoms.len()]; places];
        for (number, atom) in atoms.iter().enumerate() {
            atom.coefficients
                .iter()
                .for_each(|&(place, coefficient)| coefficients[place][number] = coefficient);
        }
        let sums = vec![vec![0; atoms.len() * digits.terms]; places + 1];
        let largest = |term: usize| digits.vectors.iter().skip(term).step_by(digits.terms).max().copied();
        let largest: Vec<i64> = (0..digits.terms).map(|term| largest(term).unwrap_or(0)).collect();
        let mut falls = vec![vec![0; atoms.len() * digits.terms]; places + 1];
        for place in 0..places {
            let lower = falls[place].clone();
            for (number, (fall, lower)) in falls[place + 1].iter_mut().zip(lower).enumerate() {
                let (atom, term) = (number / digits.terms, number % digits.terms);
                *fall = lower + (coefficients[place][atom] * largest[term]).min(0);
            }
        }
        let decided = vec![false; atoms.len()];
        Self { digits, coefficients, letter: vec![0; places], sums, falls, decided }
    }

    /// Whether an atom is false with any digits at the places below one.
    fn is_false_above(&self, place: usize, (number, atom): (usize, &Atom)) -> bool {
        let terms = self.digits.terms;
        if self.decided[number] || matches!(atom.test, Test::Congruent { .. }) {
            return false;
        }
        let own = number * terms..(number + 1) * terms;
        let mut both =
            self.sums[place][own.clone()].iter().zip(&self.falls[place][own]).zip(&self.digits.cone);
        let first = self.sums[place][number * terms] + self.falls[place][number * terms];
        first + atom.constant > 0 && both.all(|((sum, fall), edge)| sum + fall >= atom.loss * edge)
    }

    /// Begins with the letter 0.
    fn begin(&mut self, running: &[i64]) {
        let terms = self.digits.terms;
        let zeros = self.letter.len();
        // The values of undecided atoms are bounded by the coefficients and the constant.
        let all = running.chunks(terms).zip(self.sums[zeros].chunks_mut(terms)).zip(&mut self.decided);
        for ((running, longer), decided) in all {
            *decided = running[0] == DECIDED_TRUE || running[0] == DECIDED_FALSE;
            if *decided {
                longer.fill(0);
                continue;
            }
            for (value, row) in longer.iter_mut().zip(self.digits.matrix.chunks(terms)) {
                *value = row.iter().zip(running).map(|(entry, value)| entry * value).sum();
            }
        }
        self.letter.fill(0);
        self.add_below(zeros);
    }

    /// Takes the next letter, or the next one with another digit at a place from `from` on.
    fn advance(&mut self, from: usize) {
        let digits = self.digits.vectors.len() / self.digits.terms;
        if let Some(place) = (from..self.letter.len()).find(|&place| self.letter[place] + 1 < digits) {
            self.letter[..place].fill(0);
            self.letter[place] += 1;
            self.add_below(place + 1);
        }
    }

    fn add_below(&mut self, end: usize) {
        let terms = self.digits.terms;
        for place in (0..end).rev() {
            let vector = &self.digits.vectors[self.letter[place] * terms..][..terms];
            let (sums, higher) = self.sums.split_at_mut(place + 1);
            if let &[entry] = vector {
                let all = sums[place].iter_mut().zip(&higher[0]).zip(&self.coefficients[place]);
                all.for_each(|((sum, value), coefficient)| *sum = value + coefficient * entry);
                continue;
            }
            let rows = sums[place].chunks_mut(terms).zip(higher[0].chunks(terms));
            for ((sums, higher), &coefficient) in rows.zip(&self.coefficients[place]) {
                for ((sum, value), entry) in sums.iter_mut().zip(higher).zip(vector) {
                    *sum = value + coefficient * entry;
                }
            }
        }
    }

    /// Appends the running values of an atom after the letter, or the mark.
    fn step(&self, (number, atom): (usize, &Atom), running: &[i64], after: &mut Vec<i64>) {
        if running[0] == DECIDED_TRUE || running[0] == DECIDED_FALSE {
            after.extend_from_slice(running);
            return;
        }
        let terms = self.digits.terms;
        atom.decide(self.digits, &self.sums[0][number * terms..][..terms], after);
    }
}

/// A Boolean combination of atoms, by number.
enum Combination {
    Constant(bool),
    Atom(usize),
    Not(Box<Combination>),
    And(Vec<Combination>),
    Or(Vec<Combination>),
}

impl Combination {
    fn holds(&self, truth: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Self::Constant(value) => *value,
            Self::Atom(index) => truth(*index),
            Self::Not(inner) => !inner.holds(truth),
            Self::And(parts) => parts.iter().all(|part| part.holds(truth)),
            Self::Or(parts) => parts.iter().any(|part| part.holds(truth)),
        }
    }
}

/// One move schema, over the digits that it depends on.
struct Schema {
    /// The number of running values of each atom.
    terms: usize,
    atoms: Vec<Atom>,
    condition: Combination,
    /// Coordinates whose digit of x matters or that change; local digits 0.. are these digits of x.
    read: Vec<usize>,
    /// Coordinates that change; local digits `read.len()..` are these digits of y.
    written: Vec<usize>,
    /// The number of hidden parameters that follow.
    hidden: usize,
}

/// Builds the atoms of one schema.
struct Builder {
    dimension: usize,
    /// The coordinate whose target is the parameter, for each parameter.
    written_parameter: Vec<Option<usize>>,
    hidden_index: Vec<usize>,
    forms: Vec<(LinearExpression, Option<usize>, Test)>,
}

impl Builder {
    fn add(&mut self, expression: &LinearExpression, minus_target: Option<usize>, test: Test) -> usize {
        self.forms.push((expression.clone(), minus_target, test));
        self.forms.len() - 1
    }

    fn combination(&mut self, formula: &Formula) -> Combination {
        match formula {
            Formula::True => Combination::Constant(true),
            Formula::False => Combination::Constant(false),
            Formula::NotPositive(e) => Combination::Atom(self.add(e, None, Test::NotPositive)),
            Formula::Zero(e) => Combination::Atom(self.add(e, None, Test::Zero)),
            Formula::Congruent { expression, modulus, residue } => {
                let test = Test::Congruent { modulus: i64::from(*modulus), residue: i64::from(*residue) };
                Combination::Atom(self.add(expression, None, test))
            }
            Formula::Not(inner) => Combination::Not(Box::new(self.combination(inner))),
            Formula::And(parts) => {
                Combination::And(parts.iter().map(|part| self.combination(part)).collect())
            }
            Formula::Or(parts) => Combination::Or(parts.iter().map(|part| self.combination(part)).collect()),
        }
    }

    /// The digit a variable stands for: (0, i) x of coordinate i, (1, i) y of
    /// coordinate i, (2, k) hidden parameter k.
    fn digit(&self, variable: Variable) -> (u8, usize) {
        match variable.index().checked_sub(self.dimension) {
            None => (0, variable.index()),
            Some(parameter) => match self.written_parameter[parameter] {
                Some(coordinate) => (1, coordinate),
                None => (2, self.hidden_index[parameter]),
            },
        }
    }
}

impl Schema {
    /// The approximate number of bytes.
    fn bytes(&self) -> u64 {
        let terms: usize = self.atoms.iter().map(|atom| atom.coefficients.len()).sum();
        // Lists come from the allocator in steps of 16 bytes.
        (size_of::<Self>() + self.atoms.len() * 128 + terms * 16 + 64) as u64
    }

    fn new(ruleset: &Ruleset, numeration: &Numeration, schema: &bouton_core::MoveSchema) -> Self {
        let dimension = ruleset.dimension();
        let parameters = usize::from(schema.parameters);
        let mut written_parameter = vec![None; parameters];
        let mut plain = vec![false; dimension];
        let mut written = Vec::new();
        for (coordinate, target) in schema.targets.iter().enumerate() {
            let Target::Becomes(expression) = target else { continue };
            written.push(coordinate);
            if let (&[(variable, 1)], 0) = (expression.terms(), expression.constant_term())
                && let Some(parameter) = variable.index().checked_sub(dimension)
                && written_parameter[parameter].is_none()
            {
                written_parameter[parameter] = Some(coordinate);
                plain[coordinate] = true;
            }
        }
        let mut hidden = 0;
        let hidden_index = written_parameter
            .iter()
            .map(|known| {
                hidden += usize::from(known.is_none());
                hidden.saturating_sub(1)
            })
            .collect();
        let mut builder = Builder { dimension, written_parameter, hidden_index, forms: Vec::new() };
        let mut parts = vec![
            builder.combination(&schema.guard),
            Combination::Not(Box::new(builder.combination(ruleset.stop()))),
        ];
        for (coordinate, target) in schema.targets.iter().enumerate() {
            if let (Target::Becomes(expression), false) = (target, plain[coordinate]) {
                parts.push(Combination::Atom(builder.add(expression, Some(coordinate), Test::Zero)));
            }
        }
        // The digits of x that matter.
        let mut reads = vec![false; dimension];
        for &coordinate in &written {
            reads[coordinate] = true;
        }
        for (expression, _, _) in &builder.forms {
            for &(variable, _) in expression.terms() {
                if variable.index() < dimension {
                    reads[variable.index()] = true;
                }
            }
        }
        let read: Vec<usize> = (0..dimension).filter(|&coordinate| reads[coordinate]).collect();
        let local = |digit: (u8, usize)| match digit {
            (0, coordinate) => read.iter().position(|&c| c == coordinate).expect("read digits are listed"),
            (1, coordinate) => {
                read.len() + written.iter().position(|&c| c == coordinate).expect("written digits are listed")
            }
            (_, parameter) => read.len() + written.len() + parameter,
        };
        let atoms = builder
            .forms
            .iter()
            .map(|(expression, minus_target, test)| {
                // Targets read `y - expression = 0`.
                let sign = if minus_target.is_some() { -1 } else { 1 };
                let mut coefficients: FxHashMap<usize, i64> = FxHashMap::default();
                for &(variable, coefficient) in expression.terms() {
                    *coefficients.entry(local(builder.digit(variable))).or_insert(0) += sign * coefficient;
                }
                if let Some(coordinate) = *minus_target {
                    *coefficients.entry(local((1, coordinate))).or_insert(0) += 1;
                }
                let mut coefficients: Vec<_> = coefficients.into_iter().filter(|term| term.1 != 0).collect();
                coefficients.sort_unstable();
                let loss = coefficients.iter().map(|term| (-term.1).max(0)).sum();
                let gain = coefficients.iter().map(|term| term.1.max(0)).sum();
                Atom { coefficients, constant: sign * expression.constant_term(), test: *test, loss, gain }
            })
            .collect();
        Self { terms: numeration.terms(), atoms, condition: Combination::And(parts), read, written, hidden }
    }

    fn start(&self, digits: &Digits) -> Vec<i64> {
        let mut start = Vec::with_capacity(self.atoms.len() * self.terms);
        self.atoms
            .iter()
            .for_each(|atom| atom.decide(digits, &[0; MAX_RECURRENCE][..self.terms], &mut start));
        start
    }

    fn accepts(&self, running: &[i64]) -> bool {
        self.condition.holds(&|index| self.atoms[index].holds(running[index * self.terms]))
    }
}

/// A transition of an item: digits of x read and of y written (local), item reached.
type ItemStep = (usize, usize, u32);

/// The single partial moves: (schema, running values), explored and pruned.
struct Items<'a> {
    numeration: &'a Numeration,
    schemas: &'a [Schema],
    schema_of: Vec<u32>,
    accepting: Vec<bool>,
    steps: Vec<Vec<ItemStep>>,
    live: Vec<bool>,
    starts: Vec<u32>,
}

/// The limits of a derivation.
struct Bound<'a> {
    transitions: usize,
    watch: &'a Watch,
    /// The memory of items and relation.
    held: MemoryShare,
}

impl Bound<'_> {
    fn too_large(&self) -> RelationLimit {
        RelationLimit::Transitions(self.transitions)
    }

    /// Checks a total of transitions, of which `work` are new, and accounts for `bytes` more.
    fn check(&mut self, transitions: usize, work: usize, bytes: usize) -> Result<(), RelationLimit> {
        if transitions > self.transitions {
            return Err(self.too_large());
        }
        self.held.grow(bytes as u64)?;
        Ok(self.watch.spend(1 + work as u64)?)
    }
}

impl<'a> Items<'a> {
    fn explore(
        numeration: &'a Numeration,
        schemas: &'a [Schema],
        limit: &mut Bound<'_>,
    ) -> Result<Self, RelationLimit> {
        let mut items = Self {
            numeration,
            schemas,
            schema_of: vec![],
            accepting: vec![],
            steps: vec![],
            live: vec![],
            starts: vec![],
        };
        let (mut total, system) = (0usize, Digits::of(numeration));
        for (number, schema) in (0u32..).zip(schemas) {
            let letters = |tracks: usize| {
                let tracks = u32::try_from(tracks).ok()?;
                numeration.digits().checked_pow(tracks).filter(|&letters| letters < MOST_LETTERS)
            };
            let width = schema.read.len() + schema.written.len() + schema.hidden;
            // Those of the coordinates read come first, then those written, then hidden ones.
            let [Some(all), Some(reads), Some(writes)] =
                [width, schema.read.len(), schema.written.len()].map(letters)
            else {
                return Err(limit.too_large());
            };
            let mut known: FxHashMap<Vec<i64>, u32> = FxHashMap::default();
            let mut queue = vec![schema.start(&system)];
            known.insert(queue[0].clone(), items.push(number, schema.accepts(&queue[0])));
            items.starts.push(known[&queue[0]]);
            let first_item = items.schema_of.len() - 1;
            let mut done = 0;
            let mut longer = Longer::new(&system, &schema.atoms, width);
            let conjuncts = schema.conjuncts();
            // The numbers of letters with the same digits from a place on.
            let runs: Vec<usize> = (0..3u32).map(|place| numeration.digits().pow(place)).collect();
            let mut next: Vec<i64> = Vec::with_capacity(queue[0].len());
            while done < queue.len() {
                let current = queue[done].clone();
                longer.begin(&current);
                let mut steps = Vec::new();
                let before = queue.len();
                let (mut following, mut counted) = (0, 0);
                while following < all {
                    let letter = following;
                    if counted % 64 == 0 {
                        limit.watch.spend(64 * (1 + (schema.atoms.len() * schema.terms) as u64 / 4))?;
                    }
                    counted += 1;
                    // As many letters as begin here with the same digits at higher places, and are all hopeless: the
                    // letter itself at least.
                    let run = (0..width.min(3)).rev().find(|&place| {
                        letter % runs[place] == 0
                            && conjuncts
                                .iter()
                                .any(|&number| longer.is_false_above(place, (number, &schema.atoms[number])))
                    });
                    if let Some(place) = run {
                        following += runs[place];
                        longer.advance(place);
                        continue;
                    }
                    next.clear();
                    let both = schema.atoms.iter().enumerate().zip(current.chunks(schema.terms));
                    both.for_each(|(atom, running)| longer.step(atom, running, &mut next));
                    following += 1;
                    longer.advance(0);
                    // An item that cannot succeed is found below; the cheap test here only avoids
                    // exploring hopeless targets.
                    if schema.hopeless(&next) {
                        continue;
                    }
                    let target = match known.get(&next) {
                        Some(&target) => target,
                        None => {
                            let target = items.push(number, schema.accepts(&next));
                            known.insert(next.clone(), target);
                            queue.push(next.clone());
                            target
                        }
                    };
                    steps.push((letter % reads, letter / reads % writes, target));
                }
                steps.shrink_to_fit();
                total += steps.len();
                // A step, and the same backwards; an item in the queue and in the map.
                let items_bytes = (queue.len() - before) * (160 + 24 * schema.atoms.len() * schema.terms);
                limit.check(total, steps.len(), steps.len() * (size_of::<ItemStep>() + 8) + items_bytes)?;
                items.steps[first_item + done] = steps;
                done += 1;
            }
        }
        items.prune();
        Ok(items)
    }

    fn push(&mut self, schema: u32, accepting: bool) -> u32 {
        self.schema_of.push(schema);
        self.accepting.push(accepting);
        self.steps.push(Vec::new());
        u32::try_from(self.schema_of.len() - 1).expect("bounded by the transition limit")
    }

    /// Marks the items from which the move can be completed, and removes steps to others.
    fn prune(&mut self) {
        let targets = (0u32..).zip(&self.steps);
        let edges: Vec<(u32, u32)> =
            targets.flat_map(|(item, steps)| steps.iter().map(move |step| (item, step.2))).collect();
        self.live = reaching(self.accepting.clone(), &edges);
        let live = &self.live;
        for steps in &mut self.steps {
            steps.retain(|step| live[step.2 as usize]);
        }
    }

    fn determinise(&self, tracks: usize, limit: &mut Bound<'_>) -> Result<MoveRelation, RelationLimit> {
        let alphabet = self.numeration.alphabet(tracks).ok_or_else(|| limit.too_large())?;
        let mut relation = MoveRelation {
            letters: alphabet.letters(),
            first: vec![0],
            transitions: vec![],
            accepting: vec![],
            starts: vec![0],
            deterministic: true,
        };
        let start: Vec<u32> = self.starts.iter().copied().filter(|&item| self.live[item as usize]).collect();
        if start.is_empty() {
            return Ok(relation);
        }
        let ones = self.ones(tracks);
        let mut known: FxHashMap<Vec<u32>, RelationState> = FxHashMap::default();
        let mut queue = vec![start.clone()];
        known.insert(start, 0);
        let mut done = 0;
        let (mut counted, mut states_bytes) = (0, 0);
        let mut found: Vec<(u16, u32)> = Vec::new();
        while done < queue.len() {
            let items = queue[done].clone();
            done += 1;
            relation.accepting.push(items.iter().any(|&item| self.accepting[item as usize]));
            // The steps of each item, by the digits it reads.
            let by_read: Vec<Vec<Vec<(u16, u32)>>> =
                items.iter().map(|&item| self.steps_by_read(item, &ones)).collect();
            for letter in 0..alphabet.letters() {
                found.clear();
                for (&item, steps) in items.iter().zip(&by_read) {
                    self.steps_under(item, steps, letter, &ones, &mut found);
                }
                found.sort_unstable();
                found.dedup();
                let mut rest = &found[..];
                while let Some(&(written, _)) = rest.first() {
                    let count = rest.iter().take_while(|step| step.0 == written).count();
                    let targets: Vec<u32> = rest[..count].iter().map(|step| step.1).collect();
                    rest = &rest[count..];
                    let state = match known.get(&targets) {
                        Some(&state) => state,
                        None => {
                            let state = u32::try_from(queue.len()).map_err(|_| limit.too_large())?;
                            states_bytes += 160 + 8 * targets.len();
                            known.insert(targets.clone(), state);
                            queue.push(targets);
                            state
                        }
                    };
                    relation.transitions.push((written, state));
                }
                let new = relation.transitions.len() - counted;
                counted += new;
                // Vectors double: a transition, and the states met for the first time.
                let bytes = 4 + new * 2 * size_of::<(u16, RelationState)>() + states_bytes;
                states_bytes = 0;
                limit.check(counted, found.len(), bytes)?;
                relation
                    .first
                    .push(u32::try_from(relation.transitions.len()).map_err(|_| limit.too_large())?);
            }
        }
        Ok(relation)
    }

    /// Returns the relation whose states are the single partial moves.
    fn one_by_one(&self, tracks: usize, limit: &mut Bound<'_>) -> Result<MoveRelation, RelationLimit> {
        let alphabet = self.numeration.alphabet(tracks).ok_or_else(|| limit.too_large())?;
        let mut numbers = vec![0u32; self.live.len()];
        let mut count = 0;
        for (number, &live) in numbers.iter_mut().zip(&self.live) {
            *number = count;
            count += u32::from(live);
        }
        let live = |&item: &u32| self.live[item as usize];
        let mut relation = MoveRelation {
            letters: alphabet.letters(),
            first: vec![0],
            transitions: vec![],
            accepting: vec![],
            starts: self.starts.iter().copied().filter(live).map(|item| numbers[item as usize]).collect(),
            deterministic: false,
        };
        let ones = self.ones(tracks);
        let mut found: Vec<(u16, u32)> = Vec::new();
        for item in (0u32..).take(self.live.len()).filter(live) {
            relation.accepting.push(self.accepting[item as usize]);
            let steps = self.steps_by_read(item, &ones);
            for letter in 0..alphabet.letters() {
                found.clear();
                self.steps_under(item, &steps, letter, &ones, &mut found);
                found.sort_unstable();
                found.dedup();
                relation.transitions.extend(found.iter().map(|step| (step.0, numbers[step.1 as usize])));
                let bytes = 5 + found.len() * 2 * size_of::<(u16, RelationState)>();
                limit.check(relation.transitions.len(), found.len(), bytes)?;
                let end = u32::try_from(relation.transitions.len()).map_err(|_| limit.too_large())?;
                relation.first.push(end);
            }
        }
        Ok(relation)
    }

    /// The letters with a single digit 1, by its coordinate.
    fn ones(&self, tracks: usize) -> Vec<usize> {
        (0..tracks).map(|track| self.numeration.letter_of_one(track)).collect()
    }

    /// Adds the possible letters of y under a letter of x, with the items reached; `steps` are the
    /// item's steps [by the digits read](Self::steps_by_read).
    fn steps_under(
        &self,
        item: u32,
        steps: &[Vec<(u16, u32)>],
        letter: usize,
        ones: &[usize],
        found: &mut Vec<(u16, u32)>,
    ) {
        let numeration = self.numeration;
        let schema = &self.schemas[self.schema_of[item as usize] as usize];
        let digits = schema.read.iter().map(|&coordinate| numeration.digit(letter, coordinate));
        let read = digits.rev().fold(0, |read, digit| read * numeration.digits() + usize::from(digit));
        let lost = schema
            .written
            .iter()
            .map(|&coordinate| usize::from(numeration.digit(letter, coordinate)) * ones[coordinate]);
        let kept = short(letter - lost.sum::<usize>());
        found.extend(steps[read].iter().map(|&(digits, target)| (kept + digits, target)));
    }

    /// For each combination of read digits: the written letter, and the item.
    fn steps_by_read(&self, item: u32, ones: &[usize]) -> Vec<Vec<(u16, u32)>> {
        let schema = &self.schemas[self.schema_of[item as usize] as usize];
        // The combinations of digits of the coordinates read are the letters of that many tracks.
        let reads = self.numeration.alphabet(schema.read.len()).map_or(0, Alphabet::letters);
        let mut by_read = vec![Vec::new(); reads];
        for &(read, written, target) in &self.steps[item as usize] {
            let digit = |(place, &coordinate): (usize, &usize)| {
                ones[coordinate] * usize::from(self.numeration.digit(written, place))
            };
            let letter = schema.written.iter().enumerate().map(digit).sum();
            by_read[read].push((short(letter), target));
        }
        by_read
    }
}

impl Schema {
    /// The atoms that [`hopeless`](Self::hopeless) looks at.
    fn conjuncts(&self) -> Vec<usize> {
        let Combination::And(parts) = &self.condition else { return Vec::new() };
        let mut found = Vec::new();
        for part in parts {
            match part {
                Combination::Atom(number) => found.push(*number),
                Combination::And(inner) => found.extend(inner.iter().filter_map(|part| match part {
                    Combination::Atom(number) => Some(*number),
                    _ => None,
                })),
                _ => {}
            }
        }
        found
    }

    /// Whether a conjunct of the condition is decided to be false.
    fn hopeless(&self, running: &[i64]) -> bool {
        let Combination::And(parts) = &self.condition else { return false };
        parts.iter().any(|part| match part {
            Combination::Atom(index) => running[index * self.terms] == DECIDED_FALSE,
            Combination::And(inner) => inner
                .iter()
                .any(|part| matches!(part, Combination::Atom(index) if running[index * self.terms] == DECIDED_FALSE)),
            _ => false,
        })
    }
}

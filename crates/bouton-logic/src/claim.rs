//! Claims: a law of a game, stated by a user.

use std::{ops::Range, sync::Arc};

use bouton_core::{
    ControlState, Convention, DigitAutomaton, Law, Numeration, Outcome, Ruleset, State, Target, Valuation,
    Value, Watch,
};
use num_bigint::BigUint;

use crate::{
    Fault, NoValue, Undecided,
    compile::{CompileError, Compiler},
    relation::{Engine, Relation},
    resolve::Scope,
    syntax::{Node, Parser, Sign},
    term::{Condition, Term, Variable},
    token::TokenKind,
};

/// The most Grundy values that are the outputs of an automaton; others are proved with a Nim heap.
const MOST_GRUNDY: usize = 16;
/// The most numbers that are tried as a Grundy value for which the condition of a claim `g iff …` holds.
pub const MOST_TRIED: u64 = 1 << 10;
/// The numbers above a Grundy value for which a condition must not hold.
const FURTHER_TRIED: u64 = 8;

/// A claim about the outcomes, or the Grundy values, of all positions of a game.
///
/// ```
/// use bouton_core::Watch;
/// use bouton_logic::Claim;
///
/// let game = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let claim = Claim::read("P iff h1 = h2", &game)?;
/// let law = claim.law(&game, 1000, &Watch::unlimited())?;
/// assert_eq!(law.automaton.states(), 2);
/// assert_eq!(claim.value(0, &[3, 4]), Ok(1)); // N
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    text: String,
    kind: ClaimKind,
    dimension: usize,
    /// Whether the conditions belong to different outcomes, rather than being cases in order.
    exclusive: bool,
    /// For each control state its cases. The first case that holds decides; the last one always
    /// holds.
    controls: Vec<Vec<Case>>,
    /// The numeration in whose digits the law is written.
    numeration: Arc<Numeration>,
    /// Whether the Grundy value is the number `g` for which the only condition of a control state holds.
    implicit: bool,
}

/// The values that a claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// Outcomes.
    Outcomes,
    /// Grundy values.
    Grundy,
}

/// A condition with the value of the positions that satisfy it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Case {
    value: Term,
    condition: Condition,
}

/// The reason why a claim has no law.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClaimError {
    /// A part of the claim has no meaning.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A limit was reached.
    #[error("while the claim was compiled: {0}")]
    Undecided(#[from] Undecided),
    /// Two conditions hold at one position.
    #[error("the claim says both {} and {} of {}{}", outcome(.values.0), outcome(.values.1), list(.position), in_state(.control.as_deref()))]
    Both {
        /// The least such position.
        position: Vec<BigUint>,
        /// The control state of the position, if the game has several.
        control: Option<String>,
        /// The values, by number.
        values: (Value, Value),
    },
}

/// The outcome with a number below 4.
fn outcome(value: Value) -> Outcome {
    Valuation::Coalition.outcome_of(value)
}

/// A control state as it stands after a position.
fn in_state(control: Option<&str>) -> String {
    control.map_or_else(String::new, |control| format!(":{control}"))
}

fn list(position: &[BigUint]) -> String {
    position.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

impl From<CompileError> for ClaimError {
    fn from(error: CompileError) -> Self {
        error.or_fault()
    }
}

/// A clause of the text.
pub(crate) struct Clause {
    /// The outcome, or `None` for a number.
    pub(crate) outcome: Option<Value>,
    pub(crate) value: Option<Node>,
    pub(crate) condition: Option<Node>,
    pub(crate) control: Option<usize>,
    pub(crate) span: Range<usize>,
}

/// Returns the largest k for which a text has a name `hk`; `None` if there is no such name, or k is
/// above 64.
///
/// ```
/// assert_eq!(bouton_logic::largest_heap("P iff h1 = h3 or h2 = 0"), Some(3));
/// ```
#[must_use]
pub fn largest_heap(text: &str) -> Option<usize> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let number = |word: &str| word.strip_prefix('h')?.parse().ok().filter(|number| (1..=64).contains(number));
    words.filter_map(number).max()
}

impl Claim {
    /// Reads a claim about a game.
    ///
    /// # Errors
    ///
    /// The first [`Fault`] of the text.
    pub fn read(text: &str, ruleset: &Ruleset) -> Result<Self, Fault> {
        let mut parser = Parser::new(text)?;
        let convention = ruleset.convention();
        let (clauses, kind) = clauses(&mut parser, ruleset)?;
        let numeration = Arc::new(numeration(&mut parser, text)?);
        let whole = 0..text.len();
        let mut controls = Vec::new();
        let mut scope = Scope {
            names: Vec::new(),
            heaps: None,
            controls: None,
            numeration: Arc::clone(&numeration),
            free: false,
            variables: Vec::new(),
            laws: Vec::new(),
        };
        for name in ruleset.coordinates() {
            scope.declare(name);
        }
        scope.heaps = Some((0..ruleset.dimension()).collect());
        for (number, name) in ruleset.controls().iter().enumerate() {
            let about: Vec<&Clause> = clauses
                .iter()
                .filter(|clause| clause.control.is_none_or(|control| control == number))
                .collect();
            if about.is_empty() {
                return Err(Fault::new(&whole, format!("the claim has no clause for positions `{name}`"))
                    .help(format!("add a clause that ends with `when {name}`")));
            }
            controls.push(cases(&about, convention, &mut scope, &whole)?);
        }
        let implicit = clauses.iter().any(|clause| clause.outcome.is_none() && clause.value.is_none());
        if implicit && clauses.iter().any(|clause| clause.value.is_some()) {
            let why = "a claim about Grundy values has clauses `g = …`, or clauses `g iff …`, not both";
            return Err(Fault::new(&whole, why));
        }
        let mut all = controls.iter().flatten();
        if !numeration.is_binary()
            && all.any(|case| case.condition.reads_binary() || case.value.reads_binary())
        {
            let why = format!(
                "`xor`, `nimsum`, `bits`, `columns`, `leading` and `linked` are about binary digits, not about {numeration}"
            );
            return Err(Fault::new(&whole, why).help("leave out `in …`"));
        }
        let exclusive = clauses.iter().all(|clause| clause.outcome.is_some());
        let text = text.to_owned();
        Ok(Self { text, kind, dimension: ruleset.dimension(), exclusive, controls, numeration, implicit })
    }

    /// The text of the claim.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The values that the claim is about.
    #[must_use]
    pub fn kind(&self) -> ClaimKind {
        self.kind
    }

    /// The numeration whose digits the claim reads.
    #[must_use]
    pub fn numeration(&self) -> &Numeration {
        &self.numeration
    }

    /// Whether the claim says by a condition which number is the Grundy value (`g iff …`).
    #[must_use]
    pub fn is_implicit(&self) -> bool {
        self.implicit
    }

    /// Returns the claimed value of a position, computed from the words of the claim. It is the
    /// number of an outcome, or a Grundy value, which may be negative if the claim is wrong.
    ///
    /// # Errors
    ///
    /// [`NoValue`] if a number is too large, if binary digits are those of a negative number, or if
    /// two conditions hold.
    pub fn value(&self, control: usize, coordinates: &[u64]) -> Result<i128, NoValue> {
        let cases = self.controls.get(control).ok_or(NoValue)?;
        if let (true, [case]) = (self.implicit, &cases[..]) {
            let mut values = [coordinates, &[0]].concat();
            for number in 0..MOST_TRIED {
                values[coordinates.len()] = number;
                if case.condition.holds(&values)? {
                    return Ok(number.into());
                }
            }
            return Err(NoValue);
        }
        let mut found = None;
        for case in cases {
            // The last case is for all other positions; at most one of the other conditions may
            // hold.
            if found.is_some() && (!self.exclusive || case.condition == Condition::Constant(true)) {
                break;
            }
            if case.condition.holds(coordinates)? && found.replace(case.value.value(coordinates)?).is_some() {
                return Err(NoValue);
            }
        }
        found.ok_or(NoValue)
    }

    /// Whether a number is the claimed value of a position, and the only one of the first numbers for which the words hold.
    ///
    /// # Errors
    ///
    /// [`NoValue`], as for the [value](Self::value); not if the words hold for no number.
    pub fn claims(&self, control: usize, coordinates: &[u64], value: Value) -> Result<bool, NoValue> {
        let Some(([case], true)) = self.controls.get(control).map(|cases| (&cases[..], self.implicit)) else {
            return Ok(self.value(control, coordinates)? == i128::from(value));
        };
        let mut values = [coordinates, &[0]].concat();
        for number in 0..=u64::from(value).saturating_add(FURTHER_TRIED) {
            values[coordinates.len()] = number;
            if case.condition.holds(&values)? != (number == u64::from(value)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Compiles the claim to a law in its digits, which are binary unless it names others. Automata may have at most
    /// `states` states before they are minimised.
    ///
    /// # Errors
    ///
    /// [`ClaimError`].
    pub fn law(&self, ruleset: &Ruleset, states: usize, watch: &Watch) -> Result<Law, ClaimError> {
        let mut compiler = Compiler::new(Engine { numeration: &self.numeration, states, watch });
        let coordinates: Vec<Variable> = (0..self.dimension).collect();
        let exists = compiler.formula(ruleset.exists(), &coordinates)?;
        compiler.domain = Some(exists.clone());
        match self.kind {
            ClaimKind::Outcomes => self.of_outcomes(ruleset, &exists, &mut compiler),
            ClaimKind::Grundy => match self.of_few_grundy_values(&mut compiler)? {
                Some(law) => Ok(law),
                None => self.of_grundy_values(&mut compiler),
            },
        }
    }

    /// Compiles a claim about Grundy values to a law with a Nim heap, also if there are only a few values.
    ///
    /// # Errors
    ///
    /// As [`law`](Self::law).
    pub fn law_with_nim_heap(
        &self,
        ruleset: &Ruleset,
        states: usize,
        watch: &Watch,
    ) -> Result<Law, ClaimError> {
        let mut compiler = Compiler::new(Engine { numeration: &self.numeration, states, watch });
        let coordinates: Vec<Variable> = (0..self.dimension).collect();
        compiler.domain = Some(compiler.formula(ruleset.exists(), &coordinates)?);
        self.of_grundy_values(&mut compiler)
    }

    fn of_outcomes(
        &self,
        ruleset: &Ruleset,
        exists: &Relation,
        compiler: &mut Compiler<'_>,
    ) -> Result<Law, ClaimError> {
        let (engine, valuation) = (compiler.engine, Valuation::provable(ruleset.convention()));
        let mut parts = Vec::new();
        for (control, cases) in ruleset.control_states().zip(&self.controls) {
            let mut values: Vec<(Value, Relation)> = Vec::new();
            for case in cases {
                let condition = compiler.condition(&case.condition)?;
                match &case.value {
                    Term::Number(value) => {
                        values.push((Value::try_from(*value).unwrap_or_default(), condition));
                    }
                    term => {
                        let count = valuation.value_count().unwrap_or_default();
                        let mut other = condition.clone();
                        for value in 0..count {
                            let number = Term::Number(i64::from(value));
                            let equal = Condition::Compare(term.clone(), Sign::Equal, number);
                            let equal = compiler.condition(&equal)?;
                            other = engine.and(&other, &engine.not(&equal)?)?;
                            values.push((value, engine.and(&condition, &equal)?));
                        }
                        // Positions that an earlier case decides do not matter, nor do points that
                        // are not positions.
                        for (_, earlier) in &values[..values.len() - count as usize] {
                            other = engine.and(&other, &engine.not(earlier)?)?;
                        }
                        if !engine.is_empty(&engine.and(&other, exists)?)? {
                            let why = format!("the value of a position is a number from 0 to {}", count - 1);
                            return Err(Fault::new(&(0..self.text.len()), why).into());
                        }
                    }
                }
            }
            // The last case is for all other positions.
            let named = if self.exclusive { &values[..values.len() - 1] } else { &[] };
            for (place, (value, one)) in named.iter().enumerate() {
                for (earlier, other) in &named[..place] {
                    let both = engine.and(&engine.and(one, other)?, exists)?;
                    if !engine.is_empty(&both)? {
                        let mut found = engine.least(&extended(engine, &both, self.dimension)?, 1)?;
                        let position = found.pop().unwrap_or_default();
                        let control = ruleset.controls().get(usize::from(control.0)).cloned();
                        let control = control.filter(|_| ruleset.controls().len() > 1);
                        return Err(ClaimError::Both { position, control, values: (*earlier, *value) });
                    }
                }
            }
            if valuation == Valuation::MisereOutcomeAndEnd {
                let ended = ended(ruleset, control, compiler)?;
                // A position at which play has ended, and that is not claimed to be P, is N
                // because play has ended.
                let mut refined = Vec::new();
                for (value, there) in values {
                    if value == 1 {
                        refined.push((2, engine.and(&there, &ended)?));
                    }
                    refined.push((value, there));
                }
                values = refined;
            }
            parts.push(valued(engine, &values, self.dimension)?);
        }
        Ok(Law::new(valuation, joined(engine, &parts)?))
    }

    /// The law of the values themselves, if there are few; `None` if there are more, or if a number may be negative.
    fn of_few_grundy_values(&self, compiler: &mut Compiler<'_>) -> Result<Option<Law>, ClaimError> {
        let engine = compiler.engine;
        if self.implicit {
            return Ok(None);
        }
        let mut parts = Vec::new();
        for cases in &self.controls {
            let mut values: Vec<(Value, Relation)> = Vec::new();
            for case in cases {
                let condition = compiler.condition(&case.condition)?;
                let Some(found) = compiler.by_value(&case.value, MOST_GRUNDY)? else { return Ok(None) };
                for (value, there) in found {
                    let few = Value::try_from(value).ok().filter(|&value| (value as usize) < MOST_GRUNDY);
                    let Some(value) = few else { return Ok(None) };
                    values.push((value, engine.and(&condition, &there)?));
                }
            }
            parts.push(valued(engine, &values, self.dimension)?);
        }
        Ok(Some(Law::new(Valuation::Grundy, joined(engine, &parts)?)))
    }

    /// The law with a Nim heap.
    fn of_grundy_values(&self, compiler: &mut Compiler<'_>) -> Result<Law, ClaimError> {
        let engine = compiler.engine;
        let mut parts = Vec::new();
        for cases in &self.controls {
            if let (true, [case]) = (self.implicit, &cases[..]) {
                let equal = compiler.condition(&case.condition)?;
                let values = [(0, equal), (1, engine.constant(true)?)];
                parts.push(valued(engine, &values, self.dimension + 1)?);
                continue;
            }
            let (mut before, mut equal) = (engine.constant(false)?, engine.constant(false)?);
            for case in cases {
                let condition = compiler.condition(&case.condition)?;
                let heap = Term::Variable(self.dimension);
                let there = compiler.condition(&Condition::Compare(heap, Sign::Equal, case.value.clone()))?;
                let first = engine.and(&condition, &engine.not(&before)?)?;
                equal = engine.or(&equal, &engine.and(&first, &there)?)?;
                before = engine.or(&before, &condition)?;
            }
            let other = engine.constant(true)?;
            parts.push(valued(engine, &[(0, equal), (1, other)], self.dimension + 1)?);
        }
        Ok(Law::with_nim_heap(joined(engine, &parts)?))
    }
}

/// Whether the last case always holds.
fn is_certain(cases: &[Case]) -> bool {
    cases.last().is_some_and(|case| case.condition == Condition::Constant(true))
}

/// Extends the relation to all coordinates.
fn extended(engine: Engine<'_>, relation: &Relation, dimension: usize) -> Result<Relation, Undecided> {
    let variables: Vec<Variable> = (0..dimension).collect();
    let automaton = engine.over(relation, &variables)?;
    Ok(Relation { variables, automaton })
}

/// Returns the automaton whose output is the first value whose relation holds; 0 if no relation
/// holds.
fn valued(
    engine: Engine<'_>,
    values: &[(Value, Relation)],
    tracks: usize,
) -> Result<DigitAutomaton, Undecided> {
    let variables: Vec<Variable> = (0..tracks).collect();
    let maps = values.iter().map(|(_, there)| engine.letters_of(&variables, &there.variables));
    let maps = maps.collect::<Result<Vec<_>, _>>()?;
    let start: Vec<State> = values.iter().map(|(_, there)| there.automaton.starts()[0]).collect();
    engine.explore(
        tracks,
        start,
        |states, letter, _| {
            let all = states.iter().zip(values).zip(&maps);
            all.map(|((&state, (_, there)), map)| there.automaton.next(state, map[letter])).collect()
        },
        |states: &Vec<State>| {
            let mut all = states.iter().zip(values);
            all.find(|(state, (_, there))| there.automaton.output(**state) == 1)
                .map_or(0, |(_, (value, _))| *value)
        },
        |states| 4 * states.len() as u64,
    )
}

/// Returns one automaton with a start for each control state.
fn joined(engine: Engine<'_>, parts: &[DigitAutomaton]) -> Result<DigitAutomaton, Undecided> {
    let (mut starts, mut outputs, mut transitions) = (Vec::new(), Vec::new(), Vec::new());
    for part in parts {
        let before = State::try_from(outputs.len()).map_err(|_| Undecided::Large)?;
        starts.push(before + part.starts()[0]);
        outputs.extend_from_slice(part.outputs());
        transitions.extend(part.transitions().iter().map(|&state| before + state));
    }
    let tracks = parts.first().map_or(0, DigitAutomaton::tracks);
    let all = DigitAutomaton::over(engine.numeration, tracks, starts, outputs, transitions);
    let all = all.expect("the union of automata is an automaton");
    Ok(bouton_automata::minimize_within(&all, engine.watch)?)
}

/// Returns the positions of a control state at which play has ended: no move is possible.
fn ended(
    ruleset: &Ruleset,
    control: ControlState,
    compiler: &mut Compiler<'_>,
) -> Result<Relation, Undecided> {
    let engine = compiler.engine;
    let dimension = ruleset.dimension();
    let mut goes_on = engine.constant(false)?;
    for schema in ruleset.moves().iter().filter(|schema| schema.from == control) {
        let variables: Vec<Variable> = (0..dimension + usize::from(schema.parameters)).collect();
        let mut possible = compiler.formula(&schema.guard, &variables)?;
        for target in &schema.targets {
            if let Target::Becomes(expression) = target {
                let negative = expression.scaled(-1).map_err(|_| Undecided::Large)?;
                let natural = compiler.formula(&bouton_core::Formula::NotPositive(negative), &variables)?;
                possible = engine.and(&possible, &natural)?;
            }
        }
        let possible = engine.project(&possible, &variables[dimension..])?;
        goes_on = engine.or(&goes_on, &possible)?;
    }
    let coordinates: Vec<Variable> = (0..dimension).collect();
    let stop = compiler.formula(ruleset.stop(), &coordinates)?;
    engine.or(&stop, &engine.not(&goes_on)?)
}

/// Reads the numeration at the end of a claim: `in fibonacci`; binary digits if there is none.
fn numeration(parser: &mut Parser, text: &str) -> Result<Numeration, Fault> {
    if !parser.take_word("in") {
        parser.end()?;
        return Ok(Numeration::binary());
    }
    let start = parser.peek().span.start;
    let name = text.get(start..).unwrap_or_default();
    name.parse().map_err(|error: bouton_core::ParseNumerationError| {
        Fault::new(&(start..text.len()), error.to_string())
            .help("a claim ends with its digits, as in `… in fibonacci`")
    })
}

/// Reads the clauses of a text about binary digits.
pub(crate) fn binary_clauses(
    parser: &mut Parser,
    ruleset: &Ruleset,
) -> Result<(Vec<Clause>, ClaimKind), Fault> {
    let found = clauses(parser, ruleset)?;
    if parser.is_word("in") {
        let why = "a claim about every number of heaps, or with letters, is about binary digits";
        return Err(Fault::new(&parser.peek().span.clone(), why).help("leave out `in …`"));
    }
    parser.end()?;
    let implicit = found.0.iter().find(|clause| clause.outcome.is_none() && clause.value.is_none());
    if let Some(clause) = implicit {
        let why = "a claim about every number of heaps, or with letters, has clauses `g = …`";
        return Err(Fault::new(&clause.span, why));
    }
    Ok(found)
}

/// Reads the clauses of a text, up to what follows the last one.
fn clauses(parser: &mut Parser, ruleset: &Ruleset) -> Result<(Vec<Clause>, ClaimKind), Fault> {
    let players = match ruleset.convention() {
        Convention::Podium { players } => u32::from(players),
        _ => 2,
    };
    let outcomes: &[&str] = match ruleset.convention() {
        Convention::Coalition => &["P", "N", "O", "Q"],
        Convention::Podium { players: 3 } => &["P", "N", "O"],
        Convention::Podium { players } if players > 3 => &[],
        _ => &["P", "N"],
    };
    let expected = || match outcomes {
        [] => "`v = …`, the value of a position from 0 on, or `g = …`".to_owned(),
        _ => "`P iff …` or `g = …`".to_owned(),
    };
    let (mut found, mut kind) = (Vec::new(), None);
    loop {
        let start = parser.peek().span.clone();
        let TokenKind::Word(word) = parser.peek().kind.clone() else {
            return Err(parser.fault(&format!("a claim: {}", expected())));
        };
        let this = match word.as_str() {
            "g" => ClaimKind::Grundy,
            "v" if players > 3 => ClaimKind::Outcomes,
            name if outcomes.contains(&name) => ClaimKind::Outcomes,
            "P" | "N" | "O" | "Q" => {
                return Err(parser.fault(&expected()).help(match outcomes {
                    [] => "with more than three players outcomes are numbers".to_owned(),
                    _ => format!("the outcomes of this game are {}", outcomes.join(", ")),
                }));
            }
            _ => return Err(parser.fault(&format!("a claim: {}", expected()))),
        };
        if kind.is_some_and(|kind| kind != this) {
            return Err(Fault::new(&start, "a claim is about outcomes or about Grundy values, not both"));
        }
        kind = Some(this);
        parser.next();
        let outcome = outcomes.iter().position(|&name| name == word).filter(|_| word != "g");
        let outcome = outcome.and_then(|place| Value::try_from(place).ok());
        let (value, condition) = if outcome.is_some() {
            if !parser.take_word("iff") {
                let fault = parser.fault("`iff`");
                return Err(fault
                    .help(format!("write `{word} iff …`, for all positions that are {word} and no others")));
            }
            (None, Some(parser.condition()?))
        } else if word == "g" && parser.take_word("iff") {
            (None, Some(parser.condition()?))
        } else {
            parser.expect_sign("=")?;
            let value = parser.number()?;
            let condition = if parser.take_word("if") { Some(parser.condition()?) } else { None };
            (Some(value), condition)
        };
        let control = if parser.take_word("when") {
            let (name, span) = parser.name()?;
            let known = ruleset.controls().iter().position(|control| *control == name);
            Some(known.ok_or_else(|| {
                let fault = Fault::new(&span, format!("there is no control state `{name}`"));
                match ruleset.controls() {
                    [_] | [] => fault.help("this game has only one; leave out `when`"),
                    all => fault.help(format!("there are {}", all.join(", "))),
                }
            })?)
        } else {
            None
        };
        let span = start.start..parser.peek().span.start;
        found.push(Clause { outcome, value, condition, control, span });
        if parser.take_sign(";") {
            continue;
        }
        return Ok((found, kind.unwrap_or(ClaimKind::Outcomes)));
    }
}

/// Returns the cases of one control state.
fn cases(
    clauses: &[&Clause],
    convention: Convention,
    scope: &mut Scope<'_>,
    whole: &Range<usize>,
) -> Result<Vec<Case>, Fault> {
    let (mut cases, mut named) = (Vec::new(), Vec::new());
    if let Some(implicit) = clauses.iter().find(|clause| clause.outcome.is_none() && clause.value.is_none()) {
        let [Clause { condition: Some(condition), .. }] = clauses else {
            let why = "`g iff …` is the only clause of a control state";
            return Err(Fault::new(&implicit.span, why));
        };
        // The number of this variable is that of the numbers of a position.
        let number = scope.variables.len();
        if scope.names.iter().any(|(name, _)| name == "g") {
            let why = "`g` is a number of the position, so it cannot be the Grundy value, too";
            return Err(Fault::new(&implicit.span, why).help("give the number of the rules another name"));
        }
        scope.names.push(("g".to_owned(), number));
        let condition = scope.condition(condition);
        scope.names.pop();
        return Ok(vec![Case { value: Term::Variable(number), condition: condition? }]);
    }
    for (number, clause) in clauses.iter().enumerate() {
        // Conditions of outcomes may be `true`: the others are then never met.
        let is_last = |last: &&Clause| last.outcome.is_none() || last.condition.is_none();
        if is_certain(&cases) && number.checked_sub(1).and_then(|last| clauses.get(last)).is_some_and(is_last)
        {
            return Err(Fault::new(
                &clause.span,
                "this clause is never reached: the one before it has no condition",
            )
            .help("only the last clause of a control state has none"));
        }
        let condition = match &clause.condition {
            Some(node) => scope.condition(node)?,
            None => Condition::Constant(true),
        };
        let value = match (clause.outcome, &clause.value) {
            (Some(outcome), _) => {
                if named.contains(&outcome) {
                    return Err(Fault::new(
                        &clause.span,
                        "this outcome was claimed before for the same positions",
                    )
                    .help("join the conditions by `or`"));
                }
                named.push(outcome);
                Term::Number(i64::from(outcome))
            }
            (None, Some(node)) => scope.term(node)?,
            (None, None) => return Err(Fault::new(&clause.span, "a clause claims a value")),
        };
        if value.is_bits() {
            return Err(Fault::new(&clause.span, "a number of digits is not regular by itself")
                .help("`bits(…)` and `zeros(…)` stand under `mod`, or are compared with a fixed number"));
        }
        cases.push(Case { value, condition });
    }
    if named.is_empty() {
        // A final `if true` of the user counts as no condition.
        return if is_certain(&cases) {
            Ok(cases)
        } else {
            Err(Fault::new(whole, "the claim does not cover positions where no condition holds")
                .help("end with a clause without `if`, as in `g = 1 if h1 = 2; g = 0`"))
        };
    }
    let outcomes: Value = match convention {
        Convention::Coalition => 4,
        Convention::Podium { players } => Value::from(players),
        _ => 2,
    };
    let missing: Vec<Value> = (0..outcomes).filter(|outcome| !named.contains(outcome)).collect();
    match missing[..] {
        [] => Err(Fault::new(whole, "every outcome has a condition, and they may not fit together")
            .help("leave one outcome out: all other positions have it")),
        [left] => {
            cases.push(Case { value: Term::Number(i64::from(left)), condition: Condition::Constant(true) });
            Ok(cases)
        }
        _ => {
            let names: Vec<String> =
                missing.iter().map(|&value| Valuation::outcome(convention).value_name(value)).collect();
            Err(Fault::new(
                whole,
                format!("the claim does not say which positions are {}", names.join(" and ")),
            )
            .help("give conditions of all outcomes but one, parted by `;`, as in `P iff …; N iff …`"))
        }
    }
}

/// Returns the least existing position at which two laws of one game have different values: with
/// the smallest sum of its numbers, then the first in lexicographic order; `None` if there is no
/// such position.
///
/// # Errors
///
/// [`Undecided`], also if the laws have different digits, or if only one of them reads a Nim heap.
///
/// # Examples
///
/// ```
/// use bouton_core::{ControlState, Watch};
/// use bouton_logic::{Claim, least_difference};
///
/// let game = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let law = |text| Claim::read(text, &game).unwrap().law(&game, 1000, &Watch::unlimited()).unwrap();
/// let (one, other) = (law("P iff h1 = h2"), law("P iff h1 = h2 or h1 = h2 + 1000"));
/// let found = least_difference(&one, &other, &game, 100_000, &Watch::unlimited())?;
/// assert_eq!(found, Some((vec![1000u32.into(), 0u32.into()], ControlState(0))));
/// # Ok::<(), bouton_logic::Undecided>(())
/// ```
pub fn least_difference(
    one: &Law,
    other: &Law,
    ruleset: &Ruleset,
    states: usize,
    watch: &Watch,
) -> Result<Option<(Vec<BigUint>, ControlState)>, Undecided> {
    if one.numeration() != other.numeration() || one.nim_heap != other.nim_heap {
        return Err(Undecided::Large);
    }
    let engine = Engine { numeration: one.numeration(), states, watch };
    let compiler = Compiler::new(engine);
    let coordinates: Vec<Variable> = (0..ruleset.dimension()).collect();
    let tracks: Vec<Variable> = (0..one.automaton.tracks()).collect();
    let exists = compiler.formula(ruleset.exists(), &coordinates)?;
    let mut least: Option<(Vec<BigUint>, ControlState)> = None;
    for control in ruleset.control_states() {
        let of = |law: &Law| {
            let (start, automaton) = (law.automaton.starts()[control.index()], &law.automaton);
            let outputs = automaton.outputs().iter().map(|&output| law.valuation.coarse(output)).collect();
            let next = automaton.transitions().to_vec();
            DigitAutomaton::over(engine.numeration, tracks.len(), vec![start], outputs, next)
                .expect("an automaton with other outputs is an automaton")
        };
        let (left, right) = (of(one), of(other));
        let parts = [(&tracks[..], &left), (&tracks[..], &right)];
        let differs = engine.combine(&parts, |outputs| outputs[0] != outputs[1])?;
        let differs = engine.project(&differs, &tracks[ruleset.dimension()..])?;
        let differs = extended(engine, &engine.and(&differs, &exists)?, ruleset.dimension())?;
        let found = engine.least(&differs, 1)?.pop();
        let key = |position: &Vec<BigUint>| (position.iter().sum::<BigUint>(), position.clone());
        if let Some(found) = found
            && least.as_ref().is_none_or(|(known, _)| key(&found) < key(known))
        {
            least = Some((found, control));
        }
    }
    Ok(least)
}

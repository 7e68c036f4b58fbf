//! Sentences: first-order questions about proved laws.

use std::ops::Range;

use bouton_core::{ControlState, DigitAutomaton, Law, Numeration, Ruleset, Valuation, Value, Watch};
use num_bigint::BigUint;

use crate::{
    Fault, LawUse, Undecided,
    compile::{CompileError, Compiler},
    relation::{Engine, Relation},
    resolve::Scope,
    syntax::{Parser, Sign},
    term::{Condition, Term, Variable},
};

/// A sentence about laws, or a condition with free names.
///
/// ```
/// use bouton_core::{Numeration, Watch};
/// use bouton_logic::Sentence;
///
/// let sentence = Sentence::read("for all n: exists t: n = 2 * t or n = 2 * t + 1", &|_| Vec::new())?;
/// let answer = sentence.answer(&Numeration::binary(), &[], 1000, 12, &Watch::unlimited())?;
/// assert_eq!(answer.truth, Some(true));
///
/// let sentence = Sentence::read("for all n: n mod 3 = 0 -> n mod 9 != 6", &|_| Vec::new())?;
/// let answer = sentence.answer(&Numeration::binary(), &[], 1000, 12, &Watch::unlimited())?;
/// assert_eq!(answer.truth, Some(false));
/// assert_eq!(answer.witness, Some(vec![("n".to_owned(), 6u32.into())]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    condition: Condition,
    /// The names of the variables, by number.
    names: Vec<String>,
    /// The variables that no quantifier binds, in the order in which they occur.
    free: Vec<Variable>,
    laws: Vec<(LawUse, Range<usize>)>,
}

/// The answer to a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentenceAnswer {
    /// Whether the sentence is true; `None` if it has free names.
    pub truth: Option<bool>,
    /// Numbers for the outermost names that prove the answer: the least ones for which the
    /// condition after a true `exists` holds, or the condition after a false `for all` fails; by
    /// their sum, then in lexicographic order.
    pub witness: Option<Vec<(String, BigUint)>>,
    /// The solutions, if there are free names.
    pub solutions: Option<Solutions>,
    /// The number of states of the last automaton.
    pub states: usize,
}

/// The numbers that satisfy a condition with free names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solutions {
    /// The names.
    pub names: Vec<String>,
    /// The automaton with the output 1 where the condition holds, and 0 elsewhere.
    pub automaton: DigitAutomaton,
    /// The least solutions, by their sum, then in lexicographic order.
    pub least: Vec<Vec<BigUint>>,
    /// Whether these are all solutions.
    pub complete: bool,
}

/// The law of a [`LawUse`] of a sentence.
#[derive(Clone, Copy, Debug)]
pub struct Fact<'a> {
    /// The game.
    pub ruleset: &'a Ruleset,
    /// Its law.
    pub law: &'a Law,
}

/// The reason why a sentence has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SentenceError {
    /// A part of the sentence has no meaning.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A limit was reached.
    #[error("{0}")]
    Undecided(#[from] Undecided),
}

impl From<CompileError> for SentenceError {
    fn from(error: CompileError) -> Self {
        error.or_fault()
    }
}

impl Sentence {
    /// Reads a sentence. `controls` gives the names of the control states of a game: of the game of
    /// the sentence, or of a game by its name.
    ///
    /// # Errors
    ///
    /// The first [`Fault`] of the text.
    pub fn read(text: &str, controls: &dyn Fn(Option<&str>) -> Vec<String>) -> Result<Self, Fault> {
        let mut parser = Parser::new(text)?;
        let node = parser.condition()?;
        parser.end()?;
        let mut scope = Scope {
            names: Vec::new(),
            heaps: None,
            controls: Some(controls),
            numeration: std::sync::Arc::new(bouton_core::Numeration::binary()),
            free: true,
            variables: Vec::new(),
            laws: Vec::new(),
        };
        let condition = scope.condition(&node)?;
        let free = scope.names.iter().map(|(_, variable)| *variable).collect();
        Ok(Self { condition, names: scope.variables, free, laws: scope.laws })
    }

    /// The laws that the sentence uses, each with the place of its first use.
    #[must_use]
    pub fn laws(&self) -> &[(LawUse, Range<usize>)] {
        &self.laws
    }

    /// Whether the sentence reads binary digits, which only base 2 has.
    #[must_use]
    pub fn reads_binary(&self) -> bool {
        self.condition.reads_binary()
    }

    /// Decides the sentence by automata that have at most `states` states before they are
    /// minimised, and lists at most `most` solutions for its free names. There is a fact for each of
    /// its [laws](Self::laws), in that order, all in the given numeration.
    ///
    /// # Errors
    ///
    /// [`SentenceError`].
    ///
    /// # Panics
    ///
    /// If a fact is missing, or its law has another numeration.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{Numeration, Watch};
    /// use bouton_logic::{Claim, Fact, Sentence};
    ///
    /// let watch = Watch::unlimited();
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let law = Claim::read("P iff h1 = h2", &nim)?.law(&nim, 1000, &watch)?;
    /// let sentence = Sentence::read("P(a, b) and a + b < 5", &|_| Vec::new())?;
    /// let facts = [Fact { ruleset: &nim, law: &law }];
    /// let solutions = sentence.answer(&Numeration::binary(), &facts, 1000, 12, &watch)?.solutions.unwrap();
    /// assert!(solutions.complete);
    /// let least: Vec<String> = solutions.least.iter().map(|one| format!("{},{}", one[0], one[1])).collect();
    /// assert_eq!(least, ["0,0", "1,1", "2,2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(
        &self,
        numeration: &Numeration,
        facts: &[Fact<'_>],
        states: usize,
        most: usize,
        watch: &Watch,
    ) -> Result<SentenceAnswer, SentenceError> {
        assert_eq!(facts.len(), self.laws.len(), "a fact for each law");
        let engine = Engine { numeration, states, watch };
        let mut compiler = Compiler::new(engine);
        for (fact, (used, span)) in facts.iter().zip(&self.laws) {
            let law = relation(*fact, used, span, &mut compiler)?;
            compiler.laws.push(law);
        }
        if !self.free.is_empty() {
            let found = compiler.condition(&self.condition)?;
            let automaton = engine.over(&found, &self.free)?;
            let whole = Relation { variables: self.free.clone(), automaton };
            let mut least = engine.least(&whole, most.saturating_add(1))?;
            let complete = least.len() <= most;
            least.truncate(most);
            let names = self.free.iter().map(|&variable| self.names[variable].clone()).collect();
            let states = whole.automaton.states();
            let solutions = Solutions { names, automaton: whole.automaton, least, complete };
            return Ok(SentenceAnswer { truth: None, witness: None, solutions: Some(solutions), states });
        }
        let Some((all, variables, body)) = self.outermost() else {
            let found = compiler.condition(&self.condition)?;
            let truth = Some(!engine.is_empty(&found)?);
            return Ok(SentenceAnswer {
                truth,
                witness: None,
                solutions: None,
                states: found.automaton.states(),
            });
        };
        // The numbers that prove that an `exists` is true, or that a `for all` is false.
        let mut shown = compiler.condition(&body)?;
        if all {
            shown = engine.not(&shown)?;
        }
        let found = engine.least(&shown, 1)?.pop();
        let truth = Some(found.is_some() != all);
        let witness = found.map(|numbers| {
            let of = |variable: &Variable| {
                let place = shown.variables.iter().position(|known| known == variable);
                // A name that does not matter can have any number.
                let number = place.map_or(BigUint::ZERO, |place| numbers[place].clone());
                (self.names[*variable].clone(), number)
            };
            variables.iter().map(of).collect()
        });
        Ok(SentenceAnswer { truth, witness, solutions: None, states: shown.automaton.states() })
    }

    /// Returns the outermost quantifiers of one kind, and the condition after them.
    fn outermost(&self) -> Option<(bool, Vec<Variable>, Condition)> {
        let mut negated = false;
        let mut at = &self.condition;
        while let Condition::Not(inner) = at {
            (negated, at) = (!negated, inner);
        }
        let Condition::Quantified { all, .. } = at else { return None };
        let (kind, mut found) = (*all, Vec::new());
        while let Condition::Quantified { all, variables, body } = at
            && *all == kind
        {
            found.extend_from_slice(variables);
            at = body;
        }
        let body = if negated { Condition::Not(Box::new(at.clone())) } else { at.clone() };
        Some((kind != negated, found, body))
    }
}

/// Returns the relation of a law between the coordinates of a position, and the Grundy value.
fn relation(
    fact: Fact<'_>,
    used: &LawUse,
    span: &Range<usize>,
    compiler: &mut Compiler<'_>,
) -> Result<Relation, SentenceError> {
    let Fact { ruleset, law } = fact;
    let engine = compiler.engine;
    let dimension = ruleset.dimension();
    used.fits(ruleset, span)?;
    let control = ruleset.control_named(used.control.as_deref()).unwrap_or(ControlState(0));
    let coordinates: Vec<Variable> = (0..dimension).collect();
    let exists = compiler.formula(ruleset.exists(), &coordinates).map_err(SentenceError::from)?;
    let of = |accept: &dyn Fn(Value) -> bool| -> Result<Relation, Undecided> {
        let automaton = &law.automaton;
        let outputs = automaton.outputs().iter().map(|&output| Value::from(accept(output))).collect();
        let start = vec![automaton.starts()[control.index()]];
        let tracks = automaton.tracks();
        let single = DigitAutomaton::over(
            automaton.numeration(),
            tracks,
            start,
            outputs,
            automaton.transitions().to_vec(),
        );
        let single = single.expect("an automaton with other outputs is an automaton");
        let variables: Vec<Variable> = (0..tracks).collect();
        engine.combine(&[(&variables, &single)], |outputs| outputs[0] == 1)
    };
    let heap = Term::Variable(dimension);
    let equal = |compiler: &mut Compiler<'_>, value: i64| {
        compiler.condition(&Condition::Compare(heap.clone(), Sign::Equal, Term::Number(value)))
    };
    let found = if used.what == "g" {
        if !law.is_grundy() {
            let why = "the available law is about outcomes, not Grundy values";
            return Err(Fault::new(span, why).into());
        }
        if law.nim_heap {
            of(&|output| output == 0)?
        } else {
            let mut values: Vec<Value> = law.automaton.outputs().to_vec();
            values.sort_unstable();
            values.dedup();
            let mut all = engine.constant(false)?;
            for value in values {
                let there = equal(compiler, i64::from(value))?;
                all = engine.or(&all, &engine.and(&of(&|output| output == value)?, &there)?)?;
            }
            all
        }
    } else {
        let outcome = |output: Value| {
            let name = law.valuation.outcome_of(output).to_string();
            match (law.is_grundy(), law.valuation) {
                (true, Valuation::Grundy) => {
                    (output == 0) == (used.what == "P") && ["P", "N"].contains(&&*used.what)
                }
                _ => name == used.what,
            }
        };
        if law.nim_heap {
            // P-positions are those of Grundy value 0.
            let there = equal(compiler, 0)?;
            let lost = engine.project(&engine.and(&of(&|output| output == 0)?, &there)?, &[dimension])?;
            match &*used.what {
                "P" => lost,
                "N" => engine.not(&lost)?,
                _ => engine.constant(false)?,
            }
        } else {
            of(&outcome)?
        }
    };
    Ok(engine.and(&found, &exists)?)
}

//! Sentences about proved laws: the laws that they need, in one numeration, and their answers.

use std::collections::{BTreeMap, btree_map::Entry};

use bouton_core::{
    Convention, DigitAutomaton, Formula, Law, Numeration, Ruleset, RulesetParts, Space, Valuation, Value,
    Watch,
};
use bouton_explain::{Diagram, explain_within};
use bouton_game::MOST_LOGIC_STATES;
use bouton_logic::{
    Fact, Fault, Growth, LawUse, Sentence, SentenceAnswer, SentenceError, Solutions, Undecided, shorter,
};
use bouton_prove::{Goal, NumerationChoice};
use bouton_rules::{Game, HeapCount};
use indexmap::IndexMap;
use num_bigint::BigUint;

use crate::{
    Ending, Error, ErrorKind, Helps, Playable, ProveOptions, Theorem, document, known_or_proved,
    prove_law_with,
};

/// A game, or a theorem, that a sentence may be about.
pub(crate) struct Known {
    /// The name before the point; `None` for the first one.
    name: Option<String>,
    game: Game,
    law: Option<Law>,
    ruleset: Option<Ruleset>,
}

impl Known {
    /// Creates an entry for a game, whose laws are proved when they are needed.
    pub(crate) fn of_game(name: Option<&str>, game: &Game) -> Self {
        Self { name: name.map(str::to_owned), game: game.clone(), law: None, ruleset: None }
    }

    /// Creates an entry for a theorem.
    pub(crate) fn of_theorem(name: Option<&str>, theorem: &Theorem) -> Result<Self, Error> {
        let law = theorem.law().ok_or_else(|| {
            let why = "questions are about laws of a fixed number of heaps, not about periods, quotients, or laws for \
                       every number of heaps";
            Error::question(why).of_kind(ErrorKind::Certificate)
        })?;
        Ok(Self {
            name: name.map(str::to_owned),
            game: theorem.game().clone(),
            law: Some(law.law().clone()),
            ruleset: Some(law.ruleset().clone()),
        })
    }

    fn is_called(&self, name: Option<&str>) -> bool {
        match (name, &self.name) {
            (None, None) => true,
            (Some(name), Some(known)) => known == name || self.game.name() == name,
            (Some(name), None) => self.game.name() == name,
            (None, Some(_)) => false,
        }
    }

    /// The game with this number of coordinates.
    fn playable(&self, dimension: usize, watch: &Watch) -> Result<Playable, Error> {
        let heaps =
            Some(dimension).filter(|_| self.game.code().is_none() && self.game.heaps() == HeapCount::Any);
        Ok(Playable::within(&self.game, heaps, watch)?)
    }

    fn controls(&self) -> Vec<String> {
        self.ruleset.as_ref().map_or_else(|| self.game.controls(), |ruleset| ruleset.controls().to_vec())
    }
}

/// The answer to a question, with the automaton of its solutions.
///
/// ```
/// use bouton::{Watch, ask::{Ask, Buffer}};
///
/// let sentence = "P(n, n + 1, n + 2)".to_owned();
/// let question = Ask { game: "nim".to_owned(), sentence, ..Ask::default() };
/// let answer = question.found(&mut Buffer::new(&Watch::unlimited()))?;
/// assert_eq!(answer.document.solutions.as_ref().unwrap().condition.as_deref(), Some("n = 1"));
/// let diagram = answer.diagram(40).unwrap();
/// let start = diagram.states.iter().find(|state| !state.starts.is_empty()).unwrap();
/// assert_eq!(start.value, "no"); // 0 is not a solution
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AskAnswer {
    /// The document.
    pub document: document::Ask,
    solved: Option<(Vec<String>, DigitAutomaton)>,
}

/// The most letters of a diagram: its edges name sets of letters, and to find short names takes long where there
/// are many.
const MOST_LETTERS: usize = 1 << 8;

impl AskAnswer {
    /// The automaton that reads numbers for the free names and accepts the solutions; `None` for a question
    /// without free names, or if the automaton has more than `most` states or more than 256 letters.
    #[must_use]
    pub fn diagram(&self, most: usize) -> Option<Diagram> {
        let (names, automaton) = self.solved.as_ref()?;
        // One state may be for input that is not a word.
        if automaton.states() > most.saturating_add(1) || automaton.letters() > MOST_LETTERS {
            return None;
        }
        let (ruleset, turned) = of_solutions(&self.document.sentence, names, automaton)?;
        let mut diagram = Diagram::most_significant_first(&ruleset, Valuation::NormalOutcome, &turned);
        for state in &mut diagram.states {
            state.value = if state.lost { "yes" } else { "no" }.to_owned();
        }
        diagram.two_players = false;
        Some(diagram).filter(|diagram| diagram.states() <= most)
    }
}

/// A law with its game.
struct Proved {
    ruleset: Ruleset,
    law: Law,
}

/// Answers a sentence about some games, the first of which has no name in the sentence; lists at most `most`
/// solutions.
pub(crate) fn asked(
    known: &[Known],
    text: &str,
    (upto, most): (Option<&BigUint>, usize),
    states: Option<usize>,
    watch: &Watch,
) -> Result<AskAnswer, Error> {
    let (numeration, answer) = answered(known, text, most, states, watch)?;
    if upto.is_some() && answer.solutions.is_none() {
        return Err(Error::usage("{upto} counts solutions, and this question has no free names"));
    }
    let solved = answer.solutions.clone().map(|found| (found.names, found.automaton));
    Ok(AskAnswer {
        document: document(text, &numeration, answer, upto, states.unwrap_or(MOST_LOGIC_STATES), watch)?,
        solved,
    })
}

/// The number of positions of a box with each outcome by the law of the game; of the lost ones alone, with
/// the recurrence by the number of digits, if `lost`.
pub(crate) fn counted(
    playable: &Playable,
    upto: &BigUint,
    lost: bool,
    states: Option<usize>,
    watch: &Watch,
) -> Result<document::Count, Error> {
    let outcomes: &[&str] = match playable.game().convention() {
        _ if lost => &["P"],
        Convention::Normal | Convention::Misere => &["P", "N"],
        Convention::Podium { players: 3 } => &["P", "N", "O"],
        Convention::Coalition => &["P", "N", "O", "Q"],
        Convention::Podium { .. } => {
            let why = "of four players or more, lost positions alone are counted from the law; say {lost}";
            return Err(Error::usage(why).of_kind(ErrorKind::Game));
        }
    };
    let theorem = found(known_or_proved(playable, Goal::Outcome, None, watch)?, playable)?;
    let known = Known::of_theorem(None, &theorem)?;
    let (controls, dimension) = (known.controls(), known.ruleset.as_ref().map_or(0, Ruleset::dimension));
    let known = [known];
    let several = controls.len() > 1;
    let mut total: IndexMap<String, BigUint> =
        outcomes.iter().map(|outcome| ((*outcome).to_owned(), BigUint::ZERO)).collect();
    let (mut by_control, mut digits, mut growth) = (IndexMap::new(), Numeration::binary(), None);
    for control in &controls {
        let mut counts = IndexMap::new();
        for (outcome, sum) in &mut total {
            let numbers = (1..=dimension).map(|place| format!("x{place}"));
            let numbers: Vec<String> = numbers.chain(several.then(|| control.clone())).collect();
            let sentence = format!("{outcome}({})", numbers.join(", "));
            let (numeration, answer) = answered(&known, &sentence, 0, states, watch)?;
            digits = numeration;
            let Some(solutions) = answer.solutions else { continue };
            let counted = count(&solutions, upto, lost && !several, watch)?;
            *sum += &counted.0;
            counts.insert(outcome.clone(), counted.0.into());
            growth = counted.1;
        }
        by_control.insert(control.clone(), counts);
    }
    let (first, recurrence) = growth.unzip();
    Ok(document::Count {
        game: playable.title(),
        upto: upto.into(),
        value: None,
        counts: total.into_iter().map(|(outcome, sum)| (outcome, sum.into())).collect(),
        controls: several.then_some(by_control),
        each: None,
        numeration: Some(digits.to_string()),
        first,
        recurrence,
        plan: None,
        verified: None,
    })
}

/// The answer of the automata to a sentence, and the digits that they read.
fn answered(
    known: &[Known],
    text: &str,
    most: usize,
    states: Option<usize>,
    watch: &Watch,
) -> Result<(Numeration, SentenceAnswer), Error> {
    let faulty = |fault| Error::Words { text: text.to_owned(), fault };
    let of = |name: Option<&str>| known.iter().find(|one| one.is_called(name));
    let controls = |name: Option<&str>| of(name).map(Known::controls).unwrap_or_default();
    let sentence = Sentence::read(text, &controls).map_err(faulty)?;
    let mut uses = Vec::new();
    for (used, span) in sentence.laws() {
        let one = of(used.game.as_deref()).ok_or_else(|| {
            let name = used.game.as_deref().unwrap_or_default();
            let fault = Fault {
                span: span.clone(),
                message: format!("no game of this question is called `{name}`"),
                help: Some(
                    "another game is given by `with`, and is called by its name: that of a built-in game, or of the \
                     line `game NAME` of its rules"
                        .to_owned(),
                ),
            };
            faulty(fault)
        })?;
        uses.push((one, used, span));
    }
    // Each law is proved once.
    let mut laws: BTreeMap<(String, usize, bool), Proved> = BTreeMap::new();
    let key = |one: &Known, used: &LawUse| {
        let name = one.name.clone().unwrap_or_default();
        (name, used.dimension, used.what == "g" && one.law.is_none())
    };
    for (one, used, span) in &uses {
        if let Entry::Vacant(unproved) = laws.entry(key(one, used)) {
            unproved.insert(proved(one, used, span, None, text, watch)?);
        }
    }
    // All laws are converted to the digits of those laws that do not read base 2.
    let mut numerations: Vec<Numeration> = laws.values().map(|one| one.law.numeration().clone()).collect();
    numerations.sort();
    numerations.dedup();
    let numeration = match &numerations[..] {
        [] => Numeration::binary(),
        [one] => one.clone(),
        several => {
            let others: Vec<&Numeration> = several.iter().filter(|one| !one.is_binary()).collect();
            let [other] = others[..] else {
                let why = "the laws of this question read different digits, and cannot be compared";
                return Err(Error::NoLaw { reason: why.to_owned(), helps: None });
            };
            for (one, used, span) in &uses {
                if laws.get(&key(one, used)).is_some_and(|law| law.law.numeration() != other) {
                    let again = proved(one, used, span, Some(other), text, watch)?;
                    laws.insert(key(one, used), again);
                }
            }
            other.clone()
        }
    };
    if sentence.reads_binary() && !numeration.is_binary() {
        let why = format!(
            "`xor`, `bits`, `zeros`, `shift`, `ends` and `repeats` are about binary digits here, and a law of this question reads others: {numeration}"
        );
        return Err(Error::question(why).of_kind(ErrorKind::Claim));
    }
    let facts: Vec<Fact<'_>> = uses
        .iter()
        .filter_map(|(one, used, _)| laws.get(&key(one, used)))
        .map(|proved| Fact { ruleset: &proved.ruleset, law: &proved.law })
        .collect();
    let states = states.unwrap_or(MOST_LOGIC_STATES);
    let answer = sentence.answer(&numeration, &facts, states, most, watch).map_err(|error| match error {
        SentenceError::Fault(fault) => faulty(fault),
        SentenceError::Undecided(limit) => undecided(&limit),
        _ => Error::question(error.to_string()),
    })?;
    Ok((numeration, answer))
}

fn undecided(limit: &Undecided) -> Error {
    let helps = match limit {
        Undecided::Limit(limit) => limit.into(),
        Undecided::States(_) => Helps::States,
        _ => Helps::Nothing,
    };
    Error::NoLaw { reason: format!("the question was not decided: {limit}"), helps: Some(helps) }
}

/// The law that a sentence uses.
fn proved(
    one: &Known,
    used: &LawUse,
    span: &std::ops::Range<usize>,
    numeration: Option<&Numeration>,
    text: &str,
    watch: &Watch,
) -> Result<Proved, Error> {
    if let (Some(law), Some(ruleset)) = (&one.law, &one.ruleset) {
        if let Some(other) = numeration {
            let why = format!("the law of the certificate reads other digits than {other}");
            return Err(Error::NoLaw { reason: why, helps: None });
        }
        return Ok(Proved { law: law.clone(), ruleset: ruleset.clone() });
    }
    let playable = one.playable(used.dimension, watch)?;
    let ruleset = playable.ruleset().ok_or_else(|| {
        let why = "questions are about laws of positions, not about take-and-break codes";
        Error::question(why).of_kind(ErrorKind::Game)
    })?;
    let faulty = |fault| Error::Words { text: text.to_owned(), fault };
    used.fits(ruleset, span).map_err(faulty)?;
    let goal = if used.what == "g" { Goal::Grundy } else { Goal::Outcome };
    let ending = match numeration {
        None => known_or_proved(&playable, goal, None, watch)?,
        Some(other) => {
            let numeration = NumerationChoice::Only(other.clone());
            prove_law_with(&playable, goal, &ProveOptions { numeration, ..ProveOptions::default() }, watch)?
        }
    };
    match found(ending, &playable)?.law() {
        Some(law) => Ok(Proved { law: law.law().clone(), ruleset: law.ruleset().clone() }),
        None => Err(Error::NoLaw { reason: "no law of positions was found".to_owned(), helps: None }),
    }
}

/// The theorem that a search found.
fn found(ending: Ending, playable: &Playable) -> Result<Theorem, Error> {
    match ending {
        Ending::Proved(proved) => Ok(proved.theorem),
        Ending::NoLaw(none) => {
            let reason = format!("no law of {} was proved: {}", playable.title(), none.reason);
            Err(Error::NoLaw { reason, helps: none.helps })
        }
        Ending::Refuted(_) => Err(Error::NoLaw { reason: "no law was found".to_owned(), helps: None }),
    }
}

fn document(
    text: &str,
    numeration: &Numeration,
    answer: SentenceAnswer,
    upto: Option<&BigUint>,
    states: usize,
    watch: &Watch,
) -> Result<document::Ask, Error> {
    let named = |witness: Vec<(String, BigUint)>| {
        witness.into_iter().map(|(name, number)| (name, number.into())).collect()
    };
    let solutions = answer.solutions.map(|found| solutions(found, upto, states, watch)).transpose()?;
    Ok(document::Ask {
        sentence: text.to_owned(),
        answer: answer.truth,
        witness: answer.witness.map(named),
        solutions,
        numeration: numeration.to_string(),
        states: answer.states,
    })
}

/// The maximum number of entries of a table of transitions in a document.
const MOST_TRANSITIONS: usize = 1 << 14;

fn solutions(
    found: Solutions,
    upto: Option<&BigUint>,
    states: usize,
    watch: &Watch,
) -> Result<document::Solutions, Error> {
    let condition = condition(&found, states, watch)?;
    let count = upto.map(|upto| count(&found, upto, true, watch)).transpose()?;
    let count = upto.zip(count).map(|(upto, (number, growth))| {
        let (first, recurrence) = growth.unzip();
        document::SolutionCount { upto: upto.into(), number: number.into(), first, recurrence }
    });
    let Solutions { names, automaton, least, complete } = found;
    let small = automaton.transitions().len() <= MOST_TRANSITIONS;
    let rows = automaton.transitions().chunks(automaton.letters()).map(<[u32]>::to_vec).collect();
    Ok(document::Solutions {
        names,
        condition,
        least: least.into_iter().map(|one| one.into_iter().map(Into::into).collect()).collect(),
        complete,
        count,
        start: automaton.starts()[0],
        accepting: (0u32..)
            .zip(automaton.outputs())
            .filter(|(_, output)| **output == 1)
            .map(|(state, _)| state)
            .collect(),
        transitions: small.then_some(rows),
    })
}

/// The first counts by the number of digits, and the factors of their recurrence.
type Recurrence = (Vec<document::Number>, Vec<i64>);

/// The number of solutions below a bound, with the recurrence by the number of digits if requested.
fn count(
    found: &Solutions,
    upto: &BigUint,
    grows: bool,
    watch: &Watch,
) -> Result<(BigUint, Option<Recurrence>), Error> {
    let number = found.count(upto, watch).map_err(Error::from)?;
    let growth = if grows { found.growth(watch).map_err(Error::from)? } else { None };
    let recurrence = growth.and_then(|Growth { first, recurrence }| {
        let factors: Option<Vec<i64>> = recurrence.iter().map(|factor| i64::try_from(factor).ok()).collect();
        Some((first.into_iter().map(Into::into).collect(), factors?))
    });
    Ok((number, recurrence))
}

/// The solutions in the language of claims, if there are words for them.
fn condition(found: &Solutions, states: usize, watch: &Watch) -> Result<Option<String>, Error> {
    let law = &found.automaton;
    if !law.numeration().is_binary() || found.names.iter().any(|name| name == "heap") {
        return Ok(None);
    }
    // The words are those of the law of a game without moves that has these coordinates.
    let Some((ruleset, turned)) = of_solutions("", &found.names, law) else { return Ok(None) };
    let explanation = explain_within(&ruleset, &Law::new(Valuation::NormalOutcome, turned), watch)?;
    let claim = explanation.claim().ok();
    let Some(words) = claim.as_deref().and_then(|claim| claim.strip_prefix("P iff ")) else {
        return Ok(None);
    };
    let shorter = shorter(words, &found.names, law, states, watch).map_err(|limit| undecided(&limit))?;
    Ok(Some(shorter.unwrap_or_else(|| words.to_owned())))
}

/// The law of a game without moves whose lost positions are the solutions.
fn of_solutions(name: &str, names: &[String], law: &DigitAutomaton) -> Option<(Ruleset, DigitAutomaton)> {
    let ruleset = Ruleset::new(RulesetParts {
        name: name.to_owned(),
        text: String::new(),
        space: Space::Counters,
        coordinates: names.to_vec(),
        controls: vec![String::new()],
        turns: None,
        interchangeable: false,
        weights: vec![1; names.len()],
        order: None,
        exists: Formula::True,
        stop: Formula::False,
        moves: Vec::new(),
        convention: Convention::Normal,
    });
    let outputs = law.outputs().iter().map(|&output| Value::from(output != 1)).collect();
    let turned = DigitAutomaton::over(
        law.numeration(),
        law.tracks(),
        law.starts().to_vec(),
        outputs,
        law.transitions().to_vec(),
    );
    Some((ruleset.ok()?, turned.ok()?))
}

//! Diagrams of automata: as tables of states, for Graphviz, as data for a picture.

mod counts;
mod dot;
mod letters;

use std::collections::BTreeMap;

use bouton_automata::{
    LeastFirstAutomaton, ReverseTooLarge, Words, combine, least_significant_first, minimize, words_of,
};
use bouton_core::{DigitAutomaton, Numeration, Ruleset, Valuation, Value};

pub(crate) use letters::{Letters, sign};
use letters::{letters, letters_of};

use bouton_prose::{Block, Prose, Text};

/// A diagram of an automaton.
///
/// ```
/// use bouton_core::Valuation;
/// use bouton_explain::Diagram;
///
/// let rules = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let law = bouton_automata::table_law(2, 1, |_, x| u32::from(x[0] != x[1]), 3).unwrap();
/// let diagram = Diagram::most_significant_first(&rules, Valuation::NormalOutcome, &law);
/// assert_eq!(diagram.states(), 2);
/// assert!(diagram.dot().contains("0 -> 1 [label=\"1 one\"]"));
/// let reversed = Diagram::least_significant_first(&rules, Valuation::NormalOutcome, &law, 100).unwrap();
/// assert_eq!(reversed.states(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// One line that names the input and its order.
    pub caption: String,
    /// Whether the values are outcomes of a game of two players.
    pub two_players: bool,
    /// Whether an edge is labelled with numbers of heaps, not with digits.
    pub reads_counts: bool,
    /// The states, in the order of their numbers.
    pub states: Vec<DiagramState>,
    /// The number of states of the law, if it differs from the number shown: the diagram has only
    /// states that the values shown need, and only those of words.
    pub of_law: Option<usize>,
    /// Whether the automaton has one more state, for input that is not a word of its numeration.
    pub leaves_out_other_input: bool,
    /// The edges, one for all transitions from one state to another.
    pub edges: Vec<DiagramEdge>,
}

/// A state: its output, and the position of the shortest word that leads to it.
///
/// ```
/// use bouton_core::Valuation;
/// use bouton_explain::Diagram;
///
/// let rules = bouton_rules::Game::parse("heaps 1; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] != 0), 3).unwrap();
/// let diagram = Diagram::most_significant_first(&rules, Valuation::NormalOutcome, &law);
/// let state = &diagram.states[1];
/// assert_eq!((&*state.value, &*state.position, state.lost), ("N", "1", false));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramState {
    /// The value as printed; values of several control states are separated by `/`.
    pub value: String,
    /// The position.
    pub position: String,
    /// Whether the value is 0, as at P-positions.
    pub lost: bool,
    /// The control states where reading begins here.
    pub starts: Vec<String>,
}

/// All transitions from one state to another.
///
/// ```
/// use bouton_core::Valuation;
/// use bouton_explain::Diagram;
///
/// let rules = bouton_rules::Game::parse("heaps 1; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] != 0), 3).unwrap();
/// let diagram = Diagram::most_significant_first(&rules, Valuation::NormalOutcome, &law);
/// let edge = diagram.edges.iter().find(|edge| edge.from != edge.to).unwrap();
/// assert_eq!((edge.from, edge.to), (0, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramEdge {
    /// The state before.
    pub from: usize,
    /// The state after.
    pub to: usize,
    /// The digits, in few words.
    pub label: String,
}

impl Diagram {
    /// The automaton of a law that reads the most significant digits first, minimized; it has one
    /// initial state for each control state.
    ///
    /// ```
    /// use bouton_core::Valuation;
    /// use bouton_explain::Diagram;
    ///
    /// let rules = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
    /// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] % 3 != 0), 3).unwrap();
    /// let diagram = Diagram::most_significant_first(&rules, Valuation::NormalOutcome, &law);
    /// let values: Vec<&str> = diagram.states.iter().map(|state| state.value.as_str()).collect();
    /// assert_eq!(values, ["P", "N", "N"]); // one state for each remainder by 3
    /// ```
    #[must_use]
    pub fn most_significant_first(ruleset: &Ruleset, valuation: Valuation, law: &DigitAutomaton) -> Self {
        let of_law = law.states();
        let Words { law, none } = words_last(&printed(valuation, law));
        let (numeration, tracks) = (law.numeration(), law.tracks());
        let next = |state: usize, letter: usize| {
            let to = law.next(u32::try_from(state).unwrap_or(0), letter);
            (Some(to) != none).then_some(to as usize)
        };
        // The state for input that is not a word is the last one, and is not shown.
        let count = law.states() - usize::from(none.is_some());
        let access = access(numeration, count, tracks, law.starts(), next);
        let mut states: Vec<DiagramState> = law
            .outputs()
            .iter()
            .zip(&access)
            .map(|(&value, word)| DiagramState {
                value: valuation.value_name(value),
                position: position(numeration, tracks, word.iter().copied()),
                lost: value == 0,
                starts: Vec::new(),
            })
            .collect();
        for (&start, control) in law.starts().iter().zip(ruleset.controls()) {
            states[start as usize].starts.push(control.clone());
        }
        let edges = edges(numeration, count, tracks, next);
        Self {
            caption: caption(ruleset, numeration, tracks, "most"),
            two_players: of_two_players(valuation),
            reads_counts: false,
            of_law: (of_law != states.len()).then_some(of_law),
            leaves_out_other_input: none.is_some(),
            states,
            edges,
        }
    }

    /// The automaton of the same law that reads the least significant digits first. It has one
    /// initial state; the output of a state has a value for each control state.
    ///
    /// # Errors
    ///
    /// [`ReverseTooLarge`] if it would have more than `limit` states.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::Valuation;
    /// use bouton_explain::Diagram;
    ///
    /// let rules = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
    /// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] % 3 != 0), 3).unwrap();
    /// assert!(Diagram::least_significant_first(&rules, Valuation::NormalOutcome, &law, 1).is_err());
    /// let diagram = Diagram::least_significant_first(&rules, Valuation::NormalOutcome, &law, 100).unwrap();
    /// assert!(diagram.table().contains("(start)"));
    /// ```
    pub fn least_significant_first(
        ruleset: &Ruleset,
        valuation: Valuation,
        law: &DigitAutomaton,
        limit: usize,
    ) -> Result<Self, ReverseTooLarge> {
        let ReversedWords { law: reversed, none } = reversed_words(&printed(valuation, law), limit)?;
        let controls = ruleset.controls();
        let (numeration, tracks) = (law.numeration(), law.tracks());
        // The state for input that is not a word is not shown; those after it move up.
        let count = reversed.states() - usize::from(none.is_some());
        let kept = |shown: usize| shown + usize::from(none.is_some_and(|none| shown >= none));
        let next = |shown: usize, letter: usize| {
            let to = reversed.next(kept(shown), letter);
            (Some(to) != none).then(|| to - usize::from(none.is_some_and(|none| to > none)))
        };
        let access = access(numeration, count, tracks, &[0], next);
        let mut states: Vec<DiagramState> = access
            .iter()
            .enumerate()
            .map(|(shown, word)| DiagramState {
                value: values(&reversed, kept(shown), controls.len(), valuation),
                position: position(numeration, tracks, word.iter().rev().copied()),
                lost: (0..controls.len()).all(|control| reversed.output(kept(shown), control) == 0),
                starts: Vec::new(),
            })
            .collect();
        if let Some(start) = states.first_mut() {
            start.starts.push(controls.join(", "));
        }
        let edges = edges(numeration, count, tracks, next);
        Ok(Self {
            caption: caption(ruleset, numeration, tracks, "least"),
            two_players: of_two_players(valuation),
            reads_counts: false,
            states,
            of_law: None,
            leaves_out_other_input: none.is_some(),
            edges,
        })
    }

    /// The number of states.
    ///
    /// ```
    /// use bouton_core::Valuation;
    /// use bouton_explain::Diagram;
    ///
    /// let rules = bouton_rules::Game::parse("heaps 1; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] != 0), 3).unwrap();
    /// assert_eq!(Diagram::most_significant_first(&rules, Valuation::NormalOutcome, &law).states(), 2);
    /// ```
    #[must_use]
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// A table of the states: the value, a position that leads there, and the transitions.
    ///
    /// ```
    /// use bouton_core::Valuation;
    /// use bouton_explain::Diagram;
    ///
    /// let rules = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
    /// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] % 3 != 0), 3).unwrap();
    /// let diagram = Diagram::most_significant_first(&rules, Valuation::NormalOutcome, &law);
    /// assert!(diagram.table().contains("0 (start)  P"));
    /// ```
    #[must_use]
    pub fn table(&self) -> String {
        let mut rows: Vec<Vec<Text>> = Vec::new();
        for (index, state) in self.states.iter().enumerate() {
            let steps: Vec<String> = self
                .edges
                .iter()
                .filter(|edge| edge.from == index)
                .map(|edge| format!("{} under {}", edge.to, edge.label))
                .collect();
            let name = match state.starts.is_empty() {
                true => index.to_string(),
                false => format!("{index} (start{})", spaced(&state.starts.join(", "))),
            };
            rows.push(
                [name, state.value.clone(), state.position.clone(), steps.join("; ")]
                    .map(Text::from)
                    .to_vec(),
            );
        }
        let of_law =
            self.of_law.map(|states| format!(" The law has {states}; these suffice for the values shown."));
        let lead = format!("{} {} states.{}", self.caption, self.states.len(), of_law.unwrap_or_default());
        let head = ["state", "value", "reached by", "goes to"].map(Text::from).to_vec();
        Prose::from(vec![Block::Paragraph(lead.into()), Block::Table { head, rows }]).text()
    }
}

/// Whether the values are outcomes of a game of two players.
fn of_two_players(valuation: Valuation) -> bool {
    matches!(valuation, Valuation::NormalOutcome | Valuation::MisereOutcome | Valuation::MisereOutcomeAndEnd)
}

/// A name after a space; empty if there is no name.
fn spaced(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!(" {name}") }
}

/// The law with its values as printed, minimized.
fn printed(valuation: Valuation, law: &DigitAutomaton) -> DigitAutomaton {
    minimize(&combine(law, law, |value, _| valuation.coarse(value)))
}

/// The values of a state in all control states; a single value if they are the same.
fn values(law: &LeastFirstAutomaton, state: usize, controls: usize, valuation: Valuation) -> String {
    let all: Vec<Value> = (0..controls).map(|control| law.output(state, control)).collect();
    let names: Vec<String> = all.iter().map(|&value| valuation.value_name(value)).collect();
    if all.iter().all(|value| *value == all[0]) {
        names.into_iter().next().unwrap_or_default()
    } else {
        names.join("/")
    }
}

/// A law that reads least significant digits first.
pub(crate) struct ReversedWords {
    /// The law.
    pub(crate) law: LeastFirstAutomaton,
    /// The state for input that is not a word, if there is such input.
    none: Option<usize>,
}

impl ReversedWords {
    /// The number of states of words.
    pub(crate) fn states(&self) -> usize {
        self.law.states() - usize::from(self.none.is_some())
    }
}

/// The same law, reading the least significant digits first, with one state for all input that is
/// not a word.
///
/// A part of a word is a word, and a digit that may follow anything may also come first. So all input that is
/// not a word leads to one state: whatever digits follow, it never becomes a word.
///
/// # Errors
///
/// [`ReverseTooLarge`] if it would have more than `limit` states.
pub(crate) fn reversed_words(law: &DigitAutomaton, limit: usize) -> Result<ReversedWords, ReverseTooLarge> {
    /// An output that no valuation has.
    const NO_WORD: Value = Value::MAX;
    let Words { law, none } = words_of(law, usize::MAX).expect("no more words than there is memory for");
    let mut outputs = law.outputs().to_vec();
    if let Some(none) = none {
        outputs[none as usize] = NO_WORD;
    }
    let (starts, next) = (law.starts().to_vec(), law.transitions().to_vec());
    let marked = DigitAutomaton::over(law.numeration(), law.tracks(), starts, outputs, next);
    let law = least_significant_first(&marked.expect("the same automaton"), limit)?;
    let none = (0..law.states()).find(|&state| law.output(state, 0) == NO_WORD);
    Ok(ReversedWords { law, none })
}

/// The law with its states in this order: those of words, then the state for input that is not a
/// word, if there is one.
pub(crate) fn words_last(law: &DigitAutomaton) -> Words {
    let words = words_of(law, usize::MAX).expect("no more words than there is memory for");
    let Some(none) = words.none else { return words };
    let last = u32::try_from(words.law.states() - 1).expect("states are numbered");
    let moved = |state: u32| match state {
        state if state == none => last,
        state if state > none => state - 1,
        state => state,
    };
    let order = (0..last).map(|state| if state >= none { state + 1 } else { state }).chain([none]);
    let starts = words.law.starts().iter().map(|&start| moved(start)).collect();
    let (mut outputs, mut next) = (Vec::new(), Vec::new());
    for state in order {
        outputs.push(words.law.output(state));
        next.extend((0..law.letters()).map(|letter| moved(words.law.next(state, letter))));
    }
    let law = DigitAutomaton::over(law.numeration(), law.tracks(), starts, outputs, next);
    Words { law: law.expect("the same automaton"), none: Some(last) }
}

fn caption(ruleset: &Ruleset, numeration: &Numeration, tracks: usize, order: &str) -> String {
    let name = if ruleset.name().is_empty() {
        ruleset.text().trim_end().replace('\n', "; ")
    } else {
        ruleset.name().to_owned()
    };
    let mut coordinates = ruleset.coordinates().to_vec();
    coordinates.resize_with(tracks, || "g".to_owned());
    let digits = match (numeration.as_base(), numeration.to_string()) {
        (Some(2), _) => String::new(),
        (Some(base), _) => format!(" in base {base}"),
        (None, name) if name == "fibonacci" => ", written as sums of Fibonacci numbers".to_owned(),
        (None, name) => format!(" in numeration {name}"),
    };
    let heap = if tracks > ruleset.dimension() { "; g is the Grundy value" } else { "" };
    match &coordinates[..] {
        [] | [_] => {
            format!(
                "{name}: reads the digits of {}{digits}, {order} significant first.",
                coordinates.concat()
            )
        }
        [others @ .., last] if others.len() < 3 => format!(
            "{name}: reads a digit of each of {} and {last} at a time{digits}, {order} significant first{heap}.",
            others.join(", ")
        ),
        [first, .., last] => format!(
            "{name}: reads a digit of each of {first}…{last} at a time{digits}, {order} significant first{heap}."
        ),
    }
}

/// The letters that first lead to each state, breadth first from the initial states.
pub(crate) fn access(
    numeration: &Numeration,
    states: usize,
    tracks: usize,
    starts: &[u32],
    next: impl Fn(usize, usize) -> Option<usize>,
) -> Vec<Vec<usize>> {
    let mut words: Vec<Option<Vec<usize>>> = vec![None; states];
    let mut queue = Vec::new();
    for &start in starts {
        if words[start as usize].is_none() {
            words[start as usize] = Some(Vec::new());
            queue.push(start as usize);
        }
    }
    let mut done = 0;
    while done < queue.len() {
        let state = queue[done];
        done += 1;
        for letter in 0..letters_of(numeration, tracks) {
            let Some(to) = next(state, letter) else { continue };
            if words[to].is_none() {
                let mut word = words[state].clone().unwrap_or_default();
                word.push(letter);
                words[to] = Some(word);
                queue.push(to);
            }
        }
    }
    words.into_iter().map(Option::unwrap_or_default).collect()
}

/// The position with these columns of digits, most significant first.
pub(crate) fn position(
    numeration: &Numeration,
    tracks: usize,
    columns: impl Iterator<Item = usize>,
) -> String {
    /// The most bits of a number; longer ones do not fit into the drawing of a state.
    const LONGEST: u64 = 128;
    let numbers = numeration.numbers(tracks, columns).unwrap_or_default();
    let words: Vec<String> = numbers
        .iter()
        .map(|number| if number.bits() > LONGEST { "…".to_owned() } else { number.to_string() })
        .collect();
    words.join(",")
}

fn edges(
    numeration: &Numeration,
    states: usize,
    tracks: usize,
    next: impl Fn(usize, usize) -> Option<usize>,
) -> Vec<DiagramEdge> {
    let mut read: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for state in 0..states {
        for letter in 0..letters_of(numeration, tracks) {
            if let Some(to) = next(state, letter) {
                read.entry((state, to)).or_default().push(letter);
            }
        }
    }
    read.into_iter()
        .map(|((from, to), read)| DiagramEdge { from, to, label: letters(numeration, &read, tracks) })
        .collect()
}

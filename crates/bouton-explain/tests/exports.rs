//! Laws that are written for Walnut, as ω-automata and for MONA, read again by independent readers
//! and compared with the law.

use std::collections::BTreeMap;

use bouton_core::{ControlState, DigitAutomaton, Law, Limits, Numeration, Ruleset, Value, Watch};
use bouton_explain::{ExportError, MOST_BYTES, hoa, mona, walnut};
use bouton_prove::{Goal, ProveOptions, prove};

const GAMES: [(&str, Goal); 10] = [
    ("heaps 1; move take {1,3,4} from 1 heap", Goal::Outcome),
    ("heaps 2; move take any from 1 heap", Goal::Outcome),
    ("heaps 1; move take any from 1 heap", Goal::Grundy),
    ("heaps 2; move take 1..2 from 1 heap", Goal::Grundy),
    ("heaps 2; move take any from 1 heap; play misere", Goal::Outcome),
    ("heaps 2; players 3 podium; move take any from 1 heap", Goal::Outcome),
    ("heaps 2; players 3 coalition; move take any from 1 heap", Goal::Outcome),
    ("heap sizes 1..2; move take any from 1 heap; pass 1 unless empty", Goal::Outcome),
    ("counters a; move a -> a div 2 when a >= 1; move a -> a - 1", Goal::Outcome),
    ("heaps 3; move take any from at most 2 heaps; stop when at most 1 heap is nonempty", Goal::Outcome),
];
/// Laws that read other digits.
const OTHER_DIGITS: [(&str, &str); 3] = [
    ("heaps 2; move take any from 1 heap; move take the same any from 2 heaps", "fibonacci"),
    ("counters n; move n -> n - 1; move n -> n div 3", "3"),
    ("heaps 1; move take 1..3 from 1 heap", "tribonacci"),
];

fn law(rules: &str, goal: Goal, numeration: Option<&str>) -> (Ruleset, Law) {
    let ruleset = bouton_rules::Game::parse(rules).unwrap().ruleset().unwrap();
    let mut options = ProveOptions::default();
    if let Some(name) = numeration {
        options.numeration = name.parse().unwrap();
    }
    let proof = prove(&ruleset, goal, &options, &Watch::new(&Limits::default())).unwrap();
    let law = proof.law().clone();
    (ruleset, law)
}

fn all() -> Vec<(Ruleset, Law)> {
    let binary = GAMES.iter().map(|&(rules, goal)| law(rules, goal, None));
    binary
        .chain(OTHER_DIGITS.iter().map(|&(rules, digits)| law(rules, Goal::Outcome, Some(digits))))
        .collect()
}

/// The positions of a box with their outputs.
fn positions(law: &Law, control: ControlState) -> Vec<(Vec<u64>, Value)> {
    let tracks = law.automaton.tracks();
    let edge: u64 = [0, 500, 24, 9][tracks];
    (0..edge.pow(u32::try_from(tracks).unwrap()))
        .map(|number| {
            let position: Vec<u64> =
                (0..u32::try_from(tracks).unwrap()).map(|track| number / edge.pow(track) % edge).collect();
            let value = law.valuation.coarse(law.automaton.evaluate_small(control.index(), &position));
            (position, value)
        })
        .collect()
}

/// The digits of a number, most significant first: greedy by weights that are written out here.
fn digits(system: &str, mut number: u64, places: usize) -> Vec<u64> {
    let weights: Vec<u64> = match system {
        "msd_fib" => (0..places).fold(vec![1, 2], |mut all, _| {
            all.push(all[all.len() - 1] + all[all.len() - 2]);
            all
        }),
        "msd_trib" => (0..places).fold(vec![1, 2, 4], |mut all, _| {
            all.push(all.iter().rev().take(3).sum());
            all
        }),
        base => {
            let base: u64 = base.strip_prefix("msd_").unwrap().parse().unwrap();
            (0..u32::try_from(places).unwrap()).map(|place| base.pow(place)).collect()
        }
    };
    let digits: Vec<u64> = weights[..places]
        .iter()
        .rev()
        .map(|weight| {
            let digit = number / weight;
            number %= weight;
            digit
        })
        .collect();
    assert_eq!(number, 0, "enough places");
    digits
}

/// A word automaton in Walnut's text.
struct WordAutomaton {
    systems: Vec<String>,
    start: usize,
    outputs: BTreeMap<usize, Value>,
    steps: BTreeMap<(usize, Vec<u64>), usize>,
}

impl WordAutomaton {
    fn read(text: &str) -> Self {
        let mut lines =
            text.lines().map(|line| line.split('#').next().unwrap().trim()).filter(|line| !line.is_empty());
        let systems = lines.next().unwrap().split_whitespace().map(str::to_owned).collect();
        let (mut start, mut outputs, mut steps) = (None, BTreeMap::new(), BTreeMap::new());
        let mut state = 0;
        for line in lines {
            if let Some((digits, to)) = line.split_once("->") {
                let digits: Vec<u64> =
                    digits.split_whitespace().map(|digit| digit.parse().unwrap()).collect();
                let before = steps.insert((state, digits), to.trim().parse().unwrap());
                assert_eq!(before, None, "deterministic");
            } else {
                let (number, output) = line.split_once(' ').unwrap();
                state = number.parse().unwrap();
                start = start.or(Some(state));
                assert_eq!(outputs.insert(state, output.parse().unwrap()), None, "listed once");
            }
        }
        Self { systems, start: start.unwrap(), outputs, steps }
    }

    fn value(&self, position: &[u64], places: usize) -> Value {
        let words: Vec<Vec<u64>> = self
            .systems
            .iter()
            .zip(position)
            .map(|(system, &number)| digits(system, number, places))
            .collect();
        let end = (0..places).fold(self.start, |state, place| {
            self.steps[&(state, words.iter().map(|word| word[place]).collect::<Vec<_>>())]
        });
        self.outputs[&end]
    }
}

#[test]
fn walnut_reads_the_law() {
    let mut systems = Vec::new();
    for (ruleset, law) in &all() {
        for control in ruleset.control_states() {
            let automaton = WordAutomaton::read(&walnut(ruleset, law, control, MOST_BYTES).unwrap());
            assert_eq!(automaton.systems.len(), law.automaton.tracks());
            systems.push(automaton.systems[0].clone());
            for (position, value) in positions(law, control) {
                for places in [12, 13, 17] {
                    assert_eq!(
                        automaton.value(&position, places),
                        value,
                        "{} at {position:?}",
                        ruleset.text()
                    );
                }
            }
        }
    }
    for system in ["msd_2", "msd_3", "msd_fib", "msd_trib"] {
        assert!(systems.iter().any(|known| known == system), "{system}");
    }
}

/// A changed text is another law for this reader, too.
#[test]
fn a_changed_word_automaton_is_another_law() {
    let (ruleset, law) = law("heaps 2; move take any from 1 heap", Goal::Outcome, None);
    let text = walnut(&ruleset, &law, ControlState(0), MOST_BYTES).unwrap();
    let other = WordAutomaton::read(&text.replacen("1 1 -> 0", "1 1 -> 1", 1));
    assert!(
        positions(&law, ControlState(0)).iter().any(|(position, value)| other.value(position, 12) != *value)
    );
}

/// An automaton in the subset of the HOA format that is used here.
struct OmegaAutomaton {
    propositions: Vec<String>,
    start: usize,
    sets: usize,
    accepted: String,
    /// For each state its acceptance sets and its edges: alternatives of literals, and the target.
    states: BTreeMap<usize, State>,
}

type State = (Vec<usize>, Vec<(Vec<Vec<(usize, bool)>>, usize)>);

impl OmegaAutomaton {
    fn read(text: &str) -> Self {
        // Comments between /* and */ may stand anywhere.
        let mut plain = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("/*") {
            plain.push_str(before);
            rest = after.split_once("*/").expect("a remark ends").1;
        }
        plain.push_str(rest);
        let (header, body) = plain.split_once("--BODY--").unwrap();
        let body = body.split_once("--END--").unwrap().0;
        assert!(header.starts_with("HOA: v1\n"));
        let item = |name: &str| {
            header
                .lines()
                .find_map(|line| line.strip_prefix(name))
                .unwrap_or_else(|| panic!("{name}"))
                .trim()
                .to_owned()
        };
        let propositions: Vec<String> =
            item("AP:").split('"').skip(1).step_by(2).map(str::to_owned).collect();
        assert_eq!(item("AP:").split(' ').next().unwrap().parse(), Ok(propositions.len()));
        let acceptance = item("Acceptance:");
        let (sets, accepted) = acceptance.split_once(' ').unwrap();
        let mut states: BTreeMap<usize, State> = BTreeMap::new();
        let mut current = 0;
        for line in body.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if let Some(state) = line.strip_prefix("State: ") {
                let (number, sets) = state.split_once(' ').unwrap_or((state, ""));
                current = number.parse().unwrap();
                let sets = sets
                    .trim_matches(['{', '}'])
                    .split_whitespace()
                    .map(|set| set.parse().unwrap())
                    .collect();
                assert!(states.insert(current, (sets, Vec::new())).is_none(), "listed once");
            } else {
                let (label, to) = line.strip_prefix('[').unwrap().split_once(']').unwrap();
                let literal = |literal: &str| match literal.strip_prefix('!') {
                    Some(name) => (name.parse().unwrap(), false),
                    None => (literal.parse().unwrap(), true),
                };
                let label =
                    label.split('|').map(|all| all.trim().split('&').map(literal).collect()).collect();
                states.get_mut(&current).unwrap().1.push((label, to.trim().parse().unwrap()));
            }
        }
        assert_eq!(item("States:").parse(), Ok(states.len()));
        let (start, sets) = (item("Start:").parse().unwrap(), sets.parse().unwrap());
        Self { propositions, start, sets, accepted: accepted.to_owned(), states }
    }

    /// The unique successor, if there is one.
    fn follow(&self, state: usize, truth: &[bool]) -> Option<usize> {
        let holds = |label: &Vec<Vec<(usize, bool)>>| {
            label.iter().any(|all| all.iter().all(|&(proposition, sign)| truth[proposition] == sign))
        };
        let mut follow = self.states[&state].1.iter().filter(|(label, _)| holds(label)).map(|edge| edge.1);
        let found = follow.next();
        assert_eq!(follow.next(), None, "deterministic");
        found
    }
}

#[test]
fn omega_automata_accept_the_positions_of_each_value() {
    for (ruleset, law) in &all() {
        let bits = (usize::BITS - (law.numeration().digits() - 1).leading_zeros()) as usize;
        for control in ruleset.control_states() {
            let automaton = OmegaAutomaton::read(&hoa(ruleset, law, control, MOST_BYTES).unwrap());
            assert_eq!(
                (automaton.accepted.as_str(), automaton.propositions.last().unwrap().as_str()),
                ("Inf(0)", "end")
            );
            assert_eq!(automaton.propositions.len(), law.automaton.tracks() * bits + 1);
            let positions = positions(law, control);
            let mut values: Vec<Value> = (0..law.automaton.states())
                .map(|state| law.valuation.coarse(law.automaton.outputs()[state]))
                .chain(positions.iter().map(|(_, value)| *value))
                .collect();
            values.sort_unstable();
            values.dedup();
            assert!(automaton.sets <= values.len());
            let mut set_of: BTreeMap<Value, usize> = BTreeMap::new();
            for (position, value) in positions {
                let position: Vec<_> = position.into_iter().map(num_bigint::BigUint::from).collect();
                let zeros = [0; 2];
                let letters = zeros.into_iter().chain(law.numeration().letters_of(&position));
                let mut state = automaton.start;
                for letter in letters {
                    let mut truth = Vec::new();
                    for digit in law.automaton.alphabet().digits_of(letter) {
                        truth.extend((0..bits).map(|bit| digit >> bit & 1 == 1));
                    }
                    truth.push(false);
                    state = automaton.follow(state, &truth).expect("words have a run");
                    assert!(automaton.states[&state].0.is_empty(), "nothing is accepted before the end");
                }
                for other in [false, true] {
                    let mut truth = vec![other; automaton.propositions.len()];
                    *truth.last_mut().unwrap() = true;
                    state = automaton.follow(state, &truth).expect("every word may end");
                }
                // From here on the state does not change.
                let [set] = automaton.states[&state].0[..] else { panic!("one value") };
                let mut after = vec![true; automaton.propositions.len()];
                assert_eq!(automaton.follow(state, &after), Some(state));
                *after.last_mut().unwrap() = false;
                assert_eq!(automaton.follow(state, &after), None, "after the end there are no digits");
                assert_eq!(*set_of.entry(value).or_insert(set), set, "{} at {position:?}", ruleset.text());
            }
            // Different values have different sets, in their order.
            let sets: Vec<usize> = set_of.values().copied().collect();
            assert!(sets.windows(2).all(|pair| pair[0] < pair[1]), "{set_of:?}");
            assert_eq!(set_of.get(&values[0]), Some(&0));
        }
    }
}

#[test]
fn mona_says_that_the_theorem_is_valid_and_no_other_is() {
    if !bouton_testdata::mona::is_there() {
        return;
    }
    for (number, &(rules, goal)) in GAMES.iter().enumerate() {
        let (ruleset, law) = law(rules, goal, None);
        let program = mona(&ruleset, &law, MOST_BYTES).unwrap();
        assert!(bouton_testdata::mona::is_valid(&format!("{number}"), &program), "{rules}");
        // The same law with another output in its last state.
        let automaton = &law.automaton;
        let mut outputs = automaton.outputs().to_vec();
        let last = outputs.len() - 1;
        outputs[last] = u32::from(outputs[last] == 0);
        let changed = DigitAutomaton::new(
            automaton.tracks(),
            automaton.starts().to_vec(),
            outputs,
            automaton.transitions().to_vec(),
        )
        .unwrap();
        assert!(bouton_automata::difference(automaton, &changed).is_some());
        let other = mona(&ruleset, &Law { automaton: changed, ..law }, MOST_BYTES).unwrap();
        assert!(!bouton_testdata::mona::is_valid(&format!("{number}-changed"), &other), "{rules}");
        // The text of the theorem itself, changed in one successor of the run.
        let altered = program.replacen("notin B0", "in B0", 1);
        assert!(!bouton_testdata::mona::is_valid(&format!("{number}-altered"), &altered), "{rules}");
    }
}

/// The rules of one game with the law of another one.
#[test]
fn mona_refutes_a_law_of_other_rules() {
    if !bouton_testdata::mona::is_there() {
        return;
    }
    let (_, law_of_four) = law("heaps 1; move take 1..3 from 1 heap", Goal::Outcome, None);
    let (other, _) = law("heaps 1; move take 1..4 from 1 heap", Goal::Outcome, None);
    assert!(!bouton_testdata::mona::is_valid(
        "other-rules",
        &mona(&other, &law_of_four, MOST_BYTES).unwrap()
    ));
}

#[test]
fn what_cannot_be_said_is_refused() {
    let (wythoff, pairs) = law(OTHER_DIGITS[0].0, Goal::Outcome, Some("fibonacci"));
    let error = mona(&wythoff, &pairs, MOST_BYTES).unwrap_err();
    assert_eq!(error.to_string(), "MONA has no numbers in numeration fibonacci, expected base 2");
    let (heap, tens) = law("heaps 1; move take 1..3 from 1 heap", Goal::Outcome, Some("4-bonacci"));
    let error = walnut(&heap, &tens, ControlState(0), MOST_BYTES).unwrap_err();
    assert_eq!(
        error,
        ExportError::Numeration {
            tool: "Walnut",
            numeration: Numeration::bonacci(4).unwrap().to_string(),
            expected: "base b, fibonacci or tribonacci",
        }
    );
    assert!(hoa(&heap, &tens, ControlState(0), MOST_BYTES).is_ok());
    // A text that would be too long is refused while it is written.
    let (nim, xor) = law("heaps 3; move take any from 1 heap", Goal::Outcome, None);
    let whole = [
        mona(&nim, &xor, MOST_BYTES),
        hoa(&nim, &xor, ControlState(0), MOST_BYTES),
        walnut(&nim, &xor, ControlState(0), MOST_BYTES),
    ];
    let most = whole.map(|text| text.unwrap().len() / 2);
    let refused = [
        mona(&nim, &xor, most[0]),
        hoa(&nim, &xor, ControlState(0), most[1]),
        walnut(&nim, &xor, ControlState(0), most[2]),
    ];
    for (refused, most) in refused.into_iter().zip(most) {
        assert_eq!(refused, Err(ExportError::Bytes { most }));
    }
}

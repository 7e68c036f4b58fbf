//! A third opinion: the check that is extracted from the theory in Coq accepts what `bouton-check`
//! accepts, and refuses laws that differ.
//!
//! Without `coqc` and `ocamlopt` on the path nothing is tried.

use std::path::PathBuf;

use crate::support::{Random, certificates, program, slow, verdicts};
use bouton_cert::{Certificate, Claim, LawClaim};
use bouton_check::check;
use bouton_core::{DigitAutomaton, Law, Limits, State, Watch};
use bouton_prove::{Goal, NumerationChoice, Proof, ProveOptions, prove};
use bouton_rules::Game;

fn lowered(certificate: &Certificate) -> String {
    bouton_lower::lower(&certificate.encode()).unwrap()
}

/// The certificate of a proof with another automaton.
fn changed(proof: &Proof, automaton: DigitAutomaton) -> Certificate {
    let law = Law { automaton, ..proof.law().clone() };
    let claim = match &proof.certificate.claim {
        Claim::Law(claim) => Claim::Law(LawClaim { law, ..claim.clone() }),
        _ => Claim::Windows(law),
    };
    Certificate { claim, ..proof.certificate.clone() }
}

/// Theorems for the extracted check, each with its subject and the expected verdict.
#[derive(Default)]
struct Theorems {
    texts: Vec<String>,
    expected: Vec<(String, &'static str)>,
}

impl Theorems {
    fn accepted(&mut self, subject: &str, text: String) {
        self.expect(subject, text, "accepted");
    }

    fn refused(&mut self, subject: &str, text: String) {
        self.expect(subject, text, "refused");
    }

    fn expect(&mut self, subject: &str, text: String, verdict: &'static str) {
        self.texts.push(text);
        self.expected.push((subject.to_owned(), verdict));
    }

    /// Compares the verdicts; `name` is that of the folder of the theorems, of which there are more than
    /// `least`.
    fn judge(&self, program: &PathBuf, name: &str, least: usize) {
        assert!(self.texts.len() > least, "only {}", self.texts.len());
        let verdicts = verdicts(program, name, &self.texts);
        for (((subject, expected), verdict), text) in self.expected.iter().zip(verdicts).zip(&self.texts) {
            assert_eq!(verdict, *expected, "{subject}\n{text}");
        }
    }
}

#[test]
fn all_certificates_are_accepted() {
    let Some(program) = program() else { return };
    let (slow, mut theorems) = (slow(), Theorems::default());
    for (name, text) in certificates().into_iter().filter(|(name, _)| !slow.contains(name)) {
        theorems.accepted(&name, bouton_lower::lower(&text).unwrap());
    }
    theorems.judge(&program, "certificates", 60);
}

/// Games with every kind of value, and the goals.
const GAMES: &[(&str, Goal)] = &[
    ("heaps 2; move take any from 1 heap", Goal::Outcome),
    ("heaps 3; move take any from 1 heap", Goal::Outcome),
    ("heaps 2; move take any from 1 heap", Goal::Grundy),
    ("heaps 2; move take any from 1 heap; play misere", Goal::Outcome),
    ("heaps 3; move take any from at most 2 heaps", Goal::Outcome),
    ("heaps 2; move take 1..3 from 1 heap", Goal::Grundy),
    ("heaps 3; players 3 podium; move take any from 1 heap", Goal::Outcome),
    ("heaps 2; players 3 coalition; move take any from 1 heap", Goal::Outcome),
    ("heap sizes 1..3; move take any from 1 heap; pass 1 unless empty", Goal::Outcome),
    (
        "heaps 2; move take 1..2 in total from at most 2 heaps; stop when at most 1 heap is nonempty",
        Goal::Outcome,
    ),
    ("counters a, b; move a -> a - 1; move b -> b - 2 when a > 2", Goal::Outcome),
    ("counters a; move a -> a div 2 when a >= 1; move a -> a - 1", Goal::Outcome),
];

/// Laws with another output, another successor, or another beginning, that are not the same law.
fn mutants(law: &DigitAutomaton) -> Vec<DigitAutomaton> {
    let (starts, outputs, transitions) = (law.starts(), law.outputs(), law.transitions());
    let values = 1 + outputs.iter().copied().max().unwrap_or(0).max(1);
    let mut changed = Vec::new();
    for state in 0..outputs.len() {
        let mut outputs = outputs.to_vec();
        outputs[state] = (outputs[state] + 1) % values;
        changed.push(DigitAutomaton::over(
            law.numeration(),
            law.tracks(),
            starts.to_vec(),
            outputs,
            transitions.to_vec(),
        ));
    }
    for number in 0..8 {
        let mut transitions = transitions.to_vec();
        let place = number * 7919 % transitions.len();
        let states = State::try_from(outputs.len()).unwrap();
        transitions[place] = (transitions[place] + 1 + State::try_from(number).unwrap()) % states;
        changed.push(DigitAutomaton::over(
            law.numeration(),
            law.tracks(),
            starts.to_vec(),
            outputs.to_vec(),
            transitions,
        ));
    }
    let mut exchanged = starts.to_vec();
    exchanged.rotate_left(1);
    changed.push(DigitAutomaton::over(
        law.numeration(),
        law.tracks(),
        exchanged,
        outputs.to_vec(),
        transitions.to_vec(),
    ));
    // Some are not automata.
    let changed = changed.into_iter().flatten();
    changed.filter(|mutant| bouton_automata::difference(law, mutant).is_some()).collect()
}

#[test]
fn changed_laws_are_refused() {
    let Some(program) = program() else { return };
    let mut theorems = Theorems::default();
    for &(rules, goal) in GAMES {
        let game = Game::parse(rules).unwrap().ruleset().unwrap();
        let watch = Watch::new(&Limits::default());
        let proof = prove(&game, goal, &ProveOptions::default(), &watch).unwrap();
        check(&proof.certificate.encode()).unwrap();
        theorems.accepted(rules, lowered(&proof.certificate));
        for automaton in mutants(&proof.law().automaton) {
            let mutant = changed(&proof, automaton);
            assert!(check(&mutant.encode()).is_err(), "{rules}");
            theorems.refused(rules, lowered(&mutant));
        }
    }
    theorems.judge(&program, "mutants", 120);
}

#[test]
fn laws_in_other_digits_are_accepted_and_changed_ones_refused() {
    let Some(program) = program() else { return };
    let mut theorems = Theorems::default();
    let of_matrices =
        ["ostrowski(1,2)", "ostrowski(2,1)", "ostrowski(1,1,2)", "fraenkel(2,1)", "fraenkel(2,2)"];
    for name in ["3", "10", "fibonacci", "ostrowski(3)", "tribonacci"].into_iter().chain(of_matrices) {
        let options = ProveOptions {
            numeration: NumerationChoice::Only(name.parse().unwrap()),
            ..ProveOptions::default()
        };
        for rules in [
            "heaps 1; move take 1..2 from 1 heap; move take 5 from 1 heap",
            "heaps 1; move take {1,4} from 1 heap",
        ] {
            let game = Game::parse(rules).unwrap().ruleset().unwrap();
            let proof = prove(&game, Goal::Outcome, &options, &Watch::new(&Limits::default())).unwrap();
            check(&proof.certificate.encode()).unwrap();
            let right = lowered(&proof.certificate);
            let (before, after) = right.split_once("matrix := [").unwrap();
            // Another number of words from a state, and another meaning of a digit.
            theorems.refused(name, format!("{before}matrix := [[9];{after}"));
            let scaled = "check_in_sound _ ";
            let (before, after) = right.split_once(scaled).unwrap();
            let (cone, after) = after.split_once("] ").unwrap();
            let (number, after) = after.split_once(' ').unwrap();
            let number = number.parse::<i64>().unwrap() + 1;
            theorems.refused(name, format!("{before}{scaled}{cone}] {number} {after}"));
            theorems.accepted(name, right);
            for automaton in mutants(&proof.law().automaton).into_iter().step_by(5) {
                theorems.refused(name, lowered(&changed(&proof, automaton)));
            }
        }
    }
    theorems.judge(&program, "digits", 60);
}

#[test]
fn laws_with_a_nim_heap_in_other_digits_are_accepted_and_changed_ones_refused() {
    let Some(program) = program() else { return };
    let mut theorems = Theorems::default();
    for (name, rules) in [
        ("3", "heaps 1; move take any from 1 heap"),
        ("3", "heaps 1; move take any from 1 heap; pass 1 unless empty"),
        ("fibonacci", "heaps 1; move take any from 1 heap when heap >= 3"),
        ("ostrowski(2)", "heaps 1; move take any from 1 heap"),
    ] {
        let options = ProveOptions {
            numeration: NumerationChoice::Only(name.parse().unwrap()),
            ..ProveOptions::default()
        };
        let game = Game::parse(rules).unwrap().ruleset().unwrap();
        let proof = prove(&game, Goal::Grundy, &options, &Watch::new(&Limits::default())).unwrap();
        assert!(proof.law().nim_heap, "{name}: {rules}");
        check(&proof.certificate.encode()).unwrap();
        let right = lowered(&proof.certificate);
        assert!(right.contains("check_nim_heap_in_sound _ "), "{right}");
        // Another meaning of the digits.
        let (before, after) = right.split_once("matrix := [").unwrap();
        theorems.refused(name, format!("{before}matrix := [[9];{after}"));
        theorems.accepted(name, right);
        for automaton in mutants(&proof.law().automaton).into_iter().step_by(3) {
            theorems.refused(name, lowered(&changed(&proof, automaton)));
        }
    }
    theorems.judge(&program, "nim-heaps", 20);
}

#[test]
fn periods_that_are_not_true_are_refused() {
    let Some(program) = program() else { return };
    let of = |name: &str| certificates().into_iter().find(|(found, _)| found == name).unwrap().1;
    let right = bouton_lower::lower(&of("dawsons-chess")).unwrap();
    let (before, after) = right.split_once("Definition values : list N :=\n  [").unwrap();
    let mut theorems = vec![right.clone()];
    // Each value in turn, as far as a digit of it stands alone.
    let (values, after) = after.split_once(']').unwrap();
    let values: Vec<u64> = values.split("; ").map(|value| value.parse().unwrap()).collect();
    for place in 0..values.len() {
        let mut values = values.clone();
        values[place] ^= 1;
        let values: Vec<String> = values.iter().map(u64::to_string).collect();
        let values = values.join("; ");
        theorems.push(format!("{before}Definition values : list N :=\n  [{values}]{after}"));
    }
    assert!(theorems.len() > 30, "only {}", theorems.len());
    let verdicts = verdicts(&program, "periods", &theorems);
    assert_eq!(verdicts[0], "accepted");
    assert!(verdicts[1..].iter().all(|verdict| verdict == "refused"), "{verdicts:?}");
}

fn random_rules(random: &mut Random) -> String {
    let heaps = random.of(&["1", "2", "2", "3"]);
    let amount = random.of(&["1", "1..2", "2..3", "{1,3}", "{1,4}", "any", "any even", "1..2 in total"]);
    let from = random.of(&["1 heap", "1 heap", "at most 2 heaps"]);
    let from = if heaps == "1" { "1 heap" } else { from };
    let second = random.of(&["", "", "; move take 2 from 1 heap", "; move take 1 from h1 when h1 is odd"]);
    let stop = random.of(&["", "", "; stop when at most 1 heap is nonempty"]);
    let play = random.of(&["", "", "; play misere", "; players 3 podium", "; players 3 coalition"]);
    let pass = if play.is_empty() { random.of(&["", "", "; pass 1 unless empty", "; pass 1"]) } else { "" };
    format!("heaps {heaps}; move take {amount} from {from}{second}{stop}{pass}{play}")
}

#[test]
fn laws_of_random_games_are_accepted() {
    let Some(program) = program() else { return };
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut theorems = Theorems::default();
    let options = ProveOptions { states: 60, ..ProveOptions::default() };
    for _ in 0..150 {
        let rules = random_rules(&mut random);
        let Ok(game) = Game::parse(&rules) else { continue };
        let Ok(ruleset) = game.ruleset() else { continue };
        for goal in [Goal::Outcome, Goal::Grundy] {
            let Ok(proof) = prove(&ruleset, goal, &options, &Watch::new(&Limits::default())) else {
                continue;
            };
            check(&proof.certificate.encode()).unwrap_or_else(|refused| panic!("{rules}: {refused:?}"));
            theorems.accepted(&rules, lowered(&proof.certificate));
        }
    }
    theorems.judge(&program, "random", 80);
}

#[test]
fn what_coq_would_not_read_so_is_not_read() {
    let Some(program) = program() else { return };
    let (_, text) = certificates().into_iter().find(|(name, _)| name == "nim-2").unwrap();
    let right = bouton_lower::lower(&text).unwrap();
    let changes = [
        ("law_holds rules Normal", "law_holds rules Misery"),
        ("law_holds rules Normal", "~ law_holds rules Normal"),
        ("law_holds rules Normal", "forall rules, law_holds rules Normal"),
        ("binary the_law", "binary other"),
        ("Open Scope Z_scope.", ""),
        ("Theorem", "Axiom a : False. Theorem"),
        ("Definition the_law : law", "Definition the_law : game"),
        ("Definition the_law", "Definition rules"),
        ("dimension := 2", "dimension := 2x"),
        ("dimension := 2", "dimension := 99999999999999999999"),
        ("dimension := 2; controls := 1", "controls := 1; dimension := 2"),
        ("stop := Never", "stop := Never Never"),
        ("Qed.", "Admitted."),
        ("Print Assumptions law_is_true.", ""),
        ("(* The rules:", "(* (* The rules:"),
    ];
    let theorems: Vec<String> = changes.iter().map(|(from, to)| right.replacen(from, to, 1)).collect();
    for (theorem, verdict) in theorems.iter().zip(verdicts(&program, "unread", &theorems)) {
        assert_ne!(*theorem, right);
        assert!(verdict.starts_with("not read: "), "{verdict}: {theorem}");
    }
}

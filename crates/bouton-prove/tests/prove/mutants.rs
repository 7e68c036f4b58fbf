//! Laws that are nearly right are refuted, with a true violation, and certificates of them are
//! refused.

use bouton_cert::{Certificate, Claim, LawClaim};
use bouton_core::{DigitAutomaton, Law, Limits, Numeration, Ruleset, State, Value, Watch};
use bouton_prove::{
    Goal, ProveOptions, Relations, SmallPosition, Verdict, Violation, prove, verify, with_nim_heap,
};
use bouton_solve::{Moves, Node, RulesetOptions, Solver};

/// Rules and goals.
const LAWS: &[(&str, Goal)] = &[
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

/// The number of transitions of each law that are redirected.
const REDIRECTED: usize = 12;

fn mutants(law: &DigitAutomaton) -> Vec<DigitAutomaton> {
    let (starts, outputs, transitions) = (law.starts(), law.outputs(), law.transitions());
    let values = 1 + outputs.iter().copied().max().unwrap_or(0).max(1);
    let mut candidates = Vec::new();
    for state in 0..outputs.len() {
        let mut changed = outputs.to_vec();
        changed[state] = (changed[state] + 1) % values;
        candidates.push(DigitAutomaton::new(law.tracks(), starts.to_vec(), changed, transitions.to_vec()));
    }
    for number in 0..REDIRECTED {
        let mut changed = transitions.to_vec();
        let place = number * 7919 % changed.len();
        let states = State::try_from(outputs.len()).unwrap();
        changed[place] = (changed[place] + 1 + State::try_from(number).unwrap()) % states;
        candidates.push(DigitAutomaton::new(law.tracks(), starts.to_vec(), outputs.to_vec(), changed));
    }
    let mut exchanged = starts.to_vec();
    exchanged.rotate_left(1);
    candidates.push(DigitAutomaton::new(law.tracks(), exchanged, outputs.to_vec(), transitions.to_vec()));
    // Some are not automata, some are the same law.
    candidates
        .into_iter()
        .flatten()
        .filter(|mutant| bouton_automata::difference(law, mutant).is_some())
        .collect()
}

/// Whether the mutant is wrong at the violation, at its option, or at an option of it.
fn is_real(ruleset: &Ruleset, law: &Law, mutant: &DigitAutomaton, violation: &Violation) -> bool {
    let mut solver = Solver::new(
        RulesetOptions::new(ruleset, &Watch::unlimited()).unwrap(),
        law.valuation,
        &Watch::unlimited(),
    );
    let mut is_wrong = |(coordinates, control): &SmallPosition| {
        let node = Node { coordinates: coordinates.clone(), control: *control };
        solver.value(&node).unwrap() != mutant.evaluate_small(control.index(), coordinates)
    };
    let mut near = vec![violation.position.clone()];
    near.extend(violation.option.clone());
    if violation.option.is_none() {
        let (coordinates, control) = &violation.position;
        Moves::within(ruleset, &Watch::unlimited()).unwrap().for_each_option(
            coordinates,
            *control,
            &mut |option, control| {
                near.push((option.to_vec(), control));
            },
        );
    }
    near.iter().any(&mut is_wrong)
}

#[test]
fn mutants_of_laws_are_refuted_and_their_certificates_refused() {
    for &(rules, goal) in LAWS {
        let game = bouton_rules::Game::parse(rules).unwrap().ruleset().unwrap();
        let proof = prove(&game, goal, &ProveOptions::default(), &Watch::new(&Limits::default()))
            .unwrap_or_else(|e| panic!("{rules}: {e}"));
        let law = proof.law();
        let ruleset = if law.nim_heap { with_nim_heap(&game).unwrap() } else { game.clone() };
        let (binary, watch) = (Numeration::binary(), Watch::unlimited());
        let relations = [
            Relations::new(&ruleset, &binary, 1 << 22, &watch).unwrap(),
            Relations::of_single_moves(&ruleset, &binary, 1 << 22, &watch).unwrap(),
        ];
        let mutants = mutants(&law.automaton);
        assert!(mutants.len() >= law.automaton.states(), "{rules}: {} mutants", mutants.len());
        for mutant in mutants {
            let count = 1 + mutant.outputs().iter().copied().max().unwrap_or(0);
            let count = law.valuation.value_count().unwrap_or(count);
            let conditions = law.valuation.conditions(count).unwrap();
            for relations in &relations {
                match verify(relations, &mutant, &conditions, 1 << 20, &Watch::unlimited()) {
                    Ok(Verdict::Violated(violations)) => {
                        for violation in &violations {
                            let (coordinates, _) = &violation.position;
                            // Far positions are beyond the reference solver.
                            if coordinates.iter().sum::<u64>() <= 40 {
                                assert!(is_real(&ruleset, law, &mutant, violation), "{rules}: {violation:?}");
                            }
                        }
                    }
                    other => panic!("{rules}: a mutant was not refuted: {other:?}"),
                }
            }
            let claim = Claim::Law(LawClaim {
                law: Law { automaton: mutant, ..law.clone() },
                ..proof.claim().unwrap().clone()
            });
            let sealed = Certificate { claim, ..proof.certificate.clone() }.encode();
            assert!(
                bouton_check::check(&sealed).is_err(),
                "{rules}: the certificate of a mutant was accepted"
            );
        }
    }
}

#[test]
fn certificates_with_less_strategy_are_refused() {
    for &(rules, goal) in LAWS {
        let game = bouton_rules::Game::parse(rules).unwrap().ruleset().unwrap();
        let proof = prove(&game, goal, &ProveOptions::default(), &Watch::new(&Limits::default())).unwrap();
        let claimed = proof.claim().unwrap();
        for left_out in 0..claimed.strategies.len() {
            let mut less = claimed.clone();
            less.strategies.remove(left_out);
            let sealed = Certificate { claim: Claim::Law(less), ..proof.certificate.clone() }.encode();
            assert!(bouton_check::check(&sealed).is_err(), "{rules}: strategy {left_out} was not missed");
        }
    }
}

/// A mutant that is verified would have to be the law: the local rule has only one solution.
#[test]
fn values_shifted_everywhere_are_refuted() {
    let game = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    let proof =
        prove(&game, Goal::Outcome, &ProveOptions::default(), &Watch::new(&Limits::default())).unwrap();
    let law = &proof.law().automaton;
    let inverted: Vec<Value> = law.outputs().iter().map(|value| 1 - value).collect();
    let inverted =
        DigitAutomaton::new(law.tracks(), law.starts().to_vec(), inverted, law.transitions().to_vec())
            .unwrap();
    let relations = Relations::new(&game, &Numeration::binary(), 1 << 22, &Watch::unlimited()).unwrap();
    let conditions = proof.law().valuation.conditions(2).unwrap();
    let verdict = verify(&relations, &inverted, &conditions, 1 << 20, &Watch::unlimited()).unwrap();
    assert!(matches!(verdict, Verdict::Violated(_)));
}

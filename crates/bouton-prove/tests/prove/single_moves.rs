//! Relations whose states are single moves prove the same laws as deterministic ones, and the
//! checker accepts the certificates.

use bouton_cert::{Certificate, Claim, LawClaim};
use bouton_core::{Limits, Watch};
use bouton_prove::{Goal, ProveOptions, Relations, Verdict, prove, verify, with_nim_heap};

const GAMES: &[(&str, Goal)] = &[
    ("heaps 3; move take any from 1 heap; play misere", Goal::Outcome),
    ("heaps 3; move take any from at most 2 heaps", Goal::Outcome),
    ("heaps 2; move take {1,3,4} from 1 heap", Goal::Grundy),
    ("heaps 2; move take any from 1 heap", Goal::Grundy),
    ("heaps 3; players 3 podium; move take any from 1 heap", Goal::Outcome),
    ("heap sizes 1..3; move take any from 1 heap; pass 1 unless empty", Goal::Outcome),
    ("heaps 2; move take odd from 1 heap", Goal::Outcome),
    (
        "counters x, y; move x, y -> a, b where a < x, b >= y, a + b < x + y; move y, x -> a, b where a < y, b >= x, a + b < x + y",
        Goal::Outcome,
    ),
    ("heaps 3; move take any from h1 and h2; move take any from {h2, h3}", Goal::Outcome),
    ("heaps 4; move take any from at most 2 consecutive heaps of a circle", Goal::Outcome),
    ("heaps 3; move take any from at most 2 consecutive heaps of a path", Goal::Outcome),
    ("wythoff", Goal::Outcome),
];

#[test]
fn single_moves_prove_the_same_laws() {
    for &(rules, goal) in GAMES {
        let game = bouton_rules::resolve(rules).unwrap().ruleset().unwrap();
        let watch = Watch::new(&Limits::default());
        let proof =
            prove(&game, goal, &ProveOptions::default(), &watch).unwrap_or_else(|e| panic!("{rules}: {e}"));
        let law = proof.law();
        let ruleset = if law.nim_heap { with_nim_heap(&game).unwrap() } else { game };
        let relations = Relations::of_single_moves(&ruleset, law.numeration(), 1 << 22, &watch).unwrap();
        let count = 1 + law.automaton.outputs().iter().copied().max().unwrap_or(0);
        let conditions = law.valuation.conditions(law.valuation.value_count().unwrap_or(count)).unwrap();
        let strategies = match verify(&relations, &law.automaton, &conditions, 1 << 20, &watch) {
            Ok(Verdict::Verified(strategies)) => strategies,
            other => panic!("{rules}: {other:?}"),
        };
        assert!(strategies.iter().all(|strategy| !strategy.elements.is_empty()), "{rules}");
        let claim = Claim::Law(LawClaim { law: law.clone(), strategies });
        let sealed = Certificate { claim, ..proof.certificate.clone() }.encode();
        bouton_check::check(&sealed).unwrap_or_else(|refused| panic!("{rules}: {refused}"));
    }
}

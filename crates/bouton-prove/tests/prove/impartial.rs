//! Grundy values of games that are not impartial: the prover refuses them, and so does the checker
//! of a certificate that was written nevertheless.

use bouton_cert::Claim;
use bouton_check::{Step, check};
use bouton_core::{Limits, NoGrundyValues, Ruleset, RulesetParts, Watch};
use bouton_prove::{Goal, NimHeapError, NoLaw, ProveOptions, prove, with_nim_heap};
use bouton_rules::Game;

/// Bounded values, and values that are proved beside a Nim heap.
const RULES: &[&str] = &[
    "heaps 1\nmove take 1..2 from 1 heap\npass 1 each unless empty",
    "heaps 1\nmove take any from 1 heap\npass 1 each",
];

#[test]
fn grundy_values_need_a_game_that_is_impartial() {
    for rules in RULES {
        let ruleset = Game::parse(rules).unwrap().ruleset().unwrap();
        let why = NimHeapError::NoGrundyValues(NoGrundyValues::Turns);
        assert_eq!(with_nim_heap(&ruleset), Err(why.clone()));
        let refused =
            prove(&ruleset, Goal::Grundy, &ProveOptions::default(), &Watch::new(&Limits::default()))
                .unwrap_err();
        assert_eq!(refused, NoLaw::NoGrundyValues(why));

        // A prover that does not know whose turn it is finds a law of the mex, and the checker
        // refuses its certificate.
        let blind = Ruleset::new(RulesetParts { turns: None, ..ruleset.into_parts() }).unwrap();
        let proof =
            prove(&blind, Goal::Grundy, &ProveOptions::default(), &Watch::new(&Limits::default())).unwrap();
        let Claim::Law(claim) = &proof.certificate.claim else { panic!("a law was asked for") };
        bouton_check::check_law(&blind, claim, &bouton_check::Limits::default()).unwrap();
        let refused = check(&proof.certificate.encode()).unwrap_err();
        assert_eq!(refused.step, Step::Valuation, "{rules}: {refused}");
        assert!(refused.reason.contains("impartial"), "{refused}");
    }
}

#[test]
fn outcomes_need_it_not() {
    for rules in RULES {
        let ruleset = Game::parse(rules).unwrap().ruleset().unwrap();
        let proof = prove(&ruleset, Goal::Outcome, &ProveOptions::default(), &Watch::new(&Limits::default()))
            .unwrap();
        check(&proof.certificate.encode()).unwrap();
    }
}

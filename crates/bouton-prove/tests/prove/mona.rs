//! A second opinion: Debian's MONA (Henriksen and others, *Mona: monadic
//! second-order logic in practice*, 1995) decides whether a proved law satisfies
//! the local rule, from the same ruleset. Without `mona` on the path the test reports that and ends; with
//! `CI` set it fails.

use bouton_core::{DigitAutomaton, Limits, Watch};
use bouton_prove::{Goal, ProveOptions, prove};
use bouton_testdata::mona;

use crate::formula;

#[test]
fn mona_agrees_on_laws_and_on_their_mutants() {
    if !mona::is_there() {
        return;
    }
    for (number, rules) in [
        "heaps 1; move take 1..3 from 1 heap",
        "heaps 1; move take {1,3,4} from 1 heap",
        "heaps 2; move take any from 1 heap",
        "heaps 2; move take 1..2 from 1 heap",
        "heaps 2; move take any from 1 heap; play misere",
        "heaps 2; players 3 podium; move take any from 1 heap",
        "heaps 3; move take any from at most 2 heaps",
        "heap sizes 1..2; move take any from 1 heap; pass 1 unless empty",
        "counters a; move a -> a div 2 when a >= 1; move a -> a - 1",
        "heaps 2; move take 1..2 in total from at most 2 heaps; stop when at most 1 heap is nonempty",
    ]
    .into_iter()
    .enumerate()
    {
        let ruleset = bouton_rules::Game::parse(rules).unwrap().ruleset().unwrap();
        let proof = prove(&ruleset, Goal::Outcome, &ProveOptions::default(), &Watch::new(&Limits::default()))
            .unwrap();
        let (law, valuation) = (&proof.law().automaton, proof.law().valuation);
        assert!(mona::is_valid(&format!("{number}"), &formula::program(&ruleset, valuation, law)), "{rules}");
        // The same law with another output in one state.
        let mut outputs = law.outputs().to_vec();
        let last = outputs.len() - 1;
        outputs[last] = if outputs[last] == 0 { 1 } else { 0 };
        let mutant =
            DigitAutomaton::new(law.tracks(), law.starts().to_vec(), outputs, law.transitions().to_vec())
                .unwrap();
        assert!(bouton_automata::difference(law, &mutant).is_some());
        assert!(
            !mona::is_valid(&format!("{number}-mutant"), &formula::program(&ruleset, valuation, &mutant)),
            "{rules}"
        );
    }
}

//! A guide gives the same answers for huge positions as the solver for small ones.

use bouton_core::{ControlState, Limits, Valuation, Watch};
use bouton_prove::{Goal, Guide, ProveOptions, prove};
use bouton_solve::{Moves, Node, exact_value};
use num_bigint::BigUint;

fn big(coordinates: &[u64]) -> Vec<BigUint> {
    coordinates.iter().copied().map(BigUint::from).collect()
}

#[test]
fn guide_and_solver_agree_on_small_positions() {
    for (game, goal) in [
        ("heaps 3; move take any from 1 heap", Goal::Outcome),
        ("heaps 3; move take any from 1 heap", Goal::Grundy),
        ("heaps 3; move take any from 1 heap; play misere", Goal::Outcome),
        ("heaps 3; players 3 podium; move take any from 1 heap", Goal::Outcome),
        ("heap sizes 1..3; move take any from 1 heap; pass 1 unless empty", Goal::Outcome),
        ("heaps 3; move take any from at most 2 heaps", Goal::Outcome),
        ("heaps 2; move take 1..3 from 1 heap", Goal::Grundy),
    ] {
        let ruleset = bouton_rules::Game::parse(game).unwrap().ruleset().unwrap();
        let proof = prove(&ruleset, goal, &ProveOptions::default(), &Watch::new(&Limits::default())).unwrap();
        let guide = Guide::new(&ruleset, proof.law(), &Watch::unlimited()).unwrap();
        for number in 0..6u64.pow(u32::try_from(ruleset.dimension()).unwrap()) {
            let coordinates: Vec<u64> =
                (0..ruleset.dimension()).map(|i| number / 6u64.pow(u32::try_from(i).unwrap()) % 6).collect();
            for control in (0..ruleset.controls().len()).map(|c| ControlState(u8::try_from(c).unwrap())) {
                let position = Node { coordinates: coordinates.clone(), control };
                let value = |valuation, position: &Node| {
                    exact_value(&ruleset, valuation, position, &Watch::unlimited()).unwrap()
                };
                let outcome = Valuation::outcome(ruleset.convention());
                assert_eq!(
                    guide.law().outcome(control, &big(&coordinates)).number(),
                    value(outcome, &position),
                    "{game} {position:?}"
                );
                if goal == Goal::Grundy {
                    assert_eq!(
                        guide.law().value(control, &big(&coordinates)),
                        Some(value(Valuation::Grundy, &position).into()),
                        "{game} {position:?}"
                    );
                }
                let mut expected = Vec::new();
                let watch = Watch::unlimited();
                let visit = |to: &[u64], control: ControlState| {
                    if value(outcome, &Node { coordinates: to.to_vec(), control }) == 0 {
                        expected.push((big(to), control));
                    }
                    true
                };
                Moves::within(&ruleset, &watch)
                    .unwrap()
                    .try_each_option(&coordinates, control, &mut watch.batch(), visit)
                    .unwrap();
                let mut found = guide
                    .winning_options(&big(&coordinates), control, 1000, &Watch::unlimited())
                    .unwrap()
                    .options;
                expected.sort();
                expected.dedup();
                found.sort();
                assert_eq!(found, expected, "{game} {position:?}");
            }
        }
    }
}

#[test]
fn winning_moves_of_astronomic_heaps() {
    let ruleset = bouton_rules::Game::parse("heaps 3; move take any from 1 heap").unwrap().ruleset().unwrap();
    let proof =
        prove(&ruleset, Goal::Outcome, &ProveOptions::default(), &Watch::new(&Limits::default())).unwrap();
    let guide = Guide::new(&ruleset, proof.law(), &Watch::unlimited()).unwrap();
    let heaps: Vec<BigUint> = ["1000000000000000000000000000000", "7", "12345678901234567890"]
        .iter()
        .map(|h| h.parse().unwrap())
        .collect();
    let found = guide.winning_options(&heaps, ControlState(0), 10, &Watch::unlimited()).unwrap();
    let expected = vec![&heaps[1] ^ &heaps[2], heaps[1].clone(), heaps[2].clone()];
    assert_eq!(found.options, [(expected, ControlState(0))]);
}

//! A move is legal exactly if it is among the options that are enumerated.

#![no_main]

use std::collections::BTreeSet;

use bouton::{Legality, legality};
use bouton_core::{ControlState, Watch};
use bouton_rules::Game;
use bouton_solve::Moves;
use libfuzzer_sys::fuzz_target;

/// Coordinates go up to this.
const LARGEST: u64 = 4;

fuzz_target!(|text: &str| {
    let Ok(game) = Game::parse(text) else { return };
    let Ok(ruleset) = game.ruleset() else { return };
    let dimension = ruleset.dimension();
    if dimension > 3 || ruleset.moves().len() > 200 || ruleset.controls().len() > 4 {
        return;
    }
    let side = LARGEST + 1;
    let all: Vec<Vec<u64>> = (0..dimension)
        .fold(1, |count, _| count * side)
        .checked_sub(1)
        .map_or(Vec::new(), |last| (0..=last).collect())
        .into_iter()
        .map(|number: u64| {
            (0..dimension).scan(number, |rest, _| Some(std::mem::replace(rest, *rest / side) % side)).collect()
        })
        .collect();
    let moves = Moves::within(&ruleset, &Watch::unlimited()).unwrap();
    let big = |x: &[u64], control: ControlState| (x.iter().map(|&n| n.into()).collect::<Vec<_>>(), control);
    for from in &all {
        for control in ruleset.control_states() {
            let mut options = BTreeSet::new();
            moves.for_each_option(from, control, &mut |to: &[u64], control: ControlState| {
                options.insert((to.to_vec(), control));
            });
            for to in &all {
                for next in ruleset.control_states() {
                    let listed = options.contains(&(to.clone(), next));
                    match legality(&ruleset, &big(from, control), &big(to, next)) {
                        Legality::Legal => assert!(listed, "{from:?} to {to:?} is no option"),
                        Legality::Illegal => assert!(!listed, "{from:?} to {to:?} is an option"),
                        Legality::Unknown => {}
                    }
                }
            }
        }
    }
});

//! Where heaps are interchangeable, laws that do not depend on their order are verified up to the
//! order. An error that is the same in every order is also found.

use bouton_automata::{difference, exchanged_letters, exchanged_states, is_symmetric};
use bouton_cert::{Certificate, Claim, LawClaim};
use bouton_check::{Step, check_law, check_windows};
use bouton_core::{ControlState, DigitAutomaton, Formula, Law, Limits, MoveSchema, Ruleset, State, Watch};
use bouton_prove::{Goal, Proof, ProveOptions, Relations, Verdict, prove, prove_with, verify};
use bouton_solve::{Node, RulesetOptions, Solver};

/// Pseudo-random numbers, the same in each run.
struct Stream(u64);

impl Stream {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most
    }
}

/// Rules under which all heaps may be exchanged, and the goal.
const GAMES: &[(&str, Goal)] = &[
    ("heaps 3; move take any from 1 heap", Goal::Outcome),
    ("heaps 3; move take any from 1 heap; play misere", Goal::Outcome),
    ("heaps 3; move take any from 1 heap; pass 1", Goal::Outcome),
    ("heaps 3; players 3 podium; move take any from 1 heap", Goal::Outcome),
    (
        "heaps 3; move take 1..2 in total from at most 2 heaps; stop when at most 1 heap is nonempty",
        Goal::Outcome,
    ),
    ("heaps 3; move take 1 from exactly 2 heaps; move take 2 from 1 heap", Goal::Grundy),
    ("heaps 2; players 3 coalition; move take any from 1 heap", Goal::Outcome),
];

fn proved(rules: &str, goal: Goal) -> (Ruleset, Proof) {
    let game = bouton_rules::Game::parse(rules).unwrap().ruleset().unwrap();
    let proof = prove(&game, goal, &ProveOptions::default(), &Watch::new(&Limits::default()))
        .unwrap_or_else(|e| panic!("{rules}: {e}"));
    (game, proof)
}

/// The same game with a move that is never allowed, so that the checker does not see that heaps may
/// be exchanged.
fn with_an_odd_move(ruleset: &Ruleset) -> Ruleset {
    let mut parts = ruleset.clone().into_parts();
    let never = Formula::And(vec![parts.moves[0].guard.clone(), Formula::False]);
    let odd = MoveSchema { guard: never, ..parts.moves[0].clone() };
    parts.moves.push(odd);
    Ruleset::new(parts).unwrap()
}

/// A law in which an output or a successor is changed, in the same way in all orders of the heaps.
/// Outputs are those of the law.
fn changed_alike(law: &DigitAutomaton, draw: &mut Stream) -> Option<DigitAutomaton> {
    let images: Vec<_> = (1..law.tracks()).map(|at| exchanged_states(law, at - 1).unwrap()).collect();
    let letters: Vec<_> = (1..law.tracks()).map(|at| exchanged_letters(law.alphabet(), at - 1)).collect();
    let (mut outputs, mut transitions) = (law.outputs().to_vec(), law.transitions().to_vec());
    let mut state = || State::try_from(draw.below(law.states())).unwrap();
    let (from, to) = (state(), state());
    let mut open = vec![(from, draw.below(law.letters()), to)];
    let largest = law.outputs().iter().copied().max().unwrap().max(1);
    let (output, value) = (draw.below(2) == 0, u32::try_from(draw.below(largest as usize + 1)).unwrap());
    let mut seen = Vec::new();
    while let Some(change @ (state, letter, to)) = open.pop() {
        if seen.contains(&change) {
            continue;
        }
        seen.push(change);
        if output {
            outputs[state as usize] = value;
        } else {
            transitions[state as usize * law.letters() + letter] = to;
        }
        let exchanged = images.iter().zip(&letters);
        open.extend(
            exchanged.map(|(image, letters)| (image[state as usize], letters[letter], image[to as usize])),
        );
    }
    DigitAutomaton::new(law.tracks(), law.starts().to_vec(), outputs, transitions).ok()
}

/// Whether a law is right in a box.
fn holds_in_a_box(ruleset: &Ruleset, law: &Law, most: u64) -> bool {
    let mut solver = Solver::new(
        RulesetOptions::new(ruleset, &Watch::unlimited()).unwrap(),
        law.valuation,
        &Watch::unlimited(),
    );
    let tracks = u32::try_from(ruleset.dimension()).unwrap();
    (0u8..).zip(law.automaton.starts()).all(|(control, _)| {
        (0..(most + 1).pow(tracks)).all(|number| {
            let coordinates: Vec<u64> =
                (0..tracks).map(|track| number / (most + 1).pow(track) % (most + 1)).collect();
            let claimed = law.automaton.evaluate_small(usize::from(control), &coordinates);
            let node = Node { coordinates, control: ControlState(control) };
            solver.value(&node).unwrap() == claimed
        })
    })
}

#[test]
fn laws_that_are_wrong_in_every_order_alike_are_refuted() {
    let (mut symmetric, mut by_windows) = (0, 0);
    for &(rules, goal) in GAMES {
        let (game, proof) = proved(rules, goal);
        let law = proof.law();
        assert!(!law.nim_heap && is_symmetric(&law.automaton), "{rules}");
        let odd = with_an_odd_move(&game);
        let limits = bouton_check::Limits::default();
        let has_windows = match check_windows(&game, law, &limits) {
            Ok(()) => true,
            Err(refused) => panic!("{rules}: {refused}"),
        };
        check_windows(&odd, law, &limits).unwrap();
        let relations = Relations::new(&game, law.numeration(), 1 << 22, &Watch::unlimited()).unwrap();
        let single =
            Relations::of_single_moves(&game, law.numeration(), 1 << 22, &Watch::unlimited()).unwrap();
        let mut draw = Stream(rules.len() as u64);
        for _ in 0..150 {
            let Some(mutant) = changed_alike(&law.automaton, &mut draw) else { continue };
            if difference(&law.automaton, &mutant).is_none() {
                continue;
            }
            symmetric +=
                usize::from((1..mutant.tracks()).all(|at| exchanged_states(&mutant, at - 1).is_some()));
            let mutant = Law { automaton: mutant, ..law.clone() };
            if has_windows {
                for game in [&game, &odd] {
                    let refused = check_windows(game, &mutant, &limits).unwrap_err();
                    by_windows += usize::from(refused.step == Step::Window);
                }
            }
            let claim = LawClaim { law: mutant.clone(), ..proof.claim().unwrap().clone() };
            assert!(check_law(&game, &claim, &limits).is_err(), "{rules}");
            let count = 1 + mutant.automaton.outputs().iter().max().unwrap();
            let count = mutant.valuation.value_count().unwrap_or(count);
            let conditions = mutant.valuation.conditions(count).unwrap();
            for relations in [&relations, &single] {
                let verdict = verify(relations, &mutant.automaton, &conditions, 1 << 20, &Watch::unlimited());
                assert!(matches!(verdict, Ok(Verdict::Violated(_))), "{rules}");
            }
        }
        assert!(holds_in_a_box(&game, law, 6), "{rules}");
    }
    assert!(symmetric > 250 && by_windows > 500, "{symmetric} {by_windows}");
}

/// The position that the checker names is one at which the law is wrong, in the order that it
/// names.
#[test]
fn the_position_that_is_named_is_wrong() {
    let (game, proof) = proved(GAMES[3].0, GAMES[3].1);
    let law = proof.law();
    let mut draw = Stream(7);
    let mut named = 0;
    for _ in 0..100 {
        let Some(mutant) = changed_alike(&law.automaton, &mut draw) else { continue };
        let mutant = Law { automaton: mutant, ..law.clone() };
        let Err(refused) = check_windows(&game, &mutant, &bouton_check::Limits::default()) else { continue };
        let Some((_, position)) = refused.reason.split_once("at position ") else { continue };
        let position = position.split_once(", its").unwrap().0;
        let coordinates: Vec<u64> =
            position.split(',').map(|number| number.trim().parse().unwrap()).collect();
        // Far positions are beyond the reference solver.
        if coordinates.iter().sum::<u64>() > 24 {
            continue;
        }
        let moves = bouton_solve::Moves::within(&game, &Watch::unlimited()).unwrap();
        let mut values = bouton_core::ValueSet::new();
        moves.for_each_option(&coordinates, ControlState(0), &mut |option, _| {
            values.insert(mutant.automaton.evaluate_small(0, option));
        });
        let claimed = mutant.automaton.evaluate_small(0, &coordinates);
        assert_ne!(claimed, mutant.valuation.value(&values), "{refused}");
        named += 1;
    }
    assert!(named > 20, "{named}");
}

/// Moves that differ only in their guards are not exchanged: the law of the game without the guard
/// is symmetric, and wrong at only one position of each such pair.
#[test]
fn guards_tell_coordinates_apart() {
    // Whether the sum is even: only the last digits count.
    let law = DigitAutomaton::new(2, vec![0], vec![0, 1], [0, 1, 1, 0].repeat(2)).unwrap();
    let law = Law::new(bouton_core::Valuation::NormalOutcome, law);
    assert!(is_symmetric(&law.automaton));
    for (one, other, accepted) in
        [("1", "1", true), ("1", "2", false), ("2", "1", false), ("3", "1", false), ("1", "3", false)]
    {
        // Both coordinates have the same conditions, so that only the guards distinguish them.
        let rules = format!(
            "counters a, b; move a -> a - 1 when a >= {one}; move a -> a - 1 when a >= {one} and a >= {other}; \
             move b -> b - 1 when b >= {other}; move b -> b - 1 when b >= {other} and b >= {one}"
        );
        let game = bouton_rules::Game::parse(&rules).unwrap().ruleset().unwrap();
        let checked = check_windows(&game, &law, &bouton_check::Limits::default());
        assert_eq!(checked.is_ok(), accepted, "{rules}: {checked:?}");
    }
}

/// More heaps than could be tried in every order; sealed certificates, as they are written.
#[test]
fn many_heaps_are_proved_by_windows() {
    let game = bouton_rules::Game::parse("heaps 12; move take any from 1 heap").unwrap().ruleset().unwrap();
    let accept = |windows: &Certificate| {
        let Claim::Windows(law) = &windows.claim else { return false.into() };
        let few = bouton_check::Limits { steps: 1 << 23, ..bouton_check::Limits::default() };
        assert_eq!(check_windows(&with_an_odd_move(&game), law, &few).unwrap_err().step, Step::Limit);
        bouton_check::check_with(&windows.encode(), &few).is_ok().into()
    };
    let (options, watch) = (ProveOptions::default(), Watch::new(&Limits::default()));
    let proof = prove_with(&game, Goal::Outcome, &options, &accept, &watch).unwrap();
    assert!(proof.claim().is_none() && proof.law().automaton.states() == 2);
    assert!(is_symmetric(&proof.law().automaton));
}

/// Two coordinates that no move changes, and a third that becomes 0. The law is the same in both
/// orders of those two. But it calls an option lost only where they differ at two digits, once
/// either way, which the position itself does not record. Then the order of the second difference
/// matters where that of the first is known.
#[test]
fn what_the_option_remembers_of_the_order_is_followed() {
    let rules = "counters a, b, c; move c -> 0 when c > 0";
    let (game, proof) = proved(rules, Goal::Outcome);
    // The state so far: no difference; c, before a difference or after one; a difference one way,
    // the other, both.
    const NOTHING: State = 0;
    const EARLY: State = 1;
    const LATE: State = 2;
    const FIRST: State = 3;
    const SECOND: State = 4;
    const BOTH: State = 5;
    let next = |state: State, letter: usize| match (state, letter & 3, letter & 4 != 0) {
        (EARLY | LATE, _, _) => state,
        (NOTHING, 0 | 3, true) => EARLY,
        (_, _, true) => LATE,
        (NOTHING, 1, _) => FIRST,
        (NOTHING, 2, _) => SECOND,
        (FIRST, 2, _) | (SECOND, 1, _) => BOTH,
        _ => state,
    };
    let transitions =
        (NOTHING..=BOTH).flat_map(|state| (0..8).map(move |letter| next(state, letter))).collect();
    // The early ones are lost, and of those with c = 0 the ones that differ both ways.
    let outputs = vec![1, 0, 1, 1, 1, 0];
    let wrong = DigitAutomaton::new(3, vec![NOTHING], outputs, transitions).unwrap();
    assert!(exchanged_states(&wrong, 0).is_some());
    assert_eq!(wrong.evaluate_small(0, &[0b10, 0b01, 0b100]), 0);
    assert_eq!(wrong.evaluate_small(0, &[0b10, 0b01, 0]), 0);
    let law = Law { automaton: wrong, ..proof.law().clone() };
    let claim = LawClaim { law, ..proof.claim().unwrap().clone() };
    let refused = check_law(&game, &claim, &bouton_check::Limits::default()).unwrap_err();
    assert_eq!(refused.step, Step::Universal, "{refused}");
}

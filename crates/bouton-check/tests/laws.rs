//! Laws written by hand are accepted with strategies by brute force; changed laws are accepted only
//! if they are still true.

mod support;

use std::{collections::BTreeSet, sync::LazyLock};

use bouton_cert::{Element, LawClaim, Strategy};
use bouton_check::{Limits, Refusal, Step, check_law, check_windows};
use bouton_core::{
    ControlState, Convention, DigitAutomaton, Formula, Law, Position, Ruleset, Target, Valuation, Value,
};
use support::*;

fn accept(ruleset: &Ruleset, law: &LawClaim) {
    assert!(holds_in_a_box(ruleset, law, 9), "the law of the test is false");
    check_law(ruleset, law, &Limits::default()).unwrap_or_else(|refused| panic!("{refused}"));
}

fn take_three() -> (Ruleset, LawClaim) {
    let ruleset = take_up_to(1, 3, Convention::Normal);
    let law = automaton(1, 1, |(_, x)| x[0] % 4, |(_, x)| Value::from(x[0] % 4 != 0));
    let law = with_strategies(&ruleset, Valuation::NormalOutcome, false, law, 3);
    (ruleset, law)
}

fn two_heap_nim() -> (Ruleset, LawClaim) {
    let ruleset = nim(2, Convention::Normal);
    let law = automaton(2, 1, |(_, x)| x[0] == x[1], |(_, x)| Value::from(x[0] != x[1]));
    let law = with_strategies(&ruleset, Valuation::NormalOutcome, false, law, 2);
    (ruleset, law)
}

fn misere_take_two() -> (Ruleset, LawClaim) {
    let ruleset = take_up_to(1, 2, Convention::Misere);
    let output = |(_, x): &Place| match x[0] {
        0 => 2,
        n => Value::from(n % 3 != 1),
    };
    let law = automaton(1, 1, |(_, x)| (x[0] == 0, x[0] % 3), output);
    let law = with_strategies(&ruleset, Valuation::MisereOutcomeAndEnd, false, law, 3);
    (ruleset, law)
}

fn three_players() -> (Ruleset, LawClaim) {
    let ruleset = take_up_to(1, 2, Convention::Podium { players: 3 });
    let law = automaton(1, 1, |(_, x)| x[0] % 5, |(_, x)| Value::try_from(x[0] % 5).unwrap().div_ceil(2));
    let law = with_strategies(&ruleset, Valuation::Podium { players: 3 }, false, law, 3);
    (ruleset, law)
}

/// From 1 one can only take the last object (to P); from 2 to 1 (N) or 0 (P): Nim heaps are N.
fn coalition_nim() -> (Ruleset, LawClaim) {
    let ruleset = take_up_to(1, 1, Convention::Coalition);
    let law = automaton(1, 1, |(_, x)| x[0] % 3, |(_, x)| Value::try_from(x[0] % 3).unwrap());
    let law = with_strategies(&ruleset, Valuation::Coalition, false, law, 3);
    (ruleset, law)
}

fn bounded_grundy() -> (Ruleset, LawClaim) {
    let ruleset = take_up_to(1, 2, Convention::Normal);
    let law = automaton(1, 1, |(_, x)| x[0] % 3, |(_, x)| Value::try_from(x[0] % 3).unwrap());
    let law = with_strategies(&ruleset, Valuation::Grundy, false, law, 3);
    (ruleset, law)
}

/// g(n) = n, as an outcome of the heap and a Nim heap.
fn nim_heap() -> (Ruleset, LawClaim) {
    let ruleset = nim(1, Convention::Normal);
    let law = automaton(2, 1, |(_, x)| x[0] == x[1], |(_, x)| Value::from(x[0] != x[1]));
    let law = with_strategies(&ruleset, Valuation::NormalOutcome, true, law, 2);
    (ruleset, law)
}

/// The heap loses one or two objects and the turn goes over: 1 and 2 have the mex 1 and 2, 3 has 0.
fn turns_in_the_control(turns: Option<Vec<u8>>) -> (Ruleset, LawClaim) {
    let moves = [(0, 1, 1), (0, 1, 2), (1, 0, 1), (1, 0, 2)].map(|(from, to, amount)| {
        let schema = take(1, 0, amount, from);
        bouton_core::MoveSchema { to: ControlState(to), ..schema }
    });
    let ruleset = rules(1, &["turn1", "turn2"], Convention::Normal, moves.to_vec());
    let law = automaton(1, 2, |(_, x)| x[0] % 3, |(_, x)| Value::try_from(x[0] % 3).unwrap());
    let law = with_strategies(&ruleset, Valuation::Grundy, false, law, 3);
    let parts = bouton_core::RulesetParts { turns, ..ruleset.into_parts() };
    (Ruleset::new(parts).unwrap(), law)
}

/// With the pass a heap n has the Grundy value n + 1 for odd n, n - 1 for even n ≥ 2, 0 for 0.
fn pass() -> (Ruleset, LawClaim) {
    let ruleset = nim_with_a_pass();
    let grundy = |control: u8, n: u64| match (control, n) {
        (1, n) => n,
        (_, 0) => 0,
        (_, n) if n % 2 == 1 => n + 1,
        (_, n) => n - 1,
    };
    let key =
        |(control, x): &Place| (*control, x[0] == 0, x[1] == 0, x[1].abs_diff(x[0]).min(2), x[0] < x[1]);
    let output = |(control, x): &Place| Value::from(grundy(*control, x[0]) != x[1]);
    let key = |place: &Place| (key(place), place.1[0] % 2, place.1[0].min(2), place.1[1].min(2));
    let law = automaton(2, 2, key, output);
    let law = with_strategies(&ruleset, Valuation::NormalOutcome, true, law, 3);
    (ruleset, law)
}

/// Taking one from a heap above three only: the guard is the stopping rule.
fn stopping_at_three() -> (Ruleset, LawClaim) {
    let stop = Formula::NotPositive(linear(&[1], -3));
    let ruleset = stopping(take_up_to(1, 1, Convention::Normal), stop);
    let output = |(_, x): &Place| Value::from(x[0] > 3 && x[0] % 2 == 0);
    let law = automaton(1, 1, |(_, x)| (x[0] % 2, x[0].min(4)), output);
    let law = with_strategies(&ruleset, Valuation::NormalOutcome, false, law, 3);
    (ruleset, law)
}

/// Takes one, but expresses it by a parameter that is 9 and is not a coordinate: it has more digits
/// than a small heap.
fn roundabout() -> (Ruleset, LawClaim) {
    let mut parts = take_up_to(1, 1, Convention::Normal).into_parts();
    parts.moves[0].parameters = 1;
    parts.moves[0].guard = Formula::Zero(linear(&[0, 1], -9));
    parts.moves[0].targets = vec![Target::Becomes(linear(&[1, -1], 8))];
    let ruleset = Ruleset::new(parts).unwrap();
    let law = automaton(1, 1, |(_, x)| x[0] % 2, |(_, x)| Value::from(x[0] % 2 == 1));
    let law = with_strategies(&ruleset, Valuation::NormalOutcome, false, law, 4);
    (ruleset, law)
}

/// No move, no coordinate.
fn nothing() -> (Ruleset, LawClaim) {
    let law = DigitAutomaton::new(0, vec![0], vec![0], vec![0]).unwrap();
    let law = LawClaim { law: Law::new(Valuation::NormalOutcome, law), strategies: vec![] };
    (nim(0, Convention::Normal), law)
}

/// Built once: the strategies take a second.
static ALL: LazyLock<Vec<(Ruleset, LawClaim)>> = LazyLock::new(|| {
    vec![
        take_three(),
        two_heap_nim(),
        misere_take_two(),
        three_players(),
        coalition_nim(),
        bounded_grundy(),
        nim_heap(),
        pass(),
        stopping_at_three(),
        roundabout(),
        nothing(),
    ]
});

/// The automaton outputs the mex of the options in either case; it is a Grundy value only where
/// either player may be to move (Sprague and Grundy).
#[test]
fn grundy_values_are_refused_where_control_states_tell_the_turn() {
    let (impartial, law) = turns_in_the_control(None);
    accept(&impartial, &law);
    let (partisan, law) = turns_in_the_control(Some(vec![0, 1]));
    let refused = check_law(&partisan, &law, &Limits::default()).unwrap_err();
    assert_eq!(refused.step, Step::Valuation);
    assert!(refused.reason.contains("impartial"), "{refused}");
    // The same beside a Nim heap, before any other check.
    let beside = Law { valuation: Valuation::NormalOutcome, nim_heap: true, ..law.law.clone() };
    let law = LawClaim { law: beside, ..law };
    let refused = check_law(&partisan, &law, &Limits::default()).unwrap_err();
    assert_eq!((refused.step, refused.reason.contains("impartial")), (Step::Valuation, true));
}

#[test]
fn true_laws_with_strategies_are_accepted() {
    for (ruleset, law) in ALL.iter() {
        accept(ruleset, law);
    }
}

#[test]
fn windows_show_the_same_laws_without_strategies() {
    // `roundabout` expresses the amount it takes by a parameter.
    for (ruleset, law) in ALL.iter() {
        let result = check_windows(ruleset, &law.law, &Limits::default());
        if *ruleset == roundabout().0 {
            assert_eq!(result.unwrap_err().step, Step::Window);
        } else {
            result.unwrap();
        }
    }
}

/// The step that refuses these outputs: strategies are not given, so a law without forbidden moves is refused
/// for them.
fn without_strategies(ruleset: &Ruleset, valuation: Valuation, law: DigitAutomaton) -> Refusal {
    let law = LawClaim { law: Law::new(valuation, law), strategies: vec![] };
    check_law(ruleset, &law, &Limits::default()).unwrap_err()
}

/// Take 1..80: g(n) = n mod 81. A false law has one value twice, on either side of 64 or beyond it.
#[test]
fn a_false_law_of_many_grundy_values_is_refused() {
    let ruleset = take_up_to(1, 80, Convention::Normal);
    let refused = |from: u32, to: u32| {
        let output = |(_, x): &Place| Some(Value::try_from(x[0] % 81).unwrap()).filter(|&g| g != from);
        let law = automaton(1, 1, |(_, x)| x[0] % 81, |place| output(place).unwrap_or(to));
        without_strategies(&ruleset, Valuation::Grundy, law)
    };
    assert_eq!(refused(81, 0).step, Step::Strategies);
    for (from, to) in [(1, 0), (63, 64), (64, 63), (65, 64), (70, 3), (80, 79)] {
        let refused = refused(from, to);
        assert_eq!(refused.step, Step::Universal, "{from} for {to}: {refused}");
        let (x, y) = *refused.witness.unwrap();
        let residue = |position: &Position| Value::try_from(position.to_small().unwrap()[0] % 81).unwrap();
        assert!([residue(&x), residue(&y)].into_iter().all(|g| g == from || g == to), "{from} for {to}");
    }
}

/// A heap below 1024 is one of Nim, and from a larger one a player goes to 0: each prefix below 1024 is
/// followed by other values, so there are more sets of values that follow a state than are listed in pairs.
#[test]
fn a_false_law_of_many_sets_of_values_is_refused() {
    let small = Formula::NotPositive(linear(&[1], -1023));
    let large = Formula::NotPositive(linear(&[-1], 1024));
    let mut moves = vec![take_any(1, 0, 0), take(1, 0, 1, 0)];
    moves[0].guard = moves[0].guard.clone().and(small);
    (moves[1].guard, moves[1].targets) = (large, vec![Target::Becomes(linear(&[], 0))]);
    let ruleset = rules(1, &[""], Convention::Normal, moves);
    let grundy = |n: u64| Value::try_from(if n < 1024 { n } else { 1 }).unwrap();
    let law = |from: Value, to: Value| {
        let output = |n: u64| if grundy(n) == from { to } else { grundy(n) };
        automaton(1, 1, |(_, x)| x[0].min(1024), move |(_, x)| output(x[0]))
    };
    // The values that follow each prefix.
    let mut sets: Vec<BTreeSet<Value>> = vec![BTreeSet::from([1]); 1025];
    for n in (0..1024).rev() {
        let next = if n == 0 { [1, 1] } else { [2 * n, 2 * n + 1] };
        let follow = next.into_iter().flat_map(|next| sets[next.min(1024)].clone());
        sets[n] = follow.chain([grundy(n as u64)]).collect();
    }
    assert!(sets.into_iter().collect::<BTreeSet<_>>().len() > 1024);
    let step = |from, to| without_strategies(&ruleset, Valuation::Grundy, law(from, to)).step;
    assert_eq!(step(1024, 0), Step::Strategies);
    for (from, to) in [(1023, 1022), (700, 20), (1, 0)] {
        assert_eq!(step(from, to), Step::Universal, "{from} for {to}");
    }
}

/// Heaps 1 and 2 may be exchanged and are not touched. The law is false at 11, 13, 3 and at 13, 11, 3 alone,
/// or at 13, 11, 3 alone, where exchanging them is not allowed.
#[test]
fn a_conflict_far_behind_exchanged_digits_is_found() {
    let ruleset = rules(3, &[""], Convention::Normal, vec![take(3, 2, 1, 0)]);
    for both in [false, true] {
        let false_at = |x: &[u64]| x[2] == 3 && (x[..2] == [13, 11] || both && x[..2] == [11, 13]);
        let key = |(_, x): &Place| (x[0].min(14), x[1].min(14), x[2].min(4), x[2] % 2);
        let odd = |(_, x): &Place| Value::from((x[2] % 2 == 1) != false_at(x));
        let refused = without_strategies(&ruleset, Valuation::NormalOutcome, automaton(3, 1, key, odd));
        assert_eq!(refused.step, Step::Universal);
        // From 3 to 2, both P.
        let (x, _) = *refused.witness.unwrap();
        assert!(false_at(&x.to_small().unwrap()), "{x}");
        let law = automaton(3, 1, key, |(_, x)| Value::from(x[2] % 2 == 1));
        let refused = without_strategies(&ruleset, Valuation::NormalOutcome, law);
        assert_eq!(refused.step, Step::Strategies);
    }
}

/// A partial move after which no empty heap can follow never wins in Nim: it changes nothing beside others,
/// and alone it is as good as none.
#[test]
fn partial_moves_that_cannot_win_are_no_moves() {
    let ruleset = nim(1, Convention::Normal);
    let law = automaton(1, 1, |(_, x)| x[0].min(1), |(_, x)| Value::from(x[0] > 0));
    let law = with_strategies(&ruleset, Valuation::NormalOutcome, false, law, 2);
    accept(&ruleset, &law);
    let nonempty = |element: &Element| element.prefix[0] > 0;
    let index = law.strategies[0].elements.iter().position(nonempty).unwrap();
    let prefix = law.strategies[0].elements[index].prefix.clone();
    let with = |moves: &[&[u64]]| {
        let mut law = law.clone();
        law.strategies[0].elements[index].partial_moves =
            moves.iter().map(|y| (ControlState(0), y.to_vec())).collect();
        law
    };
    accept(&ruleset, &with(&[&[0]]));
    accept(&ruleset, &with(&[&[0], &prefix]));
    for moves in [&[&prefix[..]][..], &[]] {
        let refused = check_law(&ruleset, &with(moves), &Limits::default()).unwrap_err();
        assert_eq!(refused.step, Step::Existential, "{refused}");
    }
}

/// Whatever is changed in a law, the check may accept it only if it is true, and accepts by windows
/// the laws that it accepts by strategies.
fn never_false(ruleset: &Ruleset, law: &LawClaim) -> bool {
    let accepted = check_law(ruleset, law, &Limits::default()).is_ok();
    match check_windows(ruleset, &law.law, &Limits::default()) {
        Ok(()) => assert!(holds_in_a_box(ruleset, law, 9), "accepted by windows a false law: {law:?}"),
        Err(refused) => assert!(!accepted || *ruleset == roundabout().0, "{refused}: {law:?}"),
    }
    assert!(!accepted || holds_in_a_box(ruleset, law, 9), "accepted a false law: {law:?}");
    accepted
}

/// The same law with other outputs, starts and transitions, where they form an automaton.
fn changed(
    claim: &LawClaim,
    change: impl Fn(&mut Vec<u32>, &mut Vec<Value>, &mut Vec<u32>),
) -> Option<LawClaim> {
    let automaton = &claim.law.automaton;
    let (mut starts, mut outputs) = (automaton.starts().to_vec(), automaton.outputs().to_vec());
    let mut transitions = automaton.transitions().to_vec();
    change(&mut starts, &mut outputs, &mut transitions);
    let automaton = DigitAutomaton::new(automaton.tracks(), starts, outputs, transitions).ok()?;
    let law = Law { automaton, ..claim.law.clone() };
    Some(LawClaim { law, ..claim.clone() })
}

#[test]
fn changed_outputs_are_refused() {
    for (ruleset, law) in ALL.iter() {
        for state in 0..law.law.automaton.states() {
            for value in 0..5 {
                let mutant = changed(law, |_, outputs, _| outputs[state] = value).unwrap();
                let same = mutant == *law;
                assert_eq!(never_false(ruleset, &mutant), same, "{mutant:?}");
            }
        }
    }
}

#[test]
fn changed_transitions_and_starts_are_refused() {
    let mut refused = 0;
    for (ruleset, law) in ALL.iter() {
        let states = u32::try_from(law.law.automaton.states()).unwrap();
        let mut mutants = Vec::new();
        for state in 0..states.min(6) {
            for place in 0..law.law.automaton.transitions().len().min(48) {
                mutants.extend(changed(law, |_, _, transitions| transitions[place] = state));
            }
            for place in 0..law.law.automaton.starts().len() {
                mutants.extend(changed(law, |starts, _, _| starts[place] = state));
            }
        }
        for mutant in mutants.iter().filter(|mutant| *mutant != law) {
            refused += usize::from(!never_false(ruleset, mutant));
        }
    }
    assert!(refused > 300, "only {refused} mutants refused");
}

#[test]
fn strategies_must_be_complete_and_in_order() {
    for (ruleset, law) in ALL.iter() {
        let step = |law: &LawClaim| check_law(ruleset, law, &Limits::default()).unwrap_err().step;
        for index in 0..law.strategies.len() {
            let mut missing = law.clone();
            missing.strategies.remove(index);
            assert_eq!(step(&missing), Step::Strategies);
            let mut twice = law.clone();
            twice.strategies.insert(index, law.strategies[index].clone());
            assert_eq!(step(&twice), Step::Strategies);
            let mut other = law.clone();
            other.strategies[index].value += 1;
            assert_eq!(step(&other), Step::Strategies);
            let mut other = law.clone();
            other.strategies[index].control.0 += 1;
            assert_eq!(step(&other), Step::Strategies);
            let mut empty = law.clone();
            empty.strategies[index].elements.clear();
            assert_eq!(step(&empty), Step::Existential);
            let mut first = law.clone();
            first.strategies[index].elements.truncate(1);
            if law.strategies[index].elements.len() > 1 {
                assert_eq!(step(&first), Step::Existential);
            }
            let mut reversed = law.clone();
            reversed.strategies[index].elements.reverse();
            check_law(ruleset, &reversed, &Limits::default()).unwrap();
        }
    }
}

#[test]
fn elements_without_their_moves_are_refused() {
    for (ruleset, law) in ALL.iter().take(6) {
        for (strategy, element) in law
            .strategies
            .iter()
            .enumerate()
            .flat_map(|(s, found)| (0..found.elements.len()).map(move |e| (s, e)))
        {
            let mut mutant = law.clone();
            mutant.strategies[strategy].elements[element].partial_moves.clear();
            let prefix = &mutant.strategies[strategy].elements[element].prefix;
            let output = law.law.automaton.evaluate_small(0, prefix);
            if output == law.strategies[strategy].value {
                let refused = check_law(ruleset, &mutant, &Limits::default()).unwrap_err();
                assert_eq!(refused.step, Step::Existential);
            }
            // A partial move that leads nowhere: more is left than there was.
            let mut mutant = law.clone();
            let element = &mut mutant.strategies[strategy].elements[element];
            element.partial_moves.push((ControlState(0), element.prefix.iter().map(|n| n + 1).collect()));
            let refused = check_law(ruleset, &mutant, &Limits::default()).unwrap_err();
            assert_eq!(refused.step, Step::Existential);
        }
    }
}

#[test]
fn prefixes_that_are_no_positions_are_refused() {
    let (ruleset, law) = take_three();
    for length in [0, 2] {
        let mut mutant = law.clone();
        mutant.strategies[0].elements[0].prefix = vec![0; length];
        assert!(!never_false(&ruleset, &mutant));
        let mut mutant = law.clone();
        mutant.strategies[0].elements[0].partial_moves[0].1 = vec![0; length];
        assert!(!never_false(&ruleset, &mutant));
    }
    let mut mutant = law;
    mutant.strategies[0].elements[0].partial_moves[0].0.0 = 1;
    assert!(!never_false(&ruleset, &mutant));
}

#[test]
fn a_law_of_other_rules_is_refused() {
    let laws = &*ALL;
    for (i, (_, law)) in laws.iter().enumerate() {
        for (j, (ruleset, _)) in laws.iter().enumerate() {
            assert_eq!(never_false(ruleset, law), i == j, "law {i}, rules {j}");
        }
    }
}

#[test]
fn a_valuation_must_fit_the_convention() {
    let valuations = [
        Valuation::NormalOutcome,
        Valuation::MisereOutcome,
        Valuation::MisereOutcomeAndEnd,
        Valuation::Podium { players: 2 },
        Valuation::Podium { players: 3 },
        Valuation::Podium { players: 4 },
        Valuation::Coalition,
        Valuation::Grundy,
        Valuation::Remoteness,
    ];
    for (ruleset, law) in ALL.iter() {
        for valuation in valuations.into_iter().filter(|&valuation| valuation != law.law.valuation) {
            let mutant = LawClaim { law: Law { valuation, ..law.law.clone() }, ..law.clone() };
            let known = ruleset.convention() == Convention::Normal && !law.law.nim_heap;
            let fits = known && matches!(valuation, Valuation::NormalOutcome | Valuation::Grundy);
            let step = check_law(ruleset, &mutant, &Limits::default()).err().map(|refused| refused.step);
            assert_eq!(step == Some(Step::Valuation), !fits, "{valuation:?}: {step:?}");
            // Where a position has at most one option, outcomes are Grundy values.
            assert!(step.is_some() || holds_in_a_box(ruleset, &mutant, 9), "{valuation:?}");
        }
        let flipped = LawClaim { law: Law { nim_heap: !law.law.nim_heap, ..law.law.clone() }, ..law.clone() };
        let step = check_law(ruleset, &flipped, &Limits::default()).unwrap_err().step;
        assert!(matches!(step, Step::Valuation | Step::Automaton), "{step}");
    }
}

#[test]
fn a_violation_is_shown_at_concrete_positions() {
    let (ruleset, law) = take_three();
    let mutant = changed(&law, |_, outputs, _| outputs[3] = 0).unwrap();
    let refused = check_law(&ruleset, &mutant, &Limits::default()).unwrap_err();
    assert_eq!(refused.step, Step::Universal);
    let witness = refused.witness.unwrap();
    let from = witness.0.to_small().unwrap();
    let to = witness.1.to_small().unwrap();
    assert!(options(&ruleset, false, &(0, from.clone())).contains(&(0, to.clone())));
    assert_eq!(mutant.law.automaton.evaluate_small(0, &from), 0);
    assert_eq!(mutant.law.automaton.evaluate_small(0, &to), 0);
}

/// The same with several tracks and named control states.
#[test]
fn a_violation_names_every_coordinate_and_the_control_state() {
    for (ruleset, law) in [two_heap_nim(), pass()] {
        let named = ruleset.controls().iter().any(|name| !name.is_empty());
        let mut shown = 0;
        for state in 0..law.law.automaton.states() {
            // A won position with the output for lost has a lost option.
            if law.law.automaton.outputs()[state] == 0 {
                continue;
            }
            let mutant = changed(&law, |_, outputs, _| outputs[state] = 0).unwrap();
            let refused = check_law(&ruleset, &mutant, &Limits::default()).unwrap_err();
            let Some(witness) = refused.witness else { continue };
            let place = |position: &Position| {
                let name = position.control.clone().unwrap_or_default();
                let control = ruleset.controls().iter().position(|own| *own == name).unwrap();
                (u8::try_from(control).unwrap(), position.to_small().unwrap())
            };
            assert_eq!([&witness.0, &witness.1].map(|position| position.control.is_some()), [named; 2]);
            let (from, to) = (place(&witness.0), place(&witness.1));
            let with_heap = law.law.nim_heap;
            assert!(options(&ruleset, with_heap, &from).contains(&to), "{from:?} {to:?}");
            for (control, coordinates) in [from, to] {
                assert_eq!(mutant.law.automaton.evaluate_small(control.into(), &coordinates), 0);
            }
            shown += 1;
        }
        assert!(shown > 0);
    }
}

#[test]
fn rules_that_could_go_on_for_ever_are_refused() {
    let ruleset = take_up_to(1, 0, Convention::Normal);
    let mut parts = ruleset.into_parts();
    parts.moves = vec![take(1, 0, -1, 0)];
    let ruleset = Ruleset::new(parts).unwrap();
    let law = LawClaim { strategies: vec![], ..take_three().1 };
    assert_eq!(check_law(&ruleset, &law, &Limits::default()).unwrap_err().step, Step::Descent);
}

#[test]
fn limits_end_the_check() {
    let (ruleset, law) = two_heap_nim();
    let no_time = bouton_core::Limits { time: Some(std::time::Duration::ZERO), ..Default::default() };
    let ended = bouton_core::Watch::new(&no_time);
    for limits in [
        Limits { steps: 100, ..Limits::default() },
        Limits { states: 4, ..Limits::default() },
        Limits { watch: ended, ..Limits::default() },
    ] {
        assert_eq!(check_law(&ruleset, &law, &limits).unwrap_err().step, Step::Limit);
    }
    for states in 0..40 {
        let limits = Limits { states, ..Limits::default() };
        assert_eq!(check_law(&ruleset, &law, &limits).unwrap_err().step, Step::Limit, "{states}");
    }
}

/// 1024 values, 0 included, may be claimed.
#[test]
fn grundy_values_have_a_limit() {
    let (ruleset, law) = bounded_grundy();
    let with = |value: u32| {
        let mutant = changed(&law, |_, outputs, _| outputs[2] = value).unwrap();
        check_law(&ruleset, &mutant, &Limits::default()).unwrap_err().step
    };
    assert_eq!([with(1024), with(1025), with(5000)], [Step::Limit; 3]);
    assert_ne!(with(1023), Step::Limit);
    // Other valuations have their own number of values.
    let (ruleset, law) = take_three();
    let mutant = changed(&law, |_, outputs, _| outputs[2] = 1024).unwrap();
    assert_eq!(check_law(&ruleset, &mutant, &Limits::default()).unwrap_err().step, Step::Automaton);
}

/// Twelve tracks: 4096 letters, which 13 elements and 2 states cover.
#[test]
fn nim_with_many_heaps_is_checked_quickly() {
    for heaps in [3, 8, 12] {
        let odd = |x: &[u64]| x.iter().fold(0, |sum, n| sum ^ n) != 0;
        let law = automaton(heaps, 1, |(_, x)| odd(x), |(_, x)| Value::from(odd(x)));
        let zero = vec![0; heaps];
        let element = |prefix| Element { prefix, partial_moves: vec![(ControlState(0), zero.clone())] };
        let unit = |heap: usize| (0..heaps).map(|other| u64::from(other == heap)).collect();
        let elements = std::iter::once(zero.clone()).chain((0..heaps).map(unit)).map(element).collect();
        let strategy = Strategy { control: ControlState(0), value: 1, requirement: 0, elements };
        let law = LawClaim { law: Law::new(Valuation::NormalOutcome, law), strategies: vec![strategy] };
        let limits = Limits { steps: 1 << 24, states: 1 << 18, ..Limits::default() };
        check_law(&nim(heaps, Convention::Normal), &law, &limits).unwrap();
        let mut fewer = law;
        fewer.strategies[0].elements.pop();
        let refused = check_law(&nim(heaps, Convention::Normal), &fewer, &limits).unwrap_err();
        assert_eq!(refused.step, Step::Existential);
    }
}

/// The residues 0, 1, 2, 3 modulo 4 are P, N, P, N, since only odd heaps can be
/// moved from, to a multiple of 4. That 2 is N is false, and only the letter 0 leads there.
#[test]
fn a_strategy_is_closed_under_every_letter() {
    let mut parts = take_up_to(1, 3, Convention::Normal).into_parts();
    parts.moves.remove(1);
    for (schema, residue) in parts.moves.iter_mut().zip([1, 3]) {
        let expression = linear(&[1], 0);
        schema.guard = Formula::Congruent { expression, modulus: 4, residue };
    }
    let ruleset = Ruleset::new(parts).unwrap();
    let law = automaton(1, 1, |(_, x)| x[0] % 4, |(_, x)| Value::from(x[0] % 4 != 0));
    let mut law = with_strategies(&ruleset, Valuation::NormalOutcome, false, law, 3);
    let refuse = |law: &LawClaim| check_law(&ruleset, law, &Limits::default()).unwrap_err();
    assert!(!holds_in_a_box(&ruleset, &law, 9));
    assert!(refuse(&law).reason.contains("no complete move"), "{}", refuse(&law));
    law.strategies[0].elements.retain(|element| element.prefix[0] == 0 || element.prefix[0] % 2 == 1);
    assert_eq!(refuse(&law).step, Step::Existential);
    assert!(refuse(&law).reason.ends_with("under letter 0"), "{}", refuse(&law));
}

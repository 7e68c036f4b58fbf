//! Cases that windows must not accept: moves that only look like free ones, rules that distinguish
//! coordinates by the stopping rule alone, and work that is not counted.

mod support;

use bouton_cert::LawClaim;
use bouton_check::{Limits, Step, check_law, check_windows, has_windows};
use bouton_core::{
    Convention, DigitAutomaton, Formula, Law, LinearExpression, MoveSchema, Ruleset, Target, Valuation,
    Value, Variable, Watch,
};
use support::*;

fn refused(ruleset: &Ruleset, law: &Law, limits: &Limits) -> Step {
    check_windows(ruleset, law, limits).unwrap_err().step
}

/// Both heaps become the same smaller number, and a second parameter has no effect: these are not
/// two numbers.
#[test]
fn one_parameter_for_two_heaps_is_not_two() {
    let less = |heap: usize| {
        let mut terms = vec![0, 0, 1, 0];
        terms[heap] = -1;
        Formula::NotPositive(linear(&terms, 1))
    };
    let to = |parameter: u16| Target::Becomes(LinearExpression::variable(Variable(parameter)));
    let schema = |parameters: u16, targets: [u16; 2], guard: Formula| MoveSchema {
        parameters,
        guard,
        targets: targets.map(to).to_vec(),
        ..take(2, 0, 1, 0)
    };
    let same = |parameters| {
        let moves = vec![schema(parameters, [2, 2], less(0).and(less(1)))];
        rules(2, &[""], Convention::Normal, moves)
    };
    assert!(!has_windows(&same(1), false));
    assert!(!has_windows(&same(2), false));
    let second = Formula::NotPositive(linear(&[0, -1, 0, 1], 1));
    let two = rules(2, &[""], Convention::Normal, vec![schema(2, [2, 3], less(0).and(second))]);
    assert!(has_windows(&two, false));
    let law = automaton(2, 1, |(_, x)| (x[0].min(1), x[1].min(1)), |(_, x)| Value::from(x[0].min(x[1]) > 0));
    let law = Law::new(Valuation::NormalOutcome, law);
    check_windows(&two, &law, &Limits::default()).unwrap();
    assert_eq!(refused(&same(2), &law, &Limits::default()), Step::Window);
}

/// Take one from a heap: the player with an odd number wins. If play stops when the first heap is
/// empty, that is false at (0, 1) and not at (1, 0), though law and moves do not distinguish the
/// heaps.
#[test]
fn the_stopping_rule_tells_heaps_apart() {
    let game = take_up_to(2, 1, Convention::Normal);
    let odd = |x: &[u64]| x.iter().sum::<u64>() % 2;
    let law = automaton(2, 1, |(_, x)| odd(x), |(_, x)| Value::try_from(odd(x)).unwrap());
    let law = Law::new(Valuation::NormalOutcome, law);
    check_windows(&game, &law, &Limits::default()).unwrap();
    let first = stopping(game.clone(), Formula::Zero(linear(&[1], 0)));
    let refusal = check_windows(&first, &law, &Limits::default()).unwrap_err();
    assert!(refusal.reason.contains("at position 0,1"), "{refusal}");
    // Rules that do not distinguish them either.
    let both = stopping(game, Formula::NotPositive(linear(&[1, 1], 0)));
    check_windows(&both, &law, &Limits::default()).unwrap();
}

/// The Nim heap is lowered where play has stopped, too.
#[test]
fn a_nim_heap_goes_on_where_play_has_stopped() {
    let game = stopping(take_up_to(1, 1, Convention::Normal), Formula::NotPositive(linear(&[1], -3)));
    let grundy = |x: u64| if x > 3 { (x + 1) % 2 } else { 0 };
    let law = |value: fn(u64) -> u64| {
        let key = move |place: &Place| {
            let (_, x) = place;
            (x[0].min(4), x[0] % 2, x[1].min(2), value(x[0]) == x[1])
        };
        let law = automaton(2, 1, key, move |(_, x)| Value::from(value(x[0]) != x[1]));
        Law { nim_heap: true, ..Law::new(Valuation::NormalOutcome, law) }
    };
    check_windows(&game, &law(grundy), &Limits::default()).unwrap();
    assert_eq!(refused(&game, &law(|x| (x + 1) % 2), &Limits::default()), Step::Window);
    assert_eq!(refused(&game, &law(|_| 0), &Limits::default()), Step::Window);
}

/// Rules with so large a number of different comparisons that comparing them with each other is
/// work.
#[test]
fn the_comparisons_of_the_guards_are_counted() {
    let guard = |schema: i64| {
        let all = (0..10).map(|part| Formula::NotPositive(linear(&[-1], 10 * schema + part)));
        all.fold(Formula::True, Formula::and)
    };
    let schema = |number: i64| MoveSchema { guard: guard(number), ..take(1, 0, 1, 0) };
    let game = rules(1, &[""], Convention::Normal, (0..200).map(schema).collect());
    let law =
        Law::new(Valuation::NormalOutcome, DigitAutomaton::new(1, vec![0], vec![0], vec![0, 0]).unwrap());
    assert_eq!(refused(&game, &law, &Limits::default()), Step::Window);
    let few = Limits { steps: 500_000, ..Limits::default() };
    assert_eq!(refused(&game, &law, &few), Step::Limit);
}

/// A stopping rule of thousands of comparisons is read once, not with every move: a moment, not a
/// minute.
#[test]
fn a_long_stopping_rule_is_asked_once() {
    // At least 6 of 12 heaps have 5 objects or more.
    let large = |heap: usize| {
        let mut terms = vec![0; heap + 1];
        terms[heap] = -1;
        Formula::NotPositive(linear(&terms, 5))
    };
    let six = (0..1u32 << 12).filter(|heaps| heaps.count_ones() == 6);
    let all = |heaps: u32| {
        (0..12).filter(|heap| heaps >> heap & 1 == 1).map(large).fold(Formula::True, Formula::and)
    };
    let stop = Formula::Or(six.map(all).collect());
    let game = stopping(take_up_to(12, 60, Convention::Normal), stop);
    let law = DigitAutomaton::new(12, vec![0], vec![0], vec![0; 1 << 12]).unwrap();
    let law = Law::new(Valuation::NormalOutcome, law);
    let time = bouton_core::Limits { time: Some(std::time::Duration::from_secs(20)), ..Default::default() };
    let limits = Limits { watch: Watch::new(&time), ..Limits::default() };
    assert_eq!(refused(&game, &law, &limits), Step::Window);
}

/// The states of a move are counted when they are met: one state may lead to as many as there are
/// letters.
#[test]
#[cfg(target_os = "linux")]
fn the_states_of_a_move_are_counted_when_they_are_met() {
    let large = |heap: usize| {
        let mut terms = vec![0; heap + 1];
        terms[heap] = -1;
        Formula::NotPositive(linear(&terms, 5))
    };
    let five = (0..1u32 << 10).filter(|heaps| heaps.count_ones() == 5);
    let all = |heaps: u32| {
        (0..10).filter(|heap| heaps >> heap & 1 == 1).map(large).fold(Formula::True, Formula::and)
    };
    let game = stopping(take_up_to(10, 1, Convention::Normal), Formula::Or(five.map(all).collect()));
    let law = DigitAutomaton::new(10, vec![0], vec![0], vec![0; 1 << 10]).unwrap();
    let law = LawClaim { law: Law::new(Valuation::NormalOutcome, law), strategies: vec![] };
    let few = Limits { states: 20_000, ..Limits::default() };
    assert_eq!(check_law(&game, &law, &few).unwrap_err().step, Step::Limit);
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let most: u64 = most.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(most < 100_000, "{most} kB");
}

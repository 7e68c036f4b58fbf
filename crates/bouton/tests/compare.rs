//! Laws in other digits than binary ones are also compared.

use bouton::{Comparison, Playable, ValueKind, Watch, compare, compare_in};

const THIRD: &str = "counters n; move n -> n - 1; move n -> n div 3";
/// The same moves, with a parameter.
const SAME_THIRD: &str = "counters n; move n -> n - 1; move n -> t where 3 * t <= n, 3 * t + 2 >= n, t < n";
/// From 1000 on, two may also be taken.
const LATER: &str = "counters n; move n -> n - 1; move n -> n div 3; move n -> n - 2 when n >= 1000";

fn compared(rules: [&str; 2], asked: ValueKind) -> Comparison {
    let [one, other] =
        rules.map(|rules| Playable::new(&bouton::rules::resolve(rules).unwrap(), None).unwrap());
    compare(&one, &other, asked, &Watch::unlimited()).unwrap()
}

/// The first number at which the values of the two games differ, by the definition.
fn first_difference(grundy: bool) -> u64 {
    let mut values = [Vec::<u32>::new(), Vec::new()];
    for n in 0usize.. {
        for (later, known) in values.iter_mut().enumerate() {
            let mut options = Vec::new();
            if n > 0 {
                options.extend([known[n - 1], known[n / 3]]);
            }
            if n >= 1000 && later == 1 {
                options.push(known[n - 2]);
            }
            let mex = (0..).find(|value| !options.contains(value)).unwrap();
            known.push(if grundy { mex } else { u32::from(options.contains(&0)) });
        }
        if values[0][n] != values[1][n] {
            return n as u64;
        }
    }
    unreachable!("numbers do not end")
}

#[test]
fn wythoffs_game_by_its_moves_is_wythoffs_game() {
    let moves = "counters x, y; move x -> t where t < x; move y -> t where t < y; \
                 move x, y -> x - t, y - t where t >= 1";
    assert_eq!(compared(["wythoff", moves], ValueKind::Outcome), Comparison::Equal);
    assert_eq!(compared([moves, "wythoff"], ValueKind::Outcome), Comparison::Equal);
}

/// No law of the Grundy values of Wythoff's game is known, and the comparison does not claim a
/// proof.
#[test]
fn of_the_same_rules_nothing_is_proved() {
    let same = compared(
        ["wythoff", "heaps 2; move take any from 1 heap; move take the same any from 2 heaps"],
        ValueKind::Grundy,
    );
    assert_eq!(same, Comparison::SameRules);
    assert_eq!(same.is_equal(), Some(true));
    assert_eq!(
        same.text(ValueKind::Grundy),
        "equal: the rules are the same, and so is the Grundy value at every position"
    );
}

#[test]
fn laws_in_base_three_are_compared() {
    for asked in [ValueKind::Outcome, ValueKind::Grundy] {
        assert_eq!(compared([THIRD, SAME_THIRD], asked), Comparison::Equal);
    }
}

#[test]
fn the_least_difference_is_found_beyond_what_is_compared_one_by_one() {
    for asked in [ValueKind::Outcome, ValueKind::Grundy] {
        let Comparison::Differ { position, values } = compared([THIRD, LATER], asked) else {
            panic!("they differ");
        };
        assert_eq!(position, first_difference(asked == ValueKind::Grundy).to_string());
        assert_ne!(values[0], values[1]);
        assert_eq!(values[0].parse::<u64>().is_ok(), asked == ValueKind::Grundy);
    }
}

/// In the digits of base 3 these games have laws; in binary ones nothing is claimed beyond the
/// positions compared.
#[test]
fn laws_are_looked_for_in_the_digits_that_were_asked_for() {
    let [one, other] =
        [THIRD, SAME_THIRD].map(|text| Playable::new(&bouton::rules::resolve(text).unwrap(), None).unwrap());
    let found = |digits: &str| {
        let watch = Watch::unlimited().within(2_000_000);
        compare_in(&one, &other, ValueKind::Outcome, &digits.parse().unwrap(), &watch).unwrap()
    };
    assert_eq!(found("3"), Comparison::Equal);
    assert!(matches!(found("2"), Comparison::Open { upto, .. } if upto >= 100));
}

/// No law is known of these games. The search for one ends by its counted work, with the same
/// answer on every machine.
#[test]
fn games_without_a_law_are_left_open_after_counted_work() {
    let rules = [
        "heaps 3; move take any from 1 heap; move take the same any from 2 heaps",
        "counters a, b, c; move a -> t where t < a; move b -> t where t < b; move c -> t where t < c; \
         move a, b -> a - t, b - t where t >= 1; move a, c -> a - t, c - t where t >= 1; \
         move b, c -> b - t, c - t where t >= 1",
    ];
    let [one, other] =
        rules.map(|rules| Playable::new(&bouton::rules::resolve(rules).unwrap(), None).unwrap());
    let found = || {
        let watch = Watch::unlimited();
        let found = compare(&one, &other, ValueKind::Outcome, &watch).unwrap();
        (found, watch.work())
    };
    let (Comparison::Open { upto, reason }, work) = found() else { panic!("there is no proof") };
    assert!(upto >= 20 && reason.contains(" steps of work did not suffice"), "{upto}: {reason}");
    assert!(work < 60_000_000, "{work}");
}

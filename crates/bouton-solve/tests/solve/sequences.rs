//! Grundy sequences and periods from the literature (Guy and Smith, *The G-values of various
//! games*, 1956; Berlekamp, Conway and Guy, *Winning Ways*).

use bouton_core::TakeAndBreakCode;
use bouton_rules::Game;
use bouton_solve::{
    HeapSum, LimitReached, Watch, grundy_sequence, grundy_sequence_by_definition, grundy_sequence_of_ruleset,
    grundy_sequence_of_ruleset_by_definition,
};
use proptest::prelude::*;

fn period(code: &str, upto: u64) -> Option<(u64, u64, bool)> {
    let game = bouton_rules::resolve(code).unwrap();
    let sequence = grundy_sequence(game.code().unwrap(), upto, &Watch::unlimited()).unwrap();
    sequence.period.map(|period| (period.length, period.preperiod, period.proved))
}

#[test]
fn known_periods_are_proved() {
    assert_eq!(period("0.77", 300), Some((12, 71, true)));
    assert_eq!(period("0.07", 400), Some((34, 53, true)));
    assert_eq!(period("0.137", 400), Some((34, 52, true)));
}

#[test]
fn too_short_a_window_proves_nothing() {
    assert!(period("0.77", 150).is_none_or(|(_, _, proved)| !proved));
}

#[test]
fn infinite_looking_games_are_not_claimed() {
    assert!(period("grundy", 200).is_none_or(|(_, _, proved)| !proved));
}

#[test]
fn subtraction_sets_are_periodic() {
    let game = Game::parse("heaps 1; move take {1,3,4} from 1 heap").unwrap();
    let sequence = grundy_sequence_of_ruleset(&game.ruleset().unwrap(), 60, &Watch::unlimited()).unwrap();
    assert_eq!(sequence.values[..8], [0, 1, 0, 1, 2, 3, 2, 0]);
    let period = sequence.period.unwrap();
    assert_eq!((period.length, period.preperiod, period.saltus, period.proved), (7, 0, 0, true));
}

#[test]
fn kayles_begins_as_in_the_books() {
    let game = bouton_rules::resolve("kayles").unwrap();
    let values = grundy_sequence(game.code().unwrap(), 12, &Watch::unlimited()).unwrap().values;
    assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
}

#[test]
fn a_sequence_that_does_not_fit_is_refused_at_once() {
    let game = bouton_rules::resolve("kayles").unwrap();
    let reached = grundy_sequence(game.code().unwrap(), 1 << 62, &Watch::unlimited()).unwrap_err();
    assert!(matches!(reached, LimitReached::Memory { .. }));
}

#[test]
fn grundys_game_by_its_sparse_space() {
    let game = bouton_rules::resolve("grundy").unwrap();
    let code = game.code().unwrap();
    let reference = grundy_sequence_by_definition(code, 1500, &Watch::unlimited()).unwrap();
    assert_eq!(grundy_sequence(code, 1500, &Watch::unlimited()).unwrap(), reference);
}

/// Fixed amounts under conditions: `HeapSum` knows a period by the theorem that proves the
/// sequence, and the theorem's statement holds.
#[test]
fn periods_of_guarded_rules_are_proved_as_sums_of_heaps_know_them() {
    const CONDITIONS: &[&str] = &[
        "",
        " when a is odd",
        " when a mod 3 = 1",
        " when a >= 9",
        " when a mod 4 != 2",
        " when a <= 20",
        " when a >= 5, a is even",
    ];
    let watch = Watch::unlimited();
    let mut proved = 0;
    for one in 1..5u64 {
        for other in one..7 {
            for (number, first) in CONDITIONS.iter().enumerate() {
                let second = CONDITIONS[(number * 3 + usize::try_from(other).unwrap()) % CONDITIONS.len()];
                let text = format!("counters a; move a -> a - {one}{first}; move a -> a - {other}{second}");
                let ruleset = Game::parse(&text).unwrap().ruleset().unwrap();
                let sequence = grundy_sequence_of_ruleset(&ruleset, 300, &watch).unwrap();
                let mut heaps = HeapSum::of_ruleset(&ruleset, &Watch::unlimited()).unwrap().unwrap();
                heaps.prepare(&["1000000".parse().unwrap()], &watch).unwrap();
                let known = heaps.periods().next().map(|(period, _)| period.clone());
                let Some(known) = known.filter(|known| known.values.len() < 60) else { continue };
                let seen = sequence.period.unwrap_or_else(|| panic!("{text}: no period is seen"));
                assert!(seen.proved, "{text}: {seen:?}, {known:?}");
                assert_eq!(
                    (seen.length, seen.preperiod, seen.saltus),
                    (known.length, known.preperiod, 0),
                    "{text}"
                );
                // Not a value earlier than the theorem needs.
                let from = seen.applies_from.unwrap();
                let at = |count: u64| grundy_sequence_of_ruleset(&ruleset, count - 1, &watch).unwrap().period;
                assert!(at(from).is_some_and(|period| period.proved), "{text}: {from}");
                assert!(at(from - 1).is_none_or(|period| !period.proved), "{text}: {from}");
                let slowly = grundy_sequence_of_ruleset_by_definition(&ruleset, 900, &watch).unwrap();
                let (length, preperiod) =
                    (usize::try_from(seen.length).unwrap(), usize::try_from(seen.preperiod).unwrap());
                assert_eq!(
                    slowly.values[preperiod..900 - length],
                    slowly.values[preperiod + length..900],
                    "{text}"
                );
                assert!(slowly.period.is_some_and(|period| period.proved), "{text}");
                proved += 1;
            }
        }
    }
    assert!(proved > 80, "{proved}");
}

#[test]
fn a_heap_from_which_any_amount_may_be_taken_is_its_own_value() {
    for text in [
        "heaps 1; move take any from 1 heap",
        "counters a; move a -> t where t < a; move a -> a - 3 when a is odd",
    ] {
        let ruleset = Game::parse(text).unwrap().ruleset().unwrap();
        let period = grundy_sequence_of_ruleset(&ruleset, 40, &Watch::unlimited()).unwrap().period.unwrap();
        assert_eq!(
            (period.length, period.preperiod, period.saltus, period.proved),
            (1, 0, 1, true),
            "{text}"
        );
    }
    // Only from heaps of some sizes.
    let text = "counters a; move a -> t where t < a, a is even";
    let ruleset = Game::parse(text).unwrap().ruleset().unwrap();
    let period = grundy_sequence_of_ruleset(&ruleset, 40, &Watch::unlimited()).unwrap().period;
    assert!(period.is_none_or(|period| !period.proved));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_sparse_space_gives_what_the_definition_gives(
        first in prop::sample::select(vec![0u8, 4]),
        rest in prop::collection::vec(0u8..8, 0..6),
        upto in 0u64..400,
    ) {
        let code = TakeAndBreakCode::new(std::iter::once(first).chain(rest).collect()).unwrap();
        let reference = grundy_sequence_by_definition(&code, upto, &Watch::unlimited()).unwrap();
        prop_assert_eq!(grundy_sequence(&code, upto, &Watch::unlimited()).unwrap(), reference);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_proved_period_goes_on(rest in prop::collection::vec(0u8..8, 1..4), seen in 1u64..250) {
        let code = TakeAndBreakCode::new(std::iter::once(0).chain(rest).collect()).unwrap();
        let far = grundy_sequence(&code, 1200, &Watch::unlimited()).unwrap().values;
        let sequence = grundy_sequence(&code, seen, &Watch::unlimited()).unwrap();
        if let Some(period) = sequence.period.filter(|period| period.proved) {
            let (start, length) = (usize::try_from(period.preperiod).unwrap(), usize::try_from(period.length).unwrap());
            prop_assert_eq!(period.saltus, 0);
            prop_assert_eq!(&far[start..far.len() - length], &far[start + length..]);
            // The preperiod is the least possible.
            prop_assert!(start == 0 || far[start - 1] != far[start - 1 + length]);
        }
    }

    #[test]
    fn a_proved_period_of_a_subtraction_set_goes_on(
        amounts in prop::collection::btree_set(1u64..10, 1..5),
        seen in 1u64..120,
    ) {
        let list: Vec<String> = amounts.iter().map(ToString::to_string).collect();
        let text = format!("heaps 1; move take {{{}}} from 1 heap", list.join(", "));
        let ruleset = Game::parse(&text).unwrap().ruleset().unwrap();
        let far = grundy_sequence_of_ruleset(&ruleset, 800, &Watch::unlimited()).unwrap().values;
        let sequence = grundy_sequence_of_ruleset(&ruleset, seen, &Watch::unlimited()).unwrap();
        if let Some(period) = sequence.period.filter(|period| period.proved) {
            let (start, length) = (usize::try_from(period.preperiod).unwrap(), usize::try_from(period.length).unwrap());
            prop_assert_eq!(period.saltus, 0);
            prop_assert_eq!(&far[start..far.len() - length], &far[start + length..]);
        }
    }
}

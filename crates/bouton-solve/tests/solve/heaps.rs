//! Sums of heaps against the definition: values, options, and games that are not sums.

use std::collections::BTreeSet;

use bouton_core::{ControlState, Ruleset, TakeAndBreakCode, Valuation, Watch};
use bouton_solve::{
    GrundyFilter, HeapSum, Moves, Node, Options, RulesetOptions, Solver, TakeAndBreak,
    grundy_sequence_by_definition,
};
use num_bigint::BigUint;

fn ruleset(text: &str) -> Ruleset {
    bouton_rules::Game::parse(text).unwrap().ruleset().unwrap()
}

fn big(heaps: &[u64]) -> Vec<BigUint> {
    heaps.iter().map(|&heap| BigUint::from(heap)).collect()
}

/// Every position of a box.
fn all_positions(dimension: usize, upto: u64) -> Vec<Vec<u64>> {
    let mut all = vec![vec![]];
    for _ in 0..dimension {
        all = all
            .into_iter()
            .flat_map(|position: Vec<u64>| {
                (0..=upto).map(move |heap| [position.clone(), vec![heap]].concat())
            })
            .collect();
    }
    all
}

#[test]
fn values_and_options_are_those_of_the_definition() {
    let games = [
        ("heaps 1; move take {1,3,4} from 1 heap", 40),
        ("heaps 2; move take {2,5} from 1 heap", 12),
        ("heaps 3; move take any from 1 heap", 5),
        ("heaps 2; move take odd from 1 heap", 9),
        (
            "counters a, b; move a -> a - 2 when a >= 7; move a -> a - 3 when a mod 4 = 1; move b -> b div 2 when b >= 1",
            12,
        ),
        (
            "counters a, b; move a -> a - t where t >= 1, t <= 3; move b -> b - 1 when b mod 3 != 0; move b -> b - 4",
            11,
        ),
        ("heaps 2; move take 1..2 from h1; move take any from h2", 9),
        ("heaps 1; move take 1..3 from 1 heap; stop when h1 = 2", 30),
        ("heaps 1; move take any from 1 heap; stop when h1 = 2", 12),
    ];
    let watch = Watch::unlimited();
    for (text, upto) in games {
        let ruleset = ruleset(text);
        let mut heaps = HeapSum::of_ruleset(&ruleset, &Watch::unlimited())
            .unwrap()
            .unwrap_or_else(|| panic!("{text} is a sum of heaps"));
        let mut solver = Solver::new(
            RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(),
            Valuation::Grundy,
            &watch,
        );
        let moves = Moves::within(&ruleset, &Watch::unlimited()).unwrap();
        for position in all_positions(ruleset.dimension(), upto) {
            let mut value = |coordinates: &[u64]| {
                let node = Node { coordinates: coordinates.to_vec(), control: ControlState(0) };
                BigUint::from(solver.value(&node).unwrap())
            };
            heaps.prepare(&big(&position), &watch).unwrap();
            assert_eq!(
                heaps.value(&big(&position), &watch).unwrap(),
                value(&position),
                "{text} {position:?}"
            );
            let mut expected = BTreeSet::new();
            moves.for_each_option(&position, ControlState(0), &mut |to: &[u64], _| {
                expected.insert((big(to), value(to)));
            });
            for wanted in [
                GrundyFilter::All,
                GrundyFilter::Is(0u32.into()),
                GrundyFilter::Is(2u32.into()),
                GrundyFilter::IsNot(1u32.into()),
            ] {
                let found = heaps.options(&big(&position), &wanted, usize::MAX, &watch).unwrap();
                let expected: Vec<_> =
                    expected.iter().filter(|option| wanted.admits(&option.1)).cloned().collect();
                assert_eq!(found.options, expected, "{text} {position:?} {wanted:?}");
                assert!(!found.more);
            }
        }
    }
}

#[test]
fn what_couples_heaps_is_no_sum() {
    for text in [
        "heaps 2; move take the same any from 2 heaps",
        "heaps 2; move take any from 1 heap; pass 1 unless empty",
        "heaps 2; move take any from a largest heap",
        "heaps 2; move take 1..2 from 1 heap; stop when at most 1 heap is nonempty",
        "counters a, b; move a -> a - t where t >= 1, t <= 3, t != b",
        "counters a, b; move a, b -> b, a - 1 when a > b",
        "heap sizes 1..2; move take any from 1 heap",
    ] {
        assert!(HeapSum::of_ruleset(&ruleset(text), &Watch::unlimited()).unwrap().is_none(), "{text}");
    }
}

#[test]
fn codes_have_the_values_and_options_of_the_definition() {
    let watch = Watch::unlimited();
    let codes = [vec![0, 7, 7], vec![0, 1, 3, 7], vec![4], vec![0, 3, 0, 3], vec![0, 0, 0xf], vec![0, 4, 1]];
    let finite = codes.map(|digits| TakeAndBreakCode::new(digits).unwrap());
    let repeating =
        [(vec![0], vec![3]), (vec![0, 3], vec![3, 0]), (vec![4], vec![3]), (vec![0, 0, 1], vec![7, 2])]
            .map(|(digits, tail)| TakeAndBreakCode::repeating(digits, tail).unwrap());
    let unequal =
        [(vec![0, 7, 7], vec![]), (vec![4, 3], vec![]), (vec![0], vec![7])].map(|(digits, tail)| {
            TakeAndBreakCode::repeating(digits, tail).unwrap().with_unequal_parts().unwrap()
        });
    for code in finite.into_iter().chain(repeating).chain(unequal) {
        let expected = grundy_sequence_by_definition(&code, 120, &watch).unwrap().values;
        let value = |heap: u64| expected[usize::try_from(heap).unwrap()];
        let mut heaps = HeapSum::of_code(&code);
        let game = TakeAndBreak::new(&code);
        for position in [vec![], vec![0], vec![9], vec![5, 5, 1], vec![40], vec![17, 3], vec![120]] {
            let sum = |heaps: &[u64]| heaps.iter().fold(0, |sum, &heap| sum ^ value(heap));
            assert_eq!(heaps.value(&big(&position), &watch).unwrap(), BigUint::from(sum(&position)));
            let mut options = BTreeSet::new();
            let node = Node { coordinates: position.clone(), control: ControlState(0) };
            game.for_each_option(&node, &mut |option| {
                options.insert((big(&option.coordinates), BigUint::from(sum(&option.coordinates))));
            });
            for wanted in [
                GrundyFilter::All,
                GrundyFilter::Is(0u32.into()),
                GrundyFilter::Is(3u32.into()),
                GrundyFilter::IsNot(0u32.into()),
            ] {
                let found = heaps.options(&big(&position), &wanted, usize::MAX, &watch).unwrap();
                let expected: Vec<_> =
                    options.iter().filter(|option| wanted.admits(&option.1)).cloned().collect();
                assert_eq!(found.options, expected, "{code} {position:?} {wanted:?}");
            }
        }
    }
}

/// A period changes the search for options, but not the answers.
#[test]
fn a_period_finds_the_same_options() {
    let watch = Watch::unlimited();
    let kayles = TakeAndBreakCode::new(vec![0, 7, 7]).unwrap();
    let (mut plain, mut periodic) = (HeapSum::of_code(&kayles), HeapSum::of_code(&kayles));
    periodic.prepare(&big(&[100_000]), &watch).unwrap();
    assert!(periodic.is_closed());
    let (period, _) = periodic.periods().next().unwrap();
    assert_eq!((period.length, period.preperiod), (12, 71));
    for heap in [399u64, 400, 401, 402, 407, 432] {
        for wanted in (0..10u32).map(|value| GrundyFilter::Is(value.into())) {
            plain.value(&big(&[432]), &watch).unwrap();
            let expected = plain.options(&big(&[heap]), &wanted, usize::MAX, &watch).unwrap();
            let found = periodic.options(&big(&[heap]), &wanted, usize::MAX, &watch).unwrap();
            assert_eq!(found, expected, "{heap} {wanted:?}");
        }
    }
}

#[test]
fn heaps_of_thirty_digits_have_winning_moves() {
    let watch = Watch::unlimited();
    let huge: BigUint = "123456789012345678901234567890".parse().unwrap();
    let before = watch.work();
    for text in ["heaps 2; move take {1,3,4} from 1 heap", "heaps 2; move take any from 1 heap"] {
        let mut heaps = HeapSum::of_ruleset(&ruleset(text), &Watch::unlimited()).unwrap().unwrap();
        let position = [huge.clone(), 5u32.into()];
        heaps.prepare(&position, &watch).unwrap();
        let value = heaps.value(&position, &watch).unwrap();
        let found = heaps.options(&position, &GrundyFilter::Is(0u32.into()), 10, &watch).unwrap();
        assert_eq!(value == BigUint::ZERO, found.options.is_empty());
        for (option, _) in found.options {
            assert_eq!(heaps.value(&option, &watch).unwrap(), BigUint::ZERO);
        }
    }
    let mut kayles = HeapSum::of_code(&TakeAndBreakCode::new(vec![0, 7, 7]).unwrap());
    for (position, count) in [(vec![huge.clone(), 5u32.into()], 7), (vec![huge], 10)] {
        kayles.prepare(&position, &watch).unwrap();
        let found = kayles.options(&position, &GrundyFilter::Is(0u32.into()), 10, &watch).unwrap();
        // With a heap of 5 beside it only splits with a small part win, and all of them are found.
        assert_eq!((found.options.len(), found.more), (count, count == 10));
        for (option, _) in found.options {
            assert_eq!(kayles.value(&option, &watch).unwrap(), BigUint::ZERO);
        }
    }
    assert!(watch.work() - before < 1_000_000, "{}", watch.work());
}

/// A code that repeats allows as many amounts as the heap is large: not all of them are tried.
#[test]
fn a_search_for_moves_of_a_code_that_repeats_ends() {
    let mut lasker = HeapSum::of_code(&TakeAndBreakCode::repeating(vec![4], vec![3]).unwrap());
    let unlimited = Watch::unlimited();
    lasker.value(&big(&[400, 7]), &unlimited).unwrap();
    assert_eq!(lasker.periods().count(), 1);
    let position: [BigUint; 2] = ["123456789012345678901234567890".parse().unwrap(), 7u32.into()];
    let found =
        lasker.options(&position, &GrundyFilter::Is(0u32.into()), 10, &unlimited.within(1 << 26)).unwrap();
    assert!(found.more);
}

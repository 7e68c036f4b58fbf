//! Counts of whole boxes.

use bouton_core::{ControlState, Valuation, is_paired_up};
use bouton_rules::Game;
use bouton_solve::{LimitReached, Table, Watch, count, for_each_in_box};

#[test]
fn nim_has_one_lost_position_for_each_choice_of_all_heaps_but_one() {
    let ruleset = Game::parse("heaps 3; move take any from 1 heap").unwrap().ruleset().unwrap();
    let mut table = Table::new(&ruleset, Valuation::NormalOutcome, &Watch::unlimited()).unwrap();
    assert_eq!(count(&ruleset, &mut table, 7, None).unwrap(), [64, 448]);
}

#[test]
fn counts_are_those_of_the_unsorted_box() {
    for text in [
        "heaps 4; move take 1..2 in total from at most 2 heaps; stop when at most 1 heap is nonempty",
        "heaps 3; move take any from 1 heap; pass 1 unless empty",
        "heap sizes 1..3; move take any from 1 heap; pass 1 unless empty",
        "counters a, b; move a -> a - t where t >= 1, t <= 3, t != b; move a, b -> b, a - 1 when a > b",
    ] {
        let ruleset = Game::parse(text).unwrap().ruleset().unwrap();
        let upto = 4u64;
        let mut table = Table::new(&ruleset, Valuation::Grundy, &Watch::unlimited()).unwrap();
        let found = count(&ruleset, &mut table, upto, Some(ControlState(0))).unwrap();
        let dimension = u32::try_from(ruleset.dimension()).unwrap();
        let mut expected = vec![0u128; found.len()];
        for number in 0..(upto + 1).pow(dimension) {
            let position: Vec<u64> =
                (0..dimension).map(|place| number / (upto + 1).pow(place) % (upto + 1)).collect();
            expected[table.value(&position, ControlState(0)).unwrap() as usize] += 1;
        }
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn a_count_beyond_all_numbers_is_refused() {
    // 5^64 positions, 2^148.6.
    let ruleset = Game::parse("heaps 64; move take any from 1 heap").unwrap().ruleset().unwrap();
    let mut table = Table::new(&ruleset, Valuation::NormalOutcome, &Watch::unlimited()).unwrap();
    let reached = count(&ruleset, &mut table, 4, None).unwrap_err();
    assert_eq!(reached, LimitReached::Count { dimension: 64, upto: 4 });
}

#[test]
fn rows_are_in_order_and_sorted_for_interchangeable_heaps() {
    let ruleset = Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    let mut rows = Vec::new();
    for_each_in_box(&ruleset, 2, &mut |position| {
        rows.push(position.to_vec());
        true
    });
    assert_eq!(rows, [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 2]]);
}

#[test]
fn empty_heaps_do_not_keep_heaps_from_being_paired_up() {
    let is_paired_up = |heaps: &[u64]| is_paired_up(heaps);
    assert!(is_paired_up(&[]) && is_paired_up(&[0, 3, 3]) && is_paired_up(&[2, 5, 5, 0, 2]));
    assert!(!is_paired_up(&[0, 3]) && !is_paired_up(&[1, 2, 3]) && !is_paired_up(&[4, 4, 4]));
}

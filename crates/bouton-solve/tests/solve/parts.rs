//! The parts of heaps of any size are those of the definition.

use std::collections::BTreeSet;

use bouton_core::{TakeAndBreakCode, Watch};
use bouton_solve::{PartsVerdict, for_each_part};
use num_bigint::BigUint;

#[test]
fn parts_are_those_of_the_definition() {
    for digits in [vec![0, 7, 7], vec![0, 1, 2, 3], vec![4, 3], vec![0, 8], vec![0, 3, 1], vec![4, 12, 15]] {
        let code = TakeAndBreakCode::new(digits).unwrap();
        for heap in 0u64..30 {
            let mut expected: BTreeSet<Vec<BigUint>> = BTreeSet::new();
            code.for_each_move(heap, &mut |parts| {
                expected.insert(parts.iter().copied().map(BigUint::from).collect());
            });
            let mut found: BTreeSet<Vec<BigUint>> = BTreeSet::new();
            let all = for_each_part(&code, &heap.into(), None, &Watch::unlimited(), &mut |parts| {
                found.insert(parts.to_vec());
                PartsVerdict::Unwanted
            });
            assert_eq!((all, &found), (Ok(true), &expected), "{code}, a heap of {heap}");
            // The visitor ends the visit.
            let mut left = expected.len() / 2;
            let all = for_each_part(&code, &heap.into(), None, &Watch::unlimited(), &mut |_| {
                left = left.saturating_sub(1);
                if left == 0 { PartsVerdict::End } else { PartsVerdict::Wanted }
            });
            assert_eq!(all, Ok(expected.is_empty()), "{code}, a heap of {heap}");
        }
    }
}

#[test]
fn splits_beyond_a_round_without_a_wanted_one_are_left_out() {
    let kayles = TakeAndBreakCode::new(vec![0, 7, 7]).unwrap();
    let heap = BigUint::from(10u32).pow(100);
    let mut tried = 0;
    let all = for_each_part(&kayles, &heap, Some((71, 12)), &Watch::unlimited(), &mut |_| {
        tried += 1;
        PartsVerdict::Unwanted
    });
    // Two digits, each with the heap that is left whole, and splits of it.
    assert_eq!((all, tried), (Ok(true), 2 * (1 + 71 + 12)));
}

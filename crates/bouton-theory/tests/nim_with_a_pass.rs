//! Theorem 1 of Wong Oi Lin against play, and the printed tables against it.

mod common;

use bouton_theory::nim_with_a_pass::{
    compare_table, is_lost_without_pass, low_chan_rules, outcome, positions_with_objects, printed_table,
    sizes_up_to_three_is_lost,
};
use common::{Solver, data_lines, numbers};

/// The options of (m₁, m₂, m₃, m₄, 1 if the pass is available).
fn options(position: &[u64]) -> Vec<Vec<u64>> {
    let mut options = Vec::new();
    for size in 1..=4usize {
        if position[size - 1] > 0 {
            for left in 0..size {
                let mut option = position.to_vec();
                option[size - 1] -= 1;
                if left > 0 {
                    option[left - 1] += 1;
                }
                options.push(option);
            }
        }
    }
    if position[4] == 1 && !options.is_empty() {
        options.push([&position[..4], &[0]].concat());
    }
    options
}

#[test]
fn theorem_1_is_true_up_to_sixty_objects() {
    let mut solver = Solver::outcome(options);
    for objects in 0..=60 {
        for row in positions_with_objects(objects) {
            assert_eq!(row.true_objects(), Some(objects));
            let heaps = row.heaps.map(Into::into);
            let mut position = [row.heaps.as_slice(), &[1]].concat();
            assert_eq!(outcome(&heaps).lost, solver.value(&position) == 0, "{:?}", row.heaps);
            assert_eq!(row.lost, outcome(&heaps).lost);
            position[4] = 0;
            assert_eq!(is_lost_without_pass(&heaps), solver.value(&position) == 0, "{:?}", row.heaps);
        }
    }
}

#[test]
fn all_positions_with_some_objects_are_listed_once() {
    for objects in 0..=30u64 {
        let listed: Vec<[u64; 4]> = positions_with_objects(objects).map(|row| row.heaps).collect();
        let mut expected = Vec::new();
        for fours in 0..=objects {
            for threes in 0..=objects {
                for twos in 0..=objects {
                    let rest = 4 * fours + 3 * threes + 2 * twos;
                    if rest <= objects {
                        expected.push([objects - rest, twos, threes, fours]);
                    }
                }
            }
        }
        expected.sort_unstable();
        expected.reverse();
        assert_eq!(listed, expected);
    }
}

#[test]
fn the_errors_of_table_3_are_those_listed() {
    let comparison = compare_table(&printed_table().unwrap(), 19, &bouton_core::Watch::unlimited()).unwrap();
    let expected: Vec<(String, Vec<u64>)> = data_lines("pass/table3-errors.txt")
        .iter()
        .map(|line| {
            let (kind, list) = line.split_once(';').unwrap();
            (kind.to_owned(), numbers(list))
        })
        .collect();
    let mut found = Vec::new();
    for (kind, rows) in [
        ("wrong", &comparison.wrong),
        ("repeated", &comparison.repeated),
        ("misplaced", &comparison.misplaced),
        ("missing", &comparison.missing),
    ] {
        for row in rows {
            found.push((kind.to_owned(), [&[row.objects], row.heaps.as_slice()].concat()));
        }
    }
    assert_eq!(found, expected);
    assert_eq!((comparison.rows, comparison.positions), (561, 608));
    // The rest of the table is right, and complete with the missing positions.
    assert_eq!(
        comparison.rows - comparison.repeated.len() + comparison.missing.len() - 2,
        comparison.positions,
        "two misplaced rows have more than 19 objects"
    );
}

#[test]
fn tables_1_and_2_corrected_are_true() {
    let mut solver = Solver::outcome(options);
    let mut below = [0; 4];
    for objects in 0..=40 {
        for row in positions_with_objects(objects).filter(|row| row.heaps[3] == 0) {
            let [ones, twos, threes, _] = row.heaps;
            let lost = solver.value(&[ones, twos, threes, 0, 1]) == 0;
            match sizes_up_to_three_is_lost([ones, twos, threes]) {
                Some(found) => assert_eq!(found, lost, "{:?}", row.heaps),
                None => {
                    below[if threes > 0 {
                        3
                    } else if twos > 0 {
                        2
                    } else {
                        1
                    }] += 1
                }
            }
        }
    }
    assert_eq!(below[1], 3);
    for rule in low_chan_rules() {
        if let Some([ones, twos, threes]) = rule.counterexample {
            assert!(ones + 2 * twos + 3 * threes >= rule.least_objects);
            assert!(rule.printed.iter().zip([ones, twos, threes]).all(|(parity, m)| parity.fits(m)));
            assert_eq!(solver.value(&[ones, twos, threes, 0, 1]), 1);
        }
    }
}

/// The restrictions on the number of objects cannot be weakened, except that 2 is sufficient for
/// ones only: just below each the parities fail.
#[test]
fn the_least_numbers_of_objects_are_needed() {
    let mut solver = Solver::outcome(options);
    for (sizes, least) in [(1usize, 2u64), (2, 7), (3, 10)] {
        let fails = positions_with_objects(least - 1).any(|row| {
            let [ones, twos, threes, fours] = row.heaps;
            if fours > 0 || row.heaps[sizes..].iter().any(|&count| count > 0) {
                return false;
            }
            let parities = [ones % 2, twos % 2, threes % 2];
            let said = parities == [1, 0, 0] || parities == [0, 1, 1];
            said != (solver.value(&[ones, twos, threes, 0, 1]) == 0)
        });
        assert!(fails, "sizes up to {sizes}");
    }
}

/// According to the text, irregularities, positions whose outcome the parities (odd, even, even,
/// even), (even, odd, odd, even) do not give, still appear with 38 objects. There are some with 37
/// and 39, but none with 38.
#[test]
fn irregularities_are_where_the_theorem_puts_them() {
    let irregular = |objects: u64| {
        positions_with_objects(objects)
            .filter(|row| {
                let parities = row.heaps.map(|count| count % 2);
                row.lost != (parities == [1, 0, 0, 0] || parities == [0, 1, 1, 0])
            })
            .map(|row| row.heaps)
            .collect::<Vec<_>>()
    };
    assert!(irregular(38).is_empty());
    assert!(irregular(37).contains(&[0, 7, 1, 5]) && irregular(39).contains(&[1, 7, 0, 6]));
    // (ii) continues for ever: (0, X, 0, X - 3) has 6X - 12 objects.
    for odd in (5u64..60).step_by(2) {
        assert!(irregular(6 * odd - 12).contains(&[0, odd, 0, odd - 3]));
    }
}

//! Nim against the lists of "Nim", blog post of 9 April 2021 (`data/nim`), and against complete
//! play.

mod common;

use std::collections::BTreeSet;

use bouton_theory::nim::{
    ClosingSentence, LostClass, LostFilter, Order, Standing, bounded_grundy, bounded_is_lost,
    bounded_winning_moves, closing_sentence_counterexample, closing_sentence_says_lost,
    consecutive_heaps_are_lost, distance, distinct_winning_results, farthest_positions,
    has_most_winning_moves, lost_classes, lost_positions, most_winning_moves, nim_sum_up_to, standing,
    suggest, trapezoids, triangles, winning_moves,
};
use common::{Solver, data_lines, multisets, naturals, numbers};

fn nim_options(heaps: &[u64]) -> Vec<Vec<u64>> {
    common::one_heap_options(heaps, u64::MAX)
}

#[test]
fn outcomes_and_winning_moves_are_those_of_play() {
    let mut solver = Solver::outcome(nim_options);
    for heaps in multisets(4, 9) {
        let position = naturals(&heaps);
        let lost = solver.value(&heaps) == 0;
        assert_eq!(standing(&position) != Standing::Won, lost, "{heaps:?}");
        let mut played = 0;
        for option in nim_options(&heaps) {
            played += usize::from(solver.value(&option) == 0);
        }
        let moves = winning_moves(&position);
        assert_eq!(moves.len(), played, "{heaps:?}");
        // The number of winning moves is odd, or 0 when lost.
        assert_eq!(moves.len() % 2 == 1, !lost, "{heaps:?}");
        assert!(moves.len() <= most_winning_moves(heaps.len()), "{heaps:?}");
        for step in moves {
            let mut after = heaps.clone();
            assert_eq!(step.from, after[step.heap].into());
            after[step.heap] = u64::try_from(step.to).unwrap();
            after.sort_unstable();
            assert_eq!(solver.value(&after), 0);
        }
    }
}

#[test]
fn the_most_winning_moves_are_reached_as_said() {
    for heaps in 1usize..9 {
        for half in [1u64, 3, 8] {
            let mut position = vec![2 * half; heaps];
            if heaps % 2 == 0 {
                position[0] = half;
            }
            assert!(has_most_winning_moves(&naturals(&position)), "{position:?}");
        }
    }
}

#[test]
fn the_simplest_positions_with_several_winning_moves_are_those_printed() {
    // Interpreted as: three heaps, different results, fewest objects.
    let mut found: Vec<Vec<u64>> = multisets(3, 8)
        .into_iter()
        .filter(|heaps| heaps.len() == 3 && distinct_winning_results(&naturals(heaps)) > 1)
        .collect();
    found.sort_by_key(|heaps| (heaps.iter().sum::<u64>(), heaps.clone()));
    let printed: Vec<Vec<u64>> =
        data_lines("nim/several-winning-moves.txt").iter().map(|line| numbers(line)).collect();
    assert_eq!(found[..3], printed);
    assert_ne!(found[3].iter().sum::<u64>(), 8);
    // With four heaps there is an equally simple one, which the post does not consider.
    assert_eq!(distinct_winning_results(&naturals(&[1, 1, 2, 3])), 2);
}

#[test]
fn three_heap_lists_are_those_printed() {
    for line in data_lines("nim/lost-three-heaps.txt") {
        let (smallest, list) = line.split_once(':').unwrap();
        let printed: Vec<Vec<u64>> = list.split_whitespace().map(numbers).collect();
        let largest = printed.iter().flatten().copied().max().unwrap();
        let filter =
            LostFilter { smallest: Some(smallest.parse().unwrap()), ..LostFilter::new(3, largest + 20) };
        let listing = lost_positions(&filter);
        assert!(listing.complete);
        assert_eq!(listing.positions[..printed.len()], printed);
    }
}

#[test]
fn the_four_heap_list_is_that_printed() {
    let printed: Vec<Vec<u64>> =
        data_lines("nim/lost-four-heaps.txt").iter().map(|line| numbers(line)).collect();
    assert_eq!(printed.len(), 105);
    let filter = LostFilter { order: Order::LargestHeap, ..LostFilter::new(4, 15) };
    assert_eq!(lost_positions(&filter).positions, printed);
}

#[test]
fn listings_are_those_of_all_positions_filtered() {
    let all = multisets(4, 8);
    for heaps in 0..=4 {
        for distinct in [false, true] {
            for not_paired_up in [false, true] {
                for smallest in [None, Some(2)] {
                    for order in [Order::SmallestHeap, Order::LargestHeap] {
                        let filter = LostFilter {
                            heaps,
                            largest: 8,
                            smallest,
                            total: Some(20),
                            distinct,
                            not_paired_up,
                            order,
                            limit: 1000,
                        };
                        let expected: BTreeSet<Vec<u64>> = all
                            .iter()
                            .filter(|heaps_| {
                                let set: BTreeSet<&u64> = heaps_.iter().collect();
                                let found = standing(&naturals(heaps_));
                                heaps_.len() == heaps
                                    && heaps_.iter().sum::<u64>() <= 20
                                    && (!distinct || set.len() == heaps)
                                    && smallest.is_none_or(|least| heaps_.first() == Some(&least))
                                    && (found == Standing::NonObviouslyLost
                                        || found == Standing::ObviouslyLost && !not_paired_up)
                            })
                            .cloned()
                            .collect();
                        let listing = lost_positions(&filter);
                        assert_eq!(listing.positions.len(), expected.len(), "{filter:?}");
                        assert_eq!(listing.positions.into_iter().collect::<BTreeSet<_>>(), expected);
                    }
                }
            }
        }
    }
}

#[test]
fn a_listing_says_that_it_was_cut_short() {
    let listing = lost_positions(&LostFilter { limit: 7, ..LostFilter::new(4, 15) });
    assert_eq!((listing.positions.len(), listing.complete), (7, false));
}

#[test]
fn starting_positions_are_those_printed() {
    for line in data_lines("nim/starting-positions.txt") {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let found = suggest(fields[0].parse().unwrap(), 100).unwrap();
        assert!(found.complete);
        assert_eq!(found.total, fields[1].parse().unwrap());
        let printed: BTreeSet<Vec<u64>> = fields[2].split_whitespace().map(numbers).collect();
        assert_eq!(found.positions.len(), printed.len());
        assert_eq!(found.positions.into_iter().collect::<BTreeSet<_>>(), printed);
    }
}

#[test]
fn starting_positions_are_the_best_of_all() {
    for heaps in 3..=7 {
        let filter = LostFilter { distinct: true, total: Some(32), ..LostFilter::new(heaps, 20) };
        let mut all = lost_positions(&filter).positions;
        let rank = |position: &Vec<u64>| {
            (position.iter().sum::<u64>(), position[heaps - 1], std::cmp::Reverse(position[0]))
        };
        let best = all.iter().map(rank).min().unwrap();
        all.retain(|position| rank(position) == best);
        let found = suggest(heaps, 100).unwrap();
        assert_eq!(
            found.positions.into_iter().collect::<BTreeSet<_>>(),
            all.into_iter().collect::<BTreeSet<_>>()
        );
    }
}

#[test]
fn large_suggestions_are_lost_and_distinct() {
    for heaps in [14usize, 31, 64, 100, 130] {
        let found = suggest(heaps, 3).unwrap();
        for position in found.positions {
            assert_eq!(position.len(), heaps);
            assert!(position.windows(2).all(|pair| pair[0] < pair[1]));
            assert_eq!(position.iter().fold(0, |sum, heap| sum ^ heap), 0);
            assert_eq!(position.iter().sum::<u64>(), found.total);
        }
    }
    assert!(suggest(2, 3).is_err());
    assert!(suggest(100_000, 3).is_err());
}

#[test]
fn triangles_and_trapezoids_are_those_printed() {
    let printed: Vec<u64> =
        data_lines("nim/triangles.txt").iter().map(|line| line.parse().unwrap()).collect();
    assert_eq!(triangles(99).collect::<Vec<_>>(), printed);
    let printed: Vec<Vec<u64>> = data_lines("nim/trapezoids.txt").iter().map(|line| numbers(line)).collect();
    let found: Vec<Vec<u64>> = trapezoids(20).map(|(from, to)| (from..=to).collect()).collect();
    assert_eq!(found, printed);
}

#[test]
fn consecutive_heaps_are_lost_when_the_theorem_says_so() {
    for largest in 0..200u64 {
        assert_eq!(nim_sum_up_to(largest), (1..=largest).fold(0, |sum, heap| sum ^ heap));
        for smallest in 0..=largest {
            let sum = (smallest..=largest).fold(0, |sum, heap| sum ^ heap);
            assert_eq!(consecutive_heaps_are_lost(smallest, largest), sum == 0, "{smallest}..={largest}");
        }
    }
}

#[test]
fn recognised_classes_are_lost() {
    for heaps in multisets(5, 9) {
        let classes = lost_classes(&naturals(&heaps));
        if !classes.is_empty() {
            assert_eq!(heaps.iter().fold(0, |sum, heap| sum ^ heap), 0, "{heaps:?} {classes:?}");
        }
        let paired = standing(&naturals(&heaps)) == Standing::ObviouslyLost;
        assert_eq!(classes.contains(&LostClass::PairedUp), paired, "{heaps:?}");
    }
}

#[test]
fn printed_forms_are_recognised() {
    for n in 1u64..50 {
        let classes = |heaps: &[u64]| lost_classes(&naturals(heaps));
        let twins = LostClass::OneAndTwins { n: n.into() };
        assert!(classes(&[1, 2 * n, 2 * n + 1]).contains(&twins));
        for heaps in [[2, 4 * n, 4 * n + 2], [3, 4 * n, 4 * n + 3]] {
            assert!(classes(&heaps).contains(&LostClass::SumWithoutCarry), "{heaps:?}");
        }
        let multiple = LostClass::Multiple { factor: 4u32.into(), of: classes(&[1, 2 * n, 2 * n + 1]) };
        assert!(classes(&[4, 8 * n, 8 * n + 4]).contains(&multiple));
        assert!(
            classes(&[2 * n, 2 * n + 1, 60, 61, 7, 7]).contains(&LostClass::Twins { twins: 2 }) || n == 30
        );
    }
    for (smallest, largest) in trapezoids(20).chain([(1, 3), (1, 7), (1, 11)]) {
        let heaps: Vec<u64> = (smallest..=largest).collect();
        let class = LostClass::Consecutive { smallest: smallest.into(), largest: largest.into() };
        assert!(lost_classes(&naturals(&heaps)).contains(&class), "{heaps:?}");
    }
}

/// The definition of the distance, computed without any table.
fn played_distance(heaps: &[u64]) -> u32 {
    if standing(&naturals(heaps)) == Standing::ObviouslyLost {
        return 0;
    }
    let lost = heaps.iter().fold(0, |sum, heap| sum ^ heap) == 0;
    let options = nim_options(heaps);
    let distances = options
        .iter()
        .filter(|option| lost || option.iter().fold(0, |sum, heap| sum ^ heap) == 0)
        .map(|option| played_distance(option));
    1 + if lost { distances.max() } else { distances.min() }.unwrap()
}

#[test]
fn distances_are_those_of_their_definitions() {
    for heaps in multisets(4, 3) {
        let found = distance(&heaps, 10_000).unwrap();
        assert_eq!(found.moves, played_distance(&heaps), "{heaps:?}");
        // The least change that pairs all up, by trying.
        let mut below = vec![Vec::new()];
        for &heap in &heaps {
            below = below
                .iter()
                .flat_map(|list: &Vec<u64>| (0..=heap).map(|left| [list.clone(), vec![left]].concat()))
                .collect();
        }
        below.retain(|list| standing(&naturals(list)) == Standing::ObviouslyLost);
        let objects = below
            .iter()
            .map(|list| heaps.iter().zip(list).map(|(before, after)| before - after).sum::<u64>());
        let changed =
            below.iter().map(|list| heaps.iter().zip(list).filter(|(before, after)| before != after).count());
        assert_eq!(Some(found.objects), objects.min(), "{heaps:?}");
        assert_eq!(Some(found.heaps), changed.min(), "{heaps:?}");
    }
    assert!(distance(&[100, 200, 300], 10).is_err());
}

#[test]
fn one_and_twins_are_twice_n_moves_away() {
    for n in 1u32..12 {
        let twins = u64::from(2 * n);
        assert_eq!(distance(&[1, twins, twins + 1], 100_000).unwrap().moves, 2 * n);
    }
}

#[test]
fn bounded_nim_is_that_of_play() {
    for most in 1u64..=5 {
        let options = move |heaps: &[u64]| common::one_heap_options(heaps, most);
        let mut grundy = Solver::grundy(options);
        for heaps in multisets(3, 12) {
            let position = naturals(&heaps);
            assert_eq!(bounded_grundy(&position, &most.into()), grundy.value(&heaps).into(), "{heaps:?}");
            let won = options(&heaps).iter().filter(|option| grundy.value(option) == 0).count();
            let moves = bounded_winning_moves(&position, &most.into());
            assert_eq!(moves.len(), won, "{heaps:?} {most}");
            for step in moves {
                let mut after = heaps.clone();
                assert!(step.take <= most.into() && step.take > 0u32.into());
                after[step.heap] = u64::try_from(step.to).unwrap();
                after.sort_unstable();
                assert_eq!(grundy.value(&after), 0);
            }
        }
    }
}

#[test]
fn the_closing_sentence_holds_only_for_powers_of_two() {
    for most in 1u64..=20 {
        let mut wrong: Vec<Vec<u64>> = multisets(2, most + 2)
            .into_iter()
            .filter(|heaps| {
                let position = naturals(heaps);
                closing_sentence_says_lost(&position, &most.into())
                    != bounded_is_lost(&position, &most.into())
            })
            .collect();
        wrong.sort_by_key(|heaps| (heaps.iter().sum::<u64>(), heaps.clone()));
        match closing_sentence_counterexample(most) {
            ClosingSentence::Holds => assert!(wrong.is_empty(), "{most}: {wrong:?}"),
            ClosingSentence::Fails { heaps, lost } => {
                assert_eq!(wrong[0], heaps);
                assert_eq!(bounded_is_lost(&naturals(&heaps), &most.into()), lost);
            }
            ClosingSentence::NotExamined => panic!("a small limit is examined"),
        }
    }
}

/// "Nim game", a note on LeetCode problem 292: take 1 to 3 from one heap; two
/// heaps of Nim.
#[test]
fn the_note_on_taking_up_to_three_is_right() {
    for line in data_lines("nim/take-three.txt") {
        let (heap, answer) = line.split_once(';').unwrap();
        let heap: num_bigint::BigUint = heap.trim().parse().unwrap();
        let lost = bounded_is_lost(std::slice::from_ref(&heap), &3u32.into());
        assert_eq!(if lost { "loses" } else { "wins" }, answer.trim(), "{line}");
        assert_eq!(bounded_winning_moves(&[heap], &3u32.into()).is_empty(), lost, "{line}");
    }
    // Lemma 3.1
    for m in 0u64..40 {
        for n in 0..40 {
            assert_eq!(standing(&naturals(&[m, n])) != Standing::Won, m == n);
        }
    }
}

/// Input beyond the limits gets a typed error at once.
#[test]
fn absurd_requests_meet_limits() {
    let listing = lost_positions(&LostFilter::new(1_000_000, 3));
    assert!(listing.positions.is_empty() && !listing.complete);
    assert!(farthest_positions(100, 100, 10_000).is_err());
    assert!(distance(&[u64::MAX, u64::MAX - 1, 1], 1000).is_err());
    assert_eq!(nim_sum_up_to(u64::MAX - 1), u64::MAX);
    assert!(matches!(closing_sentence_counterexample(u64::MAX), ClosingSentence::NotExamined));
}

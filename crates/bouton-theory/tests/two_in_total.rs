//! The forum answer's law, tables and lemmas (`data/two-in-total`) against complete play.

mod common;

use std::collections::BTreeSet;

use bouton_core::DigitAutomaton;
use bouton_theory::two_in_total::{
    BaseCase, Bound, Claim, Ending, Family, Ground, Row, Step, Values, base_cases, compare, derivation,
    grundy, grundy_row, grundy_rows, is_typical_row, nim_sum_of_remainders,
    nim_sum_of_remainders_beside_a_heap, outcome, repetition, stability,
};
use common::{Solver, data_lines, numbers};

fn options(heaps: &[u64]) -> Vec<Vec<u64>> {
    let mut options = Vec::new();
    if heaps.iter().filter(|&&heap| heap > 0).count() <= 1 {
        return options;
    }
    for first in 0..4 {
        for second in 0..=4 {
            let mut option = heaps.to_vec();
            for index in [first, second] {
                if index < 4 {
                    option[index] = option[index].wrapping_sub(1);
                }
            }
            if option.iter().all(|&heap| heap < 1000) {
                option.sort_unstable();
                options.push(option);
            }
        }
    }
    options
}

fn sorted_positions(largest: u64) -> Vec<[u64; 4]> {
    let mut all = Vec::new();
    for d in 0..=largest {
        for c in 0..=d {
            for b in 0..=c {
                for a in 0..=b {
                    all.push([a, b, c, d]);
                }
            }
        }
    }
    all
}

fn row(text: &str) -> Row {
    numbers(text).try_into().unwrap()
}

#[test]
fn outcomes_and_grundy_values_are_those_of_play() {
    let mut solver = Solver::grundy(options);
    for heaps in sorted_positions(20) {
        let value = solver.value(&heaps);
        let [a, b, c, d] = heaps.map(num_bigint::BigUint::from);
        let shuffled = [c, a, d, b];
        assert_eq!(grundy(&shuffled), value, "{heaps:?}");
        assert_eq!(outcome(&shuffled).lost, value == 0, "{heaps:?}");
    }
}

#[test]
fn the_law_is_that_printed() {
    let mut printed: BTreeSet<(u64, Row)> = BTreeSet::new();
    for line in data_lines("two-in-total/exceptional-rows.txt") {
        let (remainder, rows) = line.split_once(';').unwrap();
        printed.extend(rows.split_whitespace().map(|text| (remainder.parse::<u64>().unwrap(), row(text))));
    }
    assert_eq!(printed.len(), 18 + 1 + 6);
    for [a, b, c, d] in sorted_positions(9) {
        if c > 0 {
            let remainder = (a + b + c + d) % 3;
            let exceptional = printed.contains(&(remainder, [a, b, c]));
            let lost = outcome(&[a, b, c, d].map(Into::into)).lost;
            assert_eq!(lost, (remainder == 0) != exceptional, "{a},{b},{c},{d}");
        }
    }
}

#[test]
fn the_summary_by_remainder_is_that_printed() {
    for line in data_lines("two-in-total/outcome-summary.txt") {
        let (label, letters) = line.split_once(';').unwrap();
        let row = if label == "else" { [7, 7, 7] } else { row(label) };
        for (remainder, letter) in (0u64..).zip(letters.split_whitespace()) {
            let objects: u64 = row.iter().sum();
            let largest = (20..23).find(|largest| (objects + largest) % 3 == remainder).unwrap();
            let [a, b, c] = row;
            let lost = outcome(&[a, b, c, largest].map(Into::into)).lost;
            assert_eq!(if lost { "P" } else { "N" }, letter, "{line}");
        }
    }
}

#[test]
fn the_grundy_table_is_that_printed() {
    let mut rows = Vec::new();
    for line in data_lines("two-in-total/grundy.txt") {
        let (label, values) = line.split_once(';').unwrap();
        let values: Vec<u32> = values.split_whitespace().map(|word| word.parse().unwrap()).collect();
        match label {
            "else" => assert_eq!(values, grundy_row([9, 9, 9])),
            "0,0,0" => assert_eq!(values, [0, 0, 0]),
            _ => rows.push((row(label), <[u32; 3]>::try_from(values).unwrap())),
        }
    }
    assert_eq!(grundy_rows().collect::<Vec<_>>(), rows);
}

#[test]
fn the_base_cases_are_those_printed_but_for_one() {
    let printed = data_lines("two-in-total/base-cases.txt");
    let mut different = Vec::new();
    let table = base_cases(Values::Outcomes);
    assert_eq!(table.len(), printed.len());
    for (row, line) in table.iter().zip(&printed) {
        let cases: Vec<String> = row.cases.iter().map(ToString::to_string).collect();
        let boxed = if row.exceptional { "boxed" } else { "-" };
        let found = format!("{}; {boxed}; {}", row.label.join(","), cases.join(" "));
        if found != *line {
            different.push((found, line.clone()));
        }
    }
    // (3, t, u) with t ≥ 5 begins with largest heap 5.
    assert_eq!(different, [("3,t,u; -; x x x x s2".to_owned(), "3,t,u; -; x x x s2".to_owned())]);
    let calculated =
        table.iter().flat_map(|row| &row.cases).filter(|case| matches!(case, BaseCase::Calculated { .. }));
    assert_eq!(calculated.count(), 220);
}

/// The repetition lemma applies to each row for which the table uses it: its
/// hypotheses hold, and the rows that it needs come earlier in the table.
#[test]
fn the_repetition_lemma_applies_where_it_is_used() {
    let mut before: Vec<Row> = Vec::new();
    let mut checked = 0;
    for row in base_cases(Values::Outcomes) {
        if row.cases.contains(&BaseCase::Repetition) {
            let lemma = repetition(Values::Outcomes, row.least).unwrap();
            assert!(lemma.holds(), "{:?}", row.least);
            for needed in &lemma.rows_needed {
                // Explicitly, or within a stable family.
                assert!(before.contains(needed) || needed[2] > 4, "{:?} needs {needed:?}", row.least);
            }
            checked += 1;
        }
        before.push(row.least);
    }
    assert_eq!(checked, 44);
    assert!(repetition(Values::Outcomes, [0, 0, 0]).is_none());
}

/// The stability corollary applies to each s1 row; the rows observed in the answer are typical, and
/// where its list is too short the missing rows are, too.
#[test]
fn the_stability_corollary_applies_where_it_is_used() {
    let mut incomplete = Vec::new();
    for line in data_lines("two-in-total/stability.txt") {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let pair: Vec<&str> = fields[0].split(',').collect();
        let least = row(&format!("{},{},{}", pair[0], pair[1], fields[1]));
        let corollary = stability(least).unwrap();
        assert!(corollary.holds, "{line}");
        let listed: BTreeSet<Row> = fields[2].split_whitespace().map(row).collect();
        assert!(listed.iter().all(|&row| is_typical_row(row)), "{line}");
        let missing: Vec<Row> =
            corollary.rows_needed.iter().copied().filter(|needed| !listed.contains(needed)).collect();
        if !missing.is_empty() {
            incomplete.push((least, missing));
        }
    }
    let expected: Vec<(Row, Vec<Row>)> = data_lines("two-in-total/stability-unlisted.txt")
        .iter()
        .map(|line| {
            let (least, rows) = line.split_once(';').unwrap();
            (row(least), rows.split_whitespace().map(row).collect())
        })
        .collect();
    assert_eq!(incomplete, expected);
    // The corollary is refused where a row needed is not typical.
    assert!(!stability([0, 1, 5]).unwrap().holds);
}

/// The claim of the corollaries: from the rows on, all rows are typical.
#[test]
fn stable_rows_are_typical() {
    for row in base_cases(Values::Outcomes) {
        if matches!(row.cases.last(), Some(BaseCase::Stability(_))) {
            let [a, b, c] = row.least;
            let letters = row.label.iter().filter(|label| label.parse::<u64>().is_err()).count();
            for extra in 0..6u64 {
                let reach = |index: usize| if index + letters >= 3 { extra } else { 0 };
                let mut above = [a + reach(0), b + reach(1), c + reach(2)];
                above.sort_unstable();
                assert!(is_typical_row(above), "{above:?}");
            }
        }
    }
}

/// The values that the lines give for small positions; each position is in one line.
fn values_by_lines(proof: &[Step]) -> impl Iterator<Item = ([u64; 4], u32)> + '_ {
    sorted_positions(12).into_iter().filter(|heaps| heaps[3] > 0).map(|[a, b, c, d]| {
        let lines: Vec<&Step> = proof.iter().filter(|step| step.covers([a, b, c])).collect();
        assert_eq!(lines.len(), 1, "{a},{b},{c}");
        ([a, b, c, d], lines[0].values[usize::try_from((a + b + c + d) % 3).unwrap()])
    })
}

/// The proof's lines hold, and together they agree with the law for every row: lines treat sizes
/// above 9 as 9.
#[test]
fn the_lines_of_the_proof_give_the_law() {
    let proof = derivation(Values::Outcomes);
    assert!(proof.iter().all(Step::holds));
    assert_eq!(proof.iter().map(|step| step.base_cases).sum::<usize>(), 220);
    let count = |ground: Ground| proof.iter().filter(|step| step.ground == ground).count();
    let stability = [1, 2, 3].map(|corollary| count(Ground::Stability(corollary)));
    assert_eq!((count(Ground::Definition), count(Ground::Repetition), stability), (1, 44, [13, 4, 1]));
    for ([a, b, c, d], value) in values_by_lines(&proof) {
        assert_eq!(value == 0, outcome(&[a, b, c, d].map(Into::into)).lost, "{a},{b},{c},{d}");
    }
}

/// The answer's bonus: the same lemmas prove the table of Grundy values. The answer conjectures
/// that 290 base cases suffice; 270 do.
#[test]
fn two_hundred_and_seventy_base_cases_prove_the_grundy_values() {
    let proof = derivation(Values::Grundy);
    assert!(proof.iter().all(Step::holds));
    let count = |ground: Ground| proof.iter().filter(|step| step.ground == ground).count();
    assert_eq!(count(Ground::Repetition), 54);
    // No line distinguishes sizes above 8, as the stability corollaries suppose.
    assert!(proof.iter().all(|step| step.least.iter().all(|&size| size <= 8)));
    assert_eq!(proof.iter().map(|step| step.base_cases).sum::<usize>(), 270);
    let exceptional: Vec<(Row, [u32; 3])> = proof
        .iter()
        .filter(|step| !step.is_typical() && step.ground != Ground::Definition)
        .map(|step| (step.least, step.values))
        .collect();
    assert_eq!(exceptional, grundy_rows().collect::<Vec<_>>());
    for ([a, b, c, d], value) in values_by_lines(&proof) {
        assert_eq!(value, grundy(&[a, b, c, d].map(Into::into)), "{a},{b},{c},{d}");
    }
    // The calculated entries are those of the law.
    let mut calculated = 0;
    for row in base_cases(Values::Grundy) {
        for (largest, case) in (1u64..).zip(&row.cases) {
            if let BaseCase::Value(value) = case {
                let [a, b, c] = row.least;
                assert_eq!(*value, grundy(&[a, b, c, largest].map(Into::into)));
                calculated += 1;
            }
        }
    }
    assert_eq!(calculated, 270);
}

/// The lines that the stability corollaries 2 and 3 need, against those that the
/// answer lists.
#[test]
fn the_groups_of_rows_listed_for_stability_are_not_all_that_is_needed() {
    let proof = derivation(Values::Outcomes);
    let mut checked = 0;
    for line in data_lines("two-in-total/stability-groups.txt") {
        let fields: Vec<Vec<&str>> =
            line.split(';').map(|field| field.split_whitespace().collect()).collect();
        let step = proof.iter().find(|step| step.label.join(",") == fields[0][0]).unwrap();
        let needs: BTreeSet<String> = step.needs.iter().map(|label| label.join(",")).collect();
        let listed: BTreeSet<String> = fields[1].iter().map(|&label| label.to_owned()).collect();
        let unlisted: Vec<&String> = needs.difference(&listed).collect();
        assert_eq!(unlisted, fields[2], "{line}");
        checked += 1;
    }
    assert_eq!(checked, 5);
}

/// All ways to take 1 to `total` objects from at most `from` heaps.
fn family_options(family: Family) -> impl Fn(&[u64]) -> Vec<Vec<u64>> {
    move |heaps: &[u64]| {
        let nonempty = heaps.iter().filter(|&&heap| heap > 0).count();
        if family.ending() == Ending::Stop && nonempty <= 1 {
            return Vec::new();
        }
        let mut ways = vec![(heaps.to_vec(), 0, 0)];
        for heap in 0..heaps.len() {
            for (left, taken, touched) in ways.clone() {
                for amount in 1..=left[heap].min(family.total() - taken) {
                    if touched < family.from() {
                        let mut option = left.clone();
                        option[heap] -= amount;
                        ways.push((option, taken + amount, touched + 1));
                    }
                }
            }
        }
        let mut options: Vec<Vec<u64>> = ways.into_iter().filter(|way| way.1 > 0).map(|way| way.0).collect();
        options.iter_mut().for_each(|option| option.sort_unstable());
        options
    }
}

fn sorted_lists(heaps: usize, largest: u64) -> Vec<Vec<u64>> {
    (0..heaps).fold(vec![Vec::new()], |lists, _| {
        lists
            .into_iter()
            .flat_map(|list: Vec<u64>| {
                let least = list.last().copied().unwrap_or(0);
                (least..=largest).map(move |heap| [list.as_slice(), &[heap]].concat())
            })
            .collect()
    })
}

/// Whether the claim gives the outcome of play at all positions up to a size.
fn claim_holds(claim: Claim, family: Family, largest: u64) -> bool {
    let mut solver = Solver::outcome(family_options(family));
    let law = claim.automaton(&family).unwrap();
    sorted_lists(family.heaps(), largest)
        .iter()
        .all(|heaps| law.evaluate_small(0, heaps) == solver.value(heaps))
}

/// The theorems of `docs/theory/in-total.md` for play until nothing is left.
#[test]
fn games_until_nothing_is_left_have_the_laws_of_the_theorems() {
    for (heaps, largest) in [(1, 12), (2, 9), (3, 7), (4, 5)] {
        for total in 1..=4 {
            for from in 1..=heaps {
                let family = Family::new(heaps, total, from, Ending::Empty).unwrap();
                let most = heaps.min(usize::try_from(total).unwrap());
                assert_eq!(claim_holds(Claim::Total, family, largest), from >= most, "{family:?}");
                let sum = from == 1 || most == 1;
                assert_eq!(claim_holds(Claim::NimOnRemainders, family, largest), sum, "{family:?}");
            }
        }
    }
}

/// The theorem of `docs/theory/in-total.md` for two heaps: with the smaller heap 0 lost, 1 to t
/// won, beyond that as if play continued until nothing is left.
#[test]
fn two_heaps_with_the_stop_are_two_heaps_without_it() {
    for total in 1..=5 {
        for from in 1..=2 {
            let family = Family::new(2, total, from, Ending::Stop).unwrap();
            let mut solver = Solver::outcome(family_options(family));
            let mut without =
                Solver::outcome(family_options(Family::new(2, total, from, Ending::Empty).unwrap()));
            for heaps in sorted_lists(2, 20) {
                let expected = match heaps[0] {
                    0 => 0,
                    small if small <= total => 1,
                    _ => without.value(&heaps),
                };
                assert_eq!(solver.value(&heaps), expected, "{family:?} {heaps:?}");
            }
        }
    }
}

/// The total mod 3 of three heaps, with other values where the heaps (not distinguished above 8)
/// are exceptional.
fn total_but_for(exceptional: impl Fn(&[u64]) -> bool) -> DigitAutomaton {
    let start = (0u64, vec![0u64; 3]);
    let mut states = vec![start];
    let mut transitions = Vec::new();
    let mut done = 0;
    while done < states.len() {
        for letter in 0u64..8 {
            let (total, heaps) = &states[done];
            let heaps =
                heaps.iter().enumerate().map(|(i, heap)| (2 * heap + (letter >> i & 1)).min(8)).collect();
            let next = ((2 * total + u64::from(letter.count_ones())) % 3, heaps);
            let found = states.iter().position(|state| *state == next).unwrap_or(states.len());
            if found == states.len() {
                states.push(next);
            }
            transitions.push(u32::try_from(found).unwrap());
        }
        done += 1;
    }
    let outputs = states
        .iter()
        .map(|(total, heaps)| {
            let mut sorted = heaps.clone();
            sorted.sort_unstable();
            u32::from((*total != 0) != exceptional(&sorted))
        })
        .collect();
    DigitAutomaton::new(3, vec![0], outputs, transitions).unwrap()
}

#[test]
fn comparisons_find_all_exceptions_and_their_bounds() {
    let family = Family::new(3, 2, 2, Ending::Empty).unwrap();
    let claim = Claim::Total.automaton(&family).unwrap();
    let same = compare(&total_but_for(|_| false), &claim).unwrap();
    assert_eq!((same.first, same.bound, same.rows), (None, None, None));
    // Finitely many positions.
    let some = [[1u64, 1, 1], [1, 1, 5], [0, 2, 7]];
    let finite = compare(&total_but_for(|heaps| some.iter().any(|one| one == heaps)), &claim).unwrap();
    assert_eq!(finite.first.unwrap().position, [1, 1, 1]);
    assert_eq!(finite.bound, Some(Bound { heap: 1, largest: 7 }));
    assert_eq!(finite.exceptions.unwrap(), [vec![1, 1, 1], vec![1, 1, 5], vec![0, 2, 7]]);
    assert_eq!(finite.rows, Some(2));
    // Finitely many rows.
    let rows = compare(&total_but_for(|heaps| heaps[0] + 2 == heaps[1] && heaps[1] < 7), &claim).unwrap();
    assert_eq!((rows.bound, rows.rows), (Some(Bound { heap: 2, largest: 6 }), Some(5)));
    assert_eq!((rows.first.unwrap().position, rows.exceptions), (vec![0, 2, 2], None));
    // First the smallest heap is bounded, then no heap.
    let smallest = compare(&total_but_for(|heaps| heaps[0] == 3), &claim).unwrap();
    assert_eq!((smallest.bound, smallest.rows), (Some(Bound { heap: 3, largest: 3 }), None));
    let none = compare(&total_but_for(|heaps| heaps[0] >= 3), &claim).unwrap();
    assert_eq!((none.bound, none.first.unwrap().position), (None, vec![3, 3, 3]));
    // A difference of more than a few objects is found as well.
    let far = compare(&total_but_for(|heaps| heaps[0] == 7), &claim).unwrap();
    assert_eq!(far.first.unwrap().position.iter().min(), Some(&7));
}

#[test]
fn parameters_that_are_no_game_are_refused() {
    for (heaps, total, from, ending) in [
        (0, 1, 1, Ending::Empty),
        (9, 1, 1, Ending::Empty),
        (3, 0, 1, Ending::Stop),
        (3, 1001, 1, Ending::Stop),
        (3, 2, 0, Ending::Stop),
        (3, 2, 4, Ending::Stop),
        (1, 2, 1, Ending::Stop),
    ] {
        assert!(Family::new(heaps, total, from, ending).is_err(), "{heaps} {total} {from} {ending:?}");
    }
}

#[test]
fn nim_sums_of_remainders_are_read_in_both_ways() {
    let family = Family::new(2, 4, 1, Ending::Empty).unwrap();
    let values = nim_sum_of_remainders(&family).unwrap();
    let beside = nim_sum_of_remainders_beside_a_heap(&family).unwrap();
    for x in 0..12u64 {
        for y in 0..12u64 {
            let expected = (x % 5) ^ (y % 5);
            assert_eq!(u64::from(values.evaluate_small(0, &[x, y])), expected);
            for heap in 0..20 {
                assert_eq!(beside.evaluate_small(0, &[x, y, heap]) == 0, heap == expected, "{x},{y} {heap}");
            }
        }
    }
}

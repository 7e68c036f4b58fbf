//! Nim with the podium rule: the theorems of *Three-player NIM with podium rule*
//! against their definitions, on all small forms, and its examples
//! (`data/podium`).

mod common;

use std::collections::BTreeMap;

use bouton_core::Valuation;
use bouton_theory::podium::{
    EqualityReason, Evaluator, ImpartialForm, Outcome, PileForm, Play, ReductionRule, Representation,
    RepresentationBounds, canonical_form, coalition_sums, compare_forms, digit_sum, equality,
    equivalence_classes, is_p_position, is_suffix, linked_options, moore_is_p_position, outcome, reduce,
    represent, second_place_move, single_reduction, without_triple_ones,
};
use common::{Solver, data_lines, multisets, one_heap_options};

fn form(text: &str) -> PileForm {
    text.parse().unwrap()
}

fn small(piles: &[u64]) -> PileForm {
    PileForm::from_small(piles)
}

fn number(outcome: Outcome) -> u32 {
    match outcome {
        Outcome::P => 0,
        Outcome::N => 1,
        Outcome::O => 2,
    }
}

fn podium(players: u8) -> Solver<impl Fn(&[u64]) -> Vec<Vec<u64>>> {
    Solver::new(Valuation::Podium { players }, |heaps: &[u64]| one_heap_options(heaps, u64::MAX))
}

/// Theorems 1.1, 2.13 and 2.14 and the moves of their proofs.
#[test]
fn outcomes_and_moves_are_those_of_play() {
    let mut solver = podium(3);
    for heaps in multisets(3, 33).into_iter().chain(multisets(6, 6)) {
        let position = small(&heaps);
        let found = outcome(&position);
        assert_eq!(number(found), solver.value(&heaps), "{position}");
        assert_eq!(is_p_position(&position, 3), found == Outcome::P);
        let after = |from: &num_bigint::BigUint, to: &num_bigint::BigUint| {
            assert!(to < from);
            let (from, to) = (u64::try_from(from).unwrap(), u64::try_from(to).unwrap());
            let mut after = heaps.clone();
            let place = after.iter().position(|&heap| heap == from).unwrap();
            after[place] = to;
            after.retain(|&heap| heap > 0);
            after.sort_unstable();
            after
        };
        // All moves to P-positions are those of the linked options, and no others.
        let linked = linked_options(&position);
        let mut winning: Vec<Vec<u64>> =
            linked.iter().map(|option| after(&option.pile, &option.to)).collect();
        let mut expected: Vec<Vec<u64>> = one_heap_options(&heaps, u64::MAX)
            .into_iter()
            .filter(|option| solver.value(option) == 0)
            .collect();
        winning.sort_unstable();
        expected.sort_unstable();
        expected.dedup();
        assert_eq!(winning, expected, "{position}");
        match second_place_move(&position) {
            Some(step) => {
                assert_eq!(found, Outcome::O);
                assert_eq!(solver.value(&after(&step.from, &step.to)), 1, "{position}");
            }
            None => assert_ne!(found, Outcome::O),
        }
    }
}

/// Theorem 1.1 for other numbers of players, and Moore's games (Li 1978).
#[test]
fn p_positions_of_n_players_are_those_of_play() {
    for players in 2..=6u8 {
        let mut solver = podium(players);
        for heaps in multisets(5, 4).into_iter().chain(multisets(3, 9)) {
            assert_eq!(
                is_p_position(&small(&heaps), u32::from(players)),
                solver.value(&heaps) == 0,
                "{players} {heaps:?}"
            );
        }
    }
}

#[test]
fn moore_p_positions_of_n_players_are_those_of_play() {
    for players in 2..=4u8 {
        for piles in 1..=3u32 {
            let mut solver = Solver::new(Valuation::Podium { players }, |heaps: &[u64]| {
                let mut all = vec![(Vec::new(), 0u32)];
                for &heap in heaps {
                    all = all
                        .iter()
                        .flat_map(|(list, touched): &(Vec<u64>, u32)| {
                            (0..=heap).map(move |left| {
                                ([list.clone(), vec![left]].concat(), touched + u32::from(left < heap))
                            })
                        })
                        .filter(|(_, touched)| *touched <= piles)
                        .collect();
                }
                all.retain(|(_, touched)| *touched > 0);
                all.into_iter()
                    .map(|(mut list, _)| {
                        list.retain(|&left| left > 0);
                        list.sort_unstable();
                        list
                    })
                    .collect()
            });
            for heaps in multisets(5, 3) {
                assert_eq!(
                    moore_is_p_position(&small(&heaps), u32::from(players), piles),
                    Some(solver.value(&heaps) == 0),
                    "{players} players, {piles} piles a move: {heaps:?}"
                );
            }
        }
    }
}

/// Theorem 3.4 against Definition 2.3: equal forms have the same outcome with every small form
/// added; different ones are separated by the distinguisher.
#[test]
fn equality_is_that_of_the_definition() {
    let forms: Vec<PileForm> =
        multisets(3, 7).iter().chain(&multisets(5, 3)).map(|heaps| small(heaps)).collect();
    let tests: Vec<PileForm> = multisets(4, 7).iter().map(|heaps| small(heaps)).collect();
    let mut behaviours: BTreeMap<Vec<u8>, Vec<&PileForm>> = BTreeMap::new();
    for left in &forms {
        let behaviour =
            tests.iter().map(|added| u8::try_from(number(outcome(&left.plus(added)))).unwrap()).collect();
        behaviours.entry(behaviour).or_default().push(left);
    }
    for alike in behaviours.values() {
        for left in alike {
            for right in alike {
                assert!(equality(left, right).equal, "{left} and {right}");
            }
        }
    }
    let representatives: Vec<&PileForm> = behaviours.values().map(|alike| alike[0]).collect();
    for (index, left) in representatives.iter().enumerate() {
        for right in &representatives[index + 1..] {
            let answer = equality(left, right);
            assert!(!answer.equal, "{left} and {right}");
            let added = answer.distinguisher.unwrap();
            let outcomes = [outcome(&left.plus(&added)), outcome(&right.plus(&added))];
            assert_ne!(outcomes[0], outcomes[1], "{left} and {right} with {added}");
            assert_eq!(answer.outcomes, Some(outcomes));
        }
    }
}

/// Theorem 3.4 (b) and the condition of Lemma 3.3 are equivalent.
#[test]
fn the_lemma_and_the_theorem_agree() {
    let forms: Vec<PileForm> = multisets(4, 7)
        .iter()
        .map(|heaps| small(heaps))
        .filter(|form| *form == without_triple_ones(form))
        .collect();
    for (index, left) in forms.iter().enumerate() {
        for right in forms.iter().skip(index).step_by(7) {
            if digit_sum(left, 3) != digit_sum(right, 3) {
                continue;
            }
            let (common, extra_left, extra_right) = left.compare_piles(right);
            let suffixes = |extra: &PileForm, whole: &PileForm| {
                extra.piles().iter().all(|pile| whole.piles().iter().any(|whole| is_suffix(pile, whole)))
            };
            let theorem = suffixes(&extra_left, &common) && suffixes(&extra_right, &common);
            let lemma = suffixes(&extra_left, right) && suffixes(&extra_right, left);
            assert_eq!(theorem, lemma, "{left} and {right}");
            assert_eq!(equality(left, right).equal, theorem, "{left} and {right}");
        }
    }
}

/// Without the premise "no three singular piles" Theorem 3.4 would be false.
#[test]
fn three_ones_are_zero_though_no_suffixes() {
    let answer = equality(&form("1,1,1"), &form("0"));
    assert!(answer.equal);
    assert_eq!(answer.reason, EqualityReason::SamePiles);
    assert!(equality(&form("2,1,1,1,1"), &form("2,1")).equal);
}

#[test]
fn canonical_forms_are_the_least_equal_ones() {
    for (piles, largest) in [(6usize, 7u64), (4, 16), (9, 3)] {
        let forms: Vec<PileForm> = multisets(piles, largest).iter().map(|heaps| small(heaps)).collect();
        // By the definition of the order alone: forms with the same value and the same suffixes,
        // apart from ones, are equal (Lemma 3.3); the least is sought.
        let mut least: BTreeMap<(Vec<u32>, Vec<PileForm>), PileForm> = BTreeMap::new();
        let key = |form: &PileForm| {
            let form = without_triple_ones(form);
            let mut suffixes: Vec<PileForm> = (1..=largest)
                .filter(|&size| form.piles().iter().any(|pile| is_suffix(&size.into(), pile)))
                .map(|size| small(&[size]))
                .collect();
            suffixes.sort_unstable();
            (digit_sum(&form, 3).digits(), suffixes)
        };
        for form in &forms {
            let slot = least.entry(key(form)).or_insert_with(|| form.clone());
            if compare_forms(form, slot).is_lt() {
                *slot = form.clone();
            }
        }
        for form in &forms {
            assert_eq!(canonical_form(form).unwrap(), least[&key(form)], "{form}");
        }
    }
}

#[test]
fn canonical_forms_of_many_piles_are_found_fast() {
    let mut seed = 12345u64;
    let mut random = move |below: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % below
    };
    for largest in [7u64, 31, 255, 4095, 1 << 20, 1 << 50] {
        for _ in 0..5 {
            let piles: Vec<u64> = (0..20).map(|_| random(largest) + 1).collect();
            check_canonical(&small(&piles));
        }
        // Few maximal piles, many of their suffixes: the hard case.
        for whole in [3usize, 6, 10] {
            let maximal: Vec<u64> = (0..whole).map(|_| largest / 2 + 1 + random(largest / 2 + 1)).collect();
            let mut piles = maximal.clone();
            while piles.len() < 20 {
                let pile = maximal[usize::try_from(random(whole as u64)).unwrap()];
                let bits = 1 + random(u64::from(pile.ilog2()) + 1);
                let suffix = pile & (u64::MAX >> (64 - bits));
                if suffix > 0 {
                    piles.push(suffix);
                }
            }
            check_canonical(&small(&piles));
        }
    }
}

fn check_canonical(form: &PileForm) {
    let canonical = canonical_form(form).unwrap();
    assert!(equality(form, &canonical).equal, "{form} and {canonical}");
    assert!(!compare_forms(form, &canonical).is_lt(), "{form} and {canonical}");
    assert_eq!(canonical_form(&canonical).unwrap(), canonical);
}

#[test]
fn classes_have_one_canonical_form_each() {
    let classes = equivalence_classes(4, 4, 1000).unwrap();
    let members: usize = classes.iter().map(|class| class.members.len()).sum();
    assert_eq!(members, multisets(4, 4).len());
    for class in &classes {
        assert_eq!(class.members[0], class.canonical);
        for member in &class.members {
            assert!(equality(member, &class.canonical).equal);
            assert_eq!((digit_sum(member, 3), outcome(member)), (class.value.clone(), class.outcome));
        }
    }
    for pair in classes.windows(2) {
        assert!(!equality(&pair[0].canonical, &pair[1].canonical).equal);
    }
    assert!(equivalence_classes(10, 100, 1000).is_err());
}

/// R1 and R2 find the least form that one application reaches (Definition 3.9).
#[test]
fn single_reductions_are_the_least_possible() {
    let forms: Vec<PileForm> = multisets(5, 6).iter().map(|heaps| small(heaps)).collect();
    let mut by_class: BTreeMap<PileForm, Vec<&PileForm>> = BTreeMap::new();
    for form in &forms {
        by_class.entry(canonical_form(form).unwrap()).or_default().push(form);
    }
    for class in by_class.values() {
        for form in class {
            let r1 = |found: &PileForm| {
                found.piles().len() <= form.piles().len()
                    && found.piles().iter().zip(form.piles()).all(|(after, before)| after <= before)
            };
            let r2 = |found: &PileForm| {
                found.piles().len() == form.piles().len() && found.matches() == form.matches()
            };
            for rule in [ReductionRule::R1, ReductionRule::R2] {
                let expected = class
                    .iter()
                    .filter(|found| compare_forms(found, form).is_lt())
                    .filter(|found| if rule == ReductionRule::R1 { r1(found) } else { r2(found) })
                    .min_by(|a, b| compare_forms(a, b));
                let found = single_reduction(form, rule).unwrap();
                assert_eq!(found.as_ref(), expected.copied(), "{form} {rule}");
            }
        }
    }
}

#[test]
fn the_examples_are_those_printed() {
    for line in data_lines("podium/examples.txt") {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        match fields[..] {
            ["value", piles, digits, linked] => {
                let position = form(piles);
                assert_eq!(digit_sum(&position, 3).to_string(), digits, "{line}");
                let found: Vec<String> = linked_options(&position)
                    .iter()
                    .map(|option| format!("{}->{}", option.pile, option.to))
                    .collect();
                assert_eq!(found.join(" "), linked, "{line}");
            }
            ["outcome", piles, expected] => {
                assert_eq!(outcome(&form(piles)).to_string(), expected, "{line}");
            }
            ["equal", left, right] => assert!(equality(&form(left), &form(right)).equal, "{line}"),
            ["different", left, right] => assert!(!equality(&form(left), &form(right)).equal, "{line}"),
            ["less", left, right] => {
                assert!(compare_forms(&form(left), &form(right)).is_lt(), "{line}");
            }
            ["canonical", left, right] => {
                assert_eq!(canonical_form(&form(left)).unwrap(), form(right), "{line}");
            }
            ["reduces", rule, left, right] => {
                let (left, right) = (form(left), form(right));
                assert!(equality(&left, &right).equal && compare_forms(&right, &left).is_lt(), "{line}");
                let removal = left.piles().iter().zip(right.piles()).all(|(before, after)| after <= before)
                    && right.piles().len() <= left.piles().len();
                let same = left.matches() == right.matches() && left.piles().len() == right.piles().len();
                assert_eq!((removal, same), (rule == "R1", rule == "R2"), "{line}");
            }
            ["stuck", piles] => {
                let reduction = reduce(&form(piles)).unwrap();
                assert!(reduction.steps.is_empty() && !reduction.reaches_canonical, "{line}");
            }
            _ => panic!("unknown line: {line}"),
        }
    }
}

/// Numbers of any size: a thousand binary digits.
#[test]
fn outcomes_of_huge_piles_are_found() {
    let huge = (num_bigint::BigUint::from(1u32) << 1000u32) - 1u32;
    let three = PileForm::new([huge.clone(), huge.clone(), huge.clone()]);
    assert_eq!(outcome(&three), Outcome::P);
    let one = PileForm::new([huge]);
    assert_eq!(outcome(&one), Outcome::N);
    assert_eq!(linked_options(&one)[0].to, 0u32.into());
}

fn name(value: u32) -> &'static str {
    ["P", "N", "O", "Q"][value as usize]
}

#[test]
fn forms_of_piles_are_played_by_the_definition() {
    for (play, valuation) in [
        (Play::Podium { players: 3 }, Valuation::Podium { players: 3 }),
        (Play::Podium { players: 4 }, Valuation::Podium { players: 4 }),
        (Play::Coalition, Valuation::Coalition),
    ] {
        let mut solver = Solver::new(valuation, |heaps: &[u64]| one_heap_options(heaps, u64::MAX));
        let mut evaluator = Evaluator::new(play, 1_000_000);
        for heaps in multisets(3, 5) {
            let sum = ImpartialForm::from_piles(&heaps);
            assert_eq!(evaluator.value(&sum).unwrap(), solver.value(&heaps), "{play:?} {sum}");
            // The same piles, written as sets of options of which one is absurd.
            let nested = ImpartialForm::of_options(sum_options(&heaps));
            assert_eq!(evaluator.value(&nested).unwrap(), solver.value(&heaps), "{play:?} {nested}");
        }
    }
}

fn sum_options(heaps: &[u64]) -> Vec<ImpartialForm> {
    one_heap_options(heaps, u64::MAX).iter().map(|option| ImpartialForm::from_piles(option)).collect()
}

#[test]
fn outcomes_of_forms_are_those_printed() {
    for line in data_lines("podium/forms.txt") {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let play = if fields[0] == "coalition" { Play::Coalition } else { Play::Podium { players: 3 } };
        let mut evaluator = Evaluator::new(play, 100_000);
        assert_eq!(evaluator.outcome(&fields[1].parse().unwrap()).unwrap(), fields[2], "{line}");
    }
}

#[test]
fn faulty_forms_are_refused_with_their_place() {
    for (text, place) in [("{2", 3), ("", 1), ("{2}}", 4), ("1+", 3), ("{,}", 2), ("99999999999999999999", 1)]
    {
        assert_eq!(text.parse::<ImpartialForm>().unwrap_err().place, place, "{text}");
    }
    let deep = "{".repeat(100_000);
    assert!(deep.parse::<ImpartialForm>().is_err());
    let wide = ImpartialForm::pile(u64::MAX).plus(&"{2}".parse().unwrap());
    assert!(Evaluator::new(Play::Coalition, 1000).outcome(&wide).is_err());
}

#[test]
fn equality_with_sums_of_piles_is_decided_soundly() {
    let bounds = RepresentationBounds::default();
    let added: Vec<Vec<u64>> = multisets(4, 5);
    let mut decided = [0, 0, 0];
    for options in 0u32..1 << 5 {
        let forms = ["0", "1", "2", "1+1", "{2}"];
        let options =
            (0..5).filter(|index| options >> index & 1 == 1).map(|index| forms[index].parse().unwrap());
        let form = ImpartialForm::of_options(options);
        let mut evaluator = Evaluator::new(Play::Podium { players: 3 }, 1_000_000);
        let mut behaviour = |sum: &ImpartialForm| -> Vec<u32> {
            added
                .iter()
                .map(|added| evaluator.value(&sum.plus(&ImpartialForm::from_piles(added))).unwrap())
                .collect()
        };
        match represent(&form, bounds).unwrap() {
            Representation::Equal { form: piles } => {
                decided[0] += 1;
                let sizes: Vec<u64> = piles.piles().iter().map(|pile| u64::try_from(pile).unwrap()).collect();
                assert_eq!(behaviour(&form), behaviour(&ImpartialForm::from_piles(&sizes)), "{form} {piles}");
            }
            Representation::NoneProved { outcome, possible, .. } => {
                decided[1] += 1;
                assert!(!possible.contains(&outcome));
                for piles in multisets(4, 4) {
                    assert_ne!(
                        behaviour(&form),
                        behaviour(&ImpartialForm::from_piles(&piles)),
                        "{form} {piles:?}"
                    );
                }
            }
            Representation::NoneProvedByLinks { .. } => {
                decided[2] += 1;
                for piles in multisets(4, 7) {
                    let sum = ImpartialForm::from_piles(&piles);
                    assert_ne!(behaviour(&form), behaviour(&sum), "{form} {piles:?}");
                }
            }
            Representation::Candidates { .. } | Representation::NoneWithin { .. } => {}
        }
    }
    assert!(decided.iter().all(|&count| count > 0), "{decided:?}");
}

#[test]
fn sums_of_coalition_classes_have_their_examples() {
    let table = coalition_sums(1_000_000).unwrap();
    let mut evaluator = Evaluator::new(Play::Coalition, 1_000_000);
    for sum in &table.sums {
        let [left, right] = &sum.example;
        assert_eq!(evaluator.outcome(left).unwrap(), sum.left);
        assert_eq!(evaluator.outcome(right).unwrap(), sum.right);
        assert_eq!(evaluator.outcome(&left.plus(right)).unwrap(), sum.sum);
    }
    // All sums that occur for piles are in the table.
    let mut solver = Solver::new(Valuation::Coalition, |heaps: &[u64]| one_heap_options(heaps, u64::MAX));
    for left in multisets(1, 3) {
        for right in multisets(1, 3) {
            let (a, b) = (solver.value(&left), solver.value(&right));
            let mut both = [left.clone(), right.clone()].concat();
            both.sort_unstable();
            let sum = solver.value(&both);
            let (a, b) = (a.min(b), a.max(b));
            assert!(
                table
                    .sums
                    .iter()
                    .any(|known| known.left == name(a) && known.right == name(b) && known.sum == name(sum))
            );
        }
    }
}

/// The paper's example of 7 piles is not the smallest form that R1 and R2 do not reduce to its
/// canonical form. That is 3+2+2+1 (canonical: 3+3+2, as many matches in fewer piles): none has
/// fewer piles, or as many and fewer matches.
#[test]
fn the_smallest_stuck_form_has_four_piles() {
    let mut forms: Vec<PileForm> = multisets(4, 12).iter().map(|heaps| small(heaps)).collect();
    forms.sort_by(compare_forms);
    let stuck = forms.into_iter().find(|form| {
        let reduction = reduce(form).unwrap();
        reduction.steps.is_empty() && !reduction.reaches_canonical
    });
    assert_eq!(stuck, Some(form("3,2,2,1")));
    assert_eq!(canonical_form(&form("3,2,2,1")).unwrap(), form("3,3,2"));
}

/// The representations of forms listed in `data/podium/represented.txt`.
#[test]
fn forms_are_represented_as_listed() {
    for line in data_lines("podium/represented.txt") {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let found = represent(&fields[0].parse().unwrap(), RepresentationBounds::default()).unwrap();
        let word = match found {
            Representation::Equal { form: piles } => format!("equals {piles}"),
            Representation::NoneProved { .. } => "none".to_owned(),
            Representation::NoneProvedByLinks { .. } => "none by links".to_owned(),
            Representation::Candidates { .. } => "undecided".to_owned(),
            Representation::NoneWithin { .. } => "none found".to_owned(),
        };
        assert_eq!(word, fields[1], "{line}");
    }
}

#[test]
fn the_coalition_sums_are_those_listed() {
    let mut listed = Vec::new();
    for line in data_lines("podium/coalition-sums.txt") {
        let (classes, sums) = line.split_once(';').unwrap();
        let (left, right) = classes.trim().split_once('+').unwrap();
        listed.extend(sums.split_whitespace().map(|sum| format!("{left}+{right}={sum}")));
    }
    let found: Vec<String> = coalition_sums(1_000_000)
        .unwrap()
        .sums
        .iter()
        .map(|sum| format!("{}+{}={}", sum.left, sum.right, sum.sum))
        .collect();
    assert_eq!(found, listed);
}

/// Input beyond the limits gets a typed error at once.
#[test]
fn absurd_forms_meet_limits() {
    let one = num_bigint::BigUint::from(1u32);
    let huge = (one.clone() << 100_000u32) - 1u32;
    let long = PileForm::new([huge.clone(), huge.clone(), huge]);
    assert!(canonical_form(&long).is_err() && reduce(&long).is_err());
    assert_eq!(outcome(&long), Outcome::P);
    let many = PileForm::new((0..3000u32).map(|size| (size % 50 + 1).into()));
    assert!(equality(&many, &canonical_form(&many).unwrap()).equal);
    assert!(single_reduction(&many, ReductionRule::R1).is_err());
    let wide = PileForm::new(
        (0..65u32).map(|size| (one.clone() << 70u32) + size * 2u32 + 1u32).chain([one.clone()]),
    );
    assert!(canonical_form(&wide).is_err());
    // Digits modulo almost 2^32 do not wrap.
    let many_players = digit_sum(&form("1"), u32::MAX);
    let minus_one = many_players.negated();
    assert_eq!(minus_one.plus(&minus_one).digits(), [u32::MAX - 2]);
    let text = ["1"; 50_000].join("+");
    assert!(text.parse::<ImpartialForm>().unwrap().as_piles().is_some());
}

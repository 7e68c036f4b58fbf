//! Theorems for every number of heaps: true of few small heaps by definition, and refused where they claim
//! more.

use std::collections::{BTreeSet, HashMap};

use bouton::{
    Ending, Game, Goal, Oracles, ProveOptions, ProvedTheorem, Query, Theorem, Watch,
    cert::{Certificate, Claim, OpenClaim},
    check::{Limits, Step},
    prove_every_number,
};
use num_bigint::BigUint;
use proptest::prelude::*;

/// Searches for a theorem about every number of heaps.
fn ending(rules: &str, goal: Goal) -> Ending {
    let game = Game::named(rules).unwrap_or_else(|error| panic!("{rules}: {error}"));
    prove_every_number(game.rules(), Some(goal), &ProveOptions::default(), &Watch::unlimited()).unwrap()
}

fn proved(rules: &str, goal: Goal) -> ProvedTheorem {
    match ending(rules, goal) {
        Ending::Proved(proved) => *proved,
        other => panic!("{rules}: {other:?}"),
    }
}

/// Outcomes by definition: true if the player to move wins.
struct ByDefinition {
    /// Amounts that may be taken from one heap; `None` if any.
    amounts: Option<BTreeSet<u32>>,
    /// The numbers of heaps that a move lowers.
    lowered: std::ops::RangeInclusive<usize>,
    misere: bool,
    passes: u32,
    known: HashMap<(Vec<u32>, u32), bool>,
}

impl ByDefinition {
    fn wins(&mut self, heaps: &[u32], passes: u32) -> bool {
        let mut sorted: Vec<u32> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
        sorted.sort_unstable();
        if let Some(&known) = self.known.get(&(sorted.clone(), passes)) {
            return known;
        }
        let mut options = BTreeSet::new();
        self.options(&sorted, 0, 0, &mut sorted.clone(), &mut options);
        let mut options: Vec<_> = options.into_iter().map(|option| (option, passes)).collect();
        if passes > 0 {
            options.push((sorted.clone(), passes - 1));
        }
        let wins = if options.is_empty() {
            self.misere
        } else {
            options.iter().any(|(option, passes)| !self.wins(option, *passes))
        };
        self.known.insert((sorted, passes), wins);
        wins
    }

    fn options(
        &self,
        heaps: &[u32],
        place: usize,
        lowered: usize,
        after: &mut Vec<u32>,
        found: &mut BTreeSet<Vec<u32>>,
    ) {
        if place == heaps.len() {
            if self.lowered.contains(&lowered) {
                found.insert(after.clone());
            }
            return;
        }
        self.options(heaps, place + 1, lowered, after, found);
        for taken in 1..=heaps[place] {
            if self.amounts.as_ref().is_none_or(|amounts| amounts.contains(&taken)) {
                after[place] = heaps[place] - taken;
                self.options(heaps, place + 1, lowered + 1, after, found);
                after[place] = heaps[place];
            }
        }
    }
}

/// All sorted positions of this many heaps up to a size.
fn positions(heaps: usize, largest: u32) -> Vec<Vec<u32>> {
    let mut all = vec![vec![]];
    for _ in 0..heaps {
        all = all
            .into_iter()
            .flat_map(|position: Vec<u32>| {
                let least = position.last().copied().unwrap_or(0);
                (least..=largest).map(move |heap| position.iter().copied().chain([heap]).collect())
            })
            .collect();
    }
    all
}

/// Whether the law that counts ones says that the player to move wins.
fn wins_by_law(theorem: &Theorem, heaps: &[u32], used: usize) -> bool {
    let certificate = Certificate::decode(theorem.certificate()).unwrap();
    let Some(OpenClaim::Columns(claim)) = certificate.open() else { panic!("no law that counts ones") };
    let heaps: Vec<BigUint> = heaps.iter().map(|&heap| heap.into()).collect();
    claim.law.value(&heaps, bouton::ControlState::new(used)).unwrap() != 0
}

#[test]
fn bouton_himself() {
    let theorem = proved("nim", Goal::Outcome).theorem;
    assert!(theorem.text().contains("For every number of heaps"), "{}", theorem.text());
    assert!(theorem.is_for_every_number());
    let lines: Vec<&str> = theorem.certificate().lines().collect();
    assert_eq!(
        lines[..5],
        [
            "bouton certificate 2",
            "| game nim",
            "| heaps any",
            "| move take any from 1 heap",
            "for every number of heaps"
        ]
    );
    assert!(Theorem::check(theorem.certificate(), &Limits::default()).is_ok());
}

#[test]
fn laws_that_count_ones_hold_by_definition() {
    for (rules, lowered, misere, passes) in [
        ("heaps any; move take any from at most 2 heaps", 1..=2, false, 0),
        ("heaps any; move take any from at most 3 heaps", 1..=3, false, 0),
        ("heaps any; move take any from 1 heap; play misere", 1..=1, true, 0),
        ("heaps any; move take any from at most 2 heaps; play misere", 1..=2, true, 0),
        ("heaps any; move take any from 1 heap; pass 1", 1..=1, false, 1),
        ("heaps any; move take any from 1 heap; pass 2", 1..=1, false, 2),
        ("heaps any; move take any from at most 2 heaps; pass 1", 1..=2, false, 1),
    ] {
        let ending = ending(rules, Goal::Outcome);
        let Ending::Proved(proved) = ending else {
            assert!(rules.contains("2 heaps; pass"), "{rules}: {ending:?}");
            continue;
        };
        let mut definition = ByDefinition { amounts: None, lowered, misere, passes, known: HashMap::new() };
        for (heaps, largest) in [(0, 0), (1, 16), (2, 9), (3, 6), (4, 4), (6, 2), (8, 1)] {
            for position in positions(heaps, largest) {
                for used in 0..=definition.passes {
                    let left = definition.passes - used;
                    let wins = definition.wins(&position, left);
                    assert_eq!(
                        wins_by_law(&proved.theorem, &position, used as usize),
                        wins,
                        "{rules}: {position:?} {left}"
                    );
                }
            }
        }
    }
}

#[test]
fn misere_quotients_of_sums_hold_by_definition() {
    for (rules, amounts) in [
        ("heaps any; move take {1,2,4} from 1 heap; play misere", [1, 2, 4]),
        ("heaps any; move take {2,3,4} from 1 heap; play misere", [2, 3, 4]),
    ] {
        let theorem = proved(rules, Goal::Outcome).theorem;
        let claim = theorem.quotient().unwrap();
        let (length, from) = claim.period.unwrap();
        let phi = |heap: u32| {
            let heap = u64::from(heap);
            let heap = if heap < from + length { heap } else { from + (heap - from) % length };
            claim.quotient.values()[usize::try_from(heap).unwrap()]
        };
        let mut definition = ByDefinition {
            amounts: Some(amounts.into()),
            lowered: 1..=1,
            misere: true,
            passes: 0,
            known: HashMap::new(),
        };
        for (heaps, largest) in [(1, 30), (2, 12), (3, 8), (4, 5), (6, 4)] {
            for position in positions(heaps, largest) {
                let element = position.iter().fold(0, |all, &heap| claim.quotient.product(all, phi(heap)));
                let lost = claim.quotient.is_lost_element(element);
                assert_eq!(!lost, definition.wins(&position, 0), "{rules}: {position:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Random games of one heap: sums of up to six heaps, by the certificate and by definition.
    #[test]
    fn sums_of_one_heap_games_hold_by_definition(
        amounts in prop::collection::btree_set(1u32..7, 1..4),
        six in prop::collection::vec(0u32..7, 6),
        three in prop::collection::vec(0u32..16, 3),
    ) {
        let list: Vec<String> = amounts.iter().map(ToString::to_string).collect();
        let rules = format!("heaps any; move take {{{}}} from 1 heap", list.join(","));
        let theorem = proved(&rules, Goal::Grundy).theorem;
        let mut definition =
            ByDefinition { amounts: Some(amounts), lowered: 1..=1, misere: false, passes: 0, known: HashMap::new() };
        let game = Game::named(&rules).unwrap();
        let mut oracles = Oracles::new(game.rules(), None, Some(theorem), &Watch::unlimited());
        for heaps in [six, three] {
            let position = bouton::Position::from_small(&heaps.iter().map(|&heap| heap.into()).collect::<Vec<u64>>());
            let answer = oracles.at(&position).unwrap().answer(&position, &Query::default()).unwrap();
            prop_assert_eq!(answer.outcome == "N", definition.wins(&heaps, 0), "{}: {:?}", rules, heaps);
        }
    }
}

#[test]
fn nothing_is_claimed_where_the_hypotheses_do_not_hold() {
    for rules in [
        // Heaps beside the one that is taken from matter.
        "heaps any; move take any from a largest heap",
        "heaps any; move take 1..2 from 1 heap when total is even",
        "heaps any; move take 1..2 from 1 heap; stop when at most 1 heap is nonempty",
        "heaps any; move take any from 1 heap; positions where total <= 9",
        "heaps any; move take 1..3 from 1 heap; pass 1 unless empty",
        // Several heaps, and not by any amounts.
        "heaps any; move take 1 from at most 2 heaps",
        "heaps any; move take the same any from 2 heaps; move take any from 1 heap",
        // The law of exactly two heaps is not known beyond seven.
        "heaps any; move take any from exactly 2 heaps",
        "heaps any; move take 1 from all heaps",
    ] {
        let found = ending(rules, Goal::Outcome);
        let Ending::NoLaw(found) = found else { panic!("{rules}: {found:?}") };
        assert!(!found.reason.is_empty(), "{rules}");
    }
}

/// A sealed certificate of other rules or another claim.
fn sealed(game: &str, claim: &Claim) -> String {
    Certificate { game: game.to_owned(), order: None, claim: claim.clone() }.encode()
}

fn refused(text: &str) -> Step {
    match Theorem::check(text, &Limits::default()) {
        Err(bouton::LawError::Refused(refused)) => refused.step,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn a_claim_about_other_rules_is_refused() {
    let nim = Certificate::decode(proved("nim", Goal::Outcome).theorem.certificate()).unwrap();
    for (rules, step) in [
        ("heaps 3\nmove take any from 1 heap", Step::Rules),
        ("heaps any\nmove take any from a largest heap", Step::Rules),
        ("heaps any\nmove take any from at most 2 heaps", Step::Rules),
        ("heaps any\nmove take any from 1 heap\npass 1", Step::Rules),
        ("heaps any\nmove take any from 1 heap\nstop when at most 1 heap is nonempty", Step::Rules),
        ("heaps any\npositions where total <= 9\nmove take any from 1 heap", Step::Rules),
        ("heaps any\nmove take any from 1 heap\nplay misere", Step::Valuation),
        ("heaps any\nplayers 3 podium\nmove take any from 1 heap", Step::Valuation),
        ("heaps any\nmove take {1,2} from 1 heap", Step::Window),
        ("octal 0.77", Step::Rules),
    ] {
        let canonical = Game::named(&rules.replace('\n', ";")).unwrap().rules().text();
        assert_eq!(refused(&sealed(&canonical, &nim.claim)), step, "{rules}");
    }
    // Without the line about every number of heaps the rules do not state a number.
    let Some(OpenClaim::Sum(one)) = nim.open() else { panic!() };
    assert_eq!(refused(&sealed(&nim.game, one)), Step::Rules);
    // The outcomes of single heaps do not determine those of sums.
    let outcome = bouton::prove_law(
        &Game::named("heaps 1; move take 1..3 from 1 heap").unwrap().playable().unwrap(),
        Goal::Outcome,
        None,
        &Watch::unlimited(),
    );
    let Ok(Ending::Proved(outcome)) = outcome else { panic!() };
    let outcome = Certificate::decode(outcome.theorem.certificate()).unwrap();
    let claim = Claim::Open(OpenClaim::Sum(Box::new(outcome.claim)));
    assert_eq!(refused(&sealed("heaps any\nmove take 1..3 from 1 heap", &claim)), Step::Valuation);
}

/// A valuation that is not the rules' own is refused before anything is computed for it.
#[test]
fn other_valuations_are_refused() {
    let law = proved("heaps any; move take any from at most 2 heaps", Goal::Outcome);
    let text = law.theorem.certificate();
    assert!(text.contains("\nlaw normal outcome\n"));
    for (valuation, step) in [
        ("podium 0", Step::Decode),
        ("podium 1", Step::Decode),
        ("podium 2", Step::Valuation),
        ("podium 255", Step::Valuation),
        ("misere outcome", Step::Valuation),
        ("misere outcome and end", Step::Valuation),
        ("grundy", Step::Valuation),
        ("remoteness", Step::Valuation),
        ("coalition", Step::Valuation),
    ] {
        let body = text[..text.rfind("id sha256:").unwrap()]
            .replace("\nlaw normal outcome\n", &format!("\nlaw {valuation}\n"));
        assert_eq!(refused(&bouton::cert::seal(&body)), step, "{valuation}");
    }
}

#[test]
fn mutants_of_laws_that_count_ones_are_refused() {
    use bouton_core::ColumnLaw;
    for rules in [
        "heaps any; move take any from at most 2 heaps",
        "heaps any; move take any from 1 heap; play misere",
        "heaps any; move take any from 1 heap; pass 1",
    ] {
        let certificate = Certificate::decode(proved(rules, Goal::Outcome).theorem.certificate()).unwrap();
        let Some(OpenClaim::Columns(claim)) = certificate.open() else { panic!() };
        let law = &claim.law;
        let rows: Vec<u32> =
            (0..).take(law.outputs().len()).flat_map(|state| law.row(state).to_vec()).collect();
        let mut tried = 0;
        let mut with = |outputs: Vec<u32>, transitions: Vec<u32>, counts: (usize, usize)| {
            let changed =
                ColumnLaw::new(law.valuation(), counts, law.starts().to_vec(), outputs, transitions);
            let Ok(changed) = changed else { return };
            let mut claim = claim.clone();
            claim.law = changed.clone();
            let text = sealed(&certificate.game, &Claim::Open(OpenClaim::Columns(claim)));
            tried += 1;
            if let Ok(theorem) = Theorem::check(&text, &Limits::default()) {
                // The changed law has the same values.
                for (heaps, largest) in [(1, 9), (2, 5), (4, 3), (7, 1)] {
                    for position in positions(heaps, largest) {
                        for used in 0..law.starts().len() {
                            let numbers: Vec<BigUint> = position.iter().map(|&heap| heap.into()).collect();
                            let control = bouton::ControlState::new(used);
                            let left = law.value(&numbers, control).map(|value| value.min(1));
                            let right = changed.value(&numbers, control).map(|value| value.min(1));
                            assert_eq!(left, right, "{rules}: {position:?} by\n{}", theorem.certificate());
                        }
                    }
                }
            }
        };
        for place in 0..rows.len() {
            for state in 0..u32::try_from(law.outputs().len()).unwrap() {
                let mut rows = rows.clone();
                rows[place] = state;
                with(law.outputs().to_vec(), rows, law.counts());
            }
        }
        for place in 0..law.outputs().len() {
            for output in 0..3 {
                let mut outputs = law.outputs().to_vec();
                outputs[place] = output;
                with(outputs, rows.clone(), law.counts());
            }
        }
        let (threshold, period) = law.counts();
        with(law.outputs().to_vec(), rows.clone(), (threshold + 1, period - 1));
        assert!(tried > 10, "{rules}: {tried}");
        for number in 0..claim.strategies.len() {
            let mut less = claim.clone();
            less.strategies.remove(number);
            let text = sealed(&certificate.game, &Claim::Open(OpenClaim::Columns(less)));
            assert_eq!(refused(&text), Step::Strategies);
            for element in 0..claim.strategies[number].elements.len() {
                let mut less = claim.clone();
                less.strategies[number].elements.remove(element);
                let text = sealed(&certificate.game, &Claim::Open(OpenClaim::Columns(less)));
                // Where a reply with fewer partial moves is also listed, one may be omitted.
                if let Err(bouton::LawError::Refused(refused)) = Theorem::check(&text, &Limits::default()) {
                    assert_eq!(refused.step, Step::Existential);
                }
            }
            let mut none = claim.clone();
            none.strategies[number].elements.iter_mut().for_each(|element| element.threads.clear());
            let text = sealed(&certificate.game, &Claim::Open(OpenClaim::Columns(none)));
            assert_eq!(refused(&text), Step::Existential);
        }
    }
}

/// Laws of other numbers of lowered heaps are true of few heaps, and false from some number of them on.
#[test]
fn false_generalisations_are_refused() {
    let two = "heaps any\nmove take any from at most 2 heaps";
    let claim_of =
        |rules: &str| Certificate::decode(proved(rules, Goal::Outcome).theorem.certificate()).unwrap().claim;
    let three = claim_of("heaps any; move take any from at most 3 heaps");
    // Two heaps do not always reach what three do.
    assert_eq!(refused(&sealed(two, &three)), Step::Existential);
    let moore = claim_of("heaps any; move take any from at most 2 heaps");
    assert_eq!(refused(&sealed("heaps any\nmove take any from at most 3 heaps", &moore)), Step::Universal);
    assert_eq!(refused(&sealed("heaps any\nmove take any from 2 heaps", &moore)), Step::Existential);
    assert_eq!(refused(&sealed("heaps any\nmove take any from 1 heap", &moore)), Step::Existential);
}

/// Many heaps of 100 digits each.
#[test]
fn long_positions_are_answered() {
    let mut state = 1u64;
    let mut heap = || {
        let digits: String = (0..100)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                char::from(b'0' + u8::try_from((state >> 33) % 10).unwrap())
            })
            .collect();
        digits.parse::<BigUint>().unwrap()
    };
    let coordinates: Vec<BigUint> = (0..2_000).map(|_| heap()).collect();
    let sum = coordinates.iter().fold(BigUint::ZERO, |sum, heap| sum ^ heap);
    let position = bouton::Position { coordinates, control: None };
    let nim = Game::named("nim").unwrap();
    let mut oracles = Oracles::new(nim.rules(), None, None, &Watch::unlimited());
    let query = Query { moves: Some(1), ..Query::default() };
    let answer = oracles.at(&position).unwrap().answer(&position, &query).unwrap();
    assert_eq!((answer.outcome.as_str(), answer.grundy), ("N", Some(sum)));
    assert!(answer.moves[0].winning);
}

/// The Grundy value of one heap from which 1 may be taken, or any amount if its size is 1 modulo 3.
fn guarded(largest: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..=largest {
        let least = if heap % 3 == 1 { 0 } else { heap.saturating_sub(1) };
        let options: BTreeSet<u32> = values[least..heap].iter().copied().collect();
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

/// A theorem about sums answers positions of all numbers of heaps, of fixed ones, and of any size.
#[test]
fn theorems_about_sums_answer_positions() {
    let rules = "heaps any; move take any from 1 heap when heap mod 3 = 1; move take 1 from 1 heap";
    let theorem = proved(rules, Goal::Outcome).theorem;
    let values = guarded(40);
    let watch = Watch::unlimited();
    let (open, three) = (Game::named(rules).unwrap(), rules.replace("any; move", "3; move"));
    let fixed = Game::named(&three).unwrap();
    let mut state = 7usize;
    let mut draw = |most: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    for (game, heaps) in [(&open, None), (&open, Some(3)), (&fixed, None)] {
        let mut oracles = Oracles::new(game.rules(), heaps, Some(theorem.clone()), &watch);
        for _ in 0..60 {
            let position: Vec<usize> = (0..3).map(|_| draw(41)).collect();
            let sum = position.iter().fold(0, |sum, &heap| sum ^ values[heap]);
            let coordinates = position.iter().map(|&heap| BigUint::from(heap)).collect();
            let written = bouton::Position { coordinates, control: None };
            let answer = oracles.at(&written).unwrap().answer(&written, &Query::default()).unwrap();
            assert_eq!(answer.grundy, Some(sum.into()), "{position:?}");
            assert!(
                matches!(&answer.source, bouton::Source::Law { certificate } if *certificate == theorem.identity().to_string())
            );
            // All moves, each with its outcome.
            let mut expected: BTreeSet<(Vec<usize>, bool)> = BTreeSet::new();
            for (place, &heap) in position.iter().enumerate() {
                let least = if heap % 3 == 1 { 0 } else { heap.saturating_sub(1) };
                for after in least..heap {
                    let mut option = position.clone();
                    option[place] = after;
                    let value = option.iter().fold(0, |sum, &heap| sum ^ values[heap]);
                    expected.insert((option, value == 0));
                }
            }
            let small = |option: &bouton::Position| {
                option.coordinates.iter().map(|heap| heap.to_string().parse().unwrap()).collect()
            };
            let mut told: BTreeSet<(Vec<usize>, bool)> =
                answer.moves.iter().map(|option| (small(&option.to), option.winning)).collect();
            if heaps.is_none() && game.is_open() {
                // Of equal heaps one is enough where their order does not matter.
                let sorted = |set: &BTreeSet<(Vec<usize>, bool)>| -> BTreeSet<(Vec<usize>, bool)> {
                    let in_order = |(mut option, wins): (Vec<usize>, bool)| {
                        option.sort_unstable();
                        (option, wins)
                    };
                    set.iter().cloned().map(in_order).collect()
                };
                (told, expected) = (sorted(&told), sorted(&expected));
            }
            assert!(answer.all_moves, "{position:?}");
            assert_eq!(told, expected, "{position:?}");
        }
    }
    // Far beyond every table, and with more heaps than rules are written out for.
    let mut oracles = Oracles::new(open.rules(), None, Some(theorem.clone()), &watch);
    let mut long: Vec<BigUint> =
        (0..100u32).map(|heap| BigUint::from(3u32).pow(90 + heap % 7) + heap).collect();
    long.push(BigUint::from(10u32).pow(60));
    let sum = theorem.value_of_heaps(&long, bouton::ControlState(0)).unwrap();
    let written = bouton::Position { coordinates: long.clone(), control: None };
    let answer = oracles.at(&written).unwrap().answer(&written, &Query::default()).unwrap();
    assert_eq!(answer.grundy, Some(sum.clone()));
    assert_ne!(sum, BigUint::ZERO);
    let winning: Vec<_> = answer.winning_moves().collect();
    assert!(!winning.is_empty());
    for option in winning {
        assert_eq!(theorem.value_of_heaps(&option.coordinates, bouton::ControlState(0)), Some(BigUint::ZERO));
        let changed = option.coordinates.iter().zip(&long).filter(|(after, before)| after != before);
        assert_eq!(changed.count(), 1);
    }
    // A theorem about other rules does not answer.
    let other = proved("heaps any; move take {1,3,4} from 1 heap", Goal::Outcome).theorem;
    let mut oracles = Oracles::new(open.rules(), None, Some(other), &watch);
    assert!(oracles.at(&"3,4,5".parse().unwrap()).is_err());
}

/// A theorem about misère sums answers with a fixed number of heaps, too; empty heaps stay where they are.
#[test]
fn misere_theorems_answer_fixed_numbers_of_heaps() {
    let theorem = proved("heaps any; move take {1,2,4} from 1 heap; play misere", Goal::Outcome).theorem;
    let game = Game::named("heaps 3; move take {1,2,4} from 1 heap; play misere").unwrap();
    let watch = Watch::unlimited();
    let mut given = Oracles::new(game.rules(), None, Some(theorem), &watch);
    let mut own = Oracles::new(game.rules(), None, None, &watch);
    for position in positions(3, 6) {
        let coordinates = position.iter().map(|&heap| BigUint::from(heap)).collect();
        let written = bouton::Position { coordinates, control: None };
        let [one, other] = [&mut given, &mut own]
            .map(|oracles| oracles.at(&written).unwrap().answer(&written, &Query::default()).unwrap());
        let moves = |answer: &bouton::Answer| -> Vec<(bouton::Position, bool)> {
            answer.moves.iter().map(|option| (option.to.clone(), option.winning)).collect()
        };
        assert_eq!((&one.outcome, moves(&one)), (&other.outcome, moves(&other)), "{position:?}");
    }
}

/// A law that holds for up to six heaps, and not for seven.
#[test]
fn a_law_that_changes_with_the_seventh_heap_is_refuted_by_a_position() {
    let Ending::NoLaw(found) = ending("heaps any; move take any from exactly 2 heaps", Goal::Outcome) else {
        panic!("there is no law")
    };
    let said = "the law of 6 heaps, continued to one more, is wrong at 1,1,1,1,1,1,2";
    assert!(found.reason.ends_with(said), "{}", found.reason);
    let mut known =
        ByDefinition { amounts: None, lowered: 2..=2, misere: false, passes: 0, known: HashMap::new() };
    // The law of six heaps requires 0 or 3 ones beside a heap that alone has a 1; six ones are no longer P.
    assert!(known.wins(&[1, 1, 1, 1, 1, 1, 2], 0));
}

/// The options of a heap by their values are those of the definition, in all digits in which the law reads
/// the heap.
#[test]
fn options_of_a_heap_are_found_in_all_digits() {
    let game = Game::named("heaps any; move take {1,3,4} from 1 heap").unwrap();
    let (values, watch) = ([0u32, 1, 0, 1, 2, 3, 2], Watch::unlimited());
    let control = bouton::ControlState(0);
    for digits in ["2", "3", "fibonacci"] {
        let options = ProveOptions { numeration: digits.parse().unwrap(), ..ProveOptions::default() };
        let ending = prove_every_number(game.rules(), Some(Goal::Outcome), &options, &watch).unwrap();
        let Ending::Proved(proved) = ending else { panic!("{digits}: {ending:?}") };
        let law = proved.theorem.law_of_a_heap().unwrap();
        for heap in 0usize..60 {
            let at = [BigUint::from(heap)];
            for value in 0..5u32 {
                let expected: Vec<usize> = [4, 3, 1]
                    .into_iter()
                    .filter_map(|amount| heap.checked_sub(amount))
                    .filter(|after| values[after % 7] == value)
                    .collect();
                let found = law
                    .guide(&watch)
                    .unwrap()
                    .unwrap()
                    .options_with_grundy(&at, control, &value.into(), 9, &watch)
                    .unwrap();
                let mut told: Vec<usize> =
                    found.options.iter().map(|(to, _)| to[0].to_string().parse().unwrap()).collect();
                told.sort_unstable();
                assert_eq!((told, found.more), (expected, false), "{digits} {heap} {value}");
            }
        }
    }
}

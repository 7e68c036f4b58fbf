//! Laws for every number of heaps in which heaps have states: true of few small heaps by definition, and
//! refused where they claim more.

use std::collections::{BTreeSet, HashMap};

use bouton::{
    Ending, Game, Goal, Language, Oracles, Position, ProveOptions, ProvedTheorem, Query, Theorem, Watch,
    cert::{Certificate, Claim, LocalClaim, NumbersOfHeaps, OpenClaim},
    check::{Limits, Step},
    prove_every_number,
};
use bouton_core::{ColumnLaw, ControlState, HeapStates, LocalLaw};
use num_bigint::BigUint;

fn ending(rules: &str) -> Ending {
    let game = Game::named(rules).unwrap_or_else(|error| panic!("{rules}: {error}"));
    prove_every_number(game.rules(), Some(Goal::Outcome), &ProveOptions::default(), &Watch::unlimited())
        .unwrap()
}

fn proved(rules: &str) -> ProvedTheorem {
    match ending(rules) {
        Ending::Proved(proved) => *proved,
        other => panic!("{rules}: {other:?}"),
    }
}

fn claim(theorem: &Theorem) -> LocalClaim {
    match Certificate::decode(theorem.certificate()).unwrap().claim {
        Claim::Open(OpenClaim::Local(claim)) => claim,
        other => panic!("{other:?}"),
    }
}

/// The moves of a game: from heaps to heaps.
type Options = fn(&[u32]) -> BTreeSet<Vec<u32>>;

/// The moves of a generated game.
type AnyOptions<'a> = dyn Fn(&[u32]) -> BTreeSet<Vec<u32>> + 'a;

/// Values by definition: the player, counted from the one who just moved, who takes the last object under the
/// podium rule; of two players 0 is P and 1 is N.
struct ByDefinition<'a> {
    options: &'a AnyOptions<'a>,
    players: u32,
    /// The value of a position without options.
    end: u32,
    known: HashMap<Vec<u32>, u32>,
}

impl<'a> ByDefinition<'a> {
    fn new(options: &'a AnyOptions<'a>, players: u32) -> Self {
        Self { options, players, end: 0, known: HashMap::new() }
    }

    fn value(&mut self, heaps: &[u32]) -> u32 {
        let mut sorted = heaps.to_vec();
        sorted.sort_unstable();
        if let Some(&known) = self.known.get(&sorted) {
            return known;
        }
        let options = (self.options)(&sorted);
        let least = options.iter().map(|option| self.value(option)).min();
        let value = least.map_or(self.end, |least| (least + 1) % self.players);
        self.known.insert(sorted, value);
        value
    }
}

/// All ways to take amounts from the heaps that a predicate allows.
fn takes(heaps: &[u32], allowed: &dyn Fn(&[u32]) -> bool) -> BTreeSet<Vec<u32>> {
    let mut all = BTreeSet::new();
    let mut taken = vec![0; heaps.len()];
    loop {
        if taken.iter().any(|&amount| amount > 0) && allowed(&taken) {
            let mut after: Vec<u32> = heaps.iter().zip(&taken).map(|(heap, amount)| heap - amount).collect();
            after.sort_unstable();
            all.insert(after);
        }
        let Some(place) = (0..heaps.len()).find(|&place| taken[place] < heaps[place]) else { return all };
        taken[place] += 1;
        taken[..place].fill(0);
    }
}

fn lowered(taken: &[u32]) -> usize {
    taken.iter().filter(|&&amount| amount > 0).count()
}

fn nim(heaps: &[u32]) -> BTreeSet<Vec<u32>> {
    takes(heaps, &|taken| lowered(taken) == 1)
}

fn bounded(heaps: &[u32]) -> BTreeSet<Vec<u32>> {
    takes(heaps, &|taken| lowered(taken) <= 2 && taken.iter().sum::<u32>() <= 2)
}

fn one_or_all(heaps: &[u32]) -> BTreeSet<Vec<u32>> {
    takes(heaps, &|taken| taken.iter().sum::<u32>() == 1 || taken.iter().all(|&amount| amount == 1))
}

/// The shapes of positions that are compared: the number of heaps, and the largest.
const SHAPES: [(usize, u32); 7] = [(1, 15), (2, 11), (3, 7), (4, 4), (5, 3), (6, 2), (8, 1)];

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

/// A position at which a law is wrong.
fn differs(claim: &LocalClaim, definition: &mut ByDefinition<'_>) -> Option<Vec<u32>> {
    let shapes = SHAPES.into_iter().filter(|(heaps, _)| claim.numbers.has(*heaps));
    shapes.flat_map(|(heaps, largest)| positions(heaps, largest)).find(|position| {
        let heaps: Vec<BigUint> = position.iter().map(|&heap| heap.into()).collect();
        let valuation = claim.law.columns().valuation();
        claim.law.value(&heaps, ControlState(0)).map(|value| valuation.coarse(value))
            != Some(definition.value(position))
    })
}

/// Rules with their moves by definition and the number of players, and the numbers of heaps of the theorem.
const GAMES: [(&str, Options, u32, NumbersOfHeaps); 3] = [
    ("heaps any; players 3 podium; move take any from 1 heap", nim, 3, NumbersOfHeaps::All),
    ("heaps any; move take 1..2 in total from at most 2 heaps", bounded, 2, NumbersOfHeaps::All),
    ("heaps any; move take 1 from 1 heap; move take 1 from all heaps", one_or_all, 2, NumbersOfHeaps::Odd),
];

#[test]
fn laws_with_heap_states_hold_by_definition() {
    for (rules, options, players, numbers) in GAMES {
        let theorem = proved(rules).theorem;
        assert!(theorem.is_for_every_number());
        assert_eq!(theorem.numbers_of_heaps(), Some(numbers));
        assert!(theorem.certificate().starts_with("bouton certificate 3\n| heaps any\n"));
        assert!(theorem.text().contains(&format!("For {numbers},")), "{}", theorem.text());
        let mut definition = ByDefinition::new(&options, players);
        assert_eq!(differs(&claim(&theorem), &mut definition), None, "{rules}");
        assert!(Theorem::check(theorem.certificate(), &Limits::default()).is_ok());
    }
}

#[test]
fn the_theorems_are_read_in_words() {
    let sentence = |rules: &str| proved(rules).theorem.sentence();
    assert_eq!(
        sentence(GAMES[0].0),
        "For every number of heaps, let v be the number of heaps that have a 1 in a binary place, modulo 3. A position is P if v is 0 in every place. Else the first place from the left decides in which v is not 0: if v = 1 there, N if some heap is linked, else O; if v = 2 there, O. A heap is linked if it has a 1 in each place where v = 1 and it has a 0 in each place where v = 2."
    );
    assert_eq!(
        sentence(GAMES[1].0),
        "For every number of heaps, the number of objects modulo 3 decides: P if it is 0, N if it is 1 or 2."
    );
    assert_eq!(
        sentence(GAMES[2].0),
        "For every odd number of heaps, the number of objects modulo 2 decides: P if it is 0, N if it is 1. Empty heaps are counted among the heaps."
    );
}

fn sealed(rules: &str, claim: &LocalClaim) -> String {
    let game = Game::named(rules).unwrap().rules().text();
    let claim = Claim::Open(OpenClaim::Local(claim.clone()));
    Certificate { game, order: None, claim }.encode()
}

fn step(text: &str) -> Option<Step> {
    match Theorem::check(text, &Limits::default()) {
        Ok(_) => None,
        Err(bouton::LawError::Refused(refused)) => Some(refused.step),
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn claims_about_other_rules_or_more_heaps_are_refused() {
    let [podium, bounded, odd] = GAMES.map(|(rules, ..)| claim(&proved(rules).theorem));
    for (rules, law, expected) in [
        ("heaps 3; players 3 podium; move take any from 1 heap", &podium, Step::Rules),
        ("heaps any; players 3 podium; move take any from at most 2 heaps", &podium, Step::Universal),
        ("heaps any; players 4 podium; move take any from 1 heap", &podium, Step::Valuation),
        ("heaps any; move take any from 1 heap", &podium, Step::Valuation),
        ("heaps any; players 3 podium; move take any from 1 heap; pass 1", &podium, Step::Automaton),
        (
            "heaps any; players 3 podium; move take any from 1 nonempty heap when total > 3",
            &podium,
            Step::Rules,
        ),
        ("heaps any; move take 1..3 in total from at most 2 heaps", &bounded, Step::Universal),
        ("heaps any; move take 1..2 from at most 2 heaps", &bounded, Step::Universal),
        ("heaps any; move take 2 in total from at most 2 heaps", &bounded, Step::Existential),
        ("heaps any; move take 1..2 from 1 heap", &bounded, Step::Existential),
        ("heaps any; move take 1 from 1 heap; move take 2 from all heaps", &odd, Step::Universal),
        ("heaps any; move take 1 from all heaps", &odd, Step::Existential),
    ] {
        assert_eq!(step(&sealed(rules, law)), Some(expected), "{rules}");
    }
    // For even numbers of heaps the law of the odd ones is false.
    for numbers in [NumbersOfHeaps::All, NumbersOfHeaps::Even] {
        let more = LocalClaim { numbers, ..odd.clone() };
        assert_eq!(step(&sealed(GAMES[2].0, &more)), Some(Step::Universal));
    }
    // A law for all numbers holds for the odd ones.
    let less = LocalClaim { numbers: NumbersOfHeaps::Odd, ..podium };
    assert_eq!(step(&sealed(GAMES[0].0, &less)), None);
}

/// Every change of one entry of a law is refused, unless the changed law has the same values at all
/// positions.
#[test]
fn mutants_of_laws_with_heap_states_are_refused() {
    for (rules, options, players, _) in GAMES {
        let true_claim = claim(&proved(rules).theorem);
        let (law, columns) = (&true_claim.law, true_claim.law.columns());
        let states = columns.outputs().len();
        let rows: Vec<u32> = (0..).take(states).flat_map(|state| columns.row(state).to_vec()).collect();
        let mut definition = ByDefinition::new(&options, players);
        let (mut tried, mut refused) = (0, 0);
        let mut with = |outputs: &[u32], otherwise: &[u32], rows: &[u32], heap: &HeapStates| {
            let columns = ColumnLaw::new(
                columns.valuation(),
                columns.counts(),
                columns.starts().to_vec(),
                outputs.to_vec(),
                rows.to_vec(),
            );
            let changed = columns
                .ok()
                .and_then(|columns| LocalLaw::new(columns, otherwise.to_vec(), heap.clone()).ok());
            let Some(changed) = changed else { return };
            tried += 1;
            // Those of three players take long.
            if players == 3 && tried % 3 != 0 {
                return;
            }
            let claim = LocalClaim { law: changed, ..true_claim.clone() };
            match step(&sealed(rules, &claim)) {
                None => assert_eq!(differs(&claim, &mut definition), None, "{rules}: {claim:?}"),
                Some(_) => refused += 1,
            }
        };
        let (outputs, otherwise, heap) = (columns.outputs(), law.otherwise(), law.heap());
        for place in 0..rows.len() {
            for state in 0..u32::try_from(states).unwrap() {
                let mut rows = rows.clone();
                rows[place] = state;
                with(outputs, otherwise, &rows, heap);
            }
        }
        for place in 0..states {
            for output in 0..players {
                let (mut one, mut both) = (outputs.to_vec(), otherwise.to_vec());
                one[place] = output;
                with(&one, otherwise, &rows, heap);
                both[place] = output;
                with(outputs, &both, &rows, heap);
                with(&one, &both, &rows, heap);
            }
        }
        for place in 0..heap.transitions.len() {
            for state in 0..u32::try_from(heap.good.len()).unwrap() {
                let mut heap = heap.clone();
                heap.transitions[place] = state;
                with(outputs, otherwise, &rows, &heap);
            }
        }
        for place in 0..heap.good.len() {
            let mut heap = heap.clone();
            heap.good[place] ^= true;
            with(outputs, otherwise, &rows, &heap);
        }
        assert!(tried > 10 && refused > 5, "{rules}: {tried} {refused}");
    }
}

/// The checker notices elements that are left out or changed, and refuses a strategy that claims too much.
#[test]
fn mutants_of_strategies_are_refused() {
    for (rules, ..) in GAMES {
        let whole = claim(&proved(rules).theorem);
        for number in 0..whole.strategies.len() {
            let mut less = whole.clone();
            less.strategies.remove(number);
            assert_eq!(step(&sealed(rules, &less)), Some(Step::Strategies), "{rules}");
            let mut refused = 0;
            for element in 0..whole.strategies[number].elements.len() {
                let mut less = whole.clone();
                less.strategies[number].elements.remove(element);
                refused += usize::from(step(&sealed(rules, &less)) == Some(Step::Existential));
                // The same element without a lowered heap.
                let mut idle = whole.clone();
                let threads = &mut idle.strategies[number].elements[element].threads;
                let moves = threads.iter().any(|thread| thread.lowered.iter().any(|&lowered| lowered > 0));
                threads.iter_mut().for_each(|thread| thread.lowered.fill(0));
                threads.sort_unstable();
                threads.dedup();
                if moves {
                    assert_eq!(step(&sealed(rules, &idle)), Some(Step::Existential), "{rules}");
                }
            }
            assert!(refused > 0, "{rules}");
            let mut none = whole.clone();
            none.strategies[number].elements.iter_mut().for_each(|element| element.threads.clear());
            assert_eq!(step(&sealed(rules, &none)), Some(Step::Existential), "{rules}");
        }
    }
}

/// A witness is assumed only where the value implies that a heap is good.
#[test]
fn a_witness_needs_a_value_that_only_a_good_heap_gives() {
    let rules = GAMES[0].0;
    let whole = claim(&proved(rules).theorem);
    // The strategy of N, the value where a heap is linked alone.
    let with = whole.strategies.iter().find(|strategy| strategy.value == 1).unwrap();
    assert!(with.elements.iter().any(|element| element.witness));
    let without = whole.strategies.iter().find(|strategy| strategy.value == 2).unwrap();
    assert!(without.elements.iter().all(|element| !element.witness));
    let mut changed = whole.clone();
    for strategy in &mut changed.strategies {
        for element in strategy.elements.iter_mut().filter(|element| !element.marks.is_empty()) {
            element.witness ^= true;
        }
    }
    assert_eq!(step(&sealed(rules, &changed)), Some(Step::Existential));
}

#[test]
fn what_has_no_such_law_is_refused_with_a_reason() {
    for (rules, reason) in [
        ("heaps any; move take 1 from at most 2 heaps", "beside"),
        ("heaps any; move take any from exactly 2 heaps", "is wrong at"),
        ("heaps any; players 4 podium; move take any from 1 heap", "three values"),
    ] {
        let found = ending(rules);
        let Ending::NoLaw(found) = found else { panic!("{rules}: {found:?}") };
        assert!(found.reason.contains(reason), "{rules}: {}", found.reason);
    }
}

/// A theorem answers for many heaps of any size, with a winning move that the rules allow.
#[test]
fn theorems_answer_for_many_heaps() {
    let mut state = 5u64;
    let mut heap = |bits: u32| {
        let mut heap = BigUint::ZERO;
        for _ in 0..bits.div_ceil(32) {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            heap = (heap << 32u32) + (state >> 32);
        }
        heap
    };
    let games = GAMES.iter().map(|game| game.0).chain([
        "heaps any; move take any from at most 2 heaps",
        "heaps any; move take any from 1 heap; play misere",
    ]);
    for rules in games {
        let game = Game::named(rules).unwrap();
        // Small positions have tables, so the law is given; more than 64 heaps are answered by the law that
        // is found.
        let theorem = proved(rules).theorem;
        for (heaps, given) in [(65, false), (101, false), (9, true), (65, true)] {
            let coordinates: Vec<BigUint> = (0..heaps).map(|index| heap(32 + index % 320)).collect();
            let position = Position { coordinates, control: None };
            let known = given.then(|| theorem.clone());
            let mut oracles = Oracles::new(game.rules(), None, known, &Watch::unlimited());
            let query = Query { moves: Some(1), ..Query::default() };
            let mut ask = |position: &Position| {
                let answer = oracles.at(position).unwrap().answer(position, &query).unwrap();
                (answer.outcome.clone(), answer.moves.first().map(|option| option.to.clone()))
            };
            let (outcome, option) = ask(&position);
            if outcome == "P" {
                continue;
            }
            let option = option.unwrap_or_else(|| panic!("{rules}: no move from {position}"));
            let (reached, _) = ask(&option);
            let wanted = if outcome == "O" { "N" } else { "P" };
            assert_eq!(reached, wanted, "{rules}: {position} to {option}");
            let changed: Vec<BigUint> = position
                .coordinates
                .iter()
                .zip(&option.coordinates)
                .filter(|(before, after)| before != after)
                .map(|(before, after)| before - after)
                .collect();
            let total: BigUint = changed.iter().sum();
            let is_move = match rules {
                _ if rules.contains("in total") => changed.len() <= 2 && total <= BigUint::from(2u32),
                _ if rules.contains("all heaps") => total == BigUint::from(1u32),
                _ if rules.contains("2 heaps") => (1..=2).contains(&changed.len()),
                _ => changed.len() == 1,
            };
            assert!(is_move, "{rules}: {position} to {option}");
        }
    }
}

/// A theorem about odd numbers of heaps does not answer for even ones.
#[test]
fn other_numbers_of_heaps_are_refused() {
    let (rules, ..) = GAMES[2];
    let game = Game::named(rules).unwrap();
    let theorem = proved(rules).theorem;
    let mut oracles = Oracles::new(game.rules(), None, Some(theorem), &Watch::unlimited());
    let position: Position = "3,4".parse().unwrap();
    let answer = oracles.at(&position).unwrap().answer(&position, &Query::default());
    let said = answer.unwrap_err().to_string();
    assert_eq!(
        said,
        "the theorem is about every odd number of heaps, and the position has 2; empty heaps are counted"
    );
}

/// Programs for lists of any length: from laws that read all heaps, and from sums of heaps.
#[test]
fn theorems_become_programs_for_any_number_of_heaps() {
    for (rules, functions) in [
        (GAMES[0].0, vec!["def value(position)", "def is_good(heap"]),
        ("nim", vec!["def value(position)"]),
        ("subtraction {2,5,7}", vec!["def value(position)", "def winning_move(position)"]),
    ] {
        let theorem = proved(rules).theorem;
        for language in [Language::Rust, Language::Python, Language::C, Language::JavaScript] {
            let program = theorem.emit(language).unwrap();
            assert!(program.contains(&theorem.identity().to_string()), "{rules}");
        }
        let program = theorem.emit(Language::Python).unwrap();
        assert!(functions.iter().all(|function| program.contains(function)), "{rules}: {program}");
    }
    assert!(proved("heaps any; move take odd from 1 heap").theorem.emit(Language::C).is_err());
}

/// Games in which at most two heaps are lowered by small amounts: the theorems agree with play by definition.
#[test]
fn bounded_games_hold_by_definition() {
    let mut proved = BTreeSet::new();
    for (amounts, tie) in
        [("1..2", "in total"), ("1..3", "in total"), ("{1,3}", "in total"), ("1..2", ""), ("1", "")]
    {
        for (heaps, lowers) in [("at most 2 heaps", 1..=2), ("2 heaps", 2..=2)] {
            for misere in [false, true] {
                let end = if misere { "; play misere" } else { "" };
                let rules =
                    format!("heaps any; move take {amounts} {tie} from {heaps}{end}").replace("  ", " ");
                let Ending::Proved(found) = ending(&rules) else { continue };
                let is_amount = |amount: u32| match amounts {
                    "{1,3}" => amount == 1 || amount == 3,
                    "1" => amount == 1,
                    "1..2" => (1..=2).contains(&amount),
                    _ => (1..=3).contains(&amount),
                };
                let allowed = |taken: &[u32]| {
                    lowers.contains(&lowered(taken))
                        && match tie {
                            "" => taken.iter().all(|&amount| amount == 0 || is_amount(amount)),
                            _ => is_amount(taken.iter().sum()),
                        }
                };
                let options = |heaps: &[u32]| takes(heaps, &allowed);
                let mut definition =
                    ByDefinition { end: u32::from(misere), ..ByDefinition::new(&options, 2) };
                assert_eq!(differs(&claim(&found.theorem), &mut definition), None, "{rules}");
                proved.insert(rules);
            }
        }
    }
    assert!(proved.len() >= 2, "{proved:?}");
}

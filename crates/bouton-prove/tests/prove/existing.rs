//! `positions where …`: a law is right if it is right at the positions that exist, whatever it says
//! elsewhere.

use bouton_automata::explore_over;
use bouton_cert::{Certificate, Claim};
use bouton_check::{Limits, Step, check, check_law, check_windows};
use bouton_core::{
    ControlState, DigitAutomaton, Formula, Law, Ruleset, RulesetParts, State, Valuation, Value, Watch,
};
use bouton_prove::{Goal, Judgement, NumerationChoice, ProveOptions, StatedValue, judge, prove};
use bouton_rules::Game;
use bouton_solve::{Moves, Node, RulesetOptions, Solver};

/// A small deterministic generator (Marsaglia, *Xorshift RNGs*, 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % most
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

fn ruleset(text: &str) -> Ruleset {
    Game::parse(text).unwrap_or_else(|faults| panic!("{text}\n{faults}")).ruleset().unwrap()
}

/// The law with the outputs that `output` gives, for positions with coordinates up to `most`.
fn changed(law: &Law, most: u64, output: &dyn Fn(usize, &[u64], Value) -> Value) -> Law {
    let (old, numeration) = (&law.automaton, law.numeration());
    let zero = vec![0u64; old.tracks()];
    let starts = (0..).zip(old.starts()).map(|(control, &start)| (control, start, Some(zero.clone())));
    let automaton = explore_over(
        numeration,
        old.tracks(),
        starts,
        |(control, state, numbers): &(usize, State, Option<Vec<u64>>), letter| {
            let numbers = numbers.as_ref().and_then(|numbers| numeration.append_letter(numbers, letter));
            let numbers = numbers.filter(|numbers| numbers.iter().all(|&number| number <= most));
            (*control, old.next(*state, letter), numbers)
        },
        |(control, state, numbers)| {
            let value = old.output(*state);
            numbers.as_ref().map_or(value, |numbers| output(*control, numbers, value))
        },
        1 << 16,
    );
    Law { automaton: automaton.unwrap(), ..law.clone() }
}

/// A value from 0 to `most`, which depends on all arguments.
fn noise(seed: u64, control: usize, x: &[u64], most: Value) -> Value {
    let numbers = x.iter().copied().chain([control as u64]);
    let mixed = numbers
        .fold(seed | 1, |mixed, number| (mixed ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29));
    Value::try_from(mixed >> 33).unwrap() % (most + 1)
}

/// Rules, a goal and digits.
const GAMES: &[(&str, Goal, &str)] = &[
    (
        "heaps 2; positions where h1 >= h2; move take 1 from h1 when h1 > h2; move take 1 from h2",
        Goal::Outcome,
        "2",
    ),
    (
        "heaps 2; positions where h1 >= h2; move take 1 from h1 when h1 > h2; move take 1 from h2; pass 1",
        Goal::Outcome,
        "2",
    ),
    (
        "counters a, b; positions where a >= b; move b -> t where t < b; \
         move a -> t where t < a, t >= b; move a, b -> t, t where t < b",
        Goal::Outcome,
        "2",
    ),
    (
        "counters a; positions where a mod 3 != 2; move a -> a - 3; move a -> a - 1 when a mod 3 = 1",
        Goal::Grundy,
        "2",
    ),
    (
        "counters a; positions where a is even; move a -> a - 2; move a -> a - 4; play misere",
        Goal::Outcome,
        "2",
    ),
    (
        "counters a; positions where a is even; move a -> a - 2; move a -> a - 4; players 3 podium",
        Goal::Outcome,
        "2",
    ),
    (
        "counters a; positions where a mod 4 <= 1; move a -> a - 4; move a -> a - 1 when a is odd",
        Goal::Outcome,
        "3",
    ),
    (
        "counters a, b; positions where a != b; move a -> t where t < a, t != b; move b -> t where t < b, t != a",
        Goal::Grundy,
        "2",
    ),
    (
        "heaps 2; positions where h1 >= h2; move take 1 from h1 when h1 > h2; move take 1 from h2",
        Goal::Outcome,
        "fibonacci",
    ),
];

/// A value that is also another outcome.
fn other(law: &Law, value: Value, largest: Value) -> Value {
    let next = (value + 1) % (largest + 1);
    if law.valuation.coarse(next) == law.valuation.coarse(value) { 0 } else { next }
}

/// The largest coordinate up to which laws are changed.
fn largest_coordinate(law: &Law) -> u64 {
    match law.automaton.tracks() {
        1 => 40,
        2 => 9,
        _ => 4,
    }
}

/// All points of this dimension without a coordinate above `most`.
fn points(dimension: usize, most: u64) -> impl Iterator<Item = Vec<u64>> {
    let count = (most + 1).pow(u32::try_from(dimension).unwrap());
    (0..count).map(move |number| {
        (0..dimension).map(|i| number / (most + 1).pow(u32::try_from(i).unwrap()) % (most + 1)).collect()
    })
}

fn proved(text: &str, goal: Goal, numeration: &str) -> (Ruleset, Law) {
    let ruleset = ruleset(text);
    let numeration = NumerationChoice::Only(numeration.parse().unwrap());
    let options = ProveOptions { numeration, ..ProveOptions::default() };
    let watch = Watch::new(&bouton_core::Limits::default());
    let proof = prove(&ruleset, goal, &options, &watch).unwrap_or_else(|error| panic!("{text}: {error}"));
    (ruleset, proof.law().clone())
}

fn solver<'a>(ruleset: &'a Ruleset, law: &Law, watch: &'a Watch) -> Solver<RulesetOptions> {
    let valuation = if law.nim_heap { Valuation::Grundy } else { law.valuation };
    Solver::new(RulesetOptions::new(ruleset, &Watch::unlimited()).unwrap(), valuation, watch)
}

#[test]
fn a_law_may_say_anything_of_positions_that_do_not_exist() {
    for &(text, goal, numeration) in GAMES {
        let (ruleset, law) = proved(text, goal, numeration);
        let (dimension, most) = (ruleset.dimension(), largest_coordinate(&law));
        let largest = law.automaton.outputs().iter().copied().max().unwrap();
        for seed in 1..4 {
            let claim = changed(&law, most, &|control, x, value| {
                if ruleset.has(&x[..dimension]) { value } else { noise(seed, control, x, largest) }
            });
            let differs =
                |x: &Vec<u64>| claim.automaton.evaluate_small(0, x) != law.automaton.evaluate_small(0, x);
            assert!(points(law.automaton.tracks(), most).any(|x| differs(&x)), "{text}: nothing is changed");
            let Judgement::Verified(certificate) = judge(&ruleset, &claim, &Watch::unlimited()).unwrap()
            else {
                panic!("{text}: a true law is refuted");
            };
            check(&certificate.encode()).unwrap_or_else(|refused| panic!("{text}: {refused}"));
            if bouton_check::has_windows(&ruleset, law.nim_heap) && law.numeration().is_binary() {
                check_windows(&ruleset, &claim, &Limits::default())
                    .unwrap_or_else(|refused| panic!("{text}: {refused}"));
            }
        }
    }
}

#[test]
fn a_law_that_is_wrong_at_one_position_that_exists_is_refuted_there() {
    let mut random = Random(0x1902);
    for &(text, goal, numeration) in GAMES {
        let (ruleset, law) = proved(text, goal, numeration);
        let (dimension, most) = (ruleset.dimension(), largest_coordinate(&law));
        let largest = law.automaton.outputs().iter().copied().max().unwrap();
        let watch = Watch::unlimited();
        let mut solver = solver(&ruleset, &law, &watch);
        let Judgement::Verified(right) = judge(&ruleset, &law, &watch).unwrap() else { panic!("{text}") };
        let existing: Vec<Vec<u64>> =
            points(law.automaton.tracks(), most).filter(|x| ruleset.has(&x[..dimension])).collect();
        for _ in 0..12 {
            let wrong = &existing[random.below(existing.len())];
            let at = random.below(ruleset.controls().len());
            // The law has arbitrary values at positions that do not exist.
            let claim = changed(&law, most, &|control, x, value| match ruleset.has(&x[..dimension]) {
                true if x == wrong && control == at => other(&law, value, largest),
                true => value,
                false => noise(7, control, x, largest),
            });
            let Judgement::Wrong { position: (x, control), claimed, truth } =
                judge(&ruleset, &claim, &watch).unwrap()
            else {
                panic!("{text}: a law that is wrong at {wrong:?} is not refuted");
            };
            assert!(ruleset.has(&x), "{text}: refuted at {x:?}, which does not exist");
            let value = solver.value(&Node { coordinates: x.clone(), control }).unwrap();
            let value = law.valuation.coarse(value);
            assert_ne!(claimed, truth, "{text}");
            let stated =
                if law.nim_heap { StatedValue::Grundy(value.into()) } else { StatedValue::Value(value) };
            assert_eq!(truth, stated, "{text} at {x:?}");
            // With the strategies of the right law.
            let Claim::Law(mut evidence) = right.claim.clone() else { panic!("{text}") };
            evidence.law = claim.clone();
            let sealed = Certificate { claim: Claim::Law(evidence), ..(*right).clone() }.encode();
            check(&sealed).expect_err(text);
            check_windows(&ruleset, &claim, &Limits::default()).expect_err(text);
        }
    }
}

/// Random conditions, moves and laws, given to the checker directly: accepted laws are true, and refused laws
/// are false.
#[test]
fn the_checker_accepts_just_the_laws_that_are_true_where_positions_exist() {
    const CONDITIONS: &[&str] = &[
        "a = 0",
        "b = 0",
        "a >= b",
        "a + b is even",
        "a != b",
        "a mod 3 = 0",
        "b <= a div 2",
        "a >= b or b >= 3",
        "a mod 4 = 1, b = 0",
        "a = 2 * b",
        "a mod 3 != 2",
        "a <= 2 * b",
        "a <= 3, b <= 2",
        "a = b",
    ];
    const MOVES: &[&str] = &[
        "a -> a - 1",
        "a -> a - 2",
        "a -> a - 3",
        "a -> a - 4",
        "b -> b - 1",
        "b -> b - 2",
        "a, b -> a - 1, b - 1",
        "a, b -> a - 2, b - 1",
        "a -> t where t < a",
        "b -> t where t < b",
        "a -> a - 1 when a is odd",
        "a -> a - 1 when a > b",
        "a, b -> a - 2, b + 1",
        "a, b -> a - 3, b",
    ];
    const ENDS: &[&str] = &["", "; pass 1", "; pass 1 unless empty", "; stop when a <= 2", "; play misere"];
    let mut random = Random(0xB0_0702);
    let (mut accepted, mut wrong, mut open, mut several) = (0, 0, 0, 0);
    let limits = Limits { steps: 1 << 22, ..Limits::default() };
    for _ in 0..900 {
        let text =
            format!("counters a, b; move {}; move {}{}", random.of(MOVES), random.of(MOVES), random.of(ENDS));
        let Ok(game) = Game::parse(&text) else { continue };
        let plain = game.ruleset().unwrap();
        let condition = random.of(CONDITIONS);
        let said = ruleset(&format!(
            "counters a, b; move a -> a - 1; stop when {}",
            condition.replace(", ", " and ")
        ));
        let exists = said.stop().clone();
        // With and without the change that the reader of rules makes: moves from positions that do not exist
        // are not moves.
        let mut parts = RulesetParts { exists: exists.clone(), ..plain.clone().into_parts() };
        let guarded = random.below(4) > 0;
        if guarded {
            for schema in &mut parts.moves {
                schema.guard = std::mem::replace(&mut schema.guard, Formula::True).and(exists.clone());
            }
        }
        let ruleset = Ruleset::new(parts).unwrap();
        let (watch, controls) = (Watch::unlimited(), ruleset.controls().len());
        let valuation = Valuation::provable(ruleset.convention());
        let values = if valuation == Valuation::NormalOutcome { 2 } else { 3 };
        let options = Moves::within(&plain, &Watch::unlimited()).unwrap();
        let here = |x: &[u64]| ruleset.has(x);
        let leaves = points(2, 14).filter(|x| here(x)).any(|x| {
            let mut leaves = false;
            for control in 0..controls {
                options.for_each_option(&x, ControlState::new(control), &mut |to, _| leaves |= !here(to));
            }
            leaves
        });
        let mut solver =
            Solver::new(RulesetOptions::new(&plain, &Watch::unlimited()).unwrap(), valuation, &watch);
        let budget = Watch::new(&bouton_core::Limits::default()).within(1 << 22);
        if guarded
            && !leaves
            && let Ok(proof) = prove(&ruleset, Goal::Outcome, &ProveOptions::default(), &budget)
        {
            let law = proof.law();
            let most = Value::try_from(values).unwrap() - 1;
            let seed = u64::try_from(random.below(1 << 20)).unwrap();
            let claim = changed(law, 9, &|control, x, value| {
                if here(x) { value } else { noise(seed, control, x, most) }
            });
            let Judgement::Verified(certificate) = judge(&ruleset, &claim, &watch).unwrap() else {
                panic!("{text}; positions where {condition}: a true law is refuted");
            };
            let Claim::Law(claim) = &certificate.claim else { panic!("{text}") };
            check_law(&ruleset, claim, &limits)
                .unwrap_or_else(|refused| panic!("{text}; positions where {condition}: {refused}"));
            several += usize::from(!claim.strategies.is_empty());
            // The same strategies for a law that is wrong at one position.
            for wrong in points(2, 5).filter(|x| here(x)) {
                let mut claim = claim.clone();
                claim.law = changed(&claim.law, 9, &|_, x, value| {
                    if *x == wrong { other(law, value, most) } else { value }
                });
                check_law(&ruleset, &claim, &limits).expect_err(&text);
                check_windows(&ruleset, &claim.law, &limits).expect_err(&text);
            }
        }
        for _ in 0..12 {
            let states = 1 + random.below(4);
            let law = random_law(&mut random, states, controls, values);
            let law = Law::new(valuation, law);
            let mut first = None;
            for x in points(2, 14).filter(|x| here(x)) {
                for control in 0..controls {
                    let node = Node { coordinates: x.clone(), control: ControlState::new(control) };
                    if law.automaton.evaluate_small(control, &x) != solver.value(&node).unwrap() {
                        first = first.or(Some((x.clone(), control)));
                    }
                }
            }
            let windows = check_windows(&ruleset, &law, &limits);
            let by_windows = bouton_check::has_windows(&ruleset, false);
            let rules = format!("{text}; positions where {condition}");
            match (&windows, leaves, &first) {
                (Ok(()), false, None) => accepted += 1,
                (Ok(()), ..) => panic!("{rules}: accepted, wrong at {first:?}"),
                (Err(refused), true, _) => {
                    assert_eq!(refused.step, Step::Closure, "{rules}: {refused}");
                    open += 1;
                }
                (Err(_), false, _) => {}
            }
            if leaves {
                continue;
            }
            match judge(&ruleset, &law, &watch).unwrap() {
                Judgement::Verified(certificate) => {
                    assert_eq!(first, None, "{rules}");
                    assert_eq!(windows.is_ok(), by_windows, "{rules}: {windows:?}");
                    let Claim::Law(claim) = &certificate.claim else { panic!("{text}") };
                    // The checker asks more of moves that the reader of rules has not written.
                    let verdict = check_law(&ruleset, claim, &limits);
                    assert!(verdict.is_ok() || !guarded, "{rules}: {verdict:?}");
                    several += usize::from(!claim.strategies.is_empty());
                    // Another law with these strategies.
                    let mut other = claim.clone();
                    let states = 1 + random.below(3);
                    other.law.automaton = random_law(&mut random, states, controls, values);
                    let holds = points(2, 14).filter(|x| here(x)).all(|x| {
                        (0..controls).all(|control| {
                            let node = Node { coordinates: x.clone(), control: ControlState::new(control) };
                            other.law.automaton.evaluate_small(control, &x) == solver.value(&node).unwrap()
                        })
                    });
                    let verdict = check_law(&ruleset, &other, &limits);
                    assert!(verdict.is_err() || holds, "{rules}: {other:?}");
                }
                Judgement::Wrong { position: (x, control), claimed, truth } => {
                    assert!(here(&x) && claimed != truth && windows.is_err(), "{rules}: {x:?}");
                    let value = solver.value(&Node { coordinates: x.clone(), control }).unwrap();
                    assert_ne!(law.automaton.evaluate_small(control.index(), &x), value, "{rules}: {x:?}");
                    wrong += 1;
                }
                // Only the value of an ended position is wrong, and it is N nevertheless.
                Judgement::WrongSomewhere => {
                    assert!(values == 3 && windows.is_err(), "{rules}");
                }
            }
        }
    }
    println!("{accepted} accepted, {wrong} wrong, {open} not closed, {several} with strategies");
    assert!(accepted > 100 && wrong > 1000 && open > 1000 && several > 30);
}

/// An automaton over two coordinates whose starts are states that zeros lead to themselves.
fn random_law(random: &mut Random, states: usize, controls: usize, values: usize) -> DigitAutomaton {
    let state = |random: &mut Random| State::try_from(random.below(states)).unwrap();
    let starts: Vec<State> = (0..controls).map(|_| state(random)).collect();
    let mut next: Vec<State> = (0..4 * states).map(|_| state(random)).collect();
    for &start in &starts {
        next[start as usize * 4] = start;
    }
    let outputs = (0..states).map(|_| Value::try_from(random.below(values)).unwrap()).collect();
    DigitAutomaton::new(2, starts, outputs, next).unwrap()
}

/// Coins on different squares of a strip, of which one moves down without passing another.
fn coins(count: u8) -> String {
    let names: Vec<char> = (b'a'..).take(count.into()).map(char::from).collect();
    let list = |parts: Vec<String>, by: &str| parts.join(by);
    let below = list(names.windows(2).map(|two| format!("{} < {}", two[0], two[1])).collect(), ", ");
    let all = list(names.iter().map(char::to_string).collect(), ", ");
    let moves = names.iter().enumerate().map(|(at, name)| {
        let above = at.checked_sub(1).map_or(String::new(), |before| format!(", t > {}", names[before]));
        format!("; move {name} -> t where t < {name}{above}")
    });
    format!("counters {all}; positions where {below}{}", list(moves.collect(), ""))
}

/// The law of four coins says that two gaps are equal. It does not distinguish positions from other points,
/// and few points that are not positions are solved.
#[test]
fn a_law_need_not_say_which_positions_exist() {
    let ruleset = ruleset(&coins(4));
    let watch = Watch::new(&bouton_core::Limits::default());
    let proof = prove(&ruleset, Goal::Outcome, &ProveOptions::default(), &watch).unwrap();
    let law = proof.law();
    assert_eq!(law.automaton.states(), 4);
    assert!(proof.statistics.positions < 200_000, "{:?}", proof.statistics);
    check(&proof.certificate.encode()).unwrap();
    for x in points(4, 9).filter(|x| ruleset.has(x)) {
        let lost = x[1] - x[0] == x[3] - x[2];
        assert_eq!(law.automaton.evaluate_small(0, &x) == 0, lost, "{x:?}");
    }
}

//! Moves give exactly the options that the schemas define.

use std::collections::BTreeSet;

use bouton_core::{ControlState, Ruleset, Target, Valuation};
use bouton_rules::Game;
use bouton_solve::{Moves, Node, RulesetOptions, Solver, Watch};

/// Rules whose parameters are bounded by one another, inside a disjunction, or
/// only by a combination of inequalities.
const GAMES: &[&str] = &[
    "counters a, b; move a, b -> s, t where s + t < a + b",
    "counters a, b; move a -> s where 2 * s <= t, t < 2 * a, t != b",
    "counters a, b; move a -> s where s < a and (s < b or s < 3)",
    "counters a, b; move a, b -> a - t, b + u where u < t, (u < 2 or 2 * u + 3 <= t), t >= 1",
    "counters a, b; move a -> a - t where t >= 1, t <= 3, t != b; move a, b -> b, a - 1 when a > b",
    "counters a, b; move a, b -> s, t where not (s + 2 * t >= a + b), s + t < a + b",
    "heaps 3; move take the same any from 2 heaps; move take at most half from a largest heap",
    "heaps 2; move take odd from 1 heap; move take any from at most 2 heaps; stop when h1 = h2",
];

/// The options by the definition: all parameters up to `most` are tried.
fn by_definition(
    ruleset: &Ruleset,
    position: &[u64],
    control: ControlState,
    most: i128,
) -> BTreeSet<(Vec<u64>, ControlState)> {
    let mut found = BTreeSet::new();
    let start: Vec<i128> = position.iter().map(|&x| i128::from(x)).collect();
    if ruleset.stop().holds(&start) {
        return found;
    }
    for schema in ruleset.moves().iter().filter(|schema| schema.from == control) {
        let mut values = start.clone();
        values.resize(start.len() + usize::from(schema.parameters), 0);
        loop {
            if schema.guard.holds(&values) {
                let targets = schema.targets.iter().enumerate().map(|(index, target)| match target {
                    Target::Same => u64::try_from(values[index]).ok(),
                    Target::Becomes(expression) => u64::try_from(expression.evaluate(&values)).ok(),
                });
                if let Some(option) = targets.collect::<Option<Vec<u64>>>() {
                    found.insert((option, schema.to));
                }
            }
            let Some(place) = (start.len()..values.len()).rev().find(|&place| values[place] < most) else {
                break;
            };
            values[place] += 1;
            values[place + 1..].fill(0);
        }
    }
    found
}

#[test]
fn options_are_those_of_the_definition() {
    for text in GAMES {
        let ruleset = match Game::parse(text) {
            Ok(game) => game.ruleset().unwrap(),
            Err(faults) => panic!("{text}: {faults}"),
        };
        let moves = Moves::within(&ruleset, &Watch::unlimited()).unwrap();
        let dimension = u32::try_from(ruleset.dimension()).unwrap();
        for number in 0..5u64.pow(dimension) {
            let position: Vec<u64> = (0..dimension).map(|place| number / 5u64.pow(place) % 5).collect();
            let mut found = BTreeSet::new();
            moves.for_each_option(&position, ControlState(0), &mut |option, control| {
                found.insert((option.to_vec(), control));
            });
            let expected = by_definition(&ruleset, &position, ControlState(0), 14);
            assert_eq!(found, expected, "{text} at {position:?}");
            assert_eq!(moves.is_terminal(&position, ControlState(0)), expected.is_empty());
        }
    }
}

fn grundy(ruleset: &Ruleset, position: &[u64]) -> u32 {
    let mut solver = Solver::new(
        RulesetOptions::new(ruleset, &Watch::unlimited()).unwrap(),
        Valuation::Grundy,
        &Watch::unlimited(),
    );
    solver.value(&Node { coordinates: position.to_vec(), control: ControlState(0) }).unwrap()
}

/// The same rules about heaps and about the numbers of heaps of each size.
#[test]
fn heap_sizes_are_heaps_counted() {
    for rules in [
        "move take 1..2 in total from at most 2 heaps",
        "move take 1..2 in total from 1 heap",
        "move take {2,3} in total from 2 heaps",
        "move take at most half from 1 heap; stop when at most 1 heap is at least 2",
        "move take the same any from at most 2 heaps; stop when some heap is exactly 3",
        "move take odd from at most 2 odd heaps; move take 2 from 1 even heap",
    ] {
        let heaps = Game::parse(&format!("heaps 3; {rules}")).unwrap().ruleset().unwrap();
        let sizes = Game::parse(&format!("heap sizes 1..4; {rules}")).unwrap().ruleset().unwrap();
        for position in (0..5u64).flat_map(|a| (a..5).flat_map(move |b| (b..5).map(move |c| [a, b, c]))) {
            let mut counts = [0; 4];
            for heap in position.into_iter().filter(|&heap| heap > 0) {
                counts[usize::try_from(heap - 1).unwrap()] += 1;
            }
            assert_eq!(grundy(&heaps, &position), grundy(&sizes, &counts), "{rules}: {position:?}");
        }
    }
}

/// `div` rounds down and `mod` is never negative, wherever they stand.
#[test]
fn negative_numbers_are_divided_downwards() {
    let reached = |rules: &str, a: u64, b: u64| -> Vec<Vec<u64>> {
        let ruleset = Game::parse(rules).unwrap().ruleset().unwrap();
        let mut options = Vec::new();
        Moves::within(&ruleset, &Watch::unlimited()).unwrap().for_each_option(
            &[a, b],
            ControlState(0),
            &mut |to, _| options.push(to.to_vec()),
        );
        options
    };
    for (a, b) in (0..9u64).flat_map(|a| (0..9u64).map(move |b| (a, b))) {
        let (x, y) = (i64::try_from(a).unwrap(), i64::try_from(b).unwrap());
        let difference = x - 2 * y - 1;
        let may = |holds: bool| if holds && a > 0 { vec![vec![a - 1, b]] } else { Vec::new() };
        for (condition, holds) in [
            ("(a - 2 * b - 1) mod 3 = 1", difference.rem_euclid(3) == 1),
            ("1 = (a - 2 * b - 1) mod 3", difference.rem_euclid(3) == 1),
            ("(a - 2 * b - 1) mod 3 < 2", difference.rem_euclid(3) < 2),
            ("(a - 2 * b - 1) div 3 >= 0 - 1", difference.div_euclid(3) >= -1),
            ("not (a - 2 * b - 1) div 3 >= 0", difference.div_euclid(3) < 0),
            ("a = 3 or (a - 2 * b - 1) div 2 = 0 - 2", x == 3 || difference.div_euclid(2) == -2),
        ] {
            let rules = format!("counters a, b; move a -> a - 1 when {condition}");
            assert_eq!(reached(&rules, a, b), may(holds), "{condition} at {a}, {b}");
        }
        // A coordinate is never negative.
        let rules = "counters a, b; move a -> (a - b) div 2 when a >= 1";
        let quotient = (x - y).div_euclid(2);
        let expected = if a >= 1 && quotient >= 0 { vec![vec![quotient.unsigned_abs(), b]] } else { vec![] };
        assert_eq!(reached(rules, a, b), expected, "{a}, {b}");
    }
}

//! Moves give exactly the options that the schemas define.

use std::collections::BTreeSet;

use bouton_core::{ControlState, Ruleset, Target};
use bouton_rules::Game;
use bouton_solve::Moves;

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
        let moves = Moves::new(&ruleset);
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

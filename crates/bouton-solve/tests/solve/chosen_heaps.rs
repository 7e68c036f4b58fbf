//! Heaps chosen by name or because they are adjacent. The options are those of the rules' wording,
//! and the outcomes those of the same game in counters.

use std::collections::BTreeSet;

use bouton_core::{ControlState, Ruleset, Valuation, Watch};
use bouton_rules::Game;
use bouton_solve::{Moves, Node, RulesetOptions, Solver};

fn ruleset(text: &str) -> Ruleset {
    Game::parse(text).unwrap_or_else(|faults| panic!("{text}: {faults}")).ruleset().unwrap()
}

/// All positions with heaps up to `most`.
fn positions(heaps: u32, most: u64) -> impl Iterator<Item = Vec<u64>> {
    let sides = most + 1;
    (0..sides.pow(heaps))
        .map(move |number| (0..heaps).map(|place| number / sides.pow(place) % sides).collect())
}

fn options(ruleset: &Ruleset, position: &[u64]) -> BTreeSet<Vec<u64>> {
    let (mut found, mut count) = (BTreeSet::new(), 0);
    Moves::within(ruleset, &Watch::unlimited()).unwrap().for_each_option(
        position,
        ControlState(0),
        &mut |option, _| {
            found.insert(option.to_vec());
            count += 1;
        },
    );
    // Different choices make different moves.
    assert_eq!(found.len(), count, "{} at {position:?}", ruleset.text());
    found
}

/// The amounts that each heap loses from `x` to `y`, if no heap grows and one changes.
fn taken(x: &[u64], y: &[u64]) -> Option<Vec<u64>> {
    let taken: Option<Vec<u64>> = x.iter().zip(y).map(|(x, y)| x.checked_sub(*y)).collect();
    taken.filter(|taken| taken.iter().any(|&amount| amount > 0))
}

fn touched(taken: &[u64]) -> Vec<usize> {
    (0..taken.len()).filter(|&heap| taken[heap] > 0).collect()
}

/// Whether a run of at most `most` heaps, with any first heap, contains all those touched.
fn within_a_run(touched: &[usize], heaps: usize, most: usize, circle: bool) -> bool {
    (0..heaps).any(|first| {
        let run = (first..first + most).filter(|&heap| circle || heap < heaps);
        let run: Vec<usize> = run.map(|heap| heap % heaps).collect();
        touched.iter().all(|heap| run.contains(heap))
    })
}

/// Rules, and a predicate on the amounts taken from each heap that decides whether they are a move.
type Wording = (&'static str, fn(&[u64], &[u64]) -> bool);

const WORDINGS: &[Wording] = &[
    ("heaps 3; move take any from h1 and h3", |_, taken| touched(taken) == [0, 2]),
    ("heaps 3; move take any from h3 and h1", |_, taken| touched(taken) == [0, 2]),
    ("heaps 3; move take 1..2 from h1 and h2 and h3", |_, taken| {
        taken.iter().all(|amount| (1..=2).contains(amount))
    }),
    ("heaps 3; move take 2..3 in total from h2 and h3", |_, taken| {
        touched(taken) == [1, 2] && (2..=3).contains(&taken.iter().sum::<u64>())
    }),
    ("heaps 3; move take the same odd from h2 and h1", |_, taken| {
        touched(taken) == [0, 1] && taken[0] == taken[1] && taken[0] % 2 == 1
    }),
    ("heaps 3; move take half from h1 and h2", |heaps, taken| {
        touched(taken) == [0, 1] && (0..2).all(|heap| taken[heap] == heaps[heap] / 2)
    }),
    ("heaps 3; move take all from {h1, h2}", |heaps, taken| {
        touched(taken).iter().all(|&heap| heap < 2 && taken[heap] == heaps[heap])
    }),
    ("heaps 4; move take any from {h1, h2, h4}", |_, taken| taken[2] == 0),
    ("heaps 4; move take the same any from {h4, h2, h1}", |_, taken| {
        let touched = touched(taken);
        taken[2] == 0 && touched.iter().all(|&heap| taken[heap] == taken[touched[0]])
    }),
    ("heaps 4; move take 1..2 in total from {h1, h2, h4}", |_, taken| {
        taken[2] == 0 && taken.iter().sum::<u64>() <= 2
    }),
    ("heaps 4; move take any from {h1, h2, h4} when h3 >= 1 and total is even", |heaps, taken| {
        taken[2] == 0 && heaps[2] >= 1 && heaps.iter().sum::<u64>() % 2 == 0
    }),
    ("heaps 5; move take any from at most 2 consecutive heaps of a circle", |_, taken| {
        within_a_run(&touched(taken), 5, 2, true)
    }),
    ("heaps 5; move take any from at most 3 consecutive heaps of a circle", |_, taken| {
        within_a_run(&touched(taken), 5, 3, true)
    }),
    ("heaps 4; move take any from at most 3 consecutive heaps of a circle", |_, taken| {
        within_a_run(&touched(taken), 4, 3, true)
    }),
    ("heaps 3; move take any from at most 3 consecutive heaps of a circle", |_, _| true),
    ("heaps 5; move take any from at most 2 consecutive heaps of a path", |_, taken| {
        within_a_run(&touched(taken), 5, 2, false)
    }),
    ("heaps 5; move take 1 from at most 3 consecutive heaps of a path", |_, taken| {
        within_a_run(&touched(taken), 5, 3, false) && taken.iter().all(|&amount| amount <= 1)
    }),
    ("heaps 5; move take 1..2 in total from at most 3 consecutive heaps of a path", |_, taken| {
        within_a_run(&touched(taken), 5, 3, false) && taken.iter().sum::<u64>() <= 2
    }),
    ("heaps 2; move take at least 2 from at most 1 consecutive heap of a path", |_, taken| {
        touched(taken).len() == 1 && taken.iter().all(|&amount| amount != 1)
    }),
];

#[test]
fn options_are_those_of_the_words() {
    for (text, is_move) in WORDINGS {
        let rules = ruleset(text);
        let heaps = u32::try_from(rules.dimension()).unwrap();
        let most = if heaps > 4 { 2 } else { 3 };
        for position in positions(heaps, most) {
            let expected: BTreeSet<Vec<u64>> = positions(heaps, most)
                .filter(|to| taken(&position, to).is_some_and(|taken| is_move(&position, &taken)))
                .collect();
            assert_eq!(options(&rules, &position), expected, "{text} at {position:?}");
        }
    }
}

/// Rules about chosen heaps, and the same game by counters.
const IN_COUNTERS: &[(&str, &str)] = &[
    (
        "heaps 2; move take any from h1 and h2; move take 1 from 1 heap",
        "counters a, b; move a, b -> s, t where s < a, t < b; move a -> a - 1; move b -> b - 1",
    ),
    (
        "heaps 3; move take any from {h1, h2}; move take any from {h2, h3}; play misere",
        "counters a, b, c; move a, b -> s, t where s <= a, t <= b, s + t < a + b; move b, c -> s, t where s <= b, t <= c, s + t < b + c; play misere",
    ),
    (
        "heaps 4; move take any from at most 2 consecutive heaps of a circle",
        "counters a, b, c, d; move a, b -> s, t where s <= a, t <= b, s + t < a + b; move b, c -> s, t where s <= b, t <= c, s + t < b + c; move c, d -> s, t where s <= c, t <= d, s + t < c + d; move d, a -> s, t where s <= d, t <= a, s + t < d + a",
    ),
    (
        "heaps 4; move take any from at most 3 consecutive heaps of a path",
        "counters a, b, c, d; move a, b, c -> s, t, u where s <= a, t <= b, u <= c, s + t + u < a + b + c; move b, c, d -> s, t, u where s <= b, t <= c, u <= d, s + t + u < b + c + d",
    ),
    (
        "heaps 3; players 3 podium; move take 1..2 in total from at most 2 consecutive heaps of a path",
        "counters a, b, c; players 3 podium; move a, b -> s, t where s <= a, t <= b, s + t < a + b, s + t + 2 >= a + b; move b, c -> s, t where s <= b, t <= c, s + t < b + c, s + t + 2 >= b + c",
    ),
];

#[test]
fn outcomes_are_those_of_the_game_in_counters() {
    for (heaps, counters) in IN_COUNTERS {
        let (heaps, counters) = (ruleset(heaps), ruleset(counters));
        let solver = |ruleset| {
            let valuation = Valuation::outcome(heaps.convention());
            Solver::new(
                RulesetOptions::new(ruleset, &Watch::unlimited()).unwrap(),
                valuation,
                &Watch::unlimited(),
            )
        };
        let (mut one, mut other) = (solver(&heaps), solver(&counters));
        let mut values = BTreeSet::new();
        for coordinates in positions(u32::try_from(heaps.dimension()).unwrap(), 5) {
            let node = Node { coordinates, control: ControlState(0) };
            let value = one.value(&node).unwrap();
            assert_eq!(value, other.value(&node).unwrap(), "{} at {node:?}", heaps.text());
            values.insert(value);
        }
        assert!(values.len() > 1, "{}", heaps.text());
    }
}

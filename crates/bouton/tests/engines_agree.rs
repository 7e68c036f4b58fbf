//! Random rules, random positions: the answer of every engine is that of the definition.

use bouton::{
    Choice, ControlState, Convention, Oracle, Playable, Position, PositionBox, Query, Valuation, ValueKind,
    Watch,
    rules::Game,
    solve::{Engine, HeapSum, Lines, Moves, Node, Reference, RulesetOptions, Solver, TableEngine, Values},
};
use num_bigint::BigUint;

/// A small random number generator (Steele, Lea and Flood, *SplitMix*, 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % bound
    }

    fn of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[usize::try_from(self.below(choices.len() as u64)).unwrap()]
    }
}

const HEAP_MOVES: &[&str] = &[
    "move take any from 1 heap",
    "move take any from 1 heap",
    "move take 1..3 from 1 heap",
    "move take {1,3,4} from 1 heap",
    "move take {2,5} from 1 heap",
    "move take odd from 1 heap",
    "move take the same any from 2 heaps",
    "move take 1..2 in total from at most 2 heaps",
    "move take any from at most 2 heaps",
    "move take any from a largest heap",
    "move take 1..2 from h1",
    "move take any from h1 and h2",
    "move take any from {h1, h2}",
    "move take 1..2 in total from {h2, h3, h1}",
    "move take the same any from h2 and h1",
    "move take any from at most 2 consecutive heaps of a circle",
    "move take any from at most 2 consecutive heaps of a path",
    "move take 1..2 from at most 3 consecutive heaps of a path",
    "move take any from h1 when h1 > h2",
    "move take 2 from 1 heap when total mod 3 != 1",
];

fn rules(random: &mut Random) -> String {
    let mut lines = Vec::new();
    let counters = random.below(3) == 0;
    if counters {
        lines.push("counters a, b".to_owned());
    } else {
        lines.push(format!("heaps {}", 1 + random.below(3)));
    }
    for _ in 0..=random.below(3) {
        lines.push(
            random.of(if counters { bouton_testdata::random::COUNTER_MOVES } else { HEAP_MOVES }).to_owned(),
        );
    }
    if !counters && random.below(5) == 0 {
        lines.push(random.of(&["stop when total = 3", "stop when at most 1 heap is nonempty"]).to_owned());
    }
    if random.below(6) == 0 {
        lines.push(
            random.of(&["pass 1", "pass 1 each", "pass 2"]).to_owned()
                + if counters { "" } else { " unless empty" },
        );
    }
    match random.below(7) {
        0 | 1 => lines.push("play misere".to_owned()),
        2 => lines.insert(0, "players 3 podium".to_owned()),
        3 => lines.insert(0, "players 3 coalition".to_owned()),
        _ => {}
    }
    lines.join("; ")
}

/// Rules that form a game; most do.
fn game(random: &mut Random) -> Option<(String, Playable)> {
    let text = rules(random);
    let playable = Playable::new(&Game::parse(&text).ok()?, None).ok()?;
    Some((text, playable))
}

#[test]
fn every_engine_gives_the_values_of_the_definition() {
    let mut random = Random(1901);
    let (mut games, mut by_lines, mut by_heaps) = (0, 0, 0);
    for _ in 0..400 {
        let Some((text, playable)) = game(&mut random) else { continue };
        games += 1;
        let watch = Watch::unlimited();
        let ruleset = playable.ruleset().unwrap();
        let outcome = Valuation::outcome(ruleset.convention());
        let mut valuations = vec![outcome, Valuation::Grundy];
        valuations.extend((ruleset.convention() == Convention::Normal).then_some(Valuation::Remoteness));
        let upto = [40, 9, 5][ruleset.dimension() - 1];
        let mut heaps = HeapSum::of_ruleset(ruleset, &Watch::unlimited()).unwrap();
        by_heaps += usize::from(heaps.is_some());
        let moves = Moves::within(ruleset, &Watch::unlimited()).unwrap();
        for valuation in valuations {
            let mut solver =
                Solver::new(RulesetOptions::new(ruleset, &Watch::unlimited()).unwrap(), valuation, &watch);
            let mut engines: Vec<Box<dyn Values>> =
                vec![Box::new(Reference::of_ruleset(ruleset, &moves, valuation, &watch).unwrap())];
            if let Some(table) = TableEngine::new(ruleset, &moves, valuation, &watch).unwrap() {
                engines.push(Box::new(table));
            }
            if let Some(lines) = Lines::new(ruleset, valuation, &watch) {
                by_lines += 1;
                engines.push(Box::new(lines));
            }
            for _ in 0..12 {
                let coordinates: Vec<u64> = (0..ruleset.dimension()).map(|_| random.below(upto)).collect();
                let controls = ruleset.controls().len() as u64;
                let control = ControlState(u8::try_from(random.below(controls)).unwrap());
                let node = Node { coordinates, control };
                let expected = solver.value(&node).unwrap();
                let big: Vec<BigUint> = node.coordinates.iter().copied().map(BigUint::from).collect();
                for engine in &mut engines {
                    let question = bouton::solve::Question::Position(&big, control);
                    assert!(engine.estimate(&question).is_some(), "{text} {node:?} {engine:?}");
                    assert_eq!(
                        engine.small_value(&node.coordinates, control),
                        Ok(expected),
                        "{text} {node:?} {valuation:?}"
                    );
                    // Known values cost nothing.
                    assert_eq!(engine.estimate(&question).unwrap().seconds, 0.0, "{text} {node:?}");
                }
                if let (Some(heaps), Valuation::Grundy) = (&mut heaps, valuation) {
                    assert_eq!(heaps.value(&big, &watch), Ok(expected.into()), "{text} {node:?}");
                }
            }
        }
    }
    assert!(games > 200 && by_lines > 20 && by_heaps > 20, "{games} {by_lines} {by_heaps}");
}

/// The planner: the whole answer, by each engine.
#[test]
fn every_answer_is_that_of_the_definition() {
    let mut random = Random(1956);
    let choices = [
        Choice::Auto,
        Choice::Only(Engine::Tables),
        Choice::Only(Engine::Reference),
        Choice::Only(Engine::Law),
    ];
    let mut answered = [0usize; 4];
    for _ in 0..250 {
        let Some((text, playable)) = game(&mut random) else { continue };
        let watch = Watch::unlimited();
        let ruleset = playable.ruleset().unwrap().clone();
        let valuation = Valuation::outcome(ruleset.convention());
        let upto = [30, 8, 5][ruleset.dimension() - 1];
        let mut oracle = Oracle::new(playable.clone(), &watch);
        let mut solver =
            Solver::new(RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(), valuation, &watch);
        let mut grundy = Solver::new(
            RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(),
            Valuation::Grundy,
            &watch,
        );
        let mut remoteness = Solver::new(
            RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(),
            Valuation::Remoteness,
            &watch,
        );
        for _ in 0..3 {
            let coordinates: Vec<u64> = (0..ruleset.dimension()).map(|_| random.below(upto)).collect();
            let position = Position::from_small(&coordinates);
            let (big, control) = playable.place(&position).unwrap();
            let node = Node { coordinates, control };
            for (choice, answered) in choices.into_iter().zip(&mut answered) {
                let query = Query { engine: choice, ..Query::default() };
                let answer = match oracle.answer(&position, &query) {
                    Ok(answer) => answer,
                    // No law is known for most of them.
                    Err(error) => {
                        assert_eq!(choice, Choice::Only(Engine::Law), "{text} {position}: {error}");
                        continue;
                    }
                };
                *answered += 1;
                let context = format!("{text} {position} {choice:?}");
                assert_eq!(answer.value, solver.value(&node).unwrap(), "{context}");
                if let Some(value) = &answer.grundy {
                    assert_eq!(*value, grundy.value(&node).unwrap().into(), "{context}");
                }
                if let Some(value) = answer.remoteness {
                    assert_eq!(value, remoteness.value(&node).unwrap(), "{context}");
                }
                let options = bouton::solve::Moves::within(&ruleset, &Watch::unlimited()).unwrap();
                let mut expected = std::collections::BTreeSet::new();
                options.for_each_option(&node.coordinates, control, &mut |to: &[u64], control| {
                    let node = Node { coordinates: to.to_vec(), control };
                    let value = solver.value(&node).unwrap();
                    let to: Vec<BigUint> = to.iter().copied().map(BigUint::from).collect();
                    expected.insert((playable.write(&to, control), value));
                });
                let found: std::collections::BTreeSet<_> =
                    answer.moves.iter().map(|option| (option.to.clone(), option.value)).collect();
                assert!(answer.all_moves && answer.all_winning_moves, "{context}");
                assert_eq!(found, expected, "{context}");
                assert!(oracle.verify(&answer).is_ok(), "{context}");
                assert_eq!(big.len(), ruleset.dimension());
            }
            // Requested values are included, and included values are correct.
            if let Ok(answer) =
                oracle.answer(&position, &Query { value: ValueKind::Grundy, ..Query::default() })
            {
                assert_eq!(answer.grundy, Some(grundy.value(&node).unwrap().into()), "{text} {position}");
            }
        }
    }
    assert!(answered[..3].iter().all(|&count| count > 300) && answered[3] > 50, "{answered:?}");
}

/// Boxes, row by row and counted, by each engine, with every value that the game has.
#[test]
fn every_row_is_that_of_the_definition() {
    let mut random = Random(1935);
    let (mut boxes, mut verified) = (0, 0);
    for _ in 0..120 {
        let Some((text, playable)) = game(&mut random) else { continue };
        let watch = Watch::unlimited();
        let ruleset = playable.ruleset().unwrap().clone();
        let upto = [20, 6, 3][ruleset.dimension() - 1];
        for asked in [ValueKind::Outcome, ValueKind::Grundy, ValueKind::Remoteness] {
            let Ok(rows) = PositionBox::new(&playable, None, upto, asked, &watch) else { continue };
            let valuation = asked.valuation(playable.game()).unwrap();
            let mut solver =
                Solver::new(RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(), valuation, &watch);
            boxes += 1;
            let mut rows = rows;
            let mut counts = Vec::new();
            for choice in [Choice::Auto, Choice::Only(Engine::Tables), Choice::Only(Engine::Reference)] {
                rows = rows.by(choice);
                let mut count = 0;
                rows.for_each(&mut |row| {
                    count += 1;
                    let node = Node { coordinates: row.coordinates.to_vec(), control: row.control };
                    assert_eq!(row.value, solver.value(&node).unwrap(), "{text} {node:?} {choice:?}");
                    true
                })
                .unwrap();
                assert!(count > upto, "{text}");
                if choice != Choice::Auto {
                    assert_eq!(choice, Choice::Only(rows.plan().unwrap().engine));
                }
                verified += usize::from(rows.verify().unwrap().engine != rows.plan().unwrap().engine);
                if asked == ValueKind::Outcome {
                    rows.verify_count().unwrap();
                    let count = rows.count().unwrap();
                    counts.push((count.counts, count.controls));
                }
            }
            assert!(counts.windows(2).all(|pair| pair[0] == pair[1]), "{text} {counts:?}");
        }
    }
    assert!(boxes > 120 && verified > 360, "{boxes} {verified}");
}

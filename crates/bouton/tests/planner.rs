//! The choices of the planner, their costs, and the accuracy of its estimates.

use std::time::Instant;

use bouton::{
    Arena, Choice, ControlState, Oracle, Playable, Position, PositionBox, PositionsError, Query, Theorem,
    TooMuch, Valuation, ValueKind, Watch,
    solve::{Cost, Engine, HeapSum, HeapValues, Lines, Moves, Question, Reference, TableEngine, Values},
};
use num_bigint::BigUint;

fn oracle(game: &str, position: &str, watch: &Watch) -> (Oracle, Position) {
    let game = bouton::rules::resolve(game).unwrap();
    let position: Position = position.parse().unwrap();
    (Oracle::new(Playable::for_position(&game, None, &position, watch).unwrap(), watch), position)
}

/// An amount of work that takes a fraction of a second, in the units of a watch.
const LITTLE: u64 = 3_000_000;

#[test]
fn what_is_known_is_not_searched() {
    for (game, position, outcome, grundy) in [
        ("kayles", "1000000", "N", Some("1")),
        ("kayles", "100", "N", None),
        ("0.137", "123456789012345678901234567890,5", "N", None),
        ("nim", "10,20,30,40", "N", Some("40")),
        ("nim", "123456789012345678901234567890,5", "N", None),
        ("heaps 1; move take {1,3,4} from 1 heap", "1234567890123456789012345678901", "N", Some("1")),
        ("heaps 3; move take {1,3,4} from 1 heap", "1234567890123456789012345678901,7,2", "N", None),
        ("wythoff", "300,400", "N", None),
        // (⌊nφ⌋, ⌊nφ²⌋) for n = 10^29.
        ("wythoff", "161803398874989484820458683436,261803398874989484820458683436", "P", None),
        ("wythoff", "1000000000000000000000000000000,100000000000000000000000000000", "N", None),
        ("heaps 1; move take (h1 - smallest) mod 5 from 1 heap when largest = half", "35", "P", Some("0")),
    ] {
        let watch = Watch::unlimited();
        let (mut oracle, position) = oracle(game, position, &watch);
        let answer = oracle.answer(&position, &Query::default()).unwrap();
        assert_eq!(answer.outcome, outcome, "{game} {position}");
        if let Some(grundy) = grundy {
            assert_eq!(answer.grundy, Some(grundy.parse().unwrap()), "{game} {position}");
        }
        assert_eq!(answer.winning_moves().count() > 0, outcome == "N", "{game} {position}");
        assert!(watch.work() < LITTLE, "{game} {position}: {} units of work", watch.work());
        // The same question, and questions about its options, cost next to nothing.
        let before = watch.work();
        for option in answer.moves.iter().take(20) {
            let next = oracle.answer(&option.to, &Query::default()).unwrap();
            assert_eq!(next.value, option.value, "{game} {}", option.to);
        }
        assert_eq!(oracle.answer(&position, &Query::default()).unwrap().value, answer.value);
        let again = watch.work() - before;
        assert!(again < LITTLE, "{game} {position}: {again} units of work for what is known");
    }
}

#[test]
fn winning_moves_of_periods_show_the_split() {
    let (mut oracle, position) = oracle("kayles", "1000000", &Watch::unlimited());
    let answer = oracle.answer(&position, &Query { moves: Some(3), ..Query::default() }).unwrap();
    let moves: Vec<String> = answer.winning_moves().map(ToString::to_string).collect();
    assert_eq!(moves.len(), 3);
    assert!(!answer.all_winning_moves);
    for to in &moves {
        let heaps: Vec<u64> = to.split(',').map(|heap| heap.parse().unwrap()).collect();
        assert!((999_998..=999_999).contains(&heaps.iter().sum::<u64>()), "{to}");
        assert_eq!(oracle.answer(&to.parse().unwrap(), &Query::default()).unwrap().outcome, "P", "{to}");
    }
}

#[test]
fn the_certificate_of_a_period_answers() {
    let text = bouton::bundled().iter().find(|bundled| bundled.name == "kayles.cert").unwrap().text;
    let theorem = Theorem::check(text, &bouton::check::Limits::default()).unwrap();
    let (kayles, position) = oracle("kayles", "1000000", &Watch::unlimited());
    let mut kayles = kayles.with_theorem(theorem.clone()).unwrap();
    let answer = kayles.answer(&position, &Query { moves: Some(2), ..Query::default() }).unwrap();
    assert_eq!(answer.plan.engine, Engine::Law);
    assert!(matches!(answer.source, bouton::Source::Law { .. }));
    let (dawson, _) = oracle("0.137", "5", &Watch::unlimited());
    assert!(matches!(dawson.with_theorem(theorem), Err(bouton::AnswerError::OtherGame { .. })));
}

#[test]
fn engines_can_be_forced_and_refuse_what_they_cannot_do() {
    let (mut nim, position) = oracle("nim", "3,4,5", &Watch::unlimited());
    for (choice, engine) in [
        (Choice::Auto, Engine::Law),
        (Choice::Only(Engine::Tables), Engine::Tables),
        (Choice::Only(Engine::Reference), Engine::Reference),
        (Choice::Only(Engine::Law), Engine::Law),
    ] {
        let answer = nim.answer(&position, &Query { engine: choice, ..Query::default() }).unwrap();
        assert_eq!((answer.plan.engine, answer.outcome.as_str()), (engine, "N"));
        assert_eq!(answer.winning_moves().map(ToString::to_string).collect::<Vec<_>>(), ["1,4,5"]);
        assert_ne!(nim.verify(&answer).unwrap().engine, engine);
    }
    let (mut wythoff, position) = oracle("wythoff", "3,4", &Watch::unlimited());
    let law = Query { engine: Choice::Only(Engine::Law), value: ValueKind::Grundy, ..Query::default() };
    let refused = wythoff.answer(&position, &law).unwrap_err();
    assert!(
        matches!(&refused, bouton::AnswerError::TooLarge { needed: TooMuch::NoSuch(Engine::Law), .. }),
        "{refused}"
    );
}

#[test]
fn what_is_too_large_is_refused_before_any_work_with_what_it_takes() {
    let watch = Watch::new(&bouton::Limits { memory: 64 << 20, ..bouton::Limits::default() });
    let (mut wythoff, position) = oracle("wythoff", "1000000,1000000", &watch);
    let error =
        wythoff.answer(&position, &Query { value: ValueKind::Grundy, ..Query::default() }).unwrap_err();
    let bouton::AnswerError::TooLarge { needed: TooMuch::Memory { cost, .. }, .. } = &error else {
        panic!("{error}")
    };
    assert!((0.9e12..1.1e12).contains(&cost.positions), "{error}");
    assert!(watch.work() < LITTLE, "{} units of work", watch.work());
    // Remoteness is not computed where it is not free, and is refused where it is too much.
    let (mut nim, position) = oracle("nim", "300,400,500,600", &watch);
    let answer = nim.answer(&position, &Query::default()).unwrap();
    assert_eq!((answer.remoteness, answer.grundy), (None, Some((300u32 ^ 400 ^ 500 ^ 600).into())));
    let asked = Query { value: ValueKind::Remoteness, ..Query::default() };
    assert!(nim.answer(&position, &asked).unwrap_err().is_limit());
}

/// Questions that the program refuses with status 3: about positions, boxes and sequences.
#[test]
fn what_is_too_large_is_refused_before_any_work() {
    let misere = "heaps 2; move take any from 1 heap; move take the same any from 2 heaps; play misere";
    for (game, position) in [
        (misere, "1000000000000000000000000000000,5"),
        (misere, "9000000,9000000"),
        ("nim-with-a-pass", "100000,100000,100000"),
        ("grundy", "1000000000000"),
    ] {
        let watch = Watch::new(&bouton::Limits { memory: 1 << 30, ..bouton::Limits::default() });
        let (mut oracle, position) = oracle(game, position, &watch);
        let refused = oracle.answer(&position, &Query::default()).unwrap_err();
        assert!(refused.is_limit(), "{game} {position}: {refused}");
        assert!(watch.work() < LITTLE, "{game} {position}: {} units of work", watch.work());
    }
    for (heaps, upto) in [(6, 100_000), (4, u64::MAX)] {
        let watch = Watch::new(&bouton::Limits { memory: 1 << 30, ..bouton::Limits::default() });
        let game = bouton::rules::resolve("nim").unwrap();
        let playable = Playable::new(&game, Some(heaps)).unwrap();
        let rows = PositionBox::new(&playable, Some(heaps), upto, ValueKind::Outcome, &watch);
        let refused = rows.and_then(|rows| rows.for_each(&mut |_| true)).unwrap_err();
        let is_limit = match &refused {
            PositionsError::Answer(error) => error.is_limit(),
            refused => matches!(refused, PositionsError::Limit(_)),
        };
        assert!(is_limit, "{heaps} heaps to {upto}: {refused}");
        assert!(watch.work() < LITTLE, "{heaps} heaps to {upto}: {} units of work", watch.work());
    }
}

/// Estimates are right within this factor either way.
const FACTOR: f64 = 12.0;

/// The distance of a ratio from one, in either direction.
fn off(ratio: f64) -> f64 {
    ratio.max(1.0 / ratio)
}

/// The seconds for a unit of work, as the engines count it: an option of the reference, a step of a
/// table.
fn seconds_a_unit(engine: Engine) -> f64 {
    if engine == Engine::Reference { 1.4e-7 } else { 5e-8 }
}

/// The work done, as a multiple of the estimate. Work is counted, so it is the same on every
/// machine.
fn off_by(question: &Question<'_>, cost: &Cost, make: &dyn Fn(&Watch) -> Box<dyn Values>) -> f64 {
    let Question::Position(coordinates, control) = question else { panic!("a position") };
    let watch = Watch::unlimited();
    let mut engine = make(&watch);
    engine.value(coordinates, *control).unwrap();
    #[allow(clippy::cast_precision_loss, reason = "a ratio needs no last digit")]
    let work = watch.work() as f64;
    work * seconds_a_unit(engine.engine()) / cost.seconds
}

/// The speed of this machine, relative to the one on which the constants were measured.
fn speed() -> f64 {
    let run = || {
        let start = Instant::now();
        let mut table: Vec<u32> = (0..1 << 16).collect();
        let mut place = 1u32;
        for _ in 0..4_000_000u32 {
            place = place.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let index = (place >> 16) as usize;
            table[index] ^= place;
        }
        assert_ne!(table[7], 0);
        start.elapsed().as_secs_f64()
    };
    // Some two nanoseconds for each step.
    let least = (0..3).map(|_| run()).fold(f64::INFINITY, f64::min);
    8e-3 / least
}

/// The measured time, as a multiple of the estimate.
fn measured(question: &Question<'_>, cost: &Cost, make: &dyn Fn() -> Box<dyn Values>) -> f64 {
    let Question::Position(coordinates, control) = question else { panic!("a position") };
    let mut ratio: f64 = f64::INFINITY;
    // Repeated if it was disturbed, with the speed of the machine measured at about the same time.
    for _ in 0..5 {
        let mut engine = make();
        let speed = speed();
        let start = Instant::now();
        engine.value(coordinates, *control).unwrap();
        let measured = start.elapsed().as_secs_f64() * speed;
        // Times below a millisecond are not planned.
        let now = measured.max(1e-3) / cost.seconds.max(1e-3);
        if off(now) < off(ratio) {
            ratio = now;
        }
        if off(ratio) < FACTOR / 2.0 {
            break;
        }
    }
    ratio
}

#[test]
#[ignore = "it measures seconds; `just estimates` runs it on a quiet machine"]
fn estimates_of_single_heaps_are_near_what_is_measured() {
    let mut told = Vec::new();
    for (text, heap) in [
        ("0.16", 10_000u64),
        ("0.6", 10_000),
        ("0.142", 10_000),
        ("0.45", 3_000),
        ("hexadecimal 0.8", 400),
        ("hexadecimal 0.fa", 300),
        ("heaps 1; move take odd from 1 heap", 3_000),
        ("heaps 1; move take {2,5,11} from 1 heap", 200_000),
        ("counters a; move a -> a div 2 when a >= 1; move a -> a - 1", 200_000),
    ] {
        let playable = Playable::new(&bouton::rules::resolve(text).unwrap(), None).unwrap();
        let heaps = match playable.arena() {
            Arena::Code(code) => HeapSum::of_code(code),
            Arena::Rules(ruleset) => HeapSum::of_ruleset(ruleset, &Watch::unlimited()).unwrap().unwrap(),
            Arena::Open(_) => panic!("one heap"),
        };
        let make = || -> Box<dyn Values> { Box::new(HeapValues::new(heaps.clone(), &Watch::unlimited())) };
        let position = [BigUint::from(heap)];
        let question = Question::Position(&position, ControlState(0));
        let cost = make().estimate(&question).unwrap();
        let ratio = measured(&question, &cost, &make);
        told.push(format!("{text} {heap}: {ratio:.2} ({:.4} s estimated)", cost.seconds));
        assert!(off(ratio) < FACTOR, "{told:#?}");
    }
    println!("{told:#?}");
}

#[test]
fn estimates_are_near_the_work_that_is_counted() {
    // Some ten milliseconds each: long enough to be measured.
    let cases = [
        ("heaps 3; move take any from 1 heap", vec![24, 28, 32]),
        ("heaps 4; move take 1..3 from 1 heap", vec![9, 12, 15, 15]),
        ("heaps 2; move take any from 1 heap; move take the same any from 2 heaps", vec![60, 80]),
        ("heaps 4; move take 1..2 in total from at most 2 heaps", vec![9, 12, 15, 15]),
        (
            "counters a, b; move a -> a - t where t >= 1, t <= 3; move a, b -> a - 1, b + 1; move b -> b - 1",
            vec![70, 70],
        ),
        ("heap sizes 1..4; move take any from 1 heap", vec![6, 6, 6, 6]),
    ];
    let mut told = Vec::new();
    for (text, coordinates) in cases {
        let ruleset = bouton::rules::Game::parse(text).unwrap().ruleset().unwrap();
        let big: Vec<BigUint> = coordinates.iter().map(|&c: &u64| BigUint::from(c)).collect();
        let moves = Moves::within(&ruleset, &Watch::unlimited()).unwrap();
        for valuation in [Valuation::NormalOutcome, Valuation::Grundy] {
            #[allow(clippy::type_complexity, reason = "a list of three closures")]
            let make: [&dyn Fn(&Watch) -> Option<Box<dyn Values>>; 3] = [
                &|watch| Some(Box::new(Reference::of_ruleset(&ruleset, &moves, valuation, watch).unwrap())),
                &|watch| {
                    TableEngine::new(&ruleset, &moves, valuation, watch)
                        .unwrap()
                        .map(|table| -> Box<dyn Values> { Box::new(table) })
                },
                &|watch| {
                    Lines::new(&ruleset, valuation, watch).map(|lines| -> Box<dyn Values> { Box::new(lines) })
                },
            ];
            for make in make {
                let Some(engine) = make(&Watch::unlimited()) else { continue };
                let question = Question::Position(&big, ControlState(0));
                let cost = engine.estimate(&question).unwrap();
                let ratio = off_by(&question, &cost, &|watch| make(watch).unwrap());
                told.push(format!("{text} {valuation:?} {engine}: {ratio:.2}", engine = engine.engine()));
                assert!(off(ratio) < FACTOR, "{told:#?}");
            }
        }
    }
    println!("{told:#?}");
}

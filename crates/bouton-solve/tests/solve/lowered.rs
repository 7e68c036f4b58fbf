//! Tables of games in which moves lower sets of heaps agree with play by definition.

use bouton_core::{ControlState, Limits, Ruleset, Valuation, Value, Watch};
use bouton_solve::{Node, RulesetOptions, Solver, Table};

fn ruleset(text: &str) -> Ruleset {
    bouton_rules::Game::parse(text).unwrap().ruleset().unwrap()
}

/// Calls `visit` with all positions without a heap above `most`.
fn for_each_in_box(dimension: usize, most: u64, mut visit: impl FnMut(&[u64])) {
    let mut position = vec![0; dimension];
    loop {
        visit(&position);
        let Some(place) = position.iter().position(|&x| x < most) else { return };
        position[..place].fill(0);
        position[place] += 1;
    }
}

/// The number of lost positions in a box, after all values were compared with those of the definition.
fn compared(text: &str, valuation: Valuation, tables: &mut [Table], most: u64) -> usize {
    let game = ruleset(text);
    let watch = Watch::unlimited();
    let mut solver = Solver::new(RulesetOptions::new(&game, &watch).unwrap(), valuation, &watch);
    let mut lost = 0;
    for_each_in_box(game.dimension(), most, |position| {
        let node = Node { coordinates: position.to_vec(), control: ControlState(0) };
        let expected = solver.value(&node).unwrap();
        lost += usize::from(expected == 0);
        for table in &mut *tables {
            assert_eq!(table.value(position, ControlState(0)), Ok(expected), "{text}: {position:?}");
        }
    });
    lost
}

/// All orders in which a table can keep the positions of a game.
fn tables(game: &Ruleset, valuation: Valuation) -> Vec<Table> {
    let watch = Watch::unlimited();
    let mut all = vec![Table::new(game, valuation, &watch).unwrap()];
    all.extend(Table::by_largest(game, valuation, &watch).unwrap());
    all.extend(Table::by_sum(game, valuation, &watch).unwrap());
    all
}

const GAMES: &[(&str, u64)] = &[
    ("heaps 6; move take any from exactly 2 heaps", 2),
    ("heaps 6; move take any from at most 2 heaps", 2),
    ("heaps 6; move take any from exactly 3 heaps; move take any from 1 heap", 2),
    ("heaps 7; move take any from exactly 4 heaps", 2),
    ("heaps 6; move take any from at most 2 consecutive heaps of a circle", 2),
    ("heaps 6; move take any from at most 4 consecutive heaps of a circle", 2),
    ("heaps 7; move take any from at most 3 consecutive heaps of a circle", 1),
    ("heaps 6; move take any from {h1, h2, h3}; move take any from h4 and h6; move take any from h5", 2),
];

#[test]
fn values_are_those_of_the_definition() {
    for &(text, most) in GAMES {
        for (end, valuation) in [("", Valuation::NormalOutcome), ("; play misere", Valuation::MisereOutcome)]
        {
            let text = format!("{text}{end}");
            let mut tables = tables(&ruleset(&text), valuation);
            assert!(tables.len() > 1);
            assert!(compared(&text, valuation, &mut tables, most) > 5, "{text}");
        }
    }
}

/// Moves with other conditions, and fewer heaps, are solved in another way.
#[test]
fn moves_with_conditions_are_not_taken_for_free_ones() {
    for text in [
        "heaps 6; move take any from exactly 2 heaps; stop when at most 3 heaps are nonempty",
        "heaps 6; move take 1..2 from 1 heap; move take any from exactly 3 heaps",
        "heaps 6; move take any from 1 heap when total > 3; move take any from exactly 2 heaps",
        "heaps 6; move take the same any from exactly 2 heaps; move take any from 1 heap",
    ] {
        let valuation = Valuation::NormalOutcome;
        let mut tables = tables(&ruleset(text), valuation);
        compared(text, valuation, &mut tables, 2);
    }
}

#[test]
fn heaps_that_differ_in_size_have_the_same_values_in_all_orders() {
    let text = "heaps 6; move take any from exactly 4 heaps";
    let game = ruleset(text);
    let watch = Watch::unlimited();
    let mut table = Table::new(&game, Valuation::NormalOutcome, &watch).unwrap();
    let mut solver =
        Solver::new(RulesetOptions::new(&game, &watch).unwrap(), Valuation::NormalOutcome, &watch);
    let mut seed = 5u64;
    let mut values = [0; 2];
    for _ in 0..400 {
        let mut draw = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % 5
        };
        let position: Vec<u64> = (0..6).map(|_| draw()).collect();
        let node = Node { coordinates: position.clone(), control: ControlState(0) };
        let expected: Value = solver.value(&node).unwrap();
        values[expected as usize] += 1;
        assert_eq!(table.value(&position, ControlState(0)), Ok(expected), "{position:?}");
    }
    assert!(values.iter().all(|&count| count > 5), "{values:?}");
}

#[test]
fn a_saved_table_goes_on() {
    let game = ruleset(GAMES[5].0);
    let watch = Watch::unlimited();
    let fresh = || Table::by_largest(&game, Valuation::NormalOutcome, &watch).unwrap().unwrap();
    let mut whole = fresh();
    whole.grow_to_largest(4).unwrap();
    let mut begun = fresh();
    begun.grow_to_largest(2).unwrap();
    let mut saved = Vec::new();
    begun.save(&mut saved).unwrap();
    let mut restored = fresh();
    restored.restore(&mut &saved[..]).unwrap();
    restored.grow_to_largest(4).unwrap();
    for_each_in_box(6, 4, |position| {
        let [one, other] = [&whole, &restored].map(|table| table.known(position, ControlState(0)));
        assert_eq!(one, other, "{position:?}");
    });
}

/// Where the lost options take too much memory, positions are marked instead; marks that were saved are not continued
/// after regions that were solved without them.
#[test]
fn marks_are_not_continued_after_a_pause() {
    let game = ruleset("heaps 6; move take any from 1 heap");
    let fresh = |memory: u64| {
        let watch = Watch::new(&Limits { memory, ..Limits::default() });
        Table::by_largest(&game, Valuation::NormalOutcome, &watch).unwrap().unwrap()
    };
    let mut marked = fresh(300_000);
    marked.grow_to_largest(5).unwrap();
    let mut saved = Vec::new();
    marked.save(&mut saved).unwrap();
    let mut restored = fresh(1_500_000);
    restored.restore(&mut &saved[..]).unwrap();
    restored.grow_to_largest(6).unwrap();
    restored.grow_to_largest(7).unwrap();
    for_each_in_box(6, 7, |position| {
        let nim_sum = position.iter().fold(0, |sum, heap| sum ^ heap);
        let value = restored.known(position, ControlState(0));
        assert_eq!(value, Some(u32::from(nim_sum != 0)), "{position:?}");
    });
}

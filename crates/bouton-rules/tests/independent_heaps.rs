//! Tests rules of any number of heaps that have the same meaning for every number of them.

use bouton_rules::Game;

fn game(rules: &str) -> Game {
    Game::parse(rules).unwrap_or_else(|faults| panic!("{rules}: {faults}"))
}

#[test]
fn what_is_about_other_heaps_is_no_sum() {
    for rules in [
        "heaps any; move take any from at most 2 heaps",
        "heaps any; move take 1 from all heaps",
        "heaps any; move take any from any heaps",
        "heaps any; move take any from at least 1 heap",
        "heaps any; move take any from a largest heap",
        "heaps any; move take at most total from 1 heap",
        "heaps any; move take 1..largest from 1 heap",
        "heaps any; move take any from 1 heap when total is even",
        "heaps any; move take any from 1 heap when at least 2 heaps are nonempty",
        "heaps any; move take any from 1 heap; stop when at most 1 heap is nonempty",
        "heaps any; move take any from 1 heap; positions where total <= 9",
        "heaps any; move take any from 1 heap; pass 1",
        "heaps any; move take any from at most 1 consecutive heaps of a circle",
        "heaps 2; move take any from 1 heap",
        "octal 0.77",
    ] {
        if let Ok(game) = Game::parse(rules) {
            assert!(game.one_heap().is_err(), "{rules}");
        }
    }
}

#[test]
fn what_is_about_one_heap_is_a_sum() {
    for rules in [
        "heaps any; move take {1,4} from 1 heap",
        "subtraction {2,5,7}",
        "heaps any; let k = 3; move take 1..k from 1 heap",
        "heaps any; move take at most heap div 2 from 1 heap",
        "heaps any; move take 1..3 in total from at most 1 heap",
        "heaps any; move take 2 from 1 even heap",
        "heaps any; move take any from 1 heap when heap >= 5",
    ] {
        let one = game(rules).one_heap().unwrap_or_else(|fault| panic!("{rules}: {fault}"));
        assert_eq!(one.ruleset().unwrap().dimension(), 1);
    }
}

#[test]
fn free_takes_are_of_any_amounts() {
    let lowered = |rules: &str| game(rules).free_takes().map(|takes| takes.lowered);
    assert_eq!(lowered("heaps any; move take any from exactly 2 heaps"), Ok(vec![(2, 2)]));
    assert_eq!(
        lowered("heaps any; move take any from 1 heap; move take any from 3 heaps"),
        Ok(vec![(1, 1), (3, 3)])
    );
    for rules in [
        "heaps any; move take 1 from at most 2 heaps",
        "heaps any; move take the same any from 2 heaps",
        "heaps any; move take any in total from 2 heaps",
        "heaps any; move take any from any heaps",
        "heaps any; move take any from a largest heap",
        "heaps any; move take any from 1 heap; pass 1 unless empty",
        "heaps any; move take any from 1 heap; pass 1 each",
        "heaps any; move take any from 1 heap; stop when empty",
    ] {
        if let Ok(game) = Game::parse(rules) {
            assert!(game.free_takes().is_err(), "{rules}");
        }
    }
}

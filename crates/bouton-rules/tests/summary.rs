//! Rules in words.

use bouton_rules::Game;

#[test]
fn rules_are_put_into_words() {
    for (rules, words) in [
        (
            "heaps 1; move take {1,3,5..7} from 1 heap; play misere",
            "one heap of any size; a move takes 1, 3 or 5 to 7 from one heap; the last move loses",
        ),
        (
            "heaps any; move take any from at most 2 heaps",
            "any number of heaps; a move takes any number from each of at most 2 heaps; the last move wins",
        ),
        (
            "heaps 2; move take any from 1 heap; move take the same any from 2 heaps",
            "2 heaps of any size; a move takes any number from one heap, or takes any number, the same, from each of 2 heaps; the last move wins",
        ),
        (
            "heaps 2; players 3 podium; move take 1..2 from 1 heap",
            "2 heaps of any size; a move takes 1 or 2 from one heap; 3 players, podium rule: whoever moves last is first",
        ),
        // What has no words is there as it is written; all moves are, if one of them has none.
        (
            "heaps 2; move take any from 1 heap when h1 > h2; move take 1 from 1 heap",
            "2 heaps of any size; a move is `take any from 1 heap when h1 > h2` or `take 1 from 1 heap`; the last move wins",
        ),
        (
            "heaps 2; move take 1..3 from 1 heap; pass 1 unless empty; play misere",
            "2 heaps of any size; a move takes 1 to 3 from one heap; with the line `pass 1 unless empty`; the last move loses",
        ),
        (
            "heaps 1; move take half from 1 heap",
            "one heap of any size; a move takes half (rounded down) from one heap; the last move wins",
        ),
        (
            "heaps 1; move take at most half from 1 heap",
            "one heap of any size; a move takes at most half from one heap; the last move wins",
        ),
        (
            "counters a, b; move a, b -> a - 1, b - 2; move b -> b - 1",
            "the counters a and b; a move is `a, b -> a - 1, b - 2` or `b -> b - 1`; the last move wins",
        ),
        (
            "for all m where m >= 1; heaps 1; move take 1..m from 1 heap",
            "one heap of any size; a move is `take 1..m from 1 heap`; with the line `for all m where m >= 1`; the last move wins",
        ),
        (
            "heap sizes 1..3; move take any from 1 heap; let k = 2; stop when total < k",
            "any number of heaps, of the sizes 1 to 3; a move takes any number from one heap; with the lines `let k = 2` and `stop when total < k`; the last move wins",
        ),
        ("octal 0.137; play misere", "any number of heaps; a move is `octal 0.137`; the last move loses"),
        (
            "grundy",
            "any number of heaps; a move divides a heap into two heaps of different sizes; the last move wins",
        ),
        (
            "subtraction {1,2,5..6}",
            "any number of heaps; a move takes 1, 2, 5 or 6 from one heap; the last move wins",
        ),
    ] {
        assert_eq!(Game::parse(rules).unwrap().in_words(), words, "{rules}");
    }
}

/// Tests that no line is left out, and that no word of a line is: two built-in games with different rules have
/// different words.
#[test]
fn different_rules_have_different_words() {
    let mut all = std::collections::BTreeMap::new();
    for game in bouton_rules::built_in_games() {
        let game = Game::parse(game.text).unwrap();
        let text = game.text();
        let rules: Vec<&str> = text.lines().filter(|line| !line.starts_with("game ")).collect();
        let rules = rules.join("; ");
        if let Some(other) = all.insert(game.in_words(), rules.clone()) {
            assert_eq!(other, rules);
        }
    }
    assert!(all.len() > 10, "{}", all.len());
}

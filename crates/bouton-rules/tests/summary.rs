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
            "2 heaps of any size; a move takes any number from one heap, or any number, the same, from each of 2 heaps; the last move wins",
        ),
        (
            "heaps 2; players 3 podium; move take 1..2 from 1 heap",
            "2 heaps of any size; a move takes 1 to 2 from one heap; 3 players, podium rule: whoever moves last is first",
        ),
        // What has no words here is left out, with all moves: a part of the moves would be another game.
        (
            "heaps 2; move take any from 1 heap when h1 > h2; move take 1 from 1 heap",
            "2 heaps of any size; the last move wins",
        ),
        ("heaps 2; move take any from 1 heap; pass 1", "2 heaps of any size; the last move wins"),
        ("counters a; move a -> a - 1", "the last move wins"),
        ("octal 0.77; play misere", "the last move loses"),
    ] {
        assert_eq!(Game::parse(rules).unwrap().in_words(), words, "{rules}");
    }
}

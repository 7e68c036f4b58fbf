//! Tests impartial rules: the control state must not determine whose turn it is.

use bouton_core::{Convention, NoGrundyValues};
use bouton_rules::{Game, built_in_games};

/// Ways to give each player passes of its own.
const EACH: &[&str] = &[
    "pass 1 each",
    "pass each",
    "pass 2 each unless empty",
    "pass 1 each when total > 2",
    "let k = 1; pass 2 each unless total < k",
    "stop when total < 2; pass 1 each",
];

#[test]
fn passes_of_each_player_s_own_are_not_impartial() {
    for pass in EACH {
        for space in [
            "heaps 2; move take any from 1 heap",
            "heap sizes 1..2; move take 1 from 1 heap",
            "counters a; move a -> a - 1",
        ] {
            let game = Game::parse(&format!("{space}; {pass}")).unwrap();
            let ruleset = game.ruleset().unwrap();
            assert!(!ruleset.is_impartial(), "{pass}");
            assert_eq!(ruleset.sprague_grundy(), Err(NoGrundyValues::Turns), "{pass}");
            assert_eq!(game.sprague_grundy(), Err(NoGrundyValues::Turns), "{pass}");
            // Every move passes the turn on, which the ruleset has checked; both players move.
            assert_eq!(ruleset.turns().unwrap().iter().max(), Some(&1));
        }
        for (who, players) in
            [("play misere", 2), ("players 2 podium", 2), ("players 3 podium", 3), ("players 3 coalition", 3)]
        {
            let game = Game::parse(&format!(
                "heaps 1; move take 1 from 1 heap; {}; {who}",
                pass.replace("2 each", "1 each")
            ));
            let ruleset = game.unwrap().ruleset().unwrap();
            assert!(!ruleset.is_impartial(), "{pass}; {who}");
            assert_eq!(ruleset.turns().unwrap().iter().max(), Some(&(players - 1)), "{pass}; {who}");
            assert!(matches!(ruleset.sprague_grundy(), Err(NoGrundyValues::Convention(_))));
        }
    }
}

#[test]
fn shared_passes_and_rules_without_passes_are_impartial() {
    for pass in ["", "; pass 1", "; pass 3 unless empty", "; pass 63 when total > 2"] {
        let game = Game::parse(&format!("heaps 1; move take any from 1 heap{pass}")).unwrap();
        let ruleset = game.ruleset().unwrap();
        assert!(ruleset.is_impartial() && ruleset.sprague_grundy().is_ok(), "{pass}");
    }
    for known in built_in_games() {
        let game = Game::parse(known.text).unwrap();
        let expected = match game.convention() {
            Convention::Normal => Ok(()),
            other => Err(NoGrundyValues::Convention(other)),
        };
        assert_eq!(game.sprague_grundy(), expected, "{}", known.name);
    }
}

//! `bouton play`, piped.

use serde_json::Value;

use crate::program::run_with_input;

fn play(arguments: &[&str], input: &str) -> String {
    let run = run_with_input(&[&["play"], arguments].concat(), input);
    assert_eq!(run.status, 0, "{}", run.stderr);
    run.stdout
}

fn play_json(arguments: &[&str], input: &str) -> Value {
    serde_json::from_str(&play(&[arguments, &["--json"]].concat(), input)).unwrap()
}

#[test]
fn a_won_position_can_be_won() {
    let document = play_json(&["nim", "1,2"], "1,1\n0,0\n");
    assert_eq!((&document["finished"], &document["winner"]), (&true.into(), &"you".into()), "{document}");
}

#[test]
fn a_lost_position_is_lost() {
    let document = play_json(&["nim", "1,1"], "0,1\n");
    assert_eq!(document["winner"], "the computer");
    let document = play_json(&["nim", "3,4,5", "--first", "computer"], "");
    assert_eq!(document["moves"][0], serde_json::json!({ "by": "the computer", "to": "1,4,5" }));
    assert_eq!(document["finished"], false);
}

#[test]
fn misere_play_turns_the_winner_around() {
    let document = play_json(&["misere-nim", "1"], "0\n");
    assert_eq!(document["winner"], "the computer");
}

#[test]
fn three_players_share_the_podium() {
    let text = play(&["heaps 1; players 3 podium; move take 1..2 from 1 heap", "2"], "take 2 from 1\n");
    assert!(text.contains("1. you, 2. computer 2, 3. computer 1"), "{text}");
}

#[test]
fn questions_are_answered() {
    let text = play(
        &["nim", "3,4,5"],
        "help\nhint\nwhy\nmoves\nundo\n9,9,9\nnonsense\ntake 9 from 1\ntake 1 from 9\nquit\n",
    );
    for words in [
        "move to 1,4,5: it wins",
        "3,4,5 is N: the player to move wins; Grundy value 2",
        "0,4,5 1,4,5 2,4,5",
        "there is nothing to take back",
        "this is no move of the rules",
        "`nonsense` is no move",
        "heap 1 has only 3",
        "there is no heap 9; there are 3",
        "good bye",
    ] {
        assert!(text.contains(words), "{words:?} in {text}");
    }
}

#[test]
fn moves_can_be_taken_back() {
    let text = play(&["nim", "3,4,5"], "2,4,5\nundo\n1,4,5\n");
    assert_eq!(text.matches("3,4,5  your move").count(), 2);
    assert!(text.contains("1,4,5  the computer moves to"));
}

#[test]
fn the_pass_is_a_move() {
    let text = play(&["small-pass", "1,1,0,0"], "pass\n");
    assert!(text.contains("1,1,0,0:used  the computer moves to"), "{text}");
    let text = play(&["nim", "1,2"], "pass\n");
    assert!(text.contains("there is no pass in this game"));
}

#[test]
fn huge_heaps_are_played_by_the_law() {
    let million = format!("1{}3", "0".repeat(40));
    let text = play(&["take-three", &million], "hint\ntake 3 from 1\nundo\ntake 4 from 1\nwhy\n");
    assert!(text.contains(&format!("move to 1{}: it wins", "0".repeat(41))), "{text}");
    assert!(text.contains("the computer moves to"));
    assert!(text.contains("this is no move of the rules"));
    assert!(text.contains("by the proved law"));
}

#[test]
fn take_and_break_games_can_be_played() {
    let text = play(&["kayles", "3"], "hint\n1,1\n");
    assert!(text.contains("3  your move"));
    assert!(text.contains("the computer moves to 1"), "{text}");
}

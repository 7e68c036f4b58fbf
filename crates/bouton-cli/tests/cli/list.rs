//! `bouton list` and `bouton games`.

use crate::program::{json, run};

fn positions(arguments: &[&str]) -> Vec<String> {
    let (status, document) = json(arguments);
    assert_eq!(status, 0, "{document}");
    let list = document["positions"].as_array().unwrap();
    list.iter().map(|entry| entry["position"].as_str().unwrap().to_owned()).collect()
}

/// "Nim", blog post of 9 April 2021: the lost positions of three heaps that are not obviously lost.
#[test]
fn lost_positions_that_are_not_paired_up() {
    let found =
        positions(&["list", "nim", "--heaps", "3", "--largest", "7", "--lost", "--not-paired", "--nonempty"]);
    assert_eq!(found, ["1,2,3", "1,4,5", "1,6,7", "2,4,6", "2,5,7", "3,4,7", "3,5,6"]);
    let found = positions(&[
        "list",
        "nim",
        "--heaps",
        "4",
        "--largest",
        "15",
        "--lost",
        "--not-paired",
        "--smallest",
        "2",
    ]);
    assert!(found.contains(&"2,3,4,5".to_owned()) && found.iter().all(|position| position.starts_with("2,")));
}

#[test]
fn filters_work_together() {
    let found =
        positions(&["list", "nim", "--heaps", "4", "--total", "14", "--lost", "--distinct", "--nonempty"]);
    assert_eq!(found, ["1,2,4,7", "1,2,5,6", "1,3,4,6", "2,3,4,5"]);
    let found = positions(&[
        "list",
        "small-pass",
        "--largest",
        "1",
        "--outcome",
        "P",
        "--control",
        "pass",
        "--limit",
        "2",
    ]);
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|position| position.ends_with(":pass")));
}

#[test]
fn a_limited_list_says_that_there_is_more() {
    let (_, document) = json(&["list", "nim", "--largest", "5", "--limit", "3"]);
    assert_eq!((&document["count"], &document["complete"]), (&3.into(), &false.into()));
}

#[test]
fn every_built_in_game_can_be_loaded() {
    let (_, document) = json(&["games"]);
    let games = document["games"].as_array().unwrap();
    assert!(games.len() >= 15);
    for game in games {
        let name = game["name"].as_str().unwrap();
        assert!(!game["source"].as_str().unwrap().is_empty());
        assert_eq!(run(&["games", name]).status, 0);
        assert_ne!(run(&["count", name, "--upto", "1"]).status, 2, "{name}");
    }
}

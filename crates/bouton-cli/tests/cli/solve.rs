//! `bouton solve`.

use serde_json::{Value, json};

use crate::program::{certificate, json, run};

fn winning(document: &Value) -> Vec<&str> {
    let moves = document["moves"].as_array().unwrap();
    moves
        .iter()
        .filter(|option| option["winning"] == true)
        .map(|option| option["to"].as_str().unwrap())
        .collect()
}

/// A given certificate takes precedence over every other way, and the plan claims no more than
/// that.
#[test]
fn the_plan_with_a_certificate_does_not_deny_other_ways() {
    let path = certificate("plan-of-one-given.cert", &["take-three"]);
    let text = run(&["solve", "take-three", "5", "--using", &path, "--explain-plan", "--verify"]).stdout;
    let plan = "engine law: the law of the certificate answers; a given source answers alone";
    assert!(text.contains(plan), "{text}");
    assert!(text.contains("verified: engine "), "{text}");
}

#[test]
fn nim_has_its_winning_move() {
    let (status, document) = json(&["solve", "nim", "3,4,5"]);
    assert_eq!(status, 0);
    assert_eq!(document["outcome"], "N");
    assert_eq!(document["grundy"], 2);
    assert_eq!(document["remoteness"].as_u64().unwrap() % 2, 1);
    assert_eq!(document["moves"].as_array().unwrap().len(), 12);
    assert_eq!(winning(&document), ["1,4,5"]);
}

/// "Index-k Nim variant: is it still a Nim?": four heaps with three smallest heaps 3, 5, 7.
#[test]
fn the_four_heap_game_has_fourteen_moves() {
    let (_, document) = json(&["solve", "two-in-total", "3,5,7,9"]);
    assert_eq!(document["moves"].as_array().unwrap().len(), 14);
    let lost = document["outcome"] == "P";
    assert_eq!(winning(&document).is_empty(), lost);
}

/// Nowakowski, Santos, Silva, Three-player NIM with podium rule, Example 2.15: 23 -> 11.
#[test]
fn podium_nim_has_the_linked_move() {
    let (_, document) = json(&["solve", "podium-nim", "15,14,23,5"]);
    assert_eq!(document["outcome"], "N");
    assert_eq!(document["value"], 1);
    assert_eq!(document["grundy"], Value::Null);
    assert_eq!(winning(&document), ["15,14,11,5"]);
}

/// Wong Oi Lin prints N for (5,0,0,0): it is P.
#[test]
fn nim_with_a_pass_has_control_states() {
    let (_, document) = json(&["solve", "small-pass", "5,0,0,0"]);
    assert_eq!((&document["outcome"], &document["position"]), (&json!("P"), &json!("5,0,0,0:pass")));
    let (_, document) = json(&["solve", "small-pass", "5,0,0,0:used"]);
    assert_eq!(document["outcome"], "N");
}

#[test]
fn misere_nim_of_ones_is_turned_around() {
    assert_eq!(json(&["solve", "misere-nim", "1,1,1"]).1["outcome"], "P");
    assert_eq!(json(&["solve", "misere-nim", "1,1"]).1["outcome"], "N");
}

#[test]
fn take_and_break_games_are_sums_of_their_heaps() {
    let (_, document) = json(&["solve", "kayles", "7"]);
    assert_eq!(document["grundy"], 2);
    let (_, document) = json(&["solve", "kayles", "7,7"]);
    assert_eq!(document["outcome"], "P");
}

#[test]
fn rules_may_come_from_a_file() {
    let path = crate::program::temporary("three.game");
    std::fs::write(&path, "# take one to three\nheaps 1\nmove take 1..3 from 1 heap\n").unwrap();
    let (status, document) = json(&["solve", path.to_str().unwrap(), "7"]);
    assert_eq!((status, winning(&document)), (0, vec!["4"]));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_law_answers_for_heaps_of_any_size() {
    let law = certificate("any-size.cert", &["heaps 1; move take 1..4 from 1 heap"]);
    let million = format!("1{}", "0".repeat(300));
    let arguments =
        ["solve", "heaps 1; move take 1..4 from 1 heap", million.as_str(), "--using", law.as_str()];
    let (status, document) = json(&arguments);
    assert_eq!((status, &document["outcome"]), (0, &json!("P")));
    assert_eq!(document["moves"].as_array().unwrap().len(), 4);
    assert!(document["certificate"].as_str().unwrap().starts_with("sha256:"));
    // The same rules under another name.
    let named =
        ["solve", "game four; heaps 1; move take 1..4 from 1 heap", "1000001", "--using", law.as_str()];
    assert_eq!(winning(&json(&named).1), ["1000000"]);
    std::fs::remove_file(law).unwrap();
}

#[test]
fn bundled_laws_answer_where_the_table_cannot() {
    for (game, position, outcome) in [
        ("take-three", "2147483647", "N"),
        ("take-three", "1000000000000000000000000000000", "P"),
        ("nim", "1000000000000000000000000000000,1000000000000000000000000000000", "P"),
        ("nim", "100000000000000000000,100000000000000000001,1", "P"),
        ("small-pass", "1000000000000000000000001,0,0,0", "P"),
        // As 0,0,4,5: two heaps repeat with period 3.
        ("two-in-total", "0,0,1000000000000000000000,1000000000000000000001", "P"),
        ("podium-nim", "10000000000000000000000,10000000000000000000000,10000000000000000000000", "P"),
    ] {
        let (status, document) = json(&["solve", game, position]);
        assert_eq!((status, &document["outcome"]), (0, &json!(outcome)), "{game} {position}: {document}");
        assert!(document["certificate"].is_string());
    }
}

/// Solving and the law agree at small positions.
#[test]
fn laws_and_tables_agree() {
    for game in ["two-in-total", "small-pass"] {
        let law = certificate(&format!("{game}-agree.cert"), &[game]);
        for position in ["0,0,0,0", "1,2,3,4", "4,3,2,1", "5,0,0,0", "2,2,3,3", "7,1,0,2"] {
            let solved = json(&["solve", game, position]).1;
            let by_law = json(&["solve", game, position, "--using", law.as_str()]).1;
            assert_eq!(solved["outcome"], by_law["outcome"], "{game} {position}");
            let sorted = |document: &Value| {
                let mut moves: Vec<String> = winning(document).into_iter().map(str::to_owned).collect();
                moves.sort();
                moves
            };
            assert_eq!(sorted(&solved), sorted(&by_law), "{game} {position}");
        }
        std::fs::remove_file(law).unwrap();
    }
}

#[test]
fn a_certificate_for_other_rules_is_refused() {
    let law = certificate("other-rules.cert", &["take-three"]);
    let found = run(&["solve", "heaps 1; move take 1..4 from 1 heap", "9", "--using", law.as_str()]);
    assert_eq!(found.status, 2);
    assert!(found.stderr.contains("other rules"), "{}", found.stderr);
    let text = std::fs::read_to_string(&law).unwrap();
    std::fs::write(&law, text.replace("1..3", "1..4")).unwrap();
    let found = run(&["solve", "heaps 1; move take 1..4 from 1 heap", "9", "--using", law.as_str()]);
    assert_eq!(found.status, 2);
    assert!(found.stderr.contains("not accepted"), "{}", found.stderr);
    std::fs::remove_file(law).unwrap();
}

/// For heaps with different moves, each period is stated with its heap.
#[test]
fn periods_name_their_heap() {
    let rules = "heaps 2; move take 1 from h1; move take 1 from h2; move take 2 from h2";
    let said = run(&["solve", rules, "500,500"]);
    for part in ["heap h1 alone: g(n + 2) = g(n)", "heap h2 alone: g(n + 3) = g(n)"] {
        assert!(said.stdout.contains(part), "{part}: {}", said.stdout);
    }
}

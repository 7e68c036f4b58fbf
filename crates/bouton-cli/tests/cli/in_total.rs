//! `bouton in-total`: base cases, lemmas, the family.

use serde_json::json;

use crate::program::{json, run};

/// "Index-k Nim variant: is it still a Nim?": 220 base cases in 63 lines.
#[test]
fn base_cases_and_lemmas() {
    let (status, document) = json(&["in-total", "base-cases"]);
    assert_eq!((status, &document["calculated"]), (0, &json!(220)));
    assert_eq!(document["rows"].as_array().unwrap().len(), 63);
    let (status, document) = json(&["in-total", "lemmas"]);
    assert_eq!((status, &document["verified"]), (0, &json!(true)));
    let lines = document["lines"].as_array().unwrap();
    assert_eq!(lines.iter().filter(|line| line["lemma"] == "repetition").count(), 44);
    assert!(lines.iter().all(|line| line["verified"] == true));
    // Every size is in some line.
    let (_, document) = json(&["in-total", "lemmas", "2,99999999999999999999999,99999999999999999999999"]);
    assert_eq!(document["lines"][0]["row"], "2,p,q");
    for wrong in ["2,1,3", "1,2", "1,2,3,4", "1,2,x", "1,2,3:used"] {
        assert_eq!(run(&["in-total", "lemmas", wrong]).status, 2, "{wrong}");
    }
}

/// The summary of the forum answer: 19 rows.
#[test]
fn the_summary_is_that_of_the_answer() {
    let (_, document) = json(&["in-total", "summary"]);
    let rows = document["rows"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[8]), (19, &json!({ "row": [1, 1, 1], "outcomes": ["N", "P", "N"] })));
}

/// The game of the question: the total mod 3 except in the 19 rows of the answer, the third heap at
/// most 4; not a Nim.
#[test]
fn the_game_of_the_question_is_compared_with_nim() {
    let words = "in-total family --heaps 4 --total 2 --from 2 --ending stop";
    let (status, document) = json(&words.split(' ').collect::<Vec<_>>());
    assert_eq!(
        (status, &document["status"], &document["nim"]["answer"]),
        (0, &json!("proved"), &json!(false))
    );
    let total = &document["claims"][0];
    assert_eq!(total["bound"], json!({ "heap": 2, "largest": 4 }));
    assert_eq!(
        (&total["claim"], &total["holds"], &total["rows"]),
        (&json!("total"), &json!(false), &json!(19))
    );
}

/// The theorems of `docs/theory/in-total.md`, decided again from proved laws.
#[test]
fn the_laws_proved_are_those_of_the_theorems() {
    let (status, document) = json(&["in-total", "family", "--time", "10m"]);
    assert_eq!(status, 0);
    let members = document["members"].as_array().unwrap();
    assert_eq!(members.len(), 22);
    for member in members {
        assert_eq!(member["status"], "proved", "{member}");
        let number = |name: &str| member[name].as_u64().unwrap();
        let (heaps, total, from) = (number("heaps"), number("total"), number("from"));
        let empty = member["ending"] == "empty";
        assert_eq!(member["nim"]["answer"], empty && (from == 1 || total == 1), "{member}");
        let holds = |name: &str| {
            let claims = member["claims"].as_array().unwrap();
            claims.iter().find(|claim| claim["claim"] == name).unwrap()["holds"].as_bool().unwrap()
        };
        assert_eq!(holds("total"), empty && from >= heaps.min(total), "{member}");
        assert_eq!(holds("nim-on-remainders"), empty && (from == 1 || total == 1), "{member}");
    }
}

#[test]
fn limits_and_wrong_numbers_are_told_apart() {
    let ask = |heaps: &str, total: &str, from: &str, ending: &str, states: &str| {
        let words = [
            "in-total", "family", "--heaps", heaps, "--total", total, "--from", from, "--ending", ending,
            "--states", states,
        ];
        let found = run(&words);
        (found.status, found.stdout)
    };
    let (status, text) = ask("3", "2", "1", "stop", "50");
    assert_eq!(status, 3);
    assert!(text.contains("not proved") && text.contains("more than 50 states are needed"), "{text}");
    assert_eq!(ask("3", "2", "1", "stop", "200").0, 0);
    for (heaps, total, from) in [
        ("9", "2", "1"),
        ("3", "0", "1"),
        ("3", "1001", "1"),
        ("3", "2", "4"),
        ("1", "2", "1"),
        ("8", "1000", "8"),
    ] {
        assert_eq!(ask(heaps, total, from, "stop", "50").0, 2, "{heaps} {total} {from}");
    }
    assert_eq!(run(&["in-total", "family", "--heaps", "3..2"]).status, 2);
}

/// The rows of a table name the limit that was given, not the share of a game, and the status is that of a
/// limit.
#[test]
fn a_table_under_a_limit_names_the_limit() {
    let found = run(&["in-total", "family", "--heaps", "6..8", "--total", "3", "--time", "20ms"]);
    assert_eq!(found.status, 3, "{}", found.stdout);
    let limits = found.stdout.matches("the time limit of 0.02 s was").count();
    assert!(limits > 0 && limits == found.stdout.matches("time limit of").count(), "{}", found.stdout);
}

/// With many heaps, the law of Grundy values is one of outcomes beside a Nim heap.
#[test]
fn many_heaps_of_one_object_a_move_are_a_nim() {
    let words = "in-total family --heaps 8 --total 1 --from 1 --ending empty";
    let (status, document) = json(&words.split(' ').collect::<Vec<_>>());
    assert_eq!((status, &document["nim"]["answer"]), (0, &json!(true)));
}

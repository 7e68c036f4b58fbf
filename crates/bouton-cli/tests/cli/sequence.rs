//! `bouton sequence`.

use serde_json::json;

use crate::program::{json, run};

/// Guy and Smith, The G-values of various games, 1956.
#[test]
fn kayles_has_period_twelve() {
    let (status, document) = json(&["sequence", "kayles", "--upto", "200"]);
    assert_eq!((status, &document["start"]), (0, &json!(0)));
    assert_eq!(
        document["values"].as_array().unwrap()[..8],
        [0, 1, 2, 3, 1, 4, 3, 2].map(|value| json!(value))
    );
    let period = &document["period"];
    assert_eq!(
        (&period["length"], &period["preperiod"], &period["saltus"]),
        (&json!(12), &json!(71), &json!(0))
    );
    assert_eq!(period["proved"], true);
}

#[test]
fn short_windows_prove_nothing() {
    let (_, document) = json(&["sequence", "kayles", "--upto", "40"]);
    assert_ne!(document["period"]["proved"], true);
}

#[test]
fn subtraction_sets_are_periodic_from_the_start() {
    let (_, document) = json(&["sequence", "subtraction {1,3,4}", "--upto", "60"]);
    assert_eq!((&document["period"]["length"], &document["period"]["preperiod"]), (&json!(7), &json!(0)));
    assert_eq!(document["period"]["proved"], true);
}

#[test]
fn formats() {
    assert_eq!(
        run(&["sequence", "take-three", "--upto", "4", "--format", "bfile"]).stdout,
        "0 0\n1 1\n2 2\n3 3\n4 0\n"
    );
    assert_eq!(
        run(&["sequence", "take-three", "--upto", "1", "--format", "csv"]).stdout,
        "n,grundy\n0,0\n1,1\n"
    );
    let found = run(&["sequence", "take-three", "--upto", "1", "--format", "json"]);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&found.stdout).unwrap()["values"], json!([0, 1]));
}

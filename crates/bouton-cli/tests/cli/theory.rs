//! `bouton podium`, `bouton nim`, `bouton suggest`, `bouton sum`, `bouton pass`, completions and the manual.

use serde_json::json;

use crate::program::{json, run};

/// Nowakowski, Santos, Silva, Three-player NIM with podium rule: Examples 2.6 and 2.15.
#[test]
fn podium_values() {
    let (_, document) = json(&["podium", "value", "15,14,23,5"]);
    assert_eq!(document["digits"], json!([1, 2, 1, 0, 0]));
    assert_eq!(
        (&document["outcome"], &document["linked"]),
        (&json!("N"), &json!([{ "pile": 23, "to": 11 }]))
    );
}

/// The same paper: forms that are equal although no sequence of reductions connects them.
#[test]
fn podium_equality_and_canonical_forms() {
    let (_, document) = json(&["podium", "equal", "11,11,8,6,5,5,3", "11,8,8,6,6,5,2"]);
    assert_eq!(document["equal"], true);
    let (status, document) = json(&["podium", "equal", "3", "2,1"]);
    assert_eq!((status, &document["equal"]), (0, &json!(false)));
    assert!(document["distinguisher"].is_array());
    let (_, document) = json(&["podium", "canonical", "11,11,8,6,5,5,3"]);
    assert_eq!(document["canonical"], json!([11, 8, 8, 6, 6, 5, 2]));
    let (_, document) = json(&["podium", "reduce", "11,11,8,6,5,5,3"]);
    assert_eq!((&document["steps"], &document["reaches_canonical"]), (&json!([]), &json!(false)));
}

/// Theorem 2.17: the form {2} equals no sum of piles.
#[test]
fn podium_forms_of_other_games() {
    let (_, document) = json(&["podium", "form", "{2}"]);
    assert!(document["equal_to_piles"]["status"].as_str().unwrap().starts_with("none-proved"));
    assert_eq!(json(&["podium", "form", "{0,*1}"]).1["equal_to_piles"]["status"], "equal");
}

/// "Nim", blog post of 9 April 2021.
#[test]
fn nim_listings() {
    assert_eq!(json(&["nim", "lost", "--heaps", "4", "--largest", "15"]).1["count"], 105);
    assert_eq!(json(&["nim", "trapezoids"]).1["positions"].as_array().unwrap().len(), 20);
    assert_eq!(json(&["nim", "triangles", "--upto", "15"]).1["triangles"], json!([0, 3, 7, 11, 15]));
    let (_, document) = json(&["suggest", "13"]);
    assert_eq!((&document["total"], document["positions"].as_array().unwrap().len()), (&json!(106), 4));
    assert_eq!(json(&["nim", "sum", "1,2,3"]).1["nim_sum"], 0);
    assert_eq!(json(&["nim", "moves", "1,3,3"]).1["moves"].as_array().unwrap().len(), 3);
}

#[test]
fn sums_of_games() {
    let (_, document) = json(&["sum", "nim", "3,4", "kayles", "7"]);
    assert_eq!((&document["outcome"], &document["grundy"]), (&json!("N"), &json!(5)));
    assert_eq!(document["winning_moves"], json!([{ "term": 1, "to": "3,1" }]));
    let (_, document) = json(&["sum", "kayles", "5", "nim", "4"]);
    assert_eq!(document["outcome"], "P");
}

/// Names are set in the games that have them; a theorem about sums answers beyond every table.
#[test]
fn sums_of_games_with_numbers_and_of_any_size() {
    let rules = "heaps any; let k = 3; move take 1..k from 1 heap";
    let (_, document) = json(&["sum", rules, "7", "nim", "3", "--set", "k=5"]);
    assert_eq!((&document["terms"][0]["grundy"], &document["grundy"]), (&json!(1), &json!(2)));
    let letters = "for all m where m >= 1; heaps any; move take 1..m from 1 heap";
    let (_, document) = json(&["sum", letters, "7", rules, "7", "--set", "m=4,k=5"]);
    assert_eq!((&document["terms"][0]["grundy"], &document["terms"][1]["grundy"]), (&json!(2), &json!(1)));
    let wrong = run(&["sum", "nim", "3", "kayles", "4", "--set", "k=5"]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.stderr.contains("`k` is set, but none of the games has this name"), "{}", wrong.stderr);
    let guarded = "heaps any; move take any from 1 heap when heap mod 3 = 1; move take 1 from 1 heap";
    let (_, document) = json(&["sum", guarded, "10^30,7", "nim", "3"]);
    let value = document["terms"][0]["grundy"].clone();
    let (_, of_one) = json(&["sum", guarded, "10^30", guarded, "7"]);
    assert_eq!(value, of_one["grundy"]);
    assert!(document["winning_moves"].as_array().is_some_and(|moves| !moves.is_empty()));
}

/// Wong Oi Lin, The Game Positions of Nim with a Pass, 2015: two wrong outcomes in Table 3.
#[test]
fn the_printed_table_is_compared() {
    let (_, document) = json(&["pass", "table3", "--compare"]);
    let wrong: Vec<_> =
        document["wrong"].as_array().unwrap().iter().map(|row| row["heaps"].clone()).collect();
    assert_eq!(wrong, [json!([5, 0, 0, 0]), json!([4, 1, 1, 0])]);
    // The document states whose outcome each is.
    for row in document["wrong"].as_array().unwrap() {
        assert_eq!((&row["outcome"], &row["true_outcome"]), (&json!("N"), &json!("P")));
    }
    for group in ["misplaced", "repeated"] {
        assert!(document[group].as_array().unwrap().iter().all(|row| row["outcome"] == row["true_outcome"]));
    }
    assert!(document["missing"].as_array().unwrap().iter().all(|row| row.get("true_outcome").is_none()));
    let text = run(&["pass", "table3", "--compare"]).stdout;
    assert!(text.contains("(5,0,0,0)  printed N, true P"), "{text}");
    assert_eq!(json(&["pass", "theorem", "5,0,0,0"]).1["outcome"], "P");
}

#[test]
fn completions_and_manual() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(run(&["completions", shell]).stdout.contains("bouton"));
    }
    let title = |page: &str| page.lines().find(|line| line.starts_with(".TH ")).unwrap().replace("\\-", "-");
    let version = concat!("\"bouton ", env!("CARGO_PKG_VERSION"), "\" \"Bouton Manual\"");
    let (program, prove) = (run(&["man"]).stdout, run(&["man", "prove"]).stdout);
    for (page, name) in [(&program, "BOUTON"), (&prove, "BOUTON-PROVE")] {
        let title = title(page);
        assert!(title.starts_with(&format!(".TH {name} 1 ")) && title.ends_with(version), "{title}");
    }
    assert!(prove.contains("certificate"));
    for arguments in [["--help"], ["--version"]] {
        assert_eq!(run(&arguments).status, 0);
    }
}

/// Every winning move of a sum is listed, or the terms that were not searched are named.
#[test]
fn winning_moves_of_sums_are_all_listed() {
    let (_, document) = json(&["sum", "nim", "5,3", "kayles", "7", "take-three", "6"]);
    // 6 ⊕ 2 ⊕ 2 = 6: nim to 6 ⊕ 6 = 0; kayles to 2 ⊕ 6 = 4, which 5 has; take-three cannot move to
    // 4.
    let moves: Vec<_> = document["winning_moves"].as_array().unwrap().iter().collect();
    assert_eq!(moves, [&json!({ "term": 1, "to": "3,3" }), &json!({ "term": 2, "to": "5" })]);
    assert_eq!(document["winning_moves_complete"], true);
    let (_, document) = json(&["sum", "nim", "1000000000000000000000000,3", "kayles", "7"]);
    let moves = json!([{ "term": 1, "to": "1,3" }]);
    assert_eq!((&document["winning_moves"], &document["winning_moves_complete"]), (&moves, &json!(true)));
    let large = "1000000000000000000000000,1,2,3";
    let (_, document) = json(&["sum", "two-in-total", large, "kayles", "7"]);
    assert_eq!((&document["outcome"], &document["winning_moves_complete"]), (&json!("N"), &json!(false)));
}

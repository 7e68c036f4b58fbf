//! Rules with letters in the program: theorems, their certificates, and games with numbers.

use serde_json::json;

use crate::program::{json, run, run_with_input, temporary};

const TWO: &str = "for all a, b where 1 <= a, a < b, b <= 2 * a; heaps 1; move take {a, b} from 1 heap";

#[test]
fn a_theorem_is_proved_checked_and_explained() {
    let path = temporary("letters.cert").display().to_string();
    let (status, document) = json(&["prove", TWO, "-o", &path]);
    assert_eq!((status, &document["status"]), (0, &json!("proved")));
    assert_eq!(
        (&document["letters"], &document["where"], &document["certificate"]),
        (&json!(["a", "b"]), &json!("1 <= a, a < b, b <= 2 * a"), &json!(path))
    );
    let sentence = "For all 1 ≤ a < b ≤ 2a: P exactly when n mod (a + b) < a.";
    assert_eq!(document["theorem"], json!(sentence));
    let (status, document) = json(&["check", &path]);
    assert_eq!((status, &document["accepted"]), (0, &json!(true)));
    assert!(document["claim"].as_str().unwrap().ends_with(sentence));
    for game in [&*path, TWO] {
        let (status, document) = json(&["explain", game]);
        assert_eq!((status, &document["theorem"]), (0, &json!(sentence)));
    }
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("length 1,1,0", "length 1,1,1")).unwrap();
    let (status, document) = json(&["check", &path]);
    assert_eq!((status, &document["step"]), (1, &json!("decode")));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn ranges_without_one_law_are_parted() {
    let wide = format!("{}; play misere", TWO.replace("2 * a", "3 * a"));
    let (status, document) = json(&["prove", &wide]);
    assert_eq!((status, &document["status"]), (3, &json!("no-law")));
    assert!(document["reason"].as_str().unwrap().contains("--cones"));
    let (status, document) = json(&["prove", &wide, "--cones"]);
    assert_eq!((status, document["cones"].as_array().unwrap().len()), (0, 2));
    assert_eq!(document["cones"][1]["where"], json!("b > 2a"));
    assert_eq!(run(&["prove", "nim", "--heaps", "2", "--cones"]).status, 2);
}

#[test]
fn numbers_make_it_a_game_in_every_command() {
    let plain = "heaps 1; move take {3,5} from 1 heap";
    for set in [&["--set", "a=3,b=5"][..], &["--set", "a=3", "--set", "b=5"]] {
        for command in
            [&["count", "--upto", "40"][..], &["sequence", "--upto", "30"], &["table", "--upto", "20"]]
        {
            let with = [&command[..1], &[TWO], &command[1..], set].concat();
            let without = [&command[..1], &[plain], &command[1..]].concat();
            let (one, other) = (json(&with), json(&without));
            assert_eq!(one.0, 0, "{with:?} {}", one.1);
            for field in ["counts", "values", "rows", "positions"] {
                assert_eq!(one.1[field], other.1[field], "{with:?}");
            }
        }
    }
    assert_eq!(json(&["solve", TWO, "11", "--set", "a=3,b=5"]).1["outcome"], json!("N"));
    let (status, document) = json(&["solve", TWO, "11", "--set", "a=3,b=7"]);
    assert_eq!((status, &document["error"]["code"]), (2, &json!("rules")));
}

#[test]
fn letters_without_numbers_are_refused() {
    for command in [
        &["solve", TWO, "11"][..],
        &["solve", TWO, "11", "--set", "a=3"],
        &["table", TWO, "--upto", "9"],
        &["list", TWO, "--lost", "--largest", "9"],
        &["count", TWO, "--upto", "9"],
        &["sequence", TWO, "--upto", "9"],
        &["play", TWO, "9"],
        &["genus", TWO, "9"],
        &["sum", TWO, "9", "nim", "3"],
        &["compare", TWO, "take-three"],
    ] {
        let (status, document) = json(command);
        let message = document["error"]["message"].as_str().unwrap();
        assert_eq!(status, 2, "{command:?} {document}");
        assert!(message.contains("--set"), "{command:?} {message}");
    }
}

#[test]
fn numbers_of_any_size_are_answered_by_the_theorem() {
    let (status, document) = json(&["solve", TWO, "10^40", "--set", "a=10^20", "--set", "b=10^20+9"]);
    assert_eq!((status, &document["outcome"]), (0, &json!("N")));
    assert_eq!(document["moves"].as_array().unwrap().len(), 2);
    let lost = json(&["solve", TWO, "10^40", "--set", "a=10^20,b=10^20+7"]).1;
    assert_eq!((&lost["outcome"], &lost["winning_moves_complete"]), (&json!("P"), &json!(true)));
    let (status, document) = json(&["solve", TWO, "10^40", "--set", "a=10^20,b=10^30"]);
    assert_eq!(status, 2, "{document}");
    let open = "for all a, b where 1 <= a, a < b; heaps 1; move take {a, b, a + b} from 1 heap; play misere";
    assert_eq!(run(&["solve", open, "10^40", "--set", "a=10^20,b=10^30"]).status, 3);
}

/// Laws in rows, and of sums of heaps, answer as the others do: one position, many, with reasons, as a
/// program.
#[test]
fn every_kind_of_law_is_used_everywhere() {
    let additive = "for all a, b where 1 <= a, a < b; heaps 1; move take {a, b, a + b} from 1 heap";
    let sums = "for all m where m >= 1; heaps any; move take 1..m from 1 heap; play misere";
    for (name, rules, set, positions) in [
        ("additive.cert", additive, "a=3,b=8", &["100", "89", "0"][..]),
        ("sums.cert", sums, "m=3", &["5,6,8", "1,1", "4,4,1", "9"]),
    ] {
        let path = temporary(name).display().to_string();
        assert_eq!(run(&["prove", rules, "-o", &path]).status, 0);
        let input = positions.iter().map(|position| format!("{position}\n")).collect::<String>();
        let many = run_with_input(&["solve", rules, "-", "--set", set, "--using", &path], &input);
        assert_eq!((many.status, many.stdout.lines().count()), (0, positions.len()), "{}", many.stderr);
        for (line, position) in many.stdout.lines().zip(positions) {
            let found: serde_json::Value = serde_json::from_str(line).unwrap();
            let plain = json(&["solve", rules, position, "--set", set]).1;
            assert_eq!(found["outcome"], plain["outcome"], "{rules} {position}");
            assert!(found["certificate"].is_string() && plain["certificate"].is_null(), "{line}");
            let (status, why) = json(&["why", rules, position, "--set", set, "--using", &path]);
            assert_eq!((status, &why["outcome"]), (0, &plain["outcome"]), "{rules} {position}: {why}");
        }
        for language in ["rust", "python", "c", "javascript"] {
            assert_eq!(run(&["emit", &path, "--lang", language]).status, 0, "{rules} {language}");
        }
        let asked = run_with_input(&["play", rules, positions[0], "--set", set], "why\nquit\n");
        assert!(
            asked.stdout.contains("For all 1 ≤ a") || asked.stdout.contains("For all m"),
            "{}",
            asked.stdout
        );
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_range_of_numbers_asks_about_each_game() {
    let rules = "let k = 2; heaps 1; move take 1..k from 1 heap";
    let told = run(&["solve", rules, "8", "--set", "k=3..4"]);
    assert!(told.stdout.starts_with("k=3:\n") && told.stdout.contains("\nk=4:\n"), "{}", told.stdout);
    for (command, field) in [
        (&["solve", rules, "8"][..], "outcome"),
        (&["moves", rules, "8"], "options"),
        (&["count", rules, "--upto", "20"], "counts"),
        (&["sequence", rules, "--upto", "20"], "values"),
        (&["grundy", rules, "8", "9"], "values"),
    ] {
        let ran = run(&[command, &["--set", "k=3..5", "--json"]].concat());
        let documents: Vec<serde_json::Value> =
            ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((ran.status, documents.len()), (0, 3), "{command:?} {}", ran.stderr);
        for (place, document) in documents.iter().enumerate() {
            let set = format!("k={}", place + 3);
            let (_, alone) = json(&[command, &["--set", &set]].concat());
            assert_eq!(document["set"], json!({ "k": place + 3 }), "{command:?}");
            assert_eq!(document[field], alone[field], "{command:?}");
        }
    }
    let refused = run(&["count", rules, "--upto", "9", "--set", "k=3..5", "--format", "csv"]);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("leave out --format"), "{}", refused.stderr);
}

//! Codes of all kinds, in each command that reads them, compared with the definition.

use serde_json::{Value, json};

use crate::program::{json, run, temporary};

/// A code as written; the digit for each number of objects taken; and whether two heaps that are
/// left must differ.
type Case = (&'static str, fn(usize) -> u8, bool);

const CASES: [Case; 11] = [
    ("0.[3]", |taken| if taken > 0 { 3 } else { 0 }, false),
    ("0.3[30]", |taken| if taken == 1 || taken > 1 && taken % 2 == 0 { 3 } else { 0 }, false),
    ("4.[3]", |taken| if taken > 0 { 3 } else { 4 }, false),
    ("0.0[7]", |taken| if taken > 1 { 7 } else { 0 }, false),
    ("octal 0.77 unequal", |taken| if taken == 1 || taken == 2 { 7 } else { 0 }, true),
    ("octal 0.[7] unequal", |taken| if taken > 0 { 7 } else { 0 }, true),
    ("subtraction all but {1, 3}", |taken| if matches!(taken, 0 | 1 | 3) { 0 } else { 3 }, false),
    ("subtraction all but 2", |taken| if matches!(taken, 0 | 2) { 0 } else { 3 }, false),
    (
        "move take 1..2 from 1 heap, then may split the rest in two heaps",
        |taken| if taken == 1 || taken == 2 { 7 } else { 0 },
        false,
    ),
    (
        "move take odd from 1 heap; move split a heap into 2 unequal heaps",
        |taken| if taken == 0 { 4 } else { 3 * u8::from(taken % 2 == 1) },
        true,
    ),
    ("hexadecimal 0.0f", |taken| if taken == 2 { 15 } else { 0 }, false),
];

/// The options of a heap.
fn options(heap: usize, digit: fn(usize) -> u8, unequal: bool) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for taken in 0..=heap {
        let (left, digit) = (heap - taken, digit(taken));
        let mut add = |parts: Vec<usize>| {
            let equal = parts.len() == 2 && parts[0] == parts[1];
            if heap > 0 && digit >> parts.len() & 1 == 1 && !(unequal && equal) {
                all.push(parts);
            }
        };
        if left == 0 {
            add(vec![]);
            continue;
        }
        add(vec![left]);
        (1..=left / 2).for_each(|small| add(vec![small, left - small]));
        for first in 1..=left / 3 {
            (first..=(left - first) / 2).for_each(|second| add(vec![first, second, left - first - second]));
        }
    }
    all
}

/// g(0), g(1), …
fn grundy_values(count: usize, digit: fn(usize) -> u8, unequal: bool) -> Vec<usize> {
    let mut values: Vec<usize> = Vec::new();
    for heap in 0..count {
        let reached: Vec<usize> = options(heap, digit, unequal)
            .iter()
            .map(|parts| parts.iter().fold(0, |sum, &part| sum ^ values[part]))
            .collect();
        values.push((0..).find(|value| !reached.contains(value)).unwrap());
    }
    values
}

fn list(value: &Value) -> Vec<usize> {
    value.as_array().unwrap().iter().map(|value| usize::try_from(value.as_u64().unwrap()).unwrap()).collect()
}

#[test]
fn sequences_are_those_of_the_definition() {
    for (code, digit, unequal) in CASES {
        let expected = grundy_values(61, digit, unequal);
        let (status, document) = json(&["sequence", code, "--upto", "60"]);
        assert_eq!((status, list(&document["values"])), (0, expected), "{code}");
    }
}

#[test]
fn positions_are_solved_as_the_definition_says() {
    for (code, digit, unequal) in CASES {
        let values = grundy_values(30, digit, unequal);
        for heaps in [vec![7], vec![2, 5], vec![6, 6], vec![4, 9, 1], vec![21]] {
            let sum = heaps.iter().fold(0, |sum, &heap| sum ^ values[heap]);
            let position = heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
            let (status, document) = json(&["solve", code, &position]);
            let outcome = if sum == 0 { "P" } else { "N" };
            assert_eq!(
                (status, &document["outcome"], &document["grundy"]),
                (0, &json!(outcome), &json!(sum)),
                "{code} {heaps:?}: {document}"
            );
        }
    }
}

/// Positions of two heaps, by their outcomes and one by one.
#[test]
fn lists_and_tables_are_those_of_the_definition() {
    for (code, digit, unequal) in CASES {
        let values = grundy_values(9, digit, unequal);
        let (status, document) = json(&["list", code, "--heaps", "2", "--largest", "8", "--lost"]);
        let found: Vec<String> = document["positions"]
            .as_array()
            .unwrap_or_else(|| panic!("{code}: {document}"))
            .iter()
            .map(|entry| entry["position"].as_str().unwrap().to_owned())
            .collect();
        let pairs = || (0..9).flat_map(|a| (a..9).map(move |b| (a, b)));
        let lost: Vec<String> =
            pairs().filter(|&(a, b)| values[a] == values[b]).map(|(a, b)| format!("{a},{b}")).collect();
        assert_eq!((status, found), (0, lost), "{code}");
        let table =
            run(&["table", code, "--heaps", "2", "--upto", "8", "--value", "grundy", "--format", "csv"]);
        let rows: Vec<Vec<usize>> = table
            .stdout
            .lines()
            .skip(1)
            .map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect())
            .collect();
        let expected: Vec<Vec<usize>> = pairs().map(|(a, b)| vec![a, b, values[a] ^ values[b]]).collect();
        assert_eq!(rows, expected, "{code}: {}", table.stderr);
    }
}

#[test]
fn periods_are_proved_where_a_theorem_covers_the_code() {
    for (code, digit, _) in CASES {
        let (status, document) = json(&["prove", code, "--time", "2s"]);
        let endless = digit(101) > 0 || digit(102) > 0;
        // All but a few amounts, with or without splits: a theorem applies.
        let all_but = (101..103).all(|taken| digit(taken) == 3);
        assert!(!endless || (status == 0) == all_but, "{code}: {document}");
        if code.contains("two heaps") {
            assert_eq!(status, 0, "{code}: {document}");
        }
    }
}

#[test]
fn a_bare_code_is_octal() {
    let refused = run(&["sequence", "0.8", "--upto", "5"]);
    assert_ne!(refused.status, 0);
    assert!(refused.stderr.contains("hexadecimal 0.8"), "{}", refused.stderr);
}

/// Misère play of heaps that no search could reach: by the quotient, from rules alone or from a
/// certificate.
#[test]
fn misere_play_is_solved_by_the_quotient() {
    let game = "octal 0.123; play misere";
    let certificate = temporary("misere.cert");
    let path = certificate.to_str().unwrap();
    assert_eq!(run(&["prove", "octal 0.123", "--value", "quotient", "-o", path]).status, 0);
    for position in ["100,101,57", "1000000000000000000000000000000,7", "300,301,302"] {
        let (status, found) = json(&["solve", game, position, "--explain-plan"]);
        assert_eq!((status, &found["plan"]["engine"]), (0, &json!("law")), "{found}");
        let (status, given) = json(&["solve", game, position, "--using", path]);
        assert_eq!((status, &given["outcome"]), (0, &found["outcome"]), "{position}");
        assert_eq!(given["moves"], found["moves"]);
        assert!(given["certificate"].as_str().unwrap().starts_with("sha256:"));
        // A winning move leads to a position that is lost.
        let winning = found["moves"].as_array().unwrap().iter().find(|option| option["winning"] == true);
        assert_eq!(winning.is_some(), found["outcome"] == "N");
        if let Some(to) = winning {
            assert_eq!(json(&["solve", game, to["to"].as_str().unwrap()]).1["outcome"], "P");
        }
    }
    // Small positions have the same values by the definition.
    for position in ["3,4,5", "9,9", "2,7,11", "12,1"] {
        let by = |engine| json(&["solve", game, position, "--engine", engine]).1;
        let (law, reference) = (by("law"), by("reference"));
        assert_eq!(
            (&law["outcome"], &law["moves"]),
            (&reference["outcome"], &reference["moves"]),
            "{position}"
        );
    }
    let table = |engine| run(&["table", game, "--heaps", "2", "--upto", "11", "--engine", engine]).stdout;
    assert_eq!(table("law"), table("reference"));
    // Without a value named, that is what is proved of a code in misère play.
    assert_eq!(run(&["prove", game, "-o", path]).status, 0);
    assert_eq!(
        json(&["solve", game, "3,4", "--using", path]).1["outcome"],
        json(&["solve", game, "3,4"]).1["outcome"]
    );
    let normal = run(&["solve", "octal 0.123", "3,4", "--using", path]);
    assert_eq!(normal.status, 2);
    assert!(normal.stderr.contains("add `play misere` to its rules"), "{}", normal.stderr);
    std::fs::remove_file(&certificate).unwrap();
}

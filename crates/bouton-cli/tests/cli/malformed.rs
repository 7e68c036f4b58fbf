//! Wrong input: status 2, a message that names the place, one JSON document, and never a panic.

use crate::program::{json, run, run_with_input};

/// Tests every line of the table of malformed command lines.
#[test]
fn malformed_command_lines_are_refused_with_their_place() {
    let table = include_str!("../malformed.tsv");
    let rows: Vec<Vec<&str>> =
        table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect();
    assert!(rows.len() >= 300);
    for row in rows {
        let (code, place, arguments) = (row[0], row[1], &row[2..]);
        let run = run(&[arguments, &["--json"]].concat());
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.stderr);
        let document: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        let error = &document["error"];
        assert_eq!(error["code"], code, "{arguments:?}");
        if code == "rules" {
            let fault = &error["faults"][0];
            let found = format!("{} {}:{}", fault["code"].as_str().unwrap(), fault["line"], fault["column"]);
            assert_eq!(found, place, "{arguments:?}");
            // Drawn for people: the fault with its code, and a mark under the place.
            assert!(
                run.stderr.contains(fault["code"].as_str().unwrap()) && run.stderr.contains('^'),
                "{}",
                run.stderr
            );
        } else {
            assert!(error["message"].as_str().unwrap().contains(place), "{arguments:?}: {error}");
            assert!(run.stderr.contains(place), "{arguments:?}: {}", run.stderr);
        }
    }
}

#[test]
fn all_faults_of_a_text_are_told_at_once() {
    let (status, document) = json(&["solve", "heaps 2; mvoe take any from 1 heap; paly misere", "1,2"]);
    let faults = document["error"]["faults"].as_array().unwrap();
    assert_eq!((status, faults.len()), (2, 2));
    assert_eq!(faults[0]["suggestion"], "did you mean `move`?");
}

#[test]
fn endless_games_are_refused_with_the_moves_that_show_it() {
    let run = run(&["solve", "counters a, b; move a, b -> b, a", "1,2"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("for ever"), "{}", run.stderr);
}

/// Files that are not text, not certificates, too long, or empty.
#[test]
fn odd_files_are_refused() {
    let path = crate::program::temporary("odd.game");
    let odd: [(&[u8], i32); 4] =
        [(b"\xff\xfe\x00", 2), (b"", 2), (&[b'x'; 2_000_000], 2), (b"bouton certificate 1\n", 2)];
    for (bytes, status) in odd {
        std::fs::write(&path, bytes).unwrap();
        let name = path.to_str().unwrap();
        assert_eq!(run(&["solve", name, "1"]).status, status, "{:?}", &bytes[..bytes.len().min(20)]);
        assert_eq!(run(&["check", name]).status, 1);
        assert_eq!(run(&["solve", "nim", "1,2", "--using", name]).status, 2);
    }
    std::fs::remove_file(path).unwrap();
}

/// Nonsense made from fragments of rules never makes the program panic.
#[test]
fn fragments_of_rules_never_panic() {
    let fragments = [
        "heaps", "any", "2", "move", "take", "from", "1", "heap", ";", "..", "{", "}", "when", "->", "a",
        "-", "(", "pass", "unless", "empty", "stop", "players", "podium", "octal", "0.77", "=", "div", "\n",
        "#", "é",
    ];
    let mut state = 12_345u64;
    for _ in 0..150 {
        let mut text = String::new();
        for _ in 0..12 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.push_str(fragments[usize::try_from(state >> 33).unwrap() % fragments.len()]);
            text.push(' ');
        }
        let run = run_with_input(&["solve", &text, "1,1"], "");
        assert!((0..=3).contains(&run.status), "{text:?}: {} {}", run.status, run.stderr);
    }
}

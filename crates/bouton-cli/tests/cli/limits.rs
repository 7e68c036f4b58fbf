//! Limits: status 3 at once, with a message that states what to do.

use std::{process::Command, time::Duration};

use crate::program::{certificate, json, run, temporary};

/// A game without a bundled law.
const MISERE_WYTHOFF: &str =
    "heaps 2; move take any from 1 heap; move take the same any from 2 heaps; play misere";

/// A test of the library shows that no work is done before: `tests/planner.rs` of `bouton`.
#[test]
fn what_is_too_large_is_refused() {
    let cases: [&[&str]; 8] = [
        &["solve", MISERE_WYTHOFF, "1000000000000000000000000000000,5"],
        &["solve", MISERE_WYTHOFF, "9000000,9000000"],
        &["solve", "nim-with-a-pass", "100000,100000,100000"],
        &["solve", "grundy", "1000000000000"],
        &["table", "nim", "--heaps", "6", "--upto", "100000"],
        &["count", "nim-with-a-pass", "--heaps", "4", "--upto", "18446744073709551615"],
        &["sequence", "kayles", "--upto", "18446744073709551615"],
        &["play", MISERE_WYTHOFF, "1000000000000000000000000000000,5"],
    ];
    for arguments in cases {
        let (status, document) = json(arguments);
        assert_eq!((status, &document["error"]["code"]), (3, &"limit".into()), "{arguments:?}: {document}");
    }
}

/// Any three numbers below a power of two determine a fourth one whose nim-sum with them is 0.
#[test]
fn a_law_counts_boxes_that_are_too_large() {
    let (status, document) = json(&["count", "nim", "--heaps", "4", "--upto", "18446744073709551615"]);
    let lost = (1u128 << 96).to_string();
    assert_eq!(status, 0, "{document}");
    assert_eq!(document["counts"]["P"], "6277101735386680763835789423207666416102355444464034512896");
    let (_, document) = json(&["count", "nim", "--heaps", "4", "--upto", "4294967295"]);
    assert_eq!(document["counts"]["P"], lost.as_str());
}

/// A law counts a box of any size. Tables of these boxes would take minutes, or lists of their positions years.
#[test]
fn a_law_counts_where_tables_cost_more() {
    for engine in ["auto", "law"] {
        let count = |upto: &str, more: &[&str]| {
            let (status, document) =
                json(&[&["count", "take-three", "--upto", upto, "--engine", engine], more].concat());
            assert_eq!(status, 0, "{document}");
            document
        };
        let document = count("10^9", &["--explain-plan"]);
        assert_eq!(document["counts"], serde_json::json!({"P": 250_000_001, "N": 750_000_000}), "{document}");
        assert_eq!(document["plan"]["engine"], "law", "{document}");
        let document = count("3000000", &["--verify"]);
        assert_eq!(document["verified"]["engine"], "tables", "{document}");
    }
    // This law is not included in the program.
    let rules = "heaps 2; move take 1..3 from 1 heap; move take the same any from 2 heaps";
    let found = run(&["count", rules, "--upto", "10^9", "--engine", "law", "--explain-plan"]);
    assert!(
        found.stdout.starts_with("P 1999999997 N 1000000000000000004"),
        "{}{}",
        found.stdout,
        found.stderr
    );
    assert!(found.stdout.contains("engine law: the law of the game is proved"), "{}", found.stdout);
    // In a small box the table costs less.
    let found = run(&["count", rules, "--upto", "100", "--explain-plan"]);
    assert!(found.stdout.contains("engine tables"), "{}", found.stdout);
}

/// The law is asked for: it counts as the table does, with control states and where positions are left out.
#[test]
fn counts_by_the_law_are_those_of_tables() {
    for (rules, upto) in [
        ("moore", "70"),
        ("two-in-total", "60"),
        ("coalition-nim", "300"),
        ("podium-subtraction", "200"),
        ("counters a, b; positions where a <= b; move a -> a - 1; move b -> b - 2 when b >= a + 2", "4000"),
    ] {
        let count = |more: &[&str]| {
            let (status, document) =
                json(&[&["count", rules, "--upto", upto, "--explain-plan"], more].concat());
            assert_eq!(status, 0, "{document}");
            document
        };
        let (law, tables) = (count(&["--engine", "law"]), count(&["--engine", "tables"]));
        assert_eq!((&law["counts"], &law["controls"]), (&tables["counts"], &tables["controls"]), "{rules}");
        let reason = law["plan"]["reason"].as_str().unwrap();
        assert!(reason.starts_with("the law of the game is proved, and its automaton"), "{rules}: {reason}");
    }
}

#[test]
fn limits_can_be_set() {
    let found = run(&["table", "wythoff", "--upto", "100", "--value", "grundy", "--memory", "1k"]);
    assert_eq!(found.status, 3);
    assert!(found.stderr.contains("--memory"), "{}", found.stderr);
    assert!(found.stdout.is_empty(), "no half of a document");
}

/// Wythoff's game has no regular law in base 2.
#[test]
fn no_law_is_no_theorem() {
    let (status, document) = json(&["prove", "wythoff", "--numeration", "2", "--time", "1s"]);
    assert_eq!((status, &document["status"]), (3, &"no-law".into()));
    assert!(document["theorem"].is_null() && document["certificate"].is_null());
    assert!(document["reason"].as_str().unwrap().contains("within the limits"));
}

/// The failed attempts are described in words; the table of states is printed on request.
#[test]
fn where_no_law_is_found_a_person_learns_what_to_do() {
    let arguments = ["prove", "wythoff", "--states", "5"];
    let plain = run(&arguments);
    assert_eq!(plain.status, 3);
    for words in [
        "no regular law found within the limits: more than 5 states are needed\n",
        "Digits tried: ",
        "base 2, ",
        "fibonacci",
        "the number of states was still growing.",
        "Nothing is claimed about the game. What may help: --states allows a longer search",
        "`bouton list GAME --lost --largest 20`",
    ] {
        assert!(plain.stdout.contains(words), "{words:?} in {}", plain.stdout);
    }
    let rows = |text: &str| text.lines().filter(|line| line.starts_with("base 2  ")).count();
    assert_eq!((rows(&plain.stdout), plain.stdout.lines().count()), (0, 3), "{}", plain.stdout);
    let verbose = run(&[&arguments[..], &["--verbose"]].concat()).stdout;
    assert!(verbose.starts_with(&plain.stdout) && rows(&verbose) == 1, "{verbose}");
    let (_, document) = json(&arguments);
    let tried = document["tried"].as_array().unwrap();
    assert!(tried.len() > 2 && tried[0]["states_by_depth"].as_array().unwrap().len() > 1, "{document}");
    // For a game with any number of heaps, fewer heaps may be tried.
    let rules = "heaps any; move take 1 from at most 2 heaps";
    let moore = run(&["prove", rules, "--heaps", "5", "--states", "1"]);
    assert!(
        moore.status == 3 && moore.stdout.contains("--heaps 4 asks about fewer heaps"),
        "{}",
        moore.stdout
    );
}

#[test]
fn a_killed_search_goes_on_from_its_checkpoint() {
    let game = "heap sizes 1..5; move take any from 1 heap; pass 1 unless empty";
    let whole = std::fs::read(certificate("whole.cert", &[game])).unwrap();
    let (folder, found) = (temporary("checkpoint"), temporary("resumed.cert"));
    let arguments = ["prove", game, "--checkpoint", folder.to_str().unwrap(), "-o", found.to_str().unwrap()];
    let state = folder.join("proof.checkpoint");
    // The search is killed when something has been learnt. Where it ends before this is seen, it is made again.
    let was_killed = (0..100).any(|_| {
        let _ = std::fs::remove_dir_all(&folder);
        let mut child = Command::new(env!("CARGO_BIN_EXE_bouton")).args(arguments).spawn().unwrap();
        while std::fs::metadata(&state).map_or(0, |known| known.len()) < 4000 {
            if child.try_wait().unwrap().is_some() {
                return false;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        !child.wait().unwrap().success()
    });
    assert!(was_killed, "each search ended before anything was kept");
    let resumed = run(&arguments);
    assert_eq!(resumed.status, 0, "{}", resumed.stderr);
    assert_eq!(std::fs::read(&found).unwrap(), whole);
    let foreign = run(&["prove", "nim", "--checkpoint", folder.to_str().unwrap()]);
    assert_eq!(foreign.status, 2);
    assert!(foreign.stderr.contains("is of another search: rules was sha256:"), "{}", foreign.stderr);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn answers_are_the_same_for_every_number_of_threads() {
    let commands: [&[&str]; 6] = [
        &["prove", "small-pass", "-o", "-"],
        &["count", "wythoff", "--upto", "200"],
        &["table", "nim", "--heaps", "3", "--upto", "12", "--value", "grundy"],
        &["list", "wythoff", "--lost", "--largest", "60"],
        &["sequence", "0.16", "--upto", "20000"],
        &["solve", "moore", "3,5,6,9"],
    ];
    for arguments in commands {
        let with = |threads: &str| {
            let all: Vec<&str> = arguments.iter().copied().chain(["--threads", threads]).collect();
            let run = run(&all);
            assert!(!run.stderr.contains("unexpected argument"), "{}", run.stderr);
            (run.status, run.stdout)
        };
        let alone = with("1");
        assert_eq!(alone.0, 0, "{arguments:?}");
        for threads in ["2", "5"] {
            assert_eq!(with(threads), alone, "{arguments:?} with {threads} threads");
        }
    }
}

/// A limit that was passed meanwhile does not explain a disk that is full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_as_one_whatever_time_it_is() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let ran = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(["games", "--time", "0.001ms"])
        .stdout(full)
        .output()
        .unwrap();
    let told = String::from_utf8(ran.stderr).unwrap();
    assert!(told.contains("the answer cannot be written: No space left on device"), "{told}");
    assert_eq!(ran.status.code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn coq_is_ended_at_the_limit_of_time() {
    use std::os::unix::fs::PermissionsExt;

    let (folder, certificate) = (temporary("endless-coq"), certificate("coq.cert", &["take-three"]));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("Claims.vo"), "").unwrap();
    let (coqc, process) = (folder.join("coqc"), folder.join("process"));
    std::fs::write(&coqc, format!("#!/bin/sh\necho $$ > {}\nexec /bin/sleep 600\n", process.display()))
        .unwrap();
    std::fs::set_permissions(&coqc, std::fs::Permissions::from_mode(0o755)).unwrap();
    let began = std::time::Instant::now();
    let ran = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(["check", "--coq", "--time", "1s", &certificate])
        .env("PATH", &folder)
        .env("BOUTON_COQ", &folder)
        .env("TMPDIR", &folder)
        .output()
        .unwrap();
    let told = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(told, "error: the time limit of 1 s was reached; raise it with --time, or ask for less\n");
    assert_eq!(ran.status.code(), Some(3));
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
    let process = std::fs::read_to_string(process).unwrap();
    assert!(!std::path::Path::new("/proc").join(process.trim()).exists(), "coqc goes on");
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 3, "{left:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

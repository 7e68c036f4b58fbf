//! Messages to users who have written something else than they meant.

use crate::program::{certificate, json, run, temporary};

/// Arguments, and the message; the status is 2.
const MESSAGES: &[(&[&str], &str)] = &[
    (&["fmt", "nosuch.game"], "there is no file nosuch.game"),
    (
        &["list", "wythoff", "--lost", "--largest", "5", "--format", "bfile"],
        "name one of h1, h2; say which with --column",
    ),
    (&["table", "nim", "--upto", "nine"], "expected a whole number, for example 20"),
    (&["table", "nim", "-upto", "9"], "write `--upto`"),
    (&["prove", "let k = 3; heaps 1; move take 1..k from 1 heap", "--set", "k=5..2"], "write k=2..5"),
    (&["solve", "nim"], "For example: bouton solve nim 3,4,5"),
    (&["list", "nim"], "For example: bouton list "),
    (&["solve", "nim", "-3"], "number 1 is `-3`, expected a natural number"),
    (&["solve", "kayles", "3", "--heaps", "2"], "leave out --heaps"),
    (&["check", "no-such.cert"], "no-such.cert cannot be read: there is no such file"),
    (&["check", "nim"], "`bouton prove nim -o FILE` writes a certificate"),
    (&["solve", "nim", "3,4", "--using", "no.cert"], "`bouton prove GAME -o no.cert` writes a certificate"),
    (&["genus", "nim", "3"], "genera are for take-and-break games"),
    (&["explain", "no-such.cert"], "`bouton prove GAME -o no-such.cert` writes a certificate there"),
    (&["solve", "heaps 2, move take 1..3 from 1 heap", "1,2"], "write `heaps 2; move take 1..3 from 1 heap`"),
];

#[test]
fn advice_is_given() {
    for (arguments, said) in MESSAGES {
        let told = run(arguments);
        assert_eq!(told.status, 2, "{arguments:?}: {}", told.stderr);
        assert!(told.stderr.contains(said), "{arguments:?}: {}", told.stderr);
    }
}

#[test]
fn a_negative_number_is_no_option_with_one_dash() {
    let told = run(&["solve", "nim", "--time", "-5s", "3,4"]);
    assert_eq!(told.status, 2);
    assert!(told.stderr.contains("unexpected argument '-5'"), "{}", told.stderr);
    assert!(!told.stderr.contains("two dashes"), "{}", told.stderr);
}

#[test]
fn a_move_that_nobody_can_make_is_warned_of() {
    let told = run(&["solve", "heaps 2; move take 1..3 from 3 heaps", "1,2"]);
    assert_eq!(told.status, 0);
    assert!(
        told.stderr.contains("warning[W0301]: this move needs 3 heaps, but there are 2"),
        "{}",
        told.stderr
    );
}

#[test]
fn checking_goes_on_after_a_file_that_is_not_there() {
    let path = certificate("goes-on.cert", &["heaps 1; move take 1..2 from 1 heap"]);
    let told = run(&["check", "no-such.cert", &path, "Cargo.toml", "src"]);
    std::fs::remove_file(&path).unwrap();
    let lines: Vec<&str> = told.stdout.lines().collect();
    assert_eq!((told.status, lines.len()), (2, 4), "{}", told.stdout);
    assert!(lines[0].starts_with("no-such.cert: error: no-such.cert cannot be read"), "{}", lines[0]);
    assert!(lines[1].contains(": accepted: ") && lines[2].contains(": refused: "), "{}", told.stdout);
    assert!(lines[3].starts_with("src: error: src has no file that ends in .cert"), "{}", lines[3]);
    let (status, document) = json(&["check", "no-such.cert", "Cargo.toml"]);
    assert_eq!((status, &document["checks"][0]["step"]), (2, &"read".into()));
    assert_eq!(document["checks"][1]["step"], "decode");
}

/// Characters that a terminal would interpret are written out, wherever they come from: rules,
/// names, positions, options, certificates.
#[test]
fn no_letter_that_a_terminal_obeys_reaches_it() {
    let file = temporary("obeyed.cert");
    let certificate = "bouton certificate 3\n| game ni\x1b[2Jm x\n| heaps 1\n| move take 1 from 1 heap\n";
    std::fs::write(&file, certificate).unwrap();
    let file = file.to_str().unwrap();
    for arguments in [
        &["solve", "game ni\x1b[2Jm x; heaps 1; move take 1 from 1 heap", "1"][..],
        &["fmt", "game ni\x1b[2Jm x; heaps 1; move take 1 from 1 heap"],
        &["prove", "let \x1b[2J = 3"],
        &["solve", "ni\x1b[2Jm", "1"],
        &["solve", "nim", "1,\x1b[2J"],
        &["play", "nim", "1,\x1b[2J"],
        &["table", "nim", "--upto", "3", "--fix", "\x1b[2J=3"],
        &["table", "nim", "--upto", "\x1b[2J"],
        &["list", "nim", "--upto", "2", "--outcome", "\x1b[2J"],
        &["check", file],
        &["check", "\x1b[2J.cert"],
        &["explain", "\x1b[2J.cert"],
        &["games", "\x1b[2J"],
    ] {
        let told = run(arguments);
        let all = told.stdout + &told.stderr;
        assert!(!all.contains('\x1b') && !all.is_empty(), "{arguments:?}: {all:?}");
    }
    std::fs::remove_file(file).unwrap();
}

/// Every command that takes a game accepts the same arguments for it.
#[test]
fn every_command_reads_a_game_alike() {
    let formatted = |rules: &str| run(&["fmt", rules]).stdout;
    assert_eq!(formatted("0.007"), "octal 0.007\n");
    assert_eq!(formatted("0.77; play misere"), "octal 0.77\nplay misere\n");
    assert!(formatted("nim").contains("move take any from 1 heap"));
    for game in ["0.07; play misere", "octal 0.07; play misere", "game k; 0.07; play misere"] {
        let (status, document) = json(&["solve", game, "3,4"]);
        assert_eq!(
            (status, &document["outcome"]),
            (0, &json(&["solve", "octal 0.07; play misere", "3,4"]).1["outcome"]),
            "{game}"
        );
    }
    let told = run(&["fmt", "nmi"]);
    assert_eq!((told.status, told.stderr.contains("did you mean `nim`?")), (2, true), "{}", told.stderr);
}

#[test]
fn the_checker_repeats_warnings() {
    let rules = "heaps 2; move take 1 from 1 heap; move take 1..3 from 3 heaps";
    let file = certificate("warned.cert", &[rules]);
    let told = run(&["check", &file]);
    assert_eq!(told.status, 0, "{}", told.stderr);
    assert!(
        told.stderr.contains("warning[W0301]: this move needs 3 heaps, but there are 2"),
        "{}",
        told.stderr
    );
    std::fs::remove_file(file).unwrap();
}

/// No user has a thousand tebibytes, or waits for ten years.
#[test]
fn a_limit_is_advised_only_where_it_helps() {
    let cases: &[(&[&str], &str, &str)] = &[
        (
            &["count", "wythoff", "--upto", "9223372036854775807", "--each"],
            "ask for a smaller box",
            "--memory",
        ),
        (
            &["count", "nim", "--heaps", "2", "--upto", "10^18", "--value", "grundy"],
            "ask for a smaller box",
            "--time",
        ),
        (
            &["table", "nim", "--heaps", "3", "--upto", "18446744073709551615"],
            "ask for a smaller box",
            "--time",
        ),
        (
            &["count", "kayles", "--upto", "9223372036854775807", "--engine", "reference"],
            "more than 1e308 positions",
            "inf",
        ),
        (
            &["table", "wythoff", "--upto", "9000", "--value", "grundy", "--memory", "1M"],
            "raise the limit with --memory",
            "--time",
        ),
        (
            &["list", "nim", "--heaps", "2", "--lost", "--largest", "10000000"],
            "is too large to be solved exactly: about",
            "beyond any table",
        ),
    ];
    for (arguments, said, unsaid) in cases {
        let told = run(arguments);
        assert_eq!(told.status, 3, "{arguments:?}: {}{}", told.stdout, told.stderr);
        assert!(told.stderr.contains(said), "{arguments:?}: {}", told.stderr);
        assert!(!told.stderr.contains(unsaid), "{arguments:?}: {}", told.stderr);
    }
}

/// Of the options that do not go with a number from 2^64 on, the one that was given is named.
#[test]
fn the_option_that_needs_a_smaller_number_is_named() {
    let options: [&[&str]; 6] = [
        &["--each"],
        &["--verify"],
        &["--format", "bfile"],
        &["--value", "grundy"],
        &["--engine", "tables"],
        &["--engine", "reference"],
    ];
    for option in options {
        let told = run(&[&["count", "nim", "--heaps", "2", "--upto", "10^30"], option].concat());
        assert_eq!(told.status, 2, "{option:?}: {}{}", told.stdout, told.stderr);
        for other in options.iter().filter(|other| other[0] != option[0]) {
            assert!(!told.stderr.contains(other[0]), "{option:?}: {}", told.stderr);
        }
        assert!(told.stderr.contains(option[0]), "{option:?}: {}", told.stderr);
    }
    let coalition = "heaps 2; players 3 coalition; move take 1..2 from 1 heap; pass 1";
    for line in [&["nim", "--value", "remoteness"][..], &[coalition, "--each"]] {
        let law = run(&[&["count"], line, &["--upto", "5", "--engine", "law"]].concat());
        assert_eq!(law.status, 2, "{line:?}: {}{}", law.stdout, law.stderr);
        assert!(law.stderr.contains("no law of these values is known"), "{line:?}: {}", law.stderr);
    }
    let told = run(&["count", "kayles", "--upto", "10^30"]);
    assert!(told.stderr.contains("a code has a law of its heaps"), "{}", told.stderr);
}

/// An empty position is written as an empty heap, which these games have, and it is not one.
#[test]
fn an_empty_position_is_named() {
    let rules = "for all a where a >= 1; heaps 2; move take 1..a from 1 heap";
    let cases: &[(&[&str], &str)] = &[
        (&["solve", "take-three", ""], "the position is empty, expected 1 heap (h1)"),
        (&["moves", "wythoff", " "], "the position is empty, expected 2 heaps (h1,h2)"),
        (&["why", "counters-and-guards", "()"], "the position is empty, expected 2 counters (a,b)"),
        (&["line", "take-three", ""], "the position is empty, expected 1 heap (h1)"),
        (&["grundy", "take-three", ""], "the position is empty, expected 1 heap (h1)"),
        (&["sum", "take-three", ""], "the position is empty, expected 1 heap (h1)"),
        (&["play", "take-three", ""], "the position is empty, expected 1 heap (h1)"),
        (&["why", rules, "", "--set", "a=3"], "the position is empty, "),
        (&["solve", "nim", ""], "the position has no heaps; write it as `3,4,5`"),
    ];
    for (arguments, said) in cases {
        let told = run(arguments);
        assert_eq!(told.status, 2, "{arguments:?}: {}{}", told.stdout, told.stderr);
        assert!(told.stderr.contains(said), "{arguments:?}: {}", told.stderr);
        assert!(!told.stderr.contains("`0`"), "{arguments:?}: {}", told.stderr);
    }
}

/// The Grundy values of the moves are reasons for a Grundy value, where no law is found.
#[test]
fn moves_explain_a_grundy_value() {
    let game = ["why", "grundys-game", "--states", "100", "--time", "1s", "--value", "grundy"];
    let told = run(&[&game[..], &["5"]].concat());
    assert_eq!(told.status, 0, "{}", told.stderr);
    for said in [
        "The Grundy values of the moves are the reasons.",
        "Moves lead to the Grundy values 0 and 1, and none to 2, so the Grundy value is 2.",
        "2,3      1",
        "A winning move is to 1,4: there no move leads to the Grundy value 0, so the Grundy value is 0.",
    ] {
        assert!(told.stdout.contains(said), "{said}: {}", told.stdout);
    }
    let (status, document) = json(&[&game[..], &["5"]].concat());
    assert_eq!((status, &document["grundy"]), (0, &2.into()), "{document}");
    assert_eq!(document["tables"][0]["rows"], serde_json::json!([["1,4", "0"], ["2,3", "1"]]), "{document}");
    // Without a move to make, this is not said twice.
    let told = run(&["why", "counters a; move a -> a - 5 when a = 2", "7"]);
    assert_eq!(told.stdout.matches("very position").count(), 1, "{}", told.stdout);
}

/// Conditions on two numbers that do not depend on each other are stated side by side.
#[test]
fn solutions_are_stated_without_detours() {
    for (question, said) in [
        ("x >= 1 and x <= 1", "holds iff x = 1\n"),
        ("x >= 2 and x <= 2 and y >= 2", "x = 2 and "),
        ("x >= 1 and x <= 1 and y > 3", "holds iff y > 3 and x = 1\n"),
    ] {
        let told = run(&["ask", "nim", question]);
        assert_eq!(told.status, 0, "{question}: {}", told.stderr);
        let first = told.stdout.lines().next().unwrap_or_default().to_owned() + "\n";
        assert!(first.contains(said) && !first.contains("not"), "{question}: {first}");
    }
}

/// Exceptions at several values of one form are stated one after the other, the least first.
#[test]
fn exceptions_are_in_ascending_order() {
    let told = run(&["explain", "small-pass", "--value", "grundy"]);
    let mut items: Vec<Vec<u32>> = Vec::new();
    for line in told.stdout.lines() {
        if line.starts_with("- if ") {
            items.push(Vec::new());
        }
        if let Some(rest) = line.strip_prefix("  - if m2 = m4 + ") {
            items.last_mut().unwrap().push(rest[..1].parse().unwrap());
        }
    }
    assert_eq!(items, [vec![2, 3, 4, 5], vec![1, 2, 3, 4, 5], vec![3, 4, 5]], "{}", told.stdout);
}

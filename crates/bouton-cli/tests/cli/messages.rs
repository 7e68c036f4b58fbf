//! What is said to who has written something else than was meant.

use crate::program::{certificate, json, run};

/// Arguments, and what is said; the status is 2.
const SAID: &[(&[&str], &str)] = &[
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
    (&["explain", "no-such.cert"], "`bouton prove GAME -o no-such.cert` writes a certificate there"),
    (&["solve", "heaps 2, move take 1..3 from 1 heap", "1,2"], "write `heaps 2; move take 1..3 from 1 heap`"),
];

#[test]
fn advice_is_given() {
    for (arguments, said) in SAID {
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
        told.stderr.contains("warning[W0301]: this move needs 3 heaps, and there are 2"),
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

//! Limits: status 3 and a message that says what to do, at once.

use std::time::{Duration, Instant};

use crate::program::{json, run};

#[test]
fn what_is_too_large_is_refused_at_once() {
    let cases: [&[&str]; 8] = [
        &["solve", "wythoff", "1000000000000000000000000000000,5"],
        &["solve", "wythoff", "9000000,9000000"],
        &["solve", "nim-with-a-pass", "100000,100000,100000"],
        &["solve", "grundy", "1000000000000"],
        &["table", "nim", "--heaps", "6", "--upto", "100000"],
        &["count", "nim", "--heaps", "4", "--upto", "18446744073709551615"],
        &["sequence", "kayles", "--upto", "18446744073709551615"],
        &["play", "wythoff", "1000000000000000000000000000000,5"],
    ];
    for arguments in cases {
        let started = Instant::now();
        let (status, document) = json(arguments);
        assert_eq!((status, &document["error"]["code"]), (3, &"limit".into()), "{arguments:?}: {document}");
        assert!(started.elapsed() < Duration::from_secs(5), "{arguments:?}");
    }
}

#[test]
fn limits_can_be_set() {
    let found = run(&["table", "nim", "--heaps", "3", "--upto", "100", "--memory", "1k"]);
    assert_eq!(found.status, 3);
    assert!(found.stderr.contains("--memory"), "{}", found.stderr);
    assert!(found.stdout.is_empty(), "no half of a document");
}

/// Wythoff's game has no regular law in base 2.
#[test]
fn no_law_is_no_theorem() {
    let (status, document) = json(&["prove", "wythoff", "--time", "1s"]);
    assert_eq!((status, &document["status"]), (3, &"no-law".into()));
    assert!(document["theorem"].is_null() && document["certificate"].is_null());
    assert!(document["reason"].as_str().unwrap().contains("within the limits"));
}

//! `bouton check`.

use crate::program::{certificate, json, run_with_input};

#[test]
fn what_is_no_certificate_is_not_accepted() {
    let (status, document) = json(&["check", "Cargo.toml"]);
    assert_eq!((status, &document["accepted"], &document["step"]), (1, &false.into(), &"decode".into()));
}

#[test]
fn standard_input_can_be_checked() {
    let path = certificate("stdin.cert", &["nim", "--heaps", "2"]);
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(run_with_input(&["check", "-"], &text).status, 0);
    assert_eq!(run_with_input(&["check", "-"], &text[1..]).status, 1);
    std::fs::remove_file(path).unwrap();
}

/// Every byte of a certificate, changed: none of the changed texts is accepted.
#[test]
fn changed_bytes_are_refused() {
    let path = certificate("changed.cert", &["heaps 1; move take 1..2 from 1 heap"]);
    let text = std::fs::read(&path).unwrap();
    for place in (0..text.len()).step_by(7) {
        let mut changed = text.clone();
        changed[place] ^= 1;
        std::fs::write(&path, &changed).unwrap();
        let (status, document) = json(&["check", &path]);
        assert_eq!((status, &document["accepted"]), (1, &false.into()), "byte {place}");
    }
    std::fs::remove_file(path).unwrap();
}

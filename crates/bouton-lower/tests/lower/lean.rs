//! Statements for Lean 4: as they are in files of this folder, and in balance for all certificates.

use std::fs;

use crate::support::{certificates, root};
use bouton_lower::{LowerError, lower_to_lean};

fn letters() -> String {
    let all = fs::read_to_string(root().join("crates/bouton-lower/tests/data/letters.certs")).unwrap();
    let (first, rest) = all.split_once("\nid ").unwrap();
    format!("{first}\nid {}\n", rest.lines().next().unwrap())
}

/// `BOUTON_UPDATE_LEAN=1` writes the files.
#[test]
fn statements_are_as_expected() {
    let of = |name: &str| certificates().into_iter().find(|(found, _)| found == name).unwrap().1;
    for (name, text) in [("nim-2", of("nim-2")), ("nim-2-grundy", of("nim-2-grundy")), ("letters", letters())]
    {
        let path = root().join(format!("crates/bouton-lower/tests/data/lean/{name}.lean"));
        let lowered = lower_to_lean(&text).unwrap();
        if std::env::var_os("BOUTON_UPDATE_LEAN").is_some() {
            fs::write(&path, &lowered).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), lowered, "run with BOUTON_UPDATE_LEAN=1");
    }
}

#[test]
fn every_law_has_a_statement() {
    let mut laws = 0;
    for (name, text) in certificates() {
        let lowered = match lower_to_lean(&text) {
            Ok(lowered) => lowered,
            Err(error) => {
                assert_eq!(error, LowerError::NotInLean, "{name}");
                assert!(text.contains("\nperiod "), "{name}");
                continue;
            }
        };
        laws += 1;
        assert_eq!(lowered.matches("sorry").count(), 1, "{name}");
        for (open, close) in [('(', ')'), ('[', ']'), ('{', '}'), ('⟨', '⟩')] {
            let count = |sign: char| lowered.chars().filter(|&found| found == sign).count();
            assert_eq!(count(open), count(close), "{name}: {open}");
        }
        assert_eq!(lowered.matches("/-").count(), lowered.matches("-/").count(), "{name}");
    }
    assert!(laws > 70, "only {laws}");
}

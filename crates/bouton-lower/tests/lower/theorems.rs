//! Certificates become theorems: Coq compiles the theory, and accepts what is lowered.
//!
//! Without `coqc` on the path nothing is tried.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use crate::support::{certificates, root, theory};
use bouton_cert::{Certificate, Claim, Period};
use bouton_testdata::oracle;

/// Certificates that take Coq about a second each.
const QUICK: [&str; 9] = [
    "crates/bouton-game/certificates/nim-2.cert",
    "crates/bouton-game/certificates/nim-2-grundy.cert",
    "crates/bouton-game/certificates/misere-nim-2.cert",
    "crates/bouton-game/certificates/podium-subtraction-1.cert",
    "crates/bouton-game/certificates/coalition-nim-2.cert",
    "crates/bouton-game/certificates/take-three-grundy.cert",
    "crates/bouton-game/certificates/small-pass-3.cert",
    "certificates/welter-2-pass.cert",
    "certificates/mark-pass.cert",
];

fn coqc(folder: &Path, file: &str) -> Output {
    let mut command = Command::new("coqc");
    command.current_dir(folder).args(["-Q", ".", "Bouton", file]).output().expect("coqc on the path")
}

#[test]
fn certificates_are_theorems_and_changed_ones_are_not() {
    if !oracle::is_there("coqc") || !oracle::is_there("ocamlopt") {
        return;
    }
    let folder = theory();
    for certificate in QUICK {
        let text = fs::read_to_string(root().join(certificate)).unwrap();
        let lowered = bouton_lower::lower(&text).unwrap();
        fs::write(folder.join("theorem.v"), &lowered).unwrap();
        let output = coqc(folder, "theorem.v");
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(said, "Closed under the global context\n", "{certificate}: {output:?}");
        // The output of the last state, which every one of these laws needs.
        let (before, after) = lowered.rsplit_once("\n  (").unwrap();
        let (value, after) = after.split_once(',').unwrap();
        let other = if value == "0" { 1 } else { 0 };
        fs::write(folder.join("wrong.v"), format!("{before}\n  ({other},{after}")).unwrap();
        assert!(!coqc(folder, "wrong.v").status.success(), "{certificate}: a changed law is accepted");
    }
    let text = fs::read_to_string(root().join("crates/bouton-game/certificates/kayles.cert")).unwrap();
    let lowered = bouton_lower::lower(&text).unwrap();
    fs::write(folder.join("theorem.v"), &lowered).unwrap();
    let output = coqc(folder, "theorem.v");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "Closed under the global context\n", "{output:?}");
    // Take one, and leave no heap, one, or two of different sizes.
    let claim = Claim::Period(Period { length: 2, preperiod: 0, saltus: 0, values: vec![0, 1] });
    let unequal = Certificate { game: "octal 0.7 unequal".to_owned(), order: None, claim };
    fs::write(folder.join("unequal.v"), bouton_lower::lower(&unequal.encode()).unwrap()).unwrap();
    let output = coqc(folder, "unequal.v");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "Closed under the global context\n", "{output:?}");
    let wrong = lowered.replace("period_holds rules 12 71", "period_holds rules 12 70");
    assert_ne!(wrong, lowered);
    fs::write(folder.join("wrong.v"), wrong).unwrap();
    assert!(!coqc(folder, "wrong.v").status.success(), "a changed period is accepted");
}

#[test]
fn every_certificate_of_this_repository_is_lowered() {
    let certificates = certificates();
    for (name, text) in &certificates {
        let result = bouton_lower::lower(text);
        assert!(result.is_ok(), "{name}: {:?}", result.err());
    }
    assert!(certificates.len() > 70, "only {}", certificates.len());
}

//! Certificates become theorems: Coq compiles the theory, and accepts what is lowered.
//!
//! Without `coqc` on the path nothing is tried.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use bouton_cert::{Certificate, Claim, Period};
use bouton_testdata::oracle;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Those that take Coq about a second each.
const QUICK: [&str; 9] = [
    "crates/bouton/certificates/nim-2.cert",
    "crates/bouton/certificates/nim-2-grundy.cert",
    "crates/bouton/certificates/misere-nim-2.cert",
    "crates/bouton/certificates/podium-subtraction-1.cert",
    "crates/bouton/certificates/coalition-nim-2.cert",
    "crates/bouton/certificates/take-three-grundy.cert",
    "crates/bouton/certificates/small-pass-3.cert",
    "certificates/welter-2-pass.cert",
    "certificates/mark-pass.cert",
];

fn coqc(folder: &Path, file: &str) -> Output {
    let mut command = Command::new("coqc");
    command.current_dir(folder).args(["-Q", ".", "Bouton", file]).output().expect("coqc on the path")
}

/// The theory, compiled in a folder of its own.
fn theory() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("coq");
    fs::create_dir_all(&folder).unwrap();
    let project = fs::read_to_string(root().join("coq/_CoqProject")).unwrap();
    for file in project.lines().filter(|line| line.ends_with(".v")) {
        fs::copy(root().join("coq").join(file), folder.join(file)).unwrap();
        let output = coqc(&folder, file);
        assert!(output.status.success(), "{file}: {}", String::from_utf8_lossy(&output.stderr));
    }
    folder
}

#[test]
fn certificates_are_theorems_and_changed_ones_are_not() {
    if !oracle::is_there("coqc") {
        return;
    }
    let folder = theory();
    for certificate in QUICK {
        let text = fs::read_to_string(root().join(certificate)).unwrap();
        let lowered = bouton_lower::lower(&text).unwrap();
        fs::write(folder.join("theorem.v"), &lowered).unwrap();
        let output = coqc(&folder, "theorem.v");
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(said, "Closed under the global context\n", "{certificate}: {output:?}");
        // The output of the last state, which every one of these laws needs.
        let (before, after) = lowered.rsplit_once("\n  (").unwrap();
        let (value, after) = after.split_once(',').unwrap();
        let other = if value == "0" { 1 } else { 0 };
        fs::write(folder.join("wrong.v"), format!("{before}\n  ({other},{after}")).unwrap();
        assert!(!coqc(&folder, "wrong.v").status.success(), "{certificate}: a changed law is accepted");
    }
    let text = fs::read_to_string(root().join("crates/bouton/certificates/kayles.cert")).unwrap();
    let lowered = bouton_lower::lower(&text).unwrap();
    fs::write(folder.join("theorem.v"), &lowered).unwrap();
    let output = coqc(&folder, "theorem.v");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "Closed under the global context\n", "{output:?}");
    // Take one, and leave no heap, one, or two of different sizes.
    let claim = Claim::Period(Period { length: 2, preperiod: 0, saltus: 0, values: vec![0, 1] });
    let unequal = Certificate { game: "octal 0.7 unequal".to_owned(), order: None, claim };
    fs::write(folder.join("unequal.v"), bouton_lower::lower(&unequal.encode()).unwrap()).unwrap();
    let output = coqc(&folder, "unequal.v");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "Closed under the global context\n", "{output:?}");
    let wrong = lowered.replace("period_holds rules 12 71", "period_holds rules 12 70");
    assert_ne!(wrong, lowered);
    fs::write(folder.join("wrong.v"), wrong).unwrap();
    assert!(!coqc(&folder, "wrong.v").status.success(), "a changed period is accepted");
}

#[test]
fn every_certificate_of_this_repository_is_lowered() {
    let mut lowered = 0;
    for folder in ["crates/bouton/certificates", "certificates"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|ending| ending != "cert") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let result = bouton_lower::lower(&text);
            assert!(result.is_ok(), "{}: {:?}", path.display(), result.err());
            lowered += 1;
        }
    }
    assert!(lowered > 70, "only {lowered}");
}

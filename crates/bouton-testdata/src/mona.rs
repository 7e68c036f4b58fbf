//! An independent check: Debian's MONA (Henriksen and others, *Mona: monadic second-order logic in
//! practice*, 1995).

use std::{fs, process::Command};

/// Whether `mona` is on the path, as [`oracle::is_there`](crate::oracle::is_there) says.
#[must_use]
pub fn is_there() -> bool {
    crate::oracle::is_there("mona")
}

/// Whether MONA finds a program valid; otherwise it has shown that it is not. The name
/// distinguishes the programs of all tests.
///
/// # Panics
///
/// If MONA gives neither answer.
#[must_use]
pub fn is_valid(name: &str, program: &str) -> bool {
    let path = std::env::temp_dir().join(format!("bouton-{}-{name}.mona", std::process::id()));
    fs::write(&path, program).expect("a folder for temporary files");
    let output = Command::new("mona").arg("-q").arg(&path).output().expect("mona on the path");
    let said =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let _ = fs::remove_file(&path);
    if said.contains("Formula is valid") {
        return true;
    }
    assert!(said.contains("unsatisfiable") || said.contains("counter-example"), "{name}: mona says {said}");
    false
}

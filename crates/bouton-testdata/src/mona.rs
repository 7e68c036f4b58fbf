//! An independent check: Debian's MONA (Henriksen and others, *Mona: monadic second-order logic in
//! practice*, 1995).

use std::{fs, process::Command};

/// Whether `mona` is on the path, according to [`oracle::is_there`](crate::oracle::is_there).
#[must_use]
pub fn is_there() -> bool {
    crate::oracle::is_there("mona")
}

/// Whether MONA finds a program valid; if not, it has shown that the program is not valid. The name
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
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let _ = fs::remove_file(&path);
    if text.contains("Formula is valid") {
        return true;
    }
    assert!(text.contains("unsatisfiable") || text.contains("counter-example"), "{name}: mona prints {text}");
    false
}

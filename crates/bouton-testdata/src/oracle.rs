//! Programs of other authors, which give tests a second opinion.
//!
//! A test whose oracle is not on the path is left out, with a message on standard error, which the
//! test harness does not capture. In continuous integration, where the variable `CI` is set, it
//! fails.

use std::{
    collections::BTreeSet,
    io::Write,
    process::{Command, Stdio},
    sync::{Mutex, PoisonError},
};

/// A program, the Debian package that contains it, and the tests that are left out without it.
const ORACLES: &[(&str, &str, &str)] = &[
    ("mona", "mona", "laws and their parts are not decided a second time by MONA"),
    ("rustc", "rustc", "emitted Rust is not run"),
    ("cc", "gcc libc6-dev", "emitted C is not run"),
    ("python3", "python3", "emitted Python is not run"),
    ("node", "nodejs", "emitted JavaScript is not run"),
    ("coqc", "coq", "certificates are not compiled as theorems of Coq"),
    ("ocamlopt", "ocaml", "certificates are not put to the check that Coq extracts"),
];

/// The known programs.
pub fn names() -> impl Iterator<Item = &'static str> {
    ORACLES.iter().map(|(name, ..)| *name)
}

/// Whether a program is on the path. If it is not, a message is written once for each program of
/// tests.
///
/// # Panics
///
/// If the program is missing and `CI` is set; or if it is not one of the [known ones](names).
#[must_use]
pub fn is_there(name: &str) -> bool {
    static REPORTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let runs = Command::new(name)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let in_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false");
    let Some(missing) = missing(name, runs.is_ok(), in_ci) else { return true };
    if REPORTED.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned()) {
        // A failure to write this cannot be reported.
        let _ = std::io::stderr().write_all(missing.as_bytes());
    }
    false
}

/// The message about a missing program; `None` if the program is there.
///
/// # Panics
///
/// If the program is missing in continuous integration.
fn missing(name: &str, there: bool, in_ci: bool) -> Option<String> {
    let known = ORACLES.iter().find(|(known, ..)| *known == name);
    let (_, package, without) =
        known.unwrap_or_else(|| panic!("`{name}` is not among the oracles of the tests"));
    if there {
        return None;
    }
    let found =
        format!("`{name}` is not on the path: {without}; on Debian `apt-get install {package}` installs it");
    assert!(!in_ci, "{found}");
    Some(format!("\nSKIPPED: {found}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reports which oracles a run of the tests had.
    #[test]
    fn oracles_are_looked_for() {
        let found = names().filter(|name| is_there(name)).collect::<Vec<_>>().join(", ");
        let _ =
            std::io::stderr().write_all(format!("\noracles of the tests on the path: {found}\n").as_bytes());
    }

    #[test]
    fn what_is_missing_is_said_with_the_remedy() {
        assert_eq!(missing("mona", true, true), None);
        let output = missing("node", false, false).unwrap();
        assert!(
            output.contains("SKIPPED: `node` is not on the path")
                && output.contains("apt-get install nodejs")
        );
    }

    #[test]
    #[should_panic(expected = "`mona` is not on the path")]
    fn what_is_missing_in_continuous_integration_is_a_failure() {
        let _ = missing("mona", false, true);
    }
}

//! Runs the program.

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use serde_json::Value;

/// The result of a run of the program.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs `bouton` with the arguments and an empty standard input.
pub(crate) fn run(arguments: &[&str]) -> Run {
    run_with_input(arguments, "")
}

/// Runs `bouton` with the arguments and this standard input.
pub(crate) fn run_with_input(arguments: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    Run {
        status: status.code().expect("the program was not killed"),
        stdout: String::from_utf8(stdout).unwrap(),
        stderr: String::from_utf8(stderr).unwrap(),
    }
}

/// Runs `bouton … --json`; returns the exit status, and the only document on standard output.
pub(crate) fn json(arguments: &[&str]) -> (i32, Value) {
    let mut all = arguments.to_vec();
    all.push("--json");
    let run = run(&all);
    let document = serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{arguments:?}: {error} in {:?}; {}", run.stdout, run.stderr));
    (run.status, document)
}

/// A path of this test's own in a folder for temporary files.
pub(crate) fn temporary(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()))
}

/// Writes a certificate of `bouton prove` to a file.
pub(crate) fn certificate(name: &str, arguments: &[&str]) -> String {
    let path = temporary(name).to_str().unwrap().to_owned();
    let mut all = vec!["prove"];
    all.extend(arguments);
    all.extend(["-o", path.as_str()]);
    let run = run(&all);
    assert_eq!(run.status, 0, "{arguments:?}: {}", run.stderr);
    path
}

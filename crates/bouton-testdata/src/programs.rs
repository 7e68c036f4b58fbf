//! Emitted programs, compiled and run.

use std::{
    path::Path,
    process::{Command, Stdio},
};

use crate::oracle;

/// Whether programs in the language of this extension (`rs`, `py`, `c`, `js`) can be run; see
/// [`oracle::is_there`].
///
/// # Panics
///
/// As [`oracle::is_there`], and for another extension.
#[must_use]
pub fn can_run(extension: &str) -> bool {
    oracle::is_there(match extension {
        "rs" => "rustc",
        "py" => "python3",
        "c" => "cc",
        "js" => "node",
        other => panic!("programs with the extension `{other}` are not run"),
    })
}

/// Returns the output of a program in a file, in the language of its extension. A compiled program
/// is written beside the file. Warnings are errors.
///
/// # Panics
///
/// If the program does not compile, or fails, or the extension is not [known](can_run).
#[must_use]
pub fn output(file: &Path) -> String {
    let program = file.with_extension("");
    let compiled = |compiler: &str, options: &[&str]| {
        run(Command::new(compiler).args(options).arg("-o").arg(&program).arg(file));
        Command::new(&program)
    };
    let script = |interpreter: &str, options: &[&str]| {
        let mut command = Command::new(interpreter);
        command.args(options).arg(file);
        command
    };
    run(&mut match file.extension().and_then(|extension| extension.to_str()) {
        Some("rs") => compiled("rustc", &["--edition", "2021", "-D", "warnings"]),
        Some("c") => compiled("cc", &["-std=c99", "-Wall", "-pedantic", "-Werror", "-O1"]),
        Some("py") => script("python3", &["-B", "-W", "error"]),
        Some("js") => script("node", &[]),
        other => panic!("programs with the extension {other:?} are not run"),
    })
}

fn run(command: &mut Command) -> String {
    let output = command.stderr(Stdio::inherit()).output().expect("the command starts");
    assert!(output.status.success(), "{command:?}");
    String::from_utf8(output.stdout).expect("programs write text")
}

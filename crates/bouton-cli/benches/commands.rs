//! Whole commands of the program, from its start to its end, with every answer asserted.
//!
//! The proof of the four-heap game, with its check and its words, is compared with MONA, which verifies the given law (if
//! `mona` is on the path). The runs are interleaved, and the medians are compared. `cargo bench -p bouton-cli -- long` also
//! proves the law of heap sizes 1..6 with a pass, once; with `--test` each short command runs once.
//!
//! With `OGSOLVE=path/to/ogsolve` that program (from crates.io) is compared with `bouton sequence` on one and two threads.

#![expect(clippy::disallowed_macros, reason = "the figures are all that is printed")]

use std::{
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use bouton_testdata::{four_heaps, mona};

/// The number of runs of each command.
const RUNS: usize = 31;

/// The four-heap game: what its proof prints.
const FOUR_HEAPS: [&str; 3] = [
    "P  N  N\n\nThis form was verified to be the proved law at every position.",
    "93 states, proved in",
    "certificate accepted by the checker",
];

/// A game whose proof takes seconds.
const LONG: &str = "heap sizes 1..6; move take any from 1 heap; pass 1 unless empty";

/// Runs the program with these words, and asserts that it prints some texts.
fn timed(words: &[&str], expected: &[&str]) -> Duration {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
    command.args(words).env("NO_COLOR", "1");
    let started = Instant::now();
    let output = command.output().expect("the program runs");
    let time = started.elapsed();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{words:?}");
    for expected in expected {
        assert!(text.contains(expected), "{expected:?} in {text}");
    }
    time
}

/// Compares whole commands that compute the Grundy values of 0.6 to a million, on one and two threads, with another
/// program. What they write is not kept while they are measured.
fn sequences(peer: &str, runs: usize) {
    let last = "1000000";
    let program = |threads: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
        command.args(["sequence", "0.6", "--upto", last, "--format", "bfile", "--threads", threads]);
        command
    };
    let theirs = || {
        let mut command = Command::new(peer);
        command.args(["-m", "rc", "-n", last, "0.6"]);
        command
    };
    let printed = |mut command: Command| {
        let output = command.output().expect("the program runs");
        assert!(output.status.success());
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let list = printed(program("1"));
    assert!(list == printed(program("2")), "the same values on two threads");
    let line = list.lines().last().expect("a value");
    let value = line.strip_prefix(last).expect("the last heap").trim();
    assert!(printed(theirs()).contains(&format!("nimber of {last}: {value} ")), "{line}");
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..runs {
        for (times, mut command) in times.iter_mut().zip([theirs(), program("1"), program("2")]) {
            let started = Instant::now();
            assert!(command.stdout(Stdio::null()).status().expect("the program runs").success());
            times.push(started.elapsed());
        }
    }
    let [theirs, one, two] = times.map(median);
    println!(
        "0.6 to {last}: ogsolve -m rc {theirs:.0} ms, bouton sequence on one thread {one:.0} ms ({:.1} ×), on two {two:.0} ms ({:.1} ×)",
        theirs / one,
        theirs / two
    );
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e3
}

fn main() {
    let has = |word: &str| std::env::args().any(|argument| argument == word);
    let (mut starts, mut proofs, mut verified) = (Vec::new(), Vec::new(), Vec::new());
    let program = four_heaps::program();
    for _ in 0..if has("--test") { 1 } else { RUNS } {
        starts.push(timed(&["--version"], &["bouton "]));
        proofs.push(timed(&["prove", "two-in-total"], &FOUR_HEAPS));
        if mona::is_there() {
            let started = Instant::now();
            assert!(mona::is_valid("bench-commands", &program));
            verified.push(started.elapsed());
        }
    }
    let proof = median(proofs);
    println!("start of the program: {:.1} ms", median(starts));
    println!("bouton prove two-in-total: {proof:.1} ms");
    if verified.is_empty() {
        println!("MONA is not on the path");
    } else {
        let mona = median(verified);
        println!("MONA verifying the law: {mona:.1} ms; the proof takes {:.3} of that", proof / mona);
    }
    if let Ok(peer) = std::env::var("OGSOLVE") {
        sequences(&peer, if has("--test") { 1 } else { 3 });
    }
    if has("long") {
        let time = timed(&["prove", LONG, "--time", "5m"], &["246 states, proved in"]);
        println!("bouton prove '{LONG}': {:.1} s", time.as_secs_f64());
    }
}

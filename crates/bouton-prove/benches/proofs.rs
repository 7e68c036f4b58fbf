//! Whole proofs (solve, learn, verify, certify, check, put into words), as in `bouton prove`: each
//! hypothesis is first given to the checker, and a hypothesis that it does not accept without
//! strategies is checked with them. They are compared with two references in the same run: the reference
//! solver on the four-heap game's box (available on every machine), and MONA verifying the law of that game
//! from the direct formula (if `mona` is on the path). Interleaved runs, medians; every answer is asserted.
//!
//! `cargo bench -p bouton-prove` prints the table; with `--test` each runs once. `cargo bench -p bouton-prove -- long`
//! runs the longest proof alone.

use std::{
    cell::Cell,
    process::Command,
    time::{Duration, Instant},
};

use bouton_cert::Certificate;
use bouton_core::{ControlState, Limits, Ruleset, Valuation, Watch};
use bouton_prove::{Goal, Proof, ProveOptions, prove_with};
use bouton_solve::{Node, RulesetOptions, Solver};
use bouton_testdata::four_heaps;

/// Name, rules, goal, states of the law, target in seconds.
const PROOFS: &[(&str, &str, Goal, usize, f64)] = &[
    ("four heaps, outcome", "two-in-total", Goal::Outcome, 93, 0.05),
    ("four heaps, Grundy", "two-in-total", Goal::Grundy, 141, 1.0),
    ("Nim, 8 heaps", "heaps 8; move take any from 1 heap", Goal::Outcome, 2, 1.0),
    ("Nim, 12 heaps", "heaps 12; move take any from 1 heap", Goal::Outcome, 2, 10.0),
    ("Moore, 2 of 6 heaps", "heaps 6; move take any from at most 2 heaps", Goal::Outcome, 2, 2.0),
    ("podium Nim, 6 piles", "heaps 6; players 3 podium; move take any from 1 heap", Goal::Outcome, 58, 1.0),
    ("Nim with a pass, sizes 1..4", "small-pass", Goal::Outcome, 14, 5.0),
    (
        "Nim with a pass, sizes 1..5",
        "heap sizes 1..5; move take any from 1 heap; pass 1 unless empty",
        Goal::Outcome,
        15,
        5.0,
    ),
    ("Moore, 2 of 10 heaps", "heaps 10; move take any from at most 2 heaps", Goal::Outcome, 2, 2.0),
    (
        "one counter up, one down",
        "counters x, y; move x, y -> a, b where a < x, b >= y, a + b < x + y; \
         move y, x -> a, b where a < y, b >= x, a + b < x + y",
        Goal::Outcome,
        2,
        1.0,
    ),
    (
        "chocolate bar 2 y ≤ z, by z − 2 y",
        "counters x, y, w; move x -> t where t < x; move w -> t where t < w; \
         move y, w -> t, w + 2 * y - 2 * t where t < y; move y, w -> t, r where t < y, r <= 1",
        Goal::Outcome,
        4,
        60.0,
    ),
    (
        "chocolate bar 4 y ≤ z, by z − 4 y",
        "counters x, y, w; move x -> t where t < x; move w -> t where t < w; \
         move y, w -> t, w + 4 * y - 4 * t where t < y; move y, w -> t, r where t < y, r <= 3",
        Goal::Outcome,
        6,
        60.0,
    ),
];

/// Proofs that take seconds: left out of a smoke run.
const SLOW: &[(&str, &str, Goal, usize, f64)] = &[
    ("podium Nim, 8 piles", "heaps 8; players 3 podium; move take any from 1 heap", Goal::Outcome, 256, 3.0),
    ("podium Nim, 9 piles", "heaps 9; players 3 podium; move take any from 1 heap", Goal::Outcome, 503, 30.0),
    ("Nim, 16 heaps", "heaps 16; move take any from 1 heap", Goal::Outcome, 2, 1.0),
    (
        "circular Nim CN(5,2)",
        "heaps 5; move take any from at most 2 consecutive heaps of a circle",
        Goal::Outcome,
        22,
        5.0,
    ),
    (
        "circular Nim CN(5,3)",
        "heaps 5; move take any from at most 3 consecutive heaps of a circle",
        Goal::Outcome,
        17,
        30.0,
    ),
    (
        "chocolate bar y ≤ z, by z − y",
        "counters x, y, w; move x -> t where t < x; move w -> t where t < w; \
         move y, w -> t, w + y - t where t < y; move y, w -> t, 0 where t < y",
        Goal::Outcome,
        30,
        60.0,
    ),
    (
        "chocolate bar y ≤ z",
        "counters x, y, z; positions where y <= z; move x -> t where t < x; move y -> t where t < y; \
         move z -> t where t < z, y <= t; move y, z -> t, t where t < z, t < y",
        Goal::Outcome,
        40,
        60.0,
    ),
    (
        "chocolate bar 4 y ≤ z",
        "counters x, y, z; positions where 4 * y <= z; move x -> t where t < x; move y -> t where t < y; \
         move z -> t where t < z, 4 * y <= t; move y, z -> t div 4, t where t < z, t < 4 * y",
        Goal::Outcome,
        11,
        60.0,
    ),
];

/// A proof of half a minute, with 600 MB for its check: runs once, only if `BOUTON_BENCH_LONG` is
/// set.
const LONG: (&str, &str, usize, f64) = (
    "Nim with a pass, sizes 1..6",
    "heap sizes 1..6; move take any from 1 heap; pass 1 unless empty",
    246,
    60.0,
);

fn long() {
    let (name, rules, states, target) = LONG;
    let ruleset = bouton_rules::resolve(rules).expect("rules").ruleset().expect("fixed heaps");
    let limits = Limits { time: Some(Duration::from_secs(600)), ..Limits::default() };
    let (proving, text) = timed(|| {
        let proof = prove(&ruleset, Goal::Outcome, &limits);
        assert_eq!(proof.law().automaton.states(), states, "{name}");
        proof.certificate.encode()
    });
    let (checking, checked) = timed(|| bouton_check::check(&text));
    assert!(checked.is_ok(), "{name}");
    let reference = reference();
    println!(
        "{name}: {:.1} s, {:.0} × the reference; check {:.1} s; target {target} s",
        proving.as_secs_f64(),
        proving.as_secs_f64() / reference.as_secs_f64(),
        checking.as_secs_f64()
    );
}

/// Searches for a proof as the program does.
fn prove(ruleset: &Ruleset, goal: Goal, limits: &Limits) -> Proof {
    let too_many = Cell::new(false);
    let few_windows = |windows: &Certificate| {
        let Some(law) = windows.law().filter(|law| bouton_check::has_windows(ruleset, law.nim_heap)) else {
            return false.into();
        };
        let text = windows.encode();
        let bytes = text.len() as u64;
        let limits = bouton_check::Limits {
            steps: (1 << 20) + 256 * bytes,
            states: (1 << 17) + bytes,
            ..bouton_check::Limits::default()
        };
        if too_many.get() || !law.numeration().is_binary() {
            return false.into();
        }
        let checked = bouton_check::check_with(&text, &limits);
        // A wrong hypothesis may have more windows than the right one.
        too_many.set(checked.as_ref().is_err_and(|refused| refused.step == bouton_check::Step::Limit));
        checked.is_ok().into()
    };
    prove_with(ruleset, goal, &ProveOptions::default(), &few_windows, &Watch::new(limits))
        .unwrap_or_else(|e| panic!("{}: {e}", ruleset.name()))
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let started = Instant::now();
    let result = work();
    (started.elapsed(), result)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// The reference solver on all positions of the four-heap game below 16.
fn reference() -> Duration {
    let ruleset = bouton_rules::resolve("two-in-total").expect("built in").ruleset().expect("fixed heaps");
    let (time, value) = timed(|| {
        let mut solver = Solver::new(
            RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(),
            Valuation::NormalOutcome,
            &Watch::unlimited(),
        );
        solver.value(&Node { coordinates: vec![15; 4], control: ControlState(0) }).expect("within the limits")
    });
    assert_eq!(value, 0, "60 objects are a multiple of 3");
    time
}

/// Runs MONA on a valid program.
fn mona(name: &str, program: &str) -> Option<Duration> {
    let path = std::env::temp_dir().join(format!("bouton-bench-{}-{name}.mona", std::process::id()));
    std::fs::write(&path, program).ok()?;
    let (time, output) = timed(|| Command::new("mona").arg("-q").arg(&path).output());
    let _ = std::fs::remove_file(&path);
    let output = output.ok()?;
    assert!(String::from_utf8_lossy(&output.stdout).contains("Formula is valid"), "mona verifies {name}");
    Some(time)
}

/// A formula with which MONA, given Nim's law with ten heaps, verifies that each lost position has
/// no lost option and each other position has one: the direct formula.
fn nim_formula() -> String {
    let heaps = 10;
    let names = |prefix: &str| (0..heaps).map(|i| format!("{prefix}{i}")).collect::<Vec<_>>();
    let xor = |names: &[String]| {
        names.iter().fold("false".to_owned(), |all, name| format!("~({all} <=> p in {name})"))
    };
    let x = names("X");
    let mut moves = Vec::new();
    for heap in 0..heaps {
        let mut to = x.clone();
        to[heap] = "Y".to_owned();
        moves.push(format!("(ex2 Y: less(Y, X{heap}) & all1 p: ~({}))", xor(&to)));
    }
    format!(
        "ws1s;\npred less(var2 A, B) = ex1 p: p in B & p notin A & (all1 q: q > p => (q in A <=> q in B));\n\
         all2 {}: (all1 p: ~({})) <=> ~({});\n",
        x.join(", "),
        xor(&x),
        moves.join(" | ")
    )
}

fn main() {
    let smoke = std::env::args().any(|argument| argument == "--test");
    if std::env::args().any(|argument| argument == "long") {
        return long();
    }
    let runs = if smoke { 1 } else { 5 };
    let mut yardstick = Vec::new();
    let mut nim = Vec::new();
    let mut four_heaps = Vec::new();
    // For each proof the total time, and the times of the check and of the words.
    let mut rows: Vec<[Vec<Duration>; 3]> = Vec::new();
    let proofs: Vec<_> = if smoke { PROOFS.to_vec() } else { PROOFS.iter().chain(SLOW).copied().collect() };
    for _ in 0..runs {
        yardstick.push(reference());
        nim.extend(mona("nim", &nim_formula()));
        four_heaps.extend(mona("four-heaps", &four_heaps::program()));
        for (index, &(name, rules, goal, states, _)) in proofs.iter().enumerate() {
            let ruleset = bouton_rules::resolve(rules).expect("rules").ruleset().expect("fixed heaps");
            let (proving, proof) = timed(|| prove(&ruleset, goal, &Limits::default()));
            assert_eq!(proof.law().automaton.states(), states, "{name}");
            let text = proof.certificate.encode();
            let (checking, checked) = timed(|| bouton_check::check(&text));
            assert!(checked.is_ok(), "{name}");
            let (wording, words) = timed(|| bouton_explain::explain(&ruleset, proof.law()));
            assert!(!words.laws.is_empty(), "{name}");
            if rows.len() <= index {
                rows.push(Default::default());
            }
            // A law accepted during the search has been checked already.
            let whole = if proof.claim().is_none() { proving } else { proving + checking };
            for (times, time) in rows[index].iter_mut().zip([whole + wording, checking, wording]) {
                times.push(time);
            }
        }
    }
    let yardstick = median(yardstick);
    println!("reference solver, four heaps of 15: {:.1} ms", yardstick.as_secs_f64() * 1e3);
    let nim = (!nim.is_empty()).then(|| median(nim));
    let second = (!four_heaps.is_empty()).then(|| median(four_heaps));
    match (nim, second) {
        (Some(nim), Some(four_heaps)) => println!(
            "MONA verifying the law of Nim with 10 heaps: {:.1} ms; of the four-heap game: {:.1} ms",
            nim.as_secs_f64() * 1e3,
            four_heaps.as_secs_f64() * 1e3
        ),
        _ => println!("MONA is not on the path"),
    }
    println!(
        "{:<30} {:>10} {:>10} {:>10} {:>12} {:>10} {:>10}",
        "proof", "whole ms", "check ms", "words ms", "x reference", "x MONA 4", "target s"
    );
    for (&(name, _, _, _, target), times) in proofs.iter().zip(rows) {
        let [whole, checking, wording] = times.map(|times| median(times).as_secs_f64());
        let of_mona = second.map_or("-".to_owned(), |time| format!("{:.3}", whole / time.as_secs_f64()));
        println!(
            "{name:<30} {:>10.2} {:>10.2} {:>10.2} {:>12.3} {of_mona:>10} {target:>10}",
            whole * 1e3,
            checking * 1e3,
            wording * 1e3,
            whole / yardstick.as_secs_f64()
        );
    }
    if !smoke && std::env::var_os("BOUTON_BENCH_LONG").is_some() {
        long();
    }
}

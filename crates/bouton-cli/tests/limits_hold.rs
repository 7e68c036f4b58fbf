//! `--time` and `--memory` are promises: whatever the rules, a command ends within 10 % + 0.5 s
//! of the time, and within 10 % + 64 MB of the memory that it may take.
//!
//! The rules come from a generator with a fixed seed; `BOUTON_LIMITS` says how many of them are
//! tried (100 if nobody says; `just limits` tries 500).

#![cfg(target_os = "linux")]

use std::{
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use bouton_testdata::hostile::{Random, rules};

const TIME: Duration = Duration::from_millis(200);
const MEMORY: u64 = 64 << 20;

/// How long a process has been computing (`/proc/PID/stat`: ticks of 10 ms).
fn computing(process: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields = stat.rsplit_once(')')?.1.split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Some(Duration::from_millis(10 * ticks))
}

/// How a command with these arguments ended: how long it took, as far as the machine let it
/// compute, and the most memory it had.
fn measured(arguments: &[String]) -> (Option<i32>, Duration, u64) {
    let began = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(arguments)
        .args(["--time", "200ms", "--memory", "64M", "--threads", "2"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let (mut peak, mut computed) = (0, Duration::ZERO);
    loop {
        // The high-water mark: what was taken between two looks is in it.
        let now = std::fs::read_to_string(&status).unwrap_or_default();
        let line = now.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
        peak = peak.max(kilobytes.unwrap_or(0) << 10);
        computed = computing(child.id()).unwrap_or(computed);
        if let Some(ended) = child.try_wait().unwrap() {
            // Where others compute, too, the clock says nothing of this process.
            return (ended.code(), began.elapsed().min(computed + Duration::from_millis(20)), peak);
        }
        if began.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
        }
        std::thread::sleep(Duration::from_millis(3));
    }
}

/// What a command with these arguments breaks, three times in a row: a busy machine may be late.
fn breach(arguments: &[String]) -> Option<String> {
    let mut last = None;
    for _ in 0..3 {
        let (code, time, peak) = measured(arguments);
        let late = time > TIME.mul_f64(1.1) + Duration::from_millis(500);
        let large = peak > MEMORY + MEMORY / 10 + (64 << 20);
        let known = matches!(code, Some(0..=3));
        if !late && !large && known {
            return None;
        }
        last = Some(format!("{arguments:?}: status {code:?}, {time:?}, {} MiB", peak >> 20));
    }
    last
}

fn arguments(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

#[test]
fn limits_hold_for_random_rules_and_every_command() {
    let asked = std::env::var("BOUTON_LIMITS").ok().and_then(|count| count.parse().ok());
    let all = asked.is_some();
    let mut random = Random::new(20_261_122);
    let mut breaches = Vec::new();
    for number in 0..asked.unwrap_or(100) {
        let rules = rules(&mut random);
        let coordinates = if rules.contains("heaps 1;") { 1 } else { 2 + random.below(2) };
        let position = vec!["37"; coordinates].join(",");
        let commands = [
            arguments(&["prove", &rules]),
            arguments(&["prove", &rules, "--value", "grundy"]),
            arguments(&["solve", &rules, &position]),
            arguments(&["count", &rules, "--upto", "300"]),
            arguments(&["list", &rules, "--lost", "--largest", "60"]),
            arguments(&["table", &rules, "--upto", "40", "--value", "grundy"]),
            arguments(&["explain", &rules]),
            arguments(&["emit", &rules, "--lang", "rust"]),
            arguments(&["sequence", &rules, "--upto", "200000"]),
            arguments(&["sum", &rules, &position, "nim", "5"]),
            arguments(&["play", &rules, &position]),
        ];
        for (place, command) in commands.iter().enumerate() {
            // One each in the short run, all in the long one.
            if all || place == number % commands.len() {
                breaches.extend(breach(command));
            }
        }
    }
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

const MANY_MOVES: &str = "heaps 5; move take 1..40 from 2 heaps when h1 div 3 > 1; move take 1..40 from a largest heap when largest > smallest; move take at most h1 from 2 heaps";

#[test]
fn limits_hold_where_they_once_did_not() {
    let named: &[&[&str]] = &[
        &["prove", "counters a, b; move b -> b - 2", "--value", "grundy"],
        &["prove", "heap sizes 1..2; move take 2 from 3 heaps", "--value", "grundy"],
        &[
            "solve",
            "heaps 2; move take 1 from 1 heap when (smallest <= h1 or smallest <= h2) and (largest >= h1 or largest >= h2)",
            "40,40",
        ],
        &["prove", "heaps 2; move take any from 1 heap; move take the same 1..2000 from 2 heaps"],
        &["prove", "0.16"],
        &["pass", "table3", "--upto", "400"],
        &["nim", "lost", "--heaps", "20", "--largest", "100"],
        &["suggest", "256"],
        &["check", "/dev/zero"],
        // Thousands of moves, each with extreme heaps in its guard.
        &["count", MANY_MOVES, "--upto", "300"],
        &["table", MANY_MOVES, "--upto", "40", "--value", "grundy"],
    ];
    let breaches: Vec<String> = named.iter().filter_map(|words| breach(&arguments(words))).collect();
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

//! Compares tables with the readable reference solver, on the same positions. Interleaved runs,
//! medians; every value is compared.
//!
//! `cargo bench -p bouton-solve` prints nanoseconds for each position and the ratio; with `--test`
//! each runs once on a smaller box.

use std::time::{Duration, Instant};

use bouton_core::{ControlState, Ruleset, Valuation};
use bouton_solve::{BitTable, Node, PeriodicCoordinate, Periods, RulesetOptions, Solver, Table, Watch};

const VALUATION: Valuation = Valuation::NormalOutcome;

/// Rules, the largest solved position, and a smaller one for a smoke run.
const GAMES: &[(&str, &[u64], &[u64])] = &[
    ("heaps 4; move take any from 1 heap", &[20, 20, 20, 20], &[6, 6, 6, 6]),
    ("two-in-total", &[30, 30, 30, 30], &[8, 8, 8, 8]),
    ("heap sizes 1..4; move take any from 1 heap; pass 1 unless empty", &[0, 0, 0, 20], &[0, 0, 0, 6]),
];

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let started = Instant::now();
    let result = work();
    (started.elapsed(), result)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

fn each(time: Duration, positions: usize) -> f64 {
    time.as_secs_f64() * 1e9 / positions.max(1) as f64
}

fn reference(ruleset: &Ruleset, position: &[u64]) -> (f64, u32) {
    let mut solver = Solver::new(
        RulesetOptions::new(ruleset, &Watch::unlimited()).unwrap(),
        VALUATION,
        &Watch::unlimited(),
    );
    let node = Node { coordinates: position.to_vec(), control: ControlState(0) };
    let (time, value) = timed(|| solver.value(&node).expect("within the limits"));
    (each(time, solver.positions()), value)
}

fn table(ruleset: &Ruleset, position: &[u64]) -> (f64, u32) {
    let mut table = Table::new(ruleset, VALUATION, &Watch::unlimited()).unwrap();
    let (time, value) = timed(|| table.value(position, ControlState(0)).expect("within the limits"));
    (each(time, table.positions()), value)
}

fn bits(ruleset: &Ruleset, position: &[u64]) -> Option<(f64, u32)> {
    let none = Periods::none(ruleset.dimension(), ruleset.controls().len());
    let mut table = BitTable::new(ruleset, &Watch::unlimited(), &none).unwrap()?;
    let (time, value) = timed(|| table.value(position, ControlState(0)).expect("within the limits"));
    Some((each(time, table.positions()), value))
}

/// Measures the table with which the law of Nim with a pass is found, for sizes up to six with the
/// periods of the odd sizes. Returns the nanoseconds for each position.
fn periodic(rank: u64) -> f64 {
    let rules = "heap sizes 1..6; move take any from 1 heap; pass 1 unless empty";
    let ruleset = bouton_rules::resolve(rules).expect("rules").ruleset().expect("fixed");
    let of = |preperiod| Some(PeriodicCoordinate { preperiod, period: 2 });
    let controls = vec![vec![of(2), None, of(2), None, of(4), None], vec![of(0); 6]];
    let periods = Periods { controls, ..Periods::default() };
    let mut table = BitTable::new(&ruleset, &Watch::unlimited(), &periods).unwrap().expect("constant moves");
    let position = [0, rank / 2, 0, 0, 0, 0];
    let (time, value) = timed(|| table.value(&position, ControlState(0)).expect("within the limits"));
    assert_eq!(value, 1, "an even number of equal heaps, with the pass not yet used");
    each(time, table.positions())
}

fn main() {
    let smoke = std::env::args().any(|argument| argument == "--test");
    let runs = if smoke { 1 } else { 5 };
    println!(
        "{:<66} {:>12} {:>10} {:>8} {:>10} {:>8}",
        "ns per position", "reference", "table", "ratio", "bits", "ratio"
    );
    for &(rules, large, small) in GAMES {
        let ruleset = bouton_rules::resolve(rules).expect("rules").ruleset().expect("fixed");
        let position = if smoke { small } else { large };
        let (mut slow, mut fast, mut words) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..runs {
            let (time, value) = reference(&ruleset, position);
            slow.push(time);
            let (time, same) = table(&ruleset, position);
            assert_eq!(same, value, "{rules}");
            fast.push(time);
            if let Some((time, same)) = bits(&ruleset, position) {
                assert_eq!(same, value, "{rules}");
                words.push(time);
            }
        }
        let (slow, fast) = (median(slow), median(fast));
        print!("{rules:<66} {slow:>12.1} {fast:>10.1} {:>8.1}", slow / fast);
        if words.is_empty() {
            println!(" {:>10} {:>8}", "-", "-");
        } else {
            let words = median(words);
            println!(" {words:>10.2} {:>8.1}", slow / words);
        }
    }
    let rank = if smoke { 100 } else { 800 };
    let times = (0..runs).map(|_| periodic(rank)).collect();
    println!(
        "sizes 1..6 with a pass, odd sizes by their periods, up to rank {rank}: {:.2} ns per position",
        median(times)
    );
}

//! Compares tiles in a folder with the same box in memory, and computes the recorded counts of many
//! games, which every machine has to reproduce (`testdata/counts/boxes.toml`).
//!
//! `cargo bench -p bouton-tables --bench kept`; with `-- --test` each runs once on smaller boxes, with `-- WORDS` only the tiles
//! of the games whose rules contain these words.
//! Every answer is asserted.

use std::time::Instant;

use bouton_core::{Limits, Ruleset, Valuation, Watch};
use bouton_tables::{BoxPlan, NumberPlan, SparsePlan, TileStore};
use bouton_testdata::counted_boxes;

type Counts = Vec<Vec<u128>>;

fn watch() -> Watch {
    Watch::new(&Limits { memory: 16 << 30, ..Limits::default() })
}

fn read(rules: &str) -> (String, Ruleset) {
    let game = bouton_rules::resolve(rules).expect("rules");
    (game.text(), game.ruleset().expect("fixed"))
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Counts with the engine that fills such a box in memory: bits of all positions, or numbers.
fn in_memory(ruleset: &Ruleset, valuation: Valuation, last: &[u64]) -> Counts {
    match BoxPlan::new(ruleset, valuation, last) {
        Ok(plan) => plan.count(&watch()),
        Err(_) => NumberPlan::new(ruleset, valuation, last).expect("displacements").count(&watch()),
    }
    .expect("fits")
}

/// A table in a folder.
struct Stored {
    seconds: f64,
    tiles: u64,
    bytes: usize,
    counts: Counts,
    /// The seconds to write files of the same lengths and nothing else, and to wait for the disk after that.
    plain: [f64; 2],
}

/// Fills a box by tiles in a new folder. Writes files of the same lengths, too.
fn by_tiles(rules: &str, valuation: Valuation, last: &[u64], side: u64) -> Stored {
    let (text, ruleset) = read(rules);
    let folder = tempfile::tempdir().expect("a folder");
    let started = Instant::now();
    let store = TileStore::create(folder.path(), &text, &ruleset, valuation, last, Some(side), &watch());
    let store = store.expect("tiles");
    store.fill(&watch()).expect("fits");
    let counts = store.counts().expect("all are there");
    let seconds = started.elapsed().as_secs_f64();
    let bytes: Vec<Vec<u8>> =
        store.tiling().ids().map(|tile| std::fs::read(store.path(&tile)).expect("a file")).collect();
    let started = Instant::now();
    let mut paths = Vec::new();
    for (number, bytes) in bytes.iter().enumerate() {
        paths.push(folder.path().join(number.to_string()));
        std::fs::write(&paths[number], bytes).expect("space");
    }
    let written = started.elapsed().as_secs_f64();
    bouton_files::sync_all(folder.path(), &paths).expect("space");
    Stored {
        seconds,
        tiles: store.tiling().tiles(),
        bytes: bytes.iter().map(Vec::len).sum(),
        counts,
        plain: [written, started.elapsed().as_secs_f64() - written],
    }
}

/// Compares the time to fill a box by tiles, which are written, with the time to fill it once in memory, and with the
/// time that the disk takes for the same files.
#[expect(clippy::cast_precision_loss, reason = "a figure needs no last digit")]
fn tiles(runs: usize, smoke: bool, only: Option<&str>) {
    println!("filling by tiles, times as long as counting in memory (one thread):");
    let normal = Valuation::NormalOutcome;
    for (rules, valuation, heaps, upto, side) in [
        ("two-in-total", normal, 4, 127, 64),
        ("two-in-total", normal, 4, 127, 32),
        ("heaps 3; move take 1..3 from 1 heap", normal, 3, 511, 128),
        ("heaps 3; move take any from 1 heap", normal, 3, 511, 128),
        ("wythoff", normal, 2, 8191, 2048),
        ("two-in-total", Valuation::Grundy, 4, 47, 16),
        ("heaps 3; move take 1..3 from 1 heap", Valuation::Remoteness, 3, 127, 64),
    ]
    .into_iter()
    .filter(|(rules, ..)| only.is_none_or(|only| rules.contains(only)))
    {
        let (upto, side) = if smoke { (15, 6) } else { (upto, side) };
        let last = vec![upto; heaps];
        let (_, ruleset) = read(rules);
        let (mut memory, mut folder) = (Vec::new(), Vec::new());
        let (mut tiles, mut bytes) = (0, 0);
        let mut plain = [Vec::new(), Vec::new()];
        for _ in 0..runs {
            let started = Instant::now();
            let expected = in_memory(&ruleset, valuation, &last);
            memory.push(started.elapsed().as_secs_f64());
            let stored = by_tiles(rules, valuation, &last, side);
            assert_eq!(stored.counts, expected, "{rules}");
            folder.push(stored.seconds);
            (tiles, bytes) = (stored.tiles, stored.bytes);
            plain.iter_mut().zip(stored.plain).for_each(|(plain, seconds)| plain.push(seconds));
        }
        let (memory, folder, [write, wait]) = (median(memory), median(folder), plain.map(median));
        println!(
            "  {rules:<40} {valuation:?} upto {upto}, {tiles} tiles of side {side}: {:.1} ({:.1} ms in memory, {:.1} ms by \
             tiles; {:.1} MB: {:.1} ms to write as plain files, {:.1} ms to wait for the disk: {:.1})",
            folder / memory,
            memory * 1e3,
            folder * 1e3,
            bytes as f64 * 1e-6,
            write * 1e3,
            wait * 1e3,
            (write + wait) / memory
        );
    }
}

/// Computes all recorded counts, each with the fastest engine that supports the game.
fn kept_counts(smoke: bool) {
    let (mut boxes, mut positions, mut left) = (0, 0u128, 0);
    let started = Instant::now();
    for counted in counted_boxes() {
        let (_, ruleset) = read(&counted.rules);
        let last = vec![counted.upto; ruleset.dimension()];
        let outcome = Valuation::outcome(ruleset.convention());
        let all = [
            (outcome, &counted.outcome),
            (Valuation::Grundy, &counted.grundy),
            (Valuation::Remoteness, &counted.remoteness),
        ];
        for (valuation, expected) in all.into_iter().filter(|(_, expected)| !expected.is_empty()) {
            if *ruleset.exists() != bouton_core::Formula::True {
                left += 1; // these count whole boxes
                continue;
            }
            let found = if let Ok(plan) = SparsePlan::new(&ruleset, valuation, &last) {
                plan.count(&watch())
            } else if let Ok(plan) = BoxPlan::new(&ruleset, valuation, &last) {
                plan.count(&watch())
            } else if let Ok(plan) = NumberPlan::new(&ruleset, valuation, &last) {
                plan.count(&watch())
            } else {
                left += 1;
                continue;
            };
            for (found, expected) in found.expect("fits").iter().zip(expected) {
                let expected = expected.iter().map(|&count| u128::from(count));
                let rest = found.len().saturating_sub(expected.len());
                let expected: Vec<u128> = expected.chain(std::iter::repeat_n(0, rest)).collect();
                assert_eq!(*found, expected, "{} up to {} {valuation:?}", counted.rules, counted.upto);
                positions += expected.iter().sum::<u128>();
            }
            boxes += 1;
        }
    }
    assert!(boxes >= 60 || smoke, "{boxes} boxes");
    println!(
        "{boxes} kept counts of {positions} positions in {:.1} ms, all as kept; {left} are left to other engines",
        started.elapsed().as_secs_f64() * 1e3
    );
}

fn main() {
    let smoke = std::env::args().any(|argument| argument == "--test");
    let only = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    if only.is_none() {
        kept_counts(smoke);
    }
    tiles(if smoke { 1 } else { 5 }, smoke, only.as_deref());
}

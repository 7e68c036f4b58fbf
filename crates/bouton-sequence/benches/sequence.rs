//! Compares values with the loop over all options, and the check of a period with the search for
//! it, in one run by medians of interleaved short runs.
//!
//! `cargo bench -p bouton-sequence -- periods` measures only the checks of periods.
//! With `OGSOLVE=path/to/ogsolve` that program (from crates.io) is measured as well. With
//! `BOUTON_BENCH_LONG` the periods of millions of values are measured once each, which takes some
//! minutes and a gigabyte.
#![allow(clippy::unwrap_used)]

use std::{hint::black_box, process::Command, time::Instant};

use bouton_cert::{Identity, StoredPeriod};
use bouton_check::check_stored_period;
use bouton_core::{Limits, TakeAndBreakCode, Watch};
use bouton_sequence::{Sequence, portable_instructions_alone, prove};

/// Computes values by the straightforward method: for each heap a bit for each option's value.
fn by_options(digits: &[u8], count: usize) -> Vec<u16> {
    let mut values = vec![0u16];
    for heap in 1..count {
        let mut seen = [0u64; 16];
        let mut mark = |value: u16| seen[value as usize / 64] |= 1 << (value % 64);
        for (taken, &digit) in digits.iter().enumerate().take(heap + 1) {
            let left = heap - taken;
            if digit & 1 != 0 && left == 0 {
                mark(0);
            }
            if digit & 2 != 0 && left > 0 {
                mark(values[left]);
            }
            if digit & 4 != 0 {
                for small in 1..=left / 2 {
                    mark(values[small] ^ values[left - small]);
                }
            }
        }
        let word = seen.iter().position(|&word| word != u64::MAX).unwrap();
        values.push(u16::try_from(64 * word + seen[word].trailing_ones() as usize).unwrap());
    }
    values
}

fn ours(digits: &[u8], count: usize, threads: usize) -> Sequence {
    let mut sequence = Sequence::new(&TakeAndBreakCode::new(digits.to_vec()).unwrap());
    let limits = Limits { threads, memory: 4 << 30, time: None };
    sequence.extend_to(count, &Watch::new(&limits)).unwrap();
    sequence
}

fn seconds<T>(run: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = black_box(run());
    (start.elapsed().as_secs_f64(), result)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The digits, the period and the preperiod of a code.
type Case<'a> = (&'a [u8], u64, u64);

/// Periods whose windows have some thousand or some hundred thousand values.
const PERIODS: &[Case] = &[
    (&[0, 1, 5, 6], 349, 3479),
    (&[0, 1, 6, 5], 1550, 5181),
    (&[0, 5, 6], 144, 326_640),
    (&[0, 1, 6], 149_459, 105_351),
];
/// Windows of millions, and of hundreds of millions of values.
const LONG: &[Case] = &[
    (&[0, 3, 7, 6], 4, 2_268_248),
    (&[0, 0, 5, 4], 10_015_179, 193_235_616),
    (&[0, 4, 5, 4], 60_620_715, 160_949_019),
    (&[0, 1, 7, 7, 7], 60_620_715, 160_949_018),
];
/// The longest window for which the loop over all options is measured.
const BY_OPTIONS: usize = 20_000;

/// Measures the search for a period and its check, with values of one byte. Both accept the period,
/// and the check refuses a changed value.
fn checked(&(digits, length, preperiod): &Case, rounds: usize) {
    let code = TakeAndBreakCode::new(digits.to_vec()).unwrap();
    let watch = Watch::new(&Limits { threads: 1, memory: 4 << 30, time: None });
    let (mut found, mut accepted, mut options) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        let (time, proof) = seconds(|| prove(&code, &watch).unwrap());
        found.push(time);
        assert_eq!((proof.seen.length, proof.seen.preperiod), (length, preperiod), "{code}");
        let window = usize::try_from(proof.seen.applies_from().unwrap()).unwrap();
        if window <= BY_OPTIONS {
            let (time, values) = seconds(|| by_options(digits, window));
            options.push(time);
            assert!(proof.values.range(0, window).eq(values.into_iter().map(u32::from)));
        }
        let listed = usize::try_from(length + preperiod).unwrap();
        let mut values: Vec<u8> =
            proof.values.range(0, listed).map(|value| u8::try_from(value).unwrap()).collect();
        drop(proof);
        let check = |values: &[u8]| {
            let claim = StoredPeriod { length, preperiod, width: 1, values: Identity::of_bytes(values) };
            seconds(|| check_stored_period(&code, &claim, values, &bouton_check::Limits::default()))
        };
        let (time, verdict) = check(&values);
        accepted.push(time);
        verdict.unwrap();
        values[listed / 2] ^= 1;
        assert!(check(&values).1.is_err(), "{code}: another value of {}", listed / 2);
    }
    let (found, accepted) = (median(found), median(accepted));
    let plain = if options.is_empty() {
        String::new()
    } else {
        let options = median(options);
        format!(", loop over all options {options:.4} s ({:.1} ×)", options / accepted)
    };
    println!(
        "{code}, period {length} from {preperiod}: found in {found:.4} s, checked in {accepted:.4} s ({:.2} of the search){plain}",
        accepted / found
    );
}

fn periods(smoke: bool, rounds: usize) {
    for case in if smoke { &PERIODS[..2] } else { PERIODS } {
        checked(case, rounds);
    }
    if !smoke && std::env::var_os("BOUTON_BENCH_LONG").is_some() {
        LONG.iter().for_each(|case| checked(case, 1));
    }
}

fn main() {
    let smoke = std::env::args().any(|argument| argument == "--test");
    let (count, rounds) = if smoke { (3000, 1) } else { (200_000, 3) };
    if std::env::args().any(|argument| argument == "periods") {
        return periods(smoke, rounds);
    }
    for (name, digits) in [("0.77", [0u8, 7, 7].as_slice()), ("0.6", &[0, 6])] {
        let (mut reference, mut fast, mut portable) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..rounds {
            let (time, expected) = seconds(|| by_options(digits, count));
            reference.push(time);
            let (time, sequence) = seconds(|| ours(digits, count, 1));
            fast.push(time);
            assert!(sequence.values().range(0, count).eq(expected.into_iter().map(u32::from)));
            portable_instructions_alone(true);
            let (time, same) = seconds(|| ours(digits, count, 1));
            portable_instructions_alone(false);
            portable.push(time);
            assert_eq!(same.values(), sequence.values());
        }
        let (reference, fast, portable) = (median(reference), median(fast), median(portable));
        println!(
            "{name} to {count}: options {reference:.3} s, here {fast:.3} s ({:.1} ×), portable {portable:.3} s ({:.1} ×)",
            reference / fast,
            reference / portable
        );
    }
    periods(smoke, rounds);
    let Ok(peer) = std::env::var("OGSOLVE") else { return };
    for (name, digits, count) in
        [("0.6", [0u8, 6].as_slice(), 1_000_000), ("0.1777", &[0, 1, 7, 7, 7], 1_000_000)]
    {
        let (mut theirs, mut one, mut two) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..rounds {
            let run =
                || Command::new(&peer).args(["-m", "rc", "-n", &count.to_string(), name]).output().unwrap();
            let (time, output) = seconds(run);
            theirs.push(time);
            let (time, sequence) = seconds(|| ours(digits, count + 1, 1));
            one.push(time);
            let last = sequence.values().get(count).unwrap();
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(said.contains(&format!("nimber of {count}: {last} ")), "{said}");
            two.push(seconds(|| ours(digits, count + 1, 2)).0);
        }
        let (theirs, one, two) = (median(theirs), median(one), median(two));
        println!(
            "{name} to {count}: ogsolve -m rc {theirs:.3} s, one thread {one:.3} s ({:.1} ×), two {two:.3} s ({:.1} ×)",
            theirs / one,
            theirs / two
        );
    }
}

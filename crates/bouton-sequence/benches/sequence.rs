//! Compares values with the loop over all options, in one run: medians of interleaved short runs.
//!
//! With `OGSOLVE=path/to/ogsolve` that program (crates.io, MIT/Apache) is measured as well.
#![allow(clippy::unwrap_used)]

use std::{hint::black_box, process::Command, time::Instant};

use bouton_core::{Limits, TakeAndBreakCode, Watch};
use bouton_sequence::{Sequence, portable_instructions_alone};

/// The straightforward method: for each heap a bit for each option's value.
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

fn main() {
    let smoke = std::env::args().any(|argument| argument == "--test");
    let (count, rounds) = if smoke { (3000, 1) } else { (200_000, 3) };
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

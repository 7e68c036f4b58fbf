//! Compares tables with straightforward loops and with memory bandwidth. Each ratio is measured in
//! one run by medians of interleaved short runs, and every answer is asserted.
//!
//! `cargo bench -p bouton-tables`; with `-- --test` each runs once on smaller boxes.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use bouton_core::{ControlState, Limits, Ruleset, Valuation, Watch};
use bouton_tables::{BoxPlan, InstructionSet, LostPairs, NumberPlan, SparsePlan};

const NORMAL: Valuation = Valuation::NormalOutcome;

fn ruleset(rules: &str) -> Ruleset {
    bouton_rules::resolve(rules).expect("rules").ruleset().expect("fixed")
}

fn watch(threads: usize) -> Watch {
    Watch::new(&Limits { threads, memory: 16 << 30, time: None })
}

fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let started = Instant::now();
    let result = work();
    (started.elapsed().max(Duration::from_nanos(1)).as_secs_f64(), result)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Returns the medians of several pieces of work, run in turn.
fn in_turn(runs: usize, work: &mut [&mut dyn FnMut() -> f64]) -> Vec<f64> {
    let mut times = vec![Vec::new(); work.len()];
    for _ in 0..runs {
        for (times, work) in times.iter_mut().zip(work.iter_mut()) {
            times.push(work());
        }
    }
    times.into_iter().map(median).collect()
}

/// Returns the seconds to count a box, and the number of lost positions.
fn counted(ruleset: &Ruleset, last: &[u64], instructions: InstructionSet, threads: usize) -> (f64, u128) {
    let watch = watch(threads);
    let (time, counts) = timed(|| {
        let plan = BoxPlan::new(ruleset, NORMAL, last).expect("displacements");
        plan.with_instructions(instructions).count(&watch).expect("fits")
    });
    (time, counts[0][0])
}

/// Returns the seconds to fill a box row by row, and the number of lost positions.
fn sparse(ruleset: &Ruleset, last: &[u64]) -> (f64, u128) {
    let (time, table) = timed(|| {
        let plan = SparsePlan::new(ruleset, NORMAL, last).expect("rays");
        plan.table(&watch(1)).expect("fits")
    });
    let counts = SparsePlan::new(ruleset, NORMAL, last).expect("rays").count(&watch(1)).expect("fits");
    black_box(table);
    (time, counts[0][0])
}

/// Counts lost positions by the straightforward loop: one byte for each position, and each option
/// is looked at. `vectors` are the amounts taken; a position with at most `stop` coordinates above
/// zero is terminal.
fn plain(side: usize, dimension: usize, vectors: &[Vec<usize>], stop: usize) -> u128 {
    let most = vectors.iter().flatten().copied().max().unwrap_or(0);
    let width = side + most;
    let strides: Vec<usize> =
        (0..dimension).map(|place| width.pow(u32::try_from(dimension - 1 - place).expect("few"))).collect();
    let offset =
        |vector: &[usize]| -> usize { vector.iter().zip(&strides).map(|(x, stride)| x * stride).sum() };
    let back: Vec<usize> = vectors.iter().map(|vector| offset(vector)).collect();
    // A margin of bytes that are not lost precedes each axis.
    let mut lost = vec![0u8; width.pow(u32::try_from(dimension).expect("few"))];
    let mut position = vec![0usize; dimension];
    let margin = offset(&vec![most; dimension]);
    let mut count = 0;
    let last = dimension - 1;
    loop {
        let row = margin + offset(&position);
        let others = position[..last].iter().filter(|&&x| x > 0).count();
        for x in 0..side {
            let at = row + x;
            let ended = others + usize::from(x > 0) <= stop;
            let is_lost = ended || back.iter().all(|back| lost[at - back] == 0);
            lost[at] = u8::from(is_lost);
            count += u128::from(is_lost);
        }
        let Some(place) = (0..last).rev().find(|&place| position[place] + 1 < side) else { return count };
        position[place] += 1;
        position[place + 1..].fill(0);
    }
}

/// Lists all vectors that take at most `most` in total from at most two coordinates.
fn in_total(dimension: usize, most: usize) -> Vec<Vec<usize>> {
    let mut vectors = Vec::new();
    for a in 0..dimension {
        for b in a..dimension {
            for x in 1..=most {
                for y in 0..=most - x {
                    if (a == b) == (y == 0) {
                        let mut vector = vec![0; dimension];
                        vector[a] += x;
                        vector[b] += y;
                        vectors.push(vector);
                    }
                }
            }
        }
    }
    vectors
}

fn from_one(dimension: usize, amounts: &[usize]) -> Vec<Vec<usize>> {
    let one =
        |place: usize, amount: usize| (0..dimension).map(|at| if at == place { amount } else { 0 }).collect();
    (0..dimension)
        .flat_map(|place| amounts.iter().map(move |&amount| (place, amount)))
        .map(|(p, a)| one(p, a))
        .collect()
}

/// Rules, heaps, side of the box, the vectors of the moves, and the number of heaps that may be
/// left when play stops.
type Bounded<'a> = (&'a str, usize, usize, Vec<Vec<usize>>, usize);

fn bounded(runs: usize, smoke: bool) {
    println!("bounded moves, one thread, against the straightforward loop");
    println!("{:<66} {:>6} {:>10} {:>9} {:>10} {:>7}", "", "side", "set", "G pos/s", "plain G/s", "ratio");
    let games: [Bounded; 4] = [
        ("two-in-total", 4, 128, in_total(4, 2), 1),
        ("heaps 4; move take 1..2 from 1 heap", 4, 128, from_one(4, &[1, 2]), 0),
        ("heaps 3; move take 1..3 in total from at most 2 heaps", 3, 512, in_total(3, 3), 0),
        (
            "heaps 4; move take {1, 3, 4} from 1 heap; move take 1 from exactly 2 heaps",
            4,
            128,
            {
                let mut vectors = from_one(4, &[1, 3, 4]);
                vectors.extend(
                    in_total(4, 2)
                        .into_iter()
                        .filter(|vector| vector.iter().filter(|&&x| x == 1).count() == 2),
                );
                vectors
            },
            0,
        ),
    ];
    for (rules, dimension, side, vectors, stop) in games {
        let side = if smoke { 20 } else { side };
        let ruleset = ruleset(rules);
        let last = vec![side as u64 - 1; dimension];
        let expected = plain(side, dimension, &vectors, stop);
        let sets = InstructionSet::available();
        let mut work: Vec<Box<dyn FnMut() -> f64>> = Vec::new();
        work.push(Box::new(|| {
            let (time, count) = timed(|| plain(black_box(side), dimension, &vectors, stop));
            assert_eq!(count, expected);
            time
        }));
        for &set in &sets {
            let (ruleset, last) = (&ruleset, &last);
            work.push(Box::new(move || {
                let (time, count) = counted(ruleset, last, set, 1);
                assert_eq!(count, expected, "{rules} {}", set.name());
                time
            }));
        }
        let mut work: Vec<&mut dyn FnMut() -> f64> = work.iter_mut().map(|work| &mut **work as _).collect();
        let times = in_turn(runs, &mut work);
        let positions = (side as f64).powi(i32::try_from(dimension).expect("few"));
        for (set, time) in sets.iter().zip(&times[1..]) {
            println!(
                "{rules:<66} {side:>6} {:>10} {:>9.2} {:>10.3} {:>7.0}",
                set.name(),
                positions / time / 1e9,
                positions / times[0] / 1e9,
                times[0] / time
            );
        }
    }
}

/// Returns the seconds to write to memory that has been written before.
fn bandwidth(memory: &mut [u8]) -> f64 {
    let value = black_box(1);
    let (time, ()) = timed(|| memory.fill(value));
    black_box(&memory[memory.len() / 2]);
    time
}

fn memory_speed(runs: usize, smoke: bool) {
    let side: u64 = if smoke { 64 } else { 256 };
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let game = ruleset("two-in-total");
    let last = vec![side - 1; 4];
    let bytes = usize::try_from(side.pow(4) / 8).expect("small");
    let mut memory = vec![0u8; bytes];
    memory.fill(2);
    let lost = counted(&game, &last, InstructionSet::Portable, 1).1;
    let count = |threads: usize| {
        let (time, found) = counted(&game, &last, InstructionSet::widest(), threads);
        assert_eq!(found, lost);
        time
    };
    let times = in_turn(runs, &mut [&mut || count(1), &mut || count(cores), &mut || bandwidth(&mut memory)]);
    let rate = |time: f64| bytes as f64 / time / 1e9;
    println!(
        "four heaps, side {side}: one thread {:.2} GB/s, {cores} threads {:.2} GB/s; written plainly {:.2} GB/s; share {:.0} %",
        rate(times[0]),
        rate(times[1]),
        rate(times[2]),
        100.0 * times[2] / times[1]
    );
    let side = if smoke { 32 } else { 96 };
    let small = vec![side - 1; 4];
    let count = |threads: usize| counted(&game, &small, InstructionSet::widest(), threads).0;
    let times = in_turn(runs * 3, &mut [&mut || count(1), &mut || count(2)]);
    println!("four heaps, side {side}, inside the cache: two threads {:.2} times one", times[0] / times[1]);
    if !smoke {
        let each: Vec<f64> = [64u64, 128, 256]
            .iter()
            .map(|&side| {
                let times = in_turn(
                    runs,
                    &mut [&mut || counted(&game, &[side - 1; 4], InstructionSet::widest(), 1).0],
                );
                times[0] / (side as f64).powi(4) * 1e12
            })
            .collect();
        println!(
            "cost of a position at sides 64, 128, 256: {:.1}, {:.1}, {:.1} ps",
            each[0], each[1], each[2]
        );
    }
}

/// Counts the lost positions of three-heap Nim by byte flags: a lost position marks its lines.
fn flags_of_nim(side: usize) -> u128 {
    let mut flags = [vec![0u8; side * side], vec![0u8; side * side], vec![0u8; side * side]];
    let mut count = 0;
    for a in 0..side {
        for b in 0..side {
            for c in 0..side {
                if flags[0][b * side + c] | flags[1][a * side + c] | flags[2][a * side + b] == 0 {
                    flags[0][b * side + c] = 1;
                    flags[1][a * side + c] = 1;
                    flags[2][a * side + b] = 1;
                    count += 1;
                }
            }
        }
    }
    count
}

/// Counts the lost positions where, besides, the same amount may be taken from two heaps: with
/// diagonals, too.
fn flags_with_diagonals(side: usize) -> u128 {
    let mut flags = [vec![0u8; side * side], vec![0u8; side * side], vec![0u8; side * side]];
    let mut slanted = [vec![0u8; 2 * side * side], vec![0u8; 2 * side * side], vec![0u8; 2 * side * side]];
    let mut count = 0;
    for a in 0..side {
        for b in 0..side {
            for c in 0..side {
                let lines = [b * side + c, a * side + c, a * side + b];
                let diagonals =
                    [(side + a - b) * side + c, (side + a - c) * side + b, (side + b - c) * side + a];
                let met = (0..3).fold(0, |met, i| met | flags[i][lines[i]] | slanted[i][diagonals[i]]);
                if met == 0 {
                    for i in 0..3 {
                        flags[i][lines[i]] = 1;
                        slanted[i][diagonals[i]] = 1;
                    }
                    count += 1;
                }
            }
        }
    }
    count
}

fn unbounded(runs: usize, smoke: bool) {
    let side: u64 = if smoke { 64 } else { 1024 };
    let small = usize::try_from(side / 4).expect("small");
    let bytes = usize::try_from(side.pow(3) / 8).expect("small");
    let mut memory = vec![0u8; bytes];
    memory.fill(2);
    // The lost positions of Nim and of Moore's game are known; those of the third come from the
    // other engine.
    let third = "heaps 3; move take any from 1 heap; move take the same any from 2 heaps";
    let games = [
        ("heaps 3; move take any from 1 heap", u128::from(side * side)),
        ("heaps 3; move take any from at most 2 heaps", u128::from(side)),
        (third, counted(&ruleset(third), &[side - 1; 3], InstructionSet::widest(), 1).1),
    ];
    let last = vec![side - 1; 3];
    let few = counted(&ruleset(third), &[small as u64 - 1; 3], InstructionSet::widest(), 1).1;
    let mut work: Vec<Box<dyn FnMut() -> f64 + '_>> = vec![
        Box::new(|| {
            let (time, count) = timed(|| flags_of_nim(black_box(small)));
            assert_eq!(count, (small * small) as u128);
            time
        }),
        Box::new(|| {
            let (time, count) = timed(|| flags_with_diagonals(black_box(small)));
            assert_eq!(count, few);
            time
        }),
        Box::new(|| bandwidth(&mut memory)),
    ];
    for (rules, expected) in games {
        let ruleset = ruleset(rules);
        let last = &last;
        work.push(Box::new(move || {
            let (time, lost) = sparse(&ruleset, last);
            assert_eq!(lost, expected, "{rules}");
            time
        }));
    }
    let mut work: Vec<&mut dyn FnMut() -> f64> = work.iter_mut().map(|work| &mut **work as _).collect();
    let times = in_turn(runs, &mut work);
    for ((rules, _), time) in games.iter().zip(&times[3..]) {
        let rate = (side as f64).powi(3) / time;
        // Moore's game is compared with the time of Nim.
        let (whose, flags) = if *rules == third { ("its own", times[1]) } else { ("Nim's", times[0]) };
        let flags = (small as f64).powi(3) / flags;
        println!(
            "{rules}, side {side}: {:.1} G pos/s, {:.0} times byte flags ({whose}, {:.3} G/s), {:.0} % of memset",
            rate / 1e9,
            rate / flags,
            flags / 1e9,
            100.0 * times[2] / time
        );
    }
}

/// Fills Wythoff's game with handwritten code: rows, with marks on columns and diagonals, and a bit
/// table.
fn wythoff_by_hand(side: usize) -> usize {
    let words = side.div_ceil(64);
    let mut table = vec![0u64; words * side];
    let (mut columns, mut diagonals) = (vec![false; side], vec![false; 2 * side]);
    let mut count = 0;
    for a in 0..side {
        for b in 0..side {
            if !columns[b] && !diagonals[side + b - a] {
                columns[b] = true;
                diagonals[side + b - a] = true;
                table[a * words + b / 64] |= 1 << (b % 64);
                count += 1;
                break;
            }
        }
    }
    black_box(&table);
    count
}

fn two_heaps(runs: usize, smoke: bool) {
    let side: u64 = if smoke { 500 } else { 10_000 };
    let wythoff = ruleset("wythoff");
    let expected = wythoff_by_hand(usize::try_from(side).expect("small"));
    let times = in_turn(
        runs,
        &mut [
            &mut || {
                timed(|| {
                    assert_eq!(wythoff_by_hand(black_box(usize::try_from(side).expect("small"))), expected)
                })
                .0
            },
            &mut || {
                let (time, lost) = counted(&wythoff, &[side - 1; 2], InstructionSet::widest(), 1);
                assert_eq!(lost, expected as u128);
                time
            },
        ],
    );
    println!(
        "Wythoff's table, side {side}: {:.1} ms, {:.2} times the marking loop by hand",
        times[1] * 1e3,
        times[1] / times[0]
    );
    let upto = if smoke { 10_000 } else { 1_000_000 };
    let list = LostPairs::new(&wythoff).expect("rays");
    let (time, lost) = timed(|| list.up_to(upto, &Watch::unlimited()).expect("fits"));
    // In Wythoff's game the nth pair is ⌊nφ⌋ and ⌊nφ⌋ + n.
    let golden = f64::midpoint(1.0, 5f64.sqrt());
    for (n, pair) in (0u64..).zip(lost.iter().filter(|pair| pair.0 <= pair.1)) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small and positive")]
        let first = (n as f64 * golden) as u64;
        assert_eq!(*pair, (first, first + n));
    }
    println!("Wythoff's list up to {upto}: {} lost positions in {:.3} s", lost.len(), time);
}

fn numbers(runs: usize, smoke: bool) {
    let side: u64 = if smoke { 30 } else { 300 };
    let nim = ruleset("heaps 3; move take any from 1 heap");
    let times = in_turn(
        runs,
        &mut [&mut || {
            let (time, table) = timed(|| {
                NumberPlan::new(&nim, Valuation::Grundy, &[side; 3])
                    .expect("rays")
                    .table(&watch(1))
                    .expect("fits")
            });
            for position in [[side, 3, 5], [side, side / 2, side - 1], [0, 1, side]] {
                let expected = u32::try_from(position[0] ^ position[1] ^ position[2]).expect("small");
                assert_eq!(table.value(&position, ControlState(0)), Some(expected));
            }
            time
        }],
    );
    println!("Grundy values of three-heap Nim up to {side}: {:.3} s", times[0]);
}

/// Compares sorted positions, or rows, of interchangeable heaps with all of them: bytes and
/// seconds.
fn symmetry(runs: usize, smoke: bool) {
    println!("with the use of interchangeable heaps, relative to without: speed, memory");
    let threads = 1;
    let bits: [(&str, usize, u64); 6] = [
        ("move take 1..3 from 1 heap", 5, 47),
        ("move take 1..3 from 1 heap", 6, 11),
        ("move take 1..3 from 1 heap", 6, 23),
        ("move take 1..3 from 1 heap", 7, 11),
        ("move take 1..2 in total from at most 2 heaps", 6, 19),
        ("move take any from 1 heap", 6, 19),
    ];
    for (rules, heaps, upto) in bits {
        let last = vec![if smoke { 3 } else { upto }; heaps];
        let game = ruleset(&format!("heaps {heaps}; {rules}"));
        let plan =
            |used: bool| BoxPlan::new(&game, NORMAL, &last).expect("displacements").with_symmetry(used);
        let expected = plan(false).count(&watch(threads)).expect("fits");
        let filled = |used: bool| {
            let (time, counts) = timed(|| plan(used).count(&watch(threads)).expect("fits"));
            assert_eq!(counts, expected, "{rules}");
            time
        };
        let times = in_turn(runs, &mut [&mut || filled(true), &mut || filled(false)]);
        let bytes = [plan(true).bytes(), plan(false).bytes()].map(|bytes| bytes as f64);
        print_symmetry("bits", rules, (heaps, last[0]), &times, bytes);
    }
    let rays = "move take any from 1 heap";
    let moore = "move take any from at most 2 heaps";
    let diagonals = "move take any from 1 heap; move take the same any from 2 heaps";
    let single = "move take any from 1 heap; move take 1 from exactly 2 heaps";
    let rows = [
        (rays, 2, 4095),
        (diagonals, 2, 9999),
        (rays, 3, 15),
        (rays, 3, 63),
        (rays, 3, 255),
        (rays, 3, 1023),
        (rays, 4, 15),
        (rays, 4, 127),
        (rays, 5, 31),
        (moore, 3, 63),
        (moore, 3, 255),
        (moore, 3, 1023),
        (moore, 4, 255),
        (moore, 4, 63),
        (diagonals, 3, 63),
        (diagonals, 3, 511),
        (diagonals, 4, 63),
        (single, 3, 255),
        (single, 4, 63),
    ];
    for (rules, heaps, upto) in rows {
        let last = vec![if smoke { 7 } else { upto }; heaps];
        let game = ruleset(&format!("heaps {heaps}; {rules}"));
        let plan = |used: bool| SparsePlan::new(&game, NORMAL, &last).expect("rays").with_symmetry(used);
        let expected = plan(false).count(&watch(threads)).expect("fits");
        let again = 1 + 2_000_000 / (upto + 1).pow(u32::try_from(heaps).expect("few"));
        let filled = |used: bool| {
            let (time, ()) = timed(|| {
                for _ in 0..again {
                    assert_eq!(plan(used).count(&watch(threads)).expect("fits"), expected, "{rules}");
                }
            });
            time / again as f64
        };
        let times = in_turn(runs, &mut [&mut || filled(true), &mut || filled(false)]);
        let bytes = [true, false].map(|used| plan(used).bytes_to_count() as f64);
        print_symmetry("rows", rules, (heaps, last[0]), &times, bytes);
    }
    let values = [
        (rays, 2, 500),
        (rays, 3, 20),
        (rays, 3, 100),
        (rays, 4, 30),
        ("move take 1..3 from 1 heap", 3, 100),
        ("move take 1..3 from 1 heap", 5, 15),
    ];
    for valuation in [Valuation::Grundy, Valuation::Remoteness] {
        for (rules, heaps, upto) in values {
            let last = vec![if smoke { 7 } else { upto }; heaps];
            let game = ruleset(&format!("heaps {heaps}; {rules}"));
            let plan = |used| NumberPlan::with_symmetry(&game, valuation, &last, used).expect("rays");
            let corner = plan(false).table(&watch(threads)).expect("fits").value(&last, ControlState(0));
            let filled = |used: bool| {
                let (time, table) = timed(|| plan(used).table(&watch(threads)).expect("fits"));
                assert_eq!(table.value(&last, ControlState(0)), corner, "{rules}");
                time
            };
            let times = in_turn(runs, &mut [&mut || filled(true), &mut || filled(false)]);
            let bytes = [plan(true).bytes(), plan(false).bytes()].map(|bytes| bytes as f64);
            print_symmetry("numbers", rules, (heaps, last[0]), &times, bytes);
        }
    }
}

fn print_symmetry(what: &str, rules: &str, (heaps, upto): (usize, u64), times: &[f64], bytes: [f64; 2]) {
    println!(
        "{what:<8} {rules:<64} heaps {heaps} upto {upto:>4}: {:>5.2} {:>5.2}  ({:.1} ms)",
        times[1] / times[0],
        bytes[0] / bytes[1],
        times[0] * 1e3
    );
}

fn main() {
    let smoke = std::env::args().any(|argument| argument == "--test");
    let runs = if smoke { 1 } else { 5 };
    let only = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    if only.as_deref() == Some("symmetry") {
        return symmetry(runs, smoke);
    }
    bounded(runs, smoke);
    memory_speed(runs, smoke);
    unbounded(runs, smoke);
    two_heaps(runs, smoke);
    numbers(runs, smoke);
}

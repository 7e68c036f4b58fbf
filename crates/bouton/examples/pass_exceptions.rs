//! Compares the lost positions of Nim with a pass, on heaps of sizes 1..K, with the positions of
//! nim-sum 1, by exact values.
//!
//! `cargo run --release -p bouton --example pass_exceptions -- K RANK` prints, for each set of
//! sizes that occur in positions of at most RANK objects, the number of positions, the number of
//! exceptions among them, and the largest count of each size in an exception, for half of the
//! objects and for all. A count that grows with the objects belongs to an infinite family of
//! exceptions.

use std::collections::BTreeMap;

use bouton::{
    ControlState,
    rules::Game,
    solve::{BitTable, Limits, Periods, Watch},
};

#[derive(Default)]
struct Kind {
    positions: usize,
    exceptions: usize,
    /// The largest counts in an exception: up to half of the objects, and up to all.
    largest: [Vec<u64>; 2],
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let sizes: u64 = arguments.next().map_or(Ok(5), |text| text.parse())?;
    let objects: u64 = arguments.next().map_or(Ok(60), |text| text.parse())?;
    let dimension = usize::try_from(sizes)?;
    let rules = format!("heap sizes 1..{sizes}; move take any from 1 heap; pass 1 unless empty");
    let ruleset = Game::parse(&rules)?.ruleset()?;
    let watch = &Watch::new(&Limits { memory: 8 << 30, ..Limits::default() });
    let periods = Periods::none(dimension, ruleset.controls().len());
    let mut table = BitTable::new(&ruleset, watch, &periods)?.ok_or("the moves are constant")?;
    let mut far = vec![0; dimension];
    far[0] = objects;
    table.value(&far, ControlState(0))?;

    let mut kinds: BTreeMap<Vec<bool>, Kind> = BTreeMap::new();
    table.for_each_lightest(usize::MAX, &mut |position, control, value| {
        let total: u64 = (1..).zip(position).map(|(size, count)| size * count).sum();
        if control != ControlState(0) || total > objects {
            return;
        }
        let nim_sum = (1..).zip(position).fold(0, |sum, (size, count)| sum ^ (size * (count % 2)));
        let kind = kinds.entry(position.iter().map(|&count| count > 0).collect()).or_default();
        kind.positions += 1;
        if (value == 0) != (nim_sum == 1) {
            kind.exceptions += 1;
            let halves = if total * 2 <= objects { 0 } else { 1 };
            for largest in &mut kind.largest[halves..] {
                largest.resize(dimension, 0);
                largest.iter_mut().zip(position).for_each(|(most, &count)| *most = count.max(*most));
            }
        }
    });
    println!("{rules}, up to {objects} objects");
    println!("sizes that occur: positions, exceptions to \"lost exactly if the nim-sum is 1\"");
    for (occurs, kind) in kinds.iter().filter(|(_, kind)| kind.exceptions > 0) {
        let names =
            (1..).zip(occurs).filter(|(_, occurs)| **occurs).map(|(size, _): (u64, _)| size.to_string());
        let [half, all] = &kind.largest;
        println!(
            "{{{}}}: {}, {}; at most {half:?} up to half, {all:?}",
            names.collect::<Vec<_>>().join(","),
            kind.positions,
            kind.exceptions
        );
    }
    let clean: usize = kinds.values().filter(|kind| kind.exceptions == 0).map(|kind| kind.positions).sum();
    println!("{clean} positions with other sets of sizes, no exception");
    Ok(())
}

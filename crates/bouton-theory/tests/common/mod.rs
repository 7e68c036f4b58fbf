//! The straightforward reference: positions are sorted lists, and values are looked up or computed
//! from the options, without any theory.

#![allow(dead_code, reason = "each test file uses its part")]

use std::collections::HashMap;

use bouton_core::{Valuation, ValueSet};
use num_bigint::BigUint;

/// Values by definition, for any options.
pub(crate) struct Solver<F> {
    options: F,
    valuation: Valuation,
    known: HashMap<Vec<u64>, u32>,
}

impl<F: Fn(&[u64]) -> Vec<Vec<u64>>> Solver<F> {
    pub(crate) fn new(valuation: Valuation, options: F) -> Self {
        Self { options, valuation, known: HashMap::new() }
    }

    pub(crate) fn outcome(options: F) -> Self {
        Self::new(Valuation::NormalOutcome, options)
    }

    pub(crate) fn grundy(options: F) -> Self {
        Self::new(Valuation::Grundy, options)
    }

    pub(crate) fn value(&mut self, position: &[u64]) -> u32 {
        if let Some(&value) = self.known.get(position) {
            return value;
        }
        let options = (self.options)(position);
        let set: ValueSet = options.iter().map(|option| self.value(option)).collect();
        let value = self.valuation.value(&set);
        self.known.insert(position.to_vec(), value);
        value
    }
}

/// The options of taking 1 to `most` objects from one heap, one list for each
/// heap and amount (heaps of size 0 dropped).
pub(crate) fn one_heap_options(heaps: &[u64], most: u64) -> Vec<Vec<u64>> {
    let mut options = Vec::new();
    for (index, &heap) in heaps.iter().enumerate() {
        for take in 1..=heap.min(most) {
            let mut option = heaps.to_vec();
            option[index] -= take;
            option.retain(|&left| left > 0);
            option.sort_unstable();
            options.push(option);
        }
    }
    options
}

/// All sorted lists of at most `heaps` sizes from 1 to `largest`.
pub(crate) fn multisets(heaps: usize, largest: u64) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    let mut last = vec![Vec::new()];
    for _ in 0..heaps {
        last = last
            .iter()
            .flat_map(|list: &Vec<u64>| {
                (list.last().copied().unwrap_or(1)..=largest).map(|heap| [list.clone(), vec![heap]].concat())
            })
            .collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// Sizes as numbers of any size.
pub(crate) fn naturals(heaps: &[u64]) -> Vec<BigUint> {
    heaps.iter().copied().map(BigUint::from).collect()
}

/// The lines of a file in `data` that are not comments.
pub(crate) fn data_lines(name: &str) -> Vec<String> {
    let path = format!("{}/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

/// The numbers of a list `1,2,3`.
pub(crate) fn numbers(list: &str) -> Vec<u64> {
    list.split(',').map(|word| word.trim().parse().unwrap()).collect()
}

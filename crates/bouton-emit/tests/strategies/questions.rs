//! The positions of the questions.

use bouton_core::{ControlState, Watch};
use bouton_prove::Guide;
use num_bigint::BigUint;

use crate::games::Case;

/// All positions of the case's box that exist.
pub(crate) fn small(case: &Case) -> Vec<(u8, Vec<u64>)> {
    let dimension = u32::try_from(case.ruleset.dimension()).unwrap();
    let side = case.upto + 1;
    let mut places = Vec::new();
    for control in 0..u8::try_from(case.ruleset.controls().len()).unwrap() {
        for number in 0..side.pow(dimension) {
            let position: Vec<u64> = (0..dimension).map(|track| number / side.pow(track) % side).collect();
            if case.ruleset.has_big(&position.iter().copied().map(BigUint::from).collect::<Vec<_>>()) {
                places.push((control, position));
            }
        }
    }
    places
}

/// Positions of about `bits` binary digits: random ones, lost and nearly lost
/// ones of Nim, lopsided ones, and the largest; in other digits than binary ones also lost ones of the game.
pub(crate) fn huge(case: &Case, bits: u64) -> Vec<(u8, Vec<BigUint>)> {
    let dimension = case.ruleset.dimension();
    let mut seed = 1u64;
    let mut random = |bits: u64| {
        let mut number = BigUint::ZERO;
        for _ in 0..bits.div_ceil(32) {
            // Knuth's linear congruential generator MMIX; its high half is used.
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            number = number << 32u32 | BigUint::from(seed >> 32);
        }
        number % (BigUint::from(1u32) << bits)
    };
    let largest = (BigUint::from(1u32) << bits) - 1u32;
    let mut positions = vec![vec![largest.clone(); dimension], vec![largest - 1u32; dimension]];
    for round in 0..6u64 {
        let mut position: Vec<BigUint> = (0..dimension).map(|_| random(bits - round % 3)).collect();
        positions.push(position.clone());
        if let Some((last, others)) = position.split_last_mut() {
            *last = others.iter().fold(BigUint::ZERO, |sum, number| sum ^ number);
            positions.push(position.clone());
            position[0] = BigUint::from(round);
            positions.push(position);
        }
    }
    let controls = u8::try_from(case.ruleset.controls().len()).unwrap();
    let all: Vec<_> = (0..controls)
        .flat_map(|control| positions.iter().map(move |position| (control, position.clone())))
        .filter(|(_, position)| case.ruleset.has_big(position))
        .collect();
    let lost = lost(case, &all, bits);
    all.into_iter().chain(lost).collect()
}

/// Where the law reads other digits than binary ones, positions of the value 0 that are options of
/// others.
fn lost(case: &Case, from: &[(u8, Vec<BigUint>)], bits: u64) -> Vec<(u8, Vec<BigUint>)> {
    if case.law.numeration().is_binary() || case.law.nim_heap {
        return Vec::new();
    }
    let guide = Guide::new(&case.ruleset, &case.law, &Watch::unlimited()).unwrap();
    let options = from
        .iter()
        .flat_map(|(control, position)| {
            guide.winning_options(position, ControlState(*control), 2, &Watch::unlimited()).unwrap().options
        })
        .map(|(position, control)| (control.0, position));
    let fits = |position: &[BigUint]| position.iter().all(|number| number.bits() <= bits);
    let found: Vec<_> = options.filter(|(_, position)| fits(position)).collect();
    assert!(!found.is_empty(), "{}", case.name);
    found
}

//! The positions asked about.

use num_bigint::BigUint;

use crate::games::Case;

/// All positions of the case's box.
pub(crate) fn small(case: &Case) -> Vec<(u8, Vec<u64>)> {
    let dimension = u32::try_from(case.ruleset.dimension()).unwrap();
    let side = case.upto + 1;
    let mut places = Vec::new();
    for control in 0..u8::try_from(case.ruleset.controls().len()).unwrap() {
        for number in 0..side.pow(dimension) {
            places.push((control, (0..dimension).map(|track| number / side.pow(track) % side).collect()));
        }
    }
    places
}

/// Positions of about `bits` binary digits: random ones, lost and nearly lost
/// ones of Nim, lopsided ones, and the largest.
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
    (0..controls)
        .flat_map(|control| positions.iter().map(move |position| (control, position.clone())))
        .collect()
}

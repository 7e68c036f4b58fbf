//! Tests that arithmetic periods of hexadecimal codes hold far beyond the window, and that the
//! checker accepts them.
#![allow(clippy::cast_possible_truncation, reason = "small numbers")]

use bouton_check::check_period;
use bouton_core::{Period, TakeAndBreakCode, Value, Watch};
use bouton_sequence::{ApparentPeriod, NoPeriod, Proof, Sequence, Theorem, definition, prove};

fn code(digits: &str) -> TakeAndBreakCode {
    let digits = digits.chars().map(|digit| digit.to_digit(16).unwrap() as u8);
    TakeAndBreakCode::new(std::iter::once(0).chain(digits).collect()).unwrap()
}

/// Returns all codes 0.d₁…d_n with some digit above 7 and a last one that is not 0.
fn hexadecimal(digits: u32) -> impl Iterator<Item = TakeAndBreakCode> {
    (0..16u32.pow(digits))
        .map(move |all| (0..digits).rev().map(|place| (all >> (4 * place) & 15) as u8).collect::<Vec<_>>())
        .filter(|digits| digits.iter().any(|&digit| digit > 7) && digits.last() != Some(&0))
        .map(|digits| TakeAndBreakCode::new(std::iter::once(0).chain(digits).collect()).unwrap())
}

/// Returns the period visible in the first values, if it is an arithmetic period.
fn shown(code: &TakeAndBreakCode, count: usize) -> Option<ApparentPeriod> {
    let mut sequence = Sequence::new(code);
    sequence.extend_to(count, &Watch::unlimited()).unwrap();
    ApparentPeriod::of(code, sequence.values()).filter(|seen| seen.saltus > 0)
}

fn rises(values: &[Value], period: &ApparentPeriod) -> bool {
    let (from, length) = (period.preperiod as usize, period.length as usize);
    (from..values.len() - length).all(|n| values[n + length] == values[n] + period.saltus)
}

/// Asserts that the period holds far beyond the proved window, for the least n₀ and p, and that the
/// checker accepts it.
fn is_true(code: &TakeAndBreakCode, proof: &Proof, most: usize) {
    let (seen, period) = (proof.seen, proof.period());
    assert_eq!(seen.window.unwrap().theorem, proof.theorem, "{code}");
    let window = seen.applies_from().unwrap() as usize;
    let count = (6 * window).clamp(150, most).max(window + 100);
    let far = definition::values(code, count, &Watch::unlimited()).unwrap();
    assert!(count > window && rises(&far, &seen), "{code}: {seen:?}");
    // The values are compared much farther by a fast method.
    let mut sequence = Sequence::new(code);
    sequence.extend_to(5 * most, &Watch::unlimited()).unwrap();
    let farther: Vec<Value> = sequence.values().iter().collect();
    assert!(rises(&farther, &seen), "{code}: {seen:?}");
    let n = seen.preperiod as usize;
    assert!(n == 0 || far[n - 1] + seen.saltus != far[n - 1 + seen.length as usize], "{code}");
    for length in 1..seen.length {
        let saltus = farther[n + length as usize].wrapping_sub(farther[n]);
        assert!(
            !rises(&far, &ApparentPeriod { length, saltus: saltus % (1 << 20), ..seen }),
            "{code}: {length}"
        );
    }
    check_period(code, &period, &bouton_check::Limits::default())
        .unwrap_or_else(|refused| panic!("{code}: {refused}"));
}

/// Proves the visible periods; returns the numbers of codes with a visible and with a proved
/// period.
fn prove_all(codes: impl Iterator<Item = TakeAndBreakCode>, most: usize) -> (usize, usize) {
    let (mut arithmetic, mut proved) = (0, 0);
    for code in codes {
        let Some(seen) = shown(&code, 600) else { continue };
        arithmetic += 1;
        if seen.window.is_some() {
            let proof = prove(&code, &Watch::unlimited()).unwrap();
            assert_eq!(proof.theorem, Theorem::Arithmetic, "{code}");
            assert_eq!(
                (proof.seen.length, proof.seen.preperiod, proof.seen.saltus),
                (seen.length, seen.preperiod, seen.saltus),
                "{code}"
            );
            is_true(&code, &proof, most);
            proved += 1;
        }
    }
    (arithmetic, proved)
}

#[test]
fn codes_of_one_and_two_digits() {
    assert_eq!(prove_all(hexadecimal(1), 400), (2, 2));
    // The code without a proof is 0.3f, with saltus 3.
    let (arithmetic, proved) = prove_all(hexadecimal(2), 250);
    assert!(arithmetic >= 69 && proved >= 68, "{proved} of {arithmetic}");
}

#[test]
fn codes_of_three_digits() {
    let (arithmetic, proved) = prove_all(hexadecimal(3).step_by(31), 200);
    assert!(arithmetic >= 35 && proved >= 35, "{proved} of {arithmetic}");
}

/// Code, period, preperiod, saltus. In 0.8 a heap of n has the value ⌊(n - 1) / 3⌋, because each
/// move takes one and leaves three heaps. In 0.af all other heaps are reached beside one of 1 or
/// none, so that g(n) = n.
#[test]
fn small_codes_have_the_periods_that_a_proof_by_hand_shows() {
    for (digits, length, preperiod, saltus) in [("8", 3, 1, 1), ("c", 2, 1, 1), ("28", 53, 1, 16)] {
        let proof = prove(&code(digits), &Watch::unlimited()).unwrap();
        let found = (proof.seen.length, proof.seen.preperiod, proof.seen.saltus);
        assert_eq!(found, (length, preperiod, saltus), "0.{digits}");
    }
    let proof = prove(&code("8"), &Watch::unlimited()).unwrap();
    for n in 1..200u32 {
        assert_eq!(proof.period().value(&n.into()), Some(((n - 1) / 3).into()));
    }
}

/// A saltus that is not a power of two is reported, but not proved.
#[test]
fn other_saltus_are_seen_and_not_proved() {
    let seen = shown(&code("3f"), 2000).unwrap();
    assert_eq!((seen.length, seen.saltus, seen.window, seen.proved), (6, 3, None, false));
    let limits = bouton_core::Limits { memory: 20_000, ..bouton_core::Limits::default() };
    let Err(NoPeriod::Limit { seen, limit, computed }) = prove(&code("3f"), &Watch::new(&limits)) else {
        panic!()
    };
    assert_eq!(seen.map(|seen| seen.saltus), Some(3));
    let text = NoPeriod::Limit { computed, seen, limit }.to_string();
    assert!(text.contains("period 6, saltus 3, periodic from 0 as far as seen"), "{text}");
}

/// Tests that all but a few amounts have a theorem of their own. Other codes that repeat for ever
/// are not proved to rise.
#[test]
fn codes_that_repeat_are_proved_where_all_but_a_few_amounts_may_be_taken() {
    let repeating =
        |head: &[u8], tail: &[u8]| TakeAndBreakCode::repeating(head.to_vec(), tail.to_vec()).unwrap();
    let nim = repeating(&[0], &[3]);
    let all_but = repeating(&[0, 0, 3, 0], &[3]);
    for (code, expected) in [(nim, (1, 0, 1)), (all_but, (2, 0, 1))] {
        let proof = prove(&code, &Watch::unlimited()).unwrap();
        assert_eq!((proof.seen.length, proof.seen.preperiod, proof.seen.saltus), expected);
        assert_eq!(proof.theorem, Theorem::Cofinite);
        check_period(&code, &proof.period(), &bouton_check::Limits::default()).unwrap();
    }
    let split_all = repeating(&[4], &[7]);
    let seen = shown(&split_all, 300);
    assert!(seen.is_none_or(|seen| seen.window.is_none() && !seen.proved));
}

/// Tests Lasker's Nim and similar games: the checker accepts every proof, and the period holds as
/// far as it is computed.
#[test]
fn splits_beside_all_but_a_few_amounts_rise_as_is_proved() {
    let limits = bouton_check::Limits::default();
    let lasker = TakeAndBreakCode::repeating(vec![4], vec![3]).unwrap();
    let proof = prove(&lasker, &Watch::unlimited()).unwrap();
    let ApparentPeriod { length, preperiod, saltus, .. } = proof.seen;
    assert_eq!((length, preperiod, saltus, proof.theorem), (4, 1, 4, Theorem::CofiniteSplits));
    let mut proved = 0;
    for number in 0..128u8 {
        let digits = vec![number / 64 * 4, number / 8 % 8, number % 8];
        let Ok(code) = TakeAndBreakCode::repeating(digits, vec![3]) else { continue };
        let far = definition::values(&code, 900, &Watch::unlimited()).unwrap();
        let found = ApparentPeriod::of(&code, &far[..400].iter().copied().collect());
        let Some(seen) = found.filter(|seen| seen.proved && seen.saltus > 0) else { continue };
        assert!(rises(&far, &seen), "{code}: {seen:?}");
        let listed = (seen.preperiod + seen.length) as usize;
        let ApparentPeriod { length, preperiod, saltus, .. } = seen;
        let period = Period { length, preperiod, saltus, values: far[..listed].to_vec() };
        check_period(&code, &period, &limits).unwrap_or_else(|refused| panic!("{code}: {refused}"));
        for place in 0..listed {
            let mut changed = period.clone();
            changed.values[place] ^= 1;
            check_period(&code, &changed, &limits).expect_err("a changed value");
        }
        proved += 1;
    }
    assert!(proved > 20, "{proved}");
}

/// Tests every set of up to seven forbidden amounts.
#[test]
fn all_but_sets_rise_for_ever() {
    for set in 1..128u32 {
        let digits = (0..8).map(|taken| if taken > 0 && set >> (taken - 1) & 1 == 0 { 3 } else { 0 });
        let code = TakeAndBreakCode::repeating(digits.collect(), vec![3]).unwrap();
        let proof = prove(&code, &Watch::unlimited()).unwrap();
        let far = definition::values(&code, 1500, &Watch::unlimited()).unwrap();
        assert!(rises(&far, &proof.seen), "{code}");
        let n = proof.seen.preperiod as usize;
        assert!(
            n == 0 || far[n - 1] + proof.seen.saltus != far[n - 1 + proof.seen.length as usize],
            "{code}"
        );
        check_period(&code, &proof.period(), &bouton_check::Limits::default())
            .unwrap_or_else(|refused| panic!("{code}: {refused}"));
    }
}

/// Tests that nothing is proved before the values reach the end of the theorem's window.
#[test]
fn no_period_is_proved_too_early() {
    for digits in ["8", "c", "1a", "b8", "9c", "28"] {
        let code = code(digits);
        let proof = prove(&code, &Watch::unlimited()).unwrap();
        let needed = proof.seen.applies_from().unwrap() as usize;
        for count in (8..needed.min(400)).chain([needed]) {
            let seen =
                ApparentPeriod::of(&code, &proof.values.range(0, count.min(proof.values.len())).collect());
            let proved =
                seen.filter(|seen| seen.proved).map(|seen| (seen.length, seen.preperiod, seen.saltus));
            let right = (proof.seen.length, proof.seen.preperiod, proof.seen.saltus);
            assert!(proved.is_none_or(|proved| proved == right), "0.{digits}, {count} values: {proved:?}");
        }
    }
}

/// Tests that the listed values give the value of every heap.
#[test]
fn listed_values_continue() {
    let proof = prove(&code("b8"), &Watch::unlimited()).unwrap();
    let Period { length, preperiod, saltus, values } = proof.period();
    assert_eq!((length, preperiod, saltus, values.len()), (7, 9, 4, 16));
    let known = definition::values(&code("b8"), 300, &Watch::unlimited()).unwrap();
    for (n, &value) in known.iter().enumerate() {
        assert_eq!(proof.period().value(&n.into()), Some(value.into()));
    }
}

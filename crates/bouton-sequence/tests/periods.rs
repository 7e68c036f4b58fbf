//! Tests periods from the literature, and that no false period is claimed.
#![allow(clippy::cast_possible_truncation, reason = "small numbers")]

use bouton_core::{Limits, TakeAndBreakCode, Watch};
use bouton_sequence::{ApparentPeriod, NoPeriod, Sequence, Values, definition, prove};

fn code(text: &str) -> TakeAndBreakCode {
    let (head, tail) = text.split_once('[').unwrap_or((text, ""));
    let digits = |text: &str| -> Vec<u8> {
        text.chars().filter_map(|digit| u8::try_from(digit.to_digit(16)?).ok()).collect()
    };
    TakeAndBreakCode::repeating(digits(head), digits(tail)).unwrap()
}

/// Code, period, preperiod: Guy and Smith (1956); Berlekamp, Conway and Guy, *Winning Ways*,
/// chapter 4, table 6; Flammenkamp's list of octal games.
const KNOWN: [(&str, u64, u64); 9] = [
    ("0.77", 12, 71),
    ("0.07", 34, 53),
    ("0.137", 34, 52),
    ("0.156", 349, 3479),
    ("0.055", 148, 259),
    ("0.165", 1550, 5181),
    ("0.3", 2, 0),
    ("0.33", 3, 0),
    ("0.75", 2, 1),
];

#[test]
fn known_periods_are_proved() {
    for (text, length, preperiod) in KNOWN {
        let proof = prove(&code(text), &Watch::unlimited()).unwrap();
        assert!(proof.seen.proved);
        assert_eq!((proof.seen.length, proof.seen.preperiod), (length, preperiod), "{text}");
    }
}

#[test]
fn a_hundred_thousand_values_before_the_period() {
    let proof = prove(&code("0.16"), &Watch::unlimited()).unwrap();
    assert_eq!((proof.seen.length, proof.seen.preperiod), (149_459, 105_351));
}

/// The distance beyond the theorem's window up to which values are compared.
const BEYOND: usize = 600;

/// Asserts that everything proved from the first `seen` values holds far beyond them.
fn claims_nothing_false(code: &TakeAndBreakCode, known: &[u32], lengths: &[usize]) -> usize {
    let mut proved = 0;
    for &length in lengths {
        let values: Values = known[..length].iter().copied().collect();
        let Some(seen) = ApparentPeriod::of(code, &values).filter(|seen| seen.proved) else { continue };
        let (p, n) = (seen.length as usize, seen.preperiod as usize);
        let rises = |heap: usize| known[heap] + seen.saltus == known[heap + p];
        assert!((n..known.len() - p).all(rises), "{code}: {p} from {n}");
        // A smaller preperiod or a shorter period is not possible.
        assert!(n == 0 || !rises(n - 1), "{code}: {p} from {n}");
        for shorter in 1..p {
            assert!(
                (n..known.len() - p).any(|heap| known[heap] != known[heap + shorter]),
                "{code}: {shorter}"
            );
        }
        proved += 1;
    }
    proved
}

fn check_all(codes: impl Iterator<Item = TakeAndBreakCode>, most: usize) -> usize {
    codes
        .map(|code| {
            let known = definition::values(&code, most, &Watch::unlimited()).unwrap();
            let lengths: Vec<usize> = (1..most - most / 3).step_by(7).collect();
            claims_nothing_false(&code, &known, &lengths)
        })
        .sum()
}

#[test]
fn no_octal_code_of_two_digits_has_a_false_period() {
    let codes =
        (0..128u8).filter_map(|all| TakeAndBreakCode::new(vec![all / 64 * 4, all / 8 % 8, all % 8]).ok());
    let unequal = (0..64u8).filter_map(|all| {
        TakeAndBreakCode::new(vec![all / 32 * 4, all / 4 % 8, 4 + all % 4]).ok()?.with_unequal_parts().ok()
    });
    assert!(check_all(codes.chain(unequal), BEYOND) > 3000);
}

#[test]
fn no_octal_code_of_three_digits_has_a_false_period() {
    let codes = (0..1024u16).filter_map(|all| {
        let digit = |place: u32| (all >> place & 7) as u8;
        TakeAndBreakCode::new(vec![digit(9) * 4, digit(6), digit(3), digit(0)]).ok()
    });
    assert!(check_all(codes, 3 * BEYOND) > 30_000);
}

/// Tests codes of four to seven digits, pseudo-random with a fixed seed.
#[test]
fn no_longer_octal_code_has_a_false_period() {
    let mut state = 20_261_122u64;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let codes: Vec<TakeAndBreakCode> = (0..80)
        .filter_map(|_| {
            let places = 4 + next(4);
            let first = if next(4) == 0 { 4 } else { 0 };
            let digits = std::iter::once(first).chain((0..places).map(|_| next(8) as u8));
            TakeAndBreakCode::new(digits.collect()).ok()
        })
        .collect();
    assert!(codes.len() > 70);
    assert!(check_all(codes.into_iter(), BEYOND) > 200);
}

/// Tests that no theorem covers codes that repeat for ever, regardless of their values, unless all
/// but a few amounts may be taken.
#[test]
fn no_repeating_code_has_a_false_period() {
    let (mut seen, mut proved) = (0, 0);
    for (head, tail) in (0..64u8).flat_map(|head| (1..64u8).map(move |tail| (head, tail))) {
        let Ok(code) = TakeAndBreakCode::repeating(vec![0, head / 8, head % 8], vec![tail / 8, tail % 8])
        else {
            continue;
        };
        if code.is_finite() {
            continue;
        }
        let mut sequence = Sequence::new(&code);
        sequence.extend_to(60, &Watch::unlimited()).unwrap();
        assert_eq!(
            sequence.values().range(0, 60).collect::<Vec<_>>(),
            definition::values(&code, 60, &Watch::unlimited()).unwrap(),
            "{code}"
        );
        let without_splits = code.digits().iter().all(|&digit| digit < 4);
        let proof = prove(&code, &Watch::unlimited().within(1 << 12));
        if code.tail() == [3] && (without_splits || proof.is_ok()) {
            let rises = proof.unwrap().seen;
            let known = definition::values(&code, BEYOND, &Watch::unlimited()).unwrap();
            let (p, n) = (rises.length as usize, rises.preperiod as usize);
            assert!((n..BEYOND - p).all(|heap| known[heap] + rises.saltus == known[heap + p]), "{code}");
            proved += 1;
            continue;
        }
        if let Some(shown) = ApparentPeriod::of(&code, sequence.values()) {
            assert!(!shown.proved && shown.window.is_none(), "{code}");
            seen += 1;
        }
        let ended = if code.tail() == [3] {
            // The theorem covers these codes, but its hypotheses need not hold.
            matches!(proof, Err(NoPeriod::Limit { .. }))
        } else {
            proof.as_ref().is_err_and(|error| *error == NoPeriod::NoTheorem)
        };
        assert!(ended, "{code}: {proof:?}");
    }
    assert!(seen > 100 && proved >= 12, "{seen} seen, {proved} proved");
}

#[test]
fn no_subtraction_set_has_a_false_period() {
    let codes = (1..512u16).map(|set| {
        let digits = (0..10u32).map(|k| if k > 0 && set >> (k - 1) & 1 == 1 { 3 } else { 0 });
        TakeAndBreakCode::new(digits.collect()).unwrap()
    });
    assert!(check_all(codes, 300) > 3000);
}

#[test]
fn hexadecimal_codes_have_no_false_period() {
    let codes =
        (0..256u16).map(|all| TakeAndBreakCode::new(vec![0, (all / 16) as u8, (all % 16) as u8]).unwrap());
    assert!(check_all(codes, 150) > 300);
}

/// Tests that codes that repeat for ever are not claimed to be periodic: they may have a period for
/// long, and lose it. For 0.333\[3000\] other programs claim period 5, but g(20) = 5.
#[test]
fn codes_that_repeat_are_not_said_to_be_periodic() {
    let infinite = code("0.333[3000]");
    assert!(matches!(prove(&infinite, &Watch::unlimited()), Err(NoPeriod::NoTheorem)));
    let mut sequence = Sequence::new(&infinite);
    sequence.extend_to(100, &Watch::unlimited()).unwrap();
    assert_eq!(sequence.values().get(20), Some(5));
    assert!(ApparentPeriod::of(&infinite, sequence.values()).is_none_or(|seen| !seen.proved));
}

#[test]
fn a_preperiod_of_nothing_is_not_believed() {
    // g = 0, 1, 0, 0, …: period 2 from 0 would be visible in the first values alone.
    let proof = prove(&code("0.1"), &Watch::unlimited()).unwrap();
    assert_eq!((proof.seen.length, proof.seen.preperiod), (1, 2));
}

#[test]
fn a_limit_tells_what_was_seen() {
    let watch = Watch::new(&Limits { memory: 3000, ..Limits::default() });
    let Err(NoPeriod::Limit { computed, seen, .. }) = prove(&code("0.6"), &watch) else { panic!() };
    assert!(computed > 100 && seen.is_none());
}

//! Certificates of values that rise from period to period: accepted where they are true and the
//! theorem applies, refused after any change.
#![allow(clippy::cast_possible_truncation, reason = "small numbers")]

use bouton_cert::{Certificate, Claim, Period};
use bouton_check::{Limits, Refusal, Step, check, check_period};
use bouton_core::{TakeAndBreakCode, Value, ValueSet};
use bouton_rules::Game;

fn code(digits: &[u8]) -> TakeAndBreakCode {
    TakeAndBreakCode::new(digits.to_vec()).unwrap()
}

/// The values by the definition: options with three ordered parts, of which the first ones may be
/// empty.
fn grundy_values(code: &TakeAndBreakCode, count: usize) -> Vec<Value> {
    let mut grundy: Vec<Value> = Vec::new();
    for heap in 0..count {
        let mut options = ValueSet::new();
        let places = if code.is_finite() { code.digits().len().min(heap + 1) } else { heap + 1 };
        for taken in 0..places {
            let rest = heap - taken;
            for one in 0..=rest {
                for two in one..=rest - one {
                    let parts: Vec<usize> =
                        [one, two, rest - one - two].into_iter().filter(|&part| part > 0).collect();
                    if one + 2 * two <= rest && code.allows(taken, parts.len() as u32) {
                        options.insert(parts.iter().fold(0, |sum, &part| sum ^ grundy[part]));
                    }
                }
            }
        }
        grundy.push(options.mex());
    }
    grundy
}

fn claim(code: &TakeAndBreakCode, length: usize, preperiod: usize, saltus: Value) -> Period {
    let values = grundy_values(code, preperiod + length);
    Period { length: length as u64, preperiod: preperiod as u64, saltus, values }
}

fn checked(code: &TakeAndBreakCode, period: &Period) -> Result<(), Refusal> {
    check_period(code, period, &Limits::default())
}

/// Digits, length, preperiod, saltus.
const RISING: [(&[u8], usize, usize, Value); 9] = [
    (&[0, 8], 3, 1, 1),
    (&[0, 12], 2, 1, 1),
    (&[0, 0, 15], 2, 0, 1),
    (&[0, 1, 10], 2, 4, 1),
    (&[0, 8, 9], 4, 3, 2),
    (&[0, 10, 8], 4, 1, 2),
    (&[0, 11, 8], 7, 9, 4),
    (&[0, 15, 15], 1, 0, 1),
    (&[0, 9, 12], 36, 28, 16),
];

#[test]
fn rising_values_are_accepted() {
    for (digits, length, preperiod, saltus) in RISING {
        let code = code(digits);
        let right = claim(&code, length, preperiod, saltus);
        checked(&code, &right).unwrap_or_else(|refused| panic!("{code}: {refused}"));
        let far = grundy_values(&code, 200);
        assert!((preperiod..200 - length).all(|n| far[n + length] == far[n] + saltus), "{code}");
    }
}

#[test]
fn every_change_is_refused() {
    for (digits, length, preperiod, saltus) in RISING {
        let code = code(digits);
        let right = claim(&code, length, preperiod, saltus);
        let refused = |what: &str, change: &dyn Fn(&mut Period)| {
            let mut wrong = right.clone();
            change(&mut wrong);
            let step = checked(&code, &wrong).expect_err(what).step;
            // Huge numbers may exceed the limits.
            let within = step == Step::Period || what.contains("huge") && step == Step::Limit;
            assert!(within, "{code}: {what}: {step}");
        };
        for other in [0, 1, 2, 3, 4, 8, 12, 64, Value::MAX].into_iter().filter(|&it| it != saltus) {
            refused("another saltus", &|period| period.saltus = other);
        }
        refused("a huge saltus", &|period| period.saltus = 1 << 31);
        refused("no period", &|period| period.length = 0);
        refused("a longer period", &|period| period.length += 1);
        refused("a shorter list", &|period| period.values.truncate(period.values.len() - 1));
        refused("a longer list", &|period| period.values.push(0));
        refused("a huge preperiod", &|period| period.preperiod = u64::MAX);
        for place in 0..right.values.len() {
            refused("a greater value", &|period| period.values[place] += 1);
            refused("a huge value", &|period| period.values[place] = Value::MAX - 1);
            refused("another value", &|period| period.values[place] ^= 1);
        }
        if preperiod > 0 {
            let wrong = claim(&code, length, preperiod - 1, saltus);
            assert_eq!(checked(&code, &wrong).unwrap_err().step, Step::Period, "{code}: a smaller preperiod");
        }
        let wrong = claim(&code, length + 1, preperiod, saltus);
        assert_eq!(checked(&code, &wrong).unwrap_err().step, Step::Period, "{code}: another length");
    }
}

/// Later preperiods and multiples of the period are true, too.
#[test]
fn what_follows_from_a_period_may_be_claimed() {
    let code = code(&[0, 11, 8]);
    checked(&code, &claim(&code, 7, 12, 4)).unwrap();
    checked(&code, &claim(&code, 14, 9, 8)).unwrap();
}

/// 0.3f rises by 3 every six objects, as far as it was computed; no theorem covers such a saltus.
#[test]
fn a_saltus_that_is_no_power_of_two_is_refused() {
    let code = code(&[0, 3, 15]);
    let far = grundy_values(&code, 200);
    assert!((0..194).all(|n| far[n + 6] == far[n] + 3));
    let refused = checked(&code, &claim(&code, 6, 0, 3)).unwrap_err();
    assert_eq!(refused.step, Step::Period);
    assert!(refused.reason.contains("power of two"), "{refused}");
}

/// Values of finite octal codes and of Grundy's game are not accepted as rising ones.
#[test]
fn other_codes_are_refused() {
    let kayles = code(&[0, 7, 7]);
    assert_eq!(checked(&kayles, &claim(&kayles, 1, 0, 1)).unwrap_err().step, Step::Period);
    let rising = Period { length: 1, preperiod: 0, saltus: 1, values: vec![0] };
    // All heaps may be split, whatever amount is taken.
    let splits = TakeAndBreakCode::repeating(vec![4], vec![7]).unwrap();
    assert_eq!(checked(&splits, &rising).unwrap_err().step, Step::Period);
    let grundys = TakeAndBreakCode::grundys_game();
    assert_eq!(checked(&grundys, &rising).unwrap_err().step, Step::Period);
}

/// All but a few amounts, and splits: every accepted claim holds far beyond the window, with a
/// value changed or not.
#[test]
fn no_false_period_with_splits_is_accepted() {
    let (mut accepted, count) = (0, 64);
    for number in 0..128u8 {
        let digits = vec![number / 64 * 4, number / 8 % 8, number % 8];
        let Ok(code) = TakeAndBreakCode::repeating(digits, vec![3]) else { continue };
        let grundy = grundy_values(&code, count);
        for (length, from) in (1..9).flat_map(|length| (0..12).map(move |from| (length, from))) {
            for saltus in [1, 2, 4, 8] {
                for changed in [None, Some(0), Some(from), Some(from + length - 1)] {
                    let mut values = grundy[..from + length].to_vec();
                    if let Some(place) = changed {
                        values[place] ^= 1;
                    }
                    let period = Period { length: length as u64, preperiod: from as u64, saltus, values };
                    if checked(&code, &period).is_ok() {
                        assert_eq!(changed, None, "{code} {period:?}");
                        let goes_on = |n: usize| grundy[n + length] == grundy[n] + saltus;
                        assert!((from..count - length).all(goes_on), "{code} {period:?}");
                        accepted += 1;
                    }
                }
            }
        }
    }
    assert!(accepted > 100, "{accepted}");
}

/// Every accepted claim about small codes holds far beyond the window.
#[test]
fn no_false_period_is_accepted() {
    let mut accepted = 0;
    let codes = (0..256u16).map(|both| [0, (both % 16) as u8, (both / 16) as u8]);
    for code in codes.chain([[8, 1, 2], [8, 7, 1], [12, 0, 3]]).map(|digits| code(&digits)) {
        let grundy = grundy_values(&code, 90);
        let shapes = (1..8).flat_map(|length| (0..10).map(move |from| (length, from)));
        for (length, from) in shapes {
            for saltus in [1, 2, 4] {
                let values = grundy[..from + length].to_vec();
                let period = Period { length: length as u64, preperiod: from as u64, saltus, values };
                // Claims that fail early need no comparison.
                if (from..20).any(|n| grundy[n + length] != grundy[n] + saltus) {
                    let refused = checked(&code, &period);
                    assert!(refused.is_err_and(|refused| refused.step == Step::Period), "{code}");
                } else if checked(&code, &period).is_ok() {
                    let rises = |n| grundy[n + length] == grundy[n] + saltus;
                    assert!((from..90 - length).all(rises), "{code}: {length} from {from} by {saltus}");
                    accepted += 1;
                }
            }
        }
    }
    assert!(accepted > 300, "{accepted}");
}

#[test]
fn a_certificate_says_what_rises() {
    let game = Game::parse("hexadecimal 0.8").unwrap();
    let period = claim(game.code().unwrap(), 3, 1, 1);
    let certificate = Certificate { game: game.text(), order: None, claim: Claim::Period(period) }.encode();
    assert!(certificate.contains("period 3 from 1 saltus 1\nvalues 0,0,0,0\n"), "{certificate}");
    assert_eq!(
        check(&certificate).unwrap().claim,
        "For the game `hexadecimal 0.8`, the Grundy value of a heap of n ≥ 1 objects is that of n + 3 objects, less 1."
    );
    let misere = Game::parse("hexadecimal 0.8; play misere").unwrap();
    let period = claim(game.code().unwrap(), 3, 1, 1);
    let certificate = Certificate { game: misere.text(), order: None, claim: Claim::Period(period) };
    assert_eq!(check(&certificate.encode()).unwrap_err().step, Step::Rules);
}

#[test]
fn limits_are_kept() {
    let code = code(&[0, 11, 8]);
    let right = claim(&code, 7, 9, 4);
    for limits in [Limits { steps: 1000, ..Limits::default() }, Limits { states: 60, ..Limits::default() }] {
        assert_eq!(check_period(&code, &right, &limits).unwrap_err().step, Step::Limit);
    }
    // Huge constants reach a limit, or are refused.
    let huge = Period { saltus: 1 << 31, values: vec![0; 16], ..right };
    assert!(check_period(&code, &huge, &Limits { steps: 1 << 24, ..Limits::default() }).is_err());
}

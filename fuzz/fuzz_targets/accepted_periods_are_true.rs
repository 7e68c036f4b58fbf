//! A period that the checker accepts is that of the Grundy values by the definition, as far as these are computed.

#![no_main]

use bouton_check::{Limits, check_period};
use bouton_core::{Period, TakeAndBreakCode, Watch};
use bouton_solve::grundy_sequence_by_definition;
use libfuzzer_sys::fuzz_target;

/// Heaps up to this size are compared.
const MANY: u64 = 300;

fuzz_target!(|claim: (Vec<u8>, u8, u8, u8, Option<(u8, u8)>)| {
    let (digits, length, preperiod, saltus, change) = claim;
    let digits = digits.into_iter().take(5).map(|digit| digit % 16).collect();
    let Ok(code) = TakeAndBreakCode::new(digits) else { return };
    let (length, preperiod) = (usize::from(length % 48) + 1, usize::from(preperiod % 100));
    let exact = grundy_sequence_by_definition(&code, MANY, &Watch::unlimited()).expect("no limit").values;
    let mut values = exact[..length + preperiod].to_vec();
    if let Some((place, value)) = change {
        let place = usize::from(place) % values.len();
        values[place] = u32::from(value % 8);
    }
    let saltus = u32::from(saltus % 9);
    let period = Period { length: length as u64, preperiod: preperiod as u64, saltus, values: values.clone() };
    let limits = Limits { steps: 1 << 24, states: 1 << 18, ..Limits::default() };
    if check_period(&code, &period, &limits).is_err() {
        return;
    }
    assert_eq!(values, exact[..values.len()]);
    for n in preperiod..exact.len() - length {
        assert_eq!(exact[n + length], exact[n] + saltus, "{period:?}, a heap of {n}");
    }
});

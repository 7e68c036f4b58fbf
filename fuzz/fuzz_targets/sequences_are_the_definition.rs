//! The fast way to Grundy sequences gives what the definition gives.

#![no_main]

use bouton_core::{TakeAndBreakCode, Watch};
use bouton_solve::{grundy_sequence, grundy_sequence_by_definition};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|digits: Vec<u8>| {
    let digits = digits.into_iter().take(12).map(|digit| digit % 16).collect();
    let Ok(code) = TakeAndBreakCode::new(digits) else { return };
    let fast = grundy_sequence(&code, 120, &Watch::unlimited()).expect("no limit");
    let slow = grundy_sequence_by_definition(&code, 120, &Watch::unlimited()).expect("no limit");
    assert_eq!(fast.values, slow.values);
    if let (Some(fast), Some(slow)) = (fast.period, slow.period) {
        assert_eq!((fast.length, fast.preperiod, fast.saltus), (slow.length, slow.preperiod, slow.saltus));
    }
});

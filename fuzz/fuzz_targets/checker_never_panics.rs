//! No certificate makes the checker panic, or go beyond its limits.

#![no_main]

use bouton_cert::seal;
use bouton_check::{Limits, check_letters, check_with};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|body: &str| {
    let limits = Limits { steps: 1 << 22, states: 1 << 18, ..Limits::default() };
    let _ = check_with(&seal(body), &limits);
    let _ = check_letters(&seal(body), &limits);
});

//! A numeration that the checker accepts writes each number in one way: the text of a certificate states one, for a game
//! that is over at once, so that nothing else can be wrong.

#![no_main]

use std::collections::BTreeSet;

use bouton_cert::{Certificate, seal};
use bouton_check::{Limits, check_with};
use libfuzzer_sys::fuzz_target;

/// Numbers below this are written and read.
const MANY: u64 = 300;

fuzz_target!(|numeration: &str| {
    // As many digits as the first row has places.
    let Some((_, rows)) = numeration.split_once(" words ") else { return };
    let digits = rows.split([' ', '\n']).next().unwrap_or("").split(',').count();
    let run = if digits == 1 { "0".to_owned() } else { format!("0*{digits}") };
    let text = seal(&format!(
        "bouton certificate 1\n| counters n\n| move n -> n - 1\n| stop when n >= 0\nlaw normal outcome\n\
         numeration {numeration}\ntracks 1\nstarts 0\nstate 0 output 0 to {run}\n"
    ));
    let Ok(certificate) = Certificate::decode(&text) else { return };
    assert_eq!(certificate.encode(), text);
    let limits = Limits { steps: 1 << 20, states: 1 << 16, ..Limits::default() };
    if check_with(&text, &limits).is_err() {
        return;
    }
    let numeration = certificate.law().expect("it claims a law").numeration();
    let mut words = BTreeSet::new();
    for number in 0..MANY {
        let word = numeration.word_small(number);
        let read = numeration.number(word.iter().copied());
        assert_eq!(read, Some(number.into()), "{number} in {}", numeration.parts());
        assert!(words.insert(word), "{number} is written as another number in {}", numeration.parts());
    }
});

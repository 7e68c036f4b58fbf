//! Whole certificates: accepted as they are, refused when a byte is changed,
//! and never false when they are sealed again after a change.

mod support;

use bouton_cert::{Certificate, Claim, Identity, LawClaim, Period, StoredPeriod, seal};
use bouton_check::{CheckedCertificate, Limits, Step, check, check_with};
use bouton_core::{TakeAndBreakCode, Valuation, Value, ValueSet};
use bouton_rules::Game;
use support::*;

fn certificate(rules: &str, law: impl FnOnce(&bouton_core::Ruleset) -> LawClaim) -> Certificate {
    let game = Game::parse(rules).unwrap();
    let law = law(&game.ruleset().unwrap());
    Certificate { game: game.text(), order: None, claim: Claim::Law(law) }
}

fn take_three() -> Certificate {
    certificate("game take-three; heaps 1; move take 1..3 from 1 heap", |ruleset| {
        let law = automaton(1, 1, |(_, x)| x[0] % 4, |(_, x)| Value::from(x[0] % 4 != 0));
        with_strategies(ruleset, Valuation::NormalOutcome, false, law, 3)
    })
}

fn two_heap_nim() -> Certificate {
    certificate("heaps 2; move take any from 1 heap", |ruleset| {
        let law = automaton(2, 1, |(_, x)| x[0] == x[1], |(_, x)| Value::from(x[0] != x[1]));
        with_strategies(ruleset, Valuation::NormalOutcome, false, law, 2)
    })
}

fn three_players() -> Certificate {
    certificate("players 3 podium; heaps 1; move take 1..2 from 1 heap", |ruleset| {
        let value = |(_, x): &Place| Value::try_from(x[0] % 5).unwrap().div_ceil(2);
        let law = automaton(1, 1, |(_, x)| x[0] % 5, value);
        with_strategies(ruleset, Valuation::Podium { players: 3 }, false, law, 3)
    })
}

fn nim_heap() -> Certificate {
    certificate("game nim; heaps 1; move take any from 1 heap", |ruleset| {
        let law = automaton(2, 1, |(_, x)| x[0] == x[1], |(_, x)| Value::from(x[0] != x[1]));
        with_strategies(ruleset, Valuation::NormalOutcome, true, law, 2)
    })
}

/// The Grundy values of heaps 0, 1, … by the definition, in another way than the checker's.
fn grundy_values(code: &TakeAndBreakCode, count: usize) -> Vec<Value> {
    let mut grundy: Vec<Value> = Vec::new();
    for heap in 0..count {
        let mut options = ValueSet::new();
        for taken in 0..=heap {
            let rest = heap - taken;
            if code.allows(taken, 0) && rest == 0 {
                options.insert(0);
            }
            if code.allows(taken, 1) && rest > 0 {
                options.insert(grundy[rest]);
            }
            for first in (1..rest).filter(|_| code.allows(taken, 2)) {
                options.insert(grundy[first] ^ grundy[rest - first]);
            }
            for first in (1..rest).filter(|_| code.allows(taken, 3)) {
                for second in 1..rest - first {
                    options.insert(grundy[first] ^ grundy[second] ^ grundy[rest - first - second]);
                }
            }
        }
        grundy.push(options.mex());
    }
    grundy
}

fn period(rules: &str, preperiod: u64, length: u64) -> Certificate {
    let game = Game::parse(rules).unwrap();
    let count = usize::try_from(preperiod + length).unwrap();
    let values = grundy_values(game.code().unwrap(), count);
    Certificate {
        game: game.text(),
        order: None,
        claim: Claim::Period(Period { length, preperiod, saltus: 0, values }),
    }
}

fn step(certificate: &Certificate) -> Step {
    check(&certificate.encode()).unwrap_err().step
}

#[test]
fn the_claim_is_one_sentence() {
    let claim = |certificate: Certificate| check(&certificate.encode()).unwrap().claim;
    assert_eq!(
        claim(take_three()),
        "For the game `game take-three; heaps 1; move take 1..3 from 1 heap`, the outcome of every position x \
         is the output of the automaton with 4 states."
    );
    assert_eq!(
        claim(nim_heap()),
        "For the game `game nim; heaps 1; move take any from 1 heap`, the Grundy value of every position x \
         is the h for which P comes from reading (x, h) with the automaton with 2 states."
    );
    assert_eq!(
        claim(period("octal 0.77", 71, 12)),
        "For the game `octal 0.77`, the Grundy value of a heap of n ≥ 71 objects is that of n + 12 objects."
    );
}

#[test]
fn every_change_of_one_byte_is_refused() {
    for certificate in
        [take_three(), two_heap_nim(), three_players(), nim_heap(), period("octal 0.77", 71, 12)]
    {
        let text = certificate.encode();
        let mut bytes = text.clone().into_bytes();
        for place in 0..bytes.len() {
            let byte = bytes[place];
            for other in [byte ^ 1, byte ^ 2, byte ^ 0x20, b'0', b'1', b' ', b'\n', b'\r', b'-', b'\t'] {
                bytes[place] = other;
                // A certificate is text; the reader of the file refuses anything else.
                if let (true, Ok(changed)) = (other != byte, std::str::from_utf8(&bytes)) {
                    assert_eq!(check(changed).unwrap_err().step, Step::Decode, "byte {place} as {other}");
                }
            }
            bytes[place] = byte;
            let without = format!("{}{}", &text[..place], &text[place + 1..]);
            assert_eq!(check(&without).unwrap_err().step, Step::Decode, "without byte {place}");
            assert_eq!(check(&text[..place]).unwrap_err().step, Step::Decode, "{place} bytes");
        }
        assert!(check(&format!("{text}\n")).is_err() && check(&format!("{text}{text}")).is_err());
    }
}

/// Whether the accepted law agrees with exact values of the rules.
fn is_true(checked: &CheckedCertificate) -> bool {
    match &checked.certificate.claim {
        Claim::Windows(_) | Claim::StoredPeriod(_) | Claim::Quotient(_) | Claim::Open(_) => {
            unreachable!("these certificates have strategies")
        }
        Claim::Law(law) => holds_in_a_box(&checked.game.ruleset().unwrap(), law, 9),
        Claim::Period(period) => {
            let grundy = grundy_values(checked.game.code().unwrap(), 300);
            let (from, length) = (usize::try_from(period.preperiod), usize::try_from(period.length));
            let (from, length) = (from.unwrap(), length.unwrap());
            (from..300 - length).all(|n| grundy[n] == grundy[n + length])
        }
    }
}

#[test]
fn a_change_that_is_sealed_again_is_refused_or_still_true() {
    let (mut accepted, mut refused) = (0, [0; 12]);
    let named = Certificate { order: "1,1".parse().ok(), ..two_heap_nim() };
    for certificate in
        [take_three(), two_heap_nim(), three_players(), nim_heap(), named, period("octal 0.33", 0, 3)]
    {
        let text = certificate.encode();
        let body = &text[..text.rfind("id sha256:").unwrap()];
        let mut bytes = body.as_bytes().to_vec();
        for place in 0..bytes.len() {
            let byte = bytes[place];
            for other in [byte ^ 1, byte ^ 2, b'0', b'1', b'2', b'7', b' ', b'\n'] {
                bytes[place] = other;
                match check(&seal(std::str::from_utf8(&bytes).unwrap())) {
                    Ok(checked) => {
                        assert!(is_true(&checked), "{}", String::from_utf8_lossy(&bytes));
                        accepted += 1;
                    }
                    Err(found) => refused[found.step as usize] += 1,
                }
            }
            bytes[place] = byte;
        }
    }
    let all: usize = refused.iter().sum();
    assert!(all > 10 * accepted, "{refused:?} refused, {accepted} accepted");
    // Each of these steps refuses something.
    for step in
        [Step::Decode, Step::Rules, Step::Automaton, Step::Universal, Step::Strategies, Step::Existential]
    {
        assert!(refused[step as usize] > 0, "{step}: {refused:?}");
    }
}

#[test]
fn rules_must_be_canonical_and_have_their_number_of_heaps() {
    let law = |game: &str| Certificate { game: game.to_owned(), ..take_three() };
    assert_eq!(step(&law("game  take-three\nheaps 1\nmove take 1..3 from 1 heap")), Step::Rules);
    assert_eq!(step(&law("heaps 1\nmove take 1..3 from 1 heap # comment")), Step::Rules);
    assert_eq!(step(&law("heaps 1\nmove take 1..3 from 1 heaps of gold")), Step::Rules);
    assert_eq!(step(&law("")), Step::Rules);
    assert_eq!(
        step(&law(&Game::parse("heaps any; move take 1..3 from 1 heap").unwrap().text())),
        Step::Rules
    );
    assert_eq!(step(&law("octal 0.77")), Step::Rules);
    // Other canonical rules are read, and refused because this law is not theirs.
    assert_eq!(step(&law("heaps 1\nmove take 1..2 from 1 heap")), Step::Existential);
    assert_eq!(step(&law("heaps 1\nmove take 1..4 from 1 heap")), Step::Universal);
    assert_eq!(step(&law("heaps 2\nmove take 1..3 from 1 heap")), Step::Automaton);
}

/// Lengths and first periodic indices as in Guy and Smith, *The G-values of
/// various games* (1956), and Berlekamp, Conway, Guy, *Winning Ways*, chapter 4.
const PERIODS: [(&str, u64, u64); 5] = [
    ("octal 0.77", 71, 12),
    ("octal 0.07", 53, 34),
    ("octal 0.137", 52, 34),
    ("octal 0.333", 0, 4),
    ("octal 0.33", 0, 3),
];

#[test]
fn periods_of_the_literature_are_accepted_and_smaller_ones_refused() {
    for (rules, preperiod, length) in PERIODS {
        check(&period(rules, preperiod, length).encode()).unwrap_or_else(|error| panic!("{rules}: {error}"));
        check(&period(rules, preperiod + 3, 2 * length).encode()).unwrap();
        if preperiod > 1 {
            assert_eq!(step(&period(rules, preperiod - 1, length)), Step::Period);
        }
        assert_eq!(step(&period(rules, preperiod, length - 1)), Step::Period, "{rules}");
    }
}

/// The values look periodic for a while, until 42 and 69.
#[test]
fn a_period_that_ends_within_the_window_is_refused() {
    for preperiod in [35, 61, 62] {
        assert_eq!(step(&period("octal 0.63", preperiod, 3)), Step::Period);
    }
}

/// In Grundy's game no two parts may be equal: no theorem covers it, and its values differ from
/// those of octal 4.0, which has this period.
#[test]
fn no_period_of_grundys_game_is_accepted() {
    for (preperiod, values) in [(1, vec![0, 0, 1]), (1, vec![0, 0]), (60, vec![0; 63])] {
        let length = values.len() as u64 - preperiod;
        let claim = Claim::Period(Period { length, preperiod, saltus: 0, values });
        assert_eq!(step(&Certificate { game: "grundy".to_owned(), order: None, claim }), Step::Period);
    }
    check(&period("octal 4.0", 1, 2).encode()).unwrap();
}

/// The moves derived from the rules are limited for all moves and control states together, and the
/// values that a state of a move holds are counted.
#[test]
fn large_rules_are_refused_before_they_take_memory() {
    let law = |game: String| Certificate { game, ..take_three() };
    let passes = "heaps 64\nmove take 1..3 from 2 heaps\npass 63".to_owned();
    assert_eq!(step(&law(passes)), Step::Rules);
    let divisible: Vec<String> = (2..200).map(|n| format!("a is divisible by {n}")).collect();
    let long = format!("counters a\nmove a -> a - 1 when {}", divisible.join(" or "));
    let game = Game::parse(&long).unwrap().text();
    let limits = Limits { states: 200_000, ..Limits::default() };
    let refused = check_with(&law(game).encode(), &limits).unwrap_err();
    assert_eq!(refused.step, Step::Limit);
}

/// Codes with a digit of 8 or more: a move may leave three heaps.
#[test]
fn periods_with_moves_to_three_heaps_are_accepted() {
    let four =
        [[0, 2, 2, 10], [0, 2, 3, 11], [0, 2, 6, 8], [0, 2, 6, 9], [0, 2, 7, 8]].map(|code| (code, 1, 4));
    // Here the splits whose smallest part is large matter.
    let two = [([0, 3, 1, 10], 2, 2), ([0, 3, 5, 9], 4, 2), ([0, 8, 1, 8], 1, 2), ([0, 10, 0, 1], 4, 2)];
    for (digits, from, length) in four.into_iter().chain(two) {
        let code = TakeAndBreakCode::new(digits.to_vec()).unwrap();
        let grundy = grundy_values(&code, 200);
        assert!((from..200 - length).all(|n| grundy[n] == grundy[n + length]), "{code}");
        for preperiod in [from, 30] {
            let values = grundy[..preperiod + length].to_vec();
            let claim = Period { length: length as u64, preperiod: preperiod as u64, saltus: 0, values };
            bouton_check::check_period(&code, &claim, &Limits::default()).unwrap();
            let mut wrong = claim.clone();
            wrong.values[preperiod + length - 1] += 1;
            assert!(bouton_check::check_period(&code, &wrong, &Limits::default()).is_err(), "{code}");
        }
    }
}

#[test]
fn periods_from_the_empty_heap_on_are_shown_from_one_on() {
    // A period from 1 on need not hold at 0, which is compared separately.
    assert_eq!(step(&period("octal 0.07", 0, 34)), Step::Period);
    assert_eq!(step(&period("octal 4.0", 0, 1)), Step::Period);
    assert_eq!(step(&period("octal 0.2", 0, 2)), Step::Period);
    assert_eq!(step(&period("octal 0.6", 0, 1)), Step::Period);
    check(&period("octal 0.33", 0, 3).encode()).unwrap();
    // These are not subtraction games: the window is that of a period from 1 on.
    for (rules, length) in [("octal 0.7", 2), ("octal 0.13", 4), ("hexadecimal 0.f", 2)] {
        check(&period(rules, 0, length).encode()).unwrap_or_else(|error| panic!("{rules}: {error}"));
    }
    // g(6) = 1 is the first value that is not 0: with the window of n₀ = 0, which ends
    // before 5, this would pass.
    assert_eq!(step(&period("octal 0.0004", 0, 1)), Step::Period);
}

/// A Cyrillic а would look like an a in the rules that the checker accepts.
#[test]
fn names_in_rules_are_ascii() {
    let right = take_three();
    for game in [
        format!("game t\u{430}ke-three\n{}", right.game),
        "counters \u{430}\nmove \u{430} -> \u{430} - 1".to_owned(),
    ] {
        let refused = check(&Certificate { game, ..right.clone() }.encode()).unwrap_err();
        assert_eq!(refused.step, Step::Rules);
        assert!(refused.reason.contains("ASCII"), "{refused}");
    }
}

#[test]
fn periods_are_claimed_within_what_the_theorem_says() {
    let Certificate { game, order: None, claim: Claim::Period(right) } = period("octal 0.77", 71, 12) else {
        panic!()
    };
    let with = |change: &dyn Fn(&mut Period)| {
        let mut period = right.clone();
        change(&mut period);
        step(&Certificate { game: game.clone(), order: None, claim: Claim::Period(period) })
    };
    assert_eq!(with(&|period| period.length = 0), Step::Period);
    assert_eq!(with(&|period| period.saltus = 1), Step::Period);
    assert_eq!(with(&|period| period.values[5] += 1), Step::Period);
    assert_eq!(with(&|period| period.values.push(0)), Step::Period);
    assert_eq!(with(&|period| period.values.truncate(82)), Step::Period);
    assert_eq!(with(&|period| period.preperiod = u64::MAX), Step::Period);
    assert_eq!(with(&|period| period.length = u64::MAX), Step::Period);
    let misere = Game::parse("octal 0.77; play misere").unwrap().text();
    assert_eq!(
        step(&Certificate { game: misere, order: None, claim: Claim::Period(right.clone()) }),
        Step::Rules
    );
    let of_heaps = Certificate { game: take_three().game, order: None, claim: Claim::Period(right) };
    assert_eq!(step(&of_heaps), Step::Rules);
}

/// Every accepted claim about small codes holds far beyond the window.
#[test]
fn no_false_period_is_accepted() {
    let mut accepted = 0;
    for code in (0..=255u8).map(|both| [0, both % 16, both / 16]).chain([[4, 1, 2], [8, 7, 1], [4, 0, 3]]) {
        let code = TakeAndBreakCode::new(code.to_vec()).unwrap();
        let grundy = grundy_values(&code, 120);
        for (length, from) in (1..10).flat_map(|length| (0..8).map(move |from| (length, from))) {
            let values = grundy[..from + length].to_vec();
            let period = Period { length: length as u64, preperiod: from as u64, saltus: 0, values };
            if bouton_check::check_period(&code, &period, &Limits::default()).is_ok() {
                let same = |n| grundy[n] == grundy[n + length];
                assert!((from..120 - length).all(same), "{code}: length {length} from {from}");
                accepted += 1;
            }
        }
    }
    assert!(accepted > 100, "{accepted}");
}

#[test]
fn limits_are_kept() {
    let small = Limits { steps: 50, ..Limits::default() };
    for certificate in [take_three(), period("octal 0.77", 71, 12)] {
        let refused = check_with(&certificate.encode(), &small).unwrap_err();
        assert_eq!(refused.step, Step::Limit);
        assert!(refused.to_string().starts_with("step `limit` fails: 50 steps and "), "{refused}");
    }
}

#[test]
fn the_claim_says_which_values_are_proved() {
    let of = |name: &str| {
        let path = format!("{}/../bouton-game/certificates/{name}.cert", env!("CARGO_MANIFEST_DIR"));
        check(&std::fs::read_to_string(path).unwrap()).unwrap().claim
    };
    assert!(of("take-three-grundy").contains("the Grundy value of every position x is the output of"));
    assert!(of("take-three").contains("the outcome of every position x is the output of"));
    assert!(of("nim-2-grundy").contains("the Grundy value of every position x is the h for which P"));
    assert!(of("kayles").contains("the Grundy value of a heap of n ≥ 71 objects"));
}

/// Values in a file beside the certificate: the same check, and only the named file is accepted.
#[test]
fn periods_with_values_in_a_file_are_those_with_values_in_the_text() {
    let stored = |rules: &str, length: u64, preperiod: u64, width: u8, change: &dyn Fn(&mut Vec<u8>)| {
        let Certificate { game, claim: Claim::Period(listed), .. } = period(rules, preperiod, length) else {
            panic!()
        };
        let cells = listed.values.iter().map(|value| value.to_le_bytes());
        let mut bytes: Vec<u8> = cells.flat_map(|cell| cell.into_iter().take(usize::from(width))).collect();
        change(&mut bytes);
        let values = Identity::of_bytes(&bytes);
        let claim = Claim::StoredPeriod(StoredPeriod { length, preperiod, width, values });
        (Certificate { game, order: None, claim }.encode(), bytes)
    };
    let check =
        |(text, bytes): &(String, Vec<u8>)| bouton_check::check_beside(text, Some(bytes), &Limits::default());
    for width in [1, 2] {
        for (rules, length, preperiod) in [("octal 0.77", 12, 71), ("octal 0.137", 34, 52)] {
            let right = stored(rules, length, preperiod, width, &|_| {});
            let listed = bouton_check::check(&period(rules, preperiod, length).encode()).unwrap();
            assert_eq!(check(&right).unwrap().claim, listed.claim);
            assert_eq!(bouton_check::check(&right.0).unwrap_err().step, Step::File);
            // Any other value, even one that occurs in the certificate, is refused.
            for place in [0, 5, right.1.len() / 2, right.1.len() - 1] {
                let wrong = stored(rules, length, preperiod, width, &|bytes| bytes[place] ^= 1);
                assert_eq!(check(&wrong).unwrap_err().step, Step::Period, "{rules} {place}");
            }
            let mut other = right.clone();
            other.1[3] ^= 1;
            assert!(check(&other).unwrap_err().reason.contains("SHA-256"));
            other.1.pop();
            assert!(check(&other).unwrap_err().reason.contains("length"));
        }
        let early = stored("octal 0.77", 12, 70, width, &|_| {});
        assert_eq!(check(&early).unwrap_err().step, Step::Period);
    }
}

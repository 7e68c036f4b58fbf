//! Tests that claims are compiled as their words are evaluated.

use bouton_core::{Ruleset, Watch};
use bouton_logic::{Claim, ClaimError, ClaimKind, NoValue};
use num_bigint::BigUint;

fn game(text: &str) -> Ruleset {
    bouton_rules::Game::parse(text).unwrap().ruleset().unwrap()
}

/// All positions with numbers up to a bound.
fn each(dimension: usize, upto: u64, visit: &mut dyn FnMut(&[u64])) {
    let mut position = vec![0; dimension];
    loop {
        visit(&position);
        let Some(place) = position.iter().rposition(|&number| number < upto) else { return };
        position[place] += 1;
        position[place + 1..].fill(0);
    }
}

/// Compares the law of a claim with its words at all small positions.
fn agrees(ruleset: &Ruleset, text: &str, upto: u64) {
    let claim = Claim::read(text, ruleset).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
    let law =
        claim.law(ruleset, 1 << 16, &Watch::unlimited()).unwrap_or_else(|error| panic!("{text}: {error}"));
    each(ruleset.dimension(), upto, &mut |position| {
        if !ruleset.has(position) {
            return;
        }
        let big: Vec<BigUint> = position.iter().map(|&number| number.into()).collect();
        for control in ruleset.control_states() {
            let expected = claim.value(control.index(), position).unwrap();
            let found = law.value(control, &big).and_then(|value| i128::try_from(value).ok());
            // A negative Grundy value does not exist.
            assert_eq!(found, Some(expected).filter(|&value| value >= 0), "{text} at {position:?}");
        }
    });
}

/// Tests all kinds of numbers and conditions, each in claims about outcomes and Grundy values.
#[test]
fn every_operation_is_compiled_as_it_is_evaluated() {
    let nim = game("heaps 3; move take any from 1 heap");
    let outcomes = [
        "h1 = h2",
        "h1 < h2 and h2 <= h3 or h1 >= 5",
        "h1 != 3 -> h2 > 2",
        "(h1 = h2) iff not (h2 = h3)",
        "h1 = h3 or (h2 = 0 and h1 mod 3 = 0)",
        "h1 <= h2 <= h3",
        "2 * h1 + 3 * h2 - h3 = 4",
        "(2 * h1 - 3 * h2) mod 5 = 1",
        "(h1 - h2) mod 4 = 3",
        "(h1 - h2) div 2 = 0 - 1",
        "(h1 + h2 + 1) div 3 = h3",
        "(h1 - h2) div 3 > h3 - 2",
        "h1 xor h2 = h3",
        "(h1 xor h2) + h3 mod 2 = 5",
        "(h1 + 1) xor h2 xor 3 < h3",
        "(h1 mod 4) xor (h2 mod 3) = 1",
        "bits(h1) mod 2 = bits(h2) mod 2",
        "bits(h1 + h2) mod 3 = 1",
        "bits(h1 xor h2) <= 2",
        "2 > bits(h3)",
        "zeros(h1) mod 2 = 1",
        "h2 > 0 and zeros(h2) mod 3 = 0",
        "zeros(h1 + h2) >= 2",
        "max(h1, h2) = h3",
        "min(h1 + h2, h3) mod 2 = 0",
        "max(h1 - h2, 0) = h3",
        "min(h1 - h2, h2 - h3) >= 0 - 2",
        "max(h1 mod 3, h2 mod 2) = 1",
        "largest = 4",
        "smallest = 2",
        "sorted(1) + sorted(2) = sorted(3)",
        "sorted(2) mod 2 = 1",
        "total mod 3 = 0",
        "total <= 2 * largest",
        "count(heap mod 2 = 1) = 2",
        "count(heap >= 2) + h1 = 3",
        "count(heap = largest) >= 2",
        "[h1 < h2] + 2 * [h1 mod 3 = 1] = h3",
        "[h1 = h2] xor [h2 = h3] = 1",
        "sum(heap mod 2) = 2",
        "sum(heap div 2) = 3",
        "nimsum(heap) = 0",
        "nimsum(heap mod 4) = 0",
        "nimsum(heap div 2) = 1",
        "columns mod 3 = 0",
        "columns mod 2 != 0",
        "leading mod 3 = 1",
        "leading mod 2 != 0",
        "leading mod 3 = 2 and linked mod 3",
        "linked mod 2",
        "columns in (0, 2)",
        "columns in (0, 3) then one beside (0, 2)",
        "columns in (0, 2) then one beside (0) ending (3)",
        "not (columns in (0) ending (1, 3)) or h1 = 2",
        "true and not false",
        "largest mod 2 = 0 and smallest < 3 and (h1 xor h2) div 2 = 1",
    ];
    for condition in outcomes {
        agrees(&nim, &format!("P iff {condition}"), 9);
    }
    let values = [
        "h1 + 2 * h2",
        "h1 xor h2 xor h3",
        "(h1 xor h2) + h3 mod 2",
        "h1 - h2",
        "max(h1, h2) - min(h1, h2)",
        "total div 2",
        "total mod 5",
        "largest",
        "h1 mod 3 + 2 * (h2 mod 2)",
        "count(heap mod 2 = 1)",
        "h1 if h1 = h2; g = h3 + 1 if h1 < h2; g = 0",
        "2 if h1 mod 3 = 1; g = h2 mod 2",
        "(h1 mod 4) xor ([h2 mod 3 = 1] + 2 * [h2 mod 3 = 2])",
    ];
    for value in values {
        agrees(&nim, &format!("g = {value}"), 6);
    }
    // The value is the number for which a condition holds.
    for condition in [
        "g = min(h1, h2)",
        "h1 < h2 and g = h1 + 1 or h1 >= h2 and g = h2 xor h3",
        "(h1 xor h2 xor g) = 0",
        "2 * g <= total and total <= 2 * g + 1",
        "g = shift(h1) in fibonacci",
    ] {
        agrees(&nim, &format!("g iff {condition}"), 6);
    }
    let claim = Claim::read("g iff g = h1 or g = h2", &nim).unwrap();
    assert_eq!(claim.claims(0, &[2, 2, 0], 2), Ok(true));
    assert_eq!(claim.claims(0, &[2, 3, 0], 2), Ok(false));
    let claim = Claim::read("g iff g + 1 = h1", &nim).unwrap();
    assert_eq!((claim.claims(0, &[0, 2, 2], 0), claim.value(0, &[0, 2, 2])), (Ok(false), Err(NoValue)));
}

/// The numerations in which claims are tested, by the names that end a claim.
const NUMERATIONS: [&str; 8] = [
    "fibonacci",
    "3",
    "10",
    "tribonacci",
    "ostrowski(2)",
    "ostrowski(1,2)",
    "ostrowski(3, 1)",
    "fraenkel(2,1)",
];

/// Tests conditions about digits, each in all of these numerations.
#[test]
fn claims_in_other_digits_are_compiled_as_they_are_evaluated() {
    let nim = game("heaps 2; move take any from 1 heap");
    for numeration in NUMERATIONS {
        for condition in [
            "h1 = h2",
            "h1 + h2 <= 7",
            "h1 = shift(h2)",
            "largest = shift(sorted(1)) and zeros(sorted(1)) mod 2 = 0",
            "h2 < shift(h1) or h2 = shift(h1) and (h1 = 0 or zeros(h1) mod 2 = 1)",
            "shift(h1 + 1) = h2 + 3",
            "zeros(h1) mod 2 = 1",
            "zeros(total) >= 2",
            "zeros(h1) = zeros(h2)",
            "repeats(h1, 0, 1) or repeats(h1 + h2, 2, 0)",
            "repeats(h2, 3, 1)",
            "(h1 = 0 iff h2 = 0) and zeros(h1) != zeros(h2 + 1)",
            "ends(h1, 1)",
            "ends(h1 + h2, 0, 1) or ends(h2, 1, 0, 0)",
            "nimsum(heap mod 3) = 0",
            "smallest mod 2 = 0 and count(heap > 2) = 1",
        ] {
            agrees(&nim, &format!("P iff {condition} in {numeration}"), 40);
        }
        agrees(&nim, &format!("g = zeros(h1) mod 3 + 1 if h1 < h2; g = h2 mod 2 in {numeration}"), 30);
    }
    // In base 2, too.
    for condition in [
        "h1 = shift(h2)",
        "ends(h1, 1, 0)",
        "repeats(h1, 5, 1) or repeats(h2, 1, 0)",
        "zeros(h1) = zeros(h2)",
        "zeros(h1 xor h2) != zeros(h1 + h2)",
    ] {
        agrees(&nim, &format!("P iff {condition}"), 40);
    }
    let pass = game("heaps 2; move take any from 1 heap; pass 1 unless empty");
    let [one, other] = [0, 1].map(|place| pass.controls()[place].clone());
    agrees(&pass, &format!("P iff h1 = shift(h2) when {one}; P iff h2 = 1 when {other} in fibonacci"), 30);
}

/// A source of random numbers below a bound.
fn random(mut state: u64) -> impl FnMut(u64) -> u64 {
    move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    }
}

fn choose<'a>(words: &[&'a str], next: &mut dyn FnMut(u64) -> u64) -> &'a str {
    words[usize::try_from(next(words.len() as u64)).expect("an index of the words")]
}

/// Tests claims about digits of other numerations that are put together at random.
#[test]
fn random_claims_in_other_digits_are_compiled_as_they_are_evaluated() {
    fn number(depth: u32, next: &mut dyn FnMut(u64) -> u64) -> String {
        match if depth == 0 { next(3) } else { next(8) } {
            0 => next(9).to_string(),
            1 => format!("h{}", 1 + next(2)),
            2 => choose(&["total", "largest", "sorted(1)"], next).to_owned(),
            3 => format!("({} + {})", number(depth - 1, next), number(depth - 1, next)),
            4 => format!("shift({})", number(depth - 1, next)),
            5 => format!("{} mod {}", number(depth - 1, next), 1 + next(4)),
            6 => format!("zeros({}) mod {}", number(depth - 1, next), 1 + next(3)),
            _ => format!("max({} - {}, 0)", number(depth - 1, next), number(depth - 1, next)),
        }
    }
    let mut next = random(0x2545_F491_4F6C_DD1D);
    let nim = game("heaps 2; move take any from 1 heap");
    for round in 0..80 {
        let sign = choose(&["=", "!=", "<", ">="], &mut next);
        let compared = format!("{} {sign} {}", number(1, &mut next), number(1, &mut next));
        let other = match next(3) {
            0 => format!("ends({}, {}, {})", number(1, &mut next), next(2), next(2)),
            1 => format!("zeros({}) = zeros({})", number(1, &mut next), number(1, &mut next)),
            _ => format!("zeros({}) > {}", number(1, &mut next), next(3)),
        };
        let joined = choose(&["and", "or", "iff", "->"], &mut next);
        let numeration = NUMERATIONS[round % NUMERATIONS.len()];
        agrees(&nim, &format!("P iff ({compared}) {joined} {other} in {numeration}"), 25);
    }
}

/// Tests claims that are put together at random.
#[test]
fn random_claims_are_compiled_as_they_are_evaluated() {
    let mut next = random(0x9E37_79B9_7F4A_7C15);
    fn number(depth: u32, next: &mut dyn FnMut(u64) -> u64) -> String {
        match if depth == 0 { next(3) } else { next(11) } {
            0 => next(6).to_string(),
            1 => format!("h{}", 1 + next(2)),
            2 => choose(&["total", "largest", "smallest", "sorted(1)"], next).to_owned(),
            3 => format!("({} + {})", number(depth - 1, next), number(depth - 1, next)),
            4 => format!("({} - {})", number(depth - 1, next), number(depth - 1, next)),
            5 => format!("{} * {}", 1 + next(3), number(depth - 1, next)),
            6 => format!("{} div {}", number(depth - 1, next), 1 + next(4)),
            7 => format!("{} mod {}", number(depth - 1, next), 1 + next(5)),
            8 => format!("(max({}, 0) xor h2)", number(depth - 1, next)),
            9 => format!("max({}, {})", number(depth - 1, next), number(depth - 1, next)),
            _ => format!("count(heap > {})", next(4)),
        }
    }
    fn condition(depth: u32, next: &mut dyn FnMut(u64) -> u64) -> String {
        match if depth == 0 { next(2) } else { next(6) } {
            0 | 1 => {
                let sign = choose(&["=", "!=", "<", "<=", ">", ">="], next);
                format!("{} {sign} {}", number(2, next), number(1, next))
            }
            2 => format!("not ({})", condition(depth - 1, next)),
            3 => format!("({}) and {}", condition(depth - 1, next), condition(0, next)),
            4 => format!("({}) iff ({})", condition(depth - 1, next), condition(0, next)),
            _ => format!("({} -> {})", condition(0, next), condition(depth - 1, next)),
        }
    }
    let nim = game("heaps 2; move take any from 1 heap");
    for _ in 0..150 {
        agrees(&nim, &format!("P iff {}", condition(2, &mut next)), 12);
    }
}

#[test]
fn claims_of_other_games_are_compiled() {
    agrees(
        &game("heaps 2; move take any from 1 heap; play misere"),
        "P iff largest <= 1 and total = 1 or largest > 1 and h1 = h2",
        9,
    );
    agrees(
        &game("players 3 podium; heaps 2; move take any from 1 heap"),
        "P iff columns mod 3 = 0; N iff h1 = h2 and h1 > 0",
        9,
    );
    agrees(
        &game("players 3 coalition; heaps 1; move take 1..2 from 1 heap"),
        "P iff h1 = 0; N iff h1 = 1; O iff h1 mod 3 = 2",
        20,
    );
    agrees(&game("players 4 podium; heaps 1; move take 1..2 from 1 heap"), "v = h1 mod 4", 20);
    let pass = game("heaps 2; move take any from 1 heap; pass 1 unless empty");
    let [one, other] = [0, 1].map(|place| pass.controls()[place].clone());
    agrees(&pass, &format!("P iff h1 = h2 when {one}; P iff h1 = h2 + 1 or total = 0 when {other}"), 9);
    let counters = "counters a, b; positions where a >= b; move a -> a - 1 when a > b; move b -> b - 1";
    agrees(&game(counters), "P iff bits(a - b) mod 2 = 0", 20);
}

#[test]
fn faults_say_where_and_what_to_write() {
    let nim = game("heaps 2; move take any from 1 heap");
    let fault = |text: &str| {
        let fault = Claim::read(text, &nim).err();
        let fault = fault.unwrap_or_else(|| {
            match Claim::read(text, &nim).unwrap().law(&nim, 1 << 16, &Watch::unlimited()) {
                Err(ClaimError::Fault(fault)) => fault,
                other => panic!("{text}: {other:?}"),
            }
        });
        let at = text[fault.span.clone()].to_owned();
        (at, format!("{}|{}", fault.message, fault.help.unwrap_or_default()))
    };
    let cases = [
        ("P if h1 = h2", "if", "`iff`"),
        ("P iff h1 = h3", "h3", "the numbers here are h1, h2"),
        ("P iff n = h1", "n", "the numbers here are h1, h2"),
        ("P iff h1 = h2, h1 = 0", ",", "write `and`"),
        ("P iff h1 = h2 && h1 = 0", "&", "write `and`"),
        ("P iff 2 h1 = h2", "h1", "write `2 * …`"),
        ("P iff h1 * h2 = 0", "h1 * h2", "not linear"),
        ("P iff h1 / 2 = h2", "/", "write `div`"),
        ("P iff h1 mod h2 = 0", "h2", "fixed positive number"),
        ("P iff h1", "h1", "compare it"),
        ("P iff h1 = (h2 = 3)", "(h2 = 3)", "a number is expected"),
        ("O iff h1 = h2", "O", "the outcomes of this game are P, N"),
        ("g = h1 xor h2 if h1 = 1", "g = h1 xor h2 if h1 = 1", "end with a clause without `if`"),
        ("P iff bits(h1) = h2", "bits(h1)", "stand under `mod`"),
        ("P iff columns mod 3 = 1", "1", "write `columns mod m = 0`"),
        ("P iff leading mod 3 = 3", "3", "a number below m"),
        ("P iff columns in (1, 2)", "(1, 2)", "write `columns in (0, …)`"),
        ("P iff columns in (0, 1) then one beside (0)", "(0, 1)", "sets a number apart"),
        ("P iff columns in (0, h1)", "h1", "a number"),
        ("P iff linked mod 1", "1", "from 2 on"),
        ("P iff linked = 1", "linked", "only in `linked mod m`"),
        ("P iff (h1 - h2) xor h2 = 0", "(h1 - h2) xor h2", "write `max(…, 0)`"),
        ("P iff h1 = h2 when used", "used", "leave out `when`"),
        ("P iff exists a: h1 = 2 * a", "exists a: h1 = 2 * a", "`bouton ask`"),
        ("P iff h1 = h2; g = 1", "g", "not both"),
        ("P iff sorted(3) = 1", "sorted(3)", "from 1 to 2"),
        ("P iff h1 = h2)", ")", "not opened"),
        ("P iff exist a: h1 = 2 * a", "a", "write `exists a, b: …`"),
        ("P iff for all a h1 = 2 * a", "h1", "write `for all a, b: …`"),
        ("P iff exists a h1 = 2 * a", "h1", "write `exists a, b: …`"),
        ("P iff h1 = h2 in pairs", "pairs", "`pairs` is not a numeration"),
        ("P iff h1 xor h2 = 0 in fibonacci", "P iff h1 xor h2 = 0 in fibonacci", "leave out `in …`"),
        ("P iff ends(h1)", "ends(h1)", "its last digits"),
        ("P iff ends(h1, 2)", "2", "from 0 to 1"),
        ("P iff ends(h1, 1) = 0", "ends(h1, 1)", "is a condition"),
        ("P iff shift(h1, h2) = 0", "shift(h1, h2)", "takes one number"),
        ("P iff repeats(h1, 1)", "repeats(h1, 1)", "the powers of two"),
        ("P iff repeats(h1, h2, 0)", "h2", "a fixed one"),
        ("P iff [h1] = 1", "h1", "compare it"),
        ("P iff [h1 = 2 = 1", "", "expected `]`"),
        ("g iff g = h1; g = 1", "g iff g = h1", "only clause"),
        ("P iff g = h1", "g", "not a number of a position"),
        ("P iff zeros(h1) < zeros(h2)", "zeros(h1)", "stand under `mod`"),
        ("P iff (h1 = h2", "", "expected `)`"),
        ("", "", "a claim: `P iff …`"),
    ];
    for (text, at, words) in cases {
        let (found, message) = fault(text);
        assert_eq!(found, at, "{text}: {message}");
        assert!(message.contains(words), "{text}: {message}");
    }
    let long = format!("P iff {}h1 = 0{}", "(".repeat(500), ")".repeat(500));
    assert!(fault(&long).1.contains("nested too deeply"));
    let many = format!("P iff h1 = 0{}", " or h1 = 1".repeat(5000));
    assert!(fault(&many).1.contains("more than 4000 operators"));
}

#[test]
fn conditions_that_meet_are_refused_with_a_position() {
    let podium = game("players 3 podium; heaps 2; move take any from 1 heap");
    let claim = Claim::read("P iff h1 = h2; N iff h1 + h2 >= 6", &podium).unwrap();
    let error = claim.law(&podium, 1 << 16, &Watch::unlimited()).unwrap_err();
    assert_eq!(error.to_string(), "the claim says both P and N of 3,3");
    // A position of a game with a pass has a control state.
    let pass = game("players 3 podium; heaps 1; move take any from 1 heap; pass 1");
    let claim = Claim::read(
        "P iff h1 = 0 when pass; N iff h1 >= 1 when pass; P iff h1 <= 1 when used; N iff h1 >= 1 when used",
        &pass,
    );
    let error = claim.unwrap().law(&pass, 1 << 16, &Watch::unlimited()).unwrap_err();
    assert_eq!(error.to_string(), "the claim says both P and N of 1:used");
}

#[test]
fn a_limit_of_states_is_kept() {
    let nim = game("heaps 2; move take any from 1 heap");
    let claim = Claim::read("P iff h1 mod 97 = h2 mod 89", &nim).unwrap();
    assert_eq!(claim.kind(), ClaimKind::Outcomes);
    let error = claim.law(&nim, 1000, &Watch::unlimited()).unwrap_err();
    assert!(error.to_string().contains("more than 1000 states"), "{error}");
}

/// The first column decides whose number of ones is not a multiple, and a heap is linked that has a 1 where there is one more
/// than a multiple and a 0 elsewhere; compared with a reading of the digits by arithmetic.
#[test]
fn columns_of_digits_are_read_from_the_left() {
    let nim = game("heaps 4; move take any from 1 heap");
    let claim = |text: &str| Claim::read(text, &nim).unwrap();
    let holds = |claim: &Claim, position: &[u64]| claim.value(0, position).unwrap() == 0;
    let (first, linked) = (claim("P iff leading mod 3 = 2"), claim("P iff linked mod 3"));
    let apart = claim("P iff columns in (0, 3) then one beside (0, 2) ending (4)");
    each(4, 7, &mut |position| {
        let ones = |place: u32| position.iter().map(|number| number >> place & 1).sum::<u64>();
        let odd: Vec<u32> = (0..3).rev().filter(|&place| ones(place) % 3 != 0).collect();
        assert_eq!(holds(&first, position), odd.first().is_some_and(|&place| ones(place) % 3 == 2));
        let fits =
            |number: &u64| odd.iter().all(|&place| (number >> place & 1 == 1) == (ones(place) % 3 == 1));
        assert_eq!(holds(&linked, position), position.iter().any(fits), "{position:?}");
        // The first column with a single 1 sets a number apart.
        let place = (0..3).rev().find(|&place| ones(place) == 1);
        let before = |place: u32| place..3;
        let allowed = |places: std::ops::Range<u32>, of: &dyn Fn(u32) -> u64, numbers: &[u64]| {
            places.into_iter().all(|place| numbers.contains(&of(place)))
        };
        let expected = match place {
            Some(place) => {
                let number = position.iter().position(|number| number >> place & 1 == 1).unwrap();
                let others = |place: u32| ones(place) - (position[number] >> place & 1);
                allowed(before(place + 1), &ones, &[0, 3]) && allowed(0..place, &others, &[0, 2])
            }
            None => match (0..3).rev().find(|&place| ones(place) == 4) {
                Some(last) => allowed(before(last + 1), &ones, &[0, 3]) && allowed(0..last, &ones, &[0]),
                None => allowed(0..3, &ones, &[0, 3]),
            },
        };
        assert_eq!(holds(&apart, position), expected, "{position:?}");
    });
}

#[test]
fn the_only_number_of_a_position_may_be_called_n() {
    let three = game("heaps 1; move take 1..3 from 1 heap");
    let law = |text: &str| {
        Claim::read(text, &three).unwrap().law(&three, 1 << 16, &Watch::unlimited()).unwrap().automaton
    };
    assert_eq!(law("P iff n mod 4 = 0"), law("P iff h1 mod 4 = 0"));
    assert_ne!(law("P iff n mod 4 = 0"), law("P iff h1 mod 4 = 1"));
    let fault = Claim::read("P iff k mod 4 = 0", &three).map(drop).err();
    let fault = fault.unwrap_or_else(|| {
        match Claim::read("P iff k mod 4 = 0", &three).unwrap().law(&three, 1 << 16, &Watch::unlimited()) {
            Err(ClaimError::Fault(fault)) => fault,
            other => panic!("{other:?}"),
        }
    });
    assert_eq!(fault.help.as_deref(), Some("the only number here is h1"));
}

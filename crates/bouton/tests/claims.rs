//! Claims in words: proved, refuted at the least position, or undecided; and laws as claims.

use bouton::{
    Ending, Error, Game, Goal, Limits, Playable, ProveOptions, Theorem, Watch, judge_claim,
    judge_claim_for_every_number, judge_letter_claim,
    logic::{Claim, least_difference},
    prove_every_number, prove_letters,
};

fn game(text: &str, heaps: Option<usize>) -> Playable {
    let game = Game::named(text).unwrap();
    match heaps {
        Some(heaps) => game.with_heaps(heaps).unwrap().playable().unwrap(),
        None => game.playable().unwrap(),
    }
}

fn judged(playable: &Playable, claim: &str) -> Ending {
    judge_claim(playable, claim, None, &Watch::unlimited()).unwrap_or_else(|error| panic!("{claim}: {error}"))
}

#[test]
fn right_claims_are_proved_and_the_certificates_are_checked() {
    let rules = [
        ("nim", Some(3), "P iff nimsum(heap) = 0"),
        ("nim", Some(3), "g = h1 xor h2 xor h3"),
        ("nim", Some(2), "P iff largest = smallest and count(heap = 0) != 1"),
        ("nim", Some(4), "P iff columns mod 2 = 0"),
        ("misere-nim", Some(3), "P iff nimsum(heap) = 1 and largest = 1 or nimsum(heap) = 0 and largest > 1"),
        ("take-three", None, "P iff h1 mod 4 = 0"),
        ("take-three", None, "g = h1 mod 4"),
        ("heaps 3; move take 1..3 from 1 heap", None, "g = nimsum(heap mod 4)"),
        ("heaps 2; move take 1..2 from 1 heap; move take 1 from 2 heaps", None, "P iff (h1 + h2) mod 3 = 0"),
        ("moore", Some(4), "P iff columns mod 3 = 0"),
        ("heaps 4; move take any from exactly 2 heaps", None, "P iff sorted(1) = sorted(3)"),
        (
            "players 3 coalition; heaps 1; move take 1..2 from 1 heap",
            None,
            "P iff h1 = 0; N iff 1 <= h1 <= 2; O iff h1 = 3",
        ),
        ("players 4 podium; heaps 1; move take any from 1 heap", None, "v = min(h1, 1)"),
        (
            "heaps 2; move take any from 1 heap; pass 1 unless empty",
            None,
            "P iff h1 = h2 when used; P iff total = 0 or min(h1, h2) mod 2 = 1 and largest = sorted(1) + 1 when pass",
        ),
    ];
    for (rules, heaps, claim) in rules {
        let playable = game(rules, heaps);
        match judge_claim(&playable, claim, None, &Watch::unlimited()) {
            Ok(Ending::Proved(proved)) => {
                assert!(Theorem::check(proved.theorem.certificate(), &Default::default()).is_ok(), "{claim}");
            }
            Ok(Ending::Refuted(refuted)) => panic!("{rules}: {claim}: {}", refuted.sentence()),
            other => panic!("{rules}: {claim}: {other:?}"),
        }
    }
}

/// The counterexample is the first position in the order of totals at which play has another value.
#[test]
fn wrong_claims_are_refuted_at_the_least_position() {
    let claims = [
        ("nim", Some(3), "P iff h1 = h2"),
        ("nim", Some(3), "P iff h1 = h3 or (h2 = 0 and h1 mod 3 = 0)"),
        ("nim", Some(3), "P iff total mod 2 = 0 and 2 * largest <= total"),
        ("wythoff", None, "P iff h1 = h2 + h2 div 2 + 1 or h2 = h1 + h1 div 2 + 1 or total = 0"),
        ("misere-nim", Some(3), "P iff nimsum(heap) = 0"),
    ];
    for (rules, heaps, claim) in claims {
        let playable = game(rules, heaps);
        let Ending::Refuted(refuted) = judged(&playable, claim) else { panic!("{claim}") };
        let ruleset = playable.ruleset().unwrap();
        let read = Claim::read(claim, ruleset).unwrap();
        let dimension = ruleset.dimension();
        let mut all: Vec<(u64, Vec<u64>)> = Vec::new();
        let mut position = vec![0u64; dimension];
        loop {
            all.push((position.iter().sum(), position.clone()));
            let Some(place) = position.iter().position(|&number| number < 9) else { break };
            position[..place].fill(0);
            position[place] += 1;
        }
        all.sort();
        let wrong = all.iter().find(|(_, position)| {
            let written: Vec<String> = position.iter().map(ToString::to_string).collect();
            let game = Game::named(rules).unwrap();
            let is_lost = game.solve(&written.join(",")).unwrap().outcome == "P";
            is_lost != (read.value(0, position) == Ok(0))
        });
        let expected: Vec<String> = wrong.unwrap().1.iter().map(ToString::to_string).collect();
        assert_eq!(refuted.position, expected.join(","), "{claim}");
    }
}

#[test]
fn a_claim_that_is_wrong_far_away_is_refuted_there() {
    let nim = game("nim", Some(3));
    let Ending::Refuted(refuted) = judged(&nim, "P iff nimsum(heap) = 0 and h1 != 1000") else { panic!() };
    assert_eq!((refuted.position.as_str(), &*refuted.value), ("1000,0,1000", "P"));
    let far = game("counters n; move n -> n - 1; move n -> n - 2 when n >= 1000", None);
    let Ending::Refuted(refuted) = judged(&far, "P iff n mod 2 = 0") else { panic!() };
    assert_eq!(refuted.position, "1000");
    let ending = judged(&nim, "g = (h1 xor h2 xor h3) + h3 div 512");
    let Ending::Refuted(refuted) = ending else { panic!() };
    assert_eq!((refuted.position.as_str(), &*refuted.claimed), ("0,0,512", "Grundy value 513"));
}

/// The digits of a claim need not be those of the proved law of the game: then the laws are compared after the game is
/// proved in these digits too, or position by position.
#[test]
fn a_wrong_claim_in_other_digits_is_refuted() {
    let two = game("nim", Some(2));
    for (playable, claim, position) in [
        (&two, "P iff h1 = h2 and h1 < 3000 in 3", "3000,3000"),
        (&two, "P iff h1 = h2 and h1 < 100000 in 3", "100000,100000"),
        // The claim needs too many states.
        (&two, "P iff h1 mod 729 = h2 mod 729 in 3", "0,729"),
        (&game("take-three", None), "P iff h1 mod 4 = 0 and h1 < 100000000 in 3", "100000000"),
    ] {
        let ending = judged(playable, claim);
        let Ending::Refuted(refuted) = ending else { panic!("{claim}: {ending:?}") };
        assert_eq!(refuted.position, position, "{claim}");
    }
}

#[test]
fn an_undecided_claim_says_how_far_it_agrees() {
    let nim = game("nim", Some(3));
    let ending =
        judge_claim(&nim, "P iff h1 xor h2 = h3 and h1 mod 5 != 5", Some(3), &Watch::unlimited()).unwrap();
    let Ending::NoLaw(none) = ending else { panic!() };
    let upto = none.agrees_upto.unwrap();
    assert!(upto > 10 && none.reason.contains(&format!("total up to {upto}")), "{}", none.reason);
    assert!(none.reason.contains("more than 3 states"), "{}", none.reason);
    let document = Ending::NoLaw(none).document("nim", None);
    assert_eq!((document.status.as_str(), document.agrees_upto), ("no-law", Some(upto)));
}

#[test]
fn claims_that_make_no_sense_are_errors() {
    let error = |rules: &str, claim: &str| {
        let playable = game(rules, None);
        Error::from(judge_claim(&playable, claim, None, &Watch::unlimited()).unwrap_err())
    };
    assert!(matches!(error("take-three", "P iff h2 = 0"), Error::Words { .. }));
    let misere = error("heaps 1; move take any from 1 heap; play misere", "g = h1");
    assert_eq!(misere.kind().code(), "hypothesis");
    let podium = error("players 3 podium; heaps 1; move take 1 from 1 heap", "P iff h1 < 2; N iff h1 > 0");
    assert!(podium.to_string().contains("says both P and N of 1"), "{podium}");
}

/// Every bundled law that has words is written as a claim that reads back as the same law.
#[test]
fn laws_as_claims_read_back() {
    let (mut said, mut unsaid) = (0, Vec::new());
    for known in bouton::bundled() {
        let theorem = Theorem::check(known.text, &Default::default()).unwrap();
        let Some(law) = theorem.law() else { continue };
        match theorem.as_claim(false, &Watch::unlimited()) {
            Ok(claim) => {
                let read = Claim::read(&claim.text, law.ruleset());
                let read = read.unwrap_or_else(|fault| panic!("{}: {fault:?} in {}", known.name, claim.text));
                let watch = Watch::new(&Limits::default());
                let back = read.law(law.ruleset(), 1 << 18, &watch);
                let back = back.unwrap_or_else(|error| panic!("{}: {error} in {}", known.name, claim.text));
                if back.nim_heap == law.law().nim_heap {
                    let found = least_difference(&back, law.law(), law.ruleset(), 1 << 20, &watch);
                    assert_eq!(found, Ok(None), "{}: {}", known.name, claim.text);
                } else {
                    // Grundy values with a Nim heap, or without one: the claim is proved again.
                    let playable = Playable::new(theorem.game(), None).unwrap();
                    let ending = judge_claim(&playable, &claim.text, None, &watch).unwrap();
                    assert!(matches!(ending, Ending::Proved(_)), "{}: {}", known.name, claim.text);
                }
                said += 1;
            }
            Err(error) => {
                assert!(error.to_string().contains("no words"), "{}: {error}", known.name);
                unsaid.push(known.name);
            }
        }
    }
    assert!(said > 20 && unsaid.len() < said, "{said} laws are said, not {unsaid:?}");
}

/// Laws of columns with a heap set apart, of linked heaps, and of nim-sums of some heaps are claims that read back.
#[test]
fn laws_of_columns_are_claims() {
    for (rules, text) in [
        (
            "heaps 5; move take any from exactly 2 heaps",
            "P iff columns in (0, 4) then one beside (0, 3) ending (5)",
        ),
        (
            "heaps 3; players 3 podium; move take any from 1 heap",
            "P iff columns mod 3 = 0; N iff not (columns mod 3 = 0) and leading mod 3 = 1 and linked mod 3",
        ),
        ("heaps 4; move take any from at most 2 consecutive heaps of a circle", "P iff h1 = h3 and h2 = h4"),
        ("counters n; move n -> n - 1; move n -> n div 2", "P iff not (n > 0 and zeros(n) mod 2 = 0)"),
        ("counters n; move n -> t where t < n, 2 * t >= n", "P iff bits(n + 1) = 1"),
    ] {
        let playable = game(rules, None);
        let theorem = Game::named(rules).unwrap().prove().unwrap();
        let claim = theorem.as_claim(false, &Watch::unlimited()).unwrap();
        assert_eq!(claim.text, text);
        assert!(matches!(judged(&playable, &claim.text), Ending::Proved(_)), "{rules}: {}", claim.text);
    }
    // One number changed.
    let playable = game("heaps 5; move take any from exactly 2 heaps", None);
    for wrong in [
        "P iff columns in (0, 4) then one beside (0, 3)",
        "P iff columns in (0, 4) then one beside (0, 2) ending (5)",
        "P iff columns in (0, 4) ending (5)",
    ] {
        assert!(matches!(judged(&playable, wrong), Ending::Refuted(_)), "{wrong}");
    }
}

/// Theorems for every number of heaps are claims that read back.
#[test]
fn theorems_for_every_number_are_claims() {
    let (options, watch) = (ProveOptions::default(), Watch::unlimited());
    for (rules, grundy, text) in [
        ("nim", false, "P iff nimsum(heap) = 0"),
        ("nim", true, "g = nimsum(heap)"),
        ("heaps any; move take 1..3 from 1 heap", true, "g = nimsum(heap mod 4)"),
        ("heaps any; move take odd from 1 heap", false, "P iff nimsum(heap mod 2) = 0"),
        (
            "heaps any; move take any from at most 2 heaps; play misere",
            false,
            "P iff count(heap >= 2) > 0 and columns mod 3 = 0 or count(heap >= 2) = 0 and (count(heap mod 2 = 1) >= 1 and count(heap mod 2 = 1) mod 3 = 1)",
        ),
        ("podium-nim", false, "P iff columns mod 3 = 0; N iff leading mod 3 = 1 and linked mod 3"),
    ] {
        let game = Game::named(rules).unwrap();
        let goal = if grundy { Goal::Grundy } else { Goal::Outcome };
        let Ending::Proved(proved) = prove_every_number(game.rules(), Some(goal), &options, &watch).unwrap()
        else {
            panic!("{rules}");
        };
        let claim = proved.theorem.as_claim(grundy, &watch).unwrap();
        assert_eq!(claim.text, text, "{rules}");
        let ending = judge_claim_for_every_number(game.rules(), text, &options, &watch).unwrap();
        assert!(matches!(ending, Ending::Proved(_)), "{rules}: {ending:?}");
    }
    let game = Game::named("podium-nim").unwrap();
    for wrong in [
        "P iff columns mod 3 = 0; N iff leading mod 3 = 1",
        "P iff columns mod 3 = 0; N iff leading mod 3 = 2 and linked mod 3",
        "P iff columns mod 3 = 0; N iff linked mod 3 and leading mod 3 != 0",
    ] {
        let ending = judge_claim_for_every_number(game.rules(), wrong, &options, &watch).unwrap();
        assert!(!matches!(ending, Ending::Proved(_)), "{wrong}");
    }
}

/// Theorems with letters are claims that read back: cases, pieces, rows, several heaps, control states, sums.
#[test]
fn theorems_with_letters_are_claims() {
    let watch = Watch::unlimited();
    for (rules, goal) in [
        ("for all m where m >= 1; heaps 1; move take 1..m from 1 heap", Goal::Grundy),
        ("for all m where m >= 1; heaps 1; move take 1..m from 1 heap; play misere", Goal::Outcome),
        ("for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap", Goal::Outcome),
        ("for all a, b where 1 <= a, a < b; heaps 1; move take {a, b} from 1 heap", Goal::Outcome),
        ("for all a where a >= 1; heaps 1; move take {1, 2*a} from 1 heap", Goal::Grundy),
        ("for all m where m >= 1; heaps any; move take 1..m from 1 heap", Goal::Outcome),
        ("for all m where m >= 2; heaps any; move take 1..m from 1 heap; play misere", Goal::Outcome),
    ] {
        let game = Game::named(rules).unwrap();
        let theorem = prove_letters(game.rules(), goal, false, &watch).unwrap().theorem.unwrap();
        let text = theorem.as_claim(goal == Goal::Grundy).unwrap().text;
        let ending = judge_letter_claim(game.rules(), &text, None, &watch);
        let ending = ending.unwrap_or_else(|error| panic!("{rules}: {text}: {error}"));
        let why = (&ending.reason, &ending.refuted);
        assert!(ending.theorem.is_some(), "{rules}: {text}: {why:?}");
    }
    let rules = "for all a, b where 1 <= a, a < b; heaps 1; move take {a, b} from 1 heap";
    let game = Game::named(rules).unwrap();
    let wrong = "P iff h1 mod (a + b) < b and (h1 mod (a + b)) mod (2 * a) <= a";
    assert!(judge_letter_claim(game.rules(), wrong, None, &watch).unwrap().refuted.is_some());
    // Equal for all numbers, but not decided by the remainders that the theorem has.
    let other = "P iff h1 mod (a + b) < b and (h1 mod (a + b)) mod (2 * a) < a and h1 mod (b + 7) < b + 7";
    let ending = judge_letter_claim(game.rules(), other, None, &watch).unwrap();
    assert!(ending.theorem.is_none() && ending.refuted.is_none());
    // For m = 30 the claim has no meaning, and no instance that is compared is so large.
    let game = Game::named("for all m where m >= 1; heaps 1; move take 1..m from 1 heap").unwrap();
    for (claim, proved) in [
        ("P iff h1 mod (m + 1) = 0 and h1 mod (30 - m) >= 0", false),
        ("P iff h1 mod (m + 1) = 0 and h1 mod (m + 30) >= 0", true),
        ("P iff h1 mod (m + 1) = 0 and h1 mod m >= 0", true),
    ] {
        let ending = judge_letter_claim(game.rules(), claim, None, &watch).unwrap();
        assert_eq!(ending.theorem.is_some(), proved, "{claim}: {:?}", ending.reason);
    }
}

/// Words of claims that only stand before `mod` are also names of numbers.
#[test]
fn counters_may_be_called_linked_and_leading() {
    let rules =
        "counters linked, leading; move linked -> t where t < linked; move leading -> t where t < leading";
    let ending = judged(&game(rules, None), "P iff linked = leading");
    assert!(matches!(ending, Ending::Proved(_)), "{ending:?}");
}

/// The periods of take-and-break codes are claims about a single heap, `h1`, with and without a saltus.
#[test]
fn periods_of_codes_are_claims() {
    for (code, text) in [
        ("hexadecimal 0.f", Some("g = 0 if h1 mod 2 = 0; g = 1")),
        ("hexadecimal 0.8", Some("g = 0 if h1 = 0; g = h1 div 3 - 1 if h1 mod 3 = 0; g = h1 div 3")),
        ("octal 4.3", None),
        ("kayles", None),
        ("dawsons-chess", None),
        ("octal 0.07", None),
    ] {
        let game = Game::named(code).unwrap();
        let playable = game.playable().unwrap();
        let theorem = game.prove_within(Goal::Grundy, &Watch::unlimited()).unwrap();
        let claim = theorem.as_claim(true, &Watch::unlimited()).unwrap().text;
        assert!(text.is_none_or(|text| claim == text), "{code}: {claim}");
        assert!(matches!(judged(&playable, &claim), Ending::Proved(_)), "{code}: {claim}");
        // Wrong at one heap, a small one or a large one.
        for heap in [3, 5000] {
            let wrong = format!("g = 99 if h1 = {heap}; {claim}");
            let Ending::Refuted(refuted) = judged(&playable, &wrong) else { panic!("{code}: {wrong}") };
            assert_eq!((refuted.position, refuted.claimed), (heap.to_string(), "Grundy value 99".to_owned()));
        }
    }
    let kayles = game("kayles", None);
    let error = judge_claim(&kayles, "P iff h1 = 0", None, &Watch::unlimited()).unwrap_err();
    assert!(error.to_string().contains("about the Grundy values of a single heap"), "{error}");
    // The values of 0.45 have a period of 20 from heap 498 on: as a text it would be too long.
    let theorem = Game::named("octal 0.45").unwrap().prove_within(Goal::Grundy, &Watch::unlimited()).unwrap();
    assert!(
        theorem.as_claim(true, &Watch::unlimited()).unwrap_err().to_string().contains("more than 300 cases")
    );
}

/// A law of the Grundy values of positions that says which number is the value is a claim `g iff …`.
#[test]
fn laws_of_the_value_beside_the_numbers_are_claims() {
    let rules = "heaps 2; move take any from exactly 2 heaps";
    let playable = game(rules, None);
    let theorem = Game::named(rules).unwrap().prove_within(Goal::Grundy, &Watch::unlimited()).unwrap();
    let claim = theorem.as_claim(true, &Watch::unlimited()).unwrap().text;
    assert_eq!(claim, "g iff g = min(h1, h2)");
    assert!(matches!(judged(&playable, &claim), Ending::Proved(_)), "{claim}");
    let refuted = |claim: &str| match judged(&playable, claim) {
        Ending::Refuted(refuted) => (refuted.position, refuted.claimed, refuted.value),
        other => panic!("{claim}: {other:?}"),
    };
    let found = |position: &str, claimed: &str, value: &str| {
        (position.to_owned(), claimed.to_owned(), format!("Grundy value {value}"))
    };
    assert_eq!(refuted("g iff g = min(h1, h2) and h1 < 3"), found("3,0", "no Grundy value below 1024", "0"));
    assert_eq!(refuted("g iff g + 1 = h1"), found("0,0", "no Grundy value below 1024", "0"));
    // The right value, and others, which may be far from it.
    assert!(matches!(judged(&game("nim", Some(2)), "g iff g = h1 xor h2 or g = 100"), Ending::Refuted(_)));
    assert_eq!(refuted("g iff true"), found("0,0", "several Grundy values", "0"));
    assert_eq!(refuted("g iff g = h1 or g = h2"), found("0,1", "several Grundy values", "0"));
    assert_eq!(refuted("g iff g = min(h1, h2) or g = h1 + 500"), found("0,0", "several Grundy values", "0"));
    assert_eq!(refuted("g iff g = h1"), found("1,0", "Grundy value 1", "0"));
}

/// Laws in the digits of other numerations are claims that name these digits.
#[test]
fn laws_in_other_digits_are_claims() {
    for (rules, text) in [
        ("wythoff", "P iff max(h1, h2) = shift(min(h1, h2)) and zeros(min(h1, h2)) mod 2 = 0 in fibonacci"),
        (
            "heaps 2; move take any from 1 heap; move h1, h2 -> h1 - s, h2 - t where s >= 1, t >= 1, s <= t + 1, t <= s + 1",
            "P iff max(h1, h2) = shift(min(h1, h2)) and zeros(min(h1, h2)) mod 2 = 0 in ostrowski(2)",
        ),
    ] {
        let playable = game(rules, None);
        let theorem = Game::named(rules).unwrap().prove().unwrap();
        let claim = theorem.as_claim(false, &Watch::unlimited()).unwrap();
        assert_eq!(claim.text, text);
        assert!(matches!(judged(&playable, text), Ending::Proved(_)), "{text}");
        let wrong = format!("P iff h1 + h2 > 0 and ({}", &text[6..].replace(" in ", ") in "));
        assert!(matches!(judged(&playable, &wrong), Ending::Refuted(_)), "{wrong}");
    }
}

/// A number of the rules that is called `g` cannot be told from the Grundy value, and codes under misère play have none.
#[test]
fn grundy_values_that_cannot_be_claimed_are_refused() {
    let rules = "counters g, h; move g, h -> g - s, h - t where s >= 1, t >= 1";
    let theorem = Game::named(rules).unwrap().prove_within(Goal::Grundy, &Watch::unlimited()).unwrap();
    let refused = theorem.as_claim(true, &Watch::unlimited()).unwrap_err().to_string();
    assert!(refused.contains("a number called g"), "{refused}");
    let judge = |rules: &str, claim: &str| {
        judge_claim(&game(rules, None), claim, None, &Watch::unlimited()).unwrap_err().to_string()
    };
    let refused = judge(rules, "g iff g = min(h, h)");
    assert!(refused.contains("`g` is a number of the position"), "{refused}");
    let told =
        Game::named(rules).unwrap().prove_within(Goal::Grundy, &Watch::unlimited()).unwrap().sentence();
    assert!(
        told.contains("a number v is the Grundy value of (g, h)") || !told.contains("number g is"),
        "{told}"
    );
    let refused = judge("octal 0.77; play misere", "g = h1 mod 3");
    assert!(refused.contains("Grundy value"), "{refused}");
}

/// Claims about codes may name the digits of another numeration.
#[test]
fn claims_about_codes_in_other_digits_are_judged() {
    let judge = |claim: &str| judged(&game("octal 0.3", None), claim);
    assert!(matches!(judge("g = h1 mod 2 in fibonacci"), Ending::Proved(_)));
    assert!(matches!(judge("g = 1 if ends(h1, 1); g = h1 mod 2 in fibonacci"), Ending::Refuted(_)));
}

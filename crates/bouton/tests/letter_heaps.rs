//! Theorems with letters about several heaps together: found, checked, compared with play for small numbers; what is true of
//! small instances alone is refused.

use bouton::{
    ControlState, Goal, LetterTheorem, Valuation, Watch,
    cert::seal,
    check::{Limits, Step, check_letters},
    letter_settings, prove_letters,
    rules::Game,
    solve::{Limits as SolveLimits, Table},
};
use bouton_core::letters::LetterLaw;
use num_bigint::BigInt;

const TOTAL: &str = "for all t where t >= 2; heaps 2; move take 1..t in total from exactly 2 heaps";

/// Rules, what is proved, and the theorem.
const THEOREMS: &[(&str, Goal, &str)] = &[
    (
        TOTAL,
        Goal::Outcome,
        "For all t ≥ 2: P exactly when (h2 mod t = 0 and ⌊h1/t⌋ ≥ ⌊h2/t⌋) or (h1 mod t = 0 and ⌊h2/t⌋ ≥ ⌊h1/t⌋).",
    ),
    (
        "for all t where t >= 1; heaps 2; move take 1..t from exactly 2 heaps",
        Goal::Outcome,
        "For all t ≥ 1: P exactly when (h2 mod (t + 1) = 0 and ⌊h1/(t + 1)⌋ ≥ ⌊h2/(t + 1)⌋) or (h1 mod (t + 1) = 0 and ⌊h2/(t + 1)⌋ ≥ ⌊h1/(t + 1)⌋).",
    ),
    (
        "for all t where t >= 1; heaps 2; move take 1..t from at most 2 heaps",
        Goal::Outcome,
        "For all t ≥ 1: P exactly when h1 mod (t + 1) + h2 mod (t + 1) = 0.",
    ),
];

fn proved(rules: &str, goal: Goal) -> LetterTheorem {
    let game = Game::parse(rules).unwrap_or_else(|faults| panic!("{rules}: {faults}"));
    let ending = prove_letters(&game, goal, false, &Watch::unlimited()).unwrap();
    ending.theorem.unwrap_or_else(|| panic!("{rules}: {:?}", ending.reason))
}

/// The first instance, with letters up to `largest`, in which the law is not what play says.
fn wrong(game: &Game, law: &LetterLaw, largest: i64) -> Option<(Vec<i64>, Vec<u64>)> {
    let letters = game.letters().len();
    let mut values = vec![0i64; letters];
    let mut instances = 0;
    loop {
        if let Ok(instance) = game.instance(&values) {
            instances += 1;
            let ruleset = instance.ruleset().unwrap();
            let mut table =
                Table::new(&ruleset, law.valuation, &Watch::new(&SolveLimits::default())).unwrap();
            let big: Vec<BigInt> = values.iter().map(|&value| BigInt::from(value)).collect();
            let edge = if ruleset.dimension() == 2 { 30u64 } else { 12 };
            let mut heaps = vec![0u64; ruleset.dimension()];
            loop {
                let expected = table.value(&heaps, ControlState(0)).unwrap();
                let all: Vec<BigInt> = heaps.iter().map(|&heap| heap.into()).collect();
                if law.value_of(&big, &all, ControlState(0)) != Some(expected.into()) {
                    return Some((values, heaps));
                }
                let Some(at) = heaps.iter().rposition(|&heap| heap + 1 < edge) else { break };
                heaps[at] += 1;
                heaps[at + 1..].fill(0);
            }
        }
        let Some(at) = values.iter().rposition(|&value| value < largest) else {
            assert!(instances > 0, "{}", game.text());
            return None;
        };
        values[at] += 1;
        values[at + 1..].fill(0);
    }
}

/// The certificate with other lines.
fn changed(certificate: &str, change: impl Fn(&str) -> String) -> String {
    let body: Vec<&str> = certificate.lines().filter(|line| !line.starts_with("id ")).collect();
    seal(&(body.iter().map(|line| change(line)).collect::<Vec<_>>().join("\n") + "\n"))
}

#[test]
fn theorems_are_found_and_true() {
    for (rules, goal, sentence) in THEOREMS {
        let theorem = proved(rules, *goal);
        assert_eq!(theorem.sentence(), *sentence, "{rules}");
        assert_eq!(wrong(theorem.game(), theorem.law(), 9), None, "{rules}");
        let again = check_letters(theorem.certificate(), &Limits::default()).unwrap();
        assert_eq!(&again.certificate.law, theorem.law());
    }
}

/// Each number of a law is changed by one, in every place: what is still accepted is true.
#[test]
fn changed_laws_are_refused_or_true() {
    let (mut refused, mut accepted, mut told) = (0, 0, 0);
    for (rules, goal, _) in THEOREMS {
        let theorem = proved(rules, *goal);
        let text = theorem.certificate();
        for (number, line) in text.lines().enumerate() {
            if ["|", "law", "bouton", "id"].iter().any(|word| line.starts_with(word)) {
                continue;
            }
            let words: Vec<&str> = line.split_inclusive([' ', ',']).collect();
            for (at, word) in words.iter().enumerate() {
                let digits = word.trim_end_matches([' ', ',']);
                let Ok(value) = digits.parse::<i64>() else { continue };
                for step in [-1, 1] {
                    let mut other: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
                    other[at] = format!("{}{}", value + step, &word[digits.len()..]);
                    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
                    lines[number] = other.concat();
                    let sealed = changed(&(lines.join("\n") + "\n"), str::to_owned);
                    match check_letters(&sealed, &Limits::default()) {
                        Ok(checked) => {
                            accepted += 1;
                            let law = &checked.certificate.law;
                            assert_eq!(wrong(&checked.game.clone().into(), law, 7), None, "{sealed}");
                        }
                        Err(error) => {
                            refused += 1;
                            told += usize::from(error.reason.contains("with "));
                        }
                    }
                }
            }
        }
    }
    assert!(refused > 4 * accepted && told > 20, "{refused} {accepted} {told}");
}

/// Laws that are true of all small instances, or one step inside a range, and false of a larger one.
#[test]
fn a_law_of_small_instances_alone_is_refused() {
    let text = proved(TOTAL, Goal::Outcome).certificate().to_owned();
    // From 40 on one object more may be taken in total.
    let large = "| move h1, h2 -> a, b where a < h1, b < h2, h1 - a + h2 - b <= t + 1 when t >= 40";
    let more =
        changed(
            &text,
            |line| {
                if line.starts_with("| move") { format!("{line}\n{large}") } else { line.to_owned() }
            },
        );
    let refused = check_letters(&more, &Limits::default()).unwrap_err();
    assert!(matches!(refused.step, Step::Universal | Step::Existential), "{refused}");
    // The length may be 0, and nothing would be verified there.
    let short = changed(&text, |line| line.replace("length 1,0", "length 1,-2"));
    assert_eq!(check_letters(&short, &Limits::default()).unwrap_err().step, Step::Cases);
    // With t = 1 there is no move, and each position is P, as the law says.
    let wider = changed(&text, |line| line.replace("t >= 2", "t >= 1"));
    if let Ok(checked) = check_letters(&wider, &Limits::default()) {
        assert_eq!(wrong(&checked.game.clone().into(), &checked.certificate.law, 7), None);
    }
    // Other rules, of which the law is false.
    for to in [
        "move take 1..t + 1 in total from exactly 2 heaps",
        "move take 1..t in total from at most 2 heaps",
        "move take 1..t from exactly 2 heaps",
        "move take any from exactly 2 heaps",
        "move h1, h2 -> a, h2 where a < h1, h1 - a <= t",
    ] {
        let other =
            changed(
                &text,
                |line| {
                    if line.starts_with("| move") { format!("| {to}") } else { line.to_owned() }
                },
            );
        let verdict = check_letters(&other, &Limits::default());
        assert!(verdict.is_err(), "{to}");
    }
    // Misère play, three heaps, a pass, a sum: not what the law is about.
    let with = |line: &str| {
        changed(
            &text,
            |old| if old.starts_with("| move") { format!("{old}\n| {line}") } else { old.to_owned() },
        )
    };
    assert_eq!(check_letters(&with("play misere"), &Limits::default()).unwrap_err().step, Step::Valuation);
    assert!(check_letters(&with("pass 1 unless empty"), &Limits::default()).is_err());
    let one = changed(&text, |line| line.replace("letters 3", "letters 2"));
    assert_eq!(check_letters(&one, &Limits::default()).unwrap_err().step, Step::Decode);
}

/// A move that raises a heap, or changes nothing, has no theorem.
#[test]
fn play_ends() {
    let text = proved(TOTAL, Goal::Outcome).certificate().to_owned();
    for line in [
        "move h1, h2 -> h1 + 1, h2 - 2 when t >= 30",
        "move h1, h2 -> a, b where a < h1, b < h2, h1 - a >= 5 * t, h1 - a <= 6 * t, h2 - b <= t",
    ] {
        let other = changed(&text, |old| {
            if old.starts_with("| move") { format!("{old}\n| {line}") } else { old.to_owned() }
        });
        let refused = check_letters(&other, &Limits::default()).unwrap_err();
        assert!(matches!(refused.step, Step::Descent | Step::Decode | Step::Rules), "{line}: {refused}");
    }
}

#[test]
fn positions_are_answered_with_reasons() {
    let theorem = proved(TOTAL, Goal::Outcome);
    let answer = |set: &str, position: &str| {
        let settings = letter_settings(&[set.to_owned()]).unwrap();
        theorem.answer(&settings, &position.parse().unwrap(), 1_000)
    };
    for heaps in (0..12u64).flat_map(|first| (0..12u64).map(move |second| format!("{first},{second}"))) {
        let found = answer("t=3", &heaps).unwrap();
        let game = bouton::Game::from(theorem.game().instance(&[3]).unwrap());
        let expected = game.solve(&heaps).unwrap();
        assert_eq!(found.outcome, expected.outcome.to_string(), "{heaps}");
        let mut moves: Vec<(String, bool)> =
            found.moves.into_iter().map(|option| (option.to, option.winning)).collect();
        let mut options: Vec<(String, bool)> =
            expected.moves.iter().map(|option| (option.to.to_string(), option.winning)).collect();
        moves.sort();
        options.sort();
        options.dedup();
        assert_eq!(moves, options, "{heaps}");
        let numbers: Vec<num_bigint::BigUint> = heaps.split(',').map(|heap| heap.parse().unwrap()).collect();
        let trace = theorem.trace(&[3u32.into()], &numbers, 0).unwrap();
        assert_eq!(trace.value, found.outcome, "{heaps}: {}", trace.reason);
    }
    let large = answer("t=10^20", "10^40,10^20").unwrap();
    assert_eq!((&*large.outcome, large.moves_complete), ("P", false));
    assert_eq!(answer("t=10^20", "10^40,5").unwrap().outcome, "N");
    assert!(answer("t=1", "3,4").is_err() && answer("t=3", "3").is_err());
    let valuation = theorem.valuation();
    assert_eq!(valuation, Valuation::NormalOutcome);
}

/// Where a position has too many options to look at each, lost ones are found by the law, if there are any.
#[test]
fn winning_moves_are_found_among_very_many_options() {
    let text = "for all t where t >= 2; heaps 2; move take 1..t in total from exactly 2 heaps";
    let theorem = prove_letters(&Game::parse(text).unwrap(), Goal::Outcome, false, &Watch::unlimited());
    let theorem = theorem.unwrap().theorem.unwrap();
    let t = 220u32;
    let settings = letter_settings(&[format!("t={t}")]).unwrap();
    let lost = |x: u32, y: u32| theorem.value_of(&[t.into()], &[x.into(), y.into()], 0) == Some(0u32.into());
    let (mut won, mut without) = (0, 0);
    for x in [220, 221, 300, 439, 440, 441, 500, 880, 881] {
        for y in [220, 222, 330, 439, 440, 600, 660, 700] {
            let answer = theorem.answer(&settings, &format!("{x},{y}").parse().unwrap(), 10).unwrap();
            let winning: Vec<&str> = answer.moves.iter().filter(|to| to.winning).map(|to| &*to.to).collect();
            assert_eq!(answer.winning_moves_complete, lost(x, y), "{x},{y}");
            for to in &winning {
                let (a, b) = to.split_once(',').unwrap();
                let (a, b): (u32, u32) = (a.parse().unwrap(), b.parse().unwrap());
                assert!(a < x && b < y && x + y - a - b <= t && lost(a, b), "{x},{y}: {to}");
            }
            let exists = (1..t).any(|one| (1..=t - one).any(|other| lost(x - one, y - other)));
            assert_eq!(!winning.is_empty(), exists, "{x},{y}");
            assert_eq!(exists, !lost(x, y), "{x},{y}");
            *if exists { &mut won } else { &mut without } += 1;
        }
    }
    assert!(won > 30 && without > 5, "{won}, {without}");
    // Numbers of any size.
    let settings = letter_settings(&["t=10^30".to_owned()]).unwrap();
    let answer = theorem.answer(&settings, &"10^40,3".parse().unwrap(), 10).unwrap();
    assert_eq!(answer.outcome, "N");
    assert!(answer.moves.iter().any(|to| to.winning), "{:?}", answer.moves);
}

//! Theorems with letters about several heaps together: found, checked, compared with play for small numbers.
//! Laws that hold only for small instances are refused.

use bouton::{
    ControlState, Ending, Goal, LetterEnding, LetterTheorem, LettersError, Valuation, Watch,
    cert::seal,
    check::{Limits, Step, check_letters},
    judge_claim, judge_letter_claim, letter_settings, prove_letters,
    rules::Game,
    solve::{Limits as SolveLimits, Moves, Table},
};
use bouton_core::letters::LetterLaw;
use bouton_testdata::changes::{changed_lines, changed_numbers};
use num_bigint::BigInt;

const TOTAL: &str = "for all t where t >= 2; heaps 2; move take 1..t in total from exactly 2 heaps";

/// Rules, the goal, and the theorem.
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

/// Rules whose laws have a preperiod, and the theorems.
const PREPERIODS: &[(&str, &str)] = &[
    (
        "for all t where t >= 1; heaps 2; move take 1..t from at most 2 heaps; play misere",
        "For all t ≥ 1: P exactly when (h1 mod (t + 1) + h2 mod (t + 1) = 1 and h2 = 0) or (h1 mod (t + 1) + h2 mod (t + 1) = 1 and h1 = 0) or (h1 mod (t + 1) + h2 mod (t + 1) = 0 and h1 ≥ t and h2 ≥ t).",
    ),
    (
        "for all t where t >= 1; heaps 2; move take 1..t from at most 2 heaps; stop when total <= 1",
        "For all t ≥ 1: P exactly when (h1 + h2 ≤ 1) or (h1 mod (t + 1) + h2 mod (t + 1) = 1 and h2 = 0) or (h1 mod (t + 1) + h2 mod (t + 1) = 1 and h1 = 0) or (h1 mod (t + 1) + h2 mod (t + 1) = 0 and h1 ≥ t and h2 ≥ t).",
    ),
    (
        "for all t where t >= 1; heaps 2; move take 1..t from at most 2 heaps; stop when h1 <= t",
        "For all t ≥ 1: P exactly when (h1 ≤ t) or (h1 mod (t + 1) ≥ t and h2 mod (t + 1) = 0).",
    ),
    (
        "for all t where t >= 2; heaps 2; move take 1..t from at most 2 heaps when total > 2",
        "For all t ≥ 2: P exactly when (h1 + h2 ≤ 2) or (h1 mod (t + 1) + h2 mod (t + 1) ≥ 2 and h2 = 0 and h1 mod (t + 1) ≤ 2) or (h1 mod (t + 1) + h2 mod (t + 1) ≥ 2 and h1 = 0 and h2 mod (t + 1) ≤ 2) or (h1 mod (t + 1) + h2 mod (t + 1) = 0 and h1 ≥ 2t and h2 ≥ 2t) or (h1 mod (t + 1) + h2 mod (t + 1) = 1 and h1 ≥ t + 2 and h2 ≤ t + 1 and h2 ≥ t) or (h1 mod (t + 1) + h2 mod (t + 1) = 1 and h1 ≤ t + 1 and h1 ≥ t and h2 ≥ t).",
    ),
];

/// The sentences themselves are true: with numbers for the letters, each is a claim that is proved.
#[test]
fn sentences_are_claims_that_are_true() {
    let theorems = THEOREMS.iter().map(|&(rules, _, sentence)| (rules, sentence));
    let mut judged = 0;
    for (rules, sentence) in theorems.chain(PREPERIODS.iter().copied()) {
        let Some((_, condition)) = sentence.trim_end_matches('.').split_once("P exactly when ") else {
            continue;
        };
        let game = Game::parse(rules).unwrap();
        assert_eq!(game.letters().len(), 1, "{rules}");
        for t in 1..=4i64 {
            let Ok(instance) = game.instance(&[t]) else { continue };
            // ⌊h1/t⌋ is a quotient, 2t a product.
            let claim = (1..=9).fold(condition.to_owned(), |text, factor| {
                text.replace(&format!("{factor}t"), &format!("{factor} * t"))
            });
            let claim = claim.replace('⌊', "(").replace('⌋', ")").replace('/', " div ");
            let claim = claim.replace('≥', ">=").replace('≤', "<=");
            let words = claim.split_inclusive(|letter: char| !letter.is_alphanumeric());
            let numbered = words.map(|word| match word.strip_prefix('t') {
                Some(rest) if rest.chars().all(|letter| !letter.is_alphanumeric()) => format!("{t}{rest}"),
                _ => word.to_owned(),
            });
            let claim = format!("P iff {}", numbered.collect::<String>());
            let playable = bouton::Game::named(&instance.text()).unwrap().playable().unwrap();
            match judge_claim(&playable, &claim, None, &Watch::unlimited()).unwrap() {
                Ending::Proved(_) => judged += 1,
                ending => panic!("{rules}, t = {t}, {claim}: {ending:?}"),
            }
        }
    }
    assert!(judged > 20, "{judged}");
}

#[test]
fn laws_may_have_a_preperiod() {
    for (number, (rules, sentence)) in PREPERIODS.iter().enumerate() {
        let theorem = proved(rules, Goal::Outcome);
        assert_eq!(theorem.sentence(), *sentence, "{rules}");
        assert_eq!(wrong(theorem.game(), theorem.law(), 9), None, "{rules}");
        let again = check_letters(theorem.certificate(), &Limits::default()).unwrap();
        assert_eq!(&again.certificate.law, theorem.law());
        // Each number of the first law is changed by one, in every place: every accepted law is true.
        let mut refused = 0;
        for other in changed_numbers(theorem.certificate()).into_iter().filter(|_| number == 0) {
            match check_letters(&seal(&other), &Limits::default()) {
                Ok(checked) => {
                    let law = &checked.certificate.law;
                    assert_eq!(wrong(&checked.game.clone().into(), law, 7), None, "{other}");
                }
                Err(_) => refused += 1,
            }
        }
        assert!(number > 0 || refused > 20, "{rules}: {refused}");
    }
}

fn proved(rules: &str, goal: Goal) -> LetterTheorem {
    let game = Game::parse(rules).unwrap_or_else(|faults| panic!("{rules}: {faults}"));
    let ending = prove_letters(&game, goal, false, &Watch::unlimited()).unwrap();
    ending.theorem.unwrap_or_else(|| panic!("{rules}: {:?}", ending.reason))
}

/// The first instance, with letters up to `largest`, in which the law differs from play.
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
    seal(&changed_lines(certificate, change))
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

/// Each number of a law is changed by one, in every place: every accepted law is true.
#[test]
fn changed_laws_are_refused_or_true() {
    let (mut refused, mut accepted, mut told) = (0, 0, 0);
    for (rules, goal, _) in THEOREMS {
        let theorem = proved(rules, *goal);
        for other in changed_numbers(theorem.certificate()) {
            let sealed = seal(&other);
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
    // Misère play, three heaps, a pass, a sum: the law is not about these.
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

const AT_MOST: &str = "for all t where t >= 1; heaps 2; move take 1..t from at most 2 heaps";
const EXACTLY: &str = "for all t where t >= 1; heaps 2; move take 1..t from exactly 2 heaps";

fn judged(rules: &str, claim: &str) -> Result<LetterEnding, LettersError> {
    judge_letter_claim(&Game::parse(rules).unwrap(), claim, None, &Watch::unlimited())
}

/// The first position, by its total and then in lexicographic order, of the first instance, with a letter from `least`
/// to `most`, that is lost in play although `claimed` does not say so, or the other way round. Play is followed by the
/// definition.
fn first_wrong(
    rules: &str,
    (least, most): (i64, i64),
    claimed: &dyn Fn(u64, u64, u64) -> bool,
) -> Option<(Vec<i64>, String)> {
    const TOTALS: u64 = 26;
    let game = Game::parse(rules).unwrap();
    for letter in least..=most {
        let ruleset = game.instance(&[letter]).unwrap().ruleset().unwrap();
        let moves = Moves::within(&ruleset, &Watch::unlimited()).unwrap();
        let mut lost = std::collections::BTreeSet::new();
        for total in 0..TOTALS {
            for first in 0..=total {
                let mut has_lost_option = false;
                moves.for_each_option(&[first, total - first], ControlState(0), &mut |to, _| {
                    assert!(to.iter().sum::<u64>() < total);
                    has_lost_option |= lost.contains(to);
                });
                if !has_lost_option {
                    lost.insert(vec![first, total - first]);
                }
                let t = u64::try_from(letter).unwrap();
                if claimed(t, first, total - first) == has_lost_option {
                    return Some((vec![letter], format!("{first},{}", total - first)));
                }
            }
        }
    }
    None
}

/// Rules, a claim, and the same as a function of the letter and the heaps.
type Claimed<'a> = (&'a str, &'a str, &'a dyn Fn(u64, u64, u64) -> bool);

#[test]
fn true_claims_about_heaps_together_are_proved_and_never_refuted() {
    let claims: &[Claimed<'_>] = &[
        (TOTAL, "P iff h2 mod t = 0 and h1 >= h2 or h1 mod t = 0 and h2 >= h1", &|t, x, y| x.min(y) % t == 0),
        (TOTAL, "N iff h1 mod t >= 1 and h1 <= h2 or h2 mod t >= 1 and h2 <= h1", &|t, x, y| {
            x.min(y) % t == 0
        }),
        (EXACTLY, "P iff h1 <= h2 and h1 mod (t + 1) = 0 or h2 <= h1 and h2 mod (1 + t) = 0", &|t, x, y| {
            x.min(y) % (t + 1) == 0
        }),
        (AT_MOST, "P iff h1 mod (t + 1) = 0 and h2 mod (t + 1) = 0", &|t, x, y| {
            x % (t + 1) == 0 && y % (t + 1) == 0
        }),
        (AT_MOST, "P iff h1 mod (t + 1) + h2 mod (t + 1) <= 0", &|t, x, y| x % (t + 1) + y % (t + 1) == 0),
    ];
    for (rules, claim, claimed) in claims {
        let least = if *rules == TOTAL { 2 } else { 1 };
        assert_eq!(first_wrong(rules, (least, 12), claimed), None, "{claim}");
        let ending = judged(rules, claim).unwrap_or_else(|error| panic!("{claim}: {error}"));
        let said = (ending.reason, ending.refuted.map(|(_, refuted)| refuted.sentence()));
        // With the order of the heaps themselves, in place of that of their quotients, the claims are not decided.
        assert!(said.1.is_none(), "{claim}: {said:?}");
        if *rules == AT_MOST {
            let theorem = ending.theorem.unwrap_or_else(|| panic!("{claim}: {said:?}"));
            assert!(check_letters(theorem.certificate(), &Limits::default()).is_ok(), "{claim}");
        }
    }
}

#[test]
fn wrong_claims_about_heaps_together_are_refuted_at_the_least_position() {
    let claims: &[Claimed<'_>] = &[
        (TOTAL, "P iff h1 mod t = 0 or h2 mod t = 0", &|t, x, y| x % t == 0 || y % t == 0),
        (TOTAL, "P iff h2 mod t = 0 and h1 > h2 or h1 mod t = 0 and h2 > h1", &|t, x, y| {
            x != y && x.min(y) % t == 0
        }),
        (TOTAL, "P iff (h1 mod t = 0 or h1 >= h2) and (h2 mod t = 0 or h2 >= h1)", &|t, x, y| {
            (x % t == 0 || x >= y) && (y % t == 0 || y >= x)
        }),
        (EXACTLY, "P iff h1 mod t = 0 and h1 <= h2 or h2 mod t = 0 and h2 <= h1", &|t, x, y| {
            x.min(y) % t == 0
        }),
        (AT_MOST, "P iff h1 mod (t + 1) = h2 mod (t + 1)", &|t, x, y| x % (t + 1) == y % (t + 1)),
        // Right for small letters.
        (AT_MOST, "P iff h1 mod (t + 1) = 0 and h2 mod (t + 1) = 0 and (t < 6 or h2 < 7)", &|t, x, y| {
            x % (t + 1) == 0 && y % (t + 1) == 0 && (t < 6 || y < 7)
        }),
    ];
    for (rules, claim, claimed) in claims {
        let least = if *rules == TOTAL { 2 } else { 1 };
        let expected = first_wrong(rules, (least, 12), claimed).unwrap();
        let ending = judged(rules, claim).unwrap_or_else(|error| panic!("{claim}: {error}"));
        assert!(ending.theorem.is_none(), "{claim}");
        let (letters, refuted) = ending.refuted.unwrap_or_else(|| panic!("{claim}: {:?}", ending.reason));
        assert_eq!((letters, refuted.position), expected, "{claim}");
    }
}

/// A claim is proved for the letters of the rules, and refuted where these may be one step further.
#[test]
fn a_claim_may_be_true_inside_a_cone_alone() {
    let (most, claim) = (5, "P iff h1 mod (t + 1) = 0 and h2 mod (t + 1) = 0 and (t < 6 or h2 < 7)");
    let rules = |most: i64| AT_MOST.replace("t >= 1", &format!("t >= 1, t <= {most}"));
    let within = judged(&rules(most), claim).unwrap();
    assert!(within.theorem.is_some(), "{claim}: {:?} {:?}", within.reason, within.refuted);
    let claimed =
        |t: u64, x: u64, y: u64| x.is_multiple_of(t + 1) && y.is_multiple_of(t + 1) && (t < 6 || y < 7);
    assert_eq!(first_wrong(&rules(most), (1, most), &claimed), None);
    let expected = first_wrong(&rules(most + 1), (1, most + 1), &claimed).unwrap();
    assert_eq!(expected.0, [most + 1]);
    let (letters, refuted) = judged(&rules(most + 1), claim).unwrap().refuted.unwrap();
    assert_eq!((letters, refuted.position), expected, "{claim}");
}

/// A remainder by 0 has no meaning: such a claim is not proved, however large the letter.
#[test]
fn a_claim_whose_modulus_may_be_0_is_not_proved() {
    let law = "P iff h1 mod (t + 1) = 0 and h2 mod (t + 1) = 0";
    let proved = judged(AT_MOST, &format!("{law} and h2 mod t >= 0")).unwrap();
    assert!(proved.theorem.is_some(), "{:?} {:?}", proved.reason, proved.refuted);
    for modulus in ["t - 1", "3 - t", "30 - t"] {
        match judged(AT_MOST, &format!("{law} and h2 mod ({modulus}) >= 0")) {
            Ok(ending) => assert!(ending.theorem.is_none(), "{modulus}"),
            Err(error) => assert!(error.to_string().contains("positive number"), "{modulus}: {error}"),
        }
    }
}

//! Theorems with letters: found, checked, and compared with play for small numbers; false theorems are
//! refused.

use bouton::{
    Goal, LetterTheorem, Watch,
    cert::{LetterCertificate, seal},
    check::{Limits, Step, check_letters},
    letter_settings, prove_letters,
    rules::Game,
    solve::{Limits as SolveLimits, Table},
};
use bouton_core::{ControlState, letters::LetterLaw};
use bouton_testdata::changes::{changed_lines, changed_numbers};
use num_bigint::BigInt;

/// Rules, the goal, and the theorem.
const THEOREMS: &[(&str, Goal, &str)] = &[
    (
        "for all m where m >= 1; heaps 1; move take 1..m from 1 heap",
        Goal::Outcome,
        "For all m ≥ 1: P exactly when n mod (m + 1) = 0.",
    ),
    (
        "for all m where m >= 1; heaps 1; move take 1..m from 1 heap",
        Goal::Grundy,
        "For all m ≥ 1: g = n mod (m + 1).",
    ),
    (
        "for all m where m >= 1; heaps 1; move take 1..m from 1 heap; play misere",
        Goal::Outcome,
        "For all m ≥ 1: P exactly when n mod (m + 1) = 1.",
    ),
    (
        "for all m where m >= 1; heaps 1; move take 1..m from 1 heap; pass 1 unless empty",
        Goal::Outcome,
        "For all m ≥ 1: while the pass is there: if n < m + 1, P exactly when n = 0; else P exactly when n mod (m + 1) = 1; once every pass is used: P exactly when n mod (m + 1) = 0.",
    ),
    (
        "for all m where m >= 1; heaps 1; move take 1..m from 1 heap; players 3 podium",
        Goal::Outcome,
        "For all m ≥ 1: P exactly when n mod (2m + 1) = 0, N exactly when 1 ≤ n mod (2m + 1) < m + 1, else O.",
    ),
    (
        "for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap",
        Goal::Outcome,
        "For all 1 ≤ a ≤ b: P exactly when n mod (a + b) < a.",
    ),
    (
        "for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap; play misere",
        Goal::Outcome,
        "For all 1 ≤ a ≤ b: P exactly when a ≤ n mod (a + b) < 2a.",
    ),
    (
        "for all a, b where 1 <= a, a < b, b <= 2 * a; heaps 1; move take {a, b} from 1 heap",
        Goal::Outcome,
        "For all 1 ≤ a < b ≤ 2a: P exactly when n mod (a + b) < a.",
    ),
    (
        "for all a, b where 1 <= a, a < b, b <= 2 * a; heaps 1; move take {a, b} from 1 heap",
        Goal::Grundy,
        "For all 1 ≤ a < b ≤ 2a: g = 0 if n mod (a + b) < a, g = 1 if a ≤ n mod (a + b) < 2a, g = 2 if n mod (a + b) ≥ 2a.",
    ),
    (
        "for all a, b where 1 <= a, a < b, b <= 2 * a; heaps 1; move take {a, b, a + b} from 1 heap",
        Goal::Grundy,
        "For all 1 ≤ a < b ≤ 2a: g = 0 if n mod (2a + b) < a, g = 1 if a ≤ n mod (2a + b) < 2a, g = 2 if 2a ≤ n mod (2a + b) < 3a, g = 3 if n mod (2a + b) ≥ 3a.",
    ),
    (
        "for all a, b, c where 1 <= a, a < b, b < c, c <= 2 * a; heaps 1; move take {a, b, c} from 1 heap",
        Goal::Outcome,
        "For all 1 ≤ a < b < c ≤ 2a: P exactly when n mod (a + c) < a.",
    ),
    (
        "for all a, b where 1 <= a, b = 2 * a; heaps 1; move take {a, b} from 1 heap",
        Goal::Outcome,
        "For all 1 ≤ a, b = 2a: P exactly when n mod (a + b) < a.",
    ),
    (
        "for all n where n >= 1; heaps 1; move take {1, 2 * n, 2 * n + 1} from 1 heap",
        Goal::Outcome,
        "For all n ≥ 1: P exactly when r < 2n and r mod 2 = 0, where r = h1 mod 4n.",
    ),
    (
        "for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap; players 3 podium",
        Goal::Outcome,
        "For all 1 ≤ a ≤ b: P exactly when n mod (a + 2b) < a, N exactly when a ≤ n mod (a + 2b) < a + b, else O.",
    ),
    (
        "for all a, b where 1 <= a, 2 * a <= b; heaps 1; move take a..b from 1 heap; players 3 coalition",
        Goal::Outcome,
        "For all 1 ≤ a, 2a ≤ b: if n < b, P exactly when n < a, else N; if b ≤ n < 2b, N exactly when n mod b < a, O exactly when a ≤ n mod b < 2a, else Q; else always Q.",
    ),
    (
        "for all a; counters x; move x -> x - t where t >= 1, t <= a + 1",
        Goal::Outcome,
        "For all a: P exactly when x mod (a + 2) = 0.",
    ),
];

fn proved(rules: &str, goal: Goal, cones: bool) -> LetterTheorem {
    let game = Game::parse(rules).unwrap_or_else(|faults| panic!("{rules}: {faults}"));
    let ending = prove_letters(&game, goal, cones, &Watch::unlimited()).unwrap();
    ending.theorem.unwrap_or_else(|| panic!("{rules}: {:?} {:?}", ending.reason, ending.cones))
}

/// The first instance, with letters up to `largest`, in which the law differs from play.
fn wrong(game: &Game, law: &LetterLaw, largest: i64) -> Option<(Vec<i64>, u64)> {
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
            for heap in 0..60 + 4 * u64::try_from(values.iter().sum::<i64>()).unwrap() {
                for control in ruleset.control_states() {
                    let expected = table.value(&[heap], control).unwrap();
                    if law.value(&big, &heap.into(), control) != Some(expected.into()) {
                        return Some((values, heap));
                    }
                }
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

/// Each theorem in words, and compared with play for all letters up to a bound.
#[test]
fn theorems_are_found_and_true() {
    for (rules, goal, sentence) in THEOREMS {
        let theorem = proved(rules, *goal, false);
        assert_eq!(theorem.sentence(), *sentence, "{rules}");
        let largest = [12, 12, 9, 6][theorem.game().letters().len()];
        assert_eq!(wrong(theorem.game(), theorem.law(), largest), None, "{rules}");
        assert!(theorem.certificate().len() < 1_000, "{rules}");
        let again = LetterCertificate::decode(theorem.certificate()).unwrap();
        assert_eq!(again.encode(), theorem.certificate(), "{rules}");
    }
}

/// Sets whose law is one in rows, for all letters, compared with play; no bound on b/a.
#[test]
fn laws_in_rows_are_found_and_true() {
    for (rules, sentence) in [
        (
            "for all a, b where 1 <= a, a < b; heaps 1; move take {a, b} from 1 heap",
            "For all 1 ≤ a < b: P exactly when n mod (a + b) < b and (n mod (a + b)) mod 2a < a.",
        ),
        (
            "for all a, b where 1 <= a, a < b; heaps 1; move take {a, b, a + b} from 1 heap",
            "For all 1 ≤ a < b, with r = b mod 2a: if r ≥ a, P exactly when n mod (2a + 2b − r) < b and (n mod (2a + 2b − r)) mod 2a < a; if a > r, where n is place t of block k, block k begins at 2bk + a⌊rk/a⌋ and u = rk mod a, P exactly when (r + u < a and t < b and (t + u) mod 2a < a) or (r + u ≥ a and t < a + b and (t + u) mod 2a < a).",
        ),
    ] {
        let theorem = proved(rules, Goal::Outcome, false);
        assert_eq!(theorem.sentence(), sentence, "{rules}");
        assert!(theorem.law().rows.is_some() && theorem.certificate().len() < 1_000, "{rules}");
        assert_eq!(wrong(theorem.game(), theorem.law(), 9), None, "{rules}");
        let settings = letter_settings(&["a=3,b=7".to_owned()]).unwrap();
        let game = bouton::Game::from(theorem.game().instance(&[3, 7]).unwrap());
        for heap in 0..60u64 {
            let position = heap.to_string();
            let found = theorem.answer(&settings, &position.parse().unwrap(), 100).unwrap();
            let expected = game.solve(&position).unwrap();
            assert_eq!(found.outcome, expected.outcome.to_string(), "{rules} {heap}");
            let mut moves: Vec<(String, bool)> =
                found.moves.into_iter().map(|option| (option.to, option.winning)).collect();
            let mut options: Vec<(String, bool)> =
                expected.moves.iter().map(|option| (option.to.to_string(), option.winning)).collect();
            moves.sort();
            options.sort();
            assert_eq!(moves, options, "{rules} {heap}");
        }
        let large = letter_settings(&["a=10^20+1,b=10^25+3".to_owned()]).unwrap();
        let found = theorem.answer(&large, &"10^60".parse().unwrap(), 5).unwrap();
        assert_eq!(found.outcome == "N", found.moves.iter().any(|option| option.winning), "{rules}");
    }
}

/// Sums of heaps: every position with up to three small heaps, and its moves, compared with play.
#[test]
fn sums_are_those_of_their_heaps() {
    let up_to_m = "for all m where m >= 1; heaps any; move take 1..m from 1 heap";
    let two = "for all a, b where 1 <= a, a < b, b <= 2 * a; heaps 2; move take {a, b} from 1 heap";
    for (rules, sentence) in [
        (
            up_to_m.to_owned(),
            "For all m ≥ 1 and any number of heaps: P exactly when the nim-sum of the values g of the heaps is 0; a heap of n has g = n mod (m + 1).",
        ),
        (
            format!("{up_to_m}; play misere"),
            "For all m ≥ 1 and any number of heaps: P exactly when the nim-sum of the values g of the heaps is 0 and some g ≥ 2, or it is 1 and no g ≥ 2; a heap of n has g = n mod (m + 1).",
        ),
        (up_to_m.replace("any", "2"), ""),
        (two.to_owned(), ""),
        (format!("{two}; play misere"), ""),
    ] {
        let theorem = proved(&rules, Goal::Outcome, false);
        assert!(sentence.is_empty() || theorem.sentence() == sentence, "{}", theorem.sentence());
        let again = LetterCertificate::decode(theorem.certificate()).unwrap();
        assert!(again.law.sum && again.encode() == theorem.certificate(), "{rules}");
        let letters = theorem.game().letters().to_vec();
        for values in [[1, 2], [2, 3], [2, 4], [3, 5]] {
            let values = &values[..letters.len()];
            let instance = theorem.game().instance(values).unwrap();
            let set: Vec<String> =
                letters.iter().zip(values).map(|(name, value)| format!("{name}={value}")).collect();
            let settings = letter_settings(&set).unwrap();
            let heaps = if rules.contains("heaps any") { 3 } else { 2 };
            let game = bouton::Game::from(instance.with_heaps(heaps).unwrap());
            for number in 0..8u64.pow(u32::try_from(heaps).unwrap()) {
                let sizes: Vec<String> = (0..heaps).map(|at| (number >> (3 * at) & 7).to_string()).collect();
                let position = sizes.join(",");
                let found = theorem.answer(&settings, &position.parse().unwrap(), 1_000).unwrap();
                let expected = game.solve(&position).unwrap();
                assert_eq!(found.outcome, expected.outcome.to_string(), "{rules} {set:?} {position}");
                let mut moves: Vec<(String, bool)> =
                    found.moves.into_iter().map(|option| (option.to, option.winning)).collect();
                let mut options: Vec<(String, bool)> =
                    expected.moves.iter().map(|option| (option.to.to_string(), option.winning)).collect();
                moves.sort();
                options.sort();
                options.dedup();
                assert_eq!(moves, options, "{rules} {set:?} {position}");
            }
        }
        let settings =
            letter_settings(&letters.iter().map(|name| format!("{name}=10^30")).collect::<Vec<_>>());
        if letters.len() == 1 {
            // 10^40 mod (10^30 + 1) is 10^30 + 1 - 10^10; one move makes it the other heap.
            let found = theorem.answer(&settings.unwrap(), &"10^40,1".parse().unwrap(), 5).unwrap();
            assert_eq!(
                (&*found.outcome, found.moves.iter().filter(|option| option.winning).count()),
                ("N", 1),
                "{rules}"
            );
        }
    }
}

/// Sums that no theorem is about, and one whose misère play is not that of its Grundy values.
#[test]
fn other_sums_are_refused() {
    let prove =
        |rules: &str| prove_letters(&Game::parse(rules).unwrap(), Goal::Outcome, false, &Watch::unlimited());
    for rules in [
        "for all m where m >= 1; heaps any; move take 1..m from 1 heap; pass 1",
        "for all m where m >= 1; heaps any; move take 1..m from 1 heap; players 3 podium",
    ] {
        assert!(prove(rules).is_err(), "{rules}");
    }
    // These are about all heaps together.
    for rules in [
        "for all m where m >= 1; heaps 2; move take 1..m from 1 largest heap",
        "for all m where m >= 1; heaps 2; move take 1..m from 1 heap when total >= 3",
        "for all m where m >= 1; heaps 2; move take 1..m from 1 heap; stop when total <= 2",
        "for all m where m >= 1; heaps 2; move take the same 1..m from 2 heaps",
    ] {
        let theorem = prove(rules).unwrap().theorem.unwrap_or_else(|| panic!("{rules}"));
        assert!(!theorem.law().sum, "{rules}");
    }
    // Heaps of 0, 1, 2 and 3 have the values 0, 1, 2 and 0, and that of 3 leads to value 2 alone.
    let odd = "for all m; heaps 2; move take 1..2 from 1 heap when heap <= 2; move take 1 from 1 heap when heap = 3";
    let normal = prove(odd).unwrap().theorem.unwrap();
    let misere = prove(&format!("{odd}; play misere")).unwrap();
    let reason = misere.reason.unwrap();
    assert!(misere.theorem.is_none() && reason.contains("none to value 1"), "{reason}");
    let sealed = seal(&changed(normal.certificate(), str::to_owned).replace("sum of heaps", "play misere"));
    assert!(check_letters(&sealed, &Limits::default()).is_err());
    let as_misere = changed(normal.certificate(), |line| match line {
        "sum of heaps" => "| play misere\nsum of heaps".to_owned(),
        line => line.to_owned(),
    });
    assert_eq!(check_letters(&as_misere, &Limits::default()).unwrap_err().step, Step::Existential);
    let of_one_heap = changed(normal.certificate(), |line| line.replace("| heaps 2", "| heaps 1"));
    assert_eq!(check_letters(&of_one_heap, &Limits::default()).unwrap_err().step, Step::Rules);
}

/// The range of the letters is divided where no single law suffices.
#[test]
fn wide_ranges_are_parted() {
    let two = "for all a, b where 1 <= a, a < b, b <= 4 * a; heaps 1; move take {a, b} from 1 heap";
    let game = Game::parse(&format!("{two}; play misere")).unwrap();
    let one = prove_letters(&game, Goal::Outcome, false, &Watch::unlimited()).unwrap();
    assert!(one.theorem.is_none() && one.reason.unwrap().contains("--cones"));
    for (rules, goal) in [
        (two, Goal::Outcome),
        (two, Goal::Grundy),
        (
            "for all a, b where 1 <= a, a < b, b <= 5 * a; heaps 1; move take {a, b} from 1 heap",
            Goal::Outcome,
        ),
        ("for all m where m >= 1; heaps 1; move take 1..m from 1 heap; players 3 coalition", Goal::Outcome),
        (
            "for all n where n >= 1; heaps 1; move take {1, 2 * n, 2 * n + 1} from 1 heap; pass 1 unless empty",
            Goal::Outcome,
        ),
        (
            "for all a, b, c where 1 <= a, a < b, b <= 2 * a, b < c, c < a + b; heaps 1; move take {a, b, c} from 1 heap",
            Goal::Grundy,
        ),
    ] {
        let theorem = proved(rules, goal, true);
        assert!(theorem.law().cases.len() > 1, "{rules}");
        let largest = if theorem.game().letters().len() > 2 { 6 } else { 11 };
        assert_eq!(wrong(theorem.game(), theorem.law(), largest), None, "{rules}");
    }
}

/// The certificate with other lines.
fn changed(certificate: &str, change: impl Fn(&str) -> String) -> String {
    seal(&changed_lines(certificate, change))
}

/// Each number of a law is changed by one, in every place: every accepted law is true.
#[test]
fn changed_laws_are_refused_or_true() {
    let (mut refused, mut accepted, mut told) = (0, 0, 0);
    for (rules, goal, _) in THEOREMS {
        let theorem = proved(rules, *goal, false);
        for other in changed_numbers(theorem.certificate()) {
            let sealed = seal(&other);
            match check_letters(&sealed, &Limits::default()) {
                Ok(checked) => {
                    accepted += 1;
                    let law = &checked.certificate.law;
                    assert_eq!(wrong(&checked.game.clone().into(), law, 5), None, "{sealed}");
                }
                Err(error) => {
                    refused += 1;
                    told += usize::from(error.reason.contains("with "));
                }
            }
        }
    }
    assert!(refused > 20 * accepted && told > 200, "{refused} {accepted} {told}");
}

/// A law that is true in a range is refused for a larger one, with numbers for which it is wrong.
#[test]
fn a_law_is_refused_one_step_outside_its_range() {
    let theorem = proved(
        "for all a, b where 1 <= a, a < b, b <= 2 * a; heaps 1; move take {a, b} from 1 heap",
        Goal::Outcome,
        false,
    );
    for (conditions, numbers) in [
        ("1 <= a, a < b, b <= 2 * a + 1", "with a = 1, b = 3"),
        // No small numbers are wrong.
        ("30 <= a, a < b, b <= 2 * a + 1", "with a = 30, b = 61"),
        ("30 <= a, a < b, b <= a + 40, b != 61", "with a = 30, b = 62"),
        ("0 <= a, a < b, b <= 2 * a", ""),
        ("1 <= a, a <= b, b <= 2 * a", ""),
    ] {
        let text = changed(theorem.certificate(), |line| match line.starts_with("| for all") {
            true => format!("| for all a, b where {conditions}"),
            false => line.to_owned(),
        });
        match (check_letters(&text, &Limits::default()), numbers) {
            (Ok(checked), "") => {
                assert_eq!(wrong(&checked.game.clone().into(), &checked.certificate.law, 9), None)
            }
            (Err(refused), numbers) if !numbers.is_empty() => {
                assert!(matches!(refused.step, Step::Universal | Step::Existential), "{refused}");
                assert!(refused.reason.contains(numbers), "{conditions}: {refused}");
            }
            (found, _) => panic!("{conditions}: {:?}", found.map(|checked| checked.claim)),
        }
    }
}

/// The checker refuses a law of a wrong form at a named step.
#[test]
fn laws_that_do_not_fit_are_refused() {
    let theorem = proved(
        "for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap",
        Goal::Outcome,
        false,
    );
    let step = |from: &str, to: &str| {
        let text = changed(theorem.certificate(), |line| line.replace(from, to));
        assert_ne!(text, theorem.certificate());
        check_letters(&text, &Limits::default()).unwrap_err().step
    };
    assert_eq!(step("case - length", "case 1,-1,0 length"), Step::Cases);
    assert_eq!(step("length 1,1,0", "length 0,0,0"), Step::Cases);
    assert_eq!(step("to 1,0,0 value", "to -1,0,0 value"), Step::Cases);
    assert_eq!(step("to 1,1,0 value", "to 1,2,0 value"), Step::Cases);
    assert_eq!(step("value 0,0,0,1", "value 0,0,0,2"), Step::Cases);
    assert_eq!(step("value 0,0,0,1", "value 0,1,0,0"), Step::Cases);
    assert_eq!(step("value 0,0,0,1", "value 0,0,1"), Step::Decode);
    assert_eq!(step("law normal outcome", "law misere outcome and end"), Step::Valuation);
    assert_eq!(step("law normal outcome", "law grundy"), Step::Universal);
    assert_eq!(step("control 0 block 0", "control 1 block 0"), Step::Decode);
    assert_eq!(step("| heaps 1", "| heaps 2"), Step::Rules);
    assert_eq!(step("| for all a, b where 1 <= a, a <= b", "| let a = 1\n| let b = 2"), Step::Rules);
    assert_eq!(step("with letters 1", "with letters 2"), Step::Decode);
    let steps = Limits { steps: 10, ..Limits::default() };
    assert_eq!(check_letters(theorem.certificate(), &steps).unwrap_err().step, Step::Limit);
}

/// Certificates of false theorems: each is listed beside the condition that it leaves out.
#[test]
fn false_theorems_are_refused() {
    let ones = |from: usize, to: usize, line: &dyn Fn(usize) -> String| {
        (from..=to).map(line).collect::<Vec<_>>().join(", ")
    };
    let bounds = format!(
        "move h1 -> t where {}, t >= h1 - b, {}",
        ones(1, 72, &|k| format!("t >= h1 - 5 * b + {k} * a")),
        ones(0, 69, &|k| format!("t <= h1 + {k} * a - 1")),
    );
    let rules = |lines: &[&str]| lines.iter().map(|line| format!("| {line}\n")).collect::<String>();
    for (why, rules, law) in [
        (
            "the period is 0 for m = 0, and nothing is verified there",
            rules(&["for all m", "heaps 1", "move take 1 from 1 heap when m < 0", "pass 1 when m = 0"]),
            "case - length 1,0\ncontrol 0 block 0\nto 1,0 value 0,0,0\ncontrol 1 block 0\nto 1,0 value 0,0,0\n",
        ),
        (
            "the period is 0",
            rules(&["for all a where a >= 2", "heaps 1", "move h1 -> t where t < h1, h1 - 0 <= t"]),
            "case - length 0,0\ncontrol 0 block 0\n",
        ),
        (
            "the letter is another number in the moves",
            rules(&["for all m where m >= 1", "heaps 1", "let m = 3", "move take 1..m + 1 from 1 heap"]),
            "case - length 0,5\ncontrol 0 block 0\nto 0,1 value 0,0,0\nto 0,5 value 0,0,1\n",
        ),
        (
            "a congruence of the letters is not an equation of the remainder",
            rules(&["for all a where a >= 1, a mod 2 = 0", "heaps 1", "move take a from 1 heap"]),
            "case - length 2,0\ncontrol 0 block 0\nto 0,1 value 0,0,0\nto 2,0 value 0,0,1\n",
        ),
        (
            "an equation of the letters is not one of the remainder",
            rules(&["for all a, b where a >= 1, b = a", "heaps 1", "move take a from 1 heap"]),
            "case - length 2,0,0\ncontrol 0 block 0\nto 0,0,1 value 0,0,0,0\nto 2,0,0 value 0,0,0,1\n",
        ),
        (
            "nor one with factors",
            rules(&["for all a, b where a >= 1, 2 * b = 3 * a", "heaps 1", "move take a from 1 heap"]),
            "case - length 2,0,0\ncontrol 0 block 0\nto 0,0,1 value 0,0,0,0\nto 2,0,0 value 0,0,0,1\n",
        ),
        (
            "a list of bounds that is cut off is not the condition",
            rules(&["for all a, b where a >= 1, b >= 100 * a", "heaps 1", &bounds]),
            "case - length -72,5,1\ncontrol 0 block 0\nto 0,0,1 value 0,0,0,0\nto -72,5,1 value 0,0,0,1\n",
        ),
    ] {
        let text = seal(&format!("bouton certificate with letters 1\n{rules}law normal outcome\n{law}"));
        let verdict = check_letters(&text, &Limits::default());
        assert!(verdict.is_err(), "{why}: {rules}");
    }
}

/// A law of which no instance is easily found to be wrong is refused at once as well.
#[test]
fn refused_laws_take_little_time() {
    let text = seal(
        "bouton certificate with letters 1\n| for all m\n| heaps 1\n| move take 1 from 1 heap\n| stop when h1 >= 0\n\
         law normal outcome\ncase -1,100 length 0,1099511627776\ncontrol 0 block 0\nto 0,1099511627776 value 0,0,0\n",
    );
    assert!(check_letters(&text, &Limits::default()).is_err());
}

/// Where a found period could be 0, nothing is claimed.
#[test]
fn periods_that_may_be_0_are_not_claimed() {
    let rules = "for all a; heaps 1; move h1 -> h1 - t where a <= t, t <= a, t >= 1";
    let ending = prove_letters(&Game::parse(rules).unwrap(), Goal::Outcome, false, &Watch::unlimited());
    let claimed = ending.ok().and_then(|ending| ending.theorem);
    assert!(claimed.is_none_or(|theorem| wrong(theorem.game(), theorem.law(), 4).is_none()));
}

#[test]
fn play_ends() {
    let law = |rules: &str| {
        let theorem =
            proved("for all a; counters x; move x -> x - t where t >= 1, t <= a + 1", Goal::Outcome, false);
        let text = changed(theorem.certificate(), |line| match line.starts_with("| move") {
            true => rules.lines().map(|line| format!("| {line}")).collect::<Vec<_>>().join("\n"),
            false => line.to_owned(),
        });
        check_letters(&text, &Limits::default()).unwrap_err().step
    };
    // The reader finds small ones; 100 is beyond the instances that it examines.
    for rules in [
        "move x -> x - t where t >= 1, t <= a + 1\nmove x -> x + 1 when x >= 3, x < a - 100",
        "move x -> x - t where t >= 1, t <= a + 1\nmove x -> a - 100 when x < a - 100",
    ] {
        assert_eq!(law(rules), Step::Descent, "{rules}");
    }
}

/// Positions of any size, with numbers of any size.
#[test]
fn a_theorem_answers_for_numbers_of_any_size() {
    let between = proved(
        "for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap",
        Goal::Outcome,
        false,
    );
    let answer = |set: &str, position: &str| {
        let settings = letter_settings(&[set.to_owned()]).unwrap();
        between.answer(&settings, &position.parse().unwrap(), 5)
    };
    // 10^40 mod (2 · 10^20 + 9) is 10^20 + 50000000000000000027.
    let found = answer("a=10^20,b=10^20+9", "10^40").unwrap();
    assert_eq!((&*found.outcome, found.moves.len(), found.moves_complete), ("N", 5, false));
    assert!(found.moves.iter().all(|option| option.winning) && !found.winning_moves_complete);
    let lost = answer("a=10^20,b=10^20+9", "99999999999999999999").unwrap();
    assert_eq!((&*lost.outcome, lost.moves.len(), lost.moves_complete), ("P", 0, true));
    for (set, position) in
        [("a=3,b=2", "7"), ("a=3", "7"), ("a=1,b=2,c=3", "7"), ("a=1,b=2", "7,8"), ("a=1,b=2", "7:used")]
    {
        assert!(answer(set, position).is_err(), "{set} {position}");
    }
    // The moves are those of the game with these numbers.
    for (rules, goal, _) in THEOREMS {
        let theorem = proved(rules, *goal, false);
        let letters = theorem.game().letters();
        let values: Vec<i64> = [3, 5, 6][..letters.len()].to_vec();
        let Ok(instance) = theorem.game().instance(&values) else { continue };
        let set: Vec<String> =
            letters.iter().zip(&values).map(|(name, value)| format!("{name}={value}")).collect();
        let settings = letter_settings(&set).unwrap();
        for heap in 0..40u64 {
            let position = heap.to_string();
            let found = theorem.answer(&settings, &position.parse().unwrap(), 1_000).unwrap();
            let game = bouton::Game::from(instance.clone());
            let expected = game.solve(&position).unwrap();
            assert_eq!(found.outcome, expected.outcome.to_string(), "{rules} {heap}");
            let mut moves: Vec<(String, bool)> =
                found.moves.into_iter().map(|option| (option.to, option.winning)).collect();
            let mut options: Vec<(String, bool)> =
                expected.moves.iter().map(|option| (option.to.to_string(), option.winning)).collect();
            moves.sort();
            options.sort();
            options.dedup();
            assert_eq!(moves, options, "{rules} {heap}");
        }
    }
    assert_eq!(between.law().value(&[], &BigInt::from(3), ControlState(0)), None);
}

/// A law for every number of passes says what play says with each number of them.
#[test]
fn laws_for_every_number_of_passes_agree_with_play() {
    for rules in [
        "heaps 2; move take any from 1 heap; pass p unless empty",
        "heaps 1; move take 1..3 from 1 heap; pass p when total mod 3 = 1",
        "heaps 2; move take 1..2 from 1 heap; pass p; play misere",
        "heap sizes 1..2; move take any from 1 heap; pass p unless empty",
        "heaps 1; players 3 podium; move take 1..2 from 1 heap; pass p unless empty",
    ] {
        let text = format!("for all p; {rules}");
        let game = Game::parse(&text).unwrap();
        let ending = bouton::prove_law(
            &bouton::Playable::new(&game, None).unwrap(),
            Goal::Outcome,
            None,
            &Watch::unlimited(),
        );
        let bouton::Ending::Proved(proved) = ending.unwrap() else { panic!("{text}") };
        let law = proved.theorem.law().unwrap().law();
        let heaps = u32::try_from(law.automaton.tracks()).unwrap() - 1;
        for passes in 0..=4u64 {
            let instance = Game::parse_with(&text, &[("p".to_owned(), passes as i64)]).unwrap();
            let ruleset = instance.ruleset().unwrap();
            let mut table =
                Table::new(&ruleset, law.valuation, &Watch::new(&SolveLimits::default())).unwrap();
            for position in 0..8u64.pow(heaps) {
                let position: Vec<u64> = (0..heaps).map(|at| position / 8u64.pow(at) % 8).collect();
                for used in 0..ruleset.controls().len() {
                    let left = passes - used as u64;
                    let all: Vec<_> = position.iter().chain([&left]).map(|&number| number.into()).collect();
                    let says = law.value(ControlState(0), &all).unwrap();
                    let value = table.value(&position, ControlState::new(used)).unwrap();
                    let value = law.valuation.coarse(value);
                    assert_eq!(says, value.into(), "{text}: {position:?}, {left} of {passes} left");
                }
            }
        }
    }
}

/// The definition in print is that of the players of the game.
#[test]
fn print_defines_the_outcomes_of_the_players() {
    let two = "for all m where m >= 1; heaps 1; move take 1..m from 1 heap";
    let three = format!("{two}; players 3 podium");
    for (rules, defined) in [(two, "Two players move in turns"), (&three, "O: the player after that")] {
        let written = proved(rules, Goal::Outcome, false).written(bouton::Wording::Latex);
        assert!(written.contains(defined), "{written}");
        assert_eq!(written.contains("Two players"), rules == two, "{written}");
    }
}

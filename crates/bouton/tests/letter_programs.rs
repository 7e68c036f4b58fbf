//! Theorems with letters as programs in four languages, compiled and run, and compared with play by
//! definition for all small numbers; and the law traced on the same positions.
//!
//! A missing compiler is reported and its test skipped; with `CI` set, the test fails.

use std::{fs, path::Path};

use bouton::{
    ControlState, Goal, Language, LetterTheorem, Valuation, Watch, prove_letters,
    rules::{Game, HeapCount},
    solve::{Limits, Table},
};
use bouton_testdata::programs;
use num_bigint::BigUint;

const RULES: &[(&str, Goal, bool)] = &[
    ("for all m where m >= 1; heaps 1; move take 1..m from 1 heap", Goal::Grundy, false),
    ("for all m where m >= 1; heaps 1; move take 1..m from 1 heap; play misere", Goal::Outcome, false),
    (
        "for all m where m >= 1; heaps 1; move take 1..m from 1 heap; pass 1 unless empty",
        Goal::Outcome,
        false,
    ),
    (
        "for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap; players 3 podium",
        Goal::Outcome,
        false,
    ),
    (
        "for all a, b where 1 <= a, 2 * a <= b; heaps 1; move take a..b from 1 heap; players 3 coalition",
        Goal::Outcome,
        false,
    ),
    // A letter with the name of a keyword of a language, and one with the name of the heap.
    ("for all n where n >= 1; heaps 1; move take {1, 2 * n, 2 * n + 1} from 1 heap", Goal::Outcome, false),
    ("for all r, int where 1 <= r, r <= int; heaps 1; move take r..int from 1 heap", Goal::Outcome, false),
    (
        "for all a, b where 1 <= a, a < b, b <= 4 * a; heaps 1; move take {a, b} from 1 heap",
        Goal::Grundy,
        true,
    ),
    // Laws in rows: of one kind of blocks, of two, and in cases.
    ("for all a, b where 1 <= a, a < b; heaps 1; move take {a, b} from 1 heap", Goal::Outcome, false),
    ("for all a, b where 1 <= a, a < b; heaps 1; move take {a, b, a + b} from 1 heap", Goal::Outcome, false),
    (
        "for all step, line where 1 <= step, step < line; heaps 1; move take {step, line, step + line} from 1 heap",
        Goal::Grundy,
        false,
    ),
    // Several heaps together.
    ("for all t where t >= 2; heaps 2; move take 1..t in total from exactly 2 heaps", Goal::Outcome, false),
    // Sums of heaps.
    ("for all m where m >= 1; heaps any; move take 1..m from 1 heap", Goal::Outcome, false),
    ("for all m where m >= 1; heaps any; move take 1..m from 1 heap; play misere", Goal::Outcome, false),
    (
        "for all a, b where 1 <= a, a < b, b <= 2 * a; heaps 2; move take {a, b} from 1 heap; play misere",
        Goal::Outcome,
        false,
    ),
];

fn proved((rules, goal, cones): (&str, Goal, bool)) -> LetterTheorem {
    let game = Game::parse(rules).unwrap_or_else(|faults| panic!("{rules}: {faults}"));
    prove_letters(&game, goal, cones, &Watch::unlimited())
        .unwrap()
        .theorem
        .unwrap_or_else(|| panic!("{rules}"))
}

/// An instance with its values by definition: the letters, the heaps, the control state, the value.
type Case = (Vec<i64>, Vec<u64>, usize, u32);

/// All instances with letters up to 5, and one heap up to 30, or several up to 12.
fn cases(theorem: &LetterTheorem) -> Vec<Case> {
    let game = theorem.game();
    let count = u32::try_from(game.letters().len()).unwrap();
    let valuation = match theorem.valuation() {
        Valuation::MisereOutcomeAndEnd => Valuation::MisereOutcome,
        other => other,
    };
    let mut cases = Vec::new();
    for code in 0..6i64.pow(count) {
        let letters: Vec<i64> = (0..count).map(|letter| code / 6i64.pow(letter) % 6).collect();
        let Ok(instance) = game.instance(&letters) else { continue };
        let instance = if theorem.law().sum { instance.heap_of_a_sum().unwrap() } else { instance };
        let ruleset = instance.ruleset().unwrap();
        let mut table = Table::new(&ruleset, valuation, &Watch::new(&Limits::default())).unwrap();
        let heaps: Vec<Vec<u64>> = match ruleset.dimension() {
            1 => (0..=30).map(|heap| vec![heap]).collect(),
            _ => (0..=12).flat_map(|one| (0..=12).map(move |other| vec![one, other])).collect(),
        };
        for heaps in heaps {
            for control in ruleset.control_states() {
                let value = table.value(&heaps, control).unwrap();
                cases.push((letters.clone(), heaps.clone(), control.index(), value));
            }
        }
    }
    assert!(cases.len() > 100);
    cases
}

/// Instances of two heaps with the outcome by definition, if the theorem is about sums of heaps.
fn sums(theorem: &LetterTheorem) -> Vec<(Vec<i64>, [u64; 2], &'static str)> {
    if !theorem.law().sum {
        return Vec::new();
    }
    let game = theorem.game();
    let count = u32::try_from(game.letters().len()).unwrap();
    let valuation = Valuation::outcome(game.convention());
    let mut sums = Vec::new();
    for code in 0..6i64.pow(count) {
        let letters: Vec<i64> = (0..count).map(|letter| code / 6i64.pow(letter) % 6).collect();
        let Ok(instance) = game.instance(&letters) else { continue };
        let instance =
            if instance.heaps() == HeapCount::Any { instance.with_heaps(2).unwrap() } else { instance };
        let ruleset = instance.ruleset().unwrap();
        let mut table = Table::new(&ruleset, valuation, &Watch::new(&Limits::default())).unwrap();
        for heaps in (0..12).flat_map(|first| (0..12).map(move |second| [first, second])) {
            let value = table.value(&heaps, ControlState(0)).unwrap();
            sums.push((letters.clone(), heaps, if value == 0 { "P" } else { "N" }));
        }
    }
    assert!(sums.len() > 100);
    sums
}

/// Runs each program with a `main` of these calls, and compares what it prints; the last call is of a number
/// that the theorem is not about. Further calls, if there are any, ask for the outcomes of sums.
fn compare(language: Language, main: impl Fn(&[String], &[String]) -> String) {
    if !programs::can_run(language.extension()) {
        return;
    }
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("letter-programs-{language}"));
    fs::create_dir_all(&directory).unwrap();
    for (number, &rules) in RULES.iter().enumerate() {
        let theorem = proved(rules);
        let cases = cases(&theorem);
        let call = |(letters, heaps, control, _): &Case| {
            let mark = if language == Language::JavaScript { "n" } else { "" };
            let heaps = heaps.iter().map(|heap| format!("{heap}{mark}, "));
            let numbers = letters.iter().map(|letter| format!("{letter}{mark}, "));
            format!("{}{control}", heaps.chain(numbers).collect::<String>())
        };
        let mut calls: Vec<String> = cases.iter().map(call).collect();
        calls.push(call(&(vec![0; theorem.game().letters().len()], vec![5; cases[0].1.len()], 0, 0)));
        let sums = sums(&theorem);
        let outcomes: Vec<String> = sums
            .iter()
            .map(|(letters, [first, second], _)| {
                let mark = if language == Language::JavaScript { "n" } else { "" };
                let heaps = match language {
                    Language::Python | Language::JavaScript => format!("[{first}{mark}, {second}{mark}]"),
                    Language::Rust => format!("&[{first}, {second}]"),
                    Language::C => format!("(const long long[]){{{first}, {second}}}, 2"),
                };
                letters.iter().fold(heaps, |call, letter| format!("{call}, {letter}{mark}"))
            })
            .collect();
        let program = theorem.emit(language).unwrap();
        assert!(program.is_ascii() && program.contains(&theorem.identity().to_string()));
        let file = directory.join(format!("law{number}.{}", language.extension()));
        fs::write(&file, program + &main(&calls, &outcomes)).unwrap();
        let output = programs::output(&file);
        let mut lines = output.lines();
        for (letters, heaps, control, value) in &cases {
            let expected = match theorem.valuation() {
                Valuation::Grundy if theorem.law().sum => value.to_string(),
                Valuation::Grundy => format!("{value} {}", if *value == 0 { "P" } else { "N" }),
                other => format!("{value} {}", other.outcome_of(*value)),
            };
            let at = format!("{} in {language}: {letters:?}, {heaps:?}, {control}", rules.0);
            assert_eq!(lines.next(), Some(&expected[..]), "{at}");
        }
        assert_eq!(lines.next(), Some("none"), "{}", rules.0);
        for (letters, heaps, outcome) in &sums {
            assert_eq!(lines.next(), Some(*outcome), "{} in {language}: {letters:?}, {heaps:?}", rules.0);
        }
        assert_eq!(lines.next(), None, "{}", rules.0);
    }
}

#[test]
fn python_programs_say_what_play_says() {
    let main = |calls: &[String], sums: &[String]| {
        let listed =
            |calls: &[String]| calls.iter().map(|call| format!("    ({call}),\n")).collect::<String>();
        let named = if sums.is_empty() { ", outcome_name(found)" } else { "" };
        format!(
            "\n\nfor numbers in [\n{}]:\n    try:\n        found = value(*numbers)\n        print(found{named})\n    except ValueError:\n        print('none')\nfor numbers in [\n{}]:\n    print(outcome(*numbers))\n",
            listed(calls),
            listed(sums)
        )
    };
    compare(Language::Python, main);
}

#[test]
fn javascript_programs_say_what_play_says() {
    let main = |calls: &[String], sums: &[String]| {
        let listed = |calls: &[String]| calls.iter().map(|call| format!("  [{call}],\n")).collect::<String>();
        let named = if sums.is_empty() { " ${outcomeName(found)}" } else { "" };
        format!(
            "\nfor (const numbers of [\n{}]) {{\n  try {{\n    const found = value(...numbers);\n    console.log(`${{found}}{named}`);\n  }} catch (error) {{\n    if (!(error instanceof RangeError)) throw error;\n    console.log('none');\n  }}\n}}\nfor (const numbers of [\n{}]) console.log(outcome(...numbers));\n",
            listed(calls),
            listed(sums)
        )
    };
    compare(Language::JavaScript, main);
}

#[test]
fn rust_programs_say_what_play_says() {
    let main = |calls: &[String], sums: &[String]| {
        let calls: Vec<String> = calls.iter().map(|call| format!("    show(value({call}));\n")).collect();
        let outcomes = sums.iter().map(|call| format!("    println!(\"{{}}\", outcome({call}).unwrap());\n"));
        let named = if sums.is_empty() { "\"{} {}\", found, outcome_name(found)" } else { "\"{}\", found" };
        format!(
            "\nfn show(found: Option<i128>) {{\n    match found {{\n        Some(found) => println!({named}),\n        None => println!(\"none\"),\n    }}\n}}\n\nfn main() {{\n    assert!(!CERTIFICATE.is_empty());\n{}{}}}\n",
            calls.concat(),
            outcomes.collect::<String>()
        )
    };
    compare(Language::Rust, main);
}

#[test]
fn c_programs_say_what_play_says() {
    let main = |calls: &[String], sums: &[String]| {
        let calls: Vec<String> = calls.iter().map(|call| format!("    show(value({call}));\n")).collect();
        let outcomes = sums.iter().map(|call| format!("    puts(outcome({call}));\n"));
        let named =
            if sums.is_empty() { "\"%lld %s\\n\", found, outcome_name(found)" } else { "\"%lld\\n\", found" };
        format!(
            "\n#include <stdio.h>\n\nstatic void show(long long found) {{\n    if (found < 0) {{\n        printf(\"none\\n\");\n    }} else {{\n        printf({named});\n    }}\n}}\n\nint main(void) {{\n    if (certificate()[0] == 0 || control_name(0) == 0) return 1;\n{}{}    return 0;\n}}\n",
            calls.concat(),
            outcomes.collect::<String>()
        )
    };
    compare(Language::C, main);
}

#[test]
fn traces_say_what_play_says() {
    for &rules in RULES {
        let theorem = proved(rules);
        let natural = |letters: &[i64]| -> Vec<BigUint> {
            letters.iter().map(|&letter| u64::try_from(letter).unwrap().into()).collect()
        };
        for (letters, heaps, outcome) in sums(&theorem) {
            let trace = theorem.trace(&natural(&letters), &heaps.map(BigUint::from), 0).unwrap();
            assert_eq!(trace.value, outcome, "{}: {letters:?}, {heaps:?}: {}", rules.0, trace.reason);
        }
        for (letters, heaps, control, value) in cases(&theorem) {
            let letters = natural(&letters);
            let big: Vec<BigUint> = heaps.iter().map(|&heap| heap.into()).collect();
            if let [heap] = &big[..] {
                assert_eq!(theorem.value(&letters, heap, control), Some(value.into()));
            }
            if theorem.law().sum {
                continue;
            }
            assert_eq!(theorem.value_of(&letters, &big, control), Some(value.into()));
            let trace = theorem.trace(&letters, &big, control).unwrap();
            let expected = match theorem.valuation() {
                Valuation::Grundy => value.to_string(),
                other => other.outcome_of(value).to_string(),
            };
            assert_eq!(trace.value, expected, "{}: {letters:?}, {heaps:?}: {}", rules.0, trace.reason);
        }
    }
}

/// The data that traces read, in words.
#[test]
fn traces_of_rows_and_sums_in_words() {
    let reason = |rules: (&str, Goal, bool), letters: &[u32], heaps: &[u32]| {
        let big = |numbers: &[u32]| numbers.iter().map(|&number| number.into()).collect::<Vec<BigUint>>();
        let trace = proved(rules).trace(&big(letters), &big(heaps), 0).unwrap();
        format!("{}: {}", trace.value, trace.reason)
    };
    let two = "for all a, b where 1 <= a, a < b; heaps 1; move take {a, b} from 1 heap";
    let additive = "for all a, b where 1 <= a, a < b; heaps 1; move take {a, b, a + b} from 1 heap";
    let misere = "for all m where m >= 1; heaps any; move take 1..m from 1 heap; play misere";
    for (rules, letters, heaps, expected) in [
        (
            two,
            &[2, 5][..],
            &[9][..],
            "N: n mod (a + b) = 9 mod 7 = 2, 2 mod 2a = 2 mod 4 = 2, 2 < b = 5, and 2 ≥ a = 2",
        ),
        (two, &[2, 5], &[13], "N: n mod (a + b) = 13 mod 7 = 6, and 6 ≥ b = 5"),
        (
            additive,
            &[3, 8],
            &[100],
            "N: r = b mod 2a = 8 mod 6 = 2, a > r, n = 100 is place t = 11 of block k = 5, which begins at 89, u = rk mod a = 10 mod 3 = 1, r + u = 3 ≥ a = 3, and 11 ≥ a + b = 11",
        ),
        (
            misere,
            &[3],
            &[5, 6, 8],
            "N: the nim-sum of the values g of the heaps is 1 ⊕ 2 ⊕ 0 = 3, not 0, and some g ≥ 2",
        ),
        (
            misere,
            &[3],
            &[5, 4, 8],
            "P: the nim-sum of the values g of the heaps is 1 ⊕ 0 ⊕ 0 = 1, and no g ≥ 2",
        ),
    ] {
        assert_eq!(reason((rules, Goal::Outcome, false), letters, heaps), expected);
    }
}

//! Theorems with letters as programs in four languages, compiled and run, and compared with play by definition for all
//! small numbers; and the law traced on the same positions.
//!
//! A compiler that is not there is reported and its test left out; where `CI` is set that is a failure.

use std::{fs, path::Path};

use bouton::{
    ControlState, Goal, Language, LetterTheorem, Valuation, Watch, prove_letters,
    rules::Game,
    solve::{Limits, Table},
};
use bouton_testdata::programs;

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
    // A letter whose name is a word of a language, and one that is called as the heap is.
    ("for all n where n >= 1; heaps 1; move take {1, 2 * n, 2 * n + 1} from 1 heap", Goal::Outcome, false),
    ("for all r, int where 1 <= r, r <= int; heaps 1; move take r..int from 1 heap", Goal::Outcome, false),
    (
        "for all a, b where 1 <= a, a < b, b <= 4 * a; heaps 1; move take {a, b} from 1 heap",
        Goal::Grundy,
        true,
    ),
];

fn proved((rules, goal, cones): (&str, Goal, bool)) -> LetterTheorem {
    let game = Game::parse(rules).unwrap_or_else(|faults| panic!("{rules}: {faults}"));
    prove_letters(&game, goal, cones, &Watch::unlimited())
        .unwrap()
        .theorem
        .unwrap_or_else(|| panic!("{rules}"))
}

/// An instance with its values by definition: the letters, the heap, the control state, the value.
type Case = (Vec<i64>, u64, usize, u32);

/// All instances with letters up to 5, and heaps up to 30.
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
        let ruleset = instance.ruleset().unwrap();
        let mut table = Table::new(&ruleset, valuation, &Watch::new(&Limits::default())).unwrap();
        for heap in 0..=30 {
            for control in ruleset.control_states() {
                cases.push((letters.clone(), heap, control.index(), table.value(&[heap], control).unwrap()));
            }
        }
    }
    assert!(cases.len() > 100);
    cases
}

/// Runs each program with a `main` of these calls, and compares what it prints; the last call is of a number that the
/// theorem is not about.
fn compare(language: Language, main: impl Fn(&[String]) -> String) {
    if !programs::can_run(language.extension()) {
        return;
    }
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("letter-programs-{language}"));
    fs::create_dir_all(&directory).unwrap();
    for (number, &rules) in RULES.iter().enumerate() {
        let theorem = proved(rules);
        let cases = cases(&theorem);
        let call = |(letters, heap, control, _): &Case| {
            let mark = if language == Language::JavaScript { "n" } else { "" };
            let numbers = letters.iter().map(|letter| format!("{letter}{mark}, "));
            format!("{heap}{mark}, {}{control}", numbers.collect::<String>())
        };
        let mut calls: Vec<String> = cases.iter().map(call).collect();
        calls.push(call(&(vec![0; theorem.game().letters().len()], 5, 0, 0)));
        let program = theorem.emit(language).unwrap();
        assert!(program.is_ascii() && program.contains(&theorem.identity().to_string()));
        let file = directory.join(format!("law{number}.{}", language.extension()));
        fs::write(&file, program + &main(&calls)).unwrap();
        let output = programs::output(&file);
        let mut lines = output.lines();
        for (letters, heap, control, value) in &cases {
            let expected = match theorem.valuation() {
                Valuation::Grundy => format!("{value} {}", if *value == 0 { "P" } else { "N" }),
                other => format!("{value} {}", other.outcome_of(*value)),
            };
            let at = format!("{} in {language}: {letters:?}, {heap}, {control}", rules.0);
            assert_eq!(lines.next(), Some(&expected[..]), "{at}");
        }
        assert_eq!((lines.next(), lines.next()), (Some("none"), None), "{}", rules.0);
    }
}

#[test]
fn python_programs_say_what_play_says() {
    let main = |calls: &[String]| {
        let calls: Vec<String> = calls.iter().map(|call| format!("    ({call}),\n")).collect();
        format!(
            "\n\nfor numbers in [\n{}]:\n    try:\n        found = value(*numbers)\n        print(found, outcome_name(found))\n    except ValueError:\n        print('none')\n",
            calls.concat()
        )
    };
    compare(Language::Python, main);
}

#[test]
fn javascript_programs_say_what_play_says() {
    let main = |calls: &[String]| {
        let calls: Vec<String> = calls.iter().map(|call| format!("  [{call}],\n")).collect();
        format!(
            "\nfor (const numbers of [\n{}]) {{\n  try {{\n    const found = value(...numbers);\n    console.log(`${{found}} ${{outcomeName(found)}}`);\n  }} catch (error) {{\n    if (!(error instanceof RangeError)) throw error;\n    console.log('none');\n  }}\n}}\n",
            calls.concat()
        )
    };
    compare(Language::JavaScript, main);
}

#[test]
fn rust_programs_say_what_play_says() {
    let main = |calls: &[String]| {
        let calls: Vec<String> = calls.iter().map(|call| format!("    show(value({call}));\n")).collect();
        format!(
            "\nfn show(found: Option<i128>) {{\n    match found {{\n        Some(found) => println!(\"{{}} {{}}\", found, outcome_name(found)),\n        None => println!(\"none\"),\n    }}\n}}\n\nfn main() {{\n    assert!(!CERTIFICATE.is_empty());\n{}}}\n",
            calls.concat()
        )
    };
    compare(Language::Rust, main);
}

#[test]
fn c_programs_say_what_play_says() {
    let main = |calls: &[String]| {
        let calls: Vec<String> = calls.iter().map(|call| format!("    show(value({call}));\n")).collect();
        format!(
            "\n#include <stdio.h>\n\nstatic void show(long long found) {{\n    if (found < 0) {{\n        printf(\"none\\n\");\n    }} else {{\n        printf(\"%lld %s\\n\", found, outcome_name(found));\n    }}\n}}\n\nint main(void) {{\n    if (certificate()[0] == 0 || control_name(0) == 0) return 1;\n{}    return 0;\n}}\n",
            calls.concat()
        )
    };
    compare(Language::C, main);
}

#[test]
fn traces_say_what_play_says() {
    for &rules in RULES {
        let theorem = proved(rules);
        for (letters, heap, control, value) in cases(&theorem) {
            let letters: Vec<num_bigint::BigUint> =
                letters.iter().map(|&letter| u64::try_from(letter).unwrap().into()).collect();
            let trace = theorem.trace(&letters, &[heap.into()], control).unwrap();
            let expected = match theorem.valuation() {
                Valuation::Grundy => value.to_string(),
                other => other.outcome_of(value).to_string(),
            };
            assert_eq!(trace.value, expected, "{}: {letters:?}, {heap}: {}", rules.0, trace.reason);
            let found = theorem.value(&letters, &heap.into(), ControlState::new(control).index());
            assert_eq!(found, Some(value.into()));
        }
    }
}

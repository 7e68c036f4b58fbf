//! Emitted periods are compiled and run, and their answers compared with the definition.
//!
//! A missing compiler is reported and its test skipped; with `CI` set that is a failure.

use std::{
    fs,
    path::{Path, PathBuf},
};

use bouton_core::{ControlState, TakeAndBreakCode, Watch};
use bouton_emit::{EmitError, Language, emit_period};
use bouton_solve::{HeapSum, Node, Options, TakeAndBreak};
use bouton_testdata::programs;
use num_bigint::BigUint;

fn codes() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("kayles", vec![0, 7, 7]),
        ("three", vec![0, 3, 3, 3]),
        ("dawson", vec![0, 1, 3, 7]),
        ("hex", vec![0, 11, 2]),
    ]
}

fn heaps_of(digits: &[u8]) -> (TakeAndBreakCode, HeapSum) {
    let code = TakeAndBreakCode::new(digits.to_vec()).unwrap();
    let mut heaps = HeapSum::of_code(&code);
    heaps.prepare(&[BigUint::from(1u64 << 40)], &Watch::unlimited()).unwrap();
    (code, heaps)
}

fn positions() -> Vec<Vec<u64>> {
    let mut positions: Vec<Vec<u64>> = (0..60).map(|heap| vec![heap]).collect();
    positions.extend([
        vec![],
        vec![3, 3],
        vec![5, 0, 9],
        vec![40, 41, 7],
        vec![100_000, 2],
        vec![1 << 40, 77, 5],
    ]);
    positions
}

/// Checks the output of a program for each position: its value, and the heaps after a winning move,
/// or `none`.
fn judge(name: &str, digits: &[u8], output: &str, language: Language) {
    let watch = Watch::unlimited();
    let (code, mut heaps) = heaps_of(digits);
    let big = |position: &[u64]| position.iter().copied().map(BigUint::from).collect::<Vec<_>>();
    let mut lines = output.lines();
    for position in positions() {
        let line = lines.next().unwrap_or_else(|| panic!("{name} in {language}: an answer for {position:?}"));
        let context = format!("{name} in {language}: {position:?}: {line}");
        let mut words = line.split_whitespace();
        let value = heaps.value(&big(&position), &watch).unwrap();
        assert_eq!(words.next().unwrap().parse(), Ok(value.clone()), "{context}");
        let rest: Vec<&str> = words.collect();
        if value == BigUint::ZERO {
            assert_eq!(rest, ["none"], "{context}");
            continue;
        }
        let mut option: Vec<u64> = rest.iter().map(|word| word.parse().unwrap()).collect();
        assert_eq!(heaps.value(&big(&option), &watch).unwrap(), BigUint::ZERO, "{context}");
        if position.iter().all(|&heap| heap < 1000) {
            let node = Node { coordinates: position.clone(), control: ControlState(0) };
            let mut legal = false;
            option.sort_unstable();
            TakeAndBreak::new(&code).for_each_option(&node, &mut |mut to| {
                to.coordinates.sort_unstable();
                legal |= to.coordinates == option;
            });
            assert!(legal, "{context}");
        }
    }
    assert_eq!(lines.next(), None);
}

fn compare(language: Language, main: impl Fn(&str) -> String) {
    if !programs::can_run(language.extension()) {
        return;
    }
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("periods-{language}"));
    fs::create_dir_all(&directory).unwrap();
    for (name, digits) in codes() {
        let (code, heaps) = heaps_of(&digits);
        let period = heaps.periods().next().unwrap().0.clone();
        let program = emit_period(&code, &period, name, &code.to_string(), "test.cert", language).unwrap();
        assert!(program.is_ascii() && program.contains("test.cert"));
        let file: PathBuf = directory.join(format!("{name}.{}", language.extension()));
        fs::write(&file, program + &main(name)).unwrap();
        judge(name, &digits, &programs::output(&file), language);
    }
}

/// The positions as a list of lists, with the brackets of the language.
fn written(open: &str, close: &str, mark: &str) -> String {
    let one = |position: &Vec<u64>| {
        let heaps: Vec<String> = position.iter().map(|heap| format!("{heap}{mark}")).collect();
        format!("{open}{}{close}", heaps.join(","))
    };
    positions().iter().map(one).collect::<Vec<_>>().join(",")
}

#[test]
fn python_programs_play_right() {
    let main = |_: &str| {
        format!(
            "\n\nfor p in [{}]:\n    m = winning_move(p)\n    print(value(p), *(['none'] if m is None else m))\n",
            written("[", "]", "")
        )
    };
    compare(Language::Python, main);
}

#[test]
fn javascript_programs_play_right() {
    let main = |_: &str| {
        format!(
            "\nfor (const p of [{}]) {{ const m = winningMove(p); console.log([value(p), ...(m === null ? ['none'] : m)].join(' ')); }}\n",
            written("[", "]", "n")
        )
    };
    compare(Language::JavaScript, main);
}

#[test]
fn rust_programs_play_right() {
    let main = |_: &str| {
        format!(
            "\nfn main() {{\n    let all: Vec<Vec<u128>> = vec![{}];\n    assert_eq!(outcome_name(0), \"P\");\n    assert!(!CERTIFICATE.is_empty());\n    for p in all {{\n        let rest = match winning_move(&p) {{\n            None => \"none\".to_string(),\n            Some(m) => m.iter().map(|h| h.to_string()).collect::<Vec<_>>().join(\" \"),\n        }};\n        println!(\"{{}} {{}}\", value(&p), rest);\n    }}\n}}\n",
            written("vec![", "]", "")
        )
    };
    compare(Language::Rust, main);
}

#[test]
fn c_programs_play_right() {
    let main = |_: &str| {
        let mut text = String::from(
            "\n#include <stdio.h>\n\nint main(void) {\n    heap_t parts[3];\n    size_t changed = 0;\n    if (certificate()[0] == 0 || outcome_name(0)[0] != 'P') return 1;\n",
        );
        for position in positions() {
            let heaps: Vec<String> = position.iter().map(|heap| format!("{heap}ULL")).collect();
            let count = heaps.len();
            // An array of C is never empty.
            let list = if count == 0 { "0".to_owned() } else { heaps.join(", ") };
            text.push_str(&format!(
                "    {{\n        heap_t p[] = {{{list}}};\n        int m = winning_move(p, {count}, &changed, parts);\n        printf(\"%u\", value(p, {count}));\n        if (m < 0) printf(\" none\");\n        for (size_t i = 0; m >= 0 && i < {count} + 0u; i++) {{\n            if (i != changed) printf(\" %llu\", p[i]);\n        }}\n        for (int i = 0; i < m; i++) printf(\" %llu\", parts[i]);\n        printf(\"\\n\");\n    }}\n"
            ));
        }
        text + "    return 0;\n}\n"
    };
    compare(Language::C, main);
}

#[test]
fn what_is_no_period_is_refused() {
    let (code, heaps) = heaps_of(&[0, 7, 7]);
    let mut period = heaps.periods().next().unwrap().0.clone();
    period.saltus = 1;
    let emitted = |period: &bouton_core::Period, id: &str| {
        emit_period(&code, period, "", "octal 0.77", id, Language::C)
    };
    assert_eq!(emitted(&period, "id"), Err(EmitError::Period));
    period.saltus = 0;
    assert_eq!(emitted(&period, "\""), Err(EmitError::CertificateId));
    period.values.pop();
    assert_eq!(emitted(&period, "id"), Err(EmitError::Period));
}

//! Emitted laws of positions with any number of heaps are compiled and run, and their answers compared with
//! the law.
//!
//! A missing compiler is reported and its test skipped; with `CI` set that is a failure.

use std::{
    fs,
    path::{Path, PathBuf},
};

use bouton_core::{ColumnLaw, ControlState, HeapStates, LocalLaw, Valuation};
use bouton_emit::{EmitError, HeapNumbers, Language, emit_heaps};
use bouton_testdata::programs;
use num_bigint::BigUint;

/// Laws with their names and the numbers of heaps: podium Nim for three players, misère Nim, the parity of
/// all objects.
fn laws() -> Vec<(&'static str, LocalLaw, HeapNumbers)> {
    let podium = ColumnLaw::new(
        Valuation::Podium { players: 3 },
        (0, 3),
        vec![0],
        vec![0, 1, 2],
        vec![0, 1, 2, 1, 1, 1, 2, 2, 2],
    )
    .unwrap();
    let linked =
        HeapStates { good: vec![true, false], transitions: vec![0, 0, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1] };
    // States: nothing read; ones, even and odd; larger heaps, even and odd places.
    let misere = ColumnLaw::new(
        Valuation::MisereOutcomeAndEnd,
        (1, 2),
        vec![0],
        vec![2, 0, 1, 0, 1],
        vec![0, 1, 2, 4, 4, 3, 3, 4, 4, 3, 4, 3, 4, 4, 4],
    )
    .unwrap();
    let parity =
        ColumnLaw::new(Valuation::NormalOutcome, (0, 2), vec![0], vec![0, 1], vec![0, 1, 0, 1]).unwrap();
    let plain = |law: ColumnLaw| {
        let outputs = law.outputs().to_vec();
        let states = HeapStates::none(law.letters());
        LocalLaw::new(law, outputs, states).unwrap()
    };
    vec![
        ("podium", LocalLaw::new(podium, vec![0, 2, 2], linked).unwrap(), HeapNumbers::All),
        ("counts", plain(misere), HeapNumbers::All),
        ("parity", plain(parity), HeapNumbers::Odd),
    ]
}

fn positions() -> Vec<Vec<u64>> {
    let small = |index: u64| (0..5).map(|heap| index * (heap * heap + 7) / (heap + 3) % 8).collect();
    let mut positions: Vec<Vec<u64>> = (0..60).map(small).collect();
    positions.extend([
        vec![5],
        vec![0],
        vec![1, 1, 0],
        vec![7, 7, 7],
        vec![1 << 63, 1 << 40, 3],
        (0..101).collect(),
        (1 << 50..(1 << 50) + 33).collect(),
    ]);
    positions
}

fn compare(language: Language, main: &str) {
    if !programs::can_run(language.extension()) {
        return;
    }
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("heap-laws-{language}"));
    fs::create_dir_all(&directory).unwrap();
    for (name, law, numbers) in laws() {
        let rules = "heaps any\nmove take any from 1 heap";
        let program = emit_heaps(&law, numbers, name, rules, "test.cert", language).unwrap();
        assert!(program.is_ascii() && program.contains("test.cert"));
        let file: PathBuf = directory.join(format!("{name}.{}", language.extension()));
        fs::write(&file, program + main).unwrap();
        let output = programs::output(&file);
        let mut lines = output.lines();
        for position in positions() {
            let heaps: Vec<BigUint> = position.iter().copied().map(BigUint::from).collect();
            let valuation = law.columns().valuation();
            let value = valuation.coarse(law.value(&heaps, ControlState(0)).unwrap());
            let expected = format!("{value} {}", valuation.outcome_of(value));
            assert_eq!(lines.next(), Some(&expected[..]), "{name} in {language}: {position:?}");
        }
        assert_eq!(lines.next(), None);
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
fn python_programs_say_the_law() {
    let main =
        format!("\n\nfor p in [{}]:\n    print(value(p), outcome_name(value(p)))\n", written("[", "]", ""));
    compare(Language::Python, &main);
}

#[test]
fn javascript_programs_say_the_law() {
    let main = format!(
        "\nfor (const p of [{}]) {{ console.log(value(p) + ' ' + outcomeName(value(p))); }}\n",
        written("[", "]", "n")
    );
    compare(Language::JavaScript, &main);
}

#[test]
fn rust_programs_say_the_law() {
    let main = format!(
        "\nfn main() {{\n    let all: Vec<Vec<u128>> = vec![{}];\n    assert!(!CERTIFICATE.is_empty());\n    for p in all {{\n        let value = value(&p).unwrap();\n        println!(\"{{}} {{}}\", value, outcome_name(value));\n    }}\n}}\n",
        written("vec![", "]", "")
    );
    compare(Language::Rust, &main);
}

#[test]
fn c_programs_say_the_law() {
    let mut main =
        String::from("\n#include <stdio.h>\n\nint main(void) {\n    if (certificate()[0] == 0) return 1;\n");
    for position in positions() {
        let heaps: Vec<String> = position.iter().map(|heap| format!("{heap}ULL")).collect();
        main.push_str(&format!(
            "    {{\n        heap_t p[] = {{{}}};\n        int v = value(p, {});\n        printf(\"%d %s\\n\", v, outcome_name(v));\n    }}\n",
            heaps.join(", "),
            heaps.len()
        ));
    }
    compare(Language::C, &(main + "    return 0;\n}\n"));
}

#[test]
fn laws_with_several_starts_are_refused() {
    let law =
        ColumnLaw::new(Valuation::NormalOutcome, (0, 2), vec![0, 0], vec![0, 1], vec![0, 1, 1, 1]).unwrap();
    let law = LocalLaw::new(law, vec![0, 1], HeapStates::none(2)).unwrap();
    let emitted = |id: &str| emit_heaps(&law, HeapNumbers::All, "", "heaps any", id, Language::C);
    assert_eq!(emitted("id"), Err(EmitError::Starts(2)));
    assert_eq!(emitted("\""), Err(EmitError::CertificateId));
}

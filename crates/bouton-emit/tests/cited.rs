//! Tests proved laws against printed sources (`testdata/*.toml`): the law as the prover found it,
//! the checker's verdict on its certificate, and the law as an emitted program.
//!
//! Without `python3` the programs are skipped; with `CI` set that is a failure.

use std::{
    fmt::Write as _,
    fs,
    io::Write as _,
    process::{Command, Stdio},
};

use bouton_core::{ControlState, Law, Limits, Outcome, Ruleset, Watch};
use bouton_emit::{Language, emit};
use bouton_prove::{Goal, ProveOptions, prove};
use bouton_rules::Game;
use bouton_testdata::{Case, cases, oracle};
use num_bigint::BigUint;

/// A law that the prover found and the checker has accepted, with its certificate's name.
fn proved(case: &Case, ruleset: &Ruleset, goal: Goal) -> (Law, String) {
    let proof = prove(ruleset, goal, &ProveOptions::default(), &Watch::new(&Limits::default()))
        .unwrap_or_else(|error| panic!("{}: {error}", case.name));
    let text = proof.certificate.encode();
    bouton_check::check(&text).unwrap_or_else(|refused| panic!("{}: {refused}", case.name));
    (proof.law().clone(), proof.certificate.id().to_string())
}

/// Positions with the cited value, an outcome's number or a Grundy value.
fn claims(case: &Case, ruleset: &Ruleset, goal: Goal) -> Vec<(Vec<BigUint>, ControlState, BigUint, String)> {
    let mut all = Vec::new();
    for claim in &case.positions {
        let said = match goal {
            Goal::Outcome => claim.outcome.map(Outcome::number),
            Goal::Grundy => claim.grundy,
        };
        for position in claim.at.iter().filter(|_| said.is_some()) {
            let control = ruleset.control_named(position.control.as_deref()).unwrap();
            let context = format!("{}: {position}, {}", case.name, claim.source);
            all.push((position.coordinates.clone(), control, said.unwrap_or_default().into(), context));
        }
    }
    all
}

/// The values that an emitted Python program gives.
fn by_program(
    case: &Case,
    program: &str,
    questions: &[(Vec<BigUint>, ControlState, BigUint, String)],
) -> Option<Vec<BigUint>> {
    if !oracle::is_there("python3") {
        return None;
    }
    let directory = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cited");
    fs::create_dir_all(&directory).unwrap();
    let file = directory.join(format!("{}.py", case.name));
    let mut text = program.to_owned();
    text.push_str("\nimport sys\nfor line in sys.stdin:\n    control, *position = map(int, line.split())\n    print(value(position, control))\n");
    fs::write(&file, text).unwrap();
    let mut input = String::new();
    for (coordinates, control, ..) in questions {
        let _ = write!(input, "{}", control.0);
        coordinates.iter().for_each(|number| {
            let _ = write!(input, " {number}");
        });
        input.push('\n');
    }
    let mut child = Command::new("python3")
        .arg("-B")
        .arg(&file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", case.name);
    Some(String::from_utf8(output.stdout).unwrap().lines().map(|line| line.parse().unwrap()).collect())
}

#[test]
fn laws_and_programs_say_what_the_sources_say() {
    let mut compared = 0;
    for case in cases().iter().filter(|case| case.has_law) {
        let ruleset = Game::parse(&case.rules).unwrap().ruleset().unwrap();
        for goal in [Goal::Outcome, Goal::Grundy] {
            let claims = claims(case, &ruleset, goal);
            if claims.is_empty() {
                continue;
            }
            let (law, id) = proved(case, &ruleset, goal);
            for (coordinates, control, said, context) in &claims {
                assert_eq!(law.value(*control, coordinates).as_ref(), Some(said), "the law at {context}");
                let lost = law.outcome(*control, coordinates).is_lost();
                assert_eq!(lost, *said == BigUint::ZERO, "the law at {context}");
                compared += 1;
            }
            let program = emit(&ruleset, &law, &id, Language::Python).unwrap();
            let Some(found) = by_program(case, &program, &claims) else { continue };
            assert_eq!(found.len(), claims.len());
            for (value, (_, _, said, context)) in found.iter().zip(&claims) {
                assert_eq!(value, said, "the program at {context}");
            }
        }
    }
    assert!(compared > 1_000, "only {compared} values");
}

//! Emitted programs are compiled, run, and compared with brute force: programs of laws that were
//! proved from the rules, and of learnt ones for games that the rules language cannot express.
//!
//! A missing compiler is reported and its test skipped; with `CI` set that is a failure.

mod brute_force;
mod games;
mod learner;
mod programs;
mod proved;
mod questions;

use bouton_core::Value;
use bouton_emit::Language;
use brute_force::Solver;

/// The learnt laws are correct on the box, so that the comparison is meaningful.
#[test]
fn laws_agree_with_brute_force() {
    for case in games::cases() {
        let mut solver = Solver::new(&case.ruleset, case.value_of());
        for (control, position) in questions::small(case) {
            let value = solver.value(&(control, position.clone()));
            if case.law.nim_heap {
                for heap in 0..=case.upto {
                    let whole: Vec<u64> = position.iter().copied().chain([heap]).collect();
                    let lost = case.law.automaton.evaluate_small(control.into(), &whole) == 0;
                    assert_eq!(lost, u64::from(value) == heap, "{} {whole:?}", case.name);
                }
            } else {
                let law: Value = case.law.automaton.evaluate_small(control.into(), &position);
                assert_eq!(
                    law,
                    value,
                    "{} {control} {position:?}, {} states",
                    case.name,
                    case.law.automaton.states()
                );
            }
        }
    }
}

/// Proved laws and the project's own solver agree on the box, too.
#[test]
fn proved_laws_agree_with_the_solver() {
    proved::compare_with_solver();
}

#[test]
fn python_programs_play_right() {
    programs::compare(Language::Python);
}

#[test]
fn javascript_programs_play_right() {
    programs::compare(Language::JavaScript);
}

#[test]
fn c_programs_play_right() {
    programs::compare(Language::C);
}

#[test]
fn rust_programs_play_right() {
    programs::compare(Language::Rust);
}

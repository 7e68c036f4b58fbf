//! Games and laws that cannot be emitted are refused, with the reason.

use bouton_core::{
    ControlState, Convention, DigitAutomaton, Formula, Law, LawFault, LinearExpression, MoveSchema,
    Numeration, Ruleset, RulesetParts, Space, Target, Valuation, Variable,
};
use bouton_emit::{EmitError, Language, emit};

fn parts() -> RulesetParts {
    RulesetParts {
        name: String::new(),
        text: "heaps 1".into(),
        space: Space::Heaps,
        coordinates: vec!["h1".into()],
        controls: vec![String::new()],
        turns: None,
        interchangeable: true,
        weights: vec![1],
        order: None,
        exists: Formula::True,
        stop: Formula::False,
        moves: Vec::new(),
        convention: Convention::Normal,
    }
}

fn law(outputs: Vec<u32>) -> Law {
    let automaton = DigitAutomaton::new(1, vec![0], outputs, vec![0, 1, 1, 1]).unwrap();
    Law::new(Valuation::NormalOutcome, automaton)
}

fn emitted(parts: RulesetParts, law: &Law, id: &str) -> Result<String, EmitError> {
    emit(&Ruleset::new(parts).unwrap(), law, id, Language::C)
}

#[test]
fn a_law_for_another_number_of_coordinates() {
    let error = emitted(parts(), &Law { nim_heap: true, ..law(vec![0, 1]) }, "id").unwrap_err();
    assert_eq!(error, EmitError::Law(LawFault::Tracks { found: 1, expected: 2 }));
}

#[test]
fn a_law_without_a_start_for_each_control_state() {
    let with_pass = RulesetParts { controls: vec!["pass".into(), "used".into()], ..parts() };
    let error = emitted(with_pass, &law(vec![0, 1]), "id").unwrap_err();
    assert_eq!(error, EmitError::Law(LawFault::Starts { found: 1, expected: 2 }));
}

#[test]
fn a_value_that_the_valuation_does_not_have() {
    assert_eq!(emitted(parts(), &law(vec![0, 2]), "id"), Err(EmitError::Law(LawFault::Output(2))));
}

#[test]
fn a_nim_heap_with_another_valuation() {
    let ruleset = Ruleset::new(RulesetParts { coordinates: vec![], weights: vec![], ..parts() }).unwrap();
    let error = emit(
        &ruleset,
        &Law { nim_heap: true, valuation: Valuation::Coalition, ..law(vec![0, 1]) },
        "id",
        Language::Rust,
    );
    assert_eq!(error, Err(EmitError::Law(LawFault::NimHeap)));
}

#[test]
fn a_numeration_in_which_the_end_of_a_word_is_none() {
    // After a digit 1 there may be a digit 2, but no word begins with 2.
    let words = vec![vec![Some(0), Some(1), None], vec![Some(0), None, Some(0)]];
    let numeration = Numeration::from_parts(vec![1, 1], words).unwrap();
    let automaton = DigitAutomaton::over(&numeration, 1, vec![0], vec![0], vec![0, 0, 0]).unwrap();
    let error = emitted(parts(), &Law::new(Valuation::NormalOutcome, automaton), "id").unwrap_err();
    assert_eq!(error, EmitError::Numeration(numeration));
}

#[test]
fn a_matrix_in_which_the_end_of_a_word_is_none() {
    let words = vec![vec![Some(0), Some(1), None], vec![Some(0), None, Some(0)]];
    let numeration = Numeration::from_matrix([[2, 1], [2, 0]], vec![0, 1, 2], words).unwrap();
    let automaton = DigitAutomaton::over(&numeration, 1, vec![0], vec![0], vec![0, 0, 0]).unwrap();
    let error = emitted(parts(), &Law::new(Valuation::NormalOutcome, automaton), "id").unwrap_err();
    assert_eq!(error, EmitError::Numeration(numeration));
}

#[test]
fn names_that_would_end_a_string() {
    for id in ["a\"b", "a\\b", "a\nb", "\u{e9}", "??/", &"x".repeat(201)] {
        assert_eq!(emitted(parts(), &law(vec![0, 1]), id), Err(EmitError::CertificateId), "{id}");
    }
    let quoted = RulesetParts { controls: vec!["\"".into()], ..parts() };
    assert_eq!(emitted(quoted, &law(vec![0, 1]), "id"), Err(EmitError::ControlName(0)));
}

#[test]
fn moves_with_too_many_unknown_numbers_or_a_modulus_of_zero() {
    let take = |parameters, guard| RulesetParts {
        moves: vec![MoveSchema {
            from: ControlState(0),
            to: ControlState(0),
            parameters,
            guard,
            targets: vec![Target::Same],
        }],
        ..parts()
    };
    let error = emitted(take(63, Formula::True), &law(vec![0, 1]), "id").unwrap_err();
    assert_eq!(error, EmitError::Unknowns { schema: 0, found: 63, expected: 62 });
    let expression = LinearExpression::variable(Variable(0));
    let nothing = Formula::Congruent { expression, modulus: 0, residue: 0 };
    let error = emitted(take(0, nothing), &law(vec![0, 1]), "id").unwrap_err();
    assert_eq!(error, EmitError::Modulus(0));
}

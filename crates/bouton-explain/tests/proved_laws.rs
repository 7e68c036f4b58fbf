//! Explanations of laws that were proved from the rules.

use bouton_explain::{Explanation, Form, explain};
use bouton_prove::{Goal, ProveLimits, prove};

fn explained(rules: &str, goal: Goal) -> Explanation {
    let ruleset = bouton_rules::resolve(rules).unwrap().ruleset().unwrap();
    let proof = prove(&ruleset, goal, &ProveLimits::default()).unwrap();
    explain(&ruleset, proof.law().valuation, &proof.law().automaton)
}

fn only_form(explanation: &Explanation) -> &Form {
    assert_eq!(explanation.laws.len(), 1);
    &explanation.laws[0].form
}

/// The author's summary in "Index-k Nim variant: is it still a Nim?": 18 + 1 rows for
/// sums 0 and 1 modulo 3, 6 of them exceptional for 2 as well, that is 19 rows.
#[test]
fn the_four_heap_game_is_the_authors_table() {
    let explanation = explained("two-in-total", Goal::Outcome);
    let Form::Rows(rows) = only_form(&explanation) else { panic!("{explanation:?}") };
    assert_eq!((rows.modulus, &rows.typical[..], rows.rows.len()), (3, &[0, 1, 1][..], 19));
    let exceptional =
        |residue: usize| rows.rows.iter().filter(|row| row.values[residue] != rows.typical[residue]).count();
    assert_eq!((exceptional(0), exceptional(2)), (18, 7)); // ⟨0,0,0⟩ is P for every remainder
    assert!(rows.rows.iter().all(|row| row.exceptions.is_empty()));
    assert!(explanation.text().contains("⟨1,1,1,z⟩          N  P  N"));
}

/// The Grundy table that the author suspects: 29 rows and "else" 0, 2, 1.
#[test]
fn its_grundy_values_are_the_suspected_table() {
    let explanation = explained("two-in-total", Goal::Grundy);
    let Form::Rows(rows) = only_form(&explanation) else { panic!("{explanation:?}") };
    assert_eq!((rows.modulus, &rows.typical[..], rows.rows.len()), (3, &[0, 2, 1][..], 29));
    let row = rows.rows.iter().find(|row| row.heaps == [2, 2, 4]).unwrap();
    assert_eq!(row.values, [2, 3, 4]);
}

/// Theorem 1 of Wong Oi Lin, *The Game Positions of Nim with a Pass*.
#[test]
fn nim_with_a_pass_reads_like_its_theorem() {
    let explanation = explained("small-pass", Goal::Outcome);
    assert!(matches!(explanation.laws[0].form, Form::Cases(_)));
    let text = explanation.text();
    for part in [
        "P if (m1, m2, m3, m4) is (odd, even, even, even) or (even, odd, odd, even), else N",
        "if m1 = 1 and m3 = 0 and m2 − m4 ≤ 3: P if (m4 − m2) mod 3 is 2",
        "P if m4 mod 6 is 1",
        "P at (0,0,0,0)",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[test]
fn digit_laws_are_recognised() {
    for (rules, part) in [
        ("heaps 3; move take any from 1 heap", "every binary digit occurs an even number of times"),
        ("heaps 2; move take any from 1 heap", "the two heaps are equal"),
        ("moore", "a multiple of 3"),
        ("heaps 3; move take any from 1 heap; play misere", "if every heap is at most 1"),
        ("heaps 3; players 3 podium; move take any from 1 heap", "Theorem 2.14"),
        ("heaps 1; move take 1..3 from 1 heap", "P if h1 mod 4 is 0"),
        ("heaps 3; move take 1..2 from 1 heap", "Reduce each heap modulo 3"),
    ] {
        let theorem = explained(rules, Goal::Outcome).theorem();
        assert!(theorem.contains(part), "{rules}: {theorem}");
    }
    assert!(
        explained("heaps 3; move take any from 1 heap", Goal::Grundy)
            .theorem()
            .contains("nim-sum h1 ⊕ h2 ⊕ h3")
    );
}

#[test]
fn every_form_has_every_rendering() {
    for rules in ["two-in-total", "small-pass", "heaps 2; players 3 podium; move take 1..2 from 1 heap"] {
        let explanation = explained(rules, Goal::Outcome);
        for text in [explanation.text(), explanation.markdown(), explanation.latex()] {
            assert!(text.len() > 80 && text.ends_with('\n'), "{rules}: {text}");
        }
        assert!(
            explanation.latex().matches("\\begin").count() == explanation.latex().matches("\\end").count()
        );
        assert!(explanation.json()["theorem"].is_string());
    }
}

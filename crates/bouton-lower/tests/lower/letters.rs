//! Laws with letters become theorems of Coq. The check that is extracted from the theory accepts what
//! `bouton-check` accepts, and refuses what it refuses.
//!
//! Without `coqc` and `ocamlopt` on the path nothing is tried.

use std::{fs, process::Command};

use crate::support::{program, root, theory, verdicts};
use bouton_cert::{LetterCertificate, seal};
use bouton_check::{Limits, check_letters};
use bouton_core::letters::{LetterLaw, LetterRows};
use bouton_lower::{LowerError, lower, lower_to_lean};
use bouton_testdata::oracle;

/// The certificates of one heap in cases: from games of every valuation, with passes, stops, guards, several
/// cases and values that repeat.
fn certificates() -> Vec<String> {
    certificates_in("letters")
}

/// Those of sums of heaps, in normal and in misère play.
fn sums() -> Vec<String> {
    certificates_in("letter-sums")
}

/// Those in rows: outcomes and Grundy values of all sets {a, b} and {a, b, a + b}.
fn rows() -> Vec<String> {
    certificates_in("letter-rows")
}

fn certificates_in(file: &str) -> Vec<String> {
    let all =
        fs::read_to_string(root().join(format!("crates/bouton-lower/tests/data/{file}.certs"))).unwrap();
    let mut certificates = vec![String::new()];
    for line in all.lines() {
        let last = certificates.last_mut().unwrap();
        last.push_str(line);
        last.push('\n');
        if line.starts_with("id ") {
            certificates.push(String::new());
        }
    }
    certificates.pop();
    certificates
}

/// They are refused, and not taken for laws of one heap with other cases.
#[test]
fn sums_and_laws_in_rows_have_no_statement_for_lean() {
    for body in ["letters_sum", "letters_rows"] {
        let path = root().join("fuzz/seeds/certificates").join(body);
        let text = seal(&fs::read_to_string(path).unwrap());
        check_letters(&text, &Limits::default()).unwrap();
        assert!(matches!(lower_to_lean(&text), Err(LowerError::NotCovered(_))), "{body}");
    }
}

#[test]
fn laws_with_letters_are_theorems_and_changed_ones_are_not() {
    if !oracle::is_there("coqc") || !oracle::is_there("ocamlopt") {
        return;
    }
    let folder = theory();
    let coq = |text: &str| {
        fs::write(folder.join("letters.v"), text).unwrap();
        let mut coqc = Command::new("coqc");
        coqc.current_dir(folder).args(["-Q", ".", "Bouton", "letters.v"]).output().unwrap()
    };
    for text in certificates().iter().step_by(9).chain(sums().iter().skip(2).step_by(3)) {
        let lowered = lower(text).unwrap();
        let output = coq(&lowered);
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            "Closed under the global context\n",
            "{text}: {output:?}"
        );
        // Another value of the first piece.
        let (before, after) = lowered.split_once("[(0, Form ").unwrap();
        let (form, after) = after.split_once(')').unwrap();
        let (coefficients, constant) = form.rsplit_once(' ').unwrap();
        let other = if constant == "0" { "1" } else { "0" };
        let wrong = format!("{before}[(0, Form {coefficients} {other}){after}");
        assert!(!coq(&wrong).status.success(), "{text}: a changed law is accepted");
    }
    for text in rows().iter().step_by(2) {
        let lowered = lower(text).unwrap();
        let output = coq(&lowered);
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            "Closed under the global context\n",
            "{text}: {output:?}"
        );
        let wrong = lowered.replacen("] 0%N", "] 1%N", 1);
        assert_ne!(wrong, lowered);
        assert!(!coq(&wrong).status.success(), "{text}: a changed law is accepted");
    }
}

#[test]
fn laws_with_letters_are_accepted() {
    let Some(program) = program() else { return };
    let certificates: Vec<String> = certificates().into_iter().chain(sums()).chain(rows()).collect();
    assert!(certificates.len() > 60, "only {}", certificates.len());
    let theorems: Vec<String> = certificates
        .iter()
        .map(|text| {
            check_letters(text, &Limits::default()).unwrap_or_else(|refused| panic!("{text}{refused}"));
            lower(text).unwrap()
        })
        .collect();
    for (text, verdict) in certificates.iter().zip(verdicts(&program, "letters", &theorems)) {
        assert_eq!(verdict, "accepted", "{text}");
    }
}

/// Laws with another number in one place.
fn mutants(law: &LetterLaw) -> Vec<LetterLaw> {
    let mut all = Vec::new();
    let mut changed = |change: &dyn Fn(&mut LetterLaw)| {
        let mut mutant = law.clone();
        change(&mut mutant);
        all.push(mutant);
    };
    for case in 0..law.cases.len() {
        for condition in 0..law.cases[case].conditions.len() {
            changed(&|law| law.cases[case].conditions[condition].constant -= 1);
            changed(&|law| law.cases[case].conditions[condition].constant += 1);
        }
        changed(&|law| law.cases[case].length.constant += 1);
        changed(&|law| law.cases[case].length.coefficients[0] += 1);
        for (control, blocks) in law.cases[case].blocks.iter().enumerate() {
            for (block, pieces) in blocks.iter().enumerate() {
                for (at, piece) in pieces.iter().enumerate() {
                    for sign in [-1, 1] {
                        changed(&|law| law.cases[case].blocks[control][block][at].end.constant += sign);
                    }
                    for value in 0..piece.values.len() {
                        changed(&|law| {
                            let value = &mut law.cases[case].blocks[control][block][at].values[value];
                            value.form.constant = i64::from(value.form.constant == 0);
                        });
                    }
                }
            }
        }
    }
    all
}

#[test]
fn changed_laws_with_letters_are_refused() {
    let Some(program) = program() else { return };
    let (mut theorems, mut expected) = (Vec::new(), Vec::new());
    for text in certificates().into_iter().chain(sums()) {
        let LetterCertificate { game, law } = LetterCertificate::decode(&text).unwrap();
        for law in mutants(&law) {
            let mutant = LetterCertificate { game: game.clone(), law }.encode();
            // A condition of a case may be stronger than it has to be, and the same law be true.
            expected.push(if check_letters(&mutant, &Limits::default()).is_ok() {
                "accepted"
            } else {
                "refused"
            });
            theorems.push(lower(&mutant).unwrap());
        }
    }
    let refused = expected.iter().filter(|verdict| **verdict == "refused").count();
    assert!(refused > 200, "only {refused}");
    for ((verdict, expected), theorem) in
        verdicts(&program, "changed-letters", &theorems).iter().zip(expected).zip(&theorems)
    {
        assert_eq!(verdict, expected, "{theorem}");
    }
}

/// Laws in rows with another number in one place.
fn mutants_in_rows(law: &LetterLaw) -> Vec<LetterLaw> {
    let mut all = Vec::new();
    let mut changed = |change: &dyn Fn(&mut LetterRows)| {
        let mut mutant = law.clone();
        change(mutant.rows.as_mut().unwrap());
        all.push(mutant);
    };
    let cases = law.rows.as_ref().unwrap().cases.clone();
    for sign in [-1, 1] {
        changed(&|rows| rows.dividend.constant += sign);
        changed(&|rows| rows.divisor.constant += sign);
        for (number, case) in cases.iter().enumerate() {
            for condition in 0..case.conditions.len() {
                changed(&|rows| rows.cases[number].conditions[condition].constant += sign);
            }
            changed(&|rows| rows.cases[number].length.constant += sign);
            changed(&|rows| rows.cases[number].step.constant += sign);
            changed(&|rows| rows.cases[number].modulus.constant += sign);
            changed(&|rows| rows.cases[number].longer.constant += sign);
            for (at, region) in case.regions.iter().enumerate() {
                changed(&|rows| {
                    let value = &mut rows.cases[number].regions[at].value;
                    *value = if sign < 0 { i64::from(*value == 0) } else { *value + 1 };
                });
                for condition in 0..region.conditions.len() {
                    changed(&|rows| {
                        rows.cases[number].regions[at].conditions[condition].constant += sign;
                    });
                }
            }
        }
    }
    all
}

/// The verdict is that of the checker, too, where a change leaves the law true.
#[test]
fn changed_laws_in_rows_are_refused() {
    let Some(program) = program() else { return };
    let (mut theorems, mut expected) = (Vec::new(), Vec::new());
    for (text, every) in rows().iter().zip([1, 5, 1, 23]) {
        let LetterCertificate { game, law } = LetterCertificate::decode(text).unwrap();
        for law in mutants_in_rows(&law).into_iter().step_by(every) {
            let mutant = LetterCertificate { game: game.clone(), law }.encode();
            let accepted = check_letters(&mutant, &Limits::default()).is_ok();
            expected.push(if accepted { "accepted" } else { "refused" });
            theorems.push(lower(&mutant).unwrap());
        }
    }
    let refused = expected.iter().filter(|verdict| **verdict == "refused").count();
    assert!(refused > 50, "only {refused}");
    for ((verdict, expected), theorem) in
        verdicts(&program, "changed-rows", &theorems).iter().zip(expected).zip(&theorems)
    {
        assert_eq!(verdict, expected, "{theorem}");
    }
}

/// Other moves, another convention, or a claim of another kind.
#[test]
fn changed_sums_and_rows_are_refused() {
    let Some(program) = program() else { return };
    let mut theorems = Vec::new();
    let mut change = |right: &str, changes: &[(&str, &str)]| {
        for (from, to) in changes {
            let theorem = right.replacen(from, to, 1);
            assert_ne!(theorem, right, "{from}");
            theorems.push(theorem);
        }
    };
    let sums: Vec<String> = sums().iter().map(|text| lower(text).unwrap()).collect();
    // A heap of value 0 has a move, but none to value 1: the law holds in normal play alone.
    let guarded = sums.iter().find(|right| right.contains("heap < 3 * a")).unwrap();
    change(guarded, &[("rules false the_law", "rules true the_law")]);
    change(
        &sums[0],
        &[
            ("existing := Always", "existing := Never"),
            ("dimension := 1", "dimension := 2"),
            ("controls := 1", "controls := 2"),
            ("LetterCase []", "LetterCase [Form [0; 0] (-1)]"),
            ("stop := Never", "stop := AtMostZero (Linear [1] [] (-1))"),
        ],
    );
    change(
        &lower(&rows()[1]).unwrap(),
        &[
            ("letter_rows_hold 2 cone rules Normal", "letter_rows_hold 2 cone rules Misere"),
            ("letter_rows_hold 2 cone rules Normal", "letter_rows_hold 3 cone rules Normal"),
            ("existing := Always", "existing := Never"),
            ("dimension := 1", "dimension := 2"),
            ("controls := 1", "controls := 2"),
            ("stop := Never", "stop := AtMostZero (Linear [1] [-1; 0] 0)"),
            ("Schema 0 0 3 (And", "Schema 0 0 4 (And"),
            ("Schema 0 0 3 (And", "Schema 0 0 3 (Or"),
            ("[Becomes (Linear [] [0; 0; 1] 0)]", "[Becomes (Linear [1] [0; 0; 1] 0)]"),
            ("[Becomes (Linear [] [0; 0; 1] 0)]", "[Becomes (Linear [] [0; 0; 1] 1)]"),
            ("[Becomes (Linear [] [0; 0; 1] 0)]", "[Same]"),
            ("(Form [2; 0] 0) the_law", "(Form [0; 0] 0) the_law"),
            ("[RowCase", "[]. Definition other : list row_case := [RowCase"),
        ],
    );
    for (theorem, verdict) in theorems.iter().zip(verdicts(&program, "changed-sums", &theorems)) {
        assert_eq!(verdict, "refused", "{theorem}");
    }
}

/// The rules are not those of the law, or what they mean is changed in the file.
#[test]
fn changed_games_with_letters_are_refused() {
    let Some(program) = program() else { return };
    let text = &certificates()[5];
    let right = lower(text).unwrap();
    assert!(right.contains("take a..b"), "{right}");
    let changes = [
        ("letter_law_holds 2 cone rules Normal", "letter_law_holds 3 cone rules Normal"),
        ("letter_law_holds 2 cone rules Normal", "letter_law_holds 2 cone rules Misere"),
        ("letter_law_holds 2 cone rules Normal", "letter_law_holds 2 cone rules Remoteness"),
        ("existing := Always", "existing := Never"),
        ("dimension := 1", "dimension := 2"),
        ("Definition cone : formula :=\n  And", "Definition cone : formula :=\n  Or"),
        ("[Becomes (Linear [] [0; 0; 1] 0)]", "[Becomes (Linear [1] [0; 0; 1] 1)]"),
        ("[Becomes (Linear [] [0; 0; 1] 0)]", "[Same]"),
        ("LetterCase []", "LetterCase [Form [0; 0] (-1)]"),
        ("(Form [1; 1] 0)\n", "(Form [0; 0] 0)\n"),
        ("[LetterCase", "[]. Definition other : list letter_case := [LetterCase"),
    ];
    let theorems: Vec<String> = changes.iter().map(|(from, to)| right.replacen(from, to, 1)).collect();
    for ((theorem, verdict), change) in
        theorems.iter().zip(verdicts(&program, "changed-games", &theorems)).zip(changes)
    {
        assert_ne!(*theorem, right, "{change:?}");
        assert_eq!(verdict, "refused", "{change:?}");
    }
    let unread = [
        ("Statement Letters Tables Claims", "Statement Letters Tables"),
        ("Definition cone : formula", "Definition cone : game"),
        ("PieceTo (Form [1; 0] 0)", "PieceTo (Form [1; 0])"),
        ("apply check_letters_sound", "apply check_period_sound rules"),
    ];
    let theorems: Vec<String> = unread.iter().map(|(from, to)| right.replacen(from, to, 1)).collect();
    for ((theorem, verdict), change) in
        theorems.iter().zip(verdicts(&program, "unread-letters", &theorems)).zip(unread)
    {
        assert_ne!(*theorem, right, "{change:?}");
        assert!(verdict.starts_with("not read: "), "{change:?}: {verdict}");
    }
}

#[test]
fn what_is_not_covered_is_named() {
    let text = &certificates()[0];
    let body = &text[..text.rfind("id ").unwrap()];
    assert!(body.contains("heaps 1\n"), "{text}");
    // A law of one heap is not that of a sum.
    let two = lower(&seal(&body.replace("heaps 1\n", "heaps 2\n")));
    assert!(matches!(two, Err(LowerError::Rules(_))), "{two:?}");
    let without = lower(&seal(&body.replace("| for all m where m >= 1\n", "| let m = 3\n")));
    assert!(matches!(without, Err(LowerError::Rules(_) | LowerError::Decode(_))), "{without:?}");
}

//! Laws with letters become theorems of Coq. The check that is extracted from the theory accepts what `bouton-check` accepts,
//! and refuses what it refuses.
//!
//! Without `coqc` and `ocamlopt` on the path nothing is tried.

mod support;

use std::{fs, process::Command};

use bouton_cert::{LetterCertificate, seal};
use bouton_check::{Limits, check_letters};
use bouton_core::letters::LetterLaw;
use bouton_lower::{LowerError, lower};
use bouton_testdata::oracle;
use support::{program, root, theory, verdicts};

/// The certificates: from games of every valuation, with passes, stops, guards, several cases and values that repeat.
fn certificates() -> Vec<String> {
    let all = fs::read_to_string(root().join("crates/bouton-lower/tests/data/letters.certs")).unwrap();
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
fn sums_and_laws_in_rows_are_not_covered() {
    for body in ["letters_sum", "letters_rows"] {
        let path = root().join("fuzz/seeds/certificates").join(body);
        let text = seal(&fs::read_to_string(path).unwrap());
        check_letters(&text, &Limits::default()).unwrap();
        assert!(matches!(lower(&text), Err(LowerError::NotCovered(_))), "{body}");
    }
}

#[test]
fn laws_with_letters_are_theorems_and_changed_ones_are_not() {
    if !oracle::is_there("coqc") || !oracle::is_there("ocamlopt") {
        return;
    }
    let folder = theory().0;
    let coq = |text: &str| {
        fs::write(folder.join("letters.v"), text).unwrap();
        let mut coqc = Command::new("coqc");
        coqc.current_dir(&folder).args(["-Q", ".", "Bouton", "letters.v"]).output().unwrap()
    };
    for text in certificates().iter().step_by(9) {
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
}

#[test]
fn laws_with_letters_are_accepted() {
    let Some(program) = program() else { return };
    let certificates = certificates();
    assert!(certificates.len() > 30, "only {}", certificates.len());
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
    for text in certificates() {
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
    let two = lower(&seal(&body.replace("heaps 1\n", "heaps 2\n")));
    assert!(matches!(two, Err(LowerError::NotCovered(_))), "{two:?}");
    let without = lower(&seal(&body.replace("| for all m where m >= 1\n", "| let m = 3\n")));
    assert!(matches!(without, Err(LowerError::Rules(_) | LowerError::Decode(_))), "{without:?}");
}

//! `bouton emit`.

use crate::program::{certificate, json, run};

#[test]
fn programs_name_the_certificate_that_proves_their_law() {
    let path = certificate("emit.cert", &["heaps 1; move take 1..3 from 1 heap"]);
    let text = std::fs::read_to_string(&path).unwrap();
    let identity = text.lines().last().unwrap().strip_prefix("id ").unwrap();
    for language in ["rust", "python", "c", "javascript"] {
        let (status, document) = json(&["emit", &path, "--lang", language]);
        assert_eq!((status, &document["certificate"]), (0, &identity.into()), "{language}");
        assert!(document["code"].as_str().unwrap().contains(identity), "{language}");
    }
    std::fs::remove_file(path).unwrap();
}

#[test]
fn closed_forms_are_code_that_a_person_would_write() {
    let three = run(&["emit", "take-three", "--lang", "python"]).stdout;
    assert!(three.contains("return [0, 1, 1, 1][h1 % 4]"), "{three}");
    let nim = run(&["emit", "nim", "--heaps", "3", "--value", "grundy", "--lang", "rust"]).stdout;
    assert!(nim.contains("return Ok(h1 ^ h2 ^ h3);"), "{nim}");
    let rows = run(&["emit", "two-in-total", "--lang", "c"]).stdout;
    assert!(rows.contains("number remainder = (h1 % 3 + h2 % 3 + h3 % 3 + h4 % 3) % 3;"), "{rows}");
    for program in [three, nim, rows] {
        assert!(!program.to_lowercase().contains("next"), "{program}");
    }
    // Moore's moves have no known description one by one: the automaton is emitted.
    let moore = run(&["emit", "moore", "--lang", "python"]).stdout;
    assert!(moore.contains("NEXT = [") && moore.contains("def search("), "{moore}");
}

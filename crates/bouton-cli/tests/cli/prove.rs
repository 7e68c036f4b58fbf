//! `bouton prove`, `bouton explain` and `bouton emit`.

use serde_json::json;

use crate::program::{certificate, json, run, temporary};

/// Every game here is proved from its rules alone, and its certificate is accepted by `bouton check`.
#[test]
fn proved_laws_are_accepted() {
    let games: [&[&str]; 16] = [
        &["two-in-total"],
        &["two-in-total", "--value", "grundy"],
        &["take-three"],
        &["nim", "--heaps", "2"],
        &["nim", "--heaps", "3"],
        &["nim", "--heaps", "5"],
        &["nim", "--heaps", "3", "--value", "grundy"],
        &["misere-nim", "--heaps", "3"],
        &["heaps 3; move take any from at most 2 heaps"],
        &["moore"],
        &["small-pass"],
        &["podium-nim", "--heaps", "2"],
        &["podium-nim", "--heaps", "4"],
        &["heaps 2; move take 1..2 from 1 heap; players 3 podium"],
        &["heaps 2; move take 1..2 from 1 heap; players 3 coalition"],
        &["kayles", "--value", "grundy"],
    ];
    for (number, arguments) in games.iter().enumerate() {
        let path = certificate(&format!("proved-{number}.cert"), arguments);
        let (status, document) = json(&["check", &path]);
        assert_eq!((status, &document["accepted"]), (0, &json!(true)), "{arguments:?}: {document}");
        assert!(document["claim"].as_str().unwrap().ends_with('.'));
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn the_document_has_theorem_and_certificate() {
    let (status, document) = json(&["prove", "nim", "--heaps", "2"]);
    assert_eq!((status, &document["status"], &document["states"]), (0, &json!("proved"), &json!(2)));
    assert!(document["theorem"].as_str().unwrap().starts_with("Theorem."));
    assert!(document["certificate"].as_str().unwrap().starts_with("bouton certificate 1\n"));
    assert!(document["counterexample"].is_null());
}

#[test]
fn a_certificate_can_go_to_standard_output() {
    let found = run(&["prove", "take-three", "-o", "-"]);
    assert!(found.stdout.starts_with("bouton certificate 1\n"));
    assert!(found.stderr.starts_with("Theorem."));
}

#[test]
fn nothing_is_written_without_a_proof() {
    let path = temporary("none.cert");
    assert_eq!(
        run(&["prove", "wythoff", "--numeration", "2", "--time", "500ms", "-o", path.to_str().unwrap()])
            .status,
        3
    );
    assert!(!path.exists());
}

#[test]
fn a_wrong_claim_is_refuted_with_a_position() {
    let law = certificate("claim.cert", &["take-three"]);
    let (status, document) = json(&["prove", "heaps 1; move take 1..4 from 1 heap", "--claim", &law]);
    assert_eq!((status, &document["status"]), (1, &json!("refuted")));
    assert_eq!(document["counterexample"], json!({ "position": "4", "claimed": "P", "value": "N" }));
    // The same law holds for the same moves written in another way.
    let (status, document) = json(&["prove", "heaps 1; move take {1,2,3} from 1 heap", "--claim", &law]);
    assert_eq!((status, &document["status"]), (0, &json!("proved")));
    // The law has one track, this game two coordinates.
    assert_eq!(run(&["prove", "wythoff", "--claim", &law]).status, 2);
    std::fs::remove_file(law).unwrap();
}

#[test]
fn wrong_claims_of_grundy_values_and_of_passes_are_refuted() {
    let law = certificate("claim-grundy.cert", &["nim", "--heaps", "2", "--value", "grundy"]);
    let (status, document) = json(&["prove", "wythoff", "--claim", &law]);
    assert_eq!((status, &document["status"]), (1, &json!("refuted")));
    assert_eq!(document["counterexample"]["position"], "1,1");
    std::fs::remove_file(law).unwrap();
    let law = certificate("claim-pass.cert", &["small-pass"]);
    let changed = "heap sizes 1..4; move take 1..3 from 1 heap; pass 1 unless empty";
    let (status, document) = json(&["prove", changed, "--claim", &law]);
    assert_eq!((status, &document["status"]), (1, &json!("refuted")), "{document}");
    std::fs::remove_file(law).unwrap();
}

#[test]
fn laws_are_explained_and_emitted() {
    let law = certificate("explained.cert", &["nim", "--heaps", "3"]);
    for format in ["text", "markdown", "latex", "html", "typst", "json", "dot", "svg"] {
        let found = run(&["explain", &law, "--format", format]);
        assert_eq!(found.status, 0, "{}", found.stderr);
        assert!(!found.stdout.trim().is_empty());
    }
    for language in ["rust", "python", "c", "javascript"] {
        let (status, document) = json(&["emit", &law, "--lang", language]);
        assert_eq!((status, &document["language"]), (0, &json!(language)));
        let id = document["certificate"].as_str().unwrap();
        assert!(document["code"].as_str().unwrap().contains(id));
    }
    std::fs::remove_file(law).unwrap();
}

/// Values that repeat from 0 on are claimed from 0 on; those of 4.7 (0, 1, 2, 1, 2, …) are not.
#[test]
fn periods_without_a_preperiod_are_proved() {
    for (code, length, from) in [("0.7", 2, 0), ("0.13", 4, 0), ("hexadecimal 0.f", 2, 0), ("4.7", 2, 1)] {
        let (status, document) = json(&["prove", code]);
        assert_eq!((status, &document["status"]), (0, &json!("proved")), "{code}");
        let theorem = document["theorem"].as_str().unwrap();
        assert!(theorem.contains(&format!("g(n + {length}) = g(n) for all n ≥ {from},")), "{theorem}");
    }
    let (status, document) = json(&["explain", "kayles"]);
    assert_eq!((status, &document["period"], &document["preperiod"]), (0, &json!(12), &json!(71)));
}

/// With a saltus: the proof, its explanation, and answers based on it. 0.8 has g(n) = ⌊(n - 1) /
/// 3⌋.
#[test]
fn values_that_rise_are_proved() {
    let law = temporary("rising.cert");
    let (status, document) = json(&["prove", "hexadecimal 0.8", "-o", law.to_str().unwrap()]);
    assert_eq!((status, &document["status"]), (0, &json!("proved")));
    let theorem = document["theorem"].as_str().unwrap();
    assert!(theorem.contains("g(n + 3) = g(n) + 1 for all n ≥ 1,"), "{theorem}");
    assert!(std::fs::read_to_string(&law).unwrap().contains("\nperiod 3 from 1 saltus 1\nvalues 0,0,0,0\n"));
    assert_eq!(run(&["check", law.to_str().unwrap()]).status, 0);
    let (_, explained) = json(&["explain", law.to_str().unwrap()]);
    assert_eq!((&explained["period"], &explained["preperiod"]), (&json!(3), &json!(1)));
    let large = format!("1{}", "0".repeat(30));
    for using in [&[][..], &["--using", law.to_str().unwrap()]] {
        for (position, outcome) in
            [(large.clone(), "N"), (format!("{large},{large}"), "P"), (format!("{large},7"), "N")]
        {
            let arguments = [&["solve", "hexadecimal 0.8", position.as_str()], using].concat();
            let (status, document) = json(&arguments);
            assert_eq!(
                (status, &document["outcome"]),
                (0, &json!(outcome)),
                "{position} {using:?} {document}"
            );
        }
        let arguments = [&["solve", "hexadecimal 0.8", large.as_str()], using].concat();
        assert_eq!(json(&arguments).1["grundy"].to_string().trim_matches('"'), "3".repeat(30));
    }
    let text = run(&["solve", "hexadecimal 0.8", &large]).stdout;
    assert!(text.contains("g(n + 3) = g(n) + 1 for all n ≥ 1"), "{text}");
    std::fs::remove_file(law).unwrap();
}

/// A link is followed, a pipe is written to, and neither is replaced.
#[cfg(unix)]
#[test]
fn links_stay_links() {
    let (target, link) = (temporary("linked.cert"), temporary("link.cert"));
    let _ = (std::fs::remove_file(&link), std::fs::write(&target, "before"));
    std::os::unix::fs::symlink(&target, &link).unwrap();
    assert_eq!(run(&["prove", "take-three", "-o", link.to_str().unwrap()]).status, 0);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(std::fs::read_to_string(&target).unwrap().starts_with("bouton certificate 1\n"));
    for path in [target, link] {
        std::fs::remove_file(path).unwrap();
    }
}

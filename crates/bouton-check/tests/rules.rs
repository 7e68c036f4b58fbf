//! The rules of certificates are canonical text, and errors in them have a place.

use std::{fs, path::Path};

use bouton_canonical::Rules;
use bouton_check::{Step, check};
use bouton_rules::Game;

/// The certificates of the repository, by their names.
fn certificates() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in ["crates/bouton-game/certificates", "certificates", "atlas/certs"] {
        for file in fs::read_dir(root.join(folder)).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "cert") {
                found.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found
}

fn rules(certificate: &str) -> String {
    certificate.lines().filter_map(|line| line.strip_prefix("| ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_rules_of_every_certificate_are_canonical() {
    let certificates = certificates();
    assert!(certificates.len() > 90, "only {}", certificates.len());
    for (name, text) in &certificates {
        let rules = rules(text);
        let strict = Rules::read(&rules).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(*Game::parse(&rules).unwrap(), strict, "{name}");
    }
}

#[test]
fn the_first_place_where_rules_are_not_canonical_is_named() {
    let (_, nim) = certificates().into_iter().find(|(name, _)| name.ends_with("nim-2.cert")).unwrap();
    let reason = |line: &str| {
        let rules = format!("| {}\n", rules(&nim).lines().last().unwrap());
        let changed = nim.replace(&rules, &format!("| {line}\n"));
        let body = &changed[..changed.rfind("id sha256:").unwrap()];
        let sealed = format!("{body}id {}\n", bouton_cert::Identity::of(body));
        let refused = check(&sealed).unwrap_err();
        assert_eq!(refused.step, Step::Rules, "{refused}");
        refused.reason
    };
    for (line, expected) in [
        ("take any from 1 heap", ":1: this is not canonical text of rules"),
        ("move take any from one pile", ":20: this is not canonical text of rules"),
        ("move take any from 1 heap when h9 > 1", ":32: E0205: `h9` is not known here"),
    ] {
        assert!(reason(line).ends_with(expected), "{line}: {}", reason(line));
    }
}

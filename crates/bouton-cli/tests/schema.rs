//! The JSON schema: generated from the types, current in docs/, and valid for every document shown
//! there.

use std::{fs, path::Path};

use bouton::ask::{Buffer, commands, schema};
use serde_json::{Value, json};

fn docs() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// With `BOUTON_UPDATE_SCHEMA=1` the file is rewritten.
#[test]
fn the_schema_in_the_docs_is_that_of_the_types() {
    let path = docs().join("schema.json");
    let expected = format!("{}\n", serde_json::to_string_pretty(&schema()).unwrap());
    if std::env::var_os("BOUTON_UPDATE_SCHEMA").is_some() {
        fs::write(&path, &expected).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "docs/schema.json is not current: run with BOUTON_UPDATE_SCHEMA=1");
}

/// The schema of one document.
fn definition(name: &str) -> Value {
    let mut whole = schema();
    whole.as_object_mut().unwrap().remove("anyOf");
    whole["$ref"] = json!(format!("#/$defs/{name}"));
    whole
}

/// The command of a transcript line: the word after the program's name.
fn command_of(line: &str) -> &str {
    let after = line.split("bouton ").nth(1).unwrap_or_default();
    after.split_whitespace().next().unwrap_or_default()
}

#[test]
fn documented_examples_validate() {
    let text = fs::read_to_string(docs().join("json.md")).unwrap();
    let register = commands::<Buffer>();
    let (mut command, mut examples) = ("", 0);
    for line in text.lines() {
        if let Some(written) = line.strip_prefix("$ ") {
            command = command_of(written);
        }
        if !line.starts_with('{') {
            continue;
        }
        examples += 1;
        // Parts that differ from run to run are omitted in the page: a number, or the end of a
        // text.
        let filled = line.replace(":[..]", ":0.5").replace("[..]", "");
        let document: Value = serde_json::from_str(&filled).unwrap();
        let questions = register.iter().filter(|known| known.name.split(' ').next() == Some(command));
        let mut known: Vec<String> =
            questions.flat_map(|known| known.documents).map(|document| document.name()).collect();
        // Commands that are not questions.
        known.extend(["Error", "Play", "Completions", "Manual"].map(str::to_owned));
        let fits = known
            .iter()
            .any(|name| jsonschema::validator_for(&definition(name)).unwrap().is_valid(&document));
        assert!(fits, "`{command}`: {line} is none of {known:?}");
    }
    assert!(examples >= 20, "only {examples} examples were found");
}

#[test]
fn wrong_documents_do_not_validate() {
    let check = jsonschema::validator_for(&definition("Check")).unwrap();
    let right = json!({
        "accepted": false, "claim": null, "step": "decode", "reason": "…", "rules": null, "certificate": null,
    });
    assert!(check.is_valid(&right));
    for (field, wrong) in [("accepted", json!("no")), ("step", json!(3)), ("reason", json!([]))] {
        let mut document = right.clone();
        document[field] = wrong;
        assert!(!check.is_valid(&document), "{field}");
    }
    let mut missing = right;
    missing.as_object_mut().unwrap().remove("accepted");
    assert!(!check.is_valid(&missing));
}

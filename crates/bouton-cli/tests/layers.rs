//! The program depends on the library `bouton` alone: it parses arguments, calls the library, and
//! renders.

use std::{
    fs,
    path::{Path, PathBuf},
};

fn sources(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
}

fn program() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    assert!(found.len() > 40, "only {} files were found", found.len());
    found
}

#[test]
fn the_program_asks_the_library_alone() {
    let engines = ["bouton_prove", "bouton_solve", "bouton::prove::", "bouton::solve::", "json!"];
    for (path, text) in program() {
        for engine in engines {
            assert!(!text.contains(engine), "{} has {engine}", path.display());
        }
    }
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).unwrap();
    assert!(!manifest.contains("bouton-prove") && !manifest.contains("bouton-solve"));
}

/// `cargo build` and `cargo test` do not need Python, and include all other crates.
#[test]
fn every_crate_but_the_extension_is_built_by_default() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    // Only the list is searched: dependencies have the same paths.
    let (_, list) = manifest.split_once("default-members = [").unwrap();
    let (list, _) = list.split_once(']').unwrap();
    for entry in fs::read_dir(root.join("crates")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_default = list.contains(&format!("\"crates/{name}\","));
        assert_eq!(is_default, name != "bouton-py", "{name}");
    }
}

#[test]
fn every_crate_is_in_the_table_of_the_architecture() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/design/architecture.md")).unwrap();
    for entry in fs::read_dir(root.join("crates")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(page.contains(&format!("\n| `{name}` |")), "{name} is not in docs/design/architecture.md");
    }
}

//! The theory, compiled for tests, and the certificates of this repository.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder of a compiled theory.
pub(crate) struct Theory(pub(crate) PathBuf);

impl Theory {
    /// The program that Coq has extracted.
    #[allow(dead_code, reason = "not every test needs it")]
    pub(crate) fn program(&self) -> PathBuf {
        self.0.join("built/bouton-check-verified")
    }
}

/// The theory, compiled in a folder of its own, and what is extracted from it. Each program of tests
/// asks for it once, and no two of them run at the same time.
pub(crate) fn theory() -> Theory {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("coq");
    fs::create_dir_all(&folder).unwrap();
    for entry in fs::read_dir(root().join("coq")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file()
            && path.extension().is_none_or(|ending| ["v", "ml", "sh"].iter().any(|e| ending == *e))
        {
            // What is the same as before is compiled already.
            let (text, copy) = (fs::read(&path).unwrap(), folder.join(path.file_name().unwrap()));
            if fs::read(&copy).ok().as_ref() != Some(&text) {
                fs::write(&copy, text).unwrap();
            }
        }
    }
    let output = Command::new("bash").current_dir(&folder).args(["verified.sh", "built"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Theory(folder)
}

/// All certificates of this repository, with their names.
pub(crate) fn certificates() -> Vec<(String, String)> {
    let mut certificates = Vec::new();
    for folder in ["crates/bouton-game/certificates", "certificates"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "cert") {
                let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
                certificates.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    certificates.sort();
    certificates
}

/// Those that take Coq more than a few seconds.
#[allow(dead_code, reason = "not every test needs it")]
pub(crate) fn slow() -> BTreeSet<String> {
    fs::read_to_string(root().join("coq/slow.txt")).unwrap().lines().map(str::to_owned).collect()
}

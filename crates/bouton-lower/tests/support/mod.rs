//! The theory, compiled for tests, and the certificates of this repository.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

use bouton_testdata::oracle;

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

/// The theory, compiled in a folder of its own, and the program extracted from it. Each test program requests
/// it once, and no two of them run at the same time.
pub(crate) fn theory() -> Theory {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("coq");
    fs::create_dir_all(&folder).unwrap();
    for entry in fs::read_dir(root().join("coq")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file()
            && path.extension().is_none_or(|ending| ["v", "ml", "sh"].iter().any(|e| ending == *e))
        {
            // Files that are the same as before are compiled already.
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
#[allow(dead_code, reason = "not every test needs it")]
pub(crate) fn certificates() -> Vec<(String, String)> {
    let mut certificates = certificates_in("crates/bouton-game/certificates");
    certificates.extend(certificates_in("certificates"));
    certificates.sort();
    certificates
}

/// Certificates of every other kind that has theorems: claims for every number of heaps, misère quotients.
#[allow(dead_code, reason = "not every test needs it")]
pub(crate) fn other_claims() -> Vec<(String, String)> {
    let mut certificates = certificates_in("crates/bouton-lower/tests/data");
    certificates.sort();
    certificates
}

fn certificates_in(folder: &str) -> Vec<(String, String)> {
    let mut certificates = Vec::new();
    for entry in fs::read_dir(root().join(folder)).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "cert") {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            certificates.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
    certificates
}

/// A small deterministic generator (Marsaglia, *Xorshift RNGs*, 2003).
#[allow(dead_code, reason = "not every test needs it")]
pub(crate) struct Random(pub(crate) u64);

#[allow(dead_code, reason = "not every test needs it")]
impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % bound
    }

    pub(crate) fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

/// The program that Coq has extracted; `None` without `coqc` and `ocamlopt` on the path.
#[allow(dead_code, reason = "not every test needs it")]
pub(crate) fn program() -> Option<PathBuf> {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let there = ["coqc", "ocamlopt"].map(oracle::is_there);
    there.iter().all(|&there| there).then(|| BUILT.get_or_init(|| theory().program()).clone())
}

/// The program's verdicts on theorems, in their order; one run for all.
#[allow(dead_code, reason = "not every test needs it")]
pub(crate) fn verdicts(program: &PathBuf, name: &str, theorems: &[String]) -> Vec<String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let mut command = Command::new(program);
    for (number, theorem) in theorems.iter().enumerate() {
        let path = folder.join(format!("{number}.v"));
        fs::write(&path, theorem).unwrap();
        command.arg(path);
    }
    let output = command.output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let verdicts: Vec<String> =
        said.lines().map(|line| line.split_once(": ").unwrap().1.to_owned()).collect();
    assert_eq!(verdicts.len(), theorems.len(), "{}", String::from_utf8_lossy(&output.stderr));
    let all = verdicts.iter().all(|verdict| verdict == "accepted");
    assert_eq!(output.status.success(), all, "{said}");
    verdicts
}

/// The certificates that take Coq more than a few seconds.
#[allow(dead_code, reason = "not every test needs it")]
pub(crate) fn slow() -> BTreeSet<String> {
    fs::read_to_string(root().join("coq/slow.txt")).unwrap().lines().map(str::to_owned).collect()
}

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

/// The folder of the theory, with the program extracted from it. The first test that asks for it has it compiled, and
/// the others wait.
pub(crate) fn theory() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("coq");
        copy_theory(&folder);
        let output =
            Command::new("bash").current_dir(&folder).args(["verified.sh", "built"]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        folder
    })
}

/// Copies the files that differ. A new folder begins with what is compiled beside the sources.
fn copy_theory(folder: &Path) {
    let is_new = !folder.exists();
    fs::create_dir_all(folder).unwrap();
    let changed = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    let mut compiled = Vec::new();
    for entry in fs::read_dir(root().join("coq")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file()
            && path.extension().is_none_or(|ending| ["v", "ml", "sh"].iter().any(|e| ending == *e))
        {
            let (text, copy) = (fs::read(&path).unwrap(), folder.join(path.file_name().unwrap()));
            if fs::read(&copy).ok().as_ref() != Some(&text) {
                fs::write(&copy, text).unwrap();
            }
            let object = path.with_extension("vo");
            if is_new && changed(&object) > changed(&path) {
                compiled.push(object);
            }
        }
    }
    // After all sources, so that they are newer.
    for object in compiled {
        fs::copy(&object, folder.join(object.file_name().unwrap())).unwrap();
    }
}

/// All certificates of this repository, with their names.
pub(crate) fn certificates() -> Vec<(String, String)> {
    let mut certificates = certificates_in("crates/bouton-game/certificates");
    certificates.extend(certificates_in("certificates"));
    certificates.sort();
    certificates
}

/// Certificates of every other kind that has theorems: claims for every number of heaps, misère quotients.
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
pub(crate) struct Random(pub(crate) u64);

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
pub(crate) fn program() -> Option<PathBuf> {
    let there = ["coqc", "ocamlopt"].map(oracle::is_there);
    there.iter().all(|&there| there).then(|| theory().join("built/bouton-check-verified"))
}

/// The program's verdicts on theorems, in their order; one run for all.
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
pub(crate) fn slow() -> BTreeSet<String> {
    fs::read_to_string(root().join("coq/slow.txt")).unwrap().lines().map(str::to_owned).collect()
}

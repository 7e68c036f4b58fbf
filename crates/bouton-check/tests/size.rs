//! The checker stays small: whoever doubts one kind of claim has at most 1,000 lines to read.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// The most lines for one kind of claim that are neither blank, nor a comment, nor a test.
const MOST_LINES: usize = 1_000;

/// These files choose between the kinds of claims, so they mention all of them.
const CHOOSING: [&str; 3] = ["lib.rs", "check.rs", "law.rs"];
/// Where the kinds part: for each, the files that it begins with. Digits other than binary ones are one thing more to
/// show, and so it is that where only some positions exist moves lead to those.
const KINDS: [(&str, &[&str]); 6] = [
    ("a law by strategies", &["law.rs", "by_strategies.rs"]),
    ("a law by windows", &["law.rs", "window.rs"]),
    ("a period", &["period.rs"]),
    ("a quotient", &["quotient.rs"]),
    ("that digits are those of all numbers", &["numeration.rs"]),
    ("that moves lead to positions that exist", &["closed.rs"]),
];

/// The code of each file, by its path in `src`.
fn sources() -> BTreeMap<String, String> {
    fn collect(folder: &Path, root: &Path, found: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, root, found);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap();
            let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
            let lines: Vec<&str> = code.lines().filter(is_code).collect();
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            found.insert(name, lines.join("\n"));
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = BTreeMap::new();
    collect(&root, &root, &mut found);
    found
}

/// Whether `code` uses the module of `file`: `module::item`, `use …{module, …}`.
fn mentions(code: &str, file: &str) -> bool {
    let module = file.trim_end_matches(".rs").rsplit('/').next().unwrap();
    let part_of_a_name = |letter: char| letter.is_alphanumeric() || "_.\"`".contains(letter);
    code.match_indices(module).any(|(place, _)| {
        let after = &code[place + module.len()..];
        let before = code[..place].chars().next_back();
        before.is_none_or(|letter| !part_of_a_name(letter))
            && (after.starts_with("::") || in_a_use(code, place, after))
    })
}

/// Whether a place lies in the braces of `use …{…};`.
fn in_a_use(code: &str, place: usize, after: &str) -> bool {
    let statement = code[..place].rfind(';').map_or(0, |end| end + 1);
    after.starts_with([',', '}']) && code[statement..place].trim_start().starts_with("use ")
}

/// All files that a kind of claim needs: its own, what these mention, and what chooses.
fn needed<'a>(files: &'a BTreeMap<String, String>, own: &[&str]) -> BTreeSet<&'a str> {
    let choices: BTreeSet<&str> = KINDS.iter().flat_map(|(_, files)| files.iter().copied()).collect();
    let begins = |file: &&str| *file == "lib.rs" || own.contains(file);
    let mut open: Vec<&str> = files.keys().map(String::as_str).filter(begins).collect();
    let mut needed = BTreeSet::new();
    while let Some(file) = open.pop() {
        if needed.insert(file) {
            let chosen = |other: &str| !CHOOSING.contains(&file) || !choices.contains(other);
            let follows = |other: &&str| chosen(other) && mentions(&files[file], other);
            open.extend(files.keys().map(String::as_str).filter(follows));
        }
    }
    needed
}

#[test]
fn each_kind_of_claim_has_few_lines_to_read() {
    let files = sources();
    let mut read = BTreeSet::new();
    for (kind, own) in KINDS {
        assert!(own.iter().all(|file| files.contains_key(*file)), "{kind}: a file is missing");
        let needed = needed(&files, own);
        let lines: usize = needed.iter().map(|file| files[*file].lines().count()).sum();
        println!("{kind}: {lines} lines in {needed:?}");
        assert!(lines <= MOST_LINES, "{kind}: {lines} lines in {needed:?}");
        read.extend(needed);
    }
    let all: BTreeSet<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(read, all, "files that belong to no kind of claim");
}

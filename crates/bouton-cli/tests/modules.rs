//! Modules of a crate do not import each other in a circle.
//!
//! The imports are read from the text: `use crate::…` and paths that begin with `crate::`, with the
//! names that `lib.rs` or `main.rs` re-exports. Tests and comments do not count.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// For each top module of a crate, the modules that it names.
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// The code of each file of a crate, by its path in `src` without the extension.
fn sources(folder: &Path, root: &Path, found: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, root, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]\nmod").next().unwrap();
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            let name = path.strip_prefix(root).unwrap().with_extension("");
            found.insert(name.to_str().unwrap().replace('\\', "/"), lines.collect::<Vec<_>>().join("\n"));
        }
    }
}

/// All paths of a `use` tree: `a::{b, c::d}` has `a::b` and `a::c::d`.
fn paths(tree: &str, before: &str, found: &mut Vec<String>) {
    let tree = tree.trim();
    let Some(brace) = tree.find('{') else {
        let path = tree.split(" as ").next().unwrap();
        found.push(format!("{before}{path}").split_whitespace().collect());
        return;
    };
    let head = format!("{before}{}", &tree[..brace]);
    let (mut depth, mut part) = (0, String::new());
    for letter in tree[brace + 1..tree.rfind('}').unwrap()].chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        if letter == ',' && depth == 0 {
            paths(&std::mem::take(&mut part), &head, found);
        } else {
            part.push(letter);
        }
    }
    if !part.trim().is_empty() {
        paths(&part, &head, found);
    }
}

/// The statements `BEGINNING…;` of a text, without beginning and semicolon.
fn statements<'a>(text: &'a str, beginning: &'a str) -> impl Iterator<Item = &'a str> {
    text.match_indices(beginning).filter_map(move |(place, _)| {
        let rest = &text[place + beginning.len()..];
        rest.find(';').map(|end| &rest[..end])
    })
}

/// The modules that each module of a crate names.
fn arrows(text: &BTreeMap<String, String>) -> Arrows {
    let top_of = |name: &str| name.split('/').next().unwrap().to_owned();
    let roots = ["lib", "main"];
    let tops: BTreeSet<String> =
        text.keys().map(|name| top_of(name)).filter(|top| !roots.contains(&top.as_str())).collect();
    // The module in which a re-exported name is defined.
    let mut owner: BTreeMap<String, String> = BTreeMap::new();
    for root in roots.iter().filter_map(|root| text.get(*root)) {
        for beginning in ["pub use ", "pub(crate) use "] {
            let mut found = Vec::new();
            statements(root, beginning).for_each(|tree| paths(tree, "", &mut found));
            for path in found {
                let mut parts = path.split("::").filter(|part| !["crate", "self"].contains(part));
                if let (Some(first), Some(last)) = (parts.next(), parts.last())
                    && tops.contains(first)
                {
                    owner.insert(last.to_owned(), first.to_owned());
                }
            }
        }
    }
    let mut arrows = Arrows::new();
    for (name, code) in text {
        let here = top_of(name);
        if !tops.contains(&here) {
            continue;
        }
        let mut named = Vec::new();
        statements(code, "use crate::").for_each(|tree| paths(tree, "", &mut named));
        if !name.contains('/') {
            statements(code, "use super::").for_each(|tree| paths(tree, "", &mut named));
        }
        // Paths in the middle of the code; `use` trees are paths, too.
        let word = |rest: &str| {
            rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap().to_owned()
        };
        named.extend(code.match_indices("crate::").map(|(place, found)| word(&code[place + found.len()..])));
        for path in named {
            let first = path.split("::").next().unwrap();
            let there = if tops.contains(first) { Some(first) } else { owner.get(first).map(String::as_str) };
            if let Some(there) = there.filter(|there| *there != here) {
                arrows.entry(here.clone()).or_default().insert(there.to_owned());
            }
        }
    }
    arrows
}

/// All modules that can be reached from a module.
fn reached(arrows: &Arrows, from: &str) -> BTreeSet<String> {
    let mut open = vec![from.to_owned()];
    let mut reached = BTreeSet::new();
    while let Some(module) = open.pop() {
        for next in arrows.get(&module).into_iter().flatten() {
            if reached.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    reached
}

#[test]
fn no_modules_import_each_other_in_a_circle() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut wrong, mut modules) = (Vec::new(), 0);
    for entry in fs::read_dir(crates).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let source = path.join("src");
        let mut text = BTreeMap::new();
        sources(&source, &source, &mut text);
        let arrows = arrows(&text);
        modules += arrows.len();
        let tied = arrows.keys().filter(|module| reached(&arrows, module).contains(*module));
        wrong.extend(tied.map(|module| format!("{name}: {module} -> {:?}", arrows[module])));
    }
    assert!(modules > 150, "only {modules} modules were found to import others");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_circle_is_found() {
    let text = [
        ("lib", "mod a;\nmod b;\nmod c;\npub use b::{Thing, Other as Name};"),
        ("a", "use crate::Thing;"),
        ("b", "use crate::{c::{self, Item}, x};"),
        ("c/inner", "fn f() -> crate::a::A { todo!() }"),
    ];
    let text = text.map(|(name, code)| (name.to_owned(), code.to_owned())).into();
    let arrows = arrows(&text);
    assert_eq!(arrows["a"], BTreeSet::from(["b".to_owned()]));
    assert_eq!(reached(&arrows, "a"), ["a", "b", "c"].map(str::to_owned).into());
}

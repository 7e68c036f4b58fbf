//! Every link between the pages of the documentation leads to a file, and to a heading of it.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

/// The Markdown pages below `folder`, without those of build folders and packages.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if name.starts_with('.') || ["target", "node_modules"].contains(&name) {
            continue;
        }
        if path.is_dir() {
            pages(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

/// The lines outside of fenced and indented blocks of code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence && !line.starts_with("    ")
    })
}

/// The anchors of the headings of a page, as GitHub makes them.
fn anchors(text: &str) -> HashSet<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let heading = line.trim_start_matches('#').trim().to_lowercase();
            let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

/// The targets of the links of a page, without those to other sites.
fn targets(text: &str) -> Vec<String> {
    let text: Vec<&str> = prose(text).collect();
    let text = text.join("\n");
    let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    links.filter(|link| !link.contains("://")).map(str::to_owned).collect()
}

#[test]
fn links_lead_to_files_and_headings() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = Vec::new();
    pages(&root, &mut all);
    let (mut links, mut wrong) = (0, Vec::new());
    for page in &all {
        let text = fs::read_to_string(page).unwrap();
        for link in targets(&text) {
            links += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            let leads = if anchor.is_empty() {
                target.exists()
            } else {
                fs::read_to_string(&target).is_ok_and(|text| anchors(&text).contains(anchor))
            };
            if !leads {
                wrong.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "these links lead nowhere:\n{}", wrong.join("\n"));
    assert!(links > 150, "only {links} links were found");
}

/// The index of the program's pages leads to each of them.
#[test]
fn the_index_leads_to_every_page_of_the_program() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let linked = targets(&fs::read_to_string(docs.join("cli.md")).unwrap());
    let mut pages_of_tasks = Vec::new();
    pages(&docs.join("cli"), &mut pages_of_tasks);
    assert!(!pages_of_tasks.is_empty());
    for page in pages_of_tasks {
        let name = format!("cli/{}", page.file_name().unwrap().to_str().unwrap());
        assert!(linked.contains(&name), "docs/cli.md has no link to {name}");
    }
}

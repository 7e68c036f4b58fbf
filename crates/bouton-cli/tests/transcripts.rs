//! Every transcript in README.md and docs/ is run: the pages show the output of the program.
//!
//! A transcript is a block of the kind `console`. A line `$ COMMAND` is run by
//! `sh` in a folder of the page's own; the lines after it are what the command
//! prints. A line `...` stands for any lines, `[..]` for anything within a line,
//! and `? STATUS` right after the command for an exit status other than 0.
//! With `BOUTON_UPDATE_TRANSCRIPTS=1` the pages are rewritten where they differ.
#![cfg(unix)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// README.md and the pages of docs/, including subfolders.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// Runs a command line in `folder`: its exit status and all it prints.
fn run(command: &str, folder: &Path) -> (i32, String) {
    let programs = Path::new(env!("CARGO_BIN_EXE_bouton")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1 </dev/null")])
        .current_dir(folder)
        .env("PATH", path)
        .output()
        .unwrap();
    (output.status.code().unwrap_or(-1), String::from_utf8(output.stdout).unwrap())
}

/// Whether a line matches the expected one; `[..]` stands for anything.
fn line_matches(expected: &str, found: &str) -> bool {
    let mut parts = expected.split("[..]");
    let Some(mut rest) = parts.next().and_then(|first| found.strip_prefix(first)) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(place) => rest = &rest[place + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Whether the lines match the expected ones; `...` stands for any lines.
fn lines_match(expected: &[&str], found: &[&str]) -> bool {
    match expected.split_first() {
        None => found.is_empty(),
        Some((&"...", rest)) => (0..=found.len()).any(|skipped| lines_match(rest, &found[skipped..])),
        Some((first, rest)) => found
            .split_first()
            .is_some_and(|(line, others)| line_matches(first, line) && lines_match(rest, others)),
    }
}

/// Runs the transcripts of a page; returns the corrected page, and the number of commands.
fn replay(page: &Path) -> (String, usize) {
    let name = page.file_stem().unwrap().to_str().unwrap();
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("transcript-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let text = fs::read_to_string(page).unwrap();
    let (mut fixed, mut commands, mut inside) = (String::new(), 0, false);
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        fixed.push_str(line);
        fixed.push('\n');
        match line {
            "```console" => inside = true,
            _ if line.starts_with("```") => inside = false,
            _ => {}
        }
        let Some(command) = line.strip_prefix("$ ").filter(|_| inside) else { continue };
        commands += 1;
        let mut expected_status = 0;
        if let Some(status) = lines.peek().and_then(|next| next.strip_prefix("? ")) {
            expected_status = status.trim().parse().unwrap();
            lines.next();
        }
        let mut expected = Vec::new();
        while let Some(next) = lines.next_if(|next| !next.starts_with("$ ") && !next.starts_with("```")) {
            expected.push(next);
        }
        // These lines are the output of a program without Parquet.
        if cfg!(feature = "parquet") && command.contains("--format parquet") {
            let status = (expected_status != 0).then(|| format!("? {expected_status}"));
            for line in status.iter().map(String::as_str).chain(expected) {
                fixed.push_str(line);
                fixed.push('\n');
            }
            continue;
        }
        let (status, output) = run(command, &folder);
        let blanks = expected.iter().rev().take_while(|line| line.is_empty()).count();
        let shown = &expected[..expected.len() - blanks];
        let found: Vec<&str> = output.trim_end().lines().collect();
        if status != 0 {
            fixed.push_str(&format!("? {status}\n"));
        }
        let right = status == expected_status && lines_match(shown, &found);
        for line in if right { shown } else { &found } {
            fixed.push_str(line);
            fixed.push('\n');
        }
        (0..blanks).for_each(|_| fixed.push('\n'));
    }
    fs::remove_dir_all(&folder).unwrap();
    (fixed, commands)
}

#[test]
fn transcripts_show_what_the_program_says() {
    let update = std::env::var_os("BOUTON_UPDATE_TRANSCRIPTS").is_some();
    let (mut commands, mut wrong) = (0, Vec::new());
    for page in pages() {
        let (fixed, count) = replay(&page);
        commands += count;
        let text = fs::read_to_string(&page).unwrap();
        if fixed == text {
            continue;
        }
        if update {
            fs::write(&page, &fixed).unwrap();
            continue;
        }
        let different = text.lines().zip(fixed.lines()).enumerate().find(|(_, (old, new))| old != new);
        wrong.push(format!("{}: {different:?}", page.display()));
    }
    assert!(
        wrong.is_empty(),
        "run with BOUTON_UPDATE_TRANSCRIPTS=1 and look at the difference:\n{}",
        wrong.join("\n")
    );
    assert!(commands > 30, "only {commands} transcripts were found");
}

/// Splits a command line as a shell does, for words and single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let (mut quoted, mut open) = (false, false);
    for character in line.chars() {
        match character {
            '\'' => {
                quoted = !quoted;
                if !open {
                    words.push(String::new());
                    open = true;
                }
            }
            ' ' if !quoted => open = false,
            other => {
                if !open {
                    words.push(String::new());
                    open = true;
                }
                if let Some(word) = words.last_mut() {
                    word.push(other);
                }
            }
        }
    }
    words
}

/// Each row of docs/sources.md ends with a command that a reader can run.
#[test]
fn commands_of_the_sources_run() {
    let text = fs::read_to_string(root().join("docs/sources.md")).unwrap();
    let mut commands = 0;
    for line in text.lines().filter(|line| line.starts_with('|')) {
        for piece in line.split('`').skip(1).step_by(2).filter(|piece| piece.starts_with("bouton ")) {
            let words = words(piece);
            let output = Command::new(env!("CARGO_BIN_EXE_bouton"))
                .args(&words[1..])
                .current_dir(env!("CARGO_TARGET_TMPDIR"))
                .stdin(std::process::Stdio::null())
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "`{piece}`: {said}");
            assert!(!output.stdout.is_empty(), "`{piece}` says nothing");
            commands += 1;
        }
    }
    assert!(commands > 80, "only {commands} commands were found");
}

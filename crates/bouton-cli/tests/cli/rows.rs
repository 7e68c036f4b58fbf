//! `-o` wherever something is printed, `--format` wherever there are rows, and questions about the
//! program itself.

use std::{fs, process::Command};

use crate::program::{run, temporary};

/// Every command with output, and the beginning of its answer.
const ANSWERS: &[(&[&str], &str)] = &[
    (&["solve", "nim", "3,4,5"], "to,outcome,winning,best\n\"0,4,5\",N,false,false\n"),
    (&["table", "nim", "--heaps", "2", "--upto", "1"], "h1,h2,outcome\n0,0,P\n"),
    (&["list", "nim", "--heaps", "3", "--upto", "3", "--lost", "--nonempty"], "h1,h2,h3,outcome\n1,2,3,P\n"),
    (&["count", "wythoff", "--upto", "5"], "upto,P,N\n5,5,31\n"),
    (&["sequence", "kayles", "--upto", "3"], "n,grundy\n0,0\n1,1\n"),
    (&["sum", "nim", "3,4", "kayles", "7"], "game,position,grundy\nnim,\"3,4\",7\n"),
    (&["games"], "name,"),
    (&["suggest", "3"], "h1,h2,h3\n1,2,3\n"),
    (&["nim", "lost", "--heaps", "3", "--largest", "9"], "h1,h2,h3\n1,2,3\n"),
    (&["nim", "triangles"], "triangle\n0\n3\n"),
    (&["podium", "value", "15,14"], "form,players,digits,outcome,linked\n15 14,3,2 2 2 1,O,\n"),
    (&["pass", "table3", "--upto", "1"], "n,m1,m2,m3,m4,outcome\n1,1,0,0,0,N\n"),
    (&["in-total", "lemmas", "0,1,2"], ""),
];

#[test]
fn the_file_says_the_format_where_none_is_given() {
    let table = ["table", "nim", "--heaps", "2", "--upto", "3"];
    for (ending, begins, also) in [
        ("svg", "<svg", &[][..]),
        ("csv", "h1,h2,outcome\n", &[]),
        ("tex", "\\begin{tabular}", &[]),
        ("txt", "h1\\h2", &[]),
        ("svg", "h1,h2,outcome\n", &["--format", "csv"]),
        ("csv", "{", &["--json"]),
    ] {
        let path = temporary(&format!("table.{ending}"));
        let done = run(&[&table[..], &["-o", path.to_str().unwrap()], also].concat());
        assert_eq!(done.status, 0, "{ending}: {}", done.stderr);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with(begins), "{ending}: {text}");
    }
    let path = temporary("quiet.csv");
    let done = run(&["podium", "value", "15,14", "-o", path.to_str().unwrap()]);
    assert_eq!(done.status, 0, "{}", done.stderr);
    assert!(fs::read_to_string(&path).unwrap().starts_with("form,players,"));
}

#[test]
fn every_answer_with_rows_has_forms_for_programs() {
    for (arguments, begins) in ANSWERS {
        let csv = run(&[*arguments, &["--format", "csv"]].concat());
        assert_eq!(csv.status, 0, "{arguments:?}: {}", csv.stderr);
        assert!(csv.stdout.starts_with(begins), "{arguments:?}: {}", csv.stdout);
        let rows = csv.stdout.lines().count() - 1;
        let lines = run(&[*arguments, &["--format", "jsonl"]].concat()).stdout;
        // The rules of a game are several lines within one cell.
        assert!(*arguments == ["games"] || lines.lines().count() == rows, "{arguments:?}: {lines}");
        for line in lines.lines() {
            assert!(serde_json::from_str::<serde_json::Value>(line).unwrap().is_object(), "{line}");
        }
        let latex = run(&[*arguments, &["--format", "latex"]].concat()).stdout;
        assert!(latex.starts_with("\\begin{tabular}{") && latex.ends_with("\\end{tabular}\n"), "{latex}");
        let json = run(&[*arguments, &["--format", "json"]].concat()).stdout;
        assert!(serde_json::from_str::<serde_json::Value>(&json).unwrap().is_object(), "{arguments:?}");
    }
}

#[test]
fn every_answer_goes_to_a_file() {
    let file = temporary("answer");
    let more: [&[&str]; 5] = [
        &["man", "solve"],
        &["completions", "zsh"],
        &["explain", "take-three"],
        &["table", "wythoff", "--upto", "9", "--format", "blocks"],
        &["games", "nim"],
    ];
    for arguments in ANSWERS.iter().map(|(arguments, _)| *arguments).chain(more) {
        let printed = run(arguments).stdout;
        let written = run(&[arguments, &["-o", file.to_str().unwrap()]].concat());
        assert_eq!((written.status, written.stdout.as_str()), (0, ""), "{arguments:?}: {}", written.stderr);
        assert_eq!(fs::read_to_string(&file).unwrap(), printed, "{arguments:?}");
    }
    // A failure leaves the file unchanged, and no other file beside it.
    let before = fs::read(&file).unwrap();
    let failed = run(&["solve", "nim", "3,x", "-o", file.to_str().unwrap()]);
    assert_eq!((failed.status, fs::read(&file).unwrap()), (2, before));
    let beside = fs::read_dir(file.parent().unwrap()).unwrap();
    let name = file.file_name().unwrap().to_str().unwrap().to_owned();
    let beside =
        beside.filter(|entry| entry.as_ref().unwrap().file_name().to_str().unwrap().starts_with(&name));
    assert_eq!(beside.count(), 1);
    fs::remove_file(file).unwrap();
    let nowhere = run(&["games", "-o", "/nowhere/at/all"]);
    assert!(nowhere.status == 2 && nowhere.stderr.contains("/nowhere/at/all cannot be written"));
    assert!(!nowhere.stderr.contains(".part"), "{}", nowhere.stderr);
}

#[test]
fn two_heaps_are_a_grid_and_all_positions_can_be_had() {
    let grid = run(&["table", "wythoff", "--upto", "3"]).stdout;
    assert_eq!(grid, "h1\\h2  0 1 2 3\n    0  P N N N\n    1  N N P N\n    2  N P N N\n    3  N N N N\n");
    let controls =
        run(&["table", "heaps 2; move take 1 from 1 heap; pass 1 unless empty", "--upto", "1"]).stdout;
    assert!(
        controls.starts_with("pass:\nh1\\h2  0 1\n") && controls.contains("\n\nused:\nh1\\h2"),
        "{controls}"
    );
    // A grid that would be wider than a page is not used.
    assert!(run(&["table", "nim", "--heaps", "2", "--upto", "60"]).stdout.starts_with("h1  h2  outcome\n"));
    for (game, sorted, all) in [("wythoff", 15, 25), ("moore", 70, 625), ("counters-and-guards", 25, 25)] {
        let rows = |more: &[&str]| {
            let arguments = [&["table", game, "--upto", "4", "--format", "csv"], more].concat();
            run(&arguments).stdout.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
        };
        let (some, square) = (rows(&[]), rows(&["--square"]));
        assert_eq!((some.len(), square.len()), (sorted, all), "{game}");
        assert!(square.is_sorted() && some.iter().all(|row| square.contains(row)), "{game}");
        // The value of a position is that of its heaps in order.
        for row in &square {
            let (heaps, value) = row.rsplit_once(',').unwrap();
            let mut heaps: Vec<&str> = heaps.split(',').collect();
            if sorted < all {
                heaps.sort_unstable();
            }
            assert!(some.contains(&format!("{},{value}", heaps.join(","))), "{game}: {row}");
        }
    }
}

/// Positions that do not exist are not in any table.
#[test]
fn all_positions_are_those_that_exist() {
    let game = "counters a, b; positions where a >= b; move a -> a - 1 when a > b; move b -> b - 1";
    let csv = run(&["table", game, "--upto", "2", "--square", "--format", "csv"]).stdout;
    let rows: Vec<&str> = csv.lines().skip(1).map(|row| &row[..3]).collect();
    assert_eq!(rows, ["0,0", "1,0", "1,1", "2,0", "2,1", "2,2"]);
}

#[test]
fn positions_and_their_numbers_are_b_files() {
    // The lower and upper Wythoff sequences (OEIS A000201 and A001950, with 0 before).
    let column = |name: &str| {
        let arguments = ["list", "wythoff", "--upto", "20", "--lost", "--format", "bfile", "--column", name];
        let text = run(&arguments).stdout;
        assert!(text.contains("# offset 1\n"), "{text}");
        let terms = text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned);
        terms.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(column("h1"), "1 0 2 1 3 3 4 4 5 6 6 8 7 9 8 11 9 12");
    assert_eq!(column("h2"), "1 0 2 2 3 5 4 7 5 10 6 13 7 15 8 18 9 20");
    let one = run(&["list", "take-three", "--lost", "--upto", "9", "--format", "bfile"]).stdout;
    assert!(one.ends_with("1 0\n2 4\n3 8\n"), "{one}");
    let several = run(&["list", "wythoff", "--lost", "--upto", "9", "--format", "bfile"]);
    assert!(several.status == 2 && several.stderr.contains("name one of h1, h2"), "{}", several.stderr);
    let counts = run(&["count", "wythoff", "--upto", "4", "--format", "bfile"]).stdout;
    assert!(counts.contains("# offset 0\n") && counts.ends_with("0 1\n1 1\n2 3\n3 3\n4 3\n"), "{counts}");
    let each = run(&["count", "wythoff", "--upto", "2", "--each"]).stdout;
    assert_eq!(each, "0: P 1 N 0\n1: P 1 N 3\n2: P 3 N 6\n");
    let sequence = run(&["sequence", "kayles", "--upto", "2", "--format", "bfile"]).stdout;
    assert_eq!(sequence, "0 0\n1 1\n2 2\n");
}

/// Every command has an example, in its help and on its manual page, and every example works.
#[test]
fn every_command_has_examples_that_work() {
    let help = run(&["--help"]).stdout;
    let list = help.split("Commands:").nth(1).unwrap().split("\n\n").next().unwrap();
    let commands: Vec<&str> = list
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(commands.len() >= 19, "{commands:?}");
    let folder = temporary("examples");
    fs::create_dir_all(&folder).unwrap();
    assert_eq!(run(&["man", "--all", folder.join("pages").to_str().unwrap()]).status, 0);
    for command in &commands {
        let help = run(&[command, "--help"]).stdout;
        assert!(help.contains("Examples:\n  "), "{command}: {help}");
        let page = fs::read_to_string(folder.join(format!("pages/bouton-{command}.1"))).unwrap();
        let page = page.replace("\\-", "-");
        assert!(page.contains("Examples:") && page.contains(&format!("bouton {command}")), "{command}");
        assert!(page.contains(concat!("\"bouton ", env!("CARGO_PKG_VERSION"), "\"")), "{command}");
    }
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/examples.txt")).unwrap();
    let programs = std::path::Path::new(env!("CARGO_BIN_EXE_bouton")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    let mut examples = 0;
    // A server does not end; it has its own tests.
    let runs = |line: &&str| {
        line.contains("bouton ") && !line.starts_with(['#']) && !line.starts_with("bouton serve")
    };
    for line in text.lines().filter(runs) {
        let ran =
            Command::new("sh").args(["-c", line]).current_dir(&folder).env("PATH", &path).output().unwrap();
        assert!(ran.status.success(), "`{line}`: {}", String::from_utf8_lossy(&ran.stderr));
        examples += 1;
    }
    assert!(examples > 30, "only {examples} examples were found");
    fs::remove_dir_all(folder).unwrap();
}

/// The completions of a shell after these words.
fn completed(words: &[&str]) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .env("BOUTON_COMPLETE", "bash")
        .env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string())
        .env("_CLAP_COMPLETE_COMP_TYPE", "9")
        .env("_CLAP_COMPLETE_SPACE", "true")
        .env("_CLAP_IFS", "\n")
        .arg("--")
        .args(words)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn completions_know_games_languages_and_formats() {
    for (words, expected) in [
        (&["bouton", "sol"][..], "solve"),
        (&["bouton", "solve", "wy"], "wythoff"),
        (&["bouton", "prove", "two-"], "two-in-total"),
        (&["bouton", "play", "Cargo.t"], "Cargo.toml"),
        (&["bouton", "emit", "nim", "--lang", "py"], "python"),
        (&["bouton", "table", "nim", "--format", "js"], "jsonl"),
        (&["bouton", "list", "nim", "--format", "b"], "bfile"),
        (&["bouton", "table", "nim", "--value", "g"], "grundy"),
    ] {
        let found = completed(words);
        assert!(found.iter().any(|candidate| candidate.trim() == expected), "{words:?}: {found:?}");
    }
}

//! The meaning of the extension in `-o FILE`.

use crate::program::{run, temporary};

/// The text of a file that is written by `arguments` and `-o` with this name.
fn written(name: &str, arguments: &[&str]) -> String {
    let file = temporary(name);
    let path = file.to_str().unwrap();
    let done = run(&[arguments, &["-o", path]].concat());
    assert_eq!(done.status, 0, "{name}: {}", done.stderr);
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(file).unwrap();
    text
}

#[test]
fn the_ending_says_the_form() {
    for (name, begins) in [
        ("rows.csv", "h1,h2,outcome"),
        ("rows.CSV", "h1,h2,outcome"),
        ("rows.jsonl", "{\"h1\":0"),
        ("rows.tex", "\\begin{tabular}"),
        ("rows.SVG", "<svg"),
        ("rows.out", "h1"),
        ("rows", "h1"),
    ] {
        let text = written(name, &["table", "wythoff", "--upto", "3"]);
        assert!(text.trim_start().starts_with(begins), "{name}: {text}");
    }
    // On a terminal as in a picture, fixed coordinates are stated.
    assert!(
        run(&["table", "nim", "--heaps", "3", "--upto", "3", "--format", "blocks"])
            .stdout
            .starts_with("h3 = 0\n")
    );
}

#[test]
fn the_ending_says_the_language() {
    for (name, part) in [
        ("s.rs", "pub fn "),
        ("s.py", "def "),
        ("s.c", "int value(const number position[]"),
        ("s.CJS", "module.exports"),
        ("s.out", "def "),
    ] {
        assert!(written(name, &["emit", "take-three"]).contains(part), "{name}");
    }
    assert!(written("s2.out", &["emit", "take-three", "--lang", "rust"]).contains("pub fn "));
}

/// Rules are written into the named file and into no other.
#[test]
fn rules_are_formatted_into_a_file() {
    let rules = "heaps 2; take 1 or 2 from a pile";
    assert_eq!(written("formatted.game", &["fmt", rules]), "heaps 2\nmove take {1,2} from 1 heap\n");
}

#[test]
fn what_cannot_be_written_is_refused() {
    for (arguments, part) in [
        (
            vec!["solve", "nim", "1,2,3", "-o", "pic.svg"],
            "pic.svg: the answer cannot be written as .svg, only as text, .csv, .json",
        ),
        (
            vec!["table", "wythoff", "--upto", "3", "-o", "pic.pdf"],
            "only as text, .svg, .png, .csv, .json, .jsonl, .tex",
        ),
        (vec!["compare", "nim", "wythoff", "-o", "pic.PNG"], "cannot be written as .png, only as text"),
        (vec!["prove", "take-three", "-o", "law.svg"], "cannot be written as .svg, only as text"),
        (vec!["emit", "take-three", "-o", "s.svg"], "no supported language has the extension .svg"),
        (
            vec!["emit", "take-three", "--lang", "python", "-o", "s.rs"],
            "s.rs is the name of a file in rust, but python is requested",
        ),
    ] {
        let refused = run(&arguments);
        assert_eq!(refused.status, 2, "{arguments:?}");
        assert!(refused.stderr.contains(part), "{arguments:?}: {}", refused.stderr);
        assert!(!std::path::Path::new(arguments.last().unwrap()).exists(), "{arguments:?}");
    }
}

//! Theorems in LaTeX, typeset as the pages of one document.

use std::{fs, path::PathBuf, process::Command};

use bouton::{Game, Goal, Watch, Wording};

/// Six theorems of different kinds: columns of digits, cases, a table, Grundy values, properties, three
/// players.
const GAMES: [(&str, Goal); 6] = [
    ("heaps 4; move take any from at most 2 heaps", Goal::Outcome),
    ("heap sizes 1..4; move take any from 1 heap; pass 1 unless empty", Goal::Outcome),
    ("two-in-total", Goal::Outcome),
    ("heaps 3; move take {1,3,4} from 1 heap", Goal::Grundy),
    ("heaps 5; move take 1 from at most 2 heaps", Goal::Outcome),
    ("heaps 3; players 3 podium; move take any from 1 heap", Goal::Outcome),
];

const BEGIN: &str = "\\documentclass{article}
\\usepackage[utf8]{inputenc}
\\usepackage[T1]{fontenc}
\\usepackage{amsmath,amsthm,booktabs}
\\newtheorem{theorem}{Theorem}
\\newtheorem{lemma}[theorem]{Lemma}
\\theoremstyle{definition}
\\newtheorem{definition}[theorem]{Definition}
\\begin{document}
";

fn document() -> String {
    let mut document = BEGIN.to_owned();
    for (rules, goal) in GAMES {
        let game = Game::named(rules).unwrap();
        let theorem = game.prove_within(goal, &Watch::unlimited()).unwrap();
        document.push_str(&theorem.explain(Wording::Latex));
        document.push_str("\\newpage\n\n");
    }
    document + "\\end{document}\n"
}

/// The printed text has the parts of a paper, and only characters that LaTeX knows.
#[test]
fn a_paper_has_its_parts() {
    let document = document();
    // A rule text stands once in a theorem without a name.
    assert_eq!(document.matches("heaps 5; move take 1 from at most 2 heaps").count(), 1);
    for part in [
        "\\begin{definition}",
        "i \\ge 0",
        "b_i(n) = ",
        "\\begin{theorem}",
        "\\begin{lemma}",
        "\\begin{proof}",
        "\\toprule",
        "% @article{buchi1960,",
        "% @article{grundy1939,",
        "SHA-256",
    ] {
        assert!(document.contains(part), "{part}");
    }
    assert_eq!(document.matches("\\begin{").count(), document.matches("\\end{").count());
    let known = |c: char| c.is_ascii() || "èéíöüÜäôŌū“”–".contains(c);
    assert_eq!(document.chars().find(|&c| !known(c)), None);
}

/// The pages are typeset without an error by pdfLaTeX, which has to be installed.
#[test]
#[ignore = "needs pdfLaTeX with amsmath, amsthm and booktabs"]
fn papers_are_typeset() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("print");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("theorems.tex"), document()).unwrap();
    for _ in 0..2 {
        let run = Command::new("pdflatex")
            .args(["-interaction=nonstopmode", "-halt-on-error", "theorems.tex"])
            .current_dir(&folder)
            .output()
            .unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
    }
    let log = fs::read(folder.join("theorems.log")).unwrap();
    let log = String::from_utf8_lossy(&log);
    assert!(log.contains("Output written on theorems.pdf"), "{log}");
    // No line is much too wide: a paper is read on paper.
    let wide: Vec<&str> = log.lines().filter(|line| line.starts_with("Overfull \\hbox")).collect();
    assert!(wide.len() < 8, "{wide:?}");
}

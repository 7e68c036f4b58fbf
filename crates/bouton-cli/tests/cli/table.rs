//! `bouton table` and `bouton count`.

use serde_json::json;

use crate::program::{json, run};

#[test]
fn csv_has_the_contracted_header() {
    let csv = |arguments: &[&str]| {
        let run = run(&[&["table"], arguments, &["--format", "csv"]].concat());
        assert_eq!(run.status, 0, "{}", run.stderr);
        run.stdout
    };
    assert_eq!(csv(&["nim", "--heaps", "2", "--upto", "1"]), "h1,h2,outcome\n0,0,P\n0,1,N\n1,1,P\n");
    assert_eq!(
        csv(&["take-three", "--upto", "4", "--value", "grundy"]),
        "h1,grundy\n0,0\n1,1\n2,2\n3,3\n4,0\n"
    );
    assert!(
        csv(&["small-pass", "--upto", "1"])
            .starts_with("m1,m2,m3,m4,control,outcome\n0,0,0,0,pass,P\n0,0,0,0,used,P\n")
    );
    assert!(csv(&["counters-and-guards", "--upto", "1"]).starts_with("a,b,outcome\n0,0,P\n0,1,"));
    assert!(
        csv(&["nim", "--heaps", "1", "--upto", "3", "--value", "remoteness"])
            .ends_with("0,0\n1,1\n2,1\n3,1\n")
    );
}

/// 220 base cases: all sorted positions with heaps 0 to 9 of the forum answer's rows.
#[test]
fn a_table_has_a_row_for_each_sorted_position() {
    let (status, document) = json(&["table", "two-in-total", "--upto", "6"]);
    assert_eq!((status, document["rows"].as_array().unwrap().len()), (0, 210));
    assert_eq!(document["columns"], json!(["h1", "h2", "h3", "h4", "outcome"]));
}

#[test]
fn rows_by_largest_heap() {
    let run = run(&["table", "two-in-total", "--upto", "3", "--rows-by-largest", "--format", "csv"]);
    assert_eq!(run.status, 0);
    // Play stops at one nonempty heap, so the first row is all P.
    assert!(run.stdout.starts_with("h1,h2,h3,0,1,2,3\n0,0,0,P,P,P,P\n0,0,1,,N,N,N\n"), "{}", run.stdout);
    let (_, document) =
        json(&["table", "nim", "--heaps", "2", "--upto", "2", "--rows-by-largest", "--value", "grundy"]);
    assert_eq!(document["rows_by_largest"][1], json!({ "smaller": [1], "values": [null, "0", "3"] }));
}

#[test]
fn latex_is_a_tabular() {
    let run = run(&["table", "nim", "--heaps", "2", "--upto", "1", "--format", "latex"]);
    assert!(run.stdout.starts_with("\\begin{tabular}{rrr}\n") && run.stdout.ends_with("\\end{tabular}\n"));
}

/// The counts of the whole box are those of the table, with each row in all its orders.
#[test]
fn counts_are_of_the_unsorted_box() {
    let (_, document) = json(&["count", "nim", "--heaps", "2", "--upto", "9"]);
    assert_eq!(document["counts"], json!({ "P": 10, "N": 90 }));
    let (_, document) = json(&["count", "nim", "--heaps", "3", "--upto", "7"]);
    assert_eq!(document["counts"], json!({ "P": 64, "N": 448 }));
    let (_, document) = json(&["count", "small-pass", "--upto", "2"]);
    let counts = &document["controls"];
    let sum = |control: &str| counts[control]["P"].as_u64().unwrap() + counts[control]["N"].as_u64().unwrap();
    assert_eq!((sum("pass"), sum("used")), (81, 81));
    assert_eq!(
        document["counts"]["P"].as_u64(),
        Some(counts["pass"]["P"].as_u64().unwrap() + counts["used"]["P"].as_u64().unwrap())
    );
    let (_, document) = json(&["count", "coalition-nim", "--heaps", "2", "--upto", "3"]);
    let total: u64 = ["P", "N", "O", "Q"].iter().map(|name| document["counts"][name].as_u64().unwrap()).sum();
    assert_eq!(total, 16);
    assert_eq!(run(&["count", "nim", "--heaps", "2", "--upto", "9"]).stdout, "P 10 N 90\n");
}

#[test]
fn a_reader_may_leave_early() {
    use std::{
        io::Read,
        process::{Command, Stdio},
    };
    let mut child = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(["table", "nim", "--heaps", "3", "--upto", "60"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut head = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut head).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
}

#[test]
fn pictures_go_to_standard_output_or_a_file() {
    let folder = std::env::temp_dir().join(format!("bouton-pictures-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let svg = run(&["table", "wythoff", "--upto", "15", "--format", "svg"]);
    assert_eq!(svg.status, 0);
    assert!(svg.stdout.starts_with("<svg ") && svg.stdout.ends_with("</svg>\n"));
    let dark = run(&["table", "wythoff", "--upto", "15", "--format", "svg", "--dark"]);
    assert_ne!(svg.stdout, dark.stdout);
    for (name, arguments) in [
        ("map.png", &["table", "nim", "--upto", "15", "--fix", "h3=5,h4=1", "--value", "grundy"][..]),
        ("plot.png", &["sequence", "kayles", "--upto", "100"]),
        ("automaton.png", &["explain", "take-three"]),
    ] {
        let file = folder.join(name);
        let put = ["--format", "png", "-o", file.to_str().unwrap()];
        let written = run(&[arguments, &put].concat());
        assert_eq!((written.status, written.stdout.as_str()), (0, ""), "{name}: {}", written.stderr);
        let bytes = std::fs::read(&file).unwrap();
        assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"), "{name}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_a_picture_cannot_show_is_told() {
    for (arguments, told) in [
        (&["table", "nim", "--upto", "9", "--axes", "h1,h2"][..], "are for pictures"),
        (&["table", "nim", "--upto", "9", "--fix", "h4=5"], "the game has no `h4`"),
        (
            &["table", "nim", "--upto", "9", "--fix", "h3=10"],
            "`h3=10` lies outside of the box, whose heaps and counters go from 0 to 9",
        ),
        (&["table", "nim", "--upto", "9", "--fix", "h3=ten"], "`h3=ten` does not fix"),
        (
            &["table", "nim", "--upto", "9", "--fix", "control=used"],
            "no control state `used`; it has only one",
        ),
        (
            &["table", "small-pass", "--upto", "2", "--fix", "control=gone"],
            "no control state `gone`, only pass, used",
        ),
        (&["table", "small-pass", "--upto", "2", "--fix", "m9=1"], "only m1, m2, m3, m4, control"),
        (&["sequence", "kayles", "--upto", "9", "--dark"], "are for pictures"),
        (&["table", "nim", "--upto", "1025", "--format", "svg"], "up to 1024"),
        (
            &["table", "nim", "--heaps", "2", "--upto", "9", "--axes", "h1,h3", "--format", "svg"],
            "only h1, h2",
        ),
        (&["table", "wythoff", "--upto", "9", "--fix", "control=used", "--format", "svg"], "it has only one"),
        (&["table", "kayles", "--heaps", "1", "--upto", "9", "--format", "svg"], "a sequence"),
        (&["table", "podium-nim", "--upto", "9", "--value", "grundy", "--format", "svg"], "two players"),
    ] {
        let refused = run(arguments);
        assert_eq!((refused.status, refused.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(refused.stderr.contains(told), "{arguments:?}: {}", refused.stderr);
    }
}

/// A slice of a table fixes the control state as a picture does.
#[test]
fn a_slice_has_one_control_state() {
    let slice =
        |fix: &str| run(&["table", "small-pass", "--upto", "2", "--fix", fix, "--format", "csv"]).stdout;
    let (all, used) = (slice("m3=1"), slice("m3=1,control=used"));
    let lines = |text: &str, state: &str| {
        text.lines().filter(|line| line.contains(state)).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(lines(&used, ",used,"), lines(&all, ",used,"));
    assert_eq!((lines(&used, ",used,").len(), lines(&used, ",pass,").len()), (27, 0));
    assert_eq!(lines(&all, ",pass,").len(), 27);
}

/// The answer is the same whichever engine computes it, and the second engine is reported.
#[test]
fn engines_can_be_chosen_and_compared() {
    let commands: [&[&str]; 4] = [
        &["table", "nim", "--heaps", "2", "--upto", "9", "--value", "grundy"],
        &["count", "nim", "--heaps", "3", "--upto", "9"],
        &["list", "nim", "--heaps", "3", "--upto", "9", "--lost"],
        &["table", "nim", "--heaps", "2", "--upto", "9", "--rows-by-largest"],
    ];
    for command in commands {
        let mut answers = Vec::new();
        for engine in ["auto", "law", "tables", "reference"] {
            let flags = ["--engine", engine, "--explain-plan", "--verify"];
            let (status, mut document) = json(&[command, &flags].concat());
            assert_eq!(status, 0, "{command:?} {engine}: {document}");
            let (plan, verified) = (document["plan"].take(), document["verified"].take());
            assert!(engine == "auto" || plan["engine"] == engine, "{command:?} {engine}: {plan}");
            assert!(plan["seconds"].is_number() && verified["engine"] != plan["engine"], "{plan} {verified}");
            answers.push(document);
        }
        assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{command:?}");
    }
    let (status, document) =
        json(&["table", "wythoff", "--upto", "9", "--value", "grundy", "--engine", "law"]);
    assert_eq!((status, &document["error"]["code"]), (3, &"limit".into()), "{document}");
}

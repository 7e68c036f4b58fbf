//! `bouton explain`.

use crate::program::{json, run};

#[test]
fn both_digit_orders_are_written() {
    for (order, states) in [("most", 14), ("least", 27)] {
        let (status, document) = json(&["explain", "small-pass", "--digits", order]);
        assert_eq!((status, &document["states"]), (0, &states.into()), "{order}");
        let table = run(&["explain", "small-pass", "--digits", order]).stdout;
        assert!(table.contains(&format!("{order} significant first. {states} states.")), "{table}");
    }
}

/// A bare automaton is not called a form, and a law has one number of states.
#[test]
fn an_automaton_without_words_is_the_law_itself() {
    let verified = "was verified to be the proved law at every position.";
    for name in ["misere-path-2-of-4", "misere-paw", "misere-slow-2-of-4"] {
        let path = format!("../../certificates/{name}.cert");
        let text = run(&["explain", &path]).stdout;
        assert!(
            text.contains("no shorter form was found") || text.contains("No shorter form was found"),
            "{text}"
        );
        let checked = run(&["check", &path]).stdout;
        let states = |text: &str| -> Vec<String> {
            let parts = text.split("automaton with ").skip(1);
            parts.map(|rest| rest.split(' ').next().unwrap().to_owned()).collect()
        };
        let proved = states(&checked);
        assert!(states(&text).iter().all(|states| *states == proved[0]), "{name}: {text}{checked}");
        let bare = !text.contains("Elsewhere");
        assert_eq!(text.contains(verified), !bare, "{name}: {text}");
    }
    let text = run(&["explain", "take-three"]).stdout;
    assert!(text.contains(&format!("\n\nThis form {verified}\n\n")), "{text}");
    let table = run(&["explain", "../../certificates/lim-misere.cert", "--digits", "most"]).stdout;
    assert!(table.contains("3 states. The law has 7; these suffice for the values shown."), "{table}");
}

#[test]
fn a_code_of_a_fault_is_explained() {
    for code in ["E0402", "e0402"] {
        let text = run(&["explain", code]).stdout;
        assert!(
            text.starts_with("error[E0402]: It could not be shown that play ends.\n\nPlay may end"),
            "{text}"
        );
        assert!(text.contains("\n    counters a, left; "), "{text}");
    }
    assert!(run(&["explain", "W0301"]).stdout.starts_with("warning[W0301]: "));
    let (status, document) = json(&["explain", "E0402"]);
    assert_eq!((status, &document["code"], &document["warning"]), (0, &"E0402".into(), &false.into()));
    let wrong = json(&["solve", document["example"].as_str().unwrap(), "1"]).1;
    assert_eq!(wrong["error"]["faults"][0]["code"], "E0402");
    assert_eq!(run(&["solve", document["mended"].as_str().unwrap(), "1,1"]).status, 0);
    let unknown = run(&["explain", "E0499"]);
    assert_eq!(unknown.status, 2);
    assert!(unknown.stderr.contains("there is no code `E0499`; the nearest is E0408"), "{}", unknown.stderr);
    assert_eq!(json(&["explain", "E0499"]).1["error"]["code"], "code");
}

#[test]
fn a_reversed_automaton_has_a_limit() {
    let answer = run(&["explain", "small-pass", "--digits", "least", "--states", "26"]);
    assert_eq!(answer.status, 3);
    assert!(answer.stderr.contains("takes more than 26 states"), "{}", answer.stderr);
}

#[test]
fn laws_for_every_number_of_heaps_are_drawn() {
    let nim = run(&["explain", "nim", "--heaps", "all", "--format", "dot"]);
    assert!(nim.stdout.contains("0 -> 1 [label=\"1, 3, … ones\"]"), "{}{}", nim.stdout, nim.stderr);
    let podium = run(&["explain", "podium-nim", "--heaps", "all", "--digits", "most"]).stdout;
    assert!(
        podium.contains("X/Y is X if some heap is good at the end, else Y") && podium.contains("N/O"),
        "{podium}"
    );
    // A sum is drawn by its single heaps, which other tools read, too.
    let sums = "heaps any; move take {1,3,4} from 1 heap";
    assert!(run(&["explain", sums, "--heaps", "all", "--format", "svg"]).stdout.contains("</svg>"));
    let hoa = run(&["explain", "misere-nim", "--heaps", "all", "--format", "hoa"]);
    assert_eq!(hoa.status, 2);
    assert!(hoa.stderr.contains("support only a fixed number of heaps"), "{}", hoa.stderr);
    let least = run(&["explain", "nim", "--heaps", "all", "--digits", "least"]);
    assert_eq!(least.status, 2);
    assert!(least.stderr.contains("most significant digits first"), "{}", least.stderr);
}

#[test]
fn pictures_are_of_readable_size() {
    let picture = run(&["explain", "small-pass", "--format", "svg"]);
    assert_eq!(picture.status, 0);
    // 14 states, each a rounded rectangle.
    assert_eq!(picture.stdout.matches("rx=\"12\"").count(), 14);
    let refused = run(&["explain", "two-in-total", "--format", "svg"]);
    assert_eq!(refused.status, 3);
    assert!(refused.stderr.contains("--format dot") && refused.stdout.is_empty(), "{}", refused.stderr);
    let dot = run(&["explain", "two-in-total", "--format", "dot"]).stdout;
    assert!(dot.contains("\n  92 [label=") && !dot.contains("\n  93 [label="));
    assert_eq!(run(&["explain", "nim", "--digits", "most", "--format", "latex"]).status, 2);
    // Where no numbers are given for the letters, the picture has those of an example.
    let letters = "for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap";
    let picture = run(&["explain", letters, "--format", "svg"]);
    let example = run(&["explain", letters, "--format", "svg", "--set", "a=2"]);
    assert_eq!((picture.status, &picture.stdout), (0, &example.stdout), "{}", picture.stderr);
}

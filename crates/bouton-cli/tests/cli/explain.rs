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

#[test]
fn a_reversed_automaton_has_a_limit() {
    let answer = run(&["explain", "small-pass", "--digits", "least", "--states", "26"]);
    assert_eq!(answer.status, 3);
    assert!(answer.stderr.contains("takes more than 26 states"), "{}", answer.stderr);
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
}

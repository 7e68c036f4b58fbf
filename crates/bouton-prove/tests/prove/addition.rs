//! Addition in other numerations, compared with an independent program that uses no linear forms.
//! MONA gets the automaton that the prover derives for a' + b = a, and decides by induction on b
//! that it is addition.
//!
//! Words in lexicographic order mean 0, 1, 2, … (the checker's step `numeration`), so the successor of a
//! number is the next word in that order, which WS1S expresses without weights. Let A(x, y, z) be the
//! automaton. If A(x, 1, z) exactly when z is the successor of x, if A(x, y, z) ⇔ A(x, y + 1, z + 1) for all
//! y ≥ 1, and if never A(x, y, 0), then A(x, y, z) exactly when x + y = z, for all y ≥ 1. Without `mona` on
//! the path the test reports that and ends; with `CI` set it fails.

use std::fmt::Write;

use bouton_core::{ControlState, Numeration, Watch};
use bouton_prove::{MoveRelation, Relations};
use bouton_testdata::mona;

/// From (a, b) to (a', b) with a' + b = a: addition for b ≥ 1.
const RULES: &str = "counters a, b; move a -> a - b when b >= 1";

/// A step of the automaton: from a state, under digits of x, y and z, to a state.
type Step = (usize, [bool; 3], usize);

/// The steps of the relation in which the digit of b does not change.
fn steps(relation: &MoveRelation) -> Vec<Step> {
    let mut steps = Vec::new();
    for state in 0..relation.states() {
        for letter in 0..4usize {
            for &(option, to) in relation.next(u32::try_from(state).unwrap(), letter) {
                let (z, y) = (letter & 1 == 1, letter >> 1 == 1);
                let (x, same) = (option & 1 == 1, option >> 1 == 1);
                assert_eq!(same, y, "the move changes a alone");
                steps.push((state, [x, y, z], to as usize));
            }
        }
    }
    steps
}

/// The program that is valid exactly if the automaton adds; a word has fewer than `ones`
/// consecutive 1s.
fn program(ones: Option<usize>, relation: &MoveRelation, steps: &[Step]) -> String {
    let bits = (usize::BITS - (relation.states() - 1).leading_zeros()).max(1) as usize;
    let states = (0..bits).map(|bit| format!("B{bit}")).collect::<Vec<_>>().join(", ");
    let at = |place: &str, state: usize| {
        let bits: Vec<String> = (0..bits)
            .map(|bit| format!("{place} {} B{bit}", if state >> bit & 1 == 1 { "in" } else { "notin" }))
            .collect();
        format!("({})", bits.join(" & "))
    };
    let run = match ones {
        None => "false".to_owned(),
        Some(ones) => (0..ones).map(|ahead| format!("p+{ahead} in X")).collect::<Vec<_>>().join(" & "),
    };
    let mut text = format!(
        "ws1s;\n\
         pred word(var2 X) = all1 p: ~({run});\n\
         pred less(var2 X, Y) = ex1 p: p in Y & p notin X & (all1 q: q > p => (q in X <=> q in Y));\n\
         pred next(var2 X, Y) = word(X) & word(Y) & less(X, Y) & ~(ex2 W: word(W) & less(X, W) & less(W, Y));\n"
    );
    let &[start] = relation.starts() else { panic!("deterministic") };
    let _ = write!(
        text,
        "pred adds(var2 X, Y, Z) = word(X) & word(Y) & word(Z) & (ex1 end: ex2 {states}: {} & \
         (all1 p: (p in X | p in Y | p in Z) => p < end) & (all1 p: p < end => (false",
        at("end", start as usize)
    );
    for &(from, digits, to) in steps {
        let digits: Vec<String> = digits
            .iter()
            .zip(["X", "Y", "Z"])
            .map(|(digit, name)| format!("p {} {name}", if *digit { "in" } else { "notin" }))
            .collect();
        let _ = write!(text, " | ({} & {} & {})", at("p+1", from), digits.join(" & "), at("p", to));
    }
    text.push_str(")) & (false");
    for state in (0..relation.states()).filter(|&state| relation.accepts(u32::try_from(state).unwrap())) {
        let _ = write!(text, " | {}", at("0", state));
    }
    text.push_str(
        "));\n\
         all2 X, Z: word(X) & word(Z) => (adds(X, {0}, Z) <=> next(X, Z));\n\
         all2 X, Y, Z, Y1, Z1: word(X) & Y ~= empty & next(Y, Y1) & next(Z, Z1) => (adds(X, Y, Z) <=> adds(X, Y1, Z1));\n\
         all2 X, Y: Y ~= empty => ~adds(X, Y, empty);\n",
    );
    text
}

#[test]
fn linear_forms_add_as_mona_says_and_nothing_else_does() {
    if !mona::is_there() {
        return;
    }
    let ruleset = bouton_rules::Game::parse(RULES).unwrap().ruleset().unwrap();
    let all = [
        ("2", Numeration::binary(), None),
        ("fibonacci", Numeration::fibonacci(), Some(2)),
        ("tribonacci", Numeration::bonacci(3).unwrap(), Some(3)),
    ];
    for (name, numeration, ones) in all {
        let relations = Relations::new(&ruleset, &numeration, 1 << 22, &Watch::unlimited()).unwrap();
        let relation = relations.between(ControlState(0), ControlState(0)).unwrap();
        let steps = steps(relation);
        assert!(mona::is_valid(name, &program(ones, relation, &steps)), "{name}");
        // A step that leads elsewhere: from the start under x = z = 1, and in the middle.
        let start = relation.starts()[0] as usize;
        let first = steps.iter().position(|step| step.0 == start && step.1 == [true, false, true]).unwrap();
        let mut changed = steps.clone();
        changed[first].2 = (changed[first].2 + 1) % relation.states();
        assert!(!mona::is_valid(&format!("{name}-changed"), &program(ones, relation, &changed)), "{name}");
        let mut missing = steps.clone();
        missing.remove(first);
        assert!(!mona::is_valid(&format!("{name}-missing"), &program(ones, relation, &missing)), "{name}");
    }
    // The Fibonacci adder on sequences with three consecutive 1s allowed, which are not words of
    // it.
    let relations = Relations::new(&ruleset, &Numeration::fibonacci(), 1 << 22, &Watch::unlimited()).unwrap();
    let relation = relations.between(ControlState(0), ControlState(0)).unwrap();
    assert!(!mona::is_valid("other-words", &program(Some(3), relation, &steps(relation))));
}

//! The slices of two unsolved games: each certificate of `certificates/slices` is accepted, is about the positions that
//! the page says, and agrees with the reference solver.

use std::{collections::BTreeSet, fs, path::PathBuf};

use bouton_check::check;
use bouton_core::{Law, Ruleset, Watch};
use bouton_rules::Game;
use bouton_solve::{Node, RulesetOptions, Solver};

const PAGE: &str = "docs/new-results.md";

fn root() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", ".."].iter().collect()
}

/// Compares a law with the reference solver at all positions of a box, and returns their number.
fn compare(name: &str, ruleset: &Ruleset, law: &Law) -> usize {
    let options = RulesetOptions::new(ruleset, &Watch::unlimited()).unwrap();
    let mut solver = Solver::new(options, law.valuation, &Watch::unlimited());
    let (dimension, mut compared, mut values) = (ruleset.dimension(), 0, BTreeSet::new());
    let edge = if dimension == 3 { 24u64 } else { 10 };
    for number in 0..edge.pow(u32::try_from(dimension).unwrap()) {
        let mut rest = number;
        let mut coordinates = vec![0; dimension];
        for x in &mut coordinates {
            (*x, rest) = (rest % edge, rest / edge);
        }
        if !ruleset.has(&coordinates) {
            continue;
        }
        for control in ruleset.control_states() {
            let node = Node { coordinates: coordinates.clone(), control };
            let exact = law.valuation.coarse(solver.value(&node).unwrap());
            let claimed = law.valuation.coarse(law.automaton.evaluate_small(control.index(), &coordinates));
            assert_eq!(claimed, exact, "{name} at {coordinates:?}, {control:?}");
            compared += 1;
            values.insert(exact);
        }
    }
    assert!(values.len() > 1, "{name}: {values:?}");
    compared
}

/// The games of the page with slices: the rules around the condition, the coordinates with bounds.
const SLICES: [(&str, &str, &[&str], &str); 2] = [
    ("pass", "heaps 3", &["h1"], "move take any from 1 heap\npass 1 unless empty"),
    ("stop", "heaps 4", &["h1", "h2"], "move take any from 1 heap\nstop when at most 1 heap is nonempty"),
];

#[test]
fn slices_are_as_the_page_says() {
    let page = fs::read_to_string(root().join(PAGE)).unwrap();
    let (_, section) = page.split_once("\n## Slices of two unsolved games\n").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    // The numbers of states: of the first table in the second column, of the second one in all but the first.
    let tables = section.split("\n\n").filter(|part| part.starts_with('|'));
    let cells = |line: &'_ str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let tables: Vec<Vec<Vec<String>>> =
        tables.map(|table| table.lines().skip(2).map(cells).collect()).collect();
    assert_eq!(tables.len(), SLICES.len());
    for ((name, heaps, bounded, moves), table) in SLICES.into_iter().zip(&tables) {
        let mut count = 0;
        for row in table {
            let first: u64 = row[0].parse().unwrap();
            for (column, states) in row.iter().enumerate().skip(1) {
                let bounds = if bounded.len() == 1 { vec![first] } else { vec![column as u64 - 1, first] };
                if states.is_empty() || bounds.len() == 1 && column > 1 {
                    continue;
                }
                let file = bounds.iter().fold(name.to_owned(), |file, bound| format!("{file}-{bound}"));
                let path = root().join(format!("certificates/slices/{file}.cert"));
                let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
                let checked = check(&text).unwrap_or_else(|refused| panic!("{file}: {refused}"));
                let conditions =
                    bounded.iter().zip(&bounds).map(|(name, bound)| format!("{name} <= {bound}"));
                let condition = conditions.collect::<Vec<_>>().join(", ");
                let rules = format!("{heaps}\npositions where {condition}\n{moves}");
                let ruleset = Game::parse(&rules).unwrap().ruleset().unwrap();
                assert_eq!(checked.certificate.game, ruleset.text(), "{file}");
                let law = checked.certificate.law().expect("it claims a law");
                assert_eq!(law.automaton.states().to_string(), *states, "{file}");
                assert!(compare(&file, &ruleset, law) > 80, "{file}");
                count += 1;
            }
        }
        assert!(count > 10, "{name}: {count}");
    }
    // The sentences about the pass: h1 = 0 and h1 = 1, while it is there.
    let text = fs::read_to_string(root().join("certificates/slices/pass-1.cert")).unwrap();
    let checked = check(&text).unwrap();
    let law = checked.certificate.law().unwrap();
    for (a, b) in (0..40).flat_map(|a| (0..40).map(move |b| (a, b))) {
        let (least, most) = (a.min(b), a.max(b));
        let none = most == 0 || most == least + 1 && least % 2 == 1;
        let one = a == b && a != 0 && a != 2 || (least, most) == (0, 2);
        for (h1, lost) in [(0, none), (1, one)] {
            assert_eq!(law.automaton.evaluate_small(0, &[h1, a, b]) == 0, lost, "{h1}, {a}, {b}");
        }
    }
}

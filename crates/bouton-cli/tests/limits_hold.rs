//! `--time` and `--memory` hold for every command: it ends within a tenth or half a second of the
//! time limit, and within a tenth or 25 MiB of the memory limit; and it ends by itself, without
//! being ended by the guard.
//!
//! The list of commands comes from the program: a new one without a case here fails. Random rules
//! come from a generator with a fixed seed; `BOUTON_LIMITS` sets their number (100 by default, each
//! with one command; `just limits` tries 500 with all of them).

#![cfg(target_os = "linux")]

#[path = "limits_hold/cases.rs"]
mod cases;
#[path = "limits_hold/measure.rs"]
mod measure;
#[path = "limits_hold/program.rs"]
mod program;

use std::collections::BTreeSet;

use bouton_testdata::hostile::{Random, rules};
use measure::{Case, breach};
use program::leaves;

/// Commands that do not end by themselves; their limits are tested elsewhere.
const ENDLESS: [&str; 1] = ["serve"];

fn none_breaks(cases: &[Case]) {
    let breaches: Vec<String> = cases.iter().filter_map(breach).collect();
    assert!(breaches.is_empty(), "{} of {}:\n{}", breaches.len(), cases.len(), breaches.join("\n"));
}

/// Whether a case is one of the command `name`.
fn is_of(case: &Case, name: &str) -> bool {
    let words: Vec<&str> = name.split(' ').collect();
    case.words.len() >= words.len() && case.words.iter().zip(&words).all(|(found, word)| found == word)
}

#[test]
fn every_command_has_hostile_cases() {
    let (hostile, large) = (cases::hostile(), cases::large());
    for leaf in leaves().iter().filter(|leaf| !ENDLESS.contains(&leaf.name.as_str())) {
        let name = &leaf.name;
        assert!(hostile.iter().chain(&large).any(|case| is_of(case, name)), "`{name}` has no case");
        let formats = leaf.formats().len();
        assert!(
            formats == 0 || large.iter().any(|case| is_of(case, name)),
            "`{name}` has {formats} forms, and no case of a large answer"
        );
        let random = cases::of_game("heaps 1; move take 1 from 1 heap", "5");
        let random = random.iter().any(|case| is_of(case, name));
        assert!(random || !leaf.takes_a_game(), "`{name}` takes a game, and has no case of random rules");
    }
}

#[test]
fn limits_hold_for_hostile_sizes() {
    none_breaks(&cases::hostile());
}

/// No format gathers its output in memory.
#[test]
fn limits_hold_for_large_answers_in_every_form() {
    let mut all = Vec::new();
    for leaf in leaves() {
        for case in cases::large().iter().filter(|case| is_of(case, &leaf.name)) {
            let formats = leaf.formats();
            if formats.is_empty() {
                all.extend([case.clone(), case.with(&["--json"])]);
            }
            all.extend(formats.iter().map(|form| case.with(&["--format", form])));
        }
    }
    none_breaks(&all);
}

#[test]
fn limits_hold_for_random_rules() {
    let asked = std::env::var("BOUTON_LIMITS").ok().and_then(|count| count.parse().ok());
    let all = asked.is_some();
    let mut random = Random::new(20_261_122);
    let (mut chosen, mut seen) = (Vec::new(), BTreeSet::new());
    for number in 0..asked.unwrap_or(100) {
        let rules = rules(&mut random);
        let coordinates = if rules.contains("heaps 1;") { 1 } else { 2 + random.below(2) };
        let commands = cases::of_game(&rules, &vec!["37"; coordinates].join(","));
        let count = commands.len();
        for (place, command) in commands.into_iter().enumerate() {
            // One command for each rule in the short run, all in the long one.
            if all || place == number % count {
                seen.insert(place);
                chosen.push(command);
            }
        }
    }
    assert!(seen.len() > 15, "few commands were tried: {seen:?}");
    none_breaks(&chosen);
}

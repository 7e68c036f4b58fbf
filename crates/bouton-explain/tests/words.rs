//! The share of proved laws that have words: a measurement over games of the literature.

use bouton_core::{Law, Ruleset, Watch};
use bouton_explain::explain;
use bouton_prove::{Goal, ProveOptions, prove};

/// The steps of work of one proof: a few seconds at most.
const WORK: u64 = 20_000_000;
/// The most characters of a theorem in words.
const MOST_CHARACTERS: usize = 400;
/// The most rows of its tables and lists.
const MOST_ROWS: usize = 12;

/// The rules of all families, one a line.
fn families() -> Vec<&'static str> {
    let lines = include_str!("data/families.txt").lines();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

fn proved(rules: &str) -> Option<(Ruleset, Law)> {
    let ruleset = bouton_rules::resolve(rules).unwrap().ruleset().unwrap();
    let watch = Watch::unlimited().within(WORK);
    let proof = prove(&ruleset, Goal::Outcome, &ProveOptions::default(), &watch).ok()?;
    let law = proof.law().clone();
    Some((ruleset, law))
}

/// At least nine of ten proved laws are stated in words: in a theorem of at most 400 characters, and tables
/// and lists of at most 12 rows. The others are listed.
#[test]
#[ignore = "proves some two hundred games, which takes a minute or two"]
fn most_laws_have_words() {
    let (mut proofs, mut without) = (0, Vec::new());
    for rules in families() {
        let Some((ruleset, law)) = proved(rules) else {
            println!("no law within the limit: {rules}");
            continue;
        };
        proofs += 1;
        let explanation = explain(&ruleset, &law);
        let body = explanation.body().to_lowercase();
        let is_bare = body.contains("no shorter form") || body.contains("an automaton of");
        // Beside the sentences, a table has a line of headings.
        let rows = body.lines().filter(|line| !line.trim().is_empty()).count() - explanation.laws.len();
        let characters = explanation.theorem().chars().count();
        if is_bare || rows > MOST_ROWS + 1 || characters > MOST_CHARACTERS {
            let states = law.automaton.states();
            without.push(format!("{states} states, {rows} rows, {characters} characters: {rules}"));
        }
    }
    println!("{proofs} proved, {} without words:\n{}", without.len(), without.join("\n"));
    assert!(10 * without.len() <= proofs, "{} of {proofs} laws are left without words", without.len());
}

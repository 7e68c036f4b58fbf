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

/// The list of the laws that are left without words; `BOUTON_UPDATE_WORDS=1` writes it anew.
const WITHOUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/without-words.txt");

/// The rules of all families, one a line, and those of the cited suite that have positions of their own.
fn families() -> Vec<String> {
    let lines = include_str!("data/families.txt").lines();
    let mut all: Vec<String> =
        lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect();
    let suite = bouton_testdata::cases().into_iter().map(|case| case.rules.replace('\n', "; "));
    for rules in suite.filter(|rules| !rules.starts_with("octal")) {
        if !all.contains(&rules) {
            all.push(rules);
        }
    }
    all
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
    let (mut proofs, mut without, mut unproved) = (0, Vec::new(), Vec::new());
    for rules in families() {
        let Some((ruleset, law)) = proved(&rules) else {
            unproved.push(rules);
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
            let kind = if is_bare { "an automaton" } else { "long words" };
            without.push(format!("{kind}, {states} states, {rows} rows, {characters} characters: {rules}"));
        }
    }
    let count = without.len();
    let found = format!(
        "# The laws of the games in families.txt and in testdata that have no words: a theorem of at most {MOST_CHARACTERS} characters,\n\
         # and tables of at most {MOST_ROWS} rows. The test `words` writes this list.\n\
         # {proofs} games are proved within {WORK} units of work; {count} of these laws are without words.\n\n{}\n\n\
         # Not proved within this work:\n\n{}\n",
        without.join("\n"),
        unproved.join("\n")
    );
    if std::env::var_os("BOUTON_UPDATE_WORDS").is_some() {
        std::fs::write(WITHOUT, &found).unwrap();
    }
    assert!(10 * count <= proofs, "{count} of {proofs} laws are left without words:\n{found}");
    assert_eq!(
        std::fs::read_to_string(WITHOUT).unwrap(),
        found,
        "BOUTON_UPDATE_WORDS=1 writes the list anew"
    );
}

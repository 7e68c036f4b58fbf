//! The share of proved laws that have words: a measurement over games of the literature.

use std::sync::{
    Mutex,
    atomic::{AtomicUsize, Ordering},
};

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

/// The law of a game in words, or what is missing.
enum Words {
    Unproved,
    Found,
    /// The reason why these are no words, and the figures.
    Without(String),
}

fn words(rules: &str) -> Words {
    let Some((ruleset, law)) = proved(rules) else { return Words::Unproved };
    let explanation = explain(&ruleset, &law);
    let body = explanation.body().to_lowercase();
    let is_bare = body.contains("no shorter form") || body.contains("an automaton of");
    // Beside the sentences, a table has a line of headings.
    let rows = body.lines().filter(|line| !line.trim().is_empty()).count() - explanation.laws.len();
    let characters = explanation.theorem().chars().count();
    if !is_bare && rows <= MOST_ROWS + 1 && characters <= MOST_CHARACTERS {
        return Words::Found;
    }
    let states = law.automaton.states();
    let kind = if is_bare { "an automaton" } else { "long words" };
    Words::Without(format!("{kind}, {states} states, {rows} rows, {characters} characters: {rules}"))
}

/// At least nine of ten proved laws are stated in words: in a theorem of at most 400 characters, and tables
/// and lists of at most 12 rows. The others are listed.
#[test]
fn most_laws_have_words() {
    let families = families();
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(rules) = families.get(place) else { return };
                    let words = words(rules);
                    found.lock().unwrap().push((place, words));
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap();
    found.sort_by_key(|(place, _)| *place);
    let (mut proofs, mut without, mut unproved) = (0, Vec::new(), Vec::new());
    for (place, words) in found {
        match words {
            Words::Unproved => unproved.push(families[place].clone()),
            Words::Found => proofs += 1,
            Words::Without(why) => {
                proofs += 1;
                without.push(why);
            }
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

//! The folder `certificates/letters/`: each theorem with letters is accepted, is about the rules beside it,
//! and agrees with play for small numbers; `docs/new-results.md` states what each shows.
//!
//! `BOUTON_NEW_RESULTS=write cargo test -p bouton --test new_letters` rewrites the parts of the page between
//! marks.

use std::{collections::BTreeMap, fmt::Write, fs, path::PathBuf};

use bouton::{
    LetterTheorem, Valuation, Watch,
    check::Limits,
    rules::Game,
    solve::{Limits as SolveLimits, Table},
};
use num_bigint::BigUint;

const PAGE: &str = "docs/new-results.md";

fn root() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", ".."].iter().collect()
}

/// The files under one name.
struct Shown {
    /// The rules as written, with the line that describes the game.
    written: String,
    theorem: LetterTheorem,
}

impl Shown {
    fn title(&self) -> &str {
        let first = self.written.lines().next().and_then(|line| line.strip_prefix("# "));
        first.expect("a line that says what it is")
    }

    fn rules(&self) -> String {
        self.written.lines().skip(1).fold(String::new(), |all, line| all + line + "\n")
    }
}

fn all() -> BTreeMap<String, Shown> {
    let folder = root().join("certificates").join("letters");
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let Some(name) = name.strip_suffix(".cert") else {
            let rules =
                name.strip_suffix(".game").unwrap_or_else(|| panic!("{name}: neither rules nor certificate"));
            assert!(folder.join(format!("{rules}.cert")).exists(), "{name} has no certificate");
            continue;
        };
        let certificate = fs::read_to_string(folder.join(format!("{name}.cert"))).unwrap();
        let written = fs::read_to_string(folder.join(format!("{name}.game")))
            .unwrap_or_else(|error| panic!("{name}.game: {error}"));
        let theorem = LetterTheorem::check(&certificate, &Limits::default())
            .unwrap_or_else(|refused| panic!("{name}: {refused}"));
        all.insert(name.to_owned(), Shown { written, theorem });
    }
    assert!(all.len() > 10, "{} certificates", all.len());
    all
}

#[test]
fn theorems_are_about_the_rules_beside_them_and_say_what_play_says() {
    for (name, shown) in &all() {
        let theorem = &shown.theorem;
        assert_eq!(theorem.game().text(), Game::parse(&shown.written).unwrap().text(), "{name}");
        let count = theorem.game().letters().len();
        let largest = [0, 12, 9, 12][count];
        let valuation = match theorem.valuation() {
            Valuation::MisereOutcomeAndEnd => Valuation::MisereOutcome,
            other => other,
        };
        let (mut letters, mut compared) = (vec![0i64; count], 0);
        loop {
            if let Ok(instance) = theorem.game().instance(&letters) {
                let ruleset = instance.ruleset().unwrap();
                let mut table =
                    Table::new(&ruleset, valuation, &Watch::new(&SolveLimits::default())).unwrap();
                let numbers: Vec<BigUint> =
                    letters.iter().map(|&letter| u64::try_from(letter).unwrap().into()).collect();
                let positions: Vec<Vec<u64>> = match ruleset.dimension() {
                    1 => (0..150).map(|heap| vec![heap]).collect(),
                    _ => (0..24).flat_map(|one| (0..24).map(move |other| vec![one, other])).collect(),
                };
                for heaps in positions {
                    let big: Vec<BigUint> = heaps.iter().map(|&heap| heap.into()).collect();
                    for control in ruleset.control_states() {
                        let expected = table.value(&heaps, control).unwrap();
                        assert_eq!(
                            theorem.value_of(&numbers, &big, control.index()),
                            Some(expected.into()),
                            "{name} with {letters:?} at {heaps:?}"
                        );
                        compared += 1;
                    }
                }
            }
            let Some(at) = letters.iter().rposition(|&letter| letter < largest) else { break };
            letters[at] += 1;
            letters[at + 1..].fill(0);
        }
        assert!(compared > 1000, "{name}: {compared}");
    }
}

/// The part of the page about one theorem: rules, command, size, sentence.
fn result(name: &str, shown: &Shown) -> String {
    let law = shown.theorem.law();
    let value = if law.valuation == Valuation::Grundy { " --value grundy" } else { "" };
    let cones = if law.cases.len() > 1 { " --cones" } else { "" };
    let mut text = format!("```game\n{}```\n\n", shown.rules());
    let _ = writeln!(
        text,
        "`bouton prove certificates/letters/{name}.game{value}{cones}` finds this theorem. Its certificate, \
         `certificates/letters/{name}.cert`, has {} bytes.\n",
        shown.theorem.certificate().len()
    );
    let _ = writeln!(text, "```text\n{}\n```", shown.theorem.sentence());
    text
}

/// Replaces the text between the marks of this name; `None` without the marks.
fn between(page: &str, name: &str, made: &str) -> Option<String> {
    let (open, close) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let (before, rest) = page.split_once(&open)?;
    let (_, after) = rest.split_once(&close)?;
    Some(format!("{before}{open}{made}{close}{after}"))
}

#[test]
fn the_page_says_what_the_theorems_are() {
    let path = root().join(PAGE);
    let page = fs::read_to_string(&path).unwrap();
    let mut made = page.clone();
    let mut index = String::from("| certificate | theorem | bytes |\n|---|---|---|\n");
    for (name, shown) in &all() {
        let bytes = shown.theorem.certificate().len();
        let link = format!("[`{name}`](../certificates/letters/{name}.cert)");
        let _ = writeln!(index, "| {link} | {} | {bytes} |", shown.title());
        let mark = format!("letters/{name}");
        made = between(&made, &mark, &result(name, shown))
            .unwrap_or_else(|| panic!("{PAGE} has no part <!-- {mark} -->"));
    }
    made = between(&made, "letters-index", &index).expect("the page has the marks of the index");
    if std::env::var_os("BOUTON_NEW_RESULTS").is_some() {
        fs::write(&path, made).unwrap();
    } else {
        let why = "is not what the certificates show: BOUTON_NEW_RESULTS=write writes it again";
        assert!(page == made, "{PAGE} {why}");
    }
}

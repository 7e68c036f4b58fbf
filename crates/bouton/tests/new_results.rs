//! The folder `certificates/` as a whole: each certificate is accepted, is about the rules beside
//! it, and agrees with the reference solver on a box; `docs/new-results.md` states what each shows.
//!
//! `BOUTON_NEW_RESULTS=write cargo test -p bouton --test new_results` rewrites the parts of the
//! page between marks.

use std::{collections::BTreeMap, fmt::Write, fs, path::PathBuf};

use bouton::{
    ControlState, Law, Numeration, Ruleset, Valuation,
    cert::Claim,
    check::{self, CheckedCertificate},
    explain::explain,
    rules::Game,
    solve::{Limits, Node, RulesetOptions, Solver, Watch},
};
use num_bigint::BigUint;

fn root() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", ".."].iter().collect()
}

/// The files of the folder under one name.
struct Shown {
    /// The rules as written, with the line that describes the game.
    written: String,
    certificate: String,
    checked: CheckedCertificate,
}

impl Shown {
    fn ruleset(&self) -> Ruleset {
        Game::parse(&self.written).unwrap().ruleset().unwrap()
    }

    fn law(&self) -> &Law {
        self.checked.certificate.law().expect("it claims a law")
    }

    /// The first line of the rules, without its mark.
    fn title(&self) -> &str {
        self.written
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("# "))
            .expect("a line that says what it is")
    }

    fn rules(&self) -> String {
        self.written
            .lines()
            .filter(|line| !line.starts_with('#'))
            .fold(String::new(), |all, line| all + line + "\n")
    }

    fn evidence(&self) -> &'static str {
        if matches!(self.checked.certificate.claim, Claim::Windows(_)) { "windows" } else { "strategies" }
    }
}

fn all() -> BTreeMap<String, Shown> {
    let folder = root().join("certificates");
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        // The results of a sweep over families, without their certificates; theorems with letters; slices.
        if name == "sweep.tsv" || name == "letters" || name == "slices" {
            continue;
        }
        let Some(name) = name.strip_suffix(".cert") else {
            let rules =
                name.strip_suffix(".game").unwrap_or_else(|| panic!("{name}: neither rules nor certificate"));
            assert!(folder.join(format!("{rules}.cert")).exists(), "{name} has no certificate");
            continue;
        };
        let certificate = fs::read_to_string(folder.join(format!("{name}.cert"))).unwrap();
        let written = fs::read_to_string(folder.join(format!("{name}.game")))
            .unwrap_or_else(|error| panic!("{name}.game: {error}"));
        let checked = check::check(&certificate).unwrap_or_else(|refused| panic!("{name}: {refused}"));
        all.insert(name.to_owned(), Shown { written, certificate, checked });
    }
    all
}

#[test]
fn every_certificate_is_about_the_rules_beside_it() {
    let all = all();
    assert!(all.len() > 30, "{} certificates", all.len());
    for (name, shown) in &all {
        assert_eq!(shown.checked.certificate.game, shown.ruleset().text(), "{name}");
    }
}

/// The edge of a box with `dimension` coordinates.
fn edge(dimension: usize) -> u64 {
    [0, 300, 40, 14, 9, 6, 4][dimension]
}

#[test]
fn laws_are_the_values_that_the_definition_gives() {
    for (name, shown) in &all() {
        let (ruleset, law) = (shown.ruleset(), shown.law());
        let valuation = match (law.is_grundy(), law.valuation) {
            (true, _) => Valuation::Grundy,
            (false, valuation) => valuation,
        };
        let mut solver = Solver::new(
            RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(),
            valuation,
            &Watch::new(&Limits::default()),
        );
        let dimension = ruleset.dimension();
        let edge = edge(dimension);
        let mut compared = 0;
        let mut values = std::collections::BTreeSet::new();
        for number in 0..edge.pow(u32::try_from(dimension).unwrap()) {
            let mut rest = number;
            let coordinates: Vec<u64> = (0..dimension)
                .map(|_| {
                    let coordinate = rest % edge;
                    rest /= edge;
                    coordinate
                })
                .collect();
            if !ruleset.has(&coordinates) {
                continue;
            }
            let large: Vec<BigUint> = coordinates.iter().copied().map(BigUint::from).collect();
            for control in ruleset.control_states() {
                let node = Node { coordinates: coordinates.clone(), control };
                let exact = BigUint::from(valuation.coarse(solver.value(&node).unwrap()));
                assert_eq!(
                    law.value(control, &large),
                    Some(exact.clone()),
                    "{name} at {coordinates:?}, {control:?}"
                );
                compared += 1;
                values.insert(exact);
            }
        }
        // A box in which only one value occurs would show little.
        assert!(compared > 290 && values.len() > 1, "{name}: {compared} positions, {values:?}");
    }
}

const PAGE: &str = "docs/new-results.md";

/// The page's table of all certificates.
fn index(all: &BTreeMap<String, Shown>) -> String {
    let mut text =
        String::from("| certificate | game | states | bytes | proved by |\n|---|---|---|---|---|\n");
    let (mut states, mut bytes) = (0, 0);
    for (name, shown) in all {
        let count = shown.law().automaton.states();
        let size = shown.certificate.len();
        let _ = writeln!(
            text,
            "| [`{name}`](../certificates/{name}.cert) | {} | {count} | {size} | {} |",
            shown.title(),
            shown.evidence()
        );
        states += count;
        bytes += size;
    }
    let _ = writeln!(text, "| **{} certificates** | | {states} | {bytes} | |", all.len());
    text
}

/// The longest law that is written out on the page.
const LONGEST: usize = 2500;

/// The section of the page about one certificate: rules, command, size, law.
fn result(name: &str, shown: &Shown) -> String {
    let law = shown.law();
    let value = if law.is_grundy() { " --value grundy" } else { "" };
    let digits = match law.numeration() == &Numeration::binary() {
        true => String::new(),
        false => format!(" over the digits of {}", law.numeration()),
    };
    let mut text = format!("```game\n{}```\n\n", shown.rules());
    let _ = writeln!(
        text,
        "`bouton prove certificates/{name}.game{value}` finds this law, with {} states{digits}. Its certificate, \
         `certificates/{name}.cert`, has {} bytes and proves it by {}.\n",
        law.automaton.states(),
        shown.certificate.len(),
        shown.evidence()
    );
    let explanation = explain(&shown.ruleset(), law);
    let body = explanation.body();
    let body = body.trim_end();
    if body.len() <= LONGEST && !body.starts_with("No shorter form was found") {
        let _ = writeln!(text, "```text\n{body}\n```");
    } else {
        let _ = writeln!(
            text,
            "No short form in words is known. `bouton explain certificates/{name}.cert` shows the automaton."
        );
    }
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
fn the_page_says_what_the_certificates_show() {
    let all = all();
    let path = root().join(PAGE);
    let page = fs::read_to_string(&path).unwrap();
    let mut made = between(&page, "index", &index(&all)).expect("the page has the marks of the index");
    for (name, shown) in &all {
        // Its words are discussed by hand, in a separate section.
        if name == "small-pass-6" {
            continue;
        }
        made = between(&made, name, &result(name, shown))
            .unwrap_or_else(|| panic!("{PAGE} has no part <!-- {name} -->"));
    }
    if std::env::var_os("BOUTON_NEW_RESULTS").is_some() {
        fs::write(&path, made).unwrap();
    } else {
        assert!(
            page == made,
            "{PAGE} is not what the certificates show: BOUTON_NEW_RESULTS=write writes it again"
        );
    }
}

/// Whether a position of Exact Nim on five or six heaps, two at a time, is a P-position by the rule
/// on the page. The columns of binary digits are read from the most significant one on. Each has
/// none or four 1s, until one heap alone has a 1 (from then on the others have none or three in
/// each column) or five have one (then there are no more).
fn exact_two(heaps: &[u64]) -> bool {
    let mut alone = None;
    let mut full = false;
    for place in (0..u64::BITS).rev() {
        let ones: Vec<usize> = (0..heaps.len()).filter(|&heap| heaps[heap] >> place & 1 == 1).collect();
        let fits = match (full, alone) {
            (true, _) => ones.is_empty(),
            (false, Some(heap)) => [0, 3].contains(&ones.iter().filter(|&&other| other != heap).count()),
            (false, None) => match ones[..] {
                [] | [_, _, _, _] => true,
                [heap] => {
                    alone = Some(heap);
                    true
                }
                [_, _, _, _, _] => {
                    full = true;
                    true
                }
                _ => false,
            },
        };
        if !fits {
            return false;
        }
    }
    true
}

#[test]
fn exact_nim_by_two_is_as_the_page_says() {
    let all = all();
    for (name, edge, heaps) in [("exact-2-of-5", 16u64, 5u32), ("exact-2-of-6", 9, 6)] {
        let law = &all[name].law().automaton;
        let mut lost = 0;
        for number in 0..edge.pow(heaps) {
            let position: Vec<u64> = (0..heaps).map(|heap| number / edge.pow(heap) % edge).collect();
            let value = law.evaluate_small(ControlState(0).index(), &position);
            assert_eq!(value == 0, exact_two(&position), "{name} at {position:?}");
            lost += usize::from(value == 0);
        }
        assert!(lost > 1000, "{name}: {lost}");
    }
}

#[test]
fn nim_on_four_heaps_is_as_the_page_says() {
    let path = |[a, b, c, d]: [u64; 4]| b == 0 && a == c + d || c == 0 && d == a + b;
    let paw = |[a, b, c, d]: [u64; 4]| if a == 0 { d == b + c } else { b == c && b == a + d };
    // Misère play differs where no heap has more than one object.
    let misere_path = |heaps: [u64; 4]| {
        if heaps.iter().all(|&heap| heap <= 1) {
            [1, 4].contains(&heaps.iter().sum::<u64>())
        } else {
            path(heaps)
        }
    };
    // The two smallest of b, c, d are a.
    let diamond = |[a, mut rest @ ..]: [u64; 4]| {
        rest.sort_unstable();
        rest[..2] == [a, a]
    };
    let all = all();
    type Sentence<'a> = (&'a str, &'a dyn Fn([u64; 4]) -> bool);
    let sentences: [Sentence<'_>; 4] = [
        ("path-2-of-4", &path),
        ("paw", &paw),
        ("misere-path-2-of-4", &misere_path),
        ("diamond-with-loop", &diamond),
    ];
    for (name, said) in sentences {
        let Law { automaton, valuation, .. } = all[name].law();
        let mut lost = 0;
        for number in 0..16u64.pow(4) {
            let heaps = [0, 4, 8, 12].map(|shift| number >> shift & 15);
            let value = valuation.coarse(automaton.evaluate_small(0, &heaps));
            assert_eq!(value == 0, said(heaps), "{name} at {heaps:?}");
            lost += usize::from(value == 0);
        }
        assert!(lost > 200, "{name}: {lost}");
    }
}

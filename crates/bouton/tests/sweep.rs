//! Families around the games of `docs/new-results.md`, each game asked for its law under stated limits.
//!
//! `BOUTON_SWEEP=write cargo test -p bouton --test sweep` asks all of them (about an hour), and writes
//! `certificates/sweep.tsv` and the table of the page. Without it some of the rows are found again.

use std::{collections::BTreeSet, fmt::Write, fs, path::PathBuf};

use bouton::{
    Ending, Goal, Limits, Numeration, NumerationChoice, Playable, ProveOptions, Watch, prove_law_with,
    rules::Game,
};

/// The limits of a search: steps of work, states of a law, bytes.
const WORK: u64 = 10_000_000;
const STATES: usize = 2000;
const MEMORY: u64 = 512 << 20;

/// One game, and which of the page's rows it counts for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Member {
    family: &'static str,
    play: &'static str,
    rules: String,
}

/// The nonempty sets of numbers below `most`, as bits.
fn sets(most: u32) -> impl Iterator<Item = u32> {
    1..1 << most
}

fn members_of(set: u32) -> Vec<u32> {
    (0..32).filter(|member| set >> member & 1 == 1).collect()
}

/// The sets of edges on so many heaps up to the names of heaps, in which no heap is without an edge; `edges` lists the
/// edges that there may be, each as bits.
fn hypergraphs(heaps: u32, edges: &[u32]) -> Vec<Vec<u32>> {
    let mut permutations = vec![Vec::new()];
    for _ in 0..heaps {
        permutations = permutations
            .into_iter()
            .flat_map(|known: Vec<u32>| {
                (0..heaps)
                    .filter(|heap| !known.contains(heap))
                    .map(|heap| [&known[..], &[heap]].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    let moved =
        |edge: u32, to: &[u32]| members_of(edge).iter().fold(0, |all, &heap| all | 1 << to[heap as usize]);
    let mut found = BTreeSet::new();
    for chosen in sets(u32::try_from(edges.len()).unwrap()) {
        let chosen: Vec<u32> = members_of(chosen).iter().map(|&edge| edges[edge as usize]).collect();
        if chosen.iter().fold(0, |all, edge| all | edge) != (1 << heaps) - 1 {
            continue;
        }
        let names = permutations.iter().map(|to| {
            let mut renamed: Vec<u32> = chosen.iter().map(|&edge| moved(edge, to)).collect();
            renamed.sort_unstable();
            renamed
        });
        found.insert(names.min().unwrap());
    }
    found.into_iter().collect()
}

/// The move that takes from each heap of an edge, any amount or one object.
fn edge_move(edge: u32, slow: bool) -> String {
    let heaps: Vec<u32> = members_of(edge).iter().map(|heap| heap + 1).collect();
    let join = |part: &dyn Fn(&u32) -> String| heaps.iter().map(part).collect::<Vec<_>>().join(", ");
    let left = join(&|heap| format!("h{heap}"));
    if slow {
        format!("move {left} -> {}", join(&|heap| format!("h{heap} - 1")))
    } else {
        format!(
            "move {left} -> {} where {}",
            join(&|heap| format!("t{heap}")),
            join(&|heap| format!("t{heap} < h{heap}"))
        )
    }
}

fn members() -> Vec<Member> {
    let mut all = Vec::new();
    for (family, amount) in [("exact A-Nim", "any"), ("slow A-Nim", "1")] {
        for heaps in 1..=5u32 {
            for set in sets(heaps) {
                let numbers: Vec<u32> = members_of(set).iter().map(|number| number + 1).collect();
                let moves: Vec<String> = numbers
                    .iter()
                    .map(|number| format!("move take {amount} from exactly {number} heaps"))
                    .collect();
                let rules = format!("heaps {heaps}; {}", moves.join("; "));
                // Play has ended when fewer heaps are left than the least number of A.
                let pass = match numbers[0] {
                    1 => "pass 1 unless empty".to_owned(),
                    2 => "pass 1 unless at most 1 heap is nonempty".to_owned(),
                    least => format!("pass 1 unless at most {} heaps are nonempty", least - 1),
                };
                for (play, line) in [
                    ("normal", None),
                    ("misère", Some("play misere")),
                    ("a pass", Some(pass.as_str())),
                    ("podium, 3 players", Some("players 3 podium")),
                ] {
                    let rules = line.map_or(rules.clone(), |line| format!("{rules}; {line}"));
                    all.push(Member { family, play, rules });
                }
            }
        }
    }
    let pairs = |heaps: u32| (0..1 << heaps).filter(|edge: &u32| edge.count_ones() == 2).collect::<Vec<_>>();
    let any = |heaps: u32| (1..1 << heaps).collect::<Vec<_>>();
    let graphs = (2..=5)
        .flat_map(|heaps| hypergraphs(heaps, &pairs(heaps)).into_iter().map(move |edges| (heaps, edges)));
    let small = (2..=3)
        .flat_map(|heaps| hypergraphs(heaps, &any(heaps)).into_iter().map(move |edges| (heaps, edges)));
    let graphs = graphs
        .map(|graph| ("graph Nim", graph))
        .chain(small.map(|graph| ("hypergraph Nim, ≤ 3 heaps", graph)));
    for (family, (heaps, edges)) in graphs {
        for slow in [false, true] {
            let moves: Vec<String> = edges.iter().map(|&edge| edge_move(edge, slow)).collect();
            let rules = format!("heaps {heaps}; {}", moves.join("; "));
            let family = match (family, slow) {
                ("graph Nim", true) => "slow graph Nim",
                (_, true) => "slow hypergraph Nim, ≤ 3 heaps",
                (family, false) => family,
            };
            all.push(Member { family, play: "normal", rules: rules.clone() });
            all.push(Member { family, play: "misère", rules: format!("{rules}; play misere") });
        }
    }
    all
}

/// What is found of a game: states and bytes of the certificate, or nothing within the limits.
fn found(rules: &str) -> Option<(usize, usize)> {
    let game = Game::parse(rules).unwrap_or_else(|faults| panic!("{rules}: {faults}"));
    let playable = Playable::new(&game, None).unwrap();
    let numeration = NumerationChoice::Only(Numeration::binary());
    let options = ProveOptions { states: STATES, numeration, ..ProveOptions::default() };
    let watch = Watch::new(&Limits { memory: MEMORY, ..Limits::default() }).within(WORK);
    match prove_law_with(&playable, Goal::Outcome, &options, &watch).unwrap() {
        Ending::Proved(proved) => Some((proved.states.unwrap(), proved.theorem.certificate().len())),
        Ending::NoLaw(_) => None,
        other => panic!("{rules}: {other:?}"),
    }
}

fn row(member: &Member, found: Option<(usize, usize)>) -> String {
    let (states, bytes) =
        found.map_or(("-".to_owned(), "-".to_owned()), |found| (found.0.to_string(), found.1.to_string()));
    format!("{}\t{}\t{}\t{states}\t{bytes}", member.family, member.play, member.rules)
}

fn root() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", ".."].iter().collect()
}

/// What the page says of one family in one kind of play.
#[derive(Default)]
struct Line<'a> {
    games: usize,
    proved: usize,
    /// The states of the largest law, and the rules it is of.
    largest: (usize, &'a str),
}

/// The page's table, from the rows.
fn summary(rows: &[Vec<&str>]) -> String {
    let mut lines: Vec<([&str; 2], Line<'_>)> = Vec::new();
    for row in rows {
        let name = [row[0], row[1]];
        let place = lines.iter().position(|line| line.0 == name).unwrap_or_else(|| {
            lines.push((name, Line::default()));
            lines.len() - 1
        });
        let line = &mut lines[place].1;
        line.games += 1;
        if let Ok(states) = row[3].parse() {
            line.proved += 1;
            line.largest = line.largest.max((states, row[2]));
        }
    }
    let mut text =
        String::from("| family | play | games | proved | largest law | of |\n|---|---|---|---|---|---|\n");
    for ([family, play], Line { games, proved, largest: (states, rules) }) in &lines {
        let _ = writeln!(text, "| {family} | {play} | {games} | {proved} | {states} | `{rules}` |");
    }
    let proved: usize = lines.iter().map(|line| line.1.proved).sum();
    let _ = writeln!(text, "| **all** | | {} | {proved} | | |", rows.len());
    text
}

#[test]
fn the_sweep_is_what_the_limits_give() {
    let members = members();
    let (table, page) = (root().join("certificates/sweep.tsv"), root().join("docs/new-results.md"));
    let head = "family\tplay\trules\tstates\tbytes";
    let write = std::env::var_os("BOUTON_SWEEP").is_some();
    if write {
        let mut text = format!("{head}\n");
        for (number, member) in members.iter().enumerate() {
            let row = row(member, found(&member.rules));
            println!("{number} of {}: {row}", members.len());
            text.push_str(&row);
            text.push('\n');
        }
        fs::write(&table, text).unwrap();
    }
    let text = fs::read_to_string(&table).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(head));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), members.len());
    for (row, member) in rows.iter().zip(&members) {
        assert_eq!(row[..3], [member.family, member.play, &member.rules]);
    }
    // Some of the rows, found again: those of small laws, and some that a limit ended would take too long.
    let small =
        rows.iter().zip(&members).filter(|(row, _)| row[3].parse::<usize>().is_ok_and(|states| states <= 40));
    let mut again = 0;
    for (row_of, member) in small.step_by(17).filter(|(row, _)| !row[2].starts_with("heaps 5")) {
        assert_eq!(row_of.join("\t"), row(member, found(&member.rules)));
        again += 1;
    }
    assert!(again > 10, "{again}");
    // The page.
    let made = summary(&rows);
    let said = fs::read_to_string(&page).unwrap();
    let (before, rest) = said.split_once("<!-- sweep -->\n").expect("the page has the mark");
    let (known, after) = rest.split_once("<!-- /sweep -->").expect("the page has the mark");
    if write {
        fs::write(&page, format!("{before}<!-- sweep -->\n{made}<!-- /sweep -->{after}")).unwrap();
    } else {
        assert_eq!(known, made, "BOUTON_SWEEP=write writes it again");
    }
}

//! Families around the games of `docs/new-results.md`, with a search for the law of each game under
//! stated limits.
//!
//! `BOUTON_SWEEP=write cargo test -p bouton --test sweep` searches for all laws (more than an
//! hour), and writes `certificates/sweep.tsv` and the table of the page; `BOUTON_SWEEP=add`
//! searches only for games without a row. Without the variable, some of the rows are computed
//! again.

mod families;

use std::{
    collections::{BTreeMap, HashMap},
    fmt::Write,
    fs,
    path::PathBuf,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

use bouton::{
    Ending, Goal, Limits, Numeration, NumerationChoice, Playable, ProveOptions, Watch, prove_law_with,
    rules::Game,
};
use families::{Member, members};

/// The limits of a search: steps of work, states of a law, bytes.
const WORK: u64 = 10_000_000;
const STATES: usize = 2000;
const MEMORY: u64 = 512 << 20;

/// The states and bytes of the certificate of a game; `None` if no law is found within the limits.
fn found(Member { rules, .. }: &Member) -> Option<(usize, usize)> {
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

/// The rows of all games, one on each line; each processor takes the next game.
fn in_parallel(members: &[Member], row: impl Fn(&Member) -> String + Sync) -> String {
    let (next, rows) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let take = || {
                    let number = next.fetch_add(1, Relaxed);
                    Some((number, members.get(number)?))
                };
                while let Some((number, member)) = take() {
                    let row = row(member);
                    println!("{number} of {}: {row}", members.len());
                    rows.lock().unwrap().insert(number, row + "\n");
                }
            });
        }
    });
    rows.into_inner().unwrap().into_values().collect()
}

fn root() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", ".."].iter().collect()
}

/// The line of the page about one family in one kind of play.
#[derive(Default)]
struct Line<'a> {
    games: usize,
    proved: usize,
    /// The states of the largest law, and its rules.
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
    let asked = std::env::var("BOUTON_SWEEP").ok();
    let write = asked.is_some();
    if write {
        let before = fs::read_to_string(&table).unwrap();
        let known: HashMap<&str, &str> = match asked.as_deref() {
            // The row without its states and bytes is the game.
            Some("add") => {
                before.lines().filter_map(|row| Some((row.rsplitn(3, '\t').nth(2)?, row))).collect()
            }
            _ => HashMap::new(),
        };
        let row = |member: &Member| {
            let game = format!("{}\t{}\t{}", member.family, member.play, member.rules);
            known.get(game.as_str()).map_or_else(|| row(member, found(member)), |&row| row.to_owned())
        };
        fs::write(&table, format!("{head}\n{}", in_parallel(&members, row))).unwrap();
    }
    let text = fs::read_to_string(&table).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(head));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), members.len());
    for (row, member) in rows.iter().zip(&members) {
        assert_eq!(row[..3], [member.family, member.play, &member.rules]);
    }
    // Some of the rows are computed again: those of small laws; some that a limit ended would take
    // too long.
    let small =
        rows.iter().zip(&members).filter(|(row, _)| row[3].parse::<usize>().is_ok_and(|states| states <= 40));
    let mut again = 0;
    for (row_of, member) in small.step_by(67).filter(|(row, _)| !row[2].starts_with("heaps 5")) {
        assert_eq!(row_of.join("\t"), row(member, found(member)));
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

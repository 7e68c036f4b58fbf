//! A search that is stopped and continued from its checkpoint has the same result as without a
//! stop.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use bouton_core::{LimitReached, Limits, Watch};
use bouton_prove::{CheckpointError, Goal, NoLaw, Proof, ProveOptions, prove};

/// Games with periodic coordinates, without, and with a Nim heap added.
const GAMES: &[(&str, Goal)] = &[
    ("heap sizes 1..4; move take any from 1 heap; pass 1 unless empty", Goal::Outcome),
    (
        "heaps 4; move take 1..2 in total from at most 2 heaps; stop when at most 1 heap is nonempty",
        Goal::Outcome,
    ),
    ("heaps 4; move take any from 1 heap", Goal::Grundy),
    ("heaps 2; move take any from 1 heap; play misere", Goal::Outcome),
];

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn search(rules: &str, goal: Goal, limits: &Limits, checkpoint: Option<&Path>) -> Result<Proof, NoLaw> {
    let ruleset = bouton_rules::Game::parse(rules).unwrap().ruleset().unwrap();
    let options = ProveOptions { checkpoint: checkpoint.map(Path::to_owned), ..ProveOptions::default() };
    prove(&ruleset, goal, &options, &Watch::new(limits))
}

#[test]
fn a_search_goes_on_as_if_it_had_never_stopped() {
    let mut stops = 0;
    for (number, (rules, goal)) in GAMES.iter().enumerate() {
        let whole = search(rules, *goal, &Limits::default(), None).unwrap();
        let folder = folder(&format!("goes-on-{number}"));
        let mut stopped = 0;
        let resumed = loop {
            // Each time a little longer: some stop before the first state is written.
            let time = Some(Duration::from_millis(5 + 40 * stopped));
            match search(rules, *goal, &Limits { time, ..Limits::default() }, Some(&folder)) {
                Ok(proof) => break proof,
                Err(NoLaw::Limit { limit: LimitReached::Time { .. }, .. } | NoLaw::Verify(_)) => stopped += 1,
                Err(other) => panic!("{rules}: {other}"),
            }
        };
        assert_eq!(
            resumed.certificate.encode(),
            whole.certificate.encode(),
            "{rules}, stopped {stopped} times"
        );
        assert_eq!(resumed.statistics.hypotheses, whole.statistics.hypotheses, "{rules}");
        assert_eq!(resumed.statistics.rounds, whole.statistics.rounds, "{rules}");
        stops += stopped;
        // And once more from the last state.
        let again = search(rules, *goal, &Limits::default(), Some(&folder)).unwrap();
        assert_eq!(again.certificate.encode(), whole.certificate.encode(), "{rules}");
        assert_eq!(again.statistics.rounds, whole.statistics.rounds, "{rules}");
    }
    assert!(stops >= 4, "only {stops} searches were stopped");
}

/// A folder with the checkpoint of a finished search.
fn kept(name: &str) -> (PathBuf, Vec<u8>) {
    let folder = folder(name);
    search(GAMES[0].0, GAMES[0].1, &Limits::default(), Some(&folder)).unwrap();
    let file = folder.join("proof.checkpoint");
    let bytes = fs::read(&file).unwrap();
    assert!(bytes.starts_with(b"bouton checkpoint 4\n"), "a checkpoint says what it is");
    (file, bytes)
}

fn refused(folder: &Path, rules: &str, goal: Goal, limits: &Limits) -> CheckpointError {
    match search(rules, goal, limits, Some(folder)) {
        Err(NoLaw::Checkpoint(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn damaged_checkpoints_are_refused() {
    let (file, bytes) = kept("damaged");
    let folder = file.parent().unwrap();
    let middle = bytes.len() / 2;
    let mut flipped = bytes.clone();
    flipped[middle] ^= 1;
    let other_kind = b"bouton certificate 1\nand so on, for long enough".to_vec();
    for damaged in [flipped, bytes[..middle].to_vec(), Vec::new(), other_kind] {
        fs::write(&file, damaged).unwrap();
        let error = refused(folder, GAMES[0].0, GAMES[0].1, &Limits::default());
        assert!(matches!(error, CheckpointError::Damaged { .. }), "{error}");
        assert!(error.to_string().contains("remove it"), "{error}");
    }
    fs::write(&file, bytes).unwrap();
    search(GAMES[0].0, GAMES[0].1, &Limits::default(), Some(folder)).unwrap();
}

#[test]
fn checkpoints_of_other_searches_are_refused() {
    let (file, _) = kept("foreign");
    let folder = file.parent().unwrap();
    let (rules, goal) = GAMES[0];
    let limits = Limits::default();
    let more = Limits { memory: 2 << 30, ..Limits::default() };
    let cases = [
        (GAMES[3].0, goal, &limits, "rules"),
        (rules, Goal::Grundy, &limits, "goal"),
        (rules, goal, &more, "memory"),
    ];
    for (rules, goal, limits, expected) in cases {
        let error = refused(folder, rules, goal, limits);
        assert!(matches!(error, CheckpointError::Foreign { what, .. } if what == expected), "{error}");
    }
    // Time and threads do not change the result.
    let others = Limits { time: Some(Duration::from_secs(600)), threads: 2, ..limits };
    search(rules, goal, &others, Some(folder)).unwrap();
}

#[test]
fn two_searches_do_not_share_a_folder() {
    let (file, _) = kept("busy");
    let folder = file.parent().unwrap();
    let lock = fs::File::open(folder.join("proof.lock")).unwrap();
    lock.lock().unwrap();
    let error = refused(folder, GAMES[0].0, GAMES[0].1, &Limits::default());
    assert!(matches!(error, CheckpointError::Busy(_)), "{error}");
}

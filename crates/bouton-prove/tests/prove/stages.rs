//! The result of a proof search does not depend on the clock.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use bouton_core::{LimitReached, Limits, Watch};
use bouton_prove::{Goal, NoLaw, Proof, ProveOptions, prove};

/// A game whose law is found beside periodic coordinates, and games without any.
const GAMES: &[(&str, Goal)] = &[
    ("heap sizes 1..4; move take any from 1 heap; pass 1 unless empty", Goal::Outcome),
    ("heaps 3; move take 1..2 in total from at most 2 heaps", Goal::Outcome),
    ("heaps 2; move take 1..4 from 1 heap", Goal::Grundy),
];

fn proved(rules: &str, goal: Goal, limits: &Limits) -> Proof {
    let ruleset = bouton_rules::Game::parse(rules).unwrap().ruleset().unwrap();
    prove(&ruleset, goal, &ProveOptions::default(), &Watch::new(limits))
        .unwrap_or_else(|e| panic!("{rules}: {e}"))
}

#[test]
fn hypotheses_are_the_same_for_all_times_and_threads_and_under_load() {
    let busy = AtomicBool::new(true);
    std::thread::scope(|scope| {
        for (rules, goal) in GAMES {
            let alone = proved(rules, *goal, &Limits::default());
            scope.spawn(|| {
                while busy.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
            for (minutes, threads) in [(10, 1), (60, 4)] {
                let limits =
                    Limits { time: Some(Duration::from_secs(60 * minutes)), threads, ..Limits::default() };
                let again = proved(rules, *goal, &limits);
                assert_eq!(again.statistics.hypotheses, alone.statistics.hypotheses, "{rules}");
                assert_eq!(again.statistics.rounds, alone.statistics.rounds, "{rules}");
                assert_eq!(again.statistics.work, alone.statistics.work, "{rules}");
                assert_eq!(again.certificate.encode(), alone.certificate.encode(), "{rules}");
            }
        }
        busy.store(false, Ordering::Relaxed);
    });
}

#[test]
fn time_and_cancelling_only_end_a_search() {
    let ruleset = bouton_rules::Game::parse(GAMES[0].0).unwrap().ruleset().unwrap();
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let ended = prove(&ruleset, Goal::Outcome, &ProveOptions::default(), &Watch::new(&limits));
    assert!(
        matches!(ended, Err(NoLaw::Limit { limit: LimitReached::Time { .. }, .. } | NoLaw::Relation(_))),
        "{ended:?}"
    );
    let watch = Watch::unlimited();
    watch.cancel();
    let ended = prove(&ruleset, Goal::Outcome, &ProveOptions::default(), &watch);
    assert!(matches!(ended, Err(NoLaw::Limit { limit: LimitReached::Cancelled, .. })), "{ended:?}");
}

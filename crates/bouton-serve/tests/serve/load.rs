//! Many clients at once. The whole load, for a minute, is the example `load`; this is its short run.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use bouton_serve::Bounds;

use crate::harness::Running;

/// What clients ask: positions, and tables.
const QUESTIONS: &[&str] = &[
    "/api/v1/solve?game=nim&position=3,4,5",
    "/api/v1/solve?game=wythoff&position=40,27",
    "/api/v1/solve?game=kayles&position=1000,77",
    "/api/v1/solve?game=two-in-total&position=1000000000000000000000000000000,5,7,9",
    "/api/v1/table?game=nim&heaps=2&upto=40",
    "/api/v1/table?game=moore&upto=6&value=outcome",
    "/api/v1/count?game=wythoff&upto=100",
];

#[test]
fn two_hundred_clients_are_answered() {
    const CLIENTS: usize = 200;
    const EACH: usize = 3;
    // How long answers take is for the example to measure, on a machine that does nothing else.
    let server = Running::with(Bounds { patience: Duration::from_secs(60), ..Bounds::default() });
    let (good, busy, other) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for client in 0..CLIENTS {
            let (server, good, busy, other) = (&server, &good, &busy, &other);
            scope.spawn(move || {
                for turn in client..client + EACH {
                    let count = match server.get(QUESTIONS[turn % QUESTIONS.len()]).status {
                        200 => good,
                        422 | 429 => busy,
                        _ => other,
                    };
                    count.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    let (good, busy, other) = (good.into_inner(), busy.into_inner(), other.into_inner());
    assert_eq!(other, 0, "{good} good, {busy} busy");
    assert!(good * 10 >= (good + busy) * 9, "{good} good, {busy} busy");
}

//! Measures a stream of positions that a proved law answers: only the requested value, compared
//! with complete answers that list the moves. Each position is read, answered and written as a
//! document; the answers are compared with closed forms.
//!
//! `cargo bench -p bouton --bench stream` prints the positions per second and the ratio; with
//! `--test` there are fewer positions.

use std::time::Instant;

use bouton::{Game, Oracle, Position, Query, Watch};

/// Pseudorandom positions with heaps below a bound; they are the same in every run.
fn positions(count: usize, heaps: usize, bound: u64) -> Vec<Vec<u64>> {
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 16) % bound
    };
    (0..count).map(|_| (0..heaps).map(|_| next()).collect()).collect()
}

/// The number of positions per second.
fn speed(oracle: &mut Oracle, heaps: &[Vec<u64>], alone: bool, is_lost: fn(&[u64]) -> bool) -> f64 {
    let query = Query { moves: alone.then_some(0), streamed: true, ..Query::default() };
    let written: Vec<String> = heaps.iter().map(|heaps| Position::from_small(heaps).to_string()).collect();
    let mut out = Vec::new();
    let started = Instant::now();
    let mut lost = 0;
    for line in &written {
        let position: Position = line.parse().expect("a position");
        let answer = oracle.answer(&position, &query).expect("an answer");
        lost += usize::from(answer.value == 0);
        out.clear();
        serde_json::to_writer(&mut out, &answer.document(oracle.playable())).expect("a document");
    }
    let seconds = started.elapsed().as_secs_f64();
    assert_eq!(lost, heaps.iter().filter(|heaps| is_lost(heaps)).count());
    assert!(lost > 0);
    heaps.len() as f64 / seconds
}

fn main() {
    let smoke = std::env::args().any(|argument| argument == "--test");
    let (many, few) = if smoke { (2_000, 40) } else { (200_000, 1_000) };
    let by_four: fn(&[u64]) -> bool = |heaps| heaps[0] % 4 == 0;
    let by_sum: fn(&[u64]) -> bool = |heaps| heaps.iter().fold(0, |sum, heap| sum ^ heap) == 0;
    for (name, heaps, bound, is_lost) in
        [("take-three", None, 1_000_000_000_000, by_four), ("nim", Some(3), 16, by_sum)]
    {
        let game = Game::named(name).expect("a built-in game");
        let game = heaps.map_or(game.clone(), |heaps| game.with_heaps(heaps).expect("any number of heaps"));
        let mut oracle = Oracle::new(game.playable().expect("playable"), &Watch::unlimited());
        // The law is checked before the first answer.
        let heaps = heaps.unwrap_or(1);
        speed(&mut oracle, &positions(100, heaps, bound), true, is_lost);
        let alone = speed(&mut oracle, &positions(many, heaps, bound), true, is_lost);
        let whole = speed(&mut oracle, &positions(few.max(40), heaps, bound), false, is_lost);
        println!(
            "{name}: {alone:.0} positions a second alone, {whole:.0} with all that is told; ratio {:.1}",
            alone / whole
        );
    }
}

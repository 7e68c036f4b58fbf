//! Measures the judgement of a claim against the proof of the same law without a claim, with the words of the theorem:
//! both are what a person waits for. The runs are interleaved, and the ratio is that of their medians; every claim is
//! printed by the program itself, must be proved again, and changed at one position must be refuted.
//!
//! `cargo bench -p bouton --bench judged_claims` prints milliseconds and ratios of nine runs each; with `--test` there is one.

use std::time::Instant;

use bouton::{Ending, Game, Goal, Playable, Watch, judge_claim, prove_law};

/// The games: columns, parities of the sum, rows, small periods, counts of heaps, properties of sorted heaps.
const GAMES: [&str; 7] = [
    "heaps 3; move take any from 1 heap",
    "heaps 2; move take odd from 1 heap",
    "two-in-total",
    "heaps 3; move take 1..2 in total from at most 2 heaps",
    "heaps 1; move take {1,3,4} from 1 heap",
    "heaps 4; move take any from exactly 3 heaps",
    "heaps 4; move take any from exactly 2 heaps",
];

/// The milliseconds of a search for the law, or of the judgement of a claim, with the words of the theorem.
fn milliseconds(game: &Playable, claim: Option<&str>) -> f64 {
    let (watch, started) = (Watch::unlimited(), Instant::now());
    let ending = match claim {
        None => prove_law(game, Goal::Outcome, None, &watch).expect("a proof"),
        Some(claim) => judge_claim(game, claim, None, &watch).expect("a judgement"),
    };
    let Ending::Proved(proved) = ending else { panic!("not proved: {claim:?}") };
    assert!(!proved.theorem.text().is_empty());
    1000.0 * started.elapsed().as_secs_f64()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    let runs = if std::env::args().any(|argument| argument == "--test") { 1 } else { 9 };
    for name in GAMES {
        let game = Game::named(name).expect("a game");
        let theorem = game.prove_within(Goal::Outcome, &Watch::unlimited()).expect("a theorem");
        let claim = theorem.as_claim(false, &Watch::unlimited()).expect("words").text;
        let game = game.playable().expect("playable");
        let (mut proofs, mut claims) = (Vec::new(), Vec::new());
        for _ in 0..runs {
            proofs.push(milliseconds(&game, None));
            claims.push(milliseconds(&game, Some(&claim)));
        }
        // The same law, wrong where all numbers are 0.
        let condition = claim.strip_prefix("P iff ").expect("a claim about outcomes");
        let wrong = format!("P iff total > 0 and ({condition})");
        let judged = judge_claim(&game, &wrong, None, &Watch::unlimited()).expect("a judgement");
        assert!(matches!(judged, Ending::Refuted(_)), "{wrong}");
        let (proof, claimed) = (median(proofs), median(claims));
        println!("{name}: proof {proof:.1} ms, claim {claimed:.1} ms, ratio {:.2}", claimed / proof);
    }
}

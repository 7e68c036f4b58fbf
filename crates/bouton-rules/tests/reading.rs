//! Tests that reading obeys limits.

use bouton_core::{LimitReached, Limits, Watch};
use bouton_rules::{Game, RulesetError};

/// Tests that the reading of rules that need much work ends at the limit of a watch, wherever it is
/// reached, and then holds no memory.
#[test]
fn a_reading_ends_with_its_limit() {
    let texts = [
        "heaps 9; move take any from at most 5 heaps when largest > smallest; pass 1 unless empty",
        "heaps 3; move take 1..40 from 2 heaps when largest > smallest",
        "counters a, b; positions where (a + 3 * b) mod 701 = 5; move a -> a - 701 when a >= 701",
        "counters a, b, c; move a -> a + 1 when b > 0; move b -> b + 1 where a > c; move c -> t where t < c + a",
        "for all a, b, c where a < b, b < c, 1 <= a; heaps 1; move take {a, b, c} from 1 heap when heap mod 60 = 7",
    ];
    for text in texts {
        let read = |watch: &Watch| -> Result<(), LimitReached> {
            let Ok(game) = Game::parse_within(text, &[], watch)? else { return Ok(()) };
            match game.ruleset_within(watch) {
                Err(RulesetError::Limit(limit)) => Err(limit),
                _ => Ok(()),
            }
        };
        let whole = Watch::unlimited();
        assert!(read(&whole).is_ok());
        let work = whole.work();
        assert!(work > 500, "{text}: {work}");
        for part in 1..8 {
            let watch = Watch::new(&Limits::default());
            let most = work * part / 8;
            let ended = read(&watch.within(most));
            let Err(LimitReached::Work { done }) = ended else { panic!("{text}: {ended:?}") };
            assert!(done <= most + 40_000, "{text}: {done} of {most}");
            assert_eq!(watch.memory_left(), Limits::default().memory, "{text}");
        }
    }
}

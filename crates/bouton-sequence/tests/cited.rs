//! Values of single heaps from printed sources (`testdata/*.toml`).

use bouton_core::Watch;
use bouton_rules::Game;
use bouton_sequence::{Sequence, definition, prove};
use bouton_testdata::cases;

#[test]
fn sequences_and_periods_are_the_printed_ones() {
    let mut periods = 0;
    for case in cases() {
        let game = Game::parse(&case.rules).unwrap();
        let (Some(said), Some(code)) = (case.sequence, game.code()) else { continue };
        let context = format!("{}: {}", case.name, said.source);
        let mut sequence = Sequence::new(code);
        sequence.extend_to(said.values.len(), &Watch::unlimited()).unwrap();
        assert_eq!(
            sequence.values().range(0, said.values.len()).collect::<Vec<_>>(),
            said.values,
            "{context}"
        );
        let slow = definition::values(code, said.values.len(), &Watch::unlimited()).unwrap();
        assert_eq!(slow, said.values, "{context}");
        if let Some(period) = said.period {
            assert_eq!(prove(code, &Watch::unlimited()).unwrap().period(), period, "{context}");
            periods += 1;
        }
    }
    assert!(periods >= 2);
}

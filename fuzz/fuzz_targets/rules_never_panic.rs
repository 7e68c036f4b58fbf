//! No text makes the parser of rules panic; what it accepts, it prints and reads back.

#![no_main]

use bouton_rules::Game;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(game) = Game::parse(text) {
        let canonical = game.text();
        let again = Game::parse(&canonical).expect("canonical text is accepted");
        assert_eq!(again.text(), canonical);
        // What is printed and read back is the same game.
        match (game.ruleset(), again.ruleset()) {
            (Ok(one), Ok(other)) => assert_eq!(one, other),
            (one, other) => assert_eq!(one.is_ok(), other.is_ok()),
        }
    }
});

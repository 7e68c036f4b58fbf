//! No text makes the strict reader of canonical text panic; what it accepts, the reader of ordinary text accepts as the
//! same rules, and the canonical text of what that one accepts is read strictly as the same rules.

#![no_main]

use bouton_rules::{Game, Rules};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(strict) = Rules::read(text) {
        assert_eq!(strict.text(), text);
        assert_eq!(*Game::parse(text).expect("canonical text is accepted"), strict);
    }
    if let Ok(game) = Game::parse(text) {
        let strict = Rules::read(&game.text()).expect("what is printed is canonical");
        assert_eq!(strict, *game);
        match (game.ruleset(), strict.ruleset()) {
            (Ok(one), Ok(other)) => assert_eq!(one, other),
            (one, other) => assert_eq!(one.is_ok(), other.is_ok()),
        }
    }
});

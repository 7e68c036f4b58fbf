use crate::{Game, built_in_games};

#[test]
fn every_built_in_game_prints_as_it_is_read() {
    for known in built_in_games() {
        let game = Game::parse(known.text).unwrap_or_else(|faults| panic!("{}: {faults}", known.name));
        assert_eq!(game.text(), known.text);
        assert_eq!(Game::parse(&game.text()).as_ref(), Ok(&game), "{}", known.name);
        if game.code().is_none() {
            let game = game.with_heaps(3).unwrap_or(game);
            game.ruleset().unwrap_or_else(|error| panic!("{}: {error}", known.name));
        }
    }
}

#[test]
fn a_word_in_a_comment_is_no_line() {
    for text in [";#;heaps", "heaps 2 #;move", "#;heaps;move"] {
        let faults = Game::parse(text).unwrap_err();
        assert!(faults.to_string().contains("no line says what"), "{text}: {faults}");
    }
}

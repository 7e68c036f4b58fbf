use crate::{Game, built_in_games};

#[test]
fn every_built_in_game_prints_as_it_is_read() {
    for known in built_in_games() {
        let game = Game::parse(known.text).unwrap_or_else(|faults| panic!("{}: {faults}", known.name));
        assert_eq!(game.text(), known.text);
        assert!(!known.summary.is_empty() && !known.source.is_empty(), "{}", known.name);
        assert_eq!(Game::parse(&game.text()).as_ref(), Ok(&game), "{}", known.name);
        if game.code().is_none() {
            let game = game.with_heaps(3).unwrap_or(game);
            game.ruleset().unwrap_or_else(|error| panic!("{}: {error}", known.name));
        }
    }
}

#[test]
fn every_file_of_games_is_a_built_in_game_of_its_name() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), built_in_games().len());
    for file in files {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let known = crate::built_in(name).unwrap_or_else(|| panic!("{name} is not listed"));
        // The whole file is a rules text, including the comments.
        let game = Game::parse(&std::fs::read_to_string(&file).unwrap()).unwrap();
        assert_eq!(Ok(game), Game::parse(known.text), "{name}");
    }
}

#[test]
fn a_word_in_a_comment_is_no_line() {
    for text in [";#;heaps", "heaps 2 #;move", "#;heaps;move"] {
        let faults = Game::parse(text).unwrap_err();
        assert!(faults.to_string().contains("no line says what"), "{text}: {faults}");
    }
}

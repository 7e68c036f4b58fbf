//! Tests `docs/rules.md`: its games parse, and its table of codes is complete.

use bouton_rules::{DiagnosticCode, Game};

const TEXT: &str = include_str!("../../../docs/rules.md");

#[test]
fn every_game_of_the_documentation_is_read_and_printed() {
    let mut count = 0;
    for block in TEXT.split("```game\n").skip(1) {
        let text = block.split("```").next().unwrap();
        let game = Game::parse(text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
        assert_eq!(Game::parse(&game.text()).as_ref(), Ok(&game), "{text}");
        assert_eq!(Game::parse(&text.trim().replace('\n', "; ")).as_ref(), Ok(&game), "{text}");
        count += 1;
    }
    assert!(count >= 8);
}

#[test]
fn every_code_is_documented() {
    for code in DiagnosticCode::ALL {
        assert!(TEXT.contains(&format!("| `{code}` | {}", code.meaning())), "{code}: {}", code.meaning());
    }
}

//! Tests that each code is explained, with rules that have the fault and the same rules corrected.

use bouton_rules::{DiagnosticCode, Game, looks_like_a_code};

/// The codes of texts that are too long or too deep to be printed as an example.
const ABRIDGED: [DiagnosticCode; 2] = [DiagnosticCode::TextTooLong, DiagnosticCode::TooDeep];

/// The codes of the faults of a text, or of its warnings.
fn codes(text: &str) -> Vec<DiagnosticCode> {
    let found = match Game::parse(text) {
        Err(faults) => Some(faults),
        Ok(game) => game.warnings(text),
    };
    found.iter().flatten().map(|fault| fault.code).collect()
}

#[test]
fn each_code_is_explained_with_an_example_and_a_remedy() {
    for &code in DiagnosticCode::ALL {
        let told = code.explanation();
        for part in [told.text, told.example, told.remedy, told.mended] {
            assert!(!part.is_empty(), "src/codes.md lacks something of {code}: {told:?}");
        }
        assert!(told.text.ends_with('.') && told.remedy.ends_with(':'), "{code}: {told:?}");
        assert!(!told.example.contains('\n') && !told.mended.contains('\n'), "{code}: {told:?}");
        let found = codes(told.example);
        if ABRIDGED.contains(&code) {
            assert!(told.example.contains("..."), "{code}");
        } else {
            assert!(found.contains(&code), "{code}: `{}` has {found:?}", told.example);
        }
        assert_eq!(codes(told.mended), [], "{code}: `{}`", told.mended);
        assert_eq!(code.as_str().parse(), Ok(code));
        assert!(looks_like_a_code(code.as_str()));
    }
}

#[test]
fn what_is_explained_is_a_code() {
    let text = include_str!("../src/codes.md");
    let sections: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let all: Vec<&str> = DiagnosticCode::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(sections, all);
}

#[test]
fn another_code_is_answered_with_the_nearest() {
    for (text, nearest) in [("E0499", "E0408"), ("e0000", "E0001"), ("W0001", "W0301")] {
        let error = text.parse::<DiagnosticCode>().unwrap_err();
        assert_eq!(error.nearest.as_str(), nearest);
        assert!(error.to_string().contains(&format!("there is no code `{text}`; the nearest is {nearest}")));
    }
    for text in ["0402", "E04", "E04020", "nim", "E0x02", "0.137", ""] {
        assert!(!looks_like_a_code(text), "{text}");
    }
}

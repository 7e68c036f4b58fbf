//! Tests rules in words that are codes of take-and-break games.

use bouton_rules::{Game, resolve};

fn text(rules: &str) -> String {
    let text = Game::parse(rules).unwrap().text();
    assert_eq!(Game::parse(&text).unwrap().text(), text);
    text
}

#[test]
fn splits_in_words_are_codes() {
    let may = |rest: &str| format!("move take 1..2 from 1 heap, then may split the rest in {rest}");
    assert_eq!(text(&may("two heaps")), "octal 0.77");
    assert_eq!(text(&may("two unequal heaps")), "octal 0.77 unequal");
    assert_eq!(text("move split a heap into 2 unequal heaps"), "grundy");
    assert_eq!(text("heaps any; move split a heap into 2 heaps"), "octal 4.0");
    assert_eq!(text("move take any from 1 heap; move split a heap into two heaps"), "octal 4.[3]");
    assert_eq!(text("move take odd from 1 heap; move split a heap into two heaps"), "octal 4.[30]");
    assert_eq!(text("subtraction all but {1, 3}"), "octal 0.030[3]");
    assert_eq!(text("counters split; move split -> split - 1"), "counters split\nmove split -> split - 1");
}

#[test]
fn what_is_no_code_is_refused() {
    for rules in [
        "heaps 2; move split a heap into 2 heaps",
        "move split a heap into 2 heaps; move take 1 from 2 heaps",
        "move split a heap into 2 heaps; move take 1, then may split the rest in two unequal heaps",
        "move split a heap into 2 heaps; move take half from 1 heap",
        "move split a heap into 3 heaps",
    ] {
        assert!(Game::parse(rules).is_err(), "{rules}");
    }
}

#[test]
fn codes_are_read_as_they_are_printed() {
    for code in ["0.[3]", "0.3[30]", "4.0", "4.[3]", "0.0", "0.77 unequal"] {
        assert_eq!(text(&format!("octal {code}")), format!("octal {code}"));
    }
    assert_eq!(resolve("0.30[30]").unwrap().text(), "octal 0.[30]");
    assert!(resolve("0.8").unwrap_err().to_string().contains("hexadecimal 0.8"));
    assert_eq!(text("hexadecimal 0.8"), "hexadecimal 0.8");
    for wrong in ["0.[", "0.3]", "0.[]", "0.[3]3", "3.0", "0.", "8.0"] {
        assert!(Game::parse(&format!("octal {wrong}")).is_err(), "{wrong}");
    }
}

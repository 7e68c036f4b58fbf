//! Tests that sentences of textbooks are read as the game that they state, or are reported with the
//! line to write or the reason.

use bouton_rules::Game;

#[test]
fn sentences_are_read_or_answered() {
    let mut counts = std::collections::BTreeMap::<&str, usize>::new();
    let mut wrong = Vec::new();
    for line in include_str!("sentences.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [kind, rules, expected] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        *counts.entry(kind).or_default() += 1;
        let read = Game::parse(rules);
        let right = match (kind, &read) {
            ("reads", Ok(game)) => game.text() == Game::parse(&expected.replace("; ", "\n")).unwrap().text(),
            ("write", Err(faults)) => faults
                .iter()
                .any(|fault| fault.suggestion.as_deref().is_some_and(|told| told.contains(expected))),
            ("lacks", Err(faults)) => {
                faults.iter().any(|fault| fault.code.as_str() == "E0105" && fault.message.contains(expected))
            }
            ("refused", Err(_)) => true,
            _ => false,
        };
        if !right {
            wrong.push(format!(
                "{line}\n  {}",
                read.map_or_else(|faults| faults.to_string(), |game| game.text())
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(counts["reads"] + counts["write"] + counts["lacks"] >= 60, "{counts:?}");
}

/// Tests that every suggested line is a rule.
#[test]
fn the_lines_that_are_suggested_are_rules() {
    let mut lines = 0;
    for line in include_str!("sentences.tsv").lines() {
        let Some(Err(faults)) = line.split('\t').nth(1).map(Game::parse) else { continue };
        for suggestion in faults.iter().filter_map(|fault| fault.suggestion.as_deref()) {
            for written in suggestion.split('`').skip(1).step_by(2).filter(|written| written.contains(' ')) {
                let text = match written.split(' ').next() {
                    Some("move") if written.contains("->") => format!("counters a, b; {written}"),
                    Some("move") if written.contains("then may split") => written.to_owned(),
                    Some("move") if written.contains('…') => continue,
                    Some("move") => format!("heaps 4; {written}"),
                    Some("heaps" | "pass") => format!("heaps any; move take any from 1 heap; {written}")
                        .replace(
                            "heaps any; move take any from 1 heap; heaps",
                            "move take any from 1 heap; heaps",
                        ),
                    Some("counters") if written.contains("move") => written.to_owned(),
                    _ => continue,
                };
                let read = Game::parse(&text);
                assert!(read.is_ok(), "{line}\n{text}\n{}", read.unwrap_err());
                lines += 1;
            }
        }
    }
    assert!(lines > 15, "{lines}");
}

//! The formatter of rules texts: each line in the words of the grammar, with comments preserved.

use bouton_core::{LimitReached, Watch};

use crate::{Diagnostics, Game, parse::statements};

/// Formats a text: one rule on each line, each in the words of the canonical text, in the original
/// order. Comments are preserved, and so is an empty line between rules. Formatting is idempotent.
///
/// ```
/// let text = "# Bouton's game\nHeaps 3 ;Remove 1 or 2 from one pile # at most two\n";
/// let formatted = bouton_rules::format(text).unwrap();
/// assert_eq!(formatted, "# Bouton's game\nheaps 3\nmove take {1,2} from 1 heap # at most two\n");
/// assert_eq!(bouton_rules::format(&formatted).unwrap(), formatted);
/// ```
///
/// # Errors
///
/// All faults of the text.
///
/// # Panics
///
/// Never: there is no limit.
pub fn format(text: &str) -> Result<String, Diagnostics> {
    format_within(text, &Watch::unlimited()).expect("there is no limit")
}

/// Formats a text as [`format()`] does, under a watch.
///
/// # Errors
///
/// Any [`LimitReached`].
pub fn format_within(text: &str, watch: &Watch) -> Result<Result<String, Diagnostics>, LimitReached> {
    let game = match Game::parse_within(text, &[], watch)? {
        Ok(game) => game,
        Err(faults) => return Ok(Err(faults)),
    };
    let mut statements = statements(text).peekable();
    let mut lines: Vec<String> = Vec::new();
    let mut end = 0;
    for physical in text.split_inclusive('\n') {
        end += physical.len();
        let line = physical.trim_end_matches(['\n', '\r']);
        let (code, comment) =
            line.split_once('#').map_or((line, None), |(code, comment)| (code, Some(comment)));
        let comment = comment.map(|comment| format!("#{}", comment.trim_end()));
        let mut rules: Vec<String> = Vec::new();
        while let Some((_, statement)) = statements.next_if(|(start, _)| *start < end) {
            rules.push(statement.text());
        }
        match (rules.last_mut(), comment) {
            (Some(last), Some(comment)) => {
                last.push(' ');
                last.push_str(&comment);
            }
            (None, Some(comment)) => rules.push(comment),
            (None, None) if code.trim().is_empty() && lines.last().is_some_and(|last| !last.is_empty()) => {
                rules.push(String::new());
            }
            _ => {}
        }
        lines.extend(rules);
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    let formatted = lines.join("\n") + "\n";
    // The text is not changed if the formatted one would have another meaning.
    let again = Game::parse_within(&formatted, &[], watch)?;
    let same = again.is_ok_and(|again| again.text() == game.text());
    Ok(Ok(if same { formatted } else { text.to_owned() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built_in_games;

    #[test]
    fn a_formatted_text_says_the_same_and_is_its_own_format() {
        let others = [
            "heaps any\n\n\n\nlet k = 3 ; let m = k + 1\nmove take 1..m from 1 heap when total>k # why\n\n",
            "counters a,b;positions where a>=b;move a,b->b,b-1 when a>b",
            "move take 1..2 from 1 heap, then may split the rest in two heaps",
            "move take any from 1 heap; move split a heap into 2 unequal heaps",
            "subtraction {1,3..4}; play misere",
            "subtraction all but {1,3}",
            "octal 0.[3]",
            "hexadecimal 0.f",
            "grundy",
            "players 3 podium; heaps 2; move take any from at most 2 heaps; pass 1 each unless empty when total > 1",
            "3 piles\nREMOVE up to 3 from one pile\nlast player loses",
            "heap sizes 1..4; move take any from 1 heap; stop when some heap is at least 3",
        ];
        for text in built_in_games().iter().map(|game| game.text).chain(others) {
            let formatted = format(text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
            assert_eq!(Game::parse(&formatted).unwrap().text(), Game::parse(text).unwrap().text(), "{text}");
            assert_eq!(format(&formatted).unwrap(), formatted, "{text}");
            let comments = |text: &str| text.matches('#').count();
            assert_eq!(comments(&formatted), comments(text), "{text}");
            assert!(!formatted.contains(';') && !formatted.contains("REMOVE"), "{formatted}");
        }
    }
}

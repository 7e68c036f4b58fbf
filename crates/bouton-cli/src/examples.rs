//! Examples of every command.

use std::borrow::Cow;

use bouton::ask::{Buffer, commands};

/// The examples, by command.
const TEXT: &str = include_str!("examples.txt");

/// The lines of a command: each example, followed by its description. A command of the register without lines
/// in `examples.txt` has the example of its question.
pub(crate) fn lines(name: &str) -> Option<Cow<'static, str>> {
    let sections = TEXT.split("\n\n").skip(1);
    let mut written = sections.filter_map(|section| section.trim_start().split_once('\n'));
    let own = written.find(|(title, _)| *title == name).map(|(_, found)| found.into());
    own.or_else(|| {
        let all = commands::<Buffer>();
        let question = all.iter().find(|question| question.name == name)?;
        let words: Vec<String> = question.example_line().iter().map(|word| quoted(word)).collect();
        Some(format!("bouton {}\n{}", words.join(" "), question.summary()).into())
    })
}

/// A word as a shell reads it.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || ",.:=^_-/".contains(letter);
    if word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// An example of the command at the beginning of these words, if there is one: preferably one with
/// the next word, else the first.
pub(crate) fn like(words: &[String]) -> Option<String> {
    let (place, lines) = words.iter().enumerate().find_map(|(place, word)| Some((place, lines(word)?)))?;
    let examples: Vec<&str> = lines.lines().step_by(2).collect();
    let next = words.get(place + 1);
    let close =
        examples.iter().find(|example| next.is_some_and(|next| example.split(' ').any(|word| word == next)));
    close.or(examples.first()).map(|&example| example.to_owned())
}

//! Examples of every command.

/// The examples, by command.
const TEXT: &str = include_str!("examples.txt");

/// The lines of a command: each example, followed by its description.
pub(crate) fn lines(name: &str) -> Option<&'static str> {
    let sections = TEXT.split("\n\n").skip(1);
    let mut lines = sections.filter_map(|section| section.trim_start().split_once('\n'));
    lines.find(|(title, _)| *title == name).map(|(_, found)| found)
}

/// An example of the command at the beginning of these words, if there is one: preferably one with
/// the next word, else the first.
pub(crate) fn like(words: &[String]) -> Option<&'static str> {
    let place = words.iter().position(|word| lines(word).is_some())?;
    let examples: Vec<&str> = lines(&words[place])?.lines().step_by(2).collect();
    let next = words.get(place + 1);
    let close =
        examples.iter().find(|example| next.is_some_and(|next| example.split(' ').any(|word| word == next)));
    close.or(examples.first()).copied()
}

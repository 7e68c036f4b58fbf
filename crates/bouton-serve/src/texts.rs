//! The texts of the interface, all in one file: `assets/texts.json`.

use std::{collections::HashMap, sync::LazyLock};

use maud::{Markup, html};

/// The file, for scripts.
pub(crate) const JSON: &str = include_str!("../assets/texts.json");

static TEXTS: LazyLock<HashMap<String, String>> =
    LazyLock::new(|| serde_json::from_str(JSON).unwrap_or_default());

/// The text of a name; a test ensures that it exists.
pub(crate) fn t(name: &'static str) -> &'static str {
    TEXTS.get(name).map_or(name, String::as_str)
}

/// The text of a name with `{}` replaced by the parts, one after the other.
pub(crate) fn with(name: &'static str, parts: &[&str]) -> String {
    let mut text = String::new();
    let mut parts = parts.iter();
    for (index, piece) in t(name).split("{}").enumerate() {
        if index > 0 {
            text.push_str(parts.next().unwrap_or(&""));
        }
        text.push_str(piece);
    }
    text
}

/// A message as a sentence of its own: like [`message`], with a capital letter first unless it begins with a name
/// such as `h3`.
pub(crate) fn sentence(text: &str) -> Markup {
    let word = text.split([' ', ',', ':']).next().unwrap_or_default();
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
    if word.is_empty() || !word.bytes().all(is_letter) || !text.as_bytes()[0].is_ascii_lowercase() {
        return message(text);
    }
    let (first, rest) = text.split_at(1);
    message(&(first.to_ascii_uppercase() + rest))
}

/// A message with a full stop.
pub(crate) fn stopped(message: &str) -> String {
    let ends = message.ends_with(['.', '?', '!']);
    if ends { message.to_owned() } else { format!("{message}.") }
}

/// A message, in which words between backticks are code.
pub(crate) fn message(text: &str) -> Markup {
    let mut pieces: Vec<&str> = text.split('`').collect();
    // A backtick without its partner is a character.
    let rest = if pieces.len().is_multiple_of(2) { pieces.pop() } else { None };
    html! {
        @for (place, piece) in pieces.iter().enumerate() {
            @if place % 2 == 1 { code { (piece) } } @else { (piece) }
        }
        @if let Some(rest) = rest { "`" (rest) }
    }
}

/// The beginning of a text, for messages.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 80;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use super::*;

    fn sources(folder: &Path, found: &mut String) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension().and_then(|extension| extension.to_str()) {
                _ if path.is_dir() => sources(&path, found),
                Some("rs" | "js") => found.push_str(&fs::read_to_string(path).unwrap()),
                _ => {}
            }
        }
    }

    /// Names are `view.what`: those in the sources exist in the file, and those in the file are
    /// used.
    #[test]
    fn every_text_is_there_and_used() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut text = String::new();
        sources(&root.join("src"), &mut text);
        sources(&root.join("assets"), &mut text);
        let known: BTreeSet<String> =
            serde_json::from_str::<HashMap<String, String>>(JSON).unwrap().into_keys().collect();
        for call in ["t(\"", "with(\"", "t('", "say('"] {
            for found in text.split(call).skip(1) {
                let name: String = found.chars().take_while(|c| !matches!(c, '"' | '\'')).collect();
                let is_name = name.contains('.') && name.starts_with(|c: char| c.is_ascii_alphabetic());
                if is_name && name.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, '.' | '-')) {
                    assert!(known.contains(&name), "no text `{name}`");
                }
            }
        }
        for name in &known {
            assert!(
                text.contains(&format!("\"{name}\"")) || text.contains(&format!("'{name}'")),
                "`{name}` is not used"
            );
        }
    }

    #[test]
    fn words_between_backticks_are_code() {
        let written = |text| message(text).into_string();
        assert_eq!(
            written("`nmi` is not a game; see `<games>`"),
            "<code>nmi</code> is not a game; see <code>&lt;games&gt;</code>"
        );
        assert_eq!(
            (written("plain"), written("a ` b"), written("")),
            ("plain".into(), "a ` b".into(), "".into())
        );
    }

    #[test]
    fn sentences_begin_with_a_capital_letter_and_names_stay() {
        let written = |text| sentence(text).into_string();
        assert_eq!(written("the limit of `time`"), "The limit of <code>time</code>");
        assert_eq!(
            (written("h3 is five"), written("`upto` is 1")),
            ("h3 is five".into(), "<code>upto</code> is 1".into())
        );
        assert_eq!(
            (written("no, really"), written(""), written("Énough"), written("three-player Nim")),
            ("No, really".into(), "".into(), "Énough".into(), "Three-player Nim".into())
        );
    }

    #[test]
    fn parts_are_put_in_order() {
        assert!(with("play.takes", &["A", "B"]).contains('A'));
        assert_eq!(t("nothing"), "nothing");
    }
}

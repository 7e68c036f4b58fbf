//! Fields of forms for games, positions and claims, which no browser should complete, correct or begin with a capital
//! letter.

use maud::{Markup, Render, html};

/// The keyboard that a phone opens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Keyboard {
    /// Letters.
    #[default]
    Letters,
    /// Digits of one number.
    Number,
    /// Digits and a separator.
    ///
    /// No input mode has digits, a comma and a space on every phone. `numeric` has digits alone on iOS. `tel` has a
    /// comma only on a second page, as "pause". `decimal` has one key besides the digits on iOS: a point or a comma,
    /// by the region of the phone; Android has both. So it is `decimal`, and a single point between digits separates
    /// them like a comma (`query::typed_position`): the numbers of a position are whole, so a point cannot mean
    /// anything else. `^` and `:` are missing, so this is not for fields where powers or control states are usual.
    Position,
}

impl Keyboard {
    /// The keyboard for positions such as this one: a control state is a word, and without a position there may be some.
    pub(crate) fn of(position: &str) -> Self {
        if position.is_empty() || position.contains(':') { Self::Letters } else { Self::Position }
    }

    fn input_mode(self) -> Option<&'static str> {
        match self {
            Self::Letters => None,
            Self::Number => Some("numeric"),
            Self::Position => Some("decimal"),
        }
    }
}

/// A field of a form, of one line or of several.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Field<'a> {
    /// The name of its value; also its identifier, unless there is another one.
    pub(crate) name: &'a str,
    pub(crate) id: Option<&'a str>,
    pub(crate) value: &'a str,
    /// The number of lines, if there are several.
    pub(crate) rows: Option<u8>,
    pub(crate) wide: bool,
    pub(crate) keyboard: Keyboard,
    pub(crate) required: bool,
    pub(crate) placeholder: Option<&'a str>,
    /// The identifier of a list of values to choose from.
    pub(crate) list: Option<&'a str>,
    /// The identifier of an element that describes the field.
    pub(crate) described_by: Option<&'a str>,
    /// Whether its value was refused; then it has the focus.
    pub(crate) refused: bool,
}

impl Render for Field<'_> {
    fn render(&self) -> Markup {
        let id = self.id.unwrap_or(self.name);
        let mode = self.keyboard.input_mode();
        html! {
            @if let Some(rows) = self.rows {
                textarea id=(id) name=(self.name) rows=(rows) autocomplete="off" autocapitalize="none" spellcheck="false" required[self.required] aria-describedby=[self.described_by] { (self.value) }
            } @else {
                input class=[self.wide.then_some("wide")] id=(id) name=(self.name) value=(self.value) inputmode=[mode] autocomplete="off" autocapitalize="none" spellcheck="false" placeholder=[self.placeholder] list=[self.list] required[self.required] autofocus[self.refused] aria-invalid=[self.refused.then_some("true")] aria-describedby=[self.described_by];
            }
        }
    }
}

impl Field<'_> {
    /// The field behind its label.
    pub(crate) fn labelled(&self, label: &str) -> Markup {
        html! {
            span.field.wide[self.wide] { label for=(self.id.unwrap_or(self.name)) { (label) } " " (self) }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    #[test]
    fn a_keyboard_has_the_characters_of_its_positions() {
        let mode = |position| Keyboard::of(position).input_mode();
        assert_eq!((mode("3,5,7"), mode("1,2:used"), mode("")), (Some("decimal"), None, None));
        assert_eq!(Keyboard::Number.input_mode(), Some("numeric"));
    }

    /// Tests that a field has its attributes from here: no source of a view writes them.
    #[test]
    fn the_attributes_of_fields_are_written_once() {
        fn sources(folder: &Path, found: &mut Vec<String>) {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    sources(&path, found);
                } else if fs::read_to_string(&path).unwrap().contains("spellcheck=") {
                    found.push(path.file_name().unwrap().to_string_lossy().into_owned());
                }
            }
        }
        let mut found = Vec::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
        assert_eq!(found, ["field.rs"]);
        let field = Field { name: "start", value: "3,5", keyboard: Keyboard::Position, ..Field::default() };
        assert_eq!(
            field.labelled("Start").into_string(),
            "<span class=\"field\"><label for=\"start\">Start</label> <input id=\"start\" name=\"start\" value=\"3,5\" \
             inputmode=\"decimal\" autocomplete=\"off\" autocapitalize=\"none\" spellcheck=\"false\"></span>"
        );
    }
}

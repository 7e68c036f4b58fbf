//! The legend of a picture: the meanings of its colours.

use super::{
    Colour, Picture, Theme, font,
    shape::{Anchor, Area},
};

/// The size of the texts of a legend, and the height of a line.
const SIZE: f64 = 12.0;
const LINE: f64 = 20.0;
const SWATCH: f64 = 14.0;
/// The length of a bar of shades.
const BAR: f64 = 150.0;

/// An entry of a legend.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// A colour and its meaning.
    Class(Colour, String),
    /// Shades, least first, with the least and the greatest number that they stand for.
    Shades {
        /// The meaning of the shades.
        title: String,
        /// The shades, least first.
        colours: Vec<Colour>,
        /// The number of the first shade.
        least: String,
        /// The number of the last shade.
        greatest: String,
    },
}

/// The width of entries below each other.
#[must_use]
pub fn width(entries: &[Entry]) -> f64 {
    let width = |entry: &Entry| match entry {
        Entry::Class(_, text) => SWATCH + 8.0 + font::width(text, SIZE),
        Entry::Shades { title, least, greatest, .. } => font::width(title, SIZE)
            .max(SWATCH + 8.0 + font::width(least, SIZE).max(font::width(greatest, SIZE))),
    };
    entries.iter().map(width).fold(0.0, f64::max)
}

/// The height of entries below each other.
#[must_use]
pub fn height(entries: &[Entry]) -> f64 {
    let height = |entry: &Entry| match entry {
        Entry::Class(..) => LINE,
        Entry::Shades { .. } => LINE + BAR + 16.0,
    };
    entries.iter().map(height).sum()
}

/// Draws entries below each other.
pub fn draw(picture: &mut Picture, theme: &Theme, entries: &[Entry], left: f64, top: f64) {
    let mut y = top;
    for entry in entries {
        match entry {
            Entry::Class(colour, text) => {
                let area = Area::sized(left, y + 2.0, SWATCH, SWATCH);
                picture.filled_rectangle(area, *colour);
                picture.frame(area, theme.line, 0.75);
                let at = (left + SWATCH + 8.0, y + 2.0 + SWATCH - 2.5);
                picture.text(text, at, Anchor::Start, SIZE, theme.ink);
                y += LINE;
            }
            Entry::Shades { title, colours, least, greatest } => {
                picture.text(title, (left, y + SIZE), Anchor::Start, SIZE, theme.ink);
                y += LINE;
                // The greatest is at the top, as along an axis.
                #[allow(clippy::cast_precision_loss, reason = "some hundred shades")]
                let part = BAR / colours.len().max(1) as f64;
                for (index, colour) in (0u32..).zip(colours.iter().rev()) {
                    // Each shade extends slightly under the next, so that no line is visible
                    // between them.
                    let under = if index + 1 < u32::try_from(colours.len()).unwrap_or(0) { 0.6 } else { 0.0 };
                    let area = Area::sized(left, y + f64::from(index) * part, SWATCH, part + under);
                    picture.filled_rectangle(area, *colour);
                }
                picture.frame(Area::sized(left, y, SWATCH, BAR), theme.line, 0.75);
                let x = left + SWATCH + 8.0;
                picture.text(greatest, (x, y + 9.0), Anchor::Start, SIZE, theme.ink);
                if least != greatest {
                    picture.text(least, (x, y + BAR), Anchor::Start, SIZE, theme.ink);
                }
                y += BAR + 16.0;
            }
        }
    }
}

//! The outlines of a text, for painting.

use super::{FONT, Segment, advance};

/// The segments of a text that begins at a point of its baseline, character by character. y grows
/// downwards in pictures and upwards in fonts.
pub(crate) fn outline(text: &str, size: f64, at: (f64, f64)) -> Vec<Segment> {
    let Some(font) = FONT.as_ref() else { return Vec::new() };
    let scale = size / font.units();
    let mut x = at.0;
    let mut segments = Vec::new();
    for letter in text.chars() {
        let place = |point: (f64, f64)| (x + point.0 * scale, at.1 - point.1 * scale);
        let glyph = font.glyph(letter).map(|glyph| font.outline(glyph)).unwrap_or_default();
        segments.extend(glyph.into_iter().map(|segment| match segment {
            Segment::Move(to) => Segment::Move(place(to)),
            Segment::Line(to) => Segment::Line(place(to)),
            Segment::Curve(by, to) => Segment::Curve(place(by), place(to)),
            Segment::Close => Segment::Close,
        }));
        x += advance(letter) * size;
    }
    segments
}

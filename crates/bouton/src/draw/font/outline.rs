//! The outlines of a text, to be painted.

use ttf_parser::OutlineBuilder;

use super::{FACE, advance};

/// Draws a text that begins at a point of its line, letter by letter. `scale` says how many units of
/// the outlines' space there are to one of the text's.
pub(crate) fn outline(text: &str, size: f64, at: (f64, f64), builder: &mut impl OutlineBuilder) {
    let Some(face) = FACE.as_ref() else { return };
    let scale = size / f64::from(face.units_per_em());
    let mut x = at.0;
    for letter in text.chars() {
        if let Some(glyph) = face.glyph_index(letter) {
            face.outline_glyph(glyph, &mut Placed { scale, at: (x, at.1), builder });
        }
        x += advance(letter) * size;
    }
}

/// Outlines moved to their place; y grows downwards in pictures and upwards in fonts.
struct Placed<'a, B> {
    scale: f64,
    at: (f64, f64),
    builder: &'a mut B,
}

impl<B> Placed<'_, B> {
    #[allow(clippy::cast_possible_truncation, reason = "pixels")]
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        ((self.at.0 + f64::from(x) * self.scale) as f32, (self.at.1 - f64::from(y) * self.scale) as f32)
    }
}

impl<B: OutlineBuilder> OutlineBuilder for Placed<'_, B> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.builder.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.builder.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.place(x1, y1), self.place(x, y));
        self.builder.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.builder.curve_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}

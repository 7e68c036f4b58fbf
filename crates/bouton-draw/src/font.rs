//! The embedded font: the widths of texts, and their outlines.
//!
//! The font is a subset of Liberation Sans, whose widths are those of Arial and Helvetica: widths
//! measured here hold wherever one of the three displays the SVG. Licence: `fonts/LICENSE-OFL`.

use std::sync::LazyLock;

#[cfg(feature = "png")]
mod outline;
mod true_type;

use self::true_type::TrueType;

#[cfg(feature = "png")]
pub(crate) use self::{outline::outline, true_type::Segment};

/// The fonts of an SVG, all of the same widths.
pub(crate) const FAMILY: &str = "Bouton Sans,Liberation Sans,Arimo,Arial,Helvetica,sans-serif";

/// The heights of letters above and below their baseline, relative to the size.
pub(crate) const ASCENT: f64 = 0.74;
pub(crate) const DESCENT: f64 = 0.22;

static FONT: LazyLock<Option<TrueType>> =
    LazyLock::new(|| TrueType::new(include_bytes!("../fonts/bouton-sans.ttf")));

/// The width of a character that the font lacks, relative to the size.
const UNKNOWN: f64 = 1.0;

/// The width of a character, relative to the size.
fn advance(letter: char) -> f64 {
    let known = FONT.as_ref().and_then(|font| Some(font.advance(font.glyph(letter)?)? / font.units()));
    known.unwrap_or(UNKNOWN)
}

/// The width of a text at a size.
///
/// ```
/// use bouton_draw::font::width;
///
/// assert!(width("wide", 12.0) > width("ill", 12.0));
/// assert_eq!(width("", 12.0), 0.0);
/// ```
#[must_use]
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(advance).sum::<f64>() * size
}

/// A text in at most `lines` lines that are no wider than `most`, broken at spaces, or within a
/// word that is wider by itself. `…` marks omitted text.
///
/// ```
/// use bouton_draw::font::{width, wrap};
///
/// let lines = wrap("take one or two objects from one heap", 12.0, 120.0, 3);
/// assert!(lines.len() > 1 && lines.iter().all(|line| width(line, 12.0) <= 120.0));
/// ```
#[must_use]
pub fn wrap(text: &str, size: f64, most: f64, lines: usize) -> Vec<String> {
    let mut wrapped: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if width(&longer, size) <= most {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            wrapped.push(std::mem::take(&mut line));
        }
        for letter in word.chars() {
            line.push(letter);
            if width(&line, size) > most && line.chars().count() > 1 {
                line.pop();
                wrapped.push(std::mem::take(&mut line));
                line.push(letter);
            }
        }
    }
    if !line.is_empty() {
        wrapped.push(line);
    }
    if wrapped.len() > lines {
        wrapped.truncate(lines);
        if let Some(last) = wrapped.last_mut() {
            while width(&format!("{last} …"), size) > most && last.pop().is_some() {}
            last.truncate(last.trim_end().len());
            last.push_str(" …");
        }
    }
    wrapped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_has_the_widths_of_arial() {
        // 1139, 556 and 1933 units of 2048.
        assert!((width("0", 2048.0) - 1139.0).abs() < 1e-9);
        assert!((width("i", 2048.0) - 455.0).abs() < 1e-9);
        assert!((width("W", 2048.0) - 1933.0).abs() < 1e-9);
        assert!((width("10", 10.0) - 20.0 * 1139.0 / 2048.0).abs() < 1e-9);
    }

    #[test]
    fn the_font_has_every_letter_that_pictures_write() {
        for letter in ('!'..='~').chain("…×–≤≥·→⊕".chars().filter(|&letter| letter != '⊕')) {
            assert!(FONT.as_ref().is_some_and(|font| font.glyph(letter).is_some()), "{letter}");
        }
    }

    #[test]
    fn texts_are_wrapped_and_cut() {
        assert_eq!(wrap("one two three", 10.0, 1000.0, 3), ["one two three"]);
        assert_eq!(wrap("one two three", 10.0, 45.0, 3), ["one two", "three"]);
        let cut = wrap(&"word ".repeat(50), 10.0, 100.0, 2);
        assert_eq!(cut.len(), 2);
        assert!(cut[1].ends_with('…') && cut.iter().all(|line| width(line, 10.0) <= 100.0), "{cut:?}");
        let long = wrap(&"x".repeat(100), 10.0, 100.0, 99);
        assert!(long.iter().all(|line| width(line, 10.0) <= 100.0));
        assert_eq!(long.concat(), "x".repeat(100));
        assert_eq!(wrap("", 10.0, 100.0, 2), Vec::<String>::new());
    }

    /// Compared with the reading of the crate `ttf-parser` 0.25.
    #[cfg(feature = "png")]
    #[test]
    fn letters_have_their_outlines() {
        let font = FONT.as_ref().unwrap();
        let letters: Vec<_> =
            (0..0x1_0000).filter_map(char::from_u32).filter_map(|letter| font.glyph(letter)).collect();
        let advances: f64 = letters.iter().filter_map(|&glyph| font.advance(glyph)).sum();
        let segments: Vec<Segment> = letters.iter().flat_map(|&glyph| font.outline(glyph)).collect();
        let sum: f64 = (segments.iter())
            .map(|segment| match segment {
                Segment::Move((x, y)) => x + 3.0 * y,
                Segment::Line((x, y)) => 2.0 * x + 5.0 * y,
                Segment::Curve((a, b), (x, y)) => 7.0 * a + b + x + 11.0 * y,
                Segment::Close => 1.0,
            })
            .sum();
        assert_eq!((letters.len(), segments.len(), advances, sum), (582, 14_119, 678_013.0, 109_782_288.0));
        // An accented letter is composed of two glyphs.
        let contours = |letter: char| {
            let outline = font.outline(font.glyph(letter).unwrap());
            outline.iter().filter(|segment| **segment == Segment::Close).count()
        };
        assert_eq!((contours('e'), contours('é'), contours(' ')), (2, 3, 0));
    }
}

//! A reader of fonts with TrueType outlines: the glyph of a character, its width, and its outline.
//!
//! The reader supports only the parts of the format that the embedded font uses: characters by a
//! `cmap` of format 4, simple glyphs, and glyphs composed of others at an offset. (Apple, *TrueType
//! Reference Manual*; Microsoft, *OpenType specification* 1.9.) Missing and unsupported parts are
//! `None`.

/// The tables of a font.
pub(super) struct TrueType {
    units: u16,
    /// The number of glyphs that have a width of their own.
    widths: u16,
    letters: &'static [u8],
    #[cfg(feature = "png")]
    outlines: Outlines,
    advances: &'static [u8],
}

/// A glyph by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Glyph(u16);

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

#[cfg(feature = "png")]
fn i16_at(bytes: &[u8], at: usize) -> Option<i16> {
    u16_at(bytes, at).map(u16::cast_signed)
}

fn u32_at(bytes: &[u8], at: usize) -> Option<usize> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize)
}

/// The bytes of a table.
fn table(font: &'static [u8], name: &[u8; 4]) -> Option<&'static [u8]> {
    let entries = (0..usize::from(u16_at(font, 4)?)).map(|entry| 12 + 16 * entry);
    let entry = entries.into_iter().find(|&at| font.get(at..at + 4) == Some(name))?;
    font.get(u32_at(font, entry + 8)?..)?.get(..u32_at(font, entry + 12)?)
}

impl TrueType {
    /// Reads the tables of a font.
    pub(super) fn new(font: &'static [u8]) -> Option<Self> {
        let (head, letters) = (table(font, b"head")?, table(font, b"cmap")?);
        let subtables = (0..usize::from(u16_at(letters, 2)?)).map(|entry| 4 + 8 * entry);
        let letters = subtables.into_iter().find_map(|at| {
            let letters = letters.get(u32_at(letters, at + 4)?..)?;
            (u16_at(letters, 0)? == 4).then_some(letters)
        })?;
        Some(Self {
            units: u16_at(head, 18).filter(|&units| units > 0)?,
            widths: u16_at(table(font, b"hhea")?, 34).filter(|&widths| widths > 0)?,
            letters,
            #[cfg(feature = "png")]
            outlines: Outlines {
                places: table(font, b"loca")?,
                are_places_long: u16_at(head, 50)? == 1,
                glyphs: table(font, b"glyf")?,
            },
            advances: table(font, b"hmtx")?,
        })
    }

    /// The units per em.
    pub(super) fn units(&self) -> f64 {
        f64::from(self.units)
    }

    /// The glyph of a character.
    pub(super) fn glyph(&self, letter: char) -> Option<Glyph> {
        let code = u16::try_from(u32::from(letter)).ok()?;
        let twice = usize::from(u16_at(self.letters, 6)?);
        // The ends of the ranges of codes, two bytes, their starts, the numbers to add, and the
        // offsets of lists of glyphs.
        let (ends, starts, added, listed) = (14, 16 + twice, 16 + 2 * twice, 16 + 3 * twice);
        let range = (0..twice)
            .step_by(2)
            .find(|at| u16_at(self.letters, ends + at).is_some_and(|end| code <= end))?;
        let start = u16_at(self.letters, starts + range)?;
        let (from_start, added) = (code.checked_sub(start)?, u16_at(self.letters, added + range)?);
        let glyph = match u16_at(self.letters, listed + range)? {
            0 => code.wrapping_add(added),
            place => {
                let at = listed + range + usize::from(place) + 2 * usize::from(from_start);
                u16_at(self.letters, at).filter(|&glyph| glyph > 0)?.wrapping_add(added)
            }
        };
        (glyph > 0).then_some(Glyph(glyph))
    }

    /// The distance to the next character, in units.
    pub(super) fn advance(&self, glyph: Glyph) -> Option<f64> {
        u16_at(self.advances, 4 * usize::from(glyph.0.min(self.widths - 1))).map(f64::from)
    }
}

/// The tables that outlines are read from.
#[cfg(feature = "png")]
struct Outlines {
    places: &'static [u8],
    are_places_long: bool,
    glyphs: &'static [u8],
}

/// A segment of an outline, in units, y upwards.
#[cfg(feature = "png")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Segment {
    Move((f64, f64)),
    Line((f64, f64)),
    /// A curve with a control point.
    Curve((f64, f64), (f64, f64)),
    Close,
}

#[cfg(feature = "png")]
mod flags {
    pub(super) const ON_CURVE: u8 = 1;
    pub(super) const SHORT: [u8; 2] = [2, 4];
    pub(super) const REPEATED: u8 = 8;
    /// The flags of a step: a short step with this flag is positive, a long one is absent.
    pub(super) const SAME_OR_POSITIVE: [u8; 2] = [16, 32];

    pub(super) const WORDS: u16 = 1;
    pub(super) const OFFSETS: u16 = 2;
    pub(super) const SCALED: u16 = 8 | 64 | 128;
    pub(super) const MORE: u16 = 32;
}

/// The deepest nesting of composite glyphs.
#[cfg(feature = "png")]
const DEEPEST: usize = 4;

#[cfg(feature = "png")]
impl TrueType {
    /// The segments of a glyph, in order; empty for a space.
    pub(super) fn outline(&self, glyph: Glyph) -> Vec<Segment> {
        let mut segments = Vec::new();
        // Unsupported parts are not drawn.
        let _ = self.outlines.draw(glyph.0, (0, 0), DEEPEST, &mut segments);
        segments
    }
}

#[cfg(feature = "png")]
impl Outlines {
    /// The description of a glyph; empty if the glyph has no outline.
    fn glyph(&self, glyph: u16) -> Option<&'static [u8]> {
        let place = |at: usize| match self.are_places_long {
            true => u32_at(self.places, 4 * at),
            false => Some(2 * usize::from(u16_at(self.places, 2 * at)?)),
        };
        let at = usize::from(glyph);
        self.glyphs.get(place(at)?..place(at + 1)?)
    }

    fn draw(&self, glyph: u16, by: (i32, i32), deepest: usize, segments: &mut Vec<Segment>) -> Option<()> {
        let bytes = self.glyph(glyph)?;
        match i16_at(bytes, 0) {
            None => Some(()),
            Some(contours) => match usize::try_from(contours) {
                Ok(contours) => simple(bytes, contours, by, segments),
                Err(_) => self.draw_parts(bytes, by, deepest.checked_sub(1)?, segments),
            },
        }
    }

    fn draw_parts(
        &self,
        bytes: &[u8],
        by: (i32, i32),
        deepest: usize,
        segments: &mut Vec<Segment>,
    ) -> Option<()> {
        let mut at = 10;
        loop {
            let (flags, part) = (u16_at(bytes, at)?, u16_at(bytes, at + 2)?);
            at += 4;
            let offset = if flags & flags::WORDS != 0 {
                at += 4;
                (i32::from(i16_at(bytes, at - 4)?), i32::from(i16_at(bytes, at - 2)?))
            } else {
                at += 2;
                let byte = |at: usize| bytes.get(at).map(|byte| i32::from(byte.cast_signed()));
                (byte(at - 2)?, byte(at - 1)?)
            };
            if flags & flags::OFFSETS == 0 || flags & flags::SCALED != 0 {
                return None;
            }
            self.draw(part, (by.0 + offset.0, by.1 + offset.1), deepest, segments)?;
            if flags & flags::MORE == 0 {
                return Some(());
            }
        }
    }
}

/// A point of a contour, and whether it lies on the curve.
#[cfg(feature = "png")]
#[derive(Clone, Copy)]
struct Point {
    at: (f64, f64),
    is_on_curve: bool,
}

/// Reads the contours of a simple glyph.
#[cfg(feature = "png")]
fn simple(bytes: &[u8], contours: usize, by: (i32, i32), segments: &mut Vec<Segment>) -> Option<()> {
    let ends: Option<Vec<usize>> =
        (0..contours).map(|contour| Some(usize::from(u16_at(bytes, 10 + 2 * contour)?) + 1)).collect();
    let ends = ends?;
    let count = ends.last().copied().unwrap_or(0);
    let mut at = 10 + 2 * contours;
    at += 2 + usize::from(u16_at(bytes, at)?);
    let mut byte = || {
        at += 1;
        bytes.get(at - 1).copied()
    };
    let mut kinds = Vec::with_capacity(count);
    while kinds.len() < count {
        let kind = byte()?;
        let times = if kind & flags::REPEATED != 0 { usize::from(byte()?) + 1 } else { 1 };
        kinds.extend(std::iter::repeat_n(kind, times.min(count - kinds.len())));
    }
    let mut steps = |axis: usize, start: i32| -> Option<Vec<f64>> {
        let mut now = start;
        let step = |kind: &u8| {
            let flagged = kind & flags::SAME_OR_POSITIVE[axis] != 0;
            now += match (kind & flags::SHORT[axis] != 0, flagged) {
                (true, true) => i32::from(byte()?),
                (true, false) => -i32::from(byte()?),
                (false, true) => 0,
                (false, false) => i32::from(i16::from_be_bytes([byte()?, byte()?])),
            };
            Some(f64::from(now))
        };
        kinds.iter().map(step).collect()
    };
    let (x, y) = (steps(0, by.0)?, steps(1, by.1)?);
    let points: Vec<Point> = (x.into_iter().zip(y).zip(&kinds))
        .map(|(at, kind)| Point { at, is_on_curve: kind & flags::ON_CURVE != 0 })
        .collect();
    let mut start = 0;
    for end in ends {
        draw_contour(points.get(start..end)?, segments);
        start = end;
    }
    Some(())
}

/// Draws a contour. The midpoint of two consecutive control points is a point of the curve.
#[cfg(feature = "png")]
fn draw_contour(points: &[Point], segments: &mut Vec<Segment>) {
    let middle = |a: (f64, f64), b: (f64, f64)| (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1));
    let Some(first) = points.first() else { return };
    // A contour may begin with a control point.
    let (start, next) = match points.get(1) {
        _ if first.is_on_curve => (first.at, 1),
        Some(second) if second.is_on_curve => (second.at, 2),
        Some(second) => (middle(first.at, second.at), 1),
        None => return,
    };
    let before = usize::from(!first.is_on_curve);
    let rest = points[next..].iter().chain(&points[..before]);
    segments.push(Segment::Move(start));
    let mut control: Option<(f64, f64)> = None;
    for point in rest {
        match (control, point.is_on_curve) {
            (None, true) => segments.push(Segment::Line(point.at)),
            (None, false) => control = Some(point.at),
            (Some(by), true) => {
                segments.push(Segment::Curve(by, point.at));
                control = None;
            }
            (Some(by), false) => {
                segments.push(Segment::Curve(by, middle(by, point.at)));
                control = Some(point.at);
            }
        }
    }
    segments.push(control.map_or(Segment::Line(start), |by| Segment::Curve(by, start)));
    segments.push(Segment::Close);
}

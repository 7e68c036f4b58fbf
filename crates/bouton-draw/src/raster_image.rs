//! Pictures as PNG.
//!
//! The shapes are painted with `tiny-skia` and the outlines of the embedded font. Fonts of the machine have
//! no influence, so the bytes are the same everywhere. A picture is painted and compressed in bands of some
//! rows: its pixels are never in memory all at once, and the watch is consulted between two bands.

use std::io::Write;

use bouton_core::{BoundedBytes, LimitReached, Watch};
use png::StreamWriter;
use tiny_skia::{
    FillRule, Mask, Paint, Path, PathBuilder, Pixmap, PremultipliedColorU8, Rect, Stroke, Transform,
};

use super::{
    Colour, Picture, PictureError, Stopped,
    font::{self, Segment},
    shape::{Area, Cells, Shape, Step},
};

/// The most pixels along a side.
const MOST_PIXELS: u32 = 20_000;
/// The approximate number of bytes of pixels that are in memory at once.
const BAND: u32 = 1 << 20;
/// Bytes of a pixel while it is painted, and in the file.
const PAINTED: u32 = 4;
const WRITTEN: u32 = 3;
/// Bytes that the compression takes beside its input and output.
const COMPRESSION: u64 = 1 << 20;

/// The content of a picture: paths, and cells that are copied.
enum Painted<'a> {
    Path { path: Path, fill: Option<Colour>, stroke: Option<Colour>, width: f32 },
    Cells(&'a Cells),
}

impl Picture {
    /// Paints the picture: see [`Picture::png`].
    pub(super) fn painted(&self, scale: u32, watch: &Watch) -> Result<Vec<u8>, PictureError> {
        let scale = scale.clamp(1, 4);
        let (width, height) = (pixels(self.width, scale), pixels(self.height, scale));
        let too_large = PictureError::TooLarge { width, height };
        if width > MOST_PIXELS || height > MOST_PIXELS {
            return Err(too_large);
        }
        let rows = (BAND / (width * PAINTED)).clamp(1, height);
        let line = u64::from(width) * u64::from(PAINTED + WRITTEN);
        let _held = watch.hold(u64::from(rows) * line + COMPRESSION)?;
        let mut band = Pixmap::new(width, rows).ok_or(too_large)?;
        let shapes = self.shapes(watch)?;
        let mut file = watch.written();
        let written = self.write_bands(&mut file, &mut band, &shapes, (height, scale), watch);
        match (file.into_bytes(), written) {
            (Err(limit), _) | (_, Err(Stopped::Limit(limit))) => Err(limit.into()),
            // The file is a list of bytes, which takes all that is written to it.
            (_, Err(Stopped::Unwritten)) => Err(too_large),
            (Ok(file), Ok(())) => Ok(file),
        }
    }

    /// The shapes as paths.
    fn shapes(&self, watch: &Watch) -> Result<Vec<Painted<'_>>, LimitReached> {
        let mut shapes = Vec::with_capacity(self.shapes.len());
        let mut held = watch.hold_none();
        for shape in &self.shapes {
            let painted = match shape {
                Shape::Rectangle { area, radius, fill, stroke, width } => {
                    rectangle(area, *radius).map(|path| (path, *fill, *stroke, *width))
                }
                Shape::Path { steps, fill, stroke, width } => {
                    path(steps).map(|path| (path, *fill, *stroke, *width))
                }
                Shape::Text(text) => {
                    let outline = font::outline(&text.content, text.size, (text.left(), text.at.1));
                    lettering(&outline).map(|path| (path, Some(text.fill), None, 0.0))
                }
                Shape::Cells(cells) => {
                    shapes.push(Painted::Cells(cells));
                    continue;
                }
            };
            let Some((path, fill, stroke, width)) = painted else { continue };
            watch.spend(path.len() as u64)?;
            held.grow((size_of_val(path.points()) + size_of::<Painted<'_>>()) as u64)?;
            shapes.push(Painted::Path { path, fill, stroke, width: single(width) });
        }
        Ok(shapes)
    }

    /// Paints band after band, and writes the rows of each.
    fn write_bands(
        &self,
        file: &mut BoundedBytes<'_>,
        band: &mut Pixmap,
        shapes: &[Painted<'_>],
        (height, scale): (u32, u32),
        watch: &Watch,
    ) -> Result<(), Stopped> {
        // No pixel is translucent, so three bytes each suffice.
        let mut encoder = png::Encoder::new(file, band.width(), height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        let mut rows = writer.stream_writer()?;
        let mut line = Vec::with_capacity((band.width() * WRITTEN) as usize);
        let [red, green, blue] = self.page.0;
        for top in (0..height).step_by(band.height() as usize) {
            watch.check()?;
            band.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
            for shape in shapes {
                watch.spend(1)?;
                shape.paint(band, top, scale);
            }
            let here = band.height().min(height - top) as usize;
            for row in band.pixels().chunks(band.width() as usize).take(here) {
                line.clear();
                line.extend(row.iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]));
                write_row(&mut rows, &line, watch)?;
            }
        }
        Ok(rows.finish()?)
    }
}

/// Compresses a row. A byte takes some tens of nanoseconds.
fn write_row<W: Write>(rows: &mut StreamWriter<'_, W>, line: &[u8], watch: &Watch) -> Result<(), Stopped> {
    watch.spend(line.len() as u64)?;
    Ok(rows.write_all(line)?)
}

impl Painted<'_> {
    /// Paints the shapes in the rows from `top` on.
    fn paint(&self, band: &mut Pixmap, top: u32, scale: u32) {
        let (path, fill, stroke, width) = match self {
            Self::Cells(cells) => return paint_cells(band, top, cells, scale),
            Self::Path { path, fill, stroke, width } => (path, *fill, *stroke, *width),
        };
        let (by, first) = (scale as f32, top as f32);
        // A stroke has sharp corners that reach farther than half its width.
        let (bounds, beyond) = (path.bounds(), 4.0 * width + 1.0);
        let last = first + band.height() as f32;
        if (bounds.bottom() + beyond) * by < first || (bounds.top() - beyond) * by > last {
            return;
        }
        let no_mask: Option<&Mask> = None;
        let transform = Transform::from_row(by, 0.0, 0.0, by, 0.0, -first);
        if let Some(fill) = fill {
            band.fill_path(path, &paint_of(fill), FillRule::Winding, transform, no_mask);
        }
        if let Some(stroke) = stroke {
            let stroked = Stroke { width, ..Stroke::default() };
            band.stroke_path(path, &paint_of(stroke), &stroked, transform, no_mask);
        }
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes of pages, checked after")]
fn pixels(length: f64, scale: u32) -> u32 {
    (length * f64::from(scale)).ceil().clamp(1.0, 4e9) as u32
}

fn paint_of(colour: Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(colour.0[0], colour.0[1], colour.0[2], 255);
    paint.anti_alias = true;
    paint
}

#[allow(clippy::cast_possible_truncation, reason = "pixels")]
fn single(length: f64) -> f32 {
    length as f32
}

/// The length of the handles of a quarter of a circle: a cubic curve within 0.03 % of it.
const QUARTER: f64 = 0.552_284_75;

fn rectangle(area: &Area, radius: f64) -> Option<Path> {
    let Area { left, top, right, bottom } = *area;
    let r = radius.min(area.width() / 2.0).min(area.height() / 2.0);
    if r <= 0.0 {
        let sides = Rect::from_ltrb(single(left), single(top), single(right), single(bottom))?;
        return Some(PathBuilder::from_rect(sides));
    }
    let k = r * (1.0 - QUARTER);
    path(&[
        Step::Move((left + r, top)),
        Step::Line((right - r, top)),
        Step::Cubic((right - k, top), (right, top + k), (right, top + r)),
        Step::Line((right, bottom - r)),
        Step::Cubic((right, bottom - k), (right - k, bottom), (right - r, bottom)),
        Step::Line((left + r, bottom)),
        Step::Cubic((left + k, bottom), (left, bottom - k), (left, bottom - r)),
        Step::Line((left, top + r)),
        Step::Cubic((left, top + k), (left + k, top), (left + r, top)),
        Step::Close,
    ])
}

fn path(steps: &[Step]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for step in steps {
        match *step {
            Step::Move(to) => builder.move_to(single(to.0), single(to.1)),
            Step::Line(to) => builder.line_to(single(to.0), single(to.1)),
            Step::Cubic(a, b, to) => builder.cubic_to(
                single(a.0),
                single(a.1),
                single(b.0),
                single(b.1),
                single(to.0),
                single(to.1),
            ),
            Step::Close => builder.close(),
        }
    }
    builder.finish()
}

/// The outlines of a text's letters as a path.
fn lettering(segments: &[Segment]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for segment in segments {
        match *segment {
            Segment::Move(to) => builder.move_to(single(to.0), single(to.1)),
            Segment::Line(to) => builder.line_to(single(to.0), single(to.1)),
            Segment::Curve(by, to) => builder.quad_to(single(by.0), single(by.1), single(to.0), single(to.1)),
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}

/// Cells lie on whole pixels: they are copied, not painted.
fn paint_cells(band: &mut Pixmap, first: u32, cells: &Cells, scale: u32) {
    let colours: Vec<Option<PremultipliedColorU8>> = cells
        .colours
        .iter()
        .map(|colour| PremultipliedColorU8::from_rgba(colour.0[0], colour.0[1], colour.0[2], 255))
        .collect();
    let (page, first) = ((band.width() as usize, band.height() as usize), first as usize);
    let (left, top) = ((cells.left * scale) as usize, (cells.top * scale) as usize);
    let (width, height) = ((cells.width * scale).max(1) as usize, (cells.height * scale).max(1) as usize);
    // The row of cells, where there is one, of each line of the band.
    for (line, pixels) in band.pixels_mut().chunks_mut(page.0).enumerate() {
        let Some(below) = (first + line).checked_sub(top) else { continue };
        let Some(row) = cells.cells.chunks(cells.columns.max(1)).nth(below / height) else { return };
        for (x, cell) in row.iter().enumerate() {
            let Some(Some(colour)) = colours.get(usize::from(*cell)) else { continue };
            let from = (left + x * width).min(page.0);
            let to = (from + width).min(page.0);
            pixels[from..to].fill(*colour);
        }
    }
}

//! Pictures as PNG.
//!
//! The shapes are painted with `tiny-skia` and the outlines of the embedded font. No font of the
//! machine is used, so the bytes are the same everywhere.

use tiny_skia::{
    FillRule, Mask, Paint, Path, PathBuilder, Pixmap, PremultipliedColorU8, Rect, Stroke, Transform,
};

use super::{
    Colour, Picture, PictureError,
    font::{self, Segment},
    shape::{Area, Cells, Shape, Step},
};

/// The most pixels along a side.
const MOST_PIXELS: u32 = 20_000;

impl Picture {
    /// Implements [`Picture::png`].
    pub(super) fn painted(&self, scale: u32) -> Result<Vec<u8>, PictureError> {
        let scale = scale.clamp(1, 4);
        let (width, height) = (pixels(self.width, scale), pixels(self.height, scale));
        let too_large = PictureError::TooLarge { width, height };
        if width > MOST_PIXELS || height > MOST_PIXELS {
            return Err(too_large);
        }
        let mut pixmap = Pixmap::new(width, height).ok_or(too_large)?;
        pixmap.fill(tiny_skia::Color::from_rgba8(self.page.0[0], self.page.0[1], self.page.0[2], 255));
        let transform = Transform::from_scale(scale as f32, scale as f32);
        for shape in &self.shapes {
            match shape {
                Shape::Rectangle { area, radius, fill, stroke, width } => {
                    if let Some(path) = rectangle(area, *radius) {
                        paint(&mut pixmap, &path, *fill, *stroke, *width, transform);
                    }
                }
                Shape::Path { steps, fill, stroke, width } => {
                    if let Some(path) = path(steps) {
                        paint(&mut pixmap, &path, *fill, *stroke, *width, transform);
                    }
                }
                Shape::Text(text) => {
                    let outline = font::outline(&text.content, text.size, (text.left(), text.at.1));
                    if let Some(path) = lettering(&outline) {
                        paint(&mut pixmap, &path, Some(text.fill), None, 0.0, transform);
                    }
                }
                Shape::Cells(cells) => paint_cells(&mut pixmap, cells, scale),
            }
        }
        Ok(encoded(&pixmap))
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes of pages, checked after")]
fn pixels(length: f64, scale: u32) -> u32 {
    (length * f64::from(scale)).ceil().clamp(1.0, 4e9) as u32
}

fn paint(
    pixmap: &mut Pixmap,
    path: &Path,
    fill: Option<Colour>,
    stroke: Option<Colour>,
    width: f64,
    transform: Transform,
) {
    let no_mask: Option<&Mask> = None;
    if let Some(fill) = fill {
        pixmap.fill_path(path, &paint_of(fill), FillRule::Winding, transform, no_mask);
    }
    if let Some(stroke) = stroke {
        let width = Stroke { width: single(width), ..Stroke::default() };
        pixmap.stroke_path(path, &paint_of(stroke), &width, transform, no_mask);
    }
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

/// Copies cells, which lie on whole pixels, instead of painting them.
fn paint_cells(pixmap: &mut Pixmap, cells: &Cells, scale: u32) {
    let colours: Vec<Option<PremultipliedColorU8>> = cells
        .colours
        .iter()
        .map(|colour| PremultipliedColorU8::from_rgba(colour.0[0], colour.0[1], colour.0[2], 255))
        .collect();
    let page = (pixmap.width() as usize, pixmap.height() as usize);
    let (left, top) = ((cells.left * scale) as usize, (cells.top * scale) as usize);
    let (width, height) = ((cells.width * scale) as usize, (cells.height * scale) as usize);
    let pixels = pixmap.pixels_mut();
    for (y, row) in cells.cells.chunks(cells.columns.max(1)).enumerate() {
        for line in (top + y * height..top + (y + 1) * height).take_while(|&line| line < page.1) {
            for (x, cell) in row.iter().enumerate() {
                let Some(Some(colour)) = colours.get(usize::from(*cell)) else { continue };
                let from = (left + x * width).min(page.0);
                let to = (from + width).min(page.0);
                pixels[line * page.0 + from..line * page.0 + to].fill(*colour);
            }
        }
    }
}

/// The file, with three bytes for each pixel, since no pixel is translucent.
fn encoded(pixmap: &Pixmap) -> Vec<u8> {
    let pixels: Vec<u8> =
        pixmap.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    // Writing to a vector does not fail.
    if let Ok(mut writer) = encoder.write_header() {
        let _ = writer.write_image_data(&pixels);
    }
    file
}

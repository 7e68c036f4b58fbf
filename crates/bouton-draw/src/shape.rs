//! Pictures as shapes at known places.

use super::{Colour, font};

/// A point: x to the right, y downwards.
pub type Point = (f64, f64);

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// The least x.
    pub left: f64,
    /// The least y.
    pub top: f64,
    /// The greatest x.
    pub right: f64,
    /// The greatest y.
    pub bottom: f64,
}

impl Area {
    /// A rectangle by its corner and its size.
    #[must_use]
    pub fn sized(left: f64, top: f64, width: f64, height: f64) -> Self {
        Self { left, top, right: left + width, bottom: top + height }
    }

    /// The width.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    /// The height.
    #[must_use]
    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// Whether two rectangles have more than a border in common.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.right.min(other.right) - self.left.max(other.left) > 1e-6
            && self.bottom.min(other.bottom) - self.top.max(other.top) > 1e-6
    }

    /// Whether another rectangle lies within this one.
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        self.left <= other.left
            && self.top <= other.top
            && self.right >= other.right
            && self.bottom >= other.bottom
    }
}

/// The point of a text that is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The start of its baseline.
    Start,
    /// The middle of its baseline.
    Middle,
    /// The end of its baseline.
    End,
}

/// A text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    pub(crate) content: String,
    pub(crate) at: Point,
    pub(crate) anchor: Anchor,
    pub(crate) size: f64,
    pub(crate) fill: Colour,
}

impl Text {
    /// The content.
    #[must_use]
    pub fn content(&self) -> &str {
        &self.content
    }

    /// The colour.
    #[must_use]
    pub fn colour(&self) -> Colour {
        self.fill
    }

    /// The left end of the text.
    pub(crate) fn left(&self) -> f64 {
        let width = font::width(&self.content, self.size);
        match self.anchor {
            Anchor::Start => self.at.0,
            Anchor::Middle => self.at.0 - width / 2.0,
            Anchor::End => self.at.0 - width,
        }
    }

    /// The rectangle that the text occupies.
    #[must_use]
    pub fn area(&self) -> Area {
        let top = self.at.1 - font::ASCENT * self.size;
        let height = (font::ASCENT + font::DESCENT) * self.size;
        Area::sized(self.left(), top, font::width(&self.content, self.size), height)
    }
}

/// A step of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// To a point, without a line.
    Move(Point),
    /// A line to a point.
    Line(Point),
    /// A cubic Bézier curve: two control points and its end.
    Cubic(Point, Point, Point),
    /// A line to the start of the path.
    Close,
}

/// Cells of equal size in a few colours, row by row from the top.
#[derive(Clone, Debug, PartialEq)]
pub struct Cells {
    /// The left end of the first cell.
    pub left: u32,
    /// The top of the first cell.
    pub top: u32,
    /// The width of a cell.
    pub width: u32,
    /// The height of a cell.
    pub height: u32,
    /// The number of cells in a row.
    pub columns: usize,
    /// The colour of each cell as an index; [`Cells::EMPTY`] for none.
    pub cells: Vec<u8>,
    /// The colours, at most 255.
    pub colours: Vec<Colour>,
}

impl Cells {
    /// A cell that is not painted.
    pub const EMPTY: u8 = u8::MAX;

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.cells.len() / self.columns.max(1)
    }
}

/// A part of a picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A rectangle.
    Rectangle {
        /// Its place.
        area: Area,
        /// The radius of its corners.
        radius: f64,
        /// The colour inside, if it is filled.
        fill: Option<Colour>,
        /// The colour of its border, if it has one.
        stroke: Option<Colour>,
        /// The width of its border.
        width: f64,
    },
    /// A path.
    Path {
        /// Its steps.
        steps: Vec<Step>,
        /// The colour inside, if it is filled.
        fill: Option<Colour>,
        /// The colour of its line, if it has one.
        stroke: Option<Colour>,
        /// The width of its line.
        width: f64,
    },
    /// A text.
    Text(Text),
    /// Cells.
    Cells(Cells),
}

/// A picture: shapes on a page, the first ones below.
///
/// ```
/// use bouton_draw::{Picture, Theme, shape::Anchor};
///
/// let mut picture = Picture::new("two words and a line", Theme::LIGHT.page);
/// (picture.width, picture.height) = (100.0, 40.0);
/// picture.text("two words", (10.0, 20.0), Anchor::Start, 12.0, Theme::LIGHT.ink);
/// picture.line((10.0, 25.0), (90.0, 25.0), Theme::LIGHT.line, 1.0);
/// assert_eq!(picture.shapes.len(), 2);
/// assert!(picture.svg(&bouton_core::Watch::unlimited())?.contains("two words"));
/// # Ok::<(), bouton_core::LimitReached>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The width in pixels at scale 1.
    pub width: f64,
    /// The height in pixels at scale 1.
    pub height: f64,
    /// The background.
    pub page: Colour,
    /// A description of the picture in one line, for readers who cannot see it.
    pub title: String,
    /// The shapes, the first ones below.
    pub shapes: Vec<Shape>,
}

impl Picture {
    /// An empty page; its size may be set later.
    #[must_use]
    pub fn new(title: &str, page: Colour) -> Self {
        Self { width: 0.0, height: 0.0, page, title: title.to_owned(), shapes: Vec::new() }
    }

    /// The width and height, in pixels at scale 1.
    #[must_use]
    pub fn size(&self) -> (f64, f64) {
        (self.width, self.height)
    }

    /// The texts of the picture, in the order in which they are drawn.
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        self.shapes.iter().filter_map(|shape| match shape {
            Shape::Text(text) => Some(text),
            _ => None,
        })
    }

    /// Adds a text at a point.
    pub fn text(&mut self, content: &str, at: Point, anchor: Anchor, size: f64, fill: Colour) {
        self.shapes.push(Shape::Text(Text { content: content.to_owned(), at, anchor, size, fill }));
    }

    /// Adds a line.
    pub fn line(&mut self, from: Point, to: Point, stroke: Colour, width: f64) {
        self.path(vec![Step::Move(from), Step::Line(to)], stroke, width);
    }

    /// Adds a path that is not filled.
    pub fn path(&mut self, steps: Vec<Step>, stroke: Colour, width: f64) {
        self.shapes.push(Shape::Path { steps, fill: None, stroke: Some(stroke), width });
    }

    /// Adds a filled path without a line.
    pub fn filled(&mut self, steps: Vec<Step>, fill: Colour) {
        self.shapes.push(Shape::Path { steps, fill: Some(fill), stroke: None, width: 0.0 });
    }

    /// Adds a filled rectangle without a border.
    pub fn filled_rectangle(&mut self, area: Area, fill: Colour) {
        self.shapes.push(Shape::Rectangle { area, radius: 0.0, fill: Some(fill), stroke: None, width: 0.0 });
    }

    /// Adds a rectangle that is not filled.
    pub fn frame(&mut self, area: Area, stroke: Colour, width: f64) {
        self.shapes.push(Shape::Rectangle { area, radius: 0.0, fill: None, stroke: Some(stroke), width });
    }
}

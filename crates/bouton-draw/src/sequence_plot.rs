//! Plots of a sequence: its values with their period, and the frequency of each value.

use bouton_core::{LimitReached, Value, Watch};

use super::{
    Picture, Theme, axis, font,
    legend::{self, Entry},
    shape::{Anchor, Area, Cells, Point, Shape, Step},
};

/// A period to mark: g(n + length) = g(n) + saltus from `preperiod` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkedPeriod {
    /// The length of the period.
    pub length: u64,
    /// The first periodic index.
    pub preperiod: u64,
    /// The increase from one period to the next.
    pub saltus: Value,
    /// Whether a theorem proves that it continues without end.
    pub proved: bool,
}

/// The values of a sequence from index 0 on, and the texts of their plot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SequencePlot<'a> {
    title: &'a str,
    values: &'a [Value],
    period: Option<MarkedPeriod>,
    greatest: Value,
}

const MARGIN: f64 = 20.0;
const TITLE: f64 = 17.0;
const SUBTITLE: f64 = 12.5;
const NUMBER: f64 = 11.0;
/// The size of the plot, the space between it and the frequencies, and their width.
const WIDTH: f64 = 620.0;
const HEIGHT: f64 = 320.0;
const BETWEEN: f64 = 18.0;
const BARS: f64 = 130.0;
/// The most values that are drawn as points; with more, each pixel of the plot is a cell.
const MOST_POINTS: usize = 2500;
/// The most bars; with more values, neighbouring values share a bar.
const MOST_BARS: u64 = 160;
/// The least distance of lines that mark periods.
const NEAREST: f64 = 6.0;

impl<'a> SequencePlot<'a> {
    /// A plot of values with a title; `period` is marked.
    ///
    /// ```
    /// use bouton_draw::{MarkedPeriod, SequencePlot, Theme};
    ///
    /// let values: Vec<u32> = (0..40).map(|n| n % 4).collect();
    /// let period = MarkedPeriod { length: 4, preperiod: 0, saltus: 0, proved: true };
    /// let (plot, watch) = (SequencePlot::new("take-three", &values, Some(period)), bouton_core::Watch::unlimited());
    /// let svg = plot.picture(&Theme::LIGHT, &watch)?.svg(&watch)?;
    /// assert!(svg.contains("period 4 from 0 on, proved"));
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    #[must_use]
    pub fn new(title: &'a str, values: &'a [Value], period: Option<MarkedPeriod>) -> Self {
        Self { title, values, period, greatest: values.iter().copied().max().unwrap_or(0) }
    }

    /// The frequency of each value, 0 first.
    ///
    /// ```
    /// use bouton_draw::SequencePlot;
    ///
    /// let values = [0, 1, 2, 0, 1, 0];
    /// assert_eq!(SequencePlot::new("values", &values, None).frequencies(), [3, 2, 1]);
    /// ```
    #[must_use]
    pub fn frequencies(&self) -> Vec<u64> {
        let mut counts = vec![0; self.greatest as usize + 1];
        self.values.iter().for_each(|&value| counts[value as usize] += 1);
        counts
    }

    fn words(&self) -> String {
        let Some(period) = self.period else { return "Grundy values of one heap of n".to_owned() };
        let saltus = if period.saltus == 0 { String::new() } else { format!(", saltus {}", period.saltus) };
        let proved = if period.proved { "proved" } else { "seen as far as this, not proved" };
        format!(
            "Grundy values of one heap of n; period {} from {} on{saltus}, {proved}",
            period.length, period.preperiod
        )
    }

    /// The plot with title, axes and legend.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`] while it is drawn.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_draw::{SequencePlot, Theme};
    ///
    /// let (values, watch) = ([0, 1, 2, 3, 1, 4, 3, 2], bouton_core::Watch::unlimited());
    /// let picture = SequencePlot::new("kayles", &values, None).picture(&Theme::LIGHT, &watch)?;
    /// assert!(picture.texts().any(|text| text.content() == "kayles"));
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn picture(&self, theme: &Theme, watch: &Watch) -> Result<Picture, LimitReached> {
        let mut picture = Picture::new(&format!("{}: {}", self.title, self.words()), theme.page);
        let greatest = u64::from(self.greatest);
        let number = font::width(&greatest.to_string(), NUMBER);
        let left = (MARGIN + number + 12.0).ceil();
        picture.width = left + WIDTH + BETWEEN + BARS + MARGIN + 16.0;
        let mut y = MARGIN;
        for line in font::wrap(self.title, TITLE, picture.width - 2.0 * MARGIN, 3) {
            y += TITLE;
            picture.text(&line, (MARGIN, y - 3.0), Anchor::Start, TITLE, theme.ink);
            y += 3.0;
        }
        for line in font::wrap(&self.words(), SUBTITLE, picture.width - 2.0 * MARGIN, 3) {
            y += SUBTITLE + 4.0;
            picture.text(&line, (MARGIN, y - 3.0), Anchor::Start, SUBTITLE, theme.muted);
        }
        y += NUMBER + 14.0;
        picture.text("g(n)", (MARGIN, y - 3.0), Anchor::Start, SUBTITLE, theme.ink);
        let area = Area::sized(left, (y + 4.0).ceil(), WIDTH, HEIGHT);
        let bars = Area::sized(area.right + BETWEEN, area.top, BARS, HEIGHT);
        picture.text("how often", (bars.left, y - 3.0), Anchor::Start, SUBTITLE, theme.ink);
        self.draw_period(&mut picture, theme, area);
        self.draw_values(&mut picture, theme, area, watch)?;
        self.draw_axes(&mut picture, theme, area);
        self.draw_frequencies(&mut picture, theme, bars, watch)?;
        let mut entries = Vec::new();
        if let Some(period) = self.period.filter(|period| period.preperiod > 0) {
            entries.push(Entry::Class(theme.plain, format!("before the period (n < {})", period.preperiod)));
        }
        let below = area.bottom + 8.0 + NUMBER + SUBTITLE + 12.0;
        legend::draw(&mut picture, theme, &entries, left, below);
        picture.height = (below + legend::height(&entries) + MARGIN / 2.0).ceil();
        Ok(picture)
    }

    /// The position of an index along the axis: in the middle of its share.
    fn across(&self, area: Area, index: u64) -> f64 {
        area.left + area.width() * (real(index) + 0.5) / real(self.values.len().max(1) as u64)
    }

    fn height(&self, area: Area, value: u64) -> f64 {
        area.bottom - area.height() * (real(value) + 0.5) / (f64::from(self.greatest) + 1.0)
    }

    fn draw_period(&self, picture: &mut Picture, theme: &Theme, area: Area) {
        let Some(period) = self.period else { return };
        let count = self.values.len() as u64;
        let at = |index: u64| area.left + area.width() * real(index.min(count)) / real(count.max(1));
        if period.preperiod > 0 {
            let before = Area { right: at(period.preperiod), ..area };
            picture.filled_rectangle(before, theme.plain);
        }
        if at(period.length) - area.left < NEAREST {
            return;
        }
        let mut index = period.preperiod;
        while index < count {
            picture.line((at(index), area.top), (at(index), area.bottom), theme.guide, 1.0);
            index += period.length;
        }
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pixels within the plot")]
    fn draw_values(
        &self,
        picture: &mut Picture,
        theme: &Theme,
        area: Area,
        watch: &Watch,
    ) -> Result<(), LimitReached> {
        if self.values.len() > MOST_POINTS {
            let (columns, rows) = (WIDTH as usize, HEIGHT as usize);
            let mut cells = vec![Cells::EMPTY; columns * rows];
            for entry in watch.each((0u64..).zip(self.values)) {
                let (index, &value) = entry?;
                let x = (self.across(area, index) - area.left) as usize;
                let y = (self.height(area, u64::from(value)) - area.top) as usize;
                cells[y.min(rows - 1) * columns + x.min(columns - 1)] = 0;
            }
            let (left, top) = (area.left as u32, area.top as u32);
            let colours = vec![theme.lost];
            picture.shapes.push(Shape::Cells(Cells {
                left,
                top,
                width: 1,
                height: 1,
                columns,
                cells,
                colours,
            }));
            return Ok(());
        }
        let room = (area.width() / real(self.values.len().max(1) as u64))
            .min(area.height() / (f64::from(self.greatest) + 1.0));
        let half = (room * 0.8).clamp(2.0, 7.0) / 2.0;
        let mut steps = Vec::with_capacity(5 * self.values.len());
        for (index, &value) in (0u64..).zip(self.values) {
            let (x, y) = (self.across(area, index), self.height(area, u64::from(value)));
            steps.extend([
                Step::Move((x - half, y - half)),
                Step::Line((x + half, y - half)),
                Step::Line((x + half, y + half)),
                Step::Line((x - half, y + half)),
                Step::Close,
            ]);
        }
        picture.filled(steps, theme.lost);
        Ok(())
    }

    fn draw_axes(&self, picture: &mut Picture, theme: &Theme, area: Area) {
        picture.frame(area, theme.line, 1.0);
        let last = (self.values.len() as u64).saturating_sub(1);
        for at in axis::ticks(last, 8) {
            let x = self.across(area, at);
            picture.line((x, area.bottom), (x, area.bottom + 4.0), theme.line, 1.0);
            picture.text(&at.to_string(), (x, area.bottom + 6.0 + NUMBER), Anchor::Middle, NUMBER, theme.ink);
        }
        for at in axis::ticks(u64::from(self.greatest), 12) {
            let y = self.height(area, at);
            picture.line((area.left - 4.0, y), (area.left, y), theme.line, 1.0);
            picture.text(&at.to_string(), (area.left - 7.0, y + 4.0), Anchor::End, NUMBER, theme.ink);
        }
        let low = area.bottom + 8.0 + NUMBER + SUBTITLE + 2.0;
        picture.text("n", (area.right, low), Anchor::End, SUBTITLE, theme.ink);
    }

    fn draw_frequencies(
        &self,
        picture: &mut Picture,
        theme: &Theme,
        area: Area,
        watch: &Watch,
    ) -> Result<(), LimitReached> {
        let different = u64::from(self.greatest) + 1;
        let together = different.div_ceil(MOST_BARS);
        // There may be as many different values as heaps, but there are few bars.
        let mut bars = vec![0u64; usize::try_from(different.div_ceil(together)).unwrap_or(0)];
        for value in watch.each(self.values) {
            bars[usize::try_from(u64::from(*value?) / together).unwrap_or(0)] += 1;
        }
        let most = bars.iter().copied().max().unwrap_or(0).max(1);
        let high = area.height() * real(together) / real(different);
        for (place, &count) in (0u64..).zip(&bars).filter(|(_, count)| **count > 0) {
            let bottom = area.bottom - real(place) * high;
            let top = (bottom - high).max(area.top);
            // Bars have gaps where there is enough space.
            let gap = if high > 4.0 { high * 0.1 } else { 0.0 };
            let length = area.width() * real(count) / real(most);
            let bar =
                Area { left: area.left, top: top + gap, right: area.left + length, bottom: bottom - gap };
            picture.filled_rectangle(bar, theme.lost);
        }
        picture.line((area.left, area.top), (area.left, area.bottom), theme.line, 1.0);
        picture.line((area.left, area.bottom), (area.right, area.bottom), theme.line, 1.0);
        let number = |picture: &mut Picture, at: Point, text: &str| {
            picture.line((at.0, area.bottom), (at.0, area.bottom + 4.0), theme.line, 1.0);
            picture.text(text, (at.0, area.bottom + 6.0 + NUMBER), Anchor::Middle, NUMBER, theme.ink);
        };
        number(picture, (area.left, area.bottom), "0");
        number(picture, (area.right, area.bottom), &most.to_string());
        Ok(())
    }
}

#[allow(clippy::cast_precision_loss, reason = "pixels")]
fn real(number: u64) -> f64 {
    number as f64
}

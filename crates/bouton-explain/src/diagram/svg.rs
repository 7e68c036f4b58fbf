//! Automata as pictures.

use std::fmt::Write;

use super::{
    Diagram, Edge,
    layout::{Layout, centred, components},
};

/// Pictures of more states cannot be read.
const MOST_STATES: usize = 40;
/// Half the width of a state in pixels.
const RADIUS: f64 = 20.0;
/// From one state of a layer to the next.
const ROW: f64 = 104.0;
/// Room at the borders.
const MARGIN: f64 = 56.0;
/// The width of a letter and the height of a line of labels.
const LETTER: f64 = 6.2;
const LINE: f64 = 13.0;
/// With more labelled edges those into a class that is never left are only sketched.
const MOST_LABELS: usize = 30;
/// Letters in a line of a label, and lines in a label.
const LINE_LETTERS: usize = 22;
const MOST_LINES: usize = 3;

/// The automaton has too many states for a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a picture of {states} states cannot be read, {MOST_STATES} are the most")]
pub struct DiagramTooLarge {
    /// How many states there are.
    pub states: usize,
}

/// A point of the picture.
type Point = (f64, f64);

/// A cubic Bézier curve.
#[derive(Clone, Copy)]
struct Curve([Point; 4]);

impl Curve {
    fn at(&self, t: f64) -> Point {
        let Self([a, b, c, d]) = *self;
        let s = 1.0 - t;
        let mix = |a: f64, b: f64, c: f64, d: f64| {
            s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
        };
        (mix(a.0, b.0, c.0, d.0), mix(a.1, b.1, c.1, d.1))
    }
}

/// A rectangle: left, top, right, bottom.
type Area = [f64; 4];

fn common(one: Area, other: Area) -> f64 {
    let width = one[2].min(other[2]) - one[0].max(other[0]);
    let height = one[3].min(other[3]) - one[1].max(other[1]);
    if width > 0.0 && height > 0.0 { width * height } else { 0.0 }
}

impl Diagram {
    /// The automaton as a picture (SVG): columns so that most steps lead to the
    /// right, states with their value and the smallest position that leads to them, edges
    /// with the digits they read. A state that is never left and that many lead to
    /// is left out, and the caption says so.
    ///
    /// # Errors
    ///
    /// [`DiagramTooLarge`] beyond 40 states.
    pub fn svg(&self) -> Result<String, DiagramTooLarge> {
        if self.states.len() > MOST_STATES {
            return Err(DiagramTooLarge { states: self.states.len() });
        }
        Ok(Picture::new(self).drawn())
    }

    /// A state that is never left and would draw edges from almost everywhere.
    fn crowded_sink(&self) -> Option<usize> {
        (0..self.states.len()).find(|&state| {
            let leaves = self.edges.iter().any(|edge| edge.from == state && edge.to != state);
            let entered = self.edges.iter().filter(|edge| edge.to == state && edge.from != state).count();
            !leaves && entered >= 4 && self.states[state].starts.is_empty()
        })
    }
}

/// A diagram with the places of everything.
struct Picture<'a> {
    diagram: &'a Diagram,
    /// The state that is left out.
    hidden: Option<usize>,
    /// Which edges are drawn without a label.
    sketched: Vec<bool>,
    layout: Layout,
    places: Vec<Point>,
    width: f64,
    height: f64,
}

impl<'a> Picture<'a> {
    fn new(diagram: &'a Diagram) -> Self {
        let hidden = diagram.crowded_sink();
        let seen = |state: usize| hidden != Some(state);
        let pairs: Vec<(usize, usize)> = diagram
            .edges
            .iter()
            .filter(|edge| seen(edge.from) && seen(edge.to))
            .map(|edge| (edge.from, edge.to))
            .collect();
        let starts: Vec<usize> =
            (0..diagram.states.len()).filter(|&state| !diagram.states[state].starts.is_empty()).collect();
        let mut layout = Layout::new(diagram.states.len(), &starts, &pairs);
        for layer in &mut layout.layers {
            layer.retain(|&state| seen(state));
        }
        layout.layers.retain(|layer| !layer.is_empty());
        let longest = diagram
            .edges
            .iter()
            .filter(|edge| edge.from != edge.to && seen(edge.to))
            .flat_map(|edge| lines(&edge.label))
            .map(|line| line.chars().count())
            .max()
            .unwrap_or(0);
        #[allow(clippy::cast_precision_loss, reason = "pixels")]
        let column = (longest as f64 * LETTER + 4.0 * RADIUS + 30.0).max(150.0);
        let rows = layout.layers.iter().map(Vec::len).max().unwrap_or(1);
        #[allow(clippy::cast_precision_loss, reason = "pixels")]
        let (columns, rows) = (layout.layers.len() as f64, rows as f64);
        // Edges that lead back run below.
        let leads_back = pairs.iter().any(|&(from, to)| layout.layer(from) > layout.layer(to));
        let back = if leads_back { 8.0 * columns } else { 0.0 };
        let letters = diagram.caption.chars().count().max(80);
        #[allow(clippy::cast_precision_loss, reason = "pixels")]
        let least = letters as f64 * LETTER + 2.0 * MARGIN;
        // Room for the names of the control states before the first column.
        let names = diagram.states.iter().map(|state| state.starts.join(", ").chars().count()).max();
        #[allow(clippy::cast_precision_loss, reason = "pixels")]
        let left = MARGIN + (names.unwrap_or(0) as f64 * LETTER + 0.6 * MARGIN).max(MARGIN);
        let width = ((columns - 1.0) * column + left + 2.0 * MARGIN).max(least);
        let height = rows * ROW + 2.0 * MARGIN + back;
        let mut places = vec![(0.0, 0.0); diagram.states.len()];
        for (layer, states) in layout.layers.iter().enumerate() {
            #[allow(clippy::cast_precision_loss, reason = "pixels")]
            let x = left + layer as f64 * column;
            for (place, &state) in states.iter().enumerate() {
                places[state] = (x, MARGIN + rows * ROW / 2.0 + centred(place, states.len()) * ROW);
            }
        }
        let sketched = sketched(diagram, hidden);
        Self { diagram, hidden, sketched, layout, places, width, height }
    }

    /// The curve of an edge, ending at the borders of its states.
    fn curve(&self, from: usize, to: usize) -> Curve {
        let (a, b) = (self.places[from], self.places[to]);
        if from == to {
            let (x, y) = (a.0, a.1 - RADIUS);
            return Curve([
                (x - 8.0, y + 1.5),
                (x - 26.0, y - 34.0),
                (x + 26.0, y - 34.0),
                (x + 8.0, y + 1.5),
            ]);
        }
        let (one, other) = (self.layout.layer(from), self.layout.layer(to));
        if one == other {
            // Beside the column, to the right downwards and to the left upwards.
            let side = if b.1 > a.1 { 1.0 } else { -1.0 };
            let bend = side * (30.0 + 0.18 * (b.1 - a.1).abs());
            let (dx, dy) = (side * RADIUS * 0.75, RADIUS * 0.66 * side);
            return Curve([
                (a.0 + dx, a.1 + dy),
                (a.0 + bend, a.1 + dy * 2.0),
                (b.0 + bend, b.1 - dy * 2.0),
                (b.0 + dx, b.1 - dy),
            ]);
        }
        let far = one.abs_diff(other);
        if other > one {
            // Long edges give way to the states between.
            #[allow(clippy::cast_precision_loss, reason = "pixels")]
            let lift = if far > 1 { -0.42 * ROW * (far as f64).min(3.0) } else { 0.0 };
            let reach = (b.0 - a.0) * 0.4;
            return Curve([
                (a.0 + RADIUS, a.1),
                (a.0 + reach, a.1 + lift),
                (b.0 - reach, b.1 + lift),
                (b.0 - RADIUS - 1.0, b.1),
            ]);
        }
        #[allow(clippy::cast_precision_loss, reason = "pixels")]
        let drop = 0.62 * ROW + 16.0 * far as f64;
        let reach = (a.0 - b.0) * 0.2;
        let low = a.1.max(b.1) + drop;
        Curve([
            (a.0 - 6.0, a.1 + RADIUS),
            (a.0 - reach, low),
            (b.0 + reach, low),
            (b.0 + 6.0, b.1 + RADIUS + 1.0),
        ])
    }

    fn drawn(&self) -> String {
        let (width, height) = (self.width, self.height);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"sans-serif\" font-size=\"11\">\n\
             <defs><marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\" markerUnits=\"userSpaceOnUse\"><path d=\"M0 0L10 5L0 10z\" fill=\"#555\"/></marker></defs>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        let circles: Vec<Area> = (0..self.places.len())
            .filter(|&state| self.hidden != Some(state))
            .map(|state| {
                let (x, y) = self.places[state];
                [x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS]
            })
            .collect();
        let mut labels: Vec<Area> = Vec::new();
        let mut written = String::new();
        // Loops have the least choice of a place for their label.
        let mut order: Vec<usize> = (0..self.diagram.edges.len()).collect();
        order.sort_by_key(|&index| self.diagram.edges[index].from != self.diagram.edges[index].to);
        for index in order {
            let edge = &self.diagram.edges[index];
            if self.hidden == Some(edge.from) || self.hidden == Some(edge.to) {
                continue;
            }
            let curve = self.curve(edge.from, edge.to);
            let Curve([a, b, c, d]) = curve;
            let _ = writeln!(
                text,
                "<path d=\"M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}\" fill=\"none\" stroke=\"{}\" marker-end=\"url(#tip)\"/>",
                a.0,
                a.1,
                b.0,
                b.1,
                c.0,
                c.1,
                d.0,
                d.1,
                if self.sketched[index] { "#ccc" } else { "#555" }
            );
            if self.sketched[index] {
                continue;
            }
            let lines = lines(&edge.label);
            let area = free_place(&curve, edge.from == edge.to, &lines, &circles, &labels);
            labels.push(area);
            let [left, top, right, bottom] = area;
            let _ = writeln!(
                written,
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"white\" fill-opacity=\"0.85\"/>",
                right - left,
                bottom - top
            );
            for (index, line) in (0u32..).zip(&lines) {
                let _ = writeln!(
                    written,
                    "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#234\">{line}</text>",
                    f64::midpoint(area[0], area[2]),
                    area[1] + LINE * (f64::from(index) + 0.8)
                );
            }
        }
        self.draw_states(&mut text);
        // Labels last: no line crosses them.
        text.push_str(&written);
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"#333\">{}</text>",
            MARGIN / 2.0,
            LINE * 1.4,
            escaped(&self.diagram.caption)
        );
        if let Some(hidden) = self.hidden {
            let _ = writeln!(
                text,
                "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"#333\">Digits that are not drawn lead to {} for ever.</text>",
                MARGIN / 2.0,
                LINE * 2.6,
                escaped(&self.diagram.states[hidden].value)
            );
        }
        if self.sketched.contains(&true) {
            let _ = writeln!(
                text,
                "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"#333\">Grey: all other digits, into states that are never left for others (`--format dot` names them all).</text>",
                MARGIN / 2.0,
                LINE * 2.6
            );
        }
        text.push_str("</svg>\n");
        text
    }

    fn draw_states(&self, text: &mut String) {
        for (index, state) in self.diagram.states.iter().enumerate() {
            if self.hidden == Some(index) {
                continue;
            }
            let (x, y) = self.places[index];
            if !state.starts.is_empty() {
                let _ = writeln!(
                    text,
                    "<path d=\"M{:.1} {y:.1}H{:.1}\" stroke=\"#555\" marker-end=\"url(#tip)\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#234\">{}</text>",
                    x - RADIUS - 28.0,
                    x - RADIUS - 1.0,
                    x - RADIUS - 6.0,
                    y - 6.0,
                    escaped(&state.starts.join(", "))
                );
            }
            let fill = if state.lost { "#cfe8cf" } else { "#f3e6c4" };
            let letters = u32::try_from(state.position.chars().count()).unwrap_or(u32::MAX);
            let size = (64.0 / f64::from(letters.max(1))).clamp(4.0, 9.0);
            let _ = writeln!(
                text,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\" fill=\"{fill}\" stroke=\"black\"/><text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"13\">{}</text><text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"{size:.1}\" fill=\"#444\">{}</text>",
                y + 1.0,
                escaped(&state.value),
                y + 12.0,
                escaped(&state.position)
            );
        }
    }
}

/// The edges into classes that are never left, if there are too many labels.
fn sketched(diagram: &Diagram, hidden: Option<usize>) -> Vec<bool> {
    let drawn = |edge: &&Edge| hidden != Some(edge.to);
    if diagram.edges.iter().filter(drawn).count() <= MOST_LABELS {
        return vec![false; diagram.edges.len()];
    }
    let pairs: Vec<(usize, usize)> = diagram.edges.iter().map(|edge| (edge.from, edge.to)).collect();
    let component = components(diagram.states.len(), &pairs);
    let left = |one: usize| pairs.iter().any(|&(from, to)| component[from] == one && component[to] != one);
    pairs.iter().map(|&(from, to)| component[from] != component[to] && !left(component[to])).collect()
}

/// The place along the curve where a label is least in the way.
fn free_place(curve: &Curve, is_loop: bool, lines: &[String], circles: &[Area], labels: &[Area]) -> Area {
    let letters = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    #[allow(clippy::cast_precision_loss, reason = "pixels")]
    let (width, height) = (letters as f64 * LETTER, lines.len() as f64 * LINE);
    let around = |(x, y): Point| [x - width / 2.0, y - height / 2.0, x + width / 2.0, y + height / 2.0];
    if is_loop {
        let (x, y) = curve.at(0.5);
        return around((x, y - height / 2.0 - 2.0));
    }
    let cost = |area: &Area| {
        let outside = (-area[0]).max(0.0) * height;
        labels.iter().chain(circles).map(|other| common(*area, *other)).sum::<f64>() + outside
    };
    let tries = [0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7, 0.25, 0.75, 0.2, 0.8, 0.15, 0.85];
    let mut best = around(curve.at(0.5));
    // On the curve if there is room, else beside it.
    for shift in [0.0, 0.5, -0.5] {
        for t in tries {
            let (x, y) = curve.at(t);
            let area = around((x + shift * (width + LETTER), y));
            if cost(&area) + 1.0 < cost(&best) {
                best = area;
            }
        }
    }
    best
}

/// A label in lines; a long one only counted.
fn lines(label: &str) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    let parts: Vec<&str> = label.split(", ").collect();
    for (index, part) in parts.iter().enumerate() {
        let part = if index + 1 < parts.len() { format!("{part},") } else { (*part).to_owned() };
        match lines.last_mut() {
            Some(last) if last.is_empty() => *last = part,
            Some(last) if last.chars().count() + part.chars().count() < LINE_LETTERS => {
                last.push(' ');
                last.push_str(&part);
            }
            _ => lines.push(part),
        }
    }
    if lines.len() > MOST_LINES {
        return vec![format!("{} kinds of columns", parts.len())];
    }
    lines
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_broken_and_long_ones_counted() {
        assert_eq!(lines("*00, 111"), ["*00, 111"]);
        assert_eq!(lines("**01*, 1*110, 0*011, 00000").len(), 2);
        let long = vec!["01010"; 40].join(", ");
        assert_eq!(lines(&long), ["40 kinds of columns"]);
    }

    #[test]
    fn areas_overlap_or_not() {
        assert_eq!(common([0.0, 0.0, 2.0, 2.0], [1.0, 1.0, 3.0, 3.0]), 1.0);
        assert_eq!(common([0.0, 0.0, 1.0, 1.0], [1.0, 0.0, 2.0, 1.0]), 0.0);
    }
}

//! The picture of an automaton, state by state.
//!
//! States stand in columns, so that most edges lead to the right. Every edge passes the columns
//! between its states at a place of its own, and every label has a place of its own in a column of
//! labels. So, by construction, no two labels overlap and no edge runs through a state.

mod grid;
mod labels;
mod ranks;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use bouton_core::{LimitReached, Watch};
use bouton_explain::{Diagram, DiagramState};

use self::{
    grid::{Grid, Item},
    labels::Labels,
};
use super::{
    Colour, Picture, PictureError, Theme, font,
    shape::{Anchor, Area, Point, Shape, Step},
};

/// The most states of a picture that can be read.
const MOST_STATES: usize = 40;
/// The sizes of values, of witnesses, and of the texts around the picture.
const VALUE: f64 = 15.0;
const WITNESS: f64 = 10.0;
const CAPTION: f64 = 14.0;
const LEGEND: f64 = 12.0;
const LEGEND_LINE: f64 = 17.0;
const MARGIN: f64 = 22.0;
/// The least size of a state, and the distance of the ends of two edges at its side.
const STATE: f64 = 44.0;
const PORT: f64 = 9.0;
/// The height of a loop above its state.
const LOOP: f64 = 20.0;
/// The distance of a column from the next.
const GAP: f64 = 26.0;
/// The size of the tip of an arrow.
const TIP: f64 = 7.0;

/// The error of an automaton with too many states for a picture.
///
/// ```
/// use bouton_draw::AutomatonTooLarge;
///
/// let error = AutomatonTooLarge { states: 100 };
/// assert_eq!(error.to_string(), "an automaton of 100 states is too large for a picture, which has at most 40");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an automaton of {states} states is too large for a picture, which has at most {MOST_STATES}")]
pub struct AutomatonTooLarge {
    /// The number of states.
    pub states: usize,
}

/// Draws an automaton: states with their value and a position that leads to them, edges with their
/// digits, and a legend. A state that is never left and has edges from many others is left out, and
/// the legend notes it.
///
/// # Errors
///
/// [`PictureError::States`] beyond 40 states; any limit that is reached while it is drawn.
pub fn automaton(diagram: &Diagram, theme: &Theme, watch: &Watch) -> Result<Picture, PictureError> {
    let states = diagram.states.len();
    if states > MOST_STATES {
        return Err(AutomatonTooLarge { states }.into());
    }
    Ok(Drawing::new(diagram, watch)?.picture(theme))
}

/// The content of an item of the grid.
enum Shows {
    State(usize),
    Label(Vec<String>),
    Start(String),
    Bend,
}

/// An edge between two states, as the items that it passes, lowest column first.
struct Way {
    items: Vec<usize>,
    /// Whether it leads from lower to higher columns.
    forth: bool,
}

/// A diagram with the places of all its parts.
struct Drawing<'a> {
    diagram: &'a Diagram,
    /// The state that is left out, if any.
    hidden: Option<usize>,
    grid: Grid,
    shows: Vec<Shows>,
    /// The item of each state, and the lines of its loop.
    state_items: Vec<usize>,
    loops: Vec<Option<Vec<String>>>,
    witnesses: Vec<Vec<String>>,
    ways: Vec<Way>,
    labels: Labels,
    /// The left and right border of each column.
    spans: Vec<(f64, f64)>,
}

impl<'a> Drawing<'a> {
    fn new(diagram: &'a Diagram, watch: &Watch) -> Result<Self, LimitReached> {
        let hidden = undrawn_state(diagram);
        let count = diagram.states.len();
        let mut drawing = Self {
            diagram,
            hidden,
            grid: Grid::default(),
            shows: Vec::new(),
            state_items: vec![usize::MAX; count],
            loops: vec![None; count],
            witnesses: diagram.states.iter().map(|state| witness(&state.position)).collect(),
            ways: Vec::new(),
            labels: Labels::default(),
            spans: Vec::new(),
        };
        let edges: Vec<_> = diagram
            .edges
            .iter()
            .filter(|edge| hidden != Some(edge.to) && hidden != Some(edge.from))
            .collect();
        let steps: Vec<(usize, usize)> =
            edges.iter().map(|edge| (edge.from, edge.to)).filter(|(from, to)| from != to).collect();
        let starts: Vec<usize> =
            (0..count).filter(|&state| !diagram.states[state].starts.is_empty()).collect();
        // The state that is left out would occupy a rank of its own.
        let shown: Vec<usize> = (0..count).filter(|&state| hidden != Some(state)).collect();
        let place: BTreeMap<usize, usize> =
            shown.iter().enumerate().map(|(place, &state)| (state, place)).collect();
        let local = |state: &usize| place.get(state).copied();
        let local_steps: Vec<(usize, usize)> =
            steps.iter().filter_map(|(from, to)| Some((local(from)?, local(to)?))).collect();
        let local_starts: Vec<usize> = starts.iter().filter_map(local).collect();
        let ranks = ranks::ranks(shown.len(), &local_starts, &local_steps);
        let column = |state: usize| 2 * ranks[place[&state]] + 1;

        for edge in edges.iter().filter(|edge| edge.from == edge.to) {
            drawing.loops[edge.from] = Some(drawing.labels.lines(&edge.label));
        }
        for &state in &shown {
            drawing.add_state(state, column(state), &steps);
        }
        for &state in &shown {
            let starts = &diagram.states[state].starts;
            if !starts.is_empty() {
                let name = start_name(starts);
                let width = font::width(&name, labels::SIZE) + 10.0;
                let start =
                    Item { column: column(state) - 1, width, above: 9.0, below: 9.0, ..Item::default() };
                let start = drawing.add(start, Shows::Start(name));
                let way = Way { items: vec![start, drawing.state_items[state]], forth: true };
                drawing.grid.segments.push((start, drawing.state_items[state]));
                drawing.ways.push(way);
            }
        }
        for edge in edges.iter().filter(|edge| edge.from != edge.to) {
            let lines = drawing.labels.lines(&edge.label);
            drawing.add_way((edge.from, column(edge.from)), (edge.to, column(edge.to)), lines);
        }
        drawing.grid.arrange(watch)?;
        drawing.span();
        Ok(drawing)
    }

    fn add(&mut self, item: Item, shows: Shows) -> usize {
        self.shows.push(shows);
        self.grid.add(item)
    }

    fn add_state(&mut self, state: usize, column: usize, steps: &[(usize, usize)]) {
        let ends = steps
            .iter()
            .filter(|step| step.0 == state)
            .count()
            .max(steps.iter().filter(|step| step.1 == state).count());
        let (width, height) = self.state_size(state, ends);
        let (mut above, mut widest) = (height / 2.0 + 9.0, width);
        if let Some(lines) = &self.loops[state] {
            above += LOOP + labels::LINE * length(lines.len());
            widest = lines.iter().map(|line| font::width(line, labels::SIZE)).fold(width, f64::max);
        }
        let item = Item { column, width: widest, above, below: height / 2.0 + 9.0, ..Item::default() };
        self.state_items[state] = self.add(item, Shows::State(state));
    }

    /// The width and height of a state with `ends` edges at one of its sides.
    fn state_size(&self, state: usize, ends: usize) -> (f64, f64) {
        let lines = &self.witnesses[state];
        let widest = lines.iter().map(|line| font::width(line, WITNESS)).fold(0.0, f64::max);
        let value = font::width(&self.diagram.states[state].value, VALUE);
        let height = VALUE + 16.0 + length(lines.len()) * (WITNESS + 2.0);
        ((widest.max(value) + 18.0).max(STATE), height.max(STATE).max(length(ends) * PORT + 12.0))
    }

    /// Adds an edge: its label next to its first state, then a place in every column it passes.
    fn add_way(&mut self, from: (usize, usize), to: (usize, usize), lines: Vec<String>) {
        let forth = from.1 < to.1;
        let width = lines.iter().map(|line| font::width(line, labels::SIZE)).fold(0.0, f64::max) + 8.0;
        let half = labels::LINE * length(lines.len()) / 2.0 + 4.0;
        let beside = if forth { from.1 + 1 } else { from.1 - 1 };
        let label = Item { column: beside, width, above: half, below: half, stiff: true, ..Item::default() };
        let label = self.add(label, Shows::Label(lines));
        let (low, high) = (from.1.min(to.1), from.1.max(to.1));
        let (first, last) = if forth { (from.0, to.0) } else { (to.0, from.0) };
        let mut items = vec![self.state_items[first]];
        for column in low + 1..high {
            if column == beside {
                items.push(label);
            } else {
                let bend =
                    Item { column, width: 0.0, above: 5.0, below: 5.0, stiff: true, ..Item::default() };
                items.push(self.add(bend, Shows::Bend));
            }
        }
        items.push(self.state_items[last]);
        self.grid.segments.extend(items.windows(2).map(|pair| (pair[0], pair[1])));
        self.ways.push(Way { items, forth });
    }

    /// Computes the borders of columns: farther apart where edges are steep.
    fn span(&mut self) {
        let mut x = 0.0;
        for column in 0..self.grid.columns.len() {
            let width =
                self.grid.columns[column].iter().map(|&item| self.grid.items[item].width).fold(0.0, f64::max);
            if !self.grid.columns[column].is_empty() && column > 0 {
                let steep = self
                    .grid
                    .segments
                    .iter()
                    .filter(|&&(_, right)| self.grid.items[right].column == column)
                    .map(|&(left, right)| (self.grid.items[left].y - self.grid.items[right].y).abs())
                    .fold(0.0, f64::max);
                x += if x > 0.0 { GAP + (steep * 0.12).min(70.0) } else { 0.0 };
            }
            self.spans.push((x, x + width));
            x += width;
        }
    }

    fn picture(&self, theme: &Theme) -> Picture {
        let mut picture = Picture::new(&self.diagram.caption, theme.page);
        let width = self.spans.last().map_or(0.0, |span| span.1);
        let page = (width + 2.0 * MARGIN).max(460.0);
        let mut y = MARGIN;
        for line in font::wrap(&self.diagram.caption, CAPTION, page - 2.0 * MARGIN, 4) {
            y += CAPTION;
            picture.text(&line, (MARGIN, y), Anchor::Start, CAPTION, theme.ink);
            y += 5.0;
        }
        let corner = (MARGIN + (page - 2.0 * MARGIN - width) / 2.0, y + 12.0);
        self.draw_ways(&mut picture, theme, corner);
        for state in 0..self.diagram.states.len() {
            self.draw_state(&mut picture, theme, corner, state);
        }
        self.draw_labels(&mut picture, theme, corner);
        let below = corner.1 + self.grid.height() + 16.0;
        picture.width = page.ceil();
        picture.height = (self.draw_legend(&mut picture, theme, below) + MARGIN).ceil();
        picture
    }

    /// The area of a state.
    fn state_area(&self, state: usize, corner: Point) -> Area {
        let item = &self.grid.items[self.state_items[state]];
        let (left, right) = self.spans[item.column];
        let width = self.state_width(state);
        let height = 2.0 * (item.below - 9.0);
        let x = corner.0 + f64::midpoint(left, right);
        Area::sized(x - width / 2.0, corner.1 + item.y - height / 2.0, width, height)
    }

    fn state_width(&self, state: usize) -> f64 {
        self.state_size(state, 0).0
    }

    /// The points at which the edges of a state end at one of its sides, from the top in the order
    /// of their other ends.
    fn ports(&self, corner: Point) -> BTreeMap<(usize, usize), Point> {
        let mut ports = BTreeMap::new();
        for (state, &item) in self.state_items.iter().enumerate() {
            if item == usize::MAX {
                continue;
            }
            let area = self.state_area(state, corner);
            for right in [false, true] {
                let mut ends: Vec<(f64, usize)> = Vec::new();
                for (index, way) in self.ways.iter().enumerate() {
                    let next =
                        match (right, way.items.first() == Some(&item), way.items.last() == Some(&item)) {
                            (true, true, _) => way.items.get(1),
                            (false, _, true) => way.items.get(way.items.len() - 2),
                            _ => None,
                        };
                    ends.extend(next.map(|&next| (self.grid.items[next].y, index)));
                }
                ends.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                let count = ends.len();
                for (place, (_, way)) in ends.into_iter().enumerate() {
                    let y = f64::midpoint(area.top, area.bottom)
                        + (length(place) - length(count.saturating_sub(1)) / 2.0) * PORT;
                    ports.insert((way, item), (if right { area.right } else { area.left }, y));
                }
            }
        }
        ports
    }

    fn draw_ways(&self, picture: &mut Picture, theme: &Theme, corner: Point) {
        let ports = self.ports(corner);
        let mut tips = Vec::new();
        for (index, way) in self.ways.iter().enumerate() {
            let mut steps = Vec::new();
            let mut at: Option<Point> = None;
            for &item in &way.items {
                let (left, right) = self.spans[self.grid.items[item].column];
                let (left, right) = (corner.0 + left, corner.0 + right);
                let y = corner.1 + self.grid.items[item].y;
                let port = ports.get(&(index, item)).copied();
                match (at, port, &self.shows[item]) {
                    // From the first state to the border of its column.
                    (None, Some(port), _) => {
                        let begin = if way.forth { port.0 } else { port.0 + TIP };
                        steps.push(Step::Move((begin, port.1)));
                        line_to(&mut steps, (right, port.1), begin);
                        at = Some((right.max(begin), port.1));
                        if !way.forth {
                            tips.push((port, 1.0));
                        }
                    }
                    (None, None, Shows::Start(name)) => {
                        let end = f64::midpoint(left, right) + font::width(name, labels::SIZE) / 2.0 + 3.0;
                        steps.push(Step::Move((end, y)));
                        line_to(&mut steps, (right, y), end);
                        at = Some((right.max(end), y));
                    }
                    (None, None, _) => {}
                    (Some(from), Some(port), _) => {
                        steps.push(curve(from, (left, port.1)));
                        let end = if way.forth { port.0 - TIP } else { port.0 };
                        line_to(&mut steps, (end, port.1), left);
                        if way.forth {
                            tips.push((port, -1.0));
                        }
                    }
                    (Some(from), None, _) => {
                        steps.push(curve(from, (left, y)));
                        line_to(&mut steps, (right, y), left);
                        at = Some((right, y));
                    }
                }
            }
            picture.path(steps, theme.line, 1.1);
        }
        for (state, lines) in self.loops.iter().enumerate() {
            if lines.is_some() && self.hidden != Some(state) {
                let area = self.state_area(state, corner);
                let (x, y) = (f64::midpoint(area.left, area.right), area.top);
                let steps = vec![
                    Step::Move((x - 9.0, y)),
                    Step::Cubic((x - 20.0, y - 24.0), (x + 20.0, y - 24.0), (x + 10.5, y - TIP)),
                ];
                picture.path(steps, theme.line, 1.1);
                picture.filled(
                    vec![
                        Step::Move((x + 8.0, y)),
                        Step::Line((x + 7.5, y - TIP - 1.0)),
                        Step::Line((x + 14.0, y - TIP + 1.5)),
                        Step::Close,
                    ],
                    theme.line,
                );
            }
        }
        for ((x, y), side) in tips {
            let back = x + side * TIP;
            let steps = vec![
                Step::Move((x, y)),
                Step::Line((back, y - 3.2)),
                Step::Line((back, y + 3.2)),
                Step::Close,
            ];
            picture.filled(steps, theme.line);
        }
    }

    fn draw_state(&self, picture: &mut Picture, theme: &Theme, corner: Point, state: usize) {
        if self.hidden == Some(state) {
            return;
        }
        let area = self.state_area(state, corner);
        let fill = self.fill(&self.diagram.states[state], theme);
        picture.shapes.push(Shape::Rectangle {
            area,
            radius: 12.0,
            fill: Some(fill),
            stroke: Some(theme.line),
            width: 1.2,
        });
        let x = f64::midpoint(area.left, area.right);
        let lines = &self.witnesses[state];
        let height = VALUE + 3.0 + length(lines.len()) * (WITNESS + 2.0);
        let mut y = f64::midpoint(area.top, area.bottom) - height / 2.0 + VALUE - 1.5;
        picture.text(&self.diagram.states[state].value, (x, y), Anchor::Middle, VALUE, fill.ink());
        y += 3.0;
        for line in lines {
            y += WITNESS + 2.0;
            picture.text(line, (x, y - 1.0), Anchor::Middle, WITNESS, fill.ink());
        }
    }

    fn fill(&self, state: &DiagramState, theme: &Theme) -> Colour {
        match state.value.as_str() {
            _ if state.lost => theme.lost,
            "N" if !self.diagram.two_players => theme.class(1),
            "O" => theme.class(2),
            "Q" => theme.class(3),
            _ => theme.plain,
        }
    }

    fn draw_labels(&self, picture: &mut Picture, theme: &Theme, corner: Point) {
        for (item, shows) in self.grid.items.iter().zip(&self.shows) {
            let (left, right) = self.spans[item.column];
            let x = corner.0 + f64::midpoint(left, right);
            match shows {
                Shows::Label(lines) => {
                    let half = labels::LINE * length(lines.len()) / 2.0;
                    let y = corner.1 + item.y - half;
                    let area = Area::sized(x - item.width / 2.0, y - 1.0, item.width, 2.0 * half + 2.0);
                    picture.filled_rectangle(area, theme.page);
                    write_lines(picture, theme, lines, x, y);
                }
                Shows::Start(name) => {
                    picture.text(
                        name,
                        (x, corner.1 + item.y + 4.0),
                        Anchor::Middle,
                        labels::SIZE,
                        theme.muted,
                    );
                }
                Shows::State(state) => {
                    if let Some(lines) = &self.loops[*state] {
                        let top = self.state_area(*state, corner).top;
                        let y = top - LOOP - labels::LINE * length(lines.len());
                        write_lines(picture, theme, lines, x, y);
                    }
                }
                Shows::Bend => {}
            }
        }
    }

    /// Draws the legend; returns the position of its end.
    fn draw_legend(&self, picture: &mut Picture, theme: &Theme, top: f64) -> f64 {
        let page = picture.width;
        picture.line((MARGIN, top), (page - MARGIN, top), theme.guide, 1.0);
        let mut y = top + 10.0;
        // The values that occur, each with its colour.
        let mut values: Vec<(&str, Colour)> = Vec::new();
        for (_, state) in
            self.diagram.states.iter().enumerate().filter(|&(index, _)| self.hidden != Some(index))
        {
            if !values.iter().any(|(value, _)| *value == state.value) {
                values.push((&state.value, self.fill(state, theme)));
            }
        }
        let rank = |value: &str| "PNOQ".find(value).or(value.parse().ok()).unwrap_or(usize::MAX);
        values.sort_by_key(|(value, _)| rank(value));
        let mut x = MARGIN;
        for (value, colour) in values.iter().take(12) {
            let meaning = meaning(value, self.diagram.two_players);
            let width = 18.0 + font::width(&meaning, LEGEND) + 18.0;
            if x + width > page - MARGIN && x > MARGIN {
                x = MARGIN;
                y += LEGEND_LINE;
            }
            let area = Area::sized(x, y + 2.0, 12.0, 12.0);
            picture.shapes.push(Shape::Rectangle {
                area,
                radius: 3.0,
                fill: Some(*colour),
                stroke: Some(theme.line),
                width: 1.0,
            });
            picture.text(&meaning, (x + 18.0, y + 12.0), Anchor::Start, LEGEND, theme.ink);
            x += width;
        }
        y += LEGEND_LINE + 3.0;
        for sentence in self.sentences() {
            for line in font::wrap(&sentence, LEGEND, page - 2.0 * MARGIN, 40) {
                picture.text(&line, (MARGIN, y + 12.0), Anchor::Start, LEGEND, theme.muted);
                y += LEGEND_LINE;
            }
        }
        self.draw_long_labels(picture, theme, y)
    }

    /// Draws the meanings of the numbers in brackets, in as many columns as fit.
    fn draw_long_labels(&self, picture: &mut Picture, theme: &Theme, top: f64) -> f64 {
        let room = picture.width - 2.0 * MARGIN;
        let words: Vec<String> = self
            .labels
            .long
            .iter()
            .enumerate()
            .map(|(index, long)| format!("{} {long}", labels::name(index)))
            .collect();
        let widest = words.iter().map(|words| font::width(words, LEGEND)).fold(0.0, f64::max) + 24.0;
        let mut columns = 1;
        while length(columns + 1) * widest <= room {
            columns += 1;
        }
        let (mut y, each) = (top, room / length(columns));
        for row in words.chunks(columns) {
            let mut high = 0.0;
            for (place, words) in row.iter().enumerate() {
                let most = if columns == 1 { room } else { each };
                for (line, text) in font::wrap(words, LEGEND, most, 40).iter().enumerate() {
                    let at = (MARGIN + length(place) * each, y + length(line) * LEGEND_LINE + 12.0);
                    picture.text(text, at, Anchor::Start, LEGEND, theme.muted);
                    high = f64::max(high, length(line + 1) * LEGEND_LINE);
                }
            }
            y += high;
        }
        y
    }

    fn sentences(&self) -> Vec<String> {
        if self.diagram.reads_counts {
            let sentences = [
                "In a state: its value, and a position of as few heaps as possible whose places lead there by the shortest way.",
                "At an arrow: how many heaps have a 1 in the place that is read.",
            ];
            return sentences.map(str::to_owned).to_vec();
        }
        let mut sentences = vec![
            "In a state: its value, and the least position whose digits lead there by the shortest way."
                .to_owned(),
        ];
        let (mut ones, mut digits, mut either) = (false, false, false);
        let is_shown = |edge: &&bouton_explain::DiagramEdge| {
            self.hidden != Some(edge.to) && self.hidden != Some(edge.from)
        };
        for edge in self.diagram.edges.iter().filter(is_shown) {
            either |= edge.label.contains('*');
            ones |= edge.label.contains("one");
            digits |= edge.label.contains(['0', '1']) && !edge.label.contains("one");
        }
        if digits {
            let either = if either { "; * is either digit" } else { "" };
            sentences.push(format!(
                "At an arrow: the digits that are read, of the numbers of a position in their order{either}."
            ));
        }
        if ones {
            sentences.push(
                "“1 one”, “2 ones”: the number of digits that are 1, in any of the numbers; “0 ones”: all digits are 0.".to_owned(),
            );
        }
        if let Some(hidden) = self.hidden {
            sentences.push(format!(
                "Digits that no arrow reads lead to {} for ever.",
                self.diagram.states[hidden].value
            ));
        }
        if self.has_equal_positions() {
            sentences.push(
                "States with the same value and position differ by the zeros that are read after its digits."
                    .to_owned(),
            );
        }
        let split = self.diagram.states.iter().any(|state| state.value.contains('/'));
        if let Some(controls) =
            self.diagram.states.iter().flat_map(|state| &state.starts).next().filter(|_| split)
        {
            sentences.push(format!(
                "Values parted by / are those of the control states {controls}, in this order."
            ));
        }
        sentences
    }

    /// Whether several states have the same value and position. With one state where reading begins, this happens with
    /// the least significant digits first alone: there zeros that lead a number are read last, and change the state.
    fn has_equal_positions(&self) -> bool {
        let states = &self.diagram.states;
        let shown = |place: usize| self.hidden != Some(place);
        let is_equal = |one: &DiagramState, other: &DiagramState| {
            (&one.value, &one.position) == (&other.value, &other.position)
        };
        let repeated = |(place, state): (usize, &DiagramState)| {
            shown(place) && (0..place).any(|before| shown(before) && is_equal(state, &states[before]))
        };
        states.iter().filter(|state| !state.starts.is_empty()).count() == 1
            && states.iter().enumerate().any(repeated)
    }
}

fn write_lines(picture: &mut Picture, theme: &Theme, lines: &[String], x: f64, top: f64) {
    for (index, line) in lines.iter().enumerate() {
        let y = top + labels::LINE * (length(index) + 0.78);
        picture.text(line, (x, y), Anchor::Middle, labels::SIZE, theme.ink);
    }
}

/// The meaning of a value, where that fits into a few words.
fn meaning(value: &str, two_players: bool) -> String {
    match value {
        "P" if two_players => "P: the player to move loses".to_owned(),
        "N" if two_players => "N: the player to move wins".to_owned(),
        _ => value.to_owned(),
    }
}

/// The name of a start, which may belong to several control states.
fn start_name(starts: &[String]) -> String {
    let names: Vec<&str> = starts.iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
    if names.is_empty() {
        return "start".to_owned();
    }
    let name = names.join(", ");
    if font::width(&name, labels::SIZE) <= 150.0 {
        return name;
    }
    let mut name = font::wrap(&name, labels::SIZE, 120.0, 1).concat();
    name.truncate(name.trim_end_matches([' ', '…', ',']).len());
    format!("{name}, … ({})", names.len())
}

/// Adds a horizontal line, unless it has no length.
fn line_to(steps: &mut Vec<Step>, to: Point, from: f64) {
    if (to.0 - from).abs() > 0.01 {
        steps.push(Step::Line(to));
    }
}

/// A curve from one column to the next, horizontal at both ends.
fn curve(from: Point, to: Point) -> Step {
    let middle = f64::midpoint(from.0, to.0);
    Step::Cubic((middle, from.1), (middle, to.1), to)
}

/// A position in short lines, broken after commas.
fn witness(position: &str) -> Vec<String> {
    if font::width(position, WITNESS) <= 64.0 {
        return vec![position.to_owned()];
    }
    font::wrap(&position.replace(',', ", "), WITNESS, 84.0, 99)
}

/// The state of a diagram that its [picture](automaton()) leaves out, if there is one: a state that is never left and
/// would have edges from almost all others. The legend says so.
///
/// ```
/// use bouton_core::Valuation;
/// use bouton_explain::Diagram;
///
/// let rules = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
/// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] % 3 != 0), 3).unwrap();
/// let diagram = Diagram::most_significant_first(&rules, Valuation::NormalOutcome, &law);
/// assert_eq!(bouton_draw::undrawn_state(&diagram), None);
/// ```
#[must_use]
pub fn undrawn_state(diagram: &Diagram) -> Option<usize> {
    (0..diagram.states.len()).find(|&state| {
        let leaves = diagram.edges.iter().any(|edge| edge.from == state && edge.to != state);
        let entered = diagram.edges.iter().filter(|edge| edge.to == state && edge.from != state).count();
        !leaves && entered >= 4 && diagram.states[state].starts.is_empty()
    })
}

#[allow(clippy::cast_precision_loss, reason = "some dozens")]
fn length(count: usize) -> f64 {
    count as f64
}

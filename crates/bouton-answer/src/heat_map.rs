//! Heat maps: a value of each position over two coordinates of a game.

use std::collections::BTreeSet;

use bouton_core::{ControlState, Convention, Formula, LimitReached, NoGrundyValues, Valuation, Watch};
use bouton_draw::{
    Colour, Picture, Theme, axis, font,
    legend::{self, Entry},
    shape::{Anchor, Area, Cells, Shape, Step},
};
use bouton_game::{Arena, LetterTheorem, LettersError, Playable};
use bouton_solve::{HeapSum, Memo, Node, Solver, Table, TakeAndBreak};
use num_bigint::BigUint;

use crate::{ValueKind, oracle::FilledTable};

mod half_blocks;
mod plane;

pub(crate) use plane::control_named;
pub use plane::{MAX_SIDE, Plane, PlaneError, heaps_mentioned};

/// The value that a heat map shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeatMapValue {
    /// The outcome classes.
    Outcome,
    /// The P-positions only.
    PPositions,
    /// Grundy values (two players).
    Grundy,
    /// Remoteness (two players, normal play).
    Remoteness,
}

impl HeatMapValue {
    /// The name of the value in the title.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Outcome => "outcomes",
            Self::PPositions => "P-positions",
            Self::Grundy => "Grundy values",
            Self::Remoteness => "remoteness",
        }
    }
}

/// The error of a heat map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeatMapError {
    /// The game does not have Grundy values.
    #[error(transparent)]
    NoGrundyValues(#[from] NoGrundyValues),
    /// The game does not have remoteness.
    #[error("remoteness is for games of two players under normal play")]
    NoRemoteness,
    /// The values were not computed.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

/// The values of a plane of positions, for drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatMap {
    title: String,
    plane: Plane,
    shown: HeatMapValue,
    valuation: Valuation,
    /// The values, row by row from the bottom; `None` for a position without a value.
    values: Vec<Option<u32>>,
    /// The legend of positions without a value.
    missing: &'static str,
}

/// The margin of the picture.
const MARGIN: f64 = 20.0;
/// The font sizes of the title, of the subtitle, and of numbers along the axes.
const TITLE: f64 = 17.0;
const SUBTITLE: f64 = 12.5;
const NUMBER: f64 = 11.0;
/// The approximate width of a map, and the greatest width of a cell.
const SIDE: usize = 480;
/// The approximate width of a map for a narrow screen.
const NARROW_SIDE: usize = 280;
const WIDEST: usize = 24;
/// The most cells along a side of a map with numbers in its cells.
const WRITTEN: usize = 17;
/// The width of a cell with a number in it.
const WRITTEN_CELL: u32 = 28;
/// The most different values that have entries of their own in the legend.
const FEW: u32 = 8;

/// The place of the legend of a picture.
#[derive(Clone, Copy, Debug)]
enum LegendPlace {
    Beside,
    Below,
}

impl From<ValueKind> for HeatMapValue {
    fn from(asked: ValueKind) -> Self {
        match asked {
            ValueKind::Outcome => Self::Outcome,
            ValueKind::Grundy => Self::Grundy,
            ValueKind::Remoteness => Self::Remoteness,
        }
    }
}

impl HeatMap {
    /// Computes the values of a plane.
    ///
    /// # Errors
    ///
    /// [`HeatMapError`] if the game does not have this value, or a limit is reached.
    pub fn new(
        playable: &Playable,
        plane: Plane,
        shown: HeatMapValue,
        watch: &Watch,
    ) -> Result<Self, HeatMapError> {
        let valuation = valuation_of(playable, shown)?;
        if let Some(mut sum) = heap_sum(playable, valuation, watch)? {
            let [across, up] = values_of_heaps(&mut sum, &plane, watch)?;
            let grundy =
                |value: u32| if valuation == Valuation::Grundy { value } else { u32::from(value != 0) };
            let mut values =
                up.iter().flat_map(|up| across.iter().map(move |across| Some(grundy(across ^ up))));
            return Self::from_values(playable, plane, shown, watch, |_, _| Ok(values.next().flatten()));
        }
        match playable.arena() {
            Arena::Rules(ruleset) => {
                // The memory of the rules, and of their moves prepared for a table.
                let _rules = watch.hold(3 * ruleset.counted_bytes())?;
                let last = plane.position(plane.upto(), plane.upto());
                if let Some(table) = FilledTable::new(ruleset, valuation, &last, watch) {
                    return Self::from_values(playable, plane, shown, watch, |position, control| {
                        Ok(table.value(position, control))
                    });
                }
                if ruleset.rank().is_none() {
                    let mut memo = Memo::new(ruleset, valuation, watch)?;
                    return Self::from_values(playable, plane, shown, watch, |position, control| {
                        memo.value(position, control).map(Some)
                    });
                }
                let mut table = Table::new(ruleset, valuation, watch)?;
                // The greatest position comes first, so that the table grows once.
                table.value(&last, plane.control())?;
                Self::from_values(playable, plane, shown, watch, |position, control| {
                    table.value(position, control).map(Some)
                })
            }
            // A map is of a game with a fixed number of heaps.
            Arena::Open(_) => Err(LimitReached::Coordinate(u64::MAX).into()),
            Arena::Code(code) => {
                let mut solver = Solver::new(TakeAndBreak::new(code), valuation, watch);
                Self::from_values(playable, plane, shown, watch, |position, control| {
                    solver.value(&Node { coordinates: position.to_vec(), control }).map(Some)
                })
            }
        }
    }

    /// Creates the map of values that are already known. `value` is called for each position of the
    /// plane, row by row from the bottom, and returns `None` where there is no such position.
    ///
    /// # Errors
    ///
    /// [`HeatMapError`] if positions of the game have no such value, or if a limit is reached, and
    /// the errors of `value`.
    pub fn from_values(
        playable: &Playable,
        plane: Plane,
        shown: HeatMapValue,
        watch: &Watch,
        mut value: impl FnMut(&[u64], ControlState) -> Result<Option<u32>, LimitReached>,
    ) -> Result<Self, HeatMapError> {
        let valuation = valuation_of(playable, shown)?;
        let count = plane.columns() * plane.rows();
        let held = watch.hold((count * size_of::<Option<u32>>()) as u64)?;
        let (mut values, mut batch) = (Vec::with_capacity(count), watch.batch());
        let partial = playable.ruleset().filter(|ruleset| *ruleset.exists() != Formula::True);
        let mut position = plane.position(0, 0);
        for up in (0..=plane.upto()).take(plane.rows()) {
            for across in 0..=plane.upto() {
                batch.spend(1)?;
                plane.set(&mut position, across, up);
                let exists = partial.is_none_or(|ruleset| ruleset.has(&position));
                let found = value(&position, plane.control())?;
                values.push(found.filter(|_| exists));
            }
        }
        held.keep();
        Ok(Self { title: playable.title(), plane, shown, valuation, values, missing: "no position" })
    }

    /// Creates the map of a theorem with letters: heaps across, and the numbers of one letter
    /// upwards; the other letters have fixed numbers. Where the theorem does not apply to the
    /// numbers, the cell is empty.
    ///
    /// # Errors
    ///
    /// [`LettersError`] unless all letters but one are set to small numbers, or if a limit is reached.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton::{Goal, Watch, letter_settings, picture::HeatMap, prove_letters, rules::Game};
    ///
    /// let game = Game::parse("for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap").unwrap();
    /// let watch = Watch::unlimited();
    /// let theorem = prove_letters(&game, Goal::Outcome, false, &watch)?.theorem.unwrap();
    /// let map = HeatMap::of_letters(&theorem, &letter_settings(&["b=5".to_owned()])?, 20, &watch)?;
    /// // With a = 3 and b = 5 a heap of 7 would be a P-position if 7 mod 8 < 3; there is no theorem for a = 6.
    /// assert_eq!((map.value(7, 3), map.value(8, 3), map.value(8, 6)), (Some(1), Some(0), None));
    /// # Ok::<(), bouton::LettersError>(())
    /// ```
    pub fn of_letters(
        theorem: &LetterTheorem,
        set: &[(String, BigUint)],
        upto: u64,
        watch: &Watch,
    ) -> Result<Self, LettersError> {
        let letters = theorem.game().letters();
        let wrong = |why: String| Err(LettersError::Setting(why));
        if !theorem.law().heaps.is_empty() {
            return wrong("a picture of a theorem with letters is about single heaps".to_owned());
        }
        if let Some((name, _)) = set.iter().find(|(name, _)| !letters.contains(name)) {
            return wrong(format!("`{name}` is set, but the letters are {}", letters.join(", ")));
        }
        let is_set = |name: &&String| set.iter().any(|(known, _)| known == *name);
        let free: Vec<&String> = letters.iter().filter(|name| !is_set(name)).collect();
        let [letter] = &free[..] else {
            let all = letters.join(", ");
            return wrong(format!(
                "a picture shows the heaps and one letter: set all others to numbers (of {all} {} are not set)",
                free.len()
            ));
        };
        let mut fixed = vec![0];
        for name in letters {
            let number = set
                .iter()
                .find(|(known, _)| known == name)
                .map_or(Some(0), |(_, number)| u64::try_from(number).ok());
            match number {
                Some(number) => fixed.push(number),
                None => return wrong(format!("`{name}` is set to a number that is too large for a picture")),
            }
        }
        let names = std::iter::once(theorem.heap()).chain(letters.iter().cloned()).collect();
        let place = 1 + letters.iter().position(|name| name == *letter).unwrap_or(0);
        let plane = Plane::of_letter(names, place, fixed, upto);
        let valuation = theorem.valuation();
        let mut values = Vec::with_capacity(plane.columns() * plane.rows());
        let mut position = plane.position(0, 0);
        let mut batch = watch.batch();
        for up in 0..=upto {
            for across in 0..=upto {
                batch.spend(1)?;
                plane.set(&mut position, across, up);
                let numbers: Vec<BigUint> = position.iter().copied().map(BigUint::from).collect();
                let value = theorem.value(&numbers[1..], &numbers[0], 0);
                values.push(value.and_then(|value| u32::try_from(value).ok()));
            }
        }
        let shown = if valuation == Valuation::Grundy { HeatMapValue::Grundy } else { HeatMapValue::Outcome };
        let valuation =
            if valuation == Valuation::MisereOutcomeAndEnd { Valuation::MisereOutcome } else { valuation };
        let title = bouton_game::terms::title(theorem.game());
        // The theorem is about some numbers only.
        Ok(Self { title, plane, shown, valuation, values, missing: "no theorem" })
    }

    /// Returns numbers for all letters of a theorem but one, for [`HeatMap::of_letters`]: of a few examples,
    /// those for which the theorem applies to the most cells. None are needed where there is one letter.
    ///
    /// # Errors
    ///
    /// [`LettersError`] if the theorem is about several heaps with a law of their own, or if a limit is
    /// reached.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton::{Goal, Watch, picture::HeatMap, prove_letters, rules::Game};
    ///
    /// let game = Game::parse("for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap").unwrap();
    /// let watch = Watch::unlimited();
    /// let theorem = prove_letters(&game, Goal::Outcome, false, &watch)?.theorem.unwrap();
    /// // With a = 2 there is a theorem for each b from 2 on.
    /// assert_eq!(HeatMap::example_letters(&theorem, 20, &watch)?, [("a".to_owned(), 2u32.into())]);
    /// # Ok::<(), bouton::LettersError>(())
    /// ```
    pub fn example_letters(
        theorem: &LetterTheorem,
        upto: u64,
        watch: &Watch,
    ) -> Result<Vec<(String, BigUint)>, LettersError> {
        const FIRST: [u64; 3] = [2, 3, 8];
        let letters = theorem.game().letters();
        if letters.len() == 1 && theorem.law().heaps.is_empty() {
            return Ok(Vec::new());
        }
        let (mut most, mut best) = (0, Vec::new());
        for shown in letters {
            for first in FIRST {
                let others = letters.iter().filter(|name| *name != shown);
                let set: Vec<(String, BigUint)> =
                    others.zip(first..).map(|(name, number)| (name.clone(), number.into())).collect();
                let map = Self::of_letters(theorem, &set, upto, watch)?;
                let filled = map.values.iter().flatten().count();
                if best.is_empty() || filled > most {
                    (most, best) = (filled, set);
                }
            }
        }
        Ok(best)
    }

    /// The value at a place.
    #[must_use]
    pub fn value(&self, across: usize, up: usize) -> Option<u32> {
        let inside = across < self.plane.columns() && up < self.plane.rows();
        inside.then(|| self.values[up * self.plane.columns() + across]).flatten()
    }

    /// The plane of positions.
    #[must_use]
    pub fn plane(&self) -> &Plane {
        &self.plane
    }

    /// The name of the game, or its rules in one line.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The greatest value.
    #[must_use]
    pub fn greatest(&self) -> u32 {
        self.values.iter().flatten().copied().max().unwrap_or(0)
    }

    fn two_players(&self) -> bool {
        matches!(self.valuation, Valuation::NormalOutcome | Valuation::MisereOutcome)
    }

    /// The value that is shown.
    #[must_use]
    pub fn shown(&self) -> HeatMapValue {
        self.shown
    }

    /// The name of a value; an outcome is its letter.
    #[must_use]
    pub fn value_name(&self, value: u32) -> String {
        self.valuation.value_name(value)
    }

    /// Returns the colour of a value, where `greatest` is the greatest value of the map.
    #[must_use]
    pub fn colour(&self, value: u32, greatest: u32, theme: &Theme) -> Colour {
        match self.shown {
            HeatMapValue::PPositions => {
                if value == 0 {
                    theme.lost
                } else {
                    theme.plain
                }
            }
            HeatMapValue::Outcome if self.two_players() => {
                if value == 0 {
                    theme.lost
                } else {
                    theme.plain
                }
            }
            HeatMapValue::Outcome => theme.class(value as usize),
            HeatMapValue::Grundy if value == 0 => Theme::zero(),
            HeatMapValue::Grundy => {
                let span = f64::from(greatest.max(2) - 1);
                Theme::shade(f64::from(value - 1) / span)
            }
            HeatMapValue::Remoteness => {
                Theme::remoteness(value.is_multiple_of(2), f64::from(value) / f64::from(greatest.max(1)))
            }
        }
    }

    /// The different values, least first.
    fn present(&self, watch: &Watch) -> Result<Vec<u32>, LimitReached> {
        let mut present = BTreeSet::new();
        let mut before = None;
        for value in watch.each(self.values.iter().flatten()) {
            let value = *value?;
            if before != Some(value) {
                present.insert(value);
            }
            before = Some(value);
        }
        Ok(present.into_iter().collect())
    }

    fn legend(&self, greatest: u32, theme: &Theme, watch: &Watch) -> Result<Vec<Entry>, LimitReached> {
        let colour = |value| self.colour(value, greatest, theme);
        let present = self.present(watch)?;
        let mut entries = match self.shown {
            HeatMapValue::PPositions => {
                let mut entries = vec![Entry::Class(theme.lost, "P: the player to move loses".to_owned())];
                if self.valuation != Valuation::outcome(Convention::Normal) && !self.two_players() {
                    entries = vec![Entry::Class(theme.lost, "P".to_owned())];
                }
                entries.push(Entry::Class(theme.plain, "others".to_owned()));
                entries
            }
            HeatMapValue::Outcome if self.two_players() => vec![
                Entry::Class(theme.lost, "P: the player to move loses".to_owned()),
                Entry::Class(theme.plain, "N: the player to move wins".to_owned()),
            ],
            HeatMapValue::Outcome => present
                .iter()
                .map(|&value| Entry::Class(colour(value), self.valuation.value_name(value)))
                .collect(),
            HeatMapValue::Grundy if greatest <= FEW => present
                .iter()
                .map(|&value| {
                    let name = if value == 0 { "0 (P-positions)".to_owned() } else { value.to_string() };
                    Entry::Class(colour(value), name)
                })
                .collect(),
            HeatMapValue::Grundy => vec![
                Entry::Class(colour(0), "0 (P-positions)".to_owned()),
                Entry::Shades {
                    title: "Grundy value".to_owned(),
                    colours: spread(1, greatest, 1).map(colour).collect(),
                    least: "1".to_owned(),
                    greatest: greatest.to_string(),
                },
            ],
            HeatMapValue::Remoteness => ["even: P-positions", "odd: N-positions"]
                .into_iter()
                .zip(0u32..)
                .filter_map(|(title, parity)| {
                    let most = present.iter().copied().filter(|value| value % 2 == parity).max()?;
                    Some(Entry::Shades {
                        title: title.to_owned(),
                        colours: spread(parity, most, 2).map(colour).collect(),
                        least: parity.to_string(),
                        greatest: most.to_string(),
                    })
                })
                .collect(),
        };
        if self.values.contains(&None) {
            entries.push(Entry::Class(theme.page, self.missing.to_owned()));
        }
        Ok(entries)
    }

    /// Draws the map with title, axes and legend.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`] while it is drawn.
    pub fn picture(&self, theme: &Theme, watch: &Watch) -> Result<Picture, LimitReached> {
        self.drawn(theme, SIDE, LegendPlace::Beside, watch)
    }

    /// Draws the map for a narrow screen: with smaller cells, and with the legend below it. Its texts have the
    /// same sizes as those of [`HeatMap::picture`], so they remain legible at the width of a phone.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`] while it is drawn.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton::picture::{HeatMap, HeatMapValue, Plane, Theme};
    ///
    /// let game = bouton::Playable::new(&bouton::rules::resolve("wythoff")?, None)?;
    /// let watch = bouton::Watch::unlimited();
    /// let plane = Plane::new(&game, 48, None, &[""; 0])?;
    /// let map = HeatMap::new(&game, plane, HeatMapValue::Outcome, &watch)?;
    /// assert!(map.narrow_picture(&Theme::LIGHT, &watch)?.width < 330.0);
    /// assert!(map.picture(&Theme::LIGHT, &watch)?.width > 640.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn narrow_picture(&self, theme: &Theme, watch: &Watch) -> Result<Picture, LimitReached> {
        self.drawn(theme, NARROW_SIDE, LegendPlace::Below, watch)
    }

    fn drawn(
        &self,
        theme: &Theme,
        side: usize,
        place: LegendPlace,
        watch: &Watch,
    ) -> Result<Picture, LimitReached> {
        let greatest = self.greatest();
        let (columns, rows) = (self.plane.columns(), self.plane.rows());
        let numbers = matches!(self.shown, HeatMapValue::Grundy | HeatMapValue::Remoteness);
        let written = numbers && columns <= WRITTEN && greatest < 1000;
        let cell = if written {
            WRITTEN_CELL
        } else {
            u32::try_from((side / columns).clamp(1, WIDEST)).unwrap_or(1)
        };
        let high = if rows == 1 { cell.max(WRITTEN_CELL) } else { cell };
        #[allow(clippy::cast_precision_loss, reason = "pixels")]
        let (width, height) = ((columns * cell as usize) as f64, (rows * high as usize) as f64);
        let what = format!("{}: {}", self.title, self.shown.name());
        let mut picture = Picture::new(&what, theme.page);

        let entries = self.legend(greatest, theme, watch)?;
        let number_width = if rows == 1 { 0.0 } else { font::width(&self.plane.upto().to_string(), NUMBER) };
        let (axis_across, axis_up) = self.plane.axes();
        let left = (MARGIN + number_width + 12.0).ceil();
        let page = match place {
            LegendPlace::Beside => (left + width + 24.0 + legend::width(&entries)).max(380.0) + MARGIN,
            LegendPlace::Below => (left + width).max(MARGIN + legend::width(&entries)) + MARGIN,
        };

        let mut y = MARGIN;
        for line in font::wrap(&self.title, TITLE, page - 2.0 * MARGIN, 3) {
            y += TITLE;
            picture.text(&line, (MARGIN, y - 3.0), Anchor::Start, TITLE, theme.ink);
            y += 3.0;
        }
        let mut words = self.shown.name().to_owned();
        let fixed = self.plane.fixed();
        if !fixed.is_empty() {
            words = format!("{words}; {fixed}");
        }
        for line in font::wrap(&words, SUBTITLE, page - 2.0 * MARGIN, 3) {
            y += SUBTITLE + 4.0;
            picture.text(&line, (MARGIN, y - 3.0), Anchor::Start, SUBTITLE, theme.muted);
        }
        y += 10.0;
        if let Some(name) = axis_up {
            y += NUMBER + 4.0;
            let most = width + left - MARGIN;
            let name = font::wrap(name, SUBTITLE, most, 1).concat();
            picture.text(&name, (MARGIN, y - 3.0), Anchor::Start, SUBTITLE, theme.ink);
            y += 4.0;
        }
        let top = y.ceil();
        let area = Area::sized(left, top, width, height);
        let shape = self.cells(theme, area, (cell, high), greatest, watch)?;
        picture.shapes.push(Shape::Cells(shape));
        if written {
            self.write_values(&mut picture, theme, area, (cell, high), greatest);
        }
        picture.frame(area, theme.line, 1.0);
        self.draw_axes(&mut picture, theme, area, axis_across);
        let axis = area.bottom + 6.0 + NUMBER + SUBTITLE + 8.0;
        let (legend_left, legend_top) = match place {
            LegendPlace::Beside => (area.right + 24.0, top),
            LegendPlace::Below => (MARGIN, axis + 8.0),
        };
        legend::draw(&mut picture, theme, &entries, legend_left, legend_top);
        picture.width = page.ceil();
        picture.height = (axis.max(legend_top + legend::height(&entries)) + MARGIN).ceil();
        Ok(picture)
    }

    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole numbers of pixels on a page"
    )]
    fn cells(
        &self,
        theme: &Theme,
        area: Area,
        (width, height): (u32, u32),
        greatest: u32,
        watch: &Watch,
    ) -> Result<Cells, LimitReached> {
        let mut colours: Vec<Colour> = Vec::new();
        let mut known = rustc_hash::FxHashMap::default();
        let held = watch.hold(self.values.len() as u64)?;
        let (mut cells, mut batch) = (Vec::with_capacity(self.values.len()), watch.batch());
        for row in self.values.chunks(self.plane.columns()).rev() {
            for value in row {
                batch.spend(1)?;
                let Some(value) = *value else {
                    cells.push(Cells::EMPTY);
                    continue;
                };
                let index = *known.entry(value).or_insert_with(|| {
                    let colour = self.colour(value, greatest, theme);
                    let found = colours.iter().position(|&one| one == colour);
                    let nearest = || nearest(&colours, colour);
                    let place = found.or_else(|| (colours.len() >= MOST_COLOURS).then(nearest));
                    place.unwrap_or_else(|| {
                        colours.push(colour);
                        colours.len() - 1
                    }) as u8
                });
                cells.push(index);
            }
        }
        held.keep();
        let (left, top, columns) = (area.left as u32, area.top as u32, self.plane.columns());
        Ok(Cells { left, top, width, height, columns, cells, colours })
    }

    /// Writes the values into the cells of a small map.
    fn write_values(
        &self,
        picture: &mut Picture,
        theme: &Theme,
        area: Area,
        (cell, high): (u32, u32),
        greatest: u32,
    ) {
        let columns = self.plane.columns();
        for (index, value) in self.values.iter().enumerate() {
            let Some(value) = *value else { continue };
            #[allow(clippy::cast_precision_loss, reason = "some hundred cells")]
            let (across, up) = ((index % columns) as f64, (index / columns) as f64);
            let x = area.left + (across + 0.5) * f64::from(cell);
            let y = area.bottom - (up + 0.5) * f64::from(high) + 4.0;
            let ink = self.colour(value, greatest, theme).ink();
            picture.text(&value.to_string(), (x, y), Anchor::Middle, NUMBER, ink);
        }
    }

    fn draw_axes(&self, picture: &mut Picture, theme: &Theme, area: Area, name: &str) {
        let upto = self.plane.upto();
        #[allow(clippy::cast_precision_loss, reason = "pixels")]
        let middle = |length: f64, at: u64| length * (at as f64 + 0.5) / (upto as f64 + 1.0);
        let widest = font::width(&upto.to_string(), NUMBER) + 8.0;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some dozens")]
        let room = |length: f64, each: f64| ((length / each) as u64).clamp(1, 17).saturating_sub(1).max(1);
        for at in axis::ticks(upto, room(area.width(), widest)) {
            let x = area.left + middle(area.width(), at);
            picture.line((x, area.bottom), (x, area.bottom + 4.0), theme.line, 1.0);
            picture.text(&at.to_string(), (x, area.bottom + 6.0 + NUMBER), Anchor::Middle, NUMBER, theme.ink);
        }
        let low = area.bottom + 6.0 + NUMBER + SUBTITLE + 4.0;
        let name = font::wrap(name, SUBTITLE, area.width().max(160.0), 1).concat();
        // A name that is longer than the axis begins at the start of the axis.
        if font::width(&name, SUBTITLE) <= area.width() {
            picture.text(&name, (area.right, low), Anchor::End, SUBTITLE, theme.ink);
        } else {
            picture.text(&name, (area.left, low), Anchor::Start, SUBTITLE, theme.ink);
        }
        if self.plane.rows() > 1 {
            for at in axis::ticks(upto, room(area.height(), NUMBER + 5.0)) {
                let y = area.bottom - middle(area.height(), at);
                picture.path(
                    vec![Step::Move((area.left - 4.0, y)), Step::Line((area.left, y))],
                    theme.line,
                    1.0,
                );
                picture.text(&at.to_string(), (area.left - 7.0, y + 4.0), Anchor::End, NUMBER, theme.ink);
            }
        }
    }
}

/// The most colours of cells in a picture.
const MOST_COLOURS: usize = 250;

/// Returns the most similar colour.
fn nearest(colours: &[Colour], colour: Colour) -> usize {
    let distance = |one: &Colour| -> u32 {
        one.0.iter().zip(colour.0).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    (0..colours.len()).min_by_key(|&index| distance(&colours[index])).unwrap_or(0)
}

/// Numbers from one to another in steps of `step`, at most about a hundred.
fn spread(from: u32, to: u32, step: u32) -> impl Iterator<Item = u32> {
    const MOST: u32 = 75;
    let count = (to.max(from) - from) / step + 1;
    let shown = count.min(MOST);
    (0..shown).map(move |index| {
        let at = u64::from(index) * u64::from(count - 1) / u64::from((shown - 1).max(1));
        from + u32::try_from(at).unwrap_or(0) * step
    })
}

/// Returns the game as a sum of heaps, if Grundy values determine the requested value (Sprague,
/// 1935; Grundy, 1939): two players, normal play, impartial.
fn heap_sum(
    playable: &Playable,
    valuation: Valuation,
    watch: &Watch,
) -> Result<Option<HeapSum>, LimitReached> {
    let of_heaps = matches!(valuation, Valuation::NormalOutcome | Valuation::Grundy);
    if !of_heaps || playable.game().sprague_grundy().is_err() {
        return Ok(None);
    }
    match playable.arena() {
        Arena::Rules(ruleset) => HeapSum::of_ruleset(ruleset, watch),
        Arena::Code(code) => Ok(Some(HeapSum::of_code(code))),
        Arena::Open(_) => Ok(None),
    }
}

/// Computes Grundy values along the two axes: their nim-sum at a position is its value. The first
/// axis includes the fixed coordinates.
fn values_of_heaps(sum: &mut HeapSum, plane: &Plane, watch: &Watch) -> Result<[Vec<u32>; 2], LimitReached> {
    let mut value = |across: u64, up: u64| -> Result<u32, LimitReached> {
        let heaps: Vec<BigUint> = plane.position(across, up).into_iter().map(BigUint::from).collect();
        u32::try_from(sum.value(&heaps, watch)?).map_err(|_| LimitReached::Coordinate(across.max(up)))
    };
    // The greatest comes first: the values of smaller heaps are computed with it.
    value(plane.upto(), plane.upto())?;
    let across = (0..=plane.upto()).map(|across| value(across, 0)).collect::<Result<Vec<_>, _>>()?;
    let up = (0..=plane.upto()).take(plane.rows()).map(|up| Ok(value(0, up)? ^ across[0]));
    let up = up.collect::<Result<Vec<_>, LimitReached>>()?;
    Ok([across, up])
}

/// The valuation of the values that are shown.
fn valuation_of(playable: &Playable, shown: HeatMapValue) -> Result<Valuation, HeatMapError> {
    let convention = playable.game().convention();
    match shown {
        HeatMapValue::Outcome | HeatMapValue::PPositions => Ok(Valuation::outcome(convention)),
        HeatMapValue::Grundy => {
            playable.game().sprague_grundy()?;
            Ok(Valuation::Grundy)
        }
        HeatMapValue::Remoteness if convention == Convention::Normal => Ok(Valuation::Remoteness),
        HeatMapValue::Remoteness => Err(HeatMapError::NoRemoteness),
    }
}

//! The positions of a box with their values: rows of tables, lists, counts.

#[cfg(feature = "arrow")]
mod arrow;
mod by_largest;
mod grid;
mod lines;
mod list;
mod npy;
mod numbers;
#[cfg(feature = "parquet")]
mod parquet;
mod write;

use std::cell::RefCell;

use bouton_core::{ControlState, Convention, NoGrundyValues, Valuation, Value, Watch};
use bouton_document as document;
use bouton_game::Playable;
use bouton_rules::Game;
use bouton_solve::LimitReached;
use indexmap::IndexMap;

#[cfg(feature = "arrow")]
pub use self::arrow::ArrowBoxError;
#[cfg(feature = "parquet")]
pub use self::parquet::ParquetRows;
pub use self::{
    by_largest::ByLargest,
    list::PositionFilter,
    write::{RowForm, WriteRowsError},
};
use crate::{
    AnswerError, Choice, Oracle, Plan, StoredBox, ValueKind,
    heat_map::{PlaneError, control_named},
    oracle::BoxOf,
    stored::{held_in, many},
};

impl ValueKind {
    /// The valuation for a game.
    ///
    /// # Errors
    ///
    /// If the game does not have this value.
    pub fn valuation(self, game: &Game) -> Result<Valuation, PositionsError> {
        match self {
            Self::Outcome => Ok(Valuation::outcome(game.convention())),
            Self::Grundy => {
                game.sprague_grundy()?;
                Ok(Valuation::Grundy)
            }
            Self::Remoteness if game.convention() == Convention::Normal => Ok(Valuation::Remoteness),
            Self::Remoteness => Err(PositionsError::NoRemoteness),
        }
    }
}

/// The error of a box whose values cannot be computed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PositionsError {
    /// The game does not have Grundy values.
    #[error(transparent)]
    NoGrundyValues(#[from] NoGrundyValues),
    /// The game does not have remoteness.
    #[error("remoteness is for games of two players under normal play")]
    NoRemoteness,
    /// The game does not have this outcome.
    #[error("there is no outcome `{found}`: expected one of {}", known.join(", "))]
    Outcome {
        /// The unknown outcome.
        found: String,
        /// The known outcomes.
        known: Vec<String>,
    },
    /// The game does not have this control state.
    #[error("there is no control state `{found}`: {}", if known.is_empty() { "the game has none".to_owned() } else { format!("expected one of {}", known.join(", ")) })]
    Control {
        /// The unknown control state.
        found: String,
        /// The known control states.
        known: Vec<String>,
    },
    /// The game does not have this coordinate, or a coordinate must be named.
    #[error("{}", coordinate_message(found.as_deref(), known))]
    Coordinate {
        /// The unknown coordinate, if one was named.
        found: Option<String>,
        /// The known coordinates.
        known: Vec<String>,
    },
    /// The counts exceed 2¹²⁸.
    #[error("the counts exceed 2^128; ask for a smaller box")]
    Count,
    /// The box is too large, or two engines disagree about it.
    #[error(transparent)]
    Answer(Box<AnswerError>),
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

fn coordinate_message(found: Option<&str>, known: &[String]) -> String {
    let known = known.join(", ");
    match found {
        Some(found) => format!("the game has no `{found}`, expected one of {known}"),
        None => format!("a term is one number, and a position has several: name one of {known}"),
    }
}

impl From<AnswerError> for PositionsError {
    fn from(error: AnswerError) -> Self {
        match error {
            AnswerError::Limit(limit) => Self::Limit(limit),
            AnswerError::NoGrundyValues(reason) => Self::NoGrundyValues(reason),
            AnswerError::NoRemoteness => Self::NoRemoteness,
            other => Self::Answer(Box::new(other)),
        }
    }
}

/// One position of a box.
#[derive(Clone, Copy, Debug)]
pub struct PositionRow<'a> {
    /// The coordinates; interchangeable ones sorted, smallest first.
    pub coordinates: &'a [u64],
    /// The control state.
    pub control: ControlState,
    /// The value.
    pub value: Value,
}

impl PositionRow<'_> {
    /// The sum of the coordinates.
    #[must_use]
    pub fn total(&self) -> u128 {
        self.coordinates.iter().map(|&heap| u128::from(heap)).sum()
    }

    /// Whether no coordinate is 0.
    #[must_use]
    pub fn is_nonempty(&self) -> bool {
        self.coordinates.iter().all(|&heap| heap > 0)
    }

    /// Whether all coordinates are different.
    #[must_use]
    pub fn is_distinct(&self) -> bool {
        let mut sorted = self.coordinates.to_vec();
        sorted.sort_unstable();
        sorted.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// Whether the nonzero coordinates form pairs of equal ones.
    #[must_use]
    pub fn is_paired_up(&self) -> bool {
        bouton_core::is_paired_up(self.coordinates)
    }
}

/// The positions with every coordinate up to a bound: only sorted ones where coordinates are interchangeable.
///
/// ```
/// use bouton::{ValueKind, Game, PositionBox, Watch};
///
/// let playable = Game::named("nim")?.with_heaps(2)?.playable()?;
/// let watch = Watch::unlimited();
/// let count = PositionBox::new(&playable, None, 9, ValueKind::Outcome, &watch)?.count()?;
/// assert_eq!(count.counts["P"], 10u64.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PositionBox<'a> {
    playable: &'a Playable,
    /// The names of the control states; empty if there is only one.
    controls: &'a [String],
    of: BoxOf,
    valuation: Valuation,
    choice: Choice,
    /// The fixed coordinates.
    fixed: Vec<Option<u64>>,
    /// The control state, if only one is included.
    control: Option<ControlState>,
    plan: Option<document::Plan>,
    verified: Option<document::Plan>,
    /// The oracle keeps the results of one question for the next.
    oracle: RefCell<Oracle>,
    watch: Watch,
}

impl<'a> PositionBox<'a> {
    /// Creates the box 0..`upto` in every coordinate; for a take-and-break game, the positions of
    /// `heaps` heaps, by default one.
    ///
    /// # Errors
    ///
    /// If the game does not have this value.
    pub fn new(
        playable: &'a Playable,
        heaps: Option<usize>,
        upto: u64,
        asked: ValueKind,
        watch: &Watch,
    ) -> Result<Self, PositionsError> {
        let valuation = asked.valuation(playable.game())?;
        let of = BoxOf { upto, heaps: heaps.unwrap_or(1), asked, square: false };
        let oracle = RefCell::new(Oracle::new(playable.clone(), watch));
        let choice = Choice::Auto;
        let (fixed, control) = (Vec::new(), None);
        let controls = match playable.ruleset() {
            Some(ruleset) if playable.has_controls() => ruleset.controls(),
            _ => &[],
        };
        let watch = watch.clone();
        Ok(Self {
            playable,
            controls,
            of,
            valuation,
            choice,
            fixed,
            control,
            plan: None,
            verified: None,
            oracle,
            watch,
        })
    }

    /// Takes the values from a stored table of the same game.
    ///
    /// # Errors
    ///
    /// If other values are requested, or the table belongs to another game.
    pub fn stored(mut self, stored: &StoredBox) -> Result<Self, PositionsError> {
        let held = held_in(stored.table());
        if self.of.asked != held {
            return Err(AnswerError::OtherValues { found: many(held) }.into());
        }
        let oracle = self.oracle.into_inner().with_table(stored).map_err(AnswerError::from)?;
        self.oracle = RefCell::new(oracle);
        Ok(self)
    }

    /// Restricts the box to a slice, in which each entry of `fix` gives a coordinate its number
    /// (`h3=5`), or selects the control state (`control=used`). All positions of the slice are
    /// visited.
    ///
    /// # Errors
    ///
    /// If the coordinate or the control state does not exist, or the number lies outside of the
    /// box.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton::{ValueKind, Game, PositionBox, RowForm, Watch};
    ///
    /// let playable = Game::named("nim")?.with_heaps(3)?.playable()?;
    /// let rows = PositionBox::new(&playable, None, 1, ValueKind::Outcome, &Watch::unlimited())?;
    /// let mut csv = Vec::new();
    /// rows.slice(&["h2=1"])?.write(RowForm::Csv, &mut csv)?;
    /// assert_eq!(String::from_utf8(csv)?, "h1,h2,h3,outcome\n0,1,0,N\n0,1,1,P\n1,1,0,P\n1,1,1,N\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn slice(mut self, fix: &[impl AsRef<str>]) -> Result<Self, PlaneError> {
        let names = self.names();
        for text in fix.iter().map(AsRef::as_ref) {
            let wrong = || PlaneError::Fix(text.to_owned());
            let (name, number) = text.split_once('=').ok_or_else(wrong)?;
            let (name, number) = (name.trim(), number.trim());
            self.fixed.resize(names.len(), None);
            let Some(place) = names.iter().position(|one| one == name) else {
                self.control = Some(control_named(self.playable, &names, name, number)?);
                continue;
            };
            // A number that is too long for 64 bits lies outside of the box.
            if number.is_empty() || !number.bytes().all(|digit| digit.is_ascii_digit()) {
                return Err(wrong());
            }
            let upto = self.of.upto;
            let outside = || PlaneError::Outside { name: name.to_owned(), number: number.to_owned(), upto };
            let inside = number.parse().ok().filter(|number| *number <= upto).ok_or_else(outside)?;
            self.fixed[place] = Some(inside);
        }
        self.of.square |= !fix.is_empty();
        Ok(self)
    }

    /// Sets the choice of the engine.
    #[must_use]
    pub fn by(mut self, choice: Choice) -> Self {
        self.choice = choice;
        self
    }

    /// Sets whether all positions are visited, not just the sorted ones.
    #[must_use]
    pub fn square(mut self, square: bool) -> Self {
        self.of.square = square;
        self
    }

    /// Makes documents report the plan of the engine, and of the engine that verified the values.
    #[must_use]
    pub fn telling(mut self, plan: Option<&Plan>, verified: Option<&Plan>) -> Self {
        self.plan = plan.map(Into::into);
        self.verified = verified.map(Into::into);
        self
    }

    /// Makes documents report this plan.
    #[must_use]
    pub fn planned(mut self, plan: &Plan) -> Self {
        self.plan = Some(plan.into());
        self
    }

    /// Plans to find the values, before any work is done; returns the plan with its cost.
    ///
    /// # Errors
    ///
    /// If the box is too large for every engine that is admitted.
    pub fn plan(&self) -> Result<Plan, PositionsError> {
        Ok(self.oracle.borrow_mut().plan_box(self.of, self.choice)?)
    }

    /// Plans as [`plan`](Self::plan) does, for [`count`](Self::count).
    ///
    /// # Errors
    ///
    /// As [`plan`](Self::plan).
    pub fn plan_to_count(&self) -> Result<Plan, PositionsError> {
        Ok(self.oracle.borrow_mut().plan_count(self.of, self.choice)?)
    }

    /// Finds all values with two engines and compares. Returns the plan of the second engine.
    ///
    /// # Errors
    ///
    /// If they differ, if there is no second engine for this box, or a limit is reached.
    pub fn verify(&self) -> Result<Plan, PositionsError> {
        Ok(self.oracle.borrow_mut().verify_box(self.of, self.choice)?)
    }

    /// The game.
    #[must_use]
    pub fn playable(&self) -> &Playable {
        self.playable
    }

    /// The largest coordinate.
    #[must_use]
    pub fn upto(&self) -> u64 {
        self.of.upto
    }

    /// The requested value.
    #[must_use]
    pub fn asked(&self) -> ValueKind {
        self.of.asked
    }

    /// The names of the coordinates.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        match self.playable.ruleset() {
            Some(ruleset) => ruleset.coordinates().to_vec(),
            None => (1..=self.of.heaps).map(|heap| format!("h{heap}")).collect(),
        }
    }

    /// The names of the control states; empty if there is only one.
    #[must_use]
    pub fn controls(&self) -> &[String] {
        self.controls
    }

    /// The columns of a table: coordinates, `control` if there are several control states, the
    /// value.
    #[must_use]
    pub fn columns(&self) -> Vec<String> {
        let mut columns = self.names();
        if !self.controls().is_empty() {
            columns.push("control".to_owned());
        }
        columns.push(self.of.asked.name().to_owned());
        columns
    }

    /// Returns the cells of a row, in the order of the columns.
    #[must_use]
    pub fn cells(&self, row: PositionRow<'_>) -> Vec<document::Cell> {
        let number = |&coordinate: &u64| document::Cell::Number(coordinate.into());
        let mut cells: Vec<document::Cell> = row.coordinates.iter().map(number).collect();
        cells.extend(self.controls().get(row.control.index()).cloned().map(document::Cell::Text));
        cells.push(match self.of.asked {
            ValueKind::Outcome => document::Cell::Text(self.name_of(row.value)),
            ValueKind::Grundy | ValueKind::Remoteness => document::Cell::Number(row.value.into()),
        });
        cells
    }

    /// Writes a position.
    #[must_use]
    pub fn written(&self, row: PositionRow<'_>) -> String {
        let (mut text, mut digits) = (String::new(), itoa::Buffer::new());
        for (place, &coordinate) in row.coordinates.iter().enumerate() {
            if place > 0 {
                text.push(',');
            }
            text.push_str(digits.format(coordinate));
        }
        if let Some(name) = self.controls.get(row.control.index()) {
            text.push(':');
            text.push_str(name);
        }
        text
    }

    /// Whether only sorted positions are visited.
    #[must_use]
    pub fn sorted(&self) -> bool {
        !self.of.square && self.playable.ruleset().is_none_or(bouton_core::Ruleset::interchangeable)
    }

    /// The name of a value.
    #[must_use]
    pub fn name_of(&self, value: Value) -> String {
        self.valuation.value_name(value)
    }

    /// All values, if they are outcomes.
    #[must_use]
    pub fn all_values(&self) -> Vec<Value> {
        (0..self.valuation.value_count().unwrap_or(0)).collect()
    }

    /// Visits every row until `visit` returns `false`.
    ///
    /// # Errors
    ///
    /// If the box is too large, which is detected before the first visit, or a limit is reached.
    ///
    /// # Panics
    ///
    /// If `visit` requests values from this box.
    pub fn for_each(&self, visit: &mut dyn FnMut(PositionRow<'_>) -> bool) -> Result<(), PositionsError> {
        let mut oracle = self.oracle.borrow_mut();
        Ok(oracle.for_each_row(self.of, &self.fixed, self.choice, &mut |coordinates, control, value| {
            self.control.is_some_and(|only| only != control)
                || visit(PositionRow { coordinates, control, value })
        })?)
    }

    /// Counts the positions of each outcome in each control state by visiting each position; `None`
    /// beyond 2¹²⁸.
    fn tally(&self) -> Result<Option<Vec<Vec<u128>>>, PositionsError> {
        let mut counts = vec![vec![0u128; self.all_values().len()]; self.controls().len().max(1)];
        let mut overflow = false;
        self.for_each(&mut |row| {
            let orders = if self.sorted() { arrangements(row.coordinates) } else { Some(1) };
            match self
                .place_of(row.value, &mut counts[row.control.index()])
                .and_then(|count| Some((count.checked_add(orders?)?, count)))
            {
                Some((sum, count)) => *count = sum,
                None => overflow = true,
            }
            !overflow
        })?;
        Ok(Some(counts).filter(|_| !overflow))
    }

    /// Returns the count of a value; the list of counts grows as needed for numbers.
    fn place_of<'c>(&self, value: Value, counts: &'c mut Vec<u128>) -> Option<&'c mut u128> {
        let place = usize::try_from(value).ok()?;
        if self.of.asked != ValueKind::Outcome && counts.len() <= place {
            counts.resize(place.checked_add(1)?, 0);
        }
        counts.get_mut(place)
    }

    /// Returns the counts by the names of their values.
    fn named(&self, counts: &[u128], places: usize) -> IndexMap<String, document::Number> {
        let values = (0..).take(places).map(|value| self.name_of(value));
        values.zip(counts.iter().copied().chain(std::iter::repeat(0)).map(Into::into)).collect()
    }

    /// Verifies as [`verify`](Self::verify) does, for [`count`](Self::count): where positions are
    /// counted while a table is filled, or without a table, they are also counted one by one.
    ///
    /// # Errors
    ///
    /// As [`verify`](Self::verify).
    pub fn verify_count(&self) -> Result<Plan, PositionsError> {
        let plan = self.verify()?;
        let filled = self.oracle.borrow_mut().count_at_once(self.of, self.choice)?;
        let Some(filled) = filled else { return Ok(plan) };
        let tallied = self.tally()?.ok_or(PositionsError::Count)?;
        for (counts, others) in filled.iter().zip(&tallied) {
            let count = |counts: &[u128], place: usize| counts.get(place).copied().unwrap_or(0);
            for (value, place) in (0..).zip(0..counts.len().max(others.len())) {
                let (left, right) = (count(counts, place), count(others, place));
                if left != right {
                    return Err(AnswerError::Disagreement {
                        position: format!("the count of {}", self.name_of(value)),
                        left: left.to_string(),
                        right: right.to_string(),
                    }
                    .into());
                }
            }
        }
        Ok(plan)
    }

    /// Counts the positions of the whole box, unsorted, with each outcome, or with each Grundy
    /// value or remoteness up to the greatest.
    ///
    /// ```
    /// use bouton::{ValueKind, Game, PositionBox, Watch};
    ///
    /// let playable = Game::named("nim")?.with_heaps(2)?.playable()?;
    /// let rows = PositionBox::new(&playable, None, 2, ValueKind::Grundy, &Watch::unlimited())?;
    /// let counts: Vec<String> = rows.count()?.counts.iter().map(|(g, count)| format!("{g}:{count}")).collect();
    /// assert_eq!(counts, ["0:3", "1:2", "2:2", "3:2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a limit is reached, or the counts exceed 2¹²⁸.
    pub fn count(&self) -> Result<document::Count, PositionsError> {
        let filled = self.oracle.borrow_mut().count_at_once(self.of, self.choice)?;
        let counts = match filled {
            Some(counts) => counts,
            None => self.tally()?.ok_or(PositionsError::Count)?,
        };
        let places = counts.iter().map(Vec::len).max().unwrap_or(0).max(self.all_values().len());
        let mut total = vec![0u128; places];
        for state in &counts {
            for (sum, count) in total.iter_mut().zip(state) {
                *sum = sum.checked_add(*count).ok_or(PositionsError::Count)?;
            }
        }
        let by_state = self
            .controls()
            .iter()
            .zip(&counts)
            .map(|(name, state)| (name.clone(), self.named(state, places)));
        Ok(document::Count {
            game: self.playable.title(),
            upto: self.of.upto.into(),
            value: (self.of.asked != ValueKind::Outcome).then(|| self.of.asked.name().to_owned()),
            counts: self.named(&total, places),
            controls: (!self.controls().is_empty()).then(|| by_state.collect()),
            each: None,
            numeration: None,
            first: None,
            recurrence: None,
            plan: self.plan.clone(),
            verified: self.verified.clone(),
        })
    }
}

/// The number of orders of sorted heaps; `None` beyond 2¹²⁸.
fn arrangements(sorted: &[u64]) -> Option<u128> {
    let (mut result, mut run) = (1u128, 0u128);
    for (index, heap) in sorted.iter().enumerate() {
        run = if index > 0 && sorted[index - 1] == *heap { run + 1 } else { 1 };
        // Each quotient is an integer: n! / (r₁! r₂! …), multiplied step by step.
        result = result.checked_mul(index as u128 + 1)? / run;
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::arrangements;

    #[test]
    fn orders_of_a_multiset() {
        assert_eq!(arrangements(&[1, 2, 3]), Some(6));
        assert_eq!(arrangements(&[0, 0, 5, 5]), Some(6));
        assert_eq!(arrangements(&[7; 40]), Some(1));
        assert_eq!(arrangements(&[]), Some(1));
    }
}

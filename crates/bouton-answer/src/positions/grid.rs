//! Two coordinates as a grid, with a row for each value of the first, and a column for each value
//! of the second.

use super::{PositionBox, PositionsError};

/// The width of the widest grid.
const WIDEST: usize = 100;

impl PositionBox<'_> {
    /// Writes the values of a box of two coordinates as a grid, one for each control state; `None`
    /// unless exactly two coordinates vary, or if the grid is wider than 100 characters.
    ///
    /// # Errors
    ///
    /// If the values cannot be computed.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton::{ValueKind, Game, PositionBox, Watch};
    ///
    /// let playable = Game::named("wythoff")?.playable()?;
    /// let rows = PositionBox::new(&playable, None, 2, ValueKind::Outcome, &Watch::unlimited())?;
    /// assert_eq!(rows.grid()?.unwrap(), "h1\\h2  0 1 2\n    0  P N N\n    1  N N P\n    2  N P N\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn grid(&self) -> Result<Option<String>, PositionsError> {
        let names = self.names();
        let [down, across] = names.as_slice() else { return Ok(None) };
        if self.control.is_some() || self.fixed.iter().any(Option::is_some) {
            return Ok(None);
        }
        // Every cell takes at least a character and a blank.
        let Some(side) = usize::try_from(self.upto()).ok().filter(|&upto| 2 * upto < WIDEST) else {
            return Ok(None);
        };
        let side = side + 1;
        let states = self.controls().len().max(1);
        let mut cells = vec![String::new(); states * side * side];
        self.for_each(&mut |row| {
            let at = |place: usize| usize::try_from(row.coordinates[place]).unwrap_or(0);
            let (first, second) = (at(0), at(1));
            let name = self.name_of(row.value);
            let state = row.control.index() * side * side;
            if self.sorted() {
                cells[state + second * side + first].clone_from(&name);
            }
            cells[state + first * side + second] = name;
            true
        })?;
        let cell = cells.iter().map(String::len).max().unwrap_or(1).max(self.upto().to_string().len());
        let head = format!("{down}\\{across}");
        let margin = head.len().max(self.upto().to_string().len());
        if margin + 1 + side * (cell + 1) > WIDEST {
            return Ok(None);
        }
        let mut text = String::new();
        let line = |name: &str, cells: &[String]| {
            let cells: String = cells.iter().map(|text| format!(" {text:>cell$}")).collect();
            format!("{name:>margin$} {cells}\n")
        };
        for (state, grid) in cells.chunks(side * side).enumerate() {
            if let Some(name) = self.controls().get(state) {
                let gap = if state == 0 { "" } else { "\n" };
                text.push_str(&format!("{gap}{name}:\n"));
            }
            let numbers: Vec<String> = (0..side).map(|number| number.to_string()).collect();
            text.push_str(&line(&head, &numbers));
            for (number, row) in grid.chunks(side).enumerate() {
                text.push_str(&line(&number.to_string(), row));
            }
        }
        Ok(Some(text))
    }
}

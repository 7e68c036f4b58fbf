//! Heat maps for terminals: two positions above each other in each character.

use bouton_core::{LimitReached, Watch};
use bouton_draw::{Colour, Theme, axis};

use super::HeatMap;

impl HeatMap {
    /// Writes the P-positions (all values 0) as half-blocks, one character for two positions above
    /// each other, with numbers along the axes. No colours are needed.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`] while it is written.
    pub fn half_blocks(&self, watch: &Watch) -> Result<String, LimitReached> {
        self.blocks(watch, |lower, upper| {
            let lost = |value: Option<u32>| value == Some(0);
            match (lost(upper), lost(lower)) {
                (true, true) => "█",
                (true, false) => "▀",
                (false, true) => "▄",
                (false, false) => " ",
            }
            .to_owned()
        })
    }

    /// Writes half-blocks as [`half_blocks`](Self::half_blocks) does, each value in its colour (24
    /// bits, as most terminals show them).
    ///
    /// # Errors
    ///
    /// As [`half_blocks`](Self::half_blocks).
    pub fn coloured_half_blocks(&self, theme: &Theme, watch: &Watch) -> Result<String, LimitReached> {
        let greatest = self.greatest();
        let colour = |value: Option<u32>| value.map(|value| self.colour(value, greatest, theme));
        self.blocks(watch, |lower, upper| match (colour(upper), colour(lower)) {
            (None, None) => " ".to_owned(),
            (Some(upper), None) => format!("\x1b[{}m▀\x1b[0m", ground(38, upper)),
            (None, Some(lower)) => format!("\x1b[{}m▄\x1b[0m", ground(38, lower)),
            (Some(upper), Some(lower)) => {
                format!("\x1b[{};{}m▀\x1b[0m", ground(38, upper), ground(48, lower))
            }
        })
    }

    fn blocks(
        &self,
        watch: &Watch,
        letter: impl Fn(Option<u32>, Option<u32>) -> String,
    ) -> Result<String, LimitReached> {
        let (columns, rows) = (self.plane().columns(), self.plane().rows());
        let upto = self.plane().upto();
        let number = if rows == 1 { 0 } else { upto.to_string().len() };
        let (across, up) = self.plane().axes();
        let mut held = watch.hold_none();
        let mut text = self.plane().fixed();
        if !text.is_empty() {
            text.push('\n');
        }
        if let Some(up) = up {
            text.push_str(&format!("{up:>number$}\n"));
        }
        // A character is about half as wide as it is high, so every fifth line has a number.
        for low in (0..rows).step_by(2).collect::<Vec<_>>().into_iter().rev() {
            let named = rows > 1 && (low % 10 == 0 || rows <= 12);
            let name = if named { low.to_string() } else { String::new() };
            text.push_str(&format!("{name:>number$}│"));
            let line: String =
                (0..columns).map(|x| letter(self.value(x, low), self.value(x, low + 1))).collect();
            watch.spend(line.len() as u64)?;
            held.grow(2 * line.len() as u64)?;
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text.push_str(&format!("{:>number$}└{}\n", "", "─".repeat(columns)));
        let mut line = " ".repeat(number + 1);
        let most = upto / (upto.to_string().len() as u64 + 2);
        for at in axis::ticks(upto, most.clamp(1, 10)) {
            let place = number + 1 + usize::try_from(at).unwrap_or(0);
            line.push_str(&" ".repeat(place.saturating_sub(line.chars().count())));
            line.push_str(&at.to_string());
        }
        line.push_str("  ");
        text.push_str(&line);
        text.push_str(across);
        text.push('\n');
        held.keep();
        Ok(text)
    }
}

/// Writes a colour as a parameter of the terminal's `SGR`: 38 for characters, 48 for the
/// background.
fn ground(which: u8, colour: Colour) -> String {
    let [red, green, blue] = colour.0;
    format!("{which};2;{red};{green};{blue}")
}

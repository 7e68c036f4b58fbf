//! The law of a theorem for other tools.

use std::str::FromStr;

use bouton_core::ControlState;
use bouton_document::AutomatonDiagram;
use bouton_explain::{MOST_BYTES, hoa, mona, walnut};

use super::{Theorem, TheoremError};

/// A tool that reads laws, or a format that several tools read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// The Hanoi Omega-Automata format.
    Hoa,
    /// A word automaton for Walnut.
    Walnut,
    /// The theorem as a formula for MONA.
    Mona,
}

/// The error that a tool is unknown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no format `{found}` of another tool: expected hoa, walnut or mona")]
pub struct UnknownTool {
    /// The unknown name.
    pub found: String,
}

impl FromStr for Tool {
    type Err = UnknownTool;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "hoa" => Ok(Self::Hoa),
            "walnut" => Ok(Self::Walnut),
            "mona" => Ok(Self::Mona),
            _ => Err(UnknownTool { found: text.to_owned() }),
        }
    }
}

impl Theorem {
    /// Writes the law for another tool. An automaton has one initial state: in a game with several
    /// control states, the state of `control`, by default the first one. A formula for MONA is
    /// about all control states.
    ///
    /// ```
    /// use bouton::{Theorem, Tool};
    ///
    /// let text = bouton::bundled().iter().find(|known| known.name == "take-three.cert").unwrap().text;
    /// let theorem = Theorem::check(text, &Default::default())?;
    /// let walnut = theorem.export(Tool::Walnut, None)?;
    /// assert!(walnut.text.contains("msd_2\n\n0 0\n0 -> 0\n"));
    /// assert!(theorem.export(Tool::Mona, None)?.text.contains("ws1s;"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the tool does not support the numeration, the text would be too long, the control state
    /// does not exist, or the theorem is about single heaps.
    pub fn export(&self, tool: Tool, control: Option<&str>) -> Result<AutomatonDiagram, TheoremError> {
        self.export_within(tool, control, MOST_BYTES)
    }

    /// Writes the law as [`export`](Self::export) does, with a text of at most `most` bytes. A
    /// longer text is refused while it is written.
    ///
    /// # Errors
    ///
    /// As [`export`](Self::export).
    pub fn export_within(
        &self,
        tool: Tool,
        control: Option<&str>,
        most: usize,
    ) -> Result<AutomatonDiagram, TheoremError> {
        let checked = self.law_of_a_fixed_number()?;
        let (ruleset, law) = (checked.ruleset(), checked.law());
        let control = match control {
            None => ControlState(0),
            Some(_) if tool == Tool::Mona => return Err(TheoremError::EveryControl),
            Some(name) => ruleset.control_named(Some(name)).ok_or_else(|| TheoremError::Control {
                found: name.to_owned(),
                expected: ruleset.controls().join(", "),
            })?,
        };
        let text = match tool {
            Tool::Hoa => hoa(ruleset, law, control, most)?,
            Tool::Walnut => walnut(ruleset, law, control, most)?,
            Tool::Mona => mona(ruleset, law, most)?,
        };
        Ok(AutomatonDiagram {
            game: self.title(),
            subject: self.subject(),
            certificate: self.identity().to_string(),
            digits: "most".to_owned(),
            states: law.automaton.states(),
            text,
        })
    }
}

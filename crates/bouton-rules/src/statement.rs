//! The lines of a text: lines of canonical text, and abbreviations of such lines.

use bouton_canonical::{
    Place, print,
    syntax::{Amount, Line, Move, Statement, Take},
};

/// One line with its place.
#[derive(Clone, Debug)]
pub(crate) struct SourceLine {
    pub(crate) said: SourceStatement,
    pub(crate) place: Place,
}

#[derive(Clone, Debug)]
pub(crate) enum SourceStatement {
    /// A line of canonical text.
    Line(Statement),
    /// The line `move split a heap into 2 heaps`; or after a take: `, then may split the rest in
    /// two heaps`.
    Split { take: Option<Box<Take>>, unequal: bool },
    /// The line `subtraction {1, 3}`.
    Subtraction(Amount),
    /// The line `subtraction all but {1, 3}`.
    AllBut(Amount),
}

impl SourceLine {
    /// The line, if canonical text has such lines.
    pub(crate) fn line(&self) -> Option<Line> {
        match &self.said {
            SourceStatement::Line(statement) => {
                Some(Line { statement: statement.clone(), place: self.place })
            }
            _ => None,
        }
    }
}

impl SourceStatement {
    /// Writes the line in its canonical form.
    pub(crate) fn text(&self) -> String {
        let heaps = |unequal: &bool| if *unequal { "unequal heaps" } else { "heaps" };
        match self {
            Self::Line(statement) => print::statement(statement),
            Self::Split { take: None, unequal } => format!("move split a heap into 2 {}", heaps(unequal)),
            Self::Split { take: Some(take), unequal } => {
                let take = print::rule(&Move::Take((**take).clone()));
                format!("{take}, then may split the rest in two {}", heaps(unequal))
            }
            Self::Subtraction(amount) => format!("subtraction {}", print::amount(amount)),
            Self::AllBut(amount) => format!("subtraction all but {}", print::amount(amount)),
        }
    }
}

//! The lines of a text: those that canonical text has, and those that are short for others.

use bouton_canonical::{
    Place, print,
    syntax::{Amount, Line, Move, Statement, Take},
};

/// One line with its place.
#[derive(Clone, Debug)]
pub(crate) struct SaidLine {
    pub(crate) said: Said,
    pub(crate) place: Place,
}

#[derive(Clone, Debug)]
pub(crate) enum Said {
    /// A line that canonical text has.
    Line(Statement),
    /// `move split a heap into 2 heaps`; or after a take: `, then may split the rest in two heaps`.
    Split { take: Option<Box<Take>>, unequal: bool },
    /// `subtraction {1, 3}`.
    Subtraction(Amount),
    /// `subtraction all but {1, 3}`.
    AllBut(Amount),
}

impl SaidLine {
    /// The line, if canonical text has it.
    pub(crate) fn line(&self) -> Option<Line> {
        match &self.said {
            Said::Line(statement) => Some(Line { statement: statement.clone(), place: self.place }),
            _ => None,
        }
    }
}

impl Said {
    /// The line in its best form.
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

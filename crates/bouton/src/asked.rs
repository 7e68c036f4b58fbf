//! The values that a question may request.

/// A value of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asked {
    /// The outcome.
    #[default]
    Outcome,
    /// The Grundy value: two players, normal play, impartial rules.
    Grundy,
    /// The remoteness, that is, the length of play when both players play well: two players, normal
    /// play.
    Remoteness,
}

impl Asked {
    /// The name of the value, as the head of a column.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Outcome => "outcome",
            Self::Grundy => "grundy",
            Self::Remoteness => "remoteness",
        }
    }

    /// The name of the value in a sentence.
    pub(crate) fn written(self) -> &'static str {
        match self {
            Self::Grundy => "Grundy value",
            other => other.name(),
        }
    }
}

//! The values that a question may request.

/// A value of a position.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum ValueKind {
    /// The outcome: P, N, O, Q
    #[default]
    Outcome,
    /// The Grundy value (two players, normal play, impartial rules)
    Grundy,
    /// The length of play if both play well (two players, normal play)
    Remoteness,
}

impl ValueKind {
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

//! Conventions of play: who wins, and how many play.

/// Who wins, and how many play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Convention {
    /// Two players, the last to move wins.
    Normal,
    /// Two players, the last to move loses.
    Misere,
    /// n players under the podium rule.
    Podium {
        /// How many, at least 2.
        players: u8,
    },
    /// Three players, coalitions allowed (Propp).
    Coalition,
}

impl Convention {
    /// How many players there are.
    #[must_use]
    pub fn players(self) -> u8 {
        match self {
            Self::Normal | Self::Misere => 2,
            Self::Podium { players } => players,
            Self::Coalition => 3,
        }
    }
}

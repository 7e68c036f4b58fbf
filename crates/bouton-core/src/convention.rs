//! Conventions of play: the winning condition and the number of players.

/// The winning condition and the number of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Convention {
    /// Two players, the last to move wins.
    Normal,
    /// Two players, the last to move loses.
    Misere,
    /// n players under the podium rule.
    Podium {
        /// The number of players, at least 2.
        players: u8,
    },
    /// Three players, coalitions allowed (Propp).
    Coalition,
}

impl Convention {
    /// The number of players.
    #[must_use]
    pub fn players(self) -> u8 {
        match self {
            Self::Normal | Self::Misere => 2,
            Self::Podium { players } => players,
            Self::Coalition => 3,
        }
    }
}

//! The hypotheses of the theorem of Sprague and Grundy, under which a game has Grundy values.

use crate::{Convention, Ruleset};

/// The reason why a game does not have Grundy values that decide its sums.
///
/// The theorem (Sprague, *Über mathematische Kampfspiele*, 1935; Grundy, *Mathematics and games*, 1939)
/// states that a position is equivalent to the Nim heap of its Grundy value in every sum. It has
/// four hypotheses:
///
/// 1. two players, who move in turn, and the last to move wins ([`Convention::Normal`]);
/// 2. it is impartial: the options of a position do not depend on whose turn it is;
/// 3. every play ends;
/// 4. each position has finitely many options.
///
/// The last two hold for every game whose rules are accepted. [`Ruleset::sprague_grundy`] tests the
/// first two. Every use of the theorem calls it: sums, the Nim heap of a proof and of its check,
/// tables of Grundy values, sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoGrundyValues {
    /// The last player to move does not win, or the number of players is not two.
    #[error("Grundy values are for two players and normal play, and here {}", match .0 {
        Convention::Misere => "the last to move loses".to_owned(),
        convention => format!("{} players take part under another convention", convention.players()),
    })]
    Convention(Convention),
    /// The turn is part of the position.
    #[error(
        "Grundy values are for impartial games, but here the control state records whose turn it is: a move elsewhere in a sum would change the turn, but not the control state (passes of each player's own cause this; a pass that the players share does not)"
    )]
    Turns,
}

impl NoGrundyValues {
    /// Checks whether a game of this convention can have Grundy values.
    ///
    /// # Errors
    ///
    /// The hypothesis that does not hold.
    pub fn check(convention: Convention, impartial: bool) -> Result<(), Self> {
        match convention {
            Convention::Normal if impartial => Ok(()),
            Convention::Normal => Err(Self::Turns),
            other => Err(Self::Convention(other)),
        }
    }
}

impl Ruleset {
    /// Whether the game is impartial: the options of a position (coordinates and control state) do
    /// not depend on whose turn it is, so that either player may be to move there.
    ///
    /// The game is impartial unless the control states record [whose turn it is](Self::turns). Then
    /// a position belongs to one player. In a sum of games a move elsewhere leaves the position as
    /// it is, and the other player would have to move from it; the rules do not define such moves.
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        self.turns().is_none()
    }

    /// Checks that the theorem of Sprague and Grundy applies.
    ///
    /// # Errors
    ///
    /// The hypothesis that does not hold.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{Convention, NoGrundyValues};
    ///
    /// assert_eq!(NoGrundyValues::check(Convention::Normal, true), Ok(()));
    /// assert_eq!(NoGrundyValues::check(Convention::Normal, false), Err(NoGrundyValues::Turns));
    /// ```
    pub fn sprague_grundy(&self) -> Result<(), NoGrundyValues> {
        NoGrundyValues::check(self.convention(), self.is_impartial())
    }
}

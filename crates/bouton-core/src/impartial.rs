//! When a game has Grundy values: the hypotheses of the theorem of Sprague and Grundy.

use crate::{Convention, Ruleset};

/// Why a game has no Grundy values that decide its sums.
///
/// The theorem (Sprague, *Über mathematische Kampfspiele*, 1935; Grundy, *Mathematics and
/// games*, 1939) says that a position is worth the Nim heap of its Grundy value, whatever it
/// is added to. It asks four things of the game:
///
/// 1. two players, who move in turn, and the last to move wins ([`Convention::Normal`]);
/// 2. it is impartial: the options of a position do not depend on whose turn it is;
/// 3. every play ends;
/// 4. each position has finitely many options.
///
/// The last two hold for every game whose rules are accepted. The first two are asked by
/// [`Ruleset::sprague_grundy`], which every place asks that uses the theorem: sums, the Nim
/// heap of a proof and of its check, tables of Grundy values, sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoGrundyValues {
    /// The last to move does not win, or there are other players than two.
    #[error("Grundy values are for two players and normal play, and here {}", match .0 {
        Convention::Misere => "the last to move loses".to_owned(),
        convention => format!("{} players take part under another convention", convention.players()),
    })]
    Convention(Convention),
    /// Whose turn it is is a part of the position.
    #[error(
        "Grundy values are for impartial games, and here whose turn it is stands in the control state: a move elsewhere in a sum would change the turn, but not the control state (passes of each player's own do this; a pass that the players share does not)"
    )]
    Turns,
}

impl NoGrundyValues {
    /// Why a game of this convention has no Grundy values, if it has none.
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
    /// Whether the game is impartial: the options of a position (coordinates and control
    /// state) do not depend on whose turn it is, so that either player may be to move there.
    ///
    /// That is so unless the control states say [whose turn it is](Self::turns). Then a position
    /// belongs to one player, and in a sum of games, where a move elsewhere leaves it as
    /// it is, the other player would have to move from it: there are no rules for that.
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        self.turns().is_none()
    }

    /// Whether the theorem of Sprague and Grundy applies.
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

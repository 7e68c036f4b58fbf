//! The winner for each outcome, where there are more than two players.

use bouton_core::Convention;

use crate::Explanation;

impl Explanation {
    /// The meaning of the letters for outcomes, where there are more than two players.
    ///
    /// ```
    /// use bouton_core::{Law, Valuation};
    ///
    /// let game = bouton_rules::Game::parse("heaps 1; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] != 0), 3).unwrap();
    /// let explanation = bouton_explain::explain(&game, &Law::new(Valuation::NormalOutcome, law));
    /// assert_eq!(explanation.players(), None); // P and N need no explanation
    /// ```
    #[must_use]
    pub fn players(&self) -> Option<String> {
        outcome_letters(self.convention).map(str::to_owned)
    }
}

/// The meaning of the letters for outcomes in a convention, where there are more than two players.
///
/// ```
/// use bouton_core::Convention;
/// use bouton_explain::outcome_letters;
///
/// assert_eq!(outcome_letters(Convention::Normal), None);
/// assert!(outcome_letters(Convention::Podium { players: 3 }).unwrap().contains("O: the player after that"));
/// ```
#[must_use]
pub fn outcome_letters(convention: Convention) -> Option<&'static str> {
    match convention {
        Convention::Podium { players: 3.. } => Some(
            "The letter names the player who makes the last move and so comes first. P: the previous player; N: the player to move; O: the player after that.",
        ),
        Convention::Coalition => Some(
            "P: the player who has just moved can force a win against the other two together; N: the player to move can; \
             O: the player after that can; Q: nobody can, any two together keep the third from winning.",
        ),
        _ => None,
    }
}

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
        match self.convention {
            Convention::Podium { players: 3.. } => Some(
                "P: the player who has just moved is last to move; N: the player to move; O: the player after that."
                    .to_owned(),
            ),
            Convention::Coalition => Some(
                "P: the player who has just moved can force a win against the other two together; N: the player to move can; \
                 O: the player after that can; Q: nobody can, any two together keep the third from winning."
                    .to_owned(),
            ),
            _ => None,
        }
    }
}

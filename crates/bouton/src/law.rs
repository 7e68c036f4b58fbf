//! Laws that the checker has accepted, ready to be asked.

use bouton_cert::Identity;
use bouton_check::{Checked, Limits, Refused};
use bouton_core::{Law, Ruleset};
use bouton_prove::{Guide, RelationLimit};
use bouton_rules::{Game, RulesetError};

use crate::Playable;

/// A law of a game that `bouton-check` has accepted.
#[derive(Clone, Debug)]
pub struct CheckedLaw {
    identity: Identity,
    claim: String,
    game: Game,
    ruleset: Ruleset,
    guide: Guide,
}

/// Why a text gives no law to be relied on.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LawError {
    /// The checker refuses it.
    #[error("the certificate is not accepted: {0}")]
    Refused(#[from] Refused),
    /// It certifies the period of a take-and-break game.
    #[error("the certificate shows a period of Grundy values, not a law of positions")]
    Period,
    /// The moves cannot be written out. (The checker says so, too.)
    #[error(transparent)]
    Ruleset(#[from] RulesetError),
    /// The moves need too many states.
    #[error(transparent)]
    Guide(#[from] RelationLimit),
}

impl CheckedLaw {
    /// Has a certificate checked, and makes its law ready.
    ///
    /// # Errors
    ///
    /// [`LawError::Refused`] if the checker does not accept it.
    pub fn new(text: &str, limits: &Limits) -> Result<Self, LawError> {
        Self::of(bouton_check::check_with(text, limits)?, limits)
    }

    /// Makes the law of an accepted certificate ready.
    pub(crate) fn of(checked: Checked, limits: &Limits) -> Result<Self, LawError> {
        let Checked { certificate, game, claim, .. } = checked;
        let identity = certificate.id();
        let Some(law) = certificate.law().cloned() else { return Err(LawError::Period) };
        let ruleset = game.ruleset()?;
        let guide = Guide::new(&ruleset, &law, &limits.watch)?;
        Ok(Self { identity, claim, game, ruleset, guide })
    }

    /// The identity of the certificate.
    #[must_use]
    pub fn identity(&self) -> Identity {
        self.identity
    }

    /// What is proved, in the words of the checker.
    #[must_use]
    pub fn claim(&self) -> &str {
        &self.claim
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game, its moves written out.
    #[must_use]
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The law itself.
    #[must_use]
    pub fn law(&self) -> &Law {
        self.guide.law()
    }

    /// Answers from the law.
    #[must_use]
    pub fn guide(&self) -> &Guide {
        &self.guide
    }

    /// The law in a sentence or two.
    #[must_use]
    pub fn sentence(&self) -> String {
        bouton_explain::explain(&self.ruleset, self.law()).theorem()
    }

    /// Whether it is a law of Grundy values.
    #[must_use]
    pub fn is_grundy(&self) -> bool {
        self.law().is_grundy()
    }

    /// Whether it is a law of this game: the rules are the same, whatever the game is called.
    #[must_use]
    pub fn fits(&self, playable: &Playable) -> bool {
        same_rules(&self.game.text(), &playable.game().text())
    }
}

/// Whether two canonical texts differ in the name of the game at most.
pub(crate) fn same_rules(left: &str, right: &str) -> bool {
    without_name(left).eq(without_name(right))
}

fn without_name(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with("game "))
}

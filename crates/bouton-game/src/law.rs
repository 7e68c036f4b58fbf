//! Laws that the checker has accepted, prepared for questions.

use std::sync::{Arc, OnceLock};

use bouton_cert::Identity;
use bouton_check::{CheckedCertificate, Limits, Refusal};
use bouton_core::{Law, LimitReached, Ruleset, Watch};
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
    law: Law,
    /// Derived for the first question about options; `None` if the moves need too many states.
    guide: Arc<OnceLock<Option<Guide>>>,
}

/// The reason why a text does not give an accepted law.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LawError {
    /// The checker refuses the certificate.
    #[error("the certificate is not accepted: {0}")]
    Refused(#[from] Refusal),
    /// The certificate shows the period of a take-and-break game.
    #[error("the certificate shows a period of Grundy values, not a law of positions")]
    Period,
    /// There are too many moves. (The checker refuses these, too.)
    #[error(transparent)]
    Ruleset(#[from] RulesetError),
}

impl CheckedLaw {
    /// Checks a certificate and prepares its law.
    ///
    /// # Errors
    ///
    /// [`LawError::Refused`] if the checker does not accept it.
    pub fn new(text: &str, limits: &Limits) -> Result<Self, LawError> {
        Self::of(bouton_check::check_with(text, limits)?, limits)
    }

    /// Prepares the law of an accepted certificate.
    pub(crate) fn of(checked: CheckedCertificate, limits: &Limits) -> Result<Self, LawError> {
        let CheckedCertificate { certificate, game, claim, .. } = checked;
        let identity = certificate.id();
        let Some(law) = certificate.law().cloned() else { return Err(LawError::Period) };
        let ruleset = game.ruleset_within(&limits.watch)?;
        Ok(Self { identity, claim, game: game.into(), ruleset, law, guide: Arc::default() })
    }

    /// Prepares the law of a single heap of a game that is the sum of its heaps; `one` is the game
    /// with one heap.
    pub(crate) fn of_a_heap(
        law: Law,
        one: Game,
        (identity, claim): (Identity, String),
    ) -> Result<Self, LawError> {
        let ruleset = one.ruleset()?;
        Ok(Self { identity, claim, game: one, ruleset, law, guide: Arc::default() })
    }

    /// The identity of the certificate.
    #[must_use]
    pub fn identity(&self) -> Identity {
        self.identity
    }

    /// The statement that is proved, in the words of the checker.
    #[must_use]
    pub fn claim(&self) -> &str {
        &self.claim
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The ruleset of the game.
    #[must_use]
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The law itself.
    #[must_use]
    pub fn law(&self) -> &Law {
        &self.law
    }

    /// The guide, which finds options by the law; `None` if the moves need too many states. It is prepared by the
    /// first call, and not at all where nothing asks for options.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`] while it is prepared; a later call tries again.
    pub fn guide(&self, watch: &Watch) -> Result<Option<&Guide>, LimitReached> {
        if self.guide.get().is_none() {
            let guide = match Guide::new(&self.ruleset, &self.law, watch) {
                Ok(guide) => Some(guide),
                Err(RelationLimit::Transitions(_)) => None,
                Err(RelationLimit::Limit(limit)) => return Err(limit),
            };
            // Another thread may have been faster.
            let _ = self.guide.set(guide);
        }
        Ok(self.guide.get().and_then(Option::as_ref))
    }

    /// The law in a sentence or two.
    #[must_use]
    pub fn sentence(&self) -> String {
        bouton_explain::explain(&self.ruleset, self.law()).theorem()
    }

    /// Whether the law gives Grundy values.
    #[must_use]
    pub fn is_grundy(&self) -> bool {
        self.law().is_grundy()
    }

    /// Whether this is a law of a game: the rules are the same, except perhaps for the name of the
    /// game.
    #[must_use]
    pub fn fits(&self, playable: &Playable) -> bool {
        same_rules(&self.game.text(), &playable.game().text())
    }
}

/// Whether two canonical texts differ at most in the name of the game.
pub fn same_rules(left: &str, right: &str) -> bool {
    without_name(left).eq(without_name(right))
}

fn without_name(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with("game "))
}

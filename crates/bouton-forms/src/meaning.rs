//! Kinds of values of a law.

use bouton_core::Valuation;

use crate::grundy::{self, GrundyValues};

/// The kind of a law's values: each form is about one kind only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// 0 for P and 1 for N.
    Outcome,
    /// The outcomes of three players with the podium rule.
    ThreePlayerPodium,
    /// Grundy values.
    Grundy,
    /// Other values: numbers without a meaning of their own.
    Other,
}

impl Meaning {
    pub(crate) fn of(valuation: Valuation) -> Self {
        match valuation {
            Valuation::Grundy => Self::Grundy,
            Valuation::Podium { players: 3 } => Self::ThreePlayerPodium,
            Valuation::NormalOutcome
            | Valuation::MisereOutcome
            | Valuation::MisereOutcomeAndEnd
            | Valuation::Podium { players: 2 } => Self::Outcome,
            _ => Self::Other,
        }
    }

    pub(crate) fn of_excesses(grundy: &GrundyValues) -> Self {
        if grundy.base == grundy::Base::Zero && grundy.least == 0 { Self::Grundy } else { Self::Other }
    }
}

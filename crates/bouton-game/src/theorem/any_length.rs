//! Theorems for every number of heaps as programs.

use bouton_cert::{NumbersOfHeaps, OpenClaim};
use bouton_core::{ColumnLaw, LocalLaw, Valuation, Watch};
use bouton_emit::{HeapNumbers, Language, emit_heaps, emit_period};
use num_bigint::BigUint;

use super::{
    TheoremError,
    open::{OpenTheorem, plain},
};
use crate::Playable;

impl OpenTheorem {
    /// Emits a program for positions with any number of heaps.
    pub(super) fn emit(&self, certificate: &str, language: Language) -> Result<String, TheoremError> {
        let Some(law) = self.reads_counts() else { return self.emit_sum(certificate, language) };
        let numbers = match self.numbers_of_heaps() {
            NumbersOfHeaps::All => HeapNumbers::All,
            NumbersOfHeaps::Odd => HeapNumbers::Odd,
            NumbersOfHeaps::Even => HeapNumbers::Even,
        };
        Ok(emit_heaps(&law, numbers, self.game.name(), &self.game.text(), certificate, language)?)
    }

    /// Returns the law as one that reads the number of ones in each place; `None` for sums of heaps
    /// other than Nim heaps.
    pub(super) fn reads_counts(&self) -> Option<LocalLaw> {
        match &self.claim {
            OpenClaim::Local(claim) => Some(claim.law.clone()),
            OpenClaim::Columns(claim) => plain(&claim.law),
            OpenClaim::Sum(_) if self.is_nim() => {
                let law =
                    ColumnLaw::new(Valuation::NormalOutcome, (0, 2), vec![0], vec![0, 1], vec![0, 1, 1, 1]);
                plain(&law.ok()?)
            }
            OpenClaim::Sum(_) => None,
        }
    }

    /// Emits a program for sums of heaps from which finitely many amounts may be taken, in normal
    /// play.
    fn emit_sum(&self, certificate: &str, language: Language) -> Result<String, TheoremError> {
        if self.quotient().is_some() {
            return Err(TheoremError::NoProgram);
        }
        let playable = Playable::of_any_heaps(&self.game, &Watch::unlimited())
            .ok_or(TheoremError::NoProgramOfAnyLength)?;
        let crate::Arena::Code(code) = playable.arena() else {
            return Err(TheoremError::NoProgramOfAnyLength);
        };
        // The period of the values of single heaps, which a theorem proves from a window of values.
        let mut heaps = bouton_solve::HeapSum::of_code(code);
        let large = BigUint::from(1u64 << 40);
        let prepared = heaps.prepare(&[large], &Watch::unlimited());
        let period = prepared.ok().and_then(|_| heaps.periods().next().map(|(period, _)| period.clone()));
        let period = period.ok_or(TheoremError::NoProgramOfAnyLength)?;
        Ok(emit_period(code, &period, self.game.name(), &self.game.text(), certificate, language)?)
    }
}

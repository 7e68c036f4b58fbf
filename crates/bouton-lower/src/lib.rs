//! Certificates as theorems for a proof assistant: the game written out, its law, and the
//! check of it by the theory in `coq/`.
//!
//! This crate decides nothing. The file that [`lower`] writes is a theorem if Coq accepts it, and its meaning
//! is stated in the file itself, and in the files of `coq/` that have no proofs.
//!
//! ```
//! use bouton_cert::{Certificate, Claim};
//! use bouton_core::{DigitAutomaton, Law, Valuation};
//!
//! let automaton = DigitAutomaton::new(1, vec![0], vec![0, 1, 1], vec![0, 1, 2, 0, 1, 2]).unwrap();
//! let game = "heaps 1\nmove take 1..2 from 1 heap".to_owned();
//! let claim = Claim::Windows(Law::new(Valuation::NormalOutcome, automaton));
//! let text = Certificate { game, order: None, claim }.encode();
//! let lowered = bouton_lower::lower(&text).unwrap();
//! assert!(lowered.contains("Schema 0 0 0 Always [Becomes (Linear [1] [] (-1))]"));
//! assert!(lowered.contains("Theorem law_is_true : law_holds rules Normal binary the_law."));
//! ```

mod game;
mod law;
mod lean;
mod letters;
mod numeration;
mod open;
mod period;
mod positions;
mod quotient;
mod terms;
mod text;

pub use lean::lower_to_lean;

use bouton_canonical::Rules;
use bouton_cert::{Certificate, Claim, DecodeError, LawClaim, LetterCertificate, has_letters};
use bouton_core::{Convention, Valuation};
use law::About;

/// The reason why a certificate has no theorem yet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LowerError {
    /// The text is not a certificate.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// The rules have a fault, or are not canonical.
    #[error("the rules of the certificate are not valid here: {0}")]
    Rules(String),
    /// The theory does not cover claims of this kind.
    #[error("the theory in Coq does not cover {0} yet")]
    NotCovered(&'static str),
    /// There are no statements for Lean of claims of this kind.
    #[error("only laws of a fixed number of heaps and laws with letters have statements for Lean")]
    NotInLean,
}

/// Returns the text of a file whose theorem is the claim of the certificate.
///
/// The claim is not checked: Coq does that.
///
/// # Errors
///
/// If the text is not a certificate, or the theory does not cover its claim.
///
/// # Examples
///
/// ```
/// use bouton_cert::{Certificate, Claim, Period};
///
/// let claim = Claim::Period(Period { length: 2, preperiod: 0, saltus: 0, values: vec![0, 1] });
/// let text = Certificate { game: "octal 0.3".to_owned(), order: None, claim }.encode();
/// assert!(bouton_lower::lower(&text)?.contains("Theorem"));
/// assert!(bouton_lower::lower("not a certificate").is_err());
/// # Ok::<(), bouton_lower::LowerError>(())
/// ```
pub fn lower(text: &str) -> Result<String, LowerError> {
    if has_letters(text) {
        return letters::lowered(&LetterCertificate::decode(text)?);
    }
    let certificate = Certificate::decode(text)?;
    let game = Rules::read(&certificate.game).map_err(|error| LowerError::Rules(error.to_string()))?;
    let law = match &certificate.claim {
        Claim::Law(LawClaim { law, .. }) | Claim::Windows(law) => law,
        Claim::Period(claim) => return period::lowered(&game, claim),
        Claim::StoredPeriod(_) => return Err(LowerError::NotCovered("periods whose values are in a file")),
        Claim::Open(claim) => return open::lowered(&game, claim),
        Claim::Quotient(claim) => return quotient::lowered(&game, claim),
    };
    let ruleset = positions::ruleset(&certificate, law)?;
    let valuation = valuation(ruleset.convention(), law.valuation)?;
    let mut file = text::head(ruleset.text(), &ruleset, "", "Statement");
    file.push_str(&game::definition(&ruleset));
    file.push_str(&law::definition(law));
    file.push_str(&law::theorem(&ruleset, law, &valuation, About::Positions)?);
    Ok(file)
}

/// The valuation's name in Coq, if it is that of the rules.
fn valuation(convention: Convention, valuation: Valuation) -> Result<String, LowerError> {
    Ok(match (convention, valuation) {
        (Convention::Normal, Valuation::NormalOutcome) => "Normal".to_owned(),
        (Convention::Normal, Valuation::Grundy) => "Grundy".to_owned(),
        (Convention::Normal, Valuation::Remoteness) => "Remoteness".to_owned(),
        (Convention::Misere, Valuation::MisereOutcome) => "Misere".to_owned(),
        (Convention::Misere, Valuation::MisereOutcomeAndEnd) => "MisereAndEnd".to_owned(),
        (Convention::Podium { players }, Valuation::Podium { players: n }) if players == n => {
            format!("(Podium {players})")
        }
        (Convention::Coalition, Valuation::Coalition) => "Coalition".to_owned(),
        _ => return Err(LowerError::NotCovered("a valuation that is not that of the rules")),
    })
}

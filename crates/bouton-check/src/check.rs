//! The check of a whole certificate.

use bouton_canonical::Rules;
use bouton_cert::{Certificate, Claim, OpenClaim};
use bouton_core::{Law, Numeration, Valuation};

use crate::{
    Limits, Refusal, Step, check_law, check_quotient, check_windows,
    limits::{ended, unwritten},
    open, period, quotient,
};

/// A certificate that was accepted.
///
/// ```
/// use bouton_cert::{Certificate, Claim, Period};
///
/// let claim = Claim::Period(Period { length: 2, preperiod: 0, saltus: 0, values: vec![0, 1] });
/// let text = Certificate { game: "octal 0.3".to_owned(), order: None, claim }.encode();
/// let checked = bouton_check::check(&text)?;
/// assert_eq!(checked.certificate.encode(), text);
/// assert!(checked.claim.contains("octal 0.3"));
/// # Ok::<(), bouton_check::Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct CheckedCertificate {
    /// The certificate.
    pub certificate: Certificate,
    /// The game of its rules.
    pub game: Rules,
    /// The statement that is proved, in one sentence.
    pub claim: String,
}

impl CheckedCertificate {
    /// The moves that were checked, as derived from the rules, one on each line; for a
    /// take-and-break code, the moves that each digit allows.
    ///
    /// ```
    /// use bouton_cert::{Certificate, Claim, Period};
    ///
    /// let claim = Claim::Period(Period { length: 3, preperiod: 0, saltus: 0, values: vec![0, 1, 2] });
    /// let text = Certificate { game: "octal 0.33".to_owned(), order: None, claim }.encode();
    /// let moves = bouton_check::check(&text)?.written_out();
    /// assert_eq!(moves.len(), 2); // taking one object, and taking two
    /// # Ok::<(), bouton_check::Refusal>(())
    /// ```
    #[must_use]
    pub fn written_out(&self) -> Vec<String> {
        // For any number of heaps, one heap more than a move changes shows the moves.
        let heaps = match self.certificate.open() {
            Some(OpenClaim::Sum(_)) => Some(1),
            Some(OpenClaim::Columns(_)) => self.game.free_takes().ok().map(|takes| takes.most() + 1),
            Some(OpenClaim::Local(_)) => self.game.heap_moves().ok().map(|moves| moves.most() + 1),
            None => None,
        };
        let game = heaps.and_then(|heaps| self.game.with_heaps(heaps).ok());
        match (self.game.code(), game.as_ref().unwrap_or(&self.game).ruleset()) {
            (Some(code), _) => code.written_out(),
            (None, Ok(ruleset)) => ruleset.written_out(),
            // The check of a law starts from this ruleset, so it exists.
            (None, Err(_)) => Vec::new(),
        }
    }
}

/// Checks a certificate within the default [`Limits`].
///
/// # Errors
///
/// The first step that fails.
///
/// # Examples
///
/// ```
/// use bouton_cert::{Certificate, Claim, Period};
/// use bouton_check::{Step, check};
///
/// let claim = |values| Claim::Period(Period { length: 3, preperiod: 0, saltus: 0, values });
/// let game = || "octal 0.33".to_owned();
/// let text = |values| Certificate { game: game(), order: None, claim: claim(values) }.encode();
/// assert!(check(&text(vec![0, 1, 2])).is_ok());
/// assert_eq!(check(&text(vec![0, 1, 1])).unwrap_err().step, Step::Period); // a heap of two has the value 2
/// ```
pub fn check(text: &str) -> Result<CheckedCertificate, Refusal> {
    check_with(text, &Limits::default())
}

/// Checks a certificate within given limits.
///
/// # Errors
///
/// The first step that fails; [`Step::Limit`] if the limits were reached.
///
/// # Examples
///
/// ```
/// use bouton_cert::{Certificate, Claim, Period};
/// use bouton_check::{Limits, Step, check_with};
///
/// let claim = Claim::Period(Period { length: 2, preperiod: 0, saltus: 0, values: vec![0, 1] });
/// let text = Certificate { game: "octal 0.3".to_owned(), order: None, claim }.encode();
/// let limits = Limits { steps: 1, ..Limits::default() };
/// assert_eq!(check_with(&text, &limits).unwrap_err().step, Step::Limit);
/// ```
pub fn check_with(text: &str, limits: &Limits) -> Result<CheckedCertificate, Refusal> {
    check_beside(text, None, limits)
}

/// Like [`check_with`], with the bytes of the file that the certificate names, if it names one.
///
/// # Errors
///
/// The first step that fails; [`Step::File`] if the certificate names a file and `beside` is
/// `None`.
///
/// # Examples
///
/// ```
/// use bouton_cert::{Certificate, Claim, Identity, StoredPeriod};
/// use bouton_check::{Limits, Step, check_beside};
///
/// let values = [0, 1, 2]; // the bytes of the file
/// let period = StoredPeriod { length: 3, preperiod: 0, width: 1, values: Identity::of_bytes(&values) };
/// let claim = Claim::StoredPeriod(period);
/// let text = Certificate { game: "octal 0.33".to_owned(), order: None, claim }.encode();
/// let limits = Limits::default();
/// assert!(check_beside(&text, Some(&values), &limits).is_ok());
/// assert_eq!(check_beside(&text, None, &limits).unwrap_err().step, Step::File);
/// ```
pub fn check_beside(
    text: &str,
    beside: Option<&[u8]>,
    limits: &Limits,
) -> Result<CheckedCertificate, Refusal> {
    let limits = &limits.of_size(text.len());
    let rules = |reason: String| Refusal::new(Step::Rules, reason);
    let certificate =
        Certificate::decode(text).map_err(|error| Refusal::new(Step::Decode, error.to_string()))?;
    let game = self::rules(&certificate.game, limits)?;
    let ruleset = || {
        let ruleset = game.ruleset_within(&limits.watch).map_err(unwritten)?;
        let Some(order) = &certificate.order else { return Ok(ruleset) };
        ruleset.ended_by(order).map_err(|fault| Refusal::new(Step::Descent, fault.to_string()))
    };
    let claim = match &certificate.claim {
        Claim::Law(claim) => {
            check_law(&ruleset()?, claim, limits)?;
            sentence(&claim.law, &certificate.game)
        }
        Claim::Windows(law) => {
            check_windows(&ruleset()?, law, limits)?;
            sentence(law, &certificate.game)
        }
        Claim::Period(_) | Claim::StoredPeriod(_) => {
            period::check_claim(&game, &certificate.claim, beside, limits)?
        }
        Claim::Quotient(claim) => {
            // A quotient is about misère play, whatever convention the rules state.
            let code =
                game.code().ok_or_else(|| rules("a quotient needs a take-and-break code".to_owned()))?;
            check_quotient(code, claim, limits)?;
            quotient::sentence(claim)
        }
        Claim::Open(claim) => open::check(&game, claim, limits)?,
    };
    let the = if certificate.open().is_some() { "" } else { "the " };
    let claim = format!("For the game `{}`, {the}{claim}.", game.text().replace('\n', "; "));
    Ok(CheckedCertificate { certificate, game, claim })
}

/// The rules of a certificate, which are canonical text.
pub(crate) fn rules(text: &str, limits: &Limits) -> Result<Rules, Refusal> {
    // The reader also refuses these characters: accepted rules must not look like other rules.
    if !text.is_ascii() {
        let reason = "a name has a letter that is not ASCII, and may look like another one";
        return Err(Refusal::new(Step::Rules, reason.to_owned()));
    }
    let read = Rules::read_within(text, &limits.watch).map_err(ended)?;
    read.map_err(|error| Refusal::new(Step::Rules, error.to_string()))
}

/// The claim of a law, in one sentence.
fn sentence(law: &Law, rules: &str) -> String {
    let condition = rules.lines().find_map(|line| line.strip_prefix("positions where "));
    let existing = condition.map_or(String::new(), |condition| format!(" (where {condition})"));
    let (what, how) = match law.valuation {
        _ if law.nim_heap => ("Grundy value", "the h for which P comes from reading (x, h) with"),
        Valuation::Grundy => ("Grundy value", "the output of"),
        _ => ("outcome", "the output of"),
    };
    let states = match law.automaton.states() {
        1 => "1 state".to_owned(),
        states => format!("{states} states"),
    };
    let named = |n: &Numeration| format!(" that reads digits in numeration {n} ({})", n.parts());
    let digits = Some(law.numeration()).filter(|n| !n.is_binary()).map_or(String::new(), named);
    format!("{what} of every position x{existing} is {how} the automaton with {states}{digits}")
}

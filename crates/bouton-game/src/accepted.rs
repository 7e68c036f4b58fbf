//! Documents of accepted certificates.

use bouton_check::CheckedCertificate;
use bouton_document::Check;

/// The certificates whose theorems Coq has accepted, each with its identity; `coq/check.sh`
/// compares the list with the verdicts of Coq.
const THEOREMS: &str = include_str!("theorems.txt");

/// Whether the record of this version contains the certificate with this identity: Coq has accepted
/// its theorem.
pub(crate) fn is_recorded(identity: &str) -> bool {
    THEOREMS.lines().any(|line| line.split(' ').next() == Some(identity))
}

/// Returns the record about the theorem of a certificate.
fn recorded(identity: &str) -> Option<String> {
    is_recorded(identity).then(|| "a theorem that Coq has accepted, by the record of this version".to_owned())
}

/// Returns the document of an accepted certificate.
#[must_use]
pub fn accepted(checked: &CheckedCertificate) -> Check {
    let identity = checked.certificate.id().to_string();
    Check {
        accepted: true,
        claim: Some(checked.claim.clone()),
        step: None,
        reason: None,
        rules: Some(checked.game.text()),
        schemas: None,
        coq: recorded(&identity),
        certificate: Some(identity),
        file: None,
    }
}

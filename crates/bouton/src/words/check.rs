//! The verdict on a certificate, in text.

use crate::document::Check;

/// The statement that is proved, or the step that fails with its reason; the moves that were
/// checked, and the verdict of Coq, where requested.
///
/// ```
/// use bouton::{document::Check, words::check::check};
///
/// assert_eq!(check(&Check::refused("decode", "it is empty")), "refused: step `decode` fails: it is empty\n");
/// assert_eq!(check(&Check::unread("it is not there")), "error: it is not there\n");
/// ```
#[must_use]
pub fn check(found: &Check) -> String {
    match (&found.claim, &found.step, &found.reason) {
        (Some(claim), ..) => {
            let schemas = found.schemas.iter().flatten().map(|line| format!("  {line}\n"));
            let coq = found.coq.iter().map(|said| format!("coq: {said}\n"));
            format!("accepted: {claim}\n{}", schemas.chain(coq).collect::<String>())
        }
        (None, Some(step), Some(reason)) if step == Check::UNREAD => format!("error: {reason}\n"),
        (None, Some(step), Some(reason)) => format!("refused: step `{step}` fails: {reason}\n"),
        _ => "refused\n".to_owned(),
    }
}

//! Certificates of built-in games that come with the program.

use std::sync::{Arc, Mutex, PoisonError};

use bouton_check::Limits;

use crate::{CheckedLaw, LawError, Playable, Theorem, law::same_rules};

/// A certificate that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BundledCertificate {
    /// The file name.
    pub name: &'static str,
    /// The text.
    pub text: &'static str,
}

macro_rules! bundle {
    ($($name:literal),* $(,)?) => {
        &[$(BundledCertificate { name: $name, text: include_str!(concat!("../certificates/", $name)) }),*]
    };
}

/// Every file of `certificates/`; a test compares the two.
const CERTIFICATES: &[BundledCertificate] = bundle![
    "coalition-nim-1.cert",
    "coalition-nim-2.cert",
    "coalition-nim-3.cert",
    "coalition-nim-4.cert",
    "dawsons-chess.cert",
    "dawsons-kayles.cert",
    "kayles.cert",
    "misere-moore.cert",
    "misere-nim-1.cert",
    "misere-nim-2.cert",
    "misere-nim-3.cert",
    "misere-nim-4.cert",
    "misere-nim-5.cert",
    "moore.cert",
    "nim-1-grundy.cert",
    "nim-1.cert",
    "nim-2-grundy.cert",
    "nim-2.cert",
    "nim-3-grundy.cert",
    "nim-3.cert",
    "nim-4-grundy.cert",
    "nim-4.cert",
    "nim-5-grundy.cert",
    "nim-5.cert",
    "nim-6-grundy.cert",
    "nim-6.cert",
    "nim-with-a-pass-1.cert",
    "nim-with-a-pass-2.cert",
    "podium-nim-1.cert",
    "podium-nim-2.cert",
    "podium-nim-3.cert",
    "podium-nim-4.cert",
    "podium-nim-5.cert",
    "podium-subtraction-1.cert",
    "podium-subtraction-2.cert",
    "podium-subtraction-3.cert",
    "small-pass-3.cert",
    "small-pass-5.cert",
    "small-pass-grundy.cert",
    "small-pass.cert",
    "take-three-grundy.cert",
    "take-three.cert",
    "two-in-total-grundy.cert",
    "two-in-total.cert",
    "two-passes.cert",
    "wythoff.cert",
];

/// Returns all bundled certificates.
#[must_use]
pub fn bundled() -> &'static [BundledCertificate] {
    CERTIFICATES
}

/// Returns the bundled law of this game, determined by its rules: of Grundy values or of outcomes.
///
/// It is checked before it is returned, like any other certificate.
///
/// # Examples
///
/// ```
/// let playable = bouton::Game::named("wythoff")?.playable()?;
/// let law = bouton::bundled_law(&playable, false).unwrap();
/// assert_eq!(law.law().numeration().to_string(), "fibonacci");
/// assert!(bouton::bundled_law(&playable, true).is_none()); // no law of its Grundy values is known
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn bundled_law(playable: &Playable, grundy: bool) -> Option<Arc<CheckedLaw>> {
    bundled_theorem(playable, grundy)?.shared_law()
}

/// Returns the bundled law of this game as a theorem.
#[must_use]
pub fn bundled_theorem(playable: &Playable, grundy: bool) -> Option<Arc<Theorem>> {
    checked(bundled_text(playable, grundy)?, &Limits::default()).ok()
}

/// Returns the bundled theorem whose certificate has this identity; `None` if there is none.
///
/// # Errors
///
/// [`LawError`] if the check ends at a limit.
///
/// # Examples
///
/// ```
/// let playable = bouton::Game::named("wythoff")?.playable()?;
/// let identity = bouton::bundled_law(&playable, false).unwrap().identity().to_string();
/// let found = bouton::theorem_with_identity(&identity, &Default::default())?.unwrap();
/// assert_eq!(found.title(), "wythoff");
/// assert!(bouton::theorem_with_identity("sha256:0", &Default::default())?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn theorem_with_identity(identity: &str, limits: &Limits) -> Result<Option<Arc<Theorem>>, LawError> {
    // The last line of a certificate contains its identity.
    let named = CERTIFICATES.iter().find(|known| known.text.trim_end().ends_with(identity));
    let theorem = named.map(|known| checked(known.text, limits)).transpose()?;
    Ok(theorem.filter(|theorem| theorem.identity().to_string() == identity))
}

/// Accepted theorems of bundled certificates, each with its text.
static ACCEPTED: Mutex<Vec<(&str, Arc<Theorem>)>> = Mutex::new(Vec::new());

/// Returns the theorem of a bundled certificate, which is checked once per process.
///
/// # Errors
///
/// [`LawError`] if the check ends at a limit.
pub fn checked(text: &'static str, limits: &Limits) -> Result<Arc<Theorem>, LawError> {
    let accepted = || ACCEPTED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, theorem)) = accepted().iter().find(|(known, _)| std::ptr::eq(*known, text)) {
        return Ok(Arc::clone(theorem));
    }
    let theorem = Arc::new(Theorem::check(text, limits)?);
    let mut all = accepted();
    // Another thread may have been faster.
    if !all.iter().any(|(known, _)| std::ptr::eq(*known, text)) {
        all.push((text, Arc::clone(&theorem)));
    }
    Ok(theorem)
}

/// Returns the bundled certificate of a law of this game, without a check.
pub fn bundled_text(playable: &Playable, grundy: bool) -> Option<&'static str> {
    let text = playable.game().text();
    let is_wanted = |bundled: &&BundledCertificate| {
        let mut claim = bundled.text.lines().skip(1).skip_while(|line| line.starts_with("| "));
        let (head, more) = (claim.next().unwrap_or(""), claim.next().unwrap_or(""));
        head.starts_with("law ") && (head == "law grundy" || more == "with a nim heap") == grundy
    };
    let mut of_game = CERTIFICATES.iter().filter(|bundled| same_rules(&rules(bundled.text), &text));
    of_game.find(is_wanted).map(|bundled| bundled.text)
}

/// Returns the rules in a certificate, without reading the rest.
fn rules(text: &str) -> String {
    text.lines().skip(1).map_while(|line| line.strip_prefix("| ")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs};

    use super::*;

    #[test]
    fn every_certificate_is_bundled_and_accepted() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/certificates");
        let files: BTreeSet<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.ends_with(".cert"))
            .collect();
        assert_eq!(files, bundled().iter().map(|certificate| certificate.name.to_owned()).collect());
        for certificate in bundled() {
            let checked = bouton_check::check(certificate.text);
            assert!(checked.is_ok(), "{}: {checked:?}", certificate.name);
        }
    }

    #[test]
    fn a_theorem_is_checked_once() {
        let playable = Playable::new(&bouton_rules::resolve("take-three").unwrap(), None).unwrap();
        let theorem = bundled_theorem(&playable, false).unwrap();
        assert!(Arc::ptr_eq(&theorem, &bundled_theorem(&playable, false).unwrap()));
        let named = theorem_with_identity(&theorem.identity().to_string(), &Limits::default());
        assert!(Arc::ptr_eq(&theorem, &named.unwrap().unwrap()));
        assert!(Arc::ptr_eq(&theorem.shared_law().unwrap(), &bundled_law(&playable, false).unwrap()));
    }

    /// Tests that the subject of a law, which is read from its text before it is checked, is right.
    #[test]
    fn every_law_is_found_by_its_subject() {
        for certificate in bundled() {
            let Ok(law) = CheckedLaw::new(certificate.text, &Limits::default()) else { continue };
            let playable = Playable::new(law.game(), None).unwrap();
            let found = bundled_law(&playable, law.is_grundy()).unwrap();
            assert_eq!(found.is_grundy(), law.is_grundy(), "{}", certificate.name);
            assert!(found.fits(&playable), "{}", certificate.name);
        }
    }
}
